//! The Evaluation Protocol. Sections are compared by embeddings, which are not available here, so
//! [`faults`] checks structural coherence from the parts that a report gives.

use serde_json::Value;

use super::{Expected, Gap, Got, Metric, reads, share, yes_of};
use crate::oracle::Readings;

/// Bands, the best last. "A value on a shared edge goes to the better band unless `>` or `<` is printed
/// (`bands.edge=worse`)."
fn band(key: &str, value: f64, readings: &Readings) -> &'static str {
    let worse = reads(readings, "bands.edge", "worse");
    // The printed table: below / above the first is poor, strictly; past the last is excellent, strictly; the one
    // between is shared.
    let (poor, shared, excellent, higher) = match key {
        "grounding_accuracy" => (0.70, 0.85, 0.95, true),
        "hallucinated_citation_rate" => (0.10, 0.05, 0.02, false),
        "structural_coherence" => (0.60, 0.75, 0.90, true),
        _ => (0.20, 0.10, 0.05, false),
    };
    let past = |edge: f64| if higher { value > edge } else { value < edge };
    let short = |edge: f64| if higher { value < edge } else { value > edge };
    if short(poor) {
        "poor"
    } else if short(shared) || (value == shared && worse) {
        "acceptable"
    } else if past(excellent) {
        "excellent"
    } else {
        "good"
    }
}

/// "As recorded in the case, seconds."
fn seconds(case: &Value) -> Got {
    match case.get("generation_seconds") {
        None | Some(Value::Null) => Err(Gap::NotApplicable),
        Some(value) => value.as_f64().filter(|seconds| *seconds >= 0.0).ok_or(Gap::Malformed),
    }
}

/// Evaluates a case, given the report's values of the metrics that depend on embeddings.
pub fn evaluate(case: &Value, labels: &Value, readings: &Readings, measured: [Got; 2]) -> Expected {
    let grounding = yes_of(labels, "grounding", "grounded", None).and_then(share);
    let citations =
        yes_of(labels, "citations", "valid", None).and_then(|(valid, all)| share((all - valid, all)));
    let four = [
        ("grounding_accuracy", grounding),
        ("hallucinated_citation_rate", citations),
        ("structural_coherence", measured[0]),
        ("redundancy_rate", measured[1]),
    ];
    let bands: Vec<Option<&str>> =
        four.iter().map(|(key, got)| got.ok().map(|value| band(key, value, readings))).collect();
    let any = |name: &str| bands.contains(&Some(name));
    // "The worst band among the first four: Poor FAIL, Acceptable WARN, Good or Excellent PASS." "A metric that is
    // absent makes the verdict INCOMPLETE unless what is there already decides FAIL."
    let decision = if any("poor") {
        "FAIL"
    } else if bands.contains(&None) {
        "INCOMPLETE"
    } else if any("acceptable") {
        "WARN"
    } else {
        "PASS"
    };
    let mut metrics: Vec<Metric> = four
        .into_iter()
        .zip(bands)
        .map(|((key, got), band)| Metric::new(key, got).part("band", band.unwrap_or_default()))
        .collect();
    metrics.push(Metric::new("generation_time", seconds(case)));
    Expected { metrics, decision, score: None }
}

/// Returns the errors in the structural coherence and the redundancy rate of a report, judging by their
/// parts.
pub fn faults(case: &Value, report: &Value, readings: &Readings) -> Vec<String> {
    let mut wrong = Vec::new();
    let coherence = &report["metrics"]["structural_coherence"];
    let rate = &report["metrics"]["redundancy_rate"];
    let Some(score) = coherence["score"].as_f64() else { return wrong };
    let part = |name: &str| coherence["parts"][name].as_f64();
    let (Some(sections), Some(flow), Some(redundancy), Some(drift)) =
        (part("sections"), part("flow"), part("redundancy"), part("drift"))
    else {
        return vec![format!("structural_coherence lacks a part: {}", coherence["parts"])];
    };
    for (name, value) in
        [("sections", sections), ("flow", flow), ("redundancy", redundancy), ("drift", drift)]
    {
        if !(0.0..=1.0).contains(&value) {
            wrong.push(format!("{name} is {value}"));
        }
    }
    let outlined = case
        .get("outline")
        .is_some_and(|outline| outline.as_array().is_some_and(|titles| !titles.is_empty()));
    if outlined != part("structure").is_some() && !reads(readings, "outline", "zero") {
        wrong
            .push(format!("outline given: {outlined}, and structure is {}", coherence["parts"]["structure"]));
    }
    let sum = 0.3 * sections + 0.25 * flow + 0.25 * (1.0 - redundancy) + 0.1 * (1.0 - drift);
    let expected = match part("structure") {
        Some(structure) if outlined => sum + 0.1 * structure,
        _ if reads(readings, "outline", "zero") => sum,
        _ => sum / 0.9,
    };
    if (score - expected).abs() > 1e-9 {
        wrong.push(format!("structural_coherence is {score}, and its parts make {expected}"));
    }
    // "One section only: redundancy 0"; for several, the rate of redundant pairs.
    match rate["score"].as_f64() {
        Some(rate) if (rate - redundancy).abs() > 1e-12 => {
            wrong.push(format!("redundancy_rate is {rate}, and the part redundancy {redundancy}"));
        }
        None if redundancy != 0.0 => wrong.push(format!("one section, and redundancy {redundancy}")),
        _ => {}
    }
    wrong
}

#[test]
fn bands_are_as_printed() {
    let default = Readings::new();
    let worse = Readings::from([("bands.edge".to_owned(), "worse".to_owned())]);
    for (key, values, by_default, by_worse) in [
        ("grounding_accuracy", [0.69, 0.70, 0.85, 0.95, 0.951], "pagge", "paage"),
        ("hallucinated_citation_rate", [0.11, 0.10, 0.05, 0.02, 0.01], "pagge", "paage"),
        ("structural_coherence", [0.59, 0.60, 0.75, 0.90, 0.91], "pagge", "paage"),
        ("redundancy_rate", [0.21, 0.20, 0.10, 0.05, 0.0], "pagge", "paage"),
    ] {
        for (readings, expected) in [(&default, by_default), (&worse, by_worse)] {
            let got: String =
                values.iter().filter_map(|value| band(key, *value, readings).chars().next()).collect();
            assert_eq!(got, expected, "{key}");
        }
    }
}
