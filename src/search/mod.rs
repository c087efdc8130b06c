//! Alpha-beta search over any game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::record::Record;

/// When a search ends by itself. Whatever is `None` does not limit it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Stop when a win in this many moves (of the mover) is proven.
    pub mate: Option<u32>,
    /// Go on until told to stop, even when there is nothing left to search.
    pub infinite: bool,
    /// As `infinite` until [`Control::ponder_hit`]; the other limits count from then.
    pub ponder: bool,
    /// Consider these moves alone (texts); all legal ones if the list is empty or none is legal.
    pub moves: Vec<String>,
}

/// A player's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next time control; `None` if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// How another thread reaches into a running search.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    started: Instant,
}

impl Control {
    /// Control over a search that starts now.
    pub fn new(limits: &Limits) -> Self {
        Control {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(limits.ponder),
            started: Instant::now(),
        }
    }

    /// Ends the search as soon as may be.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: from now on the limits count.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search was told to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A score from the side to move's point of view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// An estimate in cp.
    Cp(i32),
    /// A proven win for the side to move that ends the game in this many plies.
    WinIn(u32),
    /// A proven loss for the side to move that ends the game in this many plies.
    LossIn(u32),
}

/// What a finished iteration found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info<M> {
    /// Plies searched throughout.
    pub depth: u32,
    /// Plies of the longest line.
    pub seldepth: u32,
    /// The worth of the best line.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Per mille of the table in use.
    pub hashfull: u32,
    /// The best line.
    pub pv: Vec<M>,
}

/// The end of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best<M> {
    /// The move to play; `None` if there is none.
    pub best: Option<M>,
    /// The reply expected.
    pub ponder: Option<M>,
    /// The last iteration's findings.
    pub info: Info<M>,
}

/// The transposition table of one game.
#[derive(Debug)]
pub struct Table;

impl Table {
    /// A table of at most `mib` MiB.
    pub fn new(_mib: usize) -> Self {
        Table
    }

    /// Forgets everything.
    pub fn clear(&self) {}
}

/// Searches the present position of `record`. `report` is called after each iteration.
pub fn search<G: Game>(
    record: &Record<G>,
    limits: &Limits,
    control: &Control,
    _table: &Table,
    report: &mut dyn FnMut(&Info<G::Move>),
) -> Best<G::Move> {
    let moves = record.position().legal_moves();
    let info = Info {
        depth: 1,
        seldepth: 1,
        score: Score::Cp(record.position().evaluate()),
        nodes: 1,
        time: control.started.elapsed(),
        hashfull: 0,
        pv: moves.first().copied().into_iter().collect(),
    };
    report(&info);
    while limits.infinite && !control.stopped() {
        std::thread::sleep(Duration::from_millis(1));
    }
    Best { best: moves.first().copied(), ponder: None, info }
}
