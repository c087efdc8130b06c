//! The weights of the evaluation in cp: each the pair of its worth at the beginning and at the end
//! of a game. Tables of squares begin with the side's own first rank; each rank goes from the edge
//! to the middle of the board.

use crate::evaluation::weights;

weights! {
    /// The move itself.
    Tempo = [(14, 10)],
    /// A man, by kind.
    Man = [
        (95, 115), (300, 290), (305, 300), (470, 500), (900, 900), (0, 0),
        (600, 600), (600, 600), (600, 600), (560, 560),
    ],

    /// A pawn, by square.
    PawnAt = [
        (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (-2, 0),
        (2, 8), (4, 8), (10, 8),
        (12, 22), (14, 22), (18, 22),
        (40, 60), (40, 60), (40, 60),
        (0, 0), (0, 0), (0, 0),
    ],
    /// A knight, by square.
    KnightAt = [
        (-20, -20), (-10, -10), (-8, -8),
        (-12, -10), (-2, -2), (4, 2),
        (-6, -6), (6, 4), (10, 10),
        (-4, -6), (8, 4), (14, 10),
        (-8, -10), (0, -2), (6, 2),
        (-16, -20), (-8, -10), (-6, -8),
    ],
    /// A bishop, by square.
    BishopAt = [
        (-8, -6), (-6, -4), (-6, -4),
        (-2, -4), (6, 0), (2, 2),
        (0, -2), (4, 2), (8, 6),
        (0, -2), (4, 2), (8, 6),
        (0, -4), (2, 0), (2, 2),
        (-6, -6), (-4, -4), (-4, -4),
    ],
    /// A rook, by square.
    RookAt = [
        (-4, -4), (0, 0), (4, 0),
        (-6, 0), (-2, 0), (2, 0),
        (-4, 0), (-2, 0), (2, 0),
        (-2, 2), (0, 2), (4, 2),
        (10, 8), (12, 8), (14, 8),
        (6, 4), (8, 4), (8, 4),
    ],
    /// A queen, by square.
    QueenAt = [
        (-6, -12), (-4, -8), (-2, -6),
        (-4, -6), (0, 0), (2, 4),
        (-2, -2), (2, 6), (4, 10),
        (0, 0), (4, 8), (6, 12),
        (2, 0), (4, 6), (6, 8),
        (0, -6), (2, -2), (2, 0),
    ],
    /// The king, by square.
    KingAt = [
        (20, -24), (16, -12), (4, -8),
        (8, -8), (2, 4), (-8, 8),
        (-12, -2), (-18, 12), (-24, 18),
        (-20, -2), (-26, 14), (-30, 20),
        (-24, -6), (-28, 8), (-32, 12),
        (-28, -20), (-30, -8), (-32, -4),
    ],
    /// A hippogriff, by square.
    HippogriffAt = [
        (-18, -20), (-8, -10), (-6, -8),
        (-10, -10), (0, 0), (4, 4),
        (-6, -6), (6, 6), (10, 10),
        (-4, -6), (8, 6), (12, 10),
        (-6, -10), (4, 0), (6, 4),
        (-14, -20), (-6, -10), (-4, -8),
    ],
    /// A raven, by square.
    RavenAt = [
        (-18, -20), (-8, -10), (-6, -8),
        (-10, -10), (0, 0), (4, 4),
        (-6, -6), (6, 6), (10, 10),
        (-4, -6), (8, 6), (12, 10),
        (-6, -10), (4, 0), (6, 4),
        (-14, -20), (-6, -10), (-4, -8),
    ],
    /// A hound, by square.
    HoundAt = [
        (-18, -20), (-8, -10), (-6, -8),
        (-10, -10), (0, 0), (4, 4),
        (-6, -6), (6, 6), (10, 10),
        (-4, -6), (8, 6), (12, 10),
        (-6, -10), (4, 0), (6, 4),
        (-14, -20), (-6, -10), (-4, -8),
    ],
    /// A wildcat, by square.
    WildcatAt = [
        (-18, -20), (-8, -10), (-6, -8),
        (-10, -10), (0, 0), (4, 4),
        (-6, -6), (6, 6), (10, 10),
        (-4, -6), (8, 6), (12, 10),
        (-6, -10), (4, 0), (6, 4),
        (-14, -20), (-6, -10), (-4, -8),
    ],

    /// A knight, by the number of squares that it reaches and no enemy pawn attacks.
    KnightReach = [
        (-24, -26), (-14, -14), (-6, -6), (0, 0), (6, 5), (11, 9), (15, 12), (18, 15), (20, 17),
    ],
    /// A bishop, likewise.
    BishopReach = [
        (-26, -28), (-16, -18), (-8, -8), (-2, -2), (4, 4), (9, 9), (13, 13), (17, 17), (20, 20),
        (22, 22),
    ],
    /// A rook, likewise.
    RookReach = [
        (-22, -30), (-15, -20), (-9, -12), (-4, -5), (0, 0), (4, 5), (7, 10), (10, 15), (13, 19),
        (15, 22), (17, 25),
    ],
    /// A queen, likewise.
    QueenReach = [
        (-30, -40), (-24, -32), (-18, -25), (-13, -18), (-9, -12), (-5, -7), (-2, -2), (1, 2),
        (4, 6), (7, 9), (9, 12), (11, 15), (13, 18), (15, 21), (17, 23), (18, 25), (19, 27),
        (20, 29), (21, 31), (22, 33),
    ],
    /// A hippogriff, likewise.
    HippogriffReach = [
        (-40, -44), (-32, -36), (-25, -28), (-18, -21), (-12, -14), (-6, -8), (-1, -2), (4, 3),
        (9, 8), (13, 13), (17, 17), (21, 21), (25, 25), (28, 28), (31, 31), (34, 34), (37, 37),
    ],
    /// A raven, likewise.
    RavenReach = [
        (-40, -44), (-32, -36), (-25, -28), (-18, -21), (-12, -14), (-6, -8), (-1, -2), (4, 3),
        (9, 8), (13, 13), (17, 17), (21, 21), (25, 25), (28, 28), (31, 31), (34, 34), (37, 37),
    ],
    /// A hound, likewise.
    HoundReach = [
        (-40, -44), (-32, -36), (-25, -28), (-18, -21), (-12, -14), (-6, -8), (-1, -2), (4, 3),
        (9, 8), (13, 13), (17, 17), (21, 21), (25, 25), (28, 28), (31, 31), (34, 34), (37, 37),
    ],
    /// A wildcat, likewise.
    WildcatReach = [
        (-40, -44), (-32, -36), (-25, -28), (-18, -21), (-12, -14), (-6, -8), (-1, -2), (4, 3),
        (9, 8), (13, 13), (17, 17), (21, 21), (25, 25), (28, 28), (31, 31), (34, 34), (37, 37),
    ],
    /// The familiar, by the number of squares, six or more in the last place, to which it could go
    /// and which no enemy man attacks.
    FamiliarFlight = [(-30, -30), (-15, -15), (-6, -6), (0, 0), (3, 3), (5, 5), (8, 8)],
    /// The ban on White's familiar while he has one: that White has it.
    Frozen = [(-40, -40)],

    /// A man that attacks the zone of the enemy king (its square and those next to it), by kind; of
    /// pawns, each square of the zone that they attack.
    ZoneAttacker = [
        (4, 0), (8, 2), (8, 2), (10, 2), (10, 4), (0, 0), (10, 2), (10, 2), (10, 2), (10, 2),
    ],
    /// The number of units of attack on the zone of the enemy king, fifteen or more in the last
    /// place.
    ZoneAttack = [
        (0, 0), (0, 0), (2, 0), (5, 0), (9, 2), (14, 4), (20, 6), (28, 8), (36, 10), (46, 14),
        (56, 18), (68, 22), (80, 26), (94, 30), (108, 34), (125, 40),
    ],
    /// The number of squares next to the enemy king that are attacked and that he alone defends.
    ZoneWeak = [
        (0, 0), (6, 2), (15, 6), (26, 12), (38, 18), (52, 26), (66, 34), (80, 42), (90, 50),
    ],
    /// A square from which a knight, bishop, rook, queen or familiar could safely give check by the
    /// next move.
    SafeCheck = [(12, 6), (10, 6), (14, 8), (12, 10), (12, 8)],
    /// The number of own pawns on the three squares ahead of the king.
    Shelter = [(-24, 0), (-6, 0), (10, 0), (20, 0)],
    /// The number of own pawns on the three squares beyond those.
    FarShelter = [(0, 0), (4, 0), (6, 0), (6, 0)],
    /// The number of files, of the king's and those next to it, without own pawns.
    KingFiles = [(8, 0), (-4, 0), (-18, 0), (-30, 0)],
    /// That the side may still castle.
    Castling = [(18, 0)],

    /// A passed pawn, by rank.
    Passed = [(0, 0), (0, 6), (4, 16), (14, 40), (40, 90), (0, 0)],
    /// A passed pawn, by the steps of its own king to the square ahead of it.
    KingToPassed = [(0, 20), (0, 18), (0, 8), (0, -4), (0, -14), (0, -22)],
    /// A passed pawn, by the steps of the enemy king to the square ahead of it.
    EnemyToPassed = [(0, -30), (0, -24), (0, -8), (0, 8), (0, 22), (0, 32)],
    /// A pawn with an empty path to its promotion: one step of which the enemy does not attack the
    /// last square, one step of which he does; two steps, likewise.
    PromotionPath = [(140, 180), (20, 20), (30, 45), (5, 10)],
    /// A pawn that another defends.
    PawnChain = [(9, 7)],
    /// A pawn with another next to it.
    PawnPhalanx = [(5, 5)],
    /// A pawn with one of its own side behind it.
    Doubled = [(-10, -16)],
    /// A pawn without one of its own side on the files next to it.
    Isolated = [(-9, -9)],

    /// Two bishops or more.
    BishopPair = [(25, 35)],
    /// A rook on a file without pawns of its own side; without any pawns.
    RookFile = [(10, 6), (20, 10)],

    /// A minor piece, rook, queen or familiar that an enemy pawn attacks: each first if the enemy
    /// is to move, then if its own side is.
    PawnThreat = [
        (-110, -110), (-30, -30), (-200, -200), (-40, -40), (-350, -350), (-50, -50),
        (-250, -250), (-45, -45),
    ],
    /// A rook, queen or familiar that an enemy minor piece attacks, likewise.
    MinorThreat = [
        (-90, -90), (-25, -25), (-280, -280), (-40, -40), (-150, -150), (-30, -30),
    ],
    /// A queen or familiar that an enemy rook attacks, likewise.
    RookThreat = [(-200, -200), (-35, -35), (-60, -60), (-20, -20)],
    /// A queen that an enemy familiar attacks, likewise.
    FamiliarThreat = [(-140, -140), (-30, -30)],
    /// A pawn, minor piece, rook, queen or familiar that is attacked and not defended, likewise.
    Hanging = [
        (-45, -45), (-8, -8), (-140, -140), (-25, -25), (-200, -200), (-30, -30),
        (-350, -350), (-30, -30), (-250, -250), (-30, -30),
    ],
    /// A square onto which a pawn could step safely to attack a piece from it.
    PawnPush = [(12, 10)],
}
