"""What has to happen so that daemon and workers reach each failpoint, and what follows.

See `stage` for how a scene is told.
"""

from __future__ import annotations

import datetime as dt
from contextlib import contextmanager
from typing import TYPE_CHECKING

from installation import KILLED
from ledger_checks import accepted_payloads, payload_of

from syncd.store import outbox, rechecks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stage import Stage


def report(stage: Stage) -> None:
    """An export arrives and is reported."""
    stage.dies_next()
    stage.drop(stage.export())
    stage.death()
    stage.takes(stage.export())


def several(stage: Stage) -> None:
    """Eight reports are released while nothing runs, and leave several at a time."""
    exports = [stage.export(), *stage.others(7)]
    for export in exports:
        stage.drop(export, "club")
    titles = {export.title for export in exports}
    stage.until(lambda: titles <= stage.titles(outbox.DRAFTED), "drafts")
    stage.installation.kill_all()
    stage.approve_all(titles)
    stage.dies_next()
    stage.installation.start()
    stage.death()
    stage.until(lambda: titles <= stage.titles(outbox.ACCEPTED), "receipts")
    assert stage.most_at_once(titles) > 1, "none of them went together"
    taken = accepted_payloads(stage.ledger)
    for export in exports:
        assert taken[export.title] == [payload_of(export)], export.title
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
        rechecks.save_recheck(session, tournament_id, dt.datetime.now(dt.UTC))


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


def ordered_stop(stage: Stage) -> None:
    """The daemon is told to stop, is killed while it does, and starts again."""
    stage.drop(stage.export())
    stage.takes(stage.export())
    stage.dies_next()
    assert stage.installation.daemon.stop() == KILLED
    stage.death()
    stage.drop(stage.export(1))
    stage.takes(stage.export(), stage.export(1))


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
