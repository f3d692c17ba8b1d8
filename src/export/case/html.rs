//! Writes a report in HTML on its case's page: the verdict and the changes that would flip it, metrics
//! with their ledgers, caps.

use crate::document::svg;
use crate::labels::LabelId;
use crate::ledger::Step;
use crate::markup::Html;
use crate::report::{DECISIONS, Decision, Flip, Metric, Odds, Report};
use crate::rubric::symbol;

use super::outline::{CapOutline, MetricOutline, Origin, Outline, ScoreOutline};
use super::words::decision_class;
use super::{CaseReports, local, title};

/// Writes a report by one rubric.
pub fn write(html: &mut Html, case: &CaseReports, report: &Report) {
    let anchor = format!("{}-{}", case.key, report.rubric);
    html.tag("section", &[("class", "report"), ("id", &anchor)], |html| {
        let Outline { verdict, reasons, odds, metrics, fired, quiet, labels: _, origin } =
            Outline::new(report);
        let Origin { signature, judged_by, fallback: _, disputed } = origin;
        html.tag("h3", &[], |html| {
            html.text(&title(report.rubric));
            html.text(" ");
            badge(html, verdict.decision);
            if let Some(score) = verdict.score {
                html.text(" ");
                html.words("span", &[("class", "score")], &score.shown());
            }
            if let Some(mean) = verdict.mean {
                html.words("span", &[("class", "dim")], &format!(" mean {}", mean.shown()));
            }
        });
        if !reasons.is_empty() {
            html.tag("ul", &[("class", "because")], |html| {
                for reason in &reasons {
                    html.tag("li", &[], |html| html.quoted(reason));
                }
            });
        }
        verdict.flips.iter().for_each(|flip| write_flip(html, case, flip));
        if let Some(odds) = odds {
            write_odds(html, case, odds);
        }
        html.line_end();
        html.words("h4", &[], "Metrics");
        for metric in &metrics {
            write_metric(html, case, report, metric);
            html.line_end();
        }
        if !report.caps.is_empty() {
            write_caps(html, case, &fired, &quiet);
        }
        html.tag("p", &[("class", "signature dim")], |html| {
            html.text("Signature ");
            html.words("code", &[], signature);
            html.text(" · judged by ");
            html.quoted(&judged_by);
            if let Some(disputed) = &disputed {
                html.text(&format!(" · {disputed}"));
            }
        });
    });
}

pub fn badge(html: &mut Html, decision: Decision) {
    let class = ["badge", decision_class(decision)].join(" ");
    html.words("strong", &[("class", &class)], decision.as_str());
}

fn label(html: &mut Html, case: &CaseReports, id: LabelId) {
    let href = format!("#{}", case.anchor(id));
    html.words("a", &[("href", &href), ("class", "to")], &id.shown());
}

/// Writes links to labels, grouped by list: "claims 1, 3".
fn labels(html: &mut Html, case: &CaseReports, ids: &[LabelId]) {
    for (at, same) in ids.chunk_by(|a, b| a.list == b.list).enumerate() {
        if at > 0 {
            html.text("; ");
        }
        if let [one] = same {
            label(html, case, *one);
            continue;
        }
        html.text(&format!("{}s", same[0].list.spec().unit));
        for (at, id) in same.iter().enumerate() {
            html.text(if at == 0 { " " } else { ", " });
            let href = format!("#{}", case.anchor(*id));
            html.words("a", &[("href", &href), ("class", "to")], &(id.index + 1).to_string());
        }
    }
}

/// Returns the anchors of labels within their case, for the script.
fn names(ids: &[LabelId]) -> String {
    ids.iter().map(|id| local(*id)).collect::<Vec<_>>().join(" ")
}

fn write_flip(html: &mut Html, case: &CaseReports, flip: &Flip) {
    html.tag("div", &[("class", "flip")], |html| {
        html.tag("p", &[], |html| {
            if let Some(decision) = flip.decision() {
                html.text("To ");
                badge(html, decision);
                html.text(" ");
            }
            html.text(&flip.in_words());
        });
        if !flip.changes().is_empty() {
            html.tag("ul", &[], |html| {
                for change in flip.changes() {
                    html.tag("li", &[("data-to", &local(change.id))], |html| {
                        label(html, case, change.id);
                        html.text(&format!(" {}", change.in_words()));
                    });
                }
            });
        }
    });
}

fn write_odds(html: &mut Html, case: &CaseReports, odds: &Odds) {
    if let (Some(of), Some(probabilities)) = (odds.of, odds.in_words()) {
        let shares: Vec<_> =
            DECISIONS.iter().zip(of).map(|(decision, p)| (decision_class(*decision), p)).collect();
        html.tag("div", &[("class", "odds")], |html| {
            svg::bar(html, &shares);
            html.words("p", &[], &probabilities);
        });
    }
    for (rubric, decision) in &odds.others {
        html.tag("p", &[], |html| {
            html.text(&title(rubric));
            html.text(" says ");
            badge(html, *decision);
            html.text(&odds.likelihood(*decision));
        });
    }
    if !odds.decides.is_empty() {
        html.words("h4", &[], "Most influential labels");
        html.tag("ul", &[], |html| {
            for one in &odds.decides {
                html.tag("li", &[("data-to", &local(one.id))], |html| {
                    label(html, case, one.id);
                    html.text(&format!(" {}", one.gain()));
                    if let Some((decision, condition)) = one.turn() {
                        html.text(", ");
                        badge(html, decision);
                        html.text(&format!(" {condition}"));
                    }
                });
            }
        });
    }
}

/// Writes a metric: its score on a line, its ledger below.
fn write_metric(html: &mut Html, case: &CaseReports, report: &Report, outline: &MetricOutline) {
    let MetricOutline { metric, score, capped_by } = outline;
    let attributes = [("class", "metric"), ("data-to", &*names(&metric.labels))];
    html.tag("details", &attributes, |html| {
        html.tag("summary", &[], |html| {
            html.words("span", &[("class", "name")], metric.key);
            match score {
                Ok(ScoreOutline { score, raw, is_changed, interval, share, lower_is_better }) => {
                    let class = if capped_by.is_some() { "capped" } else { "full" };
                    if let Some(share) = share {
                        svg::bar(html, &[(class, *share)]);
                    }
                    html.words("span", &[("class", "score")], score);
                    let notes = [
                        interval.as_ref().map(|[low, high]| format!("interval {low} to {high}")),
                        is_changed.then(|| format!("{raw} before caps")),
                        capped_by.as_ref().map(|causes| format!("capped by {causes}")),
                        lower_is_better.then(|| "lower is better".to_owned()),
                    ];
                    let notes: Vec<String> = notes.into_iter().flatten().collect();
                    html.words("span", &[("class", "dim")], &notes.join(" · "));
                }
                Err((what, reason)) => {
                    html.words("span", &[("class", "badge none")], what);
                    html.text(" ");
                    html.quoted(reason);
                }
            }
        });
        if let Some(advice) = metric.advice() {
            html.words("p", &[], advice);
        }
        write_steps(html, case, report, metric);
        if !metric.parts.is_empty() {
            html.words("p", &[("class", "parts")], &metric.parts_in_words());
        }
        for note in &metric.notes {
            html.tag("p", &[("class", "note")], |html| {
                html.text("Note: ");
                html.quoted(note);
            });
        }
    });
}

/// Writes the ledger: each step with its formula, in names and in numbers.
fn write_steps(html: &mut Html, case: &CaseReports, report: &Report, metric: &Metric) {
    let steps: Vec<&Step> = metric.formulas().collect();
    if steps.is_empty() {
        return;
    }
    html.tag("table", &[("class", "ledger")], |html| {
        html.tag("tbody", &[], |html| {
            for step in steps {
                let inputs = step.inputs();
                let symbols: Vec<_> =
                    inputs.iter().filter_map(|(name, _)| symbol(metric.key, step.name, name)).collect();
                let counts = |id: LabelId, word| {
                    symbols.iter().any(|symbol| {
                        symbol.list == Some(id.list) && (symbol.word.is_none() || symbol.word == word)
                    })
                };
                let counted: Vec<LabelId> = report
                    .labels
                    .iter()
                    .filter(|(id, label)| counts(*id, label.word))
                    .map(|(id, _)| *id)
                    .collect();
                html.tag("tr", &[("data-to", &*names(&counted))], |html| {
                    html.words("th", &[("scope", "row")], step.name);
                    html.tag("td", &[], |html| {
                        html.words("code", &[], &step.formula());
                        html.tag("span", &[("class", "with")], |html| {
                            html.text("= ");
                            html.words("code", &[], &step.with());
                        });
                        let says: Vec<String> = symbols
                            .iter()
                            .map(|symbol| format!("{}: {}", symbol.name, symbol.says))
                            .collect();
                        if !says.is_empty() {
                            html.words("span", &[("class", "symbols dim")], &says.join(", "));
                        }
                        if !counted.is_empty() {
                            html.tag("span", &[("class", "counted dim")], |html| {
                                html.text("counts ");
                                labels(html, case, &counted);
                            });
                        }
                    });
                    html.words("td", &[("class", "number")], &step.value.shown());
                });
            }
        });
    });
}

fn write_caps(html: &mut Html, case: &CaseReports, fired: &[CapOutline], quiet: &[CapOutline]) {
    html.words("h4", &[], "Caps");
    table(html, case, fired);
    if !quiet.is_empty() {
        html.tag("details", &[("class", "quiet")], |html| {
            html.words("summary", &[], &format!("{} did not fire", quiet.len()));
            table(html, case, quiet);
        });
    }
}

fn table(html: &mut Html, case: &CaseReports, caps: &[CapOutline]) {
    if caps.is_empty() {
        return;
    }
    html.tag("table", &[("class", "caps")], |html| {
        html.tag("tbody", &[], |html| {
            for CapOutline { cap, head, limits } in caps {
                let class = if cap.is_binding() { "lowers" } else { "" };
                html.tag("tr", &[("class", class), ("data-to", &names(&cap.because))], |html| {
                    html.words("th", &[("scope", "row")], head);
                    html.words("td", &[], limits);
                    html.tag("td", &[], |html| {
                        html.quoted(&cap.finding());
                        html.words("span", &[("class", "dim")], &format!(" {}", cap.fired.effect()));
                        if !cap.because.is_empty() {
                            html.text(" · ");
                            labels(html, case, &cap.because);
                        }
                        html.words("span", &[("class", "rule dim")], &cap.when);
                    });
                });
            }
        });
    });
}
