//! Whole games between two processes over each protocol, with the library as referee.

mod engine_process;

use engine_process::{EngineProcess, open, play_randomly};
use hippogriff::board::Rng;
use hippogriff::game::Style;
use hippogriff::games;
use hippogriff::session::Session;

/// Games of each kind over each protocol.
const GAMES: u64 = 2;
/// Random plies before the engines take over.
const OPENING: usize = 4;

/// A game after an opening that did not end it.
fn opening(name: &str, seed: u64) -> Box<dyn Session> {
    let mut rng = Rng::new(seed);
    loop {
        let mut session = open(name);
        play_randomly(&mut *session, OPENING, &mut rng);
        if session.outcome().is_none() {
            return session;
        }
    }
}

fn result(referee: &dyn Session) -> Option<String> {
    referee.outcome().map(|outcome| format!("{} {{{outcome}}}", outcome.result()))
}

/// The move that a UCI engine chooses in the referee's position, or else how it says it stands.
fn uci_turn(engine: &mut EngineProcess, referee: &dyn Session) -> Result<String, String> {
    let moves = referee.moves_played(Style::Plain).join(" ");
    engine.send(&format!("position startpos moves {moves}\ngo depth 2"));
    let answer = engine.until("bestmove ");
    let text = answer.last().and_then(|line| line.split(' ').nth(1)).unwrap();
    if text != "(none)" {
        return Ok(text.to_owned());
    }
    let over = answer.iter().find_map(|line| line.strip_prefix("info string game over: "));
    Err(over.expect("the engine should say why it does not move").to_owned())
}

#[test]
fn uci_engines_play_to_the_end() {
    for game in games::ALL {
        let mut engines = [0, 1].map(|_| EngineProcess::start(&["--hash", "1"]));
        for engine in &mut engines {
            engine.send("uci");
            engine.until("uciok");
            engine.send(&format!("setoption name UCI_Variant value {}", game.name));
        }
        for seed in 0..GAMES {
            let mut referee = opening(game.name, seed);
            for engine in &mut engines {
                engine.send("ucinewgame\nisready");
                engine.until("readyok");
            }
            loop {
                let mover = referee.side().index();
                match uci_turn(&mut engines[mover], &*referee) {
                    Ok(text) => {
                        assert_eq!(referee.outcome(), None);
                        referee.play(&text).unwrap();
                    }
                    Err(over) => {
                        assert_eq!(Some(&over), result(&*referee).as_ref());
                        let other = uci_turn(&mut engines[1 - mover], &*referee);
                        assert_eq!(other, Err(over));
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn cecp_engines_play_to_the_end() {
    for game in games::ALL {
        let mut engines = [0, 1].map(|_| EngineProcess::start(&["--hash", "1"]));
        for engine in &mut engines {
            engine.send("xboard\nprotover 2");
            engine.until("feature done=1");
        }
        for seed in 0..GAMES {
            let mut referee = opening(game.name, seed);
            for engine in &mut engines {
                engine.send(&format!("new\nvariant {}\nforce\nsd 2", game.name));
                assert!(engine.line().starts_with("setup ("));
                for piece in game.xboard.pieces {
                    assert_eq!(engine.line(), format!("piece {piece}"));
                }
                for text in referee.moves_played(Style::Xboard) {
                    engine.send(&format!("usermove {text}"));
                }
            }
            let mover = referee.side().index();
            engines[1 - mover].send("playother");
            engines[mover].send("go");
            let claims = play_cecp(&mut engines, &mut *referee);
            let result = result(&*referee).unwrap();
            assert_eq!(claims, [result.clone(), result]);
            for engine in &mut engines {
                engine.send("ping 5");
                assert_eq!(engine.line(), "pong 5");
            }
        }
    }
}

/// Relays moves until the game is over; the claims of both engines.
fn play_cecp(engines: &mut [EngineProcess; 2], referee: &mut dyn Session) -> [String; 2] {
    loop {
        let mover = referee.side().index();
        let line = engines[mover].line();
        let text = line.strip_prefix("move ").unwrap_or_else(|| panic!("said {line:?}"));
        referee.play(text).unwrap();
        engines[1 - mover].send(&format!("usermove {text}"));
        if referee.outcome().is_some() {
            return [0, 1].map(|engine: usize| engines[engine].line());
        }
    }
}
