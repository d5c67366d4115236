from __future__ import annotations

import httpx
import pytest

from syncd.demo.portal_form import fields_in, report_in

DATA = b"<r>\r\n\n\r\xff--\r\n</r>\r\n"


def packed(boundary: str) -> tuple[str, bytes]:
    request = httpx.Request(
        "POST",
        "http://portal.example/",
        data={"vkz": "Z9901", "größe": "1\r\n2"},
        files={"file": ("a.xml", DATA, "application/xml")},
        headers={"Content-Type": f"multipart/form-data; boundary={boundary}"},
    )
    return request.headers["Content-Type"], request.read()


@pytest.mark.parametrize("boundary", ["x", "syncd-0a1b2c", "a" * 70])
def test_every_byte_arrives(boundary: str) -> None:
    kind, body = packed(boundary)
    assert report_in(kind, body) == DATA
    assert fields_in(kind, body)["vkz"] == b"Z9901"
    assert fields_in(kind, body)["größe"] == b"1\r\n2"


def test_a_boundary_may_be_quoted() -> None:
    kind, body = packed("x")
    assert report_in(kind.replace("boundary=x", 'Boundary="x"'), body) == DATA


@pytest.mark.parametrize("kind", ["", "application/xml", "text/plain; boundary=x"])
def test_what_is_no_form_is_the_report(kind: str) -> None:
    assert report_in(kind, DATA) == DATA


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", packed("x")[1]),
        ("multipart/form-data; boundary=y", packed("x")[1]),
        ("multipart/form-data; boundary=x", b""),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\nno name\r\n--x--"),
        ("multipart/form-data; boundary=x", packed("x")[1][:-9]),
    ],
)
def test_a_broken_form_holds_no_report(kind: str, body: bytes) -> None:
    assert report_in(kind, body) == b""
