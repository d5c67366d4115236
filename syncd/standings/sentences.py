"""What a round is worth to a tie-break, in words, and by which articles.

One function per way of counting, from a part of a value to a sentence. They read the
same field that the value was computed from, so they cannot tell another story; a
tie-break that has no function here gets a sentence about the round alone.

Source: C.07 (1 March 2026), articles 7 to 10, 12.1, 13.1, 13.2, 15 and 16.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.standings.amounts import joined, points, same, written
from syncd.standings.buchholz import limit_of_koya
from syncd.standings.by_hand import count_of
from syncd.standings.code_table import KNOWN
from syncd.standings.contest import GAME_POINTS, MATCH_POINTS, as_seen
from syncd.standings.field import NOBODY, OVER_THE_BOARD, Edition
from syncd.standings.happened import KINDS, Told, kind_of, own_article, weighed_boards
from syncd.standings.performance import perfect_performances
from syncd.standings.rows import POINT
from syncd.standings.unplayed import Category, category

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field
    from syncd.standings.rows import Part

    Sentence = Callable[[Contest, Code, int, Part], "Told"]
    """From a part of somebody's value to what is said of it."""


def sentence(contest: Contest, code: Code, index: int, part: Part) -> Told:
    """Return what a part of a value stands for."""
    return SENTENCES.get(code.name, _round_alone)(contest, code, index, part)


def _round_alone(contest: Contest, code: Code, index: int, part: Part) -> Told:
    """Return what happened, for tie-breaks that count rounds of some kind."""
    articles = own_article(code)
    if not part.round:
        return Told(code.known.title, articles)
    field = contest.of(code.basis)
    return Told(kind_of(field, index, part), articles)


def _points(contest: Contest, code: Code, index: int, part: Part) -> Told:
    field = contest.of("" if code.name == "PTS" else code.name)
    if not part.round:
        return Told(_TOP_POINTS, own_article(code))
    return Told(_gained(field, index, part), own_article(code))


def _other_score(contest: Contest, code: Code, index: int, part: Part) -> Told:
    """Return what a match gave in the other score (13.1)."""
    other = contest.other_basis
    told = _gained(contest.of(other), index, part)
    return Told(joined([KNOWN[other].title, told], ": "), own_article(code))


def _gained(field: Field, index: int, part: Part) -> Text:
    """Return what happened, and which bonus and penalty points are in the value."""
    extra = field.extra.get(index, [0] * field.rounds)[part.round - 1]
    told = [kind_of(field, index, part)]
    if extra:
        added = points(extra)
        told.append(
            Text(
                f"{added.en} bonus or penalty points in it",
                f"darin {added.de} Bonus- oder Strafpunkte",
            )
        )
    return joined(told, ", ")


_TOP_POINTS: Final = Text(
    "points that count in the standings only", "Punkte, die nur in der Tabelle zählen"
)


def _progressive(contest: Contest, code: Code, index: int, part: Part) -> Told:  # noqa: ARG001 # one shape for all
    score = points(part.value)
    return Told(
        Text(
            f"score after round {part.round}: {score.en}",
            f"Punkte nach Runde {part.round}: {score.de}",
        ),
        own_article(code),
    )


def _standard(contest: Contest, code: Code, index: int, part: Part) -> Told:
    field, at = contest.of(code.basis), part.round - 1
    own = points(field.points[index][at])
    opponent = field.opponents[index][at]
    if opponent == NOBODY:
        draw = points(field.draw)
        text = Text(
            f"{own.en} without an opponent, held against a draw ({draw.en})",
            f"{own.de} ohne Gegner, verglichen mit einem Remis ({draw.de})",
        )
    else:
        theirs = points(field.points[opponent][at])
        text = Text(f"{own.en} against {theirs.en}", f"{own.de} gegen {theirs.de}")
    return Told(joined([kind_of(field, index, part), text], ": "), own_article(code))


def _buchholz(contest: Contest, code: Code, index: int, part: Part) -> Told:
    told = worth(contest.seen(code), contest.of(code.basis), index, part.round - 1)
    return Told(told.text, (*own_article(code), *told.articles))


def _product(contest: Contest, code: Code, index: int, part: Part) -> Told:
    """Return an opponent's score times the points against him (9.1, 13.2)."""
    theirs, own = _bases(contest, code)
    told = worth(as_seen(theirs, code), theirs, index, part.round - 1)
    value = points(part.key)
    gained = points(as_seen(own, code).points[index][part.round - 1])
    product = Text(f"{value.en} × {gained.en}", f"{value.de} × {gained.de}")
    if part.opponent != NOBODY:
        product = joined([kind_of(own, index, part), product], ": ")
    text = joined([told.text, product], "; ")
    return Told(text, (*own_article(code), *told.articles))


def _bases(contest: Contest, code: Code) -> tuple[Field, Field]:
    """Return the fields of both factors; `EMGSB` takes match points of opponents."""
    if code.name == "SB":
        return contest.of(code.basis), contest.of(code.basis)
    basis = {"M": MATCH_POINTS, "G": GAME_POINTS}
    return contest.of(basis[code.name[1]]), contest.of(basis[code.name[2]])


def worth(field: Field, plain: Field, index: int, at: int) -> Told:
    """Return what a round is worth to Buchholz and its relatives (article 16).

    Args:
        field: the event as the code sees it.
        plain: the event as it was.
        index: the participant.
        at: the round, from 0.
    """
    found = category(field, index, at)
    if found is not Category.GAME:
        return _dummy(field, index, at, found)
    told = _score(field, plain, field.opponents[index][at])
    if plain.kinds[index][at] in OVER_THE_BOARD or field.kinds[index][at] not in "+-":
        return told
    forfeit = Text(
        "the forfeit counts as a game", "der kampflose Ausgang zählt als Partie"
    )
    article = "15.2" if field.is_predetermined else "16.6"
    return Told(joined([told.text, forfeit], ", "), (*told.articles, article))


def _score(field: Field, plain: Field, opponent: int) -> Told:
    """Return an opponent's score and how it was adjusted (16.3, 8.3)."""
    told = [_labelled(_OPPONENT, points(field.adjusted[opponent]))]
    articles = []
    byes = ", ".join(str(at + 1) for at in field.trailing_byes(opponent))
    scored = sum(field.points[opponent])
    if field.adjusted[opponent] != scored:
        before = points(scored)
        told.append(
            Text(
                f"adjusted from {before.en}: requested byes at the end (round {byes}) "
                "count as draws",
                f"angepasst von {before.de}: beantragte Freilose am Ende (Runde {byes})"
                " zählen als Remis",
            )
        )
        articles = ["16.3", "16.2.5"]
    if field.points[opponent] != plain.points[opponent]:
        told.append(
            Text(
                "the last round there counted as drawn",
                "die letzte Runde dort als Remis gezählt",
            )
        )
        articles.append("8.3")
    if any(field.extra.get(opponent, ())):
        told.append(
            Text(
                "bonus and penalty points left out",
                "Bonus- und Strafpunkte weggelassen",
            )
        )
    return Told(joined(told, ", "), tuple(articles))


_OPPONENT: Final = Text("opponent's score", "Punkte des Gegners")


def _labelled(label: Text, value: Text) -> Text:
    return joined([label, value], " ")


def _dummy(field: Field, index: int, at: int, found: Category) -> Told:
    """Return what the virtual opponent of an unplayed round is worth (16.4)."""
    own = points(field.scores[index])
    text = Text(
        f"{KINDS[field.kinds[index][at]].en}: a dummy with the own score {own.en}",
        f"{KINDS[field.kinds[index][at]].de}: ein gedachter Gegner mit den eigenen "
        f"Punkten {own.de}",
    )
    if field.edition is not Edition.AUGUST_2024:
        text = joined([text, _cap(field, index, at)], ", ")
    return Told(text, (found.value, "16.4"))


def _cap(field: Field, index: int, at: int) -> Text:
    """Return what the dummy's score is limited to."""
    opponent = field.opponents[index][at]
    if opponent != NOBODY:
        cap = points(field.adjusted[opponent])
        return Text(
            f"at most the score of the scheduled opponent ({cap.en})",
            f"höchstens die Punkte des angesetzten Gegners ({cap.de})",
        )
    rounds = field.rounds
    cap = points(field.draw * rounds)
    return Text(
        f"at most a draw in each of {rounds} rounds ({cap.en})",
        f"höchstens ein Remis in jeder von {rounds} Runden ({cap.de})",
    )


def _koya(contest: Contest, code: Code, index: int, part: Part) -> Told:
    field = contest.seen(code)
    limit = limit_of_koya(field, code)
    theirs = Fraction(field.scores[part.opponent], POINT)
    is_enough, score, least = theirs >= limit, written(theirs), written(limit)
    text = Text(
        f"opponent's score {score.en}, {'at least' if is_enough else 'less than'} the "
        f"{least.en} from which it counts",
        f"Punkte des Gegners {score.de}, {'mindestens' if is_enough else 'weniger als'}"
        f" die {least.de}, ab denen es zählt",
    )
    return Told(joined([text, kind_of(field, index, part)], "; "), own_article(code))


def _number_of_opponent(label: Text) -> Sentence:
    """Return the sentence of a mean of numbers that the opponents have."""

    def told(contest: Contest, code: Code, index: int, part: Part) -> Told:  # noqa: ARG001 # one shape for all
        scale = 10 if code.name == "AOB" else 1
        return Told(_labelled(label, points(part.key, scale)), own_article(code))

    return told


def _perfect(contest: Contest, code: Code, index: int, part: Part) -> Told:
    """Return what somebody with the value was to expect against an opponent."""
    value = contest.primary.keep(perfect_performances)[index] or 0
    expected = written(Fraction(part.value, 100))
    theirs = _rating_of(contest.primary, part)
    return Told(
        Text(
            f"{theirs.en}: a rating of {value} expects {expected.en}",
            f"{theirs.de}: die Zahl {value} lässt {expected.de} erwarten",
        ),
        own_article(code),
    )


def _term(contest: Contest, code: Code, index: int, part: Part) -> Told:  # noqa: ARG001 # one shape for all
    """Return a term of the formula: its sign, its weight and what was counted."""
    terms = contest.given.formula.terms if contest.given.formula else ()
    term = terms[part.key]
    count = (
        Fraction(part.value) / term.factor
        if term.factor
        else count_of(term.datum, contest)[index]
    )
    weight, counted = written(term.weight), written(count)
    return Told(
        Text(
            f"{term.sign_written} {weight.en} × {counted.en} ({term.datum.title.en})",
            f"{term.sign_written} {weight.de} × {counted.de} ({term.datum.title.de})",
        ),
        (),
    )


def _rating(contest: Contest, code: Code, index: int, part: Part) -> Told:  # noqa: ARG001 # one shape for all
    return Told(_rating_of(contest.primary, part), own_article(code))


def _rating_of(field: Field, part: Part) -> Text:
    """Return an opponent's rating, and whether it is his own and of when."""
    told = [_labelled(_RATING, same(str(part.key)))]
    if part.opponent in field.unrated:
        told.append(_STAND_IN)
    elif field.ratings_by_round:
        told.append(_OF_ROUND)
    return joined(told, ", ")


def _own_rating(contest: Contest, code: Code, index: int, part: Part) -> Told:  # noqa: ARG001 # one shape for all
    is_stand_in = index in contest.primary.unrated
    title = [code.known.title, *([_STAND_IN] if is_stand_in else [])]
    return Told(joined(title, ", "), own_article(code))


_RATING: Final = Text("opponent's rating", "Wertungszahl des Gegners")
_STAND_IN: Final = Text(
    "which stands in for an unrated player", "ersatzweise für einen Spieler ohne Zahl"
)
_OF_ROUND: Final = Text("as valid for the round", "wie für die Runde gültig")

SENTENCES: Final[dict[str, Sentence]] = {
    **dict.fromkeys(("PTS", "MP", "GP"), _points),
    **dict.fromkeys(("BC", "BB"), weighed_boards),
    "MPVGP": _other_score,
    "PS": _progressive,
    "STD": _standard,
    "BH": _buchholz,
    "FB": _buchholz,
    "SSSC": _buchholz,
    **dict.fromkeys(("SB", "EMMSB", "EMGSB", "EGMSB", "EGGSB"), _product),
    "AOB": _number_of_opponent(
        Text("opponent's Buchholz", "Buchholz-Wertung des Gegners")
    ),
    "KS": _koya,
    "CUSTOM": _term,
    "ARO": _rating,
    "TPR": _rating,
    "RTNG": _own_rating,
    "PTP": _perfect,
    "APRO": _number_of_opponent(
        Text("opponent's performance", "Turnierleistung des Gegners")
    ),
    "APPO": _number_of_opponent(
        Text("opponent's perfect performance", "perfekte Turnierleistung des Gegners")
    ),
}
"""Name -> what is said of a part; others get what happened in the round."""
