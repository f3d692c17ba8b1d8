//! The shipped lessons are usable, and errors in a lesson are reported with their lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::engine::Engine;
use crate::rubric::RubricSet;

fn rubrics() -> Arc<RubricSet> {
    Arc::new(RubricSet::shipped())
}

fn read_text(text: &str) -> Result<Lesson, Vec<LessonFault>> {
    read("x", text, &rubrics(), &|path| Err(format!("{path}: not here").into()))
}

/// A small valid lesson.
const SOUND: &str = r#"+++
title = "A title"
rubric = "twin-lock"
labels_only = true
teaches = ["twin-lock/hallucination"]
rule = "A rule."
goals = [
  "label claims/0 = unsupported",
  "hallucination < 5",
  "keep cap none_segment released",
]
[solution.labels]
"claims/0" = "unsupported"
+++
Read it.

```article
It rained in the whole country on Monday.
```

```summary
It snowed.
```

```labels
{"claims": [{"text": "It snowed", "label": "supported"}], "segments": [{"label": "high"}],
 "key_points": [{"text": "It rained", "label": "not"}], "extraneous": [], "deviations": [], "issues": []}
```
"#;

#[test]
fn a_goal_names_a_cap_as_the_screen_does() {
    let lesson = read_text(SOUND).unwrap();
    let shown: Vec<String> = lesson.goals.iter().map(Goal::shown).collect();
    assert_eq!(shown[2], "the cap \"Any segment off topic\" does not fire");
    assert_eq!(
        lesson.goals[2].text, "keep cap none_segment released",
        "messages to teachers have the words of the file"
    );
}

#[test]
fn every_shipped_lesson_is_sound() {
    let (rubrics, mut engine) = (rubrics(), Engine::default());
    assert!(SHIPPED.len() >= 16);
    for (name, _) in SHIPPED {
        let lesson = shipped(name, &rubrics).unwrap().unwrap_or_else(|faults| panic!("{name}: {faults:#?}"));
        assert_eq!(check(&lesson, &rubrics, &mut engine), [], "{name}");
        assert!(lesson.text.len() > 400 && !lesson.rule.is_empty() && !lesson.hints.is_empty(), "{name}");
        assert!(!lesson.teaches.is_empty(), "{name}");
        assert_eq!(lesson.name, *name);
        let judges = lesson.teaches.iter().any(|taught| taught.contains("-lock"));
        assert!(!lesson.cites.is_empty() || !judges, "{name} cites no annotation rule");
    }
    assert_eq!(shipped("1", &rubrics).unwrap().unwrap().name, SHIPPED[0].0);
    assert!(shipped("0", &rubrics).is_none() && shipped("no-lesson", &rubrics).is_none());
}

#[test]
fn every_file_of_lessons_is_shipped() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/lessons")).unwrap();
    let files: BTreeSet<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let shipped: BTreeSet<String> = SHIPPED.iter().map(|(name, _)| format!("{name}.md")).collect();
    assert_eq!(files, shipped);
}

/// A lesson that names a metric or a cap also explains it.
#[test]
fn every_metric_and_cap_is_taught() {
    let rubrics = rubrics();
    let lessons: Vec<Lesson> =
        SHIPPED.iter().map(|(name, _)| shipped(name, &rubrics).unwrap().unwrap()).collect();
    let taught: BTreeSet<&str> =
        lessons.iter().flat_map(|lesson| &lesson.teaches).map(String::as_str).collect();
    let mut missing = Vec::new();
    for (entry, rubric) in rubrics.iter() {
        let docs = rubric.docs();
        let metrics = docs.metrics.iter().map(|(key, _)| *key);
        for rule in metrics.chain(docs.caps.iter().map(|cap| cap.slug)) {
            let name = format!("{}/{rule}", entry.slug);
            if !taught.contains(name.as_str()) {
                missing.push(name);
            }
        }
    }
    assert_eq!(missing, [""; 0]);
    for lesson in &lessons {
        let plain = |text: &str| text.to_lowercase().replace(['_', '-', '@'], " ");
        let said = plain(&format!("{} {}", lesson.text, lesson.rule));
        for taught in &lesson.teaches {
            let (rubric, rule) = taught.split_once('/').unwrap();
            let called = plain(&rubrics.cap_name(rubric, rule));
            let rule = plain(rule);
            let found = rule.split(' ').any(|word| word.len() > 1 && said.contains(word));
            assert!(found || said.contains(&called), "{}: says nothing of {taught}", lesson.name);
        }
    }
}

#[test]
fn a_goal_fails_before_the_solution_and_holds_after_it() {
    let (rubrics, mut engine) = (rubrics(), Engine::default());
    let faults = |text: &str| match read_text(text) {
        Ok(lesson) => check(&lesson, &rubrics, &mut Engine::default()),
        Err(faults) => faults,
    };
    assert_eq!(faults(SOUND), []);
    let lesson = read_text(SOUND).unwrap();
    let before = lesson.attempt(&rubrics, &mut engine, &Attempt::default()).unwrap();
    assert!(!before.is_passed(&lesson));
    let after = lesson.attempt(&rubrics, &mut engine, &lesson.solution).unwrap();
    assert!(after.is_passed(&lesson));
    assert_eq!(lesson.goals[1].seen(&after), "is 0.00");
    // Line, words of the message.
    for (old, new, line, words) in [
        ("\"hallucination < 5\"", "\"hallucination <= 10\"", 9, "holds before"),
        ("\"hallucination < 5\"", "\"hallucination < -1\"", 9, "does not reach"),
        ("\"hallucination < 5\"", "\"hallucination.colour < 5\"", 9, "no part `colour`"),
        ("\"hallucination < 5\"", "\"predict hallucination within 1\"", 9, "does not reach"),
        ("\"hallucination < 5\"", "\"fluency < 5\"", 9, "no metric `fluency`"),
        ("\"hallucination < 5\"", "\"hallucination < five\"", 9, "`five` is not a number"),
        ("\"hallucination < 5\"", "\"be good\"", 9, "not a goal"),
        ("\"hallucination < 5\"", "\"verdict BAD\"", 9, "not `BAD`"),
        ("\"hallucination < 5\"", "\"cap slur released\"", 9, "no cap `slur`"),
        ("\"hallucination < 5\"", "\"cap none_segment gone\"", 9, "`gone`"),
        ("\"hallucination < 5\"", "\"reading split = maybe\"", 9, "does not take `maybe`"),
        ("\"hallucination < 5\"", "\"label claims/7 = partial\"", 9, "indexes 0 to 0"),
        ("\"hallucination < 5\"", "\"label claims/0 = fine\"", 9, "not `fine`"),
        ("rubric = \"twin-lock\"", "rubric = \"twin\"", 3, "unknown rubric"),
        ("rule = \"A rule.\"", "cites = [\"no-rule\"]\nrule = \"A rule.\"", 6, "no annotation rule"),
        ("rule = \"A rule.\"", "rule = 5", 6, "string"),
        ("rule = \"A rule.\"", "rules = \"A rule.\"", 6, "rules"),
        ("twin-lock/hallucination", "twin-lock/fluency", 5, "`fluency`"),
        ("\"claims/0\" = \"unsupported\"\n+++", "\"claims/4\" = \"unsupported\"\n+++", 12, "indexes 0 to 0"),
        ("\"claims/0\" = \"unsupported\"\n+++", "\"claims/0\" = \"bad\"\n+++", 13, "not `bad`"),
        ("```summary\nIt snowed.\n```\n", "", 15, "no block ```summary"),
        ("It snowed.\n```", "\n```", 22, "is empty"),
        ("\"It snowed\", \"label\"", "\"It\nsnowed\", \"label\"", 26, "control character"),
        ("{\"claims\"", "{\"claims\",", 26, "no JSON"),
        ("```labels", "```summary", 25, "second block"),
        ("```labels", "```label", 25, "unknown block ```label; did you mean ```labels?"),
        ("{\"claims\"", "{\"clams\"", 26, "no list of labels is called `clams`"),
        ("\"It snowed\", \"label\": \"", "\"It snowed\", \"label\": \"x", 26, "claims/0"),
    ] {
        assert!(SOUND.contains(old), "{old}");
        let found = faults(&SOUND.replace(old, new));
        assert!(
            found.iter().any(|fault| fault.line == line && fault.message.contains(words)),
            "{new}: {line}, {words}: {found:#?}"
        );
    }
}

/// One run reports everything that an author has to fix: missing fields, fields of another type, and all
/// errors that do not depend on them.
#[test]
fn everything_that_is_wrong_in_a_lesson_is_named_at_once() {
    let text = SOUND
        .replace("title = \"A title\"\n", "title = 5\n")
        .replace("labels_only = true", "labels_onli = true\nhints = [\"a\", 7]")
        .replace("twin-lock/hallucination", "twin-lock/nothing")
        .replace("hallucination < 5", "no such goal")
        .replace("[solution.labels]\n\"claims/0\" = \"unsupported\"\n", "")
        .replace("\"label\": \"not\"", "\"label\": \"perhaps\"");
    let faults = read_text(&text).unwrap_err();
    let has = |line: usize, words: &str| {
        assert!(
            faults.iter().any(|fault| fault.line == line && fault.message.contains(words)),
            "{line} {words}: {faults:#?}"
        );
    };
    for (line, words) in [
        (2, "`title`: invalid type: integer `5`"),
        (2, "missing field `solution`"),
        (4, "unknown field `labels_onli`"),
        (5, "invalid type: integer `7`"),
        (6, "no metric and no cap called `nothing`"),
        (10, "`no such goal` is not a goal"),
        (25, "perhaps"),
    ] {
        has(line, words);
    }
    assert_eq!(faults.len(), 7, "{faults:#?}");
    // Names cannot be checked against an unknown rubric; everything else can.
    let faults = read_text(&SOUND.replace("\"twin-lock\"", "\"nothing\"").replace("```summary", "```sumary"));
    let words: Vec<String> = faults.unwrap_err().into_iter().map(|fault| fault.message).collect();
    assert!(words[0].contains("unknown rubric `nothing`") && words.len() == 3, "{words:#?}");
}

/// Meaningless attempts pass no lesson, and `--check` rejects a lesson that they would pass.
#[test]
fn nonsense_passes_no_lesson() {
    let (rubrics, mut engine) = (rubrics(), Engine::default());
    let lesson = shipped("words-too-many", &rubrics).unwrap().unwrap();
    for summary in [
        "Aurora. Passengers. Ship.",
        "Aurora.",
        "The ferry Aurora hit a sandbank near Holm on Friday evening.",
    ] {
        let attempt = Attempt { summary: Some(summary.to_owned()), ..Attempt::default() };
        let tried = lesson.attempt(&rubrics, &mut engine, &attempt).unwrap();
        assert!(!tried.is_passed(&lesson), "{summary}");
    }
    let text = SHIPPED.iter().find(|(name, _)| *name == "words-too-many").unwrap().1;
    let weak = text.replace("  \"still a summary\",\n", "").replace("  \"no sentence deleted\",\n", "");
    let lesson = read_text(&weak).unwrap();
    let faults = check(&lesson, &rubrics, &mut engine);
    assert!(faults.len() == 1 && faults[0].message.contains("reaches every goal"), "{faults:?}");
    assert!(faults[0].message.contains("`still a summary` or `no sentence deleted`"), "{faults:?}");
    // The advice does not name a goal that the lesson already has.
    let weak = weak.replace("goals = [\n", "goals = [\n  \"no sentence deleted\",\n");
    let faults = check(&read_text(&weak).unwrap(), &rubrics, &mut engine);
    assert!(faults.iter().all(|fault| !fault.message.contains("`no sentence deleted`")), "{faults:?}");
}

#[test]
fn a_secret_goal_says_what_to_find_and_not_where() {
    let text = SOUND.replace(
        "\"label claims/0 = unsupported\"",
        "{ goal = \"label claims/0 = unsupported\", secret = true }",
    );
    let lesson = read_text(&text).unwrap();
    let goal = &lesson.goals[0];
    assert_eq!(goal.to_string(), "find the claim that is unsupported");
    let (rubrics, mut engine) = (rubrics(), Engine::default());
    let mut seen = |labels: &[&str]| {
        let labels = labels.iter().map(|label| LabelChange::read(label).unwrap()).collect();
        let attempt = Attempt { labels, ..Attempt::default() };
        goal.seen(&lesson.attempt(&rubrics, &mut engine, &attempt).unwrap())
    };
    assert_eq!(seen(&[]), "not found yet");
    assert_eq!(seen(&["claims/0=partial"]), "claim 1 is the one, and it is not partial");
    assert_eq!(seen(&["claims/0=unsupported"]), "claim 1: right");
    let wrong = SOUND.replace("\"hallucination < 5\"", "{ goal = \"hallucination < 5\", secret = true }");
    assert!(read_text(&wrong).unwrap_err()[0].message.contains("only a goal of a label"));
}

#[test]
fn hostile_lessons_are_refused() {
    let long = format!("+++\ntitle = \"{}\"\n", "a".repeat(100_000));
    let texts = [
        "",
        "+++",
        "+++\n+++\n",
        "+++\n\u{0}\n+++\n",
        "title",
        &long,
        "\u{feff}+++\nx = [[[[\n+++",
        "+++\r\ntitle=1\r\n+++\r\n",
        "🎉",
        "\u{1b}[31m+++",
    ];
    for text in texts {
        let faults = read_text(text).unwrap_err();
        assert!(!faults.is_empty() && faults.iter().all(|fault| fault.line > 0), "{text:?}");
    }
    // Line endings and a byte-order mark of another system are accepted.
    let other = format!("\u{feff}{}", SOUND.replace('\n', "\r\n"));
    assert_eq!(check(&read_text(&other).unwrap(), &rubrics(), &mut Engine::default()), []);
    // Truncated anywhere, the lesson is faulty or valid, but never causes a panic.
    for end in (0..SOUND.len()).filter(|end| SOUND.is_char_boundary(*end)) {
        read_text(&SOUND[..end]).ok();
    }
    let unknown =
        Attempt { labels: vec![LabelChange::read("issues/3=rejected").unwrap()], ..Attempt::default() };
    let lesson = read_text(SOUND).unwrap();
    assert!(lesson.attempt(&rubrics(), &mut Engine::default(), &unknown).is_err());
    let empty = Attempt { summary: Some(" ".to_owned()), ..Attempt::default() };
    assert!(
        lesson.attempt(&rubrics(), &mut Engine::default(), &empty).unwrap_err().to_string().contains("empty")
    );
}

#[test]
fn a_lesson_may_name_its_case_by_a_path() {
    let start = SOUND.find("```article").unwrap();
    let text = SOUND[..start].replace("rule =", "case = \"a/b.json\"\nrule =");
    let opened = |path: &str| {
        assert_eq!(path, "a/b.json");
        let labels = serde_json::json!({"claims": [{"text": "s", "label": "supported"}]});
        Ok(Case { article: "a".into(), summary: "s".into(), labels: Some(labels), ..Case::default() })
    };
    let lesson = read("x", &text, &rubrics(), &opened).unwrap();
    assert_eq!((lesson.case.article.as_str(), lesson.text.as_str()), ("a", "Read it."));
    let faults = read_text(&text).unwrap_err();
    assert!(faults[0].line == 6 && faults[0].message.contains("not here"), "{faults:?}");
}
