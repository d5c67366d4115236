"""A list of findings that a broken file cannot fill without end.

A finding takes a hundred times the memory of the cell it is about, and nobody reads the
thousandth of its kind. The first of each kind are kept; the next says that there are
more.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Self

from syncd.bilingual import Text
from syncd.model.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.findings import Severity

MOST: Final = 200
"""Findings of one code and severity that are listed one by one."""


class Findings(list[Finding]):
    """A list that keeps `MOST` findings of each code and severity.

    That holds for `append`, `extend` and `+=`, the ways in which findings are gathered.
    """

    def __init__(self, findings: Iterable[Finding] = ()) -> None:
        super().__init__()
        self._counts: Counter[tuple[str, str]] = Counter()
        self.extend(findings)

    def has_enough(self, code: str, severity: Severity) -> bool:
        """Return whether one more of this kind would change nothing."""
        return self._counts[code, severity] > MOST

    def append(self, finding: Finding) -> None:
        """Add a finding, or once the note that there are more of its kind."""
        kind = finding.code, finding.severity
        self._counts[kind] += 1
        if self._counts[kind] <= MOST:
            super().append(finding)
        elif self._counts[kind] == MOST + 1:
            super().append(_more(finding))

    def extend(self, findings: Iterable[Finding]) -> None:
        """Add findings one by one."""
        for finding in findings:
            self.append(finding)

    def __iadd__(  # type: ignore[misc,override] # a list would take anything in
        self, findings: Iterable[Finding]
    ) -> Self:
        self.extend(findings)
        return self


def _more(finding: Finding) -> Finding:
    return Finding(
        code=finding.code,
        severity=finding.severity,
        text=Text(
            en=f"There are more faults of this kind ({finding.code}), here and below; "
            f"only the first {MOST} are listed. Correct these first.",
            de=f"Es gibt weitere Fehler dieser Art ({finding.code}), hier und danach; "
            f"nur die ersten {MOST} sind aufgeführt. Bitte zuerst diese korrigieren.",
        ),
        line=finding.line,
        column=finding.column,
    )
