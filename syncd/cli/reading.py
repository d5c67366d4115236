"""Reading files named on the command line: bytes, findings, tournaments."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import FormatError, InconsistentError, RejectedError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from io import BufferedReader
    from pathlib import Path

    from syncd.formats.trf import Reading
    from syncd.model.findings import Finding
    from syncd.model.tournament import Tournament

LIMIT_BYTES: Final = 200 * 1024 * 1024
_WHY: Final = {
    errno.ENOENT: Text("there is no such file.", "diese Datei gibt es nicht."),
    errno.EISDIR: Text("it is a folder.", "es ist ein Ordner."),
    errno.EACCES: Text("reading it is not allowed.", "das Lesen ist nicht erlaubt."),
}
"""Common causes; the system's own words are English only."""


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file.

    Raises:
        FormatError: it cannot be read or is far too large.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise FormatError(
                Text(f"{path} is not a file.", f"{path} ist keine Datei.")
            )
        if path.stat().st_size > LIMIT_BYTES:
            raise FormatError(
                Text(
                    f"{path} is larger than {LIMIT_BYTES // 2**20} MiB.",
                    f"{path} ist größer als {LIMIT_BYTES // 2**20} MiB.",
                )
            )
        return path.read_bytes()
    except OSError as exc:
        raise _unreadable(path, exc) from exc


@contextmanager
def opened_file(path: Path) -> Iterator[BufferedReader]:
    """Open a file that may be too large to be held as a whole.

    Raises:
        FormatError: it cannot be read.
    """
    try:
        stream = path.open("rb")
    except OSError as exc:
        raise _unreadable(path, exc) from exc
    with stream:
        yield stream


def _unreadable(path: Path, exc: OSError) -> FormatError:
    why = _WHY.get(exc.errno or 0, Text(str(exc.strerror), str(exc.strerror)))
    return FormatError(
        Text(f"{path} cannot be read: {why.en}", f"{path} ist nicht lesbar: {why.de}")
    )


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let an error in a file say which file it is.

    Raises:
        FormatError: as it came, with the file's name in front; also where a file was
            refused for its content as a portal would refuse it, though none was asked.
    """
    try:
        yield
    except RejectedError as exc:
        raise FormatError(named(path, exc.text)) from exc
    except FormatError as exc:
        raise type(exc)(
            named(path, exc.text),
            line=exc.line, column=exc.column, value=exc.value, causes=exc.causes,
        ) from exc  # fmt: skip


def named(path: Path | str, text: Text) -> Text:
    """Return what is wrong with a file, with its name in front unless it has it."""
    if str(path) in text.en:
        return text
    return Text(f"{path}: {text.en}", f"{path}: {text.de}")


def read_tournament(path: Path) -> Reading:
    """Return the tournament in a TRF or XML file.

    Raises:
        FormatError: it is neither or cannot be read.
    """
    return _read(path)[1]


def _read(path: Path) -> tuple[bool, Reading]:
    """Return whether the file is XML, and its tournament."""
    from syncd.formats import registry
    from syncd.formats.dwzxml.tolerant import read_xml
    from syncd.formats.trf import Reading, decode, to_tournament

    with naming(path):
        data = read_bytes(path)
        found = registry.detect(data, most_bytes=LIMIT_BYTES)
        if found == "trf":
            return False, to_tournament(decode(data))
        if found in {"dwz", "dewis"}:
            read = read_xml(data)
            return True, Reading(read.tournament, read.findings)
        raise FormatError(
            Text(
                f"this is a {found} file; a TRF or XML export is needed here.",
                f"dies ist eine {found}-Datei; hier wird ein TRF- oder XML-Export "
                "gebraucht.",
            )
        )


class Together(NamedTuple):
    """The tournament that several exports make together.

    Attributes:
        tournament: of one form, or joined from both.
        findings: what was noticed, without what another file has answered.
        has_both: whether there was a TRF and an XML.
    """

    tournament: Tournament
    findings: tuple[Finding, ...]
    has_both: bool


def read_together(paths: Sequence[Path]) -> Together:
    """Return the tournament that several exports of it make together.

    The plain and the detailed form of one export complete each other; the later
    named file counts where both say something. TRF and XML are joined, in whatever
    order they are named.

    Raises:
        FormatError: a file cannot be read, or they are different tournaments.
    """
    from syncd.sync.join import join, unanswered

    readings = [_read(path) for path in paths]
    trf, xml = (
        _merged([reading for is_xml, reading in readings if is_xml is wanted])
        for wanted in (False, True)
    )
    if trf is None or xml is None:
        only = trf or xml or readings[0][1]
        return Together(only.tournament, tuple(only.findings), has_both=False)
    joined = join(trf.tournament, xml.tournament)
    left = unanswered((*trf.findings, *xml.findings), joined)
    return Together(joined.tournament, (*left, *joined.findings), has_both=True)


def _merged(readings: Sequence[Reading]) -> Reading | None:
    """Return what exports of one form make together, None if there are none."""
    from syncd.formats.trf import Reading
    from syncd.sync.identity import identity_key
    from syncd.sync.merge import merge_export

    if not readings:
        return None
    first, *others = readings
    merged, findings = first.tournament, list(first.findings)
    for other in others:
        if identity_key(other.tournament) != identity_key(merged):
            raise InconsistentError(
                Text(
                    "The files are different tournaments: name, start date or kind "
                    "differ.",
                    "Die Dateien sind verschiedene Turniere: Name, Startdatum oder "
                    "Art weichen ab.",
                )
            )
        findings += _disagreements(merged, other.tournament)
        merged = merge_export(other.tournament, merged)
        findings += [item for item in other.findings if item not in findings]
    return Reading(merged, tuple(findings))


def _disagreements(earlier: Tournament, later: Tournament) -> list[Finding]:
    """Return an error if two exports of one form have different results."""
    from syncd.model.findings import Finding, Severity
    from syncd.rating import wording
    from syncd.sync.onesided import disagreeing

    games = disagreeing(earlier, later)
    if not games:
        return []
    named = wording.games(games, {item.id: item for item in earlier.entrants})
    text = Text(
        f"The files have different results ({len(games)}): {named.en}. Name only the "
        "newest export, or the two forms of the same one.",
        f"Die Dateien haben verschiedene Ergebnisse ({len(games)}): {named.de}. Bitte "
        "nur den neuesten Export angeben oder beide Formen desselben.",
    )
    return [Finding("file.results", Severity.ERROR, text)]
