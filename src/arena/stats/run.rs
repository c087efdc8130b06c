//! A test while its games are played.

use super::counts::{Pentanomial, Points};
use super::sprt::Sprt;

/// What a test says so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// More games are needed.
    Continue,
    /// The player is rather stronger by `elo0`.
    AcceptH0,
    /// The player is rather stronger by `elo1`.
    AcceptH1,
}

/// A test that is fed pairs of games one by one, in their order.
///
/// The verdict stands from the pair with which the ratio first reaches a bound; pairs that come after
/// it are only counted. (In a match, games are still running when the test ends; to let them change
/// the verdict would break its risks.)
#[derive(Debug, Clone, PartialEq)]
pub struct SprtRun {
    sprt: Sprt,
    pairs: Pentanomial,
    llr: f64,
    verdict: Verdict,
    later: u64,
}

impl SprtRun {
    /// A test without pairs.
    pub const fn new(sprt: Sprt) -> Self {
        SprtRun { sprt, pairs: Pentanomial([0; 5]), llr: 0.0, verdict: Verdict::Continue, later: 0 }
    }

    /// Takes what the player got from the two games of the next pair.
    pub fn add(&mut self, games: [Points; 2]) -> Verdict {
        if self.verdict != Verdict::Continue {
            self.later += 1;
            return self.verdict;
        }
        self.pairs.add(games);
        self.llr = self.sprt.llr(&self.pairs);
        let (lower, upper) = self.sprt.bounds();
        if self.llr >= upper {
            self.verdict = Verdict::AcceptH1;
        } else if self.llr <= lower {
            self.verdict = Verdict::AcceptH0;
        }
        self.verdict
    }

    /// What is tested.
    pub const fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// What the test says so far.
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The log-likelihood ratio of the pairs that count; 0 without pairs.
    pub const fn llr(&self) -> f64 {
        self.llr
    }

    /// The pairs that count: all up to the verdict.
    pub const fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// The number of pairs that came after the verdict and do not count.
    pub const fn later_pairs(&self) -> u64 {
        self.later
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: [Points; 2] = [Points::Win, Points::Win];
    const LEVEL: [Points; 2] = [Points::Draw, Points::Draw];
    const LOST: [Points; 2] = [Points::Loss, Points::Loss];

    fn run(test: &str, pairs: &[[Points; 2]]) -> SprtRun {
        let mut run = SprtRun::new(test.parse().unwrap());
        for &pair in pairs {
            run.add(pair);
        }
        run
    }

    #[test]
    fn short_and_uniform_samples_give_finite_numbers() {
        for test in ["elo0=0 elo1=5", "elo0=0 elo1=5 model=logistic", "elo0=-1000 elo1=1000"] {
            for pairs in [&[WON; 10][..], &[LEVEL; 10], &[LOST; 10], &[LEVEL], &[WON], &[]] {
                let run = run(test, pairs);
                assert!(run.llr().is_finite(), "{test} {pairs:?}");
            }
        }
    }

    #[test]
    fn draws_are_evidence_for_the_even_hypothesis() {
        let open = run("elo0=0 elo1=5", &[LEVEL; 100]);
        assert!(open.llr() < 0.0 && open.verdict() == Verdict::Continue);
    }

    #[test]
    fn the_verdict_is_fixed_at_the_crossing() {
        let test = "elo0=0 elo1=100";
        let mut won = run(test, &[]);
        let mut before = 0;
        while won.add(WON) == Verdict::Continue {
            before += 1;
        }
        let (llr, pairs) = (won.llr(), won.pairs());
        assert_eq!((won.verdict(), pairs.pairs()), (Verdict::AcceptH1, before + 1));
        assert!(llr >= won.sprt().bounds().1);
        assert_eq!(run(test, &vec![WON; before as usize]).verdict(), Verdict::Continue);
        for _ in 0..1000 {
            assert_eq!(won.add(LOST), Verdict::AcceptH1);
        }
        assert_eq!((won.llr(), won.pairs(), won.later_pairs()), (llr, pairs, 1000));
    }

    #[test]
    fn losses_accept_h0() {
        let lost = run("elo0=0 elo1=100", &[LOST; 50]);
        assert_eq!(lost.verdict(), Verdict::AcceptH0);
        assert_eq!(lost.pairs().pairs() + lost.later_pairs(), 50);
    }
}
