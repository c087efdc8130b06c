//! XBoard's protocol (CECP), version 2, as spoken to an engine.

use std::time::{Duration, Instant};

use super::options::{EngineOption, OptionList};
use super::{Beginning, Dialect, Eval, Fault, Link, Reply, Thoughts, Turn};
use crate::arena::ending::Score;
use crate::arena::limits::{ThinkLimits, TimeLimit};
use crate::board::Side;

/// Scores from here on tell a mate: this much more than the number of moves to it.
const MATE: i64 = 100_000;
/// How many times as long as usual may be waited for an engine that asks for more time (`done=0`).
const MORE_TIME: u32 = 30;
/// Minutes on the clock of an engine that has none.
const ENDLESS_MINUTES: u32 = 10_000;
/// A refusal of the position; other errors that it shows to the user are of no concern here.
const REFUSED_POSITION: &str = "tellusererror Illegal position";
/// The null move, in the one game that has it, as the others write it and as CECP does.
const NULL_MOVES: [&str; 2] = ["0000", "@@@@"];

/// A conversation in CECP.
#[derive(Debug, Default)]
pub(super) struct Cecp {
    features: Features,
    options: OptionList,
    greeted: bool,
    /// How many moves of the present game the engine knows.
    told: usize,
    /// Whether it plays by itself, and not only takes down moves.
    playing: bool,
    pings: u64,
}

/// What the engine says it can do; what it does not mention is as the protocol has it.
#[derive(Debug, Default)]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    memory: bool,
    smp: bool,
    nps: bool,
    /// It wants no `time` and `otim`.
    no_time: bool,
    /// It can play one game only.
    no_reuse: bool,
    variants: Vec<String>,
}

impl Features {
    fn set(&mut self, name: &str, value: &str) {
        let on = value == "1";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "nps" => self.nps = on,
            "time" => self.no_time = !on,
            "reuse" => self.no_reuse = !on,
            "variants" => {
                let names = value.split(',').map(|name| name.trim().to_owned());
                self.variants = names.filter(|name| !name.is_empty()).collect();
            }
            _ => {}
        }
    }
}

impl Cecp {
    /// Takes down features until `done`, which it gives back: 0 asks for more time.
    fn take_features(&mut self, link: &mut Link, patience: Duration) -> Result<bool, Fault> {
        let Cecp { features, options, .. } = self;
        link.wait_for("protover", patience, |link, line| {
            let mut done = None;
            for (name, value) in features_in(line) {
                let accepted = !(name == "san" && value == "1");
                link.send(&format!("{} {name}", if accepted { "accepted" } else { "rejected" }));
                features.set(name, value);
                match name {
                    "done" => done = Some(value == "1"),
                    "option" => read_option(value).into_iter().for_each(|o| options.add(o)),
                    _ => {}
                }
            }
            done
        })
    }

    fn set_limits(&self, link: &Link, limits: &ThinkLimits) {
        match (limits.time, limits.nodes) {
            (TimeLimit::Clock(control), _) => {
                let seconds = control.base.as_secs_f64().ceil().max(1.0) as u64;
                let base = match (seconds / 60, seconds % 60) {
                    (minutes, 0) => minutes.to_string(),
                    (minutes, seconds) => format!("{minutes}:{seconds:02}"),
                };
                let moves = control.moves.unwrap_or(0);
                let increment = control.increment.as_secs_f64();
                link.send(&format!("level {moves} {base} {increment}"));
            }
            (TimeLimit::PerMove(time), _) => link.send(&format!("st {}", time.as_secs_f64())),
            // A second of so many nodes.
            (TimeLimit::Unlimited, Some(nodes)) => {
                link.send(&format!("nps {nodes}"));
                link.send("st 1");
            }
            // Without this, an engine goes by a clock of its own.
            (TimeLimit::Unlimited, None) => link.send(&format!("level 0 {ENDLESS_MINUTES} 0")),
        }
        if let Some(depth) = limits.depth {
            link.send(&format!("sd {depth}"));
        }
    }

    fn tell_move(&mut self, link: &Link, mv: &str) {
        let mv = if mv == NULL_MOVES[0] { NULL_MOVES[1] } else { mv };
        match self.features.usermove {
            true => link.send(&format!("usermove {mv}")),
            false => link.send(mv),
        }
        self.told += 1;
    }

    fn tell_clocks(&self, link: &Link, turn: &Turn) {
        let Some(clocks) = turn.clocks.filter(|_| !self.features.no_time) else { return };
        let [own, other] = match turn.side {
            Side::White => clocks,
            Side::Black => [clocks[1], clocks[0]],
        }
        .map(|time: Duration| (time.as_millis() / 10).max(1));
        link.send(&format!("time {own}"));
        link.send(&format!("otim {other}"));
    }
}

impl Dialect for Cecp {
    fn greet(&mut self, link: &mut Link) -> Result<(), Fault> {
        if !self.greeted {
            link.send("xboard");
        }
        link.send("protover 2");
        let until = Instant::now() + link.patience * MORE_TIME;
        let mut patience = link.patience;
        while !self.take_features(link, patience)? {
            patience = until.saturating_duration_since(Instant::now());
        }
        self.greeted = true;
        if self.features.setboard {
            return Ok(());
        }
        let why = "it lacks feature setboard: it cannot be given a position";
        Err(Fault::Unfit(why.to_owned()))
    }

    fn options(&self) -> &OptionList {
        &self.options
    }

    fn variants(&self) -> &[String] {
        &self.features.variants
    }

    fn set(&self, link: &Link, name: &str, value: &str) -> Result<(), Fault> {
        // What UCI calls so has words of its own here.
        let word = match name.to_ascii_lowercase().as_str() {
            "hash" if self.features.memory => Some("memory"),
            "threads" if self.features.smp => Some("cores"),
            _ => None,
        };
        if let Some(word) = word.filter(|_| self.options.find(name).is_none()) {
            link.send(&format!("{word} {value}"));
            return Ok(());
        }
        let option = self.options.accepting(name, value)?;
        let name = &option.name;
        match (option.kind.as_str(), value) {
            ("button" | "save" | "reset", _) => link.send(&format!("option {name}")),
            ("check", "true") => link.send(&format!("option {name}=1")),
            ("check", "false") => link.send(&format!("option {name}=0")),
            _ => link.send(&format!("option {name}={value}")),
        }
        Ok(())
    }

    fn refuses(&self, limits: &ThinkLimits) -> Option<&'static str> {
        limits.nodes?;
        match limits.time {
            TimeLimit::Unlimited if self.features.nps => None,
            TimeLimit::Unlimited => Some("it lacks feature nps, which limits nodes in CECP"),
            _ => Some("CECP has no words for a limit of nodes besides one of time"),
        }
    }

    /// What is said meanwhile is dropped, but for a refusal of the position.
    fn synchronize(&mut self, link: &mut Link) -> Result<(), Fault> {
        let Some(pong) = self.sound_out(link) else { return Ok(()) };
        let mut refused = None;
        link.wait_for("ping", link.patience, |_, line| {
            if line.starts_with(REFUSED_POSITION) {
                refused = Some(line.to_owned());
            }
            (line == pong).then_some(())
        })?;
        refused.map_or(Ok(()), |line| Err(Fault::Refusal(line)))
    }

    fn begin(&mut self, link: &mut Link, beginning: &Beginning) -> Result<(), Fault> {
        let game = beginning.game;
        link.send("new");
        link.send(&format!("variant {}", game.name));
        for (name, on) in self.options.rules(game, beginning.options) {
            link.send(&format!("option {name}={}", u8::from(on)));
        }
        self.set_limits(link, beginning.limits);
        for line in ["easy", "post", "force"] {
            link.send(line);
        }
        link.send(&format!("setboard {}", beginning.fen));
        (self.told, self.playing) = (0, false);
        self.synchronize(link)
    }

    fn sound_out(&mut self, link: &Link) -> Option<String> {
        self.features.ping.then(|| {
            self.pings += 1;
            link.send(&format!("ping {}", self.pings));
            format!("pong {}", self.pings)
        })
    }

    fn ask(&mut self, link: &Link, turn: &Turn) {
        let untold = turn.moves.get(self.told..).unwrap_or_default();
        let (last, before) = match untold.split_last() {
            Some((last, before)) if self.playing => (Some(last), before),
            _ => (None, untold),
        };
        before.iter().for_each(|mv| self.tell_move(link, mv));
        self.tell_clocks(link, turn);
        match last {
            Some(mv) => self.tell_move(link, mv),
            None => link.send("go"),
        }
        self.playing = true;
        // The move it answers with it knows.
        self.told += 1;
    }

    fn read(&mut self, line: &str) -> Option<Reply> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "move" if NULL_MOVES.contains(&rest.trim()) => Some(Reply::NoMove(rest.to_owned())),
            "move" => Some(Reply::Move(rest.trim().to_owned())),
            "resign" => Some(Reply::Resign),
            "offer" if rest.trim() == "draw" => Some(Reply::OfferDraw),
            _ if word.eq_ignore_ascii_case("illegal") => Some(Reply::Refusal(line.to_owned())),
            "tellusererror" if line.starts_with(REFUSED_POSITION) => {
                Some(Reply::Refusal(line.to_owned()))
            }
            "1-0" | "0-1" | "1/2-1/2" => {
                word.parse().ok().map(|score| Reply::Claim(score, line.to_owned()))
            }
            _ => read_thoughts(line).map(Reply::Thoughts),
        }
    }

    fn hurry(&self) -> &'static str {
        "?"
    }

    fn is_for_one_game(&self) -> bool {
        // Without ping nothing tells where the words of one game end.
        self.features.no_reuse || !self.features.ping
    }

    fn offer_draw(&self, link: &Link) {
        link.send("draw");
    }

    fn end_game(&mut self, link: &Link, score: Score, reason: &str) {
        link.send(&format!("result {score} {{{reason}}}"));
        link.send("force");
    }
}

/// The names and values that follow `feature` in a line.
fn features_in(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = line.strip_prefix("feature").unwrap_or_default();
    std::iter::from_fn(move || {
        let (name, after) = rest.trim_start().split_once('=')?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        rest = after;
        Some((name, value))
    })
}

/// Reads `NAME -spin 1 0 9`, `NAME -combo a /// *b`, `NAME -check 0` and so on.
fn read_option(text: &str) -> Option<EngineOption> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, values) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let numbers: Vec<i64> = values.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    let range = match (kind, &numbers[..]) {
        ("spin" | "slider", &[_, least, most]) => Some((least, most)),
        _ => None,
    };
    let choices = match kind {
        "combo" => {
            let choices = values.split("///").map(|choice| choice.trim().trim_start_matches('*'));
            choices.map(str::to_owned).collect()
        }
        _ => Vec::new(),
    };
    Some(EngineOption { name: name.trim().to_owned(), kind: kind.to_owned(), range, choices })
}

/// Reads the depth in a line of thought, behind which some engines write how the search stands.
pub(super) fn read_depth(word: &str) -> Option<u32> {
    word.trim_end_matches(['+', '-', '.', '&']).parse().ok()
}

/// Reads `ply score time nodes pv`.
fn read_thoughts(line: &str) -> Option<Thoughts> {
    let mut words = line.split_whitespace();
    let depth = read_depth(words.next()?)?;
    let score: i64 = words.next()?.parse().ok()?;
    let _time: f64 = words.next()?.parse().ok()?;
    let _nodes: u64 = words.next()?.parse().ok()?;
    let moves = score.checked_abs().and_then(|score| i32::try_from(score.checked_sub(MATE)?).ok());
    let eval = match moves.filter(|&moves| moves >= 0) {
        // No engine to move has won already.
        Some(moves) => Eval::Mate(if score > 0 { moves.max(1) } else { -moves }),
        None => Eval::Cp(i32::try_from(score).ok()?),
    };
    Some(Thoughts { eval: Some(eval), depth: Some(depth) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_understood() {
        let line = "feature ping=1 setboard=1 myname=\"A = b\" variants=\"x, y\" time=0 done=1";
        let found: Vec<_> = features_in(line).collect();
        let names = [("ping", "1"), ("setboard", "1"), ("myname", "A = b"), ("variants", "x, y")];
        assert_eq!(found, [&names[..], &[("time", "0"), ("done", "1")]].concat());
        let mut features = Features::default();
        found.into_iter().for_each(|(name, value)| features.set(name, value));
        assert!(features.ping && features.no_time && !features.usermove);
        assert_eq!(features.variants, ["x", "y"]);
        for line in ["", "feature", "feature x", "feature a=\"b", "featurex", "feature ="] {
            assert!(features_in(line).count() <= 1, "{line}");
        }
    }

    #[test]
    fn options_are_understood() {
        let spin = read_option("Skill Level -spin 20 -20 20").unwrap();
        assert_eq!((spin.name.as_str(), spin.range), ("Skill Level", Some((-20, 20))));
        let combo = read_option("Style -combo calm /// *wild /// odd").unwrap();
        assert_eq!(combo.choices, ["calm", "wild", "odd"]);
        assert_eq!(read_option("Clear -button").unwrap().kind, "button");
        assert_eq!(read_option("File -string "), read_option("File -string"));
        assert_eq!(read_option("nothing"), None);
    }

    #[test]
    fn lines_are_understood() {
        let mut cecp = Cecp::default();
        let mut read = |line| cecp.read(line);
        assert_eq!(read("move a2e7,e7a3"), Some(Reply::Move("a2e7,e7a3".to_owned())));
        assert_eq!(read("move @@@@"), Some(Reply::NoMove("@@@@".to_owned())));
        let claim = Reply::Claim(Score::Black, "0-1 {Black wins}".to_owned());
        assert_eq!(read("0-1 {Black wins}"), Some(claim));
        assert_eq!(read("resign"), Some(Reply::Resign));
        assert_eq!(read("offer draw"), Some(Reply::OfferDraw));
        let refusal = "Illegal move: a2a3";
        assert_eq!(read(refusal), Some(Reply::Refusal(refusal.to_owned())));
        let thoughts =
            |eval, depth| Some(Reply::Thoughts(Thoughts { eval: Some(eval), depth: Some(depth) }));
        assert_eq!(read("12 -35 120 5000 a2a3 a5a4"), thoughts(Eval::Cp(-35), 12));
        assert_eq!(read("12& 100003 120 5000"), thoughts(Eval::Mate(3), 12));
        assert_eq!(read("7 -100002 1 2 x"), thoughts(Eval::Mate(-2), 7));
        assert_eq!(read("7 100000 1 2 x"), thoughts(Eval::Mate(1), 7));
        assert_eq!(read("7 -100000 1 2 x"), thoughts(Eval::Mate(0), 7));
        assert_eq!(read("7 -9223372036854775808 1 2 x"), None);
        assert!(matches!(read("illegal move: a2a3"), Some(Reply::Refusal(_))));
        assert!(matches!(read("tellusererror Illegal position: x"), Some(Reply::Refusal(_))));
        assert_eq!(read("tellusererror low battery"), None);
        for line in ["# 1 2 3 4", "Error (unknown command): x", "1-0x", "1 2 3", "moves", "", "5"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
