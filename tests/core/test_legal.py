"""Which cards may be played, and why the others may not."""

from __future__ import annotations

import pytest

from cancellation_hearts.core import (
    Card,
    Cards,
    Code,
    Match,
    Rules,
    hearts_broken,
    legal_plays,
    observe,
    refusal,
)
from cancellation_hearts.core.legal import opening_leader
from tests.strategies import play, position

LEAD = "DA D2 D3 D4 D5 D6"
"""A first trick without points that seat 0 wins."""


def opening(hand: str, *options: str) -> Match:
    """Seat 0 is to lead trick 1."""
    return position(" ".join(["players=6", *options]), hand, "C9", "C8", "C7", "C6", "C5")


def later(hand: str, *options: str) -> Match:
    """Seat 0 is to lead trick 2, and no point card has been played."""
    others = [f"{card} C9" for card in LEAD.split()[1:]]
    match = position(" ".join(["players=6", *options]), f"DA {hand}", *others)
    return play(match, LEAD)


def following(hand: str, led: str, *options: str) -> Match:
    """Seat 1 is to follow on trick 1."""
    return play(position(" ".join(["players=6", *options]), f"{led} CA", hand), led)


def legal(match: Match) -> list[str]:
    assert match.turn is not None
    return list(map(str, legal_plays(match, match.turn)))


def why(match: Match, card: Card) -> tuple[Code, dict[str, str | int]] | None:
    assert match.turn is not None
    refused = refusal(match, match.turn, card)
    return None if refused is None else (refused.code, refused.details)


# ---------------------------------------------------------------------------------- following


def test_whoever_can_follow_suit_must() -> None:
    match = following("C2 C9 H5 SQ", led="CK")
    assert legal(match) == ["C2", "C9"]
    assert why(match, Card.SQ) == (Code.MUST_FOLLOW_SUIT, {"suit": "C"})
    assert why(match, Card.C2) is None


def test_whoever_cannot_follow_may_play_anything_on_trick_1_too() -> None:
    assert legal(following("D3 HA SQ", led="CK")) == ["D3", "HA", "SQ"]


def test_both_copies_of_a_legal_card_are_legal() -> None:
    assert legal(following("C2 C2 H5", led="CK")) == ["C2", "C2"]


def test_points_on_trick_1_may_be_forbidden_unless_forced() -> None:
    match = following("D3 HA SQ", "CK", "first_trick_points=if_forced")
    assert legal(match) == ["D3"]
    assert why(match, Card.HA) == (Code.NO_POINTS_ON_FIRST_TRICK, {})
    assert legal(following("HA SQ", "CK", "first_trick_points=if_forced")) == ["HA", "SQ"]


def test_the_ban_on_points_ends_with_trick_1() -> None:
    hands = ("DA C2", "D2 H3 S4", "D3", "D4", "D5", "D6")
    match = play(position("players=6 first_trick_points=if_forced", *hands), f"{LEAD} C2")
    assert legal(match) == ["H3", "S4"]


def test_following_suit_outranks_the_ban_on_points() -> None:
    assert legal(following("SQ D4", "SK", "first_trick_points=if_forced")) == ["SQ"]


# ------------------------------------------------------------------------------------ leading


def test_the_opening_lead_is_no_point_card() -> None:
    match = opening("C2 H5 SQ DK")
    assert legal(match) == ["C2", "DK"]
    assert why(match, Card.SQ) == (Code.NO_POINTS_ON_OPENING_LEAD, {})


def test_whoever_has_only_point_cards_may_open_with_any() -> None:
    assert legal(opening("H5 H9 SQ")) == ["H5", "H9", "SQ"]


def test_the_holder_of_the_two_of_clubs_may_have_to_lead_it() -> None:
    match = opening("C2 C3 DK", "first_lead=two_clubs")
    assert legal(match) == ["C2"]
    assert why(match, Card.C3) == (Code.MUST_LEAD_TWO_OF_CLUBS, {})


def test_or_any_club() -> None:
    match = opening("C2 C3 DK", "first_lead=any_club")
    assert legal(match) == ["C2", "C3"]
    assert why(match, Card.DK) == (Code.MUST_LEAD_A_CLUB, {})


@pytest.mark.parametrize("first_lead", ["two_clubs", "any_club"])
def test_without_a_two_of_clubs_the_opening_lead_is_no_point_card(first_lead: str) -> None:
    assert legal(opening("C3 DK H5", f"first_lead={first_lead}")) == ["C3", "DK"]


def test_hearts_are_not_led_before_they_are_broken() -> None:
    match = later("C2 H5 SQ")
    assert legal(match) == ["C2", "SQ"]
    assert why(match, Card.H5) == (Code.HEARTS_NOT_BROKEN, {})


def test_whoever_has_only_hearts_may_lead_one() -> None:
    assert legal(later("H5 H9")) == ["H5", "H9"]


def test_a_bare_queen_must_be_led_unless_the_house_plays_otherwise() -> None:
    assert legal(later("H5 H9 SQ")) == ["SQ"]
    assert legal(later("H5 H9 SQ", "bare_queen=may_lead_hearts")) == ["H5", "H9", "SQ"]


@pytest.mark.parametrize(("hand", "led"), [("H5 SQ SQ", ["SQ", "SQ"]), ("H5 SQ C2", ["C2", "SQ"])])
def test_a_queen_with_company_is_not_bare(hand: str, led: list[str]) -> None:
    assert legal(later(hand, "bare_queen=may_lead_hearts")) == led


def test_hearts_may_need_no_breaking() -> None:
    assert legal(later("C2 H5", "break_cards=none")) == ["C2", "H5"]


def test_a_void_first_trick_ends_the_restriction_on_the_opening_lead() -> None:
    match = position("players=6", "C2 SQ H4 D7", "C2", "D3", "D3", "D4", "D5")
    assert legal(play(match, "C2 C2 D3 D3 D4 D5")) == ["D7", "SQ"]


# ------------------------------------------------------------------------------ hearts broken


@pytest.mark.parametrize(
    ("discard", "option", "broken"),
    [
        ("H2", "heart_or_queen", True),
        ("SQ", "heart_or_queen", True),
        ("S2", "heart_or_queen", False),
        ("H2", "heart_only", True),
        ("SQ", "heart_only", False),
        ("S2", "none", True),
    ],
)
def test_hearts_are_broken_by_what_the_house_says(
    discard: str,
    option: str,
    broken: bool,  # noqa: FBT001 - a column of a table
) -> None:
    match = following(discard, "CK", f"break_cards={option}")
    match = play(match, discard)
    assert match.deal is not None
    assert hearts_broken(match.deal, match.rules) == broken


def test_the_kitty_does_not_break_hearts() -> None:
    match = position("players=6", "CK D2", "C3 D3", "C4", "C5", "C6", "C7", kitty="H2 SQ")
    match = play(match, "CK C3 C4 C5 C6 C7")
    assert match.deal is not None
    assert match.deal.kitty_owner == 0
    assert not hearts_broken(match.deal, match.rules)


def test_a_finished_hand_still_knows_that_hearts_were_broken() -> None:
    match = play(position("players=6", "CK", "H3", "C4", "C5", "C6", "C7"), "CK H3 C4 C5 C6 C7")
    assert match.deal is not None
    assert hearts_broken(match.deal, match.rules)


# ------------------------------------------------------------------------------- who may play


def test_nobody_plays_out_of_turn() -> None:
    match = opening("C2 D2")
    assert legal_plays(match, 1) == Cards()
    refused = refusal(match, 1, Card.C9)
    assert refused is not None
    assert (refused.code, refused.details) == (Code.NOT_YOUR_TURN, {"turn": 0})


def test_nobody_plays_a_card_not_held() -> None:
    assert why(opening("C2 D2"), Card.SA) == (Code.NOT_IN_HAND, {"card": "SA"})


def test_nobody_plays_after_the_hand() -> None:
    match = play(position("players=6", "CK", "C3", "C4", "C5", "C6", "C7"), "CK C3 C4 C5 C6 C7")
    assert legal_plays(match, 0) == Cards()
    refused = refusal(match, 0, Card.CK)
    assert refused is not None
    assert (refused.code, refused.details) == (Code.WRONG_PHASE, {"phase": "dealing"})


def test_a_view_answers_for_its_own_seat_only() -> None:
    match = opening("C2 H2")
    assert legal_plays(observe(match, 0), 0) == Cards.of("C2")
    for other in (1, None):
        with pytest.raises(ValueError, match="cannot see the hand of seat 0"):
            legal_plays(observe(match, other), 0)
    with pytest.raises(ValueError, match="cannot see the hand of seat 0"):
        refusal(observe(match, 1), 0, Card.C2)


# ---------------------------------------------------------------------------- who leads trick 1


def hands(*held: str) -> tuple[Cards, ...]:
    return tuple(Cards.of(hand) for hand in held)


def test_the_player_to_the_dealers_left_leads() -> None:
    held = hands("C3", "C2", "C4", "C5", "C6", "C7")
    assert opening_leader(held, 5, Rules(players=6)) == 0


@pytest.mark.parametrize("first_lead", ["two_clubs", "any_club"])
def test_the_first_holder_of_a_two_of_clubs_clockwise_leads(first_lead: str) -> None:
    rules = Rules.parse(f"players=6 first_lead={first_lead}")
    held = hands("C3", "C2", "C4", "C2", "C6", "C7")
    assert [opening_leader(held, dealer, rules) for dealer in range(6)] == [1, 3, 3, 1, 1, 1]


def test_if_the_kitty_has_both_the_player_to_the_dealers_left_leads() -> None:
    rules = Rules.parse("players=6 first_lead=two_clubs")
    assert opening_leader(hands("C3", "C4", "C5", "C6", "C7", "C8"), 2, rules) == 3
