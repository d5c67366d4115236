"""Records that direct the pairing, read into `PairingRules`.

FIDE's records come first; the XX and BB records of JaVaFo and bbpPairings say the same
in other words. Where both stand and differ, FIDE's counts and a finding names both.

Source: TRF26, records 152, 162, 172, 240, 250, 260, 299, 352, 362; JaVaFo Advanced User
Manual; bbpPairings README.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.few_findings import Findings
from syncd.formats.trf.event.acceleration import read_accelerations
from syncd.formats.trf.event.scoring import (
    ENGINE_RECORDS,
    engine_scoring,
    recorded_scoring,
    stated_scoring,
)
from syncd.formats.trf.lines.fitting import block, block_count, fits
from syncd.formats.trf.lines.numbers import points_x10, to_int
from syncd.formats.trf.lines.record_lines import (
    LONGEST_LINE,
    RecordLine,
    disagreement,
    lines_of,
    moved_columns,
)
from syncd.formats.trf.records import LAYOUTS
from syncd.formats.trf.tables.fide_records import ADJUSTMENT, ADJUSTMENT_EARLY
from syncd.model import results
from syncd.model.findings import Finding, Severity
from syncd.model.pairing_rules import (
    Adjustment,
    AnnouncedBye,
    PairingRules,
    Prohibition,
)
from syncd.model.pairings import BLACK, WHITE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.formats.trf.records import Records
    from syncd.formats.trf.tables.columns import Layout

MATCH_SCORING: Final = (("TW", 20), ("TD", 10), ("TL", 0))
"""Match points in tenths unless a file says otherwise. Source: TRF26, record 362."""

START_RANK_METHODS: Final = frozenset(
    {"FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER"}
)
SMALL_GROUP: Final = 12
"""Few must not meet, a family or a club; larger groups are not taken pair by pair."""
_MOST_PAIRS: Final = 100_000
_ENGINE_COLOURS: Final = {"white1": WHITE, "black1": BLACK}
_COLOUR_LETTERS: Final = {"W": WHITE, "w": WHITE, "B": BLACK, "b": BLACK}
_MATCH_RULE: Final = re.compile(r"(T[WDL]) *([0-9.,]+)")
_POINTS_LINE: Final = re.compile(
    r"162(?: +[WDLAZPX] *(?:[0-9]+(?:[.,][0-9])?|[.,][0-9]))*"
)
_BYE_KINDS: Final = frozenset("FHZ")

_POINTS: Final = re.compile(r" *-?(?:[0-9]*[.,]?[0-9]+)? *")
_ADJUSTMENT_SHAPES: Final = {
    "type": re.compile(r"[WDLFHZ+\- ]"),
    "match_points": _POINTS, "game_points": _POINTS,
}  # fmt: skip
_SPACES: Final = re.compile(r"[ \t]+")


class PairingRecords(NamedTuple):
    """What the file says of pairing.

    Attributes:
        rules: everything.
        findings: what could not be read, and records that differ.
    """

    rules: PairingRules
    findings: list[Finding]


def read_pairing_rules(records: Records, ids: Sequence[int]) -> PairingRecords:
    """Return scoring, byes, acceleration and the like.

    Args:
        records: the file.
        ids: known start numbers.
    """
    findings = Findings()
    colour, is_by_rank = _configuration(records, findings)
    federation, method = _start_rank(records, findings)
    accelerations = read_accelerations(records, ids)
    findings += accelerations.findings
    rules = PairingRules(
        initial_colour=colour,
        is_by_rank=is_by_rank,
        board_colours=records.value("352").upper(),
        scoring=_scoring(records, findings),
        match_scoring=_match_scoring(records, findings),
        start_rank_federation=federation,
        start_rank_method=method,
        accelerations=accelerations.accelerations,
        prohibitions=_prohibitions(records, findings),
        adjustments=tuple(_adjustments(records, findings)),
        byes=_byes(records, findings),
    )
    return PairingRecords(rules, findings)


def _configuration(records: Records, findings: list[Finding]) -> tuple[str, bool]:
    """Return the first colour and whether ranks count (152, XXC)."""
    value = records.value("152")
    colour = _COLOUR_LETTERS.get(value, "")
    if value and not colour:
        _line(records, "152", findings).complain(
            LAYOUTS["152"].field("initial_colour"), value, _W_OR_B
        )
    words = [word for text in records.values("XXC") for word in text.lower().split()]
    told = [_ENGINE_COLOURS[word] for word in words if word in _ENGINE_COLOURS]
    if colour and told and told[-1] != colour:
        findings.append(disagreement(records, "152", "XXC"))
    return colour or (told[-1] if told else ""), "rank" in words


_W_OR_B: Final = Text("W or B", "W oder B")


def _line(records: Records, record: str, findings: list[Finding]) -> RecordLine:
    number = next(n for n in records[record] if records.text(n)[4:].strip())
    return RecordLine(LAYOUTS[record], number, records.text(number), findings)


def _start_rank(records: Records, findings: list[Finding]) -> tuple[str, str]:
    """Return federation and method of 172; the federation is often missing."""
    words = records.value("172").split()
    method = words[-1].upper() if words else ""
    if method in START_RANK_METHODS:
        words.pop()
    else:
        method = ""
    if len(words) > 1:
        _line(records, "172", findings).complain(
            LAYOUTS["172"].field("method"), " ".join(words), _METHOD
        )
        return "", method
    return (words[0] if words else ""), method


_METHOD: Final = Text(
    "a federation and a method such as GER FIDON",
    "eine Föderation und ein Verfahren wie GER FIDON",
)


def _scoring(records: Records, findings: list[Finding]) -> tuple[tuple[str, int], ...]:
    """Return what all letters are worth; empty for the usual points."""
    findings += [
        moved_columns("162", line, records.text(line))
        for line in records["162"]
        if not _POINTS_LINE.fullmatch(records.text(line).rstrip())
    ]
    scoring = recorded = recorded_scoring(records)
    engine = engine_scoring(records)
    if recorded and engine and recorded != engine:
        other = next(record for record in ENGINE_RECORDS if record in records)
        findings.append(disagreement(records, "162", other))
    elif scoring is None:
        scoring = stated_scoring(records)
    if scoring is None or scoring == results.STANDARD_POINTS_X10:
        return ()
    return tuple(scoring.items())


def _match_scoring(
    records: Records, findings: list[Finding]
) -> tuple[tuple[str, int], ...]:
    """Return what a match is worth; the points often stand one column late."""
    usual = dict(MATCH_SCORING)
    scoring = dict(usual)
    for line in records["362"]:
        text = records.text(line)
        rules = {
            symbol: points_x10(value) for symbol, value in _MATCH_RULE.findall(text)
        }
        scoring |= {
            symbol: points for symbol, points in rules.items() if points is not None
        }
        if _MATCH_RULE.sub("", text[3:]).strip() or None in rules.values():
            findings.append(moved_columns("362", line, text))
    return () if scoring == usual else tuple(scoring.items())


def _prohibitions(records: Records, findings: list[Finding]) -> tuple[Prohibition, ...]:
    """Return 260, and of XXP what 260 does not say already."""
    found = []
    for line in lines_of(records, "260", findings):
        ids = line.ids()
        if len(ids) > 1:
            first, last = line.whole("first_round"), line.whole("last_round")
            found.append(Prohibition(ids, first or 1, last or None))
        else:
            findings.append(moved_columns("260", line.line, line.text))
    known = _Forbidden(found)
    found += [
        Prohibition(ids)
        for ids in _id_lists(records, "XXP", findings)
        if len(ids) > 1 and not known.covers(ids)
    ]
    return tuple(found)


class _Forbidden:
    """Who must not meet, to tell what XXP says again; only small groups by pairs."""

    __slots__ = ("_groups", "_pairs")

    def __init__(self, bans: Sequence[Prohibition]) -> None:
        self._groups = {frozenset(ban.ids) for ban in bans}
        self._pairs: set[frozenset[int]] = set()
        for ban in bans:
            if len(ban.ids) <= SMALL_GROUP and len(self._pairs) < _MOST_PAIRS:
                self._pairs.update(map(frozenset, combinations(ban.ids, 2)))

    def covers(self, ids: Sequence[int]) -> bool:
        """Return whether all these players are forbidden each other already."""
        if frozenset(ids) in self._groups:
            return True
        pairs = map(frozenset, combinations(ids, 2))
        return len(ids) <= SMALL_GROUP and self._pairs.issuperset(pairs)


def _byes(records: Records, findings: list[Finding]) -> tuple[AnnouncedBye, ...]:
    """Return 240, and of XXZ who is not named there."""
    found = []
    for line in lines_of(records, "240", findings):
        kind, number, ids = line.at("type").upper(), line.whole("round"), line.ids()
        if kind in _BYE_KINDS and number and ids:
            found.append(AnnouncedBye(kind, number, ids))
        else:
            findings.append(moved_columns("240", line.line, line.text))
    known = {number for each in found for number in each.ids}
    absent = _id_lists(records, "XXZ", findings)
    found += [AnnouncedBye("Z", 0, ids) for ids in absent if not known.issuperset(ids)]
    return tuple(found)


def _id_lists(
    records: Records, record: str, findings: list[Finding]
) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of each line of a record that only lists numbers."""
    for line in records[record]:
        text = records.text(line)
        words = _SPACES.split(text[4:LONGEST_LINE].strip())
        numbers = [to_int(word) for word in words if word]
        ids = tuple(number for number in numbers if number)
        if len(ids) != len(numbers):
            findings.append(moved_columns(record, line, text))
        elif ids:
            yield ids


def _adjustments(records: Records, findings: list[Finding]) -> Iterator[Adjustment]:
    """Yield the lines of 299 in FIDE's columns, else in the earlier ones."""
    for line in records[ADJUSTMENT.record]:
        text = records.text(line)
        layout = next((each for each in _299 if _adjustment_fits(text, each)), None)
        if layout is None:
            findings.append(moved_columns(ADJUSTMENT.record, line, text))
            continue
        if layout is ADJUSTMENT_EARLY:
            findings.append(_early(line, text))
        found = RecordLine(layout, line, text, findings)
        yield Adjustment(
            kind=found.at("type"),
            points_x10=found.tenths("game_points"),
            match_points_x10=found.tenths("match_points"),
            round=found.whole("round") or None,
            ids=found.ids(),
        )


_299: Final = (ADJUSTMENT, ADJUSTMENT_EARLY)


def _early(line: int, text: str) -> Finding:
    return Finding(
        code="trf.early_columns",
        severity=Severity.INFO,
        text=Text(
            en="The columns of this record 299 stand two or three too early, as Sharly "
            "Chess writes them; they were read so.",
            de="Die Spalten dieses Satzes 299 stehen zwei oder drei zu weit links, wie "
            "Sharly Chess sie schreibt; so wurden sie gelesen.",
        ),
        line=line,
        column=5,
        value=text[4:].strip()[:40],
    )


def _adjustment_fits(text: str, layout: Layout) -> bool:
    if len(text) > LONGEST_LINE:
        return False
    fields = [*layout.fields]
    for index in range(block_count(text, layout)):
        fields += block(layout, index)
    return fits(text.ljust(5), fields, _ADJUSTMENT_SHAPES)
