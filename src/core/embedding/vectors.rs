//! Vectors of sentences, each found once.

use std::sync::Arc;

use super::{Embedding, Vector};
use crate::text::{Recent, keep, recent};

/// Sentences kept: two versions of a long article with its sources, at half a kilobyte each.
const KEPT: usize = 4_096;

/// A table together with the vectors of the sentences that were asked for last.
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

    /// Keeps the vectors of the given number of sentences from now on, those asked for last.
    pub fn keep(&mut self, sentences: usize) {
        keep(&mut self.kept, sentences);
    }

    /// The table.
    pub fn embedding(&self) -> &Embedding {
        &self.embedding
    }

    /// The vector of a sentence.
    pub fn of(&mut self, sentence: &Arc<str>) -> Vector {
        if let Some(kept) = self.kept.get(sentence) {
            return kept.clone();
        }
        let vector = self.embedding.of(sentence);
        self.kept.put(Arc::clone(sentence), vector.clone());
        vector
    }
}
