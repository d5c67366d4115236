"""A payload with header and UUIDs: the report as it becomes a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import syncd
from syncd.formats.dwzxml.elements import Header, Report

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.dwzxml.elements import Payload


def to_report(
    payload: Payload,
    *,
    tournament_uuid: str,
    file_uuid: str,
    sender: str,
    now: dt.datetime,
) -> Report:
    """Return the report of a payload.

    Args:
        payload: what is rated.
        tournament_uuid: the tournament's own, the same for all its reports.
        file_uuid: a new one for each report.
        sender: who sends; empty means the program.
        now: aware time of creation; written to the second.
    """
    header = Header(
        created=now.replace(microsecond=0),
        sender=sender or "syncd",
        system=f"syncd {syncd.__version__}",
        file_uuid=file_uuid,
    )
    return Report(header, tournament_uuid, payload)
