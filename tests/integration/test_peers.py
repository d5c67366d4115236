"""Passing files on to real folders and real servers, and what they can answer."""

from __future__ import annotations

import datetime as dt
import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from pull_server import PullServer, Reply

from syncd.errors import ConfigError, RejectedError, UnreachableError
from syncd.formats.trf import Passport, with_passport
from syncd.settings import PeerSettings
from syncd.submit.peers.peer import Parcel
from syncd.submit.peers.ways import open_peer

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from pathlib import Path
    from threading import Event

    from syncd.errors import RemoteError
    from syncd.submit.portal import Receipt

UUID = "0a4b5c6d-1111-4222-8333-444455556666"
NAME = "open_0a4b5c6d.trf"
MADE = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)


def written(text: bytes, revision: int = 1) -> bytes:
    return with_passport(text, Passport(UUID, "here", "here", revision=revision))


PARCEL = Parcel(NAME, written(b"012 Open\n"), MADE)
NEWER = Parcel(NAME, written(b"012 Open!\n", 2), MADE)


def peer_at(**values: object) -> PeerSettings:
    return PeerSettings.model_validate({"name": "club", **values})


def deliver(settings: PeerSettings, parcel: Parcel = PARCEL) -> Receipt:
    return open_peer(settings).deliver(parcel)


def refused(settings: PeerSettings) -> RemoteError:
    with pytest.raises((UnreachableError, RejectedError)) as caught:
        deliver(settings)
    assert caught.value.text.en != caught.value.text.de
    return caught.value


def test_a_folder_gets_the_file_in_one_step_and_later_the_newer_one(
    tmp_path: Path,
) -> None:
    club = peer_at(kind="folder", folder=tmp_path)
    (tmp_path / f".{NAME[:-4]}.abcd.part").write_bytes(b"left behind")
    assert not deliver(club).already_there
    assert deliver(club).already_there
    assert not deliver(club, NEWER).already_there
    assert [item.name for item in tmp_path.iterdir()] == [NAME]
    assert (tmp_path / NAME).read_bytes() == NEWER.data


def test_a_file_of_somebody_else_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"012 My own\n")
    error = refused(peer_at(kind="folder", folder=tmp_path))
    assert isinstance(error, RejectedError)
    assert "a file of somebody else" in error.text.en
    assert (tmp_path / NAME).read_bytes() == b"012 My own\n"


OTHER = "0a4b5c6d-9999-4222-8333-444455556666"
WHOSE = [
    (b"", True),
    (PARCEL.data[:1], True),
    (PARCEL.data[:-1], True),
    (written(b"012 Open!\n", 2), True),
    (with_passport(b"012 Open\n", Passport(UUID, "there", "here")), False),
    (with_passport(b"012 Open\n", Passport(UUID, "Here", "here")), False),
    (with_passport(b"012 Open\n", Passport(OTHER, "here", "here")), False),
    (PARCEL.data + b"012 My own\n", True),
    (b"012 Op\n", False),
    (b"\n", False),
]


@pytest.mark.parametrize(("there", "is_ours"), WHOSE)
def test_only_our_own_file_and_what_a_broken_upload_left_are_replaced(
    tmp_path: Path, there: bytes, *, is_ours: bool
) -> None:
    (tmp_path / NAME).write_bytes(there)
    club = peer_at(kind="folder", folder=tmp_path)
    if is_ours:
        deliver(club)
    else:
        assert isinstance(refused(club), RejectedError)
    left = PARCEL.data if is_ours else there
    assert (tmp_path / NAME).read_bytes() == left


def test_the_beginning_of_an_earlier_file_of_ours_is_replaced(tmp_path: Path) -> None:
    parcel = replace(NEWER, begun=(PARCEL.data,))
    (tmp_path / NAME).write_bytes(PARCEL.data[:-9])
    club = peer_at(kind="folder", folder=tmp_path)
    with pytest.raises(RejectedError):
        deliver(club, NEWER)
    deliver(club, parcel)
    assert (tmp_path / NAME).read_bytes() == NEWER.data


def test_a_folder_that_is_not_there_is_tried_again(tmp_path: Path) -> None:
    error = refused(peer_at(kind="folder", folder=tmp_path / "share"))
    assert isinstance(error, UnreachableError)
    assert "check that the folder exists" in error.text.en
    assert not (tmp_path / "share").exists()


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)
    error = refused(peer_at(kind="folder", folder=tmp_path))
    assert isinstance(error, UnreachableError)


@pytest.fixture
def server() -> Iterator[PullServer]:
    with PullServer({}) as running:
        yield running


def syncd_at(server: PullServer, path: str = "", **more: object) -> PeerSettings:
    auth = {"kind": "bearer", "token": "secret-token"}
    return peer_at(kind="http", url=server.url(path), auth=auth, **more)


PUSH = "/api/v1/exports"


TAKEN = json.dumps({"exports": [{"id": 1, "name": NAME}], "refused": []}).encode()
LOGIN = b"<!DOCTYPE html><form action=/login><input type=password></form>"


@pytest.mark.parametrize("status", [200, 201, 202])
def test_another_syncd_takes_a_push(server: PullServer, status: int) -> None:
    server.pages[PUSH] = Reply(TAKEN, status)
    receipt = deliver(syncd_at(server))
    assert (receipt.status, receipt.already_there) == (status, status == 200)
    (asked,) = server.asked
    assert (asked.method, asked.path, asked.body) == ("POST", PUSH, PARCEL.data)
    assert asked.headers["x-filename"] == NAME
    assert asked.headers["authorization"] == "Bearer secret-token"
    assert asked.headers["last-modified"] == "Sun, 29 Nov 2026 12:00:00 GMT"


@pytest.mark.parametrize("path", ["/", "/sub", PUSH, f"/sub{PUSH}/"])
def test_the_address_may_name_the_server_or_the_very_place(
    server: PullServer, path: str
) -> None:
    wanted = f"/sub{PUSH}" if "sub" in path else PUSH
    server.pages[wanted] = server.pages[f"{wanted}/"] = Reply(TAKEN, 202)
    assert deliver(syncd_at(server, path)).status == 202


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (LOGIN, "a web page answered, no syncd"),
        (b"", "does not say that the file was taken"),
        (b"{}", "does not say that the file was taken"),
        (b"[[[", "does not say that the file was taken"),
        (b"OK", "does not say that the file was taken"),
        (b'{"exports": []}', "does not say that the file was taken"),
        (b'{"exports": {"name": 1}}', "does not say that the file was taken"),
        (TAKEN.replace(b"open_", b"other_"), "does not say that the file was taken"),
    ],
)
@pytest.mark.parametrize("status", [200, 201, 202])
def test_only_an_answer_that_names_the_file_says_that_it_was_taken(
    server: PullServer, status: int, body: bytes, words: str
) -> None:
    server.pages[PUSH] = Reply(body, status)
    error = refused(syncd_at(server))
    assert isinstance(error, UnreachableError)
    assert error.is_access
    assert words in error.text.en


def test_a_no_within_a_good_status_is_final_with_its_reason(server: PullServer) -> None:
    why = {"name": NAME, "text": {"en": "ignored.", "de": "nicht erwünscht."}}
    body = json.dumps({"exports": [], "refused": [why]}).encode()
    server.pages[PUSH] = Reply(body, 202)
    error = refused(syncd_at(server))
    assert isinstance(error, RejectedError)
    assert "ignored." in error.text.en
    assert "nicht erwünscht." in error.text.de


@pytest.mark.parametrize("status", [400, 409, 413, 415, 422])
def test_a_clear_no_is_final_and_quoted_in_both_languages(
    server: PullServer, status: int
) -> None:
    said = b'{"text": {"en": "Too large: secret-token.", "de": "Zu gro\\u00df."}}'
    server.pages[PUSH] = Reply(said, status)
    error = refused(syncd_at(server))
    assert isinstance(error, RejectedError)
    assert "Too large: ***." in error.text.en
    assert "Zu groß." in error.text.de


@pytest.mark.parametrize("status", [301, 401, 403, 404, 405, 407])
def test_login_and_address_are_the_peers_own_trouble(
    server: PullServer, status: int
) -> None:
    server.pages[PUSH] = Reply(b"", status, {"Location": "http://127.0.0.1/x"})
    error = refused(syncd_at(server))
    assert isinstance(error, UnreachableError)
    assert error.is_access
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [204, 408, 423, 425, 429, 500, 503, 507])
def test_anything_else_is_tried_again(server: PullServer, status: int) -> None:
    server.pages[PUSH] = Reply(b"", status, {"Retry-After": "7"})
    error = refused(syncd_at(server))
    assert isinstance(error, UnreachableError)
    assert not error.is_access
    assert error.retry_after_s == 7
    assert error.may_have_arrived


def hang(_: socket.socket, stopping: Event) -> None:
    stopping.wait(60)


def hang_up(connection: socket.socket, _: Event) -> None:
    connection.close()


def test_a_server_that_hangs_or_hangs_up_is_tried_again(server: PullServer) -> None:
    server.pages[PUSH] = hang
    error = refused(syncd_at(server, timeout_s=0.3))
    assert error.may_have_arrived
    server.pages[PUSH] = hang_up
    assert refused(syncd_at(server)).may_have_arrived
    nobody = peer_at(kind="http", url="http://127.0.0.1:1/")
    assert not refused(nobody).may_have_arrived


FOLDER = "/dav/open%20files/"


def cloud_at(server: PullServer, **more: object) -> PeerSettings:
    url = server.url(FOLDER).replace("://", "://me:pass-word@")
    return peer_at(kind="webdav", url=url, **more)


def test_a_cloud_gets_a_new_file(server: PullServer) -> None:
    server.pages[f"PUT {FOLDER}{NAME}"] = Reply(b"", 201)
    assert deliver(cloud_at(server)).status == 201
    looked, put = server.asked
    assert (looked.method, put.method) == ("GET", "PUT")
    assert put.headers["if-none-match"] == "*"
    assert put.headers["authorization"] == looked.headers["authorization"]
    assert put.body == PARCEL.data


def test_a_newer_state_takes_the_place_of_what_was_seen(server: PullServer) -> None:
    server.pages[f"{FOLDER}{NAME}"] = Reply(PARCEL.data, 200, {"ETag": '"7"'})
    server.pages[f"PUT {FOLDER}{NAME}"] = Reply(b"", 204)
    assert deliver(cloud_at(server)).already_there
    server.asked.clear()
    assert open_peer(cloud_at(server)).deliver(NEWER).status == 204
    assert server.asked[1].headers["if-match"] == '"7"'


@pytest.mark.parametrize(
    ("there", "put", "is_final", "is_access"),
    [
        (Reply(b"012 My own\n", 200), Reply(b"", 204), True, False),
        (Reply(b"", 401), Reply(b"", 204), False, True),
        (Reply(b"", 503), Reply(b"", 204), False, False),
        (Reply(b"", 404), Reply(b"", 409), False, True),
        (Reply(b"", 404), Reply(b"", 412), False, False),
        (Reply(b"", 404), Reply(b"", 507), False, False),
        (Reply(b"", 404), Reply(b"", 403), False, True),
        (Reply(b"", 404), Reply(b"", 413), True, False),
        (Reply(LOGIN, 200), Reply(b"", 204), False, True),
        (Reply(b"", 404), Reply(LOGIN, 200), False, True),
        (Reply(b"", 404), Reply(b"x", 200, {"Content-Type": "text/html; a=b"}),
         False, True),
    ],
)  # fmt: skip
def test_what_a_cloud_can_answer(
    server: PullServer, there: Reply, put: Reply, *, is_final: bool, is_access: bool
) -> None:
    server.pages[f"{FOLDER}{NAME}"] = there
    server.pages[f"PUT {FOLDER}{NAME}"] = put
    error = refused(cloud_at(server))
    assert isinstance(error, RejectedError) == is_final
    assert error.is_access == is_access
    assert "pass-word" not in str(error.text)
    assert not any(asked.method == "MKCOL" for asked in server.asked)


@pytest.mark.parametrize(
    ("there", "condition"),
    [
        (Reply(b"", 200, {"ETag": '"0"'}), ("if-match", '"0"')),
        (Reply(PARCEL.data[:9], 200, {"ETag": '"9"'}), ("if-match", '"9"')),
        (Reply(b"", 410), ("if-none-match", "*")),
    ],
)
def test_a_cloud_gets_again_what_broke_off_or_was_deleted(
    server: PullServer, there: Reply, condition: tuple[str, str]
) -> None:
    server.pages[f"{FOLDER}{NAME}"] = there
    server.pages[f"PUT {FOLDER}{NAME}"] = Reply(b"", 201)
    assert deliver(cloud_at(server)).status == 201
    assert server.asked[1].headers[condition[0]] == condition[1]


def test_what_cannot_be_sent_is_told_beforehand() -> None:
    auth = {"kind": "header", "header": "X-Key", "token": "two\nlines"}
    with pytest.raises(ConfigError, match="Peer “club” cannot be used"):
        open_peer(peer_at(kind="http", url="https://a.example.org", auth=auth))
