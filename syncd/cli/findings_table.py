"""Findings for people: the worst first, and many of one kind as one line."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.cli.shapes import place_of
from syncd.cli.words import word
from syncd.model.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from syncd.cli.output import Output
    from syncd.model.findings import Finding

MOST_OF_A_KIND: Final = {Severity.ERROR: 20, Severity.WARNING: 3, Severity.INFO: 3}
"""More findings with one code and weight are shown as the first and a number.

Each error is work for somebody, so few of them are hidden.
"""

_WEIGHTS: Final = list(Severity)
Line = tuple["Finding", Text]


def print_findings(
    output: Output, findings: Sequence[Finding], *, in_full: Collection[str] = ()
) -> None:
    """Print findings as a table, if there are any.

    Args:
        output: where to.
        findings: in any order.
        in_full: codes of which each finding says something of its own, however many
            there are.
    """
    if not findings:
        return
    output.table(
        Text("Findings", "Befunde"),
        (
            Text("Weight", "Gewicht"),
            Text("Code", "Code"),
            Text("Place", "Stelle"),
            Text("What", "Was"),
        ),
        (
            (word(item.severity.value), item.code, place_of(item), text)
            for item, text in shortened(findings, in_full)
        ),
    )


def shortened(findings: Sequence[Finding], in_full: Collection[str] = ()) -> list[Line]:
    """Return what is shown: errors, warnings, infos, each kind where it first came."""
    kinds: defaultdict[tuple[int, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        kinds[_WEIGHTS.index(finding.severity), finding.code].append(finding)
    ordered = sorted(kinds.items(), key=lambda kind: kind[0][0])
    return [
        line
        for (_, code), alike in ordered
        for line in _lines(alike, in_full=code in in_full)
    ]


def _lines(alike: list[Finding], *, in_full: bool) -> list[Line]:
    if in_full or len(alike) <= MOST_OF_A_KIND[alike[0].severity]:
        return [(finding, finding.text) for finding in alike]
    first, more = alike[0], len(alike) - 1
    text = Text(
        f"{first.text.en} (and {more} more of this kind)",
        f"{first.text.de} (und {more} weitere dieser Art)",
    )
    return [(first, text)]


def tally(findings: Sequence[Finding]) -> Text:
    """Return how many findings of each weight there are."""
    errors, warnings, infos = (
        sum(finding.severity is weight for finding in findings) for weight in _WEIGHTS
    )
    return Text(
        f"Errors: {errors}, warnings: {warnings}, notes: {infos}.",
        f"Fehler: {errors}, Warnungen: {warnings}, Hinweise: {infos}.",
    )
