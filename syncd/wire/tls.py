"""Certificates: ours, the server's, and what to say when one is not accepted.

There is no way to switch the check off. A fault of TLS is never an unknown outcome: it
comes from a certificate or a setting, and a person has to mend it.
"""

from __future__ import annotations

import ssl
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

import httpx

from syncd.bilingual import Text
from syncd.wire.misconfigured import PORTAL, unreadable, unusable

if TYPE_CHECKING:
    from pathlib import Path

# The other side went away: says as little as any broken connection.
_BROKEN_OFF: Final = (ssl.SSLEOFError, ssl.SSLZeroReturnError, ssl.SSLSyscallError)
_OF_THE_HANDSHAKE: Final = (
    "CERT", "UNKNOWN_CA", "HANDSHAKE", "ACCESS_DENIED", "PROTOCOL_VERSION",
)  # fmt: skip
"""Parts of the reasons for which nothing got past the door."""


def tls_context(
    name: str,
    verify: Literal[True] | str | Path,
    client_cert: Path | None = None,
    client_key: Path | None = None,
    *,
    kind: Text = PORTAL,
) -> ssl.SSLContext:
    """Return the certificate check, with our own certificate if there is one.

    Args:
        name: of the portal or source, for messages.
        verify: True for the usual certificate authorities, or a file with one's own.
        client_cert: our certificate in PEM, with whatever it is signed by.
        client_key: its private key in PEM, without a password.
        kind: whether it is a portal or a source.

    Raises:
        ConfigError: a file cannot be used.
    """
    if verify is True and client_cert is None:
        return usual_authorities()
    context = _checking(name, verify, kind)
    if client_cert is None:
        return context
    try:
        # Without a password given, OpenSSL would ask for one on the terminal.
        context.load_cert_chain(client_cert, client_key, password=lambda: b"")
    except OSError as error:
        problem = _no_pair(client_cert, client_key, error)
        raise unusable(name, [problem], kind) from error
    return context


@cache
def usual_authorities() -> ssl.SSLContext:
    """Return the usual certificate authorities, read once: that takes a while."""
    return httpx.create_ssl_context(trust_env=False)


def _checking(
    name: str, verify: Literal[True] | str | Path, kind: Text
) -> ssl.SSLContext:
    if verify is True:
        return httpx.create_ssl_context(trust_env=False)
    try:
        return ssl.create_default_context(cafile=verify)
    except OSError as error:
        raise unusable(name, [unreadable(verify, error)], kind) from error


def _no_pair(cert: Path, key: Path | None, error: OSError) -> Text:
    return Text(
        f"The client certificate {cert} with the key {key} cannot be used: {error}. "
        "Both must be PEM files that belong together, the key without a password.",
        f"Das Client-Zertifikat {cert} mit dem Schlüssel {key} ist nicht nutzbar: "
        f"{error}. Beide müssen PEM-Dateien sein, die zusammengehören, der Schlüssel "
        "ohne Passwort.",
    )


def tls_fault(error: BaseException) -> ssl.SSLError | None:
    """Return the fault of TLS behind an error, None if it is of another kind."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__
    return None if isinstance(cause, _BROKEN_OFF) else cause


def may_have_got_through(fault: ssl.SSLError) -> bool:
    """Return whether the request can have reached the portal in spite of the fault."""
    reason = fault.reason or ""
    return not any(part in reason for part in _OF_THE_HANDSHAKE)


def hint(fault: ssl.SSLError) -> Text:
    """Return in plain words what is wrong and what to do."""
    if isinstance(fault, ssl.SSLCertVerificationError):
        why = fault.verify_message
        return Text(
            f"its certificate is not trusted here: {why}. Check the address; if the "
            "server has a certificate authority of its own, name its file as ca_file; "
            "if the certificate has expired, tell its operator",
            f"seinem Zertifikat wird hier nicht vertraut: {why}. Bitte die Adresse "
            "prüfen; hat der Server eine eigene Zertifizierungsstelle, deren Datei "
            "als ca_file angeben; ist es abgelaufen, dem Betreiber Bescheid geben",
        )
    reason = (fault.reason or type(fault).__name__).lower().replace("_", " ")
    if "certificate" in reason or "unknown ca" in reason:
        return Text(
            f"it does not accept our certificate: {reason}. Check client_cert and "
            "client_key",
            f"es nimmt unser Zertifikat nicht an: {reason}. Bitte client_cert und "
            "client_key prüfen",
        )
    return Text(
        f"no encrypted connection came about: {reason}. Check https:// and the port in "
        "the address",
        f"es kam keine verschlüsselte Verbindung zustande: {reason}. Bitte https:// "
        "und den Port der Adresse prüfen",
    )
