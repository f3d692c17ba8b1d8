//! A report in HTML, on its case's page: the verdict and what would turn it, metrics with their ledgers, caps.

use crate::document::svg;
use crate::labels::LabelId;
use crate::ledger::Step;
use crate::markup::Html;
use crate::num::Num;
use crate::report::{Better, DECISIONS, Decision, Flip, Metric, MetricOutcome, Odds, Report, reasons};
use crate::rubric::symbol;

use super::words::decision_class;
use super::{CaseReports, local, title};

/// A report by one rubric.
pub fn write(html: &mut Html, case: &CaseReports, report: &Report) {
    let anchor = format!("{}-{}", case.key, report.rubric);
    html.tag("section", &[("class", "report"), ("id", &anchor)], |html| {
        let verdict = &report.verdict;
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
        if !verdict.because.is_empty() {
            html.tag("ul", &[("class", "because")], |html| {
                for reason in reasons::all(report) {
                    html.tag("li", &[], |html| html.quoted(&reason));
                }
            });
        }
        verdict.flips.iter().for_each(|flip| write_flip(html, case, flip));
        if let Some(odds) = &report.odds {
            write_odds(html, case, odds);
        }
        html.line_end();
        html.words("h4", &[], "Metrics");
        for metric in &report.metrics {
            write_metric(html, case, report, metric);
            html.line_end();
        }
        write_caps(html, case, report);
        html.tag("p", &[("class", "signature dim")], |html| {
            html.text("Signature ");
            html.words("code", &[], &report.signature);
            html.text(" · judged by ");
            html.quoted(&report.judges_in_words());
            if !report.disputed.is_empty() {
                html.text(&format!(" · the verdict differs under {}", report.disputed.join(", ")));
            }
        });
    });
}

/// A decision in its colour.
pub fn badge(html: &mut Html, decision: Decision) {
    let class = ["badge", decision_class(decision)].join(" ");
    html.words("strong", &[("class", &class)], decision.as_str());
}

/// A link to a label.
fn label(html: &mut Html, case: &CaseReports, id: LabelId) {
    let href = format!("#{}", case.anchor(id));
    html.words("a", &[("href", &href), ("class", "to")], &id.shown());
}

/// Links to labels, those of a list under its name: "claims 1, 3".
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

/// The names of labels within their case, for the script.
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

/// A metric: its score on a line, its ledger below.
fn write_metric(html: &mut Html, case: &CaseReports, report: &Report, metric: &Metric) {
    let capped = reasons::capped_by(report, metric.key);
    let attributes = [("class", "metric"), ("data-to", &*names(&metric.labels))];
    html.tag("details", &attributes, |html| {
        html.tag("summary", &[], |html| {
            html.words("span", &[("class", "name")], metric.key);
            match &metric.outcome {
                MetricOutcome::Scored { raw, score } => {
                    let class = if capped.is_empty() { "full" } else { "capped" };
                    if let Some(share) = share(*score, metric.range) {
                        svg::bar(html, &[(class, share)]);
                    }
                    html.words("span", &[("class", "score")], &score.shown());
                    let mut notes = Vec::new();
                    if let Some([low, high]) = metric.interval() {
                        notes.push(format!("interval {} to {}", low.shown(), high.shown()));
                    }
                    if raw != score {
                        notes.push(format!("{} before caps", raw.shown()));
                    }
                    if !capped.is_empty() {
                        notes.push(format!("capped by {}", capped.join("; ")));
                    }
                    if metric.better == Better::Lower {
                        notes.push("lower is better".to_owned());
                    }
                    html.words("span", &[("class", "dim")], &notes.join(" · "));
                }
                MetricOutcome::NotApplicable(reason) => reasoned(html, "not applicable", reason),
                error => reasoned(html, "error", error.reason().unwrap_or_default()),
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

fn reasoned(html: &mut Html, what: &str, reason: &str) {
    html.words("span", &[("class", "badge none")], what);
    html.text(" ");
    html.quoted(reason);
}

/// How much of its range a score fills; `None` where the range has no end.
fn share(score: Num, [low, high]: [Num; 2]) -> Option<f64> {
    let share = ((score - low) / (high - low)).to_f64();
    (high.to_f64().is_finite() && share.is_finite()).then_some(share)
}

/// The ledger: each step with its formula, once in names and once in numbers.
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

fn write_caps(html: &mut Html, case: &CaseReports, report: &Report) {
    if report.caps.is_empty() {
        return;
    }
    html.words("h4", &[], "Caps");
    let (fired, quiet) = reasons::groups_by_effect(report);
    table(html, case, report, &fired);
    if !quiet.is_empty() {
        html.tag("details", &[("class", "quiet")], |html| {
            html.words("summary", &[], &format!("{} did not fire", quiet.len()));
            table(html, case, report, &quiet);
        });
    }
}

fn table(html: &mut Html, case: &CaseReports, report: &Report, groups: &[Vec<usize>]) {
    if groups.is_empty() {
        return;
    }
    html.tag("table", &[("class", "caps")], |html| {
        html.tag("tbody", &[], |html| {
            for group in groups {
                let cap = &report.caps[group[0]];
                let class = if cap.is_binding() { "lowers" } else { "" };
                html.tag("tr", &[("class", class), ("data-to", &names(&cap.because))], |html| {
                    html.words("th", &[("scope", "row")], &reasons::head(cap));
                    html.words("td", &[], &reasons::limits(report, group));
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
