//! Annotations for GitHub Actions: workflow commands on stdout, at most ten of each kind, since the
//! service shows no more per step. The rest goes to the step's summary, with the changes compared with a
//! baseline.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use crate::agree::changes::Changes;
use crate::case::FileLocation;
use crate::cli::changes::{headline, lines};
use crate::cli::fail_on::Facts;
use crate::cli::output::print_note;
use crate::cli::rendered::RenderedResult;
use crate::files;
use crate::markup::markdown::{escaped, head, row};
use crate::report::{Decision, Report, reasons};
use crate::text::visible::{Shape, visible};

use super::{
    CaseResults, Content, DeferredOutput, FailedCase, Framing, Rendered, ResultFormat, RunHeading,
    ScoringDepth, junit,
};

pub(super) const FORM: ResultFormat = ResultFormat {
    name: "github",
    about: "Annotations of GitHub Actions, ten of a kind; the rest in the file of $GITHUB_STEP_SUMMARY",
    depth: ScoringDepth::Reasons,
    whole_cases: false,
    binary: false,
    resumes: false,
    results: |case| case.reports.iter().map(|report| annotation(report, case)).collect(),
    refused,
    framing: |heading| Box::new(Annotations::new(heading)),
};

/// Most annotations of a kind that are shown per step.
const SHOWN: usize = 10;
/// Most bytes of rows in a summary; GitHub rejects summaries above 1 MiB.
const MAX_SUMMARY_BYTES: usize = 900 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnnotationLevel {
    Error,
    Warning,
    Notice,
}

impl AnnotationLevel {
    const ALL: [(AnnotationLevel, &'static str); 3] = [
        (AnnotationLevel::Error, "error"),
        (AnnotationLevel::Warning, "warning"),
        (AnnotationLevel::Notice, "notice"),
    ];

    /// Returns the level of a result: an error if it fails; a warning for a WARN in a run without a
    /// comparison.
    fn of(fails: bool, decision: Option<Decision>, heading: &RunHeading) -> Option<AnnotationLevel> {
        match decision {
            _ if fails => Some(AnnotationLevel::Error),
            Some(Decision::Warn) if !heading.compares => Some(AnnotationLevel::Warning),
            _ => None,
        }
    }
}

fn annotation(report: &Report, case: &CaseResults) -> Rendered {
    let decision = report.verdict.decision;
    let fails = case.heading.tests.failed(&Facts::of(report));
    let kind = AnnotationLevel::of(fails.is_some(), Some(decision), case.heading);
    // Whether it is worse than before is only known once all earlier results are. If so, it becomes an
    // error.
    let Some(kind) = kind.or(case.heading.compares.then_some(AnnotationLevel::Error)) else {
        return Rendered::default();
    };
    let by_threshold = fails.filter(|_| decision < Decision::Fail);
    let mut because: String =
        by_threshold.into_iter().chain(reasons::all(report)).collect::<Vec<_>>().join("; ");
    if !because.is_empty() {
        because.push_str("; ");
    }
    because.push_str(&format!("judged by {}", report.judged_by()));
    let title = format!("{} {}: {}", decision.as_str(), report.rubric, report.id);
    let said = junit::verdict_line(report);
    let message = format!("{said}: {because}");
    let cells = [&*report.id, report.rubric, &said, &because, &case.place.to_string()].map(escaped);
    Rendered {
        content: Content::text(command(kind, &title, &message, Some(case.place))),
        aside: DeferredOutput::Line {
            row: row(cells),
            log: format!("{title}: {message} ({})\n", case.place),
        },
    }
}

fn refused(refused: &FailedCase) -> Rendered {
    let title = format!("not scored: {}", refused.id);
    let rubric = refused.rubric().unwrap_or_default();
    let said = refused.message();
    let cells = [refused.id, rubric, "not scored", &said, &refused.place.to_string()].map(escaped);
    Rendered {
        content: Content::text(command(AnnotationLevel::Error, &title, &said, Some(refused.place))),
        aside: DeferredOutput::Line {
            row: row(cells),
            log: format!("{title}: {said} ({})\n", refused.place),
        },
    }
}

/// Formats a workflow command on one line.
fn command(kind: AnnotationLevel, title: &str, message: &str, place: Option<&FileLocation>) -> String {
    let (_, name) = AnnotationLevel::ALL[kind as usize];
    let mut properties = Vec::new();
    if let Some(place) = place.filter(|place| &*place.file != "stdin") {
        let file = in_workspace(&place.file, env::var_os("GITHUB_WORKSPACE"));
        properties.push(format!("file={},line={}", property(&file), place.line));
    }
    properties.push(format!("title={}", property(title)));
    format!("::{name} {}::{}\n", properties.join(","), data(message))
}

/// Returns a path relative to the root of the repository, as annotations require.
fn in_workspace(file: &str, workspace: Option<OsString>) -> String {
    let inside = workspace.and_then(|root| {
        let path = std::path::Path::new(file).strip_prefix(root).ok()?;
        Some(path.display().to_string())
    });
    inside.unwrap_or_else(|| file.strip_prefix("./").unwrap_or(file).to_owned())
}

/// Escapes the message of a command, and replaces control characters.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace("\r\n", "%0A").replace(['\n', '\r'], "%0A");
    visible(&text, Shape::Line).into_owned()
}

/// Escapes a property of a command, including the separators between properties.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Counts annotations, and collects those that are not shown.
struct Annotations {
    heading: RunHeading,
    kinds: [usize; 3],
    /// Number of results by verdict, and of those that could not be scored.
    verdicts: [usize; 6],
    rows: String,
    /// Number of rows left out for lack of space.
    dropped: usize,
}

const VERDICTS: [&str; 6] = ["PASS", "WARN", "FAIL", "INCOMPLETE", "ERROR", "not scored"];

impl Annotations {
    fn new(heading: &RunHeading) -> Annotations {
        let heading = heading.clone();
        Annotations { heading, kinds: [0; 3], verdicts: [0; 6], rows: String::new(), dropped: 0 }
    }

    /// Counts an annotation; returns whether it is shown.
    fn shows(&mut self, kind: AnnotationLevel) -> bool {
        self.kinds[kind as usize] += 1;
        self.kinds[kind as usize] <= SHOWN
    }

    fn keep(&mut self, row: &str) {
        if self.rows.len() + row.len() > MAX_SUMMARY_BYTES {
            self.dropped += 1;
        } else {
            self.rows.push_str(row);
        }
    }

    /// Returns how many annotations are not shown.
    fn hidden(&self) -> usize {
        self.kinds.iter().map(|count| count.saturating_sub(SHOWN)).sum()
    }

    fn summary(&self, changes: Option<&Changes>) -> String {
        let counted = VERDICTS.iter().zip(self.verdicts).filter(|(_, count)| *count > 0);
        let (titles, counts): (Vec<&str>, Vec<String>) =
            counted.map(|(title, count)| (*title, count.to_string())).unzip();
        let mut out = "### lockbench\n\n".to_owned();
        if titles.is_empty() {
            out.push_str("No result.\n");
        } else {
            out.push_str(&head(&titles, usize::MAX));
            out.push_str(&row(counts));
        }
        if !self.rows.is_empty() {
            out.push_str(&format!("\nBeyond the first {SHOWN} annotations of a kind:\n\n"));
            out.push_str(&head(&["case", "rubric", "verdict", "why", "where"], usize::MAX));
            out.push_str(&self.rows);
        }
        if self.dropped > 0 {
            out.push_str(&format!("\nAnd {} more, for which a summary has no room.\n", self.dropped));
        }
        if let Some(changes) = changes {
            out.push_str(&format!("\n#### Baseline\n\n{}.\n\n", escaped(&headline(changes))));
            for line in lines(changes) {
                let mark = if line.worse { "**worse** · " } else { "" };
                out.push_str(&format!("- {mark}{}\n", escaped(&line.text)));
            }
        }
        out.push('\n');
        out
    }

    fn publish(&self, summary: &str) {
        let hidden = self.hidden();
        let Some(path) = env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else {
            if hidden > 0 {
                print_note(format!(
                    "{hidden} annotations beyond {SHOWN} of a kind are not written; $GITHUB_STEP_SUMMARY names \
                     no file for them"
                ));
            }
            return;
        };
        let file = files::append(Path::new(&path));
        if let Err(error) = file.and_then(|mut file| file.write_all(summary.as_bytes())) {
            let path = Path::new(&path).display();
            print_note(format!("the step's summary cannot be written to {path}: {error}"));
        }
    }
}

impl Framing for Annotations {
    fn take(&mut self, piece: &mut RenderedResult) -> Vec<Content> {
        let (decision, error) = (piece.decisions.first().copied(), piece.errors > 0);
        let at = match decision {
            Some(decision) if !error => {
                VERDICTS.iter().position(|name| *name == decision.as_str()).unwrap_or_default()
            }
            _ => VERDICTS.len() - 1,
        };
        self.verdicts[at] += 1;
        let fails = error || piece.worse || piece.tested;
        let Some(kind) = AnnotationLevel::of(fails, decision, &self.heading) else { return Vec::new() };
        if self.shows(kind) {
            return vec![std::mem::take(&mut piece.content)];
        }
        let DeferredOutput::Line { row, log } = &piece.aside else { return Vec::new() };
        self.keep(row);
        // No further annotations are shown; the log contains all.
        vec![Content::text(visible(log.trim_end(), Shape::Line).into_owned() + "\n")]
    }

    fn finish(&mut self, changes: Option<&Changes>) -> Vec<Content> {
        let mut contents = Vec::new();
        if let Some(changes) = changes {
            let kind = if changes.is_worse() { AnnotationLevel::Error } else { AnnotationLevel::Notice };
            contents.push(Content::text(command(kind, "baseline", &headline(changes), None)));
            let mut add = |kind, title: &str, message: &str| {
                if self.shows(kind) {
                    contents.push(Content::text(command(kind, title, message, None)));
                }
            };
            for line in lines(changes).iter().filter(|line| line.worse) {
                add(AnnotationLevel::Error, &line.of, &line.text);
            }
        }
        let counted = VERDICTS.iter().zip(self.verdicts).filter(|(_, count)| *count > 0);
        let counted: Vec<String> = counted.map(|(title, count)| format!("{count} {title}")).collect();
        contents.push(Content::text(format!(
            "lockbench: {}\n",
            if counted.is_empty() { "no result".to_owned() } else { counted.join(", ") }
        )));
        self.publish(&self.summary(changes));
        contents
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_command_is_one_line_whatever_is_in_it() {
        let place = FileLocation::new(&Arc::from("./a,b:c.jsonl"), 7);
        let text = command(
            AnnotationLevel::Error,
            "x,y: 100%",
            "one\r\n::error::two\u{1b}[31m\rthree",
            Some(&place),
        );
        assert_eq!(
            text,
            "::error file=a%2Cb%3Ac.jsonl,line=7,title=x%2Cy%3A 100%25::one%0A::error::two␛[31m%0Athree\n"
        );
        let place = FileLocation::new(&Arc::from("stdin"), 7);
        assert_eq!(command(AnnotationLevel::Notice, "t", "m", Some(&place)), "::notice title=t::m\n");
    }

    #[test]
    fn a_path_is_named_from_the_root_of_the_repository() {
        let root = || Some(OsString::from("/work/repo"));
        assert_eq!(in_workspace("/work/repo/data/x.jsonl", root()), "data/x.jsonl");
        assert_eq!(in_workspace("/other/x.jsonl", root()), "/other/x.jsonl");
        assert_eq!(in_workspace("data/x.jsonl", root()), "data/x.jsonl");
    }

    #[test]
    fn ten_of_a_kind_are_annotations_and_the_rest_is_kept() {
        let mut annotations = Annotations::new(&RunHeading::default());
        let mut written = 0;
        for at in 0..25 {
            let decision = if at % 2 == 0 { Decision::Fail } else { Decision::Warn };
            let aside = DeferredOutput::Line { row: format!("| {at} |\n"), log: String::new() };
            let tested = decision == Decision::Fail;
            let mut piece =
                RenderedResult { decisions: vec![decision], tested, aside, ..RenderedResult::default() };
            written += annotations.take(&mut piece).len();
        }
        let mut pass = RenderedResult { decisions: vec![Decision::Pass], ..RenderedResult::default() };
        assert!(annotations.take(&mut pass).is_empty());
        assert_eq!((written, annotations.hidden(), annotations.rows.lines().count()), (25, 5, 5));
        let summary = annotations.summary(None);
        assert!(
            summary.contains("| PASS | WARN | FAIL |") && summary.contains("| 1 | 12 | 13 |"),
            "{summary}"
        );
        annotations.keep(&"x".repeat(MAX_SUMMARY_BYTES));
        assert!(annotations.summary(None).contains("And 1 more"));
    }
}
