"""Playing a record again and comparing: every outcome it states must follow from its cards.

``replay`` asks ``decide`` for each deal, pass, play and choice of the record, in order, and stops
at the first difference with both values; ``check`` does it for a whole file and names the line.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cancellation_hearts.core.cards import KINDS, Cards, pack
from cancellation_hearts.core.commands import (
    BeginMatch,
    ChooseMoon,
    Command,
    DealCards,
    PassCards,
    PlayCard,
)
from cancellation_hearts.core.decide import decide
from cancellation_hearts.core.errors import RuleViolation
from cancellation_hearts.core.events import Event
from cancellation_hearts.core.evolve import fold
from cancellation_hearts.core.rules import Rules
from cancellation_hearts.core.shuffle import (
    commitment,
    deal_key,
    deal_order,
    order_of,
    shuffled_pack,
)
from cancellation_hearts.core.state import Match, Phase
from cancellation_hearts.core.trick import Trick
from cancellation_hearts.record.parse import Place, parse_located
from cancellation_hearts.record.record import Fair, Hand, Record


class Difference(ValueError):
    """A record says one thing and the rules another.

    ``place`` is its line in terms of the game, ``line`` its number in the file (0: no file);
    ``expected`` follows from the rules and the cards, ``found`` stands in the record.
    """

    def __init__(self, place: Place, what: str, expected: str, found: str, line: int = 0) -> None:
        """Name the place and both values."""
        super().__init__(place, what, expected, found, line)
        self.place = place
        self.what = what
        self.expected = expected
        self.found = found
        self.line = line

    def __str__(self) -> str:
        """One line that names the place and both values."""
        where = f"line {self.line}: " if self.line else ""
        hand = f"hand {self.place[0]}, " if self.place[0] else ""
        return f"{where}{hand}{self.what}: expected {self.expected}, found {self.found}"


class Summary(msgspec.Struct, frozen=True):
    """What a file that passed the check holds."""

    games: int = 0
    finished: int = 0
    hands: int = 0
    tricks: int = 0
    plays: int = 0
    fair: int = 0
    """Deals that follow from a revealed seed."""

    def __add__(self, other: Summary) -> Summary:
        """Both files together."""
        fields = self.__struct_fields__
        return Summary(*(getattr(self, name) + getattr(other, name) for name in fields))


def check(data: str | bytes) -> Summary:
    """Read the games of a file, replay them and compare.

    Raises ``RecordError`` where the text is no record and ``Difference``, with its line, where a
    game could not have been played as it stands.
    """
    return sum((_summary(record) for record, _events in replay_file(data)), Summary())


def replay_file(data: str | bytes) -> Iterator[tuple[Record, tuple[Event, ...]]]:
    """The games of a file one by one, each with its events; raises what ``check`` raises."""
    for located in parse_located(data):
        try:
            yield located.record, replay(located.record)
        except Difference as difference:
            difference.line = located.lines[difference.place]
            raise


def _summary(record: Record) -> Summary:
    tricks = [trick for hand in record.hands for trick in hand.tricks]
    return Summary(
        games=1,
        finished=int(record.winners is not None),
        hands=len(record.hands),
        tricks=sum(trick.is_complete(players=record.rules.players) for trick in tricks),
        plays=sum(len(trick.cards) for trick in tricks),
        fair=sum(hand.fair is not None and hand.fair.seed is not None for hand in record.hands),
    )


def replay(record: Record) -> tuple[Event, ...]:
    """The events of a record, decided anew.

    Raises ``Difference`` at the first thing that does not follow.
    """
    return tuple(event for _place, events in replay_steps(record) for event in events)


def replay_steps(record: Record) -> Iterator[tuple[Place, tuple[Event, ...]]]:
    """The same step by step: each place of the record with the events that it leads to."""
    dealer = record.hands[0].dealer if record.hands else 0
    events = decide(None, BeginMatch(record.rules, dealer, record.start))
    yield (0, "players", 0), events
    game = _Game(fold(None, events))
    for number, hand in enumerate(record.hands, start=1):
        yield from _Replayed(game, hand, number).steps()
    _compare((0, "winners", 0), "winners", _seats(game.match.winners), _seats(record.winners))


class _Game:
    """The match as far as it was replayed."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def run(self, place: Place, what: str, command: Command) -> tuple[Event, ...]:
        """Decide and record; a refusal is a difference."""
        try:
            events = decide(self.match, command)
        except RuleViolation as refused:
            raise Difference(place, what, expected="a legal one", found=str(refused)) from refused
        self.match = fold(self.match, events)
        return events


class _Replayed:
    """One hand against the game so far; ``steps`` reads from top to bottom like the record."""

    def __init__(self, game: _Game, hand: Hand, number: int) -> None:
        self._game = game
        self._hand = hand
        self._number = number

    def _place(self, item: str, trick: int = 0) -> Place:
        return (self._number, item, trick)

    def steps(self) -> Iterator[tuple[Place, tuple[Event, ...]]]:
        yield self._deal()
        if self._hand.fair is not None:
            _check_fair(self._place("fair"), self._hand.fair, self._hand, self._game.match.rules)
        self._check_way()
        yield from self._passes()
        for index, trick in enumerate(self._hand.tricks, start=1):
            yield self._trick(index, trick)
        if len(self._game.match.current.tricks) == self._game.match.rules.hand_size:
            yield from self._end()

    def _deal(self) -> tuple[Place, tuple[Event, ...]]:
        place, hand, match = self._place("hand"), self._hand, self._game.match
        if match.phase is Phase.OVER:
            raise Difference(place, "hands", expected="the end of the game", found="another hand")
        _compare(place, "dealer", match.next_dealer, hand.dealer)
        place = self._place("deal")
        for seat, cards in enumerate(hand.deal):
            _compare(place, f"cards of seat {seat}", match.rules.hand_size, len(cards))
        _check_pack(place, hand, match.rules)
        order = order_of(hand.deal, hand.kitty, dealer=hand.dealer)
        return place, self._game.run(place, "deal", DealCards(order))

    def _check_way(self) -> None:
        """A record that goes on past the passing must have passed the right way."""
        due, found = self._game.match.rules.pass_way(self._number), self._hand.pass_way
        if found is not None:
            _compare(self._place("pass"), "passing", due, found)
        elif due == "none":
            place = self._place("deal")
            raise Difference(place, "passing", expected="pass none", found="nothing")

    def _passes(self) -> Iterator[tuple[Place, tuple[Event, ...]]]:
        place = self._place("pass")
        for seat, cards in enumerate(self._hand.passes):
            command = PassCards(seat, cards)
            yield place, self._game.run(place, f"pass of seat {seat}", command)

    def _trick(self, number: int, trick: Trick) -> tuple[Place, tuple[Event, ...]]:
        place = self._place("trick", number)
        _compare(place, "leader", self._game.match.turn, trick.leader)
        players = self._game.match.rules.players
        events: list[Event] = []
        for index, card in enumerate(trick.cards):
            seat = trick.seat(index, players=players)
            events += self._game.run(place, f"{card} of seat {seat}", PlayCard(seat, card))
        if trick.is_complete(players=players):
            taken = self._game.match.current.tricks[-1].taker
            _compare(place, "outcome", _outcome(taken), _outcome(trick.taker))
        return place, tuple(events)

    def _end(self) -> Iterator[tuple[Place, tuple[Event, ...]]]:
        """The moon, the points and the totals; nothing is also right while the shooter thinks."""
        hand, game = self._hand, self._game
        if game.match.phase is Phase.MOON:
            if hand.totals is None:
                return
            place = self._place("end")
            shooter, choice = hand.moon or ("nobody", None)
            _compare(place, "shooter of the moon", game.match.current.shooter, shooter)
            assert isinstance(shooter, int)
            yield place, game.run(place, "moon", ChooseMoon(shooter, choice))
        else:
            deal = game.match.current
            moon = None if deal.shooter is None else (deal.shooter, deal.moon_choice)
            _compare(self._place("end"), "moon", _moon(moon), _moon(hand.moon))
        place = self._place("points" if hand.points is not None else "end")
        _compare(place, "points", _numbers(game.match.current.points), _numbers(hand.points))
        place = self._place("totals")
        _compare(place, "totals", _numbers(game.match.totals), _numbers(hand.totals))


def _check_pack(place: Place, hand: Hand, rules: Rules) -> None:
    """The hands and the kitty must be the pack; else name a card that is wrong."""
    piles: list[Cards] = [*hand.deal, hand.kitty]
    whole = pack(rules.decks)
    for card in KINDS:
        found = sum(pile.count(card) for pile in piles)
        _compare(place, f"copies of {card}", whole.count(card), found)


def _check_fair(place: Place, fair: Fair, hand: Hand, rules: Rules) -> None:
    """A revealed seed must be the one committed to, and the deal must follow from it."""
    if fair.seed is None:
        return
    _compare(place, "commitment to the seed", commitment(fair.seed).hex(), fair.commitment.hex())
    order = shuffled_pack(deal_key(fair.seed, fair.entropies), decks=rules.decks)
    hands, kitty = deal_order(order, players=rules.players, dealer=hand.dealer)
    names = [*(f"hand of seat {seat}" for seat in range(rules.players)), "kitty"]
    pairs = zip(names, [*hands, kitty], [*hand.deal, hand.kitty], strict=True)
    for name, expected, found in pairs:
        _compare(place, f"{name} from the seed", expected.notation, found.notation)


def _compare(place: Place, what: str, expected: object, found: object) -> None:
    if expected != found:
        raise Difference(place, what, expected=str(expected), found=str(found))


def _outcome(taker: int | None) -> str:
    return "x" if taker is None else f"= {taker}"


def _moon(moon: tuple[int, str | None] | None) -> str:
    return "no moon" if moon is None else f"moon {moon[0]} {moon[1]}"


def _numbers(numbers: tuple[int, ...] | None) -> str:
    return "nothing" if numbers is None else " ".join(map(str, numbers))


def _seats(seats: tuple[int, ...] | None) -> str:
    return "-" if seats is None else " ".join(map(str, seats))
