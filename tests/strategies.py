"""What tests are made of: random rules, whole random matches, deals with a purpose, positions.

Hypothesis draws the options and a seed; everything else is a function of these two, so a failure
comes back when they do. ``walk`` tells a match command by command. Its *stories* are

    random   any deal, any legal act
    moon     one seat holds the clubs from the top down and everybody helps it to take everything
    void     seats sit in twins with equal hands who play the same cards, so that hardly any
             trick finds a taker (one pack has no twins: there it is a random story)
    mixed    each hand is one of these
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from hypothesis import strategies as st

from cancellation_hearts.core import (
    OPTIONS,
    BeginMatch,
    Card,
    Cards,
    ChooseMoon,
    Command,
    DealCards,
    Event,
    Match,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    Suit,
    decide,
    fold,
    legal_plays,
    pack,
)
from cancellation_hearts.core.cards import KINDS, POINT_CARDS, RANKS
from cancellation_hearts.core.events import CardPlayed, Dealt, MatchBegun, PlayBegun, TrickTaken
from cancellation_hearts.core.rules import PASS_WAYS, PLAYERS, PassWay
from cancellation_hearts.core.shuffle import deal_order, order_of

Story: TypeAlias = Literal["random", "moon", "void", "mixed"]

TABLES: Final = tuple(
    (decks, players)
    for decks, (fewest, most) in PLAYERS.items()
    for players in range(fewest, most + 1)
)
"""Every table there is, as (decks, players)."""

_CYCLES: Final[tuple[tuple[PassWay, ...], ...]] = tuple(
    cycle for length in (1, 2, 3) for cycle in product(PASS_WAYS, repeat=length)
)
CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    option.name: (
        option.values
        if isinstance(option.values, tuple)
        else {"pass_cycle": (("left", "right"), *_CYCLES), "limit": (150, 100, 60, 20, 1)}[
            option.name
        ]
    )
    for option in OPTIONS
    if option.name not in ("players", "decks")
}
"""Every option but the size of the table, with the values that tests choose from."""

seeds: Final = st.integers(0, 2**32 - 1)


def rules_sets(**fixed: object) -> st.SearchStrategy[Rules]:
    """Rules over all options and tables; ``fixed`` options are as given."""

    def rules(table: tuple[int, int], options: dict[str, Any]) -> Rules:
        return Rules(**({"decks": table[0], "players": table[1]} | options | fixed))

    return st.builds(
        rules,
        st.sampled_from(TABLES[3:] + TABLES[:3]),  # shrinks towards a table in the middle
        st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()}),
    )


def random_rules(rng: Random, **fixed: object) -> Rules:
    """The same for tests that count what they have seen, and so go without hypothesis."""
    decks, players = rng.choice(TABLES)
    options: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items()}
    return Rules(**({"decks": decks, "players": players} | options | fixed))


def kinds(cards: Cards) -> list[Card]:
    """The different cards of a pile: copies are one choice."""
    return list(Cards(cards.one))


# ------------------------------------------------------------------------------- whole matches


class Step(NamedTuple):
    """One command of a match and what came of it."""

    before: Match | None
    command: Command
    events: tuple[Event, ...]
    after: Match


class Plan(NamedTuple):
    """One hand: how the cards lie, what is passed, and how everybody plays."""

    order: tuple[Card, ...]
    passes: tuple[Cards, ...]
    choose: Callable[[Match, int, Cards, Random], Card]


def walk(rules: Rules, rng: Random, *, hands: int = 1, story: Story = "random") -> Iterator[Step]:
    """A match of so many hands (fewer if it ends before), command by command."""
    match: Match | None = None
    script = _commands(rules, rng, hands, story)
    while (command := script.send(match)) is not None:
        before = match
        events = decide(before, command)
        match = fold(None, events) if before is None else fold(before, events)
        yield Step(before, command, events, match)


def _commands(
    rules: Rules, rng: Random, hands: int, story: Story
) -> Generator[Command | None, Match | None]:
    """The commands one by one, each after being sent the match as it is; then None."""
    match = yield BeginMatch(rules, rng.randrange(rules.players), _start(rules, rng))
    for _ in range(hands):
        assert match is not None
        if match.phase is Phase.OVER:
            break
        plan = plan_hand(match, rng, story)
        passes = passing(plan.passes, plan.order, match, rng)
        match = yield DealCards(plan.order)
        for choice in passes:
            match = yield choice
        while match is not None and match.phase is Phase.PLAYING:
            seat = match.turn
            assert seat is not None
            match = yield PlayCard(seat, plan.choose(match, seat, legal_plays(match, seat), rng))
        if match is not None and match.phase is Phase.MOON:
            assert match.turn is not None
            match = yield ChooseMoon(match.turn, rng.choice(("add", "subtract", None)))
    yield None


def _start(rules: Rules, rng: Random) -> tuple[int, ...] | None:
    """Mostly zeros; sometimes anything up to the limit, as in a match that is carried on."""
    if rng.random() < 0.6:
        return None
    near = [0, rules.limit - 1, rules.limit - 26, rules.limit // 2, -rng.randrange(40)]
    return tuple(rng.choice(near) for _ in range(rules.players))


def passing(
    passes: Sequence[Cards], order: Sequence[Card], match: Match, rng: Random
) -> list[PassCards]:
    """The passes in any order of the seats, some of them sent before with other cards."""
    if not passes:
        return []
    rules = match.rules
    hands, _kitty = deal_order(order, players=rules.players, dealer=match.next_dealer)
    *early, last = rng.sample(range(rules.players), rules.players)
    queues: dict[int, list[Cards]] = {
        seat: [
            *(some_of(hands[seat], rules.pass_count, rng) for _ in range(rng.randrange(4) // 3)),
            passes[seat],
        ]
        for seat in early
    }
    turns = [seat for seat, queue in queues.items() for _ in queue]
    rng.shuffle(turns)
    return [
        *(PassCards(seat, queues[seat].pop(0)) for seat in turns),
        PassCards(last, passes[last]),
    ]


def some_of(cards: Cards, count: int, rng: Random) -> Cards:
    """So many cards of a pile."""
    return Cards.of(rng.sample(list(cards), count))


def random_card(_match: Match, _seat: int, legal: Cards, rng: Random) -> Card:
    """Any legal card."""
    return rng.choice(kinds(legal))


# --------------------------------------------------------------------------- one hand's plan


def plan_hand(match: Match, rng: Random, story: Story) -> Plan:
    """The next hand of a match, as the story wants it."""
    rules = match.rules
    if story == "mixed":
        story = rng.choice(("random", "random", "moon", "void"))
    if story == "moon":
        return _moon_plan(match, rng)
    if story == "void" and rules.decks == 2:
        return _void_plan(match, rng)
    order = list(pack(rules.decks))
    rng.shuffle(order)
    passes: tuple[Cards, ...] = ()
    if rules.pass_offset(match.next_number):
        hands, _kitty = deal_order(order, players=rules.players, dealer=match.next_dealer)
        passes = tuple(some_of(hand, rules.pass_count, rng) for hand in hands)
    return Plan(tuple(order), passes, random_card)


def before_passing(
    hands: Sequence[Cards], offset: int, count: int, rng: Random
) -> tuple[tuple[Cards, ...], tuple[Cards, ...]]:
    """Hands to deal and sets to pass so that these are the hands in play."""
    players = len(hands)
    received = [some_of(hand, count, rng) for hand in hands]
    given = tuple(received[(seat + offset) % players] for seat in range(players))
    dealt = tuple(hands[seat] - received[seat] + given[seat] for seat in range(players))
    return dealt, given


def _stacked(
    match: Match,
    hands: Sequence[Cards],
    kitty: Cards,
    rng: Random,
    choose: Callable[[Match, int, Cards, Random], Card],
) -> Plan:
    rules = match.rules
    offset = rules.pass_offset(match.next_number)
    passes: tuple[Cards, ...] = ()
    if offset:
        hands, passes = before_passing(hands, offset, rules.pass_count, rng)
    return Plan(order_of(hands, kitty, dealer=match.next_dealer), passes, choose)


def _moon_plan(match: Match, rng: Random) -> Plan:
    """The seat that leads holds as many clubs from the top as it can, and a C2 to lead with."""
    rules = match.rules
    size, players = rules.hand_size, rules.players
    shooter = (match.next_dealer + 1) % players
    clubs = list(reversed(list(pack(rules.decks).only(Suit.CLUBS.mask))))
    tops = list(reversed(list(pack(rules.decks).only(Suit.SPADES.mask))))
    held = [*clubs[: size - 1], Card.C2] if size <= len(clubs) else [*clubs, *tops][:size]
    rest = list(pack(rules.decks) - Cards.of(held))
    rng.shuffle(rest)
    if rng.random() < 0.7:  # a kitty without points, which anybody may take
        rest.sort(key=lambda card: card.points == 0)
    kitty = Cards.of(rest[len(rest) - rules.kitty_size :])
    rest = rest[: len(rest) - rules.kitty_size]
    rng.shuffle(rest)
    others = iter([Cards.of(rest[at : at + size]) for at in range(0, len(rest), size)])
    hands = [Cards.of(held) if seat == shooter else next(others) for seat in range(players)]

    def choose(match: Match, seat: int, legal: Cards, rng: Random) -> Card:
        return _helpful_card(match, seat, legal, rng, shooter=shooter)

    return _stacked(match, hands, kitty, rng, choose)


def _helpful_card(match: Match, seat: int, legal: Cards, rng: Random, *, shooter: int) -> Card:
    """The shooter plays from the top; the others throw points on it, and make no pairs."""
    assert match.deal is not None
    assert match.deal.trick is not None
    trick = match.deal.trick
    choice = kinds(legal)
    if seat == shooter:
        return max(choice, key=lambda card: (card.suit is Suit.CLUBS, -card.points, card.rank))
    fresh = [card for card in choice if card not in trick.cards] or choice
    if trick.led is None:
        return min(fresh, key=lambda card: (card.suit is not Suit.CLUBS, card.points, card.rank))
    if trick.leader == shooter:
        return max(fresh, key=lambda card: (card.points, rng.random()))
    return min(fresh, key=lambda card: (card.points, card.rank))


def _void_plan(match: Match, rng: Random) -> Plan:
    """Twins from the dealer's left; who is left over without a twin gets the end of the pack."""
    rules = match.rules
    size, players = rules.hand_size, rules.players
    suits = list(Suit)
    if rules.first_lead == "dealer_left":
        rng.shuffle(suits)
    row = [card for suit in suits for card in KINDS if card.suit is suit]
    seats = [(match.next_dealer + 1 + step) % players for step in range(players)]
    twins = list(zip(seats[::2], seats[1::2], strict=False))
    hands = [Cards()] * players
    for at, pair in enumerate(twins):
        for seat in pair:
            hands[seat] = Cards.of(row[at * size : (at + 1) * size])
    rest = [card for card in row[len(twins) * size :] for _copy in range(2)]
    if players % 2:
        rng.shuffle(rest)
        hands[seats[-1]] = Cards.of(rest[:size])
        rest = rest[size:]
    twin = {seat: other for pair in twins for seat, other in (pair, pair[::-1])}
    slip = rng.choice((0.0, 0.0, 0.03))

    def choose(match: Match, seat: int, legal: Cards, rng: Random) -> Card:
        assert match.deal is not None
        assert match.deal.trick is not None
        trick = match.deal.trick
        for index, card in enumerate(trick.cards):
            played_by = trick.seat(index, players=players)
            if played_by == twin.get(seat) and card in legal and rng.random() >= slip:
                return card
        return rng.choice(kinds(legal))

    return _stacked(match, hands, Cards.of(rest), rng, choose)


# ---------------------------------------------------------------------------------- positions


def position(
    rules: str, *hands: str, leader: int = 0, kitty: str | None = None, dealer: int | None = None
) -> Match:
    """A match that starts with these hands, however few cards, with trick 1 open.

    ``position("players=6", "SQ C2", "C3 H5", ...)``; seats without cards need not be named. The
    dealer sits to the leader's right, as usual.
    """
    said = Rules.parse(rules)
    dealt = tuple(Cards.of(hand) for hand in hands)
    dealt += (Cards(),) * (said.players - len(dealt))
    dealer = (leader - 1) % said.players if dealer is None else dealer
    return fold(
        None,
        [
            MatchBegun(said, dealer, (0,) * said.players),
            Dealt(1, dealer, dealt, None if kitty is None else Cards.of(kitty)),
            PlayBegun(leader),
        ],
    )


def play(match: Match, cards: str) -> Match:
    """The match after these cards, each played by the seat whose turn it is."""
    return fold(match, events_of(match, cards))


def events_of(match: Match, cards: str) -> tuple[Event, ...]:
    """What happens when these cards are played in turn."""
    told: list[Event] = []
    for name in cards.split():
        assert match.turn is not None
        events = decide(match, PlayCard(match.turn, Card(name)))
        match = fold(match, events)
        told += events
    return tuple(told)


def almost_a_moon(rules: str, totals: tuple[int, ...] | None = None) -> tuple[Match, str]:
    """A match on its last trick, and the cards of that trick with which seat 0 shoots the moon.

    That it has taken every other point card is put on record without playing it out.
    """
    said = Rules.parse(rules)
    taken = pack(said.decks).only(POINT_CARDS) - Card.SQ
    spades = [Card(f"S{rank}") for rank in RANKS[: said.players - 1]]
    hands = (taken + Cards.of("SQ"), *(Cards.of([card]) for card in spades))
    totals = (0,) * said.players if totals is None else totals
    events: list[Event] = [
        MatchBegun(said, said.players - 1, totals),
        Dealt(1, said.players - 1, hands, None),
        PlayBegun(0),
        *(CardPlayed(0, card) for card in taken),
        TrickTaken(0, taken),
    ]
    return fold(None, events), " ".join([Card.SQ, *spades])
