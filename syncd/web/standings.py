"""`/api/v1/tournaments/{uuid}/standings.json|csv|html`: the ranking, after any round.

`?round=4&tiebreaks=PTS,BH/C1&lang=de`: options of `syncd standings` by their names,
those of `Asked`; what is entered by hand comes from the stored choices alone.
The document is that of the command, letter by letter. Where nothing is said, what
people have chosen for the tournament holds (`syncd ranking`). Whoever asks for another
list of tie-breaks gets what it gives, without an order set by hand and without lots.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request, Response

import syncd
from syncd.bilingual import (
    Language,
    Text,
)
from syncd.errors import ConfigError
from syncd.formats.snapshot import decode_snapshot
from syncd.model.web_access import Access
from syncd.pages.standings import standings_csv, standings_html, workings
from syncd.pages.standings_further import document
from syncd.standings.categories import parse_category
from syncd.standings.choices import Choices, options_of, shown_of, wish_of
from syncd.standings.chosen import Wish, choose
from syncd.standings.codes import Code, parse_codes
from syncd.standings.field import Edition  # noqa: TC001 - FastAPI reads annotations
from syncd.standings.options import Options, Unrated
from syncd.standings.players import refuse_unknown_round, rounds_that_count
from syncd.standings.presets import Preset  # noqa: TC001 - FastAPI reads annotations
from syncd.standings.table import table_of
from syncd.standings.ties import Ties  # noqa: TC001 - FastAPI reads annotations
from syncd.store import shared, snapshots
from syncd.store.choices import load_choices
from syncd.store.rows import sha256_hex
from syncd.web import problems
from syncd.web.auth import reader
from syncd.web.tags import is_known, not_modified, tag_headers

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Sequence

    from syncd.model.tournament import Tournament
    from syncd.pages.standings import Workings
    from syncd.standings.categories import Category
    from syncd.standings.chosen import Chosen
    from syncd.standings.standings import Standings
    from syncd.standings.table import Shown
    from syncd.web.served import Served

router = APIRouter()
Form = Literal["json", "csv", "html"]
_TYPES: Final = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
_KEPT: Final = (
    "tiebreaks", "preset", "ties", "unrated", "edition", "absences", "category", "lang",
)  # fmt: skip
"""What the links to other rounds keep of a request."""
_TAG_LETTERS: Final = 32
_MOST_LETTERS: Final = 1000
"""Of a list of tie-breaks: all that there are have fewer."""
_MOST_CODES: Final = 100
"""Codes of a list: all that there are, with most of their additions."""
_MOST_EXPLAINED: Final = 10_000
"""Values that one answer explains: 1,000 players and ten tie-breaks, some 10 MB."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request wants.

    Attributes:
        round: after which round, None = the last.
        tiebreaks: codes one by one, else empty.
        preset: a list by name.
        ties: what becomes of those who are still tied; None = as chosen.
        unrated: how players without a rating count; None = as chosen.
        edition: of C.07; None = as chosen.
        absences: whether a round sat out on request is a voluntarily unplayed one;
            None = as chosen.
        category: of the players that are shown; empty for all.
        explain: whether it is told how values come about.
        number: of whom; None = of everybody.
        lang: of texts; None = that of the installation.
    """

    round: Annotated[int | None, Query(ge=0)] = None
    tiebreaks: Annotated[str, Query(max_length=_MOST_LETTERS)] = ""
    preset: Preset | None = None
    ties: Ties | None = None
    unrated: Unrated | None = None
    edition: Edition | None = None
    absences: Literal["voluntary", "excused"] | None = None
    category: Annotated[str, Query(max_length=_MOST_LETTERS)] = ""
    explain: bool = False
    number: Annotated[int | None, Query(ge=1)] = None
    lang: Language | None = None

    def over(self, choices: Choices) -> Choices:
        """Return what holds for this request where so much was chosen."""
        if self.tiebreaks or self.preset:
            choices = replace(
                choices, tiebreaks=self.tiebreaks, preset=self.preset, manual=None,
                lots=None,
            )  # fmt: skip
        if self.absences:
            is_voluntary = self.absences == "voluntary"
            choices = replace(choices, is_absence_voluntary=is_voluntary)
        ratings = choices.ratings
        return replace(
            choices,
            ties=self.ties or choices.ties,
            edition=self.edition or choices.edition,
            ratings=replace(ratings, unrated=self.unrated or ratings.unrated),
        )


class _Wanted(NamedTuple):
    """What a request wants, with what was chosen for the tournament behind it."""

    asked: Asked
    choices: Choices
    shown: Shown


@router.api_route(
    "/tournaments/{uuid}/standings.{form}", methods=["GET", "HEAD"]
)  # fmt: skip
def standings(
    request: Request,
    uuid: str,
    form: Form,
    asked: Annotated[Asked, Depends()],
    access: Annotated[Access, Depends(reader)],
) -> Response:
    """Give the standings of a tournament."""
    del access  # that somebody may read is all that counts
    served: Served = request.app.state.served
    language = asked.lang or served.context.settings.say_in()
    with served.context.store.read() as session:
        item = shared.find_shared(session, uuid)
        if item is None:
            raise problems.not_found()
        kept = load_choices(session, item.id)
        content = f"{item.snapshot_sha256} {kept.id if kept else 0}"
        tag = _tag(content, form, asked, language)
        if is_known(request, tag):
            return not_modified(tag)
        snapshot = snapshots.load_snapshot(session, item.snapshot_sha256)
    _refuse_endless(asked.tiebreaks)
    tournament = decode_snapshot(snapshot)
    choices = asked.over(kept.choices if kept else Choices())
    category = _category(tournament, asked.category, served.clock())
    wanted = _Wanted(asked, choices, shown_of(choices, category))
    text = _written(tournament, form, wanted, language)
    return Response(
        text.encode("utf-8", "replace"),
        headers=tag_headers(tag),
        media_type=_TYPES[form],
    )


def _refuse_endless(tiebreaks: str) -> None:
    """Refuse a list that costs more than all there is: too long, or with repeats."""
    codes = [each for each in parse_codes(tiebreaks) if isinstance(each, Code)]
    if len(codes) > _MOST_CODES:
        raise problems.too_many_codes(len(codes), _MOST_CODES)
    first: set[Code] = set()
    for code in codes:
        if code in first and code.known.type != "A":
            raise problems.code_twice(str(code))
        first.add(code)


def _explained(standings: Standings, asked: Asked) -> list[Workings]:
    """Return how values come about, as far as that is asked for and has an end."""
    if not asked.explain:
        return []
    count = len(standings.contest.primary.numbers) * len(standings.codes)
    if asked.number is None and count > _MOST_EXPLAINED:
        raise problems.too_much_to_explain(count, _MOST_EXPLAINED)
    return list(workings(standings, asked.number))


def _tag(content: str, form: Form, asked: Asked, language: Language) -> str:
    """Return what these standings are known by; all of it follows from that."""
    parts = (syncd.__version__, content, form, repr(asked), language)
    return sha256_hex("\n".join(parts).encode())[:_TAG_LETTERS]


def _written(
    tournament: Tournament,
    form: Form,
    wanted: _Wanted,
    language: Language,
) -> str:
    asked, choices, shown = wanted
    _refuse(lambda: refuse_unknown_round(tournament, asked.round))
    options = options_of(choices, asked.round)
    wish = Wish(asked.tiebreaks) if asked.tiebreaks else wish_of(choices)
    chosen = choose(tournament, wish, options)
    made = _explained(chosen.standings, asked)
    if form == "json":
        told = made if asked.explain else None
        shape = document(tournament, chosen.standings, shown, told, language)
        return json.dumps(shape, ensure_ascii=False)
    table = table_of(tournament, chosen, options, shown)
    if form == "csv":
        return standings_csv(table, language)
    links = _links(tournament, chosen, asked)
    return standings_html(table, language, made, links)


def _category(
    tournament: Tournament, written: str, now: dt.datetime
) -> Category | None:
    """Return the players that somebody wants to see, None for all.

    Raises:
        RequestError: nobody knows who is meant.
    """
    if not written:
        return None
    day = tournament.end or tournament.start or now
    found = parse_category(written, day.year)
    if isinstance(found, Text):
        raise problems.unfit(found)
    return found


def _refuse(check: Callable[[], None]) -> None:
    """Answer what does not fit a tournament as a request at fault.

    Raises:
        RequestError: it does not.
    """
    try:
        check()
    except ConfigError as exc:
        raise problems.unfit(exc.text) from exc


def _links(
    tournament: Tournament, chosen: Chosen, asked: Asked
) -> Sequence[tuple[int, str]]:
    """Return the rounds with results, and the address of the page after each.

    The round that is shown has none.
    """
    last = rounds_that_count(tournament, Options())
    shown = chosen.standings.contest.primary.rounds
    kept = {name: str(value) for name in _KEPT if (value := getattr(asked, name))}
    return [
        (at, "" if at == shown else f"?{urlencode({'round': at, **kept})}")
        for at in range(1, last + 1)
    ]
