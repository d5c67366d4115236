"""Rules F and U: the frame of the file and its UUIDs.

F01 to F05, F07, F09, F11 and F13 are told while the file is read and validated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, error, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()

PRINTED_UUIDS: Final = frozenset(
    {"550e8400-e29b-41d4-a716-446655440000", "123e4567-e89b-12d3-a456-426614174000"}
)
"""Examples of the documentation, which must never be sent.

Source: rule F12; documentation 1.1, "Allgemeine Integrität"."""

_NIL: Final = "00000000-0000-0000-0000-000000000000"
_MAX: Final = "ffffffff-ffff-ffff-ffff-ffffffffffff"
_UUID: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
)
_RFC_UUID: Final = re.compile(r".{14}[1-8].{4}[89ab].{16}")


@RULES.rule("F06")
def version_given(evidence: Evidence) -> Iterator[Fault]:
    """The attribute version should be there.

    Source: rule F06; documentation 1.1, "Wurzelelement".
    """
    if evidence.document.version is None:
        yield warning(
            evidence.document.root, "",
            'The attribute version is missing. Write version="2.5".',
            'Das Attribut version fehlt. Bitte version="2.5" angeben.',
        )  # fmt: skip


@RULES.rule("F08")
def schema_location_given(evidence: Evidence) -> Iterator[Fault]:
    """The schema location should be there; it is never fetched.

    Source: rule F08; documentation 1.1, "Wurzelelement".
    """
    if evidence.document.schema_location is None:
        yield warning(
            evidence.document.root, "",
            "The attribute xsi:schemaLocation is missing. It helps other programs to "
            "check the file.",
            "Das Attribut xsi:schemaLocation fehlt. Es hilft anderen Programmen, die "
            "Datei zu prüfen.",
        )  # fmt: skip


@RULES.rule("F10")
def header_given(evidence: Evidence) -> Iterator[Fault]:
    """The header should be sent.

    Source: rule F10; documentation 1.1, "Sektion: header".
    """
    if evidence.document.header is None:
        yield warning(
            evidence.document.root, "",
            "The section header is missing. Without it nobody can tell two files of "
            "one tournament apart.",
            "Der Abschnitt header fehlt. Ohne ihn lassen sich zwei Dateien eines "
            "Turniers nicht unterscheiden.",
        )  # fmt: skip


@RULES.rule("F12")
def no_printed_uuid(evidence: Evidence) -> Iterator[Fault]:
    """The UUIDs printed in the documentation are never used.

    Source: rule F12; documentation 1.1, "Allgemeine Integrität".
    """
    for section, field, uuid in _uuids(evidence):
        if uuid in PRINTED_UUIDS:
            yield error(
                section, field,
                "This UUID is an example from the documentation. Such a file must not "
                "be processed: make a new UUID.",
                "Diese UUID ist ein Beispiel aus der Dokumentation. Eine solche Datei "
                "darf nicht verarbeitet werden: bitte eine neue UUID erzeugen.",
            )  # fmt: skip


@RULES.rule("U01")
def file_uuid_variant(evidence: Evidence) -> Iterator[Fault]:
    """The fileUUID has the version and variant bits of RFC 4122.

    Source: rule U01; RFC 4122, sections 4.1.1 and 4.1.3.
    """
    yield from _strange_variants(evidence, "fileUUID")


@RULES.rule("U05")
def tournament_uuid_variant(evidence: Evidence) -> Iterator[Fault]:
    """The tournamentUUID has the version and variant bits of RFC 4122.

    Source: rule U05; RFC 4122, sections 4.1.1 and 4.1.3.
    """
    yield from _strange_variants(evidence, "tournamentUUID")


@RULES.rule("U10")
def uuid_means_something(evidence: Evidence) -> Iterator[Fault]:
    """A UUID is not all zeros or all f, and file and tournament do not share one.

    Source: rule U10 (own reading).
    """
    uuids = list(_uuids(evidence))
    for section, field, uuid in uuids:
        if uuid in (_NIL, _MAX):
            yield error(
                section, field,
                "This UUID is a placeholder that names nothing. Make a real one.",
                "Diese UUID ist ein Platzhalter, der nichts bezeichnet. Bitte eine "
                "echte erzeugen.",
            )  # fmt: skip
    has_both = len(uuids) > 1
    if has_both and uuids[0][2] == uuids[1][2] not in (_NIL, _MAX):
        yield warning(
            uuids[0][0], uuids[0][1],
            "The file has the same UUID as its tournament. Each file needs one of its "
            "own.",
            "Die Datei hat dieselbe UUID wie ihr Turnier. Jede Datei braucht eine "
            "eigene.",
        )  # fmt: skip


def _uuids(evidence: Evidence) -> Iterator[tuple[Section, str, str]]:
    """Yield the well-formed UUIDs of the file in lower case, fileUUID first."""
    document = evidence.document
    sections = (document.header, "fileUUID"), (document.tournament, "tournamentUUID")
    for section, field in sections:
        if section is not None and _UUID.fullmatch(section.text(field).lower()):
            yield section, field, section.text(field).lower()


def _strange_variants(evidence: Evidence, wanted: str) -> Iterator[Fault]:
    for section, field, uuid in _uuids(evidence):
        if field != wanted or uuid in (_NIL, _MAX) or _RFC_UUID.fullmatch(uuid):
            continue
        yield warning(
            section, field,
            "This is no UUID after RFC 4122: its 13th digit should be 1 to 8 and its "
            "17th 8, 9, a or b. It was probably typed or made up.",
            "Das ist keine UUID nach RFC 4122: die 13. Ziffer sollte 1 bis 8 sein und "
            "die 17. 8, 9, a oder b. Sie wurde wohl getippt oder ausgedacht.",
        )  # fmt: skip
