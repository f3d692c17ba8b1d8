use super::{factual, states_fact};
use crate::case::{Case, Source, Texts};
use crate::engine::Engine;
use crate::evidence::Wanted;
use crate::labels::{Label, LabelValue, List, ThresholdMeasure};
use crate::num::Num;
use crate::text::{Sentence, Text};

fn labels(article: &str, sources: &[(&str, &str)], summary: &str) -> Vec<Label> {
    let source = |(id, text): &(&str, &str)| Source {
        id: Some((*id).into()),
        text: (*text).into(),
        ..Source::default()
    };
    let case = Case { sources: sources.iter().map(source).collect(), ..Case::default() };
    let wanted = Wanted::new(&[List::Grounding], &[]);
    let analysis = Engine::default().analyse(&case, Texts { article, summary }, wanted);
    analysis.proposals.get(List::Grounding).expect("a list").to_vec()
}

#[test]
fn statements_numbers_and_citations_are_factual() {
    for (text, cites) in [
        ("The council approved the budget on Tuesday.", false),
        ("Sales were flat.", false),
        ("The report of the council was rejected by the mayor.", false),
        ("Revenue: 5 million euros", false),
        ("This may have been so, as Smith showed (Smith, 2020).", true),
        ("Up to 40 % of the meadows might be lost.", false),
    ] {
        assert!(states_fact(&Sentence::new(text), cites), "{text}");
    }
}

#[test]
fn questions_openings_and_hedged_opinions_are_not() {
    for text in [
        "Will the council approve the budget?",
        "The main findings are as follows:",
        "I think that the budget of 5 million euros is too high.",
        "In our view, the plan deserves support.",
        "The plan might perhaps help the town.",
        "Policy makers should restore the meadows soon.",
        "See Figure 2 for the details of the model.",
        "Key findings",
        "This report asks how much water young trees need.",
        "In this section the costs are compared with those of others.",
        "***",
        "1.",
    ] {
        assert!(!states_fact(&Sentence::new(text), false), "{text}");
    }
}

#[test]
fn headings_code_and_lists_of_references_are_not() {
    let raw = "# The council approved the budget\n\nThe town pays the bill in May.\n\n```\nthe council = approved the budget\n```\n\n## 5. References\n\n[1] The council approved the budget, 2020.";
    let text = Text::new(raw);
    let found: Vec<&str> =
        factual(raw, text.sentences()).iter().map(|placed| &*placed.sentence.text).collect();
    assert_eq!(found, ["The town pays the bill in May."]);
}

#[test]
fn a_sentence_is_grounded_in_the_source_that_says_it() {
    let sources = [
        ("sea", "Seagrass meadows store carbon. They grow along the coast of Spain."),
        ("rail", "The night train to Vienna was cancelled. Passengers waited for hours."),
    ];
    let found = labels("Unused.", &sources, "The night train to Vienna was cancelled.");
    assert_eq!(found[0].word, Some(LabelValue::Yes));
    assert_eq!(found[0].source.as_deref(), Some("rail"));
    assert!(found[0].why[0].contains("4 of 4 content words are in source rail"), "{:?}", found[0].why);
    assert!(found[0].article.is_empty(), "the source is not the article");
    let Some(ThresholdMeasure::Nearness { cosine, overlap }) = found[0].measure else { panic!("no measure") };
    assert!(overlap == Num::ONE && cosine > Num::ratio(1, 2));
}

#[test]
fn a_sentence_that_no_source_says_is_not_grounded() {
    let found =
        labels("Unused.", &[("sea", "Seagrass meadows store carbon.")], "The parliament elected 17 judges.");
    assert_eq!(found[0].word, Some(LabelValue::No));
    let why = found[0].why.join("; ");
    assert!(why.contains("nearest is source sea") && why.contains("the number 17 is in no source"), "{why}");
}

#[test]
fn without_sources_the_article_grounds_and_is_pointed_at() {
    let article = "A bridge was closed on Monday.\n\nThe night train to Vienna was cancelled.";
    let found = labels(article, &[], "The night train to Vienna was cancelled.");
    assert_eq!(found[0].source.as_deref(), Some("paragraph 2"));
    let span = found[0].article[0];
    assert_eq!(&article[span.range()], "The night train to Vienna was cancelled.");
    // A source with only an address has no text, so the article is used.
    let found = labels(article, &[("link", "")], "The night train to Vienna was cancelled.");
    assert_eq!((found[0].word, found[0].source.as_deref()), (Some(LabelValue::Yes), Some("paragraph 2")));
}

#[test]
fn a_wrong_number_is_named_though_the_sentence_is_grounded() {
    let found = labels(
        "Unused.",
        &[("a", "The tunnel is 12 km long and opened in 2016.")],
        "The tunnel is 14 km long and opened in 2016.",
    );
    assert_eq!(found[0].word, Some(LabelValue::Yes));
    assert!(found[0].why[1].contains("the number 14 is in no source"), "{:?}", found[0].why);
}

#[test]
fn other_scripts_and_rubbish_do_no_harm() {
    for summary in ["大阪は東京より1.5倍広い。", "\u{0}\u{7}12 \u{200B}", "🙂🙂🙂 5", "[1] [2] [3] 2020"]
    {
        labels("大阪は広い。", &[("x", "🙂")], summary);
    }
}
