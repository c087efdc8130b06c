//! Generating, counting and playing moves, and perft, for every game.
//!
//! The positions come from seeded random play, so that every run measures the same ones.
//! Times are for one move, except perft's, which is for one leaf.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hippogriff::board::Rng;
use hippogriff::game::{self, Game, Options};
use hippogriff::games::{self, Visitor};
use hippogriff::perft::perft;

/// How many positions a game is measured on.
const POSITIONS: usize = 64;
/// Plies of random play between two of them.
const PLIES_APART: usize = 3;
/// Perft goes to the first depth with at least this many leaves.
const LEAVES: u64 = 200_000;

/// Positions along random games from the start.
fn positions<G: Game>() -> Vec<G> {
    let mut rng = Rng::new(2026);
    let mut position = G::start(Options::NONE);
    let mut found = Vec::new();
    while found.len() < POSITIONS {
        for _ in 0..PLIES_APART {
            let moves = position.legal_moves();
            position = match moves.len() {
                0 => G::start(Options::NONE),
                n => position.after(moves[rng.below(n)]),
            };
        }
        if position.count_moves() > 0 {
            found.push(position);
        }
    }
    found
}

struct Measure<'a>(&'a mut Criterion);

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let positions = positions::<G>();
        let moves: u64 = positions.iter().map(|p| p.count_moves() as u64).sum();
        let mut group = self.0.benchmark_group(G::INFO.name);
        group.throughput(Throughput::Elements(moves));
        group.bench_function("generate", |bench| {
            let mut list = Vec::new();
            bench.iter(|| {
                for position in &positions {
                    list.clear();
                    game::generate(position, &mut list);
                    black_box(&list);
                }
            });
        });
        group.bench_function("count", |bench| {
            bench.iter(|| positions.iter().map(game::count_moves).sum::<usize>());
        });
        group.bench_function("play", |bench| {
            let pairs: Vec<_> = positions
                .iter()
                .flat_map(|p| p.legal_moves().into_iter().map(move |mv| (p, mv)))
                .collect();
            bench.iter(|| {
                for (position, mv) in &pairs {
                    black_box(position.after(*mv));
                }
            });
        });
        let start = G::start(Options::NONE);
        let deep_enough = (1..).map(|depth| (depth, perft(&start, depth))).find(|p| p.1 >= LEAVES);
        if let Some((depth, leaves)) = deep_enough {
            group.throughput(Throughput::Elements(leaves));
            group.bench_function("perft", |bench| bench.iter(|| perft(&start, depth)));
        }
        group.finish();
    }
}

fn all_games(criterion: &mut Criterion) {
    for game in games::ALL {
        games::visit(game.name, Measure(criterion));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(std::time::Duration::from_millis(500))
        .measurement_time(std::time::Duration::from_secs(2));
    targets = all_games
}
criterion_main!(benches);
