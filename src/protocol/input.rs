//! Standard input as lines of clean text.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use super::Event;

/// How much of a refused text is repeated in an error line.
const EXCERPT: usize = 200;

/// How long a search may go on when nobody is left to stop it.
const PATIENCE: Duration = Duration::from_secs(60);

/// What arrives on standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    /// A line, cleaned and trimmed; it may be empty.
    Line(String),
    /// There will be no more lines. Said again after [`PATIENCE`].
    End,
}

/// Starts the thread that reads `source` and sends on what it finds.
pub(super) fn spawn_reader(source: impl Read + Send + 'static, events: Sender<Event>) {
    thread::spawn(move || {
        // An error of the channel means that the conversation is over.
        let send = |input| events.send(Event::Input(input)).map_err(drop);
        if read_lines(source, send).is_ok() {
            thread::sleep(PATIENCE);
            let _ = send(Input::End);
        }
    });
}

/// Hands every line of `source` to `take`, then the end. A source that fails has ended.
fn read_lines<E>(source: impl Read, mut take: impl FnMut(Input) -> Result<(), E>) -> Result<(), E> {
    let mut source = BufReader::new(source);
    let mut bytes = Vec::new();
    while source.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
        take(Input::Line(clean(&bytes)))?;
        bytes.clear();
    }
    take(Input::End)
}

/// The text of a line. Whatever is no printable text (line ends, tabs, NULs, broken UTF-8, a byte
/// order mark) separates words as a blank does, so it can neither glue two words together
/// nor find its way into an answer.
fn clean(bytes: &[u8]) -> String {
    let printable = |c: char| match c {
        '\u{FFFD}' | '\u{FEFF}' => ' ',
        c if c.is_control() => ' ',
        c => c,
    };
    String::from_utf8_lossy(bytes).chars().map(printable).collect::<String>().trim().to_owned()
}

/// The first word and the rest, both without blanks around them.
pub(super) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    match line.split_once(|c: char| c.is_ascii_whitespace()) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (line, ""),
    }
}

/// `text`, or its beginning if it is long, to be repeated in an error line.
pub(super) fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((length, _)) => format!("{}…", text.get(..length).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read from `bytes`.
    fn read(bytes: &[u8]) -> Vec<Input> {
        let mut inputs = Vec::new();
        read_lines(bytes, |input| {
            inputs.push(input);
            Ok::<(), ()>(())
        })
        .unwrap();
        inputs
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_end_anyhow() {
        assert_eq!(read(b""), [Input::End]);
        assert_eq!(read(b"uci"), [line("uci"), Input::End]);
        assert_eq!(read(b"uci\r\n\r\n go \n"), [line("uci"), line(""), line("go"), Input::End]);
    }

    #[test]
    fn bytes_that_are_no_text_are_blanks() {
        assert_eq!(read(b"\xEF\xBB\xBFuci\0\n"), [line("uci"), Input::End]);
        assert_eq!(read(b"\xFFgo\tdepth\r3\xC3\n"), [line("go depth 3"), Input::End]);
    }

    #[test]
    fn long_lines_arrive_whole_and_are_repeated_in_part() {
        let long = "x".repeat(1 << 20);
        assert_eq!(read(long.as_bytes()), [line(&long), Input::End]);
        assert_eq!(excerpt(&long).chars().count(), EXCERPT + 1);
        assert_eq!(excerpt("ö"), "ö");
    }

    #[test]
    fn words_are_split_at_any_blanks() {
        assert_eq!(split_word("  ping   1 2 "), ("ping", "1 2"));
        assert_eq!(split_word("new"), ("new", ""));
        assert_eq!(split_word(""), ("", ""));
    }
}
