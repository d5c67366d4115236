"""What a TRF does not hold or cannot be read for, each with what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.trf.lines.numbers import first_int
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.formats.trf.records import Records


WITH_XML: Final = Text(
    en="Hand in CLM's export “XML DSB neu” of the same tournament as well: it holds "
    "every game.",
    de="Bitte zusätzlich den Export „XML DSB neu“ desselben Turniers einreichen: Er "
    "enthält jede Partie.",
)
"""What helps against everything that CLM's TRF loses."""


def loops() -> Finding:
    """Return why a file has to wait that holds fewer games than were played.

    Source: CLM's source, db_trf_export.php: one loop overwrites the other.
    """
    return _error(
        "trf.loops",
        Text(
            en="The players have more points than this TRF has games, or their lines "
            "do not belong to the same games: each round was played more than once "
            "(Durchgänge), and CLM writes only some of these games. "
            f"{WITH_XML.en}",
            de="Die Spieler haben mehr Punkte, als die TRF-Datei Partien enthält, oder "
            "ihre Zeilen gehören nicht zu denselben Partien: Jede Runde wurde "
            "mehrfach gespielt (Durchgänge), und der CLM schreibt nur einen Teil "
            f"dieser Partien. {WITH_XML.de}",
        ),
    )


def loops_or_edited() -> Finding:
    """Return why a file has to wait in which the points of few players are too high.

    Source: as of `loops`.
    """
    return _error(
        "trf.loops",
        Text(
            en="The points of a few players are not those of the games in this TRF. "
            "Either a result was changed and the points were not: then put the line "
            "right, or export the tournament anew. Or rounds were played more than "
            "once (Durchgänge), and CLM writes only some of these games. "
            f"{WITH_XML.en}",
            de="Die Punkte weniger Spieler passen nicht zu den Partien dieser "
            "TRF-Datei. Entweder wurde ein Ergebnis geändert, die Punkte aber nicht: "
            "Dann bitte die Zeile berichtigen oder das Turnier neu exportieren. Oder "
            "Runden wurden mehrfach gespielt (Durchgänge), und der CLM schreibt nur "
            f"einen Teil dieser Partien. {WITH_XML.de}",
        ),
    )


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
