//! Writes a session as a page.

use std::io::Write;

use crate::document::svg::{self, ColumnGroup};
use crate::export::case::{CaseReports, badge, decision_class, evidence, html_error};
use crate::markup::{Html, page};
use crate::num::two_decimals;
use crate::report::{DECISIONS, Decision, Report};

use super::figures::{PROGRESS, about, counted, deciding, median_titles, medians, progress_rows, time_words};
use super::judge::{SessionScorer, UnscoredError};
use super::overview::{NO_DECISION, SessionOverview};
use super::review::{Review, ReviewedCase, changed};
use super::{ExportError, Exported};

/// Most judgements for which a page includes the evidence, about 40 kB each. Larger sessions omit it.
const EVIDENCE: usize = 500;
/// Number of columns of the chart of scores.
const COLUMNS: usize = 10;
/// Upper ends of the columns of the chart of times, in minutes.
const MINUTES: [f64; 6] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0];

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    let line = session.recorder.store().line()?;
    let mut judge = SessionScorer::new(&line, session.embedding.clone())?;
    let overview = SessionOverview::gather(session, &mut judge)?;
    let mut head = page::open("Review session");
    let created = line.string("created").ok().flatten().unwrap_or_default();
    figures(&mut head, &overview, &judge, &created);
    out.write_all(head.as_str().as_bytes())?;
    for (at, id) in session.recorder.store().ids()?.iter().enumerate() {
        let reviewed = ReviewedCase::read(session, &mut judge, &overview, at, id)?;
        out.write_all(case(&reviewed, evident(&overview)).as_str().as_bytes())?;
    }
    Ok(out.write_all(page::close().as_str().as_bytes())?)
}

/// Returns whether the page includes the evidence of every judgement.
fn evident(overview: &SessionOverview) -> bool {
    let begun: usize = overview.annotators.iter().map(|annotator| annotator.begun).sum();
    begun + overview.cases.saturating_sub(overview.begun) <= EVIDENCE
}

fn figures(html: &mut Html, overview: &SessionOverview, judge: &SessionScorer, created: &str) {
    html.tag("section", &[("class", "figures")], |html| {
        html.tag("p", &[], |html| {
            html.text(&about(overview, judge));
            if let Some(day) = created.get(..10) {
                html.text(" Session of ");
                html.quoted(day);
                html.text(".");
            }
            if !evident(overview) {
                html.text(&format!(
                    " Texts, labels and ledgers of more than {EVIDENCE} judgements are left out here; `lockbench score \
                     --session S.db --by NAME --format html` writes those of an annotator."
                ));
            }
        });
        html.tag("div", &[("class", "overview")], |html| {
            html.tag("div", &[], |html| verdicts(html, overview));
            html.line_end();
            html.tag("div", &[], |html| against(html, overview));
            html.line_end();
            html.tag("div", &[], |html| scores(html, overview));
            html.line_end();
            html.tag("div", &[], |html| caps(html, overview));
            html.line_end();
            html.tag("div", &[("class", "wide")], |html| progress(html, overview));
            html.line_end();
            html.tag("div", &[], |html| times(html, overview));
        });
    });
    html.line_end();
}

fn verdicts(html: &mut Html, overview: &SessionOverview) {
    html.words("h2", &[], "Verdicts");
    let [pass, warn, fail] = overview.decided();
    let rows = [
        ("Decided by people", [pass, warn, fail, 0, 0]),
        ("By people's labels", overview.people.verdicts),
        ("By the engine's labels", overview.engine.verdicts),
    ];
    html.rows(&[("class", "chart")], &[], rows, |html, (name, counts)| {
        let all = counts.iter().sum::<usize>().max(1) as f64;
        let share = |(decision, count): (&Decision, usize)| (decision_class(*decision), count as f64 / all);
        let shares: Vec<_> = Decision::ALL.iter().zip(counts).map(share).collect();
        html.words("th", &[("scope", "row")], name);
        html.tag("td", &[], |html| {
            svg::bar(html, &shares);
            html.words("span", &[("class", "dim")], &counted(counts));
        });
    });
    if let Some(note) = overview.without_verdict() {
        html.words("p", &[], &note);
    }
}

fn against(html: &mut Html, overview: &SessionOverview) {
    html.words("h2", &[], "Decisions against the engine");
    if !overview.has_decisions() {
        return html.words("p", &[], NO_DECISION);
    }
    let people = DECISIONS.map(|decision| format!("people: {}", decision.as_str()));
    let heads: Vec<&str> = std::iter::once("engine").chain(people.iter().map(String::as_str)).collect();
    let rows = Decision::ALL.iter().zip(&overview.against);
    let rows =
        rows.filter(|(decision, row)| row.iter().any(|count| *count > 0) || DECISIONS.contains(decision));
    html.rows(&[], &heads, rows, |html, (decision, row)| {
        html.words("th", &[("scope", "row")], decision.as_str());
        numbers(html, row.iter().map(usize::to_string));
    });
}

/// Writes the cells of a row after its name.
fn numbers(html: &mut Html, cells: impl IntoIterator<Item = impl AsRef<str>>) {
    for cell in cells {
        html.words("td", &[("class", "number")], cell.as_ref());
    }
}

fn scores(html: &mut Html, overview: &SessionOverview) {
    html.words("h2", &[], "Scores");
    let series = [("engine", "engine's labels"), ("people", "people's labels")];
    let tallies = [&overview.engine, &overview.people];
    if let Some(range) = overview.range.filter(|_| tallies.iter().any(|tally| !tally.scores.is_empty())) {
        let counts = tallies.map(|tally| histogram(&tally.scores, range));
        let [low, high] = range;
        let wide = (high - low) / COLUMNS as f64;
        let groups = (0..COLUMNS).map(|at| ColumnGroup {
            label: format!("{}–{}", end(low + at as f64 * wide), end(low + (at + 1) as f64 * wide)),
            counts: counts.iter().map(|counts| counts[at]).collect(),
        });
        svg::columns(html, "Score of the verdict", &series, &groups.collect::<Vec<_>>());
    }
    let titles = median_titles(overview);
    let heads: Vec<&str> = std::iter::once("metric").chain(titles.iter().map(String::as_str)).collect();
    html.rows(&[], &heads, medians(overview), |html, (key, cells)| {
        html.words("th", &[("scope", "row")], key);
        numbers(html, cells);
    });
}

/// Formats the end of a column with at most two decimals.
fn end(value: f64) -> String {
    two_decimals(value).trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Counts scores by part of the range; the last part includes the upper end.
fn histogram(scores: &[f64], [low, high]: [f64; 2]) -> [usize; COLUMNS] {
    let mut counts = [0; COLUMNS];
    for score in scores {
        let share = (score - low) / (high - low);
        counts[((share * COLUMNS as f64).max(0.0) as usize).min(COLUMNS - 1)] += 1;
    }
    counts
}

fn caps(html: &mut Html, overview: &SessionOverview) {
    html.words("h2", &[], "Caps by how often they decide");
    let rows = deciding(overview);
    if rows.is_empty() {
        html.words("p", &[("class", "dim")], "No cap fired.");
        return;
    }
    html.rows(&[("class", "chart")], &[], rows, |html, (cap, fired, lowers, of)| {
        let all = of.max(1) as f64;
        let shares = [("capped", lowers as f64 / all), ("engine", (fired - lowers) as f64 / all)];
        html.words("th", &[("scope", "row")], &cap);
        html.tag("td", &[], |html| svg::bar(html, &shares));
        numbers(html, [format!("lowers {lowers} of {of}, fired {fired}")]);
    });
}

fn progress(html: &mut Html, overview: &SessionOverview) {
    html.words("h2", &[], "Progress");
    let rows = progress_rows(overview).into_iter().zip(&overview.annotators);
    html.rows(&[], &PROGRESS, rows, |html, ([name, rest @ ..], annotator)| {
        html.tag("th", &[("scope", "row")], |html| {
            html.quoted(&name);
            let share = annotator.decided as f64 / annotator.queue.max(1) as f64;
            svg::bar(html, &[("full", share)]);
        });
        numbers(html, rest);
    });
}

fn times(html: &mut Html, overview: &SessionOverview) {
    html.words("h2", &[], "Time a case");
    let seconds = overview.seconds();
    html.words("p", &[("class", "dim")], &time_words(&seconds));
    if seconds.is_empty() {
        return;
    }
    let mut low = 0.0;
    let mut groups: Vec<ColumnGroup> = Vec::new();
    for high in MINUTES.into_iter().chain([f64::INFINITY]) {
        let within = |seconds: &&f64| (low * 60.0..high * 60.0).contains(*seconds);
        let label = if high.is_finite() { format!("{low}–{high} min") } else { format!("over {low} min") };
        groups.push(ColumnGroup { label, counts: vec![seconds.iter().filter(within).count()] });
        low = high;
    }
    svg::columns(html, "Cases by the time that they took", &[("people", "cases")], &groups);
}

/// Writes a case with the result of each annotator.
fn case(reviewed: &ReviewedCase, evident: bool) -> Html {
    let key = format!("c{}", reviewed.at + 1);
    let seen = match &reviewed.case {
        Ok(seen) => seen,
        Err(why) => {
            return html_error(&key, &reviewed.id, &why.to_string(), &format!("case {}", reviewed.at + 1));
        }
    };
    let mut html = Html::new();
    let attributes = [("class", "case"), ("id", &*key), ("data-decision", reviewed.outcome())];
    html.tag("section", &attributes, |html| {
        html.tag("h2", &[], |html| {
            html.quoted(&reviewed.id);
            html.tag("span", &[("class", "rubric")], |html| {
                html.text("engine ");
                verdict(html, &seen.engine);
            });
        });
        for (at, review) in seen.reviews.iter().enumerate() {
            write_review(html, &format!("{key}-{}", at + 1), &reviewed.id, review, evident);
            html.line_end();
        }
        if seen.reviews.is_empty()
            && evident
            && let Ok(report) = &seen.engine
        {
            let texts = seen.base.texts();
            let what = "Texts, labels and ledger by the engine's proposals";
            let case = CaseReports { key: &format!("{key}-0"), id: &reviewed.id, texts, reports: &[] };
            folded(html, what, &case, report);
        }
    });
    html.line_end();
    html
}

/// Writes a verdict with its score, or why there is none.
fn verdict(html: &mut Html, report: &Result<Report, UnscoredError>) {
    match report {
        Ok(report) => {
            badge(html, report.verdict.decision);
            if let Some(score) = report.verdict.score {
                html.text(" ");
                html.words("span", &[("class", "score")], &score.shown());
            }
        }
        Err(why) => html.words("span", &[("class", "badge none")], &why.to_string()),
    }
}

fn write_review(html: &mut Html, key: &str, id: &str, review: &Review, evident: bool) {
    html.tag("div", &[("class", "review"), ("id", key)], |html| {
        html.tag("h3", &[], |html| {
            html.quoted(review.state.by());
            html.text(" ");
            match review.decision() {
                Some((verdict, _)) => badge(html, verdict),
                None => html.words("span", &[("class", "dim")], review.standing()),
            }
            html.tag("span", &[("class", "rubric")], |html| {
                html.text("by their labels ");
                verdict(html, &review.report);
            });
            html.words("span", &[("class", "rubric dim")], &review.notes.join(" · "));
        });
        if let Some((_, Some(reason))) = review.decision() {
            html.words("blockquote", &[("dir", "auto")], reason);
        }
        if !review.state.comments.is_empty() {
            html.tag("ul", &[], |html| {
                for comment in &review.state.comments {
                    html.tag("li", &[], |html| {
                        if let Some(about) = review.about(comment.on.as_ref()) {
                            html.tag("span", &[("class", "dim")], |html| {
                                html.text("on ");
                                html.quoted(&about);
                                html.text(": ");
                            });
                        }
                        html.quoted(&comment.text);
                    });
                }
            });
        }
        write_changes(html, review);
        if evident && let Ok(report) = &review.report {
            let what = format!("Texts, labels and ledger as {} left them", review.state.by());
            let case = CaseReports { key, id, texts: review.state.texts(), reports: &[] };
            folded(html, &what, &case, report);
        }
    });
}

fn write_changes(html: &mut Html, review: &Review) {
    if review.changes.is_empty() {
        return;
    }
    html.tag("table", &[("class", "changes")], |html| {
        html.tag("thead", &[], |html| {
            html.tag("tr", &[], |html| {
                for title in ["label", "about", "engine", review.state.by()] {
                    html.tag("th", &[("scope", "col")], |html| html.quoted(title));
                }
            });
        });
        html.tag("tbody", &[], |html| {
            for change in &review.changes {
                let words = changed(change, review.state.texts());
                html.tag("tr", &[], |html| {
                    html.words("td", &[], &words.label);
                    html.tag("td", &[], |html| html.quoted(&words.text));
                    html.words("td", &[("class", "dim")], &words.engine);
                    html.words("td", &[], &words.person);
                });
            }
        });
    });
}

/// Writes the evidence of a report, collapsed.
fn folded(html: &mut Html, what: &str, case: &CaseReports, report: &Report) {
    html.tag("details", &[("class", "left")], |html| {
        html.tag("summary", &[], |html| html.quoted(what));
        evidence(html, &CaseReports { reports: std::slice::from_ref(report), ..*case });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_is_in_one_column() {
        let counts = histogram(&[0.0, 0.99, 1.0, 9.99, 10.0, 11.0, -1.0], [0.0, 10.0]);
        assert_eq!(counts, [3, 1, 0, 0, 0, 0, 0, 0, 0, 3]);
        assert_eq!([0.1 + 0.2, 10.0, 0.0].map(end), ["0.3", "10", "0"]);
    }
}
