//! The weights as a game's source has them, in the call of the macro `weights!`.
//!
//! Each group is a list `Name = [(opening, ending), …],` on one line if it fits, else on as many lines
//! as it needs. A source that has a list on lines of its own choice, such as one for each rank of
//! the board, and with comments, keeps those.

use std::ops::Range;

use thiserror::Error;

use crate::evaluation::{Group, Weight};

/// Lines are no longer than this.
const WIDTH: usize = 100;
/// What stands before a group's name.
const INDENT: &str = "    ";

/// Why the weights in a source cannot be replaced.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SourceError {
    /// The source lacks a group.
    #[error("there is no list `{0} = [...]`")]
    Missing(&'static str),
    /// A list is not one of pairs of whole numbers.
    #[error("the list {name} has {text:?} where a weight such as (10, 20) is expected")]
    Unreadable {
        /// The group.
        name: &'static str,
        /// What stands there.
        text: String,
    },
    /// The source is not the one that this program was built from.
    #[error("the list {0} is not that of this program: build it anew")]
    Stale(&'static str),
}

/// All groups with `weights`, which are those of all groups in one list, instead of their own; a
/// list for each.
pub fn lists(groups: &[Group], weights: &[Weight]) -> String {
    let lists = with_weights(groups, weights).map(|(group, weights)| list(group.name, weights));
    lists.collect()
}

/// `source` with `weights` in the place of those of `groups`; nothing else is changed.
///
/// # Errors
/// If a group's list is not found, or is not what it is in `groups`.
pub fn rewritten(
    source: &str,
    groups: &'static [Group],
    weights: &[Weight],
) -> Result<String, SourceError> {
    let mut text = source.to_owned();
    for (group, weights) in with_weights(groups, weights) {
        let place = body_of(&text, group.name).ok_or(SourceError::Missing(group.name))?;
        let body = replaced(&text[place.clone()], group, weights)?;
        text.replace_range(place, &body);
    }
    Ok(text)
}

/// Each group with its share of `weights`.
fn with_weights<'a>(
    groups: &'a [Group],
    mut weights: &'a [Weight],
) -> impl Iterator<Item = (&'a Group, &'a [Weight])> {
    groups.iter().map(move |group| {
        let (own, rest) = weights.split_at(group.weights.len().min(weights.len()));
        weights = rest;
        (group, own)
    })
}

/// A group's list with its name.
fn list(name: &str, weights: &[Weight]) -> String {
    let head = format!("{INDENT}{name} = [");
    let body = body(weights, WIDTH.saturating_sub(head.len() + "],".len()));
    format!("{head}{body}],\n")
}

/// What stands between the brackets of a list: one line, if that is not longer than `room`.
fn body(weights: &[Weight], room: usize) -> String {
    let texts: Vec<_> = weights.iter().map(text_of).collect();
    let line = texts.join(", ");
    if line.len() <= room {
        return line;
    }
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        match lines.last_mut() {
            Some(line) if line.len() + " ,".len() + text.len() <= WIDTH => {
                line.push_str(&format!(" {text},"));
            }
            _ => lines.push(format!("{INDENT}{INDENT}{text},")),
        }
    }
    format!("\n{}\n{INDENT}", lines.join("\n"))
}

fn text_of(&(opening, ending): &Weight) -> String {
    format!("({opening}, {ending})")
}

/// Where in `source` the text between the brackets of the list called `name` stands.
fn body_of(source: &str, name: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let rest = line.trim_start().strip_prefix(name).map(str::trim_start);
        let rest = rest.and_then(|rest| rest.strip_prefix('=')).map(str::trim_start);
        if let Some(body) = rest.and_then(|rest| rest.strip_prefix('[')) {
            let from = start + line.len() - body.len();
            let to = Scanner::new(&source[from..]).find(']')?;
            return Some(from..from + to);
        }
        start += line.len();
    }
    None
}

/// The body of a group's list with other weights. Blanks, line ends and comments stay, unless a line
/// becomes too long.
fn replaced(old: &str, group: &Group, weights: &[Weight]) -> Result<String, SourceError> {
    let name = group.name;
    let places = pairs(old).map_err(|text| SourceError::Unreadable { name, text })?;
    if !places.iter().map(|(_, weight)| weight).eq(group.weights) {
        return Err(SourceError::Stale(name));
    }
    let mut new = old.to_owned();
    for ((place, _), weight) in places.into_iter().zip(weights).rev() {
        new.replace_range(place, &text_of(weight));
    }
    let head = INDENT.len() + name.len() + " = [".len();
    let room = WIDTH.saturating_sub(head + "],".len());
    let is_long = match new.contains('\n') {
        true => new.lines().any(|line| line.chars().count() > WIDTH),
        false => new.len() > room,
    };
    Ok(if is_long && !old.contains("//") { body(weights, room) } else { new })
}

/// The weights in the body of a list, and where they stand. An error is the text that is none.
fn pairs(body: &str) -> Result<Vec<(Range<usize>, Weight)>, String> {
    let mut found = Vec::new();
    let mut scanner = Scanner::new(body);
    let mut from = 0;
    while let Some(end) = scanner.find(')') {
        let start = from + body[from..end].rfind('(').ok_or_else(|| body[from..=end].to_owned())?;
        let unreadable = || body[start..=end].to_owned();
        let numbers = body[start + 1..end].split_once(',').ok_or_else(unreadable)?;
        let number = |text: &str| text.trim().parse().map_err(|_| unreadable());
        found.push((start..end + 1, (number(numbers.0)?, number(numbers.1)?)));
        from = end + 1;
    }
    Ok(found)
}

/// Finds letters that stand outside of comments.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    /// The next place of `letter`, after those found before.
    fn find(&mut self, letter: char) -> Option<usize> {
        loop {
            let rest = &self.text[self.at..];
            let found = rest.find(letter)?;
            match rest.find("//").filter(|&comment| comment < found) {
                Some(comment) => {
                    let end = rest[comment..].find('\n')?;
                    self.at += comment + end;
                }
                None => {
                    let place = self.at + found;
                    self.at = place + letter.len_utf8();
                    return Some(place);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: &[Group] = &[
        Group { name: "Man", weights: &[(100, 110), (-5, 0)] },
        Group { name: "ManAhead", weights: &[(1, 2)] },
        Group { name: "Square", weights: &[(1, 1), (2, 2), (3, 3), (4, 4)] },
    ];
    const SOURCE: &str = "\
//! Weights. Man = [(1, 2)] is an example.

weights! {
    /// A man, by kind: Man = [...].
    Man = [(100, 110), (-5, 0)],
    /// Ahead.
    ManAhead = [ (1,2) ],
    // By squares.
    Square = [
        (1, 1), (2, 2), // the first rank (a1, b1) [sic]
        (3, 3), (4, 4),
    ],
}

const OTHER: [(i32, i32); 1] = [(100, 110)];
";
    const NEW: &[Weight] = &[(-1, -2), (-3, 1234), (5, 6), (10, 20), (30, 40), (50, 60), (70, 80)];

    #[test]
    fn a_source_gets_new_numbers_and_nothing_else() {
        let new = rewritten(SOURCE, GROUPS, NEW).unwrap();
        let expected = SOURCE
            .replace("Man = [(100, 110), (-5, 0)]", "Man = [(-1, -2), (-3, 1234)]")
            .replace("[ (1,2) ]", "[ (5, 6) ]")
            .replace("(1, 1), (2, 2),", "(10, 20), (30, 40),")
            .replace("(3, 3), (4, 4)", "(50, 60), (70, 80)");
        assert_eq!(new, expected);
        let old: Vec<_> = GROUPS.iter().flat_map(|group| group.weights).copied().collect();
        let same = SOURCE.replace("[ (1,2) ]", "[ (1, 2) ]");
        assert_eq!(rewritten(SOURCE, GROUPS, &old), Ok(same));
    }

    #[test]
    fn lists_are_no_wider_than_the_page() {
        const MANY: &[Group] = &[Group { name: "Many", weights: &[(0, 0); 9] }];
        let source = format!("weights! {{\n{}}}\n", lists(MANY, MANY[0].weights));
        assert!(source.contains("    Many = [(0, 0), (0, 0)"));
        let new = rewritten(&source, MANY, &[(-1000, 1000); 9]).unwrap();
        assert_eq!(new, format!("weights! {{\n{}}}\n", lists(MANY, &[(-1000, 1000); 9])));
        let six = ["(-1000, 1000),"; 6].join(" ");
        let three = ["(-1000, 1000),"; 3].join(" ");
        assert_eq!(
            new,
            format!("weights! {{\n    Many = [\n        {six}\n        {three}\n    ],\n}}\n")
        );
    }

    #[test]
    fn a_source_that_does_not_fit_is_refused() {
        let refused = |source: &str| rewritten(source, GROUPS, NEW).unwrap_err();
        assert_eq!(refused(""), SourceError::Missing("Man"));
        assert_eq!(
            refused(&SOURCE.replace("ManAhead =", "Ahead =")),
            SourceError::Missing("ManAhead")
        );
        assert_eq!(refused(&SOURCE.replace("(-5, 0)", "(-6, 0)")), SourceError::Stale("Man"));
        assert_eq!(refused(&SOURCE.replace(", (-5, 0)", "")), SourceError::Stale("Man"));
        let unreadable = |name, text: &str| SourceError::Unreadable { name, text: text.to_owned() };
        assert_eq!(
            refused(&SOURCE.replace("(-5, 0)", "(PAWN, 0)")),
            unreadable("Man", "(PAWN, 0)")
        );
        assert_eq!(refused(&SOURCE.replace("(1,2) ]", "(12) ]")), unreadable("ManAhead", "(12)"));
    }
}
