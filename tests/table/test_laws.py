"""The laws of the core, repeated for tables, over random evenings of everybody.

That views commute with events is in ``test_commutes``, that nothing leaks in
``test_reveals_nothing``.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given

from cancellation_hearts import core
from cancellation_hearts.core import Cards, Phase
from cancellation_hearts.core.cards import pack
from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.table import (
    Actor,
    ByBot,
    ByPerson,
    ByServer,
    Recorded,
    Table,
    TableCode,
    TableCommand,
    TableView,
    Told,
    deadline,
    decide,
    fold,
    observe,
    redact,
)
from cancellation_hearts.table.commands import Connected, Resume, SayReady, Tick
from cancellation_hearts.table.dealing import stopped
from tests.strategies import seeds
from tests.table.walks import (
    Step,
    act_of,
    evening,
    recorded,
    refused,
    run,
    seed,
    settings_of,
)


def evenings(number: int, *, steps: int = 250) -> Iterator[Step]:
    rng = Random(number)
    yield from evening(settings_of(rng), rng, steps=steps)


# --- replays ----------------------------------------------------------------------------------


@given(seed=seeds)
def test_folding_the_log_gives_the_live_table(seed: int) -> None:
    log, last = list[Recorded](), None
    for step in evenings(seed):
        log += step.events
        last = step.after
    assert fold(None, log) == last
    assert [item.version for item in log] == list(range(1, len(log) + 1))


@given(seed=seeds)
def test_deciding_the_same_commands_again_gives_the_same_events(seed: int) -> None:
    table: Table | None = None
    for step in evenings(seed):
        if step.events:
            again = decide(table, step.actor, step.command, at=step.at)
            assert again == tuple(item.event for item in step.events)
            table = fold(table, step.events)


@given(seed=seeds)
def test_a_log_that_was_written_and_read_gives_the_same_table(seed: int) -> None:
    log, last = list[Recorded](), None
    for step in evenings(seed):
        log += (decode(encode(item), Recorded) for item in step.events)
        last = step.after
    assert fold(None, log) == last


# --- refusals change nothing ------------------------------------------------------------------


@given(seed=seeds)
def test_a_command_that_is_refused_changes_nothing(seed: int) -> None:
    refused = 0
    for step in evenings(seed):
        before = encode(step.before)
        if step.refusal is not None:
            refused += 1
            assert encode(step.after) == before
            assert not step.events
        else:
            assert step.after is not None
            assert step.after.version > (0 if step.before is None else step.before.version)
    assert refused


# --- round trips ------------------------------------------------------------------------------


def same(value: Any, kind: Any) -> None:  # noqa: ANN401 - a union of structs is no type
    data = encode(value)
    again = decode(data, kind)
    assert again == value
    assert encode(again) == data


@given(seed=seeds)
def test_whatever_a_table_keeps_or_tells_reads_back_as_the_same_value(seed: int) -> None:
    rng = Random(seed)
    for step in evenings(seed, steps=150):
        same(step.command, TableCommand)
        table = step.before
        for item in step.events:
            same(item, Recorded)
            if table is not None:
                reader = rng.choice((None, *range(len(table.people))))
                same(redact(table, item, reader), Told)
            table = fold(table, [item])
        if table is not None:
            same(table, Table)
            same(observe(table, rng.choice((None, *range(len(table.people))))), TableView)


# --- conserves --------------------------------------------------------------------------------


@given(seed=seeds)
def test_no_card_comes_into_being_or_gets_lost_whoever_comes_and_goes(seed: int) -> None:
    for step in evenings(seed):
        match = None if step.after is None else step.after.match
        if match is None or match.deal is None or match.phase is Phase.PASSING:
            continue
        deal = match.deal
        held = sum((hand for hand in deal.hands if isinstance(hand, Cards)), Cards())
        played = sum((trick.pile for trick in deal.tricks), Cards())
        open_trick = Cards() if deal.trick is None else deal.trick.pile
        kitty = deal.kitty if isinstance(deal.kitty, Cards) else Cards()
        assert held + played + open_trick + kitty == pack(match.rules.decks)


# --- always moves -----------------------------------------------------------------------------


def mover(table: Table) -> bool:
    """Whether somebody can move the game on, or something will."""
    unready = any(
        seat.person is not None and seat.bot is None and not seat.ready for seat in table.seats
    )
    waits = table.between_hands and table.settings.rest is None and unready
    return bool(table.awaited or table.for_bots or waits) or deadline(table) is not None


@given(seed=seeds)
def test_while_a_game_goes_on_somebody_or_something_moves_it(seed: int) -> None:
    for step in evenings(seed):
        table = step.after
        if table is not None and not table.resting:
            assert mover(table)


@given(seed=seeds)
def test_a_tick_is_granted_when_it_is_due_and_not_before(seed: int) -> None:
    rng = Random(seed)
    for step in evenings(seed):
        table = step.after
        due = None if table is None else deadline(table)
        if table is None or due is None:
            continue
        assert decide(table, ByServer(), Tick("00" * 32), at=due)
        if rng.random() < 0.2:
            early = refused(table, ByServer(), Tick("00" * 32), at=due - 1)
            assert early.code is TableCode.NOTHING_TO_DO


def move(table: Table, rng: Random) -> tuple[Actor, TableCommand] | None:
    """What somebody who keeps the game going does next: a bot, a person, or the server."""
    owners = [seat.person for seat in table.seats if seat.person is not None]
    here = [person for person in owners if table.people[person].status == "here"]
    if not here:
        return (ByServer(), Connected(owners[0], connected=True)) if owners else None
    if table.paused is not None:
        return ByPerson(here[0]), Resume()
    match = table.match
    for seat in table.awaited:
        there = table.seats[seat]
        assert match is not None
        act = act_of(core.observe(match, seat), table.ply, rng)
        if there.bot is not None:
            return ByBot(seat), act
        slow = deadline(table) is not None and rng.random() < 0.1
        if there.person in here and not slow:
            return ByPerson(there.person), act
    if deadline(table) is not None:
        return ByServer(), Tick(seed(rng))
    for there in table.seats:
        if there.person in here and table.between_hands and not there.ready:
            return ByPerson(there.person), SayReady(ready=True)
    away = [table.seats[seat].person for seat in table.awaited]
    return ByServer(), Connected(next(at for at in away if at is not None), connected=True)


@given(seed=seeds)
def test_when_bots_people_and_ticks_go_on_every_game_ends(seed: int) -> None:
    rng = Random(seed)
    table = None
    for step in evenings(seed, steps=120):
        table = step.after
    assert table is not None
    for _ in range(50_000):
        asked = move(table, rng) if table.playing else None
        if asked is None:
            break
        table = run(table, *asked, at=max(table.at, deadline(table) or 0))
    if table.playing:  # everybody has left: then the host stops it
        assert all(seat.person is None for seat in table.seats)
        table = fold(table, recorded(table, stopped(table), table.at))
    assert not table.playing
