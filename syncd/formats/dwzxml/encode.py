"""A `Report` to the bytes of its file: strict, and the same bytes every time.

The writer does not trust itself: what it wrote is read back and held against our own
schema, so the limits of every value stand in one place only. Beside that it refuses
what the schema cannot see or XML cannot hold. All problems are told at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import EncodeError
from syncd.formats.dwzxml.document import ROOT
from syncd.formats.dwzxml.elements import NAMESPACE, VERSION
from syncd.formats.dwzxml.schema_check import schema_findings
from syncd.formats.dwzxml.source import read_source

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    from syncd.formats.dwzxml.elements import (
        Header,
        Report,
        ReportGame,
        ReportPlayer,
    )

SCHEMA_LOCATION: Final = (
    "https://www.schachbund.de/files/wertungsportal/XMLSchema/2026/"
    "DSB_DWZ_Tounament_2_5.xsd"  # spelled like this on the server
)
_OPENING: Final = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    f'<{ROOT} xmlns="{NAMESPACE}" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
    f'xsi:schemaLocation="{NAMESPACE} {SCHEMA_LOCATION}" version="{VERSION}">\n'
)
_CLOSING: Final = f"</{ROOT}>\n"
_NOT_XML: Final = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
# A reader turns a bare carriage return into a line feed.
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})


class _Leaf(NamedTuple):
    """An element with a text; one without text is not written."""

    name: str
    text: str


def encode_report(report: Report) -> bytes:
    """Return the file of a report: UTF-8, fixed order, no empty elements.

    Source: rules F01 to F13, P41; documentation 1.1, sections "XML Prolog" and
    "Wurzelelement".

    Raises:
        EncodeError: the report breaks the format; `causes` has every problem.
    """
    data = _render(report)
    problems = [*_unwritable(report), *_refused(data)]
    if problems:
        count = len(problems)
        raise EncodeError(
            Text(
                f"The report cannot be written, {count} thing(s) to correct first. "
                f"The first: {problems[0].en}",
                f"Der Bericht kann nicht geschrieben werden, vorher zu berichtigen: "
                f"{count}. Als Erstes: {problems[0].de}",
            ),
            causes=problems,
        )
    return data


def _refused(data: bytes) -> Iterator[Text]:
    """Yield what our own schema says against bytes we just wrote."""
    source = read_source(data)
    findings = source.findings
    if source.root is not None:
        findings += schema_findings(source.root)
    for finding in findings:
        yield finding.text


def _unwritable(report: Report) -> Iterator[Text]:
    """Yield what the schema cannot see."""
    yield from _strange_characters(report)
    yield from _strange_header(report.header)
    if report.tournament_uuid != report.tournament_uuid.lower():
        yield _CAPITALS
    for position, game in enumerate(report.payload.games, start=1):
        if game.white is None and game.black is None:
            yield Text(
                f"Game {position} (round {game.round}) has nobody on either side. "
                "Leave it out.",
                f"Partie {position} (Runde {game.round}) hat auf beiden Seiten "
                "niemanden. Bitte weglassen.",
            )


def _strange_header(header: Header | None) -> Iterator[Text]:
    if header is None:
        return
    if header.created.tzinfo is None:
        yield Text(
            "File header, creationDate: The time has no time zone. Give it one.",
            "Dateikopf, creationDate: Der Uhrzeit fehlt die Zeitzone. Bitte ergänzen.",
        )
    if header.file_uuid != header.file_uuid.lower():
        yield _CAPITALS


_CAPITALS: Final = Text(
    "A UUID has capital letters. Write it in small ones, so that it stays the same.",
    "Eine UUID hat Großbuchstaben. Bitte klein schreiben, damit sie gleich bleibt.",
)


def _strange_characters(report: Report) -> Iterator[Text]:
    """Yield the texts with characters that XML 1.0 has no way to write."""
    for place, leaf in _leaves(report):
        for character in sorted(set(_NOT_XML.findall(leaf.text))):
            code = f"U+{ord(character):04X}"
            yield Text(
                f"{place.en}, {leaf.name}: The character {code} cannot stand in XML. "
                "Remove it.",
                f"{place.de}, {leaf.name}: Das Zeichen {code} kann in XML nicht "
                "stehen. Bitte entfernen.",
            )


def _leaves(report: Report) -> Iterator[tuple[Text, _Leaf]]:
    """Yield every text of the report with the words that say where it belongs."""
    payload = report.payload
    if report.header is not None:
        place = Text("File header", "Dateikopf")
        yield from ((place, leaf) for leaf in _header(report.header))
    place = Text("Tournament", "Turnier")
    yield from ((place, leaf) for leaf in _tournament(report))
    for player in payload.players:
        place = Text(f"Player {player.number}", f"Teilnehmernummer {player.number}")
        yield from ((place, leaf) for leaf in _player(player))
    for position, game in enumerate(payload.games, start=1):
        place = Text(f"Game {position}", f"Partie {position}")
        yield from ((place, leaf) for leaf in _game(game))


def _render(report: Report) -> bytes:
    payload = report.payload
    parts = [_OPENING]
    if report.header is not None:
        parts += _block("header", _header(report.header), "  ")
    parts += _block("tournament", _tournament(report), "  ")
    parts.append("  <players>\n")
    for player in payload.players:
        parts += _block("player", _player(player), "    ")
    parts.append("  </players>\n  <games>\n")
    for game in payload.games:
        row = "".join(_element(leaf) for leaf in _game(game))
        parts.append(f"    <game>{row}</game>\n")
    parts += ["  </games>\n", _CLOSING]
    return "".join(parts).encode()


def _block(name: str, leaves: list[_Leaf], indent: str) -> list[str]:
    """Return an element with one child a line."""
    inner = [f"{indent}  {_element(leaf)}\n" for leaf in leaves if leaf.text]
    return [f"{indent}<{name}>\n", *inner, f"{indent}</{name}>\n"]


def _element(leaf: _Leaf) -> str:
    if not leaf.text:
        return ""
    text = _NOT_XML.sub(_REPLACEMENT, leaf.text).translate(_ESCAPES)
    return f"<{leaf.name}>{text}</{leaf.name}>"


def _header(header: Header) -> list[_Leaf]:
    return [
        _Leaf("creationDate", header.created.isoformat()),
        _Leaf("sender", header.sender),
        _Leaf("system", header.system),
        _Leaf("fileUUID", header.file_uuid),
    ]


def _tournament(report: Report) -> list[_Leaf]:
    tournament = report.payload.tournament
    return [
        _Leaf("tournamentUUID", report.tournament_uuid),
        _Leaf("label", tournament.label),
        _Leaf("tournamentType", tournament.type),
        _Leaf("timecontrol", tournament.timecontrol),
        _Leaf("rounds", str(tournament.rounds)),
        _Leaf("startDate", tournament.start.isoformat()),
        _Leaf("endDate", tournament.end.isoformat()),
        _Leaf("location", tournament.location),
        _Leaf("url", tournament.url),
        _Leaf("notes", tournament.notes),
        _Leaf("ageClass", tournament.age_class),
    ]


def _player(player: ReportPlayer) -> list[_Leaf]:
    return [
        _Leaf("tournamentPlayerNumber", str(player.number)),
        _Leaf("dsbId", player.dsb_id),
        _Leaf("surname", player.surname),
        _Leaf("forename", player.forename),
        _Leaf("dobYear", _number(player.dob_year)),
        _Leaf("dobDate", _day(player.dob_date)),
        _Leaf("vkz", player.vkz),
        _Leaf("numberClubMember", _number(player.member_number)),
        _Leaf("club", player.club),
        _Leaf("fideId", _number(player.fide_id)),
        _Leaf("fideRating", _number(player.fide_rating)),
        _Leaf("sex", player.sex),
    ]


def _game(game: ReportGame) -> list[_Leaf]:
    return [
        _Leaf("round", str(game.round)),
        _Leaf("date", _day(game.date)),
        _side("White", game.white),
        _side("Black", game.black),
        _Leaf("pointWhite", game.white_points),
        _Leaf("pointBlack", game.black_points),
    ]


def _side(colour: str, number: int | None) -> _Leaf:
    if number is None:
        return _Leaf(f"none{colour}Player", "true")
    return _Leaf(f"tournamentPlayerNumber{colour}", str(number))


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _day(value: dt.date | None) -> str:
    return "" if value is None else value.isoformat()
