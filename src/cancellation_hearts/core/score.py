"""Counting a hand: points, the moon, totals, and whether the match is over.

Nothing here asks whether cards were dealt by a program: a score sheet kept for real cards uses
the same functions with numbers that somebody typed.
"""

from __future__ import annotations

import msgspec

from cancellation_hearts.core.cards import Card, Cards
from cancellation_hearts.core.rules import MoonChoice, Rules
from cancellation_hearts.core.state import Deal


class Count(msgspec.Struct, frozen=True):
    """What each seat brought home, one entry a seat."""

    points: tuple[int, ...]
    """Hearts and queens captured, as points."""
    bonus_cards: tuple[int, ...]
    """Copies of the bonus card captured; zeros where none is played."""
    tricks: tuple[int, ...]
    """Tricks taken."""


def piles_taken(deal: Deal) -> tuple[Cards, ...]:
    """What each seat took in tricks, face up and so known to all; the kitty is not part of it.

    A void trick goes with the next trick that somebody takes (R22, A06).
    """
    piles = [Cards() for _hand in deal.hands]
    waiting = Cards()
    for trick in deal.tricks:
        waiting += trick.pile
        if trick.taker is not None:
            piles[trick.taker] += waiting
            waiting = Cards()
    return tuple(piles)


def points_so_far(deal: Deal) -> tuple[int, ...]:
    """Points each seat is known to have taken. The kitty is left out, so it cannot leak (A36)."""
    return tuple(pile.points for pile in piles_taken(deal))


def count_deal(deal: Deal, rules: Rules) -> Count:
    """Count a hand whose kitty is known: the kitty counts for whoever took it (A09)."""
    piles = list(piles_taken(deal))
    if deal.kitty_owner is not None and isinstance(deal.kitty, Cards):
        piles[deal.kitty_owner] += deal.kitty
    bonus = None if rules.bonus_card is None else Card(rules.bonus_card)
    takers = [trick.taker for trick in deal.tricks]
    return Count(
        points=tuple(pile.points for pile in piles),
        bonus_cards=tuple(0 if bonus is None else pile.count(bonus) for pile in piles),
        tricks=tuple(takers.count(seat) for seat in range(rules.players)),
    )


def moon_shooter(points: tuple[int, ...], rules: Rules) -> int | None:
    """The seat that shot the moon (R28), if any.

    It must have captured every point of the packs: 13 hearts and one queen of two packs are no
    moon (A13), nor are all points but those that nobody collected (A08). Under
    ``moon_test=all_collected`` every *collected* point is enough, if there is one.
    """
    needed = rules.all_points if rules.moon_test == "all_points" else sum(points)
    if needed == 0 or needed not in points:
        return None
    return points.index(needed)


def new_totals(
    totals: tuple[int, ...],
    count: Count,
    rules: Rules,
    *,
    shooter: int | None = None,
    choice: MoonChoice | None = None,
) -> tuple[int, ...]:
    """The totals after a hand, all options applied.

    With a ``shooter`` the moon takes the place of everybody's points (A42): ``choice`` says
    whether the shooter goes down or everybody else goes up by ``moon_value`` (R28, A10);
    ``ValueError`` if it does not say.

    >>> rules = Rules.parse("players=6")
    >>> moon = Count((52, 0, 0, 0, 0, 0), (0,) * 6, (17, 0, 0, 0, 0, 0))
    >>> new_totals((40, 80, 90, 100, 60, 70), moon, rules, shooter=0, choice="add")
    (40, 106, 116, 126, 86, 96)
    """
    changes: list[int]
    if shooter is None:
        # The bonus for taking no trick is not paid on a moon hand.
        changes = [
            points - (0 if tricks else rules.no_trick_bonus)
            for points, tricks in zip(count.points, count.tricks, strict=True)
        ]
    elif choice is None:
        raise ValueError("a shot moon needs its choice: add or subtract")
    elif choice == "subtract":
        changes = [-rules.moon_value if seat == shooter else 0 for seat in range(rules.players)]
    else:
        changes = [0 if seat == shooter else rules.moon_value for seat in range(rules.players)]
    after = (
        total + change - 10 * bonus
        for total, change, bonus in zip(totals, changes, count.bonus_cards, strict=True)
    )
    if rules.score_floor is None:
        return tuple(after)
    return tuple(max(rules.score_floor, total) for total in after)  # A12


def default_choice(totals: tuple[int, ...], count: Count, rules: Rules, shooter: int) -> MoonChoice:
    """What stands when the shooter gives no answer (A11).

    *Add* if the shooter would then be strictly lowest on the totals as they would stand.
    """
    added = new_totals(totals, count, rules, shooter=shooter, choice="add")
    others = added[:shooter] + added[shooter + 1 :]
    return "add" if added[shooter] < min(others) else "subtract"


def match_winners(totals: tuple[int, ...], rules: Rules) -> tuple[int, ...] | None:
    """The winners if a hand that ends with these totals ends the match, else None.

    It ends when somebody is at the limit or past it (R30, A34). The lowest total wins, even if it
    is past the limit (A28); equal ones share the win or play another hand (A27).
    """
    if max(totals) < rules.limit:
        return None
    lowest = min(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == lowest)
    if len(winners) > 1 and rules.tie_break == "extra_hand":
        return None
    return winners
