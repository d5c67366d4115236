"""Which pairings and byes go into a report, and with what points.

Every rated game goes in. What was not played (forfeits, games of less than a move,
byes) is either left out altogether or listed altogether, as one setting says: a file
must treat them all alike. A side without a player is the schema's own "none", never an
invented person.

Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1;
rules G14, G20, G22, G27, G29, P04 of `syncd.formats.dwzxml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from syncd.bilingual import Text
from syncd.model import results
from syncd.model.findings import Finding, Severity
from syncd.model.pairings import BLACK
from syncd.rating import wording
from syncd.rating.names import is_computer
from syncd.rating.outcomes import Status

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.model.tournament import Entrant
    from syncd.rating.confirmed import GameKey
    from syncd.rating.crosstable import Bye, Crosstable
    from syncd.rating.outcomes import Outcome

Unplayed = Literal["omit", "list"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of the report, before the players get their numbers.

    Attributes:
        round: from 1.
        white: entrant id, None where there is nobody.
        black: likewise.
        points: points of White and Black as the report writes them.
        date: day of the game, None if unknown or not played.
    """

    round: int
    white: int | None
    black: int | None
    points: tuple[str, str]
    date: dt.date | None = None

    @property
    def players(self) -> set[int]:
        """Return the ids of the people in this game."""
        return {player for player in (self.white, self.black) if player is not None}


def game_entries(
    table: Crosstable, dates: Mapping[GameKey, dt.date], unplayed: Unplayed
) -> list[Entry]:
    """Return the games of a report.

    Args:
        table: the crosstable.
        dates: round, White, Black -> day.
        unplayed: what happens to forfeits and byes.
    """
    entries = [
        _entry(each, dates.get((each.game.round, each.game.white, each.game.black)))
        for each in table.having(Status.RATED)
    ]
    if unplayed == "list":
        entries += [_entry(each, None) for each in table.having(Status.UNPLAYED)]
        entries += [entry for bye in table.byes() if (entry := _bye(bye))]
    return entries


def _entry(each: Outcome, date: dt.date | None) -> Entry:
    game = each.game
    return Entry(game.round, game.white, game.black, each.points, date)


_BYE_POINTS: Final = {10: ("+", "-"), 5: ("0.5", "-")}
"""Tenths of a point of a bye -> points of the player and of nobody."""


def _bye(bye: Bye) -> Entry | None:
    """Return a bye as a game against nobody, None for an absence.

    A half-point bye keeps its half: beside a missing opponent no points are rated, and
    the `-` of the other side marks the game as not played (rules G24, G29).
    """
    worth = results.STANDARD_POINTS_X10.get(bye.result, 0)
    if not worth and not bye.opponent:
        return None
    mine, theirs = _BYE_POINTS.get(worth, ("-", "-"))
    if bye.colour == BLACK:
        return Entry(bye.round, None, bye.entrant, (theirs, mine))
    return Entry(bye.round, bye.entrant, None, (mine, theirs))


def game_findings(table: Crosstable, unplayed: Unplayed) -> Iterator[Finding]:
    """Yield what is wrong with single games, and how many were left out."""
    for each in table.outcomes:
        if not each.is_done:
            yield _fault(table, each)
    computers = [each for each in table.entrants.values() if is_computer(each)]
    if computers:
        yield Finding("G26", Severity.INFO, _computers(computers))
    omitted = len(table.having(Status.UNPLAYED))
    if omitted and unplayed == "omit":
        yield Finding(
            "G29",
            Severity.INFO,
            Text(
                f"Games that were not played are left out ({omitted}).",
                f"Nicht gespielte Partien entfallen ({omitted}).",
            ),
        )


def _computers(computers: Sequence[Entrant]) -> Text:
    who = wording.players(computers)
    return Text(
        f"Games against a computer are not rated: {who.en}.",
        f"Partien gegen einen Computer werden nicht gewertet: {who.de}.",
    )


def _fault(table: Crosstable, each: Outcome) -> Finding:
    game = each.game
    where = wording.games([game], table.entrants)
    codes = f"{game.white_result}:{game.black_result}"
    code, text = _fault_text(each, where, codes)
    return Finding(code, Severity.ERROR, text, value=codes)


def _fault_text(each: Outcome, where: Text, codes: str) -> tuple[str, Text]:
    game = each.game
    if each.status in {Status.OPEN, Status.ZERO_ZERO}:
        return "report.open_game", Text(
            f"The result is open ({where.en}): enter it, or confirm that it really "
            "ended 0-0.",
            f"Das Ergebnis ist offen ({where.de}): bitte eintragen oder ein echtes 0:0 "
            "bestätigen.",
        )
    if each.status is Status.ONE_SIDED:
        return "report.one_sided", Text(
            f"Only one of the two players names the other ({where.en}): correct the "
            "pairing and export again.",
            f"Nur einer der beiden Spieler nennt den anderen ({where.de}): bitte die "
            "Paarung berichtigen und erneut exportieren.",
        )
    if game.white == game.black:
        return "G13", Text(
            f"A player is paired with himself ({where.en}): correct the pairing.",
            f"Ein Spieler ist mit sich selbst gepaart ({where.de}): bitte berichtigen.",
        )
    return "G22" if game.is_played else "G27", Text(
        f"The results {codes} do not go together ({where.en}): correct them and export "
        "again.",
        f"Die Ergebnisse {codes} passen nicht zusammen ({where.de}): bitte berichtigen "
        "und erneut exportieren.",
    )
