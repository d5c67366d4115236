"""The rules of the format, one function each, and the check of a whole file.

A file is looked at in three steps: as bytes (`source`), as a structure (`schema_check`)
and as a report (the books here). All steps that are possible are taken, so that
everything is told at once; a place that the schema refused is not judged again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.document import ROOT, qualified, read_document
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
from syncd.formats.dwzxml.schema_check import schema_findings
from syncd.formats.dwzxml.source import DEFAULT_LIMITS, Limits, read_source
from syncd.model.findings import has_errors

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

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
    found = source.findings + schema_findings(source.root)
    if source.root.tag != qualified(ROOT):
        return found
    refused = frozenset(finding.path for finding in found if finding.path)
    evidence = Evidence(read_document(source.root, refused), as_of)
    found += tuple(f for f in RULES.findings(evidence) if f.path not in refused)
    return tuple(sorted(found, key=lambda finding: finding.line))


def is_valid(findings: Iterable[Finding]) -> bool:
    """Return whether a report may be handed in: no finding is an error."""
    return not has_errors(findings)
