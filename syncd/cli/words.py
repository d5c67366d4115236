"""States, kinds, weights and times as people say them; JSON keeps codes and UTC."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.model import delivery_states, submission_states

if TYPE_CHECKING:
    import datetime as dt

_GERMAN: Final = {
    # of a file that arrived
    "received": "eingegangen",
    "done": "erledigt",
    "unchanged": "unverändert",
    "outdated": "überholt",
    "quarantined": "beiseitegelegt",
    "refused": "abgewiesen",
    # of a question between sources
    "open": "offen",
    "resolved": "entschieden",
    "moot": "erledigt",
    # of a file for a peer
    **delivery_states.GERMAN,
    "delivery": "Weitergabe",
    # of a report and its sends
    **submission_states.GERMAN,
    "later": "später noch einmal",
    "pending": "noch nicht entschieden",
    "absent": "nicht angekommen",
    "already": "war schon da",
    "untested": "ungeprüft",
    "unsent": "nicht gesendet",
    # of a source
    "folder": "Ordner",
    "list": "Liste",
    "index": "Webseite",
    "feed": "Feed",
    "webdav": "WebDAV",
    "zip": "Archiv",
    "push": "Abgabe",
    # of a recurring job
    "due": "fällig",
    "running": "läuft",
    "failed": "gescheitert",
    "lists": "Listen",
    "readback": "Nachsehen",
    "pull": "Herunterladen",
    "tidy": "Aufräumen",
    # what a portal was found to have
    "read": "nachgesehen",
    "withdrawn": "zurückgenommen",
    "already_there": "schon da",
    # why there is a report
    "first": "Erstbericht",
    "correction": "Korrektur",
    "adopted": "übernommen",
    # what a file of another syncd says
    "passport": "Reisevermerk",
    "both": "doppelt gemeldet",
    # of a finding
    "error": "Fehler",
    "warning": "Warnung",
    "info": "Hinweis",
    # what something happened to
    "arrival": "Datei",
    "file": "Datei",
    "report": "Bericht",
    "send": "Sendung",
    "ask": "Nachfrage",
    "decision": "Entscheidung",
    "standings": "Rangliste",
    "chosen": "festgelegt",
    # what has changed
    "tournament": "Turnier",
    "player": "Spieler",
    "round": "Runde",
}


def word(code: str) -> Text:
    """Return a code for people; dotted ones (`send.accepted`) word by word."""
    return Text(code, " ".join(_GERMAN.get(part, part) for part in code.split(".")))


def of_state(named: str) -> str:
    """Return the state of a report that a person names in either language, or empty.

    Raises:
        NotFoundError: there is no such state; the text names all.
    """
    for code, german in submission_states.GERMAN.items():
        if named.casefold() in {code, german.casefold()}:
            return code
    if not named:
        return ""
    english = ", ".join(submission_states.GERMAN)
    known = ", ".join(submission_states.GERMAN.values())
    raise NotFoundError(
        Text(
            f"There is no state {named}. Possible: {english}",
            f"Einen Zustand {named} gibt es nicht. Möglich: {known}",
        )
    )


def counted(counts: dict[str, int]) -> Text:
    """Return how many of each there are, `none` if there are none at all."""
    words = [(word(code), number) for code, number in sorted(counts.items())]
    return Text(
        ", ".join(f"{number} {name.en}" for name, number in words) or "none",
        ", ".join(f"{number} {name.de}" for name, number in words) or "keine",
    )


def local_time(at: dt.datetime) -> Text:
    """Return a time as the clock on the wall shows it, with the zone's short name."""
    local = at.astimezone()
    return Text(f"{local:%Y-%m-%d %H:%M:%S %Z}", f"{local:%d.%m.%Y %H:%M:%S %Z}")
