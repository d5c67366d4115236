"""Rules U02 to U08: what a new file may have in common with those sent before.

One file never shows that its UUIDs are right; only the files before it do. The caller
keeps the log, oldest first, and passes what was accepted.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.fingerprint import payload_sha256, tournament_key
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.formats.dwzxml.elements import Report

_FILE: Final = "header/fileUUID"
_TOURNAMENT: Final = "tournament/tournamentUUID"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """One line of the export log.

    Attributes:
        file_uuid: fileUUID in lower case, empty for a file without header.
        tournament_uuid: tournamentUUID in lower case.
        payload_sha256: hash of what is rated, see `payload_sha256`.
        file_sha256: hash of the bytes.
        tournament_key: names the tournament, whatever UUID it was given.
    """

    file_uuid: str
    tournament_uuid: str
    payload_sha256: str
    file_sha256: str
    tournament_key: str


def exported_file(report: Report, data: bytes, *, key: str = "") -> ExportedFile:
    """Return the line of the log for a report and its bytes.

    Args:
        report: the report that the bytes hold.
        data: the file.
        key: name of the tournament in the log; by default its day and label.
    """
    return ExportedFile(
        file_uuid=report.header.file_uuid.lower() if report.header else "",
        tournament_uuid=report.tournament_uuid.lower(),
        payload_sha256=payload_sha256(report.payload),
        file_sha256=hashlib.sha256(data).hexdigest(),
        tournament_key=key or tournament_key(report.payload),
    )


def check_log(
    report: Report, data: bytes, earlier: Sequence[ExportedFile], *, key: str = ""
) -> tuple[Finding, ...]:
    """Return what is wrong with the UUIDs of a file after those sent before.

    Bytes that were sent before may be sent again. A payload may come back (a
    correction that is taken back), so only the last file of a tournament can make a
    new one superfluous.

    Args:
        report: the report that the bytes hold.
        data: the file.
        earlier: accepted files, oldest first.
        key: name of the tournament, as in the log; by default its day and label.

    Source: rules U02, U03, U04, U06, U07, U08; documentation 1.1, "UUID-Regeln".
    """
    now = exported_file(report, data, key=key)
    if any(entry.file_sha256 == now.file_sha256 for entry in earlier):
        return ()
    return (*_file_uuid_faults(now, earlier), *_tournament_uuid_faults(now, earlier))


def _file_uuid_faults(
    now: ExportedFile, earlier: Sequence[ExportedFile]
) -> Iterator[Finding]:
    if not now.file_uuid:
        return
    namesakes = [entry for entry in earlier if entry.file_uuid == now.file_uuid]
    if namesakes:
        keys = {entry.tournament_key for entry in namesakes}
        is_same = now.tournament_key in keys
        code, text = ("U04", _CORRECTED) if is_same else ("U02", _OTHER_FILE)
        yield _finding(code, text, _FILE, now.file_uuid)
        return
    versions = [entry for entry in earlier if _is_same_tournament(entry, now)]
    if versions and versions[-1].payload_sha256 == now.payload_sha256:
        yield _finding("U03", _UNCHANGED, _FILE, now.file_uuid)


def _tournament_uuid_faults(
    now: ExportedFile, earlier: Sequence[ExportedFile]
) -> Iterator[Finding]:
    namesakes = [e for e in earlier if e.tournament_uuid == now.tournament_uuid]
    versions = [e for e in earlier if e.tournament_key == now.tournament_key]
    if namesakes:
        if all(entry.tournament_key != now.tournament_key for entry in namesakes):
            yield _finding("U06", _OTHER_TOURNAMENT, _TOURNAMENT, now.tournament_uuid)
    elif versions:
        is_unchanged = versions[-1].payload_sha256 == now.payload_sha256
        code, text = ("U07", _RESENT) if is_unchanged else ("U08", _RENAMED)
        yield _finding(code, text, _TOURNAMENT, now.tournament_uuid)


def _is_same_tournament(one: ExportedFile, two: ExportedFile) -> bool:
    same_uuid = one.tournament_uuid == two.tournament_uuid
    return same_uuid or one.tournament_key == two.tournament_key


def _finding(code: str, text: Text, path: str, uuid: str) -> Finding:
    return Finding(code, Severity.ERROR, text, value=uuid, path=path)


_OTHER_FILE: Final = Text(
    "This fileUUID already belongs to a file of another tournament. Each new file "
    "gets a new one.",
    "Diese fileUUID gehört schon zu einer Datei eines anderen Turniers. Jede neue "
    "Datei bekommt eine neue.",
)
_UNCHANGED: Final = Text(
    "Nothing has changed since the last file of this tournament, yet the fileUUID is "
    "new. To send a file again, send the very same file.",
    "Seit der letzten Datei dieses Turniers hat sich nichts geändert, aber die "
    "fileUUID ist neu. Soll eine Datei nochmals gesendet werden, bitte genau dieselbe "
    "Datei senden.",
)
_CORRECTED: Final = Text(
    "This fileUUID was sent before with other contents. A corrected file gets a new "
    "fileUUID and keeps its tournamentUUID.",
    "Diese fileUUID wurde schon mit anderem Inhalt gesendet. Eine berichtigte Datei "
    "bekommt eine neue fileUUID und behält ihre tournamentUUID.",
)
_OTHER_TOURNAMENT: Final = Text(
    "This tournamentUUID already belongs to a tournament of another name or day. If "
    "the file was copied from it, give it a new one; if it is the same tournament "
    "after a correction, confirm that.",
    "Diese tournamentUUID gehört schon zu einem Turnier mit anderem Namen oder Tag. "
    "Wurde die Datei davon kopiert, braucht sie eine neue; ist es dasselbe Turnier "
    "nach einer Berichtigung, bitte bestätigen.",
)
_RESENT: Final = Text(
    "This tournament was sent before, unchanged, under another tournamentUUID. It "
    "keeps the first one.",
    "Dieses Turnier wurde unverändert schon unter einer anderen tournamentUUID "
    "gesendet. Es behält die erste.",
)
_RENAMED: Final = Text(
    "This tournament was sent before under another tournamentUUID. A corrected file "
    "keeps the tournamentUUID, else the tournament is rated twice.",
    "Dieses Turnier wurde schon unter einer anderen tournamentUUID gesendet. Eine "
    "berichtigte Datei behält die tournamentUUID, sonst wird das Turnier doppelt "
    "ausgewertet.",
)
