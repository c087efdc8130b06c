//! What only this game does.

use super::movegen::hitters_of;
use super::{ALL_LINES, Kind, Livonian, MEDIEVAL, Square};
use crate::board::{Rng, Side};
use crate::game::{FenField, Game, GameMove, MoveError, Options, Outcome, Reason, Style};

const DIAGONALS: Options = Options::NONE.with(ALL_LINES, true);
const FLAGS: Options = Options::NONE.with(MEDIEVAL, true);

fn position(fen: &str) -> Livonian {
    with(Options::NONE, fen)
}

fn with(options: Options, fen: &str) -> Livonian {
    Livonian::from_fen(fen, options).unwrap()
}

fn texts(position: &Livonian) -> Vec<String> {
    let text = |mv| position.move_text(mv, Style::Plain);
    position.legal_moves().into_iter().map(text).collect()
}

/// Whether the men of the side to move can destroy the man on `victim` without moving.
fn falls(position: &Livonian, victim: &str) -> bool {
    let strike = |text: &String| text[2..4] == *victim && text.ends_with(&text[..2]);
    texts(position).iter().any(|text| text.len() > 4 && strike(text))
}

#[test]
fn every_man_has_his_own_steps() {
    let goals = |fen, from: &str| {
        let mut to: Vec<_> = texts(&position(fen))
            .into_iter()
            .filter(|text| text.len() == 4 && text.starts_with(from))
            .map(|text| text[2..].to_owned())
            .collect();
        to.sort();
        to.join(" ")
    };
    let fen = "8c/9/9/9/2p1M4/9/9/9/CP2H4 w - - 0 1";
    assert_eq!(goals(fen, "a1"), "");
    assert_eq!(goals(fen, "b1"), "a2 b2 c1 c2");
    assert_eq!(goals(fen, "e1"), "c1 d1 e2 e3 e4 f1 g1 h1 i1");
    assert_eq!(goals(fen, "e5"), "d4 d5 d6 e4 e6 f4 f5 f6");
}

#[test]
fn a_man_falls_to_two_hits_one_of_them_heavy() {
    for (fen, victim, expected) in [
        ("8c/9/9/9/4p4/4C4/9/9/9 w - - 0 1", "e5", false),
        ("8c/9/9/9/4p4/4C4/9/4C4/9 w - - 0 1", "e5", false),
        ("8c/9/9/9/4p3C/9/9/4C4/9 w - - 0 1", "e5", true),
        ("8c/9/9/9/4p3M/9/9/4C4/9 w - - 0 1", "e5", true),
        ("8c/9/9/9/4p3M/9/9/4M4/C8 w - - 0 1", "e5", false),
        ("8c/9/9/9/4p3M/5P3/9/9/C8 w - - 0 1", "e5", true),
        ("8c/9/9/9/4p4/3H1P3/9/9/C8 w - - 0 1", "e5", true),
        ("8c/9/9/9/4p4/9/4H1P2/9/C8 w - - 0 1", "e5", false),
        ("8c/9/9/9/4m4/9/9/4C4/9 w - - 0 1", "e5", true),
        ("8c/9/9/9/4m4/5P3/9/9/C8 w - - 0 1", "e5", true),
        ("8c/9/9/9/4m3M/9/4P4/4M4/C8 w - - 0 1", "e5", false),
    ] {
        assert_eq!(falls(&position(fen), victim), expected, "{fen}");
    }
}

#[test]
fn own_men_stop_a_shot() {
    let clear = position("8c/9/9/9/4p3M/9/9/9/4C4 w - - 0 1");
    assert!(falls(&clear, "e5"));
    let stopped = position("8c/9/9/9/4p3M/9/4P4/9/4C4 w - - 0 1");
    assert!(!falls(&stopped, "e5"));
    // Stepping aside opens the line, stepping up makes a hit of his own with the musketeer's.
    for (text, legal) in
        [("e3e5,e5d3", true), ("e3e5,e5f4", true), ("e3e5,e5e4", true), ("e3e5,e5e2", false)]
    {
        assert_eq!(stopped.parse_move(text).is_ok(), legal, "{text}");
    }
}

#[test]
fn whoever_steps_into_a_line_of_fire_stops_it() {
    let before = position("8c/9/9/9/4p3M/9/3P5/9/4C4 w - - 0 1");
    assert!(falls(&before, "e5"));
    for (text, legal) in
        [("d3e5,e5e2", false), ("d3e5,e5e3", false), ("d3e5,e5d2", true), ("d3e5,e5e4", true)]
    {
        assert_eq!(before.parse_move(text).is_ok(), legal, "{text}");
    }
}

#[test]
fn diagonals_count_with_all_lines() {
    let fen = "8c/9/9/9/4p4/9/6M2/9/C3H4 w - - 0 1";
    assert!(!falls(&position(fen), "e5"));
    assert!(falls(&with(DIAGONALS, fen), "e5"));
    assert!(position(fen).parse_move("e1b4").is_err());
    assert!(with(DIAGONALS, fen).parse_move("e1b4").is_ok());
    // A pikeman goes one step and hits his neighbours all the same.
    let fen = "8c/9/9/9/4p4/9/6P2/9/C8 w - - 0 1";
    assert!(!falls(&with(DIAGONALS, fen), "e5"));
    assert!(with(DIAGONALS, fen).parse_move("g3e5").is_err());
}

#[test]
fn the_last_cannon_ends_the_game() {
    let mut game = position("M3c4/9/4H4/9/9/9/9/9/2C6 w - - 99 70");
    game.play(game.parse_move("e7d7").unwrap());
    assert_eq!(game.outcome(false).unwrap().reason, Reason::MoveCount);
    let mut game = position("M3c4/9/4H4/9/9/9/9/9/2C6 w - - 99 70");
    game.play(game.parse_move("e7e9,e9e8").unwrap());
    let outcome = game.outcome(true).unwrap();
    assert_eq!(outcome.result(), "1-0");
    assert_eq!(outcome.to_string(), "White destroyed the last cannon");
    assert_eq!((game.clock(), game.count_moves(), game.legal_moves()), (0, 0, vec![]));
    assert_eq!(
        position("9/9/9/9/4c4/9/9/9/P8 w - - 100 9").outcome(false).unwrap().result(),
        "0-1"
    );
}

#[test]
fn two_cannons_left_go_on() {
    let mut game = position("M3c3c/9/4H4/9/9/9/9/9/2C6 w - - 9 70");
    game.play(game.parse_move("e7e9,e9e8").unwrap());
    assert_eq!(game.outcome(false), None);
    assert_eq!((game.clock(), game.fen().as_str()), (0, "M7c/4H4/9/9/9/9/9/9/2C6 b - - 0 70"));
}

#[test]
fn flags_take_the_place_of_cannons() {
    let start = Livonian::start(FLAGS);
    assert_eq!(start.fen(), "m1m1f1m1m/hphppphph/9/9/9/9/9/HPHPPPHPH/M1M1F1M1M w - - 0 1");
    let fen = "4f4/3H5/9/9/9/4M4/9/9/2F6 w - - 9 70";
    let mut game = with(FLAGS, fen);
    // A flag neither moves nor hits.
    assert!(texts(&game).iter().all(|text| !text.starts_with("c1")));
    assert!(!falls(&with(FLAGS, "4f4/9/9/4p4/4F4/9/4p3M/9/9 w - - 0 1"), "e3"));
    game.play(game.parse_move("e4e9,e9e4").unwrap());
    assert_eq!(game.outcome(false).unwrap().to_string(), "White destroyed the flag");
    assert_eq!(with(DIAGONALS.with(MEDIEVAL, true), fen).options().bits(), 3);
}

#[test]
fn only_a_side_that_is_stuck_passes() {
    for fen in [
        "5c3/9/9/9/9/2H6/5P3/3P2M2/4C4 b - - 6 17",
        "2pp2pc1/5h3/9/9/6p2/9/6h2/2p6/4C3C w - - 5 28",
    ] {
        let stuck = position(fen);
        assert_eq!(texts(&stuck), ["0000"]);
        let pass = stuck.legal_moves()[0];
        assert_eq!(pass.origin(), pass.target());
        assert_eq!(stuck.move_text(pass, Style::Xboard), "@@@@");
        assert_eq!(stuck.move_text(pass, Style::People), "pass");
        for text in ["0000", "@@@@"] {
            assert_eq!(stuck.parse_move(text), Ok(pass));
        }
        let after = stuck.after(pass);
        assert_eq!(after.clock(), stuck.clock() + 1);
        assert_eq!((after.side(), after.outcome(false)), (!stuck.side(), None));
    }
    let free = Livonian::start(Options::NONE);
    assert_eq!(free.parse_move("0000"), Err(MoveError::Illegal("0000".to_owned())));
}

#[test]
fn a_side_that_can_only_strike_does_not_pass() {
    let game = position("4p3c/9/9/9/C3p4/9/9/9/4C4 w - - 0 1");
    assert_eq!(texts(&game), ["e1e5,e5e1"]);
    // White is stuck; Black is too, unless he hits the cannon twice.
    assert_eq!(texts(&position("2c5C/9/9/9/9/9/9/9/8c w - - 0 1")), ["0000"]);
    assert!(texts(&position("2c5C/9/9/9/9/9/9/9/7c1 w - - 0 1")).is_empty());
}

#[test]
fn the_game_is_drawn_if_both_sides_are_stuck() {
    let stuck = position("9/9/9/9/4c4/9/9/9/C8 w - - 100 5");
    assert_eq!(stuck.legal_moves(), []);
    let reason = Reason::NoMoves("draw: neither side can move or destroy");
    assert_eq!(stuck.outcome(true), Some(Outcome::draw(reason)));
}

#[test]
fn move_texts_name_the_victim_and_the_goal() {
    let game = position("4p3c/9/9/9/M3p3H/9/3P5/9/4C4 w - - 0 1");
    // Hit by the cannon e1 and the musketeer a5.
    let strike = game.parse_move("e1e5,e5e1").unwrap();
    assert_eq!(game.parse_move("a5e5,e5a5"), Ok(strike));
    assert_eq!(game.move_text(strike, Style::Plain), "e1e5,e5e1");
    assert_eq!(game.move_text(strike, Style::People), "x Pe5 (Ce1+Ma5)");
    assert_eq!((strike.origin(), strike.target()), (4, 40));
    let both = game.parse_move("d3e5,e5d4").unwrap();
    assert_eq!(game.move_text(both, Style::Xboard), "d3e5,e5d4");
    assert_eq!(game.move_text(both, Style::People), "Pd3-d4 x Pe5 (Ce1+Pd4)");
    assert_eq!((both.origin(), both.target()), (21, 30));
    assert_eq!(game.move_text(game.parse_move("d3d4").unwrap(), Style::People), "Pd3-d4");
    for illegal in ["i5e5,e5i5", "d3e5,e5d3", "d3e5,e4d4", "d3d3", "e1e2", "d3e9,e9d4", "a1a1,a1a1"]
    {
        assert_eq!(game.parse_move(illegal), Err(MoveError::Illegal(illegal.to_owned())));
    }
    for text in ["", "d3", "d3d4q", "d3e5,", "d3e5,e5", "d3e5 e5d4", "d3e5,e5d4,", "d3e5,e5j4", "é"]
    {
        assert_eq!(game.parse_move(text), Err(MoveError::Unreadable(text.to_owned())));
    }
}

#[test]
fn one_striker_is_named_against_a_musketeer() {
    let game = position("8c/9/9/9/M3m4/5P3/9/9/4C4 w - - 0 1");
    let strike = game.parse_move("a5e5,e5a5").unwrap();
    assert_eq!(game.move_text(strike, Style::People), "x Me5 (Ce1)");
    assert_eq!(game.move_text(strike, Style::Plain), "e1e5,e5e1");
}

#[test]
fn standing_strikes_are_noisy_and_cover_the_same_strike_after_a_move() {
    let game = position("8c/9/9/9/M3p3m/9/3P5/9/4C4 w - - 0 1");
    let noisy = |text| game.is_noisy(game.parse_move(text).unwrap());
    assert!(noisy("e1e5,e5e1"));
    assert!(!noisy("d3e5,e5d4"));
    assert!(!noisy("d3d4"));
    let game = position("8c/9/9/9/4p4/9/3P5/9/4C4 w - - 0 1");
    assert!(game.is_noisy(game.parse_move("d3e5,e5d4").unwrap()));
}

#[test]
fn a_last_cannon_under_two_hits_is_like_check() {
    assert!(position("8c/9/9/9/m7C/7pp/9/9/9 w - - 0 1").in_check());
    assert!(!position("1c7/9/9/9/m7C/9/9/9/9 w - - 0 1").in_check());
    assert!(!position("8c/9/9/9/m7C/7pp/9/9/C8 w - - 0 1").in_check());
}

#[test]
fn impossible_positions_are_refused() {
    let cannons = "9/9/9/9/4c4/9/9/9/C8";
    let flags = "9/9/9/9/4f4/9/9/9/F8";
    for (options, board, rest, field) in [
        (Options::NONE, "9/9/9/9/4p4/9/9/9/P8", "- - 0 1", FenField::Position),
        (FLAGS, "9/9/9/9/4p4/9/9/9/P8", "- - 0 1", FenField::Position),
        (Options::NONE, flags, "- - 0 1", FenField::Board),
        (FLAGS, cannons, "- - 0 1", FenField::Board),
        (Options::NONE, "9/9/9/9/4k4/9/9/9/C8", "- - 0 1", FenField::Board),
        (Options::NONE, cannons, "K - 0 1", FenField::Castling),
        (Options::NONE, cannons, "- a3 0 1", FenField::EnPassant),
        (Options::NONE, cannons, "- - x 1", FenField::Clock),
    ] {
        let fen = format!("{board} w {rest}");
        assert_eq!(Livonian::from_fen(&fen, options).unwrap_err().field, field, "{fen}");
    }
    let error = Livonian::from_fen(&format!("{flags} w - - 0 1"), Options::NONE).unwrap_err();
    assert_eq!(error.fault, "a flag on e5 without the option medieval");
}

#[test]
fn options_are_part_of_the_key() {
    let fen = "9/9/9/9/4p4/9/9/9/P8 w - - 0 1".replace("4p4", "4p2c1");
    assert_ne!(position(&fen).key(), with(DIAGONALS, &fen).key());
    assert_ne!(position(&fen), with(DIAGONALS, &fen));
}

#[test]
fn arrays_are_numbered_both_ways() {
    let arrays = Livonian::INFO.arrays.as_ref().unwrap();
    assert_eq!((arrays.count)(Options::NONE), 158_760);
    assert_eq!((arrays.count)(FLAGS), 79_380);
    assert_eq!((arrays.fen)(121_876, 121_876, Options::NONE), Livonian::INFO.start_fen);
    let first = "mmmm1ccc1/9/9/9/9/9/9/9/9";
    assert_eq!((arrays.numbers)(&format!("{first} w - - 0 1"), Options::NONE), None);
    assert_eq!(
        (arrays.fen)(0, 158_759, Options::NONE),
        "mmmmccc2/ppppphhhh/9/9/9/9/9/HHHHPPPPP/2CCCMMMM w - - 0 1"
    );
    assert_eq!(
        (arrays.fen)(0, 79_379, FLAGS),
        "mmmmf4/ppppphhhh/9/9/9/9/9/HHHHPPPPP/4FMMMM w - - 0 1"
    );
    for options in [Options::NONE, FLAGS] {
        let count = (arrays.count)(options);
        // All of them take a while with every check switched on.
        let step = if cfg!(debug_assertions) { 97 } else { 1 };
        for white in (0..count).step_by(step) {
            let black = count - 1 - white;
            let fen = (arrays.fen)(white, black, options);
            assert_eq!((arrays.numbers)(&fen, options), Some((white, black)), "{fen}");
        }
    }
}

#[test]
fn only_full_arrays_have_numbers() {
    let arrays = Livonian::INFO.arrays.as_ref().unwrap();
    for fen in [
        "mcm1c1mcm/hphppphph/9/9/9/9/P8/H1HPPPHPH/MCM1C1MCM w - - 0 1",
        "mcm1c1mcm/hphppphph/9/9/9/9/9/H1HPPPHPH/MCM1C1MCM w - - 0 1",
        "mcm1c1mcm/hphppphph/9/9/9/9/P8/HPHPPPHPH/MCM1C1MCM w - - 0 1",
        "mcm1c1mcm/hphppphph/9/9/9/9/9/HPHPPPHPH/HCM1C1MCM w - - 0 1",
        "mcm1c1mcm/hphppphph/9/9/9/9/9/HPHPPPHpH/MCM1C1MCM w - - 0 1",
        "mcm1c1mcm/hphppphph/9/9/9/9/9/HHHPPPHPH/MCM1C1MCM w - - 0 1",
        "nonsense",
    ] {
        assert_eq!((arrays.numbers)(fen, Options::NONE), None, "{fen}");
    }
}

#[test]
fn thousands_of_moves_are_all_listed() {
    let board = "HpHpHpHpc/pHpHpHpHp/HpHpHpHpH/pHpHpHpHp/9/9/9/9/HHHHCHHHH";
    let crowded = with(DIAGONALS, &format!("{board} w - - 0 1"));
    assert_eq!(crowded.count_moves(), crowded.legal_moves().len());
    assert!(crowded.count_moves() > 2_000, "{}", crowded.count_moves());
}

/// The legal moves found by trying each step and then asking for every enemy man who hits him.
fn slow_moves(position: &Livonian) -> Vec<(Square, Square, Option<Square>)> {
    let us = position.side();
    let falling = |after: &Livonian| {
        let falls = move |&victim: &Square| {
            let (heavy, musketeers) = hitters_of(after, us, victim);
            let alone = after.kind_on(victim) == Kind::Musketeer;
            !heavy.is_empty() && (alone || (heavy | musketeers).len() >= 2)
        };
        after.sides[(!us).index()].into_iter().filter(falls).collect::<Vec<_>>()
    };
    let mut moves = Vec::new();
    for victim in falling(position) {
        let striker = hitters_of(position, us, victim).0.first().unwrap();
        moves.push((striker, striker, Some(victim)));
    }
    for mv in position.legal_moves() {
        if mv.moves() && mv.victim().is_none() {
            moves.push((mv.from(), mv.to(), None));
            let mut after = *position;
            let kind = after.kind_on(mv.from());
            after.toggle(us, kind, mv.from());
            after.toggle(us, kind, mv.to());
            moves.extend(falling(&after).into_iter().map(|v| (mv.from(), mv.to(), Some(v))));
        }
    }
    moves.sort();
    moves
}

/// A position with men strewn over the board, as crowded as `round` makes it; every other one is
/// played with diagonals.
fn strewn(rng: &mut Rng, round: usize) -> Livonian {
    let options = Options::NONE.with(ALL_LINES, round % 2 == 1);
    let density = 5 + rng.below(60);
    let mut position = Livonian { options, ..Livonian::EMPTY };
    for square in Square::all() {
        if rng.below(100) < density {
            let side = Side::BOTH[rng.below(2)];
            position.toggle(side, Kind::ALL[rng.below(4)], square);
        }
    }
    position.key = position.fresh_key();
    position
}

/// Positions that random play comes to, with each set of options.
fn played(rng: &mut Rng) -> Vec<Livonian> {
    let mut positions = Vec::new();
    for game in 0..12 {
        let options = Options::NONE.with(ALL_LINES, game % 2 == 1).with(MEDIEVAL, game % 4 >= 2);
        let mut position = Livonian::start(options);
        for _ in 0..150 {
            positions.push(position);
            let moves = position.legal_moves();
            let (quiet, strikes): (Vec<_>, Vec<_>) =
                moves.iter().partition(|mv| mv.victim().is_none());
            // Strikes are so many that the men would soon be gone.
            let among = if quiet.is_empty() || rng.below(5) == 0 { strikes } else { quiet };
            if among.is_empty() || position.is_over() {
                break;
            }
            position.play(among[rng.below(among.len())]);
        }
    }
    positions
}

#[test]
fn grouped_strikes_equal_strikes_tried_one_by_one() {
    let mut rng = Rng::new(0x11F0);
    for round in 0..400 {
        let position = strewn(&mut rng, round);
        let mut moves: Vec<_> =
            position.legal_moves().iter().map(|mv| (mv.from(), mv.to(), mv.victim())).collect();
        moves.sort();
        let passes = moves.len() == 1 && moves[0].2.is_none() && moves[0].0 == moves[0].1;
        if !position.is_over() && !passes {
            assert_eq!(moves, slow_moves(&position), "{}", position.fen());
        }
        assert_eq!(position.count_moves(), moves.len(), "{}", position.fen());
    }
}

#[test]
fn noisy_moves_are_those_that_strike_anew() {
    let mut rng = Rng::new(0x11F1);
    let strewn = (0..300).map(|round| strewn(&mut rng, round)).collect::<Vec<_>>();
    for position in played(&mut rng).into_iter().chain(strewn) {
        let mut noisy = Vec::new();
        position.generate_noisy(&mut noisy);
        let mut expected = position.legal_moves();
        expected.retain(|&mv| position.is_noisy(mv));
        noisy.sort();
        expected.sort();
        assert_eq!(noisy, expected, "{}", position.fen());
    }
}

#[test]
fn check_is_what_loses_by_the_enemys_next_move() {
    let mut rng = Rng::new(0x11F2);
    let strewn = (0..1000).map(|round| strewn(&mut rng, round)).collect::<Vec<_>>();
    let (mut checks, mut last) = (0, 0);
    for position in played(&mut rng).into_iter().chain(strewn).filter(|p| !p.is_over()) {
        let enemy = position.after_null();
        let ends = |mv| enemy.after(mv).own_ending().is_some();
        let lost = enemy.legal_moves().into_iter().any(ends);
        assert_eq!(position.in_check(), lost, "{}", position.fen());
        checks += lost as usize;
        last += (position.key_men(position.side).len() == 1) as usize;
    }
    assert!(checks > 50 && last - checks > 50, "{checks} {last}");
}

#[test]
fn the_evaluation_does_not_know_colours() {
    let mut rng = Rng::new(0x11F3);
    for round in 0..400 {
        let position = strewn(&mut rng, round);
        let mut turned = Livonian { options: position.options, ..Livonian::EMPTY };
        for square in Square::all() {
            if let Some((side, kind)) = position.man_at(square.index()) {
                let opposite = Square::at(8 - square.file(), 8 - square.rank());
                turned.toggle(!side, Kind::ALL[kind], opposite);
            }
        }
        turned.side = !position.side;
        assert_eq!(position.evaluate(), turned.evaluate(), "{}", position.fen());
    }
}

#[test]
fn exchanges_know_who_can_be_struck_back() {
    let cost = |kind: Kind| Livonian::WEIGHTS[1].worth(kind as usize);
    let [pikeman, musketeer, cavalryman, cannon, _] = Kind::ALL.map(cost);
    for (fen, text, expected) in [
        // A quiet move out of everybody's reach, and one under two hits.
        ("8c/9/9/9/9/9/9/4P4/C8 w - - 0 1", "e2e3", 0),
        ("4c3c/9/9/2m6/9/9/9/4P4/C8 w - - 0 1", "e2e3", 0),
        ("4c3c/9/9/m8/9/4P4/9/9/C8 w - - 0 1", "e4e5", 0),
        ("4c3c/9/9/m8/4P4/9/9/9/C8 w - - 0 1", "e5e6", -pikeman),
        // A musketeer needs one heavy hit only.
        ("8c/9/4p4/9/4M4/9/9/9/C8 w - - 0 1", "e5e6", -musketeer),
        ("m7c/9/4m4/9/4M4/9/9/9/C8 w - - 0 1", "e5e6", 0),
        // A strike from afar is safe, one that brings up a pikeman to two others costs him.
        ("c7c/9/9/9/M3p4/9/9/9/4C4 w - - 0 1", "e1e5,e5e1", pikeman),
        ("c7c/9/3hpp3/9/4P4/9/9/9/3C5 w - - 0 1", "e5d7,d7e6", cavalryman - pikeman),
        // The victim hits no more.
        ("c7c/9/3h1p3/9/4P4/9/9/9/3C5 w - - 0 1", "e5d7,d7e6", cavalryman),
        ("c7c/H8/9/9/9/9/9/9/C7C w - - 0 1", "a8a9,a9b8", cannon),
        // The last cannon is the game, whoever is struck back.
        ("8c/7H1/9/9/9/9/9/9/C7C w - - 0 1", "i1i9,i9i1", 5_000),
    ] {
        let game = position(fen);
        let Ok(mv) = game.parse_move(text) else { panic!("{fen} {text}") };
        assert_eq!(game.exchange(mv), expected, "{fen} {text}");
    }
}
