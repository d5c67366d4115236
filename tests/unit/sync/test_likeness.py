from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
import tournaments

from syncd.model.tournament import Entrant, Tournament
from syncd.sync.likeness import Likeness, Verdict, likeness

DAY = dt.date(2026, 10, 3)
NAMES = ["Adam", "Bach", "Carl", "Doll", "Eder", "Fink", "Graf", "Hahn", "Igel", "Jung"]
ROWS = {number: f"{number + (1 if number % 2 else -1)}w=" for number in range(1, 11)}


def event(
    *surnames: str, rows: dict[int, str] | None = None, **changes: object
) -> Tournament:
    """Return a tournament of ten players, or of these."""
    named = surnames or NAMES
    players = [
        Entrant(number, name, "Kim", birth_year=1990)
        for number, name in enumerate(named, 1)
    ]
    wanted = {one.id: (rows or ROWS)[one.id] for one in players}
    made = tournaments.tournament(players, wanted)
    usual = {"name": "Kreisliga", "start": DAY, "round_dates": (DAY,), "teams": ()}
    return replace(made, **{**usual, **changes})  # type: ignore[arg-type]


KNOWN = event()
OTHERS = [f"{name}mann" for name in NAMES]
TURNED = {number: f"{11 - number}w=" for number in ROWS}
OPEN = {number: row.replace("=", "0") for number, row in ROWS.items()}


@pytest.mark.parametrize(
    ("theirs", "verdict"),
    [
        pytest.param(KNOWN, Verdict.SAME, id="the same"),
        pytest.param(event(*NAMES[:9], "Neu"), Verdict.SAME, id="one is another"),
        pytest.param(event(*reversed(NAMES)), Verdict.SAME, id="numbers"),
        pytest.param(event(name="KREISLIGA"), Verdict.SAME, id="spelled otherwise"),
        pytest.param(event(rows=OPEN), Verdict.SAME, id="no results yet"),
        pytest.param(event(*NAMES[:8]), Verdict.SAME, id="two came later"),
        pytest.param(event(*NAMES[:6]), Verdict.DOUBTFUL, id="a part"),
        pytest.param(event(*NAMES[:8], "X", "Y"), Verdict.DOUBTFUL, id="two others"),
        pytest.param(event(*NAMES[:5], *"UVWXY"), Verdict.DOUBTFUL, id="half others"),
        pytest.param(event(*NAMES[:4], *"UVWXYZ"), Verdict.OTHER, id="most others"),
        pytest.param(
            event(*NAMES[:5], *"UVWXY", name="Kreisliga Nord"),
            Verdict.OTHER,
            id="half others under another name",
        ),
        pytest.param(event(name="Kreisliga Nord"), Verdict.DOUBTFUL, id="another name"),
        pytest.param(
            event(start=dt.date(2026, 9, 1)), Verdict.DOUBTFUL, id="planned earlier"
        ),
        pytest.param(event(*OTHERS), Verdict.OTHER, id="another district"),
        pytest.param(
            event(start=dt.date(2027, 10, 2), round_dates=(dt.date(2027, 10, 2),)),
            Verdict.OTHER,
            id="next season",
        ),
        pytest.param(event(name="Kreisliga B", rows=TURNED), Verdict.OTHER, id="cup"),
        pytest.param(event(rows=TURNED), Verdict.OTHER, id="other games"),
        pytest.param(event(is_team=True), Verdict.OTHER, id="teams"),
        pytest.param(event("Adam"), Verdict.DOUBTFUL, id="one person"),
    ],
)
def test_what_two_sources_may_share(theirs: Tournament, verdict: Verdict) -> None:
    assert likeness(theirs, KNOWN).verdict is verdict


def test_an_empty_list_shows_nothing() -> None:
    empty = replace(event("Adam"), entrants=(), pairings=Tournament("").pairings)

    assert likeness(empty, KNOWN).verdict is Verdict.DOUBTFUL
    renamed = replace(empty, name="Liga")
    assert likeness(renamed, KNOWN).verdict is Verdict.OTHER


def test_score_and_reasons() -> None:
    found = likeness(event(*NAMES[:8], "X", "Y", name="Liga"), KNOWN)

    assert isinstance(found, Likeness)
    assert found.score == 48 + 10 + 10
    assert [text.en for text in found.reasons] == [
        "another name",
        "same first day",
        "8 / 10 persons the same",
        "4 / 4 games the same",
    ]
    assert found.reasons[2].de == "8 / 10 Personen gleich"
