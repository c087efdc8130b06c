//! Who plays, as the command line says it.

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, FromArgMatches};

use crate::arena::limits::{LimitError, LimitRequest, ThinkLimits};
use crate::arena::plan::Player;
use crate::arena::roster::{EngineSpec, Roster, RosterError, SpecError, absolute};
use crate::cli::error::Error;

/// The limits of players for whom none are given.
const DEFAULT_TIME: &str = "10+0.1";
/// Who plays if nobody is named: Hippogriff in two strengths, one over each protocol.
const DEMONSTRATION: &str = "\
[Hippogriff]
command = hippogriff
protocol = uci
option.Hash = 16
nodes = 50000

[Hasty Hippogriff]
command = hippogriff
protocol = cecp
option.Hash = 16
nodes = 5000
";

/// The flags that name players and their limits. Read by hand, for the derived code cannot keep
/// apart what belongs to one `--engine` and what to the next.
#[derive(Debug, Default)]
pub(super) struct PlayerArgs {
    names: Vec<String>,
    engines: Vec<Vec<String>>,
    each: Vec<String>,
    roster: Option<PathBuf>,
    limits: Vec<(&'static str, String)>,
}

impl Args for PlayerArgs {
    fn augment_args(command: clap::Command) -> clap::Command {
        let limit = |name: &'static str, value: &'static str, help: &'static str| {
            Arg::new(name).long(name).value_name(value).help(help)
        };
        let names = Arg::new("players").value_name("ENGINE").num_args(0..);
        let engine = Arg::new("engine").long("engine").value_name("KEY=VALUE").num_args(1..);
        let each = Arg::new("each").long("each").value_name("KEY=VALUE").num_args(1..);
        let roster = Arg::new("roster").long("roster").value_name("FILE");
        command
            .arg(names.help("Engines of engines.ini that play"))
            .arg(engine.action(ArgAction::Append).help(
                "One more engine that plays: cmd=PROGRAM and any other key of engines.ini, or the \
                 name of an engine there and what is to be different (repeat the flag)",
            ))
            .arg(each.action(ArgAction::Append).help("Keys and values for every engine"))
            .arg(roster.value_parser(clap::value_parser!(PathBuf)).help(
                "The file that describes the engines [default: engines.ini, if there is one]",
            ))
            .arg(limit(
                "tc",
                "TC",
                "Clock: SECONDS+INCREMENT or MOVES/SECONDS+INCREMENT [default: 10+0.1]",
            ))
            .arg(limit("st", "SECONDS", "Time for each move"))
            .arg(limit("depth", "PLIES", "Depth of each search"))
            .arg(limit("nodes", "N", "Nodes of each search"))
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for PlayerArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let texts = |name: &str| -> Vec<String> {
            matches.get_many(name).into_iter().flatten().cloned().collect()
        };
        let occurrences = matches.get_occurrences::<String>("engine").into_iter().flatten();
        let limits = ThinkLimits::KEYS
            .into_iter()
            .filter_map(|key| Some((key, matches.get_one::<String>(key)?.clone())));
        let args = PlayerArgs {
            names: texts("players"),
            engines: occurrences.map(|texts| texts.cloned().collect()).collect(),
            each: texts("each"),
            roster: matches.get_one("roster").cloned(),
            limits: limits.collect(),
        };
        let limits = args.limits().and_then(|limits| match limits.limits() {
            // Each engine may have some of its own.
            Ok(_) | Err(LimitError::Nothing) => Ok(()),
            Err(error) => Err(error.into()),
        });
        limits
            .map_err(|error| clap::Error::raw(ErrorKind::ValueValidation, format!("{error}\n")))?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl PlayerArgs {
    /// Whether nobody is named.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.engines.is_empty()
    }

    /// The players. What the command line says of one engine goes before what it says of all, and
    /// that before engines.ini.
    pub(super) fn players(&self) -> Result<Vec<Player>, Error> {
        if self.is_empty() {
            let built_in = Roster::parse(DEMONSTRATION, "the built-in roster", Path::new(""))?;
            return built_in.engines.into_iter().map(|engine| self.player(engine, &[])).collect();
        }
        let roster = Roster::read_or_default(self.roster.as_deref())?;
        let named = self.names.iter().map(|name| self.player(roster.find(name)?.clone(), &[]));
        let described = self.engines.iter().map(|texts| match texts.split_first() {
            Some((name, settings)) if !name.contains('=') => {
                self.player(roster.find(name)?.clone(), settings)
            }
            _ => {
                let base = absolute(Path::new(""))?;
                self.player(EngineSpec { base, ..EngineSpec::default() }, texts)
            }
        });
        named.chain(described).collect()
    }

    /// A player: `engine`, with what the command line says of all engines, and `settings`.
    fn player(&self, mut engine: EngineSpec, settings: &[String]) -> Result<Player, Error> {
        let known = if engine.name.is_empty() { settings.join(" ") } else { engine.name.clone() };
        let refuse = |fault| RosterError::Engine { engine: known.clone(), fault };
        let in_roster = std::mem::take(&mut engine.limits);
        self.each.iter().try_for_each(|text| engine.set_text(text)).map_err(refuse)?;
        let for_each = std::mem::take(&mut engine.limits);
        settings.iter().try_for_each(|text| engine.set_text(text)).map_err(refuse)?;
        let own = std::mem::take(&mut engine.limits);
        if engine.command.is_empty() {
            return Err(refuse(SpecError::NoCommand).into());
        }
        if engine.name.is_empty() {
            let program = Path::new(&engine.command[0]).file_stem().unwrap_or_default();
            engine.name = program.to_string_lossy().into_owned();
        }
        let for_all = self.limits().map_err(refuse)?;
        let mut limits = own.or(for_each).or(for_all).or(in_roster);
        if limits.is_empty() {
            limits.set("tc", DEFAULT_TIME).map_err(|error| refuse(error.into()))?;
        }
        let limits = limits.limits().map_err(|error| refuse(error.into()))?;
        Ok(Player { engine, limits })
    }

    /// What the command line says for all players.
    fn limits(&self) -> Result<LimitRequest, SpecError> {
        let mut limits = LimitRequest::default();
        for (key, text) in &self.limits {
            limits.set(key, text)?;
        }
        Ok(limits)
    }
}
