from __future__ import annotations

import datetime as dt
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syncd.errors import (
    BadReceiptError,
    RejectedError,
    RemoteError,
    Retry,
    UnreachableError,
)
from syncd.submit.answer import Answer
from syncd.submit.answer_text import MOST_REASON_CHARACTERS, reason_in
from syncd.submit.answers import to_receipt
from syncd.submit.portal import Package, Receipt
from syncd.wire.retry_after import retry_after_s

FILE = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
PACKAGE = Package(FILE, TOURNAMENT, b"<report><surname>Muster</surname></report>")
NOW = dt.datetime(2026, 11, 6, 8, 49, 37, tzinfo=dt.UTC)


def read(answer: Answer) -> Receipt:
    return to_receipt(answer, PACKAGE, portal="nu")


def receipt_body(**changes: object) -> bytes:
    fields = {
        "status": "accepted",
        "fileUUID": FILE,
        "tournamentUUID": TOURNAMENT,
        "receipt": "R-7",
    }
    return json.dumps(fields | changes).encode()


@pytest.mark.parametrize("status", [200, 201, 202])
def test_an_answer_that_names_the_file_is_a_receipt(status: int) -> None:
    body = receipt_body()
    expected = Receipt(already_there=False, number="R-7", status=status, answer=body)
    assert expected == read(Answer(status, body))


@pytest.mark.parametrize("state", ["already there", "already_stored", "Already-There"])
@pytest.mark.parametrize("status", [200, 409])
def test_already_there_is_a_success(status: int, state: str) -> None:
    receipt = read(Answer(status, receipt_body(status=state)))
    assert receipt.already_there
    assert receipt.number == "R-7"


@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ({"receipt": 17}, "17"),
        ({"receipt": None}, ""),
        ({"receipt": "x" * 500}, "x" * 100),
        ({"receipt": "A\x00B\ud800"}, "A B"),
        ({"fileUUID": FILE.upper()}, "R-7"),
        ({"tournamentUUID": None}, "R-7"),
        ({"status": None}, "R-7"),
    ],
)
def test_receipts_of_other_portals_are_read_leniently(
    changes: dict[str, object], number: str
) -> None:
    assert number == read(Answer(201, receipt_body(**changes))).number


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"ok",
        b"\xff\x00",
        b"null",
        b"[]",
        b"[" * 60_000,
        b'{"n": ' + b"9" * 5_000 + b"}",
        b"<!DOCTYPE html><title>Login</title>",
        receipt_body(fileUUID=TOURNAMENT),
        receipt_body(fileUUID=None),
        receipt_body(fileUUID=[FILE]),
        receipt_body(tournamentUUID=FILE),
        receipt_body(status="rejected"),
        receipt_body()[:-20],
    ],
)
@pytest.mark.parametrize("status", [200, 201, 202])
def test_anything_else_is_no_receipt(status: int, body: bytes) -> None:
    with pytest.raises(BadReceiptError) as caught:
        read(Answer(status, body))
    assert caught.value.retry is Retry.SAME_BYTES
    assert caught.value.may_have_arrived
    assert caught.value.status == status


def test_an_unknown_state_is_named() -> None:
    with pytest.raises(BadReceiptError, match="“on hold”"):
        read(Answer(200, receipt_body(status="on_hold")))


@pytest.mark.parametrize("status", [204, 206, 299, 199])
def test_an_odd_success_is_no_receipt(status: int) -> None:
    with pytest.raises(BadReceiptError):
        read(Answer(status, receipt_body()))


@pytest.mark.parametrize("status", [404, 405, 410])
def test_a_mistyped_address_keeps_the_report(status: int) -> None:
    with pytest.raises(UnreachableError, match="check the url") as caught:
        read(Answer(status, b"Not Found"))
    assert caught.value.retry is Retry.LATER
    assert not caught.value.may_have_arrived


@pytest.mark.parametrize("status", [300, 301, 302, 303, 307, 308])
def test_a_redirect_is_named_without_its_secrets(status: int) -> None:
    location = "https://login.example/start?session=geheim#x"
    with pytest.raises(BadReceiptError) as caught:
        read(Answer(status, receipt_body(), location=location))
    assert caught.value.may_have_arrived
    assert "https://login.example/start" in caught.value.text.en
    assert "geheim" not in caught.value.text.en + caught.value.text.de


@pytest.mark.parametrize("status", [400, 403, 413, 415, 422, 499])
def test_a_clear_no_is_never_sent_again(status: int) -> None:
    with pytest.raises(RejectedError) as caught:
        read(Answer(status, b'{"message": "dobYear is missing"}'))
    assert caught.value.retry is Retry.NEVER
    assert caught.value.status == status
    assert not caught.value.may_have_arrived
    assert caught.value.text.en.endswith("The portal says: dobYear is missing")
    assert caught.value.text.de.endswith("Das Portal sagt: dobYear is missing")


@pytest.mark.parametrize("status", [401, 407])
def test_a_missing_login_waits_for_a_person(status: int) -> None:
    with pytest.raises(UnreachableError, match="check the credentials") as caught:
        read(Answer(status))
    assert caught.value.retry is Retry.LATER
    assert not caught.value.may_have_arrived


@pytest.mark.parametrize(
    ("status", "may_have_arrived"),
    [
        (408, False),
        (409, True),
        (425, False),
        (429, False),
        (500, True),
        (502, True),
        (503, True),
        (504, True),
        (599, True),
    ],
)
def test_come_back_later(status: int, may_have_arrived: bool) -> None:  # noqa: FBT001
    with pytest.raises(UnreachableError) as caught:
        read(Answer(status, receipt_body(), retry_after_s=17))
    assert caught.value.retry is Retry.LATER
    assert caught.value.retry_after_s == 17
    assert may_have_arrived == caught.value.may_have_arrived


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("0", 0),
        ("120", 120),
        (" 120 ", 120),
        ("9" * 400, 366 * 86_400),
        ("Fri, 06 Nov 2026 08:50:37 GMT", 60),
        ("Friday, 06-Nov-26 08:50:37 GMT", 60),
        ("Fri Nov  6 08:50:37 2026", 60),
        ("Fri, 06 Nov 2026 09:50:37 +0100", 60),
        ("Fri, 06 Nov 2026 08:00:00 GMT", 0),
        ("Fri, 06 Nov 9999 08:00:00 GMT", 366 * 86_400),
        ("", None),
        ("-5", None),
        ("1.5", None),
        ("²", None),
        ("soon", None),
        ("Fri, 99 Nov 2026 08:50:37 GMT", None),
        ("Fri, 06 Nov 99999999999 08:50:37 GMT", None),
    ],
)
def test_retry_after_in_both_forms(value: str, expected: float | None) -> None:
    assert expected == retry_after_s(value, NOW)


def test_a_date_needs_a_time_to_count_from() -> None:
    assert retry_after_s("Fri, 06 Nov 2026 08:50:37 GMT", None) is None
    assert retry_after_s("60", None) == 60


@given(st.text(max_size=60))
def test_any_retry_after_is_seconds_or_nothing(value: str) -> None:
    seconds = retry_after_s(value, NOW)
    assert seconds is None or 0 <= seconds <= 366 * 86_400


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b'{"message": "no"}', "no"),
        (b'{"detail": "no", "title": "Bad"}', "Bad: no"),
        (b'{"errors": ["one", "two"]}', "one; two"),
        (
            b'{"message":"no","errors":[{"rule":"P06","message":"twice"},{"rule":"G1"}]}',
            "no: P06: twice; G1",
        ),
        (b'{"error": {"message": "deep"}}', "deep"),
        (b'{"fehler": "unbekannt"}', '{"fehler": "unbekannt"}'),
        (b"plain\r\n  text\x00 \x1b[31m", "plain text [31m"),
        ("für".encode("latin-1"), "f\ufffdr"),
        (b"<html><body>413</body></html>", ""),
        (b"<!DOCTYPE html><p>x", ""),
        (b'{"message": "\\ud800 half"}', "half"),
        (b'{"message": "dobYear < 1900"}', "dobYear < 1900"),
        (b'{"message": "<surname> is empty"}', "<surname> is empty"),
        (b'{"message": "bad: <surname>Muster</surname>"}', "bad:"),
        (b'{"message": "bad: <player><surname>Mus"}', "bad:"),
        (b'{"message": "bad: &lt;surname&gt;Muster"}', "bad:"),
        (b"bad: <?xml version='1.0'?><x>Muster", "bad:"),
        (b'{"errors": [[[[[["too deep"]]]]]]}', '{"errors": [[[[[["too deep"]]]]]]}'),
        (b"", ""),
    ],
)
def test_the_portals_own_words(body: bytes, expected: str) -> None:
    assert expected == reason_in(body)


def test_the_portals_words_are_capped() -> None:
    body = json.dumps({"message": "x" * 10_000}).encode()
    assert reason_in(body) == "x" * MOST_REASON_CHARACTERS


@given(
    status=st.integers(min_value=100, max_value=999),
    body=st.binary(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["message", "errors", "status"]), inner)
        ),
    ).map(lambda value: json.dumps(value).encode()),
)
def test_no_answer_without_the_file_uuid_is_ever_a_receipt(
    status: int, body: bytes
) -> None:
    with pytest.raises(RemoteError) as caught:
        read(Answer(status, body))
    for wording in caught.value.text:
        assert wording.isprintable()


def test_an_echoed_report_never_reaches_a_message() -> None:
    body = b'{"message": "cannot read: ' + PACKAGE.data + b'"}'
    with pytest.raises(RejectedError) as caught:
        read(Answer(422, body))
    assert "Muster" not in caught.value.text.en + caught.value.text.de
