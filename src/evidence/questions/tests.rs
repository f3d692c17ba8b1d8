use super::*;
use crate::text::Text;

/// All questions on a sentence, with their answers.
fn asked(text: &str) -> Vec<(String, String)> {
    let indexed = Indexed::new(Text::new(text));
    let maker = Maker::new(&indexed, 0, indexed.stems.len(), 0);
    let facts = maker.facts().into_iter().map(|fact| maker.question(fact));
    facts.map(|question| (question.text, question.answer)).collect()
}

#[track_caller]
fn asks(text: &str, question: &str, answer: &str) {
    let all = asked(text);
    assert!(all.contains(&(question.to_owned(), answer.to_owned())), "{question} {answer}\n{all:#?}");
}

#[test]
fn facts_of_a_plain_clause_are_asked_for_by_its_verb() {
    let text = "The city council approved the new budget on Tuesday, by 7 votes to 2.";
    asks(text, "Who approved the new budget on Tuesday?", "city council");
    asks(text, "What did the city council approve on Tuesday?", "new budget");
    asks(text, "When did the city council approve the new budget?", "Tuesday");
    asks(text, "The city council approved the new budget on Tuesday, by how many votes to 2?", "7");
}

#[test]
fn facts_elsewhere_are_asked_for_where_they_stand() {
    asks(
        "Officers said on Friday that two ships had been moved to Hamburg.",
        "Officers said on Friday that two ships had been moved to who or what?",
        "Hamburg",
    );
    asks("It was sold in Leeds for £450 last year.", "It was sold where for £450 last year?", "Leeds");
    asks("It was sold in Leeds for £450 last year.", "It was sold in Leeds for how much last year?", "450");
    asks("Zbigniew Huminski, 38, has confessed to the crime.", "How old is Zbigniew Huminski?", "38");
    asks(
        "He adopted the Italian custom of drinking oil.",
        "He adopted which custom of drinking oil?",
        "Italian",
    );
}

#[test]
fn a_word_is_left_out_only_where_no_question_word_can_stand_for_it() {
    let text = "The council approved the budget on Tuesday.";
    let indexed = Indexed::new(Text::new(text));
    for order in [First::Central, First::Detail] {
        let chosen = ask(&indexed, &[(0, indexed.stems.len())], order, 3, None);
        assert!(chosen.iter().all(|question| !question.text.contains("___")), "{chosen:?}");
        let all = ask(&indexed, &[(0, indexed.stems.len())], order, 9, None);
        assert_eq!(all.last().map(|question| question.answer.as_str()), Some("approved"), "at last");
    }
    // "in front of" is one preposition, and a speaker's name no fact of what is said.
    for text in ["It stood in front of the door.", "Dave: it was late at the station."] {
        let all = asked(text);
        assert!(all.iter().all(|(question, _)| !question.contains("in what of")), "{all:?}");
        assert!(all.iter().all(|(question, answer)| answer != "Dave" || question.contains("___")), "{all:?}");
    }
}

#[test]
fn no_text_is_too_odd_to_be_asked_about() {
    for text in [
        "a",
        "38",
        ",",
        "$ 5 %",
        "A, 38, b",
        "in",
        "日本語のテキスト",
        "🙂 x",
        "1 2 3 4 5",
        "- - May -",
        "the the the",
    ] {
        for (question, _) in asked(text) {
            assert!(question.ends_with('?') && !question.contains('\n'), "{text}: {question}");
        }
    }
}
