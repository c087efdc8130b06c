//! An engine's process: lines in, lines out with the time they came, and a sure end.

use std::collections::VecDeque;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::{Fault, cecp};
use crate::arena::guardian::{self, Guardian};
use crate::arena::halt::Halt;
use crate::arena::roster::EngineSpec;

/// Bytes of the name of a file that begins as an engine is called.
const LONGEST_FILE_NAME: usize = 100;
/// Bytes of a line that are kept; what is beyond is dropped.
const LONGEST_LINE: usize = 64 << 10;
/// Thoughts that are kept back at most.
const MOST_KEPT: usize = 64;
/// Messages, of one line or some thoughts, that may wait to be looked at; an engine that says more
/// has to wait.
const WAITING_MESSAGES: usize = 64;
/// How long an engine may take to end after it was told to.
pub const TIME_TO_QUIT: Duration = Duration::from_millis(500);
/// How long a process may take to end after its output has.
const TIME_TO_DIE: Duration = Duration::from_millis(500);
/// How long the last lines of a process that has ended may be under way.
const LAST_WORDS: Duration = Duration::from_millis(20);
/// How often an ending process is looked at.
const POLL: Duration = Duration::from_millis(2);

/// Where engines run.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    /// Kills engines that would be left over.
    pub guardian: Option<Guardian>,
    /// The folder that keeps what engines write to stderr, a file an engine; if none is given it
    /// is lost.
    pub stderr: Option<PathBuf>,
    /// How long an engine may take to start, and to answer `isready` or `ping`.
    pub patience: Duration,
    /// Says whether the match goes on.
    pub halt: Arc<Halt>,
}

impl Surroundings {
    /// The file that keeps the stderr of the engine called `name`: another for each name.
    pub fn stderr_file(&self, name: &str) -> Option<PathBuf> {
        let plain = |c: char| c.is_alphanumeric() || "-_.+() ".contains(c);
        let encode = |c: char| if plain(c) { c.to_string() } else { format!("%{:06X}", c as u32) };
        let mut file: String = name.chars().map(encode).collect();
        if file.len() > LONGEST_FILE_NAME {
            let cut = (0..=LONGEST_FILE_NAME).rev().find(|&at| file.is_char_boundary(at));
            file.truncate(cut.unwrap_or(0));
            file += &format!("%{:08X}", crc32fast::hash(name.as_bytes()));
        }
        file += ".txt";
        self.stderr.as_ref().map(|folder| folder.join(file))
    }

    /// Makes the folder that keeps the stderr of engines; says whether there was none.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn make_folder(&self) -> io::Result<bool> {
        let Some(folder) = self.stderr.as_ref().filter(|folder| !folder.is_dir()) else {
            return Ok(false);
        };
        fs::create_dir_all(folder).map(|()| true)
    }

    /// Removes what is empty of the files that keep what engines with these names wrote, and the
    /// folder if nothing is left in it; only if it was made for this match, since other engines may
    /// still write to what is in it.
    pub fn tidy(&self, names: &[String], ours: bool) {
        if !ours {
            return;
        }
        for path in names.iter().filter_map(|name| self.stderr_file(name)) {
            if fs::metadata(&path).is_ok_and(|file| file.len() == 0)
                && let Err(error) = fs::remove_file(&path)
            {
                log::warn!("{}: {error}", path.display());
            }
        }
        // It stays if something is in it.
        let _ = self.stderr.as_ref().map(fs::remove_dir);
    }
}

/// What an engine was heard to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heard {
    /// It wrote this line, which arrived at this time.
    Line(String, Instant),
    /// Nothing, in the time given.
    Nothing,
    /// Its output has ended.
    End,
}

/// A line without its end, and when it came.
type TimedLine = (String, Instant);

/// A running engine. When dropped it is ended, in good or in bad.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Takes the lines to be sent; dropped when nothing more will be.
    input: Option<Sender<String>>,
    output: Receiver<Vec<TimedLine>>,
    /// Lines that have come and were not looked at.
    pending: VecDeque<TimedLine>,
    guardian: Option<Guardian>,
    /// What has become of it, once its output has ended.
    fate: Option<Fault>,
    ended: bool,
}

impl Process {
    /// Starts the program of `spec`.
    pub(super) fn start(spec: &EngineSpec, around: &Surroundings) -> Result<Self, Fault> {
        let cannot =
            |path: &Path, error: io::Error| Fault::Runner(format!("{}: {error}", path.display()));
        let stderr = match around.stderr_file(&spec.name) {
            None => Stdio::null(),
            Some(path) => {
                let file = OpenOptions::new().create(true).append(true).open(&path);
                file.map_err(|error| cannot(&path, error))?.into()
            }
        };
        if let Some(folder) = spec.folder() {
            fs::read_dir(&folder).map_err(|error| cannot(&folder, error))?;
        }
        Self::spawn(spec, around, stderr).map_err(|error| cannot(&spec.program(), error))
    }

    fn spawn(spec: &EngineSpec, around: &Surroundings, stderr: Stdio) -> io::Result<Self> {
        let mut command = Command::new(spec.program());
        command.args(spec.command.iter().skip(1)).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(stderr);
        if let Some(folder) = spec.folder() {
            command.current_dir(folder);
        }
        guardian::own_group(&mut command);
        if let Some(guardian) = &around.guardian {
            guardian.mark(&mut command);
        }
        let child = command.spawn()?;
        if let Some(guardian) = &around.guardian {
            guardian.watch(child.id());
        }
        let (lines, output) = mpsc::sync_channel(WAITING_MESSAGES);
        let (input, texts) = mpsc::channel();
        let (input, guardian) = (Some(input), around.guardian.clone());
        // From here on the process is ended when this is dropped.
        let pending = VecDeque::new();
        let (fate, ended) = (None, false);
        let mut process = Process { child, input, output, pending, guardian, fate, ended };
        if let Some(stdin) = process.child.stdin.take() {
            thread::Builder::new().spawn(move || write_lines(stdin, texts))?;
        }
        if let Some(stdout) = process.child.stdout.take() {
            thread::Builder::new().spawn(move || read_lines(stdout, lines))?;
        }
        Ok(process)
    }

    /// Sends a line. An engine that is gone is noticed by its output.
    pub(super) fn send(&self, line: &str) {
        log::trace!("to {}: {line}", self.child.id());
        if let Some(input) = &self.input {
            // An error says that the engine reads no more.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for a line until `deadline`. The output also counts as ended when the process has, for
    /// a child of it may hold the pipe open.
    pub(super) fn hear(&mut self, deadline: Instant) -> Heard {
        if self.pending.is_empty() {
            let left = deadline.saturating_duration_since(Instant::now());
            let mut heard = self.output.recv_timeout(left);
            if heard == Err(RecvTimeoutError::Timeout) {
                if !self.has_ended() {
                    return Heard::Nothing;
                }
                // Its last words may still be on their way.
                heard = self.output.recv_timeout(LAST_WORDS);
            }
            self.pending.extend(heard.unwrap_or_default());
        }
        match self.pending.pop_front() {
            Some((line, time)) => {
                log::trace!("from {}: {line}", self.child.id());
                Heard::Line(line, time)
            }
            None => Heard::End,
        }
    }

    /// What has become of an engine whose output has ended. It is of no more use.
    pub(super) fn autopsy(&mut self) -> Fault {
        let fate = self.fate.take().unwrap_or_else(|| {
            // One that ends only now that its input does has not quit.
            let quit = self.ends_within(TIME_TO_DIE);
            match self.end(Duration::ZERO).filter(|_| quit) {
                Some(status) if status.success() => Fault::Disconnect("it quit".to_owned()),
                Some(status) => Fault::Crash(status.to_string()),
                None => Fault::Disconnect("it closed its output".to_owned()),
            }
        });
        self.fate = Some(fate.clone());
        fate
    }

    /// Ends the engine and its children: it may do so by itself within `grace`, and is killed
    /// otherwise. Gives back its status if it ended by itself.
    pub(super) fn end(&mut self, grace: Duration) -> Option<ExitStatus> {
        if self.ended {
            return None;
        }
        drop(self.input.take());
        let by_itself = self.ends_within(grace);
        self.ended = true;
        guardian::kill_group(self.child.id());
        // Where there are no groups. It may have ended by itself.
        let _ = self.child.kill();
        let status = self.child.wait();
        if let Some(guardian) = &self.guardian {
            guardian.release(self.child.id());
        }
        status.ok().filter(|_| by_itself)
    }

    /// Waits for the end of the process, for `time` at most; says whether it has come.
    fn ends_within(&mut self, time: Duration) -> bool {
        let began = Instant::now();
        while !self.has_ended() && began.elapsed() < time {
            thread::sleep(POLL);
        }
        self.has_ended()
    }

    /// Whether the process has ended. It is looked at only, so that its number stays taken until its
    /// group has been killed.
    #[cfg(target_os = "linux")]
    pub(super) fn has_ended(&mut self) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let id = i32::try_from(self.child.id()).map(|pid| Id::Pid(nix::unistd::Pid::from_raw(pid)));
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        self.ended || id.is_ok_and(|id| waitid(id, flags) != Ok(WaitStatus::StillAlive))
    }

    /// Whether the process has ended.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn has_ended(&mut self) -> bool {
        self.ended || !matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(TIME_TO_QUIT);
    }
}

/// Writes what arrives, so that an engine that reads nothing holds nobody up.
fn write_lines(mut stdin: ChildStdin, texts: Receiver<String>) {
    for text in texts {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Hands on every line with the time it came. Thoughts are kept back until something follows for
/// which it is worth to wake the referee.
fn read_lines(stdout: ChildStdout, lines: SyncSender<Vec<TimedLine>>) {
    let mut reader = BufReader::new(stdout);
    let mut kept = Vec::new();
    while let Ok(Some(line)) = read_line(&mut reader) {
        let wakes = !is_thought(&line);
        kept.push((line, Instant::now()));
        if (wakes || kept.len() >= MOST_KEPT) && lines.send(std::mem::take(&mut kept)).is_err() {
            return;
        }
    }
    // An error says that nobody listens any more.
    let _ = lines.send(kept);
}

/// Whether a line tells what the engine thinks: UCI's `info`, CECP's lines of numbers.
fn is_thought(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    let of_cecp = cecp::read_depth(first).is_some();
    first == "info" || of_cecp && words.next().is_some_and(|word| word.parse::<i64>().is_ok())
}

/// The next line without its end, cut off where it is too long; `None` at the end of the output.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if reader.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        reader.skip_until(b'\n')?;
    }
    let blank = |c: char| c.is_whitespace() || c.is_control();
    Ok(Some(String::from_utf8_lossy(&line).trim_matches(blank).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_off_where_they_are_too_long() {
        let text = format!("\0one\r\n{}\n\nlast", "x".repeat(LONGEST_LINE + 5));
        let mut reader = text.as_bytes();
        let mut next = || read_line(&mut reader).unwrap();
        assert_eq!(next().as_deref(), Some("one"));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST_LINE));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }

    #[test]
    fn thoughts_are_told_from_answers() {
        for line in ["info depth 3 score cp 5", "info", "12 -35 120 5000 a2a3", "7 5 1 2"] {
            assert!(is_thought(line), "{line}");
        }
        for line in ["bestmove a2a3", "1-0 {White}", "0-1 5", "1/2-1/2 {x}", "", "move 1", "5"] {
            assert!(!is_thought(line), "{line}");
        }
    }

    #[test]
    fn stderr_files_are_named_after_engines() {
        let around =
            Surroundings { stderr: Some(PathBuf::from("logs")), ..Surroundings::default() };
        for (name, file) in [
            ("Fairy/Stockfish 11.1", "logs/Fairy%00002FStockfish 11.1.txt"),
            ("Fairy_Stockfish (x)", "logs/Fairy_Stockfish (x).txt"),
            ("100%2F", "logs/100%0000252F.txt"),
            (&"語".repeat(34), &format!("logs/{}%DF48D1B5.txt", "語".repeat(33))),
        ] {
            assert_eq!(around.stderr_file(name), Some(PathBuf::from(file)));
        }
    }
}
