"""Whatever bytes come in: records with findings, or one FormatError."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from syncd.errors import FormatError
from syncd.formats.lists.archive import opened_list, packed_lists
from syncd.formats.lists.dsb import decode_clubs, decode_members
from syncd.formats.lists.fide import decode_fide
from syncd.formats.lists.kinds import content_of

if TYPE_CHECKING:
    from collections.abc import Callable

STARTS = (
    b"", b'ID,ZPS,Mitgliedsnummer,"Name,Vorname",Geburtsjahr\n', b"ZPS,Vereinname\n",
    b"<playerslist><player><fideid>1</fideid><name>", b"PK\x03\x04", b"\xef\xbb\xbf",
    b"ID Number Name Fed SRtng B-day\n1         A",
)  # fmt: skip
PIECES = st.sampled_from([b",", b'"', b"\n", b"\r", b"\x00", b"<", b">", b"&", b"\xff"])
ANY_BYTES = st.builds(
    bytes.__add__,
    st.sampled_from(STARTS),
    st.lists(PIECES | st.binary(max_size=8), max_size=30).map(b"".join),
)


def _fide(data: bytes, *, is_xml: bool) -> None:
    list(decode_fide(io.BytesIO(data), is_xml=is_xml).players)


def _archive(data: bytes) -> None:
    for item in packed_lists(io.BytesIO(data)):
        with opened_list(io.BytesIO(data), item.name) as stream:
            stream.read(4096)


READERS: tuple[Callable[[bytes], object], ...] = (
    content_of,
    decode_members,
    decode_clubs,
    lambda data: _fide(data, is_xml=True),
    lambda data: _fide(data, is_xml=False),
    _archive,
)


@given(ANY_BYTES)
def test_any_bytes_are_a_value_or_one_error_of_ours(data: bytes) -> None:
    for reader in READERS:
        with suppress(FormatError):
            reader(data)
