"""What has to happen so that a process reaches each failpoint, and what must follow.

A scene is a small story told on a running installation: `stage.dies_next()` orders the
death, something is done that leads to the place, and the rest of the story says what
must be true in spite of it. `stage.run()` is a person at a terminal: a command that was
killed is given again.
"""

from __future__ import annotations

import datetime as dt
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import portal_scenes
import way_scenes
from generated_exports import GeneratedExport
from installation import KILLED
from ledger_checks import accepted_payloads, payload_of
from sqlalchemy import text

from syncd.store import outbox, readmodels, revisions
from syncd.store.lists import load_lists

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from installation import Installation
    from surroundings import Surroundings

    from syncd.demo.portal_ledger import Ledger
    from syncd.store.readmodels import ReportLine

MEMBERS = 3


@dataclass
class Stage:
    """Where one scene plays.

    Attributes:
        installation: running.
        ledger: what the portal has taken.
        place: where a process has to die.
        kills_all: whether everything else dies with it.
        number: of the next invented tournament.
        around: what else is outside.
        accepted: versions that the portal must have accepted, by export number.
    """

    installation: Installation
    ledger: Ledger
    place: str
    kills_all: bool
    number: int
    around: Surroundings | None = None
    accepted: list[GeneratedExport] = field(default_factory=list)

    @property
    def outside(self) -> Surroundings:
        """What else is outside; only where that was set up."""
        assert self.around is not None
        return self.around

    def export(self, version: int = 0) -> GeneratedExport:
        """Return the scene's tournament."""
        return GeneratedExport(self.number, version)

    def drop(
        self, export: GeneratedExport, folder: str = "inbox", data: bytes | None = None
    ) -> None:
        """Let an export arrive."""
        self.drop_file(export.file_name, data or export.encode(), folder)

    def drop_file(self, name: str, data: bytes, folder: str = "inbox") -> None:
        target = self.installation.daemon.folder / folder
        part = target / f".{name}.part"
        part.write_bytes(data)
        part.rename(target / name)

    def dies_next(self, place: str | None = None) -> None:
        """Order the death."""
        self.installation.order_death(place or self.place)

    def death(self) -> None:
        """Wait for the death; then, if so wanted, kill all the rest as well."""
        self.installation.wait(self.installation.has_died, f"death at {self.place}")
        if self.kills_all:
            self.installation.kill_all()

    def run(self, *words: str) -> None:
        """Give a command, and give it again if it was killed."""
        done = self.installation.command(*words)
        if done.returncode == KILLED:
            self.death()
            done = self.installation.command(*words)
        # 1: nothing is left to do, since it was killed after it had done it.
        assert done.returncode in {0, 1}, done.stdout + done.stderr

    def until(self, reached: Callable[[], bool], what: str) -> None:
        self.installation.wait(reached, what)

    def takes(self, *exports: GeneratedExport) -> None:
        """Wait until the portal has accepted these exports of the tournament."""
        expected = [payload_of(export) for export in exports]
        title = exports[0].title
        self.until(
            lambda: (
                accepted_payloads(self.ledger).get(title, [])[-len(expected) :]
                == expected
            ),
            f"acceptance of {title}",
        )
        self.settles()
        self.accepted = list(exports)

    def settles(self) -> None:
        """Wait until there is a report of the tournament, and each has its receipt."""

        def settled() -> bool:
            states = {line.state for line in self.lines()}
            return bool(states) and states <= {*outbox.AT_PORTAL, outbox.SUPERSEDED}

        self.until(settled, f"receipt for {self.export().title}")

    def lines(self) -> list[ReportLine]:
        """Return what the store says of the reports of the scene's tournament."""
        title = self.export().title
        with self.installation.store.read() as session:
            lines = readmodels.list_reports(session)
        return [line for line in lines if line.tournament == title]

    def has_draft(self) -> bool:
        return any(line.state == outbox.DRAFTED for line in self.lines())

    def waits_for(self, code: str) -> bool:
        """Return whether the scene's tournament, or a file of it, waits like this."""
        title = self.export().title
        with self.installation.store.read() as session:
            found = readmodels.list_tournaments(session)
        return any(item.wait_code == code for item in found if item.name == title)

    def arrivals(self, *states: str) -> list[str]:
        """Return the names of the files in one of these states."""
        with self.installation.store.read() as session:
            return [line.name for line in readmodels.list_arrivals(session, states)]

    def drafted(self) -> None:
        """Bring the scene's tournament to where a person has to approve it."""
        self.drop(self.export(), "club")
        self.until(self.has_draft, "a draft")

    def sql(self, statement: str) -> None:
        with self.installation.store.engine.begin() as connection:
            connection.execute(text(statement))


def report(stage: Stage) -> None:
    """An export arrives and is reported."""
    stage.dies_next()
    stage.drop(stage.export())
    stage.death()
    stage.takes(stage.export())


def start(stage: Stage) -> None:
    """The daemon is killed, and killed again while it starts."""
    stage.drop(stage.export())
    stage.installation.kill_all()
    stage.dies_next()
    stage.installation.start()
    stage.death()
    stage.takes(stage.export())


def junk(stage: Stage) -> None:
    """A file that is no export arrives, then a right one."""
    name = f"junk-{stage.number}.trf"
    stage.dies_next()
    stage.drop_file(name, f"no tournament {stage.number}\n".encode())
    stage.death()
    stage.until(lambda: name in stage.arrivals("quarantined"), "quarantine")
    stage.drop(stage.export())
    stage.takes(stage.export())


def too_large(stage: Stage) -> None:
    """A file arrives that is too large, then a right one."""
    stage.dies_next()
    stage.drop_file(f"large-{stage.number}.trf", b"012 much\n" * 3000)
    stage.death()
    stage.drop(stage.export())
    stage.takes(stage.export())


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
    words = "lists", "import", str(file)
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


def busy_store(stage: Stage) -> None:
    """The store refuses to take a tournament over for a while."""
    with _refused(stage, "revision"):
        stage.dies_next()
        stage.drop(stage.export())
        stage.death()
    stage.takes(stage.export())


def busy_outbox(stage: Stage) -> None:
    """The store refuses to queue a report for a while."""
    with _refused(stage, "report"):
        stage.dies_next()
        stage.drop(stage.export())
        stage.death()
    stage.takes(stage.export())


def given_up(stage: Stage) -> None:
    """A person sends again what was given up."""
    stage.drafted()
    (line,) = stage.lines()
    stage.sql(f"update submission set state = 'dead' where id = {line.id}")
    stage.dies_next()
    stage.run("resubmit", stage.export().title)
    stage.takes(stage.export())


@contextmanager
def _refused(stage: Stage, table: str) -> Iterator[None]:
    """Let a table take no new rows for a while."""
    if stage.installation.store.is_sqlite:
        stage.sql(
            f"create trigger refuse before insert on {table}"
            " begin select raise(abort, 'refused'); end"
        )
        undo = "drop trigger refuse"
    else:
        stage.sql(
            "create function refuse() returns trigger language plpgsql as"
            " $$ begin raise exception 'refused'; end $$"
        )
        stage.sql(
            f"create trigger refuse before insert on {table}"
            " for each row execute function refuse()"
        )
        undo = "drop function refuse cascade"
    try:
        yield
    finally:
        stage.sql(undo)


def damaged(stage: Stage) -> None:
    """A tournament cannot be looked at, because what is stored of it is damaged."""
    stage.drafted()
    tournament_id = stage.lines()[0].tournament_id
    stage.sql("create table kept as select sha256, data from snapshot")
    stage.dies_next()
    stage.sql("update snapshot set data = substr(data, 1, 9)")
    _look_again(stage, tournament_id)
    stage.death()
    stage.sql(
        "update snapshot set data ="
        " (select data from kept where kept.sha256 = snapshot.sha256)"
    )
    stage.sql("drop table kept")
    _look_again(stage, tournament_id)
    stage.until(lambda: not stage.waits_for("failed"), "a second look")
    stage.run("approve", stage.export().title)
    stage.takes(stage.export())


def _look_again(stage: Stage, tournament_id: int) -> None:
    with stage.installation.store.write("test") as session:
        revisions.save_recheck(session, tournament_id, dt.datetime.now(dt.UTC))


def unusable_portal(stage: Stage) -> None:
    """The settings of the portal cannot be used until a person corrects them."""
    config = stage.installation.daemon.config
    right = config.read_text(encoding="utf-8")
    named = 'name = "sim"\n'
    wrong = right.replace(named, named + 'idempotency_header = "no header"\n')
    config.write_text(wrong, encoding="utf-8")
    stage.installation.restart()
    stage.dies_next()
    stage.drop(stage.export())
    stage.death()
    config.write_text(right, encoding="utf-8")
    stage.installation.restart()
    stage.until(lambda: bool(stage.lines()), "a report")
    stage.run("approve", stage.export().title)
    stage.takes(stage.export())


def other_sender(stage: Stage) -> None:
    """A person names another sender; the draft is made anew, and approved."""
    stage.drafted()
    title = stage.export().title
    stage.dies_next()
    stage.run("policy", title, "--set", "sender=Schachbezirk")
    stage.until(stage.has_draft, "a new draft")
    stage.run("approve", title)
    stage.takes(stage.export())


def ordered_stop(stage: Stage) -> None:
    """The daemon is told to stop, is killed while it does, and starts again."""
    stage.drop(stage.export())
    stage.dies_next()
    assert stage.installation.daemon.stop() == KILLED
    stage.death()
    stage.takes(stage.export())


def once(stage: Stage) -> None:
    """`syncd once` follows a killed daemon, is killed too, and runs again."""
    stage.drop(stage.export())
    stage.installation.kill_all()
    stage.dies_next()
    done = stage.installation.command("once")
    assert done.returncode == KILLED, done.stdout + done.stderr
    stage.installation.command("once")
    stage.installation.start()
    stage.takes(stage.export())


SCENES: dict[Callable[[Stage], None], tuple[str, ...]] = {
    report: (
        "receive.stored", "process.claimed", "process.taken", "assess.begun",
        "assess.committed",
        "submit.claimed", "submit.before_send", "submit.after_send",
        "submit.finished", "sweep.elected",
    ),
    start: ("receive.met", "start.upgraded", "start.freed", "start.configured",
            "host.claimed"),
    junk: ("process.finished",),
    too_large: ("receive.refused",),
    approval: ("people.queued",),
    hold: ("people.decided",),
    removal: ("people.removal",),
    adoption: ("adopt.stored",),
    person: ("persons.entered", "persons.forgotten"),
    member_list: (
        "lists.claimed", "lists.swept", "lists.tidied", "lists.recognised",
        "lists.begun", "lists.rows", "lists.in_force", "lists.downloaded",
        "lists.released",
    ),
    busy_store: ("process.postponed",),
    damaged: ("assess.put_off",),
    unusable_portal: ("submit.put_off",),
    once: ("once.freed",),
    other_sender: ("people.redrafted",),
    ordered_stop: ("host.released",),
    busy_outbox: ("assess.overtaken",),
    given_up: ("people.resubmitted",),
    way_scenes.folder: ("directory.written", "directory.renamed"),
    way_scenes.letter: ("mail.before_data", "mail.before_dot", "mail.after_data"),
    way_scenes.question: ("submit.before_ask", "submit.after_ask", "submit.asked"),
    portal_scenes.login: ("token.claimed", "token.kept"),
    portal_scenes.refused_login: ("token.given_up",),
    portal_scenes.revoked_token: ("token.expired",),
    portal_scenes.rated: ("readback.stored",),
    portal_scenes.uploaded_by_hand: ("readback.looked",),
    portal_scenes.unreadable: ("readback.put_off",),
}  # fmt: skip
"""Which scene leads to which commits and sends."""

_RACE = (
    "only in the moment between a changed configuration and the assessment that "
    "follows it, which withdraws the report"
)
UNREACHED: dict[str, str] = {
    "submit.foreign:before": _RACE,
    "submit.foreign:after": _RACE,
}
"""Places that no scene can lead to, with the reason."""


SQLITE_ONLY = {"host.claimed", "host.released"}
"""Commits that only a store on one machine knows."""


def scene_of(place: str) -> Callable[[Stage], None] | None:
    """Return the scene that leads to a place, None if there is none."""
    commit = place.partition(":")[0]
    return next((scene for scene, names in SCENES.items() if commit in names), None)
