//! Folds an annotator's events on a case, reading a few at a time, since a log may be much longer than
//! its result.

use std::sync::Arc;

use rusqlite::params;

use super::Store;
use super::line::Stored;
use crate::session::error::SessionError;
use crate::session::event::Event;
use crate::session::folded::{EventKind, Folded, undone};
use crate::session::history::CaseHistory;
use crate::session::state::InitialCase;

/// Number of events in memory at once.
const EVENTS_PER_PAGE: i64 = 256;

impl Store {
    /// Returns whether an annotator has any event on a case.
    pub fn has_events(&self, id: &str, by: &str) -> Result<bool, SessionError> {
        let sql =
            "SELECT 1 FROM event WHERE case_n = (SELECT n FROM cases WHERE id = ?1) AND by = ?2 LIMIT 1";
        Ok(self.one(sql, [id, by], |_| Ok(()))?.is_some())
    }

    /// Folds an annotator's events on a case.
    pub fn folded(&self, base: Arc<InitialCase>, id: &str, by: &str) -> Result<Folded, SessionError> {
        let mut turns = Vec::new();
        self.pages(id, by, "AND name IN ('undo', 'redo')", &mut |event| {
            turns.push((event.uuid, EventKind::of(&event.act)));
        })?;
        let mut folded = Folded::begin(base, by, undone(&turns));
        self.pages(id, by, "", &mut |event| folded.take(&event))?;
        Ok(folded)
    }

    /// Returns the undo history of the case.
    pub fn history(&self, folded: &Folded, id: &str) -> Result<CaseHistory, SessionError> {
        CaseHistory::read(folded, |take| self.pages(id, folded.state().by(), "", take))
    }

    fn pages(&self, id: &str, by: &str, only: &str, take: &mut dyn FnMut(Event)) -> Result<(), SessionError> {
        let sql = format!(
            "SELECT {}, micros, uuid FROM event WHERE case_n = (SELECT n FROM cases WHERE id = ?1) AND by = ?2 \
             AND (micros, uuid) > (?3, ?4) {only} ORDER BY micros, uuid LIMIT {EVENTS_PER_PAGE}",
            Stored::COLUMNS
        );
        let (mut micros, mut uuid, mut proposals) = (i64::MIN, Vec::new(), None);
        loop {
            let page = self.all(&sql, params![id, by, micros, uuid], |row| {
                Ok((Stored::read(row)?, row.get::<_, i64>(3)?, row.get::<_, Vec<u8>>(4)?))
            })?;
            let more = page.len() as i64 == EVENTS_PER_PAGE;
            for (stored, at, name) in page {
                (micros, uuid) = (at, name);
                take(self.event(stored, &mut proposals)?);
            }
            if !more {
                return Ok(());
            }
        }
    }
}
