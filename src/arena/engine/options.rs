//! The options that engines have.

use super::Fault;
use crate::game::{GameInfo, Options};

/// An option as an engine announces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EngineOption {
    /// Its name.
    pub(super) name: String,
    /// `check`, `spin`, `combo`, `string`, `button`, …
    pub(super) kind: String,
    /// The least and the greatest number it takes.
    pub(super) range: Option<(i64, i64)>,
    /// The texts it takes.
    pub(super) choices: Vec<String>,
}

impl EngineOption {
    /// Why it cannot take `value`.
    fn refusal(&self, value: &str) -> Option<String> {
        let fits = match (self.kind.as_str(), self.range) {
            ("check", _) => matches!(value, "true" | "false" | "1" | "0"),
            ("spin" | "slider", Some((least, most))) => {
                value.parse().is_ok_and(|number: i64| (least..=most).contains(&number))
            }
            ("combo", _) => self.choices.iter().any(|choice| choice == value),
            _ => true,
        };
        let takes = match (self.kind.as_str(), self.range) {
            ("check", _) => "true or false".to_owned(),
            (_, Some((least, most))) => format!("{least} to {most}"),
            _ => self.choices.join(", "),
        };
        (!fits).then(|| format!("its option {:?} takes {takes}, not {value:?}", self.name))
    }
}

/// The options that one engine has.
#[derive(Debug, Clone, Default)]
pub(super) struct OptionList(Vec<EngineOption>);

impl OptionList {
    /// Adds an option, in place of one of the same name.
    pub(super) fn add(&mut self, option: EngineOption) {
        self.0.retain(|known| known.name != option.name);
        self.0.push(option);
    }

    /// The option called so; names have no case.
    pub(super) fn find(&self, name: &str) -> Option<&EngineOption> {
        self.0.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The option called `name`, if it takes `value`.
    pub(super) fn accepting(&self, name: &str, value: &str) -> Result<&EngineOption, Fault> {
        let option = self.find(name).ok_or_else(|| {
            let names: Vec<_> = self.0.iter().map(|option| option.name.as_str()).collect();
            Fault::Unfit(format!("it has no option {name:?}; it has {}", names.join(", ")))
        })?;
        option.refusal(value).map_or(Ok(option), |refusal| Err(Fault::Unfit(refusal)))
    }

    /// Those variations of `game`'s rules that the engine knows, and whether each is to be on.
    pub(super) fn rules<'a>(
        &'a self,
        game: &'a GameInfo,
        options: Options,
    ) -> impl Iterator<Item = (&'static str, bool)> + 'a {
        let places = game.options.iter().enumerate();
        places
            .filter(|(_, rule)| self.find(rule.name).is_some())
            .map(move |(place, rule)| (rule.name, options.has(place)))
    }

    /// Whether it knows all the variations that are to be on.
    pub(super) fn know_rules(&self, game: &GameInfo, options: Options) -> Result<(), Fault> {
        match options.names(game).find(|name| self.find(name).is_none()) {
            Some(name) => Err(Fault::Unfit(format!(
                "it doesn't know the variation {name} of {}: it has no option of that name",
                game.name
            ))),
            None => Ok(()),
        }
    }
}

/// Why an engine that names the games in `known` cannot play `game`.
pub(super) fn lacks_variant(game: &GameInfo, known: &[String]) -> Fault {
    let other_case = known.iter().find(|name| name.eq_ignore_ascii_case(game.name));
    Fault::Unfit(match (other_case, known) {
        (Some(name), _) => {
            format!("it doesn't play {}: it calls a variant {name:?}, in another case", game.name)
        }
        (None, []) => format!("it doesn't play {}: it names no variants at all", game.name),
        (None, _) => format!("it doesn't play {}; it plays {}", game.name, known.join(", ")),
    })
}
