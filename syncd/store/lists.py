"""Imported lists: rows added piece by piece, in force by one last commit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, func, insert, text
from sqlalchemy import select as sql_select
from sqlmodel import SQLModel, col, select, update

from syncd.rating.personkey import name_key
from syncd.store.list_tables import (
    ClubRow,
    FidePlayerRow,
    FideRatingRow,
    ListRow,
    MemberRow,
)
from syncd.store.rows import insert_all_missing, row_id
from syncd.sync.soundkeys import stored_keys

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from sqlmodel import Session

    from syncd.model.lists import Club, FidePlayer, Member

MEMBERS: Final = "dsb-members"
CLUBS: Final = "dsb-clubs"
FIDE: Final = "fide"
KINDS: Final = (MEMBERS, CLUBS, FIDE)

LOADING: Final = "loading"
CURRENT: Final = "current"
REPLACED: Final = "replaced"

_TABLES: Final = {
    MEMBERS: (str(MemberRow.__tablename__),),
    CLUBS: (str(ClubRow.__tablename__),),
    FIDE: (str(FidePlayerRow.__tablename__), str(FideRatingRow.__tablename__)),
}

BATCH_ROWS: Final = 20_000
"""Rows per transaction: below a second on either database."""


@dataclass(frozen=True, slots=True)
class ListInfo:
    """One imported list.

    Attributes:
        id: row id.
        kind: one of `KINDS`.
        month: `YYYY-MM` of a FIDE list, else empty.
        origin: file name or address that it came from.
        etag: of the download, or empty.
        last_modified: likewise.
        sha256: of the file as it came, packed or not.
        rows: usable rows.
        damaged_rows: rows that were left out.
        imported_utc: when it was read.
    """

    id: int
    kind: str
    month: str
    origin: str
    etag: str
    last_modified: str
    sha256: str
    rows: int
    damaged_rows: int
    imported_utc: dt.datetime


@dataclass(frozen=True, slots=True)
class NewList:
    """A list that is about to be read; the attributes are those of `ListInfo`."""

    kind: str
    month: str
    origin: str
    sha256: str


def begin_list(session: Session, new: NewList, now: dt.datetime) -> int:
    """Make room for a list that is not in force yet; return its id."""
    row = ListRow(
        kind=new.kind, month=new.month, state=LOADING, origin=new.origin,
        sha256=new.sha256, imported_utc=now,
    )  # fmt: skip
    session.add(row)
    session.flush()
    return row_id(row.id)


def add_members(session: Session, list_id: int, members: Sequence[Member]) -> None:
    """Add memberships to a list."""
    rows = [
        {
            "list_id": list_id,
            **member_keys(item.surname, item.forename),
            **{name: getattr(item, name) for name in item.__slots__},
        }
        for item in members
    ]
    session.connection().execute(insert(MemberRow), rows)


def member_keys(surname: str, forename: str) -> dict[str, int | None]:
    """Return the columns that somebody of the list is found by."""
    near, far = stored_keys(surname, forename)
    return {
        "name_key": name_key(surname, forename), "near_key": near, "far_key": far,
    }  # fmt: skip


def add_clubs(session: Session, list_id: int, clubs: Sequence[Club]) -> None:
    """Add clubs to a list."""
    rows = [
        {"list_id": list_id, **{name: getattr(item, name) for name in item.__slots__}}
        for item in clubs
    ]
    session.connection().execute(insert(ClubRow), rows)


def add_players(
    session: Session, list_id: int, players: Sequence[FidePlayer], *, with_names: bool
) -> None:
    """Add players to a FIDE list; a player who stands there twice counts once.

    Args:
        session: an open write transaction.
        list_id: the list.
        players: the next ones of the list.
        with_names: whether it is the newest list, so that it says who they are.
    """
    rated: list[dict[str, object]] = [
        {"list_id": list_id, "fide_id": item.fide_id, "rating": item.rating}
        for item in players
        if item.rating is not None
    ]
    insert_all_missing(session, FideRatingRow, rated)
    if with_names:
        rows = [_player_row(list_id, item) for item in players]
        insert_all_missing(session, FidePlayerRow, rows)


def _player_row(list_id: int, player: FidePlayer) -> dict[str, object]:
    return {
        "list_id": list_id,
        "fide_id": player.fide_id,
        "name_key": name_key(player.surname, player.forename),
        "surname": player.surname,
        "forename": player.forename,
        "federation": player.federation,
        "sex": player.sex,
        "title": player.title,
        "birth_year": player.birth_year,
        "is_active": player.is_active,
    }


def put_in_force(session: Session, list_id: int, *, rows: int, damaged: int) -> None:
    """Let a list count from the end of this transaction on, instead of its forerunner.

    A FIDE list replaces only that of the same month. What servers said of the files of
    replaced lists counts no longer: not every list of those files is in force now.
    """
    row = session.exec(select(ListRow).where(ListRow.id == list_id)).one()
    is_replaced = (
        col(ListRow.kind) == row.kind,
        col(ListRow.month) == row.month,
        col(ListRow.state) == CURRENT,
    )
    files = session.exec(select(ListRow.sha256).where(*is_replaced)).all()
    session.exec(
        update(ListRow)
        .where(col(ListRow.sha256).in_(files))
        .values(etag="", last_modified="")
    )
    session.exec(update(ListRow).where(*is_replaced).values(state=REPLACED))
    row.state, row.size_rows, row.damaged_rows = CURRENT, rows, damaged
    session.add(row)
    _tell_planner(session, row.kind)


def _tell_planner(session: Session, kind: str) -> None:
    """Let PostgreSQL count what has come in, or it takes the wrong index for minutes.

    It counts by itself, but later than reports are completed from the new list: until
    then it believes in a list of a few rows and reads the whole of it for each query.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.connection().execute(text(f"ANALYZE {', '.join(_TABLES[kind])}"))


def note_seen(session: Session, list_id: int, now: dt.datetime) -> None:
    """Note that a download has brought the same list again: it is as fresh as now."""
    row = session.exec(select(ListRow).where(ListRow.id == list_id)).one()
    row.imported_utc = now
    session.add(row)


def note_download(
    session: Session, origin: str, sha256: str, etag: str, last_modified: str
) -> None:
    """Note what a server said of a file all of whose lists are in force."""
    session.exec(
        update(ListRow)
        .where(
            col(ListRow.origin) == origin,
            col(ListRow.sha256) == sha256,
            col(ListRow.state) == CURRENT,
        )
        .values(etag=etag, last_modified=last_modified)
    )


def load_lists(session: Session, kind: str = "") -> list[ListInfo]:
    """Return the lists in force, by kind and month.

    Args:
        session: an open transaction.
        kind: only this one, empty for all.
    """
    query = select(ListRow).where(ListRow.state == CURRENT)
    if kind:
        query = query.where(ListRow.kind == kind)
    rows = session.exec(query.order_by(col(ListRow.kind), col(ListRow.month))).all()
    return [_info(row) for row in rows]


def newest_list(session: Session, kind: str, month: str = "") -> ListInfo | None:
    """Return the list in force of a kind (of a month, if named), None without one."""
    lists = load_lists(session, kind)
    fitting = [item for item in lists if not month or item.month == month]
    return fitting[-1] if fitting else None


def _info(row: ListRow) -> ListInfo:
    return ListInfo(
        row_id(row.id), row.kind, row.month, row.origin, row.etag, row.last_modified,
        row.sha256, row.size_rows, row.damaged_rows, row.imported_utc,
    )  # fmt: skip


def leftovers(session: Session) -> list[Leftover]:
    """Return what can be deleted: rows of lists that do not count.

    These are replaced lists, lists whose import was broken off, and the names of FIDE
    lists that are no longer the newest.
    """
    newest = newest_list(session, FIDE)
    dead = session.exec(select(ListRow.id).where(ListRow.state != CURRENT)).all()
    old = [item.id for item in load_lists(session, FIDE) if item != newest]
    found = [Leftover(name, row_id(item)) for name in _KEYS for item in dead]
    return [*found, *(Leftover("fide_player", item) for item in old)]


@dataclass(frozen=True, slots=True)
class Leftover:
    """Rows of one table that belong to a list which does not count."""

    table: str
    list_id: int


_KEYS: Final = {
    "member": "id", "club": "id", "fide_rating": "fide_id", "fide_player": "fide_id",
}  # fmt: skip
"""Table of rows -> column that orders the rows of one list."""


def delete_some(session: Session, leftover: Leftover) -> bool:
    """Delete rows of a list, not too many at once; return whether any were there."""
    table = SQLModel.metadata.tables[leftover.table]
    key, of_list = table.c[_KEYS[leftover.table]], table.c.list_id == leftover.list_id
    connection = session.connection()
    first = sql_select(key).where(of_list).order_by(key).limit(BATCH_ROWS).subquery()
    last = connection.execute(sql_select(func.max(first.c[0]))).scalar_one()
    if last is None:
        return False
    connection.execute(delete(table).where(of_list, key <= last))
    return True


def forget_lists(session: Session) -> None:
    """Delete the heads of lists that do not count; their rows are gone already."""
    session.connection().execute(delete(ListRow).where(col(ListRow.state) != CURRENT))
