//! What only this game does.

use std::collections::BTreeSet;

use super::{CHARGE_ALWAYS, Horizons, Move, NO_SHIELD, OLD_OX, SHORT_MAGE, Square};
use crate::board::Rng;
use crate::game::{FenField, Game, MoveError, Options, Reason, Style};

const NONE: Options = Options::NONE;

fn with(option: usize) -> Options {
    NONE.with(option, true)
}

fn position(fen: &str) -> Horizons {
    Horizons::from_fen(fen, NONE).unwrap()
}

/// The position of the men listed as letter and square, White's in upper case, with White to move.
/// Kings that are not listed stand in the corners a1 and l12.
pub(super) fn men(list: &str, options: Options) -> Horizons {
    Horizons::from_fen(&fen_of(list, "w - - 0 1"), options).unwrap()
}

pub(super) fn fen_of(list: &str, rest: &str) -> String {
    let mut men: Vec<(Square, char)> = list
        .split_whitespace()
        .map(|man| (Square::parse(&man[1..]).unwrap(), man.chars().next().unwrap()))
        .collect();
    for (king, home) in [('K', "a1"), ('k', "l12")] {
        if !men.iter().any(|man| man.1 == king) {
            men.push((Square::parse(home).unwrap(), king));
        }
    }
    let board = crate::fen::write_board::<12, 12>(|square| {
        men.iter().find(|man| man.0 == square).map(|man| man.1)
    });
    format!("{board} {rest}")
}

/// The plain texts of the legal moves from a square, without that square's name.
fn goals(position: &Horizons, from: &str) -> BTreeSet<String> {
    let from = Square::parse(from).unwrap();
    let texts = position.legal_moves().into_iter().filter(|mv| mv.from() == from);
    texts.map(|mv| position.move_text(mv, Style::Plain)[from.to_string().len()..].into()).collect()
}

fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

fn played(position: &Horizons, text: &str) -> Horizons {
    position.after(position.parse_move(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn is_legal(position: &Horizons, text: &str) -> bool {
    position.parse_move(text).is_ok()
}

/// The offsets of all goals of the piece on f6, far from which the kings stand.
fn offsets(letter: char, options: Options) -> BTreeSet<(i32, i32)> {
    let from = Square::at(5, 5);
    let board = men(&format!("{letter}f6"), options);
    let squares = board.legal_moves().into_iter().filter(|mv| mv.from() == from).map(Move::to);
    squares.map(|to| (to.file() as i32 - 5, to.rank() as i32 - 5)).collect()
}

/// All squares that lie, as seen from f6, where one of `ways` leads, in all eight reflections.
fn reflected(ways: impl Fn(i32) -> Vec<(i32, i32)>) -> BTreeSet<(i32, i32)> {
    let mut all = BTreeSet::new();
    for (x, y) in (0..12).flat_map(ways) {
        for (x, y) in [(x, y), (y, x)] {
            all.extend([(x, y), (-x, y), (x, -y), (-x, -y)]);
        }
    }
    all.retain(|&(x, y)| (-5..=6).contains(&x) && (-5..=6).contains(&y));
    all
}

#[test]
fn the_mage_turns_after_three_empty_squares() {
    let board = men("Mb4", NONE);
    let found = goals(&board, "b4");
    for goal in ["e8", "f7", "f9", "g8", "g10", "h9"] {
        assert!(found.contains(goal), "{goal}");
    }
    assert!(!found.contains("d7") && !found.contains("e7"));
    let shadowed = men("Mb4 Pf8", NONE);
    assert!(goals(&shadowed, "b4").is_superset(&set("e8 f7")));
    assert!(goals(&shadowed, "b4").is_disjoint(&set("f9 g8 g10 h9")));
    let filled = men("Mb4 Pe8 pf7", NONE);
    assert!(!goals(&filled, "b4").contains("e8"));
    assert!(goals(&filled, "b4").is_superset(&set("f7 f9 g8 g10 h9")));
}

#[test]
fn the_mage_goes_where_griffon_and_unicorn_go_outside_the_seven_by_seven_square() {
    let far = |steps: Vec<(i32, i32)>| -> Vec<(i32, i32)> {
        steps.into_iter().filter(|&(x, y)| x.max(y) > 3).collect()
    };
    let expected = reflected(|n| far(vec![(1, 1 + n), (1 + n, 2 + n)]));
    assert_eq!(offsets('M', NONE), expected);
    let nearer = offsets('M', with(SHORT_MAGE));
    let added: BTreeSet<_> = nearer.difference(&expected).copied().collect();
    assert_eq!(added, reflected(|_| vec![(1, 3), (2, 3)]));
}

#[test]
fn the_lightning_goes_one_and_two_steps_beyond_the_nightrider() {
    assert_eq!(offsets('L', NONE), reflected(|n| vec![(n, 2 * n + 1), (n, 2 * n + 2)]));
    let board = men("Le4 kl2 pg9", NONE);
    assert!(goals(&board, "e4").is_superset(&set("e5 e6 f7 f8 g9")));
    assert!(goals(&board, "e4").is_disjoint(&set("g10 h11 h12")));
    let blocked = men("Le4 kl2 Pe6", NONE);
    assert!(goals(&blocked, "e4").contains("e5"));
    assert!(goals(&blocked, "e4").is_disjoint(&set("e6 d7 f7")));
}

#[test]
fn the_ox_goes_two_or_three_or_two_and_one() {
    assert_eq!(offsets('O', NONE), reflected(|_| vec![(0, 2), (0, 3), (1, 3)]));
    let board = men("Of6 pf7 ph6 Pf4", NONE);
    assert_eq!(goals(&board, "f6"), set("h6 d6 c6 c7 c5"));
}

#[test]
fn the_old_ox_takes_near_and_stops_far() {
    let ox = with(OLD_OX);
    assert_eq!(offsets('O', ox), reflected(|_| vec![(0, 3), (1, 3)]));
    let board = men("Of6 pf7 ph6 Pf4", ox);
    assert_eq!(goals(&board, "f6"), set("f7 h6 c6 c7 c5"));
    let check = men("Kf6 of7", ox);
    assert!(check.in_check() && !men("Kf6 of7", NONE).in_check());
}

#[test]
fn warriors_step_diagonally_and_take_straight() {
    let board = men("We2 pe3 pd3", NONE);
    assert_eq!(goals(&board, "e2"), set("e3 f3 g4"));
    let far = men("Ve5 pe7", NONE);
    assert_eq!(goals(&far, "e5"), set("d6 f6"));
    let blocked = men("We2 pg4 pd3", NONE);
    assert_eq!(goals(&blocked, "e2"), set("f3"));
}

#[test]
fn a_warrior_charges_once() {
    let board = men("We5 pe7 pe9", NONE);
    assert_eq!(goals(&board, "e5"), set("d6 f6 e7"));
    let charged = played(&board, "e5e7");
    assert!(charged.fen().contains("4V7"));
    assert_eq!(charged.clock(), 0);
    assert!(goals(&men("We5 pe7 pe6", NONE), "e5").is_disjoint(&set("e7")));
    assert!(goals(&men("We5 se7", NONE), "e5").is_disjoint(&set("e7")));
    let always = men("Ve5 pe7 pe9", with(CHARGE_ALWAYS));
    assert!(always.fen().contains("4W7"));
    assert!(played(&always, "e5e7").fen().contains("4W7"));
}

#[test]
fn a_charge_is_written_with_its_letter_for_xboard() {
    let board = men("We5 pe7", NONE);
    let charge = board.parse_move("e5e7").unwrap();
    assert_eq!(board.move_text(charge, Style::Xboard), "e5e7v");
    assert_eq!(board.move_text(charge, Style::People), "We5xe7=V");
    for text in ["e5e7v", "e5e7V", "e5e7=v"] {
        assert_eq!(board.parse_move(text), Ok(charge), "{text}");
    }
    for text in ["e5e7w", "e5e7q", "e5d6v", "e5e7vv"] {
        assert!(!is_legal(&board, text), "{text}");
    }
    let always = men("We5 pe7", with(CHARGE_ALWAYS));
    let charge = always.parse_move("e5e7").unwrap();
    assert_eq!(always.move_text(charge, Style::Xboard), "e5e7w");
    assert_eq!(always.parse_move("e5e7v"), Ok(charge));
}

#[test]
fn every_class_has_its_own_promotions() {
    let board = men("Pb11 We10 re12 Sk11 nj11", NONE);
    assert_eq!(goals(&board, "b11"), set("b12r b12n b12b b12o b12q"));
    let warrior = set("e12r e12n e12b e12o e12m d11 f11");
    assert_eq!(goals(&board, "e10"), warrior);
    assert_eq!(goals(&board, "k11"), set("k12r k12n k12b k12o k12l j11"));
    for text in ["b11b12Q", "b11b12=q", "e10e12M"] {
        assert!(is_legal(&board, text), "{text}");
    }
    for text in ["b11b12", "b11b12m", "b11b12k", "e10e12v", "e10e12"] {
        let illegal = MoveError::Illegal(text.to_owned());
        assert_eq!(board.parse_move(text), Err(illegal), "{text}");
    }
    let promoted = played(&men("Pb11", NONE), "b11b12o");
    assert_eq!((promoted.clock(), promoted.fen().starts_with("1O9k")), (0, true));
}

#[test]
fn a_shielder_is_not_taken_from_the_front() {
    for (king, taken) in [("e5", true), ("e4", true), ("e3", false), ("d3", false)] {
        let board = men(&format!("sd4 K{king}"), NONE);
        assert_eq!(goals(&board, king).contains("d4"), taken, "{king}");
        let board = men(&format!("sd4 K{king}"), with(NO_SHIELD));
        assert!(goals(&board, king).contains("d4"), "{king}");
    }
    let board = men("sd6 Rd3 Rd9 Ba9 Nb5 Qg9 Ra6 Pc5 Wd4 Se6", NONE);
    let takers: BTreeSet<String> = board
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.to().to_string() == "d6")
        .map(|mv| mv.from().to_string())
        .collect();
    assert_eq!(takers, set("d9 a9 g9 a6 e6"));
}

#[test]
fn shielders_push_what_is_no_shielder() {
    let board = men("Sd4 nd5 Sg4 sg5 Sj10 nj11", NONE);
    assert_eq!(goals(&board, "d4"), set("d5"));
    let pushed = played(&board, "d4d5");
    assert!(pushed.fen().starts_with("11k/9n2/9S2/12/12/12/3n8/3S2s5/6S5/"), "{}", pushed.fen());
    assert_eq!(pushed.clock(), 1);
    assert_eq!(goals(&board, "g4"), set(""));
    assert_eq!(goals(&board, "j10"), set(""), "not onto the last rank");
    assert_eq!(goals(&men("Sj9 nj10", NONE), "j9"), set("j10"));
    assert_eq!(goals(&men("Sj9 nj10 Pj11", NONE), "j9"), set(""), "no room");
    assert_eq!(goals(&men("Sd2 nd4", NONE), "d2"), set("d3"), "never by a double step");
}

#[test]
fn kings_can_be_pushed_and_own_king_must_be_safe() {
    let board = men("Sd4 kd5", NONE);
    assert!(played(&board, "d4d5").fen().starts_with("12/12/12/12/12/12/3k8/3S8/"));
    assert!(!is_legal(&men("Kf5 Sd4 nd5", NONE), "d4d5"), "the knight would give check from d6");
    assert!(is_legal(&men("Kf5 Sd4 bd5", NONE), "d4d5"));
    assert!(!is_legal(&men("Ka4 Sd4 nd5 rl4", NONE), "d4d5"), "pinned");
}

#[test]
fn a_soldier_pushed_home_may_step_twice_again() {
    let board = position(&fen_of("We3 se4", "b - - 0 1"));
    let pushed = played(&board, "e4e3");
    assert_eq!(pushed.fen(), fen_of("We2 se3", "w - - 1 2"));
    assert_eq!(goals(&pushed, "e2"), set("d3 f3 c4 g4"));
}

/// Black's captures on e3 after White's double step with the man `letter`, which stands on e4
/// or, if it is a Warrior, on f4.
fn en_passant_takers(letter: char, goal: &str) -> BTreeSet<String> {
    let home = if goal == "f4" { "d2" } else { "e2" };
    let list = format!("{letter}{home} pd4 ve4 we5 sd3 sf3");
    let list = if goal == "e4" { list.replace(" ve4", "") } else { list };
    let after = played(&men(&list, NONE), &format!("{home}{goal}"));
    let taking = after.legal_moves().into_iter().filter(|mv| mv.to().to_string() == "e3");
    taking.map(|mv| mv.from().to_string()).collect()
}

#[test]
fn each_class_takes_en_passant_what_it_may() {
    assert_eq!(en_passant_takers('P', "e4"), set("d4 d3 f3"));
    assert_eq!(en_passant_takers('S', "e4"), set("d3 f3"));
    assert_eq!(en_passant_takers('W', "f4"), set("d4 e4 d3 f3"));
    assert_eq!(en_passant_takers('V', "f4"), set("d4 e4 d3 f3"));
}

#[test]
fn en_passant_takes_the_man_that_passed() {
    let after = played(&men("Wd2 pd4", NONE), "d2f4");
    assert!(after.fen().ends_with(" b - e3f4 1 1"), "{}", after.fen());
    let taken = played(&after, "d4e3");
    assert_eq!(taken.fen(), fen_of("pe3", "w - - 0 2"));
    assert!(!is_legal(&played(&played(&after, "l12l11"), "a1a2"), "d4e3"));
    let nobody = played(&men("Pe2 pc4", NONE), "e2e4");
    assert!(nobody.fen().contains(" b - - "), "{}", nobody.fen());
}

#[test]
fn both_squares_left_are_empty_before_the_king_is_judged() {
    let board = men("Pe2 pd4 kl4 Ra4", NONE);
    let after = played(&board, "e2e4");
    assert!(after.fen().contains(" b - - "), "d4e3 would uncover the rook: {}", after.fen());
    let board = men("Pe2 pd4 kl4 Rb5", NONE);
    assert!(played(&board, "e2e4").fen().contains(" b - e3 "));
}

#[test]
fn the_en_passant_field_of_a_fen_is_read_liberally() {
    let field = |list: &str, text: &str| {
        let read = Horizons::from_fen(&fen_of(list, &format!("b - {text} 0 1")), NONE);
        read.map(|p| p.fen().split(' ').nth(3).unwrap().to_owned()).map_err(|e| e.field)
    };
    assert_eq!(field("Wf4 pd4", "e3f4"), Ok("e3f4".into()));
    assert_eq!(field("Wf4 pd4", "e3"), Ok("e3f4".into()));
    assert_eq!(field("Pe4 pd4", "e3e4"), Ok("e3".into()));
    assert_eq!(field("Pe4 Wf4 pd4", "e3"), Ok("e3".into()));
    assert_eq!(field("Pe4 Wf4 pd4", "e3f4"), Ok("e3f4".into()));
    assert_eq!(field("Wd4 Wf4 sd3", "e3"), Err(FenField::EnPassant));
    assert_eq!(field("Wd4 Wf4 sd3", "e3d4"), Ok("e3d4".into()));
    assert_eq!(field("Pe4", "e3"), Ok("-".into()), "nobody can take");
    assert_eq!(field("Pe4 pd4 Ne3", "e3"), Ok("-".into()), "the square is not empty");
    assert_eq!(field("Pe4 pd4 Ne2", "e3"), Ok("-".into()), "it cannot come from e2");
    assert_eq!(field("Pe7 pd7", "e6"), Ok("-".into()), "it cannot come from home");
    for text in ["e", "e3f", "e3f4g5", "E3", "e3f4 ", "é3", "--", "e13"] {
        let fen = fen_of("Wf4 pd4", &format!("b - {} 0 1", text.trim()));
        let bad = Horizons::from_fen(&fen, NONE);
        assert_eq!(bad.is_err(), text != "e3f4 ", "{text}");
    }
}

#[test]
fn the_king_castles_three_squares() {
    let board = position(&fen_of("Kg1 Ra1 Rl1 kg12 ra12 rl12", "w KQkq - 5 1"));
    let short = played(&board, "g1j1");
    assert_eq!(short.fen(), fen_of("Kj1 Ra1 Ri1 kg12 ra12 rl12", "b kq - 6 1"));
    let long = played(&short, "g12d12");
    assert_eq!(long.fen(), fen_of("Kj1 Ra1 Ri1 kd12 re12 rl12", "w - - 7 2"));
    assert_eq!(board.move_text(board.parse_move("g1j1").unwrap(), Style::People), "O-O");
}

#[test]
fn castling_is_forbidden_by_attacks_and_men_between() {
    let castles = |more: &str| {
        let board = position(&fen_of(&format!("Kg1 Ra1 Rl1 kg12 {more}"), "w KQ - 0 1"));
        (is_legal(&board, "g1j1"), is_legal(&board, "g1d1"))
    };
    assert_eq!(castles(""), (true, true));
    assert_eq!(castles("of1"), (true, false), "an Ox on f1 attacks none of the squares");
    assert_eq!(castles("rg5"), (false, false), "check");
    assert_eq!(castles("rh5"), (false, true), "h1 is crossed");
    assert_eq!(castles("rj5"), (false, true), "j1 is the goal");
    assert_eq!(castles("rb5"), (true, true), "b1 is not crossed");
    assert_eq!(castles("wi3"), (false, true), "a charge counts");
    assert_eq!(castles("vi3"), (true, true), "a spent Warrior has none");
    assert_eq!(castles("Nk1"), (false, true), "all between must be empty");
    assert_eq!(castles("Nb1"), (true, false), "all between must be empty");
}

#[test]
fn castling_rights_end_with_king_or_rook() {
    let board = position(&fen_of("Kg1 Ra1 Rl1 kg12 ra12 rl12", "w KQkq - 0 1"));
    let rights = |text: &str| played(&board, text).fen().split(' ').nth(2).unwrap().to_owned();
    assert_eq!(rights("g1g2"), "kq");
    assert_eq!(rights("a1b1"), "Kkq");
    assert_eq!(rights("a1a12"), "Kk");
    assert_eq!(rights("l1l5"), "Qkq");
    for (castling, good) in
        [("qkQK", true), ("-", true), ("KK", false), ("A", false), ("K-", false), ("é", false)]
    {
        let fen = fen_of("Kg1 Ra1 Rl1 kg12 ra12 rl12", &format!("w {castling} - 0 1"));
        assert_eq!(Horizons::from_fen(&fen, NONE).is_ok(), good, "{castling}");
    }
    for list in ["Kf1 Rl1", "Kg1 Rk1", "Kg1 rl1"] {
        let refused = Horizons::from_fen(&fen_of(list, "b K - 0 1"), NONE).unwrap_err();
        assert_eq!(refused.field, FenField::Castling, "{list}");
    }
}

#[test]
fn a_man_between_king_and_charging_warrior_is_pinned() {
    let board = men("Kd4 Nd5 wd6", NONE);
    assert_eq!(goals(&board, "d5"), set(""));
    assert!(!goals(&men("Kd4 Nd5 vd6", NONE), "d5").is_empty());
    let check = men("Kd4 Nb4 wd6", NONE);
    assert!(check.in_check());
    assert_eq!(goals(&check, "b4"), set("d5"));
}

#[test]
fn overlapping_checks_are_answered_where_both_paths_run() {
    let board = men("Kd2 qd9 le6 Rj3 Rj5", NONE);
    assert!(board.in_check());
    assert_eq!(goals(&board, "j3"), set("d3"));
    assert_eq!(goals(&board, "j5"), set(""));
}

#[test]
fn mate_comes_before_bare_material() {
    // l12 is covered from j11, l11 and k11 by the king, k12 from i11.
    let mate = position(&fen_of("kl12 Kk10 Nj11 Ni11", "b - - 150 90"));
    assert!(mate.is_bare());
    assert_eq!(mate.outcome(true).unwrap().to_string(), "White mates");
    let smothered = position("k11/2Q9/1K10/12/12/12/12/12/12/12/12/12 b - - 150 60");
    assert_eq!(smothered.outcome(true).unwrap().to_string(), "stalemate");
    let mated = position("k11/1Q10/1K10/12/12/12/12/12/12/12/12/12 b - - 150 60");
    assert_eq!(mated.outcome(true).unwrap().to_string(), "White mates");
    assert_eq!(mated.outcome(true).unwrap().result(), "1-0");
}

#[test]
fn bare_material_is_drawn_and_looked_past() {
    for (list, bare) in [
        ("", true),
        ("Bd5", true),
        ("nd4", true),
        ("Nd4 Ne4", true),
        ("Nd4 ne4", false),
        ("Bd5 ne4", false),
        ("Wd4", false),
        ("Od4", false),
        ("Nd4 Ne4 Nf4", false),
    ] {
        let board = men(list, NONE);
        let drawn = board.outcome(false).is_some_and(|o| o.reason == Reason::BareMaterial);
        assert_eq!(drawn, bare, "{list}");
        assert!(board.count_moves() > 0);
    }
}

#[test]
fn a_hundred_and_fifty_quiet_plies_are_a_draw() {
    let board = position(&fen_of("Pd4", "w - - 149 99"));
    let moved = played(&board, "d4d5");
    assert_eq!(moved.outcome(false).unwrap().reason, Reason::MoveCount, "pawn moves count too");
    assert_eq!(board.outcome(false), None);
}

#[test]
fn options_are_part_of_the_position() {
    let all: BTreeSet<u64> = (0..16u8)
        .map(|bits| (0..4).fold(NONE, |o, place| o.with(place, bits >> place & 1 != 0)))
        .map(|options| Horizons::start(options).key())
        .collect();
    assert_eq!(all.len(), 16);
}

#[test]
fn the_key_tells_en_passant_victims_apart() {
    let key = |ep: &str| position(&fen_of("Wd4 Wf4 sd3", &format!("b - {ep} 0 1"))).key();
    assert_eq!(BTreeSet::from([key("-"), key("e3d4"), key("e3f4")]).len(), 3);
    assert_eq!(key("a3"), key("-"));
}

#[test]
fn impossible_positions_are_refused() {
    for (list, rest, field) in [
        ("Kd4 Ke4", "w - - 0 1", FenField::Position),
        ("Pd1", "w - - 0 1", FenField::Position),
        ("vd12", "w - - 0 1", FenField::Position),
        ("Rl1", "w - - 0 1", FenField::Position),
        ("kb2", "w - - 0 1", FenField::Position),
        ("kd6 Wd4", "w - - 0 1", FenField::Position),
        ("Xd6", "w - - 0 1", FenField::Board),
        ("", "w - - 0", FenField::MoveNumber),
        ("", "x - - 0 1", FenField::Side),
    ] {
        let refused = Horizons::from_fen(&fen_of(list, rest), NONE).unwrap_err();
        assert_eq!(refused.field, field, "{list} {rest}");
    }
    let kingless = ["12"; 12].join("/") + " w - - 0 1";
    assert_eq!(Horizons::from_fen(&kingless, NONE).unwrap_err().field, FenField::Position);
}

#[test]
fn any_number_of_men_may_stand_on_the_board() {
    for letter in ['Q', 'R', 'B', 'O', 'M', 'L', 'N'] {
        let full = letter.to_string().repeat(12);
        let sparse = format!("{letter}2").repeat(4);
        for rows in [[&full; 9], [&sparse; 9]] {
            let men = rows.map(String::as_str).join("/").replacen(letter, "K", 1);
            let attacked = position(&format!("{men}/12/12/k11 b - - 0 1"));
            let attacking = position(&format!("{men}/pppppppppppp/12/7k4 w - - 0 1"));
            for board in [attacked, attacking] {
                assert_eq!(board.legal_moves().len(), board.count_moves(), "{}", board.fen());
                assert!(board.evaluate().abs() <= 20_000);
            }
        }
    }
}

#[test]
fn what_is_no_move_is_unreadable() {
    let start = Horizons::start(NONE);
    for text in ["", "e", "e2", "e2e", "e2e13", "e2m3", "e2e4qq", "e2e4é", "0000", "@@@@", "Ng1f3"]
    {
        let unreadable = MoveError::Unreadable(text.to_owned());
        assert_eq!(start.parse_move(text), Err(unreadable), "{text}");
    }
    assert_eq!(start.parse_move("e2e5"), Err(MoveError::Illegal("e2e5".into())));
}

/// Positions that random play comes to, with each set of options; captures are preferred.
fn random_positions(seed: u64) -> Vec<Horizons> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    for bits in 0..16u8 {
        let options = (0..4).fold(NONE, |o, place| o.with(place, bits >> place & 1 != 0));
        let mut position = Horizons::start(options);
        for _ in 0..120 {
            positions.push(position);
            let moves = position.legal_moves();
            let (noisy, quiet): (Vec<_>, Vec<_>) =
                moves.iter().partition(|&&mv| position.is_noisy(mv));
            let among = if rng.below(3) == 0 && !noisy.is_empty() { noisy } else { quiet };
            if among.is_empty() {
                break;
            }
            position.play(among[rng.below(among.len())]);
        }
    }
    positions
}

fn noisy_moves(position: &Horizons) -> Vec<Move> {
    let mut noisy = Vec::new();
    position.generate_noisy(&mut noisy);
    noisy.sort();
    noisy
}

#[test]
fn noisy_moves_are_generated_alone() {
    let pushes = men("Sf6 kf7 Rb8 nd7 Sd6", NONE);
    let en_passant = position(&fen_of("Wd4 Wf4 sd3", "b - e3d4 0 1"));
    let late = men("Pd11 We11 Sg11 ne12 qh11", NONE);
    let extra = [pushes, en_passant, late];
    for position in random_positions(0x4801).into_iter().chain(extra) {
        let mut expected = position.legal_moves();
        expected.retain(|&mv| position.is_noisy(mv));
        expected.sort();
        assert_eq!(noisy_moves(&position), expected, "{}", position.fen());
    }
}

#[test]
fn a_push_is_noisy_if_it_gives_check() {
    let noisy = |list, text| {
        let board = men(list, NONE);
        let mv = board.parse_move(text).unwrap();
        board.is_noisy(mv)
    };
    assert!(noisy("Sf6 kf7 Rb8", "f6f7"), "the king is pushed onto the rook's rank");
    assert!(!noisy("Sf6 kf7 Rb9", "f6f7"));
    assert!(!noisy("Sf6 nf7 Rb7 kk7", "f6f7"), "the Shielder stops the rook's line itself");
    assert!(noisy("Sf6 nf7 Rb6 kk6", "f6f7"), "the Shielder leaves the rook's line");
    assert!(!noisy("Sf6 kl12 Rb6", "f6f7"), "a step is no push");
}

#[test]
fn exchanges_follow_all_captures_on_the_goal() {
    let worth = |kind: usize| Horizons::WEIGHTS[1].worth(kind);
    let [pawn, warrior, shielder, knight, rook, queen] = [0, 1, 3, 4, 7, 10].map(worth);
    for (list, text, expected) in [
        // Nobody takes back; a pawn does; a pawn does and is taken.
        ("Re5 nh5", "e5h5", knight),
        ("Re5 nh5 pg6", "e5h5", knight - rook),
        ("Re5 ph5 pg6 Bd1", "e5h5", pawn - rook + pawn),
        ("Nf4 rh5 pg6", "f4h5", rook - knight),
        // The cheapest man takes first: the pawn, then the pawn, and the queen had better not.
        ("Pg4 nh5 pg6 qh11 Rh1", "g4h5", knight - pawn),
        // The king takes only what is not protected.
        ("Qe5 ph5 ki6", "e5h5", pawn - queen),
        ("Qe5 ph5 ki6 Rh1", "e5h5", pawn),
        // Quiet moves.
        ("Re5 pg6", "e5h5", -rook),
        ("Re5 pg7", "e5h5", 0),
        ("Re5 rh11 Bd1", "e5h5", 0),
        // A Warrior charges too, and a Shielder is safe from the front but not from its side.
        ("Re5 wh7", "e5h5", -rook),
        ("Re5 vh7", "e5h5", 0),
        ("Sh4 rh9", "h4h5", 0),
        ("Sh4 rb5", "h4h5", -shielder),
        ("Wh4 rh9", "h4g5", 0),
        ("Wh4 rg9", "h4g5", -warrior),
        // Promotions, and what the new piece is exposed to.
        ("Ph11", "h11h12q", queen - pawn),
        ("Ph11 rb12 kk2", "h11h12q", -pawn),
    ] {
        let board = men(list, NONE);
        let mv = board.parse_move(text).unwrap_or_else(|error| panic!("{list}: {error}"));
        assert_eq!(board.exchange(mv), expected, "{list}: {text}");
    }
    let frontal = men("Sh4 rh9", with(NO_SHIELD));
    assert_eq!(frontal.exchange(frontal.parse_move("h4h5").unwrap()), -shielder);
}

/// The FEN of the position with the colours exchanged.
fn turned(position: &Horizons) -> String {
    let swapped = |c: char| match c {
        c if c.is_uppercase() => c.to_ascii_lowercase(),
        c => c.to_ascii_uppercase(),
    };
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let rows: Vec<String> =
        fields[0].rsplit('/').map(|row| row.chars().map(swapped).collect()).collect();
    let mut castling: Vec<char> = fields[2].chars().map(swapped).collect();
    castling.sort_unstable();
    let side = if fields[1] == "w" { "b" } else { "w" };
    format!("{} {side} {} - 0 1", rows.join("/"), castling.iter().collect::<String>())
}

#[test]
fn the_evaluation_does_not_know_colours() {
    for position in random_positions(0x4802) {
        let turned = Horizons::from_fen(&turned(&position), position.options()).unwrap();
        assert_eq!(position.evaluate(), turned.evaluate(), "{}", position.fen());
    }
}
