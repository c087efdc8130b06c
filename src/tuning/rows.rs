//! The rows of the regression: what an evaluation counts in each position.

use std::ops::Range;

use rayon::prelude::*;
use thiserror::Error;

use super::data::Sample;
use crate::arena::stats::Points;
use crate::board::Side;
use crate::evaluation::{Group, OPENING, Tally, Weight};
use crate::game::{FenError, Game, Options};
use crate::lines::LineFault;

/// How many lines a thread reads at a time.
const PART: usize = 4096;
/// Up to this many cp, the rounding of its parts, an evaluation may differ from the sum of its terms.
const ROUNDING: f64 = 1.0 + 1e-6;

/// How often a term occurs in a position, for White or (negative) for Black.
#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    /// The term's number among the terms of all groups.
    pub(super) term: u16,
    pub(super) count: i16,
}

/// One position.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// The place of its counts.
    counts: Range<usize>,
    /// How much of it is opening, 0 to 1.
    pub(super) phase: f32,
    /// The score of the search in cp from White's point of view.
    pub(super) score: f32,
    /// What White got.
    pub(super) points: Points,
}

/// What an evaluation counts in each of many positions: four bytes a count, in one list.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    pub(super) rows: Vec<Row>,
    counts: Vec<Count>,
}

/// Why a line cannot be used.
#[derive(Debug, Error)]
#[error("line {line}: {fault}")]
pub struct RowError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong.
    pub fault: RowFault,
}

/// What can be wrong with a line.
#[derive(Debug, Error)]
pub enum RowFault {
    /// It cannot be read.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The position is refused.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The evaluation holds something that is not counted.
    #[error("the evaluation is {evaluation} cp, but its terms add up to {sum:.2} cp: {fen:?}")]
    NotTheSum {
        /// The evaluation from White's point of view.
        evaluation: i32,
        /// What the terms add up to.
        sum: f64,
        /// The position.
        fen: String,
    },
}

impl Rows {
    /// Counts the terms in the position of each line (see [`Sample`]), shared by the threads of the
    /// present pool.
    ///
    /// # Errors
    /// Names the first line that cannot be read, or whose evaluation is not the sum of its terms;
    /// of a game without weights that is not asked.
    pub fn read<G: Game>(lines: &[String], options: Options) -> Result<Rows, RowError> {
        let read = |(number, part): (usize, &[String])| part_of::<G>(part, number * PART, options);
        let parts: Vec<_> = lines.par_chunks(PART).enumerate().map(read).collect();
        let mut rows = Rows::default();
        for part in parts {
            rows.append(part?);
        }
        Ok(rows)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the rows of `other` behind these.
    pub fn append(&mut self, other: Rows) {
        let shift = self.counts.len();
        self.counts.extend(other.counts);
        self.rows.extend(
            other
                .rows
                .into_iter()
                .map(|row| Row { counts: row.counts.start + shift..row.counts.end + shift, ..row }),
        );
    }

    /// The evaluation of each position in cp from White's point of view, not rounded.
    pub(super) fn evaluations(&self, weights: &[Weight]) -> Vec<f64> {
        let weights = flat(weights);
        self.rows.par_iter().map(|row| self.evaluation(row, weights.as_chunks().0)).collect()
    }

    /// What is counted in a row.
    pub(super) fn counts(&self, row: &Row) -> &[Count] {
        &self.counts[row.counts.clone()]
    }

    /// The evaluation of a row in cp from White's point of view.
    pub(super) fn evaluation(&self, row: &Row, weights: &[[f64; 2]]) -> f64 {
        let (mut opening, mut ending) = (0.0, 0.0);
        for &Count { term, count } in self.counts(row) {
            let weight = &weights[usize::from(term)];
            opening += weight[0] * f64::from(count);
            ending += weight[1] * f64::from(count);
        }
        let phase = f64::from(row.phase);
        opening * phase + ending * (1.0 - phase)
    }

    /// Adds a row.
    pub(super) fn push(
        &mut self,
        counts: impl IntoIterator<Item = Count>,
        phase: f32,
        score: i32,
        points: Points,
    ) {
        let start = self.counts.len();
        self.counts.extend(counts);
        let counts = start..self.counts.len();
        self.rows.push(Row { counts, phase, score: score as f32, points });
    }
}

/// The weights of `groups` in one list; a term's number is its place there.
pub(super) fn in_one_list(groups: &[Group]) -> Vec<Weight> {
    groups.iter().flat_map(|group| group.weights).copied().collect()
}

/// The weights as variables: each weight's value in the opening, then in the ending.
pub(super) fn flat(weights: &[Weight]) -> Vec<f64> {
    weights.iter().flat_map(|&(opening, ending)| [opening.into(), ending.into()]).collect()
}

/// The rows of some lines, of which the first has the number `first` from 0.
fn part_of<G: Game>(lines: &[String], first: usize, options: Options) -> Result<Rows, RowError> {
    let mut rows = Rows::default();
    let mut trace = Trace::new(G::WEIGHTS);
    let weights = flat(&in_one_list(G::WEIGHTS));
    for (place, line) in lines.iter().enumerate() {
        let pushed = push_line::<G>(&mut rows, line, options, &mut trace, weights.as_chunks().0);
        pushed.map_err(|fault| RowError { line: first + place + 1, fault })?;
    }
    Ok(rows)
}

fn push_line<G: Game>(
    rows: &mut Rows,
    line: &str,
    options: Options,
    trace: &mut Trace,
    weights: &[[f64; 2]],
) -> Result<(), RowFault> {
    let Sample { fen, score, points } = line.parse()?;
    let position = G::from_fen(&fen, options)?;
    position.tally(trace);
    let phase = position.phase() as f32 / OPENING as f32;
    rows.push(trace.take(), phase, score, points);
    let sum = rows.rows.last().map_or(0.0, |row| rows.evaluation(row, weights));
    let evaluation = match position.side() {
        Side::White => position.evaluate(),
        Side::Black => -position.evaluate(),
    };
    if !weights.is_empty() && (sum - f64::from(evaluation)).abs() > ROUNDING {
        return Err(RowFault::NotTheSum { evaluation, sum, fen });
    }
    Ok(())
}

/// Receives the counts of a position.
struct Trace {
    /// The number of each group's first term.
    firsts: Vec<usize>,
    /// How often each term occurs.
    counts: Vec<i32>,
    /// The terms that were counted; some perhaps twice.
    touched: Vec<u16>,
}

impl Trace {
    fn new(groups: &[Group]) -> Self {
        let mut firsts = Vec::new();
        let mut terms = 0;
        for group in groups {
            firsts.push(terms);
            terms += group.weights.len();
        }
        debug_assert!(terms <= usize::from(u16::MAX) + 1, "terms are numbered by 16 bits");
        Trace { firsts, counts: vec![0; terms], touched: Vec::new() }
    }

    /// The counts so far that are not 0; from then on all are 0. Counts that have no room in a row
    /// are cut, which shows when the row's sum is compared with the evaluation.
    fn take(&mut self) -> impl Iterator<Item = Count> {
        let counts = &mut self.counts;
        self.touched.drain(..).filter_map(|term| {
            let count = std::mem::take(&mut counts[usize::from(term)]);
            let count = count.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            (count != 0).then_some(Count { term, count })
        })
    }
}

impl Tally for Trace {
    #[inline(always)]
    fn add(&mut self, group: usize, index: usize, count: i32) {
        let term = self.firsts[group] + index;
        if self.counts[term] == 0 && count != 0 {
            self.touched.push(term as u16);
        }
        self.counts[term] += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_counts_each_term_once() {
        let group = |weights| Group { name: "Some", weights };
        let mut trace = Trace::new(&[group(&[(1, 1), (2, 2)]), group(&[(3, 3), (4, 4)])]);
        for (group, index, count) in
            [(1, 0, 2), (0, 1, 1), (1, 0, -2), (1, 0, 5), (1, 1, 0), (0, 0, 3), (0, 0, -3)]
        {
            trace.add(group, index, count);
        }
        let taken: Vec<_> = trace.take().map(|count| (count.term, count.count)).collect();
        assert_eq!(taken, [(2, 5), (1, 1)]);
        assert_eq!(trace.take().count(), 0);
        trace.add(1, 1, 1);
        let taken: Vec<_> = trace.take().map(|count| (count.term, count.count)).collect();
        assert_eq!(taken, [(3, 1)]);
    }

    #[test]
    fn rows_are_evaluated_between_opening_and_ending() {
        let mut rows = Rows::default();
        let counts = |list: &[(u16, i16)]| -> Vec<_> {
            list.iter().map(|&(term, count)| Count { term, count }).collect()
        };
        rows.push(counts(&[(0, 2), (1, -1)]), 1.0, 0, Points::Draw);
        rows.push(counts(&[(0, 2), (1, -1)]), 0.0, 0, Points::Draw);
        let mut more = Rows::default();
        more.push(counts(&[(1, 4)]), 0.25, 0, Points::Draw);
        more.push(counts(&[]), 0.5, 0, Points::Draw);
        rows.append(more);
        let weights = [(10, 20), (100, 200)];
        assert_eq!(rows.evaluations(&weights), [-80.0, -160.0, 700.0, 0.0]);
    }
}
