//! Golden reports: the results for the shipped samples, compared exactly.
//!
//! A change of a report changes what reviewers see, so it must be inspected before it is accepted.
//! `LOCKBENCH_BLESS=1 cargo test --test suite golden` rewrites the reports, and the difference is then
//! reviewed in version control.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lockbench::case::{Case, Fields, Texts, origins, read};
use lockbench::engine::{Engine, Selection};
use lockbench::labels::file;
use lockbench::report::json::{ReportJson, SpanText};
use lockbench::report::{Decision, Fired, Report};
use lockbench::rubric::{Readings, slugs};
use serde_json::Value;

const BLESS: &str = "LOCKBENCH_BLESS";

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples")
}

/// Returns the directories that contain a case, by name.
fn directories() -> Vec<PathBuf> {
    let entries = fs::read_dir(samples()).expect("samples/ can be read");
    let mut found: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()).collect();
    // Lessons contain their cases in a format of their own, with their own tests; judges and rubrics
    // contain none.
    found.retain(|path| !["lessons", "judges", "rubrics"].iter().any(|other| path.ends_with(other)));
    found.sort();
    found
}

/// Returns the cases of a folder or a file.
fn cases(path: &Path) -> Vec<Case> {
    let found = origins(&[path.to_owned()]).expect("a place of cases");
    let records = found.iter().flat_map(|origin| read(origin, &Arc::default()));
    records.flat_map(|record| record.cases(&Fields::default()).expect("a case").cases).collect()
}

fn selection() -> Selection {
    let all = slugs();
    Selection::shipped(&all, Readings::default())
}

fn judge(case: &Case) -> Vec<Report> {
    let selection = selection();
    let analysis = Engine::default().analyse(case, Texts::of(case), selection.wanted());
    let mut labels = (*analysis.proposals).clone();
    if let Some(given) = &case.labels {
        labels = labels.overlaid(file::read(given, &case.article, &case.summary).expect("labels").labels);
    }
    selection.judge(case, &analysis, &labels)
}

fn as_json(case: &Case, reports: &[Report]) -> Vec<Value> {
    let (article, summary) = (SpanText::new(&case.article), SpanText::new(&case.summary));
    let json = |report| ReportJson { report, article: &article, summary: &summary, extra: None };
    reports.iter().map(|report| serde_json::to_value(json(report)).expect("a report")).collect()
}

/// Formats JSON with short values on one line, so that a label takes a few lines and a difference is easy
/// to locate.
fn layout(value: &Value, indent: usize, out: &mut String) {
    const WIDTH: usize = 150;
    let flat = value.to_string();
    let (open, close, rows): (char, char, Vec<(String, &Value)>) = match value {
        Value::Array(items) => ('[', ']', items.iter().map(|item| (String::new(), item)).collect()),
        Value::Object(map) => (
            '{',
            '}',
            map.iter().map(|(key, item)| (format!("{}: ", Value::from(key.as_str())), item)).collect(),
        ),
        _ => (' ', ' ', Vec::new()),
    };
    if rows.is_empty() || flat.chars().count() + indent <= WIDTH {
        out.push_str(&flat);
        return;
    }
    out.push(open);
    for (at, (key, item)) in rows.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        out.push_str(&" ".repeat(indent + 1));
        out.push_str(key);
        layout(item, indent + 1, out);
    }
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    out.push(close);
}

/// Compares with the golden file, or rewrites it if requested.
fn check(path: &Path, actual: &str, wrong: &mut Vec<String>) {
    if std::env::var_os(BLESS).is_some() {
        fs::write(path, actual).expect("the golden report can be written");
        return;
    }
    let golden = fs::read_to_string(path).unwrap_or_default();
    if golden != actual {
        let first = golden.lines().zip(actual.lines()).position(|(a, b)| a != b).unwrap_or(0);
        let line = |text: &str| text.lines().nth(first).unwrap_or("").chars().take(160).collect::<String>();
        let (was, is) = (line(&golden), line(actual));
        wrong.push(format!("{}:{}\n  was {was}\n  is  {is}", path.display(), first + 1));
    }
}

#[test]
fn samples_come_out_as_they_did() {
    let mut wrong = Vec::new();
    for directory in directories() {
        let cases = cases(&directory);
        let reports: Vec<Value> = cases.iter().flat_map(|case| as_json(case, &judge(case))).collect();
        let mut text = String::new();
        layout(&Value::from(reports), 0, &mut text);
        text.push('\n');
        check(&directory.join("report.json"), &text, &mut wrong);
    }
    let mut lines = String::new();
    for case in cases(&samples().join("queue.jsonl")) {
        for report in as_json(&case, &judge(&case)) {
            lines += &(report.to_string() + "\n");
        }
    }
    check(&samples().join("queue.report.jsonl"), &lines, &mut wrong);
    assert!(
        wrong.is_empty(),
        "reports of samples changed. If the new ones are right, write them with `{BLESS}=1 cargo test --test suite \
         golden`, and read the difference before it is committed:\n{}",
        wrong.join("\n")
    );
}

/// What a sample demonstrates under Judge-Lock.
struct Shown {
    id: &'static str,
    decisions: &'static [Decision],
    fires: &'static [&'static str],
    stays: &'static [&'static str],
}

const fn shown(
    id: &'static str,
    decisions: &'static [Decision],
    fires: &'static [&'static str],
    stays: &'static [&'static str],
) -> Shown {
    Shown { id, decisions, fires, stays }
}

/// Each sample with the possible decisions, caps that fire, and caps that do not.
const SHOWN: &[Shown] = &[
    shown(
        "bridge-inspection",
        &[Decision::Fail],
        &["severe_hallucination", "extraneous_claim", "low_precision"],
        &["slur"],
    ),
    shown(
        "council-budget",
        &[Decision::Fail],
        &["extraneous_claim"],
        &["severe_hallucination", "none_segment"],
    ),
    shown("dressing-room", &[Decision::Warn, Decision::Fail], &[], &["mild_profanity", "extraneous_claim"]),
    shown("garden-chat", &[Decision::Warn, Decision::Fail], &["low_recall"], &["extraneous_claim"]),
    shown(
        "harbour-freight-q3",
        &[Decision::Fail],
        &["extraneous_claim"],
        &["severe_hallucination", "none_segment"],
    ),
    shown(
        "kyoto-tram",
        &[Decision::Pass, Decision::Warn, Decision::Fail],
        &[],
        &["extraneous_claim", "none_segment"],
    ),
    shown(
        "lighthouse",
        &[Decision::Pass, Decision::Warn],
        &[],
        &["extraneous_claim", "none_segment", "low_precision"],
    ),
    shown("night-train", &[Decision::Fail], &["none_segment", "extraneous_claim"], &["severe_hallucination"]),
    shown("one-witness", &[Decision::Warn], &["perfect_ten_guard"], &["extraneous_claim", "qag_duplicate"]),
    shown("few-words", &[Decision::Warn, Decision::Fail], &["low_recall", "qag_incomplete"], &["slur"]),
    shown("query-response", &[Decision::Fail], &["extraneous_claim", "low_recall"], &["none_segment"]),
    shown(
        "rent-protest",
        &[Decision::Fail],
        &["stereotype", "extraneous_claim"],
        &["slur", "mild_profanity"],
    ),
    shown("seagrass-study", &[Decision::Warn, Decision::Fail], &["low_recall"], &["severe_hallucination"]),
    shown("research-report", &[Decision::Fail], &["severe_hallucination", "none_segment"], &["slur"]),
    shown("synthlink-record", &[Decision::Fail], &["extraneous_claim", "low_recall"], &["none_segment"]),
    shown("tools-faithful", &[Decision::Pass, Decision::Warn], &[], &["extraneous_claim", "none_segment"]),
    shown("tools-wrong-number", &[Decision::Fail], &["extraneous_claim"], &["none_segment"]),
    shown("bear-negated", &[Decision::Fail], &["extraneous_claim"], &["none_segment"]),
    shown("bear-swearing", &[Decision::Warn, Decision::Fail], &["mild_profanity"], &["slur"]),
    shown("bakers-slur", &[Decision::Fail], &["slur"], &["mild_profanity"]),
    shown("bakers-off-topic", &[Decision::Fail], &["none_segment"], &["severe_hallucination"]),
];

#[test]
fn samples_show_what_they_are_there_for() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    let all = directories().into_iter().chain([samples().join("queue.jsonl")]);
    for case in all.flat_map(|path| cases(&path)) {
        let Some(Shown { id, decisions, fires, stays }) = SHOWN.iter().find(|row| row.id == case.id) else {
            wrong.push(format!("{}: not in the table", case.id));
            continue;
        };
        seen += 1;
        let report =
            judge(&case).into_iter().find(|report| report.rubric == "judge-lock").expect("Judge-Lock");
        if !decisions.contains(&report.verdict.decision) {
            wrong.push(format!("{id}: {} ({:?})", report.verdict.decision.as_str(), report.verdict.because));
        }
        let fired = |slug: &str| {
            report.caps.iter().any(|cap| cap.slug == slug && matches!(cap.fired, Fired::Yes { .. }))
        };
        wrong.extend(
            fires.iter().filter(|slug| !fired(slug)).map(|slug| format!("{id}: {slug} did not fire")),
        );
        wrong.extend(stays.iter().filter(|slug| fired(slug)).map(|slug| format!("{id}: {slug} fired")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen, SHOWN.len());
}
