//! Which engines of a roster a host is told of, and how they are started.

use std::path::PathBuf;

use super::quoting::Refusal;
use crate::arena::roster::{EngineSpec, OURSELVES, ProtocolKind, Roster};
use crate::games;

const NOT_UNICODE: &str = "it is no Unicode";

/// The options that CECP has commands for. The hosts send these with numbers of their own, the same
/// for all engines.
const COMMON: [&str; 2] = ["Hash", "Threads"];

/// The engines of a roster, in the order in which they are listed, ours first.
pub(super) struct Selection {
    pub listed: Vec<EngineSpec>,
    /// Names of others, and why they are not listed.
    pub left_out: Vec<(String, String)>,
}

impl Selection {
    /// Those of `roster`, and Hippogriff in any case.
    pub(super) fn of(roster: &Roster) -> Selection {
        let mut selection = Selection { listed: Vec::new(), left_out: Vec::new() };
        let (ours, others): (Vec<_>, Vec<_>) = roster.engines.iter().partition(|e| e.is_ours());
        ours.into_iter().for_each(|engine| selection.add(engine, roster));
        if selection.listed.is_empty() {
            selection.listed.push(hippogriff());
        }
        others.into_iter().for_each(|engine| selection.add(engine, roster));
        selection
    }

    fn add(&mut self, engine: &EngineSpec, roster: &Roster) {
        let same = self.listed.iter().find(|other| is_same(other, engine));
        let reason = match same {
            _ if engine.limits.of_search() => {
                Some("no limit of nodes or depth can be set for it".to_owned())
            }
            Some(other) => Some(format!("it would be the same as {:?}", other.name)),
            None => roster
                .engines
                .iter()
                .find(|other| needs_adapter(engine) && speaks_cecp_too(other, engine))
                .map(|other| format!("{:?} needs no adapter", other.name)),
        };
        match reason {
            Some(reason) => self.left_out.push((engine.name.clone(), reason)),
            None => self.listed.push(engine.clone()),
        }
    }
}

/// Hippogriff as it is where no roster has it.
pub(super) fn hippogriff() -> EngineSpec {
    EngineSpec {
        name: "Hippogriff".to_owned(),
        command: vec![OURSELVES.to_owned()],
        ..EngineSpec::default()
    }
}

/// Whether the host must start an adapter between itself and the engine.
pub(super) fn needs_adapter(engine: &EngineSpec) -> bool {
    engine.protocol == ProtocolKind::Uci && !engine.is_ours()
}

/// The options of the engine that the host can set for it alone.
pub(super) fn own_options(engine: &EngineSpec) -> Vec<&(String, String)> {
    let is_common = |name: &str| COMMON.iter().any(|common| common.eq_ignore_ascii_case(name));
    engine.options.iter().filter(|(name, _)| !is_common(name)).collect()
}

/// The names of the games that the engine may be asked to play.
pub(super) fn games_of(engine: &EngineSpec) -> impl Iterator<Item = &'static str> {
    games::ALL.iter().map(|game| game.name).filter(|name| engine.may_play(name))
}

/// The words of its command. A path must be absolute, for the host starts it in another folder.
pub(super) fn words(engine: &EngineSpec) -> Result<Vec<String>, Refusal> {
    let mut words = engine.command.clone();
    if let Some(program) = words.first_mut().filter(|_| !engine.is_ours()) {
        *program = text(engine.program())?;
    }
    Ok(words)
}

/// The folder it runs in, if one is given.
pub(super) fn folder(engine: &EngineSpec) -> Result<Option<String>, Refusal> {
    engine.folder().map(text).transpose()
}

/// The path without the steps from a folder to itself.
fn text(path: PathBuf) -> Result<String, Refusal> {
    let path: PathBuf = path.components().collect();
    let lossy = path.display().to_string();
    path.into_os_string().into_string().map_err(|_| Refusal { text: lossy, why: NOT_UNICODE })
}

/// Whether the two differ in nothing that the host is told, but for the name.
fn is_same(one: &EngineSpec, other: &EngineSpec) -> bool {
    starts_as(one, other)
        && needs_adapter(one) == needs_adapter(other)
        && games_of(one).eq(games_of(other))
        && own_options(one) == own_options(other)
        && one.restart == other.restart
}

/// Whether `other` is `engine` over CECP, and can be listed.
fn speaks_cecp_too(other: &EngineSpec, engine: &EngineSpec) -> bool {
    other.protocol == ProtocolKind::Cecp && !other.limits.of_search() && starts_as(other, engine)
}

fn starts_as(one: &EngineSpec, other: &EngineSpec) -> bool {
    one.command == other.command && one.folder() == other.folder()
}
