"""Assertions about summaries, for tests."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from ._process import Reporter
from ._results import CaseError, Decision, LockbenchError, Metric, Report

ORDER: Tuple[Decision, ...] = ("ERROR", "INCOMPLETE", "FAIL", "WARN", "PASS")
"""Decisions, the worst first."""

_lock = threading.Lock()
_reporters: Dict[str, Reporter] = {}


@dataclass(frozen=True)
class Asserted:
    """What came of one assertion, for the summary of a test run."""

    report: Report
    failures: Tuple[str, ...]
    test: str
    """The test that asserted it, where pytest says so."""


asserted: List[Asserted] = []
"""Every assertion of this process, in order."""


def assert_summary(
    article: str,
    summary: str,
    *,
    rubric: str = "judge-lock",
    decision: Optional[Decision] = None,
    case: Optional[Dict[str, object]] = None,
    **thresholds: float,
) -> Report:
    """Fails unless the summary is as good as the thresholds say; returns its report.

        assert_summary(article, summary, hallucination=7, coverage=5)
        assert_summary(article, summary, decision="WARN")        # WARN or better

    A threshold is the score that a metric has to reach, or, where less is better, must not exceed. Without a threshold and
    a decision, the verdict has to be PASS or WARN. `case` holds further fields, such as `query` or `sources`. Raises
    AssertionError with the scores, the caps and the words they rest on; TypeError where the rubric has no such metric;
    CaseError where the case cannot be judged.
    """
    with _lock:
        reporter = _reporters.get(rubric)
        if reporter is None:
            reporter = _reporters[rubric] = Reporter(rubric)
        results = reporter.one({**(case or {}), "article": article, "summary": summary})
    if len(results) != 1:
        raise LockbenchError(f"{rubric} is not one rubric")
    report = results[0]
    if isinstance(report, CaseError):
        raise report
    for name in thresholds:
        if name not in report.metrics:
            raise TypeError(f"{rubric} has no metric {name!r}; it has {', '.join(report.metrics)}")
    failures = [
        failure for name, limit in thresholds.items() if (failure := _short(name, report.metrics[name], limit)) is not None
    ]
    least = decision if decision is not None or thresholds else "WARN"
    if least is not None and ORDER.index(report.decision) < ORDER.index(least):
        failures.append(f"verdict: {report.decision}, not {least} or better")
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rsplit(" ", 1)[0]
    asserted.append(Asserted(report, tuple(failures), test))
    if failures:
        raise AssertionError("\n".join([*failures, *_why(report)]))
    return report


def close() -> None:
    """Ends the programs that assertions have started."""
    with _lock:
        while _reporters:
            _reporters.popitem()[1].close()


def _short(name: str, metric: Metric, limit: float) -> Optional[str]:
    score = metric["score"]
    if score is None:
        why = metric.get("error") or metric.get("not_applicable") or "it has no score"
        return f"{name}: {why}"
    lower = metric["better"] == "lower"
    if score > limit if lower else score < limit:
        return f"{name}: {score:.2f}, {'more' if lower else 'less'} than {limit:g}"
    return None


def _why(report: Report) -> List[str]:
    lines = [f"because {why}" for why in report.verdict["because"]]
    lines += [
        f"cap {cap['slug']}: {cap['metric']} at most {cap['limit']:g} ({cap['observed']})"
        for cap in report.caps
        if cap["fired"] and cap["binding"]
    ]
    for name, metric in report.metrics.items():
        for label in metric["labels"]:
            if label["label"] in ("unsupported", "severe", "extraneous"):
                words = ", ".join(repr(span["text"]) for span in label["summary"]) or label.get("text", "")
                lines.append(f"{name}: {label['label']}: {words}")
    return list(dict.fromkeys(lines))
