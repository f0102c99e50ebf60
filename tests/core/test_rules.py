"""Rule sets, their text forms, and what is refused."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from cancellation_hearts.core import OPTIONS, PRESETS, Rules, RulesError
from cancellation_hearts.core.rules import LARGEST, PLAYERS


@pytest.mark.parametrize(
    ("players", "hand", "kitty"),
    [(6, 17, 2), (7, 14, 6), (8, 13, 0), (9, 11, 5), (10, 10, 4), (11, 9, 5)],
)
def test_two_packs_are_dealt_as_evenly_as_possible(players: int, hand: int, kitty: int) -> None:
    rules = Rules(players=players)
    assert (rules.hand_size, rules.kitty_size, rules.all_points) == (hand, kitty, 52)


@pytest.mark.parametrize(
    ("players", "hand", "kitty"), [(3, 17, 1), (4, 13, 0), (5, 10, 2), (6, 8, 4)]
)
def test_one_pack_is_dealt_as_evenly_as_possible(players: int, hand: int, kitty: int) -> None:
    rules = Rules(players=players, decks=1)
    assert (rules.hand_size, rules.kitty_size, rules.all_points) == (hand, kitty, 26)


@pytest.mark.parametrize(("decks", "players"), [(2, 5), (2, 12), (1, 2), (1, 7)])
def test_other_tables_do_not_exist(decks: Literal[1, 2], players: int) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(decks=decks, players=players)
    assert caught.value.option == "players"


def test_hands_pass_left_and_right_in_turn() -> None:
    rules = Rules(players=6)
    assert [rules.pass_way(number) for number in (1, 2, 3)] == ["left", "right", "left"]
    assert [rules.pass_offset(number) for number in (1, 2, 3)] == [1, -1, 1]


def test_across_an_odd_table_is_half_way_round_to_the_left() -> None:
    assert Rules.parse("players=7 pass_cycle=across").pass_offset(1) == 3
    assert Rules.parse("players=8 pass_cycle=across").pass_offset(1) == 4


def test_a_pass_cycle_may_hold_hands_without_passing() -> None:
    rules = Rules.parse("players=6 pass_cycle=left,none")
    assert [rules.pass_offset(number) for number in (1, 2, 3, 4)] == [1, 0, 1, 0]


# --------------------------------------------------------------------------------- table code


def test_a_table_code_leaves_out_the_defaults() -> None:
    assert str(Rules(players=6)) == "players=6"


def test_a_table_code_keeps_the_order_of_the_options() -> None:
    rules = Rules.parse("limit=100 pass_cycle=left,across players=8 score_floor=0 decks=2")
    assert str(rules) == "players=8 pass_cycle=left,across limit=100 score_floor=0"


def test_defaults_may_be_written_out() -> None:
    written_out = " ".join(f"{option.name}={option.text(option.default)}" for option in OPTIONS[1:])
    assert Rules.parse(f"players=9 {written_out}") == Rules(players=9)


def test_none_is_a_value_of_the_options_that_can_be_off() -> None:
    rules = Rules.parse("players=6 score_floor=none bonus_card=none")
    assert (rules.score_floor, rules.bonus_card) == (None, None)
    assert OPTIONS[-3].text(None) == "none"


@pytest.mark.parametrize(
    ("code", "option", "position"),
    [
        ("players=6 colour=red", "colour", 10),
        ("players=6 limit", "limit", 10),
        ("players=6 limit=", "limit", 10),
        ("players=6  limit=100 limit=100", "limit", 21),
        ("players=6 void_rule=sometimes", "void_rule", 10),
        ("players=6 decks=3", "decks", 10),
        ("players=6 decks=02", "decks", 10),
        ("players=6 limit=0", "limit", 10),
        ("players=6 limit=-5", "limit", 10),
        ("players=6 limit=1e3", "limit", 10),
        ("players=6 limit=99999999999999999", "limit", 10),
        ("players=6 limit=9999999999999999", "limit", 10),
        ("players=6 limit=٣", "limit", 10),
        ("players=6 pass_cycle=left,up", "pass_cycle", 10),
        ("players=6 pass_cycle=left,", "pass_cycle", 10),
        ("limit=100 players=12", "players", 10),
        ("decks=1 players=7", "players", 8),
        ("players=2", "players", 0),
        ("limit=100", "players", 0),
        ("", "players", 0),
        ("classic players=6", "classic", 0),
    ],
)
def test_a_bad_table_code_names_the_option_and_where_it_stands(
    code: str, option: str, position: int
) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(code)
    assert (caught.value.option, caught.value.position) == (option, position)
    assert str(caught.value).startswith(f"{option}: ")


def test_the_largest_limit_is_exact_in_json_everywhere() -> None:
    assert Rules.parse(f"players=6 limit={LARGEST}").limit == LARGEST == 10**15


# ------------------------------------------------------------------------- what people type


def test_a_preset_may_stand_first_and_later_words_win() -> None:
    rules = Rules.read(" classic  last_void=uncollected", players=7)
    assert str(rules) == "players=7 void_rule=no_led_card"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_makes_a_table(preset: str) -> None:
    rules = Rules.read(preset, players=4 if preset == "hearts" else 6)
    assert all(getattr(rules, name) == value for name, value in PRESETS[preset].items())


def test_the_preset_of_ordinary_hearts_seats_four_unless_told_otherwise() -> None:
    assert Rules.read("hearts").players == 4
    assert Rules.read("hearts", players=5).players == 5
    assert Rules.read("hearts players=3").players == 3


def test_the_number_of_players_may_come_from_outside_or_from_the_text() -> None:
    assert Rules.read("", players=6) == Rules(players=6)
    assert Rules.read("players=6", players=6) == Rules.read("players=6") == Rules(players=6)


@pytest.mark.parametrize(
    ("text", "players", "option", "position"),
    [
        (" clasic", 6, "clasic", 1),
        ("classic limit=0", 6, "limit", 8),
        ("players=7 limit=100", 6, "players", 0),
        ("hearts players=4", 5, "players", 7),
        ("hearts", 7, "players", 0),
        ("classic", None, "players", 0),
        ("classic seed", 6, "seed", 8),
    ],
)
def test_what_cannot_be_read_is_named(
    text: str, players: int | None, option: str, position: int
) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.read(text, players=players)
    assert (caught.value.option, caught.value.position) == (option, position)


# -------------------------------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", True),
        ("players", 6.0),
        ("players", "6"),
        ("decks", 2.0),
        ("limit", True),
        ("limit", 0),
        ("limit", LARGEST + 1),
        ("limit", "100"),
        ("pass_cycle", ()),
        ("pass_cycle", ["left"]),
        ("pass_cycle", ("left", "up")),
        ("pass_cycle", "left"),
        ("score_floor", False),
        ("no_trick_bonus", None),
        ("bonus_card", "SQ"),
        ("moon_value", 104),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(name: str, value: object) -> None:
    options: dict[str, Any] = {"players": 6, name: value}
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    assert caught.value.option == name


def test_each_option_says_what_it_expects() -> None:
    expected = {option.name: option.expected for option in OPTIONS}
    assert expected["players"] == "6 to 11 with two packs, 3 to 6 with one"
    assert expected["limit"] == "a whole number from 1"
    assert expected["pass_cycle"] == "a list of left, right, across, none, joined by commas"
    assert expected["bonus_card"] == "none or DJ or DT"


def test_the_table_of_options_is_the_fields_of_rules() -> None:
    assert tuple(option.name for option in OPTIONS) == Rules.__struct_fields__
    assert [option.name for option in OPTIONS if option.default is None] == [
        "players",
        "score_floor",
        "bonus_card",
    ]


def test_the_numbers_of_players_are_those_of_the_rule_sheet() -> None:
    assert PLAYERS == {2: (6, 11), 1: (3, 6)}


def test_rules_do_not_change() -> None:
    rules = Rules(players=6)
    with pytest.raises(AttributeError, match="immutable"):
        rules.limit = 1  # type: ignore[misc] # that is the point


def test_a_pass_cycle_of_something_else_is_refused_like_any_other() -> None:
    with pytest.raises(RulesError, match=r"pass_cycle: expected a list of .*, not '1,2'"):
        Rules(players=6, pass_cycle=(1, 2))  # type: ignore[arg-type] # that is the point


def test_a_limit_may_be_large_but_not_endless() -> None:
    assert Rules.parse(f"players=6 limit={10**15}").limit == 10**15
    for text in (str(10**15 + 1), "9" * 5000):
        with pytest.raises(RulesError, match=r"^limit: is at most 1000000000000000, not \d{1,40}$"):
            Rules.parse(f"players=6 limit={text}")
