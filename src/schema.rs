//! The file formats as JSON Schemas (draft 2020-12). The tests check every output against them.

use clap::ValueEnum;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A case, as `score` reads it
    Case,
    /// Labels, as `labels` writes and `score --labels` reads them
    Labels,
    /// A report, as `score` writes it
    Report,
    /// A line of numbers, as `score --format scores` writes it
    Scores,
    /// An audit of another judge, as `audit` writes it
    Audit,
    /// A line of a session's export, as `sessions export` writes it
    Session,
    /// Agreement between annotators, as `agree --format json` writes it
    Annotators,
    /// Judges compared with people, as `judges --format json` writes it
    Judges,
    /// A decision against an annotator, as `adjudicate --export report` writes it
    Adjudicated,
    /// What a person did, as `class --format jsonl` writes it
    Class,
    /// A mutant, as `mutate` writes it
    Mutant,
}

/// The schema of a format, as JSON.
pub fn text(of: Format) -> &'static str {
    match of {
        Format::Case => include_str!("schema/case.json"),
        Format::Labels => include_str!("schema/labels.json"),
        Format::Report => include_str!("schema/report.json"),
        Format::Scores => include_str!("schema/scores.json"),
        Format::Audit => include_str!("schema/audit.json"),
        Format::Session => include_str!("schema/session.json"),
        Format::Annotators => include_str!("schema/annotators.json"),
        Format::Judges => include_str!("schema/judges.json"),
        Format::Adjudicated => include_str!("schema/adjudicated.json"),
        Format::Class => include_str!("schema/class.json"),
        Format::Mutant => include_str!("schema/mutant.json"),
    }
}
