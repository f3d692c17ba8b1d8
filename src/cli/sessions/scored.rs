//! Reads the cases of a session as people left them, for scoring.

use std::path::Path;

use crate::case::Record;
use crate::report::json::line;
use crate::session::{Analyst, OrderedObject, Recorder, SessionError, Store, package_of, wrapper};

use super::{CliError, failure};

/// Iterates over a session's cases: each with the texts and labels of its annotator, or as imported.
pub struct SessionCases {
    recorder: Recorder,
    ids: std::vec::IntoIter<String>,
    by: Option<String>,
}

impl SessionCases {
    /// Opens a session.
    ///
    /// # Errors
    /// If it cannot be read, if it is a package, if nobody of that name judged anything, or if several people judged a case
    /// and none is named.
    pub fn open(path: &Path, by: Option<&str>, analyst: Analyst) -> Result<SessionCases, CliError> {
        let store = Store::open(path).map_err(failure)?;
        if let Some(by) = package_of(&store.line().map_err(failure)?) {
            let reason =
                format!("the package of {by}, which holds no labels of the engine for what is not judged");
            return Err(CliError::file(path, &reason)
                .hint("`lockbench project take` takes it back into the annotator's own session, which can be scored"));
        }
        let names: Vec<String> =
            store.annotators(None).map_err(failure)?.into_iter().map(|(name, _)| name).collect();
        match by {
            Some(by) if !names.iter().any(|name| name == by) => {
                let there = if names.is_empty() { "nobody did yet".to_owned() } else { names.join(", ") };
                let message = format!("{by} has judged nothing in {}", path.display());
                return Err(CliError::usage(message).hint(format!("who did: {there}")));
            }
            Some(_) => {}
            None => {
                if let Some((id, names)) = store.shared().map_err(failure)? {
                    let message = format!("{id:?} was judged by {}", names.join(", "));
                    return Err(CliError::usage(message).hint("--by NAME says whose labels to score"));
                }
            }
        }
        let ids = store.ids().map_err(failure)?.into_iter();
        Ok(SessionCases { recorder: Recorder::new(store, None, analyst), ids, by: by.map(str::to_owned) })
    }

    pub fn line(&mut self) -> Result<OrderedObject, CliError> {
        self.recorder.store().line().map_err(failure)
    }

    /// The calibration that the session names: a file beside it.
    pub fn calibration(&mut self) -> Result<Option<String>, CliError> {
        Ok(self.line()?.string("calibration").ok().flatten())
    }

    fn record(&mut self, id: &str) -> Result<Option<Record>, SessionError> {
        let Some(row) = self.recorder.store().case(id)? else { return Ok(None) };
        let place = row.place_of_origin();
        let mut case = match self.recorder.case(id) {
            Ok(case) => (*case).clone(),
            Err(SessionError::Refused(why)) => return Ok(Some(Record::bad(place, why.to_string()))),
            Err(fault) => return Err(fault),
        };
        let names = self.recorder.store().annotators(Some(id))?;
        let own =
            names.into_iter().map(|(name, _)| name).find(|name| self.by.as_ref().is_none_or(|by| by == name));
        let folded = self.recorder.folded(id, own.as_deref().unwrap_or_default())?;
        let state = folded.state();
        (case.article, case.summary) = (state.article.to_string(), state.summary.to_string());
        // A person who only flagged or commented on a case has not judged its labels.
        let own = own.filter(|_| !state.accepted().is_empty() || state.changed() > 0);
        let mut labels = wrapper(id, own.as_deref().unwrap_or(crate::session::ENGINE), folded);
        if let Some(labels) = labels.as_object_mut() {
            // The case already has the texts.
            labels.retain(|key, _| !matches!(key.as_str(), "article" | "summary"));
        }
        case.labels = Some(labels);
        Ok(Some(Record::at(place, &line(&case))))
    }
}

impl Iterator for SessionCases {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        loop {
            let id = self.ids.next()?;
            match self.record(&id) {
                Ok(Some(record)) => return Some(record),
                Ok(None) => {}
                Err(fault) => {
                    let place = crate::case::FileLocation::new(&std::sync::Arc::from(id), 1);
                    return Some(Record::bad(place, fault.to_string()));
                }
            }
        }
    }
}
