//! The anchor verdict: each formula by hand, values on the edges, what is missing, and what holds for any labels.

use proptest::prelude::*;

use super::build::{Texts, decision, give, label, raw, read, words};
use super::replay::replay;
use crate::case::Case;
use crate::labels::{Entry, Label, LabelValue, Labels, List, Measure};
use crate::measures::{Asked, AskedBy, Bigrams, Measures, Term};
use crate::num::Num;
use crate::report::{Decision, Outcome, Part, Report};
use crate::rubric::{Evaluation, Input, RUBRICS, judge};

const SLUG: &str = "anchor";

/// So many supported and so many unsupported anchors.
fn anchors(supported: usize, unsupported: usize) -> Labels {
    listed(words(&[(LabelValue::Yes, supported), (LabelValue::No, unsupported)]))
}

fn listed(given: Vec<Label>) -> Labels {
    let mut labels = Labels::default();
    give(&mut labels, List::Anchors, given);
    labels
}

/// A question and an answer by their counts: words asked and said, and distinct words that only the answer has.
fn asked(terms: &[(&str, usize, usize)], others: usize) -> Asked {
    let terms = terms
        .iter()
        .map(|(word, asked, said)| Term { word: (*word).to_owned(), asked: *asked, said: *said })
        .collect();
    Asked { by: AskedBy::Query, text: "asked".into(), terms, others, others_squared: others }
}

/// All that is asked is said, and nothing is off the topic.
fn well() -> Measures {
    Measures {
        asked: Some(asked(&[("bridge", 1, 1), ("cost", 1, 1)], 2)),
        bigrams: Some(Bigrams { found: 9, of: 10 }),
        ..Measures::default()
    }
}

fn toml_report(toml: &str, measures: &Measures, labels: &Labels, readings: &[&str]) -> Report {
    let entry = RUBRICS.iter().find(|entry| entry.slug == SLUG).unwrap();
    let rubric = (entry.load)(toml).unwrap();
    let texts = Texts::new();
    let input = Input { measures, ..texts.input(labels) };
    let report = judge(entry, rubric.as_ref(), &input, &read(readings));
    replay(&report);
    report
}

fn shipped() -> &'static str {
    RUBRICS.iter().find(|entry| entry.slug == SLUG).unwrap().toml
}

fn report(measures: &Measures, labels: &Labels, readings: &[&str]) -> Report {
    toml_report(shipped(), measures, labels, readings)
}

fn silent(measures: &Measures, labels: &Labels, readings: &[&str]) -> Evaluation {
    let entry = RUBRICS.iter().find(|entry| entry.slug == SLUG).unwrap();
    let texts = Texts::new();
    let input = Input { measures, ..texts.input(labels) };
    (entry.load)(entry.toml).unwrap().evaluate(&input, &read(readings), false)
}

fn part(report: &Report, metric: &str, name: &str) -> Option<Part> {
    let parts = &report.metric(metric).unwrap().parts;
    parts.iter().find(|(known, _)| *known == name).map(|(_, part)| part.clone())
}

fn four_places(value: Num) -> f64 {
    (value.to_f64() * 1e4).round() / 1e4
}

/// The query and the answer as texts, measured by the engine.
fn on(query: &str, answer: &str, readings: &[&str]) -> Report {
    let case = Case {
        article: "The bridge was closed.".into(),
        summary: answer.into(),
        query: Some(query.into()),
        ..Case::default()
    };
    let texts = Texts::of(case);
    let entry = RUBRICS.iter().find(|entry| entry.slug == SLUG).unwrap();
    let rubric = (entry.load)(entry.toml).unwrap();
    let report = judge(entry, rubric.as_ref(), &texts.input(&anchors(1, 0)), &read(readings));
    replay(&report);
    report
}

#[test]
fn relevance_by_hand() {
    // Three of four tokens of the question are among six of the answer. idf is ln(3/3) + 1 = 1 for the shared and
    // ln(3/2) + 1 = 1.405465 for the others, squared 1.975332:
    // cosine = 3 / sqrt((3 + 1.975332) * (3 + 3*1.975332)) = 3 / sqrt(4.975332 * 8.925996) = 0.4502.
    let report = on("alpha beta gamma delta", "alpha beta gamma one two three", &[]);
    assert_eq!(part(&report, "relevance", "jaccard"), Some(Part::Number(Num::ratio(3, 7))));
    let Some(Part::Number(cosine)) = part(&report, "relevance", "cosine") else { panic!("no cosine") };
    assert_eq!(four_places(cosine), 0.4502);
    assert_eq!(four_places(raw(&report, "relevance")), 0.4394);
    // A token said twice counts twice: product 2, lengths 1 and 4, all shared, so the cosine stays 1.
    assert_eq!(raw(&on("alpha", "Alpha ALPHA!", &[]), "relevance"), Num::ONE);
    // "alpha beta" against "alpha alpha": product 2, |Q|^2 = 1 + 1.975332, |R|^2 = 4; cosine 2/sqrt(11.901328).
    let twice = on("alpha beta", "alpha alpha", &[]);
    assert_eq!(four_places(raw(&twice, "relevance")), four_places(Num::Real((0.579_738 + 0.5) / 2.0)));
    // Nothing shared is 0, exactly.
    assert_eq!(raw(&on("alpha", "beta", &[]), "relevance"), Num::ZERO);
    // Stems are not compared, digits and scripts are.
    assert_eq!(raw(&on("bridges", "bridge", &[]), "relevance"), Num::ZERO);
    assert_eq!(raw(&on("京都", "京都", &[]), "relevance"), Num::ONE);
}

#[test]
fn plain_weights_leave_the_jaccard_similarity_alone() {
    let report = on("alpha beta gamma delta", "alpha beta gamma one two three", &["idf=plain"]);
    assert_eq!(raw(&report, "relevance"), Num::ratio(3, 14));
    // Both vectors are null where all is shared.
    assert_eq!(raw(&on("alpha", "alpha", &["idf=plain"]), "relevance"), Num::ratio(1, 2));
}

#[test]
fn relevance_of_exactly_a_tenth_does_not_fail() {
    let with = |shared: usize, all: usize| {
        let terms: Vec<(&str, usize, usize)> = (0..shared).map(|_| ("word", 1, 1)).collect();
        Measures { asked: Some(asked(&terms, all - shared)), ..well() }
    };
    let edge = report(&with(1, 5), &anchors(1, 0), &["idf=plain"]);
    assert_eq!((raw(&edge, "relevance"), decision(&edge)), (Num::ratio(1, 10), Decision::Pass));
    let below = report(&with(1, 6), &anchors(1, 0), &["idf=plain"]);
    assert_eq!(decision(&below), Decision::Fail);
    assert!(
        below.verdict.because[0].starts_with("relevance is 0.08, below 0.1"),
        "{:?}",
        below.verdict.because
    );
}

#[test]
fn completeness_by_hand() {
    let report = on("When did the bridge over the Tane open?", "The bridge over the Tane was closed.", &[]);
    assert_eq!(raw(&report, "completeness"), Num::ratio(2, 3));
    assert_eq!(report.metric("completeness").unwrap().notes, ["not in the answer: open"]);
    // A keyword asked twice is one keyword.
    assert_eq!(raw(&on("cost cost bridge", "cost", &[]), "completeness"), Num::ratio(1, 2));
}

#[test]
fn completeness_of_exactly_three_fifths_does_not_warn() {
    let with = |found: usize| {
        let names = ["one", "two", "three", "four", "five"].map(|name| format!("{name}-word"));
        let terms: Vec<(&str, usize, usize)> =
            names.iter().enumerate().map(|(at, name)| (name.as_str(), 1, usize::from(at < found))).collect();
        Measures { asked: Some(asked(&terms, 0)), ..well() }
    };
    assert_eq!(decision(&report(&with(3), &anchors(1, 0), &[])), Decision::Pass);
    let below = report(&with(2), &anchors(1, 0), &[]);
    assert_eq!(decision(&below), Decision::Warn);
    assert_eq!(below.verdict.because, ["completeness is 0.40, below 0.6"]);
}

#[test]
fn hallucination_by_hand_and_on_its_edges() {
    let score = |supported, unsupported, readings: &[&str]| {
        let report = report(&well(), &anchors(supported, unsupported), readings);
        let risk = part(&report, "hallucination", "risk");
        (raw(&report, "hallucination"), decision(&report), risk == Some(Part::Word("high")))
    };
    assert_eq!(score(3, 1, &[]), (Num::ratio(1, 4), Decision::Pass, false));
    assert_eq!(score(1, 1, &[]), (Num::ratio(1, 2), Decision::Pass, false));
    assert_eq!(score(9, 10, &[]), (Num::ratio(10, 19), Decision::Fail, false));
    assert_eq!(score(2, 3, &[]), (Num::ratio(3, 5), Decision::Fail, false));
    assert_eq!(score(2, 3, &["hallucination.fail=0.6"]), (Num::ratio(3, 5), Decision::Pass, false));
    assert_eq!(score(1, 2, &["hallucination.fail=0.6"]), (Num::ratio(2, 3), Decision::Fail, true));
    assert_eq!(score(0, 2, &[]), (Num::ONE, Decision::Fail, true));
}

#[test]
fn drift_begins_below_a_fifth() {
    let with = |found, of, labels: &Labels, readings: &[&str]| {
        let measures = Measures { bigrams: Some(Bigrams { found, of }), ..well() };
        raw(&report(&measures, labels, readings), "hallucination")
    };
    let (none, some) = (anchors(0, 0), anchors(1, 1));
    assert_eq!(with(1, 5, &none, &[]), Num::ZERO);
    assert_eq!(with(1, 6, &none, &[]), Num::decimal(0.2));
    assert_eq!(with(0, 1, &some, &[]), Num::ratio(1, 2));
    assert_eq!(with(0, 1, &some, &["drift=add"]), Num::decimal(0.7));
    assert_eq!(with(0, 1, &anchors(0, 3), &["drift=add"]), Num::ONE);
    // One token has no bigram: nothing can be said of drift.
    let alone = report(&Measures { bigrams: Some(Bigrams { found: 0, of: 0 }), ..well() }, &none, &[]);
    assert_eq!(raw(&alone, "hallucination"), Num::ZERO);
    let notes = &alone.metric("hallucination").unwrap().notes;
    assert!(notes.iter().any(|note| note.contains("no anchor")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("no bigram")), "{notes:?}");
}

#[test]
fn safety_comes_first_and_every_reason_is_named() {
    let bad = Measures {
        asked: Some(asked(&[("bridge", 1, 0), ("cost", 1, 0)], 3)),
        bigrams: Some(Bigrams { found: 0, of: 4 }),
        ..Measures::default()
    };
    let report = report(&bad, &anchors(1, 2), &[]);
    assert_eq!(decision(&report), Decision::Fail);
    assert_eq!(
        report.verdict.because,
        [
            "hallucination is 0.67, above 0.5: anchors 2, 3",
            "relevance is 0.00, below 0.1",
            "completeness is 0.00, below 0.6"
        ]
    );
    assert_eq!((report.verdict.score, report.verdict.mean), (None, None));
}

fn not_applicable(report: &Report, metric: &str) -> String {
    match &report.metric(metric).unwrap().outcome {
        Outcome::NotApplicable(reason) => reason.clone(),
        other => panic!("{metric}: {other:?}"),
    }
}

#[test]
fn what_is_missing_is_said_and_the_rest_is_scored() {
    // Nothing asks.
    let nobody = Asked { by: AskedBy::Nobody, ..asked(&[], 4) };
    let nothing = Measures { asked: Some(nobody), ..well() };
    let found = report(&nothing, &anchors(3, 1), &[]);
    assert!(not_applicable(&found, "relevance").contains("`query`"));
    assert!(not_applicable(&found, "completeness").contains("`query`"));
    assert_eq!((raw(&found, "hallucination"), decision(&found)), (Num::ratio(1, 4), Decision::Incomplete));
    // What is there decides already.
    assert_eq!(decision(&report(&nothing, &anchors(1, 3), &[])), Decision::Fail);
    // No list of anchors, as under --labels-only.
    let absent = report(&well(), &Labels::default(), &[]);
    assert_eq!(absent.metric("hallucination").unwrap().outcome, Outcome::Error("missing_metric".into()));
    assert_eq!(decision(&absent), Decision::Incomplete);
    let irrelevant = Measures { asked: Some(asked(&[("bridge", 1, 0)], 3)), ..well() };
    assert_eq!(decision(&report(&irrelevant, &Labels::default(), &[])), Decision::Fail);
    // A list that cannot be read, and a label without a word.
    let mut labels = Labels::default();
    labels.set(List::Anchors, Entry::Malformed("anchors/0: `supported` is a string".into()));
    let malformed = report(&well(), &labels, &[]);
    assert!(
        matches!(&malformed.metric("hallucination").unwrap().outcome, Outcome::Error(why) if why.contains("anchors/0"))
    );
    assert_eq!(decision(&malformed), Decision::Incomplete);
    let wordless = report(&well(), &listed(vec![label(LabelValue::Yes), Label::default()]), &[]);
    assert!(
        matches!(&wordless.metric("hallucination").unwrap().outcome, Outcome::Error(why) if why.contains("anchors/1"))
    );
    // A question of stop words has no keyword; its relevance is measured all the same.
    let stopped = on("What is this about?", "This is about a bridge.", &[]);
    assert!(not_applicable(&stopped, "completeness").contains("stop list"));
    assert!(raw(&stopped, "relevance") > Num::ZERO);
    assert_eq!(decision(&stopped), Decision::Incomplete);
}

#[test]
fn a_title_or_the_theme_stands_for_the_query_unless_one_is_required() {
    let of = |query: Option<&str>, title: Option<&str>, article: &str, readings: &[&str]| {
        let text = |text: &str| text.to_owned();
        let case = Case {
            article: article.into(),
            summary: "The bridge was closed.".into(),
            query: query.map(text),
            title: title.map(text),
            ..Case::default()
        };
        let texts = Texts::of(case);
        let entry = RUBRICS.iter().find(|entry| entry.slug == SLUG).unwrap();
        let rubric = (entry.load)(entry.toml).unwrap();
        judge(entry, rubric.as_ref(), &texts.input(&anchors(1, 0)), &read(readings))
    };
    const ARTICLE: &str =
        "The old bridge of Ashford was closed on Monday. It is to be repaired before winter.";
    let note = |report: &Report| report.metric("relevance").unwrap().notes.join("; ");
    assert_eq!(note(&of(Some("Which bridge?"), Some("A title"), ARTICLE, &[])), "");
    for empty in [None, Some(""), Some("  \n"), Some("?!")] {
        let titled = of(empty, Some("Bridge closed"), ARTICLE, &[]);
        assert!(note(&titled).contains("the title is used instead: \"Bridge closed\""), "{}", note(&titled));
        let themed = of(empty, Some(" "), ARTICLE, &[]);
        assert!(note(&themed).contains("the article's theme is used instead"), "{}", note(&themed));
    }
    let required = of(None, Some("Bridge closed"), ARTICLE, &["query=required"]);
    assert!(not_applicable(&required, "relevance").contains("query=required"));
    assert_eq!(decision(&required), Decision::Incomplete);
    // The reading matters, and is in the signature.
    let titled = of(None, Some("Bridge closed"), ARTICLE, &[]);
    assert!(titled.signature.contains("|query=fallback"), "{}", titled.signature);
    assert!(!titled.disputed.contains(&"query=required".to_owned()), "INCOMPLETE disputes no verdict");
    let asks = of(Some("Which bridge?"), None, ARTICLE, &[]);
    assert!(!asks.signature.contains("query="), "{}", asks.signature);
    // An article without a word has no theme.
    let silent = of(None, None, "🦊🦊", &[]);
    assert!(not_applicable(&silent, "relevance").contains("`query`"));
}

fn measured(measure: Measure) -> Label {
    Label { measure: Some(measure), word: Some(LabelValue::No), ..Label::default() }
}

#[test]
fn measured_anchors_are_graded_by_the_rubric() {
    let figure = |exact, off: Option<f64>| measured(Measure::Figure { exact, off: off.map(Num::decimal) });
    let apart = |one_sentence, within| measured(Measure::Together { one_sentence, within });
    let supported = |label: Label, toml: &str, readings: &[&str]| {
        raw(&toml_report(toml, &well(), &listed(vec![label]), readings), "hallucination") == Num::ZERO
    };
    for (label, aware, exact) in [
        (figure(true, Some(0.0)), true, true),
        (figure(false, Some(0.0)), true, false),
        (figure(false, Some(0.05)), true, false),
        (figure(false, Some(0.0501)), false, false),
        (figure(false, None), false, false),
        (apart(true, Some(40)), true, true),
        (apart(false, Some(12)), true, true),
        (apart(false, Some(13)), false, false),
        (apart(false, None), false, false),
    ] {
        assert_eq!(supported(label.clone(), shipped(), &[]), aware, "{label:?}");
        assert_eq!(supported(label.clone(), shipped(), &["numbers=exact"]), exact, "{label:?}");
    }
    // A user's numbers.
    let wider = shipped().replacen("within_tokens = 12", "within_tokens = 13", 1);
    assert!(supported(apart(false, Some(13)), &wider, &[]));
    let strict = shipped().replacen("one_sentence = true", "one_sentence = false", 1);
    assert!(!supported(apart(true, Some(40)), &strict, &[]));
    let nearer = shipped().replacen("tolerance = 0.05", "tolerance = 0", 1);
    assert!(!supported(figure(false, Some(0.01)), &nearer, &[]));
    // A person's word is not graded.
    let told = Label {
        measure: Some(Measure::Figure { exact: true, off: Some(Num::ZERO) }),
        ..label(LabelValue::No)
    };
    assert!(!supported(told, shipped(), &[]));
}

#[test]
fn a_file_that_cannot_be_used_names_the_key() {
    let entry = RUBRICS.iter().find(|entry| entry.slug == SLUG).unwrap();
    for (from, to, key) in [
        ("within_tokens = 12", "within_tokens = \"near\"", "within_tokens"),
        ("tolerance = 0.05", "", "tolerance"),
        ("penalty = 0.2", "penalty = nan", "penalty"),
        ("range = [0, 1]", "range = [1, 1]", "range"),
        ("[verdict]", "[verdicts]", "verdict"),
    ] {
        assert!(entry.toml.contains(from), "{from}");
        let error = (entry.load)(&entry.toml.replacen(from, to, 1)).err().map(|e| e.to_string());
        assert!(error.as_deref().is_some_and(|error| error.contains(key)), "{from} -> {to}: {error:?}");
    }
}

prop_compose! {
    fn any_measures()(
        terms in prop::collection::vec((0_usize..6, 1_usize..4, 0_usize..4), 0..7),
        others in 0_usize..9,
        found in 0_usize..12,
        of in 0_usize..12,
        by in prop::sample::select(&[AskedBy::Query, AskedBy::Title, AskedBy::Theme, AskedBy::Nobody][..]),
    ) -> Measures {
        const WORDS: [&str; 6] = ["the", "bridge", "cost", "what", "opened", "京"];
        let terms: Vec<Term> = terms
            .into_iter()
            .map(|(word, asked, said)| Term { word: WORDS[word].to_owned(), asked, said })
            .collect();
        let by = if terms.is_empty() { AskedBy::Nobody } else { by };
        let asked = Asked { by, text: "asked".into(), terms, others, others_squared: others * 2 };
        let bigrams = Some(Bigrams { found: found.min(of), of });
        Measures { asked: Some(asked), bigrams, ..Measures::default() }
    }
}

fn any_readings() -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(
        vec!["idf=plain", "drift=add", "query=required", "hallucination.fail=0.6", "numbers=exact"],
        0..=5,
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Scores lie between 0 and 1, ledgers replay, and a silent evaluation says the same.
    #[test]
    fn reports_hold_together(
        measures in any_measures(), supported in 0_usize..9, unsupported in 0_usize..9, readings in any_readings()
    ) {
        let labels = anchors(supported, unsupported);
        let (loud, silent) = (report(&measures, &labels, &readings), silent(&measures, &labels, &readings));
        for metric in &loud.metrics {
            if let Some(score) = metric.score() {
                prop_assert!(score >= Num::ZERO && score.to_f64() <= 1.0 + 1e-12, "{} is {}", metric.key, score);
            }
        }
        prop_assert_eq!(loud.verdict.decision, silent.verdict.decision);
        for (loud, silent) in loud.metrics.iter().zip(&silent.metrics) {
            prop_assert_eq!(&loud.outcome, &silent.outcome);
        }
    }

    /// To make an anchor unsupported never lowers hallucination, nor turns a failure.
    #[test]
    fn an_unsupported_anchor_never_helps(
        measures in any_measures(), supported in 1_usize..9, unsupported in 0_usize..9, readings in any_readings()
    ) {
        let before = silent(&measures, &anchors(supported, unsupported), &readings);
        let after = silent(&measures, &anchors(supported - 1, unsupported + 1), &readings);
        prop_assert!(after.metrics[2].score() >= before.metrics[2].score());
        prop_assert!(before.verdict.decision != Decision::Fail || after.verdict.decision == Decision::Fail);
    }

    /// A keyword that the answer takes up as well never lowers completeness.
    #[test]
    fn a_keyword_more_never_hurts(measures in any_measures(), at in 0_usize..7) {
        let mut better = measures.clone();
        let Some(term) = better.asked.as_mut().and_then(|asked| asked.terms.get_mut(at)) else { return Ok(()) };
        term.said += 1;
        let (before, after) = (silent(&measures, &anchors(1, 0), &[]), silent(&better, &anchors(1, 0), &[]));
        prop_assert!(after.metrics[1].score() >= before.metrics[1].score());
    }
}
