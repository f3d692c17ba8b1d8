//! Counts wrongly labelled claims of the minimal pairs, with an engine that omits some of its checks.

use std::collections::BTreeMap;
use std::error::Error;

use lockbench::case::{Case, Texts};
use lockbench::engine::{Engine, Selection};
use lockbench::labels::{LabelValue, List};
use lockbench::rubric::Readings;
use serde_json::Value;

use super::judged::text;

/// The pairs, and their source texts.
const FILES: [&str; 2] = [
    include_str!("../../tests/data/minimal_pairs.jsonl"),
    include_str!("../../tests/data/held_back_pairs.jsonl"),
];

/// The parts into which pairs are divided, as named in their files.
pub const PARTS: [&str; 3] = ["development", "held back", "second held back"];

/// Returns the number of wrongly labelled claims for each part: true ones that are not supported, and
/// changed ones that are.
pub fn wrong(without: &[&'static str]) -> Result<[usize; PARTS.len()], Box<dyn Error>> {
    let rows: Vec<Value> =
        FILES.iter().flat_map(|file| file.lines()).map(serde_json::from_str).collect::<Result<_, _>>()?;
    let texts = rows.iter().filter(|row| row["article"].is_string());
    let texts: BTreeMap<&str, &Value> = texts.map(|row| (text(row, "text"), row)).collect();
    let selection = Selection::shipped(&["judge-lock"], Readings::default());
    let mut engine = Engine::without(without);
    let mut is_supported = |article: &str, summary: &str| {
        let [article, summary] = [article, summary].map(ToOwned::to_owned);
        let case = Case { article, summary, ..Case::default() };
        let labels = engine.analyse(&case, Texts::of(&case), selection.wanted()).proposals;
        let claims = labels.get(List::Claims).unwrap_or_default();
        claims.iter().all(|claim| claim.word == Some(LabelValue::Supported))
    };
    let mut wrong = [0; PARTS.len()];
    for row in rows.iter().filter(|row| row["of"].is_string()) {
        let of = texts.get(text(row, "of")).ok_or("a pair of no text")?;
        let part = PARTS.iter().position(|part| *part == text(of, "half")).ok_or("a text of no part")?;
        let article = text(of, "article");
        wrong[part] += usize::from(!is_supported(article, text(row, "true")));
        wrong[part] += usize::from(is_supported(article, text(row, "false")));
    }
    Ok(wrong)
}
