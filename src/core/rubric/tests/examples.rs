//! Worked examples, computed by hand from the rubric documents: the rows of `examples.txt`.

use serde_json::{Map, Value};

use super::build::{TestInput, differences, on, over, perfect};
use crate::labels::Labels;

/// What the rows of a section share: the rubrics, and the base fields and labels.
struct Section<'t> {
    rubrics: Vec<&'t str>,
    fields: Map<String, Value>,
    labels: Labels,
}

impl<'t> Section<'t> {
    /// Parses `[RUBRIC RUBRIC] {FIELDS} | LABELS`; for the locks the base is a perfect case.
    fn new(line: &'t str) -> Section<'t> {
        let (rubrics, rest) = line[1..].split_once(']').unwrap();
        let (fields, rest) = fields(rest);
        let rubrics: Vec<&str> = rubrics.split(' ').collect();
        let base = if rubrics[0].ends_with("lock") { perfect() } else { Labels::default() };
        Section { rubrics, fields, labels: over(base, rest) }
    }

    /// Returns what is wrong with a row `{FIELDS} | LABELS | READINGS | WANTED`; the fields are given only if
    /// some change.
    fn wrong(&self, row: &str) -> Vec<String> {
        let (changes, rest) = fields(row);
        let mut given = self.fields.clone();
        given.extend(changes);
        let [labels, readings, wanted] = rest.split(" | ").collect::<Vec<_>>()[..] else {
            return vec![format!("{row}: not three columns")];
        };
        let readings: Vec<&str> = readings.split(' ').filter(|reading| reading.contains('=')).collect();
        let (texts, labels) = (TestInput::fields(&given), over(self.labels.clone(), labels));
        let of = |slug: &&str| differences(&on(&texts, slug, &labels, &readings), wanted);
        self.rubrics
            .iter()
            .flat_map(|slug| of(slug).into_iter().map(move |wrong| format!("{slug}: {row}: {wrong}")))
            .collect()
    }
}

/// Splits a line into the fields at its beginning and the rest.
fn fields(line: &str) -> (Map<String, Value>, &str) {
    let line = line.trim();
    match line.split_once("} | ") {
        Some((fields, rest)) if line.starts_with('{') => {
            (serde_json::from_str(&format!("{fields}}}")).unwrap_or_else(|e| panic!("{line}: {e}")), rest)
        }
        _ => (Map::new(), line),
    }
}

#[test]
fn every_example_comes_out_as_worked_by_hand() {
    let mut section = None;
    let mut faults = Vec::new();
    for line in include_str!("examples.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        match &section {
            _ if line.starts_with('[') => section = Some(Section::new(line)),
            Some(section) => faults.extend(section.wrong(line)),
            None => panic!("{line} stands before the first section"),
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
