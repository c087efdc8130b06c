//! Books: files of positions (EPD) or of games (PGN) whose beginnings are played.

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use super::{BookFault, Opening, OpeningError};
use crate::arena::pgn::{self, PgnError, PgnGame};
use crate::fen;
use crate::game::{GameInfo, Options, Style, Variant};
use crate::lines::{LineFault, lines};
use crate::session::{self, NO_SEARCH_HASH, Session, Start};
use crate::suite;

/// What a book is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A FEN or an EPD a line, with its owner before it, as in a perft suite.
    Epd,
    /// Games.
    Pgn,
}

impl Format {
    /// The format that the end of a file's name stands for.
    pub fn of_name(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "epd" | "fen" | "txt" => Some(Format::Epd),
            "pgn" => Some(Format::Pgn),
            _ => None,
        }
    }

    /// The format of a file that begins so: a game with a tag, a comment or the number of a move.
    pub fn of_text(beginning: &[u8]) -> Format {
        let text = String::from_utf8_lossy(beginning);
        let text = text.trim_start_matches('\u{FEFF}').trim_start();
        let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let numbered = number.len() < text.len() && number.starts_with('.');
        let is_pgn = numbered || text.starts_with(['[', '{', '%', ';']);
        if is_pgn { Format::Pgn } else { Format::Epd }
    }
}

/// What was left out of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Skipped {
    /// Openings that bring about a position that was there already.
    pub duplicates: usize,
    /// Openings that end the game.
    pub over: usize,
    /// Openings of games, or of options, that are not played.
    pub other_games: usize,
}

impl fmt::Display for Skipped {
    /// As in `skipped: 1 duplicate, 2 finished games`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.duplicates, "duplicate", "duplicates"),
            (self.over, "finished game", "finished games"),
            (self.other_games, "of another game", "of other games"),
        ];
        let told = counts.iter().filter(|&&(count, ..)| count > 0);
        let told = told
            .map(|&(count, one, more)| format!("{count} {}", if count == 1 { one } else { more }));
        match told.collect::<Vec<_>>().join(", ") {
            told if told.is_empty() => f.write_str("nothing skipped"),
            told => write!(f, "skipped: {told}"),
        }
    }
}

/// The openings of a file, for each game that is played.
#[derive(Debug, Clone)]
pub struct Book {
    chapters: Vec<Chapter>,
    skipped: Skipped,
}

/// The openings of one game.
#[derive(Debug, Clone)]
struct Chapter {
    game: &'static GameInfo,
    options: Options,
    openings: Vec<Opening>,
}

impl Chapter {
    fn is_of(&self, game: &GameInfo, options: Options) -> bool {
        self.game.name == game.name && self.options == options
    }
}

impl Book {
    /// Reads the file for a match of these games. Its name tells the format, or else its beginning
    /// does. Entries that name no game belong to the only one that is played.
    ///
    /// Of a game in PGN the first `plies` are the opening, or all; the rest is not looked at.
    ///
    /// # Errors
    /// Names the first line that is wrong, or the game for which there is nothing.
    pub fn open(file: &Path, games: &[Variant], plies: Option<u32>) -> Result<Book, OpeningError> {
        let failed = |error| OpeningError::File { file: file.to_owned(), error };
        let mut input = BufReader::new(File::open(file).map_err(failed)?);
        let format = match Format::of_name(file) {
            Some(format) => format,
            None => Format::of_text(input.fill_buf().map_err(failed)?),
        };
        Book::read(file, input, format, games, plies)
    }

    /// Reads a book as [`Book::open`] does; `file` is its name in errors.
    ///
    /// # Errors
    /// As [`Book::open`].
    pub fn read(
        file: &Path,
        input: impl BufRead,
        format: Format,
        games: &[Variant],
        plies: Option<u32>,
    ) -> Result<Book, OpeningError> {
        let mut chapters: Vec<Chapter> = Vec::new();
        for &(game, options) in games {
            if !chapters.iter().any(|chapter| chapter.is_of(game, options)) {
                chapters.push(Chapter { game, options, openings: Vec::new() });
            }
        }
        let only = if let [only] = &chapters[..] { Some((only.game, only.options)) } else { None };
        let book = Book { chapters, skipped: Skipped::default() };
        let mut reading = Reading { file, default: only, plies, book, reached: HashSet::new() };
        match format {
            Format::Epd => reading.read_epd(input)?,
            Format::Pgn => reading.read_pgn(input)?,
        }
        let Reading { book, .. } = reading;
        match book.chapters.iter().find(|chapter| chapter.openings.is_empty()) {
            None => Ok(book),
            Some(empty) => Err(OpeningError::Nothing {
                file: file.to_owned(),
                variant: suite::owner(empty.game, empty.options),
                skipped: book.skipped,
            }),
        }
    }

    /// How many openings it has, of all games together.
    pub fn count(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.openings.len()).sum()
    }

    /// A check sum of all openings (CRC-32), the same on every machine.
    pub fn check_sum(&self) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        for chapter in &self.chapters {
            sum.update(suite::owner(chapter.game, chapter.options).as_bytes());
            for Opening { fen, moves, .. } in &chapter.openings {
                let text = format!("\n{} {}", fen.as_deref().unwrap_or_default(), moves.join(" "));
                sum.update(text.as_bytes());
            }
        }
        sum.finalize()
    }

    /// What was left out.
    pub fn skipped(&self) -> Skipped {
        self.skipped
    }

    /// The openings of a game with these options, in the order of the file; none if the book was
    /// read without it.
    pub fn openings(&self, game: &GameInfo, options: Options) -> &[Opening] {
        let chapter = self.chapters.iter().find(|chapter| chapter.is_of(game, options));
        chapter.map_or(&[], |chapter| &chapter.openings)
    }
}

/// A book of which not all has been read.
struct Reading<'a> {
    file: &'a Path,
    /// Whose the entries are that name no game.
    default: Option<Variant>,
    /// How much of a game is its opening.
    plies: Option<u32>,
    book: Book,
    /// The positions that the openings bring about.
    reached: HashSet<String>,
}

impl Reading<'_> {
    fn read_epd(&mut self, input: impl BufRead) -> Result<(), OpeningError> {
        for (number, line) in (1..).zip(lines(input)) {
            let line = line.map_err(|error| self.failed(error))?;
            let text = fen::without_comment(&line);
            if !text.is_empty() {
                self.take_line(number, text).map_err(|fault| self.refused(number, fault))?;
            }
        }
        Ok(())
    }

    fn take_line(&mut self, number: usize, text: &str) -> Result<(), BookFault> {
        let (owner, rest) = suite::split_owner(text);
        let (fen, opcodes) = fen::split_epd(rest);
        if fen.is_empty() {
            return Err(LineFault::new("no position", text).into());
        }
        let (game, options) = suite::variant(owner, self.default, fen)?;
        if self.is_played((game, options)) {
            let start = Start::Fen(fen.to_owned());
            let session = session::open_at(game, options, &start, NO_SEARCH_HASH)?;
            self.take(&*session, Some(session.start_fen()), id(opcodes), number);
        }
        Ok(())
    }

    fn read_pgn(&mut self, input: impl BufRead) -> Result<(), OpeningError> {
        for game in pgn::read(input) {
            let game = game.map_err(|error| match error {
                PgnError::File(error) => self.failed(error),
                PgnError::Text { line, fault } => self.refused(line, fault.into()),
            })?;
            self.take_game(&game).map_err(|fault| self.refused(game.line, fault.into()))?;
        }
        Ok(())
    }

    fn take_game(&mut self, game: &PgnGame) -> Result<(), pgn::Fault> {
        if self.is_played(pgn::variant_of(game, self.default)?) {
            let mut session = pgn::begin(game, self.default)?;
            let plies = self.plies.map_or(usize::MAX, |plies| plies as usize);
            pgn::play(&mut *session, game, &game.moves[..plies.min(game.moves.len())])?;
            let fen = game.tag(pgn::FEN).map(|_| session.start_fen());
            self.take(&*session, fen, name(game), game.line);
        }
        Ok(())
    }

    /// Whether the game is played with these options; if not, its opening is skipped.
    fn is_played(&mut self, (game, options): Variant) -> bool {
        let played = self.book.chapters.iter().any(|chapter| chapter.is_of(game, options));
        self.book.skipped.other_games += usize::from(!played);
        played
    }

    /// Takes what was played in the session as an opening that begins at `fen`.
    fn take(
        &mut self,
        session: &dyn Session,
        fen: Option<String>,
        name: Option<String>,
        line: usize,
    ) {
        let (game, options) = (session.info(), session.options());
        let Book { chapters, skipped } = &mut self.book;
        let Some(chapter) = chapters.iter_mut().find(|chapter| chapter.is_of(game, options)) else {
            return;
        };
        if session.outcome().is_some() {
            skipped.over += 1;
        } else if !self.reached.insert(reached(session)) {
            skipped.duplicates += 1;
        } else {
            let label = name.unwrap_or_else(|| format!("line {line}"));
            chapter.openings.push(Opening {
                fen,
                moves: session.moves_played(Style::Plain),
                label,
            });
        }
    }

    fn failed(&self, error: io::Error) -> OpeningError {
        OpeningError::File { file: self.file.to_owned(), error }
    }

    fn refused(&self, line: usize, fault: BookFault) -> OpeningError {
        OpeningError::Line { file: self.file.to_owned(), line, fault: Box::new(fault) }
    }
}

/// What tells the position of one opening from that of another: owner and FEN, but not the number
/// of the move.
fn reached(session: &dyn Session) -> String {
    let fen = session.fen();
    let fields = fen.split(' ').enumerate().filter(|&(place, _)| place != 5);
    let fields: Vec<_> = fields.map(|(_, field)| field).collect();
    format!("{}: {}", suite::owner(session.info(), session.options()), fields.join(" "))
}

/// The operand of the opcode `id` among the opcodes of an EPD.
fn id(opcodes: &str) -> Option<String> {
    let mut quoted = false;
    let mut operations = opcodes.split(|letter| {
        quoted ^= letter == '"';
        letter == ';' && !quoted
    });
    let operand = operations.find_map(|operation| {
        let (name, operand) = operation.trim().split_once(char::is_whitespace)?;
        (name == "id").then(|| operand.trim().trim_matches('"').trim().to_owned())
    });
    operand.filter(|text| !text.is_empty())
}

/// What the tags of a game call its opening.
fn name(game: &PgnGame) -> Option<String> {
    let known = |tag| game.tag(tag).filter(|value| !matches!(*value, "" | "?" | "-"));
    let words: Vec<_> = ["ECO", "Opening"].into_iter().filter_map(known).collect();
    (!words.is_empty()).then(|| words.join(" "))
}
