//! An LRU cache.

use std::hash::Hash;
use std::num::NonZeroUsize;

/// Results keyed by their input. When the cache is full, the least recently used one is dropped.
pub type Recent<K, V> = lru::LruCache<K, V, rustc_hash::FxBuildHasher>;

/// Creates an empty cache for this number of results. Memory is allocated as it fills, because most texts
/// have only a few sentences and a batch creates caches for each of its articles.
pub fn recent<K: Hash + Eq, V>(most: usize) -> Recent<K, V> {
    let mut recent = lru::LruCache::unbounded_with_hasher(rustc_hash::FxBuildHasher);
    keep(&mut recent, most);
    recent
}

/// Changes the capacity of a cache.
pub fn keep<K: Hash + Eq, V>(recent: &mut Recent<K, V>, most: usize) {
    recent.resize(NonZeroUsize::new(most).unwrap_or(NonZeroUsize::MIN));
}
