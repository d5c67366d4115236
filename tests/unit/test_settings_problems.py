from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Annotated

import pytest
from pydantic import AfterValidator, BaseModel, ValidationError

from syncd.settings import Settings
from syncd.settings_problems import describe

if TYPE_CHECKING:
    from syncd.bilingual import Text

SOURCE = {"name": "north", "folder": "in"}


def refuse(_: int) -> int:
    message = "odd"
    raise ValueError(message)


def problems(**values: object) -> list[Text]:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate(values)
    return describe(caught.value, Settings)


def only(**values: object) -> Text:
    (problem,) = problems(**values)
    return problem


@pytest.mark.parametrize(
    ("values", "en", "de"),
    [
        (
            {"langauge": "de"},
            "langauge: there is no such setting. Did you mean language?",
            "langauge: diese Einstellung gibt es nicht. Ist language gemeint?",
        ),
        (
            {"ratings": {"mode": "auto"}},
            "[ratings]: there is no such setting. Did you mean rating?",
            "[ratings]: diese Einstellung gibt es nicht. Ist rating gemeint?",
        ),
        (
            {"source": [SOURCE]},
            "[[source]]: there is no such setting. Did you mean sources?",
            "[[source]]: diese Einstellung gibt es nicht. Ist sources gemeint?",
        ),
        (
            {"rating": {"language": "de"}},
            "[rating] language: this setting belongs at the top, before all sections.",
            (
                "[rating] language: diese Einstellung gehört nach oben, vor alle "
                "Abschnitte."
            ),
        ),
        (
            {"rating": {"timezone": "UTC"}},
            "[rating] timezone: this setting belongs to [[sources]].",
            "[rating] timezone: diese Einstellung gehört zu [[sources]].",
        ),
        (
            {"quiet_team_s": 5},
            "quiet_team_s: this setting belongs to [rating].",
            "quiet_team_s: diese Einstellung gehört zu [rating].",
        ),
        (
            {"store": {"zzz": 1}},
            "[store] zzz: there is no such setting. Possible: url",
            "[store] zzz: diese Einstellung gibt es nicht. Möglich: url",
        ),
        (
            {"sources": [{"name": "north"}]},
            (
                '[[sources]] number 1, pull: a source needs a line folder = "…", or an '
                'address to download from: pull = { url = "https://…" }, or '
                "push = true if exports are handed in by HTTP."
            ),
            (
                "[[sources]] Nummer 1, pull: eine Quelle braucht eine Zeile "
                'folder = "…" oder eine Adresse zum Herunterladen: '
                'pull = { url = "https://…" }, oder push = true, wenn Exporte per HTTP '
                "abgegeben werden."
            ),
        ),
        (
            {"sources": [{"name": "north", "url": "https://a.example/exports"}]},
            (
                "[[sources]] number 1, pull: url is the page of the tournament, which "
                "the report names. To download exports, write "
                'pull = { url = "https://…" }'
            ),
            (
                "[[sources]] Nummer 1, pull: url ist die Turnierseite, die im Bericht "
                "steht. Zum Herunterladen von Exporten bitte "
                'pull = { url = "https://…" } schreiben.'
            ),
        ),
        (
            {"rating": {"mode": "always"}},
            (
                '[rating] mode: "always" is not possible here. Choose one of: "off", '
                '"draft", "auto"'
            ),
            (
                '[rating] mode: "always" ist hier nicht möglich. Möglich sind: "off", '
                '"draft", "auto"'
            ),
        ),
        (
            {"workers": {"processes": 99}},
            "[workers] processes: 99 is too much; it must be at most 64.",
            "[workers] processes: 99 ist zu viel; es darf höchstens 64 sein.",
        ),
        (
            {"workers": {"processes": -1}},
            "[workers] processes: -1 is too little; it must be at least 0.",
            "[workers] processes: -1 ist zu wenig; es muss mindestens 0 sein.",
        ),
        (
            {"daemon": {"sweep_s": 0}},
            "[daemon] sweep_s: 0 is too little; it must be more than 0.",
            "[daemon] sweep_s: 0 ist zu wenig; es muss mehr als 0 sein.",
        ),
        (
            {"sources": [SOURCE | {"polling": "maybe"}]},
            (
                '[[sources]] number 1, polling: "maybe" is neither true nor false. '
                "Write "
                "true or false without quotes."
            ),
            (
                '[[sources]] Nummer 1, polling: "maybe" ist weder true noch false. '
                "Bitte "
                "true oder false ohne Anführungszeichen schreiben."
            ),
        ),
        (
            {"rating": {"sender": True}},
            '[rating] sender: true is no text. Write it in quotes: "…"',
            (
                "[rating] sender: true ist kein Text. Bitte in Anführungszeichen "
                'schreiben: "…"'
            ),
        ),
        (
            {"rating": {"sender": 201 * "x"}},
            "[rating] sender: the text is too long; at most 200 characters.",
            "[rating] sender: der Text ist zu lang; höchstens 200 Zeichen.",
        ),
        (
            {"retry": {"base_s": "soon"}},
            (
                '[retry] base_s: "soon" is no number. Write it like 5 or 2.5, without '
                "quotes."
            ),
            (
                '[retry] base_s: "soon" ist keine Zahl. Bitte wie 5 oder 2.5 '
                "schreiben, "
                "ohne Anführungszeichen."
            ),
        ),
        (
            {"sources": [SOURCE | {"ignore": "*.bak"}]},
            (
                '[[sources]] number 1, ignore: "*.bak" is no list. Write it in square '
                'brackets: ignore = ["*.bak"]'
            ),
            (
                '[[sources]] Nummer 1, ignore: "*.bak" ist keine Liste. Bitte eckige '
                'Klammern darum setzen: ignore = ["*.bak"]'
            ),
        ),
        (
            {"sources": SOURCE},
            "[[sources]]: write [[sources]] with two brackets, once for each of them.",
            (
                "[[sources]]: bitte [[sources]] mit zwei Klammern schreiben, für jeden "
                "Eintrag einmal."
            ),
        ),
        (
            {"rating": "auto"},
            (
                "rating: this is a section: write [rating] on a line of its own, "
                "settings "
                "below."
            ),
            (
                "rating: das ist ein Abschnitt: [rating] in eine eigene Zeile "
                "schreiben, "
                "die Einstellungen darunter."
            ),
        ),
        (
            {"sources": [SOURCE | {"timezone": "Europe/Bonn"}]},
            (
                '[[sources]] number 1, timezone: "Europe/Bonn" is no known time zone. '
                'Write for instance "Europe/Berlin".'
            ),
            (
                '[[sources]] Nummer 1, timezone: "Europe/Bonn" ist keine bekannte '
                'Zeitzone. Zum Beispiel "Europe/Berlin".'
            ),
        ),
    ],
)
def test_the_common_problems_are_said_in_plain_words(
    values: dict[str, object], en: str, de: str
) -> None:
    assert (en, de) == only(**values)


def test_a_name_that_is_none_is_told_how_names_look() -> None:
    en, de = only(sources=[SOURCE | {"name": "Köln/Süd"}])
    assert en.startswith('[[sources]] number 1, name: "Köln/Süd" is no possible name')
    assert "Umlaute" in de


def test_a_long_value_is_shortened() -> None:
    en, _ = only(rating={"mode": 100 * "x"})
    assert f'"{60 * "x"}…" is not possible' in en


def test_secrets_are_never_repeated() -> None:
    portal = {
        "name": "p", "kind": "http", "url": 4711,
        "headers": {"Authorization": 4711},
    }  # fmt: skip
    said = problems(portals=[portal])
    assert len(said) == 2
    assert "4711" not in str(said)
    assert said[0][0] == (
        '[[portals]] number 1, url: this is no text. Write it in quotes: "…"'
    )


class Rare(BaseModel):
    at: dt.date
    odd: Annotated[int, AfterValidator(refuse)] = 0


PORTAL = {"name": "p", "kind": "http", "url": "https://h.example/"}
RULE = {"regex": "ok"}


@pytest.mark.parametrize(
    ("values", "en"),
    [
        ({"portals": [PORTAL | {"auth": "x"}]}, "write auth = { setting = … }"),
        ({"portals": [PORTAL | {"mail": "x"}]}, "write mail = { setting = … }"),
        ({"portals": [PORTAL | {"answers": "x"}]}, "write answers = { setting = … }"),
        (
            {"portals": [PORTAL | {"answers": {"accepted": RULE}}]},
            "accepted = [{ … }]",
        ),
        ({"rating": {"portals": "p"}}, 'portals = ["p"]'),
        ({"sources": [SOURCE | {"portals": "p"}]}, 'portals = ["p"]'),
        ({"sources": ["x"]}, "write [[sources]] on a line"),
        ({"lists": {"urls": ["nix"]}}, "[lists] urls, number 1: "),
        ({"lists": {"urls": "nix"}}, "urls = […]"),
        ({"tournaments": [{"match": ""}]}, "match: the text is empty."),
        ({"tournaments": [{"match": "*", "portals": ["x"]}]},
         "[[tournaments]] number 1, portals: there is no"),
    ],
)  # fmt: skip
def test_the_advice_can_be_followed(values: dict[str, object], en: str) -> None:
    text = only(**values)
    assert en in text.en
    assert "file:" not in text.en
    assert text.de != text.en
    assert not {"write", "should", "Value"} & set(text.de.split())


def test_what_is_rare_keeps_the_words_of_the_checker() -> None:
    with pytest.raises(ValidationError) as caught:
        Rare.model_validate({"at": "soon", "odd": 1})
    said = describe(caught.value, Rare)
    assert all("hier nicht möglich" in text.de for text in said)
    assert [text.en.partition(":")[0] for text in said] == ["at", "odd"]
