//! The annotation rules: what a label is given for. Lessons, exercises, causes of disagreement and reports cite them by
//! their ids, and one page of RUBRICS.md has them all, so that nobody is taught one thing and measured by another.

use crate::labels::List;

/// A rule for annotators.
#[derive(Debug)]
pub struct AnnotationRule {
    /// Its id, as lessons cite it: `partial`.
    pub id: &'static str,
    pub title: &'static str,
    pub rule: &'static str,
    pub example: &'static str,
    /// The list whose labels it is about, where it is about one.
    pub list: Option<List>,
}

/// Where RUBRICS.md has the rules.
pub const PAGE: &str = "annotation-rules";

/// Every rule, in the order of the page.
pub const RULES: &[AnnotationRule] = &[
    AnnotationRule {
        id: "claim",
        title: "What a claim is",
        rule: "A claim is one statement of the summary that can be true or false on its own. It is judged by the article \
               alone, whatever the reader knows of the world. A sentence with two predicates has two claims; who is said \
               to have said something belongs to the claim.",
        example: "\"The council approved the plan and raised the fee\" has two claims: the approval, and the fee.",
        list: Some(List::Claims),
    },
    AnnotationRule {
        id: "supported",
        title: "Supported claim",
        rule: "The article says all of it, in whatever words, or all of it follows from what the article says.",
        example: "Article: \"three of the five members voted for it\". Summary: \"a majority voted for it\": supported.",
        list: Some(List::Claims),
    },
    AnnotationRule {
        id: "partial",
        title: "Partial claim",
        rule: "The article says the main statement, and a detail of the claim is neither said nor contradicted; or the \
               claim is less certain than the article. A claim with anything in it that the article contradicts is never \
               partial.",
        example: "Article: \"the ships stand in a new hall\". Summary: \"the ships stand in a new hall, which was designed \
                  by a Danish architect\": partial. Article: \"the mine will close\". Summary: \"the mine might close\": \
                  partial.",
        list: Some(List::Claims),
    },
    AnnotationRule {
        id: "unsupported",
        title: "Unsupported claim",
        rule: "The article does not say the main statement; or it contradicts anything in the claim (a number, a name, a \
               date, a unit, who did it, whether it happened, who said it); or the claim is more certain than the article: \
               what may happen, is planned or is alleged is told as a fact.",
        example: "Article: \"the mine may close in June\". Summary: \"the mine will close in June\": unsupported. Article: \
                  \"48 million euros\". Summary: \"46 million euros\": unsupported, however small the difference.",
        list: Some(List::Claims),
    },
    AnnotationRule {
        id: "unsupported-words",
        title: "Unsupported words",
        rule: "Words are marked that bring in what the article does not entail: an invented or exchanged name, number, \
               detail or judgement. Where only the sense of the article's own words is changed (roles exchanged, a \
               negation, more or less certainty), no words are marked: that is a deviation. So the words of a deviation \
               are marked too only where they also bring in something new.",
        example: "\"46 million\" for \"48 million\": mark \"46\". \"The bank sued the city\" for \"the city sued the bank\": \
                  a deviation, and no words are marked.",
        list: Some(List::Extraneous),
    },
    AnnotationRule {
        id: "deviation",
        title: "Deviation and its severity",
        rule: "A passage whose meaning, sentiment, focus or framing is not that of the article. Severe: a reader would \
               believe or do the opposite, or take what is open for settled (a negation, exchanged roles, a possibility \
               told as a fact). Moderate: a reader would be misled in degree (a fact told as a possibility, another tone). \
               Mild: a shade that changes nothing a reader would do.",
        example: "\"has stopped the loss of memory\" for \"may slow the loss of memory\": severe. \"might open\" for \"will \
                  open\": moderate.",
        list: Some(List::Deviations),
    },
    AnnotationRule {
        id: "key-point",
        title: "Covered key point",
        rule: "Fully where a reader of the summary alone would know the point; partially where they would know a part of \
               it; not where they would know nothing of it. Words in common are not coverage: who, what and how much have \
               to be there.",
        example: "Key point: \"the council voted 7 to 2 for the budget\". Summary: \"the council approved the budget\": \
                  partially.",
        list: Some(List::KeyPoints),
    },
    AnnotationRule {
        id: "question",
        title: "Answered question",
        rule: "Correct where the text gives the answer, in whatever words; partial where it gives a part of it; wrong where \
               it gives none or another. A question of the article is answered from the summary, one of a claim from the \
               article.",
        example: "\"How often?\" with the answer \"twice a day\": \"in the morning and in the evening\" is correct.",
        list: Some(List::CoverageQags),
    },
    AnnotationRule {
        id: "segment",
        title: "Overlap of a segment",
        rule: "How much of what the segment is about is in the article: high, some or none. A true sentence about something \
               else has none.",
        example: "A sentence on the history of castles, in the summary of an article on the repairs of one castle: none.",
        list: Some(List::Segments),
    },
    AnnotationRule {
        id: "wording",
        title: "Biased wording and stereotypes",
        rule: "Biased wording judges where the article reports. A stereotype says of all people of a group what could only \
               be said of persons. An added word that judges is unsupported wording too.",
        example: "\"the so-called group\" for \"the group\": biased wording.",
        list: Some(List::Issues),
    },
    AnnotationRule {
        id: "insults",
        title: "Insults, profanity and slurs",
        rule: "An insult is aimed at a person; a slur degrades everybody of a group and is used for one of them; profanity \
               is a coarse word that is aimed at nobody.",
        example: "\"that fool\": insult. \"the damn gate\": mild profanity.",
        list: Some(List::Issues),
    },
    AnnotationRule {
        id: "quoted-words",
        title: "Quoted words",
        rule: "Loaded, coarse or degrading words are not a finding where they stand in quotation marks in the summary and the \
               article has the quotation. Without quotation marks they are the summary's own words, also where it says who \
               said so.",
        example: "A fan called it \"a damn farce\": no finding. A fan who said the damn referee had been bought: mild \
                  profanity.",
        list: Some(List::Issues),
    },
    AnnotationRule {
        id: "fails",
        title: "What fails a summary",
        rule: "In both locks any one of these fails it: an unsupported claim, a severe hallucination, a slur, or a metric of \
               3 or less. Partial claims alone fail it only by the score that they leave.",
        example: "One wrong number in a summary of ten claims: FAIL, though hallucination is 9.",
        list: None,
    },
];

/// The rule of an id.
pub fn rule(id: &str) -> Option<&'static AnnotationRule> {
    RULES.iter().find(|rule| rule.id == id)
}

/// The rules that are about labels of a list; those of no list for a verdict.
pub fn about(list: Option<List>) -> impl Iterator<Item = &'static AnnotationRule> {
    // Both kinds of questions are answered alike.
    let list = if list == Some(List::ClaimQags) { Some(List::CoverageQags) } else { list };
    RULES.iter().filter(move |rule| rule.list == list)
}

/// The anchor of a rule in a page.
pub fn anchor(id: &str) -> String {
    format!("rule-{id}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::engine::Engine;
    use crate::labels::LabelValue;

    #[test]
    fn each_rule_has_a_name_of_its_own() {
        let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), RULES.len());
        for rule in RULES {
            assert!(
                rule.rule.ends_with('.') && rule.example.ends_with('.') && rule.rule.len() < 600,
                "{}",
                rule.id
            );
        }
        assert_eq!(rule("partial").map(|rule| rule.title), Some("Partial claim"));
        assert!(about(Some(List::Claims)).count() == 4 && about(None).any(|rule| rule.id == "fails"));
        assert!(about(Some(List::ClaimQags)).any(|rule| rule.id == "question"));
    }

    /// The engine follows the rules in their plainest cases.
    #[test]
    fn the_engine_follows_the_rules() {
        let article = "The mine in Orvik may close in June, the owner said. The council approved a budget of 48 million \
                       euros on Tuesday. The ferry will start in May.";
        for (summary, wanted) in [
            ("The council approved a budget of 48 million euros.", LabelValue::Supported),
            ("The council approved a budget of 46 million euros.", LabelValue::Unsupported),
            ("The council rejected a budget of 48 million euros.", LabelValue::Unsupported),
        ] {
            let analysis = Engine::default().analyse_pair(article, summary);
            let claims = analysis.proposals.get(List::Claims).unwrap();
            assert_eq!(claims[0].word, Some(wanted), "{summary}");
        }
    }
}
