"""Standings over HTTP: the same as on the command line, with an entity tag."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run_json
from lxml import html
from web_server import WebServer

from syncd.pipeline.ranking.choosing import keep, load_ranked
from syncd.standings.choices import Choices
from syncd.standings.choosing import moved_by_hand
from syncd.standings.lots import Lots
from syncd.standings.prizes import Prize
from syncd.store import shared
from syncd.web import standings

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

EXPORT = Path(__file__).parents[1] / "data" / "clm" / "E02_clm.trf"


@pytest.fixture
def server(tmp_path: Path, migrated_sqlite: Path) -> Iterator[WebServer]:
    with WebServer(tmp_path, migrated_sqlite) as running:
        yield running


def get(server: WebServer, form: str, tag: str = "", **asked: object) -> httpx.Response:
    """Fetch the standings of the only tournament."""
    with server.store.read() as session:
        (item,) = shared.list_shared(session, "", 9)
    headers = {"Authorization": f"Bearer {server.token('read', '')}"}
    if tag:
        headers["If-None-Match"] = tag
    return server.client.get(
        f"tournaments/{item.uuid}/standings.{form}",
        params={name: str(value) for name, value in asked.items()},
        headers=headers,
    )


def test_the_three_forms(server: WebServer, capsys: pytest.CaptureFixture[str]) -> None:
    server.push(EXPORT.read_bytes(), "x.trf", "north")
    server.process()
    _, told = run_json(capsys, "standings", EXPORT, "--round", 3, "--lang", "de")
    answer = get(server, "json", round=3, lang="de")
    assert (answer.status_code, answer.json()) == (200, told)
    again = get(server, "json", answer.headers["ETag"], round=3, lang="de")
    assert (again.status_code, again.content) == (304, b"")
    other = get(server, "json", answer.headers["ETag"], round=4, lang="de")
    assert (other.status_code, other.json()["round"]) == (200, 4)
    explained = get(server, "json", tiebreaks="PTS,BH", explain="true").json()
    assert explained["tiebreaks"] == ["PTS", "BH"]
    assert set(explained["explain"]) == set(explained["players"])
    explained = get(server, "json", explain="true", number=6).json()
    assert set(explained["explain"]) == {"6"}

    values = get(server, "csv", preset="none", ties="rating")
    assert values.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.reader(io.StringIO(values.text)))
    assert [row[0] for row in rows[1:]] == [str(place) for place in range(1, 17)]

    answer = get(server, "html", round=3, lang="de", preset="swiss")
    page: html.HtmlElement = html.document_fromstring(answer.text)
    assert page.get_element_by_id("heading").text == "Stand nach Runde 3 von 7"
    links = page.get_element_by_id("rounds")
    assert [item.text for item in links.iter("a", "strong")] == list("1234567")
    kept = "preset=swiss&lang=de"
    assert links.findall("a")[0].get("href") == f"?round=1&{kept}"
    assert links.find("strong").text == "3"

    for wrong in ({"round": "x"}, {"round": -1}, {"lang": "fr"}, {"preset": "best"}):
        assert get(server, "json", **wrong).status_code == 400
    assert get(server, "pdf").status_code in {400, 404}


def test_what_has_no_end_is_refused_in_words(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.push(EXPORT.read_bytes(), "x.trf", "north")
    server.process()
    for endless, told in (
        ({"tiebreaks": "PTS,BH,SB,BH"}, "tiebreak_twice"),
        ({"tiebreaks": "DE," * 101}, "too_many_tiebreaks"),
    ):
        answer = get(server, "json", **endless)
        assert (answer.status_code, answer.json()["code"]) == (422, told)
    assert get(server, "json", tiebreaks="PTS,DE,BH,DE").status_code == 200
    monkeypatch.setattr(standings, "_MOST_EXPLAINED", 31)
    two = {"tiebreaks": "PTS,BH", "explain": "true"}
    answer = get(server, "html", **two)
    assert (answer.status_code, answer.json()["code"]) == (422, "too_much_to_explain")
    assert "32 values" in answer.json()["text"]["en"]
    assert get(server, "html", number=6, **two).status_code == 200


def test_what_may_be_chosen_as_on_the_command_line(server: WebServer) -> None:
    server.push(EXPORT.read_bytes(), "x.trf", "north")
    server.process()
    for wrong in ({"round": 99}, {"category": "X9"}):
        answer = get(server, "json", **wrong)
        assert (answer.status_code, answer.json()["code"]) == (422, "unfit")
    assert "only 7 rounds" in get(server, "html", round=99).json()["text"]["en"]
    rows = list(csv.reader(io.StringIO(get(server, "csv", category="<1900").text)))
    assert 1 < len(rows) < 17
    assert "(16.6)" not in get(server, "html").text
    excused = get(server, "html", absences="excused", edition="2024-08", round=3).text
    assert "(16.6)" in excused
    assert "edition=2024-08&amp;absences=excused" in excused


def choose(server: WebServer, choices: Choices) -> None:
    """Let choices hold for the only tournament."""
    keep(server.context, load_ranked(server.context, 1), choices, server.now)


def test_what_was_chosen_holds_unless_somebody_asks_otherwise(
    server: WebServer,
) -> None:
    server.push(EXPORT.read_bytes(), "x.trf", "north")
    server.process()
    usual = get(server, "json")
    choose(server, Choices(tiebreaks="PTS,WIN"))
    chosen = get(server, "json", usual.headers["ETag"])
    assert chosen.status_code == 200, "it is another document now"
    assert chosen.json()["tiebreaks"] == ["PTS", "WIN"]
    again = get(server, "json", chosen.headers["ETag"])
    assert again.status_code == 304
    assert get(server, "json", preset="none").json()["tiebreaks"] == ["PTS"]
    assert get(server, "json", tiebreaks="PTS,BH").json()["tiebreaks"] == ["PTS", "BH"]

    ranked = load_ranked(server.context, 1)
    order = moved_by_hand(
        Choices(tiebreaks="PTS", prizes=(Prize("Sieger", 1),)), ranked.tournament, 9, 1
    )
    choose(server, order)
    found = get(server, "json").json()
    assert found["places"]["9"] == 1
    assert found["prizes"] == {"9": ["Sieger"]}
    page = get(server, "html", lang="de").text
    assert "Diese Reihenfolge ist von Hand gesetzt" in page
    assert "Sieger" in page
    assert "places" not in get(server, "json", tiebreaks="PTS").json()
    assert "places" not in get(server, "json", round=3).json(), "set after round 7"

    choose(server, Choices(tiebreaks="PTS", lots=Lots(77)))
    assert "mit der Zahl 77" in get(server, "html", lang="de").text
    rows = list(csv.reader(io.StringIO(get(server, "csv").text)))
    assert [row[0] for row in rows[1:]] == [str(place) for place in range(1, 17)]
    for other in ({"tiebreaks": "PTS"}, {"preset": "none"}):
        assert "lots" not in get(server, "json", **other).json(), "drawn for another"


def test_nobody_else_sees_them(server: WebServer) -> None:
    server.push(EXPORT.read_bytes(), "x.trf", "north")
    server.process()
    path = "tournaments/00000000-0000-4000-8000-000000000000/standings.json"
    assert server.client.get(path).status_code == 401
    token = server.token("read", "")
    answer = server.client.get(path, headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
