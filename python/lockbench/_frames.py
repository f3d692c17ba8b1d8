"""Scores as columns of a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, TypeVar

from ._process import Options, Rubric, Scorer
from ._results import CaseError
from ._rows import is_lazy

if TYPE_CHECKING:
    from typing_extensions import Unpack

Frame = TypeVar("Frame")


def score_frame(frame: Frame, rubric: Rubric = "judge-lock", **how: Unpack[Options]) -> Frame:
    """The frame (of pandas or polars) with the scores of its rows in new columns.

    These are `RUBRIC.decision`, `RUBRIC.score`, `RUBRIC.mean`, `RUBRIC.caps` (with spaces between), a column
    `RUBRIC.METRIC` for each metric, and `error`, which says why a row has none. The other arguments are those of
    `Scorer`. A LazyFrame of polars is collected, and comes back as one. Raises ValueError where a row holds several
    summaries: `score` gives a result for each of them.
    """
    if is_lazy(frame):
        collected = score_frame(frame.collect(), rubric, **how)  # type: ignore[attr-defined]
        return collected.lazy()  # type: ignore[no-any-return]
    size = len(frame)  # type: ignore[arg-type]
    numbers: Dict[str, List[Optional[float]]] = {}
    texts: Dict[str, List[Optional[str]]] = {}
    errors: List[Optional[str]] = [None] * size
    with Scorer(rubric, errors="return", **how) as scorer:
        for result in scorer.iterate(frame):
            if isinstance(result, CaseError):
                errors[result.row] = result.error
                continue
            by = result.rubric
            decisions = texts.setdefault(f"{by}.decision", [None] * size)
            if decisions[result.row] is not None:
                raise ValueError(f"row {result.row} holds several summaries: use `score`, which gives each a result")
            decisions[result.row] = result.decision
            for name, value in {"score": result.score, "mean": result.mean, **result.metrics}.items():
                numbers.setdefault(f"{by}.{name}", [None] * size)[result.row] = value
            texts.setdefault(f"{by}.caps", [None] * size)[result.row] = " ".join(result.caps)
    texts["error"] = errors
    scored: Frame = _joined(frame, numbers, texts)
    return scored


def _joined(
    frame: Any, numbers: Dict[str, List[Optional[float]]], texts: Dict[str, List[Optional[str]]]
) -> Any:
    # Decisions first, then the numbers, then what explains them.
    behind = [name for name in texts if not name.endswith(".decision")]
    names = [*(name for name in texts if name not in behind), *numbers, *behind]
    if hasattr(frame, "with_columns"):
        import polars

        made = [
            polars.Series(name, numbers[name], dtype=polars.Float64)
            if name in numbers
            else polars.Series(name, texts[name], dtype=polars.String)
            for name in names
        ]
        return frame.with_columns(made)
    import pandas  # type: ignore[import-untyped,unused-ignore]

    columns = {
        name: pandas.Series(numbers[name], index=frame.index, dtype="float64")
        if name in numbers
        else pandas.Series(texts[name], index=frame.index, dtype=object)
        for name in names
    }
    return frame.assign(**columns)
