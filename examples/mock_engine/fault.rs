//! The ways to misbehave, each in one place.

use std::io::{self, Write};
use std::process::{self, Command};
use std::thread;
use std::time::Duration;

use clap::ValueEnum;

use super::player::Player;
use super::words::{Eval, Protocol};
use super::{good_answer, say};

/// A way to misbehave. If nothing else is said it is done instead of moving.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    /// The program ends at once, with exit code 1
    WontStart,
    /// It never answers `uci` or `protover`
    SilentStart,
    /// It never answers the first `isready` or `ping` of a game
    SilentReady,
    /// CECP: it refuses the position of a new game; UCI: nothing
    Reject,
    /// It aborts
    Crash,
    /// It exits with code 0
    Quit,
    /// It closes its output, and lives on
    Close,
    /// It does nothing any more, but reads, and obeys `quit`
    Hang,
    /// It does nothing any more, and reads nothing: it must be killed
    Deaf,
    /// It starts another process, and hangs
    Spawn,
    /// It moves only when it is told to (`stop`, `?`)
    Late,
    /// It moves, but only after --by ms, whatever it is told meanwhile
    Slow,
    /// It makes an illegal move
    Illegal,
    /// What it gives for a move is nonsense
    Garbage,
    /// It says that it has no move; in CECP it claims a stalemate
    NoMove,
    /// CECP: it claims to have won; UCI: as no-move
    ClaimWin,
    /// CECP: it claims a draw; UCI: as no-move
    ClaimDraw,
    /// CECP: it claims to have lost; UCI: as no-move
    ClaimLoss,
    /// CECP: it resigns; UCI: as no-move
    Resign,
    /// CECP: it offers a draw with this move and all that follow; UCI: nothing
    OfferDraw,
    /// CECP: it says that the opponent's move is illegal; UCI: as no-move
    Refuse,
    /// It moves, and makes another move at once
    Double,
    /// It moves after a million bytes that are no text, on one line, and ten thousand lines
    Flood,
    /// It talks without end, and reads nothing: it must be killed
    Babble,
    /// It moves, and then talks without end as babble does
    Rant,
    /// It aborts, and leaves a process behind that holds its output open
    Orphan,
    /// It writes to stderr, and exits with code 3
    Stderr,
}

/// Whether the engine is of any use after what it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It goes on as if nothing were.
    Sound,
    /// It says nothing any more.
    Dumb,
    /// It says this when it is told to move at once.
    Withholding(String),
}

/// A move of the right form that nobody can make is looked for among these.
const HOPEFUL: [&str; 4] = ["a1a8", "a1h8", "h8a1", "b1b8"];
/// A text that is no move, and awkward to quote.
const NONSENSE: &str = "}x\"y\\{z;";
/// What it says about its end to stderr.
const LAST_WORDS: &str = "mock engine: out of luck";

/// Commits `fault`; `by` ms are of use to [`Fault::Slow`] only.
pub fn commit(fault: Fault, protocol: Protocol, player: &mut Player, by: u64) -> io::Result<State> {
    let said = match fault {
        Fault::WontStart => process::exit(1),
        Fault::Crash => process::abort(),
        Fault::Quit => process::exit(0),
        Fault::Stderr => {
            eprintln!("{LAST_WORDS}");
            process::exit(3)
        }
        Fault::Deaf => loop {
            thread::park();
        },
        Fault::SilentStart | Fault::SilentReady | Fault::Hang => return Ok(State::Dumb),
        Fault::Close => {
            close_output()?;
            return Ok(State::Dumb);
        }
        Fault::Spawn => {
            leave_a_child()?;
            return Ok(State::Dumb);
        }
        Fault::Orphan => {
            leave_a_child()?;
            process::abort()
        }
        Fault::Babble => babble(protocol)?,
        Fault::Rant => {
            say(&good_answer(protocol, player))?;
            babble(protocol)?
        }
        Fault::Late => return Ok(State::Withholding(good_answer(protocol, player))),
        Fault::Slow => {
            thread::sleep(Duration::from_millis(by));
            good_answer(protocol, player)
        }
        Fault::Illegal => {
            let text = HOPEFUL.into_iter().find(|text| !player.may_play(text));
            protocol.best_move(text.unwrap_or(NONSENSE))
        }
        Fault::Garbage => protocol.best_move(NONSENSE),
        Fault::NoMove => protocol.no_move(),
        Fault::ClaimWin => protocol.claim(Some(player.side())),
        Fault::ClaimDraw => protocol.claim(None),
        Fault::ClaimLoss => protocol.claim(Some(!player.side())),
        Fault::Resign => protocol.resignation(),
        Fault::OfferDraw => good_answer(protocol, player) + protocol.draw_offer(),
        Fault::Reject => protocol.rejection().to_owned(),
        Fault::Refuse => protocol.refusal(player.last_move()),
        Fault::Double => {
            let another = player.last_legal_move(protocol.style());
            let answer = good_answer(protocol, player);
            answer + &another.map_or(String::new(), |text| protocol.best_move(&text))
        }
        Fault::Flood => flood(protocol)? + &good_answer(protocol, player),
    };
    say(&said)?;
    Ok(State::Sound)
}

/// Starts a process that holds our output open, too. Nobody waits for it.
fn leave_a_child() -> io::Result<()> {
    Command::new("sleep").arg("600").spawn().map(drop)
}

/// Talks without end, thoughts among the rest.
fn babble(protocol: Protocol) -> io::Result<String> {
    let words = protocol.chatter().to_owned() + &protocol.thoughts(Eval::Cp(0));
    loop {
        say(&words)?;
    }
}

/// Says far too much.
fn flood(protocol: Protocol) -> io::Result<String> {
    let mut out = io::stdout().lock();
    out.write_all(&vec![0xFF; 1_000_000])?;
    out.write_all(b"\n")?;
    Ok(protocol.chatter().repeat(10_000))
}

#[cfg(unix)]
fn close_output() -> io::Result<()> {
    use std::os::fd::AsRawFd;
    Ok(nix::unistd::close(io::stdout().as_raw_fd())?)
}

/// Elsewhere there is no way that needs no unsafe code: the program ends.
#[cfg(not(unix))]
fn close_output() -> io::Result<()> {
    process::exit(0)
}
