"""Passing, playing, choosing: who may act for a seat at a moment, and what comes too late."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from cancellation_hearts import core
from cancellation_hearts.core import Card, Cards, Code, Phase
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.table import (
    Act,
    ByBot,
    ByPerson,
    ByServer,
    Clock,
    Table,
    TableCode,
    decide,
    observe,
)
from cancellation_hearts.table.commands import (
    Choose,
    LetBotPlay,
    Pass,
    Play,
    Reclaim,
    StandUp,
    StartGame,
    StopGame,
    TakeSeat,
    Tick,
)
from tests.table.moons import shot
from tests.table.walks import (
    act_of,
    acts,
    open_table,
    play_on,
    refused,
    run,
    started,
    tick,
    with_people,
)

ANA: Final = ByPerson(0)
BEN: Final = ByPerson(1)
SERVER: Final = ByServer()


def passing(**settings: object) -> Table:
    return started(with_people(open_table(**settings), "Ben"))


def playing(**settings: object) -> Table:
    return play_on(passing(**settings), until=Phase.PLAYING)


def until_turn(table: Table, seat: int) -> Table:
    """The others play until it is this seat's turn."""
    while table.awaited != (seat,):
        table = acts(table, table.awaited[0])
    return table


def act(table: Table, seat: int) -> Act:
    assert table.match is not None
    return act_of(core.observe(table.match, seat), table.ply, Random(7))


def hand_of(table: Table, seat: int) -> list[Card]:
    assert table.match is not None
    hand = table.match.current.hands[seat]
    assert isinstance(hand, Cards)
    return list(hand)


def choice_of(table: Table, seat: int) -> Cards:
    match = table.match
    assert match is not None
    choice = match.current.choices[seat]
    assert isinstance(choice, Cards)
    return choice


# --- passing ----------------------------------------------------------------------------------


def test_a_choice_may_change_until_the_last_has_chosen() -> None:
    table = passing()
    hand = hand_of(table, 1)
    table = run(table, BEN, Pass(Cards.of(hand[:3]), 0))
    table = run(table, BEN, Pass(Cards.of(hand[3:6]), 0))
    assert choice_of(table, 1) == Cards.of(hand[3:6])


def test_after_the_last_choice_it_is_too_late_to_change() -> None:
    table = playing()
    hand = hand_of(table, 1)
    refusal = refused(table, BEN, Pass(Cards.of(hand[:3]), 0))
    assert (refusal.code, refusal.details) == (Code.WRONG_PHASE, {"phase": "playing"})


def test_while_passing_everybody_without_a_choice_is_awaited() -> None:
    table = acts(passing(), 1)
    assert table.awaited == (0, 2, 3, 4, 5)
    assert table.for_bots == (2, 3, 4, 5)


# --- playing ----------------------------------------------------------------------------------


def test_an_act_counts_for_the_seat_of_the_person_only() -> None:
    table = until_turn(playing(), 2)
    refusal = refused(table, BEN, act(table, 2))
    assert refusal.code in (Code.NOT_YOUR_TURN, Code.NOT_IN_HAND)


def test_a_card_that_is_not_held_is_refused_by_the_game() -> None:
    table = until_turn(playing(), 1)
    assert table.match is not None
    card = next(card for card in KINDS if card not in hand_of(table, 1))
    assert refused(table, BEN, Play(card, table.ply)).code is Code.NOT_IN_HAND


def test_a_second_tap_is_too_late() -> None:
    table = until_turn(playing(), 1)
    tap = act(table, 1)
    refusal = refused(run(table, BEN, tap), BEN, tap)
    assert refusal.code is TableCode.STALE


def test_a_card_from_an_old_tab_is_too_late() -> None:
    table = until_turn(playing(), 1)
    old = act(table, 1)
    later = until_turn(acts(table, 1), 1)
    assert later.match is not None
    refusal = refused(later, BEN, old)
    assert (refusal.code, refusal.details) == (TableCode.STALE, {"ply": later.ply})


def test_a_bots_card_that_comes_after_its_seat_was_taken_back_is_refused() -> None:
    table = run(until_turn(playing(), 1), BEN, LetBotPlay(1))
    late = act(table, 1)
    table = run(table, BEN, Reclaim())
    assert refused(table, ByBot(1), late).code is TableCode.NOT_HELD


def test_a_bots_card_that_comes_after_its_owner_played_is_refused() -> None:
    table = run(until_turn(playing(), 1), BEN, LetBotPlay(1))
    card = act(table, 1)
    assert refused(run(table, BEN, card), ByBot(1), card).code is TableCode.NOT_HELD


def test_a_bots_card_that_comes_after_somebody_took_over_the_seat_is_refused() -> None:
    table = until_turn(playing(), 2)
    late = act(table, 2)
    table = with_people(table, "Late")
    assert table.seats[2].person == 2
    assert refused(table, ByBot(2), late).code is TableCode.NOT_HELD


def test_the_second_card_of_a_bot_for_one_turn_is_refused() -> None:
    table = until_turn(playing(), 2)
    card = act(table, 2)
    assert refused(run(table, ByBot(2), card), ByBot(2), card).code is TableCode.STALE


def test_the_card_of_somebody_who_stood_up_is_refused() -> None:
    table = until_turn(playing(), 1)
    late = act(table, 1)
    assert refused(run(table, BEN, StandUp()), BEN, late).code is TableCode.NOT_SEATED


def test_a_clock_that_was_outrun_does_nothing() -> None:
    table = until_turn(playing(clock=Clock(30, 90)), 1)
    due = table.seats[1].since + 30_000
    played = run(table, BEN, act(table, 1), at=due - 1)
    while 0 in played.awaited or 1 in played.awaited:
        played = acts(played, played.awaited[0])
    assert refused(played, SERVER, Tick("00" * 32), at=due).code is TableCode.NOTHING_TO_DO


def test_an_act_after_a_stop_and_a_new_start_is_too_late() -> None:
    table = until_turn(playing(), 1)
    table = acts(table, 1)
    old = act(table, table.awaited[0])
    table = run(run(table, ANA, StopGame()), ANA, StartGame())
    assert refused(table, BEN, old).code is TableCode.STALE


# --- the moon ---------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["add", "subtract", None])
def test_the_shooter_says_what_the_moon_means_or_leaves_it_to_the_default(
    choice: core.MoonChoice | None,
) -> None:
    table = shot("moon_choice=ask")
    assert table.match is not None
    assert table.awaited == (0,)
    after = run(table, ANA, Choose(choice, table.ply))
    assert after.match is not None
    assert after.match.current.moon_choice == (choice or "add")
    assert after.scored == after.at


def test_only_the_shooter_chooses() -> None:
    table = shot("moon_choice=ask")
    assert table.match is not None
    refusal = refused(table, BEN, Choose("add", table.ply))
    assert (refusal.code, refusal.details) == (Code.NOT_THE_SHOOTER, {"shooter": 0})


def test_a_bot_chooses_for_a_shooter_who_thinks_for_too_long() -> None:
    table = tick(shot("moon_choice=ask", clock=Clock(30, 90)))
    assert table.seats[0].once
    table = run(table, ByBot(0), act(table, 0))
    assert (table.seats[0].bot, table.seats[0].misses) == (None, 1)


def test_a_moon_that_needs_no_choice_is_no_act_of_the_shooter() -> None:
    table = shot("moon_choice=add", clock=Clock(30, 90), last_by_clock=True)
    assert table.match is not None
    assert table.match.phase is Phase.DEALING
    assert table.seats[0].misses == 1


# --- what only the whole table can decide -----------------------------------------------------


def test_nobody_decides_from_a_view() -> None:
    view = observe(passing(), 1)
    with pytest.raises(TypeError, match="TableView"):
        decide(view, BEN, TakeSeat(3), at=view.at)
