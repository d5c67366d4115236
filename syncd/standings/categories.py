"""Categories of players, and places inside one of them.

Age goes by the year of birth, as federations count it: under 14 are those who turn 14
in the year of the event or later, over 60 those who turn 60 in it or have before.

Source: FIDE Rules for youth and senior championships (age on 1 January; seniors who
reach it in the year).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from syncd.model.tournament import Entrant, Tournament
    from syncd.standings.ties import Placed

_SHAPE: Final = re.compile(
    r"U(?P<under>\d{1,2})|S(?P<over>\d{2,3})|(?P<over_too>\d{2,3})\+"
    r"|(?P<sex>W|F|M)|<(?P<below>\d{2,4})|(?P<low>\d{2,4})-(?P<high>\d{2,4})"
    r"|>(?P<above>\d{2,4})",
    re.ASCII,
)

_OF_WHOM: Final = re.compile(
    r"(?:(?P<club>club|verein)|fed(?:eration)?|verband)\s*:\s*(?P<name>\S.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Category:
    """Some of the players; what is None or an empty text does not matter.

    Attributes:
        name: as shown.
        sex: `m` or `w`.
        born_from: first year of birth, inclusive.
        born_to: last one.
        rating_from: lowest rating of the tournament, inclusive.
        rating_to: highest one; unrated players are below every limit.
        club: of exactly this name.
        federation: of exactly these letters.
        numbers: start numbers that were chosen one by one; empty = nobody is left.
    """

    name: str
    sex: str = ""
    born_from: int | None = None
    born_to: int | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    club: str = ""
    federation: str = ""
    numbers: tuple[int, ...] | None = None


def parse_category(written: str, year: int) -> Category | Text:
    """Return the category that somebody means, or what could be meant.

    Args:
        written: `U14`, `S60` or `60+`, `w` (or `f`), `m`, `<1600`, `1600-1999`,
            `>2000`, `club:SK Celle`, `fed:GER`.
        year: of the event.
    """
    of_whom = _OF_WHOM.fullmatch(written.strip())
    if of_whom and of_whom["club"]:
        return Category(written, club=of_whom["name"])
    if of_whom:
        return Category(written, federation=of_whom["name"].upper())
    found = _SHAPE.fullmatch(written.strip().upper())
    if not found:
        return _not_understood(written)
    if found["sex"]:
        return Category(written, sex="m" if found["sex"] == "M" else "w")
    over = found["over"] or found["over_too"]
    if found["under"] or over:
        return Category(
            written,
            born_from=year - int(found["under"]) if found["under"] else None,
            born_to=year - int(over) if over else None,
        )
    low, high, above, below = map(found.group, ("low", "high", "above", "below"))
    return Category(
        written,
        rating_from=int(low) if low else int(above) + 1 if above else None,
        rating_to=int(high) if high else int(below) - 1 if below else None,
    )


def _not_understood(written: str) -> Text:
    return Text(
        f"“{written[:20]}” is no category. Write for example U14, S60, w, <1600, "
        "1600-1999, >2000, club:SK Celle or fed:GER.",
        f"„{written[:20]}“ ist keine Kategorie. Möglich sind zum Beispiel U14, S60, w, "
        "<1600, 1600-1999, >2000, verein:SK Celle oder fed:GER.",
    )


def members(tournament: Tournament, category: Category) -> frozenset[int]:
    """Return the start numbers of those who are in a category.

    Whose year of birth or sex is unknown is in none that asks for it.
    """
    return frozenset(
        entrant.id for entrant in tournament.entrants if is_in(entrant, category)
    )


def is_in(entrant: Entrant, category: Category) -> bool:
    """Return whether a player is in a category."""
    return (
        (not category.sex or entrant.sex == category.sex)
        and _is_within(_born(entrant), category.born_from, category.born_to)
        and _is_within(entrant.rating or 0, category.rating_from, category.rating_to)
        and (not category.club or entrant.club == category.club)
        and (not category.federation or entrant.federation == category.federation)
        and (category.numbers is None or entrant.id in category.numbers)
    )


def _born(entrant: Entrant) -> int | None:
    return entrant.birth_date.year if entrant.birth_date else entrant.birth_year


def _is_within(number: int | None, low: int | None, high: int | None) -> bool:
    if number is None:
        return low is None and high is None
    return (low is None or number >= low) and (high is None or number <= high)


class Filtered(NamedTuple):
    """A participant's place inside a category.

    Attributes:
        placed: the place among all.
        place: the place inside, from 1; who shares one shares it here too.
    """

    placed: Placed
    place: int


def filtered(placed: Sequence[Placed], numbers: Collection[int]) -> list[Filtered]:
    """Return those of a category in order, with their places inside it.

    Args:
        placed: everybody, in order.
        numbers: start numbers of the category.
    """
    inside: list[Filtered] = []
    for one in placed:
        if one.number not in numbers:
            continue
        before = inside[-1] if inside else None
        is_same = before is not None and before.placed.place == one.place
        place = before.place if before and is_same else len(inside) + 1
        inside.append(Filtered(one, place))
    return inside
