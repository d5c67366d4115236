"""Handing in exports over HTTP: what is taken, under which number, and what is told."""

from __future__ import annotations

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web_server import NOW, WebServer

from syncd.formats.dropping import drop_contact
from syncd.store.inbox import load_bytes
from syncd.store.tables import ArrivalRow

if TYPE_CHECKING:
    from collections.abc import Iterator

EXPORT = (Path(__file__).parents[1] / "data" / "clm" / "E02_clm.trf").read_bytes()
STAMPED = "Open__29-11-2026__10-00-00.trf"


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path
) -> Iterator[WebServer]:
    with WebServer(tmp_path_factory.mktemp("web"), migrated_sqlite) as running:
        yield running


def zipped(**files: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def test_what_was_handed_in_is_safe_and_its_fate_is_told(server: WebServer) -> None:
    answer = server.push(EXPORT, STAMPED)
    said = answer.json()
    assert answer.status_code == 202
    assert said["state"] == "received"
    assert said["exports"] == [
        {"id": said["id"], "name": STAMPED, "state": "received", "new": True}
    ]
    assert said["refused"] == []
    with server.store.read() as session:
        row = session.get(ArrivalRow, said["id"])
        assert row is not None
        assert load_bytes(session, row.sha256) == drop_contact(EXPORT)
        assert row.stamp_utc == NOW.replace(hour=9)
    where = answer.headers["Location"]
    waits = server.client.get(where, headers=server.login()).json()
    assert (waits["state"], waits["tournament"]) == ("received", None)
    server.process()
    told = server.client.get(where, headers=server.login()).json()
    assert told["state"] == "done"
    assert told["name"] == STAMPED
    assert len(told["tournament"]) == 36
    assert set(told["text"]) == {"en", "de"}
    for finding in told["findings"]:
        assert set(finding) == {"code", "severity", "line", "column", "text"}
    other = server.client.get(where, headers=server.login(source="south"))
    assert (other.status_code, other.json()["code"]) == (404, "not_found")


def test_the_same_again_is_the_same(server: WebServer) -> None:
    first = server.push(b"012 Again\n", "again.trf")
    again = server.push(b"012 Again\n", "again.trf")
    assert (first.status_code, again.status_code) == (202, 200)
    assert again.json()["id"] == first.json()["id"]
    assert again.json()["exports"][0]["new"] is False
    elsewhere = server.push(b"012 Again\n", "again.trf", source="south")
    assert elsewhere.status_code == 202


def test_the_same_several_times_at_once_is_one(server: WebServer) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(server.push, [b"012 Race\n"] * 4, ["race.trf"] * 4))
    assert {answer.json()["id"] for answer in answers} == {answers[0].json()["id"]}
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 202]


@pytest.mark.parametrize(
    ("name", "headers", "arrivals"),
    [
        ("plain.trf", {}, 3),  # without a time the third is news
        ("Timed__29-11-2026__11-00-00.trf", {}, 2),
        ("dated.trf", {"Last_Modified": "Sun, 29 Nov 2026 10:00:00 GMT"}, 2),
    ],
)
def test_what_comes_back_after_others_is_news_unless_a_time_says_no(
    server: WebServer, name: str, headers: dict[str, str], arrivals: int
) -> None:
    answers = [
        server.push(data, name, **headers).json()
        for data in (b"012 A\n", b"012 B\n", b"012 A\n")
    ]
    assert len({answer["id"] for answer in answers}) == arrivals
    assert answers[2]["exports"][0]["new"] is (arrivals == 3)


def test_a_stated_time_orders_and_the_future_does_not(server: WebServer) -> None:
    for stated, stamp in (
        ("Sun, 29 Nov 2026 08:00:00 GMT", NOW.replace(hour=8)),
        ("Sun, 29 Nov 2099 08:00:00 GMT", None),
        ("yesterday", None),
    ):
        said = server.push(stated.encode(), f"{stated[:16]}.trf", Last_Modified=stated)
        with server.store.read() as session:
            row = session.get(ArrivalRow, said.json()["id"])
            assert row is not None
            assert row.stamp_utc == (stamp or server.now)


@pytest.mark.parametrize(
    ("headers", "name"),
    [
        ({"X-Filename": "a.trf"}, "a.trf"),
        ({"X-Filename": "K%C3%B6ln.trf"}, "Köln.trf"),
        ({"X-Filename": "Köln.trf".encode().decode("latin-1")}, "Köln.trf"),
        ({"X-Filename": "../../etc/passwd"}, "passwd"),
        ({"X-Filename": "..%2F..%2Fx.trf"}, "x.trf"),
        ({"X-Filename": "C:\\clm\\y.trf"}, "y.trf"),
        ({"Content-Disposition": 'attachment; filename="b.trf"'}, "b.trf"),
        ({"Content-Disposition": "attachment; filename*=UTF-8''%C3%A4.trf"}, "ä.trf"),
    ],
)
def test_the_name_is_only_a_name(
    server: WebServer, headers: dict[str, str], name: str
) -> None:
    raw = {
        key.encode(): value.encode("latin-1")
        for key, value in {**headers, **server.login()}.items()
    }
    answer = server.client.post("exports", content=b"012 N\n", headers=raw)
    assert answer.json()["exports"][0]["name"] == name


def test_forms_and_archives_hold_several(server: WebServer) -> None:
    form = server.client.post(
        "exports", headers=server.login(), data={"note": "x" * 200_000},
        files=[("file", ("../f.trf", b"012 F\n")), ("other", ("g.trf", b"012 G\n"))],
    )  # fmt: skip
    assert [one["name"] for one in form.json()["exports"]] == ["f.trf", "g.trf"]
    packed = zipped(**{"deep/z.trf": b"012 Z\n", "e.trf": b"", "read.me": b"x"})
    for answer in (
        server.push(packed),
        server.client.post(
            "exports", headers=server.login(), files={"file": ("all.zip", packed)}
        ),
    ):
        assert [one["name"] for one in answer.json()["exports"]] == ["z.trf"]
        (refused,) = answer.json()["refused"]
        assert refused["name"] == "e.trf"
        assert "empty" in refused["text"]["en"]
    assert answer.status_code == 200


def test_a_conflict_copy_is_kept_and_set_aside(server: WebServer) -> None:
    said = server.push(b"012 C\n", "o.sync-conflict-20261129.trf").json()
    assert said["state"] == "quarantined"


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 401, "token_missing"),
        ({"Authorization": "Basic eDp5"}, 401, "token_missing"),
        ({"Authorization": "Bearer"}, 401, "token_missing"),
        ({"Authorization": "Bearer x"}, 401, "token_invalid"),
        ({"Authorization": f"Bearer syncd_999_{'x' * 43}"}, 401, "token_invalid"),
        ({"Authorization": f"Bearer syncd_1_{'x' * 43}"}, 401, "token_invalid"),
        ({"Authorization": f"Bearer syncd_1_{'x' * 5000}"}, 401, "token_invalid"),
    ],
)
def test_nobody_hands_in_without_a_good_token(
    server: WebServer, headers: dict[str, str], status: int, code: str
) -> None:
    server.token()
    before = server.count()
    for method, path in (("POST", "exports"), ("GET", "exports/1"), ("GET", "feed")):
        answer = server.client.request(method, path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert server.count() == before


def test_a_token_is_good_for_one_thing(server: WebServer) -> None:
    cases = (
        ("POST", "exports", server.login("read"), "token_scope"),
        ("GET", "exports/1", server.login("read"), "token_scope"),
        ("GET", "feed", server.login(), "token_scope"),
        ("GET", f"tournaments/{'0' * 36}.trf", server.login(), "token_scope"),
        ("POST", "exports", server.login(source="closed"), "source_closed"),
        ("POST", "exports", server.login(source="gone"), "source_closed"),
    )
    for method, path, login, code in cases:
        answer = server.client.request(method, path, headers=login)
        assert (answer.status_code, answer.json()["code"]) == (403, code)


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("GET", "exports", 405, "POST"),
        ("DELETE", "exports", 405, "POST"),
        ("POST", "feed", 405, "GET, HEAD"),
        ("PUT", "exports/1", 405, "GET, HEAD"),
        ("GET", "nothing", 404, None),
        ("GET", "", 404, None),
        ("GET", "feed/", 404, None),
        ("GET", "exports/0", 404, None),
        ("GET", "exports/-1", 404, None),
        ("GET", "exports/99999999999999999999", 404, None),
        ("GET", "exports/..%2f..%2fetc", 404, None),
    ],
)
def test_whatever_is_asked_the_answer_is_json(
    server: WebServer, method: str, path: str, status: int, allow: str | None
) -> None:
    answer = server.client.request(method, path, headers=server.login())
    assert answer.status_code == status
    said = answer.json()
    assert said["text"]["en"] != said["text"]["de"]
    found = answer.headers.get("Allow")
    assert (sorted(found.split(", ")) if found else found) == (
        sorted(allow.split(", ")) if allow else allow
    )
