"""What people may be called: one line of printable text that cannot pass for somebody else's.

Stored in the composed form (NFC). Two names that look alike get a number, so that everybody at a
table can be told apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cancellation_hearts.table.errors import TableCode, TableRefusal
from cancellation_hearts.table.writing import MOST_MARKS, characters, folded, width

if TYPE_CHECKING:
    from cancellation_hearts.table.state import Table

LONGEST: Final = 20
"""Signs; marks that combine with the sign before them are not counted."""
BOT: Final = "bot:"
"""How a program's name begins in a record."""
BOT_NAMES: Final = (
    *("Ana", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kai"),
    *("Lea", "Mo", "Nic", "Ona", "Pau", "Quin", "Rae", "Sol", "Tam", "Uli", "Vic"),
)
"""What bots are called, by seat from the second one on; behind them others for namesakes."""
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


def bot_name(seat: int, people: Iterable[str]) -> str:
    """What the bot of a seat is called, as long as it sits there: like nobody else at the table.

    >>> bot_name(1, ["Eve"]), bot_name(5, ["Eve"]), bot_name(0, [])
    ('Ana', 'Pau', 'Kai')
    """
    taken = {folded(name) for name in people}
    seats = len(BOT_NAMES) // 2
    usual, other = (BOT_NAMES[(seat - 1) % seats + more] for more in (0, seats))
    return next((name for name in (usual, other) if folded(name) not in taken), f"{usual} {other}")


def names_of(table: Table) -> tuple[str, ...]:
    """What the seats are called, also those that nobody has: by their people, or as bots."""
    people = tuple(person.name for person in table.people)
    bots = _bot_names(people, len(table.seats))
    return tuple(
        bots[number] if seat.person is None else people[seat.person]
        for number, seat in enumerate(table.seats)
    )


@lru_cache(maxsize=1024)
def _bot_names(people: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Kept, because looking for look-alikes takes longer than a card, and people seldom change."""
    return tuple(bot_name(seat, people) for seat in range(seats))


def _numbered(name: str, number: int) -> str:
    """The name, shortened if need be, with a number behind it."""
    room = LONGEST - len(f" {number}")
    while width(name) > room:
        name = name[:-1]
    return f"{name.rstrip()} {number}"
