//! Judges forty development cases claim by claim in a real terminal of 120 by 40, and measures the keys
//! per case and the waiting times. Decisions on claims are those of the reader whose marks are in
//! `tests/data/cases.jsonl`.

use std::collections::BTreeMap;
use std::time::Duration;

use lockbench::engine::Engine;
use lockbench::labels::List;
use portable_pty::CommandBuilder;
use serde_json::json;

use crate::marks::{bytes_of, marks, string, texts};
use crate::pty::Session;

/// Number of cases judged.
const CASES: usize = 40;
/// Most keys for a case before it counts as endless.
const MOST_KEYS: usize = 80;

/// A case with the reader's marks.
struct Marked {
    set: String,
    line: String,
    verdict: String,
    /// For each claim found by the engine, whether the reader considers it unsupported.
    unsupported: Vec<bool>,
}

fn marked() -> Option<Vec<Marked>> {
    let marks = marks("cases.jsonl");
    let both = marks.iter().flat_map(|mark| {
        ["summary", "article"].map(|field| {
            let mut mark = mark.clone();
            mark["field"] = json!(field);
            mark
        })
    });
    let texts = texts(&both.collect::<Vec<_>>())?;
    let mut engine = Engine::default();
    let of = |mark: &serde_json::Value| {
        let text =
            |field: &str| &*texts[&(string(mark, "set").into(), string(mark, "id").into(), field.into())];
        let (article, summary) = (text("article"), text("summary"));
        let number = |value: &serde_json::Value| value.as_u64().expect("a number") as usize;
        let stretches = mark["unsupported"].as_array().expect("stretches").iter();
        let stretches: Vec<_> =
            stretches.map(|one| bytes_of(summary, number(&one[0]), number(&one[1]))).collect();
        let analysis = engine.analyse_pair(article, summary);
        let claims = analysis.proposals.get(List::Claims).unwrap_or_default().iter();
        let touched = claims.map(|claim| {
            claim.summary.iter().any(|span| stretches.iter().any(|stretch| span.overlaps(*stretch)))
        });
        Marked {
            set: string(mark, "set").to_owned(),
            verdict: string(mark, "verdict").to_owned(),
            line: json!({"id": mark["id"], "article": article, "summary": summary}).to_string(),
            unsupported: touched.collect(),
        }
    };
    // Four of every five cases, so that all sets are included.
    let chosen = marks.iter().enumerate().filter(|(at, _)| at % 5 != 4).map(|(_, mark)| mark);
    Some(chosen.take(CASES).map(of).collect())
}

/// The state of the screen: the row with the reason, and the requested label.
struct Seen {
    head: String,
    reason: String,
    label: String,
}

fn seen(session: &Session) -> Seen {
    let text = session.parser.screen().contents();
    let row = |at: usize| text.lines().nth(at).unwrap_or_default().to_owned();
    let label = row(3).trim_start_matches(['┏', ' ']).split(" · ").next().unwrap_or_default().to_owned();
    Seen { head: row(0), reason: row(1), label }
}

/// Returns the key for the requested label.
fn key(label: &str, case: &Marked) -> &'static str {
    let claim = label.strip_prefix("Claim ").and_then(|number| number.parse::<usize>().ok());
    match claim.and_then(|number| case.unsupported.get(number - 1)) {
        Some(true) => "u",
        Some(false) => "s",
        None => "\r",
    }
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

#[test]
#[ignore = "forty cases in a terminal take minutes; docs/review.md names the command"]
fn forty_cases_take_few_keys() {
    let Some(cases) = marked() else { return };
    assert_eq!(cases.len(), CASES);
    let folder = tempfile::tempdir().unwrap();
    let queue = folder.path().join("queue.jsonl");
    let lines: String = cases.iter().map(|case| format!("{}\n", case.line)).collect();
    std::fs::write(&queue, lines).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_lockbench"));
    command.args(["review", &queue.display().to_string(), "--as", "ann", "--session"]);
    command.arg(folder.path().join("s.db"));
    let mut session = Session::run(folder, command);
    session.answered();
    let mut by_set: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    let mut shared = 0;
    for (at, case) in cases.iter().enumerate() {
        let place = format!("{}/{CASES}", at + 1);
        assert!(seen(&session).head.contains(&place), "{place}\n{}", session.parser.screen().contents());
        let (mut keys, mut waited) = (0, Duration::ZERO);
        while !seen(&session).reason.contains("no label left") {
            // A letter with another meaning in the previous list waits for Enter.
            let waits = session.parser.screen().contents().contains(": Enter takes it");
            let key = if waits { "\r" } else { key(&seen(&session).label, case) };
            session.keys(key);
            waited += session.answered();
            keys += 1;
            assert!(keys < MOST_KEYS, "{place}\n{}", session.parser.screen().contents());
        }
        shared += usize::from(seen(&session).reason.trim_start().starts_with(&case.verdict));
        session.keys("A");
        waited += session.answered();
        keys += 1;
        by_set.entry(&case.set).or_default().push((keys as f64, waited.as_secs_f64()));
    }
    session.keys("q");
    let row = |name: &str, all: &[(f64, f64)]| {
        let [keys, seconds]: [Vec<f64>; 2] =
            [|(keys, _): &(f64, f64)| *keys, |(_, waited): &(f64, f64)| *waited]
                .map(|part| all.iter().map(part).collect());
        let most = keys.iter().copied().fold(0.0, f64::max);
        eprintln!(
            "| {name} | {} | {} | {most} | {:.2} | {:.2} |",
            all.len(),
            median(keys),
            median(seconds.clone()),
            seconds.iter().copied().fold(0.0, f64::max)
        );
    };
    eprintln!("| set | cases | keys, median | most | seconds of the screen, median | most |");
    by_set.iter().for_each(|(name, all)| row(name, all));
    let all: Vec<(f64, f64)> = by_set.values().flatten().copied().collect();
    row("all", &all);
    eprintln!("the reader's verdict: {shared} of {CASES}");
    assert!(median(all.iter().map(|(keys, _)| *keys).collect()) <= 12.0);
}
