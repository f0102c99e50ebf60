"""What may become of a trick: exact for the last player, and the four facts for the others."""

from random import Random

import pytest

from cancellation_hearts.bots.memory import Memory, memory_of
from cancellation_hearts.bots.odds import fate, in_reach, later_points, odds_of, queens_later
from cancellation_hearts.bots.tuned import constants_of
from cancellation_hearts.core import (
    Card,
    Cards,
    Match,
    Phase,
    Rules,
    Trick,
    legal_plays,
    observe,
    trick_winner,
)
from tests.conftest import scale
from tests.strategies import kinds, play, position, random_rules, walk


def memory_at(match: Match) -> Memory:
    """What the seat knows whose turn it is."""
    return memory_of(observe(match, match.turn))


def fate_of(match: Match, card: Card, *, loaded: bool = False) -> tuple[float, float]:
    memory = memory_at(match)
    constants = constants_of(match.rules)
    suit = card.kind // 13 if memory.led < 0 else memory.led
    odds = odds_of(memory, suit, constants)
    return fate(memory, odds, card.kind, constants, loaded=loaded)


def test_for_the_last_player_it_is_exact() -> None:
    rng = Random(2)
    seen = dict.fromkeys([(1.0, 0.0), (0.0, 1.0), (0.0, 0.0)], 0)
    for seed in range(scale(60, 1000)):
        rules = random_rules(rng)
        for step in walk(rules, Random(seed), story="mixed"):
            match = step.after
            if match.phase is not Phase.PLAYING or match.deal is None or match.deal.trick is None:
                continue
            trick = match.deal.trick
            if len(trick.cards) != rules.players - 1 or match.turn is None:
                continue
            for card in kinds(legal_plays(match, match.turn)):
                winner = trick_winner(Trick(trick.leader, (*trick.cards, card)), rules)
                expected = float(winner == match.turn), float(winner is None)
                assert fate_of(match, card) == expected, (match, card)
                seen[expected] += 1
    assert min(seen.values()) > scale(100, 1000), seen


def test_for_everybody_they_are_chances() -> None:
    rng = Random(3)
    for seed in range(scale(30, 500)):
        rules = random_rules(rng)
        for step in walk(rules, Random(seed), story="mixed"):
            match = step.after
            if match.phase is not Phase.PLAYING or match.turn is None or rng.random() < 0.7:
                continue
            memory, constants = memory_at(match), constants_of(rules)
            for card in kinds(legal_plays(match, match.turn)):
                suit = card.kind // 13 if memory.led < 0 else memory.led
                odds = odds_of(memory, suit, constants)
                for loaded in (False, True):
                    take, void = fate(memory, odds, card.kind, constants, loaded=loaded)
                    assert 0 <= take <= 1
                    assert 0 <= void <= 1
                    assert take + void <= 1 + 1e-9
                assert later_points(odds, card.kind, constants) >= 0


def test_a_matched_card_never_takes_the_trick() -> None:
    match = position("players=8 void_rule=no_led_card", "CA S2", "CA C3 D2", "C5 C6", "C7 C8")
    assert fate_of(play(match, "CA"), Card.CA)[0] == 0


def test_both_copies_in_one_hand_cannot_be_cancelled() -> None:
    rules = "players=8 void_rule=no_led_card"
    pair = fate_of(position(rules, "CA CA S2", "C3 C5", "C4 C6", "C7 C8"), Card.CA)[0]
    single = fate_of(position(rules, "CA S3 S2", "C3 C5", "C4 C6", "C7 C8"), Card.CA)[0]
    assert pair == 1
    assert single < pair


def test_ducking_is_safe_under_a_card_whose_twin_is_gone() -> None:
    rules = "players=6 void_rule=no_led_card"
    hands = ("CK CK D2", "C7 D3 D4", "C3 C4 C5", "C6 C8 C9", "C2 C2 D5", "D6 D7 D8")
    twin_at_large = play(position(rules, *hands), "CK")
    assert fate_of(twin_at_large, Card.C7)[0] > 0  # nobody else knows where it is
    twin_gone = position(rules, "CK D2", "C7 CK D3", *hands[2:])
    assert fate_of(play(twin_gone, "CK"), Card.C7)[0] == 0  # it is our own


def test_uncovering_a_card_needs_the_only_pair() -> None:
    hands = ("CK D2 D3", "CT C2 D4", "CT D5 D6", "C7 S3 D7", "C3 C4 D8", "C5 C6 D9")
    one_pair = play(position("players=6", *hands), "CK CT CT")
    assert fate_of(one_pair, Card.C7)[0] == 0  # R21: a second pair would void the trick
    classic = play(position("players=6 void_rule=no_led_card", *hands), "CK CT CT")
    assert fate_of(classic, Card.C7)[0] > 0


def test_a_second_pair_is_expected_where_twins_are_about() -> None:
    hands = ("CK D2 D3", "CT C2 D4", "CT D5 D6", "C7 S3 D7", "C3 C4 D8", "C5 C6 D9")
    two_pairs = play(position("players=6", *hands), "CK CT CT")
    classic = play(position("players=6 void_rule=no_led_card", *hands), "CK CT CT")
    assert fate_of(two_pairs, Card.C7)[1] > 0
    assert fate_of(classic, Card.C7)[1] == 0


def test_the_lowest_card_takes_the_trick_if_everybody_else_is_out_of_the_suit() -> None:
    hands = ("D3 D2 C9", "C2 S2", "C3 S3", "C4 S4", "C5 S5", "C6 S6")
    match = position("players=6 void_rule=no_led_card", *hands)
    assert fate_of(match, Card.D2)[0] < 1
    match = play(match, "D3 C2 C3 C4 C5 C6")
    assert fate_of(match, Card.D2) == (1.0, 0.0)


@pytest.mark.parametrize(("receiver_is_later", "chance"), [(True, 1.0), (False, 0.0)])
def test_a_card_passed_is_known_to_lie_with_its_receiver(
    receiver_is_later: bool,  # noqa: FBT001 - a parameter of the test
    chance: float,
) -> None:
    rules = Rules(players=6, pass_cycle=("left",) if receiver_is_later else ("right",))
    step = next(step for step in walk(rules, Random(3)) if step.after.phase is Phase.PLAYING)
    match = step.after
    assert match.turn is not None
    first = next(iter(legal_plays(match, match.turn)))
    match = play(match, str(first))  # the next seat's left plays later, its right has played
    memory = memory_at(match)
    known = [
        card
        for card in kinds(Cards(memory.given))
        if card.bit & memory.unseen and not card.bit & memory.twins
    ]
    passed = [card for card in known if card is not first]
    assert passed or memory.given
    for card in passed:
        assert in_reach(memory, card.bit, 0.5) == chance
    assert in_reach(memory, 0, 0.5) == 0


def test_queens_are_where_spades_can_be() -> None:
    hands = ("S2 S3 D2", "D3 H2 H3", "D4 H4 H5", "SQ C2 C3", "D5 H6 H7", "D6 C4 C5")
    match = play(position("players=6", *hands), "S2 D3 D4 SQ D5 D6")
    memory = memory_at(match)  # seat 3 leads; all others but seat 0 are out of spades
    assert match.turn == 3
    everywhere = queens_later(memory)
    assert everywhere == pytest.approx(1.0)  # only seat 0 can have the other one


def test_no_points_are_thrown_on_a_bloodless_first_trick() -> None:
    hands = ["C2 D2 D3", *["C3 D4 D5"] * 5]
    for option, expected in (("allowed", True), ("if_forced", False)):
        match = position(f"players=6 first_trick_points={option}", *hands)
        odds = odds_of(memory_at(match), 0, constants_of(match.rules))
        assert (odds.discards > 0) is expected
