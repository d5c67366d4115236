"""What `syncd convert` does: read a file, or two, and write it in another form.

What the new form cannot hold is refused, or with --lossy written without it; either way
all of it is named.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.cli.reading import LIMIT_BYTES, naming, read_bytes
from syncd.cli.reporting import write_report
from syncd.cli.writing import replace_file
from syncd.errors import EncodeError, FormatError
from syncd.formats import registry
from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import Form, decode, from_tournament, left_behind, to_tournament
from syncd.model.findings import Finding, Severity, has_errors
from syncd.standings.list_forms import Restated, with_codes, with_numbers
from syncd.sync.join import join, unanswered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.cli.reporting import Task
    from syncd.formats.dwzxml.tolerant import XmlReading
    from syncd.formats.trf import Decoded
    from syncd.model.tournament import Tournament

STDOUT: Final = Path("-")
LOST: Final = "convert.lost"
RESTATED: Final = "convert.tiebreaks"
_UNKNOWN: Final = "xml.unknown_element"
"""Told as the loss that it is."""


@dataclass(frozen=True, slots=True)
class Source:
    """The file that was read.

    Attributes:
        tournament: what it says.
        findings: what was noticed while reading, as far as it asks for attention.
        left: lines that no tournament holds; losses are warnings.
    """

    tournament: Tournament
    findings: tuple[Finding, ...] = ()
    left: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Converted:
    """The outcome.

    Attributes:
        data: the new file, None if it was refused.
        findings: what was noticed; an error says why nothing was written.
    """

    data: bytes | None
    findings: tuple[Finding, ...]


class _File(NamedTuple):
    """One file.

    Attributes:
        tournament: what it says.
        findings: what was noticed.
        decoded: the lines of a TRF file.
        xml: the reading of an XML file.
    """

    tournament: Tournament
    findings: tuple[Finding, ...] = ()
    decoded: Decoded | None = None
    xml: XmlReading | None = None

    def left(self, tournament: Tournament) -> tuple[Finding, ...]:
        """Return what of this file a tournament made of it does not hold."""
        if self.decoded is not None:
            return left_behind(self.decoded, tournament)
        if self.xml is None:
            return ()
        unknown = [each for each in self.findings if each.code == _UNKNOWN]
        return (
            *map(_not_held, self.xml.unheld),
            *(replace(each, code=LOST) for each in unknown),
        )


def read_source(path: Path, other: Path | None = None) -> Source:
    """Return the tournament in a TRF file, an XML file or a snapshot.

    Args:
        path: the file.
        other: the other export of the same tournament: TRF beside XML, or XML beside
            TRF; both are joined.

    Raises:
        FormatError: it is something else or cannot be read, or the two files are not
            TRF and XML of one tournament.
    """
    first = _read(path)
    if other is None:
        return Source(
            first.tournament, _noticed(first.findings), first.left(first.tournament)
        )
    second = _read(other)
    trf, xml = (first, second) if second.xml else (second, first)
    if trf.decoded is None or xml.xml is None:
        raise FormatError(_NO_PAIR)
    joined = join(trf.tournament, xml.tournament)
    findings = *unanswered((*trf.findings, *xml.findings), joined), *joined.findings
    left = *trf.left(joined.tournament), *xml.left(joined.tournament)
    return Source(joined.tournament, _noticed(findings), left)


def _read(path: Path) -> _File:
    with naming(path):
        data = read_bytes(path)
        found = registry.detect(data, most_bytes=LIMIT_BYTES)
        if found == registry.SNAPSHOT:
            return _File(decode_snapshot(data))
        if found in {registry.DWZ, registry.DEWIS}:
            read = read_xml(data)
            return _File(read.tournament, read.findings, xml=read)
        if found != registry.TRF:
            raise FormatError(_NO_SOURCE)
        decoded = decode(data)
        reading = to_tournament(decoded)
        findings = *decoded.findings, *reading.findings
        return _File(reading.tournament, findings, decoded)


def _noticed(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return what asks for attention, each once."""
    return tuple(
        finding
        for finding in dict.fromkeys(findings)
        if finding.severity is not Severity.INFO and finding.code != _UNKNOWN
    )


def _not_held(element: str) -> Finding:
    text = Text(
        f"Left behind: the element {element} of the XML (syncd cannot hold this).",
        f"Nicht übernommen: das Element {element} der XML-Datei (syncd kann das nicht "
        "halten).",
    )
    return Finding(LOST, Severity.WARNING, text)


_NO_SOURCE: Final = Text(
    "only a TRF file, an XML export or a snapshot (`syncd show --json`) can be "
    "converted.",
    "umwandeln lassen sich nur eine TRF-Datei, ein XML-Export oder ein Schnappschuss "
    "(`syncd show --json`).",
)
_NO_PAIR: Final = Text(
    "--with needs the TRF and the XML of one tournament, in whatever order.",
    "--with braucht die TRF- und die XML-Datei eines Turniers, in beliebiger "
    "Reihenfolge.",
)


def to_snapshot(source: Source) -> Converted:
    """Return the tournament as JSON; left lines are told, the rest is all there."""
    data = encode_snapshot(source.tournament) + b"\n"
    return Converted(data, (*source.findings, *source.left))


def to_trf(source: Source, form: str, *, lossy: bool) -> Converted:
    """Return the tournament in a form of TRF, or every reason why not."""
    restated = _restated(source.tournament, form)
    notes = [Finding(RESTATED, Severity.INFO, restated.text)] if restated.text else []
    noticed = [*notes, *_as_notes(source.findings)]
    lost = [finding for finding in source.left if finding.code == LOST]
    try:
        written = from_tournament(restated.tournament, form, lossy=lossy)
    except EncodeError as exc:
        errors = [
            Finding(LOST, Severity.ERROR, text) for text in (exc.text, *exc.causes)
        ]
        return Converted(None, (*errors, *_as_errors(source.left), *noticed))
    if lost and not lossy:
        return Converted(None, (*_as_errors(source.left), *noticed))
    return Converted(written.data, (*written.findings, *source.left, *noticed))


def _restated(tournament: Tournament, form: str) -> Restated:
    """Return the tournament with its list of tie-breaks as a form has it."""
    if form == Form.CLM:
        return with_numbers(tournament)
    if form in {Form.TRF26, Form.PAIRING}:
        return with_codes(tournament)
    return Restated(tournament)


def _as_errors(findings: tuple[Finding, ...]) -> list[Finding]:
    """Return losses as the errors they are where nothing may be lost."""
    return [
        replace(finding, severity=Severity.ERROR) if finding.code == LOST else finding
        for finding in findings
    ]


def _as_notes(findings: tuple[Finding, ...]) -> list[Finding]:
    """Return errors in the source as warnings: they do not hinder a conversion."""
    return [
        replace(finding, severity=Severity.WARNING)
        if finding.severity is Severity.ERROR
        else finding
        for finding in findings
    ]


def to_dwz(task: Task) -> Converted:
    """Return the DWZ report of a tournament, made as `syncd report` makes it.

    Args:
        task: what is to be reported; an earlier report at its target keeps its UUID.
    """
    if task.out != STDOUT:
        return _reported(task)
    with tempfile.TemporaryDirectory(prefix="syncd-") as folder:
        return _reported(replace(task, out=Path(folder) / "report.xml"))


def _reported(task: Task) -> Converted:
    findings = write_report(task)
    if has_errors(findings):
        return Converted(None, findings)
    return Converted(task.out.read_bytes(), findings)


def deliver(data: bytes, out: Path) -> None:
    """Write a file, or print it if that is what the target says.

    Raises:
        SyncdError: it cannot be written.
    """
    if out == STDOUT:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        replace_file(out, data)
