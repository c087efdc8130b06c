//! Reading lines.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_survive_other_line_ends_and_broken_text() {
        let read: Vec<_> = lines(&b"a\r\nb\n\n\xFFc\xC3\nlast"[..]).map(Result::unwrap).collect();
        assert_eq!(read, ["a", "b", "", "\u{FFFD}c\u{FFFD}", "last"]);
    }
}
