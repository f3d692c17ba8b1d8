//! Describes what an annotator did with a case, shared by the page and the document.

use std::sync::Arc;

use serde_json::Value;

use crate::case::{Case, Texts};
use crate::export::case::{quote, subject};
use crate::labels::LabelId;
use crate::labels::overrides::Care;
use crate::report::{Decision, Report};
use crate::session::{CaseState, Changed, CheckError, InitialCase, SessionError, UnitId, changes};

use super::judge::{SessionScorer, UnscoredError};
use super::overview::{SessionOverview, duration};
use super::{ExportError, Exported};

/// State of a case without a verdict.
const UNDECIDED: &str = "undecided";
/// State of a case that was judged blind and handed in without a verdict.
const HANDED_IN: &str = "handed in";
/// State of a case whose labels were accepted without a verdict.
const ACCEPTED: &str = "accepted";

/// A case with the result of each requested annotator.
pub struct ReviewedCase {
    /// Position in the queue, from 0.
    pub at: usize,
    pub id: String,
    /// The case as imported, or why it cannot be read.
    pub case: Result<ReviewCase, CheckError>,
}

pub struct ReviewCase {
    /// The report by the engine's proposals, or why there is none.
    pub engine: Result<Report, UnscoredError>,
    /// The texts as imported, with the proposals.
    pub base: Arc<InitialCase>,
    pub reviews: Vec<Review>,
}

pub struct Review {
    /// The case as the annotator left it.
    pub state: CaseState,
    /// The report by the annotator's labels, or why there is none.
    pub report: Result<Report, UnscoredError>,
    /// The labels that differ from the engine's.
    pub changes: Vec<Changed>,
    /// Other actions: "flagged", "summary edited", "3 min 05 s".
    pub notes: Vec<String>,
    /// State of the case, shown if there is no verdict.
    without_verdict: &'static str,
}

impl ReviewedCase {
    pub(super) fn read(
        session: &mut Exported,
        judge: &mut SessionScorer,
        overview: &SessionOverview,
        at: usize,
        id: &str,
    ) -> Result<ReviewedCase, ExportError> {
        let id = id.to_owned();
        let case: Arc<Case> = match session.recorder.case(&id) {
            Ok(case) => case,
            Err(SessionError::Refused(why)) => return Ok(ReviewedCase { at, id, case: Err(*why) }),
            Err(fault) => return Err(fault.into()),
        };
        let base = session.recorder.folded(&id, "")?.base().clone();
        let engine = judge.report(&case, base.texts(), &base.proposals);
        let mut reviews = Vec::new();
        for name in session.annotators(Some(&id))? {
            let folded = session.recorder.folded(&id, &name)?;
            let annotator = overview.annotators.iter().find(|one| one.name == name);
            let without_verdict = match folded.reveal() {
                Some(_) => HANDED_IN,
                None if folded.is_decided(annotator.is_some_and(|one| one.blind)) => ACCEPTED,
                None => UNDECIDED,
            };
            let state = folded.state().clone();
            let report = judge.report(&case, state.texts(), &state.labels());
            let spent = annotator.and_then(|one| one.seconds.get(&at)).copied();
            let notes = notes(&state, &base, spent);
            reviews.push(Review { report, changes: changes(&state), notes, state, without_verdict });
        }
        Ok(ReviewedCase { at, id, case: Ok(ReviewCase { engine, base, reviews }) })
    }

    /// Returns the outcome of the case in one word, for filtering: the decision, if all annotators who
    /// decided agree.
    pub fn outcome(&self) -> &'static str {
        let reviews = self.case.iter().flat_map(|seen| &seen.reviews);
        let mut decided = reviews.filter_map(|review| review.state.decision.as_ref());
        match (decided.next(), &self.case) {
            (None, Err(_)) => "not read",
            (None, Ok(seen)) => {
                let mut standing = seen.reviews.iter().map(|review| review.without_verdict);
                standing.find(|word| *word != UNDECIDED).unwrap_or(UNDECIDED)
            }
            (Some(first), _) if decided.all(|other| other.verdict == first.verdict) => first.verdict.as_str(),
            _ => "decided differently",
        }
    }
}

fn notes(state: &CaseState, base: &InitialCase, spent: Option<f64>) -> Vec<String> {
    let mut notes = Vec::new();
    if state.flagged {
        notes.push("flagged".to_owned());
    }
    if let Some(better) = &state.prefer {
        let because = better.reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
        notes.push(format!("prefers the summary of {}{because}", quote(&better.case)));
    }
    for (name, changed) in
        [("summary", state.summary != base.summary), ("article", state.article != base.article)]
    {
        if changed {
            notes.push(format!("{name} edited"));
        }
    }
    let cares = state.cares();
    let of = |wanted: Care| cares.values().filter(|care| **care == wanted).count();
    let cares =
        [(Care::Judged, "judged"), (Care::Seen, "seen and accepted"), (Care::Accepted, "accepted unseen")];
    for (many, done) in cares.map(|(care, done)| (of(care), done)).into_iter().filter(|(many, _)| *many > 0) {
        notes.push(format!("{} {done}", crate::num::pluralize(many, "label")));
    }
    notes.extend(spent.map(duration));
    notes
}

impl Review {
    /// Returns the annotator's verdict and reason.
    pub fn decision(&self) -> Option<(Decision, Option<&str>)> {
        let decided = self.state.decision.as_ref()?;
        Some((decided.verdict, decided.reason.as_deref().filter(|reason| !reason.trim().is_empty())))
    }

    /// Returns the annotator's verdict, or the state of the case without one.
    pub fn standing(&self) -> &'static str {
        match self.decision() {
            Some((decision, _)) => decision.as_str(),
            None => self.without_verdict,
        }
    }

    /// Describes what a comment is about: a label by its index, or the words marked; `None` for the whole
    /// case.
    pub fn about(&self, on: Option<&Value>) -> Option<String> {
        let on = on?;
        let named = on.as_str().or_else(|| on.get("label")?.as_str());
        if let Some(name) = named {
            let place = UnitId::read(name).ok().and_then(|id| {
                let count = self.state.labels().get(id.list).map_or(0, <[_]>::len);
                let index = (0..count).find(|index| self.state.id(id.list, *index) == id)?;
                Some(LabelId { list: id.list, index }.shown())
            });
            return Some(place.unwrap_or_else(|| name.to_owned()));
        }
        let lists = [Some(on), on.get("summary"), on.get("article")];
        let spans = lists.into_iter().flatten().filter_map(Value::as_array).flatten();
        let texts: Vec<String> =
            spans.filter_map(|span| Some(format!("“{}”", quote(span.get("text")?.as_str()?)))).collect();
        Some(if texts.is_empty() { "a passage".to_owned() } else { texts.join(", ") })
    }
}

/// Description of a changed label: its name, its text, the engine's value and the annotator's.
pub struct ChangedWords {
    pub label: String,
    pub text: String,
    /// The engine's value, or that it proposed no such label.
    pub engine: String,
    /// The annotator's value.
    pub person: String,
}

/// Describes a changed label. The spans of a rejected label refer to the texts for which it was proposed.
pub fn changed(change: &Changed, texts: Texts) -> ChangedWords {
    let list = change.id.list;
    let said =
        |word: Option<_>, none: &str| word.map_or_else(|| none.to_owned(), |word| list.value_name(word));
    let added = change.engine.is_none();
    ChangedWords {
        // A rejected label has its number among the proposals, which may now be the number of another
        // label.
        label: match (change.person, added) {
            (None, false) => format!("{} as proposed", LabelId { list, index: change.index }.shown()),
            _ => LabelId { list, index: change.index }.shown(),
        },
        text: quote(subject(list, &change.label, texts)),
        engine: said(change.engine, "not proposed"),
        person: match (change.person, added) {
            (None, true) => "added".to_owned(),
            (Some(_), true) => format!("added as {}", said(change.person, "")),
            (_, false) => said(change.person, "rejected"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::{Label, LabelValue, List};

    #[test]
    fn a_rejected_label_is_distinguished_from_the_one_that_has_its_number_now() {
        let of = |name: &str, index, engine, person| {
            let id = UnitId { list: List::Claims, name: name.to_owned() };
            let change = Changed { id, index, label: Label::default(), engine, person };
            changed(&change, Texts { article: "", summary: "" }).label
        };
        let word = Some(LabelValue::Supported);
        let (gone, half) = (of("1", 1, word, None), of("x", 1, None, word));
        assert_eq!([gone.as_str(), half.as_str()], ["claim 2 as proposed", "claim 2"]);
    }
}
