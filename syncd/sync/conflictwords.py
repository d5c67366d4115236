"""What is asked where two sources say different things, in whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.sync.changewords import as_text
from syncd.sync.fieldwords import field_name
from syncd.sync.places import Cell, Part, Place, Score
from syncd.sync.verdict import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    where = where_it_is(place, names)
    ours, theirs = (said_there(value, names) for value in (sides.ours, sides.theirs))
    asked = _QUESTIONS[reason]
    return Text(
        f"{where.en}: here {ours.en}, in the other source {theirs.en}. {asked.en}",
        f"{where.de}: hier {ours.de}, in der anderen Quelle {theirs.de}. {asked.de}",
    )


def where_it_is(place: Place, names: Mapping[int, str]) -> Text:
    """Return where a value stands, with the names of players.

    Args:
        place: where.
        names: entrant id -> name.
    """
    if place.part is Part.GAME:
        number, low, high, _ = place.key
        pair = f"{_who(low, names)} – {_who(high, names)}"
        return Text(f"Round {number}, {pair}", f"Runde {number}, {pair}")
    if place.part is Part.CELL:
        player, number = place.key
        who = _who(player, names)
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
        who = _who(place.key[0], names)
        return Text(f"{who}, ", f"{who}, ")
    if place.part is Part.TEAM:
        number = place.key[0]
        return Text(f"Team {number}, ", f"Mannschaft {number}, ")
    if place.part is Part.ROUND:
        return Text(f"Round {place.key[0]}, ", f"Runde {place.key[0]}, ")
    if place.part is Part.PARAMETER:
        return Text("Parameter ", "Parameter ")
    return Text("Tournament, ", "Turnier, ")


def _who(number: int, names: Mapping[int, str]) -> str:
    return f"{number} {names.get(number, '?')}"


def said_there(value: object, names: Mapping[int, str]) -> Text:
    """Return a value for people, games and opponents by number and name."""
    if value is None:
        return _NOTHING
    if isinstance(value, Score):
        shown = (
            f"{value.white} – {value.black} {value.white_result}:{value.black_result}"
        )
        return Text(shown, shown)
    if isinstance(value, Cell):
        who = _who(value.opponent, names) if value.opponent else "–"
        return Text(f"{who} {value.result}", f"{who} {value.result}")
    shown = as_text(value) or "–"
    return Text(shown, shown)
