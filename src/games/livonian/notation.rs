//! FEN and move text.

use super::movegen::hitters_of;
use super::{Kind, Livonian, MEDIEVAL, Move, Square};
use crate::board::Side;
use crate::fen::{self, Fields};
use crate::game::{FenError, FenField, Game, MoveError, Options, Style};
use crate::games::text;

/// The pass in the game's own move text.
const PASS: &str = "0000";
/// The pass in XBoard's.
const XBOARD_PASS: &str = "@@@@";

pub(super) fn from_fen(fen: &str, options: Options) -> Result<Livonian, FenError> {
    let fields = Fields::split(fen, false)?;
    let mut position = Livonian { options, ..Livonian::EMPTY };
    let key_kind = Kind::key(options);
    for (square, (side, kind)) in fen::read_board(fields.board, man)? {
        if matches!(kind, Kind::Cannon | Kind::Flag) && kind != key_kind {
            let option = if options.has(MEDIEVAL) { "with" } else { "without" };
            let name = kind.name().to_lowercase();
            let fault = format!("a {name} on {square} {option} the option medieval");
            return Err(FenError::new(FenField::Board, fields.board, fault));
        }
        position.toggle(side, kind, square);
    }
    fields.no_castling()?;
    fields.no_en_passant()?;
    if Side::BOTH.into_iter().all(|side| position.key_men(side).is_empty()) {
        let fault = format!("no {} on either side", key_kind.name().to_lowercase());
        return Err(FenError::new(FenField::Position, fields.board, fault));
    }
    position.side = fields.side;
    position.clock = fields.clock;
    position.number = fields.number;
    position.key = position.fresh_key();
    Ok(position)
}

fn man(letter: char) -> Option<(Side, Kind)> {
    text::man_of_letter(Livonian::INFO.men, letter).map(|(side, kind)| (side, Kind::ALL[kind]))
}

pub(super) fn fen(position: &Livonian) -> String {
    let board = fen::write_board::<9, 9>(|square| text::letter_on(position, square.index()));
    fen::join(&board, position.side, "-", "-", position.clock, position.number)
}

pub(super) fn move_text(position: &Livonian, mv: Move, style: Style) -> String {
    let (from, to) = (mv.from(), mv.to());
    match (mv.victim(), style) {
        (_, Style::People) => people_text(position, mv),
        (Some(victim), _) => text::in_legs([from, victim, to]),
        (None, _) if mv.moves() => format!("{from}{to}"),
        (None, Style::Xboard) => XBOARD_PASS.to_owned(),
        (None, _) => PASS.to_owned(),
    }
}

/// As in `Pa2-a3 x Ce7 (Hd6+Mb7)`, or `x Ce7 (Hd6+Mb7)` where nobody moves.
fn people_text(position: &Livonian, mv: Move) -> String {
    let man_on = |square| format!("{}{square}", position.kind_on(square).letter());
    let movement = mv.moves().then(|| format!("{}-{}", man_on(mv.from()), mv.to()));
    let strike = mv.victim().map(|victim| {
        let strikers = strikers(position, mv, victim).join("+");
        format!("x {} ({strikers})", man_on(victim))
    });
    match (movement, strike) {
        (Some(movement), Some(strike)) => format!("{movement} {strike}"),
        (None, None) => "pass".to_owned(),
        (movement, strike) => movement.or(strike).unwrap_or_default(),
    }
}

/// The men to be named as striking `victim`: two, or one if he is a musketeer.
fn strikers(position: &Livonian, mv: Move, victim: Square) -> Vec<String> {
    let after = position.after(mv.without_strike());
    let (heavy, musketeers) = hitters_of(&after, position.side, victim);
    let named = if position.kind_on(victim) == Kind::Musketeer { 1 } else { 2 };
    let hitters = heavy.into_iter().chain(musketeers).take(named);
    hitters.map(|square| format!("{}{square}", after.kind_on(square).letter())).collect()
}

/// What a move text says, legal or not.
enum Said {
    Pass,
    /// From, to, and whom it destroys.
    Move(Square, Square, Option<Square>),
    /// A striker and whom he destroys without moving.
    Standing(Square, Square),
}

pub(super) fn parse_move(position: &Livonian, text: &str) -> Result<Move, MoveError> {
    let illegal = || MoveError::Illegal(text.to_owned());
    let said = read_move(text)?;
    let legal = position.legal_moves();
    let found = match said {
        Said::Pass => legal.into_iter().find(|&mv| mv == Move::PASS),
        Said::Move(from, to, victim) => {
            let said = (from, to, victim);
            legal.into_iter().find(|mv| mv.moves() && (mv.from(), mv.to(), mv.victim()) == said)
        }
        Said::Standing(striker, victim) => {
            let (heavy, musketeers) = hitters_of(position, position.side, victim);
            let takes_part = (heavy | musketeers).contains(striker);
            let mut strikes = legal.into_iter().filter(|mv| !mv.moves() && takes_part);
            strikes.find(|mv| mv.victim() == Some(victim))
        }
    };
    found.ok_or_else(illegal)
}

fn read_move(text: &str) -> Result<Said, MoveError> {
    if matches!(text, PASS | XBOARD_PASS) {
        return Ok(Said::Pass);
    }
    let unreadable = || MoveError::Unreadable(text.to_owned());
    let (from, to, rest) = text::read_squares(text)?;
    if rest.is_empty() {
        return Ok(Said::Move(from, to, None));
    }
    let rest = rest.strip_prefix(',').ok_or_else(unreadable)?;
    let (victim, rest) = Square::parse_prefix(rest).ok_or_else(unreadable)?;
    let goal = Square::parse(rest).ok_or_else(unreadable)?;
    if victim != to {
        return Err(MoveError::Illegal(text.to_owned()));
    }
    Ok(if goal == from {
        Said::Standing(from, victim)
    } else {
        Said::Move(from, goal, Some(victim))
    })
}
