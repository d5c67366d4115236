from __future__ import annotations

import pytest
from dwzxml_samples import edited

from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.rules import check_report
from syncd.model.findings import Severity

NAMELESS = encode_report(
    edited({"label": "Kreisliga"}, players={1: {"dob_year": 1900}})
)


@pytest.mark.parametrize(
    ("weight", "expected"),
    [
        (Severity.INFO, [Severity.INFO]),
        (Severity.WARNING, [Severity.WARNING]),
        (Severity.ERROR, [Severity.ERROR]),
        (None, []),
    ],
)
def test_a_warning_is_weighed_anew(
    weight: Severity | None, expected: list[Severity]
) -> None:
    findings = check_report(NAMELESS, weights={"T01": weight})
    assert [item.severity for item in findings if item.code == "T01"] == expected


@pytest.mark.parametrize("weight", [Severity.INFO, Severity.WARNING, None])
def test_an_error_stays_an_error(weight: Severity | None) -> None:
    findings = check_report(NAMELESS, weights={"P18": weight, "P23": weight})
    assert findings == check_report(NAMELESS)
    assert {"P18", "P23"} <= {item.code for item in findings}
