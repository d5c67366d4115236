from __future__ import annotations

import pytest
from trf_lines import codes, player, read

from syncd.formats.trf.event.kinds import kind_of_mode, kind_of_text
from syncd.model.tournament import Kind

ROUND_ROBIN = (
    player(1, "3 w 1", "0000 - Z", "2 b 1"),
    player(2, "0000 - Z", "3 b =", "1 w 0"),
    player(3, "1 b 0", "2 w =", "0000 - Z"),
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Individual Swiss Dutch", Kind.SWISS),
        ("Individual Swiss Dutch (3 accelerated rounds with 2 groups)", Kind.SWISS),
        ("Individual: Swiss-System (Standard)", Kind.SWISS),
        ("Team Swiss Dutch", Kind.SWISS),
        ("Schweizer System", Kind.SWISS),
        ("FIDE_DUTCH_2026", Kind.SWISS),
        ("FIDE_DOUBLESWISS_BAKU", Kind.SWISS),
        ("FIDE_TEAM_TYPEA_MP_GP", Kind.SWISS),
        ("FIDE-TEAM-BAKU", Kind.SWISS),
        ("FIDE_BURSTEIN", Kind.SWISS),
        ("Team Round Robin", Kind.ROUND_ROBIN),
        ("round-robin", Kind.ROUND_ROBIN),
        ("BERGER_DOUBLEROUNDROBIN", Kind.ROUND_ROBIN),
        ("FIDE_TEAM_ROUNDROBIN", Kind.ROUND_ROBIN),
        ("Vollturnier", Kind.ROUND_ROBIN),
        ("Team Knockout", Kind.KNOCKOUT),
        ("CUSTOM_KNOCKOUT", Kind.KNOCKOUT),
        ("K.O.-System", Kind.KNOCKOUT),
        ("", Kind.UNKNOWN),
        ("Tournament", Kind.UNKNOWN),
        ("Team League", Kind.UNKNOWN),
        ("Swiss with knockout final", Kind.UNKNOWN),
        ("FIDE_SCHEVENINGEN", Kind.UNKNOWN),
    ],
)
def test_the_kind_that_a_text_names(text: str, kind: Kind) -> None:
    assert kind is kind_of_text(text)


def test_the_code_goes_before_the_text() -> None:
    assert Kind.SWISS is kind_of_text("FIDE_DUTCH", "round robin")
    assert Kind.ROUND_ROBIN is kind_of_text("", "round robin")


@pytest.mark.parametrize(
    ("mode", "individual", "team"),
    [
        (1, Kind.SWISS, Kind.ROUND_ROBIN),
        (2, Kind.ROUND_ROBIN, Kind.ROUND_ROBIN),
        (3, Kind.KNOCKOUT, Kind.SWISS),
        (4, Kind.UNKNOWN, Kind.KNOCKOUT),
        (5, Kind.KNOCKOUT, Kind.KNOCKOUT),
        (6, Kind.UNKNOWN, Kind.UNKNOWN),
    ],
)
def test_the_mode_means_different_things(
    mode: int, individual: Kind, team: Kind
) -> None:
    assert individual is kind_of_mode(mode, is_team=False)
    assert team is kind_of_mode(mode, is_team=True)


def test_the_mode_goes_before_the_pairings() -> None:
    reading = read("XCM 6", *ROUND_ROBIN, swiss=False)
    assert ["trf.kind"] == codes(reading)
    assert Kind.UNKNOWN is reading.tournament.kind


def test_the_pairings_decide_where_nothing_is_said() -> None:
    reading = read("092 ", *ROUND_ROBIN, swiss=False)
    assert [] == codes(reading)
    assert Kind.ROUND_ROBIN is reading.tournament.kind


def test_what_nothing_proves_is_asked() -> None:
    reading = read(player(1, "2 w 1"), player(2, "1 b 0"), swiss=False)
    (finding,) = reading.findings
    assert ("trf.kind", "error") == (finding.code, finding.severity)
    assert "State the type" in finding.text.en


def test_the_first_exporter_says_swiss_whatever_it_is() -> None:
    ruler = "DDD SSSS ATTT NNNNN"
    proved = read("092 Individual Swiss Dutch", ruler, *ROUND_ROBIN)
    assert Kind.ROUND_ROBIN is proved.tournament.kind
    assert {
        "clm.generation", "clm.ruler", "clm.type_disproved", "trf.repeated_record",
    } == set(codes(proved))  # fmt: skip
    unproved = read("092 Individual Swiss Dutch", ruler, player(1, "0000 - U"))
    assert Kind.UNKNOWN is unproved.tournament.kind
    assert "trf.kind" in codes(unproved)


def test_the_first_exporter_is_believed_where_it_can_be_nothing_else() -> None:
    rows = (
        player(1, "4 w 1", "2 b 1"),
        player(2, "5 b 1", "1 w 0"),
        player(3, "6 w 1", "4 w ="),
        player(4, "1 b 0", "3 b ="),
        player(5, "2 w 0", "6 b 1"),
        player(6, "3 b 0", "5 w 0"),
    )
    reading = read("DDD SSSS ATTT NNNNN", "142 3", *rows)
    assert Kind.SWISS is reading.tournament.kind


def test_pairings_of_players_prove_nothing_about_teams() -> None:
    reading = read("082 3", *ROUND_ROBIN, swiss=False)
    assert Kind.UNKNOWN is reading.tournament.kind
    assert {"trf.kind", "trf.no_rosters"} == {*codes(reading)}


def test_matches_of_teams_prove_their_kind() -> None:
    teams = [f"310   {n} {'T' + str(n):<65}{n:>4}" for n in (1, 2, 3)]
    reading = read(*teams, *ROUND_ROBIN, swiss=False)
    assert Kind.ROUND_ROBIN is reading.tournament.kind
    assert [(1, 1, 3), (2, 2, 3), (3, 1, 2)] == [
        (match.round, match.home, match.guest) for match in reading.tournament.matches
    ]
    assert not any(match.is_home_known for match in reading.tournament.matches)
