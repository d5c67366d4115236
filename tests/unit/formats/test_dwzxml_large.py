"""Long lists full of errors: each place is found, and nothing grows too large."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from dwzxml_samples import TEXT
from lxml import etree

from syncd.errors import FormatError
from syncd.formats.dwzxml.elements import NAMESPACE
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.dwzxml.validation import PIECE, violations
from syncd.formats.few_findings import MOST
from syncd.model.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = TEXT[TEXT.index("<game>") : TEXT.index("</game>") + len("</game>")]
BAD_DAY = GAME.replace("2026-09-12", "12.09.2026")
OPENING = f'<?xml version="1.0"?><DSB_DWZ_TournamentReport xmlns="{NAMESPACE}">'
CLOSING = "</DSB_DWZ_TournamentReport>"
READERS: list[Callable[[bytes], object]] = [read_xml, check_report]
DENSE = {
    "empty players": f"{OPENING}<players>{'<player/>' * 30_000}</players>{CLOSING}",
    "few empty players": f"{OPENING}<players>{'<player/>' * 4_000}</players>{CLOSING}",
    "empty games": f"{OPENING}<games>{'<game/>' * 30_000}</games>{CLOSING}",
    "both": f"{OPENING}<players>{'<player/>' * 2_000}</players>"
    f"<games>{'<game/>' * 2_000}</games>{CLOSING}",
    "many lists": OPENING + f"<players>{'<player/>' * 1_000}</players>" * 30 + CLOSING,
    "strangers": f"{OPENING}<players>{'<a/>' * 10_000}</players>{CLOSING}",
    "bad games": f"{OPENING}<games>{BAD_DAY * 1_500}</games>{CLOSING}",
    "DeWIS": f"<dewis><players>{'<player/>' * 4_000}</players></dewis>",
    "DeWIS games": f"<dewis><games>{'<game/>' * 30_000}</games></dewis>",
}


def with_games(*games: str) -> bytes:
    assert GAME in TEXT
    return TEXT.replace(GAME, "".join(games)).encode()


@pytest.mark.parametrize("read", READERS, ids=["read_xml", "check_report"])
@pytest.mark.parametrize("name", DENSE)
def test_memory_stays_below_ten_times_the_file(
    name: str, read: Callable[[bytes], object]
) -> None:
    data = DENSE[name].encode()
    tracemalloc.start()
    try:
        read(data)
    except FormatError as refused:
        assert refused.text.de  # noqa: PT017 - refusing is one of two right answers
    finally:
        _, peak_bytes = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak_bytes < 10 * len(data) + 8 * 2**20


@pytest.mark.parametrize("position", [1, PIECE, PIECE + 1, 3 * PIECE + 1])
def test_an_error_is_found_in_any_piece_of_a_list(position: int) -> None:
    games = [GAME] * (3 * PIECE + 2)
    games[position - 1] = BAD_DAY
    data = with_games(*games)
    errors = [found for found in check_report(data) if found.code == "G05"]
    assert [found.path for found in errors] == [f"games/game[{position}]/date"]
    assert data.splitlines()[errors[0].line - 1].count(b"12.09.2026") == 1


def test_validating_in_pieces_leaves_the_document_as_it_was() -> None:
    root = etree.fromstring(with_games(*[GAME, BAD_DAY] * (2 * PIECE)))
    before = etree.tostring(root)
    found = violations(root)
    assert etree.tostring(root) == before
    assert len(found) == 2 * PIECE


def test_an_unknown_element_in_a_long_list_is_found() -> None:
    data = with_games(*[GAME] * (3 * PIECE), "<spiel/>")
    assert "games/spiel" in {found.path for found in check_report(data)}


def test_only_the_first_errors_of_a_kind_are_told() -> None:
    data = with_games(*[BAD_DAY] * 3_000)
    counts = Counter((found.code, found.severity) for found in check_report(data))
    assert counts["G05", Severity.ERROR] == MOST + 1
    assert max(counts.values()) == MOST + 1
    told = Counter(found.code for found in read_xml(data).findings)
    assert max(told.values()) == MOST + 1
