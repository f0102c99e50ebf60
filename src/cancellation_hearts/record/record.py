"""The record of a game as a value, and its canonical text (docs/record.md).

A record says everything twice: the cards, from which all follows, and the outcomes, which a
reader wants to see and a checker compares. The same record always gives the same bytes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from cancellation_hearts.core.cards import Cards, Knowledge
from cancellation_hearts.core.events import Dealt, Event, MatchBegun
from cancellation_hearts.core.evolve import evolve
from cancellation_hearts.core.rules import LARGEST, MoonChoice, PassWay, Rules
from cancellation_hearts.core.shuffle import ENTROPY_BYTES, SEED_BYTES
from cancellation_hearts.core.state import Deal, Match
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

    Raises ``ValueError`` for what has no text form, so that every record reads back as it was.
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
        for value in [*self.players, *(value for _name, value in self.tags)]:
            if bad := unwritable(value):
                raise ValueError(f"{value!r} holds a control character: {bad!r}")
        for number, hand in enumerate(self.hands, start=1):
            for problem in _flaws(hand, self.rules):
                raise ValueError(f"hand {number} {problem}")
        if any(hand.totals is None for hand in self.hands[:-1]):
            raise ValueError("only the last hand may be unfinished")
        scores = (row for hand in self.hands for row in (hand.points, hand.totals) if row)
        if any(abs(number) > LARGEST for row in (self.start, *scores) for number in row):
            raise ValueError(f"no number in a record is larger than {LARGEST}")
        if self.winners is not None and not _are_winners(self.winners, self.rules):
            raise ValueError(f"the winners are seats in order, each once, not {self.winners}")


def _flaws(hand: Hand, rules: Rules) -> Iterator[str]:
    """What keeps a hand from having a text form; if it can be played is ``replay``'s question."""
    players, tricks, fair, moon = rules.players, hand.tricks, hand.fair, hand.moon
    counts = [len(trick.cards) for trick in tricks]
    passed = hand.pass_way not in (None, "none")
    rows: list[Sequence[object] | None] = [hand.deal, hand.points, hand.totals]
    rows.append(hand.passes if passed else None)
    rows.append(None if fair is None else fair.entropies)
    if any(len(row) != players for row in rows if row is not None):
        yield f"has not one entry for each of {players} seats"
    seats = {hand.dealer, *(trick.leader for trick in tricks), *(moon[:1] if moon else ())}
    takers = {trick.taker for trick in tricks if trick.taker is not None}
    if not seats | takers <= set(range(players)):
        yield f"names a seat that is not among the {players}"
    if fair is not None and not _fits(fair):
        yield "is fair, but not with 32 bytes, 32 bytes, and 16 bytes a seat"
    if (hand.passes and not passed) or (tricks and hand.pass_way is None):
        yield "has passes or plays before the passing"
    if len(tricks) > rules.hand_size or not all(0 < count <= players for count in counts):
        yield "has too many tricks, or one with too many cards or none"
    if any(count < players for count in counts[:-1]):
        yield "has an incomplete trick before its last"
    if any(trick.taker is not None and not trick.is_complete(players=players) for trick in tricks):
        yield "has an open trick that somebody took"
    scored = hand.points is not None
    if scored != (hand.totals is not None) or (moon is not None and not scored):
        yield "is scored in part"
    if scored and counts != [players] * rules.hand_size:
        yield "is scored before it is complete"


def _are_winners(seats: tuple[int, ...], rules: Rules) -> bool:
    in_order = tuple(seat for seat in range(rules.players) if seat in seats)
    return bool(seats) and seats == in_order


def _fits(fair: Fair) -> bool:
    seeds = [fair.commitment, fair.commitment if fair.seed is None else fair.seed]
    return all(len(seed) == SEED_BYTES for seed in seeds) and all(
        len(entropy) == ENTROPY_BYTES for entropy in fair.entropies if entropy is not None
    )


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
    that are no game and for cards that are hidden.
    """
    match: Match | None = None
    start: tuple[int, ...] = ()
    hands: list[Hand] = []
    for event in events:
        if isinstance(event, Dealt) and match is not None and match.deal is not None:
            hands.append(_hand_of(match, match.deal))
        match = evolve(match, event)
        if isinstance(event, MatchBegun):
            start = event.totals
    if match is None:
        raise ValueError("no events, no record")
    if match.deal is not None:
        hands.append(_hand_of(match, match.deal))
    for index, fair in enumerate(fairs[: len(hands)]):
        hands[index] = replace(hands[index], fair=fair)
    return Record(match.rules, tuple(players), start, tuple(hands), match.winners, tuple(tags))


def without_open_hand(record: Record) -> Record:
    """The record as far as it may be given out: a hand that is being played is secret yet."""
    if record.hands and record.hands[-1].totals is None:
        return replace(record, hands=record.hands[:-1])
    return record


def _hand_of(match: Match, deal: Deal) -> Hand:
    """The current hand of a match, as far as it was played."""
    tricks = deal.tricks
    if deal.trick is not None and deal.trick.cards:
        tricks = (*tricks, deal.trick)
    passed = deal.passes is not None or deal.trick is not None or bool(tricks)
    hand = Hand(
        deal.dealer,
        tuple(map(_seen, deal.dealt)),
        Cards() if deal.kitty is None else _seen(deal.kitty),
        pass_way=match.rules.pass_way(deal.number) if passed else None,
        passes=tuple(map(_seen, deal.passes or ())),
        tricks=tricks,
    )
    if deal.changes is None:  # perhaps counted, but the shooter has not chosen yet
        return hand
    moon = None
    if deal.shooter is not None and deal.moon_choice is not None:
        moon = (deal.shooter, deal.moon_choice)
    return replace(hand, moon=moon, points=deal.points, totals=match.totals)


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
        if trick.is_complete(players=rules.players):
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
