//! `hippogriff variants`: the games.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;

use super::error::Error;
use crate::game::{GameInfo, Options};
use crate::games;

/// List the games, their boards, start arrays and options
#[derive(Debug, Args)]
pub(super) struct Variants {}

const HEADINGS: [&str; 6] = ["name", "title", "native title", "inventor", "board", "arrays a side"];

impl Variants {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<ExitCode, Error> {
        let rows: Vec<_> = games::ALL.iter().map(|game| row(game)).collect();
        let widths: [usize; 6] = std::array::from_fn(|column| {
            let cells = rows.iter().map(|row| row[column].chars().count());
            cells.chain([HEADINGS[column].len()]).max().unwrap_or_default()
        });
        write_row(out, &HEADINGS.map(str::to_owned), &widths)?;
        for (game, row) in games::ALL.iter().zip(&rows) {
            write_row(out, row, &widths)?;
            write_options(out, game)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(game: &GameInfo) -> [String; 6] {
    let arrays = game.arrays.as_ref().map_or(1, |arrays| (arrays.count)(Options::NONE));
    [
        game.name.to_owned(),
        game.title.to_owned(),
        game.native_title.to_owned(),
        game.inventor.to_owned(),
        format!("{}x{}", game.files, game.ranks),
        arrays.to_string(),
    ]
}

fn write_row(out: &mut dyn Write, cells: &[String; 6], widths: &[usize; 6]) -> io::Result<()> {
    let cells = cells.iter().zip(widths).map(|(cell, &width)| format!("{cell:width$}"));
    writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())
}

fn write_options(out: &mut dyn Write, game: &GameInfo) -> io::Result<()> {
    let width = game.options.iter().map(|option| option.name.len()).max().unwrap_or_default();
    for option in game.options {
        writeln!(out, "    --option {:width$}  {}", option.name, option.about)?;
    }
    Ok(())
}
