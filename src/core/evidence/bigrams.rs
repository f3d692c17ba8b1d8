//! Topic drift: the share of the summary's word pairs that the context has.

use rustc_hash::FxHashSet;

use super::{AnalysisCache, Pair};
use crate::measures::{Bigrams, Measures};
use crate::text::Text;

/// The pairs of neighbouring words of texts, as hashes.
pub(super) type Pairs = FxHashSet<(u64, u64)>;

/// Counts the summary's pairs with repetitions. Pairs reach across the ends of sentences, but not from one
/// text into the next.
pub(super) fn run(pair: &Pair, cache: &mut AnalysisCache, measures: &mut Measures) {
    let article = pair.article.bigrams.get_or_init(|| pairs(pair.article.text()).collect());
    let of_sources = || pair.sources.iter().flat_map(|source| pairs(&source.text)).collect();
    let sources = cache.bigrams.get_or_insert_with(of_sources);
    let mut bigrams = Bigrams { found: 0, of: 0 };
    for pair in pairs(&pair.summary.text) {
        bigrams.of += 1;
        bigrams.found += usize::from(article.contains(&pair) || sources.contains(&pair));
    }
    measures.bigrams = Some(bigrams);
}

fn pairs(text: &Text) -> impl Iterator<Item = (u64, u64)> {
    let words = || text.tokens().map(|(_, token)| token.word);
    words().zip(words().skip(1))
}
