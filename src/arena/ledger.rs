//! The games of a match in their order, and what they add up to.

use std::collections::BTreeMap;

use super::plan::Plan;
use super::report::{ScoreSheet, Scored};
use super::state::FinishedGame;
use super::stats::{SprtRun, Verdict};

/// Takes games as they end, and counts them in the order of their numbers: so the verdict of a
/// test, and the PGN, depend on the games alone and not on which happened to end first.
pub struct Ledger<'a> {
    plan: &'a Plan,
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
        while let Some(game) = self.next.and_then(|number| self.waiting.remove(&number))
            && !self.is_decided()
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
        let Some(fixture) = self.plan.fixture(game.number) else { return };
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
