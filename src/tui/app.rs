//! The state of the workbench: everything that the screen shows, and nothing that it does.

mod bench;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::report::{LabelId, Report};
use crate::rubric::{Docs, RUBRICS, Readings, Rubric, RubricEntry};

use super::json_view::StyledText;
use super::keymap::Context;
use super::prompt::Prompt;
use super::theme::{Depth, Theme};

pub use bench::{Bench, Change, Judged, Opening, Row};

/// A panel of the main screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words are the documentation")]
pub enum Panel {
    Article,
    Summary,
    Scores,
    Caps,
    Labels,
}

impl Panel {
    /// Every panel, in the order of the Tab key.
    pub const ALL: [Panel; 5] = [Panel::Article, Panel::Summary, Panel::Scores, Panel::Caps, Panel::Labels];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Panel::Article => "Article",
            Panel::Summary => "Summary",
            Panel::Scores => "Scores",
            Panel::Caps => "Caps",
            Panel::Labels => "Labels",
        }
    }

    /// Whether it holds a text.
    pub fn is_text(self) -> bool {
        matches!(self, Panel::Article | Panel::Summary)
    }
}

/// A window over the main screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Window {
    /// The ledger of a metric.
    Ledger {
        /// Index of the metric.
        metric: usize,
        /// The step that is shown last, from 0; the ones before it stay on the screen.
        step: usize,
    },
    /// The readings.
    Readings {
        /// The chosen row.
        row: usize,
    },
    /// What would change the verdict.
    Changes {
        /// The chosen way.
        row: usize,
    },
    /// What decides a verdict over probabilities.
    Decides {
        /// The chosen label.
        row: usize,
    },
    /// What every rubric says.
    Overview {
        /// The chosen row.
        row: usize,
        /// First line shown of what stands below the table.
        top: usize,
    },
    /// The report as JSON.
    Json {
        /// The report.
        text: Arc<str>,
        /// The same in colours, in lines.
        styled: Arc<StyledText>,
        /// First line shown.
        top: usize,
    },
    /// The keys.
    Help {
        /// The place that the help was asked for.
        about: Context,
        /// First line shown.
        top: usize,
    },
    /// Commands by name.
    Palette {
        /// What was typed.
        typed: Prompt,
        /// The chosen row.
        row: usize,
    },
    /// The words that a label may have, or the kinds of a new one.
    Choice {
        /// What is chosen for.
        subject: Subject,
        /// The chosen row.
        row: usize,
    },
    /// What to look for.
    Search {
        /// What was typed.
        typed: Prompt,
    },
    /// Leaving with changes that are not saved.
    Leaving {
        /// The saves that have to end before the program may.
        waiting: usize,
    },
}

/// What a word is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The label in focus.
    Label,
    /// An issue to be marked on the selection.
    Issue,
}

/// A line about what just happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The words.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
}

/// A rubric with its words.
pub struct Rules {
    /// Its slug.
    pub slug: &'static str,
    rubric: Box<dyn Rubric>,
}

impl Rules {
    /// What the rubric says in words.
    pub fn docs(&self) -> Docs<'_> {
        self.rubric.docs()
    }
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Rules").field(&self.slug).finish()
    }
}

/// The state.
#[derive(Debug)]
pub struct App {
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// Cases that were opened, by their place in the queue; each keeps its edits, decisions and undo.
    pub benches: BTreeMap<usize, Bench>,
    /// The case on the screen, by its place in the queue.
    pub at: usize,
    /// The cases of the queue, as far as counted.
    pub cases: usize,
    /// Whether all were counted.
    pub counted: bool,
    /// Why a case could not be opened.
    pub failed: BTreeMap<usize, String>,
    /// The rubric in force, by its row of the table.
    pub rubric: usize,
    /// The readings in force.
    pub readings: Readings,
    /// The panel that keys go to.
    pub focus: Panel,
    /// Whether keys are typed into the text in focus.
    pub editing: bool,
    /// The window over the main screen.
    pub window: Option<Window>,
    /// What is searched for.
    pub needle: String,
    /// What was copied or cut.
    pub clipboard: Arc<str>,
    /// What just happened.
    pub notice: Option<Notice>,
    /// The colours.
    pub theme: Theme,
    /// Who decides here.
    pub by: String,
    /// The rubric in force with its words, for the ledger; read when it is first asked for.
    pub rules: Option<Rules>,
    /// How many colours the terminal has.
    pub depth: Depth,
    /// The time, in seconds since 1970 (UTC); the loop sets it, since nothing here reads a clock.
    pub now: u64,
    /// The generation of the newest request.
    pub generation: u64,
    /// Whether a text is being selected with the mouse.
    pub dragging: bool,
}

impl App {
    /// A workbench on which no case is open yet.
    pub fn new(theme: Theme, rubric: usize, readings: Readings, by: String) -> App {
        App {
            size: (0, 0),
            benches: BTreeMap::new(),
            at: 0,
            cases: 0,
            counted: false,
            failed: BTreeMap::new(),
            rubric,
            readings,
            focus: Panel::Summary,
            editing: false,
            window: None,
            needle: String::new(),
            clipboard: Arc::from(""),
            notice: None,
            theme,
            by,
            rules: None,
            depth: Depth::True,
            now: 0,
            generation: 0,
            dragging: false,
        }
    }

    /// The case on the screen.
    pub fn bench(&self) -> Option<&Bench> {
        self.benches.get(&self.at)
    }

    /// The case on the screen, to be changed.
    pub fn bench_mut(&mut self) -> Option<&mut Bench> {
        self.benches.get_mut(&self.at)
    }

    /// The rubric in force.
    pub fn rubric(&self) -> Option<&'static RubricEntry> {
        RUBRICS.get(self.rubric)
    }

    /// Its slug; empty where there is no rubric.
    pub fn slug(&self) -> &'static str {
        self.rubric().map_or("", |entry| entry.slug)
    }

    /// Makes the words of the rubric in force known.
    pub fn learn_rules(&mut self) {
        let Some(entry) = self.rubric() else { return };
        if self.rules.as_ref().is_none_or(|rules| rules.slug != entry.slug) {
            // The shipped files are tested; where one cannot be read the ledger goes without its words.
            self.rules = (entry.load)(entry.toml).ok().map(|rubric| Rules { slug: entry.slug, rubric });
        }
    }

    /// The newest report on the case on the screen.
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.bench()?.report()
    }

    /// The label in focus.
    pub fn label(&self) -> Option<LabelId> {
        self.bench()?.label
    }

    /// Where keys go to.
    pub fn context(&self) -> Context {
        match (&self.window, self.focus) {
            (Some(Window::Ledger { .. }), _) => Context::Ledger,
            (Some(Window::Readings { .. }), _) => Context::Readings,
            (Some(Window::Overview { .. }), _) => Context::Overview,
            (Some(Window::Changes { .. }), _) => Context::Changes,
            (Some(Window::Decides { .. }), _) => Context::Decides,
            (Some(Window::Json { .. }), _) => Context::Json,
            (Some(Window::Help { .. }), _) => Context::Help,
            (Some(Window::Palette { .. }), _) => Context::Palette,
            (Some(Window::Choice { .. }), _) => Context::Choice,
            (Some(Window::Search { .. }), _) => Context::Search,
            (Some(Window::Leaving { .. }), _) => Context::Leaving,
            (None, Panel::Article | Panel::Summary) if self.editing => Context::Editing,
            (None, Panel::Article | Panel::Summary) => Context::Text,
            (None, Panel::Scores) => Context::Scores,
            (None, Panel::Caps) => Context::Caps,
            (None, Panel::Labels) => Context::Labels,
        }
    }

    /// Whether a result by the rubric on the screen is still awaited.
    pub fn is_waiting(&self) -> bool {
        self.bench().is_some_and(Bench::is_stale)
    }

    /// Whether any result is still awaited for the case on the screen.
    pub fn is_busy(&self) -> bool {
        self.bench().is_some_and(Bench::is_busy)
    }

    /// Whether something would be lost by quitting now.
    pub fn is_dirty(&self) -> bool {
        self.benches.values().any(Bench::is_dirty)
    }
}
