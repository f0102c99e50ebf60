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
            if category[0] == "C":
                raise TableRefusal(TableCode.BAD_NAME, problem="control")
            signs, marks = signs + 1, 0
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
    while _folded(numbered := f"{name} {number}") in taken:
        number += 1
    return numbered


def _folded(name: str) -> str:
    """Equal for names that differ in writing only."""
    text = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in text if char not in JOINERS)
