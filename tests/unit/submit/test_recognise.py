"""Answers of other portals, by the rules in their sections."""

from __future__ import annotations

import json

import pytest

from syncd.errors import (
    BadReceiptError,
    PendingError,
    RejectedError,
    RemoteError,
    UnreachableError,
)
from syncd.settings_answers import AnswerSettings
from syncd.submit.answer import Answer
from syncd.submit.answer_places import Content
from syncd.submit.portal import Package, Receipt
from syncd.submit.recognise import meaning_of, to_configured_receipt, to_status

FILE = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
PACKAGE = Package(FILE, TOURNAMENT, b"<report/>")

JSON_RULES = AnswerSettings.model_validate(
    {
        "accepted": [{"status": [201], "json_path": "result.state", "regex": "^DONE$"}],
        "already": [{"json_path": "code", "regex": "DUPLICATE"}],
        "rejected": [{"json_path": "errors"}],
        "later": [{"json_path": "retry"}],
        "pending": [{"status": [202]}],
        "receipt": {"json_path": "result.number"},
        "reason": {"json_path": "errors[*].text"},
    }
)
XML_RULES = AnswerSettings.model_validate(
    {
        "accepted": [{"xpath": "//file[@uuid = $file_uuid and state = 'ok']"}],
        "rejected": [{"xpath": "//error"}],
        "receipt": {"xpath": "string(//receipt)", "regex": r"^No\. (\d+)$"},
        "reason": {"xpath": "//error"},
    }
)
TEXT_RULES = AnswerSettings.model_validate(
    {
        "accepted": [{"regex": "^OK {file_uuid}"}],
        "rejected": [{"regex": "^ERROR"}],
        "receipt": {"regex": "receipt=([A-Z0-9-]+)"},
    }
)


def answer(status: int, document: object, retry_after_s: float | None = None) -> Answer:
    body = document if isinstance(document, bytes) else json.dumps(document).encode()
    return Answer(status, body, retry_after_s)


def meaning(given: Answer, rules: AnswerSettings) -> str | None:
    return meaning_of(given, Content(given.body, PACKAGE), rules)


def read(given: Answer, rules: AnswerSettings) -> Receipt:
    return to_configured_receipt(given, PACKAGE, rules, portal="nu")


def refused(given: Answer, rules: AnswerSettings) -> RemoteError:
    with pytest.raises(RemoteError) as caught:
        read(given, rules)
    for wording in caught.value.text:
        assert "nu" in wording
    return caught.value


@pytest.mark.parametrize(
    ("status", "document", "expected"),
    [
        (201, {"result": {"state": "DONE"}}, "accepted"),
        (200, {"result": {"state": "DONE"}}, None),
        (201, {"result": {"state": "UNDONE"}}, None),
        (201, {"result": "DONE"}, None),
        (201, {}, None),
        (201, b"", None),
        (201, b"\xff\xfe{", None),
        (409, {"code": "E_DUPLICATE_FILE"}, "already"),
        (200, {"code": "DUPLICATE"}, "already"),
        (500, {"code": "DUPLICATE"}, None),
        (401, {"code": "DUPLICATE"}, None),
        (302, {"code": "DUPLICATE"}, None),
        (422, {"errors": [{"text": "P06"}]}, "rejected"),
        (201, {"result": {"state": "DONE"}, "errors": ["no"]}, "rejected"),
        (201, {"result": {"state": "DONE"}, "errors": []}, "accepted"),
        (201, {"result": {"state": "DONE"}, "errors": None}, "accepted"),
        (201, {"result": {"state": "DONE"}, "errors": False}, "accepted"),
        (503, {"errors": ["down for maintenance"]}, None),
        (429, {"errors": ["slow down"]}, None),
        (403, {"errors": ["forbidden"]}, None),
        (200, {"retry": True, "errors": ["full"]}, "later"),
        (500, {"retry": 1}, "later"),
        (202, {}, "pending"),
    ],
)
def test_the_meaning_of_json(
    status: int, document: object, expected: str | None
) -> None:
    assert meaning(answer(status, document), JSON_RULES) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f'<r xmlns="urn:x"><file uuid="{FILE}"><state>ok</state></file></r>', True),
        (f'<a:r xmlns:a="u"><a:file uuid="{FILE}"><a:state>ok</a:state></a:file></a:r>',
         True),
        (f'<r><file uuid="{TOURNAMENT}"><state>ok</state></file></r>', False),
        (f'<!DOCTYPE r [<!ENTITY e "a">]><r><file uuid="{FILE}">&e;</file></r>', False),
        (f'<!DOCTYPE r><r><file uuid="{FILE}"><state>ok</state></file></r>', False),
        (f'<r><file uuid="{FILE}"><state>ok</state></file>', False),
        ("", False),
    ],
)  # fmt: skip
def test_the_meaning_of_xml(body: str, *, expected: bool) -> None:
    given = Answer(200, body.encode())
    assert meaning(given, XML_RULES) == ("accepted" if expected else None)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"OK {FILE}", "accepted"),
        (f"welcome\nOK {FILE.upper()} receipt=A-1", "accepted"),
        (f"OK {TOURNAMENT}", None),
        ("ERROR in line 7", "rejected"),
        (f"<html>Login to see OK {FILE}", None),
    ],
)
def test_the_meaning_of_text(body: str, expected: str | None) -> None:
    assert meaning(Answer(200, body.encode()), TEXT_RULES) == expected


@pytest.mark.parametrize(
    ("rules", "body", "number"),
    [
        (JSON_RULES, b'{"result": {"state": "DONE", "number": 17}}', "17"),
        (JSON_RULES, b'{"result": {"state": "DONE", "number": "A\\u0000B"}}', "A B"),
        (JSON_RULES, b'{"result": {"state": "DONE", "number": null}}', ""),
        (JSON_RULES, b'{"result": {"state": "DONE"}}', ""),
        (XML_RULES, f'<r><receipt>No. 17</receipt><file uuid="{FILE}">'
         "<state>ok</state></file></r>".encode(), "17"),
        (XML_RULES, f'<r><receipt/><file uuid="{FILE}"><state>ok</state></file></r>'
         .encode(), ""),
        (TEXT_RULES, f"OK {FILE} receipt=A-1".encode(), "A-1"),
        (TEXT_RULES, f"OK {FILE} receipt={'A' * 500}".encode(), "A" * 100),
    ],
)  # fmt: skip
def test_the_receipt_number_is_where_it_is_said_to_be(
    rules: AnswerSettings, body: bytes, number: str
) -> None:
    receipt = read(Answer(201, body), rules)
    assert receipt == Receipt(
        already_there=False, number=number, status=201, answer=body
    )


def test_already_there_is_a_receipt() -> None:
    assert read(answer(409, {"code": "DUPLICATE"}), JSON_RULES).already_there


def test_the_reason_is_where_it_is_said_to_be() -> None:
    document = {"errors": [{"text": "P06 no games"}, {"text": "P17 <dob/>"}], "x": "y"}
    error = refused(answer(422, document), JSON_RULES)
    assert type(error) is RejectedError
    assert error.said == "P06 no games; P17 <dob/>"
    assert error.text.en.endswith(f"The portal says: {error.said}")


def test_a_reason_that_is_not_there_is_looked_for_as_usual() -> None:
    error = refused(answer(422, {"errors": ["P06"]}), JSON_RULES)
    assert error.said == "P06"


def test_the_reason_loses_its_markup() -> None:
    body = (
        b"<r><error>wrong &lt;player&gt;&lt;surname&gt;Klein&lt;/surname></error></r>"
    )
    assert refused(Answer(422, body), XML_RULES).said == "wrong"


@pytest.mark.parametrize(
    ("status", "kind", "may_have_arrived"),
    [
        (200, BadReceiptError, True),
        (302, BadReceiptError, True),
        (400, BadReceiptError, True),
        (401, UnreachableError, False),
        (403, UnreachableError, False),
        (404, BadReceiptError, True),
        (407, UnreachableError, False),
        (408, UnreachableError, False),
        (409, BadReceiptError, True),
        (425, UnreachableError, False),
        (429, UnreachableError, False),
        (500, UnreachableError, True),
        (503, UnreachableError, True),
    ],
)
@pytest.mark.parametrize("rules", [JSON_RULES, XML_RULES, TEXT_RULES])
def test_what_no_rule_recognises_is_no_success(
    rules: AnswerSettings,
    status: int,
    kind: type[RemoteError],
    *,
    may_have_arrived: bool,
) -> None:
    error = refused(Answer(status, b"<html>", retry_after_s=7.0), rules)
    assert type(error) is kind
    assert error.status == status
    assert error.may_have_arrived is may_have_arrived
    assert error.retry_after_s == 7.0


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (answer(200, {"retry": 1}, retry_after_s=9.0), UnreachableError),
        (answer(503, {}, retry_after_s=9.0), UnreachableError),
        (answer(429, {"retry": 1}, retry_after_s=9.0), UnreachableError),
        (answer(202, {}, retry_after_s=9.0), PendingError),
    ],
)
def test_a_wait_that_is_asked_for_is_kept(
    given: Answer, kind: type[RemoteError]
) -> None:
    error = refused(given, JSON_RULES)
    assert type(error) is kind
    assert error.retry_after_s == 9.0


def test_without_rules_our_own_protocol_counts() -> None:
    body = json.dumps({"fileUUID": FILE, "status": "accepted", "receipt": "R"}).encode()
    assert read(Answer(201, body), AnswerSettings()).number == "R"
    assert type(refused(Answer(201, b"ok"), AnswerSettings())) is BadReceiptError


# --- asking ---

STATUS_RULES = AnswerSettings.model_validate(
    {
        "accepted": [{"json_path": "state", "regex": "RATED|RECEIVED"}],
        "rejected": [{"json_path": "state", "regex": "REFUSED"}],
        "pending": [{"json_path": "state", "regex": "NEW"}],
    }
)
WITH_ABSENT = STATUS_RULES.model_copy(
    update={
        "absent": AnswerSettings.model_validate(
            {"accepted": [{"status": [200]}], "absent": [{"json_path": "none"}]}
        ).absent
    }
)


def ask(given: Answer, rules: AnswerSettings = STATUS_RULES) -> Receipt | None:
    return to_status(given, PACKAGE, rules, portal="nu")


def test_what_is_there_was_there_before() -> None:
    receipt = ask(answer(200, {"state": "RECEIVED"}))
    assert receipt is not None
    assert receipt.already_there


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        (Answer(404), STATUS_RULES),
        (Answer(404, b"<html>"), AnswerSettings()),
        (answer(200, {"none": True}), WITH_ABSENT),
    ],
)
def test_the_portal_does_not_have_it(given: Answer, rules: AnswerSettings) -> None:
    assert ask(given, rules) is None


@pytest.mark.parametrize(
    ("given", "rules", "kind"),
    [
        (answer(200, {"state": "REFUSED"}), STATUS_RULES, RejectedError),
        (answer(200, {"state": "NEW"}), STATUS_RULES, PendingError),
        (answer(200, {"state": "??"}), STATUS_RULES, BadReceiptError),
        (Answer(404), WITH_ABSENT, BadReceiptError),
        (Answer(503), STATUS_RULES, UnreachableError),
        (Answer(200, b"login"), AnswerSettings(), BadReceiptError),
        (Answer(400), AnswerSettings(), BadReceiptError),
        (Answer(403), AnswerSettings(), UnreachableError),
        (Answer(422), AnswerSettings(), BadReceiptError),
    ],
)
def test_what_else_the_portal_can_say(
    given: Answer, rules: AnswerSettings, kind: type[RemoteError]
) -> None:
    with pytest.raises(RemoteError) as caught:
        ask(given, rules)
    assert type(caught.value) is kind


# --- hostile answers ---

LAUGHS = "".join(
    f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha" * 50}">' for n in range(9)
)
HOSTILE = [
    pytest.param(b"[" * 65_536, id="nested lists"),
    pytest.param(b'{"errors":' * 6_000 + b"0", id="nested objects"),
    pytest.param(b'{"result":{"state":"DONE","number":' + b"9" * 60_000 + b"}}",
                 id="endless number"),
    pytest.param(f"<!DOCTYPE r [{LAUGHS}]><r>&l8;</r>".encode(), id="laughs"),
    pytest.param(f'<!DOCTYPE r [{LAUGHS}]><r a="&l8;"/>'.encode(), id="laughs within"),
    pytest.param(b'<!DOCTYPE r SYSTEM "file:///etc/passwd"><r/>', id="outside grammar"),
    pytest.param(b'<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r>&e;</r>',
                 id="outside entity"),
    pytest.param(b"<r>" * 20_000, id="nested elements"),
    pytest.param(b"<a>" * 200 + b"x" * 60_000 + b"</a>" * 200, id="deep and long"),
    pytest.param(b"\xff" * 65_536, id="no text"),
    pytest.param(b"\x00" * 65_536, id="zeros"),
    pytest.param(b"<r a='" + b"x" * 65_000, id="never closed"),
]  # fmt: skip


@pytest.mark.parametrize("body", HOSTILE)
@pytest.mark.parametrize("rules", [JSON_RULES, XML_RULES, TEXT_RULES])
def test_hostile_answers_are_no_receipts(rules: AnswerSettings, body: bytes) -> None:
    error = refused(Answer(200, body), rules)
    assert isinstance(error, BadReceiptError)
    assert "root:" not in error.text.en


@pytest.mark.parametrize(
    ("pattern", "body"),
    [
        (r"x.*y.*z", b"x" * 65_536),
        (r"\s*\s*!", b" " * 65_536),
        (r"^.*$.*^ok", b"\n" * 65_536),
    ],
)
def test_patterns_come_to_an_end(pattern: str, body: bytes) -> None:
    rules = AnswerSettings.model_validate({"accepted": [{"regex": pattern}]})
    assert meaning(Answer(200, body), rules) is None


def test_an_xpath_that_finds_everything_stays_small() -> None:
    rules = AnswerSettings.model_validate(
        {"accepted": [{"status": [200]}], "reason": {"xpath": "//*"}}
    )
    body = b"<a>" * 200 + b"x" * 60_000 + b"</a>" * 200
    assert len(Content(body, PACKAGE).values(rules.reason)) == 50
