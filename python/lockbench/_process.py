"""One program, fed line by line, and what becomes of its cases where it dies."""

from __future__ import annotations

import json
import logging
import os
import queue
import re
import subprocess
import threading
import weakref
from collections import deque
from dataclasses import dataclass
from types import TracebackType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Deque,
    Dict,
    Generic,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Type,
    TypedDict,
    TypeVar,
    Union,
    overload,
)

from ._binary import binary
from ._results import CaseError, LockbenchError, Report, Scores
from ._rows import rows, split

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T", Scores, Report)
Self = TypeVar("Self", bound="_Judging[Any]")
Errors = Literal["raise", "return"]

WINDOW = 256
"""Cases that are with the program, or wait for it: enough to keep each of its threads busy."""
ROOM = 64 << 20
"""Bytes that these may have together; a single one may have more."""
TRIES = 2
"""Programs that may die with a case that they have alone before the case is to blame."""
VAIN = 10
"""Programs that may die in a row without a result before it is the program's fault and no case's."""
USAGE = 2
"""The program's exit status where it cannot do what it is asked to."""

_WHERE = re.compile(r"stdin:(\d+):\d+")
_log = logging.getLogger("lockbench")


class _Process:
    """The program, its two pipes, and the threads that empty what it writes, so that it never waits for us."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.popen = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise LockbenchError(f"{command[0]} cannot be started: {error}") from None
        self.sent = 0
        self.answered = False
        # None is the end.
        self.lines: queue.SimpleQueue[Optional[bytes]] = queue.SimpleQueue()
        self.stderr_lines: Deque[str] = deque(maxlen=20)
        popen, lines, stderr_lines = self.popen, self.lines, self.stderr_lines
        self._threads = [
            threading.Thread(target=_gather, args=(popen.stdout, lines), daemon=True),
            threading.Thread(target=_listen, args=(popen.stderr, stderr_lines), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._end = weakref.finalize(self, _kill, popen)

    def send(self, body: bytes) -> int:
        """Writes a case whose id is the number of its line; returns that."""
        self.sent += 1
        begin = b'{"id":"%d"' % self.sent
        line = begin + (b"}" if body == b"{}" else b"," + body[1:]) + b"\n"
        assert self.popen.stdin is not None
        try:
            self.popen.stdin.write(line)
            self.popen.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass  # It died: what it wrote before comes first, then the end.
        return self.sent

    def death(self) -> str:
        """How it ended, in words."""
        code = self.popen.wait()
        for thread in self._threads:
            thread.join(timeout=1)
        how = f"by signal {-code}" if code < 0 else f"with exit status {code}"
        last = self.stderr_lines[-1] if self.stderr_lines else "nothing was written to stderr"
        return f"lockbench ended {how}: {last}"

    def close(self) -> None:
        self._end()


def _gather(stdout: Any, lines: "queue.SimpleQueue[Optional[bytes]]") -> None:
    with stdout:
        for line in stdout:
            # A line without its end was cut off.
            if line.endswith(b"\n"):
                lines.put(line)
    lines.put(None)


def _listen(stderr: Any, lines: Deque[str]) -> None:
    with stderr:
        for line in stderr:
            text = line.decode(errors="replace").rstrip()
            lines.append(text)
            _log.debug("%s", text)


def _kill(popen: "subprocess.Popen[bytes]") -> None:
    popen.kill()
    popen.wait()
    if popen.stdin is not None:
        try:
            popen.stdin.close()
        except OSError:
            pass  # What was still to be written is of no use.


@dataclass
class _Entry:
    """A case on its way, or a mark: a record without texts, whose error tells that all before it is answered."""

    row: int = -1
    id: str = ""
    body: bytes = b"{}"
    failed: Optional[str] = None
    """Why it cannot be sent at all."""
    line: int = 0
    """Its line in the present program, from 1; 0 until it is sent."""
    given: int = 0
    """Results that were handed out."""
    again: int = 0
    """Results that the present program wrote."""
    suspect: bool = False
    """Whether a program died while it was with it: it is sent alone now, with a mark of its own behind it."""
    tries: int = 0
    """Programs that died while they had it alone."""
    own: bool = False
    """Whether it is the mark of a suspect."""

    @property
    def is_mark(self) -> bool:
        return self.row < 0


class _Judging(Generic[T]):
    """Judges cases by one long-lived `lockbench` process. Close it, or use it in a `with` statement.

    rubric    a name, several, or "all"
    map       fields of a case that stand under other names: {"article": "body"}
    readings  readings of unclear rules: {"segments": "..."}; `lockbench rubric list` names them
    jobs      worker threads; one for each processor unless given
    options   further options of `lockbench score`, such as ["--literal"]
    errors    "raise" ends with the first case that cannot be scored; "return" hands its CaseError out in its place

    A program that dies is restarted and given what it had not answered. What kills it alone becomes a CaseError.
    One iteration at a time: a new one ends the one before. Not to be shared between threads or forked processes.
    """

    _format: ClassVar[str]

    def __init__(
        self,
        rubric: "Rubric" = "judge-lock",
        *,
        map: Optional[Mapping[str, str]] = None,
        readings: Optional[Mapping[str, str]] = None,
        jobs: Optional[int] = None,
        options: Sequence[str] = (),
        errors: Errors = "raise",
    ) -> None:
        if errors not in ("raise", "return"):
            raise ValueError(f'errors is "raise" or "return", not {errors!r}')
        columns = dict(map or {})
        self._id_field = columns.pop("id", None)
        names = rubric if isinstance(rubric, str) else ",".join(rubric)
        self._command = [binary(), "score", "-", "--format", self._format, "--rubric", names]
        if columns:
            self._command += ["--map", ",".join(f"{field}={column}" for field, column in columns.items())]
        for key, value in (readings or {}).items():
            self._command += ["--reading", f"{key}={value}"]
        if jobs is not None:
            self._command += ["--jobs", str(jobs)]
        self._command += options
        self._errors = errors
        self._process: Optional[_Process] = None
        self._turn = 0
        self._pid = os.getpid()
        self._clear()

    def _clear(self) -> None:
        self._waiting: Deque[_Entry] = deque()
        self._sent: Deque[_Entry] = deque()
        self._bytes = 0
        self._vain = 0
        """Programs that died in a row without a result."""

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program. The next iteration starts another."""
        # A forked process has no part in the program of the one that forked it.
        if self._process is not None and os.getpid() == self._pid:
            self._process.close()
            self._process = None
        self._clear()

    def one(self, case: Mapping[str, Any]) -> List[Union[T, CaseError]]:
        """The results of one case: one for each rubric."""
        return list(self.iterate([case]))

    def iterate(self, data: Any) -> Iterator[Union[T, CaseError]]:
        """The results of many cases, in their order, as they come: a frame, a table, or anything to iterate over.

        The data is read as results are taken, a few hundred cases ahead.
        """
        if os.getpid() != self._pid:
            raise LockbenchError("this scorer belongs to the process that made it; make one in each process")
        self._turn += 1
        turn = self._turn
        if self._sent or self._waiting:
            self.close()  # Of an iteration that was not taken to its end.
        try:
            for result in self._answers(data):
                if isinstance(result, CaseError) and self._errors == "raise":
                    raise result
                yield result
                if self._turn != turn:
                    raise RuntimeError("another iteration over the same scorer has begun since")
        finally:
            if self._turn == turn and (self._sent or self._waiting):
                self.close()

    def _answers(self, data: Any) -> Iterator[Union[T, CaseError]]:
        for row, case in enumerate(rows(data)):
            self._enter(row, case)
            if self._bytes > ROOM:
                self._waiting.append(_Entry())
                yield from self._take(0)
            else:
                yield from self._take(WINDOW)
        self._waiting.append(_Entry())
        yield from self._take(0)

    def _enter(self, row: int, case: Any) -> None:
        try:
            id, body = split(row, case, self._id_field)
            entry = _Entry(row, id, body)
        except ValueError as error:
            entry = _Entry(row, str(row), failed=str(error))
        self._bytes += len(entry.body)
        self._waiting.append(entry)

    def _take(self, most: int) -> Iterator[Union[T, CaseError]]:
        """What is answered; waits while more than `most` cases are not."""
        while self._waiting or self._sent:
            yield from self._pass_on()
            if self._process is None:
                return  # Nothing could be sent; all of it is reported.
            try:
                line = self._process.lines.get(block=len(self._sent) + len(self._waiting) > most)
            except queue.Empty:
                return
            yield from self._after_death() if line is None else self._read(line)

    def _pass_on(self) -> Iterator[CaseError]:
        """Sends what may be sent now."""
        while self._waiting and not (self._sent and (self._waiting[0].suspect or self._sent[0].suspect)):
            entry = self._waiting.popleft()
            self._send(entry)
            if entry.suspect:
                self._send(_Entry(own=True))
            yield from self._settle()

    def _send(self, entry: _Entry) -> None:
        if entry.failed is None:
            if self._process is None:
                self._process = _Process(self._command)
            entry.line = self._process.send(entry.body)
        self._sent.append(entry)

    def _settle(self) -> Iterator[CaseError]:
        """Hands out what failed here, once all before it is answered."""
        while self._sent and self._sent[0].failed is not None:
            entry = self._drop()
            yield CaseError(entry.row, entry.id, entry.failed or "")

    def _drop(self) -> _Entry:
        entry = self._sent.popleft()
        self._bytes -= len(entry.body)
        return entry

    def _read(self, line: bytes) -> Iterator[Union[T, CaseError]]:
        if self._process is not None:
            self._process.answered = True
        self._vain = 0
        record: Dict[str, Any] = json.loads(line)
        # An error may be about a line whose id could not be read.
        place = _WHERE.match(record["where"]) if "error" in record else None
        name, _, model = record["id"].partition(":")
        number = int(place[1] if place else name)
        # The order is kept: an answer to a later line says that the earlier ones have theirs.
        while self._sent and self._sent[0].line < number:
            self._drop()
            yield from self._settle()
        if not self._sent or self._sent[0].line != number:
            raise LockbenchError(f"lockbench answered what it was not asked: {line[:200]!r}")
        entry = self._sent[0]
        if entry.is_mark:
            self._drop()
            yield from self._settle()
            return
        entry.again += 1
        if entry.again <= entry.given:
            return  # A program that died since had given it.
        entry.given += 1
        id = f"{entry.id}:{model}" if model and name == str(number) else entry.id
        if "error" in record:
            yield CaseError(entry.row, id, _error_text(record["error"]), record.get("rubric"))
        else:
            yield self._result(entry.row, id, record)

    def _after_death(self) -> Iterator[CaseError]:
        process = self._process
        assert process is not None
        self._process = None
        death = process.death()
        process.close()
        if process.popen.returncode == USAGE:
            raise LockbenchError("\n".join(process.stderr_lines))
        self._vain = 0 if process.answered else self._vain + 1
        if self._vain >= VAIN:
            raise LockbenchError(f"{death} ({VAIN} times in a row without a result)")
        _log.warning("%s; it is restarted", death)
        cases = [entry for entry in self._sent if not entry.is_mark]
        if len(cases) == 1 and cases[0].suspect:
            cases[0].tries += 1
        if cases and cases[0].tries == TRIES:
            entry = self._drop()
            yield CaseError(entry.row, entry.id, f"{death} (each time that it was given this case)")
        for entry in self._sent:
            entry.line = entry.again = 0
            entry.suspect = not entry.is_mark
        self._waiting.extendleft(reversed([entry for entry in self._sent if not entry.own]))
        self._sent.clear()

    def _result(self, row: int, id: str, record: Dict[str, Any]) -> T:
        raise NotImplementedError


class Scorer(_Judging[Scores]):
    __doc__ = (_Judging.__doc__ or "").replace("Judges cases", "Gives the numbers of cases", 1)
    _format = "scores"

    def _result(self, row: int, id: str, record: Dict[str, Any]) -> Scores:
        return Scores(
            row,
            id,
            record["rubric"],
            record["signature"],
            record["decision"],
            _number(record["score"]),
            _number(record["mean"]),
            {key: _number(value) for key, value in record["metrics"].items()},
            tuple(record["caps"]),
            record["input"],
            record["judged_by"],
        )


class Reporter(_Judging[Report]):
    __doc__ = (_Judging.__doc__ or "").replace("Judges cases", "Gives whole reports of cases", 1)
    _format = "jsonl"

    def _result(self, row: int, id: str, record: Dict[str, Any]) -> Report:
        return Report(
            row,
            id,
            record["rubric"],
            record["signature"],
            record["metrics"],
            record["caps"],
            record["verdict"],
            record["disputed"],
            record["mismatches"],
            record.get("extra", {}),
            record["input"],
            record["judged_by"],
        )


def _error_text(error: Union[str, Dict[str, str]]) -> str:
    """What is wrong; an error that programs are to tell from others is an object."""
    return error if isinstance(error, str) else f"{error['slug']}: {error['message']}"


def _number(value: Union[int, float, None]) -> Optional[float]:
    return None if value is None else float(value)


class Options(TypedDict, total=False):
    """What `Scorer` takes besides the rubric and `errors`."""

    map: Mapping[str, str]
    readings: Mapping[str, str]
    jobs: int
    options: Sequence[str]


Rubric = Union[str, Sequence[str]]


@overload
def score(
    data: Any, rubric: Rubric = ..., *, errors: Literal["raise"] = ..., **how: Unpack[Options]
) -> Iterator[Scores]: ...
@overload
def score(
    data: Any, rubric: Rubric = ..., *, errors: Literal["return"], **how: Unpack[Options]
) -> Iterator[Union[Scores, CaseError]]: ...
def score(
    data: Any, rubric: Rubric = "judge-lock", *, errors: Errors = "raise", **how: Unpack[Options]
) -> Iterator[Any]:
    """The `Scores` of many cases, in their order, as they come; with errors="return" a `CaseError` among them.

    The data is a pandas or polars frame (lazy ones too), a `datasets` table, an Arrow table, or any iterable of mappings. The other
    arguments are those of `Scorer`: map, readings, jobs, options.
    """
    with Scorer(rubric, errors=errors, **how) as scorer:
        yield from scorer.iterate(data)


@overload
def report(
    data: Any, rubric: Rubric = ..., *, errors: Literal["raise"] = ..., **how: Unpack[Options]
) -> Iterator[Report]: ...
@overload
def report(
    data: Any, rubric: Rubric = ..., *, errors: Literal["return"], **how: Unpack[Options]
) -> Iterator[Union[Report, CaseError]]: ...
def report(
    data: Any, rubric: Rubric = "judge-lock", *, errors: Errors = "raise", **how: Unpack[Options]
) -> Iterator[Any]:
    """The same as `score`, with a whole `Report` in the place of each `Scores`."""
    with Reporter(rubric, errors=errors, **how) as reporter:
        yield from reporter.iterate(data)
