//! No engine outlives the match, even if the runner is killed.
//!
//! A second process of our own program, in a process group of its own, is told of every engine that
//! is started and ended. When its input ends, because the runner is gone, it kills those left.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// The hidden command that makes our program a guardian.
pub const COMMAND: &str = "guard-engines";

/// The runner's end of the guardian.
#[derive(Debug, Clone)]
pub struct Guardian(Arc<Process>);

/// The guardian's process; told to end, and waited for, when dropped.
#[derive(Debug)]
struct Process(Mutex<Child>);

impl Guardian {
    /// Starts the guardian.
    ///
    /// # Errors
    /// If the running program cannot be started once more.
    pub fn start() -> io::Result<Self> {
        let mut command = Command::new(ourselves()?);
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        own_group(&mut command);
        Ok(Guardian(Arc::new(Process(Mutex::new(command.spawn()?)))))
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
        let mut child = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = child.stdin.as_mut().map(|stdin| writeln!(stdin, "{sign}{pid}"));
        if let Some(Err(error)) = told {
            log::warn!("the guardian of engines is gone: {error}");
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let child = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(child.stdin.take());
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
    if running.exists() { Ok(running) } else { std::env::current_exe() }
}

/// What the guardian does: follows `input` to its end, then kills what was not released.
///
/// # Errors
/// If `input` cannot be read; what is left is killed all the same.
pub fn guard(input: impl BufRead) -> io::Result<()> {
    let mut engines = BTreeSet::new();
    let followed = input.lines().try_for_each(|line| {
        let line = line?;
        match (line.strip_prefix('+').map(str::parse), line.strip_prefix('-').map(str::parse)) {
            (Some(Ok(pid)), _) => drop(engines.insert(pid)),
            (_, Some(Ok(pid))) => drop(engines.remove(&pid)),
            _ => log::warn!("not understood: {line:?}"),
        }
        Ok(())
    });
    engines.into_iter().for_each(kill_group);
    followed
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
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(pid) = i32::try_from(pid) {
        // There is none if all its processes have ended.
        let _ = killpg(Pid::from_raw(pid), Signal::SIGKILL);
    }
}

/// There are no process groups here.
#[cfg(not(unix))]
pub(super) fn own_group(_command: &mut Command) {}

/// There are no process groups here: a process is killed by its handle alone.
#[cfg(not(unix))]
pub(super) fn kill_group(_pid: u32) {}
