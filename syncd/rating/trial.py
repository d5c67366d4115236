"""A report that counts for nothing: to try a portal without anybody's games. Pure.

Everything in it is invented and says so. Its bytes depend on day, sender and version of
the program alone, and so does its fileUUID: tried twice on one day, it is the same
file, which a portal may answer with "already there".
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

import syncd
from syncd.formats.dwzxml.elements import (
    Payload,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.rating.reportfile import to_report

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Report

TOURNAMENT_UUID: Final = "5e57ab1e-0000-4000-8000-000000000001"
"""The tournament of all test reports of all installations."""

_LABEL: Final = "TEST - bitte nicht auswerten / please do not rate"
_NAMES: Final = ("Testeins", "Testzwei", "Testdrei", "Testvier")
# All four play each other: round, white, black, points of both.
_GAMES: Final = (
    (1, 1, 4, "1", "0"),
    (1, 2, 3, "0.5", "0.5"),
    (2, 4, 3, "0", "1"),
    (2, 1, 2, "0.5", "0.5"),
    (3, 2, 4, "1", "0"),
    (3, 3, 1, "0", "1"),
)
_ROUNDS: Final = 3


def trial_report(day: dt.date, sender: str = "") -> Report:
    """Return the test report of a day.

    Args:
        day: today; the invented games were played on the days before.
        sender: who sends; empty means the program.
    """
    start = day - dt.timedelta(days=_ROUNDS)
    tournament = ReportTournament(
        label=_LABEL, type="SR", timecontrol="5400+30", rounds=_ROUNDS, start=start,
        end=day - dt.timedelta(days=1), location="Testort",
        notes="Erfundene Personen / invented persons",
    )  # fmt: skip
    players = tuple(
        ReportPlayer(
            number=number, surname=name, forename="Erfunden", dob_year=2000,
            dob_date=dt.date(2000, 5, number), sex="m",
        )
        for number, name in enumerate(_NAMES, 1)
    )  # fmt: skip
    games = tuple(
        ReportGame(*game, date=start + dt.timedelta(days=game[0] - 1))
        for game in _GAMES
    )
    return to_report(
        Payload(tournament, players, games),
        tournament_uuid=TOURNAMENT_UUID,
        file_uuid=_file_uuid(day, sender),
        sender=sender,
        now=dt.datetime.combine(day, dt.time(), dt.UTC),
    )


def _file_uuid(day: dt.date, sender: str) -> str:
    """Return a UUID of all that the bytes depend on."""
    return str(uuid5(UUID(TOURNAMENT_UUID), f"{day}/{syncd.__version__}/{sender}"))
