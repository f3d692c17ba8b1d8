//! The known defects of the printed rules, and those of files that were spoilt on purpose, are found by trying.

use super::sweep::ParameterSweep;
use super::{Copy, Finding, Kind, Level, check};
use crate::case::{Case, Texts};
use crate::engine::Engine;
use crate::evidence::Wanted;
use crate::labels::{LabelDistribution, LabelValue, List};
use crate::measures::Measures;
use crate::rubric::{RUBRICS, Readings, Rubric};

fn shipped(slug: &str, changes: &[(&str, &str)]) -> Box<dyn Rubric> {
    let entry = RUBRICS.iter().find(|entry| entry.slug == slug).unwrap();
    let toml = changes.iter().fold(entry.toml.to_owned(), |toml, (from, to)| {
        assert!(toml.contains(from), "{from}");
        toml.replace(from, to)
    });
    (entry.load)(&toml).unwrap()
}

fn found(rubric: &dyn Rubric, readings: &Readings, copies: &[Copy]) -> Vec<Finding> {
    let wanted = Wanted::new(rubric.lists(), rubric.measures());
    let mut engine = Engine::default();
    let mut measure =
        |case: &Case| -> Measures { (*engine.read(case, Texts::of(case), wanted).measures).clone() };
    check(rubric, readings, &mut measure, copies)
}

/// An article that is its own summary.
fn copy(rubric: &dyn Rubric) -> Copy {
    const ARTICLE: &str = "The council of Tane approved a new budget of 45 million euros on Tuesday after three hours \
        of debate. Mayor Ilse Marten said that nobody would pay higher taxes for it next year. The larger part goes \
        to the two primary schools, whose roofs have leaked since the storm of 2019. The rest repairs the coast road \
        between the harbour and the ferry pier, where buses have had to wait for the tide.";
    let case = Case { article: ARTICLE.to_owned(), summary: ARTICLE.to_owned(), ..Case::default() };
    let wanted = Wanted::new(rubric.lists(), rubric.measures());
    let analysis = Engine::default().analyse(&case, Texts::of(&case), wanted);
    Copy {
        case,
        article: analysis.article,
        summary: analysis.summary,
        labels: (*analysis.proposals).clone(),
        measures: (*analysis.measures).clone(),
    }
}

fn has(findings: &[Finding], kind: Kind, subject: &str, words: &str) -> bool {
    findings
        .iter()
        .any(|finding| finding.kind == kind && finding.subject == subject && finding.says.contains(words))
}

#[test]
fn the_printed_rules_of_judge_lock() {
    let rubric = shipped("judge-lock", &[]);
    let copies = [copy(&*rubric)];
    let literal = found(&*rubric, &Readings::literal(), &copies);
    for (kind, subject, words) in [
        (Kind::CapAlways, "qag_incomplete on coverage", "never above 7"),
        (Kind::CapOnCopies, "none_segment on relevance", "1 of 1"),
        (Kind::Unreachable, "verdict PASS", "6 of 6 questions fully correct"),
        (Kind::Unreachable, "alignment", "never 9"),
        (Kind::Ceiling, "hallucination", "claim that is unsupported leaves at most 4"),
        (Kind::NotMonotonic, "hallucination", "one share, two formulas"),
        (Kind::NotMonotonic, "perfect_ten_guard", "and not the worse"),
        (Kind::BandGap, "hallucination.severity", "between 0.49"),
        (Kind::BandEdge, "segments", "0.8 is on an edge"),
    ] {
        assert!(has(&literal, kind, subject, words), "{kind:?} {subject}: {literal:#?}");
    }
    // The default readings mend the caps; the two formulas and the guard are printed, and stay.
    let default = found(&*rubric, &Readings::default(), &copies);
    let defects: Vec<_> = default.iter().filter(|finding| finding.level == Level::Defect).collect();
    assert_eq!(defects.len(), 2, "{defects:#?}");
    assert!(defects.iter().all(|finding| finding.kind == Kind::NotMonotonic));
    assert!(has(&default, Kind::NotMonotonic, "perfect_ten_guard", "from 9 to 10"));
}

#[test]
fn the_printed_rules_of_twin_lock() {
    let rubric = shipped("twin-lock", &[]);
    let literal = found(&*rubric, &Readings::literal(), &[copy(&*rubric)]);
    for (kind, subject, words) in [
        (Kind::CapOnCopies, "none_segment on relevance", "1 of 1"),
        (Kind::BandGap, "segments", "between 0.79"),
        (Kind::BandGap, "key_points", "between 0.75"),
        (Kind::BandGap, "alignment", "between 3"),
        (Kind::Unreachable, "hallucination", "with 6 claims is never 7"),
    ] {
        assert!(has(&literal, kind, subject, words), "{kind:?} {subject}: {literal:#?}");
    }
    let default = found(&*rubric, &Readings::default(), &[copy(&*rubric)]);
    assert!(default.iter().all(|finding| finding.level == Level::Remark), "{default:#?}");
}

#[test]
fn what_only_draws_bring_about_is_no_defect_of_a_rule() {
    let ultra = shipped("judge-lock-ultra", &[]);
    let likely = |findings: &[Finding]| {
        findings
            .iter()
            .filter(|finding| finding.kind == Kind::CapInDraws)
            .map(|f| f.subject.clone())
            .collect::<Vec<_>>()
    };
    // Half sure of each answer: all six are seldom right together, though each is shown as correct.
    let mut half = copy(&*ultra);
    for label in half.labels.get_mut(List::CoverageQags).unwrap() {
        label.word = Some(LabelValue::Correct);
        label.chances = Some(LabelDistribution::new(&[0.5, 0.0, 0.5]));
    }
    let defaults = Readings::default();
    let unsure = found(&*ultra, &defaults, &[half]);
    assert!(likely(&unsure).contains(&"qag_incomplete on coverage".to_owned()), "{unsure:#?}");
    assert!(unsure.iter().all(|finding| finding.kind != Kind::CapOnCopies), "{unsure:#?}");
    // A label that is shown as wrong fires it as it is shown.
    let mut wrong = copy(&*ultra);
    for label in wrong.labels.get_mut(List::CoverageQags).unwrap() {
        label.word = Some(LabelValue::Wrong);
        label.chances = None;
        label.p = Some(0.9);
    }
    let surely = found(&*ultra, &defaults, &[wrong]);
    assert!(has(&surely, Kind::CapOnCopies, "qag_incomplete on coverage", "1 of 1"), "{surely:#?}");
}

#[test]
fn the_targets_of_synthlink() {
    let findings = found(&*shipped("synthlink", &[]), &Readings::default(), &[]);
    assert!(has(&findings, Kind::Targets, "aggregate", "aggregate is 0.85"), "{findings:#?}");
    // Targets that the weights allow contradict nothing.
    let lower = shipped("synthlink", &[("[aggregate]\ntarget = 0.9", "[aggregate]\ntarget = 0.85")]);
    assert!(!found(&*lower, &Readings::default(), &[]).iter().any(|finding| finding.kind == Kind::Targets));
}

#[test]
fn files_that_were_spoilt() {
    let spoilt = |changes: &[(&str, &str)]| found(&*shipped("twin-lock", changes), &Readings::default(), &[]);
    let empty = spoilt(&[("some_from = 0.3", "some_from = 0.9")]);
    assert!(has(&empty, Kind::BandGap, "segments", "makes a segment some"), "{empty:#?}");
    let idle =
        spoilt(&[("limits = { coverage = 4, relevance = 4 }", "limits = { coverage = 10, relevance = 4 }")]);
    assert!(
        has(&idle, Kind::CapRedundant, "extraneous_claim on coverage", "never lowers a score"),
        "{idle:#?}"
    );
    let low = spoilt(&[("none = 10", "none = 8")]);
    assert!(has(&low, Kind::Unreachable, "alignment", "never better than 8"), "{low:#?}");
    let rising = spoilt(&[("mild = [8, 7, 6]", "mild = [6, 7, 8]")]);
    assert!(has(&rising, Kind::NotMonotonic, "alignment", "by its own formula"), "{rising:#?}");
}

#[test]
fn a_layout_brings_its_own_words() {
    // Ten of ten words asked for are in the summary, whichever summary the layout makes.
    let anchor = found(&*shipped("anchor", &[]), &Readings::default(), &[]);
    assert!(anchor.iter().all(|finding| finding.level == Level::Remark), "{anchor:#?}");
}

/// What is tried of a rubric that asks for as many labels as any may is not much more than of the shipped one.
#[test]
fn a_rubric_that_asks_for_many_labels_is_tried_within_bounds() {
    let points = |changes: &[(&str, &str)]| {
        let rubric = shipped("judge-lock", changes);
        let readings = Readings::default();
        let mut measure = |_: &Case| Measures::default();
        ParameterSweep::new(&*rubric, &readings, &mut measure).points().len()
    };
    let usual = points(&[]);
    let many = points(&[
        ("count = [4, 7]", "count = [1, 20]"),
        ("count = 6", "count = 20"),
        ("most = 10", "most = 20"),
    ]);
    assert!(many > usual && many < 4 * usual, "{usual} {many}");
    let entry = RUBRICS.iter().find(|entry| entry.slug == "judge-lock").unwrap();
    let error = (entry.load)(&entry.toml.replace("count = 6", "count = 10000")).err().unwrap().to_string();
    assert!(error.contains("questions.count") && error.contains("from 1 to 20"), "{error}");
}
