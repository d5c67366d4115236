"""Tables of the lists that complete tournaments, and of what people entered by hand.

A list is read in many short transactions under a row that is not in force yet; one
last commit puts it in force. So nobody waits for an import, and whatever happens in
between, the old list stays.

FIDE lists are kept per month, as the rating of the month of the last game counts: of
each month only id and rating, of the newest also who that is. Two million rows a month
are the reason why these tables have no row ids of their own.
"""

from __future__ import annotations

import datetime as dt

from sqlalchemy import BigInteger, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from syncd.store.columns import PlainText, UtcDateTime

_COMPACT = {"sqlite_with_rowid": False}
_IS_DOUBLE = text("far_key is not null")
"""Few names have two parts; the index holds only those."""


class ListRow(SQLModel, table=True):
    """One imported list; `state` says whether it counts."""

    __tablename__ = "list"
    __table_args__ = (Index("ix_list_kind_state", "kind", "state"),)
    id: int | None = Field(default=None, primary_key=True)
    kind: str = Field(max_length=16)
    month: str = Field(default="", max_length=7)
    state: str = Field(max_length=16)
    origin: str = Field(default="", sa_type=PlainText)
    etag: str = Field(default="", sa_type=PlainText)
    last_modified: str = Field(default="", max_length=64)
    sha256: str = Field(max_length=64)
    size_rows: int = 0
    damaged_rows: int = 0
    imported_utc: dt.datetime = Field(sa_type=UtcDateTime)


class MemberRow(SQLModel, table=True):
    """One membership of the DSB's list.

    Keys: see `syncd.rating.personkey` (`name_key`) and `syncd.sync.soundkeys`. The
    birth year stands in their indexes, as most of who shares a name was born in
    another year, and the lists get longer.
    """

    __tablename__ = "member"
    __table_args__ = (
        Index("ix_member_list_id_dsb_id", "list_id", "dsb_id"),
        Index("ix_member_list_id_vkz", "list_id", "vkz", "member_number"),
        Index("ix_member_list_id_fide_id", "list_id", "fide_id"),
        Index("ix_member_list_id_name_key", "list_id", "name_key", "birth_year"),
        Index("ix_member_list_id_near_key", "list_id", "near_key", "birth_year"),
        Index(
            "ix_member_list_id_far_key", "list_id", "far_key", "birth_year",
            sqlite_where=_IS_DOUBLE, postgresql_where=_IS_DOUBLE,
        ),
    )  # fmt: skip
    id: int | None = Field(default=None, primary_key=True)
    list_id: int = Field(foreign_key="list.id")
    name_key: int = Field(sa_type=BigInteger)
    near_key: int | None = Field(default=None, sa_type=BigInteger)
    far_key: int | None = Field(default=None, sa_type=BigInteger)
    dsb_id: str = Field(default="", sa_type=PlainText)
    surname: str = Field(sa_type=PlainText)
    forename: str = Field(default="", sa_type=PlainText)
    sex: str = Field(default="", max_length=1)
    birth_year: int | None = None
    vkz: str = Field(default="", max_length=5)
    member_number: int | None = None
    is_active: bool = True
    dwz: int | None = None
    dwz_index: int | None = None
    fide_id: int | None = None
    elo: int | None = None
    fide_title: str = Field(default="", max_length=3)
    federation: str = Field(default="", sa_type=PlainText)


class ClubRow(SQLModel, table=True):
    """One club of the DSB's list."""

    __tablename__ = "club"
    id: int | None = Field(default=None, primary_key=True)
    list_id: int = Field(foreign_key="list.id", index=True)
    vkz: str = Field(max_length=5)
    name: str = Field(sa_type=PlainText)
    federation: str = Field(default="", sa_type=PlainText)
    parent: str = Field(default="", sa_type=PlainText)


class FideRatingRow(SQLModel, table=True):
    """The standard rating of one player in one month; who has none has no row."""

    __tablename__ = "fide_rating"
    __table_args__ = (_COMPACT,)
    list_id: int = Field(foreign_key="list.id", primary_key=True)
    fide_id: int = Field(primary_key=True)
    rating: int


class FidePlayerRow(SQLModel, table=True):
    """Who a player of the newest FIDE list is."""

    __tablename__ = "fide_player"
    __table_args__ = (
        Index("ix_fide_player_list_id_name_key", "list_id", "name_key"),
        _COMPACT,
    )
    list_id: int = Field(foreign_key="list.id", primary_key=True)
    fide_id: int = Field(primary_key=True)
    name_key: int = Field(sa_type=BigInteger)
    surname: str = Field(sa_type=PlainText)
    forename: str = Field(default="", sa_type=PlainText)
    federation: str = Field(default="", sa_type=PlainText)
    sex: str = Field(default="", max_length=1)
    title: str = Field(default="", max_length=3)
    birth_year: int | None = None
    is_active: bool = True


class PersonRow(SQLModel, table=True):
    """What no list holds of a person, entered once by somebody who knows."""

    __tablename__ = "person"
    __table_args__ = (UniqueConstraint("key"),)
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(max_length=500)
    name_key: int = Field(sa_type=BigInteger, index=True)
    surname: str = Field(sa_type=PlainText)
    forename: str = Field(default="", sa_type=PlainText)
    full_forename: str = Field(default="", sa_type=PlainText)
    birth_year: int | None = None
    birth_date: dt.date | None = None
    sex: str = Field(default="", max_length=1)
    club: str = Field(default="", sa_type=PlainText)
    vkz: str = Field(default="", max_length=5)
    dsb_id: str = Field(default="", sa_type=PlainText, index=True)
    fide_id: int | None = Field(default=None, index=True)
    changed_utc: dt.datetime = Field(sa_type=UtcDateTime)
