"""The secrets by which people are known, and the names of tables.

A person's token is 128 random bits, shown to them once and kept by them. A table's log holds its
SHA-256 only, so whoever reads the log, or a copy of it, cannot sit down as somebody else.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from cancellation_hearts.table import Table

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without those that are taken for each other: 0 and o, 1, i and l."""
_TABLE_LETTERS: Final = 14


def new_token() -> str:
    """A fresh secret: 128 bits in 22 letters that a link may hold."""
    return secrets.token_urlsafe(16)


def key_of(token: str) -> str:
    """What is kept of a token: its SHA-256, hexadecimal."""
    return sha256(token.encode()).hexdigest()


def person_of(table: Table, token: str) -> int | None:
    """Who has this token, if anybody here does."""
    key = key_of(token)
    return next((at for at, person in enumerate(table.people) if person.key == key), None)


def new_table_name() -> str:
    """A name that nobody guesses: 69 bits in 14 letters."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_TABLE_LETTERS))


def table_name_of(token: str) -> str:
    """The name of the table that somebody opens with a token of their own: always the same.

    Nobody guesses it who does not know the token, and it tells nothing of that; nor does the key
    that the log holds, which is another digest.

    >>> table_name_of("A" * 22)
    '5zrgnpbp8dzahj'
    """
    number = int.from_bytes(sha256(b"the table of " + token.encode()).digest())
    letters = []
    for _ in range(_TABLE_LETTERS):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return "".join(letters)
