"""Taking a file: its bytes are committed before anybody looks into them.

Contact data is dropped before that, unless the source keeps it. The file is known by
the hash of what came, so the same file again is no arrival.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from syncd.bilingual import Text
from syncd.formats.dropping import drop_contact
from syncd.intake.filename import decode_name, nanoseconds, order_stamp_utc
from syncd.intake.ignore import conflict_reason
from syncd.store import handed_in, inbox
from syncd.store.events import save_event
from syncd.store.inbox import FileFacts
from syncd.store.rows import sha256_hex
from syncd.sync.identity import MAX_FOLDED, fold_name

if TYPE_CHECKING:
    import datetime as dt

    from syncd.pipeline.context import Context
    from syncd.settings import SourceSettings
    from syncd.store.engine import Session

log = logging.getLogger(__name__)


class Pushed(NamedTuple):
    """An export that somebody handed in.

    Attributes:
        name: file name, made harmless.
        data: its bytes.
        stated_utc: when it last changed, if that was said.
    """

    name: str
    data: bytes
    stated_utc: dt.datetime | None = None


def meet_sources(context: Context, now: dt.datetime) -> None:
    """Remember when each configured source was met first."""
    with context.store.write("receive.met") as session:
        for source in context.settings.sources:
            inbox.save_source(session, source.name, now)


def is_seen(
    context: Context, source: str, facts: FileFacts, changed_utc: dt.datetime
) -> bool:
    """Return whether this very file was taken before, after it last changed."""
    with context.store.read() as session:
        return inbox.is_seen(session, source, facts, changed_utc)


def receive_file(  # noqa: PLR0913 - a file is its place, name, bytes and time
    context: Context,
    source: str,
    facts: FileFacts,
    name: str,
    data: bytes,
    *,
    stamp_utc: dt.datetime,
    now: dt.datetime,
    set_aside: Text | None = None,
) -> int:
    """Store a file as an arrival and announce it; return the arrival's id.

    The same file again changes nothing and is announced no second time.

    Args:
        context: the outside world.
        source: name of the source in the settings.
        facts: the file on disk as it was read.
        name: file name as it came.
        data: its bytes.
        stamp_utc: the time that orders the exports of one tournament.
        now: aware UTC time.
        set_aside: why nobody is to work on it, None for an export.

    Raises:
        StoreError: nothing was stored; try again later.
    """
    kept = data if _keeps_contact(context, source) else drop_contact(data)
    with context.store.write("receive.stored") as session:
        source_id = inbox.save_source(session, source, now)
        arrival_id, is_new = _stored(
            session, source_id, facts, name, data, kept,
            stamp_utc=stamp_utc, now=now, set_aside=set_aside,
        )  # fmt: skip
    if is_new and set_aside is None:
        _announce(context, arrival_id)
    return arrival_id


def _keeps_contact(context: Context, source: str) -> bool:
    return any(
        item.keep_contact_data
        for item in context.settings.sources
        if item.name == source
    )


def _received(name: str, *, is_whole: bool) -> Text:
    if is_whole:
        return Text(f"{name} received.", f"{name} eingegangen.")
    return Text(
        f"{name} received; e-mail addresses and phone numbers were left out.",
        f"{name} eingegangen; E-Mail-Adressen und Telefonnummern wurden weggelassen.",
    )


def receive_pushed(
    context: Context, source: SourceSettings, pushed: Pushed, now: dt.datetime
) -> tuple[int, bool]:
    """Store an export that was handed in, and announce it.

    Whoever hands in does so again if no answer came: the same bytes under the same name
    are the same arrival. With a time, in the name or stated beside it, that holds
    whatever came in between; without one, bytes that come back after others are news.

    Args:
        context: the outside world.
        source: settings of the source.
        pushed: the export.
        now: aware UTC time.

    Returns:
        The arrival's id, and whether it is new.

    Raises:
        StoreError: nothing was stored; try again later.
    """
    facts, stamp = _as_file(pushed, ZoneInfo(source.timezone), now)
    aside = conflict_reason(pushed.name)
    kept = pushed.data if source.keep_contact_data else drop_contact(pushed.data)
    with context.store.write("receive.pushed") as session:
        source_id = inbox.save_source(session, source.name, now)
        handed_in.lock_source(session, source_id)
        known = _known_untimed(session, source, source_id, facts, pushed)
        if known is not None:
            return known, False
        arrival_id, is_new = _stored(
            session, source_id, facts, pushed.name, pushed.data, kept,
            stamp_utc=stamp, now=now, set_aside=aside,
        )  # fmt: skip
    if is_new and aside is None:
        _announce(context, arrival_id)
    return arrival_id, is_new


def _as_file(
    pushed: Pushed, zone: ZoneInfo, now: dt.datetime
) -> tuple[FileFacts, dt.datetime]:
    """Return an export as if it lay in a folder, and the time that orders it.

    Its modification time is the one that tells it from others of the same name and
    content: as stated, else as the name says, else now.
    """
    changed_ns = nanoseconds(pushed.stated_utc or now)
    stamp = order_stamp_utc(pushed.name, changed_ns, zone)
    mtime_ns = changed_ns if pushed.stated_utc else nanoseconds(stamp)
    facts = FileFacts(f"//push/{pushed.name}", len(pushed.data), mtime_ns, inode=0)
    return facts, min(now, stamp)


def _known_untimed(
    session: Session,
    source: SourceSettings,
    source_id: int,
    facts: FileFacts,
    pushed: Pushed,
) -> int | None:
    """Return the arrival that an export without a time repeats, None if it is news."""
    sha256 = sha256_hex(pushed.data)
    is_timed = pushed.stated_utc or decode_name(pushed.name)
    if is_timed or inbox.last_sha256(session, source.name, facts.path) != sha256:
        return None
    return handed_in.newest_arrival(session, source_id, pushed.name, sha256)


def _stored(  # noqa: PLR0913 - as above
    session: Session,
    source_id: int,
    facts: FileFacts,
    name: str,
    data: bytes,
    kept: bytes,
    *,
    stamp_utc: dt.datetime,
    now: dt.datetime,
    set_aside: Text | None,
) -> tuple[int, bool]:
    """Store a file; return the id of its arrival and whether it is new."""
    arrival_id, is_new = inbox.save_arrival(
        session, source_id, name, data,
        mtime_ns=facts.mtime_ns, stamp_utc=stamp_utc, now=now, title=_title(name),
        kept=kept,
    )  # fmt: skip
    inbox.save_seen(session, source_id, facts, sha256_hex(data), now)
    if is_new:
        save_event(
            session, "arrival.received", _received(name, is_whole=kept == data), now,
            arrival_id=arrival_id,
        )  # fmt: skip
    if is_new and set_aside is not None:
        inbox.set_aside(session, arrival_id, set_aside, now)
    return arrival_id, is_new


def _announce(context: Context, arrival_id: int) -> None:
    log.info("arrival received", extra={"arrival_id": arrival_id})
    context.wake.arrival(arrival_id)


def _title(name: str) -> str:
    """Return what a file name says of its tournament, without the time stamp."""
    named = decode_name(name)
    return fold_name(named.title if named else name)[:MAX_FOLDED]


def refuse_file(
    context: Context, source: str, facts: FileFacts, reason: Text, now: dt.datetime
) -> None:
    """Remember a file that cannot be taken (too large), and say why, once.

    Raises:
        StoreError: nothing was stored; try again later.
    """
    with context.store.write("receive.refused") as session:
        source_id = inbox.save_source(session, source, now)
        if inbox.is_refused(session, source, facts):
            return
        inbox.save_seen(session, source_id, facts, inbox.REFUSED, now)
        save_event(session, "file.refused", reason, now)
    log.warning("file refused", extra={"source": source})
