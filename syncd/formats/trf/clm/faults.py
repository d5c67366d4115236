"""Known faults of CLM's exporters, each with what was done about it.

All of them are repaired or harmless here, so each is a note: whoever approves a report
can see what was assumed. What cannot be repaired (lost games, an unknown kind) is an
error elsewhere.

Source: history of CLM's site/clm/api/db_trf_export.php: the exporter of 4.2.3 to 5.0.0
(A), the one of 5.0.1 and 5.1.0 (B), and faults that all of them have.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.trf.dialects import CLM_A, CLM_B
from syncd.formats.trf.lines.places import CellPlace
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model import results
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.formats.trf.players.rows import Row
    from syncd.formats.trf.records import Records
    from syncd.model.pairings import Pairings
    from syncd.model.tournament import Tournament

NO_TIME_CONTROL: Final = re.compile(r"Lightning:[\s,]*min\b.*")
"""What generation A writes in 122 for every tournament."""
RULER: Final = "DDD"
"""A line of generation A that shows the columns of 001."""

_PARAMETER: Final = re.compile(r"XCP +[A-Za-z]\w*\s*=")
_RATING: Final = PLAYER.slice("rating")
_RELEASES: Final = {CLM_A: "4.2.3 – 5.0.0", CLM_B: "5.0.1 / 5.1.0"}


def clm_faults(
    records: Records,
    dialects: tuple[str, ...],
    rows: Mapping[int, Row],
    tournament: Tournament,
) -> Iterator[Finding]:
    """Yield a note on each fault that a file of CLM shows.

    Args:
        records: the file.
        dialects: what wrote it.
        rows: the players' lines.
        tournament: what was read.
    """
    for dialect in dialects:
        if dialect in _RELEASES:
            yield _note("clm.generation", _generation(_RELEASES[dialect]))
    if CLM_A in dialects:
        yield from _first_generation(records, rows, tournament.kind)
    yield from _parameters(records)
    yield from _type(records, tournament)
    yield from _absences(tournament.pairings, records)
    if not tournament.is_team:
        yield from _both_zero(tournament.pairings, rows)


def _generation(releases: str) -> Text:
    return Text(
        f"This file was written by Chess League Manager {releases}. The known faults "
        "of its export were allowed for.",
        f"Diese Datei stammt vom Chess League Manager {releases}. Die bekannten Fehler "
        "seines Exports wurden berücksichtigt.",
    )


def _first_generation(
    records: Records, rows: Mapping[int, Row], kind: Kind
) -> Iterator[Finding]:
    for record, code, text in _SINGLE_FAULTS:
        line = records.first(record)
        if line and _is_faulty(record, records.text(line)):
            yield _note(code, text, line)
    unrated = [row for row in rows.values() if row.text[_RATING].strip() == "0"]
    if unrated:
        yield _note("clm.zero_rating", _zero_rating(len(unrated)), unrated[0].line)
    if kind in {Kind.ROUND_ROBIN, Kind.KNOCKOUT}:
        yield _note("clm.type_disproved", _DISPROVED, records.first("092"))


def _is_faulty(record: str, text: str) -> bool:
    value = text[4:].strip()
    if record == "122":
        return bool(NO_TIME_CONTROL.fullmatch(value))
    return not value or record == RULER


_SINGLE_FAULTS: Final = (
    (
        "022",
        "clm.empty_record",
        Text(
            "This exporter leaves the place empty. Name it with `syncd confirm "
            "--location PLACE`.",
            "Dieser Export lässt den Ort leer. Bitte mit `syncd confirm --location "
            "ORT` angeben.",
        ),
    ),
    (
        "032",
        "clm.empty_record",
        Text(
            "This exporter leaves the federation empty. The report does not use it.",
            "Dieser Export lässt den Verband leer. Der Bericht verwendet ihn nicht.",
        ),
    ),
    (
        "122",
        "clm.no_time_control",
        Text(
            "This exporter writes the same meaningless words for every time control; "
            "they were left out. Name the real one with `syncd confirm "
            "--time-control 5400+30`.",
            "Dieser Export schreibt für jede Bedenkzeit dieselben sinnlosen Worte; sie "
            "wurden weggelassen. Bitte die richtige mit `syncd confirm --time-control "
            "5400+30` angeben.",
        ),
    ),
    (
        RULER,
        "clm.ruler",
        Text(
            "This line only shows the columns; it was left out.",
            "Diese Zeile zeigt nur die Spalten; sie wurde weggelassen.",
        ),
    ),
)
_DISPROVED: Final = Text(
    "This exporter says Swiss whatever was played; the pairings prove another type, "
    "which was taken.",
    "Dieser Export nennt immer das Schweizer System; die Paarungen beweisen eine "
    "andere Turnierart, und diese gilt.",
)


def _zero_rating(count: int) -> Text:
    return Text(
        f"{count} players have the rating 0; it was read as none.",
        f"{count} Spieler haben die Zahl 0; gelesen wurde: keine Zahl.",
    )


def _parameters(records: Records) -> Iterator[Finding]:
    """Yield what is wrong with XCP: joined, empty, or phone numbers."""
    first_player = records.first("001")
    texts = {line: records.text(line) for line in records["XCP"]}
    joined = [line for line, text in texts.items() if ";;" in text]
    empty = [line for line, text in texts.items() if not text[3:].strip()]
    phones = [
        line
        for line, text in texts.items()
        if text[3:].strip() and line > first_player and not _PARAMETER.match(text)
    ]
    for lines, code, text in (
        (joined, "clm.joined_parameters", _JOINED),
        (empty, "clm.empty_parameter", _EMPTY),
        (phones if first_player else [], "clm.phone", _PHONES),
    ):
        if lines:
            yield _note(code, text, lines[0])


_JOINED: Final = Text(
    "All parameters stand in one line with ;; between them; they were read one by one.",
    "Alle Parameter stehen in einer Zeile mit ;; dazwischen; sie wurden einzeln "
    "gelesen.",
)
_EMPTY: Final = Text(
    "An empty XCP line ends the parameters; it was left out.",
    "Eine leere Zeile XCP schließt die Parameter ab; sie wurde weggelassen.",
)
_PHONES: Final = Text(
    "Phone numbers stand in XCP, which is for parameters; they were not taken over.",
    "Telefonnummern stehen in XCP, das für Parameter gedacht ist; sie wurden nicht "
    "übernommen.",
)


def _type(records: Records, tournament: Tournament) -> Iterator[Finding]:
    line = records.first("092")
    is_known = tournament.kind is not Kind.UNKNOWN
    if line and not records.text(line)[3:].strip() and is_known:
        yield _note("clm.type_missing", _TYPE, line)


_TYPE: Final = Text(
    "Record 092 is empty, as CLM leaves it for everything but Swiss; the type was told "
    "from the rest of the file.",
    "Satz 092 ist leer, wie bei CLM immer außer beim Schweizer System; die Turnierart "
    "ergab sich aus der übrigen Datei.",
)


def _absences(pairings: Pairings, records: Records) -> Iterator[Finding]:
    """Yield a note if everybody is absent in a round: it is still to come."""
    columns = zip(*(cells.results for cells in pairings.rows.values()), strict=True)
    numbers = [
        number
        for number, letters in enumerate(columns, start=1)
        if results.ZERO_BYE in letters and {*letters} <= _NOT_THERE
    ]
    if numbers:
        which = ", ".join(map(str, numbers))
        text = Text(
            f"In round {which} everybody is marked absent (Z). CLM writes rounds like "
            "that which are still to come.",
            f"In Runde {which} sind alle abwesend (Z). So schreibt der CLM Runden, die "
            "noch nicht gespielt sind.",
        )
        yield _note("clm.future_rounds", text, records.first("001"))


_NOT_THERE: Final = frozenset({results.ZERO_BYE, results.BLANK})


def _both_zero(pairings: Pairings, rows: Mapping[int, Row]) -> Iterator[Finding]:
    """Yield a note for each game that shows 0 on both sides."""
    for entrant, cells in pairings.rows.items():
        index = cells.results.find(results.LOSS)
        while index >= 0:
            opponent = cells.opponents[index]
            other = pairings.rows.get(opponent)
            if (
                other is not None
                and entrant < opponent
                and other.opponents[index] == entrant
                and other.results[index] == results.LOSS
            ):
                place = CellPlace(rows[entrant], index)
                text = _open_or_zero(place.round, f"{entrant} – {opponent}")
                code = "clm.open_or_zero"
                yield place.finding(code, Severity.INFO, "result", text)
            index = cells.results.find(results.LOSS, index + 1)


def _open_or_zero(number: int, players: str) -> Text:
    return Text(
        f"Round {number}, players {players}: both have 0. CLM writes an open game like "
        "that, so it counts as open until somebody says that it ended 0-0.",
        f"Runde {number}, Spieler {players}: beide haben 0. So schreibt der CLM eine "
        "offene Partie; sie gilt als offen, bis jemand sagt, dass sie 0:0 endete.",
    )


def _note(code: str, text: Text, line: int = 0) -> Finding:
    return Finding(code, Severity.INFO, text, line)
