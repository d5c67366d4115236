"""One row of the fault matrix and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST = 60


class NotHereError(Exception):
    """This machine does not allow to play a fault."""


@dataclass(frozen=True, slots=True)
class FaultResult:
    """What was seen of one fault.

    Attributes:
        fault: its name.
        base: on what it was tried.
        state: where the report was while the fault lasted.
        wait: before the next try.
        message: what a person was told.
        accepted: reports that the portal took in the end.
        sends: requests that it got.
        problem: what was wrong, empty if nothing.
        not_here: why it could not be played on this machine, empty if it was.
    """

    fault: str
    base: str
    state: str
    wait: str
    message: Text
    accepted: int
    sends: int
    problem: str = ""
    not_here: str = ""

    def line(self) -> str:
        end = self.problem.splitlines()[0] if self.problem else self.not_here or "ok"
        en, de = (text[:MOST] for text in self.message)
        return (
            f"{self.fault:<19}{self.base:<12}{self.state:<10}{self.wait:>9}"
            f"{self.accepted:>9}{self.sends:>6}  {end}\n    {en}\n    {de}"
        )


HEAD = f"{'fault':<19}{'base':<12}{'state':<10}{'wait':>9}{'accepted':>9}{'sends':>6}"


def checked(fault: str, base: str, play: Callable[[], FaultResult]) -> FaultResult:
    """Play a fault; what is wrong with it is a result, the others go on."""
    try:
        return play()
    except NotHereError as exc:
        return FaultResult(fault, base, "-", "-", Text("", ""), 0, 0, "", str(exc))
    except AssertionError as exc:
        problem = str(exc) or repr(exc)
        return FaultResult(fault, base, "?", "?", Text("", ""), 0, 0, problem)


def summary(results: Sequence[FaultResult]) -> str:
    """Return the figures of a run in one line."""
    return (
        f"{len(results)} faults, {sum(r.accepted for r in results)} accepted, "
        f"{sum(r.sends for r in results)} sends, "
        f"{sum(bool(r.problem) for r in results)} not ok, "
        f"{sum(bool(r.not_here) for r in results)} not played"
    )
