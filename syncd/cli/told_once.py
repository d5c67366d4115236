"""What is told once: findings that another finding on the same files explains.

A TRF with mixed-up loops contradicts itself in hundreds of games, and each gate would
say so in its own words. What helps is the one sentence on the cause.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.model.findings import Severity
from syncd.rating.reason import Why

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.findings import Finding

_SINGLE_GAMES: Final = frozenset(
    {"report.one_sided", "report.open_game", "G13", "G22", "G27"}
)
_ANY_GAMES: Final = _SINGLE_GAMES | {
    "report.lost_games", Why.LOST_GAMES, Why.OPEN_GAMES, Why.CONTRADICTION,
    Why.ZERO_ZERO, Why.REPEATED_PAIRS, Why.MISSING_PAIRS, Why.REPEATED_MATCHES,
    Why.MISSING_MATCHES, Why.BOARD_POINTS,
}  # fmt: skip
_NO_KIND: Final = frozenset({"trf.kind", "T02"})
_EXPLAINED: Final = {
    "trf.loops": _ANY_GAMES,
    "clm.home_impossible": _SINGLE_GAMES,
    "clm.home_open": _SINGLE_GAMES,
    "clm.home_too_many": _SINGLE_GAMES,
    Why.KIND: _NO_KIND,
    "trf.kind": frozenset({"T02"}),
}
"""Code of a cause -> codes of the errors that only repeat it."""


def told_once(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, each once, without errors that another one explains."""
    once = dict.fromkeys(findings)
    causes = {item.code for item in once if item.severity is not Severity.INFO}
    explained = frozenset[str]().union(
        *(codes for cause, codes in _EXPLAINED.items() if cause in causes)
    )
    return [
        item
        for item in once
        if item.severity is not Severity.ERROR or item.code not in explained
    ]
