//! Writes a session as a Markdown document.

use std::io::Write;

use crate::document::{Block, Document, RichText, Table};
use crate::report::{DECISIONS, Decision, Report};

use super::figures::{PROGRESS, about, counted, deciding, median_titles, medians, progress_rows, time_words};
use super::judge::{SessionScorer, UnscoredError};
use super::overview::{NO_DECISION, SessionOverview};
use super::review::{Review, ReviewedCase, changed};
use super::{ExportError, Exported};

pub(super) fn write(session: &mut Exported, out: &mut dyn Write) -> Result<(), ExportError> {
    let line = session.recorder.store().line()?;
    let mut judge = SessionScorer::new(&line, session.embedding.clone())?;
    let overview = SessionOverview::gather(session, &mut judge)?;
    out.write_all(figures(&overview, &judge).markdown().as_bytes())?;
    for (at, id) in session.recorder.store().ids()?.iter().enumerate() {
        let reviewed = ReviewedCase::read(session, &mut judge, &overview, at, id)?;
        write!(out, "\n{}", case(&reviewed).markdown())?;
    }
    Ok(())
}

fn figures(overview: &SessionOverview, judge: &SessionScorer) -> Document {
    let mut out = Document::new("Review session");
    out.paragraph(about(overview, judge));
    let [pass, warn, fail] = overview.decided();
    let rows = [
        ("decided by people", [pass, warn, fail, 0, 0]),
        ("by people's labels", overview.people.verdicts),
        ("by the engine's labels", overview.engine.verdicts),
    ];
    out.heading("Verdicts");
    let rows = rows.map(|(name, counts)| vec![name.to_owned(), counted(counts)]);
    out.table(Table::new(["", "verdicts"], 2, rows));
    out.blocks.extend(overview.without_verdict().map(|note| Block::Paragraph(note.into())));
    out.heading("Decisions against the engine");
    match overview.has_decisions() {
        true => out.table(against(overview)),
        false => out.paragraph(NO_DECISION),
    }
    out.heading("Scores");
    let [engine, engine_range, people, people_range] = median_titles(overview);
    let heads = ["metric", &engine, &engine_range, &people, &people_range];
    let rows = medians(overview).into_iter().map(|(key, cells)| row(RichText::new().code(key), cells));
    out.table(Table::new(heads, 1, rows));
    out.heading("Caps by how often they decide");
    let deciding = deciding(overview);
    if deciding.is_empty() {
        out.paragraph("No cap fired.");
    }
    let rows = deciding
        .into_iter()
        .map(|(cap, fired, lowers, of)| row(cap.into(), [lowers, fired, of].map(|count| count.to_string())));
    out.table(Table::new(["cap", "lowers a score", "fired", "of"], 1, rows));
    out.heading("Progress");
    out.table(Table::new(PROGRESS, 1, progress_rows(overview).into_iter().map(Vec::from)));
    out.heading("Time a case");
    out.paragraph(time_words(&overview.seconds()));
    out
}

/// Tabulates people's decisions by the verdict that follows from the engine's proposals.
fn against(overview: &SessionOverview) -> Table {
    let rows = Decision::ALL
        .iter()
        .zip(&overview.against)
        .filter(|(decision, counts)| counts.iter().any(|count| *count > 0) || DECISIONS.contains(decision));
    let rows = rows.map(|(decision, counts)| {
        let counts = counts.iter().map(usize::to_string);
        [decision.as_str().to_owned()].into_iter().chain(counts).collect::<Vec<_>>()
    });
    Table::new(["engine", "people: PASS", "people: WARN", "people: FAIL"], 1, rows)
}

/// Returns a row that begins with a name.
fn row<const N: usize>(name: RichText, cells: [String; N]) -> Vec<RichText> {
    [name].into_iter().chain(cells.map(RichText::from)).collect()
}

/// Renders a case with the result of each annotator.
fn case(reviewed: &ReviewedCase) -> Document {
    let mut out = Document::default();
    out.heading(reviewed.id.as_str());
    match &reviewed.case {
        Err(why) => out.paragraph(format!("Not read: {why}")),
        Ok(seen) => out.paragraph(format!("Engine: {}", verdict(&seen.engine))),
    }
    for review in reviewed.case.iter().flat_map(|seen| &seen.reviews) {
        write_review(&mut out, review);
    }
    out
}

fn verdict(report: &Result<Report, UnscoredError>) -> String {
    match report {
        Ok(report) => report.verdict.decision.with(report.verdict.score),
        Err(why) => why.to_string(),
    }
}

fn write_review(out: &mut Document, review: &Review) {
    let decision = review.decision();
    let name = review.state.by();
    out.subheading(RichText::new().text(format!("{name}: ")).strong(review.standing()));
    if let Some((_, Some(reason))) = decision {
        out.quote(reason);
    }
    let by_labels = format!("by their labels {}", verdict(&review.report));
    let notes = std::iter::once(by_labels).chain(review.notes.iter().cloned()).collect::<Vec<_>>();
    let mut items = vec![(0, notes.join(" · ").into())];
    for comment in &review.state.comments {
        let about = review.about(comment.on.as_ref());
        let about = about.map_or_else(|| "comment".to_owned(), |about| format!("on {about}"));
        items.push((0, format!("{about}: {}", comment.text).into()));
    }
    out.list(items);
    let rows = review.changes.iter().map(|change| {
        let words = changed(change, review.state.texts());
        vec![words.label, words.text, words.engine, words.person]
    });
    out.table(Table::new(["label", "about", "engine", name], 4, rows));
}
