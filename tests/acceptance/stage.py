"""Where a scene plays: a running installation, a portal, and one tournament.

A scene is a small story: `stage.dies_next()` orders the death, something is done that
leads to the place, and the rest of the story says what must be true in spite of it.
`stage.run()` is a person at a terminal: a command that was killed is given again.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generated_exports import GeneratedExport
from installation import KILLED
from ledger_checks import accepted_payloads, payload_of
from sqlalchemy import text
from sqlmodel import col, func, select

from syncd.store import outbox, readmodels
from syncd.store.tables import AttemptRow, SubmissionRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from installation import Installation
    from surroundings import Surroundings

    from syncd.demo.portal_ledger import Ledger
    from syncd.store.readmodels import ReportLine


@dataclass
class Stage:
    """Where one scene plays.

    Attributes:
        installation: running.
        ledger: what the portal has taken.
        place: where a process has to die.
        kills_all: whether everything else dies with it.
        number: of the next invented tournament.
        around: what else is outside.
        accepted: versions that the portal must have accepted, by export number.
    """

    installation: Installation
    ledger: Ledger
    place: str
    kills_all: bool
    number: int
    around: Surroundings | None = None
    accepted: list[GeneratedExport] = field(default_factory=list)

    @property
    def outside(self) -> Surroundings:
        """What else is outside; only where that was set up."""
        assert self.around is not None
        return self.around

    def export(self, version: int = 0) -> GeneratedExport:
        """Return the scene's tournament."""
        return GeneratedExport(self.number, version)

    def others(self, count: int) -> list[GeneratedExport]:
        """Return tournaments of this scene besides its own."""
        first = 1000 + 10 * self.number
        return [GeneratedExport(first + one) for one in range(count)]

    def drop(
        self, export: GeneratedExport, folder: str = "inbox", data: bytes | None = None
    ) -> None:
        """Let an export arrive."""
        self.drop_file(export.file_name, data or export.encode(), folder)

    def drop_file(self, name: str, data: bytes, folder: str = "inbox") -> None:
        target = self.installation.daemon.folder / folder
        part = target / f".{name}.part"
        part.write_bytes(data)
        part.rename(target / name)

    def dies_next(self, place: str | None = None) -> None:
        """Order the death."""
        self.installation.order_death(place or self.place)

    def death(self) -> None:
        """Wait for the death; then, if so wanted, kill all the rest as well."""
        self.installation.wait(self.installation.has_died, f"death at {self.place}")
        if self.kills_all:
            self.installation.kill_all()

    def run(self, *words: str) -> None:
        """Give a command, and give it again if it was killed."""
        done = self.installation.command(*words)
        if done.returncode == KILLED:
            self.death()
            done = self.installation.command(*words)
        # 1: nothing is left to do, since it was killed after it had done it.
        assert done.returncode in {0, 1}, done.stdout + done.stderr

    def until(self, reached: Callable[[], bool], what: str) -> None:
        self.installation.wait(reached, what)

    def takes(self, *exports: GeneratedExport) -> None:
        """Wait until the portal has accepted these exports of the tournament."""
        expected = [payload_of(export) for export in exports]
        title = exports[0].title
        self.until(
            lambda: (
                accepted_payloads(self.ledger).get(title, [])[-len(expected) :]
                == expected
            ),
            f"acceptance of {title}",
        )
        self.settles()
        self.accepted = list(exports)

    def settles(self) -> None:
        """Wait until there is a report of the tournament, and each has its receipt."""

        def settled() -> bool:
            states = {line.state for line in self.lines()}
            return bool(states) and states <= {*outbox.AT_PORTAL, outbox.SUPERSEDED}

        self.until(settled, f"receipt for {self.export().title}")

    def lines(self) -> list[ReportLine]:
        """Return what the store says of the reports of the scene's tournament."""
        title = self.export().title
        with self.installation.store.read() as session:
            lines = readmodels.list_reports(session)
        return [line for line in lines if line.tournament == title]

    def titles(self, state: str) -> set[str]:
        """Return the names of all tournaments with a report in a state."""
        with self.installation.store.read() as session:
            lines = readmodels.list_reports(session)
        return {line.tournament for line in lines if line.state == state}

    def approve_all(self, titles: set[str]) -> None:
        """Approve the drafts of these tournaments in one moment."""
        now = dt.datetime.now(dt.UTC)
        with self.installation.store.write("test") as session:
            lines = readmodels.list_reports(session)
            for line in lines:
                if line.tournament in titles and line.state == outbox.DRAFTED:
                    outbox.approve_submission(session, line.id, "test", None, now)

    def most_at_once(self, titles: set[str]) -> int:
        """Return how many reports of these were claimed at once at most."""
        claimed = (
            select(func.count(col(AttemptRow.id)))
            .join(SubmissionRow, col(SubmissionRow.id) == AttemptRow.submission_id)
            .join(TournamentRow, col(TournamentRow.id) == SubmissionRow.tournament_id)
            .where(col(TournamentRow.name).in_(titles))
            .group_by(col(AttemptRow.started_utc))
        )
        with self.installation.store.read() as session:
            return max(session.exec(claimed).all())

    def has_draft(self) -> bool:
        return any(line.state == outbox.DRAFTED for line in self.lines())

    def waits_for(self, code: str) -> bool:
        """Return whether the scene's tournament, or a file of it, waits like this."""
        title = self.export().title
        with self.installation.store.read() as session:
            found = readmodels.list_tournaments(session)
        return any(item.wait_code == code for item in found if item.name == title)

    def arrivals(self, *states: str) -> list[str]:
        """Return the names of the files in one of these states."""
        with self.installation.store.read() as session:
            return [line.name for line in readmodels.list_arrivals(session, states)]

    def drafted(self) -> None:
        """Bring the scene's tournament to where a person has to approve it."""
        self.drop(self.export(), "club")
        self.until(self.has_draft, "a draft")

    def sql(self, statement: str, **values: object) -> None:
        with self.installation.store.engine.begin() as connection:
            connection.execute(text(statement), values)
