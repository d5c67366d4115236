"""The jobs that a schedule can name, each one function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from syncd.bilingual import Text
from syncd.pipeline.lists.listplaces import import_configured
from syncd.pipeline.outcome.readback import read_back_scheduled
from syncd.pipeline.privacy.tidy import tidy_up
from syncd.pipeline.pulling.pull import pull_scheduled

Job = Callable[..., Text]
"""Gets the outside world, the clock, and what it tells that it goes on (at least every
few minutes, else it counts as dead); `source=` where a schedule names one. Returns what
it has done; raises SyncdError."""

JOBS: Final[dict[str, Job]] = {
    "lists": import_configured,
    "readback": read_back_scheduled,
    "pull": pull_scheduled,
    "tidy": tidy_up,
}
