//! Writes the labels of a case on its page: who decided each and why, with its evidence as links into the
//! texts.

use crate::labels::{Label, LabelId, List};
use crate::markup::Html;
use crate::num::pluralize;
use crate::report::percent;
use crate::text::Span;

use super::texts::MarkedText;
use super::words::{Grade, decided_by, quote, value};
use super::{CaseReports, local, subject, title};

pub struct EvidenceTexts<'a> {
    pub summary: &'a MarkedText<'a>,
    pub article: &'a MarkedText<'a>,
}

/// Writes every list with its labels.
pub fn write(html: &mut Html, case: &CaseReports, labels: &[(LabelId, &Label)], sides: &EvidenceTexts) {
    for of_list in labels.chunk_by(|a, b| a.0.list == b.0.list) {
        let list = of_list[0].0.list;
        html.tag("details", &[("class", "list"), ("open", "")], |html| {
            html.tag("summary", &[], |html| {
                html.words("span", &[("class", "name")], list.spec().title);
                html.text(" ");
                html.words("span", &[("class", "dim")], &counts(list, of_list));
            });
            html.tag("ul", &[("class", "labels")], |html| {
                for (id, label) in of_list {
                    one(html, case, *id, label, sides);
                }
            });
        });
        html.line_end();
    }
}

/// Returns the counts of label values in the order of the list: "3 supported, 1 unsupported".
fn counts(list: List, labels: &[(LabelId, &Label)]) -> String {
    let count = |word| labels.iter().filter(|(_, label)| label.word == Some(word)).count();
    let words = list.spec().words.iter();
    let counts = words.map(|word| (count(*word), *word)).filter(|(count, _)| *count > 0);
    let counts: Vec<String> =
        counts.map(|(count, word)| format!("{count} {}", list.value_name(word))).collect();
    if counts.is_empty() { pluralize(labels.len(), list.spec().unit) } else { counts.join(", ") }
}

fn one(html: &mut Html, case: &CaseReports, id: LabelId, label: &Label, sides: &EvidenceTexts) {
    let (anchor, name) = (case.anchor(id), local(id));
    let class = ["l", Grade::of(label).class()].join(" ");
    let (summary, article) = (sides.summary.ranges(&label.summary), sides.article.ranges(&label.article));
    let attributes = [
        ("class", &*class),
        ("id", &anchor),
        ("tabindex", "0"),
        ("data-l", &name),
        ("data-s", &summary),
        ("data-a", &article),
    ];
    html.tag("li", &attributes, |html| {
        html.tag("p", &[("class", "what")], |html| {
            html.words("b", &[("class", "value")], &value(id.list, label));
            html.text(" ");
            html.words("span", &[("class", "dim")], &id.shown());
            html.text(" ");
            html.quoted(&quote(subject(id.list, label, case.texts)));
            if let Some(answer) = &label.answer {
                html.text(" Answer: ");
                html.quoted(&quote(answer));
            }
            if let Some(source) = &label.source {
                html.text(" Source: ");
                html.quoted(&quote(source));
            }
        });
        write_notes(html, case, id, label);
        for why in &label.why {
            html.tag("p", &[("class", "why")], |html| html.quoted(&quote(why)));
        }
        for (name, side, prefix, spans, text) in [
            ("Summary", sides.summary, "s", &label.summary, case.texts.summary),
            ("Article", sides.article, "a", &label.article, case.texts.article),
        ] {
            passages(html, name, side, &format!("{}-{prefix}", case.key), spans, text);
        }
    });
}

/// Writes who decided, how certain the engine was, and how other rubrics grade the same measure.
fn write_notes(html: &mut Html, case: &CaseReports, id: LabelId, label: &Label) {
    let mut notes = Vec::new();
    if let Some(decided) = decided_by(id.list, label) {
        notes.push(decided);
    } else if let Some(p) = label.p {
        notes.push(format!("probability {}", percent(p)));
    }
    for report in case.reports.iter().skip(1) {
        if let Some(other) = report.label(id).filter(|other| other.word != label.word) {
            notes.push(format!("{}: {}", title(report.rubric), value(id.list, other)));
        }
    }
    if !notes.is_empty() {
        html.words("p", &[("class", "by dim")], &notes.join(" · "));
    }
}

fn passages(html: &mut Html, name: &str, side: &MarkedText, prefix: &str, spans: &[Span], text: &str) {
    let found: Vec<(usize, &str)> =
        spans.iter().filter_map(|span| Some((side.numbers(*span)?.0, text.get(span.range())?))).collect();
    if found.is_empty() {
        return;
    }
    html.tag("p", &[("class", "passages")], |html| {
        html.words("span", &[("class", "dim")], name);
        for (number, passage) in found {
            html.text(" ");
            let href = format!("#{prefix}{number}");
            html.tag("a", &[("class", "q"), ("href", &href)], |html| html.quoted(&quote(passage)));
        }
    });
}
