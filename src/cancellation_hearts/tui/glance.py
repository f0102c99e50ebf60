"""What play must show at a glance, read off a view: each seat, and the middle of the table.

It says what is to be seen, not how: ``board`` draws it, tests read it. It is made from a ``View``,
so it cannot show what its owner does not know.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cancellation_hearts.core import (
    Card,
    Cards,
    Deal,
    Phase,
    Suit,
    Trick,
    View,
    hearts_broken,
    points_so_far,
    trick_winner,
)
from cancellation_hearts.core.state import set_aside
from cancellation_hearts.tui.asking import is_passing
from cancellation_hearts.tui.telling import Teller


class Seat(msgspec.Struct, frozen=True):
    """One place at the table."""

    name: str
    me: bool
    bot: bool
    total: int
    taken: int
    """Points known to have been taken in this hand."""
    order: int
    """When this seat plays to the trick that is shown, from 1; 0 while there is none."""
    card: Card | None = None
    leads: bool = False
    wins: bool = False
    cancelled: bool = False
    turn: bool = False
    passed: bool | None = None
    """While passing: whether this seat has chosen."""
    gets: bool = False
    """While passing: whether the reader's cards go here."""


class Pot(msgspec.Struct, frozen=True):
    """What the taker of the trick gets."""

    points: int
    """On the trick that is shown."""
    aside_cards: int
    aside_points: int
    """In the set-aside pile."""
    kitty: int
    """Cards of the kitty, while nobody has it."""

    @property
    def stake(self) -> int:
        """Points in sight: those of the trick and those set aside."""
        return self.points + self.aside_points


class Glance(msgspec.Struct, frozen=True):
    """The table as a reader sees it."""

    seats: tuple[Seat, ...]
    pot: Pot
    trick: Trick | None
    """The trick that is shown: the open one, or the last one while it is held."""
    number: int
    """Its number, from 1."""
    held: bool
    """Whether it is complete and shown for a moment before it is cleared."""
    led: Suit | None
    broken: bool
    """Whether hearts may be led."""
    cancels: tuple[str, ...]
    """The cancelled pairs, told."""
    told: str
    """Who wins as it lies; of a held trick, who took what."""
    one_more: bool
    """Whether one more pair makes the trick void."""
    kitty: str = ""
    """What the taker of a held trick got beside it, told."""


def glance_of(view: View, teller: Teller, bots: Sequence[bool], *, held: bool = False) -> Glance:
    """What a view shows. ``held``: show the last complete trick instead of the one now open."""
    deal, rules = view.deal, view.rules
    if deal is None:
        return Glance(_seats(view, teller, bots, None, held=False), *_NOTHING)
    held = held and bool(deal.tricks)
    trick = deal.tricks[-1] if held else deal.trick
    number = len(deal.tricks) + (not held)
    aside = set_aside(deal.tricks[:-1]) if held else deal.set_aside
    # A kitty that the held trick has won is told as won, not as waiting.
    kitty = 0 if deal.kitty is None or deal.kitty_owner is not None else len(deal.kitty)
    pile = Cards() if trick is None else trick.pile
    pairs = len(Cards(pile.two))
    told = ""
    if held:
        told = teller.outcome(deal)
    elif trick is not None and trick.cards:
        told = teller.leading(trick)
    return Glance(
        seats=_seats(view, teller, bots, trick, held=held),
        pot=Pot(pile.points, len(aside), aside.points, kitty),
        trick=trick,
        number=number,
        held=held,
        led=None if trick is None or trick.led is None else trick.led.suit,
        broken=hearts_broken(deal, rules),
        cancels=() if trick is None else teller.cancels(trick),
        told=told,
        one_more=not held and rules.void_rule == "two_pairs" and pairs == 1,
        kitty=teller.kitty(deal) if held and _won_kitty(deal) else "",
    )


def _won_kitty(deal: Deal) -> bool:
    """Whether the last complete trick was the first that somebody took."""
    takers = [trick.taker for trick in deal.tricks if trick.taker is not None]
    return deal.kitty_owner is not None and len(takers) == 1 and deal.tricks[-1].taker is not None


_NOTHING = (Pot(0, 0, 0, 0), None, 0, False, None, False, (), "", False)


def _seats(
    view: View, teller: Teller, bots: Sequence[bool], trick: Trick | None, *, held: bool
) -> tuple[Seat, ...]:
    deal, rules = view.deal, view.rules
    players = rules.players
    taken = (0,) * players if deal is None else points_so_far(deal)
    cards: dict[int, Card] = {}
    if trick is not None:
        cards = {trick.seat(i, players=players): card for i, card in enumerate(trick.cards)}
    winner = _winner(trick, view, held=held)
    passing = is_passing(view)
    gets = None
    if passing and deal is not None and view.seat is not None:
        gets = (view.seat + rules.pass_offset(deal.number)) % players
    seats = []
    for seat in range(players):
        card = cards.get(seat)
        passed = None
        if passing and deal is not None:
            passed = deal.choices[seat] is not None
        seats.append(
            Seat(
                name=teller.label(seat),
                me=seat == view.seat,
                bot=bots[seat],
                total=view.totals[seat],
                taken=taken[seat],
                order=0 if trick is None else (seat - trick.leader) % players + 1,
                card=card,
                leads=trick is not None and seat == trick.leader,
                wins=seat == winner,
                cancelled=card is not None
                and trick is not None
                and bool(card.bit & trick.pile.two),
                turn=not held and seat == view.turn and view.phase is not Phase.OVER,
                passed=passed,
                gets=seat == gets,
            )
        )
    return tuple(seats)


def _winner(trick: Trick | None, view: View, *, held: bool) -> int | None:
    """Who takes the trick, or would as it lies."""
    if trick is None or held or not trick.cards:
        return None if trick is None else trick.taker
    return trick_winner(trick, view.rules)
