//! Stores an annotator's changes in a session, as events.

mod texts;

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;
use uuid::Uuid;

use crate::case::Texts;
use crate::files;
use crate::labels::file::Wrapper;
use crate::labels::overrides::SuppliedLabels;
use crate::labels::{LISTS, Labels, Side};
use crate::report::Decision;
use crate::session::{
    Act, Analyst, CaseHistory, CaseRow, CheckError, EventDraft, Folded, Mirror, Moment, Presence, Recorder,
    STEP, SessionError, Store, VERSION, between, drafts, givers, now, state_folder,
};

use texts::TextSteps;

use super::blind::{self, Blind, Feedback, FeedbackRequest};
use super::{
    ChangeRecord, LostFile, QueueUpdate, RecordEntry, RecordPart, RefusedPart, SavedPosition, TextRecord,
    WrittenRecord,
};

/// Longest time that continuous typing waits to be written, in halves of the pause that would end it.
const MAX_HALF_RESTS: u32 = 3;

pub(super) type Sender = dyn Fn(QueueUpdate) + Send;

/// Typed texts that wait for a pause in typing.
#[derive(Debug)]
struct Typed {
    id: String,
    index: usize,
    number: u64,
    texts: Vec<TextRecord>,
    first: Instant,
    last: Instant,
    /// Time of the last key, in microseconds since 1970.
    made: i64,
}

/// Idle time after which the session's log is written into its file.
const IDLE: Duration = Duration::from_secs(2);

/// How long another process may be writing before a message is shown, and the interval between retries.
const BUSY: Duration = Duration::from_secs(1);

/// A record that could not be written and will be retried.
#[derive(Debug)]
struct Waiting {
    id: String,
    record: ChangeRecord,
    /// Time of the change, in microseconds since 1970.
    made: i64,
}

pub(super) struct SessionRecorder {
    recorder: Recorder,
    by: String,
    quiet: Duration,
    read_only: Option<String>,
    /// Held while the session is open.
    presence: Option<Presence>,
    /// The events of each step of each case.
    steps: HashMap<(String, u64), Vec<Uuid>>,
    /// The edits of each text since its case was opened.
    text_steps: HashMap<(String, Side), TextSteps>,
    typed: Option<Typed>,
    waiting: VecDeque<Waiting>,
    /// Time of the change that is being written: a change that is written late keeps its time.
    made: Option<i64>,
    /// Whether waiting records are retried automatically, because another process was writing.
    busy: bool,
    /// The annotator's position, until it is written.
    saved_position: Option<SavedPosition>,
    /// Whether anything was written since the log was last written into the file.
    unrested: bool,
    /// Whether the file is known to be missing from its place.
    lost: bool,
    /// Whether what the annotator saw is recorded too.
    blind: bool,
}

impl SessionRecorder {
    pub fn new(store: Store, by: String, analyst: Analyst, quiet: Duration) -> SessionRecorder {
        let (presence, read_only) = match Presence::take(store.path(), &by, &now()) {
            Ok(presence) => match store.writable() {
                Ok(()) => (Some(presence), None),
                Err(fault) => (None, Some(fault.to_string())),
            },
            Err(taken) => {
                let why = match taken {
                    crate::session::PresenceError::By { who } => {
                        format!("{}; --as NAME opens it for somebody else", holder(&who))
                    }
                    crate::session::PresenceError::Io(error) => format!("it cannot be written to ({error})"),
                };
                (None, Some(why))
            }
        };
        store.wait_at_most(BUSY).ok();
        let recorder = Recorder::new(store, Some(by.clone()), analyst);
        SessionRecorder {
            recorder,
            by,
            quiet,
            read_only,
            presence,
            steps: HashMap::new(),
            text_steps: HashMap::new(),
            typed: None,
            waiting: VecDeque::new(),
            made: None,
            busy: false,
            saved_position: None,
            unrested: true,
            lost: false,
            blind: false,
        }
    }

    /// Configures recording for a blind review.
    pub fn blind(self, blind: bool) -> SessionRecorder {
        SessionRecorder { blind, ..self }
    }

    pub fn store(&mut self) -> &mut Store {
        self.recorder.store()
    }

    /// Returns why nothing can be written; `None` if writing is possible.
    pub fn read_only(&self) -> Option<&str> {
        self.read_only.as_deref()
    }

    /// Returns how long the thread may wait for the next job; `None` is without limit.
    pub fn patience(&self) -> Option<Duration> {
        let typed = self.typed.as_ref().map(|typed| self.due(typed));
        let saved_position = self.saved_position.as_ref().map(|_| Duration::ZERO);
        let busy = self.busy.then_some(BUSY);
        let rest = (self.unrested && self.read_only.is_none()).then_some(IDLE);
        [typed, saved_position, busy, rest].into_iter().flatten().min()
    }

    /// Returns how long typed text still has to wait before it is written.
    fn due(&self, typed: &Typed) -> Duration {
        due(typed.first, typed.last, self.quiet).saturating_duration_since(Instant::now())
    }

    /// Writes typed text that has waited long enough.
    pub fn flush_due(&mut self, send: &Sender) {
        if self.typed.as_ref().is_some_and(|typed| self.due(typed).is_zero()) {
            self.flush(send);
        }
    }

    /// Carries out work that was postponed until no job is waiting.
    pub fn idle(&mut self, send: &Sender) {
        let due = self.patience();
        if self.saved_position.is_some() {
            self.sit(send);
        } else if self.typed.is_some() || self.busy {
            self.flush(send);
        } else if due == Some(IDLE) {
            self.check(send);
            self.rest();
        }
    }

    /// Writes the session's log into its file.
    pub fn rest(&mut self) {
        if !self.lost && self.read_only.is_none() {
            // If this fails now, it is done when the session is closed.
            self.recorder.store().rest().ok();
        }
        self.unrested = false;
    }

    /// Reports if the file is missing from its place, and when it is back.
    pub fn check(&mut self, send: &Sender) {
        if self.read_only.is_none()
            && let Err(fault) = self.in_place(send)
        {
            send(self.unkept(&fault));
        }
    }

    fn in_place(&mut self, send: &Sender) -> Result<(), SessionError> {
        self.recorder.store().in_place()?;
        if std::mem::take(&mut self.lost) {
            send(QueueUpdate::InPlace);
        }
        Ok(())
    }

    /// Returns the message about something that could not be saved.
    fn unkept(&mut self, fault: &SessionError) -> QueueUpdate {
        if !matches!(fault, SessionError::Lost { .. }) {
            return QueueUpdate::Unkept(fault.to_string());
        }
        self.lost = true;
        QueueUpdate::Lost(LostFile { why: fault.to_string(), offer: offer(self.recorder.store().path()) })
    }

    /// Keeps a copy of the session that other programs cannot reach; there is none if there is no room for
    /// it.
    pub fn keep_mirror(&mut self) {
        if self.read_only.is_none()
            && let Ok(mirror) = Mirror::begin(self.recorder.store().path())
        {
            self.recorder.keep_mirror(mirror);
        }
    }

    /// Continues in a new file, because the session's own is lost.
    pub fn rescue(&mut self, to: &Path) -> Result<(), SessionError> {
        files::create_folder(files::folder_of(to))
            .map_err(|error| SessionError::Io { path: to.to_path_buf(), reason: error.to_string() })?;
        self.recorder.rescue(to)?;
        self.recorder.store().wait_at_most(BUSY)?;
        self.presence = Presence::take(to, &self.by, &now()).ok();
        (self.lost, self.unrested) = (false, true);
        self.keep_mirror();
        Ok(())
    }

    /// Adds cases. Returns how many differ from a case of the same id that another process has added
    /// meanwhile. Cases are added only once, so this waits longer for access than other writes.
    pub fn add(&mut self, rows: &[CaseRow]) -> Result<usize, SessionError> {
        const PATIENCE: Duration = Duration::from_secs(30);
        self.unrested = true;
        let store = self.recorder.store();
        store.wait_at_most(PATIENCE)?;
        let known = store.add(rows);
        store.wait_at_most(BUSY)?;
        let differs = |row: &&CaseRow| match store.case(&row.id) {
            Ok(stored) => !stored.is_some_and(|stored| stored.same_case(row)),
            Err(_) => true,
        };
        Ok(known?.into_iter().filter(differs).count())
    }

    /// Returns the annotator's saved position.
    pub fn position_of(&mut self) -> Option<SavedPosition> {
        let (place, view) = self.recorder.store().saved_position(&self.by).ok().flatten()?;
        Some(SavedPosition { place, view, number: 0, typed: false })
    }

    /// Saves the annotator's position.
    pub fn saved_position(&mut self, saved_position: SavedPosition) {
        if self.read_only.is_none() {
            self.saved_position = Some(saved_position);
        }
    }

    fn sit(&mut self, send: &Sender) {
        let Some(saved_position) = self.saved_position.take() else { return };
        let store = self.recorder.store();
        let kept = match saved_position.typed {
            true => store.keep_position(&self.by, &saved_position.place, &saved_position.view),
            false => store.keep_position_soon(&self.by, &saved_position.place, &saved_position.view),
        };
        self.unrested = true;
        match kept.and_then(|()| if saved_position.typed { self.in_place(send) } else { Ok(()) }) {
            Ok(()) => send(QueueUpdate::Seated(saved_position.number)),
            Err(fault) => send(self.unkept(&fault)),
        }
    }

    /// Returns the annotator's earlier changes to a case; `None` if there are none. The numbers of the steps
    /// are fixed from here on.
    pub fn history(&mut self, id: &str) -> Result<Option<Box<CaseHistory>>, SessionError> {
        self.text_steps.retain(|(known, _), _| *known != id);
        if self.recorder.folded(id, &self.by)?.events().is_empty() {
            return Ok(None);
        }
        let history = self.recorder.history(id, &self.by)?;
        // Numbered in the order in which the steps would be made.
        for (at, step) in history.done.iter().chain(history.undone.iter().rev()).enumerate() {
            self.steps.insert((id.to_owned(), at as u64), step.events.clone());
        }
        Ok(Some(Box::new(history)))
    }

    /// Returns the current proposals for a case, with the version of the engine that made them; `None` if
    /// there are none yet.
    pub fn proposed(&mut self, id: &str) -> Result<Option<(String, SuppliedLabels)>, SessionError> {
        if self.recorder.store().case(id)?.is_none_or(|row| row.proposed.is_none()) {
            return Ok(None);
        }
        let state = self.recorder.folded(id, &self.by)?.state();
        let (article, summary) = (Arc::clone(&state.article), Arc::clone(&state.summary));
        let kept = SuppliedLabels { labels: (**state.proposals()).clone(), article, summary };
        Ok(Some((state.engine.clone(), kept)))
    }

    /// Reanalyses a case if another version of the engine proposed its labels, or only reports what that
    /// would change.
    pub fn reanalyse(&mut self, id: &str, really: bool) -> Result<Option<String>, SessionError> {
        let Some((engine, before)) = self.proposed(id)?.filter(|(engine, _)| engine != VERSION) else {
            return Ok(None);
        };
        if really && self.read_only.is_none() {
            let mut refused = Vec::new();
            self.step(vec![EventDraft::new(id, &self.by, Act::Reanalyse { engine: None })], &mut refused)?;
            if let Some(why) = refused.into_iter().next() {
                return Err(why.into());
            }
        }
        let after = if really {
            Arc::clone(self.recorder.folded(id, &self.by)?.state().proposals())
        } else {
            self.recorder.fresh_proposals(id, &self.by)?
        };
        let mut parts = Vec::new();
        for spec in &LISTS {
            let described = |labels: &Labels| -> Vec<String> {
                let labels = labels.get(spec.list).unwrap_or_default().iter();
                labels.map(|label| format!("{} {:?} {:?}", label.text, label.summary, label.word)).collect()
            };
            let (old, new) = (described(&before.labels), described(&after));
            let other = new.iter().filter(|label| !old.contains(label)).count();
            let gone = old.iter().filter(|label| !new.contains(label)).count();
            if other + gone > 0 {
                parts.push(format!(
                    "{} {} of {}",
                    spec.title.to_lowercase(),
                    other.max(gone),
                    new.len().max(old.len())
                ));
            }
        }
        let parts = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
        let would = if really { "changed" } else { "would change" };
        Ok(Some(format!("from lockbench {engine} to {VERSION} {would}: {parts}")))
    }

    /// Records the labels of a judge for a case on top of the engine's proposals, under the given name. They
    /// have to be for the texts in the session.
    pub fn judged(&mut self, id: &str, engine: &str, kept: &SuppliedLabels) -> Result<(), SessionError> {
        if self.read_only.is_some() {
            return Ok(());
        }
        let proposed = self.recorder.fresh_proposals(id, &self.by)?;
        let state = self.recorder.folded(id, &self.by)?.state();
        if state.article != kept.article || state.summary != kept.summary {
            return Err(SessionError::Edited);
        }
        let labels = (*proposed).clone().overlaid(kept.labels.clone());
        let texts = Texts { article: &kept.article, summary: &kept.summary };
        let wrapper = Wrapper::new(id, "engine", &labels, texts);
        let act = Act::Reanalyse { engine: Some(engine.to_owned()) };
        let mut refused = Vec::new();
        let draft = EventDraft::new(id, &self.by, act).with("proposals", &wrapper);
        self.step(vec![draft], &mut refused)?;
        refused.into_iter().next().map_or(Ok(()), |why| Err(why.into()))
    }

    /// Imports labels that were saved beside a file. Returns the number of events recorded.
    pub fn take_labels(&mut self, id: &str, wrapper: &Value, send: &Sender) -> usize {
        let mut taken = 0;
        let refused = |error| SessionError::Refused(Box::new(error));
        let mut take = || -> Result<(), SessionError> {
            for (at, name) in givers(wrapper, Some(&self.by)).map_err(refused)?.iter().enumerate() {
                let folded = self.recorder.folded(id, name)?;
                let all = drafts(wrapper, id, at == 0, folded.state()).map_err(refused)?;
                let recorded = self.recorder.record(all)?;
                taken += recorded.iter().filter(|one| one.is_ok()).count();
            }
            Ok(())
        };
        if let Err(why) = take() {
            send(QueueUpdate::Noted(format!("the labels beside the file, of {id}: {why}")));
        }
        taken
    }

    /// Records changes of a case. Texts wait for a pause in typing; other changes are written at once, after
    /// any waiting texts.
    pub fn record(&mut self, id: String, record: ChangeRecord, send: &Sender) {
        if self.typed.as_ref().is_some_and(|typed| typed.id != id) {
            self.flush(send);
        }
        let turned = |texts: &[TextRecord]| texts.iter().any(|one| one.turned);
        if self.typed.as_ref().is_some_and(|typed| turned(&typed.texts) != turned(&record.texts)) {
            // Undone edits have to be recorded before their undo.
            self.settle_typed();
        }
        let made = now().micros();
        if !record.texts.is_empty() {
            let now = Instant::now();
            let typed = self.typed.get_or_insert_with(|| Typed {
                id: id.clone(),
                index: record.index,
                number: record.number,
                texts: Vec::new(),
                first: now,
                last: now,
                made,
            });
            (typed.number, typed.last, typed.made) = (record.number, now, made);
            record.texts.into_iter().for_each(|one| texts::add(&mut typed.texts, one));
        }
        if record.entries.is_empty() {
            return self.flush_due(send);
        }
        self.settle_typed();
        let record = ChangeRecord { texts: Vec::new(), ..record };
        self.waiting.push_back(Waiting { id, record, made });
        self.write(send);
    }

    pub fn flush(&mut self, send: &Sender) {
        self.settle_typed();
        self.write(send);
        self.sit(send);
    }

    fn settle_typed(&mut self) {
        if let Some(Typed { id, index, number, texts, made, .. }) = self.typed.take() {
            let record = ChangeRecord { index, number, texts, entries: Vec::new() };
            self.waiting.push_back(Waiting { id, record, made });
        }
    }

    fn write(&mut self, send: &Sender) {
        self.busy = false;
        while let Some(Waiting { id, record, made }) = self.waiting.pop_front() {
            self.unrested = true;
            self.made = Some(made);
            let written = self.write_one(&id, &record);
            self.made = None;
            // Data written to a file that is no longer in its place is lost.
            match written.and_then(|refused| self.in_place(send).map(|()| refused)) {
                Ok(refused) => {
                    let (sides, ChangeRecord { index, number, .. }) = (record.sides(), record);
                    send(QueueUpdate::Kept(WrittenRecord { index, number, made, sides, refused }));
                }
                Err(fault) => {
                    self.waiting.push_front(Waiting { id, record, made });
                    // A file that was cut short is reported as damaged.
                    let fault = self.in_place(send).err().unwrap_or(fault);
                    self.busy = matches!(fault, SessionError::Busy(_));
                    return send(self.unkept(&fault));
                }
            }
        }
    }

    /// Writes a record. Returns the parts that the session refuses. Parts that are already written are not
    /// written again.
    fn write_one(&mut self, id: &str, record: &ChangeRecord) -> Result<Vec<RefusedPart>, SessionError> {
        let (mut refused, mut parts) = (Vec::new(), Vec::new());
        self.see(id)?;
        self.write_texts(id, &record.texts, &mut refused)?;
        let refuse = |part, why: CheckError| RefusedPart { part, why: why.to_string() };
        parts.extend(refused.drain(..).map(|why| refuse(RecordPart::Texts(record.sides()), why)));
        for entry in &record.entries {
            match entry {
                RecordEntry::Decided { step, .. } if self.steps.contains_key(&(id.to_owned(), *step)) => {}
                RecordEntry::Decided { step, how, change } => {
                    let state = self.recorder.folded(id, &self.by)?.state();
                    match between(change, *how, id, state) {
                        Ok(drafts) => {
                            let uuids = self.step(drafts, &mut refused)?;
                            self.steps.insert((id.to_owned(), *step), uuids);
                        }
                        Err(why) => refused.push(why),
                    }
                }
                RecordEntry::Undone(step) => self.turn(id, *step, true, &mut refused)?,
                RecordEntry::Redone(step) => self.turn(id, *step, false, &mut refused)?,
            }
            let (number, undone) = match entry {
                RecordEntry::Decided { step, .. } | RecordEntry::Redone(step) => (*step, false),
                RecordEntry::Undone(step) => (*step, true),
            };
            parts.extend(refused.drain(..).map(|why| refuse(RecordPart::Step { number, undone }, why)));
        }
        Ok(parts)
    }

    /// Undoes the events of a step, last first, or redoes them, first first.
    fn turn(
        &mut self,
        id: &str,
        step: u64,
        back: bool,
        refused: &mut Vec<CheckError>,
    ) -> Result<(), SessionError> {
        let events = self.steps.get(&(id.to_owned(), step)).cloned().unwrap_or_default();
        let turns = self.recorder.folded(id, &self.by)?.turns(id, events, back);
        self.step(turns, refused).map(drop)
    }

    /// Records that a case was judged blind: rejects the engine's findings that the annotator did not adopt,
    /// and reveals the case. Returns how they judged it, if its labels are known. A case that was already
    /// revealed is not recorded again.
    pub fn reveal(
        &mut self,
        id: &str,
        asked: &FeedbackRequest,
        blind: &Blind,
        training: bool,
    ) -> Result<Option<Feedback>, SessionError> {
        self.see(id)?;
        let folded = self.recorder.folded(id, &self.by)?;
        let marked = blind.mark(id, folded, asked.lists);
        if folded.reveal().is_some() {
            return Ok(marked);
        }
        let drafts = blind::reveal(id, folded, asked, marked.as_ref().map(|marked| (marked, training)));
        let mut refused = Vec::new();
        self.unrested = true;
        self.step(drafts, &mut refused)?;
        self.recorder.store().in_place()?;
        match refused.into_iter().next() {
            Some(why) => Err(why.into()),
            None => Ok(marked),
        }
    }

    /// Records that a case was shown to the annotator with the engine's judgement hidden, unless this is
    /// recorded already.
    fn see(&mut self, id: &str) -> Result<(), SessionError> {
        if self.blind && !self.recorder.folded(id, &self.by)?.is_seen() {
            self.step(vec![blind::seen(id, &self.by)], &mut Vec::new())?;
        }
        Ok(())
    }

    /// Returns the state of a case after the annotator's events.
    pub fn folded(&mut self, id: &str) -> Result<&Folded, SessionError> {
        self.recorder.folded(id, &self.by)
    }

    pub fn by(&self) -> &str {
        &self.by
    }

    pub fn verdict(&mut self, id: &str) -> Result<Option<Decision>, SessionError> {
        Ok(self.folded(id)?.state().decision.as_ref().map(|decided| decided.verdict))
    }

    /// Records one step for each of these cases, all in one transaction. Returns the events that the session
    /// refuses.
    pub fn bulk(&mut self, steps: Vec<(String, Vec<EventDraft>)>) -> Result<Vec<CheckError>, SessionError> {
        let mut all = Vec::new();
        for (id, mut drafts) in steps {
            name(&mut drafts);
            all.extend(drafts);
            // The steps are numbered again when the case is opened.
            self.steps.retain(|(known, _), _| *known != id);
        }
        self.unrested = true;
        let recorded = self.recorder.record(all)?;
        self.recorder.store().in_place()?;
        Ok(recorded.into_iter().filter_map(Result::err).collect())
    }

    /// Gives events of one case the time of the change that is being written. They follow the earlier events of
    /// the case, since events are ordered by time.
    fn date(&mut self, drafts: &mut [EventDraft]) -> Result<(), SessionError> {
        let (Some(made), Some(first)) = (self.made, drafts.first()) else { return Ok(()) };
        let last = self.recorder.folded(&first.case, &self.by)?.events().last().map(|event| event.micros);
        let from = made.max(last.map_or(i64::MIN, |last| last.saturating_add(1)));
        for (draft, at) in drafts.iter_mut().zip(from..) {
            draft.at = Some(Moment::from_micros(at));
        }
        Ok(())
    }

    /// Records the events of one step. Returns the ids of those that were written.
    fn step(
        &mut self,
        mut drafts: Vec<EventDraft>,
        refused: &mut Vec<CheckError>,
    ) -> Result<Vec<Uuid>, SessionError> {
        name(&mut drafts);
        self.date(&mut drafts)?;
        let mut uuids = Vec::with_capacity(drafts.len());
        for recorded in self.recorder.record(drafts)? {
            match recorded {
                Ok(event) => uuids.push(event.uuid),
                Err(why) => refused.push(why),
            }
        }
        Ok(uuids)
    }
}

/// Returns the time at which typing is written, given the times of its first and last key.
fn due(first: Instant, last: Instant, quiet: Duration) -> Instant {
    (last + quiet).min(first + quiet * MAX_HALF_RESTS / 2)
}

/// Returns a file in which everything can be saved instead of a lost one: beside it, or else in the folder of
/// unnamed sessions.
fn offer(session: &Path) -> PathBuf {
    let beside = files::folder_of(session);
    let folder = if beside.is_dir() { beside.to_path_buf() } else { state_folder().unwrap_or_default() };
    let stem = files::stem(session);
    let name = |number: u32| match number {
        1 => folder.join(format!("{stem}-copy.db")),
        number => folder.join(format!("{stem}-copy-{number}.db")),
    };
    (1..).map(name).find(|path| path.symlink_metadata().is_err()).unwrap_or_default()
}

/// Returns who has had the session open and since when, in words: "ann has had this open since 11:34".
fn holder(who: &str) -> String {
    let parts = who.rsplit_once(", since ").and_then(|(before, since)| {
        let (by, _) = before.rsplit_once(", process ")?;
        Some((by, since.trim().parse::<Timestamp>().ok()?))
    });
    let Some((by, since)) = parts else { return format!("open already: {who}") };
    let [since, now] = [since, Timestamp::now()].map(|time| time.to_zoned(TimeZone::UTC));
    let form = if since.date() == now.date() { "%H:%M UTC" } else { "%-d %B %Y, %H:%M UTC" };
    // An annotator without a name is "you".
    let has = if by == "you" { "have" } else { "has" };
    format!("{by} {has} had this open since {}", since.strftime(form))
}

/// Assigns ids to the events of a step; all but the first refer to the first.
fn name(drafts: &mut [EventDraft]) {
    let mut first: Option<Uuid> = None;
    for draft in drafts {
        let uuid = Uuid::now_v7();
        draft.uuid = Some(uuid);
        match first {
            None => first = Some(uuid),
            Some(first) => draft.fields.set(STEP, &first.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::queue::QUIET;

    #[test]
    fn typing_waits_for_less_than_a_second_at_any_pace() {
        let first = Instant::now();
        for pace in [10, 80, 150, 250, 400, 590] {
            let keys = (0..).map(|key| first + key * Duration::from_millis(pace));
            let written = keys.take_while(|key| *key < first + Duration::from_secs(1)).find_map(|key| {
                let due = due(first, key, QUIET);
                (due <= key + Duration::from_millis(pace)).then_some(due)
            });
            let waited = written.expect("it is written while the typing goes on") - first;
            assert!(waited < Duration::from_secs(1), "a key each {pace} ms: {waited:?}");
        }
        // A short pause in the middle of a word is too short to trigger a write.
        assert_eq!(due(first, first, QUIET), first + QUIET);
    }

    #[test]
    fn a_change_that_is_written_late_keeps_the_time_at_which_it_was_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.db");
        let line = crate::session::session_line(now(), "judge-lock", &serde_json::Map::default());
        let mut store = Store::create(&path, &line).unwrap();
        let case = serde_json::json!({"id": "a", "article": "It rained.", "summary": "It rained."});
        let read = crate::case::Record::json("q.jsonl", "a", &case.to_string());
        let rows = CaseRow::of(read, &crate::case::Fields::default(), &[]).unwrap();
        store.add(&[rows.into_iter().next().unwrap().0]).unwrap();
        let analyst = Analyst::new(crate::embedding::Embedding::Shipped);
        let mut recorder = SessionRecorder::new(store, "ann".to_owned(), analyst, Duration::ZERO);
        recorder.history("a").unwrap();
        recorder.store().wait_at_most(Duration::ZERO).unwrap();
        let (send, updates) = std::sync::mpsc::channel();
        let send = move |update| drop(send.send(update));
        let other = rusqlite::Connection::open(&path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let text =
            TextRecord { side: Side::Summary, text: "It snowed.".into(), depth: 1, step: 1, turned: false };
        let record = ChangeRecord { index: 0, number: 1, texts: vec![text], entries: Vec::new() };
        recorder.record("a".to_owned(), record, &send);
        let later = now().micros();
        assert!(matches!(updates.try_recv(), Ok(QueueUpdate::Unkept(_))));
        other.execute_batch("ROLLBACK").unwrap();
        recorder.flush(&send);
        let Ok(QueueUpdate::Kept(written)) = updates.try_recv() else { panic!("it is not written") };
        let events = recorder.store().events("a", "ann").unwrap();
        let at: Vec<i64> = events.iter().map(|event| event.at.micros()).collect();
        assert_eq!(at, [written.made]);
        assert!(written.made < later, "{} {later}", written.made);
    }

    #[test]
    fn who_has_a_session_open_is_reported_with_a_readable_time() {
        let message = holder("rev, process 12107, since 2001-11-23T11:34:34.989785Z");
        assert_eq!(message, "rev has had this open since 23 November 2001, 11:34 UTC");
        let message = holder("you, process 12107, since 2001-11-23T11:34:34.989785Z");
        assert_eq!(message, "you have had this open since 23 November 2001, 11:34 UTC");
        let now = format!("Ann, M., process 1, since {}", Timestamp::now());
        let message = holder(&now);
        let (who, time) = message.split_once(" has had this open since ").unwrap();
        assert_eq!((who, time.len(), time.find(':')), ("Ann, M.", 9, Some(2)), "{message}");
        assert_eq!(holder("ann, in another process"), "open already: ann, in another process");
    }
}
