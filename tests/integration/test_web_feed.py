"""What other installations fetch; and one syncd that pulls from another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pull_server import World
from web_server import WebServer

from syncd.bilingual import Text
from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import decode, read_passport, to_tournament
from syncd.model.persons import Person
from syncd.pipeline.arrivals.process import process_next
from syncd.pipeline.privacy.erase import erase_person
from syncd.store import decisions, inbox, outbox, reports, shared, snapshots

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Tournament
    from syncd.store.engine import Store

EXPORTS = Path(__file__).parents[1] / "data" / "clm"
SWISS = (EXPORTS / "E15_genA_clm.trf").read_bytes()


@pytest.fixture
def server(tmp_path: Path, migrated_sqlite: Path) -> Iterator[WebServer]:
    with WebServer(tmp_path, migrated_sqlite) as running:
        yield running


def publish(server: WebServer, data: bytes = SWISS, source: str = "north") -> None:
    server.push(data, f"x{server.count()}.trf", source)
    server.process()


def heads(store: Store) -> list[Tournament]:
    """Return all tournaments of a store."""
    with store.read() as session:
        found = shared.list_shared(session, "", 100)
        return [
            decode_snapshot(snapshots.load_snapshot(session, item.snapshot_sha256))
            for item in found
        ]


def pulling(server: WebServer, tmp_path: Path, migrated_sqlite: Path) -> World:
    """Return another syncd that has pulled the one tournament there is."""
    folder = tmp_path / "other"
    folder.mkdir()
    other = World(folder, migrated_sqlite)
    url = f"http://127.0.0.1:{server.port}/api/v1/feed"
    auth = {"kind": "bearer", "token": server.token("read", "")}
    other.configure(north={"url": url, "kind": "feed", "auth": auth})
    pulled = other.pull()
    assert (pulled.taken, pulled.troubles, pulled.error) == (1, (), None)
    with other.store.read() as session:
        (number,) = inbox.due_arrivals(session, other.now, 10)
    assert process_next(other.context(), number, other.now) == inbox.DONE
    return other


def test_one_syncd_pulls_from_another(
    server: WebServer, tmp_path: Path, migrated_sqlite: Path
) -> None:
    """Both have equal tournaments; then one short answer says that nothing is new."""
    publish(server)
    other = pulling(server, tmp_path, migrated_sqlite)
    assert heads(other.store) == heads(server.store)
    (name,) = other.names()
    assert name.endswith(".trf")
    with server.asked() as asked:
        again = other.pull()
    assert (again.taken, again.unchanged, again.error) == (0, 1, None)
    assert asked == [("/api/v1/feed", 304)]
    # What is new costs one file; what has not changed is not even asked for.
    publish(server, SWISS.replace(b"012 ", b"012 Second "), "south")
    with server.asked() as asked:
        news = other.pull()
    assert news.taken == 1
    assert [status for _, status in asked] == [200, 200]
    other.store.close()


def test_the_feed_lists_what_can_be_fetched(server: WebServer) -> None:
    publish(server)
    answer = server.read("feed")
    assert answer.status_code == 200
    assert answer.json()["not_writable"] == []
    (entry,) = answer.json()["exports"]
    assert set(entry) == {"url", "name", "etag", "updated", "uuid", "revision"}
    assert entry["url"] == f"tournaments/{entry['uuid']}.trf"
    fetched = server.read(entry["url"])
    assert fetched.status_code == 200
    assert fetched.headers["ETag"] == entry["etag"]
    assert "private" in fetched.headers["Cache-Control"]
    assert fetched.headers["Content-Disposition"].startswith("attachment")
    (ours,) = heads(server.store)
    assert to_tournament(decode(fetched.content)).tournament == ours
    as_json = server.read(entry["url"].replace(".trf", ".json"))
    assert decode_snapshot(as_json.content) == ours
    assert json.loads(as_json.content)["schema"] == 1


def test_who_has_it_is_told_so_without_anything_being_written(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(server)
    (entry,) = server.read("feed").json()["exports"]
    paths = ("feed", entry["url"], entry["url"].replace(".trf", ".json"))
    tags = {path: server.read(path).headers["ETag"] for path in paths}
    assert len(set(tags.values())) == 3

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("syncd.web.feeds.written", refuse)
    for path, tag in tags.items():
        for stated in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            answer = server.read(path, If_None_Match=stated)
            assert (answer.status_code, answer.content) == (304, b"")
            assert answer.headers["ETag"] == tag
            assert server.read(path, method="HEAD", If_None_Match=stated).status_code


def test_head_says_what_get_would(server: WebServer) -> None:
    publish(server)
    (entry,) = server.read("feed").json()["exports"]
    for path in ("feed", entry["url"]):
        whole, head = server.read(path), server.read(path, method="HEAD")
        assert (head.status_code, head.content) == (200, b"")
        for name in ("ETag", "Content-Length", "Content-Type"):
            assert head.headers[name] == whole.headers[name]


def test_what_cannot_be_written_says_so_and_leaves_the_feed(
    server: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pull then is not in trouble for ever over a file that nobody can mend."""
    publish(server)
    (entry,) = server.read("feed").json()["exports"]
    lost = Text("Round 1 is gone.", "Runde 1 fehlt.")
    monkeypatch.setattr(
        "syncd.pipeline.delivering.contents.games_lost", lambda *_: [lost]
    )
    answer = server.read(entry["url"])
    assert (answer.status_code, answer.json()["code"]) == (409, "not_writable")
    assert "Round 1 is gone" in answer.json()["text"]["en"]
    listed = server.read("feed").json()
    assert listed["exports"] == []
    assert [item["uuid"] for item in listed["not_writable"]] == [entry["uuid"]]
    assert server.read(entry["url"].replace(".trf", ".json")).status_code == 200


@pytest.mark.parametrize("name", ["E02_clm.trf", "T02_clm.trf"])
def test_who_pulls_gets_umlauts_teams_and_who_reports_it(
    server: WebServer, tmp_path: Path, migrated_sqlite: Path, name: str
) -> None:
    publish(server, (EXPORTS / name).read_bytes())
    (entry,) = server.read("feed").json()["exports"]
    other = pulling(server, tmp_path, migrated_sqlite)
    (ours,), (theirs,) = heads(server.store), heads(other.store)
    assert theirs.pairings == ours.pairings
    assert [one.surname for one in theirs.entrants] == [
        one.surname for one in ours.entrants
    ]
    assert (theirs.arbiter, len(theirs.teams)) == (ours.arbiter, len(ours.teams))
    with other.store.read() as session:
        (one,) = shared.list_shared(session, "", 9)
        told = decisions.load_decisions(session, one.id)[decisions.TOLD]
    assert one.uuid == entry["uuid"]
    assert json.loads(told).items() >= {"from": "bezirk", "submitter": "bezirk"}.items()
    other.store.close()


def test_another_submitter_is_news(server: WebServer) -> None:
    """Who pulls has to hear of it, though nothing else of the tournament changes."""
    publish(server)
    (entry,) = server.read("feed").json()["exports"]
    as_json = entry["url"].replace(".trf", ".json")
    before = {path: server.read(path) for path in ("feed", entry["url"], as_json)}
    tags = {path: answer.headers["ETag"] for path, answer in before.items()}
    with server.store.write() as session:
        told = json.dumps({"from": "verein", "submitter": "verein"})
        decisions.save_decision(session, 1, decisions.TOLD, told, server.now)
    for path in ("feed", entry["url"]):
        answer = server.read(path, If_None_Match=tags[path])
        assert answer.status_code == 200
        assert answer.content != before[path].content
    fetched = server.read(entry["url"])
    (listed,) = server.read("feed").json()["exports"]
    assert fetched.headers["ETag"] == listed["etag"]
    passport = read_passport(fetched.content)
    assert passport is not None
    assert passport.submitter == "verein"
    assert server.read(as_json, If_None_Match=tags[as_json]).status_code == 304


def test_unknown_tournaments_are_not_found(server: WebServer) -> None:
    uuid = "00000000-0000-4000-8000-999999999999"
    for path in (
        f"tournaments/{uuid}.trf", f"tournaments/{uuid}.json", f"tournaments/{uuid}",
        f"tournaments/{uuid}.xml", f"tournaments/{uuid}/report.xml",
        "tournaments/x.trf", f"tournaments/{uuid.upper()}.trf",
    ):  # fmt: skip
        answer = server.read(path)
        assert answer.status_code == 404
        assert answer.json()["code"] in {"not_found", "no_report"}


def test_whoever_feeds_a_source_does_not_hear_itself(server: WebServer) -> None:
    publish(server)
    publish(server, SWISS.replace(b"012 ", b"012 Other "), "south")
    names = {
        source: [one["name"] for one in server.read("feed", source).json()["exports"]]
        for source in ("", "north", "south")
    }
    assert len(names[""]) == 2
    assert all(name.startswith("Other") for name in names["north"])
    assert not any(name.startswith("Other") for name in names["south"])
    assert len(names["north"]) == len(names["south"]) == 1


def save_report(server: WebServer, state: str) -> None:
    """Store a report of the only tournament, and how far it is on its way."""
    with server.store.write() as session:
        new = reports.NewReport(1, 1, "f" * 36, "p" * 64, b"<report/>")
        number = reports.save_report(session, new, server.now)
        outbox.save_submission(
            session, "dwz", new, number, server.now, kind="first", state=state
        )


@pytest.mark.parametrize("state", [outbox.QUEUED, outbox.DRAFTED])
def test_the_report_is_given_as_it_was_made(server: WebServer, state: str) -> None:
    """One that still needs a person's approval is nobody else's business."""
    publish(server)
    (entry,) = server.read("feed").json()["exports"]
    path = f"tournaments/{entry['uuid']}/report.xml"
    save_report(server, state)
    answer = server.read(path)
    if state == outbox.DRAFTED:
        assert (answer.status_code, answer.json()["code"]) == (404, "no_report")
        return
    assert answer.content == b"<report/>"
    assert answer.headers["Content-Type"].startswith("application/xml")
    again = server.read(path, If_None_Match=answer.headers["ETag"])
    assert again.status_code == 304


def test_a_report_with_somebody_who_was_erased_is_given_to_nobody(
    server: WebServer,
) -> None:
    publish(server)
    (entry,) = server.read("feed").json()["exports"]
    path = f"tournaments/{entry['uuid']}/report.xml"
    save_report(server, outbox.ACCEPTED)
    tag = server.read(path).headers["ETag"]
    erase_person(server.context, Person("Lopez", "Eva"), server.now)
    for answer in (server.read(path), server.read(path, If_None_Match=tag)):
        assert (answer.status_code, answer.json()["code"]) == (410, "report_restricted")
