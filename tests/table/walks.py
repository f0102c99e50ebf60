"""Whole random evenings at a table: people, bots and the clock, some of it nonsense.

``evening`` tells them step by step. It keeps to no plan: at every moment anybody may do anything,
and what is refused is part of the story. Most steps move the game on, so that hands get finished.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple, get_args

import pytest

from cancellation_hearts.bots import command_of
from cancellation_hearts.bots.simple import RandomBot
from cancellation_hearts.core import (
    Card,
    Cards,
    ChooseMoon,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    View,
    observe,
)
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.table import (
    Act,
    Actor,
    ByBot,
    ByPerson,
    ByServer,
    Clock,
    Event,
    Recorded,
    Settings,
    Stranger,
    Table,
    TableCommand,
    deadline,
    decide,
    evolve,
)
from cancellation_hearts.table.commands import (
    AddBot,
    AddEntropy,
    ChangeSettings,
    Choose,
    Come,
    Connected,
    FreeSeat,
    GiveTime,
    InviteDevice,
    Leave,
    LetBotPlay,
    MakeHost,
    MoveDevice,
    Mute,
    OpenTable,
    Pass,
    Pause,
    Play,
    Reclaim,
    Remove,
    Rename,
    Restart,
    Resume,
    SayReady,
    StandUp,
    StartGame,
    StopGame,
    SwapSeats,
    TakeHost,
    TakeSeat,
    Tick,
)
from cancellation_hearts.table.state import Cause

CAUSES: Final[tuple[Cause | None, ...]] = (None, *get_args(Cause))
START: Final = 1_800_000_000_000


class Step(NamedTuple):
    """One command and what came of it; no events: it was refused."""

    before: Table | None
    actor: Actor
    command: TableCommand
    at: int
    events: tuple[Recorded, ...]
    refusal: Refusal | None
    after: Table | None


def recorded(table: Table | None, events: tuple[Event, ...], at: int) -> tuple[Recorded, ...]:
    """The events with their places in the row."""
    first = 1 if table is None else table.version + 1
    return tuple(Recorded(first + index, at, event) for index, event in enumerate(events))


def run(
    table: Table | None, actor: Actor, command: TableCommand, *, at: int | None = None
) -> Table:
    """The table after a command that is granted."""
    moment = at if at is not None else START if table is None else table.at
    for item in recorded(table, decide(table, actor, command, at=moment), moment):
        table = evolve(table, item)
    assert table is not None
    return table


def refused(
    table: Table | None, actor: Actor, command: TableCommand, *, at: int | None = None
) -> Refusal:
    """Why a command is not granted; the table stays as it is, byte for byte."""
    moment = at if at is not None else START if table is None else table.at
    before = encode(table)
    with pytest.raises(Refusal) as caught:
        decide(table, actor, command, at=moment)
    assert encode(table) == before
    return caught.value


def key(number: int) -> str:
    return f"{number:064x}"


def device(number: int) -> str:
    return f"d{number:063x}"


def invitation(number: int) -> str:
    return f"e{number:063x}"


def seed(rng: Random) -> str:
    return rng.randbytes(32).hex()


def act_of(view: View, ply: int, rng: Random) -> Act:
    """What a seat that is awaited may do."""
    command = command_of(RandomBot(rng.randrange(2**32)), view)
    match command:
        case PassCards(_seat, cards):
            return Pass(cards, ply)
        case PlayCard(_seat, card):
            return Play(card, ply)
        case ChooseMoon(_seat, choice):
            return Choose(choice, ply)
        case _:
            raise AssertionError(command)


def open_table(rules: str = "players=6", /, **settings: object) -> Table:
    """A table with its host on seat 0, connected."""
    wanted = Settings(Rules.parse(rules), **settings)  # type: ignore[arg-type]
    table = run(None, Stranger(), OpenTable(wanted, "Ana", key(0)))
    return run(table, ByServer(), Connected(0, connected=True))


def with_people(table: Table, *names: str) -> Table:
    """These come, sit down and are connected."""
    for name in names:
        number = len(table.people)
        table = run(table, Stranger(), Come(name, key(number)))
        table = run(table, ByServer(), Connected(number, connected=True))
    return table


def started(table: Table, *, rng: Random | None = None) -> Table:
    """The host starts, and the first hand is dealt."""
    table = run(table, ByPerson(table.host), StartGame())
    return dealt(table, rng=rng)


def tick(table: Table, *, at: int | None = None) -> Table:
    """The table after what is due next; ``at``: looked at later than it was due."""
    due = deadline(table)
    assert due is not None
    moment = max(due, table.at) if at is None else at
    return run(table, ByServer(), Tick("ab" * 32), at=moment)


def dealt(table: Table, *, rng: Random | None = None) -> Table:
    """The next hand is promised and dealt."""
    rng = rng or Random(1)
    while table.between_hands:
        due = deadline(table)
        assert due is not None
        table = run(table, ByServer(), Tick(seed(rng)), at=max(due, table.at))
    return table


def play_on(table: Table, *, until: Phase, rng: Random | None = None) -> Table:
    """Everybody acts in turn until the match waits for something else."""
    rng = rng or Random(2)
    while table.match is not None and table.match.phase is not until:
        seat = table.awaited[0]
        table = acts(table, seat, rng=rng)
    return table


def acts(table: Table, seat: int, *, rng: Random | None = None) -> Table:
    """Whoever plays this seat does something legal."""
    match = table.match
    assert match is not None
    there = table.seats[seat]
    actor: Actor = ByBot(seat)
    if there.bot is None:
        assert there.person is not None
        actor = ByPerson(there.person)
    return run(table, actor, act_of(observe(match, seat), table.ply, rng or Random(3)))


# --- random evenings --------------------------------------------------------------------------


def evening(settings: Settings, rng: Random, *, steps: int) -> Iterator[Step]:
    """So many commands of everybody, from the opening on."""
    table: Table | None = None
    at = START
    for _ in range(steps):
        actor, command = _next(table, settings, rng)
        at += rng.choice((0, 1, 500, 3_000, 20_000))
        if isinstance(command, Tick) and table is not None:
            due = deadline(table)
            at = max(at, table.at, due or 0)
        before, refusal, events = table, None, tuple[Recorded, ...]()
        try:
            events = recorded(table, decide(table, actor, command, at=at), at)
        except Refusal as refused:
            refusal = refused
        for item in events:
            table = evolve(table, item)
        yield Step(before, actor, command, at, events, refusal, table)


def _next(table: Table | None, settings: Settings, rng: Random) -> tuple[Actor, TableCommand]:
    if table is None:
        return Stranger(), OpenTable(settings, "Ana", key(0))
    chance = rng.random()
    if not table.playing and chance < 0.5:
        return _gathering(table, settings, rng)
    if chance < 0.9:
        sensible = _going_on(table, rng)
        if sensible is not None:
            return sensible
    return _anything(table, settings, rng)


def _gathering(table: Table, settings: Settings, rng: Random) -> tuple[Actor, TableCommand]:
    away = [at for at, person in enumerate(table.people) if person.status == "away"]
    if away and rng.random() < 0.6:
        return ByServer(), Connected(rng.choice(away), connected=True)
    if len(table.people) < settings.rules.players + 2 and rng.random() < 0.7:
        return Stranger(), Come(
            rng.choice("ABCDEFG"),
            key(len(table.people)),
            sit=rng.random() < 0.8,
            program=rng.random() < 0.2,
            device=rng.choice((None, device(rng.randrange(9)))),
        )
    return ByPerson(table.host), StartGame()


def _going_on(table: Table, rng: Random) -> tuple[Actor, TableCommand] | None:
    """Something that moves the game on, if anything does."""
    if table.paused is not None:
        return ByPerson(table.host), Resume()
    if table.playing and table.asleep:
        owners = [seat.person for seat in table.seats if seat.person is not None]
        return (ByServer(), Connected(rng.choice(owners), connected=True)) if owners else None
    match = table.match
    if table.for_bots and match is not None:
        seat = rng.choice(table.for_bots)
        return ByBot(seat), act_of(observe(match, seat), table.ply, rng)
    people = [seat for seat in table.awaited if table.seats[seat].bot is None]
    if people and match is not None:
        if rng.random() < 0.03:
            return ByServer(), Tick(seed(rng))
        seat = rng.choice(people)
        person = table.seats[seat].person
        assert person is not None
        return ByPerson(person), act_of(observe(match, seat), table.ply, rng)
    if table.between_hands:
        owners = [seat.person for seat in table.seats if seat.person is not None]
        if owners and rng.random() < 0.4:
            return ByPerson(rng.choice(owners)), SayReady(ready=True)
        if table.seal is not None and owners and rng.random() < 0.4:
            return ByPerson(rng.choice(owners)), AddEntropy(
                table.seal.number, rng.randbytes(16).hex()
            )
        return ByServer(), Tick(seed(rng))
    return None


def _anything(table: Table, settings: Settings, rng: Random) -> tuple[Actor, TableCommand]:
    if any(person.invitation for person in table.people) and rng.random() < 0.5:
        return Stranger(), MoveDevice(_some_invitation(table, rng), key(rng.randrange(30, 99)))
    person = rng.randrange(-1, len(table.people) + 1)
    seat = rng.randrange(-1, len(table.seats) + 1)
    ply = 0 if table.match is None else table.ply + rng.choice((0, 0, 0, -1, 1))
    commands: list[TableCommand] = [
        Pass(Cards.of(rng.sample(KINDS, 3)), ply),
        Play(rng.choice(KINDS), ply),
        Play(Card.SQ, ply),
        Choose(rng.choice(("add", "subtract", None)), ply),
        TakeSeat(seat),
        StandUp(),
        Leave(),
        SayReady(rng.random() < 0.5),
        AddEntropy(rng.randrange(3), rng.randbytes(16).hex()),
        Reclaim(),
        LetBotPlay(seat),
        GiveTime(seat),
        Pause(),
        Resume(),
        Rename(person, rng.choice(("Ana", "Z", "", "bot:x"))),
        TakeHost(),
        ChangeSettings(_other_settings(settings, rng)),
        AddBot(seat, rng.choice(("random", "steady"))),
        FreeSeat(seat),
        SwapSeats(seat, rng.randrange(len(table.seats))),
        StartGame(),
        Mute(person, rng.random() < 0.5),
        MakeHost(person),
        Connected(person, rng.random() < 0.5, rng.choice(CAUSES)),
        Connected(person, connected=True),
        Restart(),
        Tick(seed(rng)),
        Come("Late", key(rng.randrange(30)), rng.random() < 0.5),
        Come("Dee", key(rng.randrange(30)), device=device(rng.randrange(9))),
        InviteDevice(invitation(rng.randrange(99))),
        MoveDevice(_some_invitation(table, rng), key(rng.randrange(30, 99))),
        OpenTable(settings, "Eve", key(99)),
    ]
    if rng.random() < 0.1:
        commands = [StopGame(), Remove(person)]
    command = rng.choice(commands)
    if rng.random() < 0.8 and isinstance(command, Connected | Restart | Tick):
        return ByServer(), command
    if rng.random() < 0.8 and isinstance(command, Come | MoveDevice | OpenTable):
        return Stranger(), command
    if rng.random() < 0.8 and isinstance(command, InviteDevice):
        return ByPerson(max(0, min(person, len(table.people) - 1))), command
    actors: list[Actor] = [ByPerson(table.host), ByPerson(table.host), ByPerson(person)]
    actors += [ByBot(seat), ByServer(), Stranger()]
    return rng.choice(actors), command


def _some_invitation(table: Table, rng: Random) -> str:
    there = [person.invitation for person in table.people if person.invitation is not None]
    return rng.choice([*there, invitation(0)])


def _other_settings(settings: Settings, rng: Random) -> Settings:
    rules = settings.rules
    if rng.random() < 0.5:
        fewest, most = (6, 11) if rules.decks == 2 else (3, 6)
        said = f"decks={rules.decks} players={rng.randint(fewest, most)} limit={rules.limit}"
        rules = Rules.parse(said)
    return Settings(
        rules,
        clock=rng.choice((None, Clock(5, 10), Clock(30, 90))),
        grace=rng.choice((0, 10, 60)),
        rest=rng.choice((None, 0, 30)),
        bots=rng.random() < 0.8,
        level=rng.choice(("steady", "random")),
        latecomers=rng.random() < 0.8,
        spectators=rng.random() < 0.8,
    )


def settings_of(rng: Random, **fixed: object) -> Settings:
    """Any settings, with short games."""
    decks, players = rng.choice(((2, 6), (2, 7), (2, 8), (2, 11), (1, 3), (1, 4)))
    rules = Rules.parse(f"decks={decks} players={players} limit={rng.choice((1, 20, 150))}")
    return _other_settings(Settings(rules, **fixed), rng)  # type: ignore[arg-type]
