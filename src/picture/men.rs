//! The drawings of the men.
//!
//! Each drawing is a short list of paths in a box of 45 by 45, painted one over the
//! other. The paths know no colours, only [layers](Layer), so that White and Black
//! share them.

/// Every kind of man that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Picture {
    /// King of chess.
    King,
    /// Queen of chess.
    Queen,
    /// Rook of chess.
    Rook,
    /// Bishop of chess.
    Bishop,
    /// Knight of chess.
    Knight,
    /// Pawn of chess.
    Pawn,
    /// Familiar: an eagle's head on a horse's neck, and a wing.
    Hippogriff,
    /// Familiar: a perched raven.
    Raven,
    /// Familiar: a dog's head with a collar.
    Hound,
    /// Familiar: a cat's face.
    Wildcat,
    /// Foot soldier: a helmet and a sword.
    Warrior,
    /// Warrior after his charge: the same helmet, the sword broken.
    SpentWarrior,
    /// Foot soldier: a shield with a boss.
    Shielder,
    /// A horned head.
    Ox,
    /// A pointed hat with a star.
    Mage,
    /// A bolt of lightning.
    Lightning,
    /// A rose with its leaves.
    Rose,
    /// A barrel on a wheel.
    Cannon,
    /// A plumed hat and a musket.
    Musketeer,
    /// A bridled horse and a lance with its pennant.
    Cavalry,
    /// A morion and a pike.
    Pikeman,
    /// A flag on its pole.
    Flag,
}

impl Picture {
    /// Every drawing, in the order of their declaration.
    pub const ALL: [Picture; 22] = {
        let mut all = [Picture::King; 22];
        let mut at = 0;
        while at < all.len() {
            all[at] = DRAWINGS[at].picture;
            at += 1;
        }
        all
    };

    /// The man's English name, such as `Hippogriff`.
    pub fn name(self) -> &'static str {
        DRAWINGS[self as usize].name
    }

    /// The paths that draw the man, the lowest first.
    pub(super) fn strokes(self) -> &'static [Stroke] {
        DRAWINGS[self as usize].strokes
    }
}

/// How a path is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// Filled in the man's own colour with a dark outline: all that makes the silhouette.
    Body,
    /// Filled in the man's own colour, outlined like a [`Layer::Line`]: a part in front
    /// of the body.
    Inset,
    /// A shadow on the body, without an outline.
    Tint,
    /// A thin line: dark on a light man, light on a dark one.
    Line,
    /// Filled in the colour of the lines.
    Ink,
}

/// One path of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    /// How it is painted.
    pub layer: Layer,
    /// The path in SVG's notation.
    pub path: &'static str,
}

/// A kind of man with its name and drawing.
struct Drawing {
    picture: Picture,
    name: &'static str,
    strokes: &'static [Stroke],
}

/// All drawings, in the order of [`Picture`].
#[rustfmt::skip]
const DRAWINGS: [Drawing; 22] = [
    drawing(Picture::King,         "King",          KING),
    drawing(Picture::Queen,        "Queen",         QUEEN),
    drawing(Picture::Rook,         "Rook",          ROOK),
    drawing(Picture::Bishop,       "Bishop",        BISHOP),
    drawing(Picture::Knight,       "Knight",        KNIGHT),
    drawing(Picture::Pawn,         "Pawn",          PAWN),
    drawing(Picture::Hippogriff,   "Hippogriff",    HIPPOGRIFF),
    drawing(Picture::Raven,        "Raven",         RAVEN),
    drawing(Picture::Hound,        "Hound",         HOUND),
    drawing(Picture::Wildcat,      "Wildcat",       WILDCAT),
    drawing(Picture::Warrior,      "Warrior",       WARRIOR),
    drawing(Picture::SpentWarrior, "spent Warrior", SPENT_WARRIOR),
    drawing(Picture::Shielder,     "Shielder",      SHIELDER),
    drawing(Picture::Ox,           "Ox",            OX),
    drawing(Picture::Mage,         "Mage",          MAGE),
    drawing(Picture::Lightning,    "Lightning",     LIGHTNING),
    drawing(Picture::Rose,         "Rose",          ROSE),
    drawing(Picture::Cannon,       "Cannon",        CANNON),
    drawing(Picture::Musketeer,    "Musketeer",     MUSKETEER),
    drawing(Picture::Cavalry,      "Cavalry",       CAVALRY),
    drawing(Picture::Pikeman,      "Pikeman",       PIKEMAN),
    drawing(Picture::Flag,         "Flag",          FLAG),
];

const fn drawing(picture: Picture, name: &'static str, strokes: &'static [Stroke]) -> Drawing {
    Drawing { picture, name, strokes }
}

const fn stroke(layer: Layer, path: &'static str) -> Stroke {
    Stroke { layer, path }
}

const fn body(path: &'static str) -> Stroke {
    stroke(Layer::Body, path)
}

const fn inset(path: &'static str) -> Stroke {
    stroke(Layer::Inset, path)
}

const fn tint(path: &'static str) -> Stroke {
    stroke(Layer::Tint, path)
}

const fn line(path: &'static str) -> Stroke {
    stroke(Layer::Line, path)
}

const fn ink(path: &'static str) -> Stroke {
    stroke(Layer::Ink, path)
}

// The drawings, in the order of the table.

const KING: &[Stroke] = &[
    body("M21 3.5h3v3h3v3h-3v5h-3v-5h-3v-3h3z"),
    body("M22.5 24C18.5 20 18 15.5 22.5 12.5C27 15.5 26.5 20 22.5 24z"),
    body(
        "M12 33C5 27.5 4 19 9.5 16C15 13.2 20.5 17 22.5 24C24.5 17 30 13.2 35.5 16\
         C41 19 40 27.5 33 33z",
    ),
    body("M12 32.5Q22.5 28.5 33 32.5L34 39.5Q22.5 42 11 39.5z"),
    line(
        "M12.5 29.5C8.5 26 7.5 20.5 11 18.7C14.8 17 19 20.5 20.6 26.5M32.5 29.5\
         C36.5 26 37.5 20.5 34 18.7C30.2 17 26 20.5 24.4 26.5",
    ),
    line("M11.8 36Q22.5 32.5 33.2 36"),
];

const QUEEN: &[Stroke] = &[
    body(
        "M12 33L6.5 15.5L14.2 25.5L14.7 12L20.2 24L22.5 10.5L24.8 24L30.3 12L30.8 25.5\
         L38.5 15.5L33 33z",
    ),
    body("M4.1 13.5a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0z"),
    body("M12.2 9.8a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0z"),
    body("M20.1 8.2a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0z"),
    body("M28 9.8a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0z"),
    body("M36.1 13.5a2.4 2.4 0 1 1 4.8 0a2.4 2.4 0 1 1-4.8 0z"),
    body("M12 32Q22.5 28 33 32L34 39.5Q22.5 42 11 39.5z"),
    line("M11.8 35.8Q22.5 32.3 33.2 35.8"),
];

const ROOK: &[Stroke] = &[
    body("M11 8h5v3.5h4v-3.5h5v3.5h4v-3.5h5v8l-4 4v11.5l4 4.5h-23l4-4.5v-11.5l-4-4z"),
    body("M9 36h27v4h-27z"),
    line("M12 16h21M15 20h15M15 31.5h15"),
];

const BISHOP: &[Stroke] = &[
    body("M20 7.3a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0z"),
    body(
        "M22.5 9.5C29.5 14 33 20.5 31.5 26C30.9 28 29.8 29.6 28.5 31H16.5\
         C15.2 29.6 14.1 28 13.5 26C12 20.5 15.5 14 22.5 9.5z",
    ),
    body("M16 30.5Q22.5 28 29 30.5L29.5 35.5Q22.5 33.5 15.5 35.5z"),
    body(
        "M22.5 36C24 34 28 34.6 31 35C33.5 35.3 36 35.3 38.5 37L36.5 41\
         C33.5 39.2 31 39.6 28.5 39.8C26 40 24 39.8 22.5 38.8C21 39.8 19 40 16.5 39.8\
         C14 39.6 11.5 39.2 8.5 41L6.5 37C9 35.3 11.5 35.3 14 35C17 34.6 21 34 22.5 36z",
    ),
    line("M22.5 16v9M18.5 19.5h8M15.7 30.7Q22.5 28.2 29.3 30.7M15.9 34.3Q22.5 32.4 29.1 34.3"),
];

const KNIGHT: &[Stroke] = &[
    body(
        "M13 39.8C12.5 32 20.5 30 21.5 23.8C19 25.6 16.3 26 14.2 27.5\
         C12.8 28.8 11.5 30.8 9 30.2C6 29.4 5.2 27 6.5 24.4C8.6 21 11 19.5 12 15.8\
         C12.5 13.6 13.5 12 14.8 10.6L14 5.4L18.6 8.4L21.4 4.4L23 8.6\
         C31.8 10 37.3 18 36.8 39.8z",
    ),
    line("M24.5 11.8C31 14.5 34 22 33.8 36.8M27.5 17.5C30 21.5 31.2 27 31 33.5"),
    line("M9.6 28.3C11 27.7 11.8 26.6 13 25.8M21.5 23.8C23 22.2 23.6 20.6 23.5 18.8"),
    ink("M14.6 16.4C15.6 14.6 17.4 14 19 14.6C18.6 16.4 16.8 17.4 14.6 16.4z"),
    ink("M8.4 25.4a.9 .9 0 1 1 1.8 0a.9 .9 0 1 1-1.8 0z"),
];

const PAWN: &[Stroke] = &[
    body(
        "M22.5 17C25.5 22 26.5 26 31 30C33.6 32.4 34.5 35.5 34.5 39.5H10.5\
         C10.5 35.5 11.4 32.4 14 30C18.5 26 19.5 22 22.5 17z",
    ),
    body("M15.5 20.2Q22.5 16.8 29.5 20.2Q27.5 23 22.5 23Q17.5 23 15.5 20.2z"),
    body("M16.7 13a5.8 5.8 0 1 1 11.6 0a5.8 5.8 0 1 1-11.6 0z"),
    line("M12 35.5Q22.5 32.5 33 35.5"),
];

const HIPPOGRIFF: &[Stroke] = &[
    body(
        "M35 21C39.5 20.5 41 24 41.3 28C41.6 31 42.3 33.5 44 36.3C40 36.3 37.6 34 37 30\
         C36.7 27 36 25 34 24.5z",
    ),
    body("M14 25.5L6.8 25.5L3.4 31.8L2.2 35L6.8 35.2L8.8 30.4L15 31z"),
    body(
        "M14.6 5C15 3.2 16.4 1.8 18.8 2C19.6 3.4 19.6 4.8 19 6.4C21.6 8.4 22.4 11.6 21.4 16\
         C22.4 18.8 25 19.4 28.4 18.8C32.4 18.2 36 19.4 37.2 22.6\
         C38.4 25.6 37.8 28.6 36.4 30.8L38.4 35.2L37.4 41.3H31.6L33.4 36L29.8 31.6\
         C27 31.2 24 31.4 20.7 31L20 35L20.3 41.3H13.2L15.4 34.4\
         C12.6 31.4 11.2 28.4 11.4 25.2C11.6 22 13.4 20 13.2 17.2C11.6 17.2 10.2 16.4 9.4 15\
         L7.6 14.2C6.2 14 5.1 14.9 4.6 17C2.8 14 3 10.6 5.4 9.2C7 8.3 8.8 8.7 10.4 7.4\
         C11.6 6 13 5.1 14.6 5z",
    ),
    tint(
        "M10.4 7.4C11.8 9.4 11.8 12.4 9.4 15L7.6 14.2C6.2 14 5.1 14.9 4.6 17\
         C2.8 14 3 10.6 5.4 9.2C7 8.3 8.8 8.7 10.4 7.4z",
    ),
    line("M10.4 7.4C11.8 9.4 11.8 12.2 9.8 14.6"),
    ink("M13.2 10.4a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1-2.6 0z"),
    line("M12.8 7.8L16.8 9M16.6 18.6l-1.1 2.8M14.4 23.2l-.4 2.4M14.6 38.4H19.6M33.2 38.4H37"),
    body(
        "M18.2 26.3C16.8 18 22.5 8 39.5 2.4C40.4 6 39.8 8.6 38 10.6C40.8 11 40 14.6 37 16.4\
         C39.2 17.2 37.6 20.4 34.2 21.6C34.6 24 31 26.4 26.2 26.8C23 27.2 19.6 27.6 18.2 26.3z",
    ),
    line(
        "M21.2 24C21 19 24.5 13 32 8.6M38 10.6C33.5 12 29.4 14.8 26.8 18.2M37 16.4\
         C33 17 29.9 18.9 27.6 21.4M34.2 21.6C31.4 21.6 29.2 22.6 27.6 24.2",
    ),
];

const RAVEN: &[Stroke] = &[
    body(
        "M21 33V38.6M21 38.6L17 40.4M21 38.6L23 40.4M27 33.5V38.6M27 38.6L24.4 40.4M27 38.6\
         L30.4 40.4",
    ),
    body(
        "M2.5 15.2C4.5 11.6 8.5 9 13 9.3C14.5 6.2 18 4.6 21.5 5.6C25 6.6 26.8 9.8 27.4 13.4\
         C33 17 36.5 23 38 28.5L43.5 37L40 36.6L40.2 39.8L32.5 35C24.5 36.5 16 32.5 14.4 26\
         L12 27L13 23.2L11 23.2L12.8 19.6C12.7 18.8 12.6 18 12.2 17.2\
         C8.8 17.8 5.5 17 2.5 15.2z",
    ),
    inset("M20 18.5C27 18.5 33.5 24.5 36 33C28.5 33 20.5 29 20 18.5z"),
    line("M23.2 22.4C26 26 29.5 29 32.8 30.8M27.4 22.6C29.6 24.6 31.6 27 33 29.4"),
    line("M5 14.8C8 13.8 11 13.6 14 14M13 9.3C14.2 10.6 14.6 12.4 14 14"),
    ink("M17.2 10.6a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1-3.2 0z"),
];

const EAR: &str = "M24 11.5C29 9.5 33.8 13 34.8 19C35.6 24 34.4 29.8 31.8 31C28.5 30 25 26 24 20.5\
     C23.4 17 23 14 24 11.5z";

const HOUND: &[Stroke] = &[
    body(
        "M15 39.8C17 36 17 33.5 16 30.5C13 31.5 9.5 31.3 7.2 30C5.4 29 5.5 27 7.2 26\
         C4.2 24.5 2.8 20.5 5 18.8C9 17.8 12.5 16.8 15 13.3C17.5 9 22 7 27 8\
         C33 9.3 36 15 36 21C36 28 37 34 40 39.8z",
    ),
    tint(EAR),
    line(EAR),
    ink("M4.5 20.3C4.4 19 5.6 18.9 7 18.7C8.3 18.8 8.6 20 7.9 21.1C7 22.4 4.8 22.4 4.5 20.3z"),
    line("M7.2 26C11 26.8 14.5 26 17 23"),
    ink("M16.5 16.5a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0z"),
    line("M17 32.8C23 35.6 30.5 34.9 36.6 31.6M16.7 36C23.5 38.8 31.5 38.2 37.8 34.8"),
];

const WILDCAT: &[Stroke] = &[
    body("M8 26L2 24.5M8 29.5L2 30.5M37 26L43 24.5M37 29.5L43 30.5"),
    body(
        "M8.5 4.5C13 6 16.8 9 18.8 12C21 11.4 24 11.4 26.2 12C28.2 9 32 6 36.5 4.5\
         C38.2 10 38.6 15.5 37.8 20.5C39.5 25 39 29 41 32.5C37.5 33 35.5 35 33 36.8\
         C29.5 39.6 26 40.5 22.5 40.5C19 40.5 15.5 39.6 12 36.8C9.5 35 7.5 33 4 32.5\
         C6 29 5.5 25 7.2 20.5C6.4 15.5 6.8 10 8.5 4.5z",
    ),
    tint("M10.5 8.5C13 10 15 12 16.3 14.3C13.5 15.5 11.5 17 10.3 19C9.7 15.5 9.7 12 10.5 8.5z"),
    tint("M34.5 8.5C32 10 30 12 28.7 14.3C31.5 15.5 33.5 17 34.7 19C35.3 15.5 35.3 12 34.5 8.5z"),
    ink("M12 24C13.5 21 17.5 21 19.5 25C16.5 26.5 13.5 26.3 12 24z"),
    ink("M33 24C31.5 21 27.5 21 25.5 25C28.5 26.5 31.5 26.3 33 24z"),
    ink("M19.8 29.2H25.2Q24.5 31.5 22.5 32.3Q20.5 31.5 19.8 29.2z"),
    line("M22.5 32.3V34.5M22.5 34.5Q20 37.2 17 35.5M22.5 34.5Q25 37.2 28 35.5"),
    line("M22.5 13.5V18.5M18.8 14.5L19.8 18.5M26.2 14.5L25.2 18.5"),
    line("M14.5 30.5L8 29.5M14.5 33L9 34M30.5 30.5L37 29.5M30.5 33L36 34"),
];

const CREST_HAIR: &str = "M16.5 4.5V9M12 5.6L13.2 9.2M21 5.6L19.8 9.2M8.8 8.8L10.4 11\
     M24.2 8.8L22.6 11M6.8 17.8C8.3 13.2 11.8 10.8 16.5 10.8C21.2 10.8 24.7 13.2 26.2 17.8";

const HELMET: &str = "M4.3 39C4.6 32 4 28 4 23C4 15 9.5 10.5 16.5 10.5C23.5 10.5 29 15 29 23\
     C29 28 28.4 32 28.7 39Q22.5 41 16.5 40.6Q10.5 41 4.3 39z";

const CREST: &str = "M6.5 16C6.5 7.5 11 3 16.5 3C22 3 26.5 7.5 26.5 16z";

const VISOR: &str = "M7.8 23C10.3 21.5 13.3 21.7 14.8 23L15.5 27.5Q16.5 28.8 17.5 27.5L18.2 23\
     C19.7 21.7 22.7 21.5 25.2 23C25.4 25.5 24.2 27.5 21.7 28.1L18.7 29V38.5H14.3V29\
     L11.3 28.1C8.8 27.5 7.6 25.5 7.8 23z";

const HILT: &str = "M31 28.5h12v3.2h-4.4v5.4a2.4 2.4 0 1 1-3.2 0v-5.4H31z";

const WARRIOR: &[Stroke] = &[
    body("M37 3L40 7.5V28.5H34V7.5z"),
    body(HILT),
    line("M37 8V26M33.5 30.1h7"),
    body(CREST),
    body(HELMET),
    line(CREST_HAIR),
    ink(VISOR),
];

const SPENT_WARRIOR: &[Stroke] = &[
    body("M34 28.5V20.5L35.6 22L37.2 17.5L40 20V28.5z"),
    body(HILT),
    line("M37 22.5V26M33.5 30.1h7"),
    body(CREST),
    body(HELMET),
    line(CREST_HAIR),
    ink(VISOR),
];

const SHIELDER: &[Stroke] = &[
    body(
        "M6.5 7.5C12.5 8 18 7 22.5 4.5C27 7 32.5 8 38.5 7.5C39 20 37 33.5 22.5 41\
         C8 33.5 6 20 6.5 7.5z",
    ),
    line(
        "M9.5 10.3C14 10.4 18.5 9.7 22.5 7.8C26.5 9.7 31 10.4 35.5 10.3\
         C35.5 20.5 33.5 31.3 22.5 37.6C11.5 31.3 9.5 20.5 9.5 10.3z",
    ),
    tint(
        "M20 9C21 8.6 21.8 8.2 22.5 7.8C23.2 8.2 24 8.6 25 9V36Q23.8 37 22.5 37.6\
         Q21.2 37 20 36z",
    ),
    tint("M9.7 18H20V23H10.7zM25 18H35.3L34.3 23H25z"),
    inset("M16 20.5a6.5 6.5 0 1 1 13 0a6.5 6.5 0 1 1-13 0z"),
    ink("M20 20.5a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0z"),
];

const OX: &[Stroke] = &[
    body("M16 15.5C8 17.5 1.5 13 3.5 3.5C6.5 8.5 11 9.8 17 9.5z"),
    body("M29 15.5C37 17.5 43.5 13 41.5 3.5C38.5 8.5 34 9.8 28 9.5z"),
    body("M14 17.5C10 15.8 6 17 4.5 20.5C7.5 23 12 22.6 15 21z"),
    body("M31 17.5C35 15.8 39 17 40.5 20.5C37.5 23 33 22.6 30 21z"),
    body(
        "M15 10.5Q22.5 7 30 10.5C32 13 32.3 16.5 31.5 20C30.5 24.5 30.5 28 31 33\
         C31.4 38.5 27 41.2 22.5 41.2C18 41.2 13.6 38.5 14 33C14.5 28 14.5 24.5 13.5 20\
         C12.7 16.5 13 13 15 10.5z",
    ),
    line(
        "M15.8 31.8C17.5 28.4 27.5 28.4 29.2 31.8M5 6.8C7 10.6 11 12.2 15 11.8M40 6.8\
         C38 10.6 34 12.2 30 11.8",
    ),
    ink("M17.2 34.4a1.6 2 0 1 1 3.2 0a1.6 2 0 1 1-3.2 0zM24.6 34.4a1.6 2 0 1 1 3.2 0\
         a1.6 2 0 1 1-3.2 0z"),
    ink("M15.6 21a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1-3.4 0zM26 21a1.7 1.7 0 1 1 3.4 0\
         a1.7 1.7 0 1 1-3.4 0z"),
    ink("M17.2 9.8Q22.5 8 27.8 9.8C27.4 12.4 25 13.6 22.8 16.8C20 14 17.6 12.6 17.2 9.8z"),
];

const MAGE: &[Stroke] = &[
    body(
        "M11.5 28C10.5 33.5 13 36.6 16 38C17.5 41 20 42.8 22.5 43.5C25 42.8 27.5 41 29 38\
         C32 36.6 34.5 33.5 33.5 28z",
    ),
    tint(
        "M11.5 28C10.5 33.5 13 36.6 16 38C17.5 41 20 42.8 22.5 43.5C25 42.8 27.5 41 29 38\
         C32 36.6 34.5 33.5 33.5 28H30C30 32 29 34.2 26.8 35.2C25.5 33.6 24 33.4 22.5 34.6\
         C21 33.4 19.5 33.6 18.2 35.2C16 34.2 15 32 15 28z",
    ),
    line(
        "M15 29.5C15 32.4 16 34.2 18.2 35.2C19.5 33.6 21 33.4 22.5 34.6\
         C24 33.4 25.5 33.6 26.8 35.2C29 34.2 30 32.4 30 29.5",
    ),
    ink("M18 31.6a1.1 1.1 0 1 1 2.2 0a1.1 1.1 0 1 1-2.2 0zM24.8 31.6a1.1 1.1 0 1 1 2.2 0\
         a1.1 1.1 0 1 1-2.2 0z"),
    body(
        "M10 25.5C14.5 21.5 16 13.5 19.3 7.5C21 4.2 25.5 1.5 31.5 3.2C28.8 4.8 27.5 6.8 28 9\
         C29 15 30.8 21.5 35 25.5z",
    ),
    body(
        "M2.5 26C8 22.5 15 24.8 22.5 24.8C30 24.8 37 22.5 42.5 26C38 29.8 30 30 22.5 30\
         C15 30 7 29.8 2.5 26z",
    ),
    ink("M22.3 9.8L24 14.6L29 14.7L25 17.8L26.4 22.6L22.3 19.8L18.2 22.6L19.6 17.8L15.6 14.7\
         L20.6 14.6z"),
    line("M6 26.6C14 28.4 31 28.4 39 26.6"),
];

const LIGHTNING: &[Stroke] =
    &[body("M21.5 2.5L7 24.5H17.5L11 43L38.5 18.5H27L36.5 2.5z"), line("M23.6 6L13 22.2H21L18 31")];

const ROSE: &[Stroke] = &[
    body("M22.5 40C16.5 41 11 38.5 8.5 33C14.5 31.5 20.5 33.5 22.5 40z"),
    body("M22.5 38C28 38.8 33.5 36.5 36.5 31.5C31 29.8 25 31.5 22.5 38z"),
    line("M12 34.5C15.5 35.2 18.5 36.6 20.4 38.4M33 33C29.5 33.4 26.5 34.6 24.6 36.4"),
    body("M21.1 26h2.8v16h-2.8z"),
    body(
        "M22.5 29.5C14 29.5 8 24 8 16C8 13.4 9.2 11.4 11.2 10.2C11.8 6.4 15.4 3.4 20 3.6\
         C22.6 2.2 27.4 2.4 30 4.8C33.6 5.8 35.4 8.8 34.8 11.6C36.4 13 37 15 37 17\
         C37 24 31 29.5 22.5 29.5z",
    ),
    line("M11.2 10.2C11.6 17 15.6 21.4 22 22.4C28.6 22.6 33.4 18 34.8 11.6"),
    line("M8.2 17.5C10.5 23 15.5 26.4 21 26.4C23 26.4 24.4 25 25 22.2"),
    line(
        "M15 12.6C14.6 8.4 19 6.2 23 6.8C28 7.4 30.8 11 29.6 14.6C28.6 18 24.4 19.4 21.4 18\
         C18.4 16.6 18 12.8 20.4 11.4C22.8 10 26 11.4 25.6 13.8C25.3 15.4 23.4 15.8 22.6 14.6",
    ),
];

const CANNON: &[Stroke] = &[
    body("M26 25L42 37V40H37L21 31z"),
    body("M10 10.5L37.7 17.9C40 20 38.5 26.5 34.3 28.1L7.7 17.4z"),
    body("M7.5 8L11 9.2L8 19L4.2 17.8z"),
    body("M36.5 24a2.3 2.3 0 1 1 4.6 0a2.3 2.3 0 1 1-4.6 0z"),
    line("M20 13.4L17 21.2M31 16.3L27.5 25.4"),
    body("M12.5 29.5a10.5 10.5 0 1 1 21 0a10.5 10.5 0 1 1-21 0z"),
    line("M15.5 29.5a7.5 7.5 0 1 1 15 0a7.5 7.5 0 1 1-15 0z"),
    line("M23 22v15M15.5 29.5h15M17.7 24.2l10.6 10.6M28.3 24.2l-10.6 10.6"),
    ink("M20.5 29.5a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0z"),
];

const MUSKETEER: &[Stroke] = &[
    body("M36.2 3h2.6v22h-2.6z"),
    body("M35.4 20.5h4.2v11L43 41h-7.6L34.4 31z"),
    line("M35.6 24.6h4M36.6 31.6Q37.8 34.5 37.6 38.5"),
    body("M4.5 40.8C4.5 34 9.5 31 15 29.5L19 32L23 29.5C28.5 31 33 34 33 40.8z"),
    line("M8.6 34.4L21 40.2M23.5 30.2L19 34.6L14.5 30.2"),
    body("M12 18.5H26C26.5 26 23.5 31.5 19 31.5C14.5 31.5 11.5 26 12 18.5z"),
    ink("M19 23.8C17 22.8 14 23.4 12.2 26C14.8 26.5 17.5 26.3 19 25.4\
         C20.5 26.3 23.2 26.5 25.8 26C24 23.4 21 22.8 19 23.8z"),
    ink("M18 28H20L19 31z"),
    body("M11.5 15C11 8 14 5.5 19 6C24 5.5 27 8 26.5 15z"),
    body(
        "M3 17.5C8 13.5 12 14.5 19 14.5C26 14.5 30 13.5 34 15C31 19.5 26 20 19 20\
         C12 20 7 20 3 17.5z",
    ),
    line("M11.8 13.6Q19 15.4 26.2 13.6M6.5 17.2C12 18.2 26 18.2 30.5 16.6"),
    body("M13.5 13.5C12.5 7 9 3 2.5 3C4.2 5.5 3.6 7.5 2.5 10.5C6.5 10.2 10 11.2 13.5 13.5z"),
    line("M5.5 5.6C8.5 7.2 10.8 9.6 12.4 12"),
];

const CAVALRY: &[Stroke] = &[
    body("M37.5 4L23.5 4.5L27.5 7.4L24.5 11L37.5 10.6z"),
    line("M27.5 7.4H35.5"),
    body("M38.6 1.5L40.4 5V41.5H36.8V5z"),
    body(
        "M7.5 41.3C7.5 35.5 15.5 32 16 26.8C14 28 11.8 28.2 10.2 29.3\
         C8.7 30.5 7.7 32.5 5.4 31.9C2.6 31.2 2 29 3.2 26.8C5.1 23.6 7.3 22.2 8.3 18.8\
         C8.8 16.8 9.6 15.2 10.8 13.9L9.8 9L14.2 11.5L16.7 7.6L18.2 11.8\
         C20.4 12 22.2 13 23 12.4L24 15.2L27.2 16L26.6 19.2L29.8 21.2L28.6 24.2L31.4 26.8\
         L29.8 29.4L32.4 32.3C32.4 35.3 32.6 38 32.8 41.3z",
    ),
    line(
        "M8.3 19L14.8 23.2L18 13M10.2 29.3L14.8 23.2L27.4 29.2M23.4 17.4L22.2 20.5M26 21.3\
         L24.6 24.4M28 33.3L26.2 37.3",
    ),
    ink("M11.6 18.1a1.4 1.4 0 1 1 2.8 0a1.4 1.4 0 1 1-2.8 0z"),
];

const PIKEMAN: &[Stroke] = &[
    body("M37.6 13h2.4V41.5h-2.4z"),
    body("M38.8 1.5L42 9L40.2 14.5H37.4L35.6 9z"),
    line("M38.8 5V12"),
    body("M3.5 41C3.5 36.5 8.5 34.3 13 33.3L18 36L23 33.3C27.5 34.3 32.5 36.5 32.5 41z"),
    body("M10.8 23H25.2C26 31 23 37.5 18 37.5C13 37.5 10 31 10.8 23z"),
    ink("M13.2 27a1.2 1.2 0 1 1 2.4 0a1.2 1.2 0 1 1-2.4 0zM20.4 27a1.2 1.2 0 1 1 2.4 0\
         a1.2 1.2 0 1 1-2.4 0z"),
    ink("M12.2 31.4C14 31.6 16 29.4 18 30.6C20 29.4 22 31.6 23.8 31.4C23.2 35 20.2 36.5 18 40\
         C15.8 36.5 12.8 35 12.2 31.4z"),
    body("M8 20.5C4.5 9.5 10 2 18 2C26 2 31.5 9.5 28 20.5z"),
    tint(
        "M8 18.6C5.5 9.5 10.5 2.8 18 2.8C25.5 2.8 30.5 9.5 28 18.6H26C26 13 22.8 9.4 18 9.4\
         C13.2 9.4 10 13 10 18.6z",
    ),
    line("M10 18.6C10 13 13.2 9.4 18 9.4C22.8 9.4 26 13 26 18.6"),
    body(
        "M1.8 13C5.5 18.3 11 19.6 18 19.6C25 19.6 30.5 18.3 34.2 13C33.7 21.4 26 24.3 18 24.3\
         C10 24.3 2.3 21.4 1.8 13z",
    ),
    line("M5 18.6C9 21.6 13.5 22 18 22C22.5 22 27 21.6 31 18.6"),
];

const FLAG: &[Stroke] = &[
    body("M4 41.5C5 37 17 37 18 41.5z"),
    body(
        "M12 7C18 4 23 5 28 8C32 10.3 36.5 10.3 42 8V29C36.5 31.3 32 31.3 28 29\
         C23 26 18 25 12 28z",
    ),
    ink("M12 15.5C17 13.2 20 13.2 23 13.8V6C24.3 6.3 25.7 6.8 27 7.5V15.6\
         C32 18.4 37 18.4 41.8 16.4V20.6C37 22.6 32 22.6 27 20V28.4C25.7 27.7 24.3 27 23 26.5\
         V18.2C20 17.4 17 17.6 12 19.8z"),
    body("M9.7 5h2.8V39.5h-2.8z"),
    body("M8.6 4a2.5 2.5 0 1 1 5 0a2.5 2.5 0 1 1-5 0z"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_stand_in_the_order_of_the_men() {
        for (at, drawing) in DRAWINGS.iter().enumerate() {
            assert_eq!(drawing.picture as usize, at, "{}", drawing.name);
            assert_eq!(Picture::ALL[at], drawing.picture);
        }
    }

    #[test]
    fn every_drawing_has_a_silhouette_and_details_of_its_own() {
        for picture in Picture::ALL {
            let strokes = picture.strokes();
            assert_eq!(strokes[0].layer, Layer::Body, "{picture:?}");
            assert!(strokes.iter().any(|stroke| stroke.layer != Layer::Body));
            let twins = Picture::ALL.iter().filter(|other| {
                let paths = other.strokes().iter().map(|stroke| stroke.path);
                paths.eq(strokes.iter().map(|stroke| stroke.path))
            });
            assert_eq!(twins.count(), 1, "{picture:?}");
        }
    }

    #[test]
    fn paths_are_written_in_the_notation_of_svg() {
        for stroke in Picture::ALL.iter().flat_map(|picture| picture.strokes()) {
            assert!(stroke.path.starts_with('M'), "{}", stroke.path);
            let allowed = |c: char| "MLHVCQAZmlhvcqaz .-".contains(c) || c.is_ascii_digit();
            assert!(stroke.path.chars().all(allowed), "{}", stroke.path);
        }
    }
}
