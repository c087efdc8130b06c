//! The weights of the evaluation in cp: each the pair of its worth at the beginning and at the end
//! of a game. Tables of squares begin with the side's own first rank; each rank goes from the edge
//! to the middle of the board.

use crate::evaluation::weights;

weights! {
    /// The move itself.
    Tempo = [(53, 18)],
    /// A man, by kind.
    Man = [(174, 29), (421, 259), (675, 219), (745, 540)],
    /// The number of knights, four or more in the last place, beyond their worth as men.
    KnightsLeft = [(-4000, -4000), (-76, 52), (300, 199), (375, 349), (400, 401)],
    /// While a side has only one knight: each enemy man, by kind.
    Hunter = [(57, -21), (-174, 100), (84, -99), (127, -156)],

    /// A pawn, by square.
    PawnAt = [
        (0, 0), (0, 0), (0, 0),
        (-28, 12), (-50, 23), (-58, -2),
        (1, 19), (-18, 16), (0, 10),
        (41, -3), (42, -33), (119, -47),
        (25, 94), (150, -12), (-2, 49),
        (0, 0), (0, 0), (0, 0),
    ],
    /// A knight, by square.
    KnightAt = [
        (26, 9), (43, -25), (37, -40),
        (44, -7), (32, -16), (34, 7),
        (12, -16), (8, 22), (9, 48),
        (91, -34), (22, 10), (12, 46),
        (-15, -16), (-2, -19), (12, -1),
        (-100, -35), (-112, -29), (-130, -4),
    ],
    /// A bishop, by square.
    BishopAt = [
        (-2, -100), (32, -41), (29, -57),
        (50, -32), (-1, -10), (25, -18),
        (12, -37), (51, 21), (6, 91),
        (63, -30), (38, 52), (70, 62),
        (-48, -2), (-19, 49), (84, 16),
        (25, -23), (3, -32), (-57, -1),
    ],
    /// A rook, by square.
    RookAt = [
        (-47, -32), (-29, -14), (-24, 1),
        (-26, -20), (-19, -5), (-23, 8),
        (-87, 6), (-15, 21), (8, 20),
        (37, 10), (37, 20), (35, 27),
        (10, 26), (73, 8), (80, 17),
        (89, -5), (119, -14), (89, -7),
    ],

    /// A knight, by the number of squares that it reaches and no enemy pawn attacks.
    KnightReach = [
        (-24, -132), (-25, -16), (-19, 18), (0, 31), (15, 40), (46, 16), (29, 26), (100, -25),
        (-5, 7),
    ],
    /// A bishop, likewise.
    BishopReach = [
        (-66, -183), (-51, -53), (-30, 43), (-22, 86), (4, 88), (41, 43), (61, 44), (99, 6),
        (112, -50), (238, -89),
    ],
    /// A rook, likewise.
    RookReach = [
        (-82, -132), (-49, -78), (-26, -38), (-38, 24), (-9, 19), (-8, 53), (32, 47), (67, 34),
        (120, 34), (134, 42), (140, 43),
    ],

    /// A knight that is attacked: 12 places for the last knight, 12 for each of two, 12 for each of
    /// more. Of these 4 are for an attack by a pawn, 4 by a minor piece, 4 by a rook, the least of
    /// the attackers. Of these 2 are for an undefended knight, 2 for one that is defended: first if
    /// the enemy is to move, then if the knight's side is.
    KnightHunted = [
        (-1500, -1500), (-140, -140), (-1500, -1500), (-140, -140),
        (-1500, -1500), (-120, -120), (-1500, -1500), (-120, -120),
        (-1500, -1500), (-120, -120), (-1500, -1500), (-120, -120),

        (-231, -276), (-176, -86), (-171, -274), (-114, -171),
        (-182, -180), (-197, -42), (-115, -62), (-123, -97),
        (-274, -193), (-212, -19), (-136, 32), (-146, 18),

        (-240, -240), (-45, -41), (-180, -180), (-40, -35),
        (-238, -231), (-39, -30), (-32, -27), (-10, -6),
        (-220, -218), (-36, -32), (5, -9), (13, -19),
    ],
    /// A knight that is not the last, by the number of squares, five or more in the last place, to
    /// which it could flee: no enemy man attacks them.
    KnightFlight = [(13, -40), (6, 1), (-3, 2), (3, -4), (31, -18), (112, -58)],
    /// The last knight, by the number of squares to which it could flee.
    LastKnightFlight = [
        (-74, -47), (-77, 4), (-68, 13), (-52, 15), (-43, 16), (17, 3), (28, 3), (76, -15),
        (36, -24),
    ],
    /// Each enemy man that attacks the last knight or a square that it reaches, by kind.
    LastKnightSiege = [(-26, -9), (-10, -8), (5, -12), (-14, -12)],
    /// The number of such men, five or more in the last place.
    LastKnightBesiegers = [(-72, 20), (-51, 17), (-40, 0), (-30, -31), (-20, -46), (-13, -58)],
    /// Each square from which an enemy knight, bishop or rook could attack the last knight by its
    /// next move, and which the knight's side does not attack.
    LastKnightChase = [(-14, -14), (-145, 17), (-169, -41)],

    /// A passed pawn, by rank.
    Passed = [(0, 0), (-5, 71), (5, 80), (-13, 101), (124, 65), (0, 0)],
    /// A pawn with an empty path to its promotion: one step of which the enemy does not attack the
    /// last square, one step of which he does; two steps, likewise.
    PromotionPath = [(165, 285), (128, 72), (56, 65), (-3, 90)],
    /// A pawn that another defends.
    PawnChain = [(0, 10)],
    /// A pawn with another next to it.
    PawnPhalanx = [(14, 44)],
    /// A pawn with one of its own side behind it.
    Doubled = [(-74, 90)],
    /// A pawn without one of its own side on the files next to it.
    Isolated = [(4, -30)],

    /// Two bishops or more.
    BishopPair = [(-106, 164)],
    /// A rook on a file without pawns of its own side; without any pawns.
    RookFile = [(77, -54), (125, -41)],

    /// A bishop or rook that an enemy pawn attacks: each first if the enemy is to move, then if its
    /// own side is.
    PawnThreat = [(-137, -165), (-128, -41), (-269, -285), (-178, -78)],
    /// A rook that an enemy minor piece attacks, likewise.
    MinorThreat = [(-52, -81), (-94, 1)],
    /// A pawn, bishop or rook that is attacked and not defended, likewise.
    Hanging = [(-54, -73), (-35, -42), (-111, -177), (-71, -58), (-124, -325), (-47, 10)],
    /// A square onto which a pawn could step safely to attack a knight, bishop or rook from it.
    PawnPush = [(44, 28)],
}
