//! The table of vectors in the program: for each WordPiece entry the vector that a sentence encoder gives it alone,
//! weighted by how rare the word is.

use std::sync::{Arc, LazyLock};

use safetensors::SafeTensors;

use super::{Manner, WordPiece};

/// `embedding` int8, rows by dims, and `scale` float32, one a row; a row's vector is the one times the other.
const TABLE: &[u8] = include_bytes!("static-128d.safetensors");
/// A WordPiece entry a line, the first for row 0.
const ENTRIES: &str = include_str!("static-128d.vocab.txt");

/// The table, read when it is first used.
static SHIPPED: LazyLock<Shipped> = LazyLock::new(Shipped::read);

/// The table in the program.
pub fn shipped() -> &'static Shipped {
    &SHIPPED
}

/// Vectors of WordPieces.
#[derive(Debug)]
pub struct Shipped {
    /// The entries and their rows.
    pub words: Arc<WordPiece>,
    /// The numbers, row by row.
    pub rows: &'static [u8],
    /// What each row is multiplied by.
    pub scales: Vec<f32>,
    dims: usize,
}

impl Shipped {
    /// Were its bytes damaged, every word would be unknown; a test rules it out.
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

    /// Dimensions of a vector.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// Writes the mean of the vectors of a word's pieces; zeros if none is known.
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
