"""A tournament under other start numbers, for comparison with one that has them.

CLM numbers anew when players come, go or are sorted; the XML has numbers of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.sync.persons import link

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.pairing_rules import PairingRules
    from syncd.model.pairings import Game, Pairings
    from syncd.model.tournament import TeamMatch, Tournament


def moved_numbers(old: Tournament, new: Tournament) -> dict[int, int]:
    """Return old number -> new number of everybody, empty if nobody's has moved.

    Who is gone gets a number that nobody has.
    """
    names = [
        {(one.id, one.surname, one.forename) for one in side.entrants}
        for side in (old, new)
    ]
    if names[0] <= names[1] or names[1] <= names[0]:
        return {}
    links = link(old.entrants, new.entrants)
    ids = {before: now for now, before in links.items()}
    if all(before == now for before, now in ids.items()):
        return {}
    taken = {one.id for one in new.entrants}
    last = max((one.id for one in (*old.entrants, *new.entrants)), default=0)
    for one in old.entrants:
        if one.id not in ids:
            last += 1
            ids[one.id] = one.id if one.id not in taken else last
    return ids


def renumbered(old: Tournament, ids: Mapping[int, int]) -> Tournament:
    """Return the tournament under other numbers."""
    return replace(
        old,
        entrants=tuple(replace(one, id=ids[one.id]) for one in old.entrants),
        pairings=_pairings(old.pairings, ids),
        teams=tuple(
            replace(team, roster=_players(team.roster, ids)) for team in old.teams
        ),
        line_ups=tuple(
            replace(one, players=_players(one.players, ids)) for one in old.line_ups
        ),
        game_dates=tuple(
            replace(
                one,
                white=ids.get(one.white, one.white),
                black=ids.get(one.black, one.black),
            )
            for one in old.game_dates
        ),
        played_zeros=tuple(
            (number, ids.get(white, white), ids.get(black, black))
            for number, white, black in old.played_zeros
        ),
        rules=old.rules if old.is_team else _rules(old.rules, ids),
    )


def renumbered_teams(old: Tournament, numbers: Mapping[int, int]) -> Tournament:
    """Return the tournament with other team numbers; those not named stay."""

    def of(number: int) -> int:
        return numbers.get(number, number)

    byes = old.team_byes
    if byes is not None:
        byes = replace(byes, teams=tuple(map(of, byes.teams)))
    return replace(
        old,
        teams=tuple(replace(team, number=of(team.number)) for team in old.teams),
        matches=tuple(
            lower_first(replace(one, home=of(one.home), guest=of(one.guest)))
            for one in old.matches
        ),
        line_ups=tuple(
            replace(one, team=of(one.team), opponent=of(one.opponent))
            for one in old.line_ups
        ),
        team_byes=byes,
        rules=_rules(old.rules, numbers) if old.is_team else old.rules,
    )


def lower_first(match: TeamMatch) -> TeamMatch:
    """Return a match; where nobody knows who was home, the lower number is first."""
    if match.is_home_known or match.home < match.guest:
        return match
    return replace(
        match, home=match.guest, guest=match.home, forfeited=match.forfeited[::-1]
    )


def _rules(rules: PairingRules, ids: Mapping[int, int]) -> PairingRules:
    """Return rules for the same players or teams; ranges of an acceleration stay."""
    if not (rules.prohibitions or rules.adjustments or rules.byes):
        return rules
    return replace(
        rules,
        prohibitions=tuple(
            replace(one, ids=_players(one.ids, ids)) for one in rules.prohibitions
        ),
        adjustments=tuple(
            replace(one, ids=_players(one.ids, ids)) for one in rules.adjustments
        ),
        byes=tuple(replace(one, ids=_players(one.ids, ids)) for one in rules.byes),
    )


def _players(players: tuple[int, ...], ids: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(ids.get(one, one) for one in players)


def _pairings(pairings: Pairings, ids: Mapping[int, int]) -> Pairings:
    rows = {
        ids.get(number, number): replace(row, opponents=_players(row.opponents, ids))
        for number, row in pairings.rows.items()
    }
    extra = tuple(_game(game, ids) for game in pairings.extra)
    return replace(pairings, rows=rows, extra=extra)


def _game(game: Game, ids: Mapping[int, int]) -> Game:
    white, black = _players((game.white, game.black), ids)
    return replace(game, white=white, black=black)
