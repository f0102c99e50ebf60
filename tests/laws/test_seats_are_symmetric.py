"""Where somebody sits does not matter: rotating all seats rotates everything that happens."""

from __future__ import annotations

from random import Random
from typing import TypeVar, assert_never

from hypothesis import given
from hypothesis import strategies as st

from cancellation_hearts.core import (
    BeginMatch,
    ChooseMoon,
    Command,
    DealCards,
    Event,
    Match,
    PassCards,
    PlayCard,
    Rules,
    decide,
    fold,
)
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
from tests.strategies import TABLES, rules_sets, seeds, walk

T = TypeVar("T")


class Rotation:
    """Everybody moves so many seats to the left."""

    def __init__(self, by: int, players: int) -> None:
        self.by = by
        self.players = players

    def seat(self, seat: int) -> int:
        return (seat + self.by) % self.players

    def row(self, row: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(row[(seat - self.by) % self.players] for seat in range(self.players))

    def command(self, command: Command) -> Command:
        match command:
            case BeginMatch(rules, dealer, totals):
                return BeginMatch(
                    rules, self.seat(dealer), None if totals is None else self.row(totals)
                )
            case DealCards(order):
                return DealCards(order)
            case PassCards(seat, cards):
                return PassCards(self.seat(seat), cards)
            case PlayCard(seat, card):
                return PlayCard(self.seat(seat), card)
            case ChooseMoon(seat, choice):
                return ChooseMoon(self.seat(seat), choice)
            case _:
                assert_never(command)

    def event(self, event: Event) -> Event:
        match event:
            case MatchBegun(rules, dealer, totals):
                return MatchBegun(rules, self.seat(dealer), self.row(totals))
            case Dealt(number, dealer, hands, kitty):
                return Dealt(number, self.seat(dealer), self.row(hands), kitty)
            case PassChosen(seat, cards):
                return PassChosen(self.seat(seat), cards)
            case CardsPassed(offset, passes):
                return CardsPassed(offset, self.row(passes))
            case PlayBegun(leader):
                return PlayBegun(self.seat(leader))
            case CardPlayed(seat, card):
                return CardPlayed(self.seat(seat), card)
            case TrickTaken(seat, cards):
                return TrickTaken(self.seat(seat), cards)
            case TrickVoided(leader):
                return TrickVoided(None if leader is None else self.seat(leader))
            case KittyTaken(seat, cards):
                return KittyTaken(self.seat(seat), cards)
            case DealRevealed(hands, passes, kitty):
                return DealRevealed(
                    self.row(hands), None if passes is None else self.row(passes), kitty
                )
            case DealCounted(points, uncollected):
                return DealCounted(self.row(points), uncollected)
            case MoonShot(seat):
                return MoonShot(self.seat(seat))
            case MoonChosen(seat, choice):
                return MoonChosen(self.seat(seat), choice)
            case DealScored(changes, totals):
                return DealScored(self.row(changes), self.row(totals))
            case MatchEnded(winners):
                return MatchEnded(tuple(sorted(self.seat(seat) for seat in winners)))
            case _:
                assert_never(event)


def _check(rules: Rules, seed: int, by: int) -> None:
    rotation = Rotation(by, rules.players)
    rotated: Match | None = None
    for step in walk(rules, Random(seed), hands=2, story="mixed"):
        events = decide(rotated, rotation.command(step.command))
        assert events == tuple(rotation.event(event) for event in step.events)
        rotated = fold(None, events) if rotated is None else fold(rotated, events)
        assert rotated.totals == rotation.row(step.after.totals)
        assert rotated.dealer == rotation.seat(step.after.dealer)
        assert (rotated.turn is None) == (step.after.turn is None)
        if rotated.turn is not None and step.after.turn is not None:
            assert rotated.turn == rotation.seat(step.after.turn)


@given(rules=rules_sets(), seed=seeds, by=st.integers(1, 10))
def test_rotating_the_seats_rotates_all_that_happens(rules: Rules, seed: int, by: int) -> None:
    _check(rules, seed, by)


@given(table=st.sampled_from(TABLES), seed=seeds, by=st.integers(1, 10))
def test_passing_across_is_the_same_for_every_seat(
    table: tuple[int, int], seed: int, by: int
) -> None:
    decks, players = table
    assert decks in (1, 2)
    _check(Rules(players=players, decks=2 if decks == 2 else 1, pass_cycle=("across",)), seed, by)
