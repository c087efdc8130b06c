//! FEN and move text.

use super::castling::CASTLINGS;
use super::soldiers::{self, EnPassant, Soldier};
use super::{CHARGE_ALWAYS, Horizons, Kind, Man, Move, Square, Tag, eval};
use crate::board::Side;
use crate::fen::{self, Fields};
use crate::game::{FenError, FenField, Game, MoveError, Options, Style, count_moves};
use crate::games::text;

pub(super) fn from_fen(fen: &str, options: Options) -> Result<Horizons, FenError> {
    let fields = Fields::split(fen, false)?;
    let mut position = Horizons::empty(options);
    place_men(&mut position, fields.board)?;
    position.castling = read_castling(&position, fields.castling)?;
    position.side = fields.side;
    position.clock = fields.clock;
    position.number = fields.number;
    position.key = position.fresh_key();
    if position.is_checked(!position.side) {
        let fault = format!("{} is in check, but {} is to move", !position.side, position.side);
        return Err(FenError::new(FenField::Position, fields.board, fault));
    }
    if let Some(en_passant) = read_en_passant(&position, fields.en_passant)? {
        position.note_en_passant(en_passant);
    }
    Ok(position)
}

fn place_men(position: &mut Horizons, board: &str) -> Result<(), FenError> {
    let impossible = |fault: String| Err(FenError::new(FenField::Position, board, fault));
    let charges_always = position.options.has(CHARGE_ALWAYS);
    for (square, (side, mut kind)) in fen::read_board(board, man)? {
        if Soldier::of(kind).is_some() && matches!(square.rank(), 0 | 11) {
            return impossible(format!("a foot soldier on {square}"));
        }
        if kind == Kind::Spent && charges_always {
            kind = Kind::Warrior;
        }
        position.toggle(Man::new(side, kind), square);
    }
    for side in Side::BOTH {
        let kings = position.men(side, Kind::King).len();
        if kings != 1 {
            return impossible(format!("{kings} kings of {side}"));
        }
    }
    Ok(())
}

fn man(letter: char) -> Option<(Side, Kind)> {
    text::man_of_letter(Horizons::INFO.men, letter).map(|(side, kind)| (side, Kind::ALL[kind]))
}

/// The rights that a castling field names, in any order.
fn read_castling(position: &Horizons, text: &str) -> Result<u8, FenError> {
    let refuse = |fault: String| Err(FenError::new(FenField::Castling, text, fault));
    let mut rights = 0;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let sides = Side::BOTH.into_iter().zip(&CASTLINGS);
        let mut all = sides.flat_map(|(side, both)| both.iter().map(move |c| (side, c)));
        let Some((side, castling)) = all.find(|(_, castling)| castling.letter == letter) else {
            return refuse(format!("{letter:?} is none of KQkq"));
        };
        if rights & castling.right != 0 {
            return refuse(format!("{letter} stands twice"));
        }
        let men = [(Kind::King, castling.king[0]), (Kind::Rook, castling.rook[0])];
        for (kind, square) in men {
            if position.man(square) != Some(Man::new(side, kind)) {
                let name = Horizons::INFO.men[kind as usize].name.to_lowercase();
                return refuse(format!("{letter} needs a {name} of {side} on {square}"));
            }
        }
        rights |= castling.right;
    }
    Ok(rights)
}

/// The double step that an e.p. field speaks of, if it can just have been made.
fn read_en_passant(position: &Horizons, text: &str) -> Result<Option<EnPassant>, FenError> {
    let refuse = |fault: &str| Err(FenError::new(FenField::EnPassant, text, fault));
    if text == "-" {
        return Ok(None);
    }
    let Some((passed, rest)) = Square::parse_prefix(text) else {
        return refuse("neither - nor a square");
    };
    let given = match Square::parse(rest) {
        None if !rest.is_empty() => return refuse("the square is not followed by another square"),
        given => given,
    };
    let mover = !position.side;
    let soldier_on = |square: Square| {
        let man = position.man(square).filter(|man| man.side() == mover)?;
        Soldier::of(man.kind())
    };
    let steps = |soldier: Soldier| {
        let squares = soldier.steps().iter();
        squares.filter_map(move |&(files, ranks)| passed.offset(files, ranks * mover.forward()))
    };
    let came_by = |soldier| steps(soldier).filter(move |&on| soldier_on(on) == Some(soldier));
    let mut victims = came_by(Soldier::Pawn)
        .chain(came_by(Soldier::Shielder))
        .chain(came_by(Soldier::Warrior))
        .filter(|&victim| given.is_none_or(|given| given == victim));
    let Some(victim) = victims.next() else { return Ok(None) };
    if victim.file() != passed.file() && victims.next().is_some() {
        return refuse("two Warriors may have passed over this square");
    }
    let en_passant = EnPassant { passed, victim };
    let is_empty = |square: Square| position.man(square).is_none();
    let from_home =
        en_passant.home().is_some_and(|home| soldiers::is_home(home, mover) && is_empty(home));
    Ok((from_home && is_empty(passed)).then_some(en_passant))
}

pub(super) fn fen(position: &Horizons) -> String {
    let board = fen::write_board::<12, 12>(|square| text::letter_on(position, square.index()));
    let castling = castling_text(position.castling);
    let en_passant = position.en_passant.map_or_else(|| "-".to_owned(), en_passant_text);
    fen::join(&board, position.side, &castling, &en_passant, position.clock, position.number)
}

fn castling_text(rights: u8) -> String {
    if rights == 0 {
        return "-".to_owned();
    }
    let held = CASTLINGS.iter().flatten().filter(|castling| rights & castling.right != 0);
    held.map(|castling| castling.letter).collect()
}

fn en_passant_text(en_passant: EnPassant) -> String {
    let EnPassant { passed, victim } = en_passant;
    if victim.file() == passed.file() { passed.to_string() } else { format!("{passed}{victim}") }
}

pub(super) fn move_text(position: &Horizons, mv: Move, style: Style) -> String {
    match (style, taken_en_passant(position, mv)) {
        (Style::Plain, _) => {
            format!("{}{}{}", mv.from(), mv.to(), text::suffix(mv.promotion().map(Kind::letter)))
        }
        (Style::Xboard, Some(taken)) => text::in_legs([mv.from(), taken, mv.to()]),
        (Style::Xboard, None) => {
            let charged = (mv.tag() == Tag::Charge).then_some(Kind::Warrior);
            let becomes = position.becomes(mv).or(charged);
            format!("{}{}{}", mv.from(), mv.to(), text::suffix(becomes.map(Kind::letter)))
        }
        (Style::People, _) => people_text(position, mv),
    }
}

/// The square of the man that `mv` takes en passant, if it does.
fn taken_en_passant(position: &Horizons, mv: Move) -> Option<Square> {
    let takes = mv.tag() == Tag::EnPassant;
    position.en_passant.filter(|_| takes).map(|en_passant| en_passant.victim)
}

fn people_text(position: &Horizons, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    let next = position.after(mv);
    let sign = match (next.is_checked(next.side), count_moves(&next)) {
        (true, 0) => "#",
        (true, _) => "+",
        _ => "",
    };
    if mv.tag() == Tag::Castling {
        let castles = if to.file() > from.file() { "O-O" } else { "O-O-O" };
        return format!("{castles}{sign}");
    }
    let letter = match position.man(from).map(Man::kind) {
        None | Some(Kind::Pawn) => String::new(),
        Some(kind) => kind.letter().to_string(),
    };
    let between = match (mv.tag(), eval::victim(position, mv)) {
        (Tag::Push, _) => ">",
        (_, Some(_)) => "x",
        (_, None) => "-",
    };
    let becomes = text::suffix_for_people(position.becomes(mv).map(Kind::letter));
    let en_passant = if mv.tag() == Tag::EnPassant { " e.p." } else { "" };
    format!("{letter}{from}{between}{to}{becomes}{en_passant}{sign}")
}

pub(super) fn parse_move(position: &Horizons, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable(text.to_owned());
    let illegal = || MoveError::Illegal(text.to_owned());
    if let Some([from, victim, to]) = text::read_legs(text) {
        let is_meant = |mv: &Move| {
            (mv.from(), mv.to()) == (from, to) && taken_en_passant(position, *mv) == Some(victim)
        };
        return position.legal_moves().into_iter().find(is_meant).ok_or_else(illegal);
    }
    let (from, to, suffix) = text::read_squares(text)?;
    let letter = text::suffix_letter(suffix).ok_or_else(unreadable)?;
    let is_meant = |mv: &Move| {
        let named = match (letter, mv.promotion()) {
            (None, promotion) => promotion.is_none(),
            (Some(letter), Some(kind)) => kind.letter() == letter,
            (Some(letter), None) => charge_letters(position, *mv).contains(&letter),
        };
        (mv.from(), mv.to()) == (from, to) && named
    };
    let legal = position.legal_moves();
    legal.into_iter().find(is_meant).ok_or_else(illegal)
}

/// The letters that may follow a move without promotion: what a Warrior is after a charge.
fn charge_letters(position: &Horizons, mv: Move) -> &'static [char] {
    match (mv.tag(), position.options.has(CHARGE_ALWAYS)) {
        (Tag::Charge, false) => &['V'],
        // With this option V is just another letter for a Warrior.
        (Tag::Charge, true) => &['V', 'W'],
        _ => &[],
    }
}
