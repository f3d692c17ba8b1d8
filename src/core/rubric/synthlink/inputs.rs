//! The inputs of SynthLink: counts of labels and of the case's lists, or why they are missing.

use serde_json::Value;

use crate::case::kind;
use crate::labels::List;
use crate::measures::{Reference, References};
use crate::num::{MAX_COUNT, Num};
use crate::rubric::Input;
use crate::rubric::draft::{Computed, MetricDraft, MetricError, tally};

/// The references, compared with the answer.
pub fn references<'a>(input: &Input<'a>, notes: &mut Vec<String>) -> Computed<&'a References> {
    let references = input.measures.references.as_ref().filter(|found| !found.each.is_empty());
    let Some(references) = references else {
        return Err(MetricError::NotApplicable("the case has no reference"));
    };
    if references.answer.all == 0 {
        return Err(MetricError::NotApplicable("the summary has no word"));
    }
    let blank = references.each.iter().filter(|one| one.tokens.all == 0).count();
    if blank > 0 && blank < references.each.len() {
        let have = if blank == 1 { "has" } else { "have" };
        notes.push(format!("{blank} of {} references {have} no word", references.each.len()));
    }
    Ok(references)
}

/// Returns the numbers of shared tokens, of answer tokens and of reference tokens; with `set`, of distinct
/// tokens.
pub fn counts(references: &References, one: &Reference, set: bool) -> [usize; 3] {
    [one.shared, references.answer, one.tokens].map(|tokens| if set { tokens.distinct } else { tokens.all })
}

/// Returns the number of relevant documents among the first `depth` retrieved, each counted once, and the
/// number of documents considered.
pub fn retrieval(input: &Input, depth: usize, draft: &mut MetricDraft) -> Computed<(usize, usize)> {
    let Some(retrieved) = &input.case.retrieved else {
        return Err(MetricError::NotApplicable("the case names no documents retrieved"));
    };
    let Some(relevant) = &input.case.relevant else {
        return Err(MetricError::NotApplicable("the case names no relevant documents"));
    };
    let first = &retrieved[..retrieved.len().min(depth)];
    let counts = |at: usize| relevant.contains(&first[at]) && !first[..at].contains(&first[at]);
    let found = (0..first.len()).filter(|at| counts(*at)).count();
    if draft.ledger.records() {
        if retrieved.is_empty() {
            draft.note("retrieved is an empty list");
        } else if retrieved.len() < depth {
            let were = if retrieved.len() == 1 { "was" } else { "were" };
            draft.note(format!("{} of {depth} documents {were} retrieved", retrieved.len()));
        }
        if relevant.is_empty() {
            draft.note("relevant is an empty list, so that no document can count");
        }
        for (key, list) in [("retrieved", first), ("relevant", relevant.as_slice())] {
            let twice = twice(list);
            if !twice.is_empty() {
                draft.note(format!("{key} names {} more than once; each counts once", twice.join(", ")));
            }
        }
    }
    Ok((found, first.len()))
}

/// Returns the first few names that a list contains more than once, each once, in sorted order.
fn twice(list: &[String]) -> Vec<&str> {
    const SHOWN: usize = 5;
    let mut sorted: Vec<&str> = list.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    let mut found: Vec<&str> = sorted.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
    found.dedup();
    found.truncate(SHOWN);
    found
}

/// Returns the number of steps that are present, and of all steps.
pub fn steps(input: &Input, draft: &mut MetricDraft) -> Computed<(usize, usize)> {
    let named = input.case.reasoning_steps.as_ref().map(Vec::len);
    let (present, all) = match (tally(input.labels, List::Steps, |label| label.word), named) {
        (Err(MetricError::Missing(_)), None) => {
            return Err(MetricError::NotApplicable("the case names no reasoning steps"));
        }
        (Err(MetricError::Missing(_)), Some(0)) => {
            return Err(MetricError::NotApplicable("reasoning_steps is an empty list"));
        }
        (counted, _) => counted?,
    };
    if let Some(named) = named.filter(|named| *named != all) {
        let are = if all == 1 { "is" } else { "are" };
        draft
            .note(format!("reasoning_steps names {named}, and {all} {are} labelled: the labels are counted"));
    }
    if all == 0 { Err(MetricError::NotApplicable("there is no reasoning step")) } else { Ok((present, all)) }
}

/// Returns the number of verified facts, and of all facts.
pub fn facts(input: &Input, draft: &mut MetricDraft) -> Computed<(usize, usize)> {
    let (verified, all) = tally(input.labels, List::Facts, |label| label.word)?;
    if input.case.sources.is_empty() && input.case.wrong("sources").is_none() {
        draft.note("the case has no sources: the article is used instead");
    }
    if all == 0 { Err(MetricError::NotApplicable("there is no factual claim")) } else { Ok((verified, all)) }
}

/// Returns the number of attempts until the first correct answer; `None` if there was none.
pub fn attempts(given: Option<&Value>) -> Computed<Option<Num>> {
    let value = match given {
        None => return Err(MetricError::NotApplicable("the case does not say how many iterations it took")),
        Some(Value::Null) => return Ok(None),
        Some(value) => value,
    };
    // A table may hold 3 as 3.0; a number of attempts has no fraction.
    let whole = value.as_f64().filter(|count| count.is_finite() && count.fract() == 0.0);
    match whole {
        // More than a billion attempts count like a billion.
        Some(count) if count >= 1.0 => Ok(Some(Num::decimal(count.min(MAX_COUNT as f64)))),
        _ => Err(MetricError::Malformed(format!(
            "iterations is {}, not a whole number from 1, nor null for never",
            kind(value)
        ))),
    }
}
