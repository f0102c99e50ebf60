"""Pictures in text of a deal and a match, for ``print``: what lies where, at a glance.

A cancelled card is struck out with crosses (``×SQ×``), as everywhere else in the project: never
by colour or fading alone. A view prints what its owner knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cancellation_hearts.core.cards import Card
    from cancellation_hearts.core.state import Deal, Match
    from cancellation_hearts.core.trick import Trick


def card_picture(card: Card) -> str:
    """Suit sign and rank: ``♠Q``."""
    return f"{card.suit.symbol}{str(card)[1]}"


def trick_picture(trick: Trick, *, players: int) -> str:
    """Seats with their cards in order of play; cancelled cards between crosses.

    >>> from cancellation_hearts.core import Card, Trick
    >>> print(trick_picture(Trick(4, (Card.SA, Card.S9, Card.SA), None), players=6))
    4 ×♠A×  5 ♠9  0 ×♠A×
    """
    cancelled = trick.pile.two
    return "  ".join(
        f"{trick.seat(index, players=players)} "
        + (f"×{card_picture(card)}×" if card.bit & cancelled else card_picture(card))
        for index, card in enumerate(trick.cards)
    )


def deal_picture(deal: Deal, totals: tuple[int, ...] | None = None) -> str:
    """One line a seat, then the trick, the set-aside pile and the kitty."""
    players = len(deal.hands)
    taken = [sum(trick.taker == seat for trick in deal.tricks) for seat in range(players)]
    lines = [f"hand {deal.number}, dealt by seat {deal.dealer}"]
    lines.append("   seat" + ("  total" if totals else "") + "  tricks  hand")
    for seat, hand in enumerate(deal.hands):
        mark = "▸" if seat == deal.turn else " "
        total = f"{totals[seat]:7}" if totals else ""
        lines.append(f" {mark} {seat:4}{total}{taken[seat]:8}  {hand}")
    if deal.trick is not None:
        so_far = trick_picture(deal.trick, players=players) or f"{deal.trick.leader} leads"
        lines.append(f"trick {len(deal.tricks) + 1}: {so_far}")
    if pile := deal.set_aside:
        lines.append(f"set aside: {len(pile)} cards, {pile.points} points")
    if deal.kitty is not None:
        owner = "nobody's yet" if deal.kitty_owner is None else f"seat {deal.kitty_owner}'s"
        lines.append(f"kitty: {deal.kitty}, {owner}")
    if deal.points is not None:
        lines.append(f"points: {' '.join(map(str, deal.points))}; uncollected: {deal.uncollected}")
    return "\n".join(lines)


def match_picture(match: Match) -> str:
    """The rules, then the deal with everybody's total."""
    lines = [str(match.rules)]
    if match.deal is None:
        lines.append(f"totals: {' '.join(map(str, match.totals))}")
    else:
        lines.append(deal_picture(match.deal, match.totals))
    if match.winners is not None:
        lines.append(f"won by seat {' and '.join(map(str, match.winners))}")
    return "\n".join(lines)
