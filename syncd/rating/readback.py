"""What became of a report: what was sent, beside what the portal has. Pure.

Compared are persons and games, which are what is rated. Not compared are the portal's
own counts, which have been wrong, and colours, which the rating ignores. Persons are
known by the DSB's id, else by their folded name; the portal's other ids are its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal

from syncd.bilingual import Text
from syncd.rating.atportal import RESULTS
from syncd.sync.identity import fold_name

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Sequence

    from syncd.formats.dwzxml.elements import Payload, ReportPlayer
    from syncd.rating.atportal import AtPortal, PortalEntry, PortalPerson

Outcome = Literal["not_found", "not_rated", "equal", "differs"]

MOST_DIFFERENCES: Final = 20
"""So many differences are listed; the rest is counted."""
FEWEST_SHARED: Final = 0.5
"""Two tournaments are one if they share at least this part of either's persons."""
OTHER_DAYS: Final = 7
"""Days by which a start or end that somebody entered by hand may be off."""

_Pair = tuple[int, str, str]
"""Round and the two persons' keys, in order."""
_Points = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ReadBack:
    """What became of a report.

    Attributes:
        outcome: not found, not rated yet, rated as sent, or not as sent.
        text: all of it for people; names persons where something differs.
        uuid: the portal's own, empty if not found.
    """

    outcome: Outcome
    text: Text
    uuid: str = ""


def read_back(sent: Payload, found: AtPortal | None) -> ReadBack:
    """Return what became of a report.

    While a tournament is not rated, somebody may still be working on it: it is not
    compared.

    Args:
        sent: what was sent.
        found: what the portal has, None if it has no such tournament.
    """
    if found is None:
        return ReadBack("not_found", _NOT_FOUND)
    entry = found.entry
    if not entry.is_rated:
        return ReadBack("not_rated", _not_rated(entry), entry.uuid)
    differences = differences_of(sent, found)
    if not differences:
        return ReadBack("equal", _equal(sent), entry.uuid)
    return ReadBack("differs", _differs(differences), entry.uuid)


def differences_of(sent: Payload, found: AtPortal) -> tuple[Text, ...]:
    """Return in plain words how what is rated differs from what was sent."""
    persons = _Persons(sent, found)
    ours, theirs = _sent_games(sent), _found_games(found, persons)
    return (
        *_rounds(sent, found),
        *persons.missing(),
        *persons.extra(),
        *_games(ours, theirs, persons),
    )


def is_the_same(sent: Payload, found: AtPortal) -> bool:
    """Return whether the portal's tournament is the one that is to be reported."""
    persons = _Persons(sent, found)
    players, others = len(persons.players), len(persons.others)
    if not players or not others:
        return False
    shared = len(persons.key_of)
    return shared >= FEWEST_SHARED * players and shared >= FEWEST_SHARED * others


def may_be(sent: Payload, entry: PortalEntry) -> bool:
    """Return whether an entry of the list is worth a closer look.

    Its days must fit. Names are no help: somebody else chose them, and a tournament
    named "-" has been seen.
    """
    ours = sent.tournament
    return _is_near(ours.start, entry.start) and _is_near(ours.end, entry.end)


def _is_near(one: dt.date, other: dt.date | None) -> bool:
    return other is None or abs((one - other).days) <= OTHER_DAYS


class _Persons:
    """Who is who: players of the report, persons of the portal.

    Attributes:
        players: number -> player of the report who has a game.
        others: key -> person of the portal.
        key_of: key of the portal's person -> number of the same player.
    """

    def __init__(self, sent: Payload, found: AtPortal) -> None:
        playing = {number for game in sent.games for number in (game.white, game.black)}
        self.players = {
            player.number: player for player in sent.players if player.number in playing
        }
        self.others = {person_key(person): person for person in found.persons}
        self.key_of = self._matched()

    def _matched(self) -> dict[str, int]:
        by_id = _unique(
            (player.dsb_id.upper(), number)
            for number, player in self.players.items()
            if player.dsb_id
        )
        by_name = _unique(
            (_name(player.surname, player.forename), number)
            for number, player in self.players.items()
        )
        matched: dict[str, int] = {}
        for key, person in self.others.items():
            number = by_id.get(person.person_id.upper())
            if number is not None:
                matched[key] = number
        for key, person in self.others.items():
            number = by_name.get(_name(person.surname, person.forename))
            if key in matched or number is None or number in matched.values():
                continue
            if not _contradicts(self.players[number], person):
                matched[key] = number
        return matched

    def key(self, person: PortalPerson) -> str:
        """Return the number of the same player as text, else the portal's key."""
        key = person_key(person)
        number = self.key_of.get(key)
        return key if number is None else str(number)

    def name(self, key: str) -> str:
        """Return the surname for people, by either kind of key."""
        if key in self.others:
            return self.others[key].surname or "?"
        player = self.players.get(int(key)) if key.isdigit() else None
        return player.surname if player else "?"

    def missing(self) -> list[Text]:
        """Return the players whom the portal does not have."""
        known = set(self.key_of.values())
        return [
            _missing(f"{player.surname}, {player.forename}")
            for number, player in self.players.items()
            if number not in known
        ]

    def extra(self) -> list[Text]:
        """Return the persons whom the report does not have."""
        return [
            _extra(f"{person.surname}, {person.forename}".strip(", ") or "?")
            for key, person in self.others.items()
            if key not in self.key_of
        ]


def person_key(person: PortalPerson) -> str:
    """Return what tells persons of one tournament apart; never a bare number."""
    name = _name(person.surname, person.forename)
    return f"portal:{person.uuid or person.person_id or name}"


def _unique(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return a mapping without the keys that stand for several players."""
    listed = list(pairs)
    counts = Counter(key for key, _ in listed)
    return {key: number for key, number in listed if key and counts[key] == 1}


def _name(surname: str, forename: str) -> str:
    return fold_name(f"{surname} {forename}")


def _contradicts(player: ReportPlayer, person: PortalPerson) -> bool:
    """Return whether the DSB's ids say that two of one name are not one person."""
    ids = player.dsb_id.upper(), person.person_id.upper()
    return all(item.startswith("NU") for item in ids) and ids[0] != ids[1]


def _sent_games(sent: Payload) -> dict[_Pair, list[_Points]]:
    games: dict[_Pair, list[_Points]] = {}
    for game in sent.games:
        if game.white is not None and game.black is not None:
            points = game.white_points, game.black_points
            _add(games, game.round, str(game.white), str(game.black), points)
    return games


def _found_games(found: AtPortal, persons: _Persons) -> dict[_Pair, list[_Points]]:
    games: dict[_Pair, list[_Points]] = {}
    for game in found.games:
        if game.white is not None and game.black is not None:
            white, black = persons.key(game.white), persons.key(game.black)
            points = RESULTS.get(game.result, (game.result or "?", ""))
            _add(games, game.round, white, black, points)
    return games


def _add(
    games: dict[_Pair, list[_Points]],
    round_: int,
    white: str,
    black: str,
    points: _Points,
) -> None:
    """Add a game with its persons in order, whatever their colours."""
    if black < white:
        white, black = black, white
        points = (points[1], points[0]) if points[1] else points
    games.setdefault((round_, white, black), []).append(points)


def _games(
    ours: dict[_Pair, list[_Points]],
    theirs: dict[_Pair, list[_Points]],
    persons: _Persons,
) -> list[Text]:
    """Return the games that are missing, too many, or ended otherwise."""
    said = []
    for pair in sorted(ours.keys() | theirs.keys()):
        mine, yours = Counter(ours.get(pair, ())), Counter(theirs.get(pair, ()))
        sent, found = (
            sorted((mine - yours).elements()),
            sorted((yours - mine).elements()),
        )
        round_, one, two = pair
        who = f"{persons.name(one)} - {persons.name(two)}"
        for number in range(max(len(sent), len(found))):
            was = _written(sent[number]) if number < len(sent) else ""
            now = _written(found[number]) if number < len(found) else ""
            said.append(_game(round_, who, was, now))
    return said


def _rounds(sent: Payload, found: AtPortal) -> list[Text]:
    ours = max((game.round for game in sent.games), default=0)
    theirs = max((game.round for game in found.games), default=0)
    if ours == theirs:
        return []
    return [
        Text(
            f"The last round with games is {ours} in the report, {theirs} there.",
            f"Die letzte Runde mit Partien ist im Bericht {ours}, dort {theirs}.",
        )
    ]


def _written(points: _Points) -> str:
    """Return a result for people; an unknown code stands for itself."""
    one, two = (item.replace("0.5", "½") for item in points)
    return f"{one}:{two}" if two else one


def _game(round_: int, who: str, was: str, now: str) -> Text:
    if was and now:
        return Text(
            f"Round {round_}, {who}: sent {was}, rated {now}.",
            f"Runde {round_}, {who}: gesendet {was}, gewertet {now}.",
        )
    if was:
        return Text(
            f"Round {round_}, {who}: sent {was}, missing there.",
            f"Runde {round_}, {who}: gesendet {was}, fehlt dort.",
        )
    return Text(
        f"Round {round_}, {who}: {now} there, was not sent.",
        f"Runde {round_}, {who}: dort {now}, nicht gesendet.",
    )


def _missing(name: str) -> Text:
    return Text(f"{name} is missing there.", f"{name} fehlt dort.")


def _extra(name: str) -> Text:
    return Text(
        f"{name} is there, but not in the report.",
        f"{name} steht dort, aber nicht im Bericht.",
    )


def _differs(differences: Sequence[Text]) -> Text:
    count = len(differences)
    listed = list(islice(differences, MOST_DIFFERENCES))
    more = count - len(listed)
    en = f" … and {more} more." if more else ""
    de = f" … und {more} weitere." if more else ""
    return Text(
        f"The portal has rated it, but not as it was sent ({count}): "
        + " ".join(text.en for text in listed)
        + en,
        f"Das Portal hat ausgewertet, aber nicht wie gesendet ({count}): "
        + " ".join(text.de for text in listed)
        + de,
    )


def _not_rated(entry: PortalEntry) -> Text:
    state = entry.rating_state or "–"
    return Text(
        f"The portal has the tournament and has not rated it yet (state: {state}).",
        f"Das Portal hat das Turnier und hat es noch nicht ausgewertet (Stand: "
        f"{state}).",
    )


def _equal(sent: Payload) -> Text:
    games = len(sent.games)
    return Text(
        f"The portal has rated it as it was sent ({games} games).",
        f"Das Portal hat ausgewertet wie gesendet ({games} Partien).",
    )


_NOT_FOUND: Final = Text(
    "The portal does not show the tournament yet.",
    "Das Portal zeigt das Turnier noch nicht.",
)
