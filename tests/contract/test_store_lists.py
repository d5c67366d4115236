"""Imported lists on SQLite and PostgreSQL: complete, in force at once, never half."""

from __future__ import annotations

import datetime as dt
import io
from typing import TYPE_CHECKING

import pytest
from list_samples import (
    HEAD,
    club_list,
    fide_list,
    member_list,
    member_row,
    outside,
    take,
    zipped,
)
from sqlalchemy import func, select, text
from sqlmodel import SQLModel
from store_rows import NOW, later

from syncd.errors import FormatError, StoreError
from syncd.pipeline.lists.listfile import Origin, Wish
from syncd.pipeline.lists.listimport import import_file
from syncd.store import lists
from syncd.store.leases import claim_lease

if TYPE_CHECKING:
    from syncd.store.engine import Store

TABLES = ("member", "club", "fide_rating", "fide_player", "list")
NOVEMBER = Wish(month="2026-11")
DECEMBER = Wish(month="2026-12")
PLAYERS = ((1, "Muster, Max", 1800, 1990), (2, "Muster, Eva", 0, 1991))


def counts(store: Store) -> dict[str, int]:
    tables = SQLModel.metadata.tables
    with store.read() as session:
        return {
            name: session.connection()
            .execute(select(func.count()).select_from(tables[name]))
            .scalar_one()
            for name in TABLES
        }


def in_force(store: Store) -> list[tuple[str, str, int]]:
    with store.read() as session:
        return [(it.kind, it.month, it.rows) for it in lists.load_lists(session)]


def test_all_lists_of_an_archive_are_in_force_afterwards(store: Store) -> None:
    data = zipped(a=member_list(3), b=club_list(Z9901="SK Süd"), c=b"read me")
    done = take(store, data)
    assert [("dsb-members", 3, True), ("dsb-clubs", 1, True)] == [
        (item.kind, item.rows, item.is_new) for item in done
    ]
    assert [("dsb-clubs", "", 1), ("dsb-members", "", 3)] == in_force(store)
    with store.read() as session:
        info = lists.newest_list(session, lists.MEMBERS)
    assert info is not None
    assert ("list.zip", "tag", "yesterday", NOW) == (
        info.origin, info.etag, info.last_modified, info.imported_utc,
    )  # fmt: skip


def test_only_the_kind_that_is_wanted_is_imported(store: Store) -> None:
    data = zipped(a=member_list(3), b=club_list(Z9901="SK Süd"))
    take(store, data, Wish(kind=lists.CLUBS))
    assert [("dsb-clubs", "", 1)] == in_force(store)
    with pytest.raises(FormatError, match="none of the kind"):
        take(store, data, Wish(kind=lists.FIDE))


def known_tags(store: Store) -> dict[str, str]:
    with store.read() as session:
        return {item.kind: item.etag for item in lists.load_lists(session)}


def archive(members: int, clubs: int) -> bytes:
    codes = {f"Z{number:04}": "SK" for number in range(clubs)}
    return zipped(a=member_list(members), b=club_list(**codes))


def test_a_server_is_believed_only_while_all_lists_of_its_file_are_in_force(
    store: Store,
) -> None:
    both = {"dsb-members", "dsb-clubs"}
    nothing = dict.fromkeys(both, "")
    take(store, archive(30, 30), Wish(kind=lists.MEMBERS))
    assert {"dsb-members": ""} == known_tags(store)
    take(store, archive(30, 30))
    assert dict.fromkeys(both, "tag") == known_tags(store)
    with pytest.raises(StoreError, match="accept-smaller"):
        take(store, archive(31, 10))
    assert nothing == known_tags(store)
    take(store, archive(31, 10), Wish(accept_smaller=True))
    assert dict.fromkeys(both, "tag") == known_tags(store)
    take(store, member_list(32), Wish(kind=lists.MEMBERS))
    assert nothing == known_tags(store)


def test_a_new_list_replaces_the_old_and_leaves_nothing_behind(store: Store) -> None:
    take(store, member_list(3))
    take(store, member_list(4))
    assert [("dsb-members", "", 4)] == in_force(store)
    assert (4, 1) == (counts(store)["member"], counts(store)["list"])


def test_the_same_list_again_is_nothing_to_do_but_fresh(store: Store) -> None:
    take(store, member_list(3))
    (again,) = take(store, member_list(3), now=later(86400))
    assert (False, 3) == (again.is_new, again.rows)
    with store.read() as session:
        (info,) = lists.load_lists(session)
    assert later(86400) == info.imported_utc
    assert 3 == counts(store)["member"]


@pytest.mark.parametrize(("rows", "is_taken"), [(20, True), (19, True), (18, False)])
def test_a_list_that_shrank_by_a_tenth_waits_for_a_person(
    store: Store, rows: int, *, is_taken: bool
) -> None:
    take(store, member_list(20))
    if is_taken:
        take(store, member_list(rows))
        assert [("dsb-members", "", rows)] == in_force(store)
        return
    with pytest.raises(StoreError, match=r"18 rows.*accept-smaller"):
        take(store, member_list(rows))
    assert [("dsb-members", "", 20)] == in_force(store)
    assert (20, 1) == (counts(store)["member"], counts(store)["list"])
    take(store, member_list(rows), Wish(accept_smaller=True))
    assert [("dsb-members", "", rows)] == in_force(store)


BROKEN = [
    HEAD.encode(),
    b"<html>login</html>",
    b"nothing",
    zipped(a=member_list(3))[:-30],
    fide_list(*PLAYERS)[:-40],
]


@pytest.mark.parametrize("data", BROKEN)
def test_a_broken_list_leaves_the_old_one(store: Store, data: bytes) -> None:
    take(store, member_list(3))
    with pytest.raises(FormatError):
        take(store, data, NOVEMBER)
    assert [("dsb-members", "", 3)] == in_force(store)
    assert (3, 0, 1) == tuple(counts(store)[it] for it in ("member", "fide_player",
                                                           "list"))  # fmt: skip


def test_what_a_crash_left_does_not_count_and_is_cleared_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crash(BaseException):
        pass

    def crash(*_: object, **__: object) -> None:
        raise Crash

    take(store, member_list(3))
    with monkeypatch.context() as patch:
        patch.setattr(lists, "put_in_force", crash)
        patch.setattr("syncd.pipeline.lists.listimport._clear", lambda _: None)
        with pytest.raises(Crash):
            take(store, member_list(5))
    assert [("dsb-members", "", 3)] == in_force(store)
    assert 8 == counts(store)["member"]
    take(store, member_list(4))
    assert [("dsb-members", "", 4)] == in_force(store)
    assert 4 == counts(store)["member"]


def test_long_lists_go_in_piece_by_piece(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "BATCH_ROWS", 7)
    take(store, member_list(50))
    take(store, member_list(49))
    assert 49 == counts(store)["member"]


def test_two_imports_at_once_take_turns(store: Store) -> None:
    with store.write() as session:
        assert claim_lease(session, "lists.import", "another", NOW, 60)
    with pytest.raises(StoreError, match="Another import"):
        take(store, member_list(3))
    take(store, member_list(3), now=later(61))
    with store.write() as session:
        assert claim_lease(session, "lists.import", "third", later(62), 60)


def test_fide_lists_are_kept_per_month_and_names_only_of_the_newest(
    store: Store,
) -> None:
    take(store, fide_list(*PLAYERS), NOVEMBER)
    take(store, fide_list(*PLAYERS, (3, "New, Nina", 1500, 2000)), DECEMBER)
    assert [("fide", "2026-11", 2), ("fide", "2026-12", 3)] == in_force(store)
    assert (3, 3) == (counts(store)["fide_rating"], counts(store)["fide_player"])
    take(
        store, fide_list(*PLAYERS, (4, "Old, Olaf", 1400, 1950)), Wish(month="2026-10")
    )
    assert (5, 3) == (counts(store)["fide_rating"], counts(store)["fide_player"])


def test_a_player_who_stands_twice_in_a_list_counts_once(store: Store) -> None:
    take(store, fide_list(PLAYERS[0], PLAYERS[0], PLAYERS[1]), NOVEMBER)
    assert (1, 2) == (counts(store)["fide_rating"], counts(store)["fide_player"])


def test_a_fide_list_needs_its_month(store: Store) -> None:
    with pytest.raises(FormatError, match="--month"):
        take(store, fide_list(*PLAYERS))
    origin = Origin("https://example.org/x.zip", month="2026-11")
    stream = io.BytesIO(fide_list(*PLAYERS))
    import_file(outside(store), stream, origin, Wish(), lambda: NOW)
    assert [("fide", "2026-11", 2)] == in_force(store)


def test_a_fide_list_may_be_given_its_right_month_afterwards(store: Store) -> None:
    take(store, fide_list(*PLAYERS), NOVEMBER)
    (again,) = take(store, fide_list(*PLAYERS), DECEMBER)
    assert again.is_new
    assert {"2026-11", "2026-12"} == {month for _, month, _ in in_force(store)}


def test_the_month_in_a_list_counts_before_all_others(store: Store) -> None:
    head = "ID Number      Name          Fed Sex Tit FOA SEP26 Gms K  B-day Flag\n"
    he = "1              Muster, Max   GER M   GM      1800   0   10 1990\n"
    with pytest.raises(FormatError, match="2026-09, not of 2026-11"):
        take(store, (head + he).encode(), NOVEMBER)
    take(store, (head + he).encode())
    assert [("fide", "2026-09", 1)] == in_force(store)


def test_damaged_rows_are_counted_and_said(store: Store) -> None:
    (done,) = take(store, member_list([member_row(1), "broken", member_row(2)]))
    assert (2, 1, [3]) == (
        done.rows, done.damaged_rows, [item.line for item in done.findings],
    )  # fmt: skip
    with store.read() as session:
        (info,) = lists.load_lists(session)
    assert 1 == info.damaged_rows


def test_nothing_of_a_person_reaches_the_events(store: Store) -> None:
    take(store, member_list([member_row(1, "Geheim,Gerda")]))
    with store.read() as session:
        found = session.connection().execute(text("select * from event")).all()
    assert len(found) == 1
    assert "Geheim" not in str(found)
    assert dt.UTC is NOW.tzinfo
