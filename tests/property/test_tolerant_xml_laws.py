"""Laws of the tolerant XML reader: any bytes, mangled exports, its own cost."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from syncd.errors import FormatError
from syncd.formats.dwzxml.salvage import DEWIS_NAMES
from syncd.formats.dwzxml.schema_words import SECTIONS
from syncd.formats.dwzxml.tolerant import XmlReading, read_xml
from syncd.formats.snapshot import decode_snapshot, encode_snapshot

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
REAL = [
    (CLM / f"{name}.xml").read_bytes()
    for name in ("E01_dsb25", "E05_dsb25", "E15_dsb25", "T05_dsb25")
]

NAMES = sorted(
    {name for section in SECTIONS.values() for name in section} | DEWIS_NAMES
)
VALUES = (
    "", "1", "2", "3", "0", "999", "-", "+", "½", "0,5", "1:0", ":", "x & y", "<z>",
    "12.09.2026", "2026-09-12", "2026-13-40", "SW", "TR", "9" * 20,
)  # fmt: skip
values = st.sampled_from(VALUES) | st.text(max_size=8)


@st.composite
def elements(draw: st.DrawFn, depth: int = 0) -> str:
    """Return some element with children or a text."""
    name = draw(st.sampled_from(NAMES))
    if depth > 2 or draw(st.booleans()):
        return f"<{name}>{draw(values)}</{name}>"
    inner = "".join(draw(st.lists(elements(depth + 1), max_size=6)))
    return f"<{name}>{inner}</{name}>"


def understood(data: bytes) -> XmlReading | None:
    """Return the reading, None if the file was refused in the one way allowed."""
    try:
        reading = read_xml(data)
    except FormatError:
        return None
    snapshot = encode_snapshot(reading.tournament)
    assert decode_snapshot(snapshot) == reading.tournament
    return reading


@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_reading_or_one_error(data: bytes) -> None:
    understood(data)
    understood(b"<DSB_DWZ_TournamentReport>" + data)
    understood(b"<dewis>" + data + b"</dewis>")


@given(st.lists(elements(), max_size=8), st.sampled_from(["dewis", "DSB_DWZ"]))
def test_any_elements_are_read(parts: list[str], kind: str) -> None:
    root = "dewis" if kind == "dewis" else "DSB_DWZ_TournamentReport"
    understood(f"<{root}>{''.join(parts)}</{root}>".encode())


@given(st.sampled_from(REAL), st.data())
def test_a_damaged_export_is_read_or_refused(real: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(real)))
    end = data.draw(st.integers(start, min(start + 40, len(real))))
    understood(real[:start] + data.draw(st.binary(max_size=10)) + real[end:])


@given(st.sampled_from(REAL))
def test_reading_is_repeatable(real: bytes) -> None:
    assert read_xml(real) == read_xml(real)


def test_what_costs_much_is_bounded() -> None:
    """Each of these took a second or more with a search per place."""
    many = 200_000
    for part in ("&", "<x", "<!--", "<![CDATA[", "&auml", "<game ", "\x01"):
        text = f"<DSB_DWZ_TournamentReport>{part * many}</DSB_DWZ_TournamentReport>"
        understood(text.encode())
