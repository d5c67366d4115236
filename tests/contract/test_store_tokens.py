"""Tokens that all workers share, on SQLite and PostgreSQL."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import select

from syncd.model.access import AccessToken, Quota, QuotaSpent, Turn
from syncd.store.tables import TokenIssueRow, TokenRow
from syncd.store.tokens import SharedTokens

if TYPE_CHECKING:
    import datetime as dt

    from syncd.store.engine import Store

NOW, later = store_rows.NOW, store_rows.later
QUOTA = Quota(most=2, window_s=100.0)
LEASE_S = 10.0
CLIENT = "c" * 64


@pytest.fixture
def tokens(store: Store) -> SharedTokens:
    return desk(store, "d-1/host/1")


def desk(store: Store, owner: str) -> SharedTokens:
    numbers = itertools.count()
    return SharedTokens(store, owner, lambda: f"{next(numbers):08d}-…")


def token(number: int, *, life_s: float = 50.0, at_s: float = 0.0) -> AccessToken:
    return AccessToken(f"access{number}", f"refresh{number}", later(at_s + life_s))


def claim(
    tokens: SharedTokens, at_s: float = 0.0
) -> AccessToken | Turn | QuotaSpent | None:
    return tokens.claim(CLIENT, later(at_s), QUOTA, LEASE_S)


def turn(tokens: SharedTokens, at_s: float = 0.0) -> Turn:
    claimed = claim(tokens, at_s)
    assert isinstance(claimed, Turn)
    return claimed


def issues(store: Store) -> list[dt.datetime]:
    with store.read() as session:
        return list(session.exec(select(TokenIssueRow.at_utc)).all())


def test_the_first_asks_and_the_others_wait_until_it_has_brought_it(
    store: Store, tokens: SharedTokens
) -> None:
    mine = turn(tokens)
    assert mine.refresh == ""
    other = desk(store, "d-2/host/1")
    assert claim(other) is None
    assert claim(tokens) is None, "another thread of the same process"
    assert other.load(CLIENT, NOW) is None

    tokens.keep(mine, token(1), later(1))
    assert claim(other) == other.load(CLIENT, NOW) == token(1)


def test_of_many_at_once_one_asks(store: Store) -> None:
    desks = [desk(store, f"d-{number}/host/1") for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        got = list(pool.map(claim, desks))
    assert [type(item).__name__ for item in got].count("Turn") == 1
    assert got.count(None) == 3
    assert len(issues(store)) == 1


def test_it_is_counted_before_anything_leaves_and_a_crash_changes_nothing(
    store: Store, tokens: SharedTokens
) -> None:
    turn(tokens)
    turn(tokens, LEASE_S + 1)  # the first worker is dead
    spent = claim(tokens, 2 * LEASE_S + 2)
    # The first may have reached the server as late as its lease allowed.
    assert spent == QuotaSpent(later(LEASE_S + 1.05 * QUOTA.window_s))
    assert len(issues(store)) == 2


def test_the_quota_is_free_again_after_its_window(tokens: SharedTokens) -> None:
    for at_s in (0.0, 20.0):
        mine = turn(tokens, at_s)
        tokens.keep(mine, token(1, life_s=1, at_s=at_s), later(at_s + 2))
    assert claim(tokens, 50) == QuotaSpent(later(2 + 105))
    assert claim(tokens, 106.9) == QuotaSpent(later(107))
    assert turn(tokens, 107).refresh == "refresh1"


def test_a_request_that_never_left_costs_nothing(
    store: Store, tokens: SharedTokens
) -> None:
    tokens.keep(turn(tokens), token(1, life_s=5), NOW)
    for _ in range(5):
        mine = turn(tokens, 10)
        assert mine.refresh == "refresh1"
        tokens.give_up(mine, later(11), was_sent=False)
    assert issues(store) == [NOW]


def test_a_refresh_token_is_used_once(store: Store, tokens: SharedTokens) -> None:
    tokens.keep(turn(tokens), token(1, life_s=5), NOW)
    mine = turn(tokens, 10)
    assert mine.refresh == "refresh1"
    with store.read() as session:
        assert session.exec(select(TokenRow.refresh)).one() == ""
    tokens.give_up(mine, later(11), was_sent=True)
    assert isinstance(claim(tokens, 12), QuotaSpent)
    assert turn(tokens, 200).refresh == ""


def test_a_turn_that_ran_out_overwrites_nothing(
    store: Store, tokens: SharedTokens
) -> None:
    slow = turn(tokens)
    quick = turn(tokens, LEASE_S + 1)
    tokens.keep(quick, token(2, at_s=12), later(12))
    tokens.keep(slow, token(1, at_s=13), later(13))
    found = tokens.load(CLIENT, later(14))
    assert found == token(2, at_s=12)
    tokens.give_up(slow, later(14), was_sent=False)
    assert tokens.load(CLIENT, later(14)) == found
    assert len(issues(store)) == 1


def test_a_refused_token_is_used_by_nobody_but_a_newer_one_stays(
    tokens: SharedTokens,
) -> None:
    tokens.keep(turn(tokens), token(1), NOW)
    tokens.expire(CLIENT, "access1", later(1))
    assert tokens.load(CLIENT, later(1)) is None
    tokens.keep(turn(tokens, 2), token(2), later(3))
    tokens.expire(CLIENT, "access1", later(4))
    assert tokens.load(CLIENT, later(4)) == token(2)


def test_a_clock_that_ran_ahead_blocks_for_one_window(
    tokens: SharedTokens,
) -> None:
    day = 86_400.0
    for at_s in (day, day + 20):
        mine = turn(tokens, at_s)
        tokens.give_up(mine, later(at_s + 1), was_sent=True)
    assert claim(tokens, 0) == QuotaSpent(later(LEASE_S + 105))
    assert isinstance(claim(tokens, LEASE_S + 106), Turn)


def test_clients_do_not_meet(tokens: SharedTokens) -> None:
    tokens.keep(turn(tokens), token(1), NOW)
    assert isinstance(tokens.claim("other", NOW, QUOTA, LEASE_S), Turn)
    assert tokens.load("other", NOW) is None


def test_no_token_is_ever_printed(tokens: SharedTokens) -> None:
    tokens.keep(turn(tokens), token(1, life_s=1), NOW)
    printed = repr((token(1), turn(tokens, 5), tokens))
    assert "access1" not in printed
    assert "refresh1" not in printed
