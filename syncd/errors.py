"""Every exception that syncd raises on purpose.

    SyncdError
    ├── ConfigError            the configuration is wrong: all problems at once (exit 2)
    ├── FormatError            bytes or a model that a format cannot take
    │   ├── UnknownFormatError     no format recognises the bytes
    │   ├── DecodeError            recognised, but not readable
    │   ├── InconsistentError      readable, but it contradicts itself
    │   └── EncodeError            the format cannot hold this model
    ├── MergeError             an export must not be merged by itself
    │   ├── MassRemovalError       it would remove too much
    │   └── LostLoopError          it shows a second loop where the first one stood
    ├── StoreError
    │   ├── StaleRevisionError     somebody moved the head first
    │   ├── LeaseLostError         our lease ran out while we worked
    │   ├── DuplicateError         the row exists already
    │   └── NotFoundError          no such tournament, report or source
    └── RemoteError            the portal (exit 3); `.retry` says what to do
        ├── UnreachableError       nothing arrived there: later
        ├── OutcomeUnknownError    no answer: the same bytes again
        ├── BadReceiptError        an answer we cannot read: the same bytes again
        ├── PendingError           it lies there, nobody has said yes or no: ask later
        ├── NothingYetError        compared only: nobody has submitted anything yet
        ├── DifferenceError        compared only: somebody submitted something else
        └── RejectedError          a clear no: never again unchanged

A finding in a data file is a value (`syncd.model.findings.Finding`), not an exception.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.bilingual import Text


class SyncdError(Exception):
    """Base of all errors that syncd raises on purpose.

    Args:
        text: what happened and what to do, in English and German.
    """

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error travel between processes with everything it says."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(
    kind: type[SyncdError], args: tuple[object, ...], state: dict[str, object]
) -> SyncdError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ConfigError(SyncdError):
    """The configuration cannot be used; `problems` lists every fault."""

    def __init__(self, text: Text, problems: Sequence[Text] = ()) -> None:
        super().__init__(text)
        self.problems = tuple(problems)


class FormatError(SyncdError):
    """Bytes or a model that a format cannot take.

    Args:
        text: what is wrong and what to do.
        line: line number from 1, 0 if the place is not a line.
        column: column from 1, 0 if unknown.
        value: the offending text, shortened.
        causes: single faults, when several were found at once.
    """

    def __init__(
        self,
        text: Text,
        *,
        line: int = 0,
        column: int = 0,
        value: str = "",
        causes: Sequence[Text] = (),
    ) -> None:
        super().__init__(text)
        self.line = line
        self.column = column
        self.value = value
        self.causes = tuple(causes)


class UnknownFormatError(FormatError):
    """No format recognises the bytes."""


class DecodeError(FormatError):
    """The format is known, but the bytes cannot be read."""


class InconsistentError(FormatError):
    """The file is readable but contradicts itself."""


class EncodeError(FormatError):
    """The format cannot hold this model; nothing was dropped silently."""


class MergeError(SyncdError):
    """An export must not be merged without a person."""


class MassRemovalError(MergeError):
    """An export would remove more players or games than can be right."""


class LostLoopError(MergeError):
    """An export shows the games of the second loop in the places of the first."""


class StoreError(SyncdError):
    """The store refused or could not be reached."""


class StaleRevisionError(StoreError):
    """The head of the tournament moved since it was read."""


class LeaseLostError(StoreError):
    """The lease on a row ran out or was taken while we worked."""


class DuplicateError(StoreError):
    """The row exists already; somebody else was first."""


class NotFoundError(StoreError):
    """There is no such tournament, report, arrival or source."""


class Retry(Enum):
    """What may be done after a failed send."""

    NEVER = "never"
    LATER = "later"
    SAME_BYTES = "same_bytes"
    ASK = "ask"
    LOOK = "look"
    COMPARED = "compared"


class RemoteError(SyncdError):
    """The portal did not take a report.

    Args:
        text: what the portal or the network said.
        status: HTTP status, None where there was no answer.
        retry_after_s: seconds the portal asks to wait, None if it names none.
        may_have_arrived: whether the portal can have stored the bytes.
        said: the portal's own words alone, which may name persons.
        is_access: whether login or address of just this portal are at fault.
    """

    retry = Retry.LATER

    def __init__(
        self,
        text: Text,
        *,
        status: int | None = None,
        retry_after_s: float | None = None,
        may_have_arrived: bool = False,
        said: str = "",
        is_access: bool = False,
    ) -> None:
        super().__init__(text)
        self.said = said
        self.is_access = is_access
        self.status = status
        self.retry_after_s = retry_after_s
        self.may_have_arrived = may_have_arrived


class UnreachableError(RemoteError):
    """The portal could not be reached or asked to come back later."""


class OutcomeUnknownError(RemoteError):
    """The request left but no usable answer came: the same bytes again."""

    retry = Retry.SAME_BYTES


class BadReceiptError(RemoteError):
    """An answer came that cannot be understood: the same bytes again."""

    retry = Retry.SAME_BYTES


class PendingError(RemoteError):
    """The portal has the bytes but has not decided: ask again later, send nothing.

    Args:
        text: what the portal or the network said.
        status: HTTP status, None where there was no answer.
        retry_after_s: seconds the portal asks to wait, None if it names none.
        may_have_arrived: whether the portal can have stored the bytes.
        said: the portal's own words alone, which may name persons.
        soon_s: seconds between the first questions where an answer may come at any
            moment and asking costs nothing, None if it costs something.
    """

    retry = Retry.ASK

    def __init__(
        self,
        text: Text,
        *,
        status: int | None = None,
        retry_after_s: float | None = None,
        may_have_arrived: bool = False,
        said: str = "",
        soon_s: float | None = None,
    ) -> None:
        super().__init__(
            text, status=status, retry_after_s=retry_after_s,
            may_have_arrived=may_have_arrived, said=said,
        )  # fmt: skip
        self.soon_s = soon_s


class NothingYetError(RemoteError):
    """Nothing was sent: there is nothing yet to compare with; look again later."""

    retry = Retry.LOOK


class DifferenceError(RemoteError):
    """Nothing was sent: what people submitted by hand says something else."""

    retry = Retry.COMPARED


class RejectedError(RemoteError):
    """The portal refused the report; sending it unchanged again is useless."""

    retry = Retry.NEVER
