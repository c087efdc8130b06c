//! For tests: a protocol fed with events from a script, whose searches never run.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use super::host::Host;
use super::input::Input;
use super::options::Settings;
use super::{Event, Flow, Protocol, Setup};
use crate::game::{GameInfo, Options};
use crate::games;
use crate::search::{Best, Info, Limits, Score};
use crate::session::{self, Start};

/// The plainest setup.
pub(super) fn setup(game: &'static GameInfo) -> Setup {
    Setup { game, options: Options::NONE, hash_mib: 1, start: Start::Default }
}

/// A conversation with a protocol.
pub(super) struct Script<P> {
    pub(super) protocol: P,
    /// Whether the protocol has ended the conversation.
    pub(super) quit: bool,
    events: Receiver<Event>,
    launched: Rc<RefCell<Vec<Limits>>>,
}

impl<P: Protocol> Script<P> {
    /// A conversation about Knightfall.
    pub(super) fn new(protocol: fn(Host) -> P) -> Self {
        Self::about("knightfall", protocol)
    }

    /// A conversation that begins with `game`.
    pub(super) fn about(game: &str, protocol: fn(Host) -> P) -> Self {
        let (sender, events) = mpsc::channel();
        let mut host = Host::new(&setup(games::find(game).unwrap()), sender).unwrap();
        let launched: Rc<RefCell<Vec<Limits>>> = Rc::default();
        let record = launched.clone();
        host.launch_by(Box::new(move |_, limits, _, _| record.borrow_mut().push(limits.clone())));
        Script { protocol: protocol(host), quit: false, events, launched }
    }

    /// What is answered to `event`.
    pub(super) fn event(&mut self, event: Event) -> String {
        assert!(!self.quit, "the conversation is over");
        let mut out = Vec::new();
        self.quit = self.protocol.handle(event, &mut out).unwrap() == Flow::Quit;
        String::from_utf8(out).unwrap()
    }

    /// What is answered to these lines together.
    pub(super) fn say(&mut self, lines: &str) -> String {
        let lines = lines.lines().map(|line| Event::Input(Input::Line(line.trim().to_owned())));
        lines.collect::<Vec<_>>().into_iter().map(|line| self.event(line)).collect()
    }

    /// What is answered to the end of input.
    pub(super) fn end(&mut self) -> String {
        self.event(Event::Input(Input::End))
    }

    /// What is answered when the last search tells `info`.
    pub(super) fn info(&mut self, info: Info<String>) -> String {
        let number = self.searches() as u64;
        self.event(Event::Search(number, session::Event::Info(info)))
    }

    /// What is answered when the last search ends with these moves.
    pub(super) fn done(&mut self, best: &str, ponder: Option<&str>) -> String {
        let number = self.searches() as u64;
        self.done_of(number, best, ponder)
    }

    /// What is answered when the last search ends with a move, having found this.
    pub(super) fn done_with(&mut self, info: Info<String>, best: &str) -> String {
        let best = Best { best: Some(best.to_owned()), ponder: None, info };
        self.event(Event::Search(self.searches() as u64, session::Event::Done(best)))
    }

    /// What is answered when the search with this number ends with these moves.
    pub(super) fn done_of(&mut self, number: u64, best: &str, ponder: Option<&str>) -> String {
        let best = Best {
            best: Some(best.to_owned()),
            ponder: ponder.map(str::to_owned),
            info: info(Score::Cp(0), &[]),
        };
        self.event(Event::Search(number, session::Event::Done(best)))
    }

    /// What is answered to everything that tasks in other threads send, until `last` says that an
    /// event is the last.
    pub(super) fn listen(&mut self, last: fn(&Event) -> bool) -> String {
        let mut answers = String::new();
        loop {
            let event = self.events.recv_timeout(Duration::from_secs(10)).unwrap();
            let ends = last(&event);
            answers += &self.event(event);
            if ends {
                return answers;
            }
        }
    }

    /// How many searches were started.
    pub(super) fn searches(&self) -> usize {
        self.launched.borrow().len()
    }

    /// The limits of the last search.
    pub(super) fn limits(&self) -> Limits {
        self.launched.borrow().last().cloned().unwrap()
    }
}

/// Checks the table in docs/protocols.md that tells, row by row, what becomes of a search in each of
/// these states when a line comes: `consequence` says what does, and there are so many `rows`.
pub(super) fn check_documented(
    states: &[&str],
    rows: usize,
    consequence: impl Fn(&str, &str) -> &'static str,
) {
    let docs = include_str!("../../docs/protocols.md");
    let heading = format!("| Line | {} |\n", states.join(" | "));
    let (_, table) = docs.split_once(&heading).expect("the table stands in the document");
    let lines: Vec<_> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    for row in &lines {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let line = cells.next().unwrap().trim_matches('`');
        let told: Vec<_> = cells.collect();
        let done: Vec<_> = states.iter().map(|state| consequence(state, line)).collect();
        assert_eq!(done, told, "{line} while {states:?}");
    }
    assert_eq!(lines.len(), rows);
}

/// The limits of a search of which nothing is asked while nothing is set.
pub(super) fn plain() -> Limits {
    Settings::default().applied_to(&Limits::default())
}

/// An iteration's findings: depth 5, 7 plies at most, 3,000 nodes in 20 ms.
pub(super) fn info(score: Score, pv: &[&str]) -> Info<String> {
    Info {
        depth: 5,
        seldepth: 7,
        multi_pv: 1,
        score,
        nodes: 3_000,
        time: Duration::from_millis(20),
        hashfull: 12,
        pv: pv.iter().map(|text| (*text).to_owned()).collect(),
    }
}
