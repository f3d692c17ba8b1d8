//! Checks whether a lesson is usable: its goals fail at first, and its solution reaches them.

use std::sync::Arc;

use super::{Attempt, Lesson, LessonFault, nonsense};
use crate::engine::Engine;
use crate::rubric::RubricSet;

/// Tries a lesson's solution; returns all errors.
pub fn check(lesson: &Lesson, rubrics: &Arc<RubricSet>, engine: &mut Engine) -> Vec<LessonFault> {
    let mut faults = Vec::new();
    let before = match lesson.attempt(rubrics, engine, &Attempt::default()) {
        Ok(tried) => tried,
        Err(why) => return vec![LessonFault::new(1, format!("the case cannot be judged: {why}"))],
    };
    for goal in lesson.goals.iter().filter(|goal| !goal.keeps) {
        if goal.is_met(&before) == Ok(true) {
            let message = format!(
                "`{text}` holds before anything is done ({}); make the case fail it, or write `keep {text}`",
                goal.seen(&before),
                text = goal.text
            );
            faults.push(LessonFault::new(goal.line, message));
        }
    }
    if lesson.goals.iter().all(|goal| goal.keeps) {
        let line = lesson.goals.first().map_or(1, |goal| goal.line);
        faults.push(LessonFault::new(line, "every goal holds from the start, so there is nothing to do"));
    }
    match lesson.attempt(rubrics, engine, &lesson.solution) {
        Err(why) => faults
            .push(LessonFault::new(lesson.solution_line, format!("the solution cannot be tried: {why}"))),
        Ok(after) => {
            for goal in &lesson.goals {
                match goal.is_met(&after) {
                    Ok(true) => {}
                    Ok(false) => {
                        let seen = goal.seen(&after);
                        let message = format!("the solution does not reach `{}` ({seen})", goal.text);
                        faults.push(LessonFault::new(goal.line, message));
                    }
                    Err(why) => faults.push(LessonFault::new(goal.line, format!("`{}`: {why}", goal.text))),
                }
            }
        }
    }
    if faults.is_empty()
        && let Some(words) = nonsense::passes(lesson, rubrics, engine)
    {
        let line = lesson.goals.first().map_or(1, |goal| goal.line);
        let such = [
            "still a summary",
            "no sentence deleted",
            "keep coverage >= N",
            "keep cap extraneous_claim released",
        ];
        let there = |one: &str| lesson.goals.iter().any(|goal| goal.text.ends_with(one));
        let such: Vec<String> = such.iter().filter(|one| !there(one)).map(|one| format!("`{one}`")).collect();
        let message =
            format!("{words} reaches every goal; add one that it misses, such as {}", such.join(" or "));
        faults.push(LessonFault::new(line, message));
    }
    faults.sort_by_key(|fault| fault.line);
    faults
}
