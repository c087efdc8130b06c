//! Matches against Fairy-Stockfish 11.1 as Debian has it, which engines.ini describes.

mod arena_runner;

use arena_runner::{games, run};
use tempfile::TempDir;

/// Plays Knightfall against the engine called `opponent` in engines.ini.
fn play(opponent: &str) {
    let roster = concat!(env!("CARGO_MANIFEST_DIR"), "/engines.ini");
    let folder = TempDir::new().unwrap();
    let report = run(
        &folder,
        &[
            "--roster",
            roster,
            "Hippogriff 10k",
            opponent,
            "--variant",
            "knightfall",
            "--rounds",
            "2",
            "--concurrency",
            "2",
            "--tc",
            "2+0.05",
            "--pgn",
            "games.pgn",
        ],
    );
    let games = games(&folder, "games.pgn");
    assert_eq!(games.len(), 4, "{report}");
    for game in games {
        assert_eq!(game.termination, "normal", "{report}");
    }
}

#[test]
#[ignore = "needs fairy-stockfish"]
fn fairy_stockfish_plays_over_uci() {
    play("Fairy-Stockfish");
}

#[test]
#[ignore = "needs fairy-stockfish"]
fn fairy_stockfish_plays_over_cecp() {
    play("Fairy-Stockfish (CECP)");
}
