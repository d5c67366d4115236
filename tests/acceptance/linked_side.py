"""One of two installations that pass on to each other, as a test sees it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlmodel import col, select

from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import Form, from_tournament
from syncd.model.delivery_states import DELIVERED, WAITING
from syncd.rating.confirmed import Confirmed
from syncd.rating.reason import Why
from syncd.rating.report import ReportOptions, build_payload
from syncd.store import (
    conflicts,
    inbox,
    lineage,
    outbox,
    readmodels,
    rechecks,
    revisions,
)
from syncd.store.delivery_tables import DeliveryRow
from syncd.store.rows import sha256_hex
from syncd.store.snapshots import load_snapshot
from syncd.store.tables import ArrivalRow, TournamentRow

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from edited_tournaments import Clm, Export
    from installation import Installation
    from random_kills import Lot

    from syncd.model.tournament import Tournament
    from syncd.store.conflicts import Question


@dataclass
class Side:
    """One installation, the CLM whose exports it gets, and what strikes it.

    Attributes:
        incoming: the folder into which the other one delivers.
        dropped: hashes of all exports of its CLM.
    """

    installation: Installation
    clm: Clm
    lot: Lot
    incoming: Path
    dropped: set[str] = field(default_factory=set)

    def drop(self, export: Export) -> None:
        self.installation.daemon.drop(export.name, export.data)
        self.dropped.add(sha256_hex(export.data))

    def heads(self) -> dict[str, revisions.Head]:
        """Return name -> newest revision of every tournament."""
        with self.installation.store.read() as session:
            numbers = session.exec(
                select(TournamentRow.id).where(TournamentRow.head > 0)
            ).all()
            found = [revisions.load_head(session, one or 0) for one in numbers]
        return {head.name: head for head in found}

    def take(self, head: revisions.Head) -> None:
        """Import into the CLM what syncd shows."""
        shown = decode_snapshot(head.snapshot)
        self.clm.take(from_tournament(shown, Form.CLM, lossy=True).data)

    def questions(self) -> list[Question]:
        with self.installation.store.read() as session:
            return conflicts.list_questions(session, is_open=True)

    def answer(self, choose: Callable[[Question], str]) -> int:
        """Answer what is open, as a person would; what moved meanwhile comes again."""
        done = 0
        for one in self.questions():
            told = self.installation.command("resolve", str(one.id), choose(one))
            done += told.returncode == 0
        return done

    def confirm(self) -> int:
        """Say that who was added and never played has no games to come."""
        with self.installation.store.read() as session:
            asked = [
                line.id
                for line in readmodels.list_tournaments(session)
                if line.wait_code == Why.MISSING_PAIRS
            ]
        command = self.installation.command
        told = [command("confirm", str(one), "--yes") for one in asked]
        return sum(one.returncode == 0 for one in told)

    def link(self) -> int:
        """Say that a file which may be one of the tournaments here is that one.

        Whoever has renamed nearly everybody is asked once more whether he is right.
        """
        waits = ArrivalRow.state == inbox.WAITING
        with self.installation.store.read() as session:
            query = select(ArrivalRow.id, ArrivalRow.tournament_id).where(waits)
            asked = session.exec(query.order_by(col(ArrivalRow.id))).all()
        command = self.installation.command
        told = [
            command("link", str(one), str(which)).returncode
            and command("confirm", str(which), "--yes").returncode
            for one, which in asked
        ]
        return told.count(0)

    def waits(self, names: Collection[str]) -> list[tuple[str, str, str]]:
        """Return name, code and reason of what these tournaments wait for."""
        with self.installation.store.read() as session:
            lines = readmodels.list_tournaments(session)
        return [
            (line.name, line.wait_code, line.reason.en)
            for line in lines
            if line.name in names
        ]

    def has_work(self) -> bool:
        """Return whether something is to arrive or to leave that has not done so."""
        with self.installation.store.read() as session:
            arrivals = readmodels.count_arrivals(session)
            states = {line.state for line in readmodels.list_reports(session)}
            known = set(session.exec(select(ArrivalRow.sha256)))
            due = rechecks.due_tournaments(session, dt.datetime.now(dt.UTC), 1)
            waits = session.exec(
                select(DeliveryRow.id).where(col(DeliveryRow.state).in_(WAITING))
            ).first()
        lying = {sha256_hex(one.read_bytes()) for one in self.incoming.glob("*.trf")}
        return (
            inbox.RECEIVED in arrivals
            or bool(due)
            or waits is not None
            or not states <= {*outbox.AT_PORTAL, outbox.SUPERSEDED}
            or not lying | self.dropped <= known
        )

    def moved(self) -> tuple[object, ...]:
        """Return what no longer changes once everything has come to its end."""
        with self.installation.store.read() as session:
            heads = session.exec(select(TournamentRow.id, TournamentRow.head)).all()
            sent = session.exec(select(DeliveryRow.id, DeliveryRow.state)).all()
            arrivals = session.exec(select(ArrivalRow.id, ArrivalRow.state)).all()
        return tuple([tuple(row) for row in [*heads, *sent, *arrivals]])

    def count_files(self) -> int:
        """Return how many files were passed on."""
        with self.installation.store.read() as session:
            query = select(DeliveryRow.id).where(DeliveryRow.state == DELIVERED)
            return len(session.exec(query).all())

    def has_reported(self, name: str) -> bool:
        """Return whether a portal has got a report of a tournament from here."""
        head = self.heads()[name]
        with self.installation.store.read() as session:
            found = outbox.load_submissions(session, head.id)
        return any(one.state in outbox.AT_PORTAL for one in found)

    def payloads(self, name: str) -> list[str]:
        """Return the hashes of what was to be rated, of all states in order."""
        head = self.heads()[name]
        with self.installation.store.read() as session:
            made = lineage.load_revisions(session, head.id)
            states = [load_snapshot(session, one.snapshot_sha256) for one in made]
        return [payload_of(decode_snapshot(one)) for one in states]


def payload_of(t: Tournament) -> str:
    """Return the hash of what has to be rated, empty while nothing can be."""
    payload = build_payload(t, Confirmed(), ReportOptions()).payload
    return payload_sha256(payload) if payload is not None else ""
