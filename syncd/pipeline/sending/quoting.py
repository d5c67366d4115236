"""What a portal's form fields and covering letters may quote of a report.

Nearly no portal asks for it, and a report would have to be read again for it; so that
happens only when somebody looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from syncd.formats.dwzxml.loose_report import read_report
from syncd.pipeline.rules.policy import policy_of
from syncd.store import decisions
from syncd.store.standing import load_whose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.pipeline.context import Context
    from syncd.store.sending import Sending


class Quotable(Mapping[str, str]):
    """The fields of `syncd.submit.portal.Package`, found when they are asked for.

    Args:
        context: the outside world.
        sending: the report that is about to leave.
    """

    def __init__(self, context: Context, sending: Sending) -> None:
        self._context = context
        self._sending = sending

    @cached_property
    def _values(self) -> dict[str, str]:
        report = read_report(self._sending.data)
        tournament = report.payload.tournament
        return {
            "label": tournament.label,
            "end": tournament.end.isoformat(),
            "players": str(len(report.payload.players)),
            "games": str(len(report.payload.games)),
            "organiser_vkz": self._organiser_vkz(),
            "sender": report.header.sender if report.header else "",
        }

    def _organiser_vkz(self) -> str:
        with self._context.store.read() as session:
            whose = load_whose(session, self._sending.submission.id)
            values = decisions.load_decisions(session, whose.tournament_id)
        settings = self._context.settings
        return policy_of(settings, whose.source, whose.name, values).organiser_vkz

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)
