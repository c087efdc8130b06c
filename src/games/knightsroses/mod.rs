//! Knights & Roses («Рыцари и Розы»), by Vadrya Pokshtya as far as is known: 8×8, every move takes
//! a man of either colour, the taker changes its kind, and whoever cannot take loses.

pub mod ending;
mod eval;
mod movegen;
mod notation;
#[cfg(test)]
mod tests;
mod views;
mod weights;

use crate::board::{ManKeys, Side, feature_keys};
use crate::evaluation::{Group, Tally, WinRates};
use crate::features::Features;
use crate::game::{
    FenError, Game, GameInfo, GameMove, Man, MoveError, Options, Outcome, Reason, SearchTraits,
    Style, XboardSetup,
};
use crate::picture::Picture;

type Square = crate::board::Square<8, 8>;
type Set = crate::board::SquareSet<u64, 8, 8>;

/// The kinds of men; as index, the place in [`GameInfo::men`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Knight,
    Rose,
}

impl Kind {
    /// What the man becomes by taking.
    #[inline(always)]
    fn flipped(self) -> Kind {
        match self {
            Kind::Knight => Kind::Rose,
            Kind::Rose => Kind::Knight,
        }
    }

    fn letter(self) -> char {
        KnightsRoses::INFO.men[self as usize].letter
    }
}

/// A move: origin and target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    #[inline(always)]
    fn new(from: Square, to: Square) -> Self {
        Move((from.index() | to.index() << 6) as u16)
    }

    #[inline(always)]
    fn from(self) -> Square {
        Square::new(self.origin())
    }

    #[inline(always)]
    fn to(self) -> Square {
        Square::new(self.target())
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

static MAN_KEYS: ManKeys<4, 64> = ManKeys::new(0x4B21);
static SIDE_KEY: u64 = feature_keys::<1>(0x4B22)[0];

/// A position of Knights & Roses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnightsRoses {
    sides: [Set; 2],
    roses: Set,
    key: u64,
    clock: u32,
    number: u32,
    side: Side,
}

impl KnightsRoses {
    const EMPTY: KnightsRoses = KnightsRoses {
        sides: [Set::EMPTY; 2],
        roses: Set::EMPTY,
        key: 0,
        clock: 0,
        number: 1,
        side: Side::White,
    };

    #[inline(always)]
    fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// The side of the man on `square`, which must be occupied.
    #[inline(always)]
    fn side_on(&self, square: Square) -> Side {
        Side::BOTH[self.sides[1].contains(square) as usize]
    }

    /// The kind of the man on `square`, which must be occupied.
    #[inline(always)]
    fn kind_on(&self, square: Square) -> Kind {
        if self.roses.contains(square) { Kind::Rose } else { Kind::Knight }
    }

    /// The men of one side that are of one kind.
    #[inline(always)]
    fn of_kind(&self, side: Side, kind: Kind) -> Set {
        let men = self.sides[side.index()];
        match kind {
            Kind::Knight => men.minus(self.roses),
            Kind::Rose => men & self.roses,
        }
    }

    /// Puts a man on an empty square or takes it away: the one place where men and key change.
    #[inline(always)]
    fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let set = Set::of(square);
        self.sides[side.index()] ^= set;
        if kind == Kind::Rose {
            self.roses ^= set;
        }
        self.key ^= MAN_KEYS.of(kind as usize * 2 + side.index(), square.index());
    }

    /// The key computed from nothing.
    fn fresh_key(&self) -> u64 {
        let side = if self.side == Side::Black { SIDE_KEY } else { 0 };
        self.occupied().into_iter().fold(side, |key, square| {
            let man = self.kind_on(square) as usize * 2 + self.side_on(square).index();
            key ^ MAN_KEYS.of(man, square.index())
        })
    }
}

impl Game for KnightsRoses {
    type Move = Move;
    type Endings = ending::Solver;

    const INFO: GameInfo = GameInfo {
        name: "knightsroses",
        title: "Knights & Roses",
        native_title: "Рыцари и Розы",
        inventor: "Vadrya Pokshtya (inferred)",
        start_fen: "rrrrrrrr/rnnnnnnr/rnnnnnnr/rnnrrnnr/RNNRRNNR/RNNNNNNR/RNNNNNNR/RRRRRRRR w - - 0 1",
        files: Self::FILES,
        ranks: Self::RANKS,
        men: &[
            Man { letter: 'N', name: "Knight", picture: Picture::Knight },
            Man { letter: 'R', name: "Rose", picture: Picture::Rose },
        ],
        options: &[],
        move_limit: None,
        arrays: None,
        xboard: XboardSetup {
            table: "(.N.R...n.r..)",
            parent: "fairy",
            pieces: &[],
            fen: str::to_owned,
        },
        rules: include_str!("rules.txt"),
    };
    const FILES: usize = 8;
    const RANKS: usize = 8;
    const TRAITS: SearchTraits = SearchTraits {
        quiescence: false,
        longest_game: Some(63),
        solved_men: 13,
        solved_men_at_root: 26,
        usual_length: 58,
        features: Features::ALL.without(Features::NULL_MOVE),
    };
    const WEIGHTS: &'static [Group] = weights::WEIGHTS;
    // No game is drawn.
    const WIN_RATES: WinRates = WinRates { scale: 147.2, margin: 0.1 };

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
        let held = self.occupied().contains(square);
        held.then(|| (self.side_on(square), self.kind_on(square) as usize))
    }

    #[inline(always)]
    fn generate(&self, moves: &mut Vec<Move>) {
        movegen::generate(self, moves);
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        movegen::count(self, self.side)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let kind = self.kind_on(from);
        self.toggle(self.side_on(to), self.kind_on(to), to);
        self.toggle(us, kind, from);
        self.toggle(us, kind.flipped(), to);
        self.clock = 0;
        self.number += us.index() as u32;
        self.side = !us;
        self.key ^= SIDE_KEY;
        debug_assert_eq!(self.key, self.fresh_key());
    }

    fn no_moves_ending(&self) -> Outcome {
        Outcome::win(!self.side, Reason::NoMoves("left the opponent without a capture"))
    }

    fn men_left(&self) -> usize {
        self.occupied().len()
    }

    fn after_null(&self) -> Self {
        let mut next = *self;
        next.side = !self.side;
        next.key ^= SIDE_KEY;
        next
    }

    fn in_check(&self) -> bool {
        false
    }

    #[inline(always)]
    fn is_noisy(&self, _mv: Move) -> bool {
        true
    }

    #[inline(always)]
    fn generate_noisy(&self, moves: &mut Vec<Move>) {
        movegen::generate(self, moves);
    }

    #[inline(always)]
    fn mover(&self, mv: Move) -> usize {
        self.kind_on(mv.from()) as usize
    }

    #[inline(always)]
    fn gain(&self, mv: Move) -> i32 {
        eval::gain(self, mv)
    }

    #[inline(always)]
    fn exchange(&self, mv: Move) -> i32 {
        eval::gain(self, mv)
    }

    #[inline(always)]
    fn structure(&self, side: Side) -> u64 {
        (self.roses & self.sides[side.index()]).fold()
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
