//! `hippogriff man`: the manual pages, made from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap_mangen::Man;

use super::error::Error;

/// The manual that the pages are part of.
const MANUAL: &str = "Games";
/// What they describe.
const SOURCE: &str = concat!("hippogriff ", env!("CARGO_PKG_VERSION"));

/// Print the manual page, as man and groff read it, or write one for each command
#[derive(Debug, Args)]
pub(super) struct Manual {
    /// Write the page, and one for each command, to this folder, which is made if need be
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Manual {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let mut definition = super::visible_definition().disable_help_subcommand(true);
        // So that the pages of commands are called after the whole command.
        definition.build();
        match &self.dir {
            None => out.write_all(render(&page(definition))?.as_bytes())?,
            Some(dir) => {
                let written = fs::create_dir_all(dir).and_then(|()| write_pages(dir, &definition));
                written.map_err(|error| Error::File { path: dir.display().to_string(), error })?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn page(command: clap::Command) -> Man {
    Man::new(command).source(SOURCE).manual(MANUAL)
}

/// The text of the page in ASCII: groff by itself reads nothing else.
fn render(page: &Man) -> io::Result<String> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    let escape = |c: char| match c {
        c if c.is_ascii() => c.to_string(),
        c => format!("\\[u{:04X}]", u32::from(c)),
    };
    Ok(String::from_utf8_lossy(&text).chars().map(escape).collect())
}

/// Writes the pages of `command` and of all commands in it.
fn write_pages(dir: &Path, command: &clap::Command) -> io::Result<()> {
    let page = page(command.clone());
    fs::write(dir.join(page.get_filename()), render(&page)?)?;
    command.get_subcommands().try_for_each(|command| write_pages(dir, command))
}
