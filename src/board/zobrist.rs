//! Zobrist keys (Zobrist 1970): a random number for each feature of a position, combined by XOR.

use super::Rng;

/// Random numbers for every man (of either side) on every square.
/// `MEN` counts kinds times two; a man's row is `kind * 2 + side`.
#[derive(Debug)]
pub struct ManKeys<const MEN: usize, const SQUARES: usize>([[u64; SQUARES]; MEN]);

impl<const MEN: usize, const SQUARES: usize> ManKeys<MEN, SQUARES> {
    /// A table that depends on `seed` alone.
    pub const fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut keys = [[0; SQUARES]; MEN];
        let mut man = 0;
        while man < MEN {
            let mut square = 0;
            while square < SQUARES {
                keys[man][square] = rng.next_u64();
                square += 1;
            }
            man += 1;
        }
        ManKeys(keys)
    }

    /// The key of the man in row `man` on `square`.
    #[inline(always)]
    pub const fn of(&self, man: usize, square: usize) -> u64 {
        self.0[man][square]
    }
}

/// `N` random numbers that depend on `seed` alone, for the features that are not men on squares.
pub const fn feature_keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut rng = Rng::new(seed);
    let mut keys = [0; N];
    let mut n = 0;
    while n < N {
        keys[n] = rng.next_u64();
        n += 1;
    }
    keys
}
