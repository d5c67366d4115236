"""Which tie-breaks count: those asked for, a preset, those of the file, or the usual.

Source: TRF26, records 202 (behind the points) and 212 (the whole order); a list without
the score is read as 202.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model.stated_points import scoring_that_fits
from syncd.standings.amounts import games_in, joined
from syncd.standings.builder import beyond, build
from syncd.standings.clm_codes import codes_of_clm
from syncd.standings.codes import Code, Refused, parse_codes, read_codes
from syncd.standings.options import Options
from syncd.standings.presets import Preset, codes_of, preset_list, score_code
from syncd.standings.standings import Dropped, Standings, contest_of, standings_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.contest import Contest

_SCORES: Final = frozenset({"PTS", "MP", "GP"})
_USUAL: Final = Options()
MOST_NAMED: Final = 200
"""Codes that are computed one by one: all that there are, with most additions."""


class Wish(NamedTuple):
    """Which tie-breaks somebody wants.

    Attributes:
        tiebreaks: codes one by one; empty = none named.
        preset: a list by name; None = that of the file, else the usual one.
        is_held_to_rules: whether codes that the builder would refuse are left out; else
            each code is computed, whatever the tournament is.
    """

    tiebreaks: str = ""
    preset: Preset | None = None
    is_held_to_rules: bool = False


class Chosen(NamedTuple):
    """Standings with the list that made them.

    Attributes:
        standings: as wished.
        origin: where the list comes from, and what is not obvious of the points.
    """

    standings: Standings
    origin: Text


def make_standings(
    tournament: Tournament, tiebreaks: str = "", options: Options = _USUAL
) -> Standings:
    """Return the standings of a tournament, as `syncd standings` shows them.

    Args:
        tournament: as read from a file or merged.
        tiebreaks: codes as FIDE writes them, `PTS,BH/C1,SB`, each computed whatever the
            tournament is; empty = the list of the file, else the usual one.
        options: after which round, which edition, how ratings are taken and so on.

    Returns:
        Groups in order, ranks and columns; `dropped` says what was left out and why.
    """
    return choose(tournament, Wish(tiebreaks), options).standings


def stated_codes(tournament: Tournament) -> list[Code | Refused]:
    """Return the list that a file states (212, 202, XCF); empty if it states none."""
    return read_codes(tournament.tiebreak_codes) or codes_of_clm(tournament)


def choose(
    tournament: Tournament, wish: Wish, options: Options = _USUAL
) -> Chosen:  # fmt: skip
    """Return the standings of a tournament as somebody wishes them."""
    chosen = _choose(tournament, wish, options)
    notes = notes_on_points(tournament)
    return chosen._replace(origin=joined([chosen.origin, *notes], " "))


def notes_on_points(tournament: Tournament) -> tuple[Text, ...]:
    """Return what somebody should know of how the points are counted."""
    notes = scoring_that_fits(tournament).note, note_on_extra_games(tournament)
    return tuple(note for note in notes if note.en)


def note_on_extra_games(tournament: Tournament) -> Text:
    """Return that games do not count, empty if all of them do.

    A second game of a player in one round is as a rule a play-off, which decides a tie
    and gives no points. Nothing tells it from a round of two games.
    """
    games = tournament.pairings.extra
    if not games:
        return Text("", "")
    rounds = ", ".join(map(str, sorted({game.round for game in games})))
    extra = games_in(len(games))
    return Text(
        f"Not counted in the standings: {extra.en} beyond one per player and round "
        f"(round {rounds}). They may be play-offs; if they are to count, enter them "
        "as rounds of their own.",
        f"In der Tabelle nicht gezählt: {extra.de} über eine je Spieler und Runde "
        f"hinaus (Runde {rounds}). Es können Stichkämpfe sein; sollen sie zählen, "
        "bitte als eigene Runden eintragen.",
    )


def _choose(tournament: Tournament, wish: Wish, options: Options) -> Chosen:
    contest = contest_of(tournament, options)
    named = parse_codes(wish.tiebreaks)
    if named and wish.is_held_to_rules:
        return Chosen(_built(contest, [*missing_score(contest, named), *named]), _NAMED)
    if wish.tiebreaks:
        return Chosen(_one_by_one(contest, named), _NAMED)
    given = _given(contest)
    stated = [] if wish.preset else stated_codes(tournament)
    if stated:
        score = missing_score(contest, stated)
        return Chosen(_built(contest, [*score, *stated, *given]), _OF_FILE)
    chosen = preset_list(wish.preset or Preset.USUAL, tournament.kind, contest)
    origin = Text(
        f"Tie-breaks: {chosen.title.en}.", f"Feinwertungen: {chosen.title.de}."
    )
    asked = codes_of(chosen, contest)
    return Chosen(_built(contest, [*asked, *given]), origin)


def _one_by_one(contest: Contest, asked: Sequence[Code | Refused]) -> Standings:
    """Return standings with every code that there is, also one without any value.

    A list without the score has it in front, unshown.
    """
    named = asked[:MOST_NAMED]
    codes = [each for each in named if isinstance(each, Code)]
    refused = tuple(Dropped(*each) for each in named if isinstance(each, Refused))
    refused += beyond(asked, MOST_NAMED)
    score = missing_score(contest, codes)
    made = standings_on(contest, [*score, *codes], keeps_undefined=True)
    columns = made.ranking.columns[len(score) :]
    ranking = made.ranking._replace(columns=columns)
    return Standings(contest, tuple(codes), ranking, refused)


def _given(contest: Contest) -> list[Code]:
    """Return what people have entered values for, to go behind any list of others."""
    is_there = {"EXT": contest.given.external, "CUSTOM": contest.given.formula}
    return [Code(name) for name, found in is_there.items() if found]


def missing_score(contest: Contest, asked: Sequence[Code | Refused]) -> list[Code]:
    """Return the primary score if a list lacks any, to go in front of it (202)."""
    names = {each.name for each in asked if isinstance(each, Code)}
    return [] if names & _SCORES else [score_code(contest.primary_basis)]


def _built(contest: Contest, asked: Sequence[Code | Refused]) -> Standings:
    """Return standings with what may stand in a list and has a value of anybody."""
    built = build(asked, contest)
    made = standings_on(contest, built.codes)
    return made._replace(dropped=(*built.dropped, *made.dropped))


_NAMED: Final = Text("Tie-breaks as asked for.", "Feinwertungen wie gewünscht.")
_OF_FILE: Final = Text(
    "Tie-breaks as the file states them.", "Feinwertungen wie in der Datei angegeben."
)
