//! Who wins the positions that a solver has been through.

/// The table of a solver.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

/// One cache line.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    key: u64,
    /// Nodes that the answer has cost; 0 in an empty slot.
    work: u32,
    /// How many men matter in the position.
    men: u8,
    wins: bool,
}

impl Table {
    /// A table of about so many bytes, at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket>()).max(1);
        Table { buckets: vec![Bucket::default(); count] }
    }

    /// Multiply-shift: any number of buckets will do.
    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        ((key as u128 * self.buckets.len() as u128) >> 64) as usize
    }

    /// Whether the side to move wins the position with this key, if that is known.
    #[inline(always)]
    pub(super) fn wins(&self, key: u64) -> Option<bool> {
        let bucket = &self.buckets[self.place(key)];
        bucket.0.iter().find(|slot| slot.key == key && slot.work > 0).map(|slot| slot.wins)
    }

    /// Remembers an answer in place of the cheapest one of its bucket. Those about more than `most`
    /// men cost nothing: they will not be asked again.
    #[inline(always)]
    pub(super) fn put(&mut self, key: u64, wins: bool, men: usize, work: u64, most: usize) {
        let place = self.place(key);
        let worth = |slot: &&mut Slot| if slot.men as usize > most { 0 } else { slot.work };
        if let Some(slot) = self.buckets[place].0.iter_mut().min_by_key(worth) {
            let work = work.clamp(1, u32::MAX as u64) as u32;
            *slot = Slot { key, work, men: men as u8, wins };
        }
    }
}
