//! The state of a match: a file of lines, the plan first and then each game as it was finished.
//!
//! A line is written in one piece when a game ends, and holds all of it, its PGN too. So whatever
//! happens to the runner, at most the line being written is lost, whose game is then played again;
//! the PGN file itself is made anew from the state.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::ending::{Score, Termination};
use super::plan::Plan;

/// Tells the format of the file.
const FORMAT: &str = "hippogriff match 1";

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Its number.
    pub number: u64,
    /// Who scored.
    pub score: Score,
    /// In which way.
    pub termination: Termination,
    /// How, in words.
    pub reason: String,
    /// How many plies it lasted.
    pub plies: usize,
    /// What its opening is called.
    pub opening: String,
    /// All of it, as PGN.
    pub pgn: String,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header<P> {
    format: String,
    plan: P,
}

/// The state that belongs to a PGN file: `a.state.jsonl` to `a.pgn`.
pub fn state_path(pgn: &Path) -> PathBuf {
    beside(pgn, ".state.jsonl")
}

/// What stands beside a PGN file, with another ending in place of `.pgn`.
pub fn beside(pgn: &Path, ending: &str) -> PathBuf {
    let mut name = match pgn.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("pgn") => pgn.with_extension(""),
        _ => pgn.to_owned(),
    }
    .into_os_string();
    name.push(ending);
    PathBuf::from(name)
}

/// Why a state cannot be used.
#[derive(Debug, Error)]
pub enum StateError {
    /// The file cannot be read or written.
    #[error("{path}: {error}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// There is one already, and it is not to be overwritten.
    #[error("{path} is there already: go on with --resume, or begin anew with --overwrite", path = .0.display())]
    Exists(PathBuf),
    /// There are games, but no state to go on from.
    #[error("{path} is missing: without it the match cannot go on", path = .0.display())]
    Missing(PathBuf),
    /// Another match is writing it.
    #[error("{path} is being written by another match", path = .0.display())]
    Locked(PathBuf),
    /// The file is no state of a match.
    #[error("{path}:{line}: no state of a match: {fault}", path = .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// A game is in it twice, or is none of those to be played.
    #[error("{path}: game {game} is in it twice, or is none of this match", path = .path.display())]
    Stranger {
        /// The file.
        path: PathBuf,
        /// The game's number, from 1.
        game: u64,
    },
    /// It is the state of another match.
    #[error("{path} is of another match: {key} was {was}, and is now {is}", path = .path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// What differs.
        key: String,
        /// What it was.
        was: String,
        /// What it is now.
        is: String,
    },
}

/// A state that can be added to. No other match can open it as long as it is there.
#[derive(Debug)]
pub struct State {
    file: File,
    path: PathBuf,
}

impl State {
    /// Begins the state of a match.
    ///
    /// # Errors
    /// If there is one, unless it is to be overwritten; if it cannot be written.
    pub fn create(path: &Path, plan: &Plan, overwrite: bool) -> Result<Self, StateError> {
        let mut open = OpenOptions::new();
        open.write(true).create(overwrite).create_new(!overwrite);
        let file = open.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StateError::Exists(path.to_owned()),
            _ => failed(path, error),
        })?;
        let mut state = State::locked(file, path)?;
        state.file.set_len(0).map_err(|error| failed(path, error))?;
        let header = line(&Header { format: FORMAT.to_owned(), plan });
        state.write(&header.map_err(|error| failed(path, error))?)?;
        Ok(state)
    }

    /// Goes on with a state of the match with this plan: the games finished, in the order in which
    /// they were. A last line that was not written whole is cut off.
    ///
    /// # Errors
    /// If it cannot be read, is broken, or of another match.
    pub fn resume(path: &Path, plan: &Plan) -> Result<(Self, Vec<FinishedGame>), StateError> {
        let file = OpenOptions::new().read(true).write(true).open(path);
        let mut state = State::locked(file.map_err(|error| failed(path, error))?, path)?;
        let contents = read_lines(&state.file, path)?;
        let header = line(&Header { format: FORMAT.to_owned(), plan });
        let header = header.map_err(|error| failed(path, error))?;
        if contents.length == 0 && header.starts_with(&contents.torn) {
            // The runner was killed before anything else.
            state.cut(0)?;
            state.write(&header)?;
            return Ok((state, Vec::new()));
        }
        let length = contents.length;
        let loaded = contents.loaded(path)?;
        let now = serde_json::to_value(plan).map_err(|error| failed(path, error.into()))?;
        if let Some((key, was, is)) = difference(&loaded.plan, &now) {
            return Err(StateError::OtherMatch { path: path.to_owned(), key, was, is });
        }
        check_games(path, plan, &loaded.games)?;
        state.cut(length)?;
        Ok((state, loaded.games))
    }

    /// Cuts the file off, and goes on writing there.
    fn cut(&mut self, length: u64) -> Result<(), StateError> {
        let cut = self.file.set_len(length);
        let end = cut.and_then(|()| self.file.seek(SeekFrom::End(0)));
        end.map(drop).map_err(|error| failed(&self.path, error))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &FinishedGame) -> Result<(), StateError> {
        let line = line(game).map_err(|error| failed(&self.path, error))?;
        self.write(&line)
    }

    fn locked(file: File, path: &Path) -> Result<Self, StateError> {
        match file.try_lock() {
            Ok(()) => Ok(State { file, path: path.to_owned() }),
            Err(TryLockError::WouldBlock) => Err(StateError::Locked(path.to_owned())),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                log::warn!("{} cannot be locked here: take care to run it once", path.display());
                Ok(State { file, path: path.to_owned() })
            }
            Err(TryLockError::Error(error)) => Err(failed(path, error)),
        }
    }

    fn write(&mut self, line: &[u8]) -> Result<(), StateError> {
        self.file.write_all(line).map_err(|error| failed(&self.path, error))
    }
}

/// A line of the file.
fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Whether these are different games of the match with this plan.
///
/// # Errors
/// Names the first that is not.
pub fn check_games(path: &Path, plan: &Plan, games: &[FinishedGame]) -> Result<(), StateError> {
    let mut numbers: Vec<u64> = games.iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    let stranger = |number| StateError::Stranger { path: path.to_owned(), game: number + 1 };
    plan.stranger(&numbers).map_or(Ok(()), |number| Err(stranger(number)))
}

/// A state as it stands in its file.
#[derive(Debug)]
pub struct Loaded {
    /// The plan.
    pub plan: Value,
    /// The games, in the order in which they were finished.
    pub games: Vec<FinishedGame>,
}

/// Reads a state, without being able to add to it.
///
/// # Errors
/// If it cannot be read or is broken.
pub fn load(path: &Path) -> Result<Loaded, StateError> {
    read_lines(&File::open(path).map_err(|error| failed(path, error))?, path)?.loaded(path)
}

/// The lines of a file.
struct Contents {
    lines: Vec<Vec<u8>>,
    /// Bytes of the whole lines.
    length: u64,
    /// The last line, if it was not written whole.
    torn: Vec<u8>,
}

fn read_lines(file: &File, path: &Path) -> Result<Contents, StateError> {
    let mut reader = BufReader::new(file);
    let mut contents = Contents { lines: Vec::new(), length: 0, torn: Vec::new() };
    loop {
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line).map_err(|error| failed(path, error))?;
        if !line.ends_with(b"\n") {
            contents.torn = line;
            return Ok(contents);
        }
        contents.length += line.len() as u64;
        contents.lines.push(line);
    }
}

impl Contents {
    fn loaded(self, path: &Path) -> Result<Loaded, StateError> {
        let broken = |line, fault| StateError::Format { path: path.to_owned(), line, fault };
        let mut lines = (1..).zip(&self.lines);
        let (_, first) =
            lines.next().ok_or_else(|| broken(1, "it has no first line".to_owned()))?;
        let header: Header<Value> =
            serde_json::from_slice(first).map_err(|error| broken(1, error.to_string()))?;
        if header.format != FORMAT {
            let fault = format!("its format is {:?}, not {FORMAT:?}", header.format);
            return Err(broken(1, fault));
        }
        let game = |(number, line): (usize, &Vec<u8>)| {
            serde_json::from_slice(line).map_err(|error| broken(number, error.to_string()))
        };
        Ok(Loaded { plan: header.plan, games: lines.map(game).collect::<Result<_, _>>()? })
    }
}

/// Where two plans first differ, and what stands there in either.
pub fn difference(was: &Value, is: &Value) -> Option<(String, String, String)> {
    fn find(at: &str, was: &Value, is: &Value) -> Option<(String, String, String)> {
        let inside = |key: &str| if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
        match (was, is) {
            (Value::Object(one), Value::Object(other)) => {
                let mut keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
                keys.find_map(|key| find(&inside(key), &was[key], &is[key]))
            }
            (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
                let places = one.iter().zip(other).enumerate();
                places
                    .into_iter()
                    .find_map(|(at, (one, other))| find(&inside(&(at + 1).to_string()), one, other))
            }
            _ => (was != is).then(|| (at.to_owned(), was.to_string(), is.to_string())),
        }
    }
    find("", was, is)
}

fn failed(path: &Path, error: io::Error) -> StateError {
    StateError::File { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    /// A file of its own for one test, gone when dropped.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let name = format!("hippogriff-state-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            // What another run left behind.
            let _ = fs::remove_file(&path);
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn game(number: u64) -> FinishedGame {
        FinishedGame {
            number,
            score: Score::Draw,
            termination: Termination::WontStart,
            reason: "a \"reason\"\nin two lines".to_owned(),
            plies: 3,
            opening: "line 1".to_owned(),
            pgn: "[Event \"x\"]\n\n1-0\n".to_owned(),
        }
    }

    fn plan() -> Plan {
        Plan::of_two("A", "B", None)
    }

    #[test]
    fn games_are_there_after_the_runner_is_gone() {
        let scratch = Scratch::new("kept");
        let mut state = State::create(&scratch.0, &plan(), false).unwrap();
        state.add(&game(1)).unwrap();
        state.add(&game(0)).unwrap();
        assert!(matches!(State::resume(&scratch.0, &plan()), Err(StateError::Locked(_))));
        drop(state);
        let whole = fs::read(&scratch.0).unwrap();
        fs::write(&scratch.0, [&whole[..], b"{\"number\":2,\"sco"].concat()).unwrap();
        let (mut state, games) = State::resume(&scratch.0, &plan()).unwrap();
        assert_eq!(games, [game(1), game(0)]);
        state.add(&game(2)).unwrap();
        drop(state);
        assert_eq!(load(&scratch.0).unwrap().games, [game(1), game(0), game(2)]);
    }

    #[test]
    fn a_runner_killed_at_once_has_begun_nothing() {
        let scratch = Scratch::new("begun");
        drop(State::create(&scratch.0, &plan(), false).unwrap());
        let whole = fs::read(&scratch.0).unwrap();
        for length in [0, 1, 20, whole.len() - 1] {
            fs::write(&scratch.0, &whole[..length]).unwrap();
            assert!(State::resume(&scratch.0, &plan()).unwrap().1.is_empty());
            assert_eq!(fs::read(&scratch.0).unwrap(), whole);
        }
        fs::write(&scratch.0, "something else").unwrap();
        assert!(matches!(State::resume(&scratch.0, &plan()), Err(StateError::Format { .. })));
        assert_eq!(fs::read(&scratch.0).unwrap(), b"something else");
    }

    #[test]
    fn another_match_is_refused() {
        let scratch = Scratch::new("other");
        drop(State::create(&scratch.0, &plan(), false).unwrap());
        let other = State::resume(&scratch.0, &Plan::of_two("A", "C", None));
        let message = other.unwrap_err().to_string();
        assert!(
            message.ends_with("players.2.engine.name was \"B\", and is now \"C\""),
            "{message}"
        );
        let torn = [&fs::read(&scratch.0).unwrap()[..], b"{\"num"].concat();
        fs::write(&scratch.0, &torn).unwrap();
        assert!(State::resume(&scratch.0, &Plan::of_two("A", "C", None)).is_err());
        assert_eq!(fs::read(&scratch.0).unwrap(), torn);
        let again = State::create(&scratch.0, &plan(), false);
        assert!(matches!(again, Err(StateError::Exists(_))));
        assert!(State::create(&scratch.0, &plan(), true).is_ok());
    }

    #[test]
    fn games_that_cannot_be_are_refused() {
        for numbers in [[0, 0], [0, 1_000_000]] {
            let scratch = Scratch::new(&format!("strange{}", numbers[1]));
            let mut state = State::create(&scratch.0, &plan(), false).unwrap();
            numbers.iter().for_each(|&number| state.add(&game(number)).unwrap());
            drop(state);
            let refused = State::resume(&scratch.0, &plan());
            let stranger = numbers[1] + 1;
            assert!(matches!(refused, Err(StateError::Stranger { game, .. }) if game == stranger));
        }
    }

    #[test]
    fn what_is_no_state_is_refused() {
        let scratch = Scratch::new("broken");
        for (text, line) in [
            ("", 1),
            ("no json\n", 1),
            ("{\"format\":\"other 1\",\"plan\":1}\n", 1),
            ("{\"format\":\"hippogriff match 1\",\"plan\":{}}\n{}\n", 2),
        ] {
            fs::write(&scratch.0, text).unwrap();
            let error = load(&scratch.0).unwrap_err();
            assert!(matches!(error, StateError::Format { line: at, .. } if at == line), "{error}");
        }
    }

    #[test]
    fn states_stand_beside_their_games() {
        for (pgn, state) in [
            ("a.pgn", "a.state.jsonl"),
            ("dir/a.b.PGN", "dir/a.b.state.jsonl"),
            ("shard.1", "shard.1.state.jsonl"),
        ] {
            assert_eq!(state_path(Path::new(pgn)), Path::new(state));
        }
    }

    #[test]
    fn plans_differ_where_they_first_do() {
        let differ = |was, is| difference(&was, &is).map(|(key, ..)| key);
        assert_eq!(differ(json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 2}]})), None);
        let key = differ(json!({"a": [1, {"b": 2}]}), json!({"a": [1, {"b": 3}]}));
        assert_eq!(key.as_deref(), Some("a.2.b"));
        assert_eq!(differ(json!({"a": 1}), json!({})).as_deref(), Some("a"));
        assert_eq!(differ(json!({}), json!({"c": 1})).as_deref(), Some("c"));
        assert_eq!(differ(json!({"a": [1]}), json!({"a": [1, 2]})).as_deref(), Some("a"));
    }
}
