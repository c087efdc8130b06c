//! The commands of the binary: what they print, byte for byte where programs read it, and the exit
//! codes.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{self, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use hippogriff::game::{GameInfo, Options};
use hippogriff::games;
use hippogriff::perft::Method;
use hippogriff::session::{self, Session, Start};

const KNIGHTFALL: &str = "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1";
/// The side that has just moved took the last knight.
const WON: &str = "r1b1br/pppppp/6/6/PPPPPP/RBNNBR b - - 0 1";

/// What a run of the program left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

fn run_with(args: &[&str], stdin: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hippogriff"));
    command.args(args).write_stdin(stdin).env_remove("RUST_LOG");
    let output = command.output().unwrap();
    Run {
        code: output.status.code().expect("ended by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// The output of a command that must succeed and say nothing on stderr.
fn good(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    run.out
}

/// The message of a command that must be refused with exit code 2, without output.
fn refused(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
    assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    run.err
}

/// A file with this content, in a folder of the tests' own.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn open(game: &GameInfo, options: Options) -> Box<dyn Session> {
    session::open(game.name, options, 1).unwrap()
}

/// What `moves` must print for the position that the session stands in.
fn listing(fen: &str, session: &dyn Session) -> String {
    let result = session.outcome().map_or("*", |outcome| outcome.result());
    let children = session.children();
    assert!(children.is_sorted());
    let lines = children.iter().map(|(text, after)| format!("{text}\t{after}\n"));
    format!("position {fen}\nresult {result}\n{}\n", lines.collect::<String>())
}

#[test]
fn help_explains_every_command() {
    let help = good(&["--help"]);
    for command in ["variants", "rules", "show", "play", "moves", "perft"] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(command)), "{command}");
        assert!(good(&[command, "--help"]).contains("Usage: hippogriff"), "{command}");
    }
    assert_eq!(good(&["--version"]), format!("hippogriff {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn variants_lists_all_there_is_to_know() {
    let out = good(&["variants"]);
    for game in games::ALL {
        let row = out.lines().find(|line| line.starts_with(game.name)).expect(game.name);
        let size = format!("{}x{}", game.files, game.ranks);
        let arrays = game.arrays.as_ref().map_or(1, |arrays| (arrays.count)(Options::NONE));
        for text in [game.title, game.native_title, game.inventor, &size, &arrays.to_string()] {
            assert!(row.contains(text), "{text} in {row}");
        }
        for option in game.options {
            assert!(out.contains(&format!("--option {}", option.name)), "{}", option.name);
            assert!(out.contains(option.about), "{}", option.about);
        }
    }
}

#[test]
fn rules_are_printed_as_they_stand() {
    for game in games::ALL {
        assert_eq!(good(&["rules", game.name]), format!("{}\n", game.rules.trim_end()));
    }
}

#[test]
fn an_unknown_game_is_named_with_the_known_ones() {
    let commands: [&[&str]; 6] = [
        &["rules", "chess"],
        &["show", "--variant", "chess"],
        &["moves", "--variant", "chess"],
        &["perft", "--depth", "1", "--variant", "chess"],
        &["play", "chess"],
        &["--variant", "chess"],
    ];
    for command in commands {
        let error = refused(command);
        assert!(error.contains("chess"), "{error}");
        for game in games::ALL {
            assert!(error.contains(game.name), "{error}");
        }
    }
    for command in [&["show"][..], &["moves"], &["perft", "--depth", "1"]] {
        assert!(refused(command).contains("--variant"), "{command:?}");
    }
}

#[test]
fn options_are_taken_repeated_or_by_commas() {
    for game in games::ALL {
        let error = refused(&["show", "--variant", game.name, "--option", "nonsense"]);
        assert!(error.contains("nonsense"), "{error}");
        let names: Vec<_> = game.options.iter().map(|option| option.name).collect();
        for name in &names {
            assert!(error.contains(name), "{error}");
            let options = Options::named(game, [*name]).unwrap();
            let session = open(game, options);
            let out = good(&["moves", "--variant", game.name, "--option", name]);
            assert_eq!(out, listing(&session.fen(), &*session), "{name}");
        }
        let mut repeated = vec!["moves", "--variant", game.name];
        for name in &names {
            repeated.extend(["--option", name]);
        }
        let mut joined = vec!["moves", "--variant", game.name];
        let commas = names.join(",");
        if !names.is_empty() {
            joined.extend(["--option", &commas]);
        }
        let session = open(game, Options::named(game, names.iter().copied()).unwrap());
        let expected = listing(&session.fen(), &*session);
        assert_eq!(good(&repeated), expected);
        assert_eq!(good(&joined), expected);
    }
}

#[test]
fn arrays_are_numbered_or_random_where_a_game_has_them() {
    for game in games::ALL {
        let show = |array: &str, seed: Option<&str>| {
            let mut args = vec!["show", "--variant", game.name, "--array", array];
            args.extend(seed.iter().flat_map(|seed| ["--seed", seed]));
            run(&args)
        };
        let Some(arrays) = &game.arrays else {
            for array in ["0,0", "random"] {
                let run = show(array, None);
                let expected = format!("error: {} has no numbered arrays\n", game.name);
                assert_eq!((run.code, run.err), (2, expected));
            }
            continue;
        };
        let count = (arrays.count)(Options::NONE);
        let last = count - 1;
        let out = show(&format!("0,{last}"), None).out;
        assert!(out.contains(&format!("FEN: {}\n", (arrays.fen)(0, last, Options::NONE))), "{out}");
        assert!(out.contains(&format!("Arrays: White 0, Black {last}\n")), "{out}");

        let beyond = show(&format!("0,{count}"), None);
        assert_eq!(beyond.code, 2);
        assert!(beyond.err.contains(&count.to_string()), "{}", beyond.err);

        let random = show("random", Some("7")).out;
        assert!(random.contains("Arrays: White "), "{random}");
        assert_eq!(random, show("random", Some("7")).out);
        assert_ne!(random, show("random", Some("8")).out);
        assert_eq!(show("random", None).code, 0);
    }
    for array in ["", "5", "1,2,3", "-1,2", "a,b"] {
        let error = refused(&["show", "--variant", "knightfall", &format!("--array={array}")]);
        assert!(error.contains(array), "{error}");
    }
    let misplaced = refused(&["--variant", "knightfall", "show"]);
    assert!(misplaced.contains("behind the command"), "{misplaced}");
    refused(&["show", "--variant", "knightfall", "--seed", "1"]);
    refused(&["show", "--variant", "knightfall", "--fen", KNIGHTFALL, "--seed", "1"]);
    refused(&["show", "--variant", "knightfall", "--fen", KNIGHTFALL, "--array", "random"]);
}

#[test]
fn moves_of_the_start_position() {
    assert_eq!(
        good(&["moves", "--variant", "knightfall"]),
        "position rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1\n\
         result *\n\
         a2a3\trbnnbr/pppppp/6/P5/1PPPPP/RBNNBR b - - 0 1\n\
         b2b3\trbnnbr/pppppp/6/1P4/P1PPPP/RBNNBR b - - 0 1\n\
         c1b3\trbnnbr/pppppp/6/1N4/PPPPPP/RB1NBR b - - 1 1\n\
         c1d3\trbnnbr/pppppp/6/3N2/PPPPPP/RB1NBR b - - 1 1\n\
         c2c3\trbnnbr/pppppp/6/2P3/PP1PPP/RBNNBR b - - 0 1\n\
         d1c3\trbnnbr/pppppp/6/2N3/PPPPPP/RBN1BR b - - 1 1\n\
         d1e3\trbnnbr/pppppp/6/4N1/PPPPPP/RBN1BR b - - 1 1\n\
         d2d3\trbnnbr/pppppp/6/3P2/PPP1PP/RBNNBR b - - 0 1\n\
         e2e3\trbnnbr/pppppp/6/4P1/PPPP1P/RBNNBR b - - 0 1\n\
         f2f3\trbnnbr/pppppp/6/5P/PPPPP1/RBNNBR b - - 0 1\n\
         \n"
    );
    for game in games::ALL {
        let session = open(game, Options::NONE);
        let expected = listing(&session.fen(), &*session);
        assert_eq!(good(&["moves", "--variant", game.name]), expected);
        let given = format!("  {}  ", game.start_fen);
        let expected = listing(game.start_fen, &*session);
        assert_eq!(good(&["moves", "--variant", game.name, "--fen", &given]), expected);
    }
}

#[test]
fn results_are_those_of_the_position_alone() {
    for (fen, result, moves) in [
        (WON, "1-0", 0),
        ("rbnnbr/pppppp/6/6/PPPPPP/R1B1BR w - - 0 1", "0-1", 0),
        ("5n/6/1p4/1Pp3/2P3/N5 w - - 0 1", "1/2-1/2", 0),
        ("rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 99 80", "*", 10),
        ("rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 100 80", "1/2-1/2", 10),
    ] {
        let out = good(&["moves", "--variant", "knightfall", "--fen", fen]);
        let lines: Vec<_> = out.lines().collect();
        assert_eq!(lines[..2], [format!("position {fen}"), format!("result {result}")]);
        assert_eq!(lines.len(), moves + 3);
    }
}

#[test]
fn moves_reads_every_form_of_position_from_a_file() {
    for game in games::ALL {
        let start = game.start_fen;
        let four: String = start.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let mut content = format!(
            "\u{FEFF}# a comment\r\n\r\n{start}\r\n  {start} ;D1 10 ;D2 100\n{four}\n\
             {four} bm a2a3; id \"x\";\n \t\n{start} # another\n6/6 w - -\n"
        )
        .into_bytes();
        content.extend(b"broken \xFF\xC3 text\n");
        content.extend(start.as_bytes());

        let started = |fen: &str| {
            let mut session = open(game, Options::NONE);
            session.start(&Start::Fen(fen.to_owned())).map(|()| listing(fen, &*session))
        };
        let mut expected = String::new();
        for fen in [start, start, &four, &four, start] {
            expected += &started(fen).unwrap();
        }
        for fen in ["6/6 w - -", "broken \u{FFFD}\u{FFFD} text"] {
            expected += &format!("position {fen}\nerror {}\n\n", started(fen).unwrap_err());
        }
        expected += &started(start).unwrap();

        let path = file(&format!("forms-{}.epd", game.name), &content);
        assert_eq!(good(&["moves", "--variant", game.name, "--file", &path]), expected);
        let piped = run_with(&["moves", "--variant", game.name, "--file", "-"], &content);
        assert_eq!((piped.code, piped.out), (0, expected));
    }
}

#[test]
fn moves_refuses_what_it_cannot_read() {
    let error = refused(&["moves", "--variant", "knightfall", "--fen", "6/6/x w - - 0 1"]);
    assert!(error.contains("6/6/x"), "{error}");
    let error = refused(&["moves", "--variant", "knightfall", "--file", "no-such-file.epd"]);
    assert!(error.contains("no-such-file.epd"), "{error}");
    refused(&["moves", "--variant", "knightfall", "--file", "-", "--fen", KNIGHTFALL]);
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_quietly() {
    use std::io::Read;
    use std::process::{Command, Stdio};

    // Far more output than a pipe holds.
    let path = file("long.epd", format!("{KNIGHTFALL}\n").repeat(2000));
    let mut child = Command::new(env!("CARGO_BIN_EXE_hippogriff"))
        .args(["moves", "--variant", "knightfall", "--file", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 10]).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// Depth and nodes of a line such as `perft(5) = 187704   0.001 s   187.7 Mnps`.
fn read_perft(line: &str) -> (u32, u64) {
    let words: Vec<_> = line.split_whitespace().collect();
    let [label, "=", nodes, seconds, "s", speed, "Mnps"] = words[..] else { panic!("{line}") };
    assert!(seconds.parse::<f64>().is_ok() && speed.parse::<f64>().is_ok(), "{line}");
    let depth = label.strip_prefix("perft(").and_then(|rest| rest.strip_suffix(')'));
    (depth.unwrap().parse().unwrap(), nodes.parse().unwrap())
}

#[test]
fn perft_counts_to_each_depth_whatever_the_method() {
    let expected = [(1, 10), (2, 100), (3, 1184), (4, 14148), (5, 187704)];
    for method in [&[][..], &["--threads", "2"], &["--hash", "1"], &["--hash=1", "--threads=2"]] {
        let args = [&["perft", "--variant", "knightfall", "--depth", "5"], method].concat();
        let out = good(&args);
        assert_eq!(out.lines().map(read_perft).collect::<Vec<_>>(), expected, "{method:?}");
        assert!(out.contains("perft(5) = 187704 "), "{out}");
        let columns: Vec<_> = out.lines().map(|line| line.find(" s ")).collect();
        assert!(columns.windows(2).all(|pair| pair[0] == pair[1]), "{out}");
    }
    for game in games::ALL {
        let session = open(game, Options::NONE);
        let out = good(&["perft", "--variant", game.name, "--depth", "2"]);
        let count = |depth| (depth, session.perft(depth, &Method::default()));
        assert_eq!(out.lines().map(read_perft).collect::<Vec<_>>(), [count(1), count(2)]);
    }
}

#[test]
fn divide_lists_the_moves_and_their_sum() {
    for game in games::ALL {
        for depth in [1, 2] {
            let text = depth.to_string();
            let out = good(&["perft", "--variant", game.name, "--depth", &text, "--divide"]);
            let (moves, total) = out.trim_end().rsplit_once('\n').unwrap();
            let session = open(game, Options::NONE);
            let expected = session.divide(depth, &Method::default());
            let lines = expected.iter().map(|(text, nodes)| format!("{text}: {nodes}"));
            assert_eq!(moves.lines().collect::<Vec<_>>(), lines.collect::<Vec<_>>());
            let sum = expected.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(read_perft(total), (depth, sum));
        }
    }
    let over = good(&["perft", "--variant", "knightfall", "--fen", WON, "--depth=2", "--divide"]);
    assert_eq!(read_perft(&over), (2, 0));
}

#[test]
fn perft_refuses_what_makes_no_sense() {
    for args in [
        &["--variant", "knightfall"][..],
        &["--variant", "knightfall", "--depth", "0"],
        &["--variant", "knightfall", "--depth", "101"],
        &["--variant", "knightfall", "--depth", "x"],
        &["--variant", "knightfall", "--depth", "1", "--threads", "0"],
        &["--variant", "knightfall", "--depth", "1", "--hash", "-1"],
        &["--variant", "knightfall", "--depth", "1", "--max-nodes", "5"],
        &["--variant", "knightfall", "--depth", "1", "--fen", "x"],
        &["--depth", "1", "--suite", "a.epd"],
    ] {
        refused(&[&["perft"], args].concat());
    }
}

#[test]
fn a_suite_is_checked_line_by_line() {
    let content = format!(
        "# counts\r\n\r\n{KNIGHTFALL} ;D1 10 ;D2 100 ;D5 187704\n\
         knightfall: {KNIGHTFALL} ;D3 1184 # third\nknightfall[]: {WON} ;D1 0;D2 0\n"
    );
    let path = file("knightfall-small.epd", content);
    for method in [&[][..], &["--threads", "2", "--hash", "1"]] {
        let out = good(&[&["perft", "--max-nodes", "2000", "--suite", &path], method].concat());
        let (lines, sum) = out.trim_end().rsplit_once('\n').unwrap();
        let expected = format!(
            "pass  D1  expected 10  got 10  knightfall: {KNIGHTFALL}\n\
             pass  D2  expected 100  got 100  knightfall: {KNIGHTFALL}\n\
             pass  D3  expected 1184  got 1184  knightfall: {KNIGHTFALL}\n\
             pass  D1  expected 0  got 0  knightfall: {WON}\n\
             pass  D2  expected 0  got 0  knightfall: {WON}"
        );
        assert_eq!(lines, expected);
        let counts = "3 positions, 6 counts: 5 passed, 0 failed, 1 skipped; 1294 nodes  ";
        assert!(sum.starts_with(counts) && sum.ends_with(" Mnps"), "{sum}");
    }
}

#[test]
fn options_of_a_suite_stand_in_brackets() {
    for game in games::ALL {
        let mut content = String::new();
        let mut counts = 0;
        for options in game.options.iter().map(|option| [option.name]) {
            let set = Options::named(game, options).unwrap();
            let session = open(game, set);
            let nodes = session.perft(2, &Method::default());
            content += &format!("{}[{}]: {} ;D2 {nodes}\n", game.name, options[0], session.fen());
            counts += 1;
        }
        let session = open(game, Options::NONE);
        let nodes = session.perft(1, &Method::default());
        content += &format!("{}: {} ;D1 {nodes}\n", game.name, game.start_fen);
        let path = file(&format!("options-of-{}.epd", game.name), &content);
        let out = good(&["perft", "--suite", &path]);
        assert!(out.contains(&format!(" {} passed, 0 failed, 0 skipped", counts + 1)), "{out}");
        for line in content.lines() {
            let (name, _) = line.split_once(" ;").unwrap();
            assert!(out.contains(&format!("  {name}\n")), "{name} in {out}");
        }
    }
}

#[test]
fn a_wrong_count_fails() {
    let path = file("knightfall-wrong.epd", format!("{KNIGHTFALL} ;D1 10 ;D2 101\n"));
    let run = run(&["perft", "--suite", &path]);
    assert_eq!(run.code, 1);
    let line = format!("FAIL  D2  expected 101  got 100  knightfall: {KNIGHTFALL}\n");
    assert!(run.out.contains(&line), "{}", run.out);
    assert!(run.out.contains("1 passed, 1 failed, 0 skipped"), "{}", run.out);
}

#[test]
fn a_suite_without_counts_fails() {
    let full = file("knightfall-full.epd", format!("{KNIGHTFALL} ;D1 10\n"));
    for content in ["", "# nothing\n", &format!("{KNIGHTFALL}\n")] {
        let empty = file("knightfall-empty.epd", content);
        let run = run(&["perft", "--suite", &full, &empty]);
        assert_eq!(run.code, 1, "{content}");
        assert!(run.out.contains(&format!("no counts in {empty}")), "{}", run.out);
    }
}

#[test]
fn an_unreadable_suite_is_named_with_its_line() {
    for (line, named) in [
        ("6/6 w - - 0 1 ;D1 1", "6/6"),
        (&format!("{KNIGHTFALL} ;D1 x"), "D1 x"),
        (&format!("{KNIGHTFALL} ;D1"), "D1"),
        (&format!("{KNIGHTFALL} ;D0 1"), "D0 1"),
        (&format!("{KNIGHTFALL} ;E1 1"), "E1 1"),
        (&format!("{KNIGHTFALL} ;D1 99999999999999999999"), "99999999999999999999"),
        (&format!("chess: {KNIGHTFALL} ;D1 10"), "chess"),
        (&format!("knightfall[x]: {KNIGHTFALL} ;D1 10"), "x"),
        (&format!("knightfall[: {KNIGHTFALL} ;D1 10"), "knightfall["),
        ("knightfall: ;D1 10", "D1 10"),
        (";D1 10", "D1 10"),
    ] {
        let path = file("knightfall-broken.epd", format!("{KNIGHTFALL} ;D1 10\n{line}\n"));
        let error = refused(&["perft", "--suite", &path]);
        assert!(error.contains(&format!("{path}:2: ")) && error.contains(named), "{error}");
    }
    let error = refused(&["perft", "--suite", "no-such-suite.epd"]);
    assert!(error.contains("no-such-suite.epd"), "{error}");
    let nameless = file("some.epd", format!("{KNIGHTFALL} ;D1 10\n"));
    assert!(refused(&["perft", "--suite", &nameless]).contains("no game is named"));
    good(&["perft", "--variant", "knightfall", "--suite", &nameless]);
}

#[test]
fn show_prints_the_board_and_how_the_game_stands() {
    assert_eq!(
        good(&["show", "--variant", "knightfall", "a2a3", "b5b4"]),
        "6  r  b  n  n  b  r\n\
         5  p [.] p  p  p  p\n\
         4  . [p] .  .  .  .\n\
         3  P  .  .  .  .  .\n\
         2  .  P  P  P  P  P\n\
         1  R  B  N  N  B  R\n   \
            a  b  c  d  e  f\n\
         \n\
         FEN: rbnnbr/p1pppp/1p4/P5/1PPPPP/RBNNBR w - - 0 2\n\
         White to move, legal moves: 14\n"
    );
    let over = good(&["show", "--variant", "knightfall", "--fen", WON]);
    assert!(over.ends_with("legal moves: 0\n1-0 {White took the last knight}\n"), "{over}");
    for game in games::ALL {
        let session = open(game, Options::NONE);
        let out = good(&["show", "--variant", game.name]);
        assert!(out.contains(&format!("FEN: {}\n", session.fen())), "{out}");
        let moves = session.children().len();
        assert!(out.ends_with(&format!("White to move, legal moves: {moves}\n")), "{out}");
        let arrays = game.arrays.as_ref().map(|arrays| {
            (arrays.numbers)(game.start_fen, Options::NONE).expect("the start is an array")
        });
        let line = arrays.map(|(white, black)| format!("Arrays: White {white}, Black {black}\n"));
        assert_eq!(out.contains("Arrays: "), line.is_some());
        assert!(out.contains(&line.unwrap_or_default()), "{out}");
    }
}

#[test]
fn show_turns_the_board_and_marks_moves() {
    let fen = "5n/6/1p4/P1N3/6/n5 w - - 0 1";
    let show =
        |more: &[&str]| good(&[&["show", "--variant", "knightfall", "--fen", fen], more].concat());
    let marked = show(&["--mark", "c3", "--caption", "Which way?"]);
    let board = "6  .  .  .  .  .  n\n\
                 5  . (.) . (.) .  .\n\
                 4 (.) p  .  . (.) .\n\
                 3  P  . [N] .  .  .\n\
                 2 (.) .  .  . (.) .\n\
                 1  n (.) . (.) .  .\n   \
                    a  b  c  d  e  f\n\
                 \n\
                 Which way?\n";
    assert!(marked.starts_with(board), "{marked}");
    let capture = show(&["--mark", "a3"]);
    assert!(capture.contains("4 (.){p} .  .  .  .\n3 [P] .  N"), "{capture}");
    let flipped = show(&["--flip"]);
    assert!(flipped.starts_with("1  .  .  .  .  .  n\n2 "), "{flipped}");
    assert!(show(&["--unicode"]).contains('♘'));
    let error = refused(&["show", "--variant", "knightfall", "--mark", "g7"]);
    assert!(error.contains("\"g7\""), "{error}");
}

#[test]
fn show_writes_svg_to_a_file_or_alone_to_stdout() {
    for game in games::ALL {
        let args = ["show", "--variant", game.name, "--caption", "A board", "--svg"];
        let svg = good(&[&args[..], &["-"]].concat());
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        assert!(svg.contains("A board"));
        let path = file(&format!("{}.svg", game.name), "");
        let out = good(&[&args[..], &[&path]].concat());
        assert!(out.contains("FEN: "), "{out}");
        assert_eq!(fs::read_to_string(&path).unwrap(), svg);
    }
    let error = refused(&["show", "--variant", "knightfall", "--svg", "no/such/folder.svg"]);
    assert!(error.contains("no/such/folder.svg"), "{error}");
}

#[test]
fn show_refuses_bad_moves_by_name() {
    for (moves, named) in
        [(&["a2a4"][..], "illegal move: a2a4"), (&["a2a3", "nonsense"], "not a move: \"nonsense\"")]
    {
        let error = refused(&[&["show", "--variant", "knightfall"], moves].concat());
        assert!(error.contains(named), "{error}");
    }
    let over = refused(&["show", "--variant", "knightfall", "--fen", WON, "a5a4"]);
    assert!(over.contains("the game is over (White took the last knight)"), "{over}");
}

#[test]
fn the_engine_plays_itself_to_the_end() {
    for game in games::ALL {
        let out = good(&["play", game.name, "--depth", "1"]);
        assert!(out.starts_with(game.title), "{out}");
        assert!(out.contains("\n  1. "), "{out}");
        let fen = out.lines().find_map(|line| line.strip_prefix("FEN: ")).expect("a last FEN");
        let mut session = open(game, Options::NONE);
        session.start(&Start::Fen(fen.to_owned())).unwrap();
        let (_, last) = out.trim_end().rsplit_once('\n').unwrap();
        let (result, reason) = last.split_once(' ').unwrap();
        assert!(["1-0", "0-1", "1/2-1/2"].contains(&result), "{last}");
        assert!(reason.starts_with('{') && reason.ends_with('}'), "{last}");
        // Repetition does not show in the last position alone.
        if let Some(outcome) = session.outcome() {
            assert_eq!(last, format!("{} {{{outcome}}}", outcome.result()));
        } else {
            assert_eq!(reason, "{draw by threefold repetition}");
        }
    }
}

#[test]
fn self_play_shows_each_move_as_it_is_made() {
    // The first move takes a moment, the game at this pace minutes.
    let mut child = process::Command::new(env!("CARGO_BIN_EXE_hippogriff"))
        .args(["play", "horizons", "--time", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let mut out = child.stdout.take().unwrap();
    let mut said = String::new();
    let mut piece = [0; 256];
    while !said.contains("\n  1. ") {
        let length = out.read(&mut piece).unwrap();
        assert!(length > 0, "ended early: {said}");
        said.push_str(str::from_utf8(&piece[..length]).unwrap());
    }
    let first = begun.elapsed();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(said.starts_with("Horizons\nfrom "), "{said}");
    assert!(!said.contains("FEN: "), "{said}");
    assert!(first < Duration::from_secs(60), "{first:?}");
}

#[test]
fn self_play_begins_where_it_is_told() {
    let fen = "n5/1P4/6/6/5p/5N b - - 0 9";
    let out = good(&["play", "--variant", "knightfall", "--fen", fen, "--time", "0.001"]);
    assert!(out.contains(&format!("from {fen}\n")), "{out}");
    assert!(out.contains("\n  9. ...  "), "{out}");
    let over = good(&["play", "knightfall", "--fen", WON]);
    assert!(over.ends_with("1-0 {White took the last knight}\n"), "{over}");
    assert!(good(&["play", "--depth", "1"]).starts_with(games::ALL[0].title));
}

/// Won in two moves: either rook takes the last knight, which cannot escape both.
const TWO_ROOKS: &str = "2R3/6/6/5R/6/n4N w - - 0 1";

#[test]
fn wins_are_found_proven_and_solved() {
    let path = file("found.epd", "");
    let find = ["wins", "find", "knightfall", "--each", "1", "--moves", "2..3", "--nodes", "100"];
    let out = good(&[&find[..], &["--out", &path]].concat());
    assert_eq!(out, "dm 2       1 of 1 positions\ndm 3       1 of 1 positions\n");
    let text = fs::read_to_string(&path).unwrap();
    let (header, set) = text.split_once("\n\n").unwrap();
    assert!(header.lines().all(|line| line.starts_with('#')), "{text}");
    let lines: Vec<_> = set.lines().collect();
    assert!(lines[0].ends_with(" ;dm 2") && lines[1].ends_with(" ;dm 3"), "{text}");

    let out = good(&["wins", "prove", &path]);
    assert!(out.starts_with("pass  ") && out.contains(lines[1]), "{out}");
    assert!(out.ends_with("2 positions: 2 passed, 0 failed, 0 skipped\n"), "{out}");
    let out = good(&["wins", "solve", &path, "--to-distance", "--without", "all"]);
    let whole = out.lines().last().unwrap();
    let columns: Vec<_> = whole.split_whitespace().take(5).collect();
    assert_eq!(columns, ["knightfall", "all", "2", "2", "2"], "{out}");
}

#[test]
fn a_win_that_is_none_fails() {
    let wrong = file("knightfall-wins.epd", format!("{TWO_ROOKS} ;dm 2\n{KNIGHTFALL} ;dm 2\n"));
    let run_of = |args: &[&str]| run(&[&["wins"], args, &[&wrong]].concat());
    for run in [run_of(&["prove"]), run_of(&["solve", "--nodes", "5000"])] {
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
        let failed: Vec<_> = run.out.lines().filter(|line| line.starts_with("FAIL")).collect();
        assert_eq!(failed.len(), 1, "{}", run.out);
        assert!(failed[0].ends_with(&format!("knightfall: {KNIGHTFALL} ;dm 2")), "{}", run.out);
    }
    let skipped = run_of(&["prove", "--max-nodes", "1"]);
    assert_eq!(skipped.code, 0);
    assert!(skipped.out.ends_with("0 passed, 0 failed, 2 skipped\n"), "{}", skipped.out);
    let empty = file("knightfall-no-wins.epd", "# nothing\n");
    for action in ["prove", "solve"] {
        let run = run(&["wins", action, &empty]);
        assert_eq!(run.code, 1);
        assert!(run.out.contains(&format!("no positions in {empty}")), "{}", run.out);
    }
}

#[test]
fn wins_refuse_nonsense() {
    for (line, named) in [
        (format!("{KNIGHTFALL} ;D1 10"), "no distance"),
        (format!("{KNIGHTFALL} ;dm x"), "not a number of moves: \"x\""),
        ("6/6 w - - 0 1 ;dm 2".to_owned(), "6/6"),
    ] {
        let path = file("knightfall-broken-wins.epd", format!("#\n{line}\n"));
        for action in ["prove", "solve"] {
            let error = refused(&["wins", action, &path]);
            assert!(error.contains(&format!("{path}:2: ")) && error.contains(named), "{error}");
        }
    }
    let find = ["wins", "find", "knightfall", "--each", "1", "--out", "unwritten.epd"];
    for moves in ["", "2", "0..2", "3..2", "2..51", "a..b"] {
        let error = refused(&[&find[..], &["--moves", moves]].concat());
        assert!(error.contains("not a range of moves"), "{error}");
    }
    let find = ["wins", "find", "knightfall", "--each", "1", "--moves", "2..2"];
    let error = refused(&[&find[..], &["--out", "no/such/folder"]].concat());
    assert!(error.contains("no/such/folder"), "{error}");
    assert!(refused(&["wins", "solve", "x.epd", "--without", "luck"]).contains("luck"));
    assert!(refused(&["wins", "prove", "no-such.epd"]).contains("no-such.epd"));
}

#[test]
fn two_threads_are_compared_with_one() {
    let args = ["scaling", "knightfall", "--depth", "3", "--positions", "20", "--hash", "1"];
    let out = good(&args);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[0], "Knightfall, depth 3, 20 positions");
    let starts = ["1 thread ", "2   threads ", "time to depth ", "nodes per second "];
    assert_eq!(lines.len(), 1 + starts.len());
    for (line, start) in lines[1..].iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert!(lines[3].contains(" times (") && lines[3].ends_with(')'), "{}", lines[3]);
    assert!(run(&["scaling", "knightfall"]).code == 2);
    assert!(run(&["scaling", "knightfall", "--depth", "5", "--threads", "1"]).code == 2);
}

#[test]
fn play_refuses_nonsense() {
    for args in [
        &["--time", "0"][..],
        &["--time", "soon"],
        &["--depth", "0"],
        &["--side", "red"],
        &["--hash", "0"],
        &["--fen", "x"],
        &["--variant", "knightfall"],
    ] {
        refused(&[&["play", "knightfall"], args].concat());
    }
}

#[test]
fn logging_is_silent_unless_asked_for() {
    let args = ["show", "--variant", "knightfall"];
    assert_eq!(run(&args).err, "");
    for verbose in [&[&args[..], &["-v"]].concat(), &[&["-vv"], &args[..]].concat()] {
        let run = run(verbose);
        assert_eq!((run.code, run.out), (0, good(&args)), "{verbose:?}: {}", run.err);
    }
}

/// The first words of the lines in a block of the help that begins with this heading.
fn named_in(help: &str, heading: &str) -> Vec<String> {
    let block = help.lines().skip_while(|line| *line != heading).skip(1);
    let block = block.take_while(|line| !line.is_empty());
    let names = block.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The commands that nobody is to type.
const HIDDEN: &str = "guard-engines";

#[test]
fn the_manual_page_names_every_command() {
    let page = good(&["man"]);
    assert!(page.contains("\n.TH hippogriff 1 "), "{page}");
    let commands = named_in(&good(&["--help"]), "Commands:");
    assert!(commands.len() > 15 && commands.contains(&"man".to_owned()), "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        let title = format!("hippogriff\\-{command}(1)\n");
        assert!(page.contains(&title), "{command} in {page}");
    }
    assert!(!page.contains(HIDDEN) && page.is_ascii());
}

#[test]
fn every_command_gets_a_manual_page_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("new");
    assert_eq!(good(&["man", "--dir", inner.to_str().unwrap()]), "");
    let page = |name: &str| fs::read_to_string(inner.join(format!("{name}.1")));
    assert_eq!(page("hippogriff").unwrap(), good(&["man"]));
    for command in named_in(&good(&["--help"]), "Commands:") {
        let written = page(&format!("hippogriff-{command}"));
        assert_eq!(written.is_ok(), command != "help", "{command}");
    }
    let nested = page("hippogriff-hosts-plugin").unwrap();
    assert!(nested.contains(".TH hippogriff-hosts-plugin 1 "), "{nested}");
    assert!(page(&format!("hippogriff-{HIDDEN}")).is_err());
    let no_folder = file("no-folder", "");
    let error = refused(&["man", "--dir", &no_folder]);
    assert!(error.contains(&no_folder), "{error}");
}

/// What a program says on stderr, which is given this on stdin.
fn complaints(program: &str, args: &[&str], stdin: &str) -> String {
    let output = Command::new(program).args(args).write_stdin(stdin).output().unwrap();
    assert!(output.status.success(), "{program}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
#[ignore = "needs groff: apt-get install groff-base"]
fn groff_has_nothing_to_say_against_the_manual_pages() {
    let folder = tempfile::tempdir().unwrap();
    good(&["man", "--dir", folder.path().to_str().unwrap()]);
    let pages: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|page| page.unwrap()).collect();
    assert!(pages.len() > 15, "{pages:?}");
    for page in pages {
        let text = fs::read_to_string(page.path()).unwrap();
        let said = complaints("groff", &["-man", "-ww", "-z", "-Tutf8"], &text);
        assert_eq!(said, "", "{page:?}");
    }
}

#[test]
#[ignore = "needs bash"]
fn bash_accepts_the_completions() {
    let script = good(&["completions", "bash"]);
    assert_eq!(complaints("bash", &["-n"], &script), "");
    // What it offers behind `hippogriff ho`.
    let ask = "COMP_WORDS=(hippogriff ho); COMP_CWORD=1; _hippogriff hippogriff ho hippogriff\n\
               printf '%s ' \"${COMPREPLY[@]}\"\n";
    let output = Command::new("bash").write_stdin(script + ask).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "hosts ", "{output:?}");
}

#[test]
fn completions_name_every_command_but_hidden_ones() {
    let commands = named_in(&good(&["--help"]), "Commands:");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = good(&["completions", shell]);
        for command in &commands {
            assert!(script.contains(command.as_str()), "{shell}: {command}");
        }
        assert!(!script.contains(HIDDEN), "{shell}");
    }
    assert!(run(&["completions", "cmd"]).code == 2);
}

#[test]
fn hosts_are_told_of_the_engines_of_a_roster() {
    let roster = "[Other]\ncommand = /bin/other 'two words'\nprotocol = cecp\n\
                  variants = livonian, horizons\n";
    let path = file("hosts.ini", roster);
    let settings = good(&["hosts", "xboard", "--roster", &path]);
    for line in [
        "-firstChessProgramNames {\"Hippogriff (knightfall)\" -fcp \"hippogriff\" -variant knightfall",
        "\"Hippogriff (livonian)\" -fcp \"hippogriff\" -variant livonian",
        "\"Other (livonian)\" -fcp 'sh -c \"exec /bin/other two\\ words\"' -variant livonian",
        "-testLegality false",
    ] {
        assert!(settings.lines().any(|found| found == line), "{line} in {settings}");
    }
    let written = file("hosts.xop", "");
    assert_eq!(good(&["hosts", "xboard", "--roster", &path, "--write", &written]), "");
    assert_eq!(fs::read_to_string(written).unwrap(), settings);
    assert!(good(&["hosts", "winboard", "--roster", &path]).contains("'/bin/other \"two words\"'"));
    let names: Vec<_> = games::ALL.iter().map(|game| game.name).collect();
    let plugin = format!("plugin spec 0.0\nhippogriff\n{}\n", names.join(","));
    assert_eq!(good(&["hosts", "plugin", "--roster", &path]), plugin);
}

#[test]
fn hosts_are_not_told_what_they_would_misread() {
    let path = file("bad-hosts.ini", "[A}]\ncommand = a\n[B]\ncommand = b\noption.C = 1\n");
    for host in ["xboard", "winboard"] {
        let error = refused(&["hosts", host, "--roster", &path]);
        assert!(error.contains("engine \"A}\"") && error.contains("a } would end"), "{error}");
    }
    assert!(refused(&["hosts", "plugin", "B", "--roster", &path]).contains("its option \"C\""));
    assert!(refused(&["hosts", "plugin", "D", "--roster", &path]).contains("\"D\""));
    assert!(refused(&["hosts", "xboard", "--roster", "no.ini"]).contains("no.ini"));
    let good_file = file("good-hosts.ini", "");
    let unwritable = ["hosts", "xboard", "--roster", &good_file, "--write", "no/such/file"];
    assert!(refused(&unwritable).contains("no/such/file"));
}

/// A part of the output of `cargo metadata`.
fn packaging() -> serde_json::Value {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    all["packages"][0]["metadata"]["deb"].clone()
}

#[test]
fn the_debian_package_takes_what_is_there_or_made_for_it() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let makefile = fs::read_to_string(folder.join("Makefile")).unwrap();
    let packaging = packaging();
    let assets = packaging["assets"].as_array().expect("assets are listed");
    assert!(assets.len() > 5, "{packaging}");
    for asset in assets {
        let source = asset[0].as_str().unwrap();
        let (fixed, _) = source.split_once("/*").unwrap_or((source, ""));
        let made = fixed.strip_prefix("target/package/");
        let there = match made {
            Some(name) => makefile.contains(&format!("\"$(PACKAGE)/{name}\"")),
            None => fixed == "target/release/hippogriff" || folder.join(fixed).exists(),
        };
        assert!(there, "{source}");
    }
    let places: Vec<_> = assets.iter().filter_map(|asset| asset[1].as_str()).collect();
    assert!(places.contains(&"usr/games/"), "{places:?}");
    assert!(places.contains(&"usr/share/games/plugins/xboard/"), "{places:?}");
}
