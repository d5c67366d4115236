"""Laws of the three-way merge.

`merge(b, b, t) == t` holds but for what is guarded, and every deviation is named: what
became empty, who or what has played, a worse spelling, a question. Start and team
numbers stay those of the tournament, rounds are never removed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import assume, given
from model_tournaments import tournaments
from tournament_edits import STARTS, edits, made

from syncd.errors import MassRemovalError
from syncd.sync.diff import changes_between
from syncd.sync.merge3 import Merged, merge
from syncd.sync.numbers import align
from syncd.sync.places import Part
from syncd.sync.policy import Policy
from syncd.sync.records import BY_PART

if TYPE_CHECKING:
    from hypothesis.strategies import DataObject

    from syncd.model.tournament import Tournament

from hypothesis import strategies as st

ASKING = Policy(most_lost_percent=100)


def merged(base: Tournament, head: Tournament, theirs: Tournament) -> Merged:
    """Return the merge; give up on examples of other tournaments."""
    try:
        return merge(base, head, theirs, ASKING)
    except MassRemovalError:
        assume(condition=False)
        raise


def told_apart(t: Tournament) -> Tournament:
    """Return the tournament without doubles and without numbers of nobody.

    Everybody is known by his id, every team by its name.
    """
    known = (
        replace(
            one, dsb_id=f"D{one.id}", fide_id=None, birth_year=None, member_number=None
        )
        for one in t.entrants
    )
    ids = {one.id for one in t.entrants}
    teams = {
        one.number: replace(one, name=f"T{one.number}", roster=()) for one in t.teams
    }
    matches = {BY_PART[Part.MATCH].key(one): one for one in t.matches}
    days = {BY_PART[Part.GAME_DATE].key(one): one for one in t.game_dates}
    return replace(
        t,
        entrants=tuple(known),
        pairings=replace(t.pairings, extra=()),
        teams=tuple(teams.values()),
        matches=tuple(m for m in matches.values() if {m.home, m.guest} <= {*teams}),
        game_dates=tuple(d for d in days.values() if {d.white, d.black} <= ids),
        line_ups=(),
        played_zeros=(),
        rules=replace(t.rules, prohibitions=(), adjustments=(), byes=()),
    )


ANY = tournaments().map(told_apart)


@given(ANY, ANY)
def test_an_export_without_news_changes_nothing(b: Tournament, o: Tournament) -> None:
    result = merged(b, o, b)
    assert result.tournament == o
    assert (result.applied, result.conflicts, result.kept) == ((), (), ())


@given(ANY, ANY)
def test_every_deviation_from_theirs_is_explained(b: Tournament, t: Tournament) -> None:
    result = merged(b, b, t)
    theirs = align(b, b, t).theirs
    explained = {one.place for one in result.kept}
    explained |= {one.place for one in result.conflicts}
    explained |= {one.place for one in result.quiet}
    apart = {one.place for one in changes_between(theirs, result.tournament)}
    left = {one for one in apart - explained if one.part not in _SHAPE}
    assert not left


_SHAPE = {Part.ORDER, Part.LENGTH}


@given(ANY, ANY, ANY)
def test_merging_twice_changes_nothing(
    b: Tournament, o: Tournament, t: Tournament
) -> None:
    first = merged(b, o, t)
    again = merged(b, first.tournament, t)
    assert again.tournament == first.tournament
    assert again.applied == ()
    assert merged(t, first.tournament, t).tournament == first.tournament


@given(st.data())
def test_plain_news_is_taken_whole(data: DataObject) -> None:
    base = data.draw(STARTS)
    theirs = made(base, data.draw(edits(base)))
    result = merge(base, base, theirs, ASKING)
    assert result.tournament == theirs
    assert (result.conflicts, result.kept) == ((), ())


@given(st.data())
def test_the_order_of_independent_news_is_no_matter(data: DataObject) -> None:
    base = data.draw(STARTS)
    news = data.draw(edits(base))
    cut = data.draw(st.integers(0, len(news)))
    one, two = made(base, news[:cut]), made(base, news[cut:])
    there = merge(base, merge(base, base, one, ASKING).tournament, two, ASKING)
    back = merge(base, merge(base, base, two, ASKING).tournament, one, ASKING)
    assert there.tournament == back.tournament == made(base, news)
    assert there.conflicts == back.conflicts == ()
