"""What somebody asks of a match: imperatives, which ``decide`` grants or refuses.

Whoever sends a command also answers for chance and time: the core never shuffles and has no
clock, so a deal arrives as the order of a pack that somebody else shuffled.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cancellation_hearts.core.cards import Card, Cards
from cancellation_hearts.core.rules import MoonChoice, Rules


class BeginMatch(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Sit down to a match.

    ``dealer`` deals the first hand. ``totals``, one a seat, are the scores to go on from;
    nothing said means everybody starts at 0.
    """

    rules: Rules
    dealer: int
    totals: tuple[int, ...] | None = None


class DealCards(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Deal the next hand from a pack in this order (docs/fair-deal.md says who gets which card)."""

    order: tuple[Card, ...]


class PassCards(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Choose the cards that a seat gives away. The choice may change until the last seat's."""

    seat: int
    cards: Cards


class PlayCard(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Play a card to the trick."""

    seat: int
    card: Card


class ChooseMoon(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Say what shooting the moon shall mean; ``None``: no answer came, the default of A11 holds."""

    seat: int
    choice: MoonChoice | None


Command: TypeAlias = BeginMatch | DealCards | PassCards | PlayCard | ChooseMoon
