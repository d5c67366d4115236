"""Answering who a player is: a link from his start number to an id of the DSB."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import InconsistentError, NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.deciding.recording import decide
from syncd.pipeline.judging.assess import assess, load_case
from syncd.pipeline.judging.readiness import confirmed_of
from syncd.pipeline.lists.completing import Links
from syncd.rating import wording
from syncd.rating.candidates import wanted_of
from syncd.store import decisions
from syncd.store.candidates import load_candidates
from syncd.sync.lostletters import reads_as
from syncd.sync.nameforms import folded_person

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.lists import Member
    from syncd.model.tournament import Entrant, Tournament
    from syncd.pipeline.context import Context
    from syncd.pipeline.judging.readiness import Case

DSB_ID: Final = re.compile(r"(?:NU|FI)?[0-9]{1,12}")
"""Shapes of ids that the DSB's systems have used (rule P12)."""


def link_player(
    context: Context, tournament_id: int, number: int, dsb_id: str, now: dt.datetime
) -> tuple[Text, ...]:
    """Say who a player of a tournament is.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        number: start number.
        dsb_id: id of the DSB; empty takes the link back.
        now: aware UTC time.

    Raises:
        FormatError: that is no id of the DSB, or surely not that of the player.
        NotFoundError: no such tournament or player, or nobody in the list has the id.
    """
    if dsb_id and not DSB_ID.fullmatch(dsb_id):
        raise InconsistentError(no_dsb_id(dsb_id))
    case = load_case(context, tournament_id)
    tournament = decode_snapshot(case.head.snapshot)
    entrant = next((one for one in tournament.entrants if one.id == number), None)
    if entrant is None:
        raise NotFoundError(_no_player(number))
    if dsb_id:
        _refuse_taken(case, tournament, entrant, dsb_id)
        _refuse_stranger(context, entrant, dsb_id)
    links = Links(case.decisions, tournament.entrants)
    said = (_said(number, dsb_id),)
    value = links.changed(number, dsb_id)
    decide(context, case.head, decisions.LINKS, value, said, now)
    assess(context, tournament_id, now)
    return said


def _refuse_taken(
    case: Case, tournament: Tournament, entrant: Entrant, dsb_id: str
) -> None:
    """Refuse the id that another player of the tournament is reported with."""
    people = case.complete(tournament, confirmed_of(case)).tournament.entrants
    for other in people:
        if other.dsb_id == dsb_id and other.id != entrant.id:
            raise InconsistentError(_taken(other, dsb_id))


def _refuse_stranger(context: Context, entrant: Entrant, dsb_id: str) -> None:
    """Refuse an id that is not in the list, or is there with another name and year."""
    wanted = wanted_of((), (dsb_id,))
    with context.store.read() as session:
        found = load_candidates(session, wanted, month="")
    if found.members_day is None:
        return
    if not found.members:
        raise NotFoundError(_unlisted(entrant, dsb_id))
    if not any(_can_be(entrant, row) for row in found.members):
        raise InconsistentError(_stranger(entrant, found.members[0]))


def _can_be(entrant: Entrant, row: Member) -> bool:
    """Return whether surname or birth year are the same; letters may be lost."""
    is_same_year = None is not entrant.birth_year == row.birth_year
    return (
        is_same_year
        or folded_person(entrant.surname, "") == folded_person(row.surname, "")
        or reads_as(entrant.surname, row.surname)
    )


def no_dsb_id(text: str) -> Text:
    """Return what is wrong with an id of the DSB."""
    return Text(
        f"{text} is no id of the DSB; it looks like NU4000001.",
        f"{text} ist keine ID des DSB; sie sieht aus wie NU4000001.",
    )


def _no_player(number: int) -> Text:
    return Text(
        f"The tournament has no player with the start number {number}.",
        f"Das Turnier hat keinen Spieler mit der Startnummer {number}.",
    )


def _taken(other: Entrant, dsb_id: str) -> Text:
    who = wording.player_name(other)
    return Text(
        f"{dsb_id} is the id of another player of the tournament: {who}. If that is "
        "wrong, say first who that one is.",
        f"{dsb_id} ist die ID eines anderen Spielers des Turniers: {who}. Falls das "
        "nicht stimmt, bitte zuerst angeben, wer jener ist.",
    )


def _unlisted(entrant: Entrant, dsb_id: str) -> Text:
    name = wording.full_name(entrant)
    answer = f'syncd person set "{name}" --dsb-id {dsb_id}'
    return Text(
        f"{dsb_id} is not in the DSB's list. If the id is right all the same: {answer}",
        f"{dsb_id} steht nicht in der DSB-Liste. Falls die ID trotzdem stimmt: "
        f"{answer}",
    )


def _stranger(entrant: Entrant, row: Member) -> Text:
    other = f"{row.surname}, {row.forename} ({row.birth_year or '????'})"
    answer = f'syncd person set "{wording.full_name(entrant)}" --dsb-id {row.dsb_id}'
    return Text(
        f"{row.dsb_id} is {other} in the DSB's list; name and birth year of the player "
        f"are others. If it is the same person all the same: {answer}",
        f"{row.dsb_id} ist in der DSB-Liste {other}; Name und Geburtsjahr des Spielers "
        f"sind andere. Falls es trotzdem dieselbe Person ist: {answer}",
    )


def _said(number: int, dsb_id: str) -> Text:
    if not dsb_id:
        return Text(
            f"Player {number}: link removed.",
            f"Spieler {number}: Verknüpfung entfernt.",
        )
    return Text(f"Player {number} is {dsb_id}.", f"Spieler {number} ist {dsb_id}.")
