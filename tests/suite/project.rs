//! Tests `project` from outside: a round is created, judged, inspected, and closed.

use serde_json::{Value, json};

use crate::cli::{Folder, run, run_with};

const ARTICLE: &str = "The council of Tarnby approved a budget of 48 million euros on Tuesday. Residents said the plan was too \
    expensive. The library will close in June.";
const SUMMARY: &str = "The council approved a budget of 48 million euros. The library will close in June.";

fn cases() -> String {
    queue_of(&["a", "b", "c", "d"])
}

fn queue_of(ids: &[&str]) -> String {
    let case = |id: &&str| json!({"id": id, "article": ARTICLE, "summary": SUMMARY});
    ids.iter().map(|id| format!("{}\n", case(id))).collect()
}

#[test]
fn a_round_is_begun_judged_and_closed() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let file = format!("{}/lockbench.toml", folder.path());
    let begun =
        run(&["project", "new", &queue, "--by", "bob,ann", "--overlap", "50%", "--file", &file, "--blind"]);
    assert_eq!(begun.status, 0, "{}", begun.stderr);
    assert!(begun.stderr.contains(&format!("lockbench review {file} --as NAME")), "{}", begun.stderr);
    assert!(begun.stderr.contains(&format!("{file} made for 4 cases")), "{}", begun.stderr);
    assert!(!begun.stderr.contains("/.lockbench-"), "what is made beside is not named: {}", begun.stderr);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("annotators = [\"ann\", \"bob\"]") && text.contains("blind = true"), "{text}");
    assert_eq!(run(&["project", "new", &queue, "--by", "ann", "--file", &file]).status, 2, "there is one");
    let other = format!("{}/other.toml", folder.path());
    let twice = run(&["project", "new", &queue, "--by", "cyd,cyd", "--file", &other]);
    assert!(twice.status == 2 && twice.stderr.contains("cyd is named twice"), "{}", twice.stderr);
    // A named annotator opens their own session; others have none.
    let opened = run_with(&["review", &file, "--as", "ann", "--line"], b"");
    assert_eq!(opened.status, 0, "{}", opened.stderr);
    for (args, words) in [
        (&["review", &file][..], "--as NAME"),
        (&["review", &file, "--as", "zoe"], "unknown annotator zoe (known: ann, bob)"),
        (&["review", "cases.jsonl"], "--session S.db"),
        (&["project", "status", "/nowhere.toml"], "/nowhere.toml"),
        (&["project", "status", &queue], "name the lockbench.toml"),
        (&["project", "take", "--file", &file, &file], "that is a project"),
        (&["project", "new", &queue, "--by", "cyd", "--file", &other], "in a folder of its own"),
    ] {
        let ran = run(args);
        assert!(ran.status == 2 && ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
    let status = |format: &str| {
        let ran = run(&["project", "status", &file, "--format", format]);
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        ran.stdout
    };
    assert!(status("md").contains("4 cases of 4.") && status("md").contains("0 of 3"), "{}", status("md"));
    let refused = run(&["project", "close", &file]);
    let words = "not finished: ann has judged 0 of 3, bob has judged 0 of 3";
    assert!(refused.status == 2 && refused.stderr.contains(words), "{}", refused.stderr);
    // Both judge the shared cases, and disagree on a claim.
    let apply = |by: &str, to: &str| {
        let session = format!("{}/{by}.db", folder.path());
        let shown = run(&["sessions", "export", &session]).lines();
        let own = shown.iter().filter(|line| line["kind"] == "case" && assigned(line, by));
        let ids: Vec<&str> = own.map(|line| line["id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), 3, "{shown:#?}");
        let events: String = ids
            .iter()
            .map(|id| {
                let change = json!({"case": id, "event": "override", "label": "claims/0", "to": to});
                let then = ["accept", "reveal"].map(|event| json!({"case": id, "event": event}).to_string());
                format!("{change}\n{}\n", then.join("\n"))
            })
            .collect();
        let ran = run_with(&["sessions", "apply", &session, "-", "--as", by], events.as_bytes());
        assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    };
    apply("ann", "unsupported");
    let refused = run(&["project", "close", &file]);
    assert!(refused.stderr.contains("not finished: bob has judged 0 of 3"), "{}", refused.stderr);
    apply("bob", "partial");
    let text = status("md");
    for words in ["3 of 3", "Every case was judged by somebody.", "ann and bob", "talk about it first"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(status("html").contains("<th scope=\"row\""));
    let closed = run(&["project", "close", &file]);
    assert_eq!(closed.status, 0, "{}", closed.stderr);
    let merged = format!("{}/merged.db", folder.path());
    let events = run(&["sessions", "export", &merged]).lines();
    assert!(events.iter().filter(|line| line["event"] == "override").count() == 6, "{events:#?}");
    let again = run(&["review", &file, "--as", "ann"]);
    assert!(again.status == 2 && again.stderr.contains("closed"), "{}", again.stderr);
    assert_eq!(run(&["project", "close", &file]).status, 2);
}

/// A verdict decides a case, and so does accepting it; judging labels individually does not. The status
/// of a round, the table of a class, the progress screen and the export of a session agree on this.
#[test]
fn decided_cases_are_counted_alike_everywhere() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let file = format!("{}/lockbench.toml", folder.path());
    assert_eq!(run(&["project", "new", &queue, "--by", "ann", "--file", &file]).status, 0);
    let session = format!("{}/ann.db", folder.path());
    let judge = |events: &[Value]| {
        let lines: String = events.iter().map(|event| format!("{event}\n")).collect();
        let ran = run_with(&["sessions", "apply", &session, "-", "--as", "ann"], lines.as_bytes());
        assert_eq!(ran.status, 0, "{}", ran.stdout);
    };
    let counts = || {
        let status = run(&["project", "status", &file]).stdout;
        let class = run(&["class", &session, "--format", "jsonl"]).lines();
        let lines = run_with(&["review", &file, "--as", "ann", "--line"], b"progress\n").stdout;
        let decided = |text: &str, end: &str| {
            let at = text.find(end).unwrap_or_else(|| panic!("{end}: {text}"));
            text[..at].rsplit(['\n', ' ', '|']).find(|word| !word.is_empty()).unwrap().parse().unwrap()
        };
        let page = run(&["sessions", "export", &session, "--format", "md"]).stdout;
        let all: [u64; 4] = [
            decided(&status, " of 4 |"),
            class[0]["decided"].as_u64().unwrap(),
            decided(&lines, " of 4 cases decided"),
            decided(&page, " of 4 |"),
        ];
        all
    };
    judge(&[
        json!({"case": "a", "event": "decide", "verdict": "FAIL"}),
        json!({"case": "b", "event": "accept"}),
        json!({"case": "c", "event": "accept", "labels": ["claims/0"], "judged": true}),
        json!({"case": "d", "event": "override", "label": "claims/0", "to": "partial"}),
    ]);
    assert_eq!(counts(), [2; 4]);
    judge(&[json!({"case": "c", "event": "decide", "verdict": "PASS"})]);
    assert_eq!(counts(), [3; 4]);
}

/// In printed commands, file names are quoted for a shell.
#[test]
fn printed_commands_quote_paths_with_spaces_and_quotes() {
    let folder = Folder::new();
    let queue = folder.write("Ann's round 1/cases.jsonl", cases());
    let file = format!("{}/Ann's round 1/lockbench.toml", folder.path());
    let beside = |name: &str| format!("{}/Ann's round 1/{name}", folder.path());
    // Returns the words of the command in backticks with this beginning.
    let words = |text: &str, beginning: &str| {
        let at = text.find(&format!("`{beginning}")).unwrap_or_else(|| panic!("{beginning}: {text}"));
        shell_words::split(text[at + 1..].split('`').next().unwrap()).unwrap()
    };
    let begun = run(&["project", "new", &queue, "--by", "ann,bob", "--file", &file]);
    assert_eq!(words(&begun.stderr, "lockbench review")[2], file, "{}", begun.stderr);
    let sent = run(&["project", "send", "bob", "--file", &file]);
    let package = &words(&sent.stderr, "lockbench review")[2];
    assert!(std::path::Path::new(package).exists(), "{}", sent.stderr);
    std::fs::remove_file(beside("ann.db")).unwrap();
    let missing = run(&["review", &file, "--as", "ann"]);
    let backup = words(&missing.stderr, "lockbench sessions backup");
    assert_eq!(backup[3..], [beside("cases.db"), beside("ann.db")], "{}", missing.stderr);
    assert_eq!(run(&[&["sessions", "backup"], &[backup[3].as_str(), &backup[4]][..]].concat()).status, 0);
    let closed = run(&["project", "close", &file, "--unfinished"]);
    assert_eq!(words(&closed.stderr, "lockbench agree")[2], beside("merged.db"), "{}", closed.stderr);
    assert_eq!(words(&closed.stderr, "lockbench adjudicate")[2], beside("merged.db"));
    let none = run(&["sessions", "export", &beside("no.db")]);
    assert_eq!(words(&none.stderr, "lockbench sessions import")[3], beside("no.db"), "{}", none.stderr);
    let other = run(&["review", &queue, "--line"]);
    assert_eq!(words(&other.stderr, "lockbench review")[2], queue, "{}", other.stderr);
}

#[test]
fn a_round_that_cannot_be_begun_leaves_nothing() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let broken = folder.write("broken.jsonl", format!("{}{{\n", cases()));
    let file = format!("{}/round/lockbench.toml", folder.path());
    std::fs::create_dir(format!("{}/round", folder.path())).unwrap();
    for args in [
        &[queue.as_str(), "--overlap", "300%"][..],
        &[&queue, "--rubric", "nothing"],
        &[&queue, "--guidelines", "/nowhere.md"],
        &[&broken],
        &["/nowhere.jsonl"],
    ] {
        let ran = run(&[&["project", "new", "--by", "ann,bob", "--file", &file], args].concat());
        assert_ne!(ran.status, 0, "{args:?}");
        let left: Vec<_> = std::fs::read_dir(format!("{}/round", folder.path())).unwrap().collect();
        assert!(left.is_empty(), "{args:?}: {left:?}");
    }
}

#[test]
fn what_review_is_given_counts_beside_a_project() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let file = format!("{}/lockbench.toml", folder.path());
    assert_eq!(run(&["project", "new", &queue, "--by", "ann", "--file", &file]).status, 0);
    for (args, words) in [
        (&["--theme", "no-such-theme", "--play", "/nowhere.keys"][..], "/nowhere.keys"),
        (&["--judge", "", "--line"], "--judge"),
        (&["--labels", "/nowhere.jsonl", "--line"], "/nowhere.jsonl"),
        (&["--rubric", "twin-lock", "--line"], "the project judges by judge-lock"),
    ] {
        let ran = run(&[&["review", &file, "--as", "ann"], args].concat());
        assert!(ran.status == 2 && ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn a_damaged_session_costs_its_own_row_alone() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let file = format!("{}/lockbench.toml", folder.path());
    assert_eq!(run(&["project", "new", &queue, "--by", "ann,bob", "--file", &file]).status, 0);
    folder.write("bob.db", "no session at all");
    let ran = run(&["project", "status", &file]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("| ann | 0 of 2") && ran.stdout.contains("cannot be read"), "{}", ran.stdout);
    assert!(ran.stdout.contains("bob: ") && ran.stdout.contains("bob.db"), "{}", ran.stdout);
}

/// The gold case, whose labels are given by a person.
fn gold() -> String {
    let units = json!([
        {"text": "The council approved a budget of 50 million euros.", "label": "unsupported"},
        {"text": "The library will close in June.", "label": "supported"},
    ]);
    let summary = "The council approved a budget of 50 million euros. The library will close in June.";
    let labels = json!({"by": "lead", "labels": {"claims": units}});
    format!("{}\n", json!({"id": "gold-1", "article": ARTICLE, "summary": summary, "labels": labels}))
}

#[test]
fn a_gold_set_that_cannot_be_used_is_refused_when_the_round_is_made() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let engine = folder.write("engine.jsonl", run(&["labels", &queue]).stdout);
    let file = format!("{}/lockbench.toml", folder.path());
    let new = ["project", "new", &queue, "--by", "ann,bob", "--overlap", "100%", "--file", &file, "--blind"];
    let refused = run(&[&new[..], &["--gold", &engine]].concat());
    assert!(refused.status == 2 && refused.stderr.contains("are the engine's"), "{}", refused.stderr);
    assert_eq!(refused.stdout, "", "nothing was made");
    for left in ["lockbench.toml", "cases.db", "ann.db"] {
        assert!(!std::path::Path::new(folder.path()).join(left).exists(), "{left}");
    }
    // The gold cases that fit into a queue are counted before anybody has opened it.
    let known = folder.write("known.jsonl", gold() + &gold().replace("gold-1", "gold-2"));
    let begun = run(&[&new[..], &["--gold", &known]].concat());
    assert_eq!(begun.status, 0, "{}", begun.stderr);
    assert!(
        begun.stderr.contains("2 gold cases in the file")
            && begun.stderr.contains("ann 0 in the queue, of 4 cases"),
        "{}",
        begun.stderr
    );
    let status = run(&["project", "status", &file, "--format", "md"]).stdout;
    assert!(status.contains("4 cases of 4.") && status.contains("| ann | 0 of 4 |"), "{status}");
    let none = run(&["project", "take", "ann-package.db", "--file", &file]);
    assert!(none.status == 2 && none.stderr.contains("`lockbench project send NAME`"), "{}", none.stderr);
}

/// A case handed in through `sessions apply` is scored as in the workbench: by the labels before it.
#[test]
fn a_gold_case_that_is_handed_in_from_outside_counts_for_the_status() {
    let folder = Folder::new();
    let ids: Vec<String> = (1..=12).map(|at| format!("c{at}")).collect();
    let queue = folder.write("cases.jsonl", queue_of(&ids.iter().map(String::as_str).collect::<Vec<_>>()));
    // Units as the engine words them.
    let known = folder.write("known.jsonl", gold().replace(".\"", "\""));
    let file = format!("{}/lockbench.toml", folder.path());
    let new = ["project", "new", &queue, "--by", "ann", "--file", &file, "--blind", "--gold", &known];
    let begun = run(&new);
    assert!(begun.stderr.contains("ann 1 in the queue"), "{}", begun.stderr);
    let set = |at: usize, to: &str| {
        let label = format!("claims/{at}");
        format!("{}\n", json!({"event": "override", "case": "gold-1", "label": label, "to": to}))
    };
    let reveal = format!("{}\n", json!({"event": "reveal", "case": "gold-1"}));
    let events = set(0, "supported") + &set(1, "supported") + &reveal + &set(0, "unsupported");
    let events = folder.write("events.jsonl", events);
    let applied = run(&["sessions", "apply", &format!("{}/ann.db", folder.path()), &events, "--as", "ann"]);
    assert_eq!(applied.status, 0, "{}", applied.stderr);
    let status = run(&["project", "status", &file, "--format", "md"]).stdout;
    assert!(status.contains("| ann | 2 | 0 | 0 | 50 % |"), "{status}");
}

/// A gold set of cases from the queue itself, as an earlier round leaves it.
#[test]
fn each_queue_has_gold_cases_whoever_they_would_be_assigned_to() {
    let folder = Folder::new();
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let queue = folder.write("cases.jsonl", queue_of(&ids));
    let gold = |id: &str| {
        let claims = json!([{"text": "The library will close in June.", "label": "supported"}]);
        format!("{}\n", json!({"id": id, "by": "lead", "labels": {"claims": claims}}))
    };
    let known = folder.write("known.jsonl", gold("a") + &gold("b"));
    let file = format!("{}/lockbench.toml", folder.path());
    let new = ["project", "new", &queue, "--by", "ann,bob", "--file", &file, "--blind", "--gold", &known];
    let begun = run(&[&new[..], &["--training", "2"]].concat());
    assert_eq!(begun.status, 0, "{}", begun.stderr);
    let counts = begun.lines();
    assert_eq!(counts.iter().map(|own| own["training"].clone()).collect::<Vec<_>>(), [2, 2], "{counts:?}");
    let cases: Vec<Value> = counts.iter().map(|own| own["cases"].clone()).collect();
    assert_eq!(cases, [3 + 2, 3 + 2], "the others are shared out equally: {counts:?}");
    // Without a training round, and at a rate that has room for none of them, they are everybody's too.
    for made in ["lockbench.toml", "cases.db", "ann.db", "bob.db"] {
        std::fs::remove_file(format!("{}/{made}", folder.path())).unwrap();
    }
    let begun = run(&new);
    assert_eq!(begun.status, 0, "{}", begun.stderr);
    let counts: Vec<[Value; 2]> =
        begun.lines().iter().map(|own| [own["cases"].clone(), own["gold"].clone()]).collect();
    assert_eq!(counts, [[json!(5), json!(2)], [json!(5), json!(2)]]);
    let status = run(&["project", "status", &file, "--format", "md"]).stdout;
    assert!(status.contains("8 cases of 8."), "all of them have to be judged: {status}");
}

#[test]
fn who_fails_the_training_of_a_project_begins_another_round() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let known = folder.write("known.jsonl", gold() + &gold().replace("gold-1", "gold-2"));
    let file = format!("{}/lockbench.toml", folder.path());
    let new = ["project", "new", &queue, "--by", "ann", "--file", &file, "--blind", "--gold", &known];
    let refused = run(&[&new[..], &["--training", "3"]].concat());
    assert!(refused.status == 2 && refused.stderr.contains("there are 2"), "{}", refused.stderr);
    // No session was left behind: the round can be created with the existing cases.
    assert!(refused.stderr.contains("--training 2 begins the round with all of them"), "{}", refused.stderr);
    assert!(!refused.stderr.contains("review"), "{}", refused.stderr);
    let begun = run(&[&new[..], &["--training", "1"]].concat());
    // The same number of cases is reported everywhere, before anybody has opened the project.
    let counts = begun.lines();
    assert_eq!((&counts[0]["cases"], &counts[0]["training"]), (&json!(5), &json!(1)), "{counts:?}");
    assert!(begun.stderr.contains("ann 0 in the queue and 1 for training, of 5 cases\n"), "{}", begun.stderr);
    let status = run(&["project", "status", &file, "--format", "md"]).stdout;
    assert!(status.contains("| ann | 0 of 5, 1 for training |"), "{status}");
    let again = format!("lockbench review {file} --as ann --training 1");
    let ran = run_with(&["review", &file, "--as", "ann", "--line"], b"hand_in\nhand_in\n");
    assert!(ran.stdout.contains(&format!("`{again}` begins another round")), "{}", ran.stdout);
    let ran = run_with(&["review", &file, "--as", "ann", "--line"], b"");
    assert!(
        ran.stdout.starts_with("Progress") && ran.stdout.contains("begins another round"),
        "{}",
        ran.stdout
    );
    let ran = run_with(&["review", &file, "--as", "ann", "--training", "1", "--line"], b"");
    assert!(ran.stdout.contains("gold-2") && ran.stdout.contains("hidden: 0 of"), "{}", ran.stdout);
    // A package has no training round; its cases are those of the queue.
    let other = format!("{}/other.toml", folder.path());
    for left in ["cases.db", "ann.db"] {
        std::fs::remove_file(format!("{}/{left}", folder.path())).unwrap();
    }
    assert_eq!(run(&[&new[..5], &["--file", &other], &new[7..], &["--training", "1"]].concat()).status, 0);
    let sent = run(&["project", "send", "ann", "--file", &other]);
    assert!(sent.stderr.contains("4 cases"), "{}", sent.stderr);
    let status = run(&["project", "status", &other, "--format", "md"]).stdout;
    assert!(status.contains("| ann | 0 of 4 |"), "{status}");
}

#[test]
fn a_missing_session_costs_its_own_row_and_comes_back_with_a_package() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let known = folder.write("known.jsonl", gold());
    let file = format!("{}/lockbench.toml", folder.path());
    let new = ["project", "new", &queue, "--by", "ann,bob", "--file", &file, "--blind", "--gold", &known];
    assert_eq!(run(&new).status, 0);
    let package = format!("{}/ann-package.db", folder.path());
    assert_eq!(run(&["project", "send", "ann", "--file", &file]).status, 0);
    let judged = run_with(&["review", &package, "--line"], b"hand_in\nhand_in\n");
    assert_eq!(judged.status, 0, "{}", judged.stderr);
    std::fs::remove_file(format!("{}/ann.db", folder.path())).unwrap();
    let ran = run(&["project", "status", &file]);
    assert!(ran.status == 0 && ran.stdout.contains("| bob | 0 of 2 |"), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("project take PACKAGE") && !ran.stdout.contains("import"), "{}", ran.stdout);
    for args in [
        &["review", &file, "--as", "ann", "--line"][..],
        &["project", "close", &file],
        &["project", "send", "ann", "--file", &file],
    ] {
        let ran = run(args);
        assert!(ran.status == 2 && ran.stderr.contains("put a backup"), "{args:?}: {}", ran.stderr);
    }
    // Without its key a package cannot be read, and no session is created.
    let [key, away] = ["packages/ann.json", "away"].map(|name| format!("{}/{name}", folder.path()));
    std::fs::rename(&key, &away).unwrap();
    assert_eq!(run(&["project", "take", &package, "--file", &file]).status, 2);
    assert!(!std::path::Path::new(&format!("{}/ann.db", folder.path())).exists());
    std::fs::rename(&away, &key).unwrap();
    let taken = run(&["project", "take", &package, "--file", &file]);
    assert_eq!(taken.status, 0, "{}", taken.stderr);
    let status = run(&["project", "status", &file]).stdout;
    assert!(status.contains("| ann | 1 of 2 |"), "the same cases, and what was judged: {status}");
}

#[test]
fn a_project_that_is_not_one_costs_one_line() {
    let folder = Folder::new();
    let queue = folder.write("cases.jsonl", cases());
    let half = folder.write("half.toml", "schema = \"lockbench.project/1\"\nannotators = [\n");
    let new = ["project", "new", &queue, "--by", "ann", "--file", "new.toml"];
    for (args, words) in [
        (
            &[&new[..], &["--overlap", "120%"]].concat()[..],
            "error: --overlap 120%: a share is from 0% to 100%",
        ),
        (&["project", "status", &half], "half.toml: line 2: "),
    ] {
        let ran = run(args);
        assert!(ran.status == 2 && ran.stderr.contains(words), "{}", ran.stderr);
        assert!(!ran.stderr.contains('⏎') && !ran.stderr.contains("error: error"), "{}", ran.stderr);
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn a_package_tells_nothing_and_comes_back() {
    let folder = Folder::new();
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
    let queue = folder.write("cases.jsonl", queue_of(&ids));
    let gold = folder.write("known-labels.jsonl", gold());
    let file = format!("{}/lockbench.toml", folder.path());
    let new = ["project", "new", &queue, "--by", "ann,bob", "--overlap", "100%", "--file", &file];
    let begun = run(&[&new[..], &["--blind", "--gold", &gold, "--gold-pass", "50%"]].concat());
    assert_eq!(begun.status, 0, "{}", begun.stderr);
    let ran = run(&["project", "send", "zoe", "--file", &file]);
    assert!(ran.status == 2 && ran.stderr.contains("unknown annotator zoe (known: ann, bob)"));
    let sent = run(&["project", "send", "ann", "--file", &file]);
    assert_eq!(sent.status, 0, "{}", sent.stderr);
    let package = format!("{}/ann-package.db", folder.path());
    assert!(sent.stderr.contains("13 cases") && sent.stderr.contains(&package), "{}", sent.stderr);
    // A package contains texts and units, one value for all units, and no id of a case or of the gold
    // set.
    let lines = run(&["sessions", "export", &package]).lines();
    let of_cases: Vec<&Value> = lines.iter().filter(|line| line["kind"] == "case").collect();
    assert_eq!(of_cases.len(), 13);
    for case in &of_cases {
        let (id, text) = (case["id"].as_str().unwrap(), case.to_string());
        assert!(id.len() == 12 && id.chars().all(|c| c.is_ascii_hexdigit()), "{id}");
        assert!(case["case"].get("labels").is_none() && case["from"]["file"] == "package", "{text}");
        let claims = case["proposals"]["labels"]["claims"].as_array().unwrap();
        assert!(!claims.is_empty());
        for list in case["proposals"]["labels"].as_object().unwrap().values().filter_map(Value::as_array) {
            let words: std::collections::BTreeSet<String> =
                list.iter().map(|unit| unit["label"].to_string()).collect();
            assert!(words.len() <= 1, "{text}");
            let tells = |unit: &Value| {
                ["p", "why", "chances"]
                    .iter()
                    .any(|key| unit.get(key).is_some_and(|value| !value.is_null() && value != &json!([])))
            };
            assert!(!list.iter().any(tells), "{text}");
        }
        let spans = claims.iter().filter_map(|claim| claim["article"].as_array());
        assert!(spans.flatten().next().is_none(), "where the evidence is tells the label: {text}");
    }
    let silent = |what: &str| {
        let bytes = std::fs::read(&package).unwrap();
        let text =
            String::from_utf8_lossy(&bytes).into_owned() + &run(&["sessions", "export", &package]).stdout;
        for message in
            ["gold-1", "known-labels", "\"lead\"", "bob", "gold_", "cases.jsonl", "followed", "extraneous/0"]
        {
            assert!(
                !text.contains(message) || message == "gold_" && text.contains("\"gold_rate\":0.0"),
                "{what}: {message}"
            );
        }
        // Nothing was derived from the engine's labels either: no digest, no rejection.
        let events = run(&["sessions", "export", &package]).lines();
        assert!(!events.iter().any(|line| line["event"] == "reject"), "{what}");
    };
    silent("as it was sent");
    // Its annotator opens it by its name alone, blind; nobody else can.
    let opened = run_with(&["review", &package, "--line"], b"labels claims\nstatus\n");
    assert_eq!(opened.status, 0, "{}", opened.stderr);
    assert!(!opened.stdout.contains("unsupported") && !opened.stdout.contains("PASS"), "{}", opened.stdout);
    // Its texts stay as they are.
    let edits = "edit summary\nNew words.\n.\nsummary\nedit\nstatus\n";
    let ran = run_with(&["review", &package, "--line"], edits.as_bytes());
    assert_eq!(ran.stdout.matches("the texts of a package stay as they are").count(), 2, "{}", ran.stdout);
    assert!(!ran.stdout.contains("New words") && !ran.stdout.contains("edited"), "{}", ran.stdout);
    // Its units have placeholders in the place of the engine's labels, whose score would mean nothing.
    let scored = run(&["score", "--session", &package]);
    assert!(scored.status == 2 && scored.stderr.contains("the package of ann"), "{}", scored.stderr);
    let [whole, page] = ["jsonl", "md"].map(|form| run(&["sessions", "export", &package, "--format", form]));
    assert!(page.status == 0 && page.stderr.contains("are placeholders"), "{}", page.stderr);
    assert_eq!((whole.status, whole.stderr.as_str()), (0, ""));
    let other = run(&["review", &package, "--as", "bob", "--line"]);
    assert!(other.status == 2 && other.stderr.contains("for ann, not for bob"), "{}", other.stderr);
    silent("after it was opened");
    // She judges four cases, and hands them in.
    let sealed: Vec<&str> = of_cases.iter().take(12).map(|case| case["id"].as_str().unwrap()).collect();
    let mut events = String::new();
    for id in &sealed {
        for (event, more) in [
            ("override", json!({"label": "claims/0", "to": "unsupported"})),
            ("override", json!({"label": "claims/1", "to": "supported"})),
            ("reveal", json!({"rubric": "judge-lock", "missing": []})),
        ] {
            let mut line = json!({"case": id, "event": event});
            line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            events.push_str(&format!("{line}\n"));
        }
    }
    let (first, order) = (sealed[0], &sealed[..2]);
    let prefer = json!({"case": first, "event": "prefer", "prefer": first, "order": order});
    events.push_str(&format!("{prefer}\n"));
    let applied = run_with(&["sessions", "apply", &package, "-", "--as", "ann"], events.as_bytes());
    assert_eq!(applied.status, 0, "{}{}", applied.stdout, applied.stderr);
    let edit =
        format!("{}\n", json!({"case": sealed[0], "event": "edit", "field": "summary", "text": "Other."}));
    let refused = run_with(&["sessions", "apply", &package, "-", "--as", "ann"], edit.as_bytes());
    assert!(refused.stdout.contains("the texts of a package stay as they are"), "{}", refused.stdout);
    silent("after it was judged");
    // It is returned, even twice.
    let all = format!("{}/ann.db", folder.path());
    for _ in 0..2 {
        let taken = run(&["project", "take", &package, "--file", &file]);
        assert_eq!(taken.status, 0, "{}", taken.stderr);
        assert!(taken.stderr.contains("ann: 12 of 13 cases handed in"), "{}", taken.stderr);
        let events = run(&["sessions", "export", &all]).lines();
        let of = |name: &str| events.iter().filter(|line| line["event"] == name).collect::<Vec<_>>();
        assert_eq!((of("override").len(), of("reveal").len()), (24, 12), "{events:#?}");
        let known = |id: &str| ids.contains(&id) || id == "gold-1";
        assert!(of("override").iter().all(|event| known(event["case"].as_str().unwrap())));
        let (order, prefer) = (of("prefer")[0]["order"].as_array().unwrap(), &of("prefer")[0]["prefer"]);
        assert!(order[0] == *prefer && order.iter().all(|id| known(id.as_str().unwrap())), "{order:?}");
    }
    let status = run(&["project", "status", &file]).stdout;
    assert!(status.contains("| ann | 12 of 13"), "{status}");
    // A second copy with another answer on a unit is a conflict.
    let second = format!("{}/second.db", folder.path());
    let sent = run(&["project", "send", "ann", "--file", &file, "-o", &second]);
    assert_eq!(sent.status, 0, "{}", sent.stderr);
    let event = json!({"case": sealed[0], "event": "override", "label": "claims/0", "to": "partial"});
    let applied =
        run_with(&["sessions", "apply", &second, "-", "--as", "ann"], format!("{event}\n").as_bytes());
    assert_eq!(applied.status, 0, "{}", applied.stdout);
    let taken = run(&["project", "take", &second, "--file", &file]);
    assert!(taken.status == 2 && taken.stderr.contains("1 conflicting label"), "{}", taken.stderr);
    assert!(taken.stderr.contains("partial in"), "{}", taken.stderr);
    let taken = run(&["project", "take", &second, "--file", &file, "--prefer", &second]);
    assert_eq!(taken.status, 0, "{}", taken.stderr);
    let events = run(&["sessions", "export", &all]).lines();
    assert!(events.iter().any(|line| line["to"] == "partial"), "{events:#?}");
    let stranger = run(&["project", "take", &all, "--file", &file]);
    assert!(stranger.status == 2 && stranger.stderr.contains("not a package"), "{}", stranger.stderr);
}

/// Returns whether a case is assigned to an annotator.
fn assigned(line: &Value, by: &str) -> bool {
    line["assigned"].as_array().is_none_or(|names| names.iter().any(|name| name == by))
}
