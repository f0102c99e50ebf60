"""No reader is told a card, a seed, an entropy or a key that they may not know.

Two judges. One searches the bytes of all that every reader is told in random evenings for secrets.
The other exchanges hidden cards (and with them the seed, what others added to it, and the keys of
all): what a reader is told stays the same, byte for byte. The worlds in which cards are exchanged
are those of ``tests/laws/test_reveals_nothing.py``; here people, bots and a host sit around them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Final

import pytest
from hypothesis import given

from cancellation_hearts.core import Cards, Hidden, Rules, RuleViolation
from cancellation_hearts.core.cards import Knowledge
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.rules import PASS_WAYS
from cancellation_hearts.table import (
    Event,
    Recorded,
    Settings,
    Table,
    TableView,
    Told,
    evolve,
    observe,
    redact,
)
from cancellation_hearts.table.events import (
    ClockExpired,
    ConnectionLost,
    ConnectionMade,
    DeviceInvited,
    DeviceMoved,
    EntropyAdded,
    Paused,
    PersonCame,
    PersonRemoved,
    ReadySaid,
    Resumed,
    SeatHandedOver,
    SeatLeft,
    SeatReclaimed,
    SeatTaken,
    SeedCommitted,
    SeedRevealed,
    TimeGiven,
)
from cancellation_hearts.table.observe import OPEN
from cancellation_hearts.table.state import Person, Seat
from tests.conftest import scale
from tests.laws.test_reveals_nothing import Places, World, moments, pick, public, world_of
from tests.strategies import seeds
from tests.table.walks import START, evening, settings_of

# --- searching --------------------------------------------------------------------------------


def readers(table: Table) -> tuple[int | None, ...]:
    """Every seat's owner, spectators, those who left or were sent away, and a stranger."""
    return (None, *range(len(table.people)))


def hidden_piles(table: Table, person: int | None) -> Iterator[Knowledge]:
    """What this reader may not know of the cards, pile by pile."""
    deal = None if table.match is None else table.match.deal
    if deal is None or deal.revealed:
        return
    seat = table.seat_of(person)
    for owner in range(len(deal.hands)):
        if owner != seat:
            yield from (deal.hands[owner], deal.dealt[owner])
            if deal.choices and (choice := deal.choices[owner]) is not None:
                yield choice
            if (
                deal.passes is not None
                and deal.offset is not None
                and (owner + deal.offset) % len(deal.hands) != seat
            ):
                yield deal.passes[owner]
    if deal.kitty is not None and (deal.kitty_owner is None or deal.kitty_owner != seat):
        yield deal.kitty


def secrets(table: Table, person: int | None, shown: set[str]) -> Iterator[str]:
    """What else they may not know; ``shown`` is what has been revealed."""
    for found in table.people:
        for secret in (found.key, found.invitation, found.device):
            if secret is not None:
                yield secret
    if table.seal is not None:
        if table.seal.seed is not None:
            yield table.seal.seed
        for owner, part in enumerate(table.seal.entropies):
            if part is not None and owner != table.seat_of(person) and part not in shown:
                yield part


@given(seed=seeds)
def test_no_reader_is_told_a_secret_in_any_message_or_view(seed: int) -> None:
    rng = Random(seed)
    shown = set[str]()
    for step in evening(settings_of(rng), rng, steps=150):
        table = step.before
        for item in step.events:
            after = evolve(table, item)
            if isinstance(item.event, SeedRevealed):
                shown |= {part for part in item.event.entropies if part}
            for person in readers(after):
                last = item is step.events[-1]
                told = [encode(observe(after, person))] if last else []
                if table is not None:
                    told.append(encode(redact(table, item, person)))
                search(told, after, person, shown)
            table = after


@given(seed=seeds)
def test_every_reader_is_told_an_open_event_alike(seed: int) -> None:
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=150):
        table = step.before
        for item in step.events:
            if table is not None and isinstance(item.event, OPEN):
                told = {encode(redact(table, item, person)) for person in readers(table)}
                assert len(told) == 1
            table = evolve(table, item)


def search(told: list[bytes], table: Table, person: int | None, shown: set[str]) -> None:
    for message in told:
        for secret in secrets(table, person, shown):
            assert secret.encode() not in message
        for pile in hidden_piles(table, person):
            if len(pile) > 4:  # a few cards may well lie open together somewhere else
                assert f'"{pile.notation}"'.encode() not in message


@given(seed=seeds)
def test_hidden_piles_are_numbers_in_every_view(seed: int) -> None:
    rng = Random(seed)
    for step in evening(settings_of(rng), rng, steps=150):
        table = step.after
        if table is None or table.match is None or table.match.deal is None:
            continue
        for person in readers(table):
            view = observe(table, person)
            assert view.match is not None
            deal, seat = view.match.current, view.match.seat
            assert seat in (None, view.seat)
            assert all(isinstance(hand, Hidden) for at, hand in enumerate(deal.hands) if at != seat)
            chosen = (pile for at, pile in enumerate(deal.choices) if at != seat)
            assert not any(isinstance(pile, Cards) for pile in chosen)


def test_a_seed_is_in_no_message_after_its_game_was_stopped() -> None:
    found = 0
    for number in range(scale(30, 300)):
        rng = Random(number)
        kept = set[str]()
        told = list[bytes]()
        revealed = set[str]()
        for step in evening(settings_of(rng), rng, steps=200):
            table = step.before
            for item in step.events:
                if isinstance(item.event, SeedCommitted):
                    assert item.event.seed is not None
                    kept.add(item.event.seed)
                if isinstance(item.event, SeedRevealed):
                    revealed.add(item.event.seed)
                if table is not None:
                    told.append(encode(redact(table, item, None)))
                table = evolve(table, item)
        stream = b"\n".join(told)
        for seed in kept:
            assert (seed.encode() in stream) is (seed in revealed)
        found += len(kept - revealed)
    assert found


# --- swapping ---------------------------------------------------------------------------------

STANDS_UP: Final = 2
"""A person, and the seat that they leave to a bot in the middle of the hand."""
TAKEN_OVER: Final = 1
"""A bot's seat, which the latecomer takes over."""


def spectator(rules: Rules) -> int:
    return rules.players


def removed(rules: Rules) -> int:
    return rules.players + 1


def latecomer(rules: Rules) -> int:
    return rules.players + 2


def known_seat(rules: Rules, person: int | None) -> int | None:
    """The seat whose cards this reader sees at some time."""
    if person == latecomer(rules):
        return TAKEN_OVER
    has_seat = person is not None and person < rules.players and person % 2 == 0
    return person if has_seat else None


def seated(world: World, secret: Random) -> Table:
    """A table around the match: people on even seats, bots on the others, two who watch."""
    rules = world.start.rules
    people = tuple(
        Person(f"P{number}", "here", START, key=secret.randbytes(32).hex())
        for number in range(rules.players + 2)
    )
    seats = tuple(
        Seat(bot="steady", reason="invited") if at % 2 else Seat(person=at)
        for at in range(rules.players)
    )
    return Table(
        version=1,
        at=START,
        settings=Settings(rules),
        people=people,
        seats=seats,
        host=0,
        owner=0,
        games=1,
        playing=True,
        dealer=world.start.dealer,
        match=world.start,
        seal=None,
        paused=None,
        scored=START,
        sheet=(),
        base=0,
    )


def log_of(world: World, *, person: int | None, story: int, secret: Random) -> list[Event]:
    """What happens at the table: the hand, and people and bots around it.

    ``secret`` is where everything comes from that the reader may not know.
    """
    rules, rng = world.start.rules, Random(story)
    seed = sha256(repr(world.order).encode()).hexdigest()
    events: list[Event] = [SeedCommitted(world.start.next_number, "c0" * 32, seed)]
    for seat in range(0, rules.players, 2):
        own = "ab" * 16 if seat == known_seat(rules, person) else secret.randbytes(16).hex()
        events.append(EntropyAdded(seat, own))
    around: list[Event] = [
        PersonRemoved(removed(rules)),
        ConnectionLost(0),
        SeatHandedOver(0, "steady", "lost"),
        ConnectionMade(0),
        PersonCame(
            latecomer(rules), "Late", secret.randbytes(32).hex(), device=secret.randbytes(32).hex()
        ),
        DeviceInvited(0, secret.randbytes(32).hex(), START + secret.randrange(10**9)),
        DeviceMoved(0, secret.randbytes(32).hex()),
        DeviceInvited(2, secret.randbytes(32).hex(), START + secret.randrange(10**9)),
        SeatTaken(TAKEN_OVER, latecomer(rules)),
        SeatReclaimed(0),
        ReadySaid(0, ready=True),
        SeatLeft(STANDS_UP, "steady"),
        TimeGiven(0, 0, 30_000),
        Paused(0),
        Resumed(0),
        ClockExpired(0, "steady"),
    ]
    happened, _match = world.happens()
    for event in happened:
        events.append(event)
        while around and rng.random() < 0.3:
            events.append(around.pop(0))
    return events + around


def told_to(world: World, person: int | None, *, story: int, secret: Random) -> list[bytes]:
    """All that reaches a reader, as bytes: each message, and the view at the end."""
    table, told = seated(world, secret), list[bytes]()
    for event in log_of(world, person=person, story=story, secret=secret):
        item = Recorded(table.version + 1, table.at + 100, event)
        message = redact(table, item, person)
        assert isinstance(message, Told)
        told.append(encode(message))
        table = evolve(table, item)
    view = observe(table, person)
    assert isinstance(view, TableView)
    return [*told, encode(view)]


def swapped(world: World, seat: int | None, rng: Random) -> World | None:
    """Another world that this seat cannot tell from this one, if one is found."""
    events, match = world.happens()
    places = Places(world)
    assert match.deal is not None
    hidden = places.hidden_from(seat, match.deal.kitty_owner)
    for _ in range(6):
        pair = pick(world, places, hidden, rng)
        if pair is None:
            return None
        other = world.swapped(*pair)
        try:
            other_events, other_match = other.happens()
        except RuleViolation:
            continue
        same = [public(event) for event in other_events] == [public(event) for event in events]
        if same and other_match != match:
            return other
    return None


@pytest.mark.parametrize(("decks", "players"), [(2, 6), (2, 7), (2, 11), (1, 4), (1, 5)])
def test_exchanging_hidden_cards_changes_no_byte_of_what_others_are_told(
    decks: int, players: int
) -> None:
    rng = Random(f"table {decks} {players}")
    seen = Counter[str]()
    for way in PASS_WAYS * scale(2, 60):
        whole = world_of((decks, players), way, rng)
        rules = whole.start.rules
        who = {
            "stranger": None,
            "seat": 0,
            "stood up": STANDS_UP,
            "spectator": spectator(rules),
            "removed": removed(rules),
            "latecomer": latecomer(rules),
        }
        for _sort, world in moments(whole, rng):
            for name, person in who.items():
                other = swapped(world, known_seat(rules, person), rng)
                if other is None:
                    continue
                story = rng.randrange(2**32)
                one = told_to(world, person, story=story, secret=Random("one"))
                two = told_to(other, person, story=story, secret=Random("two"))
                assert one == two
                seen[name] += 1
    assert {name: number for name, number in seen.items() if number < 5} == {}
    assert len(seen) == 6
