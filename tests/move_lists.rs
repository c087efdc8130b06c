//! Proves that whole move lists made by an independent program (`tests/data`) come out of the
//! engine byte for byte: result, texts of the moves, and the FEN after each.

mod common;

use std::fmt::Write;

use hippogriff::game::{Game, Options, Style};

use common::{read_project_file, test_every_game};

/// Everything a move list says about a position, in the form of the files.
fn listing<G: Game>(fen: &str) -> String {
    let position = G::from_fen(fen, Options::NONE).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let line = |mv| (position.move_text(mv, Style::Plain), position.after(mv).fen());
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(line).collect();
    moves.sort();
    let result = position.outcome(false).map_or("*", |outcome| outcome.result());
    let mut text = format!("position {fen}\nresult {result}\n");
    for (mv, after) in moves {
        let _ = writeln!(text, "{mv}\t{after}");
    }
    text
}

/// Compares all lists of a game.
fn lists<G: Game>() {
    let name = G::INFO.name;
    let text = read_project_file(&format!("tests/data/{name}.moves"));
    let mut positions = 0;
    for expected in text.split_terminator("\n\n") {
        let first = expected.lines().next().unwrap_or_default();
        let fen = first.strip_prefix("position ").unwrap_or_else(|| panic!("{name}: {first:?}"));
        assert_eq!(listing::<G>(fen).trim_end(), expected, "{name}: {fen}");
        positions += 1;
    }
    assert!(positions > 20, "{name}: only {positions} lists");
}

test_every_game!(move_lists_agree_byte_for_byte: lists);
