//! Proves that the real XBoard hosts the games: it plays one game of each, engine against engine,
//! in a virtual display, and what it relayed, replayed by the rules, ends as its PGN says.
//!
//! Needs `xboard` and `Xvfb` and is therefore ignored unless asked for; where one of them is
//! missing it fails.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hippogriff::game::{GameInfo, Options};
use hippogriff::games;
use hippogriff::session;

/// A game takes seconds; only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(300);
/// Where Debian puts programs that are games.
const GAMES: &str = "/usr/games";

/// A virtual display, gone when dropped.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn open() -> Display {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts (apt-get install xvfb)");
        let mut number = String::new();
        let output = server.stdout.take().expect("its output is piped");
        BufReader::new(output).read_line(&mut number).expect("it tells its display");
        Display { server, name: format!(":{}", number.trim()) }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

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
