//! No engine outlives the match, even if the runner is killed.
//!
//! A second process of our own program, in a process group of its own, is told of every engine that
//! is started and ended. When its input ends, because the runner is gone, it kills those left. Where
//! there is `/proc` it also looks for the mark that engines have in their environment, and all
//! processes that they have started: so it finds an engine whose start it was not told of, and
//! children that have left the engine's process group.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{fs, thread};

#[cfg(unix)]
use nix::sys::signal::{self, Signal};
#[cfg(unix)]
use nix::unistd::Pid;

/// The hidden command that makes our program a guardian.
pub const COMMAND: &str = "guard-engines";

/// The variable in the environment of engines that holds the mark of the match.
const MARK: &str = "HIPPOGRIFF_MATCH";
/// What the guardian is told at the end of a match whose engines have ended.
const FAREWELL: &str = ".";
/// How often, and at which intervals, a match that was killed is searched for engines: one may have
/// been about to start.
const SEARCHES: u32 = 20;
const SEARCH_INTERVAL: Duration = Duration::from_millis(50);

/// The runner's end of the guardian.
#[derive(Debug, Clone)]
pub struct Guardian(Arc<Process>);

/// The guardian's process; told to end, and waited for, when dropped.
#[derive(Debug)]
struct Process {
    child: Mutex<Child>,
    mark: String,
}

impl Guardian {
    /// Starts the guardian.
    ///
    /// # Errors
    /// If the running program cannot be started once more.
    pub fn start() -> io::Result<Self> {
        let mark = new_mark();
        let mut command = Command::new(ourselves()?);
        command.args([COMMAND, &mark]);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        own_group(&mut command);
        let child = Mutex::new(command.spawn()?);
        Ok(Guardian(Arc::new(Process { child, mark })))
    }

    /// Marks an engine that is about to start.
    pub(super) fn mark(&self, command: &mut Command) {
        command.env(MARK, &self.0.mark);
    }

    /// The engine whose process group is `pid` has been started.
    pub(super) fn watch(&self, pid: u32) {
        self.tell('+', pid);
    }

    /// It has ended.
    pub(super) fn release(&self, pid: u32) {
        self.tell('-', pid);
    }

    fn tell(&self, sign: char, pid: u32) {
        let mut child = self.0.child.lock().unwrap_or_else(PoisonError::into_inner);
        let told = child.stdin.as_mut().map(|stdin| writeln!(stdin, "{sign}{pid}"));
        if let Some(Err(error)) = told {
            log::warn!("the guardian of engines is gone: {error}");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(mut stdin) = child.stdin.take()
            && let Err(error) = writeln!(stdin, "{FAREWELL}")
        {
            log::warn!("the guardian of engines is gone: {error}");
        }
        if let Err(error) = child.wait() {
            log::warn!("the guardian of engines cannot be waited for: {error}");
        }
    }
}

/// The running program, and no other that may have taken its place in the meantime.
///
/// # Errors
/// If the system does not tell.
pub(super) fn ourselves() -> io::Result<PathBuf> {
    let running = PathBuf::from("/proc/self/exe");
    // Wine shows Windows programs the `/proc` of the system below, where this is Wine itself.
    if cfg!(unix) && running.exists() { Ok(running) } else { std::env::current_exe() }
}

/// A mark that no other match has.
fn new_mark() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    format!("{}-{now}", std::process::id())
}

/// What the guardian of the match with this mark does: follows `input` to its end, then kills what
/// was not released.
///
/// # Errors
/// If `input` cannot be read; what is left is killed all the same.
pub fn guard(input: impl BufRead, mark: &str) -> io::Result<()> {
    let mut engines = BTreeSet::new();
    let mut searches = SEARCHES;
    let followed = input.lines().try_for_each(|line| {
        let line = line?;
        match (line.strip_prefix('+').map(str::parse), line.strip_prefix('-').map(str::parse)) {
            (Some(Ok(pid)), _) => drop(engines.insert(pid)),
            (_, Some(Ok(pid))) => drop(engines.remove(&pid)),
            _ if line == FAREWELL => searches = 1,
            _ => log::warn!("not understood: {line:?}"),
        }
        Ok(())
    });
    engines.into_iter().for_each(kill_group);
    kill_marked(mark);
    for _ in 1..searches {
        thread::sleep(SEARCH_INTERVAL);
        kill_marked(mark);
    }
    followed
}

/// Kills all processes that have the mark in their environment, where `/proc` tells.
fn kill_marked(mark: &str) {
    let sought = format!("{MARK}={mark}");
    let Ok(processes) = fs::read_dir("/proc") else { return };
    let pids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    for pid in pids {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        if environment.split(|&byte| byte == 0).any(|variable| variable == sought.as_bytes()) {
            kill_process(pid);
        }
    }
}

/// Puts a process that is to be started at the head of a process group, apart from a terminal's
/// Ctrl-C, so that it can be killed with all its children.
#[cfg(unix)]
pub(super) fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Kills the process group headed by `pid`, if there is one.
#[cfg(unix)]
pub(super) fn kill_group(pid: u32) {
    if let Ok(pid) = i32::try_from(pid) {
        // There is none if all its processes have ended.
        let _ = signal::killpg(Pid::from_raw(pid), Signal::SIGKILL);
    }
}

/// Kills a process, if there is one with this number.
#[cfg(unix)]
fn kill_process(pid: i32) {
    let _ = signal::kill(Pid::from_raw(pid), Signal::SIGKILL);
}

/// There are no process groups here.
#[cfg(not(unix))]
pub(super) fn own_group(_command: &mut Command) {}

/// There are no process groups here: a process is killed by its handle alone.
#[cfg(not(unix))]
pub(super) fn kill_group(_pid: u32) {}

/// There is no `/proc` here either.
#[cfg(not(unix))]
fn kill_process(_pid: i32) {}
