"""The rules of the format, one function each, and the check of a whole file.

A file is looked at in three steps: as bytes (`source`), as a structure (`schema_check`)
and as a report (the books here). All steps that are possible are taken, so that
everything is told at once; a place that the schema refused is not judged again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.document import ROOT, qualified, read_document
from syncd.formats.dwzxml.references import REFERENCE_RULES
from syncd.formats.dwzxml.rules import (
    clubs,
    dates,
    fide,
    frame,
    games,
    identity,
    persons,
    tournament,
)
from syncd.formats.dwzxml.rules.book import Evidence, RuleBook
from syncd.formats.dwzxml.rules.roster import people
from syncd.formats.dwzxml.rules.sides import game_of
from syncd.formats.dwzxml.schema_check import schema_findings
from syncd.formats.dwzxml.source import DEFAULT_LIMITS, Limits, read_source
from syncd.model.findings import has_errors

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Sequence

    from lxml import etree

    from syncd.model.findings import Finding

RULES: Final = RuleBook(
    frame.RULES,
    tournament.RULES,
    dates.RULES,
    persons.RULES,
    identity.RULES,
    fide.RULES,
    clubs.RULES,
    games.RULES,
)
"""Every rule beyond bytes and schema."""

_MISPLACED: Final = "F13"


def check_report(
    data: bytes, *, as_of: dt.date | None = None, limits: Limits = DEFAULT_LIMITS
) -> tuple[Finding, ...]:
    """Return everything that is wrong with a file, by line.

    Args:
        data: the whole file, of whatever origin.
        as_of: the day on which it is judged; None leaves out what depends on it.
        limits: how large the file may be.

    Returns:
        Findings whose code is the rule id (`P06`) and whose path is the place
        (`players/player[3]/dobYear`); never two of one rule for one place.
    """
    source = read_source(data, limits)
    if source.root is None:
        return source.findings
    violations = schema_findings(source.root)
    found = source.findings + violations
    if source.root.tag == qualified(ROOT):
        found += _rule_findings(source.root, violations, as_of)
    return tuple(sorted(found, key=lambda finding: finding.line))


def _rule_findings(
    root: etree._Element, violations: Sequence[Finding], as_of: dt.date | None
) -> tuple[Finding, ...]:
    """Return what the books find at places that the schema has not refused."""
    refused = frozenset(v.path for v in violations if v.code != _MISPLACED)
    document = read_document(root, refused)
    evidence = Evidence(
        document,
        tuple(people(document)),
        tuple(map(game_of, document.games)),
        as_of,
        references_hold=all(v.code not in REFERENCE_RULES for v in violations),
    )
    found = RULES.findings(evidence)
    return tuple(finding for finding in found if finding.path not in refused)


def is_valid(findings: Iterable[Finding]) -> bool:
    """Return whether a report may be handed in: no finding is an error."""
    return not has_errors(findings)
