"""Unwanted words are found whole and in any writing, and never within another word."""

from __future__ import annotations

import pytest

from cancellation_hearts.table.unwanted import Unwanted

LIST = Unwanted(["cunt", "twat", "ass", "tit", "šūdas", "ຫີ", "nazi"])


@pytest.mark.parametrize(
    "text",
    [
        "Scunthorpe",
        "wristwatch",
        "Class clown",
        "Titus and Tatiana",
        "assassin",
        "ŠŪDASS",
        "sudas",  # another word as far as letters go
        "ສົມສີ",
        "ຫີນ",  # a stone: the same letters, and one more
        "tīt",
        "",
    ],
)
def test_innocent_words_pass(text: str) -> None:
    assert not LIST.in_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "twat",
        "You TWAT!",
        "(twat)",
        "twat_22",
        "a-twat-b",
        "ｔｗａｔ",  # noqa: RUF001 - wide letters
        "\u0442w\u0430\u0442",  # Cyrillic
        "t\u200dwat",
        "t1t",
        "T|T",
        "Nаzі",  # noqa: RUF001 - Cyrillic
        "ŠŪDAS",
        "s\u030cu\u0304das",  # letter and mark apart
        "ຫີ 5",
    ],
)
def test_an_unwanted_word_is_found_in_any_writing(text: str) -> None:
    assert LIST.in_text(text)


@pytest.mark.parametrize("word", ["", "two words", "co-op", "?", "abc2"])
def test_an_entry_is_exactly_one_word(word: str) -> None:
    with pytest.raises(ValueError, match="expected one word"):
        Unwanted([word])
