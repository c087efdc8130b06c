//! The real program as a child process, and random games to put before it.
#![allow(dead_code, missing_docs)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use hippogriff::board::Rng;
use hippogriff::game::{Options, Style};
use hippogriff::session::{self, Session};

/// Nothing here takes so long, except on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(120);

/// Of each game a position whose side to move loses in three moves, and not before: mated, left
/// without a capture, or without the last of the men that must not be lost. To see all that is twice as
/// long as the game still lasts is deep enough, though much is left out on the way.
pub const LOST_IN_THREE: [(&str, &str); 5] = [
    ("knightfall", "1b3r/5p/2b1nP/1nP1P1/rB2R1/3N2 w - - 2 25"),
    ("crittermate", "1rhk1b/1npp1p/R4P/3pP1/2qP2/2GK2 w - - 0 11 Gh*"),
    ("horizons", "12/1k10/12/2K9/12/12/12/12/12/12/1Q10/12 b - - 8 5"),
    ("knightsroses", "2N5/n4R1n/n2r2N1/3N4/7R/8/1N3N2/R2N2Nn b - - 0 25"),
    ("livonian", "7cm/5H2p/9/6P2/9/3P5/9/M8/1C2C2C1 b - - 0 70"),
];

/// A running `hippogriff`. It is killed when dropped.
pub struct EngineProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl EngineProcess {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = command(arguments).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        EngineProcess { stdin: child.stdin.take(), child, lines }
    }

    pub fn send(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{text}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine should say something")
    }

    /// Every line up to the first that begins with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// Asserts that nothing is said for a while.
    pub fn assert_silent(&mut self) {
        if let Ok(line) = self.lines.recv_timeout(Duration::from_millis(300)) {
            panic!("said {line:?}");
        }
    }

    /// Ends the engine's input; what it still says, and how it exits.
    pub fn finish(mut self) -> (Vec<String>, ExitStatus) {
        drop(self.stdin.take());
        let status = wait(&mut self.child);
        (self.lines.iter().collect(), status)
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // It may have ended already, which is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hippogriff"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// Waits for the end of a process that should end.
pub fn wait(child: &mut Child) -> ExitStatus {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("the engine should have ended");
}

/// All that is said to `input`, sent in one piece.
pub fn transcript(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let mut child = command(arguments).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // The program may end before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let mut bytes = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut bytes).unwrap();
    writer.join().unwrap();
    assert!(wait(&mut child).success());
    String::from_utf8(bytes).unwrap()
}

/// The game called `name` at its start.
pub fn open(name: &str) -> Box<dyn Session> {
    session::open(name, Options::NONE, 1).unwrap()
}

/// Plays `plies` random moves, or until the game is over.
pub fn play_randomly(session: &mut dyn Session, plies: usize, rng: &mut Rng) {
    for _ in 0..plies {
        if session.outcome().is_some() {
            return;
        }
        let moves = session.legal_moves(Style::Plain);
        session.play(&moves[rng.below(moves.len())]).unwrap();
    }
}

/// A game to its end.
pub fn random_game(name: &str, seed: u64) -> Box<dyn Session> {
    let mut session = open(name);
    play_randomly(&mut *session, usize::MAX, &mut Rng::new(seed));
    session
}
