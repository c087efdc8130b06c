//! The state machine, driven by scripted events.

use super::*;
use crate::features::Features;
use crate::protocol::script::{self, Script};
use crate::search::{Level, NodeRate};
use crate::session;

/// White's pawn can take the last black knight.
const WON: &str = "6/6/3n2/2P3/6/2N3 w - - 0 1";
/// Two knights that can go to and fro.
const KNIGHTS: &str = "6/6/3n2/6/6/2N3 w - - 0 1";

fn cecp() -> Script<Cecp> {
    Script::new(Cecp::new)
}

/// A conversation at a position, in force mode.
fn at(fen: &str) -> Script<Cecp> {
    let mut script = cecp();
    assert_eq!(script.say(&format!("force\nsetboard {fen}")), "");
    script
}

fn fen(script: &Script<Cecp>) -> String {
    script.protocol.host.session().fen()
}

fn moves(script: &Script<Cecp>) -> Vec<String> {
    script.protocol.host.session().moves_played(Style::Plain)
}

#[test]
fn features_name_every_game_and_option() {
    let features = cecp().say("protover 2");
    let games: Vec<_> = crate::games::ALL.iter().map(|game| game.name).collect();
    assert!(features.contains(&format!("variants=\"{}\"\n", games.join(","))));
    for option in crate::games::ALL.iter().flat_map(|game| game.options) {
        let feature = format!("feature option=\"{} -check 0\"\n", option.name);
        assert_eq!(features.matches(&feature).count(), 1);
    }
    for feature in
        ["ping=1", "setboard=1", "usermove=1", "colors=0", "sigint=0", "sigterm=0", "nps=1"]
    {
        assert!(features.contains(feature), "{feature}");
    }
    assert!(features.lines().all(|line| line.starts_with("feature ")));
    assert!(features.ends_with("feature done=1\n"));
    assert_eq!(cecp().say("protover 1"), "");
}

#[test]
fn what_needs_no_answer_gets_none() {
    let lines = "xboard\n\naccepted ping\nrejected san\nrandom\nhard\neasy\ncomputer\nname Someone \
                 Else\nrating 1 2\nics x\ndraw\nhint\n?\n.\nexit\nnopost\npost\nresult 1-0 {x}";
    assert_eq!(cecp().say(lines), "");
}

#[test]
fn every_variant_is_set_up() {
    for game in crate::games::ALL {
        let mut script = cecp();
        let answer = script.say(&format!("new\nvariant {}", game.name));
        let (table, parent) = (game.xboard.table, game.xboard.parent);
        let (files, ranks, fen) = (game.files, game.ranks, (game.xboard.fen)(game.start_fen));
        let pieces = game.xboard.pieces.iter().map(|piece| format!("piece {piece}\n"));
        let setup = format!("setup {table} {files}x{ranks}+0_{parent} {fen}\n");
        assert_eq!(answer, setup + &pieces.collect::<String>());
        assert_eq!(script.say("ping 7"), "pong 7\n");
    }
}

#[test]
fn an_unknown_variant_changes_nothing() {
    let mut script = cecp();
    assert_eq!(script.say("force\na2a3\nvariant nosuch"), "Error (unknown variant): nosuch\n");
    assert_eq!(script.say("usermove a5a4\nping 1"), "pong 1\n");
    assert_eq!(moves(&script), ["a2a3", "a5a4"]);
    let answer = script.say("new\nvariant knightfall");
    assert!(answer.starts_with("setup (") && answer.ends_with(" w - - 0 1\n"));
    assert!(moves(&script).is_empty());
}

#[test]
fn moves_are_understood_with_and_without_usermove() {
    let mut script = cecp();
    assert!(script.say("protover 2\nforce\na2a3\nusermove a5a4\nb2b3").ends_with("done=1\n"));
    assert_eq!(moves(&script), ["a2a3", "a5a4", "b2b3"]);
}

#[test]
fn what_is_no_legal_move_is_refused() {
    let mut script = cecp();
    script.say("force");
    let before = fen(&script);
    assert_eq!(
        script.say("usermove a2a5"),
        "Illegal move (the Pawn on a2 cannot go to a5): a2a5\n"
    );
    let refused = "Illegal move (the Pawn on a5 is Black's, who is not to move): a5a4\n";
    assert_eq!(script.say("a5a4"), refused);
    assert_eq!(script.say("usermove x"), "Illegal move: x\n");
    assert_eq!(script.say("usermove"), "Illegal move: \n");
    assert_eq!(
        script.say("frobnicate the board"),
        "Error (unknown command): frobnicate the board\n"
    );
    assert_eq!(script.say("a2a3 b2b3"), "Error (unknown command): a2a3 b2b3\n");
    assert_eq!(script.say("edit"), "Error (unknown command): edit\n");
    assert_eq!(fen(&script), before);
}

#[test]
fn no_move_is_legal_after_the_end() {
    for bare in ["", "usermove "] {
        let mut script = at(WON);
        assert_eq!(script.say("c3d4"), "1-0 {White took the last knight}\n");
        let before = fen(&script);
        for text in ["c1b3", "d4d5", "a2a3"] {
            assert_eq!(
                script.say(&format!("{bare}{text}")),
                format!("Illegal move (the game is over): {text}\n")
            );
        }
        assert_eq!(script.say("nonsense"), "Error (unknown command): nonsense\n");
        assert_eq!(fen(&script), before);
    }
}

#[test]
fn a_draw_ends_the_game_although_there_are_moves() {
    let mut script = at(KNIGHTS);
    let round = "c1a2\nd4f5\na2c1\nf5d4\n";
    assert_eq!(script.say(round), "");
    assert_eq!(script.say(round), "1/2-1/2 {draw by threefold repetition}\n");
    assert_eq!(script.say("c1a2"), "Illegal move (the game is over): c1a2\n");
    assert_eq!(script.say("go\ngo"), "");
    assert_eq!(script.searches(), 0);
}

#[test]
fn the_end_is_told_once_and_again_if_it_comes_again() {
    let mut script = at(WON);
    let won = "1-0 {White took the last knight}\n";
    assert_eq!(script.say("c3d4"), won);
    assert_eq!(script.say("go\nplayother\nforce"), "");
    assert_eq!(script.say("undo\nc3d4"), won);
    assert_eq!(script.say("undo\nresult 1-0 {White resigns}\nc3d4"), "");
    assert_eq!(script.say(&format!("setboard {WON}\nc3d4")), won);
}

#[test]
fn the_engine_does_not_think_about_a_game_that_is_over() {
    let mut script = at("6/6/6/2P3/6/2N3 b - - 0 1");
    assert_eq!(script.say("go"), "1-0 {White took the last knight}\n");
    assert_eq!(script.searches(), 0);
}

#[test]
fn the_engine_answers_moves_and_claims_the_end_after_its_own() {
    let mut script = at(WON);
    script.say("sd 3\ngo");
    assert_eq!(script.limits(), Limits { depth: Some(3), ..script::plain() });
    assert_eq!(script.say("ping 4"), "");
    let answer = script.done("c3d4", None);
    assert_eq!(answer, "move c3d4\n1-0 {White took the last knight}\npong 4\n");
    assert_eq!(script.done("c3d4", None), "");
}

#[test]
fn after_new_the_engine_plays_black() {
    let mut script = cecp();
    assert_eq!(script.say("new\nusermove a2a3"), "");
    assert_eq!(script.searches(), 1);
    assert_eq!(script.done("a5a4", Some("b2b3")), "move a5a4\n");
    assert_eq!(script.say("hint"), "Hint: b2b3\n");
    assert_eq!(script.say("b2b3"), "");
    assert_eq!(script.searches(), 2);
}

#[test]
fn sides_can_be_changed() {
    let mut script = cecp();
    script.say("force\na2a3\nplayother");
    assert_eq!(script.searches(), 0);
    script.say("a5a4");
    assert_eq!(script.searches(), 1);
    script.say("force\nblack");
    assert_eq!(script.protocol.mode, Mode::Play(Side::White));
    script.say("white");
    assert_eq!(script.protocol.mode, Mode::Play(Side::Black));
}

#[test]
fn force_throws_the_search_away() {
    let mut script = cecp();
    script.say("a2a3");
    assert_eq!(script.say("ping 1\nforce"), "pong 1\n");
    assert_eq!(script.done("a5a4", None), "");
    assert_eq!(moves(&script), ["a2a3"]);
}

#[test]
fn after_move_now_everything_waits_for_the_move() {
    let mut script = cecp();
    script.say("a2a3");
    assert_eq!(script.say("?\nping 1\nusermove b2b3\nping 2"), "");
    assert_eq!(script.done("a5a4", None), "move a5a4\npong 1\n");
    assert_eq!(script.done("b5b4", None), "move b5b4\npong 2\n");
}

#[test]
fn no_move_is_taken_while_the_engine_thinks() {
    let mut script = cecp();
    script.say("a2a3");
    assert_eq!(script.say("b2b3"), "Illegal move (it is not your turn): b2b3\n");
    let refused = "Illegal move (it is not your turn): a5a4\n";
    assert_eq!(script.say("usermove a5a4\ngo"), refused);
    assert_eq!(script.done("a5a4", None), "move a5a4\n");
}

#[test]
fn moves_of_an_earlier_search_are_not_played() {
    let mut script = cecp();
    script.say("a2a3\nnew\nb2b3");
    assert_eq!(script.done_of(1, "a5a4", None), "");
    assert_eq!(script.done_of(2, "b5b4", None), "move b5b4\n");
}

#[test]
fn a_search_that_gives_no_legal_move_is_owned_up_to() {
    let mut script = cecp();
    script.say("a2a3");
    assert!(script.done("a2a3", None).starts_with("tellusererror the search gave"));
    assert_eq!(moves(&script), ["a2a3"]);
}

#[test]
fn thinking_is_shown_on_demand() {
    let mut script = cecp();
    script.say("a2a3");
    let info = |score| script::info(score, &["a5a4", "b2b3"]);
    assert_eq!(script.info(info(Score::Cp(-12))), "");
    script.say("post");
    assert_eq!(script.info(info(Score::Cp(-12))), "5 -12 2 3000 a5a4 b2b3\n");
    assert_eq!(script.info(info(Score::WinIn(1))), "5 100001 2 3000 a5a4 b2b3\n");
    assert_eq!(script.info(info(Score::WinIn(5))), "5 100003 2 3000 a5a4 b2b3\n");
    assert_eq!(script.info(info(Score::LossIn(2))), "5 -100001 2 3000 a5a4 b2b3\n");
    script.say("nopost");
    assert_eq!(script.info(info(Score::Cp(-12))), "");
}

#[test]
fn bad_times_are_named_and_change_nothing() {
    let mut script = cecp();
    script.say("level 40 0:30 0");
    assert_eq!(script.say("level x y z"), "Error (bad level): level x y z\n");
    assert_eq!(script.say("level"), "Error (bad level): level\n");
    assert_eq!(script.say("st soon"), "Error (bad st): st soon\n");
    assert_eq!(script.say("sd -1"), "Error (bad sd): sd -1\n");
    assert_eq!(script.say("nps many"), "Error (bad nps): nps many\n");
    assert_eq!(script.say("time"), "Error (bad time): time\n");
    assert_eq!(script.say("otim x"), "Error (bad otim): otim x\n");
    script.say("a2a3");
    let clock = script.limits().clock.unwrap();
    assert_eq!((clock.remaining.as_secs(), clock.moves_to_go), (30, Some(40)));
}

#[test]
fn time_is_the_engines_whichever_side_it_plays() {
    let mut script = cecp();
    script.say("level 0 1 0\ntime 500\notim 100\na2a3");
    assert_eq!(script.limits().clock.unwrap().remaining.as_secs(), 5);
    script.say("force\na5a4\ntime 300\notim -50\ngo");
    assert_eq!(script.limits().clock.unwrap().remaining.as_secs(), 3);
    script.say("force\ntime -50\ngo");
    assert_eq!(script.limits().clock.unwrap().remaining.as_secs(), 0);
}

#[test]
fn nodes_a_second_make_a_time_a_number_of_nodes() {
    for order in ["st 1\nnps 5000", "nps 5000\nst 1"] {
        let mut script = cecp();
        assert_eq!(script.say(&format!("{order}\na2a3")), "");
        assert_eq!(script.limits(), Limits { nodes: Some(5_000), ..script::plain() });
    }
}

/// A search that ends has used as many nodes as it says: the script's always says 3,000.
#[test]
fn nodes_are_taken_off_the_clock() {
    let mut script = cecp();
    script.say("level 0 0:10 0\nnps 1000\na2a3");
    script.done("a5a4", None);
    script.say("b2b3");
    let Limits { clock, node_rate, .. } = script.limits();
    assert_eq!(clock.unwrap().remaining.as_secs(), 7);
    assert_eq!(node_rate, NodeRate::new(1_000));
    script.say("force\nnps -1\ngo");
    assert_eq!(script.limits().node_rate, None);
}

#[test]
fn a_bad_position_is_named_and_changes_nothing() {
    let mut script = cecp();
    script.say("force\na2a3");
    let before = fen(&script);
    let answer = script.say("setboard 6/6/6/6/6 w - - 0 1");
    assert!(answer.starts_with("tellusererror Illegal position: bad FEN, board field: 5 ranks"));
    assert!(script.say("setboard").contains("board field: missing"));
    assert!(
        script
            .say(&format!("{} x", KNIGHTS.replace("6/6/3n2", "setboard 6/6/3n2")))
            .contains("number of fields")
    );
    assert_eq!(fen(&script), before);
    assert_eq!(script.say(&format!("setboard  {KNIGHTS}")), "");
    assert_eq!(fen(&script), KNIGHTS);
}

#[test]
fn moves_are_taken_back_as_far_as_there_are_any() {
    let mut script = cecp();
    assert_eq!(script.say("force\nundo"), "Error (nothing to take back): undo\n");
    assert_eq!(script.say("a2a3\nremove"), "Error (nothing to take back): remove\n");
    assert_eq!(script.say("a5a4\nb2b3\nremove"), "");
    assert_eq!(moves(&script), ["a2a3"]);
    assert_eq!(script.say("undo\nundo"), "Error (nothing to take back): undo\n");
}

#[test]
fn analysis_follows_the_position() {
    let mut script = cecp();
    assert_eq!(script.say("post\nanalyze"), "");
    assert_eq!(script.limits(), Limits { infinite: true, analysis: true, ..script::plain() });
    assert_eq!(script.info(script::info(Score::Cp(3), &["a2a3"])), "5 3 2 3000 a2a3\n");
    let moves = script.protocol.host.session().legal_moves(Style::Plain).len();
    assert_eq!(script.say("."), format!("stat01: 2 3000 5 0 {moves}\n"));
    for (searches, line) in ["usermove a2a3", "undo", "new", "memory 2"].into_iter().enumerate() {
        assert_eq!(script.say(line), "", "{line}");
        assert_eq!(script.searches(), searches + 2, "{line}");
    }
    assert_eq!(
        script.say("ping 1\nusermove a2a6"),
        "pong 1\nIllegal move (the Pawn on a2 cannot go to a6): a2a6\n"
    );
    assert_eq!(script.done("a2a3", None), "");
    assert_eq!(script.say("exit\nexit\n."), "");
    assert_eq!(script.protocol.mode, Mode::Force);
}

#[test]
fn analysis_looks_past_a_draw_but_not_past_the_end_of_the_rules() {
    let mut script = at(KNIGHTS);
    script.say("analyze");
    let round = "c1a2\nd4f5\na2c1\nf5d4\n";
    assert_eq!(script.say(&format!("{round}{round}c1a2")), "");
    script.say(&format!("setboard {WON}"));
    let searches = script.searches();
    assert_eq!(script.say("c3d4"), "");
    assert_eq!(script.searches(), searches);
    assert!(script.say("c1a2").starts_with("Illegal move (the Knight on c1 is White's"));
}

#[test]
fn the_end_of_input_waits_for_a_move_and_ends_an_analysis() {
    let mut script = cecp();
    script.say("a2a3");
    assert_eq!(script.end(), "");
    assert!(!script.quit);
    assert_eq!(script.done("a5a4", None), "move a5a4\n");
    assert!(script.quit);
    let mut script = cecp();
    script.say("analyze");
    script.end();
    assert!(script.quit);
    let mut script = cecp();
    script.say("a2a3\n?\nping 3");
    script.end();
    assert_eq!(script.done("a5a4", None), "move a5a4\npong 3\n");
    assert!(script.quit);
}

#[test]
fn quit_ends_at_once() {
    let mut script = cecp();
    script.say("a2a3\n?\nquit");
    assert!(script.quit);
}

#[test]
fn memory_and_cores_are_numbers_above_zero() {
    let mut script = cecp();
    assert_eq!(script.say("memory 2\ncores 1"), "");
    assert_eq!(script.say("memory -5"), "Error (bad memory): memory -5\n");
    assert_eq!(script.say("cores 0"), "Error (bad cores): cores 0\n");
}

#[test]
fn cores_are_threads() {
    let mut script = cecp();
    assert!(script.say("protover 2").contains(" smp=1 "));
    for (cores, threads) in [("3", 3), ("100000", 256)] {
        script.say(&format!("cores {cores}\nanalyze"));
        assert_eq!(script.limits().threads, threads);
    }
    script.say("exit\nnew\na2a3");
    assert_eq!(script.say("cores 1\nping 1"), "");
    assert_eq!(script.done("a5a4", None), "move a5a4\npong 1\n");
    script.say("b2b3");
    assert_eq!(script.limits().threads, 1);
}

#[test]
fn options_of_the_search_are_offered_and_hold_from_the_next_move() {
    let mut script = cecp();
    let features = script.say("protover 2");
    for option in [
        "MultiPV -spin 1 1 500",
        "SearchWithout -string ",
        "Skill Level -spin 20 0 20",
        "UCI_LimitStrength -check 0",
        "UCI_Elo -spin 2600 600 2600",
    ] {
        assert!(features.contains(&format!("feature option=\"{option}\"\n")), "{option}");
    }
    assert!(!features.contains("Threads") && !features.contains("UCI_ShowWDL"));
    script.say("a2a3");
    assert_eq!(script.say("option Skill Level=4\noption SearchWithout=killers,null-move"), "");
    assert_eq!(script.limits(), Limits { clock: script.limits().clock, ..script::plain() });
    script.done("a5a4", None);
    script.say("b2b3");
    let limits = script.limits();
    assert_eq!(limits.level, Level::new(4));
    assert_eq!(limits.without, Features::KILLERS.with(Features::NULL_MOVE));
    assert!(script.say("new\nprotover 2").contains("\"SearchWithout -string killers,null-move\""));
    script.say("option UCI_LimitStrength=1\noption UCI_Elo=1600\na2a3");
    assert_eq!(script.limits().level, Level::new(10));
}

#[test]
fn bad_options_of_the_search_are_named_and_change_nothing() {
    let mut script = cecp();
    for (option, fault) in [
        ("Skill Level=21", "Skill Level is a number from 0 to 20"),
        ("UCI_Elo=strong", "UCI_Elo is a number from 600 to 2600"),
        ("UCI_LimitStrength=2", "UCI_LimitStrength is true or false"),
        ("SearchWithout=luck", "SearchWithout lists parts of the search, and \"luck\" is none"),
        ("MultiPV", "MultiPV is a number from 1 to 500"),
    ] {
        let answer = script.say(&format!("option {option}"));
        assert_eq!(answer, format!("Error ({fault}): {option}\n"));
    }
    assert_eq!(script.say("option UCI_ShowWDL=1"), "Error (unknown option): UCI_ShowWDL\n");
    script.say("sd 2\na2a3");
    assert_eq!(script.limits(), Limits { depth: Some(2), ..script::plain() });
}

#[test]
fn analysis_is_at_full_strength_and_changes_with_the_options() {
    let mut script = cecp();
    script.say("option Skill Level=2\nanalyze");
    assert_eq!((script.limits().level, script.limits().analysis), (None, true));
    assert_eq!(script.say("option MultiPV=3"), "");
    assert_eq!((script.searches(), script.limits().multi_pv), (2, 3));
    script.say("exit\nnew\na2a3");
    assert_eq!((script.limits().level, script.limits().analysis), (Level::new(2), false));
}

#[test]
fn options_are_checked_for_game_and_value() {
    let mut script = cecp();
    assert_eq!(script.say("option nosuch=1"), "Error (unknown option): nosuch\n");
    assert_eq!(script.say("option nosuch"), "Error (bad option value): nosuch\n");
    for game in crate::games::ALL {
        for option in game.options {
            let mut script = Script::about(game.name, Cecp::new);
            let answer = script.say(&format!("option {}=1", option.name));
            assert!(answer.starts_with("setup ("), "{answer}");
            assert_eq!(script.protocol.host.session().options().names(game).count(), 1);
            assert_eq!(script.say("variant knightfall").lines().count(), 1);
            let name = option.name;
            let refused = format!("Error (option not in knightfall): {name}\n");
            assert_eq!(script.say(&format!("option {name}=1")), refused);
            assert_eq!(script.say(&format!("option {name}=0")), "");
        }
    }
}

#[test]
fn there_is_no_book() {
    assert_eq!(cecp().say("bk"), " there is no opening book\n\n");
}

#[test]
fn events_of_unknown_searches_are_ignored() {
    let mut script = cecp();
    let info = session::Event::Info(script::info(Score::Cp(0), &[]));
    assert_eq!(script.event(Event::Search(9, info)), "");
}

/// The engine, playing Black, has answered `a2a3` and expects `b2b3`.
fn waiting(lines: &str) -> Script<Cecp> {
    let mut script = cecp();
    assert_eq!(script.say(&format!("{lines}\na2a3")), "");
    assert_eq!(script.done("a5a4", Some("b2b3")), "move a5a4\n");
    script
}

fn is_pondering(script: &Script<Cecp>) -> bool {
    let search = script.protocol.search.as_ref();
    search.is_some_and(|search| matches!(search.purpose, Purpose::Ponder(..)))
}

#[test]
fn the_engine_ponders_if_it_is_told_to() {
    let script = waiting("level 0 1 0\neasy");
    assert_eq!(script.searches(), 1);
    let script = waiting("level 0 1 0\nhard");
    assert_eq!((script.searches(), is_pondering(&script)), (2, true));
    assert!(script.limits().ponder && script.limits().clock.is_some());
    assert_eq!(moves(&script), ["a2a3", "a5a4"]);
    let mut script = waiting("");
    assert_eq!(script.say("hard\nhard"), "");
    assert_eq!((script.searches(), is_pondering(&script)), (2, true));
    assert_eq!(script.say("ping 1\nhint\neasy\nping 2"), "pong 1\nHint: b2b3\npong 2\n");
    assert!(!is_pondering(&script));
    assert_eq!(script.done("b5b4", None), "");
}

#[test]
fn an_expected_reply_is_answered_from_the_pondering() {
    let mut script = waiting("level 40 5 0\nhard\npost");
    let line = script.info(script::info(Score::Cp(7), &["b5b4"]));
    assert_eq!(line, "5 7 2 3000 b5b4\n");
    assert_eq!(script.say("time 29000\notim 30000\nusermove b2b3"), "");
    assert_eq!((script.searches(), is_pondering(&script)), (2, false));
    assert_eq!(script.say("ping 9"), "");
    assert_eq!(script.done("b5b4", Some("c2c3")), "move b5b4\npong 9\n");
    assert_eq!(moves(&script), ["a2a3", "a5a4", "b2b3", "b5b4"]);
    assert!(is_pondering(&script));
}

#[test]
fn another_reply_is_thought_about_anew() {
    let mut script = waiting("hard");
    assert_eq!(script.say("usermove c2c3"), "");
    assert_eq!((script.searches(), is_pondering(&script)), (3, false));
    assert!(!script.limits().ponder);
    assert_eq!(script.done_of(2, "b5b4", None), "");
    assert_eq!(script.done("c5c4", None), "move c5c4\n");
    assert_eq!(script.searches(), 3, "without an expected reply there is nothing to ponder on");
}

#[test]
fn what_changes_the_game_ends_the_pondering() {
    for (line, left) in [
        ("new", &[][..]),
        ("undo", &["a2a3"]),
        ("remove", &[]),
        ("variant knightfall", &[]),
        ("force", &["a2a3", "a5a4"]),
        ("result 1-0 {x}", &["a2a3", "a5a4"]),
        ("setboard 6/6/3n2/6/6/2N3 b - - 0 1", &[]),
    ] {
        let mut script = waiting("hard");
        script.say(line);
        assert!(!is_pondering(&script), "{line}");
        assert_eq!(script.done_of(2, "b5b4", None), "", "{line}");
        assert_eq!(moves(&script), left, "{line}");
    }
}

#[test]
fn pondering_follows_the_clock_and_the_options() {
    for (line, anew) in [
        ("time 30000", false),
        ("time 29000", false),
        ("time 1000", true),
        ("level 0 1 0", true),
        ("st 3", true),
        ("sd 4", true),
        ("nps 1000", true),
        ("memory 2", true),
        ("cores 2", true),
        ("option MultiPV=2", true),
    ] {
        let mut script = waiting("level 40 5 0\nhard");
        assert_eq!(script.say(line), "", "{line}");
        assert!(is_pondering(&script), "{line}");
        assert_eq!(script.searches(), 2 + usize::from(anew), "{line}");
        script.say("b2b3");
        assert_eq!(script.done("b5b4", None), "move b5b4\n");
    }
}

#[test]
fn nothing_is_pondered_on_when_the_input_has_ended() {
    let mut script = cecp();
    script.say("hard\na2a3");
    script.end();
    assert_eq!(script.done("a5a4", Some("b2b3")), "move a5a4\n");
    assert!(script.quit);
    let mut script = waiting("hard");
    script.end();
    assert!(script.quit);
}

#[test]
fn moves_are_left_out_of_an_analysis() {
    let mut script = cecp();
    assert!(script.say("protover 2").contains(" exclude=1 "));
    let all = script.protocol.host.session().legal_moves(Style::Plain);
    script.say("analyze");
    assert_eq!(script.say("exclude a2a3"), "");
    assert_eq!(script.limits().moves.len(), all.len() - 1);
    assert!(!script.limits().moves.contains(&"a2a3".to_owned()));
    let refused = "Illegal move (there is no man on a3): a3a4\n";
    assert_eq!(script.say("exclude a3a4"), refused);
    let searches = script.searches();
    assert_eq!(script.say("exclude all"), "");
    assert_eq!(script.searches(), searches, "nothing is left to search");
    assert_eq!(script.say("include b2b3"), "");
    assert_eq!(script.limits().moves, ["b2b3"]);
    assert_eq!(script.say("include all"), "");
    assert!(script.limits().moves.is_empty());
    script.say("exclude a2a3\nb2b3");
    assert!(script.limits().moves.is_empty(), "another position has other moves");
}

/// The engine plays Black and finds its chances as bad, or as even, as `score` says.
fn moves_with(script: &mut Script<Cecp>, score: Score, moves: &[(&str, &str)]) -> String {
    let mut answers = String::new();
    for (own, reply) in moves {
        script.say(own);
        let info = script::info(score, &[]);
        answers += &script.done_with(info, reply);
    }
    answers
}

const GAME: [(&str, &str); 4] =
    [("c1b3", "c6b4"), ("b3c1", "b4c6"), ("c1d3", "c6d4"), ("d3c1", "d6e4")];

#[test]
fn a_draw_is_agreed_to_by_the_worse_side() {
    let mut script = cecp();
    assert_eq!(script.say("draw"), "");
    moves_with(&mut script, Score::Cp(-150), &GAME[..2]);
    assert_eq!(script.say("draw"), "");
    moves_with(&mut script, Score::Cp(-150), &GAME[2..3]);
    assert_eq!(script.say("draw"), "offer draw\n");
    assert_eq!(script.say("new\ndraw"), "");
    moves_with(&mut script, Score::Cp(150), &GAME[..3]);
    assert_eq!(script.say("draw\nforce\ndraw"), "");
}

#[test]
fn a_lost_game_is_given_up_on_demand() {
    let lost = Score::LossIn(8);
    let mut script = cecp();
    assert_eq!(moves_with(&mut script, lost, &GAME).matches("move ").count(), 4);
    let mut script = cecp();
    script.say("option Resign=1");
    let answers = moves_with(&mut script, lost, &GAME);
    assert!(answers.matches("move ").count() == 3 && answers.ends_with("resign\n"), "{answers}");
    assert_eq!(script.say("result 1-0 {Black resigns}\nping 1"), "pong 1\n");
}

/// A conversation in each of the states that the table of docs/protocols.md has columns for.
fn in_state(state: &str) -> Script<Cecp> {
    match state {
        "thinking" => {
            let mut script = cecp();
            script.say("level 40 5 0\na2a3\nforce\na5a4\ngo");
            script
        }
        "pondering" => waiting("level 40 5 0\nhard"),
        "analysing" => {
            let mut script = cecp();
            script.say("force\na2a3\na5a4\nanalyze");
            script
        }
        _ => panic!("no such state: {state}"),
    }
}

/// What becomes of the running search when `line` comes, in a word of that table.
fn consequence(script: &mut Script<Cecp>, line: &str) -> &'static str {
    let number = script.protocol.search.as_ref().expect("a search is running").number;
    let answer = if line == "(end of input)" { script.end() } else { script.say(line) };
    let refused = ["Illegal move", "Error (", "tellusererror Illegal position"];
    match &script.protocol.search {
        _ if script.quit => "quits",
        None => "ends",
        Some(search) if search.number != number => "anew",
        Some(_) if refused.iter().any(|start| answer.starts_with(start)) => "refused",
        Some(search) if search.stopping => "moves",
        Some(_) if !script.protocol.waiting.is_empty() => "waits",
        Some(_) => "goes on",
    }
}

#[test]
fn what_comes_during_a_search_does_what_the_table_says() {
    let states = ["thinking", "pondering", "analysing"];
    script::check_documented(&states, 34, |state, line| consequence(&mut in_state(state), line));
}
