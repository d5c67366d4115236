"""How a person may name a tournament, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import store_rows

from syncd.errors import NotFoundError
from syncd.store import readmodels

if TYPE_CHECKING:
    from syncd.store.engine import Store


def find(store: Store, named: str) -> int:
    with store.read() as session:
        return readmodels.find_tournament_id(session, named)


@pytest.mark.parametrize("named", ["Köln", "KOELN", "koeln-mülheim", "muelheim 2026"])
def test_umlauts_may_be_written_either_way(store: Store, named: str) -> None:
    one = store_rows.tournament(store, "köln-mülheim 2026")
    store_rows.tournament(store, "bonn 2026")
    assert one == find(store, named)


def test_a_name_in_another_script_is_found(store: Store) -> None:
    one = store_rows.tournament(store, "открытый")
    assert one == find(store, "ОТКРЫТ")


def test_the_start_of_a_uuid_will_do(store: Store) -> None:
    one, two = store_rows.tournament(store, "a"), store_rows.tournament(store, "b")
    uuid = store_rows.head(store, two).uuid
    assert two == find(store, uuid[:8])
    assert two == find(store, uuid[:20].upper())
    store_rows.revised(store, one)
    new = store_rows.report(one)
    store_rows.submission(store, new)
    assert one == find(store, new.file_uuid[:8])
    assert one == find(store, new.file_uuid)


@pytest.mark.parametrize("named", ["2026", "-2026-", "%%%%%%%%", "________", "?"])
def test_what_is_no_name_finds_nothing(store: Store, named: str) -> None:
    one = store_rows.tournament(store, "bonn 2026")
    store_rows.revised(store, one)
    store_rows.submission(store, store_rows.report(one))
    with pytest.raises(NotFoundError):
        find(store, named)


def test_too_short_a_start_of_a_uuid_finds_nothing(store: Store) -> None:
    one = store_rows.tournament(store, "zzz")
    with pytest.raises(NotFoundError):
        find(store, store_rows.head(store, one).uuid[:7])
