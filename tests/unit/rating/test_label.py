from __future__ import annotations

import pytest

from syncd.rating.label import LabelParts, composed_label, unknown_places


@pytest.mark.parametrize(
    ("parts", "label"),
    [
        (LabelParts(), ""),
        (LabelParts(season="2026/27"), ""),
        (LabelParts(league="Liga", season="2026/27", group="A"), "Liga 2026/27 A"),
        (LabelParts(league="Liga"), "Liga"),
        (LabelParts(season="2026/27", group="Nord"), "Kreisklasse 2026/27 Nord"),
        (LabelParts("{name} ({season})", season="2026"), "Kreisklasse (2026)"),
        (LabelParts("{league}: {group}", league="Liga", group="B"), "Liga: B"),
        (LabelParts("{name} {group} {season}", season="2026"), "Kreisklasse 2026"),
        (LabelParts("Open A", league="Liga"), "Open A"),
        (LabelParts("{group}"), ""),
    ],
)
def test_a_label_is_composed(parts: LabelParts, label: str) -> None:
    assert composed_label(parts, "Kreisklasse") == label


def test_values_are_not_templates_themselves() -> None:
    assert composed_label(LabelParts("{name} {group}", group="G"), "{group}") == (
        "{group} G"
    )


@pytest.mark.parametrize(
    ("template", "unknown"),
    [
        ("", []),
        ("{name} {league} {season} {group}", []),
        ("{year}", ["{year}"]),
        ("{name.real}", ["{name.real}"]),
        ("{", ["{"]),
        ("a } b", ["}"]),
        ("{{name}}", ["{", "}"]),
        ("{}", ["{}"]),
    ],
)
def test_what_cannot_stand_in_braces_is_named(
    template: str, unknown: list[str]
) -> None:
    assert unknown_places(template) == unknown
