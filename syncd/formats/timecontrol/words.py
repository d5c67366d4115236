"""The words in which people state a time control, in German and English, as tokens.

Nothing is skipped in silence: what is neither a time, a number of moves, a known
phrase nor one of the listed words without meaning becomes an unknown word.
"""

from __future__ import annotations

import html
import re
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST: Final = 250
"""Characters of a text that is still read; longer ones are no time controls."""


class Kind(Enum):
    """What a piece of the text means."""

    TIME = auto()
    SECONDS = auto()
    MOVES = auto()
    AFTER = auto()
    FROM = auto()
    EVERY = auto()
    REST = auto()
    JOIN = auto()
    NUMBER = auto()
    DELAY = auto()
    TWICE = auto()
    NO_INCREMENT = auto()
    ONLY = auto()
    EMPTY = auto()
    UNKNOWN = auto()


class Token(NamedTuple):
    """One piece of the text.

    Attributes:
        kind: what it means.
        value: seconds of TIME and SECONDS, the number of MOVES, AFTER, FROM and NUMBER.
        text: as normalised.
    """

    kind: Kind
    value: int = 0
    text: str = ""


_NOT_A_WORD: Final = r"(?![^\W\d_])"
_MOVE: Final = rf"(?:zug(?:es|s)?|move|mv|coup){_NOT_A_WORD}\.?"
# Exporters have written the umlaut in every way: Züge, Zuege, Z?ge.
_MOVES: Final = rf"(?:z[^\s/+]{{1,2}}gen?|moves?|mvs?|mm|coups?){_NOT_A_WORD}\.?"
_HOUR: Final = rf"(?:stunden?|std|hours?|hrs?|h){_NOT_A_WORD}\.?"
_MINUTE: Final = rf"(?:(?:minuten?|minutes?|mins?|m){_NOT_A_WORD}\.?|')"
_SECOND: Final = rf"(?:(?:sekunden?|seconds?|seks?|secs?|s){_NOT_A_WORD}\.?|\")"
_UNIT: Final = rf"\s*-?(?:{_HOUR}|{_MINUTE}|{_SECOND}|[0-9]*h[0-9])"
_EVERY: Final = (
    r"(?:/|pro|je|jeden|per|for\s+each|for\s+every|each|every)\s*"
    rf"(?:ausgef\S{{1,2}}hrte[mnr]?\s+)?{_MOVE}(?!\s*[0-9])"
)
_FROM: Final = (
    r"(?:ab|von|seit|(?:starting|beginning)(?:\s+(?:from|with|at|on))?|from)\s+"
    r"(?:(?:dem|the)\s+)?(?:(?:zug|move)\s+(?:nr\.?\s*)?(?P<from1>[0-9]{1,2})"
    rf"|(?P<from2>[0-9]{{1,2}})\s*(?:\.|st|nd|rd|th)?\s*{_MOVE}"
    r"|ersten\s+zug|first\s+move|move\s+one|zug\s+eins|beginn(?:\s+an)?"
    r"|anfang(?:\s+an)?|(?:start|beginning))\b"
)
_REST: Final = (
    r"(?:bis\s+(?:zum\s+)?)?(?:sudden\s+death|restliche[nr]?"
    r"|rest(?:bedenkzeit|partie|zeit)?|(?:partie|spiel)?ende|end|remaining|remainder"
    r"|finish)\b"
)
_INCREMENT: Final = (
    r"(?:zeit)?(?:inkrement|increment|inc|incr|zuschlag|gutschrift|bonus|aufschlag"
    r"|zugabe)"
)
_JOIN: Final = (
    r"[+,;:&]|(?:plus|und|and|then|danach|dann|anschlie(?:ß|ss)end|sowie|mit|with"
    r"|followed\s+by|gefolgt\s+von|zuz\S{1,2}glich|zzgl\.?)(?!\w)"
)
_EMPTY: Final = (
    r"(?:(?:grund)?bedenkzeit|time\s+control|zeit|time|standard|classical|classic"
    r"|klassisch|turnierschach|turnierpartie|langschach|rapid|schnellschach|blitz"
    r"|bullet|fischer(?:-?(?:modus|zeit|kurz))?|modus|mode|pro|je|per|jeder?|each"
    r"|every|spieler(?:in)?|player|partie|game|spiel|f(?:ü|ue|\ufffd|\?)r|for|die|den"
    r"|der|das|dem|the|of|in|a|an|gesamten?|ganzen?|whole|entire|alle|all|moves"
    rf"|ersten|first|jeweils|z\S{{1,2}}gen?|{_INCREMENT}|zus\S{{1,2}}tzlich|additional"
    r"|added|cumulative|kumulativ|extra|betr\S{1,2}gt|is|seite|side|both|beide)(?!\w)"
    r"\.?|[./()\-]"
)
_HOURS: Final = (
    rf"(?P<h2>[0-9]{{1,2}}(?:[.,][0-9]{{1,2}})?)\s*-?{_HOUR}"
    rf"(?:\s*(?P<m2>[0-9]{{1,2}})\s*{_MINUTE})?"
)
_AFTER: Final = (
    r"(?:nach|after)\s+(?:dem\s+|the\s+)?(?P<a1>[0-9]{1,2})\.?\s*"
    rf"(?:{_MOVES}|{_MOVE})"
)
_UP_TO: Final = r"(?:bis\s+zum|bis|up\s+to|to)\s+(?:the\s+)?"

_PATTERNS: Final = (
    (Kind.TIME, r"(?P<h1>[0-9])h(?P<m1>[0-5][0-9])(?![0-9])(?:\s*(?:min\w*\.?|'))?"),
    (Kind.TIME, _HOURS),
    (Kind.TIME, rf"(?P<m3>[0-9]{{1,3}}(?:[.,][0-9])?)\s*-?{_MINUTE}"),
    (Kind.SECONDS, rf"(?P<s1>[0-9]{{1,4}})\s*-?{_SECOND}"),
    (Kind.SECONDS, rf"(?P<s2>[0-9]{{1,3}})\s*(?={_EVERY})"),
    (Kind.FROM, _FROM),
    (Kind.EVERY, _EVERY),
    (Kind.AFTER, _AFTER),
    (Kind.AFTER, r"(?:nach\s+zug|after\s+move)\s+(?P<a2>[0-9]{1,2})"),
    (Kind.MOVES, rf"{_UP_TO}(?P<n1>[0-9]{{1,2}})(?:\.|th)?\s*{_MOVE}"),
    (Kind.MOVES, rf"{_UP_TO}(?:zug|move)\s+(?P<n2>[0-9]{{1,2}})"),
    (Kind.TWICE, rf"[0-9]\s*x\s*(?=[0-9]{{1,3}}{_UNIT})"),
    (Kind.MOVES, rf"[x/]?\s*(?P<n3>[0-9]{{1,3}})\s*{_MOVES}"),
    (Kind.MOVES, rf"[x/]\s*(?P<n4>[0-9]{{1,3}})(?![0-9.,]?[0-9]|{_UNIT}|\s*/)"),
    (Kind.MOVES, rf"(?P<n5>[0-9]{{1,3}})\s*(?:/|in)\s*(?=[0-9]{{1,3}}{_UNIT})"),
    (Kind.NUMBER, r"(?P<n6>[0-9]{1,6})(?![0-9.,]*[0-9])"),
    (Kind.REST, _REST),
    (Kind.NO_INCREMENT, rf"(?:ohne|kein(?:en?)?|no|without)\s+{_INCREMENT}\b"),
    (Kind.DELAY, r"(?:delay|verz\S{1,2}gerung|bronstein|d\s*/?\s*[0-9]+)\b"),
    (Kind.ONLY, r"(?:nur|only)\b"),
    (Kind.JOIN, _JOIN),
    (Kind.EMPTY, _EMPTY),
    (Kind.UNKNOWN, r"[^\W\d_]+|\S"),
)
"""Kind and pattern, the first that fits counts.

Groups tell the unit: h, m and s are hours, minutes and seconds.
"""

_SAME: Final = str.maketrans({
    "’": "'", "‘": "'", "′": "'", "´": "'", "`": "'", "″": '"', "“": '"', "”": '"',
    "„": '"', "×": "x", "–": "-", "—": "-",
})  # fmt: skip


def normalised(text: str) -> str:
    """Return the text in lower case with one sort of quotes, dashes and blanks."""
    plain = html.unescape(text).lower().translate(_SAME).replace("''", '"')
    plain = re.sub(r"(?<=[0-9])\s?½", ".5", plain).replace("½", "0.5")
    return " ".join(plain.split())


def tokens(text: str) -> Iterator[Token]:
    """Yield the pieces of a normalised text."""
    for match in _token().finditer(text):
        kind = _PATTERNS[int((match.lastgroup or "k0")[1:])][0]
        yield Token(kind, _value(kind, match), match.group().strip())


@cache
def _token() -> re.Pattern[str]:
    """Return what finds one piece; compiled when the first text is read."""
    return re.compile(
        "|".join(f"(?P<k{at}>{pattern})" for at, (_, pattern) in enumerate(_PATTERNS))
    )


def _value(kind: Kind, match: re.Match[str]) -> int:
    found = {
        name: text
        for name, text in match.groupdict().items()
        if text is not None and not name.startswith("k")
    }
    seconds = {"h": 3600, "m": 60, "s": 1}
    if kind in {Kind.TIME, Kind.SECONDS}:
        return sum(_seconds(text, seconds[name[0]]) for name, text in found.items())
    if kind is Kind.FROM:
        return int(next(iter(found.values()), "1"))
    return int(next(iter(found.values()), "0"))


def _seconds(text: str, unit_s: int) -> int:
    return round(float(text.replace(",", ".")) * unit_s)
