"""What the host decides: rules, seats, people, and the start of games."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from cancellation_hearts.core import Phase, Rules
from cancellation_hearts.table import ByPerson, ByServer, Clock, Settings, Stranger, Table, observe
from cancellation_hearts.table.commands import (
    AddBot,
    ChangeSettings,
    Come,
    Connected,
    FreeSeat,
    MakeHost,
    Mute,
    Remove,
    Rename,
    StandUp,
    StartGame,
    StopGame,
    SwapSeats,
    TakeSeat,
)
from cancellation_hearts.table.state import Seat
from tests.table.walks import dealt, key, open_table, play_on, run, started, with_people

ANA: Final = ByPerson(0)
BEN: Final = ByPerson(1)
SERVER: Final = ByServer()


def three() -> Table:
    """Ana, Ben and Cy at a table for six."""
    return with_people(open_table(), "Ben", "Cy")


def playing() -> Table:
    return play_on(started(three()), until=Phase.PLAYING)


def settings_for(players: int, **house: object) -> Settings:
    return Settings(Rules.parse(f"players={players}"), **house)  # type: ignore[arg-type]


def test_more_seats_are_added_between_games() -> None:
    table = run(three(), ANA, ChangeSettings(settings_for(8)))
    assert [seat.person for seat in table.seats] == [0, 1, 2, *[None] * 5]


def test_free_seats_go_first_then_bots_and_people_stay() -> None:
    table = three()
    for seat in (3, 4, 5):
        table = run(table, ANA, AddBot(seat, "random"))
    table = run(run(table, ANA, ChangeSettings(settings_for(7))), ANA, SwapSeats(0, 6))
    table = run(table, ANA, ChangeSettings(replace(settings_for(6))))
    assert [(seat.person, seat.bot) for seat in table.seats] == [
        (1, None),
        (2, None),
        (None, "random"),
        (None, "random"),
        (None, "random"),
        (0, None),
    ]
    table = run(table, ANA, ChangeSettings(Settings(Rules.parse("decks=1 players=4"))))
    assert [(seat.person, seat.bot) for seat in table.seats] == [
        (1, None),
        (2, None),
        (None, "random"),
        (0, None),
    ]


def test_house_rules_change_at_any_time() -> None:
    table = run(playing(), ANA, ChangeSettings(settings_for(6, clock=Clock(10, 20), rest=None)))
    assert table.settings.clock == Clock(10, 20)


def test_another_number_of_seats_leaves_the_first_dealer_to_the_lot() -> None:
    table = replace(three(), dealer=4)
    assert run(table, ANA, ChangeSettings(settings_for(6, grace=1))).dealer == 4
    assert run(table, ANA, ChangeSettings(settings_for(7))).dealer is None


def test_two_seats_change_places_before_a_game() -> None:
    table = run(three(), ANA, SwapSeats(1, 4))
    assert [seat.person for seat in table.seats] == [0, None, 2, None, 1, None]


def test_a_bot_gets_a_free_seat_with_its_level() -> None:
    table = run(three(), ANA, AddBot(3, "random"))
    assert table.seats[3] == Seat(bot="random", reason="invited")


def test_a_bot_is_replaced_by_another_in_the_middle_of_a_game() -> None:
    assert run(playing(), ANA, AddBot(3, "random")).seats[3].bot == "random"


def test_a_seat_left_to_a_bot_is_still_its_former_owners_when_the_bot_is_replaced() -> None:
    table = run(playing(), ANA, ChangeSettings(settings_for(6, latecomers=False)))
    table = run(run(table, BEN, StandUp()), ANA, AddBot(1, "random"))
    assert run(table, BEN, TakeSeat(1)).seat_of(1) == 1


@pytest.mark.parametrize("seat", [1, 3])
def test_the_host_frees_a_seat_before_a_game(seat: int) -> None:
    table = run(three(), ANA, AddBot(3, "random"))
    assert run(table, ANA, FreeSeat(seat)).seats[seat] == Seat()


def test_a_seat_that_is_freed_in_a_game_goes_to_a_bot_and_may_be_taken_over() -> None:
    table = run(playing(), ANA, FreeSeat(1))
    assert table.seats[1] == Seat(bot="steady", reason="left")
    table = run(table, Stranger(), Come("Di", key(3)))
    assert table.seats[1].person == 3


def test_the_host_renames_somebody() -> None:
    assert run(three(), ANA, Rename(1, "Benedict")).people[1].name == "Benedict"


def test_the_host_mutes_somebody_and_lets_them_speak_again() -> None:
    table = run(three(), ANA, Mute(1, muted=True))
    assert table.people[1].muted
    assert not run(table, ANA, Mute(1, muted=False)).people[1].muted


def test_who_is_removed_loses_the_seat() -> None:
    table = run(three(), ANA, Remove(1))
    assert (table.people[1].status, table.seats[1]) == ("removed", Seat())


def test_a_spectator_is_removed() -> None:
    table = run(run(three(), BEN, StandUp()), ANA, Remove(1))
    assert table.people[1].status == "removed"


def test_who_is_removed_from_a_game_leaves_the_seat_to_a_bot() -> None:
    table = run(playing(), ANA, Remove(1))
    assert table.seats[1] == Seat(bot="steady", reason="left")


def test_who_left_may_still_be_removed_and_does_not_come_back() -> None:
    table = run(three(), ANA, MakeHost(2))
    table = run(table, SERVER, Connected(0, connected=False))
    table = run(table, ByPerson(2), Remove(0))
    assert table.people[0].status == "removed"


def test_the_host_hands_the_table_over_for_good() -> None:
    table = run(three(), ANA, MakeHost(2))
    assert (table.host, table.owner) == (2, 2)


# --- games ------------------------------------------------------------------------------------


def test_bots_of_the_chosen_level_fill_the_free_seats_at_the_start() -> None:
    table = run(with_people(open_table(level="random"), "Ben"), ANA, StartGame())
    assert [seat.bot for seat in table.seats] == [None, None, *["random"] * 4]


def test_without_bots_a_full_table_starts() -> None:
    table = with_people(open_table(bots=False), *"BCDEF")
    assert run(table, ANA, StartGame()).playing


def test_a_host_without_a_seat_starts_the_game_of_the_others() -> None:
    assert run(run(three(), ANA, StandUp()), ANA, StartGame()).playing


def test_a_stopped_game_can_be_started_again_by_the_same_people_at_the_same_rules() -> None:
    before = playing()
    table = run(run(before, ANA, StopGame()), ANA, StartGame())
    assert (table.games, table.playing, table.match) == (2, True, None)
    assert [seat.person for seat in table.seats] == [seat.person for seat in before.seats]


def test_the_cards_of_a_stopped_hand_are_shown_to_nobody() -> None:
    table = run(playing(), ANA, StopGame())
    table = run(table, BEN, TakeSeat(4))  # where a bot's hand lay
    for person in (None, 0, 1, 2):
        view = observe(table, person).match
        assert view is not None
        assert view.deal is None
    assert dealt(run(table, ANA, StartGame())).playing


def test_a_stopped_game_keeps_what_was_scored() -> None:
    table = play_on(started(three()), until=Phase.DEALING)
    assert table.match is not None
    stopped = run(table, ANA, StopGame())
    assert stopped.match == table.match
    mid_hand = run(dealt(table), ANA, StopGame())
    assert mid_hand.match is not None
    assert mid_hand.match.totals == table.match.totals


def test_after_a_game_the_table_may_get_more_seats_than_that_game_had() -> None:
    table = play_on(started(with_people(open_table("players=6 limit=1"), "Ben")), until=Phase.OVER)
    table = run(table, ANA, ChangeSettings(settings_for(8)))
    table = run(table, BEN, TakeSeat(7))
    view = observe(table, 1).match
    assert view is not None
    assert view.seat is None
    assert view.winners
