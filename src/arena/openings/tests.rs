use std::collections::HashSet;

use std::path::Path;

use super::*;
use crate::game::Variant;
use crate::games;

const KNIGHTFALL: &str = "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1";
/// After 1. a2a3.
const MOVED: &str = "rbnnbr/pppppp/6/P5/1PPPPP/RBNNBR b - - 0 1";
/// White has taken the last knight.
const WON: &str = "1N4/6/6/6/6/6 b - - 0 1";
const LIVONIAN: &str = "8c/9/4c4/H8/9/9/9/9/4C4 w - - 0 1";

fn variant(name: &str, options: &str) -> Variant {
    let game = games::find(name).unwrap();
    (game, Options::listed(game, options).unwrap())
}

fn read(
    format: Format,
    text: impl AsRef<[u8]>,
    games: &[Variant],
    plies: Option<u32>,
) -> Result<Book, String> {
    let book = Book::read(Path::new("book"), text.as_ref(), format, games, plies);
    book.map_err(|error| error.to_string())
}

fn epd(text: impl AsRef<[u8]>) -> Result<Book, String> {
    read(Format::Epd, text, &[variant("knightfall", "")], None)
}

fn pgn(text: &str, plies: Option<u32>) -> Result<Book, String> {
    read(Format::Pgn, text, &[variant("knightfall", "")], plies)
}

fn labels(book: &Book, (game, options): Variant) -> Vec<&str> {
    book.openings(game, options).iter().map(|opening| opening.label.as_str()).collect()
}

fn skipped(duplicates: usize, over: usize, other_games: usize) -> Skipped {
    Skipped { duplicates, over, other_games }
}

/// Ten positions of Knightfall, called 0 to 9.
fn ten() -> Book {
    let line = |n: usize| format!("rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - {n} 1 id \"{n}\";\n");
    epd((0..10).map(line).collect::<String>()).unwrap()
}

#[test]
fn positions_are_read_line_by_line() {
    let text = format!(
        "\u{FEFF}# a book\r\n\r\n{KNIGHTFALL}\r\n  knightfall: {MOVED} id \"a # 1; b\"; c0 \"x\"; # end\r\n\
         rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - \r\n{KNIGHTFALL} bm a2a3;id second;\n\
         rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 7\nrbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 9 1\n\
         {WON}\n{WON}\nhorizons: what it is\nlivonian[medieval]: {LIVONIAN}\n\
         6/1n4/6/6/6/4N1 w - - 3 9 ; c0 \"id\"; id \"third\";\n\
         rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 100 99"
    );
    let book = epd(text).unwrap();
    assert_eq!(labels(&book, variant("knightfall", "")), ["line 3", "a # 1; b", "line 8", "third"]);
    assert_eq!(book.skipped(), skipped(3, 3, 2));
    assert_eq!(
        book.skipped().to_string(),
        "skipped: 3 duplicates, 3 finished games, 2 of other games"
    );
    let (game, options) = variant("knightfall", "");
    let fens: Vec<_> = book.openings(game, options).iter().map(|o| o.fen.as_deref()).collect();
    let again = "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 9 1";
    assert_eq!(fens, [KNIGHTFALL, MOVED, again, "6/1n4/6/6/6/4N1 w - - 3 9"].map(Some));
    assert!(book.openings(game, options).iter().all(|opening| opening.moves.is_empty()));
    assert_eq!(epd(KNIGHTFALL).unwrap().skipped().to_string(), "nothing skipped");
}

#[test]
fn a_seventh_field_is_no_opcode() {
    let board = "rnhkqb/pppppp/6/6/PPPPPP/RNGKQB w Aa -";
    let text = format!(
        "{board} 0 1 Gh* id \"seven\";\n{board} 1 1 Gh; id \"six\"\n{board} 2 1 id \"without\";\n\
         {board} 3 1 Gh\n"
    );
    let variant = variant("crittermate", "");
    let book = read(Format::Epd, text, &[variant], None).unwrap();
    assert_eq!(labels(&book, variant), ["seven", "six", "without", "line 4"]);
    let fens: Vec<_> =
        book.openings(variant.0, variant.1).iter().filter_map(|o| o.fen.clone()).collect();
    let ends = ["0 1 Gh*", "1 1 Gh", "2 1 Gh*", "3 1 Gh"];
    assert_eq!(fens, ends.map(|end| format!("{board} {end}")));
}

#[test]
fn a_broken_line_is_named() {
    for (line, fault) in [
        ("rbnnbr/pppppp/6/6/PPPPPP w - - 0 1", "bad FEN, board field: 5 ranks"),
        ("rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1 Gh*", "bad FEN, number of fields"),
        ("rbnnbr/pppppp/6/6/PPPPPP/RBNNBR x - - id \"x\";", "bad FEN, side-to-move field"),
        ("halma: 6/6 w - -", "no game \"halma\": \"halma\""),
        ("knightfall[wild]: 6/6 w - -", "knightfall has no option \"wild\""),
        ("knightfall:", "no position: \"knightfall:\""),
        ("; id \"x\"", "no position: \"; id"),
    ] {
        let error = epd(format!("{KNIGHTFALL}\r\n\n{line}\n")).unwrap_err();
        assert!(error.starts_with(&format!("book:3: {fault}")), "{error}");
    }
    let both = [variant("knightfall", ""), variant("livonian", "")];
    let error = read(Format::Epd, KNIGHTFALL, &both, None).unwrap_err();
    assert_eq!(error, format!("book:1: no game is named: {KNIGHTFALL:?}"));
    let error = read(Format::Pgn, "\n1. a2a3 *", &both, None).unwrap_err();
    assert_eq!(error, "book:2: there is no tag Variant");
}

#[test]
fn a_book_serves_every_game_of_a_match() {
    let games =
        [variant("knightfall", ""), variant("livonian", ""), variant("livonian", "all-lines")];
    let text = format!(
        "knightfall: {KNIGHTFALL}\nlivonian: {LIVONIAN} id \"x\";\nlivonian[all-lines]: {LIVONIAN}\n\
         livonian[medieval,all-lines]: 6\nlivonian: {LIVONIAN}\nhorizons: 12\n"
    );
    let book = read(Format::Epd, &text, &games, None).unwrap();
    assert_eq!(games.map(|game| labels(&book, game)), [["line 1"], ["x"], ["line 3"]]);
    assert_eq!(book.skipped(), skipped(1, 0, 2));
    let more = [&games[..], &[variant("crittermate", "")]].concat();
    let error = read(Format::Epd, &text, &more, None).unwrap_err();
    let counts = "skipped: 1 duplicate, 2 of other games";
    assert_eq!(error, format!("book has no opening for crittermate ({counts})"));
    let twice = read(Format::Epd, KNIGHTFALL, &[games[0], games[0]], None).unwrap();
    assert_eq!(labels(&twice, games[0]), ["line 1"]);
    assert_eq!(epd("# \n").unwrap_err(), "book has no opening for knightfall (nothing skipped)");

    let (game, options) = variant("horizons", "");
    assert!(book.openings(game, options).is_empty());
    let plan = OpeningPlan { book: Some(book), ..OpeningPlan::default() };
    let error = plan.opening(game, options, 0).unwrap_err();
    assert_eq!(error.to_string(), "the book was read without horizons");
}

#[test]
fn the_beginnings_of_games_are_openings() {
    let text = "[Variant \"knightfall\"]\n[ECO \"?\"]\n1. a2a3 b5b4 2. a3b4 1-0\n\
        [Variant \"knightfall\"][ECO \"K01\"] [Opening \"Wing\"] 1. b2b3 *\n\
        [Variant \"knightfall\"]\n1. a2a3 b5b4 2. c1d3 0-1\n\
        [Variant \"horizons\"]\n1. nonsense *\n\
        [Variant \"knightfall\"]\n[FEN \"1n4/6/N5/6/6/6 w - - 0 1\"]\n1. a4b6 1-0\n\
        1. c2c3 b5b4 2. nonsense *\n";
    let book = pgn(text, Some(2)).unwrap();
    let variant = variant("knightfall", "");
    assert_eq!(labels(&book, variant), ["line 1", "K01 Wing", "line 12"]);
    assert_eq!(book.skipped(), skipped(1, 1, 1));
    let openings = book.openings(variant.0, variant.1);
    assert_eq!(openings[0].moves, ["a2a3", "b5b4"]);
    assert_eq!((openings[1].moves.len(), openings[1].fen.as_deref()), (1, None));

    let error = pgn(text, None).unwrap_err();
    assert_eq!(error, "book:12: ply 3: not a move: \"nonsense\"");
    let whole = pgn(text.split_once("1. c2c3").unwrap().0, None).unwrap();
    assert_eq!(labels(&whole, variant), ["line 1", "K01 Wing", "line 5"]);
    assert_eq!(whole.skipped(), skipped(0, 1, 1));

    for (text, fault) in [
        (
            "[Variant \"Knightfall\"] *",
            "Variant \"Knightfall\" names no game; write \"knightfall\"",
        ),
        ("[FEN \"6\"] *", "bad FEN, side-to-move field: missing: \"6\""),
        ("a2a3 b5b3 *", "ply 2: illegal move: b5b3"),
        (
            "[FEN \"1n4/6/N5/6/6/6 w - - 0 1\"] a4b6 b6a4",
            "ply 2: move \"b6a4\" comes after the end",
        ),
        ("a2a3 {", "a comment is never closed: \"{\""),
    ] {
        let error = pgn(text, None).unwrap_err();
        assert!(error.starts_with(&format!("book:1: {fault}")), "{error}");
    }
}

#[test]
fn moves_of_a_book_are_written_in_one_form() {
    let text = "[Variant \"knightsroses\"] 1. b4a6r 1-0";
    let variant = variant("knightsroses", "");
    let book = read(Format::Pgn, text, &[variant], None).unwrap();
    assert_eq!(book.openings(variant.0, variant.1)[0].moves, ["b4a6"]);
}

#[test]
fn the_format_is_told_by_name_or_beginning() {
    for (name, format) in [
        ("a.epd", Some(Format::Epd)),
        ("a.b.FEN", Some(Format::Epd)),
        ("a.txt", Some(Format::Epd)),
        ("dir.pgn/a.PGN", Some(Format::Pgn)),
        ("pgn", None),
        ("a.book", None),
    ] {
        assert_eq!(Format::of_name(Path::new(name)), format, "{name}");
    }
    for text in ["[Event \"x\"]", "\u{FEFF}\r\n [", "1. a2a3", "12... a2a3", "% x", "; x", "{x}"] {
        assert_eq!(Format::of_text(text.as_bytes()), Format::Pgn, "{text}");
    }
    for text in ["", "# x", KNIGHTFALL, "6/6 w - -", "12/12 w", "livonian[medieval]: 9/9", "\u{80}"]
    {
        assert_eq!(Format::of_text(text.as_bytes()), Format::Epd, "{text}");
    }
}

/// The labels of the openings that a plan gives for these numbers.
fn drawn(plan: &OpeningPlan, numbers: impl IntoIterator<Item = u64>) -> Vec<String> {
    let (game, options) = variant("knightfall", "");
    let numbers = numbers.into_iter();
    numbers.map(|number| plan.opening(game, options, number).unwrap().label).collect()
}

#[test]
fn a_book_is_gone_through_in_order_and_again() {
    let mut plan = OpeningPlan { book: Some(ten()), ..OpeningPlan::default() };
    assert_eq!(drawn(&plan, 8..12), ["8", "9", "0", "1"]);
    plan.first = 7;
    assert_eq!(drawn(&plan, 0..5), ["7", "8", "9", "0", "1"]);
    plan.first = 27;
    assert_eq!(drawn(&plan, [0, 3, u64::MAX - 27]), ["7", "0", "5"]);
    assert_eq!(drawn(&plan, [u64::MAX]), ["5"]);
}

#[test]
fn a_book_is_mixed_anew_in_every_round() {
    let mut plan =
        OpeningPlan { book: Some(ten()), order: Order::Random, seed: 3, ..OpeningPlan::default() };
    let rounds: Vec<_> = (0..20).map(|round| drawn(&plan, round * 10..round * 10 + 10)).collect();
    for round in &rounds {
        let mut sorted = round.clone();
        sorted.sort();
        assert_eq!(sorted.concat(), "0123456789");
    }
    assert_eq!(rounds.iter().collect::<HashSet<_>>().len(), rounds.len());
    // Fixed, so that a match can be repeated on another machine with another version.
    assert_eq!(rounds[0].concat(), "4135028796");
    plan.first = 13;
    assert_eq!(drawn(&plan, 0..7), rounds[1][3..]);
    plan.seed = 4;
    plan.first = 0;
    assert_ne!(drawn(&plan, 0..10), rounds[0]);
}

#[test]
fn arrays_are_drawn_where_there_are_some() {
    let plan = OpeningPlan { random_arrays: true, seed: 1, ..OpeningPlan::default() };
    for game in games::ALL {
        let mut seen = HashSet::new();
        for number in 0..20 {
            let opening = plan.opening(game, Options::NONE, number).unwrap();
            assert_eq!(opening, plan.opening(game, Options::NONE, number).unwrap());
            assert!(opening.moves.is_empty());
            match &game.arrays {
                None => assert_eq!((opening.fen, opening.label.as_str()), (None, "start")),
                Some(arrays) => {
                    let numbers = opening.label.split_once(',').unwrap();
                    let [white, black] = [numbers.0, numbers.1].map(|n| n.parse().unwrap());
                    let fen = (arrays.fen)(white, black, Options::NONE);
                    assert_eq!(opening.fen.as_deref(), Some(fen.as_str()));
                    seen.insert(fen);
                }
            }
        }
        assert!(game.arrays.is_none() || seen.len() == 20);
    }
}

#[test]
fn random_plies_never_end_a_game() {
    let plan = OpeningPlan { random_plies: 30, seed: 9, ..OpeningPlan::default() };
    for game in games::ALL {
        let mut seen = HashSet::new();
        for number in 0..10 {
            let opening = plan.opening(game, Options::NONE, number).unwrap();
            assert_eq!(opening.label, format!("random 9/{number}"));
            assert_eq!((opening.fen.as_ref(), opening.moves.len()), (None, 30));
            assert!(opening.session(game, Options::NONE).unwrap().outcome().is_none());
            assert_eq!(opening, plan.opening(game, Options::NONE, number).unwrap());
            seen.insert(opening.moves);
        }
        assert_eq!(seen.len(), 10);
    }
}

#[test]
fn random_plies_follow_any_source() {
    let (game, options) = variant("crittermate", "");
    let arrays = OpeningPlan { random_arrays: true, seed: 7, ..OpeningPlan::default() };
    let played = OpeningPlan { random_plies: 3, ..arrays.clone() };
    let (before, after) =
        (arrays.opening(game, options, 5).unwrap(), played.opening(game, options, 5).unwrap());
    assert_eq!((&after.fen, after.moves.len()), (&before.fen, 3));
    assert_eq!(after.label, format!("{}, random 7/5", before.label));

    let (game, options) = variant("knightfall", "");
    let book = pgn("[Opening \"Wing\"] 1. a2a3 b5b4 *", None).unwrap();
    let plan = OpeningPlan { book: Some(book), random_plies: 1, ..OpeningPlan::default() };
    let opening = plan.opening(game, options, 0).unwrap();
    assert_eq!(opening.moves[..2], ["a2a3", "b5b4"]);
    assert_eq!((opening.moves.len(), opening.label.as_str()), (3, "Wing, random 0/0"));
}

#[test]
fn random_plies_avoid_what_ends_the_game() {
    // Of White's moves two take the last knight; with the others Black cannot take White's.
    let (game, options) = variant("knightfall", "");
    let book = epd("1n4/6/N1N3/6/6/6 w - - 0 1").unwrap();
    let mut plan = OpeningPlan { book: Some(book), random_plies: 1, ..OpeningPlan::default() };
    for number in 0..50 {
        let opening = plan.opening(game, options, number).unwrap();
        assert!(!opening.moves[0].ends_with("b6"), "{opening:?}");
    }
    plan.random_plies = 1000;
    let error = plan.opening(game, options, 0).unwrap_err().to_string();
    let expected = "knightfall, opening line 1, random 0/0: no 1000 random plies were found";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn random_plies_are_drawn_until_neither_side_is_better() {
    let plan =
        OpeningPlan { random_plies: 6, balanced: Some(30), seed: 4, ..OpeningPlan::default() };
    let unbalanced = OpeningPlan { balanced: None, ..plan.clone() };
    let (game, options) = variant("knightfall", "");
    let mut redrawn = 0;
    for number in 0..4 {
        let opening = plan.opening(game, options, number).unwrap();
        let mut session = opening.session(game, options).unwrap();
        assert!(opening.moves.len() == 6 && is_balanced(&mut *session, 30));
        assert_eq!(opening, plan.opening(game, options, number).unwrap());
        redrawn += (opening != unbalanced.opening(game, options, number).unwrap()) as u32;
    }
    assert!(redrawn > 0);
    let book = epd("nn4/6/6/6/PPPPPP/RBNNBR w - - 0 1").unwrap();
    let plan = OpeningPlan { book: Some(book), random_plies: 1, balanced: Some(0), ..plan };
    let error = plan.opening(game, options, 0).unwrap_err().to_string();
    assert!(error.ends_with("1 random plies never were balanced within 0 cp"), "{error}");
}

/// These are the openings of matches already played: they must not change.
#[test]
fn chance_is_the_same_everywhere() {
    let plan =
        OpeningPlan { random_arrays: true, random_plies: 4, seed: 2024, ..OpeningPlan::default() };
    for (name, label, moves) in [
        ("knightfall", "random 2024/3", "e2e3 c6b4 c2c3 b4d3"),
        ("crittermate", "571,618, random 2024/3", "c2c3 d6c4 d1a4 c4a3"),
        ("livonian", "94576,102250, random 2024/3", "d1e1 e8e6 d2d4 b8b9"),
    ] {
        let (game, options) = variant(name, "");
        let opening = plan.opening(game, options, 3).unwrap();
        assert_eq!((opening.label.as_str(), opening.moves.join(" ").as_str()), (label, moves));
    }
}
