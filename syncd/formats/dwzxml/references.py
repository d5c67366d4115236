"""Player numbers are unique, and games name only players that are listed.

The schema enforces this too, but its error names neither the field nor, for a
reference, the place. The format's own schema does not enforce it at all: its paths lack
the namespace, so that every file passes.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.document import describe, qualified, read_document
from syncd.formats.dwzxml.fault import Fault
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from lxml import etree

    from syncd.formats.dwzxml.document import Document, Section

NUMBER: Final = "tournamentPlayerNumber"
SIDES: Final = (("White", "G08"), ("Black", "G09"))
REFERENCE_RULES: Final = frozenset({"P06", "G08", "G09", "G30"})
LARGEST_NUMBER: Final = 999_999
PLAYED_POINTS: Final = frozenset({"1", "0.5", "0"})


def references_hold(root: etree._Element) -> bool:
    """Return whether player numbers are unique and all numbers in games exist.

    This is what key and keyref of the schema ask, in a fifth of the time.

    Args:
        root: of a document in which all else is right.
    """
    given = [_number_of(element) for element in root.iter(qualified(NUMBER))]
    names = [qualified(NUMBER + colour) for colour, _ in SIDES]
    asked = {_number_of(element) for element in root.iter(*names)}
    return len(set(given)) == len(given) and asked.issubset(given)


def _number_of(element: etree._Element) -> int:
    return int(element.text or "")


def reference_faults(root: etree._Element) -> Iterator[Fault]:
    """Yield numbers given twice and numbers that do not exist.

    Values that are no player number at all are left to the schema; as long as a player
    has such a one, nobody can say which numbers exist.

    Source: rules P06 (= G12), G08, G09, G30; documentation 1.1, "Referenzielle
    Integrität".
    """
    document = read_document(root)
    players = _players_by_number(document)
    for number, sharers in players.items():
        for player in sharers[1:]:
            yield _shared(number, player, sharers[0])
    if players and sum(map(len, players.values())) == len(document.players):
        yield from _dangling(document, players)


def _players_by_number(document: Document) -> dict[int, list[Section]]:
    players: dict[int, list[Section]] = defaultdict(list)
    for player in document.players:
        number = player.number(NUMBER)
        if number is not None and 0 < number <= LARGEST_NUMBER:
            players[number].append(player)
    return players


def _dangling(document: Document, players: Collection[int]) -> Iterator[Fault]:
    unknown = [
        (game, colour, code, number)
        for game in document.games
        for colour, code in SIDES
        if (number := game.number(NUMBER + colour)) is not None
        and number not in players
        and 0 < number <= LARGEST_NUMBER
    ]
    absent = {number for *_, number in unknown}
    absent -= {number for game, *_, number in unknown if _was_played(game)}
    for game, colour, code, number in unknown:
        words = _mistaken if number in absent else _unknown
        yield words(code, game, NUMBER + colour, number)


def _was_played(game: Section) -> bool:
    return bool({game.text("pointWhite"), game.text("pointBlack")} & PLAYED_POINTS)


def _fault(code: str, section: Section, field: str, en: str, de: str) -> Fault:
    path = section.place(field)

    def finding() -> Finding:
        place = describe(section, field)
        text = Text(f"{place.en}: {en}", f"{place.de}: {de}")
        line, value = section.place_line(field), section.text(field)
        return Finding(code, Severity.ERROR, text, line, value=value, path=path)

    return Fault(code, path, finding)


def _shared(number: int, player: Section, first: Section) -> Fault:
    owner = f"{first.text('surname')}, {first.text('forename')}"
    return _fault(
        "P06", player, NUMBER,
        f"The number {number} is already that of {owner}. Give each player a number "
        "of their own, and correct it in the games as well.",
        f"Die Nummer {number} gehört schon zu {owner}. Jede Person braucht eine eigene "
        "Nummer; bitte auch in den Partien berichtigen.",
    )  # fmt: skip


def _unknown(code: str, game: Section, field: str, number: int) -> Fault:
    return _fault(
        code, game, field,
        f"No player has the number {number}. Correct the number or list the player; "
        "whoever withdrew after playing stays in the list.",
        f"Die Nummer {number} hat niemand. Bitte die Nummer berichtigen oder die "
        "Person aufführen; wer nach gespielten Partien zurücktritt, bleibt in der "
        "Liste.",
    )  # fmt: skip


def _mistaken(_code: str, game: Section, field: str, number: int) -> Fault:
    return _fault(
        "G30", game, field,
        f"No player has the number {number}, and this person never played. If the "
        "person was paired by mistake, leave this game out as well.",
        f"Die Nummer {number} hat niemand, und die Person hat nie gespielt. Wurde sie "
        "irrtümlich ausgelost, entfällt auch diese Partie.",
    )  # fmt: skip
