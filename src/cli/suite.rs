//! Perft suites: files of positions with their counts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::ProgressBar;

use super::error::Error;
use super::perft::{Counted, DEEPEST};
use super::setup::{self, GameArgs};
use super::{CHECK_FAILED, NO_SEARCH_HASH, input, progress};
use crate::game::{GameInfo, Options};
use crate::games;
use crate::perft::Method;
use crate::session::{Session, Start};

/// The positions of one file.
#[derive(Debug)]
pub(super) struct Suite {
    path: String,
    cases: Vec<Case>,
}

impl Suite {
    fn has_counts(&self) -> bool {
        self.cases.iter().any(|case| !case.counts.is_empty())
    }
}

/// A position and its counts.
#[derive(Debug)]
struct Case {
    game: &'static GameInfo,
    options: Options,
    fen: String,
    /// Depths with the nodes expected.
    counts: Vec<(u32, u64)>,
}

impl Case {
    fn open(&self) -> Result<Box<dyn Session>, Error> {
        setup::open(self.game, self.options, &Start::Fen(self.fen.clone()), NO_SEARCH_HASH)
    }

    /// The position as a line of a suite names it.
    fn name(&self) -> String {
        let options: Vec<_> = self.options.names(self.game).collect();
        let options =
            if options.is_empty() { String::new() } else { format!("[{}]", options.join(",")) };
        format!("{}{options}: {}", self.game.name, self.fen)
    }
}

/// Reads suites throughout, so that a broken line is found before time is spent on counting.
/// `game` holds where no line says otherwise.
pub(super) fn read(paths: &[PathBuf], game: &GameArgs) -> Result<Vec<Suite>, Error> {
    paths.iter().map(|path| read_file(path, game)).collect()
}

fn read_file(path: &Path, game: &GameArgs) -> Result<Suite, Error> {
    let name = path.display().to_string();
    let game_of_file = game.variant.or_else(|| game_by_stem(path));
    let mut cases = Vec::new();
    for (line, number) in input::open_lines(path)?.zip(1..) {
        let line = line?;
        let case = read_line(input::without_comment(&line), game_of_file, game);
        let case = case.map_err(|error| Error::SuiteLine {
            place: format!("{name}:{number}"),
            fault: error.to_string(),
        });
        cases.extend(case?);
    }
    Ok(Suite { path: name, cases })
}

/// The game whose name begins the file's name; the longest, if several do.
fn game_by_stem(path: &Path) -> Option<&'static GameInfo> {
    let stem = path.file_stem()?.to_string_lossy();
    let fitting = games::ALL.iter().filter(|game| stem.starts_with(game.name));
    fitting.max_by_key(|game| game.name.len()).copied()
}

/// Why a line cannot be used: a fault in its form, or one of the errors of a start.
type LineError = Box<dyn std::error::Error>;

/// Reads a line without comment; `None` if nothing is on it.
fn read_line(
    line: &str,
    game_of_file: Option<&'static GameInfo>,
    args: &GameArgs,
) -> Result<Option<Case>, LineError> {
    let (prefix, line) = match line.split_once(':') {
        Some((prefix, rest)) => (Some(prefix), rest),
        None => (None, line),
    };
    let Some(fen) = input::fen_on(line) else {
        let empty = prefix.is_none() && line.is_empty();
        return if empty { Ok(None) } else { Err(format!("no position: {line:?}").into()) };
    };
    let (game, options) = match prefix {
        Some(prefix) => read_prefix(prefix)?,
        None => {
            let game = game_of_file.ok_or(Error::NoVariant)?;
            (game, args.options(game)?)
        }
    };
    let counts = line.split(';').skip(1).map(read_count).collect::<Result<_, _>>()?;
    let case = Case { game, options, fen: fen.to_owned(), counts };
    case.open()?;
    Ok(Some(case))
}

/// Reads a game's name, with its options in brackets if there are some.
fn read_prefix(prefix: &str) -> Result<(&'static GameInfo, Options), LineError> {
    let prefix = prefix.trim();
    let (name, options) = match prefix.split_once('[') {
        None => (prefix, ""),
        Some((name, options)) => {
            let options = options.strip_suffix(']');
            (name, options.ok_or_else(|| format!("a bracket is not closed: {prefix:?}"))?)
        }
    };
    let game = games::find(name).ok_or_else(|| Error::UnknownVariant(name.to_owned()))?;
    let names = options.split(',').map(str::trim).filter(|name| !name.is_empty());
    Ok((game, Options::named(game, names)?))
}

/// Reads a depth and its count, such as `D3 1184`.
fn read_count(text: &str) -> Result<(u32, u64), LineError> {
    let count = || {
        let (depth, nodes) = text.trim().strip_prefix('D')?.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|depth| (1..=DEEPEST).contains(depth))?;
        Some((depth, nodes.trim().parse().ok()?))
    };
    count().ok_or_else(|| format!("not a depth and a count such as `D3 1184`: {text:?}").into())
}

/// What came of checking.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    counted: Counted,
}

/// Checks the counts, none of them above `max_nodes`.
pub(super) fn check(
    out: &mut dyn Write,
    suites: &[Suite],
    max_nodes: u64,
    method: &Method,
) -> Result<ExitCode, Error> {
    let mut tally = Tally::default();
    let cases = || suites.iter().flat_map(|suite| &suite.cases);
    let bar = progress::bar(cases().map(|case| case.counts.len()).sum());
    for case in cases() {
        check_case(out, case, max_nodes, method, &mut tally, &bar)?;
    }
    bar.finish_and_clear();
    for suite in suites.iter().filter(|suite| !suite.has_counts()) {
        writeln!(out, "FAIL  no counts in {}", suite.path)?;
    }
    writeln!(
        out,
        "{} positions, {} counts: {} passed, {} failed, {} skipped; {} nodes  {}",
        tally.positions,
        tally.passed + tally.failed + tally.skipped,
        tally.passed,
        tally.failed,
        tally.skipped,
        tally.counted.nodes,
        tally.counted.to_string().trim_start()
    )?;
    let good = tally.failed == 0 && suites.iter().all(Suite::has_counts);
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(CHECK_FAILED) })
}

/// Checks the counts of one position, a line each.
fn check_case(
    out: &mut dyn Write,
    case: &Case,
    max_nodes: u64,
    method: &Method,
    tally: &mut Tally,
    bar: &ProgressBar,
) -> Result<(), Error> {
    let session = case.open()?;
    tally.positions += 1;
    for &(depth, expected) in &case.counts {
        if expected > max_nodes {
            tally.skipped += 1;
        } else {
            bar.set_message(format!("{} depth {depth}", case.game.name));
            let counted = Counted::timed(|| session.perft(depth, method));
            tally.counted.nodes += counted.nodes;
            tally.counted.time += counted.time;
            let good = counted.nodes == expected;
            *if good { &mut tally.passed } else { &mut tally.failed } += 1;
            let word = if good { "pass" } else { "FAIL" };
            let (got, name) = (counted.nodes, case.name());
            bar.suspend(|| {
                writeln!(out, "{word}  D{depth}  expected {expected}  got {got}  {name}")?;
                out.flush()
            })?;
        }
        bar.inc(1);
    }
    Ok(())
}
