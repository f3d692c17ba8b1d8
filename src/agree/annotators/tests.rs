//! The coefficients against published worked examples, and against Python's libraries on random ratings with missing
//! values (`tests/data/agreement/make.py`).

use serde_json::Value as Json;

use super::coefficients::{
    CORRELATIONS, Family, OF_LABEL_PAIRS, OF_LISTS, OF_SCORE_PAIRS, OF_SCORES, RatingShape, overlap,
    rank_values, statistics,
};
use super::resample::{ResamplePlan, StatisticBlock, Sums};
use super::*;
use crate::labels::{LabelValue, List, Side};
use crate::stats::{Ranked, Undefined, correlations};

/// Computes a statistic of units, each of which is a case of its own.
fn stat<T: Copy>(
    families: &'static [&'static Family<T>],
    key: &str,
    units: &[Vec<Option<T>>],
    labels: usize,
) -> Stat {
    let shape = RatingShape { annotators: units[0].len(), labels };
    let mut plan = ResamplePlan::default();
    for family in families {
        plan.add(StatisticBlock::Sums(Sums::of(family, shape, units.iter().map(|unit| &**unit).enumerate())));
    }
    let at =
        statistics(families).position(|statistic| statistic.key == key).expect("a statistic of this key");
    plan.stats(units.len(), &[])[at]
}

fn list(key: &str, units: &[Vec<Option<usize>>], labels: usize) -> Value {
    stat(OF_LISTS, key, units, labels).value
}

fn near(value: Value, expected: f64, within: f64) {
    let value = value.unwrap();
    assert!((value - expected).abs() <= within, "{value} is not {expected}");
}

/// Parses a printed table of ratings: a row for each annotator, `.` for a missing rating, labels from 1.
fn printed(rows: &[&str]) -> Vec<Vec<Option<usize>>> {
    let rows: Vec<Vec<Option<usize>>> = rows
        .iter()
        .map(|row| {
            row.split_whitespace().map(|cell| cell.parse::<usize>().ok().map(|label| label - 1)).collect()
        })
        .collect();
    (0..rows[0].len()).map(|unit| rows.iter().map(|row| row[unit]).collect()).collect()
}

/// Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: four observers, twelve units. Gwet
/// 2014, table 2.10, has the same ratings.
fn four_observers() -> Vec<Vec<Option<usize>>> {
    printed(&[
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    ])
}

#[test]
fn alpha_is_that_of_krippendorffs_example() {
    let units = four_observers();
    near(list("alpha_nominal", &units, 5), 0.743, 0.0005);
    near(list("alpha_ordinal", &units, 5), 0.815, 0.0005);
    let numbers: Vec<Vec<Option<f64>>> =
        units.iter().map(|unit| unit.iter().map(|label| label.map(|label| label as f64)).collect()).collect();
    let interval = stat(OF_SCORES, "alpha_interval", &numbers, 0);
    near(interval.value, 0.849, 0.0005);
    assert_eq!(interval.n, 11, "the unit that was rated once is left out");
}

#[test]
fn ac1_is_that_of_gwets_example() {
    near(list("ac1", &four_observers(), 5), 0.77544, 0.000_005);
}

/// The worked example in Wikipedia's article on Fleiss' kappa: ten subjects, fourteen raters, five
/// labels.
#[test]
fn fleiss_kappa_is_that_of_the_worked_example() {
    let counts = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ];
    let unit = |counts: &[usize; 5]| {
        counts.iter().enumerate().flat_map(|(label, count)| vec![Some(label); *count]).collect::<Vec<_>>()
    };
    near(list("fleiss", &counts.iter().map(unit).collect::<Vec<_>>(), 5), 0.210, 0.0005);
}

/// The worked example in Wikipedia's article on Cohen's kappa: fifty proposals, of which 20 and 15 are
/// rated alike, 5 and 10 differently.
#[test]
fn cohens_kappa_is_that_of_the_worked_example() {
    let cells = [(20, 0, 0), (5, 0, 1), (10, 1, 0), (15, 1, 1)];
    let units: Vec<Vec<Option<usize>>> =
        cells.iter().flat_map(|(count, a, b)| vec![vec![Some(*a), Some(*b)]; *count]).collect();
    near(stat(OF_LABEL_PAIRS, "percent", &units, 2).value, 0.7, 1e-12);
    near(stat(OF_LABEL_PAIRS, "kappa", &units, 2).value, 0.4, 1e-12);
}

/// Shrout & Fleiss 1979, table 2: six targets, four judges.
#[test]
fn the_intraclass_correlation_is_that_of_shrout_and_fleiss() {
    let rows = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]];
    let units: Vec<Vec<Option<f64>>> =
        rows.iter().map(|row| row.iter().map(|score| Some(f64::from(*score))).collect()).collect();
    near(stat(OF_SCORES, "icc_2_1", &units, 0).value, 0.29, 0.005);
}

fn vectors() -> Json {
    serde_json::from_str(include_str!("../../../tests/data/agreement/vectors.json")).unwrap()
}

/// Compares a value with the one from Python; both may be undefined.
fn same(found: Value, expected: &Json, what: &str) {
    match expected.as_f64() {
        Some(expected) => {
            let found = found.unwrap_or_else(|why| panic!("{what}: {why}, not {expected}"));
            assert!((found - expected).abs() < 1e-9, "{what}: {found}, not {expected}");
        }
        None => assert!(found.is_err(), "{what}: {found:?}, not undefined"),
    }
}

fn rows<T>(rows: &Json, read: impl Fn(&Json) -> Option<T>) -> Vec<Vec<Option<T>>> {
    let row = |row: &Json| row.as_array().unwrap().iter().map(&read).collect();
    rows.as_array().unwrap().iter().map(row).collect()
}

fn two<T: Copy>(units: &[Vec<Option<T>>], a: usize, b: usize) -> Vec<Vec<Option<T>>> {
    units.iter().map(|unit| vec![unit[a], unit[b]]).collect()
}

fn pairs(annotators: usize) -> Vec<(usize, usize)> {
    (0..annotators).flat_map(|a| (a + 1..annotators).map(move |b| (a, b))).collect()
}

#[test]
fn coefficients_of_labels_are_those_of_python() {
    for vector in vectors()["labels"].as_array().unwrap() {
        let labels = vector["labels"].as_u64().unwrap() as usize;
        let units = rows(&vector["units"], |label| label.as_u64().map(|label| label as usize));
        for statistic in statistics(OF_LISTS) {
            same(list(statistic.key, &units, labels), &vector["found"][statistic.key], statistic.key);
        }
        for (at, (a, b)) in pairs(units[0].len()).into_iter().enumerate() {
            for statistic in statistics(OF_LABEL_PAIRS) {
                let found = stat(OF_LABEL_PAIRS, statistic.key, &two(&units, a, b), labels).value;
                same(found, &vector["found"]["pairs"][at][statistic.key], statistic.key);
            }
        }
    }
}

fn scored(units: &[Vec<Option<f64>>], a: usize, b: usize) -> Vec<(usize, f64, f64)> {
    units.iter().enumerate().filter_map(|(case, unit)| Some((case, unit[a]?, unit[b]?))).collect()
}

#[test]
fn coefficients_of_scores_are_those_of_python() {
    for vector in vectors()["scores"].as_array().unwrap() {
        let units = rows(&vector["cases"], Json::as_f64);
        for statistic in statistics(OF_SCORES) {
            same(
                stat(OF_SCORES, statistic.key, &units, 0).value,
                &vector["found"][statistic.key],
                statistic.key,
            );
        }
        for (at, (a, b)) in pairs(units[0].len()).into_iter().enumerate() {
            let expected = &vector["found"]["pairs"][at];
            for statistic in statistics(OF_SCORE_PAIRS) {
                let found = stat(OF_SCORE_PAIRS, statistic.key, &two(&units, a, b), 0).value;
                same(found, &expected[statistic.key], statistic.key);
            }
            let found = rank_values(Ranked::new(&scored(&units, a, b)).correlations(|_| 1.0));
            for ((key, _), found) in CORRELATIONS.iter().zip(found) {
                same(found, &expected[key], key);
            }
        }
    }
}

#[test]
fn a_case_that_counts_twice_is_a_case_that_is_there_twice() {
    let vectors = vectors();
    let units = rows(&vectors["scores"][3]["cases"], Json::as_f64);
    let scored = scored(&units, 0, 1);
    let weight = |case: usize| (case % 3) as f64;
    let repeated: Vec<(f64, f64)> = scored.iter().flat_map(|(case, x, y)| vec![(*x, *y); case % 3]).collect();
    let found = rank_values(Ranked::new(&scored).correlations(weight));
    let counted = correlations(&repeated);
    near(found[0], counted.spearman.unwrap(), 1e-12);
    near(found[1], counted.kendall.unwrap(), 1e-12);
}

#[test]
fn what_is_undefined_says_why() {
    let undefined = |key, units: &[Vec<Option<usize>>]| list(key, units, 3).unwrap_err();
    let one_label = vec![vec![Some(1), Some(1)]; 4];
    for key in ["fleiss", "alpha_nominal", "alpha_ordinal"] {
        assert_eq!(undefined(key, &one_label), "all gave one label only");
    }
    let kappa = |key| stat(OF_LABEL_PAIRS, key, &one_label, 3);
    assert_eq!((kappa("kappa").value, kappa("kappa").n), (Err("both gave one label only"), 4));
    assert_eq!(kappa("kappa_quadratic").value, Err("both gave one label only"));
    assert_eq!(kappa("percent").value, Ok(1.0));
    assert_eq!(list("ac1", &one_label, 3), Ok(1.0), "AC1 is made for such labels");
    let apart = [vec![Some(0), None], vec![None, Some(2)]];
    for key in ["percent", "alpha_nominal", "ac1", "ac2_quadratic"] {
        assert_eq!(undefined(key, &apart), "nothing was rated by two annotators");
    }
    assert_eq!(undefined("fleiss", &apart), "nothing was rated by all annotators");
    assert_eq!(stat(OF_LABEL_PAIRS, "kappa", &apart, 3).value, Err("nothing was rated by both"));
    let constant = vec![vec![Some(0.1 + 0.2), Some(0.1 + 0.2)]; 3];
    for key in ["alpha_interval", "icc_2_1"] {
        assert_eq!(stat(OF_SCORES, key, &constant, 0).value, Err("all scores are equal"));
    }
    let ranked = Ranked::new(&[(0, 1.0, 2.0), (1, 1.0, 3.0)]);
    assert_eq!(ranked.correlations(|_| 1.0), Err(Undefined::Constant));
}

fn mark(start: usize, end: usize) -> TextMark {
    TextMark { side: Side::Summary, start, end }
}

#[test]
fn spans_overlap_strictly_and_softly() {
    let mut sums = [0.0; overlap::WIDTH];
    // A span marked twice, or a character marked twice, counts once.
    overlap::add(&[mark(0, 10), mark(0, 10), mark(5, 12)], &[mark(0, 10), mark(20, 24)], &mut sums);
    assert_eq!(sums, [1.0, 2.0, 2.0, 1.0, 12.0, 14.0, 10.0]);
    assert_eq!((overlap::STATISTICS[0].of)(&sums), Ok(0.5));
    assert_eq!((overlap::STATISTICS[1].of)(&sums), Ok(20.0 / 26.0));
    let article = TextMark { side: Side::Article, ..mark(0, 10) };
    let mut sums = [0.0; overlap::WIDTH];
    overlap::add(&[article], &[mark(0, 10)], &mut sums);
    assert_eq!([sums[3], sums[6]], [0.0; 2], "other texts have nothing in common");
    let mut sums = [0.0; overlap::WIDTH];
    overlap::add(&[], &[], &mut sums);
    assert_eq!((overlap::STATISTICS[1].of)(&sums), Err("neither marked anything"));
}

fn claim(text: &str, value: LabelValue) -> LabelledUnit {
    LabelledUnit { text: text.to_owned(), value, marks: Vec::new() }
}

/// Builds cases with one claim each, labelled by two annotators.
fn annotated(labels: &[(LabelValue, LabelValue)]) -> Annotations {
    let own = |value| Annotation {
        lists: [(List::Claims, vec![claim("c", value)])].into(),
        ..Annotation::default()
    };
    let case = |(at, (a, b)): (usize, &(LabelValue, LabelValue))| AnnotatedCase {
        id: format!("case-{at}"),
        read: at,
        by: vec![Some(own(*a)), Some(own(*b))],
    };
    let cases = labels.iter().enumerate().map(case).collect();
    Annotations { annotators: vec!["ann".to_owned(), "bob".to_owned()], cases }
}

#[test]
fn a_comparison_is_the_same_however_its_resamples_are_shared_out() {
    use LabelValue::{Partial, Supported, Unsupported};
    let labels = [Supported, Partial, Unsupported, Supported, Supported];
    let pairs: Vec<_> = (0..40).map(|at| (labels[at % 5], labels[(at * at) % 5])).collect();
    let given = annotated(&pairs);
    let comparing = ResamplableComparison::new(&given, None, &["judge-lock"]);
    let whole = comparing.finish(&[comparing.draw(7, 0..200)]);
    assert_eq!(whole, comparing.finish(&[comparing.draw(7, 0..90), comparing.draw(7, 90..200)]));
    assert_ne!(whole, comparing.finish(&[comparing.draw(8, 0..200)]));
    let (key, claims) = &whole.lists[0];
    assert_eq!((*key, claims.units, claims.rated_by_all, claims.unmatched), ("claims", 40, 40, 0));
    let [low, high] = claims.overall[0].interval.unwrap();
    let percent = claims.overall[0].value.unwrap();
    assert!(0.0 < low && low < percent && percent < high && high < 1.0, "{low} {percent} {high}");
    // The binomial standard error of a proportion with n = 40 is 0.08 here.
    assert!((high - low - 2.0 * 1.96 * (percent * (1.0 - percent) / 40.0).sqrt()).abs() < 0.08);
    assert_eq!(claims.pairs[0].confusion.iter().flatten().sum::<usize>(), 40);
    assert_eq!(claims.trend.len(), 10);
    assert_eq!(whole.decisions.units, 0);
    let plain = comparing.finish(&[]);
    assert_eq!(plain.lists[0].1.overall[0].interval, None);
    let text = |found: &AgreementResult| document::document(found, &[]).text(100);
    assert!(text(&whole).contains("with its interval") && text(&whole).contains("resampled cases"));
    assert!(!text(&plain).contains("interval") && !text(&plain).contains("resampled"), "{}", text(&plain));
}

#[test]
fn one_case_has_no_interval() {
    let given = annotated(&[(LabelValue::Supported, LabelValue::Supported)]);
    let comparing = ResamplableComparison::new(&given, None, &[]);
    let found = comparing.finish(&[comparing.draw(1, 0..20)]);
    assert_eq!((found.lists[0].1.overall[0].value, found.lists[0].1.overall[0].interval), (Ok(1.0), None));
    assert!(ResamplableComparison::new(&given, Some(&[List::KeyPoints]), &[]).finish(&[]).lists.is_empty());
}

#[test]
fn findings_are_compared_where_both_looked() {
    let own = |marks: Option<Vec<TextMark>>| {
        let unit = |mark: TextMark| LabelledUnit { marks: vec![mark], ..claim("", LabelValue::Extraneous) };
        let lists = marks.map(|marks| (List::Extraneous, marks.into_iter().map(unit).collect()));
        Some(Annotation { lists: lists.into_iter().collect(), ..Annotation::default() })
    };
    let case = |a, b| AnnotatedCase { by: vec![own(a), b], ..AnnotatedCase::default() };
    let left = Annotation { left: [List::Extraneous].into(), ..Annotation::default() };
    let cases = vec![
        case(Some(vec![mark(0, 4)]), own(Some(vec![mark(0, 4)]))),
        case(Some(vec![mark(0, 4)]), own(Some(vec![]))),
        case(Some(vec![mark(0, 4)]), own(None)),
        case(Some(vec![mark(0, 4)]), Some(left)),
        case(Some(vec![mark(0, 4)]), None),
    ];
    let given = Annotations { annotators: vec!["a".to_owned(), "b".to_owned()], cases };
    let found = ResamplableComparison::new(&given, None, &[]).finish(&[]);
    assert!(found.lists.is_empty(), "findings are not units");
    let (key, pairs) = &found.spans[0];
    let strict = pairs[0].stats[0];
    assert_eq!((*key, strict.value, strict.n), ("extraneous", Ok(0.5), 3));
}
