//! What the tests of several games share.

use crate::board::Rng;
use crate::game::Game;

/// Checks `position` and those that follow it in a game of at most `plies` plies, played at random.
pub(super) fn check_random_game<G: Game>(
    mut position: G,
    plies: usize,
    rng: &mut Rng,
    check: impl Fn(&G),
) {
    for _ in 0..plies {
        check(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[rng.below(moves.len())]);
    }
}
