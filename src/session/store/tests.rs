use proptest::prelude::*;
use rusqlite::Connection;
use serde_json::json;

use super::*;
use crate::labels::LabelValue;
use crate::report::Decision;
use crate::session::tests::{ARTICLE, SUMMARY, proposals};
use crate::session::{
    Act, Analyst, BULK, EventDraft, Merging, Moment, UnitId, case_line, merge, session_line,
};

fn row(id: &str, line: usize) -> CaseRow {
    let wrapper = proposals(SUMMARY);
    CaseRow {
        place: None,
        id: id.to_owned(),
        text: json!({"id": id, "article": ARTICLE, "summary": SUMMARY}).to_string(),
        origin: json!({"file": "q.jsonl", "line": line}).to_string(),
        proposed: Some(("1".to_owned(), wrapper.to_string())),
        assigned: Vec::new(),
        rest: OrderedObject::default(),
    }
}

fn line() -> OrderedObject {
    session_line(Moment::from_micros(0), "judge-lock", &serde_json::Map::new())
}

fn fresh(path: &Path, ids: &[&str]) -> Store {
    let mut store = Store::create(path, &line()).unwrap();
    let rows: Vec<CaseRow> = ids.iter().enumerate().map(|(at, id)| row(id, at + 1)).collect();
    store.add(&rows).unwrap();
    store
}

fn recorder(store: Store) -> Recorder {
    Recorder::new(store, None, Analyst::new(crate::embedding::Embedding::Shipped))
}

fn flag(case: &str, by: &str) -> EventDraft {
    EventDraft::new(case, by, Act::Flag)
}

/// Everything in a session except the numbers of its events.
fn contents(store: &Store) -> Vec<String> {
    let mut all = vec![store.line().unwrap().to_text()];
    for (index, id) in store.ids().unwrap().iter().enumerate() {
        all.push(case_line(index, &store.case(id).unwrap().unwrap()).to_text());
    }
    for (_, _, seq) in store.order().unwrap() {
        all.push(store.numbered(seq).unwrap().unwrap().to_object().without(&["seq"]).to_text());
    }
    all
}

#[test]
fn every_older_schema_is_brought_up_to_date_with_what_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    for version in 1..=SCHEMA {
        let path = folder.path().join(format!("{version}.db"));
        let db = Connection::open(&path).unwrap();
        db.execute_batch(&format!("PRAGMA application_id = {};", migrate::APPLICATION)).unwrap();
        for step in &migrate::STEPS[..version as usize] {
            db.execute_batch(step).unwrap();
        }
        db.execute_batch(&format!("PRAGMA user_version = {version};")).unwrap();
        db.execute("INSERT INTO session (line) VALUES (?1)", [line().to_text()]).unwrap();
        let case = row("a", 1);
        db.execute(
            "INSERT INTO cases (place, id, text, origin, engine, proposals) VALUES (0, 'a', ?1, ?2, '1', ?3)",
            [&case.text, &case.origin, &case.proposed.as_ref().unwrap().1],
        )
        .unwrap();
        drop(db);
        let mut store = Store::open(&path).unwrap();
        let version_now: i64 = store.one("PRAGMA user_version", [], |row| row.get(0)).unwrap().unwrap();
        assert_eq!(version_now, SCHEMA, "from {version}");
        let now = store.case("a").unwrap().unwrap();
        assert_eq!((now.text, now.proposed), (case.text, case.proposed), "from {version}");
        store.assign(&[("a".to_owned(), vec!["ann".to_owned()])]).unwrap();
        store.keep_position("ann", "{}", "{}").unwrap();
        store.keep_found("ann", "key", &[found("a", 0)]).unwrap();
        assert_eq!(store.found("ann", "key").unwrap().len(), 1, "from {version}");
        store.index(&[words("a", "libraries")]).unwrap();
        assert!(store.unindexed().unwrap().is_empty());
        assert_eq!((store.queue("ann").unwrap().len(), store.queue("bob").unwrap().len()), (1, 0));
        assert!(recorder(store).record(vec![flag("a", "ann")]).unwrap()[0].is_ok());
    }
}

fn found(id: &str, events: i64) -> StoredDigest {
    StoredDigest { id: id.to_owned(), events, line: "{}".to_owned(), proposed: None }
}

fn words(id: &str, article: &str) -> SearchableText {
    SearchableText { id: id.to_owned(), article: article.to_owned(), ..SearchableText::default() }
}

#[test]
fn a_case_whose_id_another_process_has_taken_is_returned() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let mut first = fresh(&path, &["a"]);
    let mut second = Store::open(&path).unwrap();
    // Both looked before either had written.
    assert!(!first.has("b").unwrap() && !second.has("b").unwrap());
    assert!(first.add(&[row("b", 2)]).unwrap().is_empty());
    let rows = [row("b", 7), row("c", 8)];
    let known: Vec<&str> = second.add(&rows).unwrap().into_iter().map(|row| row.id.as_str()).collect();
    assert_eq!(known, ["b"]);
    assert_eq!(second.ids().unwrap(), ["a", "b", "c"]);
    assert_eq!(second.case("b").unwrap().unwrap().origin_words(), "q.jsonl:2", "the first stays");
}

#[test]
fn what_was_found_of_a_case_holds_until_something_happens_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = fresh(&folder.path().join("s.db"), &["a", "b"]);
    store.keep_found("ann", "1|x", &[found("a", 0), found("b", 0)]).unwrap();
    let known = |store: &Store, by: &str, key: &str| {
        let mut ids: Vec<String> = store.found(by, key).unwrap().into_iter().map(|(id, _)| id).collect();
        ids.sort();
        ids.join(" ")
    };
    assert_eq!(known(&store, "ann", "1|x"), "a b");
    assert_eq!((known(&store, "bob", "1|x"), known(&store, "ann", "1|y")), (String::new(), String::new()));
    let mut recorder = recorder(store);
    recorder.record(vec![flag("a", "bob")]).unwrap().remove(0).unwrap();
    let store = recorder.store();
    assert_eq!(known(store, "ann", "1|x"), "b", "bob did something to the other");
    store.keep_found("ann", "1|x", &[found("a", 1)]).unwrap();
    assert_eq!(known(store, "ann", "1|x"), "a b");
    store.forget_found("2|").unwrap();
    assert_eq!(known(store, "ann", "1|x"), "");
}

#[test]
fn proposals_are_stored_with_what_was_found_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("s.db"), &line()).unwrap();
    store.add(&[CaseRow { proposed: None, ..row("a", 1) }]).unwrap();
    for engine in ["1", "2"] {
        let proposed = Some((engine.to_owned(), "{}".to_owned()));
        store.keep_found("ann", "key", &[StoredDigest { proposed, ..found("a", 0) }]).unwrap();
    }
    assert_eq!(store.case("a").unwrap().unwrap().proposed.unwrap().0, "1");
    assert!(store.unproposed().unwrap().is_empty());
}

#[test]
fn proposals_are_compressed_and_damaged_ones_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let mut store = Store::create(&path, &line()).unwrap();
    let labels = r#"{"text": "The council approved the budget.", "label": "supported"}, "#.repeat(400);
    let row = CaseRow { proposed: Some(("1".to_owned(), labels.clone())), ..row("a", 1) };
    store.add(&[row]).unwrap();
    assert_eq!(store.case("a").unwrap().unwrap().proposed.unwrap().1, labels);
    let size = "SELECT length(proposals) FROM cases";
    let size: i64 = store.one(size, [], |row| row.get(0)).unwrap().unwrap();
    assert!(size * 5 < labels.len() as i64, "{size}");
    store.write(|db| db.execute("UPDATE cases SET proposals = substr(proposals, 1, 40)", [])).unwrap();
    let fault = store.case("a").unwrap_err().to_string();
    assert!(fault.contains(&path.display().to_string()), "{fault}");
}

#[test]
fn words_are_found_by_their_beginnings_and_phrases_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = fresh(&folder.path().join("s.db"), &["a", "b", "c"]);
    let search = |store: &Store, words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        store.search(&words).unwrap().join(" ")
    };
    assert_eq!(search(&store, &["library"]), "", "nothing is indexed yet");
    assert_eq!(store.unindexed().unwrap(), ["a", "b", "c"]);
    let of = |id: &str, article: &str, summary: &str, comments: &str| SearchableText {
        summary: summary.to_owned(),
        comments: comments.to_owned(),
        ..words(id, article)
    };
    store
        .index(&[
            of("a", "Two libraries close. Les élèves protestent.", "", ""),
            of("b", "The town", "closes two libraries", ""),
            of("c", "", "", "see the \"closing\" OR library*"),
        ])
        .unwrap();
    assert_eq!(search(&store, &["librar"]), "a b c");
    assert_eq!(search(&store, &["two libraries"]), "a b");
    assert_eq!(search(&store, &["libraries two"]), "");
    assert_eq!(search(&store, &["eleves"]), "a", "accents need not be typed");
    assert_eq!(search(&store, &["librar", "clos"]), "a b c");
    assert_eq!(search(&store, &["\"", "OR", "NEAR("]), "", "operators are words like any other");
    store.index(&[of("a", "nothing", "", "")]).unwrap();
    assert_eq!(search(&store, &["librar"]), "b c", "the new words take the place of the old");
    let mut recorder = recorder(store);
    recorder.record(vec![flag("b", "ann")]).unwrap().remove(0).unwrap();
    assert_eq!(recorder.store().unindexed().unwrap(), ["b"]);
}

#[test]
fn verdicts_in_force_leave_out_those_that_were_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = recorder(fresh(&folder.path().join("s.db"), &["a", "b", "c"]));
    let mut record = |draft: EventDraft| recorder.record(vec![draft]).unwrap().remove(0).unwrap().uuid;
    let decide =
        |case: &str, verdict: Decision| EventDraft::new(case, "ann", Act::Decide { verdict, reason: None });
    record(decide("a", Decision::Fail));
    let later = record(decide("a", Decision::Pass));
    record(decide("b", Decision::Warn).with(BULK, &"x"));
    record(flag("c", "ann"));
    let undo = record(EventDraft::new("a", "ann", Act::Undo { of: later }));
    assert_eq!(recorder.store().times("ann").unwrap().len(), 4, "a bulk step takes no time");
    let verdicts = recorder.store().verdicts("ann").unwrap();
    assert_eq!(verdicts["a"].verdict, Decision::Fail);
    assert_eq!((verdicts["b"].verdict, verdicts["b"].bulk.as_deref()), (Decision::Warn, Some("x")));
    assert_eq!(verdicts.len(), 2);
    assert!(recorder.store().verdicts("bob").unwrap().is_empty());
    let redo = EventDraft::new("a", "ann", Act::Redo { of: undo });
    recorder.record(vec![redo]).unwrap().remove(0).unwrap();
    assert_eq!(recorder.store().verdicts("ann").unwrap()["a"].verdict, Decision::Pass);
}

#[test]
fn a_newer_schema_and_other_files_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let said = |path: &Path| {
        let before = std::fs::read(path).ok();
        let said = Store::open(path).map(drop).unwrap_err().to_string();
        assert_eq!(std::fs::read(path).ok(), before, "{said}");
        assert!(said.contains(&path.display().to_string()), "{said}");
        said
    };
    drop(fresh(&path("newer.db"), &["a"]));
    let db = Connection::open(path("newer.db")).unwrap();
    db.execute_batch("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE;").unwrap();
    drop(db);
    assert!(said(&path("newer.db")).contains("newer lockbench"));
    std::fs::write(path("text.db"), "this is a text and no database, however long it goes on".repeat(40))
        .unwrap();
    assert!(said(&path("text.db")).contains("not a session"));
    std::fs::write(path("empty.db"), "").unwrap();
    assert!(said(&path("empty.db")).contains("empty"));
    Connection::open(path("other.db")).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    assert!(said(&path("other.db")).contains("another program"));
    assert!(said(&path("absent.db")).contains("there is no session"));
    assert!(!path("absent.db").exists());
    assert!(Store::create(&path("other.db"), &line()).is_err(), "nothing is written over");
}

#[test]
fn a_truncated_file_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let ids: Vec<String> = (0..40).map(|at| format!("case-{at}")).collect();
    drop(fresh(&path, &ids.iter().map(String::as_str).collect::<Vec<_>>()));
    let bytes = std::fs::read(&path).unwrap();
    for part in [bytes.len() / 2, bytes.len() - 4096, 4096, 600, 50] {
        std::fs::write(&path, &bytes[..part]).unwrap();
        let outcome = Store::open(&path).and_then(|store| store.ids());
        let said = outcome.expect_err("a part is not the whole").to_string();
        assert!(said.contains("damaged") || said.contains("not a session"), "{part}: {said}");
        assert_eq!(std::fs::read(&path).unwrap().len(), part, "it is left as it is");
    }
}

/// The result of a full disk while the log is written into the file: only the first page, although it
/// counts more.
#[test]
fn a_file_that_the_log_could_not_be_written_into_is_still_in_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let mut recorder = recorder(fresh(&path, &["a"]));
    let comment = EventDraft::new("a", "ann", Act::Comment { text: "x".repeat(60_000), on: None });
    recorder.record(vec![comment]).unwrap()[0].as_ref().unwrap();
    recorder.store().in_place().unwrap();
    let counted: i64 = recorder.store().one("PRAGMA page_count", [], |row| row.get(0)).unwrap().unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    assert!((bytes.len() as i64) < counted * 4096, "the log holds the rest");
    bytes[28..32].copy_from_slice(&u32::try_from(counted).unwrap().to_be_bytes());
    std::fs::write(&path, bytes).unwrap();
    recorder.store().in_place().unwrap();
}

#[test]
fn a_full_disk_costs_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let store = fresh(&path, &["a"]);
    let pages: i64 = store.one("PRAGMA page_count", [], |row| row.get(0)).unwrap().unwrap();
    store.one(&format!("PRAGMA max_page_count = {}", pages + 3), [], |_| Ok(())).unwrap();
    let mut recorder = recorder(store);
    let mut acknowledged = Vec::new();
    let said = loop {
        let comment = EventDraft::new("a", "ann", Act::Comment { text: "x".repeat(700), on: None });
        match recorder.record(vec![comment]) {
            Ok(done) => acknowledged.push(done[0].as_ref().unwrap().uuid),
            Err(fault) => break fault.to_string(),
        }
        assert!(acknowledged.len() < 1_000);
    };
    assert!(said.contains("disk is full"), "{said}");
    // The disk has room again.
    recorder.store().one("PRAGMA max_page_count = 10000", [], |_| Ok(())).unwrap();
    assert!(recorder.record(vec![flag("a", "ann")]).unwrap()[0].is_ok());
    drop(recorder);
    let store = Store::open(&path).unwrap();
    assert!(!acknowledged.is_empty());
    assert_eq!(store.counts().unwrap().1, acknowledged.len() as i64 + 1);
    for uuid in acknowledged {
        assert!(store.named(uuid).unwrap().is_some());
    }
}

#[test]
fn a_file_that_cannot_be_written_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    drop(fresh(&path, &["a"]));
    let mode =
        |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    mode(&path, 0o444);
    mode(folder.path(), 0o555);
    if std::fs::OpenOptions::new().write(true).open(&path).is_err() {
        let store = Store::open(&path).unwrap();
        assert_eq!(store.ids().unwrap(), ["a"]);
        let fault = recorder(store).record(vec![flag("a", "ann")]).unwrap_err();
        assert!(fault.to_string().contains("read-only"), "{fault}");
    }
    mode(folder.path(), 0o755);
    // The same regardless of file permissions, which do not apply to every user.
    let store = Store::immutable(&path, &path).unwrap();
    assert_eq!(store.ids().unwrap(), ["a"]);
    let fault = recorder(store).record(vec![flag("a", "ann")]).unwrap_err();
    assert!(matches!(fault, SessionError::ReadOnly(_)), "{fault}");
}

/// On a disk without room for the index of the log, a session can be read, and the error names the disk.
#[test]
fn a_session_on_a_full_disk_is_read_and_says_why_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    drop(fresh(&path, &["a"]));
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR_SHMSIZE);
    let fault = SessionError::of(&path, &rusqlite::Error::SqliteFailure(code, None));
    assert!(matches!(fault, SessionError::Full(_)), "{fault}");
    let mut store = Store::immutable(&path, &path).unwrap();
    store.is_full = true;
    assert!(matches!(store.writable(), Err(SessionError::Full(_))));
    let fault = recorder(store).record(vec![flag("a", "ann")]).unwrap_err();
    assert!(matches!(fault, SessionError::Full(_)), "{fault}");
}

#[test]
fn times_that_are_filled_in_keep_the_order_of_the_events() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = recorder(fresh(&folder.path().join("s.db"), &["a"]));
    let later = EventDraft { at: Some(Moment::read("2999-01-01T00:00:00Z").unwrap()), ..flag("a", "ann") };
    let unflag = EventDraft::new("a", "ann", Act::Unflag);
    assert!(recorder.record(vec![later, unflag]).unwrap().iter().all(Result::is_ok));
    assert!(!recorder.folded("a", "ann").unwrap().state().flagged);
}

#[test]
fn a_repeated_event_is_known_and_another_of_its_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut recorder = recorder(fresh(&folder.path().join("s.db"), &["a", "b"]));
    let named = |draft: EventDraft| EventDraft { uuid: Some(Uuid::from_u128(7)), ..draft };
    let word = || {
        let label = UnitId::read("claims/0").unwrap();
        EventDraft::new("a", "ann", Act::Override { label, to: LabelValue::Partial })
    };
    let first = recorder.record(vec![named(word())]).unwrap().remove(0).unwrap();
    assert_eq!(recorder.record(vec![named(word())]).unwrap().remove(0).unwrap().seq, first.seq);
    let why = recorder.record(vec![named(flag("b", "ann"))]).unwrap().remove(0).unwrap_err();
    assert!(why.to_string().contains("taken"), "{why}");
    let why = recorder
        .record(vec![EventDraft { seq: Some(first.seq), ..flag("b", "ann") }])
        .unwrap()
        .remove(0)
        .unwrap_err();
    assert!(why.to_string().contains("taken"), "{why}");
    assert_eq!(recorder.store().counts().unwrap().1, 1);
}

#[test]
fn merging_what_differs_names_both_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let a = fresh(&path("a.db"), &["x"]);
    let mut b = Store::create(&path("b.db"), &line()).unwrap();
    let other = row("x", 9);
    b.add(&[CaseRow { text: other.text.replace("rejected", "refused"), ..other }]).unwrap();
    let said = merge(&path("out.db"), &[a, b], &Merging::default()).unwrap_err().to_string();
    for part in ["a.db", "q.jsonl:1", "b.db", "q.jsonl:9"] {
        assert!(said.contains(part), "{said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_merge_is_a_union(parts in proptest::collection::vec((proptest::sample::subsequence(vec!["a", "b", "c", "d"], 1..4), 0_usize..5), 3)) {
        let folder = tempfile::tempdir().unwrap();
        let mut count = 0;
        let mut path = || {
            count += 1;
            folder.path().join(format!("{count}.db"))
        };
        let mut stores = Vec::new();
        for (at, (ids, events)) in parts.iter().enumerate() {
            let mut store = Store::create(&path(), &line()).unwrap();
            let place = |id: &str| 1 + "abcd".find(id).unwrap();
            store.add(&ids.iter().map(|id| row(id, place(id))).collect::<Vec<_>>()).unwrap();
            let mut recorder = recorder(store);
            for event in 0..*events {
                // Some events are in several files.
                let name = if event == 0 && ids.contains(&"a") { 1 } else { (100 * at + event + 10) as u128 };
                let at = Moment::from_micros((event as i64 * 7919) % 5);
                let case = if name == 1 { "a" } else { ids[event % ids.len()] };
                let draft = EventDraft { uuid: Some(Uuid::from_u128(name)), at: Some(at), ..flag(case, "ann") };
                recorder.record(vec![draft]).unwrap().remove(0).unwrap();
            }
            stores.push(std::mem::replace(recorder.store(), Store::create(&path(), &line()).unwrap()));
        }
        let mut union = |of: &[&Store]| {
            let copies: Vec<Store> = of.iter().map(|store| Store::open(store.path()).unwrap()).collect();
            merge(&path(), &copies, &Merging::default()).unwrap()
        };
        let (a, b, c) = (&stores[0], &stores[1], &stores[2]);
        let all = union(&[a, b, c]);
        prop_assert_eq!(contents(&union(&[c, a, b])), contents(&all));
        let (ab, bc) = (union(&[a, b]), union(&[b, c]));
        prop_assert_eq!(contents(&union(&[&ab, c])), contents(&all));
        prop_assert_eq!(contents(&union(&[a, &bc])), contents(&all));
        prop_assert_eq!(contents(&union(&[&all, a])), contents(&all));
        prop_assert_eq!(contents(&union(&[a, a])), contents(&union(&[a])));
    }
}

#[test]
fn a_backup_of_a_damaged_session_names_the_session_and_not_the_copy() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.db");
    drop(fresh(&whole, &["a", "b"]));
    let bytes = std::fs::read(&whole).unwrap();
    let mut failed = 0;
    for page in 1..bytes.len() / 4096 {
        let (path, copy) = (folder.path().join("s.db"), folder.path().join(format!("copy-{page}.db")));
        let mut damaged = bytes.clone();
        damaged[page * 4096..page * 4096 + 200].fill(0xff);
        std::fs::write(&path, damaged).unwrap();
        let Ok(store) = Store::open(&path) else { continue };
        if let Err(fault) = store.backup(&copy) {
            failed += 1;
            assert!(fault.to_string().contains("s.db") && !fault.to_string().contains("copy-"), "{fault}");
            assert!(!copy.exists());
        }
    }
    assert!(failed > 0, "no page was missed");
}

#[test]
fn a_write_between_the_mark_of_a_complete_file_and_the_emptying_of_its_log_does_not_leave_it_open() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    drop(fresh(&path, &["a"]));
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    let (closes, writes) = (Db::open(&path, flags).unwrap(), Db::open(&path, flags).unwrap());
    let is_open = |db: &Db| db.with(mark::TransactionMark::of).unwrap().unwrap().open;
    let write = |db: &Connection| mark::TransactionMark::advance(db, true);
    writes.wait_at_most(std::time::Duration::ZERO).unwrap();
    for round in 0..100 {
        closes.with(write).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while is_open(&writes) || writes.with(write).is_err() {
                    std::hint::spin_loop();
                }
            });
            closes.rest().unwrap();
        });
        assert_eq!(mark::fit(&path), mark::Fit::Together, "round {round}");
    }
}

#[test]
fn a_connection_waits_for_others_of_its_process_whatever_its_patience_and_for_other_processes_no_longer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let mut slow = fresh(&path, &["a"]);
    let mut quick = Store::open(&path).unwrap();
    quick.wait_at_most(std::time::Duration::ZERO).unwrap();
    let (begun, writes) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let held = slow.write(|_| {
                begun.send(()).unwrap();
                std::thread::sleep(std::time::Duration::from_millis(300));
                Ok(())
            });
            held.unwrap();
        });
        writes.recv().unwrap();
        quick.write(|_| Ok(())).unwrap();
    });
    // Closing is waited for too.
    let turn = slow.db.turn();
    let held = turn.lock().unwrap();
    std::thread::scope(|scope| {
        let closes = scope.spawn(|| drop(slow));
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!closes.is_finished());
        drop(held);
    });
    let other = Connection::open(&path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let fault = quick.write(|_| Ok(())).unwrap_err();
    assert!(matches!(fault, SessionError::Busy(_)), "{fault}");
}
