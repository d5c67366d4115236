"""What `syncd check` says of one file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.cli import shapes
from syncd.cli.findings_table import print_findings, tally
from syncd.cli.reading import LIMIT_BYTES, read_bytes
from syncd.errors import FormatError
from syncd.model.findings import Finding, Severity, has_errors
from syncd.model.results import BYES
from syncd.rating.advice import with_command

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.model.tournament import Tournament


_SOME: Final = "T"
"""What stands for the number of a tournament, as in the help of `syncd confirm`."""


@dataclass(frozen=True, slots=True)
class Examined:
    """One file looked at.

    Attributes:
        file: as named on the command line.
        format: `trf`, `dwz`, `dewis`, `json`, or `unknown`.
        dialects: marks of the program that wrote it.
        encoding: how its text was read.
        counts: players, teams, rounds, games, byes.
        findings: what was noticed.
    """

    file: str
    format: str
    dialects: tuple[str, ...]
    encoding: str
    counts: dict[str, int]
    findings: tuple[Finding, ...]

    @property
    def has_errors(self) -> bool:
        """Whether any finding is an error."""
        return has_errors(self.findings)

    def shape(self, language: Language) -> dict[str, Any]:
        """Return the JSON document of `syncd check`."""
        return {
            "file": self.file,
            "format": self.format,
            "dialects": list(self.dialects),
            "encoding": self.encoding,
            "summary": self.counts,
            "findings": [
                shapes.finding_shape(item, language) for item in self.findings
            ],
        }

    def print(self, output: Output) -> None:
        """Print it for people."""
        kinds = ", ".join((self.format, *self.dialects))
        output.say(Text(*[f"{self.file}: {kinds}, {self.encoding}"] * 2))
        counts = self.counts
        output.say(
            Text(
                f"Players: {counts['players']}, teams: {counts['teams']}, "
                f"rounds: {counts['rounds']}, games: {counts['games']}, "
                f"byes: {counts['byes']}",
                f"Spieler: {counts['players']}, Mannschaften: {counts['teams']}, "
                f"Runden: {counts['rounds']}, Partien: {counts['games']}, "
                f"Freilose: {counts['byes']}",
            )
        )
        print_findings(output, self.findings)
        output.say(tally(self.findings))


def examine(path: Path) -> Examined:
    """Look at one file; whatever it is, this ends in a result."""
    from syncd.formats import registry

    try:
        data = read_bytes(path)
        found = registry.detect(data, most_bytes=LIMIT_BYTES)
        return _WAYS[found](path, data)
    except FormatError as exc:
        finding = Finding(
            "file.unreadable", Severity.ERROR, exc.text,
            line=exc.line, column=exc.column, value=exc.value,
        )  # fmt: skip
        counts = shapes.summary_shape(None)
        return Examined(str(path), "unknown", (), "unknown", counts, (finding,))


def _examine_trf(path: Path, data: bytes) -> Examined:
    from syncd.formats.trf import decode, summary, to_tournament
    from syncd.rating.standings_findings import standings_findings

    decoded = decode(data)
    reading = to_tournament(decoded)
    counts = shapes.summary_shape(summary(decoded, reading))
    compared = standings_findings(decoded, reading.tournament)
    findings = tuple(
        replace(item, text=with_command(item.text, item.code, _SOME))
        for item in dict.fromkeys((*decoded.findings, *reading.findings, *compared))
    )
    return Examined(
        str(path), "trf", decoded.dialects, decoded.encoding, counts, findings
    )


def _examine_json(path: Path, data: bytes) -> Examined:
    """Count what `syncd show --json` printed."""
    from syncd.formats.snapshot import decode_snapshot

    return Examined(str(path), "json", (), "utf-8", _counts(decode_snapshot(data)), ())


def _counts(tournament: Tournament) -> dict[str, int]:
    rows = tournament.pairings.rows.values()
    return {
        "players": len(tournament.entrants),
        "teams": len(tournament.teams),
        "rounds": tournament.rounds * tournament.loops,
        "games": sum(1 for _ in tournament.pairings.games()),
        "byes": sum(code in BYES for cells in rows for code in cells.results),
    }


def _examine_dwz(path: Path, data: bytes) -> Examined:
    """Hold a report against every rule; say what a reader makes of an unsound one."""
    from syncd.formats.dwzxml.rules import check_report
    from syncd.formats.dwzxml.tolerant import read_xml

    findings = check_report(data)
    counts = shapes.summary_shape(None)
    try:
        reading = read_xml(data)
    except FormatError:  # the rules have told why already
        return Examined(str(path), "dwz", (), "utf-8", counts, findings)
    if has_errors(findings):
        findings = (*findings, *reading.findings)
    counts = _counts(reading.tournament)
    return Examined(str(path), "dwz", (), "utf-8", counts, findings)


def _examine_dewis(path: Path, data: bytes) -> Examined:
    """Say what a file in the form before 2026 holds; no rules are known for it."""
    from syncd.formats.dwzxml.tolerant import read_xml

    reading = read_xml(data)
    counts = _counts(reading.tournament)
    return Examined(str(path), "dewis", (), "utf-8", counts, reading.findings)


_WAYS: Final = {
    "trf": _examine_trf,
    "dwz": _examine_dwz,
    "dewis": _examine_dewis,
    "json": _examine_json,
}
