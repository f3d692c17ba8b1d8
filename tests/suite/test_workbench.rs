//! The workbench without a terminal: the real loop, the real worker, a screen in memory.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use lockbench::adjudication::Adjudication;
use lockbench::annotations::{AnnotationsError, Gathering};
use lockbench::case::{Case, Fields, Origin, Record, origins};
use lockbench::embedding::Embedding;
use lockbench::engine::Selection;
use lockbench::gym;
use lockbench::report::Report;
use lockbench::rubric::{Readings, RubricSet};
use lockbench::session::Store;
use lockbench::tui::adjudicator::Adjudicating;
use lockbench::tui::app::App;
use lockbench::tui::guide::Guide;
use lockbench::tui::msg::Message;
use lockbench::tui::open_case::OpenCase;
use lockbench::tui::queue::{Sources, Storage};
use lockbench::tui::theme::Theme;
use lockbench::tui::training::GymState;
use lockbench::tui::{Flow, Loop, Options, Surface};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rustc_hash::FxHashMap;

/// A screen in memory.
pub struct Memory {
    pub terminal: Terminal<TestBackend>,
    pub copied: Vec<String>,
    pub stops: usize,
}

impl Surface for Memory {
    fn present(&mut self, draw: &mut dyn FnMut(&mut ratatui::Frame)) -> io::Result<()> {
        let Ok(_) = self.terminal.draw(draw);
        Ok(())
    }
    fn clipboard(&mut self, text: &str) -> io::Result<()> {
        self.copied.push(text.to_owned());
        Ok(())
    }
    fn suspend(&mut self) -> io::Result<()> {
        self.stops += 1;
        Ok(())
    }
    fn repaint(&mut self) -> io::Result<()> {
        let Ok(()) = self.terminal.clear();
        Ok(())
    }
}

/// A workbench driven by messages.
pub struct TestWorkbench {
    pub work: Loop,
    pub screen: Memory,
    to: Sender<Message>,
}

impl TestWorkbench {
    /// Opens files, or the shipped samples, and waits for the first score.
    pub fn open(files: &[PathBuf], columns: u16, rows: u16) -> TestWorkbench {
        TestWorkbench::with(files, Options::default(), columns, rows)
    }

    /// Opens files with other options.
    pub fn with(files: &[PathBuf], options: Options, columns: u16, rows: u16) -> TestWorkbench {
        TestWorkbench::opened(files, options, "ann", columns, rows)
    }

    /// Opens the gym, with exercises built from the shipped summaries.
    pub fn gym(progress: Option<&Path>, columns: u16, rows: u16) -> TestWorkbench {
        let lines = include_str!("../../samples/gym.jsonl").lines();
        let cases: Vec<_> = lines
            .flat_map(|line| Record::json("gym", "gym", line).cases(&Fields::default()).unwrap().cases)
            .collect();
        let exercises = gym::joined(vec![gym::exercises(&cases, &Arc::new(RubricSet::shipped()), 1, (0, 1))]);
        let training = GymState::new(exercises, gym::Record::default(), 1);
        let at = training.next(0).unwrap();
        let options = Options {
            sources: Sources {
                practice: training.exercises.iter().map(|exercise| exercise.case.clone()).collect(),
                at,
                ..Sources::default()
            },
            guide: Some(Guide::Gym(Box::new(training))),
            progress: progress.map(Path::to_path_buf),
            ..Options::default()
        };
        TestWorkbench::with(&[], options, columns, rows)
    }

    /// Opens the adjudication of annotators whose labels are in these files, in a session with the cases.
    pub fn adjudicating(
        cases: &[Case],
        files: &[PathBuf],
        session: &Path,
        columns: u16,
        rows: u16,
    ) -> Result<TestWorkbench, AnnotationsError> {
        let cases: FxHashMap<String, Arc<Case>> =
            cases.iter().map(|case| (case.id.clone(), Arc::new(case.clone()))).collect();
        let selection = Selection::shipped(&["judge-lock"], Readings::default());
        let mut gathering = Gathering::new(false, selection.clone(), cases.clone()).with_sets();
        for file in files {
            gathering.read(file, &Embedding::Shipped)?;
        }
        let (gathered, ..) = gathering.finish()?;
        let of = Arc::new(Adjudication::of(&gathered));
        let store = Box::new(Store::open(session).unwrap());
        let sources = Sources { keep: Storage::Session(store), ..Sources::default() };
        let adjudicating = Some(Adjudicating { of, selection, hidden: false, files: files.to_vec(), cases });
        Ok(TestWorkbench::with(&[], Options { sources, adjudicating, ..Options::default() }, columns, rows))
    }

    fn opened(files: &[PathBuf], options: Options, by: &str, columns: u16, rows: u16) -> TestWorkbench {
        let origins: Vec<Origin> = origins(files).expect("the files are there");
        let theme = Theme::builtin("mono").expect("a theme of that name");
        let rubric = lockbench::rubric::RUBRICS.iter().position(|entry| entry.slug == "judge-lock").unwrap();
        let app = App::new(theme, rubric, lockbench::rubric::Readings::default(), by.to_owned());
        let (to, messages) = mpsc::channel();
        let options = Options { sources: Sources { origins, ..options.sources }, ..options };
        let work = Loop::new(app, options, &to, messages);
        let Ok(terminal) = Terminal::new(TestBackend::new(columns, rows));
        let screen = Memory { terminal, copied: Vec::new(), stops: 0 };
        let mut top = TestWorkbench { work, screen, to };
        top.send(Message::Resize(columns, rows));
        top
    }

    /// Opens files in a session that stores what is done; typed text is written immediately.
    pub fn kept(files: &[PathBuf], session: &Path, by: &str) -> TestWorkbench {
        TestWorkbench::kept_after(files, session, by, std::time::Duration::ZERO)
    }

    /// The same, with typed text written after this pause.
    pub fn kept_after(
        files: &[PathBuf],
        session: &Path,
        by: &str,
        quiet: std::time::Duration,
    ) -> TestWorkbench {
        let line = lockbench::session::session_line(
            lockbench::session::now(),
            "judge-lock",
            &serde_json::Map::default(),
        );
        let keep = Storage::Own { path: session.to_owned(), line };
        let sources = Sources { keep, quiet, ..Sources::default() };
        TestWorkbench::opened(files, Options { sources, ..Options::default() }, by, 120, 40)
    }

    /// Sends a message and waits for all its effects.
    pub fn send(&mut self, message: Message) -> Flow {
        self.to.send(message).expect("the loop listens");
        self.work.settle(&mut self.screen).expect("memory does not fail")
    }

    /// Sends messages at full speed, without waiting for the effects of the previous one.
    pub fn rush(&mut self, messages: impl IntoIterator<Item = Message>) -> Flow {
        messages.into_iter().for_each(|message| self.to.send(message).expect("the loop listens"));
        self.work.settle(&mut self.screen).expect("memory does not fail")
    }

    /// Sends keys: characters literally, others by name: `<Tab>`, `<Enter>`, `<Esc>`, `<C-s>`.
    pub fn keys(&mut self, keys: &str) -> Flow {
        let mut flow = Flow::On;
        for event in key_events(keys) {
            flow = self.send(Message::Key(event));
            if flow != Flow::On {
                break;
            }
        }
        flow
    }

    /// Sends keys at full speed, in the notation of [`TestWorkbench::keys`].
    pub fn rush_keys(&mut self, keys: &str) -> Flow {
        self.rush(key_events(keys).into_iter().map(Message::Key))
    }

    /// A click with the left button.
    pub fn click(&mut self, column: u16, row: u16) {
        for kind in [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)] {
            self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        }
    }

    /// A step of the mouse wheel.
    pub fn wheel(&mut self, column: u16, row: u16, down: bool) {
        let kind = if down { MouseEventKind::ScrollDown } else { MouseEventKind::ScrollUp };
        self.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// The open case.
    pub fn open_case(&self) -> &OpenCase {
        self.work.app.state.open_case().unwrap()
    }

    /// The newest report of the open case.
    pub fn report(&self) -> &Arc<Report> {
        self.work.app.state.report().unwrap()
    }

    /// The screen, row by row.
    pub fn rows(&self) -> Vec<String> {
        let buffer = self.screen.terminal.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content().chunks(width);
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
    }

    /// The screen as one text.
    pub fn text(&self) -> String {
        self.rows().join("\n")
    }

    /// Returns the column and row where some words begin.
    pub fn find(&self, words: &str) -> (u16, u16) {
        let found = self
            .rows()
            .iter()
            .enumerate()
            .find_map(|(y, row)| row.find(words).map(|at| (row[..at].chars().count() as u16, y as u16)));
        found.unwrap_or_else(|| panic!("no {words:?} on\n{}", self.text()))
    }
}

fn key_events(keys: &str) -> Vec<KeyEvent> {
    let mut events = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        events.push(match (c, rest.find('>')) {
            ('<', Some(end)) if end > 1 => {
                let name = &rest[1..end];
                rest = &rest[end + 1..];
                named(name)
            }
            _ => {
                rest = &rest[c.len_utf8()..];
                KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)
            }
        });
    }
    events
}

fn named(name: &str) -> KeyEvent {
    let (held, name) = match name.split_once('-') {
        Some(("C", key)) if key.starts_with("S-") => (KeyModifiers::CONTROL | KeyModifiers::SHIFT, &key[2..]),
        Some(("C", key)) => (KeyModifiers::CONTROL, key),
        Some(("S", key)) => (KeyModifiers::SHIFT, key),
        Some(("A", key)) => (KeyModifiers::ALT, key),
        _ => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "Tab" => KeyCode::Tab,
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Down" => KeyCode::Down,
        "Up" => KeyCode::Up,
        "Home" => KeyCode::Home,
        "PageDown" => KeyCode::PageDown,
        "PageUp" => KeyCode::PageUp,
        "End" => KeyCode::End,
        "Backspace" => KeyCode::Backspace,
        "Del" => KeyCode::Delete,
        one if one.chars().count() == 1 => KeyCode::Char(one.chars().next().unwrap()),
        other => panic!("no key is called {other}"),
    };
    KeyEvent::new(code, held)
}

/// A case in a file of its own.
pub fn case_file(folder: &Path, article: &str, summary: &str) -> PathBuf {
    let path = folder.join("case.json");
    let case =
        serde_json::json!({"id": "t1", "article": article, "summary": summary, "mine": {"kept": [1, 2]}});
    std::fs::write(&path, serde_json::to_string(&case).unwrap()).unwrap();
    path
}

/// A queue of `cases` cases with the same summary, in a file of its own.
pub fn queue(folder: &Path, cases: usize, summary: &str) -> PathBuf {
    let path = folder.join("q.jsonl");
    let line = |at| {
        let case = serde_json::json!({"id": format!("case-{at}"), "article": ARTICLE, "summary": summary});
        case.to_string() + "\n"
    };
    std::fs::write(&path, (1..=cases).map(line).collect::<String>()).unwrap();
    path
}

/// The usual article.
pub const ARTICLE: &str = "The council approved the new budget on Tuesday, by 7 votes to 2. The budget raises \
    spending on schools by 12 percent. It also closes two libraries, which residents had protested for months. \
    Mayor Ann Lee said the city had no choice. Work on the new school in Northfield begins in March.";
/// A correct summary of it.
pub const SUMMARY: &str = "The council approved the new budget on Tuesday. The budget raises spending on schools by \
    12 percent. Work on the new school in Northfield begins in March.";
