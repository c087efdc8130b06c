//! `hippogriff completions`: what shells need to complete the command line.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use super::error::Error;

/// Print the script by which a shell completes the arguments
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let mut definition = super::visible_definition();
        let name = definition.get_name().to_owned();
        // Collected first: the generator panics when it cannot write.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition, name, &mut script);
        out.write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
