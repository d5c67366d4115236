"""Values of the model to plain JSON and back, by the annotations of their classes.

A new attribute of the model is thereby stored and read without a line of code. What
JSON cannot hold as it is has one form: a date is `YYYY-MM-DD`, an enumeration its
value, a tuple a list, a record an object without the attributes that are defaults.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from syncd.formats.json_object import as_integer, as_list, as_text

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

_Record = TypeVar("_Record")


def to_plain(value: object) -> object:
    """Return a value of the model as JSON knows it."""
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, dt.date):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return changed(value)
    return value


def changed(
    record: object, *, leave_out: frozenset[str] = frozenset()
) -> dict[str, object]:
    """Return the attributes of a record that are not the model's defaults."""
    return {
        field.name: to_plain(getattr(record, field.name))
        for field in fields(record)  # type: ignore[arg-type] # any dataclass
        if field.name not in leave_out
        and getattr(record, field.name) != _default(field)
    }


def _default(field: Field[Any]) -> object:
    return MISSING if field.default_factory is not MISSING else field.default


def build(
    record: type[_Record], plain: object, given: Mapping[str, object] | None = None
) -> _Record:
    """Return the record that `changed` wrote.

    Args:
        record: class of the record.
        plain: the JSON object.
        given: attributes that were read already; their keys must not be there.

    Raises:
        ValueError: a key or a value is not one that the class knows.
        TypeError: it is no object, a value has another type or is missing.
    """
    if not isinstance(plain, dict):
        message = f"expected object, found {str(plain)[:40]!r}"
        raise TypeError(message)
    hints = _hints(cast("Hashable", record))
    unknown = set(plain) - (set(hints) - set(given or ()))
    if unknown:
        message = f"unknown keys: {', '.join(sorted(map(str, unknown)))}"
        raise ValueError(message)
    values = {key: read(hints[key], value) for key, value in plain.items()}
    return record(**values, **(given or {}))


@lru_cache(maxsize=64)
def _hints(record: Hashable) -> dict[str, Any]:
    return get_type_hints(record, localns={"dt": dt})


def read(hint: Any, value: object) -> object:  # noqa: ANN401 - any annotation
    """Return a value of the annotated type."""
    if isinstance(hint, UnionType):
        if value is None:
            return None
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
    if get_origin(hint) is tuple:
        return _read_tuple(get_args(hint), as_list(value))
    if is_dataclass(hint):
        return build(hint, value)  # type: ignore[arg-type] # a class, not a record
    return _read_plain(hint, value)


def _read_tuple(parts: tuple[Any, ...], values: list[object]) -> tuple[object, ...]:
    if len(parts) == 2 and parts[1] is Ellipsis:  # noqa: PLR2004 - `tuple[X, ...]`
        return tuple(read(parts[0], item) for item in values)
    return tuple(read(*pair) for pair in zip(parts, values, strict=True))


def _read_plain(hint: type, value: object) -> object:
    if hint is dt.date:
        return dt.date.fromisoformat(as_text(value))
    if hint is bool:
        if not isinstance(value, bool):
            message = f"expected true or false, found {str(value)[:40]!r}"
            raise TypeError(message)
        return value
    if issubclass(hint, Enum):
        return hint(as_text(value))
    return as_integer(value) if hint is int else as_text(value)
