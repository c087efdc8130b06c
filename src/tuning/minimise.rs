//! Minimising a smooth function of many variables.

use std::collections::VecDeque;

use super::parts::Sums;

/// How many steps are remembered.
const MEMORY: usize = 12;
/// A step must gain at least this part of what the slope promises (Armijo's condition).
const SUFFICIENT: f64 = 1e-4;
/// How often a step is halved before there is thought to be nothing to gain.
const HALVINGS: usize = 40;
/// The search ends when so many iterations together …
const PATIENCE: usize = 5;
/// … gain less than this part of the value.
const WORTHWHILE: f64 = 1e-8;

/// Where the search for a minimum ended.
#[derive(Debug)]
pub(super) struct Minimum {
    /// The point.
    pub(super) point: Vec<f64>,
    /// How many steps were made.
    pub(super) iterations: usize,
}

/// Finds a minimum of `objective`, which gives its value and its gradient at a point, from `start`
/// in at most `most` steps. `report` is told the number of each step and the value it led to.
///
/// It is the method L-BFGS (Liu and Nocedal, "On the limited memory BFGS method for large scale
/// optimization", 1989) with steps that are halved until they gain enough.
pub(super) fn minimise(
    objective: impl Fn(&[f64]) -> Sums,
    start: Vec<f64>,
    most: usize,
    report: &mut dyn FnMut(usize, f64),
) -> Minimum {
    let mut point = start;
    let (value, mut gradient) = objective(&point);
    let mut values = vec![value];
    let mut memory = Memory::default();
    while values.len() <= most {
        let iterations = values.len();
        let value = values[iterations - 1];
        let direction = memory.direction(&gradient);
        let Some(step) = walk(&objective, &point, value, &gradient, &direction) else { break };
        memory.add(Pair::new(&point, &step.point, &gradient, &step.gradient));
        (point, gradient) = (step.point, step.gradient);
        values.push(step.value);
        report(iterations, step.value);
        let before = iterations.checked_sub(PATIENCE).map(|earlier| values[earlier]);
        if before.is_some_and(|before| before - step.value <= WORTHWHILE * before.abs()) {
            break;
        }
    }
    Minimum { point, iterations: values.len() - 1 }
}

/// A step that was made.
struct Step {
    point: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
}

/// Goes from `point` in `direction`, as far as it pays; `None` if it does not.
fn walk(
    objective: impl Fn(&[f64]) -> Sums,
    point: &[f64],
    value: f64,
    gradient: &[f64],
    direction: &[f64],
) -> Option<Step> {
    let slope = dot(direction, gradient);
    let mut length = 1.0;
    for _ in 0..HALVINGS {
        let goal: Vec<_> = point.iter().zip(direction).map(|(x, d)| x + length * d).collect();
        let (reached, gradient) = objective(&goal);
        // Written so that a value that is no number is not taken.
        if slope < 0.0 && reached <= value + SUFFICIENT * length * slope {
            return Some(Step { point: goal, value: reached, gradient });
        }
        length /= 2.0;
    }
    None
}

/// A step and the change of the gradient along it.
struct Pair {
    step: Vec<f64>,
    change: Vec<f64>,
    /// Their product, which is positive where the function is convex.
    product: f64,
}

impl Pair {
    fn new(from: &[f64], to: &[f64], gradient_from: &[f64], gradient_to: &[f64]) -> Self {
        let difference = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| b - a).collect();
        let (step, change): (Vec<f64>, Vec<f64>) =
            (difference(from, to), difference(gradient_from, gradient_to));
        let product = dot(&step, &change);
        Pair { step, change, product }
    }
}

/// The last steps: what is known of the function's curvature.
#[derive(Default)]
struct Memory(VecDeque<Pair>);

impl Memory {
    /// Remembers a step. If the function was not convex along it, everything is forgotten: from such
    /// a region only the gradient leads on.
    fn add(&mut self, pair: Pair) {
        if pair.product <= f64::EPSILON * dot(&pair.change, &pair.change) {
            self.0.clear();
            return;
        }
        if self.0.len() == MEMORY {
            self.0.pop_front();
        }
        self.0.push_back(pair);
    }

    /// Where to go from a point with this gradient: the negative gradient times the inverse of the
    /// curvature, as far as that is known ("two-loop recursion").
    fn direction(&self, gradient: &[f64]) -> Vec<f64> {
        let mut direction: Vec<_> = gradient.iter().map(|g| -g).collect();
        let mut factors = Vec::with_capacity(self.0.len());
        for pair in self.0.iter().rev() {
            let factor = dot(&pair.step, &direction) / pair.product;
            add_scaled(&mut direction, -factor, &pair.change);
            factors.push(factor);
        }
        if let Some(last) = self.0.back() {
            let scale = last.product / dot(&last.change, &last.change);
            direction.iter_mut().for_each(|d| *d *= scale);
        }
        for (pair, factor) in self.0.iter().zip(factors.into_iter().rev()) {
            let correction = factor - dot(&pair.change, &direction) / pair.product;
            add_scaled(&mut direction, correction, &pair.step);
        }
        direction
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add_scaled(to: &mut [f64], factor: f64, vector: &[f64]) {
    to.iter_mut().zip(vector).for_each(|(t, v)| *t += factor * v);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (1 − x)² + 100 (y − x²)², whose minimum lies in a bent valley (Rosenbrock).
    fn valley(point: &[f64]) -> Sums {
        let [x, y] = point[..] else { unreachable!() };
        let (near, far) = (1.0 - x, y - x * x);
        let gradient = vec![-2.0 * near - 400.0 * x * far, 200.0 * far];
        (near * near + 100.0 * far * far, gradient)
    }

    #[test]
    fn a_minimum_is_found() {
        let mut values = Vec::new();
        let mut report = |iteration, value| values.push((iteration, value));
        let minimum = minimise(valley, vec![-1.2, 1.0], 200, &mut report);
        assert!(minimum.point.iter().all(|x| (x - 1.0).abs() < 1e-6), "{minimum:?}");
        assert!(values.is_sorted_by(|a, b| a.0 + 1 == b.0 && a.1 > b.1));
        assert_eq!(values.len(), minimum.iterations);
    }

    #[test]
    fn the_number_of_steps_is_kept_to() {
        let minimum = minimise(valley, vec![-1.2, 1.0], 3, &mut |_, _| ());
        assert_eq!(minimum.iterations, 3);
        let minimum = minimise(valley, vec![1.0, 1.0], 3, &mut |_, _| ());
        assert_eq!((minimum.iterations, minimum.point), (0, vec![1.0, 1.0]));
    }
}
