"""What a person answers to a question between sources, and what follows from it.

An answer is `ours`, `theirs`, or the right value itself: a result as `1-0`, a day as
`2026-10-03`, a number, a text. Who met whom is decided for all players concerned at
once, since half of it would leave somebody with two opponents.
"""

from __future__ import annotations

import datetime as dt
import re
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, get_args

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.formats.hidden_signs import hidden_sign
from syncd.model.results import FORFEIT_LOSS, FORFEIT_WIN
from syncd.sync.decompose import cell_facts
from syncd.sync.placejson import kind_of
from syncd.sync.places import Change, Part, Place, Score
from syncd.sync.repairing import cells_of

if TYPE_CHECKING:
    from syncd.model.pairings import Pairings
    from syncd.model.tournament import Tournament

OURS: Final = "ours"
THEIRS: Final = "theirs"
_CODES: Final = {
    "1": "1", "0": "0", "½": "=", "1/2": "=", "0.5": "=", "0,5": "=", "=": "=",
    "+": FORFEIT_WIN, "-": FORFEIT_LOSS,
}  # fmt: skip
_SEPARATORS: Final = (":", "-", "–")
_WHOLE: Final = re.compile(r"[0-9]{1,11}")
"""As wide as the widest column of a number, the FIDE number."""
_LONGEST: Final = 500
_FIRST_YEAR: Final = 1880
_LAST_YEAR: Final = 2100
_RATING: Final = (1, 9999)
_RANGES: Final = {
    "rating": _RATING, "dwz": _RATING, "elo": _RATING, "twz": _RATING,
    "strength": _RATING, "rank": (1, 9999), "birth_year": (_FIRST_YEAR, _LAST_YEAR),
    "rounds": (1, 999), "loops": (1, 99),
}  # fmt: skip
"""Field -> least and greatest number that fits into its columns of a file."""
_ANY_NUMBER: Final = (0, 99_999_999_999)
_FORMS: Final = {"sex": re.compile("[mw]"), "federation": re.compile("[A-Z]{3}")}


def value_of(place: Place, ours: object, theirs: object, answer: str) -> object:
    """Return the value that an answer names.

    Args:
        place: where.
        ours: what the tournament says there.
        theirs: what the source says.
        answer: `ours`, `theirs`, or the value.

    Raises:
        ConfigError: no such value can stand there; the text says what can.
    """
    wanted = answer.strip()
    if wanted == OURS:
        return ours
    if wanted == THEIRS:
        return theirs
    if place.part is Part.GAME:
        return _game(ours, theirs, wanted)
    return _single(place, wanted)


def _game(ours: object, theirs: object, answer: str) -> Score:
    known = ours if isinstance(ours, Score) else theirs
    codes = _results(answer)
    if codes is None or not isinstance(known, Score):
        raise ConfigError(
            Text(
                f"“{answer}” is no result. Write for instance 1-0, 0-1, 1/2-1/2, +:- "
                "or -:+ (White first), or ours or theirs.",
                f"„{answer}“ ist kein Ergebnis. Zum Beispiel 1-0, 0-1, 1/2-1/2, +:- "
                "oder -:+ (Weiß zuerst), oder ours oder theirs.",
            )
        )
    return known._replace(white_result=codes[0], black_result=codes[1])


def _results(answer: str) -> tuple[str, str] | None:
    """Return the codes of both sides, None if it is no result."""
    plain = answer.replace(" ", "")
    for at, letter in enumerate(plain):
        sides = plain[:at], plain[at + 1 :]
        if letter in _SEPARATORS and all(side in _CODES for side in sides):
            return _CODES[sides[0]], _CODES[sides[1]]
    return None


def _single(place: Place, answer: str) -> object:
    kind = _plain_kind(place)
    try:
        if kind is str and _is_text(place.field, answer):
            return answer
        if kind is int and _WHOLE.fullmatch(answer):
            least, most = _RANGES.get(place.field, _ANY_NUMBER)
            if least <= int(answer) <= most:
                return int(answer)
        if kind is dt.date:
            day = dt.date.fromisoformat(answer)
            if _FIRST_YEAR <= day.year <= _LAST_YEAR:
                return day
    except ValueError:
        pass
    raise ConfigError(
        Text(
            f"“{answer}” cannot stand there. Write {_HOW.get(kind, _SIDES).en}.",
            f"„{answer}“ kann dort nicht stehen. Bitte {_HOW.get(kind, _SIDES).de}.",
        )
    )


def _is_text(field: str, answer: str) -> bool:
    """Return whether a file could say this there, in one line that everybody sees."""
    form = _FORMS.get(field)
    is_fit = 0 < len(answer) <= _LONGEST and not hidden_sign(answer)
    return is_fit and (form is None or form.fullmatch(answer) is not None)


def _plain_kind(place: Place) -> Any:  # noqa: ANN401 - any annotation
    """Return the type of a single value, None where only a side can be chosen."""
    if place.part in {Part.CELL, Part.PARAMETER}:
        return None
    kind = kind_of(place)
    if isinstance(kind, UnionType):
        kind = next(part for part in get_args(kind) if part is not NoneType)
    return kind


_SIDES: Final = Text("ours or theirs", "ours oder theirs schreiben")
_HOW: Final[dict[Any, Text]] = {
    str: Text("the text, or ours or theirs", "den Text, oder ours oder theirs angeben"),
    int: Text(
        "a whole number, or ours or theirs",
        "eine ganze Zahl, oder ours oder theirs angeben",
    ),
    dt.date: Text(
        "a day as 2026-10-03, or ours or theirs",
        "einen Tag wie 2026-10-03, oder ours oder theirs angeben",
    ),
}


def changes_for(tournament: Tournament, chosen: dict[Place, object]) -> list[Change]:
    """Return what must change so that these values stand.

    What else stands in the cells of a chosen game goes.

    Args:
        tournament: as it stands.
        chosen: place -> the value that counts; None for nothing.
    """
    changes = {place: Change(place, None, value) for place, value in chosen.items()}
    for place, value in chosen.items():
        if place.part in {Part.GAME, Part.CELL} and value is not None:
            for other in _standing(tournament.pairings, place):
                changes.setdefault(other, Change(other, None, None))
    gone = [one for one in changes.values() if one.new is None]
    return [*gone, *(one for one in changes.values() if one.new is not None)]


def _standing(pairings: Pairings, place: Place) -> list[Place]:
    """Return what stands in the cells that a game or cell fills."""
    if place.part is Part.GAME and place.key[3]:
        return []
    wanted: set[tuple[int, int]] = set()
    for number, index in cells_of(place):
        row = pairings.rows.get(number)
        if row is not None and index <= len(row.opponents):
            wanted |= {(number, index - 1), (row.opponents[index - 1], index - 1)}
    own = {(number, index) for number, index in cells_of(place)}
    return [fact for fact, _ in cell_facts(pairings, wanted) if own & {*cells_of(fact)}]
