"""What must be true at the portal: each report once, always the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.trf import decode, to_tournament
from syncd.rating.confirmed import Confirmed
from syncd.rating.report import ReportOptions, build_payload

if TYPE_CHECKING:
    from generated_exports import GeneratedExport

    from syncd.demo.portal_ledger import Ledger


def payload_of(export: GeneratedExport) -> str:
    """Return the hash of what has to be rated for an export."""
    tournament = to_tournament(decode(export.encode())).tournament
    payload = build_payload(tournament, Confirmed(), ReportOptions()).payload
    assert payload is not None
    return payload_sha256(payload)


def accepted_payloads(ledger: Ledger) -> dict[str, list[str]]:
    """Return, per label, the hashes of the accepted reports in order."""
    found: dict[str, list[str]] = {}
    for entry in ledger.accepted():
        report = decode_report(ledger.data(entry.file_uuid))
        label = report.payload.tournament.label
        found.setdefault(label, []).append(payload_sha256(report.payload))
    return found


def check_ledger(ledger: Ledger) -> None:
    """Each fileUUID was stored once, and all its sends carried the same bytes."""
    assert all(
        sends.has_identical_bytes and sends.stored == 1
        for sends in ledger.sends_by_file_uuid().values()
    )


def check_uuids(ledger: Ledger) -> None:
    """A tournament keeps its tournamentUUID; no two tournaments share one."""
    uuids: dict[str, set[str]] = {}
    for entry in ledger.accepted():
        label = decode_report(ledger.data(entry.file_uuid)).payload.tournament.label
        uuids.setdefault(label, set()).add(entry.tournament_uuid)
    assert all(len(found) == 1 for found in uuids.values())
    assert len(uuids) == len({next(iter(found)) for found in uuids.values()})
