//! The disagreements of annotators, those that decide a verdict first: the queue, the words that each
//! annotator marked, their labels, and the effect on scores and verdict.
//!
//! Actions: move between disagreements; adopt an annotator's label by a digit, or choose any label of the
//! list by a letter, then choose the cause of the difference by a letter; write a note; undo; hide names; go
//! to the case; export.

mod exports;
mod view;

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Position;

use crate::adjudication::{DisputableUnit, Dispute, UnitPosition, UnitValue, same_ruling};
use crate::case::Case;
use crate::num::pluralize;
use crate::session::{CAUSES, Cause, Ruling, RulingValue, answers};
use crate::tui::adjudicator::AdjudicatorJob;
use crate::tui::component::{ComponentEvent, ComponentRequest, HitTarget};
use crate::tui::draft::{DraftKind, TextDraft};
use crate::tui::keymap::{Key, Keymap};
use crate::tui::msg::Effect;
use crate::tui::prompt::{Page, Prompt};
use crate::tui::state::{AdjudicationState, WaitingNote};

use super::prelude::*;

/// Current stage of the input.
#[derive(Debug)]
enum Stage {
    /// Choosing a value.
    Answer,
    /// Choosing the cause of the difference, after this value.
    Cause(UnitValue),
    /// Typing an explanation, for the annotators concerned.
    Why(UnitValue, Cause, Box<Prompt>),
    /// Ruling on similar disagreements.
    Alike(SimilarDisputes),
    Note(Box<Page>),
}

/// Disagreements that can be given the same ruling as another one.
#[derive(Debug)]
struct SimilarDisputes {
    model: Ruling,
    /// The similar disagreements, each with whether it will be given the ruling too.
    places: Vec<(UnitPosition, bool)>,
    list: ListCursor,
}

#[derive(Debug)]
pub struct Adjudicate {
    list: ListCursor,
    stage: Stage,
    /// Index of the visible one among the places marked in each text.
    mark: usize,
    /// Rows that the article is scrolled by.
    shift: isize,
    /// Disagreement that a note is being written on.
    noting: Option<(UnitPosition, DraftKind)>,
    /// The note that it has already.
    noted: String,
    /// Disagreement that the last key ruled on; a note that follows is about it.
    decided: Option<UnitPosition>,
}

/// Opens the screen, if there is something to adjudicate.
pub fn open(cx: &mut Cx) -> Option<Box<dyn Component>> {
    let Some(adjudication) = &cx.state.adjudication else {
        cx.notify("nothing to adjudicate here: `lockbench adjudicate S.db... --session GOLD.db` opens what annotators differ on");
        return None;
    };
    if let Some(why) = &adjudication.failed {
        let why = why.clone();
        cx.state.warn(why);
        return None;
    }
    let all = &adjudication.disputes.all;
    let left = adjudication.left.and_then(|left| all.iter().position(|dispute| dispute.place == left));
    let at = left.or_else(|| all.iter().position(|dispute| dispute.ruling.is_none())).unwrap_or(0);
    let (list, stage) = (ListCursor::at(at), Stage::Answer);
    let mut screen =
        Adjudicate { list, stage, mark: 0, shift: 0, noting: None, noted: String::new(), decided: None };
    screen.take_up(cx);
    Some(Box::new(screen))
}

/// Returns the name of an answer in files, in lower case; `None` for the answer that there is no such unit.
fn name(answer: RulingValue) -> Option<String> {
    match answer {
        RulingValue::Label(value) => Some(value.as_str().to_owned()),
        RulingValue::Verdict(decision) => Some(decision.as_str().to_ascii_lowercase()),
        RulingValue::Nothing => None,
    }
}

/// Returns letters for the labels that a unit may have: for each, the first letter of its name that is
/// neither taken nor a key of the screen.
fn letters(keys: &Keymap, unit: &DisputableUnit) -> Vec<(char, RulingValue)> {
    let mut found: Vec<(char, RulingValue)> = Vec::new();
    for answer in answers(unit.list) {
        let Some(name) = name(answer) else { continue };
        let free = |c: &char| {
            c.is_ascii_lowercase()
                && found.iter().all(|(known, _)| known != c)
                && keys.action(Context::Adjudication, Key::char(*c).event()).is_none()
        };
        found.extend(name.chars().find(free).map(|letter| (letter, answer)));
    }
    found
}

/// Returns the position of a case in the queue, once it is listed there.
fn place(state: &State, case: &Case) -> Option<usize> {
    state.table.rows.iter().position(|row| *row.id == *case.id)
}

/// A dispute with the unit and the case that are drawn with it.
struct DisputeView<'a> {
    adjudication: &'a AdjudicationState,
    dispute: &'a Dispute,
    unit: &'a DisputableUnit,
    case: &'a Case,
}

impl<'a> DisputeView<'a> {
    fn of(adjudication: &'a AdjudicationState, at: usize) -> Option<DisputeView<'a>> {
        let dispute = adjudication.disputes.all.get(at)?;
        let unit = dispute.unit(&adjudication.of)?;
        let case = &adjudication.of.cases[dispute.place.case].case;
        Some(DisputeView { adjudication, dispute, unit, case })
    }

    /// Returns the kind of draft that a note on it is saved as while it is written.
    fn note_of(&self) -> DraftKind {
        let list = self.unit.list.map(|list| list.spec().key.to_owned());
        DraftKind::Note(self.case.id.clone(), list, self.unit.number)
    }

    /// Returns the value with this answer. Its kind is the one given by the annotators with this answer, or
    /// else the most common one.
    fn value_of(&self, answer: RulingValue) -> UnitValue {
        let said = self.unit.values();
        let same = said.iter().find(|said| said.answer == answer);
        let kind = same.or(said.first()).and_then(|said| said.kind);
        UnitValue { answer, kind: kind.filter(|_| answer != RulingValue::Nothing) }
    }
}

impl Adjudicate {
    fn shown<'a>(&self, state: &'a State) -> Option<DisputeView<'a>> {
        DisputeView::of(state.adjudication.as_ref()?, self.list.cursor())
    }

    /// Returns the note on the disagreement in focus: the one just written, or else the one of its ruling.
    fn note(&self, shown: &DisputeView) -> Option<String> {
        let own = shown.adjudication.note.as_ref().filter(|note| note.place == shown.dispute.place);
        match own {
            Some(note) => Some(note.draft.text.clone()),
            None => shown.dispute.ruling.as_ref().and_then(|ruling| ruling.note.clone()),
        }
    }

    /// Returns the name of another disagreement whose note still waits for a ruling, if a note here would
    /// replace that note.
    fn waits_elsewhere(&self, state: &State) -> Option<String> {
        let shown = self.shown(state).filter(|shown| shown.dispute.ruling.is_none())?;
        let adjudication = shown.adjudication;
        let note = adjudication.note.as_ref().filter(|note| note.place != shown.dispute.place)?;
        let at = adjudication.disputes.all.iter().position(|dispute| dispute.place == note.place)?;
        let other = DisputeView::of(adjudication, at)?;
        Some(format!("{}, {}", other.case.id, other.unit.name()))
    }

    /// Takes a value, and asks for its cause.
    fn answer(&mut self, said: UnitValue, cx: &mut Cx) {
        if cx.state.may_change() {
            self.stage = Stage::Cause(said);
        }
    }

    /// Stores the ruling, and goes to the next open disagreement.
    fn decide(&mut self, said: UnitValue, cause: Option<Cause>, note: Option<String>, cx: &mut Cx) {
        self.stage = Stage::Answer;
        let Some(shown) = self.shown(cx.state) else { return };
        let ruling = shown.unit.ruling(shown.case, &shown.adjudication.of.annotators, said);
        let note = match note {
            Some(typed) => Some(typed).filter(|typed| !typed.is_empty()),
            None => self.note(&shown),
        };
        let ruling = Ruling { cause, note, ..ruling };
        let alike = shown.adjudication.disputes.alike(&shown.adjudication.of, shown.dispute.place).len();
        let (place, next) = (shown.dispute.place, shown.adjudication.disputes.next_open(self.list.cursor()));
        let name = format!("{}, {}", shown.case.id, shown.unit.name());
        let key = cx.state.keys.name(Context::Adjudication, Action::Comment);
        self.decided = Some(place);
        cx.effects.push(Effect::Adjudicate(AdjudicatorJob::Rule(place, Box::new(ruling))));
        if let Some(adjudication) = &mut cx.state.adjudication {
            adjudication.note.take_if(|note| note.place == place);
        }
        match next.filter(|next| *next != self.list.cursor()) {
            Some(next) => {
                self.go(next, cx);
                let same = cx.state.keys.name(Context::Adjudication, Action::Bulk);
                let more = match alike {
                    0 => String::new(),
                    1 => format!("; {same} the same for 1 like it"),
                    many => format!("; {same} the same for {many} like it"),
                };
                cx.notify(&format!("decided: {name}; {key} adds a note to it{more}"));
            }
            None => {
                let key = cx.state.keys.name(Context::Adjudication, Action::Export);
                cx.notify(&format!("every disagreement is decided: {key} exports the gold set"));
            }
        }
    }

    /// Goes back to the disagreement that was just ruled on, to write a note on it.
    fn go_to_decided(&mut self, place: Option<UnitPosition>, cx: &mut Cx) {
        let disputes = cx.state.adjudication.as_ref().map(|adjudication| &adjudication.disputes.all);
        let at = place.and_then(|place| disputes?.iter().position(|dispute| dispute.place == place));
        if let Some(at) = at.filter(|at| *at != self.list.cursor()) {
            self.go(at, cx);
        }
    }

    /// Stores a note, with the ruling if there is one.
    fn keep_note(&mut self, text: String, cx: &mut Cx) {
        let Some(shown) = self.shown(cx.state) else { return };
        let place = shown.dispute.place;
        match &shown.dispute.ruling {
            Some(ruling) => {
                let note = Some(text).filter(|text| !text.trim().is_empty());
                let ruling = Ruling { note, ..ruling.clone() };
                cx.effects.push(Effect::Adjudicate(AdjudicatorJob::Rule(place, Box::new(ruling))));
            }
            None => {
                let draft = TextDraft { of: shown.note_of(), text };
                let note =
                    Some(WaitingNote { place, draft }).filter(|note| !note.draft.text.trim().is_empty());
                if let Some(adjudication) = &mut cx.state.adjudication {
                    adjudication.note = note;
                }
                cx.notify("the note is kept with the decision");
            }
        }
    }

    fn go(&mut self, at: usize, cx: &mut Cx) {
        self.list.set(at);
        (self.mark, self.shift) = (0, 0);
        self.follow(cx);
    }

    /// Opens the case of the disagreement on the main screen, so that the panels show it.
    fn follow(&self, cx: &mut Cx) {
        let at = self.shown(cx.state).and_then(|shown| place(cx.state, shown.case));
        if let Some(at) = at.filter(|at| *at != cx.state.at && *at < cx.state.cases) {
            cx.asks.push(ComponentRequest::Go(at));
        }
    }

    fn open_case(&self, cx: &mut Cx) {
        let Some(at) = self.shown(cx.state).map(|shown| place(cx.state, shown.case)) else { return };
        match at {
            Some(_) => {
                self.follow(cx);
                cx.close();
                self.leave(cx);
            }
            None => cx.notify("the cases are still being counted"),
        }
    }

    /// Remembers the disagreement in focus, and shows a message with the key that returns to it, because the
    /// panels look as they do in a review.
    fn leave(&self, cx: &mut Cx) {
        let left = self.shown(cx.state).map(|shown| shown.dispute.place);
        if let Some(adjudication) = &mut cx.state.adjudication {
            adjudication.left = left;
        }
        let key = cx.state.keys.name(Context::Main, Action::Adjudicate);
        cx.notify(&format!("{key} shows the disagreements again"));
    }

    /// Reopens the note that was being written when the session was left, once the disagreements are known.
    /// Another unfinished note waits for its ruling.
    fn take_up(&mut self, cx: &mut Cx) {
        let Some(adjudication) =
            cx.state.adjudication.as_ref().filter(|adjudication| adjudication.weighing.is_none())
        else {
            return;
        };
        let about = |draft: &TextDraft| {
            let shown = |at: usize| Some((at, DisputeView::of(adjudication, at)?));
            let mut all = (0..adjudication.disputes.all.len()).filter_map(shown);
            let (at, shown) = all.find(|(_, shown)| shown.note_of() == draft.of)?;
            Some((at, shown.dispute.place))
        };
        let notes = cx.state.unfinished.extract_if(.., |draft| draft.is_note());
        let mut notes: Vec<(usize, WaitingNote)> = notes
            .filter_map(|draft| {
                let (at, place) = about(&draft)?;
                Some((at, WaitingNote { place, draft }))
            })
            .collect();
        let Some((at, WaitingNote { place, draft })) = notes.pop() else { return };
        if let (Some(adjudication), Some((_, waiting))) = (&mut cx.state.adjudication, notes.pop()) {
            adjudication.note = Some(waiting);
        }
        (self.noting, self.noted) = (Some((place, draft.of)), String::new());
        self.stage = Stage::Note(Box::new(Page::of(&draft.text)));
        self.go(at, cx);
        cx.notify("resumed where you left off");
    }

    /// Lists the open disagreements that are similar to one with a ruling.
    fn open_alike(&mut self, place: Option<UnitPosition>, cx: &mut Cx) {
        let Some(adjudication) = &cx.state.adjudication else { return };
        let here = self.shown(cx.state).map(|shown| shown.dispute.place);
        let ruled = |place: UnitPosition| {
            let dispute = adjudication.disputes.all.iter().find(|dispute| dispute.place == place);
            dispute.and_then(|dispute| dispute.ruling.clone()).map(|ruling| (place, ruling))
        };
        let Some((place, model)) = place.and_then(ruled).or_else(|| here.and_then(ruled)) else {
            return cx.notify("decide this one first; then the others like it can be decided as it is");
        };
        let places = adjudication.disputes.alike(&adjudication.of, place);
        if places.is_empty() {
            return cx.notify("no open disagreement is like it");
        }
        let places = places.into_iter().map(|place| (place, true)).collect();
        self.stage = Stage::Alike(SimilarDisputes { model, places, list: ListCursor::default() });
    }

    /// Applies the ruling to the marked disagreements, as one step.
    fn decide_alike(&mut self, cx: &mut Cx) {
        let Stage::Alike(alike) = std::mem::replace(&mut self.stage, Stage::Answer) else { return };
        let Some(adjudication) = &cx.state.adjudication else { return };
        let chosen = alike.places.iter().filter(|(_, taken)| *taken);
        let all: Vec<(UnitPosition, Ruling)> = chosen
            .filter_map(|(place, _)| Some((*place, same_ruling(&adjudication.of, *place, &alike.model)?)))
            .collect();
        if all.is_empty() {
            return cx.notify("none is marked: nothing was decided");
        }
        let places: Vec<UnitPosition> = all.iter().map(|(place, _)| *place).collect();
        let open = |dispute: &Dispute| dispute.ruling.is_none() && !places.contains(&dispute.place);
        let next = adjudication.disputes.all.iter().position(open);
        let key = cx.state.keys.name(Context::Adjudication, Action::Undo);
        cx.notify(&format!("{} decided; {key} takes all of them back", pluralize(all.len(), "disagreement")));
        cx.effects.push(Effect::Adjudicate(AdjudicatorJob::RuleAll(all)));
        if let Some(next) = next {
            self.go(next, cx);
        }
    }

    fn rows(state: &State) -> usize {
        state.adjudication.as_ref().map_or(0, |adjudication| adjudication.disputes.all.len())
    }

    fn answering(&mut self, action: Action, cx: &mut Cx) -> bool {
        let decided = self.decided.take();
        if action == Action::Comment {
            self.go_to_decided(decided, cx);
        }
        match action {
            Action::Dismiss => {
                let verdict = self.shown(cx.state).is_none_or(|shown| shown.unit.list.is_none());
                if verdict {
                    cx.notify("a case has a verdict: press the letter of one");
                } else {
                    self.answer(UnitValue { answer: RulingValue::Nothing, kind: None }, cx);
                }
            }
            Action::Comment => {
                let shown = self.shown(cx.state).map(|shown| {
                    let noting = (shown.dispute.place, shown.note_of());
                    (noting, self.note(&shown).unwrap_or_default())
                });
                if let Some(name) = self.waits_elsewhere(cx.state) {
                    cx.notify(&format!("a note waits for the decision on {name}: decide that one first"));
                } else if let Some((noting, note)) = shown.filter(|_| cx.state.may_change()) {
                    self.stage = Stage::Note(Box::new(Page::of(&note)));
                    (self.noting, self.noted) = (Some(noting), note);
                }
            }
            Action::Undo if cx.state.may_change() => {
                cx.effects.push(Effect::Adjudicate(AdjudicatorJob::Undo));
            }
            Action::Redo if cx.state.may_change() => {
                cx.effects.push(Effect::Adjudicate(AdjudicatorJob::Redo));
            }
            Action::Undo | Action::Redo => {}
            Action::Bulk if cx.state.may_change() => self.open_alike(decided, cx),
            Action::Bulk => {}
            Action::HideNames => {
                if let Some(adjudication) = &mut cx.state.adjudication {
                    adjudication.hidden = !adjudication.hidden;
                }
            }
            Action::NextUndecided => {
                let next = cx
                    .state
                    .adjudication
                    .as_ref()
                    .and_then(|adjudication| adjudication.disputes.next_open(self.list.cursor()));
                match next {
                    Some(next) => self.go(next, cx),
                    None => cx.notify("every disagreement is decided"),
                }
            }
            Action::Change => (self.mark, self.shift) = (self.mark + 1, 0),
            Action::PageDown => self.shift = self.shift.saturating_add(4),
            Action::PageUp => self.shift = self.shift.saturating_sub(4),
            Action::Enter => self.open_case(cx),
            Action::Export => cx.open(exports::Exports::default()),
            Action::Close => {
                self.leave(cx);
                return false;
            }
            _ => return false,
        }
        true
    }
}

impl Component for Adjudicate {
    fn window(&self, _state: &State) -> Window {
        Window::whole(match self.stage {
            Stage::Answer => Context::Adjudication,
            Stage::Cause(_) => Context::Choice,
            Stage::Why(..) => Context::Typing,
            Stage::Alike(_) => Context::Alike,
            Stage::Note(_) => Context::Writing,
        })
    }

    fn columns(&self, state: &State, area: Rect) -> Option<[Rect; 2]> {
        Some(view::texts_places(self, state, area))
    }

    fn words_to_set(&self, state: &State, row: Option<usize>) -> Option<Vec<(Key, String)>> {
        let at = row.unwrap_or(self.list.cursor());
        let shown = state.adjudication.as_ref().and_then(|adjudication| DisputeView::of(adjudication, at));
        let Some(DisputeView { unit, .. }) = shown else { return Some(Vec::new()) };
        let letters = letters(&state.keys, unit).into_iter();
        let mut words: Vec<(Key, String)> =
            letters.filter_map(|(letter, answer)| Some((Key::char(letter), name(answer)?))).collect();
        let dismiss =
            state.keys.first(Context::Adjudication, Action::Dismiss).filter(|_| unit.list.is_some());
        words.extend(dismiss.map(|key| (key, "rejected".to_owned())));
        Some(words)
    }

    fn update(&mut self, action: Action, _key: KeyEvent, cx: &mut Cx) -> bool {
        match (&mut self.stage, action) {
            (Stage::Answer, _) => return self.answering(action, cx),
            (_, Action::Close) => self.stage = Stage::Answer,
            (Stage::Cause(said), Action::Enter) => {
                let said = *said;
                self.decide(said, None, None, cx);
            }
            (Stage::Why(said, cause, typed), Action::Enter) => {
                let (said, cause, note) = (*said, *cause, typed.text().trim().to_owned());
                // The typed text is the note, even if it was emptied.
                self.decide(said, Some(cause), Some(note), cx);
            }
            (Stage::Why(.., typed), Action::DeleteBack) => typed.erase(),
            (Stage::Alike(_), Action::Enter) => self.decide_alike(cx),
            (Stage::Alike(alike), Action::Change) => {
                if let Some((_, taken)) = alike.places.get_mut(alike.list.cursor()) {
                    *taken = !*taken;
                }
            }
            (Stage::Alike(_), _) => return false,
            (Stage::Note(page), Action::Enter) => {
                let text = page.text();
                self.stage = Stage::Answer;
                self.keep_note(text, cx);
            }
            (Stage::Note(page), Action::NewLine) => page.new_line(),
            (Stage::Cause(_) | Stage::Why(..) | Stage::Note(_), _) => {}
        }
        true
    }

    fn typed(&mut self, key: KeyEvent, cx: &mut Cx) -> bool {
        if let Stage::Note(page) = &mut self.stage {
            page.input(key);
            return true;
        }
        if let Stage::Why(.., typed) = &mut self.stage {
            typed.input(key);
            return true;
        }
        if matches!(self.stage, Stage::Alike(_)) {
            return false;
        }
        let KeyCode::Char(c) = key.code else { return false };
        if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            return false;
        }
        self.decided = None;
        if let Stage::Cause(said) = self.stage {
            let cause = CAUSES.iter().find(|spec| spec.letter == c).map(|spec| spec.cause);
            if let Some(cause) = cause {
                let Some(shown) = self.shown(cx.state) else { return true };
                let noting = (shown.dispute.place, shown.note_of());
                let known = self.note(&shown).unwrap_or_default();
                self.stage = Stage::Why(said, cause, Box::new(Prompt::of(&known)));
                (self.noting, self.noted) = (Some(noting), known);
            }
            return true;
        }
        let Some(shown) = self.shown(cx.state) else { return false };
        let digit = c.to_digit(10).and_then(|digit| digit.checked_sub(1));
        let own = digit.and_then(|digit| shown.unit.voices.get(digit as usize)).map(|voice| voice.value);
        let letter = letters(&cx.state.keys, shown.unit).into_iter().find(|(letter, _)| *letter == c);
        match own.or_else(|| letter.map(|(_, answer)| shown.value_of(answer))) {
            Some(said) => self.answer(said, cx),
            None => return false,
        }
        true
    }

    fn paste(&mut self, text: &str, _cx: &mut Cx) -> bool {
        match &mut self.stage {
            Stage::Note(page) => page.paste(text),
            Stage::Why(.., typed) => typed.paste(text),
            Stage::Answer | Stage::Cause(_) | Stage::Alike(_) => return false,
        }
        true
    }

    fn on(&mut self, event: ComponentEvent, cx: &mut Cx) {
        match event {
            ComponentEvent::Adjudicated => {}
            ComponentEvent::Scored => {
                self.follow(cx);
                // The disagreements may be known before the case of the unfinished note is opened.
                return self.take_up(cx);
            }
            _ => return,
        }
        let Some(adjudication) = &mut cx.state.adjudication else { return };
        let to = adjudication.to.take();
        let at = to.and_then(|to| adjudication.disputes.all.iter().position(|dispute| dispute.place == to));
        if let Some(at) = at {
            self.stage = Stage::Answer;
            self.go(at, cx);
        }
        self.take_up(cx);
    }

    fn draft(&self) -> Option<TextDraft> {
        let (of, text) = match (&self.stage, &self.noting) {
            (Stage::Note(page), Some((_, of))) => (of, page.text()),
            (Stage::Why(.., typed), Some((_, of))) => (of, typed.text().to_owned()),
            _ => return None,
        };
        (!text.is_empty() && text != self.noted).then(|| TextDraft { of: of.clone(), text })
    }

    fn offers(&self, action: Action, state: &State) -> bool {
        let turns = state.adjudication.as_ref().map_or([false; 2], |adjudication| adjudication.turns);
        match action {
            // A case always has a verdict, so "no such unit" is offered only for units of lists.
            Action::Dismiss => self.shown(state).is_some_and(|shown| shown.unit.list.is_some()),
            // While a note is being written, the disagreement cannot be changed.
            Action::Change => !matches!(self.stage, Stage::Note(_)),
            Action::Undo => turns[0],
            Action::Redo => turns[1],
            _ => true,
        }
    }

    fn list(&self, state: &State, area: Rect) -> Option<ListView> {
        let list = match &self.stage {
            Stage::Alike(alike) => ListView::new(alike.list, alike.places.len(), view::alike_place(area)),
            _ => ListView::new(self.list, Self::rows(state), view::list_place(self, state, area)),
        };
        Some(list.on_click(OnClick::Points))
    }

    /// Returns the heading shows the length of the list; the lower edge belongs to the lines about the
    /// disagreement in focus.
    fn lines_below(&self, _state: &State, _area: Rect) -> usize {
        0
    }

    fn hit(&self, state: &State, area: Rect, at: Position) -> HitTarget {
        match &self.stage {
            Stage::Note(page) => page.byte_at(inside(view::note_place(area)), at).map(HitTarget::Byte),
            _ => self.list(state, area).and_then(|list| list.row_at(at.y)).map(HitTarget::Row),
        }
        .unwrap_or(HitTarget::Nothing)
    }

    fn click(&mut self, hit: HitTarget, cx: &mut Cx) {
        match (hit, &mut self.stage) {
            (HitTarget::Byte(byte), Stage::Note(page)) => page.go_to(byte),
            (HitTarget::Row(row), _) => self.click_row(row, cx),
            _ => {}
        }
    }

    fn set_row(&mut self, row: usize, cx: &mut Cx) {
        match &mut self.stage {
            Stage::Answer => self.go(row, cx),
            Stage::Alike(alike) => alike.list.set(row),
            Stage::Cause(_) | Stage::Why(..) | Stage::Note(_) => {}
        }
    }

    fn draw(&self, state: &State, frame: &mut Frame, area: Rect) {
        view::draw(self, state, frame, area);
    }
}
