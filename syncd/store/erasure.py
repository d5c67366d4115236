"""Where a person stands in the store, and putting something else there.

Everything else in the store is only ever added to; here alone is it changed. Which
columns hold text about a tournament, and which refer to a snapshot, is read from the
tables, so a table that is added later is not forgotten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import (
    LargeBinary,
    Text,
    and_,
    delete,
    exists,
    false,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.types import TypeDecorator
from sqlmodel import SQLModel, col
from sqlmodel import select as sqlmodel_select

from syncd.model.persons import Person
from syncd.rating.personkey import name_key
from syncd.store.list_tables import (
    ClubRow,
    FidePlayerRow,
    FideRatingRow,
    ListRow,
    MemberRow,
    PersonRow,
)
from syncd.store.rows import row_id
from syncd.store.snapshots import save_snapshot
from syncd.store.tables import (
    ArrivalRow,
    DecisionRow,
    ReportRow,
    RevisionRow,
    ScheduleRow,
    SeenFileRow,
    SnapshotRow,
    SubmissionRow,
    TokenRow,
    TournamentRow,
)
from syncd.sync.erasing import is_person, names_known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from sqlalchemy import Column, ColumnElement, Table
    from sqlmodel import Session


_LISTS: Final[tuple[type[SQLModel], ...]] = (MemberRow, FidePlayerRow, PersonRow)


class KeptFile(NamedTuple):
    """An arrival whose bytes may hold a person.

    Attributes:
        arrival_id: row id.
        tournament_id: None if nobody knows which tournament it is.
        name: of the file.
        sha256: of what came.
    """

    arrival_id: int
    tournament_id: int | None
    name: str
    sha256: str


def tournament_ids(session: Session) -> list[int]:
    """Return all tournaments."""
    rows = session.connection().execute(select(_table(TournamentRow).c.id))
    return sorted(row[0] for row in rows)


def tournament_name(session: Session, tournament_id: int) -> str:
    """Return the name of a tournament."""
    row = session.get_one(TournamentRow, tournament_id)
    return row.name


def snapshots_of(session: Session, tournament_id: int) -> list[str]:
    """Return the hashes of all states of a tournament and of its sources."""
    return sorted(
        {
            row[0]
            for table, column in _references("snapshot.sha256")
            if "tournament_id" in table.c
            for row in session.connection().execute(
                select(column).where(table.c.tournament_id == tournament_id)
            )
        }
    )


def revisions_of(session: Session, tournament_id: int) -> list[str]:
    """Return the hashes of all states that a tournament itself has had."""
    query = sqlmodel_select(RevisionRow.snapshot_sha256).where(
        RevisionRow.tournament_id == tournament_id
    )
    return sorted(set(session.exec(query)))


def histories(
    session: Session, tournament_id: int
) -> list[tuple[int, int | None, str]]:
    """Return row id, decision and changes (JSON) of all revisions of a tournament."""
    rows = session.exec(
        sqlmodel_select(RevisionRow.id, RevisionRow.decision_id, RevisionRow.changes)
        .where(RevisionRow.tournament_id == tournament_id)
        .order_by(col(RevisionRow.number))
    )
    return [(row_id(number), decision, text) for number, decision, text in rows]


def rewrite_history(session: Session, number: int, changes: str) -> None:
    """Change what a revision tells of its changes.

    Args:
        session: an open write transaction.
        number: row id of the revision.
        changes: JSON.
    """
    row = session.get_one(RevisionRow, number)
    row.changes = changes
    session.add(row)
    session.flush()


def decisions_of(
    session: Session, tournament_id: int, kind: str
) -> list[tuple[int, str]]:
    """Return row id and value of all decisions of a kind about a tournament."""
    rows = session.exec(
        sqlmodel_select(DecisionRow.id, DecisionRow.value)
        .where(DecisionRow.tournament_id == tournament_id, DecisionRow.kind == kind)
        .order_by(col(DecisionRow.id))
    )
    return [(row_id(number), value) for number, value in rows]


def files_of(session: Session, tournament_id: int | None) -> list[KeptFile]:
    """Return the files of a tournament, or those of none."""
    table = _table(ArrivalRow)
    rows = session.connection().execute(
        select(table.c.id, table.c.tournament_id, table.c.name, table.c.sha256)
        .where(table.c.tournament_id == tournament_id)
        .order_by(table.c.id)
    )
    return [KeptFile(*row) for row in rows]


def files_from(session: Session, tournament_id: int, source_id: int) -> set[str]:
    """Return the hashes of the files of a tournament that one source has sent."""
    query = sqlmodel_select(ArrivalRow.sha256).where(
        ArrivalRow.tournament_id == tournament_id, ArrivalRow.source_id == source_id
    )
    return set(session.exec(query))


def replace_snapshot(session: Session, sha256: str, data: bytes) -> str:
    """Put another state in place of one, everywhere, and return its hash."""
    new = save_snapshot(session, data)
    for table, column in _references("snapshot.sha256"):
        session.connection().execute(
            update(table).where(column == sha256).values({column: new})
        )
    session.connection().execute(
        delete(SnapshotRow).where(col(SnapshotRow.sha256) == sha256)
    )
    return new


def forgotten_snapshots(session: Session) -> list[str]:
    """Return the hashes of states that nothing refers to any more.

    What a source has said is kept only once; what it said before stays behind.
    """
    table = _table(SnapshotRow)
    rows = session.connection().execute(select(table.c.sha256).where(_is_forgotten()))
    return sorted(row[0] for row in rows)


def delete_forgotten(session: Session, sha256: str) -> None:
    """Delete a state, unless something refers to it meanwhile."""
    is_it = col(SnapshotRow.sha256) == sha256
    session.connection().execute(delete(SnapshotRow).where(is_it, _is_forgotten()))


def _is_forgotten() -> ColumnElement[bool]:
    return and_(
        *(
            ~exists(select(table.c[column.name]).where(column == SnapshotRow.sha256))
            for table, column in _references("snapshot.sha256")
        )
    )


def reword(session: Session, tournament_id: int, change: Callable[[str], str]) -> int:
    """Change all texts that are about a tournament; return how many rows changed."""
    return sum(
        _reword(session, table, condition, change)
        for table, condition in _about(tournament_id)
    )


def reword_rest(session: Session, change: Callable[[str], str]) -> int:
    """Change all texts that are about no tournament; return how many rows changed.

    Lists lose the row of a person instead. Paths and addresses of files stay: by them
    a file is known that was taken already.
    """
    return sum(
        _reword(session, table, condition, change)
        for table in SQLModel.metadata.sorted_tables
        if table.name not in _NO_WORDS and "submission_id" not in table.c
        for condition in [_is_of_none(table)]
    )


def _is_of_none(table: Table) -> ColumnElement[bool]:
    """Return the condition that a row is about no tournament."""
    if table.name == TournamentRow.__tablename__:
        return false()
    return table.c.tournament_id.is_(None) if "tournament_id" in table.c else true()


_APART: Final[tuple[type[SQLModel], ...]] = (
    *_LISTS, ListRow, ClubRow, FideRatingRow, TokenRow, SeenFileRow, ScheduleRow,
)  # fmt: skip
_NO_WORDS: Final = frozenset(str(row.__tablename__) for row in _APART)
"""Tables of lists, secrets and settings, and of files by which they are known again."""
_COMPARED: Final = frozenset({"pull_item.place"})


def rewrite_files(
    session: Session, tournament_id: int, change: Callable[[bytes], bytes]
) -> int:
    """Change the files that were made of a tournament, reports apart.

    Returns:
        How many changed; they are still known by the hash of what was made.
    """
    count = 0
    for table, condition in _about(tournament_id):
        made = [one for one in table.c if isinstance(one.type, LargeBinary)]
        if table.name == ReportRow.__tablename__ or "tournament_id" not in table.c:
            continue
        for column in made:
            query = select(*table.primary_key, column).where(condition)
            for *key, data in session.connection().execute(query).all():
                after = change(data) if data else data
                if after != data:
                    same = map(_equal, table.primary_key, key)
                    session.connection().execute(
                        update(table).where(and_(*same)).values({column: after})
                    )
                    count += 1
    return count


def _equal(column: ColumnElement[Any], value: object) -> ColumnElement[bool]:
    return column == value


def _about(tournament_id: int) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    submissions = _table(SubmissionRow)
    whose = select(submissions.c.id).where(submissions.c.tournament_id == tournament_id)
    for table in SQLModel.metadata.sorted_tables:
        if table.name == TournamentRow.__tablename__:
            yield table, table.c.id == tournament_id
        elif "tournament_id" in table.c:
            yield table, table.c.tournament_id == tournament_id
        elif "submission_id" in table.c:
            yield table, table.c.submission_id.in_(whose)


def _reword(
    session: Session,
    table: Table,
    condition: ColumnElement[bool],
    change: Callable[[str], str],
) -> int:
    keys, texts = list(table.primary_key), [one for one in table.c if _holds_text(one)]
    rows = session.connection().execute(select(*keys, *texts).where(condition)).all()
    count = 0
    for row in rows:
        before = dict(zip(texts, row[len(keys) :], strict=True))
        after = {one: _changed(text, change) for one, text in before.items() if text}
        changed = {one: text for one, text in after.items() if text != before[one]}
        if changed:
            same = (key == value for key, value in zip(keys, row, strict=False))
            session.connection().execute(
                update(table).where(and_(*same)).values(changed)
            )
            count += 1
    return count


def _changed(text: str | bytes, change: Callable[[str], str]) -> str | bytes:
    """Return a text changed; the answer of a portal may be in any encoding."""
    if isinstance(text, str):
        return change(text)
    for codec in ("utf-8", "latin-1"):
        try:
            return change(text.decode(codec)).encode(codec, "replace")
        except UnicodeDecodeError:
            continue
    return text


def _holds_text(column: Column[Any]) -> bool:
    """Return whether people or files may have written what stands there."""
    if f"{column.table}.{column.name}" in _COMPARED:
        return False
    kind = column.type
    if isinstance(kind, TypeDecorator):
        kind = kind.impl_instance
    is_answer = f"{column.table}.{column.name}" == "receipt.answer"
    return isinstance(kind, Text) or column.name.endswith("_by") or is_answer


def _references(target: str) -> list[tuple[Table, ColumnElement[Any]]]:
    return [
        (table, column)
        for table in SQLModel.metadata.sorted_tables
        for column in table.c
        if any(key.target_fullname == target for key in column.foreign_keys)
    ]


def empty_report(session: Session, report_id: int) -> None:
    """Empty a report that no portal has and none will get."""
    session.connection().execute(
        update(ReportRow)
        .where(col(ReportRow.id) == report_id)
        .values(data=b"", findings="[]")
    )


def delete_from_lists(session: Session, person: Person) -> int:
    """Delete a person from imported lists and from what was entered by hand."""
    return sum(_delete_from_lists(session, one) for one in names_known(person))


def _delete_from_lists(session: Session, person: Person) -> int:
    key = name_key(person.surname, person.forename)
    count = 0
    for table in map(_table, _LISTS):
        keys = list(table.primary_key)
        same = [table.c.name_key == key]
        if person.fide_id:
            same.append(table.c.fide_id == person.fide_id)
        if person.dsb_id and "dsb_id" in table.c:
            same.append(table.c.dsb_id == person.dsb_id)
        for row in session.connection().execute(select(table).where(or_(*same))).all():
            if is_person(_described(row._asdict()), person):
                of_row = (each == getattr(row, each.name) for each in keys)
                session.connection().execute(delete(table).where(and_(*of_row)))
                count += 1
    return count


def _described(row: Mapping[str, Any]) -> Person:
    return Person(
        row["surname"], row["forename"], birth_year=row["birth_year"],
        dsb_id=row.get("dsb_id", ""), fide_id=row["fide_id"],
    )  # fmt: skip


def _table(row: type[SQLModel]) -> Table:
    return SQLModel.metadata.tables[str(row.__tablename__)]
