//! Who could still mate, if both sides worked together.
//!
//! A bare king gives no check. Against a king that is bare, one bishop, one knight and two knights
//! cannot mate because that game is drawn already. Two more sorts of men need help, for one reason:
//! of the two squares straight beside the mated king that lie nearest to the man giving check, the
//! mating king reaches one at most, or it would stand next to its foe. On the other a man of the
//! mated side must stand, unable to help; and nothing pins it, for no line piece stands straight
//! from the king.
//!
//! - *One knight.* It checks from one file and two ranks away, say. If the blocking man stands on
//!   the next rank, the knight is one diagonal step from it; if on the next file, two straight steps,
//!   and the square between is empty or again his side's. A queen always takes the knight. Any other
//!   man has a place where it does not.
//! - *Bishops on squares of one colour*, however many. The blocking man stands on the other colour,
//!   and one straight step takes it between king and bishop, or takes the bishop: queen, rook and
//!   Lightning do that. Bishops on the same colour as ours cannot stand there. A knight, an Ox, a
//!   Mage or a bishop on the other colour can, and does no harm.
//!
//! Foot soldiers may be promoted, and so are as good as any man. All other men mate a bare king with
//! its help: Ox, rook, Mage, Lightning and queen alone, three knights, bishop and knight, bishops on
//! both colours. Whether each line of play from one position leads away from mate is not looked for.

#[cfg(test)]
mod tests;

use super::zones::{BOARD, zone};
use super::{Horizons, Kind, Set};
use crate::board::Side;
use crate::game::Game;

/// Every other file, or rank, from the first on.
const ODD: u16 = 0x555;
/// The files, or ranks, between.
const EVEN: u16 = 0xAAA;

/// Whether `side` has men that could mate by some sequence of moves of both sides. `false` is
/// certain.
pub(super) fn can_mate(position: &Horizons, side: Side) -> bool {
    let [ours, theirs] =
        [side, !side].map(|side| position.all(side).minus(position.kind(Kind::King)));
    let kinds =
        |list: &[Kind]| list.iter().fold(Set::EMPTY, |all, &kind| all | position.kind(kind));
    let no_help = if ours.is_empty() || position.is_bare() {
        BOARD
    } else if ours.len() == 1 && ours == position.men(side, Kind::Knight) {
        kinds(&[Kind::Queen])
    } else if let Some(colour) = colour_of_bishops(position, ours) {
        kinds(&[Kind::Queen, Kind::Rook, Kind::Lightning]) | position.kind(Kind::Bishop) & colour
    } else {
        return true;
    };
    !theirs.minus(no_help).is_empty()
}

/// The squares of the colour on which all of `men` stand, if they are bishops.
fn colour_of_bishops(position: &Horizons, men: Set) -> Option<Set> {
    let dark = zone(ODD, ODD) | zone(EVEN, EVEN);
    let mut colours = [dark, BOARD.minus(dark)].into_iter();
    colours.find(|&colour| men.minus(position.kind(Kind::Bishop) & colour).is_empty())
}
