//! Tests mismatches in the output: a report lists each once, and each label refers to its own.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::cli::{ARTICLE, run_with};

const WRONG: &str = "The council rejected the new budget by 9 votes to 2. Mayor Ann Smith said that the money would go to \
    hospitals.";

fn reports() -> Vec<Value> {
    let case = json!({"id": "x", "article": ARTICLE, "summary": WRONG});
    run_with(&["score", "-", "--rubric", "all"], case.to_string().as_bytes()).lines()
}

fn labels(report: &Value) -> Vec<Value> {
    let metrics = report["metrics"].as_object().unwrap().values();
    metrics.flat_map(|metric| metric["labels"].as_array().unwrap().clone()).collect()
}

fn ids(list: &Value, key: Option<&str>) -> BTreeSet<String> {
    let items = list.as_array().into_iter().flatten();
    items.map(|item| key.map_or(item, |key| &item[key]).as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_report_lists_each_mismatch_once_and_labels_name_their_own() {
    let mut known: Vec<(String, Value)> = Vec::new();
    for report in reports() {
        let listed = report["mismatches"].as_array().unwrap();
        let own = ids(&report["mismatches"], Some("id"));
        assert_eq!(own.len(), listed.len(), "each once");
        let named: BTreeSet<String> =
            labels(&report).iter().flat_map(|label| ids(&label["mismatches"], None)).collect();
        assert_eq!(named, own, "{}", report["rubric"]);
        for mismatch in listed {
            let keys: Vec<&String> = mismatch.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["id", "check", "claim", "article", "why"]);
            for span in mismatch["claim"].as_array().unwrap() {
                let [start, end] = ["start", "end"].map(|key| span[key].as_u64().unwrap() as usize);
                assert_eq!(span["text"], WRONG[start..end]);
            }
            // An id has the same meaning for every rubric of a case.
            let id = mismatch["id"].as_str().unwrap();
            match known.iter().find(|(other, _)| other == id) {
                Some((_, other)) => assert_eq!(other, mismatch),
                None => known.push((id.to_owned(), mismatch.clone())),
            }
        }
    }
    assert!(
        known.iter().any(|(_, one)| one["check"] == "number" && one["article"] == json!([])),
        "{known:?}"
    );
    let antonym = known.iter().find(|(_, one)| one["check"] == "antonym").expect("rejected for approved");
    assert_eq!(antonym.1["claim"][0]["text"], "rejected");
    assert_eq!(antonym.1["article"][0]["text"], "approved");
}

#[test]
fn one_mismatch_is_the_root_of_several_labels() {
    let report = &reports()[1];
    assert_eq!(report["rubric"], "judge-lock");
    let number = ids(&report["mismatches"], Some("id")).into_iter().find(|id| {
        let listed = report["mismatches"].as_array().unwrap();
        listed.iter().any(|one| one["id"] == **id && one["check"] == "number")
    });
    let number = number.expect("a number");
    let hang = |label: &&Value| ids(&label["mismatches"], None).contains(&number);
    let lists: BTreeSet<String> = labels(report)
        .iter()
        .filter(hang)
        .map(|label| label["id"].as_str().unwrap().split('/').next().unwrap().to_owned())
        .collect();
    assert!(lists.contains("claims") && lists.contains("extraneous"), "{lists:?}");
}

#[test]
fn an_amount_that_goes_the_other_way_is_named() {
    let case = json!({
        "id": "x",
        "article": "Steward Robotics said on Monday that its shares finished 2 per cent down after a quiet day of trading.",
        "summary": "Steward Robotics shares finished 2 per cent up after a quiet day of trading.",
    });
    let ran = run_with(&["score", "-", "--format", "text"], case.to_string().as_bytes());
    let expected = "2 per cent: \"up\" in the claim, \"down\" in sentence 1";
    assert!(ran.stdout.contains(expected), "{}", ran.stdout);
}
