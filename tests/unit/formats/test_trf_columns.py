"""The record tables: what they promise holds for every record."""

from __future__ import annotations

import pytest

from syncd.formats.text import Line
from syncd.formats.trf import Decoded, encode, with_field
from syncd.formats.trf.records import LAYOUTS, layout_of, read_repeated
from syncd.formats.trf.tables.clm_records import MODE
from syncd.formats.trf.tables.columns import Layout, left, right
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.formats.trf.tables.team_records import team_layouts

ALL = [*LAYOUTS.values(), *team_layouts(is_clm=True)]


@pytest.mark.parametrize("layout", ALL, ids=lambda layout: layout.record)
def test_fields_follow_each_other_without_overlap(layout: Layout) -> None:
    fields = [*layout.fields, *layout.repeat]
    places = [(field.first, field.last) for field in fields]
    assert places == sorted(places)
    ends = [field.last for field in fields[:-1]]
    assert all(end < field.first for end, field in zip(ends, fields[1:], strict=True))
    if layout.repeat:
        assert layout.repeat[0].first + layout.stride > layout.repeat[-1].last


@pytest.mark.parametrize("layout", ALL, ids=lambda layout: layout.record)
def test_every_record_names_its_source(layout: Layout) -> None:
    assert layout.source
    assert layout.since.value.startswith(("trf", "clm"))


def test_columns_count_from_one() -> None:
    assert "2231" == "123452231"[right("rating", 6, 9).slice]
    assert "text to the end" == "XCL text to the end"[left("venue", 5).slice]
    assert (104, 109) == (PLAYER.field("colour", 1).first - 3, 109)
    assert 112 == PLAYER.field("opponent", 2).first


def test_an_unknown_field_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        PLAYER.field("shoe_size")


def test_repeated_fields_are_read_to_the_end_of_the_line() -> None:
    text = "240 F   1    3   39"
    assert ["3", "39"] == read_repeated(text, LAYOUTS["240"])


@pytest.mark.parametrize(
    ("text", "record"),
    [
        ("001    1", "001"),
        ("IND    1   GM Anand", "NRS"),
        ("XCZ    1 66211-187", "XCZ"),
    ],
)
def test_the_layout_of_a_line(text: str, record: str) -> None:
    layout = layout_of(text)
    assert layout is not None
    assert record == layout.record


@pytest.mark.parametrize("text", ["", "DDD SSSS sTTT", "FFF x", "310"])
def test_lines_whose_columns_are_unknown(text: str) -> None:
    assert layout_of(text) is None


def test_fixed_numbers_are_written_where_the_table_says() -> None:
    decoded = Decoded("trf", "utf-8", (), (Line("XCM", "\n"),))
    for field, value in (("mode", "1"), ("loops", "2"), ("rounds", "7")):
        decoded = with_field(decoded, 1, field, value)
    assert b"XCM  1  2  7\n" == encode(decoded)
    assert "rounds" in {field.name for field in MODE.fields}
