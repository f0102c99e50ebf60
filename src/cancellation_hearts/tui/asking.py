"""What a person is asked, however the table is shown: what each choice means, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from cancellation_hearts.core import Card, Cards, MoonChoice, Phase, View
from cancellation_hearts.core.score import count_deal, match_winners, new_totals
from cancellation_hearts.i18n import Words, card_name
from cancellation_hearts.tui.telling import Teller


def own_hand(view: View) -> Cards:
    """The hand of the view's seat; empty where there is none."""
    hand = None if view.deal is None or view.seat is None else view.deal.hands[view.seat]
    return hand if isinstance(hand, Cards) else Cards()


def is_passing(view: View) -> bool:
    """Whether cards to pass are being chosen.

    The phase alone does not tell: in the moment between the last trick and the score it is the
    same, but nobody chooses anything.
    """
    return view.phase is Phase.PASSING and view.deal is not None and bool(view.deal.choices)


def pass_problem(view: View, cards: Sequence[Card], words: Words) -> str | None:
    """Why these cards cannot be passed, or None if they can."""
    count = view.rules.pass_count
    if len(cards) != count:
        return words.gettext("name {n} cards, not {got}").format(n=count, got=len(cards))
    hand = own_hand(view)
    for card in cards:
        held = hand.count(card)
        if cards.count(card) > held:
            name = card_name(card, words)
            if held:
                return words.gettext("you hold the {card} once only").format(card=name)
            return words.gettext("you do not hold the {card}").format(card=name)
    return None


def what_if(view: View, choice: MoonChoice, teller: Teller) -> str:
    """What a choice leads to: it can end the game, and somebody else may win it (A12)."""
    rules, deal, words = view.rules, view.deal, teller.words
    assert deal is not None  # the moon has been shot in a deal,
    assert deal.shooter is not None  # by somebody
    count = count_deal(deal, rules)
    totals = new_totals(view.totals, count, rules, shooter=deal.shooter, choice=choice)
    value, own = rules.moon_value, totals[deal.shooter]
    if choice == "add":
        told = words.gettext("add: {n} to everybody else's total").format(n=value)
    else:
        told = words.gettext("subtract: {n} off your total").format(n=value)
    winners = match_winners(totals, rules)
    if winners is None:
        on = words.gettext("you have {total}, the game goes on")
        return f"{told}; {on.format(total=own)}"
    ends = words.gettext("the game ends")
    return f"{told}; {ends}: {teller.won(winners, totals)}"
