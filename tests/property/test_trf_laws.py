"""Laws of the TRF reader that hold for any bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from syncd.errors import FormatError
from syncd.formats.registry import detect
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import decode, encode, summary, to_tournament, with_field
from syncd.formats.trf.fide_records import PLAYER
from syncd.formats.trf.records import LAYOUTS

if TYPE_CHECKING:
    from random import Random

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
SAMPLES = [
    (CLM / name).read_bytes()
    for name in (
        "E01_clm.trf", "E05_fide.trf", "E06_clm.trf", "E07_clm.trf", "E09_fide.trf",
        "E11_clm.trf", "E15_clm.trf", "E01_genA_clm.trf", "T05_clm_textfix.trf",
    )
]  # fmt: skip

any_time = settings(deadline=None)

codes = st.sampled_from([*LAYOUTS, "310", "###", "DDD", "XXW", "IND", "abc", ""])
fragments = st.one_of(
    st.sampled_from(
        ["   1", "   2", " 0000 - U", "  2 w 1", " 1 b 0", "2026/01/01", "=", "3.5"]
    ),
    st.text(alphabet=" 0123456789wbWB+-=UHFZ/.;äé?", max_size=30),
    st.text(max_size=10),
)
trf_lines = st.builds(
    lambda code, parts, end: code + "".join(parts) + end,
    codes,
    st.lists(fragments, max_size=8),
    st.sampled_from(["\n", "\r\n", "\r", ""]),
)
trf_files = st.lists(trf_lines, max_size=30).map("".join)
encodings = st.sampled_from(["utf-8", "utf-8-sig", "latin-1"])


def laws(data: bytes) -> None:
    """Check what must hold whatever the file."""
    decoded = decode(data)
    assert data == encode(decoded)
    reading = to_tournament(decoded)
    assert reading == to_tournament(decoded)
    tournament = reading.tournament
    assert tournament == decode_snapshot(encode_snapshot(tournament))
    assert min(summary(decoded, reading)) >= 0
    for finding in (*decoded.findings, *reading.findings):
        assert 0 <= finding.line <= len(decoded.lines)
        assert finding.column >= 0
        assert finding.text.en
        assert finding.text.de


@any_time
@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    laws(data)


@any_time
@given(trf_files, encodings)
def test_anything_that_looks_like_trf(text: str, encoding: str) -> None:
    laws(text.encode(encoding, "replace"))


@any_time
@given(
    st.sampled_from(SAMPLES),
    st.lists(
        st.tuples(
            st.floats(0, 1), st.integers(0, 40), st.binary(max_size=12)
        ),
        min_size=1,
        max_size=8,
    ),
)
def test_damaged_exports(data: bytes, edits: list[tuple[float, int, bytes]]) -> None:
    for place, removed, inserted in edits:
        at = int(place * len(data))
        data = data[:at] + inserted + data[at + removed :]
    laws(data)


@any_time
@given(st.sampled_from(SAMPLES), st.randoms(use_true_random=False))
def test_shuffled_exports(data: bytes, random: Random) -> None:
    lines = data.split(b"\n")
    random.shuffle(lines)
    laws(b"\n".join(lines))


@any_time
@given(
    st.sampled_from(SAMPLES),
    st.sampled_from([field.name for field in (*PLAYER.fields, *PLAYER.repeat)]),
    st.text(alphabet="0123456789wb=+-UHFZ./,abc", max_size=4),
    st.integers(0, 8),
    st.integers(0, 200),
)
def test_a_changed_field_changes_its_columns_only(
    data: bytes, name: str, value: str, index: int, which: int
) -> None:
    decoded = decode(data)
    players = [
        number
        for number, line in enumerate(decoded.lines, start=1)
        if line.text.startswith("001")
    ]
    number = players[which % len(players)]
    field = PLAYER.field(name, index)
    try:
        changed = with_field(decoded, number, name, value, index=index)
    except FormatError:
        assert len(value) > field.width
        return
    before, after = decoded.lines[number - 1].text, changed.lines[number - 1].text
    others = [at for at in range(len(decoded.lines)) if at != number - 1]
    assert all(decoded.lines[at] == changed.lines[at] for at in others)
    differing = [
        at
        for at in range(max(len(before), len(after)))
        if before[at : at + 1].strip() != after[at : at + 1].strip()
    ]
    # A moved line keeps its columns moved, so the place is where the old value stood.
    assert not differing or differing[-1] - differing[0] < max(field.width, 90)
    assert decoded == with_field(changed, number, name, old(before, after, differing))


@any_time
@given(st.one_of(st.binary(max_size=200), trf_files.map(str.encode)))
def test_a_format_is_found_or_refused_with_a_reason(data: bytes) -> None:
    try:
        assert detect(data) in {"trf", "dwz", "json"}
    except FormatError as error:
        assert error.text.en
        assert error.text.de
