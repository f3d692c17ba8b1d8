//! The shipped table of vectors: for each WordPiece entry the vector that a sentence encoder gives this entry
//! alone, weighted by how rare the word is.

use std::sync::{Arc, LazyLock};

use safetensors::SafeTensors;

use super::{Manner, WordPiece};

/// `embedding` (int8, rows by dims) and `scale` (float32, one for each row); a row's vector is their product.
const TABLE: &[u8] = include_bytes!("static-128d.safetensors");
/// WordPiece entries, one a line, the first for row 0.
const ENTRIES: &str = include_str!("static-128d.vocab.txt");

/// The table, read on first use.
static SHIPPED: LazyLock<Shipped> = LazyLock::new(Shipped::read);

/// Returns the shipped table.
pub fn shipped() -> &'static Shipped {
    &SHIPPED
}

/// Vectors of WordPieces.
#[derive(Debug)]
pub struct Shipped {
    /// The entries and their rows.
    pub words: Arc<WordPiece>,
    /// The integers of the vectors, row by row.
    pub rows: &'static [u8],
    /// Factor of each row.
    pub scales: Vec<f32>,
    dims: usize,
}

impl Shipped {
    /// Reads the table. If its bytes were damaged, every word would be unknown; a test rules this out.
    fn read() -> Shipped {
        let tensors = SafeTensors::deserialize(TABLE).ok();
        let tensor = |name: &str| tensors.as_ref().and_then(|all| all.tensor(name).ok());
        let singles =
            |data: &[u8]| data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let scales: Vec<f32> = tensor("scale").map(|scale| singles(scale.data())).unwrap_or_default();
        let (rows, dims) = match tensor("embedding") {
            Some(rows) if rows.shape().len() == 2 => (rows.data(), rows.shape()[1]),
            _ => (&TABLE[..0], 0),
        };
        let known = ENTRIES.lines().take(scales.len()).zip(0..);
        let words = WordPiece::new(known.map(|(word, id)| (word.into(), id)), Manner::default());
        Shipped { words: Arc::new(words), rows, scales, dims }
    }

    /// Dimension of a vector.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Writes the mean of the vectors of a word's pieces, or zeros if none is known.
    pub fn mean(&self, word: &str, out: &mut [f32]) {
        out.fill(0.0);
        let mut pieces = 0.0;
        self.words.pieces(word, |id| {
            let (at, scale) = (id as usize * self.dims, self.scales[id as usize]);
            let row = &self.rows[at..at + self.dims];
            out.iter_mut().zip(row).for_each(|(out, x)| *out += f32::from(x.cast_signed()) * scale);
            pieces += 1.0;
        });
        if pieces > 0.0 {
            out.iter_mut().for_each(|x| *x /= pieces);
        }
    }
}
