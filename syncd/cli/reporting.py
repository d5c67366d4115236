"""What `syncd report` does: a DWZ report from files, without a store.

A tournament keeps its tournamentUUID as long as it lives. Without a store the file
written last is the memory: its tournamentUUID is kept, and if nothing that is rated
has changed, the file stays as it is, fileUUID included.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.cli.reading import read_bytes, read_together
from syncd.cli.told_once import told_once
from syncd.cli.writing import replace_file
from syncd.errors import ConfigError, FormatError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.dwzxml.rules import check_report
from syncd.model.findings import Finding, Severity, has_errors
from syncd.pipeline.judging.readiness import report_options
from syncd.pipeline.lists.completing import no_lists
from syncd.pipeline.rules.policy import policy_of
from syncd.rating.advice import for_file, with_options
from syncd.rating.confirmed import answers, both_forfeited, both_zero
from syncd.rating.contact import contact_findings
from syncd.rating.exports_at_hand import fitted
from syncd.rating.finished import unfinished
from syncd.rating.reason import Why
from syncd.rating.report import build_payload
from syncd.rating.reportfile import to_report
from syncd.rating.turned_names import turned_findings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from syncd.formats.dwzxml.elements import Payload, Report
    from syncd.formats.dwzxml.rules.weights import Weights
    from syncd.model.tournament import Tournament
    from syncd.pipeline.lists.completing import Complete
    from syncd.rating.confirmed import Confirmed
    from syncd.rating.reason import Reason
    from syncd.settings import Settings


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be reported.

    Attributes:
        files: exports of one tournament.
        out: where the XML goes.
        confirmed: what a person states.
        settings: the rules for reports; those of sources do not apply to files.
        tournament_uuid: to be kept, empty if `out` or a new one decides.
        now: aware UTC time.
        zero_zero: whether every game with 0 on both sides really ended 0-0.
        weights: rules that weigh more or less than usual.
        complete: completes the people from lists.
    """

    files: Sequence[Path]
    out: Path
    confirmed: Confirmed
    settings: Settings
    tournament_uuid: str
    now: dt.datetime
    zero_zero: bool = False
    weights: Weights = field(default_factory=dict)
    complete: Complete = no_lists


def write_report(task: Task) -> tuple[Finding, ...]:
    """Write the report unless a rule forbids it; return what was noticed.

    Raises:
        FormatError: the files cannot be read.
        SyncdError: the XML file cannot be written.
    """
    reading = read_together(task.files)
    tournament = reading.tournament
    confirmed = _confirmed(task, tournament)
    if confirmed.kind is not None:
        tournament = replace(tournament, kind=confirmed.kind)
    reasons = fitted(
        unfinished(tournament, confirmed, task.now.date()),
        reading.findings,
        has_both=reading.has_both,
    )
    completed = task.complete(tournament, confirmed)
    policy = policy_of(task.settings, "", tournament.name)
    options = replace(
        report_options(policy, tournament.name),
        elo_checked=completed.is_elo_checked,
        asked=completed.asked,
    )
    built = build_payload(completed.tournament, confirmed, options)
    findings = [
        *(item for item in reading.findings if not answers(confirmed, item)),
        *(_reason_finding(item) for item in reasons),
        *(_about_file(item, tournament) for item in completed.findings),
        *(item for item in built.findings if not (reasons and _is_told(item, reasons))),
        *(contact_findings(built.payload) if built.payload else ()),
        *(turned_findings(built.payload) if built.payload else ()),
    ]
    findings = [
        replace(item, text=with_options(item.text, item.code))
        for item in told_once(findings)
    ]
    if built.payload is None or has_errors(findings):
        return tuple(findings)
    return tuple(
        dict.fromkeys([*findings, *_write(task, built.payload, policy.sender)])
    )


def _confirmed(task: Task, tournament: Tournament) -> Confirmed:
    """Return what a person states, with the games that it is about."""
    confirmed = task.confirmed
    if task.zero_zero:
        confirmed = replace(confirmed, zero_zero=both_zero(tournament))
    if Why.DOUBLE_FORFEIT in confirmed.accepted:
        confirmed = replace(confirmed, double_forfeits=both_forfeited(tournament))
    return confirmed


def _about_file(finding: Finding, tournament: Tournament) -> Finding:
    return replace(finding, text=for_file(finding.text, tournament.entrants))


_TOLD: Final = {"report.open_game", "report.lost_games"}
"""Findings on the report that repeat a reason why the tournament is not finished."""


def _reason_finding(reason: Reason) -> Finding:
    return Finding(reason.code, Severity.ERROR, reason.text)


def _is_told(finding: Finding, reasons: Sequence[Reason]) -> bool:
    return finding.code in _TOLD or finding.text in {item.text for item in reasons}


def _write(task: Task, payload: Payload, sender: str) -> list[Finding]:
    earlier = _earlier(task.out)
    if earlier is not None and _says_the_same(earlier, task, payload):
        return [*_checked(task, task.out.read_bytes()), UNCHANGED]
    tournament_uuid = task.tournament_uuid or (
        earlier.tournament_uuid if earlier else str(uuid.uuid4())
    )
    report = to_report(
        payload,
        tournament_uuid=tournament_uuid,
        file_uuid=str(uuid.uuid4()),
        sender=sender,
        now=task.now,
    )
    data = encode_report(report)
    findings = list(_checked(task, data))
    if not has_errors(findings):
        replace_file(task.out, data)
    if not (task.tournament_uuid or earlier):
        findings.append(_note("U06", _NEW_UUID))
    return findings


def _checked(task: Task, data: bytes) -> tuple[Finding, ...]:
    return check_report(data, as_of=task.now.date(), weights=task.weights)


def _says_the_same(earlier: Report, task: Task, payload: Payload) -> bool:
    kept = task.tournament_uuid in {"", earlier.tournament_uuid}
    return kept and payload_sha256(earlier.payload) == payload_sha256(payload)


def _earlier(out: Path) -> Report | None:
    """Return the report that was written there last, None if there is none."""
    if not out.exists():
        return None
    try:
        return decode_report(read_bytes(out))
    except FormatError as exc:
        raise ConfigError(
            Text(
                f"{out} exists but is no DWZ report; it is not overwritten.",
                f"{out} gibt es schon, ist aber kein DWZ-Bericht; sie wird nicht "
                "überschrieben.",
            )
        ) from exc


def _note(code: str, text: Text) -> Finding:
    return Finding(code, Severity.INFO, text)


UNCHANGED = _note(
    "file.unchanged",
    Text(
        "Nothing that is rated has changed; the file and its UUIDs stay as they are.",
        "Nichts Wertungsrelevantes hat sich geändert; Datei und UUIDs bleiben, wie sie "
        "sind.",
    ),
)
"""What is noted instead of writing the file."""
_NEW_UUID = Text(
    "A new tournamentUUID was made. Corrections must keep it: write them to the same "
    "file, or name it with --tournament-uuid.",
    "Eine neue tournamentUUID wurde vergeben. Korrekturen müssen sie behalten: in "
    "dieselbe Datei schreiben oder mit --tournament-uuid angeben.",
)
