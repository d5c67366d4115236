"""What comes of sending a test report to portals."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import ConfigError, RemoteError, Retry
from syncd.formats.dwzxml.encode import encode_report
from syncd.pipeline.sending.rejected import note_of
from syncd.rating.trial import trial_report
from syncd.submit.portal import Package, Testable

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.settings import PortalSettings, Settings
    from syncd.submit.portal import Portal, Receipt

UNTESTED: Final = "untested"
_STATES: Final = {
    Retry.NEVER: "rejected",
    Retry.LATER: "later",
    Retry.SAME_BYTES: "unknown",
    Retry.ASK: "pending",
    Retry.LOOK: "pending",
    Retry.COMPARED: "differs",
}
_NOBODYS_VKZ: Final = "00000"


class Trial(NamedTuple):
    """How one portal took a test report.

    Attributes:
        portal: name of the portal.
        kind: its kind.
        state: accepted, already, rejected, later, unknown, pending, differs or
            untested.
        message: the same for people.
        status: HTTP status, 0 where there was none.
        receipt: the portal's receipt number or empty.
        duration_s: seconds from opening the portal to its answer or failure; 0 if
            untested.
    """

    portal: str
    kind: str
    state: str
    message: Text
    status: int = 0
    receipt: str = ""
    duration_s: float = 0.0

    @property
    def is_taken(self) -> bool:
        """Whether the portal would have taken a real report, too."""
        return self.state in {"accepted", "already"}


def trial_package(settings: Settings, now: dt.datetime) -> Package:
    """Return the test report of today with all that portals may want to know."""
    report = trial_report(now.date(), settings.rating.sender)
    payload = report.payload
    policies = (settings.rating, *settings.sources, *settings.tournaments)
    known = (getattr(policy, "organiser_vkz", None) for policy in policies)
    fields = {
        "label": payload.tournament.label,
        "end": payload.tournament.end.isoformat(),
        "players": str(len(payload.players)),
        "games": str(len(payload.games)),
        "organiser_vkz": next(filter(None, known), _NOBODYS_VKZ),
        "sender": settings.rating.sender or "syncd",
    }
    header = report.header
    file_uuid = header.file_uuid if header else ""
    return Package(file_uuid, report.tournament_uuid, encode_report(report), fields)


def try_portal(
    settings: PortalSettings,
    open_portal: Callable[[PortalSettings], Portal],
    package: Package,
) -> Trial:
    """Return how a portal takes the test report; trouble is part of the answer."""
    start_s = time.monotonic()
    name, kind = settings.name, settings.kind
    try:
        receipt = _testable(settings, open_portal).test(package)
    except ConfigError as error:
        return Trial(name, kind, UNTESTED, error.text)
    except RemoteError as error:
        message = of_a_test(note_of(error, package.data))
        trial = Trial(name, kind, _STATES[error.retry], message, error.status or 0)
    else:
        state = "already" if receipt.already_there else "accepted"
        message = _tried(name, kind) or _taken(name, receipt)
        trial = Trial(name, kind, state, message, receipt.status, receipt.number)
    return trial._replace(duration_s=time.monotonic() - start_s)


def of_a_test(text: Text) -> Text:
    """Return what a portal's trouble means for a test: no report waits for anything."""
    return Text(_KEPT_EN.sub(".", text.en), _KEPT_DE.sub(".", text.de))


_KEPT_EN: Final = re.compile(
    r"[;.] the report is kept and (?:sent|tried again) later\.", re.IGNORECASE
)
_KEPT_DE: Final = re.compile(
    r"[;.] der Bericht bleibt erhalten und wird später (?:erneut |noch einmal )?"
    r"(?:gesendet|abgelegt)\.",
    re.IGNORECASE,
)


def _testable(
    settings: PortalSettings, open_portal: Callable[[PortalSettings], Portal]
) -> Testable:
    portal = open_portal(settings)
    if not isinstance(portal, Testable):
        raise ConfigError(
            Text(
                f"Portals of kind {settings.kind} cannot be tested.",
                f"Portale der Art {settings.kind} lassen sich nicht testen.",
            )
        )
    return portal


def _tried(name: str, kind: str) -> Text | None:
    """Return what was tried where no report is handed in for a test."""
    if kind == "directory":
        return Text(
            f"{name}: the folder can be written to; nothing was left there.",
            f"{name}: In den Ordner kann geschrieben werden; es blieb nichts dort.",
        )
    if kind == "shadow":
        return Text(
            f"{name}: the folder can be read; nothing is ever sent there.",
            f"{name}: Der Ordner ist lesbar; gesendet wird dorthin nie etwas.",
        )
    if kind == "mail":
        return Text(
            f"{name}: the mail server takes login, sender and recipients; no mail was "
            "sent.",
            f"{name}: Der Mailserver nimmt Anmeldung, Absender und Empfänger an; es "
            "wurde keine Mail gesendet.",
        )
    return None


def _taken(name: str, receipt: Receipt) -> Text:
    number = receipt.number or "–"
    if receipt.already_there:
        return Text(
            f"{name} has today's test report already (receipt {number}).",
            f"{name} hat den heutigen Testbericht schon (Quittung {number}).",
        )
    return Text(
        f"{name} took the test report (receipt {number}).",
        f"{name} hat den Testbericht angenommen (Quittung {number}).",
    )
