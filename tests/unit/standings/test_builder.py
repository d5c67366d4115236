"""What may stand in a list of tie-breaks, presets, and what a file states."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from small_events import tournament
from small_team_events import team_event

from syncd.errors import ConfigError
from syncd.model.tournament import Kind
from syncd.standings.builder import MOST_LISTED, build, modifiers_of, offers
from syncd.standings.check import TIEBREAK, differences
from syncd.standings.choices import Choices
from syncd.standings.choosing import check_list
from syncd.standings.chosen import MOST_NAMED, Wish, choose
from syncd.standings.code_table import KNOWN
from syncd.standings.codes import Code, parse_code, parse_codes
from syncd.standings.options import Options, Ratings, Unrated
from syncd.standings.presets import PRESETS, Preset, codes_of, preset_list
from syncd.standings.standings import contest_of

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

LINES = "2w1 3b=", "1b0 4w1", "4b= 1w=", "3w= 2b0"
SWISS = tournament(*LINES)
ROUND_ROBIN = tournament(*LINES, kind=Kind.ROUND_ROBIN)
UNRATED = tournament(*LINES, ratings=(2000, None))
TEAMS = team_event("1-2:1= 3-4:10")
TEAMS_BY_GAMES = replace(TEAMS, type_code="FIDE_TEAM_GP_MP")


def refused(event: Tournament, text: str) -> dict[str, str]:
    """Return the codes that are left out of a list, with the reasons."""
    built = build(parse_codes(text), contest_of(event))
    return {each.written: each.reason.en for each in built.dropped}


@pytest.mark.parametrize(
    ("event", "text", "left_out", "why"),
    [
        (SWISS, "PTS,BH,BH", "BH", "in the list already"),
        (SWISS, "PTS,BH/C1,BHC1", "BHC1", "as “BH/C1”"),
        (SWISS, "PTS,BH,BH:MP", "BH:MP", "as “BH”"),
        (SWISS, "PTS,DE,DE", "DE", "Directly after itself"),
        (SWISS, "PTS,EDE", "EDE", "one of team events"),
        (SWISS, "PTS,BH/L1", "BH/L1", "does not know the addition /L1"),
        (SWISS, "PTS,XYZ", "XYZ", "no tie-break of FIDE's table"),
        (ROUND_ROBIN, "PTS,BH/C1", "BH/C1", "article 8"),
        (ROUND_ROBIN, "PTS,FB", "FB", "article 8"),
        (ROUND_ROBIN, "PTS,AOB", "AOB", "article 8"),
        (UNRATED, "PTS,ARO", "ARO", "1 of 4 players have no rating"),
    ],
)
def test_what_cannot_stand_in_a_list(
    event: Tournament, text: str, left_out: str, why: str
) -> None:
    assert list(refused(event, text)) == [left_out]
    assert why in refused(event, text)[left_out]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (SWISS, "PTS,BH/C1,BH,BH/P,FB,SB,DE,WIN,DE"),
        (ROUND_ROBIN, "PTS,DE,WIN,SB,KS,KS/L-1"),
        (SWISS, "PTS,ARO,ARO/C1,TPR"),
    ],
)
def test_what_can(event: Tournament, text: str) -> None:
    assert refused(event, text) == {}


@pytest.mark.parametrize(
    ("event", "text", "left_out"),
    [
        (TEAMS, "MP,BC", ["BC"]),
        (TEAMS, "PTS,DE,BC,GP", ["BC"]),
        (TEAMS, "MP,GP,BC", []),
        (TEAMS, "PTS,MPvGP,DE,BC", []),
        (TEAMS_BY_GAMES, "PTS,BC", []),
        (TEAMS_BY_GAMES, "GP,BC", []),
        (TEAMS_BY_GAMES, "MP,MPvGP,BC", ["BC"]),
    ],
)
def test_board_count_stands_behind_game_points_only(
    event: Tournament, text: str, left_out: list[str]
) -> None:
    """12.1 compares equal game points; codes one by one are computed all the same."""
    assert list(refused(event, text)) == left_out
    assert all("12.1" in why for why in refused(event, text).values())
    alone = choose(event, Wish("BC")).standings
    assert None not in alone.ranking.columns[0].values


def test_no_two_tie_breaks_have_one_name() -> None:
    """Extended direct encounters share theirs: they differ in the last resort only."""
    titles = [
        known.title for name, known in KNOWN.items() if not name.startswith("EDE")
    ]
    assert len({title.de for title in titles}) == len(titles)
    assert len({title.en for title in titles}) == len(titles)


def test_every_reason_is_told_in_german_too() -> None:
    for event in (SWISS, ROUND_ROBIN, UNRATED):
        for each in offers(contest_of(event)):
            assert each.reason is None or each.reason.de != each.reason.en


@pytest.mark.parametrize("event", [SWISS, TEAMS], ids=["players", "teams"])
def test_every_addition_that_is_offered_is_understood(event: Tournament) -> None:
    """And none that the tie-break does not know; wins are those of matches."""
    contest = contest_of(event)
    for known in KNOWN.values():
        forms = [form.written for form in modifiers_of(known, contest)]
        bases = [f":{basis}" for basis in known.bases if contest.is_team]
        assert [form for form in forms if form[0] == ":"] == bases
        letters = {form[1] for form in forms if form[0] == "/"}
        assert letters == set(known.modifiers)
        for form in forms:
            assert isinstance(parse_code(known.spelling + form), Code)


def test_what_is_chosen_already_is_offered_only_with_another_addition() -> None:
    before = [code for code in parse_codes("PTS,WIN,BH") if isinstance(code, Code)]
    reasons = {
        str(each.code): each.reason for each in offers(contest_of(SWISS), before)
    }
    assert reasons["WIN"] is not None
    assert reasons["BH"] is None
    assert reasons["EDE"] is not None


@pytest.mark.parametrize("event", [TEAMS, TEAMS_BY_GAMES], ids=["matches", "games"])
def test_teams_may_choose_again_what_has_another_score(event: Tournament) -> None:
    before = [code for code in parse_codes("PTS,STD,WIN") if isinstance(code, Code)]
    contest = contest_of(event)
    reasons = {str(each.code): each.reason for each in offers(contest, before)}
    assert reasons["STD"] is None
    # won matches are the same by whatever score the standings go
    assert reasons["WIN"] is not None
    assert list(refused(event, "PTS,WIN,WIN:MP")) == ["WIN:MP"]


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize("kind", Kind)
def test_presets_hold_nothing_unknown(preset: Preset, kind: Kind) -> None:
    for event, score in ((SWISS, "PTS"), (TEAMS, "MP"), (TEAMS_BY_GAMES, "GP")):
        contest = contest_of(event)
        chosen = preset_list(preset, kind, contest)
        codes = codes_of(chosen, contest)
        assert len(codes) == len(parse_codes(chosen.codes)) + 1
        assert codes[0].name == score
    assert set(PRESETS) == set(Preset) - {Preset.USUAL}


BY_BOTH = team_event("1-3:110 2-4:111", "1-4:110 2-3:===")
"""Three boards. Match points 4 3 1 0, game points 4 4½ 2½ 1."""


@pytest.mark.parametrize(
    ("wish", "codes"),
    [
        *((Wish(preset=preset), ()) for preset in Preset),
        (Wish(), ()),
        (Wish("SB"), ()),
        (Wish("SB", is_held_to_rules=True), ()),
        (Wish("PTS,SB"), ()),
        (Wish(), ("SB",)),
        (Wish(), ("PTS", "SB")),
        (Wish(), ("PTS", "MP", "GP")),
    ],
)
def test_the_primary_score_goes_first_whatever_the_list(
    wish: Wish, codes: tuple[str, ...]
) -> None:
    """11.1: record 192 says which of the two scores it is; 202 gets it in front."""
    for type_code, ranks in (
        ("FIDE_TEAM_GP", [2, 1, 3, 4]),
        ("FIDE_TEAM_GP_MP", [2, 1, 3, 4]),
        ("FIDE_TEAM_MP_GP", [1, 2, 3, 4]),
        ("", [1, 2, 3, 4]),
    ):
        event = replace(BY_BOTH, type_code=type_code, tiebreak_codes=codes)
        assert choose(event, wish).standings.ranking.ranks == ranks, type_code


@pytest.mark.parametrize(
    ("type_code", "codes"),
    [("", "MP GP DE BB SB"), ("FIDE_TEAM_GP_MP", "GP MP DE BB SB")],
)
def test_the_usual_list_of_teams_has_the_other_score_second(
    type_code: str, codes: str
) -> None:
    made = choose(replace(BY_BOTH, type_code=type_code), Wish()).standings
    assert (" ".join(map(str, made.codes)), made.dropped) == (codes, ())


@pytest.mark.parametrize(
    ("codes", "basis"),
    [
        (("GP", "MP"), "GP"), (("MP", "GP"), "MP"), (("PTS", "GP", "BB"), "MP"),
        (("DE", "GPTS"), "GP"), (("PTS", "SB"), "MP"),
    ],
)  # fmt: skip
def test_the_first_score_of_a_list_is_the_primary_one(
    codes: tuple[str, ...], basis: str
) -> None:
    """`PTS` in front (202) names neither, so match points hold."""
    event = replace(BY_BOTH, tiebreak_codes=codes)
    assert contest_of(event).primary_basis == basis


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        (Kind.SWISS, "PTS BH/C1 BH SB DE WIN PS"),
        (Kind.UNKNOWN, "PTS BH/C1 BH SB DE WIN PS"),
        (Kind.ROUND_ROBIN, "PTS DE WIN SB KS"),
        (Kind.KNOCKOUT, "PTS"),
    ],
)
def test_the_usual_list_of_a_type(kind: Kind, codes: str) -> None:
    event = tournament(*LINES, kind=kind)
    made = choose(event, Wish()).standings
    assert (" ".join(map(str, made.codes)), made.dropped) == (codes, ())


def test_a_preset_loses_what_the_tournament_cannot_have() -> None:
    made = choose(ROUND_ROBIN, Wish(preset=Preset.WIDE_SWISS)).standings
    assert list(map(str, made.codes)) == ["PTS", "SB"]
    assert [each.written for each in made.dropped] == ["BH/C1", "BH"]
    assert len(made.ranking.columns) == 2


def test_the_list_of_the_file_goes_before_the_usual_one() -> None:
    stated = replace(SWISS, tiebreak_codes=("PTS", "SB", "SB", "ARO"))
    made = choose(stated, Wish()).standings
    assert list(map(str, made.codes)) == ["PTS", "SB", "ARO"]
    clm = replace(SWISS, tiebreaks=(1, 2, 0))
    made = choose(clm, Wish()).standings
    assert list(map(str, made.codes)) == ["PTS", "BH"]
    assert [each.written for each in made.dropped] == ["XCF 2"]


def test_a_list_without_end_is_told_once() -> None:
    """A list that a file states, one held to the rules, and codes one by one."""
    limits = [f"KS/L{10 + at}" for at in range(60)]
    stated = replace(SWISS, tiebreak_codes=("PTS", *limits))
    held = Wish(",".join(["PTS", *limits]), is_held_to_rules=True)
    for event, wish in ((stated, Wish()), (SWISS, held)):
        made = choose(event, wish).standings
        assert len(made.codes) == MOST_LISTED
        (left,) = made.dropped
        assert left.written == "KS/L39"
        assert "has 61 entries; no more than 30" in left.reason.en
    ranked = zip(SWISS.entrants, (1, 2, 2, 4), strict=True)
    entrants = tuple(replace(one, rank=rank) for one, rank in ranked)
    told = differences(replace(stated, entrants=entrants))
    assert [one.finding.code for one in told].count(TIEBREAK) == 1
    named = choose(SWISS, Wish(",".join(["PTS", *limits * 4]))).standings
    assert len(named.codes) == MOST_NAMED
    assert [each.written for each in named.dropped] == ["KS/L29"]
    with pytest.raises(ConfigError) as caught:
        check_list(Choices(tiebreaks=",".join(limits)), SWISS)
    assert "has 60 entries" in " ".join(text.en for text in caught.value.problems)


def test_codes_one_by_one_are_all_computed() -> None:
    """Also twice, also those that a list must not hold; the unknown are refused."""
    made = choose(ROUND_ROBIN, Wish("PTS, bhc1;BH/C1 EDE XYZ")).standings
    assert [code.written for code in made.codes] == ["PTS", "bhc1", "BH/C1", "EDE"]
    assert [each.written for each in made.dropped] == ["XYZ"]
    first, second = (made.ranking.columns[at].values for at in (1, 2))
    assert first == second
    assert set(made.ranking.columns[3].values) == {None}


def test_a_list_without_the_score_ranks_by_it_all_the_same() -> None:
    """As record 202 does; the columns are those that were asked for."""
    with_points = choose(SWISS, Wish("PTS,SB")).standings
    without = choose(SWISS, Wish("SB")).standings
    assert without.ranking.ranks == with_points.ranking.ranks
    assert [code.name for code in without.codes] == ["SB"]
    assert without.ranking.columns == with_points.ranking.columns[1:]


def test_unrated_players_count_as_is_chosen() -> None:
    lowest = Options(ratings=Ratings(Unrated.LOWEST))
    made = choose(UNRATED, Wish("ARO"), lowest).standings
    assert None not in made.ranking.columns[0].values
    without = choose(UNRATED, Wish("ARO")).standings
    assert set(without.ranking.columns[0].values) == {None}
