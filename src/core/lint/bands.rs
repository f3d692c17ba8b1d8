//! Checks bands: words that no value gets, larger values that get a worse word, and edges that another
//! reading assigns to the other band. If the rubric's file keeps the printed bounds, it also checks these for
//! gaps and overlaps.

use super::{DefectKind, Example, Level, LintFinding, number};
use crate::labels::{Label, LabelValue, List, Provenance, ThresholdMeasure};
use crate::num::Num;
use crate::rubric::{Printed, READINGS, Readings, Rubric};

/// Number of steps from one end of a measure to the other.
const STEPS: usize = 200;
/// Largest number of steps at which another reading may differ and still count as an edge; if it differs at
/// more, it measures something else.
const MAX_EDGE_STEPS: usize = 3;

/// Runs all checks of bands.
pub fn check(rubric: &dyn Rubric, readings: &Readings) -> Vec<LintFinding> {
    let mut found = Vec::new();
    for &list in rubric.lists() {
        if let Some(measure) = measured(list) {
            found.extend(swept(rubric, readings, list, measure));
        }
    }
    for printed in rubric.printed() {
        found.extend(bounds(rubric, readings, &printed));
    }
    found
}

/// Returns the kind of measure of a list, if thresholds turn a measure into a word.
fn measured(list: List) -> Option<fn(Num) -> ThresholdMeasure> {
    match list {
        List::KeyPoints => Some(ThresholdMeasure::Share),
        List::Segments => Some(ThresholdMeasure::Overlap),
        List::Grounding => Some(|overlap| ThresholdMeasure::Nearness { cosine: Num::ZERO, overlap }),
        _ => None,
    }
}

fn word(rubric: &dyn Rubric, readings: &Readings, measure: ThresholdMeasure) -> Option<LabelValue> {
    let label = Label { measure: Some(measure), by: Provenance::Engine, ..Label::default() };
    rubric.word(&label, readings)
}

/// Checks the words that values from 0 to 1 get.
fn swept(
    rubric: &dyn Rubric,
    readings: &Readings,
    list: List,
    measure: fn(Num) -> ThresholdMeasure,
) -> Vec<LintFinding> {
    let key = list.spec().key;
    let value = |step: usize| Num::ratio(step, STEPS);
    let words: Vec<Option<LabelValue>> =
        (0..=STEPS).map(|step| word(rubric, readings, measure(value(step)))).collect();
    if words.iter().all(Option::is_none) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let finding = |level, kind, says, examples| LintFinding::new(level, kind, key, says, examples);
    let example = |step: usize, of: Option<LabelValue>| Example {
        what: format!("a {} measured at {}", list.spec().unit, number(value(step))),
        result: of.map_or_else(|| "no word".to_owned(), |word| word.as_str().to_owned()),
        case: None,
    };
    let rank = |word: Option<LabelValue>| {
        word.and_then(|word| list.spec().words.iter().position(|known| *known == word))
    };
    for known in list.spec().words.iter().filter(|known| !words.contains(&Some(**known))) {
        let says = format!("no measure from 0 to 1 makes a {} {}", list.spec().unit, known.as_str());
        let ends = vec![example(0, words[0]), example(STEPS, words[STEPS])];
        found.push(finding(Level::Defect, DefectKind::BandGap, says, ends));
    }
    if let Some(step) = (1..=STEPS).find(|step| rank(words[*step]) > rank(words[step - 1])) {
        let says = format!("more is worse past {}", number(value(step - 1)));
        let examples = vec![example(step - 1, words[step - 1]), example(step, words[step])];
        found.push(finding(Level::Defect, DefectKind::NotMonotonic, says, examples));
    }
    for (index, reading) in READINGS.iter().enumerate() {
        for (name, other) in readings.alternatives(index) {
            let differs = |step: &usize| word(rubric, &other, measure(value(*step))) != words[*step];
            let steps: Vec<usize> = (0..=STEPS).filter(differs).collect();
            for &step in steps.iter().filter(|_| steps.len() <= MAX_EDGE_STEPS) {
                let theirs = word(rubric, &other, measure(value(step)));
                let says = format!(
                    "{} is on an edge: {}, and {} under {}={name}",
                    number(value(step)),
                    words[step].map_or("no word", LabelValue::as_str),
                    theirs.map_or("no word", LabelValue::as_str),
                    reading.key
                );
                found.push(finding(
                    Level::Remark,
                    DefectKind::BandEdge,
                    says,
                    vec![example(step, words[step])],
                ));
            }
        }
    }
    found
}

/// The bounds of a band, each with whether it belongs to the band.
#[derive(Clone, Debug, PartialEq)]
struct Band {
    name: String,
    low: (Num, bool),
    high: (Num, bool),
}

/// Parses "some 0.3-0.79", "none <0.3", "excellent >0.95" or "fully 1".
fn read(row: &str, range: [Num; 2]) -> Option<Band> {
    let (name, bounds) = row.rsplit_once(' ')?;
    let number = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite()).map(Num::decimal);
    let edge = |text: &str, own| Some((number(text)?, own));
    let signed = [">=", "<=", ">", "<"].iter().find_map(|sign| Some((*sign, bounds.strip_prefix(sign)?)));
    let (low, high) = match signed {
        Some((sign, rest)) if sign.starts_with('>') => (edge(rest, sign == ">=")?, (range[1], true)),
        Some((sign, rest)) => ((range[0], true), edge(rest, sign == "<=")?),
        None => {
            let (low, high) = bounds.split_once('-').unwrap_or((bounds, bounds));
            (edge(low, true)?, edge(high, true)?)
        }
    };
    Some(Band { name: name.to_owned(), low, high })
}

/// Finds gaps and overlaps of printed bounds.
fn bounds(rubric: &dyn Rubric, readings: &Readings, printed: &Printed) -> Vec<LintFinding> {
    let mut found = Vec::new();
    let mut bands = Vec::new();
    for row in printed.rows {
        match read(row, printed.range) {
            Some(band) => bands.push(band),
            None => {
                let says = format!("\"{row}\" is not a band such as \"some 0.3-0.79\" or \"none <0.3\"");
                found.push(LintFinding::new(
                    Level::Defect,
                    DefectKind::BandGap,
                    printed.of,
                    says,
                    Vec::new(),
                ));
            }
        }
    }
    bands.sort_by(|a, b| a.low.0.partial_cmp(&b.low.0).unwrap_or(std::cmp::Ordering::Equal));
    let example = |value: Num| {
        let given =
            printed.list.and_then(|list| Some((list, word(rubric, readings, measured(list)?(value))?)));
        let result = given.map_or_else(
            || "left to a reading".to_owned(),
            |(list, word)| format!("this program takes the {} as {}", list.spec().unit, word.as_str()),
        );
        Example { what: format!("{} = {}", printed.of, number(value)), result, case: None }
    };
    let mut finding = |kind, says: String, value: Num| {
        found.push(LintFinding::new(Level::Remark, kind, printed.of, says, vec![example(value)]));
    };
    let half = |a: Num, b: Num| (a + b) / Num::int(2);
    for pair in bands.windows(2) {
        let (below, above) = (&pair[0], &pair[1]);
        let (end, start) = (below.high, above.low);
        if start.0 > end.0 {
            let says = format!(
                "nothing is printed for what lies between {} (the end of \"{}\") and {} (the beginning of \"{}\")",
                number(end.0),
                below.name,
                number(start.0),
                above.name
            );
            finding(DefectKind::BandGap, says, half(end.0, start.0));
        } else if start.0 == end.0 && !start.1 && !end.1 {
            let says = format!(
                "nothing is printed for {} itself, between \"{}\" and \"{}\"",
                number(end.0),
                below.name,
                above.name
            );
            finding(DefectKind::BandGap, says, end.0);
        } else if start.0 < end.0 || (start.1 && end.1) {
            let says = format!("both \"{}\" and \"{}\" claim {}", below.name, above.name, number(start.0));
            finding(DefectKind::BandOverlap, says, start.0);
        }
    }
    if let Some(first) = bands.first().filter(|first| first.low.0 > printed.range[0]) {
        let says =
            format!("nothing is printed below {}, the beginning of \"{}\"", number(first.low.0), first.name);
        finding(DefectKind::BandGap, says, half(printed.range[0], first.low.0));
    }
    if let Some(last) = bands.last().filter(|last| last.high.0 < printed.range[1]) {
        let says = format!("nothing is printed above {}, the end of \"{}\"", number(last.high.0), last.name);
        finding(DefectKind::BandGap, says, half(last.high.0, printed.range[1]));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_read_as_they_are_printed() {
        let range = [Num::ZERO, Num::ONE];
        let band = |row: &str| read(row, range).unwrap();
        assert_eq!(band("some 0.3-0.79").high, (Num::decimal(0.79), true));
        assert_eq!(band("none <0.3").high, (Num::decimal(0.3), false));
        assert_eq!(band("very good >0.95").low, (Num::decimal(0.95), false));
        assert_eq!(band("very good >0.95").name, "very good");
        assert_eq!(band("fully 1").low, band("fully 1").high);
        for bad in ["", "some", "some 0.3-x", "some nan"] {
            assert_eq!(read(bad, range), None, "{bad}");
        }
    }
}
