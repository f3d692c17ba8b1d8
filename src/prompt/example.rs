//! A worked answer: a case of three sentences, judged by the lists of the rubric.

use serde_json::{Map, Value};

use super::lists::{self, BESIDE};
use crate::labels::List;
use crate::rubric::Rubric;

/// The article of the example.
pub const ARTICLE: &str = "The council approved a budget of 4 million euros on Tuesday. The money will repair the two bridges over \
                           the Aare. Work may begin in March, the mayor said.";
/// The summary of the example, with two errors.
pub const SUMMARY: &str =
    "The council finally approved 4 million euros for three bridges. Work begins in March.";

const LABELS: [(List, &str); 12] = [
    (
        List::KeyPoints,
        r#"[{"text":"The council approved a budget of 4 million euros","article":[{"text":"approved a budget of 4 million euros"}],"summary":[{"text":"approved 4 million euros"}],"label":"fully"},{"text":"The money will repair the two bridges over the Aare","article":[{"text":"repair the two bridges over the Aare"}],"summary":[{"text":"for three bridges"}],"label":"partial"}]"#,
    ),
    (List::Extraneous, r#"[{"text":"finally"},{"text":"three"}]"#),
    (
        List::CoverageQags,
        r#"[{"question":"How many bridges will be repaired?","answer":"three","article":[{"text":"the two bridges"}],"summary":[{"text":"three bridges"}],"label":"wrong"}]"#,
    ),
    (
        List::Claims,
        r#"[{"text":"The council approved 4 million euros for three bridges","summary":[{"text":"approved 4 million euros for three bridges"}],"article":[{"text":"the two bridges over the Aare"}],"label":"unsupported"},{"text":"Work begins in March","summary":[{"text":"Work begins in March"}],"article":[{"text":"Work may begin in March"}],"label":"partial"}]"#,
    ),
    (
        List::ClaimQags,
        r#"[{"question":"When does work begin?","answer":"perhaps in March","article":[{"text":"may begin in March"}],"summary":[{"text":"Work begins in March"}],"label":"partial"}]"#,
    ),
    (
        List::Deviations,
        r#"[{"kind":"meaning","summary":[{"text":"Work begins in March"}],"article":[{"text":"Work may begin in March"}],"why":"a possibility is stated as certain","severity":"mild"}]"#,
    ),
    (
        List::Issues,
        r#"[{"summary":[{"text":"finally"}],"why":"it blames the council for a delay that the article does not mention","kind":"biased_wording"}]"#,
    ),
    (
        List::Grounding,
        r#"[{"text":"The council finally approved 4 million euros for three bridges.","source":null,"grounded":false}]"#,
    ),
    (List::Citations, "[]"),
    (List::Steps, "[]"),
    (List::Facts, r#"[{"text":"Work begins in March","source":null,"verified":false}]"#),
    (
        List::Anchors,
        r#"[{"kind":"number","text":"three","summary":[{"text":"three bridges"}],"article":[{"text":"the two bridges"}],"supported":false}]"#,
    ),
];

/// The fields outside the lists.
const BESIDE_LABELS: [(&str, &str); 3] = [
    ("intent", "To report the decision, neutrally."),
    ("theme", "Money for the repair of two bridges."),
    ("tone", "subjective"),
];

/// Returns the labels of the example for the lists of a rubric.
pub fn answer(rubric: &dyn Rubric) -> Value {
    let mut labels = Map::new();
    for list in lists::judged(rubric) {
        let text = LABELS.iter().find(|(known, _)| *known == list).map_or("[]", |(_, text)| *text);
        labels.insert(list.spec().key.to_owned(), serde_json::from_str(text).unwrap_or_default());
    }
    for (key, _, _) in BESIDE.into_iter().filter(|(_, list, _)| rubric.lists().contains(list)) {
        let text = BESIDE_LABELS.iter().find(|(known, _)| *known == key).map_or("", |(_, text)| *text);
        labels.insert(key.to_owned(), Value::from(text));
    }
    Value::Object(Map::from_iter([("labels".to_owned(), Value::Object(labels))]))
}

pub fn write(rubric: &dyn Rubric) -> String {
    format!(
        "The article \"{ARTICLE}\" with the summary \"{SUMMARY}\" is answered so (a case of three sentences has few units):\n\n{}\n",
        answer(rubric)
    )
}
