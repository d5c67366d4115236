"""Which of many reports, written by whatever program, is of the same tournament.

The tournamentUUID decides where it is known. Else the same is asked as of two exports
of one tournament, and a report with other days is recognised by its games.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.formats.dwzxml.loose_report import read_report
from syncd.formats.dwzxml.tolerant import read_xml
from syncd.rating.substance import substance
from syncd.sync.kinship import is_same
from syncd.sync.persons import folded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.formats.dwzxml.elements import Report
    from syncd.model.tournament import Tournament

_LONG_AGO: Final = dt.datetime(1900, 1, 1, tzinfo=dt.UTC)


class Known(NamedTuple):
    """A report as it can be compared with others.

    Attributes:
        name: of its file.
        report: what it says.
        tournament: likewise, as an export.
        persons: folded names of its players.
        games: what counts of its games.
    """

    name: str
    report: Report
    tournament: Tournament
    persons: frozenset[str]
    games: frozenset[tuple[object, ...]]

    @property
    def created(self) -> dt.datetime:
        """When it was made, as far as it says so."""
        return self.report.header.created if self.report.header else _LONG_AGO


def read_known(name: str, data: bytes) -> Known:
    """Return a report of any program.

    Args:
        name: of its file.
        data: the whole file.

    Raises:
        FormatError: it cannot be read.
    """
    report, tournament = read_report(data), read_xml(data).tournament
    return Known(
        name,
        report,
        tournament,
        frozenset(map(folded, tournament.entrants)),
        substance(report.payload),
    )


def counterpart(ours: Known, others: Sequence[Known]) -> Known | None:
    """Return the newest report of the same tournament, None if there is none.

    Args:
        ours: the report that is looked for.
        others: in the order in which their files were written.
    """
    uuid = ours.report.tournament_uuid
    same = [item for item in others if item.report.tournament_uuid == uuid]
    same = same or [item for item in others if _is_same_tournament(ours, item)]
    return max(reversed(same), key=lambda item: item.created, default=None)


def _is_same_tournament(ours: Known, other: Known) -> bool:
    common = len(ours.persons & other.persons)
    if 2 * common < min(len(ours.persons), len(other.persons)):
        return False
    shared = len(ours.games & other.games)
    if 2 * shared > max(len(ours.games), len(other.games)):
        return True
    return is_same(ours.tournament, other.tournament)
