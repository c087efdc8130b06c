//! `hippogriff hosts`: files by which graphical hosts find engines.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::error::Error;
use super::input;
use crate::arena::roster::Roster;
use crate::hosts::{self, Host};

/// Write the files by which graphical hosts find the engines of engines.ini
///
/// They list the engines that `hippogriff match` knows, Hippogriff first. The program `hippogriff`
/// itself must be on the path.
#[derive(Debug, Args)]
pub(super) struct Hosts {
    #[command(subcommand)]
    command: HostsCommand,
}

#[derive(Debug, Subcommand)]
enum HostsCommand {
    /// Settings with a list of engines and all that the games need: xboard @FILE
    #[command(name = "xboard")]
    XBoard(FileArgs),
    /// The same for WinBoard: winboard @FILE
    #[command(name = "winboard")]
    WinBoard(FileArgs),
    /// A plugin file, by which Debian's XBoard finds one engine that has been installed
    Plugin {
        /// The engine of engines.ini [default: Hippogriff]
        engine: Option<String>,
        #[command(flatten)]
        files: FileArgs,
    },
}

/// What is read and written.
#[derive(Debug, Args)]
struct FileArgs {
    /// The file that describes the engines [default: engines.ini, if there is one]
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Write to this file, and not to stdout
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

impl Hosts {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let (files, text) = match &self.command {
            HostsCommand::XBoard(files) => (files, hosts::settings(Host::XBoard, &files.read()?)?),
            HostsCommand::WinBoard(files) => {
                (files, hosts::settings(Host::WinBoard, &files.read()?)?)
            }
            HostsCommand::Plugin { engine, files } => {
                (files, hosts::plugin(&files.read()?, engine.as_deref())?)
            }
        };
        files.write(out, &text)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl FileArgs {
    fn read(&self) -> Result<Roster, Error> {
        Ok(Roster::read_or_default(self.roster.as_deref())?)
    }

    fn write(&self, out: &mut dyn Write, text: &str) -> Result<(), Error> {
        match &self.write {
            Some(path) if path.as_os_str() != input::STANDARD_STREAM => {
                let failed = |error| Error::File { path: path.display().to_string(), error };
                fs::write(path, text).map_err(failed)
            }
            _ => Ok(out.write_all(text.as_bytes())?),
        }
    }
}
