"""What the section of a portal may say about addresses and answers."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import ValidationError

from syncd.settings import Settings
from syncd.settings_patterns import readable_characters, to_steps, with_uuids
from syncd.settings_portals import PortalSettings
from syncd.settings_problems import describe
from syncd.settings_shown import shown_settings

FILE = "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01"
TOURNAMENT = "8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02"
OAUTH = {"kind": "oauth2", "client_id": "c", "client_secret": "invented"}
PORTAL = {"name": "dwz", "kind": "http", "url": "https://portal.example/reports"}
OK = {"accepted": [{"status": [201]}]}


def problems_of(**changes: Any) -> list[str]:  # noqa: ANN401 - any TOML value
    try:
        Settings.model_validate({"portals": [PORTAL | changes]})
    except ValidationError as error:
        return [text.en for text in describe(error, Settings)]
    return []


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"method": "PUT", "body": "multipart", "fields": {"vkz": "{organiser_vkz}"}},
        {"url": "https://portal.example/{tournament_uuid}/{file_uuid}?l={label}"},
        {"headers": {"X": '{"json": 1}', "Y": "{end} {players} {games} {sender}"}},
        {"status_url": "https://portal.example/reports/{file_uuid}"},
        {"status_url": "https://PORTAL.example/x?{file_uuid}", "status_answers": OK},
        {"test_url": "https://test.portal.example/reports"},
        {"ca_file": "a", "client_cert": "b", "client_key": "c"},
        {"answers": OK},
        {"answers": {"already": [{"xpath": "//a", "regex": "^b$", "status": [200]}]}},
        {"answers": OK | {"receipt": {"regex": "No: (.*)"}, "reason": {}}},
        {"status_answers": OK | {"absent": [{"json_path": "none"}]},
         "status_url": "https://portal.example/{file_uuid}"},
        {"auth": {"kind": "bearer", "token": "x"}},
    ],
)  # fmt: skip
def test_what_a_portal_may_say(changes: dict[str, Any]) -> None:
    assert problems_of(**changes) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"answers": {"accepted": [{}]}},
         "[[portals]] number 1, answers, accepted, number 1: nothing is said here"),
        ({"answers": {"accepted": [{"status": [99]}]}}, "99 is too little"),
        ({"answers": {"later": [{"status": [500]}]}}, "answers: no answer would ever"),
        ({"answers": {"receipt": {"json_path": "x"}}}, "no answer would ever"),
        ({"answers": OK | {"receipt": {"status": [200]}}}, "receipt: a status is no"),
        ({"answers": OK | {"absent": [{"status": [404]}]}}, "absent belongs to status"),
        ({"answers": {"accepted": [{"json_path": "a", "xpath": "b"}]}}, "JSON and XML"),
        ({"answers": {"accepted": [{"json_path": "a..b"}]}}, '"a..b" is no path'),
        ({"answers": {"accepted": [{"xpath": "//a["}]}}, '"//a[" is no usable XPath'),
        ({"answers": {"accepted": [{"xpath": "d:a"}]}}, "without prefixes"),
        ({"answers": {"accepted": [{"xpath": "\0"}]}}, "no usable XPath"),
        ({"answers": {"accepted": [{"xpath": "//a" * 300}]}}, "at most 500 characters"),
        ({"answers": {"accepted": [{"regex": "(a"}]}}, "regular expression: missing"),
        ({"answers": {"accepted": [{"regex": "a{99999999999}"}]}}, "no regular expr"),
        ({"answers": {"accepted": [{"regex": "(" * 5000}]}}, "no regular expr"),
        ({"answers": {"accepted": [{"regex": "(a+)+b"}]}}, "could take hours"),
        ({"url": "https://{sender}.example/"}, "after the host name only"),
        ({"url": "https://portal.example/{surname}"}, "what {surname} stands for"),
        ({"fields": {"a": "b"}}, "fields are sent in a form only"),
        ({"headers": {"a": "{file}"}}, "Possible: {file_uuid}, {tournament_uuid}"),
        ({"status_url": "https://portal.example/x"}, "Write {file_uuid} in it"),
        ({"status_url": "https://other.example/{file_uuid}"}, "another host than url"),
        ({"status_url": "http://portal.example/{file_uuid}"}, "another host than url"),
        ({"status_url": "portal.example/{file_uuid}"}, "status_url must look like"),
        ({"test_url": "portal.example"}, "test_url must look like"),
        ({"test_url": "http://portal.example"}, "must begin with https://"),
        ({"client_cert": "a"}, "client_cert needs client_key"),
        ({"client_key": "a"}, "client_key needs client_cert"),
        ({"url": "http://h/", "client_cert": "a", "client_key": "b"},
         "client_cert works with an https:// address only"),
        ({"url": "http://h/", "ca_file": "a"}, "ca_file works with an https://"),
        ({"auth": {"kind": "basic", "user": "x"}}, 'kind = "basic" needs password'),
        ({"auth": {"kind": "bearer"}}, 'kind = "bearer" needs token'),
        ({"auth": {"kind": "header", "token": "x"}}, 'kind = "header" needs header'),
        ({"auth": {"kind": "oauth2", "client_id": "x"}}, "needs token_url"),
        ({"url": "http://[oops"}, "url must look like"),
        ({"url": "https://"}, "url must look like"),
        ({"url": "https://portal example/"}, "url must look like"),
        ({"test_url": "ftp://portal.example/"}, "test_url must look like"),
        ({"lookup": {"url": "portal.example/rs"}}, "lookup, url: url must look"),
        ({"lookup": {"url": "https://h:port/"}}, "lookup, url: url must look"),
        ({"auth": OAUTH | {"token_url": "portal/token"}}, "token_url must look like"),
        ({"lookup": {"auth": OAUTH | {"token_url": "x:y"}}}, "token_url must look"),
    ],
)  # fmt: skip
def test_what_a_portal_may_not_say(changes: dict[str, Any], said: str) -> None:
    (problem,) = problems_of(**changes)
    assert problem.startswith("[[portals]] number 1")
    assert said in problem


def test_secrets_are_neither_shown_nor_printed() -> None:
    portal = PortalSettings.model_validate(
        PORTAL
        | {
            "url": "https://me:geheim@portal.example/r?password=geheim",
            "status_url": "https://me:geheim@portal.example/r/{file_uuid}",
            "test_url": "https://me:geheim@portal.example/t",
            "headers": {"X": "geheim"},
            "body": "multipart",
            "fields": {"key": "geheim"},
            "auth": {
                "kind": "oauth2", "client_id": "c", "client_secret": "geheim",
                "token_url": "https://me:geheim@portal.example/token",
                "password": "geheim", "token": "geheim",
            },
            "mail": {"password": "geheim"},
        }
    )  # fmt: skip
    settings = Settings(portals=(portal,))
    assert "geheim" not in repr(settings)
    assert "geheim" not in str(shown_settings(settings))
    assert "portal.example" in shown_settings(settings)["portals"][0]["test_url"]


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("", ()),
        ("state", ("state",)),
        ("result.errors[0].text", ("result", "errors", 0, "text")),
        ("[2][*].a b", (2, None, "a b")),
    ],
)
def test_paths(path: str, steps: tuple[object, ...]) -> None:
    assert to_steps(path) == steps


@pytest.mark.parametrize("path", ["a..b", "a.", "a[", "a[x]", "a[1]b", "a]", "a[-1]"])
def test_what_is_no_path(path: str) -> None:
    with pytest.raises(ValueError, match="no path"):
        to_steps(path)


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("", 16_384),
        ("^ok$", 16_384),
        ("(a|b)*", 16_384),
        (r"(\d{4}-){3}", 16_384),
        ("(?:a?b){3}", 16_384),
        ("{file_uuid}", 16_384),
        (r'"receipt":\s*"([^"]+)"', 1_024),
        ("a{1,1000}b{1,1000}", 1_024),
        (".*.*.*x", 0),
        ("(a+)+", 0),
        ("(?:foo|bar)+", 0),
        ("(?:a?){30}b", 0),
        ("(?=(a+)+b)", 0),
        ("(?>a+)+", 0),
        ("(a*)*?b", 0),
        (r"(a)\1", 0),
        (r"(a)?(?(1)b|c)", 0),
        ("a" * 501, 0),
    ],
)
def test_how_much_text_a_pattern_may_read(pattern: str, size: int) -> None:
    assert readable_characters(pattern) == size


def test_a_pattern_can_ask_for_the_report_itself() -> None:
    pattern = re.compile(
        with_uuids("^{file_uuid} {tournament_uuid}$", FILE, TOURNAMENT)
    )
    assert pattern.search(f"{FILE.upper()} {TOURNAMENT}")
    assert not pattern.search(f"{TOURNAMENT} {FILE}")
