-- Where an annotator was, and how the screen stood: kept for the next time, and no part of an export.
CREATE TABLE seat (
    by TEXT PRIMARY KEY,
    place TEXT NOT NULL, -- JSON
    view TEXT NOT NULL   -- JSON
) WITHOUT ROWID;
