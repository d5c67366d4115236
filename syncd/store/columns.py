"""Column types that behave alike on SQLite and PostgreSQL."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, DateTime, Text, types

if TYPE_CHECKING:
    from sqlalchemy.engine import Dialect


class UtcDateTime(types.TypeDecorator[dt.datetime]):
    """An aware UTC date and time; SQLite alone would drop the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(
        self, value: dt.datetime | None, dialect: Dialect
    ) -> dt.datetime | None:
        """Refuse naive values and store UTC.

        Raises:
            ValueError: the value has no time zone.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            message = "naive datetimes are not stored; pass an aware one"
            raise ValueError(message)
        utc = value.astimezone(dt.UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(
        self, value: dt.datetime | None, dialect: Dialect
    ) -> dt.datetime | None:
        """Return an aware UTC value."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            return value.replace(tzinfo=dt.UTC)
        return value.astimezone(dt.UTC)


class PlainText(types.TypeDecorator[str]):
    """Text of any length and origin.

    Files and portals send what PostgreSQL refuses: NUL, and halves of characters that
    no encoding has. One such letter must not keep a row from being stored.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the text with a question mark for every impossible character."""
        del dialect
        return value and value.replace("\0", "?").encode("utf-8", "replace").decode()


class Wrapped64(types.TypeDecorator[int]):
    """A number of 64 bits that is only ever compared with others.

    File systems number inodes without a sign; the databases know signed numbers only.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:
        """Return the number, the upper half of its range made negative."""
        del dialect
        return None if value is None else (value + 2**63) % 2**64 - 2**63
