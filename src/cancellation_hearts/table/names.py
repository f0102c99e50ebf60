"""What people may be called: one line of printable text that cannot pass for somebody else's.

Stored in the composed form (NFC). Two names that look alike get a number, so that everybody at a
table can be told apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cancellation_hearts.table.errors import TableCode, TableRefusal
from cancellation_hearts.table.writing import MOST_MARKS, characters, folded, width

LONGEST: Final = 20
"""Signs; marks that combine with the sign before them are not counted."""
BOT: Final = "bot:"
"""How a program's name begins in a record."""
_PROBLEMS: Final = {"surplus": "marks", "unseen": "control"}


def clean_name(text: str) -> str:
    """The name as it is kept; ``TableRefusal`` says what is wrong with it."""
    name, signs = "", 0
    for char, kind in characters(text):
        if kind in _PROBLEMS:
            raise TableRefusal(TableCode.BAD_NAME, problem=_PROBLEMS[kind])
        name += char
        signs += kind == "sign"
    if not signs:
        raise TableRefusal(TableCode.BAD_NAME, problem="empty")
    if signs > LONGEST or len(name) > LONGEST * (1 + MOST_MARKS):
        raise TableRefusal(TableCode.BAD_NAME, problem="long")
    if folded(name).startswith(folded(BOT)):
        raise TableRefusal(TableCode.BAD_NAME, problem="bot")
    return name


def distinct_name(text: str, others: Iterable[str]) -> str:
    """A clean name, with a number behind it if somebody is called so already.

    >>> distinct_name("Ana", ["ana", "Ben"])
    'Ana 2'
    """
    name = clean_name(text)
    taken = {folded(other) for other in others}
    if folded(name) not in taken:
        return name
    number = 2
    while folded(numbered := _numbered(name, number)) in taken:
        number += 1
    return numbered


def _numbered(name: str, number: int) -> str:
    """The name, shortened if need be, with a number behind it."""
    room = LONGEST - len(f" {number}")
    while width(name) > room:
        name = name[:-1]
    return f"{name.rstrip()} {number}"
