"""What two spellings of one name have in common, as a number to look it up by.

Title, case, umlauts, accents and further forenames do not count. The key only finds
candidates: whether one of them is the person is decided by more than the key.
"""

from __future__ import annotations

import hashlib

from syncd.sync.nameforms import folded_person


def name_key(surname: str, forename: str) -> int:
    """Return a signed number of 64 bits from surname and first forename."""
    last, _, first = folded_person(surname, forename).partition(", ")
    text = f"{last}, {first.partition(' ')[0]}"
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
