"""Files that are no files, and files that mean harm."""

from __future__ import annotations

import pytest
from dwzxml_samples import TEXT, line_of, swapped

from syncd.errors import FormatError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.dwzxml.source import Limits, read_source
from syncd.model.findings import Severity, has_errors

DATA = TEXT.encode()
BODY = TEXT.partition("?>\n")[2]
NAMESPACE = ' xmlns="http://www.schachbund.de/XMLSchema"'
LAUGHS = "".join(
    f'<!ENTITY l{level} "{f"&l{level - 1};" * 10}">' for level in range(1, 10)
)
ATTACKS = {
    "external entity": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    + BODY.replace("Fitz", "&x;"),
    "external entity over the network": "<!DOCTYPE a [<!ENTITY x SYSTEM "
    '"http://127.0.0.1:9/x">]>' + BODY.replace("Fitz", "&x;"),
    "external definition": '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">' + BODY,
    "parameter entity": '<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/hostname"> '
    "%p;]>" + BODY,
    "internal entity": '<!DOCTYPE a [<!ENTITY x "Fitz">]>'
    + BODY.replace("Fitz", "&x;"),
    "entity in an attribute": '<!DOCTYPE a [<!ENTITY x "2.5">]>'
    + BODY.replace('"2.5"', '"&x;"'),
    "billion laughs": f'<!DOCTYPE a [<!ENTITY l0 "lol">{LAUGHS}]><a>&l9;</a>',
    "billion laughs in an attribute": f'<!DOCTYPE a [<!ENTITY l0 "lol">{LAUGHS}]>'
    '<a b="&l9;"/>',
    "entity loop": '<!DOCTYPE a [<!ENTITY a "&b;"><!ENTITY b "&a;">]><a>&a;</a>',
    "deep nesting": "<a>" * 10_000 + "</a>" * 10_000,
    "moderate nesting": f"<DSB_DWZ_TournamentReport{NAMESPACE}>"
    + "<games>" * 40
    + "</games>" * 40
    + "</DSB_DWZ_TournamentReport>",
    "text of 50 MB": f"<a>{'x' * 50_000_000}</a>",
    "text of 20 MB": f"<a>{'x' * 20_000_000}</a>",
    "many entries": f"<DSB_DWZ_TournamentReport{NAMESPACE}><games>"
    + "<game/>" * 100_000
    + "</games></DSB_DWZ_TournamentReport>",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_refused(name: str) -> None:
    data = ATTACKS[name].encode()
    findings = check_report(data)
    assert {finding.code for finding in findings} == {"F04"}
    assert has_errors(findings)
    with pytest.raises(FormatError):
        decode_report(data)


def test_include_is_an_unknown_element() -> None:
    include = (
        '<include xmlns="http://www.w3.org/2001/XInclude" href="file:///etc/hostname"/>'
    )
    data = swapped(("<surname>Fitz</surname>", f"<surname>Fitz</surname>{include}"))
    findings = check_report(data)
    assert [finding.code for finding in findings] == ["F04"]


def test_a_schema_location_is_never_followed() -> None:
    data = TEXT.replace("https://www.schachbund.de/files", "http://127.0.0.1:9")
    assert check_report(data.encode()) == ()


BERTA, END = line_of("Berta"), line_of("</DSB_DWZ")
UNREADABLE = [
    ("F01", 2, b"\n" + DATA),
    ("F01", 1, b"Report: " + DATA),
    ("F01", 1, b"<!-- made by hand -->" + DATA),
    ("F02", BERTA - 1, TEXT.encode("latin-1", "replace")),
    ("F02", 1, DATA.replace(b'"UTF-8"', b'"x-klingon"', 1)),
    ("F02", 1, DATA.replace(b'"UTF-8"', b'"?!"', 1)),
    ("F02", 1, DATA.replace(b'"UTF-8"', b'"UTF-16"', 1)),
    ("F02", 1, '<?xml version="1.0" encoding="cp037"?><a/>'.encode("cp037")),
    ("F03", 1, b""),
    ("F03", 1, b"   "),
    ("F03", 1, b"\0" * 100),
    ("F03", 1, b"\xff\xfe"),
    ("F03", 1, b"PK\x03\x04"),
    ("F03", BERTA, DATA.replace(b"Berta", b"Ber\0ta")),
    ("F03", BERTA, DATA.replace(b"Berta", b"Ber&#0;ta")),
    ("F03", BERTA, DATA.replace(b"Berta", b"Tom & Berta")),
    ("F03", BERTA, DATA.replace(b"Berta", b"Berta < Tom")),
    ("F03", BERTA, DATA.replace(b"Berta", b"B&auml;rbel")),
    ("F03", BERTA, DATA.replace(b"Berta</forename>", b"Berta</Forename>")),
    ("F03", END, DATA[:-10]),
    ("F03", END, DATA[: -len("</DSB_DWZ_TournamentReport>\n")]),
    ("F03", END + 1, DATA + b"<a/>"),
    ("F03", 1, DATA.replace(b'version="1.0"', b'version="9.0"', 1)),
]


@pytest.mark.parametrize(("code", "line", "data"), UNREADABLE)
def test_unreadable(code: str, line: int, data: bytes) -> None:
    findings = check_report(data)
    assert [(f.code, f.severity, f.line) for f in findings] == [
        (code, Severity.ERROR, line)
    ]
    with pytest.raises(FormatError):
        decode_report(data)


READABLE = [
    ([("F01", Severity.WARNING)], b"\xef\xbb\xbf" + DATA),
    ([("F01", Severity.ERROR)], BODY.encode()),
    (
        [("F02", Severity.ERROR)],
        TEXT.replace("UTF-8", "ISO-8859-1", 1).encode("latin-1"),
    ),
    (
        [("F02", Severity.ERROR)],
        TEXT.replace("UTF-8", "windows-1252", 1).encode("cp1252"),
    ),
    ([("F02", Severity.ERROR)], TEXT.replace("UTF-8", "UTF-16", 1).encode("utf-16")),
    ([("F02", Severity.ERROR)], TEXT.encode("utf-16")),
    ([("F02", Severity.ERROR)], TEXT.encode("utf-32")),
    ([("F03", Severity.ERROR)], DATA.replace(b'version="1.0"', b'version="1.1"', 1)),
    ([], DATA.replace(b' encoding="UTF-8"', b"", 1)),
    ([], DATA.replace(b'encoding="UTF-8"', b"encoding='utf-8'", 1)),
]


@pytest.mark.parametrize(("expected", "data"), READABLE)
def test_blemishes_do_not_stop_the_check(
    expected: list[tuple[str, Severity]], data: bytes
) -> None:
    findings = check_report(data)
    assert expected == [(f.code, f.severity) for f in findings]
    assert decode_report(data) == decode_report(DATA)


def test_a_wrong_encoding_is_told_beside_a_wrong_character() -> None:
    text = TEXT.replace("UTF-8", "ISO-8859-1", 1).replace("Fitz", "F & F")
    findings = check_report(text.encode("latin-1"))
    assert [finding.code for finding in findings] == ["F02", "F03"]


@pytest.mark.parametrize(
    ("limits", "is_read"),
    [
        (Limits(), True),
        (Limits(size_bytes=len(DATA)), True),
        (Limits(size_bytes=len(DATA) - 1), False),
        (Limits(depth=4), True),
        (Limits(depth=3), False),
        (Limits(children=12), True),
        (Limits(children=11), False),
    ],
)
def test_limits(limits: Limits, is_read: bool) -> None:  # noqa: FBT001
    assert (read_source(DATA, limits).root is not None) == is_read
    codes = [finding.code for finding in check_report(DATA, limits=limits)]
    assert codes == ([] if is_read else ["F04"])


def test_other_xml_is_told_apart_at_once() -> None:
    (finding,) = check_report(b'<?xml version="1.0"?><dewis><players/></dewis>')
    assert (finding.code, finding.path) == ("F05", "dewis")


def test_words_for_rare_faults_are_those_of_the_parser() -> None:
    (finding,) = check_report(b'<a b="1" b="2"/>')
    assert finding.text.en.endswith("Attribute b redefined, line 1, column 15")
    assert finding.column == 15


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("value", ['"1"', "'>'"])
def test_a_crowd_of_attributes_is_refused_unparsed(encoding: str, value: str) -> None:
    attributes = " ".join(f"a{number}={value}" for number in range(65))
    source = read_source(f"<report {attributes}/>".encode(encoding))
    assert source.root is None
    assert ["F04"] == [finding.code for finding in source.findings]
    fewer = read_source(f"<report {attributes.rpartition(' ')[0]}/>".encode(encoding))
    assert fewer.root is not None


def test_a_message_quotes_only_the_beginning_of_a_long_value() -> None:
    name = "x" * 100_000
    for data in (f'<?xml version="1.0" encoding="{name}"?><a/>', f"<{name}"):
        for finding in read_source(data.encode()).findings:
            assert len(finding.text.en) < 1000
            assert len(finding.text.de) < 1000
