"""A fault whose words are only made if somebody will read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.model.findings import Finding


class Fault(NamedTuple):
    """One place where a rule is broken; a broken file may have a hundred thousand.

    Attributes:
        code: the rule.
        path: the place.
        finding: makes the finding, an error of this code at this path.
    """

    code: str
    path: str
    finding: Callable[[], Finding]
