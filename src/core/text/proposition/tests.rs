use super::*;
use crate::text::Sentence;

/// Returns the propositions of a sentence in short form: "beat(agent: Galway, patient: Cork)".
fn read(text: &str) -> Vec<String> {
    let sentence = Sentence::new(text);
    let parsed = sentence.tree();
    let words: Vec<&str> = parsed.words.iter().map(|span| &sentence.text[span.range()]).collect();
    let say = |nodes: &[usize]| nodes.iter().map(|at| words[*at]).collect::<Vec<_>>().join(" ");
    let all = propositions(&words, &parsed.tree);
    all.iter()
        .map(|one| {
            let arguments: Vec<String> = { one.arguments.iter() }
                .map(|argument| format!("{}: {}", argument.role.name(), say(&argument.words)))
                .collect();
            let not = if one.negated { "not " } else { "" };
            let how = if one.modality == Modality::Asserted { "" } else { one.modality.name() };
            let by = one.source.as_ref().map_or_else(String::new, |source| format!(" by {}", say(source)));
            let how = if how.is_empty() { String::new() } else { format!(" {how}") };
            format!("{not}{}({}){how}{by}", one.lemma, arguments.join(", "))
        })
        .collect()
}

#[test]
fn a_passive_has_the_arguments_of_its_active() {
    assert_eq!(read("Galway beat Cork on Sunday."), ["beat(agent: Galway, patient: Cork, time: Sunday)"]);
    assert_eq!(read("Cork was beaten by Galway."), ["beat(patient: Cork, agent: Galway)"]);
}

#[test]
fn coordinated_verbs_share_their_subject() {
    assert_eq!(
        read("The council closed the library and sold the building."),
        [
            "close(agent: The council, patient: the library)",
            "sell(agent: The council, patient: the building)"
        ]
    );
}

#[test]
fn what_was_not_done_instead_is_denied() {
    for (text, alternative) in [
        (
            "The city repaired the bridge rather than replacing it.",
            "not replace(agent: The city, patient: it)",
        ),
        ("He left without telling her.", "not tell(agent: He, recipient: her)"),
        ("The town merged the school instead of closing it.", "not close(agent: The town, patient: it)"),
    ] {
        let found = read(text);
        assert!(found.contains(&alternative.to_owned()), "{found:?}");
        assert!(!found[0].starts_with("not "), "{found:?}");
    }
}

#[test]
fn what_is_said_has_a_source() {
    let found = read("Mayor Anna Keller said the bridge will not open in May.");
    assert!(
        found.contains(&"not open(agent: the bridge, time: May) planned by Mayor Anna Keller".to_owned()),
        "{found:?}"
    );
}

#[test]
fn a_relative_clause_is_about_its_noun() {
    let found = read("The man, who lives in Leeds, was arrested.");
    assert!(found.contains(&"live(agent: The man, place: Leeds)".to_owned()), "{found:?}");
    assert!(found.contains(&"arrest(patient: The man)".to_owned()), "{found:?}");
}

#[test]
fn a_clause_about_a_predicate_noun_is_about_that_noun_alone() {
    let found = read("He is the man who shot the sheriff.");
    assert!(found.contains(&"shoot(agent: the man, patient: the sheriff)".to_owned()), "{found:?}");
    let found = read("Frost is what produced the cracks.");
    assert!(found.contains(&"produce(agent: Frost, patient: the cracks)".to_owned()), "{found:?}");
}

#[test]
fn a_phrase_has_both_of_its_brackets_or_none() {
    let found = read("The union (ASLEF) met the ministers (of the day) in Leeds.");
    assert!(found.iter().any(|one| one.contains("patient: the ministers ( of the day )")), "{found:?}");
}

#[test]
fn any_words_have_propositions_of_their_own_nodes() {
    for text in ["", ".", "\u{1f389} \u{1f389}", "and and and , , of", "BREAKING NEWS MAN BITES DOG", "((((("]
    {
        let sentence = Sentence::new(text);
        let parsed = sentence.tree();
        let words: Vec<&str> = parsed.words.iter().map(|span| &sentence.text[span.range()]).collect();
        for one in propositions(&words, &parsed.tree) {
            assert!(one.words(true).into_iter().all(|at| at < words.len()), "{text}");
            assert!(one.arguments.iter().all(|argument| !argument.words.is_empty()), "{text}");
        }
    }
}

#[test]
fn a_speaker_behind_the_verb_is_the_source() {
    let found = read("The economy will grow by 2% next year, says the Bank of England.");
    assert!(found[0].ends_with(" planned by the Bank of England"), "{found:?}");
    let found = read("Wales must keep winning, says manager Chris Coleman.");
    assert!(found[0].ends_with(" required by manager Chris Coleman"), "{found:?}");
}

#[test]
fn an_adverb_before_the_subject_is_no_part_of_what_it_is() {
    let found = read("However, Rodgers was emphatic.");
    assert_eq!(found, ["be(agent: Rodgers, attribute: emphatic)"]);
}

#[test]
fn a_clause_joined_to_a_relative_one_is_about_the_same_noun() {
    let found = read("City signed Sterling, who has two goals and is stalling on a new deal.");
    assert!(found.contains(&"stall(agent: Sterling, other: a new deal)".to_owned()), "{found:?}");
}

#[test]
fn a_hyphen_makes_no_apposition() {
    let found = read("The centre-back, who played 101 games, has left Stevenage.");
    assert!(found.contains(&"leave(agent: The centre - back, patient: Stevenage)".to_owned()), "{found:?}");
    assert!(found.iter().all(|one| !one.starts_with("be(")), "{found:?}");
}

#[test]
fn an_age_is_no_part_of_a_name_and_a_particle_is_of_its_verb() {
    let found = read("Paul Armstrong , 26 , came up with the idea .");
    assert_eq!(found, ["come(agent: Paul Armstrong, other: the idea)"]);
    let sentence = Sentence::new("Paul Armstrong , 26 , came up with the idea .");
    let parsed = sentence.tree();
    assert_eq!(parsed.propositions[0].verb.len(), 2, "came up");
}
