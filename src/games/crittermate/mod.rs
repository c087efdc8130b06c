//! Critter Mate («Шахматы с фамильяром») by Ilya Yudovski: 6×6 chess in which each side has one
//! familiar, a man of its own choice, and sets up its back rank in secret.

mod arrays;
mod attacks;
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
    Arrays, FenError, Game, GameInfo, GameMove, Man, MoveError, OptionInfo, Options, Outcome,
    Reason, SearchTraits, Style, XboardSetup,
};
use crate::games::six::{self, BACK_RANKS, Board, Set, Square};
use crate::picture::Picture;
use weights::Term;

/// Place of the option that bans White's familiar for White's first move alone.
const OPENING_ONLY: usize = 0;

/// The kinds of men; as index, the place in [`GameInfo::men`]. The last four are the familiars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
    Hippogriff,
    Raven,
    Hound,
    Wildcat,
}

impl Kind {
    const ALL: [Kind; 10] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
        Kind::Hippogriff,
        Kind::Raven,
        Kind::Hound,
        Kind::Wildcat,
    ];
    /// The four from which each player chooses one, in the order of the array numbers.
    const FAMILIARS: [Kind; 4] = [Kind::Hippogriff, Kind::Raven, Kind::Hound, Kind::Wildcat];
    /// What a pawn may always become.
    const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    fn letter(self) -> char {
        CritterMate::INFO.men[self as usize].letter
    }

    #[inline(always)]
    fn is_familiar(self) -> bool {
        self >= Kind::Hippogriff
    }
}

/// A move: origin, target, the kind of man that moves, and the kind that it becomes if it is
/// promoted. A castling move is the king's, marked as such.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    /// What stands in the place of a promotion's kind if the move castles: nothing becomes a king.
    const CASTLING: u32 = Kind::King as u32;

    #[inline(always)]
    fn new(kind: Kind, from: Square, to: Square) -> Self {
        Move(from.index() as u32 | (to.index() as u32) << 6 | (kind as u32) << 12)
    }

    #[inline(always)]
    fn promoting(self, kind: Kind) -> Self {
        Move(self.0 | (kind as u32) << 16)
    }

    #[inline(always)]
    fn castling(king: Square, goal: Square) -> Self {
        Move(Self::new(Kind::King, king, goal).0 | Self::CASTLING << 16)
    }

    #[inline(always)]
    fn from(self) -> Square {
        Square::new(self.origin())
    }

    #[inline(always)]
    fn to(self) -> Square {
        Square::new(self.target())
    }

    /// The kind of the man that moves.
    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> 12) as usize & 15]
    }

    /// A promotion's new kind. The pawn's number is free to say that there is none.
    #[inline(always)]
    fn promotion(self) -> Option<Kind> {
        match self.0 >> 16 {
            0 | Self::CASTLING => None,
            kind => Some(Kind::ALL[kind as usize & 15]),
        }
    }

    #[inline(always)]
    fn castles(self) -> bool {
        self.0 >> 16 == Self::CASTLING
    }
}

impl GameMove for Move {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0
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

/// Where a castling king goes and over which square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CastlingPath {
    crossed: Square,
    goal: Square,
}

impl CastlingPath {
    /// The way of a king on `king` towards a rook on `rook`, if they stand on one rank with at most
    /// two squares between them and the king's goal is on the board.
    #[inline(always)]
    fn between(king: Square, rook: Square) -> Option<Self> {
        let step = match rook.file() as i8 - king.file() as i8 {
            -3..=-1 => -1,
            1..=3 => 1,
            _ => return None,
        };
        if king.rank() != rook.rank() {
            return None;
        }
        Some(CastlingPath { crossed: king.offset(step, 0)?, goal: king.offset(2 * step, 0)? })
    }
}

static MAN_KEYS: ManKeys<20, 36> = ManKeys::new(0xC401);
static ROOK_KEYS: [u64; 36] = feature_keys(0xC402);
static FAMILIAR_KEYS: [[u64; 10]; 2] = [feature_keys(0xC403), feature_keys(0xC404)];
static OPTION_KEYS: [u64; 1] = feature_keys(0xC405);
static SIDE_KEY: u64 = feature_keys::<2>(0xC406)[0];
static FROZEN_KEY: u64 = feature_keys::<2>(0xC406)[1];

/// A position of Critter Mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CritterMate {
    kinds: [Set; 10],
    sides: [Set; 2],
    /// The rooks that may still castle: at most one a side, which begins with no more.
    castling: Set,
    key: u64,
    clock: u32,
    number: u32,
    side: Side,
    /// With which familiar each side began, which is what its pawns may become, if that is known.
    /// (The men on the board do not always tell: a position can be given without that knowledge.)
    familiars: [Option<Kind>; 2],
    /// Whether White's familiar may not move yet.
    frozen: bool,
    options: Options,
}

impl CritterMate {
    const EMPTY: CritterMate = CritterMate {
        kinds: [Set::EMPTY; 10],
        sides: [Set::EMPTY; 2],
        castling: Set::EMPTY,
        key: 0,
        clock: 0,
        number: 1,
        side: Side::White,
        familiars: [None; 2],
        frozen: false,
        options: Options::NONE,
    };

    /// The familiars on the board, of both sides.
    #[inline(always)]
    fn all_familiars(&self) -> Set {
        self.all(Kind::Hippogriff)
            | self.all(Kind::Raven)
            | self.all(Kind::Hound)
            | self.all(Kind::Wildcat)
    }

    /// The familiar of `side`, if it is on the board.
    #[inline(always)]
    fn familiar(&self, side: Side) -> Set {
        self.all_familiars() & self.sides[side.index()]
    }

    /// The square of the king of `side`.
    #[inline(always)]
    fn king(&self, side: Side) -> Square {
        let king = self.men(side, Kind::King);
        debug_assert_eq!(king.len(), 1);
        king.first().unwrap_or(Square::new(0))
    }

    /// The kind of the man on `square`, which must be occupied.
    #[inline(always)]
    fn kind_on(&self, square: Square) -> Kind {
        let on = |kind: Kind| self.all(kind).contains(square) as usize * kind as usize;
        Kind::ALL[Kind::ALL.into_iter().map(on).sum::<usize>()]
    }

    /// The familiar that a pawn of `side` may become: the one it began with, while it has none.
    #[inline(always)]
    fn promotion_to_familiar(&self, side: Side) -> Option<Kind> {
        self.familiars[side.index()].filter(|_| self.familiar(side).is_empty())
    }

    /// Puts a man on a square or takes it away: the one place where men and key change.
    #[inline(always)]
    fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let set = Set::of(square);
        self.kinds[kind as usize] ^= set;
        self.sides[side.index()] ^= set;
        self.key ^= MAN_KEYS.of(kind as usize * 2 + side.index(), square.index());
    }

    /// Rooks on `squares` may castle no more.
    #[inline(always)]
    fn lose_castling(&mut self, squares: Set) {
        let lost = self.castling & squares;
        if !lost.is_empty() {
            self.castling ^= lost;
            self.key ^= rook_key(lost);
        }
    }

    /// White's familiar may move from now on.
    #[inline(always)]
    fn thaw(&mut self) {
        if self.frozen {
            self.frozen = false;
            self.key ^= FROZEN_KEY;
        }
    }

    /// Drops a ban on White's familiar that no longer means anything.
    fn normalize_ban(&mut self) {
        let opening_only = self.options.has(OPENING_ONLY);
        if self.familiar(Side::Black).is_empty() || opening_only && self.side == Side::Black {
            self.thaw();
        }
    }

    /// The key computed from nothing.
    fn fresh_key(&self) -> u64 {
        let mut key = rook_key(self.castling);
        for side in Side::BOTH {
            for kind in Kind::ALL {
                for square in self.men(side, kind) {
                    key ^= MAN_KEYS.of(kind as usize * 2 + side.index(), square.index());
                }
            }
            if let Some(kind) = self.familiars[side.index()] {
                key ^= FAMILIAR_KEYS[side.index()][kind as usize];
            }
        }
        if self.side == Side::Black {
            key ^= SIDE_KEY;
        }
        if self.frozen {
            key ^= FROZEN_KEY;
        }
        if self.options.has(OPENING_ONLY) {
            key ^= OPTION_KEYS[OPENING_ONLY];
        }
        key
    }

    /// The rook with which the side to move may still castle.
    fn castling_rook(&self) -> Option<Square> {
        (self.castling & self.sides[self.side.index()]).first()
    }

    /// The rook's part of a castling move of the king on `king`.
    fn play_castling_rook(&mut self, king: Square) {
        if let Some(rook) = self.castling_rook()
            && let Some(path) = CastlingPath::between(king, rook)
        {
            self.toggle(self.side, Kind::Rook, rook);
            self.toggle(self.side, Kind::Rook, path.crossed);
        }
    }

    /// Ends the ban on White's familiar if a move of `kind` that takes `taken` does so.
    #[inline(always)]
    fn play_ban(&mut self, kind: Kind, taken: Option<Kind>) {
        let over = match self.side {
            Side::White => {
                self.options.has(OPENING_ONLY) || taken.is_some_and(|taken| taken.is_familiar())
            }
            Side::Black => kind.is_familiar(),
        };
        if over {
            self.thaw();
        }
    }
}

fn rook_key(rooks: Set) -> u64 {
    rooks.into_iter().fold(0, |key, square| key ^ ROOK_KEYS[square.index()])
}

impl Board for CritterMate {
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

impl Game for CritterMate {
    type Move = Move;
    type Endings = ();

    const INFO: GameInfo = GameInfo {
        name: "crittermate",
        title: "Critter Mate",
        native_title: "Шахматы с фамильяром",
        inventor: "Ilya Yudovski",
        start_fen: "rnhkqb/pppppp/6/6/PPPPPP/RNGKQB w Aa - 0 1 Gh*",
        files: Self::FILES,
        ranks: Self::RANKS,
        men: &[
            Man { letter: 'P', name: "Pawn", picture: Picture::Pawn },
            Man { letter: 'N', name: "Knight", picture: Picture::Knight },
            Man { letter: 'B', name: "Bishop", picture: Picture::Bishop },
            Man { letter: 'R', name: "Rook", picture: Picture::Rook },
            Man { letter: 'Q', name: "Queen", picture: Picture::Queen },
            Man { letter: 'K', name: "King", picture: Picture::King },
            Man { letter: 'G', name: "Hippogriff", picture: Picture::Hippogriff },
            Man { letter: 'C', name: "Raven", picture: Picture::Raven },
            Man { letter: 'H', name: "Hound", picture: Picture::Hound },
            Man { letter: 'W', name: "Wildcat", picture: Picture::Wildcat },
        ],
        options: &[OptionInfo {
            name: "opening-only",
            about: "White's familiar is banned from White's first move of the game alone",
        }],
        move_limit: Some(100),
        arrays: Some(Arrays {
            count: |_| arrays::COUNT,
            fen: |white, black, _| arrays::fen(white, black),
            numbers: |fen, options| arrays::numbers(&Self::from_fen(fen, options).ok()?),
        }),
        xboard: XboardSetup {
            table: "(PNBRQ....W.C...G..................HKpnbrq....w.c...g..................hk)",
            parent: "fairy",
            // Castling, of which XBoard has to know that the rook comes along.
            pieces: &["K& KisO2"],
            fen: notation::xboard_fen,
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
        usual_length: 80,
        features: Features::ALL,
    };
    const WEIGHTS: &'static [Group] = weights::WEIGHTS;
    const WIN_RATES: WinRates = WinRates { scale: 134.7, margin: 166.7 };

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
        let (from, to, kind, us) = (mv.from(), mv.to(), mv.kind(), self.side);
        let mut taken = None;
        self.clock += 1;
        if self.sides[(!us).index()].contains(to) {
            let victim = self.kind_on(to);
            self.toggle(!us, victim, to);
            self.clock = 0;
            taken = Some(victim);
        }
        if kind == Kind::Pawn {
            self.clock = 0;
        }
        if mv.castles() {
            self.play_castling_rook(from);
        }
        self.toggle(us, kind, from);
        self.toggle(us, mv.promotion().unwrap_or(kind), to);
        if !self.castling.is_empty() {
            let rank = if kind == Kind::King { BACK_RANKS[us.index()] } else { Set::EMPTY };
            self.lose_castling(rank | Set::of(from) | Set::of(to));
        }
        self.play_ban(kind, taken);
        self.number += us.index() as u32;
        self.side = !us;
        self.key ^= SIDE_KEY;
        debug_assert_eq!(self.key, self.fresh_key());
    }

    fn no_moves_ending(&self) -> Outcome {
        if self.checkers(self.side).is_empty() {
            Outcome::draw(Reason::NoMoves("stalemate"))
        } else {
            Outcome::win(!self.side, Reason::NoMoves("mates"))
        }
    }

    fn men_left(&self) -> usize {
        self.occupied().len()
    }

    /// Only kings are left, or kings and a single bishop or knight.
    fn is_bare(&self) -> bool {
        let minor = self.all(Kind::Bishop) | self.all(Kind::Knight);
        let rest = self.occupied().minus(self.all(Kind::King));
        rest.is_empty() || rest.len() == 1 && rest == minor
    }

    #[inline(always)]
    fn after_null(&self) -> Self {
        let mut next = *self;
        next.side = !self.side;
        next.key ^= SIDE_KEY;
        if self.side == Side::White && self.options.has(OPENING_ONLY) {
            next.thaw();
        }
        next
    }

    fn in_check(&self) -> bool {
        eval::in_check(self)
    }

    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.promotion().is_some() || self.sides[(!self.side).index()].contains(mv.to())
    }

    fn generate_noisy(&self, moves: &mut Vec<Move>) {
        movegen::generate_noisy(self, moves);
    }

    #[inline(always)]
    fn mover(&self, mv: Move) -> usize {
        mv.kind() as usize
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
