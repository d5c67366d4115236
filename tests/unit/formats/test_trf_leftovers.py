"""What a conversion leaves behind: told always, a loss only where it is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from trf_lines import player

from syncd.formats.trf import decode, left_behind, to_tournament

if TYPE_CHECKING:
    from syncd.model.findings import Finding


def left(*lines: str) -> tuple[Finding, ...]:
    decoded = decode("\n".join(["012 Open", player(1), player(2), *lines]).encode())
    return left_behind(decoded, to_tournament(decoded).tournament)


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["### a comment", "### another"], "convert.comment"),
        (["DDD SSSS sTTT"], "convert.comment"),
        (["# text"], "convert.comment"),
        (["XCE    1 a@b.de"], "convert.contact"),
        (["XCS    1 +49 1"], "convert.contact"),
        (["XCP    1 +49 1"], "convert.contact"),
        (["801  1 IND 15.0"], "convert.derived"),
        (["802   1 IND"], "convert.derived"),
        (["XYZ something"], "convert.lost"),
        (["DAT    1 EMAIL a@b.de"], "convert.lost"),
        (["XCD   1 66211  1"], "convert.lost"),
        (["XCA 3"], "convert.lost"),
        (["XCM  1  1  7  8 12"], "convert.lost"),
        (["XCZ    1 66211- 187" + " " * 60 + "1"], "convert.lost"),
    ],
)
def test_one_finding_per_kind_of_record(lines: list[str], code: str) -> None:
    (finding,) = left(*lines)
    assert (finding.code, finding.line) == (code, 4)
    assert finding.severity == ("warning" if code == "convert.lost" else "info")
    if len(lines) > 1:
        assert f"× {len(lines)}" in finding.text.en
    assert "a@b.de" not in f"{finding.text}{finding.value}"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "###",
        "142 5",
        "XCP key=value",
        "XCM 1",
        "XCM  1  2  7",
        "XCZ    1 66211- 187",
        "FRA    1" + " " * 40 + "2000",
        "### Warnung! Vermutlich fehlen Ergebnisse",
    ],
)
def test_what_the_model_holds_is_not_left_behind(line: str) -> None:
    assert left(line) == ()


def test_accelerated_rounds_of_clm_are_known_from_the_points() -> None:
    assert left("XXA    1  1.0  1.0", "XCA 2", "XCG 2") == ()
