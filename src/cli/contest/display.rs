//! What is seen of a match while it is played: a bar and the standings, on a terminal; lines in
//! the log if they are asked for.

use indicatif::ProgressBar;

use crate::arena::ledger::Ledger;
use crate::arena::plan::Plan;
use crate::arena::schedule::Schedule;
use crate::arena::state::FinishedGame;
use crate::cli::progress;

/// The display of a running match.
pub(super) struct Display<'a> {
    plan: &'a Plan,
    schedule: Schedule,
    bar: ProgressBar,
}

impl<'a> Display<'a> {
    /// The display of a match of which `done` games are finished.
    pub(super) fn new(plan: &'a Plan, done: usize) -> Self {
        let bar = progress::bar_over(plan.game_count());
        bar.set_position(done as u64);
        bar.reset_eta();
        Display { plan, schedule: plan.schedule(), bar }
    }

    /// Shows how the match stands after `game`.
    pub(super) fn show(&mut self, ledger: &Ledger, game: &FinishedGame) {
        if let Some(fixture) = self.schedule.fixture(game.number) {
            let [white, black] =
                fixture.players.map(|player| &self.plan.players[player].engine.name);
            let variant = &self.plan.variants[fixture.pair.variant];
            let FinishedGame { number, score, reason, .. } = game;
            self.bar.suspend(|| {
                log::info!(
                    "game {}, {variant}: {white} - {black} {score} {{{reason}}}",
                    number + 1
                );
            });
        }
        self.bar.set_position(ledger.finished());
        if !self.bar.is_hidden() {
            let test = ledger.test().map(|test| {
                let (lower, upper) = test.sprt().bounds();
                format!("\nLLR {:.2} ({lower:.2}, {upper:.2})", test.llr())
            });
            let standings = ledger.sheet().standings_table();
            self.bar.set_message(standings + &test.unwrap_or_default());
        }
    }

    /// Takes the display away.
    pub(super) fn close(self) {
        self.bar.finish_and_clear();
    }
}
