//! UCI, spoken with the real program.

mod engine_process;

use engine_process::{EngineProcess, LOST_IN_THREE, command, open, random_game, transcript, wait};
use hippogriff::game::Style;
use hippogriff::games;

/// Lines that `wanted` keeps.
fn lines(text: &str, wanted: fn(&str) -> bool) -> Vec<&str> {
    text.lines().filter(|line| wanted(line)).collect()
}

fn is_best_move(line: &str) -> bool {
    line.starts_with("bestmove ")
}

/// `text` without the fields that depend on the machine.
fn timeless(text: &str) -> String {
    let timed = |word: &str| matches!(word, "time" | "nps" | "hashfull");
    let line = |line: &str| {
        let mut words = line.split(' ').peekable();
        let mut kept = Vec::new();
        while let Some(word) = words.next() {
            if timed(word) {
                words.next();
            } else {
                kept.push(word);
            }
        }
        kept.join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn nothing_is_said_before_the_first_command() {
    assert_eq!(transcript(&[], ""), "");
    let mut engine = EngineProcess::start(&[]);
    engine.assert_silent();
    engine.send("uci");
    assert!(engine.until("uciok").len() > 5);
    let (rest, status) = engine.finish();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn the_command_line_sets_the_game() {
    for game in games::ALL {
        let answer = transcript(&["--variant", game.name, "--hash", "3"], "uci\nd\n");
        let variant = format!("UCI_Variant type combo default {} var {}", game.name, game.name);
        assert!(answer.contains(&variant), "{answer}");
        assert!(answer.contains("Hash type spin default 3 "));
        assert!(answer.contains(&format!("\nfen: {}\n", game.start_fen)));
    }
}

#[test]
fn each_search_has_its_move() {
    for game in games::ALL {
        let mut other = open(game.name);
        let first = other.legal_moves(Style::Plain)[0].clone();
        other.play(&first).unwrap();
        let input = format!(
            "uci\nsetoption name UCI_Variant value {}\nposition startpos\ngo infinite\nstop\n\
             position startpos moves {first}\ngo depth 2\n",
            game.name
        );
        let answer = transcript(&[], input);
        let best: Vec<_> = lines(&answer, is_best_move)
            .into_iter()
            .map(|line| line.split(' ').nth(1).unwrap())
            .collect();
        assert_eq!(best.len(), 2, "{answer}");
        open(game.name).play(best[0]).unwrap();
        other.play(best[1]).unwrap();
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    for game in games::ALL {
        for seed in 0..3 {
            let session = random_game(game.name, seed);
            let outcome = session.outcome().unwrap();
            let moves = session.moves_played(Style::Plain).join(" ");
            let input = format!(
                "uci\nsetoption name UCI_Variant value {}\nposition startpos moves {moves}\n\
                 go depth 5\ngo infinite\nisready\nstop\n",
                game.name
            );
            let answer = transcript(&[], input);
            let (_, answer) = answer.split_once("uciok\n").unwrap();
            let score = match outcome.winner {
                None => "cp 0",
                Some(winner) if winner == session.side() => "mate 1",
                Some(_) => "mate 0",
            };
            let info = format!(
                "info string game over: {} {{{outcome}}}\ninfo depth 0 score {score}\n",
                outcome.result()
            );
            let none = "bestmove (none)\n";
            assert_eq!(answer, format!("{info}{none}{info}readyok\n{none}"), "{}", game.name);
        }
    }
}

#[test]
fn line_ends_blanks_and_broken_bytes_do_not_matter() {
    let session = "uci\nisready\nposition startpos moves a2a3 a5a4\ngo depth 1\n";
    let clean = transcript(&[], session);
    assert_eq!(lines(&clean, is_best_move).len(), 1);
    let dirty: [Vec<u8>; 6] = [
        session.replace('\n', "\r\n").into_bytes(),
        session.replace(' ', "\t").into_bytes(),
        session.replace(' ', "   ").replace('\n', "  \n\n").into_bytes(),
        session.trim_end().as_bytes().to_vec(),
        session.replace('\n', "\0\n").replace(' ', " \0 ").into_bytes(),
        session
            .split('\n')
            .flat_map(|line| [b"\xFF ", line.as_bytes(), b" \xC3\n"].concat())
            .collect(),
    ];
    for input in dirty {
        let answer = transcript(&[], &input);
        assert_eq!(timeless(&answer), timeless(&clean), "{:?}", String::from_utf8_lossy(&input));
        assert!(!answer.contains('\r'));
    }
}

#[test]
fn a_long_line_is_survived() {
    let long = "x".repeat(1 << 20);
    let many = "x ".repeat(1 << 19);
    let answer =
        transcript(&[], format!("{long}\nuci\n{long}\n{many}\nposition fen {long}\nisready"));
    assert!(answer.ends_with("\nreadyok\n"));
    assert!(answer.lines().all(|line| line.chars().count() < 400));
}

#[test]
fn thousands_of_plies_fit_in_a_line() {
    let round = " c1a2 d4f5 a2c1 f5d4".repeat(750);
    let fen = "6/6/3n2/6/6/2N3 w - - 0 1";
    let input = format!("uci\nposition fen {fen} moves{round} c1b3\ngo depth 1\ngo perft 1\nd\n");
    let answer = transcript(&["--variant", "knightfall"], input);
    assert!(answer.contains("fen: 6/6/3n2/1N4/6/6 b - - 3001 1501\n"), "{answer}");
}

#[test]
fn a_bad_fen_is_one_line_and_changes_nothing() {
    for game in games::ALL {
        let good = game.start_fen;
        let (board, tail) = good.split_once(' ').unwrap();
        let (_, short) = board.split_once('/').unwrap();
        for bad in [
            format!("{short} {tail}"),
            format!("{board}/{} {tail}", game.files),
            format!("0{good}"),
            format!("100{good}"),
            format!("{}/{short} {tail}", game.files + 1),
            format!("?{}", &good[1..]),
            board.to_owned(),
            format!("{board} x - - 0 1"),
            format!("{board} w - - x 1"),
            format!("{good} a b c d"),
        ] {
            let input = format!(
                "uci\nsetoption name UCI_Variant value {}\nposition fen {bad}\nd\n\
                 position fen  {good}\nd\n",
                game.name
            );
            let answer = transcript(&[], input);
            let (_, answer) = answer.split_once("uciok\n").unwrap();
            let complaints = lines(answer, |line| line.starts_with("info string position refused"));
            assert_eq!(complaints.len(), 1, "{bad}: {answer}");
            assert_eq!(answer.matches(&format!("fen: {good}\n")).count(), 2, "{bad}: {answer}");
        }
    }
}

#[test]
fn a_position_stops_before_an_illegal_move() {
    for game in games::ALL {
        let mut session = open(game.name);
        let legal = session.legal_moves(Style::Plain)[0].clone();
        session.play(&legal).unwrap();
        let next = session.legal_moves(Style::Plain)[0].clone();
        let input = format!(
            "uci\nsetoption name UCI_Variant value {}\n\
             position startpos moves {legal} a1a1 {next}\nd\n",
            game.name
        );
        let answer = transcript(&[], input);
        let stops = "info string position stops before move 2: illegal move: a1a1\n";
        assert_eq!(answer.matches(stops).count(), 1, "{answer}");
        assert!(answer.contains(&format!("fen: {}\n", session.fen())));
    }
}

/// What `go` answers at the start of a new game, but for what depends on the machine.
fn answer_to(engine: &mut EngineProcess, go: &str) -> String {
    engine.send(&format!("ucinewgame\nposition startpos\n{go}"));
    timeless(&engine.until("bestmove ").join("\n"))
}

#[test]
fn at_full_strength_the_same_search_is_the_same_after_all_other_options() {
    for game in games::ALL {
        let mut engine = EngineProcess::start(&["--variant", game.name]);
        engine.send("uci");
        engine.until("uciok");
        let expected = answer_to(&mut engine, "go nodes 20000");
        assert_eq!(answer_to(&mut engine, "go nodes 20000"), expected, "{}", game.name);
        for (option, value, usual) in [
            ("Skill Level", "4", "20"),
            ("UCI_LimitStrength", "true", "false"),
            ("Threads", "2", "1"),
            ("SearchWithout", "all", "<empty>"),
            ("UCI_AnalyseMode", "true", "false"),
            ("UCI_ShowWDL", "true", "false"),
        ] {
            engine.send(&format!("setoption name {option} value {value}"));
            let answer = answer_to(&mut engine, "go nodes 5000");
            assert!(!answer.contains("info string"), "{answer}");
            engine.send(&format!("setoption name {option} value {usual}"));
            let again = answer_to(&mut engine, "go nodes 20000");
            assert_eq!(again, expected, "{} after {option}", game.name);
        }
    }
}

#[test]
fn a_level_answers_with_legal_moves_that_differ() {
    let mut engine = EngineProcess::start(&["--variant", "horizons"]);
    engine.send("uci\nsetoption name Skill Level value 2\nsetoption name MultiPV value 5");
    let mut moves = std::collections::BTreeSet::new();
    for _ in 0..40 {
        let answer = answer_to(&mut engine, "go movetime 1000");
        let (infos, best) = answer.rsplit_once('\n').unwrap();
        let best = best.split(' ').nth(1).unwrap().to_owned();
        let last = infos.lines().last().unwrap();
        assert!(last.contains(&format!(" pv {best}")) && !infos.contains("multipv 2"), "{answer}");
        open("horizons").play(&best).unwrap();
        moves.insert(best);
    }
    assert!(moves.len() > 1, "{moves:?}");
}

#[test]
fn chances_sum_up_whenever_they_are_told() {
    for game in games::ALL {
        let input = format!(
            "uci\nsetoption name UCI_Variant value {}\nsetoption name UCI_ShowWDL value true\n\
             go depth 3\n",
            game.name
        );
        let answer = transcript(&[], input);
        let infos = lines(&answer, |line| line.starts_with("info depth "));
        assert!(infos.len() >= 3, "{answer}");
        for line in infos {
            let (_, chances) = line.split_once(" wdl ").unwrap();
            let sum: u32 = chances.split(' ').take(3).map(|n| n.parse::<u32>().unwrap()).sum();
            assert_eq!(sum, 1_000, "{line}");
        }
    }
}

#[test]
fn perft_agrees_with_the_library() {
    for game in games::ALL {
        let mut engine = EngineProcess::start(&["--variant", game.name]);
        engine.send("uci\nposition startpos\ngo perft 2");
        engine.until("uciok");
        let answer = engine.until("Nodes searched: ");
        let mut divide = Vec::new();
        for (text, nodes) in open(game.name).divide(2, &Default::default()) {
            divide.push(format!("{text}: {nodes}"));
        }
        assert_eq!(answer[..answer.len() - 2], divide);
    }
}

#[test]
fn the_end_of_input_stops_what_does_not_end() {
    for go in ["go depth 2", "go infinite", "go ponder depth 2", "go"] {
        let answer = transcript(&[], format!("uci\nposition startpos\n{go}"));
        assert_eq!(lines(&answer, is_best_move).len(), 1, "{go}");
    }
}

#[test]
fn a_win_comes_nearer_move_by_move() {
    for (game, fen) in LOST_IN_THREE {
        let mut engine = EngineProcess::start(&["--variant", game]);
        engine.send("uci");
        engine.until("uciok");
        let mut position = format!("position fen {fen} moves");
        for mate in [-3, 3, -2, 2, -1, 1] {
            engine.send(&format!("{position}\ngo depth 12"));
            let lines = engine.until("bestmove");
            let score = format!(" score mate {mate} ");
            assert!(lines[lines.len() - 2].contains(&score), "{position}: {lines:?}");
            if mate == 1 {
                // On a clock, where a won ending need not be searched, the end is not put off.
                engine.send(&format!("{position}\ngo wtime 60000 btime 60000"));
                let timed = engine.until("bestmove");
                assert!(timed[timed.len() - 2].contains(&score), "{position}: {timed:?}");
            }
            let best = lines[lines.len() - 1].split(' ').nth(1).unwrap();
            position += &format!(" {best}");
        }
        engine.send(&format!("{position}\ngo depth 12"));
        let lines = engine.until("bestmove");
        assert_eq!(&lines[1..], ["info depth 0 score mate 0", "bestmove (none)"], "{position}");
    }
}

#[test]
fn quit_ends_a_search_without_its_move() {
    let mut engine = EngineProcess::start(&[]);
    engine.send("uci\ngo infinite\nquit\nisready");
    engine.until("uciok");
    let (rest, status) = engine.finish();
    assert!(status.success());
    assert!(rest.iter().all(|line| line.starts_with("info ")), "{rest:?}");
}

#[test]
fn the_loss_of_the_listener_ends_the_program_quietly() {
    let mut child = command(&[]).stderr(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // Once the program is gone it cannot be written to either.
    let _ = std::io::Write::write_all(&mut stdin, b"uci\nisready\nisready\n");
    wait(&mut child);
    let mut complaints = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut complaints).unwrap();
    assert_eq!(complaints, "");
}
