"""Laws of the DWZ XML reader, writer and checker."""

from __future__ import annotations

import calendar
import copy
import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from syncd.errors import FormatError
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
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.dwzxml.schema_check import schema_findings
from syncd.formats.dwzxml.source import read_source
from syncd.formats.dwzxml.validation import load_schema
from syncd.model.findings import has_errors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.model.findings import Finding

OFFICIAL = (
    Path(__file__).resolve().parents[2]
    / ".."
    / "shared"
    / "spec"
    / "DSB_DWZ_Tounament_2_5_1.xsd"
)
# How long a loaded machine takes says nothing about the laws.
LEAST_DAY = dt.date(1000, 1, 1)
NO_XML = "".join(map(chr, range(0x20))).translate({9: "", 10: "", 13: ""})
XML_CHARACTERS = st.characters(
    exclude_categories=["Cs"], exclude_characters=f"{NO_XML}\ufffe\uffff"
)
XML_BLANKS = "\t\n\r "

texts = st.text(XML_CHARACTERS, max_size=6)
filled = texts.filter(lambda text: text.strip(XML_BLANKS) != "")
optional = st.just("") | filled
uuids = st.uuids().map(str)
days = st.dates(min_value=LEAST_DAY)
zones = st.integers(-14 * 60, 14 * 60).map(
    lambda minutes: dt.timezone(dt.timedelta(minutes=minutes))
)
moments = st.datetimes(min_value=dt.datetime(1000, 1, 1), timezones=zones)
headers = st.builds(
    Header, created=moments, sender=filled, system=filled, file_uuid=uuids
)
tournaments = st.builds(
    ReportTournament,
    label=filled,
    type=st.sampled_from(["SR", "SW", "SC", "TR-H", "TW-H", "TC-H"]),
    timecontrol=filled,
    rounds=st.integers(1, 999),
    start=days,
    end=days,
    location=filled,
    url=optional,
    notes=optional,
    age_class=optional,
)
players = st.builds(
    ReportPlayer,
    number=st.integers(1, 999_999),
    surname=filled,
    forename=filled,
    dob_year=st.integers(1000, 9999),
    dsb_id=optional,
    dob_date=st.none() | days,
    vkz=st.sampled_from(["", "Z9901", "abcde", "00000"]),
    member_number=st.none() | st.integers(1, 99_999),
    club=optional,
    fide_id=st.none() | st.integers(1, 99_999_999_999_999),
    fide_rating=st.none() | st.integers(1, 5000),
    sex=st.sampled_from(["", "m", "w"]),
)
points = st.sampled_from(["1", "0.5", "0", "+", "-"])


def games_of(numbers: st.SearchStrategy[int]) -> st.SearchStrategy[ReportGame]:
    """Draw games that name at least one player."""
    games = st.builds(
        ReportGame,
        round=st.integers(1, 999),
        white=st.none() | numbers,
        black=st.none() | numbers,
        white_points=points,
        black_points=points,
        date=st.none() | days,
    )
    return games.filter(lambda game: (game.white, game.black) != (None, None))


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """Draw a report that the format can hold."""
    entered = draw(
        st.lists(players, min_size=2, max_size=4, unique_by=lambda who: who.number)
    )
    numbers = st.sampled_from([player.number for player in entered])
    games = draw(st.lists(games_of(numbers), min_size=1, max_size=4))
    payload = Payload(draw(tournaments), tuple(entered), tuple(games))
    return Report(draw(st.none() | headers), draw(uuids), payload)


@given(reports())
def test_what_is_written_is_read(report: Report) -> None:
    data = encode_report(report)
    assert decode_report(data) == report
    assert encode_report(decode_report(data)) == data
    codes = {finding.code for finding in check_report(data)}
    assert codes.isdisjoint(FORM)


@given(reports(), tournaments, st.none() | headers, uuids)
def test_the_hash_is_that_of_the_payload(
    report: Report, tournament: ReportTournament, header: Header | None, uuid: str
) -> None:
    digest = payload_sha256(report.payload)
    renamed = Report(header, uuid, report.payload)
    other = replace(report.payload, tournament=tournament)
    assert payload_sha256(renamed.payload) == digest
    assert (payload_sha256(other) == digest) == (other == report.payload)


def read_or_refused(data: bytes) -> bool:
    """Return whether the bytes are read; any other exception fails the test."""
    try:
        decode_report(data)
    except FormatError:
        return False
    return True


def assert_sound(data: bytes, findings: Sequence[Finding]) -> None:
    """Check what holds for the findings of any bytes."""
    places = [(finding.code, finding.path) for finding in findings if finding.path]
    assert len(set(places)) == len(places)
    assert all(finding.text.en and finding.text.de for finding in findings)
    if not read_or_refused(data):
        assert has_errors(findings)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    assert_sound(data, check_report(data))


@given(st.text(max_size=60), st.sampled_from(["utf-8", "utf-16", "utf-32", "utf-7"]))
def test_any_text_after_a_declaration(text: str, encoding: str) -> None:
    declared = f'<?xml version="1.0" encoding="{encoding}"?>{text}'
    data = declared.encode(encoding, "replace")
    assert_sound(data, check_report(data))


SAMPLE = encode_report(
    Report(
        Header(dt.datetime(2026, 9, 14, 18, 5, tzinfo=dt.UTC), "A", "B", "0" * 8
               + "-0000-4000-8000-000000000001"),
        "00000000-0000-4000-8000-000000000002",
        Payload(
            ReportTournament("L", "SW", "5400", 2, dt.date(2026, 9, 12),
                             dt.date(2026, 9, 13), "O", "u", "n", "a"),
            (ReportPlayer(1, "S", "F", 1990, "NU1234567", dt.date(1990, 2, 3), "Z9901",
                          1, "C", 1, 1500, "w"), ReportPlayer(2, "T", "G", 1991)),
            (ReportGame(1, 1, 2, "1", "0", dt.date(2026, 9, 12)),
             ReportGame(2, 2, None, "+", "-")),
        ),
    )
)  # fmt: skip
TREE = etree.fromstring(SAMPLE)
FORM = {"F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F09", "F11", "F13"}
NAMES = sorted({etree.QName(element).localname for element in TREE.iter()})
indexes = st.integers(0, 10_000)


def at(root: etree._Element, index: int) -> etree._Element:
    elements = list(root.iter())
    return elements[index % len(elements)]


def spoil(root: etree._Element, how: str, one: int, two: int, text: str) -> None:
    """Change one element: its text, its name, its place, or whether it is there."""
    element, other = at(root, one), at(root, two)
    parent = element.getparent()
    if how == "text":
        element.text = text
    elif how == "attribute":
        element.set("version", text)
    elif how == "rename":
        element.tag = f"{{{etree.QName(root).namespace}}}{NAMES[two % len(NAMES)]}"
    elif parent is not None and how == "remove":
        parent.remove(element)
    elif parent is not None and how == "repeat":
        parent.append(copy.deepcopy(element))
    elif parent is not None and element not in [other, *other.iterancestors()]:
        other.insert(two % (len(other) + 1), element)


spoils = st.tuples(
    st.sampled_from(["text", "attribute", "rename", "remove", "repeat", "move"]),
    indexes,
    indexes,
    texts | st.sampled_from(["", "0", "1", "2", "true", "2026-02-30", " 1", "+1"]),
)


@given(st.lists(spoils, min_size=1, max_size=4))
def test_words_are_found_exactly_where_the_schema_refuses(
    changes: list[tuple[str, int, int, str]],
) -> None:
    root = copy.deepcopy(TREE)
    for change in changes:
        spoil(root, *change)
    data = etree.tostring(root, encoding="UTF-8", xml_declaration=True)
    parsed = read_source(data).root
    assert parsed is not None
    violations = schema_findings(parsed)
    assert load_schema().validate(parsed) == (not violations)
    assert read_or_refused(data) == (not violations)
    assert_sound(data, check_report(data))


@pytest.mark.skipif(not OFFICIAL.exists(), reason="the federation's schema is not here")
@given(st.lists(spoils, min_size=1, max_size=2))
def test_what_we_accept_the_federation_accepts(
    changes: list[tuple[str, int, int, str]],
) -> None:
    root = copy.deepcopy(TREE)
    for change in changes:
        spoil(root, *change)
    if load_schema().validate(root):
        assert etree.XMLSchema(etree.parse(OFFICIAL)).validate(root)


day_texts = st.builds(
    "{:04}-{:02}-{:02}".format,
    st.integers(0, 9999) | st.sampled_from([1900, 2000, 2024, 2100]),
    st.integers(0, 13) | st.just(2),
    st.integers(0, 32) | st.integers(28, 31),
)


@given(day_texts)
def test_the_schema_knows_the_calendar(text: str) -> None:
    year, month, day = map(int, text.split("-"))
    exists = (
        year >= LEAST_DAY.year
        and 1 <= month <= 12
        and 1 <= day <= calendar.monthrange(year, month)[1]
    )
    data = SAMPLE.replace(b"<startDate>2026-09-12", b"<startDate>" + text.encode())
    root = etree.fromstring(data)
    assert load_schema().validate(root) == exists
