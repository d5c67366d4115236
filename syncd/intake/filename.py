"""What a file name says: CLM's download names carry the time of the export.

CLM calls a file `<name>__<d-m-Y>__<H-i-s>.trf` (or .xml, .txt) in the local time of the
site. On the way to us a browser, a mail program or a person may have added a copy
mark, a second extension or URL escapes; CLM itself never writes a percent sign.

Source: CLM, admin/models/auswertung.php and functions/file_name.php.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

EPOCH: Final = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)

_LAST_US: Final = 250_000_000_000_000_000
"""Some file systems can hold times beyond the calendar; they count as the year 9892."""

_COPY: Final = r"""(?:
    [ _]? \( [0-9]{1,3} \)                                   # "x (1)", "x(1)"
  | (?:[ ]-)? [ ] (?:Kopie|Copy) (?:[ ] \(?[0-9]{1,3}\)?)?   # "x - Kopie (2)"
)"""
_STAMPED: Final = re.compile(
    rf"""
    (?P<title>.*)
    __ ([0-9]{{1,2}}) - ([0-9]{{1,2}}) - ((?:19|20)[0-9]{{2}})
    __ ([0-9]{{1,2}}) - ([0-9]{{1,2}}) - ([0-9]{{1,2}})
    {_COPY}*
    \. (?:trf|xml|txt)
    (?: \. (?:txt|[0-9]{{1,3}}) | {_COPY} )*
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NameStamp:
    """The parts of a CLM file name.

    Attributes:
        title: name of the tournament as CLM wrote it into the file name.
        stamp: time of the export, naive: local time of the exporting site.
    """

    title: str
    stamp: dt.datetime


def decode_name(name: str) -> NameStamp | None:
    """Return what a CLM file name says, None for any other name.

    Args:
        name: file name without its folder.
    """
    match = _STAMPED.fullmatch(unquote(name))
    if match is None:
        return None
    day, month, year, hour, minute, second = map(int, match.groups()[1:])
    try:  # naive on purpose: the name does not say where the clock hung
        stamp = dt.datetime(year, month, day, hour, minute, second)  # noqa: DTZ001
    except ValueError:  # 31-02, 25 o'clock: not a stamp
        return None
    return NameStamp(match["title"], stamp)


def order_stamp_utc(name: str, mtime_ns: int, tz: ZoneInfo) -> dt.datetime:
    """Return the time that orders exports of one source.

    Args:
        name: file name without its folder.
        mtime_ns: modification time, nanoseconds since 1970; used if the name has
            no stamp.
        tz: where the exporting site is. Of an hour that a clock change repeats, the
            first is meant.

    Times before 1970 count as 1970, times beyond the calendar as far in the future.

    Returns:
        Aware, UTC.
    """
    named = decode_name(name)
    if named is not None:
        return named.stamp.replace(tzinfo=tz).astimezone(dt.UTC)
    microseconds = min(max(0, mtime_ns // 1000), _LAST_US)
    return EPOCH + dt.timedelta(microseconds=microseconds)


def nanoseconds(moment: dt.datetime) -> int:
    """Return nanoseconds since 1970, exactly, as file systems count them."""
    return (moment - EPOCH) // dt.timedelta(microseconds=1) * 1000


def display_name(name: str | os.PathLike[str]) -> str:
    r"""Return a file name or path as it can be logged, stored and shown.

    Bytes that are not UTF-8 and control characters become escapes such as `\xfc`.
    """
    text = os.fsencode(name).decode("utf-8", "backslashreplace")
    return "".join(
        character if character.isprintable() else ascii(character)[1:-1]
        for character in text
    )
