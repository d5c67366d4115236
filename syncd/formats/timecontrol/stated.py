"""What a tournament's own data say of its time control: 222, CLM's number, 122.

Sources are asked in that order and the first certain one counts. A certain source that
says something else is a contradiction, which is always told; whether it matters is for
the rating to judge.

Source: TRF26, records 122 and 222; CLM's source, site/clm/api/db_time_control.php.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.timecontrol import clm_table
from syncd.formats.timecontrol.reading import Reading
from syncd.formats.timecontrol.text import read_code, read_text
from syncd.model.findings import Finding, Severity
from syncd.model.timecontrol import decode_time_control, encode_time_control

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.timecontrol import TimeControl
    from syncd.model.tournament import Tournament

ANSWERABLE: Final = frozenset({"time.doubt", "time.contradiction", "time.assumed"})
"""Codes of findings that a confirmed time control answers."""

_PARAMETER = "time_control"
_SHOWN = 60


class Source(NamedTuple):
    """One source and what it says.

    Attributes:
        record: `222`, `122`, or `time_control` for CLM's parameter.
        text: as written.
        reading: what it says.
    """

    record: str
    text: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class Stated:
    """What all sources say together.

    Attributes:
        chosen: the source that counts; certain if any is; None if nothing is stated.
        rivals: certain sources that say something else.
    """

    chosen: Source | None = None
    rivals: tuple[Source, ...] = ()

    @property
    def control(self) -> TimeControl | None:
        """The time control, None if it is not certain."""
        if self.chosen is None or not self.chosen.reading.is_certain:
            return None
        return self.chosen.reading.control

    @property
    def proposal(self) -> str:
        """FIDE notation of what is probably meant, empty if unknown or certain."""
        if self.control or self.chosen is None or self.chosen.reading.control is None:
            return ""
        return encode_time_control(self.chosen.reading.control)


def stated_time_control(t: Tournament) -> Stated:
    """Return what the file of a tournament says of its time control."""
    sources = list(_sources(t))
    certain = [source for source in sources if source.reading.is_certain]
    if certain:
        return Stated(certain[0], tuple(_rivals(certain[0], sources)))
    guesses = [source for source in sources if source.reading.control]
    return Stated(next(iter([*guesses, *sources]), None))


def _sources(t: Tournament) -> Iterator[Source]:
    code = t.time_control_code.strip()
    number = dict(t.parameters).get(_PARAMETER, "").strip()
    row = int(number) if number.isascii() and number.isdecimal() else 0
    if code and code != clm_table.MISWRITTEN.get(row):
        yield Source("222", code, read_code(code))
    if row in clm_table.CODES:
        control = decode_time_control(clm_table.CODES[row])
        yield Source(_PARAMETER, number, Reading(control))
    words = t.time_control_text.strip()
    if words:
        yield Source("122", words, read_text(words))


def _rivals(chosen: Source, sources: list[Source]) -> Iterator[Source]:
    """Yield sources that say something else.

    A doubted code is a rival if neither what it says nor what was probably meant is
    the time control that counts.
    """
    for source in sources:
        if source.reading.is_certain:
            meant = [source.reading.control]
        elif source.record == "222" and source.reading.control:
            meant = [source.reading.control, decode_time_control(source.text)]
        else:
            continue
        if chosen.reading.control not in meant:
            yield source


def time_control_findings(t: Tournament) -> tuple[Finding, ...]:
    """Return what is to be told about the time control of a file.

    A doubt is a warning here and makes the tournament wait where it is rated.
    """
    stated = stated_time_control(t)
    if stated.chosen is None:
        return ()
    return tuple(_findings(stated, stated.chosen))


def _findings(stated: Stated, chosen: Source) -> Iterator[Finding]:
    doubt, assumed = chosen.reading.doubt, chosen.reading.assumed
    value = chosen.text[:_SHOWN]
    for rival in stated.rivals:
        text = _settled(contradiction(chosen, rival))
        yield Finding(
            "time.contradiction", Severity.WARNING, text, value=rival.text[:_SHOWN]
        )
    if doubt:
        text = _guessed(doubted(chosen), stated.proposal)
        yield Finding("time.doubt", Severity.WARNING, text, value=value)
    elif assumed:
        text = _assumption(chosen, assumed)
        yield Finding("time.assumed", Severity.WARNING, text, value=value)
    elif not _is_notation(chosen):
        yield Finding("time.taken_from", Severity.INFO, _taken(chosen), value=value)
    control = stated.control
    if control and control.white != control.black:
        yield Finding("time.sides", Severity.WARNING, _SIDES, value=value)


def _is_notation(source: Source) -> bool:
    return source.record == "222" and decode_time_control(source.text) is not None


def _code(source: Source) -> str:
    control = source.reading.control
    return encode_time_control(control) if control else source.text[:_SHOWN]


def doubted(source: Source) -> Text:
    """Return the sentence that says why a source is not certain."""
    doubt = source.reading.doubt or Text("", "")
    text = source.text[:_SHOWN]
    return Text(
        f"The time control “{text}” ({source.record}) is not certain: {doubt.en}.",
        f"Die Bedenkzeit „{text}“ ({source.record}) ist nicht sicher: {doubt.de}.",
    )


def _guessed(said: Text, proposal: str) -> Text:
    if not proposal:
        return said
    return Text(
        f"{said.en} Probably {proposal} is meant.",
        f"{said.de} Gemeint ist wohl {proposal}.",
    )


def contradiction(chosen: Source, rival: Source) -> Text:
    """Return the sentence that names two sources with what each says."""
    one, other = _code(chosen), _code(rival)
    text = rival.text[:_SHOWN]
    return Text(
        f"The file states two time controls: {one} ({chosen.record}) and {other} "
        f"({rival.record}: “{text}”).",
        f"Die Datei nennt zwei Bedenkzeiten: {one} ({chosen.record}) und {other} "
        f"({rival.record}: „{text}“).",
    )


def _settled(said: Text) -> Text:
    return Text(f"{said.en} The first is used.", f"{said.de} Verwendet wird die erste.")


def _taken(source: Source) -> Text:
    code, text = _code(source), source.text[:_SHOWN]
    return Text(
        f"The time control {code} was taken from {source.record} (“{text}”).",
        f"Die Bedenkzeit {code} stammt aus {source.record} („{text}“).",
    )


def _assumption(source: Source, assumed: Text) -> Text:
    taken = _taken(source)
    return Text(
        f"{taken.en} There {assumed.en}; check it.",
        f"{taken.de} Dabei gilt: {assumed.de}; bitte prüfen.",
    )


_SIDES = Text(
    "White and Black have different time controls. For a whole tournament that is "
    "unusual; the shorter one counts.",
    "Weiß und Schwarz haben verschiedene Bedenkzeiten. Für ein ganzes Turnier ist das "
    "ungewöhnlich; die kürzere zählt.",
)
