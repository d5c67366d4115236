from __future__ import annotations

import pytest

from syncd.bilingual import Text
from syncd.cli.findings_table import print_findings, shortened, tally
from syncd.cli.output import Output
from syncd.cli.shapes import place_of
from syncd.model.findings import Finding, Severity


def finding(code: str, severity: Severity, line: int = 0) -> Finding:
    return Finding(code, severity, Text(f"{code} {line}", f"{code}/{line}"), line=line)


FINDINGS = [
    finding("b", Severity.INFO),
    finding("a", Severity.WARNING, 1),
    finding("z", Severity.ERROR),
    *(finding("many", Severity.WARNING, line) for line in range(5, 9)),
    finding("a", Severity.WARNING, 2),
    finding("many", Severity.ERROR, 9),
]


def test_the_worst_comes_first_and_many_of_a_kind_are_one() -> None:
    assert [text.en for _, text in shortened(FINDINGS)] == [
        "z 0",
        "many 9",
        "a 1",
        "a 2",
        "many 5 (and 3 more of this kind)",
        "b 0",
    ]
    assert shortened(FINDINGS)[4][1].de == "many/5 (und 3 weitere dieser Art)"


def test_codes_that_each_say_their_own_are_shown_in_full() -> None:
    shown = [text.en for _, text in shortened(FINDINGS, {"many"})]
    assert shown == [
        "z 0", "many 9", "a 1", "a 2", "many 5", "many 6", "many 7", "many 8", "b 0",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("severity", "most"),
    [(Severity.INFO, 3), (Severity.WARNING, 3), (Severity.ERROR, 20)],
)
def test_so_many_of_a_kind_are_all_shown(severity: Severity, most: int) -> None:
    alike = [finding("a", severity, line) for line in range(most + 1)]
    assert [(item, item.text) for item in alike[:most]] == shortened(alike[:most])
    assert len(shortened(alike)) == 1


def test_german_tables_say_german_weights(capsys: pytest.CaptureFixture[str]) -> None:
    print_findings(Output("de"), FINDINGS)
    out = capsys.readouterr().out
    assert all(word in out for word in ("Fehler", "Warnung", "Hinweis", "Zeile 1"))
    assert "warning" not in out


def test_no_findings_print_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    print_findings(Output("en"), [])
    assert capsys.readouterr().out == ""


def test_weights_are_counted() -> None:
    assert tally(FINDINGS) == Text(
        "Errors: 2, warnings: 6, notes: 1.", "Fehler: 2, Warnungen: 6, Hinweise: 1."
    )


@pytest.mark.parametrize(
    ("line", "column", "path", "expected"),
    [
        (0, 0, "", Text("", "")),
        (3, 0, "", Text("line 3", "Zeile 3")),
        (3, 7, "", Text("line 3, column 7", "Zeile 3, Spalte 7")),
        (3, 7, "players/player[1]", Text("players/player[1]", "players/player[1]")),
    ],
)
def test_a_place_is_a_path_or_a_line(
    line: int, column: int, path: str, expected: Text
) -> None:
    found = Finding(
        "a", Severity.INFO, Text("", ""), line=line, column=column, path=path
    )
    assert expected == place_of(found)
