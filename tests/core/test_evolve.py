"""Facts are recorded one after the other, and rules are none of their business."""

from __future__ import annotations

import pytest

from cancellation_hearts.core import Card, Cards, Hidden, Match, Phase, Rules, Trick, evolve, fold
from cancellation_hearts.core.events import (
    CardPlayed,
    CardsPassed,
    DealRevealed,
    Dealt,
    Event,
    KittyTaken,
    MatchBegun,
    MatchEnded,
    PassChosen,
    PlayBegun,
    TrickTaken,
    TrickVoided,
)
from tests.strategies import position

BEGUN = MatchBegun(Rules(players=6), 5, (0,) * 6)
DEALT = Dealt(1, 5, (Cards.of("C2 C3"), *(Hidden(2),) * 5), None)


def dealt() -> Match:
    return fold(None, [BEGUN, DEALT])


def test_a_match_begins_with_its_rules_and_totals() -> None:
    match = evolve(None, BEGUN)
    assert (match.rules, match.totals, match.phase) == (BEGUN.rules, (0,) * 6, Phase.DEALING)


def test_the_next_hand_is_dealt_by_the_first_dealer_and_then_one_seat_to_the_left() -> None:
    match = evolve(None, BEGUN)
    assert (match.next_number, match.next_dealer) == (1, 5)
    assert (dealt().next_number, dealt().next_dealer) == (2, 0)


def test_nothing_comes_before_a_match_begins() -> None:
    with pytest.raises(ValueError, match="begins with MatchBegun, not Dealt"):
        evolve(None, DEALT)


def test_a_match_begins_once() -> None:
    with pytest.raises(ValueError, match="once"):
        evolve(evolve(None, BEGUN), BEGUN)


def test_without_events_there_is_no_match() -> None:
    with pytest.raises(ValueError, match="no events"):
        fold(None, [])
    match = dealt()
    assert fold(match, []) == match


@pytest.mark.parametrize("event", [PlayBegun(0), CardPlayed(0, Card.C2), PassChosen(0, Hidden(3))])
def test_nothing_happens_to_a_hand_that_was_not_dealt(event: Event) -> None:
    with pytest.raises(ValueError, match="no hand has been dealt"):
        evolve(evolve(None, BEGUN), event)


@pytest.mark.parametrize("event", [CardPlayed(0, Card.C2), TrickTaken(0, Cards()), TrickVoided(0)])
def test_nothing_happens_to_a_trick_that_is_not_open(event: Event) -> None:
    with pytest.raises(ValueError, match="no trick is open"):
        evolve(dealt(), event)


def test_a_card_leaves_the_hand_for_the_trick() -> None:
    match = fold(dealt(), [PlayBegun(0), CardPlayed(0, Card.C2)])
    assert match.deal is not None
    assert match.deal.hands[0] == Cards.of("C3")
    assert match.deal.trick == Trick(0, (Card.C2,))
    assert match.turn == 1


def test_a_card_leaves_a_hidden_hand_one_smaller() -> None:
    match = fold(dealt(), [PlayBegun(1), CardPlayed(1, Card.C2)])
    assert match.deal is not None
    assert match.deal.hands[1] == Hidden(1)


def test_a_trick_keeps_who_led_and_who_took_it() -> None:
    match = position("players=6", "C2 C9", "C3", "C4", "C5", "C6", "CK C8", leader=5)
    cards = tuple(Card(name) for name in ["CK", "C2", "C3", "C4", "C5", "C6"])
    played = [CardPlayed(seat, card) for seat, card in zip((5, 0, 1, 2, 3, 4), cards, strict=True)]
    match = fold(match, [*played, TrickTaken(5, Cards.of(cards))])
    assert match.deal is not None
    assert match.deal.tricks == (Trick(5, cards, 5),)
    assert match.deal.trick == Trick(5)


def test_a_void_trick_lies_aside_until_somebody_takes_one() -> None:
    match = position("players=6", "C2 C9", "C3")
    match = fold(match, [CardPlayed(0, Card.C2), TrickVoided(3)])
    assert match.deal is not None
    assert (match.turn, match.deal.set_aside) == (3, Cards.of("C2"))
    match = fold(match, [CardPlayed(0, Card.C9), TrickTaken(0, Cards.of("C2 C9"))])
    assert match.deal is not None
    assert match.deal.set_aside == Cards()


def test_after_the_last_trick_nobody_is_to_play() -> None:
    match = fold(position("players=6", "C2"), [CardPlayed(0, Card.C2), TrickTaken(0, Cards())])
    assert match.turn is None
    match = fold(position("players=6", "C2"), [CardPlayed(0, Card.C2), TrickVoided(None)])
    assert match.turn is None


def test_the_kitty_keeps_its_owner_and_joins_no_pile() -> None:
    match = position("players=6", "C2", kitty="SQ")
    match = evolve(match, KittyTaken(2, Hidden(1)))
    assert match.deal is not None
    assert (match.deal.kitty, match.deal.kitty_owner) == (Hidden(1), 2)


def test_passes_go_round_by_the_offset() -> None:
    hands = (Cards.of("C2 C3"), Cards.of("D2 D3"), *(Hidden(2),) * 4)
    passes = (Cards.of("C2"), Cards.of("D2"), *(Hidden(1),) * 3, Cards.of("H2"))
    match = fold(evolve(None, BEGUN), [Dealt(1, 5, hands, None), CardsPassed(1, passes)])
    assert match.deal is not None
    assert match.deal.hands[0] == Cards.of("C3 H2")
    assert match.deal.hands[1] == Cards.of("D3 C2")
    assert match.deal.hands[2:] == (Hidden(2),) * 4
    assert match.deal.passes == passes
    assert match.deal.choices == ()


def test_choices_are_kept_only_while_passing() -> None:
    match = dealt()
    assert match.deal is not None
    assert match.deal.choices == (None,) * 6
    match = evolve(match, PlayBegun(0))  # a hand without passing
    assert match.deal is not None
    assert match.deal.choices == ()


def test_what_was_hidden_is_known_once_it_is_revealed() -> None:
    hands, passes = (Cards.of("C2 C3"),) * 6, (Cards.of("C2"),) * 6
    match = fold(
        evolve(None, BEGUN),
        [
            Dealt(1, 5, (Hidden(2),) * 6, Hidden(1)),
            DealRevealed(hands, passes, Cards.of("SQ")),
        ],
    )
    assert match.deal is not None
    assert match.deal.revealed
    assert (match.deal.dealt, match.deal.passes) == (hands, passes)
    assert match.deal.kitty == Cards.of("SQ")


def test_a_match_that_ended_is_over() -> None:
    assert evolve(dealt(), MatchEnded((3,))).phase is Phase.OVER


def test_a_match_that_was_does_not_change() -> None:
    match = dealt()
    evolve(match, PassChosen(0, Cards.of("C2")))
    assert match == dealt()
    with pytest.raises(AttributeError, match="immutable"):
        match.totals = ()  # type: ignore[misc] # that is the point


def test_choices_stand_only_while_cards_are_passed() -> None:
    """Also on a hand that goes straight to play."""
    dealt = Dealt(1, 0, (Cards.of("C2"),) * 6, None)
    match = fold(None, [MatchBegun(Rules(players=6), 0, (0,) * 6), dealt])
    assert match.deal is not None
    assert match.deal.choices == (None,) * 6
    for after in (PlayBegun(1), CardsPassed(1, (Cards(),) * 6)):
        deal = evolve(match, after).deal
        assert deal is not None
        assert deal.choices == ()
