"""A `Report` to the bytes of its file: strict, and the same bytes every time.

The writer does not trust itself: what it wrote is read back and held against our own
schema, so the limits of every value stand in one place only. Beside that it refuses
what the schema cannot see or XML cannot hold. All problems are told at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, counted_as
from syncd.errors import EncodeError
from syncd.formats.dwzxml.document import ROOT
from syncd.formats.dwzxml.elements import NAMESPACE, VERSION
from syncd.formats.dwzxml.schema_check import schema_findings
from syncd.formats.dwzxml.source import read_source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.formats.dwzxml.elements import (
        Header,
        Report,
        ReportGame,
        ReportPlayer,
    )
    from syncd.formats.dwzxml.source import Source

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
_BLANKS: Final = " \t\n\r"
_REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
# A reader turns a bare carriage return into a line feed.
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})

_Leaf = tuple[str, str]
"""An element and its text."""


def encode_report(report: Report) -> bytes:
    """Return the file of a report: UTF-8, fixed order, no empty elements.

    Source: rules F01 to F13, P41; documentation 1.1, sections "XML Prolog" and
    "Wurzelelement".

    Raises:
        EncodeError: the report breaks the format; `causes` has every problem.
    """
    text = _render(report)
    data = text.encode(errors="surrogatepass")
    source, strange = read_source(data), list[Text]()
    if source.root is None:
        # Told by their places here, and kept out of the way of all other faults.
        strange = list(_strange_characters(report))
        source = read_source(_NOT_XML.sub(_REPLACEMENT, text).encode())
    problems = [*strange, *_unwritable(report), *_refused(source)]
    if problems:
        count = counted_as(
            len(problems), Text("thing", "Angabe"), Text("things", "Angaben")
        )
        raise EncodeError(
            Text(
                f"The report cannot be written, {count.en} to correct first. "
                f"The first: {problems[0].en}",
                f"Der Bericht kann nicht geschrieben werden, vorher zu berichtigen: "
                f"{count.de}. Als Erstes: {problems[0].de}",
            ),
            causes=problems,
        )
    return data


def _refused(source: Source) -> Iterator[Text]:
    """Yield what our own schema says against the file we just wrote."""
    findings = source.findings
    if source.root is not None:
        findings += schema_findings(source.root)
    for finding in findings:
        yield finding.text


def _unwritable(report: Report) -> Iterator[Text]:
    """Yield what the schema cannot see."""
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
    for place, (name, text) in _leaves(report):
        for character in sorted(set(_NOT_XML.findall(text))):
            code = f"U+{ord(character):04X}"
            yield Text(
                f"{place.en}, {name}: The character {code} cannot stand in XML. "
                "Remove it.",
                f"{place.de}, {name}: Das Zeichen {code} kann in XML nicht "
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
        yield place, ("pointWhite", game.white_points)
        yield place, ("pointBlack", game.black_points)


def _render(report: Report) -> str:
    payload = report.payload
    parts = [_OPENING]
    if report.header is not None:
        parts.append(_block("header", _header(report.header), "  "))
    parts.append(_block("tournament", _tournament(report), "  "))
    parts.append("  <players>\n")
    parts += [_block("player", _player(player), "    ") for player in payload.players]
    parts.append("  </players>\n  <games>\n")
    parts += [_game(game) for game in payload.games]
    parts += ["  </games>\n", _CLOSING]
    return "".join(parts)


def _block(name: str, leaves: Iterable[_Leaf], indent: str) -> str:
    """Return an element with one child a line; a child with no text is left out."""
    rows = [
        f"{indent}  <{leaf}>{text.translate(_ESCAPES)}</{leaf}>\n"
        for leaf, text in leaves
        if text.strip(_BLANKS)
    ]
    return f"{indent}<{name}>\n{''.join(rows)}{indent}</{name}>\n"


def _header(header: Header) -> list[_Leaf]:
    return [
        ("creationDate", header.created.isoformat()),
        ("sender", header.sender),
        ("system", header.system),
        ("fileUUID", header.file_uuid),
    ]


def _tournament(report: Report) -> list[_Leaf]:
    tournament = report.payload.tournament
    return [
        ("tournamentUUID", report.tournament_uuid),
        ("label", tournament.label),
        ("tournamentType", tournament.type),
        ("timecontrol", tournament.timecontrol),
        ("rounds", str(tournament.rounds)),
        ("startDate", tournament.start.isoformat()),
        ("endDate", tournament.end.isoformat()),
        ("location", tournament.location),
        ("url", tournament.url),
        ("notes", tournament.notes),
        ("ageClass", tournament.age_class),
    ]


def _player(player: ReportPlayer) -> list[_Leaf]:
    return [
        ("tournamentPlayerNumber", str(player.number)),
        ("dsbId", player.dsb_id),
        ("surname", player.surname),
        ("forename", player.forename),
        ("dobYear", _number(player.dob_year)),
        ("dobDate", "" if player.dob_date is None else player.dob_date.isoformat()),
        ("vkz", player.vkz),
        ("numberClubMember", _number(player.member_number)),
        ("club", player.club),
        ("fideId", _number(player.fide_id)),
        ("fideRating", _number(player.fide_rating)),
        ("sex", player.sex),
    ]


def _game(game: ReportGame) -> str:
    """Return the one line of a game: reports have thousands of them."""
    date = "" if game.date is None else f"<date>{game.date.isoformat()}</date>"
    white = game.white_points.translate(_ESCAPES)
    black = game.black_points.translate(_ESCAPES)
    return (
        f"    <game><round>{game.round}</round>{date}"
        f"{_side('White', game.white)}{_side('Black', game.black)}"
        f"<pointWhite>{white}</pointWhite><pointBlack>{black}</pointBlack></game>\n"
    )


def _side(colour: str, number: int | None) -> str:
    if number is None:
        return f"<none{colour}Player>true</none{colour}Player>"
    name = f"tournamentPlayerNumber{colour}"
    return f"<{name}>{number}</{name}>"


def _number(value: int | None) -> str:
    return "" if value is None else str(value)
