"""A page from its template: what comes from files is escaped, nothing is run."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING, Any

import jinja2

import syncd
from syncd.rating.direction import straight

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from syncd.bilingual import Language


def rendered(
    name: str,
    language: Language,
    filters: Mapping[str, Callable[..., object]],
    values: Mapping[str, object],
) -> str:
    """Return one HTML document.

    Args:
        name: of the template beside this module.
        language: of all words that are ours.
        filters: of the template, beside `say`.
        values: what it shows.
    """
    environment = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["say"] = lambda text: text.say(language)
    environment.filters.update(filters)
    template = resources.files("syncd.pages") / name
    shown: dict[str, Any] = {
        **values, "language": language, "version": syncd.__version__,
    }  # fmt: skip
    page = environment.from_string(template.read_text(encoding="utf-8"))
    return straight(page.render(shown))
