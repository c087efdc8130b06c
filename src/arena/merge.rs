//! Joining the shares of a match that was played on several machines.

use std::path::{Path, PathBuf};

use serde_json::Value;
use thiserror::Error;

use super::plan::Plan;
use super::schedule::Shard;
use super::state::{self, FinishedGame, StateError, state_path};

/// Why shares cannot be joined.
#[derive(Debug, Error)]
pub enum MergeError {
    /// A state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// A state's plan cannot be read.
    #[error("{path}: its plan cannot be read: {error}", path = .path.display())]
    Plan {
        /// The state.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A match that was played in one piece.
    #[error("{path} is no share of a match", path = .0.display())]
    Whole(PathBuf),
    /// No share is named.
    #[error("no share is named")]
    Nothing,
    /// What would be written is what is read.
    #[error("{path} is one of the shares: it would be lost", path = .0.display())]
    OutIsShare(PathBuf),
    /// Two states are of one share.
    #[error("{path} is share {shard}, and so is another", path = .path.display())]
    Twice {
        /// The second.
        path: PathBuf,
        /// The share.
        shard: Shard,
    },
    /// The shares are of matches that were shared out otherwise.
    #[error("{path} is share {shard}, but the first is one of {of}", path = .path.display())]
    OtherShares {
        /// The state.
        path: PathBuf,
        /// Its share.
        shard: Shard,
        /// The number of the first one's shares.
        of: u32,
    },
}

/// The plan of the whole match that is to be written to `out`, and all games of the shares whose PGN
/// files these are, in the order of their numbers. Shares may be missing.
///
/// # Errors
/// If they are not different shares of one match, or `out` is one of them.
pub fn merge(out: &Path, shares: &[PathBuf]) -> Result<(Plan, Vec<FinishedGame>), MergeError> {
    let mut whole: Option<(Value, Plan)> = None;
    let (mut seen, mut games): (Vec<Shard>, _) = (Vec::new(), Vec::new());
    for pgn in shares {
        let path = state_path(pgn);
        if is_same_file(&state_path(out), &path) {
            return Err(MergeError::OutIsShare(out.to_owned()));
        }
        let loaded = state::load(&path)?;
        let (shard, value, plan) = without_share(&path, loaded.plan)?;
        if seen.contains(&shard) {
            return Err(MergeError::Twice { path, shard });
        }
        if let Some(first) = seen.first().filter(|first| first.of != shard.of) {
            return Err(MergeError::OtherShares { path, shard, of: first.of });
        }
        seen.push(shard);
        state::check_games(&path, &Plan { shard: Some(shard), ..plan.clone() }, &loaded.games)?;
        match &whole {
            None => whole = Some((value, plan)),
            Some((first, _)) => {
                if let Some((key, was, is)) = state::difference(first, &value) {
                    return Err(StateError::OtherMatch { path, key, was, is }.into());
                }
            }
        }
        games.extend(loaded.games);
    }
    games.sort_unstable_by_key(|game| game.number);
    let (_, plan) = whole.ok_or(MergeError::Nothing)?;
    Ok((plan, games))
}

/// Whether both paths lead to one file that is there.
fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The share that a plan is of, and the plan of the whole.
fn without_share(path: &Path, mut value: Value) -> Result<(Shard, Value, Plan), MergeError> {
    let unreadable = |error| MergeError::Plan { path: path.to_owned(), error };
    let plan: Plan = serde_json::from_value(value.clone()).map_err(unreadable)?;
    let shard = plan.shard.ok_or_else(|| MergeError::Whole(path.to_owned()))?;
    value["shard"] = Value::Null;
    Ok((shard, value, Plan { shard: None, ..plan }))
}
