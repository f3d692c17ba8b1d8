//! Properties that hold for every mutant, and the effect of each kind.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::case::Case;
use crate::engine::{Engine, Selection};
use crate::labels::{Entry, Label, List};
use crate::rubric::{RUBRICS, Readings};

/// A text in which every kind finds a place, and a faithful summary of it.
const ARTICLE: &str = "The council of Tarnby approved a budget of 48 million euros on Tuesday. \
    Residents said the plan was too expensive. The mayor, Paula Dean, praised Rita Kovac for her work. \
    Paula Dean praised Rita Kovac in a long speech. The council may close the old library in 2026. \
    Six new firefighters will start in June. The repairs of the bridge were finished after 14 months. \
    Buses will stop at the station every 20 minutes.";
const SUMMARY: &str = "The council of Tarnby approved a budget of 48 million euros on Tuesday. \
    Residents said the plan was too expensive. Paula Dean praised Rita Kovac in a long speech. \
    The council may close the old library in 2026. Six new firefighters will start in June. \
    The repairs of the bridge were finished after 14 months.";

fn made(article: &str, summary: &str, name: &str, seed: u64) -> Option<Mutant> {
    let engine = &mut Engine::default();
    mutate(engine, "x", &Text::new(article), &Text::new(summary), kind(name).unwrap(), seed)
}

/// Checks the properties that hold for any mutant.
fn check(summary: &str, kind: &MutationKind, mutant: &Mutant) {
    let change = format!("{}: {:?} -> {:?}", kind.name, mutant.was, mutant.now);
    assert_ne!(mutant.summary, summary, "{change}");
    assert!(summary.contains(&mutant.was), "{change}");
    for span in &mutant.spans {
        assert_eq!(&mutant.summary[span.range()], mutant.now, "{change}");
    }
    assert_eq!(mutant.spans.is_empty(), mutant.now.is_empty(), "{change}");
    let mut lists = 0;
    for spec in &crate::labels::LISTS {
        let Some(labels) = mutant.labels.get(spec.list) else { continue };
        lists += 1;
        for label in labels {
            assert!(label.word.is_some_and(|word| spec.words.contains(&word)), "{change}");
            // A claim that shares words has several spans, which together give its text; a single span
            // gives the whole text.
            if spec.list == List::Claims {
                let mut spans = label.summary.clone();
                spans.sort_by_key(|span| span.start);
                let words: Vec<&str> = spans.iter().map(|span| &mutant.summary[span.range()]).collect();
                assert_eq!(words.join(" "), label.text, "{change}");
            }
            for span in &label.summary {
                let text = &mutant.summary[span.range()];
                assert!(!text.trim().is_empty(), "{change}");
                if spec.list == List::KeyPoints {
                    assert_eq!(text, label.text, "{change}");
                }
            }
        }
        let spoilt = |label: &&Label| !matches!(label.word, Some(LabelValue::Supported | LabelValue::Fully));
        assert!(labels.iter().filter(spoilt).count() > 0, "{change}: {}", spec.key);
    }
    assert!(lists > 0, "{change}");
}

#[test]
fn every_kind_finds_its_place() {
    for kind in KINDS {
        let mutant = made(ARTICLE, SUMMARY, kind.name, 1).unwrap_or_else(|| panic!("{}", kind.name));
        check(SUMMARY, kind, &mutant);
    }
    let names: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), KINDS.len());
}

#[test]
fn each_kind_does_what_it_says() {
    let all = |name: &str, article: &str, summary: &str| -> BTreeSet<(String, String)> {
        let mutants = (0..16).filter_map(|seed| made(article, summary, name, seed));
        mutants.map(|mutant| (mutant.was, mutant.now)).collect()
    };
    let has = |name: &str, article: &str, summary: &str, was: &str, now: &str| {
        let found = all(name, article, summary);
        assert!(found.contains(&(was.to_owned(), now.to_owned())), "{name}: {found:?}");
    };
    let none = |name: &str, article: &str, summary: &str| {
        assert_eq!(all(name, article, summary), BTreeSet::new(), "{name}: {summary}");
    };
    // An article that states the same after another sentence.
    let of = |summary: &str| format!("The news came in the morning. {summary} It was cold in the north.");
    let makes = |name: &str, summary: &str, was: &str, now: &str| has(name, &of(summary), summary, was, now);
    let makes_none = |name: &str, summary: &str| none(name, &of(summary), summary);
    makes("negation", "The ferry will run on Sunday.", "will", "will not");
    makes("negation", "The ferry was repaired on Sunday.", "was", "was not");
    makes("negation", "The ferry will not run on Sunday.", "will not", "will");
    makes("negation", "The council approved the plan.", "approved", "did not approve");
    makes("negation", "The council pays the bill.", "pays", "does not pay");
    // Statements that are quantified, left open or dependent on another clause are not negated.
    makes_none("negation", "All members of the council approved the plan.");
    makes_none("negation", "Half of the members are older than 58.");
    makes_none("negation", "The treatment may have helped the patients.");
    makes_none("negation", "The shop opened because the owner paid the rent.");
    makes(
        "exchanged_roles",
        "Rita Kovac praised Dean.",
        "Rita Kovac praised Dean",
        "Dean praised Rita Kovac",
    );
    makes("exchanged_roles", "The bank sued the city.", "The bank sued the city", "The city sued the bank");
    makes(
        "exchanged_roles",
        "Kovac was praised by Dean.",
        "Kovac was praised by Dean",
        "Dean was praised by Kovac",
    );
    makes_none("exchanged_roles", "Dean met Kovac.");
    makes_none("exchanged_roles", "The council approved the plan.");
    makes("unit", "The tower has a height of 40 metres.", "metres", "kilometres");
    makes_none("unit", "It took them days to finish the work.");
    none("number", "It cost 40 euros.", "The museum sold 41 tickets at the door.");
    makes_none("number", "The train left at 7:30 in the morning.");
    makes_none("number", "More than 40 people came to the meeting.");
    makes("number", "The house has seven rooms.", "seven", "six");
    // An article that contains the new number does not contradict it.
    none("number", "It has 2, 3, 4, 6 and 1 room.", "The house has 1 room.");
    makes("hardened", "The mine may close in June.", "may", "will");
    makes("hardened", "The company plans to open a factory in Leeds.", "plans to", "will");
    // "May" as a month is not a modal; a possibility that the article also states as a fact is not
    // hardened.
    makes_none("hardened", "The fair runs from May 27 to June 7.");
    none("hardened", "The mine may close. The mine closed in June.", "The mine may close in June.");
    makes("softened", "The mine will close in June.", "will", "might");
    makes("softened", "The council approved the plan.", "approved", "may have approved");
    makes_none("softened", "The mine may close in June.");
    makes("attribution", "Police said the road was closed.", "Police", "Campaigners");
    none("attribution", "Police came.", "The road was closed when police came.");
    makes("date", "The shop opened on Monday.", "Monday", "Friday");
    makes_none("date", "The fair lasted from Monday to Friday.");
    makes("name", "The ferry to Orvik was late on Sunday.", "Orvik", "Marlow");
    makes_none("name", "The Lib Dems won the vote in the town.");
    makes_none("name", "The stars of Pandora's Cluster are old.");
    makes("loaded_word", "They liked the plan very much.", "", "shameful");
    none("dropped_point", "One. Two.", "The house has seven rooms.");
    // Sentences about the text itself are left unchanged.
    makes_none("negation", "The article was written in May.");
}

/// The labels of a mutant score worse than those of a faithful summary wherever both have a score.
#[test]
fn a_mutant_scores_worse() {
    let slugs: Vec<&str> = RUBRICS.iter().take(2).map(|entry| entry.slug).collect();
    let selection = Selection::shipped(&slugs, Readings::default());
    for kind in KINDS {
        for seed in 0..5 {
            let mutant = made(ARTICLE, SUMMARY, kind.name, seed).unwrap();
            let case = Case { article: ARTICLE.into(), summary: mutant.summary.clone(), ..Case::default() };
            let analysis = Engine::default().analyse_pair(ARTICLE, &mutant.summary);
            let mut faithful = mutant.labels.clone();
            for spec in &crate::labels::LISTS {
                let finding = spec.list.is_finding();
                if finding && faithful.get(spec.list).is_some() {
                    faithful.set(spec.list, Entry::Given(Vec::new()));
                }
                for label in faithful.get_mut(spec.list).into_iter().flatten() {
                    label.word = Some(spec.words[0]);
                }
            }
            let scored = |labels: &Labels| selection.judge(&case, &analysis, labels);
            let (good, bad) = (scored(&faithful), scored(&mutant.labels));
            let mut worse = false;
            for (good, bad) in good.iter().zip(&bad) {
                for (good, bad) in good.metrics.iter().zip(&bad.metrics) {
                    assert!(bad.score() <= good.score(), "{} {}", kind.name, bad.key);
                    worse |= bad.score() < good.score() || bad.raw() < good.raw();
                }
                let fired = |report: &crate::report::Report| {
                    report
                        .caps
                        .iter()
                        .filter(|cap| matches!(cap.fired, crate::report::Fired::Yes { .. }))
                        .count()
                };
                worse |= fired(bad) > fired(good);
            }
            // Scoring unsupported wording requires key points.
            worse |= mutant.labels.get(List::Extraneous).is_some();
            assert!(worse, "{} {seed}: {mutant:?}", kind.name);
        }
    }
}

#[test]
fn a_seed_decides() {
    for kind in KINDS {
        let of = |seed| made(ARTICLE, SUMMARY, kind.name, seed).unwrap().summary;
        assert_eq!(of(7), of(7));
        let different: BTreeSet<String> = (0..20).map(of).collect();
        assert!(
            different.len() > 1 || ["exchanged_roles", "hardened", "unit"].contains(&kind.name),
            "{}",
            kind.name
        );
    }
}

#[test]
fn hostile_texts_have_no_mutants_or_sound_ones() {
    let long = "The council of Tarnby approved 48 plans. ".repeat(40);
    let word = "a".repeat(5_000);
    let texts = [
        "",
        " ",
        ".",
        "\u{0}\u{1b}[31m",
        "\u{202e}The council will approve it\u{202c}.",
        "🗳 The vote was 7 to 2 🎉",
        "京都市は新しい路面電車を4月1日に開業する。",
        "\r\n\r\nThe\r\ncouncil will\r\nrun.\r\n",
        "e\u{301}e\u{301} will be 5 metres",
        "THE COUNCIL WILL APPROVE 48 MILLION.",
        &long,
        &word,
        ARTICLE,
    ];
    for (at, article) in texts.iter().enumerate() {
        for summary in [texts[at], texts[(at + 1) % texts.len()], ARTICLE] {
            for kind in KINDS {
                if let Some(mutant) = made(article, summary, kind.name, 3) {
                    check(summary, kind, &mutant);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mutant_is_sound(
        words in prop::collection::vec(prop::sample::select(
            ARTICLE.split(' ').chain(["🎉", "é", "\n", "not", "\u{a0}", "東京", "“will”", "5,000", "is", "the"]).collect::<Vec<_>>()
        ), 1..60),
        cut in 0usize..60,
        seed: u64,
    ) {
        let summary = words[..cut.min(words.len())].join(" ");
        let article = words.join(" ");
        for kind in KINDS {
            let (one, two) = (made(&article, &summary, kind.name, seed), made(&article, &summary, kind.name, seed));
            prop_assert_eq!(one.as_ref().map(|mutant| &mutant.summary), two.as_ref().map(|mutant| &mutant.summary));
            if let Some(mutant) = one {
                check(&summary, kind, &mutant);
            }
        }
    }
}

#[test]
fn the_claims_that_have_the_new_words_are_changed_and_no_others() {
    const GOOD: &str = "Tom Reed, who lives in Leeds, sold the mill and bought a barn.";
    let article = Text::new(GOOD);
    let pair = Pair::new(&article, &article);
    let changed = |was: &str, now: &str| {
        let start = GOOD.find(was).unwrap();
        let edit = Edit::new(Span::new(start, start + was.len()), now);
        let mutant = truth::mutant(&pair, &edit, Truth { wording: false, ..UNSUPPORTED }).unwrap();
        let claims = mutant.labels.get(List::Claims).unwrap().iter();
        let claims = claims.map(|claim| (claim.text.clone(), claim.word == Some(LabelValue::Unsupported)));
        claims.collect::<Vec<_>>()
    };
    let claims = |texts: [&str; 3], wrong: [bool; 3]| {
        texts.map(str::to_owned).into_iter().zip(wrong).collect::<Vec<_>>()
    };
    assert_eq!(
        changed("Leeds", "York"),
        claims(
            ["Tom Reed sold the mill", "Tom Reed lives in York", "Tom Reed bought a barn"],
            [false, true, false]
        )
    );
    assert_eq!(
        changed("Tom Reed", "Bob Hill"),
        claims(
            ["Bob Hill sold the mill", "Bob Hill lives in Leeds", "Bob Hill bought a barn"],
            [true, true, true]
        )
    );
}
