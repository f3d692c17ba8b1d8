//! Checks that work and memory grow no faster than n log n with either text, for many kinds of text.
//!
//! Steps of work (`lockbench::work`), allocations and allocated bytes are counted instead of timed, so
//! the counts are the same on every machine and under any load. Each kind of step is checked separately,
//! so that a quadratic part is detected at a size at which it still takes hardly any time. Steps are
//! counted where the smallest items are read and compared, not in the loops, so that future loops are
//! counted too.
//!
//! The texts are small, since a debug build reads them, and each pattern grows on one side only unless
//! tables are run in full. `examples/growth` runs the same table at any size.

mod measured;
mod patterns;
mod through;

use std::sync::Arc;

use lockbench::engine::Selection;
use lockbench::rubric::{Readings, RubricSet, slugs};

use crate::full::is_full;
use measured::{exponent, measure};
use patterns::PATTERNS;
use through::{Side, case, through};

/// Largest accepted exponent of any count, between sizes with a ratio of three or four. There, n log n is
/// n^1.15, a growing vector adds up to a fifth, and n^2 is far above.
const MOST: f64 = 1.4;
/// The same if both texts grow: a bounded number of look-ups grows with both texts until the bound is
/// reached.
const MOST_OF_BOTH: f64 = 1.5;
/// Steps per byte of the larger text below which a count is ignored, since it consists of constant work.
const FROM: f64 = 1.5;
/// Counts that grow faster up to a bound that the smaller texts do not reach: all pairs of the first 200
/// sections of a summary are compared, as the rubric says, and sets of three labels are tried up to the
/// limit of their search.
const BOUNDED: [(&str, &str); 5] = [
    ("sections", "direction"),
    ("scores", "bytes"),
    ("initialisms", "bytes"),
    ("CJK all different", "bytes"),
    ("Arabic", "bytes"),
];
/// Number of sides, of which each pattern tests one in turn.
const SIDES: usize = 3;
/// Most bytes allocated at a time for each byte of a text, including the trees of its sentences.
const MEMORY: u64 = 2_500;

/// Returns the kinds of text that grow too fast, each with the count that grows.
fn too_fast(side: Side, sizes: [usize; 2]) -> Vec<String> {
    let slugs = slugs();
    let set = RubricSet::shipped();
    let selection = Selection::new(Arc::new(set), &slugs, Readings::default());
    // Data that is loaded once per process is loaded before counting.
    for side in [Side::Both, Side::Fields] {
        through(&selection, &case(&PATTERNS[0], side, 1_000));
    }
    let mut wrong = Vec::new();
    let (first, step) = if is_full() { (0, 1) } else { (side as usize % SIDES, SIDES) };
    for pattern in PATTERNS.iter().skip(first).step_by(step) {
        let runs = sizes.map(|bytes| {
            let (case, mut written) = (case(pattern, side, bytes), 0);
            let mut measured = measure(|| written = through(&selection, &case));
            measured.counts.retain(|(what, _)| !BOUNDED.contains(&(pattern.name, what)));
            (bytes, measured, written)
        });
        let [(small, before, few), (large, after, many)] = &runs;
        let (steepest, what) = exponent((*small, before), (*large, after), FROM);
        let most = if side == Side::Both { MOST_OF_BOTH } else { MOST };
        if steepest > most {
            eprintln!("{}: {what} grow with n^{steepest:.2}", pattern.name);
            wrong.push(format!("{}: {what} grow with n^{steepest:.2}", pattern.name));
        }
        let grown = (*large as f64 / *small as f64).powf(MOST);
        if after.peak > MEMORY * *large as u64 || *many as f64 > grown * *few as f64 {
            let memory = after.peak as usize / large;
            wrong.push(format!("{}: memory x{memory}, reports of {few} and {many} bytes", pattern.name));
        }
    }
    wrong
}

#[test]
fn work_grows_no_faster_than_n_log_n_with_an_article() {
    let wrong = too_fast(Side::Article, [4_000, 16_000]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn work_grows_no_faster_than_n_log_n_with_a_summary() {
    let wrong = too_fast(Side::Summary, [4_500, 13_500]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn work_grows_no_faster_than_n_log_n_with_both() {
    let wrong = too_fast(Side::Both, [4_000, 12_000]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Checks that the counts detect quadratic work: comparing all pairs.
#[test]
fn all_held_with_all_is_counted() {
    let run = |bytes: usize| {
        let sentence = lockbench::text::Sentence::new(&"it is so ".repeat(bytes / 9));
        let tokens = &sentence.tokens;
        let pairs = || tokens.iter().map(|a| tokens.iter().filter(|b| b.stem == a.stem).count());
        (bytes, measure(|| assert!(pairs().sum::<usize>() > 0)))
    };
    let ((few, small), (many, large)) = (run(1_800), run(7_200));
    let (steepest, what) = exponent((few, &small), (many, &large), FROM);
    assert!(steepest > 1.9 || !cfg!(debug_assertions), "{what}: n^{steepest:.2}");
}
