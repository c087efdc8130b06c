//! From flags to a session: which game, with which options, begun where.

use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser, TypedValueParser};

use super::error::Error;
use crate::game::{GameInfo, Options};
use crate::games;
use crate::search::MAX_HASH_MIB;
use crate::session::{self, Session, Start};

/// The flags that name a game and the position it begins with.
#[derive(Debug, Clone, Args)]
pub(super) struct SetupArgs {
    #[command(flatten)]
    pub(super) game: GameArgs,
    #[command(flatten)]
    pub(super) start: StartArgs,
}

impl SetupArgs {
    /// A session as the flags ask for.
    pub(super) fn open(&self, hash_mib: usize) -> Result<Box<dyn Session>, Error> {
        let game = self.game.variant.ok_or(Error::NoVariant)?;
        let options = self.game.options(game)?;
        Ok(session::open_at(game, options, &self.start.start(), hash_mib)?)
    }
}

/// The flags that name a game.
#[derive(Debug, Clone, Args)]
pub(super) struct GameArgs {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_parser())]
    pub(super) variant: Option<&'static GameInfo>,
    /// A variation of the game's rules (repeat the flag, or separate by commas; `hippogriff
    /// variants` lists them)
    #[arg(long = "option", value_name = "NAME", value_delimiter = ',')]
    options: Vec<String>,
}

impl GameArgs {
    /// The options, as `game` knows them.
    pub(super) fn options(&self, game: &GameInfo) -> Result<Options, Error> {
        Ok(Options::named(game, self.options.iter().map(|name| name.trim()))?)
    }
}

/// Reads the name of a game.
pub(super) fn game_parser() -> impl TypedValueParser<Value = &'static GameInfo> {
    PossibleValuesParser::new(games::ALL.iter().map(|game| game.name))
        .try_map(|name| games::find(&name).ok_or(Error::UnknownVariant(name)))
}

/// The flags that name a start position.
#[derive(Debug, Clone, Args)]
pub(super) struct StartArgs {
    /// Begin with this position
    #[arg(long, value_name = "FEN", conflicts_with = "array")]
    pub(super) fen: Option<String>,
    /// Begin with the numbered arrays of White and Black, or with random ones
    #[arg(long, value_name = "W,B|random")]
    array: Option<ArrayChoice>,
    /// Makes `--array random` choose the same arrays again
    #[arg(long, value_name = "N", requires = "array", conflicts_with = "fen")]
    seed: Option<u64>,
}

impl StartArgs {
    /// The start that the flags ask for. Random arrays are drawn anew each time, unless there is
    /// a seed.
    pub(super) fn start(&self) -> Start {
        match (&self.fen, &self.array) {
            (Some(fen), _) => Start::Fen(fen.clone()),
            (None, Some(ArrayChoice::Random)) => {
                Start::RandomArrays(self.seed.unwrap_or_else(seed_from_time))
            }
            (None, &Some(ArrayChoice::Numbers(white, black))) => Start::Arrays(white, black),
            (None, None) => Start::Default,
        }
    }
}

fn seed_from_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// What `--array` chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArrayChoice {
    Numbers(u32, u32),
    Random,
}

impl FromStr for ArrayChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(ArrayChoice::Random);
        }
        let numbers = text.split_once(',').and_then(|(white, black)| {
            Some(ArrayChoice::Numbers(white.trim().parse().ok()?, black.trim().parse().ok()?))
        });
        numbers.ok_or_else(|| "neither `random` nor two numbers such as `221,701`".to_owned())
    }
}

/// The flag that sizes the search's table.
#[derive(Debug, Clone, Args)]
pub(super) struct HashArgs {
    /// Size of the transposition table in MiB
    #[arg(id = "hash", long = "hash", value_name = "MIB", default_value = "64")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_HASH_MIB as u64))]
    pub(super) mib: usize,
}

/// Reads a time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    const LONGEST: f64 = 86_400.0;
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= LONGEST => Ok(Duration::from_secs_f64(seconds)),
        _ => Err(format!("not a time in seconds, above 0 and at most {LONGEST}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_two_numbers_or_random() {
        assert_eq!("221,701".parse(), Ok(ArrayChoice::Numbers(221, 701)));
        assert_eq!("0, 0".parse(), Ok(ArrayChoice::Numbers(0, 0)));
        assert_eq!("random".parse(), Ok(ArrayChoice::Random));
        for text in ["", "5", "5,", ",5", "1,2,3", "-1,2", "Random", "99999999999,0"] {
            assert!(text.parse::<ArrayChoice>().is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_positive_and_finite() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for text in ["", "0", "-1", "nan", "inf", "1e300", "1s"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
