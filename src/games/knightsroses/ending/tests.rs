//! The solver against plain search by the rules, and its own arithmetic.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::men::Men;
use super::{MOST_MEN, Solver};
use crate::board::Rng;
use crate::game::Game;
use crate::games::knightsroses::KnightsRoses;
use crate::games::knightsroses::tests::random;

/// Who wins, by the rules alone.
fn plainly_wins(position: &KnightsRoses, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(&known) = known.get(&position.key()) {
        return known;
    }
    let wins = position.legal_moves().iter().any(|&mv| !plainly_wins(&position.after(mv), known));
    known.insert(position.key(), wins);
    wins
}

#[test]
fn solutions_are_those_of_plain_search() {
    let mut rng = Rng::new(1);
    // A small table, so that answers are overwritten; and one solver, so that they are used again.
    let mut solver = Solver::new(1 << 12);
    for men in 2..=10 {
        for _ in 0..300 {
            let position = random(men, &mut rng);
            let mut known = HashMap::new();
            let solution = solver.solve(&position, u64::MAX, &mut || false).unwrap();
            assert_eq!(solution.wins, plainly_wins(&position, &mut known), "{}", position.fen());
            assert_eq!(solution.wins, solution.best.is_some());
            if let Some(best) = solution.best {
                assert!(position.legal_moves().contains(&best), "{}", position.fen());
                assert!(!plainly_wins(&position.after(best), &mut known), "{}", position.fen());
            }
        }
    }
}

#[test]
fn captures_after_moves_are_those_counted_afresh() {
    let mut rng = Rng::new(2);
    for round in 0..500 {
        let position = random(2 + round % 40, &mut rng);
        let mut listed = Vec::new();
        Men::of(&position).children(|child| {
            let next = position.after(child.mv);
            let again = next.after_null();
            assert_eq!(child.men, Men::of(&next), "{} {:?}", position.fen(), child.mv);
            assert_eq!(child.replies as usize, next.count_moves());
            assert_eq!(child.captures as usize, again.count_moves());
            listed.push(child.mv);
            true
        });
        let mut legal = position.legal_moves();
        legal.sort();
        listed.sort();
        assert_eq!(listed, legal, "{}", position.fen());
    }
}

#[test]
fn it_gives_up_when_told_to() {
    let mut rng = Rng::new(3);
    let position = random(22, &mut rng);
    let mut solver = Solver::new(1 << 20);
    assert_eq!(solver.solve(&position, 10, &mut || false), None);
    assert_eq!(solver.solve(&position, u64::MAX, &mut || true), None);
    assert!(solver.solve(&position, u64::MAX, &mut || false).is_some());
    assert_eq!(solver.solve(&random(MOST_MEN + 1, &mut rng), 10, &mut || false), None);
}

/// Prints how long random positions take: `cargo test --release -- --ignored --nocapture solving`.
#[test]
#[ignore = "a measurement"]
fn solving_times() {
    let setting = |name: &str, default| std::env::var(name).map_or(default, |v| v.parse().unwrap());
    let bytes = setting("BYTES", 64 << 20);
    for men in (setting("FROM", 4)..=setting("TO", 20)).step_by(2) {
        let mut rng = Rng::new(men as u64);
        let mut solver = Solver::new(bytes);
        let (mut nodes, mut longest, mut total) = (0, Duration::ZERO, Duration::ZERO);
        let rounds = setting("ROUNDS", 200);
        for _ in 0..rounds {
            let position = random(men, &mut rng);
            let started = Instant::now();
            let solution = solver.solve(&position, u64::MAX, &mut || false).unwrap();
            let time = started.elapsed();
            (nodes, longest, total) = (nodes + solution.nodes, longest.max(time), total + time);
        }
        let mean = total / rounds as u32;
        println!("{men} men: {} nodes, mean {mean:?}, longest {longest:?}", nodes / rounds as u64);
    }
}
