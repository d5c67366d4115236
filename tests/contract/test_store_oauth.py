"""The OAuth2 login against a token server that keeps the Wertungsportal's rules."""

from __future__ import annotations

import datetime as dt
import itertools
import logging
import socket
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from syncd.bilingual import Text
from syncd.demo.loopback import Answer, Loopback, Question
from syncd.demo.token_server import TokenOffice, TokenServer
from syncd.errors import UnreachableError
from syncd.model.access import AccessToken, Quota, Turn
from syncd.settings_portals import AuthSettings
from syncd.store.tokens import SharedTokens
from syncd.submit.exchange import Exchange, Reply
from syncd.submit.oauth import Logins, OAuth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from syncd.store.engine import Store

# What depends on the database is in test_store_tokens.py.
pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)
NUMBERS = itertools.count()


class Clock:
    """A clock that tests turn; sleeping turns it too."""

    def __init__(self) -> None:
        self.now = dt.datetime.now(dt.UTC)

    def __call__(self) -> dt.datetime:
        return self.now

    def turn(self, seconds: float) -> None:
        self.now += dt.timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server() -> Iterator[TokenServer]:
    with TokenServer(TokenOffice()) as running:
        yield running


def settings(url: str, **changes: object) -> AuthSettings:
    values = {
        "kind": "oauth2", "token_url": url, "client_id": "verein",
        "client_secret": "geheim", "scope": "dsb_tournament",
    }  # fmt: skip
    return AuthSettings(**values | changes)  # type: ignore[arg-type]


def login(
    store: Store,
    clock: Clock,
    url: str,
    sleep: Callable[[float], None] | None = None,
    **changes: object,
) -> OAuth:
    sleep = sleep or clock.turn
    return OAuth(
        "nu",
        settings=settings(url, **changes),
        logins=Logins(
            SharedTokens(store, "d-1/host/1", lambda: f"{next(NUMBERS):08d}"),
            clock,
            sleep,
        ),
        exchange=Exchange("nu", timeout_s=5.0),
    )


def ask(server: TokenServer, oauth: OAuth) -> int:
    return Exchange("nu", 5.0).get(server.address + "/x", {}, oauth.authorise()).status


def refusal(oauth: OAuth) -> UnreachableError:
    with pytest.raises(UnreachableError) as caught:
        oauth.authorise()
    assert not caught.value.may_have_arrived
    for told in (caught.value.text.en, caught.value.text.de, repr(caught.value)):
        assert "geheim" not in told
    return caught.value


def test_one_token_serves_everybody(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    for _ in range(10):
        assert ask(server, login(store, clock, server.token_url)) == 200
    assert server.office.counts == {"issued": 1, "served": 10}


def test_it_is_refreshed_before_it_ends(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    oauth = login(store, clock, server.token_url)
    ask(server, oauth)
    clock.turn(300 - 16)
    ask(server, oauth)
    assert server.office.counts["refreshed"] == 0
    clock.turn(2)
    assert ask(server, oauth) == 200
    assert server.office.counts["issued"] == server.office.counts["refreshed"] == 1


def test_after_401_there_is_one_other_token(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    oauth = login(store, clock, server.token_url)
    ask(server, oauth)
    server.office.revoke_all()
    assert ask(server, oauth) == 401
    oauth.on_unauthorised()
    assert ask(server, oauth) == 200
    server.office.revoke_all()
    oauth.on_unauthorised()
    assert ask(server, oauth) == 401, "a second time in a row costs no token"
    assert len(server.office.issued_s) == 2


def test_a_refresh_token_that_is_too_old_costs_one_more_token(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    oauth = login(store, clock, server.token_url)
    ask(server, oauth)
    form = {
        "client_id": "verein", "client_secret": "geheim", "scope": "dsb_tournament",
        "grant_type": "client_credentials",
    }  # fmt: skip
    Exchange("nu", 5.0).post_form(server.token_url, form)  # another program
    clock.turn(290)
    assert ask(server, oauth) == 200
    assert server.office.counts["stale_refresh"] == 1
    assert server.office.counts["issued"] == 3


def test_nobody_asks_when_the_quota_is_used_up(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    oauth = login(store, clock, server.token_url)
    for _ in range(5):
        oauth.authorise()
        clock.turn(290)
    told = refusal(oauth)
    assert told.retry_after_s == pytest.approx(1800 * 1.05 - 5 * 290, abs=1)
    assert "5 new tokens in 30 minutes" in told.text.en
    assert "5 neue Token in 30 Minuten" in told.text.de
    assert server.office.counts.total() == 5
    clock.turn(told.retry_after_s or 0)
    told = refusal(oauth)  # asked again, but the server's own clock has not moved
    assert "(403)" in told.text.en


def test_403_names_all_three_causes(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    told = refusal(login(store, clock, server.token_url, scope="dwz_liste"))
    assert told.status is None
    assert told.retry_after_s == 1800
    for cause in ("no access", "too many tokens", "scope is wrong"):
        assert cause in told.text.en
    for cause in ("nicht freigeschaltet", "zu viele Token", "Scope ist falsch"):
        assert cause in told.text.de


def test_a_wrong_secret_never_uses_the_quota_up(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    oauth = login(store, clock, server.token_url, client_secret="geheimer")  # noqa: S106 - invented
    for _ in range(8):
        told = refusal(oauth)
        assert "(401)" in told.text.en
        assert told.retry_after_s == 360
        clock.turn(360 * 1.05)
    assert server.office.counts == {"bad_client": 8}


def test_a_server_that_is_not_there_costs_nothing(store: Store, clock: Clock) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    gone = f"http://127.0.0.1:{port}/token"
    for _ in range(7):
        told = refusal(login(store, clock, gone))
        assert told.retry_after_s is None
        assert "gave no answer" in told.text.en


def test_while_another_worker_asks_one_waits_and_then_takes_its_token(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    other = login(store, clock, server.token_url)
    quota = Quota(5, 1800)
    turn = other.logins.tokens.claim(other._client, clock.now, quota, 10.0)
    assert isinstance(turn, Turn)
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            until = clock.now + dt.timedelta(seconds=100)
            token = AccessToken("theirs", "", until)
            other.logins.tokens.keep(turn, token, clock.now)

    oauth = login(store, clock, server.token_url, sleep)
    assert oauth.authorise() == {"Authorization": "Bearer theirs"}
    assert slept == [0.25] * 3
    assert server.office.counts.total() == 0


def test_a_worker_does_not_wait_for_ever(
    store: Store, clock: Clock, server: TokenServer
) -> None:
    oauth = login(store, clock, server.token_url)
    quota = Quota(5, 1800)
    oauth.logins.tokens.claim(oauth._client, clock.now, quota, 3600.0)
    told = refusal(oauth)
    assert told.retry_after_s == 5
    assert "Another worker" in told.text.en


GOOD = {"access_token": "abc", "token_type": "Bearer", "expires_in": 300}


@pytest.mark.parametrize(
    ("answer", "life_s"),
    [
        (GOOD, 285),
        (GOOD | {"expires_in": "300"}, 285),
        (GOOD | {"expires_in": 10}, 8),
        (GOOD | {"expires_in": "soon"}, 285),
        (GOOD | {"expires_in": -1}, 285),
        (GOOD | {"expires_in": 1e300}, 86_385),
        ({"access_token": "abc"}, 285),
        (GOOD | {"refresh_token": ["x"]}, 285),
        (GOOD | {"access_token": "a b"}, None),
        (GOOD | {"access_token": "a\nb"}, None),
        (GOOD | {"access_token": ""}, None),
        (GOOD | {"access_token": 7}, None),
        (GOOD | {"token_type": "mac"}, None),
        ({}, None),
        (["abc"], None),
    ],
)
def test_what_an_answer_is_worth(
    store: Store, clock: Clock, answer: object, life_s: float | None
) -> None:
    def answered(_: Question) -> Answer:
        return Answer(200, answer)

    with Loopback(answered) as server:
        oauth = login(store, clock, server.address)
        if life_s is None:
            assert "no usable token" in refusal(oauth).text.en
            return
        assert oauth.authorise() == {"Authorization": "Bearer abc"}
    found = oauth.logins.tokens.load(oauth._client, clock.now)
    assert found is not None
    assert (found.until_utc - clock.now).total_seconds() == life_s


def answering(status: int, **headers: str) -> Callable[[Question], Answer]:
    return lambda _: Answer(status, {"error": "geheim?"}, headers)


@pytest.mark.parametrize("status", [302, 404, 429, 500, 503])
def test_other_answers_say_nothing_but_their_status(
    store: Store, clock: Clock, status: int
) -> None:
    headers = {"Retry-After": "77", "Location": "http://127.0.0.2/"}
    with Loopback(answering(status, **headers)) as server:
        told = refusal(login(store, clock, server.address))
    assert told.status is None, "no report has left"
    assert f"({status})" in told.text.en
    assert told.retry_after_s == 77


def test_nothing_secret_is_printed_or_logged(
    store: Store,
    clock: Clock,
    server: TokenServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    oauth = login(store, clock, server.token_url)
    header = oauth.authorise()["Authorization"]
    told = repr(oauth) + repr(Reply(200, b"geheim")) + caplog.text
    told += repr(Text("", "")) + oauth._client
    assert "geheim" not in told
    assert header.removeprefix("Bearer ") not in told
