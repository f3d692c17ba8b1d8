"""A plugin of pytest, there as soon as the package is installed: the fixture `assert_summary`, and what it found at the end of
the run. `--lockbench-report FILE` writes the same as JSON lines."""

from __future__ import annotations

import json
from typing import Any, Callable, Iterator

import pytest

from . import _assert
from ._results import Report


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("lockbench", "summaries, judged by lockbench")
    group.addoption("--lockbench-report", metavar="FILE", help="write a line of JSON for each summary that was judged")


@pytest.fixture
def assert_summary() -> Iterator[Callable[..., Report]]:
    """`lockbench.assert_summary`."""
    yield _assert.assert_summary


def pytest_sessionstart() -> None:
    _assert.asserted.clear()


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    if not _assert.asserted:
        return
    terminalreporter.section("summaries")
    names = list(dict.fromkeys(name for one in _assert.asserted for name in one.report.metrics))
    for name in names:
        scores = [one.report.metrics[name]["score"] for one in _assert.asserted if name in one.report.metrics]
        known = [score for score in scores if score is not None]
        if known:
            mean = sum(known) / len(known)
            terminalreporter.write_line(f"{name}: mean {mean:.2f}, lowest {min(known):.2f}, highest {max(known):.2f}")
    failed = [one for one in _assert.asserted if one.failures]
    for one in failed:
        terminalreporter.write_line(f"{one.test}: {'; '.join(one.failures)}")
    terminalreporter.write_line(f"{len(_assert.asserted)} judged, {len(failed)} below what was asserted")


def pytest_sessionfinish(session: Any) -> None:
    path = session.config.getoption("--lockbench-report")
    if path:
        with open(path, "w", encoding="utf-8") as out:
            for one in _assert.asserted:
                scores = {name: metric["score"] for name, metric in one.report.metrics.items()}
                line = {
                    "test": one.test,
                    "input": one.report.input,
                    "rubric": one.report.rubric,
                    "decision": one.report.decision,
                    "metrics": scores,
                    "failures": list(one.failures),
                }
                out.write(json.dumps(line) + "\n")
    _assert.close()
