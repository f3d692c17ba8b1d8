//! A cache, shared by the engines of a batch, for the findings on articles that are not being worked on. The
//! next engine that meets such an article takes the findings over.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::evidence::AnalysisCache;

use super::Frame;

/// The cache that engines share.
#[derive(Clone, Debug)]
pub struct SharedCache(Arc<Mutex<CacheContents>>);

#[derive(Debug)]
struct CacheContents {
    most: usize,
    taken: usize,
    found: Vec<(Frame, AnalysisCache)>,
    dice: fastrand::Rng,
}

impl SharedCache {
    /// A cache for the findings on articles and sources of at most this many bytes in total.
    pub fn new(bytes: usize) -> SharedCache {
        let dice = fastrand::Rng::with_seed(0);
        SharedCache(Arc::new(Mutex::new(CacheContents { most: bytes, taken: 0, found: Vec::new(), dice })))
    }

    fn lock(&self) -> MutexGuard<'_, CacheContents> {
        // A panic cannot leave the cache inconsistent, so a poisoned lock is safe to use.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes and returns the findings on an article.
    pub(super) fn take(&self, is_it: impl Fn(&Frame) -> bool) -> Option<(Frame, AnalysisCache)> {
        let mut kept = self.lock();
        let at = kept.found.iter().position(|(frame, _)| is_it(frame))?;
        let found = kept.found.swap_remove(at);
        kept.taken -= found.0.bytes();
        Some(found)
    }

    /// Inserts the findings on an article, unless another engine has done so. If the cache is full, random
    /// entries are evicted: if cases come system by system, evicting the oldest article would always evict
    /// the one that is needed next.
    pub(super) fn put(&self, frame: Frame, cache: AnalysisCache) {
        let mut kept = self.lock();
        let bytes = frame.bytes();
        if bytes > kept.most || kept.found.iter().any(|(known, _)| known.is_like(&frame)) {
            return;
        }
        kept.taken += bytes;
        kept.found.push((frame, cache));
        while kept.taken > kept.most {
            let count = kept.found.len();
            let any = kept.dice.usize(..count);
            let (gone, _) = kept.found.swap_remove(any);
            kept.taken -= gone.bytes();
        }
    }
}
