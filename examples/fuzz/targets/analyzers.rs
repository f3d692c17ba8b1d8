//! Runs texts through every analyser, rubric and writer.

use lockbench::engine::Engine;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, pair, through};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

/// Builds an article, a summary, and an edited summary.
pub fn make(source: &mut Source) -> Input {
    let most = if source.once_in(5) { 12 } else { 4 };
    let [article, summary] = source.pair(most);
    let edited = mutate::text(source, &summary);
    Input::default().with("article", article).with("summary", summary).with("edited", edited)
}

/// Checks that all reports are valid, and that those after an edit equal those of a fresh engine.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let [article, summary, edited] =
        ["article", "summary", "edited"].map(|name| input.text(name).into_owned());
    let mut warm = Engine::default();
    through(&mut warm, &pair(&article, &summary))?;
    let after = pair(&article, &edited);
    let (warm, cold) = (through(&mut warm, &after)?, through(&mut Engine::default(), &after)?);
    ensure!(warm == cold, "the warm engine says otherwise than a cold one: {warm:?} {cold:?}");
    Ok(())
}
