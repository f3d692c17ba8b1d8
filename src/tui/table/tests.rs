use super::*;
use crate::tui::queue::digest::ScoredVerdict;

fn digest(decision: Decision, score: f64, undecided: u32) -> Digest {
    let outcome = Some(ScoredVerdict { decision, score: Some(score) });
    let least = Some(0.9);
    Digest {
        engine: outcome,
        own: outcome,
        undecided,
        least,
        scores: [Some(score)].into(),
        ..Digest::default()
    }
}

/// Returns six cases: two that pass, two that fail, one that cannot be read, one that is not scored yet.
fn table() -> CaseTable {
    let mut table = CaseTable { metrics: ["coverage"].into(), ..CaseTable::default() };
    let listed = |id: &str, broken: Option<&str>| Listed {
        id: id.into(),
        broken: broken.map(Into::into),
        verdict: None,
        ..Listed::default()
    };
    table.list(vec![
        listed("news-1", None),
        listed("news-2", None),
        listed("", Some("q.jsonl:3: no JSON")),
        listed("blog-1", None),
        listed("blog-2", None),
        listed("blog-3", None),
    ]);
    table.look(
        0,
        vec![
            (0, digest(Decision::Pass, 9.0, 3)),
            (1, digest(Decision::Fail, 2.5, 0)),
            (3, digest(Decision::Pass, 8.0, 1)),
            (4, Digest { flagged: true, comments: 2, ..digest(Decision::Fail, 1.0, 7) }),
        ],
    );
    table.refresh(0);
    table
}

fn shown(text: &str) -> Vec<usize> {
    let mut table = table();
    let filter = Filter::read(text, &table.metrics).unwrap_or_else(|why| panic!("{text}: {why}"));
    table.set_filter(filter);
    table.refresh(0);
    table.view
}

#[test]
fn what_is_found_of_a_hidden_case_is_not_kept_before_it_is_revealed() {
    let mut table = CaseTable::default();
    let hidden = |id: &str| Listed { id: id.into(), hidden: true, ..Listed::default() };
    table.list(vec![hidden("one"), hidden("two")]);
    table.refresh(0);
    assert_eq!((table.is_busy(), table.sight(0)), (true, vec![0, 1]), "the annotator's own is asked for");
    let own = Digest { flagged: true, comments: 2, mine: 3, ..digest(Decision::Fail, 2.5, 7) };
    let found = || vec![(0, digest(Decision::Fail, 2.5, 0)), (1, digest(Decision::Pass, 9.0, 3))];
    table.look(0, found());
    table.look(0, vec![(0, own.clone())]);
    let expected = Digest { flagged: true, comments: 2, mine: 3, ..Digest::default() };
    assert_eq!(table.rows[0].digest.as_deref(), Some(&expected), "only what is the annotator's own");
    assert_eq!(table.rows[1].digest.as_deref(), Some(&Digest::default()));
    assert!(table.sure().is_empty() && !table.is_busy());
    let metrics = Arc::clone(&table.metrics);
    table.set_filter(Filter::read("flag:yes comments:>0", &metrics).unwrap());
    table.refresh(0);
    assert_eq!(table.view, [0], "it is found by them");
    assert_eq!(table.cell(0, Column::Unjudged), Cell::Nothing);
    table.set_filter(Filter::default());
    table.refresh(0);
    table.reveal(0);
    table.reveal(0);
    assert!(table.is_busy(), "what was revealed is looked at");
    table.look(0, found());
    let engine = |at: usize| table.rows[at].digest.as_ref().is_some_and(|digest| digest.engine.is_some());
    assert!(engine(0) && !engine(1));
    assert!(!table.is_busy());
    table.forget();
    assert_eq!((table.scored, table.rows[0].hidden, table.rows[1].hidden), (0, false, true));
}

#[test]
fn every_column_filters() {
    for (text, expected) in [
        ("", &[0, 1, 2, 3, 4, 5][..]),
        ("verdict:pass", &[0, 3]),
        ("verdict:FAIL,pass", &[0, 1, 3, 4]),
        ("verdict:error", &[2]),
        ("verdict:none", &[5]),
        // The last case is not scored yet.
        ("-verdict:pass", &[1, 2, 4, 5]),
        ("-verdict:pass -verdict:none", &[1, 2, 4]),
        ("unjudged:>0", &[0, 3, 4]),
        ("unjudged:>=3", &[0, 4]),
        ("unjudged:0", &[1]),
        ("unjudged:1..3", &[0, 3]),
        ("score:<2.5", &[4]),
        ("score:<=2.5", &[1, 4]),
        ("coverage:>8", &[0]),
        ("flag:yes", &[4]),
        ("comments:yes", &[4]),
        ("comments:no verdict:fail", &[1]),
        ("id:NEWS", &[0, 1]),
        ("id:blog -flag:yes", &[3, 5]),
        ("number:2..4", &[1, 2, 3]),
        ("yours:none", &[0, 1, 2, 3, 4, 5]),
        ("difference:yes", &[]),
        ("certainty:>0.5", &[0, 1, 3, 4]),
        // The column shows percentages.
        ("certainty:>85", &[0, 1, 3, 4]),
        ("certainty:80%..95%", &[0, 1, 3, 4]),
        ("certainty:<90%", &[]),
        ("verdict=FAIL,pass", &[0, 1, 3, 4]),
        ("score<2.5", &[4]),
        ("coverage>8", &[0]),
        ("flag", &[4]),
        ("-flag id:blog", &[3, 5]),
        ("unjudged score<=2.5", &[4]),
    ] {
        assert_eq!(shown(text), expected, "{text}");
    }
}

/// A heading typed as a condition has to mean its own column.
#[test]
fn a_heading_names_its_column_in_a_filter() {
    for spec in super::columns::COLUMNS {
        for title in [spec.title.to_lowercase(), spec.title.to_uppercase()] {
            assert_eq!(Column::named(&title, &[]), Some(spec.column), "{title}");
        }
    }
    for key in ["unjudged", "unseen"] {
        assert!(Filter::read(&format!("{key}:>0"), &[]).is_ok(), "{key}");
    }
}

#[test]
fn a_wrong_filter_says_what_there_is() {
    let read = |text: &str| Filter::read(text, &["coverage"]).unwrap_err().to_string();
    let said = read("verdit:fail");
    assert!(said.contains("verdit") && said.contains("verdict") && said.contains("coverage"), "{said}");
    assert!(read("12:30").contains("quotation marks"), "a time that was to be looked for");
    assert!(read("score:much").contains("score:>3"));
    assert!(read("flag:maybe").contains("flag:yes"));
    for text in ["verdict:fial", "yours=>pass"] {
        let said = read(text);
        assert!(["is no verdict", "fail", "none"].iter().all(|words| said.contains(words)), "{said}");
    }
    // A column without a value, as while it is being typed.
    assert!(read("verdict:").contains("there are") && read("verdict:fail,").contains("there are"));
    assert!(read("score:").contains("score:>3") && read("flag:").contains("flag:yes"));
}

#[test]
fn words_are_looked_for_and_the_view_waits() {
    let mut table = table();
    let filter = Filter::read("verdict:fail library \"new budget\" -x", &table.metrics).unwrap();
    table.set_filter(filter);
    let words = table.question().unwrap();
    assert_eq!(table.question(), None, "asked once");
    assert_eq!(words, ["library", "new budget", "-x"]);
    let quoted = Filter::read("\"flag\" \"score<5\" id", &table.metrics).unwrap();
    assert_eq!(quoted.words(), ["flag", "score<5", "id"]);
    table.refresh(0);
    assert!(table.view.is_empty() && table.is_searching());
    table.find(&["other".to_owned()], vec![1]);
    assert!(table.is_searching(), "an answer to an earlier question");
    table.find(&words, vec![4, 0]);
    table.refresh(0);
    assert_eq!((&table.view[..], table.is_searching()), (&[4][..], false));
    table.set_filter(Filter::default());
    assert_eq!(table.question(), None);
    table.refresh(0);
    assert_eq!(table.view.len(), 6);
}

#[test]
fn what_is_not_known_stands_at_the_end_either_way() {
    let mut table = table();
    table.sort_by(Column::Score);
    table.refresh(0);
    assert_eq!(table.view, [4, 1, 3, 0, 2, 5]);
    table.sort_by(Column::Score);
    table.refresh(0);
    assert_eq!(table.view, [0, 3, 1, 4, 2, 5]);
    table.sort_by(Column::Unjudged);
    table.refresh(0);
    assert_eq!(table.view[..2], [4, 0], "most first");
}

#[test]
fn the_cursor_stays_on_its_case() {
    let mut table = table();
    table.point(3);
    table.sort_by(Column::Score);
    table.refresh(0);
    assert_eq!(table.view[table.cursor.cursor()], 3);
    table.set_filter(Filter::read("id:blog-1", &[]).unwrap());
    table.refresh(0);
    assert_eq!(table.cursor.cursor(), 0);
    for text in ["id:nowhere", ""] {
        table.set_filter(Filter::read(text, &[]).unwrap());
        table.refresh(4);
    }
    assert_eq!(table.view[table.cursor.cursor()], 4, "the case on the screen");
}

#[test]
fn the_next_case_follows_the_table_even_where_the_case_has_left_it() {
    let mut table = table();
    table.set_filter(Filter::read("yours:none -id:q.jsonl", &[]).unwrap());
    table.refresh(1);
    assert_eq!(table.view, [0, 1, 3, 4, 5]);
    assert_eq!((table.step(1, true), table.step(1, false)), (Some(3), Some(0)));
    table.decide(1, Some(Decision::Fail), false);
    table.refresh(1);
    assert_eq!(table.view, [0, 3, 4, 5]);
    assert_eq!((table.step(1, true), table.step(1, false)), (Some(3), Some(0)));
    table.mark(5);
    assert_eq!((table.step(5, true), table.step(5, false)), (None, Some(4)));
}

#[test]
fn the_next_undecided_case_goes_round_and_leaves_out_what_cannot_be_read() {
    let mut table = table();
    let next = |table: &CaseTable, at: usize| table.next_undecided(at, |at| table.rows[at].verdict.is_some());
    table.mark(1);
    assert_eq!(next(&table, 1), Some(3));
    for at in [0, 3, 4, 5] {
        table.decide(at, Some(Decision::Pass), false);
    }
    table.refresh(5);
    table.mark(5);
    assert_eq!(next(&table, 5), Some(1));
    table.mark(1);
    assert_eq!(next(&table, 1), None, "none but this one is left");
}

#[test]
fn only_what_is_sure_needs_no_look() {
    let mut table = table();
    assert_eq!(table.sure(), [0, 3]);
    table.threshold = 95;
    assert!(table.sure().is_empty());
    table.threshold = 90;
    assert_eq!(table.sure(), [0, 3], "the threshold itself is enough");
    table.decide(0, Some(Decision::Fail), false);
    assert_eq!(table.sure(), [3]);
    table.look(0, vec![(3, Digest { flagged: true, ..digest(Decision::Pass, 8.0, 1) })]);
    assert!(table.sure().is_empty());
}

#[test]
fn what_was_found_by_another_rule_does_not_count() {
    let mut table = table();
    assert_eq!((table.scored, table.is_busy()), (5, true));
    table.forget();
    assert_eq!(table.scored, 1, "what cannot be read needs no score");
    table.look(0, vec![(0, digest(Decision::Pass, 9.0, 3))]);
    assert!(table.rows[0].digest.is_none());
    table.look(1, vec![(0, digest(Decision::Warn, 5.0, 3))]);
    assert!(table.rows[0].digest.is_some());
}

#[test]
fn the_cases_in_sight_come_nearest_first() {
    let mut table = table();
    assert_eq!(table.sight(0), [5], "the others are scored");
    table.forget();
    table.watched = true;
    table.point(3);
    assert_eq!(table.sight(0)[..3], [3, 4, 1]);
}

#[test]
fn breaks_do_not_count_as_work() {
    let minute = 60_000_000;
    let times = [(0, 0), (1, 0), (2, 1), (30, 1), (34, 2), (39, 3), (40, 4)];
    let pace = WorkTime::of(&times.map(|(time, case)| (time * minute, case)));
    assert_eq!(pace.seconds(), 12 * 60, "a pause of just five minutes counts");
    // The pace is a median, so that one long case, or time on a case without a verdict, does not affect it.
    assert_eq!((pace.per_case(|case| case < 4), pace.per_case(|_| false)), (Some(150.0), None));
    assert_eq!(pace.per_case(|case| case != 2), Some(60.0));
    assert_eq!([45, 600, 7_500].map(pace::span), ["45 s", "10 min", "2 h 5 min"]);
}

#[test]
fn numbers_have_their_thousands_apart() {
    assert_eq!([0, 999, 1_000, 10_000, 1_234_567].map(grouped), ["0", "999", "1,000", "10,000", "1,234,567"]);
}

/// The counts are shown in each frame, so they are computed once for each change instead.
#[test]
fn cases_are_counted_when_something_has_changed() {
    let mut table = table();
    assert!(table.count(false) && !table.count(false));
    assert_eq!((table.tally.decided, table.tally.readable), (0, 5));
    table.decide(0, Some(Decision::Pass), false);
    table.decide(1, Some(Decision::Fail), true);
    table.accept(3, true);
    assert_eq!(table.tally.decided, 0);
    assert!(table.count(false));
    let many =
        |decision| table.tally.verdicts.iter().find(|(known, _)| *known == decision).map(|(_, many)| *many);
    assert_eq!((table.tally.decided, table.tally.bulk), (3, 1));
    assert_eq!([Decision::Pass, Decision::Warn, Decision::Fail].map(many), [Some(1), Some(0), Some(1)]);
    // Repeating a decision is not a change.
    table.decide(0, Some(Decision::Pass), false);
    table.accept(3, true);
    assert!(!table.count(false));
    // In a blind review, a case that was handed in is decided.
    table.hand_in(4);
    assert!(table.count(true));
    assert_eq!(table.tally.decided, 1);
    for (seconds, at) in [(0, 0), (20, 0), (50, 1)] {
        table.work(seconds * 1_000_000, at);
    }
    assert!(table.count(false));
    assert_eq!((table.tally.seconds, table.tally.per_case), (50, Some(20.0)), "bulk steps have no pace");
}

#[test]
fn a_name_has_most_of_a_narrow_table() {
    let widths =
        |cases, width| [Column::Place, Column::Id, Column::Verdict].map(|column| column.width(cases, width));
    assert_eq!(widths(150, 78), [3, 22, 7]);
    assert_eq!(widths(12_000, 118), [5, 22, 10]);
}
