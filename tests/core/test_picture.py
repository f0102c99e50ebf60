"""What ``print`` shows of a table."""

from __future__ import annotations

from textwrap import dedent

from cancellation_hearts.core import Card, Match, Trick, fold, observe
from cancellation_hearts.core.events import MatchBegun, MatchEnded
from cancellation_hearts.core.picture import card_picture, match_picture, trick_picture
from cancellation_hearts.core.rules import Rules
from tests.strategies import play, position


def table() -> Match:
    """After a void trick and a card."""
    match = position(
        "players=6", "CK D2", "CK D3", "C4 D4", "C4 D5", "C6 D6", "HA D7", kitty="SQ H2"
    )
    return play(match, "CK CK C4 C4 C6 HA D2")


def test_a_card_has_its_suit_sign_first() -> None:
    assert card_picture(Card.HT) == "♥T"


def test_cancelled_cards_are_crossed_out() -> None:
    trick = Trick(4, (Card.SA, Card.S9, Card.SA), None)
    assert trick_picture(trick, players=6) == "4 ×♠A×  5 ♠9  0 ×♠A×"


def test_a_deal_shows_what_lies_where() -> None:
    assert f"{table().deal}\n" == dedent(
        """\
        hand 1, dealt by seat 5
           seat  tricks  hand
              0       0  —
         ▸    1       0  ♦3
              2       0  ♦4
              3       0  ♦5
              4       0  ♦6
              5       0  ♦7
        trick 2: 0 ♦2
        set aside: 6 cards, 1 points
        kitty: ♠Q ♥2, nobody's yet
        """
    )


def test_before_a_card_is_played_the_leader_is_named() -> None:
    assert "trick 1: 3 leads" in str(position("players=6", "CK", leader=3))


def test_a_match_shows_the_rules_and_the_totals_too() -> None:
    lines = str(table()).splitlines()
    assert lines[0] == "players=6"
    assert lines[2] == "   seat  total  tricks  hand"
    assert lines[4] == " ▸    1      0       0  ♦3"


def test_a_match_without_a_deal_shows_its_totals() -> None:
    match = fold(None, [MatchBegun(Rules(players=6), 0, (1, 2, 3, 4, 5, 6))])
    assert match_picture(match) == "players=6\ntotals: 1 2 3 4 5 6"


def test_a_finished_hand_shows_points_and_what_went_to_nobody() -> None:
    match = play(table(), "D3 D4 D5 D6 D7")
    assert "kitty: ♠Q ♥2, seat 5's" in str(match)
    assert "points: 0 0 0 0 0 15; uncollected: 37" in str(match)


def test_a_match_that_is_over_names_the_winners() -> None:
    match = fold(table(), [MatchEnded((1, 4))])
    assert str(match).endswith("won by seat 1 and 4")


def test_a_view_shows_what_its_owner_knows() -> None:
    view = str(observe(table(), 2))
    assert " ▸    1      0       0  1 hidden" in view
    assert "      2      0       0  ♦4" in view
    assert "kitty: 2 hidden, nobody's yet" in view
