"""From the start of a game to its cards: promise, chance, deal, reveal (docs/fair-deal.md).

    GameStarted or a score -> SeedCommitted -> EntropyAdded by those who want -> the deal
                                                    -> ... -> the score -> SeedRevealed

Who sits where is settled before the promise; who deals the first hand follows from its key (A23).
"""

from __future__ import annotations

import re
from typing import Final

from cancellation_hearts import core
from cancellation_hearts.core import BeginMatch, DealCards
from cancellation_hearts.core.shuffle import (
    ENTROPY_BYTES,
    SEED_BYTES,
    commitment,
    deal_key,
    first_dealer,
    shuffled_pack,
)
from cancellation_hearts.table.clock import deal_time, promise_time
from cancellation_hearts.table.commands import AddEntropy
from cancellation_hearts.table.errors import TableCode, TableRefusal
from cancellation_hearts.table.events import (
    BotSeated,
    EntropyAdded,
    Event,
    GameStarted,
    GameStopped,
    SeedCommitted,
    SeedRevealed,
)
from cancellation_hearts.table.state import Table

_ENTROPY: Final = re.compile(f"[0-9a-f]{{{2 * ENTROPY_BYTES}}}", re.ASCII)
_SEED: Final = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}", re.ASCII)


def started(table: Table) -> tuple[Event, ...]:
    """The host starts a game; bots take the free seats."""
    if table.playing:
        raise TableRefusal(TableCode.GAME_IS_ON)
    if all(seat.person is None for seat in table.seats):
        raise TableRefusal(TableCode.NOBODY_SITS_HERE)
    free = [at for at, seat in enumerate(table.seats) if seat.person is None and seat.bot is None]
    if free and not table.settings.bots:
        raise TableRefusal(TableCode.SEATS_ARE_FREE, free=len(free))
    seated = (BotSeated(seat, table.settings.level) for seat in free)
    return (*seated, GameStarted(table.games + 1))


def stopped(table: Table) -> tuple[Event, ...]:
    """The host ends a game; the cards of its open hand are shown to nobody."""
    if not table.playing:
        raise TableRefusal(TableCode.NO_GAME)
    return (GameStopped(),)


def entropy_added(table: Table, seat: int, command: AddEntropy) -> tuple[Event, ...]:
    """A seat adds to the chance of the deal that is promised."""
    seal = table.seal
    if seal is None or seal.dealt or seal.number != command.number:
        raise TableRefusal(TableCode.NO_SUCH_DEAL, number=command.number)
    if not _ENTROPY.fullmatch(command.entropy):
        raise TableRefusal(TableCode.BAD_ENTROPY)
    if seal.entropies[seat] is not None:
        raise TableRefusal(TableCode.ENTROPY_IS_GIVEN)
    return (EntropyAdded(seat, command.entropy),)


def due(table: Table, seed: str, at: int) -> tuple[Event, ...]:
    """The promise of the next deal, or the deal, if it is time for that."""
    moment = promise_time(table)
    if moment is not None and moment <= at:
        return (promised(table, seed),)
    moment = deal_time(table)
    if moment is not None and moment <= at:
        return dealt(table)
    return ()


def promised(table: Table, seed: str) -> SeedCommitted:
    """The commitment to a fresh secret seed; ``ValueError`` for what is none."""
    if not _SEED.fullmatch(seed):
        raise ValueError(f"a seed is {2 * SEED_BYTES} hexadecimal digits")
    number = 1 if table.match is None else table.match.next_number
    return SeedCommitted(number, commitment(bytes.fromhex(seed)).hex(), seed)


def dealt(table: Table) -> tuple[Event, ...]:
    """The deal that follows from the promise and from what the seats added."""
    seal, rules = table.seal, table.rules
    assert seal is not None
    assert seal.seed is not None
    entropies = [None if part is None else bytes.fromhex(part) for part in seal.entropies]
    key = deal_key(bytes.fromhex(seal.seed), entropies)
    begun: tuple[core.Event, ...] = ()
    match = table.match
    if match is None:
        dealer = table.dealer
        if dealer is None:
            dealer = first_dealer(key, players=rules.players)
        begun = core.decide(None, BeginMatch(rules, dealer))
        match = core.fold(None, begun)
    order = shuffled_pack(key, decks=match.rules.decks)
    return (*begun, *core.decide(match, DealCards(order)))


def revealed(table: Table) -> tuple[Event, ...]:
    """What makes the deal checkable, once it is scored."""
    seal = table.seal
    assert seal is not None
    assert seal.seed is not None
    return (SeedRevealed(seal.number, seal.seed, seal.entropies),)
