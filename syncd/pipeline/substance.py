"""What counts of a report that somebody else has written: its games and persons.

Another program writes place, time control or clubs in other words. That alone is no
reason to send a correction of a report that was adopted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.errors import FormatError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.fingerprint import payload_sha256
from syncd.formats.dwzxml.loose_report import read_loose_report
from syncd.store import outbox, reports
from syncd.sync.identity import fold_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.formats.dwzxml.elements import Payload, Report, ReportPlayer
    from syncd.store.engine import Session
    from syncd.store.outbox import Submission

_OF_A_PERSON: Final = ("dsb_id", "fide_id", "dob_year", "vkz", "member_number")
"""Fields by which a person is known; two different values are two persons."""


def sent_as(
    session: Session, submissions: Sequence[Submission], payload: Payload
) -> str:
    """Return the hash of a payload, or of the adopted report that says the same."""
    own = payload_sha256(payload)
    accepted = [item for item in submissions if item.state in outbox.AT_PORTAL]
    if not accepted or accepted[-1].kind != outbox.ADOPTED:
        return own
    last = accepted[-1]
    if last.payload_sha256 == own:
        return own
    report = read_report(reports.load_report(session, last.report_id))
    return last.payload_sha256 if says_the_same(report.payload, payload) else own


def says_the_same(one: Payload, two: Payload) -> bool:
    """Return whether games and persons are the same; one may know more of a person."""
    if substance(one) != substance(two):
        return False
    known = {_name(player): player for player in one.players}
    return not any(
        _contradicts(known[_name(player)], player)
        for player in two.players
        if _name(player) in known
    )


def _contradicts(one: ReportPlayer, two: ReportPlayer) -> bool:
    pairs = [(getattr(one, name), getattr(two, name)) for name in _OF_A_PERSON]
    return any(mine and yours and mine != yours for mine, yours in pairs)


def _name(player: ReportPlayer) -> str:
    return fold_name(f"{player.surname} {player.forename}")


def read_report(data: bytes) -> Report:
    """Return the report, also one that a program wrote not quite right, as CLM does.

    Raises:
        FormatError: it cannot be read.
    """
    try:
        return decode_report(data)
    except FormatError:
        return read_loose_report(data)


def substance(payload: Payload) -> frozenset[tuple[object, ...]]:
    """Return the rated games by the folded names of their players."""
    names = {player.number: _name(player) for player in payload.players}
    return frozenset(
        (
            game.round,
            names.get(game.white or 0),
            names.get(game.black or 0),
            game.white_points,
            game.black_points,
        )
        for game in payload.games
        if {game.white_points, game.black_points} <= {"0", "0.5", "1"}
    )
