//! What a protocol or a command may ask of an engine, as an object.
//!
//! [`Session`] is the only dynamic seam: protocols know no game's types, and inside `Engine` all
//! is compiled for one game.

mod refusal;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle};

use thiserror::Error;

use crate::board::{Rng, Side};
use crate::evaluation::WinRates;
use crate::game::{FenError, Game, GameInfo, GameMove, MoveError, Options, Outcome, Style};
use crate::games::{self, Visitor};
use crate::perft::{self, Method};
use crate::record::Record;
use crate::search::{
    Best, Control, Info, Limits, Memories, STACK_SIZE, Table, TableError, search_then,
};

/// Size in MiB of the table of a session that will not be asked to search.
pub const NO_SEARCH_HASH: usize = 1;

/// Where a game begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// The default start position.
    Default,
    /// The numbered arrays of White and Black.
    Arrays(u32, u32),
    /// Random arrays; the same for the same seed.
    RandomArrays(u64),
    /// A position.
    Fen(String),
}

/// Why a game cannot begin as asked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StartError {
    /// There is no such game.
    #[error("no game is called {0:?}")]
    NoGame(&'static str),
    /// The FEN is refused.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The game has only its one start array.
    #[error("{0} has no numbered arrays")]
    NoArrays(&'static str),
    /// There is no such array.
    #[error("no array {number}: {game} has arrays 0 to {last}")]
    Array {
        /// The number asked for.
        number: u32,
        /// The game.
        game: &'static str,
        /// The highest number it has.
        last: u32,
    },
}

/// What a running search tells. Moves are texts in the style asked for.
#[derive(Debug, Clone)]
pub enum Event {
    /// An iteration was finished.
    Info(Info<String>),
    /// The search has its answer; nothing follows.
    Done(Best<String>),
}

/// What a move does on the board, as far as a picture shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The squares the man leaves and reaches; `None` if no man moves.
    pub step: Option<(usize, usize)>,
    /// Whether the man on the square reached is taken (and not pushed or castled with).
    pub takes: bool,
    /// Squares whose men fall without being stepped on.
    pub struck: Vec<usize>,
}

impl Trace {
    /// The trace of a legal move. Found by comparing the boards, so that no rule need be known.
    fn of<G: Game>(before: &G, mv: G::Move) -> Self {
        let after = before.after(mv);
        let (origin, target) = (mv.origin(), mv.target());
        let men = |position: &G| -> Vec<bool> {
            (0..G::SQUARES).map(|square| position.man_at(square).is_some()).collect()
        };
        let (stood, stands) = (men(before), men(&after));
        let count = |men: &[bool]| men.iter().filter(|&&man| man).count();
        let fewer = count(&stands) < count(&stood);
        let moves = stood[origin] && !stands[origin];
        let falls = |&square: &usize| {
            fewer && stood[square] && !stands[square] && !(moves && square == origin)
        };
        Trace {
            step: moves.then_some((origin, target)),
            takes: moves && fewer && stood[target] && stands[target],
            struck: (0..G::SQUARES).filter(falls).collect(),
        }
    }
}

/// Where a running search's events go; called from the search's own thread.
pub type EventSink = Box<dyn FnMut(Event) + Send>;

/// Where what a running perft tells goes; called from its own thread.
pub type PerftSink = Box<dyn FnMut(perft::Told) + Send>;

/// One game, the moves played, and an engine that searches it.
pub trait Session: Send {
    /// The game.
    fn info(&self) -> &'static GameInfo;
    /// The options it is played with.
    fn options(&self) -> Options;
    /// What scores mean for the result.
    fn win_rates(&self) -> WinRates;

    /// Begins a game. After an error the present one stands.
    ///
    /// # Errors
    /// See [`StartError`].
    fn start(&mut self, start: &Start) -> Result<(), StartError>;
    /// Plays the move that `text` names; gives back its plain text.
    ///
    /// # Errors
    /// The move is refused and nothing changes.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    /// Takes the last move back; says whether there was one.
    fn undo(&mut self) -> bool;

    /// The side to move.
    fn side(&self) -> Side;
    /// The present position.
    fn fen(&self) -> String;
    /// The position the game began with.
    fn start_fen(&self) -> String;
    /// How many moves were played.
    fn plies(&self) -> usize;
    /// The moves played.
    fn moves_played(&self, style: Style) -> Vec<String>;
    /// How the game stands, repetition included.
    fn outcome(&self) -> Option<Outcome>;
    /// Whether `side` wins if the other side's time runs out now; if not, that is a draw.
    /// See [`Game::wins_on_time`].
    fn wins_on_time(&self, side: Side) -> bool;
    /// The texts of the legal moves, in bytewise order.
    fn legal_moves(&self, style: Style) -> Vec<String>;
    /// The legal moves in bytewise order of their plain texts, each with the FEN after it.
    fn children(&self) -> Vec<(String, String)>;
    /// The legal move `text` names, written in `style`.
    ///
    /// # Errors
    /// As [`Session::play`].
    fn read_move(&self, text: &str, style: Style) -> Result<String, MoveError>;
    /// The man on the square with this index: its side and its place in [`GameInfo::men`].
    fn man_at(&self, square: usize) -> Option<(Side, usize)>;
    /// The texts of the legal moves of the man on `square`, in bytewise order.
    fn moves_from(&self, square: usize, style: Style) -> Vec<String>;
    /// What each legal move of the man on `square` does on the board.
    fn traces_from(&self, square: usize) -> Vec<Trace>;
    /// What the last move did on the board.
    fn last_trace(&self) -> Option<Trace>;

    /// Nodes to `depth`.
    fn perft(&self, depth: u32, method: &Method) -> u64;
    /// Nodes to `depth` below each legal move.
    fn divide(&self, depth: u32, method: &Method) -> Vec<(String, u64)>;

    /// Starts [`perft::divide_until`] on the present position in a thread of its own.
    fn start_divide(&self, depth: u32, stop: Arc<AtomicBool>, tell: PerftSink);

    /// Sets the size of the transposition table; what it knew is lost. Ends the running search.
    ///
    /// # Errors
    /// If the memory cannot be had; the old table stays.
    fn set_hash(&mut self, mib: usize) -> Result<(), TableError>;
    /// Forgets what was learnt in searches before.
    fn forget(&mut self);
    /// Starts a search of the present position in a thread of its own, and ends the one that runs.
    fn go(&mut self, limits: &Limits, style: Style, events: EventSink);
    /// Why the move that `text` means is refused, in words for people; nothing if it is not, or if that
    /// cannot be told.
    fn refusal(&self, text: &str) -> Option<String>;
    /// Tells the running search to end; it still sends [`Event::Done`].
    fn stop(&self);
    /// Tells the running search that the move it ponders on was played.
    fn ponder_hit(&self);
    /// Waits until the running search, if any, has ended.
    fn wait(&mut self);
}

/// What a search of the present position finds; waits for it. `None` if the search could not be had.
pub fn think(session: &mut dyn Session, limits: &Limits) -> Option<Best<String>> {
    let (sender, receiver) = mpsc::channel();
    let events = move |event| {
        if let Event::Done(best) = event {
            // The receiver below outlives the search.
            let _ = sender.send(best);
        }
    };
    session.go(limits, Style::Plain, Box::new(events));
    let best = receiver.recv().ok();
    session.wait();
    best
}

/// A session of the game called `name`, at its default start. Its first search makes a table of
/// `hash_mib` MiB, or a smaller one if there is no memory for that.
pub fn open(name: &str, options: Options, hash_mib: usize) -> Option<Box<dyn Session>> {
    struct Open(Options, usize);
    impl Visitor for Open {
        type Output = Box<dyn Session>;
        fn visit<G: Game>(self) -> Box<dyn Session> {
            Box::new(Engine::<G>::new(self.0, self.1))
        }
    }
    games::visit(name, Open(options, hash_mib))
}

/// A session of `game` that begins at `start`; `hash_mib` as for [`open`].
///
/// # Errors
/// See [`StartError`].
pub fn open_at(
    game: &GameInfo,
    options: Options,
    start: &Start,
    hash_mib: usize,
) -> Result<Box<dyn Session>, StartError> {
    let session = open(game.name, options, hash_mib);
    let mut session = session.ok_or(StartError::NoGame(game.name))?;
    session.start(start)?;
    Ok(session)
}

/// The session of one game.
struct Engine<G: Game> {
    options: Options,
    record: Record<G>,
    /// Size in MiB of the table that the first search makes.
    hash_mib: usize,
    table: Option<Arc<Table>>,
    /// What the searches so far have learnt; a running search has it.
    memories: Option<Memories<G>>,
    running: Option<Running<G>>,
}

/// A search in its thread.
struct Running<G: Game> {
    control: Arc<Control>,
    thread: JoinHandle<Memories<G>>,
}

impl<G: Game> Engine<G> {
    fn new(options: Options, hash_mib: usize) -> Self {
        Engine {
            options,
            record: Record::new(G::start(options)),
            hash_mib,
            table: None,
            memories: None,
            running: None,
        }
    }

    /// The legal moves of the man on `square`.
    fn moves_of(&self, square: usize) -> Vec<G::Move> {
        let moves = self.record.position().legal_moves();
        moves.into_iter().filter(|mv| mv.origin() == square).collect()
    }

    /// The FEN of a start from numbered arrays, each chosen by `number` from their count.
    fn array_fen(&self, number: &mut dyn FnMut(u32) -> u32) -> Result<String, StartError> {
        let arrays = G::INFO.arrays.as_ref().ok_or(StartError::NoArrays(G::INFO.name))?;
        let count = (arrays.count)(self.options);
        let [white, black] = [number(count), number(count)];
        for number in [white, black] {
            if number >= count {
                return Err(StartError::Array { number, game: G::INFO.name, last: count - 1 });
            }
        }
        Ok((arrays.fen)(white, black, self.options))
    }
}

impl<G: Game> Session for Engine<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn options(&self) -> Options {
        self.options
    }

    fn win_rates(&self) -> WinRates {
        G::WIN_RATES
    }

    fn start(&mut self, start: &Start) -> Result<(), StartError> {
        let fen = match start {
            Start::Default => G::start(self.options).fen(),
            Start::Fen(fen) => fen.clone(),
            &Start::Arrays(white, black) => {
                let mut numbers = [white, black].into_iter();
                self.array_fen(&mut |_| numbers.next().unwrap_or_default())?
            }
            &Start::RandomArrays(seed) => {
                let mut rng = Rng::new(seed);
                self.array_fen(&mut |count| rng.below(count as usize) as u32)?
            }
        };
        self.record = Record::new(G::from_fen(&fen, self.options)?);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let before = *self.record.position();
        let mv = self.record.play_text(text)?;
        Ok(before.move_text(mv, Style::Plain))
    }

    fn undo(&mut self) -> bool {
        self.record.undo()
    }

    fn side(&self) -> Side {
        self.record.position().side()
    }

    fn fen(&self) -> String {
        self.record.position().fen()
    }

    fn start_fen(&self) -> String {
        self.record.start().fen()
    }

    fn plies(&self) -> usize {
        self.record.moves().len()
    }

    fn moves_played(&self, style: Style) -> Vec<String> {
        self.record.move_texts(style)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.outcome()
    }

    fn wins_on_time(&self, side: Side) -> bool {
        self.record.position().wins_on_time(side)
    }

    fn legal_moves(&self, style: Style) -> Vec<String> {
        sorted_texts(self.record.position(), &self.record.position().legal_moves(), style)
    }

    fn children(&self) -> Vec<(String, String)> {
        let position = self.record.position();
        let moves = position.legal_moves();
        let child =
            |&mv: &G::Move| (position.move_text(mv, Style::Plain), position.after(mv).fen());
        let mut children: Vec<_> = moves.iter().map(child).collect();
        children.sort_unstable();
        children
    }

    fn read_move(&self, text: &str, style: Style) -> Result<String, MoveError> {
        let position = self.record.position();
        Ok(position.move_text(position.parse_move(text)?, style))
    }

    fn refusal(&self, text: &str) -> Option<String> {
        refusal::reason(self.record.position(), text)
    }

    fn man_at(&self, square: usize) -> Option<(Side, usize)> {
        self.record.position().man_at(square)
    }

    fn moves_from(&self, square: usize, style: Style) -> Vec<String> {
        sorted_texts(self.record.position(), &self.moves_of(square), style)
    }

    fn traces_from(&self, square: usize) -> Vec<Trace> {
        let position = self.record.position();
        self.moves_of(square).iter().map(|&mv| Trace::of(position, mv)).collect()
    }

    fn last_trace(&self) -> Option<Trace> {
        let &mv = self.record.moves().last()?;
        let before = self.record.positions().iter().rev().nth(1)?;
        Some(Trace::of(before, mv))
    }

    fn perft(&self, depth: u32, method: &Method) -> u64 {
        perft::count(self.record.position(), depth, method)
    }

    fn divide(&self, depth: u32, method: &Method) -> Vec<(String, u64)> {
        perft::divide(self.record.position(), depth, method)
    }

    fn start_divide(&self, depth: u32, stop: Arc<AtomicBool>, mut tell: PerftSink) {
        let position = *self.record.position();
        std::thread::spawn(move || perft::divide_until(&position, depth, &stop, &mut *tell));
    }

    fn set_hash(&mut self, mib: usize) -> Result<(), TableError> {
        self.stop();
        self.wait();
        self.table = Some(Arc::new(Table::new(mib)?));
        Ok(())
    }

    fn forget(&mut self) {
        self.stop();
        self.wait();
        if let Some(table) = &self.table {
            table.clear();
        }
        self.memories = None;
    }

    fn go(&mut self, limits: &Limits, style: Style, events: EventSink) {
        self.stop();
        let size = self.hash_mib;
        let table = self.table.get_or_insert_with(|| Arc::new(largest_table(size))).clone();
        // The clock runs already while the threads of the last search wind up.
        let control = Arc::new(Control::new(limits));
        self.wait();
        let (record, limits) = (self.record.clone(), limits.clone());
        let in_thread = control.clone();
        let mut memories = self.memories.take().unwrap_or_default();
        let thread = Builder::new().stack_size(STACK_SIZE).spawn(move || {
            let (position, memory) = (record.position(), &mut memories);
            let events = RefCell::new(events);
            let tell = |event| events.borrow_mut()(event);
            let mut report = |info: &Info<_>| tell(Event::Info(info.in_text(position, style)));
            let answer = |best: Best<_>| tell(Event::Done(best.in_text(position, style)));
            search_then(&record, &limits, &in_thread, &table, memory, &mut report, answer);
            memories
        });
        let thread = thread.expect("a thread to search in");
        self.running = Some(Running { control, thread });
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.control.ponder_hit();
        }
    }

    fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            match running.thread.join() {
                Ok(memories) => self.memories = Some(memories),
                Err(_) => log::error!("the search panicked"),
            }
        }
    }
}

impl<G: Game> Drop for Engine<G> {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

/// A table of `mib` MiB, or of as much less as can be had.
fn largest_table(mib: usize) -> Table {
    let sizes = std::iter::successors(Some(mib), |mib| (*mib > 1).then_some(mib / 2));
    for size in sizes {
        match Table::new(size) {
            Ok(table) => return table,
            Err(error) => log::warn!("{error}"),
        }
    }
    Table::empty()
}

/// The texts of legal moves of `position`, in bytewise order.
fn sorted_texts<G: Game>(position: &G, moves: &[G::Move], style: Style) -> Vec<String> {
    let mut texts: Vec<_> = moves.iter().map(|&mv| position.move_text(mv, style)).collect();
    texts.sort_unstable();
    texts
}

/// The texts of a line of moves from `position`.
fn line_in_text<G: Game>(position: &G, line: &[G::Move], style: Style) -> Vec<String> {
    let mut position = *position;
    line.iter()
        .map(|&mv| {
            let text = position.move_text(mv, style);
            position.play(mv);
            text
        })
        .collect()
}

impl<M: Copy> Info<M> {
    fn in_text<G: Game<Move = M>>(&self, position: &G, style: Style) -> Info<String> {
        Info {
            pv: line_in_text(position, &self.pv, style),
            depth: self.depth,
            seldepth: self.seldepth,
            multi_pv: self.multi_pv,
            score: self.score,
            nodes: self.nodes,
            time: self.time,
            hashfull: self.hashfull,
        }
    }
}

impl<M: Copy> Best<M> {
    fn in_text<G: Game<Move = M>>(&self, position: &G, style: Style) -> Best<String> {
        let line: Vec<M> = self.best.into_iter().chain(self.ponder).collect();
        let mut texts = line_in_text(position, &line, style).into_iter();
        Best { best: texts.next(), ponder: texts.next(), info: self.info.in_text(position, style) }
    }
}
