//! Boards as plain text for the terminal.

use crate::board::Side;

use super::{Board, Man, Mark, Picture, file_letter};

/// A board as lines of text.
///
/// Ranks stand on the left and files below, each square is three characters wide, and
/// the caption follows after an empty line. Men are shown by their FEN letters, empty
/// squares by `.`. With `unicode`, men for which Unicode has a white and a black
/// figure are shown by it, and empty squares by `·`.
///
/// A marked square stands in brackets: `[x]` the last move, `(x)` a target, `{x}` a
/// capture, `<x>` a strike, `!x!` check. Of several marks the last one is shown;
/// arrows are not.
pub fn text(board: &Board, unicode: bool) -> String {
    let margin = board.ranks.to_string().len();
    let mut out = String::new();
    for row in 0..board.ranks {
        let rank = board.rank_of_row(row) + 1;
        let squares: String = (0..board.files)
            .map(|column| square_text(board, board.square_at(column, row), unicode))
            .collect();
        push_line(&mut out, &format!("{rank:>margin$} {squares}"));
    }
    let files: String = (0..board.files)
        .map(|column| format!(" {} ", file_letter(board.file_of_column(column))))
        .collect();
    push_line(&mut out, &format!("{:margin$} {files}", ""));
    if let Some(caption) = board.caption.as_deref().filter(|c| !c.trim().is_empty()) {
        out.push('\n');
        push_line(&mut out, &caption.replace(char::is_control, " "));
    }
    out
}

/// Adds a line without the blanks at its end.
fn push_line(out: &mut String, line: &str) {
    out.push_str(line.trim_end());
    out.push('\n');
}

/// The three characters that show a square.
fn square_text(board: &Board, square: usize, unicode: bool) -> String {
    let mark = board.marks.iter().rev().find(|(at, _)| *at == square);
    let (before, after) = mark.map_or((' ', ' '), |(_, mark)| brackets(*mark));
    let inside = match board.man(square) {
        Some(man) if unicode => figure(&man).unwrap_or(man.fen_letter()),
        Some(man) => man.fen_letter(),
        None if unicode => '·',
        None => '.',
    };
    format!("{before}{inside}{after}")
}

/// What stands to the left and to the right of a marked square.
fn brackets(mark: Mark) -> (char, char) {
    match mark {
        Mark::LastMove => ('[', ']'),
        Mark::Target => ('(', ')'),
        Mark::Capture => ('{', '}'),
        Mark::Strike => ('<', '>'),
        Mark::Check => ('!', '!'),
    }
}

/// The Unicode figure of a man, where there is one for both sides that terminals
/// show in a single column.
fn figure(man: &Man) -> Option<char> {
    let (white, black) = match man.picture {
        Picture::King => ('♔', '♚'),
        Picture::Queen => ('♕', '♛'),
        Picture::Rook => ('♖', '♜'),
        Picture::Bishop => ('♗', '♝'),
        Picture::Knight => ('♘', '♞'),
        Picture::Pawn => ('♙', '♟'),
        Picture::Rose => ('❀', '✿'),
        Picture::Flag => ('⚐', '⚑'),
        _ => return None,
    };
    Some(match man.side {
        Side::White => white,
        Side::Black => black,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board from rows of FEN letters and dots, the last rank first.
    fn board(rows: &[&str]) -> Board {
        let mut board = Board::new(rows[0].len(), rows.len());
        board.men = rows.iter().rev().flat_map(|row| row.chars()).map(man).collect();
        board
    }

    fn man(letter: char) -> Option<Man> {
        let picture = match letter.to_ascii_uppercase() {
            '.' => return None,
            'N' => Picture::Knight,
            'R' => Picture::Rook,
            'B' => Picture::Bishop,
            'P' => Picture::Pawn,
            _ => Picture::Ox,
        };
        let side = Side::BOTH[usize::from(letter.is_ascii_lowercase())];
        Some(Man { side, letter: letter.to_ascii_uppercase(), picture })
    }

    fn knightfall() -> Board {
        board(&["rbnnbr", "pppppp", "......", "......", "PPPPPP", "RBNNBR"])
    }

    #[test]
    fn six_by_six() {
        let expected = "\
6  r  b  n  n  b  r
5  p  p  p  p  p  p
4  .  .  .  .  .  .
3  .  .  .  .  .  .
2  P  P  P  P  P  P
1  R  B  N  N  B  R
   a  b  c  d  e  f
";
        assert_eq!(text(&knightfall(), false), expected);
    }

    #[test]
    fn marks_stand_in_brackets_and_the_caption_below() {
        let mut board = knightfall();
        board.marks = vec![
            (1, Mark::LastMove),
            (2, Mark::Check),
            (12, Mark::Target),
            (24, Mark::Target),
            (24, Mark::Capture),
            (25, Mark::Strike),
            (36, Mark::Target),
        ];
        board.caption = Some("b1\u{1b}c2\n".into());
        let expected = "\
6  r  b  n  n  b  r
5 {p}<p> p  p  p  p
4  .  .  .  .  .  .
3 (.) .  .  .  .  .
2  P  P  P  P  P  P
1  R [B]!N! N  B  R
   a  b  c  d  e  f

b1 c2
";
        assert_eq!(text(&board, false), expected);
    }

    #[test]
    fn flipped_six_by_six() {
        let mut board = knightfall();
        board.men[0] = None;
        board.flipped = true;
        board.marks = vec![(0, Mark::LastMove)];
        let expected = "\
1  R  B  N  N  B [.]
2  P  P  P  P  P  P
3  .  .  .  .  .  .
4  .  .  .  .  .  .
5  p  p  p  p  p  p
6  r  b  n  n  b  r
   f  e  d  c  b  a
";
        assert_eq!(text(&board, false), expected);
    }

    #[test]
    fn twelve_by_twelve_aligns_the_ranks() {
        let empty = "............";
        let mut rows = vec![empty; 12];
        rows[0] = "r..o........";
        rows[11] = "...........B";
        let expected = "\
12  r  .  .  o  .  .  .  .  .  .  .  .
11  .  .  .  .  .  .  .  .  .  .  .  .
10  .  .  .  .  .  .  .  .  .  .  .  .
 9  .  .  .  .  .  .  .  .  .  .  .  .
 8  .  .  .  .  .  .  .  .  .  .  .  .
 7  .  .  .  .  .  .  .  .  .  .  .  .
 6  .  .  .  .  .  .  .  .  .  .  .  .
 5  .  .  .  .  .  .  .  .  .  .  .  .
 4  .  .  .  .  .  .  .  .  .  .  .  .
 3  .  .  .  .  .  .  .  .  .  .  .  .
 2  .  .  .  .  .  .  .  .  .  .  .  .
 1  .  .  .  .  .  .  .  .  .  .  .  B
    a  b  c  d  e  f  g  h  i  j  k  l
";
        assert_eq!(text(&board(&rows), false), expected);
    }

    #[test]
    fn unicode_shows_figures_where_there_are_some() {
        let expected = "\
2  ♜  o  ·
1  ·  O  ♘
   a  b  c
";
        assert_eq!(text(&board(&["ro.", ".ON"]), true), expected);
    }
}
