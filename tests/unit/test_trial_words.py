"""What `portal test` says of trouble: there is no report that would wait."""

from __future__ import annotations

import pytest

from syncd.bilingual import Text
from syncd.cli.trials import of_a_test


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        (
            Text(
                "no connection; nothing was sent. The report is kept and sent later.",
                "keine Verbindung. Der Bericht bleibt erhalten und wird später "
                "gesendet.",
            ),
            "no connection; nothing was sent.",
            "keine Verbindung.",
        ),
        (
            Text(
                "has space left; the report is kept and tried again later.",
                "noch Platz ist; der Bericht bleibt erhalten und wird später erneut "
                "abgelegt.",
            ),
            "has space left.",
            "noch Platz ist.",
        ),
        (Text("Refused.", "Abgelehnt."), "Refused.", "Abgelehnt."),
    ],
)
def test_no_report_is_kept_after_a_test(text: Text, english: str, german: str) -> None:
    assert of_a_test(text) == Text(english, german)
