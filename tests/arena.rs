//! Whole matches of Hippogriff against itself: the same games whatever happens to the runner, and
//! however they are shared out.

mod arena_runner;

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use arena_runner::{Game, arena, games, run};
use hippogriff::board::Rng;
use tempfile::TempDir;

/// Two players of unequal strength, whose games depend on nothing but the seed.
const PLAYERS: &[&str] = &[
    "--engine",
    "cmd=hippogriff",
    "name=Strong",
    "nodes=600",
    "option.Hash=1",
    "--engine",
    "cmd=hippogriff",
    "name=Weak",
    "proto=cecp",
    "nodes=60",
    "option.Hash=1",
];

/// A match between the two, written to `file`.
fn flags<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [PLAYERS, &["--concurrency", "2", "--pgn", file], more].concat()
}

/// Kills the runner again and again, at random, and lets it go on each time.
fn run_with_kills(folder: &TempDir, flags: &[&str], kills: usize, seed: u64) -> String {
    let mut rng = Rng::new(seed);
    for _ in 0..kills {
        let mut runner =
            arena(folder, flags).arg("--resume").stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(rng.below(400) as u64));
        runner.kill().unwrap();
        runner.wait().unwrap();
    }
    run(folder, &[flags, &["--resume"]].concat())
}

/// What the report says of the test's verdict.
fn verdict(report: &str) -> Vec<&str> {
    report.lines().filter(|line| line.contains("LLR") || line.contains("verdict")).collect()
}

#[test]
fn a_match_that_was_killed_ten_times_is_the_same() {
    let folder = TempDir::new().unwrap();
    let whole = run(&folder, &flags("whole.pgn", &["--rounds", "8"]));
    let broken = run_with_kills(&folder, &flags("broken.pgn", &["--rounds", "8"]), 10, 1);
    assert_eq!(broken, whole);
    let played = games(&folder, "broken.pgn");
    assert_eq!(played.len(), 80);
    assert_eq!(played, games(&folder, "whole.pgn"));
}

#[test]
fn a_test_that_was_killed_ten_times_has_the_same_verdict() {
    let test = ["--sprt", "elo0=0,elo1=50,model=logistic"];
    let folder = TempDir::new().unwrap();
    let whole = run(&folder, &flags("whole.pgn", &test));
    let broken = run_with_kills(&folder, &flags("broken.pgn", &test), 10, 2);
    assert!(!verdict(&whole).is_empty(), "{whole}");
    assert!(whole.contains("H1"), "{whole}");
    assert_eq!(verdict(&broken)[0], verdict(&whole)[0]);
    assert_eq!(games(&folder, "broken.pgn"), games(&folder, "whole.pgn"));
    // There is nothing left to do.
    let again = run(&folder, &[&flags("broken.pgn", &test)[..], &["--resume"]].concat());
    assert_eq!(verdict(&again), verdict(&broken));
}

#[test]
fn shares_make_the_whole_match() {
    for more in [&["--rounds", "3"][..], &["--rounds", "12", "--sprt", "elo0=0,elo1=80"]] {
        let folder = TempDir::new().unwrap();
        let whole = run(&folder, &flags("whole.pgn", more));
        for share in ["1/3", "2/3", "3/3"] {
            let file = format!("{}.pgn", share.replace('/', "-"));
            run(&folder, &flags(&file, &[more, &["--shard", share]].concat()));
        }
        let merged = merge(&folder, &["all.pgn", "3-3.pgn", "1-3.pgn", "2-3.pgn"]);
        assert_eq!(counted(&merged), counted(&whole));
        assert_eq!(games(&folder, "all.pgn"), games(&folder, "whole.pgn"));
    }
}

/// A report without the number of games that came too late, which depends on the machine.
fn counted(report: &str) -> Vec<&str> {
    let lines = report.lines().filter(|line| !line.contains("later game"));
    lines.filter(|line| !line.is_empty()).collect()
}

fn merge(folder: &TempDir, files: &[&str]) -> String {
    let merged = arena_runner::command(folder, "merge", files).output().unwrap();
    assert!(merged.status.success(), "{merged:?}");
    String::from_utf8(merged.stdout).unwrap()
}

#[test]
fn what_cannot_be_joined_is_refused() {
    let folder = TempDir::new().unwrap();
    let play = |file: &str, more: &[&str]| {
        let game = ["--variant", "knightfall", "--rounds", "2", "--max-plies", "12"];
        run(&folder, &flags(file, &[&game[..], more].concat()));
    };
    play("1.pgn", &["--shard", "1/2"]);
    play("other.pgn", &["--shard", "2/2", "--seed", "6"]);
    play("thirds.pgn", &["--shard", "2/3"]);
    play("whole.pgn", &[]);
    for (shares, message) in [
        (&["1.pgn", "1.pgn"][..], "is share 1/2, and so is another"),
        (&["1.pgn", "other.pgn"], "is of another match: seed was 1, and is now 6"),
        (&["1.pgn", "thirds.pgn"], "is share 2/3, but the first is one of 2"),
        (&["1.pgn", "whole.pgn"], "is no share of a match"),
        (&["1.pgn", "none.pgn"], "none.state.jsonl: "),
    ] {
        let files = [&["all.pgn"], shares].concat();
        let refused = arena_runner::command(&folder, "merge", &files).output().unwrap();
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(error.contains(message), "{error}");
        assert_eq!(refused.status.code(), Some(2));
        assert!(!folder.path().join("all.pgn").exists());
    }
    // What is missing is told.
    assert!(merge(&folder, &["all.pgn", "1.pgn"]).contains("2 games of the match are in none"));
}

#[test]
fn files_of_another_match_are_not_touched() {
    let folder = TempDir::new().unwrap();
    let play = ["--variant", "livonian", "--max-plies", "10"];
    run(&folder, &flags("a.pgn", &play));
    let before = games(&folder, "a.pgn");
    let longer = ["--variant", "livonian", "--max-plies", "11", "--resume"];
    for (flags_now, message) in [
        (&play[..], "a.pgn is there already"),
        (&[&play[..], &["--resume", "--rounds", "2"]].concat(), "rounds was 1, and is now 2"),
        (&longer, "conduct.adjudication.max_plies was 10, and is now 11"),
    ] {
        let refused = arena(&folder, &flags("a.pgn", flags_now)).output().unwrap();
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(error.contains(message), "{error}");
        assert_eq!(refused.status.code(), Some(2));
        assert_eq!(games(&folder, "a.pgn"), before);
    }
    run(&folder, &flags("a.pgn", &[&play[..], &["--overwrite"]].concat()));
    assert_eq!(games(&folder, "a.pgn"), before);
}

#[test]
fn an_engine_plays_the_same_over_either_protocol() {
    let folder = TempDir::new().unwrap();
    let play = |file: &str, protocol: &str| -> Vec<Game> {
        let protocol = format!("proto={protocol}");
        let second = ["--engine", "cmd=hippogriff", "name=B", &protocol, "nodes=400"];
        let first = ["--engine", "cmd=hippogriff", "name=A", "proto=uci", "nodes=400"];
        let flags = [&first[..], &second, &["--rounds", "2", "--concurrency", "2", "--pgn", file]];
        run(&folder, &flags.concat());
        games(&folder, file)
    };
    let (uci, cecp) = (play("uci.pgn", "uci"), play("cecp.pgn", "cecp"));
    assert_eq!(uci.len(), 20);
    assert_eq!(uci, cecp);
}

#[test]
fn variations_of_the_rules_are_played_and_told() {
    let folder = TempDir::new().unwrap();
    let variants = "livonian[medieval,all-lines],livonian,horizons[no-shield,old-ox],knightfall";
    run(&folder, &flags("a.pgn", &["--variant", variants, "--rounds", "1"]));
    let told: Vec<_> = arena_runner::read(&folder, "a.pgn")
        .iter()
        .map(|game| {
            let tag = |name| game.tag(name).unwrap_or("none").to_owned();
            (tag("Variant"), tag("RuleOptions"))
        })
        .collect();
    let expected = [
        ("livonian", "all-lines,medieval"),
        ("livonian", "none"),
        ("horizons", "no-shield,old-ox"),
        ("knightfall", "none"),
    ];
    for (pair, (variant, rules)) in told.chunks(2).zip(expected) {
        assert!(
            pair.iter().all(|game| *game == (variant.to_owned(), rules.to_owned())),
            "{told:?}"
        );
    }
    assert_eq!(told.len(), 2 * expected.len());
}

#[test]
fn every_pair_has_one_opening_and_both_colours() {
    let folder = TempDir::new().unwrap();
    let book = "# a book\r\n\r\nknightfall: rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1; id \"start\";\r\n\
        knightfall: rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1; id \"again\";\r\n\
        knightfall: 5n/P1P3/6/4p1/p3r1/1N4 w - - 0 1\r\n\
        knightfall: r1b1br/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1\r\n\
        horizons: rnbomqklobnr/pswpswwspwsp/12/12/12/12/12/12/12/12/PSWPSWWSPWSP/RNBOMQKLOBNR w KQkq - 0 1\r\n";
    std::fs::write(folder.path().join("book.epd"), book).unwrap();
    let more = ["--variant", "knightfall", "--rounds", "4", "--openings", "book.epd"];
    let played = arena(&folder, &flags("a.pgn", &more)).output().unwrap();
    let told = String::from_utf8(played.stderr).unwrap();
    assert!(told.contains("1 duplicate, 1 finished game, 1 of another game"), "{told}");
    let games = games(&folder, "a.pgn");
    assert_eq!(games.len(), 8);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].fen, pair[1].fen);
        assert_eq!((&pair[0].white, &pair[0].black), (&pair[1].black, &pair[1].white));
    }
    // Two openings in four rounds: each once before either comes again.
    let fens: Vec<_> = games.iter().step_by(2).map(|game| &game.fen).collect();
    assert!(fens[0] != fens[1] && fens[2] != fens[3]);
}

#[test]
fn many_players_meet_as_the_format_says() {
    let folder = TempDir::new().unwrap();
    let engines = ["A", "B", "C"].map(|name| format!("name={name}"));
    let each = ["--variant", "knightsroses", "--nodes", "20", "--pgn"];
    let met = |file: &str, more: &[&str]| -> Vec<(String, String)> {
        let players = engines.iter().flat_map(|name| ["--engine", "cmd=hippogriff", name]);
        let flags: Vec<&str> =
            players.chain(each).chain([file]).chain(more.iter().copied()).collect();
        run(&folder, &flags);
        games(&folder, file).into_iter().map(|game| (game.white, game.black)).collect()
    };
    let pairs = |texts: &[&str]| -> Vec<(String, String)> {
        texts.iter().map(|text| (text[..1].to_owned(), text[1..].to_owned())).collect()
    };
    assert_eq!(met("all.pgn", &[]), pairs(&["AB", "BA", "AC", "CA", "BC", "CB"]));
    assert_eq!(met("one.pgn", &["--format", "gauntlet"]), pairs(&["AB", "BA", "AC", "CA"]));
    let two = met("two.pgn", &["--format", "gauntlet", "--leaders", "2"]);
    assert_eq!(two, pairs(&["AC", "CA", "BC", "CB"]));
}

#[test]
fn impossible_matches_are_refused_before_they_begin() {
    let folder = TempDir::new().unwrap();
    let one = ["--engine", "cmd=hippogriff"];
    for (flags, message) in [
        (&one[..], "a match needs two players"),
        (&[one, one].concat(), "player \"hippogriff\" (give one another name=) is named twice"),
        (&["Nobody", "Anybody"], "no engine is called \"Nobody\"; the roster is empty"),
        (&["--roster", "none.ini", "A", "B"], "none.ini: "),
        (&["--variant", "chess"], "no game \"chess\""),
        (&["--variant", "horizons[wild]"], "no option \"wild\""),
        (&["--variant", "horizons,horizons"], "variant horizons is named twice"),
        (&["--tc", "soon"], "no time control: \"soon\""),
        (&["--tc", "1", "--st", "1"], "tc and st exclude each other"),
        (&["--sprt", "elo0=5,elo1=0"], "elo0"),
        (&["--shard", "1/2"], "--pgn"),
        (&["--format", "gauntlet", "--leaders", "2"], "leaves nobody to meet"),
        (&["--engine", "cmd=hippogriff", "colour=red"], "no key \"colour\""),
        (&["--engine", "cmd=hippogriff", "red"], "not KEY=VALUE: \"red\""),
        (&["--openings", "none.epd"], "none.epd"),
        (&["--draw", "often"], "no \"often\" here"),
    ] {
        let refused = arena(&folder, flags).output().unwrap();
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(error.contains(message), "{flags:?}: {error}");
        assert_eq!(refused.status.code(), Some(2), "{flags:?}");
        assert!(refused.stdout.is_empty());
    }
}

#[test]
fn without_players_hippogriff_plays_itself_in_all_games() {
    let folder = TempDir::new().unwrap();
    let report = run(&folder, &["--nodes", "100", "--rounds", "1"]);
    assert!(report.contains("Hippogriff") && report.contains("Hasty Hippogriff"), "{report}");
    for game in hippogriff::games::ALL {
        assert!(report.contains(game.name), "{report}");
    }
    assert!(report.contains("normal     10  100.0%"), "{report}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}
