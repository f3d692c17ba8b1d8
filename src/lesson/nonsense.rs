//! Meaningless attempts, as made by learners who have understood nothing; none may pass a lesson.

use std::sync::Arc;

use super::attempt::LabelChange;
use super::{Attempt, Lesson};
use crate::engine::Engine;
use crate::rubric::RubricSet;
use crate::text::Text;

/// Words and their opposites. A pair is used in both directions if the second is a single word.
const OPPOSITES: &[(&str, &str)] = &[
    ("is", "is not"),
    ("are", "are not"),
    ("was", "was not"),
    ("were", "were not"),
    ("has", "has not"),
    ("have", "have not"),
    ("will", "will not"),
    ("may", "must"),
    ("open", "closed"),
    ("opened", "closed"),
    ("before", "after"),
    ("all", "none of the"),
    ("nobody", "everybody"),
    ("more", "fewer"),
    ("rise", "fall"),
    ("rose", "fell"),
    ("warm", "cold"),
    ("new", "old"),
    ("first", "last"),
    ("eastern", "western"),
    ("northern", "southern"),
    ("won", "lost"),
    ("accepted", "rejected"),
    ("approved", "rejected"),
];

/// A meaningless attempt and its description.
type Nonsense = (Attempt, String);

/// Returns the description of the first meaningless attempt that reaches every goal; `None` if there is
/// none.
pub fn passes(lesson: &Lesson, rubrics: &Arc<RubricSet>, engine: &mut Engine) -> Option<String> {
    let mut tries = |all: Vec<Nonsense>| {
        all.into_iter().find_map(|(attempt, words)| {
            let tried = lesson.attempt(rubrics, engine, &attempt).ok()?;
            tried.is_passed(lesson).then_some(words)
        })
    };
    tries(texts(lesson)).or_else(|| tries(words(lesson)))
}

/// Returns texts that are not a summary, if the lesson requires a change of the summary.
fn texts(lesson: &Lesson) -> Vec<Nonsense> {
    let Some(solution) = &lesson.solution.summary else {
        return vec![(Attempt::default(), "an attempt that changes nothing".to_owned())];
    };
    let with = |summary: String, words: String| {
        (Attempt { summary: Some(summary), ..lesson.solution.clone() }, words)
    };
    let text = Text::new(solution);
    let salient = |sentence: &crate::text::Sentence| {
        let words =
            sentence.tokens.iter().filter(|token| token.is_content()).map(|token| sentence.word(token));
        words.max_by_key(|word| word.len()).map(|word| format!("{word}."))
    };
    let single: Vec<String> =
        text.sentences().iter().filter_map(|placed| salient(&placed.sentence)).collect();
    let mut all = vec![
        with(String::new(), "an empty summary".to_owned()),
        with(lesson.case.summary.clone(), "the summary as it was".to_owned()),
        with(single.join(" "), format!("a word a sentence ({:?})", single.join(" "))),
    ];
    all.extend(single.first().map(|word| with(word.clone(), format!("one word ({word:?})"))));
    if text.sentences().len() > 1 {
        let first = text.sentences().first().map(|placed| placed.sentence.text.to_string());
        all.extend(first.map(|first| with(first, "the first sentence of the solution alone".to_owned())));
    }
    all
}

/// Returns the solution with one word, or one label, replaced by its opposite.
fn words(lesson: &Lesson) -> Vec<Nonsense> {
    let mut all = Vec::new();
    for (at, (id, change)) in lesson.solution.labels.iter().enumerate() {
        let LabelChange::To(own) = change else { continue };
        for word in id.list.spec().words.iter().filter(|word| *word != own) {
            let mut labels = lesson.solution.labels.clone();
            labels[at].1 = LabelChange::To(*word);
            let words = format!("the solution with {id} = {} in place of {}", word.as_str(), own.as_str());
            all.push((Attempt { labels, ..lesson.solution.clone() }, words));
        }
    }
    // A rubric without claims cannot distinguish a statement from its opposite.
    let judges = lesson.solution.summary.as_ref().filter(|_| lesson.rubric.contains(CLAIMS));
    let Some(solution) = judges else { return all };
    let text = Text::new(solution);
    for placed in text.sentences() {
        for token in &placed.sentence.tokens {
            let word = placed.sentence.word(token);
            let one = |(a, b): &(&'static str, &'static str)| match word {
                word if word == *a => Some(*b),
                word if word == *b => Some(*a),
                _ => None,
            };
            // "All were not saved" is ambiguous.
            let counts = ["all", "nobody", "none", "some", "most"].iter().any(|word| {
                placed
                    .sentence
                    .tokens
                    .iter()
                    .any(|token| placed.sentence.word(token).eq_ignore_ascii_case(word))
            });
            let Some(now) = OPPOSITES.iter().find_map(one).filter(|now| !counts || !now.ends_with(" not"))
            else {
                continue;
            };
            let span = placed.place(token.span);
            let summary = format!("{}{now}{}", &solution[..span.start], &solution[span.end..]);
            let words = format!("the solution with {now:?} in place of {word:?}");
            all.push((Attempt { summary: Some(summary), ..lesson.solution.clone() }, words));
        }
    }
    all
}

/// Substring common to the slugs of the rubrics that judge claims.
const CLAIMS: &str = "-lock";
