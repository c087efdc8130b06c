//! From flags to the plan of a match.

use std::time::Duration;

use super::{ConductArgs, FormatName, Match, OpeningArgs, OrderName};
use crate::arena::adjudication::Adjudication;
use crate::arena::openings::{Book, OpeningPlan, Order, Skipped};
use crate::arena::plan::{Plan, Player};
use crate::arena::referee::Conduct;
use crate::arena::schedule::Format;
use crate::arena::tournament::{ArenaError, Tournament};
use crate::cli::error::Error;
use crate::game::{GameInfo, Options, Variant};
use crate::{games, suite};

/// Rounds of the match that is played if nobody is named.
const DEMONSTRATION_ROUNDS: u64 = 2;
/// Rounds of a match that a test ends.
const SPRT_ROUNDS: u64 = 100_000;
/// Random moves in the beginning of games that no book makes differ.
const RANDOM_PLIES: u32 = 8;

impl Match {
    /// The match that the flags ask for.
    pub(super) fn tournament(&self) -> Result<Tournament, Error> {
        let demonstration = self.players.is_empty();
        let players = self.players.players()?;
        let variants = self.variants(&players)?;
        let openings = self.openings.plan(&variants, self.seed)?;
        let plan = Plan {
            event: self.files.event.clone(),
            variants: variants.iter().map(|&(game, options)| suite::owner(game, options)).collect(),
            format: self.format()?,
            rounds: self.rounds.unwrap_or(match (self.sprt, demonstration) {
                (Some(_), _) => SPRT_ROUNDS,
                (None, true) => DEMONSTRATION_ROUNDS,
                (None, false) => 1,
            }),
            seed: self.seed,
            openings: openings.to_string(),
            conduct: self.conduct.conduct(),
            sprt: self.sprt,
            shard: self.files.shard,
            players,
        };
        check_players(&plan)?;
        let processors = || std::thread::available_parallelism().map_or(1, |n| n.get());
        let concurrency = self.concurrency.map(usize::from);
        let concurrency =
            concurrency.unwrap_or_else(|| if demonstration { processors() } else { 1 });
        Ok(Tournament { plan, variants, openings, concurrency })
    }

    fn format(&self) -> Result<Format, Error> {
        match (self.format, self.leaders) {
            (FormatName::RoundRobin, None) => Ok(Format::RoundRobin),
            (FormatName::Gauntlet, leaders) => Ok(Format::Gauntlet(leaders.unwrap_or(1))),
            (FormatName::RoundRobin, Some(_)) => {
                let message = "--leaders is of a gauntlet: add --format gauntlet";
                Err(Error::Match(message.to_owned()))
            }
        }
    }

    /// The variants that are named, or else all that every player may play.
    fn variants(&self, players: &[Player]) -> Result<Vec<Variant>, Error> {
        if self.variants.is_empty() {
            let common =
                |game: &&&GameInfo| players.iter().all(|player| player.engine.may_play(game.name));
            let games: Vec<_> = games::ALL.iter().filter(common).collect();
            return match games[..] {
                [] => Err(Error::Match("there is no game that all players play".to_owned())),
                _ => Ok(games.into_iter().map(|&game| (game, Options::NONE)).collect()),
            };
        }
        let texts = self.variants.iter().flat_map(|list| split_variants(list));
        let mut variants: Vec<Variant> = Vec::new();
        for text in texts {
            let variant = suite::variant(Some(text), None, text)?;
            let name = suite::owner(variant.0, variant.1);
            if variants.iter().any(|&(game, options)| suite::owner(game, options) == name) {
                return Err(Error::Twice(format!("variant {name}")));
            }
            variants.push(variant);
        }
        if variants.is_empty() {
            return Err(Error::Match("--variant names no game".to_owned()));
        }
        Ok(variants)
    }
}

/// Cuts `a,b[c,d],e` at the commas outside of brackets.
fn split_variants(list: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = list.split(|c| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether a text would disturb tables and files.
fn has_control(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// Whether these players can play a match.
fn check_players(plan: &Plan) -> Result<(), Error> {
    let names = plan.names();
    if let Some(name) = names.iter().find(|name| name.trim().is_empty() || has_control(name)) {
        let message = format!("{name:?} is no name that a player can have");
        return Err(Error::Match(message));
    }
    if names.len() < 2 {
        return Err(Error::Match("a match needs two players".to_owned()));
    }
    if let Some(name) =
        names.iter().enumerate().find_map(|(n, name)| names[..n].contains(name).then_some(name))
    {
        return Err(Error::Twice(format!("player {name:?} (give one another name=)")));
    }
    if plan.sprt.is_some() && names.len() != 2 {
        let message = format!("--sprt compares two players, and there are {}", names.len());
        return Err(Error::Match(message));
    }
    if let Format::Gauntlet(leaders) = plan.format
        && !(1..names.len()).contains(&leaders)
    {
        let message =
            format!("--leaders {leaders} leaves nobody to meet of {} players", names.len());
        return Err(Error::Match(message));
    }
    Ok(())
}

impl OpeningArgs {
    fn plan(&self, variants: &[Variant], seed: u64) -> Result<OpeningPlan, Error> {
        let book = self.openings.as_ref();
        let book = book.map(|path| Book::open(path, variants, self.opening_plies)).transpose();
        let book = book.map_err(ArenaError::from)?;
        if let Some(skipped) = book.as_ref().map(Book::skipped)
            && skipped != Skipped::default()
        {
            // Apart from the report, whose reader may be a program.
            log::warn!("openings: {skipped}");
        }
        let plies = if book.is_some() { 0 } else { RANDOM_PLIES };
        let random_plies = self.random_plies.unwrap_or(plies);
        if self.balanced.is_some() && random_plies == 0 {
            let message = "--balanced is of random moves, and there are none: add --random-plies";
            return Err(Error::Match(message.to_owned()));
        }
        Ok(OpeningPlan {
            book,
            order: match self.opening_order {
                OrderName::Sequential => Order::Sequential,
                OrderName::Random => Order::Random,
            },
            first: self.opening_start.saturating_sub(1),
            random_arrays: self.random_arrays,
            random_plies,
            balanced: self.balanced,
            seed,
        })
    }
}

impl ConductArgs {
    fn conduct(&self) -> Conduct {
        Conduct {
            margin: Duration::from_millis(self.margin),
            hang_after: self.hang_after,
            grace: self.grace,
            adjudication: Adjudication {
                draw: self.draw,
                resign: self.resign,
                max_plies: self.max_plies,
            },
        }
    }
}
