//! Perft suites: files of positions with their counts.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::ProgressBar;

use super::error::Error;
use super::perft::Counted;
use super::setup::GameArgs;
use super::{CHECK_FAILED, input, progress};
use crate::game::Variant;
use crate::perft::Method;
use crate::session::{self, NO_SEARCH_HASH, Session, Start, StartError};
use crate::suite::{self, Entry, SuiteError};

/// The positions of one file.
#[derive(Debug)]
pub(super) struct Suite {
    path: String,
    entries: Vec<Entry>,
}

impl Suite {
    fn has_counts(&self) -> bool {
        self.entries.iter().any(|entry| !entry.counts.is_empty())
    }
}

/// Reads suites throughout, so that a broken line is found before time is spent on counting.
/// `game` holds where no line says otherwise.
pub(super) fn read(paths: &[PathBuf], game: &GameArgs) -> Result<Vec<Suite>, Error> {
    paths.iter().map(|path| read_file(path, game)).collect()
}

fn read_file(path: &Path, args: &GameArgs) -> Result<Suite, Error> {
    let entries = read_set(path, args, suite::parse, |entry: &Entry| {
        open(entry).map_err(|error| (entry.line, error.to_string())).map(drop)
    })?;
    Ok(Suite { path: path.display().to_string(), entries })
}

/// Reads a file of positions: `parse` reads its text, given what holds where no line names the game,
/// and `check` names the line and the fault of an entry that no game accepts.
pub(super) fn read_set<T>(
    path: &Path,
    args: &GameArgs,
    parse: impl FnOnce(&str, Option<Variant>) -> Result<Vec<T>, SuiteError>,
    check: impl Fn(&T) -> Result<(), (usize, String)>,
) -> Result<Vec<T>, Error> {
    let game = args.variant.or_else(|| suite::game_of_file(path));
    let default = game.map(|game| Ok::<_, Error>((game, args.options(game)?))).transpose()?;
    let text = input::open_lines(path)?.collect::<Result<Vec<_>, _>>()?.join("\n");
    let refused = |(line, fault): (usize, String)| Error::SuiteLine {
        place: format!("{}:{line}", path.display()),
        fault,
    };
    let entries =
        parse(&text, default).map_err(|error| refused((error.line, error.fault.to_string())))?;
    entries.iter().try_for_each(check).map_err(refused)?;
    Ok(entries)
}

/// A session at the position of an entry.
fn open(entry: &Entry) -> Result<Box<dyn Session>, StartError> {
    let start = Start::Fen(entry.fen.clone());
    session::open_at(entry.game, entry.options, &start, NO_SEARCH_HASH)
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
    let entries = || suites.iter().flat_map(|suite| &suite.entries);
    let bar = progress::bar(entries().map(|entry| entry.counts.len()).sum());
    for entry in entries() {
        check_entry(out, entry, max_nodes, method, &mut tally, &bar)?;
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
fn check_entry(
    out: &mut dyn Write,
    entry: &Entry,
    max_nodes: u64,
    method: &Method,
    tally: &mut Tally,
    bar: &ProgressBar,
) -> Result<(), Error> {
    let session = open(entry)?;
    tally.positions += 1;
    for &(depth, expected) in &entry.counts {
        if expected > max_nodes {
            tally.skipped += 1;
        } else {
            bar.set_message(format!("{} depth {depth}", entry.game.name));
            let counted = Counted::timed(|| session.perft(depth, method));
            tally.counted.nodes += counted.nodes;
            tally.counted.time += counted.time;
            let good = counted.nodes == expected;
            *if good { &mut tally.passed } else { &mut tally.failed } += 1;
            let word = if good { "pass" } else { "FAIL" };
            let (got, fen) = (counted.nodes, &entry.fen);
            let owner = suite::owner(entry.game, entry.options);
            bar.suspend(|| {
                writeln!(out, "{word}  D{depth}  expected {expected}  got {got}  {owner}: {fen}")?;
                out.flush()
            })?;
        }
        bar.inc(1);
    }
    Ok(())
}
