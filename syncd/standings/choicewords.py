"""What has changed in the choices about standings, in words that name nobody.

Old and new are both told, by numbers of players and teams. What people name prizes is
left out: a name of a person may be part of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.standings.amounts import joined, same
from syncd.standings.choices import choices_shape
from syncd.standings.formula_text import formula_written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.standings.choices import Choices
    from syncd.standings.manual import ManualOrder
    from syncd.standings.prizes import Prize


def changes_told(old: Choices, new: Choices) -> tuple[Text, ...]:
    """Return one line per change; none if nothing has changed."""
    before, after = choices_shape(old), choices_shape(new)
    return (
        *(
            _line(title, _kept(key, before), _kept(key, after))
            for key, title in _PLAIN.items()
            if before.get(key) != after.get(key)
        ),
        *_ratings(before.get("rating_changes", {}), after.get("rating_changes", {})),
        *_values(before.get("external", {}), after.get("external", {})),
        *_formula(old, new),
        *_order(old.manual, new.manual),
        *_prizes(old, new),
    )


def in_one(lines: Sequence[Text]) -> Text:
    """Return several lines as one sentence."""
    return Text(
        f"{'; '.join(line.en.removesuffix('.') for line in lines)}.",
        f"{'; '.join(line.de.removesuffix('.') for line in lines)}.",
    )


def _line(title: Text, old: Text, new: Text) -> Text:
    return Text(f"{title.en}: {old.en} → {new.en}", f"{title.de}: {old.de} → {new.de}")


def _kept(key: str, shape: Mapping[str, Any]) -> Text:
    """Return the value of a key; a switch that is not there is at its default."""
    return _value(shape.get(key, _SWITCHES.get(key)))


def _value(value: object) -> Text:
    """Return a plain value; what is not there is the usual."""
    if value is None:
        return _USUAL
    if isinstance(value, dict):  # lots whose numbers have moved, or switched off
        return joined(
            [_value(value["seed"]), *([_OFF] if value.get("is_off") else [])], " "
        )
    if isinstance(value, bool):
        return Text("yes", "ja") if value else Text("no", "nein")
    return Text(str(value), str(value))


def _ratings(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Text]:
    for number in sorted({*old, *new}, key=int):
        if old.get(number) != new.get(number):
            title = Text(
                f"ratings of number {number}", f"Wertungszahlen von Nummer {number}"
            )
            yield _line(title, _rated(old.get(number)), _rated(new.get(number)))


def _rated(changes: Sequence[Sequence[int]] | None) -> Text:
    rows = changes or ()
    return Text(
        ", ".join(f"{rating} from round {since}" for since, rating in rows) or "–",
        ", ".join(f"{rating} ab Runde {since}" for since, rating in rows) or "–",
    )


def _values(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Text]:
    for number in sorted({*old, *new}, key=int):
        if old.get(number) != new.get(number):
            title = Text(f"EXT of number {number}", f"EXT von Nummer {number}")
            yield _line(title, _entered(old, number), _entered(new, number))


def _entered(values: Mapping[str, Any], number: str) -> Text:
    typed = str(values.get(number, "–"))
    return Text(typed, typed.replace(".", ","))


def _formula(old: Choices, new: Choices) -> Iterator[Text]:
    before, after = old.given.formula, new.given.formula
    if before != after:
        written = [
            formula_written(formula) if formula else Text("–", "–")
            for formula in (before, after)
        ]
        yield _line(Text("CUSTOM", "CUSTOM"), *written)


def _order(old: ManualOrder | None, new: ManualOrder | None) -> Iterator[Text]:
    if old == new:
        return
    if old and new and old.numbers == new.numbers:
        yield _AGREED
        return
    yield _line(_BY_HAND, *_places(old, new))


def _places(old: ManualOrder | None, new: ManualOrder | None) -> tuple[Text, Text]:
    """Return both orders, where there are two from the first place that differs."""
    if not (old and new):
        return _listed(old.numbers if old else ()), _listed(new.numbers if new else ())
    pairs = list(zip(old.numbers, new.numbers, strict=False))
    apart = [at for at, (one, two) in enumerate(pairs) if one != two]
    first = apart[0] if apart else len(pairs)
    is_same_end = apart and len(old.numbers) == len(new.numbers)
    end = apart[-1] + 1 if is_same_end else None
    return _listed(old.numbers[first:end], first), _listed(
        new.numbers[first:end], first
    )


def _listed(numbers: Sequence[int], before: int = 0) -> Text:
    """Return numbers, with the place of the first one where it is not place 1."""
    if not numbers:
        return Text("–", "–")
    written = ", ".join(map(str, numbers))
    if not before:
        return Text(written, written)
    return Text(
        f"from place {before + 1}: {written}", f"ab Platz {before + 1}: {written}"
    )


def _prizes(old: Choices, new: Choices) -> Iterator[Text]:
    if old.prizes != new.prizes:
        listed = (_places_of(each.prizes) for each in (old, new))
        yield _line(Text("prizes", "Preise"), *listed)


def _places_of(prizes: Sequence[Prize]) -> Text:
    """Return prizes by category and number of places, as they are typed."""
    return joined(map(_prize, prizes), ", ") if prizes else same("–")


def _prize(prize: Prize) -> Text:
    """Return a prize without any name that people have given."""
    category, places = prize.category, prize.places
    if category is None:
        return same(str(places))
    if category.numbers is not None:
        return Text(f"chosen players:{places}", f"ausgewählte Spieler:{places}")
    return same(f"{category.name}:{places}")


UNREADABLE: Final = Text(
    "Some of what was chosen about the standings cannot be read any more and is not "
    "kept. Please look at it and choose again what is missing.",
    "Ein Teil dessen, was zur Rangliste festgelegt war, ist nicht mehr lesbar und gilt "
    "nicht mehr. Bitte nachsehen und Fehlendes neu festlegen.",
)
"""What is told once where stored choices are damaged."""
_SWITCHES: Final = {
    "removes_early_leavers": False, "is_absence_voluntary": True,
    "shows_keizer": False, "shows_expected": False,
}  # fmt: skip
"""Keys that are yes or no -> what holds where nothing is stored."""
_OFF: Final = Text("(switched off)", "(abgeschaltet)")
_USUAL: Final = Text("as usual", "wie üblich")
_BY_HAND: Final = Text("order set by hand", "von Hand gesetzte Reihenfolge")
_AGREED: Final = Text(
    "order set by hand: right for the results of now",
    "von Hand gesetzte Reihenfolge: gilt auch für die jetzigen Ergebnisse",
)
_PLAIN: Final = {
    "tiebreaks": Text("tie-breaks", "Feinwertungen"),
    "preset": Text("list of tie-breaks", "Feinwertungsliste"),
    "ties": Text("who is still tied", "wer noch gleich steht"),
    "unrated": Text("players without a rating", "Spieler ohne Wertungszahl"),
    "unrated_rating": Text("their fixed rating", "deren feste Wertungszahl"),
    "rating_use": Text("of several ratings", "von mehreren Wertungszahlen"),
    "rating_round": Text("the rating of round", "Wertungszahl aus Runde"),
    "edition": Text("edition of C.07", "Ausgabe von C.07"),
    "removes_early_leavers": Text(
        "early leavers do not count", "wer früh ausscheidet, zählt nicht"
    ),
    "is_absence_voluntary": Text(
        "absences are voluntary", "Runden ohne Teilnahme sind freiwillig"
    ),
    "lots": Text("lots drawn with the number", "Los gezogen mit der Zahl"),
    "shows_keizer": Text("Keizer table", "Keizer-Tabelle"),
    "shows_expected": Text("expected points", "erwartete Punkte"),
}
"""Key of `choices_shape` -> what it is about."""
