"""Rules T06 to T12, T19, T20 and G31: the days of the tournament and of its games."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, counted_as
from syncd.formats.dwzxml.rules.book import RuleBook, error, warning
from syncd.model.timecontrol import decode_time_control, is_rated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from syncd.formats.dwzxml.document import Document
    from syncd.formats.dwzxml.rules.book import Evidence, Fault
    from syncd.formats.dwzxml.rules.sides import Game

RULES: Final = RuleBook()

LONG_GAMES_A_DAY: Final = 3
LONGEST_DAYS: Final = 366
CLAIM_DAYS: Final = 42
"""Six weeks after its end a tournament can no longer claim to be rated.

Source: Wertungsordnung 6.2."""
LAPSE_DAYS: Final = 365
"""A year after its end it is not rated at all. Source: Wertungsordnung 6.2."""


@RULES.rule("T06")
def start_is_first_game(evidence: Evidence) -> Iterator[Fault]:
    """The startDate is the real day of the first game played (T07: not the planned).

    Source: rules T06 and T07; documentation 1.1, "startDate".
    """
    yield from _boundary(evidence, "startDate", min)


@RULES.rule("T09")
def end_is_last_game(evidence: Evidence) -> Iterator[Fault]:
    """The endDate is the real day of the last game played (T10: not the planned).

    Source: rules T09 and T10; documentation 1.1, "endDate".
    """
    yield from _boundary(evidence, "endDate", max)


@RULES.rule("T12")
def start_before_end(evidence: Evidence) -> Iterator[Fault]:
    """A tournament does not end before it starts.

    Source: rule T12.
    """
    if not _in_order(evidence.document):
        yield error(
            evidence.document.tournament, "endDate",
            "The tournament ends before it starts. Correct startDate or endDate.",
            "Das Turnier endet, bevor es beginnt. Bitte startDate oder endDate "
            "berichtigen.",
        )  # fmt: skip


@RULES.rule("G31")
def game_within_tournament(evidence: Evidence) -> Iterator[Fault]:
    """A game was played between startDate and endDate.

    Where all days are known, T06 and T09 say the same about the tournament.

    Source: rule G31; follows from T06 and T09.
    """
    document = evidence.document
    start = document.tournament.date("startDate")
    end = document.tournament.date("endDate")
    if start is None or end is None or not _in_order(document):
        return
    if _all_dated(evidence.games):
        return
    for game in evidence.games:
        day = game.day
        if day is not None and game.was_played and not start <= day <= end:
            yield error(
                game.section, "date",
                f"The game was played on {day}, outside the tournament from {start} "
                f"to {end}. Correct this day or those of the tournament.",
                f"Die Partie wurde am {day} gespielt, außerhalb des Turniers vom "
                f"{start} bis {end}. Bitte diesen Tag oder die des Turniers "
                "berichtigen.",
            )  # fmt: skip


@RULES.rule("T19")
def plausible_duration(evidence: Evidence) -> Iterator[Fault]:
    """The rounds fit into the days of the tournament.

    Source: rule T19; documentation 1.1, "Konsistenzregeln".
    """
    tournament = evidence.document.tournament
    start, end = tournament.date("startDate"), tournament.date("endDate")
    if start is None or end is None or end < start:
        return
    days = (end - start).days + 1
    rounds = tournament.number("rounds") or 0
    if rounds > LONG_GAMES_A_DAY * days and _has_long_games(evidence.document):
        within = counted_as(days, Text("day", "Tag"), Text("days", "Tagen"))
        yield warning(
            tournament, "endDate",
            f"{rounds} rounds of long games in {within.en} is hardly possible. Are "
            "the number of rounds and both dates right?",
            f"{rounds} Runden mit langer Bedenkzeit an {within.de} sind kaum "
            "möglich. Stimmen Rundenzahl und Daten?",
        )  # fmt: skip
    if days > LONGEST_DAYS:
        yield warning(
            tournament, "endDate",
            f"The tournament lasts {days} days, more than a year. Are both dates "
            "right?",
            f"Das Turnier dauert {days} Tage, mehr als ein Jahr. Stimmen die Daten?",
        )  # fmt: skip


@RULES.rule("T20")
def sent_in_time(evidence: Evidence) -> Iterator[Fault]:
    """The file is made after the end of the tournament, and soon after it.

    Source: rule T20; Wertungsordnung 6.2 (six weeks, one year).
    """
    header, tournament = evidence.document.header, evidence.document.tournament
    today = evidence.as_of
    end = tournament.date("endDate")
    if end is None:
        return
    if today is not None and end > today:
        yield warning(
            tournament, "endDate",
            f"The tournament ends on {end}, which is still to come. Report it when it "
            "is over.",
            f"Das Turnier endet am {end}, also erst noch. Bitte nach dem Ende melden.",
        )  # fmt: skip
    elif header is not None and _is_before(header.text("creationDate"), end):
        yield warning(
            header, "creationDate",
            f"The file was made before the tournament ended on {end}. Are the last "
            "results in it?",
            f"Die Datei wurde vor dem Turnierende am {end} erzeugt. Sind die letzten "
            "Ergebnisse enthalten?",
        )  # fmt: skip
    if today is not None and (today - end).days > CLAIM_DAYS:
        yield _late((today - end).days, evidence.document)


def _late(days: int, document: Document) -> Fault:
    if days > LAPSE_DAYS:
        return warning(
            document.tournament, "endDate",
            f"The tournament ended {days} days ago, more than a year. It can no longer "
            "be rated without the administrators.",
            f"Das Turnier endete vor {days} Tagen, also vor mehr als einem Jahr. Es "
            "kann nur noch von den Administratoren ausgewertet werden.",
        )  # fmt: skip
    return warning(
        document.tournament, "endDate",
        f"The tournament ended {days} days ago. After six weeks there is no claim to "
        "a rating: send it at once.",
        f"Das Turnier endete vor {days} Tagen. Nach sechs Wochen besteht kein Anspruch "
        "auf Auswertung: bitte sofort einreichen.",
    )  # fmt: skip


def _is_before(moment: str, end: dt.date) -> bool:
    """Return whether the day of a creationDate lies before a day."""
    try:
        return dt.date.fromisoformat(moment.partition("T")[0]) < end
    except ValueError:  # the schema says so
        return False


def _has_long_games(document: Document) -> bool:
    """Return whether the time control is a long one, or unknown."""
    control = decode_time_control(document.tournament.text("timecontrol"))
    return control is None or is_rated(control).rated


def _in_order(document: Document) -> bool:
    start = document.tournament.date("startDate")
    end = document.tournament.date("endDate")
    return start is None or end is None or start <= end


def _all_dated(games: Iterable[Game]) -> bool:
    return all(game.day for game in games if game.was_played)


def _boundary(
    evidence: Evidence,
    field: str,
    outermost: Callable[[Iterable[dt.date]], dt.date],
) -> Iterator[Fault]:
    """Yield where startDate or endDate is not the day of the first or last game."""
    tournament, games = evidence.document.tournament, evidence.games
    stated = tournament.date(field)
    played = _days(games, played=True)
    if stated is None or not played or not _in_order(evidence.document):
        return
    real = outermost(played)
    if stated == real:
        return
    leaves_room = outermost((stated, real)) == stated
    may_be_right = not _all_dated(games) or stated in _days(games, played=False)
    if leaves_room and may_be_right:
        yield warning(tournament, field, *_unsure_boundary(stated, real))
    elif _all_dated(games):  # otherwise G31 names the game that is outside
        yield error(tournament, field, *_wrong_boundary(field, stated, real))


def _days(games: Iterable[Game], *, played: bool) -> set[dt.date]:
    return {
        game.day for game in games if game.was_played == played and game.day is not None
    }


def _wrong_boundary(field: str, stated: dt.date, real: dt.date) -> Text:
    game = Text("first", "erste") if field == "startDate" else Text("last", "letzte")
    return Text(
        f"The date is {stated}, but the {game.en} game was played on {real}. Give the "
        "real day, not the planned one.",
        f"Angegeben ist der {stated}, aber die {game.de} Partie wurde am {real} "
        "gespielt. Bitte den wirklichen Tag angeben, nicht den angesetzten.",
    )


def _unsure_boundary(stated: dt.date, real: dt.date) -> Text:
    return Text(
        f"No game with a known day was played on {stated}; the nearest is that of "
        f"{real}. Was there really a game on {stated}?",
        f"Am {stated} wurde keine Partie gespielt, deren Tag bekannt ist; die nächste "
        f"ist vom {real}. Gab es am {stated} wirklich eine Partie?",
    )
