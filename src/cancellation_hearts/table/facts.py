"""What follows from what everybody knows, worked out for whoever shows it.

A browser computes nothing about cards. Facts follow from what lies open, so they can leak nothing:
they are the same for the whole table as for a stranger's view of it, which a law tests.
"""

from __future__ import annotations

import msgspec

from cancellation_hearts.core import Phase, Trick, hearts_broken, points_so_far, trick_winner
from cancellation_hearts.table.clock import WARNING, deal_time, expiries, losses
from cancellation_hearts.table.state import Table


class Pot(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the taker of the open trick gets beside it."""

    cards: int = 0
    """How many lie in the set-aside pile."""
    points: int = 0
    """What these are worth."""
    kitty: int = 0
    """How many cards the kitty has, while nobody has it."""


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """One moment of a table, for everybody. Seats are numbers from 0; moments as in the table."""

    phase: Phase | None = None
    """What the match waits for; None: nothing has been dealt in this game."""
    ply: int = 0
    """What an act has to name, to be meant for this moment."""
    awaited: tuple[int, ...] = ()
    """The seats without whose act the hand cannot go on."""
    pass_count: int = 0
    """While passing: how many cards a seat gives away."""
    pass_offset: int = 0
    """While passing: how many seats to the left they go; below 0, to the right."""
    order: tuple[int, ...] = ()
    """The seats in the order in which they play to the open trick; it has cards of the first."""
    cancelled: tuple[bool, ...] = ()
    """For each card of the open trick: whether its twin lies there, too."""
    winner: int | None = None
    """Who takes the open trick as it lies; None: nobody, or it has no card yet."""
    void: bool = False
    """Whether the open trick has cards, and is void as it lies."""
    stake: int = 0
    """Points on the open trick."""
    pot: Pot = Pot()
    """What its taker gets beside the open trick."""
    taken: tuple[int, ...] = ()
    """Points that each seat is known to have taken in this hand."""
    broken: bool = False
    """Whether hearts may be led."""
    deadlines: dict[int, int] = {}
    """By seat: when its clock runs out."""
    warning: int = WARNING
    """So many milliseconds before its end a clock is shown to be short."""
    losses: dict[int, int] = {}
    """By seat: when a bot takes over for somebody who is away."""
    next_deal: int | None = None
    """When the next hand is dealt, if nobody does anything."""


def facts_of(table: Table) -> Facts:
    """The facts of a table or of anybody's view of it: they are the same."""
    clocks, away, next_deal = dict(expiries(table)), dict(losses(table)), deal_time(table)
    match = table.match
    if match is None or match.deal is None:
        return Facts(ply=table.ply, deadlines=clocks, losses=away, next_deal=next_deal)
    deal, phase, rules = match.deal, match.phase, match.rules
    passing = phase is Phase.PASSING
    trick = deal.trick or Trick(0)
    pile, aside = trick.pile, deal.set_aside
    winner = trick_winner(trick, rules) if trick.cards else None
    return Facts(
        phase=phase,
        ply=table.ply,
        awaited=table.awaited,
        pass_count=rules.pass_count if passing else 0,
        pass_offset=rules.pass_offset(deal.number) if passing else 0,
        order=_order(deal.trick, rules.players),
        cancelled=tuple(bool(card.bit & pile.two) for card in trick.cards),
        winner=winner,
        void=bool(trick.cards) and winner is None,
        stake=pile.points,
        pot=Pot(
            cards=len(aside),
            points=aside.points,
            kitty=len(deal.kitty) if deal.kitty is not None and deal.kitty_owner is None else 0,
        ),
        taken=points_so_far(deal),
        broken=hearts_broken(deal, rules),
        deadlines=clocks,
        losses=away,
        next_deal=next_deal,
    )


def _order(trick: Trick | None, players: int) -> tuple[int, ...]:
    if trick is None:
        return ()
    return tuple(trick.seat(index, players=players) for index in range(players))
