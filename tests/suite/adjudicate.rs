//! Tests `lockbench adjudicate` and `lockbench class` from outside.

use serde_json::{Value, json};

use crate::cli::{ARTICLE, Folder, Ran, SUMMARY, lines, run, run_with};

const CLAIMS: [&str; 3] = [
    "The council approved the new budget by 7 votes to 2.",
    "The budget raises spending on schools by 12 percent.",
    "Work on the new school in Northfield begins in March.",
];

/// A set of labels: a letter for each claim, `-` for a missing claim, and words marked as unsupported.
fn set(id: &str, by: &str, claims: &str, marked: &[&str]) -> Value {
    let claim = |(text, letter): (&&str, char)| {
        let label = match letter {
            's' => "supported",
            'p' => "partial",
            'u' => "unsupported",
            _ => return None,
        };
        Some(json!({"text": text, "label": label, "summary": [], "article": []}))
    };
    let claims: Vec<Value> = CLAIMS.iter().zip(claims.chars()).filter_map(claim).collect();
    let marked: Vec<Value> = marked.iter().map(|text| json!({"text": text})).collect();
    json!({"id": id, "by": by, "labels": {"claims": claims, "extraneous": marked}})
}

fn cases(ids: &[&str]) -> String {
    let case = |id: &&str| json!({"id": id, "article": ARTICLE, "summary": SUMMARY});
    lines(&ids.iter().map(case).collect::<Vec<_>>())
}

/// Three annotators of two cases, with the arguments that adjudicate them.
struct Team {
    folder: Folder,
    args: Vec<String>,
}

impl Team {
    fn new() -> Team {
        let folder = Folder::new();
        let ann = folder
            .write("ann.jsonl", lines(&[set("a", "ann", "ssp", &["new"]), set("b", "ann", "sss", &[])]));
        let bob =
            folder.write("bob.jsonl", lines(&[set("a", "bob", "ssu", &[]), set("b", "bob", "sss", &[])]));
        let cyd = folder.write("cyd.jsonl", lines(&[set("a", "cyd", "sp-", &[])]));
        let texts = folder.write("cases.jsonl", cases(&["a", "b"]));
        let gold = format!("{}/gold.db", folder.path());
        let args = ["adjudicate", &ann, &bob, &cyd, "--cases", &texts, "--session", &gold];
        Team { args: args.map(str::to_owned).to_vec(), folder }
    }

    fn gold(&self) -> &str {
        self.args.last().unwrap()
    }

    fn with(&self, more: &[&str]) -> Ran {
        let args: Vec<&str> = self.args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        run(&args)
    }

    #[track_caller]
    fn export(&self, more: &[&str]) -> Ran {
        let ran = self.with(&[&["--export"], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran
    }

    /// Decides disagreements: `decide` turns a line of the queue into an event, which is applied.
    fn decide(&self, by: &str, decide: impl Fn(&Value) -> Option<Value>) {
        let queue = self.export(&["queue"]).lines();
        let events: Vec<Value> = queue
            .iter()
            .filter_map(|line| {
                let mut event = line.clone();
                event.as_object_mut().unwrap().extend(decide(line)?.as_object().unwrap().clone());
                Some(event)
            })
            .collect();
        let ran = run_with(&["sessions", "apply", self.gold(), "-", "--as", by], lines(&events).as_bytes());
        assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    }
}

#[track_caller]
fn follows(schema: &str, lines: &[Value]) {
    let schema: Value = serde_json::from_str(&run(&["schema", schema]).stdout).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for line in lines {
        let errors: Vec<String> = validator.iter_errors(line).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}: {line:#}");
    }
}

fn is(line: &Value, unit: &str) -> bool {
    line["unit"] == unit
}

#[test]
fn the_queue_has_what_annotators_differ_on_and_takes_decisions_back_as_events() {
    let team = Team::new();
    let queue = team.export(&["queue", "--as", "lead"]).lines();
    let units: Vec<(&str, &str)> =
        queue.iter().map(|line| (line["case"].as_str().unwrap(), line["unit"].as_str().unwrap())).collect();
    let mut sorted = units.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [("a", "claim 2"), ("a", "claim 3"), ("a", "unsupported wording 1")]);
    let turns: Vec<bool> = queue.iter().map(|line| line["effect"]["verdict"].as_bool().unwrap()).collect();
    assert!(turns.windows(2).all(|pair| pair[0] >= pair[1]), "what decides a verdict comes first: {turns:?}");
    let third = queue.iter().find(|line| is(line, "claim 3")).unwrap();
    assert_eq!(
        third["given"],
        json!([{"by": "ann", "label": "partial"}, {"by": "bob", "label": "unsupported"}, {"by": "cyd", "label": null}])
    );
    assert_eq!(third["effect"]["outcomes"].as_array().unwrap().len(), 3, "{third:#}");
    team.decide("lead", |line| {
        is(line, "claim 3")
            .then(|| json!({"to": "partial", "cause": "slip", "note": "In March, says the article."}))
    });
    let queue = team.export(&["queue"]).lines();
    let third = queue.iter().find(|line| is(line, "claim 3")).unwrap();
    assert_eq!(
        third["ruling"],
        json!({"to": "partial", "cause": "slip", "note": "In March, says the article."})
    );
    assert_eq!(third["stale"], json!(false));
    // A later change by an annotator is reported.
    team.folder.write("cyd.jsonl", lines(&[set("a", "cyd", "sps", &[])]));
    let queue = team.export(&["queue"]).lines();
    assert_eq!(queue.iter().find(|line| is(line, "claim 3")).unwrap()["stale"], json!(true));
}

/// In line mode, `set` decides the named row of the queue or the one in focus, and makes no label of the
/// person's own.
#[test]
fn set_decides_on_a_row_of_the_queue_in_lines() {
    let team = Team::new();
    let before = team.export(&["queue"]).lines();
    let row = 1 + before.iter().position(|line| is(line, "claim 3")).unwrap();
    let args: Vec<&str> = team.args.iter().map(String::as_str).chain(["--as", "lead", "--line"]).collect();
    let typed = format!(
        "set {row} partial\nset rejected\nset 9 partial\nset claims 1 partial\nset 1 no\nset\nrow {row}\ns\nset partial\n\
         close\nlabels\nset 1 supported\n"
    );
    let ran = run_with(&args, typed.as_bytes());
    assert!(ran.stdout.contains("decided: a, claim 3"), "{}{}", ran.stdout, ran.stderr);
    let faults: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(faults.len(), 6, "{}", ran.stderr);
    for (fault, words) in faults.iter().zip([
        "line 3: the queue: there are 3 rows",
        "line 4: while adjudicating, `set` takes a row of the queue and a word",
        "line 5: no unit of this kind can be `no`: it may be ",
        "line 6: while adjudicating",
        "line 9: answer first what is asked: `enter` goes on",
        "line 12: while adjudicating, `set` decides on a row of the queue: `adjudicate` opens it",
    ]) {
        assert!(fault.contains(words), "{words}\n{fault}");
    }
    let after = team.export(&["queue"]).lines();
    let rulings: Vec<&Value> = after.iter().map(|line| &line["ruling"]["to"]).collect();
    assert_eq!(after.iter().find(|line| is(line, "claim 3")).unwrap()["ruling"]["to"], "partial");
    assert_eq!(after.iter().filter(|line| line["ruling"].is_object()).count(), 2, "{rulings:?}");
    let events = lockbench::session::Store::open(team.gold().as_ref()).unwrap().events("a", "lead").unwrap();
    assert!(events.iter().all(|event| event.act.name() != "override"), "{events:?}");
}

/// Line mode prints no more than the screen shows.
#[test]
fn names_and_labels_are_hidden_in_lines_too() {
    let team = Team::new();
    let more = ["--as", "lead", "--line"];
    let args: Vec<&str> = team.args.iter().map(String::as_str).chain(more).collect();
    let read =
        |args: &[&str]| run_with(args, b"status\nclose\nlabels\nlabels claims\nscores\njson\nrow 1\nquit\n");
    let open = read(&args);
    assert!(open.stdout.contains("probability") && open.stdout.contains("bob"), "{}", open.stdout);
    let args: Vec<&str> = args.iter().copied().chain(["--hide-names"]).collect();
    let hidden = read(&args);
    for words in ["probability", "bob", "cyd", "engine", ", in focus", "in focus: claim"] {
        assert!(!hidden.stdout.contains(words), "{words}\n{}", hidden.stdout);
    }
    assert!(hidden.stdout.contains("hidden with the names (& H shows both)"), "{}", hidden.stdout);
}

/// The screen shows nine rows at a time, and scrolls.
#[test]
fn the_whole_queue_is_printed_in_lines() {
    let ids: Vec<String> = (0..12).map(|at| format!("case-{at}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let folder = Folder::new();
    let of = |by: &str, words: &str| {
        let sets: Vec<Value> = ids.iter().map(|id| set(id, by, words, &[])).collect();
        folder.write(&format!("{by}.jsonl"), lines(&sets))
    };
    let (ann, bob, texts) = (of("ann", "sss"), of("bob", "sps"), folder.write("cases.jsonl", cases(&ids)));
    let gold = format!("{}/gold.db", folder.path());
    let args = ["adjudicate", &ann, &bob, "--cases", &texts, "--session", &gold, "--as", "lead", "--line"];
    let ran = run_with(&args, b"status\n");
    for at in 0..12 {
        assert!(ran.stdout.contains(&format!("claim 2 case-{at} ann supported")), "{at}: {}", ran.stdout);
    }
    assert!(ran.stdout.contains("\n12. "), "{}", ran.stdout);
}

/// A note without a decision is still there after `quit`.
#[test]
fn a_note_outlasts_quit_in_lines() {
    let team = Team::new();
    let args: Vec<&str> = team.args.iter().map(String::as_str).chain(["--as", "lead", "--line"]).collect();
    let ran = run_with(&args, b"C\ntype my note\nsave\nquit\n");
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    assert!(ran.stdout.contains("the note is kept with the decision"), "{}", ran.stdout);
    let again = run_with(&args, b"save\nset rejected\nquit\n");
    assert!(again.stdout.starts_with("resumed where you left off\n"), "{}{}", again.stdout, again.stderr);
    let notes: Vec<Value> =
        team.export(&["queue"]).lines().into_iter().map(|line| line["ruling"]["note"].clone()).collect();
    assert!(notes.contains(&json!("my note")), "{notes:?}");
}

#[test]
fn the_gold_set_is_read_by_everything_that_reads_labels() {
    let team = Team::new();
    let none = team.export(&["gold", "--as", "lead"]);
    assert!(none.stderr.contains("2 lists left out of the gold set: 3 disagreements"), "{}", none.stderr);
    assert_eq!(none.lines().len(), 1, "b, on which all agree");
    team.decide("lead", |line| {
        Some(match line["unit"].as_str().unwrap() {
            "claim 2" => json!({"to": "supported", "cause": "slip"}),
            "claim 3" => json!({"to": "partial", "cause": "guideline_unclear", "note": "see 3.2"}),
            _ => json!({"to": null, "cause": "genuinely_open"}),
        })
    });
    let other = team.with(&["--export", "gold", "--as", "eve"]);
    assert!(other.stderr.contains("eve has decided nothing in"), "{}", other.stderr);
    assert!(other.status == 2 && other.stderr.contains("(others have: lead)"), "{}", other.stderr);
    let gold = team.export(&["gold"]);
    assert!(!gold.stderr.contains("left out of the gold set"), "{}", gold.stderr);
    let wrappers = gold.lines();
    follows("labels", &wrappers);
    let a = wrappers.iter().find(|line| line["id"] == "a").unwrap();
    let labels: Vec<&Value> =
        a["labels"]["claims"].as_array().unwrap().iter().map(|claim| &claim["label"]).collect();
    assert_eq!(labels, ["supported", "supported", "partial"]);
    assert_eq!(a["labels"]["extraneous"], json!([]), "it was decided to be none");
    let file = team.folder.write("gold.jsonl", &gold.stdout);
    let cases = format!("{}/cases.jsonl", team.folder.path());
    let scored = run(&["score", &cases, "--labels", &file, "--format", "jsonl"]);
    assert_eq!(scored.status, 0, "{}", scored.stderr);
    assert_eq!(scored.lines().len(), 2);
    let agreed = run(&["agree", &team.args[1], &file, "--format", "json", "--resamples", "0"]);
    assert_eq!(agreed.status, 0, "{}", agreed.stderr);
    let agreed: Value = serde_json::from_str(&agreed.stdout).unwrap();
    assert_eq!(agreed["annotators"], json!(["ann", "gold"]));
    assert_eq!(agreed["lists"]["claims"]["percent"]["value"], 1.0);
    // A session with several annotators is not a gold set.
    let agreed = run(&["agree", &team.args[1], &team.args[2], &file, "--format", "json", "--resamples", "0"]);
    assert!(agreed.stderr.contains("the gold set is not an annotator"), "{}", agreed.stderr);
    let agreed: Value = serde_json::from_str(&agreed.stdout).unwrap();
    assert_eq!(agreed["annotators"], json!(["ann", "bob"]));
}

#[test]
fn each_annotator_is_told_what_was_decided_otherwise() {
    let team = Team::new();
    team.decide("lead", |line| {
        is(line, "claim 3")
            .then(|| json!({"to": "unsupported", "cause": "guideline_unclear", "note": "<b>see</b> 3.2"}))
    });
    let feedback = team.export(&["report"]).lines();
    follows("adjudicated", &feedback);
    let who: Vec<&str> = feedback.iter().map(|line| line["annotator"].as_str().unwrap()).collect();
    assert_eq!(who, ["ann", "cyd"], "bob had it so");
    assert_eq!((&feedback[0]["yours"], &feedback[1]["yours"]), (&json!("partial"), &json!(null)));
    assert_eq!(
        (&feedback[0]["to"], &feedback[0]["cause"]),
        (&json!("unsupported"), &json!("guideline_unclear"))
    );
    let hidden = team.export(&["report", "--hide-names"]).lines();
    assert_eq!(hidden[0]["annotator"], "annotator 1");
    let page = team.export(&["report", "--format", "html", "--for", "ann"]).stdout;
    for words in [
        "You gave: partial.",
        "Decided: unsupported.",
        "guideline unclear",
        "&lt;b&gt;see&lt;/b&gt;",
        "href=\"#rule-unsupported\"",
        "id=\"rule-unsupported\"",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!page.contains("cyd") && !page.contains("bob"), "only what concerns ann");
    let text = team.export(&["report", "--format", "md"]).stdout;
    assert!(text.contains("## ann") && text.contains("## cyd") && text.contains("\\<b\\>see"), "{text}");
    for (what, words) in [("gold", "What was decided"), ("queue", "its effect")] {
        for form in ["md", "html"] {
            assert!(team.export(&[what, "--format", form]).stdout.contains(words), "{what} {form}");
        }
    }
}

#[test]
fn decisions_are_events_that_are_exported_merged_and_undone() {
    let team = Team::new();
    team.decide("lead", |line| {
        is(line, "claim 2").then(|| json!({"to": "partial", "cause": "engine_wrong"}))
    });
    let exported = run(&["sessions", "export", team.gold()]);
    assert_eq!(exported.status, 0, "{}", exported.stderr);
    follows("session", &exported.lines());
    let event = exported.lines().into_iter().find(|line| line["kind"] == "event").unwrap();
    assert_eq!(
        (&event["event"], &event["by"], &event["to"]),
        (&json!("adjudicate"), &json!("lead"), &json!("partial"))
    );
    // Exporting and importing gives identical bytes.
    let file = team.folder.write("e.jsonl", &exported.stdout);
    let copy = format!("{}/copy.db", team.folder.path());
    assert_eq!(run(&["sessions", "import", &copy, &file]).status, 0);
    assert_eq!(run(&["sessions", "export", &copy]).stdout, exported.stdout);
    // The union with another adjudicator's session, in either order.
    let undo = json!({"case": "a", "event": "undo", "of": event["uuid"]});
    let apply = |session: &str, by: &str, event: &Value| {
        run_with(
            &["sessions", "apply", session, "-", "--as", by],
            lines(std::slice::from_ref(event)).as_bytes(),
        )
    };
    let other = json!({"case": "a", "event": "adjudicate", "list": "claims", "text": CLAIMS[1], "to": "supported", "given": []});
    assert_eq!(apply(&copy, "deputy", &other).status, 0);
    let merged = |name: &str, files: [&str; 2]| {
        let out = format!("{}/{name}.db", team.folder.path());
        let ran = run(&["sessions", "merge", &out, files[0], files[1]]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        run(&["sessions", "export", &out]).stdout
    };
    assert_eq!(merged("one", [team.gold(), &copy]), merged("two", [&copy, team.gold()]));
    let both = format!("{}/one.db", team.folder.path());
    let args: Vec<&str> = team.args[..team.args.len() - 1].iter().map(String::as_str).collect();
    let ran = run(&[&args[..], &[&both, "--export", "gold"]].concat());
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("deputy, lead have decided") && ran.stderr.contains("--as NAME"),
        "{}",
        ran.stderr
    );
    // A ruling that was undone no longer counts.
    assert_eq!(apply(team.gold(), "lead", &undo).status, 0);
    let queue = team.export(&["queue", "--as", "lead"]).lines();
    assert!(queue.iter().all(|line| line.get("ruling").is_none()), "{queue:#?}");
    // An adjudicator is not an annotator of the cases.
    let ran = run(&["agree", team.gold()]);
    assert!(ran.stderr.contains("nobody has labelled anything"), "{}", ran.stderr);
}

#[test]
fn an_event_that_cannot_be_is_refused_with_its_reason() {
    let team = Team::new();
    team.export(&["queue", "--as", "lead"]);
    let good = json!({"case": "a", "event": "adjudicate", "list": "claims", "text": "x", "to": "partial"});
    let with = |key: &str, value: Value| {
        let mut event = good.clone();
        event[key] = value;
        event
    };
    let mut without_to = good.clone();
    without_to.as_object_mut().unwrap().remove("to");
    for (event, expected) in [
        (with("list", json!("clams")), "no list is called `clams`"),
        (with("to", json!("perhaps")), "perhaps"),
        (without_to, "no `to`"),
        (with("cause", json!("mood")), "it takes guideline_unclear, slip, engine_wrong, genuinely_open"),
        (with("text", json!("")), "no unit"),
        (with("given", json!([{"label": "partial"}])), "`given`"),
        (with("given", json!([{"by": "engine", "label": "partial"}])), "engine"),
        (with("summary", json!([{"start": 0, "end": 3, "text": "no such words"}])), "`summary`"),
        (with("unit_kind", json!("focus")), "`unit_kind`"),
        (json!({"case": "a", "event": "adjudicate", "list": "verdict", "to": null}), "a case has a verdict"),
        (json!({"case": "a", "event": "adjudicate", "list": "verdict", "to": "GOOD"}), "GOOD"),
    ] {
        let ran = run_with(
            &["sessions", "apply", team.gold(), "-", "--as", "lead"],
            lines(std::slice::from_ref(&event)).as_bytes(),
        );
        assert_eq!(ran.status, 3, "{event}");
        let error = ran.lines()[0]["error"].as_str().unwrap().to_owned();
        assert!(error.contains(expected), "{expected}: {error}");
    }
}

#[test]
fn sessions_are_adjudicated_with_their_proposals() {
    let folder = Folder::new();
    let session = format!("{}/s.db", folder.path());
    let queue = folder.write("cases.jsonl", cases(&["a", "b", "c"]));
    assert_eq!(run(&["sessions", "import", &session, &queue]).status, 0);
    let apply = |by: &str, events: &[Value]| {
        let ran = run_with(&["sessions", "apply", &session, "-", "--as", by], lines(events).as_bytes());
        assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    };
    apply(
        "ann",
        &[
            json!({"case": "a", "event": "override", "label": "claims/0", "to": "unsupported"}),
            json!({"case": "a", "event": "decide", "verdict": "FAIL"}),
            json!({"case": "b", "event": "accept"}),
            json!({"case": "c", "event": "flag"}),
        ],
    );
    apply(
        "bob",
        &[
            json!({"case": "a", "event": "decide", "verdict": "WARN"}),
            json!({"case": "b", "event": "accept"}),
            json!({"case": "c", "event": "accept"}),
        ],
    );
    let gold = format!("{}/gold.db", folder.path());
    let args = ["adjudicate", &session, "--session", &gold, "--as", "lead", "--export"];
    let ran = run(&[&args[..], &["queue"]].concat());
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("1 case left out that one annotator judged alone"),
        "c was flagged only: {}",
        ran.stderr
    );
    let lines_of = ran.lines();
    let claim = lines_of.iter().find(|line| is(line, "claim 1")).unwrap();
    let bobs = &claim["given"][1];
    assert_eq!(
        (&bobs["by"], &bobs["left"]),
        (&json!("bob"), &json!(true)),
        "bob left it as the engine had it"
    );
    assert!(lines_of.iter().any(|line| line["list"] == "verdict"), "{lines_of:#?}");
    // The cases have the proposals that the annotators saw, so the sessions can be merged.
    let union = format!("{}/union.db", folder.path());
    let merged = run(&["sessions", "merge", &union, &session, &gold]);
    assert_eq!(merged.status, 0, "{}", merged.stderr);
    // The session of the adjudication contains all answers, and is accepted wherever a gold set is.
    let decided: Vec<Value> = lines_of
        .iter()
        .map(|line| {
            let mut event = line.clone();
            event["to"] = if line["list"] == "verdict" { json!("FAIL") } else { json!("unsupported") };
            event
        })
        .collect();
    let ran_gold = run_with(&["sessions", "apply", &gold, "-", "--as", "lead"], lines(&decided).as_bytes());
    assert_eq!(ran_gold.status, 0, "{}{}", ran_gold.stdout, ran_gold.stderr);
    let alone = run(&["adjudicate", "--session", &gold, "--as", "lead", "--export", "gold"]);
    assert_eq!(alone.status, 0, "{}", alone.stderr);
    let class = run(&["class", &session, "--gold", &gold, "--format", "jsonl"]);
    assert_eq!(class.status, 0, "{}", class.stderr);
    let people = class.lines();
    assert_eq!(people[0]["gold"]["lists"]["verdict"]["same"], json!(1.0), "{}", class.stdout);
    assert_eq!(people[1]["gold"]["lists"]["verdict"]["same"], json!(0.0));
    // `*.db` also matches the gold set, which is not counted as another session.
    let globbed = run(&["class", &gold, &session, "--gold", &gold, "--format", "jsonl"]);
    let counts = |people: &[Value]| -> Vec<Value> {
        people.iter().map(|one| json!([one["person"], one["cases"], one["decided"], one["gold"]])).collect()
    };
    assert_eq!(counts(&globbed.lines()), counts(&people), "{}", globbed.stderr);
    let blind = format!("{}/blind.db", folder.path());
    let review = ["review", &queue, "--session", &blind, "--as", "new", "--blind", "--gold", &gold, "--line"];
    let opened = run_with(&review, b"");
    assert_eq!(opened.status, 0, "{}", opened.stderr);
    let line = run(&["sessions", "export", &blind]).lines()[0].clone();
    assert!(line["gold"].as_object().is_some_and(|gold| gold.contains_key("a")), "{line}");
    // A merged session can be adjudicated on its own.
    let again = run(&["adjudicate", "--session", &union, "--as", "lead", "--export", "queue"]);
    assert_eq!((again.status, again.stdout), (0, ran.stdout), "{}", again.stderr);
}

#[test]
fn what_cannot_be_adjudicated_is_refused_with_its_reason() {
    let team = Team::new();
    let (ann, bob, texts) = (&team.args[1], &team.args[2], &team.args[5]);
    let gold = format!("{}/new.db", team.folder.path());
    let refused = |args: &[&str], expected: &[&str]| {
        let ran = run(&[&["adjudicate"], args].concat());
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        expected.iter().for_each(|part| assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr));
    };
    refused(&[ann, "--session", &gold, "--export", "gold"], &["\"ann\" is the only annotator"]);
    refused(&[ann, bob, "--session", &gold, "--export", "gold"], &["texts of", "--cases FILE"]);
    refused(&[ann, bob, "--cases", texts, "--export", "gold"], &["--session"]);
    refused(&["--session", &gold, "--export", "gold"], &["new.db"]);
    refused(&[ann, bob, "--cases", texts, "--session", &gold, "--format", "md"], &["--export"]);
    refused(
        &[ann, bob, "--cases", texts, "--session", &gold, "--export", "report", "--for", "zoe"],
        &["--for: unknown annotator zoe (known: ann, bob)"],
    );
    refused(
        &[ann, bob, "--cases", texts, "--session", &gold, "--export", "gold", "--as", "engine"],
        &["--as"],
    );
    let screen = format!("{}/screen.db", team.folder.path());
    refused(
        &[ann, bob, "--cases", texts, "--session", &screen],
        &["`--export queue`", "`lockbench sessions apply`"],
    );
    // Another text under the same id is not one of their cases.
    let other =
        team.folder.write("other.jsonl", lines(&[json!({"id": "a", "article": "One.", "summary": "Two."})]));
    let fresh = format!("{}/other.db", team.folder.path());
    assert_eq!(run(&["sessions", "import", &fresh, &other]).status, 0);
    refused(
        &[ann, bob, "--cases", texts, "--session", &fresh, "--export", "gold"],
        &["\"a\"", "other texts", "name another session"],
    );
}

#[test]
fn a_class_is_one_table() {
    let team = Team::new();
    team.decide("lead", |line| {
        Some(json!({"to": if is(line, "unsupported wording 1") { Value::Null } else { json!("supported") }}))
    });
    let gold = team.folder.write("gold.jsonl", team.export(&["gold"]).stdout);
    let progress = |name: &str, passed: Value| json!({"schema": "lockbench.progress/1", "learner": name, "lessons": {"what-a-claim-is": {"passed": passed, "attempts": 2}}, "gym": {}});
    let ann = team.folder.write("p1.json", progress("ann", json!("2026-02-03T10:00:00Z")).to_string());
    let zoe = team.folder.write("p2.json", progress("=zoe", Value::Null).to_string());
    let files = [team.args[1].as_str(), &team.args[2], &ann, &zoe];
    let class = |more: &[&str]| {
        let ran = run(&[&["class"], &files[..], &["--gold", &gold, "--cases", &team.args[5]], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran
    };
    let rows = class(&["--format", "jsonl"]).lines();
    follows("class", &rows);
    let names: Vec<&str> = rows.iter().map(|row| row["person"].as_str().unwrap()).collect();
    assert_eq!(names, ["=zoe", "ann", "bob"]);
    assert_eq!(rows[1]["gold"]["lists"]["claims"]["n"], 6);
    assert!(
        (rows[1]["gold"]["lists"]["claims"]["same"].as_f64().unwrap() - 5.0 / 6.0).abs() < 1e-12,
        "{:#}",
        rows[1]
    );
    assert_eq!(rows[1]["gold"]["rules"]["judge-lock.extraneous_claim"]["n"], 2, "{:#}", rows[1]);
    assert_eq!(rows[1]["lessons"]["what-a-claim-is"]["passed"], "2026-02-03T10:00:00Z");
    assert_eq!(rows[0]["gold"], Value::Null);
    let csv = class(&[]).stdout;
    assert!(csv.lines().nth(1).unwrap().starts_with("'=zoe,0,0,"), "no formula: {csv}");
    let page = class(&["--format", "html"]).stdout;
    assert!(page.contains("Agreement with the gold set, by list") && page.contains("83 % of 6"), "{page}");
    // No names are needed.
    let hidden = class(&["--format", "jsonl", "--pseudonyms"]);
    assert!(!hidden.stdout.contains("ann") && !hidden.stdout.contains("zoe"), "{}", hidden.stdout);
    assert_eq!(class(&["--format", "jsonl", "--pseudonyms"]).stdout, hidden.stdout, "always the same");
    assert_ne!(class(&["--format", "jsonl", "--pseudonyms", "--salt", "x"]).stdout, hidden.stdout);
}

#[test]
fn time_and_cases_of_a_class_are_read_off_sessions() {
    let folder = Folder::new();
    let session = format!("{}/s.db", folder.path());
    let queue = folder.write("cases.jsonl", cases(&["a", "b"]));
    assert_eq!(run(&["sessions", "import", &session, &queue]).status, 0);
    let at = |second: u32| format!("2026-03-01T10:00:{second:02}Z");
    let events = [
        json!({"case": "a", "event": "flag", "at": at(0)}),
        json!({"case": "a", "event": "decide", "verdict": "PASS", "at": at(30)}),
        json!({"case": "b", "event": "decide", "verdict": "FAIL", "at": at(40)}),
    ];
    let ran = run_with(&["sessions", "apply", &session, "-", "--as", "ann"], lines(&events).as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    let rows = run(&["class", &session, "--format", "jsonl"]).lines();
    follows("class", &rows);
    assert_eq!((&rows[0]["cases"], &rows[0]["decided"]), (&json!(2), &json!(2)));
    assert_eq!((&rows[0]["median_seconds"], &rows[0]["total_seconds"]), (&json!(20.0), &json!(40.0)));
    // A copy, such as a merged session or a gold set, counts nobody's work twice.
    let copy = format!("{}/copy.db", folder.path());
    assert_eq!(run(&["sessions", "backup", &session, &copy]).status, 0);
    let twice = run(&["class", &session, &copy, "--format", "jsonl"]).lines();
    let counts = ["cases", "decided", "total_seconds"];
    assert_eq!(counts.map(|key| twice[0][key].clone()), counts.map(|key| rows[0][key].clone()), "{twice:?}");
    let refused = |args: &[&str], expected: &str| {
        let ran = run(&[&["class"], args].concat());
        assert_eq!(ran.status, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    };
    let two = folder.write("two.jsonl", lines(&[set("a", "lea", "s", &[]), set("b", "max", "s", &[])]));
    refused(&[&session, "--gold", &two], "labels of lea, max: a gold set has one annotator");
    let own = folder.write("own.jsonl", lines(&[set("a", "ann", "s", &[])]));
    refused(&[&session, "--gold", &own], "\"ann\" holds the gold set");
    refused(&[&own, "--gold", &own], "own.jsonl is the gold set, and there is no other file");
    let bad = folder.write("p.json", json!({"schema": "lockbench.progress/1", "lessons": {}}).to_string());
    refused(&[&bad], "no `learner`");
    refused(&[&folder.write("q.json", "{\"schema\": \"lockbench.progress/9\"}")], "lockbench.progress/9");
    refused(&[], "required");
}
