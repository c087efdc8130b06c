//! Random changes to FENs: to the position, so that many come out legal, and to the bare text.

use hippogriff::board::{Rng, Side};
use hippogriff::game::Game;

/// One of these, at random.
pub fn pick<'a, T>(from: &'a [T], rng: &mut Rng) -> &'a T {
    &from[rng.below(from.len())]
}

/// The FEN of the position with one change to its men, its side to move, its rights or its clock.
pub fn changed_position<G: Game>(position: &G, rng: &mut Rng) -> String {
    let fen = position.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    match rng.below(16) {
        0 => fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned(),
        1 | 2 => fields[2] = castling_field::<G>(rng),
        3 => fields[3] = (0..=rng.below(2)).map(|_| square_name::<G>(rng)).collect(),
        4 => {
            let limit = G::INFO.move_limit.unwrap_or(100);
            fields[4] = pick(&[0, 1, limit - 2, limit - 1, limit, limit + 1], rng).to_string();
        }
        5 if fields.len() == 7 => fields[6] = last_field::<G>(rng),
        6 if fields.len() == 7 => drop(fields.pop()),
        _ => return changed_board(position, rng),
    }
    fields.join(" ")
}

/// The FEN of the position with one man put on a square, taken off or moved.
pub fn changed_board<G: Game>(position: &G, rng: &mut Rng) -> String {
    let fen = position.fen();
    let (_, rest) = fen.split_once(' ').expect("a FEN has more than one field");
    let mut men: Vec<Option<char>> = (0..G::SQUARES)
        .map(|square| position.man_at(square).map(|(side, kind)| letter::<G>(side, kind)))
        .collect();
    let square = rng.below(G::SQUARES);
    match rng.below(4) {
        0 => men.swap(square, rng.below(G::SQUARES)),
        1 => men[square] = None,
        _ => {
            let kind = rng.below(G::INFO.men.len());
            men[square] = Some(letter::<G>(*pick(&Side::BOTH, rng), kind));
        }
    }
    format!("{} {rest}", board_field::<G>(&men))
}

fn letter<G: Game>(side: Side, kind: usize) -> char {
    side.case(G::INFO.men[kind].letter)
}

/// The board field, each empty square a run of its own at first.
fn board_field<G: Game>(men: &[Option<char>]) -> String {
    let row = |row: &[Option<char>]| {
        let mut text = String::new();
        for part in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match part[0] {
                Some(man) => text.push(man),
                None => text += &part.len().to_string(),
            }
        }
        text
    };
    let rows: Vec<String> = men.chunks(G::FILES).rev().map(row).collect();
    rows.join("/")
}

fn square_name<G: Game>(rng: &mut Rng) -> String {
    let file = char::from(b'a' + rng.below(G::FILES) as u8);
    format!("{file}{}", rng.below(G::RANKS) + 1)
}

/// A castling field: no right, some of `KQkq`, or rooks' files.
fn castling_field<G: Game>(rng: &mut Rng) -> String {
    let kings_and_queens: String = "KQkq".chars().filter(|_| rng.below(2) == 0).collect();
    let file = |rng: &mut Rng, first: u8| char::from(first + rng.below(G::FILES) as u8);
    match rng.below(3) {
        0 => "-".to_owned(),
        1 if !kings_and_queens.is_empty() => kings_and_queens,
        _ => [file(rng, b'A'), file(rng, b'a')].iter().collect(),
    }
}

/// A field of two men's letters or dashes, with or without a star.
fn last_field<G: Game>(rng: &mut Rng) -> String {
    let man = |rng: &mut Rng, side| match rng.below(6) {
        0 => '-',
        _ => letter::<G>(side, rng.below(G::INFO.men.len())),
    };
    let star = *pick(&["", "*"], rng);
    format!("{}{}{star}", man(rng, Side::White), man(rng, Side::Black))
}

/// The text with one character put in, taken out or changed, drawn from `letters`.
pub fn changed_text(text: &str, letters: &[char], rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let at = rng.below(chars.len() + 1);
    match rng.below(4) {
        0 => chars.insert(at, *pick(letters, rng)),
        1 if at < chars.len() => drop(chars.remove(at)),
        2 if at + 1 < chars.len() => chars.swap(at, at + 1),
        _ if at < chars.len() => chars[at] = *pick(letters, rng),
        _ => chars.push(*pick(letters, rng)),
    }
    chars.into_iter().collect()
}

/// The characters that FENs and move texts are made of, and some that they never hold.
pub fn letters<G: Game>() -> Vec<char> {
    let men = G::INFO.men.iter().flat_map(|man| [man.letter, man.letter.to_ascii_lowercase()]);
    "0123456789/ -*wbabcdefghijklKQkq,=@+xé\t\0".chars().chain(men).collect()
}
