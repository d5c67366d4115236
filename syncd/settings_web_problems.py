"""What is wrong with the section `[web]`, in plain words."""

from __future__ import annotations

from syncd.bilingual import Text


def no_place() -> Text:
    """Return what is wrong with a place that nothing can listen at."""
    return Text(
        'write address and port like "127.0.0.1:8047"; an IPv6 address in brackets, '
        'like "[::1]:8047".',
        'bitte Adresse und Port schreiben wie "127.0.0.1:8047"; eine IPv6-Adresse in '
        'Klammern wie "[::1]:8047".',
    )


def open_to_all() -> Text:
    """Return what is wrong with tokens that travel where anybody can read them."""
    return Text(
        "other computers would reach this address without encryption, and anybody on "
        "the way could read tokens and players. Listen on 127.0.0.1 behind a web "
        "server with https, or name cert_file and key_file, or write allow_http = true "
        "if the net is your own.",
        "andere Rechner würden diese Adresse ohne Verschlüsselung erreichen, und "
        "unterwegs könnte jeder Token und Spieler lesen. Bitte auf 127.0.0.1 hinter "
        "einem Webserver mit https lauschen, cert_file und key_file angeben oder "
        "allow_http = true schreiben, wenn das Netz das eigene ist.",
    )
