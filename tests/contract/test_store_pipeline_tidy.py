"""Deleting what is kept no longer, on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import NotFoundError, RemoteError
from syncd.model.persons import Person
from syncd.pipeline.jobs import JOBS
from syncd.pipeline.privacy.erase import find_person
from syncd.settings_sections import RetentionSettings
from syncd.store import inbox
from syncd.store.tables import ArrivalRow, AttemptRow

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store


@pytest.fixture
def world(store: Store) -> World:
    """Return a world with an export, its correction, and one that waits."""
    made = pipeline_world.make_world(store, pipeline_world.DWZ)
    made.portal.script = [RemoteError(Text("Wolf?", "Wolf?"), status=503, said="Wolf?")]
    made.drop(pipeline_world.export("E02_clm.trf"))
    made.drop(pipeline_world.corrected())
    made.drop(b"012 No date\n")
    made.wait(days=40)
    made.settle()
    return made


def tidy(world: World, **days: int) -> Text:
    """Run the job."""
    retention = RetentionSettings(**days)
    world.settings = world.settings.model_copy(update={"retention": retention})
    return JOBS["tidy"](world.context(), world.clock, lambda _: None)


def kept(world: World) -> list[bool]:
    """Return for each arrival whether its bytes are there."""
    with world.store.read() as session:
        hashes = session.exec(select(ArrivalRow.sha256).order_by("id")).all()
        found = []
        for each in hashes:
            try:
                found.append(bool(inbox.load_bytes(session, each)))
            except NotFoundError:
                found.append(False)
        return found


def test_by_default_everything_stays(world: World) -> None:
    assert "Everything is kept" in tidy(world).en
    assert [True] * 3 == kept(world)


def test_only_files_that_were_replaced_go(world: World) -> None:
    assert "Deleted for good: 0 stored files." == tidy(world, raw_days=60).en
    assert "Deleted for good: 1 stored files." == tidy(world, raw_days=30).en
    assert [False, True, True] == kept(world)
    assert "Endgültig gelöscht: 0 gespeicherte Dateien." == tidy(world, raw_days=30).de
    assert not find_person(world.context(), Person("Niemand", "Nora"))
    world.drop(pipeline_world.export("E02_clm.trf"))


def test_findings_and_answers_go_and_what_was_sent_stays(world: World) -> None:
    def texts() -> tuple[list[str], list[str]]:
        with world.store.read() as session:
            answers = session.exec(select(AttemptRow.text)).all()
            findings = session.exec(select(ArrivalRow.findings).order_by("id")).all()
            return list(answers), list(findings)

    before, noticed = texts()
    said = tidy(world, findings_days=30, attempts_days=30).en
    after, left = texts()
    assert any(before)
    assert not any(after)
    assert len(before) == len(after)
    assert noticed[1:] == left[1:]
    assert "[]" == left[0] != noticed[0]
    assert "1 files' findings" in said
