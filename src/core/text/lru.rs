//! What was worked out last, by what it was worked out from.

use std::hash::Hash;
use std::num::NonZeroUsize;

/// Results by their input; past its capacity the one that was asked for longest ago is forgotten.
pub type Recent<K, V> = lru::LruCache<K, V, rustc_hash::FxBuildHasher>;

/// An empty cache for the given number of results. It takes room as it fills: most texts have a few sentences, and a batch makes
/// caches for each of its articles.
pub fn recent<K: Hash + Eq, V>(most: usize) -> Recent<K, V> {
    let mut recent = lru::LruCache::unbounded_with_hasher(rustc_hash::FxBuildHasher);
    keep(&mut recent, most);
    recent
}

/// Lets a cache hold the given number of results from now on.
pub fn keep<K: Hash + Eq, V>(recent: &mut Recent<K, V>, most: usize) {
    recent.resize(NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN));
}
