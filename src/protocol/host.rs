//! What both protocols stand on: the open session, the settings that outlive it, and the
//! searches started on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use thiserror::Error;

use super::options::Settings;
use super::{Event, Setup};
use crate::game::{GameInfo, OptionInfo, Options, Outcome, Style};
use crate::games;
use crate::search::{Limits, MAX_HASH_MIB, TableError};
use crate::session::{self, EventSink, Session, Start, StartError};

/// Starts a search: [`Session::go`], unless a test has other plans.
pub(super) type Launch = Box<dyn FnMut(&mut dyn Session, &Limits, Style, EventSink)>;

/// Why no game could be set up.
#[derive(Debug, Error)]
pub enum SetupError {
    /// There is no such game.
    #[error("no game {0:?}")]
    NoGame(&'static str),
    /// It cannot begin as asked.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// What came of switching a game's option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Switched {
    /// No game has such an option.
    Unknown,
    /// The present game has no such option; games that have it will use it.
    Elsewhere,
    /// The present game goes on under the new rules.
    Now,
    /// The present game begins again, from a start position that may differ.
    Anew,
    /// The moves played are not possible under the new rules: the next game will use it.
    Later,
}

/// A session and all that is needed to replace it by one of another game.
pub(super) struct Host {
    session: Box<dyn Session>,
    /// The game that CECP's `new` goes back to.
    default: &'static GameInfo,
    /// The options switched on, of whatever game: they hold for every game that has them.
    wanted: Vec<&'static str>,
    hash_mib: usize,
    settings: Settings,
    start: Start,
    /// Games played so far, so that each has its own random arrays.
    games_played: u64,
    /// Where the present game begins unless a FEN says otherwise.
    home: String,
    events: Sender<Event>,
    launch: Launch,
    /// Searches and perfts started: the number of the last one.
    tasks: u64,
    /// Tells the running perft that nobody wants it any more.
    perft_abandoned: Arc<AtomicBool>,
}

impl Host {
    /// Opens a session as `setup` says; what searches tell will go to `events`.
    ///
    /// # Errors
    /// The game cannot begin as `setup` asks.
    pub(super) fn new(setup: &Setup, events: Sender<Event>) -> Result<Self, SetupError> {
        let hash_mib = setup.hash_mib.clamp(1, MAX_HASH_MIB);
        let mut session = session::open(setup.game.name, setup.options, hash_mib)
            .ok_or(SetupError::NoGame(setup.game.name))?;
        session.start(&setup.start)?;
        Ok(Host {
            home: session.start_fen(),
            session,
            default: setup.game,
            wanted: setup.options.names(setup.game).collect(),
            hash_mib,
            settings: Settings::default(),
            start: setup.start.clone(),
            games_played: 0,
            events,
            launch: Box::new(|session, limits, style, events| session.go(limits, style, events)),
            tasks: 0,
            perft_abandoned: Arc::default(),
        })
    }

    /// Has searches started by `launch`.
    #[cfg(test)]
    pub(super) fn launch_by(&mut self, launch: Launch) {
        self.launch = launch;
    }

    /// The session.
    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The session, to be played in.
    pub(super) fn session_mut(&mut self) -> &mut dyn Session {
        &mut *self.session
    }

    /// The game of the session.
    pub(super) fn game(&self) -> &'static GameInfo {
        self.session.info()
    }

    /// How the present game stands.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    /// The game the program was started with.
    pub(super) fn default_game(&self) -> &'static GameInfo {
        self.default
    }

    /// Every game, the one the program was started with first.
    pub(super) fn games(&self) -> impl Iterator<Item = &'static GameInfo> {
        let default = self.default;
        let others = games::ALL.iter().copied().filter(move |game| game.name != default.name);
        std::iter::once(default).chain(others)
    }

    /// Where the present game begins unless a FEN says otherwise.
    pub(super) fn home(&self) -> &str {
        &self.home
    }

    /// Size of the transposition table in MiB.
    pub(super) fn hash_mib(&self) -> usize {
        self.hash_mib
    }

    /// Sets the size of the transposition table, as near as may be to `mib`; says what it is now.
    ///
    /// # Errors
    /// If the memory cannot be had; the old table stays.
    pub(super) fn set_hash(&mut self, mib: i64) -> Result<usize, TableError> {
        let mib = mib.clamp(1, MAX_HASH_MIB as i64) as usize;
        self.session.set_hash(mib)?;
        self.hash_mib = mib;
        Ok(mib)
    }

    /// What is set for all searches.
    pub(super) fn settings(&self) -> Settings {
        self.settings
    }

    /// What is set for all searches, to be changed: it holds from the next one on.
    pub(super) fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Begins a new game of `game` under the options that are switched on. The old one stands if
    /// that is not possible.
    ///
    /// # Errors
    /// See [`SetupError`].
    pub(super) fn begin(&mut self, game: &'static GameInfo) -> Result<(), SetupError> {
        if self.session.plies() > 0 {
            // Until then a host may hold on to the first array it was told of: XBoard asks twice.
            self.games_played += 1;
        }
        let options = self.options_for(game);
        if game.name == self.game().name && options == self.session.options() {
            self.session.forget();
        } else {
            self.session = self.open(game, options)?;
        }
        let start = match &self.start {
            Start::RandomArrays(seed) => Start::RandomArrays(seed.wrapping_add(self.games_played)),
            // A position of one game means nothing in another.
            Start::Fen(_) if game.name != self.default.name => Start::Default,
            start => start.clone(),
        };
        if self.session.start(&start).is_err() {
            self.session.start(&Start::Default)?;
        }
        self.home = self.session.start_fen();
        Ok(())
    }

    /// Goes back to where the present game begins.
    ///
    /// # Errors
    /// None is known: the position has been the start before.
    pub(super) fn go_home(&mut self) -> Result<(), StartError> {
        self.session.start(&Start::Fen(self.home.clone()))
    }

    /// The options of all games, each with whether it is switched on, each name once.
    pub(super) fn all_options(&self) -> Vec<(&'static OptionInfo, bool)> {
        let mut options: Vec<(&'static OptionInfo, bool)> = Vec::new();
        for option in games::ALL.iter().flat_map(|game| game.options) {
            if options.iter().all(|(known, _)| known.name != option.name) {
                options.push((option, self.wanted.contains(&option.name)));
            }
        }
        options
    }

    /// Switches the option called `name`, whatever its case, for every game that has it.
    pub(super) fn switch(&mut self, name: &str, on: bool) -> Switched {
        let mut known = self.all_options().into_iter();
        let Some((option, _)) = known.find(|(o, _)| o.name.eq_ignore_ascii_case(name)) else {
            return Switched::Unknown;
        };
        self.wanted.retain(|wanted| *wanted != option.name);
        if on {
            self.wanted.push(option.name);
        }
        if !self.game().options.iter().any(|o| o.name == option.name) {
            Switched::Elsewhere
        } else if self.options_for(self.game()) == self.session.options() {
            Switched::Now
        } else {
            self.change_rules().unwrap_or(Switched::Later)
        }
    }

    /// Goes on with the present game under the options switched on, from its very beginning if
    /// nothing has been played.
    fn change_rules(&mut self) -> Result<Switched, SetupError> {
        let game = self.game();
        let moves = self.session.moves_played(Style::Plain);
        let start_fen = self.session.start_fen();
        if moves.is_empty() && start_fen == self.home {
            self.begin(game)?;
            return Ok(Switched::Anew);
        }
        let mut session = self.open(game, self.options_for(game))?;
        session.start(&Start::Fen(start_fen))?;
        if moves.iter().any(|text| session.play(text).is_err()) {
            return Ok(Switched::Later);
        }
        self.session = session;
        Ok(Switched::Now)
    }

    /// The options switched on that `game` has.
    fn options_for(&self, game: &GameInfo) -> Options {
        let places = game.options.iter().enumerate();
        places.fold(Options::NONE, |options, (place, option)| {
            options.with(place, self.wanted.contains(&option.name))
        })
    }

    fn open(
        &self,
        game: &'static GameInfo,
        options: Options,
    ) -> Result<Box<dyn Session>, SetupError> {
        session::open(game.name, options, self.hash_mib).ok_or(SetupError::NoGame(game.name))
    }

    /// Starts a search of the present position with what is set; gives back its number, which its
    /// events carry.
    pub(super) fn go(&mut self, limits: &Limits, style: Style) -> u64 {
        self.tasks += 1;
        let (number, events) = (self.tasks, self.events.clone());
        // Nobody hears the events of a search that outlives the conversation.
        let sink = Box::new(move |event| drop(events.send(Event::Search(number, event))));
        let limits = self.settings.applied_to(limits);
        (self.launch)(&mut *self.session, &limits, style, sink);
        number
    }

    /// Starts to count the nodes below each move of the present position; gives back the number
    /// that the events carry.
    pub(super) fn perft(&mut self, depth: u32) -> u64 {
        self.tasks += 1;
        self.perft_abandoned = Arc::default();
        let (number, events) = (self.tasks, self.events.clone());
        let tell = Box::new(move |told| drop(events.send(Event::Perft(number, told))));
        self.session.start_divide(depth, self.perft_abandoned.clone(), tell);
        number
    }

    /// Lets the running perft end as soon as it notices.
    pub(super) fn abandon_perft(&self) {
        self.perft_abandoned.store(true, Ordering::Relaxed);
    }

    /// The board as text, White's side at the bottom.
    pub(super) fn picture(&self) -> Vec<String> {
        let game = self.game();
        let letter = |square| {
            let (side, kind) = self.session.man_at(square)?;
            game.men.get(kind).map(|man| side.case(man.letter))
        };
        let files =
            ('a'..).take(game.files).fold(String::new(), |row, file| row + " " + &file.to_string());
        let ranks = (0..game.ranks).rev().map(|rank| {
            let squares = rank * game.files..(rank + 1) * game.files;
            let row = squares.fold(String::new(), |row, square| {
                row + " " + &letter(square).unwrap_or('.').to_string()
            });
            format!("{:>2}{row}", rank + 1)
        });
        ranks.chain([format!("  {files}")]).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::perft::{Method, Told};
    use crate::protocol::script;

    fn host(game: &'static GameInfo) -> Host {
        Host::new(&script::setup(game), mpsc::channel().0).unwrap()
    }

    #[test]
    fn an_unknown_option_is_said_to_be_one() {
        assert_eq!(host(games::ALL[0]).switch("nosuch", true), Switched::Unknown);
    }

    #[test]
    fn options_hold_for_every_game_that_has_them() {
        for game in games::ALL {
            for (option, _) in host(game).all_options() {
                let mut host = host(game);
                let has = game.options.iter().any(|o| o.name == option.name);
                let switched = host.switch(&option.name.to_uppercase(), true);
                assert_eq!(switched, if has { Switched::Anew } else { Switched::Elsewhere });
                for other in games::ALL {
                    host.begin(other).unwrap();
                    let on: Vec<_> = host.session().options().names(other).collect();
                    let has = other.options.iter().any(|o| o.name == option.name);
                    assert_eq!(on, if has { vec![option.name] } else { vec![] });
                }
            }
        }
    }

    #[test]
    fn a_perft_counts_what_the_session_counts() {
        for game in games::ALL {
            for depth in 0..3 {
                let (sender, events) = mpsc::channel();
                let mut host = Host::new(&script::setup(game), sender).unwrap();
                let number = host.perft(depth);
                let expected = host.session().perft(depth, &Method::default());
                let total = events.iter().find_map(|event| match event {
                    Event::Perft(of, Told::Total(total)) => Some((of, total)),
                    _ => None,
                });
                assert_eq!(total, Some((number, expected)));
            }
        }
    }

    #[test]
    fn an_abandoned_perft_ends() {
        let (sender, events) = mpsc::channel();
        let mut host = Host::new(&script::setup(games::ALL[0]), sender).unwrap();
        host.perft(60);
        host.abandon_perft();
        drop(host);
        // The channel closes when the counting thread has gone.
        assert!(events.iter().all(|event| matches!(event, Event::Perft(_, Told::Move(..)))));
    }

    #[test]
    fn the_picture_has_a_row_for_each_rank_and_one_for_the_files() {
        for game in games::ALL {
            let picture = host(game).picture();
            assert_eq!(picture.len(), game.ranks + 1);
            assert!(picture.iter().all(|row| row.len() == 2 + 2 * game.files));
        }
    }
}
