//! The forms of goals, for the help and for error messages.

/// The forms of a goal, each with its meaning.
pub const FORMS: &[(&str, &str)] = &[
    ("cap SLUG released", "no row of the cap fires"),
    ("cap SLUG fired", "a row of the cap fires"),
    ("METRIC >= N", "the score of a metric; also >, <=, <, =, and METRIC.raw or METRIC.PART"),
    ("verdict PASS", "the decision: PASS, WARN or FAIL"),
    ("label LIST/INDEX = VALUE", "what a label says, as in claims/1 = unsupported; places count from 0"),
    ("reading KEY = VALUE", "the reading in force"),
    ("predict METRIC within N", "the score of the case as it was opened, predicted"),
    ("no sentence deleted", "the summary has as many sentences as before; may hold from the start"),
    ("summary unchanged", "the summary is as it was; may hold from the start"),
    (
        "still a summary",
        "each sentence says something with a verb, and half of the words are left; may hold from the start",
    ),
    ("no label changed", "every label is the engine's or the lesson's; may hold from the start"),
    ("keep GOAL", "a goal that holds from the start and must not be lost"),
];
