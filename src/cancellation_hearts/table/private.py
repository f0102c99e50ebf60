"""What a person may know of a table beside what everybody may.

A table is told to eleven people, and nearly all of it is the same for each. So what is public is
worked out once, and this small rest for each of them.

    the law:  joined(observe(t, None), private_of(t, p)) == observe(t, p)

It holds in both directions: nothing that a person may know is missing, nothing else is there.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cancellation_hearts.core import (
    Card,
    Cards,
    Code,
    Deal,
    Knowledge,
    Match,
    Phase,
    View,
    legal_plays,
    refusal,
)
from cancellation_hearts.table.observe import reader
from cancellation_hearts.table.state import Seal, Table, TableView


class Private(msgspec.Struct, frozen=True, omit_defaults=True):
    """One person's own. Piles are theirs or were; None where there is none."""

    person: int
    seat: int | None = None
    """The seat they own, whoever plays it now; None: they watch."""
    dealt: Knowledge | None = None
    """The hand as it was dealt."""
    hand: Knowledge | None = None
    """The cards still in it."""
    choice: Knowledge | None = None
    """While passing: what was chosen."""
    gave: Knowledge | None = None
    """Once passed: what was given."""
    got: Knowledge | None = None
    """Once passed: what was received."""
    kitty: Knowledge | None = None
    """The kitty, if this seat took it."""
    entropy: str | None = None
    """What this seat added to the deal that is promised."""
    legal: tuple[Card, ...] = ()
    """In turn: the kinds of card that may be played, from C2 up to SA; never none."""
    refused: dict[Card, Code] = {}
    """In turn: the other kinds in the hand, and why they may not be played."""
    same_device: tuple[tuple[int, ...], ...] = ()
    """To the host: the seats whose owners came from one browser, a group for each such browser.

    To nobody else: it is a hint and no proof, for a family may share a tablet, and whoever plays
    two hands may use two browsers. What to make of it is for whoever can ask them. The devices
    themselves are told to nobody.
    """


def private_of(table: Table, person: int | None) -> Private | None:
    """What a person knows beside the public; None for a stranger."""
    me = reader(table, person)
    if me is None:
        return None
    shared = _same_device(table) if me == table.host else ()
    seat = table.seat_of(me)
    if seat is None:
        return Private(me, same_device=shared)
    entropy = None if table.seal is None else table.seal.entropies[seat]
    match = table.match
    if match is None or match.deal is None or seat >= match.rules.players:
        # The table may have got more seats since.
        return Private(me, seat, entropy=entropy, same_device=shared)
    deal = match.deal
    legal: tuple[Card, ...] = ()
    refused: dict[Card, Code] = {}
    if match.phase is Phase.PLAYING and match.turn == seat:
        legal, refused = _plays(match, seat)
    passes = deal.passes
    return Private(
        me,
        seat,
        dealt=deal.dealt[seat],
        hand=deal.hands[seat],
        choice=deal.choices[seat] if deal.choices else None,
        gave=None if passes is None else passes[seat],
        got=None if passes is None else passes[_giver(deal, seat)],
        kitty=deal.kitty if deal.kitty_owner == seat else None,
        entropy=entropy,
        legal=legal,
        refused=refused,
        same_device=shared,
    )


def _same_device(table: Table) -> tuple[tuple[int, ...], ...]:
    """The groups of seats whose owners came with the secret of one device."""
    groups: dict[str, list[int]] = {}
    for at, seat in enumerate(table.seats):
        device = None if seat.person is None else table.people[seat.person].device
        if device is not None:
            groups.setdefault(device, []).append(at)
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def joined(public: TableView, private: Private | None) -> TableView:
    """The view of the person whose private part this is; ``public`` is a stranger's view."""
    if private is None:
        return public
    seat, match, seal = private.seat, public.match, public.seal
    if match is not None:
        deal = match.deal
        if seat is not None and seat >= match.rules.players:
            seat = None
        if seat is not None and deal is not None:
            deal = _joined_deal(deal, seat, private)
        match = View(match.rules, match.dealer, match.totals, deal, match.winners, seat)
    if private.seat is not None and seal is not None:
        seal = _joined_seal(seal, private.seat, private)
    return replace(public, match=match, seal=seal, me=private.person)


def _joined_deal(deal: Deal, seat: int, private: Private) -> Deal:
    passes = deal.passes
    if passes is not None and private.gave is not None and private.got is not None:
        passes = _with(passes, seat, private.gave)
        passes = _with(passes, _giver(deal, seat), private.got)
    assert private.dealt is not None
    assert private.hand is not None
    return replace(
        deal,
        dealt=_with(deal.dealt, seat, private.dealt),
        hands=_with(deal.hands, seat, private.hand),
        choices=(
            (*deal.choices[:seat], private.choice, *deal.choices[seat + 1 :])
            if deal.choices
            else ()
        ),
        passes=passes,
        kitty=deal.kitty if private.kitty is None else private.kitty,
    )


def _joined_seal(seal: Seal, seat: int, private: Private) -> Seal:
    entropies = seal.entropies
    return replace(seal, entropies=(*entropies[:seat], private.entropy, *entropies[seat + 1 :]))


def _plays(match: Match, seat: int) -> tuple[tuple[Card, ...], dict[Card, Code]]:
    legal = legal_plays(match, seat)
    hand = match.current.hands[seat]
    assert isinstance(hand, Cards)
    refused: dict[Card, Code] = {}
    for card in Cards(hand.one & ~legal.one):
        reason = refusal(match, seat, card)
        assert reason is not None
        refused[card] = reason.code
    return tuple(Cards(legal.one)), refused


def _giver(deal: Deal, seat: int) -> int:
    """From which seat this one got cards."""
    assert deal.offset is not None
    return (seat - deal.offset) % len(deal.hands)


def _with(piles: tuple[Knowledge, ...], at: int, pile: Knowledge) -> tuple[Knowledge, ...]:
    return (*piles[:at], pile, *piles[at + 1 :])
