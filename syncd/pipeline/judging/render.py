"""From a ready payload to frozen bytes, checked by every rule; no transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.errors import EncodeError
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.export_log import ExportedFile, check_log
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.dwzxml.rules import check_report
from syncd.model.findings import Finding, Severity
from syncd.rating.contact import contact_findings
from syncd.rating.reportfile import to_report
from syncd.rating.turned_names import turned_findings
from syncd.store import outbox
from syncd.store.reports import NewReport

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.formats.dwzxml.elements import Payload
    from syncd.pipeline.context import Context
    from syncd.store.outbox import Submission
    from syncd.store.revisions import Head


@dataclass(frozen=True, slots=True)
class Rendered:
    """A report with its bytes, and the rules that forbid it.

    Attributes:
        report: ready for the outbox, None where it cannot even be written.
        errors: empty if it may leave.
    """

    report: NewReport | None
    errors: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """What a report carries beside its payload.

    Attributes:
        sender: who sends, empty for the program.
        origins: findings that say where values come from, kept with the report.
    """

    sender: str = ""
    origins: tuple[Finding, ...] = ()


_NOTHING_MORE: Final = Extra()


def render(
    context: Context,
    head: Head,
    payload: Payload,
    submissions: Sequence[Submission],
    now: dt.datetime,
    extra: Extra = _NOTHING_MORE,
) -> Rendered:
    """Return the payload as a new report under a new fileUUID.

    Args:
        context: the outside world.
        head: the tournament; gives tournamentUUID and revision.
        payload: what is rated.
        submissions: what went to this portal before.
        now: aware UTC time of creation.
        extra: what it carries beside the payload.
    """
    file_uuid = context.new_uuid()
    report = to_report(
        payload,
        tournament_uuid=head.uuid,
        file_uuid=file_uuid,
        sender=extra.sender,
        now=now,
    )
    try:
        data = encode_report(report)
    except EncodeError as exc:
        return Rendered(None, _as_findings(exc))
    findings = (
        *extra.origins,
        *contact_findings(payload),
        *turned_findings(payload),
        *check_report(data, weights=context.settings.rule_weights),
        *check_log(report, data, accepted_files(submissions), key=str(head.id)),
    )
    new = NewReport(
        head.id, head.number, file_uuid, payload_sha256(payload), data, findings,
        games=len(payload.games),
    )  # fmt: skip
    errors = tuple(item for item in findings if item.severity is Severity.ERROR)
    return Rendered(new, errors)


def _as_findings(exc: EncodeError) -> tuple[Finding, ...]:
    texts = exc.causes or (exc.text,)
    return tuple(Finding("F03", Severity.ERROR, text) for text in texts)


def accepted_files(submissions: Sequence[Submission]) -> list[ExportedFile]:
    """Return what the portal has accepted of this tournament, oldest first."""
    return [
        ExportedFile(
            item.file_uuid, item.tournament_uuid, item.payload_sha256,
            item.file_sha256, str(item.tournament_id),
        )
        for item in submissions
        if item.state in outbox.AT_PORTAL
    ]  # fmt: skip
