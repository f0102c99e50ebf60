"""The casual player: its habits, and its slips."""

from collections import Counter

import pytest

from cancellation_hearts.bots.casual import CasualBot, follow
from cancellation_hearts.core import Card, Cards, Match, Trick, observe
from tests.strategies import play, position

SEEDS = range(200)


def habit(match: Match) -> Card:
    """What it plays most of the time."""
    view = observe(match, match.turn)
    return Counter(CasualBot(seed).choose_card(view) for seed in SEEDS).most_common(1)[0][0]


def test_it_leads_low() -> None:
    hands = ("CA D5 S3 H2", "C2 D2", "C3 D3", "C4 D4", "C5 D6", "C6 D7")
    assert habit(position("players=6", *hands)) is Card.S3


def test_it_stays_below() -> None:
    hands = ("CT D2", "C3 C9 CA", "C4 D4", "C5 D5", "C6 D6", "C7 D7")
    assert habit(play(position("players=6", *hands), "CT")) is Card.C9


def test_it_throws_the_queen_first() -> None:
    hands = ("CT D2", "SQ SA HK DA", "C4 D4", "C5 D5", "C6 D6", "C7 D7")
    assert habit(play(position("players=6", *hands), "CT")) is Card.SQ


def test_last_to_a_trick_without_points_it_plays_high() -> None:
    hands = ("CT D2", "C3 D3", "C4 D4", "C5 D5", "C6 D6", "C7 CA D7")
    assert habit(play(position("players=6", *hands), "CT C3 C4 C5 C6")) is Card.CA


def test_it_passes_what_it_dislikes() -> None:
    rules = "players=6"
    hand = "SQ SK HA C2 C3 DK H2 S4"
    view = observe(position(rules, hand), 0)
    assert CasualBot(1).choose_pass(view) == Cards.of("SQ SK HA")


def test_it_slips_now_and_then() -> None:
    hands = ("CT D2", "SQ SA HK DA", "C4 D4", "C5 D5", "C6 D6", "C7 D7")
    view = observe(play(position("players=6", *hands), "CT"), 1)
    played = Counter(CasualBot(seed).choose_card(view) for seed in range(2000))
    assert len(played) == 4
    assert 0.03 < 1 - played[Card.SQ] / 2000 < 0.1


@pytest.mark.parametrize(("sees", "card"), [(True, Card.CK), (False, Card.C5)])
def test_it_matches_a_card_if_it_notices(sees: bool, card: Card) -> None:  # noqa: FBT001
    trick = Trick(0, (Card.CK, Card.C6))
    assert follow([Card.C5, Card.CK], trick, last=False, sees_twins=sees) is card


def test_with_nothing_live_on_the_table_it_plays_low() -> None:
    trick = Trick(0, (Card.CK, Card.CK, Card.H2))
    assert follow([Card.C5, Card.C9], trick, last=False, sees_twins=True) is Card.C5


def test_it_has_no_opinion_on_moons() -> None:
    assert CasualBot(1).choose_moon(observe(position("players=6", "C2"), 0)) is None
