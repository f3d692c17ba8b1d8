"""Judge summaries against their articles by the rubrics of lockbench.

    import lockbench

    for scores in lockbench.score(cases):        # mappings, a pandas or polars frame, a `datasets` table, an Arrow table
        print(scores.id, scores.decision, scores.metrics)

Everything is computed by one `lockbench` process, which is fed and read line by line: no temporary files, and no more
than a few hundred cases in memory. Fields of a case have the names that `lockbench score` takes.
"""

from __future__ import annotations

from ._assert import assert_summary
from ._binary import binary
from ._frames import score_frame
from ._process import Reporter, Scorer, report, score
from ._results import (
    Cap,
    CaseError,
    Label,
    LockbenchError,
    Metric,
    Report,
    Scores,
    Span,
    Step,
    Verdict,
)

__all__ = [
    "Cap",
    "CaseError",
    "Label",
    "LockbenchError",
    "Metric",
    "Report",
    "Reporter",
    "Scorer",
    "Scores",
    "Span",
    "Step",
    "Verdict",
    "assert_summary",
    "binary",
    "report",
    "score",
    "score_frame",
]
