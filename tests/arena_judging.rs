//! What the referee of a match goes by: clocks, scores, the rules, and what is written down.
#![cfg(target_os = "linux")]

mod mock_match;

use std::fs;

use hippogriff::game::Options;
use hippogriff::games;
use hippogriff::session::{self, Start};
use mock_match::{CECP, MockMatch, PROTOCOLS, UCI, ending, for_all, mock, mock_with, plies, tag};

/// A mock that once, in its first game, takes 900 ms for its second move.
const SLOW: &str = "--fault slow --by 900 --at 2 --tally tally --log slow.log";

/// The numbers behind a word in what an engine was told.
fn numbers(log: &str, word: &str) -> Vec<i64> {
    let words: Vec<_> = log.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == word);
    pairs.map(|pair| pair[1].parse().unwrap()).collect()
}

/// What both clocks showed at each move of an engine, its own or White's first.
fn clocks(log: &str, protocol: &str) -> [Vec<i64>; 2] {
    let words = if protocol == UCI { ["wtime", "btime"] } else { ["time", "otim"] };
    words.map(|word| numbers(log, word))
}

#[test]
fn time_may_be_overstepped_within_the_margin_alone() {
    let cases = ["tc=0.3", "tc=0.3+0.01", "tc=40/0.3", "st=0.3"].into_iter().flat_map(|limit| {
        PROTOCOLS.map(|protocol| [(limit, protocol, 2_000), (limit, protocol, 250)])
    });
    let cases: Vec<_> = cases.flatten().collect();
    for_all(&cases, |&(limit, protocol, margin)| {
        let about = format!("{limit}, {protocol}, margin {margin}");
        let arena = MockMatch::new();
        let engines = [
            mock_with("Slow", protocol, SLOW, &[limit]),
            mock_with("Other", UCI, "", &["nodes=9"]),
        ];
        let flags = format!("--variant knightfall --max-plies 7 --margin {margin}");
        let games = arena.play(&engines.concat(), &flags);
        let (result, ended, why) = ending(&games[0]);
        if margin < 600 {
            assert_eq!((result, ended), ("0-1", "time forfeit"), "{about}: {why}");
            assert!(why.contains("White loses on time"), "{about}: {why}");
            assert_eq!(plies(&games[0]), 2, "{about}");
        } else {
            assert_eq!((ended, plies(&games[0])), ("adjudication", 7), "{about}: {why}");
        }
        assert_eq!((ending(&games[1]).1, plies(&games[1])), ("adjudication", 7), "{about}");
        let shown = clocks(&arena.text("slow.log"), protocol);
        // Four moves of a whole game with White, or two if it is lost; and three with Black.
        let moves = if margin < 600 { 5 } else { 7 };
        for shown in shown {
            assert_eq!(shown.len(), if limit.starts_with("st") { 0 } else { moves }, "{about}");
            assert!(shown.iter().all(|&time| time > 0), "{about}: {shown:?}");
        }
    });
}

#[test]
fn an_engine_that_moves_when_told_to_has_lost_on_time() {
    let arena = MockMatch::new();
    let late = "--fault late --at 2";
    let engines = [mock("A", UCI, late), mock("B", CECP, late)].concat();
    let games = arena.play(&engines, "--variant livonian --tc 0.2 --margin 100 --grace 5");
    for game in &games {
        assert_eq!(ending(game), ("0-1", "time forfeit", "White loses on time"));
        assert_eq!(plies(game), 2);
    }
}

/// Black is the one to move in the opening: names, results and clocks go by the colours.
#[test]
fn black_can_begin() {
    let book = "knightfall: rbnnbr/pppppp/6/6/PPPPPP/RBNNBR b - - 3 7; id \"black\";\n";
    for (fault, ended) in [("crash", "crash"), ("slow --by 900", "time forfeit")] {
        for protocol in PROTOCOLS {
            let arena = MockMatch::new();
            fs::write(arena.path("book.epd"), book).unwrap();
            let odd = mock("Odd", protocol, &format!("--fault {fault} --log odd.log"));
            let engines = [odd, mock("Even", UCI, "--scores 5")].concat();
            let flags = "--variant knightfall --openings book.epd --margin 100 --tc 0.3";
            let games = arena.play(&engines, flags);
            assert_eq!((ending(&games[0]).1, ending(&games[1]).1), (ended, ended));
            assert_eq!((games[0].result.as_str(), plies(&games[0])), ("0-1", 1));
            assert_eq!((games[1].result.as_str(), plies(&games[1])), ("1-0", 0));
            assert!(arena.text("games.pgn").contains("7... "), "{}", games[0]);
        }
    }
}

#[test]
fn a_slow_engine_without_a_move_when_told_hangs() {
    let arena = MockMatch::new();
    let hang = "--fault hang --at 2";
    let engines = [mock("A", UCI, hang), mock("B", CECP, hang)].concat();
    let games = arena.play(&engines, "--variant livonian --tc 0.2 --margin 100 --grace 0.3");
    for game in &games {
        assert_eq!(ending(game).1, "hang");
        assert_eq!((game.result.as_str(), plies(game)), ("0-1", 2));
    }
}

#[test]
fn each_engine_has_its_own_limits() {
    for protocol in PROTOCOLS {
        let arena = MockMatch::new();
        let timed = mock_with("Timed", protocol, "--log timed.log", &["tc=5+0.1"]);
        let counted = mock_with("Counted", protocol, "--log counted.log --think 3", &["nodes=77"]);
        let games = arena.play(&[timed, counted].concat(), "--variant crittermate --max-plies 6");
        assert_eq!(tag(&games[0], "WhiteTimeControl"), "5+0.1");
        assert_eq!(tag(&games[0], "BlackTimeControl"), "- nodes=77");
        let (timed, counted) = (arena.text("timed.log"), arena.text("counted.log"));
        let [white, black] = clocks(&timed, protocol);
        assert_eq!((white.len(), &white), (6, &black), "{timed}");
        assert!(white.iter().all(|&time| time > 0));
        assert!(clocks(&counted, protocol).iter().all(Vec::is_empty), "{counted}");
        let limit = if protocol == UCI { "go nodes 77\n" } else { "nps 77\nst 1\n" };
        assert!(counted.contains(limit) && !timed.contains(limit), "{counted}");
    }
}

/// A flag that falls gives the other side nothing if it has a bare king.
#[test]
fn a_flag_falls_for_nothing_against_a_bare_king() {
    let book = "horizons: k11/12/1K10/12/12/12/12/11W/12/12/12/12 w - - 0 1; id \"bare\";\n";
    for (protocol, margin, expected) in [
        (UCI, 100, ("1/2-1/2", "time forfeit")),
        (CECP, 100, ("1/2-1/2", "time forfeit")),
        (UCI, 2_000, ("1/2-1/2", "adjudication")),
    ] {
        let arena = MockMatch::new();
        fs::write(arena.path("book.epd"), book).unwrap();
        let slow = "--fault slow --by 600 --at 1 --tally tally";
        let engines = [mock("Slow", protocol, slow), mock("Other", UCI, "")].concat();
        let flags = format!("--variant horizons --openings book.epd --tc 0.2 --margin {margin}");
        let games = arena.play(&engines, &format!("{flags} --max-plies 3"));
        let (result, ended, why) = ending(&games[0]);
        assert_eq!((result, ended), expected, "{why}");
        if ended == "time forfeit" {
            assert_eq!(why, "White's time is up, but Black could never win");
        }
        assert_eq!(tag(&games[0], "Opening"), "bare");
    }
}

/// A rule, the scores of both engines, and the last ply and result of the two games of each pair,
/// the first engine being White in the first.
type Adjudication = (&'static str, [&'static str; 2], [(usize, &'static str); 2]);

#[rustfmt::skip]
const ADJUDICATIONS: &[Adjudication] = &[
    ("--max-plies 7", ["900", "-900"], [(7, "1/2-1/2"), (7, "1/2-1/2")]),
    ("--draw from=6,count=1,score=10", ["10", "-10"], [(6, "1/2-1/2"), (6, "1/2-1/2")]),
    // The run of the first engine begins with its second move.
    ("--draw from=2,count=2,score=10", ["11,9,-9,0", "0"], [(5, "1/2-1/2"), (6, "1/2-1/2")]),
    ("--draw from=2,count=2,score=10 --max-plies 7", ["11", "0"], [(7, "1/2-1/2"), (7, "1/2-1/2")]),
    // A move without a score breaks the run.
    ("--draw from=2,count=2,score=10", ["0,none,0,0", "0"], [(7, "1/2-1/2"), (8, "1/2-1/2")]),
    ("--resign count=2,score=300", ["-300,-299,-300,-900", "none"], [(7, "0-1"), (8, "1-0")]),
    ("--resign count=2,score=300", ["0,-M4,-M3", "-100"], [(5, "0-1"), (6, "1-0")]),
    ("--resign count=2,score=300,twosided", ["-500", "299,300,M9"], [(6, "0-1"), (5, "1-0")]),
    ("--resign count=1,score=300,twosided --max-plies 7", ["-500", "299"],
        [(7, "1/2-1/2"), (7, "1/2-1/2")]),
];

#[test]
fn games_are_cut_short_on_the_very_ply() {
    let cases: Vec<_> =
        ADJUDICATIONS.iter().flat_map(|case| PROTOCOLS.map(|p| (case, p))).collect();
    for_all(&cases, |&(&(rule, scores, expected), protocol)| {
        let other = if protocol == UCI { CECP } else { UCI };
        // The moves must not end the games before.
        let flags = scores.map(|scores| format!("--seed 1 --scores {scores}"));
        let engines = [mock("A", protocol, &flags[0]), mock("B", other, &flags[1])].concat();
        let games = MockMatch::new().play(&engines, &format!("--nodes 9 {rule}"));
        assert_eq!(games.len(), 2 * games::ALL.len());
        for pair in games.chunks(2) {
            for (game, expected) in pair.iter().zip(expected) {
                let (result, ended, why) = ending(game);
                let about = format!("{rule} {scores:?} {protocol} {game}");
                assert_eq!(
                    (ended, plies(game), result),
                    ("adjudication", expected.0, expected.1),
                    "{about}"
                );
                let words = match result {
                    "1-0" => "White wins by adjudication",
                    "0-1" => "Black wins by adjudication",
                    _ if plies(game) == 7 && rule.contains("max") => "too long",
                    _ => "draw by adjudication",
                };
                assert!(why.contains(words), "{about}");
            }
        }
    });
}

#[test]
fn games_of_every_kind_and_ending_are_written_down() {
    for (fault, protocol, ended) in [
        ("crash", UCI, "crash"),
        ("illegal", CECP, "illegal move"),
        ("garbage", UCI, "illegal move"),
        ("stderr", CECP, "crash"),
    ] {
        let arena = MockMatch::new();
        let odd = mock("Odd \"one\"", protocol, &format!("--seed 4 --at 4 --fault {fault}"));
        let engines = [odd, mock("Even", UCI, "--seed 2")].concat();
        let games =
            arena.play(&engines, "--nodes 9 --random-arrays --max-plies 40 --concurrency 3");
        assert_eq!(games.len(), 2 * games::ALL.len());
        let finals = arena.check();
        for (number, (game, reached)) in games.iter().zip(&finals).enumerate() {
            assert_eq!(tag(game, "Variant"), games::ALL[number / 2].name);
            assert_eq!((tag(game, "SetUp"), tag(game, "Termination")), ("1", ended));
            assert_eq!(game.result, if number % 2 == 0 { "0-1" } else { "1-0" });
            assert_eq!(plies(game), 6 + number % 2);
            let mut session = session::open(tag(game, "Variant"), Options::NONE, 1).unwrap();
            session.start(&Start::Fen(tag(game, "FEN").to_owned())).unwrap();
            game.moves.iter().for_each(|mv| drop(session.play(&mv.text).unwrap()));
            assert_eq!(&session.fen(), reached);
        }
    }
}

#[test]
fn players_can_agree_on_a_draw() {
    let arena = MockMatch::new();
    let offers = "--fault offer-draw --at 2";
    let engines = [mock("A", CECP, offers), mock("B", CECP, offers)].concat();
    for game in arena.play(&engines, "--nodes 9 --max-plies 12") {
        assert_eq!(ending(&game), ("1/2-1/2", "agreement", "draw by agreement"));
        assert!((4..=5).contains(&plies(&game)), "{game}");
    }
}

#[test]
fn engines_without_ping_can_play() {
    let arena = MockMatch::new();
    let engines = [mock("A", CECP, "--no-ping --seed 1 --log log"), mock("B", UCI, "--seed 2")];
    let games = arena.play(&engines.concat(), "--nodes 9 --max-plies 20");
    assert!(games.iter().all(|game| ending(game).1 == "adjudication"));
    assert!(!arena.text("log").contains("\nping"));
}

#[test]
fn the_rules_end_games_whatever_engines_say() {
    let arena = MockMatch::new();
    // They play at random until the end, and the last score is told again and again.
    let engines = [mock("A", UCI, "--seed 1 --scores 500"), mock("B", CECP, "--seed 2")].concat();
    let games = arena.play(&engines, "--nodes 9 --resign count=2,score=600");
    for (game, number) in games.iter().zip(1..) {
        assert_eq!(tag(game, "Termination"), "normal", "game {number}");
        assert_eq!(tag(game, "Round"), format!("{}.{}", (number + 1) / 2, 2 - number % 2));
    }
}

#[test]
fn engines_that_cannot_play_are_refused_before_the_match() {
    #[rustfmt::skip]
    let cases: &[(&str, &str, &[&str], &str)] = &[
        (UCI, "--variants knightfall,livonian", &[], "Odd: it doesn't play horizons; it plays knightfall, livonian"),
        (CECP, "--variants knightfall", &[], "Odd: it doesn't play horizons; it plays knightfall"),
        (UCI, "--variants Horizons", &[], "Odd: it doesn't play horizons: it calls a variant \"Horizons\", in another case"),
        (CECP, "--variants HORIZONS", &[], "Odd: it doesn't play horizons: it calls a variant \"HORIZONS\", in another case"),
        (CECP, "--variants ''", &[], "Odd: it doesn't play horizons"),
        (UCI, "", &["variants=knightfall"], "Odd: its entry doesn't list horizons"),
        (UCI, "", &["option.Nonsense=1"], "Odd: it has no option \"Nonsense\""),
        (CECP, "", &["option.Nonsense=1"], "Odd: it has no option \"Nonsense\""),
        (UCI, "", &["option.Hash=1000"], "Odd: its option \"Hash\" takes 1 to 64, not \"1000\""),
        (CECP, "", &["option.old-ox=perhaps"], "Odd: its option \"old-ox\" takes true or false, not \"perhaps\""),
        (CECP, "--no-nps", &[], "Odd: it lacks feature nps"),
        (UCI, "--fault wont-start", &[], "Odd: it won't start: it ended at once (exit status: 1)"),
        (CECP, "--fault crash --at 0", &[], "Odd: it won't start"),
        (UCI, "--fault silent-start", &[], "Odd: it doesn't answer uci"),
        (CECP, "--fault deaf --at 0", &[], "Odd: it doesn't answer protover"),
        (UCI, "", &["cmd=./no-such-engine"], "no-such-engine: No such file"),
    ];
    for_all(cases, |&(protocol, flags, settings, message)| {
        let arena = MockMatch::new();
        let engines = [mock("Even", UCI, ""), mock_with("Odd", protocol, flags, settings)].concat();
        let told = arena.refusal(&engines, "--variant horizons --nodes 9 --patience 1");
        assert!(told.contains(message), "{protocol} {flags} {settings:?}: {told}");
    });
}
