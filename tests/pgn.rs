//! `hippogriff pgn check`: what it prints, and the exit codes.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

/// Two games of Knightfall and one of Horizons, as another program might write them.
const GAMES: &str = "[Event \"one\"]\r\n[Variant \"knightfall\"]\r\n[Result \"*\"]\r\n\r\n\
    1.a2a3 {0.1} b5b4 $1 (1... c5c4) *\r\n\
    [Variant \"knightfall\"]\r\n[SetUp \"1\"]\r\n[FEN \"1n4/6/N5/6/6/6 w - - 0 1\"]\r\n\
    [Termination \"normal\"]\r\n1. a4b6 1-0\r\n\r\n\
    [Variant \"horizons\"]\r\n[RuleOptions \"old-ox,no-shield\"]\r\n\
    [FEN \"12/11P/12/12/12/5k6/12/12/5K6/12/12/12 w - - 0 9\"]\r\n\
    [Termination \"time forfeit\"]\r\n\r\n9. l11l12q 0-1\r\n";
const LAST: &str = "11Q/12/12/12/12/5k6/12/12/5K6/12/12/12 b - - 0 9";

/// What a run of `pgn check` left behind: exit code, stdout, stderr.
fn check_with(args: &[&str], stdin: impl Into<Vec<u8>>) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hippogriff"));
    command.args(["pgn", "check"]).args(args).write_stdin(stdin).env_remove("RUST_LOG");
    let output = command.output().unwrap();
    let code = output.status.code().expect("ended by itself");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (code, text(output.stdout), text(output.stderr))
}

fn check(args: &[&str]) -> (i32, String, String) {
    check_with(args, "")
}

/// A file with this content, in a folder of the tests' own.
fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("pgn-{name}"));
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn help_explains_the_command() {
    let (code, out, _) = check(&["--help"]);
    assert_eq!(code, 0);
    for text in ["Usage: hippogriff pgn check", "--final", "--variant", "FILE"] {
        assert!(out.contains(text), "{text}");
    }
}

#[test]
fn good_files_are_counted() {
    let (games, none) = (file("good.pgn", GAMES), file("none.pgn", "\n"));
    let out =
        format!("{games}: 3 games, 4 plies, all legal\n{none}: 0 games, 0 plies, all legal\n");
    assert_eq!(check(&[&games, &none]), (0, out, String::new()));
    let out = "-: 3 games, 4 plies, all legal\n".to_owned();
    assert_eq!(check_with(&["-"], GAMES), (0, out, String::new()));
}

#[test]
fn last_positions_are_printed_on_demand() {
    let games = file("final.pgn", GAMES);
    let (code, out, err) = check(&["--final", &games]);
    assert_eq!((code, err.as_str()), (0, ""));
    let expected = format!(
        "1\t*\trbnnbr/p1pppp/1p4/P5/1PPPPP/RBNNBR w - - 0 2\n\
         2\t1-0\t1N4/6/6/6/6/6 b - - 0 1\n3\t0-1\t{LAST}\n\
         {games}: 3 games, 4 plies, all legal\n"
    );
    assert_eq!(out, expected);
}

#[test]
fn the_first_fault_of_each_file_is_named() {
    let wrong = GAMES.replace("l11l12q", "l11l12k");
    let wrong = file("wrong.pgn", &format!("{wrong}\n[Variant \"chess\"]\n*\n"));
    let unclosed = file("unclosed.pgn", &format!("{GAMES}\n1. a2a3 {{and\n"));
    let good = file("goodtoo.pgn", GAMES);
    let (code, out, err) = check(&[&wrong, &unclosed, &good]);
    assert_eq!((code, out), (1, format!("{good}: 3 games, 4 plies, all legal\n")));
    let expected = format!(
        "{wrong}:12: game 3, ply 1: illegal move: l11l12k\n\
         {unclosed}:19: a comment is never closed: \"{{and\"\n"
    );
    assert_eq!(err, expected);
    let wrong = "[Variant \"Knightfall\"]\n*";
    let (code, out, err) = check_with(&["-"], wrong);
    let spelling = "Variant \"Knightfall\" names no game; write \"knightfall\"";
    assert_eq!((code, out), (1, String::new()));
    assert_eq!(err, format!("-:1: game 1, {spelling}\n"));
}

#[test]
fn flags_name_the_game_where_no_tag_does() {
    let game = "[FEN \"m1m1f1m1m/hphppphph/9/9/9/9/9/HPHPPPHPH/M1M1F1M1M w - - 0 1\"] 1. a2a3 *";
    let medieval = ["--variant", "livonian", "--option", "medieval", "-"];
    let good = "-: 1 games, 1 plies, all legal\n".to_owned();
    assert_eq!(check_with(&medieval, game), (0, good, String::new()));
    let (code, _, err) =
        check_with(&medieval[..2].iter().chain(&["-"]).copied().collect::<Vec<_>>(), game);
    assert_eq!(code, 1);
    assert!(err.starts_with("-:1: game 1, bad FEN"), "{err}");
    let (code, _, err) = check_with(&["-"], game);
    assert_eq!((code, err.as_str()), (1, "-:1: game 1, there is no tag Variant\n"));
    let tagged = "[Variant \"knightfall\"] 1. c1d3 *";
    assert_eq!(check_with(&medieval, tagged).0, 0);
}

#[test]
fn what_cannot_be_read_ends_with_2() {
    let (code, out, err) = check(&["no such file.pgn"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.starts_with("error: no such file.pgn: "), "{err}");
    let folder = env!("CARGO_TARGET_TMPDIR");
    let (code, _, err) = check(&[folder]);
    assert_eq!(code, 2);
    assert!(err.starts_with(&format!("error: {folder}: ")), "{err}");
    assert_eq!(check(&[]).0, 2);
    assert_eq!(check(&["--variant", "chess", "-"]).0, 2);
}
