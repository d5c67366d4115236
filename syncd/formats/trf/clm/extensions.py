"""What CLM's XC records add: clubs, memberships, ratings, parameters, the mode.

E-mail and phone (XCE, XCS, and XCP behind the players) are left in the file's lines and
never taken into the model. Records are read in fixed columns and also as the wiki's
examples show them, with single blanks.

Source: CLM wiki "Beschreibung TRF"; CLM's source, site/clm/api/db_trf_export.php and
db_trf_import.php.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.few_findings import Findings
from syncd.formats.trf.lines.numbers import positive, to_int
from syncd.formats.trf.records import gaps_are_blank
from syncd.formats.trf.tables.clm_records import CLUB, MEMBERSHIP, RATINGS, TIEBREAKS
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from syncd.formats.trf.records import Records

_NUMBERED: Final = re.compile(r"XC. *([0-9]{1,4})(?: (.*))?$")
_MEMBERSHIP: Final = re.compile(r"([0-9A-Za-z]{5}) ?-? *([0-9]{1,5})?(?![0-9])")
_NUMBERS: Final = re.compile(r"[0-9]{1,4}")
_MISSING: Final = "### Warnung! Vermutlich fehlen"
_TIEBREAKS: Final = 3
_PARAMETER: Final = re.compile(r"([A-Za-z]\w*)\s*=(.*)")
_SEPARATORS: Final = re.compile(r";;|;$")
_FULL_MODE: Final = 5  # type, loops, rounds, boards, substitutes


class Ratings(NamedTuple):
    """The three numbers of an XCR record; None where it has none."""

    dwz: int | None = None
    elo: int | None = None
    twz: int | None = None


_RATING_FIELDS: Final = [RATINGS.field(name) for name in Ratings._fields]
_RATING_PLACES: Final = [field.slice for field in _RATING_FIELDS]


class Extensions(NamedTuple):
    """Everything taken from XC records.

    Attributes:
        parameters: `key=value` of all XCP lines that are no phone numbers.
        tiebreaks: three numbers of XCF, 0 = none; empty without XCF.
        mode: first number of XCM; it means one thing for individual and another for
            team events.
        loops: how often each round is played, None if not stated.
        clubs: start number -> club name.
        memberships: start number -> VKZ and member number.
        ratings: start number -> DWZ, Elo, TWZ.
        missing_results: the exporter's own warnings that results are missing.
        findings: records about players that the file does not list.
    """

    parameters: tuple[tuple[str, str], ...]
    tiebreaks: tuple[int, ...]
    mode: int | None
    loops: int | None
    clubs: dict[int, str]
    memberships: dict[int, tuple[str, int | None]]
    ratings: dict[int, Ratings]
    missing_results: str
    findings: list[Finding]


def read_extensions(
    records: Records, players: Collection[int], *, is_team: bool
) -> Extensions:
    """Return what the XC records say.

    Args:
        records: the file.
        players: known start numbers.
        is_team: whether teams play; it changes the meaning of XCM's second number.
    """
    findings = Findings()
    mode, loops = _mode(records.value("XCM"), is_team=is_team)
    return Extensions(
        parameters=tuple(_parameters(records)),
        tiebreaks=_tiebreaks(records),
        mode=mode,
        loops=loops,
        clubs={
            number: text.strip()
            for number, text in _numbered(records, CLUB.record, players, findings)
        },
        memberships={
            number: _membership(text)
            for number, text in _numbered(records, MEMBERSHIP.record, players, findings)
        },
        ratings=_ratings(records, players, findings),
        missing_results=_missing_results(records),
        findings=findings,
    )


def _numbered(
    records: Records,
    record: str,
    players: Collection[int],
    findings: list[Finding],
) -> Iterator[tuple[int, str]]:
    """Yield start number and text of each such record; 0 is a double entry."""
    for line in records[record]:
        found = _NUMBERED.match(records.text(line))
        number = int(found[1]) if found else None
        if found and number in players:
            yield int(found[1]), found[2] or ""
        elif number != 0:
            findings.append(_unknown_player(record, line, records.text(line)))


def _ratings(
    records: Records, players: Collection[int], findings: list[Finding]
) -> dict[int, Ratings]:
    return {
        number: _rating_numbers(text)
        for number, text in _numbered(records, RATINGS.record, players, findings)
    }


def _rating_numbers(text: str) -> Ratings:
    """Return DWZ, Elo, TWZ; columns count, unless they cut through a number."""
    line = f"{RATINGS.record:9}{text}"
    if gaps_are_blank(line, _RATING_FIELDS):
        return Ratings(*[positive(line[place]) for place in _RATING_PLACES])
    return Ratings(*map(positive, text.split()[: len(_RATING_FIELDS)]))


def _membership(text: str) -> tuple[str, int | None]:
    """Return VKZ and member number of `66211-187`."""
    found = _MEMBERSHIP.match(text)
    return (found[1], positive(found[2] or "")) if found else ("", None)


def _parameters(records: Records) -> Iterator[tuple[str, str]]:
    """Yield key and value; an XCP line without a key is a phone and stays outside."""
    for text in records.values("XCP"):
        for part in _SEPARATORS.split(text):
            found = _PARAMETER.fullmatch(part.strip())
            if found:
                yield found[1], found[2].strip()


def _tiebreaks(records: Records) -> tuple[int, ...]:
    line = records.first(TIEBREAKS.record)
    if not line:
        return ()
    text = records.text(line)
    fields = [TIEBREAKS.field("tiebreak", index) for index in range(_TIEBREAKS)]
    cells = [text[field.slice] for field in fields]
    if not gaps_are_blank(text, fields):
        cells = [*text[4:].split(), *cells][:_TIEBREAKS]
    return tuple(to_int(cell) or 0 for cell in cells)


def _mode(text: str, *, is_team: bool) -> tuple[int | None, int | None]:
    """Return mode and loops; older team forms have boards where loops stand now."""
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    mode = numbers[0] if numbers else None
    has_loops = len(numbers) > 1 and (not is_team or len(numbers) >= _FULL_MODE)
    return mode, numbers[1] if has_loops else None


def _missing_results(records: Records) -> str:
    texts = [records.text(line) for line in records["###"]]
    return "; ".join(
        text.removeprefix("###").strip() for text in texts if text.startswith(_MISSING)
    )


def _unknown_player(record: str, line: int, text: str) -> Finding:
    return Finding(
        code="clm.unknown_player",
        severity=Severity.WARNING,
        text=Text(
            en=f"This {record} line belongs to no player of the file and was left out.",
            de=f"Diese Zeile {record} gehört zu keinem Spieler der Datei und wurde "
            "ausgelassen.",
        ),
        line=line,
        column=5,
        value=text[4:8].strip(),
    )
