"""Reports on their way, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.cli.words import local_time, word
from syncd.store import outbox

if TYPE_CHECKING:
    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.store.readmodels import ReportLine

_UNDER_WAY: Final = (*outbox.STAGED, *outbox.SENDABLE)
_TRIED_AGAIN: Final = (*outbox.STAGED, outbox.QUEUED, outbox.UNKNOWN)
_SETTLED: Final = (outbox.ACCEPTED, outbox.RATED)


def print_reports(output: Output, lines: list[ReportLine]) -> None:
    """Print the reports as a table, and below what is to be said of them."""
    columns = [
        column
        for column in _columns(lines)
        if column.is_always_shown or any(map(str, column.cells))
    ]
    output.table(
        Text("Reports", "Berichte"),
        [column.head for column in columns],
        zip(*(column.cells for column in columns), strict=True),
        Text("There are no reports yet.", "Es gibt noch keine Berichte."),
    )
    for line in lines:
        if line.state not in _SETTLED and line.note.en:
            place = f"{line.tournament_id} {line.file_uuid[:8]}"
            output.say(Text(f"{place}: {line.note.en}", f"{place}: {line.note.de}"))


def report_shape(line: ReportLine, language: Language) -> dict[str, Any]:
    """Return a report as `reports --json` prints it."""
    is_due = line.state in _UNDER_WAY
    return {
        "tournament": line.tournament,
        "tournament_id": line.tournament_id,
        "tournament_uuid": line.tournament_uuid,
        "file_uuid": line.file_uuid,
        "portal": line.portal,
        "kind": line.kind,
        "revision": line.revision,
        "state": line.state,
        "sends": line.sends,
        "queued": line.queued_utc.isoformat() if line.queued_utc else None,
        "due": line.due_utc.isoformat() if is_due else None,
        "receipt": line.receipt,
        "note": line.note.say(language),
        "approved_by": line.approved_by,
        "approved": line.approved_utc.isoformat() if line.approved_utc else None,
    }


@dataclass(frozen=True, slots=True)
class _Column:
    head: Text
    cells: list[Text | str | int]
    is_always_shown: bool = True


def _columns(lines: list[ReportLine]) -> list[_Column]:
    """Return the columns; a terminal is narrow, so what is empty can be left out."""
    return [
        _Column(
            Text("Tournament", "Turnier"),
            [f"{line.tournament_id} {line.tournament}" for line in lines],
        ),
        _Column(Text("Report", "Bericht"), [_report(line) for line in lines]),
        _Column(Text("Portal", "Portal"), [line.portal for line in lines]),
        _Column(Text("State", "Zustand"), [word(line.state) for line in lines]),
        _Column(Text("Sends", "Sendungen"), [line.sends for line in lines]),
        _Column(
            Text("Next try", "Nächster Versuch"),
            [_next_try(line) for line in lines],
            is_always_shown=False,
        ),
        _Column(
            Text("Receipt", "Quittung"),
            [line.receipt for line in lines],
            is_always_shown=False,
        ),
    ]


def _report(line: ReportLine) -> Text:
    uuid, kind = line.file_uuid[:8], word(line.kind)
    return Text(f"{uuid} ({kind.en})", f"{uuid} ({kind.de})")


def _next_try(line: ReportLine) -> Text:
    """Return when the report is due, in local time; empty if it is not to be sent."""
    if line.state not in _TRIED_AGAIN:
        return Text("", "")
    return local_time(line.due_utc)
