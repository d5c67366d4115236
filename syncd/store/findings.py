"""Findings as JSON text, the form in which they stand in the store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable


def encode_findings(findings: Iterable[Finding]) -> str:
    """Return the findings as JSON text, both languages included."""
    return json.dumps(
        [
            {
                "code": item.code,
                "severity": item.severity.value,
                "en": item.text.en,
                "de": item.text.de,
                "line": item.line,
                "column": item.column,
                "value": item.value,
                "path": item.path,
            }
            for item in findings
        ],
        ensure_ascii=False,
    )


def decode_findings(text: str) -> tuple[Finding, ...]:
    """Return the findings that `encode_findings` wrote."""
    return tuple(
        Finding(
            code=item["code"],
            severity=Severity(item["severity"]),
            text=Text(item["en"], item["de"]),
            line=item["line"],
            column=item["column"],
            value=item["value"],
            path=item["path"],
        )
        for item in json.loads(text)
    )
