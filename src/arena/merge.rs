//! Joining the shares of a match that was played on several machines.

use std::path::{Path, PathBuf};

use serde_json::Value;
use thiserror::Error;

use super::plan::Plan;
use super::schedule::Shard;
use super::state::{self, FinishedGame, StateError};
use super::tournament::state_path;

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
        of: u64,
    },
}

/// The plan of the whole match, and all games of the shares whose PGN files these are, in the order
/// of their numbers. Shares may be missing.
///
/// # Errors
/// If they are not different shares of one match.
pub fn merge(shares: &[PathBuf]) -> Result<(Plan, Vec<FinishedGame>), MergeError> {
    let mut whole: Option<(Value, Plan)> = None;
    let (mut seen, mut games): (Vec<Shard>, _) = (Vec::new(), Vec::new());
    for pgn in shares {
        let path = state_path(pgn);
        let loaded = state::load(&path)?;
        let (shard, value, plan) = without_share(&path, loaded.plan)?;
        if seen.contains(&shard) {
            return Err(MergeError::Twice { path, shard });
        }
        if let Some(first) = seen.first().filter(|first| first.of != shard.of) {
            return Err(MergeError::OtherShares { path, shard, of: first.of });
        }
        seen.push(shard);
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
    match whole {
        Some((_, plan)) => Ok((plan, games)),
        None => Err(MergeError::Whole(PathBuf::new())),
    }
}

/// The share that a plan is of, and the plan of the whole.
fn without_share(path: &Path, mut value: Value) -> Result<(Shard, Value, Plan), MergeError> {
    let unreadable = |error| MergeError::Plan { path: path.to_owned(), error };
    let plan: Plan = serde_json::from_value(value.clone()).map_err(unreadable)?;
    let shard = plan.shard.ok_or_else(|| MergeError::Whole(path.to_owned()))?;
    value["shard"] = Value::Null;
    Ok((shard, value, Plan { shard: None, ..plan }))
}
