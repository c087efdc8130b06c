//! What more threads are worth: the time to a depth, and the nodes per second, of several threads
//! against one, over random openings.

use std::time::Duration;

use thiserror::Error;

use crate::arena::openings::{OpeningError, OpeningPlan};
use crate::arena::stats::CI95;
use crate::game::Variant;
use crate::search::{Limits, TableError};
use crate::session::{self, Session};

/// What is to be measured.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The game and its options.
    pub variant: Variant,
    /// The positions.
    pub openings: OpeningPlan,
    /// How many of them.
    pub positions: u64,
    /// Threads that are compared with one.
    pub threads: usize,
    /// Depth of the searches, in plies.
    pub depth: u32,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
}

/// One search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Nodes of all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// The searches of one position: by one thread, and by several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pair {
    /// By one thread.
    pub alone: Run,
    /// By several.
    pub together: Run,
}

/// A mean of ratios.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// The geometric mean.
    pub mean: f64,
    /// Half the width of the interval of 95 % about its logarithm, as for many ratios; nothing from less
    /// than two.
    pub error: Option<f64>,
}

/// Why nothing could be measured.
#[derive(Debug, Error)]
pub enum ScalingError {
    /// There is no such opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The table cannot be had.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Pair {
    /// How many times sooner several threads come to the depth.
    pub fn speedup(&self) -> f64 {
        self.alone.seconds() / self.together.seconds()
    }

    /// How many times as many nodes several threads search in the same time.
    pub fn node_rate(&self) -> f64 {
        self.together.nodes_per_second() / self.alone.nodes_per_second()
    }
}

impl Run {
    fn seconds(&self) -> f64 {
        self.time.as_secs_f64().max(1e-6)
    }

    fn nodes_per_second(&self) -> f64 {
        self.nodes.max(1) as f64 / self.seconds()
    }
}

impl Ratio {
    /// The mean of these; 1 if there are none.
    pub fn of(ratios: impl IntoIterator<Item = f64>) -> Self {
        let logs: Vec<f64> = ratios.into_iter().map(f64::ln).collect();
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let error = (logs.len() > 1).then(|| CI95 * (squares / (count - 1.0) / count).sqrt());
        Ratio { mean: mean.exp(), error }
    }

    /// The interval of 95 % in which the mean lies, if it can be told.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.error.map(|error| (self.mean * (-error).exp(), self.mean * error.exp()))
    }
}

/// Searches one position after the other, first by one thread and then by several, each time with
/// nothing in the table and nothing learnt; `told` hears of each.
///
/// # Errors
/// See [`ScalingError`].
pub fn measure(plan: &Plan, told: &mut dyn FnMut(&Pair)) -> Result<Vec<Pair>, ScalingError> {
    let (game, options) = plan.variant;
    let mut pairs = Vec::new();
    for number in 0..plan.positions {
        let opening = plan.openings.opening(game, options, number)?;
        let mut session = opening.session(game, options)?;
        session.set_hash(plan.hash_mib)?;
        let mut run = |threads| run(&mut *session, threads, plan.depth);
        let pair = Pair { alone: run(1), together: run(plan.threads) };
        told(&pair);
        pairs.push(pair);
    }
    Ok(pairs)
}

fn run(session: &mut dyn Session, threads: usize, depth: u32) -> Run {
    let limits = Limits { threads, depth: Some(depth), ..Limits::default() };
    session.forget();
    let info = session::think(session, &limits).map(|best| best.info);
    info.map_or(Run { nodes: 0, time: Duration::ZERO }, |info| Run {
        nodes: info.nodes,
        time: info.time,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64, nodes: u64) -> Run {
        Run { nodes, time: Duration::from_secs(seconds) }
    }

    #[test]
    fn ratios_are_told_as_several_to_one() {
        let pair = Pair { alone: seconds(6, 600), together: seconds(4, 760) };
        assert_eq!((pair.speedup(), pair.node_rate()), (1.5, 1.9));
    }

    #[test]
    fn means_are_geometric_with_their_errors() {
        let ratio = Ratio::of([1.0, 4.0]);
        assert!((ratio.mean - 2.0).abs() < 1e-12);
        // The deviation of the logarithms is ln 4 / √2, and their mean's ln 4 / 2.
        assert!((ratio.error.unwrap() - CI95 * 4_f64.ln() / 2.0).abs() < 1e-12);
        let (least, most) = ratio.interval().unwrap();
        assert!((least * most - 4.0).abs() < 1e-9 && least < 2.0);
        assert_eq!(Ratio::of([3.0]).error, None);
        assert_eq!(Ratio::of([]).mean, 1.0);
    }

    #[test]
    fn every_position_is_searched_twice() {
        let game = crate::games::ALL[0];
        let openings = OpeningPlan { random_plies: 4, seed: 1, ..OpeningPlan::default() };
        let variant = (game, crate::game::Options::NONE);
        let plan = Plan { variant, openings, positions: 3, threads: 2, depth: 5, hash_mib: 1 };
        let mut heard = 0;
        let pairs = measure(&plan, &mut |_| heard += 1).unwrap();
        assert_eq!((pairs.len(), heard), (3, 3));
        assert!(pairs.iter().all(|pair| pair.alone.nodes > 0 && pair.together.nodes > 0));
        let again = measure(&plan, &mut |_| ()).unwrap();
        let alone = |pairs: &[Pair]| pairs.iter().map(|pair| pair.alone.nodes).collect::<Vec<_>>();
        assert_eq!(alone(&pairs), alone(&again));
    }
}
