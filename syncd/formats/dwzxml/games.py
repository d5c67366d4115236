"""The games of a file as columns, with the days on which they were played.

A player's first game of a round goes into the columns, further ones are kept beside
them. A number that nobody has is a dummy that stood for a bye. CLM writes `-` for both
players of an open game, so in its files that is a game not yet played, and 0 for both
is a result.

Source: CLM's exporter db_dsb_xml_export.php; spec of DSB_DWZ_TournamentReport 2.5.1.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text, counted_as
from syncd.errors import InconsistentError
from syncd.formats.dwzxml.lenient import note, read_day, read_number, read_points
from syncd.formats.few_findings import Findings
from syncd.model import results
from syncd.model.findings import Finding, Severity
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE, Cells, Game, Pairings
from syncd.model.tournament import GameDate

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.people import People

MOST_ROUNDS: Final = 999
"""Source: DSB_DWZ_TournamentReport 2.5.1, schema, element rounds."""

MOST_CELLS: Final = 1_000_000
"""Players times rounds; the largest opens have some 10,000."""

_SIDES: Final = ("tournamentPlayerNumberWhite", "tournamentPlayerNumberBlack")
_NOBODY: Final = ("noneWhitePlayer", "noneBlackPlayer")
_POINTS: Final = ("pointWhite", "pointBlack")
_ZEROS: Final = (results.LOSS, results.LOSS)
_BYES: Final = {
    results.FORFEIT_WIN: results.PAIRING_BYE, results.WIN: results.PAIRING_BYE,
    results.DRAW: results.HALF_BYE,
}  # fmt: skip
"""Code against nobody -> bye; everything else is an absence."""


class Played(NamedTuple):
    """One game of the file, or one bye.

    Attributes:
        round: from 1.
        white: entrant id, None where there was nobody.
        black: likewise.
        codes: result codes of White and Black.
        day: None if unknown.
        numbers: player numbers as the file has them.
    """

    round: int
    white: int | None
    black: int | None
    codes: tuple[str, str]
    day: dt.date | None
    numbers: tuple[int | None, int | None]


@dataclass(slots=True)
class Games:
    """All games.

    Attributes:
        games: in the order of the file, each once.
        notes: what was noticed.
    """

    games: list[Played] = field(default_factory=list)
    notes: Findings = field(default_factory=Findings)


def read_games(
    sections: Iterable[Section], people: People, *, is_clm: bool, is_team: bool
) -> Games:
    """Return the games of the file.

    Args:
        sections: the games as they stand there.
        people: the persons by their numbers.
        is_clm: whether CLM wrote the file.
        is_team: whether teams play; then two players meet once in a round.
    """
    read = Games()
    seen: dict[tuple[object, ...], tuple[int | None, int | None]] = {}
    open_games: list[Section] = []
    zeros: list[Section] = []
    for section in sections:
        game = _game(section, people, read.notes)
        if game is None:
            continue
        before = seen.setdefault(game[:5], game.numbers)
        if before is not game.numbers and (is_team or before != game.numbers):
            _say_twice(section, read.notes)
            continue
        if is_clm and game.white and game.black and set(game.codes) == {"-"}:
            open_games.append(section)
            game = game._replace(codes=(results.NOT_YET, results.NOT_YET))
        read.games.append(game)
        if game.white and game.black and game.codes == _ZEROS:
            zeros.append(section)
    if open_games:
        read.notes.append(_maybe_open(open_games))
    if zeros:
        read.notes.append(_really_zero(zeros))
    return read


def _say_twice(section: Section, notes: Findings) -> None:
    words = Text(
        "the same game is listed before; it counts once. CLM lists the games of a "
        "player twice who is in the rosters of two teams.",
        "dieselbe Partie steht schon weiter oben; sie zählt einmal. CLM listet die "
        "Partien doppelt, wenn jemand in zwei Mannschaften gemeldet ist.",
    )
    note(notes, "xml.game_twice", Severity.WARNING, section, "", words)


def _game(section: Section, people: People, notes: Findings) -> Played | None:
    number = read_number(section, "round", MOST_ROUNDS, notes)
    codes = [read_points(section, name, notes) for name in _POINTS]
    numbers = [_player_number(section, name, notes) for name in _SIDES]
    doubtful = people.doubtful & {one for one in numbers if one}
    sides = [people.numbers.get(one) if one else None for one in numbers]
    if all(section.has(name) for name in _NOBODY) and numbers == [None, None]:
        _empty(section, notes)
        return None
    # Twice the same player, or twice somebody unknown, is no game.
    if number is None or doubtful or sides[0] == sides[1]:
        _lost(section, notes)
        return None
    for name, one, side in zip(_SIDES, numbers, sides, strict=True):
        if one is not None and side is None:
            _unknown(section, name, one, notes)
    white, black = (code or results.NOT_YET for code in codes)
    return Played(
        number, sides[0], sides[1], (white, black), read_day(section, "date", notes),
        (numbers[0], numbers[1]),
    )  # fmt: skip


def _player_number(section: Section, name: str, notes: Findings) -> int | None:
    return read_number(section, name, 10**9, notes)


def _lost(section: Section, notes: Findings) -> None:
    words = Text(
        "round or players cannot be told, so the game was left out. Export the file "
        "again.",
        "Runde oder Spieler sind nicht zu erkennen; die Partie entfällt. Bitte die "
        "Datei neu exportieren.",
    )
    note(notes, "xml.lost_game", Severity.ERROR, section, "", words)


def _empty(section: Section, notes: Findings) -> None:
    """Note a board at which nobody sat. Source: rule G33, which allows it."""
    words = Text(
        "nobody sat on either side. That is allowed and says nothing, so it was left "
        "out.",
        "auf beiden Seiten saß niemand. Das ist zulässig und sagt nichts aus; der "
        "Eintrag entfällt.",
    )
    note(notes, "xml.empty_game", Severity.INFO, section, "", words)


def _unknown(section: Section, name: str, number: int, notes: Findings) -> None:
    words = Text(
        f"there is no player {number}; CLM pairs with such a number who has a bye. It "
        "was read as a bye.",
        f"einen Spieler {number} gibt es nicht; so paart CLM, wer spielfrei ist. Es "
        "wurde als Freilos gelesen.",
    )
    note(notes, "xml.unknown_player", Severity.INFO, section, name, words)


_GAMES: Final = Text("game has", "Partie hat"), Text("games have", "Partien haben")


def _maybe_open(sections: list[Section]) -> Finding:
    first, count = sections[0], counted_as(len(sections), *_GAMES)
    text = Text(
        f"{count.en} - on both sides (first here). CLM writes so both open games and "
        "those that nobody came to: read as open. The TRF export of the same "
        "tournament tells which.",
        f"{count.de} auf beiden Seiten - (zuerst hier). So schreibt CLM offene Partien "
        "wie auch solche, zu denen niemand antrat: als offen gelesen. Der TRF-Export "
        "desselben Turniers sagt es genau.",
    )
    return Finding(
        "xml.open_games", Severity.WARNING, text, first.place_line(), path=first.path
    )


def _really_zero(sections: list[Section]) -> Finding:
    first, count = sections[0], counted_as(len(sections), *_GAMES)
    text = Text(
        f"{count.en} 0 on both sides (first here). An open game would have - there, "
        "so this counts as played and lost by both.",
        f"{count.de} auf beiden Seiten 0 (zuerst hier). Eine offene Partie hätte dort "
        "-, also zählt das als gespielt und von beiden verloren.",
    )
    return Finding(
        "xml.zero_zero", Severity.INFO, text, first.place_line(), path=first.path
    )


def played_zeros(games: Iterable[Played]) -> tuple[tuple[int, int, int], ...]:
    """Return the games that both players lost: round, White, Black."""
    return tuple(
        (game.round, game.white, game.black)
        for game in games
        if game.white and game.black and game.codes == _ZEROS
    )


def to_pairings(games: Iterable[Played], ids: Iterable[int], rounds: int) -> Pairings:
    """Return the games as columns.

    Args:
        games: all of them; rounds up to `rounds`.
        ids: every entrant.
        rounds: number of columns.

    Raises:
        InconsistentError: no tournament has so many players and rounds.
    """
    ids = list(ids)
    if len(ids) * rounds > MOST_CELLS:
        raise InconsistentError(
            Text(
                f"{len(ids)} players and {rounds} rounds: no tournament is that large.",
                f"{len(ids)} Personen und {rounds} Runden: so groß ist kein Turnier.",
            )
        )
    cells: dict[tuple[int, int], tuple[int, str, str]] = {}
    extra: list[Game] = []
    for game in games:
        _place(game, cells, extra)
    return Pairings(
        rounds, {one: _row(one, cells, rounds) for one in ids}, tuple(extra)
    )


def _place(
    game: Played,
    cells: dict[tuple[int, int], tuple[int, str, str]],
    extra: list[Game],
) -> None:
    """Put a game into the cells of its round, or beside them."""
    number, white, black, codes = game.round, game.white, game.black, game.codes
    if white is None or black is None:
        player = white or black or 0
        code = codes[0] if white else codes[1]
        bye = 0, NO_COLOUR, _BYES.get(code, results.ZERO_BYE)
        cells.setdefault((player, number), bye)
    elif (white, number) in cells or (black, number) in cells:
        extra.append(Game(number, white, black, *codes))
    else:
        cells[white, number] = black, WHITE, codes[0]
        cells[black, number] = white, BLACK, codes[1]


def _row(
    player: int, cells: dict[tuple[int, int], tuple[int, str, str]], rounds: int
) -> Cells:
    blank = 0, NO_COLOUR, results.BLANK
    row = [cells.get((player, number), blank) for number in range(1, rounds + 1)]
    return Cells(
        tuple(cell[0] for cell in row),
        "".join(cell[1] for cell in row),
        "".join(cell[2] for cell in row),
    )


def round_days(games: Iterable[Played], rounds: int) -> tuple[dt.date | None, ...]:
    """Return the day of most games for each round, the earlier one of equals."""
    days: dict[int, Counter[dt.date]] = {}
    for game in games:
        if game.day is not None:
            days.setdefault(game.round, Counter())[game.day] += 1
    return tuple(_usual(days.get(number)) for number in range(1, rounds + 1))


def _usual(days: Counter[dt.date] | None) -> dt.date | None:
    if days is None:
        return None
    most = max(days.values())
    return min(day for day, count in days.items() if count == most)


def other_days(
    games: Iterable[Played], usual: tuple[dt.date | None, ...]
) -> tuple[GameDate, ...]:
    """Return the games that were played on another day than their round."""
    return tuple(
        GameDate(game.round, game.white, game.black, game.day)
        for game in games
        if game.white and game.black and game.day
        if game.day != usual[game.round - 1]
    )
