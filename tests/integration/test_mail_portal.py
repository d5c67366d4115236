"""Reports by e-mail, against a real mail server and against ones that fail."""

from __future__ import annotations

import logging
import smtplib
import ssl
from typing import TYPE_CHECKING

import pytest
import trustme
from smtp_servers import (
    DROP,
    FILE,
    PASSWORD,
    STALL,
    USER,
    Mailbox,
    MailServer,
    ScriptedMailServer,
    free_port,
    package,
)

from syncd.errors import (
    BadReceiptError,
    ConfigError,
    OutcomeUnknownError,
    RejectedError,
    RemoteError,
    UnreachableError,
)
from syncd.settings_portals import MailSettings
from syncd.submit.mail import MailPortal
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path

SENDER, OFFICER, DEPUTY = "me@example.org", "dwz@example.net", "deputy@example.net"


def portal(port: int, *, timeout_s: float = 5, **mail: object) -> MailPortal:
    """Return a way to a mail server on this machine."""
    values = {
        "host": "127.0.0.1", "port": port, "security": "none", "sender": SENDER,
        "to": (OFFICER,), **mail,
    }  # fmt: skip
    return MailPortal("officer", mail=MailSettings(**values), timeout_s=timeout_s)  # type: ignore[arg-type]


@pytest.fixture
def authority() -> trustme.CA:
    return trustme.CA()


def server_context(authority: trustme.CA, host: str = "127.0.0.1") -> ssl.SSLContext:
    """Return the server's side of TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(host).configure_cert(context)
    return context


def secure(
    port: int, authority: trustme.CA, folder: Path, **mail: object
) -> MailPortal:
    """Return a way to a mail server that trusts only this authority."""
    file = folder / "ca.pem"
    authority.cert_pem.write_to_path(file)
    settings = MailSettings(
        host="127.0.0.1", port=port, sender=SENDER, to=(OFFICER,), **mail,  # type: ignore[arg-type]
    )  # fmt: skip
    return MailPortal("officer", mail=settings, ca_file=file, timeout_s=5)


def failure(port: int, now: dt.datetime, **changes: object) -> RemoteError:
    """Return the error of a send, which never shows an address."""
    with pytest.raises(RemoteError) as caught:
        portal(port, **changes).send(package(now))  # type: ignore[arg-type]
    said = "".join(caught.value.text)
    assert not [item for item in (SENDER, OFFICER, DEPUTY) if item in said]
    return caught.value


def test_a_message_arrives_with_the_servers_words_as_receipt(now: dt.datetime) -> None:
    with MailServer(mailbox := Mailbox()) as server:
        way = portal(server.port, to=(OFFICER, DEPUTY))
        receipt = way.send(package(now))
    assert receipt.number == "250 2.0.0 Ok: queued as 4F1A2B"
    ((sender, to, letter),) = mailbox.received
    assert (sender, to) == (SENDER, (OFFICER, DEPUTY))
    assert f"Message-ID: <{FILE}@example.org>".encode() in letter


def test_a_test_tries_the_way_and_sends_nothing(now: dt.datetime) -> None:
    with MailServer(mailbox := Mailbox()) as server:
        assert portal(server.port).test(package(now)) == Receipt(already_there=False)
    assert mailbox.received == []
    with pytest.raises(UnreachableError):
        portal(free_port()).test(package(now))


def test_every_send_is_the_same_message(now: dt.datetime) -> None:
    with MailServer(mailbox := Mailbox()) as server:
        for _ in range(2):
            portal(server.port).send(package(now))
    assert mailbox.letters[0] == mailbox.letters[1]


def test_whoever_is_named_twice_gets_it_once(now: dt.datetime) -> None:
    with MailServer(mailbox := Mailbox()) as server:
        portal(server.port, to=(OFFICER, OFFICER.upper())).send(package(now))
    assert len(mailbox.received[0][1]) == 1


@pytest.mark.parametrize("login", [False, True])
def test_starttls(
    now: dt.datetime, authority: trustme.CA, tmp_path: Path, *, login: bool
) -> None:
    account = {"user": USER, "password": PASSWORD} if login else {}
    context = server_context(authority)
    with MailServer(mailbox := Mailbox(), starttls=context, login=login) as server:
        secure(server.port, authority, tmp_path, **account).send(package(now))
    assert len(mailbox.letters) == 1


def test_tls_from_the_start(
    now: dt.datetime, authority: trustme.CA, tmp_path: Path
) -> None:
    with MailServer(mailbox := Mailbox(), tls=server_context(authority)) as server:
        secure(server.port, authority, tmp_path, security="tls").send(package(now))
    assert len(mailbox.letters) == 1


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_strange_certificate_gets_nothing(
    now: dt.datetime, authority: trustme.CA, tmp_path: Path, security: str
) -> None:
    context = server_context(trustme.CA())
    kind = {security: context}
    with (
        MailServer(mailbox := Mailbox(), **kind) as server,  # type: ignore[arg-type]
        pytest.raises(UnreachableError, match="certificate"),
    ):
        secure(server.port, authority, tmp_path, security=security).send(package(now))
    assert mailbox.letters == []


def test_another_hosts_certificate_gets_nothing(
    now: dt.datetime, authority: trustme.CA, tmp_path: Path
) -> None:
    context = server_context(authority, "mail.example.org")
    with (
        MailServer(mailbox := Mailbox(), starttls=context) as server,
        pytest.raises(UnreachableError, match="certificate"),
    ):
        secure(server.port, authority, tmp_path).send(package(now))
    assert mailbox.letters == []


def test_without_encryption_nothing_is_sent(
    now: dt.datetime, authority: trustme.CA, tmp_path: Path
) -> None:
    with (
        MailServer(mailbox := Mailbox()) as server,
        pytest.raises(UnreachableError, match="STARTTLS"),
    ):
        secure(server.port, authority, tmp_path).send(package(now))
    assert mailbox.letters == []


def test_a_wrong_password_keeps_the_report(
    now: dt.datetime,
    authority: trustme.CA,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    context = server_context(authority)
    account = {"user": USER, "password": "wrong secret"}
    with (
        MailServer(Mailbox(), starttls=context, login=True) as server,
        pytest.raises(UnreachableError, match="user and password") as caught,
    ):
        secure(server.port, authority, tmp_path, **account).send(package(now))
    assert "wrong secret" not in str(caught.value)
    assert "wrong secret" not in caplog.text


def test_a_server_that_wants_a_login_keeps_the_report(
    now: dt.datetime, authority: trustme.CA, tmp_path: Path
) -> None:
    context = server_context(authority)
    with (
        MailServer(Mailbox(), starttls=context, login=True) as server,
        pytest.raises(UnreachableError, match="user and password"),
    ):
        secure(server.port, authority, tmp_path).send(package(now))


@pytest.mark.parametrize(
    ("refused", "kind", "words"),
    [
        ({OFFICER: f"550 5.1.1 <{OFFICER}>: no such user"}, RejectedError,
         "recipient 1 of 2"),
        ({DEPUTY: f"550 5.1.1 <{DEPUTY}>: no such user"}, RejectedError,
         "recipient 2 of 2"),
        ({OFFICER: "451 4.7.1 greylisted"}, UnreachableError, "recipient 1 of 2"),
        ({OFFICER: "451 greylisted", DEPUTY: "550 no such user"}, RejectedError,
         "recipient 2 of 2"),
        ({OFFICER: "530 5.7.0 log in first"}, UnreachableError, "user and password"),
    ],
)  # fmt: skip
def test_one_refused_recipient_stops_the_message_for_all(
    now: dt.datetime, refused: dict[str, str], kind: type[RemoteError], words: str
) -> None:
    with MailServer(mailbox := Mailbox(refused)) as server:
        error = failure(server.port, now, to=(OFFICER, DEPUTY))
    assert type(error) is kind
    assert words in error.text.en
    assert not error.may_have_arrived
    assert mailbox.letters == []


@pytest.mark.parametrize(
    ("said", "kind", "words"),
    [
        ("451 4.3.0 try again", UnreachableError, "451 4.3.0 try again"),
        ("554 5.7.1 looks like spam", RejectedError, "554 5.7.1 looks like spam"),
    ],
)
def test_what_a_no_to_the_message_means(
    now: dt.datetime, said: str, kind: type[RemoteError], words: str
) -> None:
    with MailServer(Mailbox(said=said)) as server:
        error = failure(server.port, now)
    assert type(error) is kind
    assert words in error.text.en
    assert words in error.text.de
    assert not error.may_have_arrived


BEFORE = (UnreachableError, False)
AFTER = (OutcomeUnknownError, True)


@pytest.mark.parametrize(
    ("replies", "expected"),
    [
        ({"banner": DROP}, BEFORE),
        ({"banner": "554 no service"}, BEFORE),
        ({"banner": "421 too busy"}, BEFORE),
        ({"EHLO": DROP}, BEFORE),
        ({"MAIL": "451 later"}, BEFORE),
        ({"MAIL": "550 unknown sender"}, BEFORE),
        ({"MAIL": "552 message too large"}, (RejectedError, False)),
        ({"RCPT": DROP}, BEFORE),
        ({"RCPT": "421 closing"}, BEFORE),
        ({"DATA": DROP}, BEFORE),
        ({"DATA": "451 later"}, BEFORE),
        ({"DATA": "554 no"}, (RejectedError, False)),
        ({"DATA": "250 strange"}, BEFORE),
        ({".": DROP}, AFTER),
        ({".": "garbage"}, (BadReceiptError, True)),
        ({".": "354 strange"}, (BadReceiptError, True)),
        ({".": "250-" + "x" * 9_000}, AFTER),
        ({".": "421 closing"}, BEFORE),
    ],
)  # fmt: skip
def test_where_the_talk_ends_decides(
    now: dt.datetime,
    replies: dict[str, str],
    expected: tuple[type[RemoteError], bool],
) -> None:
    with ScriptedMailServer(replies) as server:
        error = failure(server.port, now)
    assert (type(error), error.may_have_arrived) == expected


def test_a_break_within_the_text_is_before_the_dot(
    now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = smtplib.SMTP.send

    def break_off(client: smtplib.SMTP, data: str) -> None:
        if len(data) > 1_000:
            client.close()
            message = "connection lost"
            raise smtplib.SMTPServerDisconnected(message)
        send(client, data)

    monkeypatch.setattr(smtplib.SMTP, "send", break_off)
    with ScriptedMailServer({}) as server:
        error = failure(server.port, now)
    assert (type(error), error.may_have_arrived) == BEFORE
    assert server.texts == []


@pytest.mark.parametrize(
    ("replies", "expected"),
    [
        ({"banner": STALL}, BEFORE),
        ({"DATA": STALL}, BEFORE),
        ({".": STALL}, AFTER),
    ],
)
def test_a_stall_ends_at_the_deadline(
    now: dt.datetime,
    replies: dict[str, str],
    expected: tuple[type[RemoteError], bool],
) -> None:
    with ScriptedMailServer(replies) as server:
        error = failure(server.port, now, timeout_s=0.2)
    assert (type(error), error.may_have_arrived) == expected
    assert "0.2 s" in error.text.en


@pytest.mark.parametrize(("verb", "expected"), [("MAIL", BEFORE), (".", AFTER)])
def test_an_answer_without_an_end_is_cut_off(
    now: dt.datetime, verb: str, expected: tuple[type[RemoteError], bool]
) -> None:
    endless = "\r\n".join(["250-and so on"] * 100_000)
    with ScriptedMailServer({verb: endless}) as server:
        error = failure(server.port, now, timeout_s=30)
    assert (type(error), error.may_have_arrived) == expected
    assert "30 s" not in error.text.en


def test_a_stalled_goodbye_costs_nothing(now: dt.datetime) -> None:
    with ScriptedMailServer({"QUIT": STALL}) as server:
        assert portal(server.port).send(package(now)).number == "250 queued"


def test_an_address_in_the_receipt_is_left_out(now: dt.datetime) -> None:
    with MailServer(Mailbox(said=f"250 queued for <{OFFICER}> as 7")) as server:
        receipt = portal(server.port).send(package(now))
    assert receipt.number == "250 queued for <…> as 7"
    assert OFFICER.encode() not in receipt.answer


def test_lines_that_begin_with_a_dot_arrive_whole(
    now: dt.datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = b"From: x\r\n\r\n.\r\n..two\r\n.one\r\nend\r\n"
    monkeypatch.setattr("syncd.submit.mail.compose", lambda *_, **__: letter)
    with MailServer(mailbox := Mailbox()) as server:
        portal(server.port).send(package(now))
    assert mailbox.letters == [letter]


def test_nobody_listens(now: dt.datetime, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert type(failure(free_port(), now)) is UnreachableError
    assert "@" not in caplog.text


@pytest.mark.parametrize(
    "mail",
    [
        {"sender": "me@example.org\r\nBcc: x@example.com"},
        {"sender": "Me <me@example.org>"},
        {"sender": ""},
        {"to": ("dwz@example.net, x@example.com",)},
        {"to": ("no address",)},
        {"host": "mail.example.org", "security": "none"},
        {"host": "mail.example.org:25", "security": "tls"},
        {"password": "pässword"},
    ],
)
def test_settings_that_cannot_work(mail: dict[str, object]) -> None:
    with pytest.raises(ConfigError) as caught:
        portal(25, **mail)  # type: ignore[arg-type]
    assert len(caught.value.problems) == 1
    assert "example" not in str(caught.value).replace("office@example.org", "")


def test_a_missing_certificate_file(tmp_path: Path) -> None:
    mail = MailSettings(host="mail.example.org", sender=SENDER, to=(OFFICER,))
    with pytest.raises(ConfigError, match="certificate"):
        MailPortal("officer", mail=mail, ca_file=tmp_path / "none.pem")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_unencrypted_on_this_machine(host: str) -> None:
    way = portal(25, host=host)
    assert way.host == f"{host}:25"
    assert not way.can_ask
