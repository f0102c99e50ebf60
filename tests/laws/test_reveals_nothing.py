"""Swap any cards that a seat cannot see: what it is told stays the same, byte for byte.

A *world* is one hand of a match: the order of the pack, and commands in which a pass names places
in that order instead of cards. Swapping the cards of two places gives another world, with the same
plays and the same passes, but for what lay in those places. It counts if somebody at the table
could live in it: no command is refused, and all that happens in public is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple, TypeAlias, assert_never

import pytest

from cancellation_hearts.core import (
    Card,
    Cards,
    Command,
    DealCards,
    Event,
    Match,
    PassCards,
    Phase,
    PlayCard,
    RuleViolation,
    decide,
    fold,
    legal_plays,
    observe,
    redact,
    refusal,
)
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.events import (
    CardPlayed,
    CardsPassed,
    DealCounted,
    DealRevealed,
    DealScored,
    Dealt,
    KittyTaken,
    MatchBegun,
    MatchEnded,
    MoonChosen,
    MoonShot,
    PassChosen,
    PlayBegun,
    TrickTaken,
    TrickVoided,
)
from cancellation_hearts.core.rules import PASS_WAYS, PassWay
from tests.conftest import scale
from tests.strategies import TABLES, random_rules, walk

KITTY: Final = -1


class Pass(NamedTuple):
    """A seat chooses the cards in these places of the pack."""

    seat: int
    places: tuple[int, ...]


Act: TypeAlias = Pass | PlayCard


class World(NamedTuple):
    """One hand up to a moment; before it, the match stood as ``start``."""

    start: Match
    order: tuple[Card, ...]
    acts: tuple[Act, ...]

    def commands(self) -> Iterator[Command]:
        yield DealCards(self.order)
        for act in self.acts:
            if isinstance(act, Pass):
                yield PassCards(act.seat, Cards.of(self.order[place] for place in act.places))
            else:
                yield act

    def happens(self) -> tuple[list[Event], Match]:
        match, events = self.start, list[Event]()
        for command in self.commands():
            told = decide(match, command)
            match = fold(match, told)
            events += told
        return events, match

    def swapped(self, one: int, other: int) -> World:
        order = list(self.order)
        order[one], order[other] = order[other], order[one]
        return self._replace(order=tuple(order))


def public(event: Event) -> object:
    """What everybody at a real table sees of an event: backs of cards, and faces turned up."""
    match event:
        case Dealt(number, dealer, hands, kitty):
            return number, dealer, [len(hand) for hand in hands], kitty and len(kitty)
        case PassChosen(seat, cards):
            return seat, len(cards)
        case CardsPassed(offset, passes):
            return offset, [len(cards) for cards in passes]
        case KittyTaken(seat, cards):
            return seat, len(cards)
        case CardPlayed() | TrickTaken() | TrickVoided() | PlayBegun() | MatchBegun():
            return event
        case DealRevealed() | DealCounted() | MoonShot() | MoonChosen() | DealScored():
            return event
        case MatchEnded():
            return event
        case _:
            assert_never(event)


class Places:
    """Who held the card of each place of the pack, and where it is at a moment."""

    def __init__(self, world: World) -> None:
        rules, number = world.start.rules, world.start.next_number
        size, players, dealer = rules.hand_size, rules.players, world.start.next_dealer
        self.players = players
        self.dealt_to = [
            (dealer + 1 + place) % players if place < size * players else KITTY
            for place in range(len(world.order))
        ]
        chosen = {act.seat: act.places for act in world.acts if isinstance(act, Pass)}
        self.chosen = {place for places in chosen.values() for place in places}
        self.exchanged = len(chosen) == players
        self.now = list(self.dealt_to)
        if self.exchanged:
            for place in self.chosen:
                self.now[place] = (self.now[place] + rules.pass_offset(number)) % players
        self.played: set[int] = set()
        for act in world.acts:
            if isinstance(act, PlayCard):
                self.played.add(
                    next(
                        place
                        for place, card in enumerate(world.order)
                        if card is act.card
                        and self.now[place] == act.seat
                        and place not in self.played
                    )
                )

    def hidden_from(self, seat: int | None, kitty_owner: int | None) -> list[int]:
        """The places whose cards a seat has not seen, nor anybody else in public."""

        def seen(place: int) -> bool:
            if self.dealt_to[place] == KITTY:
                return kitty_owner == seat
            return seat in (self.dealt_to[place], self.now[place])

        return [place for place in range(len(self.dealt_to)) if seat is None or not seen(place)]

    def differ(self, one: int, other: int) -> bool:
        """Whether it matters which of the two places a card lies in."""
        ways = [(self.dealt_to[place], place in self.chosen) for place in (one, other)]
        return ways[0] != ways[1]


def world_of(table: tuple[int, int], way: PassWay, rng: Random) -> World:
    """A whole hand, the first of its match or the second, but for the card that ends it."""
    decks, players = table
    rules = random_rules(rng, decks=decks, players=players, pass_cycle=(way,), limit=1000)
    steps = list(walk(rules, rng, hands=rng.choice((1, 1, 2)), story="mixed"))
    first = max(at for at, step in enumerate(steps) if isinstance(step.command, DealCards))
    dealing = steps[first]
    assert isinstance(dealing.command, DealCards)
    assert dealing.before is not None
    world = World(dealing.before, dealing.command.order, ())
    dealt_to = Places(world).dealt_to
    acts: list[Act] = []
    for step in steps[first + 1 :]:
        command = step.command
        if isinstance(command, PassCards):
            free = [place for place, seat in enumerate(dealt_to) if seat == command.seat]
            rng.shuffle(free)
            places = list[int]()
            for card in command.cards:
                places.append(next(place for place in free if world.order[place] is card))
                free.remove(places[-1])
            acts.append(Pass(command.seat, tuple(places)))
        elif isinstance(command, PlayCard) and not any(
            isinstance(event, DealRevealed) for event in step.events
        ):
            acts.append(command)
    return world._replace(acts=tuple(acts))


def moments(world: World, rng: Random) -> Iterator[tuple[str, World]]:
    """The world as it was at some moments of every sort."""
    sorts: dict[str, list[int]] = {}
    for cut in range(len(world.acts) + 1):
        acts = world.acts[:cut]
        places = {act.seat for act in acts if isinstance(act, Pass)}
        if cut and isinstance(acts[-1], PlayCard):
            sort = "playing"
        elif len(places) == world.start.rules.players:
            sort = "passed"
        elif world.start.rules.pass_offset(world.start.next_number):
            sort = "passing" if places else "dealt"
        else:
            sort = "dealt, no passing"
        sorts.setdefault(sort, []).append(cut)
    for sort, cuts in sorts.items():
        for cut in rng.sample(cuts, min(len(cuts), 4 if sort == "playing" else 1)):
            yield sort, world._replace(acts=world.acts[:cut])


def pick(world: World, places: Places, hidden: list[int], rng: Random) -> tuple[int, int] | None:
    """Two hidden places with different cards, mostly of cards not yet played."""
    if rng.random() < 0.8:
        hidden = [place for place in hidden if place not in places.played]
    kitty = [place for place in hidden if places.dealt_to[place] == KITTY]
    pairs = [
        (one, other)
        for one in rng.sample(hidden, min(len(hidden), 3))
        for other in (kitty if kitty and rng.random() < 0.3 else hidden)
        if world.order[one] is not world.order[other] and places.differ(one, other)
    ]
    return rng.choice(pairs) if pairs else None


def told(events: list[Event], match: Match, seat: int | None) -> list[object]:
    """All that reaches a seat, as bytes: its events, its view, its choices and refusals."""
    view = observe(match, seat)
    stream = b"\n".join(encode(redact(event, seat)) for event in events)
    if seat is None:
        return [stream, encode(view)]
    refusals = [refusal(match, seat, card) for card in KINDS]
    return [
        stream,
        encode(view),
        legal_plays(view, seat).notation,
        [refused and (refused.code, refused.details) for refused in refusals],
    ]


def swaps(world: World, seat: int | None, rng: Random, tries: int) -> int:
    """Swap and compare; how many of the other worlds could be."""
    events, match = world.happens()
    assert match.deal is not None
    places = Places(world)
    hidden = places.hidden_from(seat, match.deal.kitty_owner)
    in_public = [public(event) for event in events]
    expected = told(events, match, seat), told(events, match, None)
    accepted = 0
    for _ in range(tries):
        other = world
        for _pair in range(rng.choice((1, 1, 2, 3))):
            pair = pick(world, places, hidden, rng)
            if pair is not None:
                other = other.swapped(*pair)
        try:
            other_events, other_match = other.happens()
        except RuleViolation:
            continue  # in that world somebody would have revoked, or played a card not held
        if [public(event) for event in other_events] != in_public:
            continue  # somebody else would have led
        if other_match == match:
            continue  # nothing was swapped, or one swap undid the other
        assert other_events != events
        assert told(other_events, other_match, seat) == expected[0]
        assert told(other_events, other_match, None) == expected[1]
        accepted += 1
    return accepted


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[1]}-players-{table[0]}-decks")
def test_swapping_cards_that_a_seat_cannot_see_changes_nothing_for_it(
    table: tuple[int, int],
) -> None:
    rng = Random(f"reveals nothing {table}")
    seen = Counter[str]()
    for way in PASS_WAYS * scale(5, 150):
        whole = world_of(table, way, rng)
        for sort, world in moments(whole, rng):
            match = world.happens()[1]
            assert match.phase in (Phase.PASSING, Phase.PLAYING)
            assert match.deal is not None
            owner = match.deal.kitty_owner
            seats = {None, *rng.sample(range(match.rules.players), 2), owner}
            for seat in sorted(seats, key=str):
                kitty = "no kitty"
                if match.deal.kitty is not None:
                    kitty = "kitty here" if owner is None else "kitty taken"
                    if owner is not None and owner == seat:
                        kitty = "own kitty"
                who = "spectator" if seat is None else "seat"
                seen[f"{sort}, {kitty}, {who}"] += swaps(world, seat, rng, tries=3)
    has_kitty = 52 * table[0] % table[1] > 0
    kitty = "kitty here" if has_kitty else "no kitty"
    needed = {
        f"{sort}, {kitty}, {who}"
        for sort in ("dealt", "dealt, no passing", "passing", "passed", "playing")
        for who in ("seat", "spectator")
    }
    if has_kitty:
        needed |= {"playing, kitty taken, seat", "playing, kitty taken, spectator"}
        needed |= {"playing, own kitty, seat"}
    assert {what for what in needed if seen[what] < 5} == set(), seen
    assert seen.total() > scale(400, 12_000), seen
