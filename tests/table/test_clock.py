"""Time as data: clocks of seats, lost connections, rests, pauses and sleep."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from cancellation_hearts.core import Phase, Rules
from cancellation_hearts.table import (
    ByPerson,
    ByServer,
    Clock,
    Settings,
    Stranger,
    Table,
    TableCode,
    deadline,
)
from cancellation_hearts.table.clock import MORE_TIME, MOST_TIME, SECOND, WARNING
from cancellation_hearts.table.commands import (
    ChangeSettings,
    Come,
    Connected,
    GiveTime,
    LetBotPlay,
    Pause,
    Reclaim,
    Restart,
    Resume,
    SayReady,
    StartGame,
    StopGame,
    TakeSeat,
    Tick,
)
from tests.table.walks import (
    START,
    acts,
    key,
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
CY: Final = ByPerson(2)
SERVER: Final = ByServer()
CLOCK: Final = Clock(card=30, passing=90)
SEED: Final = "cd" * 32
HOUR: Final = 3_600_000


def passing(**settings: object) -> Table:
    """Ana and Ben are to pass, and so are four bots; Cy watches."""
    table = with_people(open_table(**{"clock": CLOCK} | settings), "Ben")
    table = run(table, Stranger(), Come("Cy", key(2), sit=False))
    return started(run(table, SERVER, Connected(2, connected=True)))


def bens_turn(**settings: object) -> Table:
    """Ben alone is awaited, since ``table.at``."""
    return until_turn(play_on(passing(**settings), until=Phase.PLAYING), 1)


def until_turn(table: Table, seat: int) -> Table:
    while table.awaited != (seat,):
        table = acts(table, table.awaited[0])
    return table


def misses(table: Table) -> Table:
    """Ben's clock runs out, and the bot plays his card."""
    table = tick(until_turn(table, 1))
    return acts(table, 1)


def scored(**settings: object) -> Table:
    """The first hand is scored, the next deal promised."""
    return tick(play_on(passing(**settings), until=Phase.DEALING))


# --- the clock of a seat ----------------------------------------------------------------------


def test_among_friends_no_clock_runs() -> None:
    assert deadline(bens_turn(clock=None)) is None


def test_the_clock_for_a_card_runs_from_the_turn() -> None:
    table = bens_turn()
    assert deadline(table) == table.at + 30_000


def test_the_clock_for_a_pass_runs_from_the_deal() -> None:
    table = passing()
    assert deadline(table) == table.at + 90_000


def test_who_has_chosen_a_pass_is_not_hurried_any_more() -> None:
    table = run(acts(acts(passing(), 0), 1), SERVER, Connected(2, connected=False))
    assert deadline(table) is None


def test_the_clock_does_not_start_again_when_somebody_else_passes() -> None:
    table = passing()
    due = deadline(table)
    later = run(table, SERVER, Connected(2, connected=False), at=table.at + 5_000)
    assert deadline(acts(acts(later, 0), 3)) == due


def test_the_clock_of_a_seat_starts_with_each_of_its_turns() -> None:
    table = play_on(passing(), until=Phase.PLAYING)
    while table.match is not None and table.match.phase is Phase.PLAYING:
        assert table.seats[table.awaited[0]].since == table.at
        ready = not table.seats[0].ready
        table = run(table, ANA, SayReady(ready=ready), at=table.at + 1_000)
        table = acts(table, table.awaited[0])


def test_a_bot_is_not_hurried() -> None:
    table = until_turn(bens_turn(), 2)
    assert deadline(table) is None


def test_a_tick_before_the_time_is_refused() -> None:
    table = bens_turn()
    refusal = refused(table, SERVER, Tick(SEED), at=table.at + 29_999)
    assert refusal.code is TableCode.NOTHING_TO_DO


def test_at_zero_a_bot_plays_that_one_card() -> None:
    table = tick(bens_turn())
    assert (table.seats[1].bot, table.seats[1].reason, table.seats[1].once) == (
        "steady",
        "late",
        True,
    )
    table = acts(table, 1)
    assert (table.seats[1].bot, table.seats[1].once, table.seats[1].misses) == (None, False, 1)


def test_a_clock_runs_out_once() -> None:
    table = tick(bens_turn())
    assert refused(table, SERVER, Tick(SEED)).code is TableCode.NOTHING_TO_DO


def test_when_several_are_late_with_their_passes_one_tick_serves_them_all() -> None:
    table = tick(passing())
    assert [seat.once for seat in table.seats] == [True, True, *[False] * 4]


def test_at_the_second_miss_in_a_row_the_bot_keeps_the_seat() -> None:
    table = misses(misses(bens_turn()))
    assert (table.seats[1].bot, table.seats[1].reason, table.seats[1].once) == (
        "steady",
        "late",
        False,
    )
    assert acts(until_turn(table, 1), 1).seats[1].bot == "steady"


def test_an_act_of_the_owner_between_two_misses_counts() -> None:
    table = misses(bens_turn())
    table = acts(until_turn(table, 1), 1)
    assert table.seats[1].misses == 0
    assert misses(table).seats[1].bot is None


def test_the_owner_takes_back_a_seat_that_was_kept_and_has_a_whole_clock() -> None:
    table = until_turn(misses(misses(bens_turn())), 1)
    table = run(table, BEN, Reclaim(), at=table.at + 99_000)
    assert table.seats[1].misses == 0
    assert deadline(table) == table.at + 30_000


def test_where_no_bots_hold_seats_each_miss_costs_one_card() -> None:
    table = with_people(open_table(bots=False, clock=CLOCK), *"BCDEF")
    table = until_turn(play_on(started(table), until=Phase.PLAYING), 1)
    table = misses(misses(misses(table)))
    assert (table.seats[1].bot, table.seats[1].misses) == (None, 3)


def test_a_bot_that_plays_one_card_may_be_asked_to_stay() -> None:
    table = run(tick(bens_turn()), BEN, LetBotPlay(1))
    assert (table.seats[1].once, table.seats[1].reason) == (False, "asked")


@pytest.mark.parametrize("giver", [0, 1])
def test_anyone_who_sits_here_gives_more_time(giver: int) -> None:
    table = bens_turn()
    due = deadline(table)
    assert due is not None
    table = run(table, ByPerson(giver), GiveTime(1))
    assert deadline(table) == due + MORE_TIME


def test_time_may_be_given_after_the_clock_ran_out_until_somebody_looks() -> None:
    table = bens_turn()
    start = table.at
    table = run(table, ANA, GiveTime(1), at=start + 30_500)
    assert refused(table, SERVER, Tick(SEED), at=start + 59_999).code is TableCode.NOTHING_TO_DO


def test_no_more_than_ten_minutes_are_given_beyond_a_whole_clock() -> None:
    table = bens_turn()
    for _ in range(MOST_TIME // MORE_TIME):
        table = run(table, ANA, GiveTime(1))
    assert refused(table, ANA, GiveTime(1)).code == "ENOUGH_TIME"


def test_a_clock_that_is_switched_on_has_not_run_yet() -> None:
    table = bens_turn(clock=None)
    changed = replace(table.settings, clock=CLOCK)
    table = run(table, ANA, ChangeSettings(changed), at=table.at + HOUR)
    assert deadline(table) == table.at + CLOCK.card * SECOND


def test_a_clock_that_ran_out_is_over_with_the_game() -> None:
    table = tick(bens_turn())
    assert table.seats[1].once
    table = run(run(table, ANA, StopGame()), ANA, StartGame())
    assert (table.seats[1].bot, table.seats[1].misses) == (None, 0)


def test_a_clock_is_long_enough_for_a_warning() -> None:
    assert WARNING == 5_000
    for bad in ({"card": 4}, {"passing": 4}, {"card": 3601}):
        with pytest.raises(ValueError, match="5 to 3600 seconds"):
            Clock(**bad)


@pytest.mark.parametrize("bad", [{"grace": -1}, {"grace": 3601}, {"rest": -1}, {"rest": 3601}])
def test_house_rules_keep_to_what_somebody_could_want(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="0 to 3600 seconds"):
        Settings(Rules.parse("players=6"), **bad)  # type: ignore[arg-type]


# --- lost connections -------------------------------------------------------------------------


def lost(**settings: object) -> Table:
    """Ben has lost his connection while it is his turn."""
    return run(bens_turn(**{"clock": None} | settings), SERVER, Connected(1, connected=False))


def test_a_bot_holds_the_seat_when_a_connection_is_lost_for_too_long() -> None:
    table = lost()
    assert deadline(table) == table.at + 60_000
    table = tick(table)
    assert (table.seats[1].person, table.seats[1].bot, table.seats[1].reason) == (
        1,
        "steady",
        "lost",
    )


def test_a_connection_that_comes_back_in_time_costs_nothing() -> None:
    table = lost()
    table = run(table, SERVER, Connected(1, connected=True), at=table.at + 59_999)
    assert deadline(table) is None
    assert table.seats[1].bot is None


def test_coming_back_late_needs_one_message() -> None:
    table = run(tick(lost()), SERVER, Connected(1, connected=True))
    assert table.seats[1].bot == "steady"
    assert run(table, BEN, Reclaim()).seats[1].bot is None


def test_a_lost_connection_counts_before_the_clock_that_ran_out_as_well() -> None:
    table = run(bens_turn(grace=10), SERVER, Connected(1, connected=False))
    table = tick(table, at=table.at + 40_000)
    assert (table.seats[1].reason, table.seats[1].misses) == ("lost", 0)


def test_where_no_bots_hold_seats_the_host_may_still_ask_one() -> None:
    table = with_people(open_table(bots=False), *"BCDEF")
    table = run(started(table), SERVER, Connected(1, connected=False))
    assert deadline(table) is None
    assert run(table, ANA, LetBotPlay(1)).seats[1].bot == "steady"


# --- rests ------------------------------------------------------------------------------------


def test_the_next_hand_is_dealt_after_the_rest() -> None:
    table = scored()
    assert deadline(table) == table.scored + 30_000
    assert tick(table).match.phase is Phase.PASSING  # type: ignore[union-attr]


def test_the_next_hand_is_dealt_when_everybody_is_ready() -> None:
    table = run(run(scored(), ANA, SayReady(ready=True)), BEN, SayReady(ready=True))
    assert table.seal is not None
    assert deadline(table) == table.seal.at + 1_000


def test_nobody_waits_for_a_person_who_is_away_or_whose_bot_plays() -> None:
    table = run(scored(), ANA, SayReady(ready=True))
    for gone in (
        run(table, SERVER, Connected(1, connected=False)),
        run(table, BEN, LetBotPlay(1)),
    ):
        assert gone.seal is not None
        assert deadline(gone) == gone.seal.at + 1_000


def test_where_bots_play_for_all_who_are_here_the_score_is_shown_for_a_while() -> None:
    table = run(run(scored(rest=None), ANA, LetBotPlay(0)), BEN, LetBotPlay(1))
    assert deadline(table) == table.scored + 8_000


def test_without_a_limit_the_rest_lasts_until_all_are_ready() -> None:
    table = run(scored(rest=None), ANA, SayReady(ready=True))
    assert deadline(table) is None
    assert deadline(run(table, BEN, SayReady(ready=True))) is not None


def test_who_is_ready_has_to_say_so_again_for_the_next_hand() -> None:
    table = run(scored(), ANA, SayReady(ready=True))
    assert not tick(table).seats[0].ready


# --- pause ------------------------------------------------------------------------------------


def paused_for(table: Table, time: int) -> Table:
    table = run(table, BEN, Pause())
    return run(table, ANA, Resume(), at=table.at + time)


def test_nothing_is_due_in_a_pause() -> None:
    table = run(bens_turn(), ANA, Pause())
    assert deadline(table) is None
    assert refused(table, SERVER, Tick(SEED), at=table.at + HOUR).code is TableCode.NOTHING_TO_DO
    assert table.for_bots == ()


def test_a_pause_takes_no_time_from_a_clock() -> None:
    table = bens_turn()
    table = run(table, ANA, SayReady(ready=True), at=table.at + 10_000)
    table = paused_for(table, HOUR)
    assert deadline(table) == table.at + 20_000


def test_a_pause_takes_no_time_that_was_given() -> None:
    table = paused_for(run(bens_turn(), ANA, GiveTime(1)), HOUR)
    assert deadline(table) == table.at + 60_000


def test_a_pause_gives_no_time_to_a_seat_that_was_taken_back_in_it() -> None:
    table = run(run(bens_turn(), BEN, LetBotPlay(1)), ANA, Pause())
    table = run(table, BEN, Reclaim(), at=table.at + HOUR)
    table = run(table, ANA, Resume())
    assert deadline(table) == table.at + 30_000


def test_a_pause_gives_no_time_to_somebody_who_sat_down_in_it() -> None:
    table = run(until_turn(bens_turn(), 2), ANA, Pause())
    table = run(table, CY, TakeSeat(2), at=table.at + HOUR)
    table = run(table, ANA, Resume())
    assert deadline(table) == table.at + 30_000


def test_a_pause_takes_no_time_from_a_lost_connection() -> None:
    table = lost()
    table = run(table, ANA, SayReady(ready=True), at=table.at + 10_000)
    table = run(table, ANA, Pause())
    table = run(table, ANA, Resume(), at=table.at + HOUR)
    assert deadline(table) == table.at + 50_000


def test_a_pause_gives_no_time_to_a_connection_that_was_lost_in_it() -> None:
    table = run(bens_turn(clock=None), ANA, Pause())
    table = run(table, SERVER, Connected(1, connected=False), at=table.at + HOUR)
    table = run(table, ANA, Resume())
    assert deadline(table) == table.at + 60_000


def test_a_pause_takes_no_time_from_a_rest() -> None:
    table = paused_for(scored(), HOUR)
    assert deadline(table) == table.at + 30_000


def test_a_pause_before_the_promise_is_one() -> None:
    table = play_on(passing(), until=Phase.DEALING)
    assert deadline(paused_for(table, HOUR)) is not None


# --- sleep, and servers that were down --------------------------------------------------------


def test_nothing_is_due_while_nobody_who_sits_here_is_connected() -> None:
    table = bens_turn()
    for person in (0, 1):
        table = run(table, SERVER, Connected(person, connected=False))
    assert table.asleep
    assert deadline(table) is None


def test_time_in_which_the_server_was_down_never_counts() -> None:
    table = bens_turn()
    table = run(table, SERVER, Restart(), at=table.at + HOUR)
    assert deadline(table) is None
    table = run(table, SERVER, Connected(1, connected=True), at=table.at + HOUR)
    assert deadline(table) == table.at + 30_000
    table = run(table, SERVER, Connected(0, connected=True))
    assert deadline(table) == table.at + 30_000


def test_who_is_not_back_after_a_restart_has_the_whole_grace() -> None:
    table = run(lost(), SERVER, Restart(), at=START + HOUR)
    table = run(table, SERVER, Connected(0, connected=True), at=START + 2 * HOUR)
    assert deadline(table) == table.at + 60_000


def test_a_restart_takes_no_time_that_was_given() -> None:
    table = run(run(bens_turn(), ANA, GiveTime(1)), ANA, GiveTime(1))
    table = run(table, SERVER, Restart(), at=table.at + HOUR)
    table = run(table, SERVER, Connected(1, connected=True), at=table.at + HOUR)
    assert deadline(run(table, SERVER, Connected(0, connected=True))) == table.at + 90_000


def test_a_pause_outlives_a_restart() -> None:
    table = run(run(run(bens_turn(), ANA, GiveTime(1)), ANA, Pause()), SERVER, Restart())
    for person in (0, 1):
        table = run(table, SERVER, Connected(person, connected=True), at=table.at + HOUR)
    assert deadline(table) is None
    table = run(table, ANA, Resume(), at=table.at + HOUR)
    assert deadline(table) == table.at + 60_000


def test_a_table_that_wakes_because_somebody_sits_down_hurries_nobody_for_the_time_it_slept() -> (
    None
):
    table = bens_turn()
    for person in (0, 1):
        table = run(table, SERVER, Connected(person, connected=False))
    table = run(table, CY, TakeSeat(3), at=table.at + HOUR)
    assert not table.asleep
    assert deadline(table) == table.at + 30_000


def test_a_promise_made_before_a_restart_leaves_time_to_add_to_it() -> None:
    table = run(passing(), ANA, StopGame())
    table = run(tick(run(table, ANA, StartGame())), SERVER, Restart())
    table = run(table, SERVER, Connected(0, connected=True), at=table.at + HOUR)
    assert deadline(table) == table.at + 1_000


def test_bots_do_not_play_while_nobody_watches_who_sits_here() -> None:
    table = until_turn(bens_turn(), 2)
    for person in (0, 1):
        table = run(table, SERVER, Connected(person, connected=False))
    assert table.for_bots == ()
    assert run(table, SERVER, Connected(1, connected=True)).for_bots == (2,)
