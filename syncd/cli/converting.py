"""What `syncd convert` does: read one file, write it in another form.

What the new form cannot hold is refused, or with --lossy written without it; either way
all of it is named.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.cli.reading import LIMIT_BYTES, naming, read_bytes
from syncd.cli.reporting import write_report
from syncd.cli.writing import replace_file
from syncd.errors import EncodeError, FormatError
from syncd.formats import registry
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import decode, from_tournament, left_behind, to_tournament
from syncd.model.findings import Finding, Severity, has_errors

if TYPE_CHECKING:
    from syncd.cli.reporting import Task
    from syncd.model.tournament import Tournament

STDOUT: Final = Path("-")
LOST: Final = "convert.lost"


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


def read_source(path: Path) -> Source:
    """Return the tournament in a TRF file or a snapshot.

    Raises:
        FormatError: it is something else or cannot be read.
    """
    with naming(path):
        data = read_bytes(path)
        found = registry.detect(data, most_bytes=LIMIT_BYTES)
        if found == registry.SNAPSHOT:
            return Source(decode_snapshot(data))
        if found != registry.TRF:
            raise FormatError(_NO_SOURCE)
        decoded = decode(data)
        reading = to_tournament(decoded)
        noticed = [
            finding
            for finding in dict.fromkeys((*decoded.findings, *reading.findings))
            if finding.severity is not Severity.INFO
        ]
        left = left_behind(decoded, reading.tournament)
        return Source(reading.tournament, tuple(noticed), left)


_NO_SOURCE: Final = Text(
    "only a TRF file or a snapshot (`syncd show --json`) can be converted; a DWZ "
    "report does not hold a whole tournament.",
    "umwandeln lässt sich nur eine TRF-Datei oder ein Schnappschuss (`syncd show "
    "--json`); ein DWZ-Bericht enthält kein ganzes Turnier.",
)


def to_snapshot(source: Source) -> Converted:
    """Return the tournament as JSON; left lines are told, the rest is all there."""
    data = encode_snapshot(source.tournament) + b"\n"
    return Converted(data, (*source.findings, *source.left))


def to_trf(source: Source, form: str, *, lossy: bool) -> Converted:
    """Return the tournament in a form of TRF, or every reason why not."""
    noticed = _as_notes(source.findings)
    lost = [finding for finding in source.left if finding.code == LOST]
    try:
        written = from_tournament(source.tournament, form, lossy=lossy)
    except EncodeError as exc:
        errors = [
            Finding(LOST, Severity.ERROR, text) for text in (exc.text, *exc.causes)
        ]
        return Converted(None, (*errors, *_as_errors(source.left), *noticed))
    if lost and not lossy:
        return Converted(None, (*_as_errors(source.left), *noticed))
    return Converted(written.data, (*written.findings, *source.left, *noticed))


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
    """Return the DWZ report of a TRF file, made as `syncd report` makes it.

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
