//! The thread that scores every case of the queue in the background: first the visible cases, then the others
//! in order. It has its own engine and its own connection to the session, and pauses while a person types.
//!
//! It stores its results in the session, together with the proposals from the same analysis, and maintains
//! the full-text index there.

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::case::{Case, Texts};
use crate::engine::{Engine, SharedCache};
use crate::labels::OverruleRule;
use crate::labels::overrides::SuppliedLabels;
use crate::num::pluralize;
use crate::session::{
    CheckError, Decisions, Folded, InitialCase, SEALED, SearchableText, SessionError, Store, StoredDigest,
    VERSION, proposals,
};
use crate::tui::worker::ScoringConfig;

use super::digest::{self, Digest, DigestInput, ScoringKey};
use super::distinct::{self, Distinct};
use super::{CaseContent, QueueError, QueueUpdate, RuleEffect, ScorerJob, effect};

/// Pause in a person's input after which the next case is scored.
const REST: Duration = Duration::from_millis(120);
/// Most cases that are reported and saved at once, and the longest that a result waits for that.
const MAX_UNREPORTED_CASES: usize = 64;
const MAX_REPORT_DELAY: Duration = Duration::from_millis(400);
/// Bytes of earlier articles whose analysis is cached. None are: the cache of each article grows with its
/// summaries, and a queue of thousands has to fit into memory. Consecutive summaries of one article still
/// share its analysis.
const CACHE_BYTES: usize = 0;
/// What a failure of the session means here. No decision of the annotator is written by this thread.
const UNREAD: &str = "earlier scores of the table cannot be used";
const UNKEPT: &str = "the table's scores are not saved, which loses none of your work, since they are \
                      computed again at the next start";
const UNINDEXED: &str = "a search may miss words: the index of the texts cannot grow";
/// Niceness added to the thread's, so that it gets less of the processor than others.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// A case of the queue, for the scoring thread.
#[derive(Debug)]
pub(super) enum Task {
    /// It is in the session.
    Stored(String),
    /// It is not in a session.
    Held(Arc<Case>),
    /// It cannot be read, so there is nothing to score.
    Broken,
}

/// A message to the scoring thread.
#[derive(Debug)]
pub(super) enum ScorerMessage {
    /// The next cases of the queue.
    Add(Vec<Task>),
    /// The session, and whether it may be written to.
    Session(PathBuf, bool),
    /// A case has changed.
    Again(usize),
    /// A job.
    Find(ScorerJob),
}

/// Handle to the thread.
#[derive(Debug)]
pub(super) struct Scorer {
    asks: Sender<ScorerMessage>,
    /// Time of the last input, in milliseconds since `began`.
    hold: Arc<AtomicU64>,
    ended: Arc<AtomicBool>,
    began: Instant,
}

impl Scorer {
    /// Starts the thread. It begins once any case is visible, or at once if `unasked`.
    pub fn spawn(
        numbers: ScoringConfig,
        rule: ScoringKey,
        by: String,
        unasked: bool,
        send: impl Fn(QueueUpdate) + Send + 'static,
    ) -> Scorer {
        let (asks, asked) = mpsc::channel();
        let (hold, ended, began) = (Arc::new(AtomicU64::new(0)), Arc::default(), Instant::now());
        let pause = Pause { hold: Arc::clone(&hold), ended: Arc::clone(&ended), began };
        let work = move || {
            #[cfg(target_os = "linux")]
            // If this is refused, the pauses alone have to suffice.
            rustix::process::setpriority_process(None, NICENESS).ok();
            ScorerThread::new(numbers, rule, by, unasked, Box::new(send)).run(&asked, &pause);
        };
        thread::Builder::new().name("scorer".to_owned()).spawn(work).ok();
        Scorer { asks, hold, ended, began }
    }

    /// Sends the thread a message.
    pub fn ask(&self, ask: ScorerMessage) {
        self.asks.send(ask).ok();
    }

    /// Returns another sender of messages to the thread.
    pub fn sender(&self) -> Sender<ScorerMessage> {
        self.asks.clone()
    }

    /// Delays the next case for a moment.
    pub fn hold(&self) {
        self.hold.store(millis(self.began), Ordering::Relaxed);
    }
}

impl Drop for Scorer {
    /// The thread ends after its current case. Nobody waits for that, since unsaved results are computed
    /// again.
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// State that tells the thread when to wait.
struct Pause {
    hold: Arc<AtomicU64>,
    ended: Arc<AtomicBool>,
    began: Instant,
}

impl Pause {
    fn is_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// Waits while a person types.
    fn wait(&self) {
        let rest = u64::try_from(REST.as_millis()).unwrap_or(0);
        while !self.is_ended() {
            let since = millis(self.began).saturating_sub(self.hold.load(Ordering::Relaxed));
            if since >= rest {
                return;
            }
            thread::sleep(Duration::from_millis(rest - since));
        }
    }
}

struct ScorerThread {
    numbers: ScoringConfig,
    engine: Engine,
    by: String,
    rule: ScoringKey,
    /// Number of the current scoring key.
    number: u64,
    key: String,
    send: Box<dyn Fn(QueueUpdate) + Send>,
    store: Option<Store>,
    writes: bool,
    tasks: Vec<Task>,
    /// Position of each case of the session.
    places: HashMap<String, usize>,
    /// Whether each case was scored.
    done: Vec<bool>,
    /// All cases before this one are done.
    next: usize,
    sight: Vec<usize>,
    /// Whether cases out of view are scored too.
    unasked: bool,
    needle: Option<Vec<String>>,
    /// Cases whose words have to be indexed, the next one last; `None` if unknown.
    unindexed: Option<Vec<String>>,
    unreported: Vec<(usize, Digest)>,
    found: Vec<StoredDigest>,
    since: Instant,
    /// Whether an error was reported, so that it is not repeated for each case.
    failed: bool,
}

impl ScorerThread {
    fn new(
        numbers: ScoringConfig,
        rule: ScoringKey,
        by: String,
        unasked: bool,
        send: Box<dyn Fn(QueueUpdate) + Send>,
    ) -> ScorerThread {
        let engine = engine_of(&numbers);
        let key = digest::key(&numbers.rubrics, rule);
        send(QueueUpdate::Metrics(0, digest::metrics(&numbers.rubrics, rule.slug)));
        ScorerThread {
            numbers,
            engine,
            by,
            rule,
            number: 0,
            key,
            send,
            store: None,
            writes: false,
            tasks: Vec::new(),
            places: HashMap::new(),
            done: Vec::new(),
            next: 0,
            sight: Vec::new(),
            unasked,
            needle: None,
            unindexed: None,
            unreported: Vec::new(),
            found: Vec::new(),
            since: Instant::now(),
            failed: false,
        }
    }

    fn run(mut self, asked: &Receiver<ScorerMessage>, pause: &Pause) {
        loop {
            while let Ok(ask) = asked.try_recv() {
                self.take(ask);
            }
            pause.wait();
            if pause.is_ended() {
                break;
            }
            if self.unreported.len() >= MAX_UNREPORTED_CASES
                || (!self.unreported.is_empty() && self.since.elapsed() > MAX_REPORT_DELAY)
            {
                self.flush();
            }
            if self.step() {
                continue;
            }
            self.flush();
            match asked.recv() {
                Ok(ask) => self.take(ask),
                Err(_) => break,
            }
        }
        self.flush();
    }

    /// Carries out the next task. Returns whether there was one.
    fn step(&mut self) -> bool {
        if self.needle.is_none() && !self.unasked {
            return false;
        }
        if let Some(at) = self.sight.iter().copied().find(|at| self.done.get(*at) == Some(&false)) {
            self.case(at);
            // Visible cases are reported at once.
            if self.unreported.len() == 1 {
                self.flush();
            }
            return true;
        }
        if self.needle.is_some() {
            if !self.index() {
                self.search();
            }
            return true;
        }
        while self.done.get(self.next) == Some(&true) {
            self.next += 1;
        }
        if self.next < self.done.len() {
            self.case(self.next);
            return true;
        }
        self.index()
    }

    fn take(&mut self, ask: ScorerMessage) {
        match ask {
            ScorerMessage::Add(tasks) => {
                let from = self.tasks.len();
                for task in tasks {
                    if let Task::Stored(id) = &task {
                        self.places.insert(id.clone(), self.tasks.len());
                    }
                    self.done.push(matches!(task, Task::Broken));
                    self.tasks.push(task);
                }
                self.unindexed = None;
                // Tasks added later were just found in the files, and have no earlier results.
                if from == 0 {
                    self.recall();
                }
            }
            ScorerMessage::Session(path, writes) => {
                self.writes = writes;
                match Store::open(&path) {
                    Ok(mut store) => {
                        if writes {
                            let forgotten = store.forget_found(&digest::beginning());
                            forgotten.unwrap_or_else(|fault| self.fail(UNREAD, &fault));
                        }
                        self.store = Some(store);
                        self.recall();
                    }
                    Err(fault) => self.fail(UNREAD, &fault),
                }
            }
            ScorerMessage::Again(at) => {
                if let Some(done) = self.done.get_mut(at).filter(|done| **done) {
                    *done = false;
                    self.next = self.next.min(at);
                    self.unindexed = None;
                    // It is probably visible.
                    self.sight.insert(0, at);
                    self.sight.truncate(MAX_UNREPORTED_CASES);
                }
            }
            ScorerMessage::Find(job) => self.find(job),
        }
    }

    fn find(&mut self, job: ScorerJob) {
        match job {
            ScorerJob::Sight(sight, all) => {
                self.sight = sight;
                self.unasked |= all;
            }
            ScorerJob::Rule(rule) => {
                self.flush();
                self.rule = rule;
                self.number += 1;
                self.key = digest::key(&self.numbers.rubrics, rule);
                let metrics = digest::metrics(&self.numbers.rubrics, rule.slug);
                (self.send)(QueueUpdate::Metrics(self.number, metrics));
                self.next = 0;
                for (done, task) in self.done.iter_mut().zip(&self.tasks) {
                    *done = matches!(task, Task::Broken);
                }
                self.recall();
            }
            ScorerJob::Words(words) => self.needle = Some(words),
            ScorerJob::Distinct(of) => {
                let engine = &mut self.engine;
                let found = catch_unwind(AssertUnwindSafe(|| distinct::find(engine, &of)));
                let claims = found.unwrap_or_else(|_| {
                    self.engine = engine_of(&self.numbers);
                    Vec::new()
                });
                (self.send)(QueueUpdate::Distinct(Distinct { of, claims }));
            }
            ScorerJob::Would(rule, dropped, but) => {
                let effects = self.would(&rule, dropped, but);
                (self.send)(QueueUpdate::Would(rule, dropped, effects));
            }
        }
    }

    /// Loads earlier results.
    fn recall(&mut self) {
        let Some(store) = self.store.as_ref().filter(|_| !self.tasks.is_empty()) else { return };
        let known = match store.found(&self.by, &self.key) {
            Ok(known) => known,
            Err(fault) => return self.fail(UNREAD, &fault),
        };
        for (id, line) in known {
            let Some(at) = self.places.get(&id).copied() else { continue };
            if let Ok(digest) = serde_json::from_str(&line) {
                self.done[at] = true;
                self.unreported.push((at, digest));
            }
        }
        self.flush();
    }

    /// Scores a case.
    fn case(&mut self, at: usize) {
        if self.unreported.is_empty() {
            self.since = Instant::now();
        }
        self.done[at] = true;
        let looked = catch_unwind(AssertUnwindSafe(|| match &self.tasks[at] {
            Task::Broken => None,
            Task::Held(case) => Some(self.held(&Arc::clone(case))),
            Task::Stored(id) => Some(self.stored(&id.clone())),
        }));
        let digest = match looked {
            Ok(None) => return,
            Ok(Some(Ok(digest))) => digest,
            Ok(Some(Err(why))) => Digest { error: Some(why.to_string().into()), ..Digest::default() },
            Err(_) => {
                self.engine = engine_of(&self.numbers);
                Digest { error: Some("a fault in the analysis of this text".into()), ..Digest::default() }
            }
        };
        self.unreported.push((at, digest));
    }

    fn held(&mut self, case: &Case) -> Result<Digest, SessionError> {
        let read = CaseContent::new(case.clone());
        let given = read.given.as_ref();
        let subject =
            DigestInput { case, given, own: None, by: &self.by, others: Vec::new(), propose: false };
        Ok(digest::look(&mut self.engine, &self.numbers.rubrics, self.rule, &subject).0)
    }

    /// Finds what applying a rule, or dropping it, would change in the cases. Skips a case that cannot be
    /// read.
    fn would(&mut self, rule: &Arc<OverruleRule>, dropped: bool, but: usize) -> Vec<RuleEffect> {
        let mut effects = Vec::new();
        for at in (0..self.tasks.len()).filter(|at| *at != but) {
            let stored = match &self.tasks[at] {
                Task::Broken => continue,
                Task::Held(case) => {
                    let case = Arc::clone(case);
                    let given = CaseContent::new((*case).clone()).given;
                    StoredCase { case: (*case).clone(), given, ..StoredCase::default() }
                }
                Task::Stored(id) => match self.read(&id.clone()) {
                    Ok(stored) => stored,
                    Err(_) => continue,
                },
            };
            let subject = stored.subject(&self.by, Vec::new(), false);
            let (rubrics, engine) = (&self.numbers.rubrics, &mut self.engine);
            let found = catch_unwind(AssertUnwindSafe(|| {
                effect::of(engine, rubrics, self.rule, (at, &subject), rule, dropped)
            }));
            match found {
                Ok(found) => effects.extend(found),
                Err(_) => self.engine = engine_of(&self.numbers),
            }
        }
        effects
    }

    /// Reads a case of the session as its annotator left it.
    fn read(&self, id: &str) -> Result<StoredCase, SessionError> {
        let gone = || SessionError::CaseGone(id.to_owned());
        let store = self.store.as_ref().ok_or_else(gone)?;
        let row = store.case(id)?.ok_or_else(gone)?;
        let case = row.read().map_err(CheckError::from)?;
        let annotators = store.annotators(Some(id))?;
        let events = annotators.iter().map(|(_, count)| count).sum();
        let own = annotators.iter().any(|(name, _)| *name == self.by);
        let others = annotators.into_iter().map(|(name, _)| name).filter(|name| *name != self.by).collect();
        // Decisions refer to words, so they can be applied without the proposals that they were made on,
        // unless another engine made those.
        let stored = row.proposed.as_ref().map(|(engine, proposals)| -> Result<InitialCase, SessionError> {
            Ok(InitialCase::new(&case.article, &case.summary, engine, proposals).map_err(CheckError::from)?)
        });
        let earlier = row.proposed.as_ref().is_some_and(|(engine, _)| engine != VERSION);
        let base = if own || earlier { stored.transpose()?.map(Arc::new) } else { None };
        let mut given = if earlier { None } else { CaseContent::new(case.clone()).given };
        let mut mine = None;
        if let Some(base) = base {
            let folded = own.then(|| store.folded(Arc::clone(&base), id, &self.by)).transpose()?;
            // A judge may have been asked since the case was imported.
            match folded.as_ref().map(Folded::state) {
                Some(state) if state.engine != VERSION => {
                    given = Some(SuppliedLabels {
                        labels: (**state.proposals()).clone(),
                        article: Arc::clone(&state.article),
                        summary: Arc::clone(&state.summary),
                    });
                }
                None if earlier => {
                    given = Some(SuppliedLabels {
                        labels: (*base.proposals).clone(),
                        article: Arc::clone(&base.article),
                        summary: Arc::clone(&base.summary),
                    });
                }
                _ => {}
            }
            mine = folded.map(|folded| {
                let state = folded.state();
                (Arc::clone(&state.article), Arc::clone(&state.summary), state.decisions())
            });
        }
        Ok(StoredCase { case, given, own: mine, others, events, proposed_by: row.proposed.map(|(by, _)| by) })
    }

    fn stored(&mut self, id: &str) -> Result<Digest, SessionError> {
        let mut stored = self.read(id)?;
        let propose = self.writes && stored.proposed_by.is_none();
        let others = std::mem::take(&mut stored.others);
        let (case, events) = (&stored.case, stored.events);
        let subject = stored.subject(&self.by, others, propose);
        let (digest, analysis) = digest::look(&mut self.engine, &self.numbers.rubrics, self.rule, &subject);
        let analysis = analysis.filter(|_| propose);
        let proposed = analysis.map(|analysis| {
            let (proposals, _) = proposals(case, Texts::of(case), &analysis);
            (VERSION.to_owned(), proposals.to_string())
        });
        // Nothing of the engine's may be written to a package.
        let sealed = stored.proposed_by.as_deref() == Some(SEALED);
        if let Some(line) = serde_json::to_string(&digest).ok().filter(|_| !sealed) {
            self.found.push(StoredDigest { id: id.to_owned(), events, line, proposed });
        }
        Ok(digest)
    }

    /// Sends and saves results.
    fn flush(&mut self) {
        let digests = std::mem::take(&mut self.unreported);
        if !digests.is_empty() {
            (self.send)(QueueUpdate::Looked(self.number, digests));
        }
        let found = std::mem::take(&mut self.found);
        if let Some(store) = self.store.as_mut().filter(|_| self.writes && !found.is_empty())
            && let Err(fault) = store.keep_found(&self.by, &self.key, &found)
        {
            self.fail(UNKEPT, &fault);
        }
    }

    /// Indexes the words of some cases. Returns whether there were any to index.
    fn index(&mut self) -> bool {
        let Some(store) = self.store.as_mut().filter(|_| self.writes) else { return false };
        let mut index = || -> Result<bool, SessionError> {
            let left = match &mut self.unindexed {
                Some(left) => left,
                none => {
                    let mut ids = store.unindexed()?;
                    ids.reverse();
                    none.insert(ids)
                }
            };
            let ids = left.split_off(left.len().saturating_sub(MAX_UNREPORTED_CASES));
            let mut all = Vec::with_capacity(ids.len());
            for id in &ids {
                all.push(words(store, id)?);
            }
            if !all.is_empty() {
                store.index(&all)?;
            }
            Ok(!all.is_empty())
        };
        match index() {
            Ok(more) => more,
            Err(fault) => {
                // Indexing is not retried for each case; searches use the existing index.
                self.unindexed = Some(Vec::new());
                self.fail(UNINDEXED, &fault);
                false
            }
        }
    }

    fn search(&mut self) {
        let Some(words) = self.needle.take() else { return };
        let found = match &self.store {
            None => Err(QueueError::NothingToSearch),
            Some(store) => match store.search(&words) {
                Ok(ids) => Ok(ids.iter().filter_map(|id| self.places.get(id).copied()).collect()),
                Err(fault) => Err(QueueError::Search(fault)),
            },
        };
        (self.send)(QueueUpdate::Found(words, found));
        self.report_unindexed();
    }

    /// Reports how many cases a search misses because the session is read-only and its index cannot be
    /// extended.
    fn report_unindexed(&self) {
        let Some(store) = self.store.as_ref().filter(|_| !self.writes) else { return };
        let left = store.unindexed().map_or(0, |ids| ids.len());
        if left > 0 {
            let cases = pluralize(left, "case");
            (self.send)(QueueUpdate::Noted(format!(
                "not searched: {cases} that the index of this session lacks, which cannot grow while it is only read"
            )));
        }
    }

    /// Reports the first failure, with what it means for the user.
    fn fail(&mut self, effect: &str, fault: &SessionError) {
        if !std::mem::replace(&mut self.failed, true) {
            (self.send)(QueueUpdate::Noted(format!("{effect}: {fault}")));
        }
    }
}

fn engine_of(numbers: &ScoringConfig) -> Engine {
    // Sentences of a long queue must not displace those on the screen from the cache.
    Engine::with(numbers.embedding.clone())
        .sharing(numbers.articles.clone())
        .for_batch(SharedCache::new(CACHE_BYTES))
}

/// A case of the session as its annotator left it.
#[derive(Debug, Default)]
struct StoredCase {
    case: Case,
    /// Labels supplied with the case, or proposed by another engine.
    given: Option<SuppliedLabels>,
    /// The annotator's article, summary and decisions.
    own: Option<(Arc<str>, Arc<str>, Decisions)>,
    /// Other annotators who changed the case.
    others: Vec<String>,
    /// Number of events of all annotators.
    events: i64,
    /// The engine behind the proposals that are stored for it.
    proposed_by: Option<String>,
}

impl StoredCase {
    fn subject<'a>(&'a self, by: &'a str, others: Vec<String>, propose: bool) -> DigestInput<'a> {
        let own = self.own.as_ref();
        let own = own.map(|(article, summary, decisions)| (&**article, &**summary, decisions));
        DigestInput { case: &self.case, given: self.given.as_ref(), own, by, others, propose }
    }
}

/// Returns the words of a case: of the imported texts, and of annotators' texts and comments.
fn words(store: &Store, id: &str) -> Result<SearchableText, SessionError> {
    let mut words = SearchableText { id: id.to_owned(), ..SearchableText::default() };
    let Some(row) = store.case(id)? else { return Ok(words) };
    let Ok(case) = row.read() else { return Ok(words) };
    let mut said = HashSet::new();
    let add = |to: &mut String, text: &str| {
        if !to.contains(text) {
            to.push('\n');
            to.push_str(text);
        }
    };
    for (by, count) in store.annotators(Some(id))? {
        words.events += count;
        // Texts and comments do not depend on the proposals.
        let Ok(base) = InitialCase::new(&case.article, &case.summary, VERSION, "{}") else { continue };
        let folded = store.folded(Arc::new(base), id, &by)?;
        let state = folded.state();
        add(&mut words.article, &state.article);
        add(&mut words.summary, &state.summary);
        for comment in state.comments.iter().filter(|comment| said.insert(Arc::clone(&comment.text))) {
            words.comments.push('\n');
            words.comments.push_str(&comment.text);
        }
    }
    add(&mut words.article, &case.article);
    add(&mut words.summary, &case.summary);
    Ok(words)
}
