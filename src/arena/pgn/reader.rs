//! Reading PGN: a file is taken apart game by game, and forgiven much.

use std::io::{self, BufRead};

use thiserror::Error;

use super::{NO_RESULT, PgnGame, PgnMove, RESULTS};
use crate::lines::{LineFault, lines};

/// A comment with more bytes is one whose brace was forgotten.
const LONGEST_COMMENT: usize = 1 << 20;
/// How many letters of a wrong line are repeated in an error.
const EXCERPT: usize = 80;
/// The one move that consists of digits.
const PASS: &str = "0000";

/// Why a file could not be read on as PGN.
#[derive(Debug, Error)]
pub enum PgnError {
    /// The file fails.
    #[error(transparent)]
    File(#[from] io::Error),
    /// Its text is no PGN.
    #[error("line {line}: {fault}")]
    Text {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong, and with which text.
        fault: LineFault,
    },
}

/// The games of a file, read one at a time. The first error is the last item.
///
/// Games need no empty lines around them, no tags and no result (it is then `*`). Left out are
/// variations in round brackets, NAGs such as `$1`, `!` and `?` behind moves, move numbers, lines
/// that begin with `%`, and comments before the first move or outside a game. Several comments
/// behind a move are joined; but behind the last, those from the second on are the closing one.
pub fn read(input: impl BufRead) -> impl Iterator<Item = Result<PgnGame, PgnError>> {
    let tokens = Tokens { lines: lines(input), line: String::new(), at: 0, number: 0 };
    let mut reader = Reader { tokens, pending: None };
    let mut over = false;
    std::iter::from_fn(move || {
        if over {
            return None;
        }
        let game = reader.next_game().transpose();
        over = !matches!(game, Some(Ok(_)));
        game
    })
}

/// From tokens to games.
struct Reader<L> {
    tokens: Tokens<L>,
    /// The tag that ended the game before it.
    pending: Option<(usize, Token)>,
}

impl<L: Iterator<Item = io::Result<String>>> Reader<L> {
    fn next_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut draft: Option<Draft> = None;
        while let Some((line, token)) = self.next_token()? {
            match token {
                Token::Tag(name, value) => {
                    if draft.as_ref().is_some_and(|draft| draft.is_ended_by(&name)) {
                        self.pending = Some((line, Token::Tag(name, value)));
                        break;
                    }
                    draft.get_or_insert_with(|| Draft::new(line)).game.tags.push((name, value));
                }
                Token::Comment(text) => {
                    if let Some(draft) = &mut draft {
                        draft.add_comment(text);
                    }
                }
                Token::Word(word) => {
                    let word = without_number(word.trim_end_matches(['!', '?']));
                    if word.is_empty() || word.starts_with('$') {
                        continue;
                    }
                    let draft = draft.get_or_insert_with(|| Draft::new(line));
                    if RESULTS.contains(&word) {
                        draft.game.result = word.to_owned();
                        break;
                    }
                    draft.add_move(word);
                }
            }
        }
        Ok(draft.map(|draft| draft.game))
    }

    fn next_token(&mut self) -> Result<Option<(usize, Token)>, PgnError> {
        match self.pending.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next(),
        }
    }
}

/// What is left of a word of the movetext when the number of the move is taken away.
fn without_number(mut word: &str) -> &str {
    loop {
        let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let rest = after.trim_start_matches('.');
        let is_number = rest.len() < after.len() || (after.is_empty() && word != PASS);
        if !is_number || word.is_empty() {
            return word;
        }
        word = rest;
    }
}

/// A game of which not all has been read.
struct Draft {
    game: PgnGame,
    /// Whether there has been a comment behind the last move, be it an empty one.
    commented: bool,
}

impl Draft {
    fn new(line: usize) -> Self {
        let (tags, moves, result) = (Vec::new(), Vec::new(), NO_RESULT.to_owned());
        Draft { game: PgnGame { tags, moves, closing: None, result, line }, commented: false }
    }

    /// Whether a tag with this name belongs to the next game: there are moves already, or it is the
    /// one that this game began with.
    fn is_ended_by(&self, tag: &str) -> bool {
        let begins = self.game.tags.first().is_some_and(|(first, _)| first == tag);
        begins || !self.game.moves.is_empty()
    }

    fn add_comment(&mut self, text: String) {
        match self.game.moves.last_mut() {
            Some(last) if !self.commented => {
                join(&mut last.comment, text);
                self.commented = true;
            }
            _ => join(&mut self.game.closing, text),
        }
    }

    fn add_move(&mut self, text: &str) {
        let between = self.game.closing.take();
        if let (Some(last), Some(between)) = (self.game.moves.last_mut(), between) {
            join(&mut last.comment, between);
        }
        self.game.moves.push(PgnMove { text: text.to_owned(), comment: None });
        self.commented = false;
    }
}

fn join(comment: &mut Option<String>, more: String) {
    match comment {
        _ if more.is_empty() => {}
        None => *comment = Some(more),
        Some(comment) => {
            comment.push(' ');
            comment.push_str(&more);
        }
    }
}

/// The pieces of a file that mean something.
enum Token {
    /// A tag's name and value.
    Tag(String, String),
    /// A comment, its words separated by single blanks.
    Comment(String),
    /// A word of the movetext.
    Word(String),
}

/// From lines to tokens.
struct Tokens<L> {
    lines: L,
    /// The present line.
    line: String,
    /// How many bytes of it are done with.
    at: usize,
    /// Its number, from 1.
    number: usize,
}

impl<L: Iterator<Item = io::Result<String>>> Tokens<L> {
    /// The next token and the number of the line that it begins on. Nothing in a variation counts.
    fn next(&mut self) -> Result<Option<(usize, Token)>, PgnError> {
        let mut depth = 0_usize;
        let mut unclosed = None;
        loop {
            let Some(first) = self.skip_blanks() else {
                if self.next_line()? {
                    continue;
                }
                return unclosed.map_or(Ok(None), Err);
            };
            match first {
                '(' => {
                    unclosed = unclosed.or_else(|| Some(self.fault("a ( is never closed")));
                    depth += 1;
                    self.at += 1;
                }
                ')' if depth == 0 => return Err(self.fault("a ) without its (")),
                ')' => {
                    depth -= 1;
                    self.at += 1;
                    unclosed = unclosed.filter(|_| depth > 0);
                }
                _ => {
                    let line = self.number;
                    let token = self.token(first)?;
                    match (token, unclosed.take()) {
                        (Token::Tag(..), Some(unclosed)) => return Err(unclosed),
                        (token, None) => return Ok(Some((line, token))),
                        (_, open) => unclosed = open,
                    }
                }
            }
        }
    }

    /// The token that begins here, with the letter `first`.
    fn token(&mut self, first: char) -> Result<Token, PgnError> {
        match first {
            '}' => Err(self.fault("a } without its {")),
            '[' => self.tag(),
            '{' => self.comment(),
            ';' => Ok(Token::Comment(in_one_line(&self.rest_of_line()[1..]))),
            _ => Ok(Token::Word(self.word())),
        }
    }

    /// Goes to the next line that is no `%` line; says whether there is one.
    fn next_line(&mut self) -> Result<bool, PgnError> {
        while self.next_raw_line()? {
            if !self.line.starts_with('%') {
                return Ok(true);
            }
            self.at = self.line.len();
        }
        Ok(false)
    }

    fn next_raw_line(&mut self) -> Result<bool, PgnError> {
        let Some(line) = self.lines.next() else { return Ok(false) };
        self.line = line?;
        self.number += 1;
        let mark = '\u{FEFF}';
        let is_marked = self.number == 1 && self.line.starts_with(mark);
        self.at = if is_marked { mark.len_utf8() } else { 0 };
        Ok(true)
    }

    /// What is left of the line.
    fn rest(&self) -> &str {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// Goes on to the next letter of the line; `None` if there is none.
    fn skip_blanks(&mut self) -> Option<char> {
        let rest = self.rest().trim_start();
        let (first, left) = (rest.chars().next(), rest.len());
        self.at = self.line.len() - left;
        first
    }

    fn rest_of_line(&mut self) -> String {
        let rest = self.rest().to_owned();
        self.at = self.line.len();
        rest
    }

    fn word(&mut self) -> String {
        let ends = |letter: char| letter.is_whitespace() || "{}()[;".contains(letter);
        let rest = self.rest();
        let word = rest[..rest.find(ends).unwrap_or(rest.len())].to_owned();
        self.at += word.len();
        word
    }

    fn tag(&mut self) -> Result<Token, PgnError> {
        match read_tag(self.rest()) {
            Some((name, value, length)) => {
                self.at += length;
                Ok(Token::Tag(name, value))
            }
            None => Err(self.fault("not a tag of the form [Name \"value\"]")),
        }
    }

    fn comment(&mut self) -> Result<Token, PgnError> {
        let unclosed = self.fault("a comment is never closed");
        self.at += 1;
        let mut comment = String::new();
        loop {
            if let Some(length) = self.rest().find('}') {
                comment.push_str(&self.rest()[..length]);
                self.at += length + 1;
                return Ok(Token::Comment(in_one_line(&comment)));
            }
            comment.push_str(&self.rest_of_line());
            comment.push(' ');
            if comment.len() > LONGEST_COMMENT || !self.next_raw_line()? {
                return Err(unclosed);
            }
        }
    }

    /// An error about the rest of this line.
    fn fault(&self, fault: &'static str) -> PgnError {
        let text: String = self.rest().trim().chars().take(EXCERPT).collect();
        PgnError::Text { line: self.number, fault: LineFault::new(fault, text) }
    }
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The name and value of the tag with which `text` begins, and how many bytes it takes. A quote in
/// the value is not its end unless a bracket follows; a backslash stands for itself unless what
/// it can escape follows.
fn read_tag(text: &str) -> Option<(String, String, usize)> {
    let (name, rest) = text.strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter == ']') {
        return None;
    }
    let mut value = String::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        let behind = &rest[at + letter.len_utf8()..];
        match letter {
            '\\' if behind.starts_with(['"', '\\']) => {
                value.extend(letters.next().map(|next| next.1))
            }
            '"' if behind.trim_start().starts_with(']') => {
                let left = behind.trim_start().len() - 1;
                return Some((name.to_owned(), value, text.len() - left));
            }
            _ => value.push(letter),
        }
    }
    None
}
