"""What `syncd validate` does: a report held against schema, rules and lists."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.cli.reading import LIMIT_BYTES, naming, opened_file, read_bytes
from syncd.errors import FormatError
from syncd.formats.dwzxml.rules import check_report, fide_ids
from syncd.formats.dwzxml.rules.registers import (
    NO_REGISTERS,
    FideRegister,
    index_lists,
)
from syncd.formats.dwzxml.source import DEFAULT_LIMITS
from syncd.formats.lists.archive import opened_list, packed_lists
from syncd.formats.lists.dsb import (
    ClubList,
    MemberList,
    decode_clubs,
    decode_members,
)
from syncd.formats.lists.fide import decode_fide
from syncd.formats.lists.kinds import HEAD_BYTES, Content, content_of
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from syncd.formats.dwzxml.rules.registers import Registers
    from syncd.formats.dwzxml.rules.weights import Weights
    from syncd.formats.lists.archive import Packed

_LISTS: Final = {
    Content.MEMBERS: Text(
        "a list of members (spieler.csv)", "Mitgliederliste (spieler.csv)"
    ),
    Content.CLUBS: Text("a list of clubs (vereine.csv)", "Vereinsliste (vereine.csv)"),
}
_FIDE_LIST: Final = Text("one list of FIDE", "Liste der FIDE")

_LONGEST_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be checked.

    Attributes:
        file: the report, or a zip archive with nothing but it.
        day: on which it is judged.
        members: the DSB's list of members, or an archive with it; None without.
        clubs: likewise the list of clubs.
        fide: likewise FIDE's list of a month.
        month: `YYYY-MM` of FIDE's list, empty if the list names it.
        weights: rules that weigh more or less than usual.
    """

    file: Path
    day: dt.date
    members: Path | None
    clubs: Path | None
    weights: Weights
    fide: Path | None = None
    month: str = ""


def answer(question: Question) -> tuple[Finding, ...]:
    """Return what is wrong with a report, and with rows of the lists.

    A report that cannot be read is a finding.

    Raises:
        FormatError: a list cannot be read.
    """
    try:
        data = _report_bytes(question.file)
    except FormatError as exc:
        return (Finding("F03", Severity.ERROR, exc.text),)
    registers, faults = _registers(question, data)
    return faults + check_report(
        data, as_of=question.day, registers=registers, weights=question.weights
    )


def _registers(
    question: Question, data: bytes
) -> tuple[Registers, tuple[Finding, ...]]:
    """Return the lists, as far as the report needs them, and what is wrong in them."""
    members, clubs, fide = question.members, question.clubs, question.fide
    if members is None and clubs is None and fide is None:
        return NO_REGISTERS, ()
    people = MemberList((), ()) if members is None else _members(members)
    units = ClubList((), ()) if clubs is None else _clubs(clubs)
    register, faults = (None, ()) if fide is None else _fide(fide, data, question.month)
    return index_lists(people.members, units.clubs, register), (
        *_named_faults(members, people.findings),
        *_named_faults(clubs, units.findings),
        *_named_faults(fide, faults),
    )


def _named_faults(
    path: Path | None, findings: tuple[Finding, ...]
) -> Iterator[Finding]:
    """Yield what is wrong in a list; its lines are not those of the report."""
    for item in findings if path is not None else ():
        name = Text(f"{path}, line {item.line}", f"{path}, Zeile {item.line}")
        text = Text(f"{name.en}: {item.text.en}", f"{name.de}: {item.text.de}")
        yield replace(item, text=text, line=0)


def _members(path: Path) -> MemberList:
    with naming(path):
        return decode_members(_list_bytes(path, Content.MEMBERS))


def _clubs(path: Path) -> ClubList:
    with naming(path):
        return decode_clubs(_list_bytes(path, Content.CLUBS))


def _fide(
    path: Path, data: bytes, month: str
) -> tuple[FideRegister, tuple[Finding, ...]]:
    """Return the players of the report in FIDE's list, which has two millions."""
    from syncd.pipeline.lists.listfile import Origin, Wish, files_to_import, month_of

    wanted = fide_ids(data)
    wish = Wish(kind="fide", month=month)
    with naming(path), opened_file(path) as stream:
        files = files_to_import(stream, wish)
        if len(files) != 1:
            raise _not_one(len(files), _FIDE_LIST)
        file = files[0]
        of_month = month_of(file, Origin(path.name), wish)
        with file.opened() as source:
            read = decode_fide(source, is_xml=file.content is Content.FIDE_XML)
            found = {one.fide_id: one for one in read.players if one.fide_id in wanted}
    return FideRegister(of_month, found), read.notes.findings()


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


def _not_one(count: int, what: Text) -> FormatError:
    return FormatError(
        Text(
            f"the archive should hold {what.en}; it holds {count}.",
            f"das Archiv sollte eine {what.de} enthalten; es sind {count}.",
        )
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
        raise _not_one(len(wanted), what)
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
