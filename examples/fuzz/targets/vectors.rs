//! Folders with a model2vec table.

use lockbench::embedding::Embedding;
use lockbench::engine::Engine;
use safetensors::Dtype;
use safetensors::tensor::TensorView;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, pair, reached, through};
use crate::mutate;
use crate::run::Bench;
use crate::source::{NASTY, Source};

const WORDS: [&str; 6] = ["the", "council", "budget", "##s", "rain", "flood"];

/// Builds a small table and its tokenizer, damaged, and two texts.
pub fn make(source: &mut Source) -> Input {
    let (rows, columns) = (1 + WORDS.len() + source.below(2), 1 + source.below(4));
    let number = |source: &mut Source| source.number().parse::<f32>().unwrap_or(0.5);
    let numbers: Vec<u8> = (0..rows * columns).flat_map(|_| number(source).to_le_bytes()).collect();
    let table = TensorView::new(Dtype::F32, vec![rows, columns], &numbers);
    let model = table.ok().and_then(|table| safetensors::serialize([("embeddings", table)], None).ok());
    let mut vocabulary: Vec<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
    if source.once_in(3) {
        vocabulary.push(source.pick(&NASTY).to_owned());
    }
    let entries = std::iter::once("[UNK]".to_owned()).chain(vocabulary).enumerate();
    let vocab: serde_json::Map<String, serde_json::Value> =
        entries.map(|(at, word)| (word, at.into())).collect();
    let tokenizer = serde_json::json!({"normalizer": {"type": "BertNormalizer"}, "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "vocab": vocab}});
    let [article, summary] = source.pair(2);
    Input::default()
        .with("model.safetensors", damaged(source, model.unwrap_or_default()))
        .with("tokenizer.json", damaged(source, tokenizer.to_string().into_bytes()))
        .with("article", article)
        .with("summary", summary)
}

/// Damages bytes occasionally; most stay intact, since a table needs both files.
fn damaged(source: &mut Source, bytes: Vec<u8>) -> Vec<u8> {
    if source.once_in(2) { mutate::bytes(source, bytes) } else { bytes }
}

/// Checks that a table is refused with a reason, or gives finite cosines from -1 to 1 and valid reports.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let (article, summary) = (input.text("article"), input.text("summary"));
    match Embedding::parse(input.bytes("model.safetensors"), input.bytes("tokenizer.json")) {
        Err(error) => ensure!(!error.to_string().is_empty(), "refused without a reason"),
        Ok(table) => {
            reached("tables");
            let words = WORDS.join(" ");
            for [one, other] in [[&*article, &*summary], [&words, &words], [&words, &article]] {
                let cosine = table.of(one).cosine(&table.of(other));
                ensure!((-1.001..=1.001).contains(&cosine), "a cosine of {cosine}");
            }
            if article.len() < 300 {
                through(&mut Engine::with(table), &pair(&article, &summary))?;
            }
        }
    }
    Ok(())
}
