"""The tables; constraints carry the guarantees, code only uses them.

Text and JSON columns hold what a person may read; binary columns hold exact bytes.
All times are aware UTC.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from sqlalchemy import BigInteger, LargeBinary, MetaData, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from syncd.store.columns import PlainText, UtcDateTime, Wrapped64

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = MetaData(
    naming_convention=NAMING
).naming_convention


_ADDED_ZERO: Final = {"server_default": "0"}
_ADDED_EMPTY: Final = {"server_default": text("''")}
_ADDED_SEND: Final = {"server_default": text("'send'")}
"""Columns added to a table that others refer to: SQLite can then neither add them
without a default nor make the table anew."""


class SourceRow(SQLModel, table=True):
    """An installation's source and when we first met it."""

    __tablename__ = "source"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True, max_length=64)
    first_contact_utc: dt.datetime = Field(sa_type=UtcDateTime)


class BlobRow(SQLModel, table=True):
    """Bytes as they came (compressed), once per content.

    `sha256` and `size_bytes` are always those of what came. Contact data, and a person
    who was erased, are missing in `data`.
    """

    __tablename__ = "blob"
    sha256: str = Field(primary_key=True, max_length=64)
    size_bytes: int = Field(sa_type=BigInteger)
    data: bytes = Field(sa_type=LargeBinary)


class SeenFileRow(SQLModel, table=True):
    """A file on disk that was taken; unchanged, it is never an arrival again."""

    __tablename__ = "seen_file"
    __table_args__ = (UniqueConstraint("source_id", "path"),)
    id: int | None = Field(default=None, primary_key=True)
    source_id: int = Field(foreign_key="source.id")
    path: str = Field(sa_type=PlainText)
    size_bytes: int = Field(sa_type=BigInteger)
    mtime_ns: int = Field(sa_type=Wrapped64)
    inode: int = Field(sa_type=Wrapped64)
    sha256: str = Field(max_length=64)
    seen_utc: dt.datetime = Field(sa_type=UtcDateTime)


class ArrivalRow(SQLModel, table=True):
    """One received file; kept before anything is parsed."""

    __tablename__ = "arrival"
    __table_args__ = (UniqueConstraint("source_id", "name", "sha256", "mtime_ns"),)
    id: int | None = Field(default=None, primary_key=True)
    source_id: int = Field(foreign_key="source.id", index=True)
    name: str = Field(sa_type=PlainText)
    title: str = Field(default="", sa_type=PlainText)
    sha256: str = Field(foreign_key="blob.sha256", max_length=64)
    mtime_ns: int = Field(sa_type=Wrapped64)
    stamp_utc: dt.datetime = Field(sa_type=UtcDateTime)
    received_utc: dt.datetime = Field(sa_type=UtcDateTime)
    state: str = Field(max_length=16, index=True)
    tries: int = 0
    lease_owner: str = Field(default="", max_length=128)
    lease_until_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    due_utc: dt.datetime = Field(sa_type=UtcDateTime, index=True)
    finished_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    tournament_id: int | None = Field(
        default=None, foreign_key="tournament.id", index=True
    )
    note_en: str = Field(default="", sa_type=PlainText)
    note_de: str = Field(default="", sa_type=PlainText)
    findings: str = Field(default="[]", sa_type=PlainText)


class TournamentRow(SQLModel, table=True):
    """A tournament, its identity and what it waits for."""

    __tablename__ = "tournament"
    __table_args__ = (
        UniqueConstraint("source_id", "folded_name", "start_key", "is_team"),
    )
    id: int | None = Field(default=None, primary_key=True)
    uuid: str = Field(unique=True, max_length=36)
    source_id: int = Field(foreign_key="source.id", index=True)
    name: str = Field(sa_type=PlainText)
    folded_name: str = Field(max_length=512)
    start_key: str = Field(max_length=10)
    is_team: bool = False
    games_sha256: str = Field(default="", max_length=64, index=True)
    first_day: str | None = Field(default=None, max_length=10)
    last_day: str | None = Field(default=None, max_length=10)
    entrants: int | None = None
    head: int = 0
    tries: int = Field(default=0, sa_column_kwargs=_ADDED_ZERO)
    created_utc: dt.datetime = Field(sa_type=UtcDateTime)
    changed_utc: dt.datetime = Field(sa_type=UtcDateTime)
    recheck_utc: dt.datetime | None = Field(
        default=None, sa_type=UtcDateTime, index=True
    )
    wait_code: str = Field(default="", max_length=64)
    wait_en: str = Field(default="", sa_type=PlainText)
    wait_de: str = Field(default="", sa_type=PlainText)
    needs_person: bool = False


class TournamentNameRow(SQLModel, table=True):
    """A further name and start date under which a source sends a tournament."""

    __tablename__ = "tournament_name"
    __table_args__ = (
        UniqueConstraint("source_id", "folded_name", "start_key", "is_team"),
    )
    id: int | None = Field(default=None, primary_key=True)
    source_id: int = Field(foreign_key="source.id")
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    folded_name: str = Field(max_length=512)
    start_key: str = Field(max_length=10)
    is_team: bool = False


class SnapshotRow(SQLModel, table=True):
    """A tournament as canonical JSON (compressed), once per content."""

    __tablename__ = "snapshot"
    sha256: str = Field(primary_key=True, max_length=64)
    data: bytes = Field(sa_type=LargeBinary)


class BaseRow(SQLModel, table=True):
    """The tournament as one source has sent it in one form."""

    __tablename__ = "base"
    __table_args__ = (UniqueConstraint("source_id", "tournament_id", "form"),)
    id: int | None = Field(default=None, primary_key=True)
    source_id: int = Field(foreign_key="source.id")
    tournament_id: int = Field(foreign_key="tournament.id")
    arrival_id: int = Field(foreign_key="arrival.id")
    snapshot_sha256: str = Field(foreign_key="snapshot.sha256", max_length=64)
    stamp_utc: dt.datetime = Field(sa_type=UtcDateTime)
    form: str = Field(max_length=8)
    findings: str = Field(default="[]", sa_type=PlainText)
    ids: str = Field(default="{}", sa_type=PlainText)


class RevisionRow(SQLModel, table=True):
    """An immutable state of a tournament and what led to it.

    Either `arrival_id` (an export) or `decision_id` (a person) caused it.
    """

    __tablename__ = "revision"
    __table_args__ = (UniqueConstraint("tournament_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id")
    number: int
    parent: int
    snapshot_sha256: str = Field(foreign_key="snapshot.sha256", max_length=64)
    arrival_id: int | None = Field(default=None, foreign_key="arrival.id")
    decision_id: int | None = Field(default=None, foreign_key="decision.id")
    created_utc: dt.datetime = Field(sa_type=UtcDateTime)
    changes: str = Field(default="[]", sa_type=PlainText)
    findings: str = Field(default="[]", sa_type=PlainText)


class DecisionRow(SQLModel, table=True):
    """Something a person decided about a tournament; the newest of a kind counts."""

    __tablename__ = "decision"
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    kind: str = Field(max_length=16)
    value: str = Field(default="", sa_type=PlainText)
    made_utc: dt.datetime = Field(sa_type=UtcDateTime)


class ReportRow(SQLModel, table=True):
    """One report: bytes, fileUUID and creation date are fixed when it is made."""

    __tablename__ = "report"
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    revision: int
    file_uuid: str = Field(unique=True, max_length=36)
    payload_sha256: str = Field(max_length=64)
    games: int = 0
    sha256: str = Field(max_length=64)
    data: bytes = Field(sa_type=LargeBinary)
    created_utc: dt.datetime = Field(sa_type=UtcDateTime)
    findings: str = Field(default="[]", sa_type=PlainText)


class SubmissionRow(SQLModel, table=True):
    """The outbox: one report on its way to one portal."""

    __tablename__ = "submission"
    __table_args__ = (UniqueConstraint("portal", "tournament_id", "revision", "kind"),)
    id: int | None = Field(default=None, primary_key=True)
    portal: str = Field(max_length=64)
    tournament_id: int = Field(foreign_key="tournament.id", index=True)
    revision: int
    kind: str = Field(max_length=16)
    report_id: int = Field(foreign_key="report.id")
    state: str = Field(max_length=16, index=True)
    created_utc: dt.datetime = Field(sa_type=UtcDateTime)
    queued_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    due_utc: dt.datetime = Field(sa_type=UtcDateTime, index=True)
    sends: int = 0
    requests: int = 0
    failures: int = 0
    crashes: int = Field(default=0, sa_column_kwargs=_ADDED_ZERO)
    may_have_arrived: bool = False
    held_from: str = Field(default="", max_length=16, sa_column_kwargs=_ADDED_EMPTY)
    approved_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    approved_by: str = Field(default="", max_length=128, sa_column_kwargs=_ADDED_EMPTY)
    first_sent_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    trouble_since_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    read_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    lease_owner: str = Field(default="", max_length=128)
    lease_until_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    note_en: str = Field(default="", sa_type=PlainText)
    note_de: str = Field(default="", sa_type=PlainText)


class BreakerRow(SQLModel, table=True):
    """A host in trouble: nobody sends there before `open_until_utc`."""

    __tablename__ = "breaker"
    host: str = Field(primary_key=True, max_length=255)
    failures: int = 0
    since_utc: dt.datetime = Field(sa_type=UtcDateTime)
    open_until_utc: dt.datetime = Field(sa_type=UtcDateTime)
    note_en: str = Field(default="", sa_type=PlainText)
    note_de: str = Field(default="", sa_type=PlainText)


class TokenRow(SQLModel, table=True):
    """An access token that all workers share; one row per client at a token server."""

    __tablename__ = "token"
    client: str = Field(primary_key=True, max_length=64)
    access: str = Field(default="", sa_type=PlainText)
    refresh: str = Field(default="", sa_type=PlainText)
    expires_utc: dt.datetime = Field(sa_type=UtcDateTime)


class TokenIssueRow(SQLModel, table=True):
    """That a token was asked for: the server allows only so many in a time."""

    __tablename__ = "token_issue"
    id: int | None = Field(default=None, primary_key=True)
    client: str = Field(max_length=64, index=True)
    at_utc: dt.datetime = Field(sa_type=UtcDateTime)


class ScheduleRow(SQLModel, table=True):
    """A recurring job and when it is due next."""

    __tablename__ = "schedule"
    name: str = Field(primary_key=True, max_length=64)
    rule: str = Field(sa_type=PlainText)
    next_utc: dt.datetime = Field(sa_type=UtcDateTime, index=True)


class ScheduleRunRow(SQLModel, table=True):
    """One due run of a job; the unique key lets it happen once."""

    __tablename__ = "schedule_run"
    __table_args__ = (UniqueConstraint("name", "due_utc"),)
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(max_length=64, index=True)
    due_utc: dt.datetime = Field(sa_type=UtcDateTime)
    state: str = Field(max_length=16, index=True)
    tries: int = 0
    lease_owner: str = Field(default="", max_length=128)
    lease_until_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    started_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    finished_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    note_en: str = Field(default="", sa_type=PlainText)
    note_de: str = Field(default="", sa_type=PlainText)


class AttemptRow(SQLModel, table=True):
    """One send or one question, committed before the request leaves."""

    __tablename__ = "attempt"
    __table_args__ = (UniqueConstraint("submission_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    submission_id: int = Field(foreign_key="submission.id")
    number: int
    kind: str = Field(default="send", max_length=8, sa_column_kwargs=_ADDED_SEND)
    sha256: str = Field(max_length=64)
    started_utc: dt.datetime = Field(sa_type=UtcDateTime)
    finished_utc: dt.datetime | None = Field(default=None, sa_type=UtcDateTime)
    outcome: str = Field(default="", max_length=16)
    status: int | None = None
    text: str = Field(default="", sa_type=PlainText)


class ReceiptRow(SQLModel, table=True):
    """The portal has the report; exactly one per submission."""

    __tablename__ = "receipt"
    submission_id: int = Field(foreign_key="submission.id", primary_key=True)
    received_utc: dt.datetime = Field(sa_type=UtcDateTime)
    already_there: bool = False
    number: str = Field(default="", sa_type=PlainText)
    status: int = 0
    answer: bytes = Field(default=b"", sa_type=LargeBinary)


class EventRow(SQLModel, table=True):
    """What happened, kept for ever; never holds personal data."""

    __tablename__ = "event"
    id: int | None = Field(default=None, primary_key=True)
    at_utc: dt.datetime = Field(sa_type=UtcDateTime)
    tournament_id: int | None = Field(
        default=None, foreign_key="tournament.id", index=True
    )
    arrival_id: int | None = Field(default=None, foreign_key="arrival.id")
    submission_id: int | None = Field(default=None, foreign_key="submission.id")
    kind: str = Field(max_length=32)
    text_en: str = Field(default="", sa_type=PlainText)
    text_de: str = Field(default="", sa_type=PlainText)


class LeaseRow(SQLModel, table=True):
    """A named right that one process holds until it runs out."""

    __tablename__ = "lease"
    name: str = Field(primary_key=True, max_length=128)
    owner: str = Field(max_length=128)
    until_utc: dt.datetime = Field(sa_type=UtcDateTime)
