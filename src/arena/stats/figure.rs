//! A number with its error bar, which admits when it is only a bound.

use std::fmt;

/// How a [`Figure`] is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Value and error are what their formulas give.
    Exact,
    /// The value is exact, but the sample is too small or too uniform to tell the error: it stands for
    /// the value of a continuity correction.
    RoughError,
    /// The formula gives +∞; the value is a lower bound, from a continuity correction.
    AtLeast,
    /// The formula gives -∞; the value is an upper bound, from a continuity correction.
    AtMost,
    /// There is nothing to tell it from; value and error are 0.
    Unknown,
}

/// A difference in Elo with its error bar. Both numbers are always finite.
///
/// As text: `+40.7 ± 30.4`, `+511.5 ± ~182.8` (a rough error), `> +470.4`, `< -470.4`, or `?`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    /// The value, in Elo.
    pub value: f64,
    /// Half the width of the 95 % confidence interval, in Elo.
    pub error: f64,
    /// How the two are to be read.
    pub kind: Kind,
}

impl Figure {
    /// A figure about which nothing is known.
    pub const UNKNOWN: Figure = Figure { value: 0.0, error: 0.0, kind: Kind::Unknown };

    /// Whether a continuity correction stands for a number that the formula does not give.
    pub fn is_bound(&self) -> bool {
        self.kind != Kind::Exact
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figure { value, error, kind } = *self;
        let value = if value.abs() < 0.05 { 0.0 } else { value };
        let text = match kind {
            Kind::Exact => format!("{value:+.1} ± {error:.1}"),
            Kind::RoughError => format!("{value:+.1} ± ~{error:.1}"),
            Kind::AtLeast => format!("> {value:+.1}"),
            Kind::AtMost => format!("< {value:+.1}"),
            Kind::Unknown => "?".to_owned(),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_text() {
        let text = |value, kind| Figure { value, error: 30.43, kind }.to_string();
        assert_eq!(text(40.70, Kind::Exact), "+40.7 ± 30.4");
        assert_eq!(text(-0.01, Kind::Exact), "+0.0 ± 30.4");
        assert_eq!(text(-511.54, Kind::RoughError), "-511.5 ± ~30.4");
        assert_eq!(text(470.44, Kind::AtLeast), "> +470.4");
        assert_eq!(text(-470.44, Kind::AtMost), "< -470.4");
        assert_eq!(Figure::UNKNOWN.to_string(), "?");
        assert!(Figure::UNKNOWN.is_bound());
    }
}
