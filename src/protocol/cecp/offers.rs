//! When the engine agrees to a draw, offers one, or resigns: by what its last searches said.

use crate::search::Chances;

/// So many searches in a row must say the same before the engine agrees to a draw.
const AGREES_AFTER: usize = 3;
/// The engine agrees if its own prospects, in per mille of a win, are no better,
const AGREES_UP_TO: u32 = 450;
/// or if a draw is as likely as this, in per mille.
const AGREES_FROM: u32 = 850;
/// So many searches in a row must say the same before the engine offers a draw.
const OFFERS_AFTER: usize = 10;
/// The engine offers a draw if one is as likely as this, in per mille.
const OFFERS_FROM: u32 = 920;
/// So many searches in a row must say the same before the engine resigns.
const RESIGNS_AFTER: usize = 4;
/// The engine resigns if its loss is as likely as this, in per mille.
const RESIGNS_FROM: u32 = 985;

/// What the engine thought of its chances at each of its moves of this game.
#[derive(Debug, Clone, Default)]
pub(super) struct Prospects {
    chances: Vec<Chances>,
    /// How many there were when the engine last offered a draw.
    offered: usize,
}

impl Prospects {
    /// The search for a move said this.
    pub(super) fn add(&mut self, chances: Chances) {
        self.chances.push(chances);
    }

    /// Whether the last `count` searches all said such things.
    fn lately(&self, count: usize, such: impl Fn(&Chances) -> bool) -> bool {
        self.chances.len() >= count && self.chances.iter().rev().take(count).all(such)
    }

    /// Whether a draw, if the opponent offers one, is welcome. In a game that knows no draws it never is.
    pub(super) fn agrees(&self) -> bool {
        self.lately(AGREES_AFTER, |chances| {
            let prospects = chances.win + chances.draw / 2;
            let knows_draws = chances.draw > 0 || chances.loss == 1_000;
            knows_draws && (prospects <= AGREES_UP_TO || chances.draw >= AGREES_FROM)
        })
    }

    /// Whether to offer a draw now; it then takes as many moves again until the next offer.
    pub(super) fn offers(&mut self) -> bool {
        let offers = self.chances.len() >= self.offered + OFFERS_AFTER
            && self.lately(OFFERS_AFTER, |chances| chances.draw >= OFFERS_FROM);
        if offers {
            self.offered = self.chances.len();
        }
        offers
    }

    /// Whether to give the game up.
    pub(super) fn resigns(&self) -> bool {
        self.lately(RESIGNS_AFTER, |chances| chances.loss >= RESIGNS_FROM)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prospects(win: u32, loss: u32, count: usize) -> Prospects {
        let chances = Chances { win, draw: 1_000 - win - loss, loss };
        Prospects { chances: vec![chances; count], offered: 0 }
    }

    #[test]
    fn a_draw_is_welcome_to_the_worse_side_and_in_a_dead_game() {
        for (win, loss, agrees) in [
            (100, 300, true),
            (300, 300, false),
            (300, 100, false),
            (50, 50, true),
            (0, 1_000, true),
            (1_000, 0, false),
            // No draws in this game.
            (300, 700, false),
        ] {
            assert_eq!(prospects(win, loss, 3).agrees(), agrees, "{win} {loss}");
            assert!(!prospects(win, loss, 2).agrees());
        }
    }

    #[test]
    fn a_draw_is_offered_now_and_then() {
        let mut dead = prospects(10, 10, 9);
        assert!(!dead.offers());
        let mut offers = 0;
        for _ in 0..25 {
            dead.add(Chances { win: 10, draw: 980, loss: 10 });
            offers += usize::from(dead.offers());
        }
        assert_eq!(offers, 3);
        assert!(!prospects(100, 10, 99).offers());
    }

    #[test]
    fn a_lost_game_is_given_up() {
        assert!(prospects(0, 990, 4).resigns() && !prospects(0, 990, 3).resigns());
        assert!(!prospects(0, 980, 9).resigns());
        let mut saved = prospects(0, 990, 9);
        saved.add(Chances::DRAWN);
        assert!(!saved.resigns());
    }
}
