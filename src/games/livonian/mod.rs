//! The Livonian game («Шахматы времён Ливонской войны и Смуты»): 9×9, men destroy from where they
//! stand, two at a time; whoever destroys the last enemy cannon wins.

mod arrays;
mod eval;
mod hits;
mod lines;
mod movegen;
mod notation;
#[cfg(test)]
mod tests;
mod weights;

use crate::board::{ManKeys, Side, feature_keys};
use crate::evaluation::{Group, Tally, WinRates};
use crate::features::Features;
use crate::game::{
    Arrays, FenError, Game, GameInfo, GameMove, Man, MoveError, OptionInfo, Options, Outcome,
    Reason, SearchTraits, Style, XboardSetup,
};
use crate::picture::Picture;

type Square = crate::board::Square<9, 9>;
type Set = crate::board::SquareSet<u128, 9, 9>;

/// Place of the option `all-lines` in [`GameInfo::options`].
const ALL_LINES: usize = 0;
/// Place of the option `medieval`.
const MEDIEVAL: usize = 1;

/// The default start position with the option `medieval`.
const MEDIEVAL_START: &str = "m1m1f1m1m/hphppphph/9/9/9/9/9/HPHPPPHPH/M1M1F1M1M w - - 0 1";

/// The kinds of men; as index, the place in [`GameInfo::men`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pikeman,
    Musketeer,
    Cavalry,
    Cannon,
    Flag,
}

impl Kind {
    const ALL: [Kind; 5] =
        [Kind::Pikeman, Kind::Musketeer, Kind::Cavalry, Kind::Cannon, Kind::Flag];

    fn letter(self) -> char {
        Livonian::INFO.men[self as usize].letter
    }

    fn name(self) -> &'static str {
        Livonian::INFO.men[self as usize].name
    }

    /// The kind whose last man must not be lost.
    const fn key(options: Options) -> Kind {
        if options.has(MEDIEVAL) { Kind::Flag } else { Kind::Cannon }
    }
}

/// A move: origin, target and victim, seven bits each, and whether the victim would fall without
/// anybody moving. If nobody moves, origin and target are the striker's square; a pass is from
/// `a1` to `a1` without a victim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    const SQUARE: u32 = 0x7F;
    const NO_VICTIM: u32 = 0x7F << 14;
    const FALLS_ANYWAY: u32 = 1 << 21;
    const PASS: Move = Move(Self::NO_VICTIM);

    #[inline(always)]
    fn new(from: Square, to: Square) -> Self {
        Move(from.index() as u32 | (to.index() as u32) << 7 | Self::NO_VICTIM)
    }

    /// Nobody moves, and `striker` (with others) destroys `victim`.
    #[inline(always)]
    fn standing(striker: Square, victim: Square) -> Self {
        Move::new(striker, striker).striking(victim, true)
    }

    #[inline(always)]
    fn striking(self, victim: Square, falls_anyway: bool) -> Self {
        let victim = (victim.index() as u32) << 14 | (falls_anyway as u32) << 21;
        Move(self.0 & !Self::NO_VICTIM | victim)
    }

    /// The first part of the move alone: a pass if nobody moves.
    fn without_strike(self) -> Self {
        if self.moves() { Move(self.0 | Self::NO_VICTIM) } else { Move::PASS }
    }

    #[inline(always)]
    fn from(self) -> Square {
        Square::new((self.0 & Self::SQUARE) as usize)
    }

    #[inline(always)]
    fn to(self) -> Square {
        Square::new((self.0 >> 7 & Self::SQUARE) as usize)
    }

    /// Whether a man moves at all.
    #[inline(always)]
    fn moves(self) -> bool {
        self.from() != self.to()
    }

    /// The square of the man that is destroyed.
    #[inline(always)]
    fn victim(self) -> Option<Square> {
        if self.0 & Self::NO_VICTIM == Self::NO_VICTIM {
            None
        } else {
            Some(Square::new((self.0 >> 14 & Self::SQUARE) as usize))
        }
    }

    /// Whether somebody is destroyed who would not be if nobody moved, or by nobody moving.
    #[inline(always)]
    fn strikes_anew(self) -> bool {
        self.victim().is_some() && (self.0 & Self::FALLS_ANYWAY == 0 || !self.moves())
    }
}

impl GameMove for Move {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    fn origin(self) -> usize {
        self.from().index()
    }

    #[inline(always)]
    fn target(self) -> usize {
        match self.victim() {
            Some(victim) if !self.moves() => victim.index(),
            _ => self.to().index(),
        }
    }
}

static MAN_KEYS: ManKeys<10, 81> = ManKeys::new(0x4C01);
static SIDE_KEY: u64 = feature_keys::<1>(0x4C02)[0];
static OPTION_KEYS: [u64; 4] = feature_keys(0x4C03);

/// A position of the Livonian game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Livonian {
    kinds: [Set; 5],
    sides: [Set; 2],
    key: u64,
    clock: u32,
    number: u32,
    side: Side,
    options: Options,
}

impl Livonian {
    const EMPTY: Livonian = Livonian {
        kinds: [Set::EMPTY; 5],
        sides: [Set::EMPTY; 2],
        key: 0,
        clock: 0,
        number: 1,
        side: Side::White,
        options: Options::NONE,
    };

    /// The men of `side` and `kind`.
    #[inline(always)]
    fn men(&self, side: Side, kind: Kind) -> Set {
        self.kinds[kind as usize] & self.sides[side.index()]
    }

    #[inline(always)]
    fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// The kind of the man on `square`, which must be occupied.
    #[inline(always)]
    fn kind_on(&self, square: Square) -> Kind {
        let on = |kind: Kind| self.kinds[kind as usize].contains(square) as usize * kind as usize;
        let kind = on(Kind::Musketeer) | on(Kind::Cavalry) | on(Kind::Cannon) | on(Kind::Flag);
        Kind::ALL[kind]
    }

    /// Puts a man on an empty square or takes it away: the one place where men and key change.
    #[inline(always)]
    fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let set = Set::of(square);
        self.kinds[kind as usize] ^= set;
        self.sides[side.index()] ^= set;
        self.key ^= MAN_KEYS.of(kind as usize * 2 + side.index(), square.index());
    }

    /// The key computed from nothing.
    fn fresh_key(&self) -> u64 {
        let mut key = OPTION_KEYS[self.options.bits() as usize & 3];
        if self.side == Side::Black {
            key ^= SIDE_KEY;
        }
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for square in self.men(side, kind) {
                    key ^= MAN_KEYS.of(kind as usize * 2 + side.index(), square.index());
                }
            }
        }
        key
    }

    /// Whether cannons, musketeers and cavalry use the diagonals too.
    #[inline(always)]
    fn all_lines(&self) -> bool {
        self.options.has(ALL_LINES)
    }

    /// The men of `side` of the kind whose last man must not be lost.
    #[inline(always)]
    fn key_men(&self, side: Side) -> Set {
        (self.kinds[Kind::Cannon as usize] | self.kinds[Kind::Flag as usize])
            & self.sides[side.index()]
    }

    /// Whether a side has no cannon (no flag), which ends the game.
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.key_men(Side::White).is_empty() || self.key_men(Side::Black).is_empty()
    }
}

impl Game for Livonian {
    type Move = Move;
    type Endings = ();

    const INFO: GameInfo = GameInfo {
        name: "livonian",
        title: "Livonian game",
        native_title: "Шахматы времён Ливонской войны и Смуты",
        inventor: "not named",
        start_fen: "mcm1c1mcm/hphppphph/9/9/9/9/9/HPHPPPHPH/MCM1C1MCM w - - 0 1",
        files: Self::FILES,
        ranks: Self::RANKS,
        men: &[
            Man { letter: 'P', name: "Pikeman", picture: Picture::Pikeman },
            Man { letter: 'M', name: "Musketeer", picture: Picture::Musketeer },
            Man { letter: 'H', name: "Cavalry", picture: Picture::Cavalry },
            Man { letter: 'C', name: "Cannon", picture: Picture::Cannon },
            Man { letter: 'F', name: "Flag", picture: Picture::Flag },
        ],
        options: &[
            OptionInfo {
                name: "all-lines",
                about: "cannons, musketeers and cavalry use the diagonals too",
            },
            OptionInfo {
                name: "medieval",
                about: "one flag a side in place of the cannons; whoever loses it loses",
            },
        ],
        move_limit: Some(100),
        arrays: Some(Arrays { count: arrays::count, fen: arrays::fen, numbers: arrays::numbers }),
        xboard: XboardSetup {
            // The pikeman is kept out of the pawn's slot: XBoard would promote him.
            table: "(........M.PC......................H....F.........m.pc......................h....f.)",
            // The only parent under which XBoard knows a pass.
            parent: "lion",
            pieces: &[],
            fen: str::to_owned,
        },
        rules: include_str!("rules.txt"),
    };
    const FILES: usize = 9;
    const RANKS: usize = 9;
    const TRAITS: SearchTraits = SearchTraits {
        quiescence: true,
        longest_game: None,
        solved_men: 0,
        solved_men_at_root: 0,
        usual_length: 90,
        features: Features::ALL,
    };
    const WEIGHTS: &'static [Group] = weights::WEIGHTS;
    const WIN_RATES: WinRates = WinRates { scale: 178.5, margin: 97.9 };

    fn start(options: Options) -> Self {
        let fen = if options.has(MEDIEVAL) { MEDIEVAL_START } else { Self::INFO.start_fen };
        Self::from_fen(fen, options).expect("the start position is a good FEN")
    }

    fn from_fen(fen: &str, options: Options) -> Result<Self, FenError> {
        notation::from_fen(fen, options)
    }

    fn fen(&self) -> String {
        notation::fen(self)
    }

    fn options(&self) -> Options {
        self.options
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
        let us = self.side;
        self.clock += 1;
        if mv.moves() {
            let kind = self.kind_on(mv.from());
            self.toggle(us, kind, mv.from());
            self.toggle(us, kind, mv.to());
        }
        if let Some(victim) = mv.victim() {
            self.toggle(!us, self.kind_on(victim), victim);
            self.clock = 0;
        }
        self.number += us.index() as u32;
        self.side = !us;
        self.key ^= SIDE_KEY;
        debug_assert_eq!(self.key, self.fresh_key());
    }

    fn own_ending(&self) -> Option<Outcome> {
        let loser = Side::BOTH.into_iter().find(|&side| self.key_men(side).is_empty())?;
        let words = match Kind::key(self.options) {
            Kind::Flag => "destroyed the flag",
            _ => "destroyed the last cannon",
        };
        Some(Outcome::win(!loser, Reason::OwnRule(words)))
    }

    fn no_moves_ending(&self) -> Outcome {
        Outcome::draw(Reason::NoMoves("draw: neither side can move or destroy"))
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

    fn in_check(&self) -> bool {
        eval::last_key_man_falls(self)
    }

    /// Destroying is noisy. But where a man falls without anybody moving, every move can destroy
    /// him besides; then only the standing strike counts.
    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.strikes_anew()
    }

    fn generate_noisy(&self, moves: &mut Vec<Move>) {
        movegen::generate_noisy(self, moves);
    }

    #[inline(always)]
    fn mover(&self, mv: Move) -> usize {
        self.kind_on(mv.from()) as usize
    }

    fn gain(&self, mv: Move) -> i32 {
        eval::gain(self, mv)
    }

    fn exchange(&self, mv: Move) -> i32 {
        eval::exchange(self, mv)
    }

    #[inline(always)]
    fn structure(&self, side: Side) -> u64 {
        self.men(side, Kind::Pikeman).fold()
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
