//! Mean and variance of results that are equally far apart: `N` classes from 0 to 1.

/// The score of a class: 0 for the first of `N`, 1 for the last.
pub(super) fn score_of<const N: usize>(class: usize) -> f64 {
    class as f64 / (N - 1) as f64
}

/// Mean and variance of the scores of classes that have these weights. There must be some weight.
pub(super) fn moments<const N: usize>(weights: &[f64; N]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    let mean_of = |value: &dyn Fn(f64) -> f64| {
        let terms = (0..N).map(|class| weights[class] / total * value(score_of::<N>(class)));
        terms.sum::<f64>()
    };
    let mean = mean_of(&|score| score);
    (mean, mean_of(&|score| (score - mean) * (score - mean)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_one_win_one_draw_and_two_losses() {
        assert_eq!(
            moments(&[2.0, 1.0, 1.0]),
            (0.375, (2.0 * 0.140625 + 0.015625 + 0.390625) / 4.0)
        );
        assert_eq!(moments(&[0.0, 0.0, 0.0, 7.0, 0.0]), (0.75, 0.0));
    }
}
