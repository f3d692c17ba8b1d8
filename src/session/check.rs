//! Checks an event against the previous ones and fills in what it leaves out: the unit's text and spans,
//! its previous label value, the ids of new units, the proposals after an edit.

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::case::Texts;

use crate::engine::SideEffect;
use crate::labels::file::LabelError;
use crate::labels::overrides::{LabelDecision, Override};
use crate::labels::{Entry, LISTS, Label, LabelValue, Labels, List, OverruleRule, Provenance, Side, file};

use super::analyst::VERSION;
use super::check_error::CheckError;
use super::entries::{made_id, marked};
use super::event::{
    Act, CommentTarget, ENGINE, EventDraft, Preferred, Regroup, Ruling, SideEffectEvent, UnitId,
    UnitReference,
};
use super::folded::{EventKind, Folded, Trace};
use super::state::CaseState;
use super::units::{entry, read_entries, read_proposals, spans};

/// Asks the engine for its version and its proposals for a case with these texts, as a wrapper.
pub type Propose<'a> = dyn FnMut(Texts) -> (String, Box<RawValue>) + 'a;

/// Asks the engine for the labels that change as a consequence of rules and decisions on a case with
/// these texts.
pub type SideEffectFinder<'a> = dyn FnMut(Texts, &[Arc<OverruleRule>], &[Override]) -> Vec<SideEffect> + 'a;

/// Asks the engine for the value proposed for a single unit.
pub type UnitProposer<'a> = dyn FnMut(Texts, List, &Label) -> Option<LabelValue> + 'a;

/// The context in which an annotator's event on a case is checked.
pub struct EventCheck<'a> {
    /// The annotator's previous events.
    pub folded: &'a Folded,
    /// Returns the article of the case with this id as imported; `None` if the session does not have the
    /// case.
    pub article: &'a dyn Fn(&str) -> Option<String>,
    pub propose: &'a mut Propose<'a>,
    pub follow: &'a mut SideEffectFinder<'a>,
    /// Proposes a value for a unit that its creator left open.
    pub open: &'a mut UnitProposer<'a>,
}

impl EventCheck<'_> {
    /// Fills in the fields that a draft leaves out. Its annotator must be set.
    pub fn complete(&mut self, mut draft: EventDraft, uuid: Uuid) -> Result<EventDraft, CheckError> {
        draft.act.check()?;
        let state = self.folded.state();
        let texts = state.texts();
        match draft.act.clone() {
            Act::Edit { side, text } => self.edit(&mut draft, side, &text)?,
            Act::Reanalyse { engine } => self.reanalyse(&mut draft, engine)?,
            Act::Override { label, .. } => {
                let unit = unit(state, &label)?;
                about(&mut draft, label.list, unit, texts)?;
            }
            Act::Restore { label } => restore(state, &mut draft, &label)?,
            Act::Units { how, list, before, after } => {
                let after = self.proposed(list, after, texts);
                regroup(state, &mut draft, uuid, how, list, &before, &after)?;
            }
            Act::Mark { list, entry } => mark(state, &mut draft, uuid, list, entry)?,
            Act::Rule { rule, dropped } => {
                if state.rules.contains(&rule) != dropped {
                    let how = if dropped { "not in force" } else { "in force already" };
                    return Err(CheckError::Rule { rule: rule.to_string(), how, by: state.by().to_owned() });
                }
            }
            Act::Comment { on, .. } => commented(state, on.as_ref())?,
            Act::Accept { labels, seen, judged } => {
                let labels = labels.unwrap_or_else(|| state.units.ids().collect());
                labels.iter().try_for_each(|label| unit(state, label).map(drop))?;
                draft.fields.set("labels", &labels);
                draft.act = Act::Accept { labels: Some(labels), seen, judged };
            }
            Act::Prefer(preferred) => self.preferred(&draft.case, &preferred)?,
            Act::Undo { of } => self.undo(of)?,
            Act::Redo { of } => self.redo(of)?,
            Act::Reveal => self.reveal()?,
            Act::Adjudicate(ruling) => self.adjudicate(&ruling)?,
            Act::Decide { .. } | Act::Flag | Act::Unflag | Act::Seen => {}
        }
        for other in &draft.followed {
            unit(state, &other.label).map_err(|why| why.within("followed"))?;
        }
        self.fill_in_followed(&mut draft);
        debug_assert!(draft.is_as_read(), "what is written of it is something else: {draft:?}");
        Ok(draft)
    }

    fn edit(&mut self, draft: &mut EventDraft, side: Side, text: &str) -> Result<(), CheckError> {
        let texts = self.folded.state().texts();
        let after = match side {
            Side::Article => Texts { article: text, ..texts },
            Side::Summary => Texts { summary: text, ..texts },
        };
        match draft.fields.text("proposals") {
            Some(given) => fits(given, after)?,
            None => {
                let (_, proposals) = (self.propose)(after);
                own_fit(&proposals, after);
                draft.fields.put("proposals", proposals);
            }
        }
        if !draft.fields.has("followed") {
            self.propose_open(draft, after);
        }
        Ok(())
    }

    fn reanalyse(&mut self, draft: &mut EventDraft, engine: Option<String>) -> Result<(), CheckError> {
        let texts = self.folded.state().texts();
        match draft.fields.text("proposals") {
            Some(_) if engine.is_none() => Err(CheckError::NoEngine),
            Some(given) => fits(given, texts),
            None => {
                let (version, proposals) = (self.propose)(texts);
                own_fit(&proposals, texts);
                draft.fields.set("engine", &version);
                draft.fields.put("proposals", proposals);
                draft.act = Act::Reanalyse { engine: Some(version) };
                Ok(())
            }
        }
    }

    /// Fails if the case has been revealed before.
    fn reveal(&self) -> Result<(), CheckError> {
        let Some(known) = self.folded.reveal() else { return Ok(()) };
        let (by, at) = (self.folded.state().by().to_owned(), known.at.as_str().to_owned());
        Err(CheckError::Revealed { by, at })
    }

    /// Checks that the unit of a ruling has valid spans in the texts as imported.
    fn adjudicate(&self, ruling: &Ruling) -> Result<(), CheckError> {
        let texts = self.folded.base().texts();
        for key in ["summary", "article"] {
            ruling.unit.get(key).map_or(Ok(()), |spans| check_spans(key, spans, texts))?;
        }
        Ok(())
    }

    /// Checks that the summaries named by a preference on a case are cases of the session with the same
    /// article, and that there are two of them at least.
    fn preferred(&self, own: &str, preferred: &Preferred) -> Result<(), CheckError> {
        let mut seen = HashSet::new();
        for case in std::iter::once(&preferred.case).chain(&preferred.order) {
            match (self.article)(case) {
                None => return Err(CheckError::Preferred(case.clone())),
                Some(article) if *article != *self.folded.base().article => {
                    return Err(CheckError::AnotherArticle(case.clone()));
                }
                Some(_) => {}
            }
        }
        match (preferred.order.iter().find(|case| !seen.insert(*case)), preferred.order.as_slice()) {
            (Some(twice), _) => Err(CheckError::Order(twice.clone())),
            // Without an order, the other summary is the one of this case.
            (None, [] | [_]) if preferred.case == own => Err(CheckError::Itself(own.to_owned())),
            (None, _) => Ok(()),
        }
    }

    /// Fills in the side effects of a decision, if they are not given. They are omitted for proposals of
    /// another engine version; these are updated when the case is analysed again.
    fn fill_in_followed(&mut self, draft: &mut EventDraft) {
        let state = self.folded.state();
        let on_roots = match &draft.act {
            Act::Override { label, .. } | Act::Restore { label, .. } => {
                matches!(label.list, List::Claims | List::Extraneous)
            }
            Act::Units { list, .. } => matches!(list, List::Claims | List::Extraneous),
            Act::Rule { .. } => true,
            // Open units are handled by `propose_open`; rules also apply to the proposals after an edit.
            Act::Edit { .. } => !state.rules.is_empty(),
            _ => false,
        };
        if !on_roots || draft.fields.has("followed") || state.engine != VERSION {
            return;
        }
        let Ok(event) = draft.clone().complete() else { return };
        let mut after = state.clone();
        after.apply(&event);
        let may_strike =
            |state: &CaseState| !state.rules.is_empty() || state.overrides().iter().any(Override::may_strike);
        if !may_strike(state) && !may_strike(&after) {
            return;
        }
        let mut follow = |state: &CaseState| (self.follow)(state.texts(), &state.rules, &state.overrides());
        // Nothing has followed yet from the proposals after an edit.
        let before = if matches!(draft.act, Act::Edit { .. }) { Vec::new() } else { follow(state) };
        let now = follow(&after);
        let followed = changed(&after, &before, &now);
        if followed.is_empty() {
            return;
        }
        draft.fields.set("followed", &followed);
        draft.followed = followed;
    }

    /// Fills in the values proposed after an edit for units that their creator left open.
    fn propose_open(&mut self, draft: &mut EventDraft, texts: Texts) {
        let mut followed = Vec::new();
        for (label, unit) in self.folded.state().open() {
            let (to, was) = ((self.open)(texts, label.list, unit), unit.word);
            followed.extend(to.filter(|_| to != was).map(|to| SideEffectEvent { label, was, to }));
        }
        if !followed.is_empty() {
            draft.fields.set("followed", &followed);
            draft.followed = followed;
        }
    }

    /// Fills in the proposed values of new units that were left open.
    fn proposed(&mut self, list: List, mut after: Vec<Value>, texts: Texts) -> Vec<Value> {
        let field = list.spec().field;
        for entry in after.iter_mut().filter_map(Value::as_object_mut) {
            let open = entry.get("by").and_then(Value::as_str) == Some(ENGINE) && !entry.contains_key(field);
            let text = entry.get("text").and_then(Value::as_str).unwrap_or_default();
            let unit = Label { text: text.to_owned(), ..Label::default() };
            if let Some(word) = (self.open)(texts, list, &unit).filter(|_| open) {
                entry.insert(field.to_owned(), file::word_value(word));
            }
        }
        after
    }

    fn own(&self, of: Uuid) -> Result<&Trace, CheckError> {
        let by = || self.folded.state().by().to_owned();
        self.folded.event(of).ok_or_else(|| CheckError::Of { of: of.to_string(), by: by() })
    }

    fn undo(&self, of: Uuid) -> Result<(), CheckError> {
        let event = self.own(of)?;
        match event.did {
            EventKind::Undo(_) => return Err(CheckError::Undo(of.to_string())),
            EventKind::Redo(of) => {
                return Err(CheckError::Redo { redo: event.uuid.to_string(), of: of.to_string() });
            }
            EventKind::Seen => return Err(CheckError::Seen(of.to_string())),
            _ if self.folded.is_undone(of) => return Err(CheckError::Undone(of.to_string())),
            _ => {}
        }
        // A later edit's proposals were made for the text produced by this event.
        if let EventKind::Edit(side) = event.did {
            let later = self.folded.events().iter().rev().take_while(|other| other.order() > event.order());
            for later in later.filter(|other| !self.folded.is_undone(other.uuid)) {
                let name = match later.did {
                    EventKind::Edit(other) if other != side => "edit",
                    EventKind::Reanalyse => "reanalyse",
                    _ => continue,
                };
                return Err(CheckError::BuiltOn { name, later: later.uuid.to_string() });
            }
        }
        Ok(())
    }

    fn redo(&self, of: Uuid) -> Result<(), CheckError> {
        let target = match self.own(of)?.did {
            EventKind::Undo(of) => of,
            _ => of,
        };
        if self.folded.is_undone(target) { Ok(()) } else { Err(CheckError::NotUndone(target.to_string())) }
    }
}

/// Returns the labels, still attributed to the engine, whose derived value differs before and after a
/// decision.
fn changed(state: &CaseState, before: &[SideEffect], now: &[SideEffect]) -> Vec<SideEffectEvent> {
    let same = |a: &SideEffect, b: &SideEffect| a.id == b.id && a.was == b.was;
    let (texts, by) = (state.texts(), state.by());
    let unit = |one: &SideEffect| {
        let list = one.id.list;
        let words = Override::new(list, &one.was, LabelDecision::Dismiss, texts, by, 0);
        let at = words.place(state.units.list(list), texts).ok()?;
        (state.units.list(list)[at].by == Provenance::Engine).then(|| state.units.id(list, at))
    };
    let mut out = Vec::new();
    for one in now {
        let was = before.iter().find(|other| same(one, other)).map_or(one.was.word, |other| Some(other.to));
        if was != Some(one.to) {
            out.extend(unit(one).map(|label| SideEffectEvent { label, was, to: one.to }));
        }
    }
    for one in before.iter().filter(|one| !now.iter().any(|other| same(one, other))) {
        let back = |label| Some(SideEffectEvent { label, was: Some(one.to), to: one.was.word? });
        out.extend(unit(one).and_then(back));
    }
    out
}

/// Checks, in debug builds only, that new proposals fit the texts. Reading the proposals of a long text
/// takes seconds and much memory.
fn own_fit(proposals: &RawValue, texts: Texts) {
    debug_assert!(fits(proposals.get(), texts).is_ok(), "the engine's own proposals are refused");
}

/// Checks that proposals given with an event fit the texts.
fn fits(proposals: &str, texts: Texts) -> Result<(), CheckError> {
    let labels = read_proposals(proposals, texts).map_err(|why| CheckError::from(why).within("proposals"))?;
    let malformed = malformed(&labels).map(|why| CheckError::from(why.clone()).within("proposals"));
    malformed.map_or(Ok(()), Err)
}

fn malformed(labels: &Labels) -> Option<&LabelError> {
    LISTS.iter().find_map(|spec| match labels.entry(spec.list) {
        Entry::Malformed(why) => Some(why),
        _ => None,
    })
}

fn unit<'a>(state: &'a CaseState, id: &UnitId) -> Result<&'a Label, CheckError> {
    state.units.get(id).ok_or_else(|| {
        let key = id.list.spec().key;
        let (numbered, made): (Vec<UnitId>, Vec<UnitId>) =
            state.units.ids().filter(|known| known.list == id.list).partition(UnitId::is_numbered);
        let numbered = match numbered.as_slice() {
            [first, .., last] => Some(format!("{first} to {last}")),
            one => one.first().map(ToString::to_string),
        };
        let known: Vec<String> = numbered.into_iter().chain(made.iter().map(ToString::to_string)).collect();
        let known = match known.as_slice() {
            [] => format!("{key} has none"),
            known => format!("{key} has {}", known.join(", ")),
        };
        CheckError::Label { label: id.to_string(), by: state.by().to_owned(), known }
    })
}

/// Checks an event's statements about a unit against the unit, and fills in missing ones.
fn about(draft: &mut EventDraft, list: List, label: &Label, texts: Texts) -> Result<(), CheckError> {
    let text = written_text(list, label, texts);
    match draft.fields.string("text")? {
        Some(said) if said != text && said != label.text => {
            return Err(CheckError::Text { given: said, text });
        }
        Some(_) => {}
        None => draft.fields.set("text", &text),
    }
    for (key, value) in spans(label, texts) {
        match draft.fields.get(key) {
            Some(said) => check_spans(key, &said, texts)?,
            None => draft.fields.set(key, &value),
        }
    }
    if !draft.fields.has("was") {
        draft.fields.set("was", &label.word.map(file::word_value));
    } else if let Some(was) = draft.fields.get("was") {
        super::event::word(list.spec(), "was", &was)?;
    }
    Ok(())
}

/// Returns the text of a unit or, if it has none, the words that it marks.
fn written_text(list: List, label: &Label, texts: Texts) -> String {
    if !label.text.is_empty() || list != List::Extraneous {
        return label.text.clone();
    }
    label.summary.first().and_then(|span| texts.summary.get(span.range())).unwrap_or_default().to_owned()
}

/// Checks that spans match the texts.
fn check_spans(key: &'static str, spans: &Value, texts: Texts) -> Result<(), CheckError> {
    let entry = json!({"text": "", "label": "supported", key: spans});
    read_entries(List::Claims, &[entry], "", texts).map(drop).map_err(|why| match why {
        CheckError::Labels(LabelError::At { source, .. }) => CheckError::from(*source).within(key),
        why => why.within(key),
    })
}

/// Turns marked words into a unit with an id.
fn mark(
    state: &CaseState,
    draft: &mut EventDraft,
    uuid: Uuid,
    list: List,
    mut entry: Map<String, Value>,
) -> Result<(), CheckError> {
    let whole = marked(list, &entry, state.texts());
    read_entries(list, std::slice::from_ref(&whole), state.by(), state.texts())?;
    let id = fresh(state, list, &whole, uuid, 0, 1)?;
    draft.fields.set("id", &id);
    entry.insert("id".to_owned(), json!(id));
    draft.act = Act::Mark { list, entry };
    Ok(())
}

fn restore(state: &CaseState, draft: &mut EventDraft, label: &UnitId) -> Result<(), CheckError> {
    if !state.restorable(label) {
        unit(state, label)?;
        return Err(CheckError::Undecided { by: state.by().to_owned(), label: label.to_string() });
    }
    let texts = state.texts();
    let proposed = state.units.proposed(label);
    if let Some(now) = state.units.get(label).or(proposed) {
        about(draft, label.list, now, texts)?;
    }
    if let Some(word) = proposed.and_then(|label| label.word).filter(|_| !draft.fields.has("to")) {
        draft.fields.set("to", &file::word_value(word));
    }
    Ok(())
}

/// Returns an unused id for a new unit.
fn fresh(
    state: &CaseState,
    list: List,
    entry: &Value,
    uuid: Uuid,
    at: usize,
    of: usize,
) -> Result<UnitId, CheckError> {
    if let Some(Value::String(given)) = entry.get("id") {
        let id = UnitId::read(given)?;
        if id.list != list {
            return Err(CheckError::List { id: id.to_string(), list: list.spec().key });
        }
        if id.name.parse::<usize>().is_ok() {
            return Err(CheckError::Number(id.to_string()));
        }
        if state.units.find(&id).is_some() {
            return Err(CheckError::Taken(id.to_string()));
        }
    }
    Ok(made_id(list, entry, uuid, at, of))
}

fn regroup(
    state: &CaseState,
    draft: &mut EventDraft,
    uuid: Uuid,
    how: Regroup,
    list: List,
    before: &[UnitReference],
    after: &[Value],
) -> Result<(), CheckError> {
    let texts = state.texts();
    let mut ids = Vec::new();
    for named in before {
        let id = match named {
            UnitReference::Id(id) => unit(state, id).map(|_| id.clone())?,
            UnitReference::Entry(entry) => state
                .named(list, named)
                .ok_or_else(|| CheckError::Unit { list: list.spec().key, entry: entry.to_string() })?,
        };
        if ids.contains(&id) {
            return Err(CheckError::Twice { key: "before", id: id.to_string() });
        }
        ids.push(id);
    }
    let olds: Vec<&Label> = ids.iter().filter_map(|id| state.units.get(id)).collect();
    let mut entries = Vec::new();
    let mut names = HashSet::new();
    for (at, new) in after.iter().enumerate() {
        let from = if how == Regroup::Reword { &olds[at..=at] } else { &olds[..] };
        let mut new = inherited(list, new, from, texts)?;
        let id = fresh(state, list, &new, uuid, at, after.len())?;
        if !names.insert(id.clone()) {
            return Err(CheckError::Twice { key: "after", id: id.to_string() });
        }
        new["id"] = json!(id);
        entries.push(new);
    }
    read_entries(list, &entries, state.by(), texts).map_err(|why| why.within("after"))?;
    let olds: Vec<Value> = ids
        .iter()
        .zip(olds)
        .map(|(id, label)| {
            let mut old = entry(list, label, state.by(), texts);
            if let Some(object) = old.as_object_mut() {
                object.shift_insert(0, "id".to_owned(), json!(id));
            }
            old
        })
        .collect();
    draft.fields.set("before", &olds);
    draft.fields.set("after", &entries);
    let before = ids.into_iter().map(UnitReference::Id).collect();
    draft.act = Act::Units { how, list, before, after: entries };
    Ok(())
}

/// Fills in the missing fields of a new unit from the units that it replaces: their spans, and their
/// label value if they agree. If they differ and the annotator left the value open, the worst one is
/// taken.
fn inherited(list: List, new: &Value, olds: &[&Label], texts: Texts) -> Result<Value, CheckError> {
    let Value::Object(mut object) = new.clone() else {
        return Err(CheckError::After(crate::case::kind(new)));
    };
    let field = list.spec().field;
    let first = olds.first().and_then(|label| label.word);
    if !field.is_empty()
        && !object.contains_key(field)
        && let Some(word) = first
    {
        // An open unit gets the worst of the values, as a proposal.
        let open = object.get("by").and_then(Value::as_str) == Some(ENGINE);
        let grade = |label: &&Label| list.spec().words.iter().position(|word| Some(*word) == label.word);
        let word = match olds.iter().any(|label| label.word != Some(word)) {
            false => word,
            true if open => {
                olds.iter().copied().max_by_key(grade).and_then(|label| label.word).unwrap_or(word)
            }
            true => return Err(CheckError::Differ(field)),
        };
        object.insert(field.to_owned(), file::word_value(word));
    }
    if !["summary", "article", "start"].iter().any(|key| object.contains_key(*key)) && !olds.is_empty() {
        let all = Label {
            summary: olds.iter().flat_map(|label| label.summary.clone()).collect(),
            article: olds.iter().flat_map(|label| label.article.clone()).collect(),
            ..Label::default()
        };
        object.extend(spans(&all, texts).map(|(key, value)| (key.to_owned(), value)));
    }
    Ok(Value::Object(object))
}

fn commented(state: &CaseState, on: Option<&CommentTarget>) -> Result<(), CheckError> {
    match on {
        None => Ok(()),
        Some(CommentTarget::Label(label)) => unit(state, label).map(drop).map_err(|why| why.within("on")),
        Some(CommentTarget::Spans(Value::Array(spans))) => {
            let spans = Value::Array(spans.clone());
            let in_summary = check_spans("summary", &spans, state.texts());
            in_summary
                .or_else(|why| check_spans("article", &spans, state.texts()).map_err(|_| why))
                .map_err(|why| why.within("on"))
        }
        Some(CommentTarget::Spans(object)) => {
            let mut any = false;
            for key in ["summary", "article"] {
                if let Some(spans) = object.get(key) {
                    any = true;
                    check_spans(key, spans, state.texts()).map_err(|why| why.within("on"))?;
                }
            }
            if any { Ok(()) } else { Err(CheckError::On) }
        }
    }
}
