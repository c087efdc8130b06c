//! The options of the search, which both protocols offer: the one table of them, and what is set.

use std::ops::RangeInclusive;

use thiserror::Error;

use super::input;
use crate::features::Features;
use crate::search::{Level, Limits};

/// The most threads that can be asked for.
const MAX_THREADS: usize = 256;
/// The most lines that can be asked for.
const MAX_MULTI_PV: usize = 500;
/// How UCI writes a text that is empty.
const EMPTY: &str = "<empty>";

/// What is set, for every search to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Settings {
    threads: usize,
    multi_pv: usize,
    without: Features,
    skill: usize,
    limit_strength: bool,
    elo: usize,
    analysis: bool,
    /// Whether scores are told as chances, too.
    pub(super) show_wdl: bool,
}

/// An option.
#[derive(Debug)]
pub(super) struct Setting {
    /// Its name. Names have no case.
    pub(super) name: &'static str,
    /// Whether CECP offers it. For some of what it does not it has a command, and its thinking lines
    /// have no place for the rest.
    pub(super) in_cecp: bool,
    kind: Kind,
}

/// Where an option is kept, by what kind of value it has.
#[derive(Debug)]
enum Kind {
    Check(fn(&mut Settings) -> &mut bool),
    Spin(fn(&mut Settings) -> &mut usize, RangeInclusive<usize>),
    Parts(fn(&mut Settings) -> &mut Features),
}

const fn setting(name: &'static str, in_cecp: bool, kind: Kind) -> Setting {
    Setting { name, in_cecp, kind }
}

const SKILLS: RangeInclusive<usize> = 0..=Level::FULL as usize;
const ELO: RangeInclusive<usize> = *Level::ELO.start() as usize..=*Level::ELO.end() as usize;

/// Every option: its name, whether it is in CECP, and its values.
#[rustfmt::skip]
pub(super) const SETTINGS: &[Setting] = &[
    setting("Threads",           false, Kind::Spin(|s| &mut s.threads, 1..=MAX_THREADS)),
    setting("MultiPV",           true,  Kind::Spin(|s| &mut s.multi_pv, 1..=MAX_MULTI_PV)),
    setting("SearchWithout",     true,  Kind::Parts(|s| &mut s.without)),
    setting("Skill Level",       true,  Kind::Spin(|s| &mut s.skill, SKILLS)),
    setting("UCI_LimitStrength", true,  Kind::Check(|s| &mut s.limit_strength)),
    setting("UCI_Elo",           true,  Kind::Spin(|s| &mut s.elo, ELO)),
    setting("UCI_AnalyseMode",   false, Kind::Check(|s| &mut s.analysis)),
    setting("UCI_ShowWDL",       false, Kind::Check(|s| &mut s.show_wdl)),
];

/// The kind of an option and what it is set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// On or off.
    Check(bool),
    /// A number within these bounds.
    Spin(usize, RangeInclusive<usize>),
    /// A text.
    Text(String),
}

/// Why an option is left as it is.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum SettingError {
    #[error("{0} is true or false")]
    Check(&'static str),
    #[error("{0} is a number from {least} to {most}", least = .1.start(), most = .1.end())]
    Spin(&'static str, RangeInclusive<usize>),
    #[error("{0} lists parts of the search, and {1:?} is none")]
    Parts(&'static str, String),
}

impl Setting {
    /// The option called `name`, if there is one.
    pub(super) fn find(name: &str) -> Option<&'static Setting> {
        SETTINGS.iter().find(|setting| setting.name.eq_ignore_ascii_case(name))
    }

    /// What it is set to.
    pub(super) fn value(&self, mut settings: Settings) -> Value {
        match &self.kind {
            Kind::Check(field) => Value::Check(*field(&mut settings)),
            Kind::Spin(field, bounds) => Value::Spin(*field(&mut settings), bounds.clone()),
            Kind::Parts(field) => Value::Text(field(&mut settings).to_string()),
        }
    }

    /// Sets it to the value in `text`.
    ///
    /// # Errors
    /// The text is none of its values; what was set stays.
    pub(super) fn set(&self, settings: &mut Settings, text: &str) -> Result<(), SettingError> {
        let name = self.name;
        match &self.kind {
            Kind::Check(field) => {
                *field(settings) = read_check(text).ok_or(SettingError::Check(name))?;
            }
            Kind::Spin(field, bounds) => {
                let number = text.parse().ok().filter(|number| bounds.contains(number));
                *field(settings) = number.ok_or(SettingError::Spin(name, bounds.clone()))?;
            }
            Kind::Parts(field) => {
                let list = if text == EMPTY { "" } else { text };
                let parts = Features::listed(list);
                *field(settings) = parts
                    .map_err(|error| SettingError::Parts(name, input::excerpt(&error.text)))?;
            }
        }
        Ok(())
    }
}

/// The value of an option that is on or off.
pub(super) fn read_check(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Some(true),
        "false" | "off" | "0" => Some(false),
        _ => None,
    }
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: 1,
            multi_pv: 1,
            without: Features::NONE,
            skill: *SKILLS.end(),
            limit_strength: false,
            elo: *ELO.end(),
            analysis: false,
            show_wdl: false,
        }
    }
}

impl Settings {
    /// Sets how many threads search: `count`, if that is within the bounds, else the nearest.
    pub(super) fn set_threads(&mut self, count: i64) {
        self.threads = count.clamp(1, MAX_THREADS as i64) as usize;
    }

    /// `limits`, with what is set.
    pub(super) fn applied_to(&self, limits: &Limits) -> Limits {
        let analysis = self.analysis || limits.analysis;
        Limits {
            threads: self.threads,
            multi_pv: self.multi_pv,
            without: self.without,
            level: if analysis { None } else { self.level() },
            analysis,
            ..limits.clone()
        }
    }

    /// The level to play at; `None` is full strength. An Elo number goes before a skill.
    fn level(&self) -> Option<Level> {
        // Both are within their bounds, and these are small.
        if self.limit_strength {
            Level::of_elo(self.elo as u32)
        } else {
            Level::new(self.skill as u8)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is set after these.
    fn settings(pairs: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        for (name, text) in pairs {
            Setting::find(name).unwrap().set(&mut settings, text).unwrap();
        }
        settings
    }

    fn limits(pairs: &[(&str, &str)]) -> Limits {
        settings(pairs).applied_to(&Limits::default())
    }

    #[test]
    fn nothing_set_is_the_plainest_search() {
        let plain = Limits { threads: 1, multi_pv: 1, ..Limits::default() };
        assert_eq!(limits(&[]), plain);
        let depth = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(settings(&[]).applied_to(&depth), Limits { depth: Some(3), ..plain });
    }

    #[test]
    fn every_option_is_set_and_shown() {
        for (name, text, value) in [
            ("threads", "256", Value::Spin(256, 1..=256)),
            ("MULTIPV", "3", Value::Spin(3, 1..=500)),
            ("SearchWithout", "null-move, killers", Value::Text("killers,null-move".to_owned())),
            ("SearchWithout", "<empty>", Value::Text(String::new())),
            ("Skill Level", "0", Value::Spin(0, 0..=20)),
            ("UCI_LimitStrength", "true", Value::Check(true)),
            ("UCI_Elo", "700", Value::Spin(700, 600..=2_600)),
            ("UCI_AnalyseMode", "1", Value::Check(true)),
            ("UCI_ShowWDL", "ON", Value::Check(true)),
        ] {
            let shown = Setting::find(name).unwrap().value(settings(&[(name, text)]));
            assert_eq!(shown, value, "{name}");
        }
        assert!(Setting::find("nosuch").is_none());
    }

    #[test]
    fn the_search_is_told_what_is_set() {
        assert_eq!(limits(&[("Threads", "4")]).threads, 4);
        assert_eq!(limits(&[("MultiPV", "5")]).multi_pv, 5);
        let without = limits(&[("SearchWithout", "killers")]).without;
        assert_eq!(without, Features::KILLERS);
        assert!(limits(&[("UCI_AnalyseMode", "true")]).analysis);
    }

    #[test]
    fn a_level_is_chosen_by_skill_or_elo_and_never_in_analysis() {
        let (skill, elo, limit) =
            (("Skill Level", "7"), ("UCI_Elo", "1100"), ("UCI_LimitStrength", "true"));
        assert_eq!(limits(&[skill, elo]).level, Level::new(7));
        assert_eq!(limits(&[skill, elo, limit]).level, Level::new(5));
        assert_eq!(limits(&[skill, limit]).level, None);
        assert_eq!(limits(&[skill, ("UCI_AnalyseMode", "true")]).level, None);
        let analysis = Limits { analysis: true, ..Limits::default() };
        assert_eq!(settings(&[skill]).applied_to(&analysis).level, None);
    }

    #[test]
    fn bad_values_are_named_and_change_nothing() {
        for (name, text, error) in [
            ("Threads", "0", "Threads is a number from 1 to 256"),
            ("Threads", "257", "Threads is a number from 1 to 256"),
            ("MultiPV", "many", "MultiPV is a number from 1 to 500"),
            ("Skill Level", "-1", "Skill Level is a number from 0 to 20"),
            ("UCI_Elo", "99999999999999999999", "UCI_Elo is a number from 600 to 2600"),
            ("UCI_ShowWDL", "", "UCI_ShowWDL is true or false"),
            (
                "SearchWithout",
                "killers,luck,skill",
                "SearchWithout lists parts of the search, and \"luck\" is none",
            ),
        ] {
            let mut settings = settings(&[("SearchWithout", "razoring"), ("Threads", "2")]);
            let before = settings;
            let refusal = Setting::find(name).unwrap().set(&mut settings, text).unwrap_err();
            assert_eq!((refusal.to_string().as_str(), settings), (error, before));
        }
    }

    #[test]
    fn cores_are_as_many_as_there_can_be() {
        for (count, threads) in [(0, 1), (3, 3), (i64::MAX, MAX_THREADS)] {
            let mut settings = Settings::default();
            settings.set_threads(count);
            assert_eq!(settings.threads, threads);
        }
    }
}
