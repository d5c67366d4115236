"""What an erasure leaves behind; constraints as in `tables`."""

from __future__ import annotations

import datetime as dt

from sqlmodel import Field, SQLModel

from syncd.store.columns import UtcDateTime


class RestrictedReportRow(SQLModel, table=True):
    """A report that a portal may have, of a tournament in which somebody was erased.

    It is kept for as long as the rating needs it, and no command shows it.
    """

    __tablename__ = "restricted_report"
    report_id: int = Field(foreign_key="report.id", primary_key=True)
    since_utc: dt.datetime = Field(sa_type=UtcDateTime)
