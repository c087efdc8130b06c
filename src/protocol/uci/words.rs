//! The words of UCI, read and written; the only place that knows the crate `vampirc-uci`.
//!
//! The crate was made for chess: it knows the squares of an 8×8 board and the men of chess, and of
//! a `position` or `searchmoves` on other boards it drops what it cannot read. Numbers over
//! 255 in a `go`, or a trailing blank, make it panic, and it forgets that a `go` was to ponder. So it
//! reads only commands that carry neither squares nor numbers, one by one and already trimmed, and
//! writes what has neither: `id`, `option`, `uciok`, `readyok` and strings. All else is ours.

use vampirc_uci::{Serializable, UciInfoAttribute, UciMessage, UciOptionConfig, parse_one};

use crate::protocol::input;

/// A command, with its arguments as they came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Uci,
    Debug(bool),
    IsReady,
    NewGame,
    Stop,
    PonderHit,
    Quit,
    /// `register`, which needs no answer.
    Register,
    SetOption(&'a str),
    Position(&'a str),
    Go(&'a str),
    /// `d`: show the position.
    Display,
}

/// The command in `line`, behind words that are none, and how these begin.
pub(super) fn read(line: &str) -> (Option<Command<'_>>, &str) {
    let mut rest = line;
    while !rest.is_empty() {
        let (word, arguments) = input::split_word(rest);
        if let Some(command) = read_from(word, arguments) {
            let skipped = line.len() - rest.len();
            return (Some(command), line.get(..skipped).unwrap_or_default().trim_end());
        }
        rest = arguments;
    }
    (None, line)
}

/// The command that begins with `word`.
fn read_from<'a>(word: &str, arguments: &'a str) -> Option<Command<'a>> {
    match word {
        "uci" | "isready" | "ucinewgame" | "stop" | "ponderhit" | "quit" => read_plain(word),
        "debug" => read_plain(&format!("debug {}", input::split_word(arguments).0)),
        "register" => Some(Command::Register),
        "setoption" => Some(Command::SetOption(arguments)),
        "position" => Some(Command::Position(arguments)),
        "go" => Some(Command::Go(arguments)),
        "d" => Some(Command::Display),
        _ => None,
    }
}

/// What the crate makes of a command.
fn read_plain<'a>(text: &str) -> Option<Command<'a>> {
    match parse_one(text) {
        UciMessage::Uci => Some(Command::Uci),
        UciMessage::Debug(on) => Some(Command::Debug(on)),
        UciMessage::IsReady => Some(Command::IsReady),
        UciMessage::UciNewGame => Some(Command::NewGame),
        UciMessage::Stop => Some(Command::Stop),
        UciMessage::PonderHit => Some(Command::PonderHit),
        UciMessage::Quit => Some(Command::Quit),
        _ => None,
    }
}

/// `id name`.
pub(super) fn id_name(name: &str) -> String {
    UciMessage::id_name(name).serialize()
}

/// `id author`.
pub(super) fn id_author(author: &str) -> String {
    UciMessage::id_author(author).serialize()
}

/// `uciok`.
pub(super) fn uci_ok() -> String {
    UciMessage::UciOk.serialize()
}

/// `readyok`.
pub(super) fn ready_ok() -> String {
    UciMessage::ReadyOk.serialize()
}

/// `info string`.
pub(super) fn info_string(text: &str) -> String {
    UciMessage::Info(vec![UciInfoAttribute::String(text.to_owned())]).serialize()
}

/// An option that is on or off.
pub(super) fn check(name: &str, default: bool) -> String {
    UciOptionConfig::Check { name: name.to_owned(), default: Some(default) }.serialize()
}

/// An option that is a number.
pub(super) fn spin(name: &str, default: usize, min: usize, max: usize) -> String {
    let number = |number| i64::try_from(number).ok();
    UciOptionConfig::Spin {
        name: name.to_owned(),
        default: number(default),
        min: number(min),
        max: number(max),
    }
    .serialize()
}

/// An option that is a text.
pub(super) fn string(name: &str, default: &str) -> String {
    let default = if default.is_empty() { "<empty>" } else { default };
    UciOptionConfig::String { name: name.to_owned(), default: Some(default.to_owned()) }.serialize()
}

/// An option that is one of several texts.
pub(super) fn combo<'a>(
    name: &str,
    default: &str,
    values: impl Iterator<Item = &'a str>,
) -> String {
    UciOptionConfig::Combo {
        name: name.to_owned(),
        default: Some(default.to_owned()),
        var: values.map(str::to_owned).collect(),
    }
    .serialize()
}

/// An option that does something.
pub(super) fn button(name: &str) -> String {
    UciOptionConfig::Button { name: name.to_owned() }.serialize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_read() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("isready", Command::IsReady),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("ponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("debug on", Command::Debug(true)),
            ("debug  off", Command::Debug(false)),
            ("register later", Command::Register),
            ("setoption name Hash value 1", Command::SetOption("name Hash value 1")),
            ("position startpos", Command::Position("startpos")),
            ("go  depth 3", Command::Go("depth 3")),
            ("go", Command::Go("")),
            ("d", Command::Display),
        ] {
            assert_eq!(read(line), (Some(command), ""), "{line}");
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(read("joho debug on"), (Some(Command::Debug(true)), "joho"));
        assert_eq!(read("a b  go infinite"), (Some(Command::Go("infinite")), "a b"));
        assert_eq!(read("isreadyx"), (None, "isreadyx"));
        assert_eq!(read("debug maybe"), (None, "debug maybe"));
        assert_eq!(read(""), (None, ""));
    }

    #[test]
    fn what_is_written_is_uci() {
        assert_eq!(id_name("A 1"), "id name A 1");
        assert_eq!(id_author("B"), "id author B");
        assert_eq!(uci_ok(), "uciok");
        assert_eq!(ready_ok(), "readyok");
        assert_eq!(info_string("some text"), "info string some text");
        assert_eq!(check("Ponder", false), "option name Ponder type check default false");
        let spin = spin("Hash", 16, 1, 1024);
        assert_eq!(spin, "option name Hash type spin default 16 min 1 max 1024");
        assert_eq!(string("S", ""), "option name S type string default <empty>");
        assert_eq!(string("S", "a,b"), "option name S type string default a,b");
        let combo = combo("Game", "b", ["a", "b"].into_iter());
        assert_eq!(combo, "option name Game type combo default b var a var b");
        assert_eq!(button("Clear Hash"), "option name Clear Hash type button");
    }
}
