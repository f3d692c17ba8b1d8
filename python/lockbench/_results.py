"""What comes back: numbers, whole reports, and errors. `lockbench schema report` says what each field holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Mapping, Optional, Tuple, TypedDict, Union

Decision = Literal["PASS", "WARN", "FAIL", "INCOMPLETE", "ERROR"]


class LockbenchError(Exception):
    """The program is missing, was called in a way that it does not understand, or does not run."""


class CaseError(LockbenchError):
    """A case, or its judgement by one rubric, that came to nothing."""

    def __init__(self, row: int, id: str, error: str, rubric: Optional[str] = None) -> None:
        super().__init__(row, id, error, rubric)
        self.row = row
        """Number of the case in what was given, from 0."""
        self.id = id
        self.error = error
        """What is wrong."""
        self.rubric = rubric
        """The rubric that it is about; None for all of them."""

    def __str__(self) -> str:
        return f"row {self.row} ({self.id}): {self.error}"


@dataclass(frozen=True)
class Scores:
    """The numbers of one case by one rubric."""

    row: int
    """Number of the case in what was given, from 0."""
    id: str
    """The case's own id, else the number of its row."""
    rubric: str
    signature: str
    """The rubric, its version, the readings that were changed from their default, and who judged unless that is the engine."""
    decision: Decision
    score: Optional[float]
    """The headline number."""
    mean: Optional[float]
    """The mean of the metrics, for the locks."""
    metrics: Mapping[str, Optional[float]]
    """Each metric after its caps; None where it is not applicable or in error."""
    caps: Tuple[str, ...]
    """The caps that fired."""
    input: str
    """A hash of the texts that were judged."""
    judged_by: str
    """engine, judge:NAME, labels:FILE, person:NAME, or mixed."""


class Span(TypedDict):
    """Characters of a text, half open, as Python counts them."""

    start: int
    end: int
    text: str


# A step of the arithmetic, with names and with numbers. `with` is a keyword, so it cannot be written as a class.
Step = TypedDict("Step", {"name": str, "formula": str, "with": str, "value": Optional[float]})


class _LabelAlways(TypedDict):
    id: str
    label: Union[str, bool, None]
    by: str
    proposed: Union[str, bool, None]
    why: List[str]
    p: Optional[float]
    article: List[Span]
    summary: List[Span]


class Label(_LabelAlways, total=False):
    """What a score was computed from."""

    text: str
    question: str
    answer: str
    kind: str


class _MetricAlways(TypedDict):
    raw: Optional[float]
    score: Optional[float]
    range: List[Optional[float]]
    better: Literal["higher", "lower"]
    parts: Dict[str, Union[float, str, bool, None]]
    steps: List[Step]
    labels: List[Label]
    notes: List[str]


class Metric(_MetricAlways, total=False):
    """A metric with its arithmetic."""

    error: str
    not_applicable: str


class _CapAlways(TypedDict):
    slug: str
    metric: str
    limit: float
    rule: str
    observed: str
    fired: Optional[bool]
    binding: bool
    before: Optional[float]
    after: Optional[float]
    because: List[str]


class Cap(_CapAlways, total=False):
    """A rule that limits a metric, and what it did."""

    reason: str
    distance: str
    p: float


class _VerdictAlways(TypedDict):
    decision: Decision
    score: Optional[float]
    mean: Optional[float]
    because: List[str]
    flips: List[Dict[str, Any]]


class Verdict(_VerdictAlways, total=False):
    """The decision, and the fewest changes of labels that would turn it."""

    p: Optional[Dict[str, float]]


@dataclass(frozen=True)
class Report:
    """All that is known of one case by one rubric, with the steps of its arithmetic and the words it rests on."""

    row: int
    """Number of the case in what was given, from 0."""
    id: str
    """The case's own id, else the number of its row."""
    rubric: str
    signature: str
    metrics: Mapping[str, Metric]
    caps: List[Cap]
    verdict: Verdict
    disputed: List[str]
    """Readings under which the verdict differs."""
    mismatches: List[Dict[str, Any]]
    """Where claims differ from the article."""
    extra: Mapping[str, Any]
    """Fields of the case that nothing read."""
    input: str
    """A hash of the texts that were judged."""
    judged_by: str
    """engine, judge:NAME, labels:FILE, person:NAME, or mixed."""

    @property
    def decision(self) -> Decision:
        """The verdict's decision, as `Scores` has it."""
        return self.verdict["decision"]
