//! Perft: counting all sequences of legal moves of a given length.
//!
//! Counted are legal move texts. A finished game has no moves; draws by repetition, move count and
//! bare material are looked past. Leaves are counted in bulk, by the generator that the search uses.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use crate::board::{GOLDEN_RATIO, multiversion};
use crate::game::{self, Game, Style};

/// Deepest count that can be asked for, in plies.
pub const DEEPEST: u32 = 100;

/// Set by nobody.
static NEVER: AtomicBool = AtomicBool::new(false);
/// Whether to stop is asked above this many plies from the leaves; below it takes no time.
const ASKING_DEPTH: u32 = 4;

/// The number of sequences of `depth` legal moves from `position`.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    perft_until(position, depth, &NEVER)
}

/// [`perft`], unless `stop` is set meanwhile: then the result means nothing.
fn perft_until<G: Game>(position: &G, depth: u32, stop: &AtomicBool) -> u64 {
    match depth {
        0 => 1,
        1 => game::count_moves(position) as u64,
        _ => walk(position, depth, &mut Vec::new(), stop),
    }
}

multiversion! {
    /// [`perft_until`] for depths from 2 on; `stack` holds the moves of the plies above.
    fn walk<G: Game>(position: &G, depth: u32, stack: &mut Vec<G::Move>, stop: &AtomicBool) -> u64 {
        walk_any(position, depth, stack, stop)
    }
}

#[inline(always)]
fn walk_any<G: Game>(position: &G, depth: u32, stack: &mut Vec<G::Move>, stop: &AtomicBool) -> u64 {
    let first = stack.len();
    position.generate(stack);
    let mut nodes = 0;
    for at in first..stack.len() {
        if depth >= ASKING_DEPTH && stop.load(Ordering::Relaxed) {
            break;
        }
        let child = position.after(stack[at]);
        nodes += if depth == 2 {
            child.count_moves() as u64
        } else {
            walk(&child, depth - 1, stack, stop)
        };
    }
    stack.truncate(first);
    nodes
}

/// What a running count tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// The nodes below one move.
    Move(String, u64),
    /// Their sum; nothing follows.
    Total(u64),
}

/// Tells the nodes below each legal move, in bytewise order of the moves' texts, and their sum, as
/// they are found; tells nothing more once `stop` is set.
pub fn divide_until<G: Game>(
    position: &G,
    depth: u32,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Told),
) {
    let Some(below) = depth.checked_sub(1) else { return tell(Told::Total(1)) };
    let mut total = 0;
    for (text, child) in children(position) {
        let nodes = perft_until(&child, below, stop);
        if stop.load(Ordering::Relaxed) {
            return;
        }
        total += nodes;
        tell(Told::Move(text, nodes));
    }
    tell(Told::Total(total));
}

/// The positions after each legal move, in bytewise order of the moves' texts.
fn children<G: Game>(position: &G) -> Vec<(String, G)> {
    let child = |mv| (position.move_text(mv, Style::Plain), position.after(mv));
    let mut children: Vec<_> = position.legal_moves().into_iter().map(child).collect();
    children.sort_by(|a, b| a.0.cmp(&b.0));
    children
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
/// For depth 0 the list is empty. A count that a `u64` cannot hold (a table gets to such depths) is
/// given as the largest.
pub fn divide<G: Game>(position: &G, depth: u32, method: &Method) -> Vec<(String, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let counts = Counts::new(method.hash_mib);
    let below = |position: &G, depth: u32| match &counts {
        Some(counts) => hashed(position, depth, counts, &mut Vec::new()),
        None => perft(position, depth),
    };
    let children = children(position);
    if method.threads > 1 && depth >= 3 {
        match rayon::ThreadPoolBuilder::new().num_threads(method.threads).build() {
            Ok(pool) => return pool.install(|| divide_in_threads(&children, depth, &below)),
            Err(error) => log::warn!("no threads ({error}): counting in one"),
        }
    }
    let count = |(text, child)| (text, below(&child, depth - 1));
    children.into_iter().map(count).collect()
}

/// [`divide`] with the work cut at two plies and shared by the threads of the present pool.
fn divide_in_threads<G: Game>(
    children: &[(String, G)],
    depth: u32,
    below: &(impl Fn(&G, u32) -> u64 + Sync),
) -> Vec<(String, u64)> {
    let grandchildren = |(at, (_, child)): (usize, &(String, G))| {
        let child = *child;
        child.legal_moves().into_iter().map(move |mv| (at, child.after(mv)))
    };
    let tasks: Vec<(usize, G)> = children.iter().enumerate().flat_map(grandchildren).collect();
    let found: Vec<u64> =
        tasks.par_iter().map(|(_, position)| below(position, depth - 2)).collect();
    let mut sums = vec![0u64; children.len()];
    for ((at, _), nodes) in tasks.iter().zip(found) {
        sums[*at] = sums[*at].saturating_add(nodes);
    }
    children.iter().zip(sums).map(|((text, _), sum)| (text.clone(), sum)).collect()
}

/// The nodes to `depth`, counted with `method`; the largest `u64` if there are more.
pub fn count<G: Game>(position: &G, depth: u32, method: &Method) -> u64 {
    if depth <= 1 || (method.threads <= 1 && method.hash_mib == 0) {
        return perft(position, depth);
    }
    divide(position, depth, method).iter().fold(0, |sum, (_, nodes)| sum.saturating_add(*nodes))
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
        // Never 0, which is what an empty slot holds.
        let check = key ^ (depth as u64).wrapping_mul(GOLDEN_RATIO) | 1;
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

/// The nodes to `depth`, looked up or entered in `counts`; `stack` holds the moves of the plies above.
fn hashed<G: Game>(position: &G, depth: u32, counts: &Counts, stack: &mut Vec<G::Move>) -> u64 {
    if depth <= 1 {
        return perft(position, depth);
    }
    if let Some(nodes) = counts.get(position.key(), depth) {
        return nodes;
    }
    let first = stack.len();
    game::generate(position, stack);
    let mut nodes = 0u64;
    for at in first..stack.len() {
        let child = position.after(stack[at]);
        nodes = nodes.saturating_add(hashed(&child, depth - 1, counts, stack));
    }
    stack.truncate(first);
    counts.put(position.key(), depth, nodes);
    nodes
}
