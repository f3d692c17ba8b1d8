-- The log: cases as they were imported, and what annotators did to them. Rows of `event` are never changed.
CREATE TABLE session (
    line TEXT NOT NULL -- the first line of an export, as JSON
);
CREATE TABLE cases (
    n INTEGER PRIMARY KEY,
    place INTEGER NOT NULL,          -- place in the queue, from 0
    id TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL,              -- the case as imported, JSON on one line
    origin TEXT NOT NULL,            -- `from` of an export: file and line
    engine TEXT,                     -- the version that made the proposals; NULL until they are made
    proposals TEXT,                  -- a labels wrapper
    rest TEXT NOT NULL DEFAULT '{}'  -- fields of its line that this program does not know
);
CREATE INDEX case_order ON cases (place, id);
CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    uuid BLOB NOT NULL UNIQUE,
    micros INTEGER NOT NULL,         -- the time, in microseconds since 1970
    by TEXT NOT NULL,
    case_n INTEGER NOT NULL REFERENCES cases (n),
    name TEXT NOT NULL,
    line TEXT NOT NULL               -- the event as a line of an export
);
CREATE INDEX event_order ON event (micros, uuid);
CREATE INDEX event_fold ON event (case_n, by, micros, uuid);
