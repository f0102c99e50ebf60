"""Why a command is refused: a code with details, which a client puts into its reader's language.

Three kinds of error meet the core's users, all of them ``ValueError``:

    ValueError
    ├── RulesError        a rule set that cannot be (rules.py)
    ├── NotationError     text that is no set of cards (cards.py)
    └── Refusal           a command that is not granted now
        └── RuleViolation     because of the rules of the game
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every reason for a refusal. The details that come with each stand behind it."""

    NO_MATCH = "NO_MATCH"
    """Nothing has begun yet."""
    MATCH_HAS_BEGUN = "MATCH_HAS_BEGUN"
    """A match begins once."""
    WRONG_PHASE = "WRONG_PHASE"
    """``phase``: what the match is waiting for instead."""
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    """``seat``, ``players``: seats are numbered from 0."""
    WRONG_TOTALS = "WRONG_TOTALS"
    """``players``, ``got``: one starting total a seat."""
    WRONG_PACK = "WRONG_PACK"
    """``expected``, ``got``: the order is not exactly the pack, card for card."""
    PASS_COUNT = "PASS_COUNT"
    """``expected``, ``got``: how many cards are passed."""
    NOT_IN_HAND = "NOT_IN_HAND"
    """``card``: the first card that the seat does not hold, or not so often."""
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    """``turn``: the seat whose turn it is."""
    MUST_FOLLOW_SUIT = "MUST_FOLLOW_SUIT"
    """``suit``: the led suit, of which the seat holds a card."""
    MUST_LEAD_TWO_OF_CLUBS = "MUST_LEAD_TWO_OF_CLUBS"
    """The opening lead is fixed (``first_lead=two_clubs``)."""
    MUST_LEAD_A_CLUB = "MUST_LEAD_A_CLUB"
    """The opening lead is a club (``first_lead=any_club``)."""
    NO_POINTS_ON_OPENING_LEAD = "NO_POINTS_ON_OPENING_LEAD"
    """Trick 1 is not led with a heart or the queen of spades."""
    NO_POINTS_ON_FIRST_TRICK = "NO_POINTS_ON_FIRST_TRICK"
    """Points may fall on trick 1 only when forced (``first_trick_points=if_forced``)."""
    HEARTS_NOT_BROKEN = "HEARTS_NOT_BROKEN"
    """Hearts may not be led yet."""
    NOT_THE_SHOOTER = "NOT_THE_SHOOTER"
    """``shooter``: who shot the moon and may choose."""
    NO_SUCH_CHOICE = "NO_SUCH_CHOICE"
    """``got``: neither add nor subtract."""


class Refusal(ValueError):
    """A command that is not granted now; nothing has changed.

    ``code`` says why, ``details`` are the numbers, seats and cards that belong to it.
    """

    def __init__(self, code: StrEnum, **details: str | int) -> None:
        """Keep the reason and what it speaks of."""
        super().__init__(code, details)
        self.code = code
        self.details = details

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by code and details, so that a refusal can cross between processes."""
        return _refusal, (type(self), self.code, self.details)

    def __str__(self) -> str:
        """The code with its details, for logs and tests; sentences are made elsewhere."""
        told = ", ".join(f"{name}={value}" for name, value in self.details.items())
        return f"{self.code} ({told})" if told else str(self.code)


def _refusal(kind: type[Refusal], code: StrEnum, details: dict[str, str | int]) -> Refusal:
    return kind(code, **details)


class RuleViolation(Refusal):
    """A command that the game does not allow now; ``code`` is a ``Code``."""

    code: Code
