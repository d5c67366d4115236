"""What is said about boards that CLM wrote as the home player has them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.trf.event.unsupported import WITH_XML
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHOWN: Final = 8


class Sign(Enum):
    """What told who was at home, as the end of a sentence."""

    FLAGS = Text("as the records XCD and XCZ say", "wie die Sätze XCD und XCZ sagen")
    POINTS = Text("as the points show", "wie die Punkte zeigen")
    COLOURS = Text("as the colours show", "wie die Farben zeigen")
    TEAM_POINTS = Text(
        "as the board points of the teams (310) show",
        "wie die Brettpunkte der Mannschaften (310) zeigen",
    )


def turned(number: int, player: int, before: str, after: str, sign: Sign) -> Text:
    """Return the note on one corrected cell.

    Args:
        number: the round.
        player: start number.
        before: letter in the file.
        after: what it was read as.
        sign: what told that he was the guest.
    """
    told = sign.value
    return Text(
        f"Round {number}, player {player}: {before} was read as {after}. CLM writes "
        "the home player's result into both rows; this player was the guest, "
        f"{told.en}.",
        f"Runde {number}, Spieler {player}: {before} wurde als {after} gelesen. CLM "
        "schreibt das Ergebnis des Heimspielers in beide Zeilen; dieser Spieler war "
        f"Gast, {told.de}.",
    )


def undecided(number: int, match: str, boards: Sequence[tuple[int, int]]) -> Text:
    """Return the question about a match that can have gone in several ways."""
    pairs = ", ".join(f"{one} – {two}" for one, two in boards[:_SHOWN])
    return Text(
        f"Round {number}, {match}: CLM writes the home player's result into both rows, "
        "and the points allow more than one reading of the boards of players "
        f"{pairs}. {WITH_XML.en}",
        f"Runde {number}, {match}: CLM schreibt das Ergebnis des Heimspielers in beide "
        "Zeilen, und die Punkte lassen für die Bretter der Spieler "
        f"{pairs} mehr als eine Lesart zu. {WITH_XML.de}",
    )


def against_colours(number: int, match: str) -> Text:
    """Return the warning that colours and points name different home teams."""
    return Text(
        f"Round {number}, {match}: by the points the other team was at home than by "
        "the colours and the league's color_order. The points count; the rating does "
        "not depend on colours.",
        f"Runde {number}, {match}: Nach den Punkten hatte die andere Mannschaft "
        "Heimrecht als nach den Farben und color_order der Liga. Es gelten die Punkte; "
        "für die Auswertung sind Farben ohne Bedeutung.",
    )


def impossible() -> Finding:
    """Return why a file waits whose points no reading explains."""
    return _error(
        "clm.home_impossible",
        Text(
            "CLM writes the home player's result into both rows, and no reading of the "
            "boards gives the players the points of their lines. The points are old "
            "(evaluate the league in CLM again and export it again), a result was "
            "changed afterwards (green table), or rows of another file got in. Nothing "
            f"was changed. {WITH_XML.en}",
            "CLM schreibt das Ergebnis des Heimspielers in beide Zeilen, und keine "
            "Lesart der Bretter ergibt die Punkte der Spieler. Diese sind veraltet "
            "(in CLM neu auswerten und neu exportieren), ein Ergebnis wurde am grünen "
            "Tisch geändert, oder Zeilen einer anderen Datei sind "
            f"hineingeraten. Es wurde nichts geändert. {WITH_XML.de}",
        ),
    )


def too_many() -> Finding:
    """Return why a file waits that has too many possible readings."""
    return _error(
        "clm.home_too_many",
        Text(
            "CLM writes the home player's result into both rows, and the points leave "
            "too many possibilities to tell who won. Nothing was changed. "
            + WITH_XML.en,
            "CLM schreibt das Ergebnis des Heimspielers in beide Zeilen, und die "
            "Punkte lassen zu viele Möglichkeiten, wer gewonnen hat. Es wurde nichts "
            "geändert. " + WITH_XML.de,
        ),
    )


def _error(code: str, text: Text) -> Finding:
    return Finding(code, Severity.ERROR, text)
