//! Runs one text through everything that is done with a case.

use std::fmt;

use lockbench::case::{Case, Source, Texts};
use lockbench::engine::{Engine, Selection};
use lockbench::report::json::{ReportJson, SpanText};

use super::patterns::Pattern;

/// The text of a case that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The article.
    Article,
    /// The summary.
    Summary,
    /// Both, at the same size.
    Both,
    /// The sources, the references and the explanation, with short texts.
    Fields,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Side::Article => "article",
            Side::Summary => "summary",
            Side::Both => "both",
            Side::Fields => "fields",
        })
    }
}

/// Size in bytes of a text that does not grow.
const FIXED: usize = 600;
/// Number of sources among which a text is divided.
const SOURCES: usize = 2;

/// Returns a case in which a text of this kind has the given number of bytes.
pub fn case(pattern: &Pattern, side: Side, bytes: usize) -> Case {
    let length = |grows: bool| if grows { bytes } else { FIXED };
    let grows = side == Side::Fields;
    let share = pattern.article(length(grows) / SOURCES);
    let source = |n: usize| Source {
        id: Some(format!("{}", n + 1)),
        title: Some("The council".to_owned()),
        url: Some(format!("https://example.org/{n}")),
        text: share.clone(),
    };
    Case {
        id: "1".to_owned(),
        article: pattern.article(length(matches!(side, Side::Article | Side::Both))),
        summary: pattern.summary(length(matches!(side, Side::Summary | Side::Both))),
        references: vec![pattern.summary(length(grows))],
        sources: (0..SOURCES).map(source).collect(),
        reasoning_steps: Some(vec!["The council approved the budget".to_owned(); 2]),
        explanation: grows.then(|| pattern.summary(bytes)),
        ..Case::default()
    }
}

/// Scores a case by every rubric; returns the number of bytes of its reports.
pub fn through(selection: &Selection, case: &Case) -> usize {
    let analysis = Engine::default().analyse(case, Texts::of(case), selection.wanted());
    let reports = selection.judge(case, &analysis, &analysis.proposals);
    let (article, summary) = (SpanText::new(&case.article), SpanText::new(&case.summary));
    let written = reports.iter().map(|report| {
        let json = ReportJson { report, article: &article, summary: &summary, extra: None };
        serde_json::to_string(&json).map_or(0, |line| line.len())
    });
    written.sum()
}
