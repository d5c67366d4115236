"""Small reports for the portal simulator, and what it says of them."""

from __future__ import annotations

from uuid import UUID

TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"


def uuid(number: int) -> str:
    return str(UUID(int=number, version=4))


def report(number: int = 1, label: str = "Open") -> bytes:
    return (
        '<DSB_DWZ_TournamentReport xmlns="http://www.schachbund.de/XMLSchema">'
        f"<header><fileUUID>{uuid(number)}</fileUUID></header><tournament>"
        f"<tournamentUUID>{TOURNAMENT}</tournamentUUID><label>{label}</label>"
        "</tournament></DSB_DWZ_TournamentReport>"
    ).encode()


def accepted_document(number: int, receipt: str) -> dict[str, str]:
    return {
        "status": "accepted",
        "fileUUID": uuid(number),
        "tournamentUUID": TOURNAMENT,
        "receipt": receipt,
    }
