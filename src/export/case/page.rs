//! Writes a case as a section of a page.

use crate::labels::{Label, LabelId};
use crate::markup::Html;
use crate::report::Decision;

use super::html::{self, badge};
use super::labels::{self, EvidenceTexts};
use super::texts::{EvidenceMark, MarkedText};
use super::words::Grade;
use super::{CaseReports, title};

/// Returns the section of a case with everything that was found.
pub fn section(case: &CaseReports) -> Html {
    let mut html = Html::new();
    let worst = case.reports.iter().map(|report| report.verdict.decision).max();
    let decision = worst.map_or("", Decision::as_str);
    html.tag("section", &[("class", "case"), ("id", case.key), ("data-decision", decision)], |html| {
        html.tag("h2", &[], |html| {
            html.quoted(case.id);
            for report in case.reports {
                html.text(" ");
                let decision = report.verdict.decision;
                html.tag("span", &[("class", "rubric")], |html| {
                    html.text(&title(report.rubric));
                    html.text(" ");
                    badge(html, decision);
                });
            }
        });
        html.line_end();
        evidence(html, case);
    });
    html.line_end();
    html
}

/// Writes the texts, the labels and the reports of a case as a subsection.
pub fn evidence(html: &mut Html, case: &CaseReports) {
    let all = case.labels();
    let anchors: Vec<String> = all.iter().map(|(id, _)| case.anchor(*id)).collect();
    let evidence = |spans: fn(&Label) -> &[crate::text::Span]| -> Vec<EvidenceMark> {
        let each = all.iter().zip(&anchors);
        each.map(|((_, label), anchor)| EvidenceMark { anchor, grade: Grade::of(label), spans: spans(label) })
            .collect()
    };
    let (in_summary, in_article) = (evidence(|label| &label.summary), evidence(|label| &label.article));
    let (summary, article) =
        (MarkedText::new(case.texts.summary, &in_summary), MarkedText::new(case.texts.article, &in_article));
    html.tag("div", &[("class", "evidence")], |html| {
        html.tag("div", &[("class", "texts")], |html| {
            for (name, class, marked, evidence, letter) in [
                ("Summary", "text summary", &summary, &in_summary, "s"),
                ("Article", "text article", &article, &in_article, "a"),
            ] {
                html.tag("div", &[("class", "panel")], |html| {
                    html.words("h3", &[], name);
                    let attributes =
                        [("class", class), ("data-side", letter), ("dir", "auto"), ("tabindex", "0")];
                    html.tag("div", &attributes, |html| {
                        marked.write(html, &format!("{}-{letter}", case.key), evidence);
                    });
                });
                html.line_end();
            }
        });
        written(html, case, &all, &EvidenceTexts { summary: &summary, article: &article });
    });
}

fn written(html: &mut Html, case: &CaseReports, all: &[(LabelId, &Label)], sides: &EvidenceTexts) {
    html.tag("div", &[("class", "found")], |html| {
        for report in case.reports {
            html::write(html, case, report);
            html.line_end();
        }
        if !all.is_empty() {
            html.tag("section", &[("class", "all-labels")], |html| {
                html.words("h3", &[], "Labels");
                labels::write(html, case, all, sides);
            });
        }
    });
}

/// Returns the section of a case that was not scored: the reason and the location.
pub fn refused(key: &str, id: &str, reason: &str, place: &str) -> Html {
    let mut html = Html::new();
    html.tag("section", &[("class", "case"), ("id", key), ("data-decision", "not scored")], |html| {
        html.tag("h2", &[], |html| {
            html.quoted(id);
            html.text(" ");
            html.words("strong", &[("class", "badge none")], "not scored");
        });
        html.tag("p", &[], |html| {
            html.quoted(reason);
            html.text(" (");
            html.quoted(place);
            html.text(")");
        });
    });
    html.line_end();
    html
}
