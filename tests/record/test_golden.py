"""The golden records: kept to the byte, each shows what its name says, and together everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

import pytest
from msgspec.structs import replace

from cancellation_hearts.core import (
    OPTIONS,
    PRESETS,
    BeginMatch,
    Cards,
    ChooseMoon,
    Event,
    Match,
    MoonChoice,
    Phase,
    PlayCard,
    Rules,
    RuleViolation,
    decide,
    fold,
    legal_plays,
    trick_winner,
)
from cancellation_hearts.core.events import KittyTaken, MoonChosen
from cancellation_hearts.core.rules import LARGEST, PLAYERS, Option
from cancellation_hearts.record import Hand, Record, check, parse, record_of, replay, write
from tests.record.games import EXAMPLE, GOLDEN, commands_of, golden, recount
from tests.records import make

SAMPLES: Final[dict[str, tuple[object, ...]]] = {
    "limit": (1, LARGEST),
    "pass_cycle": (
        ("left",),
        ("right",),
        ("across",),
        ("none",),
        ("left", "right", "across", "none"),
    ),
}
"""Values to show of options that have no list of values."""


def values(option: Option) -> Iterator[str]:
    """The values that must have a game: all but the default."""
    listed = option.values if isinstance(option.values, tuple) else SAMPLES[option.name]
    return (option.text(value) for value in listed if value != option.default)


OPTION_VALUES: Final = [
    (option.name, value)
    for option in OPTIONS
    if option.name != "players"
    for value in values(option)
]
everyone = pytest.mark.parametrize("name", GOLDEN)


def only(name: str) -> Record:
    """The record of a file with one game."""
    (record,) = parse(golden(name))
    return record


# ----------------------------------------------------------------------------- what all must do


@everyone
def test_writing_what_was_read_gives_the_same_bytes(name: str) -> None:
    data = GOLDEN[name].read_bytes()
    assert write(parse(data)).encode() == data
    assert parse(data.decode()) == parse(data)


@everyone
def test_every_file_passes_the_check(name: str) -> None:
    records = parse(golden(name))
    summary = check(GOLDEN[name].read_bytes())
    assert summary.games == len(records)
    assert summary.hands == sum(len(record.hands) for record in records)
    assert summary.finished == sum(record.winners is not None for record in records)


@everyone
def test_a_replay_is_what_deciding_the_players_acts_gives(name: str) -> None:
    for record in parse(golden(name)):
        match: Match | None = None
        told: list[Event] = []
        for command in commands_of(record):
            events = decide(match, command)
            match = fold(None, events) if match is None else fold(match, events)
            told += events
        assert replay(record) == tuple(told)


@everyone
def test_the_record_of_a_replay_is_the_record(name: str) -> None:
    for record in parse(golden(name)):
        fairs = [hand.fair for hand in record.hands]
        again = record_of(replay(record), players=record.players, tags=record.tags, fairs=fairs)
        assert again == record


@everyone
def test_the_oracle_comes_to_the_same_outcomes(name: str) -> None:
    for record in parse(golden(name)):
        assert recount(record) == record


@everyone
def test_every_file_is_small(name: str) -> None:
    assert len(GOLDEN[name].read_bytes()) < 10_000


def test_the_generator_makes_these_files_byte_for_byte() -> None:
    kept = {path.name: path.read_bytes() for path in GOLDEN.values()}
    assert dict(make.files()) == {
        name: data for name, data in kept.items() if not name.startswith("bug-")
    }


def test_the_example_of_the_document_is_a_canonical_record_that_passes() -> None:
    assert write(parse(EXAMPLE)) == EXAMPLE
    assert check(EXAMPLE).finished == 1
    assert recount(parse(EXAMPLE)[0]) == parse(EXAMPLE)[0]


# -------------------------------------------------------------------------- options and presets


def test_every_value_of_every_option_but_the_defaults_has_its_game() -> None:
    names = {option.name for option in OPTIONS}
    assert {name for name in GOLDEN if name.split("-")[0] in names} == {
        f"{option}-{value}" for option, value in OPTION_VALUES
    }


@pytest.mark.parametrize(("option", "value"), OPTION_VALUES)
def test_the_option_matters(option: str, value: str) -> None:
    """Under the default the same acts are refused or lead to something else.

    Or, where the option only forbids: the default would have allowed another card as well.
    """
    record = only(f"{option}-{value}")
    assert f"{option}={value}" in str(record.rules).split()
    default = next(each.default for each in OPTIONS if each.name == option)
    assert differs(record, replace(record.rules, **{option: default}))


def differs(record: Record, rules: Rules) -> bool:
    """Whether the same acts under these rules are refused, tell another story, or were freer."""
    forbids = record.rules.first_trick_points == "if_forced" or (
        record.rules.break_cards == "heart_only"
    )
    told = iter(replay(record)[1:])
    begin, *commands = commands_of(record)
    assert isinstance(begin, BeginMatch)
    match = fold(None, decide(None, replace(begin, rules=rules)))
    for command in commands:
        if isinstance(command, PlayCard) and forbids:
            bound = legal_plays(replace(match, rules=record.rules), command.seat)
            if legal_plays(match, command.seat) != bound:
                return True
        try:
            events = decide(match, command)
        except RuleViolation:
            return True
        if events != tuple(islice(told, len(events))):
            return True
        match = fold(match, events)
    return next(told, None) is not None


def test_every_preset_has_its_game() -> None:
    assert {name for name in GOLDEN if name.startswith("preset-")} == {
        f"preset-{preset}" for preset in PRESETS
    }
    for preset in PRESETS:
        rules = only(f"preset-{preset}").rules
        assert rules == Rules.read(preset, players=rules.players)


def test_every_number_of_players_has_its_game() -> None:
    packs = {1: "one_pack", 2: "two_packs"}
    tables = {
        f"{packs[decks]}-{players}": (decks, players)
        for decks, (fewest, most) in PLAYERS.items()
        for players in range(fewest, most + 1)
    }
    assert {name for name in GOLDEN if name.split("-")[0] in packs.values()} == set(tables)
    for name, (decks, players) in tables.items():
        rules = only(name).rules
        assert (rules.decks, rules.players) == (decks, players)


# --------------------------------------------------------------------------------- accidents


def final(record: Record) -> Hand:
    return record.hands[-1]


def last_trick_is_void(record: Record) -> bool:
    """By the cards, whatever became of it; and there are points in it."""
    trick = final(record).tricks[-1]
    return trick_winner(trick, record.rules) is None and trick.pile.points > 0


def kitties(record: Record) -> list[int]:
    """The points of the kitties that were taken."""
    taken = [event.cards for event in replay(record) if isinstance(event, KittyTaken)]
    return [cards.points for cards in taken if isinstance(cards, Cards)]


def longest_void_run(record: Record) -> int:
    longest = run = 0
    for trick in final(record).tricks:
        run = run + 1 if trick.taker is None else 0
        longest = max(longest, run)
    return longest


def seeds_and_entropies(record: Record) -> list[tuple[bool, int]]:
    """Hand by hand: whether the seed is revealed, and how many seats added something."""
    fairs = [hand.fair for hand in record.hands if hand.fair is not None]
    return [
        (fair.seed is not None, sum(entropy is not None for entropy in fair.entropies))
        for fair in fairs
    ]


def stopped(record: Record) -> tuple[int, str | None, int, int, bool]:
    """Hands, then of the last: pass way, tricks, cards of the last trick, whether scored."""
    hand = final(record)
    in_last = len(hand.tricks[-1].cards) if hand.tricks else 0
    return len(record.hands), hand.pass_way, len(hand.tricks), in_last, hand.totals is not None


SHOWS: Final[dict[str, Callable[[Record], object]]] = {
    "moon-add_by_choice": lambda r: r.hands[0].moon == (*(r.winners or ()), "add"),
    "moon-subtract_by_choice": lambda r: min(r.hands[0].totals or ()) == -26,
    "moon-add_by_default": lambda r: sorted(r.hands[0].totals or ())[:2] == [0, 26],
    "moon-subtract_by_default": lambda r: 40 - 26 in (r.hands[0].totals or ()),
    "moon-add_fixed": lambda r: r.rules.moon_choice == "add" and r.hands[0].moon,
    "moon-subtract_fixed": lambda r: r.rules.moon_choice == "subtract" and r.hands[0].moon,
    "moon-with_bonus_card": lambda r: r.hands[0].moon and min(r.hands[0].totals or ()) == -20,
    "moon-one_pack": lambda r: r.hands[0].moon and max(r.hands[0].points or ()) == 26,
    "last_trick_void-uncollected": lambda r: (
        last_trick_is_void(r) and sum(final(r).points or ()) < 52
    ),
    "last_trick_void-to_the_leader": lambda r: (
        last_trick_is_void(r) and final(r).tricks[-1].taker == final(r).tricks[-1].leader
    ),
    "void_tricks_in_a_row": lambda r: longest_void_run(r) >= 5,
    "kitty-with_points_taken": lambda r: kitties(r)[0] > 0,
    "kitty-lost_with_a_void_last_trick": lambda r: kitties(r) == [] and final(r).kitty,
    "opening_lead-only_points_in_hand": lambda r: final(r).tricks[0].cards[0].points,
    "two_clubs-both_in_the_kitty": lambda r: final(r).kitty.notation.endswith("22"),
    "tie-shared": lambda r: len(r.winners or ()) > 1,
    "everybody_over_the_limit": lambda r: (
        max(r.start) < r.rules.limit <= min(final(r).totals or ())
    ),
    "start_totals": lambda r: min(r.start) < 0 < max(r.start),
    "tags_and_names": lambda r: len(r.tags) == 6 and '"' in r.players and "\\" in r.players,
    "fair-everybody_added": lambda r: seeds_and_entropies(r) == [(True, 8)],
    "fair-some_added": lambda r: seeds_and_entropies(r) == [(True, 3)],
    "fair-nobody_added": lambda r: seeds_and_entropies(r) == [(True, 0)],
    "fair-secret_yet": lambda r: seeds_and_entropies(r) == [(True, 5), (False, 9)],
    "unfinished-no_hand": lambda r: r.hands == () and any(r.start),
    "unfinished-after_kitty": lambda r: stopped(r) == (1, None, 0, 0, False),
    "unfinished-after_fair": lambda r: stopped(r) == (1, None, 0, 0, False) and final(r).fair,
    "unfinished-after_pass_none": lambda r: stopped(r) == (1, "none", 0, 0, False),
    "unfinished-after_pass": lambda r: stopped(r) == (1, "left", 0, 0, False),
    "unfinished-inside_a_trick": lambda r: stopped(r) == (1, "left", 4, 4, False),
    "unfinished-after_a_trick": lambda r: stopped(r) == (1, "left", 5, 6, False),
    "unfinished-moon_choice": lambda r: stopped(r) == (1, "left", 14, 7, False),
    "unfinished-after_a_hand": lambda r: stopped(r) == (1, "left", 13, 8, True),
    "unfinished-second_hand": lambda r: stopped(r) == (2, None, 0, 0, False),
}


@pytest.mark.parametrize("name", SHOWS)
def test_an_accident_is_what_its_name_says(name: str) -> None:
    record = only(name)
    assert SHOWS[name](record)
    assert (record.winners is None) == (name.startswith("unfinished-") or name == "fair-secret_yet")


def test_no_file_is_without_a_test_of_what_it_shows() -> None:
    families = ("bug", "preset", "one_pack", "two_packs", *(option.name for option in OPTIONS))
    others = {name for name in GOLDEN if name.split("-")[0] not in families}
    assert others == {*SHOWS, "two_games"}


@pytest.mark.parametrize(
    ("how", "choice"), [("add_by_default", "add"), ("subtract_by_default", "subtract")]
)
def test_the_default_choice_is_what_no_answer_leads_to(how: str, choice: MoonChoice) -> None:
    record = only(f"moon-{how}")
    match: Match | None = None
    for command in commands_of(record):
        if isinstance(command, ChooseMoon):
            assert match is not None
            assert match.phase is Phase.MOON
            chosen = decide(match, ChooseMoon(command.seat, None))
            assert chosen == decide(match, command)
            assert chosen[0] == MoonChosen(command.seat, choice)
            break
        events = decide(match, command)
        match = fold(None, events) if match is None else fold(match, events)


def test_two_games_of_one_file_have_tables_of_their_own() -> None:
    first, second = parse(golden("two_games"))
    assert (first.rules.players, second.rules.players) == (8, 4)
    assert first.winners is not None
    assert second.winners is None
