"""What is read but cannot be reported yet, each with the reason in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.trf.dialects import CLM_A, CLM_B
from syncd.formats.trf.numbers import first_int
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.formats.trf.records import Records


_BY_HAND: Final = Text(
    en="The tournament cannot be reported from this TRF. Until it can, CLM's export "
    "“XML DSB neu” has to be handed in by hand; `syncd adopt` is not needed for that.",
    de="Das Turnier lässt sich aus dieser TRF-Datei nicht melden. Solange das so ist, "
    "ist der Export „XML DSB neu“ des CLM von Hand einzureichen; `syncd adopt` ist "
    "dafür nicht nötig.",
)


def team_event() -> Finding:
    """Return why a team event has to wait."""
    return _error(
        "trf.team",
        Text(
            en="This is a team event. Its TRF does not say who played at home, so no "
            "DWZ report can be made of it yet.",
            de="Dies ist ein Mannschaftswettbewerb. Seine TRF-Datei sagt nicht, wer "
            "Heimrecht hatte; daraus ist noch kein DWZ-Bericht möglich.",
        ),
    )


def loops() -> Finding:
    """Return why an event with several loops has to wait.

    Source: CLM's source, db_trf_export.php: one loop overwrites the other.
    """
    return _error(
        "trf.loops",
        Text(
            en="Each round is played more than once (Durchgänge), and the TRF holds "
            f"only some of these games. {_BY_HAND.en}",
            de="Jede Runde wird mehrfach gespielt (Durchgänge); die TRF-Datei enthält "
            f"nur einen Teil dieser Partien. {_BY_HAND.de}",
        ),
    )


def generation(dialects: tuple[str, ...]) -> list[Finding]:
    """Return why files of CLM's older exporters have to wait; empty for others."""
    older = {CLM_A: "4.2.3 – 5.0.0", CLM_B: "5.0.1 / 5.1.0"}
    return [
        _error(
            "clm.generation",
            Text(
                en=f"This file comes from Chess League Manager {older[dialect]}, whose "
                "export has faults of its own. A file from a version after 5.1.0 can "
                f"be read. {_BY_HAND.en}",
                de=f"Diese Datei stammt vom Chess League Manager {older[dialect]}; "
                "dessen Export hat eigene Fehler. Eine Datei aus einer Version nach "
                f"5.1.0 ist lesbar. {_BY_HAND.de}",
            ),
        )
        for dialect in dialects
        if dialect in older
    ]


def wide_numbers(records: Records) -> list[Finding]:
    """Return why a file whose start numbers have more columns cannot be read.

    Source: bbpPairings README (fork of glbert-does): `XXW 7` makes start numbers seven
    columns wide.
    """
    line = records.first("XXW")
    if not line or first_int(records.value("XXW")) is None:
        return []
    return [
        _error(
            "trf.wide_numbers",
            Text(
                en="Record XXW makes start numbers wider than four columns. Such files "
                "cannot be read; export it without XXW.",
                de="Satz XXW macht Startnummern breiter als vier Spalten. Solche "
                "Dateien sind nicht lesbar; bitte ohne XXW exportieren.",
            ),
            line,
        )
    ]


def _error(code: str, text: Text, line: int = 0) -> Finding:
    return Finding(code, Severity.ERROR, text, line)
