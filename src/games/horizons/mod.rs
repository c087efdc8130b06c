//! Horizons («Горизонты») by Lev Grigoriev: chess on 12×12 with Ox, Mage and Lightning and three
//! sorts of foot soldiers.

mod attacks;
mod castling;
mod eval;
mod mating;
mod movegen;
mod notation;
mod soldiers;
#[cfg(test)]
mod tests;
mod ways;
mod weights;
mod zones;

use std::num::NonZeroU8;

use crate::board::{ManKeys, Side, Triple, feature_keys};
use crate::evaluation::{Group, Tally, WinRates};
use crate::features::Features;
use crate::game::{
    FenError, Game, GameInfo, GameMove, Man as ManInfo, MoveError, OptionInfo, Options, Outcome,
    Reason, SearchTraits, Style, XboardSetup,
};
use crate::picture::Picture;
use castling::{CASTLINGS, RIGHTS_AT};
use soldiers::EnPassant;
use ways::Ways;

type Square = crate::board::Square<12, 12>;
type Set = crate::board::SquareSet<Triple, 12, 12>;
type Board = [Option<Man>; Horizons::COUNT];

/// Place of the option by which Warriors may charge any number of times.
const CHARGE_ALWAYS: usize = 0;
/// Place of the option by which Shielders can be taken from the front.
const NO_SHIELD: usize = 1;
/// Place of the option by which the Mage turns after two squares.
const SHORT_MAGE: usize = 2;
/// Place of the option by which the Ox moves as in an older game of the inventor.
const OLD_OX: usize = 3;

/// The kinds of men; as index, the place in [`GameInfo::men`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pawn,
    Warrior,
    /// A Warrior that has charged.
    Spent,
    Shielder,
    Knight,
    Bishop,
    Ox,
    Rook,
    Mage,
    Lightning,
    Queen,
    King,
}

impl Kind {
    const ALL: [Kind; 12] = [
        Kind::Pawn,
        Kind::Warrior,
        Kind::Spent,
        Kind::Shielder,
        Kind::Knight,
        Kind::Bishop,
        Kind::Ox,
        Kind::Rook,
        Kind::Mage,
        Kind::Lightning,
        Kind::Queen,
        Kind::King,
    ];

    fn letter(self) -> char {
        Horizons::INFO.men[self as usize].letter
    }
}

/// A man: its kind and side in one byte, with room for "none".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Man(NonZeroU8);

impl Man {
    #[inline(always)]
    fn new(side: Side, kind: Kind) -> Man {
        Man(NonZeroU8::MIN.saturating_add(kind as u8 * 2 + side.index() as u8))
    }

    /// Its row in the table of keys.
    #[inline(always)]
    fn row(self) -> usize {
        self.0.get() as usize - 1
    }

    #[inline(always)]
    fn side(self) -> Side {
        Side::BOTH[self.row() & 1]
    }

    #[inline(always)]
    fn kind(self) -> Kind {
        Kind::ALL[self.row() >> 1]
    }
}

/// What a move does besides going from one square to another and taking the man there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    /// Nothing.
    Plain,
    /// A soldier's double step.
    Double,
    /// A Warrior's charge.
    Charge,
    /// A Shielder moves the man on its goal one square on.
    Push,
    EnPassant,
    Castling,
}

impl Tag {
    const ALL: [Tag; 6] =
        [Tag::Plain, Tag::Double, Tag::Charge, Tag::Push, Tag::EnPassant, Tag::Castling];
}

/// A move: origin, target, what a soldier is promoted to, and what else happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

impl Move {
    #[inline(always)]
    fn new(from: Square, to: Square) -> Self {
        Move((from.index() | to.index() << 8) as u32)
    }

    #[inline(always)]
    fn promoting(self, kind: Kind) -> Self {
        Move(self.0 | (kind as u32) << 16)
    }

    #[inline(always)]
    fn tagged(self, tag: Tag) -> Self {
        Move(self.0 | (tag as u32) << 20)
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
        match self.0 >> 16 & 15 {
            0 => None,
            kind => Kind::ALL.get(kind as usize).copied(),
        }
    }

    #[inline(always)]
    fn tag(self) -> Tag {
        Tag::ALL[self.0 as usize >> 20]
    }
}

impl GameMove for Move {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    fn origin(self) -> usize {
        self.0 as usize & 0xFF
    }

    #[inline(always)]
    fn target(self) -> usize {
        self.0 as usize >> 8 & 0xFF
    }
}

static MAN_KEYS: ManKeys<24, { Horizons::COUNT }> = ManKeys::new(0x4801);
static SIDE_KEY: u64 = feature_keys::<1>(0x4802)[0];
static CASTLING_KEYS: [u64; 16] = feature_keys(0x4803);
static EN_PASSANT_KEYS: [u64; 36] = feature_keys(0x4804);
static OPTION_KEYS: [u64; 16] = feature_keys(0x4805);

/// A position of Horizons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Horizons {
    kinds: [Set; 12],
    sides: [Set; 2],
    board: Board,
    key: u64,
    clock: u32,
    number: u32,
    side: Side,
    /// A bit for each right, see [`CASTLINGS`].
    castling: u8,
    /// Only if a capture en passant is legal.
    en_passant: Option<EnPassant>,
    options: Options,
}

impl Horizons {
    /// Squares of the board.
    const COUNT: usize = Square::COUNT;

    const fn empty(options: Options) -> Horizons {
        Horizons {
            kinds: [Set::EMPTY; 12],
            sides: [Set::EMPTY; 2],
            board: [None; Self::COUNT],
            key: 0,
            clock: 0,
            number: 1,
            side: Side::White,
            castling: 0,
            en_passant: None,
            options,
        }
    }

    /// The men of `side` and `kind`.
    #[inline(always)]
    fn men(&self, side: Side, kind: Kind) -> Set {
        self.kinds[kind as usize] & self.sides[side.index()]
    }

    /// The men of `kind` of both sides.
    #[inline(always)]
    fn kind(&self, kind: Kind) -> Set {
        self.kinds[kind as usize]
    }

    /// The men of `side`.
    #[inline(always)]
    fn all(&self, side: Side) -> Set {
        self.sides[side.index()]
    }

    #[inline(always)]
    fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    #[inline(always)]
    fn man(&self, square: Square) -> Option<Man> {
        self.board[square.index()]
    }

    /// Where the king of `side` stands. Every position that is not still being set up has it.
    #[inline(always)]
    fn king(&self, side: Side) -> Square {
        self.men(side, Kind::King).first().unwrap_or(Square::new(0))
    }

    /// Puts a man on an empty square or takes it away: the one place where men and key change.
    #[inline(always)]
    fn toggle(&mut self, man: Man, square: Square) {
        let set = Set::of(square);
        self.kinds[man.kind() as usize] ^= set;
        self.sides[man.side().index()] ^= set;
        self.key ^= MAN_KEYS.of(man.row(), square.index());
        let content = &mut self.board[square.index()];
        *content = if content.is_none() { Some(man) } else { None };
    }

    /// Takes away the man on `square`, if there is one, and says which it was.
    #[inline(always)]
    fn clear(&mut self, square: Square) -> Option<Man> {
        let man = self.man(square)?;
        self.toggle(man, square);
        Some(man)
    }

    #[inline(always)]
    fn set_castling(&mut self, rights: u8) {
        self.key ^=
            CASTLING_KEYS[self.castling as usize & 15] ^ CASTLING_KEYS[rights as usize & 15];
        self.castling = rights;
    }

    #[inline(always)]
    fn set_en_passant(&mut self, en_passant: Option<EnPassant>) {
        let key = |state: Option<EnPassant>| state.map_or(0, |e| EN_PASSANT_KEYS[e.index()]);
        self.key ^= key(self.en_passant) ^ key(en_passant);
        self.en_passant = en_passant;
    }

    /// The key computed from nothing.
    fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Side::Black { SIDE_KEY } else { 0 };
        for (square, content) in self.board.iter().enumerate() {
            key ^= content.map_or(0, |man| MAN_KEYS.of(man.row(), square));
        }
        key ^= CASTLING_KEYS[self.castling as usize & 15];
        key ^= self.en_passant.map_or(0, |e| EN_PASSANT_KEYS[e.index()]);
        key ^ OPTION_KEYS[self.options.bits() as usize & 15]
    }

    /// Whether the king of `side` is attacked.
    #[inline(always)]
    fn is_checked(&self, side: Side) -> bool {
        attacks::is_attacked(self, Ways::get(), self.king(side), !side, self.occupied())
    }

    /// Whether a move of the side to move leaves its king unattacked.
    fn is_safe_after(&self, mv: Move) -> bool {
        let mut next = *self;
        next.rearrange(mv);
        !next.is_checked(self.side)
    }

    /// Whether a move of the side to move leaves the enemy's king attacked.
    fn gives_check(&self, mv: Move) -> bool {
        let mut next = *self;
        next.rearrange(mv);
        next.is_checked(!self.side)
    }

    /// What the man that moves turns into, by promotion or by a charge.
    #[inline(always)]
    fn becomes(&self, mv: Move) -> Option<Kind> {
        let spent = mv.tag() == Tag::Charge && !self.options.has(CHARGE_ALWAYS);
        mv.promotion().or(if spent { Some(Kind::Spent) } else { None })
    }

    /// Does with the men what the move asks for; says whether men were taken or promoted.
    #[inline(always)]
    fn rearrange(&mut self, mv: Move) -> bool {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let mut for_good = false;
        match mv.tag() {
            Tag::Push => {
                if let Some(pushed) = self.clear(to) {
                    self.toggle(pushed, soldiers::step(to, (0, 1), us));
                }
            }
            Tag::EnPassant => {
                let victim = self.en_passant.and_then(|e| self.clear(e.victim));
                for_good = victim.is_some();
            }
            Tag::Castling => {
                for castling in &CASTLINGS[us.index()] {
                    if castling.king[1] == to {
                        let [rook_from, rook_to] = castling.rook;
                        self.toggle(Man::new(us, Kind::Rook), rook_from);
                        self.toggle(Man::new(us, Kind::Rook), rook_to);
                    }
                }
            }
            _ => for_good = self.clear(to).is_some(),
        }
        if let Some(mut man) = self.clear(from) {
            if let Some(kind) = self.becomes(mv) {
                man = Man::new(us, kind);
                // A Warrior that becomes a spent one has taken something anyway.
                for_good = true;
            }
            self.toggle(man, to);
        }
        for_good
    }

    /// Allows captures en passant, if there is a legal one.
    fn note_en_passant(&mut self, en_passant: EnPassant) {
        if self.en_passant_takers(en_passant).is_empty() {
            return;
        }
        // Whether a capture is safe can be told only once it can be played.
        self.set_en_passant(Some(en_passant));
        if self.en_passant_moves(en_passant).next().is_none() {
            self.set_en_passant(None);
        }
    }
}

impl Game for Horizons {
    type Move = Move;
    type Endings = ();

    const INFO: GameInfo = GameInfo {
        name: "horizons",
        title: "Horizons",
        native_title: "Горизонты",
        inventor: "Lev Grigoriev",
        start_fen: "rnbomqklobnr/pswpswwspwsp/12/12/12/12/12/12/12/12/PSWPSWWSPWSP/RNBOMQKLOBNR w KQkq - 0 1",
        files: Self::FILES,
        ranks: Self::RANKS,
        men: &[
            ManInfo { letter: 'P', name: "Pawn", picture: Picture::Pawn },
            ManInfo { letter: 'W', name: "Warrior", picture: Picture::Warrior },
            ManInfo { letter: 'V', name: "spent Warrior", picture: Picture::SpentWarrior },
            ManInfo { letter: 'S', name: "Shielder", picture: Picture::Shielder },
            ManInfo { letter: 'N', name: "Knight", picture: Picture::Knight },
            ManInfo { letter: 'B', name: "Bishop", picture: Picture::Bishop },
            ManInfo { letter: 'O', name: "Ox", picture: Picture::Ox },
            ManInfo { letter: 'R', name: "Rook", picture: Picture::Rook },
            ManInfo { letter: 'M', name: "Mage", picture: Picture::Mage },
            ManInfo { letter: 'L', name: "Lightning", picture: Picture::Lightning },
            ManInfo { letter: 'Q', name: "Queen", picture: Picture::Queen },
            ManInfo { letter: 'K', name: "King", picture: Picture::King },
        ],
        options: &[
            OptionInfo { name: "charge-always", about: "a Warrior may charge any number of times" },
            OptionInfo { name: "no-shield", about: "a Shielder may be taken from the front too" },
            OptionInfo {
                name: "short-mage",
                about: "the Mage turns after two empty squares or more instead of three",
            },
            OptionInfo {
                name: "old-ox",
                about: "the Ox stops only on its far squares, but takes on the first and second too",
            },
        ],
        move_limit: Some(150),
        arrays: None,
        xboard: XboardSetup {
            table: "(PNBRQ...MW.O....S.L...................VKpnbrq...mw.o....s.l...................vk)",
            parent: "fairy",
            pieces: &[],
            fen: str::to_owned,
        },
        rules: include_str!("rules.txt"),
    };
    const FILES: usize = 12;
    const RANKS: usize = 12;
    const TRAITS: SearchTraits = SearchTraits {
        quiescence: true,
        longest_game: None,
        solved_men: 0,
        solved_men_at_root: 0,
        usual_length: 200,
        features: Features::ALL,
    };
    const WEIGHTS: &'static [Group] = weights::WEIGHTS;
    const WIN_RATES: WinRates = WinRates { scale: 220.1, margin: 54.8 };

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
        let man = self.board.get(square).copied().flatten()?;
        Some((man.side(), man.kind() as usize))
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
        let for_good = self.rearrange(mv);
        self.clock = if for_good { 0 } else { self.clock + 1 };
        self.number += self.side.index() as u32;
        self.side = !self.side;
        self.key ^= SIDE_KEY;
        self.set_en_passant(None);
        let touched = RIGHTS_AT[mv.origin()] | RIGHTS_AT[mv.target()];
        if self.castling & touched != 0 {
            self.set_castling(self.castling & !touched);
        }
        if mv.tag() == Tag::Double {
            self.note_en_passant(EnPassant::after(mv));
        }
        debug_assert_eq!(self.key, self.fresh_key());
    }

    fn no_moves_ending(&self) -> Outcome {
        if self.is_checked(self.side) {
            Outcome::win(!self.side, Reason::NoMoves("mates"))
        } else {
            Outcome::draw(Reason::NoMoves("stalemate"))
        }
    }

    fn men_left(&self) -> usize {
        self.occupied().len()
    }

    /// A bare king against a king with nothing, one bishop, or one or two knights.
    fn is_bare(&self) -> bool {
        let bare = Side::BOTH.into_iter().any(|side| self.all(side).len() == 1);
        let others = self.occupied().minus(self.kind(Kind::King));
        let knights = self.kind(Kind::Knight);
        let bishops = self.kind(Kind::Bishop);
        bare && match others.len() {
            0 => true,
            1 => others.minus(knights | bishops).is_empty(),
            2 => others == knights,
            _ => false,
        }
    }

    fn wins_on_time(&self, side: Side) -> bool {
        mating::can_mate(self, side)
    }

    #[inline(always)]
    fn after_null(&self) -> Self {
        let mut next = *self;
        next.side = !self.side;
        next.key ^= SIDE_KEY;
        next.set_en_passant(None);
        next
    }

    fn in_check(&self) -> bool {
        eval::in_check(self)
    }

    /// Captures and promotions are noisy, and pushes that give check.
    #[inline(always)]
    fn is_noisy(&self, mv: Move) -> bool {
        mv.promotion().is_some()
            || eval::victim(self, mv).is_some()
            || mv.tag() == Tag::Push && self.gives_check(mv)
    }

    fn generate_noisy(&self, moves: &mut Vec<Move>) {
        movegen::generate_noisy(self, moves);
    }

    #[inline(always)]
    fn mover(&self, mv: Move) -> usize {
        self.man(mv.from()).map_or(0, |man| man.kind() as usize)
    }

    #[inline(always)]
    fn gain(&self, mv: Move) -> i32 {
        eval::gain(self, mv)
    }

    fn exchange(&self, mv: Move) -> i32 {
        eval::exchange(self, mv)
    }

    #[inline(always)]
    fn structure(&self, side: Side) -> u64 {
        (self.men(side, Kind::Pawn) | self.men(side, Kind::Shielder)).fold()
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
