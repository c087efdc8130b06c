//! The weights of the evaluation, in cp: at the beginning of a game and at its end.

use crate::evaluation::weights;

weights! {
    /// The move: the side that has it.
    Tempo = [(21, 31)],
    /// A man, by kind.
    Man = [(35, 136), (119, 115), (189, 259), (220, 181), (0, 0)],
    /// How many pikemen are left: none to five.
    PikemenLeft = [(129, -30), (-72, 14), (-87, 27), (-18, -7), (10, -16), (37, 8)],
    /// How many musketeers are left: none to four.
    MusketeersLeft = [(-8, -19), (0, 10), (21, 22), (0, 17), (-13, -29)],
    /// How many cavalrymen are left: none to four.
    CavalryLeft = [(-29, -25), (38, 9), (18, 34), (5, -12), (-35, -5)],
    /// How many cannons are left: none to three. The last one is the game.
    CannonsLeft = [(0, 0), (39, 53), (181, 193), (280, 254)],
    /// How many men are left that are no musketeers, of whom each strike needs one: none to twelve.
    HeavyLeft = [
        (-150, -150), (-99, 87), (-132, -54), (-1, -82), (112, -84), (58, -53), (32, -31),
        (-30, 15), (-12, 3), (-26, 2), (-24, 19), (-15, 25), (0, 18),
    ],
    /// A pikeman, musketeer or cavalryman (by row) on each rank, his first one first.
    Rank = [
        (35, 18), (28, 24), (32, 30), (36, 35), (24, 32), (32, 25), (39, 17), (-6, 20), (-121, 16),
        (30, -10), (31, 6), (34, 9), (12, -5), (32, 33), (-39, 13), (-16, 13), (-26, 10), (7, -13),
        (46, -29), (22, 3), (21, 21), (20, 15), (24, 25), (11, 38), (-39, 38), (-11, 16), (-32, 1),
    ],
    /// A man of each kind (by row) on each file, the edge first, the middle file last.
    File = [
        (-10, -11), (-14, 7), (-12, 18), (-7, 15), (-6, 18),
        (-15, -9), (2, -8), (0, 2), (5, 4), (6, 6),
        (-10, 8), (-8, 2), (-8, 3), (-6, 6), (-8, 9),
        (-35, -13), (-10, -23), (-6, -22), (-1, -29), (-5, -12),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ],
    /// A pikeman, musketeer or cavalryman (by row) one to four squares from the nearest enemy
    /// cannon or flag, as a king walks.
    Distance = [
        (85, -22), (18, 0), (7, 4), (12, 5),
        (10, -63), (-12, -61), (-41, -12), (-24, -6),
        (68, -61), (61, -45), (13, -17), (-3, -11),
    ],
    /// An enemy man whom the side to move can destroy without moving, by kind.
    Falling = [(30, 74), (39, 47), (136, 220), (26, 22), (1500, 1500)],
    /// An enemy man, by kind, whom the side that is not to move could destroy so.
    Exposed = [(-12, -24), (8, 65), (35, 19), (80, 50), (300, 300)],
    /// How many men can be destroyed so, none to four; for the side to move, then for the other.
    Strikes = [
        (-20, -59), (41, 30), (5, 52), (-9, 3), (-5, -1), (-3, -32), (-4, 11), (-12, -7), (-1, -2),
        (8, 2),
    ],
    /// An enemy man, by kind, who seems to fall as soon as the side to move brings up one man.
    Reachable = [(6, 29), (5, 15), (11, -5), (34, 36), (300, 300)],
    /// The same for the side that is not to move.
    Endangered = [(4, 39), (-1, 26), (17, 0), (8, 43), (100, 100)],
    /// An enemy man, by kind, who is hit by one man that is no musketeer, and does not fall.
    HitHeavily = [(-10, -53), (12, 12), (-5, -32), (-6, -18), (60, 60)],
    /// An enemy man, by kind, who is hit by musketeers alone.
    HitLightly = [(-7, -32), (7, -11), (-10, -4), (-13, 25), (30, 30)],
    /// One of one, two, three cannons that the side to move can destroy without moving; then the
    /// same for the other side.
    CannonFalling = [(1500, 1500), (130, 117), (11, 21), (300, 300), (50, 65), (58, 12)],
    /// A cannon by the number of squares it sees, halved.
    CannonReach = [
        (0, 0), (8, -7), (9, -7), (13, -6), (8, -4), (6, -6), (10, -2), (5, -2), (-50, 3), (15, 15),
        (16, 16), (17, 17), (18, 18), (19, 19), (20, 20), (20, 20), (20, 20),
    ],
    /// A cannon by the number of enemy men it hits.
    CannonTargets = [
        (-46, -77), (-33, -18), (23, -1), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6),
    ],
    /// A cannon or flag by the number of empty squares around it.
    CannonRoom = [
        (-22, 21), (-22, -21), (-23, -48), (-10, -37), (-6, -40), (-23, -22), (-18, -18),
        (-21, -21), (-24, -24),
    ],
    /// A cannon or flag by the number of own men around it.
    CannonGuards = [
        (2, -22), (-9, -10), (-10, -13), (-1, 17), (-5, 13), (8, -41), (16, 16), (18, 18), (20, 20),
    ],
    /// A cannon or flag by the number of enemy men within two steps.
    CannonSiege = [
        (-1, -29), (-13, -37), (-32, -57), (-81, -69), (-50, -27), (-64, -64), (-78, -78),
        (-90, -90), (-100, -100),
    ],
    /// A musketeer by the number of squares he sees, halved.
    MusketeerReach = [
        (0, 0), (0, 11), (3, 5), (3, 5), (2, 10), (2, -5), (3, -4), (5, 1), (5, -4), (6, 6), (6, 6),
        (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6),
    ],
    /// A musketeer by the number of enemy men he hits.
    MusketeerTargets = [
        (-15, -20), (-3, -7), (0, 5), (8, 6), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ],
    /// A cavalryman by the number of squares he can go to, halved.
    CavalryMoves = [
        (-15, 23), (-14, 4), (-13, 11), (-9, -5), (-11, 8), (-9, 3), (-10, 6), (-2, -5), (30, -28),
        (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6),
    ],
}
