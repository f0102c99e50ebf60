"""Words that are wanted in no name and no talk: whoever runs the tables says which.

Only whole words count, so no innocent one is refused for a part of it (A35): a word is a run of
letters with their marks, written in whatever way looks the same. Such a list stops nobody who
tries hard; for them there are ``Rename``, ``Mute`` and ``Remove``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from cancellation_hearts.table.writing import folded


class Unwanted:
    """A list of words.

    >>> unwanted = Unwanted(["shit"])
    >>> [unwanted.in_text(text) for text in ("Oh, SH1T!", "Shiitake", "")]
    [True, False, False]
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        """``ValueError`` names an entry that is not exactly one word."""
        self._words: set[str] = set()
        for word in words:
            found = list(_words(word))
            if len(found) != 1 or len(found[0]) != len(_alike(word)):
                raise ValueError(f"expected one word, of letters only, not {word[:40]!r}")
            self._words.update(found)

    def in_text(self, text: str) -> bool:
        """Whether one of them stands in a text."""
        return any(word in self._words for word in _words(text))


def _alike(text: str) -> str:
    """As in names, and a one may also stand for an i."""
    return folded(text).replace("i", "l")


def _words(text: str) -> Iterator[str]:
    """The words of a text, in the form in which those that look alike are equal."""
    for is_word, chars in groupby(_alike(text), lambda char: unicodedata.category(char)[0] in "LM"):
        if is_word:
            yield "".join(chars)
