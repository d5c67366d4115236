"""Whom a portal means: the players and games that its words name. Pure.

Portals say where a fault is in their own ways: as a path to an element, as the name of
an element and its value, as a number, or as one of the ids that only one player has.
Each of these becomes a phrase that a person understands without opening the XML file.
A number alone says nothing, so only what stands after a known word counts.

Source: DSB_DWZ_TournamentReport 2.5.1 (names of the elements).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.elements import Report, ReportGame, ReportPlayer

MOST_PLACES: Final = 10
_MOST_CHARACTERS: Final = 10_000

_NUMBER: Final = r"[\s\])>:=#\"'“„]{0,6}(\d{1,6})(?![\d.-])"
_CHILD: Final = r"(?:/(?:\w{1,40}:)?(\w{1,40}))?"
_KINDS: Final = (
    # players/player[7]/vkz: the seventh entry, and the child that is meant
    ("player_at", re.compile(rf"\bplayers?\[(\d{{1,6}})\]{_CHILD}", re.IGNORECASE)),
    ("game_at", re.compile(rf"\bgames?\[(\d{{1,6}})\]{_CHILD}", re.IGNORECASE)),
    # <tournamentPlayerNumberWhite>7, playerNumber: 7, player #7, Spieler 7
    (
        "player",
        re.compile(
            r"\b(?:(?:tournament)?playernumber(?:white|black)?|player(?: no\.?)?"
            r"|teilnehmer(?:nummer|-nr\.?)?|spieler(?:nummer|-nr\.?)?)"
            rf"{_NUMBER}",
            re.IGNORECASE,
        ),
    ),
    (
        "game_at",
        re.compile(rf"\b(?:game|partie)(?: no\.?|-nr\.?)?{_NUMBER}", re.IGNORECASE),
    ),
    ("id", re.compile(r"\b([A-Z]{2}\d{4,12}|\d{5,10})\b")),
    (
        "uuid",
        re.compile(r"\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b", re.IGNORECASE),
    ),
)
"""What a place can look like; each has its number or id as its first group."""


class _Mention(NamedTuple):
    """One place in the portal's words."""

    start: int
    kind: str
    value: str
    child: str


def places_named(report: Report, said: str) -> tuple[Text, ...]:
    """Return whom and what a portal's words mean, in the order in which it says so.

    Args:
        report: what was sent.
        said: the portal's words.

    Returns:
        Phrases like `Player 7 (Klein, Anna)` or `Game round 3, players 4 – 9`, each
        once, at most 10. They name persons: for people only, never for a log.
    """
    finder = _Finder(report)
    phrases = (finder.phrase(mention) for mention in _mentions(said))
    named = dict.fromkeys(phrase for phrase in phrases if phrase is not None)
    return tuple(named)[:MOST_PLACES]


def with_places(text: Text, places: tuple[Text, ...]) -> Text:
    """Return a message with the places that it means behind it."""
    if not places:
        return text
    en = "; ".join(place.en for place in places)
    de = "; ".join(place.de for place in places)
    return Text(f"{text.en} This concerns: {en}.", f"{text.de} Das betrifft: {de}.")


def _mentions(said: str) -> list[_Mention]:
    """Return all places in the order in which they stand."""
    said = said[:_MOST_CHARACTERS]
    return sorted(
        _Mention(match.start(), kind, match[1], (*match.groups(), None)[1] or "")
        for kind, pattern in _KINDS
        for match in pattern.finditer(said)
    )


class _Finder:
    """The players and games of one report by what can name them."""

    def __init__(self, report: Report) -> None:
        self._report = report
        players = report.payload.players
        self._by_number = {player.number: player for player in players}
        self._by_id = _only_once(players)

    def phrase(self, mention: _Mention) -> Text | None:
        """Return in words what a place means, None if nothing of this report."""
        payload, value = self._report.payload, mention.value
        match mention.kind:
            case "player_at" if 0 < int(value) <= len(payload.players):
                player = payload.players[int(value) - 1]
                return _with_child(_player(player), mention.child)
            case "game_at" if 0 < int(value) <= len(payload.games):
                game = payload.games[int(value) - 1]
                return _with_child(_game(game), mention.child)
            case "player" if int(value) in self._by_number:
                return _player(self._by_number[int(value)])
            case "id" if value in self._by_id:
                return _player(self._by_id[value])
            case "uuid":
                return self._uuid(value.lower())
        return None

    def _uuid(self, value: str) -> Text | None:
        header, label = self._report.header, self._report.payload.tournament.label
        if header is not None and value == header.file_uuid:
            return Text("this file as a whole", "diese Datei als Ganzes")
        if value == self._report.tournament_uuid:
            return Text(f"the tournament {label}", f"das Turnier {label}")
        return None


def _only_once(players: tuple[ReportPlayer, ...]) -> dict[str, ReportPlayer]:
    """Return the players by the ids that only one of them has."""
    found: dict[str, list[ReportPlayer]] = {}
    for player in players:
        for own in _ids(player):
            found.setdefault(own, []).append(player)
    return {own: bearers[0] for own, bearers in found.items() if len(bearers) == 1}


def _ids(player: ReportPlayer) -> Iterator[str]:
    if player.dsb_id:
        yield player.dsb_id
    if player.fide_id is not None:
        yield str(player.fide_id)


def _player(player: ReportPlayer) -> Text:
    who = f"{player.number} ({player.surname}, {player.forename})"
    return Text(f"Player {who}", f"Teilnehmernummer {who}")


def _game(game: ReportGame) -> Text:
    white, black = (side or "–" for side in (game.white, game.black))
    return Text(
        f"Game round {game.round}, players {white} – {black}",
        f"Partie Runde {game.round}, Teilnehmer {white} – {black}",
    )


def _with_child(place: Text, child: str) -> Text:
    return Text(f"{place.en}, {child}", f"{place.de}, {child}") if child else place
