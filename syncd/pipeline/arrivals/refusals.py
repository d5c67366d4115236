"""What is said of an export that is not taken over, and what its person can do."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.snapshot import decode_snapshot
from syncd.model.findings import Finding, Severity
from syncd.pipeline.arrivals.forms import OTHER
from syncd.store import inbox
from syncd.store.bases import TRF, XML
from syncd.store.inbox import Arrival, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.pipeline.arrivals.elsewhere import Search
    from syncd.pipeline.arrivals.work import Work
    from syncd.store.bases import Base
    from syncd.store.revisions import Head

ONE_BATCH: Final = dt.timedelta(hours=1)
OTHER_TOURNAMENT: Final = "join.other_tournament"
"""Code of the finding on a file whose counterpart is another tournament."""
LINK: Final = "sync.link"
"""Code of the finding on a file that may be a tournament of another source."""


def looks_like(work: Work, twin: Head) -> Outcome:
    """Return the outcome for an export that is a known tournament, renamed or moved."""
    theirs = work.reading.tournament
    before = decode_snapshot(twin.snapshot)
    return Outcome(
        inbox.WAITING,
        Text(
            f"The games are those of tournament {twin.id} ({before.name}, start "
            f"{before.start:%d.%m.%Y}), but it is now called {theirs.name} and starts "
            f"on {theirs.start:%d.%m.%Y}. It would be reported a second time. Enter "
            "name and start date in CLM as they were and export again.",
            f"Die Partien sind die von Turnier {twin.id} ({before.name}, Beginn "
            f"{before.start:%d.%m.%Y}), aber es heißt jetzt {theirs.name} und beginnt "
            f"am {theirs.start:%d.%m.%Y}. Es würde ein zweites Mal eingereicht. Bitte "
            "in CLM Namen und Startdatum wie vorher eintragen und neu exportieren.",
        ),
        work.reading.findings,
        twin.id,
    )


def may_be(work: Work, head: Head) -> Outcome:
    """Return the outcome for an export of which nobody can say whose it is."""
    theirs, other = work.reading.tournament, _FORM_NAMES[OTHER[work.form]]
    text = Text(
        f"{theirs.name} has the persons and a day of tournament {head.id} "
        f"({head.name}), but its name or start date differs and the games do not show "
        "whether it is the same one. It was not taken. If it is the same: enter the "
        "same name and start date in CLM and export both files again. If it is another "
        f"one: hand in its {other} first, then export this file again.",
        f"{theirs.name} hat die Personen und einen Spieltag von Turnier {head.id} "
        f"({head.name}), aber Name oder Beginn weichen ab und die Partien zeigen "
        "nicht, ob es dasselbe ist. Es wurde nicht übernommen. Wenn es dasselbe ist: "
        "in CLM gleichen Namen und Beginn eintragen und beide Dateien neu exportieren. "
        f"Wenn es ein anderes ist: zuerst dessen {other}-Datei einreichen, dann diese "
        "Datei neu exportieren.",
    )
    found = Finding(OTHER_TOURNAMENT, Severity.ERROR, text)
    return Outcome(inbox.WAITING, text, (*work.reading.findings, found), head.id)


def may_be_shared(work: Work, found: Search) -> Outcome:
    """Return the outcome for a first export that may be another source's tournament."""
    (head, number), name = found.candidate, work.reading.tournament.name
    why, link = listed(found.reasons), f"syncd link {work.arrival.id}"
    text = Text(
        f"{name} of {work.arrival.source} may be tournament {head.id} ({head.name}) "
        f"of {head.source}: {number} of 100 ({why.en}). It was not taken. If it is the "
        f"same: {link} {head.id}. If it is another one: {link} new",
        f"{name} von {work.arrival.source} kann Turnier {head.id} ({head.name}) von "
        f"{head.source} sein: {number} von 100 ({why.de}). Es wurde nicht übernommen. "
        f"Wenn es dasselbe ist: {link} {head.id}. Wenn es ein anderes ist: {link} new",
    )
    asked = Finding(LINK, Severity.ERROR, text)
    return Outcome(inbox.WAITING, text, (*work.reading.findings, asked), head.id)


def listed(reasons: Iterable[Text]) -> Text:
    """Return reasons in one line."""
    given = list(reasons)
    return Text(
        ", ".join(text.en for text in given), ", ".join(text.de for text in given)
    )


_FORM_NAMES: Final = {TRF: "TRF", XML: "XML"}


def outdated(arrival: Arrival, head: Head, base: Base) -> Outcome:
    """Return the outcome for an export that is older than the one already taken."""
    if arrival.id < base.arrival_id or _is_of_one_batch(arrival, base):
        text = Text(
            "A newer export of this tournament was taken already.",
            "Ein neuerer Export dieses Turniers ist schon übernommen.",
        )
        return Outcome(inbox.OUTDATED, text, (), head.id)
    return Outcome(
        inbox.WAITING,
        Text(
            f"This export is older ({_local(arrival.stamp_utc)}) than the one "
            f"taken before ({_local(base.stamp_utc)}) but came later: it went back in "
            "time and was not taken. Export again if it is right.",
            f"Dieser Export ist älter ({_local(arrival.stamp_utc)}) als der "
            f"zuletzt übernommene ({_local(base.stamp_utc)}), kam aber später: er wird "
            "nicht übernommen. Wenn er stimmt, bitte neu exportieren.",
        ),
        (),
        head.id,
    )


def _local(when: dt.datetime) -> str:
    return f"{when.astimezone():%d.%m.%Y %H:%M}"


def _is_of_one_batch(arrival: Arrival, base: Base) -> bool:
    """Return whether it came together with the newer one, in whatever order.

    A folder that is met for the first time holds many exports of one tournament.
    """
    return arrival.received_utc - base.received_utc < ONE_BATCH
