"""Laws of the strict writer: what it writes is right, what it cannot write it tells."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from syncd.errors import EncodeError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.elements import (
    Header,
    Payload,
    Report,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.dwzxml.validation import load_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syncd.bilingual import Text

OFFICIAL = (
    Path(__file__).resolve().parents[3]
    / "shared" / "spec" / "DSB_DWZ_Tounament_2_5_1.xsd"
)  # fmt: skip
DAY = dt.date(2026, 9, 12)
NEVER_WRITTEN = {
    "F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F09", "F11", "F13", "U09",
    "T02", "T05", "T08", "T11", "T18", "P05", "P06", "P08", "P09", "P20", "P24", "P28",
    "P36", "P39", "G01", "G05", "G07", "G08", "G09", "G10", "G11", "G18", "G19",
    "G21", "G28", "G30",
}  # fmt: skip
"""Rules about the form of a report, which no written file may break."""

RIGHT = Report(
    Header(
        dt.datetime(2026, 9, 14, tzinfo=dt.UTC), "A", "B",
        "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01",
    ),
    "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02",
    Payload(
        ReportTournament("Open", "SW", "5400", 2, DAY, DAY, "Ort"),
        (ReportPlayer(1, "S", "F", 1990), ReportPlayer(2, "T", "G", 1991)),
        (ReportGame(1, 1, 2, "1", "0", DAY), ReportGame(2, 2, None, "+", "-")),
    ),
)  # fmt: skip
BLANKS = replace(RIGHT.payload.tournament, url=" ", notes="\t", age_class="\r\n")

# Mostly right values, so that some reports can be written; but anything may come.
texts = st.sampled_from(["A", "Ä & <b>", " ", "", "\x00", "\ud800", "]]>", "a\r\nb"])
wild = texts | st.text(max_size=4)
numbers = st.sampled_from([1, 2, 3, 0, -1, 999, 1000, 99_999, 1_000_000])
optional = st.none() | numbers | st.integers(-5, 10**12)
days = st.sampled_from([DAY, dt.date.min, dt.date.max, dt.date(999, 12, 31)])
uuids = st.sampled_from([RIGHT.tournament_uuid, RIGHT.tournament_uuid.upper(), "", "x"])
moments = st.sampled_from(
    [dt.datetime(2026, 9, 14, tzinfo=dt.UTC), dt.datetime(2026, 9, 14)]
)
headers = st.builds(Header, moments, wild, wild, uuids)
tournaments = st.builds(
    ReportTournament,
    label=wild, type=st.sampled_from(["SW", "TR-H", "sw", ""]), timecontrol=wild,
    rounds=numbers, start=days, end=days, location=wild, url=wild, notes=wild,
    age_class=wild,
)  # fmt: skip
players = st.builds(
    ReportPlayer,
    number=st.sampled_from([1, 2, 3, 0]), surname=wild, forename=wild,
    dob_year=st.none() | st.sampled_from([1990, 58, 0, 12_345]), dsb_id=wild,
    dob_date=st.none() | days, vkz=st.sampled_from(["", "Z9901", "Z99", "Z99&1"]),
    member_number=optional, club=wild, fide_id=optional, fide_rating=optional,
    sex=st.sampled_from(["", "m", "w", "W", "<"]),
)  # fmt: skip
points = st.sampled_from(["1", "0.5", "0", "+", "-", "", "½", "1.0", "&"])
sides = st.sampled_from([None, 1, 2, 3, 0])
games = st.builds(
    ReportGame, round=numbers, white=sides, black=sides,
    white_points=points, black_points=points, date=st.none() | days,
)  # fmt: skip
anything = st.builds(
    Report,
    st.none() | headers,
    uuids,
    st.builds(
        Payload,
        tournaments,
        st.lists(players, max_size=3).map(tuple),
        st.lists(games, max_size=3).map(tuple),
    ),
)
one_odd_part = st.one_of(
    st.builds(lambda part: changed(tournament=part), tournaments),
    st.builds(lambda part: changed(player=part), players),
    st.builds(lambda part: changed(game=part), games),
    st.builds(lambda header: replace(RIGHT, header=header), headers),
)


def changed(
    tournament: ReportTournament | None = None,
    player: ReportPlayer | None = None,
    game: ReportGame | None = None,
) -> Report:
    """Return the right report with one part exchanged."""
    payload = RIGHT.payload
    return replace(
        RIGHT,
        payload=Payload(
            tournament or payload.tournament,
            (*payload.players[:1], player or payload.players[1]),
            (*payload.games[:1], game or payload.games[1]),
        ),
    )


def written(report: Report) -> tuple[bytes | None, Sequence[Text]]:
    """Return the file, or why there is none."""
    try:
        return encode_report(report), ()
    except EncodeError as refused:
        return None, refused.causes


def without_blanks(report: Report) -> Report:
    """Return the report with nothing where an optional text is blank."""
    payload = report.payload
    tournament = replace(payload.tournament, **emptied(payload.tournament, OPTIONAL))
    entered = [replace(who, **emptied(who, OPTIONAL)) for who in payload.players]
    return replace(report, payload=Payload(tournament, tuple(entered), payload.games))


OPTIONAL = ("url", "notes", "age_class", "dsb_id", "club")


def emptied(part: object, names: Sequence[str]) -> dict[str, Any]:
    """Return the blank ones of some attributes, as empty texts."""
    return {name: "" for name in names if not getattr(part, name, "x").strip(" \t\r\n")}


@given(anything | one_odd_part)
@example(RIGHT)
@example(replace(RIGHT, payload=replace(RIGHT.payload, tournament=BLANKS)))
def test_what_is_written_is_right_or_everything_wrong_is_told(report: Report) -> None:
    data, causes = written(report)
    if data is None:
        assert causes
        assert all(cause.en and cause.de for cause in causes)
        return
    root = etree.fromstring(data)
    assert load_schema().validate(root)
    if OFFICIAL.exists():
        assert etree.XMLSchema(etree.parse(OFFICIAL)).validate(root)
    assert decode_report(data) == without_blanks(report)
    codes = {finding.code for finding in check_report(data)}
    assert codes.isdisjoint(NEVER_WRITTEN)


def part(name: str, **changes: object) -> Callable[[Report], Report]:
    """Return a change of one part of a report."""

    def spoil(report: Report) -> Report:
        values: Any = changes
        payload = report.payload
        if name == "header":
            assert report.header is not None
            return replace(report, header=replace(report.header, **values))
        if name == "tournament":
            spoilt = replace(payload.tournament, **values)
            return replace(report, payload=replace(payload, tournament=spoilt))
        first, *others = getattr(payload, name)
        rows = (replace(first, **values), *others)
        rest: Any = {name: rows}
        return replace(report, payload=replace(payload, **rest))

    return spoil


FAULTS = {
    "creationDate": part("header", created=dt.datetime(2026, 9, 14)),
    "sender": part("header", sender=" "),
    "system": part("header", system="\x07"),
    "label": part("tournament", label=""),
    "tournamentType": part("tournament", type="xx"),
    "rounds": part("tournament", rounds=0),
    "notes": part("tournament", notes="\ufffe"),
    "surname": part("players", surname=""),
    "dobYear": part("players", dob_year=None),
    "vkz": part("players", vkz="Z99"),
    "fideRating": part("players", fide_rating=0),
    "round": part("games", round=1000),
    "pointWhite": part("games", white_points="½"),
    "tournamentPlayerNumberBlack": part("games", black=77),
}
"""Element -> a fault there that hides no other."""


@given(st.sets(st.sampled_from(sorted(FAULTS)), min_size=1))
def test_all_faults_are_told_at_once(names: set[str]) -> None:
    report = RIGHT
    for name in names:
        report = FAULTS[name](report)
    with pytest.raises(EncodeError) as refused:
        encode_report(report)
    told = [cause.en for cause in refused.value.causes]
    for name in names:
        assert any(f"{name}" in cause for cause in told), name
    assert len(told) >= len(names)
