"""The record of a game as a value, and its canonical text (docs/record.md).

A record says everything twice: the cards, from which all follows, and the outcomes, which a
reader wants to see and a checker compares. The same record always gives the same bytes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from cancellation_hearts.core.cards import Cards, Knowledge
from cancellation_hearts.core.events import (
    CardPlayed,
    CardsPassed,
    DealCounted,
    DealScored,
    Dealt,
    Event,
    MatchBegun,
    MatchEnded,
    MoonChosen,
    PlayBegun,
    TrickTaken,
)
from cancellation_hearts.core.rules import MoonChoice, PassWay, Rules
from cancellation_hearts.core.trick import Trick

RESERVED: Final = ("Format", "Rules", "Players", "Start", "Hand", "Winners")
TAG_NAME: Final = re.compile("[A-Z][A-Za-z0-9]*", re.ASCII)


class Fair(msgspec.Struct, frozen=True):
    """What makes a deal checkable (docs/fair-deal.md): 32 bytes, 32 bytes, 16 bytes a seat.

    ``seed`` is None while it is secret, an entropy is None where a seat gave none.
    """

    commitment: bytes
    seed: bytes | None
    entropies: tuple[bytes | None, ...]


class Hand(msgspec.Struct, frozen=True):
    """One hand, as far as it was played. One entry a seat in every tuple of seats."""

    dealer: int
    deal: tuple[Cards, ...]
    kitty: Cards = Cards()
    fair: Fair | None = None
    pass_way: PassWay | None = None
    """None until everybody has passed; ``"none"`` from the start on a hand without passing."""
    passes: tuple[Cards, ...] = ()
    tricks: tuple[Trick, ...] = ()
    """The last one may be open."""
    moon: tuple[int, MoonChoice] | None = None
    """The shooter and what was chosen."""
    points: tuple[int, ...] | None = None
    """Captured by each seat: None while the hand is not finished, and so are the totals."""
    totals: tuple[int, ...] | None = None


class Record(msgspec.Struct, frozen=True):
    """A whole game.

    Raises ``ValueError`` for names and tags that no record can hold.
    """

    rules: Rules
    players: tuple[str, ...]
    """Names, seat 0 first; a program's is ``bot:`` and its level."""
    start: tuple[int, ...]
    """Totals before the first hand."""
    hands: tuple[Hand, ...] = ()
    winners: tuple[int, ...] | None = None
    """None: the game was not finished."""
    tags: tuple[tuple[str, str], ...] = ()
    """Free tags in order: name and value."""

    def __post_init__(self) -> None:
        """Check what the text form could not hold."""
        if len(self.players) != self.rules.players or len(self.start) != self.rules.players:
            raise ValueError(
                f"{self.rules.players} seats need as many names and totals, "
                f"not {len(self.players)} and {len(self.start)}"
            )
        names = [name for name, _value in self.tags]
        for name in names:
            if not TAG_NAME.fullmatch(name) or name in RESERVED:
                raise ValueError(f"{name!r} cannot be a tag's name")
        if len(set(names)) < len(names):
            raise ValueError("a tag's name stands twice")
        for number, hand in enumerate(self.hands, start=1):
            _check_hand(hand, self.rules, number=number, last=number == len(self.hands))
        for value in [*self.players, *(value for _name, value in self.tags)]:
            if bad := unwritable(value):
                raise ValueError(f"{value!r} holds a control character: {bad!r}")


def _check_hand(hand: Hand, rules: Rules, *, number: int, last: bool) -> None:
    """Refuse a hand that has no text form; whether it can be played is ``replay``'s question."""
    columns: list[tuple[object, ...] | None] = [hand.deal, hand.points, hand.totals]
    columns += [hand.passes or None, None if hand.fair is None else hand.fair.entropies]
    sizes = {len(column) for column in columns if column is not None}
    counts = [len(trick.cards) for trick in hand.tricks]
    complete = counts == [rules.players] * rules.hand_size
    scored = (hand.points is not None, hand.totals is not None)
    if sizes != {rules.players}:
        raise ValueError(f"hand {number} has entries for {sorted(sizes)} of {rules.players} seats")
    if any(count != rules.players for count in counts[:-1]) or 0 in counts:
        raise ValueError(f"hand {number} has an incomplete trick before its last")
    if counts and (hand.pass_way is None or max(counts) > rules.players):
        raise ValueError(f"hand {number} has plays before the passing or a trick too long")
    if scored != (complete and scored[0],) * 2 or (hand.moon is not None and not scored[0]):
        raise ValueError(f"hand {number} is scored before it is complete, or in part")
    if not (last or scored[0]):
        raise ValueError(f"hand {number} is not finished and not the last")


def unwritable(text: str) -> str | None:
    """The first character that no quoted value may hold: a control character, half a pair."""
    return next((char for char in text if unicodedata.category(char) in ("Cc", "Cs")), None)


def write(records: Iterable[Record]) -> str:
    """The canonical text of games, one after the other."""
    return "\n".join(_game(record) for record in records)


def record_of(
    events: Iterable[Event],
    *,
    players: Sequence[str],
    tags: Sequence[tuple[str, str]] = (),
    fairs: Sequence[Fair | None] = (),
) -> Record:
    """The record of a game from its events: all of them, unredacted, from ``MatchBegun``.

    ``fairs``: hand by hand, for deals that a table committed to. Raises ``ValueError`` for events
    that are no game and for hidden cards.
    """
    begun: MatchBegun | None = None
    hands: list[Hand] = []
    winners = None
    for event in events:
        match event:
            case MatchBegun():
                begun = event
            case Dealt():
                kitty = Cards() if event.kitty is None else _seen(event.kitty)
                hands.append(Hand(event.dealer, tuple(map(_seen, event.hands)), kitty))
            case MatchEnded():
                winners = event.winners
            case _ if begun is not None and hands:
                hands[-1] = _told(hands[-1], event, begun.rules, number=len(hands))
            case _:
                raise ValueError(f"{type(event).__name__} before the first hand")
    if begun is None:
        raise ValueError("a record begins with MatchBegun")
    if hands and hands[-1].totals is None:
        # Counted but not scored: the shooter has not chosen. The points wait for the totals.
        hands[-1] = replace(hands[-1], points=None)
    for index, fair in enumerate(fairs[: len(hands)]):
        hands[index] = replace(hands[index], fair=fair)
    return Record(begun.rules, tuple(players), begun.totals, tuple(hands), winners, tuple(tags))


def without_open_hand(record: Record) -> Record:
    """The record as far as it may be given out: a hand that is being played is secret yet."""
    if record.hands and record.hands[-1].totals is None:
        return replace(record, hands=record.hands[:-1])
    return record


def _told(hand: Hand, event: Event, rules: Rules, *, number: int) -> Hand:
    """The hand with one more event in it."""
    tricks = hand.tricks
    match event:
        case CardsPassed(_offset, passes):
            given = tuple(map(_seen, passes))
            return replace(hand, pass_way=rules.pass_way(number), passes=given)
        case PlayBegun():
            # A hand without passing says so from the start; others have passed by now.
            return replace(hand, pass_way=rules.pass_way(number))
        case CardPlayed(seat, card):
            if not tricks or len(tricks[-1].cards) == rules.players:
                return replace(hand, tricks=(*tricks, Trick(seat, (card,))))
            trick = replace(tricks[-1], cards=(*tricks[-1].cards, card))
            return replace(hand, tricks=(*tricks[:-1], trick))
        case TrickTaken(seat, _cards):
            return replace(hand, tricks=(*tricks[:-1], replace(tricks[-1], taker=seat)))
        case MoonChosen(seat, choice):
            return replace(hand, moon=(seat, choice))
        case DealCounted(points, _uncollected):
            return replace(hand, points=points)
        case DealScored(_changes, totals):
            return replace(hand, totals=totals)
        case _:  # what remains says nothing that a record holds, or says it again
            return hand


def _seen(cards: Knowledge) -> Cards:
    if not isinstance(cards, Cards):
        raise ValueError("a record needs every card; these are hidden")  # noqa: TRY004
    return cards


def _game(record: Record) -> str:
    lines = ['[Format "chn 1"]']
    lines += [f"[{name} {_quoted(value)}]" for name, value in record.tags]
    lines.append(f"[Rules {_quoted(str(record.rules))}]")
    lines.append(f"[Players {' '.join(map(_quoted, record.players))}]")
    if any(record.start):
        lines.append(f"[Start {_numbers(record.start)}]")
    for number, hand in enumerate(record.hands, start=1):
        lines += ["", f"[Hand {number} dealer={hand.dealer}]", *_hand(hand, record.rules)]
    winners = "-" if record.winners is None else _numbers(record.winners)
    return "\n".join([*lines, "", f"[Winners {winners}]", ""])


def _hand(hand: Hand, rules: Rules) -> list[str]:
    lines = [f"deal {_sets(hand.deal)}", f"kitty {hand.kitty.notation}"]
    if hand.fair is not None:
        seed = "-" if hand.fair.seed is None else hand.fair.seed.hex()
        entropies = " ".join("-" if part is None else part.hex() for part in hand.fair.entropies)
        lines.append(f"fair {hand.fair.commitment.hex()} {seed} {entropies}")
    if hand.pass_way is not None:
        lines.append(f"pass {hand.pass_way} {_sets(hand.passes)}".rstrip())
    for number, trick in enumerate(hand.tricks, start=1):
        line = f"{number}. {trick.leader}: {' '.join(trick.cards)}"
        if len(trick.cards) == rules.players:
            line += " x" if trick.taker is None else f" = {trick.taker}"
        lines.append(line)
    if hand.points is not None and hand.totals is not None:
        if hand.moon is not None:
            lines.append(f"moon {hand.moon[0]} {hand.moon[1]}")
        lines += [f"points {_numbers(hand.points)}", f"totals {_numbers(hand.totals)}"]
    return lines


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _sets(piles: Iterable[Cards]) -> str:
    return " ".join(pile.notation for pile in piles)


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
