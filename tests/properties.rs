//! Proves what the contract of a game promises (`Game` in `src/game.rs`), on positions from seeded
//! random play in every game with every set of options: move texts, FENs, keys, counts, outcomes.
//! A failure names the position.

mod common;

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

use hippogriff::board::{Rng, Side};
use hippogriff::game::{Game, GameMove, Outcome, Reason, Style};
use hippogriff::perft::{Method, count, divide, perft};

use common::mutation::{changed_text, letters, pick};
use common::{Positions, check_positions, label, option_sets, test_every_game};

/// Positions that each property is checked on, for each game.
const POSITIONS: usize = 4_000;

/// No move stands twice in a list, in whatever form, and counting agrees with listing.
fn lists<G: Game>() {
    check_positions::<G>(POSITIONS, |position, _| {
        let moves = position.legal_moves();
        assert_eq!(position.count_moves(), moves.len());
        assert_unlike(moves.iter().copied());
        assert_unlike(moves.iter().map(|mv| mv.bits()));
        for style in [Style::Plain, Style::Xboard, Style::People] {
            assert_unlike(moves.iter().map(|&mv| position.move_text(mv, style)));
        }
        for mv in moves {
            let is_pass = mv.origin() == mv.target();
            assert!(mv.origin().max(mv.target()) < G::SQUARES, "{mv:?}");
            assert!(!is_pass || position.count_moves() == 1, "{mv:?} though there are others");
        }
    });
}

fn assert_unlike<T: Debug + Eq + std::hash::Hash>(all: impl Iterator<Item = T>) {
    let mut seen = HashSet::new();
    for one in all {
        let text = format!("{one:?}");
        assert!(seen.insert(one), "{text} twice");
    }
}

/// The text of a move is read back as that move, in either protocol's form, with the letter behind
/// it in either case.
fn texts_come_back<G: Game>() {
    check_positions::<G>(POSITIONS, |position, _| {
        for mv in position.legal_moves() {
            for style in [Style::Plain, Style::Xboard] {
                let text = position.move_text(mv, style);
                assert_eq!(position.parse_move(&text), Ok(mv), "{text}");
                let (body, last) = text.split_at(text.len() - 1);
                let shouted = format!("{body}{}", last.to_uppercase());
                assert_eq!(position.parse_move(&shouted), Ok(mv), "{shouted}");
            }
        }
    });
}

/// Whatever text is read as a move, the move is in the list and goes to a square in the text.
fn texts_are_never_trusted<G: Game>() {
    let letters = letters::<G>();
    check_positions::<G>(POSITIONS, |position, rng| {
        let moves = position.legal_moves();
        let Some(&other) = moves.first() else {
            assert!(position.parse_move("a1a2").is_err() && position.parse_move("0000").is_err());
            return;
        };
        // Texts of other positions as well: most are illegal here.
        let next = position.after(*pick(&moves, rng));
        let mut texts: Vec<_> = next.legal_moves().into_iter().take(20).collect::<Vec<_>>();
        texts.sort();
        let mut texts: Vec<_> = texts.iter().map(|&mv| next.move_text(mv, Style::Plain)).collect();
        for _ in 0..20 {
            let mv = if rng.below(4) == 0 { other } else { *pick(&moves, rng) };
            let style = *pick(&[Style::Plain, Style::Xboard, Style::People], rng);
            texts.push(changed_text(&position.move_text(mv, style), &letters, rng));
        }
        for text in texts {
            if let Ok(mv) = position.parse_move(&text) {
                assert!(moves.contains(&mv), "{text:?} is read as {mv:?}");
                let goal = square_name::<G>(mv.target());
                let is_pass = mv.origin() == mv.target();
                assert!(is_pass || text.contains(&goal), "{text:?} is read as {mv:?}");
            }
        }
    });
}

fn square_name<G: Game>(index: usize) -> String {
    let file = char::from(b'a' + (index % G::FILES) as u8);
    format!("{file}{}", index / G::FILES + 1)
}

/// A position is equal to the one its FEN gives, and so is everything it can become: no part of a
/// position is hidden from the FEN, and the key kept up move by move is the one computed afresh.
fn fens_come_back<G: Game>() {
    check_positions::<G>(POSITIONS, |position, _| {
        let children = position.legal_moves().into_iter().map(|mv| position.after(mv));
        for position in children.chain([*position]) {
            let fen = position.fen();
            let again = G::from_fen(&fen, position.options());
            let again = again.unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(again, position, "{fen}");
            assert_eq!(again.key(), position.key(), "{fen}");
            assert_eq!(again.fen(), fen);
        }
    });
}

/// Keys are equal exactly where positions agree in all that bears on the legal moves: FEN fields 1
/// to 4 and the seventh, and the options.
fn keys_tell_positions_apart<G: Game>() {
    let mut key_of = HashMap::new();
    let mut state_of = HashMap::new();
    for options in option_sets(&G::INFO) {
        for position in Positions::<G>::new(options, 7).take(POSITIONS) {
            let fen = position.fen();
            let fields: Vec<_> = fen.split(' ').collect();
            let state = (fields[..4].join(" "), fields.get(6).map(|&f| f.to_owned()), options);
            let key = position.key();
            let known = *key_of.entry(state.clone()).or_insert(key);
            assert_eq!(known, key, "another key for {}", label(&position));
            let known = state_of.entry(key).or_insert_with(|| state.clone());
            assert_eq!(*known, state, "the same key for {}", label(&position));
        }
    }
}

/// Every way of counting counts the same, and so does counting from the children's FENs.
fn counting_agrees<G: Game>() {
    /// Positions are counted to the depth that has so many nodes.
    const NODES: u64 = 3_000;
    check_positions::<G>(POSITIONS / 20, |position, _| {
        let depth = (2..6).find(|&depth| perft(position, depth) > NODES).unwrap_or(6);
        let nodes = perft(position, depth);
        for (threads, hash_mib) in [(1, 0), (2, 0), (1, 1), (2, 1)] {
            let method = Method { threads, hash_mib };
            assert_eq!(count(position, depth, &method), nodes, "{method:?}");
            let parts = divide(position, depth, &method);
            assert_eq!(parts.len(), position.count_moves());
            assert!(parts.is_sorted(), "{method:?}");
            assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), nodes, "{method:?}");
        }
        let reloaded = |mv| {
            let fen = position.after(mv).fen();
            perft(&G::from_fen(&fen, position.options()).expect("our own FEN"), depth - 1)
        };
        assert_eq!(position.legal_moves().into_iter().map(reloaded).sum::<u64>(), nodes);
    });
}

/// No text whatever makes reading a FEN panic; what is accepted is written in one form only.
fn fens_are_never_trusted<G: Game>() {
    let letters = letters::<G>();
    check_positions::<G>(POSITIONS, |position, rng| {
        let mut text = position.fen();
        for _ in 0..8 {
            text = changed_text(&text, &letters, rng);
            if let Ok(accepted) = G::from_fen(&text, position.options()) {
                let fen = accepted.fen();
                let again = G::from_fen(&fen, position.options());
                assert_eq!(again.as_ref(), Ok(&accepted), "{text} becomes {fen}");
                assert_eq!(again.map(|again| again.fen()), Ok(fen), "{text}");
            }
        }
    });
}

/// Evaluation and what move ordering asks of a game stay in bounds, wherever they are asked.
fn estimates_stay_in_bounds<G: Game>() {
    const BOUND: i32 = 20_000;
    check_positions::<G>(POSITIONS, |position, _| {
        assert!(position.evaluate().abs() <= BOUND, "{}", position.evaluate());
        let _ = position.in_check();
        for mv in position.legal_moves() {
            let _ = position.is_noisy(mv);
            assert!(position.gain(mv).abs() < BOUND, "{mv:?}: {}", position.gain(mv));
        }
    });
}

/// The moves that are generated as noisy are those of the legal moves that are.
fn noisy_moves_are_generated_alone<G: Game>() {
    check_positions::<G>(POSITIONS, |position, _| {
        let mut noisy = Vec::new();
        position.generate_noisy(&mut noisy);
        let mut expected = position.legal_moves();
        expected.retain(|&mv| position.is_noisy(mv));
        noisy.sort();
        expected.sort();
        assert_eq!(noisy, expected);
    });
}

/// The outcome has the reason that comes first, and follows the clock where nothing else decides.
fn outcomes_keep_their_order<G: Game>() {
    check_positions::<G>(POSITIONS, |position, _| {
        let limit = G::INFO.move_limit.unwrap_or(100);
        for clock in [0, limit - 1, limit, limit + 1] {
            let position = with_clock(position, clock);
            let draw = |reason| Some(Outcome { winner: None, reason });
            let expected = |repeated| match position.own_ending() {
                Some(outcome) => Some(outcome),
                None if position.legal_moves().is_empty() => Some(position.no_moves_ending()),
                None if position.is_bare() => draw(Reason::BareMaterial),
                None if repeated => draw(Reason::Repetition),
                None if G::INFO.move_limit.is_some() && clock >= limit => draw(Reason::MoveCount),
                None => None,
            };
            for repeated in [false, true] {
                assert_eq!(position.outcome(repeated), expected(repeated), "clock {clock}");
            }
        }
        if let Some(outcome) = position.own_ending() {
            assert_eq!(position.count_moves(), 0);
            assert!(matches!(outcome.reason, Reason::OwnRule(_)));
        }
    });
}

/// The same position, its clock at `clock`; in everything else, the key included, it is the same.
fn with_clock<G: Game>(position: &G, clock: u32) -> G {
    let fen = position.fen();
    let clock_text = clock.to_string();
    let mut fields: Vec<_> = fen.split(' ').collect();
    fields[4] = &clock_text;
    let fen = fields.join(" ");
    let other = G::from_fen(&fen, position.options()).unwrap_or_else(|e| panic!("{fen}: {e}"));
    assert_eq!((other.clock(), other.key()), (clock, position.key()));
    other
}

/// A move passes the turn, and the clock counts on or starts again.
fn play_passes_the_turn<G: Game>() {
    check_positions::<G>(POSITIONS, |position, _| {
        for mv in position.legal_moves() {
            let next = position.after(mv);
            assert_eq!(next.side(), !position.side(), "{mv:?}");
            assert!([0, position.clock() + 1].contains(&next.clock()), "{mv:?}");
            assert_eq!(next.options(), position.options());
        }
        let men = (0..G::SQUARES).filter_map(|square| position.man_at(square));
        assert!(men.clone().all(|(_, kind)| kind < G::INFO.men.len()));
        let of = |side: Side| men.clone().filter(|man| man.0 == side).count();
        let moves = position.count_moves();
        assert!(moves == 0 || of(position.side()) > 0);
    });
}

/// Every array of a game that numbers them has a number, and a number has one array.
fn arrays_are_numbered<G: Game>() {
    let Some(arrays) = &G::INFO.arrays else { return };
    let mut rng = Rng::new(5);
    for options in option_sets(&G::INFO) {
        let count = (arrays.count)(options);
        let ends = [(0, count - 1), (count - 1, 0)];
        let mut number = || rng.below(count as usize) as u32;
        let random: Vec<_> = (0..500).map(|_| (number(), number())).collect();
        for (white, black) in ends.into_iter().chain(random) {
            let fen = (arrays.fen)(white, black, options);
            assert_eq!((arrays.numbers)(&fen, options), Some((white, black)), "{fen}");
            let start = G::from_fen(&fen, options).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(start.fen(), fen);
            assert_eq!(start.outcome(false), None, "{fen}");
        }
    }
}

/// The generator of these tests is what makes them repeatable: the same seed, the same positions.
fn streams_repeat<G: Game>() {
    for options in option_sets(&G::INFO) {
        let fens = |seed| Positions::<G>::new(options, seed).take(50).map(|p| p.fen());
        assert!(fens(1).eq(fens(1)));
        assert!(fens(1).ne(fens(2)));
    }
    assert_ne!(Rng::new(1).next_u64(), Rng::new(2).next_u64());
}

test_every_game! {
    no_move_stands_twice: lists,
    move_texts_come_back: texts_come_back,
    move_texts_are_never_trusted: texts_are_never_trusted,
    fens_and_keys_come_back: fens_come_back,
    equal_keys_mean_equal_positions: keys_tell_positions_apart,
    every_way_of_counting_agrees: counting_agrees,
    reading_a_fen_never_panics: fens_are_never_trusted,
    estimates_are_bounded: estimates_stay_in_bounds,
    noisy_moves_are_listed: noisy_moves_are_generated_alone,
    outcomes_come_in_order: outcomes_keep_their_order,
    moves_pass_the_turn: play_passes_the_turn,
    arrays_have_numbers: arrays_are_numbered,
    random_play_repeats: streams_repeat,
}
