"""The persons of two exports of one tournament: who is whom, and what both know.

Persons are linked by what tells them apart, the surest first: DSB id, club code with
member number, FIDE id, name with date or year of birth; then, with the year, by the
words of the name in any order and with `ü`, `ue`, `u` alike (swapped names, titles,
particles). A link is made only where it is the only one possible and nothing speaks
against it; for everybody else the candidates are listed and a person decides.

Source: practice of rating officers ("father and son of one name are never linked").
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.sync.identity import fold_name
from syncd.sync.lostletters import LOST, reads_as
from syncd.sync.nameforms import name_words
from syncd.sync.resemblance import is_asked, resemblance
from syncd.sync.soundkeys import stored_keys, wanted_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from syncd.model.tournament import Entrant

    Key = Callable[[Entrant], Hashable | None]

_MOST_LOST: Final = 50
"""So many names with lost letters are compared letter by letter."""

_MOST_NAMED: Final = 10


def _dsb_id(entrant: Entrant) -> Hashable | None:
    return entrant.dsb_id or None


def _member(entrant: Entrant) -> Hashable | None:
    if not entrant.vkz or not entrant.member_number:
        return None
    return entrant.vkz, entrant.member_number


def _fide_id(entrant: Entrant) -> Hashable | None:
    return entrant.fide_id


def _name_and_year(entrant: Entrant) -> Hashable | None:
    name = folded(entrant)
    return (name, entrant.birth_year) if name and entrant.birth_year else None


def _words_and_year(entrant: Entrant) -> Hashable | None:
    words = name_words(entrant.surname, entrant.forename)
    return (words, entrant.birth_year) if words and entrant.birth_year else None


def _name(entrant: Entrant) -> Hashable | None:
    return folded(entrant) or None


def folded(entrant: Entrant) -> str:
    """Return the whole name without case, accents and punctuation."""
    return fold_name(f"{entrant.surname} {entrant.forename}")


_SURE: Final[tuple[Key, ...]] = (_dsb_id, _member, _fide_id)
_BY_NAME: Final[tuple[Key, ...]] = (_name_and_year, _words_and_year, _name)


@dataclass(frozen=True, slots=True)
class Persons:
    """Who is whom.

    Attributes:
        ids: entrant id in the XML -> entrant id in the joined tournament.
        entrants: all persons of the joined tournament.
        linked: how many persons are in both files.
        findings: who was added, who is doubtful, and what both say differently.
    """

    ids: Mapping[int, int]
    entrants: tuple[Entrant, ...]
    linked: int
    findings: tuple[Finding, ...]


def join_persons(
    trf: Iterable[Entrant], xml: Iterable[Entrant], *, prefers_trf: bool
) -> Persons:
    """Return the persons of both files under the numbers of the TRF.

    Args:
        trf: entrants of the TRF; their ids stay.
        xml: entrants of the XML.
        prefers_trf: whether the TRF is the newer file and counts where a value differs.
    """
    ours, theirs = list(trf), list(xml)
    links = link(ours, theirs)
    known = {entrant.id: entrant for entrant in ours}
    entrants = dict(known)
    findings: list[Finding] = []
    ids = dict(links)
    free = 1 + max(known, default=0)
    taken = set(links.values())
    alike = _Alike([entrant for entrant in ours if entrant.id not in taken])
    for entrant in theirs:
        if entrant.id in links:
            merged, noticed = _merged(
                known[links[entrant.id]], entrant, prefers_trf=prefers_trf
            )
            entrants[merged.id] = merged
            findings += noticed
            continue
        found = alike.to(entrant)
        findings.append(_doubtful(entrant, found) if found else _added(entrant))
        ids[entrant.id] = free
        entrants[free] = replace(entrant, id=free)
        free += 1
    return Persons(ids, tuple(entrants.values()), len(links), tuple(findings))


def link(ours: Iterable[Entrant], theirs: Iterable[Entrant]) -> dict[int, int]:
    """Return id of theirs -> id of ours, for everybody who is surely the same."""
    left = {entrant.id: entrant for entrant in ours}
    right = {entrant.id: entrant for entrant in theirs}
    links: dict[int, int] = {}
    for key in _SURE + _BY_NAME:
        mine, yours = _unique(left.values(), key), _unique(right.values(), key)
        for value in mine.keys() & yours.keys():
            one, two = mine[value], yours[value]
            if one is None or two is None:
                continue
            if _fits(one, two, key):
                links[two.id] = one.id
                del left[one.id], right[two.id]
    for one in [one for one in left.values() if _has_lost(one)][:_MOST_LOST]:
        fits = [two for two in right.values() if _reads_as(one, two)]
        fits = [two for two in fits if not _clashes(one, two)]
        if len(fits) == 1:
            links[fits[0].id] = one.id
            del left[one.id], right[fits[0].id]
    return links


def _fits(one: Entrant, two: Entrant, key: Key) -> bool:
    """Return whether too little speaks against two entries with one key.

    Beside an id one thing may be a slip; beside a name none. The words of a name may
    stand in another order, that is what their key is for.
    """
    if key is _words_and_year:
        return not _other_ids(one, two)
    return _clashes(one, two) <= (key in _SURE)


def _unique(entrants: Iterable[Entrant], key: Key) -> dict[Hashable, Entrant | None]:
    """Return key -> the one person who has it, None where there are several."""
    found: dict[Hashable, Entrant | None] = {}
    for entrant in entrants:
        value = key(entrant)
        if value is not None:
            found[value] = None if value in found else entrant
    return found


def _clashes(one: Entrant, two: Entrant) -> int:
    """Return how many things speak against two entries being one person."""
    return _other_ids(one, two) + (not _is_same_name(one, two))


def _other_ids(one: Entrant, two: Entrant) -> int:
    """Return in how many of ids and birth two entries contradict each other."""
    pairs = [
        (one.dsb_id, two.dsb_id),
        (one.fide_id, two.fide_id),
        (one.birth_year, two.birth_year),
    ]
    clashes = sum(bool(mine and yours) and mine != yours for mine, yours in pairs)
    return clashes + _differ_in_day(one, two)


def _differ_in_day(one: Entrant, two: Entrant) -> bool:
    """Return whether both were born on known days of one year, but on others.

    The first of January is what programs write where they know the year only.
    """
    days = {one.birth_date, two.birth_date} - {None}
    is_known = all(day and (day.month, day.day) != (1, 1) for day in days)
    is_one_year = len({day.year for day in days if day}) == 1
    return is_known and is_one_year and len(days) > 1


def _is_same_name(one: Entrant, two: Entrant) -> bool:
    if folded(one) == folded(two) or _reads_as(one, two):
        return True
    words = name_words(one.surname, one.forename)
    return bool(words) and words == name_words(two.surname, two.forename)


class _Alike:
    """Persons of the TRF whom nobody was linked to, by what could mistake them."""

    def __init__(self, left: Sequence[Entrant]) -> None:
        self._by_key: dict[Hashable, list[Entrant]] = {}
        for entrant in left:
            keys = stored_keys(entrant.surname, entrant.forename)
            for key in {folded(entrant), _member(entrant), *keys} - {None}:
                self._by_key.setdefault(key, []).append(entrant)
        self._lost = [one for one in left if _has_lost(one)][:_MOST_LOST]

    def to(self, entrant: Entrant) -> list[Entrant]:
        """Return those whom a person could take for this one, the likeliest few."""
        sure = [
            *self._with(folded(entrant)),
            *self._with(_member(entrant)),
            *(one for one in self._lost if _reads_as(one, entrant)),
        ]
        alike = [
            one
            for key in wanted_keys(entrant.surname, entrant.forename)
            for one in self._with(key)[:_MOST_LOST]
            if is_asked(one, entrant)
        ]
        found = {one.id: one for one in (*sure, *alike)}
        return heapq.nsmallest(
            _MOST_NAMED,
            found.values(),
            key=lambda one: (-resemblance(one, entrant).score, one.id),
        )

    def _with(self, key: Hashable) -> list[Entrant]:
        return self._by_key.get(key, [])


def _has_lost(entrant: Entrant) -> bool:
    return LOST in entrant.surname + entrant.forename


def _reads_as(lost: Entrant, whole: Entrant) -> bool:
    """Return whether a name with lost letters can be the whole name."""
    years = lost.birth_year, whole.birth_year
    if all(years) and years[0] != years[1]:
        return False
    return reads_as(
        f"{lost.surname} {lost.forename}", f"{whole.surname} {whole.forename}"
    )


def _merged(
    mine: Entrant, yours: Entrant, *, prefers_trf: bool
) -> tuple[Entrant, list[Finding]]:
    """Return one person of both, and what the files say differently."""
    values: dict[str, object] = {}
    findings: list[Finding] = []
    for name, words in _FIELDS.items():
        one, two = getattr(mine, name), getattr(yours, name)
        if not one or not two or one == two:
            values[name] = one or two
        elif isinstance(one, str) and _is_spelling(one, two):
            values[name] = two
        else:
            values[name] = one if prefers_trf else two
            findings.append(_differs(mine, words, (one, two), prefers_trf=prefers_trf))
    merged = replace(mine, **values)  # type: ignore[arg-type] # its own attributes
    return merged, findings


_FIELDS: Final = {
    "surname": Text("surname", "Nachname"),
    "forename": Text("forename", "Vorname"),
    "sex": Text("sex", "Geschlecht"),
    "fide_id": Text("FIDE id", "FIDE-ID"),
    "birth_year": Text("year of birth", "Geburtsjahr"),
    "birth_date": Text("date of birth", "Geburtsdatum"),
    "club": Text("club", "Verein"),
    "vkz": Text("club code (VKZ)", "Vereinskennziffer (VKZ)"),
    "member_number": Text("member number", "Mitgliedsnummer"),
    "dsb_id": Text("DSB id", "DSB-ID"),
    "elo": Text("FIDE rating", "FIDE-Elo"),
}
"""What both files can know of a person -> how it is called."""


def _is_spelling(trf: str, xml: str) -> bool:
    """Return whether the TRF has the same text with letters spelled out or lost."""
    return fold_name(trf) == fold_name(xml) or reads_as(trf, xml)


def spelling(trf: str, xml: str) -> str:
    """Return the better spelling if both are one text, else what the TRF says."""
    return xml if xml and (not trf or _is_spelling(trf, xml)) else trf


def _differs(
    entrant: Entrant, words: Text, values: tuple[object, object], *, prefers_trf: bool
) -> Finding:
    who, (one, two) = _who(entrant), values
    taken = one if prefers_trf else two
    text = Text(
        f"{who}, {words.en}: the TRF says {one}, the XML {two}. {taken} was taken. "
        "Correct it in CLM if it is wrong.",
        f"{who}, {words.de}: die TRF-Datei sagt {one}, die XML-Datei {two}. {taken} "
        "wurde genommen. Bitte in CLM berichtigen, wenn es falsch ist.",
    )
    return Finding("join.person_value", Severity.WARNING, text, value=str(taken))


def _who(entrant: Entrant) -> str:
    return f"{entrant.id} {entrant.surname}, {entrant.forename}".rstrip(", ")


def _doubtful(entrant: Entrant, alike: Iterable[Entrant]) -> Finding:
    who, each = _who(entrant), [(_who(one), resemblance(one, entrant)) for one in alike]
    names = Text(
        "; ".join(f"{name} ({like.text.en})" for name, like in each),
        "; ".join(f"{name} ({like.text.de})" for name, like in each),
    )
    text = Text(
        f"{who} (XML) may be one of these in the TRF, but it is not certain which: "
        f"{names.en}. Enter club code and member number of all of them in CLM and "
        "export both files again.",
        f"{who} (XML) kann eine dieser Personen der TRF-Datei sein, welche, ist nicht "
        f"sicher: {names.de}. Bitte bei allen in CLM VKZ und Mitgliedsnummer eintragen "
        "und beide Dateien neu exportieren.",
    )
    return Finding("join.person_doubtful", Severity.ERROR, text)


def _added(entrant: Entrant) -> Finding:
    who = _who(entrant)
    text = Text(
        f"{who} is only in the XML and was added.",
        f"{who} steht nur in der XML-Datei und wurde ergänzt.",
    )
    return Finding("join.person_added", Severity.WARNING, text)
