//! The weights of the evaluation in cp: each the pair of its worth at the beginning and at the end
//! of a game. Tables of squares begin with the side's own first rank; each rank goes from the edge
//! to the middle of the board.

use crate::evaluation::weights;

weights! {
    /// The move itself.
    Tempo = [(41, 12)],
    /// A man, by kind.
    Man = [(132, 41), (379, 255), (600, 188), (654, 460)],
    /// The number of knights, four or more in the last place, beyond their worth as men.
    KnightsLeft = [(-4000, -4000), (-36, 41), (262, 225), (373, 334), (400, 401)],
    /// While a side has only one knight: each enemy man, by kind.
    Hunter = [(25, -19), (-93, 96), (67, -99), (89, -153)],

    /// A pawn, by square.
    PawnAt = [
        (0, 0), (0, 0), (0, 0),
        (-27, 9), (-37, 5), (-25, -12),
        (-8, 14), (-10, 1), (14, -1),
        (24, 15), (26, -5), (84, -19),
        (1, 76), (113, 14), (30, 40),
        (0, 0), (0, 0), (0, 0),
    ],
    /// A knight, by square.
    KnightAt = [
        (36, -21), (24, -17), (30, -32),
        (26, -13), (22, -23), (24, 7),
        (23, -5), (14, 8), (10, 35),
        (43, -18), (12, 13), (36, 23),
        (-32, -26), (9, -19), (-8, 6),
        (-117, 9), (-59, -13), (-108, -17),
    ],
    /// A bishop, by square.
    BishopAt = [
        (-63, -2), (24, -39), (26, -28),
        (39, -19), (9, 12), (9, -15),
        (23, -35), (44, 8), (16, 43),
        (38, -24), (43, 19), (87, 22),
        (-29, -23), (-41, 27), (75, 7),
        (-2, -6), (-21, -25), (8, -44),
    ],
    /// A rook, by square.
    RookAt = [
        (-31, -37), (-15, -32), (-25, -4),
        (-25, -5), (-23, -2), (-16, 10),
        (-45, -7), (-27, 11), (20, 11),
        (7, 4), (16, 18), (65, 9),
        (20, -3), (32, 5), (76, 7),
        (66, -3), (87, -5), (32, 9),
    ],

    /// A knight, by the number of squares that it reaches and no enemy pawn attacks.
    KnightReach = [
        (-32, -81), (-27, -16), (-18, 10), (-2, 24), (14, 24), (34, 14), (33, 11), (74, -23),
        (-1, -1),
    ],
    /// A bishop, likewise.
    BishopReach = [
        (-64, -149), (-42, -59), (-24, 23), (-15, 57), (4, 58), (48, 14), (32, 44), (136, -41),
        (32, 29), (202, -72),
    ],
    /// A rook, likewise.
    RookReach = [
        (-58, -108), (-45, -74), (-30, -25), (-36, 6), (-13, 10), (-12, 36), (1, 39), (43, 19),
        (70, 25), (113, 20), (157, 16),
    ],

    /// A knight that is attacked: 12 places for the last knight, 12 for each of two, 12 for each of
    /// more. Of these 4 are for an attack by a pawn, 4 by a minor piece, 4 by a rook, the least of
    /// the attackers. Of these 2 are for an undefended knight, 2 for one that is defended: first if
    /// the enemy is to move, then if the knight's side is.
    KnightHunted = [
        (-1500, -1500), (-140, -140), (-1500, -1500), (-140, -140),
        (-1500, -1500), (-120, -120), (-1500, -1500), (-120, -120),
        (-1500, -1500), (-120, -120), (-1500, -1500), (-120, -120),

        (-244, -291), (-143, -77), (-169, -274), (-108, -123),
        (-194, -232), (-172, -22), (-93, -63), (-88, -91),
        (-273, -247), (-194, -2), (-112, 15), (-118, 11),

        (-240, -240), (-45, -41), (-180, -180), (-40, -35),
        (-240, -239), (-40, -38), (-25, -23), (-2, 0),
        (-220, -219), (-34, -32), (8, -15), (16, -19),
    ],
    /// A knight that is not the last, by the number of squares, five or more in the last place, to
    /// which it could flee: no enemy man attacks them.
    KnightFlight = [(4, -41), (-7, 1), (-13, 8), (-14, 6), (17, -25), (94, -59)],
    /// The last knight, by the number of squares to which it could flee.
    LastKnightFlight = [
        (-82, -42), (-63, -3), (-57, 16), (-60, 17), (-51, 21), (36, -5), (42, 3), (80, -37),
        (36, -13),
    ],
    /// Each enemy man that attacks the last knight or a square that it reaches, by kind.
    LastKnightSiege = [(-13, -6), (-25, 8), (-22, 14), (-10, -15)],
    /// The number of such men, five or more in the last place.
    LastKnightBesiegers = [(-42, 19), (-31, 7), (-33, 1), (-11, -45), (-24, -41), (-46, -51)],
    /// Each square from which an enemy knight, bishop or rook could attack the last knight by its
    /// next move, and which the knight's side does not attack.
    LastKnightChase = [(-14, -14), (-121, 26), (-134, -34)],

    /// A passed pawn, by rank.
    Passed = [(0, 0), (-17, 62), (-4, 63), (6, 63), (94, 64), (0, 0)],
    /// A pawn with an empty path to its promotion: one step of which the enemy does not attack the
    /// last square, one step of which he does; two steps, likewise.
    PromotionPath = [(125, 204), (111, 29), (62, 54), (-5, 71)],
    /// A pawn that another defends.
    PawnChain = [(-5, 25)],
    /// A pawn with another next to it.
    PawnPhalanx = [(12, 40)],
    /// A pawn with one of its own side behind it.
    Doubled = [(-61, 51)],
    /// A pawn without one of its own side on the files next to it.
    Isolated = [(1, -21)],

    /// Two bishops or more.
    BishopPair = [(-138, 184)],
    /// A rook on a file without pawns of its own side; without any pawns.
    RookFile = [(47, -33), (89, -30)],

    /// A bishop or rook that an enemy pawn attacks: each first if the enemy is to move, then if its
    /// own side is.
    PawnThreat = [(-107, -142), (-95, -46), (-236, -247), (-144, -71)],
    /// A rook that an enemy minor piece attacks, likewise.
    MinorThreat = [(-7, -68), (-51, -6)],
    /// A pawn, bishop or rook that is attacked and not defended, likewise.
    Hanging = [(-36, -73), (-28, -33), (-112, -150), (-58, -54), (-119, -245), (-45, 10)],
    /// A square onto which a pawn could step safely to attack a knight, bishop or rook from it.
    PawnPush = [(41, 18)],
}
