//! Tests `mutate` from outside: its lines follow the schema, can be read as cases, and are determined by
//! the seed.

use std::collections::BTreeSet;

use lockbench::mutate::{CAP_KINDS, KINDS};
use serde_json::{Value, json};

use crate::cli::{run, run_with};

const SAMPLES: [&str; 1] = ["samples/gym.jsonl"];

fn mutants(more: &[&str]) -> Vec<Value> {
    let ran = run(&[&["mutate"], &SAMPLES[..], more].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    ran.lines()
}

#[test]
fn every_line_follows_the_schema_and_its_spans_are_characters() {
    let schema: Value = serde_json::from_str(&run(&["schema", "mutant"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let named = schema.pointer("/properties/mutation/properties/kind/enum").unwrap();
    let names: Vec<&str> = KINDS.iter().chain(CAP_KINDS).map(|kind| kind.name).collect();
    assert_eq!(*named, json!(names), "the schema names the kinds");
    let mut lines = mutants(&["--seed", "5"]);
    assert!(lines.iter().all(|line| CAP_KINDS.iter().all(|kind| line["mutation"]["kind"] != kind.name)));
    lines.extend(mutants(&["--kind", "profanity,slur,stereotype,invented"]));
    let kinds: BTreeSet<&str> = lines.iter().map(|line| line["mutation"]["kind"].as_str().unwrap()).collect();
    assert!(lines.len() > 12 && kinds.len() > 6, "{kinds:?}");
    for line in &lines {
        let errors: Vec<String> = validator.iter_errors(line).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?} {line}");
        let summary: Vec<char> = line["summary"].as_str().unwrap().chars().collect();
        for span in line["mutation"]["summary"].as_array().unwrap() {
            let [start, end] = ["start", "end"].map(|key| span[key].as_u64().unwrap() as usize);
            let text: String = summary[start..end].iter().collect();
            assert_eq!(json!(text), span["text"]);
            assert_eq!(span["text"], line["mutation"]["now"]);
        }
    }
}

/// Checks the mutants of development cases that were read by hand; see `docs/reading.md` for the method
/// and figures.
#[test]
fn mutants_read_by_hand_are_right() {
    let text = include_str!("../data/mutants.jsonl");
    let marks: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let good = |mark: &&Value| mark["grammatical"] == true && mark["right"] == true;
    let cases: BTreeSet<&str> = marks.iter().map(|mark| mark["case"].as_str().unwrap()).collect();
    let kinds: BTreeSet<&str> = marks.iter().map(|mark| mark["kind"].as_str().unwrap()).collect();
    assert_eq!((marks.len(), cases.len(), kinds.len()), (200, 40, KINDS.len()));
    let count = marks.iter().filter(good).count();
    assert!(count >= 190, "{count}");
    let page = include_str!("../../docs/reading.md");
    assert!(page.contains(&format!("{count} of the 200")), "docs/reading.md has another figure than {count}");
}

/// Otherwise the id would reveal where to look.
#[test]
fn an_id_does_not_tell_the_kind() {
    for line in mutants(&["--seed", "5"]) {
        let (id, kind) = (line["id"].as_str().unwrap(), line["mutation"]["kind"].as_str().unwrap());
        assert!(id.starts_with(line["of"].as_str().unwrap()) && !id.contains(kind), "{id}");
    }
}

#[test]
fn mutants_are_cases_with_labels() {
    let lines: String =
        mutants(&["--kind", "number,added_claim"]).iter().map(|line| format!("{line}\n")).collect();
    let ran = run_with(&["score", "-", "--rubric", "twin-lock"], lines.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let reports = ran.lines();
    assert!(reports.len() >= 6, "{}", reports.len());
    for report in reports {
        assert_eq!(report["verdict"]["decision"], "FAIL", "an unsupported claim fails: {}", report["id"]);
    }
}

/// The rubrics that read more than two texts score mutants too, but not by what is about the good summary.
#[test]
fn a_mutant_keeps_what_its_case_has_beside_the_summary() {
    let good: Value =
        serde_json::from_str(std::fs::read_to_string(SAMPLES[0]).unwrap().lines().next().unwrap()).unwrap();
    let kept = json!({
        "title": "T", "query": "What happened?", "reference": ["R"], "sources": [{"id": "s", "text": "S"}],
        "outline": ["O"], "retrieved": ["s"], "relevant": ["s"], "reasoning_steps": ["step"],
    });
    let mut case = json!({
        "id": "g", "article": good["article"], "summary": good["summary"], "explanation": "It is good.",
        "iterations": 1, "generation_seconds": 2, "human": {"overall": 5},
    });
    case.as_object_mut().unwrap().extend(kept.as_object().unwrap().clone());
    let ran = run_with(&["mutate", "-"], format!("{case}\n").as_bytes());
    let schema: Value = serde_json::from_str(&run(&["schema", "mutant"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(!ran.lines().is_empty(), "{}", ran.stderr);
    for line in ran.lines() {
        let errors: Vec<String> = validator.iter_errors(&line).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?} {line}");
        let keys: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!((keys[0], keys[1], keys[keys.len() - 1]), ("id", "of", "labels"), "{keys:?}");
        for (key, value) in kept.as_object().unwrap() {
            assert_eq!(line[key], *value, "{key}");
        }
        for key in ["explanation", "iterations", "generation_seconds", "human"] {
            assert!(!keys.contains(&key), "{key}");
        }
    }
}

#[test]
fn a_seed_and_the_number_of_threads_decide_nothing_else() {
    assert_eq!(mutants(&["--seed", "9", "-j", "1"]), mutants(&["--seed", "9", "-j", "4"]));
    assert_ne!(mutants(&["--seed", "9"]), mutants(&["--seed", "10"]));
}

#[test]
fn what_cannot_be_mutated_is_counted_and_what_is_broken_is_told() {
    let ran = run_with(&["mutate", "-", "--kind", "roles"], b"");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("`roles`") && ran.stderr.contains("exchanged_roles"), "{}", ran.stderr);
    let input = b"{\"id\":\"a\",\"article\":\"It rained.\",\"summary\":\"It rained.\"}\n{\"id\":\"b\",\"article\":\"\",\"summary\":\"s\"}\n{\"id\":\"c\",\"article\":7,\"summary\":\"s\"}\n\xff\xfe\n{\"id\":\"d\",\"art";
    let ran = run_with(&["mutate", "-", "--kind", "unit"], input);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("unit: no certain place in 1 case"), "{}", ran.stderr);
    assert_eq!(ran.lines().len(), 4, "{}", ran.stdout);
    assert!(ran.lines().iter().all(|line| line["error"].is_string() && line["where"].is_string()));
}

#[test]
fn kinds_beside_all_are_made_too_and_an_unknown_one_is_refused() {
    let kinds = |of: &str| -> BTreeSet<String> {
        let lines = mutants(&["--kind", of]);
        lines.iter().map(|line| line["mutation"]["kind"].as_str().unwrap().to_owned()).collect()
    };
    let (all, more) = (kinds("all"), kinds("all,slur,number"));
    assert!(!all.contains("slur") && more.contains("slur") && all.is_subset(&more), "{more:?}");
    assert_eq!(mutants(&["--kind", "number,number"]).len(), mutants(&["--kind", "number"]).len());
    let refused = run(&["mutate", SAMPLES[0], "--kind", "all,nonsense"]);
    assert!(refused.status == 2 && refused.stderr.contains("`nonsense`"), "{}", refused.stderr);
}

/// Accepted mutants are stored, and --passed writes exactly these, regardless of the seed of the review.
#[test]
fn only_accepted_mutants_pass() {
    let folder = tempfile::tempdir().unwrap();
    let marks = folder.path().join("marks.jsonl");
    let marks = marks.to_str().unwrap();
    let review = |input: &str| {
        run_with(
            &[
                &["mutate"],
                &SAMPLES[..],
                &["--seed", "3", "--kind", "number,date", "--review", marks, "--line", "--as", "ann"],
            ]
            .concat(),
            input.as_bytes(),
        )
    };
    let ran = review("t\na\nr\na\nz\nq\n");
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("Mutant 1 of ") && ran.stdout.contains("Change: "), "{}", ran.stdout);
    assert!(ran.stdout.contains("1 accepted, 1 rejected"), "{}", ran.stdout);
    let first: Value = std::fs::read_to_string(SAMPLES[0])
        .map(|text| serde_json::from_str(text.lines().next().unwrap()).unwrap())
        .unwrap();
    let article = first["article"].as_str().unwrap();
    assert!(ran.stdout.contains(article), "`t` prints the whole article: {}", ran.stdout);
    // Marks that are of none of the cases are noted.
    let other = json!({"id": "other", "article": "It rained.", "summary": "It rained."}).to_string();
    let none = run_with(&["mutate", "-", "--passed", marks], other.as_bytes());
    assert!(none.status == 0 && none.stdout.is_empty(), "{}", none.stdout);
    assert!(none.stderr.contains("1 accepted mutant left out: none of these cases"), "{}", none.stderr);
    // The review continues where it was left.
    let ran = review("q\n");
    assert!(ran.stdout.starts_with("Mutant 3 of "), "{}", ran.stdout);
    let kept: Vec<Value> = std::fs::read_to_string(marks)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        kept.iter().map(|mark| mark["passed"].clone()).collect::<Vec<_>>(),
        [json!(true), json!(false), json!(null)]
    );
    assert_eq!(
        (&kept[0]["by"], &kept[0]["seed"], &kept[0]["schema"]),
        (&json!("ann"), &json!(3), &json!("lockbench.mutants/1"))
    );
    let passed = mutants(&["--passed", marks]);
    let all = mutants(&["--seed", "3", "--kind", "number,date"]);
    assert_eq!(passed, [all.iter().find(|line| line["id"] == kept[0]["id"]).unwrap().clone()]);
    // A mark for other texts does not apply.
    let text = std::fs::read_to_string(marks).unwrap().replace("b3:", "b3:f");
    std::fs::write(marks, text).unwrap();
    let ran = run(&[&["mutate"], &SAMPLES[..], &["--passed", marks]].concat());
    assert!(
        ran.stdout.is_empty() && ran.stderr.contains("1 accepted mutant left out"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    let ran = run(&["learn", "--gym", "--passed", marks, "--play", marks]);
    assert_eq!(ran.status, 2, "{}", ran.stdout);
    std::fs::write(marks, "{}\n").unwrap();
    let ran = run(&[&["mutate"], &SAMPLES[..], &["--passed", marks]].concat());
    assert!(ran.status == 2 && ran.stderr.contains("marks.jsonl:1:"), "{}", ran.stderr);
    let ran = run_with(&["mutate", "-", "--review", marks, "--line"], b"");
    assert!(ran.status == 2 && ran.stderr.contains("standard input"), "{}", ran.stderr);
}
