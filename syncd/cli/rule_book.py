"""The list of all rules: as a table, as JSON, and as a page of the documentation.

`python -m syncd.cli.rule_book > docs/rules.md` writes the page.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.cli.words import word
from syncd.formats.dwzxml.catalogue import CATALOGUE

if TYPE_CHECKING:
    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.formats.dwzxml.catalogue.entry import Entry

_PAGE: Final = """\
# The rules of the DWZ XML 2.5

Written by `python -m syncd.cli.rule_book`; do not edit. `syncd validate --rules` prints
the same list. A rule that has warnings or remarks can be weighed anew in the settings
(`[rules]`, for instance `P13 = "off"`); errors cannot.

* file: {file}
* schema: {schema}
* report: {report}; one function per rule
* members, clubs: {members} or {clubs}, if one is given
* log: {log}
* writer: {writer}
* nobody: {nobody} shows it

| Rule | Level | Findings | Decided by | What it asks | Remark |
|---|---|---|---|---|---|
"""


def print_rules(output: Output) -> None:
    """Print every rule."""
    if output.as_json:
        entries = CATALOGUE.values()
        output.document([rule_entry_shape(item, output.language) for item in entries])
        return
    output.table(
        Text("Rules", "Regeln"),
        (
            Text("Rule", "Regel"),
            Text("Level", "Stufe"),
            Text("Weight", "Gewicht"),
            Text("Decided by", "Entschieden durch"),
            Text("What it asks", "Was sie verlangt"),
        ),
        (_row(item) for item in CATALOGUE.values()),
    )


def rule_entry_shape(entry: Entry, language: Language) -> dict[str, Any]:
    """Return one rule as `validate --rules --json` prints it."""
    return {
        "rule": entry.code,
        "level": entry.level,
        "severities": [severity.value for severity in entry.severities],
        "where": [place.value for place in entry.where],
        "adjustable": entry.is_adjustable,
        "text": entry.text.say(language),
        "remark": entry.remark.say(language),
    }


def rules_page() -> str:
    """Return the page of the documentation that lists the rules."""
    words = {place.value: place.words.en for item in CATALOGUE.values()
             for place in item.where}  # fmt: skip
    rows = [
        (
            item.code,
            item.level,
            ", ".join(severity.value for severity in item.severities) or "none",
            ", ".join(place.value for place in item.where),
            item.text.en,
            item.remark.en,
        )
        for item in CATALOGUE.values()
    ]
    lines = (f"| {' | '.join(row)} |\n" for row in rows)
    return _PAGE.format_map(words) + "".join(lines)


def _row(entry: Entry) -> tuple[Text | str, ...]:
    weights = [word(severity.value) for severity in entry.severities]
    places = [place.words for place in entry.where]
    remark = entry.remark
    return (
        entry.code,
        entry.level,
        _joined(weights),
        _joined(places),
        Text(
            f"{entry.text.en} ({remark.en})" if remark.en else entry.text.en,
            f"{entry.text.de} ({remark.de})" if remark.de else entry.text.de,
        ),
    )


def _joined(texts: list[Text]) -> Text:
    return Text(
        ", ".join(text.en for text in texts), ", ".join(text.de for text in texts)
    )


if __name__ == "__main__":
    sys.stdout.write(rules_page())
