//! `hippogriff tune`: what it writes, what it refuses, and that a fit goes through.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use hippogriff::arena::stats::Points;
use hippogriff::tuning::Sample;
use tempfile::TempDir;

/// The exit code of `hippogriff tune` with these arguments, its output, and what it says on stderr.
fn tune(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hippogriff"));
    let output = command.arg("tune").args(args).env_remove("RUST_LOG").output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The message of a command that is refused.
fn refused(args: &[&str]) -> String {
    let (code, out, err) = tune(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}: {err}");
    err
}

/// A path in `folder`.
fn within(folder: &TempDir, name: &str) -> PathBuf {
    folder.path().join(name)
}

const GAMES: [&str; 7] = ["generate", "knightfall", "--games", "3", "--nodes", "50", "--out"];

#[test]
fn games_are_written_once_and_added_to() {
    let folder = TempDir::new().unwrap();
    let path = within(&folder, "data");
    let file = path.to_str().unwrap();
    let generate = |more: &[&str]| tune(&[&GAMES[..], &[file], more].concat());

    let (code, out, err) = generate(&[]);
    assert_eq!((code, err.as_str()), (0, ""));
    let first = fs::read_to_string(&path).unwrap();
    let samples: Vec<Sample> = first.lines().map(|line| line.parse().unwrap()).collect();
    assert!(out.starts_with("3 games: White won "), "{out}");
    assert!(out.ends_with(&format!("; {} positions\n", samples.len())), "{out}");

    assert!(refused(&[&GAMES[..], &[file]].concat()).contains(file));
    assert!(refused(&[&GAMES[..], &[file, "--append"]].concat()).contains("--seed"));
    assert_eq!(fs::read_to_string(&path).unwrap(), first);

    assert_eq!(generate(&["--append", "--seed", "2"]).0, 0);
    let both = fs::read_to_string(&path).unwrap();
    assert!(both.starts_with(&first) && both.len() > first.len());
    assert_ne!(both[first.len()..], first);
}

#[test]
fn bad_lines_are_refused_with_their_number() {
    let folder = TempDir::new().unwrap();
    let path = within(&folder, "data");
    let file = path.to_str().unwrap();
    let fen = "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1".to_owned();
    let good = Sample { fen, score: 12, points: Points::Draw }.to_string();
    for (bad, fault) in [
        (good.replace(";12;", ";twelve;"), "not a score in cp: \"twelve\""),
        (good.replace("pppppp", "ppppp"), "bad FEN, board field: 5 squares"),
        (String::new(), "not of the form FEN;score;result"),
    ] {
        fs::write(&path, format!("{good}\n{good}\n{bad}\n{good}\n")).unwrap();
        let message = refused(&["fit", "knightfall", file]);
        assert!(message.starts_with(&format!("error: {file}: line 3: {fault}")), "{message}");
    }
    assert!(refused(&["fit", "knightfall", "no such file"]).contains("no such file"));
}
