from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING, Any

import pytest

from syncd.logs import JsonLines, set_up_logging

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME = "Müller, Anna"


def line_of(record: logging.LogRecord) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(JsonLines("worker").format(record))
    return line


def record_of(
    logger: str, message: str, *args: object, extra: Mapping[str, object] | None = None
) -> logging.LogRecord:
    return logging.getLogger(logger).makeRecord(
        logger, logging.WARNING, "file.py", 7, message, args, None, "run", extra
    )


def failed_record(logger: str, message: str, *args: object) -> logging.LogRecord:
    record = record_of(logger, message, *args)
    try:
        _fail()
    except ValueError:
        record.exc_info = sys.exc_info()
    return record


def _fail() -> None:
    message = f"{NAME} has no birth year"
    raise ValueError(message)


@pytest.fixture
def logging_state() -> Iterator[None]:
    """Put the logging of the test run back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    own = {name: logging.getLogger(name).level for name in ("syncd", "workers")}
    root.handlers = []
    yield
    root.handlers, root.level = handlers, level
    for name, before in own.items():
        logging.getLogger(name).setLevel(before)


def test_a_line_holds_what_is_needed_to_find_the_row() -> None:
    line = line_of(record_of("syncd.pipeline", "merge repeated", extra={"id": 4}))

    assert line.pop("at")
    assert line == {
        "level": "warning",
        "process": "worker",
        "logger": "syncd.pipeline",
        "event": "merge repeated",
        "id": 4,
    }


def test_values_that_json_lacks_are_written_as_text() -> None:
    assert line_of(record_of("syncd", "x", extra={"ids": {1}}))["ids"] == "{1}"


def test_letters_stay_readable() -> None:
    line = JsonLines("daemon").format(record_of("syncd", "Größe"))
    assert "Größe" in line


@pytest.mark.parametrize(
    "logger", ["syncd.pipeline.arrivals.process", "workers", "celery.app"]
)
def test_an_exception_is_named_but_its_text_is_not_logged(logger: str) -> None:
    record = failed_record(logger, "task failed")
    line = line_of(record)

    assert NAME not in JsonLines("worker").format(record)
    assert line["error"] == "ValueError"
    assert line["trace"][-1].endswith("_fail")
    assert __file__ in line["trace"][0]


def test_an_exception_in_the_arguments_is_not_logged() -> None:
    record = failed_record("celery.app", "Task %s: %s", "t", ValueError(NAME))

    assert line_of(record)["event"] == "Task %s: %s"
    assert NAME not in JsonLines("worker").format(record)


def test_what_celery_says_of_a_failed_task_holds_no_text_of_the_exception() -> None:
    context = {"name": "syncd.process_arrival", "exc": f"ValueError({NAME})"}
    record = record_of(
        "celery.app.trace", "Task %(name)s: %(exc)s", context, extra={"data": context}
    )

    assert NAME not in JsonLines("worker").format(record)


def test_other_programs_parts_speak_in_plain_messages() -> None:
    record = record_of("kombu", "no connection to %s", "localhost")
    assert line_of(record)["event"] == "no connection to localhost"


@pytest.mark.usefixtures("logging_state")
def test_we_speak_from_info_libraries_from_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logging("daemon")
    logging.getLogger("syncd.store").info("ours")
    logging.getLogger("workers").info("also ours")
    logging.getLogger("httpx").info("theirs")
    logging.getLogger("httpx").warning("their warning")

    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["ours", "also ours", "their warning"]
    assert {"daemon"} == {line["process"] for line in lines}


@pytest.mark.usefixtures("logging_state")
def test_the_level_of_our_own_loggers_can_be_raised(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logging("daemon", logging.ERROR)
    logging.getLogger("syncd.store").warning("quiet")
    assert capsys.readouterr().err == ""
