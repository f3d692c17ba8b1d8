//! Checks that a field of the wrong type is an error of the metrics that read it, and of no other.

use lockbench::rubric::RUBRICS;
use serde_json::{Value, json};

use crate::cli::run_with;

/// A case with every input.
fn whole() -> Value {
    json!({
        "id": "flood", "title": "Flood in Venn", "query": "What did the rain do to Venn?",
        "article": "Heavy rain flooded the town of Venn on Monday. Forty families left their homes.",
        "summary": "# Flood\n\nHeavy rain flooded Venn [1].\n\n# Homes\n\nForty families left their homes [1].",
        "sources": [{"id": "a", "text": "Heavy rain flooded the town of Venn. Forty families left their homes."}],
        "outline": ["Flood", "Homes"], "reference": "Rain flooded Venn.", "retrieved": ["a", "b"], "relevant": ["a"],
        "reasoning_steps": ["Heavy rain flooded Venn."], "explanation": "Heavy rain flooded Venn.",
        "iterations": 2, "generation_seconds": 3
    })
}

fn reports(case: &Value) -> Vec<Value> {
    let ran = run_with(&["score", "-", "--rubric", "all", "--format", "jsonl"], case.to_string().as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    ran.lines()
}

fn outcome(report: &Value, key: &str) -> [Value; 4] {
    ["score", "raw", "error", "not_applicable"].map(|name| report["metrics"][key][name].clone())
}

#[test]
fn a_wrong_type_costs_the_metrics_that_read_the_field() {
    let mut tried = 0;
    for (field, value) in [
        ("sources", json!("one text")),
        ("sources", json!([{"text": 5}])),
        ("outline", json!(5)),
        ("reference", json!({"text": "Rain"})),
        ("retrieved", json!(5)),
        ("relevant", json!([["a"]])),
        ("reasoning_steps", json!([1, 2])),
        ("explanation", json!(["Rain"])),
        ("iterations", json!("two")),
        ("iterations", json!(0)),
        ("generation_seconds", json!([3])),
        ("query", json!(["What?"])),
    ] {
        let mut without = whole();
        without.as_object_mut().unwrap().remove(field);
        let mut wrong = whole();
        wrong[field] = value;
        for (entry, (report, plain)) in RUBRICS.iter().zip(reports(&wrong).iter().zip(reports(&without))) {
            let rubric = (entry.load)(entry.toml).unwrap();
            for (key, words) in rubric.docs().metrics {
                let at = format!("{} {key} with a wrong {field}", entry.slug);
                if words.reads.iter().any(|known| known == field) {
                    tried += 1;
                    let error = report["metrics"][key]["error"].as_str().unwrap_or_else(|| panic!("{at}"));
                    assert!(error.contains(field), "{at}: {error}");
                    assert!(report["metrics"][key]["score"].is_null(), "{at}");
                } else if key != "aggregate" {
                    assert_eq!(outcome(report, key), outcome(&plain, key), "{at}");
                }
            }
        }
    }
    assert_eq!(tried, 19, "metrics that read one of the fields");
}

#[test]
fn a_title_is_needed_only_where_nothing_is_asked() {
    let mut case = whole();
    case["title"] = json!(5);
    let anchor = |case: &Value| reports(case).pop().unwrap();
    assert!(anchor(&case)["metrics"]["relevance"]["score"].is_number());
    case.as_object_mut().unwrap().remove("query");
    assert_eq!(anchor(&case)["metrics"]["relevance"]["error"], "`title` is the number 5, not a string");
}

#[test]
fn labels_that_people_gave_stand_whatever_the_field_is() {
    let mut case = whole();
    case["reasoning_steps"] = json!(5);
    case["labels"] = json!({"steps": [{"text": "Rain fell.", "present": true}]});
    let synthlink = reports(&case).into_iter().find(|report| report["rubric"] == "synthlink").unwrap();
    let rqs = &synthlink["metrics"]["rqs"];
    assert_eq!(rqs["score"], 1.0);
    assert!(rqs["notes"].to_string().contains("`reasoning_steps` is the number 5"), "{rqs}");
}

#[test]
fn a_dry_run_names_what_is_not_read() {
    let case = json!({"article": "a", "summary": "s", "retrieved": 5, "mood": "good"}).to_string();
    let ran = run_with(&["score", "-", "--dry-run"], case.as_bytes());
    assert_eq!(ran.status, 0);
    assert!(
        ran.stdout.contains("is not read: `retrieved` is the number 5, not a list of names"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("kept as they are: mood\n"), "{}", ran.stdout);
}
