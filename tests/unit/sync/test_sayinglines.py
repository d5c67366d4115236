"""What an installation tells of who said what, as lines of a file."""

from __future__ import annotations

import pytest

from syncd.sync.places import LISTED, Part, Place
from syncd.sync.sayinglines import read_said, said_lines
from syncd.sync.sayings import Sayings

CITY = Place(Part.TOURNAMENT, (), "city")
GAME = Place(Part.GAME, (1, 2, 3, 0))
MANY = {Place(Part.PLAYER, (n,), LISTED): ("sued", 2) for n in range(120)}
SAYINGS = Sayings(
    ("nord", 1),
    {CITY: ("sued", 4), Place(Part.PARAMETER, (), "größe"): ("nord", 3), **MANY},
    {GAME: frozenset({("nord", 2), ("west", 9)})},
    {"nord": 3, "sued": 4, "west": 9},
)


def as_file(sayings: Sayings) -> bytes:
    lines = ["012 Open", *said_lines(sayings), '### syncd {"from":"nord"}']
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


PUT_BACK = Sayings(
    ("nord~1795000000", 1795000000123456),
    {CITY: ("nord", 3)},
    {GAME: frozenset({("nord~1795000000", 1795000000123457)})},
    {"nord": 3, "nord~1795000000": 1795000000123457},
)


@pytest.mark.parametrize(
    "sayings", [SAYINGS, PUT_BACK, Sayings(("nord", 1), seen={"nord": 1})]
)
def test_what_was_written_is_read(sayings: Sayings) -> None:
    assert read_said(as_file(sayings)) == sayings
    assert read_said(as_file(sayings).replace(b"\r\n", b"\n")) == sayings


def test_a_file_that_was_cut_off_tells_nothing() -> None:
    lines = as_file(SAYINGS).splitlines(keepends=True)
    for count in range(len(lines) - 1):
        assert read_said(b"".join(lines[:count])) is None


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (b'"v":1', b'"v":2'),
        (b'"v":1', b'"v":"1"'),
        (b'"seen":{', b'"seen":[],"x":{'),
        (b'"nord",1]', b'"nord",0]'),
        (b'"nord",1]', b'"no/rd",1]'),
        (b'"nord",1]', b'"nord~",1]'),
        (b'"nord",1]', b'"nord~1~2",1]'),
        (b'"nord",1]', b'"nord",9007199254740993]'),
        (b'"nord",1]', b'"nord"]'),
        (b'"game"', b'"gone"'),
        (b"[1,2,3,0]", b"[1,2,3,0,5]"),
        (b"[1,2,3,0]", b'["1"]'),
        (b'"at":[', b'"at":' + b"[" * 9000),
    ],
)
def test_what_cannot_be_understood_tells_nothing(was: bytes, becomes: bytes) -> None:
    data = as_file(SAYINGS)
    assert was in data
    assert read_said(data.replace(was, becomes)) is None
