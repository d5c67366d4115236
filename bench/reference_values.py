"""Standings of FIDE's reference implementation, many in one process.

    REFERENCE_PYTHON bench/reference_values.py < questions > answers

Run by an interpreter of its own that has `gacrux`, never by the one of this project;
`bench/compare_standings.py` does so. One question per line, one answer per line:

    {"text": "012 …", "is_predetermined": false, "after": null, "lists": [["PTS"]]}
    [{"values": {"1": ["3.5"]}, "ranks": {"1": 1}}]

Every list of codes is computed on its own from what was read, since a Fore tie-break
changes what later ones of its list give. Where the program fails, the answer of a list
is `{"error": …}`.
"""

from __future__ import annotations

import importlib
import json
import pickle
import sys
from copy import copy
from typing import Any

_checker = importlib.import_module("gacrux.tiebreakchecker").tiebreakchecker
_reader = importlib.import_module("gacrux.trf2json").trf2json


class RefusedError(Exception):
    """The program refuses a file; holds its status."""


NO_ROUND = -1
"""What the program takes for the last round."""


def read(text: str) -> Any:  # noqa: ANN401 - of another program
    """Return a file as the program has read it.

    Raises:
        RefusedError: it finds something wrong.
    """
    file = _reader()
    file.parse_file(text, 0)
    status = file.chessjson["status"]
    if status["code"]:
        raise RefusedError(status)
    return file


def answer(
    question: dict[str, Any],
    file: Any,  # noqa: ANN401 - of another program
    codes: list[str],
) -> dict[str, Any]:
    """Return values and ranks of one list, by start number or number of the team."""
    checker = _checker()
    checker.params = {
        "pre_determined": question["is_predetermined"],
        "swiss": not question["is_predetermined"],
        "current_round": question["after"] or NO_ROUND,
        "tournament_number": "1", "tiebreak": codes, "unrated": None, "check": 0,
        "number_of_rounds": 0, "verbose": 0, "experimental": [],
    }  # fmt: skip
    checker.chessfile = file
    checker.prepare_tournament()
    checker.do_checker()
    everybody = checker.chessfile.result["competitors"]
    return {
        "values": {one["cid"]: _plain(one["tiebreakScore"]) for one in everybody},
        "ranks": {one["cid"]: one["rank"] for one in everybody},
    }


def _plain(values: list[Any]) -> list[str | None]:
    return [None if value is None else str(value) for value in values]


def answers(question: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what the program gives for each list, or how it fails."""
    try:
        file = read(question["text"])
    except Exception as error:  # noqa: BLE001 - of another program, all its faults
        return [_failure(error)] * len(question["lists"])
    kept = pickle.dumps(file.chessjson)
    given = []
    for codes in question["lists"]:
        fresh = copy(file)
        fresh.chessjson = pickle.loads(kept)  # noqa: S301 - just made here
        try:
            given.append(answer(question, fresh, codes))
        except Exception as error:  # noqa: BLE001 - likewise
            given.append(_failure(error))
    return given


def _failure(error: Exception) -> dict[str, str]:
    return {"error": f"{type(error).__name__}: {error}"}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answers(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
