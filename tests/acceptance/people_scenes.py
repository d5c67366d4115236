"""Scenes in which a person gives a command that is killed, and gives it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from installation import KILLED

from syncd.store import outbox
from syncd.store.lists import load_lists

if TYPE_CHECKING:
    from pathlib import Path

    from stage import Stage

MEMBERS = 3


def approval(stage: Stage) -> None:
    """A person approves a draft."""
    stage.drafted()
    stage.dies_next()
    stage.run("approve", stage.export().title)
    stage.takes(stage.export())


def hold(stage: Stage) -> None:
    """A person holds a report, lifts the hold, and approves."""
    stage.drafted()
    stage.dies_next()
    stage.run("hold", stage.export().title, "--reason", "first look at it")
    stage.until(lambda: not stage.has_draft(), "withdrawal")
    stage.run("approve", stage.export().title)
    stage.until(stage.has_draft, "a new draft")
    stage.run("approve", stage.export().title)
    stage.takes(stage.export())


def ranking(stage: Stage) -> None:
    """A person chooses by what the standings go, once, whatever is killed."""
    title = stage.export().title
    stage.drop(stage.export())
    stage.takes(stage.export())
    stage.dies_next()
    stage.run("ranking", "set", title, "--tiebreaks", "PTS,WIN")
    shown = stage.installation.command("history", title, "--json").stdout
    assert shown.count("PTS,WIN") == 1, shown


def removal(stage: Stage) -> None:
    """An export has lost most games; a person allows it; the next one has them all."""
    stage.drop(stage.export())
    stage.takes(stage.export())
    stage.drop(stage.export(1), data=emptied(stage.export(1).encode()))
    stage.until(
        lambda: stage.export(1).file_name in stage.arrivals("waiting"), "a question"
    )
    stage.dies_next()
    stage.run("confirm", stage.export().title, "--yes")
    stage.until(
        lambda: stage.export(1).file_name not in stage.arrivals("waiting", "received"),
        "the removal",
    )
    stage.drop(stage.export(1 + 1))
    stage.takes(stage.export(), stage.export(1 + 1))


def emptied(data: bytes) -> bytes:
    """Return an export that has kept one round of five."""
    lines = data.split(b"\n")
    return b"\n".join(line[:99] if line.startswith(b"001") else line for line in lines)


def adoption(stage: Stage) -> None:
    """A report that was sent by hand is adopted: nothing is sent."""
    stage.drafted()
    file = stage.installation.daemon.folder / f"{stage.number}.trf"
    file.write_bytes(stage.export().encode())
    by_hand = file.with_suffix(".xml")
    stage.run("report", str(file), "--out", str(by_hand))
    stage.dies_next()
    stage.run(
        "adopt", str(by_hand), "--tournament", stage.export().title, "--portal", "sim"
    )
    stage.until(
        lambda: (
            [line.kind for line in stage.lines() if line.state == outbox.ACCEPTED]
            == [outbox.ADOPTED]
        ),
        "adoption",
    )
    stage.until(lambda: not stage.has_draft(), "the end of the draft")


def person(stage: Stage) -> None:
    """What no list holds of a person is entered, then forgotten."""
    name = f"Muster{stage.number}, Max"
    if stage.place.startswith("persons.entered"):
        stage.dies_next()
    stage.run("person", "set", name, "--birth-year", "1950")
    listed = stage.installation.command("person", "list", "--json").stdout
    assert listed.count(f"Muster{stage.number}") == 1, listed
    if not stage.installation.has_died():
        stage.dies_next()
    stage.run("person", "forget", name)
    listed = stage.installation.command("person", "list", "--json").stdout
    assert f"Muster{stage.number}" not in listed


def member_list(stage: Stage) -> None:
    """A list of members is imported; whoever follows a killed import waits a little."""
    file = _member_file(stage)
    words = "lists", "import", "--accept-smaller", str(file)
    if stage.place.startswith("lists.swept"):
        stage.dies_next("lists.rows:after")
        assert stage.installation.command(*words).returncode == KILLED
        _two_minutes_pass(stage)
    stage.dies_next()
    assert stage.installation.command(*words).returncode == KILLED
    stage.death()
    _two_minutes_pass(stage)
    done = stage.installation.command(*words)
    assert done.returncode == 0, done.stderr
    with stage.installation.store.read() as session:
        known = [item for item in load_lists(session) if item.origin == file.name]
    assert [item.rows for item in known] == [MEMBERS]


def _two_minutes_pass(stage: Stage) -> None:
    """Let the turn of a killed import run out (`listimport._LEASE_S`)."""
    stage.sql("delete from lease where name = 'lists.import'")


def _member_file(stage: Stage) -> Path:
    """Return a list whose persons nobody meets, with other bytes in each scene."""
    head = (
        'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,'
        'Geburtsjahr,"Letzte Auswertung",DWZ,Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,'
        "FIDE-Land"
    )
    rows = [
        f'NU{4_000_000 + member},Z9901,{member:04},A,"Niemand{stage.number},Max",M,D,'
        f"{1950 + member},202601,1500,10,,,,GER"
        for member in range(1, MEMBERS + 1)
    ]
    file = stage.installation.daemon.folder / f"members-{stage.number}.csv"
    file.write_bytes("\r\n".join([head, *rows, ""]).encode("cp1252"))
    return file


def given_up(stage: Stage) -> None:
    """A person sends again what was given up."""
    stage.drafted()
    (line,) = stage.lines()
    stage.sql("update submission set state = 'dead' where id = :id", id=line.id)
    stage.dies_next()
    stage.run("resubmit", stage.export().title)
    stage.takes(stage.export())
