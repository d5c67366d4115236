"""Any DWZ or DeWIS XML to a tournament, as far as it can be understood.

`decode_report` takes a report exactly or not at all; this reader takes what other
programs really write. What was assumed is a finding; what would need a guess is an
error, and an error makes the tournament wait for a person.

Source: DSB_DWZ_TournamentReport 2.5.1; faults of CLM's exporter, which escapes nothing
and writes dates the German way.
"""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import UnknownFormatError
from syncd.formats.contact import contact_notes, discreet, without_contact
from syncd.formats.dwzxml.dewis import is_dewis, read_dewis
from syncd.formats.dwzxml.document import ROOT, local_name
from syncd.formats.dwzxml.games import (
    MOST_ROUNDS,
    other_days,
    played_zeros,
    read_games,
    round_days,
    to_pairings,
)
from syncd.formats.dwzxml.lenient import note, read_day, read_moment, read_number
from syncd.formats.dwzxml.listing import is_from_clm, read_listing
from syncd.formats.dwzxml.people import read_people
from syncd.formats.dwzxml.salvage import salvage
from syncd.formats.dwzxml.source import DEFAULT_LIMITS
from syncd.formats.few_findings import Findings
from syncd.model.findings import Finding, Severity
from syncd.model.timecontrol import decode_time_control
from syncd.model.tournament import Kind, Tournament

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.dwzxml.document import Document, Section
    from syncd.formats.dwzxml.games import Played
    from syncd.formats.dwzxml.source import Limits

_KINDS: Final = {"W": Kind.SWISS, "R": Kind.ROUND_ROBIN, "C": Kind.KNOCKOUT}
_TYPE: Final = re.compile(r"([ST])([WRC])(-H)?")
_TEAM: Final = "T"
_UNHELD: Final = ("url", "notes", "ageClass")


class XmlReading(NamedTuple):
    """What a file says.

    Attributes:
        tournament: as far as it could be read.
        findings: everything noticed, in the order of the lines; an error means that the
            tournament has to wait for a person.
        tournament_uuid: as written in lower case, empty if there is none. CLM makes up
            a new one at each export.
        file_uuid: likewise.
        created: aware; UTC where the file names no zone, None if unknown.
        sender: who sent it, or empty.
        system: program that wrote it, or empty.
        unheld: elements of the file that say something and that no tournament holds.
    """

    tournament: Tournament
    findings: tuple[Finding, ...]
    tournament_uuid: str
    file_uuid: str
    created: dt.datetime | None
    sender: str
    system: str
    unheld: tuple[str, ...] = ()


def read_xml(data: bytes, *, limits: Limits = DEFAULT_LIMITS) -> XmlReading:
    """Return the tournament that the bytes hold, in either XML form.

    Args:
        data: the whole file.
        limits: how large it may be.

    Raises:
        UnknownFormatError: this is XML, but neither a DWZ report nor a DeWIS file.
        InconsistentError: it has more players and rounds than any tournament.
        DecodeError: this is no XML even when mended, too large, or hostile.
    """
    root, mended = salvage(data, limits)
    if is_dewis(root):
        document, unusual = read_dewis(root)
    elif local_name(root) == ROOT:
        document, unusual = read_listing(root)
    else:
        raise UnknownFormatError(_other(local_name(root)), value=local_name(root)[:60])
    notes = Findings((*mended, *unusual))
    cleaned = without_contact(_tournament(document, notes))
    created = _created(document.header, notes)
    findings = [*map(discreet, notes), *contact_notes(cleaned, ())]
    findings.sort(key=attrgetter("line"))
    return XmlReading(
        tournament=cleaned.tournament,
        findings=tuple(findings),
        tournament_uuid=document.tournament.text("tournamentUUID").lower(),
        file_uuid=_header(document, "fileUUID").lower(),
        created=created,
        sender=_header(document, "sender"),
        system=_header(document, "system"),
        unheld=tuple(name for name in _UNHELD if document.tournament.text(name)),
    )


def _other(name: str) -> Text:
    shown = name[:60]
    return Text(
        f"This is XML, but neither a DWZ report nor a DeWIS file (root {shown}).",
        f"Dies ist XML, aber weder DWZ-Bericht noch DeWIS-Datei (Wurzel {shown}).",
    )


def _header(document: Document, field: str) -> str:
    return document.header.text(field) if document.header else ""


def _created(header: Section | None, notes: Findings) -> dt.datetime | None:
    return read_moment(header, "creationDate", notes) if header else None


def _tournament(document: Document, notes: Findings) -> Tournament:
    section = document.tournament
    people = read_people(document.players)
    is_clm = is_from_clm(document.header, section)
    kind, is_team = _kind(section, notes)
    read = read_games(document.games, people, is_clm=is_clm, is_team=is_team)
    notes += [*people.notes, *read.notes]
    rounds = _rounds(section, read.games, notes)
    pairings = to_pairings(read.games, (item.id for item in people.entrants), rounds)
    loops = _loops(len(people.entrants), rounds, kind, is_team=is_team)
    games = _with_own_days(read.games, rounds, loops, notes)
    usual = round_days(games, rounds)
    control = section.text("timecontrol")
    is_code = decode_time_control(control) is not None
    return Tournament(
        name=section.text("label"),
        kind=kind,
        is_team=is_team,
        rounds=rounds // loops,
        loops=loops,
        city=section.text("location"),
        start=read_day(section, "startDate", notes),
        end=read_day(section, "endDate", notes),
        time_control_text="" if is_code else control,
        time_control_code=control if is_code else "",
        round_dates=usual,
        entrants=tuple(people.entrants),
        pairings=pairings,
        game_dates=other_days(games, usual),
        played_zeros=played_zeros(games),
    )


def _kind(section: Section, notes: Findings) -> tuple[Kind, bool]:
    """Return how the tournament was paired, and whether teams played."""
    text = section.text("tournamentType").upper()
    match = _TYPE.fullmatch(text)
    if match:
        return _KINDS[match[2]], match[1] == _TEAM
    words = Text(
        "the type of the tournament is none of the format's (SW, SR, SC, TW, TR, TC). "
        "It was read as unknown.",
        "die Turnierart ist keine des Formats (SW, SR, SC, TW, TR, TC). Sie wurde als "
        "unbekannt gelesen.",
    )
    field = "tournamentType"
    note(notes, "xml.kind", Severity.WARNING, section, field, words)
    return Kind.UNKNOWN, text.startswith(_TEAM)


def _rounds(section: Section, games: list[Played], notes: Findings) -> int:
    """Return the number of rounds of all loops."""
    stated = read_number(section, "rounds", MOST_ROUNDS, notes) or 0
    used = max((game.round for game in games), default=0)
    if used > stated:
        words = Text(
            f"there are games of round {used}; so many rounds were assumed.",
            f"es gibt Partien der Runde {used}; so viele Runden wurden angenommen.",
        )
        note(notes, "xml.rounds", Severity.WARNING, section, "rounds", words)
    return max(stated, used)


def _loops(players: int, rounds: int, kind: Kind, *, is_team: bool) -> int:
    """Return how often everybody meets everybody, as far as the numbers tell.

    A round robin of n players has n - 1 rounds, or n if n is odd. For teams the file
    does not say how many there are.
    """
    once = players - 1 + players % 2
    if is_team or kind is not Kind.ROUND_ROBIN or players < 3:  # noqa: PLR2004 - a pair
        return 1
    return rounds // once if rounds and rounds % once == 0 else 1


def _with_own_days(
    games: list[Played], rounds: int, loops: int, notes: Findings
) -> list[Played]:
    """Return the games with the days of the last loop where CLM wrote them.

    CLM gives the days of the last loop to the rounds of the first one and none to its
    own. Source: db_dsb_xml_export.php, days by number of the round alone.
    """
    length = rounds // loops
    dated = {game.round for game in games if game.day is not None}
    if loops == 1 or not dated or max(dated) > length:
        return games
    notes.append(Finding("xml.loop_days", Severity.WARNING, _loop_days(length)))
    days = {game.round: game.day for game in games if game.day is not None}
    shift = length * (loops - 1)
    return [game._replace(day=days.get(game.round - shift)) for game in games]


def _loop_days(length: int) -> Text:
    return Text(
        f"Only the games of rounds 1 to {length} have a day, though the rounds were "
        "played more than once. CLM writes the days of the last loop there: they were "
        "read as such, and those of the earlier rounds are unknown. The TRF export of "
        "the same tournament has them.",
        f"Nur die Partien der Runden 1 bis {length} haben einen Tag, obwohl die Runden "
        "mehrfach gespielt wurden. CLM schreibt dort die Tage des letzten Durchgangs: "
        "so wurden sie gelesen, die der früheren Runden sind unbekannt. Der TRF-Export "
        "desselben Turniers enthält sie.",
    )


__all__ = ["XmlReading", "read_xml"]
