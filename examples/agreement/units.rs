//! Judgements of units smaller than a summary (sentences, entities), and of summaries by their least
//! supported claim.

use lockbench::agree::{MetricColumn, Row};
use lockbench::text::{Span, Text};
use serde_json::Value;

use super::judged::{Found, baselines, column, table, text};

/// The judged units of a set, the engine's column, and the baselines.
pub struct Judged {
    /// A row for each unit.
    pub table: Vec<Row>,
    /// The engine's column.
    pub ours: MetricColumn,
    /// The baselines.
    pub baselines: Vec<MetricColumn>,
}

/// Returns the lowest probability of support among the claims of a unit; `None` without claims.
fn least<'a>(claims: impl Iterator<Item = &'a (Span, f64)>) -> Option<f64> {
    claims.map(|(_, supported)| *supported).min_by(f64::total_cmp)
}

/// Judges summaries by the least supported claim of each.
pub fn summaries(rows: &[Value], field: &str, found: &[Found]) -> Judged {
    // A summary without claims contains no wrong claim.
    let scores = found.iter().map(|found| Some(least(found.claims.iter()).unwrap_or(1.0))).collect();
    let texts = rows.iter().map(|row| ["article", "summary"].map(|key| text(row, key)));
    Judged {
        table: table(rows, field),
        ours: column("least supported claim", scores),
        baselines: baselines(texts),
    }
}

/// Judges sentences with a majority vote by the least supported claim of each.
pub fn sentences(rows: &[Value], found: &[Found]) -> Judged {
    let (mut units, mut scores, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let cases = table(rows, "fact");
    for ((row, found), case) in rows.iter().zip(found).zip(cases) {
        let summary = text(row, "summary");
        for sentence in row["sentences"].as_array().into_iter().flatten() {
            let words = text(sentence, "sentence").trim();
            let Some(start) = summary.find(words) else { continue };
            let place = Span::new(start, start + words.len());
            let inside = |claim: &&(Span, f64)| {
                let common = claim.0.end.min(place.end).saturating_sub(claim.0.start.max(place.start));
                2 * common > claim.0.len()
            };
            let Some(score) = least(found.claims.iter().filter(inside)) else { continue };
            units.push(Row { human: sentence["majority"].as_f64().unwrap_or(f64::NAN), ..case });
            scores.push(Some(score));
            texts.push([text(row, "article"), words]);
        }
    }
    Judged {
        table: units,
        ours: column("least supported claim", scores),
        baselines: baselines(texts.into_iter()),
    }
}

/// Judges entities: 1 if people said that the article does not contain it, compared with whether
/// unsupported words overlap it. The baseline is whether it contains a content word of which the article
/// has no form.
pub fn entities(rows: &[Value], found: &[Found]) -> Judged {
    let (mut units, mut scores, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    let cases = table(rows, "faithful");
    for ((row, found), case) in rows.iter().zip(found).zip(cases) {
        let summary = text(row, "summary");
        let places: Vec<usize> =
            summary.char_indices().map(|(at, _)| at).chain(std::iter::once(summary.len())).collect();
        let article = Text::new(text(row, "article"));
        let stems: Vec<_> = article.tokens().map(|(_, token)| token.stem).collect();
        for entity in row["spans"].as_array().into_iter().flatten() {
            let at = |key: &str| entity[key].as_u64().and_then(|at| places.get(at as usize).copied());
            let (Some(start), Some(end)) = (at("start"), at("end")) else { continue };
            let place = Span::new(start, end);
            let is_wrong = text(entity, "label") != "Non-hallucinated";
            let is_marked = found.unsupported.iter().any(|own| own.overlaps(place));
            let words = Text::new(&summary[place.range()]);
            let lacks = words.tokens().any(|(_, token)| token.is_content() && !stems.contains(&token.stem));
            let one = |is: bool| f64::from(u8::from(is));
            units.push(Row { human: one(is_wrong), ..case });
            scores.push(Some(one(is_marked)));
            missing.push(Some(one(lacks)));
        }
    }
    Judged {
        table: units,
        ours: column("marked as unsupported", scores),
        baselines: vec![column("stem missing", missing)],
    }
}

/// Returns the F1 of the marked units.
pub fn f1(table: &[Row], column: &MetricColumn) -> f64 {
    let pairs = || table.iter().zip(&column.scores).map(|(row, score)| (row.human > 0.5, *score > Some(0.5)));
    let both = pairs().filter(|(is, marked)| *is && *marked).count() as f64;
    let either = pairs().map(|(is, marked)| usize::from(is) + usize::from(marked)).sum::<usize>();
    2.0 * both / either as f64
}
