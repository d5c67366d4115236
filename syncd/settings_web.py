"""The section `[web]`: where syncd takes pushed exports and gives out tournaments."""

from __future__ import annotations

import ipaddress
import re
from typing import Annotated, Final, NamedTuple

from pydantic import AfterValidator, Field, model_validator

from syncd import settings_portal_problems as wrong_portal
from syncd import settings_problems as problems
from syncd import settings_web_problems as wrong
from syncd.settings_values import Beat, Count, PathName, Section

_PLACE: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):([0-9]{1,5})")
_PORTS: Final = range(1, 65536)


class Endpoint(NamedTuple):
    """Where a server listens.

    Attributes:
        host: a name or an IP address without brackets.
        port: 1 to 65535.
    """

    host: str
    port: int

    @property
    def is_loopback(self) -> bool:
        """Whether only programs of this machine get there."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def _place(text: str) -> str:
    """Return the text if it names an address and a port."""
    if _endpoint(text) is None:
        raise problems.SettingError(wrong.no_place())
    return text


def _endpoint(text: str) -> Endpoint | None:
    found = _PLACE.fullmatch(text)
    if found is None or int(found[3]) not in _PORTS:
        return None
    return Endpoint(found[1] or found[2], int(found[3]))


class WebSettings(Section):
    """The HTTP interface; there is none without this section.

    Attributes:
        listen: address and port.
        cert_file: certificate with what it is signed by, in PEM; None: no encryption.
        key_file: its key, in PEM, without a password.
        allow_http: whether others may reach it without encryption.
        timeout_s: seconds in which a request has to have come in whole.
        max_files: files in one archive or form.
        max_archive_bytes: size of an archive, packed and unpacked; one export has the
            limit of its source.
        connections: so many at once; more are told to come back.
    """

    listen: Annotated[str, AfterValidator(_place)] = "127.0.0.1:8047"
    cert_file: PathName | None = None
    key_file: PathName | None = None
    allow_http: bool = False
    timeout_s: Beat = 60.0
    max_files: Annotated[Count, Field(le=10_000)] = 500
    max_archive_bytes: Count = 100 * 1024 * 1024
    connections: Annotated[Count, Field(le=10_000)] = 100

    @model_validator(mode="after")
    def _is_consistent(self) -> WebSettings:
        for one, other in (("cert_file", "key_file"), ("key_file", "cert_file")):
            if getattr(self, one) and not getattr(self, other):
                raise problems.SettingError(wrong_portal.needs(one, other))
        is_safe = self.cert_file or self.allow_http or self.endpoint.is_loopback
        if not is_safe:
            raise problems.SettingError(wrong.open_to_all())
        return self

    @property
    def endpoint(self) -> Endpoint:
        """Where it listens."""
        found = _endpoint(self.listen)
        if found is None:  # checked when it was read
            raise ValueError(self.listen)
        return found

    @property
    def url(self) -> str:
        """The address as it is typed into a browser on this machine."""
        return f"{'https' if self.cert_file else 'http'}://{self.listen}"
