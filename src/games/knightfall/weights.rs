//! The weights of the evaluation in cp: each the pair of its worth at the beginning and at the end
//! of a game. Tables of squares begin with the side's own first rank; each rank goes from the edge
//! to the middle of the board.

use crate::evaluation::weights;

weights! {
    /// The move itself.
    Tempo = [(35, 10)],
    /// A man, by kind.
    Man = [(113, 47), (356, 258), (554, 193), (566, 467)],
    /// The number of knights, four or more in the last place, beyond their worth as men.
    KnightsLeft = [(-4000, -4000), (-22, 34), (257, 236), (364, 330), (400, 401)],
    /// While a side has only one knight: each enemy man, by kind.
    Hunter = [(21, -32), (-61, 92), (44, -79), (65, -133)],

    /// A pawn, by square.
    PawnAt = [
        (0, 0), (0, 0), (0, 0),
        (-23, 12), (-27, 4), (-22, -6),
        (-5, 20), (-3, -3), (15, -6),
        (20, 18), (20, -1), (71, -25),
        (12, 69), (91, 29), (20, 32),
        (0, 0), (0, 0), (0, 0),
    ],
    /// A knight, by square.
    KnightAt = [
        (-22, 8), (22, -17), (24, -29),
        (16, -1), (15, -22), (29, 4),
        (27, -15), (9, 9), (11, 28),
        (25, -16), (3, 9), (48, 19),
        (-25, -15), (1, -23), (-8, 1),
        (-91, -6), (-33, -16), (-90, -19),
    ],
    /// A bishop, by square.
    BishopAt = [
        (-69, 14), (16, -28), (18, -21),
        (30, -23), (-9, 13), (3, -8),
        (40, -36), (37, 18), (13, 29),
        (30, -13), (38, 8), (113, 2),
        (-19, -18), (-38, 18), (58, 5),
        (-29, -6), (-17, -27), (23, -44),
    ],
    /// A rook, by square.
    RookAt = [
        (-22, -34), (-12, -29), (-22, -6),
        (-17, 1), (-16, -9), (-1, 6),
        (-37, -17), (-46, 0), (7, 7),
        (10, 3), (10, 19), (66, 8),
        (48, -3), (11, 3), (52, 7),
        (42, 8), (48, 12), (7, 18),
    ],

    /// A knight, by the number of squares that it reaches and no enemy pawn attacks.
    KnightReach = [
        (-27, -70), (-24, -13), (-16, 9), (-2, 19), (10, 19), (25, 11), (20, 9), (52, -19),
        (13, -1),
    ],
    /// A bishop, likewise.
    BishopReach = [
        (-57, -119), (-39, -54), (-21, 9), (-11, 40), (5, 43), (53, 5), (24, 41), (123, -42),
        (32, 46), (154, -60),
    ],
    /// A rook, likewise.
    RookReach = [
        (-49, -98), (-34, -67), (-18, -29), (-30, 4), (-8, 3), (-13, 34), (-4, 34), (31, 19),
        (38, 27), (73, 25), (115, 19),
    ],

    /// A knight that is attacked: 12 places for the last knight, 12 for each of two, 12 for each of
    /// more. Of these 4 are for an attack by a pawn, 4 by a minor piece, 4 by a rook, the least of
    /// the attackers. Of these 2 are for an undefended knight, 2 for one that is defended: first if
    /// the enemy is to move, then if the knight's side is.
    KnightHunted = [
        (-1500, -1500), (-140, -140), (-1500, -1500), (-140, -140),
        (-1500, -1500), (-120, -120), (-1500, -1500), (-120, -120),
        (-1500, -1500), (-120, -120), (-1500, -1500), (-120, -120),

        (-270, -309), (-125, -71), (-200, -280), (-97, -99),
        (-232, -281), (-153, -24), (-88, -75), (-88, -76),
        (-292, -282), (-176, -7), (-95, 10), (-103, 15),

        (-240, -240), (-44, -41), (-180, -180), (-39, -35),
        (-240, -240), (-40, -38), (-25, -24), (-3, -1),
        (-220, -220), (-35, -34), (4, -18), (11, -20),
    ],
    /// A knight that is not the last, by the number of squares, five or more in the last place, to
    /// which it could flee: no enemy man attacks them.
    KnightFlight = [(-10, -28), (-14, 2), (-18, 9), (-23, 15), (20, -30), (87, -69)],
    /// The last knight, by the number of squares to which it could flee.
    LastKnightFlight = [
        (-82, -56), (-62, -11), (-58, 18), (-46, 18), (-41, 22), (40, -5), (44, 7), (66, -35),
        (35, -8),
    ],
    /// Each enemy man that attacks the last knight or a square that it reaches, by kind.
    LastKnightSiege = [(-7, -3), (-23, 12), (-23, 19), (-15, -12)],
    /// The number of such men, five or more in the last place.
    LastKnightBesiegers = [(-25, 13), (-17, 6), (-30, 6), (-8, -47), (-34, -31), (-57, -63)],
    /// Each square from which an enemy knight, bishop or rook could attack the last knight by its
    /// next move, and which the knight's side does not attack.
    LastKnightChase = [(-14, -14), (-113, 29), (-100, -40)],

    /// A passed pawn, by rank.
    Passed = [(0, 0), (-16, 50), (6, 44), (14, 55), (73, 65), (0, 0)],
    /// A pawn with an empty path to its promotion: one step of which the enemy does not attack the
    /// last square, one step of which he does; two steps, likewise.
    PromotionPath = [(116, 181), (107, 18), (60, 48), (-5, 63)],
    /// A pawn that another defends.
    PawnChain = [(-6, 22)],
    /// A pawn with another next to it.
    PawnPhalanx = [(9, 38)],
    /// A pawn with one of its own side behind it.
    Doubled = [(-52, 50)],
    /// A pawn without one of its own side on the files next to it.
    Isolated = [(4, -23)],

    /// Two bishops or more.
    BishopPair = [(-135, 170)],
    /// A rook on a file without pawns of its own side; without any pawns.
    RookFile = [(41, -29), (90, -32)],

    /// A bishop or rook that an enemy pawn attacks: each first if the enemy is to move, then if its
    /// own side is.
    PawnThreat = [(-111, -135), (-92, -44), (-222, -232), (-120, -65)],
    /// A rook that an enemy minor piece attacks, likewise.
    MinorThreat = [(-3, -67), (-33, -14)],
    /// A pawn, bishop or rook that is attacked and not defended, likewise.
    Hanging = [(-32, -75), (-27, -31), (-104, -132), (-60, -50), (-137, -216), (-47, 15)],
    /// A square onto which a pawn could step safely to attack a knight, bishop or rook from it.
    PawnPush = [(40, 18)],
}
