//! UCI.

mod go;
#[cfg(test)]
mod tests;
mod words;

use std::collections::VecDeque;
use std::io::{self, Write};

use super::host::{Host, Switched};
use super::input::{self, Input};
use super::options::{SETTINGS, Setting, Value, read_check};
use super::{Event, Flow, NAME, Protocol};
use crate::game::{Outcome, Style};
use crate::perft::Told;
use crate::search::{Best, Chances, Info, Limits, MAX_HASH_MIB, Score};
use crate::session::{self, Start};
use go::Go;
use words::{Command, info_string};

/// Whom `id author` names.
const AUTHOR: &str = "the Hippogriff authors";

/// Whether `line` is the first that a program speaking UCI sends.
pub(super) fn is_greeting(line: &str) -> bool {
    words::read(line).0 == Some(Command::Uci)
}

/// What was started by a `go`.
#[derive(Debug)]
struct Search {
    /// The number in its events; 0 where there was nothing to search.
    number: u64,
    perft: bool,
    /// No `bestmove` before `stop`.
    infinite: bool,
    /// No `bestmove` before `stop` or `ponderhit`.
    ponder: bool,
    /// It was told to stop: its `bestmove` comes before anything else is done.
    stopping: bool,
    /// What it found, if it has ended.
    found: Option<Found>,
}

/// The texts of the best move and the expected reply.
#[derive(Debug, Default)]
struct Found {
    best: Option<String>,
    ponder: Option<String>,
}

/// The state of a conversation.
pub(super) struct Uci {
    host: Host,
    search: Option<Search>,
    /// What arrived while a search was stopping.
    waiting: VecDeque<Input>,
    /// Whether the input has ended.
    ended: bool,
    debug: bool,
}

impl Protocol for Uci {
    fn handle(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Flow> {
        match event {
            Event::Input(Input::Line(line)) if words::read(&line).0 == Some(Command::Quit) => {
                return Ok(Flow::Quit);
            }
            Event::Input(input) => self.take(input, out)?,
            Event::Search(number, event) if self.is_running(number) => match event {
                session::Event::Info(info) => self.report(&info, out)?,
                session::Event::Done(best) => self.finish(best, out)?,
            },
            Event::Perft(number, told) if self.is_running(number) => match told {
                Told::Move(text, nodes) => writeln!(out, "{text}: {nodes}")?,
                Told::Total(nodes) => {
                    writeln!(out, "\nNodes searched: {nodes}")?;
                    self.search = None;
                }
            },
            // Of a perft that was abandoned.
            Event::Search(..) | Event::Perft(..) => {}
        }
        Ok(if self.ended && self.search.is_none() { Flow::Quit } else { Flow::Continue })
    }
}

impl Uci {
    /// As after the start of the program.
    pub(super) fn new(host: Host) -> Self {
        Uci { host, search: None, waiting: VecDeque::new(), ended: false, debug: false }
    }

    fn is_running(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    /// Obeys at once, or when the search that was told to stop has ended.
    fn take(&mut self, input: Input, out: &mut dyn Write) -> io::Result<()> {
        match input {
            input if self.search.as_ref().is_some_and(|search| search.stopping) => {
                self.waiting.push_back(input);
                Ok(())
            }
            Input::Line(line) => self.obey(&line, out),
            Input::End => self.end(out),
        }
    }

    /// There will be no more commands: what would not end by itself is stopped, and everything if
    /// this is said again.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let again = std::mem::replace(&mut self.ended, true);
        match &self.search {
            Some(search) if search.infinite || search.ponder || again => self.stop(out),
            _ => Ok(()),
        }
    }

    fn obey(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let (command, skipped) = words::read(line);
        let Some(command) = command else {
            return if line.is_empty() { Ok(()) } else { complain("unknown command", line, out) };
        };
        if self.debug && !skipped.is_empty() {
            complain("skipped", skipped, out)?;
        }
        match command {
            Command::Uci => self.introduce(out),
            Command::IsReady => writeln!(out, "{}", words::ready_ok()),
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Stop => self.stop(out),
            Command::PonderHit => self.ponder_hit(out),
            Command::Register | Command::Quit => Ok(()),
            Command::Display => self.display(out),
            Command::NewGame | Command::SetOption(_) | Command::Position(_) | Command::Go(_)
                if self.search.is_some() =>
            {
                complain("refused during a search", line, out)
            }
            Command::NewGame => self.new_game(out),
            Command::SetOption(arguments) => self.set_option(arguments, out),
            Command::Position(arguments) => self.set_position(arguments, out),
            Command::Go(arguments) => self.go(arguments, out),
        }
    }

    fn introduce(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = self.host.games().map(|game| game.name);
        let settings = SETTINGS.iter().map(|setting| self.declare(setting));
        let mut lines = vec![
            words::id_name(NAME),
            words::id_author(AUTHOR),
            words::spin("Hash", self.host.hash_mib(), 1, MAX_HASH_MIB),
            words::button("Clear Hash"),
            words::check("Ponder", false),
            words::combo("UCI_Variant", self.host.game().name, games),
        ];
        lines.extend(settings);
        let options = self.host.all_options().into_iter();
        lines.extend(options.map(|(option, on)| words::check(option.name, on)));
        lines.push(words::uci_ok());
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    /// The line that announces an option of the search.
    fn declare(&self, setting: &Setting) -> String {
        match setting.value(self.host.settings()) {
            Value::Check(on) => words::check(setting.name, on),
            Value::Spin(number, bounds) => {
                words::spin(setting.name, number, *bounds.start(), *bounds.end())
            }
            Value::Text(text) => words::string(setting.name, &text),
        }
    }

    fn new_game(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.host.begin(self.host.game()) {
            Ok(()) => Ok(()),
            Err(error) => complain("ucinewgame", &error.to_string(), out),
        }
    }

    /// `setoption name NAME [value VALUE]`, where both may have blanks.
    fn set_option(&mut self, arguments: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some((name, value)) = read_option(arguments) else {
            return complain("setoption needs a name", arguments, out);
        };
        if let Some(setting) = Setting::find(&name) {
            let set = setting.set(self.host.settings_mut(), value);
            return set.or_else(|error| complain(&error.to_string(), value, out));
        }
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.set_hash(value, out),
            "clear hash" => {
                self.host.session_mut().forget();
                Ok(())
            }
            "uci_variant" => self.set_game(value, out),
            "ponder" => match read_check(value) {
                Some(_) => Ok(()),
                None => complain(&format!("{name} is true or false"), value, out),
            },
            _ => self.set_game_option(&name, value, out),
        }
    }

    fn set_hash(&mut self, value: &str, out: &mut dyn Write) -> io::Result<()> {
        let Ok(mib) = value.parse::<i64>() else {
            return complain("Hash needs a number of MiB", value, out);
        };
        match self.host.set_hash(mib) {
            Ok(set) if i64::try_from(set) == Ok(mib) => Ok(()),
            Ok(set) => {
                let text = format!("Hash is from 1 to {MAX_HASH_MIB}: set to {set}");
                writeln!(out, "{}", info_string(&text))
            }
            Err(error) => complain("Hash is left as it is", &error.to_string(), out),
        }
    }

    fn set_game(&mut self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let mut games = self.host.games();
        let Some(game) = games.find(|game| game.name.eq_ignore_ascii_case(name)) else {
            drop(games);
            let known: Vec<_> = self.host.games().map(|game| game.name).collect();
            return complain(&format!("UCI_Variant is one of {}", known.join(", ")), name, out);
        };
        drop(games);
        if game.name == self.host.game().name {
            return Ok(());
        }
        match self.host.begin(game) {
            Ok(()) => Ok(()),
            Err(error) => complain("UCI_Variant", &error.to_string(), out),
        }
    }

    fn set_game_option(&mut self, name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(on) = read_check(value) else {
            let known = self.host.all_options();
            return if known.iter().any(|(option, _)| option.name.eq_ignore_ascii_case(name)) {
                complain(&format!("{name} is true or false"), value, out)
            } else {
                complain("unknown option", name, out)
            };
        };
        match self.host.switch(name, on) {
            Switched::Unknown => complain("unknown option", name, out),
            Switched::Later => complain("holds from the next game", name, out),
            Switched::Elsewhere | Switched::Now | Switched::Anew => Ok(()),
        }
    }

    /// `position startpos|fen FEN [moves MOVE…]`. A start that is refused changes nothing; moves
    /// are played as far as they are legal.
    fn set_position(&mut self, arguments: &str, out: &mut dyn Write) -> io::Result<()> {
        let (word, rest) = input::split_word(arguments);
        let (start, moves) = split_moves(rest);
        let started = match word {
            "startpos" if start.is_empty() => self.host.go_home(),
            "fen" => self.host.session_mut().start(&Start::Fen(start)),
            _ => return complain("position needs startpos or fen", arguments, out),
        };
        if let Err(error) = started {
            return complain("position refused", &error.to_string(), out);
        }
        for (number, text) in moves.enumerate() {
            if let Err(error) = self.host.session_mut().play(text) {
                let stopped = format!("position stops before move {}", number + 1);
                return complain(&stopped, &error.to_string(), out);
            }
        }
        Ok(())
    }

    fn go(&mut self, arguments: &str, out: &mut dyn Write) -> io::Result<()> {
        let (go, unknown) = match go::read(arguments, self.host.session().side()) {
            Ok(go) => go,
            Err(error) => return complain("go refused", &error.to_string(), out),
        };
        if !unknown.is_empty() {
            complain("go: not understood", &unknown.join(" "), out)?;
        }
        match go {
            Go::Perft(depth) => self.perft(depth),
            Go::Search(limits) => self.search(limits, out)?,
        }
        Ok(())
    }

    fn perft(&mut self, depth: u32) {
        let number = self.host.perft(depth);
        self.search = Some(Search::new(number, &Limits::default(), true));
    }

    fn search(&mut self, mut limits: Limits, out: &mut dyn Write) -> io::Result<()> {
        if let Some(outcome) = self.host.outcome() {
            self.report_outcome(outcome, out)?;
            let found = Some(Found::default());
            self.search = Some(Search { found, ..Search::new(0, &limits, false) });
            return self.conclude(out);
        }
        let session = self.host.session();
        let mut known = Vec::new();
        for text in &limits.moves {
            match session.read_move(text, Style::Plain) {
                Ok(text) => known.push(text),
                Err(error) => complain("searchmoves", &error.to_string(), out)?,
            }
        }
        limits.moves = known;
        let number = self.host.go(&limits, Style::Plain);
        self.search = Some(Search::new(number, &limits, false));
        Ok(())
    }

    /// Says how a game that is over stands for the side to move. A win there, which only a FEN can
    /// bring about, is written as the nearest thing that UCI has.
    fn report_outcome(&self, outcome: Outcome, out: &mut dyn Write) -> io::Result<()> {
        let (score, chances) = match outcome.winner {
            None => (Score::Cp(0), Chances::DRAWN),
            Some(winner) if winner == self.host.session().side() => (Score::WinIn(1), Chances::WON),
            Some(_) => (Score::LossIn(0), Chances::LOST),
        };
        let score = self.score(score, chances);
        let result = outcome.result();
        writeln!(out, "{}", info_string(&format!("game over: {result} {{{outcome}}}")))?;
        writeln!(out, "info depth 0 score {score}")
    }

    /// A score and, if they are to be told, the chances that it means.
    fn score(&self, score: Score, chances: Chances) -> String {
        if self.host.settings().show_wdl {
            format!("{score} wdl {chances}")
        } else {
            score.to_string()
        }
    }

    fn report(&self, info: &Info<String>, out: &mut dyn Write) -> io::Result<()> {
        let &Info { depth, seldepth, multi_pv, nodes, hashfull, .. } = info;
        let chances = info.score.chances(&self.host.session().win_rates());
        let score = self.score(info.score, chances);
        write!(out, "info depth {depth} seldepth {seldepth} multipv {multi_pv} score {score}")?;
        write!(out, " nodes {nodes}")?;
        if let Some(speed) = info.nps() {
            write!(out, " nps {speed}")?;
        }
        write!(out, " hashfull {hashfull} time {}", info.time.as_millis())?;
        if !info.pv.is_empty() {
            write!(out, " pv {}", info.pv.join(" "))?;
        }
        writeln!(out)
    }

    fn stop(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        if search.perft {
            self.host.abandon_perft();
            self.search = None;
            return writeln!(out, "{}", info_string("perft abandoned"));
        }
        (search.infinite, search.ponder) = (false, false);
        if search.found.is_none() {
            search.stopping = true;
            self.host.session().stop();
        }
        self.conclude(out)
    }

    fn ponder_hit(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(search) = &mut self.search else { return Ok(()) };
        if search.ponder {
            search.ponder = false;
            self.host.session().ponder_hit();
        }
        self.conclude(out)
    }

    fn finish(&mut self, best: Best<String>, out: &mut dyn Write) -> io::Result<()> {
        if let Some(search) = &mut self.search {
            search.found = Some(Found { best: best.best, ponder: best.ponder });
        }
        self.conclude(out)
    }

    /// Tells what the search found, if it has ended and may; then takes up what waited for that.
    fn conclude(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let over =
            |search: &mut Search| search.found.is_some() && !search.infinite && !search.ponder;
        let Some(Search { found: Some(found), .. }) = self.search.take_if(over) else {
            return Ok(());
        };
        match (found.best, found.ponder) {
            (Some(best), Some(ponder)) => writeln!(out, "bestmove {best} ponder {ponder}")?,
            (Some(best), None) => writeln!(out, "bestmove {best}")?,
            (None, _) => writeln!(out, "bestmove (none)")?,
        }
        for input in std::mem::take(&mut self.waiting) {
            self.take(input, out)?;
        }
        Ok(())
    }

    /// Shows the position.
    fn display(&self, out: &mut dyn Write) -> io::Result<()> {
        let (game, session) = (self.host.game(), self.host.session());
        let options: Vec<_> = session.options().names(game).collect();
        for row in self.host.picture() {
            writeln!(out, "{row}")?;
        }
        writeln!(out, "game: {}", [vec![game.name], options].concat().join(" "))?;
        writeln!(out, "fen: {}", session.fen())?;
        writeln!(out, "moves: {}", session.legal_moves(Style::Plain).join(" ").trim_end())?;
        match session.outcome() {
            Some(outcome) => writeln!(out, "result: {} {{{outcome}}}", outcome.result()),
            None => Ok(()),
        }
    }
}

impl Search {
    fn new(number: u64, limits: &Limits, perft: bool) -> Self {
        let &Limits { infinite, ponder, .. } = limits;
        Search { number, perft, infinite, ponder, stopping: false, found: None }
    }
}

/// `info string FAULT: TEXT`.
fn complain(fault: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", info_string(&format!("{fault}: {}", input::excerpt(text))))
}

/// Name (single blanks between its words) and value of a `setoption`.
fn read_option(arguments: &str) -> Option<(String, &str)> {
    let (word, mut rest) = input::split_word(arguments);
    if word != "name" {
        return None;
    }
    let mut name = Vec::new();
    while !rest.is_empty() {
        let (word, after) = input::split_word(rest);
        if word == "value" && !name.is_empty() {
            return Some((name.join(" "), after));
        }
        name.push(word);
        rest = after;
    }
    (!name.is_empty()).then(|| (name.join(" "), ""))
}

/// What stands before the word `moves`, and the words behind it.
fn split_moves(text: &str) -> (String, impl Iterator<Item = &str>) {
    let mut words = text.split_ascii_whitespace();
    let start: Vec<_> = words.by_ref().take_while(|word| *word != "moves").collect();
    (start.join(" "), words)
}
