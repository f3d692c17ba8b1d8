//! Decisions of a person on single labels, stored so that they survive edits of the texts.
//!
//! A decision is tied to its words by quote and context, never to an index in a list, because the engine
//! proposes its labels again after each edit. A decision becomes stale only if its own words change; an edit
//! anywhere else merely moves it.
//!
//! Invariant: a decision that matches no label leaves the labels unchanged.

pub mod file;
mod quote;
mod regroup;
mod strikes;

use super::{Entry, LISTS, Label, LabelId, LabelValue, Labels, List, Provenance};
use crate::case::Texts;
use crate::labels::Side;
use crate::text::Span;

pub use quote::{Quote, SuppliedLabels, kept_ends, moved};
pub use regroup::{group, is_replaced, rejects};
pub use strikes::{StruckBy, StruckMismatches, strikes};

/// A person's decision on a label.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelDecision {
    /// The label has this word.
    Value(LabelValue),
    /// The finding or unit does not count.
    Dismiss,
    /// The text has a finding or unit here that the engine does not propose.
    Add(Box<Label>),
}

/// Care with which a person looked at a label that they gave, from least to most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Care {
    /// It was accepted together with its case, without being looked at.
    Accepted,
    /// It was accepted together with its case, after it had been in focus long enough to be read.
    Seen,
    /// It was judged: set or confirmed individually.
    #[default]
    Judged,
}

/// A decision, with its author and the label that it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    /// The list of its label.
    pub list: List,
    /// The kind of its label.
    pub kind: Option<&'static str>,
    /// Text of the unit when the decision was made.
    pub text: String,
    pub article: Vec<Quote>,
    pub summary: Vec<Quote>,
    pub decision: LabelDecision,
    pub by: String,
    /// Time of the decision, in seconds since 1970 (UTC).
    pub at: u64,
    /// Care with which the person looked.
    pub care: Care,
}

/// The outcome of a decision under the current texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is in force on this label.
    Applied(LabelId),
    /// It removed a finding or unit, which would be at this index of its list.
    Dismissed(LabelId),
    /// Its words are still there, but the engine currently proposes no such label.
    Waiting,
    /// Its words have changed.
    Stale,
}

impl Override {
    /// A decision on a label of these texts.
    pub fn new(
        list: List,
        label: &Label,
        decision: LabelDecision,
        texts: Texts,
        by: &str,
        at: u64,
    ) -> Override {
        let quotes =
            |text: &str, spans: &[Span]| spans.iter().filter_map(|&span| Quote::of(text, span)).collect();
        Override {
            list,
            kind: label.kind,
            text: label.text.clone(),
            article: quotes(texts.article, &label.article),
            summary: quotes(texts.summary, &label.summary),
            decision,
            by: by.to_owned(),
            at,
            care: Care::default(),
        }
    }

    /// Returns its words in the text that its list is about, or in the other text if it has none there.
    fn quotes(&self) -> (Side, &[Quote]) {
        match self.list.side() {
            Side::Article if self.article.is_empty() => (Side::Summary, &self.summary),
            Side::Summary if self.summary.is_empty() => (Side::Article, &self.article),
            Side::Article => (Side::Article, &self.article),
            Side::Summary => (Side::Summary, &self.summary),
        }
    }

    /// Returns where its words are now; `None` if any of them changed.
    fn own(&self, texts: Texts) -> Option<Own> {
        let (side, quotes) = self.quotes();
        let text = match side {
            Side::Article => texts.article,
            Side::Summary => texts.summary,
        };
        let spans = quotes.iter().map(|quote| quote.find(text)).collect::<Option<Vec<Span>>>()?;
        Some(Own { side, spans })
    }

    /// Returns where its words are now, in the article and in the summary; `None` if the words in the text
    /// that its list is about have changed.
    pub fn spans(&self, texts: Texts) -> Option<(Vec<Span>, Vec<Span>)> {
        self.own(texts)?;
        let place = |quotes: &[Quote], text| quotes.iter().filter_map(|quote| quote.find(text)).collect();
        Some((place(&self.article, texts.article), place(&self.summary, texts.summary)))
    }

    /// Returns the index of the label that it is about; the first of equally likely ones.
    ///
    /// # Errors
    /// If there is no such label: [`Fate::Stale`] or [`Fate::Waiting`].
    pub fn place(&self, labels: &[Label], texts: Texts) -> Result<usize, Fate> {
        let own = self.own(texts).ok_or(Fate::Stale)?;
        best(labels, self, &own, &|_| false).ok_or(Fate::Waiting)
    }

    /// Scores how well a label matches the decision, from 0 (no match) to 4.
    fn likeness(&self, label: &Label, own: &Own) -> u8 {
        let spans = match own.side {
            Side::Article => &label.article,
            Side::Summary => &label.summary,
        };
        let same_place = !own.spans.is_empty() && *spans == own.spans;
        let touches = own.spans.iter().any(|a| spans.iter().any(|b| a.overlaps(*b)));
        let same_kind = label.kind == self.kind;
        match (label.text == self.text, same_place, touches) {
            (true, true, _) => 4,
            (true, _, true) => 3,
            (true, ..) if own.spans.is_empty() || spans.is_empty() => 2,
            (_, true, _) if same_kind => 1,
            _ => 0,
        }
    }
}

/// The current place of a decision's words.
struct Own {
    side: Side,
    spans: Vec<Span>,
}

/// Applies decisions and returns the outcome of each, in their order.
///
/// A later decision on a label overrides an earlier one. Units that replace others take their places in the
/// list; other additions are appended.
pub fn apply(labels: &mut Labels, overrides: &[Override], texts: Texts) -> Vec<Fate> {
    let mut dismissed: Vec<LabelId> = Vec::new();
    let counts: Vec<usize> =
        LISTS.iter().map(|spec| labels.get(spec.list).map_or(0, <[Label]>::len)).collect();
    let mut fates: Vec<Fate> =
        overrides.iter().map(|change| apply_one(labels, change, texts, &mut dismissed)).collect();
    for (spec, count) in LISTS.iter().zip(counts) {
        let list = spec.list;
        let touched =
            |fate: &Fate| matches!(fate, Fate::Applied(id) | Fate::Dismissed(id) if id.list == list);
        if !fates.iter().any(touched) {
            continue;
        }
        let order = order(list, count, overrides, &fates);
        let is_gone = |index: &usize| dismissed.contains(&LabelId { list, index: *index });
        // For each original index, the number of remaining labels before it.
        let mut places = vec![0; order.len()];
        let mut left = 0;
        for &index in &order {
            places[index] = left;
            left += usize::from(!is_gone(&index));
        }
        for fate in &mut fates {
            let (Fate::Applied(id) | Fate::Dismissed(id)) = *fate else { continue };
            if id.list == list {
                let now = LabelId { list, index: places[id.index] };
                *fate = if is_gone(&id.index) { Fate::Dismissed(now) } else { Fate::Applied(now) };
            }
        }
        if let Some(known) = labels.get_mut(list) {
            let mut old: Vec<Option<Label>> = std::mem::take(known).into_iter().map(Some).collect();
            known.extend(order.iter().filter(|index| !is_gone(index)).filter_map(|&index| old[index].take()));
        }
        if list == List::Claims {
            labels.move_claims(|claim| (claim < places.len() && !is_gone(&claim)).then(|| places[claim]));
        }
    }
    fates
}

/// Returns the final order of the labels of a list: the `count` existing ones, each followed by the units
/// that replace it (for several, the first of them), and then the additions.
fn order(list: List, count: usize, overrides: &[Override], fates: &[Fate]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for (at, change) in overrides.iter().enumerate() {
        let (Fate::Applied(id) | Fate::Dismissed(id)) = fates[at] else { continue };
        if id.list != list || !matches!(change.decision, LabelDecision::Add(_)) {
            continue;
        }
        let group = group(overrides, at);
        let replaced = group.iter().flat_map(|group| group.clone()).filter_map(|of| match fates[of] {
            Fate::Dismissed(gone) if overrides[of].decision == LabelDecision::Dismiss => {
                order.iter().position(|index| *index == gone.index)
            }
            _ => None,
        });
        // After the units of the group that were added before.
        let added = group.iter().flat_map(|group| group.start..at);
        let added = added.filter_map(|of| match (&overrides[of].decision, fates[of]) {
            (LabelDecision::Add(_), Fate::Applied(id) | Fate::Dismissed(id)) => {
                order.iter().position(|index| *index == id.index)
            }
            _ => None,
        });
        let place = added.max().or_else(|| replaced.min());
        order.insert(place.map_or(order.len(), |place| place + 1), id.index);
    }
    order
}

fn apply_one(labels: &mut Labels, change: &Override, texts: Texts, dismissed: &mut Vec<LabelId>) -> Fate {
    let Some(own) = change.own(texts) else { return Fate::Stale };
    let list = change.list;
    if let LabelDecision::Add(label) = &change.decision {
        let Some((article, summary)) = change.spans(texts) else { return Fate::Stale };
        // A unit that a person created and left open is theirs, but its word is the engine's to propose.
        let by = if label.is_open() { Provenance::Engine } else { Provenance::Person(change.by.clone()) };
        let label = Label { by, article, summary, ..(**label).clone() };
        if *labels.entry(list) == Entry::Absent {
            labels.set(list, Entry::Given(Vec::new()));
        }
        let Some(known) = labels.get_mut(list) else { return Fate::Waiting };
        // If the engine proposes the same unit, the person's replaces it.
        let is_gone = |index: usize| dismissed.contains(&LabelId { list, index });
        if let Some(index) = best(known, change, &own, &is_gone)
            && known[index].text == label.text
            && known[index].by == Provenance::Engine
        {
            dismissed.push(LabelId { list, index });
        }
        known.push(label);
        return Fate::Applied(LabelId { list, index: known.len() - 1 });
    }
    if let (List::Segments, Some(raw)) = (list, &mut labels.raw_segments)
        && let Some(index) = best(raw, change, &own, &|_| false)
    {
        decide(&mut raw[index], change);
    }
    let Some(known) = labels.get_mut(list) else { return Fate::Waiting };
    // A decision refers to a dismissed label only if no other label matches.
    let is_gone = |index: usize| dismissed.contains(&LabelId { list, index });
    let index = best(known, change, &own, &is_gone).or_else(|| best(known, change, &own, &|_| false));
    let Some(index) = index else { return Fate::Waiting };
    let id = LabelId { list, index };
    match change.decision {
        LabelDecision::Dismiss => {
            dismissed.push(id);
            Fate::Dismissed(id)
        }
        _ => {
            dismissed.retain(|gone| *gone != id);
            decide(&mut known[index], change);
            Fate::Applied(id)
        }
    }
}

/// Returns the index of the best-matching label among those that are not skipped; the first of equally good
/// ones.
fn best(labels: &[Label], change: &Override, own: &Own, skip: &dyn Fn(usize) -> bool) -> Option<usize> {
    let likeness = |label: &Label| change.likeness(label, own);
    let there = labels.iter().enumerate().rev().filter(|(index, _)| !skip(*index));
    let (index, label) = there.max_by_key(|(_, label)| likeness(label))?;
    (likeness(label) > 0).then_some(index)
}

fn decide(label: &mut Label, change: &Override) {
    let LabelDecision::Value(word) = change.decision else { return };
    if label.by == Provenance::Engine {
        label.proposed = label.word;
    }
    label.word = Some(word);
    label.by = Provenance::Person(change.by.clone());
    label.p = Some(1.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    const ARTICLE: &str = "The council approved the budget. Nobody objected.";
    const SUMMARY: &str = "The council rejected the budget. Nobody objected.";
    const TEXTS: Texts<'static> = Texts { article: ARTICLE, summary: SUMMARY };

    fn claim(text: &str, summary: &str, word: LabelValue) -> Label {
        let at = summary.find(text).map(|start| Span::new(start, start + text.len()));
        Label {
            text: text.to_owned(),
            word: Some(word),
            summary: at.into_iter().collect(),
            ..Label::default()
        }
    }

    fn claims(labels: Vec<Label>) -> Labels {
        let mut all = Labels::default();
        all.set(List::Claims, Entry::Given(labels));
        all
    }

    fn supported() -> Override {
        let label = claim("The council rejected the budget.", SUMMARY, LabelValue::Unsupported);
        Override::new(List::Claims, &label, LabelDecision::Value(LabelValue::Supported), TEXTS, "ann", 7)
    }

    #[test]
    fn a_decision_wins_and_the_proposal_stays_visible() {
        let mut labels =
            claims(vec![claim("The council rejected the budget.", SUMMARY, LabelValue::Unsupported)]);
        let fates = apply(&mut labels, &[supported()], TEXTS);
        let label = &labels.get(List::Claims).unwrap()[0];
        assert_eq!(fates, [Fate::Applied(LabelId { list: List::Claims, index: 0 })]);
        assert_eq!(label.word, Some(LabelValue::Supported));
        assert_eq!(label.proposed, Some(LabelValue::Unsupported));
        assert_eq!(label.by, Provenance::Person("ann".into()));
    }

    #[test]
    fn an_edit_elsewhere_moves_it_along() {
        let summary = "Yesterday it rained. The council rejected the budget. Somebody objected.";
        let mut labels = claims(vec![
            claim("Yesterday it rained.", summary, LabelValue::Unsupported),
            claim("The council rejected the budget.", summary, LabelValue::Unsupported),
        ]);
        let fates = apply(&mut labels, &[supported()], Texts { article: ARTICLE, summary });
        assert_eq!(fates, [Fate::Applied(LabelId { list: List::Claims, index: 1 })]);
        assert_eq!(labels.get(List::Claims).unwrap()[0].word, Some(LabelValue::Unsupported));
    }

    #[test]
    fn an_edit_of_its_own_words_makes_it_stale() {
        let summary = "The council refused the budget. Nobody objected.";
        let mut labels =
            claims(vec![claim("The council refused the budget.", summary, LabelValue::Unsupported)]);
        let before = labels.clone();
        assert_eq!(apply(&mut labels, &[supported()], Texts { article: ARTICLE, summary }), [Fate::Stale]);
        assert_eq!(labels, before);
    }

    #[test]
    fn without_a_label_it_waits() {
        let mut labels = claims(vec![claim("Nobody objected.", SUMMARY, LabelValue::Supported)]);
        assert_eq!(apply(&mut labels, &[supported()], TEXTS), [Fate::Waiting]);
    }

    #[test]
    fn of_two_equal_sentences_the_context_tells_which() {
        let summary = "One. Yes it is. Two. Yes it is. Three.";
        let second = Span::new(21, 31);
        assert_eq!(&summary[second.range()], "Yes it is.");
        let mut label = claim("Yes it is.", summary, LabelValue::Supported);
        let first = label.clone();
        label.summary = vec![second];
        let texts = Texts { article: ARTICLE, summary };
        let change = Override::new(
            List::Claims,
            &label,
            LabelDecision::Value(LabelValue::Unsupported),
            texts,
            "ann",
            7,
        );
        let mut labels = claims(vec![first, label]);
        let fates = apply(&mut labels, &[change], texts);
        assert_eq!(fates, [Fate::Applied(LabelId { list: List::Claims, index: 1 })]);
    }

    #[test]
    fn findings_are_dismissed_and_added() {
        let wording = |text: &str| claim(text, SUMMARY, LabelValue::Extraneous);
        let mut labels = Labels::default();
        labels.set(List::Extraneous, Entry::Given(vec![wording("rejected"), wording("budget")]));
        let decision =
            |label: &Label, decision| Override::new(List::Extraneous, label, decision, TEXTS, "ann", 7);
        let added = wording("Nobody");
        let changes = [
            decision(&wording("rejected"), LabelDecision::Dismiss),
            decision(&added, LabelDecision::Add(Box::new(added.clone()))),
        ];
        let fates = apply(&mut labels, &changes, TEXTS);
        let texts: Vec<_> = labels.get(List::Extraneous).unwrap().iter().map(|l| l.text.as_str()).collect();
        assert_eq!(texts, ["budget", "Nobody"]);
        let at = |index| LabelId { list: List::Extraneous, index };
        assert_eq!(fates, [Fate::Dismissed(at(0)), Fate::Applied(at(1))]);
    }

    #[test]
    fn units_stand_where_those_stood_that_they_took_the_place_of() {
        let all = |labels: &Labels| -> Vec<String> {
            labels.get(List::Claims).unwrap().iter().map(|label| label.text.clone()).collect()
        };
        let whole = |text: &str| claim(text, SUMMARY, LabelValue::Supported);
        let mut labels = claims(vec![whole("The council rejected the budget."), whole("Nobody objected.")]);
        let mut wording = claim("objected", SUMMARY, LabelValue::Extraneous);
        wording.claim = Some(1);
        let question = Label { claim: Some(1), ..wording.clone() };
        labels.set(List::Extraneous, Entry::Given(vec![wording]));
        labels.set(List::ClaimQags, Entry::Given(vec![question]));
        let one = |text: &str, add: bool| {
            let label = whole(text);
            let decision =
                if add { LabelDecision::Add(Box::new(label.clone())) } else { LabelDecision::Dismiss };
            Override::new(List::Claims, &label, decision, TEXTS, "ann", 7)
        };
        let mut changes = vec![
            one("The council rejected the budget.", false),
            one("The council", true),
            one("rejected the budget.", true),
            one("SUMMARY has no such words", true),
        ];
        assert_eq!([0, 1, 2, 3].map(|at| group(&changes, at)), [Some(0..3), Some(0..3), Some(0..3), None]);
        let mut split = labels.clone();
        let fates = apply(&mut split, &changes, TEXTS);
        assert_eq!(
            all(&split),
            ["The council", "rejected the budget.", "Nobody objected.", "SUMMARY has no such words"]
        );
        let at = |index| LabelId { list: List::Claims, index };
        assert_eq!(
            fates,
            [Fate::Dismissed(at(0)), Fate::Applied(at(0)), Fate::Applied(at(1)), Fate::Applied(at(3))]
        );
        for list in [List::Extraneous, List::ClaimQags] {
            assert_eq!(split.get(list).unwrap()[0].claim, Some(2), "{list:?}: it is still of its claim");
        }
        // A part is dismissed as well; the whole stays dismissed.
        changes.push(one("The council", false));
        let mut less = labels.clone();
        apply(&mut less, &changes, TEXTS);
        assert_eq!(all(&less)[..2], ["rejected the budget.", "Nobody objected."]);
    }

    #[test]
    fn a_claim_that_a_person_adds_stands_for_the_same_one_of_the_engine() {
        let label = claim("Nobody objected.", SUMMARY, LabelValue::Partial);
        let add =
            Override::new(List::Claims, &label, LabelDecision::Add(Box::new(label.clone())), TEXTS, "ann", 7);
        let mut labels = claims(vec![claim("Nobody objected.", SUMMARY, LabelValue::Supported)]);
        apply(&mut labels, &[add], TEXTS);
        let words: Vec<_> = labels.get(List::Claims).unwrap().iter().map(|label| label.word).collect();
        assert_eq!(words, [Some(LabelValue::Partial)]);
    }

    #[test]
    fn a_later_decision_on_a_unit_replaces_the_one_that_made_it() {
        let part = claim("Nobody objected.", SUMMARY, LabelValue::Supported);
        let made = LabelDecision::Add(Box::new(part.clone()));
        let made = Override::new(List::Claims, &part, made, TEXTS, "ann", 7);
        // The engine has found evidence since then.
        let found = Label { article: vec![Span::new(33, 49)], ..part };
        let word = LabelDecision::Value(LabelValue::Partial);
        let valued = Override::new(List::Claims, &found, word, TEXTS, "ann", 8);
        assert!(valued.article != made.article && is_replaced(&[made.clone(), valued], 0));
        // The summary was edited before it.
        let summary = "The council met and rejected the budget. Nobody objected.";
        let texts = Texts { article: ARTICLE, summary };
        let valued = |label: &Label, texts| {
            Override::new(List::Claims, label, LabelDecision::Value(LabelValue::Partial), texts, "ann", 8)
        };
        let moved = claim("Nobody objected.", summary, LabelValue::Supported);
        assert!(is_replaced(&[made, valued(&moved, texts)], 0));
        // An equal sentence at another place is another unit.
        let summary = "Nobody objected. The council rejected the budget. Nobody objected.";
        let texts = Texts { article: ARTICLE, summary };
        let first = claim("Nobody objected.", summary, LabelValue::Supported);
        let second = Label { summary: vec![Span::new(50, 66)], ..first.clone() };
        assert!(!is_replaced(&[valued(&first, texts), valued(&second, texts)], 0));
    }

    #[test]
    fn two_equal_units_are_taken_away_one_after_the_other() {
        let twin = claim("Nobody objected.", SUMMARY, LabelValue::Supported);
        let gone = Override::new(List::Claims, &twin, LabelDecision::Dismiss, TEXTS, "ann", 7);
        let mut labels = claims(vec![twin.clone(), twin]);
        apply(&mut labels, &[gone.clone(), gone], TEXTS);
        assert_eq!(labels.get(List::Claims), Some(&[][..]));
    }
}
