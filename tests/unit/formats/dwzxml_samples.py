"""A flawless report, and ways to spoil it in one place."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from syncd.formats.dwzxml.elements import (
    Header,
    Payload,
    Report,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.rules import check_report

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE_UUID = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
TOURNAMENT_UUID = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
SATURDAY, SUNDAY = dt.date(2026, 9, 12), dt.date(2026, 9, 13)

BERTA = ReportPlayer(
    number=1, dsb_id="NU4000001", surname="Ährenfeld", forename="Berta", dob_year=1990,
    dob_date=dt.date(1990, 5, 17), vkz="Z9901", member_number=12,
    club="SK Beispielstadt", fide_id=99900001, fide_rating=1912, sex="w",
)  # fmt: skip
DIETMAR = ReportPlayer(
    number=2, dsb_id="NU4000002", surname="Carlsohn", forename="Dietmar", dob_year=1971,
    vkz="Z9902", member_number=7, club="SV Musterdorf", sex="m",
)  # fmt: skip
ELIF = ReportPlayer(
    number=3, surname="Özdemir", forename="Elif", dob_year=2009,
    dob_date=dt.date(2009, 11, 30), sex="w",
)  # fmt: skip
GEORG = ReportPlayer(
    number=4, surname="Fitz", forename="Georg", dob_year=1958,
    dob_date=dt.date(1958, 2, 3), sex="m",
)  # fmt: skip
COMPUTER = ReportPlayer(
    number=5, surname="###COMPUTER###", forename="###COMPUTER###", dob_year=1900
)
REPORT = Report(
    header=Header(
        created=dt.datetime(
            2026, 9, 14, 18, 5, tzinfo=dt.timezone(dt.timedelta(hours=2))
        ),
        sender="SK Beispielstadt",
        system="syncd 1",
        file_uuid=FILE_UUID,
    ),
    tournament_uuid=TOURNAMENT_UUID,
    payload=Payload(
        ReportTournament(
            label="Herbstopen Beispielstadt 2026 Gruppe A", type="SW",
            timecontrol="5400+30", rounds=3, start=SATURDAY, end=SUNDAY,
            location="Beispielstadt",
        ),
        (BERTA, DIETMAR, ELIF, GEORG),
        (
            ReportGame(1, 1, 2, "1", "0", SATURDAY),
            ReportGame(1, 3, 4, "0.5", "0.5", SATURDAY),
            ReportGame(2, 2, 3, "0", "1", SATURDAY),
            ReportGame(2, 4, 1, "+", "-", SATURDAY),
            ReportGame(3, 1, 3, "0", "1", SUNDAY),
            ReportGame(3, 2, None, "+", "-", SUNDAY),
        ),
    ),
)  # fmt: skip
TEXT = encode_report(REPORT).decode()


class Found(NamedTuple):
    """What matters of a finding."""

    code: str
    severity: str
    path: str


def edited(
    tournament: Mapping[str, Any] | None = None,
    players: Mapping[int, Mapping[str, Any]] | None = None,
    games: Mapping[int, Mapping[str, Any]] | None = None,
) -> Report:
    """Return the report with fields of the tournament, of players and games changed.

    Players and games are counted from 1, as in paths.
    """
    payload = REPORT.payload
    return replace(
        REPORT,
        payload=Payload(
            replace(payload.tournament, **(tournament or {})),
            tuple(
                replace(player, **(players or {}).get(position, {}))
                for position, player in enumerate(payload.players, start=1)
            ),
            tuple(
                replace(game, **(games or {}).get(position, {}))
                for position, game in enumerate(payload.games, start=1)
            ),
        ),
    )


def extended(
    *, players: tuple[ReportPlayer, ...] = (), games: tuple[ReportGame, ...] = ()
) -> Report:
    """Return the report with players and games more."""
    payload = REPORT.payload
    return replace(
        REPORT,
        payload=replace(
            payload,
            players=payload.players + players,
            games=payload.games + games,
        ),
    )


def swapped(*pairs: tuple[str, str]) -> bytes:
    """Return the file with the first of each old text replaced by the new."""
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


def line_of(written: str) -> int:
    """Return the line on which something stands first in the flawless file."""
    return TEXT[: TEXT.index(written)].count("\n") + 1


def found(data: bytes | Report, *, as_of: dt.date | None = None) -> list[Found]:
    """Return what the check finds in a file, or in the file of a report."""
    if isinstance(data, Report):
        data = encode_report(data)
    findings = check_report(data, as_of=as_of)
    return [Found(f.code, f.severity.value, f.path) for f in findings]
