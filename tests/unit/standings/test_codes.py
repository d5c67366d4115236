from __future__ import annotations

import pytest

from syncd.standings.code_table import KNOWN
from syncd.standings.codes import (
    Code,
    Refused,
    parse_code,
    parse_codes,
    read_codes,
    spelling,
    written_codes,
)
from syncd.standings.tiebreaks import FAMILIES, SPLITTERS

SPELLED = [
    ("BH", Code("BH")),
    ("BH/C1", Code("BH", cut_low=1)),
    ("BH/M2", Code("BH", cut_low=2, cut_high=2)),
    ("BH/C1/P", Code("BH", cut_low=1, counts_forfeits=True)),
    ("BH:GP/C2/P", Code("BH", "GP", cut_low=2, counts_forfeits=True)),
    ("AOB:MP/F", Code("AOB", "MP", is_fore=True)),
    ("KS/L+1", Code("KS", limit_half_points=1)),
    ("KS:GP/L-2", Code("KS", "GP", limit_half_points=-2)),
    ("KS/L40", Code("KS", limit_percent=40)),
    ("SSSC/K10", Code("SSSC", factor=10)),
    ("SSSC/F/P", Code("SSSC", is_fore=True, counts_forfeits=True)),
    ("RTNG/R", Code("RTNG", is_reversed=True)),
    ("MPvGP", Code("MPVGP")),
    ("EMGSB/C1", Code("EMGSB", cut_low=1)),
]


@pytest.mark.parametrize(("text", "code"), SPELLED)
def test_a_code_and_its_spelling(text: str, code: Code) -> None:
    assert parse_code(text) == code
    assert spelling(code) == text


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("bh/c1", "BH/C1"),
        ("BHC1", "BH/C1"),
        ("AROM1", "ARO/M1"),
        ("SBC2", "SB/C2"),
        ("PSC1", "PS/C1"),
        ("mpvgp", "MPvGP"),
        ("MPTS", "MP"),
        ("gpts", "GP"),
        ("GE", "REP"),
        ("ESB:MG/C1", "EMGSB/C1"),
        ("KS/L1", "KS/L+1"),
        ("KS/L50", "KS"),
        ("BH/P/C1", "BH/C1/P"),
    ],
)
def test_other_spellings(text: str, spelled: str) -> None:
    code = parse_code(text)
    assert isinstance(code, Code)
    assert (spelling(code), code.written) == (spelled, text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("XYZ", "no tie-break"),
        ("VUR", "no tie-break"),
        ("OTHER_progress", "no tie-break"),
        ("ARO/U1400", "/U1400"),
        ("BH/C0", "/C0"),
        ("BH/K3", "/K3"),
        ("WIN/C1", "/C1"),
        ("BH:MM", ":MM"),
        ("ARO:MP", ":MP"),
        ("TPN/R/R", "twice"),
        ("BH/C1/C2", "twice"),
        ("BH/M1/C2", "twice"),
        ("BH/", "no tie-break"),
        ("/C1", "no tie-break"),
        ("KS/L123", "/L123"),
    ],
)
def test_what_is_refused_says_why(text: str, word: str) -> None:
    refused = parse_code(text)
    assert isinstance(refused, Refused)
    assert word in refused.reason.en
    assert text in refused.reason.en
    assert text in refused.reason.de


@pytest.mark.parametrize("text", ["X" * 50_000, "BH/" + "A" * 50_000, "BH/P" * 9999])
def test_what_is_refused_is_quoted_in_short(text: str) -> None:
    refused = parse_code(text)
    assert isinstance(refused, Refused)
    assert refused.written == f"{text[:40]}…"
    assert len(refused.reason.en) < 300


def test_lists() -> None:
    expected = ["PTS", "BH/C1", "DE"]
    assert [str(code) for code in parse_codes("PTS, bhc1  de")] == expected
    assert [str(code) for code in read_codes(("PTS", "BHC1 DE"))] == expected
    codes = [code for code in parse_codes("pts bhc1 de") if isinstance(code, Code)]
    assert written_codes(codes) == tuple(expected)


def test_a_code_is_the_same_however_it_was_written() -> None:
    assert parse_code("BHC1") == parse_code("bh/c1")


def test_which_end_is_first() -> None:
    lower = {name for name in KNOWN if Code(name).is_lower_first}
    assert lower == {"TPN", "BC"}
    assert not Code("TPN", is_reversed=True).is_lower_first
    assert Code("RTNG", is_reversed=True).is_lower_first


def test_every_tiebreak_of_players_is_computed() -> None:
    of_players = {name for name, known in KNOWN.items() if known.for_individuals}
    assert of_players <= FAMILIES.keys() | SPLITTERS.keys()
