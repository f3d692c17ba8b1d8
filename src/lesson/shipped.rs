//! The lessons shipped with the program, in the recommended order.

use std::borrow::Cow;

use super::{Lesson, LessonFault, read};
use crate::rubric::RubricSet;

macro_rules! lessons {
    ($($name:literal)*) => {
        /// Every shipped lesson: its name and its text.
        pub const SHIPPED: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../samples/lessons/", $name, ".md")))),*];
    };
}

lessons! {
    "what-a-claim-is"
    "part-of-a-claim"
    "words-too-many"
    "what-was-left-out"
    "questions-and-answers"
    "evidence-must-differ"
    "when-a-summary-is-mostly-wrong"
    "not-what-was-meant"
    "on-the-subject"
    "why-jaccard-cannot-work"
    "loaded-words"
    "swearing-and-slurs"
    "too-good-to-be-true"
    "how-sure-is-sure"
    "claims-and-sources"
    "a-report-that-holds-together"
    "answers-in-several-steps"
    "anchors-of-an-answer"
}

/// Returns the name under which a lesson is recorded. A lesson that has the name of a shipped one without
/// being it gets a distinct name.
pub fn recorded_name(name: &str, is_shipped: bool) -> Cow<'_, str> {
    let taken = !is_shipped && SHIPPED.iter().any(|(known, _)| *known == name);
    if taken { Cow::Owned(format!("own/{name}")) } else { Cow::Borrowed(name) }
}

/// Returns a shipped lesson by its name or by its number from 1.
///
/// # Errors
/// If the file is not a valid lesson; a test excludes this.
pub fn shipped(name: &str, rubrics: &RubricSet) -> Option<Result<Lesson, Vec<LessonFault>>> {
    let number = name.parse::<usize>().ok().and_then(|number| SHIPPED.get(number.checked_sub(1)?));
    let (name, text) = number.or_else(|| SHIPPED.iter().find(|(known, _)| *known == name))?;
    Some(read(name, text, rubrics, &|_| Err("a shipped lesson holds its case".into())))
}
