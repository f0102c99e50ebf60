"""Points, moons, totals and the end of a match."""

from __future__ import annotations

import pytest

from cancellation_hearts.core import Cards, Match, Rules, points_so_far
from cancellation_hearts.core.rules import MoonChoice
from cancellation_hearts.core.score import (
    Count,
    count_deal,
    default_choice,
    match_winners,
    moon_shooter,
    new_totals,
    piles_taken,
)
from cancellation_hearts.core.state import Deal
from tests.strategies import play, position

SIX = Rules(players=6)
BEFORE = (40, 80, 90, 100, 60, 70)


def count(
    *points: int, tricks: tuple[int, ...] = (3,) * 6, bonus: tuple[int, ...] = (0,) * 6
) -> Count:
    return Count(points + (0,) * (6 - len(points)), bonus, tricks)


def deal_of(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def a_hand(rules: str = "players=6") -> Deal:
    """Seat 0 takes H2 and the kitty, a trick with DJ is void, seat 3 takes the rest with SQ."""
    match = position(
        rules, "CK D9 S3", "C3 D9 S2", "C4 D8 S9", "H2 D8 SK", "C5 DJ SQ", "C6 D3 S4", kitty="SQ HA"
    )
    return deal_of(play(match, "CK C3 C4 H2 C5 C6 D9 D9 D8 D8 DJ D3 S3 S2 S9 SK SQ S4"))


# --------------------------------------------------------------------------------- counting


def test_a_void_trick_goes_to_the_next_winner() -> None:
    piles = piles_taken(a_hand())
    assert piles[0] == Cards.of("CK C3 C4 H2 C5 C6")
    assert piles[3] == Cards.of("D9 D9 D8 D8 DJ D3 S3 S2 S9 SK SQ S4")
    assert [len(pile) for pile in piles] == [6, 0, 0, 12, 0, 0]


def test_the_points_so_far_leave_the_kitty_out() -> None:
    assert points_so_far(a_hand()) == (1, 0, 0, 13, 0, 0)


def test_the_count_takes_the_kitty_in() -> None:
    assert count_deal(a_hand(), SIX).points == (15, 0, 0, 13, 0, 0)


def test_the_count_counts_tricks_but_not_void_ones() -> None:
    assert count_deal(a_hand(), SIX).tricks == (1, 0, 0, 1, 0, 0)


def test_a_bonus_card_is_counted_where_one_is_played() -> None:
    rules = Rules.parse("players=6 bonus_card=DJ")
    assert count_deal(a_hand("players=6 bonus_card=DJ"), rules).bonus_cards == (0, 0, 0, 1, 0, 0)
    assert count_deal(a_hand(), SIX).bonus_cards == (0,) * 6


def test_an_unclaimed_kitty_counts_for_nobody() -> None:
    match = position("players=6", "CK", "CK", "D4", "D4", "D5", "D6", kitty="SQ HA")
    deal = deal_of(play(match, "CK CK D4 D4 D5 D6"))
    assert count_deal(deal, SIX).points == (0,) * 6
    assert deal.uncollected == 52


# ------------------------------------------------------------------------------------- moons


def test_all_points_are_a_moon() -> None:
    assert moon_shooter((0, 52, 0, 0, 0, 0), SIX) == 1
    assert moon_shooter((0, 26, 0, 0), Rules(players=4, decks=1)) == 1


def test_thirteen_hearts_and_a_queen_of_two_packs_are_no_moon() -> None:
    assert moon_shooter((26, 26, 0, 0, 0, 0), SIX) is None
    assert moon_shooter((26, 0, 0, 0, 0, 0), SIX) is None


def test_all_points_but_those_nobody_collected_are_a_moon_where_the_house_says_so() -> None:
    collected = Rules.parse("players=6 moon_test=all_collected")
    assert moon_shooter((0, 33, 0, 0, 0, 0), SIX) is None
    assert moon_shooter((0, 33, 0, 0, 0, 0), collected) == 1
    assert moon_shooter((1, 33, 0, 0, 0, 0), collected) is None


def test_no_points_at_all_are_no_moon() -> None:
    assert moon_shooter((0,) * 6, Rules.parse("players=6 moon_test=all_collected")) is None


@pytest.mark.parametrize(
    ("choice", "after"),
    [("add", (40, 106, 116, 126, 86, 96)), ("subtract", (14, 80, 90, 100, 60, 70))],
)
def test_a_moon_adds_to_the_others_or_subtracts_from_the_shooter(
    choice: MoonChoice, after: tuple[int, ...]
) -> None:
    assert new_totals(BEFORE, count(52), SIX, shooter=0, choice=choice) == after


def test_a_moon_may_be_worth_52() -> None:
    rules = Rules.parse("players=6 moon_value=52")
    totals = new_totals(BEFORE, count(52), rules, shooter=0, choice="subtract")
    assert totals == (-12, 80, 90, 100, 60, 70)


# ------------------------------------------------------------------------------------ totals


def test_points_are_added_to_the_totals() -> None:
    assert new_totals(BEFORE, count(5, 13, 34), SIX) == (45, 93, 124, 100, 60, 70)


def test_each_bonus_card_takes_off_ten_on_a_moon_hand_too() -> None:
    taken = count(52, bonus=(1, 2, 0, 0, 0, 0))
    assert new_totals(BEFORE, taken, SIX) == (82, 60, 90, 100, 60, 70)
    moon = new_totals(BEFORE, taken, SIX, shooter=0, choice="subtract")
    assert moon == (4, 60, 90, 100, 60, 70)


def test_taking_no_trick_may_take_off_five_but_not_on_a_moon_hand() -> None:
    rules = Rules.parse("players=6 no_trick_bonus=5")
    idle = count(52, tricks=(17, 0, 0, 1, 0, 0))
    assert new_totals(BEFORE, idle, rules) == (92, 75, 85, 100, 55, 65)
    moon = new_totals(BEFORE, idle, rules, shooter=0, choice="subtract")
    assert moon == (14, 80, 90, 100, 60, 70)


def test_a_floor_holds_every_total_up() -> None:
    rules = Rules.parse("players=6 score_floor=0")
    totals = new_totals((10, -3, 0, 0, 0, 0), count(52), rules, shooter=0, choice="subtract")
    assert totals == (0, 0, 0, 0, 0, 0)


# --------------------------------------------------------------------------------- no answer


def test_without_an_answer_a_shooter_who_would_then_lead_adds() -> None:
    assert default_choice((40, 20, 90, 100, 60, 70), count(52), SIX, 0) == "add"


def test_without_an_answer_a_shooter_who_would_then_not_lead_alone_subtracts() -> None:
    assert default_choice((46, 20, 90, 100, 60, 70), count(52), SIX, 0) == "subtract"
    assert default_choice((120, 130, 20, 50, 60, 70), count(52), SIX, 0) == "subtract"


def test_the_answer_is_judged_on_the_totals_as_they_would_stand() -> None:
    tied = (46, 20, 90, 100, 60, 70)
    assert default_choice(tied, count(52, bonus=(1, 0, 0, 0, 0, 0)), SIX, 0) == "add"
    assert default_choice(tied, count(52, bonus=(0, 1, 0, 0, 0, 0)), SIX, 0) == "subtract"


# ----------------------------------------------------------------------------------- the end


def test_the_match_goes_on_below_the_limit() -> None:
    assert match_winners((149, 0, 0, 0, 0, 0), SIX) is None


def test_the_lowest_total_wins_when_somebody_reaches_the_limit() -> None:
    assert match_winners((150, 20, 10, 30, 40, 50), SIX) == (2,)


def test_the_lowest_total_wins_even_past_the_limit() -> None:
    assert match_winners((190, 160, 151, 170, 180, 155), SIX) == (2,)


def test_equal_lowest_totals_share_the_win_or_play_another_hand() -> None:
    totals = (150, 100, 120, 100, 130, 100)
    assert match_winners(totals, SIX) == (1, 3, 5)
    assert match_winners(totals, Rules.parse("players=6 tie_break=extra_hand")) is None


def test_a_moon_without_its_choice_has_no_totals() -> None:
    moon = count(52)
    with pytest.raises(ValueError, match="a shot moon needs its choice: add or subtract"):
        new_totals((0,) * 6, moon, Rules(players=6), shooter=0)
