"""Points that a file states beside those of its games; a loop that is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from small_events import tournament

from syncd.model.tournament import Kind
from syncd.standings.chosen import Wish, choose
from syncd.standings.options import Options
from syncd.standings.standings import contest_of
from syncd.standings.stated import stated_beside
from syncd.standings.table import table_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.table import Table

USUAL = Options()
GAMES = "2w1 3b= 4w1", "1b0 4w1 3b1", "4b1 1w= 2w0", "3w0 2b0 1b0"
COUNTED = (25, 20, 15, 0)


def event(stated: Sequence[int | None], kind: Kind = Kind.ROUND_ROBIN) -> Tournament:
    """Return the event of four players with points in tenths that a file states."""
    made = tournament(*GAMES, kind=kind)
    pairs = zip(made.entrants, stated, strict=True)
    entrants = tuple(replace(one, points_x10=points) for one, points in pairs)
    return replace(made, entrants=entrants)


def table(made: Tournament, options: Options = USUAL) -> Table:
    return table_of(made, choose(made, Wish("PTS"), options), options)


def test_the_same_points_are_nothing_to_tell() -> None:
    for stated in (COUNTED, (None,) * 4):
        shown = table(event(stated))
        assert shown.heading.en == "Final standings after round 3"
        assert (shown.banners, shown.in_short) == ((), ())
        assert [note.en for note in shown.notes] == ["Tie-breaks as asked for."]


@pytest.mark.parametrize("rounds", [None, 2])
def test_a_loop_that_is_missing(rounds: int | None) -> None:
    shown = table(event((45, 40, 20, 15)), Options(after_round=rounds))
    assert shown.heading.en == f"Incomplete standings after round {rounds or 3}"
    (banner,) = shown.banners
    assert "Not final" in banner.en
    assert "XML DSB neu" in banner.de
    assert shown.in_short[0].de == "in der Datei fehlen Partien"
    text = " ".join(note.en for note in shown.notes)
    expected = "for 4 players, first for number 1: 4.5 in the file, 2.5 from the"
    assert (expected in text) is (rounds is None)


@pytest.mark.parametrize(
    ("stated", "kind"),
    [
        # a Swiss has no loops; fewer points than games are no games missing
        ((45, 40, 20, 15), Kind.SWISS),
        ((20, 15, 15, 0), Kind.ROUND_ROBIN),
    ],
)
def test_other_points_alone_are_a_note(stated: Sequence[int], kind: Kind) -> None:
    shown = table(event(stated, kind))
    assert shown.heading.en == "Final standings after round 3"
    assert shown.banners == ()
    assert "states other points" in shown.notes[0].en


def test_every_loop_in_the_file_is_none_missing() -> None:
    made = replace(event((45, 40, 20, 15)), rounds=1, loops=3)
    assert not stated_beside(made, contest_of(made)).lacks_loop


def test_a_bye_that_is_still_to_come_may_be_counted() -> None:
    made = tournament("2w1 H", "1b0 Z", kind=Kind.SWISS)
    for points, count in ((10, 0), (15, 0), (20, 1)):
        one, other = made.entrants
        seen = replace(made, entrants=(replace(one, points_x10=points), other))
        assert len(stated_beside(seen, contest_of(seen)).apart) == count
