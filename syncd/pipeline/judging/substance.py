"""As what a payload counts: an adopted report that says the same needs no correction.

Another program writes place, time control or clubs in other words. That alone is no
reason to send a correction of a report that was adopted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.dwzxml.loose_report import read_report
from syncd.rating.substance import says_the_same
from syncd.store import outbox, reports

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.formats.dwzxml.elements import Payload
    from syncd.store.engine import Session
    from syncd.store.outbox import Submission


def sent_as(
    session: Session, submissions: Sequence[Submission], payload: Payload
) -> str:
    """Return the hash of a payload, or of the adopted report that says the same."""
    own = payload_sha256(payload)
    accepted = [item for item in submissions if item.state in outbox.AT_PORTAL]
    if not accepted or accepted[-1].kind != outbox.ADOPTED:
        return own
    last = accepted[-1]
    if last.payload_sha256 == own:
        return own
    report = read_report(reports.load_report(session, last.report_id))
    return last.payload_sha256 if says_the_same(report.payload, payload) else own
