"""HttpPortal and logins: the same for every request, or renewed when they run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from http_sends import CREATED, DATA, PACKAGE, failed, head_of, in_turn
from scripted_server import Scripted, answer

from syncd.bilingual import Text
from syncd.errors import UnreachableError
from syncd.settings_portals import AuthSettings
from syncd.submit.http import HttpPortal
from syncd.wire.login import login_headers

if TYPE_CHECKING:
    from collections.abc import Mapping


@pytest.mark.parametrize(
    ("auth", "line"),
    [
        ({"kind": "basic", "user": "ä", "password": "b:c"},
         "Authorization: Basic w6Q6Yjpj"),
        ({"kind": "bearer", "token": "abc"}, "Authorization: Bearer abc"),
        ({"kind": "header", "header": "X-Key", "token": "abc"}, "X-Key: abc"),
    ],
)  # fmt: skip
def test_logins_that_are_the_same_for_every_request(
    auth: dict[str, str], line: str
) -> None:
    login = login_headers(AuthSettings.model_validate(auth))
    with Scripted(CREATED, end=DATA) as server:
        HttpPortal("nu", url=server.url, login=login).send(PACKAGE)
    assert line in head_of(server.requests[0])


def test_no_login_is_none() -> None:
    assert login_headers(AuthSettings()) == {}


class Tokens:
    """Gives a new token after each time it is told that the last one is void."""

    def __init__(self) -> None:
        self.renewed = 0

    def authorise(self) -> Mapping[str, str]:
        return {"Authorization": f"Bearer t{self.renewed}"}

    def renew(self) -> None:
        self.renewed += 1


@pytest.mark.parametrize(
    ("answers", "requests", "renewed"),
    [
        ((CREATED,), 1, 0),
        ((answer("401 No"), CREATED), 2, 1),
        ((answer("401 No"), answer("401 No"), CREATED), 2, 1),
        ((answer("403 No"), CREATED), 1, 0),
        ((answer("503 Full"), CREATED), 1, 0),
    ],
)
def test_a_login_that_ran_out_is_renewed_once(
    answers: tuple[bytes, ...], requests: int, renewed: int
) -> None:
    tokens = Tokens()
    with Scripted(in_turn(*answers), end=DATA) as server:
        portal = HttpPortal(
            "nu", url=server.url, authorise=tokens.authorise,
            on_unauthorised=tokens.renew,
        )  # fmt: skip
        if CREATED in answers[:requests]:
            portal.send(PACKAGE)
        else:
            failed(portal)
    assert tokens.renewed == renewed
    assert len(server.requests) == requests
    for number, request in enumerate(server.requests):
        assert f"Authorization: Bearer t{number}" in head_of(request)
        assert request.endswith(DATA)


def test_without_somebody_to_renew_it_a_login_is_not_tried_again() -> None:
    with Scripted(answer("401 No"), end=DATA) as server:
        error = failed(HttpPortal("nu", url=server.url, login={"X-Key": "geheim"}))
    assert len(server.requests) == 1
    assert isinstance(error, UnreachableError)
    assert "geheim" not in str(error.text)


def test_without_a_token_nothing_is_sent() -> None:
    def no_token() -> Mapping[str, str]:
        text = Text("no token", "kein Token")
        raise UnreachableError(text, retry_after_s=600)

    with Scripted(CREATED, end=DATA) as server:
        error = failed(HttpPortal("nu", url=server.url, authorise=no_token))
    assert server.requests == []
    assert error.retry_after_s == 600


@pytest.mark.parametrize("token", ["geheim\r\nX: y", "geheim ü", "geheim\0"])
def test_a_token_that_cannot_be_sent_is_not_shown(token: str) -> None:
    with Scripted(CREATED, end=DATA) as server:
        portal = HttpPortal(
            "nu", url=server.url, authorise=lambda: {"Authorization": token}
        )
        error = failed(portal)
    assert server.requests == []
    assert isinstance(error, UnreachableError)
    assert "geheim" not in str(error.text)
