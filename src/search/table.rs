//! The transposition table: what is known of positions already searched.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use super::score;

/// The largest table that can be asked for, in MiB.
pub const MAX_HASH_MIB: usize = 65_536;

/// What a value says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower,
    /// This is the true value.
    Exact,
}

/// What is kept of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// The best move's [`bits`](crate::game::GameMove::bits), or [`Entry::NO_MOVE`]. They may belong
    /// to another position with the same key: the move is to be looked for among the legal ones.
    pub mv: u32,
    /// The value, with wins and losses counted from the root.
    pub value: i32,
    /// The depth it was asked for. (Without a move to begin with, a node is searched a ply less.)
    pub depth: u32,
    /// What the value says.
    pub bound: Bound,
}

impl Entry {
    /// No move is known to be best. Should a game number a move so, it is merely not remembered.
    pub const NO_MOVE: u32 = u32::MAX;
}

/// The transposition table of one game, shared by all threads that search it.
///
/// A slot is two words, the data and the data XORed with the key, so that a slot torn by two
/// writers, or filled by anything else, is seen as a miss (Hyatt and Mann, "A lock-less
/// transposition table implementation for parallel search", 2002). Four slots make a bucket of one
/// cache line. The slot worth least, by depth and by how many searches ago it was written, is
/// overwritten.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// There is not enough memory for a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not enough memory for a table of {mib} MiB")]
pub struct TableError {
    /// The size asked for.
    pub mib: usize,
}

impl Table {
    /// A table of `mib` MiB; 0 counts as 1.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        let error = TableError { mib };
        let bytes = mib.max(1).checked_mul(1 << 20).ok_or(error)?;
        if available_memory().is_some_and(|available| bytes as u64 > available) {
            return Err(error);
        }
        let count = bytes / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error)?;
        match processors_for(count) {
            Some(pool) => pool.install(|| {
                let bucket = (0..count).into_par_iter().map(|_| Bucket::default());
                bucket.with_min_len(SHARE).collect_into_vec(&mut buckets);
            }),
            None => buckets.resize_with(count, Bucket::default),
        }
        Ok(Table { buckets, generation: AtomicU8::new(0) })
    }

    /// A table that takes no memory and remembers nothing.
    pub fn empty() -> Self {
        Table { buckets: Vec::new(), generation: AtomicU8::new(0) }
    }

    /// Its size in MiB.
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        match processors_for(self.buckets.len()) {
            Some(pool) => pool.install(|| self.buckets.par_chunks(SHARE).for_each(wipe)),
            None => wipe(&self.buckets),
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Per mille of the slots that the present search has filled, by a sample.
    pub fn hashfull(&self) -> u32 {
        let now = self.generation.load(Ordering::Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        let (mut slots, mut filled) = (0, 0);
        for slot in sample {
            slots += 1;
            filled += Data(slot.data.load(Ordering::Relaxed)).is_from(now) as u32;
        }
        filled * 1000 / slots.max(1)
    }

    /// Makes all that is known older by one search.
    pub(super) fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % Data::GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// What is known of the node with this key, met `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let slot = self.bucket(key)?.0.iter().find_map(|slot| slot.read(key))?;
        slot.unpack(ply)
    }

    /// Remembers `entry` of the node with this key, met `ply` plies from the root, unless more is
    /// known of it by this same search.
    pub(super) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let Some(Bucket(slots)) = self.bucket(key) else { return };
        let now = self.generation.load(Ordering::Relaxed);
        let same = slots.iter().find_map(|slot| Some((slot, slot.read(key)?)));
        let slot = if let Some((slot, old)) = same {
            let deeper = old.depth() > entry.depth + 3 && old.is_from(now);
            if deeper && entry.bound != Bound::Exact {
                return;
            }
            if entry.mv == Entry::NO_MOVE {
                entry.mv = old.mv();
            }
            slot
        } else {
            let worth = |slot: &&Slot| Data(slot.data.load(Ordering::Relaxed)).worth(now);
            let Some(slot) = slots.iter().min_by_key(worth) else { return };
            slot
        };
        slot.write(key, Data::pack(&entry, ply, now).0);
    }

    /// The bucket of a key: its place among the buckets is that of the key among all keys.
    #[inline(always)]
    fn bucket(&self, key: u64) -> Option<&Bucket> {
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        self.buckets.get(place as usize)
    }
}

impl Slot {
    /// The data, if it is that of `key`.
    fn read(&self, key: u64) -> Option<Data> {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(Data(data))
    }

    fn write(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// So many buckets are worth the start of a thread: 1 MiB of them.
const SHARE: usize = (1 << 20) / size_of::<Bucket>();

/// All processors, if there are buckets enough: a large table takes one of them many seconds, of which
/// fresh memory takes most.
fn processors_for(buckets: usize) -> Option<ThreadPool> {
    // Where no threads are to be had, one does it all.
    if buckets > SHARE { ThreadPoolBuilder::new().build().ok() } else { None }
}

/// Empties all slots.
fn wipe(buckets: &[Bucket]) {
    for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
        slot.write(0, 0);
    }
}

/// An [`Entry`] in one word, from the lowest bit: move 32, value 16, depth 8, generation 6, bound 2.
/// The bound is never 0, so 0 is an empty slot.
#[derive(Debug, Clone, Copy)]
struct Data(u64);

impl Data {
    /// Searches after which the generations begin anew.
    const GENERATIONS: u8 = 64;

    fn pack(entry: &Entry, ply: usize, generation: u8) -> Self {
        let value = score::to_table(entry.value, ply) as u16;
        let depth = entry.depth.min(u8::MAX.into());
        Data(
            u64::from(entry.mv)
                | u64::from(value) << 32
                | u64::from(depth) << 48
                | u64::from(generation) << 56
                | (entry.bound as u64) << 62,
        )
    }

    fn unpack(self, ply: usize) -> Option<Entry> {
        let bound = match self.0 >> 62 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let value = score::from_table((self.0 >> 32) as u16 as i16, ply);
        Some(Entry { mv: self.mv(), value, depth: self.depth(), bound })
    }

    fn mv(self) -> u32 {
        self.0 as u32
    }

    fn depth(self) -> u32 {
        (self.0 >> 48) as u32 & 0xFF
    }

    fn generation(self) -> u8 {
        (self.0 >> 56) as u8 % Self::GENERATIONS
    }

    fn is_from(self, generation: u8) -> bool {
        self.0 != 0 && self.generation() == generation
    }

    /// How much would be lost with it; a search older counts as eight plies shallower.
    fn worth(self, now: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN;
        }
        let age = (now + Self::GENERATIONS - self.generation()) % Self::GENERATIONS;
        self.depth() as i32 - 8 * i32::from(age)
    }
}

/// Bytes that can be had without swapping, where the system tells. Linux grants more than there is
/// and kills who uses it, so that asking the allocator is not enough.
fn available_memory() -> Option<u64> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
impl Table {
    /// Fills every slot with random data that passes as that of `key`.
    pub(super) fn forge(&self, key: u64, rng: &mut crate::board::Rng) {
        for slot in self.bucket(key).into_iter().flat_map(|bucket| &bucket.0) {
            slot.write(key, rng.next_u64());
        }
    }

    /// Fills the whole table with random words.
    pub(super) fn scribble(&self, rng: &mut crate::board::Rng) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.write(rng.next_u64(), rng.next_u64());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 0x0123_4567_89AB_CDEF;

    fn entry(value: i32, depth: u32, bound: Bound) -> Entry {
        Entry { mv: 77, value, depth, bound }
    }

    #[test]
    fn entries_come_back() {
        let table = Table::new(1).unwrap();
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for value in [-31_990, -500, -1, 0, 1, 20_000, 31_997] {
                for mv in [0, 1, u32::MAX - 1] {
                    table.clear();
                    let entry = Entry { mv, ..entry(value, 9, bound) };
                    table.store(KEY, 3, entry);
                    assert_eq!(table.probe(KEY, 3), Some(entry));
                    assert_eq!(table.probe(KEY ^ 1, 3), None);
                }
            }
        }
    }

    #[test]
    fn wins_are_counted_from_the_node() {
        let table = Table::new(1).unwrap();
        for sign in [1, -1] {
            table.store(KEY, 3, entry(sign * score::win_in(8), 5, Bound::Exact));
            let value = table.probe(KEY, 1).map(|entry| entry.value);
            assert_eq!(value, Some(sign * score::win_in(6)));
        }
    }

    #[test]
    fn what_is_deep_and_young_stays() {
        let table = Table::new(1).unwrap();
        // One bucket: keys that differ in their lowest bits alone.
        for low in 0..40 {
            table.store(low, 0, entry(0, low as u32, Bound::Lower));
        }
        assert!((37..40).all(|low| table.probe(low, 0).is_some()));
        (0..6).for_each(|_| table.age());
        for low in 40..44 {
            table.store(low, 0, entry(0, 1, Bound::Lower));
        }
        assert!((40..44).all(|low| table.probe(low, 0).is_some()));
    }

    #[test]
    fn a_deeper_entry_of_the_same_position_is_kept() {
        let table = Table::new(1).unwrap();
        table.store(KEY, 0, entry(50, 12, Bound::Lower));
        table.store(KEY, 0, entry(10, 4, Bound::Upper));
        assert_eq!(table.probe(KEY, 0), Some(entry(50, 12, Bound::Lower)));
        table.store(KEY, 0, Entry { mv: Entry::NO_MOVE, ..entry(10, 4, Bound::Exact) });
        assert_eq!(table.probe(KEY, 0), Some(entry(10, 4, Bound::Exact)));
    }

    #[test]
    fn nothing_is_left_by_clearing() {
        let mut rng = crate::board::Rng::new(1);
        for mib in [1, 2, 9] {
            let table = Table::new(mib).unwrap();
            table.scribble(&mut rng);
            table.age();
            table.clear();
            let slots = || table.buckets.iter().flat_map(|bucket| &bucket.0);
            assert!(slots().all(|slot| slot.data.load(Ordering::Relaxed) == 0));
            assert_eq!((slots().count(), table.hashfull()), (mib << 16, 0));
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(Table::new(0).unwrap().mib(), 1);
        assert_eq!(Table::new(3).unwrap().mib(), 3);
        for mib in [1 << 40, usize::MAX] {
            assert_eq!(Table::new(mib).unwrap_err(), TableError { mib });
        }
        let empty = Table::empty();
        empty.store(KEY, 0, entry(0, 1, Bound::Exact));
        assert_eq!((empty.probe(KEY, 0), empty.hashfull(), empty.mib()), (None, 0, 0));
    }
}
