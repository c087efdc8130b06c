//! The table of men against every mate near a king, found by the generator.

use std::collections::BTreeSet;

use super::super::tests::{fen_of, men};
use super::super::{Horizons, Kind, Man, OLD_OX, SHORT_MAGE, Square};
use super::can_mate;
use crate::board::{Rng, Side};
use crate::game::{Game, Options, Outcome, Reason};

const PIECES: [Kind; 7] =
    [Kind::Knight, Kind::Bishop, Kind::Ox, Kind::Rook, Kind::Mage, Kind::Lightning, Kind::Queen];

#[test]
fn some_men_cannot_mate_whatever_the_other_side_does() {
    for (list, white, black) in [
        // A bare king gives no check, and who faces one gets help from nobody.
        ("", false, false),
        ("Nb9", false, false),
        ("Bb9", false, false),
        ("Nb9 Nc8", false, false),
        ("Bb9 Bc8 Bd7", false, false),
        ("Nb9 Nc8 Nd7", true, false),
        ("Nb9 Bc8", true, false),
        ("Bb9 Bb8", true, false),
        ("Qb9", true, false),
        ("Ob9", true, false),
        ("Rb9", true, false),
        ("Mb9", true, false),
        ("Lb9", true, false),
        ("Pb9", true, false),
        ("Wb9", true, false),
        ("Vb9", true, false),
        ("Sb9", true, false),
        // A knight gets help from all but queens.
        ("Nb9 qe5", false, true),
        ("Nb9 qe5 qf5", false, true),
        ("Nb9 qe5 rf5", true, true),
        ("Nb9 Nc8 qe5", true, true),
        ("Nb9 ne5", true, true),
        ("Nb9 be5", true, true),
        ("Nb9 oe5", true, true),
        ("Nb9 re5", true, true),
        ("Nb9 me5", true, true),
        ("Nb9 le5", true, true),
        ("Nb9 pe5", true, true),
        ("Nb9 we5", true, true),
        ("Nb9 ve5", true, true),
        ("Nb9 se5", true, true),
        // A bishop gets help from what can stand on the other colour and goes no straight step of
        // one square.
        ("Bb9 qe5", false, true),
        ("Bb9 re5", false, true),
        ("Bb9 le5", false, true),
        ("Bb9 be6", false, false),
        ("Bb9 qe5 rf5 lg5 be6", false, true),
        ("Bb9 Bc8 qe5", false, true),
        ("Bb9 Bc8 ne5", true, true),
        ("Bb9 be5", true, true),
        ("Bb9 be5 be6", true, true),
        ("Bb9 ne5", true, true),
        ("Bb9 oe5", true, true),
        ("Bb9 me5", true, true),
        ("Bb9 pe5", true, true),
        ("Bb9 we5", true, true),
        ("Bb9 ve5", true, true),
        ("Bb9 se5", true, true),
    ] {
        let position = men(list, Options::NONE);
        let found = Side::BOTH.map(|side| position.wins_on_time(side));
        assert_eq!(found, [white, black], "{list}");
    }
}

#[test]
fn men_that_can_mate_do() {
    for list in ["Kb3 Bd4 Nd2 ka1", "Kb3 Bd4 Be4 ka1", "Kb3 Nc2 Nd2 ka1 qk11", "Kc3 Od1 ka1"] {
        let mated = Horizons::from_fen(&fen_of(list, "b - - 0 1"), Options::NONE).unwrap();
        let mate = Outcome::win(Side::White, Reason::NoMoves("mates"));
        assert_eq!(mated.outcome(false), Some(mate), "{list}");
        assert!(can_mate(&mated, Side::White), "{list}");
    }
    for piece in [Kind::Ox, Kind::Rook, Kind::Mage, Kind::Lightning, Kind::Queen] {
        assert!(!mates(&[piece], &[], 0, Options::NONE).is_empty(), "{piece:?}");
    }
}

#[test]
fn a_knight_or_bishop_mates_with_help_of_these_men_alone() {
    let one = |place| Options::NONE.with(place, true);
    for options in [Options::NONE, one(OLD_OX), one(SHORT_MAGE)] {
        for (piece, helpers) in [(Kind::Knight, "NBORML"), (Kind::Bishop, "NBOM")] {
            let found = mates(&[piece], &PIECES, 3, options);
            let alone = PIECES.map(|kind| kind.letter().to_string());
            let alone: String = alone.into_iter().filter(|kind| found.contains(kind)).collect();
            assert_eq!(alone, helpers, "{piece:?}");
            assert!(!found.contains(""));
        }
    }
}

#[test]
fn two_bishops_of_one_colour_do_not_mate_without_help() {
    let found = mates(&[Kind::Bishop; 2], &PIECES, 2, Options::NONE);
    assert!(!found.is_empty() && !found.contains(""));
}

#[test]
fn men_that_give_no_help_give_none_in_any_number() {
    let mut rng = Rng::new(1);
    for (piece, useless) in [
        (Kind::Knight, &[Kind::Queen][..]),
        (Kind::Bishop, &[Kind::Queen, Kind::Rook, Kind::Lightning, Kind::Bishop]),
    ] {
        for king in eighth() {
            for squares in placements(&[piece], king, Options::NONE) {
                for _ in 0..1_000 {
                    let position = crowded(king, piece, squares[0], useless, &mut rng);
                    assert!(!can_mate(&position, Side::White), "{}", position.fen());
                    assert!(!is_mate(&position), "{}", position.fen());
                }
            }
        }
    }
}

/// White's king and `piece`, which stands on `checker`, near a black king that is surrounded by some
/// of its own men; bishops stand on the checker's colour.
fn crowded(king: Square, piece: Kind, checker: Square, crowd: &[Kind], rng: &mut Rng) -> Horizons {
    let mut position = empty(king, Options::NONE);
    put(&mut position, Side::White, &[piece], &[checker]);
    let near: Vec<_> = Square::all()
        .filter(|&square| square != checker && (1..=2).contains(&distance(square, king)))
        .collect();
    let second: Vec<_> =
        near.iter().copied().filter(|&square| distance(square, king) == 2).collect();
    let own = second[rng.below(second.len())];
    put(&mut position, Side::White, &[Kind::King], &[own]);
    for square in near.into_iter().filter(|&square| square != own) {
        let kind = crowd[rng.below(crowd.len())];
        let stands = kind != Kind::Bishop || shade(square) == shade(checker);
        if rng.below(2) == 0 && stands {
            put(&mut position, Side::Black, &[kind], &[square]);
        }
    }
    position
}

/// Looks for mates by White's king and `pieces` (the first gives check; of bishops, all on one
/// colour) of a black king that has `helpers` on the squares, `most` at most, that it could
/// otherwise go to: the letters of the helpers of each mate. Checks that [`can_mate`] knew.
fn mates(pieces: &[Kind], helpers: &[Kind], most: usize, options: Options) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for king in eighth() {
        for squares in placements(pieces, king, options) {
            for own in Square::all().filter(|&own| (2..=3).contains(&distance(own, king))) {
                let mut bare = empty(king, options);
                put(&mut bare, Side::White, pieces, &squares);
                if bare.man(own).is_some() {
                    continue;
                }
                put(&mut bare, Side::White, &[Kind::King], &[own]);
                find_helpers(&bare, squares[0], helpers, most, &mut found);
            }
        }
    }
    found
}

/// Puts helpers on every square that the king in check can go to.
fn find_helpers(
    bare: &Horizons,
    checker: Square,
    helpers: &[Kind],
    most: usize,
    found: &mut BTreeSet<String>,
) {
    let goals: Vec<_> = bare.legal_moves().into_iter().map(|mv| mv.to()).collect();
    if goals.len() > most || goals.iter().any(|&goal| bare.man(goal).is_some()) {
        return;
    }
    for choice in 0..helpers.len().pow(goals.len() as u32) {
        let kind = |place: usize| helpers[choice / helpers.len().pow(place as u32) % helpers.len()];
        let kinds: Vec<_> = (0..goals.len()).map(kind).collect();
        let mut mated = *bare;
        put(&mut mated, Side::Black, &kinds, &goals);
        if is_mate(&mated) && has_a_last_move(&mated, checker) {
            assert!(can_mate(&mated, Side::White), "{}", mated.fen());
            let letters: BTreeSet<_> = kinds.into_iter().map(Kind::letter).collect();
            found.insert(letters.into_iter().collect());
        }
    }
}

fn is_mate(position: &Horizons) -> bool {
    position.count_moves() == 0 && position.is_checked(position.side)
}

/// Whether the man that gives check can have come from somewhere.
fn has_a_last_move(mated: &Horizons, checker: Square) -> bool {
    let mut before = *mated;
    before.side = Side::White;
    let Some(man) = mated.man(checker).filter(|_| !mated.is_checked(Side::White)) else {
        return false;
    };
    let back = before.legal_moves().into_iter().filter(|mv| mv.from() == checker);
    back.map(|mv| mv.to()).any(|origin| {
        let mut earlier = before;
        earlier.toggle(man, checker);
        earlier.man(origin).is_none() && {
            earlier.toggle(man, origin);
            !earlier.is_checked(Side::Black)
        }
    })
}

/// Where `pieces` can stand so that the first gives check to `king`.
fn placements(pieces: &[Kind], king: Square, options: Options) -> Vec<Vec<Square>> {
    let checks = |&square: &Square| {
        let mut position = empty(king, options);
        square != king && {
            put(&mut position, Side::White, &pieces[..1], &[square]);
            position.is_checked(Side::Black)
        }
    };
    let mut all: Vec<_> = Square::all().filter(checks).map(|square| vec![square]).collect();
    for _ in 1..pieces.len() {
        let more = |squares: Vec<Square>| {
            let fits = |&next: &Square| {
                !squares.contains(&next) && next != king && shade(next) == shade(squares[0])
            };
            Square::all()
                .filter(fits)
                .map(|next| [&squares[..], &[next]].concat())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(more).collect();
    }
    all
}

/// A black king alone, to move.
fn empty(king: Square, options: Options) -> Horizons {
    let mut position = Horizons { side: Side::Black, ..Horizons::empty(options) };
    put(&mut position, Side::Black, &[Kind::King], &[king]);
    position
}

fn put(position: &mut Horizons, side: Side, kinds: &[Kind], squares: &[Square]) {
    for (&kind, &square) in kinds.iter().zip(squares) {
        position.toggle(Man::new(side, kind), square);
    }
}

/// Squares of which every other is a mirror image.
fn eighth() -> impl Iterator<Item = Square> {
    Square::all().filter(|square| square.rank() < 6 && square.file() <= square.rank())
}

fn distance(one: Square, other: Square) -> usize {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}

fn shade(square: Square) -> usize {
    (square.file() + square.rank()) % 2
}
