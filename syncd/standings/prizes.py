"""Prizes for the first of all or of a category, and who is on a prize place.

Nothing is shared out here, and nobody is excluded for having another prize: that is
what the regulations of tournaments differ in. So a prize place is a mark, no more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.standings.categories import Category, filtered, members, parse_category

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.ties import Placed


_SHAPE: Final = re.compile(r"(?:(?P<category>.+):)?\s*(?P<places>\d{1,4})", re.ASCII)
_QUOTED: Final = 20
MOST_PRIZES: Final = 50
"""Kinds of prizes: a big open has some twenty categories; each is a pass over all."""
TOO_MANY: Final = Text(
    f"There are {MOST_PRIZES} kinds of prizes at most.",
    f"Es gibt höchstens {MOST_PRIZES} Arten von Preisen.",
)
MARK: Final = "★"
"""In front of the prizes of somebody."""


@dataclass(frozen=True, slots=True)
class Prize:
    """Prizes for the first of all or of a category.

    Attributes:
        name: as shown.
        places: how many, from 1.
        category: None = all players.
    """

    name: str
    places: int
    category: Category | None = None


def prize_places(
    placed: Sequence[Placed], tournament: Tournament, prizes: Iterable[Prize]
) -> dict[int, tuple[str, ...]]:
    """Return who is on a prize place, for information: start number -> prizes.

    Who shares the last prize place is marked with all who share it; who does not count
    in the standings gets none.
    """
    marks: dict[int, tuple[str, ...]] = {}
    counting = [one for one in placed if one.is_counting]
    for prize in prizes:
        numbers = (
            members(tournament, prize.category)
            if prize.category
            else {one.number for one in counting}
        )
        for inside in filtered(counting, numbers):
            if inside.place <= prize.places:
                number = inside.placed.number
                marks[number] = (*marks.get(number, ()), prize.name)
    return marks


def parse_prizes(text: str, year: int) -> tuple[Prize, ...]:
    """Return the prizes that somebody has typed.

    Args:
        text: how many of all and of categories, `3,U14:2,w:1,club:SK Celle:1`.
        year: of the event, for categories of age.

    Raises:
        FormatError: what is wrong with every one, all at once.
    """
    prizes: list[Prize] = []
    words = text.split(",")
    causes = [TOO_MANY] if len(words) > MOST_PRIZES else []
    for word in words[:MOST_PRIZES]:
        prize = _prize(word.strip(), year)
        if isinstance(prize, Prize):
            prizes.append(prize)
            if prizes.count(prize) > 1:
                causes.append(_twice(word))
        else:
            causes.append(prize)
    if causes:
        raise FormatError(causes[0], causes=causes)
    return tuple(prizes)


def _prize(word: str, year: int) -> Prize | Text:
    found = _SHAPE.fullmatch(word)
    places = int(found["places"]) if found else 0
    if not found or not places:
        return Text(
            f"Prizes: “{word[:_QUOTED]}” is not understood. Write how many there are, "
            "for example 3 for all players and U14:2 for a category.",
            f"Preise: „{word[:_QUOTED]}“ ist unverständlich. Bitte die Anzahl angeben, "
            "zum Beispiel 3 für alle und U14:2 für eine Kategorie.",
        )
    if not found["category"]:
        return Prize(_span(places), places)
    category = parse_category(found["category"].strip(), year)
    if isinstance(category, Text):
        return category
    return Prize(f"{category.name} {_span(places)}", places, category)


def _twice(word: str) -> Text:
    return Text(
        f"Prizes: “{word[:_QUOTED].strip()}” is there twice. Write it once.",
        f"Preise: „{word[:_QUOTED].strip()}“ steht zweimal da. Bitte nur einmal.",
    )


def _span(places: int) -> str:
    return f"1–{places}" if places > 1 else "1"


def prize_legend(prizes: Iterable[Prize]) -> Text:
    """Return what the marks of prize places mean."""
    kinds = [_meant(prize) for prize in prizes]
    return Text(
        f"{MARK} marks prize places, for information: "
        f"{'; '.join(kind.en for kind in kinds)}.",
        f"{MARK} bezeichnet Preisränge, zur Information: "
        f"{'; '.join(kind.de for kind in kinds)}.",
    )


def _meant(prize: Prize) -> Text:
    whose = prize.category
    of_en = f"of category {whose.name}" if whose else "of all"
    of_de = f"der Kategorie {whose.name}" if whose else "von allen"
    if prize.places == 1:
        en, de = "the first", "Platz 1"
    else:
        en, de = f"the first {prize.places}", f"die ersten {prize.places}"
    return Text(f"“{prize.name}” = {en} {of_en}", f"„{prize.name}“ = {de} {of_de}")
