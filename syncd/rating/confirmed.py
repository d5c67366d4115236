"""What a person has decided for one tournament, where the file cannot tell.

The store keeps it as plain JSON. A stored decision that cannot be read is an error:
dropping it would let the daemon decide what a person has decided already.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import DecodeError, FormatError
from syncd.formats.timecontrol.stated import ANSWERABLE as TIME_DOUBTS
from syncd.formats.timecontrol.text import read_text
from syncd.model.results import FORFEIT_LOSS
from syncd.model.timecontrol import decode_time_control, encode_time_control
from syncd.model.tournament import Kind
from syncd.sync.persons import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.model.findings import Finding
    from syncd.model.pairings import Game
    from syncd.model.tournament import Tournament

KIND_UNKNOWN: Final = "trf.kind"
"""Code of the reader's finding that a confirmed type of tournament answers."""

FIRST_DAY: Final = dt.date(1900, 1, 1)
_SETS: Final = frozenset({"zero_zero", "double_forfeits", "persons", "accepted"})

GameKey = tuple[int, int, int]
"""Round, entrant id of White, entrant id of Black."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The decisions of a person for one tournament; everything may be empty.

    Attributes:
        zero_zero: games that show 0 on both sides and really ended 0-0.
        double_forfeits: knockout games marked `-` on both sides that are right so.
        persons: entrant ids of those games with the folded names that they had, since
            another export may give the numbers to other persons.
        accepted: codes of `Why` that a person has looked at and waves through.
        start: real date of the first game.
        end: real date of the last game.
        time_control: FIDE notation.
        location: place or region.
        label: telling name for the report.
        age_class: for instance `U12`.
        kind: how the tournament was paired.
    """

    zero_zero: frozenset[GameKey] = frozenset()
    double_forfeits: frozenset[GameKey] = frozenset()
    persons: tuple[tuple[int, str], ...] = ()
    accepted: frozenset[str] = frozenset()
    start: dt.date | None = None
    end: dt.date | None = None
    time_control: str = ""
    location: str = ""
    label: str = ""
    age_class: str = ""
    kind: Kind | None = None


def has_game(keys: frozenset[GameKey], game: Game) -> bool:
    """Return whether the game is among the keys, whoever had White."""
    return not keys.isdisjoint(
        {
            (game.round, game.white, game.black),
            (game.round, game.black, game.white),
        }
    )


def named(confirmed: Confirmed, *states: Tournament) -> Confirmed:
    """Return the decisions with the names of the players of their games.

    Args:
        confirmed: the decisions.
        states: the tournament as it stood when they were made; a number that was not
            the same person in all of them gets no name.
    """
    numbers = {
        one
        for _, *players in confirmed.zero_zero | confirmed.double_forfeits
        for one in players
    }
    had = [_names(state) for state in states]
    said = {one: {names.get(one, "") for names in had} for one in sorted(numbers)}
    persons = tuple((one, min(names)) for one, names in said.items() if len(names) == 1)
    return replace(confirmed, persons=persons)


def meant(confirmed: Confirmed, t: Tournament) -> Confirmed:
    """Return the decisions without those on games that are now other persons' games."""
    now = _names(t)
    same = {number for number, name in confirmed.persons if now.get(number) == name}
    return replace(
        confirmed,
        zero_zero=_among(confirmed.zero_zero, same),
        double_forfeits=_among(confirmed.double_forfeits, same),
        persons=tuple(one for one in confirmed.persons if one[0] in same),
    )


def _names(t: Tournament) -> dict[int, str]:
    return {entrant.id: folded(entrant) for entrant in t.entrants}


def _among(keys: frozenset[GameKey], players: set[int]) -> frozenset[GameKey]:
    return frozenset(key for key in keys if players.issuperset(key[1:]))


def combined(before: Confirmed, given: Confirmed) -> Confirmed:
    """Return the decisions with the given facts in place of earlier ones."""
    facts = {
        field.name: getattr(given, field.name)
        for field in fields(Confirmed)
        if field.name not in _SETS and getattr(given, field.name)
    }
    return replace(before, **facts)


def refuse_impossible(confirmed: Confirmed, today: dt.date) -> None:
    """Refuse facts that cannot be.

    Args:
        confirmed: what a person states.
        today: local date; no game is played after it.

    Raises:
        FormatError: a time control not in FIDE notation, days in the wrong order, in
            the future or before 1900.
    """
    control = confirmed.time_control
    if control and decode_time_control(control) is None:
        raise FormatError(_no_time_control(control), value=control)
    days = [day for day in (confirmed.start, confirmed.end) if day is not None]
    if any(not FIRST_DAY <= day <= today for day in days) or days != sorted(days):
        raise FormatError(_no_days(confirmed), value=" ".join(map(str, days)))


def _no_time_control(text: str) -> Text:
    control = read_text(text).control
    example = f" ({encode_time_control(control)}?)" if control else ""
    return Text(
        f"“{text}” is not FIDE notation{example}. Write seconds and increment: 90 "
        "minutes and 30 seconds a move are 5400+30.",
        f"„{text}“ ist keine FIDE-Schreibweise{example}. Bitte in Sekunden mit "
        "Zuschlag angeben: 90 Minuten und 30 Sekunden je Zug sind 5400+30.",
    )


def _no_days(confirmed: Confirmed) -> Text:
    start, end = confirmed.start or "?", confirmed.end or "?"
    return Text(
        f"First day {start}, last day {end}: the first must not be later than the "
        "last, and neither in the future.",
        f"Erster Tag {start}, letzter Tag {end}: der erste darf nicht nach dem "
        "letzten liegen und keiner in der Zukunft.",
    )


def answers(confirmed: Confirmed, finding: Finding) -> bool:
    """Return whether a person has said what the reader of a file could not find out."""
    if finding.code in TIME_DOUBTS:
        return bool(confirmed.time_control)
    return finding.code == KIND_UNKNOWN and confirmed.kind is not None


def both_zero(t: Tournament) -> frozenset[GameKey]:
    """Return the games that show 0 on both sides: open, or a real 0-0."""
    return _keys(game for game in t.pairings.games() if game.is_both_zero)


def both_forfeited(t: Tournament) -> frozenset[GameKey]:
    """Return the games that show `-` on both sides."""
    return _keys(
        game
        for game in t.pairings.games()
        if game.white_result == game.black_result == FORFEIT_LOSS
    )


def _keys(games: Iterable[Game]) -> frozenset[GameKey]:
    return frozenset((game.round, game.white, game.black) for game in games)


def to_json(confirmed: Confirmed) -> dict[str, object]:
    """Return the decisions as a dictionary for JSON, without the empty ones."""
    entries: dict[str, object] = {
        "zero_zero": [list(key) for key in sorted(confirmed.zero_zero)],
        "double_forfeits": [list(key) for key in sorted(confirmed.double_forfeits)],
        "persons": [list(person) for person in confirmed.persons],
        "accepted": [str(code) for code in sorted(confirmed.accepted)],
        "start": confirmed.start.isoformat() if confirmed.start else "",
        "end": confirmed.end.isoformat() if confirmed.end else "",
        "time_control": confirmed.time_control,
        "location": confirmed.location,
        "label": confirmed.label,
        "age_class": confirmed.age_class,
        "kind": str(confirmed.kind or ""),
    }
    return {name: value for name, value in entries.items() if value}


def from_json(data: Mapping[str, object]) -> Confirmed:
    """Return the decisions that `to_json` wrote.

    Args:
        data: the dictionary; names that are absent mean nothing was decided.

    Raises:
        DecodeError: a name or a value is not one that `to_json` writes.
    """
    try:
        return _confirmed(data)
    except (TypeError, ValueError) as error:
        message = Text(
            f"The stored decisions of a person cannot be read: {error}.",
            f"Die gespeicherten Entscheidungen sind nicht lesbar: {error}.",
        )
        raise DecodeError(message, value=str(data)[:80]) from error


def _confirmed(data: Mapping[str, object]) -> Confirmed:
    unknown = set(data) - {field.name for field in fields(Confirmed)}
    if unknown:
        message = f"unknown name {min(unknown)}"
        raise ValueError(message)
    kind = _text(data.get("kind", ""))
    return Confirmed(
        zero_zero=_games(data.get("zero_zero", [])),
        double_forfeits=_games(data.get("double_forfeits", [])),
        persons=tuple(_person(entry) for entry in _list(data.get("persons", []))),
        accepted=frozenset(_text(code) for code in _list(data.get("accepted", []))),
        start=_date(data.get("start", "")),
        end=_date(data.get("end", "")),
        time_control=_text(data.get("time_control", "")),
        location=_text(data.get("location", "")),
        label=_text(data.get("label", "")),
        age_class=_text(data.get("age_class", "")),
        kind=Kind(kind) if kind else None,
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        message = f"{value!r} is not a text"
        raise TypeError(message)
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        message = f"{value!r} is not a list"
        raise TypeError(message)
    return value


def _date(value: object) -> dt.date | None:
    text = _text(value)
    return dt.date.fromisoformat(text) if text else None


def _games(value: object) -> frozenset[GameKey]:
    return frozenset(_game(entry) for entry in _list(value))


def _game(value: object) -> GameKey:
    match value:
        case [int(round_number), int(white), int(black)]:
            return round_number, white, black
    message = f"{value!r} is not a round and two players"
    raise ValueError(message)


def _person(value: object) -> tuple[int, str]:
    match value:
        case [int(number), str(name)]:
            return number, name
    message = f"{value!r} is not a number and a name"
    raise ValueError(message)
