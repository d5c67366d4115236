"""What `syncd validate` does: a report held against schema, rules and lists."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.cli.reading import LIMIT_BYTES, naming, read_bytes
from syncd.errors import FormatError
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.dwzxml.rules.registers import NO_REGISTERS, index_lists
from syncd.formats.dwzxml.source import DEFAULT_LIMITS
from syncd.formats.lists.archive import opened_list, packed_lists
from syncd.formats.lists.dsb import decode_clubs, decode_members
from syncd.formats.lists.kinds import HEAD_BYTES, Content, content_of
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable
    from pathlib import Path

    from syncd.formats.dwzxml.rules.registers import Registers
    from syncd.formats.dwzxml.rules.weights import Weights
    from syncd.formats.lists.archive import Packed
    from syncd.model.lists import Club, Member

_LISTS: Final = {
    Content.MEMBERS: Text(
        "a list of members (spieler.csv)", "Mitgliederliste (spieler.csv)"
    ),
    Content.CLUBS: Text("a list of clubs (vereine.csv)", "Vereinsliste (vereine.csv)"),
}

_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be checked.

    Attributes:
        file: the report, or a zip archive with nothing but it.
        day: on which it is judged.
        members: the DSB's list of members, or an archive with it; None without.
        clubs: likewise the list of clubs.
        weights: rules that weigh more or less than usual.
    """

    file: Path
    day: dt.date
    members: Path | None
    clubs: Path | None
    weights: Weights


def answer(question: Question) -> tuple[Finding, ...]:
    """Return what is wrong with a report.

    A report that cannot be read is a finding.

    Raises:
        FormatError: a list cannot be read.
    """
    registers = _registers(question.members, question.clubs)
    try:
        data = _report_bytes(question.file)
    except FormatError as exc:
        return (Finding("F03", Severity.ERROR, exc.text),)
    return check_report(
        data, as_of=question.day, registers=registers, weights=question.weights
    )


def _registers(members: Path | None, clubs: Path | None) -> Registers:
    if members is None and clubs is None:
        return NO_REGISTERS
    return index_lists(
        () if members is None else _members(members),
        () if clubs is None else _clubs(clubs),
    )


def _members(path: Path) -> tuple[Member, ...]:
    with naming(path):
        return decode_members(_list_bytes(path, Content.MEMBERS)).members


def _clubs(path: Path) -> tuple[Club, ...]:
    with naming(path):
        return decode_clubs(_list_bytes(path, Content.CLUBS)).clubs


def _list_bytes(path: Path, wanted: Content) -> bytes:
    data = read_bytes(path)
    found, what = content_of(data[:HEAD_BYTES]), _LISTS[wanted]
    if found is Content.ZIP:
        return _unpacked(data, lambda item: item.content is wanted, what)
    if found is not wanted:
        raise FormatError(Text(f"this is not {what.en}.", f"das ist keine {what.de}."))
    return data


def _report_bytes(path: Path) -> bytes:
    data = read_bytes(path)
    if content_of(data[:HEAD_BYTES]) is not Content.ZIP:
        return data
    what = Text("one XML file", "XML-Datei")
    most = DEFAULT_LIMITS.size_bytes
    with naming(path):
        return _unpacked(
            data, lambda item: item.name.lower().endswith(".xml"), what, most
        )


def _unpacked(
    data: bytes,
    is_wanted: Callable[[Packed], bool],
    what: Text,
    most_bytes: int = LIMIT_BYTES,
) -> bytes:
    """Return the only file of its kind in an archive, unread if it is too large."""
    stream = io.BytesIO(data)
    wanted = [item for item in packed_lists(stream) if is_wanted(item)]
    if len(wanted) != 1:
        raise FormatError(
            Text(
                f"the archive should hold {what.en}; it holds {len(wanted)}.",
                f"das Archiv sollte eine {what.de} enthalten; es sind {len(wanted)}.",
            )
        )
    (item,) = wanted
    if item.size_bytes > most_bytes:
        raise _too_large(item.name, most_bytes)
    with opened_list(stream, item.name) as entry:
        content = entry.read(most_bytes + 1)
    if len(content) > most_bytes:  # the archive's directory lied
        raise _too_large(item.name, most_bytes)
    return content


def _too_large(name: str, most_bytes: int) -> FormatError:
    name, most_mib = name[:_LONGEST_NAME], most_bytes // 2**20
    return FormatError(
        Text(
            f"{name} is larger than {most_mib} MiB.",
            f"{name} ist größer als {most_mib} MiB.",
        )
    )
