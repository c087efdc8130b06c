//! A finished game as it is kept: in the state of the match, and as PGN.

use jiff::Timestamp;

use super::ending::Ending;
use super::engine::{Eval, Thoughts};
use super::pgn::{FEN, PgnGame, PgnMove, RESULT, RULE_OPTIONS, SET_UP, TERMINATION, VARIANT};
use super::plan::Plan;
use super::referee::{Played, PlayedMove};
use super::schedule::Fixture;
use super::state::FinishedGame;
use crate::game::Variant;

/// What is kept of a game of the match; `None` if it was given up. `opening` is what its opening is
/// called.
pub(super) fn finished(
    plan: &Plan,
    fixture: &Fixture,
    variant: Variant,
    opening: &str,
    played: &Played,
) -> Option<FinishedGame> {
    let ending = played.ending.clone()?;
    let comment = |mv: &PlayedMove| match mv.time {
        Some(time) => comment(mv.thoughts, time.as_secs_f64()),
        None => "opening".to_owned(),
    };
    let moves = played.moves.iter();
    let moves = moves.map(|mv| PgnMove { text: mv.text.clone(), comment: Some(comment(mv)) });
    let pgn = PgnGame {
        tags: tags(plan, fixture, variant, opening, played, &ending),
        moves: moves.collect(),
        closing: Some(ending.reason.clone()),
        result: ending.score.to_string(),
        line: 0,
    };
    Some(FinishedGame {
        number: fixture.number,
        score: ending.score,
        termination: ending.termination,
        reason: ending.reason,
        plies: played.moves.len(),
        opening: opening.to_owned(),
        pgn: pgn.to_string(),
    })
}

fn tags(
    plan: &Plan,
    fixture: &Fixture,
    (game, options): Variant,
    opening: &str,
    played: &Played,
    ending: &Ending,
) -> Vec<(String, String)> {
    let [white, black] = fixture.players.map(|player| &plan.players[player]);
    let (pair, game_of_pair) = (fixture.number / 2 + 1, fixture.number % 2 + 1);
    let rules = options.names(game).collect::<Vec<_>>().join(",");
    let [white_time, black_time] = [white, black].map(|player| player.limits.to_string());
    let one_time = white_time == black_time;
    let both = if one_time { white_time.clone() } else { "?".to_owned() };
    let tags = [
        ("Event", Some(plan.event.clone())),
        ("Site", Some("?".to_owned())),
        ("Date", Some(Timestamp::now().strftime("%Y.%m.%d").to_string())),
        ("Round", Some(format!("{pair}.{game_of_pair}"))),
        ("White", Some(white.engine.name.clone())),
        ("Black", Some(black.engine.name.clone())),
        (RESULT, Some(ending.score.to_string())),
        (VARIANT, Some(game.name.to_owned())),
        (RULE_OPTIONS, Some(rules).filter(|rules| !rules.is_empty())),
        (SET_UP, Some("1".to_owned())),
        (FEN, Some(played.start_fen.clone())),
        ("Opening", Some(opening.to_owned())),
        ("TimeControl", Some(both)),
        ("WhiteTimeControl", Some(white_time).filter(|_| !one_time)),
        ("BlackTimeControl", Some(black_time).filter(|_| !one_time)),
        ("PlyCount", Some(played.moves.len().to_string())),
        (TERMINATION, Some(ending.termination.to_string())),
    ];
    tags.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// What is known of a move: `+0.35/12 0.052s`: the player's score in pawns, or `M5` for a win in
/// five moves, the depth in plies, and the time.
fn comment(thoughts: Thoughts, seconds: f64) -> String {
    let eval = thoughts.eval.map(|eval| match eval {
        Eval::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Eval::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Eval::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
    });
    let depth = thoughts.depth.map(|depth| format!("/{depth}"));
    let thought = eval.map(|eval| eval + depth.as_deref().unwrap_or_default() + " ");
    format!("{}{seconds:.3}s", thought.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_tell_score_depth_and_time() {
        let comment = |eval, depth| comment(Thoughts { eval, depth }, 0.0521);
        assert_eq!(comment(Some(Eval::Cp(35)), Some(12)), "+0.35/12 0.052s");
        assert_eq!(comment(Some(Eval::Cp(-1205)), None), "-12.05 0.052s");
        assert_eq!(comment(Some(Eval::Cp(0)), Some(1)), "+0.00/1 0.052s");
        assert_eq!(comment(Some(Eval::Mate(5)), Some(9)), "+M5/9 0.052s");
        assert_eq!(comment(Some(Eval::Mate(-2)), Some(9)), "-M2/9 0.052s");
        assert_eq!(comment(None, Some(9)), "0.052s");
    }
}
