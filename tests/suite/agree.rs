//! Tests `lockbench agree --human`: from judged cases to a table.

use serde_json::{Value, json};

use crate::cli::run_with;

/// Six articles with three summaries each, ranked by people: a faithful one, one with a wrong number, one
/// off topic.
fn judged() -> String {
    let towns = ["Arden", "Bexley", "Corby", "Dover", "Ely", "Frome"];
    let line = |town: &str, system: &str, summary: String, human: Value| {
        let article = format!(
            "The council of {town} approved a budget of 48 million pounds on Tuesday. It raises spending on roads by \
             3 million pounds. The library will open on Sundays from September."
        );
        let case =
            json!({"article": article, "summary": summary, "system": system, "human": {"overall": human}});
        case.to_string() + "\n"
    };
    let of = |town: &&str| {
        [
            line(town, "good", format!("{town} council approved a budget of 48 million pounds."), json!(5)),
            line(
                town,
                "wrong",
                format!("{town} council approved a budget of 95 million pounds."),
                json!("3.5"),
            ),
            line(
                town,
                "lost",
                "Penguins dance the tango in Lisbon every winter morning.".to_owned(),
                json!(1),
            ),
        ]
        .concat()
    };
    towns.iter().map(of).collect()
}

#[test]
fn scores_are_set_against_what_people_said() {
    let args = ["agree", "--human", "human.overall", "--rubric", "judge-lock", "--format", "json", "-"];
    let ran = run_with(&args, judged().as_bytes());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(found["cases"], 18);
    assert_eq!(found["articles"], 6);
    assert_eq!(found["systems"], json!(["good", "lost", "wrong"]));
    let metrics = found["metrics"].as_array().unwrap();
    let of = |name: &str| metrics.iter().find(|metric| metric["metric"] == name).unwrap();
    let ours = of("judge-lock.hallucination");
    assert!(ours["headline"].as_f64().unwrap() > 0.8, "{ours}");
    let [low, high] = [0, 1].map(|at| ours["interval"][at].as_f64().unwrap());
    assert!(low <= ours["headline"].as_f64().unwrap() && ours["headline"].as_f64().unwrap() <= high);
    assert!(of("floor.rouge-1 precision")["pairs"].as_f64().unwrap() > 0.8);
    assert!(ours["auc"].is_null(), "people gave grades, not yes or no");
}

#[test]
fn one_article_has_no_interval_and_the_reason_is_given() {
    let lines: String = judged().lines().take(3).map(|line| format!("{line}\n")).collect();
    let args = ["agree", "--human", "human.overall", "--rubric", "judge-lock", "-"];
    let ran = run_with(&args, lines.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("no interval, because there is one article only"), "{}", ran.stdout);
    let ran = run_with(&[&args[..], &["--format", "json"]].concat(), lines.as_bytes());
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    let metrics = found["metrics"].as_array().unwrap();
    assert!(metrics.iter().any(|metric| metric["headline"].is_number()), "{found}");
    assert!(metrics.iter().all(|metric| metric["interval"].is_null()), "{found}");
}

#[test]
fn the_table_and_the_plot_are_for_people() {
    let args = [
        "agree", "--human", "human.overall", "--metric", "hallucination", "--plot", "--resamples", "20", "-",
    ];
    let ran = run_with(&args, judged().as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("18 cases, 6 articles, 3 systems"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("twin-lock.hallucination") && ran.stdout.contains("judge-lock.hallucination")
    );
    assert!(!ran.stdout.contains("twin-lock.coverage"));
    assert!(ran.stdout.contains("████"), "{}", ran.stdout);
    let again = run_with(&args, judged().as_bytes());
    assert_eq!(ran.stdout, again.stdout, "draws are seeded");
}

/// A judge that gives only claims is asked about the default rubric, as by `score`.
#[test]
fn a_judge_of_one_list_is_compared() {
    let program = r#"while read -r a; do id=$(printf '%s' "$a" | sed 's/^{"id":"\([^"]*\)".*/\1/');
        printf '{"id":"%s","labels":{"claims":[{"text":"It is so.","label":"supported"}]}}\n' "$id"; done"#;
    let judge = ["--judge", program, "--judge-cache", "off"];
    let args = ["agree", "--human", "human.overall", "--resamples", "0", "-"];
    let ran = run_with(&[&args[..], &judge].concat(), judged().as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("judge-lock.hallucination") && !ran.stdout.contains("synthlink"),
        "{}",
        ran.stdout
    );
    // If nothing could be scored, the error does not blame missing human numbers.
    let ran = run_with(&[&args[..], &judge, &["--rubric", "all"]].concat(), judged().as_bytes());
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("18 cases with a number in `human.overall`, but none could be scored"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("--rubric NAME"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_compared_is_said() {
    let ran = run_with(&["agree", "--human", "human.overal", "-"], judged().as_bytes());
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("no case has a number or true/false in `human.overal`"), "{}", ran.stderr);
    assert!(ran.stderr.contains("; there is human.overall"), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("note:").count(), 1, "once for all: {}", ran.stderr);

    let some = judged() + "{\"id\": \"x\", \"article\": \"A text.\", \"summary\": \"A text.\"}\n";
    let args = ["agree", "--human", "human.overall", "--resamples", "0", "--format", "md", "-"];
    let ran = run_with(&args, some.as_bytes());
    assert_eq!(ran.status, 3);
    assert!(ran.stderr.contains("x: no number or true/false in `human.overall` (stdin:19"), "{}", ran.stderr);
    assert!(ran.stdout.contains("| judge-lock.coverage | 18 |"), "{}", ran.stdout);

    let ran = run_with(
        &["agree", "--human", "human.overall", "--metric", "beauty", "--rubric", "twin-lock", "-"],
        b"",
    );
    assert_eq!(ran.status, 2);
}

#[test]
fn a_metric_that_no_rubric_has_is_a_wrong_use() {
    for (rubric, metric) in
        [("judge-lock", "nope"), ("synthlink", "hallucination"), ("all", "anchor.coverage")]
    {
        let args = ["agree", "--human", "human.overall", "--rubric", rubric, "--metric", metric, "-"];
        let ran = run_with(&args, judged().as_bytes());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{rubric} {metric}");
        assert!(ran.stderr.contains(&format!("--metric {metric}: no chosen rubric")), "{}", ran.stderr);
        let first = if rubric == "synthlink" { "synthlink.f1, " } else { "judge-lock.coverage, " };
        assert!(ran.stderr.contains(first) && ran.stderr.contains("floor."), "{}", ran.stderr);
    }
    let args =
        ["agree", "--human", "human.overall", "--metric", "hallucination,p_at_5", "--format", "json", "-"];
    let ran = run_with(&args, judged().as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("no case has a score by `p_at_5`"), "{}", ran.stderr);
}
