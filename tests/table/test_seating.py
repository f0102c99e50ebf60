"""Who comes, sits and leaves: people of their own accord."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from cancellation_hearts import core
from cancellation_hearts.core import Phase, Rules
from cancellation_hearts.core.cards import Cards
from cancellation_hearts.core.codec import decode
from cancellation_hearts.table import (
    ByPerson,
    ByServer,
    Event,
    Recorded,
    Settings,
    Stranger,
    Table,
    evolve,
    observe,
)
from cancellation_hearts.table.commands import (
    AddBot,
    Come,
    Connected,
    FreeSeat,
    Leave,
    LetBotPlay,
    MakeHost,
    OpenTable,
    Reclaim,
    Remove,
    Rename,
    Restart,
    SayReady,
    StandUp,
    StartGame,
    StopGame,
    TakeHost,
    TakeSeat,
)
from cancellation_hearts.table.state import Seat
from tests.table.walks import (
    START,
    act_of,
    key,
    open_table,
    play_on,
    refused,
    run,
    started,
    with_people,
)

ANA: Final = ByPerson(0)
BEN: Final = ByPerson(1)
CY: Final = ByPerson(2)
SERVER: Final = ByServer()


def owners(table: Table) -> list[int | None]:
    return [seat.person for seat in table.seats]


def watched(**settings: object) -> Table:
    """Ana and Ben sit, Cy watches."""
    table = with_people(open_table(**settings), "Ben")
    table = run(table, Stranger(), Come("Cy", key(2), sit=False))
    return run(table, SERVER, Connected(2, connected=True))


def playing(**settings: object) -> Table:
    return play_on(started(watched(**settings)), until=Phase.PLAYING)


# --- before a game ----------------------------------------------------------------------------


def test_who_opens_a_table_is_its_host_on_the_first_seat() -> None:
    table = run(None, Stranger(), OpenTable(Settings(Rules.parse("players=7")), "Ana", key(0)))
    assert (table.host, table.owner, owners(table)) == (0, 0, [0] + [None] * 6)


def test_whoever_comes_gets_the_first_free_seat() -> None:
    assert owners(with_people(open_table(), "Ben", "Cy")) == [0, 1, 2, None, None, None]


def test_whoever_comes_may_just_watch() -> None:
    assert watched().seat_of(2) is None


def test_a_free_seat_is_given_before_that_of_a_bot() -> None:
    table = run(open_table(), ANA, AddBot(1, "random"))
    assert with_people(table, "Ben").seat_of(1) == 2


def test_when_no_seat_is_free_a_newcomer_gets_one_of_a_bot() -> None:
    table = open_table("decks=1 players=3")
    for seat in (1, 2):
        table = run(table, ANA, AddBot(seat, "random"))
    assert with_people(table, "Ben").seats[1] == Seat(person=1, since=START)


def test_whoever_comes_to_a_full_table_watches() -> None:
    table = with_people(open_table("decks=1 players=3"), "Ben", "Cy", "Di")
    assert table.seat_of(3) is None


def test_a_person_chooses_another_seat_before_a_game() -> None:
    table = run(watched(), BEN, TakeSeat(4))
    assert owners(table) == [0, None, None, None, 1, None]


def test_standing_up_frees_the_seat() -> None:
    assert run(watched(), BEN, StandUp()).seats[1] == Seat()


def test_a_second_person_of_the_same_name_gets_a_number() -> None:
    table = with_people(open_table(), "ana", "Ana")
    assert [person.name for person in table.people] == ["Ana", "ana 2", "Ana 3"]


def test_a_person_takes_another_name() -> None:
    assert run(watched(), BEN, Rename(1, " Benny ")).people[1].name == "Benny"


def test_a_person_is_ready_or_not_also_before_a_game() -> None:
    table = run(watched(), BEN, SayReady(ready=True))
    assert table.seats[1].ready
    assert not run(table, BEN, SayReady(ready=False)).seats[1].ready


def test_a_start_asks_everybody_anew_who_is_ready() -> None:
    table = run(run(watched(), BEN, SayReady(ready=True)), ANA, StartGame())
    assert not table.seats[1].ready


# --- leaving and lost connection --------------------------------------------------------------


def test_leaving_frees_the_seat_before_a_game() -> None:
    table = run(watched(), BEN, Leave())
    assert (table.people[1].status, table.seats[1]) == ("left", Seat())


def test_leaving_in_a_game_gives_the_seat_to_a_bot_at_once() -> None:
    table = run(playing(), BEN, Leave())
    assert table.seats[1] == Seat(bot="steady", reason="left")
    assert table.people[1].status == "left"


def test_a_lost_connection_is_not_leaving() -> None:
    table = run(playing(), SERVER, Connected(1, connected=False))
    assert (table.people[1].status, table.seats[1].person, table.seats[1].bot) == ("away", 1, None)


def test_why_somebody_is_away_stands_with_them_until_they_are_here_or_leave() -> None:
    table = playing()
    assert [person.cause for person in table.people[:2]] == [None, None]
    away = run(table, SERVER, Connected(1, connected=False, cause="silent"))
    assert observe(away, 0).people[1].cause == "silent"
    assert run(away, SERVER, Connected(1, connected=True)).people[1].cause is None
    assert run(away, BEN, Leave()).people[1].cause is None
    restarted = run(away, SERVER, Restart())
    assert [person.cause for person in restarted.people[:2]] == ["stopped", "silent"]


def test_a_log_from_before_there_were_causes_reads_as_it_always_did() -> None:
    row = b'{"type":"ConnectionLost","person":1}'
    table = playing()
    away = evolve(table, Recorded(table.version + 1, table.at, decode(row, Event)))
    assert (away.people[1].status, away.people[1].cause) == ("away", None)


def test_who_left_comes_back_and_takes_the_seat_again() -> None:
    table = run(run(playing(), BEN, Leave()), SERVER, Connected(1, connected=True))
    table = run(table, BEN, TakeSeat(1))
    assert table.seats[1].person == 1


def test_who_left_may_come_back_to_the_seat_also_where_nobody_may_come_late() -> None:
    table = run(playing(latecomers=False), BEN, StandUp())
    assert run(table, BEN, TakeSeat(1)).seats[1].person == 1


def test_a_spectator_leaves_without_touching_a_seat() -> None:
    before = playing()
    assert run(before, CY, Leave()).seats == before.seats


def test_after_a_restart_nobody_is_connected() -> None:
    table = run(run(watched(), BEN, Leave()), SERVER, Restart())
    assert [person.status for person in table.people] == ["away", "left", "away"]


# --- latecomers -------------------------------------------------------------------------------


def test_a_latecomer_takes_over_a_bots_seat_with_its_hand_and_score() -> None:
    before = playing()
    table = with_people(before, "Di")
    assert table.seat_of(3) == 2
    assert table.match == before.match


def test_a_latecomer_sees_the_hand_from_then_on() -> None:
    table = with_people(playing(), "Di")
    view = observe(table, 3).match
    assert view is not None
    assert isinstance(view.current.hands[2], Cards)


def test_the_host_may_want_no_latecomers() -> None:
    table = with_people(playing(latecomers=False), "Di")
    assert table.seat_of(3) is None


def test_a_spectator_takes_over_a_bots_seat() -> None:
    assert run(playing(), CY, TakeSeat(4)).seats[4].person == 2


def test_a_seat_that_somebody_left_may_be_taken_over() -> None:
    table = run(run(playing(), BEN, StandUp()), CY, TakeSeat(1))
    assert table.seat_of(2) == 1


def test_who_was_taken_over_looks_into_no_other_hand_of_this_game() -> None:
    table = run(run(playing(), BEN, StandUp()), CY, TakeSeat(1))
    assert refused(table, BEN, TakeSeat(3)).code == "SEATED_ALREADY"
    table = run(run(table, ANA, StopGame()), ANA, StartGame())
    assert run(table, BEN, TakeSeat(3)).seat_of(1) == 3


def test_in_the_next_game_nobody_has_a_seat_to_come_back_to() -> None:
    table = run(playing(), BEN, StandUp())
    table = run(run(table, ANA, StopGame()), ANA, StartGame())
    assert run(table, BEN, TakeSeat(3)).seat_of(1) == 3


# --- the host ---------------------------------------------------------------------------------


def test_when_the_host_loses_the_connection_the_seated_person_here_longest_is_host() -> None:
    table = run(watched(), BEN, StandUp())
    table = run(table, CY, TakeSeat(1))
    table = run(table, SERVER, Connected(0, connected=False))
    assert (table.host, table.owner) == (2, 0)


def test_the_longest_here_counts_among_equals() -> None:
    table = with_people(open_table(), "Ben", "Cy")
    table = run(table, SERVER, Connected(1, connected=False), at=START + 1)
    table = run(table, SERVER, Connected(1, connected=True), at=START + 2)
    assert run(table, SERVER, Connected(0, connected=False)).host == 2


def test_the_owner_who_comes_back_is_the_host_again() -> None:
    table = run(watched(), SERVER, Connected(0, connected=False))
    assert table.host == 1
    assert run(table, SERVER, Connected(0, connected=True)).host == 0


def test_who_comes_back_to_a_seat_stands_in_for_a_host_who_is_away() -> None:
    table = watched()
    for person in (1, 2, 0):
        table = run(table, SERVER, Connected(person, connected=False))
    assert table.host == 0
    watching = run(table, SERVER, Connected(2, connected=True))
    assert watching.host == 0  # who only watches does not
    table = run(watching, SERVER, Connected(1, connected=True))
    assert (table.host, table.owner) == (1, 0)


def test_nobody_takes_a_table_over_while_everybody_is_away() -> None:
    table = run(watched(), Stranger(), Come("Eve", key(8), sit=False))
    for person in (2, 1, 0):
        table = run(table, SERVER, Connected(person, connected=False))
    assert refused(table, ByPerson(3), TakeHost()).code == "HOST_ONLY"


def test_who_watches_becomes_the_host_only_where_nobody_else_sits() -> None:
    table = watched()
    for person in (1, 0):
        table = run(table, SERVER, Connected(person, connected=False))
    assert table.host == 0
    assert refused(table, CY, TakeHost()).code == "HOST_ONLY"
    table = run(run(watched(), BEN, StandUp()), SERVER, Connected(0, connected=False))
    assert table.host == 1


def test_a_host_who_leaves_is_replaced_for_good() -> None:
    table = run(watched(), ANA, Leave())
    assert (table.host, table.owner) == (1, 1)


def test_an_owner_who_leaves_has_nothing_to_take_back() -> None:
    table = run(watched(), SERVER, Connected(0, connected=False))
    table = run(table, ANA, Leave())
    assert (table.host, table.owner) == (1, 1)


def test_a_host_who_made_somebody_else_host_leaves_like_anybody() -> None:
    table = run(run(watched(), ANA, MakeHost(1)), ANA, Leave())
    assert (table.host, table.owner) == (1, 1)


def test_the_last_to_go_stays_the_host_until_somebody_sits_down() -> None:
    table = run(open_table(), ANA, Leave())
    assert table.host == 0
    assert with_people(table, "Ben").host == 1


def test_nobody_follows_a_host_while_nobody_is_connected() -> None:
    assert run(open_table(), SERVER, Connected(0, connected=False)).host == 0


def test_who_sits_down_may_become_the_host_while_the_host_is_away() -> None:
    table = run(run(watched(), SERVER, Restart()), SERVER, Connected(2, connected=True))
    assert run(run(table, CY, TakeSeat(3)), CY, TakeHost()).host == 2


# --- bots that hold a seat --------------------------------------------------------------------


def test_a_bot_holds_the_seat_of_whoever_asks() -> None:
    table = run(playing(), BEN, LetBotPlay(1))
    assert (table.seats[1].person, table.seats[1].bot, table.seats[1].reason) == (
        1,
        "steady",
        "asked",
    )


def test_the_host_lets_a_bot_play_for_somebody() -> None:
    assert run(playing(), ANA, LetBotPlay(1)).seats[1].bot == "steady"


def test_one_message_takes_the_seat_back() -> None:
    table = run(run(playing(), BEN, LetBotPlay(1)), BEN, Reclaim())
    assert (table.seats[1].bot, table.seats[1].reason) == (None, None)


def test_acting_is_taking_the_seat_back() -> None:
    table = run(started(watched()), BEN, LetBotPlay(1))
    assert table.match is not None
    act = act_of(core.observe(table.match, 1), table.ply, Random(1))
    table = run(table, BEN, act)
    assert table.seats[1].bot is None
    assert 1 not in table.awaited


@pytest.mark.parametrize("host_asks", [FreeSeat(1), Remove(1)])
def test_a_bot_that_held_a_seat_goes_on_when_its_owner_has_to_go(
    host_asks: FreeSeat | Remove,
) -> None:
    table = run(run(playing(), BEN, LetBotPlay(1)), ANA, host_asks)
    assert (table.seats[1].person, table.seats[1].bot) == (None, "steady")


def test_a_stranger_who_was_removed_is_refused_by_the_same_key_only() -> None:
    table = run(watched(), ANA, Remove(1))
    assert refused(table, Stranger(), Come("X", key(1))).code == "REMOVED"
    assert len(run(table, Stranger(), Come("X", key(9))).people) == 4
