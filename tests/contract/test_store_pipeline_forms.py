"""TRF and XML of one tournament in any order, on SQLite and PostgreSQL."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.snapshot import decode_snapshot
from syncd.store import inbox, readmodels

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.model.tournament import Tournament
    from syncd.store.engine import Store

export = pipeline_world.export
TRF, XML = export("E02_clm.trf"), export("E02_dsb25.xml")
LOOPS, ALL_LOOPS = export("E05_clm.trf"), export("E05_dsb25.xml")
OLD = export("E01_genB_clm.trf"), export("E01_dsb25.xml")
CORRECTED = pipeline_world.corrected()
CLM_UUID = "03c87d9b-b3f3-4f05-9285-ddedb97a9807"


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


def corrected_xml(data: bytes = XML) -> bytes:
    """Return the XML with the last game of players 5 and 15 won by player 5."""
    text = data.decode()
    sides = [
        f"<tournamentPlayerNumber{side}>{number}</tournamentPlayerNumber{side}>"
        for side, number in (("White", 15), ("Black", 5))
    ]
    old = "\n".join([*sides, "<pointWhite>0.5</pointWhite>\n<pointBlack>0.5<"])
    new = "\n".join([*sides, "<pointWhite>0</pointWhite>\n<pointBlack>1<"])
    assert text.count(old) == 1
    return text.replace(old, new).encode()


def take(world: World, data: bytes, name: str, *, age_s: float = 0) -> str | None:
    world.wait(seconds=1)
    state = world.process(world.receive(data, name=name, age_s=age_s))
    world.settle()
    return state


def head(world: World, tournament_id: int = 1) -> Tournament:
    return decode_snapshot(world.head(tournament_id).snapshot)


def codes(world: World, tournament_id: int = 1) -> set[str]:
    return {item.code for item in world.head(tournament_id).findings}


def notes(world: World, *states: str) -> list[str]:
    with world.store.read() as session:
        return [line.note.en for line in readmodels.list_arrivals(session, states)]


def result(world: World) -> str:
    """Return the result of players 5 and 15 in the last round."""
    return "".join(
        game.white_result + game.black_result
        for game in head(world).pairings.games()
        if (game.round, {game.white, game.black}) == (7, {5, 15})
    )


# --- one tournament from both ---


@pytest.mark.parametrize("is_xml_first", [True, False])
def test_both_forms_are_one_tournament(world: World, *, is_xml_first: bool) -> None:
    files = [(TRF, "a.trf"), (XML, "a.xml")]
    for data, name in files[:: -1 if is_xml_first else 1]:
        assert take(world, data, name) == inbox.DONE

    assert len(world.tournaments()) == 1
    t = head(world)
    assert (t.time_control_code, t.arbiter) != ("", "")
    assert all(entrant.dsb_id for entrant in t.entrants)
    assert sum(1 for _ in t.pairings.games()) == 55
    assert not [item for item in world.head().findings if item.severity == "error"]
    payload = decode_report(world.portal.received[-1].data).payload
    assert all(player.dsb_id for player in payload.players)


def test_the_xml_alone_is_a_tournament_with_its_questions(world: World) -> None:
    assert take(world, XML, "a.xml") == inbox.DONE
    assert world.tournaments()[0].name == "Beschleunigtes Open 2 Gruppen"
    assert world.why() == "open_games"
    assert world.portal.received == []


def test_the_xml_brings_back_the_lost_loop(world: World) -> None:
    take(world, LOOPS, "a.trf")
    assert "trf.loops" in codes(world)
    take(world, ALL_LOOPS, "a.xml")
    assert "trf.loops" not in codes(world)
    assert (head(world).loops, sum(1 for _ in head(world).pairings.games())) == (2, 30)
    assert all(head(world).round_dates)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_destroyed_name_is_recognised_by_persons_and_games(
    world: World, order: tuple[int, int]
) -> None:
    for place in order:
        take(world, OLD[place], ("a.trf", "b.xml")[place])
    (line,) = world.tournaments()
    assert line.name == "12. Offene Stadtmeisterschaft Köln-Mülheim „Größe zählt“"


def test_the_xml_of_another_tournament_stays_apart(world: World) -> None:
    take(world, TRF, "a.trf")
    take(world, export("E07_dsb25.xml"), "b.xml")
    assert len(world.tournaments()) == 2


def test_the_same_name_with_other_persons_is_a_question(world: World) -> None:
    take(world, TRF, "a.trf")
    other = export("E10_dsb25.xml").replace(
        b"Herbst-Open 2026 (laufend)", b"Beschleunigtes Open 2 Gruppen"
    )
    for number in range(10):
        other = other.replace(b"<dsbId>1000%d" % number, b"<dsbId>2000%d" % number)
    other = other.replace(b"surname>", b"x>").replace(b"vkz>", b"y>")
    other = other.replace(b"fideId>", b"z>")
    assert take(world, other, "b.xml") == inbox.WAITING
    assert "different tournaments" in notes(world, inbox.WAITING)[0]
    assert world.head().number == 1


# --- corrections ---


def reopened() -> bytes:
    """Return the TRF as CLM writes it once the last game of 5 and 15 is open again."""
    data = CORRECTED
    for new, old in (
        (b"1953/  /    2.0   13", b"1953/  /    3.0   13"),
        (b"11 w 0    15 b 0", b"11 w 0    15 b 1"),
    ):
        assert data.count(old) == 1
        data = data.replace(old, new)
    return data


def test_a_result_taken_back_in_the_trf_is_asked_about(world: World) -> None:
    world.configure(quiet_individual_s=86400)
    take(world, TRF, "a.trf")
    take(world, XML, "a.xml")
    take(world, reopened(), "b.trf")
    assert (result(world), world.why()) == ("00", "zero_zero")
    assert "join.reopened" in codes(world)
    world.wait(days=2)
    world.settle()
    assert world.portal.received == []


@pytest.mark.parametrize(("point", "why"), [("-", "open_games"), ("0", "quiet")])
def test_a_result_taken_back_in_the_xml_is_open(
    world: World, point: str, why: str
) -> None:
    world.configure(quiet_individual_s=86400)
    take(world, TRF, "a.trf")
    take(world, XML, "a.xml")
    won = "<pointWhite>0</pointWhite>\n<pointBlack>1<"
    before, game, after = (
        corrected_xml()
        .decode()
        .rpartition(
            "<tournamentPlayerNumberWhite>15</tournamentPlayerNumberWhite>\n"
            "<tournamentPlayerNumberBlack>5</tournamentPlayerNumberBlack>\n" + won
        )
    )
    assert game
    open_again = game.replace(
        won, f"<pointWhite>{point}</pointWhite>\n<pointBlack>{point}<"
    )
    take(world, (before + open_again + after).encode(), "b.xml")
    assert world.why() == why


def test_a_corrected_trf_counts_against_an_older_xml(world: World) -> None:
    take(world, TRF, "a.trf")
    take(world, XML, "a.xml")
    assert result(world) == "=="
    take(world, CORRECTED, "a.trf")
    assert result(world) == "01"
    assert "join.newer_result" in codes(world)
    assert world.why() == ""
    take(world, CORRECTED, "a.trf")
    take(world, XML, "a.xml", age_s=10)
    assert result(world) == "01", "an older XML undoes nothing"


def test_a_corrected_xml_counts_against_an_older_trf(world: World) -> None:
    take(world, XML, "a.xml")
    take(world, TRF, "a.trf")
    take(world, corrected_xml(), "a.xml")
    assert result(world) == "01"
    take(world, CORRECTED, "a.trf")
    assert (result(world), "join.newer_result" in codes(world)) == ("01", False)


def test_different_results_without_an_earlier_agreement_are_asked_about(
    world: World,
) -> None:
    take(world, CORRECTED, "a.trf")
    take(world, XML, "a.xml")
    assert "join.result" in codes(world)
    assert world.why() == "join.result"
    take(world, corrected_xml(), "a.xml")
    assert "join.result" not in codes(world)
    assert world.why() == ""


FILES = {
    "a.trf": TRF, "b.trf": export("E02_fide.trf"),
    "a.xml": XML, "b.xml": corrected_xml(),
}  # fmt: skip


def test_the_order_of_arrivals_leaves_no_trace(store: Store) -> None:
    """Files of one stamp, received in every order, make the same tournament."""
    names = ("a.trf", "b.trf", "a.xml")
    snapshots: set[bytes] = set()
    world = pipeline_world.make_world(store)
    for number, order in enumerate(itertools.permutations(names)):
        source = f"s{number}"
        for name in order:
            world.process(world.receive(FILES[name], name=name, source=source))
        snapshots.add(world.head(number + 1).snapshot)
    assert len(snapshots) == 1


def test_workers_may_take_files_in_any_order(store: Store) -> None:
    world = pipeline_world.make_world(store)
    snapshots: set[bytes] = set()
    for number, order in enumerate(itertools.permutations(range(4))):
        arrivals = [
            world.receive(data, name=name, source=f"s{number}")
            for name, data in FILES.items()
        ]
        for place in order:
            world.process(arrivals[place])
        snapshots.add(world.head(number + 1).snapshot)
    assert len(snapshots) == 1


def test_an_older_file_of_one_form_is_old_for_that_form_only(world: World) -> None:
    take(world, TRF, "a.trf")
    assert take(world, XML, "a.xml", age_s=3600) == inbox.DONE
    assert take(world, XML, "b.xml", age_s=7200) == inbox.OUTDATED


def test_each_form_is_guarded_against_mass_removal(world: World) -> None:
    take(world, TRF, "a.trf")
    take(world, XML, "a.xml")
    start, end = XML.index(b"<game>", 9000), XML.index(b"</games>")
    assert take(world, XML[:start] + XML[end:], "a.xml") == inbox.WAITING
    assert sum(1 for _ in head(world).pairings.games()) == 55


# --- what is not taken ---


def test_a_broken_xml_is_quarantined_and_the_next_one_settles_it(world: World) -> None:
    take(world, TRF, "a.trf")
    assert take(world, XML[: len(XML) // 2], "a.xml") == inbox.QUARANTINED
    take(world, CORRECTED, "a.trf")
    assert len(notes(world, inbox.QUARANTINED)) == 1, "a TRF says nothing of the XML"
    take(world, corrected_xml(), "a.xml")
    assert notes(world, inbox.QUARANTINED) == []


def test_our_own_report_is_left_alone(world: World) -> None:
    take(world, TRF, "a.trf")
    before = world.head()
    assert take(world, world.portal.received[0].data, "r.xml") == inbox.UNCHANGED
    assert "syncd itself has made" in notes(world, inbox.UNCHANGED)[0]
    assert world.head() == before


def test_the_examples_of_the_documentation_are_refused(world: World) -> None:
    data = XML.replace(CLM_UUID.encode(), b"550e8400-e29b-41d4-a716-446655440000")
    assert take(world, data, "a.xml") == inbox.QUARANTINED
    assert world.tournaments() == []


def test_the_random_uuid_of_clm_is_not_adopted(world: World) -> None:
    take(world, XML, "a.xml")
    take(world, TRF, "a.trf")
    assert world.head().uuid != CLM_UUID
    assert decode_report(world.portal.received[0].data).tournament_uuid != CLM_UUID
