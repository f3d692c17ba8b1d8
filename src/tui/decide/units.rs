//! Units (claims, key points, questions, deviations ...): adding, splitting, merging and rewording them.

use crate::case::Texts;

use crate::labels::overrides::{LabelDecision, Override};
use crate::labels::{Label, LabelId, LabelValue, List, Provenance, Side};
use crate::session::{DecisionMethod, Regroup};
use crate::text::Span;
use crate::tui::component::Cx;
use crate::tui::open_case::OpenCase;

use super::{add, decided, taken_back_by};

/// Largest gap, in bytes, between two merged units for the merged one to cover the text from the first to the
/// second.
const GAP: usize = 12;
/// Words that often begin a clause.
const JOINTS: [&str; 16] = [
    "and", "but", "or", "which", "who", "whose", "where", "while", "whereas", "although", "because", "after",
    "before", "when", "as", "with",
];

/// Whether the units of a list can be split, merged and reworded, which needs units with a wording of their
/// own.
pub fn is_worded(list: List) -> bool {
    matches!(
        list,
        List::KeyPoints
            | List::CoverageQags
            | List::Claims
            | List::ClaimQags
            | List::Deviations
            | List::Grounding
            | List::Steps
            | List::Facts
    )
}

/// Whether a list contains questions.
pub fn is_asked(list: List) -> bool {
    matches!(list, List::CoverageQags | List::ClaimQags)
}

/// A unit that is being added.
#[derive(Clone, Debug, Default)]
pub struct NewUnit {
    /// Its list, once chosen.
    pub list: Option<List>,
    /// Its kind, once chosen, if the list has kinds.
    pub kind: Option<&'static str>,
    /// Its word, once chosen.
    pub word: Option<LabelValue>,
    /// The question, once typed.
    pub question: Option<String>,
    /// Its answer, once typed.
    pub answer: Option<String>,
    /// Its spans in the article.
    pub article: Vec<Span>,
    /// Its spans in the summary.
    pub summary: Vec<Span>,
}

impl NewUnit {
    /// Returns a unit on the words selected in the texts; `None` if no words are selected.
    pub fn selected(open_case: &OpenCase) -> Option<NewUnit> {
        let of = |side: Side| -> Vec<Span> {
            open_case.pane(side).selection().into_iter().filter(|span| !span.is_empty()).collect()
        };
        let article = if open_case.source.is_none() { of(Side::Article) } else { Vec::new() };
        let unit = NewUnit { article, summary: of(Side::Summary), ..NewUnit::default() };
        (!unit.article.is_empty() || !unit.summary.is_empty()).then_some(unit)
    }

    /// Returns the lists of the current rubric that the unit can be added to.
    pub fn lists(&self, open_case: &OpenCase) -> Vec<List> {
        let fits = |list: &List| {
            *list != List::Segments && (list.side() == Side::Article || !self.summary.is_empty())
        };
        open_case.lists().iter().copied().filter(fits).collect()
    }

    /// Returns its words in the text that its list is about, or else in the other text.
    pub fn words(&self, open_case: &OpenCase, list: List) -> String {
        let texts = open_case.texts();
        let article = self.article.first().map(|span| &texts.article[span.range()]);
        let summary = self.summary.first().map(|span| &texts.summary[span.range()]);
        let words = match list.side() {
            Side::Article => article.or(summary),
            Side::Summary => summary.or(article),
        };
        words.unwrap_or_default().to_owned()
    }

    pub fn add(self, cx: &mut Cx) {
        let (Some(list), Some(open_case)) = (self.list, cx.state.open_case()) else { return };
        let text = self.question.clone().unwrap_or_else(|| self.words(open_case, list));
        let label = Label {
            text,
            answer: self.answer,
            kind: self.kind,
            word: self.word,
            article: self.article,
            summary: self.summary,
            ..Label::default()
        };
        add(cx, list, label, None);
    }
}

/// Returns the label in focus if it can be split, merged and reworded; otherwise shows why it cannot.
pub fn in_focus(cx: &mut Cx) -> Option<LabelId> {
    if !cx.state.may_change() {
        return None;
    }
    let unlabelled = cx.state.is_hidden()
        && cx.state.open_case().is_some_and(|open_case| {
            open_case.label.and_then(|id| open_case.get(id)).is_some_and(|label| label.word.is_none())
        });
    match cx.state.label() {
        // The replacement takes over the unit's label, so the annotator has to give one first: it must not be
        // the engine's.
        Some(id) if unlabelled && is_worded(id.list) => {
            cx.notify("say first what it is: what takes its place has that label until you give it another");
            None
        }
        Some(id) if is_worded(id.list) => Some(id),
        Some(id) => {
            let words = format!(
                "{} are words of the text: they cannot be split, merged or reworded",
                id.list.spec().title
            );
            cx.notify(&words);
            None
        }
        None => {
            cx.notify("no label is in focus");
            None
        }
    }
}

/// Returns the byte offsets at which words of a unit's text begin, each with whether a clause may begin
/// there.
pub fn places(text: &str) -> Vec<(usize, bool)> {
    let mut places = Vec::new();
    let mut before: Option<&str> = None;
    for word in text.split_whitespace() {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        if let Some(before) = before {
            let letters = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            let clause = before.ends_with([',', ';', ':', '.', '—', '–']) || JOINTS.contains(&&*letters);
            places.push((start, clause));
        }
        before = Some(word);
    }
    places
}

/// Splits a unit at a byte of its text. The parts are left open, and the engine proposes a label for each. If
/// proposals are hidden, both parts keep the label of the whole.
pub fn split(cx: &mut Cx, id: LabelId, at: usize) {
    let (Some(label), Some((article, summary))) = (label(cx, id), raw(cx)) else { return };
    let texts = Texts { article: &article, summary: &summary };
    let open = !cx.state.is_hidden();
    let cut = |range: std::ops::Range<usize>| {
        let whole = label.text.get(range.clone())?;
        let loose = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':');
        let text = whole.trim_matches(loose);
        let start = range.start + (whole.len() - whole.trim_start_matches(loose).len());
        let within = |raw: &str, spans: &[Span]| match spans {
            [one] if raw.get(one.range()) == Some(&*label.text) => {
                vec![Span::new(one.start + start, one.start + start + text.len())]
            }
            all => all.to_vec(),
        };
        let (word, proposed) = if open { (None, label.word) } else { (label.word, None) };
        let part = Label {
            text: text.to_owned(),
            word,
            proposed,
            p: (!open).then_some(1.0),
            article: within(texts.article, &label.article),
            summary: within(texts.summary, &label.summary),
            ..remade(&label, format!("split off \"{}\"", label.text))
        };
        (!text.is_empty()).then_some(part)
    };
    let (Some(first), Some(second)) = (cut(0..at), cut(at..label.text.len())) else {
        return cx.notify("a part would be empty: split between two words");
    };
    regroup(cx, &[id], vec![first, second], Regroup::Split, "split in two");
}

/// Merges the unit in focus with the next one of its list. If the annotator judged both, or proposals are
/// hidden, the result has the worse of the two labels; otherwise it is left open, like the parts of a split.
pub fn merge(cx: &mut Cx) {
    let Some(id) = in_focus(cx) else { return };
    let next = LabelId { index: id.index + 1, ..id };
    let Some(first) = label(cx, id) else { return };
    let Some(second) = label(cx, next) else {
        let words = format!("there is no {} after this one to merge it with", id.list.spec().unit);
        return cx.notify(&words);
    };
    let Some((article, summary)) = raw(cx) else { return };
    let order = id.list.spec().words;
    let place = |label: &Label| order.iter().position(|word| Some(*word) == label.word);
    let worse = if place(&second) > place(&first) { &second } else { &first };
    // If both units are close together in a text, the merged one is a single span of it.
    let joined = |raw: &str, a: &[Span], b: &[Span]| -> (Vec<Span>, Option<String>) {
        if let ([a], [b]) = (a, b) {
            let near = a.end <= b.start && b.start - a.end <= GAP;
            let own = raw.get(a.range()) == Some(&*first.text) && raw.get(b.range()) == Some(&*second.text);
            if near && own {
                let all = Span::new(a.start, b.end);
                return (vec![all], raw.get(all.range()).map(str::to_owned));
            }
        }
        let mut spans: Vec<Span> = a.iter().chain(b).copied().collect();
        spans.sort_unstable_by_key(|span| (span.start, span.end));
        spans.dedup();
        (spans, None)
    };
    let (article, there) = joined(&article, &first.article, &second.article);
    let (summary, here) = joined(&summary, &first.summary, &second.summary);
    let text = here.or(there).unwrap_or_else(|| format!("{} {}", first.text, second.text));
    let answers: Vec<&str> =
        [&first, &second].into_iter().filter_map(|label| label.answer.as_deref()).collect();
    let open = !(cx.state.is_hidden() || is_judged(&first) && is_judged(&second));
    let (word, proposed) = if open { (None, worse.word) } else { (worse.word, None) };
    let merged = Label {
        text,
        answer: (!answers.is_empty()).then(|| answers.join("; ")),
        word,
        proposed,
        p: (!open).then_some(1.0),
        article,
        summary,
        ..remade(&first, format!("merged of \"{}\" and \"{}\"", first.text, second.text))
    };
    regroup(cx, &[id, next], vec![merged], Regroup::Merge, "merged with the next one");
}

/// Whether a person set the label.
fn is_judged(label: &Label) -> bool {
    matches!(label.by, Provenance::Person(_))
}

/// Rewords a unit. It is left open unless the annotator judged it or proposals are hidden.
pub fn reword(cx: &mut Cx, id: LabelId, text: &str) {
    let Some(label) = label(cx, id) else { return };
    let text = text.trim();
    if text.is_empty() || text == label.text {
        return cx.notify("nothing was changed");
    }
    let why = format!("reworded from \"{}\"", label.text);
    let open = !(cx.state.is_hidden() || is_judged(&label));
    let (word, proposed) = if open { (None, label.word) } else { (label.word, None) };
    let new = Label {
        text: text.to_owned(),
        word,
        proposed,
        p: (!open).then_some(1.0),
        article: label.article.clone(),
        summary: label.summary.clone(),
        ..remade(&label, why)
    };
    regroup(cx, &[id], vec![new], Regroup::Reword, "reworded");
}

fn label(cx: &Cx, id: LabelId) -> Option<Label> {
    cx.state.open_case()?.get(id).cloned()
}

/// Returns the texts that the labels' spans refer to.
fn raw(cx: &Cx) -> Option<(std::sync::Arc<str>, std::sync::Arc<str>)> {
    let analysis = &cx.state.open_case()?.judged()?.analysis;
    Some((std::sync::Arc::clone(analysis.article.raw()), std::sync::Arc::clone(analysis.summary.raw())))
}

/// Returns the part of a unit that its replacement inherits.
fn remade(old: &Label, why: String) -> Label {
    Label {
        answer: old.answer.clone(),
        kind: old.kind,
        word: old.word,
        source: old.source.clone(),
        why: vec![why],
        p: Some(1.0),
        ..Label::default()
    }
}

/// Replaces units by others, in one step.
fn regroup(cx: &mut Cx, gone: &[LabelId], new: Vec<Label>, how: Regroup, said: &str) {
    if !cx.state.may_change() {
        return;
    }
    let Some((article, summary)) = raw(cx) else { return };
    let texts = Texts { article: &article, summary: &summary };
    let (by, now) = (cx.state.by.clone(), cx.state.now);
    let Some(open_case) = cx.state.open_case_mut() else { return };
    let Some(first) = gone.first().copied() else { return };
    let replaced: Vec<usize> = gone.iter().filter_map(|id| decided(open_case, *id)).collect();
    let kept = open_case.decisions.overrides.iter().enumerate().filter(|(at, _)| !replaced.contains(at));
    let mut overrides: Vec<Override> = kept.map(|(_, known)| known.clone()).collect();
    let gone = gone.iter().filter_map(|id| Some((id.list, open_case.get(*id)?)));
    overrides.extend(
        gone.map(|(list, label)| Override::new(list, label, LabelDecision::Dismiss, texts, &by, now)),
    );
    overrides.extend(new.into_iter().map(|label| {
        Override::new(first.list, &label, LabelDecision::Add(Box::new(label.clone())), texts, &by, now)
    }));
    open_case.set_overrides(overrides, DecisionMethod::Regrouped(how));
    let back = taken_back_by(cx.state, false);
    cx.notify(&format!("{} {}: {said} ({back})", first.list.spec().unit, first.index + 1));
    cx.judge();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_begin_after_punctuation_and_at_joining_words() {
        let text = "The mayor spoke, and the council voted because it had to.";
        let clauses: Vec<&str> =
            places(text).into_iter().filter(|(_, clause)| *clause).map(|(at, _)| &text[at..]).collect();
        assert_eq!(clauses.len(), 2);
        assert!(clauses[0].starts_with("and the council") && clauses[1].starts_with("because"));
        assert_eq!(places(text).len(), text.split(' ').count() - 1);
        assert!(places("").is_empty() && places("日本語").is_empty());
    }
}
