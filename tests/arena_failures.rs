//! Engines that crash, hang, lie or flood: each such game ends as it should, the match goes on, and
//! nothing is left running, however the match itself ends.
#![cfg(target_os = "linux")]

mod mock_match;

use std::process::Child;
use std::time::{Duration, Instant};

use hippogriff::arena::pgn::PgnGame;
use mock_match::{CECP, MockMatch, PROTOCOLS, UCI, ending, for_all, lossy, mock, mock_with, plies};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// What comes of a fault over one protocol: the tag Termination, and words in the closing comment.
/// The engine at fault loses, unless the words are those of [`NO_HARM`].
type Ending = (&'static str, &'static str);

/// The game goes on to its last ply.
const NO_HARM: Ending = ("adjudication", "draw by adjudication: the game is too long");
const NO_MOVE: Ending = ("false claim", "claims that it has no move: it says \"(none)\"");
const HANG: Ending = ("hang", "engine hangs: no move, even when told to move at once");
const LATE: Ending = ("late answer", "answered late: only when stopped after 1 s");

/// Every fault, and what comes of it over UCI and over CECP.
#[rustfmt::skip]
const FAULTS: &[(&str, Ending, Ending)] = &[
    ("crash", ("crash", "signal: 6 (SIGABRT)"), ("crash", "signal: 6 (SIGABRT)")),
    ("stderr", ("crash", "exit status: 3"), ("crash", "exit status: 3")),
    ("quit", ("disconnect", "it quit"), ("disconnect", "it quit")),
    ("close", ("disconnect", "it closed its output"), ("disconnect", "it closed its output")),
    ("hang", HANG, HANG),
    ("deaf", HANG, HANG),
    ("spawn", HANG, HANG),
    ("babble", HANG, HANG),
    ("rant", ("silent", "doesn't answer isready or ping"), ("silent", "isready or ping")),
    ("orphan", ("crash", "signal: 6 (SIGABRT)"), ("crash", "signal: 6 (SIGABRT)")),
    ("late", LATE, LATE),
    ("slow", LATE, LATE),
    ("illegal", ("illegal move", "makes an illegal move: "), ("illegal move", "a1a8")),
    ("garbage", ("illegal move", "makes an illegal move: "), ("illegal move", "makes an illegal")),
    ("no-move", NO_MOVE, ("false claim", "claims \"1/2-1/2 (Stalemate)\", but the game is not over")),
    ("claim-win", NO_MOVE, ("false claim", "but the game is not over")),
    ("claim-draw", NO_MOVE, ("false claim", "claims \"1/2-1/2 (Draw claimed)\"")),
    ("claim-loss", NO_MOVE, ("resignation", "resigns: it says ")),
    ("resign", NO_MOVE, ("resignation", "resigns")),
    ("refuse", NO_MOVE, ("false claim", "which is legal: it says \"Illegal move: ")),
    ("offer-draw", NO_HARM, NO_HARM),
    ("double", NO_HARM, NO_HARM),
    ("flood", NO_HARM, NO_HARM),
];

/// Faults at the start of the program, which is started once before the match.
#[rustfmt::skip]
const FAULTS_AT_START: &[(&str, Ending, Ending)] = &[
    ("wont-start",
        ("won't start", "it ended at once (exit status: 1)"),
        ("won't start", "it ended at once (exit status: 1)")),
    ("silent-start", ("silent", "doesn't answer uci"), ("silent", "doesn't answer protover")),
    ("crash --at 0", ("won't start", "it ended at once (signal: 6"), ("won't start", "signal: 6")),
    ("reject", NO_HARM, ("false claim", "refuses the position: tellusererror Illegal position")),
    ("silent-ready", ("silent", "doesn't answer isready"), ("silent", "doesn't answer ping")),
];

/// Short games of knightfall.
const FLAGS: &str = "--variant knightfall --rounds 2 --max-plies 8 --nodes 100 --hang-after 1 \
    --grace 2 --patience 5";
/// Plies of a game of these in which nothing happens.
const PLIES: usize = 8;

/// The engine called Odd is at fault in the second game, as Black, and in no other.
fn assert_ending(games: &[PgnGame], fault: &str, protocol: &str, (termination, words): Ending) {
    assert_eq!(games.len(), 4, "{fault}, {protocol}");
    for (number, game) in games.iter().enumerate() {
        let (result, ended, why) = ending(game);
        let about = format!("{fault}, {protocol}, game {number}: {result} {ended:?} {why:?}");
        let (white, odd_is_black) = (game.tag("White").unwrap(), number % 2 == 1);
        assert_eq!(white == "Odd", !odd_is_black, "{about}");
        let expected = if number == 1 { (termination, words) } else { NO_HARM };
        assert!(ended == expected.0 && why.contains(expected.1), "{about}");
        let winner = if expected == NO_HARM { "1/2-1/2" } else { "1-0" };
        assert_eq!(result, winner, "{about}");
    }
}

/// Plays the match in which the fault is committed in the second game.
fn play(fault: &str, protocol: &str, settings: &[&str], time: usize) -> (MockMatch, Vec<PgnGame>) {
    let arena = MockMatch::new();
    let flags =
        format!("--at 3 --fault {fault} --tally tally --time {time} --by 1200 --log odd.log");
    let flags = flags.replace("--at 3 --fault crash --at 0", "--fault crash --at 0");
    let engines = [
        mock_with("Odd", protocol, &flags, settings),
        mock("Even", if protocol == UCI { CECP } else { UCI }, ""),
    ];
    let games = arena.play(&engines.concat(), FLAGS);
    (arena, games)
}

/// All cases over both protocols.
fn cases(faults: &[(&'static str, Ending, Ending)]) -> Vec<(&'static str, &'static str, Ending)> {
    let both =
        faults.iter().flat_map(|&(fault, uci, cecp)| [(fault, UCI, uci), (fault, CECP, cecp)]);
    both.collect()
}

#[test]
fn every_fault_has_its_own_ending() {
    for_all(&cases(FAULTS), |&(fault, protocol, expected)| {
        let (arena, games) = play(fault, protocol, &[], 2);
        assert_ending(&games, fault, protocol, expected);
        let starts = arena.text("odd.log").matches(&greeting(protocol)).count();
        // Before the match, for the first game, and anew if it failed.
        let failed = !["adjudication", "resignation"].contains(&expected.0);
        assert_eq!(starts, if failed { 3 } else { 2 }, "{fault}, {protocol}");
        let played = match fault {
            _ if expected == NO_HARM => PLIES,
            // Its move counts.
            "rant" => 7,
            _ => 5,
        };
        assert_eq!(plies(&games[1]), played, "{fault}, {protocol}");
    });
}

/// The line that an engine gets once each time it is started.
fn greeting(protocol: &str) -> String {
    if protocol == UCI { "uci\n".to_owned() } else { "protover 2\n".to_owned() }
}

#[test]
fn engines_that_do_not_start_lose() {
    for_all(&cases(FAULTS_AT_START), |&(fault, protocol, expected)| {
        // It is started before the match, and for each game; or what counts is a game that begins.
        let time = if ["silent-ready", "reject"].contains(&fault) { 2 } else { 3 };
        let (_, games) = play(fault, protocol, &["restart=yes"], time);
        assert_ending(&games, fault, protocol, expected);
        assert_eq!(plies(&games[1]), if expected == NO_HARM { PLIES } else { 0 }, "{fault}");
    });
}

#[test]
fn a_stale_move_is_never_taken_for_the_next() {
    for_all(&PROTOCOLS, |&protocol| {
        let moves = |flags: &str| -> Vec<Vec<String>> {
            let engines = [mock("Odd", protocol, flags), mock("Even", protocol, "--seed 5")];
            let games = MockMatch::new().play(&engines.concat(), "--nodes 9 --max-plies 24");
            assert_eq!(games.len(), 10);
            let texts = |game: PgnGame| game.moves.into_iter().map(|mv| mv.text).collect();
            games.into_iter().map(texts).collect()
        };
        let sound = moves("");
        for n in [1, 5] {
            assert_eq!(moves(&format!("--fault double --at {n}")), sound, "{protocol}");
        }
    });
}

#[test]
fn both_engines_can_fail_at_once() {
    let arena = MockMatch::new();
    let flags = |name: &str| format!("--fault wont-start --tally {name} --time 2");
    let engines = [mock("A", UCI, &flags("a")), mock("B", CECP, &flags("b"))].concat();
    let games = arena.play(&engines, "--variant horizons --nodes 9 --max-plies 4");
    let (result, ended, why) = ending(&games[0]);
    assert_eq!((result, ended), ("1/2-1/2", "won't start"));
    assert!(why.contains("both engines failed: White's: it won't start"), "{why}");
    assert_eq!(ending(&games[1]).1, "adjudication");
}

#[test]
fn engines_for_one_game_are_started_anew() {
    for (protocol, flags, settings) in
        [(CECP, "--no-reuse", &[][..]), (UCI, "", &["restart=yes"]), (CECP, "", &["restart=yes"])]
    {
        let arena = MockMatch::new();
        let first = mock_with("A", protocol, &format!("{flags} --log log"), settings);
        arena.play(&[first, mock("B", UCI, "")].concat(), FLAGS);
        // Once before the match, and for each of the four games.
        assert_eq!(arena.text("log").matches(&greeting(protocol)).count(), 5);
    }
}

#[test]
fn what_engines_write_to_stderr_is_kept() {
    let arena = MockMatch::new();
    let engines = [mock("A/1", UCI, "--fault stderr"), mock("B 2", CECP, "")];
    arena.play(&engines.concat(), "--variant livonian --nodes 9 --max-plies 6");
    // One crash a game.
    assert_eq!(arena.text("games.stderr/A%00002F1.txt"), "mock engine: out of luck\n".repeat(2));
    assert!(!arena.path("games.stderr/B 2.txt").exists());
    let folder = ["--stderr", "elsewhere", "--overwrite"].join(" ");
    arena.play(&engines.concat(), &format!("{folder} --variant livonian --nodes 9 --max-plies 6"));
    assert!(arena.text("elsewhere/A%00002F1.txt").contains("out of luck"));
}

/// Two engines that do nothing, each in its own way, in several games at once.
fn idle(faults: [&str; 2]) -> (MockMatch, Child) {
    let arena = MockMatch::new();
    let flags = |fault: &str| format!("--fault {fault} --log log");
    let engines = [mock("A", UCI, &flags(faults[0])), mock("B", CECP, &flags(faults[1]))].concat();
    let runner = arena.start(&engines, "--concurrency 2 --tc 60 --rounds 4", ("log", "\ngo", 2));
    // The runner, its guardian and four engines.
    assert!(arena.alive().len() >= 6, "{:?}", arena.alive());
    (arena, runner)
}

const IDLERS: [[&str; 2]; 4] =
    [["hang", "hang"], ["deaf", "deaf"], ["spawn", "deaf"], ["babble", "babble"]];
/// How soon nothing may be left.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn an_interrupted_match_ends_at_once() {
    for_all(&IDLERS, |&faults| {
        for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
            let (arena, runner) = idle(faults);
            let began = Instant::now();
            kill(Pid::from_raw(runner.id() as i32), signal).unwrap();
            let ended = runner.wait_with_output().unwrap();
            assert!(began.elapsed() < SOON, "{faults:?}: {:?}", began.elapsed());
            assert_eq!(ended.status.code(), Some(130), "{faults:?} {ended:?}");
            let told = lossy(&ended.stdout);
            assert!(told.contains("Interrupted: 40 games are still to be played"), "{told}");
            arena.assert_gone(SOON.saturating_sub(began.elapsed()));
            assert_eq!(arena.check().len(), 0);
        }
    });
}

/// The match is not held up by engines that it waits for before a game, and has no game of them.
#[test]
fn an_interrupted_match_waits_for_no_beginning() {
    for_all(&PROTOCOLS, |&protocol| {
        let arena = MockMatch::new();
        let asked = if protocol == UCI { "\nisready" } else { "\nping" };
        let flags = "--fault silent-ready --log log";
        let engines = [mock("A", protocol, flags), mock("B", protocol, flags)].concat();
        // Both start before the match, and for the first game; and one is asked to begin.
        let mut runner = arena.start(&engines, "--nodes 9", ("log", asked, 5));
        let began = Instant::now();
        kill(Pid::from_raw(runner.id() as i32), Signal::SIGINT).unwrap();
        assert_eq!(runner.wait().unwrap().code(), Some(130));
        assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
        arena.assert_gone(SOON);
        assert_eq!(arena.check().len(), 0);
    });
}

#[test]
fn a_match_that_is_interrupted_twice_ends_too() {
    let (arena, mut runner) = idle(["deaf", "spawn"]);
    for _ in 0..2 {
        kill(Pid::from_raw(runner.id() as i32), Signal::SIGINT).unwrap();
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(runner.wait().unwrap().code(), Some(130));
    arena.assert_gone(SOON);
}

#[test]
fn a_runner_that_is_killed_takes_its_engines_with_it() {
    for_all(&IDLERS, |&faults| {
        let (arena, mut runner) = idle(faults);
        runner.kill().unwrap();
        runner.wait().unwrap();
        arena.assert_gone(SOON);
    });
}
