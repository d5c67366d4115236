"""What the list of clubs says: rules P30 to P32."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, error, warning
from syncd.formats.dwzxml.rules.registers import plain_club

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence, Fault
    from syncd.model.lists import Club

RULES: Final = RuleBook()


@RULES.rule("P30")
def official_name(evidence: Evidence) -> Iterator[Fault]:
    """The club has its official name.

    Source: rule P30; documentation 1.1, "club".
    """
    for player, club in _other_names(evidence):
        if not _codes_of(player, evidence):
            yield warning(
                player, "club",
                f"The official name of {club.vkz} is “{club.name}”. Give that one.",
                f"Der amtliche Name von {club.vkz} ist „{club.name}“. Bitte diesen "
                "angeben.",
            )  # fmt: skip


@RULES.rule("P31")
def name_of_this_code(evidence: Evidence) -> Iterator[Fault]:
    """Club and code are of one club (P27: code, number and club fit).

    Source: rules P27 and P31; documentation 1.1, "Vereinsdaten".
    """
    for player, club in _other_names(evidence):
        codes = ", ".join(sorted(_codes_of(player, evidence)))
        if codes:
            yield error(
                player, "club",
                f"{club.vkz} is the club “{club.name}”, but the club named here has "
                f"the code {codes}. All details must be of the same membership.",
                f"{club.vkz} ist der Verein „{club.name}“, der hier genannte hat "
                f"aber die Kennziffer {codes}. Alle Angaben müssen zur selben "
                "Mitgliedschaft gehören.",
            )  # fmt: skip


@RULES.rule("P32")
def membership_completed(evidence: Evidence) -> Iterator[Fault]:
    """What is missing of club and code is added where the list has it.

    Source: rule P32; documentation 1.1, "Vereinsdaten".
    """
    for player in evidence.people:
        club = evidence.registers.clubs.get(player.text("vkz").upper())
        codes = _codes_of(player, evidence)
        if club is not None and not player.has("club"):
            yield warning(
                player, "club",
                f"The club is missing: {club.vkz} is “{club.name}”. Add it.",
                f"Der Verein fehlt: {club.vkz} ist „{club.name}“. Bitte ergänzen.",
            )  # fmt: skip
        elif not player.has("vkz") and len(codes) == 1:
            (code,) = codes
            yield warning(
                player, "vkz",
                f"The club code is missing: the club named here has {code}. Add it.",
                f"Die Vereinskennziffer fehlt: der hier genannte Verein hat {code}. "
                "Bitte ergänzen.",
            )  # fmt: skip


def _other_names(evidence: Evidence) -> Iterator[tuple[Section, Club]]:
    """Yield persons whose club is not called as the list calls its code."""
    for player in evidence.people:
        club = evidence.registers.clubs.get(player.text("vkz").upper())
        name = plain_club(player.text("club"))
        if club is not None and name and name != plain_club(club.name):
            yield player, club


def _codes_of(player: Section, evidence: Evidence) -> frozenset[str]:
    """Return the codes that clubs of this name have in the list."""
    name = plain_club(player.text("club"))
    return evidence.registers.codes.get(name, frozenset())
