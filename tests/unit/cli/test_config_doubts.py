"""What fits together in a configuration, and what nobody can have meant."""

from __future__ import annotations

from typing import Any

import pytest

from syncd.cli.config_doubts import doubts
from syncd.settings import Settings

HTTP = {"kind": "http", "url": "https://h.example/a"}
OUT = {"kind": "directory", "folder": "/out"}
LOGIN = {"user": "a", "password": "b"}
MAIL = {"host": "m", "sender": "a@x.example", "to": ["b@x.example"]}


def portals(*sections: dict[str, Any]) -> dict[str, Any]:
    named = [{"name": f"p{number}"} | one for number, one in enumerate(sections)]
    return {"portals": named}


def source(**values: object) -> dict[str, Any]:
    return {"sources": [{"name": "north", "folder": "/in"} | values]}


def tournament(**values: object) -> dict[str, Any]:
    return source() | {"tournaments": [{"match": "Cup*"} | values]}


def peer(keeping: str = "", **values: object) -> dict[str, Any]:
    """Return a peer, and two sources of which one may keep contact data."""
    sources = [
        {"name": name, "folder": f"/{name}", "keep_contact_data": name == keeping}
        for name in ("north", "south")
    ]
    club = {"name": "club", "kind": "folder", "folder": "/out"} | values
    rating = {"installation": "here"}
    return {"rating": rating, "sources": sources, "peers": [club]}


NAMED = {"installation": "here"}
FEED = {"url": "https://h.example/feed", "kind": "feed"}
READBACK = {"schedules": [{"job": "readback", "cron": "5 * * * *"}]}
LOOKUP = HTTP | {"lookup": {"url": "https://h.example/rs"}}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, None),
        (portals(HTTP, OUT), None),
        (portals(HTTP, HTTP | {"url": "https://h.example/b"}), None),
        (portals(HTTP, HTTP | {"url": "https://u:p@H.example/a/"}), "same place"),
        (portals(OUT, OUT | {"folder": "/out/../out"}), "same place"),
        (portals(OUT, OUT | {"kind": "shadow"}), "same place"),
        (portals({"kind": "mail", "mail": MAIL}, {"kind": "mail", "mail": MAIL}),
         "same place"),
        (portals(HTTP | {"auth": {"token": "x"}}), "has no kind"),
        (portals(HTTP | {"lookup": {"auth": {"user": "x"}}}), "lookup.auth has no"),
        (portals(HTTP | {"auth": {"kind": "bearer", "token": "x"}}), None),
        (portals({"kind": "mail", "mail": MAIL | {"user": "a"}}), "user and password"),
        (portals({"kind": "mail", "mail": MAIL | LOGIN}), None),
        (READBACK | portals(HTTP), "no portal has a lookup.url"),
        (READBACK | portals(LOOKUP), None),
        ({"retry": {"base_s": 60, "cap_s": 30}}, "base_s is more than cap_s"),
        ({"rating": {"deadline_warn_days": 400}}, "[rating]: deadline_warn_days"),
        (source(deadline_warn_days=400), "[[sources]] north: deadline_warn_days"),
        (source(deadline_stop_days=10), "[[sources]] north: deadline_warn_days"),
        (source(deadline_warn_days=10), None),
        (tournament(deadline_stop_days=9), "[[tournaments]] Cup*: deadline_warn_days"),
        (source(owner="south"), 'no source "south". Configured: north'),
        (tournament(owner="north"), None),
        ({"web": {}}, "this syncd has no name of its own"),
        ({"web": {}, "rating": NAMED}, None),
        (source(push=True), "this syncd has no name of its own"),
        (source(push=True) | {"rating": NAMED}, None),
        (source(folder=None, pull=FEED), "this syncd has no name of its own"),
        (source(folder=None, pull=FEED) | {"rating": NAMED}, None),
        (peer(), None),
        (peer(contact_data=True), "keep_contact_data = true at one of: north, south"),
        (peer(keeping="north", contact_data=True), None),
        (peer(keeping="north", contact_data=True, sources=["north"]), None),
        (peer(keeping="north", contact_data=True, sources=["south"]), "one of: south"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told(values: dict[str, Any], words: str | None) -> None:
    found = doubts(Settings.model_validate(values))
    assert len(found) == (words is not None)
    for text in found:
        assert words is not None
        assert words in text.en
        assert text.de != text.en
