//! Boards as SVG.

use std::fmt::{self, Display, Formatter};

use super::men::Layer;
use crate::board::Side;

use super::{Board, Mark, Picture, file_letter};

/// Side of a square, and of the box each man is drawn in.
const SQUARE: usize = 45;
/// Width of the border that holds the coordinates.
const BORDER: usize = 20;
/// Height of a line of the caption.
const CAPTION_LINE: usize = 20;
/// Mean width of a letter of the caption, for breaking it into lines.
const CAPTION_LETTER: usize = 8;

const LIGHT_SQUARE: &str = "#f2e8d5";
const DARK_SQUARE: &str = "#b39a78";
const FRAME: &str = "#4a3b2a";
const PAPER: &str = "#fffdf8";

/// The paints of one side's men: fill and outline are inherited by every drawing,
/// `detail` is what a drawing calls `currentColor`.
struct Paint {
    fill: &'static str,
    outline: &'static str,
    detail: &'static str,
}

/// Light men with dark lines, dark men with light lines.
fn paint(side: Side) -> Paint {
    match side {
        Side::White => Paint { fill: "#fffefa", outline: "#1c1a18", detail: "#1c1a18" },
        Side::Black => Paint { fill: "#35322f", outline: "#0b0a09", detail: "#f7f2e6" },
    }
}

/// A board as a self-contained SVG document.
///
/// Men are drawn as paths, so they look the same everywhere; each has a title such as
/// `White Hippogriff on d1`. A drawing stands once in the document, however many men
/// use it.
pub fn svg(board: &Board) -> String {
    Sheet::new(board).to_string()
}

/// A board being drawn.
struct Sheet<'a> {
    board: &'a Board,
    caption: Vec<String>,
}

impl Display for Sheet<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        self.open(out)?;
        self.define_men(out)?;
        self.squares(out)?;
        self.coordinates(out)?;
        self.marks(out, &[Mark::LastMove, Mark::Check, Mark::Target])?;
        for side in Side::BOTH {
            self.men(out, side)?;
        }
        self.marks(out, &[Mark::Capture, Mark::Strike])?;
        self.arrows(out)?;
        self.caption(out)?;
        out.write_str("</svg>\n")
    }
}

impl<'a> Sheet<'a> {
    /// Breaks the caption into lines as wide as the board.
    fn new(board: &'a Board) -> Self {
        let letters = (board.files * SQUARE / CAPTION_LETTER).max(1);
        let caption = board.caption.as_deref().unwrap_or_default();
        Sheet { board, caption: wrap(caption, letters) }
    }

    /// Opens the document with its size, title and paper.
    fn open(&self, out: &mut Formatter) -> fmt::Result {
        let (files, ranks) = (self.board.files, self.board.ranks);
        let width = files * SQUARE + 2 * BORDER;
        let caption = match self.caption.len() {
            0 => 0,
            lines => lines * CAPTION_LINE + BORDER / 2,
        };
        let height = ranks * SQUARE + 2 * BORDER + caption;
        let title = match self.caption.as_slice() {
            [] => format!("Board of {files} by {ranks} squares"),
            lines => escape(&lines.join(" ")),
        };
        writeln!(
            out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' \
             viewBox='0 0 {width} {height}'>\n\
             <title>{title}</title>\n\
             <rect width='{width}' height='{height}' fill='{PAPER}'/>"
        )
    }

    /// Defines, once each, the drawings of the men on the board.
    fn define_men(&self, out: &mut Formatter) -> fmt::Result {
        let stands = |picture: &Picture| {
            let mut men = (0..self.board.squares()).filter_map(|square| self.board.man(square));
            men.any(|man| man.picture == *picture)
        };
        out.write_str("<defs>\n")?;
        for picture in Picture::ALL.into_iter().filter(stands) {
            define(out, picture)?;
        }
        out.write_str("</defs>\n")
    }

    /// The board itself: light ground, dark squares, frame.
    fn squares(&self, out: &mut Formatter) -> fmt::Result {
        let (width, height) = (self.board.files * SQUARE, self.board.ranks * SQUARE);
        let bounds = format!("x='{BORDER}' y='{BORDER}' width='{width}' height='{height}'");
        writeln!(out, "<rect {bounds} fill='{LIGHT_SQUARE}'/>")?;
        write!(out, "<path fill='{DARK_SQUARE}' d='")?;
        for square in (0..self.board.squares()).filter(|square| self.is_dark(*square)) {
            let (x, y) = self.corner(square);
            write!(out, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        writeln!(out, "'/>")?;
        writeln!(out, "<rect {bounds} fill='none' stroke='{FRAME}' stroke-width='1.5'/>")
    }

    /// File letters below the board, rank numbers to its left.
    fn coordinates(&self, out: &mut Formatter) -> fmt::Result {
        writeln!(
            out,
            "<g font-family='sans-serif' font-size='12' fill='{FRAME}' text-anchor='middle'>"
        )?;
        for column in 0..self.board.files {
            let x = BORDER as f64 + (column as f64 + 0.5) * SQUARE as f64;
            let y = BORDER + self.board.ranks * SQUARE + 14;
            let letter = file_letter(self.board.file_of_column(column));
            writeln!(out, "<text x='{x}' y='{y}'>{letter}</text>")?;
        }
        for row in 0..self.board.ranks {
            let y = BORDER as f64 + (row as f64 + 0.5) * SQUARE as f64 + 4.0;
            let number = self.board.rank_of_row(row) + 1;
            writeln!(out, "<text x='{}' y='{y}'>{number}</text>", BORDER / 2)?;
        }
        out.write_str("</g>\n")
    }

    /// The given kinds of marks, the first kind lowest.
    fn marks(&self, out: &mut Formatter, kinds: &[Mark]) -> fmt::Result {
        for &kind in kinds {
            for square in self.marked(kind) {
                let (x, y) = self.corner(square);
                let drawing = mark(kind, self.board.man(square).is_some());
                writeln!(out, "<g transform='translate({x} {y})'>{drawing}</g>")?;
            }
        }
        Ok(())
    }

    /// The men of one side, each with its title.
    fn men(&self, out: &mut Formatter, side: Side) -> fmt::Result {
        let Paint { fill, outline, detail } = paint(side);
        writeln!(
            out,
            "<g fill='{fill}' stroke='{outline}' color='{detail}' stroke-width='1.5' \
             stroke-linejoin='round' stroke-linecap='round'>"
        )?;
        for square in 0..self.board.squares() {
            let Some(man) = self.board.man(square).filter(|man| man.side == side) else {
                continue;
            };
            let (x, y) = self.corner(square);
            writeln!(
                out,
                "<g role='img'><title>{} {} on {}</title><use href='#{}' x='{x}' y='{y}' \
                 width='{SQUARE}' height='{SQUARE}'/></g>",
                side,
                man.picture.name(),
                self.board.square_name(square),
                id(man.picture)
            )?;
        }
        out.write_str("</g>\n")
    }

    /// Arrows that begin and end on different squares of the board.
    fn arrows(&self, out: &mut Formatter) -> fmt::Result {
        let squares = self.board.squares();
        for &(from, to) in &self.board.arrows {
            if from != to && from < squares && to < squares {
                let outline = arrow(self.centre(from), self.centre(to));
                writeln!(
                    out,
                    "<path d='{outline}' fill='#1f5fa8' fill-opacity='0.75' \
                     stroke='#ffffff' stroke-opacity='0.6'/>"
                )?;
            }
        }
        Ok(())
    }

    /// The lines of the caption below the board.
    fn caption(&self, out: &mut Formatter) -> fmt::Result {
        let x = (self.board.files * SQUARE) as f64 / 2.0 + BORDER as f64;
        let top = self.board.ranks * SQUARE + 2 * BORDER;
        for (number, line) in self.caption.iter().enumerate() {
            writeln!(
                out,
                "<text x='{x}' y='{}' font-family='sans-serif' font-size='15' \
                 fill='#1c1a18' text-anchor='middle'>{}</text>",
                top + number * CAPTION_LINE + CAPTION_LINE * 3 / 4,
                escape(line)
            )?;
        }
        Ok(())
    }

    /// The squares of the board that carry a mark.
    fn marked(&self, mark: Mark) -> impl Iterator<Item = usize> {
        let squares = self.board.squares();
        let marks = self.board.marks.iter();
        marks.filter_map(move |&(square, m)| (m == mark && square < squares).then_some(square))
    }

    /// Whether a square is dark, as a1 is.
    fn is_dark(&self, square: usize) -> bool {
        (square % self.board.files + square / self.board.files).is_multiple_of(2)
    }

    /// The upper left corner of a square.
    fn corner(&self, square: usize) -> (usize, usize) {
        let (column, row) = self.board.place(square);
        (BORDER + column * SQUARE, BORDER + row * SQUARE)
    }

    /// The centre of a square.
    fn centre(&self, square: usize) -> (f64, f64) {
        let (x, y) = self.corner(square);
        let half = SQUARE as f64 / 2.0;
        (x as f64 + half, y as f64 + half)
    }
}

/// Defines a man's drawing as a symbol whose paints come from where it is used.
fn define(out: &mut Formatter, picture: Picture) -> fmt::Result {
    writeln!(out, "<symbol id='{}' viewBox='0 0 {SQUARE} {SQUARE}'>", id(picture))?;
    for stroke in picture.strokes() {
        let paint = match stroke.layer {
            Layer::Body => "",
            Layer::Inset => " stroke='currentColor' stroke-width='1.2'",
            Layer::Tint => " fill='currentColor' fill-opacity='0.25' stroke='none'",
            Layer::Line => " fill='none' stroke='currentColor' stroke-width='1.2'",
            Layer::Ink => " fill='currentColor' stroke='none'",
        };
        writeln!(out, "<path d='{}'{paint}/>", stroke.path)?;
    }
    out.write_str("</symbol>\n")
}

/// The drawing of a mark on a square that is `occupied` or not, with the origin in its upper left
/// corner.
fn mark(kind: Mark, occupied: bool) -> &'static str {
    match kind {
        Mark::LastMove => "<rect width='45' height='45' fill='#f2cf1d' fill-opacity='0.5'/>",
        Mark::Check => {
            "<path d='M1.5 1.5h42v42h-42z' fill='#e0301e' fill-opacity='0.5' \
             stroke='#b3170a' stroke-width='3'/>"
        }
        // A man who stands there is not taken, but gives way; the dot would be hidden under him.
        Mark::Target if occupied => {
            "<circle cx='22.5' cy='22.5' r='20' fill='none' stroke='#2f7d46' stroke-width='3' \
             stroke-dasharray='6 4.5' stroke-opacity='0.75'/>"
        }
        Mark::Target => "<circle cx='22.5' cy='22.5' r='6.5' fill='#2f7d46' fill-opacity='0.75'/>",
        Mark::Capture => {
            "<circle cx='22.5' cy='22.5' r='20' fill='none' \
             stroke='#2f7d46' stroke-width='4' stroke-opacity='0.75'/>"
        }
        Mark::Strike => {
            "<g fill='none' stroke-linecap='round' stroke-opacity='0.85'>\
             <path d='M6 6l33 33m0-33l-33 33' stroke='#fffdf8' stroke-width='7'/>\
             <path d='M6 6l33 33m0-33l-33 33' stroke='#cf1f12' stroke-width='4'/></g>"
        }
    }
}

/// The identifier of a man's symbol: its name in lower case, with hyphens.
fn id(picture: Picture) -> String {
    let name = picture.name().to_ascii_lowercase();
    format!("man-{}", name.replace(' ', "-"))
}

/// The outline of an arrow between two points, leaving out the middle of the first.
fn arrow((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    const START: f64 = 10.0;
    const HEAD: f64 = 14.0;
    const HALF_SHAFT: f64 = 3.0;
    const HALF_HEAD: f64 = 8.5;
    let length = (x2 - x1).hypot(y2 - y1);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let neck = length - HEAD;
    let corners = [
        (START, HALF_SHAFT),
        (neck, HALF_SHAFT),
        (neck, HALF_HEAD),
        (length, 0.0),
        (neck, -HALF_HEAD),
        (neck, -HALF_SHAFT),
        (START, -HALF_SHAFT),
    ];
    let point = |(along, aside): (f64, f64)| {
        let x = x1 + dx * along - dy * aside;
        let y = y1 + dy * along + dx * aside;
        format!("{x:.1} {y:.1}")
    };
    format!("M{}z", corners.map(point).join("L"))
}

/// Breaks a text into lines of about so many letters, between words.
fn wrap(text: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Text as XML allows it between tags and in attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\t' | '\n' | '\r' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, Node};

    use super::*;
    use crate::picture::Man;

    /// A board with one man on its first square.
    fn with_man(files: usize, ranks: usize, side: Side, picture: Picture) -> Board {
        let mut board = Board::new(files, ranks);
        board.men[0] = Some(Man { side, letter: 'X', picture });
        board
    }

    fn elements<'a>(document: &'a Document, name: &str) -> Vec<Node<'a, 'a>> {
        let all = document.root().descendants();
        all.filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).collect()
    }

    fn texts(document: &Document, name: &str) -> Vec<String> {
        let nodes = elements(document, name);
        nodes.iter().filter_map(|node| node.text()).map(str::to_owned).collect()
    }

    #[test]
    fn every_man_is_defined_once_titled_and_used() {
        for picture in Picture::ALL {
            for side in Side::BOTH {
                let mut board = with_man(8, 8, side, picture);
                board.men[63] = board.men[0];
                let source = svg(&board);
                let document = Document::parse(&source).expect("well-formed");
                let symbols = elements(&document, "symbol");
                assert_eq!(symbols.len(), 1, "{picture:?}");
                let uses = elements(&document, "use");
                assert_eq!(uses.len(), 2);
                for node in uses {
                    let target = node.attribute("href").unwrap();
                    assert_eq!(target.strip_prefix('#'), symbols[0].attribute("id"));
                }
                let who = format!("{} {}", side, picture.name());
                let titles = texts(&document, "title");
                assert_eq!(titles[1..], [format!("{who} on a1"), format!("{who} on h8")]);
            }
        }
    }

    #[test]
    fn sizes_and_coordinates_fit_the_board() {
        for (files, ranks) in [(6, 6), (8, 8), (9, 9), (12, 12), (4, 7)] {
            let source = svg(&with_man(files, ranks, Side::White, Picture::King));
            let document = Document::parse(&source).unwrap();
            let root = document.root_element();
            assert_eq!(
                root.attribute("viewBox"),
                Some(format!("0 0 {} {}", files * 45 + 40, ranks * 45 + 40).as_str())
            );
            let labels = texts(&document, "text");
            assert_eq!(labels.len(), files + ranks);
            assert_eq!(labels[0], "a");
            assert_eq!(labels[files], ranks.to_string());
        }
    }

    #[test]
    fn a_flipped_board_has_a1_in_the_upper_right_corner() {
        let mut board = with_man(6, 6, Side::White, Picture::Rook);
        board.flipped = true;
        let source = svg(&board);
        let document = Document::parse(&source).unwrap();
        let rook = elements(&document, "use")[0];
        assert_eq!(rook.attribute("x"), Some("245"));
        assert_eq!(rook.attribute("y"), Some("20"));
        let labels = texts(&document, "text");
        assert_eq!((labels[0].as_str(), labels[6].as_str()), ("f", "1"));
        assert!(source.contains("White Rook on a1"));
    }

    #[test]
    fn captions_are_escaped_and_broken_into_lines() {
        let mut board = Board::new(6, 6);
        let caption = "1. a4 <b> & \"c\" \u{1b}[1m then quite a few words more";
        board.caption = Some(caption.into());
        let source = svg(&board);
        let document = Document::parse(&source).expect("well-formed");
        assert_eq!(texts(&document, "title"), [caption.replace('\u{1b}', "\u{fffd}")]);
        let lines = &texts(&document, "text")[12..];
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("1. a4 <b> & \"c\""));
    }

    #[test]
    fn a_blank_caption_takes_no_room() {
        let mut board = Board::new(6, 6);
        let bare = svg(&board);
        board.caption = Some(" \n".into());
        assert_eq!(svg(&board), bare);
    }

    #[test]
    fn every_mark_is_drawn_and_those_off_the_board_are_not() {
        let plain = svg(&Board::new(6, 6)).len();
        for mark in Mark::ALL {
            let mut board = Board::new(6, 6);
            board.marks = vec![(36, mark)];
            assert_eq!(svg(&board).len(), plain);
            board.marks.push((35, mark));
            let source = svg(&board);
            Document::parse(&source).expect("well-formed");
            assert!(source.contains("translate(245 20)"), "{mark:?}");
        }
    }

    #[test]
    fn arrows_point_from_square_to_square() {
        let mut board = Board::new(6, 6);
        let plain = svg(&board).len();
        board.arrows = vec![(3, 3), (0, 36)];
        assert_eq!(svg(&board).len(), plain);
        board.arrows.push((0, 30));
        let source = svg(&board);
        Document::parse(&source).expect("well-formed");
        // From a1 straight up to a6: the point is the middle of a6.
        assert!(source.contains("L42.5 42.5L"));
    }

    #[test]
    fn arrows_end_in_a_point() {
        let outline = arrow((0.0, 0.0), (100.0, 0.0));
        assert!(outline.starts_with("M10.0 3.0L86.0 3.0L86.0 8.5L100.0 0.0L"));
    }

    #[test]
    fn long_words_are_not_broken() {
        assert_eq!(wrap("one two incomprehensible", 8), ["one two", "incomprehensible"]);
        assert!(wrap("", 8).is_empty());
    }
}
