//! Baselines: the simplest overlaps of a summary with its article. A metric that agrees with people no
//! better than these is of no use.

use rustc_hash::FxHashMap;

use crate::text::{Stem, Text};

pub struct Baseline {
    pub name: &'static str,
    /// Returns the value for an article and a summary, from 0 to 1; `None` if the divisor is 0.
    pub of: fn(&Text, &Text) -> Option<f64>,
}

/// All baselines, after ROUGE (Lin 2004) on stemmed words, with the article in place of the reference.
pub const BASELINES: &[Baseline] = &[
    Baseline { name: "rouge-1 precision", of: |article, summary| precision(article, summary, 1) },
    Baseline { name: "rouge-2 precision", of: |article, summary| precision(article, summary, 2) },
    Baseline { name: "trigram precision", of: |article, summary| precision(article, summary, 3) },
    Baseline { name: "rouge-1 recall", of: |article, summary| precision(summary, article, 1) },
];

/// Returns the share of the n-grams of `asked` that also occur in `given`, with n = `length`. An n-gram
/// matches at most as often as it occurs in `given`.
fn precision(given: &Text, asked: &Text, length: usize) -> Option<f64> {
    let stems = |text: &Text| text.tokens().map(|(_, token)| token.stem).collect::<Vec<Stem>>();
    let (given, asked) = (stems(given), stems(asked));
    let mut there: FxHashMap<&[Stem], usize> = FxHashMap::default();
    for run in given.windows(length) {
        *there.entry(run).or_default() += 1;
    }
    let all = asked.windows(length).len();
    let found = asked.windows(length).filter(|run| match there.get_mut(run) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    });
    (all > 0).then(|| found.count() as f64 / all as f64)
}
