-- Who is to judge which case. A case without a row is everybody's.
CREATE TABLE assigned (
    case_n INTEGER NOT NULL REFERENCES cases (n),
    by TEXT NOT NULL,
    PRIMARY KEY (case_n, by)
) WITHOUT ROWID;
