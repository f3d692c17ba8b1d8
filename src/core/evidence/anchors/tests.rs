use std::sync::Arc;

use proptest::prelude::*;

use super::run;
use crate::case::{Case, Source};
use crate::evidence::{AnalysisCache, Article, Indexed, Pair, plain};
use crate::labels::{Label, LabelValue, Labels, List, ThresholdMeasure};
use crate::num::Num;
use crate::text::Text;

/// An analysed context.
struct Context {
    case: Case,
    article: Article,
    sources: Vec<Arc<Indexed>>,
}

impl Context {
    fn new(article: &str, sources: &[(&str, &str)]) -> Context {
        let source = |(id, text): &(&str, &str)| Source {
            id: Some((*id).to_owned()).filter(|id| !id.is_empty()),
            text: (*text).to_owned(),
            ..Source::default()
        };
        let case = Case { sources: sources.iter().map(source).collect(), ..Case::default() };
        let sources =
            case.sources.iter().map(|source| Arc::new(Indexed::new(Text::new(&source.text)))).collect();
        Context { case, article: Article::new(Text::new(article)), sources }
    }

    fn warm(&self, summary: &str, cache: &mut AnalysisCache) -> Vec<Label> {
        let wording = Indexed::new(Text::new(plain(summary).as_deref().unwrap_or(summary)));
        let summary = Indexed::new(Text::new(summary));
        let pair = Pair::new(&self.case, &self.article, &self.sources, &summary, &wording);
        let mut labels = Labels::default();
        run(&pair, cache, &mut labels);
        labels.get(List::Anchors).unwrap().to_vec()
    }

    fn anchors(&self, summary: &str) -> Vec<Label> {
        self.warm(summary, &mut AnalysisCache::default())
    }
}

const ARTICLE: &str = "The council of Ashford approved a budget of 5 million dollars on 3 March 2024. It adds \
    two thirds of the money to schools. Mayor Jane Keller said that nearly 400 people wrote letters. The new bridge, \
    which cost $1.2bn, opened in 1987. The ferry runs from 3 to 5 pm and carries 397 cars.";

fn shown(labels: &[Label]) -> Vec<(&str, &str, bool)> {
    labels
        .iter()
        .map(|label| (label.kind.unwrap(), label.text.as_str(), label.word == Some(LabelValue::Yes)))
        .collect()
}

fn figures(summary: &str) -> Vec<(String, bool)> {
    let found = Context::new(ARTICLE, &[]).anchors(summary);
    let figures = found.iter().filter(|label| label.kind != Some("claim"));
    figures.map(|label| (label.text.clone(), label.word == Some(LabelValue::Yes))).collect()
}

#[test]
fn figures_are_found_in_any_spelling() {
    for (summary, figure, supported) in [
        ("The budget is $5m.", "$5m", true),
        ("The budget is $50m.", "$50m", false),
        ("The budget is 5 million euros.", "5 million euros", false),
        ("It passed on March 3, 2024.", "March 3, 2024", true),
        ("It passed on 2024-03-03.", "2024-03-03", true),
        ("It passed on 3 May 2024.", "3 May 2024", false),
        ("It passed in March.", "March", true),
        ("About 66 people and 2/3 of the money.", "66", false),
        ("The schools get 2/3 of it.", "2/3", true),
        ("There are about 400 cars.", "400", true),
        ("The bridge cost 1,200,000,000 dollars.", "1,200,000,000 dollars", true),
        ("The bridge opened in 1988.", "1988", false),
        ("It runs until 17:00.", "17:00", true),
        ("It runs from 15:00 to 17:00.", "15:00 to 17:00", true),
        ("It runs from 15:00 to 18:00.", "15:00 to 18:00", false),
    ] {
        let found = figures(summary);
        assert!(found.contains(&(figure.to_owned(), supported)), "{summary}: {found:?}");
    }
}

#[test]
fn a_label_says_how_its_figure_was_found() {
    let context = Context::new(ARTICLE, &[]);
    let measure = |summary: &str| context.anchors(summary)[0].measure;
    let figure = |exact, off| Some(ThresholdMeasure::Figure { exact, off });
    assert_eq!(measure("Of 5 million dollars."), figure(true, Some(Num::ZERO)));
    assert_eq!(measure("Of $5m."), figure(false, Some(Num::ZERO)));
    assert_eq!(measure("Of $6m."), figure(false, None));
    // 400 differs from 397 by 0.76 %.
    assert_eq!(measure("Of almost 400 cars."), figure(true, Some(Num::ZERO)));
    let near = Context::new("It carries 397 cars.", &[]).anchors("Of almost 400 cars.")[0].clone();
    assert_eq!(near.measure, figure(false, Some(Num::decimal(0.0076))));
    assert_eq!(near.why, ["397 in sentence 1 of the article is 0.8 % off"]);
    // Ranges whose ends are apart in the article, and a year that is elsewhere.
    let apart = Context::new(
        "The fair of 2024 is near. It opens on 3 March. Entry is 5 euros, or 3 for children.",
        &[],
    );
    for summary in ["On March 3, 2024.", "For 3 to 5 euros."] {
        assert_eq!(apart.anchors(summary)[0].measure, figure(false, Some(Num::ZERO)), "{summary}");
    }
    // A date with another year does not match.
    let other = Context::new("It opened on 3 March 2023, and closed in 2024.", &[]);
    assert_eq!(other.anchors("On March 3, 2024.")[0].measure, figure(false, None));
}

#[test]
fn assertions_need_subject_and_object_together() {
    let context = Context::new(ARTICLE, &[]);
    let claims = |summary: &str| -> Vec<(String, bool)> {
        let found = context.anchors(summary);
        let claims = found.iter().filter(|label| label.kind == Some("claim"));
        claims.map(|label| (label.text.clone(), label.word == Some(LabelValue::Yes))).collect()
    };
    let one = |text: &str, supported| vec![(text.to_owned(), supported)];
    assert_eq!(claims("The council approved the budget."), one("The council approved the budget", true));
    assert_eq!(claims("The council approved the bridge."), one("The council approved the bridge", false));
    assert_eq!(claims("Aliens approved the budget."), one("Aliens approved the budget", false));
    // A pronoun refers to the subject before it, in either text.
    assert_eq!(claims("The council adds the money."), one("The council adds the money", true));
    assert_eq!(
        claims("The council met. It approved the budget.").last(),
        one("It approved the budget", true).last()
    );
    // The names of a phrase must be found anywhere.
    assert_eq!(
        claims("Later Mayor Anna Keller wrote letters."),
        one("Mayor Anna Keller wrote letters", false)
    );
    assert_eq!(
        claims("Later Mayor Jane Keller wrote letters."),
        one("Mayor Jane Keller wrote letters", true)
    );
    // Guesses, questions and wishes are not assertions.
    for none in
        ["The council may approve the budget.", "Has the council approved the budget?", "Good evening."]
    {
        assert_eq!(claims(none), [], "{none}");
    }
    let label = &context.anchors("The council approved the bridge.")[0];
    assert!(
        matches!(label.measure, Some(ThresholdMeasure::Together { one_sentence: false, within: Some(within) }) if within > 12)
    );
    assert!(label.why[0].contains("in no sentence together"), "{:?}", label.why);
    let label = &context.anchors("Aliens approved the budget.")[0];
    assert_eq!(label.why, ["\"Aliens\" is not in the article"]);
}

#[test]
fn sources_support_what_the_article_lacks_and_are_named() {
    let sources =
        [("", "The dam holds 40 million tonnes."), ("who-2020", "Dr Adeyemi treated 1,500 patients.")];
    let context = Context::new(ARTICLE, &sources);
    let found =
        context.anchors("It cost $5m. The dam holds 40m tonnes. Adeyemi treated 1500 patients, and 77 more.");
    let names: Vec<_> = found
        .iter()
        .map(|label| (label.text.as_str(), label.source.as_deref(), label.article.len()))
        .collect();
    assert!(names.contains(&("$5m", None, 1)), "{names:?}");
    assert!(
        names.contains(&("40m", Some("1"), 0)) || names.contains(&("40m tonnes", Some("1"), 0)),
        "{names:?}"
    );
    assert!(names.contains(&("1500", Some("who-2020"), 0)), "{names:?}");
    assert!(names.contains(&("Adeyemi treated 1500 patients", Some("who-2020"), 0)), "{names:?}");
    assert!(names.contains(&("77", None, 0)), "{names:?}");
    let missing = found.iter().find(|label| label.text == "77").unwrap();
    assert_eq!(missing.why, ["number 77 is not in the article or its sources"]);
    // A subject in one text and an object in another do not count as together.
    let apart = context.anchors("The dam treated patients.");
    assert_eq!(shown(&apart), [("claim", "The dam treated patients", false)]);
}

#[test]
fn titles_of_sources_are_searched_too() {
    let mut context = Context::new(ARTICLE, &[("", "Nothing."), ("costs", "Planting costs 1,900 euros.")]);
    context.case.sources[1].title = Some("Council Paper 114: Planting Programme".to_owned());
    let found = context.anchors("Paper 114 says so, and paper 115.");
    let why = |at: usize| (found[at].text.as_str(), found[at].source.as_deref(), found[at].why[0].as_str());
    assert_eq!(why(0), ("114", Some("costs"), "114 is in the title of source costs"));
    assert_eq!(why(1), ("115", None, "number 115 is not in the article or its sources"));
}

#[test]
fn numbers_of_lists_and_addresses_are_no_anchors() {
    let summary = "## 1. Cost\n\n1. It is high.\n2) It rises by 77.\n\nSee www.a.org/p/2021/5 or doi:10.1000/182.\n\n\
        ## References\n\n1. Okafor, A. 48 Trees.\n2. Paper 114.";
    assert_eq!(figures(summary), [("77".to_owned(), false)]);
    assert_eq!(
        figures("It lost\n12.5 million in 1987."),
        [("12.5 million".to_owned(), false), ("1987".to_owned(), true)]
    );
}

#[test]
fn references_to_sources_are_no_anchors() {
    assert_eq!(figures("It is so [3], and so [1, 2] and [4-6]."), []);
    assert_eq!(figures("It is so (77)."), [("77".to_owned(), false)]);
}

#[test]
fn weak_wordings_are_no_anchors_but_quantities_are() {
    assert_eq!(figures("One of the first, twice, in a second pair."), []);
    assert_eq!(figures("A dozen people."), [("dozen".to_owned(), false)]);
    assert_eq!(figures("Half of the money."), [("Half".to_owned(), false)]);
}

fn texts(summary: &str) -> Vec<String> {
    figures(summary).into_iter().map(|(text, _)| text).collect()
}

#[test]
fn one_figure_is_one_anchor() {
    assert_eq!(texts("It is of the 19th century."), ["19th"]);
    assert_eq!(texts("It was so in the last decade."), [""; 0]);
    assert_eq!(texts("It came at ten minutes to eight."), ["ten minutes to eight"]);
    assert_eq!(texts("It was cut from ten minutes to eight."), ["ten minutes to eight"]);
    assert_eq!(texts("It left ten minutes to eight people.").len(), 1);
    assert_eq!(texts("It met in 2024/25."), ["2024/25"]);
    let found = Context::new("It opened in 1995.", &[]).anchors("It is of the 1990s.");
    assert_eq!(found[0].word, Some(LabelValue::Yes));
    assert_eq!(found[0].why, ["1995 in sentence 1 of the article is one of these years"]);
}

#[test]
fn common_fractions_are_anchors_where_they_are_parts() {
    for (summary, text) in [
        ("A quarter left.", "quarter"),
        ("Half stayed.", "Half"),
        ("About half were paid.", "half"),
        ("It fell by a third.", "third"),
        ("It fell by half a percent.", "half a percent"),
        ("One in four left.", "One in four"),
        ("Nine out of ten left.", "Nine out of ten"),
    ] {
        assert_eq!(texts(summary), [text], "{summary}");
    }
    for summary in [
        "They led at half-time.",
        "He scored in the second half.",
        "Sales rose in the quarter.",
        "It took half an hour.",
    ] {
        assert_eq!(texts(summary), [""; 0], "{summary}");
    }
    let found = Context::new("It took 67 % of them.", &[]).anchors("It took two thirds of them.");
    assert_eq!(found[0].word, Some(LabelValue::Yes), "{found:?}");
}

#[test]
fn other_scripts_and_no_words_at_all() {
    let context = Context::new("京都市は2024年4月1日に310億円で開業する。", &[]);
    assert_eq!(
        shown(&context.anchors("4月1日に310億円。")),
        [("date", "4月1日", true), ("number", "310億円", true)]
    );
    assert_eq!(shown(&context.anchors("5月1日に")), [("date", "5月1日", false)]);
    for empty in ["🦊🦊", "...", "\u{301}\u{200d}", "?!"] {
        assert_eq!(context.anchors(empty), [], "{empty:?}");
        assert_eq!(Context::new(empty, &[("", empty)]).anchors("It cost $5.").len(), 1);
    }
}

fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "The council approved the plan. ",
            "It cost $4.5 million, ",
            "He said that the bridge opened on 3/4/2019. ",
            "from 3 to 5 pm; ",
            "half a million and 2 1/2 % ",
            "京都市は4月1日に開業する。",
            "1 200 000 ",
            "quarter to",
            "and a half",
            "May 3-5, ",
            "\u{301}½⁄",
            "?!\n\n",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
        "([0-9]{1,5}|one|half|third|and|a|to|of|million|March|[-/.,:%$€' ]){0,30}",
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any text is accepted, spans lie within their texts, and a warm cache gives the same result as none.
    #[test]
    fn a_warm_memo_changes_nothing(article in any_text(), source in any_text(), first in any_text(), second in any_text()) {
        let context = Context::new(&article, &[("s", &source)]);
        let mut warm = AnalysisCache::default();
        let both = format!("{second} {first}");
        for summary in [&first, &second, &both, &first] {
            let ours = context.warm(summary, &mut warm);
            prop_assert_eq!(&ours, &context.anchors(summary));
            for label in &ours {
                prop_assert!(label.summary.iter().all(|span| summary.get(span.range()).is_some()));
                prop_assert!(label.article.iter().all(|span| article.get(span.range()).is_some()));
            }
        }
    }

    /// Copies from the context are supported exactly.
    #[test]
    fn a_copy_is_supported(article in any_text()) {
        let context = Context::new(&article, &[]);
        for label in context.anchors(&article) {
            if label.kind != Some("claim") {
                prop_assert!(matches!(label.measure, Some(ThresholdMeasure::Figure { exact: true, .. })), "{label:?}");
            }
        }
    }
}
