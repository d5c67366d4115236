"""The time control as a gate: too fast, absent or doubtful means no DWZ report.

What a person confirmed counts, else what the file states with certainty (record 222,
CLM's number, words). What is doubtful is asked about with the code that is probably
meant, and so are two sources of which only one is slow enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.formats.timecontrol import stated_time_control
from syncd.formats.timecontrol.notation import read_notation
from syncd.formats.timecontrol.stated import contradiction, doubted
from syncd.model.timecontrol import (
    NEEDED_YOUNG_S,
    YOUNG_AGE,
    decode_time_control,
    encode_time_control,
    is_rated,
)
from syncd.rating import wording
from syncd.rating.reason import Why

if TYPE_CHECKING:
    from syncd.formats.timecontrol import Stated
    from syncd.formats.timecontrol.stated import Source
    from syncd.model.timecontrol import TimeControl, Verdict
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


def time_gate(t: Tournament, confirmed: Confirmed) -> Gate:
    """Return whether the time control lets a tournament be rated.

    The configuration has no say here: a time control or an age class for which less
    time is enough counts only if a person has confirmed it of this tournament.

    Args:
        t: the tournament with what its file states.
        confirmed: what a person has decided; goes before the file.

    Source: Wertungsordnung 4.2.2.
    """
    age_class = confirmed.age_class
    if confirmed.time_control:
        return _judged_text(confirmed.time_control.strip(), age_class)
    stated = stated_time_control(t)
    if stated.control is None:
        return _unclear(t, stated)
    gate = _judged(stated.control, age_class)
    disagreeing = [
        rival
        for rival in stated.rivals
        if stated.chosen and _differs(stated.control, rival, age_class)
    ]
    if disagreeing and stated.chosen:
        question = _which(contradiction(stated.chosen, disagreeing[0]), gate.notation)
        return Gate(gate.notation, (Why.TIME_CONTROL, question))
    return gate


def _judged_text(notation: str, age_class: str) -> Gate:
    """Return whether what a person confirmed is slow enough."""
    control = decode_time_control(notation)
    if control is None:
        return Gate(notation, (Why.TIME_CONTROL, _unreadable(notation)))
    return _judged(control, age_class)


def _judged(control: TimeControl, age_class: str) -> Gate:
    notation = encode_time_control(control)
    verdict = is_rated(control, age_class)
    if not verdict.rated:
        return Gate(notation, (Why.NOT_DWZ, _too_fast(notation, verdict)))
    return Gate(notation)


def _differs(control: TimeControl, rival: Source, age_class: str) -> bool:
    """Return whether a rival would be judged otherwise."""
    other = rival.reading.control
    return (
        other is not None
        and is_rated(other, age_class).rated != is_rated(control, age_class).rated
    )


def _unclear(t: Tournament, stated: Stated) -> Gate:
    """Return the question about a time control that is absent or not certain.

    The report may carry what 222 says as it stands: free text is legal there.
    """
    code, words = t.time_control_code.strip(), t.time_control_text.strip()
    if stated.chosen and stated.proposal:
        question = _which(doubted(stated.chosen), stated.proposal)
    elif code:
        question = _unreadable(code)
    else:
        question = _missing(words)
    return Gate(code, (Why.TIME_CONTROL, question))


def _which(said: Text, proposal: str) -> Text:
    """Return a sentence with the command that answers it."""
    return Text(
        f"{said.en} If {proposal} is right, say so with `syncd confirm --time-control "
        f"{proposal}`, else name the right one there.",
        f"{said.de} Stimmt {proposal}, bitte mit `syncd confirm --time-control "
        f"{proposal}` bestätigen, sonst dort die richtige angeben.",
    )


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
    hint = _minutes_hint(notation) or _age_hint(verdict)
    return Text(
        f"Not a DWZ tournament: the time control {notation} gives each player {has} "
        f"for 60 moves, {needs} are needed. If it is not the right one, correct it in "
        f"the Chess League Manager or with `syncd confirm`.{hint.en}",
        f"Kein DWZ-Turnier: Die Bedenkzeit {notation} ergibt {has} je Spieler für 60 "
        f"Züge, nötig sind {needs}. Falls sie nicht stimmt, bitte im Chess League "
        f"Manager oder mit `syncd confirm` berichtigen.{hint.de}",
    )


def _minutes_hint(notation: str) -> Text | None:
    """Return what minutes would look like where a person confirmed seconds."""
    found = read_notation(notation)
    if found.is_certain or found.control is None:
        return None
    meant = encode_time_control(found.control)
    return Text(
        f" The notation counts in seconds: in minutes it would be {meant}.",
        f" Die Schreibweise zählt in Sekunden: in Minuten wäre es {meant}.",
    )


def _age_hint(verdict: Verdict) -> Text:
    """Return the advice that helps if only children play."""
    if not NEEDED_YOUNG_S <= verdict.seconds < verdict.needed_s:
        return Text("", "")
    return Text(
        f" In the age class U{YOUNG_AGE} and below it is slow enough: say so with "
        f"`syncd confirm --age-class U{YOUNG_AGE}`.",
        f" Bis zur Altersklasse U{YOUNG_AGE} reicht sie aus: dann bitte mit "
        f"`syncd confirm --age-class U{YOUNG_AGE}` angeben.",
    )
