//! What only this game does.

use super::Knightfall;
use crate::game::{FenField, Game, Options, Reason, Style};

fn position(fen: &str) -> Knightfall {
    Knightfall::from_fen(fen, Options::NONE).unwrap()
}

#[test]
fn the_last_knight_ends_the_game() {
    let before = position("5n/P1P3/6/4p1/p3r1/1N4 b - - 0 1");
    assert_eq!(before.outcome(false), None);
    let after = position("r1b1br/pppppp/6/6/PPPPPP/RBNNBR b - - 0 1");
    let outcome = after.outcome(false).unwrap();
    assert_eq!(outcome.result(), "1-0");
    assert_eq!(outcome.to_string(), "White took the last knight");
    assert_eq!(after.legal_moves(), []);
}

#[test]
fn a_win_on_the_hundredth_ply_wins() {
    let mut before = position("5n/6/4N1/6/6/n4R w - - 99 90");
    before.play(before.parse_move("f1f6").unwrap());
    assert_eq!(before.outcome(false), None);
    assert_eq!(
        position("5n/6/4N1/6/6/5R w - - 100 90").outcome(false).unwrap().reason,
        Reason::MoveCount
    );
}

#[test]
fn stalemate_comes_before_the_move_count() {
    let stuck = position("5n/6/1p4/1Pp3/2P3/N5 w - - 100 30");
    assert_eq!(stuck.outcome(true).unwrap().reason, Reason::NoMoves("stalemate"));
}

#[test]
fn promotions_have_three_letters() {
    let promoting = position("2n3/P1P3/p5/P1P3/6/4nN w - - 20 24");
    let texts: Vec<_> =
        promoting.legal_moves().iter().map(|&mv| promoting.move_text(mv, Style::Plain)).collect();
    for text in ["a5a6n", "a5a6b", "a5a6r"] {
        assert!(texts.iter().any(|t| t == text), "{text}");
    }
    for text in ["a5a6", "a5a6q", "a5a6p", "c3c4n"] {
        assert!(promoting.parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    for (fen, field) in [
        ("6/6/6/6/6/R5 w - - 0 1", FenField::Position),
        ("P5/6/6/6/6/N4n w - - 0 1", FenField::Position),
        ("6/6/6/6/6/N4n w K - 0 1", FenField::Castling),
        ("6/6/6/6/6/N4n w - a3 0 1", FenField::EnPassant),
        ("6/6/6/6/6/N4k w - - 0 1", FenField::Board),
    ] {
        assert_eq!(Knightfall::from_fen(fen, Options::NONE).unwrap_err().field, field, "{fen}");
    }
}
