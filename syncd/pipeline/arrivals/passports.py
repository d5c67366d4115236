"""What a file that another syncd has written says of its tournament, and what follows.

Such a file carries a passport (`syncd.formats.trf.passport`): the tournamentUUID, and
which installation reports the tournament. Whoever meets a tournament first in such a
file takes both over, so that two installations never report it as two tournaments.

Two that had it before they met both say that they report it. Then one yields, and both
find the same one without asking each other: who has reported it already keeps it, else
the one whose name comes first. What the configuration says of the submitter goes before
all this (`rules.policy`).
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import decisions, rechecks, revisions
from syncd.store.events import save_event
from syncd.store.standing import load_standing

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.trf import Passport
    from syncd.pipeline.arrivals.work import Work
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.store.revisions import Head

log = logging.getLogger(__name__)


def heed(
    session: Session,
    context: Context,
    work: Work,
    head: Head,
    now: dt.datetime,
) -> None:
    """Take over what a passport says; the tournament's row is locked.

    Args:
        session: the transaction that takes the file over.
        context: the outside world.
        work: the file, with its passport if it has one.
        head: the tournament as it was before; a new one has no revision.
        now: aware UTC time.
    """
    own, passport = context.settings.rating.installation, work.passport
    if passport is None:
        return
    if passport.installation == own:
        _note_namesake(session, passport, head, now)
        return
    compared = context.settings.shadow_portals
    has_reported = load_standing(session, head.id, compared).may_have_left
    known = _told(session, head.id)
    if has_reported and passport.is_reported and passport.submitter != own:
        _note_both(session, passport, head, now)
    if has_reported:
        return
    is_new = head.number == 0
    yields = passport.submitter == own or _yields(
        passport, own, is_known=is_new or known != ""
    )
    if is_new or (yields and passport.submitter != own):
        _adopt(session, passport, head, now)
    if yields and passport.submitter != (known or own):
        said = {
            "submitter": passport.submitter, "from": passport.installation,
            "source": work.arrival.source, "arrival": work.arrival.id,
        }  # fmt: skip
        text = json.dumps(said, sort_keys=True)
        decisions.save_decision(session, head.id, decisions.TOLD, text, now)
        rechecks.save_recheck(session, head.id, now)


def _told(session: Session, tournament_id: int) -> str:
    """Return who a file has said to be the submitter before, empty if none did."""
    text = decisions.load_decisions(session, tournament_id).get(decisions.TOLD)
    return str(json.loads(text)["submitter"]) if text else ""


def _yields(passport: Passport, own: str, *, is_known: bool) -> bool:
    """Return whether the other one reports the tournament, as far as it goes by this.

    Args:
        passport: what it says.
        own: name of this installation.
        is_known: whether we have the tournament from others, or were told already.
    """
    if not passport.submitter:
        return False
    comes_first = _in_order(passport.submitter) < _in_order(own)
    return is_known or passport.is_reported or comes_first


def _in_order(name: str) -> tuple[str, str]:
    """Return by what names are compared; two that differ are never equal."""
    return name.casefold(), name


def _adopt(session: Session, passport: Passport, head: Head, now: dt.datetime) -> None:
    """Take the tournamentUUID over, unless another tournament here has it."""
    uuid = passport.tournament_uuid
    if uuid == head.uuid or revisions.find_by_uuid(session, uuid) is not None:
        return
    revisions.save_uuid(session, head.id, uuid)
    text = Text(
        f"tournamentUUID taken over from the syncd {passport.installation}.",
        f"tournamentUUID vom syncd {passport.installation} übernommen.",
    )
    save_event(session, "passport.adopted", text, now, tournament_id=head.id)


def _note_namesake(
    session: Session, passport: Passport, head: Head, now: dt.datetime
) -> None:
    """Tell that another syncd seems to have our name: it knows a UUID we do not."""
    uuid = passport.tournament_uuid
    if uuid == head.uuid or revisions.find_by_uuid(session, uuid) is not None:
        return
    name = passport.installation
    extra = {"tournament_id": head.id, "installation": name}
    log.warning("another installation has our name", extra=extra)
    text = Text(_NAMESAKE.en.format(name), _NAMESAKE.de.format(name))
    save_event(session, "passport.namesake", text, now, tournament_id=head.id)


def _note_both(
    session: Session, passport: Passport, head: Head, now: dt.datetime
) -> None:
    """Remember that the other one has reported it too, until a person decides."""
    name = passport.submitter or passport.installation
    value = json.dumps({"submitter": name})
    known = decisions.load_decisions(session, head.id).get(decisions.BOTH)
    if value == known:
        return
    log.warning("reported twice", extra={"tournament_id": head.id, "submitter": name})
    decisions.save_decision(session, head.id, decisions.BOTH, value, now)
    rechecks.save_recheck(session, head.id, now)
    text = Text(_BOTH.en.format(name), _BOTH.de.format(name))
    save_event(session, "passport.both", text, now, tournament_id=head.id)


_NAMESAKE: Final = Text(
    "A file says that the syncd {0} has written it, which is our own name, but its "
    "tournamentUUID is unknown here: probably two are called {0}. What it says of who "
    "reports was not heeded. Please give each a name ([rating] installation).",
    "Eine Datei sagt, das syncd {0} habe sie geschrieben, so heißen wir selbst, aber "
    "ihre tournamentUUID ist hier unbekannt: Vermutlich heißen zwei {0}. Was sie "
    "darüber sagt, wer meldet, wurde nicht beachtet. Bitte jedem einen Namen geben "
    "([rating] installation).",
)
_BOTH: Final = Text(
    "The syncd {} has reported this tournament as well.",
    "Das syncd {} hat dieses Turnier ebenfalls gemeldet.",
)
