//! UCI, as spoken to an engine.

use std::time::Duration;

use super::options::{EngineOption, OptionList};
use super::{Beginning, Dialect, Eval, Fault, Link, Reply, Thoughts, Turn};
use crate::arena::limits::TimeLimit;

/// The option that chooses the game.
const VARIANT: &str = "UCI_Variant";
/// What engines say instead of a move if they have none.
const NO_MOVES: [&str; 4] = ["(none)", "0000", "NULL", "none"];

/// A conversation in UCI.
#[derive(Debug, Default)]
pub(super) struct Uci {
    options: OptionList,
    /// The game that was chosen last.
    variant: Option<&'static str>,
}

impl Dialect for Uci {
    fn greet(&mut self, link: &mut Link) -> Result<(), Fault> {
        link.send("uci");
        let options = &mut self.options;
        link.wait_for("uci", link.patience, |_, line| {
            if let Some(option) = line.strip_prefix("option ").and_then(read_option) {
                options.add(option);
            }
            (line == "uciok").then_some(())
        })
    }

    fn options(&self) -> &OptionList {
        &self.options
    }

    fn variants(&self) -> &[String] {
        self.options.find(VARIANT).map_or(&[], |option| &option.choices)
    }

    fn set(&self, link: &Link, name: &str, value: &str) -> Result<(), Fault> {
        let option = self.options.accepting(name, value)?;
        let name = &option.name;
        let value = match (option.kind.as_str(), value) {
            ("button", _) => {
                link.send(&format!("setoption name {name}"));
                return Ok(());
            }
            ("check", "1") => "true",
            ("check", "0") => "false",
            _ => value,
        };
        link.send(&format!("setoption name {name} value {value}"));
        Ok(())
    }

    fn synchronize(&mut self, link: &mut Link) -> Result<(), Fault> {
        let ready = self.sound_out(link);
        let seen = |_: &Link, line: &str| (ready.as_deref() == Some(line)).then_some(());
        link.wait_for("isready", link.patience, seen)
    }

    fn begin(&mut self, link: &mut Link, beginning: &Beginning) -> Result<(), Fault> {
        let game = beginning.game;
        if self.variant != Some(game.name) {
            link.send(&format!("setoption name {VARIANT} value {}", game.name));
            self.variant = Some(game.name);
        }
        for (name, on) in self.options.rules(game, beginning.options) {
            link.send(&format!("setoption name {name} value {on}"));
        }
        link.send("ucinewgame");
        self.synchronize(link)
    }

    fn sound_out(&mut self, link: &Link) -> Option<String> {
        link.send("isready");
        Some("readyok".to_owned())
    }

    fn ask(&mut self, link: &Link, turn: &Turn) {
        let mut position = format!("position fen {}", turn.fen);
        if !turn.moves.is_empty() {
            position += " moves ";
            position += &turn.moves.join(" ");
        }
        // In one piece, which wakes the engine once.
        link.send(&format!("{position}\n{}", go(turn)));
    }

    fn read(&mut self, line: &str) -> Option<Reply> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "bestmove" => {
                let best = rest.split_whitespace().next().unwrap_or_default().to_owned();
                let none = best.is_empty() || NO_MOVES.contains(&best.as_str());
                Some(if none { Reply::NoMove(best) } else { Reply::Move(best) })
            }
            "info" => read_info(rest).map(Reply::Thoughts),
            _ => None,
        }
    }

    fn hurry(&self) -> &'static str {
        "stop"
    }
}

/// The words that ask for a move.
fn go(turn: &Turn) -> String {
    let mut go = "go".to_owned();
    let ms = |time: Duration| time.as_millis().max(1);
    match turn.limits.time {
        TimeLimit::Unlimited => {}
        TimeLimit::PerMove(time) => go += &format!(" movetime {}", ms(time)),
        TimeLimit::Clock(_) => {
            let [white, black] = turn.clocks.unwrap_or_default().map(ms);
            let [white_more, black_more] = turn.increments.map(|time| time.as_millis());
            go += &format!(" wtime {white} btime {black} winc {white_more} binc {black_more}");
            if let Some(moves) = turn.moves_to_go {
                go += &format!(" movestogo {moves}");
            }
        }
    }
    if let Some(depth) = turn.limits.depth {
        go += &format!(" depth {depth}");
    }
    if let Some(nodes) = turn.limits.nodes {
        go += &format!(" nodes {nodes}");
    }
    go
}

/// Reads `name N type T default D min A max B var V …`.
fn read_option(text: &str) -> Option<EngineOption> {
    let text = text.trim().strip_prefix("name ")?;
    let (name, rest) = text.split_once(" type ")?;
    let mut words = rest.split_whitespace();
    let kind = words.next()?.to_owned();
    let (mut least, mut most) = (None, None);
    let mut choices: Vec<String> = Vec::new();
    let mut key = "";
    for word in words {
        match (word, key) {
            ("default" | "min" | "max", _) => key = word,
            ("var", _) => {
                key = word;
                choices.push(String::new());
            }
            (number, "min") => least = number.parse().ok(),
            (number, "max") => most = number.parse().ok(),
            (text, "var") => add_word(choices.last_mut(), text),
            _ => {}
        }
    }
    Some(EngineOption { name: name.trim().to_owned(), kind, range: least.zip(most), choices })
}

/// Adds a word to a text of several.
fn add_word(text: Option<&mut String>, word: &str) {
    let Some(text) = text else { return };
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

/// Reads what follows `info`. Bounds and other lines than the best say nothing.
fn read_info(text: &str) -> Option<Thoughts> {
    let words: Vec<&str> = text.split_whitespace().collect();
    // Whatever follows is a text for people, or moves.
    let end = words.iter().position(|word| matches!(*word, "string" | "pv"));
    let words = &words[..end.unwrap_or(words.len())];
    let after = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1..)
    };
    let number = |name: &str| after(name)?.first()?.parse::<i32>().ok();
    let bound = words.iter().any(|word| matches!(*word, "lowerbound" | "upperbound"));
    if bound || number("multipv").is_some_and(|line| line != 1) {
        return None;
    }
    let eval = match after("score")? {
        ["cp", value, ..] => Eval::Cp(value.parse().ok()?),
        ["mate", value, ..] => Eval::Mate(value.parse().ok()?),
        _ => return None,
    };
    let depth = number("depth").and_then(|depth| u32::try_from(depth).ok());
    Some(Thoughts { eval: Some(eval), depth })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::limits::LimitRequest;
    use crate::board::Side;

    fn go_with(limits: &[(&str, &str)], moves_to_go: Option<u32>) -> String {
        let mut request = LimitRequest::default();
        limits.iter().for_each(|(key, text)| assert!(request.set(key, text).unwrap()));
        let ms = Duration::from_millis;
        go(&Turn {
            fen: "",
            moves: &[],
            side: Side::White,
            limits: &request.limits().unwrap(),
            clocks: Some([ms(1_234), Duration::ZERO]),
            increments: [ms(10), ms(20)],
            moves_to_go,
        })
    }

    #[test]
    fn limits_are_put_into_words() {
        let clock = "go wtime 1234 btime 1 winc 10 binc 20";
        assert_eq!(go_with(&[("tc", "1+0.01")], None), clock);
        assert_eq!(go_with(&[("tc", "40/1")], Some(7)), format!("{clock} movestogo 7"));
        assert_eq!(go_with(&[("st", "0.25"), ("depth", "9")], None), "go movetime 250 depth 9");
        assert_eq!(go_with(&[("nodes", "5000")], None), "go nodes 5000");
    }

    #[test]
    fn lines_are_understood() {
        let mut uci = Uci::default();
        let mut read = |line| uci.read(line);
        assert_eq!(read("bestmove a2a3 ponder a5a4"), Some(Reply::Move("a2a3".to_owned())));
        assert_eq!(read("bestmove a2e7,e7a3"), Some(Reply::Move("a2e7,e7a3".to_owned())));
        assert_eq!(read("bestmove (none)"), Some(Reply::NoMove("(none)".to_owned())));
        assert_eq!(read("bestmove"), Some(Reply::NoMove(String::new())));
        let thoughts = |eval, depth| Some(Reply::Thoughts(Thoughts { eval: Some(eval), depth }));
        let line = "info depth 12 seldepth 20 score cp -35 nodes 5 pv a2a3 score cp 9";
        assert_eq!(read(line), thoughts(Eval::Cp(-35), Some(12)));
        assert_eq!(read("info score mate -3 depth 4"), thoughts(Eval::Mate(-3), Some(4)));
        for line in [
            "info string score cp 5",
            "info depth 3 score cp 5 lowerbound",
            "info depth 3 multipv 2 score cp 5",
            "info depth 3 score cp",
            "info currmove a2a3",
            "id name X",
            "",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn options_are_understood() {
        let option = read_option("name Clear Hash type button").unwrap();
        assert_eq!((option.name.as_str(), option.kind.as_str()), ("Clear Hash", "button"));
        let hash = read_option("name Hash type spin default 16 min 1 max 1024").unwrap();
        assert_eq!(hash.range, Some((1, 1024)));
        let combo = read_option("name V type combo default a var a var only rarely").unwrap();
        assert_eq!(combo.choices, ["a", "only rarely"]);
        assert!(read_option("name V type combo var").is_some());
        let mut options = OptionList::default();
        [hash, combo].into_iter().for_each(|option| options.add(option));
        assert!(
            options.accepting("hash", "64").is_ok()
                && options.accepting("V", "only rarely").is_ok()
        );
        for (name, value, message) in [
            ("Hash", "0", "its option \"Hash\" takes 1 to 1024, not \"0\""),
            ("V", "B", "its option \"V\" takes a, only rarely, not \"B\""),
            ("X", "1", "it has no option \"X\"; it has Hash, V"),
        ] {
            let fault = options.accepting(name, value).unwrap_err();
            assert_eq!(fault, Fault::Unfit(message.to_owned()));
        }
    }
}
