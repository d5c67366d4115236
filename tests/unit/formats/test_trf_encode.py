"""Changing one field changes its columns and nothing else."""

from __future__ import annotations

import pytest
from trf_lines import player

from syncd.errors import EncodeError
from syncd.formats.trf import decode, encode, with_field

LINE = player(7, "12 w 1", "0000 - U", name="Muster,Max", points="1.5")


def change(line: str, name: str, value: str, index: int = 0, end: str = "XXX") -> str:
    data = f"012 Open\r\n{line}\r\n{end}\n".encode("latin-1")
    changed = encode(with_field(decode(data), 2, name, value, index=index))
    first, second, third = changed.decode("latin-1").split("\n")[:3]
    assert ("012 Open\r", end) == (first, third)
    return second.removesuffix("\r")


@pytest.mark.parametrize(
    ("name", "value", "index", "before", "after"),
    [
        ("number", "8", 0, "   7", "   8"),
        ("sex", "w", 0, "m", "w"),
        ("name", "Mustermann,Erika", 0, "Muster,Max      ", "Mustermann,Erika"),
        ("rating", "987", 0, "2000", " 987"),
        ("points", "0.5", 0, " 1.5", " 0.5"),
        ("birth", "2001", 0, "1999/12/31", "2001      "),
        ("result", "=", 0, "w 1", "w ="),
        ("opponent", "3", 1, "0000 - U", "   3 - U"),
    ],
)
def test_a_field_of_a_player(
    name: str, value: str, index: int, before: str, after: str
) -> None:
    assert LINE.replace(before, after, 1) == change(LINE, name, value, index)


def test_a_free_text_is_replaced_to_the_end_of_the_line() -> None:
    assert "XCL Rathaus" == change("XCL Bürgerhaus Mülheim", "venue", "Rathaus")


def test_a_short_line_is_padded_only_as_far_as_needed() -> None:
    line = "001    1 m"
    assert f"{line}    Muster" == change(line, "name", "Muster")
    assert "172     FIDE" == change("172", "method", "FIDE")


@pytest.mark.parametrize("width", [30, 31, 40])
def test_in_a_line_that_has_moved_the_columns_move_along(width: int) -> None:
    head, tail = LINE[:14], LINE[47:]
    line = f"{head}{'Muñoz,Ana':{width}}{tail}"
    assert f"{head}{'Muñoz,Ana':{width}}{tail.replace('2000', '2100')}" == change(
        line, "rating", "2100"
    )
    assert f"{head}{'Peña,Eva':{width}}{tail}" == change(line, "name", "Peña,Eva")
    assert f"001    9{line[8:]}" == change(line, "number", "9")


def test_a_team_is_written_in_its_own_form_of_310() -> None:
    final = (
        "310   1 India                            IND     2486   15.0   28.0  11"
        "     1    5"
    )
    clm = (
        "310   1 SV Gross-Gerau I                         1621    4   12.5   4"
        "    40   41"
    )
    assert final.replace(" 28.0", " 29.5") == change(final, "game_points", "29.5")
    assert clm.replace(" 12.5", " 13.0") == change(clm, "game_points", "13.0")
    assert clm.replace("   41", "   42") == change(clm, "player", "42", 1)
    assert clm.replace("1621 ", "987  ") == change(
        clm, "strength", "987", end="XCL Saal"
    )


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        (LINE, "rating", "12345"),
        (LINE, "name", "x" * 34),
        (LINE, "name", "two\nlines"),
        ("XCL Halle", "venue", "two\rlines"),
        (LINE, "shoe_size", "43"),
        ("801 anything", "name", "x"),
        ("", "name", "x"),
    ],
)
def test_what_does_not_fit_is_refused(line: str, name: str, value: str) -> None:
    with pytest.raises(EncodeError) as caught:
        change(line, name, value)
    assert 2 == caught.value.line


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_a_line_that_is_not_there_is_refused(number: int) -> None:
    with pytest.raises(EncodeError, match="no line"):
        with_field(decode(b"012 Open\n"), number, "name", "x")


def test_a_letter_the_file_cannot_hold_is_refused_when_encoding() -> None:
    decoded = decode("012 Köln\n".encode("latin-1"))
    with pytest.raises(EncodeError, match="latin-1"):
        encode(with_field(decoded, 1, "name", "Łódź"))


@pytest.mark.parametrize("legend", ["DAT", "DDD", "BBB", "FFF"])
def test_a_legend_is_no_national_record(legend: str) -> None:
    """Reader and writer agree on that: no field of it can be set."""
    decoded = decode(f"{legend}    1 EMAIL of a player\n".encode())
    with pytest.raises(EncodeError, match="no field"):
        with_field(decoded, 1, "rating", "1500")
