//! Tests texts that are not ordinary English prose: scores degrade gracefully, and the report says why.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lockbench::case::{Case, Texts};
use lockbench::engine::{Engine, Selection};
use lockbench::labels::{LabelValue, List};
use lockbench::report::Report;
use lockbench::rubric::{Readings, slugs};
use serde_json::Value;

use crate::dice::Dice;

/// A change that a text may undergo.
type Change = fn(&str) -> String;

/// Changes of both texts. For each, the largest decrease of the mean score of true claims in points, and
/// the least percentage of the distance between true and changed claims that must be left.
const CHANGES: [(&str, Change, f64, f64); 5] = [
    ("as written", str::to_owned, 0.0, 100.0),
    ("lower-cased", str::to_lowercase, 0.6, 75.0),
    ("tokenised", tokenised, 0.6, 75.0),
    ("all capitals", str::to_uppercase, 0.6, 75.0),
    ("scanned", scanned, 2.5, 35.0),
];

/// The output of a Penn Treebank tokenizer.
fn tokenised(text: &str) -> String {
    let text = text.replace("n't", " n't").replace("'s", " 's");
    let mut out = String::new();
    let chars: Vec<char> = text.chars().collect();
    for (at, &c) in chars.iter().enumerate() {
        let ends = chars.get(at + 1).is_none_or(|next| next.is_whitespace() || *next == '"');
        if matches!(c, '.' | ',' | ';' | ':' | '?' | '!' | ')') && ends || c == '"' {
            out.push(' ');
        }
        out.push(c);
        if matches!(c, '(' | '"') {
            out.push(' ');
        }
    }
    out
}

/// The output of scanning a narrow column: words broken at line ends, and one letter in sixty replaced by
/// a digit.
fn scanned(text: &str) -> String {
    let mut dice = Dice::new(text.len() as u64);
    let mut out = String::new();
    let mut width = 0;
    for word in text.split(' ') {
        let read = |c: char, dice: &mut Dice| match c {
            'o' if dice.below(12) == 0 => '0',
            'l' | 'i' if dice.below(12) == 0 => '1',
            other => other,
        };
        let mut word: String = word.chars().map(|c| read(c, &mut dice)).collect();
        width += word.len() + 1;
        if width > 40 && word.len() > 7 && word.is_ascii() && word.bytes().all(|b| b.is_ascii_lowercase()) {
            word.insert_str(4, "-\n");
            width = word.len() - 6;
        } else if width > 46 {
            out.push('\n');
            width = word.len();
        } else {
            out.push(' ');
        }
        out.push_str(&word);
    }
    out.trim_start().to_owned()
}

fn score(engine: &mut Engine, selection: &Selection, article: &str, summary: &str) -> f64 {
    let case = Case { article: article.to_owned(), summary: summary.to_owned(), ..Case::default() };
    let analysis = engine.analyse(&case, Texts::of(&case), selection.wanted());
    let labels = &analysis.proposals;
    let done = selection.evaluate("twin-lock", &case, &analysis, labels).unwrap();
    let metric = done.metrics.iter().find(|metric| metric.key == "hallucination").unwrap();
    metric.score().map_or(f64::NAN, |score| score.to_f64())
}

/// File of the figures, one line for each change.
const TABLE: &str = "tests/data/text_profile.tsv";

#[test]
fn true_and_changed_claims_stay_apart() {
    // Only every fourth pair; the rates of all pairs are checked elsewhere.
    const EVERY: usize = 4;
    let selection = Selection::shipped(&["twin-lock"], Readings::default());
    let mut engine = Engine::default();
    let (mut articles, mut pairs) = (BTreeMap::new(), Vec::new());
    for line in include_str!("../data/minimal_pairs.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| row[key].as_str().map(ToOwned::to_owned);
        match text("article") {
            Some(article) => drop(articles.insert(text("text").unwrap(), article)),
            None => pairs.push([text("of"), text("true"), text("false")].map(Option::unwrap)),
        }
    }
    pairs.sort();
    let mut table =
        "# mean hallucination score of Twin-Lock on minimal pairs; both texts are changed alike\n\
                     change\ttrue claims\tchanged claims\n"
            .to_owned();
    let mut plain = [0.0; 2];
    for (name, change, fall, apart) in CHANGES {
        let mut sums = [0.0; 2];
        let chosen: Vec<_> = pairs.iter().step_by(EVERY).collect();
        for [of, right, wrong] in &chosen {
            let article = change(&articles[of]);
            for (sum, claim) in sums.iter_mut().zip([right, wrong]) {
                *sum += score(&mut engine, &selection, &article, &change(claim));
            }
        }
        let [right, wrong] = sums.map(|sum| sum / chosen.len() as f64);
        let _ = writeln!(table, "{name}\t{right:.2}\t{wrong:.2}");
        if name == "as written" {
            plain = [right, wrong];
        }
        assert!(right >= plain[0] - fall, "{name}: true claims {right} where {} is plain", plain[0]);
        let left = 100.0 * ((right - wrong) / (plain[0] - plain[1]));
        assert!(left >= apart, "{name}: {right} and {wrong}, of {plain:?}");
    }
    if std::env::var_os("LOCKBENCH_BLESS").is_some() {
        std::fs::write(TABLE, &table).unwrap();
    }
    let numbers =
        |table: &str| -> Vec<f64> { table.split_whitespace().filter_map(|cell| cell.parse().ok()).collect() };
    let kept = numbers(&std::fs::read_to_string(TABLE).unwrap());
    let found = numbers(&table);
    assert_eq!(kept.len(), found.len());
    let moved = kept.iter().zip(&found).any(|(kept, found)| (kept - found).abs() > MOVED);
    assert!(!moved, "{TABLE} is out of date (LOCKBENCH_BLESS=1 writes it):\n{table}");
}

/// Largest change of a mean score, in points, before the table must be rewritten.
const MOVED: f64 = 0.4;

fn reports(article: &str, summary: &str) -> Vec<Report> {
    let slugs = slugs();
    let selection = Selection::shipped(&slugs, Readings::default());
    let case = Case { article: article.to_owned(), summary: summary.to_owned(), ..Case::default() };
    let analysis = Engine::default().analyse(&case, Texts::of(&case), selection.wanted());
    selection.judge(&case, &analysis, &analysis.proposals)
}

fn notes(reports: &[Report], rubric: &str, metric: &str) -> String {
    let report = reports.iter().find(|report| report.rubric == rubric).unwrap();
    report.metric(metric).unwrap().notes.join("\n")
}

/// A text, its language, its first statement in other words or shortened, and the same with a changed
/// number.
const FOREIGN: [(&str, &str, &str, &str); 5] = [
    (
        "German",
        "Der Stadtrat von Tane hat am Dienstag nach dreistündiger Debatte einen neuen Haushalt von 45 Millionen Euro \
         beschlossen. Bürgermeisterin Ilse Marten sagte, dass im nächsten Jahr niemand höhere Steuern zahlen werde. Der \
         größere Teil geht an die beiden Grundschulen, deren Dächer seit dem Sturm von 2019 undicht sind.",
        "Der Stadtrat von Tane hat einen neuen Haushalt von 45 Millionen Euro beschlossen.",
        "Der Stadtrat von Tane hat einen neuen Haushalt von 54 Millionen Euro beschlossen.",
    ),
    (
        "French",
        "Le conseil municipal de Tane a approuvé mardi, après trois heures de débat, un nouveau budget de 45 millions \
         d'euros. La maire Ilse Marten a déclaré que personne ne paierait plus d'impôts l'année prochaine. La plus grande \
         partie va aux deux écoles primaires, dont les toits fuient depuis la tempête de 2019.",
        "Le conseil municipal de Tane a approuvé un nouveau budget de 45 millions d'euros.",
        "Le conseil municipal de Tane a approuvé un nouveau budget de 54 millions d'euros.",
    ),
    (
        "Spanish",
        "El ayuntamiento de Tane aprobó el martes, tras tres horas de debate, un nuevo presupuesto de 45 millones de \
         euros. La alcaldesa Ilse Marten dijo que nadie pagaría más impuestos el próximo año. La mayor parte se destina a \
         las dos escuelas primarias, cuyos tejados tienen goteras desde la tormenta de 2019.",
        "El ayuntamiento de Tane aprobó un nuevo presupuesto de 45 millones de euros.",
        "El ayuntamiento de Tane aprobó un nuevo presupuesto de 54 millones de euros.",
    ),
    (
        "Mandarin",
        "塔内市议会经过三个小时的辩论，于星期二批准了4500万欧元的新预算。市长伊尔莎·马滕说，明年没有人会缴纳更高的税。大部分资金\
         用于两所小学，它们的屋顶自2019年的风暴以来一直漏水。",
        "塔内市议会批准了4500万欧元的新预算。",
        "塔内市议会批准了5400万欧元的新预算。",
    ),
    (
        "Arabic",
        "وافق مجلس مدينة تاني يوم الثلاثاء على ميزانية جديدة قدرها 45 مليون يورو بعد ثلاث ساعات من النقاش. وقالت رئيسة \
         البلدية إيلزه مارتن إن أحدا لن يدفع ضرائب أعلى في العام المقبل. ويذهب الجزء الأكبر إلى المدرستين الابتدائيتين.",
        "وافق مجلس مدينة تاني على ميزانية جديدة قدرها 45 مليون يورو.",
        "وافق مجلس مدينة تاني على ميزانية جديدة قدرها 54 مليون يورو.",
    ),
];

#[test]
fn other_languages_are_compared_word_by_word_and_the_report_says_so() {
    for (language, article, right, wrong) in FOREIGN {
        let [right, wrong] = [right, wrong].map(|summary| reports(article, summary));
        let notes_text = notes(&right, "judge-lock", "hallucination");
        // The article alone, or both texts if the summary is long enough to identify its language.
        let names_language =
            ["reads", "read"].iter().any(|verb| notes_text.contains(&format!("{verb} as {language}")));
        assert!(names_language, "{language}: {notes_text}");
        assert!(notes_text.contains("known in English only"), "{language}: {notes_text}");
        assert!(notes(&right, "protocol", "grounding_accuracy").contains(language));
        assert!(notes(&right, "anchor", "hallucination").contains(language));
        let score =
            |reports: &[Report]| reports[0].metric("hallucination").unwrap().score().unwrap().to_f64();
        assert!(score(&right) >= 8.0, "{language}: what the text says scores {}", score(&right));
        assert!(score(&wrong) <= score(&right) - 3.0, "{language}: a wrong number scores {}", score(&wrong));
        for (_, label) in right.iter().chain(&wrong).flat_map(|report| report.labels.iter()) {
            assert!(label.measure.is_none_or(|measure| !format!("{measure:?}").contains("cosine: Real(0.9")));
            let why = label.why.join(" ");
            assert!(
                !["denied", "opposite", "tone"].iter().any(|word| why.contains(word)),
                "{language}: {why}"
            );
        }
    }
}

#[test]
fn a_summary_in_another_language_is_said_to_be_one() {
    let article = "The council of Tane approved a new budget of 45 million euros on Tuesday after three hours of debate. \
        Mayor Ilse Marten said that nobody would pay higher taxes for it next year.";
    let (_, _, german, _) = FOREIGN[0];
    let summary =
        format!("{german} Bürgermeisterin Ilse Marten sagte, dass niemand höhere Steuern zahlen werde.");
    let notes_text = notes(&reports(article, &summary), "twin-lock", "hallucination");
    assert!(notes_text.contains("the summary reads as German and the article as English"), "{notes_text}");
    // "Dick" is German for "thick" and must not be matched with an English list of insults.
    let thick =
        reports(FOREIGN[0].1, &format!("{summary} Die Mauer war dick, und der Rat sagte Nein zu ihr."));
    let issues = thick[0].labels.iter().filter(|(id, _)| id.list == List::Issues).count();
    assert_eq!(issues, 0);
    assert!(notes(&thick, "twin-lock", "bias_toxicity").contains("in English only"));
    // A word or two of another language in an English text need no note.
    let name =
        reports(article, "Der Spiegel said the council of Tane approved a budget of 45 million euros.");
    assert!(!notes(&name, "twin-lock", "hallucination").contains("reads as"));
}

#[test]
fn what_the_manner_of_a_text_takes_away_is_said() {
    let article = "The government of Vessin announced a public consultation on Tuesday, and nobody in the legislature \
        opposed the examination of the coastal railway, said Minister Anna Keller. The consultation will not begin \
        before the summer holidays, when the parliamentary commission publishes its preliminary investigation.";
    let summary = "The government of Vessin announced a consultation on Tuesday, said Minister Anna Keller.";
    for (change, words) in [
        (str::to_uppercase as Change, "is all in capitals"),
        (str::to_lowercase, "has no capitals"),
        (tokenised, "is tokenised"),
        (scanned, "looks like a scan"),
    ] {
        let reports = reports(&change(article), &change(summary));
        let notes_text = notes(&reports, "twin-lock", "hallucination");
        assert!(notes_text.contains(words), "{words}: {notes_text}\n{}", change(article));
        let claims = reports[0].labels.iter().filter(|(id, _)| id.list == List::Claims);
        for (_, label) in claims {
            assert!(label.word != Some(LabelValue::Unsupported), "{words}: {:?}", label.why);
        }
    }
    let plain = reports(article, summary);
    let notes_text = notes(&plain, "twin-lock", "hallucination");
    assert!(!notes_text.contains("the article") && !notes_text.contains("the summary"), "{notes_text}");
}

#[test]
fn words_broken_at_line_ends_are_found_whole() {
    let article = "The gov-\nernment of Vessin announced a public consul-\ntation on the coastal rail-\nway on Tuesday.";
    let whole = reports(article, "The government of Vessin announced a consultation on the railway.");
    assert_eq!(whole[0].metric("hallucination").unwrap().score().unwrap().to_f64(), 10.0);
}

#[test]
fn nothing_panics_whatever_befalls_a_text() {
    let mut dice = Dice::new(7);
    let texts: Vec<&str> = FOREIGN.iter().flat_map(|(_, article, right, _)| [*article, *right]).collect();
    for _ in 0..60 {
        let text = |dice: &mut Dice| {
            let mut text: String =
                dice.pick(&texts).chars().skip(dice.below(40)).take(dice.below(300)).collect();
            for _ in 0..dice.below(4) {
                text = CHANGES[dice.below(CHANGES.len())].1(&text);
                let at = text.char_indices().nth(dice.below(60)).map_or(text.len(), |(at, _)| at);
                text.insert_str(
                    at,
                    dice.pick(&[
                        "-\n", "\u{ad}\n", "- \n", "-\r\n", "|", "\u{fffd}", "1l0", " ", "ẞ", "ß-\nß",
                    ]),
                );
            }
            text
        };
        let (article, summary) = (text(&mut dice), text(&mut dice));
        for report in reports(&article, &summary) {
            for metric in &report.metrics {
                let within = |score| metric.range[0] <= score && score <= metric.range[1];
                assert!(metric.score().is_none_or(within), "{}: {article:?} {summary:?}", metric.key);
            }
        }
    }
}
