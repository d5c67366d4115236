"""The TRF and the XML of one tournament as one tournament.

The TRF gives numbers, teams, dates, parameters and byes; the XML gives persons as the
federation knows them and the games of all loops. Which of CLM's known faults in the
TRF the XML has cured is told, so that they stop nothing any more.

Source: CLM's exporters db_trf_export.php and db_dsb_xml_export.php; practice of rating
officers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import InconsistentError
from syncd.model.meetings import all_matches
from syncd.model.pairings import Pairings
from syncd.model.tournament import Entrant, GameDate, Kind, Tournament
from syncd.sync import joinwords
from syncd.sync.kinship import is_same, loops_of
from syncd.sync.lostletters import LOST
from syncd.sync.onesided import denied, differing, moved, unexplained
from syncd.sync.persons import folded, join_persons, spelling
from syncd.sync.unite import (
    Pair,
    Union,
    as_columns,
    lacking,
    pair_of,
    renumbered,
    results_by_player,
    unite,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping, Sequence

    from syncd.model.findings import Finding
    from syncd.model.pairings import Game
    from syncd.sync.persons import Persons

_CURED: Final = frozenset(
    {
        "trf.team",
        "trf.no_rosters",
        "trf.one_sided",
        "trf.result_contradiction",
        "trf.colours",
    }
    | {"clm.home_view", "clm.home_impossible", "clm.home_open", "clm.home_too_many"}
    | {"xml.open_games", "xml.loop_days", "xml.zero_zero", "clm.open_or_zero"}
)
"""Findings of either file that a sound join has answered."""

_OLD: Final = frozenset({"clm.generation"})
"""Answered where the XML has every game and so vouches for the older exporter."""

_LETTERS: Final = frozenset({"clm.lost_letters"})

_LOOPS: Final = frozenset({"trf.loops"})
_KIND: Final = frozenset({"trf.kind", "clm.type_missing"})


class Joined(NamedTuple):
    """What both files make together.

    Attributes:
        tournament: under the numbers of the TRF.
        findings: what was noticed while joining; an error is a question.
        answered: codes of findings on the two files that need no answer any more.
        agreed: the tournament with, for each game that the files disagree on, the
            result on which they agreed last.
    """

    tournament: Tournament
    findings: tuple[Finding, ...]
    answered: frozenset[str]
    agreed: Tournament


def join(
    trf: Tournament,
    xml: Tournament,
    *,
    agreed: Tournament | None = None,
    newer: str = "",
) -> Joined:
    """Return the tournament of which these are two exports.

    Args:
        trf: as the TRF has it, repaired or not.
        xml: as the XML has it.
        agreed: what `Joined.agreed` was at the last join, None before the first.
        newer: `trf` or `xml`, the file that is younger; empty if neither is.

    Raises:
        InconsistentError: they are different tournaments.
    """
    if not is_same(trf, xml):
        raise InconsistentError(_different(trf, xml))
    persons = join_persons(trf.entrants, xml.entrants, prefers_trf=newer == "trf")
    length, loops = loops_of(trf, xml)
    is_mixed = loops > 1 and trf.pairings.rounds <= length
    games = renumbered(xml.pairings, persons.ids)
    lost = lacking(trf, games, length) if is_mixed else []
    before = _agreed_results(agreed, persons)
    base = _without_games(trf) if is_mixed else trf
    union = unite(base, games, agreed=before, newer=newer)
    union.only_xml = [] if is_mixed else unexplained(union)
    if not trf.is_team:  # the rows of teams do not tell who played whom
        _note_contradictions(union, trf, games if is_mixed else (), length, newer)
    rounds = max(length * loops, xml.pairings.rounds, base.pairings.rounds)
    if newer == "xml" and _has_every_game(persons, union, loops):
        persons = replace(persons, entrants=_without_points(persons.entrants))
    joined = _tournament(trf, xml, persons, (length, loops, rounds), union)
    if joined.is_team:
        joined = replace(joined, matches=all_matches(joined))
    return Joined(
        tournament=joined,
        findings=(
            *persons.findings,
            *joinwords.union_findings(union, lost, joined),
            *_fields_differ(trf, xml),
        ),
        answered=_answered((trf, xml), joined, union, lost, loops=loops),
        agreed=_with_results(joined, union, before),
    )


def _note_contradictions(
    union: Union, trf: Tournament, loops: Sequence[Game], length: int, newer: str
) -> None:
    """Add to the union what cannot be explained by one file being older.

    Args:
        union: the games of both files.
        trf: the TRF of an individual event.
        loops: games of the XML where the TRF's cells mix several loops, else nothing.
        length: rounds of one loop.
        newer: `trf` or `xml`, empty if both are of one time.
    """
    union.clashes += differing(trf, loops, length)
    union.denied += denied(trf, union.only_xml, newer)
    union.moved += moved(union.only_trf, union.only_xml)


def _different(trf: Tournament, xml: Tournament) -> Text:
    start = [t.start.isoformat() if t.start else "?" for t in (trf, xml)]
    return Text(
        f"The files are different tournaments: {trf.name} ({start[0]}) and {xml.name} "
        f"({start[1]}). Name, start date, teams or persons do not fit. Export both "
        "from the same tournament.",
        f"Die Dateien sind verschiedene Turniere: {trf.name} ({start[0]}) und "
        f"{xml.name} ({start[1]}). Name, Beginn, Mannschaften oder Personen passen "
        "nicht zusammen. Bitte beide aus demselben Turnier exportieren.",
    )


def _has_every_game(persons: Persons, union: Union, loops: int) -> bool:
    """Return whether everybody has met everybody as often as there are loops."""
    count = len(persons.entrants)
    pairs = {pair_of(game)[1:] for game in union.games}
    everybody = count * (count - 1) // 2
    return len(pairs) == everybody and len(union.games) == everybody * loops


def _without_points(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return them without the points of an older TRF.

    They would tell of lost games where only a result was corrected.
    """
    return tuple(replace(one, points_x10=None) for one in entrants)


def _without_games(trf: Tournament) -> Tournament:
    empty = as_columns((), trf.pairings.rows, trf.pairings.rounds, [trf.pairings])
    return replace(trf, pairings=empty)


def _tournament(
    trf: Tournament,
    xml: Tournament,
    persons: Persons,
    sizes: tuple[int, int, int],
    union: Union,
) -> Tournament:
    length, loops, rounds = sizes
    byes = Pairings(
        xml.pairings.rounds,
        {persons.ids[key]: row for key, row in xml.pairings.rows.items()},
    )
    ids = [entrant.id for entrant in persons.entrants]
    dates = _dates(trf, xml, rounds)
    control = trf if trf.time_control_text or trf.time_control_code else xml
    return replace(
        trf,
        name=spelling(trf.name, xml.name),
        kind=xml.kind if trf.kind is Kind.UNKNOWN else trf.kind,
        rounds=length,
        loops=loops,
        city=spelling(trf.city, xml.city),
        start=trf.start or xml.start,
        end=trf.end or xml.end,
        time_control_text=control.time_control_text,
        time_control_code=control.time_control_code,
        round_dates=dates,
        entrants=persons.entrants,
        pairings=as_columns(union.games, ids, rounds, [trf.pairings, byes]),
        game_dates=_game_dates(trf, xml, persons, dates),
        played_zeros=tuple((one.round, one.white, one.black) for one in union.zeros),
    )


def _dates(trf: Tournament, xml: Tournament, rounds: int) -> tuple[dt.date | None, ...]:
    days = [*trf.round_dates, *[None] * rounds][:rounds]
    others = [*xml.round_dates, *[None] * rounds][:rounds]
    return tuple(day or other for day, other in zip(days, others, strict=True))


def _game_dates(
    trf: Tournament, xml: Tournament, persons: Persons, dates: Sequence[dt.date | None]
) -> tuple[GameDate, ...]:
    """Return the games on other days than those of their rounds."""
    days = {(game.round, game.white, game.black): game for game in trf.game_dates}
    special = {
        (game.round, game.white, game.black): game.date for game in xml.game_dates
    }
    usual = dict(enumerate(xml.round_dates, start=1))
    for game in xml.pairings.games():
        key = game.round, game.white, game.black
        day = special.get(key, usual.get(game.round))
        ids = persons.ids[game.white], persons.ids[game.black]
        if day is not None and day != dates[game.round - 1]:
            days.setdefault((game.round, *ids), GameDate(game.round, *ids, day))
    return tuple(days.values())


def _agreed_results(
    agreed: Tournament | None, persons: Persons
) -> dict[Pair, dict[int, str]]:
    """Return what both files said last, under today's numbers: they may have moved."""
    if agreed is None:
        return {}
    now = {folded(one): one.id for one in persons.entrants}
    ids = {one.id: now.get(folded(one), 0) for one in agreed.entrants}
    results: dict[Pair, dict[int, str]] = {}
    for (number, low, high), codes in results_by_player(agreed):
        if ids[low] and ids[high]:
            first, last = sorted((ids[low], ids[high]))
            results[number, first, last] = {
                ids[player]: code for player, code in codes.items()
            }
    return results


def _with_results(
    joined: Tournament, union: Union, before: Mapping[Pair, Mapping[int, str]]
) -> Tournament:
    """Return the tournament with the results on which both files agreed last."""
    disputed = {pair_of(clash.game) for clash in union.clashes}
    disputed |= {pair_of(game) for game in union.reopened}
    if not disputed:
        return joined
    games: list[Game] = []
    for game in union.games:
        pair = pair_of(game)
        if pair not in disputed:
            games.append(game)
        elif pair in before:
            codes = before[pair]
            games.append(
                replace(
                    game,
                    white_result=codes.get(game.white, " "),
                    black_result=codes.get(game.black, " "),
                )
            )
    rows = joined.pairings.rows
    pairings = as_columns(games, rows, joined.pairings.rounds, [])
    return replace(joined, pairings=pairings)


def _answered(
    files: tuple[Tournament, Tournament],
    joined: Tournament,
    union: Union,
    lost: Sequence[Game],
    *,
    loops: int,
) -> frozenset[str]:
    """Return the codes of findings that the join has made pointless."""
    trf, xml = files
    codes: set[str] = set()
    if not (union.doubtful or union.denied or union.moved or lost):
        codes |= _CURED
        codes |= frozenset() if union.only_trf else _OLD
    if loops > 1 and not lost:
        codes |= _LOOPS
    if _is_whole(joined.name, xml.name) and _is_whole(joined.city, xml.city):
        codes |= _LETTERS
    if trf.kind is Kind.UNKNOWN and joined.kind is not Kind.UNKNOWN:
        codes |= _KIND
    return frozenset(codes)


def _is_whole(taken: str, xml: str) -> bool:
    """Return whether a text has all its letters: a question mark in both is meant."""
    return LOST not in taken or taken == xml


def unanswered(findings: Iterable[Finding], joined: Joined) -> tuple[Finding, ...]:
    """Return the findings on the two files that still say something."""
    return tuple(item for item in findings if item.code not in joined.answered)


def _fields_differ(trf: Tournament, xml: Tournament) -> list[Finding]:
    """Return what both files say differently of the tournament itself."""
    pairs = {
        "name": (trf.name, spelling(trf.name, xml.name), xml.name),
        "city": (trf.city, spelling(trf.city, xml.city), xml.city),
        "start": (trf.start, trf.start, xml.start),
        "end": (trf.end, trf.end, xml.end),
        "kind": (trf.kind.value, trf.kind.value, xml.kind.value),
    }
    unknown = Kind.UNKNOWN.value
    return [
        joinwords.field_differs(name, mine, yours)
        for name, (mine, taken, yours) in pairs.items()
        if mine and yours and taken != yours and unknown not in {mine, yours}
    ]
