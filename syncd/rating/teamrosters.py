"""Whether the games of a team event can be put together to matches at all.

Only rosters tell who plays for whom. A game of somebody whom no roster names belongs to
no match, and without any rosters, as in an XML alone, nobody sees that a match is
missing: a person compares with the league's own table.

Source: practice of league managers; DSB_DWZ_TournamentReport 2.5 (it has no teams).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.model.meetings import meetings, stray_games
from syncd.rating import wording
from syncd.rating.reason import Reason, Why

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.rating.crosstable import Crosstable


def roster_reasons(table: Crosstable) -> Iterator[Reason]:
    """Yield a reason for games that belong to no match of two teams."""
    t = table.tournament
    if not any(team.roster for team in t.teams):
        games = sum(game.is_mutual for game in t.pairings.games())
        yield Reason(Why.ROSTERS, _no_teams(games), needs_person=True)
        return
    strays = stray_games(t.pairings, meetings(t.pairings, t.teams))
    if strays:
        text = _strays(len(strays), wording.games(strays, table.entrants))
        yield Reason(Why.ROSTERS, text, needs_person=True)


def _no_teams(games: int) -> Text:
    return Text(
        "This is a team event, but no team is listed with its players, so missing "
        f"matches cannot be noticed. Compare the number of games ({games}) with the "
        "league's table, or hand in an export with the teams as well (“TRF mit "
        "Turnierdetails” of CLM). If all is there, say so with `syncd confirm`.",
        "Das ist ein Mannschaftsturnier, aber keine Mannschaft ist mit ihren Spielern "
        "genannt; so fällt nicht auf, wenn Wettkämpfe fehlen. Bitte die Zahl der "
        f"Partien ({games}) mit der Tabelle der Liga vergleichen oder zusätzlich einen "
        "Export mit den Mannschaften einreichen („TRF mit Turnierdetails“ aus dem "
        "CLM). Ist alles da, bitte mit `syncd confirm` bestätigen.",
    )


def _strays(count: int, games: Text) -> Text:
    return Text(
        f"Games belong to no match of two teams ({count}): {games.en}. A player stands "
        "in no roster, or both stand in the same one. Enter the players in their teams "
        "and export again, or say with `syncd confirm` that this is right.",
        f"Partien gehören zu keinem Wettkampf zweier Mannschaften ({count}): "
        f"{games.de}. Ein Spieler steht in keiner Aufstellung, oder beide stehen in "
        "derselben. Bitte die Spieler bei ihren Mannschaften melden und erneut "
        "exportieren oder mit `syncd confirm` bestätigen.",
    )
