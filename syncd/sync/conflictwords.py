"""What is asked where two sources say different things, in whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.sync import gamewords
from syncd.sync.changewords import as_text
from syncd.sync.fieldwords import field_name
from syncd.sync.places import Cell, Part, Place, Score
from syncd.sync.valuewords import value_words
from syncd.sync.verdict import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.sync.verdict import Sides

_QUESTIONS: Final = {
    Reason.VALUE: Text("Which is right?", "Was stimmt?"),
    Reason.RESULT: Text("Which result is right?", "Welches Ergebnis stimmt?"),
    Reason.FORFEIT: Text(
        "Was it played or forfeited?", "Gespielt oder kampflos entschieden?"
    ),
    Reason.REOPENED: Text(
        "Is the result wrong, or is it only missing in this file?",
        "Ist das Ergebnis falsch, oder fehlt es nur in dieser Datei?",
    ),
    Reason.PAIRING: Text("Who met whom?", "Wer hat gegen wen gespielt?"),
}
_NOTHING: Final = Text("nothing", "nichts")


def question(
    place: Place, sides: Sides, reason: Reason, names: Mapping[int, str]
) -> Text:
    """Return what a person has to decide.

    Args:
        place: where.
        sides: what is said.
        reason: why it is asked.
        names: entrant id -> name, of everybody of either side.
    """
    where, (ours, theirs) = told_at(place, (sides.ours, sides.theirs), names)
    asked = _QUESTIONS[reason]
    return Text(
        f"{where.en}: here {ours.en}, in the other source {theirs.en}. {asked.en}",
        f"{where.de}: hier {ours.de}, in der anderen Quelle {theirs.de}. {asked.de}",
    )


def told_at(
    place: Place, values: Sequence[object], names: Mapping[int, str]
) -> tuple[Text, tuple[Text, ...]]:
    """Return where something stands, and each of the values that are told of it.

    The players of a game are named once, in the order in which its results count. Where
    the values do not agree on colours, each names them itself.

    Args:
        place: where.
        values: what stands, stood or is to stand there; None for nothing.
        names: entrant id -> name.
    """
    scores = [value for value in values if isinstance(value, Score)]
    one = gamewords.common(scores)
    if place.part is not Part.GAME or one is None:
        said = (said_there(value, names, place.field) for value in values)
        return where_it_is(place, names), tuple(said)
    both, number = gamewords.pair(one, names), place.key[0]
    where = Text(f"Round {number}, {both.en}", f"Runde {number}, {both.de}")
    return where, tuple(
        gamewords.result(value) if isinstance(value, Score) else _NOTHING
        for value in values
    )


def where_it_is(place: Place, names: Mapping[int, str]) -> Text:
    """Return where a value stands, with the names of players.

    Args:
        place: where.
        names: entrant id -> name.
    """
    if place.part is Part.GAME:
        number, low, high, _ = place.key
        pair = f"{gamewords.who(low, names)} – {gamewords.who(high, names)}"
        return Text(f"Round {number}, {pair}", f"Runde {number}, {pair}")
    if place.part is Part.CELL:
        player, number = place.key
        who = gamewords.who(player, names)
        return Text(f"Round {number}, {who}", f"Runde {number}, {who}")
    field = field_name(place.field or _LISTS.get(place.part, place.part))
    before = _owner(place, names)
    return Text(f"{before.en}{field.en}", f"{before.de}{field.de}")


_LISTS: Final = {
    Part.MATCH: "matches",
    Part.LINE_UP: "line_ups",
    Part.GAME_DATE: "game_dates",
    Part.PLAYED_ZERO: "played_zeros",
}


def _owner(place: Place, names: Mapping[int, str]) -> Text:
    """Return to whom or what a field belongs."""
    if place.part is Part.PLAYER:
        who = gamewords.who(place.key[0], names)
        return Text(f"{who}, ", f"{who}, ")
    if place.part is Part.TEAM:
        number = place.key[0]
        return Text(f"Team {number}, ", f"Mannschaft {number}, ")
    if place.part is Part.ROUND:
        return Text(f"Round {place.key[0]}, ", f"Runde {place.key[0]}, ")
    if place.part is Part.PARAMETER:
        return Text("Parameter ", "Parameter ")
    return Text("Tournament, ", "Turnier, ")


def said_there(value: object, names: Mapping[int, str], field: str = "") -> Text:
    """Return a value for people, games and opponents by name and number.

    Args:
        value: any that can stand in a tournament, None for nothing.
        names: entrant id -> name.
        field: what it is the value of, if the part has several fields.
    """
    if value is None:
        return _NOTHING
    if isinstance(value, Score):
        return gamewords.game(value, names)
    if isinstance(value, Cell):
        return gamewords.cell(value, names)
    shown = value_words(field, as_text(value))
    return Text(shown.en or "–", shown.de or "–")
