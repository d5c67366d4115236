"""HttpPortal as portals may want it: forms, placeholders, logins, status requests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest
from http_sends import CREATED, DATA, END, FILE, PACKAGE, TOURNAMENT, failed, head_of
from scripted_server import Scripted, answer

from syncd.demo.portal_form import fields_in
from syncd.demo.portal_ledger import Sends
from syncd.demo.portal_sim import PortalSim
from syncd.errors import (
    BadReceiptError,
    ConfigError,
    PendingError,
    RejectedError,
    RemoteError,
    UnreachableError,
)
from syncd.settings_answers import AnswerSettings
from syncd.settings_portals import PortalSettings
from syncd.submit.http import HttpPortal
from syncd.submit.http_request import Form
from syncd.submit.portal import Package, Receipt
from syncd.submit.ways import open_portal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def simulator(folder: Path, faults: str = "none") -> PortalSim:
    return PortalSim(folder / "portal.db", faults=faults, validate=lambda _: ())


# --- method, body and placeholders ---


def test_method_and_address_are_configuration() -> None:
    with Scripted(CREATED, end=DATA) as server:
        url = f"{server.url}/{{organiser_vkz}}/{{label}}?file={{file_uuid}}"
        HttpPortal("nu", url=url, method="PUT").send(PACKAGE)
    path = f"/reports/Z9901/Gr%C3%BC%C3%9Fe%0D%0AX%3A%20y?file={FILE}"
    assert head_of(server.requests[0])[0] == f"PUT {path} HTTP/1.1"


class Unread(Mapping[str, str]):
    """What a report says, which takes a while to find out."""

    def __getitem__(self, key: str) -> str:
        pytest.fail(f"{key} was looked for although nothing is quoted")

    def __iter__(self) -> Iterator[str]:
        pytest.fail("the report was read although nothing of it is quoted")

    def __len__(self) -> int:
        return 1


def test_a_report_is_not_read_where_nothing_of_it_is_quoted() -> None:
    with Scripted(CREATED, end=DATA) as server:
        portal = HttpPortal("dwz", url=f"{server.url}/{{file_uuid}}")
        receipt = portal.send(Package(FILE, TOURNAMENT, DATA, Unread()))
    assert not receipt.already_there


def test_no_placeholder_ends_a_header() -> None:
    headers = {"X-Label": "<{label}>", "X-Own": '{"x": 1}'}
    with Scripted(CREATED, end=DATA) as server:
        HttpPortal("nu", url=server.url, form=Form(headers=headers)).send(PACKAGE)
    head = head_of(server.requests[0])
    assert "X-Label: <Gr%C3%BC%C3%9Fe%0D%0AX: y>" in head
    assert 'X-Own: {"x": 1}' in head
    assert not any(line.startswith("X: ") for line in head)


def test_a_form_carries_the_file_and_its_fields() -> None:
    form = Form(
        is_multipart=True, file_field="xml", fields={"vkz": "{organiser_vkz}", "n": "1"}
    )
    with Scripted(CREATED, end=b"--\r\n") as server:
        portal = HttpPortal("nu", url=server.url, form=form)
        portal.send(PACKAGE)
        portal.send(PACKAGE)
    head, _, body = server.requests[0].partition(END)
    kind = next(x for x in head_of(head) if x.lower().startswith("content-type"))
    assert kind.split(": ")[1].startswith("multipart/form-data; boundary=")
    assert fields_in(kind, body) == {"vkz": b"Z9901", "n": b"1", "xml": DATA}
    assert f'filename="{FILE}.xml"'.encode() in body
    assert f"Idempotency-Key: {FILE}" in head_of(head)
    assert server.requests[1] == server.requests[0]


def test_a_form_field_may_hold_anything() -> None:
    form = Form(is_multipart=True, fields={"label": "{label}"})
    with Scripted(CREATED, end=b"--\r\n") as server:
        HttpPortal("nu", url=server.url, form=form).send(PACKAGE)
    head, _, body = server.requests[0].partition(END)
    kind = next(x for x in head_of(head) if x.lower().startswith("content-type"))
    assert fields_in(kind, body)["label"].decode() == "Grüße\r\nX: y"


@pytest.mark.parametrize(
    "form",
    [
        Form(headers={"X-Sender": "{sender}"}),
        Form(is_multipart=True, fields={"sender": "{sender}"}),
    ],
)
def test_what_a_report_lacks_is_asked_for_before_it_leaves(form: Form) -> None:
    with Scripted(CREATED, end=DATA) as server:
        error = failed(HttpPortal("nu", url=server.url, form=form))
    assert server.requests == []
    assert isinstance(error, UnreachableError)
    assert not error.may_have_arrived
    assert "{sender}" in error.text.en


class Dear(dict[str, str]):
    """Fields that nobody should ask for without need."""

    def get(self, key: str, default: str | None = None) -> str:  # type: ignore[override]
        raise AssertionError(key, default)


def test_nobody_looks_up_what_no_placeholder_asks_for() -> None:
    with Scripted(CREATED, end=DATA) as server:
        portal = HttpPortal("nu", url=f"{server.url}/{{file_uuid}}")
        portal.send(Package(FILE, TOURNAMENT, DATA, Dear()))
    assert len(server.requests) == 1


def test_a_form_reaches_the_simulator(tmp_path: Path) -> None:
    form = Form(is_multipart=True, quoted_key=True)
    with simulator(tmp_path, "500-after@1") as sim:
        portal = HttpPortal("nu", url=sim.url, form=form)
        failed(portal)
        receipt = portal.send(PACKAGE)
        assert sim.ledger.data(FILE) == DATA
        sends = sim.ledger.sends_by_file_uuid()[FILE]
    assert receipt.already_there
    assert sends == Sends(total=2, stored=1, has_identical_bytes=True)


@pytest.mark.parametrize("label", ["\ud800", "\0", "../..", "a?b#c", "{sender}"])
def test_no_label_breaks_an_address(label: str) -> None:
    package = Package(FILE, TOURNAMENT, DATA, {"label": label})
    with Scripted(CREATED, end=DATA) as server:
        HttpPortal("nu", url=f"{server.url}/x{{label}}").send(package)
    path = head_of(server.requests[0])[0].split()[1]
    assert path.startswith("/reports/x")
    assert not {"?", "#", "{"} & set(path)


def test_an_address_that_grew_too_long_is_not_used() -> None:
    package = Package(FILE, TOURNAMENT, DATA, {"label": "ß" * 40_000})
    with Scripted(CREATED, end=DATA) as server:
        portal = HttpPortal("nu", url=f"{server.url}/{{label}}")
        with pytest.raises(UnreachableError) as caught:
            portal.send(package)
    assert server.requests == []
    assert not caught.value.may_have_arrived


# --- asking ---


OURS = AnswerSettings()


def status_portal(url: str, answers: AnswerSettings = OURS) -> HttpPortal:
    ask_at = f"{url}/{{file_uuid}}"
    return HttpPortal("nu", url=url, status_url=ask_at, status_answers=answers)


def test_the_simulator_says_what_became_of_a_report(tmp_path: Path) -> None:
    with simulator(tmp_path, "timeout-before@1,500-after@2") as sim:
        portal = status_portal(sim.url)
        assert portal.can_ask
        assert portal.ask(PACKAGE) is None
        portal.timeout_s = 0.3
        failed(portal)
        assert portal.ask(PACKAGE) is None
        failed(portal)
        receipt = portal.ask(PACKAGE)
        requests = sim.ledger.requests()
    assert receipt is not None
    assert (receipt.already_there, receipt.number) == (True, "SIM-000001")
    assert len(requests) == 2


def test_a_question_carries_login_and_no_report() -> None:
    with Scripted(answer("404 No"), end=END) as server:
        portal = status_portal(server.url)
        portal.login = {"Authorization": "Bearer abc"}
        assert portal.ask(PACKAGE) is None
    head = head_of(server.requests[0])
    assert head[0] == f"GET /reports/{FILE} HTTP/1.1"
    assert "Authorization: Bearer abc" in head
    assert not any(line.startswith(("Idempotency", "Content")) for line in head)


STATES = AnswerSettings.model_validate(
    {
        "accepted": [{"json_path": "state", "regex": "^IN$"}],
        "rejected": [{"json_path": "state", "regex": "^OUT$"}],
        "pending": [{"json_path": "state", "regex": "^NEW$"}],
    }
)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (answer("200 OK", b'{"state": "OUT"}'), RejectedError),
        (answer("200 OK", b'{"state": "NEW"}', "Retry-After: 5"), PendingError),
        (answer("200 OK", b"<html>"), BadReceiptError),
        (answer("302 Found", b"", "Location: http://elsewhere.example/"),
         BadReceiptError),
        (answer("401 No"), UnreachableError),
        (answer("503 Full", b"", "Retry-After: 5"), UnreachableError),
        (b"", UnreachableError),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", UnreachableError),
    ],
)  # fmt: skip
def test_an_answer_to_a_question_never_forgets_that_it_may_be_there(
    reply: bytes, kind: type[RemoteError]
) -> None:
    with Scripted(reply, end=END) as server:
        error = failed(status_portal(server.url, STATES), ask=True)
    assert type(error) is kind
    assert error.may_have_arrived or kind is RejectedError
    assert len(server.requests) == 1
    if b"Retry-After" in reply:
        assert error.retry_after_s == 5


def test_where_there_is_no_address_nobody_can_be_asked() -> None:
    assert not HttpPortal("nu", url="http://portal.example/").can_ask


# --- other protocols ---


def test_an_answer_in_xml(tmp_path: Path) -> None:
    answers = {
        "accepted": [{"xpath": "/answer[fileUUID = $file_uuid]/status",
                      "regex": "^accepted$"}],
        "already": [{"xpath": "//status", "regex": "^already there$"}],
        "receipt": {"xpath": "//receipt"},
    }  # fmt: skip
    with simulator(tmp_path) as sim:
        portal = open_portal(
            PortalSettings.model_validate(
                {"name": "nu", "kind": "http", "url": sim.url, "answers": answers}
            )
        )
        first, second = portal.send(PACKAGE), portal.send(PACKAGE)
    assert (first.already_there, first.number) == (False, "SIM-000001")
    assert (second.already_there, second.number) == (True, "SIM-000001")
    assert first.answer.startswith(b"<answer>")


def test_a_section_becomes_a_portal(tmp_path: Path) -> None:
    with simulator(tmp_path) as sim:
        portal = open_portal(
            PortalSettings.model_validate(
                {
                    "name": "nu", "kind": "http", "url": sim.url, "method": "PUT",
                    "body": "multipart", "fields": {"vkz": "{organiser_vkz}"},
                    "auth": {"kind": "bearer", "token": "abc"}, "quoted_key": True,
                    "status_url": f"{sim.url}/{{file_uuid}}", "test_url": sim.test_url,
                }
            )
        )  # fmt: skip
        assert isinstance(portal, HttpPortal)
        assert portal.test(PACKAGE).number == "TEST"
        assert sim.ledger.requests() == []
        assert portal.send(PACKAGE) == Receipt(
            already_there=False, number="SIM-000001", status=201,
            answer=json.dumps({"status": "accepted", "fileUUID": FILE,
                               "tournamentUUID": TOURNAMENT,
                               "receipt": "SIM-000001"}).encode(),
        )  # fmt: skip
        assert portal.can_ask


def test_a_test_never_goes_to_the_real_address(tmp_path: Path) -> None:
    with simulator(tmp_path) as sim:
        with pytest.raises(ConfigError, match="test_url"):
            HttpPortal("nu", url=sim.url).test(PACKAGE)
        assert sim.ledger.requests() == []
