"""A tournament made fit for CLM's importer, before it is written.

Everything becomes ASCII, a pairing that only one of the two rows names becomes an entry
without opponent, teams go. What that costs is found by reading the file again.

Source: CLM's source, site/clm/api/db_trf_import.php.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, TypeVar

from syncd.formats.trf.writing.ascii_letters import to_ascii
from syncd.model.pairings import NO_COLOUR, Cells, Pairings
from syncd.model.tournament import Entrant, Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping

_Record = TypeVar("_Record", Entrant, Tournament)


def for_clm(tournament: Tournament) -> Tournament:
    """Return the tournament as CLM can take it."""
    return replace(
        _texts_in_ascii(tournament),
        is_team=False,
        teams=(),
        deputies=tuple(map(to_ascii, tournament.deputies)),
        parameters=tuple(
            (to_ascii(key), to_ascii(value)) for key, value in tournament.parameters
        ),
        entrants=tuple(map(_texts_in_ascii, tournament.entrants)),
        pairings=_mutual(tournament.pairings),
    )


def _texts_in_ascii(record: _Record) -> _Record:
    changed: dict[str, str] = {}
    for field in fields(record):
        value = getattr(record, field.name)
        # Enumerations are texts, too, and stay.
        if type(value) is str and not value.isascii():
            changed[field.name] = to_ascii(value)
    if not changed:
        return record
    return replace(record, **changed)  # type: ignore[arg-type] # texts for texts


def _mutual(pairings: Pairings) -> Pairings:
    """Return the pairings without those that only one row names."""
    rows = pairings.rows
    changed = {number: _mutual_row(number, rows) for number in rows}
    return Pairings(pairings.rounds, changed)


def _mutual_row(number: int, rows: Mapping[int, Cells]) -> Cells:
    cells = rows[number]
    opponents = tuple(
        other if other in rows and rows[other].opponents[index] == number else 0
        for index, other in enumerate(cells.opponents)
    )
    if opponents == cells.opponents:
        return cells
    colours = "".join(
        colour if one == two else NO_COLOUR
        for colour, one, two in zip(
            cells.colours, opponents, cells.opponents, strict=True
        )
    )
    return Cells(opponents, colours, cells.results)
