//! The games of a match in their order, and what they add up to.

use std::collections::BTreeMap;

use super::plan::Plan;
use super::report::{ScoreSheet, Scored};
use super::schedule::Schedule;
use super::state::FinishedGame;
use super::stats::{SprtRun, Verdict};

/// Takes games as they end, and counts them in the order of their numbers: so the verdict of a
/// test, and the PGN, depend on the games alone and not on which happened to end first.
pub struct Ledger<'a> {
    plan: &'a Plan,
    schedule: Schedule,
    order: Box<dyn Iterator<Item = u64> + Send>,
    /// The next game to be counted.
    next: Option<u64>,
    /// Finished before their turn.
    waiting: BTreeMap<u64, FinishedGame>,
    sheet: ScoreSheet,
    finished: u64,
    /// Games that ended after the verdict.
    later: u64,
}

impl<'a> Ledger<'a> {
    /// A ledger without games. A share of a match has no verdict of its own.
    pub fn new(plan: &'a Plan) -> Self {
        let mut order: Box<dyn Iterator<Item = u64> + Send> = Box::new(plan.games());
        let sprt = plan.sprt.filter(|_| plan.shard.is_none());
        Ledger {
            plan,
            schedule: plan.schedule(),
            next: order.next(),
            order,
            waiting: BTreeMap::new(),
            sheet: ScoreSheet::new(plan.names(), sprt),
            finished: 0,
            later: 0,
        }
    }

    /// Takes a game that has ended; gives back those whose turn has come, in order.
    pub fn add(&mut self, game: FinishedGame) -> Vec<FinishedGame> {
        self.finished += 1;
        self.waiting.insert(game.number, game);
        let mut counted = Vec::new();
        while !self.is_decided()
            && let Some(game) = self.next.and_then(|number| self.waiting.remove(&number))
        {
            self.next = self.order.next();
            self.count(&game);
            counted.push(game);
        }
        self.drop_later();
        counted
    }

    /// Counts what is left although games before it are missing; gives it back, in order.
    pub fn close(&mut self) -> Vec<FinishedGame> {
        let mut counted = Vec::new();
        while !self.is_decided()
            && let Some((_, game)) = self.waiting.pop_first()
        {
            self.count(&game);
            counted.push(game);
        }
        self.drop_later();
        counted
    }

    /// Whether the test has come to its verdict.
    pub fn is_decided(&self) -> bool {
        self.test().is_some_and(|test| test.verdict() != Verdict::Continue)
    }

    /// What the counted games add up to.
    pub fn sheet(&self) -> &ScoreSheet {
        &self.sheet
    }

    /// The test, as the counted games leave it.
    pub fn test(&self) -> Option<&SprtRun> {
        self.sheet.test()
    }

    /// Games that have ended, counted or not.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// Games that are still to be played.
    pub fn missing(&self) -> u64 {
        let left = self.plan.game_count().saturating_sub(self.finished);
        if self.is_decided() { 0 } else { left }
    }

    /// Games that ended after the verdict, and are not counted.
    pub fn later(&self) -> u64 {
        self.later
    }

    fn drop_later(&mut self) {
        if self.is_decided() {
            self.later += self.waiting.len() as u64;
            self.waiting.clear();
        }
    }

    fn count(&mut self, game: &FinishedGame) {
        let Some(fixture) = self.schedule.fixture(game.number) else { return };
        let [white, black] = fixture.players;
        let scored = Scored {
            pair: game.number / 2,
            white,
            black,
            game: self.plan.variants[fixture.pair.variant].clone(),
            opening: Some(game.opening.clone()),
            score: game.score,
            termination: game.termination,
            plies: game.plies,
        };
        if let Err(error) = self.sheet.add(&scored) {
            log::error!("game {} is not counted: {error}", game.number + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::{Score, Termination};

    fn plan(sprt: Option<&str>) -> Plan {
        Plan::of_two("A", "B", sprt)
    }

    /// A game that A, who has White in games of even number, has won.
    fn won(number: u64) -> FinishedGame {
        FinishedGame {
            number,
            score: if number.is_multiple_of(2) { Score::White } else { Score::Black },
            termination: Termination::Normal,
            reason: String::new(),
            plies: 1,
            opening: String::new(),
            pgn: String::new(),
        }
    }

    fn numbers(games: &[FinishedGame]) -> Vec<u64> {
        games.iter().map(|game| game.number).collect()
    }

    #[test]
    fn games_are_counted_in_their_order() {
        let plan = plan(None);
        let mut ledger = Ledger::new(&plan);
        assert!(ledger.add(won(1)).is_empty());
        assert!(ledger.add(won(2)).is_empty());
        assert_eq!(numbers(&ledger.add(won(0))), [0, 1, 2]);
        assert!(ledger.add(won(7)).is_empty());
        assert!(ledger.add(won(5)).is_empty());
        assert_eq!((ledger.finished(), ledger.sheet().games()), (5, 3));
        assert_eq!(numbers(&ledger.close()), [5, 7]);
        assert_eq!((ledger.sheet().games(), ledger.later()), (5, 0));
    }

    #[test]
    fn games_after_the_verdict_are_told_apart() {
        let plan = plan(Some("elo0=0,elo1=100,model=logistic"));
        let mut ledger = Ledger::new(&plan);
        let waiting: Vec<_> = (2..100).flat_map(|number| ledger.add(won(number))).collect();
        assert!(waiting.is_empty() && !ledger.is_decided());
        ledger.add(won(0));
        let counted = ledger.add(won(1));
        assert!(ledger.is_decided());
        let pairs = ledger.test().map_or(0, |test| test.pairs().pairs());
        assert_eq!(numbers(&counted), (1..2 * pairs).collect::<Vec<_>>());
        assert_eq!(ledger.later(), 100 - 2 * pairs);
        assert!(ledger.add(won(99)).is_empty() && ledger.close().is_empty());
        assert_eq!(ledger.sheet().games(), 2 * pairs);
    }
}
