//! The plugin file of Debian's XBoard. An engine's package leaves one where XBoard looks for engines
//! that are new.

use super::quoting::{self, Refusal};
use super::selection::{self, Selection};
use super::{Host, HostError};
use crate::arena::roster::{EngineSpec, Roster};

/// The first line of such a file.
const FORMAT: &str = "plugin spec 0.0";
/// Stands between the folder and the command, and so in neither's text.
const BAD_FOLDER: &str = "a folder cannot have blanks or semicolons in a plugin file";

/// The plugin file of the engine called `name`, or of Hippogriff.
///
/// # Errors
/// If there is no such engine, or it cannot be described in this way.
pub fn plugin(roster: &Roster, name: Option<&str>) -> Result<String, HostError> {
    let engine = match name {
        Some(name) => roster.find(name)?.clone(),
        None => Selection::of(roster).listed.into_iter().next().unwrap_or_default(),
    };
    let cannot = |what: String| Err(HostError::Plugin { engine: engine.name.clone(), what });
    if engine.limits.of_search() {
        return cannot("its limit of nodes or depth".to_owned());
    }
    if let Some((option, _)) = selection::own_options(&engine).first() {
        return cannot(format!("what its option {option:?} is to be"));
    }
    let command = command(&engine);
    let command = command.map_err(|refusal| HostError::of(&engine, Host::XBoard, refusal))?;
    let games: Vec<_> = selection::games_of(&engine).collect();
    Ok(format!("{FORMAT}\n{command}\n{}\n", games.join(",")))
}

/// The line with the command, and before it the folder to run it in.
fn command(engine: &EngineSpec) -> Result<String, Refusal> {
    let command = quoting::command(Host::XBoard, &selection::words(engine)?)?;
    // XBoard puts it in quotes of its own.
    quoting::value(&command)?;
    let Some(folder) = selection::folder(engine)? else { return Ok(command) };
    quoting::value(&folder)?;
    if folder.contains([' ', ';']) {
        return Err(Refusal { text: folder, why: BAD_FOLDER });
    }
    Ok(format!("cd {folder};{command}"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn of(roster: &str, name: Option<&str>) -> Result<String, HostError> {
        plugin(&Roster::parse(roster, "test.ini", Path::new("/base")).unwrap(), name)
    }

    #[test]
    fn a_plugin_file_has_three_lines() {
        let hippogriff =
            "plugin spec 0.0\nhippogriff\nknightfall,crittermate,horizons,knightsroses,livonian\n";
        assert_eq!(of("", None).unwrap(), hippogriff);
        let roster = "[A]\ncommand=./a b\nvariants=livonian\noption.Hash=1\n\
             [B]\ncommand=b\ndirectory=x\n[C]\ncommand=c\nnodes=1\n\
             [D]\ncommand=d\noption.E=1\n[F]\ncommand=f\ndirectory=x y\n";
        assert_eq!(of(roster, None).unwrap(), hippogriff);
        assert_eq!(of(roster, Some("A")).unwrap(), "plugin spec 0.0\n/base/a b\nlivonian\n");
        assert!(of(roster, Some("B")).unwrap().contains("\ncd /base/x;b\nknightfall,"));
        for (name, message) in [
            ("C", "engine \"C\": a plugin file cannot say its limit of nodes"),
            ("D", "engine \"D\": a plugin file cannot say what its option \"E\" is to be"),
            ("F", "cannot be told \"/base/x y\": a folder cannot"),
            ("Z", "no engine is called \"Z\""),
        ] {
            let error = of(roster, Some(name)).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
