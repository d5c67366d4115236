"""Before the first report: is the same event in the store under another number?

One source renamed, two sources on one folder, or one tournament exported into two
sources: each is two tournaments here, and both would be reported. So the one whose
report is further, else the older one, goes first, and the other one waits for a person.
Two events of one name (district leagues, next season) have other persons or days and
are none.

Source: docs/decisions.md, "The same event under two numbers".
"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import StaleRevisionError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.rules.policy import policy_of
from syncd.store import decisions, revisions, twins
from syncd.store.revisions import Waiting
from syncd.sync.identity import games_key
from syncd.sync.kinship import Kinship, kinship

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.pipeline.context import Context
    from syncd.pipeline.rules.policy import Policy
    from syncd.store.engine import Session
    from syncd.store.revisions import Head

CODE: Final = "twin"
"""What a tournament waits for while another one may be the same event."""
AGAIN: Final = dt.timedelta(minutes=15)
"""The other one may be switched off meanwhile."""


@dataclass(frozen=True, slots=True)
class Twin:
    """Another tournament that goes first.

    Attributes:
        head: the other one.
        has_left: whether a portal may have its report.
        is_configured: whether its source still is.
    """

    head: Head
    has_left: bool
    is_configured: bool


@dataclass(frozen=True, slots=True)
class TwinSearch:
    """Looks for tournaments that may be the same event as one without any report.

    Attributes:
        context: the outside world.
        head: the tournament that is about to be reported.
        alike: what was compared already: snapshot of the other one -> same event.
        met: ids of the tournaments that were found to be the same event.
    """

    context: Context
    head: Head
    alike: dict[str, bool] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)

    def find(self) -> Twin | None:
        """Return the tournament that goes before this one, None if there is none."""
        with self.context.store.read() as session:
            return self._first(session)

    def waiting(self, now: dt.datetime) -> Waiting | None:
        """Return what the tournament waits for; None if it may be reported."""
        twin = self.find()
        return None if twin is None else _waiting(self.head, twin, now)

    def lock(self, session: Session) -> None:
        """Lock this tournament and those that it was found to be, all in order."""
        twins.lock_together(session, {self.head.id, *self.met})

    def refuse(self, session: Session) -> None:
        """Refuse a first report if another tournament was faster.

        Raises:
            StaleRevisionError: one was; the tournament is to be looked at again.
        """
        if self._first(session) is not None:
            raise StaleRevisionError(
                Text("Its twin was faster.", "Der Zwilling war schneller.")
            )

    def _first(self, session: Session) -> Twin | None:
        shadows = self.context.settings.shadow_portals
        own = decisions.load_decisions(session, self.head.id)
        mine = (twins.how_far(session, self.head.id, shadows), self.head.id)
        for number in twins.find_candidates(session, self.head.id):
            other = revisions.load_head(session, number)
            values = decisions.load_decisions(session, number)
            if are_different(self.head.id, own, number, values):
                continue
            if not self._is_same_event(other):
                continue
            self.met.add(number)
            how_far = twins.how_far(session, number, shadows)
            may_go = how_far < twins.AT_HOME or self._may_go(other, values)
            if may_go and (how_far, number) < mine:
                return self._twin(other, has_left=how_far == twins.LEFT)
        return None

    def _may_go(self, other: Head, values: Mapping[str, str]) -> bool:
        """Return whether the other one could be reported from here one day."""
        settings = self.context.settings
        policy = policy_of(settings, other.source, other.name, values)
        is_wanted = policy.rating != "off" and policy.is_ours
        return is_wanted and goes_somewhere(self.context, policy)

    def _twin(self, other: Head, *, has_left: bool) -> Twin:
        source = self.context.settings.source(other.source)
        return Twin(other, has_left, source is not None)

    def _is_same_event(self, other: Head) -> bool:
        if other.snapshot_sha256 not in self.alike:
            ours, theirs = map(decode_snapshot, (self.head.snapshot, other.snapshot))
            key = games_key(ours)
            is_same = bool(key) and key == games_key(theirs)
            is_same = is_same or kinship(ours, theirs) is Kinship.SAME
            self.alike[other.snapshot_sha256] = is_same
        return self.alike[other.snapshot_sha256]


def goes_somewhere(context: Context, policy: Policy) -> bool:
    """Return whether a tournament goes anywhere where it is not only compared."""
    compared = context.settings.shadow_portals
    names = {item.name for item in context.settings.portals} - compared
    return any(policy.wants(name) for name in names)


def are_different(
    one: int, values: Mapping[str, str], two: int, others: Mapping[str, str]
) -> bool:
    """Return whether a person has said that two tournaments are two events.

    Args:
        one: row id of a tournament.
        values: what was decided about it, by kind.
        two: row id of the other one.
        others: what was decided about that.
    """
    return two in _named(values) or one in _named(others)


def to_confirm(
    search: TwinSearch | None, values: Mapping[str, str]
) -> tuple[str, tuple[Text, ...]]:
    """Return the decision that a tournament and its twin are two events, and in words.

    Args:
        search: of that tournament.
        values: what was decided about it, by kind.
    """
    twin = search.find() if search else None
    if twin is None:
        return "", ()
    number, name = twin.head.id, twin.head.name
    said = Text(
        f"It is another event than tournament {number} (“{name}”).",
        f"Es ist eine andere Veranstaltung als Turnier {number} („{name}“).",
    )
    return json.dumps(sorted({*_named(values), number})), (said,)


def _named(values: Mapping[str, str]) -> set[int]:
    return set(json.loads(values.get(decisions.NO_TWIN) or "[]"))


def _waiting(head: Head, twin: Twin, now: dt.datetime) -> Waiting:
    other, own = twin.head, head.id
    state = _HAS_LEFT if twin.has_left else _COULD_GO
    gone = Text("", "") if twin.is_configured else _gone(other.source)
    off = f"syncd policy {own} --set rating=off"
    text = Text(
        f"Tournament {other.id} of the source {other.source} (“{other.name}”) seems to "
        f"be the same event, and {state.en}. Nothing is sent twice: this one waits."
        f"{gone.en} If it is the same, switch this one off: `{off}`. If they are two "
        f"events: `syncd confirm {own}`.",
        f"Turnier {other.id} der Quelle {other.source} („{other.name}“) ist offenbar "
        f"dieselbe Veranstaltung und {state.de}. Nichts wird doppelt gesendet: dieses "
        f"hier wartet.{gone.de} Ist es dieselbe, bitte dieses abschalten: `{off}`. "
        f"Sind es zwei Veranstaltungen: `syncd confirm {own}`.",
    )
    return Waiting(CODE, text, needs_person=True, recheck_utc=now + AGAIN)


def _gone(source: str) -> Text:
    return Text(
        f" {source} is no longer configured: if the source was only renamed, give it "
        "its old name back.",
        f" {source} ist nicht mehr eingerichtet: Wurde die Quelle nur umbenannt, ihr "
        "bitte den alten Namen wiedergeben.",
    )


_HAS_LEFT: Final = Text(
    "its report is at a portal or on its way",
    "sein Bericht ist bei einem Portal oder unterwegs",
)
_COULD_GO: Final = Text(
    "it is older and is to be reported itself (instead, that one can be switched off)",
    "es ist älter und soll selbst gemeldet werden (stattdessen lässt sich auch jenes "
    "abschalten)",
)
