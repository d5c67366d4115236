"""An order that a person sets by hand, and the warning once results have changed.

It starts from the computed order. With it goes a fingerprint of the results it was set
for, so that a later result is noticed, whoever entered it. The fingerprint is of what
standings are made of, not of records: whatever changes anybody's points is in it (a bye
of a team, who sat at which board, another scoring), and nothing else is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.standings.field import NOBODY
from syncd.standings.standings import contest_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Tournament
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field


@dataclass(frozen=True, slots=True)
class ManualOrder:
    """Everybody in the order that a person has set.

    Attributes:
        numbers: start or team numbers, first place first.
        results: fingerprint of the results when it was set or last agreed to.
        round: after which round it was set, 0 = unknown. It holds from then on; the
            standings after an earlier round stay those computed.
    """

    numbers: tuple[int, ...]
    results: str
    round: int = 0


BANNER: Final = Text(
    "This order was set by hand. It is not what the tie-breaks give.",
    "Diese Reihenfolge ist von Hand gesetzt. Sie folgt nicht aus den Feinwertungen.",
)
"""To stand on every page and print as long as such an order holds."""


def started(
    numbers: tuple[int, ...], tournament: Tournament, after_round: int = 0
) -> ManualOrder:
    """Return an order to begin with.

    Args:
        numbers: in the order computed, as `ties.placed` has it.
        tournament: with the results of now.
        after_round: from which round on it holds; 0 = from the first one on.
    """
    return ManualOrder(numbers, fingerprint(tournament), after_round)


def moved(order: ManualOrder, number: int, place: int) -> ManualOrder:
    """Return the order with somebody at another place.

    Args:
        order: as it was.
        number: who is moved; somebody who is not in it is put in.
        place: from 1; what is beyond either end is the end.
    """
    others = [each for each in order.numbers if each != number]
    at = max(0, place - 1)
    return replace(order, numbers=(*others[:at], number, *others[at:]))


def agreed(order: ManualOrder, tournament: Tournament) -> ManualOrder:
    """Return the order as one that is meant for the results of now."""
    return replace(order, results=fingerprint(tournament))


def outdated(order: ManualOrder, tournament: Tournament) -> Text | None:
    """Return the warning that results have changed since, None if none has."""
    return None if order.results == fingerprint(tournament) else _CHANGED


def fingerprint(tournament: Tournament) -> str:
    """Return what changes with any pairing, result, or value of a result.

    The order of the file, names and ratings do not matter, numbers do.
    """
    parts = sorted(_parts(contest_of(tournament)))
    return sha256("\n".join(parts).encode()).hexdigest()


def _parts(contest: Contest) -> Iterator[str]:
    """Yield what standings are made of, by numbers."""
    first, other = contest.primary, contest.secondary
    yield repr(("", contest.primary_basis, first.is_predetermined, first.edition.value))
    for field in (first, other) if other else (first,):
        yield repr(("", field is other, field.rounds, field.win, field.draw))
        for index, number in enumerate(field.numbers):
            yield repr((number, field is other, _row(field, index)))
    for number, boards in zip(first.numbers, contest.boards, strict=False):
        yield repr((number, boards))


def _row(field: Field, index: int) -> tuple[object, ...]:
    """Return the rounds of one participant and what they gave."""
    met = [0 if one == NOBODY else field.numbers[one] for one in field.opponents[index]]
    given = [*field.points[index]], [*field.extra.get(index, ())]
    return met, field.kinds[index], *given, field.top.get(index, 0)


_CHANGED: Final = Text(
    "Results have changed since this order was set by hand. Look at it again, or "
    "switch it off.",
    "Seit diese Reihenfolge von Hand gesetzt wurde, haben sich Ergebnisse geändert. "
    "Bitte prüfen oder abschalten.",
)
