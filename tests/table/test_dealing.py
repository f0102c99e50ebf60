"""From the start of a game to its cards, and on to the proof: promise, chance, deal, reveal."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from cancellation_hearts import core
from cancellation_hearts.core import Phase
from cancellation_hearts.core.events import DealScored, MatchEnded
from cancellation_hearts.core.shuffle import (
    commitment,
    deal_key,
    deal_order,
    first_dealer,
    shuffled_pack,
)
from cancellation_hearts.table import (
    ByBot,
    ByPerson,
    ByServer,
    Event,
    Stranger,
    Table,
    TableCode,
    deadline,
    decide,
    fold,
    observe,
)
from cancellation_hearts.table.commands import (
    AddEntropy,
    Come,
    Connected,
    StartGame,
    StopGame,
    Tick,
)
from cancellation_hearts.table.events import GameStopped, SeedRevealed
from tests.table.walks import (
    START,
    act_of,
    dealt,
    key,
    open_table,
    play_on,
    recorded,
    refused,
    run,
    started,
    tick,
    with_people,
)

ANA: Final = ByPerson(0)
BEN: Final = ByPerson(1)
SERVER: Final = ByServer()
SEED: Final = bytes(range(32))
ADDED: Final = bytes(range(16))


def starting(rules: str = "players=6") -> Table:
    """The host has started a game."""
    return run(with_people(open_table(rules), "Ben"), ANA, StartGame())


def promised() -> Table:
    return run(starting(), SERVER, Tick(SEED.hex()))


def test_a_deal_is_promised_at_once() -> None:
    table = promised()
    assert table.seal is not None
    assert (table.seal.number, table.seal.commitment) == (1, commitment(SEED).hex())


def test_the_first_deal_waits_a_second_for_what_the_seats_add() -> None:
    table = promised()
    assert deadline(table) == table.at + 1_000
    table = run(table, ANA, AddEntropy(1, ADDED.hex()), at=table.at + 10)
    assert refused(table, SERVER, Tick("")).code is TableCode.NOTHING_TO_DO


def test_a_deal_does_not_wait_when_everybody_who_is_here_has_added() -> None:
    table = promised()
    for person in (0, 1):
        table = run(table, ByPerson(person), AddEntropy(1, ADDED.hex()), at=table.at + 10)
    assert deadline(table) is not None
    assert tick(table, at=table.at).match is not None


def test_a_deal_does_not_wait_for_somebody_who_is_away() -> None:
    table = run(promised(), SERVER, Connected(1, connected=False))
    table = run(table, ANA, AddEntropy(1, ADDED.hex()))
    assert deadline(table) == table.at


def test_the_deal_and_its_dealer_follow_from_the_seed_and_what_was_added() -> None:
    table = tick(run(promised(), BEN, AddEntropy(1, ADDED.hex())))
    secret = deal_key(SEED, [None, ADDED, None, None, None, None])
    assert table.match is not None
    assert table.match.dealer == first_dealer(secret, players=6)
    hands, kitty = deal_order(shuffled_pack(secret, decks=2), players=6, dealer=table.match.dealer)
    assert (table.match.current.hands, table.match.current.kitty) == (hands, kitty)


def to_the_last_card(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """The table when one card of the hand is left, and what that card leads to."""
    while True:
        match, seat = table.match, table.awaited[0]
        assert match is not None
        act = act_of(core.observe(match, seat), table.ply, Random(5))
        person = table.seats[seat].person
        actor = ByBot(seat) if person is None else ByPerson(person)
        events = decide(table, actor, act, at=table.at)
        if any(isinstance(event, DealScored) for event in events):
            return table, events
        table = fold(table, recorded(table, events, table.at))


def test_the_promise_is_kept_with_the_score() -> None:
    table = tick(run(promised(), BEN, AddEntropy(1, ADDED.hex())))
    before, events = to_the_last_card(table)
    added = (None, ADDED.hex(), None, None, None, None)
    assert events[-1] == SeedRevealed(1, SEED.hex(), added)
    assert fold(before, recorded(before, events, before.at)).seal is None


def test_a_game_that_ends_keeps_its_promise_too() -> None:
    _table, events = to_the_last_card(dealt(starting("players=6 limit=1")))
    assert isinstance(events[-2], MatchEnded)
    assert isinstance(events[-1], SeedRevealed)


def test_every_hand_has_a_promise_of_its_own() -> None:
    table = tick(play_on(dealt(starting()), until=Phase.DEALING))
    assert table.seal is not None
    assert table.seal.number == 2


def test_the_dealer_moves_on_from_hand_to_hand_and_to_the_next_game() -> None:
    table = play_on(dealt(starting("players=6 limit=1")), until=Phase.OVER)
    assert table.match is not None
    first = table.match.dealer
    assert not table.playing
    table = dealt(run(table, ANA, StartGame()))
    assert table.match is not None
    assert table.match.dealer == (first + 1) % 6


def test_again_keeps_seats_rules_and_spectators() -> None:
    table = run(open_table("players=6 limit=1"), Stranger(), Come("Cy", key(1), sit=False))
    table = run(table, SERVER, Connected(1, connected=True))
    before = play_on(started(table), until=Phase.OVER)
    table = run(before, ANA, StartGame())
    assert (table.settings, table.people) == (before.settings, before.people)
    assert [seat.person for seat in table.seats] == [seat.person for seat in before.seats]
    assert table.games == 2


@pytest.mark.parametrize("seed", ["", "ab", "AB" * 32, "ab" * 33])
def test_the_server_may_not_promise_what_is_no_seed(seed: str) -> None:
    with pytest.raises(ValueError, match="a seed is 64 hexadecimal digits"):
        decide(starting(), SERVER, Tick(seed), at=START)


def test_nobody_is_shown_the_seed_or_what_others_added_before_the_score() -> None:
    table = run(promised(), BEN, AddEntropy(1, ADDED.hex()))
    for person, shown in ((None, ""), (0, ""), (1, ADDED.hex())):
        seal = observe(table, person).seal
        assert seal is not None
        assert seal.seed is None
        assert seal.entropies == (None, shown, None, None, None, None)


def test_a_stopped_game_breaks_the_promise_and_shows_no_seed() -> None:
    events = decide(promised(), ANA, StopGame(), at=START)
    assert events == (GameStopped(),)
    assert run(promised(), ANA, StopGame()).seal is None
