//! Matches of `hippogriff match` between mock engines, each in a folder of its own, and a look at
//! what is left of them.
#![allow(dead_code, missing_docs)]

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hippogriff::arena::pgn::{self, PgnGame};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

/// The variable in the environment of all processes of a match, by which they are found.
const MARK: &str = "HIPPOGRIFF_TEST_MATCH";
/// How long a process that was killed may be seen.
const TIME_TO_DIE: Duration = Duration::from_millis(1_000);

pub const UCI: &str = "uci";
pub const CECP: &str = "cecp";
pub const PROTOCOLS: [&str; 2] = [UCI, CECP];

/// A folder and a mark for one match. Whatever is left of it is killed when this is dropped.
pub struct MockMatch {
    folder: TempDir,
    mark: String,
}

impl MockMatch {
    pub fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{MARK}={}-{number}", std::process::id());
        MockMatch { folder: TempDir::new().unwrap(), mark }
    }

    /// A file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// `hippogriff match` with these words, blanks between them, and games that begin at the start;
    /// its files are `games.pgn` and what belongs to it.
    pub fn command(&self, engines: &[String], flags: &str) -> Command {
        let (name, value) = self.mark.split_once('=').unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_hippogriff"));
        command.arg("match").args(engines).args(flags.split_whitespace());
        command.args(["--random-plies", "0", "--pgn", "games.pgn"]);
        command.env(name, value).current_dir(self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Plays a match to its end. Nobody may be left, and the games must keep the rules.
    pub fn play(&self, engines: &[String], flags: &str) -> Vec<PgnGame> {
        let played = self.command(engines, flags).output().unwrap();
        assert!(played.status.success(), "{flags}: {played:?}");
        self.assert_gone(TIME_TO_DIE);
        self.check();
        self.games()
    }

    /// The games of a match that has ended.
    pub fn games(&self) -> Vec<PgnGame> {
        let file = fs::File::open(self.path("games.pgn")).unwrap();
        pgn::read(BufReader::new(file)).map(Result::unwrap).collect()
    }

    /// `hippogriff pgn check` finds nothing; the final positions it tells.
    pub fn check(&self) -> Vec<String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hippogriff"));
        command.args(["pgn", "check", "--final", "games.pgn"]).current_dir(self.folder.path());
        let Output { status, stdout, stderr } = command.output().unwrap();
        assert!(status.success(), "{}\n{}", lossy(&stderr), self.text("games.pgn"));
        let told = lossy(&stdout);
        let finals = told.lines().filter_map(|line| line.split('\t').nth(2));
        finals.map(str::to_owned).collect()
    }

    /// A match that is refused: what it says.
    pub fn refusal(&self, engines: &[String], flags: &str) -> String {
        let refused = self.command(engines, flags).output().unwrap();
        let told = lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{flags}: {told}");
        assert!(refused.stdout.is_empty() && !self.path("games.pgn").exists(), "{flags}: {told}");
        self.assert_gone(TIME_TO_DIE);
        told
    }

    /// Starts a match, and waits until `file` holds `text` so many times.
    pub fn start(
        &self,
        engines: &[String],
        flags: &str,
        (file, text, times): (&str, &str, usize),
    ) -> Child {
        let mut runner = self.command(engines, flags).spawn().unwrap();
        let began = Instant::now();
        let log = || fs::read_to_string(self.path(file)).unwrap_or_default();
        let shows = || log().matches(text).count() >= times;
        while !shows() {
            let ended = runner.try_wait().unwrap();
            let waits = ended.is_none() && began.elapsed() < Duration::from_secs(60);
            assert!(waits, "{ended:?}: {}{:?}", log(), self.alive());
            thread::sleep(Duration::from_millis(10));
        }
        runner
    }

    /// Processes of this match that live, with their commands.
    pub fn alive(&self) -> Vec<(i32, String)> {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter(|pid| self.is_ours(*pid))
            .map(|pid| {
                let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
                (pid, lossy(&command).replace('\0', " "))
            })
            .collect()
    }

    /// Whether a process runs in the environment of this match. Those that have ended have none.
    fn is_ours(&self, pid: i32) -> bool {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == self.mark.as_bytes())
    }

    /// Asserts that no process of this match is there any more, after `time` at the latest.
    pub fn assert_gone(&self, time: Duration) {
        let began = Instant::now();
        loop {
            let alive = self.alive();
            if alive.is_empty() {
                return;
            }
            assert!(began.elapsed() < time, "left over: {alive:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for MockMatch {
    fn drop(&mut self) {
        for (pid, _) in self.alive() {
            // It may end by itself meanwhile.
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
    }
}

/// The mock engine, which is built beside the program.
fn mock_engine() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_hippogriff"));
    let path = program.with_file_name("examples").join("mock_engine");
    assert!(path.exists(), "{} is missing: cargo build --examples", path.display());
    path
}

/// The flags for a mock engine with a name, a protocol, flags of its own, and further settings.
pub fn mock_with(name: &str, protocol: &str, flags: &str, settings: &[&str]) -> Vec<String> {
    let command = format!("cmd={} {flags}", mock_engine().display());
    let mut words = vec!["--engine".to_owned(), command];
    words.extend([format!("name={name}"), format!("proto={protocol}")]);
    words.extend(settings.iter().map(|setting| (*setting).to_owned()));
    words
}

pub fn mock(name: &str, protocol: &str, flags: &str) -> Vec<String> {
    mock_with(name, protocol, flags, &[])
}

pub fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A tag that must be there.
pub fn tag<'a>(game: &'a PgnGame, name: &str) -> &'a str {
    game.tag(name).unwrap_or_else(|| panic!("no tag {name} in {game}"))
}

/// Result, termination and closing comment.
pub fn ending(game: &PgnGame) -> (&str, &str, &str) {
    let closing = game.closing.as_deref().unwrap_or_default();
    (&game.result, tag(game, "Termination"), closing)
}

/// How many moves were played; the tag must agree.
pub fn plies(game: &PgnGame) -> usize {
    assert_eq!(tag(game, "PlyCount"), game.moves.len().to_string());
    game.moves.len()
}

/// Does `work` for every case, a few at once: most of the time is spent waiting.
pub fn for_all<T: Sync>(cases: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(case);
                }
            });
        }
    });
}
