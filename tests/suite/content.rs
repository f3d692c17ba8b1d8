//! Tests key points, questions and segments: properties that hold for any text, and results on texts of
//! several kinds.

use lockbench::engine::Engine;
use lockbench::evidence::Article;
use lockbench::labels::{Label, LabelValue, Labels, List, ThresholdMeasure};
use lockbench::num::Num;
use lockbench::text::{Span, Text, word_spans};
use proptest::prelude::*;

const NEWS: &str = "The city council approved the new budget on Tuesday by 7 votes to 2. Mayor Jane Porter said the \
    plan would keep all 14 libraries open. Critics warned that bus fares will rise by 5 percent in January. The \
    budget also sets aside 3.5 million dollars for road repairs. Dr. Alan Smith, who leads the hospital, welcomed \
    the decision. A protest outside the town hall drew about 200 people.";

const DIALOGUE: &str = "Amanda: I baked cookies. Do you want some?\nJerry: Sure!\nAmanda: I'll bring you tomorrow \
    :-)\nJerry: Could you bring some for Tom as well, he is ill at home.\nAmanda: Of course, I made thirty of them \
    for everybody in the office.";

const SCIENCE: &str = "We propose a method for detecting faults in wind turbines from sound alone. The method was \
    tested on 48 turbines over two years. It found 91.5 percent of the faults, against 76 percent for vibration \
    sensors; it costs a tenth as much. Results were worse in heavy rain. We release the recordings to the public.";

fn labels(article: &str, summary: &str) -> Labels {
    Labels::clone(&Engine::default().analyse_pair(article, summary).proposals)
}

fn list(labels: &Labels, list: List) -> &[Label] {
    labels.get(list).expect("the list is proposed")
}

fn in_text(text: &str, spans: &[Span]) -> bool {
    spans
        .iter()
        .all(|s| s.end <= text.len() && text.is_char_boundary(s.start) && text.is_char_boundary(s.end))
}

fn disjoint(spans: &[Span]) -> bool {
    spans.iter().enumerate().all(|(i, a)| spans[i + 1..].iter().all(|b| !a.overlaps(*b)))
}

#[test]
fn points_are_central_and_apart_on_several_kinds_of_text() {
    for (text, fact) in [(NEWS, "approved the new budget"), (DIALOGUE, "cookies"), (SCIENCE, "wind turbines")]
    {
        let article = Article::new(Text::new(text));
        let points: Vec<Span> = article.profile.points.iter().map(|point| point.span).collect();
        assert!((4..=7).contains(&points.len()), "{points:?}");
        assert!(disjoint(&points));
        assert!(points.iter().all(|p| word_spans(&text[p.range()]).count() >= 6));
        assert!(points.iter().any(|p| text[p.range()].contains(fact)), "{fact} is not among {points:?}");
    }
}

#[test]
fn a_point_is_covered_as_far_as_it_is_said() {
    let full = labels(NEWS, "The city council approved the new budget on Tuesday by 7 votes to 2.");
    let first = &list(&full, List::KeyPoints)[0];
    assert_eq!(first.word, Some(LabelValue::Fully), "{first:?}");
    assert_eq!(first.measure, Some(ThresholdMeasure::Share(Num::ONE)));
    let wrong = labels(NEWS, "The city council approved the new budget on Tuesday by 9 votes to 2.");
    let first = &list(&wrong, List::KeyPoints)[0];
    let Some(ThresholdMeasure::Share(share)) = first.measure else { panic!("no share") };
    assert!(share < Num::ONE && first.why[0].contains('9'), "{first:?}");
    let none = labels(NEWS, "Penguins swim far under thick Antarctic ice.");
    assert!(list(&none, List::KeyPoints).iter().all(|label| label.word == Some(LabelValue::Not)));
}

#[test]
fn a_number_is_said_however_it_is_written() {
    let article = "The council granted 5.4 million euros to the ferry line. It sails twice a day.";
    let point = |summary: &str| list(&labels(article, summary), List::KeyPoints)[0].clone();
    let same = point("The council granted the ferry line 5.4m euros.");
    assert_eq!(same.word, point("The council granted the ferry line 5.4 million euros.").word);
    assert!(!same.why.join(" ").contains("another number"), "{:?}", same.why);
    let answers = |summary: &str| {
        let of = labels(article, summary);
        let asked = list(&of, List::CoverageQags)
            .iter()
            .find(|q| q.answer.as_deref().is_some_and(|a| a.contains("5.4")));
        asked.map(|question| question.word)
    };
    let [plain, short] = ["5.4 million euros", "5.4m euros"].map(|amount| {
        answers(&format!("The council granted the ferry line {amount}.")).expect("a question about it")
    });
    assert_eq!((plain, short), (Some(LabelValue::Correct), Some(LabelValue::Correct)));
    let other = point("The council granted the ferry line 6.4m euros.");
    assert!(other.why.join(" ").contains("another number"), "{:?}", other.why);
}

#[test]
fn questions_are_answered_by_what_is_said() {
    let all = labels(NEWS, NEWS);
    let questions = list(&all, List::CoverageQags);
    assert_eq!(questions.len(), 6);
    assert!(questions.iter().all(|label| label.word == Some(LabelValue::Correct)), "{questions:?}");
    let none = labels(NEWS, "Penguins swim far under thick Antarctic ice.");
    assert!(list(&none, List::CoverageQags).iter().all(|label| label.word == Some(LabelValue::Wrong)));
    let claims = labels(NEWS, "The city council approved the new budget on Tuesday by 7 votes to 2.");
    let questions = list(&claims, List::ClaimQags);
    assert!(questions.iter().all(|label| label.word == Some(LabelValue::Correct)), "{questions:?}");
    let wrong = labels(NEWS, "The city council approved the new budget on Friday by 9 votes to 2.");
    let wrong =
        list(&wrong, List::ClaimQags).iter().filter(|label| label.word == Some(LabelValue::Wrong)).count();
    assert!(wrong >= 1);
}

#[test]
fn segments_split_where_the_rubric_says() {
    let summary = "Dr. Smith of the U.S. paid 3.5 million dollars; Did he really pay all of it? yes he did.";
    let labels = labels(NEWS, summary);
    let pieces: Vec<&str> =
        list(&labels, List::Segments).iter().map(|l| &summary[l.summary[0].range()]).collect();
    assert_eq!(pieces, ["Dr. Smith of the U.S. paid 3.5 million dollars;", "Did he really pay all of it?"]);
    assert!(!labels.all_short[0]);
    let short = self::labels(NEWS, "Budget passed. Fares rise.");
    assert_eq!((list(&short, List::Segments).len(), short.all_short), (1, [true, true]));
}

#[test]
fn what_states_nothing_is_no_segment_and_a_joined_stop_ends_one() {
    let article =
        "Rodgers hopes that victory over Villa will come on Sunday. City are no bigger than their rivals.";
    let summary = "City are no bigger than their etihad rivals .rodgers hopes victory over villa will come . Click here \
                   for all the latest liverpool news .";
    let labels = labels(article, summary);
    let pieces: Vec<&str> =
        list(&labels, List::Segments).iter().map(|l| &summary[l.summary[0].range()]).collect();
    assert_eq!(
        pieces,
        ["City are no bigger than their etihad rivals .", "rodgers hopes victory over villa will come ."]
    );
}

#[test]
fn theme_and_intent_keep_to_their_length() {
    for text in [NEWS, DIALOGUE, SCIENCE] {
        let article = Article::new(Text::new(text));
        assert!((1..=20).contains(&word_spans(&article.profile.theme).count()), "{}", article.profile.theme);
        assert!(
            (1..=35).contains(&word_spans(&article.profile.intent).count()),
            "{}",
            article.profile.intent
        );
    }
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "([A-Za-z]{1,7}|[0-9]{1,4}|the|was|said|[.,;:?!'\"\u{2019}\n–-]|é|漢字|🦊| ){0,120}",
        "((the|a|council|police|approved|rose|7|Tuesday|in|by|who|of|Jane|Porter|n't|'s|and)( | , | \\. )){0,60}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn anything_may_be_read(article in texts(), summary in texts()) {
        let labels = labels(&article, &summary);
        for kind in [List::KeyPoints, List::CoverageQags, List::ClaimQags, List::Segments] {
            let found = list(&labels, kind);
            for label in found {
                prop_assert!(in_text(&article, &label.article) && in_text(&summary, &label.summary), "{:?}", label);
            }
            match kind {
                List::KeyPoints => prop_assert!(found.len() <= 7),
                List::Segments => {}
                _ => prop_assert!(found.len() <= 6),
            }
        }
        let of_article = |kind| -> Vec<Span> {
            list(&labels, kind).iter().flat_map(|label| label.article.iter().copied()).collect()
        };
        prop_assert!(disjoint(&of_article(List::KeyPoints)));
        prop_assert!(disjoint(&of_article(List::CoverageQags)));
        let read = Article::new(Text::new(&article));
        prop_assert!(word_spans(&read.profile.theme).count() <= 20);
        prop_assert!(word_spans(&read.profile.intent).count() <= 35, "{}", read.profile.intent);
    }
}
