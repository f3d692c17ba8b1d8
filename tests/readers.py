#!/usr/bin/env python3
"""Reads every form of results, and writes every kind of file of cases, by Python's own libraries.

    tests/readers.py target/debug/lockbench

Needs pyarrow; with lxml or xmlschema the JUnit XML is held against tests/data/junit.xsd too. Exits with 77 where
pyarrow is missing, as test runners take it for "skipped".
"""

import csv
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    print("skipped: no pyarrow here")
    sys.exit(77)

HERE = pathlib.Path(__file__).parent
PROGRAM = sys.argv[1]
RUBRICS = "judge-lock,anchor"
ARTICLE = "The council approved the budget on Tuesday, by 7 votes to 2. Taxes stay as they are, said Mayor Ann Smith."
HOSTILE = ['=HYPERLINK("http://x")', "@a,b\nc \"q\"", "-1+1", "+1", "\t=1", "\r=1", "</testcase>&\x1b[31m", "*a* <b> |c|"]


def score(form, cases, *more):
    done = subprocess.run([PROGRAM, "score", *cases, "--rubric", RUBRICS, "--format", form, *more], capture_output=True)
    assert done.returncode in (0, 3), (form, done.returncode, done.stderr.decode())
    return done.stdout


def rows_of(parquet):
    return pq.read_table(io.BytesIO(parquet)).to_pylist()


def is_number(text):
    """A number is not a formula, whatever its sign."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def check_forms(path, count):
    """Every form of one run holds the same numbers."""
    scores = [json.loads(line) for line in score("scores", [path]).decode().splitlines()]
    assert len(scores) == count, len(scores)
    reports = json.loads(score("json", [path]))
    lines = [json.loads(line) for line in score("jsonl", [path]).decode().splitlines()]
    assert reports == lines
    table = score("parquet", [path])
    typed = rows_of(table)
    assert len(typed) == len(scores) == len(reports)
    cells = list(csv.DictReader(io.StringIO(score("csv", [path]).decode(), newline="")))
    assert len(cells) == len(typed)
    schema = pq.read_schema(io.BytesIO(table))
    for name in schema.names:
        is_text = name in ("id", "rubric", "decision", "caps", "signature", "input", "judged_by", "error", "where")
        assert schema.field(name).type == (pa.string() if is_text else pa.float64()), name
    for line, row, cell in zip(scores, typed, cells):
        assert row["id"] == line["id"], "a data frame has the id as it is"
        assert list(row) == list(cell)
        assert row["error"] == line.get("error") and cell["error"] == (line.get("error") or "")
        assert is_number(cell["id"]) or not cell["id"].lstrip().startswith(("=", "+", "-", "@")), cell["id"]
        assert not cell["id"].startswith(("\t", "\r")), cell["id"]
        if "error" in line:
            assert row["where"] == line["where"] and row["score"] is None
            continue
        assert (row["rubric"], row["decision"], row["signature"]) == (line["rubric"], line["decision"], line["signature"])
        assert row["caps"].split() == line["caps"]
        for name, value in {"score": line["score"], "mean": line["mean"], **line["metrics"]}.items():
            assert row[name] == value, (name, row[name], value)
            assert (float(cell[name]) if cell[name] else None) == value, (name, cell[name], value)
    check_junit(score("junit", [path]))
    for form in ("md", "html", "text", "github"):
        text = score(form, [path]).decode("utf-8")
        assert "\x1b" not in text, form
        assert form not in ("md", "html") or "*a* <b> |c|" not in text, "markup of an id is text on a page"
    return scores


def check_junit(xml):
    schema = HERE / "data" / "junit.xsd"
    try:
        from lxml import etree
    except ImportError:
        etree = None
    if etree:
        etree.XMLSchema(etree.parse(str(schema))).assertValid(etree.fromstring(xml))
        return
    try:
        import xmlschema
    except ImportError:
        print("no lxml and no xmlschema here: the JUnit XML is not held against its schema")
        return
    xmlschema.XMLSchema(str(schema)).validate(io.BytesIO(xml))


def check_kinds(folder):
    """The same cases, as pyarrow and the standard library write them, give the same scores."""
    cases = [
        {"id": f"c{n}", "article": ARTICLE, "summary": text, "references": ["The budget was approved."], "n": n}
        for n, text in enumerate(["The council approved the budget.", "Taxes rise, the mayor said. \u00fc\U0001f5f3", "It rained."])
    ]
    lines = folder / "c.jsonl"
    lines.write_text("".join(json.dumps(case) + "\n" for case in cases))
    wanted = score("scores", [lines])
    table = pa.Table.from_pylist(cases)
    for codec in ("none", "snappy", "gzip", "zstd"):
        for version in ("1.0", "2.0"):
            for dictionary in (True, False):
                path = folder / f"{codec}-{version}-{dictionary}.parquet"
                pq.write_table(
                    table, path, compression=codec, data_page_version=version, use_dictionary=dictionary, row_group_size=2
                )
                assert score("scores", [path]) == wanted, path
    for encoding in ("DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"):
        for version in ("1.0", "2.0"):
            path = folder / f"{encoding}-{version}.parquet"
            column_encoding = {"article": encoding, "summary": encoding, "n": "DELTA_BINARY_PACKED"}
            pq.write_table(
                table, path, use_dictionary=False, column_encoding=column_encoding, data_page_version=version, compression="none"
            )
            assert score("scores", [path]) == wanted, path
    piped = subprocess.run(
        [PROGRAM, "score", "-", "--rubric", RUBRICS, "--format", "scores"], input=path.read_bytes(), capture_output=True
    )
    assert piped.stdout == wanted
    unread = folder / "brotli.parquet"
    pq.write_table(table, unread, compression="brotli")
    refused = [json.loads(line) for line in score("scores", [unread]).decode().splitlines()]
    assert len(refused) == 1 and "brotli" in refused[0]["error"] and "Zstandard" in refused[0]["error"], refused


def check_interrupted():
    """A run that is interrupted leaves a file that is whole, with the rows that were done."""
    case = json.dumps({"article": ARTICLE, "summary": "The council approved the budget."}) + "\n"
    running = subprocess.Popen(
        [PROGRAM, "score", "-", "--format", "parquet"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    running.stdin.write(case.encode() * 2)
    running.stdin.flush()
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    written = running.stdout.read()
    assert running.wait() == 130
    running.stdin.close()
    assert len(rows_of(written)) <= 2


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_kinds(folder)
        if os.name == "posix":
            check_interrupted()
        cases = [{"id": "plain", "article": ARTICLE, "summary": "The council approved the budget."}]
        cases += [{"id": text, "article": ARTICLE, "summary": text + " Taxes rise."} for text in HOSTILE]
        cases += [{"id": "empty", "article": "", "summary": "s"}, {"article": 5, "summary": "s"}]
        path = folder / "mixed.jsonl"
        path.write_text("".join(json.dumps(case) + "\n" for case in cases))
        check_forms(path, 2 * (len(cases) - 1) + 1)
        empty = folder / "empty.jsonl"
        empty.write_text("")
        assert rows_of(score("parquet", [empty])) == []
        assert len(score("csv", [empty]).decode().splitlines()) == 1
        many = folder / "many.jsonl"
        case = {"article": ARTICLE, "summary": "The council approved the budget."}
        labels = {"claims": [], "key_points": [], "issues": []}
        many.write_text((json.dumps({**case, "labels": labels}) + "\n") * 10_500)
        table = pq.ParquetFile(io.BytesIO(score("parquet", [many], "--labels-only")))
        assert (table.metadata.num_rows, table.num_row_groups) == (21_000, 3)
    print(f"read by pyarrow {pa.__version__} and Python {sys.version.split()[0]}")


if __name__ == "__main__":
    os.environ.setdefault("XDG_STATE_HOME", "/dev/null/state")
    main()
