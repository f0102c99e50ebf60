"""Errors: what they say, and that they cross between processes whole."""

import pickle

import pytest

from cancellation_hearts.core import Code, RulesError, RuleViolation
from cancellation_hearts.core.cards import NotationError
from cancellation_hearts.record import Difference, RecordError
from cancellation_hearts.table import TableCode, TableRefusal


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (RuleViolation(Code.NOT_YOUR_TURN, turn=3), "NOT_YOUR_TURN (turn=3)"),
        (RuleViolation(Code.NO_MATCH), "NO_MATCH"),
        (TableRefusal(TableCode.STALE, ply=37), "STALE (ply=37)"),
        (TableRefusal(TableCode.BAD_KEY), "BAD_KEY"),
        (RulesError("limit", "expected a number", 10), "limit: expected a number"),
        (NotationError("no rank", 4), "no rank"),
        (RecordError(3, 7, "expected a card"), "line 3, column 7: expected a card"),
        (Difference((2, "trick", 5), "leader", "4", "3"), "hand 2, leader: expected 4, found 3"),
        (
            Difference((0, "winners", 0), "winners", "4", "-", 9),
            "line 9: winners: expected 4, found -",
        ),
    ],
)
def test_an_error_says_what_is_wrong_also_after_a_journey(error: ValueError, text: str) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert str(error) == str(again) == text
    assert vars(error) == vars(again)
