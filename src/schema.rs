//! The file formats as JSON Schemas (draft 2020-12). The tests check every output against them.

use clap::ValueEnum;
use serde_json::Value;

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FileFormat {
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

/// Definitions shared by the formats that contain labels: spans, ids of claims, and every list. They are
/// inserted into a schema whose `$defs` names this file.
const LABEL_DEFS: (&str, &str) = ("labels.defs.json", include_str!("schema/labels.defs.json"));

/// Returns the schema of a format, as JSON.
pub fn text(of: FileFormat) -> String {
    let own = match of {
        FileFormat::Case => include_str!("schema/case.json"),
        FileFormat::Labels => include_str!("schema/labels.json"),
        FileFormat::Report => include_str!("schema/report.json"),
        FileFormat::Scores => include_str!("schema/scores.json"),
        FileFormat::Audit => include_str!("schema/audit.json"),
        FileFormat::Session => include_str!("schema/session.json"),
        FileFormat::Annotators => include_str!("schema/annotators.json"),
        FileFormat::Judges => include_str!("schema/judges.json"),
        FileFormat::Adjudicated => include_str!("schema/adjudicated.json"),
        FileFormat::Class => include_str!("schema/class.json"),
        FileFormat::Mutant => include_str!("schema/mutant.json"),
    };
    composed(own).unwrap_or_else(|| own.to_owned())
}

/// Returns a schema with the definitions that it names; `None` if it names none.
fn composed(own: &str) -> Option<String> {
    let (name, defs) = LABEL_DEFS;
    let mut schema: Value = serde_json::from_str(own).ok()?;
    let place = schema.get_mut("$defs").filter(|defs| *defs == name)?;
    *place = serde_json::from_str(defs).ok()?;
    Some(serde_json::to_string_pretty(&schema).ok()? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_has_the_definitions_that_it_names() {
        for of in FileFormat::value_variants() {
            let schema: Value = serde_json::from_str(&text(*of)).unwrap();
            assert!(schema.get("$defs").is_none_or(Value::is_object), "{of:?}");
            if matches!(of, FileFormat::Case | FileFormat::Labels | FileFormat::Mutant) {
                assert!(schema["$defs"]["lists"]["properties"]["claims"].is_object(), "{of:?}");
            }
        }
    }
}
