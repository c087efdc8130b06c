//! CECP, spoken with the real program.

mod engine_process;

use std::thread;
use std::time::Duration;

use engine_process::{EngineProcess, LOST_IN_THREE, open, random_game, transcript};
use hippogriff::board::Rng;
use hippogriff::game::Style;
use hippogriff::games;

#[test]
fn nothing_is_said_before_the_features() {
    let mut engine = EngineProcess::start(&[]);
    engine.send("xboard");
    engine.assert_silent();
    engine.send("protover 2");
    let features = engine.until("feature done=1");
    assert!(features.iter().all(|line| line.starts_with("feature ")));
    let (rest, status) = engine.finish();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn new_goes_back_to_the_game_of_the_command_line() {
    for game in games::ALL {
        let mut input = "xboard\nforce\n".to_owned();
        for other in games::ALL {
            let first = &open(game.name).legal_moves(Style::Xboard)[0];
            input += &format!("variant {}\nnew\nforce\nusermove {first}\nping 1\n", other.name);
        }
        let answer = transcript(&["--variant", game.name], input);
        for line in answer.lines() {
            let known = ["setup ", "piece "].iter().any(|start| line.starts_with(start));
            assert!(line == "pong 1" || known, "{line}");
        }
    }
}

#[test]
fn line_ends_blanks_and_broken_bytes_do_not_matter() {
    let session =
        "xboard\nprotover 2\nvariant knightfall\nforce\nusermove a2a3\nusermove a5a2\nping 1\n";
    let clean = transcript(&[], session);
    assert!(
        clean.ends_with("Illegal move (the Pawn on a5 cannot go to a2): a5a2\npong 1\n"),
        "{clean}"
    );
    for dirty in [
        session.replace('\n', "\r\n").into_bytes(),
        session.replace(' ', "\t ").replace('\n', " \0\n\n").into_bytes(),
        session.trim_end().as_bytes().to_vec(),
        session
            .split('\n')
            .flat_map(|line| [b"\xFF ", line.as_bytes(), b" \xC3\n"].concat())
            .collect(),
    ] {
        assert_eq!(transcript(&[], dirty), clean);
    }
    let long = "x".repeat(1 << 20);
    let answer = transcript(&[], format!("xboard\n{long}\nusermove {long}\nping 2\n"));
    assert!(answer.ends_with("\npong 2\n") && answer.len() < 1_500);
}

#[test]
fn an_unknown_variant_leaves_the_game_usable() {
    let input = "xboard\nprotover 2\nnew\nvariant nosuch\nforce\na2a3\na5a4\nping 1\nnew\n\
                 variant knightfall\nping 2\n";
    let answer = transcript(&["--variant", "knightfall"], input);
    let (_, answer) = answer.split_once("feature done=1\n").unwrap();
    let setup = "setup (PNBR.................................pnbr.................................) \
                 6x6+0_fairy rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1";
    assert_eq!(answer, format!("Error (unknown variant): nosuch\npong 1\n{setup}\npong 2\n"));
}

#[test]
fn every_ending_is_told_once_and_ends_the_game() {
    for game in games::ALL {
        for seed in 0..3 {
            let session = random_game(game.name, seed);
            let outcome = session.outcome().unwrap();
            let mut input = format!("xboard\nprotover 2\nnew\nvariant {}\nforce\n", game.name);
            for text in session.moves_played(Style::Xboard) {
                input += &format!("usermove {text}\n");
            }
            input += "usermove a1a2\na1a2\nfrobnicate\ngo\nping 1\nundo\n";
            input += &format!("{}\n", session.moves_played(Style::Plain).last().unwrap());
            let answer = transcript(&[], input);
            let (_, answer) = answer.split_once("feature done=1\n").unwrap();
            let is_setup = |line: &&str| ["setup (", "piece "].iter().any(|s| line.starts_with(s));
            let mut lines = answer.split_inclusive('\n').peekable();
            assert!(lines.peek().is_some_and(is_setup));
            let answer: String = lines.skip_while(is_setup).collect();
            let result = format!("{} {{{outcome}}}\n", outcome.result());
            let refused = "Illegal move (the game is over): a1a2\n".repeat(2);
            let unknown = "Error (unknown command): frobnicate\npong 1\n";
            assert_eq!(answer, format!("{result}{refused}{unknown}{result}"), "{}", game.name);
        }
    }
}

#[test]
fn strange_clocks_are_survived() {
    for clock in [
        "level 40 0:30 0",
        "level 0 5 0.5",
        "level 0 0:00 1",
        "level 0 0:00 0",
        "level\nlevel x y z\nsd 2",
        "time 0\notim 0",
        "time -50\nlevel 0 0:01 0\notim -50",
        "otim 10\nsd 2",
        "st 0.05",
    ] {
        for game in games::ALL {
            let mut engine = EngineProcess::start(&["--variant", game.name]);
            engine.send(&format!("xboard\nprotover 2\nnew\n{clock}\ntime 10\ngo\n?"));
            engine.until("feature done=1");
            let answer = engine.until("move ");
            let (_, text) = answer.last().unwrap().split_once(' ').unwrap();
            open(game.name).play(text).unwrap();
            assert!(
                answer[..answer.len() - 1].iter().all(|line| line.starts_with("Error (bad level)"))
            );
        }
    }
}

#[test]
fn analysis_shows_what_it_finds_in_every_position() {
    let mut engine = EngineProcess::start(&["--variant", "knightfall"]);
    engine.send("xboard\nprotover 2\npost\nanalyze");
    engine.until("feature done=1");
    for line in ["usermove a2a3", "undo", "new"] {
        engine.until("1 ");
        engine.send(line);
    }
    engine.until("1 ");
    engine.send("exit\nexit\nping 99");
    engine.until("pong 99");
    engine.assert_silent();
}

#[test]
fn the_end_of_input_lets_the_engine_move() {
    let answer = transcript(&["--variant", "knightfall"], "xboard\nsd 2\nusermove a2a3");
    assert!(answer.starts_with("move ") && answer.lines().count() == 1, "{answer}");
    assert_eq!(transcript(&[], "xboard\nanalyze\n"), "");
    assert_eq!(transcript(&[], "xboard\nquit\nping 1\n"), "");
}

/// A host may ask for the start twice (XBoard does); only a game that was played is followed by
/// another array.
#[test]
fn random_arrays_change_from_game_to_game_alone() {
    let arguments = ["--variant", "livonian", "--array", "random", "--seed", "1"];
    let mut engine = EngineProcess::start(&arguments);
    engine.send("xboard\nprotover 2\nnew\nvariant livonian");
    let setup = |engine: &mut EngineProcess| engine.until("setup (").pop().unwrap();
    let first = setup(&mut engine);
    engine.send("new\nvariant livonian");
    assert_eq!(setup(&mut engine), first);
    engine.send("sd 1\ngo");
    engine.until("move ");
    engine.send("new\nvariant livonian");
    assert_ne!(setup(&mut engine), first);
}

#[test]
fn pondering_keeps_in_step_with_the_game() {
    for game in games::ALL {
        let mut engine = EngineProcess::start(&["--variant", game.name]);
        let mut session = open(game.name);
        let mut rng = Rng::new(7);
        engine.send("xboard\nnew\nhard\nsd 4\nlevel 0 0:20 0");
        for turn in 0..24 {
            let mut moves = session.legal_moves(Style::Xboard);
            engine.send(&format!("hint\nping {turn}"));
            let answer = engine.until("pong ");
            let hint = answer.first().and_then(|line| line.strip_prefix("Hint: "));
            let reply = match (hint, turn % 3) {
                (Some(hint), 1 | 2) => hint.to_owned(),
                _ => moves.swap_remove(rng.below(moves.len())),
            };
            session.play(&reply).unwrap();
            engine.send(&format!("time 2000\notim 2000\nusermove {reply}"));
            if session.outcome().is_some() {
                break;
            }
            let answer = engine.until("move ");
            let mv = answer[0].strip_prefix("move ").expect("nothing else is said");
            session.play(mv).unwrap_or_else(|error| panic!("{}: {error}", game.name));
            if session.outcome().is_some() {
                break;
            }
            // Time to think about the reply.
            thread::sleep(Duration::from_millis(3));
            if turn == 9 {
                engine.send("remove\nping 99");
                engine.until("pong 99");
                session.undo();
                session.undo();
            }
        }
        engine.send("force\nping 100");
        engine.until("pong 100");
        engine.assert_silent();
    }
}

/// What the engine thinks until it moves, but for the time it takes, and its move.
fn thoughts(engine: &mut EngineProcess) -> Vec<String> {
    let without_time = |line: String| match line.split(' ').collect::<Vec<_>>()[..] {
        [depth, score, _, ref rest @ ..] => [&[depth, score], rest].concat().join(" "),
        _ => line,
    };
    engine.until("move ").into_iter().map(without_time).collect()
}

#[test]
fn a_win_comes_nearer_move_by_move() {
    for (game, fen) in LOST_IN_THREE {
        let mut engine = EngineProcess::start(&["--variant", game]);
        engine.send(&format!("xboard\nforce\nsetboard {fen}\npost\nsd 12"));
        for score in [-100_003, 100_003, -100_002, 100_002, -100_001, 100_001] {
            engine.send("go");
            let thoughts = thoughts(&mut engine);
            let [.., last, _] = &thoughts[..] else { panic!("{thoughts:?}") };
            let told = last.split(' ').nth(1);
            assert_eq!(told, Some(score.to_string().as_str()), "{game}: {thoughts:?}");
        }
        let result = engine.line();
        assert!(
            result.starts_with(if fen.contains(" w ") { "0-1 {" } else { "1-0 {" }),
            "{result}"
        );
    }
}

#[test]
fn a_new_game_depends_on_nothing_before_it() {
    for game in games::ALL {
        let start = || {
            let mut engine = EngineProcess::start(&["--variant", game.name]);
            engine.send("xboard\npost\nst 1\nnps 3000");
            engine
        };
        let first_search = |engine: &mut EngineProcess| {
            engine.send("new\ngo");
            thoughts(engine)
        };
        let expected = first_search(&mut start());
        let mut engine = start();
        for _ in 0..2 {
            assert_eq!(first_search(&mut engine), expected, "{}", game.name);
            for _ in 0..3 {
                engine.send("go");
                thoughts(&mut engine);
            }
        }
        assert_eq!(first_search(&mut engine), expected, "{}", game.name);
    }
}

#[test]
fn a_second_of_so_many_nodes_is_a_search_of_so_many_nodes() {
    for game in games::ALL {
        let mut cecp = EngineProcess::start(&["--variant", game.name]);
        cecp.send("xboard\nnew\npost\nst 1\nnps 5000\ngo");
        let thoughts = thoughts(&mut cecp);
        let [.., last, mv] = &thoughts[..] else { panic!("{thoughts:?}") };
        let [depth, _, nodes, ..] = last.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{last}")
        };

        let mut uci = EngineProcess::start(&["--variant", game.name]);
        uci.send("uci\nposition startpos\ngo nodes 5000");
        let answer = uci.until("bestmove ");
        let [.., last, best] = &answer[..] else { panic!("{answer:?}") };
        assert!(last.starts_with(&format!("info depth {depth} ")), "{thoughts:?} {last}");
        assert!(last.contains(&format!(" nodes {nodes} ")), "{thoughts:?} {last}");
        let mv = open(game.name).play(mv.strip_prefix("move ").unwrap()).unwrap();
        assert_eq!(best.split(' ').nth(1), Some(mv.as_str()));
    }
}
