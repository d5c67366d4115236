"""Files after another: what the store remembers decides rules U02 to U08.

The pairs come from the collection of broken reports. The first file of each is the same
and was accepted; what is known of it comes out of the database, not from the file.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import store_rows

from syncd.errors import DuplicateError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.export_log import ExportedFile, check_log
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.pipeline.judging.render import accepted_files
from syncd.store import adoption
from syncd.store.reports import NewReport

if TYPE_CHECKING:
    from syncd.store.engine import Store

DWZ = Path(__file__).resolve().parents[1] / "data" / "dwz"
FIRST = (DWZ / "good" / "01-base.xml").read_bytes()
OTHER_TOURNAMENT = {"U02", "U06"}


class Second(NamedTuple):
    """A file that came after the first one.

    Attributes:
        name: of the file.
        codes: rules that it breaks; none for the one that is right.
        is_other: whether it is of another tournament.
    """

    name: str
    codes: list[str]
    is_other: bool

    @property
    def data(self) -> bytes:
        return (DWZ / "bad" / self.name).read_bytes()


def seconds() -> list[Second]:
    with (DWZ / "bad" / "INDEX.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return [
        Second(
            row["file"],
            [] if row["file"].endswith("-right.xml") else row["rules"].split(),
            bool(OTHER_TOURNAMENT & {*row["rules"].split()}),
        )
        for row in rows
        if row["class"] == "sequence"
    ]


@pytest.fixture
def first(store: Store) -> int:
    """The tournament whose first file the portal has."""
    number = tournament(store, "first")
    adopt(store, number, FIRST)
    return number


def tournament(store: Store, name: str) -> int:
    number = store_rows.tournament(store, name)
    store_rows.revised(store, number, name.encode())
    return number


def adopt(store: Store, number: int, data: bytes) -> None:
    report = decode_report(data)
    assert report.header is not None
    new = NewReport(
        number, 1, report.header.file_uuid, payload_sha256(report.payload), data
    )
    with store.write() as session:
        uuid, now = report.tournament_uuid, store_rows.NOW
        adoption.save_adopted(session, new, "dwz", uuid, now)


def log_of(store: Store, number: int) -> list[ExportedFile]:
    return accepted_files(store_rows.submissions(store, number))


def test_there_are_pairs_of_each_kind() -> None:
    assert len(seconds()) == 5
    assert {second.is_other for second in seconds()} == {True, False}


@pytest.mark.parametrize("second", seconds(), ids=lambda item: item.name)
def test_the_stored_file_tells_what_the_next_one_breaks(
    store: Store, first: int, second: Second
) -> None:
    key = tournament(store, "second") if second.is_other else first
    report, log = decode_report(second.data), log_of(store, first)
    findings = check_log(report, second.data, log, key=str(key))
    assert [finding.code for finding in findings] == second.codes


@pytest.mark.parametrize(
    "second", [item for item in seconds() if item.is_other], ids=lambda item: item.name
)
def test_the_store_itself_refuses_a_uuid_of_another_tournament(
    store: Store, first: int, second: Second
) -> None:
    number = tournament(store, "second")
    with pytest.raises(DuplicateError):
        adopt(store, number, second.data)
    assert log_of(store, number) == []
    assert len(log_of(store, first)) == 1
