use super::*;
use crate::case::Texts;
use crate::labels::{JudgedBy, Label, LabelValue};
use crate::text::Span;
use proptest::prelude::*;
use serde_json::json;

const ARTICLE: &str = "Überall grün: the council approved the budget. The council met on Tuesday.";
const SUMMARY: &str = "The council approved it — 7 votes to 2.";
const TEXTS: Texts<'static> = Texts { article: ARTICLE, summary: SUMMARY };

fn given(value: Value) -> Labels {
    let given = read(&value, ARTICLE, SUMMARY).unwrap();
    assert_eq!(read_of_text(&value), Ok(given.clone()));
    given.labels
}

/// Reads the same labels from the text of the value.
fn read_of_text(value: &Value) -> Result<LabelFile, LabelError> {
    read_text(&value.to_string(), &Provenance::Person(UNNAMED.to_owned()), ARTICLE, SUMMARY)
}

fn malformed(labels: Value, list: List) -> String {
    match given(labels).entry(list) {
        Entry::Malformed(reason) => reason.to_string(),
        other => panic!("not malformed: {other:?}"),
    }
}

#[test]
fn offsets_count_scalar_values() {
    let labels = given(json!({"claims": [{"text": "t", "label": "supported",
        "article": [{"start": 14, "end": 25, "text": "the council"}], "summary": [{"start": 26, "end": 33, "text": "7 votes"}]}]}));
    let claim = &labels.get(List::Claims).unwrap()[0];
    assert_eq!(&ARTICLE[claim.article[0].range()], "the council");
    assert_eq!(&SUMMARY[claim.summary[0].range()], "7 votes");
    assert_eq!(claim.by, Provenance::Person(UNNAMED.to_owned()));
    assert!(labels.notes.is_empty(), "{:?}", labels.notes);
}

#[test]
fn a_span_that_moved_is_found_by_its_text_if_that_is_unique() {
    let claim = |text: &str| json!({"claims": [{"text": "t", "label": "partial", "article": [{"start": 0, "end": 3, "text": text}]}]});
    let labels = given(claim("Tuesday"));
    let span = labels.get(List::Claims).unwrap()[0].article[0];
    assert_eq!(&ARTICLE[span.range()], "Tuesday");
    assert!(
        labels.notes[0].1.contains("claims/0") && labels.notes[0].1.contains("found at"),
        "{:?}",
        labels.notes
    );
    assert!(malformed(claim("council"), List::Claims).contains("more than once"));
    let reason = malformed(claim("mayor"), List::Claims);
    assert!(reason.starts_with("claims/0: ") && reason.contains("not in the article"), "{reason}");
}

/// Another program may have written the labels in another normal form than the texts.
#[test]
fn a_span_is_found_in_another_normal_form() {
    let labels = given(
        json!({"claims": [{"text": "t", "label": "partial", "article": [{"text": "U\u{308}berall gru\u{308}n"}]}]}),
    );
    let span = labels.get(List::Claims).unwrap()[0].article[0];
    assert_eq!(&ARTICLE[span.range()], "Überall grün");
    assert!(labels.notes.is_empty(), "{:?}", labels.notes);
    let reason = malformed(
        json!({"claims": [{"text": "t", "label": "partial", "article": [{"text": "Uberall"}]}]}),
        List::Claims,
    );
    assert!(reason.contains("not in the article"), "{reason}");
}

#[test]
fn a_later_file_wins_with_spans_over_counts_and_scores_are_whose_who_gave_them() {
    let by = |value, name: &str| {
        let mut labels = given(value);
        labels.came_from(&JudgedBy::File(name.into()));
        labels
    };
    let counts = by(json!({"extraneous": {"tokens": 3, "of": 58}}), "a");
    assert!(counts.extraneous_counts.is_some());
    let spans = counts.overlaid(by(json!({"extraneous": []}), "b"));
    assert_eq!((spans.extraneous_counts, spans.get(List::Extraneous)), (None, Some(&[][..])));
    let score = by(json!({"bias_score": 3}), "a");
    assert_eq!(score.judged_by(List::Issues), Some(JudgedBy::File("a".into())));
    assert_eq!(score.judged_by(List::Claims), None);
    let mut proposed = given(json!({"issues": []}));
    proposed.came_from(&JudgedBy::Engine);
    assert_eq!(proposed.overlaid(score.clone()).judged_by(List::Issues), Some(JudgedBy::File("a".into())));
    let issues = by(json!({"issues": []}), "b");
    assert_eq!(issues.overlaid(score).judged_by(List::Issues), Some(JudgedBy::File("b".into())));
}

#[test]
fn a_bad_label_is_the_error_of_its_list_alone() {
    let labels = given(json!({
        "claims": [{"text": "a", "label": "supported"}, {"text": "b", "label": "maybe"}],
        "key_points": [{"text": "a", "label": "fully"}],
        "issues": 5, "deviations": [{"severity": "mild", "kind": "colour"}], "steps": [{"present": "true"}]
    }));
    assert_eq!(labels.get(List::KeyPoints).map(<[_]>::len), Some(1));
    for (list, part) in [
        (List::Claims, "claims/1: `label` is the string \"maybe\""),
        (List::Issues, "issues: not a list but the number 5"),
        (List::Deviations, "deviations/0: `kind` is \"colour\""),
        (List::Steps, "steps/0: `present`"),
    ] {
        match labels.entry(list) {
            Entry::Malformed(reason) => assert!(reason.to_string().starts_with(part), "{reason}"),
            other => panic!("{list:?}: {other:?}"),
        }
    }
}

#[test]
fn segments_take_a_label_or_an_overlap() {
    let labels = given(json!({"segments": [{"label": "high"}, {"overlap": 0.83}]}));
    let segments = labels.get(List::Segments).unwrap();
    assert_eq!((segments[0].word, segments[0].measure), (Some(LabelValue::High), None));
    assert_eq!(segments[1].measure, Some(crate::labels::ThresholdMeasure::Overlap(Num::decimal(0.83))));
    assert!(malformed(json!({"segments": [{"overlap": 1.2}]}), List::Segments).contains("1.2"));
    assert!(malformed(json!({"segments": [{}]}), List::Segments).contains("neither"));
}

#[test]
fn extraneous_takes_spans_or_counts() {
    let labels = given(json!({"extraneous": {"tokens": 3, "of": 58}}));
    assert_eq!(labels.extraneous_counts, Some(ExtraneousCounts { tokens: 3, of: 58 }));
    let labels = given(json!({"extraneous": [{"start": 0, "end": 3, "text": "The"}]}));
    assert_eq!(labels.get(List::Extraneous).unwrap()[0].summary, [Span::new(0, 3)]);
    for bad in [
        json!({"tokens": 3, "of": 2}),
        json!({"tokens": -1, "of": 2}),
        json!({"tokens": 1.5, "of": 2}),
        json!({"of": 2}),
    ] {
        malformed(json!({"extraneous": bad}), List::Extraneous);
    }
    assert_eq!(given(json!({"extraneous": {"tokens": 0, "of": 0}})).extraneous_counts.map(|c| c.of), Some(0));
}

#[test]
fn direct_scores_are_checked() {
    let labels = given(json!({"bias_score": 7.5, "tox_score": 11, "tone": "angry"}));
    assert_eq!(labels.bias_score, Some(Ok(Num::decimal(7.5))));
    assert!(labels.tox_score.unwrap().unwrap_err().to_string().contains("11"));
    assert!(labels.tone.is_none() && labels.notes[0].1.contains("angry"));
    assert!(given(json!({"bias_score": "9"})).bias_score.unwrap().is_err());
    let mut file = read(&json!({"bias_score": 11, "tox_score": 3}), ARTICLE, SUMMARY).unwrap();
    file.note_unreadable();
    file.note_unreadable();
    assert_eq!(file.warnings, ["not used: bias_score: the number 11 is not a number from 0 to 10"], "once");
}

#[test]
fn a_whole_number_may_have_a_point() {
    let counts = |tokens: Value| {
        let labels = given(json!({"extraneous": {"tokens": tokens, "of": 5.0}}));
        labels.extraneous_counts.map(|counts| (counts.tokens, counts.of))
    };
    assert_eq!((counts(json!(2.0)), counts(json!(2))), (Some((2, 5)), Some((2, 5))));
    assert_eq!((counts(json!(2.5)), counts(json!(-1.0)), counts(json!(1e300))), (None, None, None));
    let span = |start: Value, end: Value| {
        let labels =
            given(json!({"claims": [{"label": "supported", "summary": [{"start": start, "end": end}]}]}));
        labels.get(List::Claims).map(|claims| claims[0].summary.clone())
    };
    assert!(span(json!(0.0), json!(3)).is_some());
    assert_eq!(span(json!(0.0), json!(3.0)), span(json!(0), json!(3)));
    assert_eq!(span(json!(0.5), json!(3)), None);
}

#[test]
fn wrapper_and_inner_object_read_alike() {
    let inner = json!({"claims": [{"text": "a", "label": "supported"}]});
    let wrapper = json!({"schema": SCHEMA, "id": "x", "by": "alice", "labels": inner.clone()});
    assert_eq!(given(wrapper).get(List::Claims).unwrap()[0].by, Provenance::Person("alice".to_owned()));
    let with_typo = read(&json!({"claim": []}), ARTICLE, SUMMARY).unwrap();
    assert!(with_typo.warnings[0].contains("did you mean `claims`"), "{:?}", with_typo.warnings);
    assert!(read(&json!({"schema": "lockbench.labels/9", "labels": {}}), "", "").is_err());
    for wrong in [
        json!([]),
        json!(null),
        json!({"labels": []}),
        json!({"schema": SCHEMA}),
        json!({"by": 5, "labels": {}}),
    ] {
        assert_eq!(read_of_text(&wrong), read(&wrong, ARTICLE, SUMMARY));
    }
    assert!(read(&json!([]), "", "").is_err());
    // A label belongs to the annotator of the whole object only if it names nobody else.
    let engine = |text: &str| read_text(text, &Provenance::Engine, ARTICLE, SUMMARY).unwrap().labels;
    let claim = |text: &str| engine(text).get(List::Claims).unwrap()[0].by.clone();
    assert_eq!(claim(r#"{"claims": [{"text": "a", "label": "supported"}]}"#), Provenance::Engine);
    let signed = r#"{"by": "alice", "labels": {"claims": [{"text": "a", "label": "supported"}]}}"#;
    assert_eq!(claim(signed), Provenance::Person("alice".to_owned()));
}

#[test]
fn an_empty_name_is_no_annotator() {
    let claims =
        json!([{"text": "t", "label": "partial", "by": ""}, {"text": "u", "label": "partial", "by": "bob"}]);
    for (by, owner) in [(json!(""), UNNAMED), (json!(" "), UNNAMED), (json!("ann"), "ann")] {
        let labels = given(json!({"by": by, "labels": {"claims": claims}}));
        let by: Vec<_> = labels.get(List::Claims).unwrap().iter().map(|label| label.by.clone()).collect();
        assert_eq!(by, [owner, "bob"].map(|name| Provenance::Person(name.to_owned())));
    }
}

#[test]
fn chances_are_one_for_each_word_of_the_list() {
    for (chances, said) in [
        (json!([0.5, 0.5]), "`chances` has 2 numbers for the 3 words of the list"),
        (json!([0.5, 0.5, 7]), "an entry that is not a number from 0 to 1"),
        (json!("much"), "not a list of numbers"),
    ] {
        let labels =
            given(json!({"claims": [{"text": "c", "label": "partial", "by": "engine", "chances": chances}]}));
        assert!(
            matches!(labels.entry(List::Claims), Entry::Malformed(reason) if reason.to_string().contains(said)),
            "{said}"
        );
    }
    let labels =
        given(json!({"claims": [{"text": "c", "label": "partial", "by": "anna", "chances": [0, 1, 0]}]}));
    assert_eq!(labels.get(List::Claims).unwrap()[0].chances, None, "a person is sure");
}

#[test]
fn what_is_written_reads_as_the_same_labels() {
    let labels = given(json!({
        "key_points": [{"text": "p", "label": "partial", "share": 0.5, "article": [{"start": 0, "end": 7, "text": "Überall"}], "summary": []}],
        "extraneous": [{"start": 24, "end": 25, "text": "—", "why": "new", "claim": "claims/0"},
            {"start": 0, "end": 3, "text": "The", "extraneous": false, "proposed": "extraneous"}],
        "coverage_qags": [{"question": "Who?", "answer": "the council", "label": "wrong"}],
        "claims": [{"text": "c", "label": "unsupported", "by": "engine", "p": 0.7, "chances": [0.1, 0.2, 0.7], "why": ["one", "two"], "proposed": "unsupported"}],
        "claim_qags": [{"question": "Who?", "answer": "the council", "label": "correct", "claim": "claims/0"}],
        "deviations": [{"kind": "focus", "severity": "mild", "why": "w"}, {"severity": false, "proposed": "severe"}],
        "intent": "i", "theme": "t", "tone": "neutral", "bias_score": 9, "tox_score": 10,
        "segments": [{"overlap": 0.25, "overlaps": {"containment": 0.25, "best_window": 0.5, "jaccard_article": 0.125}}],
        "issues": [{"kind": "insult", "why": "w"}, {"kind": false, "proposed": "slur"}],
        "grounding": [{"text": "g", "grounded": true, "source": "s1"}], "anchors": [{"kind": "date", "text": "d", "supported": false}]
    }));
    let written = Wrapper::new("x", UNNAMED, &labels, TEXTS).to_value();
    let again = given(written.clone());
    assert_eq!(again, labels, "{written:#}");
    for list in [List::Extraneous, List::Deviations, List::Issues] {
        assert_eq!(labels.get(list).unwrap()[1].word, Some(LabelValue::No), "a finding struck out stays so");
    }
}

#[test]
fn an_edited_proposal_is_a_decision() {
    let entry = |label: &str| json!({"text": "p", "label": label, "proposed": "not", "share": 0.1, "p": 0.6});
    let wrapper = |label: &str| json!({"schema": SCHEMA, "id": "x", "by": "engine", "labels": {"key_points": [entry(label)]}});
    let point = |label: &str| given(wrapper(label)).get(List::KeyPoints).unwrap()[0].clone();
    assert_eq!(
        (point("not").by, point("not").proposed, point("not").p),
        (Provenance::Engine, None, Some(0.6))
    );
    let edited = point("fully");
    assert_eq!((edited.by, edited.proposed), (Provenance::Person(UNNAMED.to_owned()), Some(LabelValue::Not)));
    assert_eq!((edited.word, edited.p), (Some(LabelValue::Fully), None));
}

#[test]
fn a_label_that_follows_from_a_decision_is_the_engines_and_keeps_what_was_proposed() {
    let label = |word, proposed| Label {
        text: "x".to_owned(),
        word: Some(word),
        proposed: Some(proposed),
        ..Label::default()
    };
    let mut labels = Labels::default();
    labels.set(List::KeyPoints, Entry::Given(vec![label(LabelValue::Fully, LabelValue::Not)]));
    labels.set(List::Deviations, Entry::Given(vec![label(LabelValue::No, LabelValue::Severe)]));
    let written = Wrapper::new("x", "ann", &labels, TEXTS).to_value();
    let deviation = &written["labels"]["deviations"][0];
    assert_eq!((&deviation["proposed"], &deviation["follows"]), (&json!("severe"), &json!(true)));
    let mut again = given(written);
    again.notes.clear();
    assert_eq!(again, labels);
}

fn any_json() -> impl Strategy<Value = Value> {
    let keys = prop_oneof![
        prop::sample::select(LISTS.iter().map(|spec| spec.key).collect::<Vec<_>>()),
        prop::sample::select(vec![
            "label", "article", "summary", "start", "end", "text", "severity", "kind", "overlap", "overlaps",
            "tokens", "of", "labels", "schema", "by", "p", "chances", "why", "claim", "proposed",
            "bias_score", "grounded"
        ]),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..90_u64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,6}".prop_map(Value::from),
        prop::sample::select(vec!["supported", "partial", "mild", "the council", "council", SCHEMA])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 80, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..6).prop_map(|pairs| pairs
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect::<Value>()),
        ]
    })
}

proptest! {
    #[test]
    fn no_json_makes_the_reader_panic(value in any_json(), article in "\\PC{0,40}", summary in "\\PC{0,20}") {
        let given = read(&value, &article, &summary);
        let unsigned = Provenance::Person(UNNAMED.to_owned());
        prop_assert_eq!(&read_text(&value.to_string(), &unsigned, &article, &summary), &given);
        if let Ok(given) = given {
            for spec in &LISTS {
                for label in given.labels.get(spec.list).unwrap_or_default() {
                    prop_assert!(label.article.iter().all(|span| article.get(span.range()).is_some()));
                    prop_assert!(label.summary.iter().all(|span| summary.get(span.range()).is_some()));
                }
            }
            let written = Wrapper::new("x", UNNAMED, &given.labels, Texts { article: &article, summary: &summary }).to_value();
            let again = read(&written, &article, &summary).unwrap();
            for spec in &LISTS {
                if let Entry::Given(labels) = given.labels.entry(spec.list) {
                    prop_assert_eq!(again.labels.get(spec.list).map(<[_]>::len), Some(labels.len()));
                }
            }
        }
    }
}
