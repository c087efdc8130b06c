//! The sequential probability ratio test: whether a player is stronger by `elo1` or only by `elo0`,
//! with as few games as that takes.
//!
//! Formulas: fastchess, `sprt.cpp`. The ratio itself is in `likelihood.rs`.

use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::counts::Pentanomial;
use super::estimate::NELO_PER_SIGMA;
use super::likelihood;

/// What `elo0` and `elo1` of a test measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Model {
    /// The expected score, as Elo.
    Logistic,
    /// The expected score's distance from even in standard deviations, as normalized Elo. So the
    /// length of a test depends less on how many games are drawn.
    #[default]
    Normalized,
}

impl Model {
    const ALL: [Model; 2] = [Model::Logistic, Model::Normalized];

    /// `logistic` or `normalized`.
    pub const fn text(self) -> &'static str {
        match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        }
    }
}

/// A test of the hypothesis H0, that a player is stronger by `elo0`, against H1, that it is by `elo1`.
///
/// As text, here and in files: `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// The largest size of `elo0` and `elo1`.
    pub const MAX_ELO: f64 = 1000.0;
    /// What `alpha` and `beta` are if a text does not tell them.
    pub const DEFAULT_RISK: f64 = 0.05;

    /// A test with these hypotheses (in Elo of the model) and risks: `alpha` to accept H1 though H0 is
    /// true, `beta` to accept H0 though H1 is true.
    ///
    /// # Errors
    /// The hypotheses must be in order and no larger than [`Self::MAX_ELO`], the risks above 0 and
    /// together below 1.
    pub fn new(
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
        model: Model,
    ) -> Result<Self, SprtError> {
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-Self::MAX_ELO..=Self::MAX_ELO).contains(&value) {
                return Err(SprtError::TooLarge { name, value });
            }
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::NoRisk { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::Risks { alpha, beta });
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// H0: by how much the player is stronger, in Elo of the model.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// H1: by how much the player is stronger, in Elo of the model.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// What the hypotheses measure.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The log-likelihood ratio of H1 against H0. Always finite; with no pairs it is about 0.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        let hypotheses = [self.elo0, self.elo1];
        match self.model {
            Model::Logistic => likelihood::logistic(pairs.0, hypotheses.map(score_at)),
            Model::Normalized => {
                // A pair's score has half the variance of a game's.
                let ts = hypotheses.map(|elo| SQRT_2 * elo / NELO_PER_SIGMA);
                likelihood::normalized(pairs.0, ts)
            }
        }
    }

    /// The ratios at which the test ends: H0 is accepted at or below the first, H1 at or above the
    /// second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }
}

/// The score that a player is expected to make who is stronger by so many (logistic) Elo.
fn score_at(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Why a test was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A part of the text is not `name=value`.
    #[error("no setting of the form name=value: {0:?}")]
    NoSetting(String),
    /// There is no such setting.
    #[error("no setting of a test: {0:?} (there are elo0, elo1, alpha, beta, model)")]
    Unknown(String),
    /// A setting is told twice.
    #[error("{0} is given twice")]
    Twice(&'static str),
    /// A setting that has no default is not told.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A value is not a number.
    #[error("{name} is not a number: {value:?}")]
    NoNumber {
        /// The setting.
        name: &'static str,
        /// Its refused value.
        value: String,
    },
    /// There is no such model.
    #[error("no model: {0:?} (there are logistic, normalized)")]
    NoModel(String),
    /// A hypothesis is too large to be sensible.
    #[error("{name}={value} is not from -{max} to {max}", max = Sprt::MAX_ELO)]
    TooLarge {
        /// The setting.
        name: &'static str,
        /// Its refused value.
        value: f64,
    },
    /// A risk is not a probability.
    #[error("{name}={value} is not between 0 and 1")]
    NoRisk {
        /// The setting.
        name: &'static str,
        /// Its refused value.
        value: f64,
    },
    /// The hypotheses are not in order.
    #[error("elo0={elo0} is not less than elo1={elo1}")]
    Order {
        /// H0.
        elo0: f64,
        /// H1.
        elo1: f64,
    },
    /// The risks leave no room for a test.
    #[error("alpha={alpha} and beta={beta} together are not less than 1")]
    Risks {
        /// The risk of accepting H1 wrongly.
        alpha: f64,
        /// The risk of accepting H0 wrongly.
        beta: f64,
    },
}

/// The settings whose values are numbers, in their order in the text.
const NUMBERS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];

/// The settings that a text has told.
#[derive(Default)]
struct Settings {
    numbers: [Option<f64>; 4],
    model: Option<Model>,
}

impl Settings {
    fn read(&mut self, setting: &str) -> Result<(), SprtError> {
        let (name, value) =
            setting.split_once('=').ok_or_else(|| SprtError::NoSetting(setting.to_owned()))?;
        if name == "model" {
            let model = Model::ALL.into_iter().find(|model| model.text() == value);
            let model = model.ok_or_else(|| SprtError::NoModel(value.to_owned()))?;
            return put(&mut self.model, "model", model);
        }
        let index = NUMBERS.iter().position(|&known| known == name);
        let index = index.ok_or_else(|| SprtError::Unknown(name.to_owned()))?;
        let name = NUMBERS[index];
        let number = value.parse();
        let number = number.map_err(|_| SprtError::NoNumber { name, value: value.to_owned() })?;
        put(&mut self.numbers[index], name, number)
    }
}

/// Keeps a setting that was not told before.
fn put<T>(place: &mut Option<T>, name: &'static str, value: T) -> Result<(), SprtError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(SprtError::Twice(name)),
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let mut settings = Settings::default();
        let is_between = |c: char| c == ',' || c.is_whitespace();
        for setting in text.split(is_between).filter(|setting| !setting.is_empty()) {
            settings.read(setting)?;
        }
        let [elo0, elo1, alpha, beta] = settings.numbers;
        Sprt::new(
            elo0.ok_or(SprtError::Missing("elo0"))?,
            elo1.ok_or(SprtError::Missing("elo1"))?,
            alpha.unwrap_or(Self::DEFAULT_RISK),
            beta.unwrap_or(Self::DEFAULT_RISK),
            settings.model.unwrap_or_default(),
        )
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = [self.elo0, self.elo1, self.alpha, self.beta];
        for (name, value) in NUMBERS.iter().zip(values) {
            write!(f, "{name}={value},")?;
        }
        write!(f, "model={}", self.model.text())
    }
}

impl From<Sprt> for String {
    fn from(sprt: Sprt) -> Self {
        sprt.to_string()
    }
}

impl TryFrom<String> for Sprt {
    type Error = SprtError;

    fn try_from(text: String) -> Result<Self, SprtError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    /// The values of fastchess's `sprt_test.cpp` (which counts `WL` and `DD` apart).
    #[test]
    fn ratios_have_the_published_values() {
        for (test, counts, expected) in [
            ("elo0=0 elo1=2", [365, 16618, 36029 + 200, 16974, 390], 2.25),
            ("elo0=-1.75 elo1=0.25", [127, 4883, 10311 + 401, 5150, 104], 3.01),
            ("elo0=0 elo1=5", [0, 0, 0, 0, 5550], 111.82),
            ("elo0=0.5 elo1=2.5 model=logistic", [223, 9863, 20279 + 1000, 10037, 246], -3.07),
            ("elo0=0 elo1=2 model=logistic", [871, 26175, 55003 + 980, 26678, 821], -4.98),
        ] {
            let llr = sprt(test).llr(&Pentanomial(counts));
            let close = if expected > 100.0 { 0.05 } else { 0.005 };
            assert!((llr - expected).abs() < close, "{test}: {llr}");
        }
    }

    #[test]
    fn ratios_are_finite_and_fair_for_any_counts() {
        for model in Model::ALL {
            for elo in [0.5, 5.0, 100.0, Sprt::MAX_ELO] {
                let test = Sprt::new(-elo, elo, 0.05, 0.05, model).unwrap();
                for code in 0..4_usize.pow(5) {
                    let mut counts =
                        [0, 1, 2, 3, 4].map(|class| [0, 1, 40, 100_000][(code >> (2 * class)) % 4]);
                    let llr = test.llr(&Pentanomial(counts));
                    counts.reverse();
                    let mirrored = test.llr(&Pentanomial(counts));
                    assert!(llr.is_finite(), "{test} {counts:?}");
                    assert!(
                        (llr + mirrored).abs() <= 1e-6 * (1.0 + llr.abs()),
                        "{test} {counts:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn bounds_follow_from_the_risks() {
        let (lower, upper) = sprt("elo0=0,elo1=5").bounds();
        assert!((lower + 19.0_f64.ln()).abs() < 1e-12 && (upper - 19.0_f64.ln()).abs() < 1e-12);
        let (lower, upper) = sprt("elo0=0,elo1=5,alpha=0.2,beta=0.1").bounds();
        assert!((lower + 8.0_f64.ln()).abs() < 1e-12 && (upper - 4.5_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn texts_are_read_back() {
        let short = sprt(" elo1=5, elo0=-1.5 ");
        assert_eq!((short.elo0(), short.elo1(), short.model()), (-1.5, 5.0, Model::Normalized));
        assert_eq!(short.to_string(), "elo0=-1.5,elo1=5,alpha=0.05,beta=0.05,model=normalized");
        let long = sprt("model=logistic alpha=0.1 beta=0.2 elo0=0 elo1=3");
        assert_eq!(long.to_string(), "elo0=0,elo1=3,alpha=0.1,beta=0.2,model=logistic");
        for test in [short, long] {
            assert_eq!(sprt(&test.to_string()), test);
            let json = serde_json::to_string(&test).unwrap();
            assert_eq!(serde_json::from_str::<Sprt>(&json).unwrap(), test);
        }
        assert!(serde_json::from_str::<Sprt>("\"elo0=5,elo1=0\"").is_err());
    }

    #[test]
    fn refused_values_are_named() {
        for (text, error) in [
            ("elo0=0", "elo1 is missing"),
            ("", "elo0 is missing"),
            ("elo0=0,elo1", "no setting of the form name=value: \"elo1\""),
            ("elo0=0,elo1=x", "elo1 is not a number: \"x\""),
            ("elo0=0,elo1=nan", "elo1=NaN is not from -1000 to 1000"),
            ("elo0=-2000,elo1=5", "elo0=-2000 is not from -1000 to 1000"),
            ("elo0=5,elo1=5", "elo0=5 is not less than elo1=5"),
            ("elo0=0,elo1=5,alpha=0", "alpha=0 is not between 0 and 1"),
            ("elo0=0,elo1=5,beta=1", "beta=1 is not between 0 and 1"),
            (
                "elo0=0,elo1=5,alpha=.5,beta=.5",
                "alpha=0.5 and beta=0.5 together are not less than 1",
            ),
            (
                "elo0=0,elo1=5,model=bayesian",
                "no model: \"bayesian\" (there are logistic, normalized)",
            ),
            ("elo0=0,elo1=5,elo0=1", "elo0 is given twice"),
            (
                "elo0=0,elo1=5,gamma=1",
                "no setting of a test: \"gamma\" (there are elo0, elo1, alpha, beta, model)",
            ),
        ] {
            assert_eq!(text.parse::<Sprt>().unwrap_err().to_string(), error);
        }
    }
}
