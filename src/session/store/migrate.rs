//! The schema of a session's file, as one step per version. A published step is never changed; new ones
//! are added.

use rusqlite::Connection;

use super::mark::{MarkLocation, TransactionMark};

/// The SQLite application id of sessions: "LBNC".
pub const APPLICATION: i64 = 0x4c42_4e43;

/// The steps: from nothing to version 1, from there to 2, and so on.
pub(super) const STEPS: [&str; 7] = [
    include_str!("../schema/1.sql"),
    include_str!("../schema/2.sql"),
    include_str!("../schema/3.sql"),
    include_str!("../schema/4.sql"),
    include_str!("../schema/5.sql"),
    include_str!("../schema/6.sql"),
    include_str!("../schema/7.sql"),
];

/// The newest schema version.
pub const SCHEMA: i64 = STEPS.len() as i64;

/// Creates the tables of a new session.
pub fn create(tx: &Connection) -> rusqlite::Result<()> {
    tx.execute_batch(&format!("PRAGMA application_id = {APPLICATION};"))?;
    upgrade(tx)
}

/// Runs the steps that a session lacks.
pub fn upgrade(tx: &Connection) -> rusqlite::Result<()> {
    let found: i64 = tx.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    for (step, version) in STEPS.iter().zip(1..).filter(|(_, version)| *version > found) {
        tx.execute_batch(step)?;
        tx.execute_batch(&format!("PRAGMA user_version = {version};"))?;
    }
    if MarkLocation::of(tx)?.is_some() && TransactionMark::of(tx)?.is_none() {
        TransactionMark::renew(tx, true)?;
    }
    Ok(())
}
