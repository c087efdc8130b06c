//! Progress of long work: drawn on stderr, and only if that is a terminal.

use std::borrow::Cow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often a running display is drawn anew.
const TICK: Duration = Duration::from_millis(100);

/// A display for work whose amount is not known.
pub(super) fn spinner(message: impl Into<Cow<'static, str>>) -> ProgressBar {
    let spinner = ProgressBar::new_spinner().with_message(message);
    spinner.enable_steady_tick(TICK);
    spinner
}

/// A display for `steps` steps of work.
pub(super) fn bar(steps: usize) -> ProgressBar {
    bar_as("{wide_bar} {pos}/{len} {elapsed} {msg}", steps as u64)
}

/// A display for `steps` steps of work, with a message of several lines below.
pub(super) fn bar_over(steps: u64) -> ProgressBar {
    bar_as("{wide_bar} {pos}/{len} {elapsed}, {eta} to go\n{msg}", steps)
}

fn bar_as(template: &str, steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(steps).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}
