"""The hand so far, told again from what its view remembers.

A view keeps everything that somebody at its seat has seen of a hand, so the events can be read off
it, for whoever wants to look back and also for somebody who has just come. They stand in the order
of play; who chose a pass before whom is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from cancellation_hearts.core import Cards, Deal, Event, View, evolve, redact
from cancellation_hearts.core.events import (
    CardPlayed,
    CardsPassed,
    DealCounted,
    DealRevealed,
    DealScored,
    Dealt,
    KittyTaken,
    MatchEnded,
    MoonChosen,
    MoonShot,
    PlayBegun,
    TrickTaken,
    TrickVoided,
)


def story(view: View) -> Iterator[tuple[Event, View]]:
    """What was told of the hand to the view's seat, each event with the view after it."""
    deal = view.deal
    if deal is None:
        return
    totals = view.totals
    if deal.changes is not None:
        totals = tuple(new - change for new, change in zip(totals, deal.changes, strict=True))
    then = View(view.rules, deal.dealer, totals, None, None, view.seat)
    for event in _events(view, deal):
        told = redact(event, view.seat)  # by now more may lie open than was told then
        then = evolve(then, told)
        yield told, then


def _events(view: View, deal: Deal) -> Iterator[Event]:
    yield Dealt(deal.number, deal.dealer, deal.dealt, deal.kitty)
    if deal.offset is not None and deal.passes is not None:
        yield CardsPassed(deal.offset, deal.passes)
    yield from _tricks(deal)
    if deal.revealed:
        yield DealRevealed(deal.dealt, deal.passes, deal.kitty)
    if deal.points is not None and deal.uncollected is not None:
        yield DealCounted(deal.points, deal.uncollected)
    if deal.shooter is not None:
        yield MoonShot(deal.shooter)
        if deal.moon_choice is not None:
            yield MoonChosen(deal.shooter, deal.moon_choice)
    if deal.changes is not None:
        yield DealScored(deal.changes, view.totals)
    if view.winners is not None:
        yield MatchEnded(view.winners)


def _tricks(deal: Deal) -> Iterator[Event]:
    """The finished tricks and the open one: who leads after a void one, the next one tells."""
    tricks = [trick for trick in (*deal.tricks, deal.trick) if trick is not None]
    if tricks:
        yield PlayBegun(tricks[0].leader)
    aside, kitty = Cards(), deal.kitty_owner
    for trick, following in zip_longest(tricks, tricks[1:]):
        for index, card in enumerate(trick.cards):
            yield CardPlayed(trick.seat(index, players=len(deal.hands)), card)
        if trick is deal.trick:
            return
        aside += trick.pile
        if trick.taker is None:
            yield TrickVoided(None if following is None else following.leader)
            continue
        yield TrickTaken(trick.taker, aside)
        if kitty is not None and deal.kitty is not None:
            yield KittyTaken(kitty, deal.kitty)
        aside, kitty = Cards(), None
