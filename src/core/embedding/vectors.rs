//! Caches the vectors of sentences.

use std::sync::Arc;

use super::{Embedding, Vector};
use crate::text::{Recent, keep, recent};

/// Number of sentences cached: two versions of a long article with its sources, at half a kilobyte each.
const KEPT: usize = 4_096;

/// A table with a cache of the most recently requested sentence vectors.
#[derive(Debug)]
pub struct Vectors {
    embedding: Embedding,
    kept: Recent<Arc<str>, Vector>,
}

impl Default for Vectors {
    fn default() -> Vectors {
        Vectors::new(Embedding::default())
    }
}

impl Vectors {
    /// Vectors from a table.
    pub fn new(embedding: Embedding) -> Vectors {
        Vectors { embedding, kept: recent(KEPT) }
    }

    /// Limits the cache to this number of most recently requested sentences.
    pub fn keep(&mut self, sentences: usize) {
        keep(&mut self.kept, sentences);
    }

    /// The table.
    pub fn embedding(&self) -> &Embedding {
        &self.embedding
    }

    /// Returns the vector of a sentence.
    pub fn of(&mut self, sentence: &Arc<str>) -> Vector {
        if let Some(kept) = self.kept.get(sentence) {
            return kept.clone();
        }
        let vector = self.embedding.of(sentence);
        self.kept.put(Arc::clone(sentence), vector.clone());
        vector
    }
}
