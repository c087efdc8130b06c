//! The weights of the evaluation in cp: each the pair of its worth at the beginning and at the end
//! of a game. Tables of squares begin with the side's own first rank; each rank goes from the edge
//! to the middle of the board.

use crate::evaluation::weights;

weights! {
    /// The move itself.
    Tempo = [(12, 12)],
    /// A man, by kind.
    Man = [(95, 110), (320, 310), (320, 310), (480, 510)],
    /// The number of knights, four or more in the last place, beyond their worth as men.
    KnightsLeft = [(-4000, -4000), (0, 0), (250, 250), (350, 350), (400, 400)],
    /// While a side has only one knight: each enemy man, by kind.
    Hunter = [(-5, -5), (-20, -20), (-15, -15), (-20, -20)],

    /// A pawn, by square.
    PawnAt = [
        (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (2, 0),
        (4, 6), (6, 6), (10, 6),
        (12, 16), (14, 16), (16, 16),
        (30, 45), (30, 45), (30, 45),
        (0, 0), (0, 0), (0, 0),
    ],
    /// A knight, by square.
    KnightAt = [
        (-20, -20), (-8, -8), (-4, -4),
        (-12, -8), (-2, 0), (2, 4),
        (-8, -4), (4, 6), (10, 10),
        (-8, -4), (4, 6), (10, 10),
        (-12, -8), (-2, 0), (2, 4),
        (-20, -20), (-8, -8), (-4, -4),
    ],
    /// A bishop, by square.
    BishopAt = [
        (-6, -6), (-4, -4), (-4, -4),
        (-2, -2), (4, 2), (2, 2),
        (0, 0), (4, 4), (8, 8),
        (0, 0), (4, 4), (8, 8),
        (0, -2), (2, 2), (2, 2),
        (-4, -6), (-4, -4), (-4, -4),
    ],
    /// A rook, by square.
    RookAt = [
        (-4, -4), (0, 0), (2, 0),
        (-4, 0), (0, 0), (2, 2),
        (-2, 0), (0, 2), (2, 4),
        (0, 2), (2, 2), (4, 4),
        (8, 6), (10, 6), (10, 6),
        (4, 2), (4, 2), (4, 2),
    ],

    /// A knight, by the number of squares that it reaches and no enemy pawn attacks.
    KnightReach = [
        (-24, -24), (-14, -14), (-6, -6), (0, 0), (5, 5), (9, 9), (12, 12), (15, 15), (17, 17),
    ],
    /// A bishop, likewise.
    BishopReach = [
        (-26, -26), (-16, -16), (-8, -8), (-2, -2), (3, 3), (8, 8), (12, 12), (15, 15), (18, 18),
        (20, 20),
    ],
    /// A rook, likewise.
    RookReach = [
        (-24, -28), (-16, -18), (-9, -10), (-4, -4), (0, 0), (4, 4), (7, 8), (10, 12), (13, 15),
        (15, 18), (17, 20),
    ],

    /// A knight that is attacked: 12 places for the last knight, 12 for each of two, 12 for each of
    /// more. Of these 4 are for an attack by a pawn, 4 by a minor piece, 4 by a rook, the least of
    /// the attackers. Of these 2 are for an undefended knight, 2 for one that is defended: first if
    /// the enemy is to move, then if the knight's side is.
    KnightHunted = [
        (-1500, -1500), (-140, -140), (-1500, -1500), (-140, -140),
        (-1500, -1500), (-120, -120), (-1500, -1500), (-120, -120),
        (-1500, -1500), (-120, -120), (-1500, -1500), (-120, -120),

        (-350, -350), (-60, -60), (-300, -300), (-50, -50),
        (-350, -350), (-60, -60), (-160, -160), (-30, -30),
        (-350, -350), (-60, -60), (-60, -60), (-20, -20),

        (-240, -240), (-40, -40), (-180, -180), (-35, -35),
        (-240, -240), (-40, -40), (-25, -25), (-5, -5),
        (-220, -220), (-35, -35), (-5, -5), (0, 0),
    ],
    /// A knight that is not the last, by the number of squares, five or more in the last place, to
    /// which it could flee: no enemy man attacks them.
    KnightFlight = [(-24, -24), (-8, -8), (0, 0), (3, 3), (6, 6), (8, 8)],
    /// The last knight, by the number of squares to which it could flee.
    LastKnightFlight = [
        (-120, -120), (-60, -60), (-25, -25), (0, 0), (12, 12), (20, 20), (26, 26), (30, 30),
        (34, 34),
    ],
    /// Each enemy man that attacks the last knight or a square that it reaches, by kind.
    LastKnightSiege = [(-8, -8), (-16, -16), (-12, -12), (-20, -20)],
    /// The number of such men, five or more in the last place.
    LastKnightBesiegers = [(20, 20), (5, 5), (-10, -10), (-30, -30), (-55, -55), (-80, -80)],
    /// Each square from which an enemy knight, bishop or rook could attack the last knight by its
    /// next move, and which the knight's side does not attack.
    LastKnightChase = [(-14, -14), (-10, -10), (-12, -12)],

    /// A passed pawn, by rank.
    Passed = [(0, 0), (0, 5), (4, 12), (15, 30), (40, 70), (0, 0)],
    /// A pawn with an empty path to its promotion: one step of which the enemy does not attack the
    /// last square, one step of which he does; two steps, likewise.
    PromotionPath = [(90, 110), (20, 20), (25, 35), (5, 10)],
    /// A pawn that another defends.
    PawnChain = [(8, 6)],
    /// A pawn with another next to it.
    PawnPhalanx = [(4, 4)],
    /// A pawn with one of its own side behind it.
    Doubled = [(-10, -14)],
    /// A pawn without one of its own side on the files next to it.
    Isolated = [(-8, -8)],

    /// Two bishops or more.
    BishopPair = [(20, 25)],
    /// A rook on a file without pawns of its own side; without any pawns.
    RookFile = [(8, 6), (16, 10)],

    /// A bishop or rook that an enemy pawn attacks: each first if the enemy is to move, then if its
    /// own side is.
    PawnThreat = [(-130, -130), (-35, -35), (-220, -220), (-50, -50)],
    /// A rook that an enemy minor piece attacks, likewise.
    MinorThreat = [(-80, -80), (-25, -25)],
    /// A pawn, bishop or rook that is attacked and not defended, likewise.
    Hanging = [(-45, -45), (-10, -10), (-140, -140), (-25, -25), (-180, -180), (-30, -30)],
    /// A square onto which a pawn could step safely to attack a knight, bishop or rook from it.
    PawnPush = [(12, 8)],
}
