//! Checks that no input causes a panic or takes long: any texts can be read, analysed, scored and
//! written.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use lockbench::case::Case;
use lockbench::document::ColorMode;
use lockbench::engine::{Analysis, Engine, Selection};
use lockbench::export::case::text;
use lockbench::labels::LISTS;
use lockbench::num::Num;
use lockbench::report::json::{ReportJson, SpanText};
use lockbench::rubric::{RUBRICS, Readings};
use lockbench::text::visible::steers;
use lockbench::text::{CharIndex, Text};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use unicode_segmentation::UnicodeSegmentation;

use crate::full::part;

/// Checks the properties of any text.
fn check_text(text: &Text) {
    let raw = text.raw();
    assert_eq!(text.token_count(), raw.unicode_words().count(), "no word is lost or cut: {raw:?}");
    let mut end = 0;
    for (at, placed) in text.sentences().iter().enumerate() {
        let span = placed.span();
        assert!(span.start >= end, "sentence {at} of {raw:?} begins before the last ended");
        assert_eq!(text.slice(span), &*placed.sentence.text, "sentence {at}");
        assert!(!placed.sentence.text.trim().is_empty(), "sentence {at} of {raw:?} is blank");
        end = span.end;
    }
}

static SELECTION: LazyLock<Selection> = LazyLock::new(|| {
    let slugs = lockbench::rubric::slugs();
    Selection::shipped(&slugs, Readings::default())
});

/// Runs a pair of texts through everything, including the output.
fn through(article: &str, summary: &str) {
    let analysis = Engine::default().analyse_pair(article, summary);
    check_text(&analysis.article);
    check_text(&analysis.summary);
    spans_hold(&analysis);
    let case = Case { article: article.to_owned(), summary: summary.to_owned(), ..Case::default() };
    let sides = (SpanText::new(article), SpanText::new(summary));
    let reports = SELECTION.judge(&case, &analysis, &analysis.proposals);
    assert_eq!(reports.len(), RUBRICS.len());
    for report in &reports {
        for metric in &report.metrics {
            let bounded = |score: Num| metric.range[0] <= score && score <= metric.range[1];
            let scores = [metric.raw(), metric.score()];
            assert!(scores.into_iter().flatten().all(bounded), "{}: {scores:?}", metric.key);
        }
        let json = ReportJson { report, article: &sides.0, summary: &sides.1, extra: None };
        let written = serde_json::to_string(&json).expect("a report");
        assert!(written.starts_with('{') && written.ends_with('}'));
        let shown = text(report).render(ColorMode::Plain).into_owned();
        assert!(!shown.contains(steers), "the terminal is left alone: {shown:?}");
    }
}

/// Every span of every proposal lies on character boundaries of its text.
fn spans_hold(analysis: &Analysis) {
    for spec in &LISTS {
        for label in analysis.proposals.get(spec.list).unwrap_or_default() {
            for (text, spans) in [(&analysis.article, &label.article), (&analysis.summary, &label.summary)] {
                for span in spans {
                    assert!(
                        text.raw().get(span.range()).is_some(),
                        "{}: {span:?} in {:?}",
                        spec.key,
                        text.raw()
                    );
                }
            }
            assert!(label.p.is_none_or(|p| (0.0..=1.0).contains(&p)), "{}: p is {:?}", spec.key, label.p);
        }
    }
}

/// Text of all kinds: plain words, and characters that often break programs.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[A-Z]?[a-z]{1,9}( [a-z]{1,8}){0,6}[.!?;,]? ?",
        2 => prop::sample::select(vec![
            "not ", "Dr. ", "U.S. ", "$3.5 million ", "42 % ", "1,200 ", "3 March 2024 ", "he said ", "\"", "'", "“", "”",
            "(", ")", "[1]", "\n", "\n\n", "\r", "\t", "...", "…", "—", "ANNA: ", "# ", "- ", "|", "http://a.b/c?d=e ",
            "🧪", "👩‍👩‍👧‍👦", "🇩🇪", "東京の研究者は", "。", "مرحبا ", "שלום ", "नमस्ते ", "e\u{301}", "\u{301}", "\u{200d}",
            "\u{200b}", "\u{0}", "\u{1b}[31m", "\u{7f}", "\u{202e}", "\u{2066}", "\u{feff}", "\u{2028}", "ǅ", "ß", "İ",
            "\u{1f3fb}", "\u{fffd}", "\u{10ffff}",
        ])
        .prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "\\PC{0,12}",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: part(300) as u32,
        failure_persistence: None,
        // The same texts in every run.
        rng_seed: RngSeed::Fixed(0x10c4),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_pair_is_judged(article in any_text(), summary in any_text()) {
        through(&article, &summary);
    }

    #[test]
    fn a_text_against_a_part_of_itself_is_judged(article in any_text(), from in 0_usize..200, length in 0_usize..200) {
        let summary: String = article.chars().skip(from).take(length).collect();
        through(&article, &summary);
    }

    #[test]
    fn offsets_survive_the_way_to_characters_and_back(text in any_text()) {
        let index = CharIndex::new(&text);
        prop_assert_eq!(index.len(), text.chars().count());
        for (count, (byte, _)) in text.char_indices().chain([(text.len(), ' ')]).enumerate() {
            prop_assert_eq!(index.char(byte), count);
            prop_assert_eq!(index.byte(count), Some(byte));
        }
        prop_assert_eq!(index.byte(index.len() + 1), None);
    }
}

const PLAIN: &str =
    "The council approved the new budget on Tuesday, by 7 votes to 2. The mayor did not agree.";

/// Texts that have broken programs, each with a name; only their beginnings unless long tables are run in
/// full.
fn horrors() -> Vec<(&'static str, String)> {
    let whole = whole_horrors();
    whole
        .into_iter()
        .map(|(name, text)| (name, text.chars().take(part(text.chars().count())).collect()))
        .collect()
}

fn whole_horrors() -> Vec<(&'static str, String)> {
    let numbered = |count: usize| {
        let line = |n: usize| {
            let (names, verbs) =
                (["Ann", "Ben", "the council", "Dr. Smith"], ["approved", "rejected", "saw", "paid"]);
            format!("On day {n} {} {} plan {} of {count}. ", names[n % 4], verbs[(n / 3) % 4], n * 7 % 101)
        };
        (0..count).map(line).collect::<String>()
    };
    vec![
        ("empty", String::new()),
        ("a megabyte without a space", "x".repeat(1_000_000)),
        ("twenty thousand characters of CJK without a stop", "東京研究者結果発表".repeat(20_000 / 9)),
        ("a hundred thousand newlines", "\n".repeat(100_000)),
        ("five thousand short lines", "a\n".repeat(5_000)),
        ("punctuation", "?!.,;:—…'\"()[]{}<>/\\|@#$%^&*~`".repeat(300)),
        ("dots", "....".repeat(1_000)),
        ("dots with spaces", ". ".repeat(20_000)),
        ("combining marks alone", "\u{301}\u{308}\u{20dd}".repeat(10_000)),
        ("a letter under ten thousand marks", format!("a{}", "\u{301}".repeat(10_000))),
        ("right to left", "مرحبا بالعالم. שלום עולם! ".repeat(200)),
        ("bidirectional overrides", "\u{202e}txet\u{202c} \u{2066}a\u{2069} \u{200f}. ".repeat(1_000)),
        ("NUL", "\u{0}".repeat(10_000)),
        ("NUL between words", "The\u{0} council\u{0} voted.\u{0} ".repeat(200)),
        ("escape sequences", "\u{1b}[2J\u{1b}]0;title\u{7} The council voted. ".repeat(200)),
        ("very long words", format!("{} {}. ", "w".repeat(50_000), "v".repeat(50_000)).repeat(4)),
        ("nested quotes", "\"'“‘«".repeat(700) + "so" + &"»’”'\"".repeat(700)),
        ("open quotes", "\"She said so. ".repeat(1_000)),
        ("brackets", "(".repeat(20_000) + &")".repeat(20_000)),
        ("stop words", "the of and to in it is not that was he for on are as with ".repeat(500)),
        ("one word again and again", "budget ".repeat(10_000)),
        ("one sentence again and again", "The council approved the budget by 7 votes. ".repeat(500)),
        ("digits", "1234567890".repeat(10_000)),
        ("numbers", "1,200 3.5 42 % $7 2024-03-03 12:30 ".repeat(600)),
        ("emoji families", "👩‍👩‍👧‍👦🇩🇪🧪".repeat(3_000)),
        ("joiners", "\u{200d}\u{200b}\u{feff}".repeat(5_000)),
        ("line separators", "A line.\u{2028}Another line.\u{2029}".repeat(500)),
        ("carriage returns", "A line of words\r".repeat(1_000)),
        ("semicolons", "one; two; three; ".repeat(300)),
        (
            "markup",
            "# Head\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x](http://a.b) **bold** `code`\n\n".repeat(200),
        ),
        ("a thousand sentences", numbered(1_000)),
        ("capitals", numbered(100).to_uppercase()),
        ("titles", "Mr. Mrs. Dr. Prof. St. Jan. U.S. e.g. i.e. vs. No. ".repeat(300)),
    ]
}

/// Longest time for one of these texts in a debug build on a busy machine. All passes are nearly linear
/// and take a fraction of it; a quadratic pass would take far longer.
const PATIENCE: Duration = Duration::from_secs(60);

fn in_time(name: &str, work: impl FnOnce()) {
    let start = Instant::now();
    work();
    let took = start.elapsed();
    if std::env::var_os("LOCKBENCH_TIMES").is_some() {
        eprintln!("{:>8.0} ms  {name}", took.as_secs_f64() * 1e3);
    }
    assert!(took < PATIENCE, "{name}: {took:?}");
}

#[test]
fn horrors_are_judged_as_articles() {
    for (name, text) in horrors() {
        in_time(name, || through(&text, PLAIN));
    }
}

#[test]
fn horrors_are_judged_as_summaries() {
    for (name, text) in horrors() {
        in_time(name, || through(PLAIN, &text));
    }
}

#[test]
fn horrors_are_judged_against_themselves() {
    for (name, text) in horrors() {
        let text: String = text.chars().take(20_000).collect();
        in_time(name, || through(&text, &text));
    }
}
