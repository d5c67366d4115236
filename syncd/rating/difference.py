"""One thing in which two DWZ reports differ, and how it is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Part = Literal["tournament", "player", "game"]

NOTHING: Final = Text("", "")
"""A value that one of the reports does not have."""

SHOWN: Final = 20
"""So many differences are told; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two reports differ.

    Attributes:
        part: where it stands.
        subject: whose value it is: `Wolf, Eva`, a game by round and names, or nothing
            where it is the tournament's.
        field: which value; nothing where a whole player or game is in one report only.
        ours: the value in our report, nothing if it has none.
        theirs: likewise in the other report.
        is_rated: whether the rating can depend on it.
    """

    part: Part
    subject: Text
    field: Text
    ours: Text
    theirs: Text
    is_rated: bool

    @property
    def is_listing(self) -> bool:
        """Whether one report only lists what was not played and the other leaves out.

        A policy (`unplayed`) decides about that, and both ways say the same.
        """
        return self.part == "game" and self.field == NOTHING and not self.is_rated


class Sides(NamedTuple):
    """What the two reports are called in a sentence, behind `in`.

    Attributes:
        ours: for instance `the report built here`, in German in the dative.
        theirs: likewise for the other.
    """

    ours: Text
    theirs: Text


def told(differences: Iterable[Difference], sides: Sides) -> Text:
    """Return the differences as sentences, what weighs most first.

    Args:
        differences: at least one.
        sides: what the reports are called.

    Returns:
        The first 20, one a line, and how many more there are.
    """
    lines = sentences(differences, sides)
    more = len(lines) - SHOWN
    if more > 0:
        lines = [*lines[:SHOWN], Text(f"… and {more} more", f"… und {more} weitere")]
    return Text(
        "\n".join(line.en for line in lines), "\n".join(line.de for line in lines)
    )


def sentences(differences: Iterable[Difference], sides: Sides) -> Sequence[Text]:
    """Return one sentence for each difference, what weighs most first."""
    return [sentence(item, sides) for item in sorted(differences, key=_weight)]


def _weight(item: Difference) -> int:
    """Return 0 for games and persons that are rated, 1 for other facts that count."""
    if not item.is_rated:
        return 2
    return int(item.part != "game" and item.field != NOTHING)


def sentence(item: Difference, sides: Sides) -> Text:
    """Return a difference in plain words."""
    if item.field == NOTHING:
        return _in_one_only(item, sides)
    about = [part for part in (item.subject, item.field) if part != NOTHING]
    mine, yours = item.ours, item.theirs
    en = ", ".join(part.en for part in about)
    de = ", ".join(part.de for part in about)
    return Text(
        f"{en}: {mine.en or 'nothing'} in {sides.ours.en}, "
        f"{yours.en or 'nothing'} in {sides.theirs.en}.",
        f"{de}: {mine.de or 'nichts'} in {sides.ours.de}, "
        f"{yours.de or 'nichts'} in {sides.theirs.de}.",
    )


def _in_one_only(item: Difference, sides: Sides) -> Text:
    """Return in which report alone a player or a game stands."""
    side = sides.ours if item.theirs == NOTHING else sides.theirs
    value = item.ours if item.theirs == NOTHING else item.theirs
    what = _WHAT[item.part]
    return Text(
        f"{what.en} {item.subject.en} ({value.en}): only in {side.en}.",
        f"{what.de} {item.subject.de} ({value.de}): nur in {side.de}.",
    )


_WHAT: Final = {
    "tournament": Text("Tournament", "Turnier"),
    "player": Text("Player", "Spieler"),
    "game": Text("Game,", "Partie,"),
}
