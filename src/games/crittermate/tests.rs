//! What only this game does.

use super::notation::FAMILIAR_FIELD;
use super::{
    Board, CastlingPath, CritterMate, Kind, OPENING_ONLY, Set, Square, arrays, attacks, weights,
};
use crate::board::{Rng, Side};
use crate::game::{FenField, Game, MoveError, Options, Outcome, Reason, Style};
use crate::games::six;
use crate::games::testing::check_random_game;

const OPENING: Options = Options::NONE.with(OPENING_ONLY, true);
const START: &str = CritterMate::INFO.start_fen;

fn position(fen: &str) -> CritterMate {
    CritterMate::from_fen(fen, Options::NONE).unwrap()
}

/// The texts of the legal moves of the man on `from`, sorted.
fn moves_from(position: &CritterMate, from: &str) -> Vec<String> {
    let moves = position.legal_moves();
    let texts = moves.iter().map(|&mv| position.move_text(mv, Style::Plain));
    let mut texts: Vec<_> = texts.filter(|text| text.starts_with(from)).collect();
    texts.sort();
    texts
}

/// The position after these moves.
fn after(fen: &str, options: Options, moves: &[&str]) -> CritterMate {
    let mut position = CritterMate::from_fen(fen, options).unwrap();
    for text in moves {
        position.play(position.parse_move(text).unwrap());
    }
    position
}

fn is_frozen(position: &CritterMate) -> bool {
    assert_eq!(position.fen().ends_with('*'), position.frozen);
    position.frozen
}

fn refusal(fen: &str) -> FenField {
    CritterMate::from_fen(fen, Options::NONE).expect_err(fen).field
}

// Familiars

#[test]
fn every_familiar_commands_sixteen_of_the_squares_within_two_steps() {
    for kind in Kind::FAMILIARS {
        let c3 = Square::at(2, 2);
        let commanded = attacks::TABLES.attacks(kind, c3, Set::EMPTY);
        assert_eq!(commanded.len(), 16, "{kind:?}");
        assert!(!commanded.contains(c3));
        assert!(commanded.into_iter().all(|to| to.file() <= 4 && to.rank() <= 4), "{kind:?}");
    }
}

#[test]
fn hound_and_wildcat_are_blocked_where_hippogriff_and_raven_leap() {
    let surrounded = |letter: char| {
        let fen = format!("k5/6/1PPP2/1P{letter}P2/1PPP2/K5 w - - 0 1 {letter}-");
        moves_from(&position(&fen), "c3")
    };
    let far = ["c3a3", "c3a5", "c3c1", "c3c5", "c3e1", "c3e3", "c3e5"];
    assert_eq!(surrounded('G'), far);
    let leaps = ["c3a2", "c3a4", "c3b1", "c3b5", "c3d1", "c3d5", "c3e2", "c3e4"];
    let diagonal = ["c3a5", "c3e1", "c3e5"];
    let mut raven = [&leaps[..], &diagonal[..]].concat();
    raven.sort_unstable();
    assert_eq!(surrounded('C'), raven);
    assert_eq!(surrounded('H'), leaps);
    assert_eq!(surrounded('W'), leaps);
}

#[test]
fn hound_and_wildcat_pin_as_far_as_they_slide() {
    let hound = position("k5/6/2h3/2R3/2K3/6 w - - 0 1 -h");
    assert_eq!(moves_from(&hound, "c3"), ["c3c4"]);
    let wildcat = position("k5/6/w5/1B4/2K3/6 w - - 0 1 -w");
    assert_eq!(moves_from(&wildcat, "b3"), ["b3a4"]);
    let too_far = position("k5/2h3/2R3/6/2K3/6 w - - 0 1 -h");
    assert!(moves_from(&too_far, "c4").contains(&"c4a4".to_owned()));
}

#[test]
fn a_pinned_hippogriff_may_not_leap_over_the_pinner() {
    let pinned = position("5k/6/6/r5/G5/K5 w - - 0 1 G-");
    assert_eq!(moves_from(&pinned, "a2"), ["a2a3"]);
    let between = position("5k/r5/6/6/G5/K5 w - - 0 1 G-");
    assert_eq!(moves_from(&between, "a2"), ["a2a3", "a2a4"]);
}

#[test]
fn sliding_checks_can_be_blocked_and_leaping_ones_cannot() {
    let wildcat = position("k5/6/2w3/6/4K1/3R2 w - - 0 1 -w");
    assert!(wildcat.in_check());
    assert_eq!(moves_from(&wildcat, "d1"), ["d1d3"]);
    let hippogriff = position("5k/6/2g3/R5/2K3/6 w - - 0 1 -g");
    assert!(hippogriff.in_check());
    assert_eq!(moves_from(&hippogriff, "a3"), [""; 0]);
    let over_a_man = position("5k/6/R1g3/2P3/2K3/6 w - - 0 1 -g");
    assert!(over_a_man.in_check());
    assert_eq!(moves_from(&over_a_man, "a4"), ["a4c4"]);
    let raven = position("5k/6/2c3/1N4/K5/3R2 w - - 0 1 -c");
    assert!(raven.in_check());
    assert_eq!(moves_from(&raven, "b3"), [""; 0]);
    assert_eq!(moves_from(&raven, "d1"), [""; 0]);
}

// The ban on White's familiar

#[test]
fn black_moves_its_familiar_first() {
    let start = position(START);
    assert!(is_frozen(&start));
    assert_eq!(moves_from(&start, "c1"), [""; 0]);
    let waiting = after(START, Options::NONE, &["a2a3", "a5a4", "b2b3", "b5b4"]);
    assert!(is_frozen(&waiting));
    assert_eq!(moves_from(&waiting, "c1"), [""; 0]);
    let moved = after(START, Options::NONE, &["a2a3", "c6b4"]);
    assert!(!is_frozen(&moved));
    assert_eq!(moves_from(&moved, "c1"), ["c1c3", "c1e3"]);
}

#[test]
fn the_ban_ends_when_blacks_familiar_is_taken() {
    let fen = "k5/6/6/2h3/3P2/K2G2 w - - 0 1 Gh*";
    assert_eq!(moves_from(&position(fen), "d1"), [""; 0]);
    let taken = after(fen, Options::NONE, &["d2c3"]);
    assert_eq!(taken.fen(), "k5/6/6/2P3/6/K2G2 b - - 0 1 Gh");
    assert!(!moves_from(&after(fen, Options::NONE, &["d2c3", "a6b6"]), "d1").is_empty());
}

#[test]
fn a_frozen_familiar_gives_check_and_guards() {
    let guarded = position("6/5h/6/4k1/3N2/K2G2 b - - 0 1 Gh*");
    assert_eq!(moves_from(&guarded, "e3d2"), [""; 0]);
    let check = position("6/5h/6/3k2/6/K2G2 b - - 0 1 Gh*");
    assert!(check.in_check());
    assert!(!moves_from(&check, "d3").contains(&"d3d2".to_owned()));
}

#[test]
fn if_only_a_frozen_familiar_could_move_it_is_stalemate_or_mate() {
    let stalemate = "3k1h/6/6/1q4/6/K4G w - - 0 1 Gh";
    assert_eq!(position(stalemate).outcome(false), None);
    let frozen = position(&format!("{stalemate}*"));
    assert_eq!(frozen.outcome(false), Some(Outcome::draw(Reason::NoMoves("stalemate"))));
    let mate = "rr3k/6/5h/6/6/K1G3 w - - 0 1 Gh";
    assert_eq!(moves_from(&position(mate), ""), ["c1a3"]);
    let frozen = position(&format!("{mate}*"));
    let outcome = frozen.outcome(false).unwrap();
    assert_eq!((outcome.result(), outcome.to_string().as_str()), ("0-1", "Black mates"));
}

#[test]
fn a_familiar_made_during_the_ban_is_frozen_too() {
    let fen = "5k/P4h/6/6/6/K5 w - - 0 1 Gh*";
    assert!(is_frozen(&position(fen)));
    let made = after(fen, Options::NONE, &["a5a6g", "f6e6"]);
    assert_eq!(made.fen(), "G3k1/5h/6/6/6/K5 w - - 1 2 Gh*");
    assert_eq!(moves_from(&made, "a6"), [""; 0]);
}

#[test]
fn a_ban_without_black_familiar_is_dropped() {
    for types in ["Gh", "G-", "--"] {
        let dropped = position(&format!("k5/6/6/6/6/K2G2 w - - 0 1 {types}*"));
        assert_eq!(dropped.fen(), format!("k5/6/6/6/6/K2G2 w - - 0 1 {types}"));
        assert!(!moves_from(&dropped, "d1").is_empty());
    }
    assert!(is_frozen(&position("k5/6/6/5h/6/K2G2 w - - 0 1 --*")));
}

#[test]
fn with_opening_only_the_ban_covers_one_move() {
    let start = CritterMate::start(OPENING);
    assert!(is_frozen(&start));
    assert_eq!(moves_from(&start, "c1"), [""; 0]);
    assert!(!is_frozen(&after(START, OPENING, &["a2a3"])));
    let second = after(START, OPENING, &["a2a3", "a5a4"]);
    assert_eq!(moves_from(&second, "c1"), ["c1c3", "c1e3"]);
    let black = START.replace(" w ", " b ");
    assert!(is_frozen(&position(&black)));
    assert!(!is_frozen(&CritterMate::from_fen(&black, OPENING).unwrap()));
}

// The seventh FEN field

#[test]
fn without_the_field_the_board_tells_the_familiars() {
    for (fen, written) in [
        ("rnhkqb/pppppp/6/6/PPPPPP/RNGKQB w Aa - 0 1", START),
        ("rnhkqb/pppppp/6/6/PPPPPP/RNGKQB w - -", &START.replace("Aa", "-")),
        // Black to move, a man gone, a pawn advanced, a familiar away from its king: no start.
        (
            "rnhkqb/pppppp/6/6/PPPPPP/RNGKQB b - - 0 1",
            "rnhkqb/pppppp/6/6/PPPPPP/RNGKQB b - - 0 1 Gh",
        ),
        (
            "rnhkqb/pppppp/6/6/PPPPPP/RNGKQ1 w - - 0 1",
            "rnhkqb/pppppp/6/6/PPPPPP/RNGKQ1 w - - 0 1 Gh",
        ),
        (
            "rnhkqb/pppppp/6/P5/1PPPPP/RNGKQB w - - 0 1",
            "rnhkqb/pppppp/6/P5/1PPPPP/RNGKQB w - - 0 1 Gh",
        ),
        (
            "rnhkqb/pppppp/6/6/PPPPPP/GRNKQB w - - 0 1",
            "rnhkqb/pppppp/6/6/PPPPPP/GRNKQB w - - 0 1 Gh",
        ),
        ("k5/6/6/5c/6/K5 w - - 0 1", "k5/6/6/5c/6/K5 w - - 0 1 -c"),
        ("k5/6/6/6/6/K5 w - - 0 1", "k5/6/6/6/6/K5 w - - 0 1 --"),
    ] {
        let read = position(fen);
        assert_eq!(read.fen(), written);
        assert_eq!(position(&read.fen()), read);
    }
}

#[test]
fn an_unknown_familiar_stays_unknown() {
    let fen = "5k/P5/6/6/6/K2G2 w - - 0 1 --";
    assert_eq!(position(fen).fen(), fen);
    let taken = after("5k/P5/6/6/3r2/K2G2 b - - 0 1 --", Options::NONE, &["d2d1"]);
    assert_eq!(taken.fen(), "5k/P5/6/6/6/K2r2 w - - 0 2 --");
}

#[test]
fn what_bears_on_legal_moves_is_in_the_key() {
    let board = "5k/P4h/6/6/6/K5 w - - 0 1";
    let mut keys: Vec<_> = ["Gh", "Gh*", "G-", "-h", "--", "Ch", "Ch*"]
        .map(|types| position(&format!("{board} {types}")).key())
        .into();
    keys.push(CritterMate::from_fen(&format!("{board} Gh"), OPENING).unwrap().key());
    keys.push(position(&format!("{board} Gh").replace(" w ", " b ")).key());
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 9);
    let castling = "r2k2/6/6/6/6/R2K2 w Aa - 0 1 Gh";
    let fewer = castling.replace("Aa", "A");
    assert_ne!(position(castling).key(), position(&fewer).key());
    assert_eq!(position(castling).key(), position(&castling.replace("0 1", "7 9")).key());
}

// Promotion

#[test]
fn pawns_become_the_familiar_only_while_there_is_none() {
    let promotions = |fen: &str| moves_from(&position(fen), "a5");
    let usual = ["a5a6b", "a5a6n", "a5a6q", "a5a6r"];
    let with_familiar = ["a5a6b", "a5a6h", "a5a6n", "a5a6q", "a5a6r"];
    assert_eq!(promotions("5k/P5/6/6/6/K5 w - - 0 1 Hg"), with_familiar);
    assert_eq!(promotions("5k/P5/6/6/6/K4H w - - 0 1 Hg"), usual);
    assert_eq!(promotions("5k/P5/6/6/6/K5 w - - 0 1 -g"), usual);
}

#[test]
fn every_form_of_a_promotion_is_read() {
    let promoting = position("5k/P5/6/6/6/K5 w - - 0 1 Hg");
    for text in ["a5a6h", "a5a6H", "a5a6=h", "a5a6=H"] {
        let mv = promoting.parse_move(text).unwrap();
        assert_eq!(promoting.move_text(mv, Style::Plain), "a5a6h");
        assert_eq!(promoting.move_text(mv, Style::Xboard), "a5a6h");
        assert_eq!(promoting.move_text(mv, Style::People), "a5-a6=H");
    }
    for text in ["a5a6", "a5a6g", "a5a6k", "a5a6p", "a1a2q", "a1b1h", "a1c1", "b2b3"] {
        assert_eq!(promoting.parse_move(text), Err(MoveError::Illegal(text.to_owned())));
    }
    for text in ["", "a5", "a5a7", "a5a6qq", "a5a6?", "a5-a6q", "g1a1", "A5A6q", "a5a6é", "0000"] {
        assert_eq!(promoting.parse_move(text), Err(MoveError::Unreadable(text.to_owned())));
    }
}

#[test]
fn moves_for_people_show_captures_checks_and_mates() {
    let fen = "r4k/6/6/6/6/R4K w - - 0 1 Gh";
    let people = |fen: &str, text: &str| {
        let position = position(fen);
        position.move_text(position.parse_move(text).unwrap(), Style::People)
    };
    assert_eq!(people(fen, "a1a6"), "Ra1xa6+");
    assert_eq!(people(fen, "a1b1"), "Ra1-b1");
    assert_eq!(people("5k/R5/1R4/6/6/5K w - - 0 1 Gh", "b4b6"), "Rb4-b6#");
}

// Castling

/// The board after the only castling move, or nothing if there is none.
fn castled(fen: &str) -> Option<String> {
    let position = position(fen);
    let mut moves = position.legal_moves().into_iter().filter(|mv| mv.castles());
    let mv = moves.next()?;
    assert_eq!(moves.next(), None);
    assert!(!position.is_noisy(mv));
    assert_eq!(position.gain(mv), 0);
    let text = position.move_text(mv, Style::Plain);
    assert_eq!(position.parse_move(&text), Ok(mv));
    // By way of the rook.
    let rook = (position.castling & position.sides[position.side.index()]).first().unwrap();
    let legs = format!("{}{rook},{rook}{}", mv.from(), mv.to());
    assert_eq!(position.move_text(mv, Style::Xboard), legs);
    assert_eq!(position.parse_move(&legs), Ok(mv));
    let path = CastlingPath::between(mv.from(), rook).unwrap();
    let one_by_one = format!("{}{},{rook}{}", mv.from(), mv.to(), path.crossed);
    assert_eq!(position.parse_move(&one_by_one), Ok(mv));
    let elsewhere = format!("{}{rook},{rook}{}", mv.from(), mv.from());
    assert_eq!(position.parse_move(&elsewhere), Err(MoveError::Illegal(elsewhere.clone())));
    let fen = position.after(mv).fen();
    assert!(fen.contains(" - - 6 "), "{fen}");
    Some(format!("{text} {}", fen.split_once(' ')?.0))
}

#[test]
fn the_king_goes_two_squares_whatever_the_distance() {
    for (fen, expected) in [
        ("5k/6/6/6/6/R2K2 w A - 5 1 Gh", "d1b1 5k/6/6/6/6/1KR3"),
        ("5k/6/6/6/6/R1K3 w A - 5 1 Gh", "c1a1 5k/6/6/6/6/KR4"),
        ("5k/6/6/6/6/1RK3 w B - 5 1 Gh", "c1a1 5k/6/6/6/6/KR4"),
        ("k5/6/6/6/6/1K2R1 w E - 5 1 Gh", "b1d1 k5/6/6/6/6/2RK2"),
        ("2k1r1/6/6/6/6/K5 b e - 5 1 Gh", "c6e6 3rk1/6/6/6/6/K5"),
        ("kr4/6/6/6/6/5K b b - 5 1 Gh", "a6c6 1rk3/6/6/6/6/5K"),
        // An attack on the rook or on a square that only the rook crosses does not matter.
        ("rr3k/6/6/6/6/R2K2 w A - 5 1 Gh", ""),
        ("r4k/6/6/6/6/R2K2 w A - 5 1 Gh", "d1b1 r4k/6/6/6/6/1KR3"),
    ] {
        assert_eq!(castled(fen).unwrap_or_default(), expected, "{fen}");
    }
}

#[test]
fn castling_has_its_conditions() {
    for (fen, why) in [
        ("5k/6/6/6/6/RN1K2 w A - 5 1 Gh", "a man between"),
        ("5k/6/6/6/6/NRK3 w B - 5 1 Gh", "a man on the goal"),
        ("3r1k/6/6/6/6/R2K2 w A - 5 1 Gh", "in check"),
        ("2r2k/6/6/6/6/R2K2 w A - 5 1 Gh", "the crossed square attacked"),
        ("1r3k/6/6/6/6/R2K2 w A - 5 1 Gh", "the goal attacked"),
        ("r4k/6/6/6/6/R1K3 w A - 5 1 Gh", "the goal attacked, where the rook stands"),
        ("1r3k/6/6/6/6/1RK3 w B - 5 1 Gh", "the crossed square attacked, where the rook stands"),
        ("5k/6/6/6/6/rR2K1 w B - 5 1 Gh", "check from behind the rook"),
        ("5k/6/6/6/1p4/R1K3 w A - 5 1 Gh", "in check by a pawn"),
        ("5k/6/6/6/p5/R2K2 w A - 5 1 Gh", "the goal attacked by a pawn"),
        ("5k/6/6/6/6/R2K2 w - - 5 1 Gh", "no right"),
    ] {
        assert_eq!(castled(fen), None, "{why}");
    }
}

#[test]
fn castling_rights_end_with_moves_of_king_and_rook_and_with_the_rook() {
    let fen = "r2k2/6/6/6/6/R2K2 w Aa - 0 1 Gh";
    let field = |moves: &[&str]| {
        let fen = after(fen, Options::NONE, moves).fen();
        fen.split(' ').nth(2).unwrap().to_owned()
    };
    assert_eq!(field(&["d1e1"]), "a");
    assert_eq!(field(&["d1e1", "d6d5", "e1d1", "d5d6"]), "-");
    assert_eq!(field(&["a1a2"]), "a");
    assert_eq!(field(&["a1a6"]), "-");
    assert_eq!(field(&["d1b1"]), "a");
}

#[test]
fn castling_fields_are_read_in_both_ways() {
    for (text, written) in [("Aa", "Aa"), ("aA", "Aa"), ("Qq", "Aa"), ("Q", "A"), ("-", "-")] {
        let fen = START.replace("Aa", text);
        assert_eq!(position(&fen).fen(), START.replace("Aa", written));
    }
    let two_rooks = "r2k1r/6/6/6/6/R2K1R w Kk - 0 1 Gh";
    assert_eq!(position(two_rooks).fen(), two_rooks.replace("Kk", "Ff"));
    let nearest = position("5k/6/6/6/6/RR1K2 w Q - 0 1 Gh");
    assert_eq!(nearest.fen(), "5k/6/6/6/6/RR1K2 w B - 0 1 Gh");
    assert_eq!(moves_from(&nearest, "d1b1"), ["d1b1"]);
}

#[test]
fn castling_rights_that_cannot_be_are_refused() {
    for (board, text) in [
        ("5k/6/6/6/6/R2K2", "F"),
        ("5k/6/6/6/6/R2K2", "K"),
        ("5k/6/6/6/6/R2K2", "a"),
        ("5k/6/6/6/6/R2K2", "AA"),
        ("5k/6/6/6/6/R2K1R", "QK"),
        ("5k/6/6/6/6/R2K1R", "AF"),
        ("5k/6/6/6/6/R2K2", "G"),
        ("5k/6/6/6/6/R2K2", "A-"),
        ("5k/6/6/6/6/R2K2", "é"),
        ("5k/6/6/6/6/RK4", "A"),
        ("5k/6/6/6/6/R3K1", "A"),
        ("5k/6/6/6/3K2/R5", "A"),
        ("5k/6/6/6/R2K2/6", "A"),
        ("5k/6/6/6/6/rN1K2", "A"),
    ] {
        let fen = format!("{board} b {text} - 0 1 Gh");
        assert_eq!(refusal(&fen), FenField::Castling, "{fen}");
    }
}

// Endings

#[test]
fn mate_and_stalemate() {
    let check = position("5k/5Q/3K2/6/6/6 b - - 0 1 Gh");
    assert_eq!(check.outcome(false), None);
    let mate = position("5k/5Q/4K1/6/6/6 b - - 100 90 Gh");
    let outcome = mate.outcome(true).unwrap();
    assert_eq!((outcome.result(), outcome.to_string().as_str()), ("1-0", "White mates"));
    let stalemate = position("k5/6/1Q4/6/6/K5 b - - 100 90 Gh");
    assert_eq!(stalemate.outcome(true), Some(Outcome::draw(Reason::NoMoves("stalemate"))));
}

#[test]
fn the_earlier_reason_for_a_draw_counts() {
    let reason = |fen: &str, repeated: bool| position(fen).outcome(repeated).map(|o| o.reason);
    let bare = "3k2/6/6/6/2K3/1N4 w - - 100 90 Gh";
    let rook = "3k2/6/6/6/2K3/1R4 w - - 100 90 Gh";
    assert_eq!(reason(bare, true), Some(Reason::BareMaterial));
    assert_eq!(reason(rook, true), Some(Reason::Repetition));
    assert_eq!(reason(rook, false), Some(Reason::MoveCount));
    assert_eq!(reason(&rook.replace("100", "99"), false), None);
    // Perft and move lists look past all three.
    assert!(position(bare).count_moves() > 0);
    assert!(position(rook).count_moves() > 0);
}

#[test]
fn bare_are_kings_with_at_most_one_bishop_or_knight() {
    for (men, bare) in [
        ("K5", true),
        ("K2N2", true),
        ("K2b2", true),
        ("K2NN1", false),
        ("K2Nn1", false),
        ("K2BN1", false),
        ("K2R2", false),
        ("K2Q2", false),
        ("K2G2", false),
        ("K2w2", false),
    ] {
        let fen = format!("5k/6/6/6/6/{men} w - - 0 1 --");
        assert_eq!(position(&fen).is_bare(), bare, "{men}");
    }
    assert!(!position("5k/6/6/6/P5/K5 w - - 0 1 --").is_bare());
}

#[test]
fn captures_and_pawn_moves_restart_the_clock() {
    let fen = "r4k/6/6/5p/6/R4K w - - 42 50 Gh";
    let clock = |moves: &[&str]| after(fen, Options::NONE, moves).clock();
    assert_eq!(clock(&["f1e1"]), 43);
    assert_eq!(clock(&["a1a6"]), 0);
    assert_eq!(clock(&["f1e1", "f3f2"]), 0);
}

// FEN and arrays

#[test]
fn impossible_positions_are_refused() {
    for (fen, field) in [
        ("5k/6/6/6/6/6 w - - 0 1 Gh", FenField::Position),
        ("5k/6/6/6/6/KK4 w - - 0 1 Gh", FenField::Position),
        ("4kk/6/6/6/6/K5 w - - 0 1 Gh", FenField::Position),
        ("5k/6/6/6/6/K4R w - - 0 1 Gh", FenField::Position),
        ("5k/6/6/6/kK4/6 w - - 0 1 Gh", FenField::Position),
        ("6/6/6/6/kK4/6 w - - 0 1 Gh", FenField::Position),
        ("P4k/6/6/6/6/K5 w - - 0 1 Gh", FenField::Position),
        ("5k/6/6/6/6/Kp4 w - - 0 1 Gh", FenField::Position),
        ("5k/6/6/6/6/KGG3 w - - 0 1 Gh", FenField::Position),
        ("5k/6/6/6/6/KG1C2 w - - 0 1", FenField::Position),
        ("5k/6/6/6/6/K5 w - a3 0 1 Gh", FenField::EnPassant),
        ("5k/6/6/6/6/K2x2 w - - 0 1 Gh", FenField::Board),
        ("5k/6/6/6/6/K2F2 w - - 0 1 Gh", FenField::Board),
        ("5k/6/6/6/6/K5 w - - 0 1 Gh x", FenField::Length),
    ] {
        assert_eq!(refusal(fen), field, "{fen}");
    }
}

#[test]
fn familiar_fields_that_say_nothing_or_contradict_the_board_are_refused() {
    for text in ["-", "*", "G", "gh", "GH", "hG", "Ph", "Gx", "Gh**", "*Gh", "Ghw", "G*h", "Gé"] {
        let fen = format!("5k/6/6/6/6/K5 w - - 0 1 {text}");
        assert_eq!(refusal(&fen), FAMILIAR_FIELD, "{text}");
    }
    assert_eq!(refusal("5k/6/6/6/6/K1C3 w - - 0 1 Gh"), FAMILIAR_FIELD);
    assert_eq!(refusal("5k/6/3w2/6/6/K5 w - - 0 1 Gh*"), FAMILIAR_FIELD);
}

#[test]
fn damaged_fens_are_read_or_refused_but_never_panic() {
    let seeds = [START, "2k1r1/P4p/3hP1/2p2p/1PW3/1R2K1 w Be - 0 1 Wh*"];
    let letters: Vec<char> = "KQRBNPGCHWkqrbnpgchwAFaf*-/ 0136wbé".chars().collect();
    let mut rng = Rng::new(7);
    let mut below = |n: usize| rng.next_u64() as usize % n;
    let mut read = 0;
    for round in 0..20_000 {
        let mut fen: Vec<char> = seeds[round % 2].chars().collect();
        for _ in 0..=below(3) {
            let (at, letter) = (below(fen.len()), letters[below(letters.len())]);
            match below(3) {
                0 => fen[at] = letter,
                1 => fen.insert(at, letter),
                _ => drop(fen.remove(at)),
            }
        }
        let fen: String = fen.into_iter().collect();
        if let Ok(position) = CritterMate::from_fen(&fen, Options::NONE) {
            assert_eq!(position.legal_moves().len(), position.count_moves());
            assert_eq!(CritterMate::from_fen(&position.fen(), Options::NONE), Ok(position));
            read += 1;
        }
    }
    assert!(read > 100);
}

#[test]
fn arrays_are_numbered_in_dictionary_order() {
    let row = |number| arrays::fen(number, number).split([' ', '/']).nth(5).unwrap().to_owned();
    assert_eq!(arrays::fen(221, 701), START);
    assert_eq!(arrays::numbers(&position(START)), Some((221, 701)));
    assert_eq!(row(0), "BGKNQR");
    assert_eq!(row(1), "BGKNRQ");
    assert_eq!(row(239), "RQNKGB");
    assert_eq!(row(240), "BCKNQR");
    assert_eq!(row(959), "RQNKWB");
}

#[test]
fn all_arrays_round_trip_both_ways() {
    let info = CritterMate::INFO.arrays.as_ref().unwrap();
    let mut rows = std::collections::HashSet::new();
    assert_eq!((info.count)(Options::NONE), 960);
    for number in 0..960 {
        let black = (number * 7 + 701) % 960;
        let fen = (info.fen)(number, black, Options::NONE);
        assert_eq!((info.numbers)(&fen, Options::NONE), Some((number, black)), "{fen}");
        let start = position(&fen);
        assert_eq!(start.fen(), fen);
        assert!(is_frozen(&start));
        // Without the field the same position is recognised.
        assert_eq!(position(fen.rsplit_once(' ').unwrap().0), start);
        let row = fen.split([' ', '/']).nth(5).unwrap();
        assert!(rows.insert(row.to_owned()), "{row}");
        assert_eq!(row.find('K').unwrap().abs_diff(row.find(['G', 'C', 'H', 'W']).unwrap()), 1);
    }
}

#[test]
fn only_start_positions_have_array_numbers() {
    let numbers = CritterMate::INFO.arrays.as_ref().unwrap().numbers;
    for fen in [
        "",
        &START.replace(" w ", " b "),
        "rnhkqb/pppppp/6/P5/1PPPPP/RNGKQB w Aa - 0 1 Gh*",
        "rnhkqb/pppppp/6/6/PPPPPP/RNGKQ1 w Aa - 0 1 Gh*",
        "rnhkqb/pppppp/6/6/PPPPPP/GRNKQB w a - 0 1 Gh*",
        "rnhkqb/pppppp/6/6/PPPPPP/RNGKQQ w a - 0 1 Gh*",
    ] {
        assert_eq!(numbers(fen, Options::NONE), None, "{fen}");
    }
}

// Moves as a whole

/// Checks the positions of games played at random.
fn check_positions(check: impl Fn(&CritterMate)) {
    let mut rng = Rng::new(77);
    for game in 0..150 {
        let fen = arrays::fen(rng.below(960) as u32, rng.below(960) as u32);
        let options = if game % 2 == 0 { Options::NONE } else { OPENING };
        let start = CritterMate::from_fen(&fen, options).unwrap();
        check_random_game(start, 120, &mut rng, &check);
    }
}

/// Legal moves found the slow way: every man to every square it attacks, then a look at the king.
fn slow_count(position: &CritterMate) -> usize {
    let (us, occupied) = (position.side, position.occupied());
    let ours = position.sides[us.index()];
    let safe = |mv: &super::Move| position.after(*mv).checkers(us).is_empty();
    let mut count = 0;
    for from in ours {
        let kind = position.kind_on(from);
        if position.frozen && us == Side::White && kind.is_familiar() {
            continue;
        }
        let mut to = attacks::TABLES.attacks(kind, from, occupied).minus(ours);
        if kind == Kind::Pawn {
            let pawn = Set::of(from);
            to = six::pawn_attacks(pawn, us) & position.sides[(!us).index()]
                | six::forward(pawn, us).minus(occupied);
        }
        let moves = to.into_iter().map(|to| super::Move::new(kind, from, to));
        for mv in moves.filter(safe) {
            let promotes = kind == Kind::Pawn && matches!(mv.to().rank(), 0 | 5);
            let familiar = position.promotion_to_familiar(us).is_some();
            count += if promotes { 4 + familiar as usize } else { 1 };
        }
    }
    count + position.legal_moves().iter().filter(|mv| mv.castles() && safe(mv)).count()
}

#[test]
fn generated_are_just_the_moves_that_leave_the_king_safe() {
    check_positions(|position| {
        assert_eq!(position.count_moves(), slow_count(position), "{}", position.fen());
    });
}

// What the search asks

#[test]
fn a_pass_changes_the_turn_alone() {
    check_positions(|position| {
        if position.in_check() {
            return;
        }
        let passed = position.after_null();
        assert_eq!(passed.key, passed.fresh_key());
        assert_eq!(CritterMate::from_fen(&passed.fen(), position.options), Ok(passed));
    });
    assert!(is_frozen(&position(START).after_null()));
    assert!(!is_frozen(&CritterMate::from_fen(START, OPENING).unwrap().after_null()));
}

#[test]
fn exchanges_are_worth_what_they_win() {
    for (fen, mv, worth) in [
        // A free pawn, a defended one, and one with a second rook behind the first.
        ("5k/6/6/3p2/6/K2R2 w - - 0 1 --", "d1d3", 100),
        ("5k/6/2p3/3p2/6/K2R2 w - - 0 1 --", "d1d3", 100 - 480),
        ("5k/6/2p3/3p2/3R2/K2R2 w - - 0 1 --", "d2d3", 100 - 480 + 100),
        // The king takes last, and only what is not defended.
        ("6/6/2k3/3p2/6/K2R2 w - - 0 1 --", "d1d3", 100 - 480),
        ("6/6/2k3/3p2/3R2/K2R2 w - - 0 1 --", "d2d3", 100),
        // Familiars take, but not one that is banned.
        ("5k/4n1/6/3p2/6/KG4 w - - 0 1 G-", "b1d3", 100 - 600),
        ("h4k/4n1/6/3P2/6/KG4 b - - 0 1 Gh", "e5d3", 100 - 300),
        ("h4k/4n1/6/3P2/6/KG4 b - - 0 1 Gh*", "e5d3", 100),
        // Quiet moves, safe and not; castling.
        ("5k/6/2p3/6/6/K2R2 w - - 0 1 --", "d1d2", 0),
        ("5k/6/2p3/6/6/K2R2 w - - 0 1 --", "d1d3", -480),
        ("5k/6/6/6/6/R2K2 w A - 0 1 --", "d1b1", 0),
        // Promotions, also of a pawn that takes back.
        ("1r3k/P5/6/6/6/K5 w - - 0 1 --", "a5b6q", 480 + 800),
        ("1r1r1k/P5/6/6/6/K5 w - - 0 1 --", "a5b6n", 480 + 200 - 300),
        ("5k/6/6/6/p5/1R1RK1 b - - 0 1 --", "a2b1q", 480 + 800 - 900),
        ("n1r2k/1P4/6/6/2R3/2R2K w - - 0 1 --", "c2c6", 480),
        ("r1r2k/1P4/6/6/2R3/2R2K w - - 0 1 --", "c2c6", 480),
    ] {
        let position = position(fen);
        assert_eq!(position.exchange(position.parse_move(mv).unwrap()), worth, "{fen} {mv}");
    }
}

#[test]
fn exchanges_win_no_more_than_the_move_itself() {
    check_positions(|position| {
        for mv in position.legal_moves() {
            let (exchange, gain) = (position.exchange(mv), position.gain(mv));
            let text = || format!("{} {}", position.fen(), position.move_text(mv, Style::Plain));
            assert!(exchange <= gain, "{}", text());
            if exchange < gain {
                let after = position.after(mv);
                let (to, occupied) = (mv.to(), after.occupied());
                let attackers = attacks::TABLES.attackers(&after, after.side, to, occupied);
                assert!(!attackers.is_empty(), "{}", text());
            }
        }
    });
}

// Evaluation

/// The position with the sides exchanged; no ban.
fn mirrored(position: &CritterMate) -> CritterMate {
    let mirror = |square: Square| Square::at(square.file(), 5 - square.rank());
    let mut mirrored = CritterMate { side: !position.side, ..CritterMate::EMPTY };
    for square in position.occupied() {
        let (side, kind) = position.man_at(square.index()).unwrap();
        mirrored.toggle(!side, Kind::ALL[kind], mirror(square));
    }
    mirrored.castling = position.castling.into_iter().map(mirror).collect();
    mirrored
}

#[test]
fn both_sides_are_evaluated_alike() {
    check_positions(|position| {
        let position = CritterMate { frozen: false, ..*position };
        let mirrored = mirrored(&position);
        assert_eq!(position.evaluate(), mirrored.evaluate(), "{}", position.fen());
    });
}

#[test]
fn the_ban_counts_against_white() {
    let banned = position(START);
    let free = CritterMate { frozen: false, ..banned };
    let weight = weights::WEIGHTS[weights::Term::Frozen as usize].weights[0].0;
    assert_eq!(banned.phase(), 256);
    assert_eq!(banned.evaluate() - free.evaluate(), weight);
}
