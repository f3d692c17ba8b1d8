//! Finds labels of one person that contradict each other, such as a claim that is supported although its
//! words are marked as unsupported.

use crate::labels::{Label, LabelId, LabelValue, List};
use crate::text::Span;

/// A label as a person judged it.
#[derive(Clone, Copy, Debug)]
pub struct JudgedLabel<'a> {
    pub id: LabelId,
    /// The label, with its spans in the texts.
    pub label: &'a Label,
    pub word: LabelValue,
}

/// Why two labels contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// A claim is supported, but some of its words are marked as unsupported.
    Wording,
    /// A claim is supported, but the article gives another answer to a question about it.
    Answer,
    /// A claim is supported, but its words contain a deviation of meaning.
    Deviation,
    /// A claim is supported, but a statement in the same words is not verified.
    Statement,
    /// A claim is unsupported, but the article answers every question about it as the claim does.
    Answers,
    /// A key point is not covered, but a question about its words is answered.
    Point,
    /// Two units with the same words have different labels.
    SameWords,
}

/// Two labels that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The claim or key point.
    pub first: LabelId,
    /// The label that contradicts it.
    pub second: LabelId,
    pub clash: Clash,
}

/// A pair of labels that contradict each other if their words meet: list and value of the first, list and
/// values of the second, and the reason.
type Row = (List, LabelValue, List, &'static [LabelValue], Clash);

/// All such pairs.
const ROWS: [Row; 5] = [
    (List::Claims, LabelValue::Supported, List::Extraneous, &[LabelValue::Extraneous], Clash::Wording),
    (List::Claims, LabelValue::Supported, List::ClaimQags, &[LabelValue::Wrong], Clash::Answer),
    (List::Claims, LabelValue::Supported, List::Facts, &[LabelValue::No], Clash::Statement),
    (List::Claims, LabelValue::Supported, List::Anchors, &[LabelValue::No], Clash::Statement),
    (List::KeyPoints, LabelValue::Not, List::CoverageQags, &[LabelValue::Correct], Clash::Point),
];

/// Lists in which units with the same words have the same meaning.
const SAME: [List; 4] = [List::Claims, List::KeyPoints, List::CoverageQags, List::ClaimQags];

/// Returns the contradictions among one person's labels, in the order of the labels.
pub fn contradictions(judged: &[JudgedLabel]) -> Vec<Contradiction> {
    let mut out = Vec::new();
    for first in judged {
        for second in judged.iter().filter(|second| second.id != first.id) {
            if let Some(clash) = clash(first, second) {
                out.push(Contradiction { first: first.id, second: second.id, clash });
            }
        }
        if let Some(answer) = answered(first, judged) {
            out.push(Contradiction { first: first.id, second: answer, clash: Clash::Answers });
        }
    }
    out
}

fn clash(first: &JudgedLabel, second: &JudgedLabel) -> Option<Clash> {
    let (a, b) = (first.id, second.id);
    let listed = ROWS.iter().find(|(list, word, other, words, _)| {
        (*list, *word, *other) == (a.list, first.word, b.list)
            && words.contains(&second.word)
            && meets(*other, first.label, second.label)
    });
    if let Some((.., clash)) = listed {
        return Some(*clash);
    }
    let supported = (a.list, first.word) == (List::Claims, LabelValue::Supported);
    let deviates = b.list == List::Deviations && second.word != LabelValue::No;
    if supported
        && deviates
        && second.label.kind == Some("meaning")
        && meets(b.list, first.label, second.label)
    {
        return Some(Clash::Deviation);
    }
    // The contradiction is symmetric; it is listed once.
    let same = a.list == b.list && a.index < b.index && SAME.contains(&a.list);
    let same = same && !first.label.text.is_empty() && first.label.text == second.label.text;
    let same = same && first.label.answer == second.label.answer && first.word != second.word;
    same.then_some(Clash::SameWords)
}

/// Returns whether the second label, of this list, is about words of the first.
fn meets(list: List, first: &Label, second: &Label) -> bool {
    let (own, other) = match list {
        List::CoverageQags => (&first.article, &second.article),
        _ => (&first.summary, &second.summary),
    };
    let within = |span: &Span| own.iter().any(|own| own.contains(*span));
    let overlaps = |span: &Span| own.iter().any(|own| own.overlaps(*span));
    match list {
        // A question or statement must lie within the words; a mark may extend beyond them.
        List::Extraneous | List::Deviations => other.iter().any(overlaps),
        _ => !other.is_empty() && other.iter().all(within),
    }
}

/// Returns a question about an unsupported claim if the article answers all questions about it as the
/// claim does.
fn answered(claim: &JudgedLabel, judged: &[JudgedLabel]) -> Option<LabelId> {
    if (claim.id.list, claim.word) != (List::Claims, LabelValue::Unsupported) {
        return None;
    }
    let about =
        |one: &&JudgedLabel| one.id.list == List::ClaimQags && meets(List::ClaimQags, claim.label, one.label);
    let mut questions = judged.iter().filter(about).peekable();
    let first = questions.peek()?.id;
    questions.all(|one| one.word == LabelValue::Correct).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str, summary: (usize, usize)) -> Label {
        Label {
            text: text.to_owned(),
            summary: vec![Span::new(summary.0, summary.1)],
            article: vec![Span::new(summary.0, summary.1)],
            kind: Some("meaning"),
            ..Label::default()
        }
    }

    fn found(judged: &[(List, usize, LabelValue, &Label)]) -> Vec<Clash> {
        let of = judged.iter().map(|(list, index, word, label)| JudgedLabel {
            id: LabelId { list: *list, index: *index },
            word: *word,
            label,
        });
        contradictions(&of.collect::<Vec<_>>()).into_iter().map(|one| one.clash).collect()
    }

    #[test]
    fn a_supported_claim_has_no_words_that_are_unsupported() {
        use LabelValue::{Correct, Extraneous, No, Supported, Unsupported, Wrong};
        let (claim, inside, elsewhere) =
            (label("The council met.", (0, 16)), label("", (4, 11)), label("", (20, 24)));
        let of = |list, word, other: &Label| {
            found(&[(List::Claims, 0, Supported, &claim), (list, 0, word, other)])
        };
        assert_eq!(of(List::Extraneous, Extraneous, &inside), [Clash::Wording]);
        assert_eq!(of(List::ClaimQags, Wrong, &inside), [Clash::Answer]);
        assert_eq!(of(List::Anchors, No, &inside), [Clash::Statement]);
        assert_eq!(of(List::Deviations, LabelValue::Severe, &inside), [Clash::Deviation]);
        assert!(of(List::Extraneous, Extraneous, &elsewhere).is_empty());
        assert!(of(List::ClaimQags, Correct, &inside).is_empty());
        let against = [(List::Claims, 0, Unsupported, &claim), (List::ClaimQags, 0, Correct, &inside)];
        assert_eq!(found(&against), [Clash::Answers]);
        let doubted = [against[0], against[1], (List::ClaimQags, 1, Wrong, &inside)];
        assert!(found(&doubted).is_empty());
    }

    #[test]
    fn the_same_words_have_one_label_and_a_point_that_is_answered_is_covered() {
        use LabelValue::{Correct, Not, Supported, Unsupported};
        let claim = label("The council met.", (0, 16));
        let twice = [(List::Claims, 0, Supported, &claim), (List::Claims, 1, Unsupported, &claim)];
        assert_eq!(found(&twice), [Clash::SameWords]);
        let point = [(List::KeyPoints, 0, Not, &claim), (List::CoverageQags, 0, Correct, &claim)];
        assert_eq!(found(&point), [Clash::Point]);
    }
}
