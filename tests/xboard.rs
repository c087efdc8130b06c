//! Proves that the real XBoard hosts the games. It plays one game of each, engine against engine, in a
//! virtual display, and what it relayed, replayed by the rules, ends as its PGN says. And moves that no
//! other game has are entered by mouse, and XBoard's board is then what ours is.
//!
//! Needs `xboard`, `Xvfb`, `xdotool`, `xclip` and `import` and is therefore ignored unless asked for;
//! where one of them is missing it fails.

mod xboard_host;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hippogriff::game::{GameInfo, Options};
use hippogriff::games;
use hippogriff::session::{self, Start};
use xboard_host::{Board, Display, GAMES};

/// A game takes seconds; only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(300);
/// Waits for `child`, but not for ever.
fn finish(mut child: Child, what: &str) {
    let started = Instant::now();
    loop {
        match child.try_wait().expect("the child can be waited for") {
            Some(status) => return assert!(status.success(), "{what}: {status}"),
            None if started.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(100)),
            None => {
                let _ = child.kill();
                panic!("{what}: no end after {PATIENCE:?}");
            }
        }
    }
}

/// Plies that the engines search.
///
/// Told `SQUARE SQUARE`, XBoard does not see that a push in Horizons moves the man pushed as well, and
/// forfeits the game of whoever moves that man later. In the game of this depth nobody does.
fn depth(game: &GameInfo) -> &'static str {
    if game.name == "horizons" { "1" } else { "3" }
}

/// Has XBoard play one game in `folder`, which gets `game.pgn` and `debug.log`.
fn play(display: &Display, folder: &Path, game: &GameInfo) {
    let engine = env!("CARGO_BIN_EXE_hippogriff");
    let path = format!("{GAMES}:{}", std::env::var("PATH").unwrap_or_default());
    let xboard = Command::new("xboard")
        .env("PATH", path)
        .env("HOME", folder)
        .env("DISPLAY", &display.name)
        .current_dir(folder)
        .args(["-noGUI", "-fcp", engine, "-scp", engine, "-variant", game.name, "-mg", "1"])
        .args(["-tc", "1", "-searchDepth", depth(game), "-sgf", "game.pgn", "-soundProgram", ""])
        .args(["-testLegality", "false", "-popupExitMessage", "false", "-matchPause", "500"])
        .args(["-repeatsToDraw", "0", "-ruleMoves", "0", "-saveSettingsOnExit", "false"])
        .args(["-debug", "-nameOfDebugFile", "debug.log"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("XBoard starts (apt-get install xboard)");
    finish(xboard, game.name);
}

/// The moves that the engines made, as XBoard's log tells: `1234 <first : move a2a3`.
fn moves_in(log: &str) -> impl Iterator<Item = &str> {
    log.lines().filter_map(|line| {
        let (_, said) = line.split_once('<')?;
        said.split_once(": move ").map(|(_, text)| text.trim())
    })
}

/// The value of a PGN tag.
fn tag<'a>(pgn: &'a str, name: &str) -> Option<&'a str> {
    let line = pgn.lines().find(|line| line.starts_with(&format!("[{name} ")))?;
    line.split('"').nth(1)
}

fn plays_to_a_result(display: &Display, folder: &Path, game: &GameInfo) {
    play(display, folder, game);
    let read = |name| String::from_utf8_lossy(&fs::read(folder.join(name)).unwrap()).into_owned();
    let (pgn, log) = (read("game.pgn"), read("debug.log"));

    for trouble in ["Illegal move", "tellusererror", "Error ("] {
        let line = log.lines().find(|line| line.contains(trouble));
        assert_eq!(line, None, "{}", game.name);
    }
    let mut referee = session::open(game.name, Options::NONE, 1).unwrap();
    for text in moves_in(&log) {
        if let Err(error) = referee.play(text) {
            panic!("{}: {error} in {}", game.name, referee.fen());
        }
    }
    let outcome = referee.outcome();
    let outcome = outcome.unwrap_or_else(|| panic!("{}: not over: {}", game.name, referee.fen()));
    assert_eq!(tag(&pgn, "Variant"), Some(game.name));
    assert_eq!(tag(&pgn, "Result"), Some(outcome.result()), "{}: {outcome}", game.name);
    assert!(pgn.contains(&format!("{{{outcome}}}")), "{}: no {outcome} in {pgn}", game.name);
    println!("{}: {} plies, {} {outcome}", game.name, referee.plies(), outcome.result());
}

#[test]
#[ignore = "needs XBoard and Xvfb: apt-get install xboard xvfb"]
fn xboard_plays_every_game_to_a_result() {
    let display = Display::open();
    for game in games::ALL {
        let folder =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("xboard-{}", game.name));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        plays_to_a_result(&display, &folder, game);
    }
}

/// A move entered by mouse: the game and its position, the squares clicked on, and what is played.
type Fragment = (&'static str, &'static str, &'static [&'static str], &'static str);

#[rustfmt::skip]
const FRAGMENTS: &[Fragment] = &[
    // A promotion; XBoard offers the knight first.
    ("knightfall", "6/P4n/6/6/6/N5 w - - 0 1", &["a5", "a6"], "a5a6n"),
    // Castling with the rook one and three squares away. (Two squares away it stands on the king's goal,
    // and XBoard takes the second click on it for the wrong thing.)
    ("crittermate", "r1k3/6/6/6/6/2KR2 w Da - 0 1 --", &["c1", "d1", "e1"], "c1e1"),
    ("crittermate", "r1k3/6/6/6/6/2K2R w Fa - 0 1 --", &["c1", "f1", "e1"], "c1e1"),
    // A charge.
    ("horizons", "11k/12/12/12/12/4p7/12/4W7/12/12/12/K11 w - - 8 5", &["e5", "e7"], "e5e7"),
    // The capture of an enemy, and of one's own man.
    ("knightsroses", "8/6n1/5N2/3r4/3R4/8/1n4r1/8 w - - 0 20", &["d4", "b2"], "d4b2"),
    ("knightsroses", "8/6n1/5N2/3r4/3R4/8/1n4r1/8 w - - 0 20", &["d4", "f6"], "d4f6"),
    // A strike while moving, and standing.
    ("livonian", "4p3c/9/9/9/M3p3H/9/3P5/9/4C4 w - - 0 1", &["d3", "e5", "d4"], "d3e5,e5d4"),
    ("livonian", "4p3c/9/9/9/M3p3H/9/3P5/9/4C4 w - - 0 1", &["e1", "e5", "e1"], "e1e5,e5e1"),
];

#[test]
#[ignore = "needs XBoard and a virtual display: apt-get install xboard xvfb xdotool xclip imagemagick"]
fn special_moves_are_entered_by_mouse() {
    for (number, &(name, fen, squares, text)) in FRAGMENTS.iter().enumerate() {
        let game = games::find(name).unwrap();
        let folder =
            PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("xboard-mouse-{number}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let board = Board::open(&folder, game, fen);
        squares.iter().for_each(|square| board.click(square));
        let answer = board.wait_for(": move ");

        let start = Start::Fen(fen.to_owned());
        let mut referee = session::open_at(game, Options::NONE, &start, 1).unwrap();
        for mv in [text, answer.trim()] {
            if let Err(error) = referee.play(mv) {
                panic!("{name}, {text}: {error} in {}", referee.fen());
            }
        }
        let expected = referee.fen();
        let expected = expected.split(' ').next().unwrap();
        assert_eq!(board.position(), expected, "{name} after {text} {answer}");
    }
}
