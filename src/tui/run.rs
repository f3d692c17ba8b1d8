//! The loop: wait for something to happen, change the state, draw.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossterm::event::{self, Event};
use ratatui::Frame;

use crate::rubric::RUBRICS;

use super::app::App;
use super::msg::{Effect, Message};
use super::queue::{Answer, Keep, Queue};
use super::split::{self, Split};
use super::state::Kept;
use super::terminal::{Screen, Taken};
use super::theme::{Depth, Theme};
use super::worker::Worker;
use super::{Error, Options, signals};

/// How long a frame waits for the score of the key that it shows: a score within it is painted in the same frame, a
/// later one in a frame of its own.
const GRACE: Duration = Duration::from_millis(4);

/// How long the first frame waits for the case.
const FIRST: Duration = Duration::from_millis(8);

/// What is drawn on.
pub trait Surface {
    /// Draws a frame.
    ///
    /// # Errors
    /// Where the terminal is gone.
    fn present(&mut self, draw: &mut dyn FnMut(&mut Frame)) -> io::Result<()>;

    /// Offers a text to the terminal's clipboard.
    ///
    /// # Errors
    /// Where the terminal is gone.
    fn clipboard(&mut self, text: &str) -> io::Result<()>;

    /// Gives the terminal back, waits to be continued, and takes it over again.
    ///
    /// # Errors
    /// Where the terminal is gone.
    fn suspend(&mut self) -> io::Result<()>;

    /// Draws every cell anew in the next frame.
    ///
    /// # Errors
    /// Where the terminal is gone.
    fn repaint(&mut self) -> io::Result<()>;
}

/// Whether the loop goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    On,
    /// It ends with this status.
    End(u8),
}

/// The loop and all that it talks to.
pub struct Loop {
    /// The state.
    pub app: App,
    messages: Receiver<Message>,
    queue: Queue,
    worker: Worker,
    /// The file that keeps how the screen is shared out.
    split: Option<PathBuf>,
    /// Answers of the queue that were asked for and have not come.
    awaited: usize,
}

impl Loop {
    /// A loop on a state, which takes its rubrics' words from the options; what the threads find is sent to it.
    pub fn new(mut app: App, options: Options, to: &Sender<Message>, messages: Receiver<Message>) -> Loop {
        app.state.rubrics = Arc::clone(&options.numbers.rubrics);
        app.state.guidelines = options.guidelines.as_deref().map(Arc::from);
        app.state.split = options.split.as_deref().map(split::read).unwrap_or_default();
        // The worker first: it has most to do.
        let scored = to.clone();
        let embedding = options.numbers.embedding.clone();
        let worker = Worker::spawn(options.numbers, move |part| {
            // The loop that listens has ended only where the worker is told to end, too.
            scored.send(Message::Scored(Box::new(part))).ok();
        });
        let answers = to.clone();
        if let Keep::Nowhere(why) = &options.sources.keep {
            app.state.kept = Kept::Nowhere(why.clone());
        }
        let queue = Queue::spawn(options.sources, app.state.by.clone(), embedding, move |answer| {
            let message = match answer {
                Answer::Began(began) => Message::Began(began),
                Answer::Opened(opened) => Message::Opened(opened),
                Answer::Counted(cases, all) => Message::Counted(cases, all),
                Answer::Kept(index, number) => Message::Kept(index, number),
                Answer::Unkept(why) => Message::Unkept(why),
                Answer::Anew(index, anew) => Message::Anew(index, anew),
                Answer::Alike(index, alike) => Message::Alike(index, alike),
                Answer::Noted(what) => Message::Noted(what),
            };
            answers.send(message).ok();
        });
        // The queue opens its first case unasked, and says when it has counted.
        Loop { app, messages, queue, worker, split: options.split, awaited: 1 }
    }

    /// Waits for something to happen, takes in all that has happened, and draws.
    ///
    /// # Errors
    /// Where the terminal is gone.
    pub fn turn(&mut self, surface: &mut impl Surface) -> io::Result<Flow> {
        let Ok(first) = self.messages.recv() else { return Ok(Flow::End(1)) };
        self.take_in(first, surface)
    }

    /// The first frame: what can be shown within a moment of the start.
    ///
    /// # Errors
    /// Where the terminal is gone.
    pub fn begin(&mut self, surface: &mut impl Surface) -> io::Result<Flow> {
        let until = Instant::now() + FIRST;
        while self.app.state.bench().is_none() && self.app.state.failed.is_empty() {
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

    /// Goes on until nothing is awaited and nothing has happened: for tests, which then look at the screen.
    ///
    /// # Errors
    /// Where the terminal is gone.
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

    /// Whether nothing is awaited.
    fn is_idle(&self) -> bool {
        self.awaited == 0
            && !self.app.state.is_busy()
            && !self.app.state.is_saving()
            && self.app.state.counted
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
            // A flood of messages must not keep the screen from being drawn.
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

    fn handle(&mut self, message: Message, surface: &mut impl Surface) -> io::Result<Flow> {
        if matches!(message, Message::Opened(_) | Message::Alike(..) | Message::Anew(..)) {
            self.awaited = self.awaited.saturating_sub(1);
        }
        self.app.state.now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        for effect in self.app.update(message) {
            match effect {
                Effect::Judge(request) => self.worker.ask(request),
                Effect::Open(index) => {
                    self.awaited += 1;
                    self.queue.open(index);
                }
                Effect::AnalyseAnew(index, really) => {
                    self.awaited += 1;
                    self.queue.analyse_anew(index, really);
                }
                Effect::Alike(index) => {
                    self.awaited += 1;
                    self.queue.alike(index);
                }
                Effect::Record(record) => self.queue.record(record),
                Effect::Sit(seat) => self.queue.seat(seat),
                Effect::WriteAgain => self.queue.again(),
                Effect::Clipboard(text) => surface.clipboard(&text)?,
                Effect::Keep(split) => self.keep(split),
                Effect::Suspend => surface.suspend()?,
                Effect::Repaint => surface.repaint()?,
                Effect::Quit(status) => return Ok(Flow::End(status)),
            }
        }
        Ok(Flow::On)
    }

    /// Writes how the screen is shared out. A fault is told, and costs nothing but that.
    fn keep(&mut self, split: Split) {
        let Some(file) = &self.split else { return };
        if let Err(error) = split::write(file, split) {
            self.app.state.warn(format!("the layout is not kept: {}: {error}", file.display()));
        }
    }
}

/// The real terminal.
impl Surface for Screen {
    fn present(&mut self, draw: &mut dyn FnMut(&mut Frame)) -> io::Result<()> {
        Screen::present(self, draw)
    }

    fn clipboard(&mut self, text: &str) -> io::Result<()> {
        Screen::clipboard(self, text)
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.leave();
        signals::stop()?;
        self.resume()
    }

    fn repaint(&mut self) -> io::Result<()> {
        Screen::repaint(self)
    }
}

/// Opens the workbench, and returns the exit status when it is left.
///
/// # Errors
/// Where there is no terminal, or a theme is not known.
pub fn run(options: Options) -> Result<u8, Error> {
    let variable = |name: &str| std::env::var(name).ok();
    let term = variable("TERM");
    if term.as_deref() == Some("dumb") {
        return Err(Error::Dumb);
    }
    let depth = Depth::of(variable("COLORTERM").as_deref(), term.as_deref());
    let theme = match &options.theme {
        Some(name) => Theme::builtin(name)
            .ok_or_else(|| Error::Theme(name.clone(), Theme::list().collect::<Vec<_>>().join(", ")))?,
        None => {
            let no_color = variable("NO_COLOR").is_some_and(|value| !value.is_empty());
            Theme::automatic(no_color, depth, variable("COLORFGBG").as_deref())
        }
    };
    let rubric = RUBRICS.iter().position(|entry| entry.slug == options.rubric).unwrap_or(0);
    let mut app = App::new(theme.at_depth(depth), rubric, options.readings, options.by.clone());
    app.state.depth = depth;
    let (to, messages) = mpsc::channel();
    let mut work = Loop::new(app, options, &to, messages);
    signals::listen(to.clone())?;
    let taken = Taken::default();
    taken.guard_panics();
    let mut screen = Screen::enter(&taken)?;
    let size = screen.terminal.size()?;
    work.app.resize(size.width, size.height);
    read_events(to)?;
    let mut flow = work.begin(&mut screen)?;
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
    match flow {
        Flow::On => Ok(0),
        Flow::End(status) => Ok(status),
    }
}

/// Starts the thread that waits for keys and the mouse.
fn read_events(to: Sender<Message>) -> io::Result<()> {
    thread::Builder::new().name("events".to_owned()).spawn(move || {
        loop {
            let message = match event::read() {
                Ok(Event::Key(key)) => Message::Key(key),
                Ok(Event::Mouse(mouse)) => Message::Mouse(mouse),
                Ok(Event::Paste(text)) => Message::Paste(text),
                Ok(Event::Resize(columns, rows)) => Message::Resize(columns, rows),
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                Err(_) => Message::InputEnded,
            };
            let ended = matches!(message, Message::InputEnded);
            if to.send(message).is_err() || ended {
                return;
            }
        }
    })?;
    Ok(())
}
