"""Who may use the HTTP interface; constraints as in `tables`."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Field, SQLModel

from syncd.store.columns import PlainText, UtcDateTime


class AccessRow(SQLModel, table=True):
    """One token that was given out; only its hash is kept."""

    __tablename__ = "access"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=PlainText)
    scope: str = Field(max_length=8)
    source: str = Field(default="", max_length=64)
    contacts: bool = False
    digest: str = Field(max_length=64)
    created_utc: dt.datetime = Field(sa_type=UtcDateTime)
    expires_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    revoked_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
