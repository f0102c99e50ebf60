"""From a secret seed to the order of the pack, byte by byte as docs/fair-deal.md specifies.

Whoever deals draws one seed of 32 bytes a deal, publishes ``commitment(seed)`` before it and the
seed with the score; each seat may add 16 bytes of its own. Anyone can then check that the deal
was fixed before the seats had their say and follows from what everybody put in.

Nothing here draws chance: seeds come from outside, or from a number for simulations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from cancellation_hearts.core.cards import KINDS, Card, Cards

SEED_BYTES: Final = 32
ENTROPY_BYTES: Final = 16
NO_ENTROPY: Final = bytes(ENTROPY_BYTES)


def commitment(seed: bytes) -> bytes:
    """What is published before the deal: SHA-256 of the seed, 32 bytes."""
    return sha256(_sized(seed, SEED_BYTES, "a seed")).digest()


def deal_key(seed: bytes, entropies: Sequence[bytes | None]) -> bytes:
    """The key of a deal, 32 bytes: the seed and what the seats added (None: nothing)."""
    parts = [
        NO_ENTROPY if entropy is None else _sized(entropy, ENTROPY_BYTES, "an entropy")
        for entropy in entropies
    ]
    return sha256(b"chn deal" + _sized(seed, SEED_BYTES, "a seed") + b"".join(parts)).digest()


def shuffled_pack(key: bytes, *, decks: int) -> tuple[Card, ...]:
    """The order of the pack that follows from a key; every order is equally likely.

    >>> " ".join(shuffled_pack(bytes(32), decks=2)[:6])
    'D5 ST D2 CT CK C7'
    """
    order = list(KINDS * decks)
    stream = _stream(key)
    for last in range(len(order) - 1, 0, -1):
        other = _draw(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def first_dealer(key: bytes, *, players: int) -> int:
    """Who deals first, where nobody said: drawn from the key of the first deal (A23)."""
    return _draw(_stream(sha256(b"chn dealer" + key).digest()), players)


def numbered_seed(number: int, *, game: int, hand: int) -> bytes:
    """The seed of a hand (from 1) of a game (from 1) of a numbered simulation: ``--seed 1``."""
    return sha256(f"chn seed{number}/{game}/{hand}".encode()).digest()


def numbered_key(number: int, *, game: int, hand: int, players: int) -> bytes:
    """The key of a hand of a numbered simulation: its seed, to which no seat adds anything."""
    return deal_key(numbered_seed(number, game=game, hand=hand), (None,) * players)


def deal_order(
    order: Sequence[Card], *, players: int, dealer: int
) -> tuple[tuple[Cards, ...], Cards]:
    """The hands (seat 0 first) and the kitty that an order of the pack gives.

    Card i goes to seat (dealer + 1 + i) mod players; what does not go round is the kitty.
    """
    dealt = len(order) - len(order) % players
    hands = tuple(
        Cards.of(order[(seat - dealer - 1) % players : dealt : players]) for seat in range(players)
    )
    return hands, Cards.of(order[dealt:])


def order_of(hands: Sequence[Cards], kitty: Cards, *, dealer: int) -> tuple[Card, ...]:
    """An order that deals these hands of equal size: ``deal_order`` turned round.

    Raises ``ValueError`` for hands of different sizes.
    """
    players = len(hands)
    turns = [list(hands[(dealer + 1 + step) % players]) for step in range(players)]
    return (*(card for turn in zip(*turns, strict=True) for card in turn), *kitty)


def _stream(key: bytes) -> Iterator[int]:
    """Bytes without end: SHA-256(key + counter as 8 bytes, big-endian) for 0, 1, 2, ..."""
    counter = 0
    while True:
        yield from sha256(key + counter.to_bytes(8, "big")).digest()
        counter += 1


def _draw(stream: Iterator[int], choices: int) -> int:
    """A number below ``choices``, each equally likely: bytes past the last full round are skipped.

    ``choices`` is at most 256; otherwise a byte could not reach them all.
    """
    limit = 256 - 256 % choices
    return next(byte for byte in stream if byte < limit) % choices


def _sized(value: bytes, size: int, what: str) -> bytes:
    if len(value) != size:
        raise ValueError(f"{what} has {size} bytes, not {len(value)}")
    return value
