use std::sync::mpsc::channel;

use super::*;
use crate::case::Fields;
use crate::session::{now, session_line};

fn record(id: &str) -> Record {
    let case = serde_json::json!({"id": id, "article": "It rained on Monday.", "summary": "It rained."});
    Record::json("q.jsonl", id, &case.to_string())
}

#[test]
fn a_session_that_another_process_makes_in_the_meantime_is_joined() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.db");
    let line = session_line(now(), "judge-lock", &serde_json::Map::default());
    // The other process has stored no case, the first, or all of them.
    for stored in [&[][..], &["a"], &["a", "b"]] {
        let (scorer, _tasks) = channel();
        let (send, updates) = channel();
        let keep = Storage::Own { path: path.clone(), line: line.clone() };
        let sources = Sources { keep, ..Sources::default() };
        let send = Box::new(move |update| drop(send.send(update)));
        let mut late = CaseStore::new(sources, "bob".to_owned(), ScoringConfig::default(), scorer, send);
        let mut make = late.open_storage().unwrap();
        let mut other = Store::create(&path, &line).unwrap();
        let row = |id: &&str| CaseRow::of(record(id), &Fields::default(), &[]).unwrap().remove(0).0;
        other.add(&stored.iter().map(row).collect::<Vec<_>>()).unwrap();
        for id in ["a", "b"] {
            late.arrive(record(id));
            late.make(&mut make);
        }
        late.store();
        let began: Vec<_> = updates
            .try_iter()
            .filter_map(|update| match update {
                QueueUpdate::Began(began) => Some((began.kept.is_ok(), began.read_only)),
                _ => None,
            })
            .collect();
        assert_eq!(began, [(true, None)], "{stored:?}");
        let ids: Vec<_> = late.slots.iter().map(|slot| format!("{slot:?}")).collect();
        assert_eq!(ids, ["Stored(\"a\")", "Stored(\"b\")"], "{stored:?}");
        assert_eq!(other.queue("bob").unwrap(), ["a", "b"], "{stored:?}");
        drop((late, other));
        std::fs::remove_file(&path).unwrap();
    }
}
