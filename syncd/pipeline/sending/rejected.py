"""What people read of a failed send: a refusal with the players and games it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.errors import FormatError, RejectedError
from syncd.formats.dwzxml.decode import decode_report
from syncd.rating.refusal import places_named, with_places

if TYPE_CHECKING:
    from syncd.bilingual import Text
    from syncd.errors import RemoteError


def note_of(error: RemoteError, data: bytes) -> Text:
    """Return the text of an error for people; it may name persons.

    Args:
        error: how the send failed.
        data: the report that was sent.
    """
    if not (isinstance(error, RejectedError) and error.said):
        return error.text
    try:
        report = decode_report(data)
    except FormatError:  # adopted from another program: the portal's words must do
        return error.text
    return with_places(error.text, places_named(report, error.said))
