"""Every file of the collection of valid and broken reports, by its index."""

from __future__ import annotations

import csv
import datetime as dt
from pathlib import Path
from typing import NamedTuple

import pytest
from lxml import etree

from syncd.errors import FormatError
from syncd.formats.dwzxml.catalogue import CATALOGUE
from syncd.formats.dwzxml.catalogue.entry import Where
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.export_log import check_log, exported_file
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.dwzxml.rules.registers import index_lists
from syncd.formats.dwzxml.validation import load_schema
from syncd.formats.lists.dsb import decode_clubs, decode_members
from syncd.model.findings import Severity, has_errors

DWZ = Path(__file__).resolve().parents[1] / "data" / "dwz"
OFFICIAL = (
    Path(__file__).resolve().parents[2]
    / ".."
    / "shared"
    / "spec"
    / "DSB_DWZ_Tounament_2_5_1.xsd"
)
LISTS = index_lists(
    decode_members((DWZ / "data" / "spieler.csv").read_bytes()).members,
    decode_clubs((DWZ / "data" / "vereine.csv").read_bytes()).clubs,
)
"""The invented members and clubs that the files were made from."""


class Case(NamedTuple):
    """One row of an index."""

    path: Path
    kind: str
    rules: frozenset[str]
    own_verdict: str
    official_verdict: str

    @property
    def data(self) -> bytes:
        return self.path.read_bytes()


def cases(folder: str, *kinds: str) -> list[Case]:
    """Return the rows of an index, those of some classes only if any are named."""
    with (DWZ / folder / "INDEX.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    found = [
        Case(
            DWZ / folder / row["file"],
            row["class"],
            frozenset(row["rules"].split()),
            row["own_xsd"],
            row["official_2_5_1_libxml2"],
        )
        for row in rows
    ]
    return [case for case in found if not kinds or case.kind in kinds]


def name(case: Case) -> str:
    return case.path.name


GOOD, BAD = cases("good"), cases("bad")
ERRORS = cases("bad", "schema", "schema-own", "business-error")
WARNINGS = cases("bad", "business-warning")


def verdict(schema: etree.XMLSchema, data: bytes) -> str:
    try:
        root = etree.fromstring(data)
    except etree.XMLSyntaxError:
        return "not-wellformed"
    return "valid" if schema.validate(root) else "invalid"


def test_the_index_names_every_file() -> None:
    for folder, listed in (("good", GOOD), ("bad", BAD)):
        files = {path.name for path in (DWZ / folder).glob("*.xml")}
        assert files == {case.path.name for case in listed}
        assert files


@pytest.mark.parametrize("case", GOOD + BAD, ids=name)
def test_our_schema_says_what_the_index_says(case: Case) -> None:
    assert verdict(load_schema(), case.data) == case.own_verdict


@pytest.mark.skipif(not OFFICIAL.exists(), reason="the federation's schema is not here")
@pytest.mark.parametrize("case", GOOD + BAD, ids=name)
def test_the_official_schema_says_what_the_index_says(case: Case) -> None:
    official = etree.XMLSchema(etree.parse(OFFICIAL))
    assert verdict(official, case.data) == case.official_verdict


@pytest.mark.skipif(not OFFICIAL.exists(), reason="the federation's schema is not here")
@pytest.mark.parametrize("case", GOOD + BAD, ids=name)
def test_what_we_find_valid_is_valid_there(case: Case) -> None:
    official = etree.XMLSchema(etree.parse(OFFICIAL))
    if verdict(load_schema(), case.data) == "valid":
        assert verdict(official, case.data) == "valid"
        written = encode_report(decode_report(case.data))
        assert verdict(official, written) == "valid"


@pytest.mark.parametrize("case", GOOD, ids=name)
def test_good_files(case: Case) -> None:
    for findings in (check_report(case.data), check_report(case.data, registers=LISTS)):
        assert [f for f in findings if f.severity is Severity.ERROR] == []
    report = decode_report(case.data)
    assert decode_report(encode_report(report)) == report


@pytest.mark.parametrize("case", ERRORS, ids=name)
def test_wrong_files(case: Case) -> None:
    findings = check_report(case.data, registers=LISTS)
    assert has_errors(findings)
    errors = {f.code for f in findings if f.severity is Severity.ERROR}
    assert errors & case.rules
    places = [(f.code, f.path) for f in findings]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("case", BAD, ids=name)
def test_only_what_our_schema_accepts_is_read(case: Case) -> None:
    if case.own_verdict == "valid":
        report = decode_report(case.data)
        assert decode_report(encode_report(report)) == report
    else:
        with pytest.raises(FormatError) as caught:
            decode_report(case.data)
        assert caught.value.line > 0
        assert caught.value.causes


@pytest.mark.parametrize("case", WARNINGS, ids=name)
def test_doubtful_files(case: Case) -> None:
    findings = check_report(case.data, registers=LISTS)
    assert not has_errors(findings)
    assert {finding.code for finding in findings} & case.rules


@pytest.mark.parametrize("case", GOOD + BAD, ids=name)
def test_findings_are_as_heavy_as_the_catalogue_says(case: Case) -> None:
    for finding in check_report(case.data, as_of=dt.date(2030, 1, 1), registers=LISTS):
        entry = CATALOGUE[finding.code]
        assert finding.severity in entry.severities
        assert {Where.LOG, Where.WRITER, Where.NOBODY}.isdisjoint(entry.where[:1])
        assert finding.text.en != finding.text.de


@pytest.mark.parametrize("case", cases("bad", "sequence"), ids=name)
def test_files_after_another(case: Case) -> None:
    first = (DWZ / "good" / "01-base.xml").read_bytes()
    log = [exported_file(decode_report(first), first)]
    findings = check_log(decode_report(case.data), case.data, log)
    is_right = case.path.name.endswith("-right.xml")
    expected = [] if is_right else sorted(case.rules)
    assert [finding.code for finding in findings] == expected
