"""What the list of members says: rules P10 to P13, P18, P25, P27, P29 and P44.

These rules speak only of persons whom the list has. Where the same rule can be broken
in the file alone, its other half is in `ids`, `listing`, `persons` or `clubs`; for one
place the list, which knows more, has the last word.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, error, note, warning
from syncd.formats.dwzxml.rules.registers import is_same_person, plain
from syncd.formats.dwzxml.rules.roster import dsb_id, full_name, membership

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence, Fault
    from syncd.model.lists import Member

RULES: Final = RuleBook()


@RULES.rule("P10")
def dsb_id_in_list(evidence: Evidence) -> Iterator[Fault]:
    """Members have the dsbId that the list gives them.

    Source: rule P10; documentation 1.1, "dsbId".
    """
    registers = evidence.registers
    for player in evidence.people:
        if player.has("dsbId"):
            continue
        rows = registers.memberships(player)
        person = plain(full_name(player)), player.number("dobYear") or 0
        namesakes = registers.by_person.get(person, frozenset())
        if rows and rows[0].dsb_id:
            yield warning(
                player, "dsbId",
                f"In the list of members this person has the dsbId {rows[0].dsb_id}. "
                "Add it.",
                f"In der Mitgliederliste hat diese Person die dsbId {rows[0].dsb_id}. "
                "Bitte ergänzen.",
            )  # fmt: skip
        elif len(namesakes) == 1:
            (found,) = namesakes
            yield note(
                player, "dsbId",
                f"The list of members has one person of this name and year of birth: "
                f"{found}. If it is the same one, add the dsbId.",
                f"Die Mitgliederliste hat genau eine Person mit diesem Namen und "
                f"Geburtsjahr: {found}. Ist es dieselbe, bitte die dsbId ergänzen.",
            )  # fmt: skip


@RULES.rule("P11")
def dsb_id_of_this_person(evidence: Evidence) -> Iterator[Fault]:
    """A dsbId is not that of somebody else.

    Source: rule P11; documentation 1.1, "dsbId".
    """
    for player in evidence.people:
        rows = evidence.registers.by_id.get(dsb_id(player), ())
        if rows and not is_same_person(player, rows[0]):
            yield warning(
                player, "dsbId",
                f"In the list of members this is the dsbId of {_words(rows[0])}. Is it "
                "the wrong id, or are name and year of birth wrong?",
                f"In der Mitgliederliste ist das die dsbId von {_words(rows[0])}. Ist "
                "die ID falsch, oder sind es Name und Geburtsjahr?",
            )  # fmt: skip


@RULES.rule("P12")
def dsb_id_known(evidence: Evidence) -> Iterator[Fault]:
    """A dsbId that the list does not have may be made up; or the list is not whole.

    Source: rule P12; documentation 1.1, "dsbId".
    """
    registers = evidence.registers
    for player in evidence.people:
        if registers.by_id and dsb_id(player) and dsb_id(player) not in registers.by_id:
            yield note(
                player, "dsbId",
                "The list of members does not have this dsbId. Is it right? Whoever "
                "has left, or belongs to another federation, may not be in the list.",
                "Diese dsbId steht nicht in der Mitgliederliste. Stimmt sie? Wer "
                "ausgetreten ist oder zu einem anderen Verband gehört, fehlt dort "
                "vielleicht.",
            )  # fmt: skip


@RULES.rule("P13")
def name_as_in_list(evidence: Evidence) -> Iterator[Fault]:
    """Members are written as in the list.

    Source: rule P13; documentation 1.1, "surname und forename".
    """
    for player, rows in listed(evidence):
        surname, forename = player.text("surname"), player.text("forename")
        is_part = _begins(rows[0].forename, forename) or _begins(
            forename, rows[0].forename
        )
        pairs = [("surname", surname, rows[0].surname)]
        if not is_part:  # P44 asks for the other forenames
            pairs.append(("forename", forename, rows[0].forename))
        for name, given, right in pairs:
            if not right or _same(given, right):
                continue
            yield warning(
                player, name,
                f"The list of members writes “{right}”, not “{given}”. Write the name "
                "as it is there, or have the list corrected.",
                f"Die Mitgliederliste schreibt „{right}“, nicht „{given}“. Bitte den "
                "Namen wie dort schreiben oder die Liste berichtigen lassen.",
            )  # fmt: skip


@RULES.rule("P18")
def year_as_in_list(evidence: Evidence) -> Iterator[Fault]:
    """The year of birth is that of the list.

    Source: rule P18; documentation 1.1, "dobYear".
    """
    for player, rows in listed(evidence):
        year, right = player.number("dobYear"), rows[0].birth_year
        if year is not None and right is not None and year != right:
            yield error(
                player, "dobYear",
                f"The list of members has {right} as the year of birth, not {year}. "
                "Correct it here, or have the list corrected.",
                f"Die Mitgliederliste nennt {right} als Geburtsjahr, nicht {year}. "
                "Bitte hier berichtigen oder die Liste berichtigen lassen.",
            )  # fmt: skip


@RULES.rule("P25")
def club_code_in_list(evidence: Evidence) -> Iterator[Fault]:
    """Members have the code of a club in which they are, best of the one they play for.

    Source: rule P25; documentation 1.1, "vkz".
    """
    yield from _unknown_codes(evidence)
    for player, rows in listed(evidence):
        vkz, codes = player.text("vkz").upper(), {row.vkz for row in rows if row.vkz}
        if not codes or (vkz in codes and _is_active(vkz, rows)):
            continue
        shown = ", ".join(sorted(codes))
        if not vkz:
            yield warning(
                player, "vkz",
                f"The list of members has this person in the club {shown}. Add the "
                "club code.",
                f"Die Mitgliederliste führt diese Person im Verein {shown}. Bitte die "
                "Vereinskennziffer ergänzen.",
            )  # fmt: skip
        elif vkz not in codes:
            yield warning(
                player, "vkz",
                f"In the list of members this person is not in the club {vkz} but in "
                f"{shown}. Give the present club.",
                f"In der Mitgliederliste ist diese Person nicht im Verein {vkz}, "
                f"sondern in {shown}. Bitte den jetzigen Verein angeben.",
            )  # fmt: skip
        elif _is_active(rows[0].vkz, rows):
            yield note(
                player, "vkz",
                f"In the club {vkz} this person is a passive member, in "
                f"{rows[0].vkz} an active one. Is the right club meant?",
                f"Im Verein {vkz} ist diese Person passives Mitglied, in "
                f"{rows[0].vkz} aktives. Ist der richtige Verein gemeint?",
            )  # fmt: skip


@RULES.rule("P27")
def membership_of_this_person(evidence: Evidence) -> Iterator[Fault]:
    """Club code and member number are not those of somebody else.

    Source: rule P27; documentation 1.1, "Vereinsdaten".
    """
    for player in evidence.people:
        entry = evidence.registers.by_membership.get(membership(player) or ("", 0))
        if entry is None or _fits(player, entry):
            continue
        yield error(
            player, "numberClubMember",
            f"In the list of members, {entry.vkz} with the number "
            f"{entry.member_number} is {_words(entry)}. Correct code and number, or "
            "leave them out.",
            f"In der Mitgliederliste ist {entry.vkz} mit der Nummer "
            f"{entry.member_number} {_words(entry)}. Bitte Kennziffer und Nummer "
            "berichtigen oder weglassen.",
        )  # fmt: skip


@RULES.rule("P29")
def member_number_in_list(evidence: Evidence) -> Iterator[Fault]:
    """Members have the number that the list gives them in this club.

    Source: rule P29; documentation 1.1, "numberClubMember".
    """
    for player, rows in listed(evidence):
        vkz, given = player.text("vkz").upper(), player.number("numberClubMember")
        numbers = {row.member_number for row in rows if row.vkz == vkz} - {None}
        if not numbers or given in numbers:
            continue
        shown = ", ".join(str(number) for number in numbers)
        yield warning(
            player, "numberClubMember",
            f"In the list of members this person has the number {shown} in the club "
            f"{vkz}. Give that one.",
            f"In der Mitgliederliste hat diese Person im Verein {vkz} die Nummer "
            f"{shown}. Bitte diese angeben.",
        )  # fmt: skip


@RULES.rule("P44")
def all_forenames(evidence: Evidence) -> Iterator[Fault]:
    """All forenames are given.

    Source: rule P44; schema 2.5.1, remark at "forename".
    """
    for player, rows in listed(evidence):
        given, right = player.text("forename"), rows[0].forename
        if _begins(right, given):
            yield note(
                player, "forename",
                f"The list of members has all forenames: “{right}”.",
                f"Die Mitgliederliste hat alle Vornamen: „{right}“.",
            )  # fmt: skip


def listed(evidence: Evidence) -> Iterator[tuple[Section, tuple[Member, ...]]]:
    """Yield the persons that the list has, with their memberships."""
    for player in evidence.people:
        rows = evidence.registers.memberships(player)
        if rows:
            yield player, rows


def _unknown_codes(evidence: Evidence) -> Iterator[Fault]:
    registers = evidence.registers
    for player in evidence.people:
        vkz = player.text("vkz").upper()
        if registers.clubs and vkz and vkz not in registers.clubs:
            yield note(
                player, "vkz",
                f"The list of clubs does not have {vkz}. Is the code right? A club "
                "that was dissolved is not in the list any more.",
                f"Die Vereinsliste kennt {vkz} nicht. Stimmt die Kennziffer? Ein "
                "aufgelöster Verein steht nicht mehr in der Liste.",
            )  # fmt: skip


def _fits(player: Section, entry: Member) -> bool:
    """Return whether a membership can be that of a player, by its ids if there are two.

    An id that the list gives to somebody of another name is told by P11.
    """
    if dsb_id(player) and entry.dsb_id:
        return dsb_id(player) == entry.dsb_id.upper()
    return is_same_person(player, entry)


def _is_active(vkz: str, rows: tuple[Member, ...]) -> bool:
    return any(row.is_active for row in rows if row.vkz == vkz)


def _same(one: str, two: str) -> bool:
    """Return whether two names are written alike, capitals and accents included."""
    return unicodedata.normalize("NFC", " ".join(one.split())) == (
        unicodedata.normalize("NFC", " ".join(two.split()))
    )


def _begins(name: str, part: str) -> bool:
    """Return whether a name begins with some of its parts, and has more of them."""
    return bool(part) and name.startswith(f"{part} ")


def _words(member: Member) -> str:
    year = f" ({member.birth_year})" if member.birth_year else ""
    return f"{member.surname}, {member.forename}{year}"
