"""What is passed on to peers: an outbox like that of reports, see `tables`."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from syncd.store.columns import PlainText, UtcDateTime


class DeliveryRow(SQLModel, table=True):
    """One state of a tournament on its way to one peer; its bytes never change.

    `number` counts the deliveries of a tournament to a peer: two workers that plan the
    same one collide. `terms` says on what else than the revision the file depends.
    """

    __tablename__ = "delivery"
    __table_args__ = (UniqueConstraint("peer", "tournament_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    peer: str = Field(max_length=64)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    number: int
    revision: int
    terms: str = Field(max_length=64)
    state: str = Field(max_length=16, index=True)
    name: str = Field(default="", sa_type=PlainText)
    content_sha256: str = Field(default="", max_length=64)
    sha256: str = Field(default="", max_length=64, index=True)
    data: bytes = Field(default=b"", sa_type=LargeBinary)
    created_utc: dt.datetime = Field(sa_type=UtcDateTime)
    due_utc: dt.datetime = Field(sa_type=UtcDateTime, index=True)
    tries: int = 0
    failures: int = 0
    crashes: int = 0
    may_have_arrived: bool = False
    delivered_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    trouble_since_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    lease_owner: str = Field(default="", max_length=128)
    lease_until_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    note_en: str = Field(default="", sa_type=PlainText)
    note_de: str = Field(default="", sa_type=PlainText)
    remark_en: str = Field(default="", sa_type=PlainText)
    remark_de: str = Field(default="", sa_type=PlainText)


class GivenRow(SQLModel, table=True):
    """What the source of an export had been given when that was taken.

    Deliveries go on to newer revisions; replaying needs what was true at that time.
    """

    __tablename__ = "given"
    arrival_id: int = Field(foreign_key="arrival.id", primary_key=True)
    revision: int


class SaidRow(SQLModel, table=True):
    """Who has said what last in a tournament, as it was known at a revision.

    What was said here since then follows from the later revisions; what installations
    have told does not.
    """

    __tablename__ = "said"
    tournament_id: int = Field(foreign_key="tournament.id", primary_key=True)
    revision: int
    lines: str = Field(sa_type=PlainText)


class CountingRow(SQLModel, table=True):
    """Since when this installation counts what it says under a name."""

    __tablename__ = "counting"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(max_length=128)
    since_utc: dt.datetime = Field(sa_type=UtcDateTime)
