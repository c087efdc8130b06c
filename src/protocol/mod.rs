//! The protocols, over standard input and output: XBoard/CECP version 2 and UCI.
//!
//! A reader thread turns standard input into lines; they and the events of a running search arrive
//! through one channel. Each protocol is a state machine that takes these events one after
//! the other and writes its answers, so nothing in it is shared between threads and all of it
//! can be tested with events from a script. No game is known here: whatever differs between games
//! comes from [`Session`](crate::session::Session) and [`GameInfo`].
//!
//! `docs/protocols.md` says what is answered to what.

// What arrives is anybody's text: nothing here may panic over it.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod cecp;
mod host;
mod input;
mod options;
#[cfg(test)]
mod script;
mod uci;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::sync::mpsc::{self, Receiver};

use thiserror::Error;

use crate::game::{GameInfo, Options};
use crate::perft;
use crate::session::{self, Start};
use cecp::Cecp;
use host::Host;
pub use host::SetupError;
use input::Input;
use uci::Uci;

/// How the engine calls itself.
const NAME: &str = concat!("Hippogriff ", env!("CARGO_PKG_VERSION"));

/// What a program that speaks a protocol begins with.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The game played until another is chosen, and again after CECP's `new`.
    pub game: &'static GameInfo,
    /// Its options.
    pub options: Options,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// How new games begin. A game for which this is not possible begins at its default start.
    pub start: Start,
}

/// Something a protocol reacts to.
#[derive(Debug)]
enum Event {
    /// From standard input.
    Input(Input),
    /// From the search with this number.
    Search(u64, session::Event),
    /// From the perft with this number.
    Perft(u64, perft::Told),
}

/// Whether the conversation goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// A protocol's side of the conversation.
trait Protocol {
    /// Reacts to `event`.
    ///
    /// # Errors
    /// The answer could not be written.
    fn handle(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Flow>;
}

/// Why a conversation could not be had or was broken off.
#[derive(Debug, Error)]
pub enum ConversationError {
    /// The game cannot begin as asked.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The answers cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

/// Speaks the protocol that the first line on standard input asks for, until told to quit.
///
/// # Errors
/// See [`ConversationError`]. That whoever listened has gone is none: it is one way to end a program.
pub fn run(setup: &Setup) -> Result<(), ConversationError> {
    let (sender, events) = mpsc::channel();
    let host = Host::new(setup, sender.clone())?;
    input::spawn_reader(io::stdin(), sender);
    match converse(host, &events, &mut BufWriter::new(io::stdout().lock())) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The conversation from the first line to the last.
fn converse(host: Host, events: &Receiver<Event>, out: &mut dyn Write) -> io::Result<()> {
    let Some(mut protocol) = choose(host, events, out)? else { return Ok(()) };
    while let Ok(event) = events.recv() {
        let flow = protocol.handle(event, out)?;
        out.flush()?;
        if flow == Flow::Quit {
            break;
        }
    }
    // Dropping a session waits for its search; at the end of the program nobody needs that.
    std::mem::forget(protocol);
    Ok(())
}

/// Waits for the line that names the protocol.
fn choose(
    host: Host,
    events: &Receiver<Event>,
    out: &mut dyn Write,
) -> io::Result<Option<Box<dyn Protocol>>> {
    while let Ok(event) = events.recv() {
        let line = match event {
            Event::Input(Input::Line(line)) => line,
            Event::Input(Input::End) => break,
            Event::Search(..) | Event::Perft(..) => continue,
        };
        match line.split_ascii_whitespace().next() {
            None => {}
            Some("quit") => break,
            Some("xboard") => return Ok(Some(Box::new(Cecp::new(host)))),
            Some(_) if uci::is_greeting(&line) => {
                let mut uci = Uci::new(host);
                uci.handle(Event::Input(Input::Line(line)), out)?;
                out.flush()?;
                return Ok(Some(Box::new(uci)));
            }
            Some(_) => {
                let line = input::excerpt(&line);
                writeln!(out, "Error (expected xboard, uci or quit): {line}")?;
                out.flush()?;
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// What is written when `lines` are all that ever arrives.
    fn conversation(lines: &[&str]) -> String {
        let (sender, events) = mpsc::channel();
        let host = Host::new(&script::setup(games::ALL[0]), sender.clone()).unwrap();
        for line in lines {
            sender.send(Event::Input(Input::Line((*line).to_owned()))).unwrap();
        }
        sender.send(Event::Input(Input::End)).unwrap();
        let mut out = Vec::new();
        converse(host, &events, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_is_said_before_the_first_line() {
        assert_eq!(conversation(&[]), "");
        assert_eq!(conversation(&["", "quit", "uci"]), "");
        assert_eq!(conversation(&["xboard"]), "");
    }

    #[test]
    fn the_first_meaningful_line_decides() {
        assert!(conversation(&["", "uci"]).ends_with("uciok\n"));
        assert!(conversation(&["xboard", "protover 2"]).ends_with("feature done=1\n"));
        assert_eq!(conversation(&["xboard", "uci"]), "Error (unknown command): uci\n");
    }

    #[test]
    fn other_first_lines_are_told_what_is_expected() {
        let answer = conversation(&["isready", "xboard", "ping 1"]);
        assert_eq!(answer, "Error (expected xboard, uci or quit): isready\npong 1\n");
    }
}
