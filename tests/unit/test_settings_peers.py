"""The settings of peers: what is possible, and what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from syncd.cli.config_warnings import config_warnings
from syncd.errors import ConfigError
from syncd.settings import Settings, load_settings
from syncd.settings_problems import describe
from syncd.settings_shown import shown_settings

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.settings import PeerSettings

URL = "https://syncd.example.org"
NAMED = {"rating": {"installation": "here"}}


def made(peer: object, **more: object) -> Settings:
    sources = [{"name": "north", "folder": "in"}]
    return Settings.model_validate(
        {"sources": sources, **NAMED, "peers": [peer], **more}
    )


def peer(**values: object) -> PeerSettings:
    (found,) = made({"name": "club", **values}).peers
    return found


def problems(peer: object, **more: object) -> list[str]:
    with pytest.raises(ValidationError) as caught:
        made(peer, **more)
    found = describe(caught.value, Settings)
    assert all(text.en != text.de for text in found)
    return [text.en for text in found]


def test_each_kind_has_its_own_form() -> None:
    assert peer(kind="folder", folder="x").form == "clm"
    assert peer(kind="webdav", url=f"{URL}/f/").form == "clm"
    assert peer(kind="http", url=URL).form == "full"
    assert peer(kind="http", url=URL, format="trf16").form == "trf16"
    assert not peer(kind="http", url=URL).contact_data


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"kind": "folder"}, 'needs a line: folder = "…"'),
        ({"kind": "http"}, 'needs a line: url = "https://…"'),
        ({"kind": "folder", "folder": "x", "url": URL}, "url does not belong to"),
        ({"kind": "webdav", "folder": "x", "url": URL}, "folder does not belong to"),
        ({"kind": "http", "url": "ftp://a.example/x"}, "the address must look like"),
        ({"kind": "http", "url": "http://a.example/x"}, "http:// is for this machine"),
        ({"kind": "mail", "url": URL}, 'Choose one of: "folder", "webdav", "http"'),
        ({"kind": "http", "url": URL, "auth": {"kind": "bearer"}}, "needs token"),
        ({"kind": "http", "url": URL, "client_key": "k.pem"}, "needs client_cert"),
        ({"kind": "http", "url": URL, "tournaments": [""]}, "the text is empty"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_plain_words(
    values: dict[str, object], words: str
) -> None:
    (said,) = problems({"name": "club", **values})
    assert said.startswith("[[peers]] number 1")
    assert words in said
    assert "example/x" not in said


def test_all_problems_are_told_at_once() -> None:
    found = problems(
        {"name": "club", "kind": "http", "url": URL, "sources": ["a"], "source": "b"},
        rating={},
    )
    assert found[0].startswith("[rating] installation: give this syncd a name")
    assert found[1:] == [
        '[[peers]] number 1, sources: there is no source "a". Configured: north',
        '[[peers]] number 1, source: there is no source "b". Configured: north',
    ]


def test_two_peers_need_two_names() -> None:
    one = {"name": "club", "kind": "http", "url": URL}
    (said,) = problems(one, peers=[one, one])
    assert "used more than once" in said


def loaded(tmp_path: Path, *folders: str) -> Settings:
    peers = "".join(
        f'[[peers]]\nname = "p{number}"\nkind = "folder"\nfolder = "{folder}"\n'
        for number, folder in enumerate(folders)
    )
    file = tmp_path / "syncd.toml"
    file.write_text(
        '[rating]\ninstallation = "here"\n'
        f'[[sources]]\nname = "north"\nfolder = "clm/export"\n{peers}',
        encoding="utf-8",
    )
    return load_settings(file)


def test_the_folder_of_a_peer_may_hold_a_watched_one(tmp_path: Path) -> None:
    (one,) = loaded(tmp_path, "clm").peers
    assert one.folder == tmp_path / "clm"


@pytest.mark.parametrize(
    ("folders", "words"),
    [
        (("clm/export",), "would come back as an export"),
        (("clm/export/in",), "would come back as an export"),
        (("a", "a"), "one section is enough"),
        (("var/x",), "state directory"),
    ],
)
def test_what_is_passed_on_must_not_come_back(
    tmp_path: Path, folders: tuple[str, ...], words: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        loaded(tmp_path, *folders)
    (problem,) = caught.value.problems
    assert words in problem.en
    assert problem.en != problem.de


def test_secrets_are_not_shown() -> None:
    auth = {"kind": "bearer", "token": "hidden"}
    settings = made(
        {"name": "c", "kind": "http", "url": f"{URL}?k=hidden", "auth": auth}
    )
    assert "hidden" not in str(shown_settings(settings))
    assert "hidden" not in repr(settings)


def test_what_travels_in_the_open_is_warned_of() -> None:
    auth = {"kind": "bearer", "token": "x"}
    settings = made(
        {"name": "c", "kind": "http", "url": "http://10.0.0.7", "auth": auth,
         "allow_http": True, "contact_data": True},
    )  # fmt: skip
    said = " ".join(text.en for text in config_warnings(settings))
    assert "[[peers]] c: the login travels unencrypted" in said
    assert "phone numbers travel unencrypted" in said
