"""What is remembered of sources that are downloaded; constraints as in `tables`."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from syncd.store.columns import PlainText, UtcDateTime


class PullContactRow(SQLModel, table=True):
    """When a source answered, when all of it worked, and what went wrong last."""

    __tablename__ = "pull_contact"
    source: str = Field(primary_key=True, max_length=64)
    contact_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    success_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    trouble_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    trouble_en: str = Field(default="", sa_type=PlainText)
    trouble_de: str = Field(default="", sa_type=PlainText)


class PullItemRow(SQLModel, table=True):
    """One address: what to say of it next time, and why it was not taken."""

    __tablename__ = "pull_item"
    __table_args__ = (UniqueConstraint("source", "key"),)
    id: int | None = Field(default=None, primary_key=True)
    source: str = Field(max_length=64)
    key: str = Field(max_length=64)
    place: str = Field(sa_type=PlainText)
    etag: str = Field(default="", sa_type=PlainText)
    last_modified: str = Field(default="", sa_type=PlainText)
    noted_utc: dt.datetime = Field(sa_type=UtcDateTime)
    trouble_en: str = Field(default="", sa_type=PlainText)
    trouble_de: str = Field(default="", sa_type=PlainText)
