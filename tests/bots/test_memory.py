"""What a player knows that forgets nothing: compared with how the cards really lie."""

from random import Random

import pytest

from cancellation_hearts.bots.memory import Memory, bonus_bit, copies, memory_of, points_of
from cancellation_hearts.core import (
    Card,
    Cards,
    Match,
    Phase,
    Rules,
    Suit,
    View,
    legal_plays,
    observe,
    points_so_far,
)
from tests.conftest import scale
from tests.strategies import play, position, random_rules, walk


def seen_by(match: Match, seat: int) -> Memory:
    return memory_of(observe(match, seat))


def really_unseen(match: Match, seat: int) -> Cards:
    """The other hands, and the kitty unless the seat took it."""
    assert match.deal is not None
    cards = Cards()
    for owner, hand in enumerate(match.deal.hands):
        if owner != seat and isinstance(hand, Cards):
            cards += hand
    if isinstance(match.deal.kitty, Cards) and match.deal.kitty_owner != seat:
        cards += match.deal.kitty
    return cards


def test_what_is_unseen_is_what_the_others_hold_and_the_kitty() -> None:
    rng = Random(1)
    compared = 0
    for seed in range(scale(40, 1000)):
        rules = random_rules(rng)
        for step in walk(rules, Random(seed), story="mixed"):
            match = step.after
            if match.phase not in (Phase.PASSING, Phase.PLAYING) or rng.random() < 0.8:
                continue
            assert match.deal is not None
            seat = rng.randrange(rules.players)
            memory = seen_by(match, seat)
            unseen = really_unseen(match, seat)
            assert Cards(memory.unseen, memory.twins) == unseen
            assert Cards(memory.one, memory.two) == match.deal.hands[seat]
            assert len(unseen) == sum(memory.sizes) + memory.loose
            assert memory.taken == points_so_far(match.deal)
            assert Cards(memory.waiting, memory.waiting_twice) == match.deal.set_aside
            for suit, kind in enumerate(Suit):
                for other, hand in enumerate(match.deal.hands):
                    if memory.voids[suit] >> other & 1:
                        assert isinstance(hand, Cards)
                        assert not hand.only(kind.mask)
            if memory.receiver != seat:
                assert memory.given & ~unseen.one == 0
            compared += 1
    assert compared > scale(400, 10_000)


def test_who_does_not_follow_has_none_of_the_suit() -> None:
    match = position("players=6", "C2 D2 D3", "C3 D4 D5", "D6 C9 D9", "H2 D7 D8")
    match = play(match, "C2 C3 C9 H2")
    assert seen_by(match, 4).voids == (1 << 3, 0, 0, 0)
    assert seen_by(match, 0).voids == (1 << 3, 0, 0, 0)


def test_the_cards_passed_lie_with_the_receiver_until_it_plays_one_like_them() -> None:
    rules = Rules(players=6)
    step = next(step for step in walk(rules, Random(5)) if step.after.phase is Phase.PLAYING)
    match = step.after
    assert match.deal is not None
    assert match.deal.passes is not None
    memory = seen_by(match, 2)
    passed = match.deal.passes[2]
    assert isinstance(passed, Cards)
    assert memory.receiver == 3
    assert memory.given == passed.one
    while match.turn != 3:
        assert match.turn is not None
        match = play(match, str(next(iter(legal_plays(match, match.turn)))))
    card = next(iter(legal_plays(match, 3)))
    after = seen_by(play(match, str(card)), 2)
    assert after.given == memory.given & ~card.bit


def test_seats_after_it_are_later_and_the_open_trick_is_on_the_table() -> None:
    match = position("players=6", "CA", "CA", "C7", "C9", "C2", "DK", leader=4)
    memory = seen_by(play(match, "C2 DK"), 0)
    assert memory.later == (1, 2, 3)
    assert memory.leader == 4
    assert memory.led == 0
    assert Cards(memory.table, memory.paired) == Cards.of("C2 DK")
    assert memory.live == Card.C2.bit
    leading = seen_by(match, 4)
    assert (leading.led, leading.live, leading.later) == (-1, 0, (5, 0, 1, 2, 3))


def test_the_kitty_is_a_prize_until_somebody_has_it() -> None:
    hands = ("C5 D2", "C9 D3", "CA D4", "CK D5", "C2 D6", "CJ D7", "C3 D8")
    match = position("players=7", *hands, kitty="SQ H5 S2 S3 S4 S5")
    before = seen_by(match, 0)
    assert (before.prize, before.loose, before.first) == (6, 6, True)
    match = play(match, "C5 C9 CA CK C2 CJ C3")
    assert (seen_by(match, 0).prize, seen_by(match, 0).loose) == (0, 6)
    taker = seen_by(match, 2)
    assert (taker.prize, taker.loose, taker.first) == (0, 0, False)
    assert taker.trickless is False
    assert seen_by(match, 0).trickless is True
    assert taker.taken == (0,) * 7  # A36: the kitty's points are its own secret


def test_somebody_who_has_all_points_is_a_sweeper() -> None:
    hands = ("C5 D2 S2", "C9 D3 S3", "CA D4 S4", "H9 H5 S5", "H8 D6 S6", "CJ H7 S7")
    match = position("players=6", *hands)
    assert seen_by(match, 0).sweeper is None
    match = play(match, "C5 C9 CA H9 H8 CJ")
    assert seen_by(match, 0).sweeper == 2
    match = play(match, "D4 H5 D6 H7 D2 D3")
    assert seen_by(match, 0).taken == (0, 0, 2, 0, 2, 0)
    assert seen_by(match, 0).sweeper is None


def test_a_view_without_a_hand_of_its_own_is_refused() -> None:
    match = position("players=6", "C2", "C3", "C4", "C5", "C6", "C7")
    with pytest.raises(ValueError, match="no hand of its own"):
        memory_of(observe(match, None))
    assert match.deal is not None
    empty = View(rules=match.rules, dealer=0, totals=(0,) * 6, deal=None, winners=None, seat=0)
    with pytest.raises(ValueError, match="no hand of its own"):
        memory_of(empty)


def test_masks_count_points_and_copies() -> None:
    for notation in ("SQ SQ HA H2 H2 C3", "", "SQ D2", "HK HK"):
        pile = Cards.of(notation)
        assert points_of(pile.one, pile.two) == pile.points
        assert copies(pile.one, pile.two, Suit.HEARTS.mask) == len(pile.only(Suit.HEARTS.mask))
    assert bonus_bit(Rules(players=6)) == 0
    assert bonus_bit(Rules(players=6, bonus_card="DJ")) == Card.DJ.bit
