"""Transactions of the store, on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
import store_rows
from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import ConfigError, DuplicateError, StoreError
from syncd.store import engine as engine_module
from syncd.store.columns import UtcDateTime
from syncd.store.engine import Store
from syncd.store.rows import insert_missing, row_id, sha256_hex
from syncd.store.schema import upgrade
from syncd.store.tables import ArrivalRow, LeaseRow, SnapshotRow, SourceRow
from syncd.store.trouble import is_trouble, trouble_text

if TYPE_CHECKING:
    from pathlib import Path

    from sqlmodel import Session

NOW = store_rows.NOW
THREADS, ROUNDS = 4, 15


def source_names(session: Session) -> list[str]:
    return list(session.exec(select(SourceRow.name).order_by(SourceRow.name)).all())


def add_source(session: Session, name: str, when: dt.datetime = NOW) -> int:
    row = SourceRow(name=name, first_contact_utc=when)
    session.add(row)
    session.flush()
    return row_id(row.id)


# --- transactions ---


def test_updates_of_several_threads_are_never_lost(store: Store) -> None:
    with store.write() as session:
        arrival_id = store_rows.arrival(session)

    def count_up(_: int) -> None:
        for _ in range(ROUNDS):
            with store.write() as session:
                row = session.exec(
                    select(ArrivalRow)
                    .where(ArrivalRow.id == arrival_id)
                    .with_for_update()
                ).one()
                row.tries += 1
                session.add(row)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(count_up, range(THREADS)))
    with store.read() as session:
        assert session.exec(select(ArrivalRow.tries)).one() == THREADS * ROUNDS


def test_an_error_undoes_the_whole_transaction(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.write() as session:
        _ = add_source(session, "north") / 0
    with store.read() as session:
        assert source_names(session) == []


def test_our_own_errors_pass_unchanged(store: Store) -> None:
    error = StoreError(Text("mine", "meins"))
    with pytest.raises(StoreError) as caught, store.write():
        raise error
    assert caught.value is error


def test_a_reader_sees_one_state_to_its_end(store: Store) -> None:
    with store.write() as session:
        add_source(session, "a")
    with store.read() as reader:
        assert source_names(reader) == ["a"]
        with store.write() as writer:
            add_source(writer, "b")
        assert source_names(reader) == ["a"]
    with store.read() as reader:
        assert source_names(reader) == ["a", "b"]


def test_a_reader_does_not_wait_for_a_writer(store: Store) -> None:
    with store.write() as writer:
        add_source(writer, "a")
        with store.read() as reader:
            assert source_names(reader) == []


def test_rows_can_be_used_after_the_commit(store: Store) -> None:
    with store.write() as session:
        row = SourceRow(name="north", first_contact_utc=NOW)
        session.add(row)
    assert row.name == "north"


# --- errors ---


def test_a_taken_key_is_a_duplicate(store: Store) -> None:
    with store.write() as session:
        add_source(session, "north")
    with pytest.raises(DuplicateError), store.write() as session:
        add_source(session, "north")
    with store.write() as session:
        session.add(SnapshotRow(sha256="a", data=b""))
    with pytest.raises(DuplicateError), store.write() as session:
        session.add(SnapshotRow(sha256="a", data=b""))


def test_of_two_at_once_one_is_the_duplicate(store: Store) -> None:
    barrier = threading.Barrier(2)

    def insert(_: int) -> bool:
        barrier.wait()
        try:
            with store.write() as session:
                add_source(session, "north")
        except DuplicateError:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(insert, range(2))) == [False, True]


def test_another_broken_constraint_is_no_duplicate(store: Store) -> None:
    orphan = ArrivalRow(
        source_id=99, name="unique.trf", sha256="x", mtime_ns=0, stamp_utc=NOW,
        received_utc=NOW, state="received", due_utc=NOW,
    )  # fmt: skip
    with pytest.raises(StoreError, match="refused a row") as caught, store.write() as s:
        s.add(orphan)
    assert type(caught.value) is StoreError


@pytest.mark.parametrize(
    "url", ["sqlite:////missing/x.db", "postgresql://h@127.0.0.1:1/x"]
)
def test_an_unreachable_database_is_a_store_error(url: str) -> None:
    gone = Store(url)
    for transaction in (gone.read(), gone.write()):
        with (
            pytest.raises(StoreError, match="cannot be used now"),
            transaction as session,
        ):
            source_names(session)
    gone.close()


def test_a_locked_database_is_a_store_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "BUSY_TIMEOUT_MS", 20)
    url = f"sqlite:///{tmp_path / 'x.db'}"
    one, two = Store(url), Store(url)
    upgrade(one)
    with (
        one.write() as first,
        pytest.raises(StoreError, match="another program keeps it locked"),
        two.write() as second,
    ):
        _ = source_names(first), source_names(second)
    one.close()
    two.close()


def fill(session: Session) -> None:
    """Add more than the file may grow by."""
    session.connection().exec_driver_sql("pragma max_page_count = 1")
    for number in range(2000):
        session.add(SourceRow(name=f"s{number}", first_contact_utc=NOW))


def test_a_full_disk_is_named_and_passes(tmp_path: Path) -> None:
    """A19: SQLite says the same when the disk is full and when its limit is reached."""
    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    upgrade(store)
    with (
        pytest.raises(StoreError, match="the disk is full") as caught,
        store.write() as session,
    ):
        fill(session)
    assert "Datenträger ist voll" in caught.value.text.de
    assert "tried again by itself" in caught.value.text.en
    store.close()
    with store.write() as session:
        session.add(SourceRow(name="s", first_contact_utc=NOW))
    store.close()


def test_a_read_only_store_is_named(tmp_path: Path) -> None:
    """A19: nobody is surprised by an English sentence of the driver."""
    file = tmp_path / "x.db"
    store = Store(f"sqlite:///{file}")
    upgrade(store)
    store.close()
    closed = Store(f"sqlite:///file:{file}?mode=ro&uri=true")
    with (
        pytest.raises(StoreError, match="it is read-only") as caught,
        closed.write() as session,
    ):
        session.add(SourceRow(name="s", first_contact_utc=NOW))
    assert "schreibgeschützt" in caught.value.text.de
    closed.close()


class _Refusal(Exception):  # noqa: N818 - the driver's errors are named so
    def __init__(self, sqlstate: str) -> None:
        super().__init__("the driver's words")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "words"),
    [
        ("53100", "the disk is full"),
        ("25006", "it is read-only"),
        ("55P03", "keeps it locked"),
        ("40P01", "somebody else was changing the same"),
        ("40001", "somebody else was changing the same"),
        ("53300", "no connection left"),
        ("58030", "its disk fails"),
        ("08006", "the driver's words"),
    ],
)
def test_postgresql_says_it_by_numbers(sqlstate: str, words: str) -> None:
    assert words in trouble_text(_Refusal(sqlstate)).en
    assert is_trouble(_Refusal(sqlstate)) is (sqlstate != "08006")


def test_what_is_not_known_is_said_without_its_details() -> None:
    exc = OSError("connection refused\nDETAIL: Key (name)=(Klein) is there")
    assert trouble_text(exc).de.endswith("nicht nutzbar: connection refused")


def add_read_only(session: Session) -> None:
    session.connection().exec_driver_sql("set transaction read only")
    session.add(SourceRow(name="s", first_contact_utc=NOW))


def test_a_read_only_postgresql_is_named(migrated_postgres: str) -> None:
    store = Store(migrated_postgres)
    with pytest.raises(StoreError, match="it is read-only"), store.write() as session:
        add_read_only(session)
    store.close()


def test_a_store_without_schema_is_a_store_error(tmp_path: Path) -> None:
    empty = Store(f"sqlite:///{tmp_path / 'x.db'}")
    with pytest.raises(StoreError, match="no such table"), empty.read() as session:
        source_names(session)
    empty.close()


def test_a_damaged_file_is_told_from_a_busy_one(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(b"no database" * 1000)
    damaged = Store(f"sqlite:///{file}")
    with pytest.raises(StoreError, match="is damaged"), damaged.read() as session:
        source_names(session)
    damaged.close()


# --- times ---


def test_times_come_back_as_utc(store: Store) -> None:
    berlin = dt.datetime(2026, 7, 1, 14, 30, 15, 123456, ZoneInfo("Europe/Berlin"))
    with store.write() as session:
        add_source(session, "north", berlin)
    with store.read() as session:
        found = session.exec(select(SourceRow.first_contact_utc)).one()
    assert found == berlin
    assert found.tzinfo is dt.UTC
    assert found.isoformat() == "2026-07-01T12:30:15.123456+00:00"


def test_the_hour_that_comes_twice_is_kept_apart(store: Store) -> None:
    zone = ZoneInfo("Europe/Berlin")
    first = dt.datetime(2026, 10, 25, 2, 30, tzinfo=zone)
    second = first.replace(fold=1)
    with store.write() as session:
        add_source(session, "a", first)
        add_source(session, "b", second)
    with store.read() as session:
        a, b = session.exec(
            select(SourceRow.first_contact_utc).order_by(SourceRow.name)
        ).all()
    assert b - a == dt.timedelta(hours=1)


def test_no_time_stays_no_time(store: Store) -> None:
    with store.write() as session:
        store_rows.arrival(session)
    with store.read() as session:
        assert session.exec(select(ArrivalRow.finished_utc)).one() is None


def test_a_time_without_zone_is_refused(store: Store) -> None:
    with pytest.raises(StoreError), store.write() as session:
        add_source(session, "north", NOW.replace(tzinfo=None))
    with pytest.raises(ValueError, match="naive datetimes are not stored"):
        UtcDateTime().process_bind_param(NOW.replace(tzinfo=None), store.engine.dialect)


# --- connections ---


def test_forgetting_connections_closes_none_in_use(store: Store) -> None:
    inherited = store.read_engine.pool
    with store.read() as session:
        assert source_names(session) == []
        store.forget_connections()
        assert source_names(session) == []
    assert inherited.checkedin() == 1  # type: ignore[attr-defined]
    inherited.dispose()
    with store.write() as session:
        add_source(session, "north")
    with store.read() as session:
        assert source_names(session) == ["north"]


def test_a_closed_store_opens_again_by_itself(store: Store) -> None:
    store.close()
    with store.read() as session:
        assert source_names(session) == []


# --- addresses ---


@pytest.mark.parametrize(
    "url",
    ["", "nonsense", "mysql://u@h/db", "oracle://h", "postgresql://h:port/db"],
)
def test_an_address_we_cannot_use_is_a_configuration_fault(url: str) -> None:
    with pytest.raises(ConfigError, match=r"sqlite:///path/to/file or postgresql://"):
        Store(url)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://u:pw@h/db", "postgresql+psycopg://u:pw@h/db"),
        ("postgresql+asyncpg://h/db", "postgresql+psycopg://h/db"),
        ("sqlite:////x/y.db", "sqlite:////x/y.db"),
        ("sqlite+aiosqlite:////x/y.db", "sqlite:////x/y.db"),
    ],
)
def test_the_driver_is_the_one_we_ship(url: str, expected: str) -> None:
    opened = Store(url)
    assert opened.url == expected
    opened.close()


# --- rows ---


def test_inserting_what_is_missing(store: Store) -> None:
    values = {"name": "sweep", "owner": "a", "until_utc": NOW}
    with store.write() as session:
        assert insert_missing(session, LeaseRow, **values)
        assert not insert_missing(session, LeaseRow, **values | {"owner": "b"})
    with store.read() as session:
        assert session.exec(select(LeaseRow.owner)).one() == "a"


def test_a_row_without_id_is_a_fault_of_ours() -> None:
    assert row_id(3) == 3
    with pytest.raises(ValueError, match="no id yet"):
        row_id(None)


def test_hashes_are_lower_case_hex() -> None:
    assert sha256_hex(b"") == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
