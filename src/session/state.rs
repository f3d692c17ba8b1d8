//! The state of a case after an annotator's events: the fold of its log.
//!
//! Events are folded in the order of time and UUID, so the state depends only on the set of events, and
//! neither on the order in which files were merged nor on event numbers. What an event refers to may no
//! longer exist, because another event was undone. Such an event has no effect; it is never an error.

mod care;

use std::sync::Arc;

use serde_json::Value;
use uuid::Uuid;

use crate::case::Texts;

use crate::labels::file::LabelError;
use crate::labels::overrides::{Care, LabelDecision, Override};
use crate::labels::{Label, LabelValue, Labels, List, OverruleRule, Provenance, Side};
use crate::report::Decision;

use super::decisions::{Decisions, ReasonedVerdict, Remark, RemarkTarget};
use super::entries::{described, made_id, marked};
use super::event::{Act, Event, Moment, Preferred, Regroup, SideEffectEvent, UnitId, UnitReference};
use super::units::{Units, read_entries, read_proposals};

/// A case before any event.
#[derive(Clone, Debug)]
pub struct InitialCase {
    pub article: Arc<str>,
    pub summary: Arc<str>,
    pub proposals: Arc<Labels>,
    pub engine: String,
}

impl InitialCase {
    /// Creates a case with the proposals stored in a session, given as JSON text.
    pub fn new(
        article: &str,
        summary: &str,
        engine: &str,
        proposals: &str,
    ) -> Result<InitialCase, LabelError> {
        let labels = read_proposals(proposals, Texts { article, summary })?;
        Ok(InitialCase {
            article: article.into(),
            summary: summary.into(),
            proposals: Arc::new(labels),
            engine: engine.to_owned(),
        })
    }

    pub fn texts(&self) -> Texts<'_> {
        Texts { article: &self.article, summary: &self.summary }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// The event that made the comment.
    pub uuid: Uuid,
    pub at: Moment,
    pub text: Arc<str>,
    /// The target, as stored in the event; `None` for the case.
    pub on: Option<Value>,
    /// The target, anchored to its words.
    about: RemarkTarget,
}

impl Comment {
    /// Converts the comment to the form used by screens.
    pub(super) fn to_remark(&self) -> Remark {
        Remark { text: Arc::clone(&self.text), on: self.about.clone() }
    }
}

/// A verdict with its reason and time.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedVerdict {
    pub verdict: Decision,
    pub reason: Option<String>,
    pub at: Moment,
    /// Whether the verdict was accepted together with every label, instead of being given individually.
    pub accepted: bool,
}

/// The state of a case for one annotator.
#[derive(Clone, Debug)]
pub struct CaseState {
    pub article: Arc<str>,
    pub summary: Arc<str>,
    /// Version of the engine that made the proposals in force.
    pub engine: String,
    pub comments: Vec<Arc<Comment>>,
    pub decision: Option<TimedVerdict>,
    /// Whether the case is flagged for another look.
    pub flagged: bool,
    /// The preferred summary, if one was chosen.
    pub prefer: Option<Preferred>,
    /// The annotator's rules that are in force on the case, oldest first.
    pub rules: Vec<Arc<OverruleRule>>,
    by: String,
    pub(super) units: Units,
    made: Vec<UnitAction>,
    /// The step in which labels were last accepted.
    accepting: Option<Uuid>,
    /// Number of times that the proposals were replaced. Ids of proposals are only valid within one
    /// generation.
    generation: u32,
}

/// An action on units, kept so that it can be repeated after an edit.
#[derive(Clone, Debug)]
struct UnitAction {
    /// The generation of its ids; `None` if its unit has to be found by its words.
    generation: Option<u32>,
    change: UnitChange,
}

/// A change of a unit or of several.
#[derive(Clone, Debug)]
enum UnitChange {
    /// A unit was given a value, or accepted unchanged.
    Value { unit: QuotedUnit, to: Option<LabelValue>, accepted: bool, care: Care, on: Option<UnitId> },
    /// A label changed as a consequence of another one. Nobody decided on it, so it remains the engine's.
    Followed { unit: QuotedUnit, to: LabelValue },
    /// Units were replaced by others.
    Units { before: Vec<QuotedUnit>, after: Vec<(UnitId, Label, QuotedUnit)> },
}

/// A unit, anchored to its words.
#[derive(Clone, Debug)]
struct QuotedUnit {
    id: UnitId,
    words: Override,
}

impl QuotedUnit {
    /// Returns whether a decision on this unit makes an earlier one obsolete: it is on the same words
    /// and, if the ids are of one generation, on the same unit.
    fn stands_for(&self, earlier: &QuotedUnit, one_generation: bool) -> bool {
        same_words(&self.words, &earlier.words) && (!one_generation || self.id == earlier.id)
    }

    fn decided(&self, decision: LabelDecision) -> Override {
        Override { decision, ..self.words.clone() }
    }
}

fn same_words(a: &Override, b: &Override) -> bool {
    (a.list, a.kind, &a.text) == (b.list, b.kind, &b.text)
        && (&a.article, &a.summary) == (&b.article, &b.summary)
}

/// Removes decisions that a later one on the same words replaces, except that adding a unit precedes the
/// decisions on it.
fn settled(overrides: Vec<Override>) -> Vec<Override> {
    let mut kept: Vec<Override> = Vec::with_capacity(overrides.len());
    for one in overrides {
        if !matches!(one.decision, LabelDecision::Add(_)) {
            kept.retain(|known| matches!(known.decision, LabelDecision::Add(_)) || !same_words(known, &one));
        }
        kept.push(one);
    }
    kept
}

impl CaseState {
    /// Creates the state of a case before any event of the annotator.
    pub fn new(base: &InitialCase, by: &str) -> CaseState {
        CaseState {
            article: Arc::clone(&base.article),
            summary: Arc::clone(&base.summary),
            engine: base.engine.clone(),
            comments: Vec::new(),
            decision: None,
            flagged: false,
            prefer: None,
            rules: Vec::new(),
            by: by.to_owned(),
            units: Units::new(Arc::clone(&base.proposals)),
            made: Vec::new(),
            accepting: None,
            generation: 0,
        }
    }

    pub fn texts(&self) -> Texts<'_> {
        Texts { article: &self.article, summary: &self.summary }
    }

    /// The annotator.
    pub fn by(&self) -> &str {
        &self.by
    }

    /// Returns the labels in force.
    pub fn labels(&self) -> Labels {
        self.units.labels()
    }

    /// Returns the engine's proposals for the current texts.
    pub fn proposals(&self) -> &Arc<Labels> {
        self.units.proposals()
    }

    /// Returns the id of a unit, by its index in its list.
    pub fn id(&self, list: List, index: usize) -> UnitId {
        self.units.id(list, index)
    }

    /// Returns the labels that were accepted and not changed since.
    pub fn accepted(&self) -> Vec<UnitId> {
        let mut ids: Vec<UnitId> = self.made.iter().filter_map(accepted).collect();
        ids.sort_by_key(|id| (id.list, self.units.find(id)));
        ids.dedup();
        ids
    }

    /// Returns how many labels the annotator changed, added or rejected.
    pub fn changed(&self) -> usize {
        let decided = |made: &&UnitAction| !matches!(made.change, UnitChange::Followed { .. });
        self.made.iter().filter(decided).filter(|made| accepted(made).is_none()).count()
    }

    /// Returns the annotator's decisions, anchored to words.
    pub fn decisions(&self) -> Decisions {
        Decisions {
            overrides: self.overrides(),
            verdict: self.given(),
            flagged: self.flagged,
            comments: self.comments.iter().map(|comment| comment.to_remark()).collect(),
            prefer: self.prefer.clone(),
            rules: self.rules.clone(),
        }
    }

    /// Returns the annotator's decisions on labels, anchored to words.
    pub(super) fn overrides(&self) -> Vec<Override> {
        let mut overrides = Vec::new();
        for made in &self.made {
            match &made.change {
                UnitChange::Value { unit, to, on, care, .. } => {
                    let word = to.or_else(|| self.units.get(on.as_ref()?)?.word);
                    let decided = |word| Override { care: *care, ..unit.decided(LabelDecision::Value(word)) };
                    overrides.extend(word.map(decided));
                }
                UnitChange::Followed { .. } => {}
                UnitChange::Units { before, after } => {
                    overrides.extend(before.iter().map(|quoted| quoted.words.clone()));
                    let added = |(_, label, quoted): &(UnitId, Label, QuotedUnit)| {
                        let mut label = label.clone();
                        // A value left open is proposed again wherever it is shown.
                        if label.by == Provenance::Engine {
                            label.proposed = label.word.take();
                        }
                        quoted.decided(LabelDecision::Add(Box::new(label)))
                    };
                    overrides.extend(after.iter().map(added));
                }
            }
        }
        settled(overrides)
    }

    /// Returns the verdict, if given.
    pub(super) fn given(&self) -> Option<ReasonedVerdict> {
        let given = |decided: &TimedVerdict| ReasonedVerdict {
            verdict: decided.verdict,
            reason: decided.reason.clone(),
        };
        self.decision.as_ref().map(given)
    }

    /// Returns the target of a comment, anchored to the words at the time of the comment.
    fn about(&self, on: &Value, at: &Moment) -> RemarkTarget {
        let label = on.get("label").and_then(Value::as_str).and_then(|id| UnitId::read(id).ok());
        let unit = label.and_then(|id| Some(self.quoted(&id, self.units.get(&id)?, at)));
        if let Some(quoted) = unit {
            return RemarkTarget::Label(Arc::new(quoted.words));
        }
        let mut probe = match on {
            Value::Object(object) => object.clone(),
            other => serde_json::Map::from_iter([("summary".to_owned(), other.clone())]),
        };
        probe.insert("text".to_owned(), Value::from(""));
        probe.insert("label".to_owned(), Value::from(LabelValue::Supported.as_str()));
        let read = read_entries(List::Claims, &[Value::Object(probe)], &self.by, self.texts());
        let label = read.ok().and_then(|labels| labels.into_iter().next());
        let id = UnitId { list: List::Claims, name: String::new() };
        label.map_or(RemarkTarget::Case, |label| {
            RemarkTarget::Words(Arc::new(self.quoted(&id, &label, at).words))
        })
    }

    /// Returns the unit that a decision anchored to these words rejected or replaced.
    pub(super) fn struck(&self, words: &Override) -> Option<UnitId> {
        let same = |quoted: &&QuotedUnit| {
            let known = &quoted.words;
            (known.list, &known.text) == (words.list, &words.text)
                && (&known.article, &known.summary) == (&words.article, &words.summary)
        };
        self.made.iter().rev().find_map(|made| match &made.change {
            UnitChange::Units { before, .. } => before.iter().find(same).map(|quoted| quoted.id.clone()),
            UnitChange::Value { .. } | UnitChange::Followed { .. } => None,
        })
    }

    /// Returns all units that were replaced together with this one, including itself, and the units that
    /// replaced them.
    pub(super) fn exchange(&self, id: &UnitId) -> (Vec<UnitId>, Vec<UnitId>) {
        let made = self.made.iter().rev().find_map(|made| match &made.change {
            UnitChange::Units { before, after }
                if !after.is_empty() && before.iter().any(|quoted| quoted.id == *id) =>
            {
                Some((before.iter().map(|quoted| quoted.id.clone()), after.iter().map(|(id, ..)| id.clone())))
            }
            _ => None,
        });
        made.map_or_else(|| (vec![id.clone()], Vec::new()), |(gone, new)| (gone.collect(), new.collect()))
    }

    /// Returns whether an annotator's value for a unit, or its rejection, can be reverted.
    pub(super) fn restorable(&self, id: &UnitId) -> bool {
        self.made.iter().any(|made| match &made.change {
            UnitChange::Value { on, .. } => on.as_ref() == Some(id),
            UnitChange::Followed { .. } => false,
            UnitChange::Units { before, .. } => before.iter().any(|quoted| quoted.id == *id),
        })
    }

    /// Applies an event that is later than all before it and is neither an undo nor a redo.
    pub(super) fn apply(&mut self, event: &Event) {
        match &event.act {
            Act::Edit { side, text } => {
                match side {
                    Side::Article => self.article = text.as_str().into(),
                    Side::Summary => self.summary = text.as_str().into(),
                }
                self.propose(event.fields.text("proposals"));
            }
            Act::Reanalyse { engine } => {
                self.engine = engine.clone().unwrap_or_default();
                self.propose(event.fields.text("proposals"));
            }
            Act::Override { label, to } => self.word(event, label, Some(*to), Care::Judged, false),
            Act::Restore { label } => self.restore(label),
            Act::Accept { labels, seen, judged } => {
                let all: Vec<UnitId> = labels.clone().unwrap_or_else(|| self.units.ids().collect());
                for label in &all {
                    let care = match seen.contains(label) {
                        _ if *judged => Care::Judged,
                        true => Care::Seen,
                        false => Care::Accepted,
                    };
                    self.word(event, label, None, care, true);
                }
                self.accepting = Some(event.step().unwrap_or(event.uuid));
            }
            Act::Units { list, before, after, how } => self.regroup(event, *how, *list, before, after),
            Act::Mark { list, entry } => {
                let entry = marked(*list, entry, self.texts());
                self.regroup(event, Regroup::Add, *list, &[], &[entry]);
            }
            Act::Rule { rule, dropped } => {
                self.rules.retain(|known| known != rule);
                self.rules.extend((!dropped).then(|| Arc::clone(rule)));
            }
            Act::Comment { text, .. } => {
                let on = event.fields.get("on");
                let about = on.as_ref().map_or(RemarkTarget::Case, |on| self.about(on, &event.at));
                let (uuid, at, text) = (event.uuid, event.at.clone(), Arc::from(text.as_str()));
                self.comments.push(Arc::new(Comment { uuid, at, text, on, about }));
            }
            Act::Decide { verdict, reason } => {
                // A verdict given in the same step as the acceptance of the whole case counts as
                // accepted.
                let accepted = self.accepting == Some(event.step().unwrap_or(event.uuid));
                let (at, reason) = (event.at.clone(), reason.clone());
                self.decision = Some(TimedVerdict { verdict: *verdict, reason, at, accepted });
            }
            Act::Flag => self.flagged = true,
            Act::Unflag => self.flagged = false,
            Act::Prefer(preferred) => self.prefer = Some(preferred.clone()),
            Act::Undo { .. } | Act::Redo { .. } | Act::Seen | Act::Reveal | Act::Adjudicate(_) => {}
        }
        self.follow(event);
    }

    /// Replaces the proposals and repeats the decisions on them.
    fn propose(&mut self, proposals: Option<&str>) {
        let read = proposals.and_then(|text| read_proposals(text, self.texts()).ok());
        let proposals = read.map_or_else(|| Arc::clone(self.units.proposals()), Arc::new);
        self.generation += 1;
        self.rebuild(proposals);
    }

    fn rebuild(&mut self, proposals: Arc<Labels>) {
        self.units = Units::new(proposals);
        let mut made = std::mem::take(&mut self.made);
        for one in &mut made {
            self.enact(one);
        }
        self.made = made;
    }

    fn quoted(&self, id: &UnitId, label: &Label, at: &Moment) -> QuotedUnit {
        // Only the position of the words and the time are used; the decision is stored separately.
        let seconds = u64::try_from(at.micros() / 1_000_000).unwrap_or_default();
        let words = Override::new(id.list, label, LabelDecision::Dismiss, self.texts(), &self.by, seconds);
        QuotedUnit { id: id.clone(), words }
    }

    fn word(&mut self, event: &Event, id: &UnitId, to: Option<LabelValue>, care: Care, accepted: bool) {
        let (unit, generation, to) = match self.units.get(id) {
            // What was accepted is the value at that time, whatever the engine proposes after an edit.
            Some(label) => (self.quoted(id, label, &event.at), Some(self.generation), to.or(label.word)),
            None => {
                let Some(label) = described(event, id, &self.by, self.texts()) else { return };
                (self.quoted(id, &label, &event.at), None, to)
            }
        };
        let care = if accepted { care.max(self.care_of(id, &unit, generation)) } else { care };
        // Earlier decisions on the unit have no effect and would only grow with the log. If the new value
        // is merely accepted, they are kept to show that the label was changed.
        self.made.retain(|made| match &made.change {
            UnitChange::Value { unit: known, accepted: before, .. } => {
                accepted && !before || !unit.stands_for(known, made.generation == generation)
            }
            UnitChange::Followed { .. } | UnitChange::Units { .. } => true,
        });
        self.make(generation, UnitChange::Value { unit, to, accepted, care, on: None });
    }

    /// Applies the label changes that follow from a decision on another label.
    fn follow(&mut self, event: &Event) {
        for SideEffectEvent { label: id, to, .. } in &event.followed {
            let Some(label) = self.units.get(id) else { continue };
            let unit = self.quoted(id, label, &event.at);
            let generation = Some(self.generation);
            self.made.retain(|made| match &made.change {
                UnitChange::Followed { unit: known, .. } => {
                    !unit.stands_for(known, made.generation == generation)
                }
                UnitChange::Value { .. } | UnitChange::Units { .. } => true,
            });
            self.make(generation, UnitChange::Followed { unit, to: *to });
        }
    }

    fn regroup(
        &mut self,
        event: &Event,
        how: Regroup,
        list: List,
        before: &[UnitReference],
        after: &[Value],
    ) {
        let texts = self.texts();
        let before: Vec<UnitId> = before.iter().filter_map(|named| self.named(list, named)).collect();
        let before: Vec<QuotedUnit> =
            before.iter().filter_map(|id| Some(self.quoted(id, self.units.get(id)?, &event.at))).collect();
        let Ok(labels) = read_entries(list, after, &self.by, texts) else { return };
        let after: Vec<(UnitId, Label, QuotedUnit)> = labels
            .into_iter()
            .enumerate()
            .map(|(at, mut label)| {
                if label.why.is_empty() && how == Regroup::Add {
                    label.why.push(format!("marked by {}", self.by));
                }
                let id = made_id(list, &after[at], event.uuid, at, after.len());
                let quoted = self.quoted(&id, &label, &event.at);
                (id, label, quoted)
            })
            .collect();
        self.make(Some(self.generation), UnitChange::Units { before, after });
    }

    /// Returns the unit that an event names.
    pub(super) fn named(&self, list: List, named: &UnitReference) -> Option<UnitId> {
        match named {
            UnitReference::Id(id) => self.units.find(id).map(|_| id.clone()),
            UnitReference::Entry(entry) => {
                let text = entry.get("text").or_else(|| entry.get("question"))?.as_str()?;
                let is = |label: &&Label| {
                    label.text == text
                        || list == List::Extraneous
                            && label.summary.first().is_some_and(|span| &self.summary[span.range()] == text)
                };
                let mut like = self.units.list(list).iter().enumerate().filter(|(_, label)| is(label));
                let (index, _) = like.next()?;
                like.next().is_none().then(|| self.units.id(list, index))
            }
        }
    }

    /// Returns a unit to the engine: removes the decisions on it, its rejection, and the units that
    /// replaced it.
    fn restore(&mut self, id: &UnitId) {
        self.made.retain(|made| match &made.change {
            UnitChange::Units { before, after } => {
                after.is_empty() || before.iter().all(|quoted| quoted.id != *id)
            }
            UnitChange::Value { .. } | UnitChange::Followed { .. } => true,
        });
        for made in &mut self.made {
            if let UnitChange::Units { before, after } = &mut made.change
                && after.is_empty()
            {
                before.retain(|quoted| quoted.id != *id);
            }
        }
        self.made.retain(|made| match &made.change {
            UnitChange::Value { on, .. } => on.as_ref() != Some(id),
            UnitChange::Followed { .. } => true,
            UnitChange::Units { before, after } => !before.is_empty() || !after.is_empty(),
        });
        self.rebuild(Arc::clone(self.units.proposals()));
    }

    /// Returns the current index of a unit.
    fn locate(&self, quoted: &QuotedUnit, generation: Option<u32>) -> Option<usize> {
        match self.units.find(&quoted.id) {
            Some(index)
                if generation == Some(self.generation) || self.units.proposed(&quoted.id).is_none() =>
            {
                Some(index)
            }
            _ if generation == Some(self.generation) => None,
            _ => quoted.words.place(self.units.list(quoted.id.list), self.texts()).ok(),
        }
    }

    fn make(&mut self, generation: Option<u32>, change: UnitChange) {
        let mut made = UnitAction { generation, change };
        self.enact(&mut made);
        self.made.push(made);
    }

    fn enact(&mut self, made: &mut UnitAction) {
        let generation = made.generation;
        match &mut made.change {
            UnitChange::Value { unit, to, accepted, on, .. } => {
                let list = unit.id.list;
                let index = self.locate(unit, generation);
                *on = index.map(|index| self.units.id(list, index));
                if let Some(index) = index {
                    self.units.settle(list, index, *to, &self.by);
                    if !*accepted {
                        self.no_longer_accepted(&self.units.id(list, index));
                    }
                }
            }
            UnitChange::Followed { unit, to } => {
                if let Some(index) = self.locate(unit, generation) {
                    self.units.follow(unit.id.list, index, *to);
                }
            }
            UnitChange::Units { before, after } => {
                let mut gone: Vec<(List, usize)> = before
                    .iter()
                    .filter_map(|quoted| Some((quoted.id.list, self.locate(quoted, generation)?)))
                    .collect();
                gone.sort_unstable();
                gone.dedup();
                let mut at = gone.first().map_or(usize::MAX, |(_, index)| *index);
                for (list, index) in gone.into_iter().rev() {
                    self.units.remove(list, index);
                }
                for (id, label, quoted) in after {
                    let mut label = label.clone();
                    if generation != Some(self.generation) {
                        let Some((article, summary)) = quoted.words.spans(self.texts()) else { continue };
                        (label.article, label.summary) = (article, summary);
                    }
                    // The engine may propose an identical unit; the annotator's takes precedence.
                    let list = self.units.list(id.list);
                    if let Ok(twin) = quoted.words.place(list, self.texts())
                        && list[twin].text == label.text
                        && list[twin].by == Provenance::Engine
                    {
                        self.units.remove(id.list, twin);
                        at = if twin < at && at != usize::MAX { at - 1 } else { at };
                    }
                    self.units.insert(at, id, label);
                    at = at.saturating_add(1);
                }
            }
        }
    }

    fn no_longer_accepted(&mut self, id: &UnitId) {
        for made in &mut self.made {
            if let UnitChange::Value { accepted, on: Some(on), .. } = &mut made.change
                && on == id
            {
                *accepted = false;
            }
        }
    }
}

fn accepted(made: &UnitAction) -> Option<UnitId> {
    match &made.change {
        UnitChange::Value { accepted: true, on, .. } => on.clone(),
        _ => None,
    }
}
