"""The part of a portal's section that says what its answers mean."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from syncd import settings_portal_problems as wrong
from syncd.settings_patterns import is_xpath, readable_characters, to_steps
from syncd.settings_problems import SettingError
from syncd.settings_values import Section


def _json_path(path: str) -> str:
    """Return the path if it can be followed."""
    try:
        to_steps(path)
    except ValueError as error:
        raise SettingError(wrong.no_json_path(path)) from error
    return path


def _xpath(expression: str) -> str:
    """Return the XPath if it can be evaluated."""
    if expression and not is_xpath(expression):
        raise SettingError(wrong.no_xpath(expression))
    return expression


def _regex(pattern: str) -> str:
    """Return the regular expression if it is one that comes to an end."""
    try:
        is_quick = bool(readable_characters(pattern))
    except ValueError as error:
        raise SettingError(wrong.no_regex(pattern, str(error))) from error
    if not is_quick:
        raise SettingError(wrong.slow_regex(pattern))
    return pattern


class MatchSettings(Section):
    """One way to recognise an answer; everything that is named must hold.

    Attributes:
        status: HTTP statuses, any of them; empty = those that fit the meaning
            (`syncd.submit.recognise`).
        json_path: path in a JSON answer, `result.state`; must hold something: neither
            null, false, 0 nor empty, unless a regex says what it must be.
        xpath: XPath 1.0 in an XML answer, names without prefixes; must find some text,
            a number but 0, or true. `$file_uuid` and `$tournament_uuid` are the
            report's.
        regex: regular expression over the text (of the place named above, if any);
            `{file_uuid}` and `{tournament_uuid}` stand for the report's, in either
            case of letters. `^` and `$` are the ends of a line.
    """

    status: tuple[Annotated[int, Field(ge=100, le=599)], ...] = ()
    json_path: Annotated[str, AfterValidator(_json_path)] = ""
    xpath: Annotated[str, AfterValidator(_xpath)] = ""
    regex: Annotated[str, AfterValidator(_regex)] = ""

    @property
    def is_place(self) -> bool:
        """Whether it says where something stands."""
        return bool(self.json_path or self.xpath or self.regex)

    @model_validator(mode="after")
    def _is_of_one_kind(self) -> MatchSettings:
        if self.json_path and self.xpath:
            raise SettingError(wrong.two_places())
        return self


def _rule(match: MatchSettings) -> MatchSettings:
    """Return the rule if there is anything by which it recognises an answer."""
    if not (match.status or match.is_place):
        raise SettingError(wrong.no_condition())
    return match


def _place(match: MatchSettings) -> MatchSettings:
    """Return the place if it is one; nothing at all means that there is none."""
    if match.status:
        raise SettingError(wrong.no_place())
    return match


Rules = tuple[Annotated[MatchSettings, AfterValidator(_rule)], ...]
Place = Annotated[MatchSettings, AfterValidator(_place)]


class AnswerSettings(Section):
    """What answers of a portal mean; empty = our own protocol (docs/portal.md).

    Attributes:
        accepted: the portal has taken the report.
        already: it had it from an earlier send.
        rejected: a clear no.
        later: come back later.
        pending: it has the report and has not decided.
        absent: it does not have the report; in answers to a status request only.
        receipt: where the receipt's number is (json_path, xpath or regex, of which the
            first group counts).
        reason: where the reason of a refusal is.
    """

    accepted: Rules = ()
    already: Rules = ()
    rejected: Rules = ()
    later: Rules = ()
    pending: Rules = ()
    absent: Rules = ()
    receipt: Place = MatchSettings()
    reason: Place = MatchSettings()

    @property
    def is_own_protocol(self) -> bool:
        """Whether nothing is said, so that the portal answers as our simulator does."""
        return not any(rule.status or rule.is_place for rule in self._all())

    @property
    def is_xml(self) -> bool:
        """Whether anything is looked for in XML."""
        return any(rule.xpath for rule in self._all())

    def _all(self) -> tuple[MatchSettings, ...]:
        return (
            *self.accepted, *self.already, *self.rejected, *self.later,
            *self.pending, *self.absent, self.receipt, self.reason,
        )  # fmt: skip

    @model_validator(mode="after")
    def _can_succeed(self) -> AnswerSettings:
        if not self.is_own_protocol and not (self.accepted or self.already):
            raise SettingError(wrong.no_yes())
        return self
