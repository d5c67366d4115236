"""TRF and XML of one CLM tournament together, against what the database held.

Run with `-s` to see one line per tournament.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.trf import decode, to_tournament
from syncd.model.findings import Severity
from syncd.sync.join import join, unanswered
from syncd.sync.kinship import is_same

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Tournament

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
PAIRS = [
    (trf, xml)
    for trf in sorted(CLM.glob("[ET]??_*.trf"))
    for xml in sorted(CLM.glob(f"{trf.name[:3]}_dsb25*.xml"))
]
"""Every form that any generation of the exporter wrote, with the XML."""

LETTERS = {
    0: "01", 1: "10", 2: "==", 3: "00", 4: "-+", 5: "+-", 6: "--", 7: "--",
    9: "0=", 10: "=0", None: "00",
}  # fmt: skip
"""`ergebnis` of the first-named player -> his letter and the other's."""

Truth = tuple[int, str, str, str]
"""Round, both players, letters, White first."""


def test_matches_of_all_loops_are_there() -> None:
    trf = to_tournament(decode((CLM / "T01_clm.trf").read_bytes())).tournament
    xml = read_xml((CLM / "T01_dsb25.xml").read_bytes()).tournament
    joined = join(trf, xml).tournament
    assert trf.matches == ()
    rounds = {match.round for match in joined.matches}
    assert rounds == {game.round for game in joined.pairings.games()}
    assert max(rounds) == joined.rounds * joined.loops
    assert not any(match.is_home_known for match in joined.matches)


def known_games(name: str) -> Iterator[Truth]:
    """Yield every pairing of two real players in the database."""
    text = (CLM / "truth" / f"{name}.json").read_text(encoding="utf-8")
    truth: dict[str, Any] = json.loads(text)
    if name.startswith("E"):
        length = truth["tournament"]["runden"]
        for game in truth["pairings"]:
            sides = str(game["white"]), str(game["black"])
            if all(side in truth["players"] for side in sides):
                number = game["round"] + (game["dg"] - 1) * length
                yield number, *sides, LETTERS[game["ergebnis_white_row"]]
        return
    for game in truth["games"]:
        sides = game["home_player"], game["guest_player"]
        letters = LETTERS[game["ergebnis_home_view"]]
        if not game["home_is_white"]:
            sides, letters = sides[::-1], letters[::-1]
        number = game["round"] + (game["dg"] - 1) * truth["league"]["runden"]
        if all(sides) and "0-0" not in sides:
            yield number, *sides, letters


def name_of(t: Tournament, player: int) -> str:
    """Return a player as the truth names him."""
    if not t.is_team:
        return str(player)
    entrant = t.entrant(player)
    return f"{entrant.vkz}-{entrant.member_number}"


def games_of(t: Tournament) -> list[Truth]:
    return [
        (
            game.round,
            name_of(t, game.white),
            name_of(t, game.black),
            (game.white_result + game.black_result).replace("**", "00"),
        )
        for game in t.pairings.games()
        if game.is_mutual
    ]


@pytest.mark.parametrize(
    ("trf", "xml"), PAIRS, ids=[f"{a.name}+{b.name}" for a, b in PAIRS]
)
def test_joined_games_are_the_true_ones(trf: Path, xml: Path) -> None:
    truth = sorted(known_games(trf.name[:3]))
    mine = to_tournament(decode(trf.read_bytes()))
    yours = read_xml(xml.read_bytes())
    joined = join(mine.tournament, yours.tournament)
    found = sorted(games_of(joined.tournament))
    in_files = [len(set(games_of(r.tournament)) & set(truth)) for r in (mine, yours)]
    left = unanswered([*mine.findings, *yours.findings, *joined.findings], joined)
    sys.stdout.write(
        f"\n{trf.name:21} {xml.name:24} truth {len(truth):3}  TRF {in_files[0]:3}  XML "
        f"{in_files[1]:3}  joined {len(set(found) & set(truth)):3}"
    )
    assert found == truth
    assert [f.code for f in left if f.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("trf", "xml"), PAIRS, ids=[f"{a.name}+{b.name}" for a, b in PAIRS]
)
def test_joining_once_more_changes_nothing(trf: Path, xml: Path) -> None:
    yours = read_xml(xml.read_bytes()).tournament
    once = join(to_tournament(decode(trf.read_bytes())).tournament, yours)
    again = join(once.tournament, yours)
    assert again.tournament == once.tournament
    assert {item.code for item in again.findings} <= {"join.zero_zero"}
    assert once.agreed == once.tournament


def test_every_person_has_what_the_federation_knows() -> None:
    for trf, xml in PAIRS:
        yours = read_xml(xml.read_bytes()).tournament
        mine = to_tournament(decode(trf.read_bytes())).tournament
        joined = join(mine, yours).tournament
        assert [e.id for e in joined.entrants] == [e.id for e in mine.entrants]
        known = {e.dsb_id for e in yours.entrants if e.dsb_id}
        assert known == {e.dsb_id for e in joined.entrants if e.dsb_id}
        assert {e.birth_date for e in yours.entrants} <= {
            e.birth_date for e in joined.entrants
        } | {None}
        assert not any("?" in e.surname for e in joined.entrants if e.dsb_id)


def test_exports_of_different_tournaments_are_refused() -> None:
    read = {
        trf.name[:3]: to_tournament(decode(trf.read_bytes())).tournament
        for trf, _ in PAIRS
    }
    for trf, xml in PAIRS:
        yours = read_xml(xml.read_bytes()).tournament
        for name, mine in read.items():
            assert is_same(mine, yours) == (name == trf.name[:3])


def test_days_of_both_loops() -> None:
    mine = to_tournament(decode((CLM / "E05_clm.trf").read_bytes())).tournament
    yours = read_xml((CLM / "E05_dsb25.xml").read_bytes()).tournament
    joined = join(mine, yours).tournament
    truth = json.loads((CLM / "truth" / "E05.json").read_text(encoding="utf-8"))
    days = {(one["dg"], one["nr"]): one["date"] for one in truth["rounds"]}
    assert [str(day) for day in joined.round_dates] == [days[k] for k in sorted(days)]
    assert joined.game_dates == ()
    assert (joined.rounds, joined.loops) == (5, 2)
