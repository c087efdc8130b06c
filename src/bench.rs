//! The benchmark: a fixed list of positions of all games, each searched by one thread to a fixed
//! depth with a cleared table of one size. The sum of the nodes is the same on every machine and in
//! every run, and so it tells whether a change alters what the search does.

use std::fmt;
use std::time::Duration;

use crate::game::{Game, Options, Style};
use crate::games::{self, Visitor};
use crate::record::Record;
use crate::search::{self, Control, Limits, Memories, Score, Table, TableError};

/// MiB of the table. The node count depends on it, and so there is no choice.
const HASH_MIB: usize = 16;

/// The positions of one game.
struct Suite {
    game: &'static str,
    depth: u32,
    fens: &'static [&'static str],
}

/// The depth of a game that has no [`Suite`]; its start position is searched all the same.
const DEFAULT_DEPTH: u32 = 3;

/// What is searched besides the start positions.
const SUITES: &[Suite] = &[
    Suite {
        game: "knightfall",
        depth: 15,
        fens: &[
            "r3br/p1p1pp/n1Nn2/P1N1P1/B1PP1P/R3BR w - - 5 10",
            "1n4/1N3N/1P1p2/N2n2/1P1Rrb/r5 w - - 8 10",
            "rb1nbr/n1pp1p/Pp2p1/PNP3/R1BPPP/3NBR b - - 3 7",
            "R4n/6/P4p/PNP1pP/b1P1p1/2br2 w - - 16 46",
            "6/1N4/4n1/2p3/2rBN1/1NB3 w - - 22 14",
        ],
    },
    Suite {
        game: "crittermate",
        depth: 14,
        fens: &[
            "2q1rb/3kp1/Bpp1Rp/2Pn1P/PP1P2/Q2K2 w - - 5 23 Hg",
            "2r1kq/2ppp1/3Q2/nCP1Pp/N2P1P/2KR2 w - - 3 20 Cc",
            "qbrwk1/ppppp1/4np/1P1P2/PBP1PP/1QRNWK b Cc - 2 3 Ww*",
            "b1n2r/2qk2/ppp1pp/5P/PPP1PQ/B2KRN w - - 0 13 Hc",
            "6/4k1/1bP1p1/1K4/4pP/4B1 b - - 1 35 Hh",
        ],
    },
    Suite {
        game: "horizons",
        depth: 8,
        fens: &[
            "r1b1ko1lob2/p2p3s2s1/1sn5p3/3w2w5/1w2s7/12/12/12/2W1S2P2O1/1S1P1K6/P4B1SNWS1/RN1OM2L4 b - - 12 23",
            "rn1o1qklo2r/psw1s2s2sp/8pn2/3pw7/6v5/12/12/3m8/1S1P3Q4/4W6b/P3S1WSPW1S/RNBO2KLOBN1 w Qkq - 0 14",
            "2bo2k5/rs2l7/1R1s7s/p11/12/12/12/2SS8/12/8O1S1/P1W9/6K2B2 b - - 3 55",
            "3o1n6/p4k6/12/1s8s1/6s1p3/5s6/2r3l5/P10N/W3W2SP1S1/4S7/OS10/2B2K6 b - - 3 53",
        ],
    },
    Suite {
        game: "knightsroses",
        depth: 7,
        fens: &[
            "1rr1nr1r/n2r3n/1n1rnn1r/Rn1r1nnR/R2R3R/R1N2NRR/1N1N1NNN/R1RRRRR1 w - - 0 14",
            "2r2r1N/R4r2/1R2N3/1r2nnN1/RR5N/3N1N2/1nrrrR2/4R3 w - - 0 23",
            "5rN1/n1Nn1N2/3r2r1/3n1NRn/R7/5n2/1Nn5/1Nnr1r2 b - - 0 27",
        ],
    },
    Suite {
        game: "livonian",
        depth: 7,
        fens: &[
            "mc2c2cm/h3ppmp1/h7h/2m6/9/P8/5P3/6HMP/MCMPCPMC1 w - - 0 18",
            "1c1c5/2m4h1/5P3/5p2m/M8/2h6/m5p2/p1p6/2C6 b - - 20 45",
            "cm2m1cc1/p3p3h/1p1hp2p1/4h4/4H4/9/8P/PHM5P/P1CC1M1MC w - - 2 11",
        ],
    },
];

/// What came of one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchLine {
    /// The game.
    pub game: &'static str,
    /// The position.
    pub fen: String,
    /// The depth of the last iteration.
    pub depth: u32,
    /// The score of the best move.
    pub score: Score,
    /// The best move.
    pub best: String,
    /// Nodes searched.
    pub nodes: u64,
}

/// What came of the benchmark.
#[derive(Debug, Clone)]
pub struct BenchReport {
    /// Position by position.
    pub lines: Vec<BenchLine>,
    /// The time of the searches alone.
    pub time: Duration,
}

impl BenchReport {
    /// Nodes of all positions.
    pub fn nodes(&self) -> u64 {
        self.lines.iter().map(|line| line.nodes).sum()
    }

    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes() as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

impl fmt::Display for BenchReport {
    /// A line for each position; the last line is `N nodes M nps`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for BenchLine { game, fen, depth, score, best, nodes } in &self.lines {
            writeln!(f, "{game}: {fen}: depth {depth} {score} {best} {nodes} nodes")?;
        }
        write!(f, "{} nodes {} nps", self.nodes(), self.nps())
    }
}

/// Runs the benchmark, to `depth` instead of each game's own if it is given.
///
/// # Errors
/// If the table cannot be had.
pub fn run(depth: Option<u32>) -> Result<BenchReport, TableError> {
    let table = Table::new(HASH_MIB)?;
    let mut report = BenchReport { lines: Vec::new(), time: Duration::ZERO };
    for game in games::ALL {
        let suite = SUITES.iter().find(|suite| suite.game == game.name);
        let depth = depth.unwrap_or(suite.map_or(DEFAULT_DEPTH, |suite| suite.depth));
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let fens = [game.start_fen]
            .into_iter()
            .chain(suite.map_or(&[][..], |suite| suite.fens).iter().copied());
        for fen in fens {
            let position = Position { fen, limits: &limits, table: &table, report: &mut report };
            games::visit(game.name, position);
        }
    }
    Ok(report)
}

/// The search of one position.
struct Position<'a> {
    fen: &'a str,
    limits: &'a Limits,
    table: &'a Table,
    report: &'a mut BenchReport,
}

impl Visitor for Position<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let Ok(position) = G::from_fen(self.fen, Options::NONE) else {
            log::error!("the benchmark has a bad FEN: {}", self.fen);
            return;
        };
        self.table.clear();
        let control = Control::new(self.limits);
        let record = Record::new(position);
        let memories = &mut Memories::default();
        let found =
            search::search(&record, self.limits, &control, self.table, memories, &mut |_| ());
        self.report.time += control.elapsed();
        self.report.lines.push(BenchLine {
            game: G::INFO.name,
            fen: self.fen.to_owned(),
            depth: found.info.depth,
            score: found.info.score,
            best: found.best.map_or_else(String::new, |mv| position.move_text(mv, Style::Plain)),
            nodes: found.info.nodes,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_readable() {
        struct Read(&'static [&'static str]);
        impl Visitor for Read {
            type Output = ();
            fn visit<G: Game>(self) {
                for fen in self.0 {
                    let position = G::from_fen(fen, Options::NONE);
                    assert!(position.is_ok_and(|p| p.outcome(false).is_none()), "{fen}");
                }
            }
        }
        for suite in SUITES {
            games::visit(suite.game, Read(suite.fens));
        }
    }

    /// The nodes of the whole benchmark.
    const NODES: u64 = 6_326_542;

    #[test]
    fn the_node_count_is_known() {
        let nodes = run(None).unwrap().nodes();
        assert_eq!(
            nodes, NODES,
            "the search does something else than before. If that is meant, make NODES {nodes}, and \
             say so in the commit: the reason why, and `Bench: {nodes}` as its last line"
        );
    }

    #[test]
    fn the_node_count_is_the_same_in_each_run() {
        let [one, two] = [(); 2].map(|()| run(Some(2)).unwrap());
        assert_eq!(one.lines, two.lines);
        assert!(one.lines.len() >= games::ALL.len() && one.nodes() > 0);
        let text = one.to_string();
        let last = format!("{} nodes {} nps", one.nodes(), one.nps());
        assert_eq!(text.lines().last(), Some(last.as_str()));
    }
}
