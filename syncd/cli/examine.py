"""What `syncd check` says of one file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from syncd.bilingual import Text
from syncd.cli import shapes
from syncd.cli.findings_table import print_findings, tally
from syncd.cli.reading import LIMIT_BYTES, read_bytes
from syncd.errors import FormatError
from syncd.model.findings import Finding, Severity, has_errors
from syncd.model.results import BYES

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.bilingual import Language
    from syncd.cli.output import Output


@dataclass(frozen=True, slots=True)
class Examined:
    """One file looked at.

    Attributes:
        file: as named on the command line.
        format: `trf`, `dwz`, or `unknown`.
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
        if found == "json":
            return _examine_json(path, data)
        return _examine_trf(path, data) if found == "trf" else _examine_dwz(path, data)
    except FormatError as exc:
        finding = Finding(
            "file.unreadable", Severity.ERROR, exc.text,
            line=exc.line, column=exc.column, value=exc.value,
        )  # fmt: skip
        counts = shapes.summary_shape(None)
        return Examined(str(path), "unknown", (), "unknown", counts, (finding,))


def _examine_trf(path: Path, data: bytes) -> Examined:
    from syncd.formats.trf import decode, summary, to_tournament

    decoded = decode(data)
    reading = to_tournament(decoded)
    counts = shapes.summary_shape(summary(decoded, reading))
    findings = tuple(dict.fromkeys((*decoded.findings, *reading.findings)))
    return Examined(
        str(path), "trf", decoded.dialects, decoded.encoding, counts, findings
    )


def _examine_json(path: Path, data: bytes) -> Examined:
    """Count what `syncd show --json` printed."""
    from syncd.formats.snapshot import decode_snapshot

    tournament = decode_snapshot(data)
    games = sum(1 for _ in tournament.pairings.games())
    rows = tournament.pairings.rows.values()
    counts = {
        "players": len(tournament.entrants),
        "teams": len(tournament.teams),
        "rounds": tournament.rounds * tournament.loops,
        "games": games,
        "byes": sum(code in BYES for cells in rows for code in cells.results),
    }
    return Examined(str(path), "json", (), "utf-8", counts, ())


def _examine_dwz(path: Path, data: bytes) -> Examined:
    from syncd.cli.counting import rough_counts
    from syncd.formats.dwzxml.decode import decode_report
    from syncd.formats.dwzxml.rules import check_report

    findings = check_report(data)
    counts = shapes.summary_shape(None)
    try:
        payload = decode_report(data).payload
    except FormatError:
        counts |= rough_counts(data)
        return Examined(str(path), "dwz", (), "utf-8", counts, findings)
    both = [game for game in payload.games if game.white and game.black]
    counts |= {
        "players": len(payload.players),
        "rounds": payload.tournament.rounds,
        "games": len(both),
        "byes": len(payload.games) - len(both),
    }
    return Examined(str(path), "dwz", (), "utf-8", counts, findings)
