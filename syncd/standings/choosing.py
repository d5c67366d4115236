"""What may be chosen about the standings of a tournament, and why something may not.

Each function returns the choices with one thing changed, or refuses with every reason.
A tie-break that has no value of anybody yet may stand in a list: values by hand, the
formula and ratings come when they come, and until then it is left out with a note.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.standings.builder import MOST_LISTED, beyond, why_never, why_not_there
from syncd.standings.by_hand import ONLY_PLAYERS
from syncd.standings.choices import options_of, shown_of, wish_of
from syncd.standings.chosen import choose, missing_score
from syncd.standings.codes import Code, Refused, parse_codes
from syncd.standings.given import formula_warning, with_external
from syncd.standings.lots import (
    BY_RATING,
    Drawn,
    draw_lots,
    drawn_before,
    why_no_lots,
)
from syncd.standings.manual import agreed, moved, started
from syncd.standings.performance import unrated_reason
from syncd.standings.standings import contest_of, ranks_teams
from syncd.standings.table import shown_places
from syncd.standings.ties import Ties

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament
    from syncd.standings.choices import Choices
    from syncd.standings.contest import Contest
    from syncd.standings.given import Formula
    from syncd.standings.manual import ManualOrder
    from syncd.standings.standings import Standings


def check_list(choices: Choices, tournament: Tournament) -> tuple[Text, ...]:
    """Return what people should know of a chosen list of tie-breaks.

    Args:
        choices: with the list.
        tournament: the one that it is for.

    Raises:
        ConfigError: something that there is not, or that can never stand there.
    """
    contest = contest_of(tournament, options_of(choices))
    asked = parse_codes(choices.tiebreaks)
    problems = [each.reason for each in beyond(asked, MOST_LISTED)]
    asked = asked[:MOST_LISTED]
    problems += [each.reason for each in asked if isinstance(each, Refused)]
    codes = [each for each in asked if isinstance(each, Code)]
    notes, before = [], missing_score(contest, codes)
    for code in codes:
        never, there = why_never(code, contest), why_not_there(code, before, contest)
        if never and _is_for_now(code, never, contest):
            notes.append(_for_now(code, never))
        elif never:
            problems.append(_never(code, never))
        if there:
            problems.append(there)
        before.append(code)
    if problems:
        raise ConfigError(_REFUSED, problems)
    warning = formula_warning(codes)
    return (*notes, *([warning] if warning else ()))


def _is_for_now(code: Code, reason: Text, contest: Contest) -> bool:
    """Return whether a tie-break has no values yet, but may get some."""
    if code.known.is_own:
        return code.known.for_teams or not contest.is_team
    return reason == unrated_reason(contest)


def has_code(choices: Choices, tournament: Tournament, name: str) -> bool:
    """Return whether the list that counts has a tie-break, with values or without."""
    made = standings_by(choices, tournament)
    written = [str(code) for code in made.codes] + [one.written for one in made.dropped]
    return any(each.upper().startswith(name) for each in written)


def entered(
    choices: Choices, tournament: Tournament, number: int, value: str
) -> Choices:
    """Return the choices with a value of `EXT`; an empty one takes it away.

    Raises:
        ConfigError: nobody has the number, or the value is none.
    """
    _refuse_unknown(tournament, number)
    given = with_external(choices.given, number, value)
    if isinstance(given, Text):
        raise ConfigError(given)
    return replace(choices, given=given)


def with_formula(
    choices: Choices, tournament: Tournament, formula: Formula | None
) -> Choices:
    """Return the choices with a formula for `CUSTOM`; None takes it away.

    Raises:
        ConfigError: teams are ranked here.
    """
    if formula and ranks_teams(tournament):
        raise ConfigError(ONLY_PLAYERS)
    return replace(choices, given=replace(choices.given, formula=formula))


def moved_by_hand(
    choices: Choices, tournament: Tournament, number: int, place: int
) -> Choices:
    """Return the choices with somebody at another place; the others close up.

    The first move begins with the order of now.

    Args:
        choices: as they were.
        tournament: as it stands.
        number: start or team number of who is moved.
        place: from 1.

    Raises:
        ConfigError: nobody has the number, or there are not so many places.
    """
    _refuse_unknown(tournament, number)
    made = standings_by(choices, tournament)
    most = len(made.contest.primary.numbers)
    if place > most:
        raise ConfigError(_no_place(place, most))
    order = choices.manual or _begun(choices, tournament, made)
    return replace(choices, manual=moved(order, number, place))


def agreed_by_hand(choices: Choices, tournament: Tournament) -> Choices:
    """Return the choices whose order is right for the results of now as well.

    Raises:
        ConfigError: no order was set by hand.
    """
    if choices.manual is None:
        raise ConfigError(_NO_ORDER)
    return replace(choices, manual=agreed(choices.manual, tournament))


def standings_by(choices: Choices, tournament: Tournament) -> Standings:
    """Return the standings of now, as the choices make them."""
    return choose(tournament, wish_of(choices), options_of(choices)).standings


def why_no_draw(choices: Choices, made: Standings) -> Text | None:
    """Return why lots cannot be drawn now, None if they can.

    Args:
        choices: as they hold, without the lots.
        made: the standings of now.
    """
    if choices.ties is not Ties.SHARED:
        return BY_RATING
    if choices.manual is not None:
        return _BY_HAND
    return why_no_lots(made, is_keizer=choices.shows_keizer)


def draw(choices: Choices, tournament: Tournament, seed: int) -> Drawn:
    """Return lots among those who are tied; a person has agreed to it.

    Args:
        choices: as they hold.
        tournament: as it stands.
        seed: a number that nobody could foresee.

    Raises:
        ConfigError: why none are drawn.
    """
    made = standings_by(choices, tournament)
    reason = why_no_draw(choices, made)
    drawn = reason or draw_lots(made, seed)
    if isinstance(drawn, Text):
        raise ConfigError(drawn)
    return drawn


def drawn_already(choices: Choices, tournament: Tournament) -> Text | None:
    """Return what lots drawn before say of those who are tied now, None without any."""
    if choices.lots is None:
        return None
    return drawn_before(standings_by(choices, tournament), choices.lots).text


def without_lots(choices: Choices) -> Choices:
    """Return the choices with lots switched off; the number drawn stays known.

    So nobody draws until he likes the order: the next draw gives the same.
    """
    return replace(choices, lots=choices.lots and choices.lots._replace(is_off=True))


def lots_again(choices: Choices, tournament: Tournament) -> Choices:
    """Return the choices with lots that were switched off in force again.

    Raises:
        ConfigError: why lots decide nothing now.
    """
    if choices.lots is None or not choices.lots.is_off:
        return choices
    reason = why_no_draw(choices, standings_by(choices, tournament))
    if reason:
        raise ConfigError(reason)
    return replace(choices, lots=choices.lots._replace(is_off=False))


def note_on_lots(choices: Choices, tournament: Tournament) -> tuple[Text, ...]:
    """Return why lots that were drawn decide nothing now, nothing if they do."""
    if choices.lots is None or choices.lots.is_off:
        return ()
    reason = why_no_draw(choices, standings_by(choices, tournament))
    return (_drawn_in_vain(reason),) if reason else ()


def _drawn_in_vain(reason: Text) -> Text:
    return Text(
        f"The lots that were drawn decide nothing now. {reason.en}",
        f"Das gezogene Los entscheidet jetzt nichts. {reason.de}",
    )


def _begun(choices: Choices, tournament: Tournament, made: Standings) -> ManualOrder:
    """Return the order of now, to be changed by hand."""
    places = shown_places(made, tournament, shown_of(choices))
    order = started(tuple(one.number for one in places), tournament)
    return replace(order, round=made.contest.primary.rounds)


def _refuse_unknown(tournament: Tournament, number: int) -> None:
    contest = contest_of(tournament)
    if number in contest.primary.numbers:
        return
    if contest.is_team:
        raise ConfigError(
            Text(
                f"There is no team with the number {number}.",
                f"Eine Mannschaft mit der Nummer {number} gibt es nicht.",
            )
        )
    raise ConfigError(
        Text(
            f"There is no player with the start number {number}.",
            f"Einen Spieler mit der Startnummer {number} gibt es nicht.",
        )
    )


def _for_now(code: Code, reason: Text) -> Text:
    written = code.written or str(code)
    return Text(
        f"{written} is left out for now: {reason.en}",
        f"{written} bleibt vorerst weg: {reason.de}",
    )


def _never(code: Code, reason: Text) -> Text:
    written = code.written or str(code)
    return Text(f"{written}: {reason.en}", f"{written}: {reason.de}")


def _no_place(place: int, most: int) -> Text:
    return Text(
        f"There is no place {place}; the last one is {most}.",
        f"Einen Platz {place} gibt es nicht; der letzte ist {most}.",
    )


_REFUSED: Final = Text("Nothing was changed.", "Es wurde nichts geändert.")
_NO_ORDER: Final = Text(
    "No order was set by hand, so there is nothing to agree to.",
    "Es ist keine Reihenfolge von Hand gesetzt, also gibt es nichts zu bestätigen.",
)
_BY_HAND: Final = Text(
    "An order set by hand holds here, so lots would decide nothing. Switch it off "
    "first.",
    "Hier gilt eine von Hand gesetzte Reihenfolge, also würde das Los nichts "
    "entscheiden. Bitte diese zuerst abschalten.",
)
