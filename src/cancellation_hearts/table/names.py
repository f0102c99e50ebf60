"""What people may be called: one line of printable text that cannot pass for somebody else's.

Stored in the composed form (NFC). Two names that look alike get a number, so that everybody at a
table can be told apart.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from cancellation_hearts.table.errors import TableCode, TableRefusal

LONGEST: Final = 20
"""Signs; marks that combine with the sign before them are not counted,"""
MOST_MARKS: Final = 3
"""but no sign carries more of them."""
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
BOT: Final = "bot:"
"""How a program's name begins in a record."""


def clean_name(text: str) -> str:
    """The name as it is kept; ``TableRefusal`` says what is wrong with it."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise TableRefusal(TableCode.BAD_NAME, problem="empty")
    signs = marks = 0
    for char in name:
        category = unicodedata.category(char)
        if category[0] == "M":
            marks += 1
            if marks > MOST_MARKS or not signs:
                raise TableRefusal(TableCode.BAD_NAME, problem="marks")
        elif char not in JOINERS:
            if category[0] == "C" or char in BLANKS:
                raise TableRefusal(TableCode.BAD_NAME, problem="control")
            signs, marks = signs + 1, 0
    if not signs:
        raise TableRefusal(TableCode.BAD_NAME, problem="empty")
    if signs > LONGEST or len(name) > LONGEST * (1 + MOST_MARKS):
        raise TableRefusal(TableCode.BAD_NAME, problem="long")
    if _folded(name).startswith(_folded(BOT)):
        raise TableRefusal(TableCode.BAD_NAME, problem="bot")
    return name


def distinct_name(text: str, others: Iterable[str]) -> str:
    """A clean name, with a number behind it if somebody is called so already.

    >>> distinct_name("Ana", ["ana", "Ben"])
    'Ana 2'
    """
    name = clean_name(text)
    taken = {_folded(other) for other in others}
    if _folded(name) not in taken:
        return name
    number = 2
    while _folded(numbered := _numbered(name, number)) in taken:
        number += 1
    return numbered


def _numbered(name: str, number: int) -> str:
    """The name, shortened if need be, with a number behind it."""
    room = LONGEST - len(f" {number}")
    while sum(not _adds_nothing(char) for char in name) > room:
        name = name[:-1]
    return f"{name.rstrip()} {number}"


def _adds_nothing(char: str) -> bool:
    """Whether a character takes no place of its own."""
    return char in JOINERS or unicodedata.category(char)[0] == "M"


def _folded(name: str) -> str:
    """Equal for names that differ in writing only, or look alike."""
    text = unicodedata.normalize("NFKC", name).casefold().translate(LOOKALIKES)
    return "".join(char for char in text if char not in JOINERS)
