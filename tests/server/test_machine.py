"""People at a real server who come, play, are cut off, come back and talk rubbish, as they like.

The server is in this process, behind sockets on 127.0.0.1, so that after every step two things can
be compared: what each connected client has made of what it was told, and what the table, which only
the server knows whole, would show that person. And a refusal leaves the table as it was, byte for
byte: each is asked for at a moment at which nothing goes on by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable
from typing import Any, Final
from urllib.request import Request, urlopen

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cancellation_hearts.core import Card, Cards, Phase, legal_plays
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.core.codec import decode, encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.remote import Place, come
from cancellation_hearts.server.app import hall_of
from cancellation_hearts.server.config import Config, Rates
from cancellation_hearts.server.hall import Hall
from cancellation_hearts.server.run import listening, server_of
from cancellation_hearts.table import PersonCommand, Table, TableView, deadline, fold, observe
from cancellation_hearts.table.commands import (
    AddEntropy,
    Choose,
    Leave,
    MakeHost,
    Pass,
    Pause,
    Play,
    Reclaim,
    Remove,
    Rename,
    Resume,
    SayReady,
    StandUp,
    StartGame,
    StopGame,
    TakeHost,
    TakeSeat,
)
from cancellation_hearts.wire import (
    Ask,
    Bye,
    Done,
    Hello,
    Refused,
    ServerMessage,
    Update,
    Welcome,
)
from tests.conftest import scale
from tests.server.test_fuzz import DAMAGE
from tests.service.people import House

MOST: Final = 5
"""People; more would only take longer."""
PEOPLE: Final = st.integers(0, MOST - 1)
SOON: Final = 2_000
"""Milliseconds: what is due later does not disturb what happens now."""
PATIENCE: Final = 5.0
ROOMY: Final = Rates(*[(10.0**9, 10.0**9)] * 6)
RULES: Final = ("decks=1 players=3 limit=30", "decks=1 players=4 moon_choice=ask", "players=6")


class Screen:
    """What somebody at the other end of a socket makes of what they are told."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.view: TableView | None = None
        self.log: str | None = None
        self.socket: ClientConnection | None = None
        self.gone = False
        """Sent away for good."""
        self.last: tuple[Ask, Done] | None = None
        self.complaint: BaseException | None = None
        self._answers: asyncio.Queue[Done | Refused] = asyncio.Queue()
        self._welcomed = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        return self.socket is not None

    async def come_back(self, *, since: bool) -> None:
        """Connect; ``since``: go on from the version that is held, else from nothing."""
        version = None if self.view is None or not since else self.view.version
        if version is None:
            self.view = None
        self._answers, self._welcomed = asyncio.Queue(), asyncio.Event()
        self.socket = await connect(
            self.place.socket, compression=None, proxy=None, close_timeout=1
        )
        hello = Hello(self.place.table, token=self.place.token, since=version, log=self.log)
        await self.socket.send(encode(hello).decode())
        self._reading = asyncio.create_task(self._read(self.socket))
        # Whoever is told the first thing is connected for the table, too; who had left, is back.
        welcomed = asyncio.create_task(self._welcomed.wait())
        await asyncio.wait({welcomed, self._reading}, return_when=asyncio.FIRST_COMPLETED)
        welcomed.cancel()

    async def go(self, *, politely: bool) -> None:
        """Be cut off, in the middle of whatever comes, or close."""
        if self.socket is not None:
            if politely:
                await self.socket.close()
            else:
                self.socket.transport.abort()
        if self._reading is not None:
            await asyncio.gather(self._reading, return_exceptions=True)
        self.socket = self._reading = None

    async def answer(self, data: str) -> Done | Refused | None:
        """Say something; None: the connection ended over it."""
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(data)
        answered = asyncio.create_task(self._answers.get())
        assert self._reading is not None
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({answered, self._reading}, return_when=asyncio.FIRST_COMPLETED)
        if answered.done():
            return answered.result()
        answered.cancel()
        return None

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                raw = data.encode() if isinstance(data, str) else data
                message: ServerMessage = decode(raw, ServerMessage)
                match message:
                    case Welcome():
                        self.log = message.log
                    case Update():
                        self._fold(message)
                    case Done():
                        self._answers.put_nowait(message)
                    case Refused(None, code) if code != "BAD_MESSAGE":
                        self.gone = True  # at the door
                    case Refused():
                        self._answers.put_nowait(message)
                    case Bye(_reason, None):
                        self.gone = True
                    case _:
                        pass
        except ConnectionClosed:
            pass
        except BaseException as error:
            self.complaint = error
            raise
        finally:
            self.socket = None

    def _fold(self, update: Update) -> None:
        """Without events it is told anew how everything stands; with them it follows."""
        if update.events:
            assert self.view is not None
            self.view = fold(self.view, update.events)
            assert self.view == update.view
        else:
            self.view = update.view
        self._welcomed.set()


class Party(RuleBasedStateMachine):
    """A server, a table, and screens around it."""

    hall: Hall
    screens: list[Screen]

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._stack = contextlib.AsyncExitStack()
        self._ids = 0

    def run(self, work: Awaitable[Any]) -> Any:  # noqa: ANN401 - whatever the work returns
        async def bounded() -> Any:  # noqa: ANN401 - the same
            async with asyncio.timeout(3 * PATIENCE):
                return await work

        return self._runner.run(bounded())

    @initialize(rules=st.sampled_from(RULES))
    def open(self, rules: str) -> None:
        self.run(self._open(rules))
        self.run(self._settled())

    async def _open(self, rules: str) -> None:
        house = House()
        config = Config(rates=ROOMY)
        self.hall = await self._stack.enter_async_context(hall_of(house, config))
        listener = listening("127.0.0.1", 0)
        self._stack.callback(listener.close)
        server = server_of(self.hall)
        vars(server)["capture_signals"] = contextlib.nullcontext  # they are the test runner's
        serving = asyncio.create_task(server.serve(sockets=[listener]))

        async def stop() -> None:
            server.drain()
            await serving

        self._stack.push_async_callback(stop)
        async with asyncio.timeout(PATIENCE):
            while not server.started:
                await asyncio.sleep(0.001)
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        body = json.dumps({"name": "P0", "rules": rules}).encode()
        told = await asyncio.to_thread(_posted, f"{self.address}/api/tables", body)
        place = Place(self.address, told["table"], told["person"], told["token"])
        self.screens = [Screen(place)]
        await self.screens[0].come_back(since=False)

    def teardown(self) -> None:
        async def close() -> None:
            for screen in getattr(self, "screens", ()):
                await screen.go(politely=True)
            await self._stack.aclose()

        try:
            self.run(close())
        finally:
            self._runner.close()

    # --- looking ------------------------------------------------------------------------------

    async def _table(self) -> Table:
        return await self.hall.tables.table(self.screens[0].place.table)

    def table(self) -> Table:
        table: Table = self.run(self._table())
        return table

    async def _settled(self) -> None:
        """Until nothing goes on by itself, and everybody who is connected has been told all."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while not self._is_quiet(table := await self._table()):
            if asyncio.get_running_loop().time() > end:
                break
            for screen in self.screens:
                await self._add_entropy(screen)
            await asyncio.sleep(0.001)
        else:
            return
        held = [one.view and one.view.version for one in self.screens if one.is_connected]
        due = deadline(table)
        raise AssertionError(
            f"it never came to rest: version {table.version}, held {held}, bots {table.for_bots}, "
            f"due {due and due - self.hall.tables.store.now()}, {table.people}, {table.seats}"
        )

    def _is_quiet(self, table: Table) -> bool:
        due = deadline(table)
        if table.for_bots or (due is not None and due < self.hall.tables.store.now() + SOON):
            return False
        for number, person in enumerate(table.people):
            here = any(one.is_connected for one in self.screens if one.place.person == number)
            if here != (person.status == "here") and person.status not in ("left", "removed"):
                return False
        told = (one.view.version if one.view else 0 for one in self.screens if one.is_connected)
        return all(version == table.version for version in told)

    async def _add_entropy(self, screen: Screen) -> None:
        """As every client does, so that deals need not wait."""
        view = screen.view
        if not screen.is_connected or view is None or view.seat is None or view.seal is None:
            return
        if not view.seal.dealt and view.seal.entropies[view.seat] is None:
            ask = Ask(self._id(), AddEntropy(view.seal.number, "ab" * 16))
            await screen.answer(encode(ask).decode())  # or another window did

    @invariant()
    def everybody_holds_what_they_may_know(self) -> None:
        if not hasattr(self, "screens"):
            return
        table = self.table()
        for screen in self.screens:
            assert screen.complaint is None
            if screen.is_connected:
                assert screen.view == observe(table, screen.place.person)

    # --- coming and going ---------------------------------------------------------------------

    @precondition(lambda self: len(self.screens) < MOST)
    @rule(sit=st.booleans())
    def come(self, *, sit: bool) -> None:
        link = f"{self.address}/t/{self.screens[0].place.table}"
        try:
            place = self.run(come(link, f"P{len(self.screens)}", sit=sit))
        except Refusal:
            return
        self.screens.append(Screen(place))
        self.run(self.screens[-1].come_back(since=False))
        self.run(self._settled())

    @rule(who=PEOPLE, politely=st.booleans())
    def go(self, who: int, *, politely: bool) -> None:
        screen = self.screens[who % len(self.screens)]
        self.run(screen.go(politely=politely))
        self.run(self._settled())

    @rule(who=PEOPLE, since=st.booleans())
    def come_back(self, who: int, *, since: bool) -> None:
        screen = self.screens[who % len(self.screens)]
        if not screen.is_connected and not screen.gone:
            self.run(screen.come_back(since=since))
            self.run(self._settled())

    @rule()
    def all_come_back(self) -> None:
        for screen in self.screens:
            if not screen.is_connected and not screen.gone:
                self.run(screen.come_back(since=True))
        self.run(self._settled())

    # --- asking -------------------------------------------------------------------------------

    def _id(self) -> str:
        self._ids += 1
        return f"id{self._ids}"

    def ask(self, who: int, command: PersonCommand) -> None:
        """Somebody asks for something; what is refused leaves the table as it was."""
        screen = self.screens[who % len(self.screens)]
        if not screen.is_connected:
            return
        before = encode(self.table())
        ask = Ask(self._id(), command)
        answer: Done | Refused | None = self.run(screen.answer(encode(ask).decode()))
        self.run(self._settled())
        match answer:
            case Refused():
                assert answer.id == ask.id
                assert encode(self.table()) == before
            case Done():
                assert answer.id == ask.id
                assert encode(self.table()) != before
                screen.last = ask, answer
            case None:  # who leaves, or is sent away, may get no answer any more
                assert screen.gone

    @rule(who=PEOPLE, seat=st.integers(-1, 6))
    def take_seat(self, who: int, seat: int) -> None:
        self.ask(who, TakeSeat(seat))

    @rule(who=PEOPLE, other=PEOPLE, kind=st.integers(0, 8))
    def ask_for_something(self, who: int, other: int, kind: int) -> None:
        commands: tuple[PersonCommand, ...] = (
            StandUp(),
            Pause(),
            Resume(),
            Reclaim(),
            Rename(other, "Zoe"),
            TakeHost(),
            MakeHost(other),
            Leave(),
            SayReady(ready=True),
        )
        self.ask(who, commands[kind])

    @rule(who=PEOPLE, other=PEOPLE, rarely=st.integers(0, 9))
    def decide_as_a_host(self, who: int, other: int, rarely: int) -> None:
        self.ask(who, Remove(other) if rarely == 0 and other else StopGame())

    @rule()
    def start(self) -> None:
        self.ask(self.table().host, StartGame())

    @rule(cards=st.integers(1, 30))
    def play_on(self, cards: int) -> None:
        """Whoever is awaited acts, and whoever is asked says that they are ready."""
        for _ in range(cards):
            table = self.table()
            for screen in self.screens:
                view = screen.view
                if not screen.is_connected or view is None or view.seat is None:
                    continue
                act = _legal(view)
                if act is not None:
                    before = table.version
                    self.ask(self.screens.index(screen), act)
                    assert self.table().version > before
                    break
            else:
                return

    @rule(who=PEOPLE, card=st.sampled_from(KINDS), ago=st.integers(-1, 3))
    def play_any_card(self, who: int, card: Card, ago: int) -> None:
        self.ask(who, Play(card, self.table().ply - ago))

    @rule(who=PEOPLE, cards=st.lists(st.sampled_from(KINDS), max_size=4))
    def pass_any_cards(self, who: int, cards: list[Card]) -> None:
        self.ask(who, Pass(Cards.of(sorted(set(cards))), self.table().ply))

    @rule(who=PEOPLE)
    def ask_again(self, who: int) -> None:
        """With the same id, from the same or a new connection: the same answer, and nothing new."""
        screen = self.screens[who % len(self.screens)]
        if not screen.is_connected or screen.last is None:
            return
        ask, done = screen.last
        before = encode(self.table())
        assert self.run(screen.answer(encode(ask).decode())) == done
        self.run(self._settled())
        assert encode(self.table()) == before

    @rule(
        who=PEOPLE,
        rubbish=st.one_of(
            st.sampled_from(DAMAGE),
            st.text(max_size=40),
            st.just('{"type":"ask","id":"a","command":{"type":"Play","card":"XX","ply":0}}'),
            st.just('{"type":"ask","id":"a","command":{"type":"StandUp","seat":0}}'),
        ),
    )
    def talk_rubbish(self, who: int, rubbish: str) -> None:
        screen = self.screens[who % len(self.screens)]
        if not screen.is_connected:
            return
        before = encode(self.table())
        answer = self.run(screen.answer(rubbish))
        assert isinstance(answer, Refused)
        assert (answer.id, answer.code) == (None, "BAD_MESSAGE")
        self.run(self._settled())
        assert encode(self.table()) == before


def _legal(view: TableView) -> PersonCommand | None:
    """What is awaited of the owner of a view, if anything is."""
    match, seat = view.match, view.seat
    assert seat is not None
    if not view.playing or view.paused is not None:
        return None
    if view.between_hands:
        ready = view.seats[seat].ready or view.seats[seat].bot is not None
        return None if ready or match is None or match.deal is None else SayReady(ready=True)
    if seat not in view.awaited or match is None:
        return None
    if match.phase is Phase.MOON:
        return Choose("add", view.ply)
    hand = match.current.hands[seat]
    assert isinstance(hand, Cards)
    if match.phase is Phase.PASSING:
        return Pass(Cards.of(list(hand)[: match.rules.pass_count]), view.ply)
    return Play(next(iter(legal_plays(match, seat))), view.ply)


def _posted(address: str, body: bytes) -> Any:  # noqa: ANN401 - JSON
    request = Request(address, body, {"Content-Type": "application/json"})
    with urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


TestParty = Party.TestCase
TestParty.settings = settings(
    max_examples=scale(8, 400), stateful_step_count=scale(30, 60), deadline=None
)
