from __future__ import annotations

from trf_lines import codes, player, read

from syncd.formats.trf import decode, summary, to_tournament
from syncd.model.findings import has_errors


def test_findings_stand_in_the_order_of_the_lines() -> None:
    reading = read("042 soon", player(1, "9 w 1", points="5.0"), player(2), player(2))
    lines = [finding.line for finding in reading.findings]
    assert lines == sorted(lines)
    assert 4 == len(lines)


def test_an_unknown_record_is_noted_once_and_never_repeated() -> None:
    """Some programs put addresses there: Tornelo's DAT has e-mail addresses."""
    reading = read(
        "DAT    1 EMAIL secret@example.org", "", "801  1 IND", "### x", "GER    1 m",
        "DAT    2 EMAIL other@example.org", "FFF y", "a\tb", player(1),
    )  # fmt: skip
    assert ["trf.unknown_record"] * 3 == codes(reading)
    dat, fff, tab = reading.findings
    assert (2, 1, "DAT") == (dat.line, dat.column, dat.value)
    assert "2 lines, first line 2" in dat.text.en
    assert "2 Zeilen, zuerst Zeile 2" in dat.text.de
    assert "example" not in f"{dat.text} {fff.text}"
    assert (8, "FFF") == (fff.line, fff.value)
    assert "a\\tb" == tab.value


def test_the_second_generation_of_clm_is_read_with_notes() -> None:
    reading = read("XCP a=1;;b=2;;", player(1))
    assert {"clm.generation", "clm.joined_parameters"} == set(codes(reading))
    assert "5.0.1" in reading.findings[0].text.de
    assert not has_errors(reading.findings)


def test_games_of_another_loop_are_asked_for() -> None:
    rows = (
        player(1, "2 w 1", points="2.0"),
        player(2, "1 b 0", points="0.0"),
        player(3, "0000 - Z", points="0.0"),
    )
    reading = read("092 Round Robin", *rows, swiss=False)
    (finding,) = [each for each in reading.findings if each.code == "trf.loops"]
    assert "XML DSB neu" in finding.text.en
    assert "XML DSB neu" in finding.text.de
    assert has_errors(reading.findings)


def test_a_summary_counts_games_once_and_byes_of_all_kinds() -> None:
    lines = [
        "142 4",
        player(1, "2 w 1", "0000 - U", "0000 - +", "3 w +"),
        player(2, "1 b 0", "0000 - Z", "0000 - =", ""),
        player(3, "9 b 0", "1 w =", "0000 - H", "1 b -"),
        player(0),
        player("x"),
        "310   1 A",
        "310   2 spielfrei",
        "013 A",
    ]
    decoded = decode("\n".join(lines).encode())
    assert (3, 2, 4, 3, 5) == summary(decoded, to_tournament(decoded))
