"""Which source of the time control counts, and what is told about the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from syncd.formats.timecontrol import stated_time_control, time_control_findings
from syncd.formats.trf import decode, to_tournament
from syncd.model.timecontrol import encode_time_control
from syncd.model.tournament import Tournament

CLM = Path(__file__).resolve().parents[2] / "data" / "clm"


def event(code: str = "", words: str = "", number: str = "") -> Tournament:
    parameters = (("autoDWZ", "0"), ("time_control", number)) if number else ()
    return Tournament(
        "Open",
        time_control_code=code,
        time_control_text=words,
        parameters=parameters,
    )


@pytest.mark.parametrize(
    ("t", "source", "code", "told"),
    [
        (event("5400+30"), "222", "5400+30", []),
        (event("5400+30", "90 min + 30 s/Zug", "18"), "222", "5400+30", []),
        (event("5400+30", "nach Absprache"), "222", "5400+30", []),
        (event("", "", "18"), "time_control", "5400+30", ["time.taken_from"]),
        (event("", "90 min"), "122", "5400", ["time.taken_from"]),
        (event("90 min", ""), "222", "5400", ["time.taken_from"]),
        (event("", "", "99"), None, "", []),
        (event("", "", "90 min + 30 s"), None, "", []),
        # CLM wrote a wrong code for these rows
        (
            event("40/7200:20/3600:1800", "", "30"),
            "time_control",
            "40/7200:20/3600:3600",
            ["time.taken_from"],
        ),
        (
            event("40/6300+30", "105 min plus 30 sec / Zug ab dem 1. Zug", "21"),
            "time_control",
            "6300+30",
            ["time.taken_from"],
        ),
        # and without its number the words settle what the code leaves open
        (
            event("40/6300+30", "105 min plus 30 sec / Zug ab dem 1. Zug"),
            "122",
            "6300+30",
            ["time.taken_from"],
        ),
        (event("60", "1 min für die Partie"), "122", "60", ["time.taken_from"]),
        (event("60", "60 min"), "122", "3600", ["time.taken_from"]),
        (event("150+10", "", "7"), "time_control", "150+10", ["time.taken_from"]),
        (event("5400+30", "", "17"), "222", "5400+30", ["time.contradiction"]),
        (event("5400+30", "90 min"), "222", "5400+30", ["time.contradiction"]),
        (
            event("90+30", "15 min"),
            "122",
            "900",
            ["time.contradiction", "time.taken_from"],
        ),
        (event("", "100'x40+15'+30\""), "122", "40/6000+30:900+30", ["time.assumed"]),
        (event("W5400-B3600"), "222", "W5400-B3600", ["time.sides"]),
    ],
)
def test_certain(t: Tournament, source: str | None, code: str, told: list[str]) -> None:
    stated = stated_time_control(t)
    assert (stated.chosen.record if stated.chosen else None) == source
    assert (encode_time_control(stated.control) if stated.control else "") == code
    assert stated.proposal == ""
    assert [finding.code for finding in time_control_findings(t)] == told


@pytest.mark.parametrize(
    ("t", "proposal", "said"),
    [
        (event("15+5"), "900+5", "whether minutes or seconds"),
        (event("90+30"), "5400+30", "whether minutes or seconds"),
        (event("", "2x 90 min"), "5400", "“2x”"),
        (event("schnell", "5+3"), "300+3", "“5+3” (122)"),
        (event("schnell", "langsam"), "", "“schnell” (222)"),
        (event("", "Lightning:  min/ mv,  min"), "", "names no time"),
    ],
)
def test_doubtful(t: Tournament, proposal: str, said: str) -> None:
    stated = stated_time_control(t)
    assert (stated.control, stated.proposal) == (None, proposal)
    (finding,) = time_control_findings(t)
    assert (finding.code, str(finding.severity)) == ("time.doubt", "warning")
    assert said in finding.text.en


def test_a_contradiction_names_both() -> None:
    finding = time_control_findings(event("5400+30", "60 min", "18"))[0]
    assert "5400+30 (222) and 3600 (122: “60 min”)" in finding.text.en


@pytest.mark.parametrize("path", sorted(CLM.glob("*.trf")), ids=lambda path: path.name)
def test_clms_own_sources_agree(path: Path) -> None:
    t = to_tournament(decode(path.read_bytes())).tournament
    stated = stated_time_control(t)
    assert stated.rivals == ()
    if t.time_control_code:
        assert stated.control
        assert encode_time_control(stated.control) == t.time_control_code
        assert time_control_findings(t) == ()
    else:
        assert stated.chosen is None
