"""Names as files have them, and the parts that they stand for."""

from __future__ import annotations

import pytest

from syncd.formats.names import COMPUTER, Oddity, split_name

USUAL = [
    ("Müller,Hans", "Müller", "Hans"),
    ("Müller, Hans", "Müller", "Hans"),
    ("Müller ,  Hans", "Müller", "Hans"),
    (" Müller,Hans  Peter ", "Müller", "Hans Peter"),
    ("Müller,Hans,Dr.", "Müller", "Hans,Dr."),
    ("Müller,Dr. Hans", "Müller", "Dr. Hans"),
    ("Müller,Dr.,Hans", "Müller", "Dr.,Hans"),
    ("Dr. Müller,Hans", "Dr. Müller", "Hans"),
    ("Dr.,Müller,Hans", "Dr. Müller", "Hans"),
    ("Prof.,Dr.,Müller,Hans", "Prof. Dr. Müller", "Hans"),
    ("Groß,Eva,MdB", "Groß", "Eva,MdB"),
    ("King, Martin, Jr.", "King", "Martin, Jr."),
    ("von Hohenlohe,Anna", "von Hohenlohe", "Anna"),
    ("van der Berg, Jan", "van der Berg", "Jan"),
    ("de la Cruz, Juan", "de la Cruz", "Juan"),
    ("zu Wied, Karl", "zu Wied", "Karl"),
    ("auf der Heide, Uwe", "auf der Heide", "Uwe"),
    ("Im Hof,Jürg", "Im Hof", "Jürg"),
    ("IM HOF,JÜRG", "IM HOF", "JÜRG"),
    ("Von der Lahr,Kurt", "Von der Lahr", "Kurt"),
    ("'t Hart,Piet", "'t Hart", "Piet"),
    ("Müller-Lüdenscheidt,Karl-Heinz", "Müller-Lüdenscheidt", "Karl-Heinz"),
    ("Garcia Marquez, Gabriel Jose", "Garcia Marquez", "Gabriel Jose"),
    ("Madonna,Madonna", "Madonna", "Madonna"),
    ("MÜLLER,HANS", "MÜLLER", "HANS"),
    ("O'Connor,Sean", "O'Connor", "Sean"),
    ("O’Connor,Sean", "O’Connor", "Sean"),
    ("D'Angelo,Gerd", "D'Angelo", "Gerd"),
    ("?ukaszewski,B?a?ej", "?ukaszewski", "B?a?ej"),
    ("Núñez,Felix", "Núñez", "Felix"),
    ("Đorđević, Đorđe", "Đorđević", "Đorđe"),
    ("李,明", "李", "明"),
    ("Fritz,Hans", "Fritz", "Hans"),
    ("Computer,Stockfish", "Computer", "Stockfish"),
    ("Xu,X. Y.", "Xu", "X. Y."),
    ("Mag,Ingo", "Mag", "Ingo"),
    ("Ma,Cm", "Ma", "Cm"),
    ("CHAN,FM", "CHAN", "FM"),
    ("Weiss", "Weiss", ""),
    ("Weiss,", "Weiss", ""),
    (",Hans", "", "Hans"),
    ("Müller,,Hans", "Müller", "Hans"),
    ("NN,NN", "NN", ""),
    ("-,-", "-", ""),
    ("spielfrei", "spielfrei", ""),
    (" , ", "", ""),
    ("", "", ""),
    ("###COMPUTER###,###COMPUTER###", COMPUTER, COMPUTER),
    ("###COMPUTER###, ###COMPUTER###", COMPUTER, COMPUTER),
    ("###COMPUTER###", COMPUTER, COMPUTER),
]
ODD = [
    ("Müller Hans", "Müller Hans", "", Oddity.NO_COMMA),
    ("Hans Müller", "Hans Müller", "", Oddity.NO_COMMA),
    ("Jan van der Berg", "Jan van der Berg", "", Oddity.NO_COMMA),
    (
        "Freiherr von und zu Hohenlohe-Waldenburg",
        "Freiherr von und zu Hohenlohe-Waldenburg",
        "",
        Oddity.NO_COMMA,
    ),
    ("JP Müller", "JP Müller", "", Oddity.NO_COMMA),
    ("LI Wei", "LI Wei", "", Oddity.NO_COMMA),
    ("HANS MÜLLER", "HANS MÜLLER", "", Oddity.NO_COMMA),
    ("Hans MÜLLER Peter", "Hans MÜLLER Peter", "", Oddity.NO_COMMA),
    ("MÜLLER Hans", "MÜLLER", "Hans", Oddity.CAPITALS),
    ("Hans MÜLLER", "MÜLLER", "Hans", Oddity.CAPITALS),
    ("MÜLLER-LÜDENSCHEIDT Karl Heinz", "MÜLLER-LÜDENSCHEIDT", "Karl Heinz",
     Oddity.CAPITALS),
    ("VAN DER BERG Jan", "VAN DER BERG", "Jan", Oddity.CAPITALS),
    ("Jan VAN DER BERG", "VAN DER BERG", "Jan", Oddity.CAPITALS),
    ("Jan van der BERG", "van der BERG", "Jan", Oddity.CAPITALS),
    ("O'NEILL Sean", "O'NEILL", "Sean", Oddity.CAPITALS),
    ("GM Müller,Hans", "Müller", "Hans", Oddity.FIDE_TITLE),
    ("Müller,Hans (GM)", "Müller", "Hans", Oddity.FIDE_TITLE),
    ("(IM) Müller, Hans", "Müller", "Hans", Oddity.FIDE_TITLE),
    ("Müller [WFM], Eva", "Müller", "Eva", Oddity.FIDE_TITLE),
    ("Müller, Hans FM", "Müller", "Hans", Oddity.FIDE_TITLE),
    ("Müller, Hans, IM", "Müller", "Hans", Oddity.FIDE_TITLE),
    ("Hohenlohe, Anna von", "von Hohenlohe", "Anna", Oddity.PARTICLE),
    ("Berg, Jan van der", "van der Berg", "Jan", Oddity.PARTICLE),
    ("Cruz, Juan Carlos de la", "de la Cruz", "Juan Carlos", Oddity.PARTICLE),
    ("Heide, Uwe auf der", "auf der Heide", "Uwe", Oddity.PARTICLE),
    ("M&uuml;ller,J&ouml;rg", "Müller", "Jörg", Oddity.ENTITY),
    ("Stra&#223;er,Ida", "Straßer", "Ida", Oddity.ENTITY),
    ("O&#39;Connor,Sean", "O'Connor", "Sean", Oddity.ENTITY),
    ("Madonna,-", "Madonna", "", Oddity.NO_FORENAME),
    ("Madonna, .", "Madonna", "", Oddity.NO_FORENAME),
    ("Madonna,x", "Madonna", "", Oddity.NO_FORENAME),
    ("Madonna,?", "Madonna", "", Oddity.NO_FORENAME),
    ("Madonna,unbekannt", "Madonna", "", Oddity.NO_FORENAME),
    ("Müller, N.N.", "Müller", "", Oddity.NO_FORENAME),
    ("Müller, Dr.", "Dr. Müller", "", Oddity.NO_FORENAME),
    (",Dr.", "Dr.", "", Oddity.NO_FORENAME),
    ("Stockfish 16", "Stockfish 16", "", Oddity.PROGRAM),
    ("Stockfish 16,", "Stockfish 16", "", Oddity.PROGRAM),
    ("Fritz 17", "Fritz 17", "", Oddity.PROGRAM),
    ("Schachcomputer", "Schachcomputer", "", Oddity.PROGRAM),
    ("Computer,-", "Computer", "", Oddity.PROGRAM),
    ("###Computer###, Fritz", COMPUTER, COMPUTER, Oddity.HALF_COMPUTER),
    ("###COMPUTER###,", COMPUTER, COMPUTER, Oddity.HALF_COMPUTER),
    ("Müller, Hans (U12)", "Müller", "Hans (U12)", Oddity.EXTRA),
    ("Mueller,Hans 2", "Mueller", "Hans 2", Oddity.EXTRA),
    ("M&uumller,Hans", "M&uumller", "Hans", Oddity.EXTRA),
    ("&lt;b&gt;,Hans", "&lt;b&gt;", "Hans", Oddity.EXTRA),
    ("a@b.de,Hans", "a@b.de", "Hans", Oddity.EXTRA),
    ("x" * 201, "x" * 201, "", Oddity.EXTRA),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "surname", "forename"), USUAL)
def test_split(raw: str, surname: str, forename: str) -> None:
    assert split_name(raw) == (surname, forename, ())


@pytest.mark.parametrize(("raw", "surname", "forename", "oddity"), ODD)
def test_split_with_something_to_tell(
    raw: str, surname: str, forename: str, oddity: Oddity
) -> None:
    assert split_name(raw) == (surname, forename, (oddity,))


def test_several_oddities_are_all_told() -> None:
    assert split_name("IM M&uuml;ller, Hans van (1)") == (
        "Müller",
        "Hans van (1)",
        (Oddity.ENTITY, Oddity.FIDE_TITLE, Oddity.EXTRA),
    )
