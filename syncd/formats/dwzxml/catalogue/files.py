"""Rules F and U: the file, its frame and its UUIDs.

Source: rule sheet of DSB_DWZ_TournamentReport 2.5 (schema 2.5.1, documentation 1.1).
"""

from __future__ import annotations

from typing import Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.catalogue.entry import Chapter

FILES: Final = Chapter()
_rule = FILES.rule

_STORED: Final = Text(
    "the stored bytes are sent again, never made anew",
    "die gespeicherten Bytes werden erneut gesendet, nie neu erzeugt",
)

_rule(
    "F01|MUST|E W|file",
    "The XML declaration is the very first thing in the file.",
    "Die XML-Deklaration steht ganz am Anfang der Datei.",
)
_rule(
    "F02|MUST|E|file",
    "The file is written in UTF-8.",
    "Die Datei ist in UTF-8 geschrieben.",
)
_rule(
    "F03|MUST|E|file",
    "The file is well-formed XML 1.0.",
    "Die Datei ist wohlgeformtes XML 1.0.",
)
_rule(
    "F04|MUST|E|file schema",
    "The file follows the schema and is no attack.",
    "Die Datei entspricht dem Schema und ist kein Angriff.",
)
_rule(
    "F05|MUST|E|schema",
    "The document element and its namespace are those of the format.",
    "Oberstes Element und Namensraum sind die des Formats.",
)
_rule(
    "F06|SHOULD|W|report",
    "The attribute version is given.",
    "Das Attribut version ist angegeben.",
)
_rule(
    "F07|MUST|E|schema",
    "If version is given, it is 2.5.",
    "Wenn version angegeben ist, lautet es 2.5.",
)
_rule(
    "F08|MAY|W|report",
    "The schema location is given; it is never fetched.",
    "Der Ort des Schemas ist angegeben; es wird nie von dort geladen.",
)
_rule(
    "F09|info|E|schema",
    "Files of another main version are refused.",
    "Dateien einer anderen Hauptversion werden abgelehnt.",
)
_rule(
    "F10|SHOULD|W|report",
    "The file has a header.",
    "Die Datei hat einen Kopf (header).",
)
_rule(
    "F11|MUST|E|schema",
    "Tournament, players and games are there.",
    "Turnier, Teilnehmende und Partien sind vorhanden.",
)
_rule(
    "F12|MUST NOT|E|report",
    "The UUIDs printed in the documentation are never used.",
    "Die in der Dokumentation abgedruckten UUIDs werden nie verwendet.",
)
_rule(
    "F13|MUST|E|schema",
    "The elements stand in their order.",
    "Die Elemente stehen in ihrer Reihenfolge.",
)

_rule(
    "U01|MUST|E W|schema report",
    "The fileUUID is a UUID after RFC 4122.",
    "Die fileUUID ist eine UUID nach RFC 4122.",
)
_rule(
    "U02|MUST|E|log writer",
    "Every new file gets a new fileUUID.",
    "Jede neue Datei bekommt eine neue fileUUID.",
)
_rule(
    "U03|MUST NOT change|E|log writer",
    "A file that is sent again keeps its fileUUID.",
    "Eine erneut gesendete Datei behält ihre fileUUID.",
    _STORED,
)
_rule(
    "U04|MUST|E|log writer",
    "A corrected file gets a new fileUUID.",
    "Eine berichtigte Datei bekommt eine neue fileUUID.",
)
_rule(
    "U05|MUST|E W|schema report",
    "The tournamentUUID is a UUID after RFC 4122.",
    "Die tournamentUUID ist eine UUID nach RFC 4122.",
)
_rule(
    "U06|MUST|E|log writer",
    "Every new tournament gets a new tournamentUUID.",
    "Jedes neue Turnier bekommt eine neue tournamentUUID.",
)
_rule(
    "U07|MUST NOT change|E|log writer",
    "A file that is sent again keeps its tournamentUUID.",
    "Eine erneut gesendete Datei behält ihre tournamentUUID.",
    _STORED,
)
_rule(
    "U08|MUST NOT change|E|log writer",
    "A corrected file keeps its tournamentUUID.",
    "Eine berichtigte Datei behält ihre tournamentUUID.",
)
_rule(
    "U09|MUST NOT|E|schema",
    "A file without a tournamentUUID is not processed.",
    "Eine Datei ohne tournamentUUID wird nicht verarbeitet.",
    Text("told as U05 where there is a wrong one", "sonst gemeldet als U05"),
)
_rule(
    "U10|I|E W|report",
    "No UUID is all zeros or all f; file and tournament do not share one.",
    "Keine UUID besteht nur aus 0 oder nur aus f; Datei und Turnier teilen keine.",
)
