"""Time controls in prose: `90 min / 40 Züge + 15 min / Rest plus 30 sec ab Zug 1`.

Each time in hours or minutes opens a period, times in seconds are increments, and
numbers of moves belong to the period beside them. Whatever remains open becomes a
doubt, and a text with a word that is not known is doubted as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from syncd.formats.timecontrol import notation, reading
from syncd.formats.timecontrol.reading import Reading
from syncd.formats.timecontrol.words import Kind, tokens
from syncd.model.timecontrol import Period, TimeControl

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from syncd.bilingual import Text
    from syncd.formats.timecontrol.words import Token

_SHOWN: Final = 40
_SHORTEST_GAME_S: Final = 60


@dataclass(slots=True, eq=False)
class _Part:
    """A period or an increment while the text is being read; each is only itself."""

    seconds: int
    moves: int | None = None
    has_rest: bool = False
    is_increment: bool = False
    from_move: int | None = None


@dataclass(slots=True)
class _Draft:
    """What has been read so far.

    Attributes:
        parts: in the order of the text.
        at: the part that words now belong to, None behind a plus or comma.
        moves: a number of moves that waits for its time.
        has_rest: whether "rest" waits for its time.
        is_only: whether there is nothing but an increment.
        has_none: whether it says that there is no increment.
        doubts: what is unclear, the first counts.
        unknown: words that are not known.
    """

    parts: list[_Part] = field(default_factory=list)
    at: _Part | None = None
    moves: int | None = None
    has_rest: bool = False
    is_only: bool = False
    has_none: bool = False
    doubts: list[Text] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def read_prose(text: str) -> Reading:
    """Return what a normalised text says."""
    draft = _Draft()
    for token in tokens(text):
        step = _STEPS.get(token.kind)
        if step:
            step(draft, token)
    if draft.moves is not None:
        draft.doubts.append(reading.NO_MOVES)
    if draft.has_rest and draft.at is None:
        draft.doubts.append(reading.NO_REST)
    if draft.unknown:
        words = " ".join(draft.unknown)[:_SHOWN]
        draft.doubts.insert(0, reading.unknown_words(words))
    return _finished(draft)


def _time(draft: _Draft, token: Token) -> None:
    part = _Part(token.value, draft.moves, draft.has_rest)
    draft.parts.append(part)
    draft.at, draft.moves, draft.has_rest = part, None, False


def _seconds(draft: _Draft, token: Token) -> None:
    is_base = not draft.parts and not draft.is_only
    part = _Part(token.value, is_increment=not is_base)
    draft.parts.append(part)
    draft.at = part


def _moves(draft: _Draft, token: Token) -> None:
    at = draft.at
    if at and at.moves is None and not at.has_rest and not at.is_increment:
        at.moves = token.value
    elif draft.moves is None:
        draft.moves = token.value
    else:
        draft.doubts.append(reading.NO_MOVES)


def _after(draft: _Draft, token: Token) -> None:
    """Give the moves to the period that ends then: the one before a time just read."""
    periods = [part for part in draft.parts if not part.is_increment]
    if draft.at in periods:
        periods.remove(draft.at)
    if periods and periods[-1].moves is None:
        periods[-1].moves = token.value
    else:
        draft.doubts.append(reading.NO_MOVES)


def _from(draft: _Draft, token: Token) -> None:
    increments = [part for part in draft.parts if part.is_increment]
    if increments:
        increments[-1].from_move = token.value
    else:
        draft.doubts.append(reading.WHICH_INCREMENT)


def _every(draft: _Draft, token: Token) -> None:
    """Turn the time just read into an increment: `1 min per move`."""
    del token
    if draft.at is None:
        if not any(part.is_increment for part in draft.parts):
            draft.doubts.append(reading.WHICH_INCREMENT)
        return
    draft.at.is_increment = True
    if draft.at.moves is not None:
        draft.doubts.append(reading.WHICH_INCREMENT)


def _rest(draft: _Draft, token: Token) -> None:
    del token
    if draft.at and not draft.at.is_increment:
        draft.at.has_rest = True
    else:
        draft.has_rest = True


def _join(draft: _Draft, token: Token) -> None:
    if draft.moves is not None and token.text != ":":
        draft.doubts.append(reading.NO_MOVES)
        draft.moves = None
    draft.at = None


def _number(draft: _Draft, token: Token) -> None:
    """Read a number without a unit: moves behind a time, else an increment."""
    at = draft.at
    if at and not at.is_increment and at.moves is None and not at.has_rest:
        at.moves = token.value
        draft.doubts.append(reading.NO_MOVES)
        return
    part = _Part(token.value, is_increment=True)
    draft.parts.append(part)
    draft.at = part
    draft.doubts.append(reading.UNIT)


def _doubt(text: Text) -> Callable[[_Draft, Token], None]:
    return lambda draft, _: draft.doubts.append(text)


def _unknown(draft: _Draft, token: Token) -> None:
    draft.unknown.append(token.text)


def _only(draft: _Draft, token: Token) -> None:
    del token
    draft.is_only = True


def _no_increment(draft: _Draft, token: Token) -> None:
    del token
    draft.has_none = True


_STEPS: Final[Mapping[Kind, Callable[[_Draft, Token], None]]] = {
    Kind.TIME: _time,
    Kind.SECONDS: _seconds,
    Kind.MOVES: _moves,
    Kind.AFTER: _after,
    Kind.FROM: _from,
    Kind.EVERY: _every,
    Kind.REST: _rest,
    Kind.JOIN: _join,
    Kind.NUMBER: _number,
    Kind.DELAY: _doubt(reading.DELAY),
    Kind.TWICE: _doubt(reading.TWICE),
    Kind.ONLY: _only,
    Kind.NO_INCREMENT: _no_increment,
    Kind.UNKNOWN: _unknown,
}


def _finished(draft: _Draft) -> Reading:
    """Return the parts as a time control."""
    bases = [part for part in draft.parts if not part.is_increment]
    increments = [part for part in draft.parts if part.is_increment]
    if draft.is_only and increments and not bases:
        bases = [_Part(0)]
    if not bases or (bases[0].seconds < _SHORTEST_GAME_S and not increments):
        return Reading(None, reading.NOTHING)
    periods = tuple(Period(part.seconds, 0, part.moves) for part in bases)
    doubts = [*draft.doubts, *_shape_doubts(draft, bases)]
    with_increment, doubt, assumed = _incremented(periods, draft)
    doubts += [doubt] if doubt else []
    found = notation.check(
        TimeControl(with_increment, with_increment), is_in_seconds=True
    )
    first = doubts[0] if doubts else found.doubt
    return Reading(found.control, first, assumed)


def _shape_doubts(draft: _Draft, bases: list[_Part]) -> list[Text]:
    """Return what the parts say against each other."""
    doubts = [reading.ORDER] if any(part.has_rest for part in bases[:-1]) else []
    if draft.has_none and any(part.is_increment for part in draft.parts):
        doubts.append(reading.WHICH_INCREMENT)
    return doubts


def _incremented(
    periods: tuple[Period, ...], draft: _Draft
) -> tuple[tuple[Period, ...], Text | None, Text | None]:
    """Return the periods with their increments, a doubt and an assumption."""
    increments = [part for part in draft.parts if part.is_increment]
    if not increments:
        return periods, None, None
    last = increments[-1]
    start = last.from_move or 1
    begins = [0, *accumulate(period.moves or 0 for period in periods[:-1])]
    changed = tuple(
        replace(period, increment_s=last.seconds) if begin >= start - 1 else period
        for period, begin in zip(periods, begins, strict=True)
    )
    is_said = last.from_move is not None or len(increments) == len(periods)
    is_one = len({part.seconds for part in increments}) == 1
    fits = start - 1 in begins
    is_behind = draft.parts[-1] is last
    if not is_one or not fits or not (is_said or is_behind):
        return changed, reading.WHICH_INCREMENT, None
    return changed, None, None if is_said else reading.FROM_MOVE_ONE
