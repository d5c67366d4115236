"""What came of the demonstration, from the portal's ledger and from the store."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from syncd.store import inbox, outbox, readmodels

if TYPE_CHECKING:
    from syncd.bilingual import Language
    from syncd.demo.portal_ledger import Ledger
    from syncd.store.engine import Store
    from syncd.store.readmodels import ArrivalLine, ReportLine, TournamentLine


@dataclass(frozen=True, slots=True)
class DemoResult:
    """The end of the demonstration.

    Attributes:
        files: files dropped.
        tournaments: all tournaments in the store.
        reports: every report ever queued.
        quarantined: arrivals set aside.
        accepted_by_portal: fileUUIDs in the portal's ledger, once per acceptance.
        faults: fault that met the first send, by fileUUID.
        identical: fileUUIDs of which all sends had the same bytes.
        exit_code: of the daemon.
    """

    files: int
    tournaments: list[TournamentLine]
    reports: list[ReportLine]
    quarantined: list[ArrivalLine]
    accepted_by_portal: tuple[str, ...]
    faults: dict[str, str]
    identical: frozenset[str]
    exit_code: int

    @property
    def is_right(self) -> bool:
        """Whether every report was accepted exactly once, and the daemon ended well."""
        queued = {line.file_uuid for line in self.reports}
        return (
            self.exit_code == 0
            and bool(queued)
            and all(line.state in outbox.AT_PORTAL for line in self.reports)
            and Counter(self.accepted_by_portal) == Counter(queued)
            and queued == self.identical
        )

    def shape(self, language: Language) -> dict[str, Any]:
        """Return the JSON document of `syncd demo`."""
        return {
            "files": self.files,
            "tournaments": len(self.tournaments),
            "reports": [
                {
                    "tournament_uuid": line.tournament_uuid,
                    "file_uuid": line.file_uuid,
                    "state": line.state,
                    "sends": line.sends,
                }
                for line in self.reports
            ],
            "waiting": [
                {"tournament": item.name, "reason": item.reason.say(language)}
                for item in self.tournaments
                if item.wait_code
            ],
        }


def collect(store: Store, ledger: Ledger, *, files: int, exit_code: int) -> DemoResult:
    """Read the end of the demonstration from the store and the portal's ledger.

    Args:
        store: the daemon's store.
        ledger: the portal's memory.
        files: files dropped.
        exit_code: of the daemon.
    """
    with store.read() as session:
        tournaments = readmodels.list_tournaments(session)
        reports = [
            line
            for line in readmodels.list_reports(session)
            if line.queued_utc is not None
        ]
        quarantined = readmodels.list_arrivals(session, (inbox.QUARANTINED,))
    sends = ledger.sends_by_file_uuid()
    faults: dict[str, str] = {}
    for request in ledger.requests():
        faults.setdefault(request.file_uuid, request.fault)
    return DemoResult(
        files=files,
        tournaments=tournaments,
        reports=reports,
        quarantined=quarantined,
        accepted_by_portal=tuple(item.file_uuid for item in ledger.accepted()),
        faults=faults,
        identical=frozenset(
            uuid for uuid, item in sends.items() if item.has_identical_bytes
        ),
        exit_code=exit_code,
    )
