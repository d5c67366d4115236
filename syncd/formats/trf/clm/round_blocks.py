"""XCD and XCZ: what CLM says of every team and every player, round by round.

The blocks tell who played at home, on which board, against whom, and in which loop:
what the round cells of team events lose. Their columns were moved several times within
a few days, so all forms are tried and the one that fits most lines is taken for the
whole file; where two fit alike, the newer one counts.

Block n, from 1, is round n of all loops: loop 2 follows behind the last round of loop
1. How many rounds a loop has is said by XCM; without it, blocks behind the last round
cannot be told from a fault and are left out with a finding.

Source: CLM wiki "Technische Details: Beschreibung TRF", revisions of 6 to 15 October
2026.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.lines.fitting import block, block_count, fits
from syncd.formats.trf.lines.numbers import points_x10, positive, to_int
from syncd.formats.trf.tables.clm_records import PLAYER_ROUNDS, TEAM_ROUNDS
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.formats.trf.records import Records
    from syncd.formats.trf.tables.columns import Layout

_TEAM, _PLAYER = TEAM_ROUNDS[0], PLAYER_ROUNDS[0]
_POINTS: Final = re.compile(r" *(?:[0-9]{1,3}[.,][0-9])? *")
_FLAG: Final = re.compile(r"[01 ]")
_SHAPES: Final = {
    "points": _POINTS, "board_points": _POINTS,
    "is_home": _FLAG, "is_forfeited": _FLAG,
}  # fmt: skip
_FREE_TEAM: Final = re.compile(r"XCD +([0-9]{1,4}) +([0-9A-Za-z]{5}) *([0-9]{1,4})?")
_MOST_BLOCKS: Final = 300


class ClubTeam(NamedTuple):
    """Which team of which club it is.

    Attributes:
        team: team number in the tournament (310).
        vkz: five-character club code.
        number: number of the team in its club, None if absent.
        line: line number from 1.
    """

    team: int
    vkz: str
    number: int | None
    line: int


class TeamRound(NamedTuple):
    """One round of one team.

    Attributes:
        round: from 1, counted through all loops.
        team: team number.
        opponent: team number, None if blank or 0.
        pairing: number of the match in its round, None if blank.
        is_home: None if blank.
        result: CLM's number of the team result, None if blank.
        is_forfeited: whether the match was not played.
        match_points_x10: tenths, None if blank.
        board_points_x10: tenths, None if blank.
        line: line number from 1.
        column: of the block, from 1.
    """

    round: int
    team: int
    opponent: int | None
    pairing: int | None
    is_home: bool | None
    result: int | None
    is_forfeited: bool
    match_points_x10: int | None
    board_points_x10: int | None
    line: int
    column: int


class PlayerRound(NamedTuple):
    """One game of one player of a team event.

    Attributes:
        round: from 1, counted through all loops.
        player: start number.
        pairing: number of the match in its round, None if blank.
        board: from 1, None if blank.
        is_home: whether the player's team is the first-named; None if blank.
        result: CLM's number of the result (0 to 13), maybe in the home player's view;
            None if blank.
        is_forfeited: whether the game was not played.
        points_x10: what the player got, tenths, None if blank.
        line: line number from 1.
        column: of the block, from 1.
    """

    round: int
    player: int
    pairing: int | None
    board: int | None
    is_home: bool | None
    result: int | None
    is_forfeited: bool
    points_x10: int | None
    line: int
    column: int


class TeamRounds(NamedTuple):
    """Everything the XCD records say.

    Attributes:
        clubs: one per record.
        rounds: in the order of the file.
        findings: what could not be read.
    """

    clubs: tuple[ClubTeam, ...]
    rounds: tuple[TeamRound, ...]
    findings: list[Finding]


class PlayerRounds(NamedTuple):
    """Everything the XCZ records say of rounds.

    Attributes:
        rounds: in the order of the file.
        findings: what could not be read.
    """

    rounds: tuple[PlayerRound, ...]
    findings: list[Finding]


class _Block(NamedTuple):
    """One block that is not blank: what its fields hold, and where it stands."""

    number: int
    round: int
    line: int
    column: int
    values: dict[str, str]

    def whole(self, name: str) -> int | None:
        return to_int(self.values.get(name, ""))

    def tenths(self, name: str) -> int | None:
        return points_x10(self.values.get(name, ""))

    def flag(self, name: str) -> bool | None:
        value = self.values.get(name, "").strip()
        return value == "1" if value else None


def read_team_rounds(
    records: Records, *, rounds: int, loops: int | None = None
) -> TeamRounds:
    """Return what XCD says of teams.

    Args:
        records: the file.
        rounds: rounds of one loop.
        loops: loops that XCM states, None if it states none.
    """
    findings: list[Finding] = []
    clubs = tuple(_club_teams(records, findings))
    blocks = _blocks(records, TEAM_ROUNDS, (rounds, loops), findings)
    return TeamRounds(clubs, tuple(map(_team_round, blocks)), findings)


def read_player_rounds(
    records: Records, *, rounds: int, loops: int | None = None
) -> PlayerRounds:
    """Return what XCZ says of the games of players.

    Args:
        records: the file.
        rounds: rounds of one loop.
        loops: loops that XCM states, None if it states none.
    """
    findings: list[Finding] = []
    blocks = _blocks(records, PLAYER_ROUNDS, (rounds, loops), findings)
    return PlayerRounds(tuple(map(_player_round, blocks)), findings)


def _team_round(found: _Block) -> TeamRound:
    return TeamRound(
        round=found.round,
        team=found.number,
        opponent=found.whole("opponent") or None,
        pairing=found.whole("pairing"),
        is_home=found.flag("is_home"),
        result=found.whole("result"),
        is_forfeited=bool(found.flag("is_forfeited")),
        match_points_x10=found.tenths("match_points"),
        board_points_x10=found.tenths("board_points"),
        line=found.line,
        column=found.column,
    )


def _player_round(found: _Block) -> PlayerRound:
    return PlayerRound(
        round=found.round,
        player=found.number,
        pairing=found.whole("pairing"),
        board=found.whole("board"),
        is_home=found.flag("is_home"),
        result=found.whole("result"),
        is_forfeited=bool(found.flag("is_forfeited")),
        points_x10=found.tenths("points"),
        line=found.line,
        column=found.column,
    )


def _club_teams(records: Records, findings: list[Finding]) -> Iterator[ClubTeam]:
    """Yield the heads of XCD, also of lines with single blanks between the values."""
    for line in records[_TEAM.record]:
        text = records.text(line)
        cells = [text[field.slice].strip() for field in _TEAM.fields]
        if not fits(text, _TEAM.fields, {"vkz": re.compile(r"[0-9A-Za-z ]{5}")}):
            found = _FREE_TEAM.match(text)
            cells = [cell or "" for cell in found.groups()] if found else ["", "", ""]
        team, vkz = positive(cells[0]), cells[1]
        if team is None:
            findings.append(_unreadable_head(line, text))
        else:
            yield ClubTeam(team, vkz, positive(cells[2]), line)


def _blocks(
    records: Records,
    layouts: Sequence[Layout],
    size: tuple[int, int | None],
    findings: list[Finding],
) -> Iterator[_Block]:
    """Yield the blocks of all records in the form that fits best."""
    lines = [
        (line, text)
        for line in records[layouts[0].record]
        if _has_blocks(text := records.text(line), layouts)
    ]
    if not lines:
        return
    layout = max(
        layouts, key=lambda each: sum(_fitting(text, each) for _, text in lines)
    )
    for line, text in lines:
        yield from _of_line(line, text, layout, size, findings)


def _has_blocks(text: str, layouts: Sequence[Layout]) -> bool:
    return bool(text[min(each.repeat[0].first for each in layouts) - 1 :].strip())


def _fitting(text: str, layout: Layout) -> int:
    """Return how many blocks of a line fit a layout, less those that do not."""
    count = 0
    for index in range(min(block_count(text, layout), _MOST_BLOCKS)):
        fields = block(layout, index)
        if text[fields[0].first - 1 : fields[-1].last].strip():
            count += 1 if fits(text, fields, _SHAPES) else -1
    return count


def _of_line(
    line: int,
    text: str,
    layout: Layout,
    size: tuple[int, int | None],
    findings: list[Finding],
) -> Iterator[_Block]:
    number = positive(text[layout.slice("number")])
    if number is None:  # 0 is a second entry of a player; a team was named already
        return
    rounds, loops = size
    last = min(rounds * (loops or 1), _MOST_BLOCKS)
    beyond = 0
    for index in range(min(block_count(text, layout), _MOST_BLOCKS)):
        fields = block(layout, index)
        column = fields[0].first
        if not text[column - 1 : fields[-1].last].strip():
            continue
        if index >= last:
            beyond = beyond or column
        elif not fits(text, fields, _SHAPES):
            findings.append(_unreadable(line, index + 1, column, text, layout))
        else:
            values = {field.name: text[field.slice] for field in fields}
            yield _Block(number, index + 1, line, column, values)
    if beyond:
        findings.append(_beyond(line, last, beyond, loops))


def _unreadable_head(line: int, text: str) -> Finding:
    return Finding(
        code="clm.team_line",
        severity=Severity.WARNING,
        text=Text(
            en="An XCD line begins with a team number in columns 5 to 7, like "
            "“XCD   2 G0222  3”. This one was left out.",
            de="Eine XCD-Zeile beginnt mit einer Mannschaftsnummer in den Spalten 5 "
            "bis 7, etwa „XCD   2 G0222  3“. Diese wurde ausgelassen.",
        ),
        line=line,
        column=5,
        value=text[4:16].strip(),
    )


def _unreadable(
    line: int, number: int, column: int, text: str, layout: Layout
) -> Finding:
    value = text[column - 1 : column - 1 + layout.stride].strip()
    return Finding(
        code="clm.round_block",
        severity=Severity.WARNING,
        text=Text(
            en=f"The entry for round {number} in this {layout.record} line does not "
            "stand in the columns of the CLM wiki and was left out.",
            de=f"Die Angaben zu Runde {number} in dieser {layout.record}-Zeile stehen "
            "nicht in den Spalten des CLM-Wikis und wurden ausgelassen.",
        ),
        line=line,
        column=column,
        value=value[:40],
    )


def _beyond(line: int, last: int, column: int, loops: int | None) -> Finding:
    advice = (
        Text("", "")
        if loops
        else Text(
            " Record XCM has to say how many loops there are.",
            " Der Satz XCM muss sagen, wie viele Durchgänge es gibt.",
        )
    )
    return Finding(
        code="clm.round_block_beyond",
        severity=Severity.WARNING,
        text=Text(
            en=f"Entries behind round {last} were left out: the tournament has no "
            f"further rounds.{advice.en}",
            de=f"Angaben hinter Runde {last} wurden ausgelassen: weitere Runden hat "
            f"das Turnier nicht.{advice.de}",
        ),
        line=line,
        column=column,
    )
