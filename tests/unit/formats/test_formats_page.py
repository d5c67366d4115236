"""The page on formats says what the tables and the writers say."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from syncd.formats.trf import Form, from_tournament
from syncd.formats.trf.tables.clm_records import CLM_RECORDS, ENGINE_RECORDS
from syncd.formats.trf.tables.fide_records import FIDE_RECORDS
from syncd.formats.trf.tables.team_records import TEAM
from syncd.model.pairing_rules import (
    Acceleration,
    Adjustment,
    AnnouncedBye,
    PairingRules,
    Prohibition,
)
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import (
    Entrant,
    Kind,
    LineUp,
    NationalRecord,
    Team,
    TeamBye,
    TeamMatch,
    Tournament,
)

PAGE = Path(__file__).resolve().parents[3] / "docs" / "formats.md"
TABLES = {
    each.record: each for each in (*FIDE_RECORDS, TEAM, *CLM_RECORDS, *ENGINE_RECORDS)
}
WIDTH = 7


def page() -> dict[str, list[str]]:
    """Return record -> the cells of its row."""
    rows = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == WIDTH and cells[0].startswith("`"):
            rows[cells[0].strip("`")] = cells
    return rows


ROWS = page()


def test_every_record_has_one_row() -> None:
    assert sorted(ROWS) == sorted(TABLES)


@pytest.mark.parametrize("record", sorted(TABLES))
def test_since_when_a_record_exists(record: str) -> None:
    assert ROWS[record][2] == TABLES[record].since.value
    assert all(ROWS[record])


def everything(*, is_team: bool) -> Tournament:
    """A tournament that gives every record something to say."""
    entrants = tuple(
        Entrant(
            number, "Meier", "Anna", title="FM", club="SV", vkz="66211",
            member_number=7, dwz=1500, points_x10=0,
            national=(NationalRecord("NRS", 1500),),
        )
        for number in (1, 2)
    )  # fmt: skip
    scoring = dict.fromkeys("1W+FU", 30) | dict.fromkeys("=DH", 10)
    scoring |= dict.fromkeys("0L-Z *", 0)
    day = dt.date(2026, 1, 1)
    return Tournament(
        name="Open", kind=Kind.SWISS, is_team=is_team, rounds=2, city="Ort",
        federation="GER", start=day, end=day, type_text="Swiss", arbiter="A",
        deputies=("B",), time_control_text="x", round_dates=(day, day),
        time_control_code="5400", venue="Saal", parameters=(("a", "1"),),
        tiebreaks=(1, 2, 3), entrants=entrants,
        pairings=Pairings(
            2, {1: Cells((2, 0), "w-", "1 "), 2: Cells((1, 0), "b-", "0 ")}
        ),
        teams=(Team(1, "A", (1,)), Team(2, "B", (2,))) if is_team else (),
        missing_results="Warnung! Vermutlich fehlen Ergebnisse",
        type_code="CUSTOM", program="P",
        tiebreak_codes=("PTS", "BH") if is_team else ("BH", "PTS"),
        rules=PairingRules(
            initial_colour="w", board_colours="WB", scoring=tuple(scoring.items()),
            match_scoring=(("TW", 30),), start_rank_method="NRO",
            accelerations=(Acceleration(1, 2, 1, 1, 10),),
            prohibitions=(Prohibition((1, 2)),), adjustments=(Adjustment("", 5),),
            byes=(AnnouncedBye("H", 2, (1,)),),
        ),
        matches=(TeamMatch(1, 1, 2, forfeited="+-"),),
        line_ups=(LineUp(1, 1, 2, (1,)),), team_byes=TeamBye(10, 10, (1,)),
        round_times=("16:00:00", ""),
    )  # fmt: skip


def test_which_records_each_form_has() -> None:
    written: dict[str, set[str]] = {record: set() for record in TABLES}
    for form in Form:
        for is_team in (False, True):
            tournament = everything(is_team=is_team)
            data = from_tournament(tournament, form, lossy=True).data
            for line in data.decode().splitlines():
                written[line[:3]].add(form.value)
    everywhere = {form.value for form in Form}
    for record, forms in written.items():
        told = ROWS[record][4]
        wanted = everywhere if told == "all" else set(told.replace("–", "").split())
        assert forms == wanted, record
