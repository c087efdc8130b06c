//! Proves three men right by descriptions that share nothing with how the engine makes their moves:
//! each familiar of Critter Mate commands sixteen of the squares within two steps; the Mage of
//! Horizons goes like Griffon and Unicorn of Grant Acedrex, beyond the squares around it; and the
//! Lightning goes next to the squares of a Nightrider. All on otherwise empty boards.

mod common;

use std::collections::BTreeSet;

use common::Setup;

/// File and rank, both from 0.
type Square = (i32, i32);

fn name((file, rank): Square) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// A board on which one man is looked at.
struct Board {
    game: &'static str,
    options: &'static [&'static str],
    size: i32,
}

impl Board {
    fn squares(&self) -> impl Iterator<Item = Square> + Clone + use<> {
        let size = self.size;
        (0..size).flat_map(move |rank| (0..size).map(move |file| (file, rank)))
    }

    fn contains(&self, square: Square) -> bool {
        (0..self.size).contains(&square.0) && (0..self.size).contains(&square.1)
    }

    /// Those squares at these distances from `from` that are on the board.
    fn reach(&self, from: Square, distances: &BTreeSet<Square>) -> BTreeSet<Square> {
        let squares = distances.iter().map(|distance| (from.0 + distance.0, from.1 + distance.1));
        squares.filter(|&square| self.contains(square)).collect()
    }

    /// Where the engine lets `man` on `from` go, with kings on two squares that `in_the_way` does
    /// not name.
    fn goals(
        &self,
        man: char,
        from: Square,
        in_the_way: impl Fn(Square) -> bool,
    ) -> BTreeSet<Square> {
        let free = self.squares().filter(|&square| square != from && !in_the_way(square));
        let far = |a: Square, b: Square| (a.0 - b.0).abs().max((a.1 - b.1).abs()) > 1;
        let pairs = free.clone().flat_map(|a| free.clone().map(move |b| (a, b)));
        let (white, black) = pairs.clone().find(|&(a, b)| far(a, b)).expect("room for two kings");
        let fen = self.fen(&[(from, man), (white, 'K'), (black, 'k')]);
        let setup = Setup { game: self.game, options: self.options, fen: &fen };
        let moves: BTreeSet<_> = setup.moves().into_iter().collect();
        let is_legal = |to: &Square| moves.contains(&(name(from) + &name(*to)));
        self.squares().filter(is_legal).collect()
    }

    fn fen(&self, men: &[(Square, char)]) -> String {
        let letter = |square| men.iter().find(|man| man.0 == square).map(|man| man.1);
        let row = |rank| -> String {
            let row: Vec<_> = (0..self.size).map(|file| letter((file, rank))).collect();
            let part = |part: &[Option<char>]| part[0].map_or(part.len().to_string(), String::from);
            row.chunk_by(|a, b| a.is_none() && b.is_none()).map(part).collect()
        };
        let rows: Vec<String> = (0..self.size).rev().map(row).collect();
        format!("{} w - - 0 1", rows.join("/"))
    }
}

/// The distances turned and mirrored in all eight ways.
fn all_ways(distances: impl IntoIterator<Item = Square>) -> BTreeSet<Square> {
    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let turned = distances.into_iter().flat_map(|(x, y)| [(x, y), (y, x)]);
    turned.flat_map(|(x, y)| signs.map(|(a, b)| (a * x, b * y))).collect()
}

#[test]
fn each_familiar_commands_sixteen_squares_of_twenty_four() {
    let board = Board { game: "crittermate", options: &[], size: 6 };
    let near = |from: Square, square: Square| {
        (square.0 - from.0).abs().max((square.1 - from.1).abs()) <= 2
    };
    // Moves of the pieces that Betza's letters stand for, each in one of its eight ways.
    let [wazir, ferz, knight, dabbaba, alfil] = [(1, 0), (1, 1), (2, 1), (2, 0), (2, 2)];
    for (man, betza) in [
        ('G', vec![wazir, ferz, alfil, dabbaba]),
        ('C', vec![wazir, alfil, knight]),
        ('H', vec![wazir, dabbaba, knight]),
        ('W', vec![ferz, alfil, knight]),
    ] {
        let command = all_ways(betza);
        assert_eq!(command.len(), 16, "{man}");
        for from in board.squares() {
            let goals = board.goals(man, from, |square| near(from, square));
            assert_eq!(goals, board.reach(from, &command), "{man}{}", name(from));
        }
    }
}

/// The Griffon's squares (one step diagonally, then on as a rook, away from where it began) and
/// the Unicorn's (a knight's leap, then on as a bishop), as distances, eight ways together.
fn griffon_and_unicorn(size: i32) -> BTreeSet<Square> {
    let griffon = (0..size).map(|n| (1, 1 + n));
    let unicorn = (0..size).map(|n| (1 + n, 2 + n));
    all_ways(griffon.chain(unicorn))
}

#[test]
fn the_mage_goes_like_griffon_and_unicorn_beyond_the_squares_around_it() {
    for (options, around) in [(&[][..], 3), (&["short-mage"][..], 2)] {
        let board = Board { game: "horizons", options, size: 12 };
        let mut command = griffon_and_unicorn(board.size);
        command.retain(|&(x, y)| x.abs().max(y.abs()) > around);
        for from in board.squares() {
            let expected = board.reach(from, &command);
            let on_line = |(file, rank): Square| {
                let (files, ranks) = ((file - from.0).abs(), (rank - from.1).abs());
                files == 0 || ranks == 0 || files == ranks
            };
            let goals = board.goals('M', from, |to| on_line(to) || expected.contains(&to));
            assert_eq!(goals, expected, "M{} {options:?}", name(from));
        }
    }
}

#[test]
fn the_lightning_goes_one_and_two_steps_beyond_a_nightriders_squares() {
    let board = Board { game: "horizons", options: &[], size: 12 };
    // The start and the squares of a Nightrider along one of its eight ways.
    let rider = (0..board.size).map(|n| (n, 2 * n));
    let command = all_ways(rider.flat_map(|(x, y)| [(x, y + 1), (x, y + 2)]));
    for from in board.squares() {
        let expected = board.reach(from, &command);
        let goals = board.goals('L', from, |to| expected.contains(&to));
        assert_eq!(goals, expected, "L{}", name(from));
    }
}
