"""What sources contradict each other about; constraints as in `tables`."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Field, SQLModel

from syncd.store.columns import PlainText, UtcDateTime


class ConflictRow(SQLModel, table=True):
    """One question: values are JSON, places are under the tournament's numbers.

    `ours` is what the tournament says, `theirs` what the source says; both follow what
    is said later as long as the question is open.
    """

    __tablename__ = "conflict"
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    source_id: int = Field(foreign_key="source.id")
    arrival_id: int = Field(foreign_key="arrival.id")
    place: str = Field(sa_type=PlainText)
    base: str = Field(sa_type=PlainText)
    ours: str = Field(sa_type=PlainText)
    theirs: str = Field(sa_type=PlainText)
    reason: str = Field(max_length=32)
    text_en: str = Field(sa_type=PlainText)
    text_de: str = Field(sa_type=PlainText)
    state: str = Field(max_length=16)
    made_utc: dt.datetime = Field(sa_type=UtcDateTime)
    ended_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    chosen: str = Field(default="null", sa_type=PlainText)
    decided_by: str = Field(default="", max_length=128)
