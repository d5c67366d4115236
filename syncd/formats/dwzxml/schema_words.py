"""Every element of the format: the rules it can break and what a right value is.

The schema says whether a value is right; this table says it to people. A test holds
the names, their order and what may be left out against the schema file.

Source: rule sheet of DSB_DWZ_TournamentReport 2.5 (schema 2.5.1, documentation 1.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.dwzxml.document import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping


class Element(NamedTuple):
    """One child of a section.

    Attributes:
        rule: broken by a value that the schema refuses.
        missing: broken where the element is left out; empty if it may be.
        right: what a right value is, to be read after "Right is: ".
        empty: broken by an empty value; empty if that is `rule` too.
        zero: broken by 0; empty if that is `rule` too.
    """

    rule: str
    missing: str
    right: Text
    empty: str = ""
    zero: str = ""

    def rule_for(self, value: str) -> str:
        """Return the rule that this refused value breaks."""
        if not value.strip():
            return self.empty or self.rule
        if value.strip().strip("0") == "":
            return self.zero or self.rule
        return self.rule


_UUID: Final = Text(
    "a UUID of 32 hexadecimal digits in the form 8-4-4-4-12, without braces, prefix "
    "or blanks",
    "eine UUID aus 32 hexadezimalen Ziffern in der Form 8-4-4-4-12, ohne Klammern, "
    "Vorsatz oder Leerzeichen",
)
_DAY: Final = Text(
    "a day that exists, as YYYY-MM-DD without time zone, for instance 2026-09-12",
    "ein Tag, den es gibt, als JJJJ-MM-TT ohne Zeitzone, zum Beispiel 2026-09-12",
)
_POINTS: Final = Text(
    "1, 0.5 or 0 for a game that was played, + or - for one that was not",
    "1, 0.5 oder 0 für eine gespielte Partie, + oder - für eine kampflose",
)
_NOBODY: Final = Text(
    "the word true; with an opponent leave the element out and give the number",
    "das Wort true; mit Gegner entfällt das Element, und die Nummer wird angegeben",
)
_REFERENCE: Final = Text(
    "the tournamentPlayerNumber of a listed player; where nobody sat, use "
    "noneWhitePlayer or noneBlackPlayer instead",
    "die tournamentPlayerNumber einer aufgeführten Person; war niemand da, gehört "
    "stattdessen noneWhitePlayer oder noneBlackPlayer hierher",
)
_ANY_TEXT: Final = Text("plain text", "einfacher Text")

REPORT: Final[Mapping[str, Element]] = {
    "header": Element("F04", "", Text(
        "who made the file and when", "wer die Datei wann erzeugt hat")),
    "tournament": Element("F04", "F11", Text(
        "the section with the data of the tournament",
        "der Abschnitt mit den Angaben zum Turnier")),
    "players": Element("F04", "F11", Text(
        "the section with all players", "der Abschnitt mit allen Teilnehmenden")),
    "games": Element("F04", "F11", Text(
        "the section with all games", "der Abschnitt mit allen Partien")),
}  # fmt: skip

HEADER: Final[Mapping[str, Element]] = {
    "creationDate": Element("F04", "F04", Text(
        "date and time as 2026-09-14T18:05:00+02:00",
        "Datum und Uhrzeit wie 2026-09-14T18:05:00+02:00")),
    "sender": Element("F04", "F04", Text(
        "who sends the file", "wer die Datei absendet")),
    "system": Element("F04", "F04", Text(
        "the program that made the file", "das Programm, das die Datei erzeugt hat")),
    "fileUUID": Element("U01", "U01", _UUID),
}  # fmt: skip

TOURNAMENT: Final[Mapping[str, Element]] = {
    "tournamentUUID": Element("U05", "U09", _UUID, empty="U09"),
    "label": Element("T18", "T18", Text(
        "the name of the tournament", "der Name des Turniers")),
    "tournamentType": Element("T02", "T18", Text(
        "one of SR SW SC TR TW TC, with -H behind it for a hybrid tournament",
        "eines von SR SW SC TR TW TC, mit -H dahinter bei einem Hybridturnier")),
    "timecontrol": Element("T18", "T18", Text(
        "the time control, for instance 5400+30",
        "die Bedenkzeit, zum Beispiel 5400+30")),
    "rounds": Element("T05", "T18", Text(
        "the number of rounds played, 1 to 999, digits only",
        "die Zahl der gespielten Runden, 1 bis 999, nur Ziffern")),
    "startDate": Element("T08", "T18", _DAY),
    "endDate": Element("T11", "T18", _DAY),
    "location": Element("T18", "T18", Text(
        "the place, for a league the region",
        "der Ort, bei einer Liga die Region")),
    "url": Element("F04", "", _ANY_TEXT),
    "notes": Element("F04", "", _ANY_TEXT),
    "ageClass": Element("F04", "", _ANY_TEXT),
}  # fmt: skip

PLAYER: Final[Mapping[str, Element]] = {
    "tournamentPlayerNumber": Element("P08", "P09", Text(
        "a number from 1 to 999999", "eine Nummer von 1 bis 999999"), empty="P09"),
    "dsbId": Element("F04", "", _ANY_TEXT),
    "surname": Element("P09", "P09", Text(
        "the surname; who has only one name gets it in both elements",
        "der Nachname; wer nur einen Namen hat, bekommt ihn in beide Elemente")),
    "forename": Element("P09", "P09", Text(
        "all forenames; who has only one name gets it in both elements",
        "alle Vornamen; wer nur einen Namen hat, bekommt ihn in beide Elemente")),
    "dobYear": Element("P18", "P09", Text(
        "the real year of birth with four digits, for instance 1958",
        "das wirkliche Geburtsjahr mit vier Ziffern, zum Beispiel 1958"), empty="P09"),
    "dobDate": Element("P20", "", _DAY),
    "vkz": Element("P24", "", Text(
        "the five letters or digits of the club code; leave it out if unknown",
        "die fünf Buchstaben oder Ziffern der Vereinskennziffer; entfällt, wenn "
        "unbekannt")),
    "numberClubMember": Element("P28", "", Text(
        "a number from 1 to 99999; leave it out if unknown",
        "eine Nummer von 1 bis 99999; entfällt, wenn unbekannt")),
    "club": Element("F04", "", _ANY_TEXT),
    "fideId": Element("P33", "", Text(
        "the FIDE id in digits; leave the element out if there is none",
        "die FIDE-ID in Ziffern; ohne FIDE-ID entfällt das Element")),
    "fideRating": Element("P35", "", Text(
        "the FIDE standard rating from 1 to 5000; leave the element out if there is "
        "none",
        "die FIDE-Standard-Elo von 1 bis 5000; ohne Elo entfällt das Element"),
        zero="P36"),
    "sex": Element("P39", "", Text(
        "a small m or w; leave it out otherwise",
        "ein kleines m oder w; sonst entfällt das Element")),
}  # fmt: skip

GAME: Final[Mapping[str, Element]] = {
    "round": Element("G02", "G28", Text(
        "a number from 1 to tournament/rounds",
        "eine Zahl von 1 bis tournament/rounds"), empty="G28"),
    "date": Element("G05", "", _DAY),
    "tournamentPlayerNumberWhite": Element(
        "G08", "G07", _REFERENCE, empty="G11", zero="G10"),
    "noneWhitePlayer": Element("G18", "G07", _NOBODY),
    "tournamentPlayerNumberBlack": Element(
        "G09", "G07", _REFERENCE, empty="G11", zero="G10"),
    "noneBlackPlayer": Element("G18", "G07", _NOBODY),
    "pointWhite": Element("G21", "G21", _POINTS),
    "pointBlack": Element("G21", "G21", _POINTS),
}  # fmt: skip

SECTIONS: Final[Mapping[str, Mapping[str, Element]]] = {
    ROOT: REPORT,
    "header": HEADER,
    "tournament": TOURNAMENT,
    "player": PLAYER,
    "game": GAME,
}
"""Sections with one child of each name; lists (`players`, `games`) are not among them.
"""

LISTS: Final[Mapping[str, tuple[str, int, str]]] = {
    "players": ("player", 2, "P05"),
    "games": ("game", 1, "G01"),
}
"""List -> name of its entries, how many there must be, rule broken by fewer."""

EITHER_OR: Final = (
    ("tournamentPlayerNumberWhite", "noneWhitePlayer"),
    ("tournamentPlayerNumberBlack", "noneBlackPlayer"),
)
"""Pairs of which a game has exactly one each."""


def slots(known: Mapping[str, Element]) -> list[tuple[str, ...]]:
    """Return the children in order, those that exclude each other as one slot."""
    nobody = dict(EITHER_OR)
    return [
        (name, nobody[name]) if name in nobody else (name,)
        for name in known
        if name not in nobody.values()
    ]
