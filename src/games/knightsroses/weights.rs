//! What the evaluation counts, and what each is worth.

use crate::evaluation::weights;

weights! {
    /// A man, by kind.
    Man = [(46, 266), (90, 258)],
    /// A man that has no capture, by kind.
    Stuck = [(-76, -140), (-12, -184)],
    /// A man that the enemy can take, by kind.
    Hanging = [(70, -34), (62, -21)],
    /// A man that has no capture and that nobody can take.
    Idle = [(-27, -111)],
    /// A capture: of an enemy by a knight, by a rose, and then of one's own man.
    Capture = [(-18, 68), (-24, 68), (5, 22), (-2, 14)],
    /// A man that can be taken where the enemy cannot take back: an enemy, then one's own.
    Safely = [(-29, 59), (76, -50)],
    /// Having so many captures in all, from none to eleven.
    Few = [
        (-30, -30), (-240, -240), (-310, -310), (-330, -330), (-280, -273), (-254, -194),
        (-215, -119), (-175, -133), (-142, -110), (-111, -97), (-88, -75), (-74, -50),
    ],
    /// Being on move with an even number of men on the board, with an odd one.
    Turn = [(174, -17), (171, 15)],
}
