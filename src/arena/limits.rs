//! How long an engine may think: time controls, and limits of depth and nodes.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest time that can be given, in seconds: a week.
const LONGEST: f64 = 604_800.0;

/// How long an engine may think about its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ThinkLimits {
    /// The time.
    pub time: TimeLimit,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes a move.
    pub nodes: Option<u64>,
}

/// How much time an engine has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum TimeLimit {
    /// As much as it wants.
    #[default]
    Unlimited,
    /// So much for each move.
    PerMove(Duration),
    /// What its clock shows.
    Clock(TimeControl),
}

/// What a clock is set to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Moves after which the base time is added again; `None` if it is for the whole game.
    pub moves: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// Why a limit was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LimitError {
    /// Not a time control.
    #[error("no time control: {0:?}; write SECONDS+INCREMENT, MOVES/SECONDS+INCREMENT or inf")]
    TimeControl(String),
    /// Not a time.
    #[error("no time in seconds above 0: {0:?}")]
    Seconds(String),
    /// Not a number above 0.
    #[error("{key} is a whole number above 0, and not too large: {text:?}")]
    Number {
        /// Which limit.
        key: String,
        /// The text.
        text: String,
    },
    /// A clock and a time for each move.
    #[error("tc and st exclude each other")]
    TwoTimes,
    /// Nothing limits the engine.
    #[error("nothing limits its thinking: give it tc, st, depth or nodes")]
    Nothing,
}

impl ThinkLimits {
    /// The names of the limits in engines.ini and on the command line.
    pub const KEYS: [&str; 4] = ["tc", "st", "depth", "nodes"];

    /// Whether nothing ends the engine's thinking.
    pub fn is_unlimited(&self) -> bool {
        *self == ThinkLimits::default()
    }
}

/// Limits as they are asked for, any of them left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LimitRequest {
    tc: Option<Option<TimeControl>>,
    st: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl LimitRequest {
    /// Sets the limit called `key`, one of [`ThinkLimits::KEYS`]; says whether there is one.
    ///
    /// # Errors
    /// Names the text that does not fit.
    pub fn set(&mut self, key: &str, text: &str) -> Result<bool, LimitError> {
        match key {
            "tc" if text == "inf" => self.tc = Some(None),
            "tc" => self.tc = Some(Some(text.parse()?)),
            "st" => {
                self.st = Some(
                    seconds(text)
                        .filter(|time| !time.is_zero())
                        .ok_or_else(|| LimitError::Seconds(text.to_owned()))?,
                )
            }
            "depth" => self.depth = Some(number(key, text)?),
            "nodes" => self.nodes = Some(number(key, text)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether none is set.
    pub fn is_empty(&self) -> bool {
        *self == LimitRequest::default()
    }

    /// Whether any is of the search itself, which no clock can stand for.
    pub fn of_search(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some()
    }

    /// These limits where they say something, else those of `other`. A time of either kind replaces
    /// both kinds.
    pub fn or(self, other: LimitRequest) -> LimitRequest {
        let timed = if self.tc.is_some() || self.st.is_some() { self } else { other };
        LimitRequest {
            tc: timed.tc,
            st: timed.st,
            depth: self.depth.or(other.depth),
            nodes: self.nodes.or(other.nodes),
        }
    }

    /// What is asked for.
    ///
    /// # Errors
    /// If there are two times, or no limit at all.
    pub fn limits(&self) -> Result<ThinkLimits, LimitError> {
        let time = match (self.tc, self.st) {
            (Some(Some(_)), Some(_)) => return Err(LimitError::TwoTimes),
            (Some(Some(control)), None) => TimeLimit::Clock(control),
            (_, Some(time)) => TimeLimit::PerMove(time),
            (_, None) => TimeLimit::Unlimited,
        };
        let limits = ThinkLimits { time, depth: self.depth, nodes: self.nodes };
        if limits.is_unlimited() { Err(LimitError::Nothing) } else { Ok(limits) }
    }
}

fn number<T: FromStr + PartialOrd + Default>(key: &str, text: &str) -> Result<T, LimitError> {
    let number = text.parse().ok().filter(|number| *number > T::default());
    number.ok_or_else(|| LimitError::Number { key: key.to_owned(), text: text.to_owned() })
}

/// A time in seconds with at most six decimals worth keeping; `None` if it is none.
fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    (seconds <= LONGEST).then(|| Duration::from_micros((seconds * 1e6).round() as u64))
}

impl FromStr for TimeControl {
    type Err = LimitError;

    /// Reads `10`, `10+0.1`, `40/60`, `40/60+0.5`; minutes and seconds as in `2:30+1` too.
    fn from_str(text: &str) -> Result<Self, LimitError> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&n| n > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let base = match base.split_once(':') {
                Some((minutes, rest)) => {
                    let minutes: u32 = minutes.parse().ok()?;
                    Duration::from_secs(60).checked_mul(minutes)?.checked_add(seconds(rest)?)?
                }
                None => seconds(base)?,
            };
            let increment = seconds(increment)?;
            let fits = !base.is_zero() && base.as_secs_f64() <= LONGEST;
            fits.then_some(TimeControl { moves, base, increment })
        };
        read().ok_or_else(|| LimitError::TimeControl(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    /// As [`TimeControl::from_str`] reads it, and as PGN's tag TimeControl has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for ThinkLimits {
    /// As PGN's tag TimeControl has it (`10+0.1`; a time for each move is `1/SECONDS`), followed by
    /// what else limits: `- depth=8`, `10+0.1 nodes=5000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time {
            TimeLimit::Unlimited => f.write_str("-")?,
            TimeLimit::PerMove(time) => write!(f, "1/{}", time.as_secs_f64())?,
            TimeLimit::Clock(control) => write!(f, "{control}")?,
        }
        if let Some(depth) = self.depth {
            write!(f, " depth={depth}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes={nodes}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(texts: &[(&str, &str)]) -> Result<ThinkLimits, LimitError> {
        let mut limits = LimitRequest::default();
        for (key, text) in texts {
            assert!(limits.set(key, text)?, "{key}");
        }
        limits.limits()
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, moves, base, increment, written) in [
            ("10", None, 10_000, 0, "10"),
            ("10+0.1", None, 10_000, 100, "10+0.1"),
            ("0.5+0.005", None, 500, 5, "0.5+0.005"),
            ("40/60", Some(40), 60_000, 0, "40/60"),
            ("40/2:30+1", Some(40), 150_000, 1_000, "40/150+1"),
        ] {
            let ms = Duration::from_millis;
            let control = TimeControl { moves, base: ms(base), increment: ms(increment) };
            assert_eq!(text.parse(), Ok(control), "{text}");
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(control), "{text}");
        }
        for text in ["", "x", "0", "-1", "1+", "/5", "0/5", "1+-1", "nan", "inf+1", "1e3", "1:x"] {
            let error = LimitError::TimeControl(text.to_owned());
            assert_eq!(text.parse::<TimeControl>(), Err(error), "{text}");
        }
    }

    #[test]
    fn what_is_open_is_filled_in() {
        let request = |texts: &[(&str, &str)]| {
            let mut request = LimitRequest::default();
            texts.iter().for_each(|(key, text)| assert!(request.set(key, text).unwrap()));
            request
        };
        let weak = request(&[("st", "1"), ("nodes", "500")]);
        let clock = request(&[("tc", "3+0.1")]).or(weak);
        assert_eq!(clock.limits().unwrap().to_string(), "3+0.1 nodes=500");
        let deep = request(&[("depth", "4"), ("nodes", "9")]).or(weak);
        assert_eq!(deep.limits().unwrap().to_string(), "1/1 depth=4 nodes=9");
        assert_eq!(LimitRequest::default().or(weak), weak);
    }

    #[test]
    fn limits_go_together_or_are_refused() {
        let text = |texts: &[(&str, &str)]| limits(texts).map(|limits| limits.to_string());
        assert_eq!(text(&[("tc", "1+0.01")]), Ok("1+0.01".to_owned()));
        assert_eq!(text(&[("st", "0.25")]), Ok("1/0.25".to_owned()));
        assert_eq!(text(&[("tc", "inf"), ("nodes", "500")]), Ok("- nodes=500".to_owned()));
        assert_eq!(text(&[("tc", "5"), ("depth", "3")]), Ok("5 depth=3".to_owned()));
        assert_eq!(limits(&[("tc", "1"), ("st", "1")]), Err(LimitError::TwoTimes));
        assert_eq!(limits(&[("tc", "inf")]), Err(LimitError::Nothing));
        for (key, value) in [("depth", "0"), ("nodes", "-1"), ("nodes", "many"), ("depth", "")] {
            let (key, text) = (key.to_owned(), value.to_owned());
            assert_eq!(limits(&[(&key, value)]), Err(LimitError::Number { key, text }));
        }
        assert_eq!(limits(&[("st", "0")]), Err(LimitError::Seconds("0".to_owned())));
    }
}
