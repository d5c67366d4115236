"""The JSON shapes that other programs rely on, exactly as the contract has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.bilingual import Language
    from syncd.formats.trf import Summary
    from syncd.model.findings import Finding


def finding_shape(finding: Finding, language: Language) -> dict[str, Any]:
    """Return a finding as `check` prints it."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "line": finding.line,
        "column": finding.column,
        "message": finding.text.say(language),
    }


def rule_shape(finding: Finding, language: Language) -> dict[str, Any]:
    """Return a finding as `validate` and `report` print it."""
    return {
        "rule": finding.code,
        "severity": finding.severity.value,
        "path": place_of(finding).say(language),
        "message": finding.text.say(language),
    }


def place_of(finding: Finding) -> Text:
    """Return the place in the file: a path in XML, else line and column if known."""
    if finding.path or not finding.line:
        return Text(finding.path, finding.path)
    if not finding.column:
        return Text(f"line {finding.line}", f"Zeile {finding.line}")
    return Text(
        f"line {finding.line}, column {finding.column}",
        f"Zeile {finding.line}, Spalte {finding.column}",
    )


def verdict_shape(
    findings: Iterable[Finding], language: Language, *, valid: bool
) -> dict[str, Any]:
    """Return the document of `validate` and `report`."""
    return {
        "valid": valid,
        "findings": [rule_shape(item, language) for item in findings],
    }


def summary_shape(summary: Summary | None) -> dict[str, int]:
    """Return the counts of `check`, zeros for a file that cannot be read."""
    names = ("players", "teams", "rounds", "games", "byes")
    return {name: getattr(summary, name) if summary else 0 for name in names}
