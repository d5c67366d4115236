"""One tournament under several names and days, on SQLite and PostgreSQL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pipeline_world
import pytest

from syncd.formats.dwzxml.decode import decode_report
from syncd.pipeline.arrivals import forms, identify, takeover
from syncd.pipeline.arrivals.process import process_next
from syncd.store import inbox

if TYPE_CHECKING:
    import datetime as dt

    from pipeline_world import World

    from syncd.model.tournament import Tournament
    from syncd.pipeline.arrivals.work import Work
    from syncd.pipeline.context import Context
    from syncd.store.engine import Store
    from syncd.store.inbox import Outcome
    from syncd.store.revisions import Head
    from syncd.sync.kinship import Kinship

export = pipeline_world.export
TRF, XML = export("E02_clm.trf"), export("E02_dsb25.xml")
CORRECTED = pipeline_world.corrected()


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


def take(world: World, data: bytes, name: str) -> str | None:
    world.wait(hours=1)
    state = world.process(world.receive(data, name=name))
    world.settle()
    return state


def corrected_xml(data: bytes = XML) -> bytes:
    """Return the XML with its first win of White won by Black."""
    won = rb"<pointWhite>1</pointWhite>\s*<pointBlack>0</pointBlack>"
    lost = b"<pointWhite>0</pointWhite><pointBlack>1</pointBlack>"
    return re.sub(won, lost, data, count=1)


def another_start(data: bytes) -> bytes:
    return re.sub(rb"(<startDate>\d{4}-\d\d)-\d\d", rb"\1-01", data)


LOST = TRF.replace(b"012 Beschl", b"012 Gr??e Beschl")
KEPT = XML.replace(b"<label>Beschl", "<label>Größe Beschl".encode())
FILES = {
    "letters lost in the TRF": (LOST, KEPT),
    "another start in the XML": (TRF, another_start(XML)),
}


@pytest.mark.parametrize("is_xml_first", [True, False])
@pytest.mark.parametrize("which", FILES)
def test_each_form_finds_its_tournament_again(
    world: World, which: str, *, is_xml_first: bool
) -> None:
    trf, xml = FILES[which]
    files = [(trf, "a.trf"), (xml, "a.xml")]
    for data, name in files[:: -1 if is_xml_first else 1]:
        assert take(world, data, name) == inbox.DONE
    assert take(world, corrected_xml(xml), "b.xml") == inbox.DONE
    assert take(world, trf + b"\n", "b.trf") in {inbox.DONE, inbox.UNCHANGED}
    assert take(world, pipeline_world.corrected(trf), "c.trf") == inbox.DONE

    assert len(world.tournaments()) == 1
    uuids = {decode_report(item.data).tournament_uuid for item in world.portal.received}
    assert len(uuids) == 1


def test_two_workers_leave_no_tournament_without_a_revision(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second worker is done between the first one's look and its commit."""
    slow, fast = (
        world.receive(data, name=name) for data, name in ((LOST, "a.trf"), (KEPT, "a"))
    )
    original = takeover._merge
    waiting = [fast]

    def overtaken(
        context: Context, work: Work, head: Head | None, now: dt.datetime
    ) -> Outcome | None:
        if waiting:
            process_next(world.context("d-1/host/2"), waiting.pop(), world.now)
        return original(context, work, head, now)

    monkeypatch.setattr(takeover, "_merge", overtaken)
    assert world.process(slow) == inbox.DONE
    (line,) = world.tournaments()
    assert set(world.head(line.id).bases) >= {"trf", "dwz"}


# --- errors are those of the newest files ---


def without_a_fide_id(data: bytes) -> bytes:
    return re.sub(rb"<fideId>\d+</fideId>\n?", b"", data, count=1)


def asks(world: World) -> bool:
    return "join.result" in {item.code for item in world.head().findings}


def clashing() -> bytes:
    """Return the XML that agrees with the corrected TRF."""
    white, black = (
        f"<tournamentPlayerNumber{side}>{number}</tournamentPlayerNumber{side}>\n"
        for side, number in (("White", 15), ("Black", 5))
    )
    points = "<pointWhite>{}</pointWhite>\n<pointBlack>{}<"
    old, new = (
        (white + black + points.format(*score)).encode()
        for score in (("0.5", "0.5"), ("0", "1"))
    )
    assert XML.count(old) == 1
    return XML.replace(old, new)


def test_a_question_goes_with_an_export_that_lacks_an_old_value(world: World) -> None:
    take(world, CORRECTED, "a.trf")
    take(world, XML, "a.xml")
    assert asks(world)
    take(world, without_a_fide_id(clashing()), "a.xml")
    assert (asks(world), world.why()) == (False, "")


def test_a_question_comes_with_an_export_that_lacks_an_old_value(world: World) -> None:
    world.configure(quiet_individual_s=86_400)
    take(world, CORRECTED, "a.trf")
    take(world, clashing(), "a.xml")
    take(world, CORRECTED + b"\n", "a.trf")
    world.wait(hours=3)
    stamp_s = 2 * 3600
    world.process(world.receive(without_a_fide_id(XML), name="b.xml", age_s=stamp_s))
    plain = {item.code for item in world.head().findings if "join" in item.code}
    assert plain


# --- another event of the same persons ---

OPEN_TRF, OPEN_XML = export("E03_clm.trf"), export("E03_dsb25.xml")


def renamed(data: bytes, name: bytes = b"Vereinspokal") -> bytes:
    return re.sub(rb"<label>.*?</label>", b"<label>%b</label>" % name, data)


def cup_of_one_game() -> bytes:
    """Return the XML of a cup in which the pair of the last game meets in round 1."""
    before, last = OPEN_XML.rsplit(b"<game>", 1)
    game = re.sub(rb"<round>\d+</round>", b"<round>1</round>", b"<game>" + last)
    return renamed(before[: before.index(b"<games>")] + b"<games>\n" + game)


def reversed_results(data: bytes) -> bytes:
    points = rb"(<pointWhite>)(.*?)(</pointWhite>\s*<pointBlack>)(.*?)(</pointBlack>)"
    return re.sub(points, rb"\1\4\3\2\5", data)


def test_the_cup_of_the_same_persons_is_a_tournament_of_its_own(world: World) -> None:
    take(world, OPEN_TRF, "a.trf")
    before = world.head()
    take(world, cup_of_one_game(), "cup.xml")
    assert (len(world.tournaments()), world.head()) == (2, before)
    assert take(world, OPEN_XML, "a.xml") == inbox.DONE
    assert len(world.tournaments()) == 2


def test_the_return_round_waits_until_somebody_says_whose_it_is(world: World) -> None:
    take(world, OPEN_TRF, "a.trf")
    before = world.head()
    second = renamed(reversed_results(OPEN_XML), b"Return round")
    assert take(world, second, "b.xml") == inbox.WAITING
    assert world.head() == before
    own = re.sub(rb"012 .*", b"012 Return round", OPEN_TRF, count=1)
    own = own.replace(b" w 1", b" w =").replace(b" b 0", b" b =")
    assert take(world, own, "b.trf") == inbox.DONE
    assert take(world, second + b"\n", "b.xml") == inbox.DONE
    assert len(world.tournaments()) == 2


# --- so that many tournaments cost little ---


def test_only_tournaments_of_its_days_are_compared_with_a_new_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(world, re.sub(rb"042 .*", b"042 2026/07/31", OPEN_TRF, count=1), "a.trf")
    seen: list[int] = []
    original = forms.kinship_of

    def counting(form: str, theirs: Tournament, head: Tournament) -> Kinship:
        seen.append(len(head.entrants))
        return original(form, theirs, head)

    monkeypatch.setattr(identify, "kinship_of", counting)
    others = re.sub(rb">(2026|2025)-", b">2024-", renamed(XML))
    assert take(world, others, "x.xml") == inbox.DONE
    assert seen == []
    take(world, KEPT, "y.xml")
    take(world, LOST, "y.trf")
    assert seen == [16]
