"""Rules G02, G13, G14, G20, G22, G25, G27, G29 and G32: each game and each round."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.references import NUMBER, PLAYED_POINTS
from syncd.formats.dwzxml.rules.book import RuleBook, error, warning
from syncd.formats.dwzxml.rules.tournament import unbroken_rounds

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.formats.dwzxml.rules.book import Evidence, Fault
    from syncd.formats.dwzxml.rules.sides import Game

RULES: Final = RuleBook()

_POINTS_X10: Final = {"1": 10, "0.5": 5, "0": 0}
_WON_X10: Final = 10
_SHOWN_GAPS: Final = 12
WRONG_RESULTS: Final = frozenset(
    {("+", "+"), ("+", "1"), ("1", "+"), ("+", "0.5"), ("0.5", "+")}
)
DOUBTFUL_RESULTS: Final = frozenset({("1", "-"), ("-", "1"), ("+", "0"), ("0", "+")})
"""Pairs of points that contradict each other, and pairs that are rarely meant.

Source: rule G27 and the table of result pairs."""


@RULES.rule("G02")
def round_exists(evidence: Evidence) -> Iterator[Fault]:
    """A game is of a round that the tournament has.

    Where all rounds up to the last have games, T17 says it once for the tournament.

    Source: rule G02; documentation 1.1, "round".
    """
    rounds = evidence.document.tournament.number("rounds")
    if rounds is None:
        return
    told = max(rounds, unbroken_rounds(evidence))
    for game in evidence.games:
        turn = game.turn
        if turn is not None and turn > told:
            yield error(
                game.section, "round",
                f"There is no round {turn}: the tournament has {rounds}. Correct the "
                "round, or rounds of the tournament.",
                f"Eine Runde {turn} gibt es nicht: das Turnier hat {rounds}. Bitte die "
                "Runde oder rounds beim Turnier berichtigen.",
            )  # fmt: skip


@RULES.rule("G13")
def two_different_players(evidence: Evidence) -> Iterator[Fault]:
    """Nobody plays against themselves.

    Source: rule G13; documentation 1.1, "Spielerzuordnung".
    """
    for game in evidence.games:
        white, black = game.numbers
        if white is not None and white == black:
            yield error(
                game.section, f"{NUMBER}Black",
                f"Number {white} plays against itself. Correct one of the sides.",
                f"Nummer {white} spielt gegen sich selbst. Bitte eine Seite "
                "berichtigen.",
            )  # fmt: skip


@RULES.rule("G14")
def bye_is_unplayed(evidence: Evidence) -> Iterator[Fault]:
    """Against nobody the points are + and -, though others do no harm.

    Source: rules G14 and G24; documentation 1.1, "noneWhitePlayer / noneBlackPlayer".
    """
    for game in evidence.games:
        if game.has_bye and not PLAYED_POINTS.isdisjoint(game.points):
            yield warning(
                game.section, "",
                "Nobody sat on the other side, so this is not rated, whatever the "
                "points are. + and - say it more clearly.",
                "Auf der anderen Seite saß niemand, also wird nichts ausgewertet, egal "
                "welche Punkte hier stehen. Mit + und - ist es klarer.",
            )  # fmt: skip


@RULES.rule("G20")
def byes_all_or_none(evidence: Evidence) -> Iterator[Fault]:
    """Byes are all listed or all left out.

    Team events are not looked at: a player without a game need not have been lined up.
    Neither are rounds after somebody's last entry: they may have withdrawn.

    Source: rule G20; documentation 1.1, "Sonderfall: fehlender Gegner".
    """
    document = evidence.document
    is_team_event = document.tournament.text("tournamentType").startswith("T")
    if is_team_event or not any(game.has_bye for game in evidence.games):
        return
    if not evidence.references_hold or not _are_rounds_known(evidence.games):
        return
    rounds = _rounds_by_player(evidence.games)
    for player in evidence.people:
        entered = rounds.get(player.number(NUMBER), set())
        last = max(entered, default=0)
        if len(entered) < last:  # rounds are numbered from 1
            gaps = [turn for turn in range(1, last) if turn not in entered]
            shown = ", ".join(map(str, gaps[:_SHOWN_GAPS]))
            shown += " …" if len(gaps) > _SHOWN_GAPS else ""
            yield warning(
                player, "",
                f"No entry in round {shown}, while other byes are listed. List all "
                "byes or none of them.",
                f"Kein Eintrag in Runde {shown}, während andere spielfreie Runden "
                "aufgeführt sind. Bitte alle aufführen oder keine.",
            )  # fmt: skip


@RULES.rule("G22")
def at_most_one_point(evidence: Evidence) -> Iterator[Fault]:
    """The points from the board add up to at most one.

    Source: rule G22; documentation 1.1, "pointWhite und pointBlack".
    """
    for game in evidence.games:
        white, black = game.points
        if _POINTS_X10.get(white, 0) + _POINTS_X10.get(black, 0) > _WON_X10:
            yield error(
                game.section, "pointBlack",
                f"{white}:{black} is more than one point. Correct the result.",
                f"{white}:{black} ist mehr als ein Punkt. Bitte das Ergebnis "
                "berichtigen.",
            )  # fmt: skip


@RULES.rule("G25")
def computer_games_unrated(evidence: Evidence) -> Iterator[Fault]:
    """A game with a computer is -:-, whatever happened (G26: it is never rated).

    Source: rules G25 and G26; documentation 1.1, "Computer- und Sonderfälle".
    """
    computers = {player.number(NUMBER) for player in evidence.roster.computers}
    computers.discard(None)
    for game in evidence.games:
        if computers.isdisjoint(game.numbers) or game.points == ("-", "-"):
            continue
        yield error(
            game.section, "pointWhite",
            "A computer took part. Such a game is marked -:-, whatever the result was, "
            "or left out.",
            "Ein Computer war beteiligt. Eine solche Partie wird unabhängig vom "
            "Ergebnis mit -:- gekennzeichnet oder weggelassen.",
        )  # fmt: skip


@RULES.rule("G27")
def sensible_result(evidence: Evidence) -> Iterator[Fault]:
    """The points of both sides make one result.

    Source: rule G27; documentation 1.1, "Partien (games)".
    """
    for game in evidence.games:
        if game.has_bye:
            continue
        result = ":".join(game.points)
        if game.points in WRONG_RESULTS:
            yield error(
                game.section, "pointBlack",
                f"{result} is no result: if one side won without playing, the other "
                "has -. Correct it.",
                f"{result} ist kein Ergebnis: gewinnt eine Seite kampflos, steht bei "
                "der anderen -. Bitte berichtigen.",
            )  # fmt: skip
        elif game.points in DOUBTFUL_RESULTS:
            yield warning(
                game.section, "pointBlack",
                f"{result} is an odd result: one side played, the other did not. Is it "
                "meant?",
                f"{result} ist ein seltsames Ergebnis: eine Seite hat gespielt, die "
                "andere nicht. Ist das gemeint?",
            )  # fmt: skip


@RULES.rule("G29")
def nil_nil_was_played(evidence: Evidence) -> Iterator[Fault]:
    """0:0 means that both lost at the board; a game not played is -:- or left out.

    Source: rule G29; schema 2.5.1, remark at "games".
    """
    for game in evidence.games:
        if game.points == ("0", "0") and not game.has_bye:
            yield warning(
                game.section, "pointWhite",
                "0:0 is rated as a loss for both. If the game was not played, write "
                "-:- or leave it out.",
                "0:0 wird für beide als Niederlage ausgewertet. Wurde die Partie nicht "
                "gespielt, bitte -:- schreiben oder sie weglassen.",
            )  # fmt: skip


@RULES.rule("G32")
def one_game_a_round(evidence: Evidence) -> Iterator[Fault]:
    """Nobody plays twice in a round.

    Source: rule G32 (own reading; the portal knows several games in a round).
    """
    seen: dict[int | None, set[int]] = defaultdict(set)
    for game in evidence.games:
        turn, here = game.turn, seen[game.turn]
        sides = [number for number in game.numbers if number is not None]
        again = here.intersection(sides)
        here.update(sides)
        if again:
            shown = ", ".join(map(str, sorted(again)))
            yield warning(
                game.section, "",
                f"Number {shown} already has a game in round {turn}. Is one of them "
                "listed twice, or is a round number wrong?",
                f"Nummer {shown} hat in Runde {turn} schon eine Partie. Ist eine "
                "doppelt, oder stimmt eine Rundennummer nicht?",
            )  # fmt: skip


def _are_rounds_known(games: Iterable[Game]) -> bool:
    return all(game.turn for game in games)


def _rounds_by_player(games: Iterable[Game]) -> dict[int | None, set[int]]:
    rounds: dict[int | None, set[int]] = defaultdict(set)
    for game in games:
        for number in game.numbers:
            if number is not None and game.turn is not None:
                rounds[number].add(game.turn)
    return rounds
