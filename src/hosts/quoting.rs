//! Text as XBoard and WinBoard read it back.
//!
//! An engine is one line of a list that stands in braces. Nothing can be escaped in it, so that it
//! ends at the first `}`. The values in the line stand in quotes of either kind. In most of them, too,
//! nothing can be escaped; in some a backslash escapes.

use super::Host;

/// The longest line for one engine that the hosts read to its end: they copy it, behind `-fcp `, into
/// 512 bytes.
const LONGEST_LINE: usize = 506;
/// What the hosts cut a command at, to read what follows as their own options.
const OPTIONS_FOLLOW: &str = "WBopt";
/// What the hosts replace by their own folder where a value begins with it.
const THEIR_FOLDER: &str = "~~";

const CONTROL: &str = "it has a line break or another control character";
const BRACE: &str = "a } would end the list of engines";
const QUOTE_IN_NAME: &str = "a \" would end the name";
const SLASH_IN_NAME: &str = "it would show only what stands behind the last slash of the name";
const BOTH_QUOTES: &str = "it has both kinds of quotes, and nothing there can be escaped";
const TOO_LONG: &str = "more than 506 bytes of the line would not be read";
const EMPTY_WORD: &str = "a word of a command cannot be empty";
const QUOTED_BLANK: &str = "a command cannot have blanks inside of words and quotes as well";
const QUOTE_IN_COMMAND: &str = "a word of a command cannot have a \" in it";
const OPTIONS: &str = "it takes what follows WBopt for options of its own";
const FOLDER: &str = "it puts a folder of its own in the place of ~~";
const COMMA: &str = "a comma would end the option's value";

/// What a host would misread, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub text: String,
    pub why: &'static str,
}

fn refuse<T>(text: &str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal { text: text.to_owned(), why })
}

/// Refuses `text` for the first of the reasons that holds.
fn check(text: &str, reasons: &[(bool, &'static str)]) -> Result<(), Refusal> {
    match reasons.iter().find(|(holds, _)| *holds) {
        Some((_, why)) => refuse(text, why),
        None => Ok(()),
    }
}

/// The name of an engine, in quotes.
pub(super) fn name(text: &str) -> Result<String, Refusal> {
    check(
        text,
        &[(text.contains('"'), QUOTE_IN_NAME), (text.contains(['/', '\\']), SLASH_IN_NAME)],
    )?;
    value(text)
}

/// A value in which nothing can be escaped, in quotes of the kind that it does not have.
pub(super) fn value(text: &str) -> Result<String, Refusal> {
    let (double, single) = (text.contains('"'), text.contains('\''));
    check(
        text,
        &[
            (text.contains(char::is_control), CONTROL),
            (text.contains('}'), BRACE),
            (text.starts_with(THEIR_FOLDER), FOLDER),
            (double && single, BOTH_QUOTES),
        ],
    )?;
    Ok(if double { format!("'{text}'") } else { format!("\"{text}\"") })
}

/// The values of an engine's options, in quotes. A check box is 0 or 1 to the hosts.
pub(super) fn options(options: &[&(String, String)]) -> Result<String, Refusal> {
    let mut texts = Vec::new();
    for (name, value) in options {
        let value = match value.as_str() {
            "true" => "1",
            "false" => "0",
            other => other,
        };
        let text = format!("{name}={value}");
        let control = text.contains(char::is_control);
        check(
            &text,
            &[(control, CONTROL), (text.contains('}'), BRACE), (text.contains(','), COMMA)],
        )?;
        texts.push(text.replace('\\', "\\\\").replace('"', "\\\""));
    }
    Ok(format!("\"{}\"", texts.join(",")))
}

/// The line of an engine, if it is read to its end.
pub(super) fn line(text: String) -> Result<String, Refusal> {
    if text.len() > LONGEST_LINE { refuse(&text, TOO_LONG) } else { Ok(text) }
}

/// A command, as the host takes it apart again.
pub(super) fn command(host: Host, words: &[String]) -> Result<String, Refusal> {
    let whole = words.join(" ");
    check(
        &whole,
        &[
            (words.iter().any(String::is_empty), EMPTY_WORD),
            (whole.contains(char::is_control), CONTROL),
            (whole.contains(OPTIONS_FOLLOW), OPTIONS),
        ],
    )?;
    match host {
        Host::XBoard if words.iter().all(|word| is_plain(word)) => Ok(whole),
        Host::XBoard => shell_command(words, &whole),
        Host::WinBoard => check(&whole, &[(whole.contains('"'), QUOTE_IN_COMMAND)])
            .map(|()| words.iter().map(|word| windows_word(word)).collect::<Vec<_>>().join(" ")),
    }
}

/// Whether XBoard, which splits commands at blanks, leaves the word as it is.
pub(super) fn is_plain(word: &str) -> bool {
    !word.contains(' ') && !word.starts_with(['"', '\''])
}

/// A command for the shell, which knows how to escape. XBoard hands on an empty word behind a last
/// word that stands in quotes; here it becomes the shell's `$0`, where it does no harm.
fn shell_command(words: &[String], whole: &str) -> Result<String, Refusal> {
    check(whole, &[(whole.contains(['"', '\'']), QUOTED_BLANK)])?;
    let words: Vec<_> = words.iter().map(|word| shell_word(word)).collect();
    Ok(format!("sh -c \"exec {}\"", words.join(" ")))
}

/// The word with a backslash before whatever the shell might find a meaning in.
fn shell_word(word: &str) -> String {
    let means_itself =
        |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || "_./=:+-,@%".contains(c);
    word.chars().flat_map(|c| (!means_itself(c)).then_some('\\').into_iter().chain([c])).collect()
}

/// The word as programs on Windows read it: in quotes if it has blanks, and then with backslashes
/// doubled before the closing quote.
fn windows_word(word: &str) -> String {
    if !word.contains(' ') {
        return word.to_owned();
    }
    let backslashes = word.len() - word.trim_end_matches('\\').len();
    format!("\"{word}{}\"", "\\".repeat(backslashes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        shlex::split(text).unwrap()
    }

    #[test]
    fn commands_are_written_as_each_host_splits_them() {
        for (written, xboard, winboard) in [
            ("hippogriff", "hippogriff", "hippogriff"),
            ("/opt/a -x 1", "/opt/a -x 1", "/opt/a -x 1"),
            ("'/my engines/a'", r#"sh -c "exec /my\ engines/a""#, r#""/my engines/a""#),
            (r"'C:\my dir\' -x", r#"sh -c "exec C:\\my\ dir\\ -x""#, r#""C:\my dir\\" -x"#),
            ("a '$x & y'", r#"sh -c "exec a \$x\ \&\ y""#, r#"a "$x & y""#),
            (r#"'C:\dir\a.exe' "it's""#, r"C:\dir\a.exe it's", r"C:\dir\a.exe it's"),
            ("Pferd 'ä ß'", r#"sh -c "exec Pferd ä\ ß""#, r#"Pferd "ä ß""#),
        ]
        .map(|(text, xboard, winboard)| (words(text.trim()), xboard, winboard))
        {
            assert_eq!(command(Host::XBoard, &written).unwrap(), xboard);
            assert_eq!(command(Host::WinBoard, &written).unwrap(), winboard);
        }
    }

    #[test]
    fn commands_that_would_be_misread_are_refused() {
        for (text, why) in [
            ("a ''", EMPTY_WORD),
            ("a 'b\nc'", CONTROL),
            ("a 'b\tc'", CONTROL),
            ("a WBopt -x", OPTIONS),
            (r#"'a b' "it's""#, QUOTED_BLANK),
            (r#"a '"b"'"#, QUOTED_BLANK),
        ] {
            assert_eq!(command(Host::XBoard, &words(text)).unwrap_err().why, why, "{text}");
        }
        let error = command(Host::WinBoard, &words(r#"a 'b"c'"#)).unwrap_err();
        assert_eq!(error, Refusal { text: "a b\"c".to_owned(), why: QUOTE_IN_COMMAND });
    }

    #[test]
    fn values_get_quotes_that_they_do_not_have() {
        assert_eq!(value(r"a\n b {").unwrap(), r#""a\n b {""#);
        assert_eq!(value("it's").unwrap(), "\"it's\"");
        assert_eq!(value("a \"b\"").unwrap(), "'a \"b\"'");
        for (text, why) in
            [("a}b", BRACE), ("'\"", BOTH_QUOTES), ("~~/a", FOLDER), ("a\r", CONTROL)]
        {
            assert_eq!(value(text), refuse(text, why));
        }
    }

    #[test]
    fn names_keep_their_blanks_and_brackets() {
        assert_eq!(name("Old {one} (it's)").unwrap_err().why, BRACE);
        assert_eq!(name("Old {one (it's) [Ж]").unwrap(), "\"Old {one (it's) [Ж]\"");
        assert_eq!(name("a\"b").unwrap_err().why, QUOTE_IN_NAME);
        assert_eq!(name("1/2").unwrap_err().why, SLASH_IN_NAME);
        assert_eq!(name("1\\2").unwrap_err().why, SLASH_IN_NAME);
    }

    #[test]
    fn options_are_escaped() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let all = [pair("Skill Level", "3"), pair("Path", r#"C:\x "y""#), pair("Own", "true")];
        let text = options(&all.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!(text, r#""Skill Level=3,Path=C:\\x \"y\",Own=1""#);
        assert_eq!(options(&[&pair("A", "b,c")]).unwrap_err().why, COMMA);
        assert_eq!(options(&[&pair("A", "b}")]).unwrap_err().why, BRACE);
    }

    #[test]
    fn lines_end_where_the_hosts_stop_reading() {
        assert!(line("x".repeat(506)).is_ok());
        assert_eq!(line("x".repeat(507)).unwrap_err().why, TOO_LONG);
    }
}
