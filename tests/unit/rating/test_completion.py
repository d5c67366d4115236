from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from syncd.model.findings import Severity
from syncd.model.lists import FidePlayer, Member
from syncd.model.pairings import Cells, Pairings
from syncd.model.persons import Person
from syncd.model.tournament import Entrant, Tournament
from syncd.rating.candidates import Candidates, wanted_of
from syncd.rating.completion import Said, complete

if TYPE_CHECKING:
    from syncd.rating.completion import Completed

DAY = dt.date(2026, 11, 20)
EVA = Member(
    "NU4000001", "Wölf", "Eva", "w", 1990, "Z9901", 12, fide_id=777, elo=1900
)  # fmt: skip
CLUBS = {"Z9901": "SK Süd", "Z9902": "SV Nord"}
SHE = Entrant(1, "Woelf", "Eva", birth_year=1990)
OTHER = Entrant(2, "Gegner", "Gerd", birth_year=1980)


def tournament(*entrants: Entrant) -> Tournament:
    people = entrants if len(entrants) > 1 else (*entrants, OTHER)
    rows = {one.id: Cells((0,), "-", " ") for one in people}
    rows[people[0].id] = Cells((people[1].id,), "w", "1")
    rows[people[1].id] = Cells((people[0].id,), "b", "0")
    return Tournament("Open", entrants=tuple(people), pairings=Pairings(1, rows))


def completed(entrant: Entrant, *members: Member, **more: Any) -> Completed:  # noqa: ANN401
    said = Said(more.pop("links", {}), more.pop("reported", None))
    found = Candidates(
        members=members or (EVA,), members_day=DAY, clubs=CLUBS, **more
    )  # fmt: skip
    return complete(tournament(entrant), found, said)


def filled(entrant: Entrant, *members: Member, **more: Any) -> Entrant:  # noqa: ANN401
    return completed(entrant, *members, **more).tournament.entrants[0]


def about(done: Completed, severity: Severity) -> list[tuple[str, str]]:
    return [
        (item.code, item.value) for item in done.findings if item.severity is severity
    ]


COMPLETE = replace(
    SHE, sex="w", dsb_id="NU4000001", vkz="Z9901", member_number=12, club="SK Süd",
    fide_id=777,
)  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        SHE,
        replace(SHE, forename="Dr. Eva"),
        replace(SHE, surname="WÖLF"),
        Entrant(1, "Woelf", "Eva", dsb_id="NU4000001"),
        Entrant(1, "Woelf", "Eva", vkz="z9901", member_number=12),
        Entrant(1, "Woelf", "Eva", fide_id=777),
        Entrant(1, "Verheiratet", "Eva", birth_year=1990, vkz="Z9901",
                member_number=12),
    ],
)  # fmt: skip
def test_who_is_certain_is_completed(given: Entrant) -> None:
    she = filled(given)
    kept = {"surname": given.surname, "forename": given.forename}
    if given.vkz:
        kept["vkz"] = given.vkz
    wanted: dict[str, Any] = kept
    assert replace(COMPLETE, **wanted, rating=None) == she


def test_every_value_says_where_it_comes_from() -> None:
    done = completed(SHE)
    told = about(done, Severity.INFO)
    assert [
        ("P10", "NU4000001"), ("P40", "w"), ("P33", "777"), ("P25", "Z9901"),
        ("P29", "12"), ("P30", "SK Süd"),
    ] == told  # fmt: skip
    first = done.findings[0].text
    assert "DSB's list of 2026-11-20" in first.en
    assert "DSB-Liste vom 20.11.2026" in first.de
    assert [] == about(done, Severity.WARNING)


SAME_NAME = replace(EVA, dsb_id="NU5", birth_year=1960, vkz="Z9902", member_number=3)
TWIN = replace(EVA, dsb_id="NU6", vkz="Z9902", member_number=3, fide_id=None)
OLD_LIST = (replace(EVA, dsb_id=""), replace(EVA, dsb_id="", vkz="Z9902"))


@pytest.mark.parametrize(
    ("given", "members", "severity"),
    [
        (replace(SHE, birth_year=None), (EVA,), Severity.ERROR),
        (replace(SHE, birth_year=None), (EVA, SAME_NAME), Severity.ERROR),
        (SHE, (EVA, TWIN), Severity.INFO),
        (replace(SHE, vkz="Z9903"), (EVA, TWIN), Severity.INFO),
        (SHE, OLD_LIST, Severity.INFO),
        (SHE, (replace(EVA, forename="Eva Maria"),), Severity.INFO),
        (replace(SHE, vkz="Z9902"), (EVA,), Severity.INFO),
        (replace(SHE, fide_id=778), (EVA,), Severity.INFO),
        (replace(SHE, surname="Wolff"), (EVA,), Severity.INFO),
        (replace(SHE, surname="W?lf", birth_year=None), (EVA,), Severity.ERROR),
        (Entrant(1, SHE.forename, SHE.surname, birth_year=1990), (EVA,), Severity.INFO),
    ],
)
def test_who_is_not_certain_is_a_question_and_nothing_is_filled_in(
    given: Entrant, members: tuple[Member, ...], severity: Severity
) -> None:
    done = completed(given, *members)
    assert given == done.tournament.entrants[0]
    (question,) = (it for it in done.findings if "syncd person link T 1" in it.text.en)
    assert severity is question.severity
    for row in members:
        assert all(str(row.member_number) in text for text in question.text)


@pytest.mark.parametrize(
    ("count", "en", "de"), [(6, "1", "1"), (24, "19", "19"), (25, "many", "viele")]
)
def test_a_question_says_how_many_more_there_are(count: int, en: str, de: str) -> None:
    members = [replace(EVA, dsb_id=f"NU{n}", fide_id=None) for n in range(count)]
    done = completed(replace(SHE, birth_year=None), *members)
    (question,) = (it for it in done.findings if it.code == "P18")
    assert f"; and {en} more. Say" in question.text.en
    assert f"; und {de} mehr. Bitte" in question.text.de


@pytest.mark.parametrize(
    ("count", "en", "de"), [(1, "1", "1"), (24, "24", "24"), (25, "many", "viele")]
)
def test_who_was_entered_by_hand_may_be_one_of_several(
    count: int, en: str, de: str
) -> None:
    members = [replace(EVA, dsb_id=f"NU{n}", fide_id=None) for n in range(count)]
    entry = Person("Wölf", "Eva", birth_year=1955)
    done = completed(replace(SHE, birth_year=None), *members, persons=(entry,))
    (warning,) = (
        it
        for it in done.findings
        if "entered by hand" in it.text.en and it.severity is Severity.WARNING
    )
    assert f"has {en} more of this name" in warning.text.en
    assert f"hat aber noch {de} dieses Namens" in warning.text.de


def test_a_question_says_how_alike_somebody_is_and_why() -> None:
    ella = replace(EVA, dsb_id="NU0", forename="Ella", vkz="Z9902")
    given = replace(SHE, surname="Wolff", forename="E.", vkz=EVA.vkz)
    (question,) = (
        it for it in completed(given, ella, EVA).findings if "link T 1" in it.text.en
    )
    assert "birth year 1990" in question.text.en
    assert "Geburtsjahr 1990" in question.text.de
    for text in question.text:
        assert text.index("NU4000001") < text.index("NU0")


def test_who_never_plays_is_no_reason_to_wait() -> None:
    bye = Entrant(3, "Woelf", "Eva")
    found = Candidates(members=(EVA,), members_day=DAY)
    done = complete(tournament(OTHER, replace(OTHER, id=4), bye), found, Said({}))
    assert [] == about(done, Severity.ERROR)


@pytest.mark.parametrize(
    ("given", "members"),
    [
        (SHE, (EVA, SAME_NAME)),
        (replace(SHE, vkz="Z9901"), (EVA, TWIN)),
        (replace(SHE, sex="w"), (EVA, replace(TWIN, sex="m"))),
    ],
)
def test_year_club_and_sex_tell_namesakes_apart(
    given: Entrant, members: tuple[Member, ...]
) -> None:
    assert "NU4000001" == filled(given, *members).dsb_id


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (replace(SHE, dsb_id="NU4000001", birth_year=1991), "P18"),
        (replace(SHE, dsb_id="NU4000001", surname="Fuchs"), "P13"),
        (replace(SHE, sex="m", dsb_id="NU4000001"), "P40"),
        (replace(SHE, fide_id=778, dsb_id="NU4000001"), "P33"),
        (replace(SHE, vkz="Z9902", dsb_id="NU4000001"), "P25"),
        (replace(SHE, vkz="Z9901", member_number=13), "P29"),
        (replace(SHE, vkz="Z9901", club="SV Nord"), "P30"),
        (replace(SHE, club="SV Nord"), "P25"),
        (Entrant(1, "Fuchs", "Max", birth_year=1950, dsb_id="NU4000001"), "P11"),
        (Entrant(1, "Fuchs", "Max", vkz="Z9901", member_number=12), "P11"),
        (Entrant(1, "Woelf", "Eva", birth_year=1960, vkz="Z9901", member_number=12),
         "P11"),
        (Entrant(1, "Fuchs", "Max", birth_year=1950, fide_id=777), "P11"),
        (Entrant(1, "Fuchs", "Max", dsb_id="NU4000001"), "P11"),
        (Entrant(1, "Fuchs", "Eva", dsb_id="NU4000001"), "P11"),
        (Entrant(1, "Fuchs", "Max", birth_year=1990, dsb_id="NU4000001"), "P11"),
        (Entrant(1, "Fuchs", "Max", birth_year=1990, vkz="Z9901", member_number=12),
         "P11"),
        (Entrant(1, "Woelf", "Ada", birth_year=1990, vkz="Z9901", member_number=12),
         "P11"),
        (Entrant(1, "Woelf", "Eva", sex="m", vkz="Z9901", member_number=12), "P11"),
        (Entrant(1, "Woelf", "Max", dsb_id="NU4000001"), "P11"),
        (Entrant(1, "Fuchs", "Eva", birth_year=1990, sex="m", dsb_id="NU4000001"),
         "P11"),
    ],
)  # fmt: skip
def test_what_contradicts_is_a_warning_and_the_file_is_kept(
    given: Entrant, code: str
) -> None:
    done = completed(given)
    codes = [item for item, _ in about(done, Severity.WARNING)]
    if code == "P30":  # another name of the club is told by the rules of the report
        assert [] == codes
    else:
        assert code in codes
    she = done.tournament.entrants[0]
    for name in ("birth_year", "surname", "sex", "fide_id", "vkz", "club", "dsb_id"):
        assert not getattr(given, name) or getattr(given, name) == getattr(she, name)
    if code == "P11":
        assert given == she


PASSIVE = replace(EVA, vkz="Z9902", member_number=44, is_active=False)


@pytest.mark.parametrize(
    ("given", "members", "club"),
    [
        (SHE, (PASSIVE, EVA), ("Z9901", 12, "SK Süd")),
        (SHE, (PASSIVE,), ("Z9902", 44, "SV Nord")),
        (SHE, (EVA, replace(PASSIVE, is_active=True)), ("", None, "")),
        (replace(SHE, vkz="Z9902"), (EVA, PASSIVE), ("Z9902", 44, "SV Nord")),
        (replace(SHE, club="SV Nord"), (EVA, PASSIVE), ("Z9902", 44, "SV Nord")),
        (replace(SHE, member_number=44), (EVA, PASSIVE), ("Z9902", 44, "SV Nord")),
        (SHE, (replace(EVA, member_number=None),), ("Z9901", None, "SK Süd")),
        (SHE, (replace(EVA, vkz="Z9909"),), ("Z9909", 12, "")),
    ],
)
def test_code_number_and_club_are_of_one_membership(
    given: Entrant, members: tuple[Member, ...], club: tuple[str, int | None, str]
) -> None:
    she = filled(given, *members)
    assert club == (she.vkz, she.member_number, she.club)


def test_whoever_is_absent_is_not_called_a_non_member() -> None:
    done = completed(replace(SHE, surname="Weg", vkz="Z9901"))
    (told,) = [item for item in done.findings if "Not found" in item.text.en]
    assert Severity.INFO is told.severity
    assert "does not make them non-members" in told.text.en
    assert not any("Gegner" in item.text.en for item in done.findings)


def test_a_link_says_who_it_is() -> None:
    unknown = replace(SHE, birth_year=None)
    she = filled(unknown, EVA, SAME_NAME, links={1: "NU5"})
    assert (1960, "NU5", "Z9902") == (she.birth_year, she.dsb_id, she.vkz)
    she = filled(replace(SHE, dsb_id="NU9"), links={1: "NU4000001"})
    assert "NU4000001" == she.dsb_id


BY_HAND = Person(
    "Wölf", "Eva", "Eva Maria", 1990, dt.date(1990, 5, 17), "w", "SC Weit", "F0001"
)


@pytest.mark.parametrize(
    ("given", "is_meant"),
    [
        (Entrant(1, "Woelf", "Eva"), True),
        (SHE, True),
        (replace(SHE, birth_year=1991), False),
        (replace(SHE, forename="Eva Maria"), False),
    ],
)
def test_what_was_entered_by_hand_is_used(given: Entrant, *, is_meant: bool) -> None:
    stranger = replace(EVA, surname="Fremd", fide_id=None)
    she = filled(given, stranger, persons=(BY_HAND,))
    assert is_meant == (she.birth_date == BY_HAND.birth_date)
    assert is_meant == (she.club == "SC Weit")


@pytest.mark.parametrize(
    "given",
    [
        replace(SHE, birth_year=None, vkz="Z9901"),
        replace(SHE, birth_year=None, sex="m"),
        Entrant(1, "Fuchs", "Max", fide_id=5),
    ],
)
def test_an_entry_that_the_file_contradicts_is_not_used(given: Entrant) -> None:
    stranger = replace(EVA, surname="Fremd", fide_id=None)
    entry = replace(BY_HAND, fide_id=5 if given.fide_id else None)
    done = completed(given, stranger, persons=(entry,))
    assert given == done.tournament.entrants[0]
    is_namesake = given.surname == SHE.surname
    told = [item for item in done.findings if "is not used" in item.text.en]
    assert is_namesake == bool(told)


def test_the_club_of_an_entry_does_not_join_another_code() -> None:
    stranger = replace(EVA, surname="Fremd", fide_id=None)
    she = filled(replace(SHE, vkz="Z9902"), stranger, persons=(BY_HAND,))
    assert ("Z9902", "", BY_HAND.birth_date) == (she.vkz, she.club, she.birth_date)


def test_an_entry_without_forename_fills_it_in() -> None:
    person = Person("Solo", full_forename="Han", birth_year=1977, dsb_id="NU3")
    he = filled(Entrant(1, "Solo"), persons=(person,))
    assert ("Han", 1977, "NU3") == (he.forename, he.birth_year, he.dsb_id)


def test_two_entries_of_one_name_are_told_apart_or_not_used() -> None:
    persons = (BY_HAND, replace(BY_HAND, birth_year=1955, birth_date=None))
    stranger = replace(EVA, surname="Fremd", fide_id=None)
    done = completed(Entrant(1, "Woelf", "Eva"), stranger, persons=persons)
    assert "" == done.tournament.entrants[0].club
    (asked,) = (it for it in done.findings if it.severity is Severity.ERROR)
    assert "(1955, 1990)" in asked.text.en
    assert "syncd person forget" in asked.text.de
    assert filled(SHE, stranger, persons=persons).birth_date == BY_HAND.birth_date


def test_an_entry_for_a_name_that_others_have_too_is_a_warning() -> None:
    done = completed(Entrant(1, "Woelf", "Eva"), SAME_NAME, persons=(BY_HAND,))
    assert "P18" in [code for code, _ in about(done, Severity.WARNING)]


PLAYER = FidePlayer(777, "Woelf", "Eva", "GER", "w", birth_year=1990)
NOVEMBER: dict[str, Any] = {
    "players": (PLAYER,), "players_month": "2026-11", "ratings": {777: 1912},
    "ratings_month": "2026-11",
}  # fmt: skip


@pytest.mark.parametrize(
    ("given", "rating", "codes"),
    [
        (replace(SHE, fide_id=777, rating=1800), 1912, {"P35"}),
        (replace(SHE, fide_id=777), 1912, {"P35"}),
        (replace(SHE, fide_id=777, rating=1912), 1912, set()),
        (SHE, 1912, {"P35"}),
    ],
)
def test_the_elo_is_that_of_the_month(
    given: Entrant, rating: int, codes: set[str]
) -> None:
    done = completed(given, **NOVEMBER)
    assert done.is_elo_checked
    assert rating == done.tournament.entrants[0].rating
    found = {item.code for item in done.findings} & {"P35", "P36"}
    assert codes == found


def test_without_rating_in_that_month_there_is_none() -> None:
    done = completed(replace(SHE, fide_id=777, rating=1800), **NOVEMBER | {
        "ratings": {}})  # fmt: skip
    assert done.tournament.entrants[0].rating is None
    assert "P36" in {item.code for item in done.findings}


def test_without_the_list_of_the_month_the_file_is_kept() -> None:
    no_month = NOVEMBER | {"ratings": {}, "ratings_month": ""}
    done = completed(replace(SHE, fide_id=777, rating=1800), **no_month)
    assert 1800 == done.tournament.entrants[0].rating
    assert not done.is_elo_checked


def test_a_rating_of_unknown_kind_does_not_become_an_elo() -> None:
    assert filled(replace(SHE, rating=1800)).rating is None
    she = filled(replace(SHE, rating=1800, twz=1850, elo=1700))
    assert (1800, 1700) == (she.rating, she.elo)


def test_the_elo_of_files_with_xcr_stands_there() -> None:
    she = filled(replace(SHE, rating=1850, twz=1850, fide_id=777), **NOVEMBER)
    assert (1850, 1912) == (she.rating, she.elo)


def test_a_fide_id_that_is_somebody_elses_changes_nothing() -> None:
    he = Entrant(1, "Fuchs", "Max", birth_year=1950, fide_id=777, rating=1500)
    stranger = replace(EVA, fide_id=None)
    done = completed(he, stranger, **NOVEMBER)
    assert he == done.tournament.entrants[0]
    assert ["P34"] == [code for code, _ in about(done, Severity.WARNING)]


def test_the_elo_of_somebody_else_is_not_set_without_his_name_in_fides_list() -> None:
    he = Entrant(1, "Fuchs", "Max", birth_year=1950, fide_id=777, rating=1500)
    done = completed(he, **NOVEMBER | {"players": ()})
    assert he == done.tournament.entrants[0]


def test_an_unknown_fide_id_is_said() -> None:
    done = completed(replace(SHE, fide_id=999), replace(EVA, fide_id=None), **NOVEMBER)
    assert ["P34"] == [code for code, _ in about(done, Severity.WARNING)]


def test_the_fide_list_fills_in_year_and_sex() -> None:
    namesake = replace(SAME_NAME, fide_id=None)
    done = completed(Entrant(1, "Woelf", "Eva", fide_id=777), namesake, **NOVEMBER)
    she = done.tournament.entrants[0]
    assert (1990, "w", 1912) == (she.birth_year, she.sex, she.rating)
    assert [] == about(done, Severity.ERROR)


def test_what_a_report_has_said_stays() -> None:
    first = completed(SHE, **NOVEMBER)
    moved = replace(EVA, vkz="Z9902", member_number=9)
    later: dict[str, Any] = NOVEMBER | {"ratings": {777: 1999}}
    again = completed(SHE, moved, reported=first.fills, **later)
    assert first.tournament == again.tournament
    assert {"U06"} == {item.code for item in again.findings} - {"P13"}


def test_who_came_later_is_completed_all_the_same() -> None:
    before = completed(replace(SHE, surname="Weg"))
    assert "NU4000001" == filled(SHE, reported=before.fills).dsb_id


def test_reports_from_before_the_lists_stay_as_they_are() -> None:
    assert SHE == filled(SHE, reported=())
    needy = replace(SHE, birth_year=None, dsb_id="NU4000001")
    assert 1990 == filled(needy, reported=()).birth_year


def test_a_link_is_stronger_than_what_was_reported() -> None:
    first = completed(SHE, EVA, SAME_NAME)
    she = filled(
        replace(SHE, birth_year=None), EVA, SAME_NAME,
        reported=first.fills, links={1: "NU5"},
    )  # fmt: skip
    assert "NU5" == she.dsb_id


def test_a_link_counts_where_the_report_had_nothing_from_lists() -> None:
    namesakes = (EVA, SAME_NAME)
    she = filled(SHE, *namesakes, reported=(), links={1: "NU4000001"})
    assert "NU4000001" == she.dsb_id


def test_a_link_stays_stronger_than_the_file_when_it_was_reported() -> None:
    she = replace(SHE, dsb_id="NU8")
    first = completed(she, EVA, TWIN, links={1: "NU6"})
    again = completed(she, EVA, TWIN, links={1: "NU6"}, reported=first.fills)
    assert "NU6" == first.tournament.entrants[0].dsb_id
    assert first.tournament == again.tournament


def test_a_link_back_to_the_id_of_the_file_counts() -> None:
    she = replace(SHE, dsb_id="NU8")
    first = completed(she, EVA, TWIN, links={1: "NU6"})
    back = filled(she, EVA, TWIN, links={1: "NU8"}, reported=first.fills)
    assert "NU8" == back.dsb_id


def test_a_new_player_is_completed_though_linked_to_his_own_id() -> None:
    before = completed(replace(SHE, surname="Weg"))
    she = replace(SHE, dsb_id="NU4000001")
    again = filled(she, links={1: "NU4000001"}, reported=before.fills)
    assert 777 == again.fide_id


def test_a_link_that_was_taken_back_counts_no_longer() -> None:
    first = completed(SHE, EVA, TWIN, links={1: "NU6"})
    kept = filled(SHE, EVA, TWIN, links={1: "NU6"}, reported=first.fills)
    back = filled(SHE, EVA, TWIN, reported=first.fills)
    assert ("NU6", "") == (kept.dsb_id, back.dsb_id)


@pytest.mark.parametrize(
    "later",
    [
        replace(SHE, id=7),
        replace(SHE, id=7, surname="Wölf"),
        replace(SHE, id=7, birth_year=None),
        replace(SHE, id=7, surname="W?lf"),
        replace(SHE, birth_year=1991),
    ],
)
def test_a_new_number_or_spelling_changes_nothing(later: Entrant) -> None:
    first = completed(SHE, replace(EVA, fide_id=None))
    again = filled(later, reported=first.fills)
    assert ("NU4000001", None) == (again.dsb_id, again.fide_id)


def test_who_got_the_number_of_another_gets_nothing_of_his() -> None:
    first = completed(SHE)
    assert "" == filled(replace(OTHER, id=1), reported=first.fills).dsb_id


def test_what_is_looked_up() -> None:
    wanted = wanted_of([COMPLETE], ["NU7"])
    assert {"NU4000001", "NU7"} == wanted.dsb_ids
    assert {("Z9901", 12)} == wanted.numbers
    assert (777, "Z9901") == (*wanted.fide_ids, *wanted.clubs)
    assert 1 == len(wanted.names)


def test_without_lists_nothing_changes() -> None:
    done = complete(tournament(SHE), Candidates(), Said({}))
    assert SHE == done.tournament.entrants[0]
    assert not done.findings
