//! Tests figures in different spellings: a table of pairs that are equal and pairs that are not.

use lockbench::text::Sentence;
use lockbench::text::figures::{Figure, figures};

/// Tolerance for an approximate or rounded figure, as in the shipped anchor rubric.
const NEAR: f64 = 0.05;

const TABLE: &str = include_str!("../data/figures.tsv");

fn read(text: &str) -> Vec<Figure> {
    figures(&Sentence::new(text))
}

/// Returns whether all figures of a text occur in the other one.
fn has(text: &str, other: &str) -> bool {
    let (mine, theirs) = (read(text), read(other));
    let found = |figure: &Figure| {
        theirs.iter().filter_map(|other| figure.distance(other)).any(|distance| distance <= NEAR)
    };
    !mine.is_empty() && mine.iter().all(found)
}

#[test]
fn spellings_of_one_figure_match_and_others_do_not() {
    let (mut wrong, mut rows, mut apart) = (Vec::new(), 0, 0);
    for (number, line) in
        TABLE.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    {
        let columns: Vec<&str> = line.split('\t').collect();
        let [how, a, b] = columns[..] else { panic!("line {}: {line:?}", number + 1) };
        let expected = match how {
            "same" => (true, true),
            "has" => (true, false),
            "differ" => (false, false),
            _ => panic!("line {}: {how:?}", number + 1),
        };
        let found = (has(a, b), has(b, a));
        if read(a).is_empty() || read(b).is_empty() {
            wrong.push(format!("line {}: a figure is not seen in {a:?} or {b:?}", number + 1));
        } else if found != expected {
            wrong.push(format!(
                "line {}: {how} {a:?} {b:?}, found {found:?}\n    {:?}\n    {:?}",
                number + 1,
                read(a),
                read(b)
            ));
        }
        rows += 1;
        apart += usize::from(how == "differ");
    }
    assert!(wrong.is_empty(), "{} of {rows} rows:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= 150 && apart >= 50, "{rows} rows, {apart} of them apart");
}

#[test]
fn the_surroundings_of_a_figure_do_not_change_it() {
    for line in TABLE.lines().filter(|line| line.starts_with("same")) {
        let columns: Vec<&str> = line.split('\t').collect();
        for text in &columns[1..] {
            let alone = read(text);
            let framed = read(&format!("It is said that they saw {text}"));
            assert_eq!(alone.len(), framed.len(), "{text:?}");
            for (alone, framed) in alone.iter().zip(&framed) {
                assert_eq!(alone.distance(framed), Some(0.0), "{text:?}");
            }
        }
    }
}
