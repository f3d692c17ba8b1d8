-- From here on `event.line` of an edit or a new analysis may hold Zstandard frames, and frames behind a byte 1 that are
-- compressed against the proposals of the case; the number keeps programs that know text only from opening the file.
-- What an annotator did, by its kind: verdicts and times are found without the lines.
CREATE INDEX event_kind ON event (by, name, micros, uuid, case_n);
