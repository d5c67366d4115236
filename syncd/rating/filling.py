"""One player while he is completed: what was filled in and what is to be said of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.rating import wording

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.tournament import Entrant


class Origin(NamedTuple):
    """Where a value comes from, as it stands in a sentence (`the list of …`)."""

    text: Text


_NAMES: Final = {
    "forename": Text("forename", "Vorname"),
    "birth_year": Text("birth year", "Geburtsjahr"),
    "birth_date": Text("birth date", "Geburtsdatum"),
    "dsb_id": Text("DSB id", "DSB-ID"),
    "sex": Text("sex", "Geschlecht"),
    "vkz": Text("club code (VKZ)", "VKZ"),
    "member_number": Text("member number", "Mitgliedsnummer"),
    "club": Text("club", "Verein"),
    "fide_id": Text("FIDE id", "FIDE-ID"),
}
_SILENT: Final = frozenset({"forename", "club"})
"""Differences that are told elsewhere, or are none (a second forename)."""


@dataclass
class Filling:
    """A player and the findings on him.

    Attributes:
        entrant: as completed so far.
        findings: in the order in which they arose.
    """

    entrant: Entrant
    findings: list[Finding] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The place that findings name: start numbers, as the report has others."""
        return f"entrants/{self.entrant.id}"

    def put(self, name: str, value: object) -> None:
        """Set an attribute without a word."""
        values = {name: value}
        self.entrant = replace(self.entrant, **values)  # type: ignore[arg-type] # by name

    def offer(
        self, name: str, value: str | int | dt.date | None, code: str, origin: Origin
    ) -> None:
        """Fill in a value where there is none; say so, and say what contradicts.

        Args:
            name: attribute of the entrant.
            value: nothing happens if it is empty.
            code: rule that asks for it.
            origin: where it comes from.
        """
        given = getattr(self.entrant, name)
        if not value or value == given:
            return
        if given:
            if name not in _SILENT:
                self.warn(code, self._contradiction(name, given, value, origin))
            return
        self.put(name, value)
        self.findings.append(
            Finding(
                code,
                Severity.INFO,
                self._filled(name, value, origin),
                value=str(value),
                path=self.path,
            )
        )

    def warn(self, code: str, text: Text) -> None:
        """Add a warning."""
        self.findings.append(Finding(code, Severity.WARNING, text, path=self.path))

    def note(self, code: str, text: Text) -> None:
        """Add something to know."""
        self.findings.append(Finding(code, Severity.INFO, text, path=self.path))

    def _filled(self, name: str, value: object, origin: Origin) -> Text:
        who, what = wording.player_name(self.entrant), _NAMES[name]
        return Text(
            f"{who}: {what.en} {value} filled in from {origin.text.en}.",
            f"{who}: {what.de} {value} ergänzt aus {origin.text.de}.",
        )

    def _contradiction(
        self, name: str, given: object, value: object, origin: Origin
    ) -> Text:
        who, what = wording.player_name(self.entrant), _NAMES[name]
        return Text(
            f"{who}: {what.en} {given} in the file, but {value} in {origin.text.en}. "
            "The file's is kept; please check.",
            f"{who}: {what.de} {given} in der Datei, aber {value} in {origin.text.de}. "
            "Der Wert der Datei bleibt; bitte prüfen.",
        )
