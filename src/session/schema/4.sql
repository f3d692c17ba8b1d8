-- What was found of each case for an annotator, so that a queue opens at once: no part of an export, and made anew
-- where it is missing or out of date.
CREATE TABLE digest (
    by TEXT NOT NULL,
    key TEXT NOT NULL,       -- the engine, the rubric and the readings that it was found by
    case_n INTEGER NOT NULL REFERENCES cases (n),
    events INTEGER NOT NULL, -- events of the case that it takes in
    line TEXT NOT NULL,      -- JSON
    PRIMARY KEY (by, key, case_n)
) WITHOUT ROWID;
-- Cases whose words are in the full-text index. The index itself, the table `words`, is made when it is first written
-- to, since not every SQLite has FTS5.
CREATE TABLE indexed (
    case_n INTEGER PRIMARY KEY REFERENCES cases (n),
    events INTEGER NOT NULL  -- events of the case that it takes in
);
