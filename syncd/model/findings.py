"""A finding: one thing that was noticed in a file, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.bilingual import Text


class Severity(StrEnum):
    """How much a finding weighs: an error makes its tournament wait."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing noticed in a file.

    Attributes:
        code: a dotted name (`trf.column_shift`) or a rule id (`P06`).
        severity: error, warning or info.
        text: what was found, what was assumed and what is right.
        line: line number from 1; 0 if it is not about one line.
        column: column from 1, counted in characters; 0 if unknown.
        value: the text found there, shortened.
        path: place in an XML document (`players/player[3]/dobYear`), else empty.
    """

    code: str
    severity: Severity
    text: Text
    line: int = 0
    column: int = 0
    value: str = ""
    path: str = ""


def has_errors(findings: Iterable[Finding]) -> bool:
    """Return whether any finding is an error."""
    return any(finding.severity is Severity.ERROR for finding in findings)
