//! Rubric files.

use lockbench::engine::Engine;
use lockbench::rubric::RUBRICS;

use crate::input::Input;
use crate::invariants::{Outcome, judged, pair, reached, with_numbers};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds a rubric file with other numbers, keys and lines, and a short pair of texts.
pub fn make(source: &mut Source) -> Input {
    let corpus = source.corpus;
    let toml = *source.one(&corpus.rubrics);
    let changed = mutate::toml(source, toml);
    let changed =
        if source.once_in(8) { mutate::bytes(source, changed.into_bytes()) } else { changed.into_bytes() };
    let [article, summary] = source.pair(3);
    Input::default().with("rubric.toml", changed).with("article", article).with("summary", summary)
}

/// Checks that a file is refused with a reason, or that its scores stay within its range.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let text = input.text("rubric.toml");
    let case = pair(&input.text("article"), &input.text("summary"));
    for entry in RUBRICS {
        if let Some(selection) = with_numbers(entry.slug, &text)? {
            reached("taken");
            let texts = lockbench::case::Texts::of(&case);
            let analysis = Engine::default().analyse(&case, texts, selection.wanted());
            judged(&selection, &case, &analysis)?;
        }
    }
    Ok(())
}
