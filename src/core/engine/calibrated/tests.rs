use proptest::prelude::*;

use super::*;
use crate::case::{Case, Texts};
use crate::engine::{Engine, Selection};
use crate::evidence::calibration::TOML;
use crate::evidence::calibration::learn::{JudgedProposal, learn};
use crate::evidence::calibration::write;
use crate::labels::LabelValue;
use crate::rubric::{Readings, RubricSet};

const ARTICLE: &str = "The city council approved a budget of $45 million on Tuesday. Mayor Anna Keller said the plan \
    would not raise taxes. The bridge may be repaired before winter, and 240 jobs at 12 schools are safe.";
const SUMMARY: &str = "The council rejected a budget of $54 million on Friday. Keller said the plan would not raise \
    taxes. The bridge is repaired by old friends of the mayor.";

fn own(text: &str) -> OwnCalibration {
    OwnCalibration::parse("own.toml", text, "1").expect("a calibration")
}

fn refused(text: &str) -> String {
    OwnCalibration::parse("own.toml", text, "1").map(drop).expect_err("refused").to_string()
}

/// The first line of the shipped file that begins with `key`. Its numbers change with each fit.
fn shipped(key: &str) -> &'static str {
    let begins = format!("{key} = ");
    TOML.lines().find(|line| line.starts_with(&begins)).unwrap_or_else(|| panic!("no {key}"))
}

/// The same line with the number at an index of its list replaced.
fn altered(key: &str, at: usize, number: &str) -> String {
    let (name, list) = shipped(key).split_once(" = ").unwrap();
    let mut numbers: Vec<&str> = list.trim_matches(['[', ']']).split(", ").collect();
    numbers[at] = number;
    format!("{name} = [{}]", numbers.join(", "))
}

/// A calibration fitted to annotators who let everything pass.
fn lenient() -> String {
    TOML.replace(shipped("doubted"), &altered("doubted", 0, "-9.0"))
        .replace(shipped("differs"), "differs = 0.0")
}

fn analysed(own: Option<OwnCalibration>) -> Labels {
    let mut engine = Engine::default().calibrated(own.map(Arc::new));
    (*engine.analyse_pair(ARTICLE, SUMMARY).proposals).clone()
}

#[test]
fn the_shipped_lines_as_a_file_change_nothing() {
    assert_eq!(analysed(Some(own(TOML))), analysed(None));
}

#[test]
fn lines_of_ones_own_give_probabilities_and_the_likeliest_word() {
    let (shipped, lenient) = (analysed(None), analysed(Some(own(&lenient()))));
    let doubted = |labels: &Labels| {
        let claims = labels.get(List::Claims).unwrap();
        claims.iter().filter(|label| label.word != Some(LabelValue::Supported)).count()
    };
    assert!(doubted(&shipped) > 0);
    assert_eq!(doubted(&lenient), 0);
    for label in lenient.get(List::Claims).unwrap() {
        let chances = label.chances.expect("chances");
        assert_eq!(label.p, Some(chances.shown(List::Claims, LabelValue::Supported)));
        assert!(chances.at(0) > 0.9);
    }
    let changed =
        lenient.get(List::Claims).unwrap().iter().find(|label| label.why.len() > 1).expect("a reason");
    assert!(changed.why.last().unwrap().contains("own.toml+"), "{:?}", changed.why);
    assert_eq!(lenient.get(List::KeyPoints), shipped.get(List::KeyPoints), "its lines are the shipped ones");
}

#[test]
fn stored_proposals_are_calibrated_by_the_signals_of_the_same_ones_made_anew() {
    let own = own(&lenient());
    let mut stored = analysed(None);
    let claims = stored.get_mut(List::Claims).unwrap();
    claims.iter_mut().for_each(|label| label.signals = None);
    (claims[0].by, claims[0].word) = (Provenance::Person("ann".to_owned()), Some(LabelValue::Partial));
    own.apply_stored(&mut stored, &analysed(None));
    let claims = stored.get(List::Claims).unwrap();
    assert_eq!(claims[0].word, Some(LabelValue::Partial), "what a person decided stays");
    assert!(claims[1..].iter().all(|label| label.word == Some(LabelValue::Supported)));
}

#[test]
fn the_signature_names_the_calibration_and_its_contents() {
    let signature = |own: Option<&OwnCalibration>| {
        let mut rubrics = RubricSet::shipped();
        if let Some(own) = own {
            rubrics.calibrated_by(Arc::clone(&own.mark));
        }
        let selection = Selection::new(Arc::new(rubrics), &["judge-lock-ultra"], Readings::default());
        let case = Case { article: ARTICLE.to_owned(), summary: SUMMARY.to_owned(), ..Case::default() };
        let mut engine = Engine::default().calibrated(own.cloned().map(Arc::new));
        let analysis = engine.analyse(&case, Texts::of(&case), selection.wanted());
        selection.judge(&case, &analysis, &analysis.proposals).remove(0).signature
    };
    let (a, b) = (own(TOML), own(&lenient()));
    assert!(!signature(None).contains("calibration"));
    assert!(signature(Some(&a)).ends_with(&format!("|calibration={}", a.mark)), "{}", signature(Some(&a)));
    assert_ne!(a.mark, b.mark);
    let odd = OwnCalibration::parse("a|b=\u{1b}[1m京.toml", TOML, "1").unwrap();
    assert!(odd.mark.starts_with("a_b___1m_.toml+"), "{}", odd.mark);
}

#[test]
fn what_was_learned_is_read_back_as_it_was() {
    let mut decisions = Vec::new();
    for at in 0..400u64 {
        let doubt = (at % 9) as f64 - 4.0;
        let word = if (at * 7) % 9 < at % 9 + 2 { LabelValue::Unsupported } else { LabelValue::Supported };
        decisions.push(JudgedProposal {
            list: List::Claims,
            signals: [doubt, 0.2, 0.0, 0.1],
            word,
            case: at / 3,
        });
    }
    let learned = learn(&Calibration::shipped().unwrap(), &decisions);
    assert!(learned.is_better());
    let text = write::learned(&learned, "1", 2);
    let read = own(&text);
    assert_eq!(read.lines, learned.calibration);
    assert_eq!(read.note, None);
    assert!(
        text.contains("[[figures]]") && text.contains("lines = \"fitted\"") && text.contains("learning = [["),
        "{text}"
    );
    assert!(OwnCalibration::parse("f", &text, "2").unwrap().note.unwrap().contains("fit it again"));
    assert_eq!(write::learned(&learned, "1", 2), text, "the same each time");
}

#[test]
fn the_shipped_file_is_what_is_written_of_its_lines() {
    let body = TOML.split_once("\n\n").expect("a comment and tables").1;
    assert_eq!(write::toml(&Calibration::shipped().unwrap()).trim_start(), body);
}

#[test]
fn what_is_no_calibration_is_refused_with_its_place() {
    let negative = altered("line", 1, "-1.5");
    let huge = altered("doubted", 0, "-1e300");
    for (from, to, said) in [
        ("same = 0.8", "same = 1.5", "deviations.same: 1.5 is not from 0 to 1"),
        ("contradicted = 0.8", "contradicted = nan", "claims.contradicted"),
        ("contradicted = 0.8", "contradicted = \"0.8\"", "invalid type: string"),
        (shipped("spread"), "spread = 0.0", "key_points.spread: 0 is not above 0 and up to 100"),
        (shipped("spread"), "spread = inf", "key_points.spread"),
        ("[claims]", "[claim]", "unknown field `claim`"),
        ("same = 0.8", "same = 0.8\nline = [0.0]", "invalid length 1"),
        ("same = 0.8", "same = 0.8\nline = [0.0, -1.0]", "deviations.line.1: -1 is not from 0 to 100"),
        (shipped("line"), &negative, "key_points.line.1: -1.5 is not from 0 to 100"),
        (shipped("doubted"), &huge, "claims.doubted.0: -1"),
        ("unsupported = [", "unsupported = [1.0, ", "claims.unsupported.1: -"),
    ] {
        let text = TOML.replacen(from, to, 1);
        assert_ne!(text, TOML, "{from}");
        let error = refused(&text);
        assert!(error.contains(said), "{said}: {error}");
        assert!(error.contains("line "), "{error}");
    }
    for text in ["", "\u{feff}", "{\"json\": 1}", "[claims", "京都 = 1", "key_points = 3", "\0"] {
        assert!(!refused(text).is_empty());
    }
    let deep = format!("a = {}", "[".repeat(100_000));
    assert!(!refused(&deep).is_empty());
}

proptest! {
    /// Whatever the file holds, a probability stays a probability.
    #[test]
    fn no_file_that_is_read_gives_anything_but_probabilities(
        numbers in prop::collection::vec(prop_oneof![any::<f64>(), -120.0..120.0f64, 0.0..1.0f64], 5),
        signals in prop::array::uniform4(-5.0..5.0f64),
    ) {
        let line = numbers.iter().map(|n| format!("{n:?}")).collect::<Vec<_>>().join(", ");
        let text = TOML.replace(shipped("doubted"), &format!("doubted = [{line}]"));
        if let Ok(own) = OwnCalibration::parse("f", &text, "1") {
            let chances = own.lines.chances(List::Claims, LabelValue::Supported, signals).unwrap();
            let sum: f64 = (0..3).map(|at| chances.at(at)).sum();
            prop_assert!((sum - 1.0).abs() < 1e-9, "{chances:?}");
        }
    }
}
