"""What happened in a match: facts in the past tense, which ``evolve`` records.

Events state outcomes too (``TrickTaken``, not only ``CardPlayed``), so recording them needs no
rules, and every stored outcome is a checksum: deciding the same commands again must give the
same events. A pile is a ``Knowledge`` here: whoever was not shown it holds ``Hidden(n)``, see
``observe.redact``.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cancellation_hearts.core.cards import Card, Knowledge
from cancellation_hearts.core.rules import MoonChoice, Rules


class MatchBegun(msgspec.Struct, frozen=True, tag=True):
    """A match began: its rules, who deals first, and the totals it starts from, one a seat."""

    rules: Rules
    dealer: int
    totals: tuple[int, ...]


class Dealt(msgspec.Struct, frozen=True, tag=True):
    """Hand ``number`` (from 1) was dealt, one hand a seat; ``kitty`` is None if nothing is over."""

    number: int
    dealer: int
    hands: tuple[Knowledge, ...]
    kitty: Knowledge | None


class PassChosen(msgspec.Struct, frozen=True, tag=True):
    """A seat chose what to give away; the cards stay in its hand until everybody has chosen."""

    seat: int
    cards: Knowledge


class CardsPassed(msgspec.Struct, frozen=True, tag=True):
    """All passes were exchanged at once: seat s gave ``passes[s]`` to seat (s + offset) mod n."""

    offset: int
    passes: tuple[Knowledge, ...]


class PlayBegun(msgspec.Struct, frozen=True, tag=True):
    """Trick 1 is open and ``leader`` leads it: known to all, though hidden cards may decide it."""

    leader: int


class CardPlayed(msgspec.Struct, frozen=True, tag=True):
    """A seat played a card, face up."""

    seat: int
    card: Card


class TrickTaken(msgspec.Struct, frozen=True, tag=True):
    """A seat took the trick with the set-aside pile: ``cards`` are all of these, all seen before.

    The taker leads next if there are cards left.
    """

    seat: int
    cards: Knowledge


class TrickVoided(msgspec.Struct, frozen=True, tag=True):
    """Nobody took the trick; it was set aside. ``next_leader`` is None after the last trick."""

    next_leader: int | None


class KittyTaken(msgspec.Struct, frozen=True, tag=True):
    """The first taker of a trick took the kitty, and alone saw it (A36)."""

    seat: int
    cards: Knowledge


class DealRevealed(msgspec.Struct, frozen=True, tag=True):
    """After the last trick everything was shown: hands as dealt, passes (None: none), kitty."""

    hands: tuple[Knowledge, ...]
    passes: tuple[Knowledge, ...] | None
    kitty: Knowledge | None


class DealCounted(msgspec.Struct, frozen=True, tag=True):
    """The captured points were counted, one number a seat; ``uncollected`` went to nobody."""

    points: tuple[int, ...]
    uncollected: int


class MoonShot(msgspec.Struct, frozen=True, tag=True):
    """A seat shot the moon."""

    seat: int


class MoonChosen(msgspec.Struct, frozen=True, tag=True):
    """What the moon means was chosen: by the shooter, by the rules, or by default."""

    seat: int
    choice: MoonChoice


class DealScored(msgspec.Struct, frozen=True, tag=True):
    """The hand was scored: what each total changed by, all options applied, and the new totals."""

    changes: tuple[int, ...]
    totals: tuple[int, ...]


class MatchEnded(msgspec.Struct, frozen=True, tag=True):
    """The match is over; equal lowest totals share the win."""

    winners: tuple[int, ...]


Event: TypeAlias = (
    MatchBegun
    | Dealt
    | PassChosen
    | CardsPassed
    | PlayBegun
    | CardPlayed
    | TrickTaken
    | TrickVoided
    | KittyTaken
    | DealRevealed
    | DealCounted
    | MoonShot
    | MoonChosen
    | DealScored
    | MatchEnded
)
