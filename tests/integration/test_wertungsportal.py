"""Reading the Wertungsportal: real HTTP, a server that behaves like it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from syncd.demo.loopback import Answer, Loopback, Question
from syncd.demo.reading_api import ReadingApi
from syncd.errors import BadReceiptError, UnreachableError
from syncd.formats.dwzxml.elements import (
    Payload,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.rating.atportal import PortalEntry
from syncd.rating.readback import read_back
from syncd.settings_portals import AuthSettings, LookupSettings, PortalSettings
from syncd.submit.ways import open_lookup

if TYPE_CHECKING:
    from syncd.submit.wertungsportal import Wertungsportal

FIRST, LAST = dt.date(2026, 10, 3), dt.date(2026, 10, 4)
UUID = "019f75bb-20f8-7bd8-8c1f-80cc107e0047"


def tournament(
    label: str = "Herbst-Open", games: int = 2, dsb_id: str = "NU{}"
) -> Payload:
    return Payload(
        ReportTournament(label, "SW", "5400+30", games, FIRST, LAST, "Kiel"),
        tuple(
            ReportPlayer(number, f"Spieler{number}", "Kim", 1990, dsb_id.format(number))
            for number in (1, 2)
        ),
        tuple(
            ReportGame(number, 1 + number % 2, 2 - number % 2, "1", "0")
            for number in range(1, games + 1)
        ),
    )


def reader(api: Loopback, **auth: str) -> Wertungsportal:
    lookup = LookupSettings(url=f"{api.address}/", auth=AuthSettings(**auth))  # type: ignore[arg-type]
    return open_lookup(
        PortalSettings(
            name="nu",
            kind="http",
            url="https://nu.example/x",
            lookup=lookup,
            timeout_s=5,
        )
    )


def test_a_tournament_is_read_as_it_was_put_there() -> None:
    sent = tournament(games=250)
    with ReadingApi() as api:
        api.put(UUID, sent)
        entry = reader(api).find(UUID.upper().lower())
        assert entry == PortalEntry(UUID, "Herbst-Open", FIRST, LAST, "40000", "RATED")
        found = reader(api).read(entry)
    assert len(found.games) == 250
    assert len(found.persons) == 2
    assert api.asked.count(f"/dwz/tournaments/{UUID}/matches") == 3
    assert read_back(sent, found).outcome == "equal"


def test_before_the_rating_the_games_tell_who_plays() -> None:
    with ReadingApi() as api:
        api.put(UUID, tournament(), state="NOT_RATED")
        entry = reader(api).find(UUID)
        assert entry is not None
        found = reader(api).read(entry)
    assert [person.surname for person in found.persons] == ["Spieler2", "Spieler1"]


def test_what_is_not_there_is_none() -> None:
    with ReadingApi() as api:
        assert reader(api).find(UUID) is None
        assert reader(api).search(FIRST, LAST) == []
        found = reader(api).read(PortalEntry(UUID))
    assert (found.persons, found.games) == ((), ())


@pytest.mark.parametrize(
    ("changes", "count"),
    [
        ({}, 3),
        ({"label": "herbst"}, 2),
        ({"label": "open"}, 0),
        ({"vkz": "4"}, 2),
        ({"label": "Herbst", "vkz": "40"}, 1),
    ],
)
def test_a_search_is_narrowed_down(changes: dict[str, str], count: int) -> None:
    with ReadingApi() as api:
        api.put("a", tournament("Herbst-Open"), vkz="40001")
        api.put("b", tournament("Herbstliga"), vkz="50001")
        api.put("c", tournament("-"), vkz="41001")
        assert len(reader(api).search(FIRST, LAST, **changes)) == count
        assert (
            reader(api).search(LAST + dt.timedelta(days=1), LAST.replace(day=9)) == []
        )


@pytest.mark.parametrize("count", [0, 1, 99, 100, 101, 250])
def test_every_page_is_read_once(count: int) -> None:
    with ReadingApi() as api:
        for number in range(count):
            api.put(f"{number:03d}", tournament())
        found = reader(api).search(FIRST, LAST)
    assert [entry.uuid for entry in found] == [
        f"{number:03d}" for number in range(count)
    ]


@pytest.mark.parametrize("status", [301, 400, 403, 429, 500, 503])
def test_a_refusal_is_a_reason_to_come_back_later(status: int) -> None:
    with ReadingApi() as api:
        api.failing = status
        with pytest.raises(UnreachableError, match=str(status)) as caught:
            reader(api).find(UUID)
    assert caught.value.status == status


@pytest.mark.parametrize(
    "value",
    ["<html>", [], 7, {"data": 7}, {"data": {}}, {"metadata": {"totalCount": 5}}],
)
def test_an_answer_that_is_no_list_is_not_understood(value: object) -> None:
    with (
        Loopback(lambda _: Answer(200, value)) as server,
        pytest.raises(BadReceiptError, match=r"lookup\.url"),
    ):
        reader(server).search(FIRST, LAST)


@pytest.mark.parametrize("value", ["<html>", [], {}, {"label": "Herbst"}])
def test_a_tournament_without_uuid_is_not_understood(value: object) -> None:
    with (
        Loopback(lambda _: Answer(200, value)) as server,
        pytest.raises(BadReceiptError),
    ):
        reader(server).find(UUID)


def test_a_list_without_end_is_given_up() -> None:
    def endless(_: Question) -> Answer:
        rows = [{"uuid": "a"}]
        return Answer(200, {"data": rows, "metadata": {"totalCount": 10**9}})

    with (
        Loopback(endless) as server,
        pytest.raises(BadReceiptError, match="does not come to an end"),
    ):
        reader(server).search(FIRST, LAST)


ODD_ROWS: list[object] = [
    None,
    7,
    [],
    {},
    {"uuid": 5},
    {"uuid": "A", "label": 3, "startdate": "soon", "enddate": None, "ratingState": []},
    {"uuid": "b", "startDate": "2026-10-03T00:00:00", "endDate": "2026-10-04"},
]


def test_odd_fields_count_as_missing() -> None:
    with Loopback(lambda _: Answer(200, {"data": ODD_ROWS})) as server:
        found = reader(server).search(FIRST, LAST)
    assert found == [PortalEntry("a"), PortalEntry("b", "", FIRST, LAST)]


ODD_GAMES: list[object] = [
    None,
    {"round": "3", "whitePlayer": {"lastname": "Klein"}, "blackPlayer": None},
    {"round": -1, "whitePlayer": 7, "blackPlayer": {}, "result": 3},
    {"round": 10**40, "result": "REMIS"},
    {"round": True},
]


def test_odd_games_are_read_too() -> None:
    def answered(question: Question) -> Answer:
        if question.path.endswith("matches"):
            return Answer(200, {"data": ODD_GAMES})
        return Answer(200, {"players": "none"})

    with Loopback(answered) as server:
        found = reader(server).read(PortalEntry("a"))
    assert [game.round for game in found.games] == [0, 3, 0, 999, 0]
    assert [person.surname for person in found.persons] == ["Klein"]
    assert read_back(tournament(), found).outcome == "not_rated"
    rated = replace(found, entry=PortalEntry("a", rating_state="RATED"))
    assert read_back(tournament(), rated).outcome == "differs"


def test_a_fixed_login_is_shown() -> None:
    seen: list[str] = []

    def answered(question: Question) -> Answer:
        seen.append(question.authorization)
        return Answer(404, {})

    with Loopback(answered) as server:
        reader(server, kind="bearer", token="abc").find("a/../b?c")  # noqa: S106
    assert seen == ["Bearer abc"]
