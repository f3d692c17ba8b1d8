//! Tables of vectors: the shipped one, and model2vec folders.

use std::sync::Arc;

use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;

use super::Vector;
use crate::syntax::wordpiece::{self, Manner, WordPiece};
use crate::text::hash64;

/// Why a table cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct VectorTableError(String);

/// The numbers of a table, row by row.
#[derive(Debug)]
enum Rows {
    Bytes(&'static [u8]),
    Reals(Vec<f32>),
}

/// Vectors by word.
#[derive(Debug)]
pub struct VectorTable {
    words: Arc<WordPiece>,
    rows: Rows,
    /// Factor of each row.
    scales: Vec<f32>,
    dims: usize,
    pub(super) mark: u64,
}

impl VectorTable {
    /// The table in the binary.
    pub(super) fn shipped() -> VectorTable {
        let shipped = wordpiece::shipped();
        VectorTable {
            words: Arc::clone(&shipped.words),
            rows: Rows::Bytes(shipped.rows),
            scales: shipped.scales.clone(),
            dims: shipped.dims(),
            mark: 0,
        }
    }

    pub(super) fn parse(model: &[u8], tokenizer: &[u8]) -> Result<VectorTable, VectorTableError> {
        let wrong = |reason: String| VectorTableError(format!("model.safetensors: {reason}"));
        let tensors = SafeTensors::deserialize(model).map_err(|error| wrong(error.to_string()))?;
        let rows = tensors.tensor("embeddings").map_err(|_| {
            wrong(format!("no tensor `embeddings`; there are {}", tensors.names().join(", ")))
        })?;
        let &[count, dims] = rows.shape() else {
            return Err(wrong(format!(
                "`embeddings` has the shape {:?}, not [rows, dimensions]",
                rows.shape()
            )));
        };
        if count == 0 || dims == 0 {
            return Err(wrong("`embeddings` is empty".to_owned()));
        }
        let reals = reals(rows.dtype(), rows.data()).ok_or_else(|| {
            wrong(format!("`embeddings` holds {:?}; read are F32, F16 and I8", rows.dtype()))
        })?;
        if reals.iter().any(|x| !x.is_finite()) {
            return Err(wrong("`embeddings` holds a number that is not finite".to_owned()));
        }
        if tensors.tensor("mapping").is_ok() {
            return Err(wrong("`mapping` (a quantised vocabulary) is not read".to_owned()));
        }
        let scales = match tensors.tensor("weights") {
            Err(_) => vec![1.0; count],
            Ok(weights) => match self::reals(weights.dtype(), weights.data()) {
                Some(weights) if weights.len() == count && weights.iter().all(|x| x.is_finite()) => weights,
                _ => return Err(wrong(format!("`weights` is not a list of {count} finite F32, F16 or F64"))),
            },
        };
        let words = Arc::new(tokenizer_words(tokenizer)?);
        if let Some(last) = words.last().filter(|last| *last as usize >= count) {
            return Err(VectorTableError(format!(
                "tokenizer.json names row {last}, and the table has {count}"
            )));
        }
        let mark = hash64(model) ^ hash64(tokenizer).rotate_left(1);
        Ok(VectorTable { words, rows: Rows::Reals(reals), scales, dims, mark })
    }

    /// Returns the vector of a text.
    pub(super) fn of(&self, text: &str) -> Vector {
        let mut sum = vec![0.0_f32; self.dims];
        self.words.pieces(text, |id| {
            let (at, scale) = (id as usize * self.dims, self.scales[id as usize]);
            match &self.rows {
                Rows::Bytes(all) => {
                    let row = &all[at..at + self.dims];
                    sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += f32::from(x.cast_signed()) * scale);
                }
                Rows::Reals(all) => {
                    let row = &all[at..at + self.dims];
                    sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += x * scale);
                }
            }
        });
        Vector::new(sum)
    }
}

fn singles(data: &[u8]) -> Vec<f32> {
    data.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

fn reals(kind: Dtype, data: &[u8]) -> Option<Vec<f32>> {
    Some(match kind {
        Dtype::F32 => singles(data),
        Dtype::F64 => data.as_chunks::<8>().0.iter().map(|bytes| f64::from_le_bytes(*bytes) as f32).collect(),
        Dtype::F16 => data.as_chunks::<2>().0.iter().map(|bytes| half(u16::from_le_bytes(*bytes))).collect(),
        Dtype::I8 => data.iter().map(|x| f32::from(x.cast_signed())).collect(),
        _ => return None,
    })
}

/// A half-precision number: one sign bit, five of exponent, ten of fraction.
fn half(bits: u16) -> f32 {
    let (sign, exponent, fraction) = (bits >> 15, (bits >> 10) & 0x1F, f32::from(bits & 0x3FF));
    let size = match exponent {
        0 => fraction * 2.0_f32.powi(-24),
        0x1F => return if fraction == 0.0 { f32::INFINITY } else { f32::NAN },
        _ => (1.0 + fraction / 1024.0) * 2.0_f32.powi(i32::from(exponent) - 15),
    };
    if sign == 1 { -size } else { size }
}

/// The parts of a `tokenizer.json` that are read.
#[derive(Deserialize)]
struct Tokenizer {
    model: Model,
    normalizer: Option<Normalizer>,
    pre_tokenizer: Option<Typed>,
}

#[derive(Deserialize)]
struct Model {
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    vocab: serde_json::Value,
    unk_token: Option<String>,
    continuing_subword_prefix: Option<String>,
    max_input_chars_per_word: Option<usize>,
}

#[derive(Deserialize)]
struct Normalizer {
    #[serde(rename = "type")]
    kind: String,
    lowercase: Option<bool>,
    strip_accents: Option<bool>,
}

#[derive(Deserialize)]
struct Typed {
    #[serde(rename = "type")]
    kind: String,
}

/// Reads the vocabulary of a tokenizer, if it is of the one supported kind.
fn tokenizer_words(bytes: &[u8]) -> Result<WordPiece, VectorTableError> {
    let wrong = |reason: String| VectorTableError(format!("tokenizer.json: {reason}"));
    let Tokenizer { model, normalizer, pre_tokenizer } =
        serde_json::from_slice(bytes).map_err(|error| wrong(error.to_string()))?;
    let kind = model.kind.unwrap_or_else(|| "unnamed".to_owned());
    if kind != "WordPiece" {
        return Err(wrong(format!("a tokenizer of the kind {kind} is not read, only BERT's WordPiece")));
    }
    if let Some(other) = normalizer.as_ref().filter(|normalizer| normalizer.kind != "BertNormalizer") {
        return Err(wrong(format!("the normalizer {} is not read, only BertNormalizer", other.kind)));
    }
    if let Some(other) = pre_tokenizer.filter(|typed| typed.kind != "BertPreTokenizer") {
        return Err(wrong(format!("the pre-tokenizer {} is not read, only BertPreTokenizer", other.kind)));
    }
    let serde_json::Value::Object(vocab) = model.vocab else {
        return Err(wrong("`model.vocab` is not an object of words and rows".to_owned()));
    };
    let mut entries = Vec::with_capacity(vocab.len());
    for (word, id) in vocab {
        let id = id.as_u64().and_then(|id| u32::try_from(id).ok());
        let id = id.ok_or_else(|| wrong(format!("the row of {word:?} is not a number of a row")))?;
        // The unknown token carries no meaning, and its name may occur in a text by chance.
        if model.unk_token.as_ref() != Some(&word) {
            entries.push((word.into_boxed_str(), id));
        }
    }
    if entries.is_empty() {
        return Err(wrong("`model.vocab` has no word".to_owned()));
    }
    let lower = normalizer.as_ref().is_some_and(|n| n.lowercase.unwrap_or(true));
    let manner = Manner {
        prefix: model.continuing_subword_prefix.unwrap_or_else(|| "##".to_owned()),
        longest_word: model.max_input_chars_per_word.unwrap_or(100),
        strip: normalizer.as_ref().is_some_and(|n| n.strip_accents.unwrap_or(lower)),
        lower,
    };
    Ok(WordPiece::new(entries.into_iter(), manner))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_read_as_printed_in_the_standard() {
        for (bits, value) in [
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x7BFF, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x3555, 0.333_251_95),
        ] {
            assert_eq!(half(bits), value, "{bits:#06x}");
        }
        assert!(half(0x7C00).is_infinite() && half(0x7E00).is_nan());
    }
}
