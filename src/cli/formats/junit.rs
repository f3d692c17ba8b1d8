//! JUnit XML for CI systems: a suite for each case, a test for each rubric. A suite begins with its
//! number of failed tests, so it is the smallest unit that can be written before the end of the run.

use crate::agree::changes::Changes;
use crate::cli::changes::{headline, lines};
use crate::cli::fail_on::Facts;
use crate::markup::Html;
use crate::report::{Decision, Fired, Report, reasons};

use super::{CaseResults, Content, FailedCase, Rendered, ResultFormat, ScoringDepth, enclosed};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "junit",
    about: "JUnit XML for CI: a suite for each case, a test for each rubric, which fails by --fail-on (else by its verdict); what got worse than --baseline is the last suite",
    depth: ScoringDepth::Reasons,
    whole_cases: true,
    binary: false,
    resumes: false,
    results: |case| vec![Rendered::new(Content::text(suite(case).into()))],
    refused: |refused| Rendered::new(Content::text(error(refused).into())),
    framing: |_| enclosed(Content::own(HEAD), end),
};

/// The result of a test.
struct Test<'a> {
    class: String,
    name: &'a str,
    /// Kind, message and details of a failure.
    wrong: Option<(&'static str, String, String)>,
    /// Whether it is an error of the run rather than a failed test.
    error: bool,
    /// Why the test was skipped.
    skipped: Option<String>,
    /// Further properties, by name.
    properties: Vec<(&'static str, String)>,
}

fn suite(case: &CaseResults) -> Html {
    let tests: Vec<Test> = case.reports.iter().map(|report| test(report, case)).collect();
    of_tests(&case.case.id, &tests)
}

fn of_tests(name: &str, tests: &[Test]) -> Html {
    let count = |of: fn(&&Test) -> bool| tests.iter().filter(of).count().to_string();
    let (all, errors) = (tests.len().to_string(), count(|test| test.wrong.is_some() && test.error));
    let failures = count(|test| test.wrong.is_some() && !test.error);
    let skipped = count(|test| test.skipped.is_some());
    let name = legal(name);
    let attributes = [
        ("name", name.as_str()),
        ("tests", &all),
        ("failures", &failures),
        ("errors", &errors),
        ("skipped", &skipped),
    ];
    let mut xml = Html::new();
    xml.tag("testsuite", &attributes, |xml| {
        for test in tests {
            xml.line_end();
            let name = legal(test.name);
            xml.tag("testcase", &[("classname", &test.class), ("name", &name)], |xml| {
                if !test.properties.is_empty() {
                    xml.tag("properties", &[], |xml| {
                        for (name, value) in &test.properties {
                            xml.empty("property", &[("name", name), ("value", &legal(value))]);
                        }
                    });
                }
                if let Some(why) = &test.skipped {
                    xml.empty("skipped", &[("message", &legal(why))]);
                }
                if let Some((kind, message, details)) = &test.wrong {
                    let element = if test.error { "error" } else { "failure" };
                    let (message, details) = (legal(message), legal(details));
                    xml.words(element, &[("type", kind), ("message", &message)], &details);
                }
            });
        }
        xml.line_end();
    });
    xml.line_end();
    xml
}

fn test<'a>(report: &'a Report, case: &CaseResults) -> Test<'a> {
    let decision = report.verdict.decision;
    let facts = Facts::of(report);
    let wrong = case.heading.tests.failed(&facts).map(|why| {
        let mut details = format!("{}\n{why}\n", case.place);
        for reason in reasons::all(report) {
            details.push_str(&format!("{reason}\n"));
        }
        for metric in &report.metrics {
            let score = metric.score().map_or_else(|| "no score".to_owned(), crate::num::Num::shown);
            details.push_str(&format!("{}: {score}\n", metric.key));
        }
        // Either the verdict or a threshold makes it fail.
        let by_verdict = decision >= Decision::Fail;
        let kind = if by_verdict { decision.as_str() } else { "threshold" };
        let message =
            if by_verdict { verdict_line(report) } else { format!("{why}; {}", verdict_line(report)) };
        (kind, message, details)
    });
    let class = format!("lockbench.{}", report.rubric);
    let properties = vec![("input", report.input.to_string()), ("judged_by", report.judged_by())];
    let skipped = (facts.is_without_input && wrong.is_none()).then(|| report.verdict.reasons("; "));
    Test { class, name: &report.id, wrong, error: decision == Decision::Error, skipped, properties }
}

pub(super) fn verdict_line(report: &Report) -> String {
    let mut said = report.verdict.decision.as_str().to_owned();
    if let Some(score) = report.verdict.score {
        said.push_str(&format!(", score {}", score.shown()));
    }
    let mut caps: Vec<&str> = Vec::new();
    for cap in report.caps.iter().filter(|cap| matches!(cap.fired, Fired::Yes { .. })) {
        if !caps.contains(&&*cap.words.name) {
            caps.push(&cap.words.name);
        }
    }
    if !caps.is_empty() {
        said.push_str(&format!(", caps: {}", caps.join(", ")));
    }
    said
}

fn error(refused: &FailedCase) -> Html {
    let details = format!("{}\n{}\n", refused.place, refused.reason);
    let test = |class| Test {
        class,
        name: refused.id,
        wrong: Some(("not scored", refused.message().into_owned(), details.clone())),
        error: true,
        skipped: None,
        properties: refused.input.map(|input| ("input", input.to_owned())).into_iter().collect(),
    };
    let mut tests: Vec<Test> =
        refused.rubrics.iter().map(|rubric| test(format!("lockbench.{rubric}"))).collect();
    if tests.is_empty() {
        tests.push(test("lockbench".to_owned()));
    }
    of_tests(refused.id, &tests)
}

/// Removes characters that XML 1.0 does not allow: two are left after control characters were replaced.
fn legal(text: &str) -> String {
    text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

/// Beginning of the document, before the first suite.
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lockbench\">\n";

fn end(changes: Option<&Changes>) -> Vec<Content> {
    let changes = changes.map(|changes| Content::text(baseline(changes).into()));
    changes.into_iter().chain([Content::own("</testsuites>\n")]).collect()
}

/// Writes the changes as tests that fail if something got worse.
fn baseline(changes: &Changes) -> Html {
    let lines = lines(changes);
    // CI systems track a test by its name, which must therefore not contain numbers or cases.
    let test = |name, change: String, wrong| Test {
        class: "lockbench.baseline".to_owned(),
        name,
        wrong,
        error: false,
        skipped: None,
        properties: vec![("change", change)],
    };
    let mut tests = vec![test("comparison", headline(changes), None)];
    tests.extend(lines.iter().map(|line| {
        let wrong = line.worse.then(|| ("worse", line.text.clone(), line.text.clone()));
        test(&line.name, line.text.clone(), wrong)
    }));
    of_tests("baseline", &tests)
}
