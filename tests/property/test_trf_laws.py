"""Laws of the TRF reader that hold for any bytes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from syncd.errors import UnknownFormatError
from syncd.formats.names import split_name
from syncd.formats.registry import detect
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.text import Line
from syncd.formats.trf import decode, encode, summary, to_tournament, with_field
from syncd.formats.trf.clm.round_blocks import read_player_rounds, read_team_rounds
from syncd.formats.trf.lines.alignment import align
from syncd.formats.trf.records import LAYOUTS, Records
from syncd.formats.trf.tables.fide_records import PLAYER

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


_DIRECTIONS = (
    "152", "162", "172", "202", "240", "250", "260", "299", "300", "310", "320", "330",
    "352", "362", "XXA", "XXC", "XXP", "XXS", "XXZ", "XCT", "XCA", "XCM", "BBW", "GER",
    "NRS",
)  # fmt: skip

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
encodings = st.sampled_from(
    ["utf-8", "utf-8-sig", "latin-1", "cp1252", "cp850", "cp437"]
)


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
        if finding.line:
            line = decoded.lines[finding.line - 1].text
            assert finding.column <= len(line) + 1
        assert finding.text.en
        assert finding.text.de


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    laws(data)


@given(trf_files, encodings)
def test_anything_that_looks_like_trf(text: str, encoding: str) -> None:
    laws(text.encode(encoding, "replace"))


@given(st.lists(st.tuples(trf_lines, encodings), max_size=8))
def test_files_joined_from_several_encodings(parts: list[tuple[str, str]]) -> None:
    laws(b"".join([text.encode(encoding, "replace") for text, encoding in parts]))


@given(
    st.text(alphabet="äöüÄÖÜ", min_size=1, max_size=3),
    st.sampled_from(["cp437", "cp850", "cp1252", "latin-1", "utf-8"]),
)
def test_umlauts_within_words_are_read_whatever_the_encoding(
    umlauts: str, encoding: str
) -> None:
    name = "".join([f"M{umlaut}ller" for umlaut in umlauts if umlaut in "äöüÖ"])
    decoded = decode(f"012 {name}".encode(encoding))
    assert name == decoded.lines[0].text[4:]


@given(
    st.sampled_from(SAMPLES),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=12)),
        min_size=1,
        max_size=8,
    ),
)
def test_damaged_exports(data: bytes, edits: list[tuple[float, int, bytes]]) -> None:
    for place, removed, inserted in edits:
        at = int(place * len(data))
        data = data[:at] + inserted + data[at + removed :]
    laws(data)


@given(st.sampled_from(SAMPLES), st.randoms(use_true_random=False))
def test_shuffled_exports(data: bytes, random: Random) -> None:
    lines = data.split(b"\n")
    random.shuffle(lines)
    laws(b"\n".join(lines))


def digits(most: int) -> st.SearchStrategy[str]:
    return st.text(alphabet="0123456789", max_size=most)


changes = st.one_of(
    st.tuples(st.just("number"), digits(4)),
    st.tuples(st.just("sex"), st.sampled_from("mw")),
    st.tuples(st.just("title"), st.sampled_from(["", "GM", "WIM"])),
    st.tuples(st.just("name"), st.text(alphabet="aäñ,x", max_size=20)),
    st.tuples(st.just("rating"), digits(4)),
    st.tuples(st.just("federation"), st.sampled_from(["", "GER", "FID"])),
    st.tuples(st.just("fide_id"), digits(9)),
    st.tuples(st.just("points"), st.sampled_from(["", "0.0", "7.5", "10.0"])),
    st.tuples(st.just("rank"), digits(4)),
    st.tuples(st.just("opponent"), digits(4)),
    st.tuples(st.just("colour"), st.sampled_from("wb-")),
    st.tuples(st.just("result"), st.sampled_from("10=+-UHFZ")),
)


@given(st.sampled_from(SAMPLES), changes, st.integers(0, 4), st.integers(0, 200))
def test_a_changed_field_changes_its_own_columns_only(
    data: bytes, change: tuple[str, str], index: int, which: int
) -> None:
    name, value = change
    decoded = decode(data)
    lines = [line.text for line in decoded.lines]
    players = [at for at, text in enumerate(lines) if text.startswith("001")]
    at = players[which % len(players)]
    changed = with_field(decoded, at + 1, name, value, index=index)
    assert lines[:at] == [line.text for line in changed.lines[:at]]
    assert lines[at + 1 :] == [line.text for line in changed.lines[at + 1 :]]

    before, after = align(lines[at], PLAYER), align(changed.lines[at].text, PLAYER)
    columns = PLAYER.field(name, index).slice
    width = max(len(before.text), len(after.text))
    old, new = before.text.ljust(width), after.text.ljust(width)
    assert value == new[columns].strip()
    assert (old[: columns.start], old[columns.stop :]) == (
        new[: columns.start],
        new[columns.stop :],
    )
    assert before.shift == after.shift


@given(
    st.text(alphabet="abcñéøÅ-' ", min_size=1, max_size=60),
    st.text(alphabet="abcñéøÅ-' ", max_size=20),
)
def test_a_player_is_read_the_same_however_his_name_moves_the_columns(
    surname: str, forename: str
) -> None:
    """CLM pads by UTF-8 bytes and never cuts."""
    name = f"{surname.strip()},{forename.strip()}"
    padded = name + " " * max(33 - len(name.encode()), 0)
    line = f"001    1 m FM {padded} 2231 GER     4612345 1968/  /    3.5    1  0000 - U"
    (entrant,) = to_tournament(decode(line.encode("latin-1"))).tournament.entrants
    assert split_name(name)[:2] == (entrant.surname, entrant.forename)
    assert (2231, 4612345, 1968, 35, 1) == (
        entrant.rating,
        entrant.fide_id,
        entrant.birth_year,
        entrant.points_x10,
        entrant.rank,
    )


@given(st.one_of(st.binary(max_size=200), trf_files.map(str.encode)))
def test_a_format_is_found_or_refused_with_a_reason(data: bytes) -> None:
    try:
        answer = detect(data)
    except UnknownFormatError as error:
        answer = error.text.de
    assert answer in {"trf", "dwz", "dewis", "json"} or answer.endswith(".")


@given(
    st.lists(
        st.builds(
            str.__add__,
            st.sampled_from(["XCD", "XCZ"]),
            st.text(alphabet=" 0123456789.xG", max_size=200),
        ),
        max_size=6,
    ),
    st.integers(0, 5),
    st.none() | st.integers(1, 3),
)
def test_blocks_by_round_of_any_line(
    texts: list[str], rounds: int, loops: int | None
) -> None:
    records = Records([Line(text, "\n") for text in texts])
    team = read_team_rounds(records, rounds=rounds, loops=loops)
    players = read_player_rounds(records, rounds=rounds, loops=loops)
    last = rounds * (loops or 1)
    told = [each.round for each in team.rounds] + [
        each.round for each in players.rounds
    ]
    assert all(1 <= number <= last for number in told)
    for finding in (*team.findings, *players.findings):
        assert 1 <= finding.line <= len(texts)


@given(
    st.lists(
        st.builds(
            str.__add__,
            st.sampled_from(_DIRECTIONS),
            st.text(alphabet=" 0123456789.-+WDLFHZTAPwb=", max_size=60),
        ),
        max_size=20,
    )
)
def test_records_that_direct_the_pairing_hold_anything(texts: list[str]) -> None:
    players = [f"001 {number:>4}" for number in (1, 2, 10)]
    laws("\n".join([*players, *texts]).encode())
