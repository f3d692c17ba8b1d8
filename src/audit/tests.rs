//! Breaks each rule once, in a judgement that is otherwise right, and checks that the violation is found;
//! the right judgement breaks none.

use serde_json::{Value, json};

use super::*;
use crate::rubric::Readings;

const ARTICLE: &str = "The council approved the new budget on Tuesday, by 7 votes to 2. Mayor Ann Lee said that \
    3.5 million dollars would go to schools. The rest pays for roads and for two bridges. Critics called the vote \
    rushed. The council meets again in March, and it will then speak about the old harbour.";
const SUMMARY: &str = "The council approved the budget by 7 votes to 2. Schools will get 3.5 million dollars of it. \
    The rest pays for roads and bridges in the city.";

/// A correct judgement by Twin-Lock: four of five key points, no fault.
fn twin() -> Value {
    json!({
        "coverage": {
            "key_points": [
                {"point": "The council approved the budget", "label": "Fully", "evidence": "The council approved the new budget"},
                {"point": "The vote was 7 to 2", "label": "Fully", "evidence": "by 7 votes to 2"},
                {"point": "Schools get 3.5 million dollars", "label": "Fully", "evidence": "3.5 million dollars would go to schools"},
                {"point": "The rest pays for roads and bridges", "label": "Partial", "evidence": "The rest pays for roads"},
                {"point": "Critics called the vote rushed", "label": "Not"}
            ],
            "extraneous": ["in the city"], "extraneous_tokens": 3, "total_summary_tokens": 28,
            "precision": 0.89, "recall": 0.7, "f1": 0.78, "overall_score": 7.85
        },
        "alignment": {"intent": "Reports a vote, in a neutral tone.", "deviations": [], "overall_score": 10},
        "hallucination": {
            "claims": [
                {"claim": "The council approved the budget", "label": "Supported", "evidence": "The council approved"},
                {"claim": "Schools will get 3.5 million dollars", "label": "Supported", "evidence": "would go to schools"},
                {"claim": "The rest pays for roads and bridges in the city", "label": "Partially", "evidence": "for roads"}
            ],
            "total_claims": 3, "unsupported_fraction": 0.17, "overall_score": 8
        },
        "relevance": {
            "theme": "A council passes its budget",
            "segments": [
                {"text": "The council approved the budget by 7 votes to 2.", "jaccard": 0.9, "label": "High"},
                {"text": "Schools will get 3.5 million dollars of it.", "jaccard": 0.75, "label": "Some"},
                {"text": "The rest pays for roads and bridges in the city.", "jaccard": 0.8, "label": "High"}
            ],
            "overall_score": 8.33
        },
        "bias_toxicity": {"tone": "neutral", "issues": [], "bias_score": 10, "tox_score": 10, "overall_score": 10}
    })
}

/// The same by Judge-Lock, with questions.
fn judge() -> Value {
    let mut value = twin();
    let question = |n: usize, label: &str, evidence: &str| json!({"question": format!("Question {n}?"), "answer": "so", "label": label, "evidence": evidence});
    let quotes = ["approved", "7 votes", "Mayor Ann Lee", "3.5 million", "two bridges", "in March"];
    let set = |last: &str| -> Vec<Value> {
        quotes
            .iter()
            .enumerate()
            .map(|(n, quote)| question(n, if n == 5 { last } else { "Correct" }, quote))
            .collect()
    };
    value["coverage"]["qags"] = json!(set("Wrong"));
    value["coverage"]["qag_accuracy"] = json!(0.83);
    value["coverage"]["overall_score"] = json!(7);
    for point in value["coverage"]["key_points"].as_array_mut().unwrap() {
        point["point"] = json!(format!("{} as the article says", point["point"].as_str().unwrap()));
    }
    value["hallucination"]["qags"] = json!(set("Correct"));
    value["hallucination"]["qag_precision"] = json!(1.0);
    value["hallucination"]["severity"] = json!("Minor");
    value["hallucination"]["raw"] = json!(8);
    value["relevance"]["section_overlap"] = json!(0.77);
    value["relevance"]["qag_accuracy"] = json!(0.83);
    value["relevance"]["overall_score"] = json!(7.98);
    value
}

fn audit(value: &Value) -> Audit {
    let auditor = Auditor::new(None, Readings::default(), None).unwrap();
    auditor.audit(&CaseJudgement::read(value), "x", Some(ARTICLE), Some(SUMMARY))
}

fn rules(value: &Value) -> Vec<(AuditRule, Option<&'static str>)> {
    audit(value).broken.iter().map(|broken| (broken.rule, broken.metric)).collect()
}

/// A judgement with one value changed.
fn with(mut value: Value, at: &str, new: Value) -> Value {
    let (parent, key) = at.rsplit_once('/').unwrap();
    let parent = value.pointer_mut(parent).unwrap_or_else(|| panic!("{at} is not there"));
    match parent {
        Value::Array(items) => items[key.parse::<usize>().unwrap()] = new,
        other => other[key] = new,
    }
    value
}

fn without(mut value: Value, at: &str) -> Value {
    let (parent, key) = at.rsplit_once('/').unwrap();
    value.pointer_mut(parent).unwrap().as_object_mut().unwrap().shift_remove(key);
    value
}

#[test]
fn what_follows_breaks_nothing() {
    for (value, rubric) in [(twin(), "twin-lock"), (judge(), "judge-lock")] {
        let audit = audit(&value);
        assert_eq!(audit.broken, [], "{rubric}");
        assert_eq!(audit.rubric, rubric);
        assert!(audit.scores_hold() && audit.notes.is_empty(), "{:?}", audit.notes);
    }
}

#[track_caller]
fn breaks(value: Value, rule: AuditRule, metric: &str, words: &[&str]) -> RuleViolation {
    let audit = audit(&value);
    let all: Vec<_> =
        audit.broken.iter().map(|broken| (broken.rule, broken.metric, &broken.message)).collect();
    let found = audit.broken.iter().find(|broken| broken.rule == rule && broken.metric == Some(metric));
    let found = found.unwrap_or_else(|| panic!("no {rule:?} in {metric}: {all:#?}"));
    for word in words {
        assert!(found.message.contains(word), "{word:?} is not in {}", found.message);
    }
    found.clone()
}

/// Returns the violation that one changed value of a metric causes.
#[track_caller]
fn changed(value: Value, at: &str, new: Value, rule: AuditRule, words: &[&str]) -> RuleViolation {
    let metric = at.split('/').nth(1).unwrap();
    breaks(with(value, at, new), rule, metric, words)
}

#[test]
fn wrong_arithmetic_comes_with_the_right_steps() {
    let found = changed(
        twin(),
        "/coverage/recall",
        json!(0.8),
        AuditRule::Arithmetic,
        &["`recall` is 0.8", "(3 + 0.5*1)/5", "0.7"],
    );
    assert_eq!((found.expected, found.steps.len()), (Some(json!(0.7)), 1));
    let found =
        changed(twin(), "/hallucination/overall_score", json!(9), AuditRule::Arithmetic, &["is 9", "give 8"]);
    assert_eq!((found.stated, found.expected), (Some(json!(9)), Some(json!(8))));
    assert_eq!(found.steps.iter().map(|step| step.name).collect::<Vec<_>>(), ["u", "score"]);
    changed(judge(), "/hallucination/severity", json!("Severe"), AuditRule::Arithmetic, &["minor"]);
    changed(judge(), "/hallucination/raw", json!(9), AuditRule::Arithmetic, &["`raw` is 9", "= 8"]);
    changed(judge(), "/relevance/qag_accuracy", json!(0.9), AuditRule::Arithmetic, &["0.8333"]);
    changed(twin(), "/alignment/overall_score", json!(8), AuditRule::Arithmetic, &["is 8", "give 10"]);
    changed(twin(), "/bias_toxicity/bias_score", json!(7), AuditRule::Arithmetic, &["8.5"]);
}

#[test]
fn a_number_that_follows_from_a_wrong_one_says_so() {
    let mut value = with(twin(), "/coverage/recall", json!(0.8));
    (value["coverage"]["f1"], value["coverage"]["overall_score"]) = (json!(0.8426), json!(8.43));
    let audit = audit(&value);
    let follows: Vec<_> = audit.broken.iter().map(|broken| broken.follows_from.is_some()).collect();
    assert_eq!(follows, [false, true, true], "{:#?}", audit.broken);
}

#[test]
fn a_reading_under_which_it_would_be_right_is_named() {
    // 14 * 1/6 = 2.33 rounds to 2; coverage is capped for a partial claim only under another reading.
    let found = changed(
        twin(),
        "/coverage/overall_score",
        json!(4),
        AuditRule::CapWronglyApplied,
        &["extraneous_claim"],
    );
    assert_eq!(
        (found.cap, found.readings),
        (Some("extraneous_claim"), vec!["hallucination.trigger=any_partial".to_owned()])
    );
}

#[test]
fn a_cap_left_out_and_a_cap_too_many() {
    let unsupported = with(twin(), "/hallucination/claims/2/label", json!("Unsupported"));
    let found = breaks(
        unsupported.clone(),
        AuditRule::CapNotApplied,
        "coverage",
        &["extraneous_claim", "4", "claim 3"],
    );
    assert_eq!(
        (found.cap, found.expected, found.labels),
        (Some("extraneous_claim"), Some(json!(4)), vec!["claims/2".to_owned()])
    );
    assert!(
        !rules(&unsupported).contains(&(AuditRule::Arithmetic, Some("coverage"))),
        "the sum itself is right"
    );
    breaks(unsupported, AuditRule::CapNotApplied, "relevance", &["8.33"]);
    changed(judge(), "/coverage/overall_score", json!(8.06), AuditRule::CapNotApplied, &["qag_incomplete"]);
    changed(judge(), "/relevance/overall_score", json!(3), AuditRule::CapWronglyApplied, &["none_segment"]);
    let slur = with(twin(), "/bias_toxicity/issues", json!([{"kind": "slur", "quote": "roads"}]));
    let mut slur = with(slur, "/rubric", json!("judge-lock"));
    slur["bias_toxicity"]["overall_score"] = json!(10);
    breaks(slur, AuditRule::CapNotApplied, "bias_toxicity", &["slur", "bias_toxicity to 3"]);
    changed(
        twin(),
        "/coverage/caps_applied",
        json!(["extraneous_claim"]),
        AuditRule::CapWronglyApplied,
        &["does not fire"],
    );
    changed(twin(), "/relevance/cap_applied", json!(true), AuditRule::CapWronglyApplied, &["none fires"]);
}

#[test]
fn scores_lie_in_their_range() {
    for score in [10.5, -1.0] {
        changed(
            twin(),
            "/alignment/overall_score",
            json!(score),
            AuditRule::ScoreRange,
            &["outside 0 to 10"],
        );
    }
}

#[test]
fn metrics_stand_in_order_and_none_is_missing() {
    let mut value = twin();
    let coverage = value.as_object_mut().unwrap().shift_remove("coverage").unwrap();
    value["coverage"] = coverage;
    assert_eq!(rules(&value), [(AuditRule::Order, None)]);
    let value = without(twin(), "/relevance");
    assert_eq!(rules(&value), [(AuditRule::MissingMetric, Some("relevance"))]);
    let audit = audit(&value);
    assert_eq!(audit.metrics[3].error.as_deref(), Some("missing_metric"));
    assert!(!audit.metrics[3].agrees && audit.metrics[0].agrees);
    assert_eq!(audit.report.verdict.decision.as_str(), "ERROR");
}

#[test]
fn unknown_issues_are_malformed_beside_scores_that_replace_them() {
    let issues = with(twin(), "/bias_toxicity/issues", json!([{"kind": "qwerty", "quote": "budget"}]));
    let scored = with(issues, "/bias_toxicity/bias_score", json!(10));
    changed(scored, "/bias_toxicity/tox_score", json!(10), AuditRule::Malformed, &["qwerty"]);
}

#[test]
fn a_judgement_by_a_rubric_without_metric_objects_is_not_taken_for_another() {
    let auditor = Auditor::new(None, Readings::default(), None).unwrap();
    for slug in ["protocol", "synthlink", "anchor", "judge-lock-ultra"] {
        let judged = CaseJudgement::read(&json!({"rubric": slug, "metrics": {"relevance": {"score": 0.4}}}));
        let reason = auditor.unsuited(&judged).map(|reason| reason.to_string()).unwrap_or_default();
        assert!(reason.starts_with(slug), "{reason}");
    }
    assert!(auditor.unsuited(&CaseJudgement::read(&json!({"rubric": "judge-lock"}))).is_none());
}

#[test]
fn what_cannot_be_read_is_malformed_and_the_rest_is_audited() {
    for (value, metric, words) in [
        (with(twin(), "/coverage", json!(8)), "coverage", "not an object"),
        (with(twin(), "/coverage/overall_score", json!("eight")), "coverage", "not a number"),
        (with(twin(), "/hallucination/claims/1/label", json!("perhaps")), "hallucination", "perhaps"),
        (with(twin(), "/hallucination/claims", json!("three")), "hallucination", "not a list"),
        (with(twin(), "/relevance/segments/0", json!(5)), "relevance", "not an object"),
        (with(twin(), "/alignment/deviations", json!([{"kind": "meaning"}])), "alignment", "severity"),
        (with(twin(), "/hallucination/total_claims", json!("many")), "hallucination", "not a whole number"),
        (without(twin(), "/bias_toxicity/overall_score"), "bias_toxicity", "no score"),
    ] {
        breaks(value.clone(), AuditRule::Malformed, metric, &[words]);
        let audit = audit(&value);
        assert!(audit.metrics.iter().any(|other| other.key != metric && other.agrees), "{metric}");
        assert!(audit.metrics.iter().any(|own| own.key == metric && own.error.is_some()), "{metric}");
    }
}

#[test]
fn counts_and_labels_say_the_same() {
    let found = changed(
        twin(),
        "/hallucination/total_claims",
        json!(4),
        AuditRule::LabelCount,
        &["is 4", "3 claims"],
    );
    assert_eq!(found.expected, Some(json!(3)));
    changed(twin(), "/coverage/fully", json!(4), AuditRule::LabelCount, &["3 fully"]);
    changed(twin(), "/coverage/extraneous_tokens", json!(2), AuditRule::LabelCount, &["3 tokens"]);
    changed(twin(), "/relevance/segments/0/label", json!("Some"), AuditRule::LabelBand, &["0.9 is high"]);
}

#[test]
fn printed_ranges_are_kept() {
    let two =
        json!([{"point": "a", "label": "fully", "evidence": "council"}, {"point": "b", "label": "not"}]);
    breaks(
        with(twin(), "/coverage/key_points", two),
        AuditRule::CountRange,
        "coverage",
        &["2 key points", "3 to 7"],
    );
    let claims: Vec<Value> =
        (0..11).map(|_| json!({"claim": "c", "label": "supported", "evidence": "council"})).collect();
    changed(
        twin(),
        "/hallucination/claims",
        json!(claims),
        AuditRule::CountRange,
        &["11 claims", "at most 10"],
    );
    changed(
        twin(),
        "/alignment/intent",
        json!("word ".repeat(41)),
        AuditRule::CountRange,
        &["41 tokens", "40"],
    );
    changed(
        twin(),
        "/relevance/theme",
        json!("word ".repeat(26)),
        AuditRule::CountRange,
        &["26 tokens", "25"],
    );
    changed(
        twin(),
        "/relevance/segments/1/text",
        json!("Schools will get"),
        AuditRule::CountRange,
        &["6 tokens"],
    );
    let mut five = judge();
    five["coverage"]["qags"].as_array_mut().unwrap().pop();
    breaks(five, AuditRule::CountRange, "coverage", &["5 article questions", "6"]);
    changed(
        judge(),
        "/coverage/key_points/0/point",
        json!("Too short a point"),
        AuditRule::CountRange,
        &["fewer than 6"],
    );
}

#[test]
fn labels_rest_on_evidence_that_is_there() {
    let found = breaks(
        without(twin(), "/hallucination/claims/1/evidence"),
        AuditRule::MissingEvidence,
        "hallucination",
        &["1 of 3 claims"],
    );
    assert_eq!(found.labels, ["claims/1"]);
    let found = changed(
        twin(),
        "/coverage/key_points/0/evidence",
        json!("The council rejected it"),
        AuditRule::SpanNotFound,
        &["The council rejected it", "article or the summary"],
    );
    assert_eq!(found.labels, ["key_points/0"]);
    assert!(audit(&with(twin(), "/coverage/key_points/0/evidence", json!("nowhere at all"))).scores_hold());
    changed(
        twin(),
        "/coverage/extraneous/0",
        json!("in Paris now"),
        AuditRule::SpanNotFound,
        &["in Paris now"],
    );
    let span = json!({"start": 400, "end": 4000});
    breaks(
        with(twin(), "/hallucination/claims/0/evidence", span),
        AuditRule::SpanNotFound,
        "hallucination",
        &["400..4000"],
    );
    breaks(
        without(twin(), "/alignment/deviations"),
        AuditRule::MissingEvidence,
        "alignment",
        &["deviations is not given"],
    );
}

#[test]
fn numbers_alone_are_recomputed_as_far_as_they_go() {
    let value = json!({
        "coverage": {"precision": 0.96, "recall": 0.7, "overall_score": 8.5},
        "alignment": {"mild": 2, "overall_score": 7},
        "hallucination": {"supported": 3, "partial": 0, "unsupported": 1, "overall_score": 7},
        "relevance": {"high": 2, "some": 2, "overall_score": 7.5},
        "bias_toxicity": {"bias_score": 8, "tox_score": 9, "overall_score": 8.5}
    });
    let audit = audit(&value);
    assert_eq!(
        audit.metrics[0].right,
        Ok([8.1, 4.0]),
        "10 * 2*0.96*0.7/1.66 = 8.0964, and one unsupported claim"
    );
    assert_eq!(audit.metrics[2].right, Ok([6.0, 6.0]), "10 - round(3.5)");
    let agree: Vec<bool> = audit.metrics.iter().map(|metric| metric.agrees).collect();
    assert_eq!(agree, [false, true, false, false, true], "{:#?}", audit.broken);
}

#[test]
fn a_share_of_six_questions_is_made_of_twelfths() {
    let alone = |qag: f64| {
        let mut value = judge();
        value["coverage"].as_object_mut().unwrap().shift_remove("qags");
        (value["coverage"]["qag_accuracy"], value["relevance"]["qag_accuracy"]) = (json!(qag), json!(qag));
        value
    };
    let audit = audit(&alone(0.83));
    let rules: Vec<AuditRule> = audit.broken.iter().map(|broken| broken.rule).collect();
    assert_eq!(rules, [AuditRule::MissingEvidence], "{:#?}", audit.broken);
    assert!(audit.scores_hold(), "the cap for a question missed still holds");
    let found =
        breaks(alone(0.81), AuditRule::Arithmetic, "coverage", &["6 questions cannot make", "0.8333"]);
    assert_eq!(found.expected, Some(json!(0.8333)));
}

#[test]
fn a_judgement_survives_what_a_model_puts_around_it() {
    let plain = audit(&twin());
    let pretty = serde_json::to_string_pretty(&twin()).unwrap();
    for answer in [
        format!("```json\n{pretty}\n```"),
        format!("Sure, here is the evaluation {{as asked}}:\n\n{pretty}\n\nThe summary is good."),
        pretty.replace("\n  }\n}", "\n  },\n}"),
    ] {
        let audit = audit(&json!({"id": "x", "output": answer}));
        assert_eq!((audit.broken, audit.metrics), (plain.broken.clone(), plain.metrics.clone()), "{answer}");
        assert_eq!(audit.notes.len(), 1, "{:?}", audit.notes);
    }
    let cut = &pretty[..pretty.find("\"relevance\"").unwrap() + 60];
    let audit = audit(&json!(cut));
    let rules: Vec<_> = audit.broken.iter().map(|broken| (broken.rule, broken.metric)).collect();
    assert_eq!(
        rules,
        [(AuditRule::Malformed, Some("relevance")), (AuditRule::MissingMetric, Some("bias_toxicity"))]
    );
    for nothing in
        [json!(""), json!("I cannot do that."), json!({}), json!([]), json!(5), json!({"output": "{{{"})]
    {
        let audit = super::tests::audit(&nothing);
        assert_eq!(audit.broken.len(), 5, "{nothing}");
        assert!(audit.broken.iter().all(|broken| broken.rule == AuditRule::MissingMetric));
    }
}

#[test]
fn without_texts_evidence_is_compared_by_its_wording() {
    let auditor = Auditor::new(None, Readings::default(), None).unwrap();
    let found = auditor.audit(&CaseJudgement::read(&judge()), "x", None, None);
    assert_eq!(found.broken, []);
    let mut same = judge();
    same["coverage"]["qags"][1]["evidence"] = json!("approved");
    let report = auditor.audit(&CaseJudgement::read(&same), "x", None, None).report;
    let fires = report
        .caps
        .iter()
        .any(|cap| cap.slug == "qag_duplicate" && matches!(cap.fired, crate::report::Fired::Yes { .. }));
    assert!(fires, "two questions with one quotation");
}

#[test]
fn metric_objects_are_labels_too() {
    let given = read_labels(&json!({"id": "x", "by": "m-1", "metrics": judge()}), ARTICLE, SUMMARY).unwrap();
    let claims = given.labels.get(crate::labels::List::Claims).unwrap();
    assert_eq!(claims.len(), 3);
    assert_eq!(claims[2].word, Some(crate::labels::LabelValue::Partial));
    assert_eq!(claims[0].by, crate::labels::Provenance::Person("m-1".to_owned()));
    assert_eq!(&ARTICLE[claims[0].article[0].range()], "The council approved");
    assert_eq!(given.labels.get(crate::labels::List::CoverageQags).unwrap().len(), 6);
    assert_eq!(given.labels.bias_score, Some(Ok(crate::num::Num::int(10))));
    // Evidence that is not found is rejected, as in any label file.
    let made_up = with(twin(), "/hallucination/claims/0/evidence", json!("never said"));
    let given = read_labels(&made_up, ARTICLE, SUMMARY).unwrap();
    assert!(
        matches!(given.labels.entry(crate::labels::List::Claims), crate::labels::Entry::Malformed(why) if why.to_string().contains("never said"))
    );
    let plain = json!({"claims": [{"label": "supported"}]});
    assert_eq!(labels(&plain, ARTICLE, SUMMARY), None, "labels already");
}

#[test]
fn a_users_own_numbers_and_a_wrong_rubric() {
    let toml = crate::rubric::RUBRICS[0].toml.replace("none = 10", "none = 9");
    let auditor = Auditor::new(None, Readings::default(), Some(&toml)).unwrap();
    let found = auditor.audit(&CaseJudgement::read(&twin()), "x", Some(ARTICLE), Some(SUMMARY));
    assert!(found.broken.iter().any(|broken| broken.metric == Some("alignment")), "{:?}", found.broken);
    assert!(Auditor::new(Some("anchor"), Readings::default(), None).is_err());
    assert!(Auditor::new(None, Readings::default(), Some("nonsense = 1")).is_err());
}

#[test]
fn judges_write_the_same_in_many_ways() {
    let mut value = twin();
    let coverage = value["coverage"].as_object_mut().unwrap();
    for key in ["precision", "recall", "f1", "extraneous_tokens", "total_summary_tokens"] {
        coverage.shift_remove(key);
    }
    value["coverage"]["Key Points"] = json!({"items": value["coverage"]["key_points"]});
    value["coverage"].as_object_mut().unwrap().shift_remove("key_points");
    value["coverage"]["calculation"] = json!({"precision": {"value": "25/28", "extraneous_tokens": 3, "total_summary_tokens": 28}, "recall": "70%"});
    value["coverage"]["overall_score"] = json!("7.85/10");
    value["hallucination"]["claims"][2] = json!({"statement": "The rest pays for roads", "status": "PARTIALLY_SUPPORTED", "quotes": ["for roads"]});
    assert_eq!(audit(&value).broken, []);
    value["coverage"]["calculation"]["recall"] = json!("80%");
    breaks(value, AuditRule::Arithmetic, "coverage", &["`recall` is 0.8"]);
}
