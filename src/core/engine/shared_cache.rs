//! Room for what was found of articles whose turn is over, which the engines of a batch share: whichever comes to such
//! an article next takes it up again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::evidence::AnalysisCache;

use super::Frame;

/// Room that engines share.
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
    /// Room for the findings of articles and sources that have the given number of bytes together.
    pub fn new(bytes: usize) -> SharedCache {
        let dice = fastrand::Rng::with_seed(0);
        SharedCache(Arc::new(Mutex::new(CacheContents { most: bytes, taken: 0, found: Vec::new(), dice })))
    }

    fn lock(&self) -> MutexGuard<'_, CacheContents> {
        // What is kept is whole between any two calls.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes out what was found of an article.
    pub(super) fn take(&self, is_it: impl Fn(&Frame) -> bool) -> Option<(Frame, AnalysisCache)> {
        let mut kept = self.lock();
        let at = kept.found.iter().position(|(frame, _)| is_it(frame))?;
        let found = kept.found.swap_remove(at);
        kept.taken -= found.0.bytes();
        Some(found)
    }

    /// Puts in what was found of an article, unless another engine did. Where there is too much, any goes: when cases come
    /// system by system, the article that was there for the longest time would always be the one that comes next.
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
