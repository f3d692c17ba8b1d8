//! Lessons.

use std::sync::{Arc, LazyLock};

use lockbench::engine::Engine;
use lockbench::lesson::{Attempt, LessonFault, SHIPPED, check as try_out, read};
use lockbench::rubric::RubricSet;

use crate::ensure;
use crate::input::Input;
use crate::invariants::{Outcome, reached};
use crate::mutate;
use crate::run::Bench;
use crate::source::Source;

static RUBRICS: LazyLock<Arc<RubricSet>> = LazyLock::new(|| Arc::new(RubricSet::shipped()));

/// Builds a shipped lesson with other values, words and bytes.
pub fn make(source: &mut Source) -> Input {
    let (_, text) = source.one(SHIPPED);
    let text = if source.once_in(4) { (*text).to_owned() } else { mutate::toml(source, text) };
    let bytes = if source.once_in(2) { mutate::bytes(source, text.into_bytes()) } else { text.into_bytes() };
    Input::default().with("lesson.md", bytes)
}

/// Checks that a lesson is either refused with existing line numbers or can be tried, with the same
/// result twice.
pub fn check(input: &Input, _: &Bench) -> Outcome {
    let text = input.text("lesson.md");
    let open = |path: &str| Err(format!("there is no {path}").into());
    let lines = text.lines().count().max(1);
    let outcome = |faults: &[LessonFault]| -> Outcome {
        for fault in faults {
            ensure!((1..=lines).contains(&fault.line), "line {} of {lines}: {}", fault.line, fault.message);
            ensure!(!fault.message.trim().is_empty(), "a fault without words");
        }
        Ok(())
    };
    match (read("x", &text, &RUBRICS, &open), read("x", &text, &RUBRICS, &open)) {
        (Err(faults), Err(again)) => {
            reached("refused");
            ensure!(!faults.is_empty() && faults == again, "refused for nothing, or otherwise: {faults:?}");
            outcome(&faults)
        }
        (Ok(lesson), Ok(_)) => {
            reached("lessons");
            let tried = |engine: &mut Engine| try_out(&lesson, &RUBRICS, engine);
            let mut engine = Engine::default();
            let faults = tried(&mut engine);
            ensure!(faults == tried(&mut engine), "tried again with what is known, it is another");
            outcome(&faults)?;
            for attempt in [Attempt::default(), lesson.solution.clone()] {
                if let Ok(tried) = lesson.attempt(&RUBRICS, &mut engine, &attempt) {
                    for goal in &lesson.goals {
                        let met = goal.is_met(&tried) == Ok(true);
                        ensure!(met || !goal.seen(&tried).is_empty(), "`{goal}` sees nothing");
                    }
                }
            }
            Ok(())
        }
        _ => Err("read once, not twice".to_owned()),
    }
}
