//! The games. [`games!`](self) below is the one list of them; all that enumerates games derives
//! from it.

pub mod crittermate;
pub mod horizons;
pub mod knightfall;
pub mod knightsroses;
pub mod livonian;
pub mod six;
pub mod steps;
#[cfg(test)]
mod testing;
pub mod text;

use crate::game::{Game, GameInfo, Options};

/// Something to be done with a game that is known only by name.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it, with the game's type in hand.
    fn visit<G: Game>(self) -> Self::Output;
}

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        $(const _: () = assert!(
            <$game as Game>::INFO.options.len() <= Options::MOST,
            "a game has more options than a set of them can hold"
        );)*

        /// Every game, in the order in which they are listed to people.
        pub const ALL: &[&GameInfo] = &[$(&<$game as Game>::INFO),*];

        /// Does `visitor`'s work with the game called `name`; `None` if there is no such game.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if name == <$game as Game>::INFO.name {
                return Some(visitor.visit::<$game>());
            })*
            None
        }
    };
}

games!(
    knightfall::Knightfall,
    crittermate::CritterMate,
    horizons::Horizons,
    knightsroses::KnightsRoses,
    livonian::Livonian,
);

/// The game called `name`.
pub fn find(name: &str) -> Option<&'static GameInfo> {
    ALL.iter().copied().find(|game| game.name == name)
}

/// The game that people mean by `text`: its name or one of its titles, in any case.
pub fn called(text: &str) -> Option<&'static GameInfo> {
    let lower = text.to_lowercase();
    let is_called = |game: &&GameInfo| {
        [game.name, game.title, game.native_title].iter().any(|name| name.to_lowercase() == lower)
    };
    ALL.iter().copied().find(is_called)
}
