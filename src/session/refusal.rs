//! Why a move is refused, in words for people.

use crate::board::Side;
use crate::game::{Game, GameMove, Style};

/// What speaks against the move that `text` means in `position`: nothing if it names no two squares of
/// the board, or is legal.
pub(super) fn reason<G: Game>(position: &G, text: &str) -> Option<String> {
    let (from, rest) = G::INFO.read_square(text.trim())?;
    let (to, _) = G::INFO.read_square(rest)?;
    if position.parse_move(text).is_ok() {
        return None;
    }
    let [from_name, to_name] = [from, to].map(|square| G::INFO.square_name(square));
    let Some((side, kind)) = position.man_at(from) else {
        return Some(format!("there is no man on {from_name}"));
    };
    let man = format!("the {} on {from_name}", G::INFO.men.get(kind).map_or("man", |man| man.name));
    if side != position.side() {
        let owner = match side {
            Side::White => "White",
            Side::Black => "Black",
        };
        return Some(format!("{man} is {owner}'s, who is not to move"));
    }
    let legal = position.legal_moves();
    let moves: Vec<_> = legal.into_iter().filter(|mv| mv.origin() == from).collect();
    let mut same: Vec<_> = moves
        .iter()
        .filter(|mv| mv.target() == to)
        .map(|&mv| position.move_text(mv, Style::Plain))
        .collect();
    same.sort_unstable();
    Some(match (moves.is_empty(), same.is_empty()) {
        (true, _) => format!("{man} has no legal move"),
        (false, true) => format!("{man} cannot go to {to_name}"),
        (false, false) => format!("{man} goes there as {}", same.join(" or ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Options;
    use crate::games::knightfall::Knightfall;
    use crate::games::knightsroses::KnightsRoses;

    #[test]
    fn moves_are_refused_for_a_reason() {
        let position = Knightfall::start(Options::NONE);
        for (text, words) in [
            ("a3a4", Some("there is no man on a3")),
            ("a5a4", Some("the Pawn on a5 is Black's, who is not to move")),
            ("a1b1", Some("the Rook on a1 has no legal move")),
            ("c1c2", Some("the Knight on c1 cannot go to c2")),
            ("c1b3", None),
            ("g1g2", None),
            ("nonsense", None),
        ] {
            assert_eq!(reason(&position, text).as_deref(), words, "{text}");
        }
    }

    #[test]
    fn a_move_without_its_ending_is_completed() {
        let fen = "6/P4n/6/6/6/N5 w - - 0 1";
        let position = Knightfall::from_fen(fen, Options::NONE).unwrap();
        let words = reason(&position, "a5a6").unwrap();
        assert!(words.starts_with("the Pawn on a5 goes there as a5a6b or a5a6n"), "{words}");
        let roses = KnightsRoses::start(Options::NONE);
        let origin = roses.legal_moves()[0].origin();
        assert!(reason(&roses, &KnightsRoses::INFO.square_name(origin).repeat(2)).is_some());
    }
}
