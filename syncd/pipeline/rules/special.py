"""Which tournaments have rules of their own, and which sections fit none of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.pipeline.rules.namepattern import fits
from syncd.pipeline.rules.policy import policy_of
from syncd.store import decisions, readmodels

if TYPE_CHECKING:
    from syncd.pipeline.context import Context
    from syncd.pipeline.rules.policy import Policy
    from syncd.store.readmodels import TournamentLine

OWN: Final = frozenset({"tournament", "command"})
"""Places of values that are said of single tournaments."""


@dataclass(frozen=True, slots=True)
class Special:
    """Tournaments with rules of their own.

    Attributes:
        tournaments: each with its policy.
        idle: patterns of `[[tournaments]]` sections that fit no tournament so far.
    """

    tournaments: tuple[tuple[TournamentLine, Policy], ...]
    idle: tuple[str, ...]


def load_special(context: Context) -> Special:
    """Return the tournaments that have rules of their own."""
    settings = context.settings
    with context.store.read() as session:
        lines = readmodels.list_tournaments(session)
        found = [
            (
                line,
                policy_of(
                    settings, line.source, line.name,
                    decisions.load_decisions(session, line.id),
                ),
            )
            for line in lines
        ]  # fmt: skip
    return Special(
        tuple((line, policy) for line, policy in found if own_keys(policy)),
        tuple(
            section.match
            for section in settings.tournaments
            if not any(
                section.source in {"", line.source} and fits(section.match, line.name)
                for line in lines
            )
        ),
    )


def own_keys(policy: Policy) -> tuple[str, ...]:
    """Return the names of the values that are said of the tournament itself."""
    return tuple(key for key, one in policy.origins.items() if one.place in OWN)
