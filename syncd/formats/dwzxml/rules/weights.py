"""How much a rule weighs here: somebody may find a warning idle, or take it to heart.

Only warnings and remarks can be weighed anew. An error is a report that the portal
refuses or that harms somebody; no setting makes it right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.model.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.model.findings import Finding

Weights = Mapping[str, Severity | None]
"""Rule id -> what its warnings and remarks are instead; None leaves them out."""

NO_WEIGHTS: Final[Weights] = {}


def weighed(findings: Iterable[Finding], weights: Weights) -> Iterator[Finding]:
    """Yield the findings with their new severities, without those that are off."""
    for finding in findings:
        weight = weights.get(finding.code, finding.severity)
        if finding.severity is Severity.ERROR or weight is finding.severity:
            yield finding
        elif weight is not None:
            yield replace(finding, severity=weight)
