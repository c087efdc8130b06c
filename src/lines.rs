//! Text files line by line, and what can be wrong with a line.

use std::io::{self, BufRead};

use thiserror::Error;

/// The lines of `reader` without their ends. Bytes that are not UTF-8 do not end the reading:
/// each broken sequence becomes U+FFFD.
pub fn lines(reader: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    reader.split(b'\n').map(|line| {
        let line = line?;
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        Ok(String::from_utf8_lossy(line).into_owned())
    })
}

/// Why a line was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{fault}: {text:?}")]
pub struct LineFault {
    /// What is wrong.
    pub fault: String,
    /// The offending text.
    pub text: String,
}

impl LineFault {
    /// `fault`, found in `text`.
    pub fn new(fault: impl Into<String>, text: impl Into<String>) -> Self {
        LineFault { fault: fault.into(), text: text.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_survive_other_line_ends_and_broken_text() {
        let read: Vec<_> = lines(&b"a\r\nb\n\n\xFFc\xC3\nlast"[..]).map(Result::unwrap).collect();
        assert_eq!(read, ["a", "b", "", "\u{FFFD}c\u{FFFD}", "last"]);
    }
}
