"""Reading JSON into typed values: each key is asked for once, none is left over.

Source of the values is a file that somebody may have changed, so every value is checked
for its type; a wrong one is a `TypeError` that names the key.
"""

from __future__ import annotations


class JsonObject:
    """A JSON object whose keys are taken one by one.

    Args:
        value: what `json.loads` returned.

    Raises:
        TypeError: the value is not an object.
    """

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise TypeError(_wrong("object", value))
        self._rest: dict[str, object] = dict(value)

    def integer(self, key: str, default: int | None = None) -> int:
        """Return a whole number; without a default the key must be there."""
        return as_integer(self._rest.pop(key, default))

    def list(self, key: str) -> list[object]:
        """Return a list, empty if the key is missing."""
        return as_list(self._rest.pop(key, []))

    def value(self, key: str) -> object:
        """Return whatever stands there, None if the key is missing."""
        return self._rest.pop(key, None)

    def finish(self) -> None:
        """Check that every key was asked for.

        Raises:
            ValueError: there are keys that nobody knows.
        """
        if self._rest:
            message = f"unknown keys: {', '.join(sorted(self._rest))}"
            raise ValueError(message)


def as_text(value: object) -> str:
    """Return a string that can be written as UTF-8.

    Raises:
        TypeError: it is not a string.
        ValueError: it holds half of a surrogate pair.
    """
    if not isinstance(value, str):
        raise TypeError(_wrong("string", value))
    value.encode()
    return value


def as_integer(value: object) -> int:
    """Return a whole number.

    Raises:
        TypeError: it is something else, true and false included.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(_wrong("whole number", value))
    return value


def as_list(value: object) -> list[object]:
    """Return a list.

    Raises:
        TypeError: it is something else.
    """
    if not isinstance(value, list):
        raise TypeError(_wrong("list", value))
    return value


def _wrong(expected: str, value: object) -> str:
    return f"expected {expected}, found {str(value)[:40]!r}"
