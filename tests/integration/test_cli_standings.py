"""`syncd standings`: tables, JSON to the letter, pages, values with known answers."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import run_json, run_line
from lxml import html

TESTS = Path(__file__).resolve().parents[1]
CLM = TESTS / "data" / "clm"
KNOWN = TESTS / "data" / "tiebreaks"
SHARED = TESTS.parents[1] / "shared" / "cases"
EXPORT = CLM / "E02_clm.trf"
ROUND_ROBIN = CLM / "E05_clm.trf"
EXACT = 0.0051


def test_the_document_is_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("standings", EXPORT, "--tiebreaks", "PTS, bhc1 de,foo", "--round", 3)
    code, found = run_json(capsys, *line)
    assert code == 0
    assert list(found) == ["round", "tiebreaks", "players", "teams", "dropped"]
    assert (found["round"], found["teams"]) == (3, {})
    assert found["tiebreaks"] == ["PTS", "bhc1", "de"]
    assert [each["code"] for each in found["dropped"]] == ["foo"]
    assert len(found["players"]) == 16
    ranks = [each["rank"] for each in found["players"].values()]
    assert ranks == sorted(ranks)
    assert all(len(each["values"]) == 3 for each in found["players"].values())
    values = [value for each in found["players"].values() for value in each["values"]]
    assert {type(value) for value in values} <= {int, float, type(None)}


def test_several_files_make_an_array(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, found = run_json(capsys, "standings", EXPORT, ROUND_ROBIN)
    assert (code, [each["round"] for each in found]) == (0, [7, 5])
    code, found = run_json(capsys, "standings", EXPORT, tmp_path / "none.trf")
    assert (code, found[0]["round"], list(found[1])) == (1, 7, ["error"])
    code, out, err = run_line(capsys, "standings", tmp_path / "none.trf", EXPORT)
    assert (code, "Lehmann" in out, "none.trf" in err) == (1, True, True)


@pytest.mark.parametrize("content", [b"", b"001 broken", b"<html>login</html>"])
def test_what_cannot_be_read_is_exit_code_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "odd.trf"
    file.write_bytes(content)
    code, found = run_json(capsys, "standings", file)
    assert code == 1
    assert str(file) in found["error"][0]


@pytest.mark.parametrize(
    "name", ["bug_310_win_std", "bug_de_partial_group", "syn_rr_8", "bug_pab_dummy_cap"]
)
def test_known_values(capsys: pytest.CaptureFixture[str], name: str) -> None:
    stated = json.loads((KNOWN / f"{name}.expected.json").read_text())
    asked = [code for code in stated["tiebreaks"] if code != "VUR" and "/U" not in code]
    at = [stated["tiebreaks"].index(code) for code in asked]
    file = KNOWN / f"{name}.trf"
    _, found = run_json(capsys, "standings", file, "--tiebreaks", ",".join(asked))
    assert (found["tiebreaks"], found["dropped"]) == (asked, [])
    assert set(found["players"]) == set(stated["players"])
    for number, one in found["players"].items():
        values = [stated["players"][number]["values"][place] for place in at]
        assert one["values"] == pytest.approx(values, abs=EXACT)
    order = ",".join(stated["rank_by"])
    _, found = run_json(capsys, "standings", file, "--tiebreaks", order)
    ranks = {number: one["rank"] for number, one in found["players"].items()}
    assert ranks == {number: one["rank"] for number, one in stated["players"].items()}


def files_of_others() -> list[Path]:
    folders = ("trf", "tiebreaks")
    return sorted(
        path
        for folder in folders
        for path in (SHARED / folder).glob("*")
        if path.suffix in {".trf", ".tab"}
    )


def test_every_file_of_others_ends_in_a_ranking_or_a_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = files_of_others()
    if not files:
        pytest.skip("the tournaments of others beside the project are not here")
    _, found = run_json(capsys, "standings", *files)
    assert len(found) == len(files)
    for path, one in zip(files, found, strict=True):
        assert "error" in one or is_ranked(one), path.name
        assert one.get("error") != [""], path.name


def is_ranked(found: dict[str, Any]) -> bool:
    """Return whether everybody has a rank and one number per tie-break."""
    people = [*found["players"].values(), *found["teams"].values()]
    return bool(people) and all(
        one["rank"] >= 1 and len(one["values"]) == len(found["tiebreaks"])
        for one in people
    )


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run_line(capsys, "standings", EXPORT, "--lang", "de")
    assert code == 0
    assert "Endstand nach Runde 7" in out
    assert "│    9= │   8 │ Roth, Finn " in out
    assert "24,5" in out
    assert "Weggelassen XCF 12" in out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("--preset", "classic-swiss"), "Left out BH: In a round robin"),
        (("--preset", "none", "--ties", "rating"), "│     2 │   1 │"),
        (("--category", "<2000"), "Category <2000."),
        (("--tiebreaks", "ARO", "--unrated", "lowest"), "count with the lowest rating"),
    ],
)
def test_what_can_be_chosen(
    capsys: pytest.CaptureFixture[str], line: tuple[str, ...], said: str
) -> None:
    code, out, _ = run_line(capsys, "standings", ROUND_ROBIN, *line)
    assert (code, said in out) == (0, True), out


def test_a_value_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("standings", EXPORT, "--tiebreaks", "BH/C1", "--explain", "--number", 6)
    code, found = run_json(capsys, *line)
    assert (code, list(found["explain"])) == (0, ["6"])
    (one,) = found["explain"]["6"]
    kept = sum(step["value"] for step in one["steps"] if not step["cut"])
    assert kept == one["value"] == found["players"]["6"]["values"][0]
    _, out, _ = run_line(capsys, *line)
    assert "Lehmann, Julia: BH/C1 = 22" in out
    assert "left out" in out
    _, everybody = run_json(capsys, "standings", EXPORT, "--explain")
    assert set(everybody["explain"]) == set(everybody["players"])


def test_a_page_to_be_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    hostile = EXPORT.read_bytes().replace(b"Lehmann,Julia", b"<b>Leh</b>,Jul")
    assert hostile != EXPORT.read_bytes()
    file, out = tmp_path / "x.trf", tmp_path / "x.html"
    file.write_bytes(hostile)
    code, said, _ = run_line(
        capsys, "standings", file, "--html", "--explain", "--out", out, "--lang", "de"
    )
    assert (code, str(out) in said) == (0, True)
    page: html.HtmlElement = html.document_fromstring(out.read_text(encoding="utf-8"))
    assert page.get("lang") == "de"
    assert page.get_element_by_id("heading").text == "Endstand nach Runde 7"
    assert len(page.findall(".//*[@id='standings']//tbody/tr")) == 16
    assert page.findall(".//b") == []
    assert page.findall(".//script") == []
    assert len(page.findall(".//details")) == 16 * 3
    assert "@media print" in out.read_text()


def test_values_for_a_spreadsheet(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "x.trf"
    file.write_bytes(EXPORT.read_bytes().replace(b"Lehmann,Julia", b"=1+1,Julia   "))
    code, out, _ = run_line(capsys, "standings", file, "--csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert (code, len(rows)) == (0, 17)
    assert rows[0] == [
        "Place", "No.", "Name", "Club", "Rating", "rounds present", "PTS", "BH/C1",
        "WIN", "Remark",
    ]  # fmt: skip
    assert rows[1] == [
        "1", "6", "'=1+1, Julia", "SF Lohmar", "2181", "6", "5", "22", "4", "",
    ]  # fmt: skip


def test_all_tiebreaks_with_what_each_knows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, found = run_json(capsys, "standings", ROUND_ROBIN, "--choices")
    by_code = {each["code"]: each for each in found}
    assert code == 0
    assert "article 8" in by_code["BH"]["reason"]
    assert by_code["SB"]["reason"] is None
    forms = [each["written"] for each in by_code["SB"]["modifiers"]]
    assert forms == ["/C1", "/C2", "/P"]
    _, out, _ = run_line(capsys, "standings", ROUND_ROBIN, "--choices", "--lang", "de")
    told = " ".join(out.split())
    assert told.count("Rundenturnier") <= len({each["reason"] for each in found})
    together = re.search(r"\(\d+\) ([\w, ]*\bARO\b[\w, ]*): ", told)
    assert together
    assert {"ARO", "TPR", "PTP"} <= {*together[1].split(", ")}


@pytest.mark.parametrize(
    "line",
    [
        ("--html", "--csv"), ("--html", "--json"), ("--out", "x.html"),
        ("--number", "3"), ("--choices", "--csv"), ("--html", ROUND_ROBIN),
        ("--preset", "best"), ("--round", "-1"), ("--category", "X9"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_exit_code_2(
    capsys: pytest.CaptureFixture[str], line: tuple[object, ...]
) -> None:
    code, _, _ = run_line(capsys, "standings", EXPORT, *line)
    assert code == 2


def test_what_is_asked_for_beside_the_contract_has_keys_of_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    values = tmp_path / "values.csv"
    values.write_text("No.;value\n8;1,5\n")
    code, found = run_json(
        capsys, "standings", EXPORT, "--order", "8,7", "--prizes", "1,w:1",
        "--expected", "--keizer", "--ext", values, "--custom", "2*wins",
        "--tiebreaks", "PTS,EXT,CUSTOM",
    )  # fmt: skip
    assert code == 0
    assert list(found) == [
        "round", "tiebreaks", "players", "teams", "dropped", "manual", "places",
        "prizes", "expected", "keizer", "formula",
    ]  # fmt: skip
    assert found["players"]["8"]["values"] == [3.5, 1.5, 6]
    assert found["players"]["7"]["values"][1] is None
    assert found["players"]["6"]["rank"] == 1
    assert (found["places"]["8"], found["places"]["7"], found["places"]["6"]) == (
        1, 2, 3,
    )  # fmt: skip
    assert found["prizes"]["8"] == ["1", "w 1"]
    six = found["expected"]["6"]
    assert six["points"] - six["we"] == pytest.approx(six["w_we"], abs=EXACT)
    assert found["expected"]["4"] is None
    assert [line["place"] for line in found["keizer"]] == [*range(1, 17)]
    assert all(sum(one["rounds"]) == one["points"] for one in found["keizer"][:5])
    assert found["formula"]["written"] == "2 × wins over the board"


def test_lots_give_the_same_order_again(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("standings", EXPORT, "--lots", 77)
    (code, found), again = run_json(capsys, *line), run_json(capsys, *line)
    assert (code, found) == again
    assert sorted(found["places"].values()) == [*range(1, 17)]
    assert "77" in found["lots"]["text"]


def test_a_page_with_an_order_by_hand_says_so_in_print_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = ("standings", EXPORT, "--order", 8, "--prizes", 2, "--keizer")
    code, out, _ = run_line(capsys, *line, "--html")
    page = html.document_fromstring(out)
    assert code == 0
    for place in ("section[@id='banners']", "thead/tr[@class='again']"):
        assert "by hand" in page.findtext(f".//{place}//*", "")
    assert len(page.findall(".//section[@id='keizer']//tbody/tr")) == 16
    prizes = [each.text or "" for each in page.findall(".//td[@class='prize']")]
    assert prizes[:3] == ["★ 1–2", "★ 1–2", ""]
    _, out, _ = run_line(capsys, *line, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["Remark"].partition(";")[0] for row in rows} == {"order set by hand"}
    assert [row["Prizes"] for row in rows][:3] == ["1–2", "1–2", ""]


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (("--custom", "2*money"), 2, "“2*money” is no term"),
        (("--order", "1,99"), 2, "--order: “99” is no start number"),
        (("--prizes", "x:1"), 2, "--prizes: “x” is no category"),
        (("--lots", "1", "--keizer"), 2, "A Keizer table knows no lots"),
        (("--lots", "1", "--tiebreaks", "TPN"), 2, "Nobody is tied"),
        (("--lots", "1", str(ROUND_ROBIN)), 2, "one file at a time"),
        (("--lots", "1", "--ties", "rating"), 2, "--lots: Rating and name decide"),
        (("--lots", "1", "--order", "8"), 2, "--lots: An order set by hand"),
        (("--round", "99"), 2, "there are only 7 rounds"),
        (("--round", "99", "--choices"), 2, "there are only 7 rounds"),
        (("--ext", str(EXPORT)), 1, "E02_clm.trf"),
    ],
)
def test_an_option_that_does_not_fit_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], code: int, told: str
) -> None:
    found, _, err = run_line(capsys, "standings", EXPORT, *options)
    assert found == code
    assert told in " ".join(err.split())


def test_a_loop_that_is_missing_is_told_in_every_form(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run_line(capsys, "standings", ROUND_ROBIN)
    told = " ".join(out.split())
    assert told.index("Not final, and perhaps a wrong order") < told.index("Sommer")
    assert "Incomplete standings after round 5" in told
    assert "XML DSB neu" in told
    assert "for 6 players, first for number 1: 5.5 in the file, 2.5 from" in told
    _, out, _ = run_line(capsys, "standings", ROUND_ROBIN, "--html")
    page = html.document_fromstring(out)
    assert "another loop" in page.findtext(".//section[@id='banners']/p", "")
    _, out, _ = run_line(capsys, "standings", ROUND_ROBIN, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {row["Remark"] for row in rows} == {"games are missing in the file"}
    _, found = run_json(capsys, "standings", ROUND_ROBIN)
    assert found["stated"]["games_missing"] is True
    assert found["stated"]["points"]["4"] == {"PTS": {"stated": 6.5, "counted": 2.5}}
    _, found = run_json(capsys, "standings", CLM / "T01_clm.trf")
    assert found["stated"]["games_missing"] is True
    assert found["stated"]["points"]["1"] == {
        "MP": {"stated": 21, "counted": 7}, "GP": {"stated": 77, "counted": 28.5},
    }  # fmt: skip


def test_who_is_knocked_out_has_not_withdrawn(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run_line(capsys, "standings", CLM / "E07_clm.trf")
    assert "withdrawn" not in out


def test_a_round_that_is_only_paired_is_not_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = CLM / "E10_clm.trf"
    _, out, _ = run_line(capsys, "standings", file)
    assert "Standings after round 3 of 7" in out
    assert "Round 4: all games have 0 on both sides" in out
    _, out, _ = run_line(capsys, "standings", file, "--round", 4)
    assert "Standings after round 4 of 7" in out
    assert "0 on both sides, which can mean open: 10 games" in out


@pytest.mark.parametrize("option", ["--keizer", "--expected", "--custom=2*wins"])
def test_what_is_for_players_only_is_refused_for_teams(
    capsys: pytest.CaptureFixture[str], option: str
) -> None:
    code, out, err = run_line(capsys, "standings", CLM / "T02_clm.trf", option)
    assert (code, out) == (2, "")
    assert "for players only, not for teams" in " ".join(err.split())


def test_a_round_that_there_is_not_is_told_per_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = ("standings", EXPORT, ROUND_ROBIN, "--round", 7)
    code, found = run_json(capsys, *line)
    assert (code, found[0]["round"], list(found[1])) == (2, 7, ["error"])
    assert "only 5 rounds" in found[1]["error"][0]
    code, out, err = run_line(capsys, *line)
    assert (code, "Lehmann" in out, "E05_clm.trf" in err) == (2, True, True)


def test_a_german_spreadsheet_opens_german_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run_line(capsys, "standings", EXPORT, "--csv", "--lang", "de")
    assert (code, out[0]) == (0, "\ufeff")
    rows = list(csv.reader(io.StringIO(out[1:]), delimiter=";"))
    assert rows[0][:2] == ["Platz", "Nr."]
    assert [len(row) for row in rows] == [10] * 17
    assert "24,5" in {row[7] for row in rows}
