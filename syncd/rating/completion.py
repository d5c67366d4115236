"""Completing the people of a tournament from the lists, each value with its origin.

What the file has is never overwritten, with one exception: the Elo, which has to be
that of the month of the last game. What follows from a list is an info finding that
says which list and of which day; what contradicts one is a warning; who cannot be told
for certain is a question. Nothing is guessed.

What a report has said once stays: lists go on changing after a tournament, and a new
club must not become a correction of an old report. So the values filled in are
remembered with the report and come first.

Source: docs of DSB_DWZ_TournamentReport 2.5, documentation 1.1, "Sektion players";
rules P10 to P13, P18, P25 to P40 of `syncd.formats.dwzxml`.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final

from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Entrant
from syncd.rating import completionwords as words
from syncd.rating.accord import accord
from syncd.rating.filling import Filling, Origin
from syncd.rating.listmatch import Members, has_unused, is_same_name, match_person
from syncd.rating.memberships import fill_membership
from syncd.rating.personkey import name_key
from syncd.rating.remembered import remembered, whose
from syncd.rating.report import has_xcr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.model.lists import Member
    from syncd.model.persons import Person
    from syncd.model.tournament import Tournament
    from syncd.rating.candidates import Candidates
    from syncd.rating.remembered import Fills, Remembered, Values

_DATES: Final = frozenset({"birth_date"})
_ATTRIBUTES: Final = frozenset(field.name for field in fields(Entrant))


@dataclass(frozen=True, slots=True)
class Said:
    """What people and earlier reports have said about the tournament's players.

    Attributes:
        links: entrant id -> id of the DSB.
        reported: what an earlier report filled in; None if nothing was reported yet.
    """

    links: Mapping[int, str]
    reported: Fills | None = None


@dataclass(frozen=True, slots=True)
class Completed:
    """A tournament with what the lists add.

    Attributes:
        tournament: with completed entrants.
        findings: where each value comes from, contradictions, questions.
        fills: what was filled in, to be remembered with the report.
        is_elo_checked: whether the Elo are those of the month of the last game.
    """

    tournament: Tournament
    findings: tuple[Finding, ...] = ()
    fills: Fills | None = None
    is_elo_checked: bool = False

    @property
    def asked(self) -> frozenset[int]:
        """Entrant ids about whose birth year a question is asked."""
        start = "entrants/"
        return frozenset(
            int(item.path.removeprefix(start))
            for item in self.findings
            if item.severity is Severity.ERROR and item.code == "P18"
        )


def as_it_is(tournament: Tournament) -> Completed:
    """Return the tournament as it is, where there are no lists."""
    return Completed(tournament)


def complete(t: Tournament, found: Candidates, said: Said) -> Completed:
    """Return the tournament with what the lists add.

    Args:
        t: the tournament as merged.
        found: what was looked up for its people.
        said: what people and earlier reports have said.
    """
    elo = "elo" if has_xcr(t) else "rating"
    games = t.pairings.games()
    playing = {
        side for one in games if one.is_played for side in (one.white, one.black)
    }
    work = _Work(found, said, elo, playing)
    work.remember(t.entrants)
    done = [work.completed(entrant) for entrant in t.entrants]
    entrants = tuple(item.entrant for item in done)
    fills = tuple(
        remembered(before, _difference(before, after), said.links.get(before.id, ""))
        for before, after in zip(t.entrants, entrants, strict=True)
    )
    findings = [finding for item in done for finding in item.findings]
    if work.absent:
        findings.append(words.absent(work.absent, found.members_day))
    return Completed(
        replace(t, entrants=entrants), tuple(findings), fills, bool(found.ratings_month)
    )


def _difference(before: Entrant, after: Entrant) -> Values:
    values: Values = {}
    for field in fields(Entrant):
        value = getattr(after, field.name)
        if value != getattr(before, field.name):
            is_day = isinstance(value, dt.date)
            values[field.name] = value.isoformat() if is_day else value
    return values


class _Work:
    """The lists, and who was found to be in none."""

    def __init__(
        self, found: Candidates, said: Said, elo: str, playing: set[int]
    ) -> None:
        self.found = found
        self.said = said
        self.elo = elo
        self.playing = playing
        self.members = Members(found.members)
        self.players = {item.fide_id: item for item in found.players}
        self.absent: list[Entrant] = []
        self.reported: dict[int, Remembered] = {}

    def remember(self, entrants: Iterable[Entrant]) -> None:
        """Give everybody what an earlier report has filled in for him."""
        kept = self.said.reported or ()
        self.reported = {
            number: kept[place] for number, place in whose(kept, entrants).items()
        }

    def completed(self, entrant: Entrant) -> Filling:
        """Return a player with what is known of him."""
        filling = Filling(entrant)
        if self._is_remembered(entrant):
            self._repeat(filling)
            return filling
        self._from_link(filling)
        linked = self.said.links.get(entrant.id, "")
        person = match_person(filling.entrant, self.found.persons, linked)
        if person is not None:
            self._from_person(filling, person)
        elif has_unused(filling.entrant, self.found.persons):
            filling.note("P10", words.unused_entry(filling.entrant))
        has_fide_id = filling.entrant.fide_id is not None
        if has_fide_id:  # its birth year helps to find the member
            self._from_fide(filling)
        if self.found.members_day is not None:
            self._from_members(filling)
        if not has_fide_id:
            self._from_fide(filling)
        self._elo(filling, entrant)
        self._ask_entries(filling)
        return filling

    def _is_remembered(self, entrant: Entrant) -> bool:
        """Return whether an earlier report decides what is filled in."""
        if self.said.reported is None:
            return False
        kept, linked = self._kept(entrant), self.said.links.get(entrant.id, "")
        if kept is not None:
            known = kept.values.get("dsb_id", entrant.dsb_id)
            return linked == known if linked else not kept.linked
        if self.said.reported or linked not in {"", entrant.dsb_id}:
            return False  # a new player, or a person has said more
        return bool(entrant.birth_year and entrant.forename)  # before there were lists

    def _kept(self, entrant: Entrant) -> Remembered | None:
        return self.reported.get(entrant.id)

    def _repeat(self, filling: Filling) -> None:
        """Fill in what an earlier report had."""
        kept = self._kept(filling.entrant)
        values = kept.values if kept else {}
        stronger = {self.elo, "dsb_id"} if kept and kept.linked else {self.elo}
        for name, value in values.items():
            if name not in _ATTRIBUTES:  # of another version of the program
                continue
            is_day = name in _DATES and isinstance(value, str)
            again = dt.date.fromisoformat(str(value)) if is_day else value
            if name in stronger or not getattr(filling.entrant, name):
                filling.put(name, again)
        if values:
            filling.note("U06", words.repeated(filling.entrant))

    def _from_link(self, filling: Filling) -> None:
        dsb_id = self.said.links.get(filling.entrant.id, "")
        if dsb_id and dsb_id != filling.entrant.dsb_id:
            filling.put("dsb_id", dsb_id)
            filling.note("P10", words.linked(filling.entrant, dsb_id))

    def _from_person(self, filling: Filling, person: Person) -> None:
        origin = words.BY_HAND
        others = [
            row
            for row in self.members.by_name.get(
                name_key(person.surname, person.forename), []
            )
            if row.birth_year != person.birth_year and row.dsb_id != person.dsb_id
        ]
        if not filling.entrant.birth_year and others:
            filling.warn("P18", words.namesakes(filling.entrant, others))
        filling.offer("forename", person.full_forename, "P09", origin)
        is_other_club = bool(filling.entrant.vkz) and filling.entrant.vkz != person.vkz
        for name, code in _BY_HAND:
            if name != "club" or not is_other_club:
                filling.offer(name, getattr(person, name), code, origin)

    def _from_members(self, filling: Filling) -> None:
        entrant = filling.entrant
        match = self.members.match(entrant, self.said.links.get(entrant.id, ""))
        origin = words.members_of(self.found.members_day)
        if match.misfit is not None:
            filling.warn("P11", words.misfit(entrant, match.misfit, origin))
        elif match.question:
            self._ask(filling, match.question)
        elif match.rows:
            _fill_member(filling, match.rows, self.found, origin)
        elif entrant.dsb_id or entrant.vkz:
            self.absent.append(entrant)

    def _ask(self, filling: Filling, rows: tuple[Member, ...]) -> None:
        """Ask who of several it is; a report that lacks his birth year waits."""
        entrant = filling.entrant
        shown = [self._active(row) for row in rows]
        text = words.question(entrant, shown, self.found.clubs)
        must_know = not entrant.birth_year and entrant.id in self.playing
        severity = Severity.ERROR if must_know else Severity.INFO
        code = "P10" if entrant.birth_year else "P18"
        filling.findings.append(Finding(code, severity, text, path=filling.path))

    def _ask_entries(self, filling: Filling) -> None:
        """Ask which of several entries made by hand is meant; the report waits."""
        entrant = filling.entrant
        is_asked = any(item.severity is Severity.ERROR for item in filling.findings)
        if entrant.birth_year or is_asked or entrant.id not in self.playing:
            return
        entries = [one for one in self.found.persons if is_same_name(entrant, one)]
        if len(entries) > 1:
            text = words.several_entries(entrant, entries)
            filling.findings.append(
                Finding("P18", Severity.ERROR, text, path=filling.path)
            )

    def _active(self, row: Member) -> Member:
        """Return the membership by which a person is known: an active one, if any."""
        return next((one for one in self.members.all_of(row) if one.is_active), row)

    def _from_fide(self, filling: Filling) -> None:
        """Fill in birth year and sex of a player whose FIDE id is known."""
        entrant = filling.entrant
        if not self.found.players_month:
            return
        player = self.players.get(entrant.fide_id or 0)
        origin = words.fide_of(self.found.players_month)
        if player is None:
            if entrant.fide_id and entrant.fide_id not in self.found.ratings:
                filling.warn("P34", words.unknown_fide_id(entrant, origin))
            return
        if not accord(entrant, player).is_likely:
            filling.warn("P34", words.other_fide_id(entrant, player, origin))
            return
        filling.offer("birth_year", player.birth_year, "P18", origin)
        filling.offer("sex", player.sex, "P40", origin)

    def _is_his(self, entrant: Entrant, fide_id: int) -> bool:
        """Return whether the lists do not give a FIDE id to somebody else."""
        player = self.players.get(fide_id)
        people = (
            self.members.by_fide_id.get(fide_id, ()) if player is None else [player]
        )
        return not people or any(accord(entrant, one).is_likely for one in people)

    def _elo(self, filling: Filling, before: Entrant) -> None:
        """Set the Elo to that of the month of the last game."""
        entrant = filling.entrant
        fide_id = entrant.fide_id
        if fide_id is None:
            return
        if not self.found.ratings_month:
            if before.fide_id is None and self.elo == "rating":
                # The file had no FIDE id, so its rating need not be an Elo.
                filling.put("rating", None)
            return
        old, new = getattr(entrant, self.elo), self.found.ratings.get(fide_id)
        if before.fide_id and not self._is_his(entrant, fide_id):
            return
        if old != new:
            filling.put(self.elo, new)
            code = "P35" if new else "P36"
            origin = words.fide_of(self.found.ratings_month)
            filling.note(code, words.elo(entrant, old, new, origin))


_BY_HAND: Final = (
    ("birth_year", "P18"), ("birth_date", "P19"),
    ("dsb_id", "P10"), ("sex", "P40"), ("vkz", "P26"), ("club", "P30"),
    ("fide_id", "P33"),
)  # fmt: skip
"""What is entered by hand: attribute and rule that asks for it."""


def _fill_member(
    filling: Filling, rows: tuple[Member, ...], found: Candidates, origin: Origin
) -> None:
    row = rows[0]
    for name, value, code in _facts(row):
        filling.offer(name, value, code, origin)
    entrant = filling.entrant
    if name_key(entrant.surname, entrant.forename) != name_key(
        row.surname, row.forename
    ):
        filling.warn("P13", words.other_name(entrant, row, origin))
    elif not is_same_name(entrant, row):
        filling.note("P44", words.longer_name(entrant, row, origin))
    fill_membership(filling, rows, found.clubs, origin)


def _facts(row: Member) -> Iterator[tuple[str, str | int | None, str]]:
    yield "forename", row.forename, "P09"
    yield "birth_year", row.birth_year, "P18"
    yield "dsb_id", row.dsb_id, "P10"
    yield "sex", row.sex, "P40"
    yield "fide_id", row.fide_id, "P33"
