"""Logging: one JSON object per line on stderr, ids only, no personal data."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Mapping
from typing import Final

_STANDARD: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}
_OURS: Final = ("syncd", "workers")


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object with its extra fields.

    Args:
        process: name of the process, for instance `daemon` or `worker`.
    """

    def __init__(self, process: str) -> None:
        super().__init__()
        self.process = process

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a JSON line."""
        line = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "process": self.process,
            "logger": record.name,
            "event": _event(record),
        }
        extra = _extra(record) if _is_ours(record) else {}
        if record.exc_info and record.exc_info[1] is not None:
            extra["error"] = type(record.exc_info[1]).__name__
            extra["trace"] = _places(record.exc_info[1])
        return json.dumps({**line, **extra}, ensure_ascii=False, default=str)


def set_up_logging(process: str, level: int = logging.INFO) -> None:
    """Send our log to stderr; libraries speak from warnings upwards.

    Args:
        process: name of the process in every line.
        level: lowest level of our own loggers.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(process))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in _OURS:
        logging.getLogger(name).setLevel(level)


def _is_ours(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in _OURS


def _event(record: logging.LogRecord) -> str:
    """Return the message; only its template where a library quotes an exception.

    Celery fills the text of a failed task's exception into the message.
    """
    quotes = record.exc_info or isinstance(record.args, Mapping)
    return str(record.msg) if quotes else record.getMessage()


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return {key: item for key, item in vars(record).items() if key not in _STANDARD}


def _places(error: BaseException) -> list[str]:
    """Return where an error passed; its text may hold personal data, places do not."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places
