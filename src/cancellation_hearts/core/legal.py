"""Which cards a seat may play, and why the others are refused.

Every rule of this page has one form: *play one of these if you can*. A rule is a mask of kinds;
it binds only a hand that can obey it, and the rules apply one after the other, the stronger
first. So a hand with cards always has a legal card, "nothing else in hand" needs no case of its
own (A14, A16), and a card's refusal is the first rule whose mask leaves it out.
"""

from __future__ import annotations

from collections.abc import Iterator

from cancellation_hearts.core.cards import HEARTS, POINT_CARDS, QUEEN, Card, Cards
from cancellation_hearts.core.errors import Code, RuleViolation
from cancellation_hearts.core.rules import Rules
from cancellation_hearts.core.state import Deal, Match, Phase

_NO_HEARTS = ~HEARTS
_NO_POINTS = ~POINT_CARDS


def hearts_broken(deal: Deal, rules: Rules) -> bool:
    """Whether hearts may be led: a card that breaks them has been played this hand (R18, A18).

    Cards played to void tricks count; the kitty and passed cards do not (A19).
    """
    if rules.break_cards == "none":
        return True
    breaking = HEARTS if rules.break_cards == "heart_only" else POINT_CARDS
    tricks = deal.tricks if deal.trick is None else (*deal.tricks, deal.trick)
    return any(card.bit & breaking for trick in tricks for card in trick.cards)


def legal_plays(match: Match, seat: int) -> Cards:
    """The cards that a seat may play now, both copies where it holds both; none out of turn.

    What a seat may do follows from what it knows; of a ``View`` the seat whose turn it is may be
    asked only if it is the view's own (``ValueError`` otherwise, for the hand is hidden).
    """
    if match.phase is not Phase.PLAYING or match.turn != seat:
        return Cards()
    legal = _hand(match, seat)
    for rule, _code in _rules_of_play(match.current, legal, match.rules):
        legal = legal.only(rule) or legal
    return legal


def refusal(match: Match, seat: int, card: Card) -> RuleViolation | None:
    """Why a seat may not play a card now, or None if it may."""
    if match.phase is not Phase.PLAYING:
        return RuleViolation(Code.WRONG_PHASE, phase=match.phase)
    deal = match.current
    turn = deal.turn
    if turn is not None and turn != seat:
        return RuleViolation(Code.NOT_YOUR_TURN, turn=turn)
    hand = _hand(match, seat)
    if card not in hand:
        return RuleViolation(Code.NOT_IN_HAND, card=card)
    left = hand
    for rule, code in _rules_of_play(deal, hand, match.rules):
        obeying = left.only(rule)
        if obeying and card not in obeying:
            if code is Code.MUST_FOLLOW_SUIT and deal.trick is not None and deal.trick.led:
                return RuleViolation(code, suit=deal.trick.led.suit)
            return RuleViolation(code)
        left = obeying or left
    return None


def _rules_of_play(deal: Deal, hand: Cards, rules: Rules) -> Iterator[tuple[int, Code]]:
    """The masks that bind the seat to play, the strongest first, each with its refusal."""
    trick = deal.trick
    first_trick = not deal.tricks
    if trick is not None and trick.led is not None:
        yield trick.led.suit.mask, Code.MUST_FOLLOW_SUIT  # R13
        if first_trick and rules.first_trick_points == "if_forced":  # A17, weaker than following
            yield _NO_POINTS, Code.NO_POINTS_ON_FIRST_TRICK
    elif first_trick:
        # A26: the holder of a C2 leads it, or any club; without one, dealer's left is under R12.
        if rules.first_lead == "two_clubs":
            yield Card.C2.bit, Code.MUST_LEAD_TWO_OF_CLUBS
        elif rules.first_lead == "any_club" and Card.C2 in hand:
            yield Card.C2.suit.mask, Code.MUST_LEAD_A_CLUB
        yield _NO_POINTS, Code.NO_POINTS_ON_OPENING_LEAD  # R12, A15
    elif not hearts_broken(deal, rules):
        others = hand.only(_NO_HEARTS)
        bare_queen = len(others) == 1 and others.one == QUEEN  # A16
        if not (bare_queen and rules.bare_queen == "may_lead_hearts"):
            yield _NO_HEARTS, Code.HEARTS_NOT_BROKEN  # R18


def opening_leader(hands: tuple[Cards, ...], dealer: int, rules: Rules) -> int:
    """Who leads trick 1, judged after passing: dealer's left, or a C2's holder (R11, A26).

    The first holder clockwise from the dealer's left leads; if the kitty has both, dealer's left.
    """
    left = (dealer + 1) % rules.players
    if rules.first_lead == "dealer_left":
        return left
    clockwise = [(left + step) % rules.players for step in range(rules.players)]
    return next((seat for seat in clockwise if Card.C2 in hands[seat]), left)


def _hand(match: Match, seat: int) -> Cards:
    hand = match.current.hands[seat]
    if not isinstance(hand, Cards):
        raise ValueError(f"this view cannot see the hand of seat {seat}")  # noqa: TRY004 - whose
    return hand
