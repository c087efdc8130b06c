//! Where the men of Horizons go, and what their moves do to the position.

use super::{
    CASTLINGS, Castling, Deed, EMPTY, EnPassant, KING_FILE, LAST, Move, Position, Square,
    first_rank, forward, home_rank, is_foot_soldier, is_white, kind, last_rank, of_colour,
};

/// The eight directions clockwise: straight ones at even places, a turn by 45° is a step of one.
const COMPASS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const KNIGHT_LEAPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Who stands where.
impl Position {
    pub(super) fn man(&self, square: Square) -> u8 {
        self.board[square.rank as usize][square.file as usize]
    }

    fn put(&mut self, square: Square, man: u8) {
        self.board[square.rank as usize][square.file as usize] = man;
    }

    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.man(square) == EMPTY
    }

    pub(super) fn is_man_of(&self, square: Square, white: bool, kinds: &[u8]) -> bool {
        let man = self.man(square);
        kinds.contains(&kind(man)) && is_white(man) == white
    }

    fn is_enemy_of(&self, square: Square, white: bool) -> bool {
        !self.is_empty(square) && is_white(self.man(square)) != white
    }

    pub(super) fn men(&self, white: bool) -> impl Iterator<Item = (Square, u8)> {
        Square::all()
            .map(|square| (square, self.man(square)))
            .filter(move |&(_, man)| man != EMPTY && is_white(man) == white)
    }

    pub(super) fn castling_men_in_place(&self, castling: &Castling) -> bool {
        let rank = first_rank(castling.white);
        let king = Square { file: KING_FILE, rank };
        let rook = Square { file: castling.rook_file, rank };
        self.is_man_of(king, castling.white, b"K") && self.is_man_of(rook, castling.white, b"R")
    }

    /// Whether a man of that side, pinned or not, could take an enemy man on that square by its own
    /// way of taking. (The question is about kings only, so no shield matters.)
    fn is_attacked(&self, target: Square, by_white: bool) -> bool {
        let mut goals = Vec::new();
        self.men(by_white).any(|(from, _)| {
            goals.clear();
            self.taking_goals(from, &mut goals);
            goals.contains(&target)
        })
    }

    pub(super) fn in_check(&self, white: bool) -> bool {
        let king = of_colour(b'K', white);
        self.men(white).any(|(square, man)| man == king && self.is_attacked(square, !white))
    }
}

/// Where men go.
impl Position {
    /// Every square where the man could take, whoever stands there or nobody.
    fn taking_goals(&self, from: Square, goals: &mut Vec<Square>) {
        let man = self.man(from);
        let ahead = forward(is_white(man));
        match kind(man) {
            b'P' => goals.extend([-1, 1].iter().filter_map(|&side| from.step((side, ahead)))),
            b'S' => goals.extend([-1, 1].iter().filter_map(|&side| from.step((side, 0)))),
            b'V' => goals.extend(from.step((0, ahead))),
            b'W' => {
                goals.extend(from.step((0, ahead)));
                goals.extend(self.charge_goal(from));
            }
            b'O' if self.rules.old_ox => self.old_ox_goals(from, true, goals),
            _ => self.officer_goals(from, goals),
        }
    }

    /// Where a Warrior not yet spent could charge, whoever stands there or nobody.
    fn charge_goal(&self, from: Square) -> Option<Square> {
        let ahead = forward(is_white(self.man(from)));
        let over = from.step((0, ahead))?;
        over.step((0, ahead)).filter(|_| self.is_empty(over))
    }

    /// The goals of those men who move and take alike.
    fn officer_goals(&self, from: Square, goals: &mut Vec<Square>) {
        match kind(self.man(from)) {
            b'K' => goals.extend(COMPASS.iter().filter_map(|&step| from.step(step))),
            b'N' => goals.extend(KNIGHT_LEAPS.iter().filter_map(|&leap| from.step(leap))),
            b'Q' => self.rider_goals(from, &[0, 1, 2, 3, 4, 5, 6, 7], goals),
            b'R' => self.rider_goals(from, &[0, 2, 4, 6], goals),
            b'B' => self.rider_goals(from, &[1, 3, 5, 7], goals),
            b'O' if self.rules.old_ox => self.old_ox_goals(from, false, goals),
            b'O' => self.ox_goals(from, goals),
            b'M' => self.mage_goals(from, goals),
            b'L' => self.lightning_goals(from, goals),
            _ => {}
        }
    }

    /// Walks those steps one after the other, up to the first man met, him included.
    fn walk(&self, from: Square, steps: impl Iterator<Item = usize>, goals: &mut Vec<Square>) {
        let mut square = from;
        for direction in steps {
            let Some(next) = square.step(COMPASS[direction]) else {
                return;
            };
            goals.push(next);
            if !self.is_empty(next) {
                return;
            }
            square = next;
        }
    }

    fn rider_goals(&self, from: Square, directions: &[usize], goals: &mut Vec<Square>) {
        for &direction in directions {
            self.walk(from, std::iter::repeat(direction), goals);
        }
    }

    /// The square that many steps away, if it is on the board and all up to and with it are empty.
    fn empty_way(&self, from: Square, direction: usize, steps: u8) -> Option<Square> {
        (0..steps).try_fold(from, |square, _| {
            square.step(COMPASS[direction]).filter(|&next| self.is_empty(next))
        })
    }

    fn ox_goals(&self, from: Square, goals: &mut Vec<Square>) {
        for direction in [0, 2, 4, 6] {
            if let Some(first) = self.empty_way(from, direction, 1) {
                goals.extend(first.step(COMPASS[direction]));
            }
            self.ox_far_goals(from, direction, goals);
        }
    }

    /// As it once was: taking on any square, stopping on the far ones alone.
    fn old_ox_goals(&self, from: Square, taking: bool, goals: &mut Vec<Square>) {
        for direction in [0, 2, 4, 6] {
            if taking {
                self.walk(from, [direction; 2].into_iter(), goals);
            }
            self.ox_far_goals(from, direction, goals);
        }
    }

    /// The three squares beyond two empty ones.
    fn ox_far_goals(&self, from: Square, direction: usize, goals: &mut Vec<Square>) {
        if let Some(second) = self.empty_way(from, direction, 2) {
            for turned in [direction, (direction + 1) % 8, (direction + 7) % 8] {
                goals.extend(second.step(COMPASS[turned]));
            }
        }
    }

    fn mage_goals(&self, from: Square, goals: &mut Vec<Square>) {
        let shortest = if self.rules.short_mage { 2 } else { 3 };
        for direction in 0..8 {
            for steps in shortest.. {
                let Some(turn) = self.empty_way(from, direction, steps) else {
                    break;
                };
                for turned in [(direction + 1) % 8, (direction + 7) % 8] {
                    goals.extend(turn.step(COMPASS[turned]));
                }
            }
        }
    }

    fn lightning_goals(&self, from: Square, goals: &mut Vec<Square>) {
        for straight in [0, 2, 4, 6] {
            self.walk(from, [straight; 2].into_iter(), goals);
            // Both paths share those two squares, and part only if both are empty.
            let Some(second) = self.empty_way(from, straight, 2) else {
                continue;
            };
            for turned in [(straight + 1) % 8, (straight + 7) % 8] {
                self.walk(second, [turned, straight].into_iter().cycle(), goals);
            }
        }
    }
}

/// Moves.
impl Position {
    /// Every legal move with the position after it.
    pub(super) fn legal_moves(&self) -> Vec<(Move, Position)> {
        let mut moves = Vec::new();
        for (from, man) in self.men(self.white_to_move) {
            self.add_captures(from, &mut moves);
            if is_foot_soldier(man) {
                self.add_steps(from, &mut moves);
                self.add_en_passant(from, &mut moves);
                self.add_push(from, &mut moves);
            } else {
                self.add_officer_moves(from, &mut moves);
            }
        }
        self.add_castling(&mut moves);
        let made = moves.into_iter().map(|mv| (mv, self.after(&mv)));
        made.filter(|(_, after)| !after.in_check(self.white_to_move)).collect()
    }

    /// Adds the move, or one for each promotion if it is a foot soldier's onto its last rank.
    fn add(&self, from: Square, to: Square, deed: Deed, moves: &mut Vec<Move>) {
        let man = self.man(from);
        let promotions: &[u8] = match kind(man) {
            _ if to.rank != last_rank(is_white(man)) => b"",
            b'P' => b"RNBOQ",
            b'W' | b'V' => b"RNBOM",
            b'S' => b"RNBOL",
            _ => b"",
        };
        if promotions.is_empty() {
            moves.push(Move { from, to, deed, promotion: None });
        }
        for &kind in promotions {
            moves.push(Move { from, to, deed, promotion: Some(kind) });
        }
    }

    fn add_captures(&self, from: Square, moves: &mut Vec<Move>) {
        let mut goals = Vec::new();
        self.taking_goals(from, &mut goals);
        let charge = match kind(self.man(from)) {
            b'W' => self.charge_goal(from),
            _ => None,
        };
        for to in goals {
            let enemy = self.is_enemy_of(to, self.white_to_move);
            if enemy && !self.is_shielded(to, from) {
                let deed = if Some(to) == charge { Deed::Charge } else { Deed::Take };
                self.add(from, to, deed, moves);
            }
        }
    }

    /// Whether the man on `to` is a Shielder with a taker on `from` in front of it.
    fn is_shielded(&self, to: Square, from: Square) -> bool {
        let man = self.man(to);
        let ahead = (from.rank - to.rank) * forward(is_white(man)) > 0;
        kind(man) == b'S' && ahead && !self.rules.no_shield
    }

    fn add_officer_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let mut goals = Vec::new();
        self.officer_goals(from, &mut goals);
        for to in goals {
            if self.is_empty(to) {
                self.add(from, to, Deed::Step, moves);
            }
        }
    }

    /// A foot soldier's steps without taking, one square or two from home.
    fn add_steps(&self, from: Square, moves: &mut Vec<Move>) {
        let man = self.man(from);
        let ahead = forward(is_white(man));
        let sides: &[i8] = if b"WV".contains(&kind(man)) { &[-1, 1] } else { &[0] };
        for &side in sides {
            let next = |square: Square| {
                let goal = square.step((side, ahead))?;
                self.is_empty(goal).then_some(goal)
            };
            let Some(one) = next(from) else { continue };
            self.add(from, one, Deed::Step, moves);
            if from.rank == home_rank(is_white(man))
                && let Some(two) = next(one)
            {
                self.add(from, two, Deed::DoubleStep, moves);
            }
        }
    }

    fn add_en_passant(&self, from: Square, moves: &mut Vec<Move>) {
        let Some(EnPassant { passed, victim }) = self.en_passant else {
            return;
        };
        let man = self.man(from);
        let ahead = forward(is_white(man));
        let (steps, victims): (&[(i8, i8)], &[u8]) = match kind(man) {
            b'P' => (&[(-1, ahead), (1, ahead)], b"PWV"),
            b'S' => (&[(-1, 0), (1, 0)], b"PWVS"),
            // One square straight only: a Warrior does not charge en passant.
            _ => (&[(0, ahead)], b"WV"),
        };
        let in_reach = steps.iter().any(|&step| from.step(step) == Some(passed));
        if in_reach && victims.contains(&kind(self.man(victim))) {
            self.add(from, passed, Deed::EnPassant, moves);
        }
    }

    fn add_push(&self, from: Square, moves: &mut Vec<Move>) {
        let man = self.man(from);
        let white = is_white(man);
        let ahead = (0, forward(white));
        if kind(man) != b'S' {
            return;
        }
        let Some(pushed) = from.step(ahead) else {
            return;
        };
        let Some(behind) = pushed.step(ahead) else {
            return;
        };
        if self.is_enemy_of(pushed, white)
            && kind(self.man(pushed)) != b'S'
            && self.is_empty(behind)
            && behind.rank != last_rank(white)
        {
            self.add(from, pushed, Deed::Push, moves);
        }
    }

    fn add_castling(&self, moves: &mut Vec<Move>) {
        for (castling, held) in CASTLINGS.iter().zip(self.may_castle) {
            if !held || castling.white != self.white_to_move {
                continue;
            }
            let rank = first_rank(castling.white);
            let on = |file: i8| Square { file, rank };
            let rook = castling.rook_file;
            let mut between = rook.min(KING_FILE) + 1..rook.max(KING_FILE);
            let mut way = (0..=3).map(|n| on(KING_FILE + n * castling.toward));
            if between.all(|file| self.is_empty(on(file)))
                && !way.any(|square| self.is_attacked(square, !castling.white))
            {
                let goal = on(KING_FILE + 3 * castling.toward);
                self.add(on(KING_FILE), goal, Deed::Castle, moves);
            }
        }
    }

    /// The position after the move.
    fn after(&self, mv: &Move) -> Position {
        let mut next = *self;
        let white = self.white_to_move;
        let man = self.man(mv.from);
        next.put(mv.from, EMPTY);
        next.put(mv.to, man);
        next.en_passant = None;
        match mv.deed {
            Deed::Step | Deed::Take => {}
            Deed::DoubleStep => {
                let file = (mv.from.file + mv.to.file) / 2;
                let rank = (mv.from.rank + mv.to.rank) / 2;
                let passed = Square { file, rank };
                next.en_passant = Some(EnPassant { passed, victim: mv.to });
            }
            Deed::Charge if self.rules.charge_always => {}
            Deed::Charge => next.put(mv.to, of_colour(b'V', white)),
            Deed::EnPassant => {
                let taken = self.en_passant.expect("a double step to take");
                next.put(taken.victim, EMPTY);
            }
            Deed::Push => {
                let behind = Square { rank: mv.to.rank + forward(white), ..mv.to };
                next.put(behind, self.man(mv.to));
            }
            Deed::Castle => next.move_castling_rook(mv.to),
        }
        if let Some(kind) = mv.promotion {
            next.put(mv.to, of_colour(kind, white));
        }
        for (i, castling) in CASTLINGS.iter().enumerate() {
            // Whichever way king or rook left its place, the right is gone for good.
            next.may_castle[i] &= next.castling_men_in_place(castling);
        }
        let takes = matches!(mv.deed, Deed::Take | Deed::Charge | Deed::EnPassant);
        let irreversible = takes || mv.promotion.is_some();
        next.clock = if irreversible { 0 } else { self.clock + 1 };
        next.number += u64::from(!white);
        next.white_to_move = !white;
        next
    }

    /// Puts the rook next to the king, who already stands on his goal, on the inner side.
    fn move_castling_rook(&mut self, king: Square) {
        let (from, to) =
            if king.file > KING_FILE { (LAST, king.file - 1) } else { (0, king.file + 1) };
        let corner = Square { file: from, ..king };
        let rook = self.man(corner);
        self.put(corner, EMPTY);
        self.put(Square { file: to, ..king }, rook);
    }
}
