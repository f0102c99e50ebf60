"""What is told of a game, event by event."""

from random import Random

import pytest

from cancellation_hearts.core import Cards, Hidden, Rules, fold, observe, redact
from cancellation_hearts.core.state import Match
from cancellation_hearts.i18n import words
from cancellation_hearts.tui.telling import Teller, distinct_names, hand_picture, wrapped
from tests.strategies import play, position, walk

NAMES = ("Ona", "Ana", "Ben", "Cy", "Di", "Eve")


def tell_all(rules: Rules, seed: int, story: str = "random", me: int | None = None) -> str:
    """A hand, told as a whole or to one seat."""
    teller = Teller(rules, NAMES[: rules.players], words(), me=me)
    lines: list[str] = []
    match: Match | None = None
    for step in walk(rules, Random(seed), story=story):  # type: ignore[arg-type] # a Literal
        for event in step.events:
            match = fold(match, [event]) if match is not None else fold(None, [event])
            if me is None:
                lines += teller.tell(event, match)
            else:
                lines += teller.tell(redact(event, me), observe(match, me))
    return "\n".join(lines)


def test_a_hand_is_shown_suit_by_suit() -> None:
    assert hand_picture(Cards.parse("AAT.Q..5"), words()) == "♠ A A T   ♥ Q   ♣ 5"
    assert hand_picture(Cards(), words()) == "—"
    assert hand_picture(Hidden(4), words()) == "4 face down"


def test_cancelled_cards_stand_between_crosses_and_the_winner_is_named() -> None:
    match = position("players=6", "SA", "S9", "SA", leader=0)
    match = play(match, "SA S9 SA")
    assert match.deal is not None
    lines = list(Teller(match.rules, NAMES, words()).standing(match.deal))
    assert lines[0] == " 1. Ona ×♠A×  Ana ♠9  Ben ×♠A×"
    assert lines[1] == "    ♠A=♠A cancel; Ana wins so far with ♠9"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("players=6", "two pairs: nobody takes this trick"),
        ("players=6 void_rule=no_led_card", "Di wins so far with ♠9"),
    ],
)
def test_two_pairs_are_told(rules: str, told: str) -> None:
    match = play(position(rules, "SA", "SA", "S2", "S2", "S9"), "SA SA S2 S2 S9")
    assert match.deal is not None
    assert told in "\n".join(Teller(match.rules, NAMES, words()).standing(match.deal))


def test_a_trick_without_a_live_card_is_told() -> None:
    match = play(position("players=6", "SA", "SA", "D2"), "SA SA D2")
    assert match.deal is not None
    assert "no live card" in "\n".join(Teller(match.rules, NAMES, words()).standing(match.deal))


def test_a_whole_game_tells_hands_passes_tricks_points_and_totals() -> None:
    text = tell_all(Rules(players=6), 3)
    for phrase in ("Hand 1", "kitty", " passes ", " takes ", "Captured:", "Totals:"):
        assert phrase in text
    assert "passs" not in text


@pytest.mark.parametrize("me", [None, 0, 3])
def test_void_tricks_and_what_nobody_collects_are_told(me: int | None) -> None:
    text = tell_all(Rules(players=6), 5, story="void", me=me)
    assert "nobody takes it" in text
    assert "set aside" in text


@pytest.mark.parametrize("choice", ["add", "subtract"])
def test_a_moon_is_told(choice: str) -> None:
    rules = Rules.parse(f"players=6 moon_choice={choice}")
    texts = [tell_all(rules, seed, story="moon") for seed in range(20)]
    moon = next(text for text in texts if "☾" in text)
    assert "the moon: all 52 points!" in moon
    assert ("to everybody else's total" in moon) == (choice == "add")


def test_long_tricks_are_wrapped_between_cards() -> None:
    lines = list(wrapped("12. ", ["a" * 30, "b" * 30, "c" * 30]))
    assert lines == ["12. " + "a" * 30 + "  " + "b" * 30, "    " + "c" * 30]


def test_namesakes_get_their_seat() -> None:
    assert distinct_names(["Al", "Al", "bot:x"]) == ("Al 0", "Al 1", "bot 2")
