"""Reports on their way, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.cli.words import local_time, word
from syncd.store import outbox

if TYPE_CHECKING:
    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.store.readmodels import ReportLine

_UNDER_WAY: Final = (outbox.QUEUED, outbox.SENDING, outbox.UNKNOWN)
_TRIED_AGAIN: Final = (outbox.QUEUED, outbox.UNKNOWN)


def print_reports(output: Output, lines: list[ReportLine]) -> None:
    """Print the reports as a table, and below what is to be said of them."""
    output.table(
        Text("Reports", "Berichte"),
        (
            Text("Tournament", "Turnier"), Text("Report", "Bericht"),
            Text("Portal", "Portal"), Text("State", "Zustand"),
            Text("Sends", "Sendungen"), Text("Next try", "Nächster Versuch"),
            Text("Receipt", "Quittung"),
        ),
        (
            (
                f"{line.tournament_id} {line.tournament}", _report(line), line.portal,
                word(line.state), line.sends, _next_try(line), line.receipt,
            )
            for line in lines
        ),
        Text("There are no reports yet.", "Es gibt noch keine Berichte."),
    )  # fmt: skip
    for line in lines:
        if line.state != outbox.ACCEPTED and line.note.en:
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
    }


def _report(line: ReportLine) -> Text:
    uuid, kind = line.file_uuid[:8], word(line.kind)
    return Text(f"{uuid} ({kind.en})", f"{uuid} ({kind.de})")


def _next_try(line: ReportLine) -> Text:
    """Return when the report is due, in local time; empty if it is not to be sent."""
    if line.state not in _TRIED_AGAIN:
        return Text("", "")
    return local_time(line.due_utc)
