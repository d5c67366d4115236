"""Names that CLM's exporter has destroyed: `K?M?im` for Köln-Mülheim.

CLM writes Latin-1 and puts a question mark for every other letter. Versions 5.0.1 and
5.1.0 convert name, city and federation twice, which also takes umlauts and up to three
letters behind each. The plain form of a file bears no other mark of its version, and a
question mark may be meant, so this asks and never refuses.

Source: CLM's source, site/clm/functions/utf8decode.php and its calls in
site/clm/api/db_trf_export.php.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.formats.trf.records import Records

_LOST: Final = "?"
_WHAT_TO_DO: Final = {
    "012": Text(
        "Name the right one with `syncd confirm --label NAME`.",
        "Bitte den richtigen Namen mit `syncd confirm --label NAME` angeben.",
    ),
    "022": Text(
        "Name the right place with `syncd confirm --location PLACE`.",
        "Bitte den richtigen Ort mit `syncd confirm --location ORT` angeben.",
    ),
    "032": Text("The report does not use it.", "Der Bericht verwendet sie nicht."),
}
"""Record of name, city and federation -> what to do where it is destroyed."""


def lost_letters(records: Records) -> list[Finding]:
    """Return a warning for each such record of a CLM file with question marks."""
    return [
        _destroyed(records.text(line), line, to_do)
        for record, to_do in _WHAT_TO_DO.items()
        for line in records[record]
        if _LOST in records.text(line)
    ]


def _destroyed(text: str, line: int, to_do: Text) -> Finding:
    value = text[4:].strip()
    return Finding(
        code="clm.lost_letters",
        severity=Severity.WARNING,
        text=Text(
            en=f"“{value}” has lost letters, unless its question marks are meant: CLM "
            "writes them for what it cannot export, and versions 5.0.1 and 5.1.0 "
            f"destroy umlauts with the letters behind them. {to_do.en}",
            de=f"„{value}“ hat Buchstaben verloren, falls die Fragezeichen nicht "
            "dazugehören: CLM schreibt sie für alles, was es nicht exportieren kann, "
            "und die Versionen 5.0.1 und 5.1.0 zerstören Umlaute samt den Buchstaben "
            f"dahinter. {to_do.de}",
        ),
        line=line,
        column=text.index(_LOST) + 1,
        value=value,
    )
