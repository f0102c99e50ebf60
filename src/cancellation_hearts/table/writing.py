"""What a line of text is made of, as far as names and talk are looked at.

Text is kept in the composed form (NFC) and on one line. Beside the signs that can be seen there
are marks, which combine with the sign before them, and joiners, which some scripts need within a
word. Anything else that cannot be seen steers writing, or hides something.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

MOST_MARKS: Final = 3
"""No sign carries more of them."""
JOINERS: Final = "\u200c\u200d"
"""Invisible, but some scripts need them within a word."""
BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by their category, but nothing to be seen."""
LOOKALIKES: Final = str.maketrans(
    "\u0430\u0432\u0435\u0456\u0458\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0501\u04bb"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b6"
    "01|",
    "abeijkmhopctyxsdh"  # Cyrillic letters, small ones and those that look so when they are large
    "abehikmnoptyxz"  # Greek ones
    "oll",
)
"""Small letters by the Latin one that they, or their capitals, look like."""

Kind: TypeAlias = Literal["sign", "mark", "surplus", "joiner", "unseen"]
"""``surplus``: a mark on nothing, or one too many on its sign."""


def characters(text: str) -> Iterator[tuple[str, Kind]]:
    """The characters of a text on one line, each with what it is."""
    signs = marks = 0
    for char in " ".join(unicodedata.normalize("NFC", text).split()):
        category = unicodedata.category(char)[0]
        if char in JOINERS:
            yield char, "joiner"
        elif category == "C" or char in BLANKS:
            yield char, "unseen"
        elif category == "M":
            marks += 1
            yield char, "surplus" if marks > MOST_MARKS or not signs else "mark"
        else:
            signs, marks = signs + 1, 0
            yield char, "sign"


def width(text: str) -> int:
    """How many characters take a place of their own."""
    return sum(not (char in JOINERS or unicodedata.category(char)[0] == "M") for char in text)


def folded(text: str) -> str:
    """Equal for texts that differ in writing only, or look alike."""
    small = unicodedata.normalize("NFKC", text).casefold().translate(LOOKALIKES)
    return "".join(char for char in small if char not in JOINERS)
