"""Frames and tables of other libraries; each test needs its own."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

import lockbench

SAMPLES = Path(__file__).parents[2] / "samples"
QUEUE = [json.loads(line) for line in (SAMPLES / "queue.jsonl").read_text("utf-8").splitlines()]
CASES = [{"id": case["id"], "article": case["article"], "summary": case["summary"]} for case in QUEUE]
WANTED = list(lockbench.score(CASES, "all"))


def test_pandas_rows_are_cases():
    pandas = pytest.importorskip("pandas")
    assert list(lockbench.score(pandas.DataFrame(CASES), "all")) == WANTED


def test_polars_rows_are_cases():
    polars = pytest.importorskip("polars")
    assert list(lockbench.score(polars.DataFrame(CASES), "all")) == WANTED


def test_arrow_rows_are_cases():
    pyarrow = pytest.importorskip("pyarrow")
    assert list(lockbench.score(pyarrow.Table.from_pylist(CASES), "all")) == WANTED


def test_datasets_rows_are_cases():
    datasets = pytest.importorskip("datasets")
    table = datasets.Dataset.from_list(CASES)
    assert list(lockbench.score(table, "all")) == WANTED
    assert list(lockbench.score(table.to_iterable_dataset(), "all")) == WANTED
    with pytest.raises(TypeError, match="one of its tables \\(train\\)"):
        next(lockbench.score(datasets.DatasetDict(train=table)))


def test_a_pandas_frame_gets_columns_and_keeps_its_index():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(CASES, index=[f"row {n}" for n in range(len(CASES))])
    frame.loc["row 1", "summary"] = float("nan")
    scored = lockbench.score_frame(frame, ["judge-lock", "anchor"])
    assert list(scored.index) == list(frame.index)
    assert list(scored.columns[:5]) == ["id", "article", "summary", "judge-lock.decision", "anchor.decision"]
    assert str(scored["judge-lock.coverage"].dtype) == "float64"
    assert "no summary" in scored["error"]["row 1"]
    assert pandas.isna(scored["judge-lock.score"]["row 1"])
    for one in WANTED:
        if one.row != 1 and one.rubric in ("judge-lock", "anchor"):
            row = scored.iloc[one.row]
            assert row[f"{one.rubric}.decision"] == one.decision
            assert row[f"{one.rubric}.relevance"] == one.metrics["relevance"]
            assert row[f"{one.rubric}.caps"] == " ".join(one.caps)
            assert pandas.isna(row["error"])


def test_a_polars_frame_gets_columns():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame([{**case, "iterations": None} for case in CASES])
    scored = lockbench.score_frame(frame)
    wanted = [one for one in WANTED if one.rubric == "judge-lock"]
    assert scored["judge-lock.decision"].to_list() == [one.decision for one in wanted]
    assert scored["judge-lock.alignment"].to_list() == [one.metrics["alignment"] for one in wanted]
    assert scored.schema["judge-lock.alignment"] == polars.Float64
    assert scored["error"].to_list() == [None] * len(CASES)


def test_a_lazy_frame_is_scored_and_stays_lazy():
    polars = pytest.importorskip("polars")
    lazy = polars.LazyFrame(CASES)
    assert list(lockbench.score(lazy.filter(polars.col("id").is_not_null()), "all")) == WANTED
    scored = lockbench.score_frame(polars.LazyFrame([{**case, "iterations": None} for case in CASES]))
    assert isinstance(scored, polars.LazyFrame)
    wanted = [one for one in WANTED if one.rubric == "judge-lock"]
    assert scored.collect()["judge-lock.decision"].to_list() == [one.decision for one in wanted]


def test_cells_of_numpy_and_missing_values():
    pandas = pytest.importorskip("pandas")
    numpy = pytest.importorskip("numpy")
    frame = pandas.DataFrame(CASES)
    frame["references"] = [numpy.array([case["summary"], "Tools are lent."]) for case in CASES]
    frame["k"] = numpy.arange(len(CASES))
    frame["when"] = pandas.Timestamp("2026-01-01")
    frame["note"] = pandas.NA
    plain = [{**case, "references": [case["summary"], "Tools are lent."], "k": n} for n, case in enumerate(CASES)]
    assert list(lockbench.score(frame, "synthlink")) == list(lockbench.score(plain, "synthlink"))


def test_an_empty_frame_and_one_with_several_summaries_a_row():
    pandas = pytest.importorskip("pandas")
    empty = lockbench.score_frame(pandas.DataFrame(columns=["article", "summary"]))
    assert len(empty) == 0 and "error" in empty.columns
    several = pandas.DataFrame({"article": ["It was."], "summary:a": ["It was."], "summary:b": ["It is."]})
    with pytest.raises(ValueError, match="several summaries"):
        lockbench.score_frame(several)
