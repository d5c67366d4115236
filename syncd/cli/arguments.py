"""The arguments as typed, put into the order that the parser wants.

People type `syncd check x.trf --lang de`; the parser takes the options of the whole
program before the command only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_GLOBAL: Final = ("--config", "-c", "--lang")
_END: Final = "--"


def globals_first(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with `--lang` and `--config` before the command.

    Args:
        arguments: as typed, without the program's name; what follows `--` stays.
    """
    front: list[str] = []
    rest: list[str] = []
    queue = iter(arguments)
    for argument in queue:
        if argument == _END:
            rest += [argument, *queue]
        elif argument in _GLOBAL:
            value = next(queue, None)
            if value is None:  # the parser says best what is missing
                return [*front, argument]
            front += [argument, value]
        elif _holds_a_value(argument):
            front.append(argument)
        else:
            rest.append(argument)
    return front + rest


def _holds_a_value(argument: str) -> bool:
    """Return whether option and value are one: `--lang=de` or `-csyncd.toml`."""
    name, equals, _ = argument.partition("=")
    is_long = bool(equals) and name in _GLOBAL
    return is_long or (argument.startswith("-c") and len(argument) > len("-c"))


def wants_json(arguments: Sequence[str]) -> bool:
    """Return whether `--json` is among the options."""
    options = list(arguments)
    if _END in options:
        options = options[: options.index(_END)]
    return "--json" in options
