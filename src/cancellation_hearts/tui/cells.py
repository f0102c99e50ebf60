"""Texts measured in the cells of a terminal: filled up, cut, and broken into lines.

A sign can take one cell, two, or none: the marks over and under the letters of Lao have no width of
their own. So columns of what people read are never laid out by the number of signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

_BREAKS: Final = re.compile("(?=[ເແໂໃໄ])|(?<=[ະຳ])")
"""Where a Lao syllable begins or ends for sure: Lao has no spaces between its words."""


@lru_cache(4096)
def clusters(text: str) -> tuple[tuple[str, int], ...]:
    """The text in pieces of one or two cells; marks that take no cell stay with their letter.

    >>> clusters("ab")
    (('a', 1), ('b', 1))
    """
    found: list[tuple[str, int]] = []
    for char in text:
        width = cell_len(char)
        if width == 0 and found:
            before, cells = found[-1]
            found[-1] = (before + char, cells)
        elif width:
            found.append((char, width))
    return tuple(found)


def widest(texts: Iterable[str], *, least: int = 0) -> int:
    """The cells of the widest text.

    >>> widest(["ab", "ທ່ານ"]), widest(["ab"], least=5)
    (3, 5)
    """
    return max(least, *map(cell_len, texts))


def flush_left(text: str, width: int) -> str:
    """The text with spaces behind it, so many cells wide.

    >>> flush_left("ທ່ານ", 5) + "|"
    'ທ່ານ  |'
    """
    return text + " " * (width - cell_len(text))


def flush_right(text: str, width: int) -> str:
    """The text with spaces before it, so many cells wide.

    >>> flush_right("ທ່ານ", 5)
    '  ທ່ານ'
    """
    return " " * (width - cell_len(text)) + text


def fitting(text: str, width: int) -> str:
    """The text, cut to so many cells; a cut shows.

    >>> fitting("Cancellation", 7)
    'Cancel…'
    """
    if cell_len(text) <= width:
        return text
    kept, used = "", 0
    for cluster, cells in clusters(text):
        if used + cells > width - 1:
            break
        kept += cluster
        used += cells
    return f"{kept}…"


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most so many cells, broken between words; within one, if it must be.

    >>> wrap("Who wins takes it", 9)
    ['Who wins', 'takes it']
    >>> wrap("ກິນໄພ່ແລະຄະແນນ", 6)
    ['ກິນໄພ່', 'ແລະຄະ', 'ແນນ']
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        gap = " " if line else ""
        for piece in [word] if cell_len(word) <= width else _pieces(word, width):
            if line and cell_len(line + gap + piece) > width:
                lines.append(line)
                line = gap = ""
            line += gap + piece
            gap = ""
    return [*lines, line]


def _pieces(word: str, width: int) -> Iterator[str]:
    """A word that is too long for a line, where it may be broken, or else where it must be."""
    for piece in filter(None, _BREAKS.split(word)):
        kept, used = "", 0
        for cluster, cells in clusters(piece):
            if kept and used + cells > width:
                yield kept
                kept, used = "", 0
            kept += cluster
            used += cells
        yield kept
