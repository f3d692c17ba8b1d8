-- What the file says of itself where its log is not looked at: one row, which every transaction changes (see mark.rs).
-- A checksum over the other columns of a row tells where a disk or another program altered it; see checksum.rs.
CREATE TABLE mark (
    bytes BLOB NOT NULL
);
ALTER TABLE session ADD COLUMN checksum INTEGER;
ALTER TABLE cases ADD COLUMN checksum INTEGER;
ALTER TABLE cases ADD COLUMN proposals_checksum INTEGER;
ALTER TABLE event ADD COLUMN checksum INTEGER;
-- Rows without a checksum, which a transaction gives them before it ends.
CREATE INDEX session_unsummed ON session (checksum) WHERE checksum IS NULL;
CREATE INDEX cases_unsummed ON cases (checksum) WHERE checksum IS NULL;
CREATE INDEX proposals_unsummed ON cases (proposals_checksum) WHERE proposals_checksum IS NULL;
CREATE INDEX event_unsummed ON event (checksum) WHERE checksum IS NULL;
