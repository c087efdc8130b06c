//! The parts of a report.

use std::cmp::Reverse;

use super::sheet::{ScoreSheet, Standing};
use super::table::{Heading, MatrixRow, matrix, number, table, text};
use crate::arena::stats::Wdl;

/// What a full report shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportOptions {
    /// The most openings that are listed.
    pub openings: usize,
    /// Games that ended after the verdict of the test and were not added.
    pub later: u64,
}

/// So many things, with an `s` unless it is one.
pub(super) fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// A part of 1 as a percentage; `-` for nothing.
pub(super) fn percent(part: Option<f64>) -> String {
    part.map_or("-".to_owned(), |part| format!("{:.1}%", 100.0 * part))
}

/// Wins, draws, losses and score, as cells.
fn results(games: Wdl) -> [String; 4] {
    let Wdl { wins, draws, losses } = games;
    [wins.to_string(), draws.to_string(), losses.to_string(), percent(games.score())]
}

/// A part of the report, below its title.
pub(super) fn section(title: &str, body: &str) -> String {
    format!("{title}\n\n{body}")
}

impl ScoreSheet {
    /// The standings alone, to be shown while games are played.
    pub fn standings_table(&self) -> String {
        self.table_of(&self.standings())
    }

    /// Everything there is to say, as plain text of at most 100 columns.
    pub fn full(&self, options: &ReportOptions) -> String {
        let standings = self.standings();
        let sections = [
            Some(section("Standings", &self.table_of(&standings))),
            self.head_to_head(options.later),
            self.crosstable(&standings),
            self.variants(),
            self.scores_by_variant(&standings),
            self.scores_by_colour(&standings),
            self.openings(options.openings),
            self.endings(),
            self.failures(&standings),
        ];
        sections.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn name(&self, standing: &Standing) -> String {
        self.players[standing.player].name.clone()
    }

    fn table_of(&self, standings: &[Standing]) -> String {
        let numbers = ["games", "won", "drawn", "lost", "points", "score", "Elo", "failed"];
        let headings: Vec<_> =
            [number("#"), text("player")].into_iter().chain(numbers.map(number)).collect();
        let rows = (1..).zip(standings).map(|(rank, standing): (usize, _)| {
            let Standing { games, estimate, failures, .. } = standing;
            let [won, drawn, lost, score] = results(*games);
            vec![
                rank.to_string(),
                self.name(standing),
                games.games().to_string(),
                won,
                drawn,
                lost,
                format!("{:.1}", games.points()),
                score,
                estimate.elo.to_string(),
                failures.to_string(),
            ]
        });
        table(&headings, rows)
    }

    /// Points and games of each player against each; nothing for two players, who are told of head to
    /// head.
    fn crosstable(&self, standings: &[Standing]) -> Option<String> {
        let cell = |row: usize, column: usize| {
            let games = self.players[row].against[column];
            match games.games() {
                _ if row == column => "-".to_owned(),
                0 => ".".to_owned(),
                count => format!("{:.1}/{count}", games.points()),
            }
        };
        let rows: Vec<_> = (1..)
            .zip(standings)
            .map(|(rank, row): (usize, _)| MatrixRow {
                labels: vec![rank.to_string(), self.name(row)],
                cells: standings.iter().map(|column| cell(row.player, column.player)).collect(),
            })
            .collect();
        let body = matrix(&[number("#"), text("player")], &rows);
        (self.players.len() > 2).then(|| section("Points of games against each player", &body))
    }

    fn variants(&self) -> Option<String> {
        let headings =
            [text("game"), number("games"), number("White"), number("drawn"), number("plies")];
        let rows = self.variants.iter().map(|(name, variant)| {
            let games = variant.white.games();
            vec![
                name.clone(),
                games.to_string(),
                percent(variant.white.score()),
                percent(variant.white.draw_ratio()),
                format!("{:.1}", variant.plies as f64 / games as f64),
            ]
        });
        let body = table(&headings, rows);
        (!self.variants.is_empty())
            .then(|| section("Games, White's score and average length", &body))
    }

    fn scores_by_variant(&self, standings: &[Standing]) -> Option<String> {
        let rows: Vec<_> = self
            .variants
            .iter()
            .map(|(name, variant)| MatrixRow {
                labels: vec![name.clone()],
                cells: standings
                    .iter()
                    .map(|standing| percent(variant.players[standing.player].score()))
                    .collect(),
            })
            .collect();
        let body = matrix(&[text("game")], &rows);
        let title = "Score of each player by game (players as numbered in the standings)";
        (!self.variants.is_empty()).then(|| section(title, &body))
    }

    fn scores_by_colour(&self, standings: &[Standing]) -> Option<String> {
        let numbers = ["White +", "=", "-", "score", "Black +", "=", "-", "score"];
        let headings: Vec<_> = [text("player")].into_iter().chain(numbers.map(number)).collect();
        let rows = standings.iter().map(|standing| {
            let player = &self.players[standing.player];
            let cells = [player.as_white, player.as_black].map(results).concat();
            [vec![player.name.clone()], cells].concat()
        });
        let body = table(&headings, rows);
        (self.games() > 0).then(|| section("Scores by colour", &body))
    }

    /// White's results from the openings, the most played first, then the most one-sided.
    fn openings(&self, limit: usize) -> Option<String> {
        let mut openings: Vec<_> = self
            .variants
            .iter()
            .flat_map(|(game, variant)| {
                variant.openings.iter().map(move |(opening, &white)| (game, opening, white))
            })
            .collect();
        openings.sort_by_cached_key(|&(game, opening, white)| {
            let lead = white.wins.abs_diff(white.losses);
            (Reverse(white.games()), Reverse(lead), game, opening)
        });
        let numbers = ["games", "White +", "=", "-", "score"];
        let headings: Vec<Heading> =
            [text("game"), text("opening")].into_iter().chain(numbers.map(number)).collect();
        let rows = openings.iter().take(limit).map(|(game, opening, white)| {
            let labels = vec![(*game).clone(), (*opening).clone(), white.games().to_string()];
            [labels, results(*white).to_vec()].concat()
        });
        let mut body = table(&headings, rows);
        if openings.len() > limit {
            body +=
                &format!("  and {}\n", counted((openings.len() - limit) as u64, "more opening"));
        }
        (!openings.is_empty()).then(|| section("White's results by opening", &body))
    }

    fn endings(&self) -> Option<String> {
        let total = self.games();
        let headings = [text("ending"), number("games"), number("share")];
        let rows = self.endings.seen().map(|(ending, count)| {
            let share = count as f64 / total as f64;
            vec![ending.to_string(), count.to_string(), percent(Some(share))]
        });
        let body = table(&headings, rows);
        (total > 0).then(|| section("Endings", &body))
    }

    fn failures(&self, standings: &[Standing]) -> Option<String> {
        let failed = standings.iter().filter(|standing| standing.failures > 0);
        let rows: Vec<_> = failed
            .map(|standing| {
                let ways = self.players[standing.player].failures.seen();
                let ways: Vec<_> = ways.map(|(way, count)| format!("{way} {count}")).collect();
                vec![self.name(standing), standing.failures.to_string(), ways.join(", ")]
            })
            .collect();
        let headings = [text("player"), number("lost"), text("ways")];
        (!rows.is_empty()).then(|| section("Games lost by failures", &table(&headings, rows)))
    }
}
