"""What is remembered of sources that are downloaded: contacts, addresses, troubles.

An address is known by the hash of all of it, since it may hold secrets; what people
see is a place without them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlmodel import col, delete, select

from syncd.bilingual import Text
from syncd.store.pull_tables import PullContactRow, PullItemRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection

    from sqlmodel import Session

NOTHING = Text("", "")


@dataclass(frozen=True, slots=True)
class Item:
    """One address as it was met last.

    Attributes:
        key: hash of the address.
        place: the address for people, without secrets.
        etag: what to say of it next time; empty where nothing can be said.
        last_modified: likewise.
        trouble: why it was not taken, empty if it was.
    """

    key: str
    place: str
    etag: str = ""
    last_modified: str = ""
    trouble: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Contact:
    """How the downloads of a source went.

    Attributes:
        contact_utc: when one of its servers answered last, None if none ever did.
        success_utc: when all of it worked last.
        trouble_utc: when something went wrong last.
        trouble: what that was.
    """

    contact_utc: dt.datetime | None = None
    success_utc: dt.datetime | None = None
    trouble_utc: dt.datetime | None = None
    trouble: Text = NOTHING

    @property
    def is_troubled(self) -> bool:
        """Whether nothing has worked since the last trouble."""
        if self.trouble_utc is None:
            return False
        return self.success_utc is None or self.success_utc < self.trouble_utc


def load_items(session: Session, source: str) -> dict[str, Item]:
    """Return what is remembered of the addresses of a source, by key."""
    rows = session.exec(select(PullItemRow).where(PullItemRow.source == source)).all()
    return {row.key: _item(row) for row in rows}


def load_troubled_items(session: Session) -> dict[str, list[Item]]:
    """Return the addresses that were not taken, by source."""
    found: dict[str, list[Item]] = {}
    rows = session.exec(
        select(PullItemRow)
        .where(PullItemRow.trouble_en != "")
        .order_by(col(PullItemRow.source), col(PullItemRow.id))
    )
    for row in rows:
        found.setdefault(row.source, []).append(_item(row))
    return found


def save_item(session: Session, source: str, item: Item, now: dt.datetime) -> None:
    """Remember an address as it was met now."""
    row = session.exec(
        select(PullItemRow).where(
            PullItemRow.source == source, PullItemRow.key == item.key
        )
    ).one_or_none() or PullItemRow(
        source=source, key=item.key, place=item.place, noted_utc=now
    )
    row.place, row.noted_utc = item.place, now
    row.etag, row.last_modified = item.etag, item.last_modified
    row.trouble_en, row.trouble_de = item.trouble
    session.add(row)


def forget_items(session: Session, source: str, keys: Collection[str]) -> None:
    """Forget addresses that are no longer named anywhere."""
    for key in keys:
        session.exec(
            delete(PullItemRow).where(
                col(PullItemRow.source) == source, col(PullItemRow.key) == key
            )
        )


def load_contacts(session: Session) -> dict[str, Contact]:
    """Return how downloads went, by source."""
    rows = session.exec(select(PullContactRow)).all()
    return {
        row.source: Contact(
            row.contact_utc, row.success_utc, row.trouble_utc,
            Text(row.trouble_en, row.trouble_de),
        )
        for row in rows
    }  # fmt: skip


def note_contact(
    session: Session,
    source: str,
    now: dt.datetime,
    *,
    has_answered: bool,
    trouble: Text | None,
) -> None:
    """Remember how a pull went.

    Args:
        session: an open write transaction.
        source: name of the source.
        now: aware UTC time.
        has_answered: whether any of its servers did.
        trouble: what went wrong, None if all worked.
    """
    row = session.get(PullContactRow, source) or PullContactRow(source=source)
    if has_answered:
        row.contact_utc = now
    if trouble is None:
        row.success_utc = now
    else:
        row.trouble_utc = now
        row.trouble_en, row.trouble_de = trouble
    session.add(row)


def _item(row: PullItemRow) -> Item:
    return Item(
        row.key, row.place, row.etag, row.last_modified,
        Text(row.trouble_en, row.trouble_de),
    )  # fmt: skip
