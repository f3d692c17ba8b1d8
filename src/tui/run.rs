//! The loop: wait for a message, change the state, draw.

mod annotators;
mod exit;
mod recordings;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::embedding::Embedding;
use crate::progress::Progress;
use crate::rubric::RUBRICS;

use super::app::App;
use super::export;
use super::input::TerminalInput;
use super::jobs::Jobs;
use super::judging::{self, JudgeRequest};
use super::keymap::Key;
use super::memory::Memory;
use super::msg::{Effect, Message};
use super::queue::digest::ScoringKey;
use super::queue::{Queue, Storage};
use super::recording::{RecordingWriter, Step};
use super::split::{self, Split};
use super::state::StorageStatus;
use super::surface::Surface;
use super::terminal::{self, Colours, TerminalOwnership, TerminalScreen};
use super::theme::{ColorDepth, Theme};
use super::themes::Themes;
use super::worker::Worker;
use super::{Error, Options, signals};
use annotators::Annotators;
use exit::BY_SIGNAL;
pub use exit::Exit;
use recordings::recordings;

/// How long a frame waits for the score after the key that it shows. A score that arrives in time is drawn in
/// the same frame, a later one in the next.
const GRACE: Duration = Duration::from_millis(4);

/// How long the first frame waits for the case.
const FIRST: Duration = Duration::from_millis(8);

/// Whether the loop goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    /// It ends with this status.
    End(u8),
}

pub struct Loop {
    pub app: App,
    messages: Receiver<Message>,
    queue: Queue,
    worker: Worker,
    /// File that stores the layout of the screen.
    split: Option<PathBuf>,
    /// File that stores the learner's progress.
    progress: Option<PathBuf>,
    /// Sender of messages to the loop.
    to: Sender<Message>,
    /// Word embedding for comparing sentences.
    embedding: Embedding,
    /// Threads for adjudication and agreement.
    annotators: Annotators,
    /// The thread that asks the user's own judge.
    judge: Option<Jobs<JudgeRequest>>,
    /// Number of requested answers that have not arrived.
    awaited: usize,
    /// Recorder of the input.
    recorder: Option<RecordingWriter>,
    /// Tells the thread that reads keys to read the next one; it must not read while an editor has the
    /// terminal.
    gate: Option<Sender<()>>,
    themes: Themes,
    /// Theme that could not be applied when it was its turn.
    passed: Option<String>,
    /// Time while a recording is played, in seconds since 1970: the start time plus the recording's waits.
    clock: Option<u64>,
}

impl Loop {
    /// Returns a loop on a state, which gets its rubrics' wording from the options. The threads send their
    /// results to the loop.
    pub fn new(mut app: App, options: Options, to: &Sender<Message>, messages: Receiver<Message>) -> Loop {
        app.state.rubrics = Arc::clone(&options.numbers.rubrics);
        app.state.rubric_chosen = options.rubric_chosen;
        app.state.guidelines = options.guidelines.as_deref().map(Arc::from);
        if let Some(notice) = options.config.notice() {
            app.state.warn(notice);
        }
        app.state.keys = options.config.keys;
        app.state.guide = options.guide;
        app.state.after = options.after;
        app.first = options.first;
        app.state.reopens = options.reopens;
        app.state.split = options.split.as_deref().map(split::read).unwrap_or_default();
        // The worker starts first, because it has most to do.
        let scored = to.clone();
        let embedding = options.numbers.embedding.clone();
        let numbers = options.numbers.clone();
        app.state.judge = options.judge.as_ref().map(|judge| Arc::from(judge.called()));
        app.state.judge_mark =
            options.judge.as_ref().map(|judge| Arc::from(judge.mark())).unwrap_or_default();
        let judge = options.judge.map(|settings| {
            let heard = to.clone();
            let rubrics = Arc::clone(&options.numbers.rubrics);
            judging::spawn(settings, rubrics, move |said| drop(heard.send(Message::Judge(Box::new(said)))))
        });
        let worker = Worker::spawn(options.numbers, move |part| {
            // If nobody receives it, the loop has ended, and the worker is about to be stopped.
            scored.send(Message::Scored(Box::new(part))).ok();
        });
        let answers = to.clone();
        if let Storage::Nowhere(why) = &options.sources.keep {
            app.state.kept = StorageStatus::Nowhere(why.clone());
        }
        let rule = ScoringKey { slug: app.state.slug(), readings: app.state.readings };
        let session = annotators::session(&options.sources.keep);
        let queue = Queue::spawn(options.sources, app.state.by.clone(), numbers, rule, move |answer| {
            answers.send(Message::Queue(answer)).ok();
        });
        let annotators = Annotators::new(&mut app, options.adjudicating, session, to, &embedding);
        // The queue opens its first case and reports the number of cases without being asked.
        let themes = Themes::of(options.folder);
        Loop {
            app,
            messages,
            queue,
            worker,
            split: options.split,
            progress: options.progress,
            to: to.clone(),
            embedding,
            awaited: 1 + usize::from(annotators.adjudicates()),
            annotators,
            judge,
            recorder: None,
            clock: None,
            gate: None,
            themes,
            passed: None,
        }
    }

    /// Handles a message and waits for everything that follows from it; nothing is drawn before the message
    /// is handled.
    pub fn send(&mut self, message: Message, surface: &mut impl Surface) -> io::Result<Flow> {
        match self.handle(message, surface)? {
            Flow::On => self.settle(surface),
            end @ Flow::End(_) => Ok(end),
        }
    }

    /// Waits for a message, handles it and all others that have arrived, and draws.
    pub fn turn(&mut self, surface: &mut impl Surface) -> io::Result<Flow> {
        let Ok(first) = self.messages.recv() else { return Ok(Flow::End(1)) };
        self.take_in(first, surface)
    }

    /// Draws the first frame, with whatever is available shortly after the start.
    pub fn begin(&mut self, surface: &mut impl Surface) -> io::Result<Flow> {
        let until = Instant::now() + FIRST;
        while self.app.state.open_case().is_none() && self.app.state.failed.is_empty() {
            match self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(message) => {
                    if let Flow::End(status) = self.handle(message, surface)? {
                        return Ok(Flow::End(status));
                    }
                }
                Err(_) => break,
            }
        }
        self.draw(surface)?;
        Ok(Flow::On)
    }

    /// Runs until no answer is awaited and no message is left.
    pub fn settle(&mut self, surface: &mut impl Surface) -> io::Result<Flow> {
        loop {
            let message = if self.is_idle() {
                match self.messages.try_recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(Flow::On),
                }
            } else {
                match self.messages.recv() {
                    Ok(message) => message,
                    Err(_) => return Ok(Flow::End(1)),
                }
            };
            if let Flow::End(status) = self.take_in(message, surface)? {
                return Ok(Flow::End(status));
            }
        }
    }

    /// Whether no answer is awaited.
    fn is_idle(&self) -> bool {
        self.awaited == 0
            && !self.app.state.is_busy()
            && !self.app.state.is_saving()
            && self.app.state.counted
            && self.app.state.table.bulk.is_none()
            && !(self.app.state.table.watched && self.app.state.table.is_busy())
    }

    fn take_in(&mut self, first: Message, surface: &mut impl Surface) -> io::Result<Flow> {
        if let Flow::End(status) = self.handle(first, surface)? {
            return Ok(Flow::End(status));
        }
        let until = Instant::now() + GRACE;
        loop {
            let next = if self.app.state.is_waiting() {
                self.messages.recv_timeout(until.saturating_duration_since(Instant::now()))
            } else {
                self.messages.try_recv().map_err(|_| RecvTimeoutError::Timeout)
            };
            match next {
                Ok(message) => {
                    if let Flow::End(status) = self.handle(message, surface)? {
                        return Ok(Flow::End(status));
                    }
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Ok(Flow::End(1)),
            }
            // A flood of messages must not prevent drawing.
            if Instant::now() >= until {
                break;
            }
        }
        self.draw(surface)?;
        Ok(Flow::On)
    }

    fn draw(&self, surface: &mut impl Surface) -> io::Result<()> {
        surface.present(&mut |frame| self.app.draw(frame))
    }

    /// Handles a message and its effects, without drawing.
    fn handle(&mut self, message: Message, surface: &mut impl Surface) -> io::Result<Flow> {
        if message.is_answer() {
            self.awaited = self.awaited.saturating_sub(1);
        }
        let typed = message.is_read_from_terminal();
        self.app.state.now = self.clock.unwrap_or_else(seconds);
        self.record(&message);
        for effect in self.app.update(message) {
            if let Flow::End(status) = self.perform(effect, surface)? {
                return Ok(Flow::End(status));
            }
        }
        if let Some(gate) = self.gate.as_ref().filter(|_| typed) {
            // The thread that reads keys waits for this before it reads on.
            gate.send(()).ok();
        }
        Ok(Flow::On)
    }

    /// Carries out an effect that the state asked for. Counts the answers to wait for.
    fn perform(&mut self, effect: Effect, surface: &mut impl Surface) -> io::Result<Flow> {
        match effect {
            Effect::Judge(request) => {
                // Background work must not delay what a person waits for.
                self.queue.hold();
                self.worker.ask(request);
            }
            Effect::Queue(job) => {
                self.awaited += usize::from(job.is_answered());
                self.queue.ask(job);
            }
            Effect::Scorer(job) => {
                self.awaited += usize::from(job.is_answered());
                self.queue.score(job);
            }
            Effect::Export(session, format, file) => {
                self.awaited += 1;
                let done = self.to.clone();
                export::spawn(session, format, file, self.embedding.clone(), move |result| {
                    done.send(Message::Exported(result)).ok();
                });
            }
            Effect::Agree(session) => {
                self.awaited += 1;
                self.annotators.agree(&self.app, session);
            }
            Effect::Adjudicate(job) => self.awaited += usize::from(self.annotators.adjudicate(job)),
            Effect::AskJudge(ask) => {
                if let Some(judge) = &self.judge {
                    self.awaited += 1;
                    judge.ask(*ask);
                }
            }
            Effect::Clipboard(text) => surface.clipboard(&text)?,
            Effect::Keep(split) => self.keep(split),
            Effect::LessonTried(name) => self.learn(|progress| progress.try_lesson(&name)),
            Effect::LessonPassed(name, at) => self.learn(|progress| progress.pass(&name, &at)),
            Effect::Gym(map) => self.learn(|progress| progress.gym = map),
            Effect::Suspend => surface.suspend()?,
            Effect::Repaint => surface.repaint()?,
            Effect::Editor(side, text) => match surface.edit(&text)? {
                Ok(new) => return self.handle(Message::Rewrite(side, new), surface),
                Err(error) => self.app.state.warn(error.to_string()),
            },
            Effect::Theme(name) => _ = self.put_theme(name),
            Effect::NextTheme => self.next_theme(),
            Effect::Reread => self.reread_theme(),
            Effect::Quit(status) => {
                if let Some(recorder) = &mut self.recorder {
                    recorder.finish()?;
                }
                return Ok(Flow::End(status));
            }
        }
        Ok(Flow::On)
    }

    /// Applies the next theme. A theme whose file is invalid is reported, and skipped the next time.
    fn next_theme(&mut self) {
        let names = self.themes.names();
        let now = self.passed.as_ref().unwrap_or(&self.app.state.theme.name);
        let at = names.iter().position(|name| name == now);
        let Some(next) = names.get(at.map_or(0, |at| (at + 1) % names.len())) else { return };
        self.passed = None;
        if self.put_theme(next) {
            self.app.state.notify(&format!("theme {next}"));
        } else {
            self.passed = Some(next.clone());
        }
    }

    /// Reloads the current theme, if its file has changed.
    fn reread_theme(&mut self) {
        if self.themes.is_changed() {
            let name = self.app.state.theme.name.clone();
            self.put_theme(&name);
        }
    }

    /// Applies a theme. If it cannot be read, shows a message and keeps the current one. Returns whether it
    /// was read.
    fn put_theme(&mut self, name: &str) -> bool {
        match self.themes.read(name) {
            Ok(theme) => self.app.state.theme = theme.at_depth(self.app.state.depth),
            Err(error) => {
                self.app.state.warn(error.to_string());
                return false;
            }
        }
        true
    }

    /// Applies the theme of the configuration. If it cannot be read, the message adds to the one about the
    /// configuration itself.
    fn put_configured_theme(&mut self, name: &str) {
        let before = self.app.state.notice.take().map(|notice| notice.text);
        self.put_theme(name);
        let fault = self.app.state.notice.take().map(|notice| notice.text);
        let all: Vec<String> = before.into_iter().chain(fault).collect();
        if !all.is_empty() {
            self.app.state.warn(all.join("; "));
        }
    }

    /// Starts recording.
    pub fn record_to(&mut self, recorder: RecordingWriter) {
        self.recorder = Some(recorder);
    }

    /// Records a message. An error is reported, and ends the recording.
    fn record(&mut self, message: &Message) {
        let Some(recorder) = &mut self.recorder else { return };
        let typing = self.app.context().is_typed_in();
        if let Err(error) = recorder.take(message, typing, self.app.state.now) {
            self.recorder = None;
            self.app.state.warn(format!("the recording ends here: {error}"));
        }
    }

    /// Plays a recording. Each line is carried out once all effects of the one before have been handled.
    pub fn play(&mut self, steps: &[Step], surface: &mut impl Surface) -> io::Result<Flow> {
        self.clock = Some(seconds());
        let mut flow = self.settle(surface)?;
        for step in steps {
            if flow != Flow::On {
                break;
            }
            flow = self.step(step, surface)?;
        }
        self.clock = None;
        Ok(flow)
    }

    fn step(&mut self, step: &Step, surface: &mut impl Surface) -> io::Result<Flow> {
        let messages: Vec<Message> = match step {
            Step::Keys(keys) => keys.iter().map(|key| Message::Key(key.event())).collect(),
            Step::Type(text) => text.chars().map(|c| Message::Key(Key::char(c).event())).collect(),
            Step::Paste(text) => vec![Message::Paste(text.clone())],
            Step::Mouse(event) => vec![Message::Mouse(*event)],
            Step::Resize(columns, rows) if surface.resize(*columns, *rows) => {
                vec![Message::Resize(*columns, *rows)]
            }
            Step::Resize(columns, rows) => {
                if self.app.state.size != (*columns, *rows) {
                    let words =
                        format!("recorded at {columns} x {rows}: the mouse may point at something else");
                    self.app.state.notify(&words);
                }
                Vec::new()
            }
            Step::Wait(passed) => {
                self.clock = self.clock.map(|now| now.saturating_add(*passed));
                Vec::new()
            }
            Step::Quit => return Ok(Flow::End(0)),
        };
        for message in messages {
            let mut flow = self.take_in(message, surface)?;
            if flow == Flow::On {
                flow = self.settle(surface)?;
            }
            if flow != Flow::On {
                return Ok(flow);
            }
        }
        Ok(Flow::On)
    }

    /// Stores progress in learning. An error is reported.
    fn learn(&mut self, change: impl FnOnce(&mut Progress)) {
        let Some(file) = &self.progress else { return };
        if let Err(fault) = Progress::change(file, &self.app.state.by, change) {
            self.app.state.warn(format!("this is not remembered: {fault}"));
        }
    }

    /// Stores the layout of the screen. An error is reported, and otherwise ignored.
    fn keep(&mut self, split: Split) {
        let Some(file) = &self.split else { return };
        if let Err(error) = split::write(file, split) {
            self.app.state.warn(format!("the layout is not kept: {}: {error}", file.display()));
        }
    }
}

/// Returns the time, in seconds since 1970.
fn seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Plays the recording of the options without a terminal. Returns the exit status and the final screen.
pub fn play(options: Options) -> Result<(u8, String), Error> {
    const SIZE: (u16, u16) = (120, 40);
    let (steps, recorder) = recordings(&options)?;
    let rubric = RUBRICS.iter().position(|entry| entry.slug == options.rubric).unwrap_or(0);
    let app = App::new(
        Theme::automatic(true, ColorDepth::None, None),
        rubric,
        options.readings,
        options.by.clone(),
    );
    let (to, messages) = mpsc::channel();
    let mut work = Loop::new(app, options, &to, messages);
    work.recorder = recorder;
    let mut screen = Memory::new(SIZE.0, SIZE.1);
    work.app.resize(SIZE.0, SIZE.1);
    let flow = work.play(&steps, &mut screen)?;
    let status = if let Flow::End(status) = flow { status } else { 0 };
    Ok((status, screen.text()))
}

/// Runs the workbench, and returns how it was left.
pub fn run(options: Options) -> Result<Exit, Error> {
    let (steps, recorder) = recordings(&options)?;
    let Colours { depth, no_color, automatic: theme } = terminal::colours()?;
    // A terminal with few colours has only one theme, and might print the query that it does not understand.
    let asks = options.theme.is_none()
        && options.config.theme.is_none()
        && !no_color
        && depth >= ColorDepth::Indexed
        && terminal::answers();
    let (asked, configured) = (options.theme.clone(), options.config.theme.clone());
    let rubric = RUBRICS.iter().position(|entry| entry.slug == options.rubric).unwrap_or(0);
    let mut app = App::new(theme.at_depth(depth), rubric, options.readings, options.by.clone());
    app.state.depth = depth;
    let (to, messages) = mpsc::channel();
    let mut work = Loop::new(app, options, &to, messages);
    match (asked, configured) {
        (Some(name), _) => {
            work.app.state.theme = work.themes.read(&name)?.at_depth(depth);
        }
        (None, Some(name)) => work.put_configured_theme(&name),
        (None, None) => {}
    }
    signals::listen(to.clone())?;
    let taken = TerminalOwnership::default();
    taken.guard_panics();
    let mut screen = TerminalScreen::enter(&taken)?;
    let size = screen.terminal.size()?;
    let mut flow;
    work.recorder = recorder;
    work.record(&Message::Resize(size.width, size.height));
    work.app.resize(size.width, size.height);
    let listen = |work: &mut Loop| {
        let (gate, next) = mpsc::channel();
        work.gate = Some(gate);
        read_events(to, next)
    };
    // While a recording is played no input is read, so that an editor that it opens has the terminal to
    // itself.
    if steps.is_empty() {
        listen(&mut work)?;
        flow = work.begin(&mut screen)?;
    } else {
        flow = work.begin(&mut screen)?;
        if flow == Flow::On {
            flow = work.play(&steps, &mut screen)?;
        }
        listen(&mut work)?;
    }
    if asks && flow == Flow::On {
        screen.ask_background()?;
    }
    while flow == Flow::On {
        flow = match work.turn(&mut screen) {
            Ok(flow) => flow,
            Err(error) => {
                drop(screen);
                return Err(error.into());
            }
        };
    }
    drop(screen);
    let status = if let Flow::End(status) = flow { status } else { 0 };
    let said = if status >= BY_SIGNAL { work.rescue() } else { None };
    Ok(Exit { status, after: work.app.state.after.filter(|_| status == 0), said })
}

/// Starts the thread that reads keys and mouse events. After each read it waits until the events have been
/// handled.
pub(super) fn read_events(to: Sender<Message>, next: Receiver<()>) -> io::Result<()> {
    let mut input = TerminalInput::open()?;
    thread::Builder::new().name("events".to_owned()).spawn(move || {
        loop {
            let messages = input.read().map_or_else(
                |_| vec![Message::InputEnded],
                |heard| heard.into_iter().map(Message::from).collect(),
            );
            for message in messages {
                let ended = matches!(message, Message::InputEnded);
                if to.send(message).is_err() || ended || next.recv().is_err() {
                    return;
                }
            }
        }
    })?;
    Ok(())
}
