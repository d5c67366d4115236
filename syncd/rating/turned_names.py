"""Signs that turn the direction of writing: a name then reads otherwise than it is.

They come into names with text that was copied from web pages. The portal would keep
them and its search never find the person again, so somebody should know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.formats.hidden_signs import direction_sign
from syncd.model.findings import Finding, Severity
from syncd.rating.contact import report_texts

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload


def turned_findings(payload: Payload) -> tuple[Finding, ...]:
    """Return a warning for each text of the report with such a sign."""
    return tuple(
        Finding("direction-sign", Severity.WARNING, _text(place, sign), path=place)
        for place, text in report_texts(payload)
        if (sign := direction_sign(text))
    )


def _text(place: str, sign: str) -> Text:
    return Text(
        f"{place} holds an invisible sign ({sign}) that turns the direction of "
        "writing: the name reads otherwise than it is. Type it anew in CLM and export "
        "again.",
        f"{place} enthält ein unsichtbares Zeichen ({sign}), das die Schreibrichtung "
        "umkehrt: Der Name liest sich anders, als er ist. In CLM neu eintippen und neu "
        "exportieren.",
    )
