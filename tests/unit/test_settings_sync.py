from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from syncd.settings import Settings
from syncd.settings_problems import describe
from syncd.settings_shown import shown_settings
from syncd.sync.policy import Choice, Group

if TYPE_CHECKING:
    from syncd.bilingual import Text

SOURCES = [{"name": name, "folder": "in"} for name in ("verein", "bezirk", "land")]
PAIR: dict[str, object] = {"sources": ["verein", "bezirk"]}


def settings(*groups: dict[str, object], **sync: object) -> Settings:
    return Settings.model_validate(
        {"sources": SOURCES, "sync": {"groups": list(groups), **sync}}
    )


def problems(*groups: dict[str, object], **sync: object) -> list[Text]:
    with pytest.raises(ValidationError) as caught:
        settings(*groups, **sync)
    return describe(caught.value, Settings)


def test_without_groups_nobody_shares_anything() -> None:
    sync = Settings().sync

    assert sync.group_of("verein") is None
    assert sync.policy("verein").most_lost_percent == 50
    assert sync.policy("verein", "bezirk").owner == "bezirk"


def test_a_group_says_who_is_right() -> None:
    decide = {"dates": "newest", "players": "priority", "results": "ask"}
    order = ["bezirk", "verein"]
    group = {**PAIR, "owner": "bezirk", "priority": order, "decide": decide}
    policy = settings(group, most_lost_percent=30).sync.policy("verein")

    assert (policy.owner, policy.priority) == ("bezirk", ("bezirk", "verein"))
    assert policy.choices == {
        Group.RESULTS: Choice.ASK,
        Group.DATES: Choice.NEWEST,
        Group.PLAYERS: Choice.PRIORITY,
        Group.TEAMS: Choice.OWNER,
        Group.TOURNAMENT: Choice.OWNER,
    }
    assert policy.most_lost_percent == 30


def test_the_owner_of_the_tournament_goes_before_that_of_the_group() -> None:
    sync = settings({**PAIR, "owner": "bezirk"}).sync

    assert sync.policy("verein", "verein").owner == "verein"


def test_what_is_in_force_is_shown() -> None:
    shown = shown_settings(settings({**PAIR, "owner": "bezirk"}))

    assert shown["sync"]["groups"][0]["owner"] == "bezirk"
    assert shown["sync"]["groups"][0]["decide"]["results"] == "owner"


@pytest.mark.parametrize(
    ("group", "en", "de"),
    [
        (
            {"sources": ["verein"]},
            (
                "sources: name two or more different sources, "
                'for instance ["verein", "bezirk"].'
            ),
            "bitte zwei oder mehr verschiedene Quellen nennen",
        ),
        (
            {"sources": ["verein", "verein"]},
            (
                "sources: name two or more different sources, "
                'for instance ["verein", "bezirk"].'
            ),
            "bitte zwei oder mehr verschiedene Quellen nennen",
        ),
        (
            {**PAIR, "owner": "land"},
            ('owner: "land" is none of the sources of this group: verein, bezirk'),
            "ist keine der Quellen dieser Gruppe",
        ),
        (
            {**PAIR, "priority": ["bezirk", "land"]},
            ('priority: "land" is none of the sources of this group: verein, bezirk'),
            "ist keine der Quellen dieser Gruppe",
        ),
        (
            {**PAIR, "decide": {"dates": "priority"}},
            (
                'decide: something is decided by "priority", but '
                "`priority` names no sources."
            ),
            "`priority` nennt keine Quellen",
        ),
        (
            {**PAIR, "decide": {"results": "newest"}},
            (
                'decide, results: "newest" is never possible for '
                "results: the time of a file says when somebody exported, not who is "
                "right. Choose owner, ask or priority."
            ),
            "geht bei Ergebnissen nie",
        ),
        (
            {**PAIR, "decide": {"dates": "latest"}},
            (
                'decide, dates: "latest" is not possible here. '
                'Choose one of: "owner", "ask", "newest", "priority"'
            ),
            "hier nicht möglich",
        ),
        (
            {**PAIR, "decide": {"result": "ask"}},
            ("decide, result: there is no such setting. Did you mean results?"),
            "Ist results gemeint?",
        ),
        (
            {"sources": ["verein", "kreis"]},
            ('sources: there is no source "kreis". Configured: bezirk, land, verein'),
            'eine Quelle "kreis" gibt es nicht',
        ),
    ],
)
def test_what_cannot_be_is_said_in_plain_words(
    group: dict[str, object], en: str, de: str
) -> None:
    (problem,) = problems(group)

    assert problem.en == f"[[sync.groups]] number 1, {en}"
    assert de in problem.de


def test_a_source_stands_in_one_group_only() -> None:
    (problem,) = problems(PAIR, {"sources": ["bezirk", "land"]})

    assert problem.en == (
        '[[sync.groups]] number 2, sources: "bezirk" stands in another group already. '
        "Make one group of both."
    )


def test_all_problems_come_at_once() -> None:
    found = problems(
        {**PAIR, "owner": "land", "decide": {"results": "newest"}},
        {"sources": ["land"]},
        most_lost_percent=100,
    )

    assert [text.en.partition(":")[0] for text in found] == [
        "[sync] most_lost_percent",
        "[[sync.groups]] number 1, owner",
        "[[sync.groups]] number 1, decide, results",
        "[[sync.groups]] number 2, sources",
    ]
