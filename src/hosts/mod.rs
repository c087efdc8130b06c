//! What graphical hosts read to find engines, made from a [`Roster`]: the settings of XBoard and
//! WinBoard, and the plugin file of Debian's XBoard.
//!
//! - `selection.rs`: which engines a host is told of; `settings.rs`, `plugin.rs`: the files
//! - `quoting.rs`: text as these hosts read it back

mod plugin;
mod quoting;
mod selection;
mod settings;

use std::fmt;

use thiserror::Error;

use crate::arena::roster::{EngineSpec, RosterError};

pub use plugin::plugin;
use quoting::Refusal;
pub use settings::settings;

#[cfg(doc)]
use crate::arena::roster::Roster;

/// A program that shows boards and starts engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// XBoard, which splits commands itself.
    XBoard,
    /// WinBoard, which leaves that to Windows.
    WinBoard,
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Host::XBoard => "XBoard",
            Host::WinBoard => "WinBoard",
        })
    }
}

/// Why a host cannot be told of the engines.
#[derive(Debug, Error)]
pub enum HostError {
    /// There is no such engine.
    #[error(transparent)]
    Roster(#[from] RosterError),
    /// The host would read something else than what is meant.
    #[error("engine {engine:?}: {host} cannot be told {text:?}: {why}")]
    Text {
        /// The engine.
        engine: String,
        /// Who would misread it.
        host: Host,
        /// What it would misread.
        text: String,
        /// Why.
        why: &'static str,
    },
    /// A plugin file has no room for what the engine needs.
    #[error("engine {engine:?}: a plugin file cannot say {what}")]
    Plugin {
        /// The engine.
        engine: String,
        /// What it cannot say.
        what: String,
    },
}

impl HostError {
    /// That `host` cannot be told what stands in the `refusal`, of `engine`.
    fn of(engine: &EngineSpec, host: Host, refusal: Refusal) -> HostError {
        let Refusal { text, why } = refusal;
        HostError::Text { engine: engine.name.clone(), host, text, why }
    }
}
