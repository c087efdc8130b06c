//! Perft: counting all sequences of legal moves of a given length.
//!
//! Counted are legal move texts. A finished game has no moves; draws by repetition, move count and
//! bare material are looked past. Leaves are counted in bulk, by the generator that the search uses.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::board::multiversion;
use crate::game::{self, Game, Style};

/// Deepest count that can be asked for.
pub const DEEPEST: u32 = 100;

/// The number of sequences of `depth` legal moves from `position`.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game::count_moves(position) as u64,
        _ => walk(position, depth, &mut Vec::new()),
    }
}

multiversion! {
    /// [`perft`] for depths from 2 on; `stack` holds the moves of the plies above.
    fn walk<G: Game>(position: &G, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
        walk_any(position, depth, stack)
    }
}

#[inline(always)]
fn walk_any<G: Game>(position: &G, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    let first = stack.len();
    position.generate(stack);
    let mut nodes = 0;
    for at in first..stack.len() {
        let child = position.after(stack[at]);
        nodes +=
            if depth == 2 { child.count_moves() as u64 } else { walk(&child, depth - 1, stack) };
    }
    stack.truncate(first);
    nodes
}

/// How a count is made; the count itself is the same whichever way.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// Threads to share the work.
    pub threads: usize,
    /// Size of the table of counted positions in MiB; 0 for none.
    pub hash_mib: usize,
}

impl Default for Method {
    fn default() -> Self {
        Method { threads: 1, hash_mib: 0 }
    }
}

/// The nodes below each legal move, in bytewise order of the moves' texts. Their sum is the perft.
/// For depth 0 the list is empty.
pub fn divide<G: Game>(position: &G, depth: u32, method: &Method) -> Vec<(String, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let counts = Counts::new(method.hash_mib);
    let mut children: Vec<(String, G)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| (position.move_text(mv, Style::Plain), position.after(mv)))
        .collect();
    children.sort_by(|a, b| a.0.cmp(&b.0));
    let count = |child: &G| match &counts {
        Some(counts) => hashed(child, depth - 1, counts),
        None => perft(child, depth - 1),
    };
    if method.threads <= 1 || depth < 3 {
        return children.iter().map(|(text, child)| (text.clone(), count(child))).collect();
    }
    in_pool(method.threads, || {
        let tasks: Vec<(usize, G)> = children
            .iter()
            .enumerate()
            .flat_map(|(at, (_, child))| {
                child.legal_moves().into_iter().map(move |mv| (at, child.after(mv)))
            })
            .collect();
        let below = |grandchild: &G| match &counts {
            Some(counts) => hashed(grandchild, depth - 2, counts),
            None => perft(grandchild, depth - 2),
        };
        let sums: Vec<AtomicU64> = children.iter().map(|_| AtomicU64::new(0)).collect();
        tasks.par_iter().for_each(|(at, grandchild)| {
            sums[*at].fetch_add(below(grandchild), Ordering::Relaxed);
        });
        children.iter().zip(sums).map(|((text, _), sum)| (text.clone(), sum.into_inner())).collect()
    })
}

/// Runs `work` in a pool of its own; in the calling thread if no pool can be had.
fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(error) => {
            log::warn!("no thread pool ({error}): counting in one thread");
            work()
        }
    }
}

/// The nodes to `depth`, counted with `method`.
pub fn count<G: Game>(position: &G, depth: u32, method: &Method) -> u64 {
    if depth <= 1 || (method.threads <= 1 && method.hash_mib == 0) {
        return perft(position, depth);
    }
    divide(position, depth, method).iter().map(|(_, nodes)| nodes).sum()
}

/// A table of counted positions: always-replace, shared by threads without locks. A slot holds
/// the count and the count XORed with the key, so that a torn write is seen as a miss (Hyatt).
struct Counts(Vec<[AtomicU64; 2]>);

impl Counts {
    fn new(mib: usize) -> Option<Self> {
        let slots = mib.saturating_mul((1 << 20) / size_of::<[AtomicU64; 2]>());
        let mut table = Vec::new();
        if let Err(error) = table.try_reserve_exact(slots) {
            log::warn!("no table of {mib} MiB ({error}): counting without");
            return None;
        }
        table.resize_with(slots, Default::default);
        (slots > 0).then_some(Counts(table))
    }

    /// The slot of a position at a depth, and the check number that it must hold.
    fn slot(&self, key: u64, depth: u32) -> (&[AtomicU64; 2], u64) {
        let check = key ^ (depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let at = (check as u128 * self.0.len() as u128) >> 64;
        (&self.0[at as usize], check)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (slot, check) = self.slot(key, depth);
        let nodes = slot[1].load(Ordering::Relaxed);
        (slot[0].load(Ordering::Relaxed) ^ nodes == check).then_some(nodes)
    }

    fn put(&self, key: u64, depth: u32, nodes: u64) {
        let (slot, check) = self.slot(key, depth);
        slot[0].store(check ^ nodes, Ordering::Relaxed);
        slot[1].store(nodes, Ordering::Relaxed);
    }
}

fn hashed<G: Game>(position: &G, depth: u32, counts: &Counts) -> u64 {
    if depth <= 1 {
        return perft(position, depth);
    }
    if let Some(nodes) = counts.get(position.key(), depth) {
        return nodes;
    }
    let children = position.legal_moves();
    let nodes = children.iter().map(|&mv| hashed(&position.after(mv), depth - 1, counts)).sum();
    counts.put(position.key(), depth, nodes);
    nodes
}
