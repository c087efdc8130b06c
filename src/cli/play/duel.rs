//! A person against the engine: the prompt and its commands.

use std::io::{self, Write};
use std::time::Duration;

use super::{DEFAULT_TIME, engine};
use crate::board::Side;
use crate::cli::board;
use crate::cli::error::Error;
use crate::cli::setup::{self, StartArgs};
use crate::game::{MoveError, Style};
use crate::picture;
use crate::search::Limits;
use crate::session::{self, Session};

/// The words that leave.
pub(super) const LEAVING: [&str; 3] = ["quit", "exit", "q"];

/// The commands besides moves.
const HELP: &str = "\
moves [SQ]   your legal moves, or those of the man on a square: moves a2
hint         what the engine would play
go           let the engine make this move for you
undo         take back your last move and the reply
switch       change sides with the engine
flip         turn the board round
new          begin again
board        show the board again (so does Return alone)
rules        the rules of the game
fen          the position as a FEN
time S       give the engine S seconds for a move (time off: as long as it likes)
depth N      let the engine look N plies ahead at most (depth off: no limit)
time, depth  the engine's limits
resign       give up
quit         leave";

/// What lifts a limit.
const NO_LIMIT: &str = "off";
const THINKING: &str = "thinking...";

/// What a person can ask for at the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Request<'a> {
    Help,
    Board,
    Rules,
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
        let command = word.to_ascii_lowercase();
        match command.as_str() {
            "" => Request::Board,
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
            "board" => Request::Board,
            "rules" => Request::Rules,
            leaving if LEAVING.contains(&leaving) => Request::Quit,
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
    thinking_shown: bool,
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
        Duel {
            session,
            start,
            limits,
            person,
            resigned: false,
            flipped,
            unicode,
            thinking_shown: false,
            out,
        }
    }

    /// Whether to say so while the engine thinks, and to erase it afterwards: for a terminal.
    pub(super) fn show_thinking(&mut self, shown: bool) {
        self.thinking_shown = shown;
    }

    /// Plays, with the person's `lines`, until the person leaves.
    pub(super) fn run(
        &mut self,
        lines: &mut dyn Iterator<Item = io::Result<String>>,
    ) -> Result<(), Error> {
        let title = self.session.info().title;
        writeln!(self.out, "{title}. You play {}.", self.person)?;
        let men = self.session.info().men;
        let men: Vec<_> = men.iter().map(|man| format!("{} {}", man.letter, man.name)).collect();
        writeln!(self.out, "Men: {} (Black's in small letters)", men.join(", "))?;
        writeln!(self.out, "Type `help` for help, `rules` for the rules.")?;
        self.show()?;
        loop {
            if self.ending().is_none() && self.session.side() != self.person {
                self.engine_moves()?;
                continue;
            }
            match self.ending() {
                None => write!(self.out, "{}> ", self.session.side())?,
                Some(_) => write!(self.out, "game over> ")?,
            }
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
            Request::Move(_)
                | Request::Go
                | Request::Hint
                | Request::Resign
                | Request::Moves(_)
                | Request::Switch
        );
        if let Some(ending) = self.ending().filter(|_| needs_a_game) {
            return self.say(&format!("The game is over: {ending}. Try new, undo or quit."));
        }
        match request {
            Request::Quit => Ok(()),
            Request::Help => self.help(),
            Request::Board => self.show(),
            Request::Rules => self.say(self.session.info().rules.trim_end()),
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

    fn help(&mut self) -> Result<(), Error> {
        let example = self.example().map(|text| format!("such as {text}: ")).unwrap_or_default();
        self.say(&format!("a move       {example}`moves` lists those you have\n{HELP}"))
    }

    /// A legal move; of the longest the first, since those show all that a move can name.
    fn example(&self) -> Option<String> {
        let moves = self.session.legal_moves(Style::Plain);
        moves.into_iter().rev().max_by_key(String::len)
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
            _ => {
                let example = self.example().map(|text| format!(" such as {text}"));
                let example = example.unwrap_or_default();
                format!("Type a move{example}, `moves` for a list of moves, or `help`.")
            }
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
        self.begin_thinking()?;
        let best = session::think(&mut *self.session, &self.limits);
        self.end_thinking()?;
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
        self.begin_thinking()?;
        let played = engine::play(&mut *self.session, &self.limits);
        self.end_thinking()?;
        let engine::Played { shown, detail } = played?;
        self.say(&format!("{side} plays {shown}  ({detail})"))?;
        self.show()
    }

    fn begin_thinking(&mut self) -> Result<(), Error> {
        if self.thinking_shown {
            write!(self.out, "{THINKING}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn end_thinking(&mut self) -> Result<(), Error> {
        if self.thinking_shown {
            write!(self.out, "\r{:width$}\r", "", width = THINKING.len())?;
        }
        Ok(())
    }

    /// Goes back to the person's last turn. In a finished game without one, as after changing
    /// sides, the person gets the side that moved last.
    fn undo(&mut self) -> Result<(), Error> {
        if self.resigned {
            self.resigned = false;
            return self.show();
        }
        let mut plies = if self.session.side() == self.person { 2 } else { 1 };
        let played = self.session.plies();
        if played == 1 && plies == 2 && self.ending().is_some() {
            self.person = !self.person;
            self.say(&format!("You play {}.", self.person))?;
            plies = 1;
        }
        if played < plies {
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
        if !text.is_empty() {
            self.limits.movetime = match read_limit(text, setup::seconds) {
                Ok(time) => time,
                Err(fault) => return self.say(&format!("{text:?}: {fault}")),
            };
        }
        self.say_limits()
    }

    fn set_depth(&mut self, text: &str) -> Result<(), Error> {
        if !text.is_empty() {
            let plies = |text: &str| text.parse().ok().filter(|&depth| depth > 0);
            let depth = read_limit(text, |text| plies(text).ok_or("not a number of plies"));
            self.limits.depth = match depth {
                Ok(depth) => depth,
                Err(fault) => return self.say(&format!("{text:?}: {fault}")),
            };
        }
        self.say_limits()
    }

    /// Says what limits the engine; something must.
    fn say_limits(&mut self) -> Result<(), Error> {
        if self.limits.movetime.is_none() && self.limits.depth.is_none() {
            self.limits.movetime = Some(DEFAULT_TIME);
            self.say("Without any limit it would think for ever.")?;
        }
        self.say(&self.limits_in_words())
    }

    fn limits_in_words(&self) -> String {
        let time = self.limits.movetime.map(|time: Duration| format!("{} s", time.as_secs_f64()));
        let depth = self.limits.depth.map(|depth| format!("depth {depth}"));
        let limits: Vec<_> = time.into_iter().chain(depth).collect();
        format!("The engine has {} for a move.", limits.join(" and "))
    }
}

/// Reads a limit by `read`, or that there is none.
fn read_limit<T, E>(text: &str, read: impl Fn(&str) -> Result<T, E>) -> Result<Option<T>, E> {
    if text.eq_ignore_ascii_case(NO_LIMIT) { Ok(None) } else { read(text).map(Some) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::setup::SetupArgs;
    use crate::lines::lines;

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
        let mut lines = lines(typed.as_bytes());
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
        let said = said(Side::White, &[], "time 0.5\ndepth 3\ntime x\ndepth 0\nHelp\nFLIP\n");
        assert!(said.contains("The engine has 0.5 s and depth 3 for a move."), "{said}");
        assert!(said.contains("\"x\": not a time in seconds"), "{said}");
        assert!(said.contains("\"0\": not a number of plies"), "{said}");
        assert!(said.contains(HELP), "{said}");
        assert!(said.contains("such as a2a3: "), "{said}");
        assert!(said.contains("   f  e  d  c  b  a"), "{said}");
    }

    #[test]
    fn limits_are_shown_and_lifted() {
        let said = said(Side::White, &[], "depth\ntime 2\nDepth off\ntime\nTIME OFF\n");
        assert!(said.contains("White> The engine has depth 1 for a move."), "{said}");
        assert_eq!(said.matches("> The engine has 2 s for a move.").count(), 2, "{said}");
        assert!(said.contains("for ever.\nThe engine has 1 s for a move."), "{said}");
    }

    #[test]
    fn the_board_the_men_and_the_rules_are_shown() {
        let said = said(Side::White, &[], "board\n\nrules\n");
        let men = said.lines().find(|line| line.starts_with("Men: ")).expect("a legend");
        for man in crate::games::ALL[0].men {
            assert!(men.contains(&format!("{} {}", man.letter, man.name)), "{men}");
        }
        assert_eq!(said.matches("   a  b  c  d  e  f").count(), 3, "{said}");
        assert!(said.contains(crate::games::ALL[0].rules.trim_end()), "{said}");
    }

    #[test]
    fn a_game_over_says_so_until_it_is_taken_back() {
        let said = said(Side::White, WIN, "b5a6r\nswitch\nundo\nfen\n");
        assert!(said.contains("game over> The game is over: 1-0"), "{said}");
        assert!(!said.contains("Black> ") && !said.contains("You play Black"), "{said}");
        assert_eq!(positions(&said), [WIN[1]]);
        assert!(said.ends_with("White> \n"), "{said}");
    }
}
