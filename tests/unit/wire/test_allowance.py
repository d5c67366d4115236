"""One time limit over everything that a send or a search consists of."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx
import pytest

from syncd.errors import RemoteError, UnreachableError
from syncd.model.access import AccessToken, Quota, QuotaSpent, Turn
from syncd.settings_portals import AuthSettings
from syncd.submit.exchange import Exchange
from syncd.submit.http import HttpPortal
from syncd.submit.oauth import Logins, OAuth
from syncd.submit.portal import Package
from syncd.wire.allowance import Allowance

if TYPE_CHECKING:
    from collections.abc import Callable

TIMEOUT_S = 30.0
NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
PACKAGE = Package("f", "t", b"<x/>")


@dataclass
class Slow:
    """A network in which every request takes as long as it may."""

    answer: Callable[[httpx.Request], httpx.Response]
    now_s: float = 0.0
    takes_s: float = TIMEOUT_S
    requests: list[str] = field(default_factory=list)

    def handle(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request.url.path)
        self.now_s += self.takes_s
        return self.answer(request)

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds

    @property
    def transport(self) -> httpx.BaseTransport:
        return httpx.MockTransport(self.handle)


class Busy:
    """Tokens that another worker has just asked for, or none at all."""

    def __init__(self, *, is_busy: bool) -> None:
        self.is_busy = is_busy

    def load(self, client: str, now: dt.datetime) -> AccessToken | None:
        del client, now
        return None

    def claim(
        self, client: str, now: dt.datetime, quota: Quota, lease_s: float
    ) -> AccessToken | Turn | QuotaSpent | None:
        del now, quota, lease_s
        return None if self.is_busy else Turn(client, "w", 1, "refresh")

    def keep(self, turn: Turn, token: AccessToken, now: dt.datetime) -> None:
        del turn, token, now

    def give_up(self, turn: Turn, now: dt.datetime, *, was_sent: bool) -> None:
        del turn, now, was_sent

    def expire(self, client: str, access: str, now: dt.datetime) -> None:
        del client, access, now


def portal(network: Slow, *, is_busy: bool) -> HttpPortal:
    allowance = Allowance(lambda: network.now_s)
    exchange = Exchange(
        "nu", TIMEOUT_S, transport=network.transport, allowance=allowance
    )
    settings = AuthSettings.model_validate(
        {
            "kind": "oauth2", "token_url": "https://nu.example/token",
            "client_id": "c", "client_secret": "s",
        }
    )  # fmt: skip
    logins = Logins(Busy(is_busy=is_busy), lambda: NOW, network.sleep)
    oauth = OAuth("nu", settings=settings, logins=logins, exchange=exchange)
    return HttpPortal(
        "nu", url="https://nu.example/reports", timeout_s=TIMEOUT_S,
        longest_s=2 * TIMEOUT_S, allowance=allowance, transport=network.transport,
        authorise=oauth.authorise, on_unauthorised=oauth.on_unauthorised,
    )  # fmt: skip


def answer(status: int, body: bytes = b"") -> httpx.Response:
    return httpx.Response(status, stream=httpx.ByteStream(body))


def without_login(request: httpx.Request) -> httpx.Response:
    if request.url.path == "/token":
        return answer(200, b'{"access_token": "a", "token_type": "Bearer"}')
    return answer(401)


def test_a_send_with_logins_takes_no_longer_than_a_lease_allows() -> None:
    network = Slow(without_login)
    with pytest.raises(RemoteError) as caught:
        portal(network, is_busy=False).send(PACKAGE)
    assert network.requests == ["/token", "/reports"]
    assert network.now_s == 2 * TIMEOUT_S
    assert not caught.value.may_have_arrived


def test_the_second_send_has_a_limit_of_its_own() -> None:
    network = Slow(without_login)
    way = portal(network, is_busy=False)
    for _ in range(2):
        with pytest.raises(UnreachableError):
            way.send(PACKAGE)
    assert network.requests == ["/token", "/reports"] * 2


def test_waiting_for_another_workers_token_counts_too() -> None:
    network = Slow(without_login, now_s=0.0)
    way = portal(network, is_busy=True)
    way.longest_s = 1.0
    with pytest.raises(UnreachableError):
        way.send(PACKAGE)
    assert network.requests == []
    assert network.now_s == 1.0


def test_a_search_ends_when_its_time_is_over() -> None:
    network = Slow(lambda _: answer(200, b"{}"), takes_s=20)
    allowance = Allowance(lambda: network.now_s)
    exchange = Exchange(
        "nu", TIMEOUT_S, transport=network.transport, allowance=allowance
    )
    allowance.start(60)
    for _ in range(3):
        exchange.get("https://nu.example/page", {}, {})
    with pytest.raises(UnreachableError, match="too slowly") as caught:
        exchange.get("https://nu.example/page", {}, {})
    assert not caught.value.may_have_arrived
    assert len(network.requests) == 3
