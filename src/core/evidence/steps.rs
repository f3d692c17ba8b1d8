//! Finds the reasoning steps of a case in its explanation, which is the summary unless the case gives another
//! one. A step is judged like a claim against an article.

use super::anchors::assertions::assertions;
use super::mismatch::{MismatchKind, WordedMismatch};
use super::premise::{Premise, PremiseIndex};
use super::support::{Entailment, judge};
use super::{AnalysisCache, Indexed, Pair, parse};
use crate::labels::{Entry, Label, LabelValue, Labels, List};
use crate::text::sentence_number;
use crate::text::{Sentence, Span, Text, fold_token, lexicon, stem_of};

/// Weighted share of a step's content words that the best passage must have.
const SHARE: f64 = 0.55;
/// Support below which a mismatch rules a step out, whatever the share of its words.
const RULES_OUT: f64 = 0.3;
/// Number of characters of the explanation that a reason quotes.
const QUOTED: usize = 100;

/// The steps found in a separate explanation, which does not change with edits of the texts.
pub(super) type StepsCache = Option<Vec<Label>>;

/// Proposes a label for each step of the case; none if it has no steps.
pub fn run(pair: &Pair, cache: &mut AnalysisCache, labels: &mut Labels) {
    let Some(steps) = &pair.case.reasoning_steps else { return };
    let found = match &pair.case.explanation {
        None => {
            let premise_index = PremiseIndex::new(pair.summary);
            let premise =
                Premise { name: "the summary", indexed: pair.summary, premise_index: &premise_index };
            steps.iter().map(|step| label(step, premise, true)).collect()
        }
        Some(explanation) => cache
            .steps
            .get_or_insert_with(|| {
                let indexed = Indexed::new(Text::new(explanation));
                let premise_index = PremiseIndex::new(&indexed);
                let premise =
                    Premise { name: "the explanation", indexed: &indexed, premise_index: &premise_index };
                steps.iter().map(|step| label(step, premise, false)).collect()
            })
            .clone(),
    };
    labels.set(List::Steps, Entry::Given(found));
}

/// Returns the label of one step. If the text is the summary, the passage is marked as evidence.
fn label(step: &str, premise: Premise, is_summary: bool) -> Label {
    let clauses = judge(premise, &Sentence::new(stated(step)));
    // A step is present if all of its clauses are.
    let worst = clauses.iter().min_by(|a, b| presence(a).total_cmp(&presence(b)));
    let Some(worst) = worst else {
        let why = vec!["the step has no word to look for".to_owned()];
        return Label {
            text: step.to_owned(),
            word: Some(LabelValue::No),
            why,
            p: Some(0.5),
            ..Label::default()
        };
    };
    let presence = presence(worst);
    let unsaid = if presence >= SHARE { unsaid(stated(step), premise) } else { None };
    let present = presence >= SHARE && unsaid.is_none();
    let against = against(worst).map(|mismatch| mismatch.why.clone()).or(unsaid);
    let share = format!(
        "{:.0} % of its content words are in {}",
        (worst.overlap.window * 100.0).floor(),
        place(worst, premise)
    );
    let mut why = match (present, against) {
        (false, Some(against)) => vec![against, share],
        _ => vec![share],
    };
    let mut summary: Vec<Span> = Vec::new();
    if is_summary && present {
        summary = clauses.iter().flat_map(|clause| clause.evidence.iter().copied()).collect();
        summary.sort_unstable();
        summary.dedup();
    } else if present && let Some(best) = worst.best {
        why.push(format!("the explanation: \"{}\"", quoted(&premise.text().sentences()[best].sentence.text)));
    }
    // If the words of a step are there but its conclusion is not, it is no more than doubtful.
    let sure = if present { presence } else { (1.0 - presence).max(0.5) };
    Label {
        text: step.to_owned(),
        word: Some(if present { LabelValue::Yes } else { LabelValue::No }),
        summary,
        why,
        p: Some(sure.clamp(0.05, 0.99)),
        ..Label::default()
    }
}

/// Returns the reason that an assertion of a step is missing: neither its verb nor its object is in the text,
/// in any form or as a synonym. Naming the subject does not make the step.
fn unsaid(step: &str, premise: Premise) -> Option<String> {
    let step = Indexed::new(Text::new(step));
    let words = parse::words(&step, 0, step.text.token_count());
    let knows = |word: &str| {
        let stem = stem_of(word);
        let same = |half: u32| premise.indexed.synonyms.of_half(half).is_some();
        premise.indexed.has(stem) || lexicon::synonyms(stem).any(same)
    };
    let said = |at: usize| {
        let word = &words[at].lower;
        // Figures are left to another check.
        word.contains(|c: char| c.is_numeric())
            || knows(word)
            || parse::base_of(word).is_some_and(|base| knows(&base))
    };
    assertions(&words).into_iter().find_map(|assertion| {
        let (verb, object) = (assertion.verb.1 - 1, assertion.object?);
        let names = object.names.iter().any(|at| said(*at));
        (words[verb].content && !names && !said(verb) && !said(object.head)).then(|| {
            format!(
                "neither \"{}\" nor \"{}\" is in {}",
                words[verb].lower, words[object.head].lower, premise.name
            )
        })
    })
}

/// Returns the share of a clause that is present, from 0 to 1; 0 if a mismatch rules it out.
fn presence(entailment: &Entailment) -> f64 {
    if against(entailment).is_some() { 0.0 } else { entailment.overlap.window }
}

/// Returns the mismatch of a fact that rules a clause out. New words and wording do not count, since a step
/// is often named in other words.
fn against(entailment: &Entailment) -> Option<&WordedMismatch> {
    let of_words = |mismatch: &WordedMismatch| {
        matches!(mismatch.kind, MismatchKind::Wording | MismatchKind::Novel | MismatchKind::Modality)
    };
    entailment.mismatches.iter().find(|mismatch| !of_words(mismatch) && mismatch.max_support < RULES_OUT)
}

fn place(entailment: &Entailment, premise: Premise) -> String {
    match entailment.best {
        Some(at) => format!("and around sentence {} of {}", sentence_number(at), premise.name),
        None => premise.name.to_owned(),
    }
}

/// Returns the beginning of a text on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut short: String =
        text.chars().take(QUOTED).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    if text.chars().nth(QUOTED).is_some() {
        short.push('…');
    }
    short
}

/// Removes the words that number a step or tell somebody to take it: "Step 2: identify that".
fn stated(step: &str) -> &str {
    const LEAD: [&str; 34] = [
        "step", "first", "firstly", "second", "secondly", "third", "thirdly", "then", "next", "finally",
        "identify", "find", "determine", "locate", "retrieve", "establish", "compare", "recognise",
        "recognize", "conclude", "infer", "deduce", "verify", "confirm", "explain", "state", "recall",
        "note", "realise", "realize", "check", "compute", "calculate", "mention",
    ];
    let sentence = Sentence::new(step);
    let is_lead = |at: usize| {
        let word = fold_token(sentence.word(&sentence.tokens[at])).into_owned();
        // The number in "Step 2", and "that" in "note that".
        let number = at > 0 && word.chars().all(|c| c.is_ascii_digit()) && word.len() <= 2;
        LEAD.contains(&word.as_str()) || number || at > 0 && matches!(&*word, "that" | "and" | "the")
    };
    let first = (0..sentence.tokens.len()).find(|at| !is_lead(*at));
    first.map_or(step, |at| &step[sentence.tokens[at].span.start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMMARY: &str = "The novel The Salt Road was written by Ilse Marten. Marten was born in the harbour town of \
        Vessel Point in 1921. The lighthouse of Vessel Point was designed by the engineer Karl Oduya, so the designer \
        asked for is Oduya.";

    fn word(step: &str) -> Option<LabelValue> {
        let indexed = Indexed::new(Text::new(SUMMARY));
        let premise_index = PremiseIndex::new(&indexed);
        label(step, Premise { name: "the summary", indexed: &indexed, premise_index: &premise_index }, true)
            .word
    }

    #[test]
    fn steps_are_found_in_other_words_and_missed_where_they_are_missing() {
        for step in [
            "Ilse Marten wrote The Salt Road.",
            "Identify that the author of The Salt Road is Ilse Marten",
            "Step 2: Marten was born in Vessel Point.",
            "The lighthouse at Vessel Point was designed by Karl Oduya.",
            "Find that Karl Oduya planned the lighthouse.",
        ] {
            assert_eq!(word(step), Some(LabelValue::Yes), "{step}");
        }
        for step in [
            "Oduya also built the bridge at Karrow Sound.",
            "Marten was born in 1934.",
            "Marten was not born in Vessel Point.",
            "The Salt Road won the Hallmann prize.",
            "Note that the engineer Karl Oduya found no fault with the lighthouse.",
            "",
            "?!",
        ] {
            assert_eq!(word(step), Some(LabelValue::No), "{step}");
        }
    }

    #[test]
    fn what_tells_to_take_a_step_is_no_part_of_it() {
        assert_eq!(stated("Step 2: identify that the author is Marten"), "author is Marten");
        assert_eq!(stated("Find"), "Find");
        assert_eq!(stated("Marten was born"), "Marten was born");
    }
}
