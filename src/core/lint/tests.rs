//! The known defects of the printed rules, and defects that were introduced on purpose, are found by trying.

use super::sweep::ParameterSweep;
use super::{Copy, DefectKind, Level, LintFinding, check};
use crate::case::{Case, Texts};
use crate::engine::Engine;
use crate::evidence::Wanted;
use crate::labels::{LabelDistribution, LabelValue, List};
use crate::measures::Measures;
use crate::rubric::tests::build::changed;
use crate::rubric::{Readings, Rubric};

fn found(rubric: &dyn Rubric, readings: &Readings, copies: &[Copy]) -> Vec<LintFinding> {
    let wanted = Wanted::new(rubric.lists(), rubric.measures());
    let mut engine = Engine::default();
    let mut measure =
        |case: &Case| -> Measures { (*engine.read(case, Texts::of(case), wanted).measures).clone() };
    check(rubric, readings, &mut measure, copies)
}

/// An article as its own summary.
fn copy(rubric: &dyn Rubric) -> Copy {
    const ARTICLE: &str = "The council of Tane approved a new budget of 45 million euros on Tuesday after three hours \
        of debate. Mayor Ilse Marten said that nobody would pay higher taxes for it next year. The larger part goes \
        to the two primary schools, whose roofs have leaked since the storm of 2019. The rest repairs the coast road \
        between the harbour and the ferry pier, where buses have had to wait for the tide.";
    let case = Case { article: ARTICLE.to_owned(), summary: ARTICLE.to_owned(), ..Case::default() };
    let wanted = Wanted::new(rubric.lists(), rubric.measures());
    let analysis = Engine::default().analyse(&case, Texts::of(&case), wanted);
    let (labels, measures) = ((*analysis.proposals).clone(), (*analysis.measures).clone());
    Copy { case, article: analysis.article, summary: analysis.summary, labels, measures }
}

fn has(findings: &[LintFinding], kind: DefectKind, subject: &str, words: &str) -> bool {
    findings
        .iter()
        .any(|finding| finding.kind == kind && finding.subject == subject && finding.says.contains(words))
}

#[test]
fn the_printed_rules_of_the_locks() {
    let rows = [
        ("judge-lock", DefectKind::CapAlways, "qag_incomplete on coverage", "never above 7"),
        ("judge-lock", DefectKind::CapOnCopies, "none_segment on relevance", "1 of 1"),
        ("judge-lock", DefectKind::Unreachable, "verdict PASS", "6 of 6 questions fully correct"),
        ("judge-lock", DefectKind::Unreachable, "alignment", "never 9"),
        ("judge-lock", DefectKind::Ceiling, "hallucination", "claim that is unsupported leaves at most 4"),
        ("judge-lock", DefectKind::NotMonotonic, "hallucination", "one share, two formulas"),
        ("judge-lock", DefectKind::NotMonotonic, "perfect_ten_guard", "and not the worse"),
        ("judge-lock", DefectKind::BandGap, "hallucination.severity", "between 0.49"),
        ("judge-lock", DefectKind::BandEdge, "segments", "0.8 is on an edge"),
        ("twin-lock", DefectKind::CapOnCopies, "none_segment on relevance", "1 of 1"),
        ("twin-lock", DefectKind::BandGap, "segments", "between 0.79"),
        ("twin-lock", DefectKind::BandGap, "key_points", "between 0.75"),
        ("twin-lock", DefectKind::BandGap, "alignment", "between 3"),
        ("twin-lock", DefectKind::Unreachable, "hallucination", "with 6 claims is never 7"),
    ];
    for rows in rows.chunk_by(|a, b| a.0 == b.0) {
        let rubric = changed(rows[0].0, &[]);
        let literal = found(&*rubric, &Readings::literal(), &[copy(&*rubric)]);
        for (slug, kind, subject, words) in rows {
            assert!(has(&literal, *kind, subject, words), "{slug} {kind:?} {subject}: {literal:#?}");
        }
    }
    // The default readings repair the caps. The two formulas of Judge-Lock and of the guard are printed, and
    // remain defects.
    for (slug, defects) in [("judge-lock", 2), ("twin-lock", 0)] {
        let rubric = changed(slug, &[]);
        let default = found(&*rubric, &Readings::default(), &[copy(&*rubric)]);
        let bad: Vec<_> = default.iter().filter(|finding| finding.level == Level::Defect).collect();
        assert_eq!(bad.len(), defects, "{bad:#?}");
        assert!(bad.iter().all(|finding| finding.kind == DefectKind::NotMonotonic));
        assert!(defects == 0 || has(&default, DefectKind::NotMonotonic, "perfect_ten_guard", "from 9 to 10"));
    }
}

#[test]
fn what_only_draws_bring_about_is_no_defect_of_a_rule() {
    let ultra = changed("judge-lock-ultra", &[]);
    let likely = |findings: &[LintFinding]| {
        findings
            .iter()
            .filter(|finding| finding.kind == DefectKind::CapInDraws)
            .map(|f| f.subject.clone())
            .collect::<Vec<_>>()
    };
    // Each answer is half certain: all six are rarely correct together, though each is shown as correct.
    let mut half = copy(&*ultra);
    for label in half.labels.get_mut(List::CoverageQags).unwrap() {
        label.word = Some(LabelValue::Correct);
        label.chances = Some(LabelDistribution::new(&[0.5, 0.0, 0.5]));
    }
    let defaults = Readings::default();
    let unsure = found(&*ultra, &defaults, &[half]);
    assert!(likely(&unsure).contains(&"qag_incomplete on coverage".to_owned()), "{unsure:#?}");
    assert!(unsure.iter().all(|finding| finding.kind != DefectKind::CapOnCopies), "{unsure:#?}");
    // A label that is shown as wrong makes the cap fire on the labels as shown.
    let mut wrong = copy(&*ultra);
    for label in wrong.labels.get_mut(List::CoverageQags).unwrap() {
        label.word = Some(LabelValue::Wrong);
        label.chances = None;
        label.p = Some(0.9);
    }
    let surely = found(&*ultra, &defaults, &[wrong]);
    assert!(has(&surely, DefectKind::CapOnCopies, "qag_incomplete on coverage", "1 of 1"), "{surely:#?}");
}

#[test]
fn files_that_were_spoilt() {
    let limits = ("limits = { coverage = 4, relevance = 4 }", "limits = { coverage = 10, relevance = 4 }");
    for (slug, change, kind, subject, words) in [
        (
            "twin-lock",
            ("some_from = 0.3", "some_from = 0.9"),
            DefectKind::BandGap,
            "segments",
            "makes a segment some",
        ),
        (
            "twin-lock",
            limits,
            DefectKind::CapRedundant,
            "extraneous_claim on coverage",
            "never lowers a score",
        ),
        ("twin-lock", ("none = 10", "none = 8"), DefectKind::Unreachable, "alignment", "never better than 8"),
        (
            "twin-lock",
            ("mild = [8, 7, 6]", "mild = [6, 7, 8]"),
            DefectKind::NotMonotonic,
            "alignment",
            "by its own formula",
        ),
        // The shipped targets contradict each other; targets that the weights allow do not.
        ("synthlink", ("", ""), DefectKind::Targets, "aggregate", "aggregate is 0.85"),
        (
            "synthlink",
            ("[aggregate]\ntarget = 0.9", "[aggregate]\ntarget = 0.85"),
            DefectKind::Targets,
            "aggregate",
            "",
        ),
    ] {
        let findings = found(&*changed(slug, &[change]), &Readings::default(), &[]);
        assert_eq!(has(&findings, kind, subject, words), !words.is_empty(), "{change:?}: {findings:#?}");
    }
}

#[test]
fn a_layout_brings_its_own_words() {
    // Ten of ten query words are in the summary in every layout.
    let anchor = found(&*changed("anchor", &[]), &Readings::default(), &[]);
    assert!(anchor.iter().all(|finding| finding.level == Level::Remark), "{anchor:#?}");
}

/// A rubric that asks for the largest allowed number of labels is tried at not many more points than the
/// shipped one.
#[test]
fn a_rubric_that_asks_for_many_labels_is_tried_within_bounds() {
    let points = |changes: &[(&str, &str)]| {
        let rubric = changed("judge-lock", changes);
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
}
