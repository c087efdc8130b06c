//! What only this game does.

use super::movegen::Reach;
use super::{Kind, KnightsRoses, Set, Square};
use crate::board::{Rng, Side};
use crate::game::{FenField, Game, Options, Style};

fn position(fen: &str) -> KnightsRoses {
    KnightsRoses::from_fen(fen, Options::NONE).unwrap()
}

fn texts(position: &KnightsRoses, style: Style) -> Vec<String> {
    let mut texts: Vec<_> =
        position.legal_moves().iter().map(|&mv| position.move_text(mv, style)).collect();
    texts.sort();
    texts
}

/// A position of `men` men of random kinds on random squares, half of them White's.
pub(super) fn random(men: usize, rng: &mut Rng) -> KnightsRoses {
    let mut position = KnightsRoses::EMPTY;
    while position.occupied().len() < men {
        let square = Square::new(rng.below(64));
        if !position.occupied().contains(square) {
            let side = Side::BOTH[position.occupied().len() % 2];
            position.toggle(side, [Kind::Knight, Kind::Rose][rng.below(2)], square);
        }
    }
    position.side = Side::BOTH[rng.below(2)];
    position.key = position.fresh_key();
    position
}

#[test]
fn whoever_cannot_take_loses() {
    let stuck = position("n7/8/8/8/8/8/8/7N w - - 0 31");
    assert_eq!(stuck.legal_moves(), []);
    let outcome = stuck.outcome(false).unwrap();
    assert_eq!(outcome.winner, Some(Side::Black));
    assert_eq!(outcome.to_string(), "Black left the opponent without a capture");
    assert_eq!(position("8/8/8/8/8/8/8/n7 w - - 0 31").outcome(false).unwrap().result(), "0-1");
}

#[test]
fn men_of_both_colours_are_taken_and_the_taker_flips() {
    // The rose on d4 meets its own knight on f6 first, the enemy's on b2, and its neighbour d5.
    let before = position("8/6n1/5N2/3r4/3R4/8/1n6/8 w - - 0 20");
    assert_eq!(texts(&before, Style::Plain), ["d4b2", "d4d5", "d4f6", "f6d5"]);
    assert_eq!(texts(&before, Style::Xboard), ["d4b2n", "d4d5n", "d4f6n", "f6d5r"]);
    let own = before.after(before.parse_move("d4f6").unwrap());
    assert_eq!(own.fen(), "8/6n1/5N2/3r4/8/8/1n6/8 b - - 0 20");
    let flipped = before.after(before.parse_move("f6d5").unwrap());
    assert_eq!(flipped.fen(), "8/6n1/8/3R4/3R4/8/1n6/8 b - - 0 20");
}

#[test]
fn suffixes_must_name_the_new_kind() {
    let before = position("8/6n1/5N2/3r4/3R4/8/1n6/8 w - - 0 20");
    for text in ["d4b2", "d4b2n", "d4b2N", "d4b2=N", "f6d5r"] {
        assert!(before.parse_move(text).is_ok(), "{text}");
    }
    for text in ["d4b2r", "f6d5n", "d4d6", "d5d4", "0000"] {
        assert!(before.parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn a_flipped_man_makes_another_state() {
    let knight = position("8/8/8/8/8/8/1n6/N7 w - - 0 20");
    let rose = position("8/8/8/8/8/8/1n6/R7 w - - 0 20");
    assert_ne!(knight.key(), rose.key());
    assert_ne!(knight.fen(), rose.fen());
}

#[test]
fn an_own_capture_is_never_a_gain() {
    let before = position("8/6n1/5N2/3r4/3R4/8/1n6/8 w - - 0 20");
    assert!(before.gain(before.parse_move("d4d5").unwrap()) > 0);
    let mut rng = Rng::new(1);
    for men in 2..=64 {
        let before = random(men, &mut rng);
        for mv in before.legal_moves() {
            if before.side_on(mv.to()) == before.side {
                assert!(before.gain(mv) < 0, "{} {mv:?}", before.fen());
                assert!(before.exchange(mv) < 0, "{} {mv:?}", before.fen());
            }
        }
    }
}

#[test]
fn what_men_reach_is_what_their_moves_take() {
    let mut rng = Rng::new(2);
    for men in 2..=64 {
        let position = random(men, &mut rng);
        let reach = Reach::of(&position, position.side);
        let moves = position.legal_moves();
        assert_eq!(reach.takers, moves.iter().map(|mv| mv.from()).collect());
        for kind in [Kind::Knight, Kind::Rose] {
            let of_kind = || moves.iter().filter(|mv| position.kind_on(mv.from()) == kind);
            let targets: Set = of_kind().map(|mv| mv.to()).collect();
            assert_eq!(reach.targets[kind as usize], targets, "{}", position.fen());
            let of_own = of_kind().filter(|mv| position.side_on(mv.to()) == position.side).count();
            let captures = [of_kind().count() - of_own, of_own];
            assert_eq!(reach.captures[kind as usize], captures, "{}", position.fen());
        }
    }
}

#[test]
fn both_sides_are_evaluated_alike() {
    let mut rng = Rng::new(3);
    for men in 2..=64 {
        let position = random(men, &mut rng);
        let mut swapped = position;
        swapped.sides.swap(0, 1);
        swapped.side = !position.side;
        assert_eq!(position.evaluate(), swapped.evaluate(), "{}", position.fen());
    }
    assert_eq!(KnightsRoses::start(Options::NONE).phase(), 256);
    assert_eq!(random(12, &mut rng).phase(), 0);
}

#[test]
fn the_start_has_186_moves() {
    assert_eq!(KnightsRoses::start(Options::NONE).count_moves(), 186);
}

#[test]
fn impossible_positions_are_refused() {
    for (fen, field) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", FenField::Position),
        ("8/8/8/8/8/8/8/7K w - - 0 1", FenField::Board),
        ("8/8/8/8/8/8/8/7N w KQ - 0 1", FenField::Castling),
        ("8/8/8/8/8/8/8/7N w - a3 0 1", FenField::EnPassant),
    ] {
        assert_eq!(KnightsRoses::from_fen(fen, Options::NONE).unwrap_err().field, field, "{fen}");
    }
}
