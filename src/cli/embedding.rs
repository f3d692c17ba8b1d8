//! Selects the word vectors for comparing sentences.

use std::path::PathBuf;

use crate::case::{Limit, TOKENIZER, VECTORS, read_whole};
use crate::embedding::Embedding;

use super::CliError;

/// Arguments that name a table of vectors.
#[derive(Debug, Default, clap::Args)]
pub struct EmbeddingArgs {
    /// Compare sentences by the vectors of a model2vec folder (model.safetensors, tokenizer.json) of your own
    #[arg(long, value_name = "DIR")]
    embedding: Option<PathBuf>,
}

impl EmbeddingArgs {
    /// Reads the word vectors; the shipped ones by default.
    ///
    /// # Errors
    /// If the folder contains no usable table: what is wrong, and where.
    pub fn read(&self) -> Result<Embedding, CliError> {
        let Some(folder) = &self.embedding else { return Ok(Embedding::Shipped) };
        let file = |name: &str, limit: Limit| read_whole(&folder.join(name), limit).map_err(CliError::usage);
        let (model, tokenizer) = (file("model.safetensors", VECTORS)?, file("tokenizer.json", TOKENIZER)?);
        Embedding::parse(&model, &tokenizer).map_err(|error| {
            CliError::usage(format!("--embedding {}: {error}", folder.display()))
                .hint("a model2vec folder with a WordPiece tokenizer is read; potion-base-8M is one")
        })
    }
}
