"""What people have chosen about standings; constraints as in `tables`."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Field, SQLModel

from syncd.store.columns import PlainText, UtcDateTime


class StandingsChoicesRow(SQLModel, table=True):
    """All that is chosen about the standings of a tournament, after one change.

    The newest row counts, all are kept: together they say who changed what when. Rows
    with start numbers of now are added when numbers move; nobody has made those.
    """

    __tablename__ = "standings_choices"
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    choices: str = Field(sa_type=PlainText)
    made_utc: dt.datetime = Field(sa_type=UtcDateTime)
    made_by: str = Field(default="", max_length=128)
    text_en: str = Field(default="", sa_type=PlainText)
    text_de: str = Field(default="", sa_type=PlainText)
