//! Which of a case's reasoning steps its explanation has. The explanation is the summary where the case gives no
//! other; a step is looked for as a claim is looked for in an article.

use super::anchors::assertions::assertions;
use super::grounds::{Ground, Grounds};
use super::support::{Judged, View, ViewKind, judge};
use super::{Indexed, Memo, Pair, lexicon, parse};
use crate::labels::{Entry, Label, LabelValue, Labels, List};
use crate::text::sentence_number;
use crate::text::{Sentence, Span, Text, fold_token, stem_of};

/// Weighted share of a step's content words that the best passage must have.
const SHARE: f64 = 0.55;
/// A view that leaves less than this speaks against the step, however many of its words are there.
const AGAINST: f64 = 0.3;
/// Characters of the explanation that a reason quotes.
const QUOTED: usize = 100;

/// The steps found in an explanation of its own, which no edit of the texts changes.
pub(super) type Kept = Option<Vec<Label>>;

/// Proposes a label for each step that the case names; nothing where it names none.
pub fn run(pair: &Pair, memo: &mut Memo, labels: &mut Labels) {
    let Some(steps) = &pair.case.reasoning_steps else { return };
    let found = match &pair.case.explanation {
        None => {
            let grounds = Grounds::new(pair.summary);
            let ground = Ground { name: "the summary", indexed: pair.summary, grounds: &grounds };
            steps.iter().map(|step| label(step, ground, true)).collect()
        }
        Some(explanation) => memo
            .steps
            .get_or_insert_with(|| {
                let indexed = Indexed::new(Text::new(explanation));
                let grounds = Grounds::new(&indexed);
                let ground = Ground { name: "the explanation", indexed: &indexed, grounds: &grounds };
                steps.iter().map(|step| label(step, ground, false)).collect()
            })
            .clone(),
    };
    labels.set(List::Steps, Entry::Given(found));
}

/// One step. Where the text is the summary, the passage is the evidence.
fn label(step: &str, ground: Ground, is_summary: bool) -> Label {
    let clauses = judge(ground, &Sentence::new(stated(step)));
    // A step is there where all that it says is.
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
    let unsaid = if presence >= SHARE { unsaid(stated(step), ground) } else { None };
    let present = presence >= SHARE && unsaid.is_none();
    let against = against(worst).map(|view| view.why.clone()).or(unsaid);
    let share = format!(
        "{:.0} % of its content words are in {}",
        (worst.soft.window * 100.0).floor(),
        place(worst, ground)
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
        why.push(format!("the explanation: \"{}\"", quoted(&ground.text().sentences()[best].sentence.text)));
    }
    // Of a step whose words are there and whose finding is not, no more is known than that it is doubtful.
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

/// What a step asserts of its subject and the text does not speak of: an assertion of which neither the verb nor the
/// object is there, in any form or by a word that means the same. To name whom it is about is not to take the step.
fn unsaid(step: &str, ground: Ground) -> Option<String> {
    let step = Indexed::new(Text::new(step));
    let words = parse::words(&step, 0, step.text.token_count());
    let knows = |word: &str| {
        let stem = stem_of(word);
        let same = |half: u32| ground.grounds.halves.contains_key(&half);
        ground.indexed.has(stem) || lexicon::synonyms(stem).any(same)
    };
    let said = |at: usize| {
        let word = &words[at].lower;
        // Figures have a view of their own.
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
                words[verb].lower, words[object.head].lower, ground.name
            )
        })
    })
}

/// How much of a clause is there, 0 to 1; nothing where something speaks against it.
fn presence(judged: &Judged) -> f64 {
    if against(judged).is_some() { 0.0 } else { judged.soft.window }
}

/// What contradicts a clause, or what of its facts is missing. Words of its own do not count: a step is named in
/// other words than it is taken.
fn against(judged: &Judged) -> Option<&View> {
    let of_words =
        |view: &View| matches!(view.kind, ViewKind::Wording | ViewKind::Novel | ViewKind::Modality);
    judged.views.iter().find(|view| !of_words(view) && view.limit < AGAINST)
}

fn place(judged: &Judged, ground: Ground) -> String {
    match judged.best {
        Some(at) => format!("and around sentence {} of {}", sentence_number(at), ground.name),
        None => ground.name.to_owned(),
    }
}

/// The beginning of a text, on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut short: String =
        text.chars().take(QUOTED).map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    if text.chars().nth(QUOTED).is_some() {
        short.push('…');
    }
    short
}

/// A step without the words that number it or tell somebody to take it: "Step 2: identify that".
fn stated(step: &str) -> &str {
    const LEAD: [&str; 34] = [
        "step",
        "first",
        "firstly",
        "second",
        "secondly",
        "third",
        "thirdly",
        "then",
        "next",
        "finally",
        "identify",
        "find",
        "determine",
        "locate",
        "retrieve",
        "establish",
        "compare",
        "recognise",
        "recognize",
        "conclude",
        "infer",
        "deduce",
        "verify",
        "confirm",
        "explain",
        "state",
        "recall",
        "note",
        "realise",
        "realize",
        "check",
        "compute",
        "calculate",
        "mention",
    ];
    let sentence = Sentence::new(step);
    let is_lead = |at: usize| {
        let word = fold_token(sentence.word(&sentence.tokens[at])).into_owned();
        // The number of "Step 2", and the joint of "note that".
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
        let grounds = Grounds::new(&indexed);
        label(step, Ground { name: "the summary", indexed: &indexed, grounds: &grounds }, true).word
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
