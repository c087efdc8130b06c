//! `hippogriff play`: games in the terminal, against a person or the engine itself.

mod duel;
mod engine;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::error::Error;
use super::setup::{self, GameArgs, HashArgs, StartArgs};
use super::{board, progress};
use crate::board::Side;
use crate::game::GameInfo;
use crate::games;
use crate::lines::lines;
use crate::picture;
use crate::search::Limits;
use crate::session::{self, Session};
use duel::Duel;

/// Time for a move against a person, if nothing limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Depth of a game of the engine against itself, if nothing limits it.
const DEFAULT_DEPTH: u32 = 4;

/// Play against the engine in the terminal
///
/// At the prompt, type a move such as `a2a3`, or `help` for everything else. If stdin is not a
/// terminal, the engine plays both sides to the end, and each move is printed as it is made.
#[derive(Debug, Args)]
pub(super) struct Play {
    /// The game; on a terminal you are asked for it
    #[arg(value_name = "VARIANT", value_parser = setup::game_parser(), conflicts_with = "variant")]
    named: Option<&'static GameInfo>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    start: StartArgs,
    /// The engine's time for a move [default: 1, if --depth is not given]
    #[arg(long, value_name = "SECONDS", value_parser = setup::seconds)]
    time: Option<Duration>,
    /// How many plies the engine looks ahead at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The side you play
    #[arg(long, default_value = "white")]
    side: SideChoice,
    /// Use chess figures where there are some
    #[arg(long)]
    unicode: bool,
    #[command(flatten)]
    hash: HashArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum SideChoice {
    White,
    Black,
}

impl From<SideChoice> for Side {
    fn from(choice: SideChoice) -> Side {
        match choice {
            SideChoice::White => Side::White,
            SideChoice::Black => Side::Black,
        }
    }
}

impl Play {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let stdin = io::stdin();
        let named = self.named.or(self.game.variant);
        if stdin.is_terminal() {
            let mut lines = lines(stdin.lock());
            let game = match named {
                Some(game) => Some(game),
                None => ask_for_game(&mut lines, out)?,
            };
            if let Some(game) = game {
                self.duel(game, out)?.run(&mut lines)?;
            }
        } else {
            let mut session = self.open(named.unwrap_or(games::ALL[0]))?;
            let limits = self.limits(Limits { depth: Some(DEFAULT_DEPTH), ..Limits::default() });
            play_both_sides(&mut *session, &limits, self.unicode, out)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn open(&self, game: &GameInfo) -> Result<Box<dyn Session>, Error> {
        let options = self.game.options(game)?;
        Ok(session::open_at(game, options, &self.start.start(), self.hash.mib)?)
    }

    /// The limits given; `default` if there are none.
    fn limits(&self, default: Limits) -> Limits {
        if self.time.is_none() && self.depth.is_none() {
            return default;
        }
        Limits { movetime: self.time, depth: self.depth, ..Limits::default() }
    }

    fn duel<'a>(&'a self, game: &GameInfo, out: &'a mut dyn Write) -> Result<Duel<'a>, Error> {
        let limits = self.limits(Limits { movetime: Some(DEFAULT_TIME), ..Limits::default() });
        let session = self.open(game)?;
        let mut duel = Duel::new(session, &self.start, limits, self.side.into(), self.unicode, out);
        duel.show_thinking(io::stdout().is_terminal());
        Ok(duel)
    }
}

/// Asks which game to play, until the answer is one; `None` if the person leaves or the input ends.
fn ask_for_game(
    lines: &mut dyn Iterator<Item = io::Result<String>>,
    out: &mut dyn Write,
) -> Result<Option<&'static GameInfo>, Error> {
    for (game, number) in games::ALL.iter().zip(1..) {
        let GameInfo { name, title, files, ranks, inventor, .. } = game;
        writeln!(out, "{number}  {name:14} {title}: {files}x{ranks}, inventor: {inventor}")?;
    }
    let default = games::ALL[0];
    loop {
        write!(out, "Which game? Number or name, or quit [{}] ", default.name)?;
        out.flush()?;
        let Some(line) = lines.next() else {
            writeln!(out)?;
            return Ok(None);
        };
        let line = line?;
        let answer = line.trim();
        let lower = answer.to_lowercase();
        if duel::LEAVING.contains(&lower.as_str()) {
            return Ok(None);
        }
        let by_number = || games::ALL.get(answer.parse::<usize>().ok()?.checked_sub(1)?).copied();
        match games::called(answer).or_else(by_number) {
            Some(game) => return Ok(Some(game)),
            None if answer.is_empty() => return Ok(Some(default)),
            None => writeln!(out, "There is no game {answer:?}.")?,
        }
    }
}

/// Lets the engine play until the game is over, and writes the game: where it begins, each move as
/// it is made, the last position, the result.
fn play_both_sides(
    session: &mut dyn Session,
    limits: &Limits,
    unicode: bool,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let game = session.info();
    let options: Vec<_> = session.options().names(game).collect();
    let options =
        if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    writeln!(out, "{}{options}\nfrom {}\n", game.title, session.start_fen())?;
    out.flush()?;
    write_moves(session, limits, out)?;
    writeln!(out, "\n{}", picture::text(&board::board(session, false), unicode))?;
    writeln!(out, "FEN: {}", session.fen())?;
    if let Some(outcome) = session.outcome() {
        writeln!(out, "{} {{{outcome}}}", outcome.result())?;
    }
    Ok(())
}

/// Lets the engine play until the game is over, and writes the moves as they are made: numbered, a
/// line for each of White's with Black's reply.
fn write_moves(
    session: &mut dyn Session,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), Error> {
    // Where the moves themselves show how far the game is, a second display would cut into them.
    let spinner = (!io::stdout().is_terminal()).then(|| progress::spinner("playing"));
    // The sixth field of a FEN is the number of the move.
    let number = session.start_fen().split(' ').nth(5).and_then(|number| number.parse().ok());
    let mut number: u32 = number.unwrap_or(1);
    let mut half_a_line = false;
    while session.outcome().is_none() {
        let side = session.side();
        if let Some(spinner) = &spinner {
            spinner.set_message(format!("playing, move {number}"));
        }
        let shown = engine::play(session, limits)?.shown;
        match side {
            Side::White => write!(out, "{number:>3}. {shown}")?,
            Side::Black => {
                if !half_a_line {
                    write!(out, "{number:>3}. ...")?;
                }
                writeln!(out, "  {shown}")?;
                number = number.saturating_add(1);
            }
        }
        half_a_line = side == Side::White;
        out.flush()?;
    }
    if half_a_line {
        writeln!(out)?;
    }
    if let Some(spinner) = spinner {
        spinner.finish_and_clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(input: &str) -> (Option<&'static str>, String) {
        let mut out = Vec::new();
        let mut lines = lines(input.as_bytes());
        let game = ask_for_game(&mut lines, &mut out).unwrap();
        (game.map(|game| game.name), String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_game_is_chosen_by_name_number_or_return() {
        for (number, game) in (1..).zip(games::ALL) {
            assert_eq!(asked(&format!("{number}\n")).0, Some(game.name));
            for name in [game.name, game.title, game.native_title] {
                for name in [name.to_owned(), name.to_uppercase()] {
                    assert_eq!(asked(&format!(" {name} \r\n")).0, Some(game.name), "{name}");
                }
            }
        }
        assert_eq!(asked("\n").0, Some(games::ALL[0].name));
        assert_eq!(asked("").0, None);
        for word in ["quit", "q", "EXIT"] {
            let (game, said) = asked(&format!("{word}\nknightfall\n"));
            assert_eq!(game, None, "{word}");
            for game in games::ALL {
                let about = format!("{}x{}, inventor: {}", game.files, game.ranks, game.inventor);
                assert!(said.contains(&about), "{said}");
            }
        }
        let (game, said) = asked("0\n99\nchess\nknightfall\n");
        assert_eq!(game, Some("knightfall"));
        assert_eq!(said.matches("There is no game").count(), 3, "{said}");
    }
}
