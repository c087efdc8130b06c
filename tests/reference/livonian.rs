//! The Livonian game: move one man and then destroy an enemy man that two of yours hit.

use super::common::{
    self, Analysis, Board, DRAW, EMPTY, Fields, Square, Turn, UNDECIDED, distance, name, of_side,
    win, write_fen,
};

/// The result and the legal moves of a position.
///
/// Options: `all-lines` (cannons, musketeers and cavalry use the diagonals too) and `medieval`
/// (a flag in place of the cannons).
pub fn analyse(fen: &str, options: &[&str]) -> Result<Analysis, String> {
    common::require_known(options, &["all-lines", "medieval"])?;
    let rules = Rules {
        all_lines: options.contains(&"all-lines"),
        medieval: options.contains(&"medieval"),
    };
    let (board, turn) = rules.read(fen)?;
    if let Some(white) = rules.winner(&board) {
        let result = win(white);
        let moves = Vec::new();
        return Ok(Analysis { result, moves });
    }
    let moves = rules.moves(&board, turn);
    let drawn = moves.is_empty() || turn.is_drawn();
    let result = if drawn { DRAW } else { UNDECIDED };
    Ok(Analysis { result, moves })
}

/// Counts move texts to a depth; panics if the FEN is refused.
pub fn perft(fen: &str, options: &[&str], depth: u32) -> u64 {
    common::perft(analyse, fen, options, depth)
}

/// One way of playing a turn, without a pass.
struct Action {
    text: String,
    after: Board,
    destroys: bool,
}

/// The rules as the options have them.
#[derive(Clone, Copy)]
struct Rules {
    all_lines: bool,
    medieval: bool,
}

impl Rules {
    fn read(self, fen: &str) -> Result<(Board, Turn), String> {
        let fields = Fields::read(fen)?;
        fields.require_plain()?;
        let letters = if self.medieval { "fmhp" } else { "cmhp" };
        let board = Board::read(fields.board, 9, 9, letters)?;
        if self.count_targets(&board, true) == 0 && self.count_targets(&board, false) == 0 {
            return Err("no cannon or flag on either side".to_string());
        }
        Ok((board, fields.turn))
    }

    /// How many men one side still has of the kind whose loss loses the game.
    fn count_targets(self, board: &Board, white: bool) -> usize {
        let letter = if self.medieval { 'f' } else { 'c' };
        board.count(of_side(letter, white))
    }

    /// The side whose opponent has no cannon (no flag) left.
    fn winner(self, board: &Board) -> Option<bool> {
        [true, false].into_iter().find(|&white| self.count_targets(board, !white) == 0)
    }

    fn moves(self, board: &Board, turn: Turn) -> Vec<(String, String)> {
        let mut moves: Vec<(String, String)> = self
            .actions(board, turn.white)
            .into_iter()
            .map(|action| {
                let next = turn.next(action.destroys);
                (action.text, write_fen(&action.after, next, "-"))
            })
            .collect();
        // Who can do nothing must pass, unless nobody can do anything any more.
        if moves.is_empty() && !self.actions(board, !turn.white).is_empty() {
            let pass = write_fen(board, turn.next(false), "-");
            moves.push(("0000".to_string(), pass));
        }
        moves.sort();
        moves
    }

    /// Everything a side could do if it were on move.
    fn actions(self, board: &Board, white: bool) -> Vec<Action> {
        let mut actions = Vec::new();
        self.add_standing_strikes(board, white, &mut actions);
        for from in board.men_of(white) {
            for to in board.squares().filter(|&to| self.may_move(board, from, to)) {
                let moved = board.with_move(from, to, board.at(from));
                self.add_moving_strikes(&moved, white, from, to, &mut actions);
                actions.push(Action {
                    text: format!("{}{}", name(from), name(to)),
                    after: moved,
                    destroys: false,
                });
            }
        }
        actions
    }

    /// Strikes with nobody moving, named by the lowest hitter that is no musketeer.
    fn add_standing_strikes(self, board: &Board, white: bool, actions: &mut Vec<Action>) {
        for (target, hitters) in self.destructible(board, white) {
            let striker = hitters
                .into_iter()
                .find(|&hitter| !is_musketeer(board.at(hitter)))
                .expect("musketeers alone destroy nobody");
            let (striker, victim) = (name(striker), name(target));
            actions.push(Action {
                text: format!("{striker}{victim},{victim}{striker}"),
                after: without(board, target),
                destroys: true,
            });
        }
    }

    /// Strikes on the board `moved`, on which the man of `from` already stands on `to`.
    fn add_moving_strikes(
        self,
        moved: &Board,
        white: bool,
        from: Square,
        to: Square,
        actions: &mut Vec<Action>,
    ) {
        for (target, _) in self.destructible(moved, white) {
            let victim = name(target);
            actions.push(Action {
                text: format!("{}{victim},{victim}{}", name(from), name(to)),
                after: without(moved, target),
                destroys: true,
            });
        }
    }

    /// The enemy men that `white` can destroy as the men stand, each with all who hit it, the
    /// lowest square first.
    fn destructible(self, board: &Board, white: bool) -> Vec<(Square, Vec<Square>)> {
        let own = board.men_of(white);
        let mut found = Vec::new();
        for target in board.men_of(!white) {
            let hitters: Vec<Square> =
                own.iter().copied().filter(|&from| self.hits(board, from, target)).collect();
            let others = hitters.iter().filter(|&&from| !is_musketeer(board.at(from))).count();
            let needed = if is_musketeer(board.at(target)) { 1 } else { 2 };
            if others >= 1 && hitters.len() >= needed {
                found.push((target, hitters));
            }
        }
        found
    }

    /// Whether two squares lie on a line that far-reaching men use.
    fn is_straight(self, from: Square, to: Square) -> bool {
        let (files, ranks) = distance(from, to);
        files == 0 || ranks == 0 || (self.all_lines && files == ranks)
    }

    /// Whether the man on `from` may move to `to`.
    fn may_move(self, board: &Board, from: Square, to: Square) -> bool {
        if !board.is_empty(to) {
            return false;
        }
        match board.at(from).to_ascii_lowercase() {
            'm' | 'p' => is_neighbour(from, to),
            'h' => self.is_straight(from, to) && board.clear_line(from, to),
            // Neither cannons nor flags move.
            _ => false,
        }
    }

    /// Whether the man on `from` hits another man on `to`.
    fn hits(self, board: &Board, from: Square, to: Square) -> bool {
        match board.at(from).to_ascii_lowercase() {
            'c' | 'm' => self.is_straight(from, to) && board.clear_line(from, to),
            'h' | 'p' => is_neighbour(from, to),
            // A flag hits nobody.
            _ => false,
        }
    }
}

fn is_musketeer(man: char) -> bool {
    "Mm".contains(man)
}

fn is_neighbour(from: Square, to: Square) -> bool {
    let (files, ranks) = distance(from, to);
    files.max(ranks) == 1
}

fn without(board: &Board, square: Square) -> Board {
    let mut after = board.clone();
    after.put(square, EMPTY);
    after
}
