from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from syncd.formats.dwzxml.elements import ReportPlayer
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Entrant
from syncd.rating.reportplayers import player_findings, report_players

EVA = Entrant(
    id=63, surname="Wolf", forename="Eva", sex="w", title="WFM", rating=1743,
    fide_id=4606576, birth_year=1990, birth_date=dt.date(1990, 5, 17), club="SF Lohmar",
    vkz="66211", member_number=145, dsb_id="NU4000001", dwz=1755, elo=1743, twz=1755,
)  # fmt: skip
WRITTEN = ReportPlayer(
    number=1, surname="Wolf", forename="Eva", dob_year=1990, dsb_id="NU4000001",
    dob_date=dt.date(1990, 5, 17), vkz="66211", member_number=145, club="SF Lohmar",
    fide_id=4606576, fide_rating=1743, sex="w",
)  # fmt: skip


def written(entrant: Entrant, *, has_xcr: bool = True) -> ReportPlayer:
    (player,) = report_players([entrant], has_xcr=has_xcr)
    return player


def noticed(entrant: Entrant) -> list[Finding]:
    return list(player_findings([entrant], [written(entrant)]))


def test_everything_that_the_file_knows() -> None:
    assert written(EVA) == WRITTEN
    assert noticed(EVA) == []


def test_numbers_follow_the_order_given() -> None:
    players = report_players([EVA, replace(EVA, id=7)], has_xcr=True)
    assert [player.number for player in players] == [1, 2]


@pytest.mark.parametrize(
    ("rating", "elo", "has_xcr", "fide_id", "expected"),
    [
        (1755, 1743, True, 1, 1743),
        (1755, None, True, 1, None),
        (1755, None, False, 1, 1755),
        (None, 1743, False, 1, None),
        (1755, 1743, True, None, None),
        (0, 0, True, 1, None),
        (0, 5001, True, 1, None),
        (0, 5000, True, 1, 5000),
    ],
)
def test_an_elo_needs_a_fide_id_and_a_trustworthy_column(
    rating: int | None,
    elo: int | None,
    fide_id: int | None,
    expected: int | None,
    *,
    has_xcr: bool,
) -> None:
    entrant = replace(EVA, rating=rating, elo=elo, fide_id=fide_id)
    assert written(entrant, has_xcr=has_xcr).fide_rating == expected


@pytest.mark.parametrize(
    ("entrant", "element"),
    [
        (replace(EVA, surname=""), "surname"),
        (replace(EVA, forename=""), "forename"),
        (replace(EVA, birth_year=None, birth_date=None), "dobYear"),
    ],
)
def test_what_is_missing_is_an_error_that_names_the_player(
    entrant: Entrant, element: str
) -> None:
    (finding,) = noticed(entrant)
    assert (finding.code, finding.severity) == ("P09", Severity.ERROR)
    assert finding.path == f"players/player[1]/{element}"
    assert finding.text.en.startswith("63 ")
    assert finding.text.de.startswith("63 ")


def test_a_mononym_is_never_guessed() -> None:
    assert written(replace(EVA, forename="")).forename == ""


def test_the_birth_date_tells_the_year() -> None:
    assert written(replace(EVA, birth_year=None)).dob_year == 1990


@pytest.mark.parametrize("sex", ["d", "f", "M", ""])
def test_another_sex_is_left_out(sex: str) -> None:
    assert written(replace(EVA, sex=sex)).sex == ""
    assert noticed(replace(EVA, sex=sex)) == []


@pytest.mark.parametrize(
    ("entrant", "rule", "changed"),
    [
        (replace(EVA, vkz="6621"), "P24", {"vkz": ""}),
        (replace(EVA, vkz="6621ä"), "P24", {"vkz": ""}),
        (replace(EVA, member_number=100_000), "P28", {"member_number": None}),
        (
            replace(EVA, fide_id=4_606_576_000),
            "P33",
            {"fide_id": None, "fide_rating": None},
        ),
    ],
)
def test_what_cannot_be_right_is_left_out_and_said(
    entrant: Entrant, rule: str, changed: dict[str, None]
) -> None:
    (finding,) = noticed(entrant)
    assert (finding.code, finding.severity) == (rule, Severity.INFO)
    assert "63 Wolf, Eva" in finding.text.en
    assert "63 Wolf, Eva" in finding.text.de
    player = written(entrant)
    assert {name: getattr(player, name) for name in changed} == changed


@pytest.mark.parametrize(
    "entrant",
    [
        replace(EVA, vkz="C0417"),
        replace(EVA, vkz="", member_number=None),
        replace(EVA, member_number=0),
        replace(EVA, member_number=99_999),
        replace(EVA, fide_id=None),
        replace(EVA, fide_id=999_999_999),
    ],
)
def test_what_is_absent_or_right_is_not_mentioned(entrant: Entrant) -> None:
    assert noticed(entrant) == []


def test_titles_are_left_out_and_said() -> None:
    entrant = replace(EVA, surname="Dr. Wolf", forename="Eva, Prof.")
    player = written(entrant)
    assert (player.surname, player.forename) == ("Wolf", "Eva")
    (finding,) = noticed(entrant)
    assert (finding.code, finding.severity) == ("P15", Severity.INFO)


@pytest.mark.parametrize(
    "entrant", [replace(EVA, surname="?ukaszewski"), replace(EVA, forename="B?a?ej")]
)
def test_lost_letters_are_a_warning(entrant: Entrant) -> None:
    (finding,) = noticed(entrant)
    assert (finding.code, finding.severity) == ("P13", Severity.WARNING)
    assert "?" in finding.text.en
    assert "?" in finding.text.de


def test_a_computer_has_its_mark_twice_and_its_own_birth_year() -> None:
    computer = replace(EVA, surname="###COMPUTER###", forename="")
    assert written(computer) == ReportPlayer(
        1, "###COMPUTER###", "###COMPUTER###", dob_year=1900
    )
    assert noticed(computer) == []


@pytest.mark.parametrize(
    ("surname", "forename", "kept"),
    [
        ("Dr. Müller", "Hans", ("Müller", "Hans")),
        ("Müller", "Hans,Dr.", ("Müller", "Hans")),
        ("Müller", "Dr.,Hans", ("Müller", "Hans")),
        ("MÜLLER", "HANS", ("MÜLLER", "HANS")),
        ("von der Lahr", "Kurt", ("von der Lahr", "Kurt")),
        ("King", "Martin, Jr.", ("King", "Martin, Jr.")),
        ("O’Connor", "Jean-Luc", ("O’Connor", "Jean-Luc")),
        ("Madonna", "Madonna", ("Madonna", "Madonna")),
    ],
)
def test_only_academic_titles_come_off(
    surname: str, forename: str, kept: tuple[str, str]
) -> None:
    player = written(replace(EVA, surname=surname, forename=forename))
    assert (player.surname, player.forename) == kept
