"""What one text says of the time control, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text

if TYPE_CHECKING:
    from syncd.model.timecontrol import TimeControl


class Reading(NamedTuple):
    """What one text says of the time control.

    Attributes:
        control: what it says or probably means; None if nothing could be made of it.
        doubt: why it needs a person, None if it is certain. Part of a sentence.
        assumed: what was taken for granted although it is certain enough, else None.
    """

    control: TimeControl | None = None
    doubt: Text | None = None
    assumed: Text | None = None

    @property
    def is_certain(self) -> bool:
        """Whether the time control may be used without asking."""
        return self.control is not None and self.doubt is None


NOTHING: Final = Text("it names no time", "sie nennt keine Zeit")
UNIT: Final = Text(
    "it does not say whether minutes or seconds are meant",
    "sie sagt nicht, ob Minuten oder Sekunden gemeint sind",
)
NO_REST: Final = Text(
    "it does not say what time there is after the last time check",
    "sie sagt nicht, welche Zeit nach der letzten Zeitkontrolle gilt",
)
NO_MOVES: Final = Text(
    "it does not say after how many moves the next period begins",
    "sie sagt nicht, nach wie vielen Zügen der nächste Abschnitt beginnt",
)
ORDER: Final = Text(
    "a period without a number of moves stands before another one",
    "ein Abschnitt ohne Zügezahl steht vor einem anderen",
)
TOO_LONG: Final = Text(
    "a period or an increment is longer than a game can be",
    "ein Abschnitt oder Zuschlag ist länger, als eine Partie sein kann",
)
DELAY: Final = Text(
    "it speaks of a delay, which is no increment",
    "sie spricht von einer Verzögerung (Delay), die kein Zuschlag ist",
)
TWICE: Final = Text(
    "“2x” may mean both players or two periods",
    "„2x“ kann beide Spieler oder zwei Abschnitte bedeuten",
)
WHICH_INCREMENT: Final = Text(
    "it is not clear from which move the increment is given",
    "es ist nicht klar, ab welchem Zug es den Zuschlag gibt",
)
FROM_MOVE_ONE: Final = Text(
    "the increment is taken to be given from move 1",
    "der Zuschlag gilt als ab dem 1. Zug gegeben",
)


def unknown_words(words: str) -> Text:
    """Return the doubt about a text with words that nobody here understands."""
    return Text(f"“{words}” is not understood", f"„{words}“ wird nicht verstanden")
