//! Tests rules that apply to all cases, and contradictions among an annotator's labels: rules are
//! offered, previewed, put into force and undone, and contradictions are listed.

use std::fs;
use std::path::{Path, PathBuf};

use lockbench::labels::overrides::Override;
use lockbench::labels::{LabelId, LabelValue, List};
use lockbench::session::Store;
use lockbench::tui::msg::Message;
use lockbench::tui::queue::RuleEffect;
use serde_json::{Value, json};

use crate::cli::run;
use crate::test_workbench::TestWorkbench;

const CASES: [[&str; 2]; 3] = [
    [
        "The Lib Dems took the seat of Widnes from Labour on Thursday. Turnout was 42 percent. The new council meets in \
         May.",
        "The Liberal Democrats took the seat of Widnes from Labour on Thursday. Turnout was 42 percent.",
    ],
    [
        "The Lib Dems held Runcorn in the vote on Friday. Their leader thanked the voters. The count took nine hours.",
        "The Liberal Democrats held Runcorn in the vote on Friday. The count took nine hours.",
    ],
    [
        "The Greens lost Frodsham on Friday. Their leader thanked the voters. The count took nine hours.",
        "The Greens lost Frodsham on Friday. The count took nine hours.",
    ],
];

/// Writes cases with these ids and summaries as a queue.
fn queue(folder: &Path, cases: &[(&str, &str, &str)]) -> PathBuf {
    let path = folder.join("q.jsonl");
    let line = |(id, article, summary): &(&str, &str, &str)| {
        json!({"id": id, "article": article, "summary": summary}).to_string() + "\n"
    };
    fs::write(&path, cases.iter().map(line).collect::<String>()).unwrap();
    path
}

fn three(folder: &Path) -> PathBuf {
    let ids = ["widnes", "runcorn", "frodsham"];
    let cases: Vec<_> =
        ids.into_iter().zip(CASES).map(|(id, [article, summary])| (id, article, summary)).collect();
    queue(folder, &cases)
}

fn claim(top: &TestWorkbench, index: usize) -> Option<LabelValue> {
    let open_case = top.open_case();
    open_case.get(LabelId { list: List::Claims, index }).and_then(|label| label.word)
}

/// Returns what the rule on the screen would change elsewhere.
fn effects(top: &TestWorkbench) -> Vec<RuleEffect> {
    top.work.app.state.would.as_ref().expect("it was found").effects.clone()
}

/// Returns a report's value for the first claim.
fn said(report: &Value) -> Value {
    let metrics = report["metrics"].as_object().unwrap().values();
    let mut labels = metrics.flat_map(|metric| metric["labels"].as_array().into_iter().flatten());
    labels.find(|label| label["id"] == "claims/0").map_or(Value::Null, |label| label["label"].clone())
}

/// Returns the rules in force on a case of the session, from `sessions show`.
fn rules(session: &Path, id: &str) -> Value {
    let ran = run(&["sessions", "show", session.to_str().unwrap(), id, "--by", "ann"]);
    ran.lines().remove(0)["rules"].clone()
}

#[test]
fn a_rule_is_previewed_put_in_force_everywhere_and_undone_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (three(folder.path()), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(std::slice::from_ref(&queue), &session, "ann");
    let unsupported = Some(LabelValue::Unsupported);
    assert_eq!(claim(&top, 0), unsupported);
    let verdict = top.report().verdict.decision;
    top.keys("<Tab><Tab><Tab>g*");
    let text = top.text();
    assert!(text.contains("\"Liberal Democrats\" is \"Lib Dems\""), "{text}");
    assert!(text.contains("Holds for the whole queue"), "{text}");
    let found = effects(&top);
    assert_eq!(
        found.iter().map(|effect| effect.case).collect::<Vec<_>>(),
        [1],
        "only what names them: {text}"
    );
    let count = found[0].labels.len();
    assert!(text.contains(&format!("In 1 other case {count} labels would change and")), "{text}");
    assert!(text.contains("runcorn") && text.contains("claim 1: unsupported → supported"), "{text}");
    assert_eq!(claim(&top, 0), unsupported, "nothing is done before one says so");
    top.keys("<Enter>");
    assert!(top.text().contains("the rule changed 1 case"), "{}", top.text());
    assert_eq!(claim(&top, 0), Some(LabelValue::Supported), "{}", top.text());
    let open_case = top.open_case();
    assert!(open_case.decisions.overrides == Vec::<Override>::new(), "it is the engine's label still");
    assert_ne!(top.report().verdict.decision, verdict);
    top.keys(">");
    assert_eq!(claim(&top, 0), Some(LabelValue::Supported), "{}", top.text());
    let report = top.report();
    assert_eq!(report.verdict.decision, found[0].outcomes[1].decision, "as was shown before");
    // One undo reverts everything, wherever the user is.
    top.keys("z");
    assert!(top.text().contains("taken back in 1 case"), "{}", top.text());
    let words = |top: &mut TestWorkbench| {
        let mut words = Vec::new();
        for at in 1..=2 {
            top.keys(&format!("#{at}<Enter>"));
            words.push(claim(top, 0));
        }
        words
    };
    assert_eq!(words(&mut top), [unsupported; 2], "{}", top.text());
    top.keys("y");
    assert_eq!(words(&mut top), [Some(LabelValue::Supported); 2], "{}", top.text());
    drop(top);
    // It is stored, and exported.
    let rule = json!([{"kind": "alias", "summary": "Liberal Democrats", "article": "Lib Dems"}]);
    assert_eq!([rules(&session, "widnes"), rules(&session, "runcorn")], [rule.clone(), rule.clone()]);
    assert_eq!(rules(&session, "frodsham"), Value::Null);
    let export = run(&["sessions", "export", session.to_str().unwrap()]).stdout;
    let copy = folder.path().join("copy.db");
    let file = folder.path().join("export.jsonl");
    fs::write(&file, &export).unwrap();
    assert_eq!(run(&["sessions", "import", copy.to_str().unwrap(), file.to_str().unwrap()]).status, 0);
    assert_eq!(rules(&copy, "runcorn"), rule);
    let labels = |session: &Path| {
        run(&["sessions", "show", session.to_str().unwrap(), "runcorn", "--by", "ann"]).stdout
    };
    assert_eq!(labels(&copy), labels(&session));
    // It applies when scoring cases that nobody has opened.
    let exported = run(&["sessions", "export", session.to_str().unwrap(), "--format", "rules"]).stdout;
    assert_eq!(serde_json::from_str::<Value>(&exported).unwrap(), rule[0], "each rule once: {exported}");
    let file = folder.path().join("rules.jsonl");
    fs::write(&file, &exported).unwrap();
    let scored = |more: &[&str]| {
        let all = [&["score", queue.to_str().unwrap(), "--rubric", "judge-lock"], more].concat();
        run(&all).lines()
    };
    let [plain, ruled] = [scored(&[]), scored(&["--rules", file.to_str().unwrap()])];
    let word = |reports: &[Value], at: usize| said(&reports[at]);
    assert_eq!(
        [word(&plain, 1), word(&ruled, 1)],
        [json!("unsupported"), json!("supported")],
        "{}",
        ruled[1]
    );
    assert_eq!(ruled[1]["verdict"]["decision"], json!(found[0].outcomes[1].decision.as_str()));
    assert_eq!(word(&plain, 2), word(&ruled, 2), "nothing else changes");
    let signature = |reports: &[Value]| reports[1]["signature"].as_str().unwrap().to_owned();
    assert!(signature(&ruled).contains("|rules=1_rule#"), "{}", signature(&ruled));
    assert!(!signature(&plain).contains("rules="), "{}", signature(&plain));
    fs::write(&file, "{\"kind\": \"alias\", \"summary\": \"Greens\"}\n").unwrap();
    let refused = run(&["score", queue.to_str().unwrap(), "--rules", file.to_str().unwrap()]);
    assert!(
        refused.status == 2 && refused.stderr.contains("rules.jsonl:1: not a valid rule: `article`"),
        "{}",
        refused.stderr
    );
    // It is still there after reopening, and can be dropped everywhere.
    let mut again = TestWorkbench::kept(&[queue], &session, "ann");
    again.keys("#1<Enter>");
    assert_eq!(claim(&again, 0), Some(LabelValue::Supported));
    again.keys("<Tab><Tab><Tab>g*");
    assert!(again.text().contains("In force on this case"), "{}", again.text());
    again.keys("Gx");
    assert_eq!(words(&mut again), [unsupported; 2], "{}", again.text());
    drop(again);
    assert_eq!([rules(&session, "widnes"), rules(&session, "runcorn")], [Value::Null, Value::Null]);
}

#[test]
fn a_rule_of_this_article_leaves_others_alone_and_words_that_are_typed_must_be_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let (queue, session) = (three(folder.path()), folder.path().join("s.db"));
    let mut top = TestWorkbench::kept(&[queue], &session, "ann");
    top.keys("<Tab><Tab><Tab>g*<Tab>");
    let text = top.text();
    assert!(text.contains("Holds for this article alone"), "{text}");
    assert!(text.contains("No label of another case would change"), "{text}");
    top.keys("<Esc>*j");
    assert!(top.text().contains("you type"), "{}", top.text());
    top.keys("<Enter>Greens<Enter>");
    assert!(top.text().contains("not in the article: Greens"), "{}", top.text());
    top.keys("<Esc><Enter>Labour<Enter>");
    assert!(top.text().contains("\"Liberal Democrats\" is \"Labour\""), "{}", top.text());
    top.keys("<Tab><Enter>");
    let now = [LabelValue::Supported, LabelValue::Supported].map(Some);
    assert_eq!([claim(&top, 0), claim(&top, 1)], now, "{}", top.text());
    top.keys(">");
    assert_eq!(claim(&top, 0), Some(LabelValue::Unsupported), "another article: {}", top.text());
    drop(top);
    let store = Store::open(&session).unwrap();
    let events = store.events("widnes", "ann").unwrap();
    let rule = events.iter().find(|event| event.act.name() == "rule").expect("it is recorded");
    assert!(rule.fields.get("rule").unwrap()["of"].is_string(), "it names its article");
    assert!(rule.fields.get("followed").is_some(), "what changed with it is stored");
    assert!(store.events("runcorn", "ann").unwrap().iter().all(|event| event.act.name() != "rule"));
}

#[test]
fn a_label_of_mine_that_contradicts_another_is_named_when_it_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut top = TestWorkbench::kept(&[three(folder.path())], &folder.path().join("s.db"), "ann");
    // The claim's words are confirmed as unsupported, then the claim is called supported.
    let words = top.open_case().labels(List::Extraneous).next().unwrap().0;
    top.keys(";");
    top.work.app.state.select(words);
    top.keys("<Enter>");
    top.work.app.state.select(LabelId { list: List::Claims, index: 0 });
    top.keys("s");
    let said = "claim 1 is supported and its words \"Liberal Democrats\" are marked as unsupported";
    assert!(top.text().contains("but claim 1 is supported and its words"), "{}", top.text());
    top.keys("P");
    let text = top.text();
    assert!(text.contains("contradict each other") && text.contains(said), "{text}");
    top.keys("<Esc>zP");
    assert!(!top.text().contains("contradict each other"), "{}", top.text());
}

#[test]
fn like_claims_that_were_judged_otherwise_are_listed_and_lead_to_the_case() {
    let folder = tempfile::tempdir().unwrap();
    let [article, summary] = CASES[0];
    let path = queue(folder.path(), &[("one", article, summary), ("two", article, summary)]);
    let mut top = TestWorkbench::kept(&[path], &folder.path().join("s.db"), "ann");
    top.keys("<Tab><Tab><Tab>gu>gs");
    // The table analyses the visible cases.
    top.keys("Q<Esc>P");
    let text = top.text();
    assert!(text.contains("Drift: 1 pair of similar claims"), "{text}");
    assert!(text.contains("same claim") && text.contains("one, claim 1: unsupported"), "{text}");
    assert!(text.contains("two, claim 1: supported"), "{text}");
    // The smallest terminal shows it too.
    top.send(Message::Resize(60, 16));
    let text = top.text();
    assert!(text.contains("0 of 2 cases decided") && text.contains("two, claim 1: supported"), "{text}");
    let (column, row) = top.find("two, claim 1: supported");
    top.click(column, row);
    assert_eq!(top.work.app.state.at, 0, "the case that is not on the screen: {}", top.text());
    top.send(Message::Resize(120, 40));
    // A claim that is judged again is in no contradiction, even before the table has analysed its case
    // again.
    top.keys("<Tab><Tab><Tab>gsP");
    assert!(top.text().contains("no similar claims were judged differently"), "{}", top.text());
    top.keys("<Esc>zP");
    assert!(top.text().contains("Drift: 1 pair of similar claims"), "{}", top.text());
}

#[test]
fn whoever_agrees_with_the_engine_is_not_offered_to_overrule_it() {
    // The engine takes "painter" for a word in the place of "composer", but still says supported.
    let doubted = "Elena Korvin (1871–1938) was a Hungarian composer and the first woman to conduct the Royal Orchestra in \
        Pest. She studied under Viktor Lanz, whose daughter she later taught.";
    let summary = "Elena Korvin was a Hungarian painter.";
    for ((article, summary), engine, offered) in [
        ((doubted, summary), LabelValue::Supported, false),
        ((CASES[0][0], CASES[0][1]), LabelValue::Unsupported, true),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let queue = queue(folder.path(), &[("one", article, summary)]);
        let mut top = TestWorkbench::open(&[queue], 120, 40);
        top.work.app.state.select(LabelId { list: List::Claims, index: 0 });
        let open_case = top.open_case();
        let label = open_case.get(LabelId { list: List::Claims, index: 0 }).unwrap();
        assert_eq!((label.word, label.mismatches.is_empty()), (Some(engine), false), "{}", top.text());
        top.keys("s");
        assert!(top.text().contains("claim 1: you say supported"), "{}", top.text());
        assert_eq!(top.text().contains("overrules it everywhere"), offered, "{}", top.text());
    }
}
