//! XBoard/CECP, version 2.

mod clock;
mod highlight;
mod offers;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Instant;

use super::host::{Host, Switched};
use super::input::{self, Input};
use super::options::{SETTINGS, Setting, Value, read_check};
use super::{Event, Flow, NAME, Protocol};
use crate::board::Side;
use crate::game::{GameInfo, MoveError, Style};
use crate::search::{Best, Info, Limits, Score};
use crate::session::{self, Start};
use clock::Clock;
use highlight::Hand;
use offers::Prospects;

/// CECP's score of a win in no moves; a win in N is worth N more, a loss in N as much below zero.
const MATE: i64 = 100_000;

/// The option by which the engine may offer draws.
const OFFER_DRAWS: &str = "Offer Draws";
/// The option by which the engine may resign.
const RESIGN: &str = "Resign";

/// Who plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Nobody: moves are only entered.
    Force,
    /// The engine plays this side.
    Play(Side),
    /// Nobody, and the engine thinks about every position.
    Analyze,
}

/// What a search is for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Purpose {
    /// The engine is to play what it finds.
    Move,
    /// The engine thinks while its opponent does, as if this reply (a plain text) had been played; it
    /// will have to move within these limits.
    Ponder(String, Limits),
    /// Nobody plays: the user wants to know about the position.
    Analysis,
}

/// A running search.
#[derive(Debug)]
struct Search {
    number: u64,
    purpose: Purpose,
    /// When the engine's time began to run.
    began: Instant,
    /// It was told to move now: its move comes before anything else is done.
    stopping: bool,
}

/// The state of a conversation.
pub(super) struct Cecp {
    host: Host,
    mode: Mode,
    clock: Clock,
    post: bool,
    /// Whether the engine thinks while its opponent does.
    ponders: bool,
    search: Option<Search>,
    /// What arrived while the engine was thinking and must be answered after its move.
    waiting: VecDeque<Input>,
    /// Whether the end of the game needs no more telling.
    claimed: bool,
    /// Whether the input has ended.
    ended: bool,
    /// The reply that the engine expects to its last move.
    hint: Option<String>,
    /// What the user is moving by mouse.
    hand: Hand,
    /// Moves, as plain texts, that analysis is to leave out.
    excluded: Vec<String>,
    prospects: Prospects,
    /// Whether the engine may offer draws, and whether it may resign.
    offers_draws: bool,
    resigns: bool,
    /// What the last search found last.
    found: Option<Info<String>>,
}

impl Protocol for Cecp {
    fn handle(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Flow> {
        match event {
            Event::Input(Input::Line(line)) if input::split_word(&line).0 == "quit" => {
                return Ok(Flow::Quit);
            }
            Event::Input(input) => self.take(input, out)?,
            Event::Search(number, event) if self.is_running(number) => match event {
                session::Event::Info(info) => self.report(info, out)?,
                session::Event::Done(best) => self.conclude(best, out)?,
            },
            // Of a search whose result nobody wants any more.
            Event::Search(..) | Event::Perft(..) => {}
        }
        Ok(if self.ended && self.search.is_none() { Flow::Quit } else { Flow::Continue })
    }
}

impl Cecp {
    /// As after `new`.
    pub(super) fn new(host: Host) -> Self {
        Cecp {
            host,
            mode: Mode::Play(Side::Black),
            clock: Clock::default(),
            post: false,
            ponders: false,
            search: None,
            waiting: VecDeque::new(),
            claimed: false,
            ended: false,
            hint: None,
            hand: Hand::default(),
            excluded: Vec::new(),
            prospects: Prospects::default(),
            offers_draws: false,
            resigns: false,
            found: None,
        }
    }

    fn is_running(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    /// Whether the engine is thinking about a move of its own.
    fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// Obeys at once, or after the engine's move if it is thinking and that is in order.
    fn take(&mut self, input: Input, out: &mut dyn Write) -> io::Result<()> {
        let thinking = self.search.as_ref().filter(|search| search.purpose == Purpose::Move);
        let waits = match (&input, thinking) {
            (_, None) => false,
            (_, Some(search)) if search.stopping => true,
            (Input::Line(line), _) => {
                matches!(input::split_word(line).0, "ping" | "memory" | "cores" | "option")
            }
            (Input::End, _) => false,
        };
        match input {
            input if waits => self.waiting.push_back(input),
            Input::Line(line) => self.obey(&line, out)?,
            Input::End => self.end(out)?,
        }
        Ok(())
    }

    /// Takes up what has been waiting.
    fn take_waiting(&mut self, out: &mut dyn Write) -> io::Result<()> {
        for input in std::mem::take(&mut self.waiting) {
            self.take(input, out)?;
        }
        Ok(())
    }

    /// There will be no more commands: a move being thought about is still played, at once if this
    /// is said again.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let again = std::mem::replace(&mut self.ended, true);
        match (self.is_thinking(), again) {
            (true, true) => self.obey("?", out),
            (true, false) => Ok(()),
            (false, _) => self.abandon(out),
        }
    }

    fn obey(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let (word, rest) = input::split_word(line);
        match word {
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating"
            | "ics" => Ok(()),
            "hard" | "easy" => self.set_pondering(word == "hard", out),
            "draw" => self.answer_offer(out),
            "lift" | "put" | "hover" => self.touch(word, rest, out),
            "exclude" | "include" => self.choose_moves(word == "exclude", rest, out),
            "protover" => self.list_features(rest, out),
            "ping" => writeln!(out, "{}", format!("pong {rest}").trim_end()),
            "post" | "nopost" => {
                self.post = word == "post";
                Ok(())
            }
            "level" | "st" | "sd" | "nps" | "time" | "otim" => self.set_clock(word, rest, out),
            "memory" | "cores" => self.set_resource(word, rest, out),
            "option" => self.set_option(rest, out),
            "new" | "variant" | "setboard" | "undo" | "remove" | "result" => {
                self.set_up(word, rest, out)
            }
            "force" | "go" | "playother" | "white" | "black" | "analyze" | "exit" => {
                self.set_mode(word, out)
            }
            "?" => {
                self.move_now();
                Ok(())
            }
            "hint" => self.give_hint(out),
            "bk" => writeln!(out, " there is no opening book\n"),
            "." => self.give_status(out),
            "usermove" => self.user_move(rest, false, out),
            _ => self.user_move(line, true, out),
        }
    }

    fn list_features(&self, version: &str, out: &mut dyn Write) -> io::Result<()> {
        if version.parse::<u32>().is_ok_and(|version| version < 2) {
            return Ok(());
        }
        writeln!(out, "feature myname=\"{NAME}\" ping=1 setboard=1 usermove=1 playother=1 time=1")?;
        writeln!(out, "feature san=0 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 debug=1")?;
        writeln!(out, "feature memory=1 smp=1 nps=1 exclude=1 draw=1 highlight=1 ics=0 pause=0")?;
        let games: Vec<_> = self.host.games().map(|game| game.name).collect();
        writeln!(out, "feature variants=\"{}\"", games.join(","))?;
        for setting in SETTINGS.iter().filter(|setting| setting.in_cecp) {
            let name = setting.name;
            match setting.value(self.host.settings()) {
                Value::Check(on) => declare_check(name, on, out),
                Value::Spin(number, bounds) => {
                    let (least, most) = (bounds.start(), bounds.end());
                    writeln!(out, "feature option=\"{name} -spin {number} {least} {most}\"")
                }
                Value::Text(text) => writeln!(out, "feature option=\"{name} -string {text}\""),
            }?;
        }
        declare_check(OFFER_DRAWS, self.offers_draws, out)?;
        declare_check(RESIGN, self.resigns, out)?;
        for (option, on) in self.host.all_options() {
            declare_check(option.name, on, out)?;
        }
        writeln!(out, "feature done=1")
    }

    fn set_clock(&mut self, word: &str, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        let understood = match word {
            "level" => self.clock.set_level(rest),
            "st" => self.clock.set_per_move(rest),
            "sd" => self.clock.set_depth(rest),
            "nps" => self.clock.set_node_rate(rest),
            "time" => self.clock.set_remaining(rest),
            // The opponent's time is of no use to the search.
            _ => clock::read_centiseconds(rest).is_some(),
        };
        if !understood {
            return refuse(&format!("bad {word}"), &[word, rest], out);
        }
        let limits = self.limits();
        let outdated = |search: &Search| match &search.purpose {
            Purpose::Ponder(_, planned) => !clock::still_serve(planned, &limits),
            _ => false,
        };
        if self.search.as_ref().is_some_and(outdated) {
            self.abandon(out)?;
            self.resume();
        }
        Ok(())
    }

    /// The limits of the engine's next move.
    fn limits(&self) -> Limits {
        let session = self.host.session();
        let waits = self.mode != Mode::Play(session.side());
        self.clock.limits((session.plies() + usize::from(waits)) / 2)
    }

    /// `hard` and `easy`: whether to think while the opponent does.
    fn set_pondering(&mut self, on: bool, out: &mut dyn Write) -> io::Result<()> {
        self.ponders = on;
        match (on, &self.search) {
            (true, None) => self.resume(),
            (false, Some(Search { purpose: Purpose::Ponder(..), .. })) => self.abandon(out)?,
            _ => {}
        }
        Ok(())
    }

    /// Agrees to the draw that the opponent offers, or says nothing.
    fn answer_offer(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let plays = matches!(self.mode, Mode::Play(_)) && self.host.outcome().is_none();
        if plays && self.prospects.agrees() { writeln!(out, "offer draw") } else { Ok(()) }
    }

    /// `lift SQUARE`, `put SQUARE` and `hover SQUARE`: the user enters a move by mouse.
    fn touch(&mut self, word: &str, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(square) = self.host.game().square_named(rest) else {
            return refuse("bad square", &[word, rest], out);
        };
        let session = self.host.session();
        match word {
            "lift" => {
                let lines = self.hand.lift(square, session);
                lines.iter().try_for_each(|line| writeln!(out, "{line}"))
            }
            "put" => {
                self.hand.put(square, session);
                Ok(())
            }
            // What is marked does not depend on where the mouse is.
            _ => Ok(()),
        }
    }

    /// `exclude MOVE`, `include MOVE`, or `all` in place of the move: what analysis leaves out.
    fn choose_moves(&mut self, exclude: bool, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let session = self.host.session();
        let chosen = match text {
            "all" => session.legal_moves(Style::Plain),
            _ => match session.read_move(text, Style::Plain) {
                Ok(mv) => vec![mv],
                Err(_) => return self.refuse_move(text, out),
            },
        };
        self.excluded.retain(|mv| !chosen.contains(mv));
        if exclude {
            self.excluded.extend(chosen);
        }
        if self.mode == Mode::Analyze {
            self.abandon(out)?;
            self.resume();
        }
        Ok(())
    }

    /// `Illegal move`, with the reason if it can be told.
    fn refuse_move(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let now = self.refuses_all_moves().map(str::to_owned);
        let reason = now.or_else(|| self.host.session().refusal(text));
        let reason = reason.map_or(String::new(), |reason| format!(" ({reason})"));
        writeln!(out, "Illegal move{reason}: {}", input::excerpt(text))
    }

    /// Why no move of the user is taken now, if that is so.
    fn refuses_all_moves(&self) -> Option<&'static str> {
        if self.mode != Mode::Analyze && self.host.outcome().is_some() {
            Some("the game is over")
        } else if self.is_thinking() {
            Some("it is not your turn")
        } else {
            None
        }
    }

    fn set_resource(&mut self, word: &str, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(number) = rest.parse::<i64>().ok().filter(|number| *number > 0) else {
            return refuse(&format!("bad {word}"), &[word, rest], out);
        };
        self.abandon(out)?;
        let set = if word == "memory" {
            self.host.set_hash(number).map(drop)
        } else {
            self.host.settings_mut().set_threads(number);
            Ok(())
        };
        self.resume();
        set.or_else(|error| refuse(&error.to_string(), &[word, rest], out))
    }

    /// `option NAME=VALUE`.
    fn set_option(&mut self, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let (name, value) = (name.trim(), value.trim());
        self.abandon(out)?;
        let setting = Setting::find(name).filter(|setting| setting.in_cecp);
        match (setting, read_check(value)) {
            (None, Some(on)) if name.eq_ignore_ascii_case(OFFER_DRAWS) => self.offers_draws = on,
            (None, Some(on)) if name.eq_ignore_ascii_case(RESIGN) => self.resigns = on,
            (Some(setting), _) => {
                let set = setting.set(self.host.settings_mut(), value);
                set.or_else(|error| refuse(&error.to_string(), &[rest], out))?;
            }
            (None, Some(on)) => self.switch(name, on, out)?,
            (None, None) => refuse("bad option value", &[rest], out)?,
        }
        self.resume();
        Ok(())
    }

    /// Switches an option of the games.
    fn switch(&mut self, name: &str, on: bool, out: &mut dyn Write) -> io::Result<()> {
        let game = self.host.game().name;
        match self.host.switch(name, on) {
            Switched::Unknown => refuse("unknown option", &[name], out),
            // Nothing that was asked for is missing in a game where it cannot be on.
            Switched::Elsewhere if !on => Ok(()),
            Switched::Elsewhere => refuse(&format!("option not in {game}"), &[name], out),
            Switched::Later => refuse("option holds from the next game", &[name], out),
            Switched::Now => Ok(()),
            Switched::Anew => self.announce(out),
        }
    }

    /// Tells XBoard how the game looks.
    fn announce(&self, out: &mut dyn Write) -> io::Result<()> {
        let GameInfo { files, ranks, xboard, .. } = self.host.game();
        let fen = (xboard.fen)(self.host.home());
        writeln!(out, "setup {} {files}x{ranks}+0_{} {fen}", xboard.table, xboard.parent)?;
        xboard.pieces.iter().try_for_each(|piece| writeln!(out, "piece {piece}"))
    }

    /// The commands that put another position on the board, or end the game.
    fn set_up(&mut self, word: &str, rest: &str, out: &mut dyn Write) -> io::Result<()> {
        let done = match word {
            "new" => self.new_game(out),
            "variant" => self.choose_game(rest, out),
            "setboard" => self.set_board(rest, out),
            "undo" => self.take_back(1, word, out),
            "remove" => self.take_back(2, word, out),
            _ => {
                self.abandon(out)?;
                self.mode = Mode::Force;
                self.claimed = true;
                return Ok(());
            }
        }?;
        if done {
            self.claimed = false;
            self.found = None;
            self.forget_position();
            if !matches!(word, "undo" | "remove") {
                self.prospects = Prospects::default();
            }
            self.resume();
        }
        Ok(())
    }

    /// Forgets what belongs to the position that was on the board.
    fn forget_position(&mut self) {
        self.hint = None;
        self.hand = Hand::default();
        self.excluded.clear();
    }

    fn new_game(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        self.abandon(out)?;
        if self.mode != Mode::Analyze {
            self.mode = Mode::Play(Side::Black);
        }
        self.clock.new_game();
        if let Err(error) = self.host.begin(self.host.default_game()) {
            writeln!(out, "tellusererror {error}")?;
        }
        Ok(true)
    }

    fn choose_game(&mut self, name: &str, out: &mut dyn Write) -> io::Result<bool> {
        let Some(game) = crate::games::find(name) else {
            refuse("unknown variant", &[name], out)?;
            return Ok(false);
        };
        self.abandon(out)?;
        match self.host.begin(game) {
            Ok(()) => self.announce(out)?,
            Err(error) => writeln!(out, "tellusererror {error}")?,
        }
        Ok(true)
    }

    fn set_board(&mut self, fen: &str, out: &mut dyn Write) -> io::Result<bool> {
        match self.host.session_mut().start(&Start::Fen(fen.to_owned())) {
            Ok(()) => self.abandon(out)?,
            Err(error) => {
                let error = input::excerpt(&error.to_string());
                writeln!(out, "tellusererror Illegal position: {error}")?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn take_back(&mut self, plies: usize, word: &str, out: &mut dyn Write) -> io::Result<bool> {
        if self.host.session().plies() < plies {
            refuse("nothing to take back", &[word], out)?;
            return Ok(false);
        }
        self.abandon(out)?;
        for _ in 0..plies {
            self.host.session_mut().undo();
        }
        Ok(true)
    }

    fn set_mode(&mut self, word: &str, out: &mut dyn Write) -> io::Result<()> {
        let mover = self.host.session().side();
        let mode = match word {
            "go" => Mode::Play(mover),
            "playother" => Mode::Play(!mover),
            "white" => Mode::Play(Side::Black),
            "black" => Mode::Play(Side::White),
            "analyze" => Mode::Analyze,
            "exit" if self.mode != Mode::Analyze => return Ok(()),
            _ => Mode::Force,
        };
        if word == "go" && self.is_thinking() {
            return Ok(());
        }
        self.abandon(out)?;
        self.mode = mode;
        match word {
            "go" => self.think(out),
            _ => {
                self.resume();
                Ok(())
            }
        }
    }

    /// A move of the user; `bare` if it came without the word `usermove`, and so may be none.
    fn user_move(&mut self, text: &str, bare: bool, out: &mut dyn Write) -> io::Result<()> {
        let not_now = self.refuses_all_moves().is_some();
        let session = self.host.session_mut();
        let played = if not_now {
            let illegal = MoveError::Illegal(text.to_owned());
            session.read_move(text, Style::Xboard).and(Err(illegal))
        } else {
            session.play(text)
        };
        match played {
            Ok(mv) => self.after_user_move(&mv, out),
            Err(MoveError::Unreadable(_)) if bare => refuse("unknown command", &[text], out),
            Err(_) => self.refuse_move(text, out),
        }
    }

    /// Goes on after the user's move, a plain text.
    fn after_user_move(&mut self, mv: &str, out: &mut dyn Write) -> io::Result<()> {
        self.forget_position();
        match self.mode {
            Mode::Play(side) if side == self.host.session().side() => {
                if !self.reply_was_expected(mv) {
                    self.abandon(out)?;
                    self.think(out)?;
                }
                Ok(())
            }
            Mode::Analyze => {
                self.abandon(out)?;
                self.resume();
                Ok(())
            }
            _ => self.claim(out).map(drop),
        }
    }

    /// Whether the engine ponders on this very move; then its time begins to run.
    fn reply_was_expected(&mut self, mv: &str) -> bool {
        let Some(search) = &mut self.search else { return false };
        let hit = matches!(&search.purpose, Purpose::Ponder(reply, _) if reply == mv);
        if hit {
            search.purpose = Purpose::Move;
            search.began = Instant::now();
            self.host.session().ponder_hit();
        }
        hit
    }

    /// Says how the game ended if it did and nobody said so before; gives back whether it did.
    fn claim(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let Some(outcome) = self.host.outcome() else { return Ok(false) };
        if !self.claimed {
            self.claimed = true;
            writeln!(out, "{} {{{outcome}}}", outcome.result())?;
        }
        Ok(true)
    }

    /// Starts to think about a move, unless the game is over.
    fn think(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if !self.claim(out)? {
            let limits = self.limits();
            self.search(&limits, Purpose::Move);
        }
        Ok(())
    }

    /// Starts to think about the position when analysing, or while the opponent does, unless the game
    /// is over.
    fn resume(&mut self) {
        if self.host.outcome().is_some() {
            return;
        }
        match self.mode {
            Mode::Analyze => self.analyze(),
            Mode::Play(side) if side != self.host.session().side() && self.ponders => self.ponder(),
            _ => {}
        }
    }

    fn analyze(&mut self) {
        let mut limits = Limits { infinite: true, analysis: true, ..Limits::default() };
        if !self.excluded.is_empty() {
            limits.moves = self.host.session().legal_moves(Style::Plain);
            limits.moves.retain(|mv| !self.excluded.contains(mv));
            // To a search no moves would be all moves.
            if limits.moves.is_empty() {
                return;
            }
        }
        self.search(&limits, Purpose::Analysis);
    }

    /// Thinks as if the opponent had made the move that the engine expects.
    fn ponder(&mut self) {
        let Some(reply) = self.hint.clone() else { return };
        let session = self.host.session_mut();
        let Ok(reply) = session.play(&reply) else { return };
        if session.outcome().is_none() {
            let planned = self.limits();
            let limits = Limits { ponder: true, ..planned.clone() };
            self.search(&limits, Purpose::Ponder(reply, planned));
        }
        self.host.session_mut().undo();
    }

    fn search(&mut self, limits: &Limits, purpose: Purpose) {
        let number = self.host.go(limits, Style::Xboard);
        self.found = None;
        self.search = Some(Search { number, purpose, began: Instant::now(), stopping: false });
    }

    /// Ends the running search without its result, and takes up what waited for it.
    fn abandon(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.search.take().is_some() {
            self.host.session().stop();
        }
        self.take_waiting(out)
    }

    fn move_now(&mut self) {
        if self.is_thinking()
            && let Some(search) = &mut self.search
        {
            search.stopping = true;
            self.host.session().stop();
        }
    }

    fn report(&mut self, info: Info<String>, out: &mut dyn Write) -> io::Result<()> {
        if self.post {
            let (depth, nodes) = (info.depth, info.nodes);
            let (score, time) = (score(info.score), info.time.as_millis() / 10);
            let line = format!("{depth} {score} {time} {nodes} {}", info.pv.join(" "));
            writeln!(out, "{}", line.trim_end())?;
        }
        self.found = Some(info);
        Ok(())
    }

    /// The search has ended: plays its move, and takes up what waited for it.
    fn conclude(&mut self, best: Best<String>, out: &mut dyn Write) -> io::Result<()> {
        let Some(search) = self.search.take() else { return Ok(()) };
        if search.purpose == Purpose::Move {
            self.play_found(&search, best, out)?;
        }
        self.take_waiting(out)?;
        if self.search.is_none() && self.mode != Mode::Analyze && !self.ended {
            self.resume();
        }
        Ok(())
    }

    /// Plays what a search for a move has found, or resigns.
    fn play_found(
        &mut self,
        search: &Search,
        best: Best<String>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let number = self.host.session().plies() / 2 + 1;
        self.clock.spend(search.began.elapsed(), best.info.nodes, number);
        self.prospects.add(best.info.score.chances(&self.host.session().win_rates()));
        if self.resigns && self.prospects.resigns() {
            self.mode = Mode::Force;
            return writeln!(out, "resign");
        }
        match best.best {
            Some(text) if self.host.session_mut().play(&text).is_ok() => {
                writeln!(out, "move {text}")?;
                self.hint = best.ponder;
                if !self.claim(out)? && self.offers_draws && self.prospects.offers() {
                    writeln!(out, "offer draw")?;
                }
                Ok(())
            }
            // Either would be a fault of ours: better to stand still than to go on with it.
            text => {
                let text = text.unwrap_or_else(|| "none".to_owned());
                self.mode = Mode::Force;
                writeln!(out, "tellusererror the search gave no legal move: {text}")
            }
        }
    }

    fn give_hint(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.hint {
            Some(text) => writeln!(out, "Hint: {text}"),
            None => Ok(()),
        }
    }

    /// `stat01: time nodes ply mvleft mvtot`: how the analysis goes.
    fn give_status(&self, out: &mut dyn Write) -> io::Result<()> {
        let (Mode::Analyze, Some(info)) = (self.mode, &self.found) else { return Ok(()) };
        let moves = self.host.session().legal_moves(Style::Plain).len();
        let time = info.time.as_millis() / 10;
        writeln!(out, "stat01: {time} {} {} 0 {moves}", info.nodes, info.depth)
    }
}

/// The line that announces an option that is on or off.
fn declare_check(name: &str, on: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "feature option=\"{name} -check {}\"", u8::from(on))
}

/// `Error (FAULT): TEXT`.
fn refuse(fault: &str, words: &[&str], out: &mut dyn Write) -> io::Result<()> {
    let text = words.join(" ");
    writeln!(out, "Error ({fault}): {}", input::excerpt(text.trim_end()))
}

/// A score on CECP's scale: centipawns, and 100,000 and the number of moves for a won game.
fn score(score: Score) -> i64 {
    match score {
        Score::Cp(score) => i64::from(score),
        Score::WinIn(_) => MATE + i64::from(score.mate_in().unwrap_or_default()),
        Score::LossIn(_) => -MATE + i64::from(score.mate_in().unwrap_or_default()),
    }
}
