"""``observe`` and ``redact``: what a seat may know, and its twin for events.

Secrecy is an allow-list. ``observe`` builds a ``View`` field by field, ``redact`` builds each
event anew; whatever nobody granted here is not shown. A new event does not pass the type checker
until somebody writes its line below, nor does a new field of ``Deal``.

    the law:  evolve(observe(m, p), redact(e, p)) == observe(evolve(m, e), p)

A seat that saw only its redacted events thus holds exactly the view the server would compute.

| event | who sees the cards |
|---|---|
| Dealt | a hand: its seat; the kitty: nobody |
| PassChosen | the chooser |
| CardsPassed | each set: its giver and its receiver |
| KittyTaken | the taker |
| DealRevealed | everybody |
| the others | hold only what lay face up |
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from cancellation_hearts.core.cards import Hidden, Knowledge
from cancellation_hearts.core.events import (
    CardPlayed,
    CardsPassed,
    DealCounted,
    DealRevealed,
    DealScored,
    Dealt,
    Event,
    KittyTaken,
    MatchBegun,
    MatchEnded,
    MoonChosen,
    MoonShot,
    PassChosen,
    PlayBegun,
    TrickTaken,
    TrickVoided,
)
from cancellation_hearts.core.evolve import evolve
from cancellation_hearts.core.state import Deal, Match, View

_HIDDEN: Final = tuple(map(Hidden, range(105)))
"""Made once: a view of a large table has thirty of them, and there is a view for every move."""


def observe(match: Match, seat: int | None) -> View:
    """What a seat may know of a match; ``seat`` None is a spectator.

    Raises ``ValueError`` for a seat that is not at the table and ``TypeError`` for a ``View``.
    """
    if isinstance(match, View):
        raise TypeError("a View has been observed already")
    if seat is not None and not 0 <= seat < match.rules.players:
        raise ValueError(f"no seat {seat} among {match.rules.players} players")
    return View(
        rules=match.rules,
        dealer=match.dealer,
        totals=match.totals,
        deal=None if match.deal is None else _observe_deal(match.deal, seat),
        winners=match.winners,
        seat=seat,
    )


def _observe_deal(deal: Deal, seat: int | None) -> Deal:
    if deal.revealed:
        dealt, passes, kitty = deal.dealt, deal.passes, deal.kitty
    else:
        dealt = _own(deal.dealt, seat)
        passes = None
        if deal.passes is not None and deal.offset is not None:
            passes = _given_or_received(deal.passes, deal.offset, seat)
        kitty = None if deal.kitty is None else _if(deal.kitty_owner == seat, deal.kitty, seat)
    return Deal(
        number=deal.number,
        dealer=deal.dealer,
        dealt=dealt,
        kitty=kitty,
        kitty_owner=deal.kitty_owner,
        hands=_own(deal.hands, seat),
        choices=tuple(
            None if choice is None else _if(chooser == seat, choice, seat)
            for chooser, choice in enumerate(deal.choices)
        ),
        offset=deal.offset,
        passes=passes,
        tricks=deal.tricks,
        trick=deal.trick,
        revealed=deal.revealed,
        points=deal.points,
        uncollected=deal.uncollected,
        shooter=deal.shooter,
        moon_choice=deal.moon_choice,
        changes=deal.changes,
    )


def redact(event: Event, seat: int | None) -> Event:
    """The event as a seat may see it; ``seat`` None is a spectator."""
    match event:
        case CardPlayed(player, card):
            return CardPlayed(player, card)
        case TrickTaken(taker, cards):  # all of them lay face up
            return TrickTaken(taker, cards)
        case TrickVoided(next_leader):
            return TrickVoided(next_leader)
        case MatchBegun(rules, dealer, totals):
            return MatchBegun(rules, dealer, totals)
        case Dealt(number, dealer, hands, kitty):
            hidden = None if kitty is None else Hidden(len(kitty))
            return Dealt(number, dealer, _own(hands, seat), hidden)
        case PassChosen(chooser, cards):
            return PassChosen(chooser, _if(chooser == seat, cards, seat))
        case CardsPassed(offset, passes):
            return CardsPassed(offset, _given_or_received(passes, offset, seat))
        case PlayBegun(leader):
            return PlayBegun(leader)
        case KittyTaken(taker, cards):
            return KittyTaken(taker, _if(taker == seat, cards, seat))
        case DealRevealed(hands, all_passes, kitty):  # the last trick is over
            return DealRevealed(hands, all_passes, kitty)
        case DealCounted(points, uncollected):
            return DealCounted(points, uncollected)
        case MoonShot(shooter):
            return MoonShot(shooter)
        case MoonChosen(shooter, choice):
            return MoonChosen(shooter, choice)
        case DealScored(changes, totals):
            return DealScored(changes, totals)
        case MatchEnded(winners):
            return MatchEnded(winners)
        case _:
            assert_never(event)


def view_of(events: Iterable[Event], seat: int | None) -> View:
    """The view of somebody who was told these (redacted) events from the beginning.

    The first must be ``MatchBegun``, which hides nothing.
    """
    view: View | None = None
    for event in events:
        view = observe(evolve(None, event), seat) if view is None else evolve(view, event)
    if view is None:
        raise ValueError("no events, no view")
    return view


def _if(granted: bool, cards: Knowledge, seat: int | None) -> Knowledge:  # noqa: FBT001
    """The cards, if somebody at the table is granted them; a spectator never is."""
    return cards if granted and seat is not None else _HIDDEN[len(cards)]


def _own(hands: tuple[Knowledge, ...], seat: int | None) -> tuple[Knowledge, ...]:
    return tuple([_if(owner == seat, hand, seat) for owner, hand in enumerate(hands)])


def _given_or_received(
    passes: tuple[Knowledge, ...], offset: int, seat: int | None
) -> tuple[Knowledge, ...]:
    players = len(passes)
    return tuple(
        _if(seat in (giver, (giver + offset) % players), cards, seat)
        for giver, cards in enumerate(passes)
    )
