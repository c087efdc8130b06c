//! What XBoard is to mark while the user enters a move by mouse: its commands `lift` and `put`, and our
//! `highlight` and `choice`.
//!
//! A move is entered in one or two legs, as its text for XBoard says: with `FROMTO`, or with
//! `FROMVIA,VIATO` (a strike on VIA, say), for which XBoard says `lift FROM`, `put VIA`, `lift VIA`.

use crate::fen;
use crate::game::{GameInfo, Style};
use crate::games::text;
use crate::session::Session;

/// What the user has in hand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hand {
    /// The square of the man that was picked up.
    from: Option<usize>,
    /// Where it was put down on its way.
    via: Option<usize>,
}

/// A move of the man in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    via: Option<usize>,
    to: usize,
    /// The letter of what the man becomes.
    becomes: Option<char>,
}

impl Hand {
    /// The user picks up the man on `square`, for a second leg if he has just put it down there. Gives
    /// the lines that tell XBoard where it may go.
    pub(super) fn lift(&mut self, square: usize, session: &dyn Session) -> Vec<String> {
        if self.via != Some(square) || self.from.is_none() {
            *self = Hand { from: Some(square), via: None };
        }
        let ways = self.from.map_or_else(Vec::new, |from| ways(session, from));
        let GameInfo { files, ranks, .. } = *session.info();
        let mark = |square| self.mark(&ways, session, square);
        let board = fen::write_squares(files, ranks, mark);
        let choices: Vec<_> = distinct(ways.iter().filter_map(|way| way.becomes)).collect();
        let mut lines = vec![format!("highlight {board}")];
        if !choices.is_empty() {
            lines.push(format!("choice {}", choices.iter().collect::<String>()));
        }
        lines
    }

    /// The user puts the man in hand down on `square`.
    pub(super) fn put(&mut self, square: usize, session: &dyn Session) {
        let ways = self.from.map_or_else(Vec::new, |from| ways(session, from));
        let is_on_the_way = ways.iter().any(|way| way.via == Some(square));
        self.via = Some(square).filter(|_| is_on_the_way);
    }

    /// The mark of a square: that a leg follows there (cyan), that the man becomes something of the
    /// user's choice or without any, that it captures, or just goes there.
    fn mark(&self, ways: &[Way], session: &dyn Session, square: usize) -> Option<char> {
        let goals = || ways.iter().filter(|way| way.via == self.via && way.to == square);
        let letters = distinct(goals().filter_map(|way| way.becomes)).count();
        if self.via.is_none() && ways.iter().any(|way| way.via == Some(square)) {
            Some('C')
        } else if goals().next().is_none() {
            None
        } else if letters > 0 {
            Some(if letters > 1 { 'M' } else { 'B' })
        } else if session.man_at(square).is_some_and(|(side, _)| side != session.side()) {
            Some('R')
        } else {
            Some('Y')
        }
    }
}

/// The moves of the man on `from`. A strike in which several men take part may be begun with any of
/// them, but is in the list of moves only once.
fn ways(session: &dyn Session, from: usize) -> Vec<Way> {
    let game = session.info();
    let read = |text: &String| read_way(game, text);
    let all = session.legal_moves(Style::Xboard);
    let shared = all.iter().filter_map(read).filter_map(|(origin, way)| {
        let stands = origin == way.to && origin != from;
        let text = text::in_legs([from, way.via?, from].map(|square| game.square_name(square)));
        (stands && session.read_move(&text, Style::Xboard).is_ok())
            .then_some(Way { to: from, ..way })
    });
    let own = all.iter().filter_map(read).filter(|(origin, _)| *origin == from);
    let ways = own.map(|(_, way)| way).chain(shared);
    // A second click on the square of the first leg takes the leg back: what ends there cannot be
    // entered, and XBoard would show something else than is played.
    ways.filter(|way| way.via != Some(way.to)).collect()
}

/// Reads a move as XBoard writes it; nothing if it is a pass.
fn read_way(game: &GameInfo, text: &str) -> Option<(usize, Way)> {
    let (from, rest) = game.read_square(text)?;
    let (first, rest) = game.read_square(rest)?;
    let way = match rest.strip_prefix(',') {
        None => Way { via: None, to: first, becomes: rest.chars().next() },
        Some(rest) => {
            let (_, rest) = game.read_square(rest)?;
            let (to, rest) = game.read_square(rest)?;
            Way { via: Some(first), to, becomes: rest.chars().next() }
        }
    };
    Some((from, way))
}

/// Each of these letters once, in order, as upper case.
fn distinct(letters: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let letters: std::collections::BTreeSet<_> =
        letters.map(|letter| letter.to_ascii_uppercase()).collect();
    letters.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rng;
    use crate::game::Options;
    use crate::games;
    use crate::session::{self, Start};

    fn session(game: &str, fen: &str) -> Box<dyn Session> {
        let game = games::find(game).unwrap();
        session::open_at(game, Options::NONE, &Start::Fen(fen.to_owned()), 1).unwrap()
    }

    /// What is answered to `lift` of these squares, each but the last put down on the next.
    fn lifted(session: &dyn Session, squares: &[&str]) -> Vec<String> {
        let mut hand = Hand::default();
        let mut lines = Vec::new();
        for name in squares {
            let (square, _) = session.info().read_square(name).unwrap();
            if hand.from.is_some() {
                hand.put(square, session);
            }
            lines = hand.lift(square, session);
        }
        lines
    }

    #[test]
    fn plain_moves_and_captures_are_marked() {
        let knight = session("knightfall", "6/6/3n2/2P3/6/2N3 w - - 0 1");
        assert_eq!(lifted(&*knight, &["c3"]), ["highlight 6/6/2YR2/6/6/6"]);
        assert_eq!(lifted(&*knight, &["d4"]), ["highlight 6/6/6/6/6/6"]);
        assert_eq!(lifted(&*knight, &["a1"]), ["highlight 6/6/6/6/6/6"]);
        let promotes = session("knightfall", "6/P4n/6/6/6/N5 w - - 0 1");
        assert_eq!(lifted(&*promotes, &["a5"]), ["highlight M5/6/6/6/6/6", "choice BNR"]);
    }

    #[test]
    fn a_flip_has_but_one_choice() {
        let fen = "8/6n1/5N2/3r4/3R4/8/1n6/8 w - - 0 20";
        let roses = session("knightsroses", fen);
        let marks = ["highlight 8/8/5B2/3B4/8/8/1B6/8", "choice N"];
        assert_eq!(lifted(&*roses, &["d4"]), marks);
        assert_eq!(lifted(&*roses, &["f6"]), ["highlight 8/8/8/3B4/8/8/8/8", "choice R"]);
    }

    #[test]
    fn a_strike_is_a_leg() {
        let game = session("livonian", "4p3c/9/9/9/M3p3H/9/3P5/9/4C4 w - - 0 1");
        let first = lifted(&*game, &["d3"]);
        assert_eq!(first, ["highlight 9/9/9/9/4C4/2YYY4/2Y1Y4/2YYY4/9"]);
        assert_eq!(lifted(&*game, &["d3", "e5"]), ["highlight 9/9/9/9/9/2YYY4/2Y6/2YY5/9"]);
        // Both hitters may be picked up for the strike that moves nobody.
        for striker in ["e1", "a5"] {
            let [first] = &lifted(&*game, &[striker])[..] else { panic!() };
            assert_eq!(first.matches('C').count(), 1, "{first}");
            let own = game.info().read_square(striker).unwrap().0;
            assert!(ways(&*game, own).iter().any(|way| way.to == own), "{striker}");
        }
    }

    #[test]
    fn castling_goes_by_way_of_the_rook() {
        let game = session("crittermate", "r1k3/6/6/6/6/2KR2 w Da - 0 1 --");
        let first = lifted(&*game, &["c1"]);
        assert!(first[0].ends_with("/1Y1C2"), "{first:?}");
        assert_eq!(lifted(&*game, &["c1", "d1"]), ["highlight 6/6/6/6/6/4Y1"]);
        let same = session("crittermate", "r1k3/6/6/6/6/1K1R2 w Da - 0 1 --");
        assert!(same.legal_moves(Style::Plain).contains(&"b1d1".to_owned()));
        assert_eq!(lifted(&*same, &["b1"]), ["highlight 6/6/6/6/1YY3/2Y3"]);
    }

    /// Whatever is marked can be played, and whatever can be played is marked.
    #[test]
    fn the_marks_are_the_moves() {
        for game in games::ALL {
            let mut session = session::open(game.name, Options::NONE, 1).unwrap();
            let mut rng = Rng::new(5);
            for _ in 0..60 {
                let all = session.legal_moves(Style::Xboard);
                if session.outcome().is_some() {
                    break;
                }
                let mut entered = Vec::new();
                for from in 0..game.files * game.ranks {
                    for way in ways(&*session, from) {
                        let text = text_of(game, from, way);
                        assert!(session.read_move(&text, Style::Xboard).is_ok(), "{text}");
                        entered.push(text);
                    }
                    let marks = lifted(&*session, &[&game.square_name(from)]);
                    let marked = marks[0].chars().filter(|c| c.is_ascii_uppercase()).count();
                    assert_eq!(marked == 0, ways(&*session, from).is_empty());
                }
                let passes = |text: &String| text.starts_with('@');
                assert!(all.iter().all(|text| passes(text) || entered.contains(text)));
                session.play(&all[rng.below(all.len())]).unwrap();
            }
        }
    }

    fn text_of(game: &GameInfo, from: usize, way: Way) -> String {
        let name = |square| game.square_name(square);
        let suffix = way.becomes.map_or(String::new(), |letter| letter.to_string());
        match way.via {
            None => format!("{}{}{suffix}", name(from), name(way.to)),
            Some(via) => text::in_legs([from, via, way.to].map(name)) + &suffix,
        }
    }
}
