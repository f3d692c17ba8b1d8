use super::{Entities, MentionKind};
use crate::text::Text;

/// Returns the words of each linked mention with the words of the mention to which it links.
fn links(raw: &str) -> Vec<(String, String)> {
    let text = Text::new(raw);
    let found = text.entities();
    let words = |at: usize| {
        let one = &found.mentions[at];
        let placed = &text.sentences()[one.sentence];
        let parsed = placed.sentence.tree();
        let span = parsed.words[one.words.0].join(parsed.words[one.words.1]);
        placed.sentence.text[span.range()].to_owned()
    };
    let pair = |at: usize| Some((words(at), words(found.mentions[at].antecedent?)));
    (0..found.mentions.len()).filter_map(pair).collect()
}

fn linked(raw: &str, from: &str, to: &str) -> bool {
    links(raw).contains(&(from.to_owned(), to.to_owned()))
}

#[test]
fn shorter_names_are_of_the_name_before() {
    for (raw, from, to) in [
        ("Anna Keller won. Later Keller resigned.", "Keller", "Anna Keller"),
        ("The Liberal Democrats lost. The Lib Dems met.", "Lib Dems", "Liberal Democrats"),
        ("The European Central Bank met. Then the ECB acted.", "ECB", "European Central Bank"),
    ] {
        assert!(linked(raw, from, to), "{raw} {:?}", links(raw));
    }
}

#[test]
fn a_name_of_two_is_of_neither() {
    let raw = "Anna Keller met Tom Keller. Later Keller resigned.";
    assert!(!links(raw).iter().any(|(from, _)| from == "Keller"), "{:?}", links(raw));
}

#[test]
fn a_pronoun_agrees_and_abstains() {
    assert!(linked("Anna Keller met Tom Berg. She was late.", "She", "Anna Keller"));
    assert!(linked("Anna Keller met Tom Berg. He was late.", "He", "Tom Berg"));
    let doubtful = "Tom Berg and Paul Smith argued in the car. He left.";
    assert!(!links(doubtful).iter().any(|(from, _)| from == "He"), "{:?}", links(doubtful));
}

#[test]
fn who_speaks_is_i() {
    let same = |raw: &str, one: &str, other: &str| {
        let text = Text::new(raw);
        let found = text.entities();
        let entity = |words: &str| {
            found.mentions.iter().find_map(|mention| {
                let placed = &text.sentences()[mention.sentence];
                let span = placed.sentence.tree().words[mention.head];
                (placed.sentence.text[span.range()] == *words).then_some(mention.entity)
            })
        };
        entity(one).is_some() && entity(one) == entity(other)
    };
    assert!(same("I like my house.", "I", "my"));
    let turns = "Tom: I saw my dog.\nAnna: We saw him.\nTom: Then he saw me.";
    assert!(same(turns, "I", "me"));
    let others = "Tom: I saw a dog.\nAnna: My cat left.\nTom: Good.";
    assert!(!same(others, "I", "My"), "{:?}", links(others));
}

#[test]
fn a_definite_noun_is_the_noun_before_or_a_name_that_has_it() {
    for (raw, from, to) in [
        ("A man was arrested on Monday. The man denied it.", "man", "man"),
        ("The new mayor met the council. Later the new mayor left.", "mayor", "mayor"),
        ("President Obama spoke on Monday. The president left early.", "president", "President Obama"),
        ("Leeds City Council met on Monday. The council fined him.", "council", "Leeds City Council"),
        ("Anna Keller, the mayor, spoke. The mayor left.", "mayor", "mayor"),
    ] {
        assert!(linked(raw, from, to), "{raw} {:?}", links(raw));
    }
    for raw in [
        "The old mayor met the council. The new mayor left.",
        "The mayor of Leeds spoke. The mayor of York left.",
        "Men were arrested. The men denied it.",
        "One way is to wait. The way is long.",
    ] {
        assert!(links(raw).is_empty(), "{raw} {:?}", links(raw));
    }
}

#[test]
fn a_label_of_a_turn_is_who_says_i() {
    let turns = "Tom: I saw a dog.\nAnna: Did you call Tom?\nTom: No, my phone was off.";
    for (from, to) in [("I", "Tom"), ("Tom", "Tom")] {
        assert!(linked(turns, from, to), "{:?}", links(turns));
    }
    let text = Text::new(turns);
    let mentions = &text.entities().mentions;
    let of = |sentence: usize, kind| {
        mentions.iter().find(|one| one.sentence == sentence && one.kind == kind).map(|one| one.entity)
    };
    assert!(of(0, MentionKind::Name).is_some());
    assert_eq!(of(2, MentionKind::Pronoun), of(0, MentionKind::Name), "{:?}", links(turns));
}

fn consistent(text: &Text, found: &Entities) {
    for (at, one) in found.mentions.iter().enumerate() {
        assert!(
            one.antecedent.is_none_or(|before| before < at && found.mentions[before].entity == one.entity)
        );
        assert!(one.words.0 <= one.head && one.head <= one.words.1 && one.sentence < text.sentences().len());
        assert!(
            one.kind != MentionKind::Pronoun || one.antecedent.is_some() || one.entity < found.entities.len()
        );
    }
    let all: usize = found.entities.iter().map(|one| one.mentions.len()).sum();
    assert_eq!(all, found.mentions.len());
}

#[test]
fn links_point_backward_and_do_not_change_with_what_follows() {
    let pieces = [
        "Anna Keller met Tom Berg.",
        "She left him.",
        "\"I",
        "he said.",
        "The council fined its chief, Lee Ash.",
        "🎉 it!",
        "They, themselves and them",
        "IT WAS THE BBC",
        "— his",
        "Keller's dog bit Keller.",
        "J. R. R. and and",
    ];
    let mut seed = 7_u64;
    for _ in 0..60 {
        let mut raw = String::new();
        let mut earlier: Option<Entities> = None;
        for _ in 0..6 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            raw.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
            raw.push_str("\n\n");
            let text = Text::new(&raw);
            let found = text.entities();
            consistent(&text, found);
            if let Some(earlier) = earlier {
                assert_eq!(found.mentions[..earlier.mentions.len()], earlier.mentions[..], "{raw}");
            }
            earlier = Some(found.clone());
        }
    }
}
