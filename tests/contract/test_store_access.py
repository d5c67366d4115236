"""Tokens in the store: found by what they are, good for as long as they were meant."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import pytest

from syncd.errors import NotFoundError
from syncd.model.web_access import NewAccess, Scope
from syncd.store.access import find_access, list_access, revoke_access, save_access

if TYPE_CHECKING:
    from syncd.store.engine import Store

SECRET = "s" * 43
DAY = dt.timedelta(days=1)


def given(store: Store, now: dt.datetime, **more: object) -> str:
    new = NewAccess("north", Scope.PUSH, "north", **more)  # type: ignore[arg-type]
    with store.write() as session:
        return save_access(session, new, SECRET, now)


def is_known(store: Store, token: str, now: dt.datetime) -> bool:
    with store.read() as session:
        return find_access(session, token, now) is not None


def test_a_token_is_found_by_number_and_secret(store: Store, now: dt.datetime) -> None:
    token = given(store, now)
    assert token == f"syncd_1_{SECRET}"
    with store.read() as session:
        found = find_access(session, token, now)
    assert found is not None
    assert (found.name, found.scope, found.source) == ("north", Scope.PUSH, "north")
    for wrong in (
        "", SECRET, f"syncd_2_{SECRET}", f"syncd_1_{SECRET}x", f"syncd_1_{'t' * 43}",
        f"syncd_01_{SECRET}x", f"syncd_1_{SECRET}\n", f"SYNCD_1_{SECRET}",
        f"syncd_99999999999_{SECRET}", "syncd_1_", "syncd_1_" + "ä" * 43,
    ):  # fmt: skip
        assert not is_known(store, wrong, now)


def test_a_token_ends_when_it_was_meant_to(store: Store, now: dt.datetime) -> None:
    token = given(store, now, expires_utc=now + DAY)
    assert is_known(store, token, now)
    assert not is_known(store, token, now + DAY)


def test_a_token_ends_when_somebody_says_so(store: Store, now: dt.datetime) -> None:
    token = given(store, now)
    for when in (now, now + DAY):
        with store.write() as session:
            assert revoke_access(session, 1, when).revoked_utc == now
    assert not is_known(store, token, now)
    with store.read() as session:
        assert [item.is_good(now) for item in list_access(session)] == [False]
    with pytest.raises(NotFoundError), store.write() as session:
        revoke_access(session, 2, now)
