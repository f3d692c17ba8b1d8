"""Cases out of whatever holds them, and each as a line for the program."""

from __future__ import annotations

import codecs
import json
from typing import Any, Dict, Iterator, Mapping, Optional, Tuple

ID_FIELDS = ("id", "hash", "doc_id", "guid", "gem_id")
"""The names of a case's id, in the order in which the program tries them."""


def rows(data: Any) -> Iterator[Any]:
    """The rows of a frame or a table, or the items of anything else, one at a time."""
    if hasattr(data, "iter_rows"):  # polars
        return iter(data.iter_rows(named=True))
    if is_lazy(data):
        # Batch by batch where this polars can, so that the rows are never all in memory.
        batches = data.collect_batches() if hasattr(data, "collect_batches") else [data.collect()]
        return (row for batch in batches for row in batch.iter_rows(named=True))
    if hasattr(data, "itertuples"):  # pandas
        names = [str(name) for name in data.columns]
        columns = [data.iloc[:, at] for at in range(len(names))]
        return (dict(zip(names, values)) for values in zip(*columns)) if columns else iter([{}] * len(data))
    if hasattr(data, "to_batches") and hasattr(data, "schema"):  # Arrow
        return (row for batch in data.to_batches() for row in batch.to_pylist())
    if isinstance(data, Mapping):
        raise TypeError(f"one mapping is not a list of cases: give [case], or one of its tables ({_some(data)})")
    if isinstance(data, (str, bytes)):
        raise TypeError("a path or a text is not a list of cases: `lockbench score FILE` reads files")
    return iter(data)


def is_lazy(data: Any) -> bool:
    """Whether this is a LazyFrame of polars, which has no rows before it is collected."""
    return hasattr(data, "collect") and hasattr(data, "lazy") and not hasattr(data, "iter_rows")


def _some(data: Mapping[Any, Any]) -> str:
    return ", ".join(str(key) for key in list(data)[:5])


def split(row: int, case: Any, id_field: Optional[str]) -> Tuple[str, bytes]:
    """The id of a case, and all its other fields as a JSON object.

    Raises ValueError where the case cannot be written as JSON.
    """
    if not isinstance(case, Mapping):
        raise ValueError(f"a case is a mapping of fields, not {_kind(case)}")
    fields: Dict[str, Any] = {str(key): value for key, value in case.items() if not _is_missing(value)}
    name = next((name for name in ([id_field] if id_field else ID_FIELDS) if fields.get(name) is not None), None)
    id = str(row) if name is None else str(fields.pop(name))
    fields.pop("id", None)
    text = "{" + ",".join(_field(key, value) for key, value in fields.items()) + "}"
    # Half a surrogate pair is escaped again, so that the program says where it stands.
    return id, text.encode(errors="lockbench.escaped")


def _field(key: str, value: Any) -> str:
    try:
        text = json.dumps(value, default=plain, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"the field `{key}` cannot be written as JSON: {error}") from None
    return f"{json.dumps(key)}:{text}"


def _escaped(error: UnicodeError) -> Tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    lone = error.object[error.start : error.end]
    return "".join(f"\\u{ord(char):04x}" for char in lone), error.end


codecs.register_error("lockbench.escaped", _escaped)


def _is_missing(value: Any) -> bool:
    """NaN, NaT and NA, which frames have in the place of a value. None is JSON's null."""
    return (isinstance(value, float) and value != value) or type(value).__name__ in ("NAType", "NaTType")


def plain(value: Any) -> Any:
    """Values of other libraries as those that JSON has."""
    if hasattr(value, "tolist"):  # numpy
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"JSON has nothing for {_kind(value)}")


def _kind(value: Any) -> str:
    return f"a value of type `{type(value).__name__}`"
