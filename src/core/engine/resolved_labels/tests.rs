use proptest::prelude::*;

use super::*;
use crate::evidence::{DEPENDENT_LISTS, Wanted};
use crate::labels::overrides::LabelDecision;
use crate::labels::{LISTS, List, MismatchId};

const ARTICLE: &str = "The city council approved a budget of $45 million on Tuesday. Mayor Anna Keller said the plan \
    would not raise taxes. The bridge may be repaired before winter, and 240 jobs at 12 schools are safe.";
const SENTENCES: [&str; 5] = [
    "The council rejected a budget of $54 million on Friday.",
    "Anna Keller said the plan would raise taxes.",
    "The bridge was repaired after winter by trombone players.",
    "240 jobs at 21 schools are safe.",
    "The city council approved a budget of $45 million on Tuesday.",
];

fn case() -> Case {
    Case { article: ARTICLE.to_owned(), ..Case::default() }
}

fn analysed(engine: &mut Engine, summary: &str) -> Analysis {
    engine.analyse(&case(), Texts { article: ARTICLE, summary }, Wanted::ALL)
}

/// Makes a decision on the label at an index of a list.
fn decision(analysis: &Analysis, list: List, at: usize, decision: LabelDecision) -> Option<Override> {
    let labels = analysis.proposals.get(list).filter(|labels| !labels.is_empty())?;
    let texts = Texts { article: analysis.article.raw(), summary: analysis.summary.raw() };
    Some(Override::new(list, &labels[at % labels.len()], decision, texts, "ann", at as u64))
}

fn under(engine: &mut Engine, analysis: &Analysis, overrides: &[Override]) -> ResolvedLabels {
    engine.decided(analysis, &case(), None, &[], overrides)
}

fn words(labels: &Labels, list: List) -> Vec<(String, Option<LabelValue>)> {
    let labels = labels.get(list).unwrap_or_default().iter();
    labels.map(|label| (label.text.clone(), label.word)).collect()
}

#[test]
fn whoever_overrules_a_claim_strikes_all_that_hangs_on_its_mismatches_alone() {
    let mut engine = Engine::default();
    let summary = format!("{} {}", SENTENCES[0], SENTENCES[3]);
    let analysis = analysed(&mut engine, &summary);
    let proposed = &analysis.proposals;
    let claims = proposed.get(List::Claims).unwrap();
    assert!(
        claims.iter().all(|claim| claim.word != Some(LabelValue::Supported) && !claim.mismatches.is_empty())
    );
    let overruled =
        decision(&analysis, List::Claims, 0, LabelDecision::Value(LabelValue::Supported)).unwrap();
    let decided = under(&mut engine, &analysis, &[overruled]);
    let struck = &claims[0].mismatches;
    for spec in &LISTS {
        for label in decided.labels.get(spec.list).unwrap_or_default() {
            assert!(!label.mismatches.iter().any(|id| struck.contains(id)), "{label:?}");
        }
    }
    // The words, the deviation, the answers, the fact and the anchors of the first claim, but nothing of the
    // second.
    let of_second = |list: List| {
        let hang = |label: &&Label| label.mismatches.iter().any(|id| claims[1].mismatches.contains(id));
        let labels = proposed.get(list).unwrap().iter().filter(hang);
        labels.map(|label| (label.text.clone(), label.word)).collect::<Vec<_>>()
    };
    for list in [List::Extraneous, List::Deviations] {
        assert_eq!(words(&decided.labels, list), of_second(list), "{list:?}");
    }
    for list in [List::ClaimQags, List::Facts, List::Anchors] {
        let follows = |one: &&SideEffect| one.id.list == list;
        assert!(decided.followed.iter().any(|one| follows(&one)), "{list:?}: {:?}", decided.followed);
        let good = list.spec().words[0];
        assert!(decided.followed.iter().filter(follows).all(|one| one.to == good), "{list:?}");
    }
    let first = &decided.labels.get(List::Facts).unwrap()[0];
    assert!(first.why[0].contains("follows from what ann said of claim 1"), "{:?}", first.why);
}

/// A claim of two sentences is as bad as the worse of them, and both say why.
#[test]
fn a_merged_claim_has_the_reasons_of_both_sentences() {
    let mut engine = Engine::default();
    let mut proposed = |text: String| {
        let unit = Label { text, ..Label::default() };
        engine.proposed_alone(&case(), ARTICLE, List::Claims, &unit).label
    };
    let [first, second] = [0, 3].map(|at| proposed(SENTENCES[at].to_owned()));
    let merged = proposed(format!("{} {}", SENTENCES[0], SENTENCES[3]));
    assert_eq!(merged.word, Some(LabelValue::Unsupported));
    let has =
        |part: &Label| !part.why.is_empty() && part.why.iter().all(|reason| merged.why.contains(reason));
    assert!(has(&first) && has(&second), "{merged:?}\n{first:?}\n{second:?}");
    // What is right about the claim is no reason against it.
    let right = proposed(SENTENCES[4].to_owned());
    let half = proposed(format!("{} {}", SENTENCES[4], SENTENCES[3]));
    assert!(half.why.iter().all(|reason| second.why.contains(reason)), "{half:?}\n{right:?}");
}

#[test]
fn whoever_rejects_one_unsupported_word_strikes_that_one() {
    let mut engine = Engine::default();
    let analysis = analysed(&mut engine, SENTENCES[0]);
    let proposed = analysis.proposals.get(List::Extraneous).unwrap();
    let at = proposed.iter().position(|label| label.text.contains("54")).expect("a figure");
    let rejected = decision(&analysis, List::Extraneous, at, LabelDecision::Dismiss).unwrap();
    let decided = under(&mut engine, &analysis, &[rejected]);
    let left: Vec<_> = words(&analysis.proposals, List::Extraneous);
    let left: Vec<_> =
        left.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, one)| one.clone()).collect();
    assert_eq!(words(&decided.labels, List::Extraneous), left);
    let claim = &decided.labels.get(List::Claims).unwrap()[0];
    assert_ne!(claim.word, Some(LabelValue::Supported), "the other differences stay");
    assert!(!claim.why.iter().any(|why| why.contains("54")), "{:?}", claim.why);
}

#[test]
fn to_confirm_what_is_proposed_strikes_nothing_and_what_was_decided_stays() {
    let mut engine = Engine::default();
    let analysis = analysed(&mut engine, &SENTENCES.join(" "));
    let supported = LabelDecision::Value(LabelValue::Supported);
    let claims = analysis.proposals.get(List::Claims).unwrap();
    let right = claims.iter().position(|claim| claim.word == Some(LabelValue::Supported)).unwrap();
    let confirmed = decision(&analysis, List::Claims, right, supported.clone()).unwrap();
    assert_eq!(under(&mut engine, &analysis, &[confirmed]).followed, []);
    let overruled = decision(&analysis, List::Claims, 0, supported).unwrap();
    let severe = decision(&analysis, List::Deviations, 0, LabelDecision::Value(LabelValue::Severe)).unwrap();
    let decided = under(&mut engine, &analysis, &[severe, overruled]);
    let deviation = &decided.labels.get(List::Deviations).unwrap()[0];
    assert_eq!(deviation.word, Some(LabelValue::Severe), "{deviation:?}");
    assert!(matches!(deviation.by, crate::labels::Provenance::Person(_)));
}

#[test]
fn a_rule_strikes_what_rests_on_its_words_and_leaves_the_rest() {
    use crate::labels::{OverruleRule, RuleKind};
    const NEWS: &str =
        "The Lib Dems took the seat of Widnes from Labour on Thursday. Turnout was 42 percent.";
    let summary =
        "The Liberal Democrats took the seat of Widnes from Labour on Thursday. Turnout was 52 percent.";
    let case = Case { article: NEWS.to_owned(), ..Case::default() };
    let mut engine = Engine::default();
    let analysis = engine.analyse(&case, Texts { article: NEWS, summary }, Wanted::ALL);
    let rule = |kind, summary: &str, article: &str| {
        let (summary, article) = (summary.to_owned(), article.to_owned());
        Arc::new(OverruleRule { kind, summary, article, of: None })
    };
    let claims = |labels: &Labels| -> Vec<_> {
        labels.get(List::Claims).unwrap().iter().map(|claim| claim.word).collect()
    };
    let unsupported = Some(LabelValue::Unsupported);
    assert_eq!(claims(&analysis.proposals), [unsupported; 2]);
    let alias = rule(RuleKind::Alias, "Lib Dems", "Liberal Democrats");
    let decided = engine.decided(&analysis, &case, None, std::slice::from_ref(&alias), &[]);
    assert_eq!(claims(&decided.labels), [Some(LabelValue::Supported), unsupported]);
    let claim = &decided.labels.get(List::Claims).unwrap()[0];
    assert_eq!(claim.by, crate::labels::Provenance::Engine, "it is the engine's still");
    assert!(claim.why[0].contains("by a rule: \"Lib Dems\" is \"Liberal Democrats\""), "{:?}", claim.why);
    let names = |labels: &Labels| {
        labels.get(List::Extraneous).unwrap().iter().filter(|words| words.text.contains("Liberal")).count()
    };
    assert_eq!((names(&analysis.proposals), names(&decided.labels)), (1, 0));
    // A decision on the label outweighs the rule. Without the rule everything is as before.
    let of = Texts { article: NEWS, summary };
    let proposed = &analysis.proposals.get(List::Claims).unwrap()[0];
    let own = Override::new(List::Claims, proposed, LabelDecision::Value(LabelValue::Partial), of, "ann", 1);
    let both = engine.decided(&analysis, &case, None, &[alias], &[own]);
    assert_eq!(claims(&both.labels), [Some(LabelValue::Partial), unsupported]);
    let elsewhere = rule(RuleKind::Alias, "Lib Dems", "Greens");
    for rules in [Vec::new(), vec![elsewhere]] {
        assert_eq!(engine.decided(&analysis, &case, None, &rules, &[]).labels, *analysis.proposals);
    }
}

fn any_decision() -> impl Strategy<Value = (List, usize, LabelDecision)> {
    let supported = LabelDecision::Value(LabelValue::Supported);
    prop_oneof![
        (0..5usize).prop_map(move |at| (List::Claims, at, supported.clone())),
        (0..5usize).prop_map(|at| (List::Claims, at, LabelDecision::Value(LabelValue::Partial))),
        (0..9usize).prop_map(|at| (List::Extraneous, at, LabelDecision::Dismiss)),
        (0..6usize).prop_map(|at| (List::ClaimQags, at, LabelDecision::Value(LabelValue::Wrong))),
        (0..5usize).prop_map(|at| (List::Deviations, at, LabelDecision::Dismiss)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// A warm engine and a new one give the same labels under the same decisions, whatever the warm one did
    /// before. Retracting the last decision restores all earlier labels.
    #[test]
    fn what_follows_depends_on_texts_and_decisions_alone(
        first in prop::sample::subsequence(&SENTENCES[..], 1..5),
        then in prop::sample::subsequence(&SENTENCES[..], 1..5),
        made in prop::collection::vec(any_decision(), 1..5),
    ) {
        let mut warm = Engine::default();
        for summary in [first.join(" "), then.join(" "), first.join(" ")] {
            let analysis = analysed(&mut warm, &summary);
            let all: Vec<Override> =
                made.iter().filter_map(|(list, at, how)| decision(&analysis, *list, *at, how.clone())).collect();
            let mut steps = vec![under(&mut warm, &analysis, &[])];
            prop_assert_eq!(&steps[0].labels, &*analysis.proposals);
            for count in 1..=all.len() {
                steps.push(under(&mut warm, &analysis, &all[..count]));
            }
            for (count, step) in steps.iter().enumerate().rev() {
                let again = under(&mut warm, &analysis, &all[..count]);
                prop_assert_eq!(&again.labels, &step.labels);
                prop_assert_eq!(&again.followed, &step.followed);
                prop_assert_eq!(&again.fates, &step.fates);
                let mut cold = Engine::default();
                let changed = analysed(&mut cold, &summary);
                prop_assert_eq!(&under(&mut cold, &changed, &all[..count]).labels, &step.labels);
            }
        }
    }

    /// A label names only existing mismatches, found in its own words, and a label without mismatches does
    /// not change.
    #[test]
    fn labels_hang_on_mismatches_of_their_own_words(
        sentences in prop::sample::subsequence(&SENTENCES[..], 1..5),
        made in prop::collection::vec(any_decision(), 1..4),
    ) {
        let mut engine = Engine::default();
        let analysis = analysed(&mut engine, &sentences.join(" "));
        let all = &analysis.proposals.mismatches;
        for list in DEPENDENT_LISTS {
            for label in analysis.proposals.get(list).unwrap_or_default() {
                for MismatchId(at) in &label.mismatches {
                    prop_assert!(*at < all.len());
                    let of_claim = |claim: &&Label| claim.mismatches.contains(&MismatchId(*at));
                    let claim = analysis.proposals.get(List::Claims).unwrap().iter().find(of_claim).unwrap();
                    prop_assert!(all[*at].summary.iter().all(|span| claim.summary[0].contains(*span)));
                }
            }
        }
        let all: Vec<Override> =
            made.iter().filter_map(|(list, at, how)| decision(&analysis, *list, *at, how.clone())).collect();
        let decided = under(&mut engine, &analysis, &all);
        let texts = Texts { article: ARTICLE, summary: analysis.summary.raw() };
        let struck = strikes(&analysis.proposals, &[], &all, texts);
        for one in &decided.followed {
            prop_assert!(one.was.mismatches.iter().any(|id| struck.struck.contains_key(id)));
            prop_assert!(!struck.decided.contains(&one.id));
        }
    }
}
