//! Builds lists for judges that give only numbers: from counts, or from a share stated without its
//! counts.

use serde_json::{Map, Value, json};

use super::entries::EntryBuilder;
use super::stated::{StatedMetric, StatedNumber};
use super::words::metric_key;
use super::{AuditRule, RuleViolation};
use crate::labels::{LabelValue, List};
use crate::num::{plural, pluralize};
use crate::text::word_spans;

/// Largest length of a summary, in tokens, that is derived from its precision alone.
const MAX_TOKENS: u64 = 5000;

/// Most labels made from a count; a higher count is not plausible for a summary.
const MAX_LABELS: f64 = 1000.0;
/// Most units that a share is matched to before it is approximated in thousandths.
const MAX_UNITS: usize = 20;

/// Fills in the lists that can be made from numbers; returns which.
///
/// From a share alone, without units or counts, labels are made only for an audit, since no judge
/// assigned them.
pub fn fill(
    inner: &mut Map<String, Value>,
    stated: &[StatedMetric; 5],
    builder: &mut EntryBuilder,
    summary_known: bool,
) -> Vec<List> {
    let mut made = Vec::new();
    let lists = [
        (0, List::KeyPoints),
        (0, List::CoverageQags),
        (1, List::Deviations),
        (2, List::Claims),
        (2, List::ClaimQags),
        (3, List::Segments),
        (4, List::Issues),
    ];
    for (metric, list) in lists {
        let key = list.spec().key;
        if let Some(Value::Array(items)) = inner.get(key) {
            counts_agree(&stated[metric], metric, list, items, builder);
            continue;
        }
        if inner.contains_key(key) {
            continue;
        }
        if let Some(labels) = from_counts(&stated[metric], metric, list, builder) {
            let what =
                format!("{} {} are counted and not listed", labels.len(), list.spec().title.to_lowercase());
            if !labels.is_empty() {
                builder.broken.push(RuleViolation::new(
                    AuditRule::MissingEvidence,
                    Some(metric_key(metric)),
                    what,
                ));
            }
            inner.insert(key.to_owned(), Value::Array(labels));
            made.push(list);
            continue;
        }
        let (name, step) = match list {
            List::KeyPoints => ("recall", stated[0].steps.get("recall")),
            List::CoverageQags => ("qag", stated[0].steps.get("qag").or(stated[3].steps.get("qag"))),
            List::ClaimQags => ("qag_precision", stated[2].steps.get("qag_precision")),
            _ => ("", None),
        };
        if let Some(figure) = step.filter(|figure| builder.audits() && (0.0..=1.0).contains(&figure.value)) {
            alone(figure, metric, list.spec().title, builder);
            builder.taken.push((name, figure.value));
            let asked = builder.questions().filter(|_| list != List::KeyPoints);
            let (labels, exact) = from_share(figure, list, asked);
            if let (Err(nearest), Some(asked)) = (exact, asked) {
                let message = format!(
                    "`{}` is {}, which {asked} questions cannot make; {nearest} is nearest",
                    figure.key, figure.value
                );
                let violation = RuleViolation::new(AuditRule::Arithmetic, Some(metric_key(metric)), message);
                builder.broken.push(violation.of(figure).expected(nearest));
            }
            inner.insert(key.to_owned(), Value::Array(labels));
            made.push(list);
        }
    }
    extraneous(inner, &stated[0], builder, summary_known);
    made
}

/// Reports a number that is stated without the data that it follows from.
fn alone(figure: &StatedNumber, metric: usize, of: &str, builder: &mut EntryBuilder) {
    let message = format!(
        "`{}` is {}, and the {} that it is computed from are not given; it is used as given",
        figure.key,
        figure.value,
        of.to_lowercase()
    );
    let violation = RuleViolation::new(AuditRule::MissingEvidence, Some(metric_key(metric)), message);
    builder.broken.push(RuleViolation { field: Some(figure.key.clone()), ..violation });
}

fn entry(list: List, word: LabelValue) -> Value {
    let field = list.spec().field;
    if list == List::Deviations {
        json!({field: word.as_str(), "kind": "meaning"})
    } else {
        json!({field: word.as_str()})
    }
}

fn from_counts(
    stated: &StatedMetric,
    metric: usize,
    list: List,
    builder: &mut EntryBuilder,
) -> Option<Vec<Value>> {
    let words = list.spec().words;
    let counted: Vec<Option<f64>> =
        words.iter().map(|word| stated.counted(list, Some(*word)).map(|figure| figure.value)).collect();
    let total = stated.counted(list, None).map(|figure| figure.value);
    let nothing = total == Some(0.0);
    if counted.iter().all(Option::is_none) && !nothing {
        return None;
    }
    let sum: f64 = counted.iter().flatten().sum();
    if sum.max(total.unwrap_or(0.0)) > MAX_LABELS {
        builder.notes.push(format!("{}: counts above {MAX_LABELS} are ignored", list.spec().key));
        return None;
    }
    let mut counted: Vec<usize> = counted
        .iter()
        .zip(words)
        .map(|(count, word)| {
            // The remainder of a total belongs to the one label value that is not counted, the best or
            // the worst.
            let left = total.map_or(0.0, |total| total - sum);
            let own = count.unwrap_or(0.0);
            let rest = match list {
                List::Claims => LabelValue::Supported,
                List::KeyPoints => LabelValue::Not,
                List::CoverageQags | List::ClaimQags => LabelValue::Wrong,
                _ => return own as usize,
            };
            (if count.is_none() && *word == rest { left.max(0.0) } else { own }) as usize
        })
        .collect();
    counted.resize(words.len(), 0);
    let all: usize = counted.iter().sum();
    if let Some(total) = stated.counted(list, None).filter(|total| total.value != all as f64) {
        let message = format!("`{}` is {}, and the counts by label make {all}", total.key, total.value);
        let violation = RuleViolation::new(AuditRule::LabelCount, Some(metric_key(metric)), message);
        builder.broken.push(violation.of(total).expected(all));
    }
    let labels = words.iter().zip(counted).flat_map(|(word, count)| vec![entry(list, *word); count]);
    Some(labels.collect())
}

/// Returns labels with the given share: as few as reproduce it, otherwise a thousand. For questions, the
/// number is the one that the rubric requires, or fewer, since a cap depends on it. The second value says
/// whether the share is reproduced, or else gives the nearest share.
fn from_share(figure: &StatedNumber, list: List, asked: Option<usize>) -> (Vec<Value>, Result<(), f64>) {
    let near = 0.5 * 10_f64.powi(-(figure.places.clamp(2, 9) as i32)) + 1e-9;
    let nearest = |all: usize| (all, (figure.value * 2.0 * all as f64).round() as usize);
    let fits = |all: usize| {
        let (all, halves) = nearest(all);
        ((halves as f64 / (2.0 * all as f64) - figure.value).abs() <= near).then_some((all, halves))
    };
    let (all, halves) = match asked {
        Some(asked) => {
            fits(asked).or_else(|| (1..asked).rev().find_map(fits)).unwrap_or_else(|| nearest(asked))
        }
        None => (1..=MAX_UNITS).find_map(fits).unwrap_or_else(|| nearest(MAX_LABELS as usize)),
    };
    let words = list.spec().words;
    let (whole, half) = (halves / 2, halves % 2);
    let counts = [whole, half, all.saturating_sub(whole + half)];
    let labels = words.iter().zip(counts).flat_map(|(word, count)| vec![entry(list, *word); count]);
    let exact = fits(all).map(|_| ()).ok_or_else(|| (halves as f64 / (2.0 * all as f64) * 1e4).round() / 1e4);
    (labels.collect(), exact)
}

/// Reports stated counts that differ from those of the labels.
fn counts_agree(
    stated: &StatedMetric,
    metric: usize,
    list: List,
    items: &[Value],
    builder: &mut EntryBuilder,
) {
    let field = list.spec().field;
    for (_, word, figure) in stated.counts.iter().filter(|(known, ..)| *known == list) {
        let is_counted = |item: &Value| {
            word.is_some_and(|word| item.get(field).and_then(Value::as_str) == Some(word.as_str()))
        };
        let places: Vec<usize> = (0..items.len()).filter(|at| is_counted(&items[*at])).collect();
        let count = if word.is_some() { places.len() } else { items.len() };
        if figure.value == count as f64 {
            continue;
        }
        let what = word.map_or_else(String::new, |word| format!("{} ", word.as_str().replace('_', " ")));
        let units = plural(count, list.spec().unit);
        let message = format!("`{}` is {}, and the list has {count} {what}{units}", figure.key, figure.value);
        let labels = places.iter().map(|at| format!("{}/{at}", list.spec().key)).collect();
        let violation = RuleViolation::new(AuditRule::LabelCount, Some(metric_key(metric)), message);
        builder.broken.push(violation.about(labels).of(figure).expected(count));
    }
}

/// Fills in the unsupported tokens, from marked spans, from counts, or from the precision.
fn extraneous(
    inner: &mut Map<String, Value>,
    stated: &StatedMetric,
    builder: &mut EntryBuilder,
    summary_known: bool,
) {
    let key = List::Extraneous.spec().key;
    let coverage = metric_key(0);
    let listed = match inner.get(key) {
        Some(Value::Array(items)) => {
            // Each distinct wording counts once. A token marked several times counts once, which is
            // settled later by the spans.
            let mut spans: Vec<&str> =
                items.iter().filter_map(|item| item.get("text").and_then(Value::as_str)).collect();
            spans.sort_unstable();
            spans.dedup();
            Some(spans.iter().map(|text| word_spans(text).count()).sum::<usize>())
        }
        Some(_) => return,
        None => None,
    };
    let whole = |figure: &Option<StatedNumber>| {
        figure
            .as_ref()
            .filter(|figure| figure.value >= 0.0 && figure.value.fract() == 0.0 && figure.value <= 1e9)
            .map(|figure| figure.value as u64)
    };
    let (counted, of) = (whole(&stated.extraneous), whole(&stated.tokens));
    if let (Some(listed), Some(counted), Some(figure)) = (listed, counted, &stated.extraneous)
        && listed as u64 != counted
    {
        let message = format!(
            "`{}` is {counted}, and the wording that is listed has {}",
            figure.key,
            pluralize(listed, "token")
        );
        let violation = RuleViolation::new(AuditRule::LabelCount, Some(coverage), message);
        builder.broken.push(violation.of(figure).expected(listed));
    }
    let counts = match (listed, counted, of) {
        (Some(listed), _, Some(of)) => Some((listed as u64, of)),
        (None, Some(counted), Some(of)) => Some((counted, of)),
        // Marked in a known summary, so the spans are sufficient.
        (Some(_), _, None) if summary_known => return,
        _ => None,
    };
    let audits = builder.audits();
    let precision =
        stated.steps.get("precision").filter(|figure| audits && (0.0..=1.0).contains(&figure.value));
    let counts = counts.or_else(|| {
        let figure = precision?;
        alone(figure, 0, "extraneous tokens and tokens", builder);
        builder.taken.push(("precision", figure.value));
        let kept = |of: u64| ((figure.value * of as f64).round() as u64).min(of);
        // A figure with more decimals than a person writes is a quotient: use the smallest length that
        // reproduces it.
        let fits = |of: &u64| (kept(*of) as f64 / *of as f64 - figure.value).abs() < 1e-12;
        let short = (figure.places > 6).then(|| (1..=MAX_TOKENS).find(fits)).flatten();
        let of = short.unwrap_or_else(|| 10_u64.pow(figure.places.clamp(2, 6) as u32));
        Some((of - kept(of), of))
    });
    match counts {
        Some((tokens, of)) => drop(inner.insert(key.to_owned(), json!({"tokens": tokens, "of": of}))),
        // Spans in an unknown text do not determine a share.
        None => drop(inner.shift_remove(key)),
    }
}
