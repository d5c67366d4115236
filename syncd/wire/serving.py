"""Our own certificate, where we are the server."""

from __future__ import annotations

import ssl
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from syncd.settings import Settings


def check_serving(settings: Settings) -> None:
    """Make sure that the certificate of the HTTP interface can be used, if it has one.

    Raises:
        ConfigError: it cannot.
    """
    web = settings.web
    if web is None or web.cert_file is None:
        return
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # Without a password given, OpenSSL would ask for one on the terminal.
        context.load_cert_chain(web.cert_file, web.key_file, password=lambda: b"")
    except OSError as error:
        raise ConfigError(
            Text(
                f"[web]: cert_file {web.cert_file} and key_file {web.key_file} cannot "
                f"be used: {error}. Both must be PEM files that belong together, the "
                "key without a password.",
                f"[web]: cert_file {web.cert_file} und key_file {web.key_file} sind "
                f"nicht nutzbar: {error}. Beide müssen PEM-Dateien sein, die "
                "zusammengehören, der Schlüssel ohne Passwort.",
            )
        ) from error
