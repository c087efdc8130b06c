//! What only this game does.

use super::{Board, Kind, Knightfall, Move, weights};
use crate::board::Rng;
use crate::game::{FenField, Game, GameMove, Options, Reason, Style};
use crate::games::testing::check_random_game;

fn position(fen: &str) -> Knightfall {
    Knightfall::from_fen(fen, Options::NONE).unwrap()
}

/// Checks the positions of games played at random.
fn check_positions(check: impl Fn(&Knightfall)) {
    let mut rng = Rng::new(36);
    for _ in 0..150 {
        check_random_game(Knightfall::start(Options::NONE), 150, &mut rng, &check);
    }
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

// What the search asks

#[test]
fn in_check_means_that_a_pass_would_lose() {
    check_positions(|position| {
        if position.is_over() {
            return;
        }
        let passed = position.after_null();
        let loses = passed.legal_moves().iter().any(|&mv| passed.after(mv).is_over());
        assert_eq!(position.in_check(), loses, "{}", position.fen());
    });
}

#[test]
fn passing_twice_changes_nothing() {
    check_positions(|position| {
        assert_eq!(position.after_null().key(), position.after_null().fresh_key());
        assert_eq!(position.after_null().after_null(), *position);
    });
}

#[test]
fn exchanges_are_worth_what_they_win() {
    for (fen, mv, worth) in [
        // A free pawn, a defended one, and one with a second rook behind the first.
        ("5n/6/6/3p2/6/N2R2 w - - 0 1", "d1d3", 100),
        ("5n/6/2p3/3p2/6/N2R2 w - - 0 1", "d1d3", 100 - 500),
        ("5n/6/2p3/3p2/3R2/N2R2 w - - 0 1", "d2d3", 100 - 500 + 100),
        // Knights: the last, one of two, one of three.
        ("r4n/6/6/6/6/N4R w - - 0 1", "f1f6", 5000),
        ("r4n/6/6/n5/6/N4R w - - 0 1", "f1f6", 700 - 500),
        ("r4n/6/6/nn4/6/N4R w - - 0 1", "f1f6", 420 - 500),
        // The last knight must not take back where it would be taken.
        ("5n/6/2p1p1/3p2/1N4/3R2 w - - 0 1", "d1d3", 100 - 500),
        ("5n/6/2p3/3p2/1N4/3R2 w - - 0 1", "d1d3", 100 - 500 + 100),
        // Quiet moves, safe and not.
        ("5n/3p2/6/6/1N4/6 w - - 0 1", "b2a4", 0),
        ("5n/3p2/6/6/1N4/6 w - - 0 1", "b2c4", -5000),
        ("5n/3p2/6/6/1N4/4B1 w - - 0 1", "e1f2", 0),
        ("5n/3p2/6/6/1N3r/4B1 w - - 0 1", "e1d2", -320),
        // Promotions, which make a second knight or an end of the promoted man.
        ("n5/5P/6/6/6/N5 w - - 0 1", "f5f6r", 400),
        ("n5/5P/6/6/6/N5 w - - 0 1", "f5f6n", 600),
        ("r5/5P/6/6/n5/N5 w - - 0 1", "f5f6r", 400 - 500),
        ("r5/5P/6/6/n5/N5 w - - 0 1", "f5f6n", 600 - 700),
        ("n5/5n/6/6/p5/1R3N b - - 0 1", "a2b1r", 500 + 400),
        // A pawn that takes back on the last rank becomes a rook.
        ("n2N2/4P1/6/N5/6/3r2 b - - 0 1", "d1d6", 700 - 500 - 400),
        ("n1rb2/4P1/6/N5/6/3R2 w - - 0 1", "d1d6", 320),
    ] {
        let position = position(fen);
        assert_eq!(position.exchange(position.parse_move(mv).unwrap()), worth, "{fen} {mv}");
    }
}

/// The exchange by real moves, the least man taking first.
fn slow_exchange(before: &Knightfall, mv: Move) -> i32 {
    let after = before.after(mv);
    let knights = after.men(after.side(), Kind::Knight).len();
    let worth = |mv: &Move| match after.kind_on(mv.from()) {
        Kind::Pawn => 100,
        Kind::Bishop => 320,
        Kind::Knight => [0, 5000, 700, 420, 340][knights.min(4)],
        Kind::Rook => 500,
    };
    let mut replies = after.legal_moves();
    replies.retain(|reply| {
        reply.target() == mv.target() && matches!(reply.promotion(), None | Some(Kind::Rook))
    });
    let reply = replies.into_iter().min_by_key(worth);
    before.gain(mv) - reply.map_or(0, |reply| slow_exchange(&after, reply).max(0))
}

#[test]
fn exchanges_agree_with_real_moves() {
    check_positions(|position| {
        for mv in position.legal_moves() {
            let (exchange, gain) = (position.exchange(mv), position.gain(mv));
            let text = || format!("{} {}", position.fen(), position.move_text(mv, Style::Plain));
            assert_eq!(exchange, slow_exchange(position, mv), "{}", text());
            assert!(exchange <= gain, "{}", text());
        }
    });
}

// Evaluation

/// The position with the sides exchanged.
fn mirrored(position: &Knightfall) -> Knightfall {
    let mut mirrored = Knightfall { side: !position.side, ..Knightfall::EMPTY };
    for square in position.occupied() {
        let (side, kind) = position.man_at(square.index()).unwrap();
        let square = super::Square::at(square.file(), 5 - square.rank());
        mirrored.toggle(!side, Kind::ALL[kind], square);
    }
    mirrored
}

#[test]
fn both_sides_are_evaluated_alike() {
    check_positions(|position| {
        assert_eq!(position.evaluate(), mirrored(position).evaluate(), "{}", position.fen());
    });
}

#[test]
fn at_the_start_the_move_alone_counts() {
    let start = Knightfall::start(Options::NONE);
    assert_eq!(start.phase(), 256);
    assert_eq!(start.evaluate(), weights::WEIGHTS[weights::Term::Tempo as usize].weights[0].0);
}
