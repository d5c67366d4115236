"""How alike two descriptions of a person are, in points with the reasons for them.

For questions only: nobody is ever linked because of points. They put the candidates of
a question into an order and say to whoever answers what speaks for each and what does
not. Who is the same for certain is decided by `syncd.sync.persons` (two exports) and
`syncd.rating.listmatch` (a list).

The points are judgement: a whole name is worth more than half, so that with nothing
against it it is asked about; a different birth year (father and son), sex or id takes
away more than any name gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from syncd.bilingual import Text
from syncd.formats.names import is_particle
from syncd.sync.lostletters import LOST, reads_as
from syncd.sync.nameforms import (
    folded_person,
    is_one_slip,
    is_same_forename,
    is_same_surname,
    loosely,
    name_words,
)
from syncd.sync.soundkeys import sound

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ASKED: Final = 55
"""Points from which somebody is asked about."""

_MOST: Final = 99
"""Certain is only what needs no question."""

_SAME_NAME: Final = 60

_DECADES: Final = slice(2, 4)


class Described(Protocol):
    """What a file or a list says of a person; empty or None where it says nothing."""

    @property
    def surname(self) -> str:
        """Family name."""
        ...

    @property
    def forename(self) -> str:
        """All forenames."""
        ...

    @property
    def sex(self) -> str:
        """`m`, `w` or empty."""
        ...

    @property
    def birth_year(self) -> int | None:
        """Year of birth."""
        ...

    @property
    def vkz(self) -> str:
        """Club code."""
        ...

    @property
    def member_number(self) -> int | None:
        """Number in that club."""
        ...

    @property
    def dsb_id(self) -> str:
        """Person id of the DSB."""
        ...

    @property
    def fide_id(self) -> int | None:
        """FIDE id."""
        ...


class Resemblance(NamedTuple):
    """How alike two descriptions are.

    Attributes:
        score: 0 to 99; from `ASKED` on a person is asked.
        reasons: what speaks for and against it.
    """

    score: int
    reasons: tuple[Text, ...]

    @property
    def text(self) -> Text:
        """Score and reasons in one line."""
        en = ", ".join(reason.en for reason in self.reasons)
        de = ", ".join(reason.de for reason in self.reasons)
        return Text(f"{self.score} %: {en}", f"{self.score} %: {de}")


def resemblance(one: Described, two: Described) -> Resemblance:
    """Return how alike two descriptions of a person are."""
    found = [*_names(one, two), *_others(one, two)]
    score = sum(points for points, _ in found)
    return Resemblance(
        min(max(score, 0), _MOST), tuple(reason for _, reason in found if reason.en)
    )


def is_asked(one: Described, two: Described) -> bool:
    """Return whether two descriptions are so alike that a person is asked.

    Of most who only sound alike, all but the name says enough; it is compared last.
    """
    rest = sum(points for points, _ in _others(one, two))
    return (
        _SAME_NAME + rest >= ASKED
        and sum((points for points, _ in _names(one, two)), rest) >= ASKED
    )


_Evidence = tuple[int, Text]


def _others(one: Described, two: Described) -> Iterator[_Evidence]:
    """Yield what birth, ids and sex say for or against."""
    yield from _birth(one, two)
    yield from _ids(one, two)
    if one.sex and two.sex and one.sex != two.sex:
        yield -40, Text("another sex", "anderes Geschlecht")


def _names(one: Described, two: Described) -> Iterable[_Evidence]:
    mine, yours = (loosely(each.surname, each.forename) for each in (one, two))
    if folded_person(one.surname, one.forename) == folded_person(
        two.surname, two.forename
    ):
        return [(_SAME_NAME, Text("same name", "gleicher Name"))]
    if mine == yours:
        return [(58, Text("same name spelled otherwise", "Name anders geschrieben"))]
    if _reads_as(one, two) or _reads_as(two, one):
        return [(56, Text("name with lost letters", "Name mit verlorenen Buchstaben"))]
    if name_words(one.surname, one.forename) == name_words(two.surname, two.forename):
        return [(55, Text("same names in another order", "Namen in anderer Folge"))]
    return [_surname(mine[0], yours[0]), _forename(mine[1], yours[1])]


def _reads_as(lost: Described, whole: Described) -> bool:
    name = f"{lost.surname} {lost.forename}"
    return LOST in name and reads_as(name, f"{whole.surname} {whole.forename}")


def _surname(one: str, two: str) -> _Evidence:
    if one == two:
        return 38, Text("same surname", "gleicher Nachname")
    if is_same_surname(one, two):
        return 32, Text("part of a double name", "Teil eines Doppelnamens")
    if is_one_slip(one, two):
        return 26, Text("surname differs by a letter", "Nachname: ein Buchstabe anders")
    if _sounds(one) & _sounds(two):
        return 18, Text("surname sounds alike", "Nachname klingt ähnlich")
    return 0, Text("another surname", "anderer Nachname")


def _sounds(name: str) -> set[str]:
    return {sound(word) for word in name.split() if not is_particle(word)}


def _forename(one: str, two: str) -> _Evidence:
    same = is_same_forename(one, two)
    if same:
        return 20, Text("same forename", "gleicher Vorname")
    if is_one_slip(one, two) or (one and two and sound(one) == sound(two)):
        return 12, Text("forename nearly the same", "Vorname fast gleich")
    if same is None and one and two:
        return 12, Text("short form of the forename", "Kurzform des Vornamens")
    if same is None:
        return 6, Text("forename missing", "Vorname fehlt")
    return -25, Text("another forename", "anderer Vorname")


def _birth(one: Described, two: Described) -> Iterator[_Evidence]:
    mine, yours = one.birth_year, two.birth_year
    if not mine or not yours:
        return
    if mine == yours:
        yield 25, Text(f"birth year {mine}", f"Geburtsjahr {mine}")
    elif abs(mine - yours) == 1 or str(mine)[_DECADES] == str(yours)[_DECADES][::-1]:
        yield (
            8,
            Text(f"birth year {mine} or {yours}", f"Geburtsjahr {mine} oder {yours}"),
        )
    else:
        yield (
            -45,
            Text(
                f"birth year {mine}, not {yours}", f"Geburtsjahr {mine} statt {yours}"
            ),
        )


def _ids(one: Described, two: Described) -> Iterator[_Evidence]:
    for mine, yours, name in (
        (one.dsb_id, two.dsb_id, Text("DSB id", "DSB-ID")),
        (one.fide_id, two.fide_id, Text("FIDE id", "FIDE-ID")),
    ):
        if mine and yours:
            is_same = mine == yours
            yield (
                (60, Text(f"same {name.en}", f"gleiche {name.de}"))
                if is_same
                else (-60, Text(f"another {name.en}", f"andere {name.de}"))
            )
    if one.vkz and one.vkz.upper() == two.vkz.upper():
        if one.member_number and one.member_number == two.member_number:
            yield 40, Text("same member number", "gleiche Mitgliedsnummer")
        else:
            yield 10, Text("same club", "gleicher Verein")
