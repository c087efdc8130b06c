//! The parts of the search that can be switched off: each game names those that gain strength in
//! it, and anyone can search without some of those to see what they are worth.

use std::fmt;

use thiserror::Error;

/// A set of switchable parts of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Features(u32);

/// A switchable part of the search.
#[derive(Debug)]
pub struct Feature {
    /// Its name, in protocols and on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The set of it alone.
    pub set: Features,
}

macro_rules! features {
    ($($constant:ident $name:literal: $about:literal,)*) => {
        /// Every switchable part.
        pub const FEATURES: &[Feature] =
            &[$(Feature { name: $name, about: $about, set: Features::$constant },)*];

        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Place { $($constant,)* }

        impl Features {
            $(#[doc = $about] pub const $constant: Features = Features(1 << Place::$constant as u32);)*
        }
    };
}

features! {
    ASPIRATION "aspiration": "narrow windows around the last iteration's value",
    KILLERS "killers": "moves that refuted a sibling are tried early",
    COUNTER_MOVES "counter-moves": "moves that refuted the same move elsewhere are tried early",
    CONTINUATION "continuation": "history of pairs of moves",
    EXCHANGES "exchanges": "captures that lose material are tried late",
    NULL_MOVE "null-move": "a node that is good even after passing is cut off",
    REVERSE_FUTILITY "reverse-futility": "a shallow node far above beta is cut off",
    RAZORING "razoring": "a shallow node far below alpha is left to quiescence search",
    FUTILITY "futility": "quiet moves that cannot reach alpha are not searched",
    HISTORY_PRUNING "history-pruning": "quiet moves that always failed are not searched",
    EXCHANGE_PRUNING "exchange-pruning": "moves that lose much material are not searched",
    LATE_MOVE_REDUCTIONS "late-move-reductions": "late moves are searched less deeply at first",
    INTERNAL_REDUCTION "internal-reduction": "a node without a table move is searched less deeply",
    CHECKS "checks": "moves that give check are never left out, and reduced less",
    CHECK_EXTENSION "check-extension": "answers to check are searched more deeply",
    SINGULAR_EXTENSION "singular-extension": "a move much better than all others is searched more deeply",
    QUIESCENCE_PRUNING "quiescence-pruning": "captures that cannot reach alpha are not searched",
    CORRECTION "correction": "evaluations are corrected by the errors of those of similar positions",
    EXACT_ENDING "exact-ending": "endings that can be solved are solved",
}

impl Features {
    /// Nothing is switched on.
    pub const NONE: Features = Features(0);
    /// Everything is.
    pub const ALL: Features = Features((1 << FEATURES.len()) - 1);

    /// Whether all of `other` are in this set.
    #[inline(always)]
    pub const fn has(self, other: Features) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and `other`.
    pub const fn with(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }

    /// These, but none of `other`.
    pub const fn without(self, other: Features) -> Features {
        Features(self.0 & !other.0)
    }

    /// The features in a list of names separated by commas; it may be empty, and `all` stands for
    /// all of them.
    ///
    /// # Errors
    /// Names the first that does not exist.
    pub fn listed(list: &str) -> Result<Features, UnknownFeature> {
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        names.into_iter().try_fold(Features::NONE, |set, name| {
            if name == "all" {
                return Ok(Features::ALL);
            }
            let feature = FEATURES.iter().find(|feature| feature.name == name);
            let feature = feature.ok_or_else(|| UnknownFeature { text: name.to_owned() })?;
            Ok(set.with(feature.set))
        })
    }
}

impl fmt::Display for Features {
    /// The names, separated by commas.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = FEATURES.iter().filter(|feature| self.has(feature.set)).map(|f| f.name);
        f.write_str(&names.collect::<Vec<_>>().join(","))
    }
}

/// A name that no feature has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the search has no part {text:?}; it has {}", known())]
pub struct UnknownFeature {
    /// The name as given.
    pub text: String,
}

fn known() -> String {
    FEATURES.iter().map(|feature| feature.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_are_written() {
        for feature in FEATURES {
            assert_eq!(Features::listed(feature.name), Ok(feature.set));
            assert!(Features::ALL.has(feature.set));
            assert!(!Features::ALL.without(feature.set).has(feature.set));
        }
        assert_eq!(Features::listed(&Features::ALL.to_string()), Ok(Features::ALL));
        assert_eq!(Features::listed(" all "), Ok(Features::ALL));
        assert_eq!(Features::listed(""), Ok(Features::NONE));
        let error = Features::listed("killers,luck").unwrap_err();
        assert_eq!(error.text, "luck");
        assert!(error.to_string().contains("no part \"luck\""));
    }
}
