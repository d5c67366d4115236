"""What shadow mode has found: built reports against those submitted by hand, now.

The comparison is made anew from the files as they lie there, whatever was found when
the report was built: people put files there and correct them at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from syncd.store import outbox, readmodels, reports, restricted
from syncd.submit.portal import Package
from syncd.submit.shadow import Shelf, compare, load_shelf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.pipeline.context import Context
    from syncd.rating.difference import Difference
    from syncd.settings import PortalSettings
    from syncd.store.engine import Session
    from syncd.store.readmodels import TournamentLine

Result = Literal["equal", "differs", "nothing"]


@dataclass(frozen=True, slots=True)
class Compared:
    """One tournament's newest report and what was submitted by hand.

    Attributes:
        tournament_id: row id of the tournament.
        tournament: its name.
        portal: name of the shadow portal.
        file: name of the file that it was compared with, empty if there is none.
        differences: empty if both say the same.
    """

    tournament_id: int
    tournament: str
    portal: str
    file: str
    differences: Sequence[Difference]

    @property
    def result(self) -> Result:
        """The outcome in a word."""
        if not self.file:
            return "nothing"
        is_same = all(item.is_listing for item in self.differences)
        return "equal" if is_same else "differs"


@dataclass(frozen=True, slots=True)
class Shadow:
    """Everything that one shadow portal has to say.

    Attributes:
        portal: its name.
        compared: one per tournament with a report.
        unmatched: files that are of none of these tournaments.
        unreadable: files that are no reports.
    """

    portal: str
    compared: Sequence[Compared]
    unmatched: Sequence[str]
    unreadable: Sequence[str]


def load_shadows(context: Context) -> list[Shadow]:
    """Return what every shadow portal has found.

    Raises:
        OSError: a folder cannot be read.
        FormatError: a report built here cannot be read any more.
    """
    return [
        _shadow(context, portal)
        for portal in context.settings.portals
        if portal.kind == "shadow"
    ]


def _shadow(context: Context, portal: PortalSettings) -> Shadow:
    """Compare; reading the folder and decoding happen without a transaction."""
    shelf = load_shelf(portal.folder) if portal.folder else Shelf((), ())
    compared = []
    for line, package in _built(context, portal.name):
        found = compare(package, shelf)
        compared.append(Compared(line.id, line.name, portal.name, *found))
    known = {item.file for item in compared}
    unmatched = [item.name for item in shelf.reports if item.name not in known]
    compared.sort(key=lambda item: item.tournament_id)
    return Shadow(portal.name, compared, unmatched, shelf.unreadable)


def _built(context: Context, portal: str) -> list[tuple[TournamentLine, Package]]:
    """Return the tournaments with a report for a portal, and the newest one."""
    with context.store.read() as session:
        lines = readmodels.list_tournaments(session)
        found = [(line, _newest(session, line.id, portal)) for line in lines]
    return [(line, package) for line, package in found if package is not None]


def _newest(session: Session, tournament_id: int, portal: str) -> Package | None:
    """Return the newest report that was built for a portal, and may be shown."""
    found = [
        item
        for item in outbox.load_submissions(session, tournament_id, portal)
        if item.state != outbox.SUPERSEDED
    ]
    if not found or restricted.is_restricted(session, found[-1].report_id):
        return None
    data = reports.load_report(session, found[-1].report_id)
    return Package(found[-1].file_uuid, found[-1].tournament_uuid, data)
