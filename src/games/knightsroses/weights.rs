//! What the evaluation counts, and what each is worth.

use crate::evaluation::weights;

weights! {
    /// A man, by kind.
    Man = [(-40, 262), (0, 240)],
    /// A man that has no capture, by kind.
    Stuck = [(20, -187), (10, -165)],
    /// A man that the enemy can take, by kind.
    Hanging = [(65, -52), (55, -34)],
    /// A man that has no capture and that nobody can take.
    Idle = [(0, -90)],
    /// A capture: of an enemy by a knight, by a rose, and then of one's own man.
    Capture = [(-6, 36), (-8, 33), (8, 11), (-2, 13)],
    /// A man that can be taken where the enemy cannot take back: an enemy, then one's own.
    Safely = [(-28, 34), (60, -42)],
    /// Having so many captures in all, from none to eleven.
    Few = [
        (-30, -30), (-240, -240), (-310, -310), (-330, -330), (-280, -280), (-255, -255),
        (-215, -215), (-175, -175), (-140, -140), (-110, -110), (-90, -90), (-75, -75),
    ],
    /// Being on move with an even number of men on the board, with an odd one.
    Turn = [(86, 124), (38, 70)],
}
