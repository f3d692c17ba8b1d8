//! A session as a Markdown document.

use std::fmt::Write as _;
use std::io::Write;

use crate::markup::markdown::{code, escaped, head, row};
use crate::report::{DECISIONS, Report};

use super::figures::{PROGRESS, about, counted, deciding, medians, progress_rows, time_words};
use super::judge::Judge;
use super::overview::{ALL, Overview};
use super::review::{Review, ReviewedCase, changed};
use super::{ExportError, Exported};

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    let line = session.recorder.store().line()?;
    let mut judge = Judge::new(&line, session.embedding.clone())?;
    let overview = Overview::gather(session, &mut judge)?;
    out.write_all(figures(&overview, &judge).as_bytes())?;
    for (at, id) in session.recorder.store().ids()?.iter().enumerate() {
        let reviewed = ReviewedCase::read(session, &mut judge, &overview, at, id)?;
        out.write_all(case(&reviewed).as_bytes())?;
    }
    Ok(())
}

fn figures(overview: &Overview, judge: &Judge) -> String {
    let mut out = format!("# Review session\n\n{}\n\n## Verdicts\n\n", escaped(&about(overview, judge)));
    out.push_str(&head(&["", "verdicts"]));
    let [pass, warn, fail] = overview.decided();
    for (name, counts) in [
        ("decided by people", [pass, warn, fail, 0, 0]),
        ("by people's labels", overview.people.verdicts),
        ("by the engine's labels", overview.engine.verdicts),
    ] {
        out.push_str(&row([name.to_owned(), counted(counts)]));
    }
    out.push_str("\n## Decisions against the engine\n\n");
    out.push_str(&head(&["engine", "people: PASS", "people: WARN", "people: FAIL"]));
    for (decision, counts) in ALL.iter().zip(&overview.against) {
        if counts.iter().any(|count| *count > 0) || DECISIONS.contains(decision) {
            let counts = counts.iter().map(usize::to_string);
            out.push_str(&row([decision.as_str().to_owned()].into_iter().chain(counts)));
        }
    }
    out.push_str("\n## Scores\n\n");
    out.push_str(&head(&["metric", "engine: median", "low – high", "people: median", "low – high"]));
    for (key, cells) in medians(overview) {
        out.push_str(&row([code(key)].into_iter().chain(cells)));
    }
    out.push_str("\n## Caps by how often they decide\n\n");
    out.push_str(&head(&["cap", "lowers a score", "fired", "of"]));
    for (slug, fired, lowers, of) in deciding(overview) {
        out.push_str(&row([code(slug), lowers.to_string(), fired.to_string(), of.to_string()]));
    }
    let _ = write!(out, "\n## Progress\n\n{}", head(&PROGRESS));
    for cells in progress_rows(overview) {
        out.push_str(&row(cells.map(|cell| escaped(&cell))));
    }
    let _ = write!(out, "\n## Time a case\n\n{}\n", time_words(&overview.seconds()));
    out
}

/// A case with what everybody made of it.
fn case(reviewed: &ReviewedCase) -> String {
    let mut out = format!("\n## {}\n", escaped(&reviewed.id));
    // Writing to memory cannot fail.
    let _ = match &reviewed.case {
        Err(why) => writeln!(out, "\nNot read: {}", escaped(why)),
        Ok(seen) => writeln!(out, "\nEngine: {}", verdict(&seen.engine)),
    };
    for review in reviewed.case.iter().flat_map(|seen| &seen.reviews) {
        out.push_str(&one(review));
    }
    out
}

fn verdict(report: &Result<Report, &'static str>) -> String {
    match report {
        Ok(report) => {
            let verdict = &report.verdict;
            let score = verdict.score.map_or_else(String::new, |score| format!(" {}", score.shown()));
            format!("{}{score}", verdict.decision.as_str())
        }
        Err(why) => escaped(why),
    }
}

fn one(review: &Review) -> String {
    let decision = review.decision();
    let decided = decision.map_or("undecided", |(decision, _)| decision.as_str());
    let mut out = format!("\n### {}: **{decided}**\n\n", escaped(review.state.by()));
    if let Some((_, Some(reason))) = decision {
        let _ = writeln!(out, "> {}\n", escaped(reason));
    }
    let notes: Vec<String> = review.notes.iter().map(|note| escaped(note)).collect();
    let mut said = vec![format!("by their labels {}", verdict(&review.report))];
    said.extend(notes);
    let _ = writeln!(out, "- {}", said.join(" · "));
    for comment in &review.state.comments {
        let about = review.about(comment.on.as_ref());
        let about = about.map_or_else(|| "comment".to_owned(), |about| format!("on {about}"));
        let _ = writeln!(out, "- {}: {}", escaped(&about), escaped(&comment.text));
    }
    if !review.changes.is_empty() {
        let name = escaped(review.state.by());
        let _ = write!(out, "\n{}", head(&["label", "about", "engine", &name]));
    }
    for change in &review.changes {
        let words = changed(change, review.state.texts());
        out.push_str(&row([
            words.label,
            escaped(&words.text),
            escaped(&words.engine),
            escaped(&words.person),
        ]));
    }
    out
}
