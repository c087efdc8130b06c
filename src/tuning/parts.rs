//! Sums over many items, shared by threads.

use rayon::prelude::*;

/// Into how many parts the items are cut.
const PARTS: usize = 64;

/// A sum of values, and the sums of what belongs to each of some variables.
pub(super) type Sums = (f64, Vec<f64>);

/// The sums over all items: `add` adds an item's value to the vector of `width` sums that it is
/// given, and returns what it adds to the single sum. The items are always cut alike and the parts
/// summed in order, so that rounding does not depend on the threads.
pub(super) fn sums<T: Sync>(
    items: &[T],
    width: usize,
    add: impl Fn(&T, &mut [f64]) -> f64 + Sync,
) -> Sums {
    let sum_of = |part: &[T]| {
        let mut vector = vec![0.0; width];
        let value = part.iter().map(|item| add(item, &mut vector)).sum();
        (value, vector)
    };
    let parts: Vec<Sums> =
        items.par_chunks(items.len().div_ceil(PARTS).max(1)).map(sum_of).collect();
    let mut total = (0.0, vec![0.0; width]);
    for (value, vector) in parts {
        total.0 += value;
        total.1.iter_mut().zip(vector).for_each(|(sum, more)| *sum += more);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_do_not_depend_on_the_threads() {
        let items: Vec<usize> = (1..=1000).collect();
        let add = |&item: &usize, vector: &mut [f64]| {
            vector[item % 2] += 1.0 / item as f64;
            item as f64
        };
        let of = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| sums(&items, 2, add))
        };
        assert_eq!(of(1), of(3));
        let (value, vector) = of(2);
        assert_eq!(value, 500_500.0);
        assert!((vector[0] + vector[1] - 7.485_470_860_550_345).abs() < 1e-12);
        assert_eq!(sums(&[], 1, add), (0.0, vec![0.0]));
    }
}
