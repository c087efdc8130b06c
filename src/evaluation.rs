//! What the evaluations of all games share: they are sums of weights, so that the weights can be
//! tuned.
//!
//! A game counts *terms* — men, reach, threats … — from White's point of view and hands each count
//! to a [`Tally`]. Summed up with the game's weights that is the evaluation; kept one by one it is
//! the row of a regression. Each weight is a pair: what the term is worth at the beginning of a
//! game and at its end; between them the phase decides (tapered evaluation).

use crate::board::{Side, multiversion};
use crate::game::Game;

/// What a term is worth in cp at the beginning of a game and at its end.
pub type Weight = (i32, i32);

/// Weights of one kind, such as those of all kinds of men.
#[derive(Debug)]
pub struct Group {
    /// Its name, as in the game's source.
    pub name: &'static str,
    /// The weights.
    pub weights: &'static [Weight],
}

impl Group {
    /// What the term with this `index` is worth in cp where no phase is known: midway between the
    /// beginning and the end of a game.
    #[inline(always)]
    pub const fn worth(&self, index: usize) -> i32 {
        let (opening, ending) = self.weights[index];
        (opening + ending) / 2
    }
}

/// How an evaluation in cp translates into the chances of a game, as tuning found it: the side to
/// move wins with probability `1 / (1 + exp((margin − cp) / scale))`, loses with
/// `1 / (1 + exp((margin + cp) / scale))`, and draws otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WinRates {
    /// cp by which the odds of winning change by the factor e.
    pub scale: f64,
    /// cp that are needed for an even chance of winning: the larger, the more games are drawn.
    pub margin: f64,
}

impl WinRates {
    /// The scale to which the weights of all games are tuned: 400 cp are odds of 10 to 1.
    pub const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

    /// The probabilities of winning and losing for the side whose evaluation is `cp`.
    pub fn chances(&self, cp: f64) -> (f64, f64) {
        let logistic = |x: f64| 1.0 / (1.0 + libm::exp(-x));
        (logistic((cp - self.margin) / self.scale), logistic((-cp - self.margin) / self.scale))
    }
}

/// No evaluation is beyond this, in cp.
pub(crate) const LIMIT: i32 = 20_000;

/// The phase at the beginning of a game. It falls to 0.
pub const OPENING: i32 = 256;

/// Receives what an evaluation counts.
pub trait Tally {
    /// The term with this `index` in the group with this number occurs `count` times for White, or,
    /// if negative, for Black.
    fn add(&mut self, group: usize, index: usize, count: i32);
}

/// Counts what speaks for one side of a position. What there is to count each game says in an `impl`
/// for its own positions.
pub(crate) struct Count<'a, G, K, T> {
    /// The position.
    pub position: &'a G,
    /// The side.
    pub side: Side,
    /// What else the game keeps at hand for counting.
    pub at_hand: K,
    /// Receives the counts.
    pub tally: &'a mut T,
}

impl<G: Game, K, T: Tally> Count<'_, G, K, T> {
    /// The side has `count` of the term with this `index` in `group`.
    #[inline(always)]
    pub fn add(&mut self, group: impl Into<usize>, index: usize, count: usize) {
        let sign = i32::from(self.side.forward());
        self.tally.add(group.into(), index, sign * count as i32);
    }

    /// Whether the side is to move.
    #[inline(always)]
    pub fn is_to_move(&self) -> bool {
        self.side == self.position.side()
    }
}

/// Defines a game's weights: an enum `Term` that names the groups, and the table `WEIGHTS` of them.
///
/// ```ignore
/// weights! {
///     /// A man, by kind.
///     Man = [(100, 110), (320, 300)],
/// }
/// ```
macro_rules! weights {
    ($($(#[$meta:meta])* $name:ident = [$($weight:expr),* $(,)?],)*) => {
        /// The groups of terms; as number, the place in [`WEIGHTS`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Term { $($(#[$meta])* $name,)* }

        impl From<Term> for usize {
            #[inline(always)]
            fn from(term: Term) -> usize {
                term as usize
            }
        }

        /// What each term is worth.
        pub(super) const WEIGHTS: &[$crate::evaluation::Group] = &[$(
            $crate::evaluation::Group { name: stringify!($name), weights: &[$($weight),*] },
        )*];
    };
}
pub(crate) use weights;

/// Sums up.
struct Sum<G: Game> {
    opening: i32,
    ending: i32,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> Tally for Sum<G> {
    #[inline(always)]
    fn add(&mut self, group: usize, index: usize, count: i32) {
        let (opening, ending) = G::WEIGHTS[group].weights[index];
        self.opening += opening * count;
        self.ending += ending * count;
    }
}

multiversion! {
    /// The evaluation of `position` in cp from the side to move's point of view.
    pub fn evaluate<G: Game>(position: &G) -> i32 {
        sum(position).clamp(-LIMIT, LIMIT)
    }
}

#[inline(always)]
fn sum<G: Game>(position: &G) -> i32 {
    let mut sum = Sum::<G> { opening: 0, ending: 0, game: std::marker::PhantomData };
    position.tally(&mut sum);
    let value = taper(sum.opening, sum.ending, position.phase());
    match position.side() {
        Side::White => value,
        Side::Black => -value,
    }
}

/// The value between that of the opening and that of the ending at a phase.
#[inline(always)]
fn taper(opening: i32, ending: i32, phase: i32) -> i32 {
    (opening * phase + ending * (OPENING - phase)) / OPENING
}
