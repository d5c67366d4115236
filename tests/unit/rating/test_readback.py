from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from syncd.formats.dwzxml.elements import (
    Payload,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.rating.atportal import (
    RATED,
    RESULTS,
    AtPortal,
    PortalEntry,
    PortalGame,
    PortalPerson,
)
from syncd.rating.readback import (
    MOST_DIFFERENCES,
    differences_of,
    is_the_same,
    may_be,
    read_back,
)

DAY = dt.date(2026, 10, 3)
NAMES = (("Klein", "Eva"), ("Groß", "Tom"), ("Müller", "Jan"), ("Müller", "Ina"))
SENT = Payload(
    ReportTournament("Herbst", "SW", "5400+30", 2, DAY, DAY, "Kiel"),
    tuple(
        ReportPlayer(number, surname, forename, 1990, dsb_id=f"NU100000{number}")
        for number, (surname, forename) in enumerate(NAMES, start=1)
    ),
    (
        ReportGame(1, 1, 2, "1", "0"),
        ReportGame(1, 3, 4, "0.5", "0.5"),
        ReportGame(2, 4, 1, "0", "1"),
        ReportGame(2, 2, 3, "0", "1"),
        ReportGame(2, 4, None, "+", "-"),
    ),
)
ENTRY = PortalEntry("u-1", "Herbst", DAY, DAY, "40000", RATED)
PERSONS = tuple(
    PortalPerson(f"p{number}", f"NU100000{number}", surname, forename)
    for number, (surname, forename) in enumerate(NAMES, start=1)
)
KLEIN, GROSS, JAN, INA = PERSONS
GAMES = (
    PortalGame(1, KLEIN, GROSS, "WHITE_WINS"),
    PortalGame(1, JAN, INA, "REMIS"),
    PortalGame(2, INA, KLEIN, "BLACK_WINS"),
    PortalGame(2, GROSS, JAN, "BLACK_WINS"),
    PortalGame(2, INA, None, "PLUS_MINUS"),
)
FOUND = AtPortal(ENTRY, PERSONS, GAMES)


def with_game(number: int, game: PortalGame | None) -> AtPortal:
    games = [*GAMES]
    if game is None:
        del games[number]
    else:
        games[number] = game
    return replace(FOUND, games=tuple(games))


def said(found: AtPortal, sent: Payload = SENT) -> list[str]:
    return [text.en for text in differences_of(sent, found)]


def without_ids(person: PortalPerson) -> PortalPerson:
    return replace(person, person_id="")


@pytest.mark.parametrize(
    ("found", "outcome"),
    [
        (None, "not_found"),
        (replace(FOUND, entry=replace(ENTRY, rating_state="NOT_RATED")), "not_rated"),
        (replace(FOUND, entry=replace(ENTRY, rating_state="")), "not_rated"),
        (FOUND, "equal"),
        (with_game(0, None), "differs"),
    ],
)
def test_what_became_of_a_report(found: AtPortal | None, outcome: str) -> None:
    back = read_back(SENT, found)
    assert back.outcome == outcome
    assert back.uuid == ("" if found is None else "u-1")
    assert back.text.en
    assert back.text.de


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (
            with_game(0, PortalGame(1, KLEIN, GROSS, "REMIS")),
            ["Round 1, Klein - Groß: sent 1:0, rated ½:½."],
        ),
        (
            with_game(0, PortalGame(1, KLEIN, GROSS, "PLUS_MINUS")),
            ["Round 1, Klein - Groß: sent 1:0, rated +:-."],
        ),
        (
            with_game(0, PortalGame(1, KLEIN, GROSS, "ODD")),
            ["Round 1, Klein - Groß: sent 1:0, rated ODD."],
        ),
        (
            with_game(1, None),
            ["Round 1, Müller - Müller: sent ½:½, missing there."],
        ),
        (
            replace(FOUND, games=(*GAMES, PortalGame(2, KLEIN, JAN, "WHITE_WINS"))),
            ["Round 2, Klein - Müller: 1:0 there, was not sent."],
        ),
        (
            replace(FOUND, games=(*GAMES, GAMES[0])),
            ["Round 1, Klein - Groß: 1:0 there, was not sent."],
        ),
        (
            with_game(3, PortalGame(3, GROSS, JAN, "BLACK_WINS")),
            [
                "The last round with games is 2 in the report, 3 there.",
                "Round 2, Groß - Müller: sent 0:1, missing there.",
                "Round 3, Groß - Müller: 0:1 there, was not sent.",
            ],
        ),
    ],
)
def test_what_differs_is_said(found: AtPortal, expected: list[str]) -> None:
    assert said(found) == expected


@pytest.mark.parametrize(
    "found",
    [
        with_game(0, PortalGame(1, GROSS, KLEIN, "BLACK_WINS")),  # other colours
        with_game(4, None),  # a game without an opponent
        replace(FOUND, persons=(*PERSONS, KLEIN)),
        replace(  # non-members have no id: by name
            FOUND,
            persons=tuple(without_ids(person) for person in PERSONS),
        ),
        replace(  # married since: by id
            FOUND, persons=(replace(KLEIN, surname="Kurz"), GROSS, JAN, INA)
        ),
        replace(FOUND, persons=(KLEIN, replace(GROSS, surname="GROSS"), JAN, INA)),
    ],
)
def test_what_does_not_matter_is_no_difference(found: AtPortal) -> None:
    assert said(found) == []


def test_a_missing_and_another_person_are_named() -> None:
    other = PortalPerson("p9", "NU9", "Fremd", "Max")
    games = tuple(
        replace(
            game,
            white=other if game.white == KLEIN else game.white,
            black=other if game.black == KLEIN else game.black,
        )
        for game in GAMES
    )
    found = AtPortal(ENTRY, (other, GROSS, JAN, INA), games)
    assert said(found)[:2] == [
        "Klein, Eva is missing there.",
        "Fremd, Max is there, but not in the report.",
    ]
    assert "Round 1, Fremd - Groß" in " ".join(said(found)) or "Groß - Fremd" in (
        " ".join(said(found))
    )


def test_a_namesake_with_another_id_is_another_person() -> None:
    namesake = replace(KLEIN, person_id="NU7777777")
    found = replace(FOUND, persons=(namesake, GROSS, JAN, INA))
    assert "Klein, Eva is missing there." in said(found)


def test_who_did_not_play_need_not_be_there() -> None:
    idle = ReportPlayer(5, "Still", "Ada", 1980)
    assert said(FOUND, replace(SENT, players=(*SENT.players, idle))) == []


def test_namesakes_without_ids_are_not_mixed_up() -> None:
    twins = tuple(
        replace(player, surname="Meier", forename="Jan", dsb_id="")
        for player in SENT.players
    )
    found = replace(
        FOUND,
        persons=tuple(
            PortalPerson(person.uuid, "", "Meier", "Jan") for person in PERSONS
        ),
    )
    assert len(said(found, replace(SENT, players=twins))) >= 8


def test_a_long_list_is_cut() -> None:
    text = read_back(SENT, replace(FOUND, games=(), persons=())).text
    assert "(9)" in text.en
    many = replace(FOUND, games=GAMES + GAMES[:1] * 40)
    text = read_back(SENT, many).text
    assert text.en.endswith(f"… and {40 - MOST_DIFFERENCES} more.")
    assert text.de.endswith(f"… und {40 - MOST_DIFFERENCES} weitere.")


def test_every_result_of_a_report_has_one_code() -> None:
    assert len(set(RESULTS.values())) == len(RESULTS)
    points = {"1", "0", "0.5", "+", "-"}
    assert {item for pair in RESULTS.values() for item in pair} == points


@pytest.mark.parametrize(
    ("persons", "same"),
    [
        (PERSONS, True),
        (PERSONS[:2], True),
        (PERSONS[:1], False),
        ((*PERSONS, *(PortalPerson(f"x{n}", f"NU9{n}", "X") for n in range(9))), False),
        ((), False),
    ],
)
def test_the_same_persons_are_the_same_tournament(
    persons: tuple[PortalPerson, ...], *, same: bool
) -> None:
    assert is_the_same(SENT, replace(FOUND, persons=persons)) is same


@pytest.mark.parametrize(
    ("start", "end", "fits"),
    [
        (DAY, DAY, True),
        (None, None, True),
        (DAY - dt.timedelta(days=7), DAY + dt.timedelta(days=7), True),
        (DAY - dt.timedelta(days=8), DAY, False),
        (DAY, DAY + dt.timedelta(days=8), False),
        (DAY.replace(year=2025), DAY.replace(year=2025), False),
    ],
)
def test_the_days_must_fit(
    start: dt.date | None, end: dt.date | None, *, fits: bool
) -> None:
    entry = replace(ENTRY, label="-", start=start, end=end)
    assert may_be(SENT, entry) is fits
