"""The time control as a gate: too fast, absent or unreadable means no DWZ report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.model.timecontrol import (
    decode_time_control,
    encode_time_control,
    is_rated,
)
from syncd.rating import wording
from syncd.rating.reason import Why

if TYPE_CHECKING:
    from syncd.model.timecontrol import Verdict
    from syncd.model.tournament import Tournament
    from syncd.rating.confirmed import Confirmed


@dataclass(frozen=True, slots=True)
class Gate:
    """What the gate says.

    Attributes:
        notation: the time control for the report; free text where it is unreadable,
            empty where there is none.
        problem: the cause to wait and its sentence, None if it may be rated.
    """

    notation: str
    problem: tuple[Why, Text] | None = None


def time_gate(t: Tournament, confirmed: Confirmed, age_class: str = "") -> Gate:
    """Return whether the time control lets a tournament be rated.

    Args:
        t: the tournament, with record 222.
        confirmed: what a person has decided; goes before the file.
        age_class: age class to assume where nobody confirmed one.

    Source: Wertungsordnung 4.2.2.
    """
    notation = (confirmed.time_control or t.time_control_code).strip()
    if not notation:
        return Gate("", (Why.TIME_CONTROL, _missing(t.time_control_text)))
    control = decode_time_control(notation)
    if control is None:
        return Gate(notation, (Why.TIME_CONTROL, _unreadable(notation)))
    notation = encode_time_control(control)
    verdict = is_rated(control, confirmed.age_class or age_class)
    if not verdict.rated:
        return Gate(notation, (Why.NOT_DWZ, _too_fast(notation, verdict)))
    return Gate(notation)


def _missing(words: str) -> Text:
    english = f", only in words ({words})" if words else ""
    german = f", nur in Worten ({words})" if words else ""
    return Text(
        f"The file does not give the time control as a code{english}. Choose it in the "
        "Chess League Manager or name it with `syncd confirm`, for instance 5400+30 "
        "for 90 minutes and 30 seconds per move.",
        f"Die Datei nennt die Bedenkzeit nicht als Code{german}. Bitte im Chess League "
        "Manager auswählen oder mit `syncd confirm` angeben, zum Beispiel 5400+30 für "
        "90 Minuten und 30 Sekunden je Zug.",
    )


def _unreadable(notation: str) -> Text:
    return Text(
        f"The time control “{notation}” is not in FIDE notation, so nobody can tell "
        "whether it is slow enough. Name it with `syncd confirm`, for instance 5400+30 "
        "for 90 minutes and 30 seconds per move.",
        f"Die Bedenkzeit „{notation}“ ist nicht in FIDE-Schreibweise angegeben und "
        "lässt sich nicht prüfen. Bitte mit `syncd confirm` angeben, zum Beispiel "
        "5400+30 für 90 Minuten und 30 Sekunden je Zug.",
    )


def _too_fast(notation: str, verdict: Verdict) -> Text:
    has, needs = wording.duration(verdict.seconds), wording.duration(verdict.needed_s)
    return Text(
        f"Not a DWZ tournament: the time control {notation} gives each player {has} "
        f"for 60 moves, {needs} are needed. If it is not the right one, correct it in "
        "the Chess League Manager or with `syncd confirm`.",
        f"Kein DWZ-Turnier: Die Bedenkzeit {notation} ergibt {has} je Spieler für 60 "
        f"Züge, nötig sind {needs}. Falls sie nicht stimmt, bitte im Chess League "
        "Manager oder mit `syncd confirm` berichtigen.",
    )
