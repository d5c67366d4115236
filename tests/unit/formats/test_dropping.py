from __future__ import annotations

from pathlib import Path

import pytest

from syncd.formats.dropping import drop_contact
from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.trf import Passport, decode, read_passport, to_tournament

DATA = Path(__file__).parents[2] / "data" / "clm"


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("XCE    1 eva@example.org", "XCE    1"),
        ("XCS    1 +49 171 1234567", "XCS    1"),
        ("XCP    1 +49 171 1234567", "XCP    1"),
        ("XCP mail=eva@example.org", "XCP mail="),
        ("XCP a=1;phone=0171 123456;b=2", "XCP a=1;phone=;b=2"),
        ("XCP pgnInput=1", "XCP pgnInput=1"),
        ("012 Open (eva@example.org)", "012 Open"),
        ("102 Wolf, Eva, Tel. 0171 123456", "102 Wolf, Eva"),
        ("### Fragen: eva@example.org", "### Fragen"),
        ("013 Team eva@example.org        1", "013 Team                        1"),
        ("001    1 w    Wolf   0123 4567890", "001    1 w    Wolf   0123 4567890"),
        ("132   26/05/01  26/05/02", "132   26/05/01  26/05/02"),
        ("<notes>Köln, eva@example.org</notes>", "<notes>Köln</notes>"),
        ("<fileUUID>0123-456789</fileUUID>", "<fileUUID>0123-456789</fileUUID>"),
        ("<club>A & B, Tel. 0171 123456</club>", "<club>A & B</club>"),
        ("", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("codec", ["utf-8", "latin-1"])
def test_contact_data_goes_and_the_rest_stays(line: str, kept: str, codec: str) -> None:
    around = "\r\n022 Köln\r\n" if not line.startswith("<") else "\n"
    data = f"{line}{around}".encode(codec)
    assert f"{kept}{around}".encode(codec) == drop_contact(data)
    assert drop_contact(data) == drop_contact(drop_contact(data))


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\0@", b"\x80@a.de\r\r\n", b"<a@b.de"])
def test_any_bytes_have_a_result(data: bytes) -> None:
    drop_contact(data)


@pytest.mark.parametrize(
    "name",
    [path.name for path in sorted(DATA.glob("[ET]0*_*.*")) if path.suffix != ".tsv"],
)
def test_a_real_file_is_the_same_tournament_without_its_contact_data(name: str) -> None:
    data = (DATA / name).read_bytes()
    kept = drop_contact(data)
    if name.endswith(".xml"):
        assert read_xml(data).tournament == read_xml(kept).tournament
        return
    before, after = (to_tournament(decode(each)) for each in (data, kept))
    assert before.tournament == after.tournament
    assert b"@" not in kept
    codes = ({item.code for item in each.findings} for each in (before, after))
    first, second = codes
    assert second <= first
    assert first - second <= {"contact_data", "trf.encoding"}


@pytest.mark.parametrize(
    ("said", "is_kept"),
    [
        ("", True),
        (',"by":"0421 123456"', False),
        (',"by":"eva@example.org"', False),
    ],
)
def test_a_tournament_uuid_is_no_phone_number(said: str, *, is_kept: bool) -> None:
    """One in some hundred of them looks like one, and the passport would be lost."""
    line = Passport("00000000-0000-4000-8000-000000000001", "bezirk").line()
    data = f"012 Open\r\n{line[:-1]}{said}}}\r\n".encode()
    assert (drop_contact(data) == data) is is_kept
    if is_kept:
        assert read_passport(drop_contact(data)) is not None
