//! A person against the engine: the prompt and its commands.

use std::io::{self, Write};
use std::time::Duration;

use super::engine;
use crate::board::Side;
use crate::cli::board;
use crate::cli::error::Error;
use crate::cli::setup::{self, StartArgs};
use crate::game::{MoveError, Style};
use crate::picture;
use crate::search::Limits;
use crate::session::Session;

const HELP: &str = "\
a move       such as a2a3: `moves` lists those you have
moves [SQ]   your legal moves, or those of the man on a square: moves a2
hint         what the engine would play
go           let the engine make this move for you
undo         take back your last move and the reply
switch       change sides with the engine
flip         turn the board round
new          begin again
fen          the position as a FEN
time S       give the engine S seconds for a move
depth N      let the engine look N plies ahead at most
resign       give up
quit         leave";

/// What a person can ask for at the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Request<'a> {
    Nothing,
    Help,
    Moves(Option<&'a str>),
    Hint,
    Go,
    Undo,
    Switch,
    Flip,
    New,
    Fen,
    Time(&'a str),
    Depth(&'a str),
    Resign,
    Quit,
    /// Anything else.
    Move(&'a str),
}

impl<'a> Request<'a> {
    fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => Request::Nothing,
            "help" | "?" => Request::Help,
            "moves" => Request::Moves((!rest.is_empty()).then_some(rest)),
            "time" => Request::Time(rest),
            "depth" => Request::Depth(rest),
            _ if !rest.is_empty() => Request::Move(line),
            "hint" => Request::Hint,
            "go" => Request::Go,
            "undo" => Request::Undo,
            "switch" => Request::Switch,
            "flip" => Request::Flip,
            "new" => Request::New,
            "fen" => Request::Fen,
            "resign" => Request::Resign,
            "quit" | "exit" => Request::Quit,
            _ => Request::Move(line),
        }
    }
}

/// A game between a person and the engine.
pub(super) struct Duel<'a> {
    session: Box<dyn Session>,
    start: &'a StartArgs,
    limits: Limits,
    person: Side,
    resigned: bool,
    flipped: bool,
    unicode: bool,
    out: &'a mut dyn Write,
}

impl<'a> Duel<'a> {
    /// A game in which the person plays `person`. `start` is where `new` begins again.
    pub(super) fn new(
        session: Box<dyn Session>,
        start: &'a StartArgs,
        limits: Limits,
        person: Side,
        unicode: bool,
        out: &'a mut dyn Write,
    ) -> Self {
        let flipped = person == Side::Black;
        Duel { session, start, limits, person, resigned: false, flipped, unicode, out }
    }

    /// Plays, with the person's `lines`, until the person leaves.
    pub(super) fn run(
        &mut self,
        lines: &mut dyn Iterator<Item = io::Result<String>>,
    ) -> Result<(), Error> {
        let title = self.session.info().title;
        writeln!(self.out, "{title}. You play {}. Type `help` for help.", self.person)?;
        self.show()?;
        loop {
            if self.ending().is_none() && self.session.side() != self.person {
                self.engine_moves()?;
                continue;
            }
            write!(self.out, "{}> ", self.session.side())?;
            self.out.flush()?;
            let Some(line) = lines.next() else {
                writeln!(self.out)?;
                return Ok(());
            };
            let line = line?;
            match Request::read(&line) {
                Request::Quit => return Ok(()),
                request => self.obey(request)?,
            }
        }
    }

    fn obey(&mut self, request: Request) -> Result<(), Error> {
        let needs_a_game = matches!(
            request,
            Request::Move(_) | Request::Go | Request::Hint | Request::Resign | Request::Moves(_)
        );
        if let Some(ending) = self.ending().filter(|_| needs_a_game) {
            return self.say(&format!("The game is over: {ending}. Try new, undo or quit."));
        }
        match request {
            Request::Nothing | Request::Quit => Ok(()),
            Request::Help => self.say(HELP),
            Request::Moves(square) => self.list_moves(square),
            Request::Hint => self.hint(),
            Request::Go => self.engine_moves(),
            Request::Undo => self.undo(),
            Request::Switch => self.switch(),
            Request::Flip => {
                self.flipped = !self.flipped;
                self.show()
            }
            Request::New => self.begin_again(),
            Request::Fen => self.say(&self.session.fen()),
            Request::Time(text) => self.set_time(text),
            Request::Depth(text) => self.set_depth(text),
            Request::Resign => {
                self.resigned = true;
                self.say_ending()
            }
            Request::Move(text) => self.play(text),
        }
    }

    /// The result and how it came about, if the game is over.
    fn ending(&self) -> Option<String> {
        if self.resigned {
            let result = if self.person == Side::White { "0-1" } else { "1-0" };
            return Some(format!("{result} {{{} resigns}}", self.person));
        }
        let outcome = self.session.outcome()?;
        Some(format!("{} {{{outcome}}}", outcome.result()))
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        Ok(writeln!(self.out, "{text}")?)
    }

    fn say_ending(&mut self) -> Result<(), Error> {
        match self.ending() {
            Some(ending) => self.say(&ending),
            None => Ok(()),
        }
    }

    /// Shows the board, and the result if there is one.
    fn show(&mut self) -> Result<(), Error> {
        let board = board::board(&*self.session, self.flipped);
        write!(self.out, "\n{}\n", picture::text(&board, self.unicode))?;
        self.say_ending()
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        match self.session.play(text) {
            Ok(_) => self.show(),
            Err(error) => self.refuse(&error, text),
        }
    }

    /// Says why a move is refused and, if it names a man, what that man can do.
    fn refuse(&mut self, error: &MoveError, text: &str) -> Result<(), Error> {
        let advice = match self.square_at_start(text) {
            Some(square) if matches!(error, MoveError::Illegal(_)) => self.moves_of_man(square),
            _ => "Type a move such as a2a3, `moves` for a list of moves, or `help`.".to_owned(),
        };
        self.say(&format!("{error}\n{advice}"))
    }

    /// The square whose name begins the text; of two such, the longer name counts.
    fn square_at_start(&self, text: &str) -> Option<usize> {
        let lengths = [3, 2].into_iter();
        let names = lengths.filter_map(|length| text.get(..length));
        names.filter_map(|name| board::square(self.session.info(), name).ok()).next()
    }

    /// The legal moves of the man on a square, in words.
    fn moves_of_man(&self, square: usize) -> String {
        let moves = self.session.moves_from(square, Style::Plain);
        match self.session.man_at(square) {
            None => "That square is empty.".to_owned(),
            Some((side, _)) if side != self.session.side() => {
                format!("The man there is {side}'s, and {} is to move.", self.session.side())
            }
            Some(_) if moves.is_empty() => "The man there has no legal move.".to_owned(),
            Some(_) => format!("The man there can: {}", moves.join(" ")),
        }
    }

    fn list_moves(&mut self, square: Option<&str>) -> Result<(), Error> {
        let text = match square {
            None => self.session.legal_moves(Style::Plain).join(" "),
            Some(name) => match board::square(self.session.info(), name) {
                Ok(square) => self.moves_of_man(square),
                Err(error) => error.to_string(),
            },
        };
        self.say(&text)
    }

    fn hint(&mut self) -> Result<(), Error> {
        let best = engine::think(&mut *self.session, &self.limits);
        let text = match best.as_ref().and_then(|best| Some((best.best.as_ref()?, best))) {
            Some((text, best)) => {
                format!("The engine would play {text} ({})", engine::verdict(best))
            }
            None => "The engine knows no move.".to_owned(),
        };
        self.say(&text)
    }

    fn engine_moves(&mut self) -> Result<(), Error> {
        let side = self.session.side();
        let played = engine::play(&mut *self.session, &self.limits)?;
        self.say(&format!("{side} plays {played}"))?;
        self.show()
    }

    /// Takes back the person's last move, and the reply if there was one.
    fn undo(&mut self) -> Result<(), Error> {
        if self.resigned {
            self.resigned = false;
            return self.show();
        }
        let plies = if self.session.side() == self.person { 2 } else { 1 };
        if self.session.moves_played(Style::Plain).len() < plies {
            return self.say("There is nothing to take back.");
        }
        for _ in 0..plies {
            self.session.undo();
        }
        self.show()
    }

    fn switch(&mut self) -> Result<(), Error> {
        self.person = !self.person;
        self.flipped = self.person == Side::Black;
        self.say(&format!("You play {}.", self.person))
    }

    fn begin_again(&mut self) -> Result<(), Error> {
        self.session.start(&self.start.start())?;
        self.session.forget();
        self.resigned = false;
        self.show()
    }

    fn set_time(&mut self, text: &str) -> Result<(), Error> {
        let text = match setup::seconds(text) {
            Ok(time) => {
                self.limits.movetime = Some(time);
                self.limits_in_words()
            }
            Err(fault) => format!("{text:?}: {fault}"),
        };
        self.say(&text)
    }

    fn set_depth(&mut self, text: &str) -> Result<(), Error> {
        let text = match text.parse() {
            Ok(depth) if depth > 0 => {
                self.limits.depth = Some(depth);
                self.limits_in_words()
            }
            _ => format!("{text:?}: not a number of plies"),
        };
        self.say(&text)
    }

    fn limits_in_words(&self) -> String {
        let time = self.limits.movetime.map(|time: Duration| format!("{} s", time.as_secs_f64()));
        let depth = self.limits.depth.map(|depth| format!("depth {depth}"));
        let limits: Vec<_> = time.into_iter().chain(depth).collect();
        format!("The engine has {} for a move.", limits.join(" and "))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::input;
    use crate::cli::setup::SetupArgs;

    #[derive(Parser)]
    struct Flags {
        #[command(flatten)]
        setup: SetupArgs,
    }

    /// What is said to a person who types `typed`, with the flags given.
    fn said(person: Side, flags: &[&str], typed: &str) -> String {
        let flags = ["test", "--variant", "knightfall"].iter().chain(flags);
        let setup = Flags::parse_from(flags).setup;
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let session = setup.open(1).unwrap();
        let mut out = Vec::new();
        let mut lines = input::lines(typed.as_bytes());
        Duel::new(session, &setup.start, limits, person, false, &mut out).run(&mut lines).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn positions(said: &str) -> Vec<&str> {
        said.lines()
            .map(|line| line.trim_start_matches("White> "))
            .filter(|l| l.contains(" - - "))
            .collect()
    }

    const START: &str = "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1";
    /// White takes the last knight by `b3c5` or `b5a6r`; Black, to move, would have none to take.
    const WIN: &[&str] = &["--fen", "n5/1P4/6/6/5p/5N w - - 0 1"];

    #[test]
    fn the_engine_answers_each_move_and_undo_takes_back_both() {
        let said = said(Side::White, &[], "a2a3\nfen\nundo\nfen\nundo\nquit\nfen\n");
        assert!(said.contains("Black plays "), "{said}");
        let positions = positions(&said);
        assert_eq!(positions.len(), 2, "{said}");
        assert!(positions[0].ends_with(" w - - 0 2") || positions[0].ends_with(" w - - 1 2"));
        assert_eq!(positions[1], START);
        assert!(said.contains("There is nothing to take back."), "{said}");
    }

    #[test]
    fn a_person_with_black_waits_for_the_first_move() {
        let said = said(Side::Black, &[], "");
        assert!(said.contains("You play Black"), "{said}");
        assert_eq!(said.matches("White plays ").count(), 1, "{said}");
        assert!(said.ends_with("Black> \n"), "{said}");
        assert!(
            said.contains("   f  e  d  c  b  a"),
            "the board is seen from Black's side: {said}"
        );
    }

    #[test]
    fn refused_moves_come_with_a_reason_and_the_mans_moves() {
        let said = said(Side::White, &[], "a2a4\na5a4\na3a4\nnonsense\n\u{FFFD}\u{FFFD}\nfen\n");
        assert!(said.contains("illegal move: a2a4\nThe man there can: a2a3\n"), "{said}");
        assert!(said.contains("The man there is Black's, and White is to move."), "{said}");
        assert!(said.contains("That square is empty."), "{said}");
        assert!(said.contains("not a move: \"nonsense\"\nType a move"), "{said}");
        assert_eq!(positions(&said), [START], "nothing was played");
    }

    #[test]
    fn moves_are_listed_for_all_men_and_for_one() {
        let said = said(Side::White, &[], "moves\nmoves c1\nmoves a1\nmoves z9\n");
        assert!(said.contains("a2a3 b2b3 c1b3"), "{said}");
        assert!(said.contains("The man there can: c1b3 c1d3\n"), "{said}");
        assert!(said.contains("The man there has no legal move."), "{said}");
        assert!(said.contains("no square \"z9\" on a board of 6x6"), "{said}");
    }

    #[test]
    fn a_won_game_ends_and_can_be_taken_back() {
        let said = said(Side::White, WIN, "b5a6r\nmoves\nb5a6r\nundo\nfen\n");
        assert!(said.contains("\n1-0 {White took the last knight}\n"), "{said}");
        assert_eq!(said.matches("The game is over: 1-0").count(), 2, "{said}");
        assert_eq!(positions(&said), [WIN[1]]);
        assert!(!said.contains("Black plays"), "{said}");
    }

    #[test]
    fn resigning_switching_and_starting_anew() {
        let said = said(Side::White, &[], "resign\na2a3\nnew\nfen\nswitch\nhint\n");
        assert!(said.contains("0-1 {White resigns}\n"), "{said}");
        assert!(said.contains("The game is over: 0-1 {White resigns}"), "{said}");
        assert_eq!(positions(&said), [START]);
        assert_eq!(said.matches("White plays ").count(), 1, "after switching: {said}");
        assert!(said.contains("The engine would play "), "{said}");
    }

    #[test]
    fn the_engine_plays_for_the_person_when_told_to() {
        let said = said(Side::White, &[], "go\n");
        assert_eq!(said.matches("White plays ").count(), 1, "{said}");
        assert_eq!(said.matches("Black plays ").count(), 1, "{said}");
    }

    #[test]
    fn limits_are_set_and_nonsense_is_refused() {
        let said = said(Side::White, &[], "time 0.5\ndepth 3\ntime x\ndepth 0\nhelp\nflip\n");
        assert!(said.contains("The engine has 0.5 s and depth 3 for a move."), "{said}");
        assert!(said.contains("\"x\": not a time in seconds"), "{said}");
        assert!(said.contains("\"0\": not a number of plies"), "{said}");
        assert!(said.contains(HELP), "{said}");
        assert!(said.contains("   f  e  d  c  b  a"), "{said}");
    }
}
