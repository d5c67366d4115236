from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from syncd.errors import DecodeError
from syncd.formats.lists.dsb import decode_clubs, decode_members
from syncd.formats.lists.notes import KEPT
from syncd.model.lists import Club, Member

DATA = Path(__file__).parents[2] / "data" / "dwz" / "data"

OLDEST = (
    "ZPS,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,"
    "Letzte-Auswertung,DWZ,Index,FIDE-Elo,FIDE-Titel,FIDE-ID,FIDE-Land"
)
OLD = OLDEST.replace("ZPS,", "ID,VKZ,", 1)
NEW = (
    'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,'
    'Geburtsjahr,"Letzte Auswertung",DWZ,Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,'
    "FIDE-Land"
)
ROW = 'Z9901,0012,A,"Öhre,Berta",W,D,1990,202630,1887,31,1912,WFM,99900001,GER'
SHE = Member(
    dsb_id="NU4000001",
    surname="Öhre",
    forename="Berta",
    sex="w",
    birth_year=1990,
    vkz="Z9901",
    member_number=12,
    is_active=True,
    dwz=1887,
    dwz_index=31,
    fide_id=99900001,
    elo=1912,
    fide_title="WFM",
    federation="GER",
)


def member(row: str, header: str = NEW) -> Member:
    return decode_members(f"{header}\r\n{row}\r\n".encode("cp1252")).members[0]


@pytest.mark.parametrize(
    ("header", "start", "dsb_id"),
    [
        (OLDEST, "", ""),
        (OLD, "NU4000001,", "NU4000001"),
        (NEW, "NU4000001,", "NU4000001"),
    ],
)
def test_all_headers_give_the_same_person(header: str, start: str, dsb_id: str) -> None:
    assert replace(SHE, dsb_id=dsb_id) == member(start + ROW, header)


def test_columns_are_found_by_name_wherever_they_stand() -> None:
    heads = ["Geburtsjahr", '"Name,Vorname"', "Mitgliedsnummer", "New", "ZPS"]
    data = ",".join(heads) + '\n1990,"Öhre,Berta",0012,?,Z9901\n'
    (she,) = decode_members(data.encode()).members
    assert (1990, "Öhre", 12, "Z9901") == (
        she.birth_year, she.surname, she.member_number, she.vkz,
    )  # fmt: skip


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "cp1252", "cp850"])
def test_letters_survive_in_every_encoding(codec: str) -> None:
    rows = "\r\n".join([NEW, f"NU4000001,{ROW}", f"NU2,{ROW.replace('Öhre', 'Grüße')}"])
    names = [item.surname for item in decode_members(rows.encode(codec)).members]
    assert ["Öhre", "Grüße"] == names


def test_the_sample_of_2026_with_windows_letters() -> None:
    read = decode_members((DATA / "spieler.csv").read_bytes())
    assert () == read.findings
    assert ["Ährenfeld", "Ährenfeld", "Carlsohn", "Šimek"] == [
        item.surname for item in read.members
    ]
    assert [True, False, True, True] == [item.is_active for item in read.members]
    titled = read.members[-1]
    assert ("Jan", None, None) == (titled.forename, titled.dwz, titled.fide_id)
    clubs = decode_clubs((DATA / "vereine.csv").read_bytes())
    assert Club("Z9901", "SK Beispielstadt", "Z", "Z99") == clubs.clubs[0]


@pytest.mark.parametrize(
    ("old", "new", "field", "value"),
    [
        ("0012", "0000", "member_number", None),
        ("0012", "", "member_number", None),
        ("1990", "0000", "birth_year", None),
        ("1887", "0", "dwz", None),
        ("1887", "", "dwz", None),
        (",W,", ",M,", "sex", "m"),
        (",W,", ",D,", "sex", ""),
        (",A,", ",P,", "is_active", False),
        ("Z9901", "z99a1", "vkz", "Z99A1"),
        ("Öhre,Berta", "Öhre,Berta,Dr.", "forename", "Berta"),
        ("Öhre,Berta", " Öhre , Berta  Anna ", "forename", "Berta Anna"),
        ("Öhre,Berta", "Öhre", "forename", ""),
        ("Öhre,Berta", "Öhre,Berta von der", "surname", "von der Öhre"),
        ("Öhre,Berta", "Öhre,Berta von der", "forename", "Berta"),
        ("Öhre,Berta", "Öhre,Berta,MBA", "forename", "Berta"),
        ("Öhre,Berta", "&Ouml;hre,Berta", "surname", "Öhre"),
    ],
)
def test_cells(old: str, new: str, field: str, value: object) -> None:
    row = f"NU4000001,{ROW}"
    assert value == getattr(member(row.replace(old, new)), field)
    assert value != getattr(SHE, field) or field in {"forename", "surname"}


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (f'NU1,"{ROW}', "lists.damaged_row"),
        ("NU1,Z9901", "lists.damaged_row"),
        (f"NU1,{ROW},,,", "lists.damaged_row"),
        (f"NU1,{ROW.replace('Öhre,Berta', '')}", "lists.damaged_row"),
    ],
)
def test_a_damaged_row_is_named_and_the_others_go_on(bad: str, code: str) -> None:
    lines = [NEW, f"NU4000001,{ROW}", bad, f"NU4000001,{ROW}"]
    read = decode_members("\n".join(lines).encode())
    assert (SHE, SHE) == read.members
    assert [(code, 3)] == [(item.code, item.line) for item in read.findings]
    assert 1 == read.damaged_rows


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("0012", "12a", "member_number"),
        ("1990", "199", "birth_year"),
        ("Z9901", "Z99", "vkz"),
        ("99900001", "9" * 30, "fide_id"),
    ],
)
def test_a_wrong_value_is_left_out_and_said(old: str, new: str, field: str) -> None:
    read = decode_members(f"{NEW}\nNU1,{ROW.replace(old, new)}\n".encode())
    assert not getattr(read.members[0], field)
    assert [("lists.bad_value", 2, new)] == [
        (item.code, item.line, item.value) for item in read.findings
    ]


def test_many_faults_are_counted_and_not_listed() -> None:
    read = decode_members((NEW + "\n" + "x\n" * 1000).encode())
    assert KEPT + 1 == len(read.findings)
    assert 1000 == read.damaged_rows
    assert "900" in read.findings[-1].text.en


@pytest.mark.parametrize("data", [b"", b"a;b\n1;2\n", b"\x00\xff", NEW[:40].encode()])
def test_another_file_is_refused(data: bytes) -> None:
    with pytest.raises(DecodeError, match="Geburtsjahr"):
        decode_members(data)
    with pytest.raises(DecodeError, match=re.escape("Vereinsname")):
        decode_clubs(data)


@pytest.mark.parametrize(
    "header",
    ["ZPS,LV,Verband,Vereinname",
     "ZPS-Nummer,Landesverband,UebergeordneterVerband,Vereinsname"],
)  # fmt: skip
def test_both_headers_of_the_club_list(header: str) -> None:
    read = decode_clubs(f'{header}\nZ9901,Z,Z99,"SK  Köln, Süd"\nZ99,Z,Z,x\n'.encode())
    assert (Club("Z9901", "SK Köln, Süd", "Z", "Z99"),) == read.clubs
    assert {3} == {item.line for item in read.findings}
