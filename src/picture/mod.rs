//! Boards as text and SVG.

/// The drawing of a kind of man.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Picture {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Hippogriff,
    Raven,
    Hound,
    Wildcat,
    Warrior,
    SpentWarrior,
    Shielder,
    Ox,
    Mage,
    Lightning,
    Rose,
    Cannon,
    Musketeer,
    Cavalry,
    Pikeman,
    Flag,
}
