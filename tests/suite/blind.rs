//! Tests blind review: nothing that the engine found reaches the screen before the annotator has judged,
//! and afterwards all of it does, with the effect of each difference.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use lockbench::blind::{BlindSettings, GoldCases};
use lockbench::case::{Fields, Record};
use lockbench::labels::{LISTS, List};
use lockbench::session::{CaseRow, Event, Store, session_line};
use lockbench::tui::Options;
use lockbench::tui::decide::word_keys;
use lockbench::tui::msg::Message;
use lockbench::tui::queue::blind::Blind;
use lockbench::tui::queue::{Sources, Storage};
use serde_json::{Value, json};

use crate::cli::{Folder, Ran, lines, run, run_with};
use crate::test_workbench::{ARTICLE, SUMMARY, TestWorkbench};

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 16)];

/// A session in a folder, with cases that use the usual texts.
struct Desk {
    folder: tempfile::TempDir,
    blind: Blind,
}

impl Desk {
    fn new(cases: &[Value], blind: Blind) -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap(), blind };
        let line = session_line(lockbench::session::now(), "judge-lock", &serde_json::Map::default());
        let mut store = Store::create(&desk.session(), &line).unwrap();
        let row = |case: &Value| {
            let record = Record::json("q.jsonl", "", &case.to_string());
            CaseRow::of(record, &Fields::default(), &[]).unwrap().remove(0).0
        };
        store.add(&cases.iter().map(row).collect::<Vec<_>>()).unwrap();
        desk
    }

    fn session(&self) -> PathBuf {
        self.folder.path().join("s.db")
    }

    fn open(&self, (columns, rows): (u16, u16)) -> TestWorkbench {
        let sources = Sources {
            keep: Storage::Session(Box::new(Store::open(&self.session()).unwrap())),
            quiet: std::time::Duration::ZERO,
            unasked: true,
            blind: Some(self.blind.clone()),
            ..Sources::default()
        };
        TestWorkbench::with(&[], Options { sources, ..Options::default() }, columns, rows)
    }

    fn events(&self, case: &str) -> Vec<Event> {
        Store::open(&self.session()).unwrap().events(case, "ann").unwrap()
    }

    fn names(&self, case: &str) -> Vec<&'static str> {
        self.events(case).into_iter().map(|event| event.act.name()).collect()
    }
}

fn case(id: &str) -> Value {
    json!({"id": id, "article": ARTICLE, "summary": SUMMARY.replace("approved", "rejected")})
}

/// Gives every unit of the case a value by the keys of the labels panel: the best value of its list, or
/// the worst.
fn label_all(top: &mut TestWorkbench, best: bool) {
    for _ in 0..200 {
        let (_, open) = top.open_case().asked_for();
        let Some(first) = open.first().copied() else { return };
        if top.open_case().label.is_none_or(|id| !open.contains(&id)) {
            top.work.app.state.go_to(first);
        }
        let keys = word_keys(&top.work.app.state.keys, top.open_case().list);
        let key = if best { keys.first() } else { keys.last() };
        top.keys(&key.unwrap().0.to_string());
    }
    panic!("units are left\n{}", top.text());
}

/// Returns the labels of a case with an annotator's value for every unit: all the best, or all the worst.
fn labels_of(case: &Value, best: bool, findings: bool) -> Value {
    let folder = Folder::new();
    let file = folder.write("c.json", case.to_string());
    let mut labels = run(&["labels", &file]).lines().remove(0)["labels"].take();
    for spec in &LISTS {
        let Some(units) = labels[spec.key].as_array_mut() else { continue };
        if spec.list.is_finding() {
            units.retain(|_| findings);
            continue;
        }
        for unit in units {
            unit.as_object_mut().unwrap().retain(|key, _| {
                ["text", "question", "answer", "summary", "article", "kind"].contains(&key.as_str())
            });
            let word = if best { spec.words[0] } else { *spec.words.last().unwrap() };
            unit[spec.field] = match word.as_str() {
                "true" => json!(true),
                "false" => json!(false),
                word => json!(word),
            };
            unit["why"] = json!(if best { "it is all there" } else { "none of it is there" });
        }
    }
    labels
}

/// Keys that a curious annotator might press: panels, screens, lists, rubrics, the table, commands that
/// judge or show.
const CURIOUS: &[&str] = &[
    "", "<Tab>", "<Enter>", "<Tab>", "<Enter>", "<Tab>", "<Enter>", "<Tab>", "j", "k", "<Enter>", " ", " ",
    "]", "]", "]", "o", "<Esc>", "S", "M", "r", "<Esc>", "W", "<Esc>", "D", "<Esc>", "0", "<Esc>", "R",
    "<Esc>", "J", "<Esc>", "B", "<Esc>", "~", "A", "X", "<Esc>", "V", "<Esc>", "I", "<Esc>", "L", "<Esc>",
    "P", "<Esc>", "Q", "s", "s", "<Right>", "s", "c", " ", "<Esc>", "b", "<Esc>", "<Enter>", ":", "over",
    "<Enter>", "<Esc>", "/", "council", "<Enter>", "n", "1", "<Tab>", "3", "<Tab>", "4", "<Tab>", "5", "6",
    "2", "+", "+", ">", "<", "U", "p", "p", "p", "k", "x", "k", "S", "<Tab>", "<Enter>", "d", "M", "z", "y",
    "C", "why<C-s>", "L", "<Esc>", "K", "<Esc>", "Y", "<Esc>", "O", "?", "<Esc>", "F", "F",
];

/// Returns the screen without the lines that show the time spent.
fn shown(top: &TestWorkbench) -> Vec<String> {
    let timed = |row: &String| ["time at work", "pace:", " a case"].iter().any(|words| row.contains(words));
    top.rows().into_iter().filter(|row| !timed(row)).collect()
}

/// Returns whether a text contains a number formatted like a score or probability.
fn has_decimal(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(4).any(|part| {
        part[0].is_ascii_digit() && part[1] == b'.' && part[2].is_ascii_digit() && part[3].is_ascii_digit()
    })
}

#[test]
fn no_screen_depends_on_what_was_found_before_the_annotator_has_judged() {
    // Two sessions with the same texts and opposite labels must show the same.
    let desks = [true, false].map(|best| {
        let mut one = case("one");
        one["labels"] = labels_of(&one, best, !best);
        Desk::new(&[one, case("two")], Blind::default())
    });
    for size in SIZES {
        let [mut good, mut bad] = [0, 1].map(|at| desks[at].open(size));
        for (at, keys) in CURIOUS.iter().enumerate() {
            good.keys(keys);
            bad.keys(keys);
            assert_eq!(shown(&good), shown(&bad), "{size:?}, after {:?}", &CURIOUS[..=at]);
            let text = good.text();
            // The rules contain numbers of their own.
            assert!(
                text.contains("Guidelines: the rules") || !has_decimal(&text),
                "{size:?}, a score or a probability after {:?}\n{text}",
                &CURIOUS[..=at]
            );
        }
        good.keys("qq");
        bad.keys("qq");
    }
    for desk in &desks {
        let names = desk.names("one");
        assert!(names.first().is_none_or(|name| *name == "seen") && !names.contains(&"reveal"), "{names:?}");
    }
}

#[test]
fn a_hidden_case_says_so_and_its_units_have_no_label() {
    let desk = Desk::new(&[case("one")], Blind::default());
    for size in SIZES {
        let mut top = desk.open(size);
        assert!(top.rows()[0].contains("blind"), "{}", top.text());
        top.work.app.state.go_to(top.open_case().asked_for().1[0]);
        top.keys("<Down>");
        let text = top.text();
        assert!(text.contains("to label") && text.contains("engine: hidden"), "{text}");
        for words in ["FAIL", "PASS", "INCOMPLETE", "antonym", " p 0"] {
            assert!(!text.contains(words), "{words} at {size:?}\n{text}");
        }
        top.keys("W");
        assert!(top.text().contains("hidden"), "{}", top.text());
    }
}

#[test]
fn claim_by_claim_a_hidden_case_shows_its_article_and_is_handed_in() {
    let mut long = case("one");
    let items: String = (0..40)
        .map(|at| {
            format!("On item{at} the council heard many people of the town, and decided nothing that day. ")
        })
        .collect();
    long["article"] = json!(format!("{ARTICLE} {items}"));
    for size in SIZES {
        let desk = Desk::new(std::slice::from_ref(&long), Blind::default());
        let mut top = desk.open(size);
        top.keys(";");
        let text = top.text();
        assert!(text.contains("article, from sentence 1 "), "{size:?}\n{text}");
        assert!(text.contains("The council") && text.contains("not labelled yet"), "{size:?}\n{text}");
        assert!(!text.contains("nothing for it") && !text.contains("proposed"), "{size:?}\n{text}");
        // Paging shows all of it, and the last page stays.
        let mut seen = text;
        for _ in 0..80 {
            top.keys("<PageDown>");
            seen.push_str(&top.text());
        }
        let words: HashSet<&str> = seen.split(|c: char| !c.is_alphanumeric()).collect();
        let missing: Vec<usize> = (0..40).filter(|at| !words.contains(&*format!("item{at}"))).collect();
        assert_eq!(missing, [0; 0], "{size:?}\n{}", top.text());
        assert!(top.text().contains("item39"), "{}", top.text());
        top.keys(&"<PageUp>".repeat(80));
        assert!(top.text().contains("article, from sentence 1 "), "{}", top.text());
        top.keys("O");
        assert!(top.text().contains("O again hands it in"), "{}", top.text());
    }
}

#[test]
fn a_report_of_a_session_says_that_cases_were_handed_in_without_a_verdict() {
    let desk = Desk::new(&[case("one")], Blind::default());
    let mut top = desk.open((120, 40));
    label_all(&mut top, true);
    top.keys("O");
    drop(top);
    for format in ["md", "html"] {
        let page = run(&["sessions", "export", desk.session().to_str().unwrap(), "--format", format]).stdout;
        assert!(page.contains("1 case was handed in blind without a verdict"), "{page}");
        assert!(page.contains("Nobody gave a verdict of their own."), "{page}");
        assert!(!page.contains("people: PASS"), "no matrix of zeros: {page}");
    }
}

#[test]
fn a_result_with_the_engines_labels_never_enters_a_hidden_case() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.json");
    std::fs::write(&file, case("one").to_string()).unwrap();
    let open = TestWorkbench::open(&[file], 120, 40);
    let mut whole = open.open_case().shown.clone().unwrap();
    assert!(whole.labels.get(List::Claims).unwrap().iter().all(|claim| claim.word.is_some()));
    let desk = Desk::new(&[case("one")], Blind::default());
    let mut top = desk.open((120, 40));
    let before = top.rows();
    whole.generation = u64::MAX;
    top.send(Message::Scored(whole));
    assert_eq!(top.rows(), before);
    let shown = top.open_case().shown.as_ref().unwrap();
    assert!(
        shown.labels.get(List::Claims).unwrap().iter().all(|claim| claim.word.is_none() && claim.p.is_none())
    );
    assert!(shown.analysis.as_ref().unwrap().proposals.get(List::Claims).is_none());
}

#[test]
fn without_a_label_nothing_is_compared() {
    let desk = Desk::new(&[case("one")], Blind::default());
    let mut top = desk.open((120, 40));
    top.keys("OO");
    let text = top.text();
    assert!(text.contains("you gave no label to compare it with"), "{text}");
    assert!(!text.contains("the same score") && !text.contains("no difference"), "{text}");
}

#[test]
fn a_case_is_revealed_when_it_is_handed_in() {
    let desk = Desk::new(&[case("one"), case("two")], Blind::default());
    let mut top = desk.open((120, 40));
    top.keys("O");
    assert!(
        top.text().contains("without your label") && top.text().contains("O again hands it in"),
        "{}",
        top.text()
    );
    assert!(desk.names("one").is_empty());
    label_all(&mut top, true);
    assert!(top.text().contains("all are labelled"), "{}", top.text());
    assert!(!top.text().contains("FAIL"), "{}", top.text());
    top.keys("O");
    let text = top.text();
    for words in
        ["You and the engine: judge-lock", "points apart", "supported against unsupported", "rule", "engine"]
    {
        assert!(text.contains(words), "{words}\n{text}");
    }
    let names = desk.names("one");
    assert_eq!(names.first(), Some(&"seen"));
    assert_eq!(names.last(), Some(&"reveal"));
    assert!(names.contains(&"reject"), "the engine's findings are not the annotator's: {names:?}");
    let seen = &desk.events("one")[0];
    assert_eq!(seen.fields.get("blind"), Some(json!(true)));
    assert_eq!(desk.events("one").last().unwrap().fields.get("missing"), Some(json!([])));
    // The first difference moves the score most, and is the one that was changed.
    let found = top.open_case().compared().unwrap();
    assert!(found.points().unwrap() > 0.0 && found.rows[0].points.unwrap() >= 0.0);
    assert!(found.rows.iter().all(|row| row.decided.list != List::Claims || row.id.is_some()));
    // A small screen also says how to continue.
    top.send(Message::Resize(80, 24));
    for words in ["U next case", "w engine wrong"] {
        assert!(top.rows()[23].contains(words), "{}", top.text());
    }
    top.send(Message::Resize(120, 40));
    top.keys("wthe article has it<Enter>");
    let comment = desk.events("one").into_iter().rfind(|event| event.act.name() == "comment").unwrap();
    assert_eq!(comment.fields.get("text"), Some(json!("engine wrong: the article has it")));
    assert!(comment.fields.get("on").is_some());
    assert!(top.text().contains('¶'), "{}", top.text());
    // The next case is still hidden.
    top.keys("U");
    assert_eq!(top.work.app.state.at, 1);
    assert!(top.work.app.state.is_hidden() && top.rows()[0].contains("blind"), "{}", top.text());
    // Back on the first case, everything is shown, including the differences.
    top.keys("<");
    assert!(!top.work.app.state.is_hidden() && top.rows()[0].contains("WARN"), "{}", top.text());
    top.keys("O");
    assert!(top.text().contains("You and the engine"), "{}", top.text());
    drop(top);
    let again = desk.open((120, 40));
    assert!(!again.work.app.state.is_hidden(), "what was seen was seen");
}

#[test]
fn the_differences_fit_every_screen() {
    for size in SIZES {
        let desk = Desk::new(&[case("one")], Blind::default());
        let mut top = desk.open(size);
        label_all(&mut top, true);
        top.keys("O");
        let seen = |top: &TestWorkbench| {
            let both =
                if size.0 < 72 { "supported ≠ unsupported" } else { "supported against unsupported" };
            let text = top.text();
            for words in ["You and the engine", "you: ", "engine: FAIL", "apart", both, "▲", " of ", "points"]
            {
                assert!(text.contains(words), "{words} at {size:?}\n{text}");
            }
            text
        };
        // If not every row fits, the position of the one in focus is shown.
        let rows = top.open_case().compared().unwrap().rows.len();
        let place = top.text().contains(&format!("row 1 of {rows}"));
        assert!(place || size != (60, 16) && rows < 20, "{rows} rows at {size:?}\n{}", top.text());
        // All details of the row can be read, if necessary one part at a time.
        let mut all = seen(&top);
        for _ in 0..8 {
            top.keys("<PageDown>");
            all.push_str(&seen(&top));
        }
        for words in ["text ", "engine ", "effect ", "rule ", "verdict"] {
            assert!(all.contains(words), "{words} at {size:?}\n{all}");
        }
        top.keys("jGkg");
        top.keys("<Enter>");
        assert!(!top.text().contains("You and the engine"), "{}", top.text());
    }
}

#[test]
fn what_is_not_labelled_is_named_and_revealed_all_the_same_when_asked_again() {
    let desk = Desk::new(&[case("one")], Blind::default());
    let mut top = desk.open((120, 40));
    top.work.app.state.go_to(top.open_case().asked_for().1[0]);
    let keys = word_keys(&top.work.app.state.keys, top.open_case().list);
    top.keys(&keys[0].0.to_string());
    let (all, open) = top.open_case().asked_for();
    assert_eq!(open.len(), all - 1);
    top.keys("O");
    assert!(top.text().contains(&format!("{} without your label", all - 1)), "{}", top.text());
    assert!(top.work.app.state.is_hidden());
    top.keys("O");
    assert!(!top.work.app.state.is_hidden(), "{}", top.text());
    assert!(!desk.names("one").contains(&"reject"), "what was not judged is not rejected");
    let missing = desk.events("one").last().unwrap().fields.get("missing").unwrap();
    assert_eq!(missing.as_array().unwrap().len(), all - 1);
    assert!(top.text().contains("You and the engine"), "{}", top.text());
}

#[test]
fn units_are_split_added_and_rejected_blind_and_never_take_a_word_of_the_engines() {
    let desk = Desk::new(&[case("one")], Blind::default());
    let mut top = desk.open((120, 40));
    let first = top.open_case().labels(List::Claims).next().unwrap().0;
    top.work.app.state.go_to(first);
    top.keys("S");
    assert!(top.text().contains("say first what it is"), "{}", top.text());
    top.keys("p");
    top.work.app.state.go_to(first);
    top.keys("S<Tab><Enter>");
    let split = desk.events("one").into_iter().find(|event| event.act.name() == "split").unwrap();
    let after = split.fields.get("after").unwrap();
    assert!(after.as_array().unwrap().iter().all(|unit| unit["label"] == "partial"), "{after}");
    let claims = top.open_case().labels(List::Claims).count();
    top.keys("d");
    assert_eq!(top.open_case().labels(List::Claims).count(), claims - 1);
    // Words that the annotator marks are shown; the engine's are not.
    assert_eq!(top.open_case().labels(List::Extraneous).count(), 0);
    label_all(&mut top, true);
    top.keys("O");
    assert!(!top.work.app.state.is_hidden(), "{}", top.text());
    let kinds = &top.open_case().compared().unwrap().rows;
    assert!(
        kinds.iter().any(|row| matches!(
            row.kind,
            lockbench::blind::DifferenceKind::Regrouped(1, 2) | lockbench::blind::DifferenceKind::Missing(_)
        )),
        "{kinds:?}"
    );
}

/// Gold cases with the best value for every label, or the worst for every one.
fn gold(ids: &[&str], best: bool) -> GoldCases {
    let mut gold = GoldCases::default();
    for id in ids {
        gold.add(id, labels_of(&case(id), best, false));
    }
    gold
}

#[test]
fn a_training_round_gives_feedback_and_opens_the_queue_when_it_is_passed() {
    let settings = BlindSettings { training: 0..1, ..BlindSettings::default() };
    let blind = Blind { settings, gold: gold(&["g"], true) };
    let desk = Desk::new(&[case("one"), case("two"), case("g")], blind);
    let mut top = desk.open((120, 40));
    assert_eq!(top.open_case().case.id, "g", "training comes first\n{}", top.text());
    top.keys(">");
    assert!(top.text().contains("1 training case is left"), "{}", top.text());
    assert_eq!(top.open_case().case.id, "g");
    label_all(&mut top, true);
    top.keys("O");
    assert!(top.text().contains("labels right"), "{}", top.text());
    assert!(top.text().contains("training passed"), "{}", top.text());
    let reveal = desk.events("g").pop().unwrap();
    let result = reveal.fields.get("gold").unwrap();
    assert_eq!((result["training"].clone(), result["right"].clone()), (json!(true), result["of"].clone()));
    top.keys("<Esc>P");
    assert!(top.text().contains("training: 1 case,") && top.text().contains("passed"), "{}", top.text());
    top.keys("<Esc>>");
    assert_eq!(top.open_case().case.id, "one");
}

#[test]
fn a_training_round_that_is_not_passed_keeps_the_queue_closed() {
    let settings = BlindSettings { training: 0..1, ..BlindSettings::default() };
    let blind = Blind { settings, gold: gold(&["g"], false) };
    let desk = Desk::new(&[case("one"), case("g")], blind);
    let mut top = desk.open((80, 24));
    label_all(&mut top, true);
    top.keys("O");
    let text = top.text();
    assert!(text.contains("0 of ") && text.contains("right: "), "what is right is said at once\n{text}");
    assert!(text.contains("not passed"), "{text}");
    top.keys("<Esc>>");
    assert_eq!(top.open_case().case.id, "g");
    assert!(top.text().contains("not passed"), "{}", top.text());
    drop(top);
    let mut again = desk.open((80, 24));
    let text = again.text();
    assert!(
        text.contains("Progress") && text.contains("not passed, 80 % needed"),
        "that comes first\n{text}"
    );
    assert!(text.contains("no gold case is left"), "{text}");
    again.keys("<Esc>>U");
    assert_eq!(again.open_case().case.id, "g", "nor when it is opened again");
}

#[test]
fn gold_cases_of_the_queue_are_unmarked_and_told_at_the_end() {
    let settings = BlindSettings { rate: 0.5, ..BlindSettings::default() };
    let blind = Blind { settings, gold: gold(&["g"], true) };
    let desk = Desk::new(&[case("one"), case("g")], blind);
    let mut top = desk.open((120, 40));
    let mut seen = Vec::new();
    for number in 1..=2 {
        // An id could tell which case is gold, as that of a mutant does.
        assert!(top.rows()[0].starts_with(&format!(" case {number} ")), "{}", top.rows()[0]);
        top.keys("Q");
        assert!(!top.text().contains(" one ") && !top.text().contains(" g "), "{}", top.text());
        assert!(top.text().contains(&format!("{number} case {number} ")), "{}", top.text());
        top.keys("<Esc>");
        label_all(&mut top, true);
        top.keys("O");
        let text = top.text().replace("case-", "");
        assert!(!text.contains("gold") || top.work.app.state.blind.as_ref().unwrap().revealed == 2, "{text}");
        assert!(!text.contains("training"), "{text}");
        top.keys("<Esc>P");
        seen.push(top.text().contains("gold cases"));
        assert_eq!(text.contains("you have judged every case; gold cases: "), seen.len() == 2, "{text}");
        // Two summaries of an article may be compared once one of them is judged.
        top.keys("<Esc>Bnb");
        assert!(number == 2 || top.text().contains("Why is case 1 the better one?"), "{}", top.text());
        top.keys("<Esc><Esc>U");
    }
    assert_eq!(seen, [false, true]);
    let id = top.open_case().case.id.clone();
    assert!(top.rows()[0].starts_with(&format!(" {id} ")), "{}", top.rows()[0]);
    let result = top.work.app.state.blind.as_ref().unwrap().result.unwrap();
    assert!(result.of > 0 && result.right == result.of, "{result:?}");
    assert!(desk.events("g").last().unwrap().fields.get("gold").is_some());
    assert!(desk.events("one").last().unwrap().fields.get("gold").is_none());
}

fn review(session: &str, args: &[&str], lines: &str) -> Ran {
    let all = [&["review", "--session", session, "--line", "--rubric", "judge-lock"], args].concat();
    run_with(&all, lines.as_bytes())
}

#[test]
fn a_review_that_was_begun_blind_stays_so_for_its_annotator() {
    let folder = Folder::new();
    let queue = folder.write("q.jsonl", lines(&[case("one"), case("two")]));
    let session = format!("{}/s.db", folder.path());
    let show = "scores\nlabels\ncaps\njson\noverview\n";
    let first = review(
        &session,
        &[&queue, "--as", "ann", "--blind"],
        &format!("{show}set claims 1 supported\nquit\n"),
    );
    assert_eq!((first.status, first.stderr.as_str()), (0, ""), "{}", first.stdout);
    let again = review(&session, &["--as", "ann"], show);
    let refused = review(&session, &["--as", "ann"], "ledger coverage\n");
    assert!(refused.stderr.contains("line 1: hidden: "), "a ledger is hidden too: {}", refused.stderr);
    for ran in [&first, &again] {
        assert!(ran.stdout.contains("hidden"), "{}", ran.stdout);
        assert!(!ran.stdout.contains("FAIL") && !has_decimal(&ran.stdout), "{}", ran.stdout);
        assert!(!ran.stdout.contains("probability"), "{}", ran.stdout);
    }
    assert!(first.stdout.contains("1. claim 1: to label"), "{}", first.stdout);
    let bob = review(&session, &["--as", "bob"], show);
    assert!(bob.stdout.contains("FAIL"), "who is not blind sees all\n{}", bob.stdout);
    let revealed = review(&session, &["--as", "ann"], "hand_in\nhand_in\n");
    assert!(revealed.stdout.contains("You and the engine"), "{}", revealed.stdout);
    // Exporting and importing gives an identical log, and the settings are kept.
    let export = run(&["sessions", "export", &session]).stdout;
    let copy = format!("{}/t.db", folder.path());
    let file = folder.write("e.jsonl", &export);
    assert_eq!(run(&["sessions", "import", &copy, &file]).status, 0);
    assert!(run(&["sessions", "export", &copy]).stdout == export, "{export}");
    let schema: Value = serde_json::from_str(&run(&["schema", "session"]).stdout).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for line in export.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(validator.is_valid(&line), "{line}");
    }
    let names: Vec<String> = export
        .lines()
        .filter_map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            line["event"].as_str().map(str::to_owned)
        })
        .collect();
    assert_eq!(names.first().map(String::as_str), Some("seen"), "{names:?}");
    assert!(names.contains(&"reveal".to_owned()), "{names:?}");
    assert!(
        review(&copy, &["--as", "ann"], "next_case\nscores\n").stdout.contains("hidden: "),
        "the copy too"
    );
    // A union with a session that is not blind remains blind for the same annotators.
    let (other, out) = (format!("{}/o.db", folder.path()), format!("{}/m.db", folder.path()));
    assert_eq!(
        run(&["sessions", "import", &other, &folder.write("r.jsonl", lines(&[case("three")]))]).status,
        0
    );
    assert_eq!(run(&["sessions", "merge", &out, &other, &copy]).status, 0);
    let ran = review(&out, &["--as", "ann"], "next_case\nnext_case\nscores\n");
    assert!(ran.stdout.contains("hidden: "), "{}", ran.stdout);
}

#[test]
fn what_cannot_be_gold_is_refused_with_its_line_and_why() {
    let folder = Folder::new();
    let queue = folder.write("q.jsonl", lines(&[case("one"), case("two")]));
    let session = |at: usize| format!("{}/{at}.db", folder.path());
    let labels = labels_of(&case("one"), true, false);
    let wrapper = |id: &str, labels: &Value| json!({"schema": "lockbench.labels/1", "id": id, "by": "lead", "labels": labels});
    let anchors = json!({"anchors": [{"kind": "number", "text": "12 percent", "supported": true}]});
    let reworded = json!({"claims": [{"text": "All new words", "label": "supported"}]});
    let files = [
        (lines(&[wrapper("one", &labels), wrapper("nine", &labels)]), ":2", "no case \"nine\" in the queue"),
        (lines(&[wrapper("one", &json!({}))]), ":1", "no labels that somebody gave"),
        (lines(&[json!({"id": "g", "article": ARTICLE, "summary": SUMMARY})]), ":1", "has no labels"),
        (lines(&[wrapper("one", &anchors)]), ":1", "gold of another rubric"),
        (lines(&[wrapper("one", &reworded)]), ":1", "no label of \"one\" can be matched: \"All new words\""),
        (lines(&[wrapper("one", &labels), wrapper("one", &labels)]), ":2", "a second set of gold labels"),
        (
            lines(&[json!({"schema": "lockbench.labels/1", "id": "one", "by": "engine", "labels": labels})]),
            ":1",
            "the engine's",
        ),
        (lines(&[json!({"article": ARTICLE, "summary": SUMMARY, "labels": labels})]), ":1", "needs an `id`"),
        (String::new(), "", "no gold cases"),
        ("{broken\n".to_owned(), ":1", ""),
    ];
    for (at, (text, place, words)) in files.iter().enumerate() {
        let file = folder.write(&format!("g{at}.jsonl"), text);
        let ran = review(&session(at), &[&queue, "--as", "ann", "--blind", "--gold", &file], "");
        assert_eq!(ran.status, 2, "{at}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(&format!("g{at}.jsonl{place}")), "{at}: {}", ran.stderr);
        assert!(ran.stderr.contains(words), "{at}: {}", ran.stderr);
        assert!(!Path::new(&session(at)).exists(), "{at}: no review was begun");
    }
    let gold = folder.write("gold.jsonl", lines(&[wrapper("one", &labels)]));
    for (args, words) in [
        (&[queue.as_str(), "--blind"][..], "--blind needs --as NAME"),
        (&[&queue, "--as", "ann", "--blind", "--gold-rate", "150%"], "0% to 100%"),
        (&[&queue, "--as", "ann", "--gold", &gold], "--blind"),
        (&[&queue, "--as", "ann", "--blind", "--training", "1"], "--gold LABELS gives them"),
        (&[&queue, "--as", "ann", "--blind", "--gold", &gold, "--training", "2"], "there are 1"),
    ] {
        let ran = review(&session(99), args, "");
        assert_eq!(ran.status, 2, "{args:?}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
    // A label that nobody can match is left out of a gold case with others.
    let mut more = labels.clone();
    more["claims"].as_array_mut().unwrap().push(reworded["claims"][0].clone());
    let partly = folder.write("partly.jsonl", lines(&[wrapper("one", &more)]));
    let ran = review(&session(101), &[&queue, "--as", "ann", "--blind", "--gold", &partly], "");
    assert!(ran.status == 0 && ran.stderr.contains("1 gold label of no unit"), "{}", ran.stderr);
    let line: Value =
        serde_json::from_str(run(&["sessions", "export", &session(101)]).stdout.lines().next().unwrap())
            .unwrap();
    assert_eq!(line["gold"]["one"]["claims"], labels["claims"], "the others stay");
    // An annotator who judges blind without giving a name gets an error that names the option given.
    let begun = session(100);
    assert_eq!(review(&begun, &[&queue, "--as", "ann", "--blind", "--gold", &gold], "").status, 0);
    let mut command = crate::cli::command(&["review", "--session", &begun, "--training", "1", "--line"]);
    command.env("USER", "ann");
    let ran = crate::cli::ended(command, b"");
    assert!(ran.status == 2 && ran.stderr.contains("--training needs --as NAME"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("--blind needs"), "{}", ran.stderr);
    let ran = run(&["review", &queue, "--as", "ann", "--blind"]);
    assert!(ran.status == 2 && ran.stderr.contains("--session"), "{}", ran.stderr);
}

#[test]
fn another_training_round_takes_other_gold_cases() {
    let folder = Folder::new();
    let queue = folder.write("q.jsonl", lines(&[case("one")]));
    let session = format!("{}/s.db", folder.path());
    let whole = |id: &str| {
        let mut case = case(id);
        case["labels"] = labels_of(&case, true, false);
        case
    };
    let gold = folder.write("gold.jsonl", lines(&[whole("g1"), whole("g2"), whole("g3")]));
    let begin = ["--as", "ann", "--blind", "--gold", gold.as_str(), "--training", "1"];
    // Nothing is labelled, so nothing is right.
    let ran = review(&session, &[&[queue.as_str()][..], &begin].concat(), "hand_in\nhand_in\nnext_case\n");
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains("case 1 of 2: g1") && ran.stdout.contains("not passed"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains(&format!(
            "`lockbench review --session {session} --as ann --training 1` begins another"
        )),
        "{}",
        ran.stdout
    );
    let ran = review(&session, &["--as", "ann"], "");
    assert!(ran.stdout.starts_with("Progress") && ran.stdout.contains("not passed"), "{}", ran.stdout);
    // An annotator who judges blind does not need to repeat the option.
    let ran = review(&session, &["--as", "ann", "--training", "1"], "");
    assert!(ran.stdout.contains("case 2 of 3: g2") && ran.stdout.contains("hidden"), "{}", ran.stdout);
    let ran = review(&session, &begin, "next_case\n");
    assert!(ran.stdout.contains("case 2 of 3: g2"), "the next gold case is the next round\n{}", ran.stdout);
    // Without another training round the queue is open, and the last gold case is mixed in.
    let ran = review(&session, &["--as", "ann", "--blind", "--training", "0"], "next_undecided\n");
    assert!(ran.stdout.contains("case 2 of 2: one"), "{}", ran.stdout);
    let ran = review(&session, &["--as", "ann", "--blind", "--training", "3"], "");
    assert!(ran.status == 2 && ran.stderr.contains("there are 3, and 1 of them"), "{}", ran.stderr);
    let next = format!("`lockbench review --session {session} --as ann --training 2` begins another round");
    assert!(ran.stderr.contains(&next), "{}", ran.stderr);
    let export = run(&["sessions", "export", &session]).stdout;
    let of = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    let case = export.lines().map(of).find(|line| line["kind"] == "case" && line["id"] == "g1").unwrap();
    assert!(case["case"].get("labels").is_none(), "the gold's labels are not labels of the case: {case}");
    assert!(of(export.lines().next().unwrap())["gold"]["g1"]["claims"].is_array());
}

#[test]
fn a_case_that_was_handed_in_counts_as_done_in_reports() {
    let desk = Desk::new(&[case("one"), case("two")], Blind::default());
    let mut top = desk.open((120, 40));
    label_all(&mut top, true);
    top.keys("O");
    drop(top);
    assert!(desk.names("one").contains(&"reveal"));
    let session = desk.session();
    let report = run(&["sessions", "export", session.to_str().unwrap(), "--format", "md"]).stdout;
    assert!(report.contains("### ann: **handed in**"), "{report}");
    assert!(report.contains("| ann | 1 of 2 |"), "{report}");
    let class = run(&["class", session.to_str().unwrap(), "--format", "csv"]);
    let row = class.stdout.lines().nth(1).expect("a person").to_owned();
    assert!(row.starts_with("ann,1,1,"), "{row} {}", class.stderr);
}
