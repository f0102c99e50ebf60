"""What follows from what everybody knows, worked out for whoever shows it.

A browser computes nothing about cards. Facts follow from what lies open, so they can leak nothing:
they are the same for the whole table as for a stranger's view of it, which a law tests.
"""

from __future__ import annotations

import msgspec

from cancellation_hearts.core import (
    Card,
    Cards,
    Deal,
    Phase,
    Rules,
    Trick,
    hearts_broken,
    winners_so_far,
)
from cancellation_hearts.core.score import piles_taken
from cancellation_hearts.core.state import set_aside
from cancellation_hearts.table.clock import WARNING, deal_time, expiries, losses
from cancellation_hearts.table.names import names_of
from cancellation_hearts.table.state import Table


class Pot(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the taker of the open trick gets beside it."""

    cards: int = 0
    """How many lie in the set-aside pile."""
    points: int = 0
    """What these are worth."""
    kitty: int = 0
    """How many cards the kitty has, while nobody has it."""


class LastTrick(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last trick that is complete, for whoever looks back; also while the next one is open."""

    number: int
    """From 1, in this hand."""
    order: tuple[int, ...]
    """The seats in the order in which they played."""
    cards: tuple[Card, ...]
    """What they played, in the same order."""
    cancelled: tuple[bool, ...]
    """For each card: whether its twin lay there, too."""
    taker: int | None = None
    """Who took it; None: it was void."""
    points: int = 0
    """On it, and on the set-aside tricks that went with it: what its taker got, or waits now."""
    aside: int = 0
    """How many cards of set-aside tricks went with it, or wait with it."""
    kitty: int = 0
    """How many cards of the kitty went with it."""


class Haul(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat is known to have taken in this hand; with the kitty once that lies open."""

    tricks: int = 0
    hearts: int = 0
    queens: int = 0
    """Queens of spades."""
    bonus: int = 0
    """Bonus cards, where the house plays with one."""


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """Of what a hand's change of one total is made; all of it together is what it changed by."""

    hearts: int = 0
    queens: int = 0
    """For queens of spades."""
    bonus: int = 0
    """Below 0: for bonus cards."""
    no_tricks: int = 0
    """Below 0: for not having taken a trick."""
    moon: int = 0
    """What a moon gives or takes in place of hearts and queens."""
    floor: int = 0
    """What the total was lifted by, so as not to fall below the floor."""


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """One moment of a table, for everybody. Seats are numbers from 0; moments as in the table."""

    names: tuple[str, ...]
    """What the seats are called: by their people, and bots by names that nobody else has."""
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
    course: tuple[int | None, ...] = ()
    """For each card of the open trick: who would have taken it as it lay then; None: nobody."""
    winner: int | None = None
    """Who takes the open trick as it lies; None: nobody, or it has no card yet."""
    void: bool = False
    """Whether the open trick has cards, and is void as it lies."""
    next_pair_voids: bool = False
    """Whether one more pair in the open trick makes it void for good."""
    stake: int = 0
    """Points on the open trick."""
    pot: Pot = Pot()
    """What its taker gets beside the open trick."""
    taken: tuple[int, ...] = ()
    """Points that each seat is known to have taken in this hand."""
    hauls: tuple[Haul, ...] = ()
    """By seat: what these points are, and in how many tricks they came."""
    changes: tuple[Change, ...] = ()
    """Once scored, by seat: of what the change of its total is made."""
    last: LastTrick | None = None
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
        return Facts(
            names=names_of(table),
            ply=table.ply,
            deadlines=clocks,
            losses=away,
            next_deal=next_deal,
        )
    deal, phase, rules = match.deal, match.phase, match.rules
    passing = phase is Phase.PASSING
    trick = deal.trick or Trick(0)
    pile, aside = trick.pile, deal.set_aside
    course = winners_so_far(trick, rules)
    winner = course[-1] if course else None
    piles = piles_taken(deal)
    hauls = _hauls(deal, piles, rules)
    return Facts(
        names=names_of(table),
        phase=phase,
        ply=table.ply,
        awaited=table.awaited,
        pass_count=rules.pass_count if passing else 0,
        pass_offset=rules.pass_offset(deal.number) if passing else 0,
        order=_order(deal.trick, rules.players),
        cancelled=_cancelled(trick, pile),
        course=course,
        winner=winner,
        void=bool(trick.cards) and winner is None,
        next_pair_voids=_next_pair_voids(trick, pile, rules),
        stake=pile.points,
        pot=Pot(
            cards=len(aside),
            points=aside.points,
            kitty=len(deal.kitty) if deal.kitty is not None and deal.kitty_owner is None else 0,
        ),
        taken=tuple(taken.points for taken in piles),
        hauls=hauls,
        changes=_changes(deal, hauls, rules),
        last=_last(deal),
        broken=hearts_broken(deal, rules),
        deadlines=clocks,
        losses=away,
        next_deal=next_deal,
    )


def _order(trick: Trick | None, players: int) -> tuple[int, ...]:
    if trick is None:
        return ()
    return tuple(trick.seat(index, players=players) for index in range(players))


def _next_pair_voids(trick: Trick, pile: Cards, rules: Rules) -> bool:
    is_open = not trick.is_complete(players=rules.players)
    return is_open and rules.void_rule == "two_pairs" and pile.two.bit_count() == 1


def _last(deal: Deal) -> LastTrick | None:
    if not deal.tricks:
        return None
    trick, before = deal.tricks[-1], set_aside(deal.tricks[:-1])
    pile = trick.pile
    is_first = all(earlier.taker is None for earlier in deal.tricks[:-1])
    took_kitty = deal.kitty is not None and trick.taker is not None and is_first
    return LastTrick(
        number=len(deal.tricks),
        order=_order(trick, len(deal.hands)),
        cards=trick.cards,
        cancelled=_cancelled(trick, pile),
        taker=trick.taker,
        points=(before + pile).points,
        aside=len(before),
        kitty=len(deal.kitty) if took_kitty and deal.kitty is not None else 0,
    )


def _hauls(deal: Deal, known: tuple[Cards, ...], rules: Rules) -> tuple[Haul, ...]:
    piles = list(known)
    if deal.revealed and deal.kitty_owner is not None and isinstance(deal.kitty, Cards):
        piles[deal.kitty_owner] += deal.kitty
    takers = [trick.taker for trick in deal.tricks]
    bonus = None if rules.bonus_card is None else Card(rules.bonus_card)
    return tuple(_haul(pile, takers.count(seat), bonus) for seat, pile in enumerate(piles))


def _haul(pile: Cards, tricks: int, bonus: Card | None) -> Haul:
    queens = pile.count(Card.SQ)
    hearts = pile.points - Card.SQ.points * queens
    return Haul(tricks, hearts, queens, 0 if bonus is None else pile.count(bonus))


def _changes(deal: Deal, hauls: tuple[Haul, ...], rules: Rules) -> tuple[Change, ...]:
    if deal.changes is None:
        return ()
    return tuple(
        _change(seat, deal, haul, change, rules)
        for seat, (haul, change) in enumerate(zip(hauls, deal.changes, strict=True))
    )


def _change(seat: int, deal: Deal, haul: Haul, change: int, rules: Rules) -> Change:
    bonus = -10 * haul.bonus
    if deal.shooter is None:
        queens = Card.SQ.points * haul.queens
        no_tricks = 0 if haul.tricks else -rules.no_trick_bonus
        floor = change - haul.hearts - queens - no_tricks - bonus
        return Change(haul.hearts, queens, bonus, no_tricks, floor=floor)
    moon = 0
    if deal.moon_choice == "add" and seat != deal.shooter:
        moon = rules.moon_value
    elif deal.moon_choice == "subtract" and seat == deal.shooter:
        moon = -rules.moon_value
    return Change(bonus=bonus, moon=moon, floor=change - moon - bonus)


def _cancelled(trick: Trick, pile: Cards) -> tuple[bool, ...]:
    return tuple(bool(card.bit & pile.two) for card in trick.cards)
