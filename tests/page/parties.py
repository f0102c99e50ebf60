"""Tables at a moment of one's choice, and everybody at them but those who hold a phone.

A hand is arranged, some of it is played, and the log of it is put into the store of a server that
runs; then pages come to it as to any table. Seats are played by people, for whom a test acts when
it wants to, or by bots, who act at once.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from itertools import count
from random import Random
from typing import Any, Final

from playwright.sync_api import Locator, Page

from cancellation_hearts import core
from cancellation_hearts.core import BeginMatch, Card, Cards, DealCards, Phase, Rules
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.shuffle import order_of
from cancellation_hearts.service.players import key_of, new_table_name
from cancellation_hearts.service.tables import PREFIX
from cancellation_hearts.store import SqliteStore
from cancellation_hearts.table import (
    Act,
    Actor,
    ByBot,
    ByPerson,
    ByServer,
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
    Come,
    Connected,
    OpenTable,
    Pass,
    Play,
    StartGame,
    Tick,
)
from tests.page.phones import in_a_loop_of_its_own
from tests.server.serving import Server

NAMES: Final = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kim")
_ids = count(1)


class Evening:
    """A table, and all that happened there so far, before anybody comes to it with a page."""

    def __init__(
        self, rules: str = "players=6", *, bots: Collection[int] = (), **settings: object
    ) -> None:
        """Everybody sits and is connected; Ana, the host, on seat 0.

        ``settings`` are those of a table; nobody's connection is given up on by itself.
        """
        parsed = Rules.parse(rules)
        wanted = Settings(parsed, **({"grace": 3600} | settings))  # type: ignore[arg-type]
        self.events: list[Recorded] = []
        self.tokens: dict[int, str] = {}
        """By seat, whose person has one."""
        self._people: dict[int, int] = {}
        self._now = time.time_ns() // 1_000_000
        self.at: Table | None = None
        for seat in range(parsed.players):
            if seat in bots:
                self.run(ByPerson(0), AddBot(seat, wanted.level))
                continue
            person = len(self._people)
            token = secrets.token_urlsafe(24)
            self.tokens[seat], self._people[seat] = token, person
            if seat == 0:
                self.run(Stranger(), OpenTable(wanted, NAMES[0], key_of(token)))
            else:
                self.run(Stranger(), Come(NAMES[seat], key_of(token)))
            self.run(ByServer(), Connected(person, connected=True))

    @property
    def table(self) -> Table:
        assert self.at is not None
        return self.at

    @property
    def match(self) -> core.Match:
        assert self.table.match is not None
        return self.table.match

    def run(self, actor: Actor, command: TableCommand, *, moment: int | None = None) -> None:
        """Somebody does something, and it is granted."""
        moment = max(self._now if moment is None else moment, 0 if self.at is None else self.at.at)
        self._fold(decide(self.at, actor, command, at=moment), moment)

    def _fold(self, events: tuple[Event, ...], moment: int) -> None:
        for event in events:
            recorded = Recorded(len(self.events) + 1, moment, event)
            self.at = evolve(self.at, recorded)
            self.events.append(recorded)

    def deal(self, hands: Mapping[int, str] | None = None, *, leader: int = 0) -> None:
        """A game begins; these seats have these cards among others, which are always the same.

        ``leader`` plays first, if the rules let the left of the dealer do so.
        """
        self.run(ByPerson(0), StartGame())
        due = deadline(self.table)
        assert due is not None
        self.run(ByServer(), Tick("ab" * 32), moment=due)
        rules = self.table.rules
        wanted = {seat: Cards.of(cards) for seat, cards in (hands or {}).items()}
        left = list(KINDS * rules.decks)
        for cards in wanted.values():
            for card in cards:
                left.remove(card)
        Random(1).shuffle(left)
        size = len(KINDS) * rules.decks // rules.players
        whole = []
        for seat in range(rules.players):
            own = list(wanted.get(seat, ()))
            while len(own) < size:
                own.append(left.pop())
            whole.append(Cards.of(own))
        dealer = (leader - 1) % rules.players
        begun = core.decide(None, BeginMatch(rules, dealer))
        order = order_of(whole, Cards.of(left), dealer=dealer)
        dealt = core.decide(core.fold(None, begun), DealCards(order))
        self._fold((*begun, *dealt), self.table.at)

    def act(self, act: Act) -> None:
        """Whoever is awaited first does it."""
        seat = self.table.awaited[0]
        is_bot = self.table.seats[seat].bot is not None
        self.run(ByBot(seat) if is_bot else ByPerson(self._people[seat]), act)

    def play(self, cards: str) -> None:
        """The next of them, each in turn, play these."""
        for word in cards.split():
            self.act(Play(Card(word), self.table.ply))

    def play_on(self, tricks: int) -> None:
        """So many whole tricks are played, with the first card that may be."""
        for _ in range(tricks * self.table.rules.players):
            self.play_any()

    def play_on_until(self, seat: int) -> None:
        """And so on, until it is this seat's turn."""
        while self.table.awaited != (seat,):
            self.play_any()

    def play_any(self) -> None:
        """The first card that may be played."""
        legal = core.legal_plays(self.match, self.table.awaited[0])
        self.act(Play(next(iter(legal)), self.table.ply))

    def pass_lowest(self, *seats: int) -> None:
        """These choose the first cards of their hands to give away."""
        for seat in seats:
            hand = self.match.current.hands[seat]
            assert isinstance(hand, Cards)
            cards = list(hand)[-self.table.rules.pass_count :]
            actor: Actor = ByBot(seat)
            if self.table.seats[seat].bot is None:
                actor = ByPerson(self._people[seat])
            self.run(actor, Pass(Cards.of(cards), self.table.ply))

    @property
    def is_passing(self) -> bool:
        return self.match.phase is Phase.PASSING

    def begins_at(self, server: Server) -> Party:
        """Put it into the store of a server, and let everybody come."""
        name = new_table_name()

        async def put() -> None:
            async with SqliteStore.open(server.data / "tables.sqlite3") as store:
                for event in self.events:
                    await store.append(
                        PREFIX + name,
                        expected=event.version - 1,
                        rows=[encode(event.event)],
                        at=event.at,
                    )

        in_a_loop_of_its_own(put())
        return Party(server, name, self.tokens)


class Party:
    """A table of a server, and who sits there."""

    def __init__(self, server: Server, name: str, tokens: Mapping[int, str]) -> None:
        """``tokens``: by seat."""
        self._server = server
        self.name = name
        self.tokens = dict(tokens)

    def come(self, *seats: int) -> None:
        """These people are there, for the next forty seconds; without any, all of them."""
        for seat in seats or self.tokens:
            self.update(seat)

    def update(self, seat: int) -> dict[str, Any]:
        """How everything stands, as the server tells whoever sits there."""
        status, update = self._server.get(
            f"/api/tables/{self.name}/updates", token=self.tokens[seat]
        )
        assert status == 200, update
        found: dict[str, Any] = update
        return found

    def asks(self, seat: int, /, **command: object) -> dict[str, Any]:
        """Somebody asks for something; the answer."""
        body = {"type": "ask", "id": f"test.{next(_ids)}", "command": command}
        answer: dict[str, Any] = self._server.post(
            f"/api/tables/{self.name}/asks", body, token=self.tokens[seat]
        )[1]
        return answer

    def play(self, cards: str) -> None:
        """Whoever is to play plays the first of them, the next the next."""
        for card in cards.split():
            facts = self.update(next(iter(self.tokens)))["facts"]
            (seat,) = facts["awaited"]
            answer = self.asks(seat, type="Play", card=card, ply=facts.get("ply", 0))
            assert answer["type"] == "done", (seat, card, answer)

    def play_any(self) -> None:
        """Whoever is to play plays the first card that may be, unless a bot does."""
        anybody = next(iter(self.tokens))
        while not (awaited := self.update(anybody)["facts"]["awaited"]) or (
            (seat := awaited[0]) not in self.tokens
        ):
            continue
        update = self.update(seat)
        card, ply = update["mine"]["legal"][0], update["facts"].get("ply", 0)
        answer = self.asks(seat, type="Play", card=card, ply=ply)
        assert answer["type"] == "done", answer

    def pass_lowest(self, *seats: int) -> None:
        """These choose the lowest spades and hearts that they have to give away."""
        for seat in seats:
            update = self.update(seat)
            ply = update["facts"].get("ply", 0)
            hand = core.Cards.parse(update["mine"]["hand"])
            cards = Cards.of(list(hand)[: update["facts"]["pass_count"]])
            answer = self.asks(seat, type="Pass", cards=cards.notation, ply=ply)
            assert answer["type"] == "done", answer

    def invites(self, seat: int) -> str:
        """The path of a link by which another device takes this one's place."""
        secret = secrets.token_urlsafe(24)
        assert self.asks(seat, type="InviteDevice", key=key_of(secret))["type"] == "done"
        return f"/t/{self.name}#device={secret}"

    def sit(
        self, page: Page, seat: int = 0, *, screen: str = "main.play", address: str = ""
    ) -> None:
        """That page is the one of whoever sits there, and shows the table, or another screen.

        ``address``: where the page believes the server to be.
        """
        page.goto(f"{address}/")  # under which name the server is known there
        page.context.add_cookies(
            [{"name": f"ch_{self.name}", "value": self.tokens[seat], "url": page.url}]
        )
        page.goto(f"{address}/t/{self.name}")
        page.locator(screen).wait_for()


def told(page: Page) -> dict[str, Any]:
    """What that page shows, in the words of an update, read off its screen."""
    found: dict[str, Any] = page.evaluate(_READ)
    return found


_READ: Final = """() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const number = (element, name) => Number(element.getAttribute(name));
  const seats = all(".seat").sort((a, b) => number(a, "data-seat") - number(b, "data-seat"));
  const laid = seat => seat.querySelector(".fallen")?.getAttribute("data-card") ?? null;
  const where = element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  return {
    names: seats.map(seat => seat.querySelector(".who b").textContent),
    cards: seats.map(laid),
    totals: seats.map(seat => Number(seat.querySelector(".score").firstChild.textContent)),
    taken: seats.map(seat => Number(seat.querySelector(".taken, .slot-points")?.textContent ?? 0)),
    cancelled: seats.map(seat => !!seat.querySelector(".bars") && !!seat.querySelector(".badge.x")),
    winners: seats.filter(seat => seat.querySelector(".badge.star"))
      .map(seat => number(seat, "data-seat")),
    led: seats.filter(seat => seat.querySelector(".led")).map(seat => number(seat, "data-seat")),
    turn: seats.filter(seat => seat.classList.contains("turn"))
      .map(seat => number(seat, "data-seat")),
    hand: all(".hand .key").map(key => key.getAttribute("data-card")),
    links: all(".track .link").length,
    words: document.querySelector(".board .words")?.innerText ?? "",
    pot: Number(document.querySelector(".board .pot .n")?.textContent ?? 0),
  };
}"""


def with_settings(page: Page, **settings: object) -> None:
    """Whoever holds that phone wants the page so; before it goes anywhere."""
    text = json.dumps(json.dumps(settings))
    page.add_init_script(f"localStorage.setItem('cancellation-hearts', {text})")


def key(page: Page, card: str) -> Locator:
    """The first of the cards of that name in the hand."""
    return page.locator(f".hand .key[data-card={card}]").first


def tap(page: Page, *cards: str) -> None:
    """A finger on the index of each of these cards, or a mouse."""
    for card in cards:
        # force: Playwright would wait until a card may be played
        key(page, card).click(position={"x": 10, "y": 12}, force=True)


def until(page: Page, wanted: object, found: Callable[[], object], *, seconds: float = 8) -> None:
    """Wait until it is found; then that it is not says what there was."""
    end = time.monotonic() + seconds
    while (seen := found()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert seen == wanted


def comes(page: Page, true: Callable[[], object], *, seconds: float = 8) -> None:
    """Wait until this is so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came"
        page.wait_for_timeout(20)


def shown(update: Mapping[str, Any]) -> dict[str, Any]:
    """What a page with no trick left over has to show of an update; see ``told``."""
    table, facts, mine = update["public"], update["facts"], update["mine"]
    count = len(table["seats"])
    trick = table["match"]["deal"].get("trick") or {}
    played, order = trick.get("cards", []), facts.get("order", [])
    cards: list[str | None] = [None] * count
    cancelled = [False] * count
    for seat, card, cut in zip(order, played, facts.get("cancelled", []), strict=False):
        cards[seat], cancelled[seat] = card, cut
    winner = facts.get("winner")
    pairs = {card for card, cut in zip(played, facts.get("cancelled", []), strict=False) if cut}
    hand = mine["hand"].split(".")
    names = list(facts["names"])
    names[mine["seat"]] = "You"
    pot = facts.get("pot") or {}
    return {
        "names": names,
        "cards": cards,
        "totals": list(table["match"]["totals"]),
        "taken": list(facts.get("taken") or [0] * count),
        "cancelled": cancelled,
        "winners": [] if winner is None else [winner],
        "led": order[:1] if played else [],
        "turn": list(facts["awaited"]) if facts["phase"] == "playing" else [],
        "hand": [
            f"{suit}{rank}"
            for suit, ranks in zip("SHDC", hand, strict=True)
            for rank in reversed(ranks)
        ],
        "links": len(pairs),
        "pot": facts.get("stake", 0) + pot.get("points", 0),
    }


def seen(page: Page) -> dict[str, Any]:
    """What the page shows of it, without its words."""
    found = told(page)
    del found["words"]
    return found


def differences(page: Page, update: Mapping[str, Any]) -> list[object]:
    """What the page shows otherwise than the server says: its name, and both."""
    one, other = seen(page), shown(update)
    return [(name, one[name], other[name]) for name in one if one[name] != other[name]]
