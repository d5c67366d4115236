"""What a person has confirmed, in one sentence per thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament
    from syncd.rating.confirmed import Confirmed, GameKey


def games_said(
    tournament: Tournament, keys: frozenset[GameKey], ending: Text
) -> tuple[Text, ...]:
    """Return one sentence per game: round, players, and how it ended."""
    return tuple(_game_text(tournament, key, ending) for key in sorted(keys))


def facts_said(before: Confirmed, after: Confirmed) -> tuple[Text, ...]:
    """Return one sentence per fact that was not known before."""
    said = []
    for field, en, de in _FIELDS:
        value = getattr(after, field)
        if value and value != getattr(before, field):
            said.append(Text(f"{en}: {value}", f"{de}: {value}"))
    return tuple(said)


def _game_text(tournament: Tournament, key: GameKey, ending: Text) -> Text:
    round_, white, black = key
    names = " - ".join(tournament.entrant(number).surname for number in (white, black))
    return Text(
        f"Round {round_}, {names}: {ending.en}", f"Runde {round_}, {names}: {ending.de}"
    )


ZERO: Final = Text("really ended 0-0.", "endete wirklich 0-0.")
FORFEIT: Final = Text("was not played.", "wurde nicht gespielt.")
_FIELDS: Final = (
    ("start", "First day", "Erster Tag"),
    ("end", "Last day", "Letzter Tag"),
    ("time_control", "Time control", "Bedenkzeit"),
    ("location", "Place", "Ort"),
    ("label", "Name in the report", "Name im Bericht"),
    ("age_class", "Age class", "Altersklasse"),
    ("kind", "Type", "Turnierart"),
)
