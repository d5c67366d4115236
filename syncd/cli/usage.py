"""What is wrong with an option or argument, in the language of the command.

The parser knows English only and lets words of the library that checks values through
(“Value error, …”). This is the one place that all its complaints about values pass.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperGroup

from syncd.bilingual import Text

if TYPE_CHECKING:
    from syncd.bilingual import Language
    from syncd.cli.session import CliSession

_LIBRARY: Final = "Value error, "
_CHOICE: Final = re.compile(r"'(.*)' is not one of (.*?)\.?", re.DOTALL)
_VALUE: Final = re.compile(r"Invalid value for (.*?): (.*)", re.DOTALL)
_MISSING: Final = re.compile(r"Missing (?:option|argument|parameter) (.*)", re.DOTALL)


class Said(typer.BadParameter):
    """A complaint about a value that is a whole sentence already."""

    def format_message(self) -> str:
        """Return the sentence."""
        return self.message


class Commands(TyperGroup):
    """The commands of the program."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer exports no types of it
        """Run the command that was named.

        Raises:
            Said: a value cannot be one of an option or argument.
        """
        try:
            return super().invoke(ctx)
        except typer.BadParameter as exc:
            session: CliSession = ctx.obj
            message = complaint(exc.format_message(), session.output.language)
            raise Said(message, ctx=exc.ctx, param=exc.param) from exc


def keep_sentences_together(app: typer.Typer) -> None:
    """Have the help of all commands break lines where the terminal ends.

    Only blank lines part it: the parser keeps every line end of a docstring after its
    first paragraph, in the middle of a sentence.
    """
    for command in app.registered_commands:
        if command.callback is not None and not command.help:
            told = inspect.getdoc(command.callback) or ""
            command.help = "\n\n".join(map(_line, told.split("\n\n")))
    for group in app.registered_groups:
        if group.typer_instance is not None:
            keep_sentences_together(group.typer_instance)


def _line(paragraph: str) -> str:
    return " ".join(paragraph.split())


def complaint(message: str, language: Language) -> str:
    """Return what the parser says about a value, for people.

    Args:
        message: as the parser words it.
        language: of the command.
    """
    plain = message.replace(_LIBRARY, "")
    found = _VALUE.fullmatch(plain)
    if found is not None:
        return _about(*found.groups()).say(language)
    missing = _MISSING.fullmatch(plain)
    if missing is not None:
        return Text(plain, f"Es fehlt: {missing[1]}").say(language)
    return plain


def _about(option: str, problem: str) -> Text:
    option = option.strip("'")
    choice = _CHOICE.fullmatch(problem)
    if choice is None:
        return Text(f"{option}: {problem}", f"{option}: ungültiger Wert ({problem})")
    value, choices = choice[1], choice[2].replace("'", "")
    return Text(
        f"{option}: “{value}” is not possible. Possible: {choices}.",
        f"{option}: „{value}“ gibt es nicht. Möglich: {choices}.",
    )
