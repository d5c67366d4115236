"""What is wrong with where a source gets its exports from, in plain words.

Like `syncd.settings_problems`; addresses are never quoted, since they may hold secrets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Sequence


def no_address() -> Text:
    """Return what is wrong with an address that nothing can be downloaded from."""
    return Text(
        'the address must look like "https://clm.example.org/exports/".',
        'die Adresse muss aussehen wie "https://clm.example.org/exporte/".',
    )


def no_url() -> Text:
    """Return what is wrong with a download from nowhere."""
    return Text(
        'there is no address. Write url = "https://…", or leave out the whole table.',
        'hier fehlt eine Adresse. Bitte url = "https://…" schreiben oder die ganze '
        "Tabelle weglassen.",
    )


def url_twice() -> Text:
    """Return what is wrong with one address that is named twice."""
    return Text(
        "an address stands here twice. Once is enough.",
        "eine Adresse steht hier doppelt. Einmal genügt.",
    )


def no_oauth() -> Text:
    """Return that only portals are logged in to with OAuth2."""
    return Text(
        'auth of kind "oauth2" is for portals only. Ask the operator for a user and '
        'password (kind = "basic") or a fixed token (kind = "bearer").',
        'auth der Art "oauth2" gibt es nur bei Portalen. Bitte den Betreiber um '
        'Benutzer und Passwort (kind = "basic") oder ein festes Token '
        '(kind = "bearer") bitten.',
    )


def open_address() -> Text:
    """Return what is wrong with a download that anybody on the way could change."""
    return Text(
        "http:// is for this machine only: on the way anybody could change the "
        "exports. Write https://, or allow_http = true if the net is your own.",
        "http:// geht nur auf diesem Rechner: Unterwegs könnte jeder die Exporte "
        "verändern. Bitte https:// schreiben, oder allow_http = true, wenn das Netz "
        "das eigene ist.",
    )


def no_place() -> Text:
    """Return what a source lacks that leads nowhere."""
    return Text(
        'a source needs a line folder = "…", or an address to download from: '
        'pull = { url = "https://…" }, or push = true if exports are handed in by '
        "HTTP.",
        'eine Quelle braucht eine Zeile folder = "…" oder eine Adresse zum '
        'Herunterladen: pull = { url = "https://…" }, oder push = true, wenn Exporte '
        "per HTTP abgegeben werden.",
    )


def only_page() -> Text:
    """Return what is wrong with an address that was meant for downloading."""
    return Text(
        "url is the page of the tournament, which the report names. To download "
        'exports, write pull = { url = "https://…" }',
        "url ist die Turnierseite, die im Bericht steht. Zum Herunterladen von "
        'Exporten bitte pull = { url = "https://…" } schreiben.',
    )


def no_such_pull(name: str, known: Sequence[str], kind: str = "") -> Text:
    """Return what is wrong with pulling a source that has no address.

    Args:
        name: of the source that was asked for.
        known: names of sources with an address.
        kind: of the source if there is one of that name: `folder` or `push`.
    """
    where = _WITHOUT_ADDRESS.get(kind, _UNKNOWN)
    listed = ", ".join(known)
    others = Text(
        f"Sources with an address: {listed}." if known else "No source has an address.",
        f"Quellen mit Adresse: {listed}."
        if known
        else "Keine Quelle hat eine Adresse.",
    )
    return Text(
        f"{where.en.format(name)} {others.en}", f"{where.de.format(name)} {others.de}"
    )


_UNKNOWN: Final = Text(
    "there is no source “{}” to download from.",
    "eine Quelle „{}“ zum Herunterladen gibt es nicht.",
)
_WITHOUT_ADDRESS: Final = {
    "folder": Text(
        "{} has a folder, which is read by itself; there is nothing to download.",
        "{} hat einen Ordner, der von selbst gelesen wird; zum Herunterladen gibt es "
        "nichts.",
    ),
    "push": Text(
        "{} hands its exports in itself; there is nothing to download.",
        "{} gibt seine Exporte selbst ab; zum Herunterladen gibt es nichts.",
    ),
}


def source_of_pull_only() -> Text:
    """Return what is wrong with a source in the schedule of another job."""
    return Text(
        'source is for job = "pull" only. Leave it out.',
        'source gehört nur zu job = "pull". Bitte weglassen.',
    )
