//! The weights of the evaluation in cp: each the pair of its worth at the beginning and at the end
//! of a game. Tables of squares begin with the side's own first rank; each rank goes from the edge
//! to the middle of the board.

use crate::evaluation::weights;

weights! {
    /// The move itself.
    Tempo = [(29, 1)],
    /// A man, by kind.
    Man = [
        (106, 103), (366, 272), (381, 235), (475, 505), (866, 845), (0, 0),
        (715, 612), (693, 617), (658, 649), (649, 627),
    ],

    /// A pawn, by square.
    PawnAt = [
        (0, 0), (0, 0), (0, 0),
        (-17, 26), (-10, 7), (8, 12),
        (-8, 13), (1, 21), (8, 8),
        (-10, 27), (36, -3), (29, 10),
        (73, 2), (84, 58), (1, 72),
        (0, 0), (0, 0), (0, 0),
    ],
    /// A knight, by square.
    KnightAt = [
        (-40, -12), (2, -20), (3, -7),
        (15, -45), (31, -36), (36, -19),
        (-2, -10), (24, 1), (0, 35),
        (-3, -29), (86, -26), (7, 54),
        (-18, 2), (16, -17), (-16, 11),
        (-41, -17), (-52, 9), (-34, 30),
    ],
    /// A bishop, by square.
    BishopAt = [
        (-1, 4), (16, -13), (23, 8),
        (-33, -10), (-1, 17), (28, -18),
        (-12, 25), (70, -15), (34, -16),
        (-12, -9), (7, -25), (37, 23),
        (16, -13), (-22, 19), (-9, -29),
        (-12, -6), (-12, -10), (-42, -16),
    ],
    /// A rook, by square.
    RookAt = [
        (-28, -14), (-5, -22), (4, -23),
        (-30, -5), (-33, -7), (-7, 2),
        (-38, 11), (-4, 17), (31, 2),
        (19, 7), (27, 9), (17, 28),
        (31, 16), (-2, 18), (40, 15),
        (28, -18), (-11, 11), (15, -3),
    ],
    /// A queen, by square.
    QueenAt = [
        (-35, -30), (-9, -52), (-1, -56),
        (-35, 14), (3, 3), (-6, -12),
        (-10, -14), (-8, -5), (-25, 42),
        (-15, 21), (18, 15), (33, 14),
        (-35, 31), (36, 4), (6, 62),
        (27, -53), (32, -39), (3, 13),
    ],
    /// The king, by square.
    KingAt = [
        (1, -29), (5, -6), (-23, -5),
        (12, -43), (-16, 0), (-6, -9),
        (2, -26), (9, -15), (-14, -12),
        (-15, -6), (-4, 2), (-30, -19),
        (-36, 16), (-19, 18), (-26, -3),
        (-38, 43), (-49, 70), (-15, 25),
    ],
    /// A hippogriff, by square.
    HippogriffAt = [
        (-47, -59), (-7, 8), (-24, -3),
        (53, -8), (-11, -43), (22, -28),
        (7, 0), (-10, 46), (3, -18),
        (36, 15), (-21, -24), (61, 1),
        (24, 15), (-1, 27), (1, 32),
        (-22, -25), (6, 6), (9, 3),
    ],
    /// A raven, by square.
    RavenAt = [
        (-38, -66), (-11, -2), (-28, 15),
        (47, 6), (-12, 31), (39, 30),
        (29, 11), (23, 32), (-30, -34),
        (28, 2), (48, 31), (39, -44),
        (-12, 14), (46, 14), (-63, -15),
        (-38, -46), (-8, -25), (3, -5),
    ],
    /// A hound, by square.
    HoundAt = [
        (-35, -31), (4, -32), (8, -42),
        (-29, -43), (1, 15), (25, 15),
        (11, 1), (-8, 21), (5, 32),
        (2, 3), (10, 13), (22, 56),
        (-24, -39), (-2, -8), (40, 26),
        (-8, -7), (3, 9), (0, -7),
    ],
    /// A wildcat, by square.
    WildcatAt = [
        (-7, -41), (-22, -23), (4, -35),
        (5, 3), (-39, -15), (24, 23),
        (-20, -50), (28, 78), (2, 16),
        (31, 23), (37, 3), (43, -22),
        (-10, 6), (-6, 9), (13, 35),
        (-19, -17), (-11, -2), (4, 9),
    ],

    /// A knight, by the number of squares that it reaches and no enemy pawn attacks.
    KnightReach = [
        (-65, -22), (-30, 4), (-5, 41), (1, 41), (8, 42), (16, 47), (47, 6), (80, -41), (40, -124),
    ],
    /// A bishop, likewise.
    BishopReach = [
        (-75, -87), (-34, 5), (-18, 9), (-8, 28), (16, 23), (13, 13), (38, 6), (42, 8), (91, -37),
        (46, -6),
    ],
    /// A rook, likewise.
    RookReach = [
        (-43, -92), (-1, -57), (8, -26), (4, 0), (10, -2), (10, 12), (16, 24), (20, 28), (10, 42),
        (2, 47), (-15, 57),
    ],
    /// A queen, likewise.
    QueenReach = [
        (-100, -65), (-68, -64), (-44, -68), (-25, -39), (-21, -16), (-11, 0), (-10, 20), (-4, 49),
        (16, 24), (13, 51), (39, 29), (25, 37), (45, 23), (37, 39), (46, 9), (33, 6), (15, -10),
        (12, -4), (31, 27), (12, 12),
    ],
    /// A hippogriff, likewise.
    HippogriffReach = [
        (-10, -40), (-8, -50), (-16, 24), (-28, -6), (-11, -14), (-13, 4), (-15, 5), (-12, 34),
        (-27, 55), (23, 64), (-22, 63), (28, 69), (55, 51), (53, 19), (47, 53), (114, -133),
        (40, -121),
    ],
    /// A raven, likewise.
    RavenReach = [
        (-17, -46), (-38, -53), (-27, -18), (-35, 17), (-15, 14), (2, 23), (12, 6), (6, -14),
        (6, 56), (-4, 30), (49, 50), (47, 49), (37, 39), (49, 85), (46, 71), (33, -112), (26, -118),
    ],
    /// A hound, likewise.
    HoundReach = [
        (-28, -52), (-23, -34), (-24, -25), (-17, -28), (-20, 7), (-14, -17), (-9, -10), (5, -2),
        (17, 15), (46, 24), (25, 34), (30, 20), (38, 34), (28, 48), (29, 42), (23, 24), (35, 33),
    ],
    /// A wildcat, likewise.
    WildcatReach = [
        (-22, -49), (-27, -56), (4, -10), (2, -32), (7, -13), (-12, -7), (7, 11), (25, 10),
        (22, 16), (34, 23), (-3, 43), (8, 41), (8, 46), (31, 43), (31, 13), (28, 27), (32, 25),
    ],
    /// The familiar, by the number of squares, six or more in the last place, to which it could go
    /// and which no enemy man attacks.
    FamiliarFlight = [(32, -74), (39, -1), (39, 12), (40, 40), (39, 60), (43, 61), (87, 12)],
    /// The ban on White's familiar while he has one: that White has it.
    Frozen = [(-126, -180)],

    /// A man that attacks the zone of the enemy king (its square and those next to it), by kind; of
    /// pawns, each square of the zone that they attack.
    ZoneAttacker = [
        (8, 1), (-3, -9), (18, 12), (-10, 10), (-3, -5), (0, 0), (20, 26), (21, -8), (6, 23),
        (10, 52),
    ],
    /// The number of units of attack on the zone of the enemy king, fifteen or more in the last
    /// place.
    ZoneAttack = [
        (-5, 14), (-1, -17), (-13, 7), (20, -29), (9, -17), (9, -15), (18, 14), (28, 35), (59, 14),
        (66, 32), (31, 31), (110, 12), (72, 28), (65, 30), (105, 35), (119, 40),
    ],
    /// The number of squares next to the enemy king that are attacked and that he alone defends.
    ZoneWeak = [
        (-36, 43), (-30, 48), (9, 40), (35, 39), (79, 17), (77, -2), (77, -32), (76, 9), (85, 29),
    ],
    /// A square from which a knight, bishop, rook, queen or familiar could safely give check by the
    /// next move.
    SafeCheck = [(65, -33), (54, -2), (57, -1), (36, 8), (81, -68)],
    /// The number of own pawns on the three squares ahead of the king.
    Shelter = [(-14, 32), (-1, 12), (4, -13), (10, -30)],
    /// The number of own pawns on the three squares beyond those.
    FarShelter = [(-12, 20), (-3, 1), (10, 3), (20, -23)],
    /// The number of files, of the king's and those next to it, without own pawns.
    KingFiles = [(3, 3), (-8, 12), (-27, 9), (-12, -24)],
    /// That the side may still castle.
    Castling = [(18, 49)],

    /// A passed pawn, by rank.
    Passed = [(0, 0), (-33, 26), (-25, 57), (-18, 61), (79, 42), (0, 0)],
    /// A passed pawn, by the steps of its own king to the square ahead of it.
    KingToPassed = [(-42, 37), (-41, 40), (13, 15), (10, -10), (28, -28), (-24, -14)],
    /// A passed pawn, by the steps of the enemy king to the square ahead of it.
    EnemyToPassed = [(-71, -52), (7, -46), (3, -17), (8, 15), (-10, 63), (8, 70)],
    /// A pawn with an empty path to its promotion: one step of which the enemy does not attack the
    /// last square, one step of which he does; two steps, likewise.
    PromotionPath = [(117, 179), (120, -37), (34, 50), (29, 18)],
    /// A pawn that another defends.
    PawnChain = [(4, -12)],
    /// A pawn with another next to it.
    PawnPhalanx = [(12, 5)],
    /// A pawn with one of its own side behind it.
    Doubled = [(-21, -20)],
    /// A pawn without one of its own side on the files next to it.
    Isolated = [(-3, -18)],

    /// Two bishops or more.
    BishopPair = [(18, 24)],
    /// A rook on a file without pawns of its own side; without any pawns.
    RookFile = [(17, -8), (54, -6)],

    /// A minor piece, rook, queen or familiar that an enemy pawn attacks: each first if the enemy
    /// is to move, then if its own side is.
    PawnThreat = [
        (-122, -95), (-89, -29), (-194, -198), (-83, -47), (-309, -329), (-94, -31),
        (-195, -249), (-101, -22),
    ],
    /// A rook, queen or familiar that an enemy minor piece attacks, likewise.
    MinorThreat = [
        (-79, -78), (-43, -26), (-263, -278), (-69, -19), (-109, -146), (-73, -47),
    ],
    /// A queen or familiar that an enemy rook attacks, likewise.
    RookThreat = [(-212, -203), (-63, -35), (-109, -76), (-101, -49)],
    /// A queen that an enemy familiar attacks, likewise.
    FamiliarThreat = [(-77, -138), (-68, -13)],
    /// A pawn, minor piece, rook, queen or familiar that is attacked and not defended, likewise.
    Hanging = [
        (-65, -11), (-24, -18), (-75, -69), (-36, -18), (-121, -111), (-29, -10),
        (-241, -327), (-10, 9), (-245, -226), (-10, 27),
    ],
    /// A square onto which a pawn could step safely to attack a piece from it.
    PawnPush = [(30, 0)],
}
