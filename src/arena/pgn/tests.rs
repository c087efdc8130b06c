use super::*;
use crate::board::Rng;
use crate::game::{GameInfo, MoveError, Options, Style, Variant};
use crate::games;
use crate::session::{self, Session, Start};

const KNIGHTFALL: &str = "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1";

fn game(name: &str) -> &'static GameInfo {
    games::find(name).unwrap()
}

fn mv(text: &str, comment: &str) -> PgnMove {
    let comment = (!comment.is_empty()).then(|| comment.to_owned());
    PgnMove { text: text.to_owned(), comment }
}

fn pgn(tags: &[(&str, &str)], moves: &[&str], result: &str) -> PgnGame {
    PgnGame {
        tags: tags.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
        moves: moves.iter().map(|text| mv(text, "")).collect(),
        closing: None,
        result: result.to_owned(),
        line: 1,
    }
}

fn games_in(text: impl AsRef<[u8]>) -> Vec<PgnGame> {
    read(text.as_ref()).map(Result::unwrap).collect()
}

fn move_texts(game: &PgnGame) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn a_game_is_written_like_this() {
    let fen = "12/l10p/12/12/12/5k6/12/12/5K6/12/P11/12 b - - 3 41";
    let mut game = pgn(&[("Event", r#"a "b" \ c"#), ("FEN", fen)], &[], "1/2-1/2");
    let long = "Long words that are wrapped {in braces} %as they [come, to the eightieth column";
    game.moves = vec![
        mv("l11l10", "+0.31/7 12ms"),
        mv("a2a4", ""),
        mv("a11a9", long),
        mv("a4a5", ""),
        mv("l10l9", ""),
    ];
    game.closing = Some("Nobody\nwon".to_owned());
    let expected = r#"[Event "a \"b\" \\ c"]
[FEN "12/l10p/12/12/12/5k6/12/12/5K6/12/P11/12 b - - 3 41"]

41... l11l10 {+0.31/7 12ms} 42. a2a4 a11a9 {Long words that are wrapped (in
braces) %as they [come, to the eightieth column} 43. a4a5 l10l9 {} {Nobody won}
1/2-1/2

"#;
    assert_eq!(game.to_string(), expected);
    let again = games_in(game.to_string());
    let kept = long.replace('{', "(").replace('}', ")");
    game.moves[2].comment = Some(kept);
    game.closing = Some("Nobody won".to_owned());
    assert_eq!(again, [game]);
}

#[test]
fn a_game_without_anything_is_written_and_read() {
    let game = pgn(&[], &[], "*");
    assert_eq!(game.to_string(), "\n*\n\n");
    assert_eq!(games_in(game.to_string()), [PgnGame { line: 2, ..game }]);
}

#[test]
fn comments_stay_where_they_were() {
    for (last, closing) in [("", None), ("c", None), ("", Some("end")), ("c", Some("the end"))] {
        let mut game = pgn(&[("Event", "x")], &["a2a3", "a5a4"], "*");
        game.moves[1] = mv("a5a4", last);
        game.closing = closing.map(str::to_owned);
        assert_eq!(games_in(game.to_string()), [game]);
    }
}

/// A word is never where a line's beginning would give it another meaning.
#[test]
fn comments_never_break_a_file() {
    let mut rng = Rng::new(5);
    let words = ["a", "{", "}", "%b", "[c", "[d \"e\"]", ";", "\u{0}", "\n%", "(", "$1", "1-0"];
    for _ in 0..500 {
        let mut text = || {
            let words = (0..rng.below(30)).map(|_| words[rng.below(words.len())]);
            words.collect::<Vec<_>>().join(" ")
        };
        let mut game = pgn(&[("Event", &text())], &["a2a3", "b5b4", "b2b3"], "0-1");
        for mv in &mut game.moves {
            mv.comment = Some(text());
        }
        game.closing = Some(text());
        let twice = format!("{game}{game}");
        let again = games_in(&twice);
        assert_eq!(again.len(), 2, "{twice}");
        assert_eq!(move_texts(&again[1]), ["a2a3", "b5b4", "b2b3"], "{twice}");
        assert_eq!(again[0].to_string(), game.to_string());
        assert!(game.to_string().lines().all(|line| !line.starts_with('%')), "{twice}");
    }
}

#[test]
fn lines_have_less_than_80_letters() {
    let game = pgn(&[], &["a2e7,e7a3"; 300], "*");
    let text = game.to_string();
    let longest = text.lines().map(str::len).max();
    assert!(longest.is_some_and(|longest| (75..80).contains(&longest)), "{text}");
}

#[test]
fn much_is_forgiven() {
    let text = b"\xEF\xBB\xBF; a file\r\n\r\n% of some other program\r\n\
        [Event \"x \xFF \"y\" C:\\dir\"] [Site \"\"]\r\n[Round\"1\" ]\r\n\
        {before} 1.a2a3 $1 {one\r\n% two} {three} ( 1. b2b3 (1. c2c3 {)} ) 1... b5b4 ) ;four\r\n\
        a5a4!? 2 . 0000 2...a4b3 ; five\n%6\n{six}{seven} 1-0\n\
        [Event \"2\"]\n0000 12. 12.0000 a2e7,e7a3\n[Event \"3\"]\n[Event \"4\"]\n1/2-1/2 {out}\n\
        1. a2a3 * 1.b2b3 0-1\n\n[Variant \"z\"]\n\n1. l11l12q {end";
    let text = [&text[..], b"}"].concat();
    let games = games_in(text);
    let comments = |game: &PgnGame| -> Vec<_> {
        game.moves.iter().map(|mv| mv.comment.clone().unwrap_or_default()).collect()
    };
    let results: Vec<_> = games.iter().map(|game| game.result.as_str()).collect();
    assert_eq!(results, ["1-0", "*", "*", "1/2-1/2", "*", "0-1", "*"]);
    let lines: Vec<_> = games.iter().map(|game| game.line).collect();
    assert_eq!(lines, [4, 11, 13, 14, 16, 16, 18]);

    assert_eq!(games[0].tag("Event"), Some("x \u{FFFD} \"y\" C:\\dir"));
    assert_eq!((games[0].tag("Site"), games[0].tag("Round")), (Some(""), Some("1")));
    assert_eq!(games[0].tag("site"), None);
    assert_eq!(move_texts(&games[0]), ["a2a3", "a5a4", "0000", "a4b3"]);
    assert_eq!(comments(&games[0]), ["one % two three four", "", "", "five"]);
    assert_eq!(games[0].closing.as_deref(), Some("six seven"));

    assert_eq!(move_texts(&games[1]), ["0000", "0000", "a2e7,e7a3"]);
    assert_eq!(games[2].tags, [("Event".to_owned(), "3".to_owned())]);
    assert_eq!((games[3].tag("Event"), games[3].closing.as_deref()), (Some("4"), None));
    assert_eq!(move_texts(&games[5]), ["b2b3"]);
    assert_eq!(games[6].moves, [mv("l11l12q", "end")]);
}

#[test]
fn files_without_games_hold_none() {
    for text in ["", "\r\n\n", "; only\n{a comment}\n%x", "(a2a3)", "$3"] {
        assert!(games_in(text).is_empty(), "{text}");
    }
}

#[test]
fn what_is_no_pgn_is_named() {
    for (text, line, fault) in [
        ("1. a2a3\n{ends\nnowhere", 2, "a comment is never closed: \"{ends\""),
        ("a2a3\n\n(b2b3\n(c2c3) *", 3, "a ( is never closed: \"(b2b3\""),
        ("a2a3 (b2b3\n[Event \"2\"]\n", 1, "a ( is never closed: \"(b2b3\""),
        ("a2a3 ) b2b3", 1, "a ) without its (: \") b2b3\""),
        ("a2a3 } b2b3", 1, "a } without its {: \"} b2b3\""),
        ("\n[Event \"x]", 2, "not a tag of the form [Name \"value\"]: \"[Event \\\"x]\""),
        ("[Event x]", 1, "not a tag of the form [Name \"value\"]: \"[Event x]\""),
        ("[\"x\"]", 1, "not a tag of the form [Name \"value\"]: \"[\\\"x\\\"]\""),
        ("[Event y \"x\"]", 1, "not a tag of the form [Name \"value\"]: \"[Event y \\\"x\\\"]\""),
        ("[Event \"x\\\"]", 1, "not a tag of the form [Name \"value\"]: \"[Event \\\"x\\\\\\\"]\""),
    ] {
        let read: Vec<_> = read(text.as_bytes()).collect();
        let Some(Err(error)) = read.last() else { panic!("{text}: {read:?}") };
        assert_eq!(error.to_string(), format!("line {line}: {fault}"), "{text}");
        assert_eq!(read.iter().filter(|game| game.is_err()).count(), 1);
    }
}

/// Memory stays bounded when a brace is forgotten in a big file, and no text makes the reader panic.
#[test]
fn broken_files_come_to_an_end() {
    let endless = std::iter::repeat_n("1. a2a3 b5b4\n", 1 << 18).collect::<String>();
    assert!(matches!(
        read(format!("{{{endless}").as_bytes()).next(),
        Some(Err(PgnError::Text { line: 1, .. }))
    ));
    let mut rng = Rng::new(11);
    let pieces = [
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "\n",
        " ",
        "1.",
        "...",
        "0000",
        "a2a3",
        "\u{FEFF}",
        "é",
        "$",
        "*",
        "1-0",
        "[Event \"x\"]",
        "!",
        "\r",
        "\u{A0}",
        "\u{3000}",
    ];
    for _ in 0..20_000 {
        let text: String = (0..rng.below(25)).map(|_| pieces[rng.below(pieces.len())]).collect();
        for game in read(text.as_bytes()).flatten() {
            let again = games_in(game.to_string());
            assert_eq!(again.len(), 1, "{text:?}");
            assert_eq!(again[0].to_string(), game.to_string(), "{text:?}");
        }
    }
}

/// Every option alone, none, and all.
fn variants() -> impl Iterator<Item = Variant> {
    games::ALL.iter().flat_map(|&game| {
        let places = 0..game.options.len();
        let single = places.clone().map(|place| Options::NONE.with(place, true));
        let all = places.fold(Options::NONE, |set, place| set.with(place, true));
        single.chain([Options::NONE, all]).map(move |options| (game, options))
    })
}

fn play_randomly(session: &mut dyn Session, plies: usize, rng: &mut Rng) {
    for _ in 0..plies {
        let moves = session.legal_moves(Style::Plain);
        if session.outcome().is_some() {
            return;
        }
        session.play(&moves[rng.below(moves.len())]).unwrap();
    }
}

/// A random game from the start or from a position in which either side may be to move.
fn random_game((game, options): Variant, rng: &mut Rng) -> (PgnGame, Box<dyn Session>) {
    let mut session = session::open(game.name, options, 1).unwrap();
    let names: Vec<_> = options.names(game).collect();
    let mut tags = vec![(VARIANT, game.name.to_owned()), (RULE_OPTIONS, names.join(","))];
    if rng.below(3) > 0 {
        play_randomly(&mut *session, rng.below(12), rng);
        let fen = session.fen();
        session.start(&Start::Fen(fen.clone())).unwrap();
        tags.extend([(SET_UP, "1".to_owned()), (FEN, fen)]);
    }
    play_randomly(&mut *session, 150, rng);
    let result = session.outcome().map_or(NO_RESULT, |outcome| outcome.result()).to_owned();
    tags.push((RESULT, result.clone()));
    let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let moves = session.moves_played(Style::Plain).iter().map(|text| mv(text, "")).collect();
    (PgnGame { tags, moves, closing: None, result, line: 0 }, session)
}

#[test]
fn random_games_come_back() {
    let mut rng = Rng::new(2);
    let mut over = 0;
    for variant in variants() {
        let games: Vec<_> = (0..8).map(|_| random_game(variant, &mut rng)).collect();
        let file: String = games.iter().map(|(game, _)| game.to_string()).collect();
        let again = games_in(&file);
        assert_eq!(again.len(), games.len());
        for (again, (game, session)) in again.iter().zip(&games) {
            assert_eq!(*again, PgnGame { line: again.line, ..game.clone() });
            let replayed = replay(again, None).unwrap_or_else(|fault| panic!("{fault}\n{game}"));
            assert_eq!((replayed.game.name, replayed.options), (variant.0.name, variant.1));
            assert_eq!(replayed.start_fen, session.start_fen());
            assert_eq!(replayed.final_fen, session.fen());
            assert_eq!(replayed.plies, session.plies());
            assert_eq!(replayed.outcome, session.outcome());
            over += usize::from(replayed.outcome.is_some());
        }
    }
    assert!(over > 10, "{over}");
}

/// The texts that stand for squares and men, fixed by hand.
#[test]
fn letters_and_numbers_mean_these_squares() {
    for (text, fen) in [
        (
            "[Variant \"horizons\"]\n[FEN \"12/11P/12/12/12/5k6/12/12/5K6/12/12/12 w - - 0 9\"]\n\
             9. l11l12q f7e8 10. l12a1 *",
            "12/12/12/12/4k7/12/12/12/5K6/12/12/Q11 b - - 2 10",
        ),
        (
            "[Variant \"knightfall\"]\n[FEN \"2n3/P5/6/6/5p/N5 b - - 4 7\"]\n\
             7...f2f1b 8.a5a6n 1/2-1/2",
            "N1n3/6/6/6/6/N4b b - - 0 8",
        ),
        (
            "[Variant \"knightsroses\"] 1. b4a6 c5a4r *",
            "rrrrrrrr/rnnnnnnr/Rnnnnnnr/rn1rrnnr/r1NRRNNR/RNNNNNNR/RNNNNNNR/RRRRRRRR w - - 0 2",
        ),
        (
            "[Variant \"livonian\"] [FEN \"8c/9/4c4/H8/9/9/9/9/4C4 w - - 0 1\"] 1. a6e7,e7d6 *",
            "8c/9/9/3H5/9/9/9/9/4C4 b - - 0 1",
        ),
        (
            "[Variant \"livonian\"]\n\
             [FEN \"5c3/9/9/9/9/2H6/5P3/3P2M2/4C4 b - - 6 17\"] 0000 18. c4c9 *",
            "2H2c3/9/9/9/9/9/5P3/3P2M2/4C4 b - - 8 18",
        ),
        (
            "[Variant \"crittermate\"] 1. b1a3 b6c4 2. b2b3 c4b6 *",
            "rnhkqb/pppppp/6/NP4/P1PPPP/R1GKQB w Aa - 1 3 Gh*",
        ),
    ] {
        let game = &games_in(text)[0];
        let replayed = replay(game, None);
        assert_eq!(replayed.map(|replayed| replayed.final_fen), Ok(fen.to_owned()), "{text}");
    }
}

/// The fault of a game with these tags, moves and result.
fn fault(
    tags: &[(&str, &str)],
    moves: &[&str],
    result: &str,
) -> Option<(Option<usize>, FaultKind)> {
    replay(&pgn(tags, moves, result), None).err().map(|fault| (fault.ply, fault.kind))
}

#[test]
fn every_fault_has_its_name() {
    let knightfall = (VARIANT, "knightfall");
    let variant = |text: &str, meant| FaultKind::Variant { text: text.to_owned(), meant };
    let illegal = |text: &str| FaultKind::Move(MoveError::Illegal(text.to_owned()));
    let faults = |tags: &[_], moves: &[_]| fault(tags, moves, "*");

    assert_eq!(faults(&[knightfall], &["a2a3", "b5b4"]), None);
    assert_eq!(faults(&[], &[]), Some((None, FaultKind::NoVariant)));
    for (text, meant) in [
        ("Knightfall", Some("knightfall")),
        ("Knights & Roses", Some("knightsroses")),
        ("chess", None),
        ("", None),
    ] {
        assert_eq!(faults(&[(VARIANT, text)], &[]), Some((None, variant(text, meant))));
    }
    assert_eq!(
        variant("Knightfall", Some("knightfall")).to_string(),
        "Variant \"Knightfall\" names no game; write \"knightfall\""
    );
    let options = faults(&[(VARIANT, "horizons"), (RULE_OPTIONS, "old-ox, wild")], &[]);
    assert!(matches!(options, Some((None, FaultKind::Option(error))) if error.text == "wild"));
    assert_eq!(faults(&[knightfall, (SET_UP, "1")], &[]), Some((None, FaultKind::NoFen)));
    assert_eq!(faults(&[knightfall, (SET_UP, "0")], &["a2a3"]), None);
    assert_eq!(faults(&[knightfall, (FEN, KNIGHTFALL)], &["a2a3"]), None);
    let start = faults(&[knightfall, (FEN, "6/6 w - - 0 1")], &[]);
    assert!(matches!(start, Some((None, FaultKind::Start(_)))), "{start:?}");
    assert_eq!(faults(&[knightfall], &["a2a3", "b5b3"]), Some((Some(2), illegal("b5b3"))));
    assert_eq!(faults(&[(VARIANT, "livonian")], &["0000"]), Some((Some(1), illegal("0000"))));
    for text in ["Nf3", "0000"] {
        let unreadable = FaultKind::Move(MoveError::Unreadable(text.to_owned()));
        assert_eq!(faults(&[knightfall], &[text]), Some((Some(1), unreadable)));
    }
    let named = Fault { line: 7, ply: Some(2), kind: illegal("b5b3") };
    assert_eq!(named.to_string(), "ply 2: illegal move: b5b3");
}

#[test]
fn results_must_be_true() {
    // White takes the last knight.
    let tags = |more: &[(&'static str, &'static str)]| {
        let fen = "1n4/6/N5/6/6/6 w - - 0 1";
        [&[(VARIANT, "knightfall"), (FEN, fen)], more].concat()
    };
    let faults = |more: &[_], moves: &[_], result: &str| {
        fault(&tags(more), moves, result).map(|(ply, kind)| {
            let ply = ply.map(|ply| format!("{ply}: ")).unwrap_or_default();
            format!("{ply}{kind}")
        })
    };
    let by_rules = "by the rules 1-0 (White took the last knight)";
    let wrong = |result: &str| Some(format!("the result is {result:?}, but {by_rules}"));
    let not_over = "Termination is \"normal\", but by the rules the game could go on".to_owned();
    let after = "2: move \"a1a2\" comes after the end of the game (White took the last knight)";
    let two = "the tag Result is \"*\", but \"1-0\" stands behind the moves".to_owned();

    assert_eq!(faults(&[], &["a4b6"], "1-0"), None);
    assert_eq!(faults(&[(TERMINATION, "normal"), (RESULT, "1-0")], &["a4b6"], "1-0"), None);
    for result in ["0-1", "1/2-1/2", "*"] {
        for termination in ["normal", "time forfeit", "abandoned", "unterminated"] {
            let fault = faults(&[(TERMINATION, termination)], &["a4b6"], result);
            assert_eq!(fault, wrong(result), "{termination}");
        }
    }
    assert_eq!(faults(&[], &["a4b6", "a1a2"], "1-0").as_deref(), Some(after));
    assert_eq!(faults(&[(RESULT, "*")], &["a4b6"], "1-0"), Some(two));
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        for termination in ["time forfeit", "resignation", "adjudication", "abandoned", "Normal"] {
            assert_eq!(faults(&[(TERMINATION, termination)], &["a4b2"], result), None);
        }
        assert_eq!(faults(&[(TERMINATION, "normal")], &[], result), Some(not_over.clone()));
    }
    assert_eq!(faults(&[(TERMINATION, "unterminated")], &["a4b2"], "*"), None);
}

/// Repetition is part of the rules: nothing may follow the third time.
#[test]
fn a_third_repetition_is_the_end() {
    let tags = [(VARIANT, "knightfall")];
    let round = ["c1b3", "c6b4", "b3c1", "b4c6"];
    let twice = round.repeat(2);
    assert_eq!(fault(&tags, &twice, "1/2-1/2"), None);
    let once_more = [&twice[..], &round[..1]].concat();
    let fault = fault(&tags, &once_more, "*");
    assert!(matches!(fault, Some((Some(9), FaultKind::AfterEnd { .. }))), "{fault:?}");
}

#[test]
fn games_without_a_variant_belong_to_the_default() {
    let default = Some((game("livonian"), Options::listed(game("livonian"), "medieval").unwrap()));
    let options = |tags: &[_]| {
        let replayed = replay(&pgn(tags, &[], "*"), default).unwrap();
        replayed.options.names(replayed.game).collect::<Vec<_>>()
    };
    assert_eq!(options(&[]), ["medieval"]);
    assert_eq!(options(&[(RULE_OPTIONS, "all-lines")]), ["all-lines"]);
    assert_eq!(options(&[(RULE_OPTIONS, "")]), [""; 0]);
    assert_eq!(options(&[(VARIANT, "livonian")]), [""; 0]);
    assert_eq!(options(&[(VARIANT, "horizons")]), [""; 0]);
}
