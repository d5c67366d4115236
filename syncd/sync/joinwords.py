"""What joining two exports has found, in words for those who keep the tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.model.pairings import Game
    from syncd.model.tournament import Entrant, Tournament
    from syncd.sync.unite import Clash, Union

    People = Mapping[int, Entrant]

_MOST: Final = 12
"""So many games are named in one sentence."""


def union_findings(
    union: Union, lost: Sequence[Game], joined: Tournament
) -> Iterator[Finding]:
    """Yield what the games of both files have shown.

    Args:
        union: the games.
        lost: games of a TRF with mixed-up loops that the XML has in no loop.
        joined: the tournament that both make.
    """
    people = {entrant.id: entrant for entrant in joined.entrants}
    for clash in union.clashes:
        yield _clash(clash, people)
    for games, code, severity, text in (
        (union.left_out, "join.pairing", Severity.ERROR, _PAIRING),
        (lost, "join.lost_game", Severity.ERROR, _LOST),
        (union.doubtful, "join.doubtful_game", Severity.ERROR, _DOUBTFUL),
        (union.denied, "join.denied", Severity.ERROR, _DENIED),
        (union.moved, "join.moved", Severity.ERROR, _MOVED),
        (
            _others(union.only_trf, union.moved),
            "join.only_trf",
            Severity.WARNING,
            _ONLY_TRF,
        ),
        (
            _others(union.only_xml, union.denied),
            "join.only_xml",
            Severity.WARNING,
            _ONLY_XML,
        ),
        (union.filled, "join.filled", Severity.INFO, _FILLED),
        (union.reopened, "join.reopened", Severity.WARNING, _REOPENED),
        (union.colours, "join.colours", Severity.WARNING, _COLOURS),
        (union.zeros, "join.zero_zero", Severity.INFO, _ZEROS),
    ):
        if games:
            named = _games(games, people)
            yield Finding(
                code, severity,
                Text(
                    text.en.format(count=len(games), games=named.en),
                    text.de.format(count=len(games), games=named.de),
                ),
            )  # fmt: skip


def _others(games: Sequence[Game], told: Sequence[Game]) -> list[Game]:
    return [game for game in games if game not in told]


def _clash(clash: Clash, people: People) -> Finding:
    game = clash.game
    named = _games([game], people)
    trf, xml = _score(clash.trf), _score((game.white_result, game.black_result))
    if clash.is_decided:
        taken = _score(clash.taken)
        text = Text(
            f"{named.en}: the TRF says {trf}, the XML {xml}. Only the newer file has "
            f"changed it since both agreed, so {taken} counts.",
            f"{named.de}: die TRF-Datei sagt {trf}, die XML-Datei {xml}. Nur die "
            f"neuere Datei hat es seit der letzten Übereinstimmung geändert, also gilt "
            f"{taken}.",
        )
        return Finding("join.newer_result", Severity.INFO, text, value=taken)
    text = Text(
        f"{named.en}: the TRF says {trf}, the XML {xml}. Check the result in CLM and "
        "export both files again.",
        f"{named.de}: die TRF-Datei sagt {trf}, die XML-Datei {xml}. Bitte das "
        "Ergebnis in CLM prüfen und beide Dateien neu exportieren.",
    )
    return Finding("join.result", Severity.ERROR, text, value=f"{trf} / {xml}")


def _score(codes: tuple[str, str]) -> str:
    return ":".join("½" if code == "=" else code for code in codes)


def _games(games: Sequence[Game], people: People) -> Text:
    """Return the games by round and players, the first ones by name."""
    shown = games[:_MOST]
    en = "; ".join(_game(game, people, "round") for game in shown)
    de = "; ".join(_game(game, people, "Runde") for game in shown)
    more = " …" if len(games) > len(shown) else ""
    return Text(en + more, de + more)


def _game(game: Game, people: People, word: str) -> str:
    return f"{word} {game.round}, {_who(game.white, people)} – " + _who(
        game.black, people
    )


def _who(player: int, people: People) -> str:
    entrant = people.get(player)
    return f"{player} {entrant.surname}" if entrant else str(player)


_DENIED: Final = Text(
    "Only the XML has these games ({count}): {games}. In the TRF one of the players "
    "has a bye or was absent in that round. Check the round in CLM and export both "
    "files again.",
    "Diese Partien hat nur die XML-Datei ({count}): {games}. Nach der TRF-Datei war "
    "einer der Spieler in dieser Runde spielfrei oder fehlte. Bitte die Runde in CLM "
    "prüfen und beide Dateien neu exportieren.",
)
_MOVED: Final = Text(
    "The XML has these pairings of the TRF in another round ({count}): {games}. A game "
    "would count twice. Check the rounds in CLM and export both files again.",
    "Diese Paarungen der TRF-Datei stehen in der XML-Datei in einer anderen Runde "
    "({count}): {games}. Eine Partie würde doppelt zählen. Bitte die Runden in CLM "
    "prüfen und beide Dateien neu exportieren.",
)
_ONLY_XML: Final = Text(
    "Only the XML has these games, and they were taken ({count}): {games}.",
    "Diese Partien hat nur die XML-Datei; sie wurden übernommen ({count}): {games}.",
)
_PAIRING: Final = Text(
    "The files pair players differently ({count}): the TRF has {games}, the XML has "
    "other opponents there. Check the pairings in CLM and export both files again.",
    "Die Dateien paaren verschieden ({count}): die TRF-Datei hat {games}, die "
    "XML-Datei dort andere Gegner. Bitte die Paarungen in CLM prüfen und beide Dateien "
    "neu exportieren.",
)
_LOST: Final = Text(
    "The XML lacks games that the TRF has in one of the loops ({count}): {games}. "
    "Export both files again.",
    "In der XML-Datei fehlen Partien, die die TRF-Datei in einem der Durchgänge hat "
    "({count}): {games}. Bitte beide Dateien neu exportieren.",
)
_DOUBTFUL: Final = Text(
    "Only the TRF has these games, and it cannot tell how they ended ({count}): "
    "{games}. Export both files again.",
    "Diese Partien hat nur die TRF-Datei, und ihr Ausgang ist dort nicht sicher "
    "({count}): {games}. Bitte beide Dateien neu exportieren.",
)
_ONLY_TRF: Final = Text(
    "Only the TRF has these games; they were taken ({count}): {games}.",
    "Diese Partien hat nur die TRF-Datei; sie wurden übernommen ({count}): {games}.",
)
_FILLED: Final = Text(
    "These games are open in one file and have a result in the other, which was taken "
    "({count}): {games}.",
    "Diese Partien sind in einer Datei offen und haben in der anderen ein Ergebnis; es "
    "wurde übernommen ({count}): {games}.",
)
_REOPENED: Final = Text(
    "The newer file has taken back results on which both files agreed before; these "
    "games are open until they are entered again ({count}): {games}.",
    "Die neuere Datei hat Ergebnisse zurückgenommen, über die sich beide Dateien einig "
    "waren; diese Partien sind offen, bis sie neu eingetragen sind ({count}): {games}.",
)
_ZEROS: Final = Text(
    "The XML has these games as 0:0, which is a result there; CLM writes open games as "
    "-. They count as played; please look whether they were ({count}): {games}.",
    "Die XML-Datei hat diese Partien als 0:0; das ist dort ein Ergebnis, offene "
    "schreibt CLM als -. Sie gelten als gespielt; bitte prüfen, ob sie es wurden "
    "({count}): {games}.",
)
_COLOURS: Final = Text(
    "The files give the colours differently; those of the XML were taken ({count}): "
    "{games}. The rating does not depend on it.",
    "Die Dateien nennen verschiedene Farben; die der XML-Datei wurden übernommen "
    "({count}): {games}. Für die Auswertung ist das ohne Bedeutung.",
)


def field_differs(name: str, trf: object, xml: object) -> Finding:
    """Return the finding on a value of the tournament that the files give differently.

    Args:
        name: field of the tournament.
        trf: value in the TRF, which was taken.
        xml: value in the XML.
    """
    words = _FIELDS[name]
    text = Text(
        f"The {words.en}: the TRF says {trf}, the XML {xml}. {trf} was taken.",
        f"{words.de}: die TRF-Datei sagt {trf}, die XML-Datei {xml}. {trf} wurde "
        "genommen.",
    )
    return Finding("join.field", Severity.WARNING, text, value=str(trf))


_FIELDS: Final = {
    "name": Text("name of the tournament", "Turniername"),
    "city": Text("place", "Ort"),
    "start": Text("planned start", "Geplanter Beginn"),
    "end": Text("planned end", "Geplantes Ende"),
    "kind": Text("kind of tournament", "Turnierart"),
}
