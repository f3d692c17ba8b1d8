//! The targets, with one file and one row each.

mod agree;
mod analyzers;
mod answers;
mod audit;
mod command;
mod exchange;
mod habits;
mod json;
mod labels;
mod lesson;
mod packed;
mod pane;
#[cfg(feature = "parquet")]
mod parquet;
mod parse;
mod rubric;
mod session;
mod settings;
mod store;
mod table;
mod texts;
mod theme;
mod vectors;
mod workbench;

use crate::input::Input;
use crate::invariants::Outcome;
use crate::run::Bench;
use crate::source::Source;

type Make = fn(&mut Source) -> Input;
type Check = fn(&Input, &Bench) -> Outcome;

/// A component that reads input.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What it is, and what is checked.
    pub about: &'static str,
    /// Number of rounds of the short run, which takes a few seconds in a debug build.
    pub rounds: u64,
    /// Whether it starts the program.
    pub starts_program: bool,
    /// Builds the input of a round.
    pub make: Make,
    /// Checks an input.
    pub check: Check,
}

impl Target {
    const fn new(
        name: &'static str,
        rounds: u64,
        (make, check): (Make, Check),
        about: &'static str,
    ) -> Target {
        Target { name, about, rounds, starts_program: false, make, check }
    }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target::new("json", 600, (json::make, json::check), "JSON and JSON lines: each line has its result"),
    Target::new("csv", 500, (table::make_csv, table::check), "CSV: cells come back as they were written"),
    Target::new("tsv", 500, (table::make_tsv, table::check), "TSV: the same"),
    Target::new(
        "packed",
        300,
        (packed::make, packed::check),
        "gzip and Zstandard: as unpacked, damage is told",
    ),
    #[cfg(feature = "parquet")]
    Target::new(
        "parquet",
        300,
        (parquet::make, parquet::check),
        "Parquet, damaged in its pages or its footer: cases, or why not",
    ),
    Target::new(
        "parse",
        60,
        (parse::make, parse::check),
        "sentences and CoNLL-U: no character is lost, and trees are trees",
    ),
    Target::new("texts", 300, (texts::make, texts::check), "pairs of text files: the texts as they are"),
    Target::new(
        "labels",
        60,
        (labels::make, labels::check),
        "label files: spans in the text, written and read again",
    ),
    Target::new(
        "rubric",
        60,
        (rubric::make, rubric::check),
        "rubric files: refused, or scores in their range",
    ),
    Target::new("settings", 600, (settings::make, settings::check), "--reading and --map: taken, or why not"),
    Target::new(
        "audit",
        150,
        (audit::make, audit::check),
        "judgements of others: audits follow their schema",
    ),
    Target::new(
        "answers",
        60,
        (answers::make, answers::check),
        "answers of language models: read, or why not, and labels as any others",
    ),
    Target::new(
        "agree",
        400,
        (agree::make, agree::check),
        "judgements beside scores: statistics in their range",
    ),
    Target::new(
        "vectors",
        300,
        (vectors::make, vectors::check),
        "model2vec folders: refused, or finite cosines",
    ),
    Target::new(
        "theme",
        400,
        (theme::make, theme::check),
        "themes: refused with a reason, or a style for each role",
    ),
    Target::new(
        "habits",
        200,
        (habits::make, habits::check),
        "config.toml, recordings, a learner's progress",
    ),
    Target::new(
        "lesson",
        40,
        (lesson::make, lesson::check),
        "lessons: faults with their lines, or one that can be taken",
    ),
    Target::new(
        "session",
        60,
        (session::make, session::check),
        "events: refused, or the state follows from them alone",
    ),
    Target::new(
        "store",
        30,
        (store::make, store::check),
        "files of sessions: refused with their name, or read as far as they can be",
    ),
    Target::new(
        "analyzers",
        20,
        (analyzers::make, analyzers::check),
        "texts through analyzers, rubrics and writers, warm as cold",
    ),
    Target::new("pane", 250, (pane::make, pane::check), "the editor: cursor, undo, redo, what is drawn"),
    Target::new(
        "workbench",
        8,
        (workbench::make, workbench::check),
        "the workbench: keys, mouse, sizes; no cell is raw",
    ),
    Target {
        starts_program: true,
        ..Target::new(
            "command",
            25,
            (command::make, command::check),
            "the program: status, formats, clean streams, a result each",
        )
    },
    Target {
        starts_program: true,
        ..Target::new(
            "exchange",
            15,
            (exchange::make, exchange::check),
            "exports and labels into sessions: out again as they came in",
        )
    },
];
