//! Two players head to head.

use super::sections::{counted, percent, section};
use super::sheet::ScoreSheet;
use super::table::list;
use crate::arena::stats::{Estimate, SprtRun, Verdict, Wdl};

impl ScoreSheet {
    /// The match from the first player's view; nothing unless there are exactly two players.
    pub(super) fn head_to_head(&self, later: u64) -> Option<String> {
        let [first, second] = &self.players[..] else { return None };
        let (games, pairs) = (first.games(), first.pairs);
        let Wdl { wins, draws, losses } = games;
        let estimate = Estimate::new(&games, &pairs);
        let ratio = estimate.pairs_ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
        let mut lines = vec![
            ("player", first.name.clone()),
            ("against", second.name.clone()),
            ("games", format!("{}: {wins} won, {draws} drawn, {losses} lost", games.games())),
            ("points", format!("{:.1} ({})", games.points(), percent(games.score()))),
            ("pairs", format!("{}: {pairs} (LL, LD, WL+DD, WD, WW)", pairs.pairs())),
            ("Elo", estimate.elo.to_string()),
            ("nElo", estimate.nelo.to_string()),
            ("LOS", percent(Some(estimate.los))),
            ("drawn games", percent(games.draw_ratio())),
            ("drawn pairs", percent(pairs.draw_ratio())),
            ("pairs ratio", ratio),
        ];
        if let Some(test) = self.test() {
            lines.extend(test_lines(test, self.games() + later));
        }
        Some(section("Head to head", &list(lines)))
    }
}

/// What a test says, if so many games were played.
fn test_lines(test: &SprtRun, games: u64) -> [(&'static str, String); 3] {
    let (lower, upper) = test.sprt().bounds();
    [
        ("SPRT", test.sprt().to_string()),
        ("LLR", format!("{:.2} ({lower:.2} to {upper:.2})", test.llr())),
        ("verdict", verdict(test, games)),
    ]
}

fn verdict(test: &SprtRun, games: u64) -> String {
    let pairs = test.pairs().pairs();
    let after = counted(pairs, "pair");
    let left = games.saturating_sub(2 * pairs);
    match test.verdict() {
        Verdict::Continue if left == 0 => format!("none yet after {after}"),
        Verdict::Continue => {
            format!("none yet after {after}; {} waiting", counted(left, "game"))
        }
        Verdict::AcceptH0 => accepted("H0", &after, left),
        Verdict::AcceptH1 => accepted("H1", &after, left),
    }
}

fn accepted(hypothesis: &str, after: &str, left: u64) -> String {
    format!("{hypothesis} accepted after {after}; {} not counted", counted(left, "later game"))
}
