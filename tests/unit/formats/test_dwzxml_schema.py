"""Every way to break the schema, and the rule that it breaks."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from dwzxml_samples import TEXT, edited, found, swapped
from lxml import etree

from syncd.formats.dwzxml.document import ROOT
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.dwzxml.schema_check import schema_findings
from syncd.formats.dwzxml.schema_words import LISTS, SECTIONS, slots
from syncd.formats.dwzxml.validation import load_schema

XS = {"xs": "http://www.w3.org/2001/XMLSchema"}
BERTA = "players/player[1]"
GEORG = "players/player[4]"
KINDS = ["SR", "SW", "SC", "TR", "TW", "TC"]
TYPES = [f"{kind}{suffix}" for kind in KINDS for suffix in ("", "-H")]


def broken(data: bytes) -> list[tuple[str, str]]:
    """Return the errors of a file as rule and place."""
    return [(f.code, f.path) for f in found(data) if f.severity == "error"]


def prefixed(data: bytes) -> bytes:
    """Return the same file with a prefix on every element."""
    text = data.decode().replace("xmlns=", "xmlns:d=")
    return re.sub(r"<(/?)(\w)", r"<\1d:\2", text).encode()


def schema_slots(type_name: str) -> list[tuple[tuple[str, ...], bool]]:
    """Return the children of a type in the schema file, and whether they must be."""
    file = resources.files("syncd.formats.dwzxml") / "schema" / "dsb_dwz_2_5.xsd"
    schema = etree.fromstring(file.read_bytes())
    (sequence,) = schema.findall(f"xs:complexType[@name='{type_name}']/xs:sequence", XS)
    children: list[tuple[tuple[str, ...], bool]] = []
    for child in sequence:
        group = child.get("ref", "").removeprefix("r:")
        choices = schema.findall(f"xs:group[@name='{group}']/xs:choice/xs:element", XS)
        names = tuple(str(element.get("name")) for element in choices or [child])
        children.append((names, child.get("minOccurs") != "0"))
    return children


@pytest.mark.parametrize("kind", SECTIONS)
def test_table_and_schema_have_the_same_children(kind: str) -> None:
    known = SECTIONS[kind]
    table = [(slot, bool(known[slot[0]].missing)) for slot in slots(known)]
    assert schema_slots("Report" if kind == ROOT else kind.capitalize()) == table


@pytest.mark.parametrize("kind", LISTS)
def test_table_and_schema_have_the_same_lists(kind: str) -> None:
    entry, _, _ = LISTS[kind]
    assert schema_slots(kind.capitalize()) == [((entry,), True)]


def test_schema_knows_exactly_one_document() -> None:
    for fragment in ("player", "game", "header", "tournament"):
        namespace = "http://www.schachbund.de/XMLSchema"
        element = etree.fromstring(f'<{fragment} xmlns="{namespace}"/>')
        assert not load_schema().validate(element)
        (finding,) = schema_findings(element)
        assert finding.code == "F05"


@pytest.mark.parametrize(
    ("root", "en", "de"),
    [
        (
            '<dewis xmlns="urn:x"/>',
            "dewis in the namespace urn:x.",
            "im Namensraum urn:x.",
        ),
        (f"<{ROOT}/>", f"{ROOT} without a namespace.", "ohne Namensraum."),
    ],
)
def test_words_for_another_document(root: str, en: str, de: str) -> None:
    (finding,) = schema_findings(etree.fromstring(root))
    assert f"The document element is {en}" in finding.text.en
    assert de in finding.text.de


@pytest.mark.parametrize("code", TYPES)
def test_all_types_of_tournament(code: str) -> None:
    assert broken(encode_report(edited({"type": code}))) == []


VALUES = [
    ("<creationDate>2026-09-14T", "14.09.2026T", "F04", "header/creationDate"),
    ("<creationDate>2026-09-14T", "2026-02-29T", "F04", "header/creationDate"),
    ("<creationDate>2026-09-14T18", "2026-09-14T24", "F04", "header/creationDate"),
    ("<creationDate>", " ", "F04", "header/creationDate"),
    ("<sender>SK Beispielstadt", " ", "F04", "header/sender"),
    ("<system>syncd 1", "", "F04", "header/system"),
    ("<fileUUID>f0b7c1de", "f0b7c1dg", "U01", "header/fileUUID"),
    ("<fileUUID>", "urn:uuid:", "U01", "header/fileUUID"),
    ("<tournamentUUID>", " ", "U05", "tournament/tournamentUUID"),
    ("<tournamentUUID>8c2d4b7a-", "8c2d4b7a", "U05", "tournament/tournamentUUID"),
    ("<label>Herbstopen Beispielstadt 2026 Gruppe A", "\n\t ", "T18",
     "tournament/label"),
    ("<tournamentType>SW", "sw", "T02", "tournament/tournamentType"),
    ("<tournamentType>SW", "SW_H", "T02", "tournament/tournamentType"),
    ("<tournamentType>SW", "SS", "T02", "tournament/tournamentType"),
    ("<tournamentType>SW", " SW", "T02", "tournament/tournamentType"),
    ("<timecontrol>5400+30", "", "T18", "tournament/timecontrol"),
    ("<rounds>3", "0", "T05", "tournament/rounds"),
    ("<rounds>3", "1000", "T05", "tournament/rounds"),
    ("<rounds>3", "+3", "T05", "tournament/rounds"),
    ("<rounds>3", "-3", "T05", "tournament/rounds"),
    ("<rounds>3", "3.0", "T05", "tournament/rounds"),
    ("<rounds>3", "", "T05", "tournament/rounds"),
    ("<rounds>3", "0" * 5000 + "3", "T05", "tournament/rounds"),
    ("<startDate>2026-09-12", "12.09.2026", "T08", "tournament/startDate"),
    ("<startDate>2026-09-12", "2026-9-12", "T08", "tournament/startDate"),
    ("<startDate>2026-09-12", " 2026-09-12", "T08", "tournament/startDate"),
    ("<startDate>2026-09-12", "0026-09-12", "T08", "tournament/startDate"),
    ("<endDate>2026-09-13", "2026-09-31", "T11", "tournament/endDate"),
    ("<endDate>2026-09-13", "2026-09-13Z", "T11", "tournament/endDate"),
    ("<endDate>2026-09-13", "2026-09-13+02:00", "T11", "tournament/endDate"),
    ("<location>Beispielstadt", "", "T18", "tournament/location"),
    ("<tournamentPlayerNumber>4", "x", "P08", f"{GEORG}/tournamentPlayerNumber"),
    ("<tournamentPlayerNumber>4", "", "P09", f"{GEORG}/tournamentPlayerNumber"),
    ("<surname>Fitz", "  ", "P09", f"{GEORG}/surname"),
    ("<forename>Georg", "", "P09", f"{GEORG}/forename"),
    ("<dobYear>1958", "58", "P18", f"{GEORG}/dobYear"),
    ("<dobYear>1958", " 1958", "P18", f"{GEORG}/dobYear"),
    ("<dobYear>1958", "1958Z", "P18", f"{GEORG}/dobYear"),
    ("<dobYear>1958", "", "P09", f"{GEORG}/dobYear"),
    ("<dobDate>1958-02-03", "1958-00-00", "P20", f"{GEORG}/dobDate"),
    ("<dobDate>1958-02-03", "1900-02-29", "P20", f"{GEORG}/dobDate"),
    ("<dobDate>1958-02-03", "03.02.1958", "P20", f"{GEORG}/dobDate"),
    ("<vkz>Z9901", "Z990", "P24", f"{BERTA}/vkz"),
    ("<vkz>Z9901", "Z99-1", "P24", f"{BERTA}/vkz"),
    ("<vkz>Z9901", "", "P24", f"{BERTA}/vkz"),
    ("<vkz>Z9901", "Z9901 ", "P24", f"{BERTA}/vkz"),
    ("<numberClubMember>12", "0000", "P28", f"{BERTA}/numberClubMember"),
    ("<numberClubMember>12", "100000", "P28", f"{BERTA}/numberClubMember"),
    ("<fideId>99900001", "0", "P33", f"{BERTA}/fideId"),
    ("<fideId>99900001", "", "P33", f"{BERTA}/fideId"),
    ("<fideId>99900001", "100000000000000", "P33", f"{BERTA}/fideId"),
    ("<fideRating>1912", "0", "P36", f"{BERTA}/fideRating"),
    ("<fideRating>1912", "5001", "P35", f"{BERTA}/fideRating"),
    ("<fideRating>1912", "", "P35", f"{BERTA}/fideRating"),
    ("<sex>w", "W", "P39", f"{BERTA}/sex"),
    ("<sex>w", "d", "P39", f"{BERTA}/sex"),
    ("<sex>w", "", "P39", f"{BERTA}/sex"),
    ("<round>1", "0", "G02", "games/game[1]/round"),
    ("<round>1", "1000", "G02", "games/game[1]/round"),
    ("<round>1", "", "G28", "games/game[1]/round"),
    ("<date>2026-09-12", "2026-09-12Z", "G05", "games/game[1]/date"),
    ("<date>2026-09-12", "", "G05", "games/game[1]/date"),
    ("NumberWhite>1", "0", "G10", "games/game[1]/tournamentPlayerNumberWhite"),
    ("NumberWhite>1", "", "G11", "games/game[1]/tournamentPlayerNumberWhite"),
    ("NumberWhite>1", "A", "G08", "games/game[1]/tournamentPlayerNumberWhite"),
    ("NumberWhite>1", "1000000", "G08", "games/game[1]/tournamentPlayerNumberWhite"),
    ("NumberWhite>1", "77", "G08", "games/game[1]/tournamentPlayerNumberWhite"),
    ("NumberBlack>2", "0", "G10", "games/game[1]/tournamentPlayerNumberBlack"),
    ("NumberBlack>2", "", "G11", "games/game[1]/tournamentPlayerNumberBlack"),
    ("NumberBlack>2", "77", "G09", "games/game[1]/tournamentPlayerNumberBlack"),
    ("<noneBlackPlayer>true", "false", "G18", "games/game[6]/noneBlackPlayer"),
    ("<noneBlackPlayer>true", "1", "G18", "games/game[6]/noneBlackPlayer"),
    ("<noneBlackPlayer>true", "", "G18", "games/game[6]/noneBlackPlayer"),
    ("<pointWhite>1", "1.0", "G21", "games/game[1]/pointWhite"),
    ("<pointWhite>1", "½", "G21", "games/game[1]/pointWhite"),
    ("<pointBlack>0", "0,5", "G21", "games/game[1]/pointBlack"),
    ("<pointBlack>0", "", "G21", "games/game[1]/pointBlack"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code", "path"), VALUES)
def test_wrong_values(old: str, new: str, code: str, path: str) -> None:
    opening = old[: old.index(">") + 1]
    data = swapped((old, opening + new))
    assert broken(data) == [(code, path)]
    assert broken(prefixed(data)) == [(code, path)]


@pytest.mark.parametrize(("version", "code"), [("2.5.1", "F07"), ("3.0", "F09")])
def test_versions(version: str, code: str) -> None:
    data = swapped(('version="2.5"', f'version="{version}"'))
    (finding,) = check_report(data)
    assert (finding.code, finding.path, finding.value) == (code, "@version", version)


CHILDREN = [
    ("<creationDate>2026-09-14T18:05:00+02:00</creationDate>", "", "F04",
     "header/creationDate"),
    ("<fileUUID>f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01</fileUUID>", "", "U01",
     "header/fileUUID"),
    ("<tournamentUUID>8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02</tournamentUUID>", "",
     "U09", "tournament/tournamentUUID"),
    ("<label>Herbstopen Beispielstadt 2026 Gruppe A</label>", "", "T18",
     "tournament/label"),
    ("<tournamentType>SW</tournamentType>", "", "T18", "tournament/tournamentType"),
    ("<startDate>2026-09-12</startDate>", "", "T18", "tournament/startDate"),
    ("<location>Beispielstadt</location>", "", "T18", "tournament/location"),
    ("<surname>Fitz</surname>", "", "P09", f"{GEORG}/surname"),
    ("<dobYear>1958</dobYear>", "", "P09", f"{GEORG}/dobYear"),
    ("<round>1</round>", "", "G28", "games/game[1]/round"),
    ("<round>1</round>", "<round>1</round><round>1</round>", "G28",
     "games/game[1]/round"),
    ("<tournamentPlayerNumberWhite>1</tournamentPlayerNumberWhite>", "", "G07",
     "games/game[1]/tournamentPlayerNumberWhite"),
    ("<noneBlackPlayer>true</noneBlackPlayer>", "", "G07",
     "games/game[6]/tournamentPlayerNumberBlack"),
    ("<tournamentPlayerNumberBlack>2</tournamentPlayerNumberBlack>",
     ("<tournamentPlayerNumberBlack>2</tournamentPlayerNumberBlack>"
     "<noneBlackPlayer>true</noneBlackPlayer>"), "G07",
     "games/game[1]/noneBlackPlayer"),
    ("<tournamentPlayerNumberBlack>2</tournamentPlayerNumberBlack>",
     ("<tournamentPlayerNumberBlack>2</tournamentPlayerNumberBlack>"
     "<tournamentPlayerNumberBlack>3</tournamentPlayerNumberBlack>"), "G07",
     "games/game[1]/tournamentPlayerNumberBlack"),
    ("<pointWhite>1</pointWhite>", "", "G21", "games/game[1]/pointWhite"),
    ("</noneBlackPlayer><pointWhite>+</pointWhite>", "</noneBlackPlayer>", "G19",
     "games/game[6]/pointWhite"),
    ("<surname>Fitz</surname>", "<surname>Fitz</surname><surname>Fitz</surname>",
     "F04", f"{GEORG}/surname"),
    ("<surname>Fitz</surname>", "<surname>Fitz</surname><dwz>1500</dwz>", "F04",
     f"{GEORG}/dwz"),
    ("<surname>Fitz</surname>", "<surname>Fitz</surname><q xmlns='urn:q'/>", "F04",
     f"{GEORG}/q"),
    ("<players>", "<players><team/>", "F04", "players/team"),
    ("<surname>Fitz</surname>\n      <forename>Georg</forename>",
     "<forename>Georg</forename><surname>Fitz</surname>", "F13", f"{GEORG}/surname"),
    ("<round>1</round><date>2026-09-12</date>",
     "<date>2026-09-12</date><round>1</round>", "F13", "games/game[1]/round"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code", "path"), CHILDREN)
def test_wrong_children(old: str, new: str, code: str, path: str) -> None:
    data = swapped((old, new))
    assert broken(data) == [(code, path)]


def without(section: str) -> bytes:
    """Return the file without one section."""
    return re.sub(f"  <{section}>.*</{section}>\n", "", TEXT, flags=re.DOTALL).encode()


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        (without("tournament"), "F11", "tournament"),
        (without("players"), "F11", "players"),
        (without("games"), "F11", "games"),
        (swapped(("<players>", "<players/><x>"), ("</players>", "</x>")), "F04", "x"),
    ],
)
def test_missing_sections(data: bytes, code: str, path: str) -> None:
    assert (code, path) in broken(data)
    assert found(data) == [f for f in found(data) if f.code[0] in "FP"]


def test_sections_in_the_wrong_order() -> None:
    header = re.findall(r"  <header>.*</header>\n", TEXT, flags=re.DOTALL)[0]
    data = TEXT.replace(header, "").replace("  <players>", header + "  <players>")
    assert broken(data.encode()) == [("F13", "header")]


def test_too_few_players_and_games() -> None:
    assert broken(
        re.sub("<player>.*</player>", "", TEXT, flags=re.DOTALL).encode()
    ) == [("P05", "players")]
    assert broken(re.sub("<game>.*</game>", "", TEXT, flags=re.DOTALL).encode()) == [
        ("G01", "games")
    ]


ODDITIES = [
    ("<player>", '<player id="1">', BERTA),
    ("<dobYear>1958", '<dobYear id="1">1958', f"{GEORG}/dobYear"),
    ("<players>", "<players>Liste:", "players"),
    ("<surname>Fitz", "<surname><b/>Fitz", f"{GEORG}/surname"),
    ("<surname>Fitz", '<surname xsi:nil="true">Fitz', f"{GEORG}/surname"),
    ("<surname>Fitz", '<surname xsi:type="xs:int">Fitz', f"{GEORG}/surname"),
    (' version="2.5"', ' version="2.5" release="1"', ""),
    ("<games>", '<games xsi:nil="maybe">', "games"),
    ("<dobYear>1958", '<dobYear xsi:nil="maybe">1958', f"{GEORG}/dobYear"),
]


@pytest.mark.parametrize(("old", "new", "path"), ODDITIES)
def test_what_the_format_does_not_know(old: str, new: str, path: str) -> None:
    xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" '
    data = swapped((old, new)).replace(b"xmlns:xsi=", xs.encode() + b"xmlns:xsi=")
    assert broken(data) == [("F04", path)]


def test_a_value_cannot_pose_as_an_attribute() -> None:
    data = swapped(("<dobYear>1958", "<dobYear>x', attribute 'version'"))
    assert broken(data) == [("P18", f"{GEORG}/dobYear")]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (
            [("<surname>Fitz</surname>", ""), ("<dobYear>1958", "<dobYear>58")],
            [("P09", f"{GEORG}/surname"), ("P18", f"{GEORG}/dobYear")],
        ),
        (
            [("<header>", "<extra/><header>"), ("<vkz>Z9901", "<vkz>Z"),
             ("<round>3</round>", ""), ("NumberWhite>2", "NumberWhite>9")],
            [("F04", "extra"), ("P24", f"{BERTA}/vkz"),
             ("G08", "games/game[3]/tournamentPlayerNumberWhite"),
             ("G28", "games/game[5]/round")],
        ),
        (
            [("  <tournament>", "  <turnier>"), ("</tournament>", "</turnier>"),
             ("<forename>Georg", "<forename>"), ("<pointBlack>0<", "<pointBlack>2<")],
            [("F11", "tournament"), ("F04", "turnier"), ("P09", f"{GEORG}/forename"),
             ("G21", "games/game[1]/pointBlack")],
        ),
    ],
)  # fmt: skip
def test_one_fault_never_hides_another(
    pairs: list[tuple[str, str]], expected: list[tuple[str, str]]
) -> None:
    assert broken(swapped(*pairs)) == expected


def test_numbers_given_twice() -> None:
    data = swapped(
        ("<tournamentPlayerNumber>4", "<tournamentPlayerNumber>03"),
        ("NumberBlack>4", "NumberBlack>3"),
        ("NumberWhite>4", "NumberWhite>3"),
    )
    assert ("P06", f"{GEORG}/tournamentPlayerNumber") in broken(data)
    (finding,) = [f for f in check_report(data) if f.code == "P06"]
    assert "Özdemir, Elif" in finding.text.en


def test_a_person_left_out_who_never_played() -> None:
    data = swapped(
        (
            "<noneBlackPlayer>true</noneBlackPlayer>",
            "<tournamentPlayerNumberBlack>9</tournamentPlayerNumberBlack>",
        )
    )
    assert broken(data) == [("G30", "games/game[6]/tournamentPlayerNumberBlack")]


def test_a_person_left_out_who_also_played() -> None:
    data = swapped(
        (
            "<noneBlackPlayer>true</noneBlackPlayer>",
            "<tournamentPlayerNumberBlack>9</tournamentPlayerNumberBlack>",
        ),
        ("NumberBlack>2", "NumberBlack>9"),
    )
    assert broken(data) == [
        ("G09", "games/game[1]/tournamentPlayerNumberBlack"),
        ("G09", "games/game[6]/tournamentPlayerNumberBlack"),
    ]


def test_words_in_both_languages() -> None:
    (finding,) = check_report(swapped(("<dobYear>1958", "<dobYear>58")))
    assert finding.text.en == (
        "Player 4 (Fitz, Georg), dobYear: “58” is not allowed. Right is: the real year "
        "of birth with four digits, for instance 1958."
    )
    assert finding.text.de == (
        "Teilnehmernummer 4 (Fitz, Georg), dobYear: „58“ ist nicht zulässig. Richtig "
        "ist: das wirkliche Geburtsjahr mit vier Ziffern, zum Beispiel 1958."
    )
    assert finding.line == TEXT[: TEXT.index("<dobYear>1958")].count("\n") + 1
    assert finding.value == "58"
