"""Changes as the history tells them."""

from __future__ import annotations

from dataclasses import fields

import pytest

from syncd.bilingual import Text
from syncd.model.pairing_rules import (
    Acceleration,
    Adjustment,
    AnnouncedBye,
    PairingRules,
    Prohibition,
)
from syncd.model.tournament import (
    Entrant,
    GameDate,
    LineUp,
    NationalRecord,
    Team,
    TeamBye,
    TeamMatch,
    Tournament,
)
from syncd.sync.fieldwords import RECORD_WORDS, field_name
from syncd.sync.pastwords import names_before, told_changes
from syncd.sync.places import LISTED, Part

NAMES = {1: "Dietrich", 2: "Bolt", 5: "Núñez, José"}


def change(place: str, field: str, old: str, new: str) -> dict[str, str]:
    return {"place": place, "field": field, "old": old, "new": new}


def told(*changes: dict[str, str]) -> list[Text]:
    return [one.sentence for one in told_changes(changes, NAMES)]


@pytest.mark.parametrize(
    "field",
    [
        *(
            item.name
            for record in (Tournament, PairingRules, Entrant, Team)
            for item in fields(record)
            if item.name not in {"id", "number", "rules"}
        ),
        *(part.value for part in Part if part not in {Part.LENGTH, Part.ORDER}),
        LISTED, "start_numbers", "player", "time", "errors", "questions", "made",
    ],
)  # fmt: skip
def test_every_field_has_a_name_in_both_languages(field: str) -> None:
    named = field_name(field)
    assert "_" not in named.en
    assert named != Text(field, field) or field == "dwz"
    if named.en == named.de:
        assert named.en.upper() == named.en


@pytest.mark.parametrize(
    "record",
    [
        Acceleration, Adjustment, AnnouncedBye, Prohibition, GameDate, LineUp,
        NationalRecord, Team, TeamBye, TeamMatch,
    ],
)  # fmt: skip
def test_every_part_of_a_value_has_a_name(record: type) -> None:
    assert {item.name for item in fields(record)} <= RECORD_WORDS.keys()


@pytest.mark.parametrize(
    ("changes", "en", "de"),
    [
        (
            [
                change("player 1 round 5", "cell", "5 b 1", "5 b 0"),
                change("player 5 round 5", "cell", "1 w 0", "1 w 1"),
            ],
            ["Round 5, White Núñez, José (5) – Black Dietrich (1): 0-1 → 1-0"],
            ["Runde 5, Weiß Núñez, José (5) – Schwarz Dietrich (1): 0-1 → 1-0"],
        ),
        (
            [
                change("player 1 round 1", "cell", "", "2 w *"),
                change("player 2 round 1", "cell", "", "1 b *"),
            ],
            ["Round 1, White Dietrich (1) – Black Bolt (2): nothing → open"],
            ["Runde 1, Weiß Dietrich (1) – Schwarz Bolt (2): nichts → offen"],
        ),
        (
            [  # paired anew
                change("player 1 round 2", "cell", "2 - =", "5 w 1"),
                change("player 2 round 2", "cell", "1 - =", "0 - H"),
                change("player 5 round 2", "cell", "0 - Z", "1 b 0"),
            ],
            [
                "Round 2, Dietrich (1) – Bolt (2): ½-½ → nothing",
                "Round 2, White Dietrich (1) – Black Núñez, José (5): nothing → 1-0",
                "Round 2, Bolt (2): nothing → half-point bye",
                "Round 2, Núñez, José (5): absent → nothing",
            ],
            [
                "Runde 2, Dietrich (1) – Bolt (2): ½-½ → nichts",
                "Runde 2, Weiß Dietrich (1) – Schwarz Núñez, José (5): nichts → 1-0",
                "Runde 2, Bolt (2): nichts → Freilos mit halbem Punkt",
                "Runde 2, Núñez, José (5): fehlt → nichts",
            ],
        ),
        (  # only one of two rows
            [change("player 1 round 5", "cell", "5 b 1", "5 b 0")],
            [("Round 5, Dietrich (1): Black against Núñez, José (5): 1 → Black against "
             "Núñez, José (5): 0")],
            [("Runde 5, Dietrich (1): Schwarz gegen Núñez, José (5): 1 → Schwarz gegen "
             "Núñez, José (5): 0")],
        ),
        (
            [change("player 1 round 3", "game", "2 1:0", "2 =:=")],
            ["Round 3, Dietrich (1) – Bolt (2), further game: 1-0 → ½-½"],
            ["Runde 3, Dietrich (1) – Bolt (2), weitere Partie: 1-0 → ½-½"],
        ),
        (
            [
                change("tournament", "arbiter", "", "Berg"),
                change("tournament", "deputies", "A; B", "A"),
                change("tournament", "kind", "swiss", "round_robin"),
                change("tournament", "parameter bem_int", "", "x"),
                change("rules", "is_by_rank", "no", "yes"),
                change("rules", "scoring", "", "W; 30; D; 10"),
                change("round 3", "date", "", "2026-10-03"),
                change("team 2", "match_points_x10", "20", "25"),
                change("player 1", "points_x10", "10", "15"),
                change("player 2", "player", "Bolt", ""),
                change("player 9", "club", "", "SK"),
                change("export", "questions", "", "1"),
                change("report", "made", "", "again"),
            ],
            [
                "Tournament, arbiter: – → Berg",
                "Tournament, deputy arbiters: A; B → A",
                "Tournament, pairing system: Swiss system → round robin",
                "Tournament, parameter bem_int: – → x",
                "Rules, paired by rank: no → yes",
                "Rules, worth of results: – → W 3.0, D 1.0",
                "Round 3, date: – → 2026-10-03",
                "Team 2, match points: 2.0 → 2.5",
                "Dietrich (1), points: 1.0 → 1.5",
                "Bolt (2): Bolt → –",
                "Player 9, club: – → SK",
                "open questions between sources: 1",
                "report: made again",
            ],
            [
                "Turnier, Schiedsrichter: – → Berg",
                "Turnier, weitere Schiedsrichter: A; B → A",
                "Turnier, Turnierart: Schweizer System → Rundenturnier",
                "Turnier, Parameter bem_int: – → x",
                "Regeln, nach Rang gepaart: nein → ja",
                "Regeln, Wert der Ergebnisse: – → W 3,0, D 1,0",
                "Runde 3, Termin: – → 2026-10-03",
                "Mannschaft 2, Mannschaftspunkte: 2,0 → 2,5",
                "Dietrich (1), Punkte: 1,0 → 1,5",
                "Bolt (2): Bolt → –",
                "Spieler 9, Verein: – → SK",
                "offene Fragen zu Quellen: 1",
                "Bericht: neu erstellt",
            ],
        ),
        (
            [change(
                "tournament", "matches", "",
                "round 1, home 2, guest 3, is home known yes",
            )],
            ["Tournament, team matches: – → round 1, home 2, guest 3, home known yes"],
            [("Turnier, Mannschaftskämpfe: – → Runde 1, Heim 2, Gast 3, "
             "Heimrecht bekannt ja")],
        ),
    ],
)  # fmt: skip
def test_a_change_is_told_once_and_in_words(
    changes: list[dict[str, str]], en: list[str], de: list[str]
) -> None:
    assert told(*changes) == [Text(*pair) for pair in zip(en, de, strict=True)]


def test_a_decision_is_its_sentence() -> None:
    decided = {**change("decision", "hold", "", "Held."), "new_de": "Halt."}
    assert told(decided) == [Text("Held.", "Halt.")]


def test_names_are_those_of_the_time() -> None:
    left = [change("player 2", "player", "Arndt", "")]
    assert names_before(left, {1: "Dietrich"}) == {1: "Dietrich", 2: "Arndt"}
    came = [change("player 1", "player", "", "Dietrich")]
    assert not names_before(came, {1: "Dietrich"})[1]
    assert not names_before([change("tournament", "start_numbers", "", "2")], NAMES)
