//! The numbers by which the search decides what not to look at, or to look at less deeply. Margins
//! are in cp, depths in plies.

use once_cell::sync::Lazy;

/// How much better one side must be for the game to be decided.
const DECIDED: i32 = 800;
/// Whether a value says that the game is decided: there evaluations tell little, and what is still to
/// be found is how it ends.
#[inline(always)]
pub(super) fn is_decided(value: i32) -> bool {
    value.abs() >= DECIDED
}

/// From this depth on a node without a table move is searched one ply less.
pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Up to this depth a node far above beta is cut off.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// How far above beta that must be.
pub(super) fn reverse_futility_margin(depth: i32, improving: bool) -> i32 {
    80 * (depth - improving as i32) + 20
}

/// Up to this depth a node far below alpha is left to quiescence search.
pub(super) const RAZORING_DEPTH: i32 = 3;
/// How far below alpha that must be.
pub(super) fn razoring_margin(depth: i32) -> i32 {
    200 + 200 * depth
}

/// From this depth on a null move is tried.
pub(super) const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on a null move's cutoff is verified by a search that moves.
pub(super) const VERIFIED_DEPTH: i32 = 12;
/// By how much less deeply the position after a null move is searched; the `excess` is what the
/// evaluation exceeds beta by.
pub(super) fn null_move_reduction(depth: i32, excess: i32) -> i32 {
    4 + depth / 4 + (excess / 150).min(3)
}

/// Up to this depth single moves are left out.
pub(super) const MOVE_PRUNING_DEPTH: i32 = 8;
/// The exchange value below which a move is left out.
pub(super) fn exchange_margin(depth: i32, quiet: bool) -> i32 {
    if quiet { -60 * depth } else { -25 * depth * depth }
}
/// Up to this depth quiet moves are left out that leave the evaluation far below alpha.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// How far below alpha that must be.
pub(super) fn futility_margin(depth: i32) -> i32 {
    120 + 90 * depth
}
/// Up to this depth quiet moves are left out that mostly failed.
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 4;
/// How bad their history must be.
pub(super) fn history_margin(depth: i32) -> i32 {
    -3000 * depth
}

/// From this depth on late moves are reduced.
pub(super) const REDUCTION_DEPTH: i32 = 3;
/// So much history is worth a ply of reduction.
pub(super) const HISTORY_UNIT: i32 = 8192;
/// Depths and counts beyond which reductions grow no more.
const REDUCTIONS: usize = 64;
/// By depth and by the number of moves tried: plies of reduction of a quiet move.
static REDUCTION: Lazy<[[i8; REDUCTIONS]; REDUCTIONS]> = Lazy::new(|| {
    let log = |n: usize| libm::log(n.max(1) as f64);
    std::array::from_fn(|depth| {
        std::array::from_fn(|count| (0.6 + log(depth) * log(count) / 2.2) as i8)
    })
});
/// Plies by which the `count`-th move of a node of this depth is reduced.
#[inline(always)]
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    let depth = (depth as usize).min(REDUCTIONS - 1);
    i32::from(REDUCTION[depth][count.min(REDUCTIONS - 1)])
}

/// From this depth on the table's move is compared with all others.
pub(super) const SINGULAR_DEPTH: i32 = 7;
/// How much worse all others must be for an extension.
pub(super) fn singular_margin(depth: i32) -> i32 {
    2 * depth
}
/// How much worse beyond that for an extension of two plies.
pub(super) const DOUBLE_SINGULAR_MARGIN: i32 = 30;

/// What a capture in quiescence search must be able to bring beyond its gain to be searched.
pub(super) const QUIESCENCE_MARGIN: i32 = 150;

/// Nodes that solving an ending may take at one node of the search.
pub(super) const ENDING_NODES: u64 = 2_000;
/// The share of the time for a move that solving the ending at the root may take.
pub(super) const ENDING_SHARE: f64 = 0.5;
