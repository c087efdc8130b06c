//! The state machine, driven by scripted events.

use super::*;
use crate::features::Features;
use crate::protocol::script::{self, Script};
use crate::search::Level;

/// White's pawn can take the last black knight.
const WON: &str = "6/6/3n2/2P3/6/2N3 w - - 0 1";
/// Two knights that can go to and fro.
const KNIGHTS: &str = "6/6/3n2/6/6/2N3 w - - 0 1";

fn uci() -> Script<Uci> {
    Script::new(Uci::new)
}

fn fen(script: &Script<Uci>) -> String {
    script.protocol.host.session().fen()
}

fn moves(script: &Script<Uci>) -> Vec<String> {
    script.protocol.host.session().moves_played(Style::Plain)
}

#[test]
fn the_engine_introduces_itself() {
    let answer = uci().say("uci");
    assert!(answer.starts_with(&format!("id name {NAME}\nid author ")));
    assert!(answer.contains("\noption name Hash type spin default 1 min 1 max 65536\n"));
    let games = crate::games::ALL.iter().map(|game| format!(" var {}", game.name));
    let games: String = games.collect();
    assert!(answer.contains(&format!("UCI_Variant type combo default knightfall{games}\n")));
    for option in crate::games::ALL.iter().flat_map(|game| game.options) {
        let line = format!("option name {} type check default false\n", option.name);
        assert_eq!(answer.matches(&line).count(), 1);
    }
    assert!(answer.ends_with("\nuciok\n"));
}

#[test]
fn stop_and_ponderhit_while_idle_say_nothing() {
    let mut script = uci();
    assert_eq!(script.say("stop\nponderhit\nstop\ngo infinite"), "");
    assert_eq!(script.searches(), 1);
    script.say("stop");
    assert_eq!(script.done("a2a3", None), "bestmove a2a3\n");
}

#[test]
fn it_is_ready_during_a_search() {
    let mut script = uci();
    assert_eq!(script.say("isready\ngo depth 3\nisready"), "readyok\nreadyok\n");
    assert_eq!(script.done("a2a3", Some("a5a4")), "bestmove a2a3 ponder a5a4\n");
}

#[test]
fn what_follows_a_stop_waits_for_the_move() {
    let mut script = uci();
    let other = format!("position fen {KNIGHTS}");
    assert_eq!(script.say(&format!("go infinite\nstop\n{other}\ngo depth 3\nisready")), "");
    assert_eq!(script.searches(), 1);
    assert_eq!(script.done("a2a3", None), "bestmove a2a3\nreadyok\n");
    assert_eq!((script.searches(), fen(&script)), (2, KNIGHTS.to_owned()));
    assert_eq!(script.done("c1a2", None), "bestmove c1a2\n");
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let lost = "info string game over: 1-0 {White took the last knight}\n\
                info depth 0 score mate 0\n";
    let mut script = uci();
    script.say(&format!("position fen {WON} moves c3d4"));
    assert_eq!(script.say("go depth 5"), format!("{lost}bestmove (none)\n"));
    assert_eq!(script.say("go infinite"), lost);
    assert_eq!(script.say("isready\nponderhit"), "readyok\n");
    assert_eq!(script.say("stop"), "bestmove (none)\n");
    assert_eq!(script.say("go ponder depth 3"), lost);
    assert_eq!(script.say("ponderhit"), "bestmove (none)\n");
    assert_eq!(script.searches(), 0);
}

#[test]
fn the_line_before_tells_win_and_draw() {
    let mut script = uci();
    script.say("position fen 6/6/6/2P3/6/2N3 w - - 0 1");
    assert!(script.say("go depth 5").ends_with("info depth 0 score mate 1\nbestmove (none)\n"));
    let round = "c1a2 d4f5 a2c1 f5d4 ";
    script.say(&format!("position fen {KNIGHTS} moves {round}{round}"));
    let drawn = "info string game over: 1/2-1/2 {draw by threefold repetition}\n\
                 info depth 0 score cp 0\nbestmove (none)\n";
    assert_eq!(script.say("go depth 5"), drawn);
}

#[test]
fn a_search_that_ends_early_keeps_its_move() {
    let mut script = uci();
    script.say("go infinite");
    assert_eq!(script.done("a2a3", None), "");
    assert_eq!(script.say("ponderhit\nisready"), "readyok\n");
    assert_eq!(script.say("stop"), "bestmove a2a3\n");
    script.say("go ponder depth 2");
    assert!(script.limits().ponder && !script.limits().infinite);
    assert_eq!(script.done("a2a3", None), "");
    assert_eq!(script.say("ponderhit"), "bestmove a2a3\n");
    script.say("go ponder wtime 1000 btime 1000\nponderhit");
    assert_eq!(script.done("a2a3", None), "bestmove a2a3\n");
}

#[test]
fn of_searchmoves_the_legal_ones_count() {
    let mut script = uci();
    let answer = script.say("go depth 4 searchmoves a2a5 b2b3");
    assert_eq!(answer, "info string searchmoves: illegal move: a2a5\n");
    assert_eq!(script.limits().moves, ["b2b3"]);
}

#[test]
fn during_a_search_nothing_is_changed() {
    let mut script = uci();
    let before = fen(&script);
    script.say("go infinite");
    for line in [
        "setoption name Hash value 4",
        "setoption name UCI_Variant value knightfall",
        "position startpos moves a2a3",
        "ucinewgame",
        "go depth 1",
    ] {
        let refused = format!("info string refused during a search: {line}\n");
        assert_eq!(script.say(line), refused);
    }
    assert_eq!((script.searches(), fen(&script)), (1, before));
    script.say("stop");
    assert_eq!(script.done("a2a3", None), "bestmove a2a3\n");
    assert_eq!(script.done("a2a3", None), "");
}

#[test]
fn a_size_out_of_bounds_is_brought_within() {
    let mut script = uci();
    for value in ["0", "-1"] {
        let set = "info string Hash is from 1 to 65536: set to 1\n";
        assert_eq!(script.say(&format!("setoption name Hash value {value}")), set);
    }
    assert_eq!(
        script.say("setoption name hash value abc"),
        "info string Hash needs a number of MiB: abc\n"
    );
    assert_eq!(script.say("setoption name HASH value 2"), "");
    assert!(script.say("uci").contains("name Hash type spin default 2 "));
}

#[test]
fn option_names_have_no_case_and_may_have_blanks() {
    let mut script = uci();
    assert_eq!(
        script.say("setoption name clear  HASH\nsetoption name uci_variant value KnightFall"),
        ""
    );
    assert_eq!(script.say("setoption name ponder value true\nsetoption name threads value 1"), "");
    assert_eq!(
        script.say("setoption name No Such Thing value a value of blanks"),
        "info string unknown option: No Such Thing\n"
    );
    assert_eq!(
        script.say("setoption name nosuch value true"),
        "info string unknown option: nosuch\n"
    );
    assert_eq!(script.say("setoption"), "info string setoption needs a name: \n");
    assert!(
        script
            .say("setoption name UCI_Variant value chess")
            .starts_with("info string UCI_Variant is one of ")
    );
    assert_eq!(read_option("name a  b value c  d"), Some(("a b".to_owned(), "c  d")));
    assert_eq!(read_option("name value value value"), Some(("value".to_owned(), "value")));
    assert_eq!(read_option("value 3"), None);
}

#[test]
fn options_of_the_search_are_offered_and_hold_from_the_next_search() {
    let mut script = uci();
    let answer = script.say("uci");
    for option in [
        "Threads type spin default 1 min 1 max 256",
        "MultiPV type spin default 1 min 1 max 500",
        "SearchWithout type string default <empty>",
        "Skill Level type spin default 20 min 0 max 20",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 2600 min 600 max 2600",
        "UCI_AnalyseMode type check default false",
        "UCI_ShowWDL type check default false",
    ] {
        assert!(answer.contains(&format!("\noption name {option}\n")), "{option}");
    }
    let set = |script: &mut Script<Uci>, option: &str, value: &str| {
        let line = format!("setoption name {option} value {value}\nposition startpos\ngo depth 2");
        assert_eq!(script.say(&line), "");
        script.done("a2a3", None);
        script.limits()
    };
    let depth_2 = Limits { depth: Some(2), ..script::plain() };
    assert_eq!(set(&mut script, "Threads", "4"), Limits { threads: 4, ..depth_2.clone() });
    set(&mut script, "Threads", "1");
    assert_eq!(set(&mut script, "MultiPV", "4"), Limits { multi_pv: 4, ..depth_2.clone() });
    set(&mut script, "MultiPV", "1");
    let without = Features::NULL_MOVE.with(Features::KILLERS);
    let limits = set(&mut script, "SearchWithout", "null-move,killers");
    assert_eq!(limits, Limits { without, ..depth_2.clone() });
    assert!(script.say("uci").contains("SearchWithout type string default killers,null-move\n"));
    assert_eq!(set(&mut script, "SearchWithout", "<empty>"), depth_2);
    assert_eq!(set(&mut script, "Skill  Level", "7").level, Level::new(7));
    assert_eq!(set(&mut script, "UCI_Elo", "1600").level, Level::new(7));
    assert_eq!(set(&mut script, "UCI_LimitStrength", "true").level, Level::new(10));
    let analysis = Limits { analysis: true, ..depth_2 };
    assert_eq!(set(&mut script, "UCI_AnalyseMode", "true"), analysis);
}

#[test]
fn bad_options_of_the_search_are_named_and_change_nothing() {
    let mut script = uci();
    for (option, value, fault) in [
        ("threads", "0", "Threads is a number from 1 to 256"),
        ("Threads", "", "Threads is a number from 1 to 256"),
        ("MultiPV", "501", "MultiPV is a number from 1 to 500"),
        ("Skill Level", "best", "Skill Level is a number from 0 to 20"),
        ("UCI_Elo", "599", "UCI_Elo is a number from 600 to 2600"),
        ("UCI_LimitStrength", "maybe", "UCI_LimitStrength is true or false"),
        ("UCI_AnalyseMode", "2", "UCI_AnalyseMode is true or false"),
        ("UCI_ShowWDL", "wdl", "UCI_ShowWDL is true or false"),
        (
            "SearchWithout",
            "killers,luck",
            "SearchWithout lists parts of the search, and \"luck\" is none",
        ),
    ] {
        let answer = script.say(&format!("setoption name {option} value {value}"));
        assert_eq!(answer, format!("info string {fault}: {value}\n"));
    }
    script.say("go depth 2");
    assert_eq!(script.limits(), Limits { depth: Some(2), ..script::plain() });
}

#[test]
fn options_set_after_a_stop_hold_for_the_search_after_it() {
    let mut script = uci();
    script.say("setoption name Skill Level value 3\ngo ponder wtime 1000 btime 1000");
    let refused = "info string refused during a search: setoption name Skill Level value 9\n";
    assert_eq!(script.say("setoption name Skill Level value 9"), refused);
    assert_eq!((script.limits().level, script.limits().ponder), (Level::new(3), true));
    assert_eq!(script.say("ponderhit\nstop\nsetoption name Skill Level value 9\ngo depth 1"), "");
    assert_eq!(script.done("a2a3", None), "bestmove a2a3\n");
    assert_eq!(script.limits().level, Level::new(9));
}

#[test]
fn chances_are_told_on_demand() {
    let mut script = uci();
    let rates = script.protocol.host.session().win_rates();
    script.say("setoption name UCI_ShowWDL value true\ngo depth 5");
    for score in [Score::Cp(-7), Score::Cp(250), Score::WinIn(3), Score::LossIn(2)] {
        let line = format!(" score {score} wdl {} nodes ", score.chances(&rates));
        let answer = script.info(script::info(score, &["a2a3"]));
        assert!(answer.contains(&line), "{answer}");
    }
    script.done("a2a3", None);
    for (fen, mover, score) in [
        ("6/6/6/2P3/6/2N3", "w", "mate 1 wdl 1000 0 0"),
        ("6/6/6/2P3/6/2N3", "b", "mate 0 wdl 0 0 1000"),
    ] {
        let answer = script.say(&format!("position fen {fen} {mover} - - 0 1\ngo depth 5"));
        assert!(answer.ends_with(&format!("info depth 0 score {score}\nbestmove (none)\n")));
    }
    let round = "c1a2 d4f5 a2c1 f5d4 ";
    script.say(&format!("position fen {KNIGHTS} moves {round}{round}"));
    assert!(script.say("go depth 5").contains("\ninfo depth 0 score cp 0 wdl 0 1000 0\n"));
}

#[test]
fn unknown_words_are_skipped() {
    let mut script = uci();
    assert_eq!(script.say("joho isready"), "readyok\n");
    assert_eq!(script.say("joho debug on\njoho isready"), "info string skipped: joho\nreadyok\n");
    assert_eq!(script.say("joho"), "info string unknown command: joho\n");
    assert_eq!(script.say(""), "");
}

#[test]
fn thousands_of_plies_fit_in_a_line() {
    let round = " c1a2 d4f5 a2c1 f5d4";
    let mut script = uci();
    let line = format!("position fen {KNIGHTS} moves{}", round.repeat(750));
    assert_eq!(script.say(&line), "");
    assert_eq!(moves(&script).len(), 3_000);
    assert_eq!(script.say("position startpos\ngo depth 1"), "");
    assert_eq!(script.searches(), 1);
}

#[test]
fn a_bad_fen_is_named_and_changes_nothing() {
    let mut script = uci();
    script.say("position startpos moves a2a3");
    let before = fen(&script);
    for (bad, field) in [
        ("6/6/6/6/6 w - - 0 1", "board field"),
        ("6/6/6/6/6/6/6 w - - 0 1", "board field"),
        ("5/6/6/6/6/NNNNnn w - - 0 1", "board field"),
        ("7/6/6/6/6/NNNNnn w - - 0 1", "board field"),
        ("13/6/6/6/6/NNNNnn w - - 0 1", "board field"),
        ("0/6/6/6/6/NNNNnn w - - 0 1", "board field"),
        ("100/6/6/6/6/NNNNnn w - - 0 1", "board field"),
        ("6/6/6/6/6/NNNNnx w - - 0 1", "board field"),
        ("6/6/6/6/6/6 w - - 0 1", "impossible position"),
        ("6/6/6/6/6/NNNNnn", "side-to-move field"),
        ("6/6/6/6/6/NNNNnn x - - 0 1", "side-to-move field"),
        ("6/6/6/6/6/NNNNnn w K - 0 1", "castling field"),
        ("6/6/6/6/6/NNNNnn w - a3 0 1", "en passant field"),
        ("6/6/6/6/6/NNNNnn w - - x 1", "ply clock field"),
        ("6/6/6/6/6/NNNNnn w - - 0 -1", "move number field"),
        ("6/6/6/6/6/NNNNnn w - - 0 1 2 3", "number of fields"),
        ("", "board field"),
    ] {
        let answer = script.say(&format!("position fen {bad} moves a1a2"));
        let start = format!("info string position refused: bad FEN, {field}: ");
        assert!(answer.starts_with(&start) && answer.lines().count() == 1, "{bad}: {answer}");
        assert_eq!(fen(&script), before);
    }
    assert_eq!(script.say(&format!("position  fen   {KNIGHTS}")), "");
    assert_eq!(fen(&script), KNIGHTS);
}

#[test]
fn a_position_without_a_start_is_refused() {
    let mut script = uci();
    for bad in ["", "moves a2a3", "startposition", "startpos a2a3"] {
        let answer = script.say(&format!("position {bad}"));
        assert_eq!(answer, format!("info string position needs startpos or fen: {bad}\n"));
    }
    assert!(moves(&script).is_empty());
}

#[test]
fn a_position_stops_before_an_illegal_move() {
    let mut script = uci();
    let answer = script.say("position startpos moves a2a3 a5a2 b2b3");
    assert_eq!(answer, "info string position stops before move 2: illegal move: a5a2\n");
    assert_eq!(moves(&script), ["a2a3"]);
    let answer = script.say(&format!("position fen {WON} moves c3d4 a5a4"));
    assert_eq!(answer.lines().count(), 1);
    assert!(answer.contains("before move 2: illegal move: a5a4: the game is over"));
}

#[test]
fn a_go_that_cannot_be_read_is_refused() {
    let mut script = uci();
    assert_eq!(
        script.say("go depth abc"),
        "info string go refused: depth needs a number, not \"abc\"\n"
    );
    assert_eq!(script.say("go foo depth 1"), "info string go: not understood: foo\n");
    assert_eq!(script.searches(), 1);
}

#[test]
fn iterations_are_reported() {
    let mut script = uci();
    script.say("go depth 5");
    let info = |score| script::info(score, &["a2a3", "a5a4"]);
    let tail = "nodes 3000 nps 150000 hashfull 12 time 20 pv a2a3 a5a4\n";
    for (score, text) in [
        (Score::Cp(-7), "cp -7"),
        (Score::WinIn(1), "mate 1"),
        (Score::WinIn(5), "mate 3"),
        (Score::LossIn(0), "mate 0"),
        (Score::LossIn(4), "mate -2"),
    ] {
        let line = format!("info depth 5 seldepth 7 multipv 1 score {text} {tail}");
        assert_eq!(script.info(info(score)), line);
    }
    let mut hasty = info(Score::Cp(0));
    (hasty.time, hasty.pv) = (std::time::Duration::ZERO, Vec::new());
    let line = "info depth 5 seldepth 7 multipv 1 score cp 0 nodes 3000 hashfull 12 time 0\n";
    assert_eq!(script.info(hasty), line);
}

#[test]
fn perft_lists_the_nodes_below_each_move() {
    let mut script = uci();
    script.say(&format!("position fen {KNIGHTS}\ngo perft 2"));
    assert_eq!(script.say("go depth 1"), "info string refused during a search: go depth 1\n");
    let last = |event: &Event| matches!(event, Event::Perft(_, Told::Total(_)));
    let answer = script.listen(last);
    assert_eq!(answer.lines().count(), 4 + 2);
    let total: u64 =
        answer.lines().take(4).map(|l| l.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert!(answer.ends_with(&format!("\n\nNodes searched: {total}\n")));
    script.say("go perft 2");
    assert_eq!(script.say("stop\nstop"), "info string perft abandoned\n");
    assert_eq!(script.say("go perft 0"), "");
}

#[test]
fn the_position_is_displayed() {
    let mut script = uci();
    let answer = script.say(&format!("position fen {WON} moves c3d4\nd"));
    assert!(answer.contains(" 4 . . . P . .\n"));
    assert!(answer.contains("\nfen: 6/6/3P2/6/6/2N3 b - - 0 1\n"));
    assert!(answer.ends_with("\nresult: 1-0 {White took the last knight}\n"));
}

#[test]
fn games_and_options_can_be_chosen() {
    for game in crate::games::ALL {
        let mut script = uci();
        let name = game.name;
        assert_eq!(
            script.say(&format!("setoption name UCI_Variant value {name}\nposition startpos")),
            ""
        );
        assert_eq!(fen(&script), game.start_fen);
        for option in game.options {
            let [on, off] = ["TRUE", "false"]
                .map(|value| format!("setoption name {} value {value}", option.name));
            assert_eq!(script.say(&on), "");
            let options = script.protocol.host.session().options();
            assert_eq!(options.names(game).collect::<Vec<_>>(), [option.name]);
            assert_eq!(script.say(&off), "");
        }
        assert_eq!(fen(&script), game.start_fen);
    }
}

#[test]
fn the_end_of_input_waits_for_what_ends_by_itself() {
    let mut script = uci();
    script.say("go depth 3");
    assert_eq!(script.end(), "");
    assert!(!script.quit);
    assert_eq!(script.done("a2a3", None), "bestmove a2a3\n");
    assert!(script.quit);
    for go in ["go infinite", "go ponder depth 3", "go infinite\nstop"] {
        let mut script = uci();
        script.say(go);
        script.end();
        assert!(script.protocol.search.as_ref().unwrap().stopping);
        assert_eq!(script.done("a2a3", None), "bestmove a2a3\n");
        assert!(script.quit);
    }
    let mut script = uci();
    script.end();
    assert!(script.quit);
}

#[test]
fn quit_ends_at_once() {
    let mut script = uci();
    script.say("go infinite\nstop\nquit");
    assert!(script.quit);
}

/// A conversation in each of the states that the table of docs/protocols.md has columns for.
fn in_state(state: &str) -> Script<Uci> {
    let mut script = uci();
    let lines = match state {
        "searching" => "go depth 9",
        "infinite" => "go infinite",
        "pondering" => "position startpos moves a2a3 a5a4\ngo ponder wtime 1000 btime 1000",
        "stopping" => "go infinite\nstop",
        _ => panic!("no such state: {state}"),
    };
    assert_eq!(script.say(lines), "");
    script
}

/// What becomes of the running search when `line` comes, in a word of that table.
fn consequence(script: &mut Script<Uci>, line: &str) -> &'static str {
    let was_stopping = script.protocol.search.as_ref().is_some_and(|search| search.stopping);
    let answer = if line == "(end of input)" { script.end() } else { script.say(line) };
    let refused = ["info string refused", "info string unknown"];
    match &script.protocol.search {
        _ if script.quit => "quits",
        None => "ends",
        Some(_) if !script.protocol.waiting.is_empty() => "waits",
        Some(_) if refused.iter().any(|start| answer.starts_with(start)) => "refused",
        Some(search) if search.stopping && !was_stopping => "moves",
        Some(_) => "goes on",
    }
}

#[test]
fn what_comes_during_a_search_does_what_the_table_says() {
    let states = ["searching", "infinite", "pondering", "stopping"];
    script::check_documented(&states, 14, |state, line| consequence(&mut in_state(state), line));
}
