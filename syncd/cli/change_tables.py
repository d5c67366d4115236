"""Changes and merges as tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.sync.changewords import lines, names_of
from syncd.sync.conflictwords import where_it_is
from syncd.sync.pastwords import told_lines
from syncd.sync.verdict import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.cli.output import Output
    from syncd.sync.merge3 import Kept, Merged
    from syncd.sync.places import Change

_HEADS: Final = (
    Text("where", "wo"),
    Text("what", "was"),
    Text("before", "vorher"),
    Text("now", "jetzt"),
)

_WHY: Final = {
    Reason.EMPTY: Text(
        "empty there; what is filled here stays", "dort leer; Gefülltes bleibt"
    ),
    Reason.PLAYED: Text(
        "who has played stays, with his games",
        "wer gespielt hat, bleibt mit seinen Partien",
    ),
    Reason.SPELLING: Text(
        "the better spelling stays", "die bessere Schreibweise bleibt"
    ),
    Reason.EQUAL: Text("means the same", "bedeutet dasselbe"),
    Reason.DECIDED: Text("decided by the policy", "nach Regel entschieden"),
    Reason.RESOLVED: Text("decided by a person before", "früher von Hand entschieden"),
    Reason.FORMER: Text("a name from before", "ein früherer Name"),
    Reason.COUNTED: Text(
        "counted from the games of both sides", "aus den Partien beider Seiten gezählt"
    ),
    Reason.REMOVED: Text("was removed here", "wurde hier entfernt"),
    Reason.PAIRING: Text(
        "belongs to a pairing that is asked about", "gehört zu einer offenen Paarung"
    ),
}


def print_changes(
    output: Output, changes: Iterable[Change], names: Mapping[int, str]
) -> None:
    """Print what differs.

    Args:
        output: where to.
        changes: from one state to the other.
        names: entrant id -> name, of everybody of either.
    """
    rows = told_lines(lines(changes), names)
    nothing = Text("No difference.", "Kein Unterschied.")
    title = Text(f"Differences: {len(rows)}", f"Unterschiede: {len(rows)}")
    output.table(title, _HEADS, rows, empty=nothing)


def print_merge(output: Output, merged: Merged) -> None:
    """Print what was taken, what was not and why, and what a person must decide."""
    names = names_of(merged.tournament)
    print_changes(output, merged.applied, names)
    if merged.kept:
        kept = (_kept_row(one, names) for one in merged.kept)
        rows = sorted(kept, key=str)
        title = Text(f"Not taken over: {len(rows)}", f"Nicht übernommen: {len(rows)}")
        heads = (_HEADS[0], Text("why", "warum"))
        output.table(title, heads, rows)
    for note in merged.notes:
        output.say(note.text)
    for number, conflict in enumerate(merged.conflicts, 1):
        output.say(
            Text(f"{number}. {conflict.text.en}", f"{number}. {conflict.text.de}")
        )
    count = len(merged.conflicts)
    output.say(
        Text(
            f"To be decided by a person: {count}",
            f"Von Hand zu entscheiden: {count}",
        )
    )


def _kept_row(kept: Kept, names: Mapping[int, str]) -> tuple[Text, Text]:
    why = _WHY.get(kept.reason, Text(kept.reason.value, kept.reason.value))
    return where_it_is(kept.place, names), why
