"""How a rule is written down: a function under its id, in a book.

A rule looks at the evidence and yields faults: where, how bad, and what to do. Its id
becomes the code of the finding, so no rule can report under another's name. A new rule
is one decorated function; a new kind of evidence (a member list, say) is one more
field of `Evidence`, which old rules do not notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.document import describe
from syncd.formats.dwzxml.references import NUMBER
from syncd.formats.dwzxml.rules.registers import NO_REGISTERS
from syncd.formats.dwzxml.rules.roster import full_name, sorted_out
from syncd.formats.dwzxml.rules.sides import game_of
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.dwzxml.document import Document, Section
    from syncd.formats.dwzxml.rules.registers import Registers
    from syncd.formats.dwzxml.rules.roster import Roster
    from syncd.formats.dwzxml.rules.sides import Game

_VALUE_CHARS: Final = 80


@dataclass(frozen=True)
class Evidence:
    """What a rule may look at; what several rules need is worked out once.

    Attributes:
        document: the file.
        as_of: the day on which the file is judged; None if the day must not matter.
        references_hold: whether player numbers are unique and all exist. Where they do
            not, it is idle to ask who played when.
        registers: the lists of members, clubs and FIDE players; empty without any.
    """

    document: Document
    as_of: dt.date | None = None
    references_hold: bool = True
    registers: Registers = NO_REGISTERS

    @cached_property
    def roster(self) -> Roster:
        """Its players: persons, computers and nobodies."""
        return sorted_out(self.document)

    @property
    def people(self) -> tuple[Section, ...]:
        """The natural persons among its players."""
        return self.roster.people

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """Its games, read once."""
        return tuple(map(game_of, self.document.games))

    @cached_property
    def names(self) -> dict[int | None, str]:
        """Names of the players by their numbers, for messages."""
        players = self.document.players
        return {player.number(NUMBER): full_name(player) for player in players}


@dataclass(frozen=True, slots=True)
class Fault:
    """One place where a rule is broken.

    Attributes:
        section: where.
        field: the child meant, empty for the section itself.
        severity: how bad.
        text: what is wrong and what to do, without the place.
    """

    section: Section
    field: str
    severity: Severity
    text: Text


Rule = Callable[[Evidence], Iterator[Fault]]


class RuleBook:
    """Rules by their ids, in the order in which they were written down.

    Args:
        chapters: books whose rules this one takes over.
    """

    def __init__(self, *chapters: RuleBook) -> None:
        self.rules: dict[str, Rule] = {}
        for chapter in chapters:
            for code, check in chapter.rules.items():
                self._add(code, check)

    def rule(self, code: str) -> Callable[[Rule], Rule]:
        """Return a decorator that writes a function down under a rule id."""

        def write_down(check: Rule) -> Rule:
            self._add(code, check)
            return check

        return write_down

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield what the rules of this book find."""
        for code, check in self.rules.items():
            for fault in check(evidence):
                yield _finding(code, fault, evidence)

    def _add(self, code: str, check: Rule) -> None:
        if code in self.rules:
            message = f"rule {code} is written down twice"
            raise ValueError(message)
        self.rules[code] = check


def error(section: Section, field: str, en: str, de: str) -> Fault:
    """Return a fault that a report must not have."""
    return Fault(section, field, Severity.ERROR, Text(en, de))


def warning(section: Section, field: str, en: str, de: str) -> Fault:
    """Return a fault that somebody should look at."""
    return Fault(section, field, Severity.WARNING, Text(en, de))


def note(section: Section, field: str, en: str, de: str) -> Fault:
    """Return a fault that is only good to know."""
    return Fault(section, field, Severity.INFO, Text(en, de))


def _finding(code: str, fault: Fault, evidence: Evidence) -> Finding:
    section, field = fault.section, fault.field
    names = evidence.names if section.kind == "game" else {}
    place = describe(section, field, names)
    return Finding(
        code,
        fault.severity,
        Text(f"{place.en}: {fault.text.en}", f"{place.de}: {fault.text.de}"),
        section.place_line(field),
        value=section.text(field)[:_VALUE_CHARS],
        path=section.place(field),
    )
