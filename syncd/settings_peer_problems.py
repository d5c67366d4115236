"""What is wrong with where tournaments are passed on to, in plain words.

Like `syncd.settings_problems`; addresses are never quoted, since they may hold secrets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Sequence


def no_address() -> Text:
    """Return what is wrong with an address that nothing can be sent to."""
    return Text(
        'the address must look like "https://syncd.example.org" or, for webdav, '
        '"https://cloud.example.org/folder/".',
        'die Adresse muss aussehen wie "https://syncd.example.org" oder, bei webdav, '
        '"https://cloud.example.org/ordner/".',
    )


def target_needed(kind: str, line: str) -> Text:
    """Return what a peer lacks that leads nowhere."""
    return Text(
        f'a peer of kind "{kind}" needs a line: {line}',
        f'ein Partner der Art "{kind}" braucht eine Zeile: {line}',
    )


def not_both(kind: str, name: str) -> Text:
    """Return what is wrong with a setting that this kind of peer has no use for."""
    return Text(
        f'{name} does not belong to a peer of kind "{kind}". Leave it out.',
        f'{name} gehört nicht zu einem Partner der Art "{kind}". Bitte weglassen.',
    )


def no_installation() -> Text:
    """Return what is wrong with passing files on without a name of one's own."""
    return Text(
        "[rating] installation: give this syncd a name of its own, for instance "
        'installation = "bezirk-nord". It travels with every file for [[peers]], so '
        "that two installations never report one tournament twice.",
        "[rating] installation: bitte diesem syncd einen eigenen Namen geben, zum "
        'Beispiel installation = "bezirk-nord". Er reist mit jeder Datei für [[peers]] '
        "mit, damit nie zwei Installationen dasselbe Turnier melden.",
    )


def unknown_source(name: str, known: Sequence[str]) -> Text:
    """Return what is wrong with a source that does not exist."""
    listed = ", ".join(known) or "–"
    return Text(
        f'there is no source "{name}". Configured: {listed}',
        f'eine Quelle "{name}" gibt es nicht. Eingerichtet: {listed}',
    )
