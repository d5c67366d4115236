"""Placeholders: `{file_uuid}` in a portal's settings stands for that of each report.

Only braces around a lower-case word are placeholders, so that JSON in a form field
stays what it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KNOWN: Final = (
    "file_uuid",
    "tournament_uuid",
    "label",
    "end",
    "players",
    "games",
    "organiser_vkz",
    "sender",
)
"""What a report can fill in; nothing that says anything about a person."""

_NAME: Final = re.compile(r"\{([a-z][a-z_]*)\}")


def names_in(template: str) -> list[str]:
    """Return the names of the placeholders in the order in which they stand."""
    return _NAME.findall(template)


def fill(
    template: str, values: Mapping[str, str], quote: Callable[[str], str] = str
) -> str:
    """Return the template with values for its placeholders.

    Args:
        template: text with `{name}` in it.
        values: by name.
        quote: makes a value harmless where the template is used.

    Raises:
        KeyError: with the name of a placeholder that has no value, or an empty one.
    """

    def value(match: re.Match[str]) -> str:
        text = values.get(match[1], "")
        if not text:
            raise KeyError(match[1])
        return quote(text)

    return _NAME.sub(value, template)
