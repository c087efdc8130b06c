//! Proves rules that show in the course of a game rather than in one position: what happens when
//! the ply clock reaches its limit, that lost rights stay lost, that ways that meet make one move,
//! and which positions are refused for what reason.

mod common;

use std::collections::HashSet;

use hippogriff::board::Side;
use hippogriff::game::{FenField, Options, Reason};
use hippogriff::games;
use hippogriff::session::{self, Start};

use common::Setup;

fn setup<'a>(game: &'a str, fen: &'a str) -> Setup<'a> {
    Setup { game, options: &[], fen }
}

/// The reason for which the game ends with the ply on which the clock reaches its limit.
fn ending_on_the_limit(game: &str, fen: &str, text: &str) -> Option<Reason> {
    setup(game, fen).play(&[text]).1.map(|outcome| outcome.reason)
}

#[test]
fn a_win_on_the_limit_wins() {
    for (game, fen, text, result) in [
        ("knightfall", "5n/6/4N1/6/6/5R w - - 99 90", "f1f6", "1-0"),
        ("knightfall", "n5/6/6/6/p5/1N4 b - - 99 90", "a2b1r", "0-1"),
        ("crittermate", "k5/5Q/1K4/6/6/6 w - - 99 90 --", "f5b5", "1-0"),
        ("horizons", "k11/11Q/1K10/12/12/12/12/12/12/12/12/12 w - - 149 90", "l11b11", "1-0"),
        ("livonian", "3c5/9/9/9/9/9/9/4H4/3C5 w - - 99 90", "e2d9,d9e8", "1-0"),
    ] {
        let (after, outcome) = setup(game, fen).play(&[text]);
        assert_eq!(outcome.map(|outcome| outcome.result()), Some(result), "{after}");
    }
}

#[test]
fn a_quiet_move_on_the_limit_draws() {
    for (game, fen, text) in [
        ("knightfall", "5n/6/4N1/6/6/5R w - - 99 90", "f1e1"),
        ("crittermate", "k5/5Q/1K4/6/6/6 w - - 99 90 --", "f5f1"),
        ("horizons", "k11/11Q/1K10/12/12/12/12/12/12/12/12/12 w - - 149 90", "l11l1"),
        // A pawn's step, which would reset the clock of chess.
        ("horizons", "11k/12/12/12/12/12/12/4P7/12/12/12/K11 w - - 149 90", "e5e6"),
        ("livonian", "3c5/9/9/9/9/9/9/4H4/3C5 w - - 99 90", "e2e3"),
        ("livonian", "4c4/9/9/9/9/9/p8/9/C8 w - - 99 90", "0000"),
    ] {
        assert_eq!(ending_on_the_limit(game, fen, text), Some(Reason::MoveCount), "{fen} {text}");
        let early = fen.replacen("- 99 ", "- 98 ", 1).replacen("- 149 ", "- 148 ", 1);
        assert_eq!(ending_on_the_limit(game, &early, text), None, "{early} {text}");
    }
}

/// Only the rules of Horizons ask what the other side could still do.
#[test]
fn a_flag_that_falls_loses_but_where_the_rules_say_otherwise() {
    for (game, fen, wins) in [
        ("knightfall", "5n/6/6/6/6/N5 w - - 0 1", [true, true]),
        ("crittermate", "k5/6/1K4/6/6/6 w - - 0 1 --", [true, true]),
        ("knightsroses", "8/8/8/8/8/8/8/R7 w - - 0 1", [true, true]),
        ("livonian", "m2c5/9/9/9/9/9/9/9/3C5 w - - 0 1", [true, true]),
        ("horizons", "k11/12/1K10/12/12/12/12/11W/12/12/12/12 w - - 0 1", [true, false]),
        ("horizons", "k11/12/1K8N1/12/12/12/12/12/12/12/12/11q b - - 0 1", [false, true]),
    ] {
        let mut session = session::open(game, Options::NONE, 1).unwrap();
        session.start(&Start::Fen(fen.to_owned())).unwrap();
        assert_eq!(Side::BOTH.map(|side| session.wins_on_time(side)), wins, "{game} {fen}");
    }
}

#[test]
fn an_irreversible_move_on_the_limit_resets_the_clock() {
    for (game, fen, text) in [
        ("knightfall", "5n/6/4N1/6/6/n4R w - - 99 90", "f1a1"),
        ("knightfall", "5n/6/4N1/6/P5/5R w - - 99 90", "a2a3"),
        ("crittermate", "k5/5Q/1K3b/6/6/6 w - - 99 90 --", "f5f4"),
        ("crittermate", "k5/5Q/1K4/6/P5/6 w - - 99 90 --", "a2a3"),
        ("horizons", "11k/12/12/12/4n7/12/12/4R7/12/12/12/K11 w - - 149 90", "e5e8"),
        ("horizons", "12/4P7/11k/12/12/12/12/12/12/12/12/K11 w - - 149 90", "e11e12r"),
        ("livonian", "c2c5/9/9/9/9/9/9/4H4/3C5 w - - 99 90", "e2d9,d9e8"),
    ] {
        let (after, outcome) = setup(game, fen).play(&[text]);
        assert_eq!(outcome, None, "{after}");
        assert_eq!(after.split(' ').nth(4), Some("0"), "{after}");
    }
}

#[test]
fn other_draws_on_the_limit_come_first() {
    let stalemate = ending_on_the_limit("crittermate", "k5/5Q/1K4/6/6/6 w - - 99 9 --", "f5c5");
    assert!(matches!(stalemate, Some(Reason::NoMoves(_))), "{stalemate:?}");
    let bare = ending_on_the_limit("crittermate", "k5/6/6/6/3b2/5K w - - 99 90 --", "f1f2");
    assert_eq!(bare, Some(Reason::BareMaterial));
    let fen = "k11/12/12/12/12/12/12/12/12/3b8/12/11K w - - 149 90";
    assert_eq!(ending_on_the_limit("horizons", fen, "l1l2"), Some(Reason::BareMaterial));
}

#[test]
fn arrays_count_as_the_rules_say() {
    for (game, names, count, start) in [
        ("crittermate", &[][..], 960, Some((221, 701))),
        ("livonian", &[], 158_760, Some((121_876, 121_876))),
        ("livonian", &["medieval"], 630 * 126, None),
    ] {
        let game = games::find(game).expect("a game");
        let arrays = game.arrays.as_ref().expect("numbered arrays");
        let options = Options::named(game, names.iter().copied()).expect("an option");
        assert_eq!((arrays.count)(options), count, "{names:?}");
        if let Some((white, black)) = start {
            assert_eq!((arrays.fen)(white, black, options), game.start_fen);
        }
    }
    let numbered: Vec<_> = games::ALL.iter().filter(|game| game.arrays.is_some()).collect();
    assert_eq!(numbered.len(), 2);
}

#[test]
fn castling_rights_are_lost_for_good() {
    let horizons = "1k10/12/12/12/12/12/12/7b4/12/11R/12/6K4R";
    for (game, fen, moves, castling) in [
        // The rook is taken, and another one comes to its square.
        ("crittermate", "3k2/6/6/1b4/6/1K1R1R b D - 0 1 --", &["b3d1", "f1d1", "d6e6"][..], "b1d1"),
        ("horizons", &format!("{horizons} b K - 0 1"), &["h5l1", "l3l1", "b12b11"], "g1j1"),
        // Rook or king go and come back.
        ("crittermate", "5k/6/6/6/6/K2R2 w D - 0 1 --", &["d1d2", "f6e6", "d2d1", "e6f6"], "a1c1"),
        ("crittermate", "5k/6/6/6/6/K2R2 w D - 0 1 --", &["a1a2", "f6e6", "a2a1", "e6f6"], "a1c1"),
        (
            "horizons",
            "1k10/12/12/12/12/12/12/12/12/12/12/6K4R w K - 0 1",
            &["l1k1", "b12b11", "k1l1", "b11b12"],
            "g1j1",
        ),
        (
            "horizons",
            "1k10/12/12/12/12/12/12/12/12/12/12/6K4R w K - 0 1",
            &["g1g2", "b12b11", "g2g1", "b11b12"],
            "g1j1",
        ),
    ] {
        let (after, _) = setup(game, fen).play(moves);
        assert_eq!(after.split(' ').nth(2), Some("-"), "{after}");
        let legal = setup(game, &after).moves();
        assert!(!legal.iter().any(|text| text == castling), "{after}: {castling}");
    }
}

/// A push leads forward and never off the board, so it cannot move a king or rook of the first rank.
#[test]
fn nobody_is_pushed_off_his_castling_square() {
    let fen = "k11/12/12/12/12/12/12/12/12/12/s5s4s/R5K4R b KQ - 0 1";
    let legal = setup("horizons", fen).moves();
    assert!(!legal.iter().any(|text| text.starts_with(['g', 'l'])), "{legal:?}");
}

#[test]
fn the_ban_on_whites_familiar_ends_for_good() {
    let with_pawn = "k1h3/6/6/1G4/p1R3/4K1 w - - 0 1 Gh*";
    for (fen, moves) in [
        // Black's familiar goes and comes back.
        ("k1h3/6/6/1G4/6/4K1 b - - 0 1 Gh*", &["c6c5", "e1e2", "c5c6"][..]),
        // It is taken, and another one made by promotion.
        (with_pawn, &["c2c6", "a6a5", "e1e2", "a2a1h"]),
    ] {
        let (after, _) = setup("crittermate", fen).play(moves);
        assert!(after.ends_with(" Gh"), "{after}");
        let legal = setup("crittermate", &after).moves();
        assert!(legal.iter().any(|text| text.starts_with("b3")), "{after}");
    }
}

#[test]
fn a_spent_warrior_stays_spent() {
    let fen = "k11/12/12/4r7/12/4n7/12/4W7/12/12/12/K11 w - - 0 1";
    let (after, _) = setup("horizons", fen).play(&["e5e7", "a12a11"]);
    let legal = setup("horizons", &after).moves();
    assert!(!legal.iter().any(|text| text == "e7e9"), "{after}");
    let always = Setup { options: &["charge-always"], ..setup("horizons", fen) };
    let (after, _) = always.play(&["e5e7", "a12a11"]);
    let legal = Setup { fen: &after, ..always }.moves();
    assert!(legal.iter().any(|text| text == "e7e9"), "{after}");
}

#[test]
fn ways_that_meet_make_one_move() {
    for (game, options, fen) in [
        // The first two squares of a Lightning's paths are shared by two.
        ("horizons", &[][..], "2k9/12/12/12/12/12/4n7/6r5/4L7/12/K11/12 w - - 0 1"),
        ("horizons", &["short-mage"], "12/12/12/12/3r1n6/12/5M6/12/12/11k/12/K11 w - - 0 1"),
        ("horizons", &["old-ox"], "12/12/12/12/12/5n6/3n1O1n4/12/12/4n7/12/K10k w - - 0 1"),
        // A Warrior's step straight ahead and its charge, a Shielder's step and its push.
        ("horizons", &[], "k3n7/4n7/4W7/2S9/2n9/12/12/12/12/12/12/K11 w - - 0 1"),
        // A victim hit from all sides, and a horse that need not move to strike.
        ("livonian", &[], "c3C4/9/4P4/3HpP2C/3PHM3/9/9/4M4/9 w - - 0 1"),
        ("livonian", &["all-lines"], "c3C4/9/4P4/3HpP2C/3PHM3/9/9/4M4/9 w - - 0 1"),
    ] {
        let moves = Setup { game, options, fen }.moves();
        let unlike: HashSet<_> = moves.iter().collect();
        assert_eq!(unlike.len(), moves.len(), "{game}{options:?}: {fen}");
    }
}

#[test]
fn positions_that_could_not_stand_in_a_game_are_refused() {
    for (game, fen) in [
        // The side that is not to move is in check: by a rook, and by a Warrior's charge.
        ("horizons", "k11/12/12/12/12/12/12/12/5m6/12/12/R5K4R w KQ - 0 10"),
        ("horizons", "k11/12/12/12/12/12/12/12/12/7w4/12/R5K4R w KQ - 0 10"),
        ("horizons", "k11/12/12/12/12/12/12/12/12/6w5/12/6K5 b - - 0 10"),
        ("crittermate", "6/1k4/6/1G4/5h/4K1 w - - 0 1 Gh*"),
        // A foot soldier on the first or last rank.
        ("horizons", "k11/12/12/12/12/12/12/12/12/12/4N7/K2P8 b - - 150 190"),
        ("horizons", "k2s8/12/12/12/12/12/12/12/12/12/12/K11 w - - 0 1"),
        ("crittermate", "k2P2/6/6/6/6/K5 b - - 0 1 --"),
        ("knightfall", "n5/6/6/6/6/N2p2 b - - 0 1"),
        // Kings, familiars, knights, cannons: too many or too few.
        ("horizons", "k11/12/12/12/12/12/12/12/12/12/12/12 w - - 0 1"),
        ("crittermate", "k4k/6/6/6/6/K5 w - - 0 1 --"),
        ("crittermate", "k5/6/6/6/6/K1G1C1 b - - 0 1"),
        ("knightfall", "r5/6/6/6/6/R5 w - - 0 1"),
        ("livonian", "m8/9/9/9/9/9/9/9/M8 w - - 0 1"),
    ] {
        assert_eq!(setup(game, fen).refusal().field, FenField::Position, "{game}: {fen}");
    }
}

#[test]
fn refusals_name_the_field() {
    for (game, fen, field) in [
        ("knightfall", "rbnnbr/pppppp/6/6/PPPPPP w - - 0 1", FenField::Board),
        ("horizons", "k11/12/12/12/12/12/12/12/12/12/12/K10 w - - 0 1", FenField::Board),
        ("livonian", "f8/9/9/9/9/9/9/9/F8 w - - 0 1", FenField::Board),
        ("knightsroses", "n7/8/8/8/8/8/8/N7 x - - 0 1", FenField::Side),
        ("horizons", "k11/12/12/12/12/12/12/12/12/12/12/K10R w K - 0 1", FenField::Castling),
        ("crittermate", "k5/6/6/6/6/K3R1 w E - 0 1 --", FenField::Castling),
        ("horizons", "k11/12/12/2wWw7/12/12/12/12/12/12/12/6K5 w - d10 0 1", FenField::EnPassant),
        ("livonian", "c8/9/9/9/9/9/9/9/C8 w - a3 0 1", FenField::EnPassant),
        ("knightfall", "n5/6/6/6/6/N5 w - - x 1", FenField::Clock),
        ("knightfall", "n5/6/6/6/6/N5 w - - 0 -1", FenField::MoveNumber),
        ("crittermate", "k2h2/6/6/6/1G4/4K1 w - - 0 1 Gw", FenField::Extra("familiar field")),
        ("knightsroses", "n7/8/8/8/8/8/8/N7 w - - 0 1 Gh*", FenField::Length),
    ] {
        let refusal = setup(game, fen).refusal();
        assert_eq!(refusal.field, field, "{game}: {fen}: {refusal}");
    }
}
