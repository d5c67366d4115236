"""The rules of the format, one function each, and the check of a whole file.

A file is looked at in three steps: as bytes (`source`), as a structure (`schema_check`)
and as a report (the books here). All steps that are possible are taken, so that
everything is told at once; a place that the schema refused is not judged again.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.document import ROOT, qualified, read_document
from syncd.formats.dwzxml.references import REFERENCE_RULES
from syncd.formats.dwzxml.rules import (
    clubs,
    dates,
    frame,
    games,
    ids,
    list_clubs,
    list_fide,
    list_members,
    list_ratings,
    listing,
    persons,
    ratings,
    tournament,
)
from syncd.formats.dwzxml.rules.book import Evidence, RuleBook
from syncd.formats.dwzxml.rules.registers import NO_REGISTERS
from syncd.formats.dwzxml.rules.roster import fide_id
from syncd.formats.dwzxml.rules.weights import NO_WEIGHTS, weighed
from syncd.formats.dwzxml.schema_check import schema_verdict
from syncd.formats.dwzxml.source import DEFAULT_LIMITS, Limits, read_source
from syncd.formats.few_findings import MOST, Findings
from syncd.model.findings import Severity

if TYPE_CHECKING:
    import datetime as dt

    from lxml import etree

    from syncd.formats.dwzxml.rules.registers import Registers
    from syncd.formats.dwzxml.rules.weights import Weights
    from syncd.formats.dwzxml.schema_check import Verdict
    from syncd.model.findings import Finding

RULES: Final = RuleBook(
    frame.RULES,
    tournament.RULES,
    dates.RULES,
    persons.RULES,
    listing.RULES,
    ids.RULES,
    ratings.RULES,
    clubs.RULES,
    games.RULES,
)
"""Every rule beyond bytes and schema that the file alone decides."""

LIST_RULES: Final = RuleBook(list_members.RULES, list_fide.RULES, list_clubs.RULES)
"""What the lists of members and clubs say; silent without them."""

FIDE_RULES: Final = list_ratings.RULES
"""What FIDE's list says; silent without it."""

_MOST_GATHERED: Final = MOST + 1
"""Places of one rule that are looked up; one more than are told."""


def check_report(
    data: bytes,
    *,
    as_of: dt.date | None = None,
    limits: Limits = DEFAULT_LIMITS,
    registers: Registers = NO_REGISTERS,
    weights: Weights = NO_WEIGHTS,
) -> tuple[Finding, ...]:
    """Return everything that is wrong with a file, by line.

    Args:
        data: the whole file, of whatever origin.
        as_of: the day on which it is judged; None leaves out what depends on it.
        limits: how large the file may be.
        registers: lists of members, clubs and FIDE players, see `index_lists`.
        weights: rules that weigh more or less here, or nothing; errors stay errors.

    Returns:
        Findings whose code is the rule id (`P06`) and whose path is the place
        (`players/player[3]/dobYear`); never two of one rule for one place.
    """
    source = read_source(data, limits)
    if source.root is None:
        return source.findings
    verdict = schema_verdict(source.root)
    found = source.findings + verdict.findings
    if source.root.tag == qualified(ROOT):
        found += _rule_findings(source.root, verdict, as_of, registers)
    return tuple(sorted(weighed(found, weights), key=lambda finding: finding.line))


def _rule_findings(
    root: etree._Element,
    verdict: Verdict,
    as_of: dt.date | None,
    registers: Registers,
) -> tuple[Finding, ...]:
    """Return what the books find at places that the schema has not refused.

    Where file and list break one rule at one place, the list tells more; but no remark
    of a list hides an error.
    """
    refused = verdict.refused
    evidence = Evidence(
        read_document(root, refused),
        as_of,
        references_hold=all(v.code not in REFERENCE_RULES for v in verdict.findings),
        registers=registers,
    )
    told: dict[tuple[str, str], Finding] = {}
    counts: Counter[str] = Counter()
    lists = () if registers is NO_REGISTERS else (FIDE_RULES, LIST_RULES)
    for book in (*lists, RULES):
        for finding in book.findings(evidence):
            place = finding.code, finding.path
            is_news = place not in told or _outweighs(finding, told[place])
            if not is_news or finding.path in refused:
                continue
            counts[finding.code] += place not in told
            if place in told or counts[finding.code] <= _MOST_GATHERED:
                told[place] = finding
    return tuple(Findings(told.values()))


def _outweighs(one: Finding, other: Finding) -> bool:
    return one.severity is Severity.ERROR is not other.severity


def fide_ids(data: bytes, limits: Limits = DEFAULT_LIMITS) -> frozenset[int]:
    """Return the FIDE ids in a report, to look them up; none if it is not readable.

    Args:
        data: the whole file, of whatever origin.
        limits: how large the file may be.
    """
    root = read_source(data, limits).root
    if root is None or root.tag != qualified(ROOT):
        return frozenset()
    players = read_document(root, frozenset()).players
    return frozenset(filter(None, map(fide_id, players)))
