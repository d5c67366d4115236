from __future__ import annotations

import io

import pytest

from syncd.errors import DecodeError
from syncd.formats.lists.fide import decode_fide
from syncd.formats.lists.fide_text import month_of_text
from syncd.model.lists import FidePlayer

PLAYER = (
    "<player><fideid>{id}</fideid><name>{name}</name><country>GER</country>"
    "<sex>{sex}</sex><title>{title}</title><w_title></w_title><o_title></o_title>"
    "<foa_title></foa_title><rating>{rating}</rating><games>0</games><k>10</k>"
    "<rapid_rating>1900</rapid_rating><birthday>{birth}</birthday>"
    "<flag>{flag}</flag></player>"
)
HE = FidePlayer(99900001, "Muster", "Max", "GER", "m", "GM", 2612, 1990)
HIS = {
    "id": "99900001", "name": "Muster, Max", "sex": "M", "title": "GM",
    "rating": "2612", "birth": "1990", "flag": "",
}  # fmt: skip


def listed(*players: dict[str, str]) -> bytes:
    rows = "\n".join(PLAYER.format(**HIS | item) for item in players)
    return f'<?xml version="1.0"?>\n<playerslist>\n{rows}\n</playerslist>'.encode()


def read(data: bytes, *, is_xml: bool = True) -> list[FidePlayer]:
    return list(decode_fide(io.BytesIO(data), is_xml=is_xml).players)


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        ({}, "rating", 2612),
        ({"rating": "0"}, "rating", None),
        ({"rating": ""}, "rating", None),
        ({"birth": "0000"}, "birth_year", None),
        ({"birth": ""}, "birth_year", None),
        ({"sex": "F"}, "sex", "w"),
        ({"title": ""}, "title", ""),
        ({"flag": "i"}, "is_active", False),
        ({"flag": "wi"}, "is_active", False),
        ({"flag": "w"}, "is_active", True),
        ({"name": "Solo"}, "forename", ""),
        ({"name": "O&apos;Neil, A &amp; B"}, "forename", "A & B"),
    ],
)
def test_fields_of_the_xml_list(
    given: dict[str, str], field: str, value: object
) -> None:
    (player,) = read(listed(given))
    assert value == getattr(player, field)


def test_players_come_in_order_and_damaged_ones_are_noted() -> None:
    wrong: tuple[dict[str, str], ...] = ({"id": "x"}, {"id": ""}, {"name": ""})
    found = decode_fide(io.BytesIO(listed({}, *wrong, {"id": "7"})), is_xml=True)
    assert [99900001, 7] == [player.fide_id for player in found.players]
    assert 3 == found.notes.damaged_rows
    assert [4, 5, 6] == [item.line for item in found.notes.findings()]


BOMB = (
    b'<!DOCTYPE playerslist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    b"<playerslist><player><name>&b;</name></player></playerslist>"
)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no xml",
        b"<html></html>",
        b"<player></player>",
        listed({})[:-20],
        BOMB,
        BOMB.replace(b'"aaaaaaaaaa"', b'SYSTEM "file:///etc/passwd"'),
        b"<playerslist>" + b"<a>" * 100,
        b"<playerslist><player><name>" + b"x" * 1000,
        b'<?xml version="1.0" encoding="klingon"?><playerslist/>',
        b"<playerslist>\xff\xfe</playerslist>",
    ],
)
def test_hostile_or_broken_xml_is_one_error(data: bytes) -> None:
    with pytest.raises(DecodeError):
        read(data)


COMBINED = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK "
    "B-day Flag"
)
SINGLE = (
    "ID Number      Name                                                         "
    "Fed Sex Tit  WTit OTit           FOA SEP26 Gms K  B-day Flag"
)


def row(header: str, **cells: str) -> str:
    line = [" "] * (len(header) + 4)
    for head, text in cells.items():
        place = header.index(head.replace("_", " ").replace("Bday", "B-day"))
        line[place : place + len(text)] = text
    return "".join(line)


HIS_ROW = {
    "ID_Number": "99900001", "Name": "Muster, Max", "Fed": "GER", "Sex": "M",
    "Tit": "GM", "Bday": "1990",
}  # fmt: skip


@pytest.mark.parametrize(("header", "rating"), [(COMBINED, "SRtng"), (SINGLE, "SEP26")])
def test_both_lists_in_fixed_columns(header: str, rating: str) -> None:
    he = row(header, **HIS_ROW, **{rating: "2612"})
    idle = row(header, **HIS_ROW, **{rating: "0"}, Flag="i")
    data = f"{header}\r\n{he}\r\n{idle}\r\n\r\nrubbish".encode("latin-1")
    found = decode_fide(io.BytesIO(data), is_xml=False)
    first, second = found.players
    assert HE == first
    assert (None, False) == (second.rating, second.is_active)
    assert [5] == [item.line for item in found.notes.findings()]


def test_columns_may_move() -> None:
    header = SINGLE.replace("Name      ", "Name  ").replace("Tit  ", "Tit    ")
    data = f"{header}\n{row(header, **HIS_ROW, SEP26='2612')}\n"
    assert [HE] == read(data.encode(), is_xml=False)


@pytest.mark.parametrize("header", ["", "ID Number Name", SINGLE.replace("SEP26", "X")])
def test_a_list_without_standard_ratings_is_refused(header: str) -> None:
    with pytest.raises(DecodeError):
        read(header.encode(), is_xml=False)


@pytest.mark.parametrize(
    ("header", "month"),
    [(SINGLE, "2026-09"), (COMBINED, ""), ("", ""), ("ABC26 XYZ", "")],
)
def test_the_month_is_in_the_header_of_a_single_list(header: str, month: str) -> None:
    assert month == month_of_text(header)
