//! Levels: how the engine plays like a weaker player, not like a broken engine.
//!
//! A level looks at few positions, so that it overlooks what is deep. Of the best lines that it
//! finds it plays one that may be somewhat worse than the best, as chance has it. But whatever it
//! overlooks, it is not what everybody sees: above the lowest levels it takes a game that can be won
//! by one move, and does not let the enemy win by the next.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::ops::RangeInclusive;

use super::limits::Limits;
use super::score;
use crate::board::Rng;
use crate::game::Game;

/// Lines that a level chooses from.
const LINES: usize = 4;
/// The lowest level that looks for wins by the next move and the next but one.
const CAREFUL: u8 = 3;

/// What a level can do.
struct Skill {
    /// Nodes that it may search.
    nodes: u64,
    /// cp that its move may be worse than the best, as far as it can tell.
    margin: i32,
}

/// What each level can do, from level 0 on. The nodes grow tenfold in ten levels; the lowest has
/// enough for a first iteration in any game.
#[rustfmt::skip]
const SKILLS: [Skill; Level::FULL as usize] = [
    Skill { nodes:  1_000, margin: 400 },
    Skill { nodes:  1_250, margin: 360 },
    Skill { nodes:  1_600, margin: 320 },
    Skill { nodes:  2_000, margin: 280 },
    Skill { nodes:  2_500, margin: 250 },
    Skill { nodes:  3_200, margin: 220 },
    Skill { nodes:  4_000, margin: 195 },
    Skill { nodes:  5_000, margin: 170 },
    Skill { nodes:  6_300, margin: 150 },
    Skill { nodes:  8_000, margin: 135 },
    Skill { nodes: 10_000, margin: 120 },
    Skill { nodes: 12_500, margin: 105 },
    Skill { nodes: 16_000, margin:  92 },
    Skill { nodes: 20_000, margin:  80 },
    Skill { nodes: 25_000, margin:  70 },
    Skill { nodes: 32_000, margin:  60 },
    Skill { nodes: 40_000, margin:  50 },
    Skill { nodes: 50_000, margin:  40 },
    Skill { nodes: 63_000, margin:  30 },
    Skill { nodes: 80_000, margin:  20 },
];

/// A level of play below full strength, the higher the stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level(u8);

impl Level {
    /// The number that stands for full strength, which is no [`Level`]: levels are the numbers below.
    pub const FULL: u8 = 20;
    /// The Elo numbers that [`Level::of_elo`] knows. They are nominal: nothing is measured on this
    /// scale yet.
    pub const ELO: RangeInclusive<u32> = 600..=2_600;

    /// The level with this number; `None`, full strength, from [`Level::FULL`] on.
    pub fn new(number: u8) -> Option<Level> {
        (number < Self::FULL).then_some(Level(number))
    }

    /// The level for a player of this strength, spread evenly over [`Level::ELO`]; `None`, full
    /// strength, at its end.
    pub fn of_elo(elo: u32) -> Option<Level> {
        let (least, most) = (*Self::ELO.start(), *Self::ELO.end());
        let share = f64::from(elo.clamp(least, most) - least) / f64::from(most - least);
        Level::new((share * f64::from(Self::FULL)).round() as u8)
    }

    fn skill(self) -> &'static Skill {
        &SKILLS[usize::from(self.0)]
    }

    /// Leaves of `moves`, all legal in `position`, those that one look ahead speaks for: if some win
    /// at once, those; else those that do not let the enemy win at once, if there are such. Says
    /// whether all are left, as they always are at the lowest levels.
    pub(super) fn look_ahead<G: Game>(self, position: &G, moves: &mut Vec<G::Move>) -> bool {
        if self.0 < CAREFUL {
            return true;
        }
        let all = moves.len();
        if moves.iter().any(|&mv| wins(position, mv)) {
            moves.retain(|&mv| wins(position, mv));
            return moves.len() == all;
        }
        let safe: Vec<_> = moves.iter().copied().filter(|&mv| !loses(position, mv)).collect();
        if !safe.is_empty() {
            *moves = safe;
        }
        moves.len() == all
    }

    /// The place, among lines of these `values`, of the one to play. The first must be the best. Each
    /// value is raised by chance, within the level's margin, and the highest is chosen; a proven
    /// result is not played with.
    pub(super) fn pick(self, values: &[i32], rng: &mut Rng) -> usize {
        if values.first().is_none_or(|&best| score::distance(best).is_some()) {
            return 0;
        }
        let luck = self.skill().margin as usize + 1;
        let raised: Vec<_> = values.iter().map(|value| value + rng.below(luck) as i32).collect();
        (0..raised.len()).rev().max_by_key(|&place| raised[place]).unwrap_or(0)
    }
}

/// `limits`, made as narrow as their level has it.
pub(super) fn narrow(limits: &Limits) -> Limits {
    let mut limits = limits.clone();
    if let Some(level) = limits.level {
        let nodes = level.skill().nodes;
        limits.nodes = Some(limits.nodes.map_or(nodes, |given| given.min(nodes)));
        limits.multi_pv = LINES;
        limits.threads = 1;
    }
    limits
}

/// What the choices are drawn from: the same for the same seed, different each time without one.
pub(super) fn chance(seed: Option<u64>) -> Rng {
    // The standard library keys its hash maps by the system's random numbers.
    Rng::new(seed.unwrap_or_else(|| RandomState::new().hash_one(0)))
}

/// Whether a legal move wins the game.
fn wins<G: Game>(position: &G, mv: G::Move) -> bool {
    let outcome = position.after(mv).outcome(false);
    outcome.is_some_and(|outcome| outcome.winner == Some(position.side()))
}

/// Whether a legal move loses the game, or lets the enemy win by the next.
fn loses<G: Game>(position: &G, mv: G::Move) -> bool {
    let next = position.after(mv);
    match next.outcome(false) {
        Some(outcome) => outcome.winner == Some(next.side()),
        None => next.legal_moves().iter().any(|&reply| wins(&next, reply)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Options;
    use crate::games::knightfall::Knightfall;
    use crate::search::tests::{for_every_game, nearly_won_records, random_records};
    use crate::search::{self, Control, Info, Memories, Table};

    /// The levels, lowest first.
    fn levels() -> impl Iterator<Item = Level> {
        (0..Level::FULL).filter_map(Level::new)
    }

    fn knightfall(fen: &str) -> Knightfall {
        Knightfall::from_fen(fen, Options::NONE).unwrap()
    }

    fn looked_ahead<G: Game>(level: u8, position: &G) -> (Vec<G::Move>, bool) {
        let mut moves = position.legal_moves();
        let all = Level::new(level).unwrap().look_ahead(position, &mut moves);
        (moves, all)
    }

    #[test]
    fn levels_end_at_full_strength() {
        assert_eq!(levels().count(), 20);
        assert_eq!((Level::new(20), Level::new(255)), (None, None));
        for (elo, number) in [(0, 0), (600, 0), (649, 0), (651, 1), (1_600, 10), (2_549, 19)] {
            assert_eq!(Level::of_elo(elo), Some(Level(number)), "{elo}");
        }
        assert_eq!((Level::of_elo(2_551), Level::of_elo(u32::MAX)), (None, None));
    }

    #[test]
    fn each_level_can_do_more_than_the_one_below() {
        for pair in SKILLS.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].margin > pair[1].margin);
        }
    }

    #[test]
    fn limits_are_narrowed_and_never_widened() {
        let level = Level::new(8);
        let limits = Limits { level, threads: 3, multi_pv: 9, ..Limits::default() };
        let narrowed = narrow(&limits);
        assert_eq!((narrowed.nodes, narrowed.threads, narrowed.multi_pv), (Some(6_300), 1, LINES));
        assert_eq!(narrow(&Limits { nodes: Some(10), ..limits.clone() }).nodes, Some(10));
        let full = Limits { level: None, ..limits };
        assert_eq!(narrow(&full), full);
    }

    #[test]
    fn a_pick_is_within_the_margin_and_any_line_may_be_picked() {
        let mut rng = Rng::new(1);
        for level in levels() {
            let margin = level.skill().margin;
            let values = [70, 70 - margin / 3, 70 - margin, 69 - margin];
            let mut picked = [0; 4];
            (0..20_000).for_each(|_| picked[level.pick(&values, &mut rng)] += 1);
            assert!(picked[0] > picked[1] && picked[1] > picked[2], "{level:?} {picked:?}");
            assert!(picked[1] > 0 && picked[3] == 0, "{level:?} {picked:?}");
        }
        let picks = |seed| {
            let mut rng = chance(Some(seed));
            let pick = |_| Level(0).pick(&[9, 8, 7, 6], &mut rng);
            (0..20).map(pick).collect::<Vec<_>>()
        };
        assert_eq!(picks(5), picks(5));
        assert_ne!(picks(5), picks(6));
    }

    #[test]
    fn proven_results_are_not_played_with() {
        for level in levels() {
            let mut rng = Rng::new(3);
            for values in [vec![score::win_in(1), score::win_in(3)], vec![score::loss_in(4); 4]] {
                assert!((0..100).all(|_| level.pick(&values, &mut rng) == 0));
            }
            assert_eq!(level.pick(&[0], &mut rng), 0);
            assert!((0..100).all(|_| level.pick(&[0, score::loss_in(2)], &mut rng) == 0));
        }
    }

    #[test]
    fn a_win_in_one_is_taken() {
        let position = knightfall("6/6/3n2/2P3/6/2N3 w - - 0 1");
        let win = position.parse_move("c3d4").unwrap();
        assert_eq!(looked_ahead(CAREFUL, &position), (vec![win], false));
        assert!(looked_ahead(CAREFUL - 1, &position).1);
    }

    #[test]
    fn a_loss_in_one_is_avoided_if_it_can_be() {
        for_every_game!(check_avoided_losses);
    }

    fn check_avoided_losses<G: Game>() {
        let mut rng = Rng::new(4);
        let mut narrowed = 0;
        let records = nearly_won_records::<G>(2, 100).into_iter();
        for record in records.chain(random_records::<G>(2, 100)) {
            let position = record.position();
            let legal = position.legal_moves();
            let (moves, all) = looked_ahead(CAREFUL, position);
            assert_eq!(all, moves.len() == legal.len());
            narrowed += usize::from(!all);
            // Of what is left any move must do, of what is not none.
            let left = moves[rng.below(moves.len())];
            if !wins(position, left) && loses(position, left) {
                assert!(legal.iter().all(|&mv| loses(position, mv)), "{}", position.fen());
            }
            let gone = legal.iter().filter(|mv| !moves.contains(mv));
            let winning = wins(position, left);
            assert!(
                gone.into_iter().all(|&mv| !wins(position, mv) && (winning || loses(position, mv)))
            );
        }
        assert!(narrowed > 0, "{} has no such position", G::INFO.name);
    }

    #[test]
    fn a_level_plays_legal_moves_and_reports_what_it_plays() {
        for_every_game!(check_levels);
    }

    fn check_levels<G: Game>() {
        let table = Table::new(1).unwrap();
        for (seed, record) in random_records::<G>(3, 20).into_iter().enumerate() {
            let level = Level::new([0, CAREFUL, 8][seed % 3]);
            let limits = Limits { level, seed: Some(seed as u64), ..Limits::default() };
            let mut infos = Vec::new();
            let mut report = |info: &Info<G::Move>| infos.push(info.clone());
            let best = search::search(
                &record,
                &limits,
                &Control::new(&limits),
                &table,
                &mut Memories::default(),
                &mut report,
            );
            let mv = best.best.unwrap();
            let (moves, _) = looked_ahead(level.unwrap().0, record.position());
            assert!(moves.contains(&mv), "{}", record.position().fen());
            assert!(infos.iter().all(|info| info.multi_pv == 1));
            let (last, end) = (infos.last().unwrap(), &best.info);
            assert_eq!((&last.pv, last.score, last.depth), (&end.pv, end.score, end.depth));
            assert_eq!(end.pv[0], mv);
        }
    }
}
