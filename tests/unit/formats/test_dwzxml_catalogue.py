"""The map of the rules against the territory: functions, schema, log and rule sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from syncd.cli.rule_book import rules_page
from syncd.formats.dwzxml import content_model, export_log, references, schema_check
from syncd.formats.dwzxml.catalogue import CATALOGUE
from syncd.formats.dwzxml.catalogue.entry import Chapter, Entry, Where
from syncd.formats.dwzxml.rules import FIDE_RULES, LIST_RULES, RULES
from syncd.formats.dwzxml.schema_words import LISTS, SECTIONS
from syncd.model.findings import Severity

ROOT = Path(__file__).resolve().parents[3]
SHEET = ROOT.parent / "shared" / "spec" / "dwz-rules.md"
COUNTS = {"F": 13, "U": 10, "T": 20, "P": 45, "G": 33}
TOLD_ELSEWHERE = {"T07", "T10", "P27", "G15", "G17", "G26"}
"""Rules of the contents that another rule's function tells; their remark says which."""

ENTRIES = list(CATALOGUE.values())


def decided_by(*places: Where) -> set[str]:
    return {item.code for item in ENTRIES if {*places} & {*item.where}}


def codes_in(module: object) -> set[str]:
    """Return the rule ids that a module's source holds in quotes."""
    path = getattr(module, "__file__", "")
    return set(re.findall(r'"([FUTPG]\d\d)"', Path(path).read_text("utf-8")))


def test_all_rules_are_there_in_order() -> None:
    expected = [f"{letter}{n:02}" for letter, n in numbered()]
    assert list(CATALOGUE) == expected
    assert len(expected) == 121


def numbered() -> list[tuple[str, int]]:
    return [(letter, n + 1) for letter, count in COUNTS.items() for n in range(count)]


def test_the_contents_are_looked_at_by_one_function_each() -> None:
    assert decided_by(Where.REPORT) - TOLD_ELSEWHERE == {*RULES.rules}
    assert all(CATALOGUE[code].remark.en for code in TOLD_ELSEWHERE)


def test_the_lists_are_asked_by_one_function_each() -> None:
    assert decided_by(Where.MEMBERS, Where.CLUBS) == {*LIST_RULES.rules}
    assert decided_by(Where.FIDE) == {*FIDE_RULES.rules}


def test_the_schema_tells_its_rules_by_their_ids() -> None:
    told = {
        code
        for section in SECTIONS.values()
        for element in section.values()
        for code in (element.rule, element.missing, element.empty, element.zero)
    }
    told |= {code for _, _, code in LISTS.values()} - {""}
    for module in (content_model, references, schema_check):
        told |= codes_in(module)
    told -= {""}
    wanted = decided_by(Where.SCHEMA)
    assert told <= wanted
    assert all("told as" in CATALOGUE[code].remark.en for code in wanted - told)


def test_the_log_tells_its_rules_by_their_ids() -> None:
    assert decided_by(Where.LOG) == codes_in(export_log)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_each_rule_is_told_in_both_languages(entry: Entry) -> None:
    assert entry.text.en.endswith(".")
    assert entry.text.de.endswith(".")
    assert entry.text.en != entry.text.de
    assert bool(entry.remark.en) == bool(entry.remark.de)
    assert list(entry.severities) == sorted(entry.severities, key=list(Severity).index)
    if Where.NOBODY in entry.where:
        assert entry.remark.en


@pytest.mark.parametrize(
    ("code", "adjustable"),
    [("P13", True), ("P44", True), ("T06", True), ("F05", False), ("U02", False),
     ("G16", False), ("G03", False), ("P26", False)],
)  # fmt: skip
def test_only_what_can_be_a_warning_is_adjustable(code: str, adjustable: bool) -> None:  # noqa: FBT001
    assert CATALOGUE[code].is_adjustable is adjustable


def test_an_entry_is_written_in_one_line() -> None:
    chapter = Chapter()
    chapter.rule("X01|MUST|E W|schema report", "Be good.", "Sei gut.")
    (entry,) = chapter.entries
    assert entry.severities == (Severity.ERROR, Severity.WARNING)
    assert entry.where == (Where.SCHEMA, Where.REPORT)


def test_the_page_of_the_documentation_is_current() -> None:
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert page == rules_page(), "run: python -m syncd.cli.rule_book > docs/rules.md"


LETTERS = {Severity.ERROR: "E", Severity.WARNING: "W", Severity.INFO: "I"}


@pytest.mark.skipif(not SHEET.exists(), reason="the rule sheet is not on this machine")
def test_ids_and_severities_are_those_of_the_rule_sheet() -> None:
    rows = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in SHEET.read_text("utf-8").splitlines()
        if re.match(r"\| [FUTPG]\d\d \|", line)
    ]
    assert [row[0] for row in rows] == list(CATALOGUE)
    for code, _, _, level, _, severity, *_ in rows:
        entry = CATALOGUE[code]
        listed = set(re.findall(r"\b[EWI]\b", severity.partition("(")[0])[:1])
        assert listed <= {LETTERS[item] for item in entry.severities}, code
        assert (Where.SCHEMA in entry.where) >= severity.endswith("S"), code
        if re.fullmatch(r"[A-Z/ ]+|info|note|implied", level):
            assert entry.level == level, code
