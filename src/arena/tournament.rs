//! Playing a match: workers that play game after game, and the one place where games are written
//! down.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use thiserror::Error;

use super::engine::{Engine, Fault, Surroundings};
use super::ledger::Ledger;
use super::openings::{Opening, OpeningError, OpeningPlan};
use super::plan::{Fixture, Plan};
use super::referee;
use super::state::{FinishedGame, State, StateError};
use crate::game::Variant;
use crate::session::{self, NO_SEARCH_HASH, Session, Start};

/// A match that is to be played.
#[derive(Debug)]
pub struct Tournament {
    /// What decides which games are played.
    pub plan: Plan,
    /// The variants, as the plan names them.
    pub variants: Vec<Variant>,
    /// What the games begin with.
    pub openings: OpeningPlan,
    /// How many games are played at once.
    pub concurrency: usize,
}

/// Why a match cannot be played, or played on.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// An engine cannot play in it.
    #[error("{engine}: {fault}")]
    Engine {
        /// Its name.
        engine: String,
        /// Why not.
        fault: Fault,
    },
    /// An opening cannot be had.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The games cannot be written.
    #[error("{path}: {error}", path = .path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// The files a match is written to.
#[derive(Debug)]
pub struct Files {
    state: State,
    pgn: File,
    path: PathBuf,
}

/// The state that belongs to a PGN file.
pub fn state_path(pgn: &Path) -> PathBuf {
    pgn.with_extension("state.jsonl")
}

/// What happens to files that are there before a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The match is not played.
    Refuse,
    /// They are replaced.
    Overwrite,
    /// The match goes on from there, or begins if there are none.
    Resume,
}

impl Files {
    /// Opens the files of a match, and gives back the games that were finished before.
    ///
    /// # Errors
    /// If they cannot be had.
    pub fn open(
        pgn: &Path,
        plan: &Plan,
        existing: Existing,
    ) -> Result<(Self, Vec<FinishedGame>), ArenaError> {
        let failed = |error| ArenaError::Pgn { path: pgn.to_owned(), error };
        let state = state_path(pgn);
        let (state, games) = match existing {
            Existing::Resume if state.exists() => State::resume(&state, plan)?,
            _ if existing != Existing::Overwrite && pgn.exists() => {
                return Err(StateError::Exists(pgn.to_owned()).into());
            }
            _ => (State::create(&state, plan, existing == Existing::Overwrite)?, Vec::new()),
        };
        let mut open = OpenOptions::new();
        let file = open.write(true).create(true).truncate(true).open(pgn).map_err(failed)?;
        Ok((Files { state, pgn: file, path: pgn.to_owned() }, games))
    }

    /// Writes down games that have been played elsewhere, in the order of their numbers.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn fill<'p>(
        mut self,
        plan: &'p Plan,
        games: Vec<FinishedGame>,
    ) -> Result<Ledger<'p>, ArenaError> {
        let mut ledger = Ledger::new(plan);
        games.into_iter().try_for_each(|game| self.record(&mut ledger, game))?;
        self.write_pgn(&ledger.close())?;
        Ok(ledger)
    }

    /// Writes down a game that has ended, and what its coming lets the ledger count.
    fn record(&mut self, ledger: &mut Ledger, game: FinishedGame) -> Result<(), ArenaError> {
        self.state.add(&game)?;
        self.write_pgn(&ledger.add(game))
    }

    fn write_pgn(&mut self, games: &[FinishedGame]) -> Result<(), ArenaError> {
        let written = games.iter().try_for_each(|game| self.pgn.write_all(game.pgn.as_bytes()));
        written.map_err(|error| ArenaError::Pgn { path: self.path.clone(), error })
    }
}

impl Tournament {
    /// Starts each engine once, to see whether it can play its games.
    ///
    /// # Errors
    /// Names the first that cannot, and why.
    pub fn check_engines(&self, around: &Surroundings) -> Result<(), ArenaError> {
        self.plan.players.iter().try_for_each(|player| {
            let check = || {
                let mut engine = Engine::start(&player.engine, around)?;
                for &(game, options) in &self.variants {
                    if !player.engine.may_play(game.name) {
                        let why =
                            format!("its entry doesn't list {} among its variants", game.name);
                        return Err(Fault::Unfit(why));
                    }
                    engine.fit(game, options, &player.limits)?;
                }
                engine.quit();
                Ok(())
            };
            let engine = player.engine.name.clone();
            check().map_err(|fault| ArenaError::Engine { engine, fault })
        })
    }

    /// Plays what is left of the match after the games `done`, until its end or `stop`. `watch` is
    /// called with the ledger and each game that ends.
    ///
    /// # Errors
    /// If something cannot be written, or an opening cannot be had. What is finished stays.
    pub fn run(
        &self,
        mut files: Option<Files>,
        done: Vec<FinishedGame>,
        around: &Surroundings,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Ledger, &FinishedGame),
    ) -> Result<Ledger<'_>, ArenaError> {
        let mut ledger = Ledger::new(&self.plan);
        let mut finished: Vec<u64> = done.iter().map(|game| game.number).collect();
        finished.sort_unstable();
        for game in done {
            let counted = ledger.add(game);
            files.iter_mut().try_for_each(|files| files.write_pgn(&counted))?;
        }
        let left = self.plan.games().filter(|number| finished.binary_search(number).is_err());
        let (work, give_up) = (Mutex::new(left), &*around.give_up);
        give_up.store(ledger.is_decided(), Ordering::Relaxed);
        let worked = thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for _ in 0..self.concurrency {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || self.work(work, &sender, around, give_up));
            }
            drop(sender);
            let wrote = self.write_down(&mut ledger, &mut files, games, (stop, give_up), watch);
            give_up.store(true, Ordering::Relaxed);
            wrote
        });
        let rest = ledger.close();
        files.iter_mut().try_for_each(|files| files.write_pgn(&rest))?;
        worked.map(|()| ledger)
    }

    /// Writes games down as they come, until there are no more.
    fn write_down(
        &self,
        ledger: &mut Ledger,
        files: &mut Option<Files>,
        games: Receiver<Result<FinishedGame, ArenaError>>,
        (stop, give_up): (&AtomicBool, &AtomicBool),
        watch: &mut dyn FnMut(&Ledger, &FinishedGame),
    ) -> Result<(), ArenaError> {
        loop {
            if stop.load(Ordering::Relaxed) || ledger.is_decided() {
                give_up.store(true, Ordering::Relaxed);
            }
            let game = match games.recv_timeout(referee::LOOK_UP) {
                Ok(game) => game?,
                Err(mpsc::RecvTimeoutError::Timeout) => continue,
                Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
            };
            match files {
                Some(files) => files.record(ledger, game.clone())?,
                None => drop(ledger.add(game.clone())),
            }
            watch(ledger, &game);
        }
    }

    /// Plays games until there are no more.
    fn work(
        &self,
        work: &Mutex<impl Iterator<Item = u64>>,
        games: &Sender<Result<FinishedGame, ArenaError>>,
        around: &Surroundings,
        give_up: &AtomicBool,
    ) {
        let mut engines = Engines { tournament: self, around, running: Vec::new() };
        while !give_up.load(Ordering::Relaxed) {
            let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(fixture) = next.and_then(|number| self.plan.fixture(number)) else { return };
            let game = self.play(&fixture, &mut engines, give_up);
            // An error says that nobody writes down games any more.
            if let Some(game) = game.transpose()
                && games.send(game).is_err()
            {
                return;
            }
        }
    }

    /// Plays one game; `None` if it was given up.
    fn play(
        &self,
        fixture: &Fixture,
        engines: &mut Engines,
        give_up: &AtomicBool,
    ) -> Result<Option<FinishedGame>, ArenaError> {
        let variant = self.variants[fixture.pair.variant];
        let opening = self.openings.opening(variant.0, variant.1, fixture.pair.round)?;
        let mut session = session_at(variant, &opening)?;
        engines.keep(fixture.players);
        let mut seated = fixture.players.map(|player| engines.take(player));
        let limits = fixture.players.map(|player| self.plan.players[player].limits);
        let seats = seated.each_mut().map(|engine| engine.as_mut().map_err(|fault| fault.clone()));
        let played = referee::play(&mut *session, seats, limits, &self.plan.conduct, give_up);
        for ((engine, player), broken) in seated.into_iter().zip(fixture.players).zip(played.broken)
        {
            engines.put_back(player, engine, broken);
        }
        Ok(self.plan.finished(fixture, variant, &opening, &played))
    }
}

/// A session that stands where the opening ends.
fn session_at(
    (game, options): Variant,
    opening: &Opening,
) -> Result<Box<dyn Session>, OpeningError> {
    let start = opening.fen.clone().map_or(Start::Default, Start::Fen);
    let mut session = session::open_at(game, options, &start, NO_SEARCH_HASH)?;
    opening.moves.iter().try_for_each(|mv| session.play(mv).map(drop))?;
    Ok(session)
}

/// The running engines of one worker.
struct Engines<'a> {
    tournament: &'a Tournament,
    around: &'a Surroundings,
    running: Vec<(usize, Engine)>,
}

impl Engines<'_> {
    /// Ends those that are none of these players.
    fn keep(&mut self, players: [usize; 2]) {
        let (stay, leave) =
            std::mem::take(&mut self.running).into_iter().partition(|(p, _)| players.contains(p));
        self.running = stay;
        let leave: Vec<(usize, Engine)> = leave;
        leave.into_iter().for_each(|(_, engine)| engine.quit());
    }

    /// The engine of a player, started if it does not run (any more).
    fn take(&mut self, player: usize) -> Result<Engine, Fault> {
        if let Some(place) = self.running.iter().position(|&(running, _)| running == player) {
            let (_, mut engine) = self.running.swap_remove(place);
            if !engine.has_ended() {
                return Ok(engine);
            }
            log::warn!("{} ended between two games, and is started anew", engine.name());
        }
        Engine::start(&self.tournament.plan.players[player].engine, self.around)
    }

    /// Keeps an engine for the next game, unless it is of no more use.
    fn put_back(&mut self, player: usize, engine: Result<Engine, Fault>, broken: bool) {
        let Ok(engine) = engine else { return };
        let restart = self.tournament.plan.players[player].engine.restart;
        if broken {
            engine.kill();
        } else if restart || engine.is_for_one_game() {
            engine.quit();
        } else {
            self.running.push((player, engine));
        }
    }
}

impl Drop for Engines<'_> {
    fn drop(&mut self) {
        // All at once, so that none has to wait for another.
        self.running.iter().for_each(|(_, engine)| engine.tell_to_quit());
    }
}
