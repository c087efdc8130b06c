//! Knightfall («Охота на Коней») by Vadrya Pokshtya: 6×6, no kings, whoever takes the last enemy
//! knight wins.

mod eval;
mod exchange;
mod movegen;
mod notation;
#[cfg(test)]
mod tests;
mod weights;

use crate::board::{ManKeys, Side, feature_keys};
use crate::evaluation::{Group, Tally, WinRates};
use crate::features::Features;
use crate::game::{
    FenError, Game, GameInfo, GameMove, Man, MoveError, Options, Outcome, Reason, SearchTraits,
    Style, XboardSetup,
};
use crate::games::six::{self, Board, Set, Square};
use crate::picture::Picture;
use weights::Term;

/// The kinds of men; as index, the place in [`GameInfo::men`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook];
    /// What a pawn may become.
    const PROMOTIONS: [Kind; 3] = [Kind::Knight, Kind::Bishop, Kind::Rook];

    fn letter(self) -> char {
        Knightfall::INFO.men[self as usize].letter
    }
}

/// A move: origin, target, and the kind the man has afterwards if it is promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    #[inline(always)]
    fn new(from: Square, to: Square) -> Self {
        Move((from.index() | to.index() << 6) as u16)
    }

    #[inline(always)]
    fn promoting(self, kind: Kind) -> Self {
        Move(self.0 | (kind as u16) << 12)
    }

    #[inline(always)]
    fn from(self) -> Square {
        Square::new(self.origin())
    }

    #[inline(always)]
    fn to(self) -> Square {
        Square::new(self.target())
    }

    /// A promotion's new kind. The pawn's number is free to say that there is none.
    #[inline(always)]
    fn promotion(self) -> Option<Kind> {
        match self.0 >> 12 {
            0 => None,
            kind => Some(Kind::ALL[kind as usize & 3]),
        }
    }
}

impl GameMove for Move {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    fn origin(self) -> usize {
        self.0 as usize & 63
    }

    #[inline(always)]
    fn target(self) -> usize {
        self.0 as usize >> 6 & 63
    }
}

static MAN_KEYS: ManKeys<8, 36> = ManKeys::new(0x4B01);
static SIDE_KEY: u64 = feature_keys::<1>(0x4B02)[0];

#[inline(always)]
fn man_key(side: Side, kind: Kind, square: Square) -> u64 {
    MAN_KEYS.of(kind as usize * 2 + side.index(), square.index())
}

/// A position of Knightfall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Knightfall {
    kinds: [Set; 4],
    sides: [Set; 2],
    key: u64,
    clock: u32,
    number: u32,
    side: Side,
}

impl Knightfall {
    const EMPTY: Knightfall = Knightfall {
        kinds: [Set::EMPTY; 4],
        sides: [Set::EMPTY; 2],
        key: 0,
        clock: 0,
        number: 1,
        side: Side::White,
    };

    /// The kind of the man on `square`, which must be occupied.
    #[inline(always)]
    fn kind_on(&self, square: Square) -> Kind {
        let on = |kind: Kind| self.kinds[kind as usize].contains(square) as usize * kind as usize;
        Kind::ALL[on(Kind::Knight) | on(Kind::Bishop) | on(Kind::Rook)]
    }

    /// Puts a man on an empty square or takes it away.
    #[inline(always)]
    fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        self.change(side, kind, Set::of(square), man_key(side, kind, square));
    }

    /// Moves a man to an empty square.
    #[inline(always)]
    fn shift(&mut self, side: Side, kind: Kind, from: Square, to: Square) {
        let key = man_key(side, kind, from) ^ man_key(side, kind, to);
        self.change(side, kind, Set::of(from) | Set::of(to), key);
    }

    /// The one place where men and key change.
    #[inline(always)]
    fn change(&mut self, side: Side, kind: Kind, squares: Set, key: u64) {
        self.kinds[kind as usize] ^= squares;
        self.sides[side.index()] ^= squares;
        self.key ^= key;
    }

    /// The key computed from nothing.
    fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Side::Black { SIDE_KEY } else { 0 };
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for square in self.men(side, kind) {
                    key ^= man_key(side, kind, square);
                }
            }
        }
        key
    }

    /// Whether a side has no knight, which ends the game.
    #[inline(always)]
    fn is_over(&self) -> bool {
        let knights = self.all(Kind::Knight);
        !knights.meets(self.sides[0]) || !knights.meets(self.sides[1])
    }

    /// Whether the side to move has only one knight, and the enemy attacks it.
    #[inline(always)]
    fn last_knight_attacked(&self) -> bool {
        let knights = self.men(self.side, Kind::Knight);
        let Some(knight) = knights.first() else { return false };
        knights == Set::of(knight)
            && !movegen::TABLES.attackers(self, !self.side, knight, self.occupied()).is_empty()
    }
}

impl Board for Knightfall {
    type Kind = Kind;

    const PAWN: Kind = Kind::Pawn;
    const BISHOP: Kind = Kind::Bishop;
    const ROOK: Kind = Kind::Rook;
    const TERMS: six::Terms = six::terms!(Term);

    #[inline(always)]
    fn all(&self, kind: Kind) -> Set {
        self.kinds[kind as usize]
    }

    #[inline(always)]
    fn of(&self, side: Side) -> Set {
        self.sides[side.index()]
    }
}

impl Game for Knightfall {
    type Move = Move;
    type Endings = ();

    const INFO: GameInfo = GameInfo {
        name: "knightfall",
        title: "Knightfall",
        native_title: "Охота на Коней",
        inventor: "Vadrya Pokshtya",
        start_fen: "rbnnbr/pppppp/6/6/PPPPPP/RBNNBR w - - 0 1",
        files: Self::FILES,
        ranks: Self::RANKS,
        men: &[
            Man { letter: 'P', name: "Pawn", picture: Picture::Pawn },
            Man { letter: 'N', name: "Knight", picture: Picture::Knight },
            Man { letter: 'B', name: "Bishop", picture: Picture::Bishop },
            Man { letter: 'R', name: "Rook", picture: Picture::Rook },
        ],
        options: &[],
        move_limit: Some(100),
        arrays: None,
        xboard: XboardSetup {
            table: "(PNBR.................................pnbr.................................)",
            parent: "fairy",
            pieces: &[],
            fen: str::to_owned,
        },
        rules: include_str!("rules.txt"),
    };
    const FILES: usize = 6;
    const RANKS: usize = 6;
    const TRAITS: SearchTraits = SearchTraits {
        quiescence: true,
        longest_game: None,
        solved_men: 0,
        solved_men_at_root: 0,
        usual_length: 60,
        features: Features::ALL,
    };
    const WEIGHTS: &'static [Group] = weights::WEIGHTS;
    const WIN_RATES: WinRates = WinRates { scale: 139.1, margin: 156.9 };

    fn from_fen(fen: &str, _options: Options) -> Result<Self, FenError> {
        notation::from_fen(fen)
    }

    fn fen(&self) -> String {
        notation::fen(self)
    }

    fn options(&self) -> Options {
        Options::NONE
    }

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn clock(&self) -> u32 {
        self.clock
    }

    fn man_at(&self, square: usize) -> Option<(Side, usize)> {
        let square = Square::new(square);
        let side = Side::BOTH.into_iter().find(|s| self.sides[s.index()].contains(square))?;
        Some((side, self.kind_on(square) as usize))
    }

    #[inline(always)]
    fn generate(&self, moves: &mut Vec<Move>) {
        movegen::generate(self, moves);
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        movegen::count(self)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let kind = self.kind_on(from);
        let takes = self.sides[(!us).index()].contains(to);
        self.clock = if takes || kind == Kind::Pawn { 0 } else { self.clock + 1 };
        if takes {
            self.toggle(!us, self.kind_on(to), to);
        }
        match mv.promotion() {
            None => self.shift(us, kind, from, to),
            Some(promoted) => {
                self.toggle(us, kind, from);
                self.toggle(us, promoted, to);
            }
        }
        self.number += us.index() as u32;
        self.side = !us;
        self.key ^= SIDE_KEY;
        debug_assert_eq!(self.key, self.fresh_key());
    }

    #[inline(always)]
    fn own_ending(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let winner =
            if self.men(Side::White, Kind::Knight).is_empty() { Side::Black } else { Side::White };
        Some(Outcome::win(winner, Reason::OwnRule("took the last knight")))
    }

    fn no_moves_ending(&self) -> Outcome {
        Outcome::draw(Reason::NoMoves("stalemate"))
    }

    fn men_left(&self) -> usize {
        self.occupied().len()
    }

    #[inline(always)]
    fn after_null(&self) -> Self {
        let mut next = *self;
        next.side = !self.side;
        next.key ^= SIDE_KEY;
        next
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.last_knight_attacked()
    }

    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.promotion().is_some() || self.occupied().contains(mv.to())
    }

    fn generate_noisy(&self, moves: &mut Vec<Move>) {
        movegen::generate_noisy(self, moves);
    }

    #[inline(always)]
    fn mover(&self, mv: Move) -> usize {
        self.kind_on(mv.from()) as usize
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        exchange::gain(self, mv)
    }

    #[inline]
    fn exchange(&self, mv: Move) -> i32 {
        exchange::exchange(self, mv)
    }

    #[inline(always)]
    fn structure(&self, side: Side) -> u64 {
        self.men(side, Kind::Pawn).fold()
    }

    #[inline(always)]
    fn tally(&self, tally: &mut impl Tally) {
        eval::tally(self, tally);
    }

    #[inline(always)]
    fn phase(&self) -> i32 {
        eval::phase(self)
    }

    fn move_text(&self, mv: Move, style: Style) -> String {
        notation::move_text(self, mv, style)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        notation::parse_move(self, text)
    }
}
