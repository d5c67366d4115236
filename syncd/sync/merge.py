"""How an export becomes the next state of its tournament.

With a single source the export is the truth, with two exceptions: a poorer variant of
the same export (the plain FIDE form) never empties what the richer one filled, and an
export that loses most of what was there is refused.

Source: docs/architecture.md, "Identity".
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Final, TypeVar

from syncd.bilingual import Text
from syncd.errors import MassRemovalError
from syncd.model.pairing_rules import PairingRules
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.sync.persons import folded, link

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_LOST_PERCENT: Final = 50
"""An export that lacks more than this share of players or played games is refused."""

_Record = TypeVar("_Record", Tournament, Entrant)
_ALWAYS_THEIRS: Final = {
    "entrants",
    "pairings",
    "missing_results",
    "played_zeros",
    "points_x10",
    "rank",
}
"""Fields in which an empty value of the new export is information, not a loss."""


def merge_export(
    theirs: Tournament,
    head: Tournament,
    *,
    most_lost_percent: int = MOST_LOST_PERCENT,
) -> Tournament:
    """Return the next state: the export, with its empty fields filled from the head.

    Args:
        theirs: the tournament as the export has it.
        head: the tournament as it stands.
        most_lost_percent: share of players or played games that may be lost.

    Raises:
        MassRemovalError: more players or played games would vanish, or most players
            are other persons.
    """
    _refuse_mass_removal(theirs, head, most_lost_percent)
    refuse_strangers(theirs, head)
    return fill_from(theirs, head)


def fill_from(new: Tournament, old: Tournament) -> Tournament:
    """Return the new state with its empty fields filled from the old one.

    Args:
        new: counts wherever it says something; its pairings always count.
        old: fills fields of the tournament and of the same persons.
    """
    known = {entrant.id: entrant for entrant in old.entrants}
    entrants = tuple(_enriched(entrant, known) for entrant in new.entrants)
    return replace(_filled(new, old), entrants=entrants)


def _enriched(entrant: Entrant, known: Mapping[int, Entrant]) -> Entrant:
    """Fill the entrant from the same start number if it is the same person."""
    before = known.get(entrant.id)
    if before is None:
        return entrant
    names = (before.surname, before.forename), (entrant.surname, entrant.forename)
    return _filled(entrant, before) if names[0] == names[1] else entrant


def _filled(new: _Record, old: _Record) -> _Record:
    kept = {
        item.name: getattr(old, item.name)
        for item in fields(new)
        if item.name not in _ALWAYS_THEIRS and _is_empty(getattr(new, item.name))
    }
    return replace(new, **kept)


def _is_empty(value: object) -> bool:
    """Return whether an export says nothing here; unset dates of rounds say nothing."""
    if isinstance(value, tuple):
        return all(item is None for item in value)
    return value in {None, "", PairingRules()} or value is Kind.UNKNOWN


def _refuse_mass_removal(
    theirs: Tournament, head: Tournament, most_percent: int
) -> None:
    refuse_loss(PLAYERS, len(head.entrants), len(theirs.entrants), most_percent)
    refuse_loss(GAMES, _played(head), _played(theirs), most_percent)


PLAYERS: Final = Text("players", "Spieler")
GAMES: Final = Text("played games", "gespielte Partien")


def refuse_loss(what: Text, before: int, now: int, most_percent: int) -> None:
    """Refuse an export that lacks too much.

    Args:
        what: what is counted.
        before: how many there were.
        now: how many of them are left.
        most_percent: share that may be lost, 0 to 100.

    Raises:
        MassRemovalError: more is lost.
    """
    if now * 100 < before * (100 - most_percent):
        raise MassRemovalError(
            Text(
                f"This export has {now} {what.en}, the tournament had {before}: it is "
                "not taken over. Check it in CLM and export again.",
                f"Dieser Export hat {now} {what.de}, das Turnier hatte {before}: er "
                "wird nicht übernommen. Bitte in CLM prüfen und neu exportieren.",
            )
        )


def refuse_strangers(theirs: Tournament, head: Tournament) -> None:
    """Refuse an export of other persons: two leagues may have one name and one day.

    Raises:
        MassRemovalError: most players are not those of the tournament.
    """
    least = min(len(theirs.entrants), len(head.entrants))
    known = {one.id: one for one in head.entrants}
    same = sum(_is_named_as(one, known.get(one.id)) for one in theirs.entrants)
    if 2 * same < least:
        same = len(link(head.entrants, theirs.entrants))
    if 2 * same < least:
        raise MassRemovalError(
            Text(
                f"Only {same} of {least} players of this export are known in this "
                "tournament: it is another one of the same name and day, and is not "
                "taken over. Give one of the two another name in CLM and export again.",
                f"Von {least} Spielern dieses Exports kennt dieses Turnier nur {same}: "
                "Es ist ein anderes mit demselben Namen und Tag und wird nicht "
                "übernommen. Bitte einem von beiden in CLM einen anderen Namen geben "
                "und neu exportieren.",
            )
        )


def _is_named_as(one: Entrant, two: Entrant | None) -> bool:
    if two is None:
        return False
    names = (one.surname, one.forename), (two.surname, two.forename)
    return names[0] == names[1] or folded(one) == folded(two)


def _played(tournament: Tournament) -> int:
    return sum(game.is_played for game in tournament.pairings.games())
