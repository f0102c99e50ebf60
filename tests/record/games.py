"""Texts of games for the tests of the record, and what follows from a record's cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict, replace

from cancellation_hearts.core import (
    BeginMatch,
    ChooseMoon,
    Command,
    DealCards,
    PassCards,
    PlayCard,
    Rules,
    Trick,
)
from cancellation_hearts.core.shuffle import order_of
from cancellation_hearts.record import Hand, Record
from tests.oracle import Oracle

ROOT: Final = Path(__file__).parents[2]
GOLDEN: Final = {path.stem: path for path in sorted((ROOT / "tests" / "records").glob("*.chn"))}
"""The golden records by name."""
EXAMPLE: Final = (
    (ROOT / "docs" / "record.md").read_text("utf-8").split("```chn\n")[1].split("```")[0]
)
"""The whole game of docs/record.md."""

GAME: Final = """\
[Format "chn 1"]
[Rules "players=5 decks=1 limit=26"]
[Players "Ana" "Ben" "bot:steady" "Di" "Eve"]

[Hand 1 dealer=3]
deal J964.T5.Q82.2 KT.A97.AT97.3 Q75.J642.543. A82.8.KJ6.T95 3.Q3..AKQJ876
kitty .K..4
pass left 9..Q8. K.9.7. 5.6.3. ...T95 3.Q3..
1. 4: CA C2 C3 D5 S2 = 4
2. 4: CK S4 DT H4 H8 = 4
3. 4: CQ H3 HA S7 DK = 4
4. 4: CJ SJ H7 HJ H6 = 4
5. 4: CT H5 DA SK S8 = 4
6. 4: C9 HQ D9 SQ D3 = 4
7. 4: C8 S3 D8 D4 DJ = 4
8. 4: C7 S6 S9 D7 SA = 4
9. 4: C6 HT DQ H2 D6 = 4
10. 4: C5 D2 ST H9 S5 = 4
moon 4 add
points 0 0 0 0 26
totals 26 26 26 26 0

[Winners 4]
"""
"""A small game with everything in it; the tests speak of its lines by number."""


def golden(name: str) -> str:
    """The text of a golden record."""
    return GOLDEN[name].read_bytes().decode()


def changed(number: int, *lines: str, text: str = GAME) -> str:
    """The text with other lines (or none) instead of the one with this number, from 1."""
    old = text.split("\n")
    return "\n".join([*old[: number - 1], *lines, *old[number:]])


def line(number: int, text: str = GAME) -> str:
    """A line of the text, from 1."""
    return text.split("\n")[number - 1]


def number_of(beginning: str, text: str) -> int:
    """The number of the first line that begins so."""
    return next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(beginning))


def commands_of(record: Record) -> Iterator[Command]:
    """What the players of a record did, as far as it went."""
    rules = record.rules
    yield BeginMatch(rules, record.hands[0].dealer if record.hands else 0, record.start)
    for hand in record.hands:
        yield DealCards(order_of(hand.deal, hand.kitty, dealer=hand.dealer))
        for seat, cards in enumerate(hand.passes):
            yield PassCards(seat, cards)
        for trick in hand.tricks:
            for index, card in enumerate(trick.cards):
                yield PlayCard(trick.seat(index, players=rules.players), card)
        if hand.moon is not None and rules.moon_choice == "ask":
            yield ChooseMoon(*hand.moon)


def recount(record: Record) -> Record:
    """The record with every outcome as ``tests/oracle.py`` derives it from the cards.

    The oracle also asserts that every play is legal.
    """
    options = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(record.rules).items()
    }
    oracle = Oracle(options, record.hands[0].dealer if record.hands else 0, record.start)
    hands = tuple(_recount_hand(oracle, hand, record.rules) for hand in record.hands)
    winners = tuple(oracle.winners) if oracle.phase == "over" else None
    return replace(record, hands=hands, winners=winners)


def _recount_hand(oracle: Oracle, hand: Hand, rules: Rules) -> Hand:
    oracle.deal([list(map(str, cards)) for cards in hand.deal], list(map(str, hand.kitty)))
    ways = rules.pass_cycle
    counted: dict[str, Any] = {"dealer": oracle.dealer}
    if hand.passes:
        oracle.exchange([list(map(str, cards)) for cards in hand.passes])
    if oracle.phase == "play":
        counted["pass_way"] = ways[(oracle.number - 1) % len(ways)]
    counted["tricks"] = tuple(_recount_trick(oracle, trick) for trick in hand.tricks)
    if oracle.phase == "moon" and hand.moon is not None:
        oracle.choose(hand.moon[1])
    if oracle.phase in ("deal", "over"):
        shooter, choice = oracle.shooter, oracle.choice
        counted["moon"] = None if shooter is None else (shooter, choice)
        counted["points"], counted["totals"] = tuple(oracle.points), tuple(oracle.totals)
    return Hand(deal=hand.deal, kitty=hand.kitty, fair=hand.fair, passes=hand.passes, **counted)


def _recount_trick(oracle: Oracle, trick: Trick) -> Trick:
    leader, before = oracle.turn, list(oracle.trick_count)
    for card in trick.cards:
        oracle.play(str(card))
    takers = [seat for seat, taken in enumerate(oracle.trick_count) if taken > before[seat]]
    return Trick(leader, trick.cards, takers[0] if takers else None)
