"""Many people at one table, each asking what they like, in any order: what must stay true."""

from __future__ import annotations

from random import Random
from typing import Final

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cancellation_hearts import core
from cancellation_hearts.core import Cards, Phase
from cancellation_hearts.core.cards import KINDS, pack
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.table import (
    Actor,
    ByBot,
    ByPerson,
    ByServer,
    Clock,
    Stranger,
    Table,
    TableCommand,
    TableView,
    deadline,
    decide,
    evolve,
    observe,
    redact,
)
from cancellation_hearts.table.commands import (
    AddBot,
    AddEntropy,
    ChangeSettings,
    Come,
    Connected,
    FreeSeat,
    GiveTime,
    Leave,
    LetBotPlay,
    MakeHost,
    Mute,
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
from tests.table.walks import (
    act_of,
    key,
    open_table,
    recorded,
    settings_of,
    started,
    with_people,
)

PEOPLE: Final = st.integers(0, 5)
SEATS: Final = st.integers(0, 7)
ASKED: Final = (
    *("stand", "leave", "ready", "reclaim", "lend", "time"),
    *("pause", "resume", "rename", "host", "entropy", "card"),
)
DECIDED: Final = ("stop", "bot", "free", "swap", "mute", "remove", "lend", "host", "settings")
PAUSES: Final = st.sampled_from((0, 1, 900, 5_000, 40_000))


class Evening(RuleBasedStateMachine):
    """A table, and the view of everybody, kept up by what they are told."""

    table: Table
    views: dict[int | None, TableView]
    at: int

    @initialize(
        clock=st.sampled_from((None, Clock(5, 10))),
        bots=st.booleans(),
        rest=st.sampled_from((None, 0, 30)),
        grace=st.sampled_from((0, 10)),
        begun=st.booleans(),
    )
    def open(
        self, clock: Clock | None, rest: int | None, grace: int, *, bots: bool, begun: bool
    ) -> None:
        table = open_table(
            "decks=1 players=4 limit=20", clock=clock, bots=bots, rest=rest, grace=grace
        )
        table = with_people(table, "Ben", "Cy", *(() if bots else ("Di",)))
        self.table = started(table) if begun else table
        self.at = self.table.at
        people = (None, *range(len(table.people)))
        self.views = {person: observe(self.table, person) for person in people}

    def ask(self, actor: Actor, command: TableCommand) -> None:
        """Somebody asks; what is refused leaves the table as it was."""
        before = self.table
        data = encode(before)
        try:
            events = decide(before, actor, command, at=self.at)
        except Refusal:
            assert encode(self.table) == data
            return
        assert events
        for item in recorded(before, events, self.at):
            after = evolve(self.table, item)
            for person in (None, *range(len(after.people))):
                if person in self.views:
                    told = redact(self.table, item, person)
                    self.views[person] = evolve(self.views[person], told)
                else:
                    self.views[person] = observe(after, person)
            self.table = after

    @rule(pause=PAUSES)
    def wait(self, pause: int) -> None:
        self.at += pause

    # --- coming and going ---------------------------------------------------------------------

    @precondition(lambda self: len(self.table.people) < 6)
    @rule(sit=st.booleans())
    def come(self, *, sit: bool) -> None:
        self.ask(Stranger(), Come("X", key(len(self.table.people)), sit=sit))

    @rule(person=PEOPLE, how=st.sampled_from(("gone", "back", "back", "all back", "restart")))
    def connect(self, person: int, how: str) -> None:
        if how == "restart":
            self.ask(ByServer(), Restart())
        for number in range(len(self.table.people)) if how == "all back" else (person,):
            self.ask(ByServer(), Connected(number, connected=how != "gone"))

    # --- people -------------------------------------------------------------------------------

    @rule(person=PEOPLE, seat=SEATS)
    def take_seat(self, person: int, seat: int) -> None:
        self.ask(ByPerson(person), TakeSeat(seat))

    @rule(
        person=PEOPLE,
        seat=SEATS,
        ready=st.booleans(),
        kind=st.sampled_from(ASKED),
    )
    def ask_as_a_person(self, person: int, seat: int, kind: str, *, ready: bool) -> None:
        number = 0 if self.table.seal is None else self.table.seal.number
        commands: dict[str, TableCommand] = {
            "stand": StandUp(),
            "leave": Leave(),
            "ready": SayReady(ready),
            "reclaim": Reclaim(),
            "lend": LetBotPlay(seat),
            "time": GiveTime(seat),
            "pause": Pause(),
            "resume": Resume(),
            "rename": Rename(person, "Zoe"),
            "host": TakeHost(),
            "entropy": AddEntropy(number, f"{person:032x}"),
            "card": Play(KINDS[seat], 0),
        }
        self.ask(ByPerson(person), commands[kind])

    # --- the host -----------------------------------------------------------------------------

    @precondition(lambda self: not self.table.playing)
    @rule()
    def start(self) -> None:
        self.ask(ByPerson(self.table.host), StartGame())

    @rule(
        seat=SEATS,
        other=SEATS,
        person=PEOPLE,
        kind=st.sampled_from(DECIDED),
        number=st.integers(0, 99),
    )
    def ask_as_the_host(self, seat: int, other: int, person: int, kind: str, number: int) -> None:
        commands: dict[str, TableCommand] = {
            "stop": StopGame(),
            "bot": AddBot(seat, "random"),
            "free": FreeSeat(seat),
            "swap": SwapSeats(seat, other),
            "mute": Mute(person, muted=True),
            "remove": Remove(person),
            "lend": LetBotPlay(seat),
            "host": MakeHost(person),
            "settings": ChangeSettings(settings_of(Random(number))),
        }
        self.ask(ByPerson(self.table.host), commands[kind])

    # --- the game -----------------------------------------------------------------------------

    @precondition(lambda self: not self.table.resting)
    @rule(number=st.integers(0, 2**16), plays=st.integers(1, 60))
    def play(self, number: int, plays: int) -> None:
        """The game goes on for a while, as it should or by the clock."""
        rng = Random(number)
        for _ in range(plays):
            table, match = self.table, self.table.match
            due = deadline(table)
            if due is not None and (not table.awaited or rng.random() < 0.05):
                self.at = max(self.at, due)
                self.ask(ByServer(), Tick(rng.randbytes(32).hex()))
            elif table.awaited and match is not None:
                seat = rng.choice(table.awaited)
                there = table.seats[seat]
                assert there.person is not None or there.bot is not None
                actor = ByBot(seat) if there.person is None or there.bot else ByPerson(there.person)
                self.ask(actor, act_of(core.observe(match, seat), table.ply, rng))

    # --- what must stay true ------------------------------------------------------------------

    @invariant()
    def nobody_has_two_seats(self) -> None:
        owners = [seat.person for seat in self.table.seats if seat.person is not None]
        assert len(owners) == len(set(owners))

    @invariant()
    def who_is_gone_has_no_seat(self) -> None:
        for at, person in enumerate(self.table.people):
            if person.status in ("left", "removed"):
                assert self.table.seat_of(at) is None

    @invariant()
    def there_are_as_many_seats_as_the_rules_say(self) -> None:
        assert len(self.table.seats) == self.table.rules.players

    @invariant()
    def no_seat_is_free_in_a_game(self) -> None:
        if self.table.playing:
            for seat in self.table.seats:
                assert seat.person is not None or seat.bot is not None

    @invariant()
    def the_host_is_a_person_who_was_not_sent_away(self) -> None:
        for person in (self.table.host, self.table.owner):
            assert self.table.people[person].status != "removed"

    @invariant()
    def a_bot_that_plays_once_is_a_bot_at_the_seat_of_a_person(self) -> None:
        for seat in self.table.seats:
            assert not seat.once or (seat.bot is not None and seat.person is not None)
            assert (seat.bot is None) == (seat.reason is None)

    @invariant()
    def names_can_be_told_apart(self) -> None:
        names = [person.name.casefold() for person in self.table.people]
        assert len(names) == len(set(names))

    @invariant()
    def no_card_is_lost(self) -> None:
        match = self.table.match
        if match is None or match.deal is None or match.phase is Phase.PASSING:
            return
        piles = [*match.deal.hands, match.deal.kitty, *(trick.pile for trick in match.deal.tricks)]
        if match.deal.trick is not None:
            piles.append(match.deal.trick.pile)
        there = sum((pile for pile in piles if isinstance(pile, Cards)), Cards())
        assert there == pack(match.rules.decks)

    @invariant()
    def nothing_is_due_at_a_table_that_rests(self) -> None:
        if self.table.resting:
            assert deadline(self.table) is None

    @invariant()
    def a_tick_does_something_when_it_is_due_and_nothing_before(self) -> None:
        due = deadline(self.table)
        tick = Tick("00" * 32)
        if due is not None:
            assert decide(self.table, ByServer(), tick, at=due)
        try:
            decide(self.table, ByServer(), tick, at=self.at if due is None else due - 1)
        except Refusal:
            return
        raise AssertionError("a tick was granted before its time")

    @invariant()
    def everybody_knows_what_they_may_know(self) -> None:
        for person, view in self.views.items():
            assert view == observe(self.table, person)


TestEvening = Evening.TestCase
TestEvening.settings = settings(stateful_step_count=60)
