"""Where the list of unwanted words comes from: a file of the host's, or the short one of ours."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from cancellation_hearts.table.unwanted import Unwanted

FILE: Final = "block-words.txt"
"""Its name in a data folder."""
_OURS: Final = files("cancellation_hearts.service") / "unwanted.txt"


class UnreadableError(Exception):
    """A list that cannot be used; the message names the file, and the line where there is one."""


def our_words() -> Unwanted:
    """The list that comes with the program."""
    return _list(_OURS.read_text(encoding="utf-8"), "unwanted.txt")


def words_of(file: Path) -> Unwanted:
    """The list in a file. Raises ``UnreadableError``."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnreadableError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UnreadableError(f"{file}: expected text in UTF-8") from None
    return _list(text, str(file))


def _list(text: str, name: str) -> Unwanted:
    """One word a line; behind a ``#`` is a remark."""
    words = []
    for number, line in enumerate(text.splitlines(), start=1):
        word = line.partition("#")[0].strip()
        if word:
            try:
                Unwanted([word])
            except ValueError as error:
                raise UnreadableError(f"{name}, line {number}: {error}") from None
            words.append(word)
    return Unwanted(words)
