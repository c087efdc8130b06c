//! Reading lines and the positions on them.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::error::Error;

/// The name that stands for stdin where a file is read, and for stdout where one is written.
pub(super) const STANDARD_STREAM: &str = "-";

/// The lines of the file, or of stdin, as they come.
pub(super) fn open_lines(
    path: &Path,
) -> Result<Box<dyn Iterator<Item = Result<String, Error>>>, Error> {
    let failed = {
        let path = path.display().to_string();
        move |error| Error::File { path: path.clone(), error }
    };
    let reader: Box<dyn BufRead> = if path.as_os_str() == STANDARD_STREAM {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(&failed)?))
    };
    Ok(Box::new(lines(reader).map(move |line| line.map_err(&failed))))
}

/// The lines of `reader` without their ends. Bytes that are not UTF-8 do not end the reading:
/// each broken sequence becomes U+FFFD.
pub(super) fn lines(reader: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    reader.split(b'\n').map(|line| {
        let line = line?;
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        Ok(String::from_utf8_lossy(line).into_owned())
    })
}

/// The line without its comment, which begins with a `#` at the line's start or after a blank,
/// and without blanks at its ends.
pub(super) fn without_comment(line: &str) -> &str {
    let line = line.trim_start_matches('\u{FEFF}');
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        if letter == '#' && before.is_whitespace() {
            return line[..at].trim();
        }
        before = letter;
    }
    line.trim()
}

/// The FEN on a line that holds a FEN or an EPD; `None` if it is blank or a comment.
///
/// The line is cut at the first `;`. A FEN's fifth field is a number; if another text stands there,
/// it begins the opcodes of an EPD and only the four fields before it are the position.
pub(super) fn fen_on(line: &str) -> Option<&str> {
    let text = without_comment(line);
    let text = text.split(';').next().unwrap_or_default().trim();
    let mut fields = text.split_ascii_whitespace();
    let fifth = fields.nth(4).filter(|field| !is_number(field));
    // The fields are slices of the text, so the distance to one is where it begins.
    let end = fifth.map_or(text.len(), |field| field.as_ptr() as usize - text.as_ptr() as usize);
    let fen = text[..end].trim();
    (!fen.is_empty()).then_some(fen)
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_found_on_every_kind_of_line() {
        for (line, fen) in [
            ("6/6 w - - 3 4", Some("6/6 w - - 3 4")),
            ("\u{FEFF}  6/6 w - - 3 4 Gh*\t", Some("6/6 w - - 3 4 Gh*")),
            ("6/6 w - - 3 4 ;D1 5", Some("6/6 w - - 3 4")),
            ("6/6 w - -", Some("6/6 w - -")),
            ("6/6 w - - bm a2a3; id \"x\";", Some("6/6 w - -")),
            ("6/6  w\t- -  hmvc 0; fmvn 1;", Some("6/6  w\t- -")),
            ("6/6 w - - -1 4", Some("6/6 w - - -1 4")),
            ("6/6 w - - 0 1 # a note; more", Some("6/6 w - - 0 1")),
            ("nonsense", Some("nonsense")),
            ("non#sense", Some("non#sense")),
            ("", None),
            (" \t", None),
            ("# 6/6 w - - 0 1", None),
            (" #", None),
            ("; 6/6", None),
        ] {
            assert_eq!(fen_on(line), fen, "{line:?}");
        }
    }

    #[test]
    fn lines_survive_other_line_ends_and_broken_text() {
        let read: Vec<_> = lines(&b"a\r\nb\n\n\xFFc\xC3\nlast"[..]).map(Result::unwrap).collect();
        assert_eq!(read, ["a", "b", "", "\u{FFFD}c\u{FFFD}", "last"]);
    }
}
