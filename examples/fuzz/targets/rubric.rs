//! Rubric files.

use lockbench::engine::{Engine, Standard};
use lockbench::rubric::{RUBRICS, Readings};

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, judged, pair, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// A rubric file with other numbers, keys and lines, and a short pair to judge.
pub fn make(source: &mut Source) -> Input {
    let corpus = source.corpus;
    let toml = *source.one(&corpus.rubrics);
    let changed = mutate::toml(source, toml);
    let changed =
        if source.once_in(8) { mutate::bytes(source, changed.into_bytes()) } else { changed.into_bytes() };
    let [article, summary] = source.pair(3);
    Input::default().with("rubric.toml", changed).with("article", article).with("summary", summary)
}

/// A file is refused with a reason, or its scores stay in the range that it names.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let text = input.text("rubric.toml");
    let case = pair(&input.text("article"), &input.text("summary"));
    for entry in RUBRICS {
        match (entry.load)(&text) {
            Err(error) => {
                ensure!(!error.to_string().trim().is_empty(), "{}: refused without a reason", entry.slug);
            }
            Ok(_) => {
                reached("taken");
                let mut standard =
                    Standard::new(&[entry.slug], Readings::default()).map_err(|error| error.to_string())?;
                standard
                    .replace(entry.slug, &text)
                    .map_err(|error| format!("loaded once, not twice: {error}"))?;
                let texts = lockbench::case::Texts::of(&case);
                let analysis = Engine::default().analyse(&case, texts, standard.wanted());
                judged(&standard, &case, &analysis)?;
            }
        }
    }
    Ok(())
}
