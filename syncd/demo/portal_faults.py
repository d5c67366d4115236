"""Which request of the portal simulator goes wrong, and how: pure and repeatable.

A specification is a comma list; the first item that applies to a request decides:

    none             nothing goes wrong
    NAME             every request gets the fault NAME
    NAME@N           the N-th request gets it (counted from 1 over the whole ledger)
    NAME%P:SEED      each request gets it with a probability of P percent (0 to 100);
                     the same SEED always picks the same requests
    rotate           the first send of each new fileUUID gets the next fault in turn,
                     its later sends are answered normally
    rotate:NAME+NAME the same with a list of one's own

The names, in the order in which `rotate` takes them:

    429              asks to come back in one second (Retry-After: 1); nothing stored
    500              fails; nothing stored
    timeout-before   never answers; nothing stored
    timeout-after    never answers; stored
    503              asks to come back at a date (Retry-After: date); nothing stored
    500-after        fails; stored
    cut-before       resets the connection; nothing stored
    cut-after        resets the connection; stored
    slow             drips the answer, byte by byte; stored
    garbage          answers 200 with nonsense; stored
    truncated        breaks off in the middle of the answer; stored
    html             answers 200 with a login page; nothing stored
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

FAULTS_HELP: Final = __doc__
"""The grammar, for `--help`."""


class Fault(StrEnum):
    """How the simulator mistreats one request, in the order of `rotate`."""

    TOO_MANY = "429"
    ERROR_BEFORE = "500"
    TIMEOUT_BEFORE = "timeout-before"
    TIMEOUT_AFTER = "timeout-after"
    UNAVAILABLE = "503"
    ERROR_AFTER = "500-after"
    CUT_BEFORE = "cut-before"
    CUT_AFTER = "cut-after"
    SLOW = "slow"
    GARBAGE = "garbage"
    TRUNCATED = "truncated"
    HTML = "html"

    @property
    def is_stored(self) -> bool:
        """Whether the portal takes the report in before things go wrong."""
        return self in _STORED


_STORED: Final = frozenset(
    {
        Fault.TIMEOUT_AFTER,
        Fault.ERROR_AFTER,
        Fault.CUT_AFTER,
        Fault.SLOW,
        Fault.GARBAGE,
        Fault.TRUNCATED,
    }
)


class Turn(NamedTuple):
    """What a fault can depend on.

    Attributes:
        number: number of the request in the ledger, from 1.
        earlier_sends: earlier requests with the same fileUUID.
        report_number: how many different fileUUIDs have arrived, this one included;
            0 if it could not be read.
    """

    number: int
    earlier_sends: int
    report_number: int


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """A parsed specification.

    Attributes:
        rules: each says which fault a request gets, if any; the first that does wins.
    """

    rules: tuple[Callable[[Turn], Fault | None], ...]

    def fault_for(self, turn: Turn) -> Fault | None:
        """Return the fault of this request, None for a normal answer."""
        faults = (rule(turn) for rule in self.rules)
        return next((fault for fault in faults if fault is not None), None)


@dataclass(frozen=True, slots=True)
class _Numbered:
    fault: Fault
    number: int

    def __call__(self, turn: Turn) -> Fault | None:
        return self.fault if turn.number == self.number else None


@dataclass(frozen=True, slots=True)
class _Sometimes:
    fault: Fault
    percent: float
    seed: str

    def __call__(self, turn: Turn) -> Fault | None:
        """Draw by hashing: the order in which threads ask does not matter."""
        name = f"{self.fault}/{self.seed}/{turn.number}"
        drawn = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) / 2**64
        return self.fault if drawn * 100 < self.percent else None


@dataclass(frozen=True, slots=True)
class _Rotating:
    faults: tuple[Fault, ...]

    def __call__(self, turn: Turn) -> Fault | None:
        if turn.earlier_sends or not turn.report_number:
            return None
        return self.faults[(turn.report_number - 1) % len(self.faults)]


def to_fault_plan(spec: str) -> FaultPlan:
    """Return the plan for a specification; the module documents the grammar.

    Raises:
        ConfigError: a part of the specification is unknown.
    """
    items = [item.strip() for item in spec.split(",")]
    return FaultPlan(tuple(_to_rule(item) for item in items if item != "none"))


_ITEM: Final = re.compile(
    r"(?P<rotate>rotate)(?::(?P<list>.+))?"
    r"|(?P<name>[a-z0-9-]+?)"
    r"(?:@(?P<number>[1-9]\d{0,8})|%(?P<percent>\d{1,3}(?:\.\d{1,6})?):(?P<seed>\w+))?",
    re.ASCII,
)


def _to_rule(item: str) -> Callable[[Turn], Fault | None]:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise _unknown(item)
    if match["rotate"]:
        names = match["list"].split("+") if match["list"] else list(Fault)
        return _Rotating(tuple(_to_fault(name, item) for name in names))
    fault = _to_fault(match["name"], item)
    if match["number"]:
        return _Numbered(fault, int(match["number"]))
    if match["percent"]:
        return _Sometimes(fault, _to_percent(match["percent"], item), match["seed"])
    return _Sometimes(fault, 100.0, seed="")


def _to_fault(name: str, item: str) -> Fault:
    try:
        return Fault(name)
    except ValueError:
        raise _unknown(item) from None


def _to_percent(digits: str, item: str) -> float:
    percent = float(digits)
    if percent > 100:  # noqa: PLR2004 - per cent
        raise _unknown(item)
    return percent


def _unknown(item: str) -> ConfigError:
    names = ", ".join(Fault)
    text = Text(
        f"“{item}” is no fault of the portal simulator. Allowed are none, rotate, "
        f"NAME, NAME@N and NAME%P:SEED, where NAME is one of: {names}.",
        f"„{item}“ ist kein Fehler, den der Portal-Simulator kennt. Erlaubt sind none, "
        f"rotate, NAME, NAME@N und NAME%P:SEED; NAME ist eines von: {names}.",
    )
    return ConfigError(text, [text])
