//! Tests `lockbench agree FILE...`: from files of labels and sessions to agreement between annotators.

use serde_json::{Value, json};

use crate::cli::{ARTICLE, Folder, Ran, SUMMARY, case, lines, run, run_with};
use crate::pages::checked::Page;

/// A set of labels: a letter for each claim, `-` for a missing claim.
fn labelled(id: &str, by: &str, claims: &str) -> Value {
    let claim = |(at, label): (usize, char)| {
        let label = match label {
            's' => "supported",
            'p' => "partial",
            'u' => "unsupported",
            _ => return None,
        };
        Some(json!({"text": format!("claim {at}"), "label": label}))
    };
    let claims: Vec<Value> = claims.chars().enumerate().filter_map(claim).collect();
    json!({"schema": "lockbench.labels/1", "id": id, "by": by, "labels": {"claims": claims}})
}

fn agreed(args: &[&str]) -> Value {
    let ran = run(&[&["agree", "--format", "json", "--resamples", "50"], args].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let value: Value = serde_json::from_str(&ran.stdout).unwrap();
    let schema: Value = serde_json::from_str(&run(&["schema", "annotators"]).stdout).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{value:#}");
    value
}

#[track_caller]
fn refused(ran: &Ran, expected: &[&str]) {
    assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    for part in expected {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

#[test]
fn files_of_labels_are_compared() {
    let folder = Folder::new();
    let ann = folder.write("ann.jsonl", lines(&[labelled("a", "ann", "ssup"), labelled("b", "ann", "sp")]));
    let bob = folder.write("bob.jsonl", lines(&[labelled("a", "bob", "spu-"), labelled("b", "bob", "ss-")]));
    let found = agreed(&[&ann, &bob]);
    assert_eq!(found["annotators"], json!(["ann", "bob"]));
    assert_eq!(found["cases"], 2);
    let claims = &found["lists"]["claims"];
    let counts = [6, 5, 1];
    assert_eq!(["units", "rated_by_all", "unmatched"].map(|key| claims[key].as_u64().unwrap()), counts);
    assert_eq!(claims["labels"], json!(["supported", "partial", "unsupported"]));
    assert_eq!(claims["pairs"][0]["confusion"], json!([[2, 1, 0], [1, 0, 0], [0, 0, 1]]));
    assert_eq!(claims["percent"]["value"], 0.6);
    // 1 - (2/5) / (1 - (3*3 + 1*1 + 1*1)/25)
    assert!((claims["pairs"][0]["kappa"]["value"].as_f64().unwrap() - (1.0 - 0.4 / 0.56)).abs() < 1e-12);
    assert_eq!(claims["pairs"][0]["kappa"]["n"], 5);
    assert_eq!((&found["verdicts"], &found["scores"]), (&json!({}), &json!({})), "the texts are not known");
    assert_eq!(found["decisions"]["percent"]["value"], Value::Null);
    assert_eq!(agreed(&[&ann, &bob, "--list", "key_points"])["lists"], json!({}));
    assert_eq!(agreed(&[&ann, &bob]), found, "the same input gives the same intervals");
}

#[test]
fn units_left_to_the_engine_in_a_file_are_named_without_advice_for_sessions() {
    let folder = Folder::new();
    let mut set = labelled("a", "ann", "ssp");
    set["labels"]["claims"][2]["by"] = json!("engine");
    let ann = folder.write("ann.json", set.to_string());
    let bob = folder.write("bob.json", labelled("a", "bob", "ssu").to_string());
    let ran = run(&["agree", &ann, &bob]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let all = ran.stdout + &ran.stderr;
    assert!(all.contains("ann labelled only parts of some lists"), "{all}");
    assert!(!all.contains("--include"), "{all}");
}

#[test]
fn an_annotator_is_who_a_label_names_then_its_set_then_the_file() {
    let folder = Folder::new();
    let mut set = labelled("a", "ann", "ssp");
    set["labels"]["claims"][1]["by"] = json!("bob");
    set["labels"]["claims"][2]["by"] = json!("engine");
    let mut nameless = labelled("a", "", "uuu");
    nameless.as_object_mut().unwrap().remove("by");
    let (one, two) =
        (folder.write("one.json", set.to_string()), folder.write("two.json", nameless.to_string()));
    let found = agreed(&[&one, &two]);
    assert_eq!(found["annotators"], json!(["ann", "bob", "two.json"]));
    assert_eq!(found["lists"]["claims"]["unmatched"], 1, "the engine's label counts for nobody");
    let found = agreed(&[&one, &two, "--engine"]);
    assert_eq!(found["annotators"], json!(["ann", "bob", "engine", "two.json"]));
    assert_eq!(found["lists"]["claims"]["unmatched"], 0);
}

#[test]
fn texts_give_scores_and_verdicts_and_check_spans() {
    let folder = Folder::new();
    let cases =
        folder.write("cases.jsonl", lines(&[json!({"id": "a", "article": ARTICLE, "summary": SUMMARY})]));
    let set = |by: &str, label: &str, marked: &str| {
        let mut set = labelled("a", by, "");
        let claim = "The council approved the new budget by 7 votes to 2.";
        set["labels"]["claims"] =
            json!([{"text": by, "label": label, "summary": [{"text": claim}], "article": []}]);
        set["labels"]["extraneous"] = json!([{"text": marked}]);
        set["labels"]["claim_qags"] = json!([{"question": "q", "answer": "a", "label": "correct"}]);
        set
    };
    let both = lines(&[set("ann", "supported", "7 votes to 2"), set("bob", "partial", "votes")]);
    let labels = folder.write("labels.jsonl", &both);
    let found = agreed(&[&labels, "--cases", &cases]);
    let claims = &found["lists"]["claims"];
    assert_eq!(
        (&claims["units"], &claims["rated_by_all"]),
        (&json!(1), &json!(1)),
        "one claim in other words"
    );
    let spans = &found["spans"]["extraneous"]["pairs"][0];
    assert_eq!(spans["strict_f1"]["value"], 0.0);
    assert!((spans["soft_f1"]["value"].as_f64().unwrap() - 2.0 * 5.0 / 17.0).abs() < 1e-12);
    assert_eq!(found["scores"]["judge-lock.hallucination"]["n"], 1, "{:#}", found["scores"]);
    assert_eq!(found["scores"].get("judge-lock.relevance"), None, "nobody gave segments");
    assert_eq!(found["verdicts"]["judge-lock"]["units"], 0, "without all metrics there is no verdict");
    // Without the texts, the position of these words is unknown.
    let ran = run(&["agree", &labels]);
    assert_eq!(ran.status, 0);
    assert!(ran.stderr.contains("without offsets") && ran.stderr.contains("--cases FILE"), "{}", ran.stderr);
    // An unreadable label is reported, and the rest is compared.
    let broken = both.replacen("\"partial\"", "\"perhaps\"", 1);
    let ran = run(&["agree", &folder.write("broken.jsonl", broken), "--cases", &cases]);
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("broken.jsonl:2:1: claims/0: `label` is the string \"perhaps\""),
        "{}",
        ran.stderr
    );
}

#[test]
fn sessions_are_compared_by_what_annotators_decided() {
    let folder = Folder::new();
    let cases: Vec<Value> =
        ["a", "b"].iter().map(|id| json!({"id": id, "article": ARTICLE, "summary": SUMMARY})).collect();
    let session = format!("{}/s.db", folder.path());
    let imported = run(&["sessions", "import", &session, &folder.write("cases.jsonl", lines(&cases))]);
    assert_eq!(imported.status, 0, "{}", imported.stderr);
    let event = |by: &str, case: &str, rest: Value| {
        let mut event = json!({"by": by, "case": case});
        event.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        event
    };
    let over = |label: &str, to: &str| json!({"event": "override", "label": label, "to": to});
    let events = lines(&[
        event("ann", "a", over("claims/0", "unsupported")),
        event("bob", "a", over("claims/0", "partial")),
        event("ann", "a", json!({"event": "decide", "verdict": "FAIL"})),
        event("bob", "a", json!({"event": "decide", "verdict": "FAIL"})),
        event("ann", "b", json!({"event": "accept"})),
        event("bob", "b", json!({"event": "accept"})),
        event("bob", "b", json!({"event": "decide", "verdict": "PASS"})),
    ]);
    let applied = run_with(&["sessions", "apply", &session, "-"], events.as_bytes());
    assert_eq!(applied.status, 0, "{} {}", applied.stdout, applied.stderr);
    // Labels accepted with their case without being looked at are not judgements.
    let judged = agreed(&[&session]);
    assert_eq!(judged["lists"]["claims"]["units"], 1, "{judged:#}");
    let found = agreed(&[&session, "--include", "accepted"]);
    assert_eq!(found["annotators"], json!(["ann", "bob"]));
    let claims = &found["lists"]["claims"];
    assert_eq!(claims["pairs"][0]["confusion"][2][1], 1, "{claims:#}");
    assert_eq!(claims["unmatched"], 0);
    assert_eq!(claims["units"], claims["rated_by_all"]);
    assert_eq!((&found["decisions"]["units"], &found["decisions"]["rated_by_all"]), (&json!(2), &json!(1)));
    assert_eq!(found["decisions"]["percent"]["value"], 1.0);
    // All of b is theirs; most of a was left to the engine.
    assert_eq!(found["scores"]["judge-lock.hallucination"]["n"], 1);
    let with_engine = agreed(&[&session, "--engine"]);
    let engine = &with_engine["lists"]["claims"];
    assert!(engine["units"].as_u64() > claims["units"].as_u64(), "the engine's other proposals count");
    // Files of labels give the same result.
    let exported = run(&["sessions", "export", &session, "--format", "labels"]);
    let labels = folder.write("labels.jsonl", &exported.stdout);
    assert_eq!(agreed(&[&labels])["lists"], found["lists"]);
    assert_eq!(agreed(&[&labels, &session])["lists"], found["lists"], "the same twice is once");
}

#[test]
fn every_form_is_for_its_reader() {
    let folder = Folder::new();
    let sets: Vec<Value> = (0..8)
        .flat_map(|at| {
            let id = format!("<i>{at}</i>|\u{1b}[31m");
            [labelled(&id, "ann", "ssup"), labelled(&id, "bo|b<b>", if at > 3 { "supp" } else { "uspp" })]
        })
        .collect();
    let labels = folder.write("labels.jsonl", lines(&sets));
    let form = |form: &str| {
        let ran = run(&["agree", &labels, "--format", form, "--resamples", "20"]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert!(!ran.stdout.contains('\u{1b}'));
        ran.stdout
    };
    let text = form("text");
    for part in ["Claims", "Krippendorff 2004", "Landis & Koch 1977", "Confusion", "bias", "spread", "███"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(form("md").contains("bo\\|b\\<b\\>") && form("md").contains("|---|---:|"));
    let html = form("html");
    assert!(html.contains("<svg") && html.contains("bo|b&lt;b&gt;") && !html.contains("<b>"), "{html}");
    assert!(!html.contains("://"), "a page asks for nothing");
}

/// Labels of a single list give no verdict: the missing lists are named, and no empty table is shown.
#[test]
fn tables_of_nothing_are_left_out() {
    let folder = Folder::new();
    let ann = folder.write("ann.jsonl", lines(&[labelled("a", "ann", "ssup"), labelled("b", "ann", "sups")]));
    let bob = folder.write("bob.jsonl", lines(&[labelled("a", "bob", "supp"), labelled("b", "bob", "sups")]));
    let cat = folder.write("cat.jsonl", lines(&[labelled("a", "cat", "ssup")]));
    let texts = folder.write("cases.jsonl", lines(&[case("a"), case("b")]));
    let ran = run(&["agree", &ann, &bob, &cat, "--list", "claims", "--cases", &texts, "--resamples", "0"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let text = &ran.stdout;
    assert!(!text.contains("Verdict of judge-lock") && !text.contains("judge-lock.coverage: ann"), "{text}");
    assert!(text.contains("no verdict of judge-lock: nobody labelled key_points, extraneous,"), "{text}");
    // A coefficient is shown with its number of units, and with the reason why no scale is applied.
    assert!(text.contains("Fleiss' kappa") && text.contains(" on 4 units"), "{text}");
    assert!(text.contains("fewer than 30 units"), "{text}");
}

#[test]
fn what_cannot_be_compared_is_refused_with_its_reason() {
    let folder = Folder::new();
    let one = folder.write("one.json", labelled("a", "ann", "sp").to_string());
    refused(&run(&["agree", &one]), &["\"ann\" is the only annotator", "hint: "]);
    let none = folder.write("none.json", labelled("a", "bob", "").to_string());
    refused(&run(&["agree", &one, &none]), &["\"ann\" is the only annotator", "\"bob\" labelled nothing"]);
    let unread = json!({"id": "a", "by": "bob", "labels": {"claims": [{"text": "c", "label": "yes"}]}});
    let unread = folder.write("unread.json", unread.to_string());
    refused(
        &run(&["agree", &one, &unread]),
        &["\"bob\" labelled nothing", "unread.json:1:1: claims/0: `label`"],
    );
    let other = folder.write("other.json", labelled("b", "bob", "sp").to_string());
    refused(
        &run(&["agree", &one, &other]),
        &["no case was labelled by two annotators: ann \"a\"; bob \"b\""],
    );
    let again = folder.write("again.json", labelled("a", "ann", "ss").to_string());
    let two = folder.write("two.json", labelled("a", "bob", "ss").to_string());
    let places = [format!("{one}:1:1"), format!("{again}:1:1")];
    refused(&run(&["agree", &one, &again, &two]), &["different claims for \"a\"", &places[0], &places[1]]);
    assert_eq!(agreed(&[&one, &one, &two])["lists"]["claims"]["units"], 2);
    let latin = folder.write("latin.json", b"{\"id\": \"\xe9\"}");
    refused(&run(&["agree", &one, &latin]), &["latin.json:1:", "UTF-8"]);
    refused(&run(&["agree", &one, &folder.write("empty.json", "")]), &["empty.json: no labels in it"]);
    refused(&run(&["agree", &one, "absent.json"]), &["cannot read absent.json: No such file"]);
    refused(
        &run(&["agree", &one, &folder.write("cut.json", "{\"id\": ")]),
        &["cut.json:1:", "ends in the middle"],
    );
    let case = json!({"id": "a", "article": "x", "summary": "y"});
    refused(
        &run(&["agree", &one, &folder.write("case.json", case.to_string())]),
        &["no labels", "--human FIELD"],
    );
    refused(&run(&["agree", &one, &folder.write("s.db", "no session")]), &["s.db is not a session"]);
    refused(&run(&["agree", &one, &folder.write("e.db", "")]), &["e.db is not a session: it is empty"]);
    let short = folder.write("s.db", "SQLite format 3\0");
    refused(
        &run(&["agree", &one, &short]),
        &["s.db is not a session: not an SQLite database, or one that was cut short"],
    );
    refused(&run(&["agree", &one, &two, "--list", "clams"]), &["--list clams", "there are key_points"]);
    refused(&run(&["agree"]), &["no annotators: name files"]);
    refused(&run(&["agree", "nowhere.json"]), &["nowhere.json"]);
    refused(&run(&["agree", &one, &two, "--plot"]), &["--human"]);
    refused(&run(&["agree", &one, "--human", "x", "--format", "html"]), &["--format html"]);
}

#[test]
fn labels_of_one_value_only_are_told() {
    let folder = Folder::new();
    let labels =
        folder.write("labels.jsonl", lines(&[labelled("a", "ann", "sss"), labelled("a", "bob", "sss")]));
    let claims = &agreed(&[&labels])["lists"]["claims"];
    assert_eq!(
        claims["pairs"][0]["kappa"],
        json!({"value": null, "why": "both gave one label only", "n": 3})
    );
    assert_eq!(claims["percent"], json!({"value": 1.0, "interval": null, "n": 3}));
    assert_eq!(claims["ac1"]["value"], 1.0);
}

#[test]
fn what_a_reader_should_know_is_said_in_the_report() {
    let folder = Folder::new();
    let ann = folder.write("ann.jsonl", lines(&[labelled("a", "ann", "ss"), labelled("b", "ann", "sp")]));
    let bob = folder.write("bob.jsonl", lines(&[labelled("a", "bob", "su")]));
    let notes = |args: &[&str]| -> String {
        let ran = run(&[&["agree", "--resamples", "10"], args].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        let expected: Vec<&str> =
            ran.stderr.lines().filter_map(|line| line.split_once("note: ")).map(|(_, note)| note).collect();
        for note in expected {
            let words: String = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains(&format!("Note: {note}.")), "{note}: {}", ran.stdout);
        }
        ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(!notes(&[&ann, &bob]).contains("is in"));
    // Two annotators with the same name on different cases cannot be distinguished by their labels.
    let other = folder.write("other.jsonl", lines(&[labelled("c", "ann", "ss"), labelled("c", "bob", "ss")]));
    let text = notes(&[&ann, &bob, &other]);
    assert!(text.contains("\"ann\" is in") && text.contains("counted as one annotator"), "{text}");
    // An annotator without labels.
    let none = folder.write("none.json", labelled("a", "zoe", "").to_string());
    assert!(notes(&[&ann, &bob, &none]).contains("\"zoe\" labelled nothing, and is left out"));
    // A list that only one annotator gave, as for another rubric; and annotators without a common list.
    let mut steps = labelled("a", "cat", "");
    steps["labels"] = json!({"steps": [{"text": "s", "present": true}]});
    let cat = folder.write("cat.json", steps.to_string());
    assert!(
        notes(&[&ann, &bob, &cat])
            .contains("only cat labelled reasoning steps: there is nobody to compare with")
    );
    assert!(
        !notes(&[&ann, &bob, &cat, "--list", "claims"]).contains("reasoning steps"),
        "nobody asked for them"
    );
    let text = notes(&[&ann, &cat]);
    assert!(
        text.contains(
            "no list was labelled by two annotators, as by different rubrics: ann claims; cat reasoning steps"
        ),
        "{text}"
    );
    // The notes are in the JSON too.
    let found = agreed(&[&ann, &cat]);
    assert!(
        found["notes"]
            .as_array()
            .unwrap()
            .iter()
            .any(|note| note.as_str().unwrap().contains("no list was labelled")),
        "{found:#}"
    );
}

#[test]
fn sessions_of_different_rubrics_are_told() {
    let folder = Folder::new();
    let cases =
        folder.write("cases.jsonl", lines(&[json!({"id": "a", "article": ARTICLE, "summary": SUMMARY})]));
    let session = |name: &str, rubric: &str, by: &str| {
        let path = format!("{}/{name}", folder.path());
        assert_eq!(run(&["sessions", "import", &path, &cases, "--rubric", rubric]).status, 0);
        let accept = json!({"case": "a", "event": "accept"}).to_string();
        assert_eq!(run_with(&["sessions", "apply", &path, "-", "--as", by], accept.as_bytes()).status, 0);
        path
    };
    let (one, two) = (session("one.db", "judge-lock", "ann"), session("two.db", "twin-lock", "bob"));
    let ran = run(&["agree", &one, &two, "--resamples", "0"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    for expected in ["sessions of different rubrics", "one.db: judge-lock", "two.db: twin-lock"] {
        assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    }
    let same = session("same.db", "judge-lock", "cyd");
    assert!(!run(&["agree", &one, &same, "--resamples", "0"]).stderr.contains("different rubrics"));
}

#[test]
fn sessions_that_share_a_rubric_are_compared_by_it() {
    let folder = Folder::new();
    let cases =
        folder.write("cases.jsonl", lines(&[json!({"id": "a", "article": ARTICLE, "summary": SUMMARY})]));
    let path = |name: &str| format!("{}/{name}", folder.path());
    let (session, gold) = (path("s.db"), path("gold.db"));
    let rule = ["--rubric", "twin-lock", "--reading", "edge=lower"];
    assert_eq!(run(&[&["sessions", "import", &session, &cases], &rule[..]].concat()).status, 0);
    for (by, word) in [("ann", "supported"), ("bob", "unsupported")] {
        let set = json!({"case": "a", "event": "override", "label": "claims/0", "to": word});
        let events = lines(&[set, json!({"case": "a", "event": "accept"})]);
        let ran = run_with(&["sessions", "apply", &session, "-", "--as", by], events.as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.stdout);
    }
    let agree = ["agree", &session, "--resamples", "0", "--format", "json", "--include", "accepted"];
    let verdicts = |arguments: &[&str]| -> Vec<String> {
        let ran = run(&[&agree[..], arguments].concat());
        let found: Value = serde_json::from_str(&ran.stdout).unwrap();
        found["verdicts"].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(verdicts(&[]), ["twin-lock"]);
    assert_eq!(verdicts(&["--rubric", "judge-lock"]), ["judge-lock"]);
    let queue = run(&["adjudicate", &session, "--session", &gold, "--as", "lead", "--export", "queue"]);
    assert_eq!(queue.status, 0, "{}", queue.stderr);
    let first = run(&["sessions", "export", &gold]).stdout;
    let line: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!((&line["rubric"], &line["readings"]), (&json!("twin-lock"), &json!({"edge": "lower"})));
}

#[test]
fn a_page_has_its_plots_and_matrices() {
    let folder = Folder::new();
    let sets: Vec<Value> = (0..6)
        .flat_map(|at| {
            [labelled(&format!("c{at}"), "ann", "ssup"), labelled(&format!("c{at}"), "bob", "sspp")]
        })
        .collect();
    let labels = folder.write("labels.jsonl", lines(&sets));
    let page = run(&["agree", &labels, "--format", "html", "--resamples", "20"]).stdout;
    for part in [
        "Agreement by list",
        "Bias and spread",
        "Confusion: rows ann, columns bob",
        "class=\"cell\"",
        "class=\"interval\"",
        "Percent agreement over time",
    ] {
        assert!(page.contains(part), "{part}");
    }
    // The page passes the checks for pages of the program: head, policy and allowed content.
    Page::check(&page);
    assert!(!page.contains("NaN"));
    let text = run(&["agree", &labels, "--resamples", "20"]).stdout;
    for part in ["●", "██", "Agreement by list", "Bias and spread"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// The previous round is shown beside the current one, pair by pair, in every format.
#[test]
fn a_round_stands_beside_the_one_before() {
    let folder = Folder::new();
    let write = |name: &str, by: &str, claims: &str| folder.write(name, lines(&[labelled("a", by, claims)]));
    let old = [write("ann1.jsonl", "ann", "sspu"), write("bob1.jsonl", "bob", "suus")];
    let new = [write("ann2.jsonl", "ann", "sspu"), write("bob2.jsonl", "bob", "sspu")];
    let args = [&new[0], &new[1], "--before", &old[0], "--before", &old[1]];
    let found = agreed(&args);
    let kappa = |value: &Value| value["lists"]["claims"]["pairs"][0]["kappa"]["value"].as_f64().unwrap();
    assert_eq!(kappa(&found), 1.0);
    assert!(kappa(&found["before"]) < 0.5, "{}", found["before"]);
    let ran = run(&[&["agree", "--resamples", "0"], &args[..]].concat());
    assert!(ran.stdout.contains("Beside the round before"), "{}", ran.stdout);
    let row = ran
        .stdout
        .lines()
        .find(|line| line.contains("kappa of ann, bob"))
        .unwrap_or_else(|| panic!("{}", ran.stdout));
    assert!(row.contains("1.000") && row.contains("+"), "{row}");
    assert!(!run(&["agree", &new[0], &new[1]]).stdout.contains("round before"));
}
