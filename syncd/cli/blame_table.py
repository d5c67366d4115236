"""Where values come from: as a table for people, as JSON for programs.

part, key, field    the place (see syncd.sync.places)
where               the same in words
value, replaced     what stands there, and what stood there before; null for nothing
revision, at        of the revision that put it there, and when that was made
source, arrival, file    of the export that said it; null for a decision
decision, by        kind of the decision and who made it; null for an export
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.cli.change_shapes import place_shape, value_shape
from syncd.cli.words import local_time
from syncd.sync.changewords import names_of
from syncd.sync.conflictwords import told_at, where_it_is
from syncd.sync.places import LISTED, Part

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.cli.output import Output
    from syncd.model.tournament import Tournament
    from syncd.sync.provenance import Traced

MOST_LINES: Final = 500
"""So many values are listed for people; the rest is counted."""

_SHARE: Final = 6
"""A word of where a value comes from takes at most this part of the terminal's width:
a table of six columns would break it in the middle."""
_NARROWEST: Final = 13

_HEADS: Final = (
    Text("where", "wo"),
    Text("value", "Wert"),
    Text("before", "vorher"),
    Text("from", "von"),
    Text("when", "wann"),
    Text("revision", "Revision"),
)
_SHAPE: Final = {Part.ORDER, Part.LENGTH}
"""Says nothing about chess; for programs only."""


def blame_shape(
    found: Sequence[Traced], tournament: Tournament, output: Output
) -> list[dict[str, Any]]:
    """Return the document of `syncd blame`."""
    names = names_of(tournament)
    return [
        {
            **place_shape(place),
            "where": where_it_is(place, names).say(output.language),
            "value": value_shape(value),
            "replaced": value_shape(mark.replaced),
            "revision": mark.cause.revision,
            "at": mark.cause.at_utc.isoformat(),
            "source": mark.cause.source or None,
            "arrival": mark.cause.arrival,
            "file": mark.cause.file or None,
            "decision": mark.cause.decision or None,
            "by": mark.cause.by or None,
        }
        for place, value, mark in found
    ]


def print_blame(
    output: Output, found: Sequence[Traced], tournament: Tournament
) -> None:
    """Print values and where they come from."""
    names = names_of(tournament)
    shown = [one for one in found if one.place.part not in _SHAPE]
    title = Text(f"Values: {len(shown)}", f"Werte: {len(shown)}")
    nothing = Text("Nothing stands there.", "Dort steht nichts.")
    most = max(_NARROWEST, output.console.width // _SHARE)
    rows = [_row(one, names, most) for one in shown[:MOST_LINES]]
    output.table(title, _HEADS, rows, empty=nothing)
    more = len(shown) - MOST_LINES
    if more > 0:
        output.say(
            Text(
                f"… and {more} more (all with --json, some with --field)",
                f"… und {more} weitere (alle mit --json, einzelne mit --field)",
            )
        )


def _row(one: Traced, names: Mapping[int, str], most: int) -> tuple[object, ...]:
    from syncd.pipeline.provenance.tracing import words_of

    place, value, (cause, replaced) = one
    where, (now, before) = told_at(place, (value, replaced), names)
    who = words_of(cause)
    by = f" ({cause.by})" if cause.by else ""
    return (
        where,
        "" if place.field == LISTED else now,
        "" if replaced is None else before,
        Text(f"{shortened(who.en, most)}{by}", f"{shortened(who.de, most)}{by}"),
        local_time(cause.at_utc),
        cause.revision,
    )


def shortened(text: str, most: int) -> str:
    """Return a text in which no word is longer; the middle of such a one is left out.

    The end of a file's name tells its time.
    """
    return " ".join(_short(word, most) for word in text.split(" "))


def _short(word: str, most: int) -> str:
    if len(word) <= most:
        return word
    behind = (most - 1) // 2
    return f"{word[: most - 1 - behind]}…{word[-behind:]}"
