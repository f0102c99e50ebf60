"""What may be said, as far as the table judges it; ``tests/service/test_talk.py`` has the rest."""

from __future__ import annotations

import pytest

from cancellation_hearts.table import TableCode, TableRefusal
from cancellation_hearts.table.talk import LONGEST_TEXT, clean_text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  well\n played ", "well played"),
        ("\u202eback", "back"),
        ("a\u200db", "a\u200db"),  # some scripts need joiners
        ("\u0301" * 3 + "e" + "\u0301" * 9, "\u00e9" + "\u0301" * 3),
    ],
    ids=["space", "direction", "joiner", "marks"],
)
def test_a_text_is_one_line_that_can_be_read(text: str, kept: str) -> None:
    assert clean_text(text) == kept


@pytest.mark.parametrize(
    "text", ["", "\u202e", "\u200d", "\u3164", "x" * (LONGEST_TEXT + 1)], ids=ascii
)
def test_nothing_to_read_or_too_much_is_refused(text: str) -> None:
    with pytest.raises(TableRefusal) as caught:
        clean_text(text)
    assert (caught.value.code, caught.value.details) == (
        TableCode.BAD_TEXT,
        {"most": LONGEST_TEXT},
    )
