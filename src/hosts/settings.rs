//! The settings file of XBoard and WinBoard: a list of engines, and what our games need.

use super::quoting::{self, Refusal};
use super::selection::{self, Selection};
use super::{Host, HostError};
use crate::arena::roster::{EngineSpec, Roster};

/// What the hosts must be told, for they know none of our games.
const FLAGS: [(&str, &str, &str); 6] = [
    ("testLegality", "false", "the engine knows the rules"),
    ("showTargetSquares", "true", "the engine marks where a man can go"),
    ("oneClickMove", "true", "a second click can then belong to the same move"),
    ("repeatsToDraw", "0", "the engine says when repetition draws"),
    ("ruleMoves", "0", "the engine says when too many moves draw"),
    ("saveSettingsOnExit", "false", "these settings are not for other games"),
];

/// How XBoard starts an engine that speaks UCI only. Polyglot, which it would take otherwise, plays
/// nothing but chess.
const ADAPTER: &str = "-adapterCommand 'uci2wb -var %variant \"%fcp\" \"%fd\"'";
const ADAPTER_WORDS: &str = "uci2wb starts no command with blanks or quotes in its words";

/// A settings file with the engines of `roster`, for `host`.
///
/// # Errors
/// If `host` would misread something of an engine; names it.
pub fn settings(host: Host, roster: &Roster) -> Result<String, HostError> {
    let Selection { listed, left_out } = Selection::of(roster);
    let mut text = heading(host);
    for (name, reason) in left_out {
        text += &format!("; without {name:?}: {reason}\n");
    }
    text += "-firstChessProgramNames {";
    for engine in &listed {
        let refused = |refusal| HostError::of(engine, host, refusal);
        text += &lines(host, engine).map_err(refused)?;
    }
    text += "}\n";
    text += &beginning(host, &listed)?;
    if host == Host::XBoard && listed.iter().any(selection::needs_adapter) {
        text += &format!("; for engines that speak UCI only\n{ADAPTER}\n");
    }
    for (flag, value, why) in FLAGS {
        text += &format!("; {why}\n-{flag} {value}\n");
    }
    Ok(text)
}

fn heading(host: Host) -> String {
    let program = host.to_string().to_lowercase();
    format!(
        "; Settings for {host}, made by `hippogriff hosts {program}`. To use them: {program} @FILE\n"
    )
}

/// The engine that the host begins with, unless its command line names another: the first.
fn beginning(host: Host, listed: &[EngineSpec]) -> Result<String, HostError> {
    let Some(engine) = listed.first() else { return Ok(String::new()) };
    let Some(game) = selection::games_of(engine).next() else { return Ok(String::new()) };
    let how = how_to_start(host, engine).map_err(|refusal| HostError::of(engine, host, refusal))?;
    Ok(format!("; what it begins with\n{how} -variant {game}\n"))
}

/// The lines of the list that are the engine's: one for each game that it plays.
fn lines(host: Host, engine: &EngineSpec) -> Result<String, Refusal> {
    let how = how_to_start(host, engine)?;
    selection::games_of(engine)
        .map(|game| {
            let name = quoting::name(&format!("{} ({game})", engine.name))?;
            Ok(quoting::line(format!("{name} {how} -variant {game}"))? + "\n")
        })
        .collect()
}

/// The flags that start the engine.
fn how_to_start(host: Host, engine: &EngineSpec) -> Result<String, Refusal> {
    let words = selection::words(engine)?;
    let adapted = selection::needs_adapter(engine);
    if adapted && host == Host::XBoard && !words.iter().all(|word| quoting::is_plain(word)) {
        return Err(Refusal { text: words.join(" "), why: ADAPTER_WORDS });
    }
    let mut flags = format!("-fcp {}", quoting::value(&quoting::command(host, &words)?)?);
    if let Some(folder) = selection::folder(engine)? {
        flags += &format!(" -fd {}", quoting::value(&folder)?);
    }
    if adapted {
        flags += " -fUCI";
    }
    if engine.restart {
        flags += " -xreuse";
    }
    let options = selection::own_options(engine);
    if !options.is_empty() {
        flags += &format!(" -firstOptions {}", quoting::options(&options)?);
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn of(host: Host, roster: &str) -> Result<String, HostError> {
        settings(host, &Roster::parse(roster, "test.ini", Path::new("/base")).unwrap())
    }

    /// The lines of the list.
    fn list(settings: &str) -> Vec<&str> {
        let (_, list) = settings.split_once("-firstChessProgramNames {").unwrap();
        list.split_once("\n}\n").unwrap().0.lines().collect()
    }

    #[test]
    fn hippogriff_is_listed_in_any_case_and_first() {
        let ours = [
            r#""Hippogriff (knightfall)" -fcp "hippogriff" -variant knightfall"#,
            r#""Hippogriff (crittermate)" -fcp "hippogriff" -variant crittermate"#,
            r#""Hippogriff (horizons)" -fcp "hippogriff" -variant horizons"#,
            r#""Hippogriff (knightsroses)" -fcp "hippogriff" -variant knightsroses"#,
            r#""Hippogriff (livonian)" -fcp "hippogriff" -variant livonian"#,
        ];
        for host in [Host::XBoard, Host::WinBoard] {
            assert_eq!(list(&of(host, "").unwrap()), ours);
            let other = "[A]\ncommand=a\nprotocol=cecp\nvariants=horizons\n";
            let text = of(host, other).unwrap();
            assert_eq!(list(&text)[..5], ours);
            assert_eq!(list(&text)[5], r#""A (horizons)" -fcp "a" -variant horizons"#);
            let text = of(host, &format!("{other}[Hippogriff]\ncommand=hippogriff\n")).unwrap();
            assert_eq!(list(&text)[..5], ours);
        }
    }

    #[test]
    fn engines_are_started_as_the_roster_says() {
        for (keys, flags) in [
            ("command=./a -x\nprotocol=cecp\n", r#"-fcp "/base/a -x""#),
            ("command=a\n", r#"-fcp "a" -fUCI"#),
            ("command=a\nprotocol=cecp\nrestart=yes\n", r#"-fcp "a" -xreuse"#),
            ("command=a\nprotocol=cecp\ndirectory=.\n", r#"-fcp "a" -fd "/base""#),
            ("command=a\nprotocol=cecp\ntc=1+1\noption.Hash=1\n", r#"-fcp "a""#),
            (
                "command='/b c/a'\nprotocol=cecp\noption.Book=x y\noption.threads=2\n",
                r#"-fcp 'sh -c "exec /b\ c/a"' -firstOptions "Book=x y""#,
            ),
        ] {
            let text = of(Host::XBoard, &format!("[A]\nvariants=livonian\n{keys}")).unwrap();
            let line = list(&text)[5];
            assert_eq!(line, format!("\"A (livonian)\" {flags} -variant livonian"));
            let adapted = flags.contains("-fUCI");
            assert_eq!(text.contains("\n-adapterCommand 'uci2wb "), adapted, "{text}");
        }
        let blanks = "[A]\nvariants=livonian\ncommand='b c' -x\n";
        let line = r#""A (livonian)" -fcp '"b c" -x' -fUCI -variant livonian"#;
        let text = of(Host::WinBoard, blanks).unwrap();
        assert_eq!(list(&text)[5], line);
        assert!(!text.contains("-adapterCommand"), "{text}");
        assert!(of(Host::XBoard, blanks).unwrap_err().to_string().contains(ADAPTER_WORDS));
    }

    #[test]
    fn what_a_host_cannot_keep_apart_is_left_out() {
        let text = of(
            Host::XBoard,
            "[H]\ncommand=hippogriff\n[H2]\ncommand=hippogriff\nprotocol=cecp\noption.Hash=2\n\
             [Weak]\ncommand=hippogriff\nnodes=1\n[A]\ncommand=a\n[A2]\ncommand=a\nprotocol=cecp\n",
        );
        let text = text.unwrap();
        let names: Vec<_> = list(&text).iter().map(|line| line.split(' ').next()).collect();
        assert_eq!((names[0], names[5], names.len()), (Some("\"H"), Some("\"A2"), 10));
        for line in [
            "; without \"H2\": it would be the same as \"H\"\n",
            "; without \"Weak\": no limit of nodes or depth can be set for it\n",
            "; without \"A\": \"A2\" needs no adapter\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
    }

    #[test]
    fn what_a_host_would_misread_is_named() {
        for (roster, message) in [
            ("[a}b]\ncommand=x\n", "engine \"a}b\": XBoard cannot be told \"a}b (knightfall)\""),
            ("[A]\ncommand=x}y\n", "cannot be told \"x}y\": a } would end the list of engines"),
            ("[A]\ncommand=x\noption.B=1,2\n", "cannot be told \"B=1,2\": a comma"),
            ("[A]\ncommand=x\ndirectory=/'\"\n", "both kinds of quotes"),
        ] {
            let error = of(Host::XBoard, roster).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        let long = format!("[A]\ncommand=a {}\n", "x".repeat(500));
        assert!(of(Host::WinBoard, &long).unwrap_err().to_string().contains("more than 506 bytes"));
    }
}
