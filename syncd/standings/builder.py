"""The list builder: what may stand in a list of tie-breaks, and why something may not.

It binds lists that are chosen: presets, those of a file, those that a person puts
together. Whoever names codes one by one (`syncd standings --tiebreaks`) gets each of
them computed.

Source: C.07 (1 March 2026), articles 4.1 (a list in order), 6 (type A may be used
twice), 8 (no Buchholz in round robins), 10 (unrated players), 12.1 (board count only
among equal game points) and 14 (modifiers).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.code_table import KNOWN
from syncd.standings.codes import Code, Refused, parse_code
from syncd.standings.contest import GAME_POINTS
from syncd.standings.performance import unrated_reason
from syncd.standings.standings import Dropped
from syncd.standings.tiebreaks import column_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from syncd.standings.code_table import Known
    from syncd.standings.contest import Contest


MOST_LISTED: Final = 30
"""Entries of a list that count. Regulations name five or six; the longest list of
FIDE's own check of programs has some twenty. Each entry is computed for everybody, so
without an end a short file costs minutes.
"""


class Built(NamedTuple):
    """A list of tie-breaks.

    Attributes:
        codes: those that count, in order.
        dropped: those that do not, with the reasons.
    """

    codes: tuple[Code, ...]
    dropped: tuple[Dropped, ...]


class Modifier(NamedTuple):
    """One addition that a tie-break knows.

    Attributes:
        written: an example of it, `/C1`.
        title: what it does.
    """

    written: str
    title: Text


class Offer(NamedTuple):
    """One tie-break as a builder shows it.

    Attributes:
        code: without any addition.
        known: what the table says of it.
        modifiers: what can be added.
        reason: why it cannot be chosen here, None if it can.
    """

    code: Code
    known: Known
    modifiers: tuple[Modifier, ...]
    reason: Text | None


def build(asked: Iterable[Code | Refused], contest: Contest) -> Built:
    """Return the list that is left of what was asked for.

    Args:
        asked: in order, the score in front.
        contest: the event that the list is for.
    """
    codes: list[Code] = []
    dropped = []
    listed = [*asked]
    for each in listed[:MOST_LISTED]:
        if isinstance(each, Refused):
            dropped.append(Dropped(each.written, each.reason))
            continue
        reason = why_not(each, codes, contest)
        if reason is None:
            codes.append(each)
        else:
            dropped.append(Dropped(each.written or str(each), reason))
    return Built(tuple(codes), (*dropped, *beyond(listed, MOST_LISTED)))


def beyond(asked: Sequence[Code | Refused], most: int) -> tuple[Dropped, ...]:
    """Return, once for all, that what a list names behind its end does not count."""
    if len(asked) <= most:
        return ()
    first = asked[most]
    reason = Text(
        f"The list has {len(asked)} entries; no more than {most} are computed, the "
        "rest is left out. Shorten the list.",
        f"Die Liste hat {len(asked)} Einträge; mehr als {most} werden nicht berechnet, "
        "der Rest bleibt weg. Bitte die Liste kürzen.",
    )
    return (Dropped(first.written or str(first), reason),)


def why_not(code: Code, before: Sequence[Code], contest: Contest) -> Text | None:
    """Return why a tie-break cannot be put at the end of a list, None if it can."""
    return why_never(code, contest) or why_not_there(code, before, contest)


def why_not_there(code: Code, before: Sequence[Code], contest: Contest) -> Text | None:
    """Return why a tie-break cannot stand behind these, None if it can."""
    return why_again(code, before, contest) or _too_early(code, before, contest)


def _too_early(code: Code, before: Sequence[Code], contest: Contest) -> Text | None:
    """Return why board count cannot stand where game points still differ (12.1).

    Whoever has more of them has the higher count, which would put him behind.
    """
    if code.name != "BC" or any(_is_game_points(each, contest) for each in before):
        return None
    return _ONLY_EQUAL_GAME_POINTS


def _is_game_points(code: Code, contest: Contest) -> bool:
    """Return whether nobody is tied behind a code who has other game points."""
    same = {GAME_POINTS}
    same.add("PTS" if contest.primary_basis == GAME_POINTS else "MPVGP")
    return code.name in same


def why_never(code: Code, contest: Contest) -> Text | None:
    """Return why a tie-break has no place in any list of an event."""
    known = code.known
    is_at_home = known.for_teams if contest.is_team else known.for_individuals
    if known.is_own or not is_at_home:
        return column_of(contest, code).reason
    if known.is_for_swiss_only and contest.primary.is_predetermined:
        return _ONLY_SWISS
    return unrated_reason(contest) if known.is_from_ratings else None


def offers(contest: Contest, before: Sequence[Code] = ()) -> tuple[Offer, ...]:
    """Return every tie-break, with the reason where it cannot be chosen next.

    Args:
        contest: the event.
        before: what has been chosen already.
    """
    found = []
    for name, known in KNOWN.items():
        code = Code(name)
        reason = why_not(code, before, contest)
        forms = modifiers_of(known, contest)
        if reason is not None and _fits_with_one(known, forms, before, contest):
            reason = None
        found.append(Offer(code, known, forms, reason))
    return tuple(found)


def _fits_with_one(
    known: Known,
    forms: Sequence[Modifier],
    before: Sequence[Code],
    contest: Contest,
) -> bool:
    """Return whether a tie-break can be chosen next with one of its additions."""
    codes = (parse_code(known.spelling + form.written) for form in forms)
    return any(
        isinstance(code, Code) and why_not(code, before, contest) is None
        for code in codes
    )


def modifiers_of(known: Known, contest: Contest) -> tuple[Modifier, ...]:
    """Return what can be added to a tie-break; wins have one score only."""
    bases = known.bases if contest.is_team else ()
    scores = (each for each in _BASIS if each.written[1:] in bases)
    return (*scores, *(each for letter in known.modifiers for each in _FORMS[letter]))


def why_again(code: Code, before: Sequence[Code], contest: Contest) -> Text | None:
    """Return why a tie-break that is in the list already cannot stand there again."""
    same = _in_full(code, contest)
    places = [at for at, each in enumerate(before) if _in_full(each, contest) == same]
    if not places:
        return None
    if code.known.type != "A":
        return _twice(code, before[places[0]])
    return _AT_ONCE if places[-1] == len(before) - 1 else None


def _in_full(code: Code, contest: Contest) -> Code:
    """Return a code so that what is the same in this event is equal."""
    primary = contest.primary_basis
    if code.name == "PTS" and primary:
        return Code(primary)
    has_choice = contest.is_team and len(code.known.bases) > 1
    is_usual = not has_choice or code.basis == primary
    return replace(code, basis="") if is_usual else code


def _twice(code: Code, first: Code) -> Text:
    written = code.written or str(code)
    earlier = first.written or str(first)
    return Text(
        en=f"“{written}” is in the list already, as “{earlier}”: whoever is still tied "
        "has the same value. Leave it out.",
        de=f"„{written}“ steht schon in der Liste, als „{earlier}“: Wer noch gleichauf "
        "ist, hat denselben Wert. Bitte weglassen.",
    )


_AT_ONCE: Final = Text(
    en="Directly after itself this tie-break changes nothing. It can be repeated "
    "behind another one.",
    de="Direkt hinter sich selbst ändert diese Feinwertung nichts. Hinter einer "
    "anderen kann sie noch einmal stehen.",
)
_ONLY_EQUAL_GAME_POINTS: Final = Text(
    en="Board count compares only teams with equal game points, and the lower value "
    "goes first (C.07, 12.1). Put GP in front of it.",
    de="Die Brettzählung vergleicht nur Mannschaften mit gleich vielen Brettpunkten, "
    "und der kleinere Wert steht vorn (C.07, 12.1). Bitte GP davor setzen.",
)
_ONLY_SWISS: Final = Text(
    en="In a round robin everybody meets the same opponents, so FIDE does not allow "
    "Buchholz there (C.07, article 8). SB, DE or KS fit.",
    de="Im Rundenturnier haben alle dieselben Gegner; die FIDE lässt Buchholz dort "
    "nicht zu (C.07, Artikel 8). Es passen SB, DE oder KS.",
)
_BASIS: Final = (
    Modifier(":MP", Text("from match points", "aus Mannschaftspunkten")),
    Modifier(":GP", Text("from game points", "aus Brettpunkten")),
)
_FORMS: Final = {
    "C": (
        Modifier("/C1", Text("without the lowest value", "ohne den niedrigsten Wert")),
        Modifier(
            "/C2", Text("without the two lowest", "ohne die zwei niedrigsten Werte")
        ),
    ),
    "M": (
        Modifier(
            "/M1",
            Text("without the lowest and highest", "ohne niedrigsten und höchsten"),
        ),
        Modifier(
            "/M2",
            Text("without two of each end", "ohne je zwei an beiden Enden"),
        ),
    ),
    "P": (Modifier("/P", Text("forfeits are games", "kampflose zählen als Partien")),),
    "F": (
        Modifier(
            "/F", Text("as if the last round were drawn", "letzte Runde wie remis")
        ),
    ),
    "L": (
        Modifier("/L+1", Text("limit half a point up", "Grenze einen halben höher")),
        Modifier("/L-1", Text("limit half a point down", "Grenze einen halben tiefer")),
    ),
    "K": (Modifier("/K2", Text("divisor as stated", "Teiler wie angegeben")),),
    "R": (Modifier("/R", Text("the other end first", "umgekehrte Reihenfolge")),),
}
"""Letter of the table -> how it can be written."""
