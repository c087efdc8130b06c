//! Many short searches by more threads than there are processors, which share a table that is far
//! too small for them.

use super::*;
use crate::games;

/// The environment variable that says how many searches there are, of all games together.
const SEARCHES: &str = "HIPPOGRIFF_SEARCHES";
/// How many there are if it does not.
const FEW: usize = 400;
/// Threads of one search.
const THREADS: usize = 8;
/// Milliseconds of one search.
const TIME: u64 = 20;

/// How many searches each game has.
fn searches() -> usize {
    let told = std::env::var(SEARCHES).ok();
    let all = told.map_or(FEW, |text| text.parse().unwrap_or_else(|e| panic!("{SEARCHES}: {e}")));
    all.div_ceil(games::ALL.len())
}

#[test]
fn eight_threads_in_a_hurry_play_legal_moves() {
    for_every_game!(survives_haste);
}

/// Every other search finds the table full of lies; whatever it says then, its moves are legal.
fn survives_haste<G: Game>() {
    let [honest, lying] = [(); 2].map(|()| table());
    let mut memories = Memories::default();
    let mut rng = Rng::new(13);
    let limits = Limits { threads: THREADS, ..movetime(TIME) };
    for (nth, record) in random_records::<G>(13, searches()).iter().enumerate() {
        let lies = nth % 2 == 1;
        if lies {
            fill_with_lies(&lying, record.position(), &mut rng);
        }
        let table = if lies { &lying } else { &honest };
        let (infos, best) = findings_until(record, &limits, table, &mut memories, None);
        infos.iter().for_each(|info| check_line(record, info, !lies));
        assert_eq!(best.best, infos.last().map(|info| info.pv[0]), "{}", record.position().fen());
    }
}
