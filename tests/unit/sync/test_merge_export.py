from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
import tournaments

from syncd.errors import MassRemovalError
from syncd.model.tournament import Entrant, Kind, Team, Tournament
from syncd.sync.merge import merge_export

OPEN = tournaments.tournament()
ANNA = tournaments.ANNA

POOR = {
    "kind": Kind.UNKNOWN,
    "city": "",
    "federation": "",
    "end": None,
    "type_text": "",
    "arbiter": "",
    "deputies": (),
    "time_control_text": "",
    "time_control_code": "",
    "round_dates": (None, None),
    "venue": "",
    "parameters": (),
    "tiebreaks": (),
}


def with_anna(anna: Entrant) -> Tournament:
    return replace(OPEN, entrants=(anna, *OPEN.entrants[1:]))


@pytest.mark.parametrize("field", POOR)
def test_an_empty_field_never_empties_a_filled_one(field: str) -> None:
    poor = replace(OPEN, **{field: POOR[field]})  # type: ignore[arg-type]
    assert merge_export(poor, OPEN) == OPEN


def test_a_poorer_form_of_the_same_export_changes_nothing() -> None:
    bare = tuple(
        Entrant(
            item.id, item.surname, item.forename,
            points_x10=item.points_x10, rank=item.rank,
        )
        for item in OPEN.entrants
    )  # fmt: skip
    poor = replace(OPEN, entrants=bare, **POOR)  # type: ignore[arg-type]

    assert merge_export(poor, OPEN) == OPEN
    assert merge_export(OPEN, poor) == OPEN


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "Open"),
        ("kind", Kind.ROUND_ROBIN),
        ("is_team", True),
        ("city", "unknown"),
        ("end", dt.date(2026, 12, 1)),
        ("round_dates", (dt.date(2026, 10, 3), None)),
        ("teams", (Team(1, "Köln"),)),
        ("missing_results", "### Warnung!"),
    ],
)
def test_what_the_export_says_counts(field: str, value: object) -> None:
    theirs = replace(OPEN, **{field: value})  # type: ignore[arg-type]
    assert merge_export(theirs, OPEN) == theirs


def test_a_warning_that_is_gone_is_gone() -> None:
    head = replace(OPEN, missing_results="### Warnung! Vermutlich fehlen Ergebnisse")
    assert merge_export(OPEN, head) == OPEN


def test_stated_points_and_rank_are_those_of_the_export() -> None:
    theirs = with_anna(replace(ANNA, points_x10=None, rank=None))
    assert merge_export(theirs, OPEN) == theirs


@pytest.mark.parametrize(
    "other",
    [
        Entrant(1, "Bolt", "Anna"),
        Entrant(1, "Ärmel", "Berta"),  # her sister took the start number
        Entrant(1, "Ärmel"),
    ],
)
def test_another_person_with_the_start_number_gets_nothing(other: Entrant) -> None:
    theirs = with_anna(other)
    assert merge_export(theirs, OPEN) == theirs


def test_a_late_entrant_is_taken_as_he_is() -> None:
    three = tournaments.tournament(OPEN.entrants[:3])
    assert merge_export(OPEN, three) == OPEN


def test_results_are_those_of_the_export() -> None:
    rows = {1: "2w0 .", 2: "1b1 4w1", 3: "4w1 .", 4: "3b0 2b0"}
    theirs = tournaments.tournament(rows=rows)
    assert merge_export(theirs, OPEN) == theirs


# --- an export that lost most of what was there ---


def test_half_of_the_players_may_vanish_but_not_more() -> None:
    rows = {1: "2w1 .", 2: "1b0 .", 3: ". .", 4: ". ."}
    head = tournaments.tournament(rows=rows)
    two = tournaments.tournament(OPEN.entrants[:2], rows)
    one = tournaments.tournament(OPEN.entrants[:1], rows)

    assert merge_export(two, head) == two
    with pytest.raises(MassRemovalError, match="has 1 players, the tournament had 4"):
        merge_export(one, head)


def test_half_of_the_played_games_may_vanish_but_not_more() -> None:
    half = tournaments.tournament(rows={1: "2w1 .", 2: "1b0 .", 3: "4w= .", 4: "3b= ."})
    fewer = tournaments.tournament(
        rows={1: "2w1 .", 2: "1b0 .", 3: "4w+ .", 4: "3b- ."}
    )

    assert merge_export(half, OPEN) == half
    with pytest.raises(
        MassRemovalError, match="has 1 played games, the tournament had 4"
    ) as caught:
        merge_export(fewer, OPEN)
    assert "1 gespielte Partien, das Turnier hatte 4" in caught.value.text.de


def test_an_emptied_export_is_refused() -> None:
    with pytest.raises(MassRemovalError, match="has 0 players"):
        merge_export(tournaments.tournament((), {}), OPEN)


def test_an_empty_tournament_can_only_grow() -> None:
    empty = tournaments.tournament((), {})
    assert merge_export(empty, empty) == empty
    assert merge_export(OPEN, empty) == OPEN


def test_an_export_of_other_persons_is_refused() -> None:
    strangers = tuple(
        Entrant(item.id, f"Fremd{'abcdefgh'[item.id % 8]}", "Uwe")
        for item in OPEN.entrants
    )
    with pytest.raises(MassRemovalError, match="another one of the same name"):
        merge_export(replace(OPEN, entrants=strangers), OPEN)


def test_what_an_older_export_said_of_a_nil_nil_does_not_stay() -> None:
    before = replace(OPEN, played_zeros=((1, 1, 2),))
    assert merge_export(OPEN, before).played_zeros == ()
