//! The weights of the evaluation, in cp: at the beginning of a game and at its end.

use crate::evaluation::weights;

weights! {
    /// The move: the side that has it.
    Tempo = [(10, 5)],
    /// A man, by kind.
    Man = [(100, 100), (130, 130), (240, 240), (280, 280), (0, 0)],
    /// How many pikemen are left: none to five.
    PikemenLeft = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    /// How many musketeers are left: none to four.
    MusketeersLeft = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    /// How many cavalrymen are left: none to four.
    CavalryLeft = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    /// How many cannons are left: none to three. The last one is the game.
    CannonsLeft = [(0, 0), (0, 0), (200, 200), (300, 300)],
    /// How many men are left that are no musketeers, of whom each strike needs one: none to twelve.
    HeavyLeft = [
        (-150, -150), (-80, -80), (-40, -40), (-20, -20), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ],
    /// A pikeman, musketeer or cavalryman (by row) on each rank, his first one first.
    Rank = [
        (0, 0), (5, 5), (10, 10), (15, 15), (20, 20), (25, 25), (30, 30), (35, 35), (40, 40),
        (0, 0), (2, 2), (4, 4), (6, 6), (8, 8), (10, 10), (12, 12), (14, 14), (16, 16),
        (0, 0), (3, 3), (6, 6), (9, 9), (12, 12), (15, 15), (18, 18), (21, 21), (24, 24),
    ],
    /// A man of each kind (by row) on each file, the edge first, the middle file last.
    File = [
        (0, 0), (1, 1), (2, 2), (3, 3), (4, 4),
        (0, 0), (1, 1), (2, 2), (3, 3), (4, 4),
        (0, 0), (1, 1), (2, 2), (3, 3), (4, 4),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ],
    /// A pikeman, musketeer or cavalryman (by row) one to four squares from the nearest enemy
    /// cannon or flag, as a king walks.
    Distance = [
        (25, 25), (15, 15), (8, 8), (4, 4),
        (5, 5), (5, 5), (3, 3), (2, 2),
        (20, 20), (10, 10), (5, 5), (2, 2),
    ],
    /// An enemy man whom the side to move can destroy without moving, by kind.
    Falling = [(30, 30), (39, 39), (72, 72), (84, 84), (1500, 1500)],
    /// An enemy man, by kind, whom the side that is not to move could destroy so.
    Exposed = [(15, 15), (19, 19), (36, 36), (42, 42), (300, 300)],
    /// How many men can be destroyed so, none to four; for the side to move, then for the other.
    Strikes = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    /// An enemy man, by kind, who seems to fall as soon as the side to move brings up one man.
    Reachable = [(12, 12), (15, 15), (28, 28), (33, 33), (300, 300)],
    /// The same for the side that is not to move.
    Endangered = [(6, 6), (7, 7), (14, 14), (16, 16), (100, 100)],
    /// An enemy man, by kind, who is hit by one man that is no musketeer, and does not fall.
    HitHeavily = [(10, 10), (12, 12), (12, 12), (25, 25), (60, 60)],
    /// An enemy man, by kind, who is hit by musketeers alone.
    HitLightly = [(4, 4), (0, 0), (6, 6), (12, 12), (30, 30)],
    /// One of one, two, three cannons that the side to move can destroy without moving; then the
    /// same for the other side.
    CannonFalling = [(1500, 1500), (150, 150), (50, 50), (300, 300), (50, 50), (20, 20)],
    /// A cannon by the number of squares it sees, halved.
    CannonReach = [
        (0, 0), (2, 2), (4, 4), (6, 6), (8, 8), (10, 10), (12, 12), (13, 13), (14, 14), (15, 15),
        (16, 16), (17, 17), (18, 18), (19, 19), (20, 20), (20, 20), (20, 20),
    ],
    /// A cannon by the number of enemy men it hits.
    CannonTargets = [(0, 0), (2, 2), (4, 4), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6)],
    /// A cannon or flag by the number of empty squares around it.
    CannonRoom = [
        (0, 0), (-3, -3), (-6, -6), (-9, -9), (-12, -12), (-15, -15), (-18, -18), (-21, -21),
        (-24, -24),
    ],
    /// A cannon or flag by the number of own men around it.
    CannonGuards = [
        (0, 0), (3, 3), (6, 6), (9, 9), (12, 12), (14, 14), (16, 16), (18, 18), (20, 20),
    ],
    /// A cannon or flag by the number of enemy men within two steps.
    CannonSiege = [
        (0, 0), (-10, -10), (-22, -22), (-36, -36), (-50, -50), (-64, -64), (-78, -78), (-90, -90),
        (-100, -100),
    ],
    /// A musketeer by the number of squares he sees, halved.
    MusketeerReach = [
        (0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6),
        (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6),
    ],
    /// A musketeer by the number of enemy men he hits.
    MusketeerTargets = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)],
    /// A cavalryman by the number of squares he can go to, halved.
    CavalryMoves = [
        (-12, -12), (-6, -6), (-3, -3), (0, 0), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (6, 6),
        (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6), (6, 6),
    ],
}
