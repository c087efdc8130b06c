//! Who plays: engines as engines.ini and the command line describe them.
//!
//! engines.ini has a section for each engine, named as the engine; the keys are those of
//! [`EngineSpec::set`]. Lines that begin with `#` or `;` are comments. Values are taken as they
//! stand, without quotes or escapes, but for `command`, which is split as a shell would.

use std::io;
use std::path::{Path, PathBuf};

use ini::{Ini, ParseOption};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::guardian;
use super::limits::{LimitError, LimitRequest};
use crate::games;

/// The name that stands for the running program where a command names a program.
pub(crate) const OURSELVES: &str = "hippogriff";
/// The roster that is read if no other is named, where there is one.
const ROSTER: &str = "engines.ini";
/// Begins the key of an engine's own option.
const OPTION_PREFIX: &str = "option.";
/// The keys of an engine, as they are told to people.
const KEYS: &str =
    "name, command, directory, protocol, variants, restart, tc, st, depth, nodes, option.NAME";

/// The protocol an engine speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ProtocolKind {
    /// UCI.
    #[default]
    Uci,
    /// XBoard's protocol, version 2.
    Cecp,
}

/// An engine that can play in a match.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What it is called in the match.
    pub name: String,
    /// The program and its arguments, as written.
    pub command: Vec<String>,
    /// The folder it runs in, as written.
    pub directory: Option<PathBuf>,
    /// What it speaks.
    pub protocol: ProtocolKind,
    /// The games it may be asked to play; `None` if all that it says it plays.
    pub variants: Option<Vec<String>>,
    /// Names and values of its options, set in this order.
    pub options: Vec<(String, String)>,
    /// Its own limits.
    pub limits: LimitRequest,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// The folder that relative paths begin in. No part of what the engine is: a match can be
    /// played on in another place.
    #[serde(skip)]
    pub base: PathBuf,
}

/// Why an engine cannot be read.
#[derive(Debug, Error)]
pub enum RosterError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The file is no INI file.
    #[error("{path}:{line}: {fault}")]
    Syntax {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// Keys stand before the first section.
    #[error("{path}: {key} stands before the first [ENGINE]")]
    NoSection {
        /// The file.
        path: String,
        /// The first such key.
        key: String,
    },
    /// Two sections have one name.
    #[error("two engines are called {0:?}")]
    Twice(String),
    /// An engine has a key that is none, or a bad value.
    #[error("engine {engine:?}: {fault}")]
    Engine {
        /// The engine's name.
        engine: String,
        /// What is wrong.
        fault: SpecError,
    },
    /// There is no such engine.
    #[error("no engine is called {name:?}; {known}")]
    Unknown {
        /// The name.
        name: String,
        /// Those that there are, in words.
        known: String,
    },
}

/// What is wrong with the description of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecError {
    /// Not KEY=VALUE.
    #[error("not KEY=VALUE: {0:?}")]
    NoValue(String),
    /// No such key.
    #[error("no key {0:?}; there are {KEYS}")]
    Key(String),
    /// The key was given before.
    #[error("{0} is given twice")]
    Twice(String),
    /// The command cannot be split into words.
    #[error("a quote is not closed in command {0:?}")]
    Quote(String),
    /// There is no command.
    #[error("no command is given")]
    NoCommand,
    /// Not a protocol.
    #[error("no protocol {0:?}; there are uci and cecp (xboard)")]
    Protocol(String),
    /// Not a game.
    #[error("no game is called {0:?}")]
    Variant(String),
    /// Not a yes or no.
    #[error("{key} is yes or no, not {text:?}")]
    YesNo {
        /// The key.
        key: String,
        /// Its value.
        text: String,
    },
    /// A bad limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

impl EngineSpec {
    /// Sets what `key` names; an option of the same name is replaced.
    ///
    /// # Errors
    /// Names the key or the value that is wrong; the engine is as before.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        if let Some(option) = key.strip_prefix(OPTION_PREFIX) {
            self.options.retain(|(name, _)| !name.eq_ignore_ascii_case(option));
            self.options.push((option.to_owned(), value.to_owned()));
            return Ok(());
        }
        match key {
            "name" => self.name = value.to_owned(),
            "command" | "cmd" => {
                let words =
                    shlex::split(value).ok_or_else(|| SpecError::Quote(value.to_owned()))?;
                self.command = words;
            }
            "directory" | "dir" => self.directory = Some(PathBuf::from(value)),
            "protocol" | "proto" => self.protocol = read_protocol(value)?,
            "variants" => self.variants = Some(read_variants(value)?),
            "restart" => self.restart = read_yes_no(key, value)?,
            _ if self.limits.set(key, value)? => {}
            _ => return Err(SpecError::Key(key.to_owned())),
        }
        Ok(())
    }

    /// Sets what `text`, as `KEY=VALUE`, says.
    ///
    /// # Errors
    /// As [`EngineSpec::set`].
    pub fn set_text(&mut self, text: &str) -> Result<(), SpecError> {
        let (key, value) =
            text.split_once('=').ok_or_else(|| SpecError::NoValue(text.to_owned()))?;
        self.set(key.trim(), value.trim())
    }

    /// Whether the engine may be asked to play the game called `name`.
    pub fn may_play(&self, name: &str) -> bool {
        self.variants.as_ref().is_none_or(|games| games.iter().any(|game| game == name))
    }

    /// Whether it is the running program.
    pub fn is_ours(&self) -> bool {
        self.command.first().is_some_and(|program| program == OURSELVES)
    }

    /// The program to start: `hippogriff` is the running program, a path that is not absolute
    /// begins in [`EngineSpec::base`], and a mere name is looked up by the system.
    pub fn program(&self) -> PathBuf {
        let program = self.command.first().map_or("", String::as_str);
        if self.is_ours()
            && let Ok(path) = guardian::ourselves()
        {
            return path;
        }
        let is_path = program.contains(std::path::is_separator);
        if is_path { self.base.join(program) } else { PathBuf::from(program) }
    }

    /// The folder to start it in, if one is given.
    pub fn folder(&self) -> Option<PathBuf> {
        self.directory.as_ref().map(|folder| self.base.join(folder))
    }
}

fn read_protocol(text: &str) -> Result<ProtocolKind, SpecError> {
    match text {
        "uci" => Ok(ProtocolKind::Uci),
        "cecp" | "xboard" | "winboard" => Ok(ProtocolKind::Cecp),
        _ => Err(SpecError::Protocol(text.to_owned())),
    }
}

fn read_variants(text: &str) -> Result<Vec<String>, SpecError> {
    let names = text.split([',', ' ']).filter(|name| !name.is_empty());
    names
        .map(|name| match games::find(name) {
            Some(game) => Ok(game.name.to_owned()),
            None => Err(SpecError::Variant(name.to_owned())),
        })
        .collect()
}

fn read_yes_no(key: &str, text: &str) -> Result<bool, SpecError> {
    match text {
        "yes" | "true" | "on" => Ok(true),
        "no" | "false" | "off" => Ok(false),
        _ => Err(SpecError::YesNo { key: key.to_owned(), text: text.to_owned() }),
    }
}

/// The engines of a file.
#[derive(Debug, Clone, Default)]
pub struct Roster {
    /// The engines, in the file's order.
    pub engines: Vec<EngineSpec>,
}

impl Roster {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// Names the first thing that is wrong.
    pub fn read(path: &Path) -> Result<Self, RosterError> {
        let name = path.display().to_string();
        let base = path.parent().unwrap_or(Path::new(""));
        let read = std::fs::read_to_string(path).and_then(|text| Ok((text, absolute(base)?)));
        let (text, base) = read.map_err(|error| RosterError::File { path: name.clone(), error })?;
        Self::parse(&text, &name, &base)
    }

    /// Reads the file at `path`; if none is named, `engines.ini`, or nothing where there is none.
    ///
    /// # Errors
    /// As [`Roster::read`].
    pub fn read_or_default(path: Option<&Path>) -> Result<Self, RosterError> {
        match path {
            Some(path) => Roster::read(path),
            None if Path::new(ROSTER).exists() => Roster::read(Path::new(ROSTER)),
            None => Ok(Roster::default()),
        }
    }

    /// Reads `text` as it stands in the file called `path`, in the folder `base`.
    ///
    /// # Errors
    /// Names the first thing that is wrong.
    pub fn parse(text: &str, path: &str, base: &Path) -> Result<Self, RosterError> {
        let literal =
            ParseOption { enabled_quote: false, enabled_escape: false, ..ParseOption::default() };
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let text = &text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
        let refuse = |line, fault| RosterError::Syntax { path: path.to_owned(), line, fault };
        if let Some((line, fault)) = odd_line(text) {
            return Err(refuse(line, fault));
        }
        let file = Ini::load_from_str_opt(text, literal)
            .map_err(|error| refuse(error.line, error.msg.into_owned()))?;
        let mut engines: Vec<EngineSpec> = Vec::new();
        for (section, properties) in &file {
            let Some(name) = section else {
                let Some((key, _)) = properties.iter().next() else { continue };
                return Err(RosterError::NoSection { path: path.to_owned(), key: key.to_owned() });
            };
            let engine = read_section(name, properties.iter(), base);
            let refuse = |fault| RosterError::Engine { engine: name.to_owned(), fault };
            let engine = engine.map_err(refuse)?;
            if engines.iter().any(|other| other.name == engine.name) {
                return Err(RosterError::Twice(engine.name));
            }
            engines.push(engine);
        }
        Ok(Roster { engines })
    }

    /// The engine called `name`.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, name: &str) -> Result<&EngineSpec, RosterError> {
        self.engines.iter().find(|engine| engine.name == name).ok_or_else(|| {
            let names: Vec<_> =
                self.engines.iter().map(|engine| format!("{:?}", engine.name)).collect();
            let known = match names[..] {
                [] => "the roster is empty".to_owned(),
                _ => format!("the roster has {}", names.join(", ")),
            };
            RosterError::Unknown { name: name.to_owned(), known }
        })
    }
}

/// The first line that is neither blank, comment, section nor key with a value, and its number.
/// The INI reader would take it for the beginning of the next line.
fn odd_line(text: &str) -> Option<(usize, String)> {
    (1..).zip(text.lines()).find_map(|(number, line)| {
        let section = line.starts_with('[') && line.ends_with(']');
        let known = line.is_empty() || line.starts_with(['#', ';']) || section;
        let fault = || format!("neither [ENGINE] nor KEY = VALUE: {line:?}");
        // The reader would take a colon for an equals sign.
        let key = line.split_once('=').map(|(key, _)| key);
        let is_pair = key.is_some_and(|key| !key.contains(':') && !key.starts_with('['));
        (!known && !is_pair).then(|| (number, fault()))
    })
}

fn read_section<'a>(
    name: &str,
    properties: impl Iterator<Item = (&'a str, &'a str)>,
    base: &Path,
) -> Result<EngineSpec, SpecError> {
    let mut engine =
        EngineSpec { name: name.to_owned(), base: base.to_owned(), ..EngineSpec::default() };
    let mut seen: Vec<&str> = Vec::new();
    for (key, value) in properties {
        if seen.contains(&key) {
            return Err(SpecError::Twice(key.to_owned()));
        }
        seen.push(key);
        engine.set(key, value)?;
    }
    if engine.command.is_empty() { Err(SpecError::NoCommand) } else { Ok(engine) }
}

/// `path` from the root; empty is the present folder.
pub fn absolute(path: &Path) -> io::Result<PathBuf> {
    std::path::absolute(if path.as_os_str().is_empty() { Path::new(".") } else { path })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Roster, RosterError> {
        Roster::parse(text, "test.ini", Path::new("/base"))
    }

    #[test]
    fn sections_are_engines() {
        let text = "# a comment\r\n  # another\r\n[Old one]\r\ncommand = ./old \"two words\" -x\r\n\
            protocol=cecp\r\nvariants = knightfall, livonian\r\noption.Path = C:\\x \"y\"\r\n\
            option.Hash=16\r\ntc = 10+0.1\r\nrestart = yes\r\ndirectory = sub\r\n\
            ; another\r\n[hippogriff]\ncommand = hippogriff\nnodes = 500\n";
        let Roster { engines } = parse(text).unwrap();
        let [old, new] = &engines[..] else { panic!("{engines:?}") };
        assert_eq!(old.name, "Old one");
        assert_eq!(old.command, ["./old", "two words", "-x"]);
        assert_eq!(old.program(), Path::new("/base/./old"));
        assert_eq!(old.folder(), Some(PathBuf::from("/base/sub")));
        assert_eq!(old.protocol, ProtocolKind::Cecp);
        assert_eq!(old.options[0], ("Path".to_owned(), "C:\\x \"y\"".to_owned()));
        assert_eq!(old.options[1], ("Hash".to_owned(), "16".to_owned()));
        assert_eq!(old.limits.limits().unwrap().to_string(), "10+0.1");
        assert!(old.restart && old.may_play("livonian") && !old.may_play("horizons"));
        assert_eq!(new.program(), guardian::ourselves().unwrap());
        assert!(!new.restart && new.may_play("horizons") && new.folder().is_none());
    }

    #[test]
    fn every_fault_is_named() {
        for (text, message) in [
            ("command = x\n[A]\n", "test.ini: command stands before the first [ENGINE]"),
            ("[A]\ncommand=x\n[A]\ncommand=y\n", "two engines are called \"A\""),
            ("[A]\ncommand=x\n[B]\ncommand=y\nname=A\n", "two engines are called \"A\""),
            ("[A]\n", "engine \"A\": no command is given"),
            ("[A]\ncommand=\n", "engine \"A\": no command is given"),
            ("[A]\ncommand=\"x\n", "engine \"A\": a quote is not closed in command \"\\\"x\""),
            ("[A]\ncommand=x\ncommand=y\n", "engine \"A\": command is given twice"),
            ("[A]\ncommand=x\nprotocol=usi\n", "no protocol \"usi\"; there are uci and cecp"),
            ("[A]\ncommand=x\nvariants=Horizons\n", "no game is called \"Horizons\""),
            ("[A]\ncommand=x\ncolour=red\n", "no key \"colour\"; there are name, command"),
            ("[A]\ncommand=x\nrestart=maybe\n", "restart is yes or no, not \"maybe\""),
            ("[A]\ncommand=x\ntc=soon\n", "no time control: \"soon\""),
            ("[A]\ncommand=x\n[B\nnodes=1\n", "test.ini:3: neither [ENGINE] nor KEY = VALUE"),
            ("[A]\r\ncommand=x\r\nnonsense\r\n", "test.ini:3: neither [ENGINE] nor"),
            ("[A]\ncommand=x\noption.a:b=c\n", "test.ini:3: neither [ENGINE] nor"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text:?}: {error}");
        }
        let error = parse("[A]\ncommand=x\n").unwrap().find("a").unwrap_err().to_string();
        assert_eq!(error, "no engine is called \"a\"; the roster has \"A\"");
    }

    #[test]
    fn settings_replace_each_other() {
        let mut engine = EngineSpec::default();
        for text in ["option.Hash=1", "option.hash = 2", "tc=1", "name=N", "cmd=a b"] {
            engine.set_text(text).unwrap();
        }
        assert_eq!(engine.options, [("hash".to_owned(), "2".to_owned())]);
        assert_eq!((engine.name.as_str(), engine.command.len()), ("N", 2));
        let error = engine.set_text("Hash").unwrap_err();
        assert_eq!(error, SpecError::NoValue("Hash".to_owned()));
    }
}
