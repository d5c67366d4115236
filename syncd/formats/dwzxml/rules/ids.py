"""Rules P10, P12, P33 and P34: the ids of a person at the DSB and at FIDE."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, error, warning
from syncd.formats.dwzxml.rules.roster import dsb_id, fide_id, membership

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()

FIDE_ID_DIGITS: Final = 9
_CODE_DIGITS: Final = 5
_MEMBER_NUMBERS: Final = 10_000
_USUAL_DSB_ID: Final = re.compile(r"(?:NU|FI)?[0-9]{5,10}")
"""Ids of nuLiga, of FIDE players without one, and the older PKZ: CLM takes them all."""


@RULES.rule("P10")
def dsb_id_of_members(evidence: Evidence) -> Iterator[Fault]:
    """Members have their dsbId, if it is known.

    Source: rule P10; documentation 1.1, "dsbId".
    """
    for player in evidence.people:
        if player.text("vkz") and not player.has("dsbId"):
            yield warning(
                player, "dsbId",
                "A club is named but no dsbId. Look it up in the list of members, if "
                "you can.",
                "Ein Verein ist angegeben, aber keine dsbId. Bitte möglichst in der "
                "Mitgliederliste nachsehen.",
            )  # fmt: skip


@RULES.rule("P12")
def real_dsb_id(evidence: Evidence) -> Iterator[Fault]:
    """A dsbId is neither a placeholder nor made up.

    Source: rule P12; documentation 1.1, "dsbId".
    """
    for player in evidence.people:
        written = player.text("dsbId")
        if written and not dsb_id(player):
            yield error(
                player, "dsbId",
                f"“{written}” is a placeholder. Leave the element out if the id is "
                "unknown.",
                f"„{written}“ ist ein Platzhalter. Ist die ID unbekannt, entfällt das "
                "Element.",
            )  # fmt: skip
        elif written and not _USUAL_DSB_ID.fullmatch(written):
            yield warning(
                player, "dsbId",
                f"“{written}” does not look like an id of the DSB (NU and "
                "digits, or digits alone). Is it right?",
                f"„{written}“ sieht nicht wie eine ID des DSB aus (NU und "
                "Ziffern, oder nur Ziffern). Stimmt sie?",
            )  # fmt: skip


@RULES.rule("P33")
def length_of_fide_id(evidence: Evidence) -> Iterator[Fault]:
    """FIDE ids have at most nine digits today.

    Source: rule P33; documentation 1.1, "fideId".
    """
    for player in evidence.people:
        if len(str(player.number("fideId") or "")) > FIDE_ID_DIGITS:
            yield warning(
                player, "fideId",
                "FIDE ids have at most nine digits. Is this really one?",
                "FIDE-IDs haben höchstens neun Ziffern. Ist das wirklich eine?",
            )  # fmt: skip


@RULES.rule("P34")
def no_national_id(evidence: Evidence) -> Iterator[Fault]:
    """The fideId is not the dsbId or the club code with the member number.

    Source: rule P34; documentation 1.1, "fideId".
    """
    for player in evidence.people:
        given = fide_id(player)
        if given is None:
            continue
        if str(given) in _national_ids(player):
            yield error(
                player, "fideId",
                "This is a German id of the same person, not a FIDE id. Give the FIDE "
                "id or leave the element out.",
                "Das ist eine deutsche Kennung derselben Person, keine FIDE-ID. Bitte "
                "die FIDE-ID angeben oder das Element weglassen.",
            )  # fmt: skip
        elif _ends_like_membership(given, player.number("numberClubMember")):
            yield warning(
                player, "fideId",
                "This looks like a club code with the member number behind it, not "
                "like a FIDE id. Look the FIDE id up or leave the element out.",
                "Das sieht aus wie eine Vereinskennziffer mit der Mitgliedsnummer "
                "dahinter, nicht wie eine FIDE-ID. Bitte die FIDE-ID nachschlagen oder "
                "das Element weglassen.",
            )  # fmt: skip


def _national_ids(player: Section) -> set[str]:
    """Return the German ids of a person as somebody may have typed them."""
    ids = {dsb_id(player).removeprefix("NU").lstrip("0")}
    member = membership(player)
    if member is not None and member[0].isdigit():
        vkz, number = member[0].lstrip("0"), member[1]
        ids |= {f"{vkz}{number}", f"{vkz}{number:03}", f"{vkz}{number:04}"}
    return ids


def _ends_like_membership(fide_id: int, number: int | None) -> bool:
    """Return whether an id could be a code of five digits and this member number."""
    code, end = divmod(fide_id, _MEMBER_NUMBERS)
    return end == number and len(str(code)) == _CODE_DIGITS
