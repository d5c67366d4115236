"""Laws of reading time controls that hold for any text."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from syncd.formats.timecontrol.text import read_code, read_text
from syncd.model.timecontrol import decode_time_control, encode_time_control

words = st.sampled_from(
    [
        "90", "40", "30", "5400", "1", "2", "½", "1,5", " ", "min", "Min.", "h", "Std.",
        "sec", "'", '"', "/", "x", "+", ",", ":", "Züge", "Zug", "moves", "mv", "Rest",
        "ab", "dem", "1.", "pro", "nach", "je", "plus", "dann", "G/", "SD/", "d5",
        "ohne", "Inkrement", "nur", "oder", "&uuml;", "Ü", "W", "B", "-",
    ]
)  # fmt: skip
texts = st.one_of(st.lists(words, max_size=20).map(" ".join), st.text(max_size=60))


@given(texts)
def test_a_text_is_read_or_doubted_and_what_is_certain_has_a_notation(
    text: str,
) -> None:
    for found in (read_text(text), read_code(text)):
        assert found.is_certain or found.doubt is not None
        if found.control:
            notation = encode_time_control(found.control)
            assert decode_time_control(notation) == found.control


@given(texts)
def test_nothing_is_certain_without_a_number(text: str) -> None:
    if not re.search(r"\d|½|¾|¼", text):
        assert not read_text(text).is_certain


@given(st.integers(30, 240), st.integers(1, 60))
def test_minutes_and_seconds_with_units_are_certain(minutes: int, plus: int) -> None:
    for text in (
        f"{minutes} min + {plus} s/Zug",
        f"{minutes}'+{plus}\"",
        f"{minutes} Minuten plus {plus} Sekunden pro Zug ab dem 1. Zug",
        f"G/{minutes};+{plus}",
    ):
        found = read_text(text)
        assert found.is_certain
        assert found.control == decode_time_control(f"{minutes * 60}+{plus}")
