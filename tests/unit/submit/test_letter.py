"""The message that carries a report is the same however often it is made."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syncd.errors import EncodeError, RejectedError
from syncd.formats.dwzxml.elements import (
    Header,
    Payload,
    Report,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.formats.dwzxml.encode import encode_report
from syncd.submit.letter import compose
from syncd.submit.portal import Package

FILE = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
DAY = dt.date(2026, 9, 12)
REPORT = Report(
    Header(dt.datetime(2026, 9, 14, 16, 5, tzinfo=dt.UTC), "Bezirk", "syncd", FILE),
    TOURNAMENT,
    Payload(
        ReportTournament("Frühjahrsopen", "SW", "5400+30", 1, DAY, DAY, "Kiel"),
        (
            ReportPlayer(1, "Ährenfeld", "Berta", 1990),
            ReportPlayer(2, "Carlsohn", "Dietmar", 1971),
        ),
        (ReportGame(1, 1, 2, "1", "0", DAY),),
    ),
)


def package(label: str = "Frühjahrsopen", **fields: str) -> Package:
    """Return the report under another name."""
    tournament = replace(REPORT.payload.tournament, label=label)
    report = replace(REPORT, payload=replace(REPORT.payload, tournament=tournament))
    return Package(FILE, TOURNAMENT, encode_report(report), fields)


def letter(sent: Package, language: str = "de") -> bytes:
    """Return the message of a report."""
    return compose(
        sent, sender="office@example.org", to=("a@example.net", "b@example.net"),
        language="en" if language == "en" else "de",
    )  # fmt: skip


def read(data: bytes) -> EmailMessage:
    """Return a message as a mail program reads it."""
    message = message_from_bytes(data, policy=SMTP)
    assert isinstance(message, EmailMessage)
    assert message.defects == []
    return message


def text_of(message: EmailMessage) -> str:
    """Return the covering text."""
    body = message.get_body()
    assert body is not None
    text: str = body.get_content()
    return text


def test_headers_come_from_the_report() -> None:
    message = read(letter(package()))
    assert message["Message-ID"] == f"<{FILE}@example.org>"
    assert message["Date"] == "Mon, 14 Sep 2026 16:05:00 +0000"
    assert message["From"] == "office@example.org"
    assert message["To"] == "a@example.net, b@example.net"
    assert message["Subject"] == "DWZ-Bericht: Frühjahrsopen"
    assert message["Auto-Submitted"] == "auto-generated"


def test_every_message_of_a_report_is_the_same() -> None:
    assert letter(package()) == letter(package())
    assert letter(package()).isascii()


def test_the_attachment_is_the_report_to_the_last_byte() -> None:
    (attached,) = read(letter(package())).iter_attachments()
    assert attached.get_filename() == f"{FILE}.xml"
    assert attached.get_content_type() == "application/xml"
    assert attached["Content-Transfer-Encoding"] == "base64"
    assert attached.get_content() == package().data


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("de", ["Turnier: Frühjahrsopen", "Letzter Tag: 12.9.2026", "Absender: Bezirk",
                "Veranstalter (VKZ): A0100", "Spieler: 2, Partien: 1",
                f"Angehängte Datei: {FILE}.xml"]),
        ("en", ["Tournament: Frühjahrsopen", "Last day: 2026-09-12", "Sender: Bezirk",
                "Organiser (VKZ): A0100", "Players: 2, games: 1",
                f"Attached file: {FILE}.xml"]),
    ],
)  # fmt: skip
def test_covering_text(language: str, lines: list[str]) -> None:
    message = read(letter(package(organiser_vkz="A0100"), language))
    said = text_of(message).splitlines()
    assert [line for line in lines if line not in said] == []


def test_no_player_is_named_outside_the_attachment() -> None:
    message = read(letter(package()))
    outside = text_of(message) + "".join(map(str, message.values()))
    assert "hrenfeld" not in outside
    assert "Carlsohn" not in outside


@pytest.mark.parametrize(
    "label",
    ["Open\r\nBcc: x@example.com", "Open\nAbsender: jemand", "Open\u2028Bcc: x@x.de"],
)
def test_a_name_cannot_add_a_header_or_a_line(label: str) -> None:
    try:
        sent = package(label)
    except EncodeError:  # the format itself refuses it
        return
    message = read(letter(sent))
    assert "Bcc" not in message
    assert message["Subject"] == "DWZ-Bericht: " + " ".join(label.split())
    assert "Absender: jemand" not in text_of(message).splitlines()


def test_a_field_cannot_add_a_line() -> None:
    message = read(letter(package(organiser_vkz="A0100\nAbsender: jemand")))
    assert "Absender: jemand" not in text_of(message).splitlines()


@settings(max_examples=50)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=300))
def test_any_name_arrives_as_it_is(label: str) -> None:
    label = " ".join("".join(x if x.isprintable() else " " for x in label).split())
    try:
        sent = package(label)
    except EncodeError:
        return
    data = letter(sent)
    assert data.isascii()
    assert max(map(len, data.split(b"\r\n"))) <= 998
    message = read(data)
    assert message["Subject"] == f"DWZ-Bericht: {label[:200]}".strip()
    assert f"Turnier: {label[:200]}".strip() in text_of(message).split("\n")[2].strip()


@pytest.mark.parametrize("data", [b"", b"<x/>", b"no report"])
def test_what_is_no_report_is_not_mailed(data: bytes) -> None:
    with pytest.raises(RejectedError):
        letter(Package(FILE, TOURNAMENT, data))
