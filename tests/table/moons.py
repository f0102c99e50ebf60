"""Hands that somebody arranged, and one in which seat 0 shoots the moon."""

from __future__ import annotations

from collections.abc import Sequence

from cancellation_hearts import core
from cancellation_hearts.core import BeginMatch, Cards, DealCards, Suit
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.core.shuffle import order_of
from cancellation_hearts.table import ByPerson, Table, fold
from cancellation_hearts.table.commands import StartGame
from tests.table.walks import acts, open_table, recorded, run, tick, with_people


def dealt_so(table: Table, hands: Sequence[Cards], kitty: Cards, *, dealer: int) -> Table:
    """The host starts, and these hands are dealt."""
    table = tick(run(table, ByPerson(table.host), StartGame()))
    begun = core.decide(None, BeginMatch(table.rules, dealer))
    order = order_of(hands, kitty, dealer=dealer)
    events = (*begun, *core.decide(core.fold(None, begun), DealCards(order)))
    return fold(table, recorded(table, events, table.at))


def shot(rules: str, *, last_by_clock: bool = False, **settings: object) -> Table:
    """Seat 0 holds all spades of one pack, and has taken every trick with them.

    ``last_by_clock``: its clock ran out before the last trick.
    """
    table = open_table(f"decks=1 players=4 pass_cycle=none {rules}", **settings)
    suits = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
    hands = [Cards.of(card for card in KINDS if card.suit is suit) for suit in suits]
    table = dealt_so(with_people(table, "Ben"), hands, Cards(), dealer=3)
    while table.awaited:
        match = table.match
        assert match is not None
        if match.phase is core.Phase.MOON:
            break
        if last_by_clock and table.awaited == (0,) and len(match.current.hands[0]) == 1:
            table = tick(table)
        table = acts(table, table.awaited[0])
    return table
