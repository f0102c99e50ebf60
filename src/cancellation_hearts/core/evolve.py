"""``evolve(match, event)``: record a fact. It knows no rules.

It serves the whole ``Match`` and a redacted ``View`` alike: piles are ``Knowledge``, and taking
a card from a hidden hand leaves a hidden hand one smaller. That is what makes the first law of
docs/architecture.md possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, assert_never, overload

from msgspec.structs import replace

from cancellation_hearts.core.cards import Knowledge
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
from cancellation_hearts.core.state import Deal, Match
from cancellation_hearts.core.trick import Trick

M = TypeVar("M", bound=Match)


@overload
def evolve(match: None, event: Event) -> Match: ...
@overload
def evolve(match: M, event: Event) -> M: ...
def evolve(match: Match | None, event: Event) -> Match:
    """The match after an event; None is the time before ``MatchBegun``.

    Raises ``ValueError`` for an event that cannot come now because there is nothing to change.
    """
    if match is None:
        if not isinstance(event, MatchBegun):
            raise ValueError(f"a match begins with MatchBegun, not {type(event).__name__}")
        return Match(event.rules, event.dealer, event.totals, deal=None, winners=None)
    if isinstance(event, MatchBegun):
        raise ValueError("a match begins once")  # noqa: TRY004 - the value is out of order
    if isinstance(event, Dealt):
        return replace(match, dealer=event.dealer, deal=_new_deal(event))
    if isinstance(event, MatchEnded):
        return replace(match, winners=event.winners)
    if match.deal is None:
        raise ValueError(f"no hand has been dealt for {type(event).__name__}")
    deal = _evolve_deal(match.deal, event)
    if isinstance(event, DealScored):
        return replace(match, deal=deal, totals=event.totals)
    return replace(match, deal=deal)


@overload
def fold(match: None, events: Iterable[Event]) -> Match: ...
@overload
def fold(match: M, events: Iterable[Event]) -> M: ...
def fold(match: Match | None, events: Iterable[Event]) -> Match:
    """The match after several events; ``ValueError`` if that leaves no match at all."""
    for event in events:
        match = evolve(match, event)
    if match is None:
        raise ValueError("no events, no match")
    return match


def _new_deal(event: Dealt) -> Deal:
    return Deal(
        number=event.number,
        dealer=event.dealer,
        dealt=event.hands,
        kitty=event.kitty,
        kitty_owner=None,
        hands=event.hands,
        choices=(None,) * len(event.hands),
        offset=None,
        passes=None,
        tricks=(),
        trick=None,
        revealed=False,
        points=None,
        uncollected=None,
        shooter=None,
        moon_choice=None,
        changes=None,
    )


_DealEvent = (
    PassChosen
    | CardsPassed
    | PlayBegun
    | CardPlayed
    | TrickTaken
    | TrickVoided
    | KittyTaken
    | DealRevealed
    | DealCounted
    | MoonShot
    | MoonChosen
    | DealScored
)


def _evolve_deal(deal: Deal, event: _DealEvent) -> Deal:
    match event:
        case CardPlayed(seat, card):
            hands = _with(deal.hands, seat, deal.hands[seat] - card)
            trick = _open_trick(deal)
            played = Trick(trick.leader, (*trick.cards, card))
            return replace(deal, hands=hands, trick=played)
        case TrickTaken(seat, _cards):
            leader = seat if len(deal.hands[seat]) else None
            return _close_trick(deal, taker=seat, next_leader=leader)
        case TrickVoided(next_leader):
            return _close_trick(deal, taker=None, next_leader=next_leader)
        case KittyTaken(seat, cards):
            return replace(deal, kitty=cards, kitty_owner=seat)
        case PassChosen(seat, cards):
            return replace(deal, choices=_with(deal.choices, seat, cards))
        case CardsPassed(offset, passes):
            players = len(deal.hands)
            hands = tuple(
                deal.hands[seat] - passes[seat] + passes[(seat - offset) % players]
                for seat in range(players)
            )
            return replace(deal, hands=hands, choices=(), offset=offset, passes=passes)
        case PlayBegun(leader):
            return replace(deal, choices=(), trick=Trick(leader))
        case DealRevealed(hands, passes, kitty):
            return replace(deal, dealt=hands, passes=passes, kitty=kitty, revealed=True)
        case DealCounted(points, uncollected):
            return replace(deal, points=points, uncollected=uncollected)
        case MoonShot(seat):
            return replace(deal, shooter=seat)
        case MoonChosen(_seat, choice):
            return replace(deal, moon_choice=choice)
        case DealScored(changes, _totals):
            return replace(deal, changes=changes)
        case _:
            assert_never(event)


T = TypeVar("T", bound=Knowledge | None)


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


def _open_trick(deal: Deal) -> Trick:
    if deal.trick is None:
        raise ValueError("no trick is open")
    return deal.trick


def _close_trick(deal: Deal, *, taker: int | None, next_leader: int | None) -> Deal:
    trick = _open_trick(deal)
    return replace(
        deal,
        tricks=(*deal.tricks, Trick(trick.leader, trick.cards, taker)),
        trick=None if next_leader is None else Trick(next_leader),
    )
