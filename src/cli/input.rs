//! Reading lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::error::Error;
use crate::lines::lines;

/// The name that stands for stdin where a file is read, and for stdout where one is written.
pub(super) const STANDARD_STREAM: &str = "-";

/// The file, or stdin, to be read.
pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead>, Error> {
    if path.as_os_str() == STANDARD_STREAM {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    Ok(Box::new(BufReader::new(file)))
}

/// The lines of the file, or of stdin, as they come.
pub(super) fn open_lines(
    path: &Path,
) -> Result<impl Iterator<Item = Result<String, Error>> + use<'_>, Error> {
    Ok(lines(open(path)?).map(move |line| line.map_err(|error| unreadable(path, error))))
}

/// What is said of a file that cannot be read.
pub(super) fn unreadable(path: &Path, error: io::Error) -> Error {
    Error::File { path: path.display().to_string(), error }
}
