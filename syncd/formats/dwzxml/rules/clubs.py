"""Rules P29 to P32 and P41: membership, and elements with nothing in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, error, warning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()

_MEMBERSHIP: Final = ("vkz", "numberClubMember", "club")
_TEAM_NUMBER: Final = re.compile(r"\s(II|III|IV|V|VI|VII|VIII|IX|X|[2-9])\.?$")
_OPTIONAL_TEXTS: Final = ("url", "notes", "ageClass"), ("dsbId", "club")


@RULES.rule("P29")
def member_number_given(evidence: Evidence) -> Iterator[Fault]:
    """Members have their number in the club.

    Source: rule P29; documentation 1.1, "numberClubMember".
    """
    for player in evidence.people:
        if _is_member(player) and not player.has("numberClubMember"):
            yield warning(
                player, "numberClubMember",
                "The member number is missing. Look it up in the list of members, if "
                "you can.",
                "Die Mitgliedsnummer fehlt. Bitte möglichst in der Mitgliederliste "
                "nachsehen.",
            )  # fmt: skip


@RULES.rule("P30")
def club_not_team(evidence: Evidence) -> Iterator[Fault]:
    """The club is the club, not one of its teams.

    Source: rule P30; documentation 1.1, "club".
    """
    for player in evidence.people:
        club = player.text("club")
        if _TEAM_NUMBER.search(club):
            yield warning(
                player, "club",
                f"“{club}” looks like a team. Give the official name of the club.",
                f"„{club}“ sieht nach einer Mannschaft aus. Bitte den amtlichen Namen "
                "des Vereins angeben.",
            )  # fmt: skip


@RULES.rule("P31")
def one_name_for_a_club(evidence: Evidence) -> Iterator[Fault]:
    """A club code has one club name in a file (P27: code, number and club fit).

    Source: rules P27 and P31; documentation 1.1, "Vereinsdaten".
    """
    for player, first in _renamed_clubs(evidence.people):
        vkz, name = player.text("vkz"), first.text("club")
        yield error(
            player, "club",
            f"The club code {vkz} belongs to “{name}” elsewhere in this file. Club, "
            "code and member number must be of the same membership.",
            f"Die Vereinskennziffer {vkz} gehört in dieser Datei sonst zu „{name}“. "
            "Verein, Kennziffer und Mitgliedsnummer müssen zur selben Mitgliedschaft "
            "gehören.",
        )  # fmt: skip


@RULES.rule("P32")
def membership_complete(evidence: Evidence) -> Iterator[Fault]:
    """Whoever names one of club, code and number names all three.

    Source: rule P32; documentation 1.1, "Vereinsdaten".
    """
    for player in evidence.people:
        missing = [field for field in _MEMBERSHIP if not player.has(field)]
        if len(missing) == len(_MEMBERSHIP):
            continue
        if _is_member(player) and "numberClubMember" in missing:
            missing.remove("numberClubMember")  # P29 says so
        if missing:
            names = ", ".join(missing)
            yield warning(
                player, missing[0],
                f"Club, club code and member number belong together; missing here: "
                f"{names}. Add it if you know it.",
                f"Verein, Vereinskennziffer und Mitgliedsnummer gehören zusammen; hier "
                f"fehlt: {names}. Bitte ergänzen, wenn bekannt.",
            )  # fmt: skip


@RULES.rule("P41")
def nothing_empty(evidence: Evidence) -> Iterator[Fault]:
    """An optional element that holds nothing is left out.

    Source: rule P41; schema 2.5.1, "Keine leeren Elemente".
    """
    document = evidence.document
    for_tournament, for_player = _OPTIONAL_TEXTS
    yield from _empty(document.tournament, for_tournament)
    for player in document.players:
        yield from _empty(player, for_player)


def _empty(section: Section, fields: tuple[str, ...]) -> Iterator[Fault]:
    for field in fields:
        if section.has(field) and not section.text(field):
            yield warning(
                section, field,
                "The element is empty. Leave it out.",
                "Das Element ist leer. Bitte weglassen.",
            )  # fmt: skip


def _is_member(player: Section) -> bool:
    return bool(player.text("dsbId") and player.text("vkz"))


def _renamed_clubs(people: Iterable[Section]) -> Iterator[tuple[Section, Section]]:
    """Yield persons whose club is called otherwise by the first of that code."""
    firsts: dict[str, Section] = {}
    for player in people:
        vkz, club = player.text("vkz").upper(), _plain_club(player)
        if vkz and club and _plain_club(firsts.setdefault(vkz, player)) != club:
            yield player, firsts[vkz]


def _plain_club(player: Section) -> str:
    """Return the club without team number, capitals and double blanks."""
    club = _TEAM_NUMBER.sub("", player.text("club"))
    return " ".join(club.casefold().split())
